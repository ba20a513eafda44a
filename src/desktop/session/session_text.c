/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "desktop/session/session.h"
#include "match/status_text.h"
#include "session/conventions.h"

void bm_desktop_session_player_name(const struct bm_desktop_session *d, unsigned side,
                                    char *buf, size_t cap)
{
    const struct bm_seated_player *const c = &d->seat[side].player;
    struct bm_text tag = {.s = "", .len = 0};
    buf[0] = '\0';
    if (c->engine) {
        snprintf(buf, cap, "%s", bm_seated_engine_name(c));
    } else if (c->search) {
        snprintf(buf, cap, TR(d, "Level %u (%s)", "レベル%u（%s）"), c->level,
                 d->lang == BM_JA ? bm_level_text(c->level, BM_JA) : bm_level_name(c->level));
    } else if (!d->match && d->study) {
        static const char *const names[2][4] = {{"White", "先手", "Sente", "下手"},
                                                {"Black", "後手", "Gote", "上手"}};
        const bool shogi = d->info->dialect == BM_DIALECT_USI;
        for (unsigned i = shogi ? 1 : 0; i < 4 && tag.len == 0; i++)
            (void)bm_game_tag(d->study, names[side][i], &tag);
        if (tag.len == 0 && shogi) /* PGN of shogi: black is first */
            (void)bm_game_tag(d->study, side ? "White" : "Black", &tag);
        snprintf(buf, cap, "%.*s", (int)(tag.len < cap ? tag.len : cap - 1), tag.s);
    }
    if (!*buf && d->match)
        snprintf(buf, cap, "%s", bm_match_seat(d->match, side)->name);
}

void bm_desktop_session_game_title(const struct bm_desktop_session *d, char *buf, size_t cap)
{
    if (d->number >= 0)
        snprintf(buf, cap, TR(d, "%s, start %" PRId64, "%s 開始番号%" PRId64),
                 d->info->title[d->lang], d->number);
    else
        snprintf(buf, cap, "%s", d->info->title[d->lang]);
}

void bm_desktop_capitalize(const char *name, char *buf, size_t cap)
{
    snprintf(buf, cap, "%s", name);
    if (buf[0] >= 'a' && buf[0] <= 'z')
        buf[0] = (char)(buf[0] - 'a' + 'A');
}

void bm_desktop_session_clock_text(const struct bm_desktop_session *d, unsigned side, char *buf,
                                   size_t cap)
{
    char time[32];
    struct bm_face face;
    buf[0] = '\0';
    if (!d->match)
        return;
    const struct bm_clock *const clock = bm_match_clock(d->match);
    const struct bm_time *const t = &clock->times.side[side];
    if (t->kind == BM_CLOCK_NONE)
        return;
    bm_clock_face(clock, side, bm_loop_now(d->loop), &face);
    if (face.main > 0 || t->byoyomi == 0) {
        bm_time_text(face.main, buf, cap);
        return;
    }
    bm_time_text(face.period > 0 ? face.period : t->byoyomi, time, sizeof time);
    if (face.periods > 1)
        snprintf(buf, cap, "%s ×%u", time, face.periods);
    else
        snprintf(buf, cap, "%s", time);
}

/* What is special about the match just now. */
static void write_stage(const struct bm_desktop_session *d, const struct bm_match_state *state,
                        struct bm_str *s)
{
    if (state->stage == BM_MATCH_WAITING)
        bm_str_text(s, TR(d, "; the engine starts", "。エンジン起動中"));
    else if (state->stage == BM_MATCH_PAUSED)
        bm_str_text(s, TR(d, "; paused", "。中断中"));
    else if (d->table && bm_table_is_thinking(d->table))
        bm_str_text(s, TR(d, "; thinking", "。思考中"));
    bm_offers_tell(s, state, d->rules, d->lang);
}

void bm_desktop_session_status_text(const struct bm_desktop_session *d, char *buf, size_t cap)
{
    struct bm_match_state state;
    struct bm_str s;
    char text[256];
    bm_desktop_session_match_state(d, &state);
    bm_str_init(&s, buf, cap);
    if (d->match && !bm_desktop_session_is_live(d)) {
        snprintf(text, sizeof text,
                 TR(d, "move %u is shown; End: back to the game",
                    "%u手目を表示中（End で対局に戻る）"),
                 bm_game_ply(bm_desktop_session_game(d), d->node));
        bm_str_text(&s, text);
    } else if (state.stage == BM_MATCH_OVER || state.outcome.result != BM_ONGOING) {
        bm_result_tell(&s, &state.outcome, d->rules, d->lang);
    } else {
        bm_turn_tell(&s, d->ctx, d->lang);
        if (d->match)
            write_stage(d, &state, &s);
    }
    bm_str_end(&s);
    if (buf[0] >= 'a' && buf[0] <= 'z')
        buf[0] = (char)(buf[0] - 'a' + 'A');
}

void bm_desktop_session_move_text(const struct bm_desktop_session *d, const struct bm_ctx *ctx,
                                  bm_move m, char *buf, size_t cap)
{
    const enum bm_move_style style = d->info->dialect != BM_DIALECT_USI ? BM_STYLE_SAN
                                     : d->lang == BM_JA                 ? BM_STYLE_JAPANESE
                                                                        : BM_STYLE_WESTERN;
    if (bm_ctx_write_move(ctx, m, style, buf, cap) == 0 &&
        bm_ctx_write_move(ctx, m, BM_STYLE_SAN, buf, cap) == 0)
        bm_move_format(m, d->rules, buf, cap);
}
