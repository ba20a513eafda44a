/* SPDX-License-Identifier: MIT */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "cli/play/play.h"
#include "match/status_text.h"
#include "session/conventions.h"

void bm_play_print(struct bm_play *p, const char *format, ...)
{
    va_list args;
    bm_prompt_aside(p->prompt);
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    putchar('\n');
}

const char *bm_play_side(const struct bm_play *p, unsigned side)
{
    return p->s.info->side_name[p->s.lang][side];
}

void bm_play_name(const struct bm_play *p, unsigned side, char *buf, size_t cap)
{
    const struct bm_seat *const seat = bm_match_seat(p->match, side);
    const struct bm_seated_player *const player = &p->player[side];
    buf[0] = '\0';
    if (seat->kind == BM_SEAT_LEVEL)
        snprintf(buf, cap, TR(p, "level %u", "レベル%u"), seat->level);
    else if (seat->kind == BM_SEAT_ENGINE && player->engine)
        snprintf(buf, cap, "%s", bm_seated_engine_name(player));
    else
        snprintf(buf, cap, "%s", seat->name);
}

void bm_play_clock(const struct bm_play *p, unsigned side, char *buf, size_t cap)
{
    const struct bm_time *const t = &bm_match_clock(p->match)->times.side[side];
    struct bm_face face;
    struct bm_str s;
    char time[32];
    buf[0] = '\0';
    if (t->kind == BM_CLOCK_NONE)
        return;
    bm_clock_face(bm_match_clock(p->match), side, bm_loop_now(&p->loop), &face);
    bm_str_init(&s, buf, cap);
    if (face.main > 0 || t->byoyomi == 0) {
        bm_time_text(face.main, time, sizeof time);
        bm_str_text(&s, time);
    } else {
        bm_time_text(face.period > 0 ? face.period : t->byoyomi, time, sizeof time);
        bm_str_text(&s, TR(p, "byoyomi ", "秒読み "));
        bm_str_text(&s, time);
        if (face.periods > 1) {
            snprintf(time, sizeof time, " x%u", face.periods);
            bm_str_text(&s, time);
        }
    }
    bm_str_end(&s);
}

/* The result in words; "" as long as there is none. */
static void write_result(const struct bm_play *p, char *buf, size_t cap)
{
    struct bm_match_state state;
    struct bm_str s;
    bm_match_state(p->match, &state);
    bm_str_init(&s, buf, cap);
    if (state.stage == BM_MATCH_OVER)
        bm_result_tell(&s, &state.outcome, p->s.rules, p->s.lang);
    bm_str_end(&s);
}

void bm_play_status(const struct bm_play *p, char *buf, size_t cap)
{
    struct bm_match_state state;
    struct bm_str s;
    bm_match_state(p->match, &state);
    bm_str_init(&s, buf, cap);
    if (state.stage == BM_MATCH_OVER)
        bm_result_tell(&s, &state.outcome, p->s.rules, p->s.lang);
    else
        bm_turn_tell(&s, bm_match_ctx(p->match), p->s.lang);
    if (state.stage == BM_MATCH_PAUSED)
        bm_str_text(&s, TR(p, ", paused", "、中断中"));
    bm_offers_tell(&s, &state, p->s.rules, p->s.lang);
    bm_str_end(&s);
}

/* How moves are written here. */
static enum bm_move_style style_of(const struct bm_play *p)
{
    if (p->s.info->dialect == BM_DIALECT_USI)
        return p->s.lang == BM_JA ? BM_STYLE_JAPANESE : BM_STYLE_WESTERN;
    return bm_args_pieces(&p->own_args) == PIECES_SYMBOLS ? BM_STYLE_FIGURINE : BM_STYLE_SAN;
}

void bm_play_write(const struct bm_play *p, const struct bm_ctx *ctx, bm_move m, char *buf,
                   size_t cap)
{
    if (bm_ctx_write_move(ctx, m, style_of(p), buf, cap) == 0 &&
        bm_ctx_write_move(ctx, m, BM_STYLE_SAN, buf, cap) == 0)
        bm_move_format(m, p->s.rules, buf, cap);
}

/* "12. black: Nf6" */
static void tell_move(struct bm_play *p, unsigned number, unsigned side, const char *text)
{
    char clock[48];
    /* SAN has a sign for it. */
    const bool signs = p->s.info->dialect == BM_DIALECT_UCI && strpbrk(text, "+#");
    const bool check = bm_ctx_checks(p->s.ctx, NULL) != 0 && !signs;
    bm_play_clock(p, side, clock, sizeof clock);
    bm_play_print(p, "%u. %s: %s%s%s%s%s", number, bm_play_side(p, side), text,
                  check ? TR(p, ", check", "、王手") : "", *clock ? " (" : "", clock,
                  *clock ? ")" : "");
}

/* One line for each move that was not told yet. */
static void tell_moves(struct bm_play *p)
{
    const struct bm_ctx *const ctx = bm_match_ctx(p->match);
    const unsigned plies = bm_ctx_plies(ctx);
    const bool in_pairs = p->s.info->dialect == BM_DIALECT_UCI;
    unsigned number = 0, last = 2;
    if (p->said > plies)
        p->said = plies;
    if (p->said == plies || !bm_play_follow(p))
        return;
    while (bm_ctx_undo(p->s.ctx))
        ;
    for (unsigned i = 0; i < plies; i++) {
        const bm_move m = bm_ctx_played(ctx, i);
        const unsigned side = bm_ctx_turn(p->s.ctx);
        char text[BM_MOVE_TEXT];
        number += side != last && (!in_pairs || side == BM_FIRST || i == 0);
        last = side;
        bm_play_write(p, p->s.ctx, m, text, sizeof text);
        if (bm_ctx_play(p->s.ctx, m))
            break;
        if (i >= p->said)
            tell_move(p, number, side, text);
    }
    p->said = plies;
}

void bm_play_tell(struct bm_play *p)
{
    struct bm_match_state state;
    bm_match_state(p->match, &state);
    if (bm_prompt_has_screen(p->prompt)) {
        bm_play_draw(p);
        p->said = bm_ctx_plies(bm_match_ctx(p->match));
    } else {
        tell_moves(p);
    }
    if (state.stage == BM_MATCH_OVER && !p->over_said) {
        char text[160];
        write_result(p, text, sizeof text);
        bm_play_print(p, "%s", text);
    }
    p->over_said = state.stage == BM_MATCH_OVER;
}
