/* SPDX-License-Identifier: MIT */
/* Events of the table of a slot: annotates moves, adjudicates, records failures. */
#include <stdio.h>

#include "base/str.h"
#include "tournament/slot.h"

enum { PATIENCE = 3 }; /* times in a row that an engine may fail to start */

/* Copies a text of an engine and replaces control characters, so that it stays one line. */
static void copy_line(char *out, size_t cap, const char *text)
{
    struct bm_str s;
    bm_str_init(&s, out, cap);
    bm_str_text(&s, text);
    bm_str_end(&s);
    for (char *c = out; *c; c++)
        if ((unsigned char)*c < ' ')
            *c = ' ';
}

/* Without a clock the match does not note the time of a move: note it here. */
static void note_time(struct bm_slot *s, unsigned side)
{
    const struct bm_note note = {.kind = BM_NOTE_SPENT,
                                 .value = bm_loop_now(s->loop) - s->asked};
    if (bm_match_clock(s->match)->times.side[side].kind == BM_CLOCK_NONE)
        (void)!bm_match_annotate(s->match, &note);
}

static void note_reported_score(struct bm_slot *s, unsigned side)
{
    const struct bm_reported_score *const t = &s->reported[side];
    const int64_t first = side == BM_FIRST ? t->score : -t->score;
    const struct bm_note note = {.kind = t->mate ? BM_NOTE_MATE : BM_NOTE_EVAL,
                                 .value = first,
                                 .extra = (int32_t)t->depth};
    /* Without memory the record lacks a number, and the game goes on. */
    (void)!bm_match_annotate(s->match, &note);
}

static void adjudicate_move(struct bm_slot *s, unsigned side)
{
    const struct bm_reported_score *const t = &s->reported[side];
    if (!t->has) {
        bm_adjudicator_reset(&s->adjudicator, side);
        return;
    }
    const int64_t mate = t->score >= 0 ? BM_ADJUDICATION_MATE : -BM_ADJUDICATION_MATE;
    const unsigned ply = bm_game_ply(bm_match_game(s->match), bm_match_node(s->match));
    s->judged = bm_adjudicator_add_score(&s->adjudicator, &s->tournament->adjudication, side,
                                         t->mate ? mate : t->score, (ply + 1) / 2);
}

static void on_slot_acted(void *user, const struct bm_action *action)
{
    struct bm_slot *const s = user;
    if (!s->begun && (action->act == BM_ACT_START || action->act == BM_ACT_RESUME)) {
        s->begun = true;
        s->start = bm_loop_now(s->loop);
        for (unsigned side = 0; side < 2; side++) {
            bm_slot_side(s, side)->has_started = true;
            bm_slot_side(s, side)->failed_starts = 0;
        }
    }
    if (action->act != BM_ACT_MOVE)
        return;
    note_time(s, action->side);
    if (s->reported[action->side].has)
        note_reported_score(s, action->side);
    adjudicate_move(s, action->side);
    s->reported[action->side] = (struct bm_reported_score){.has = false};
}

static void keep_reported_score(struct bm_slot *s, unsigned side,
                                const struct bm_reported_score *t)
{
    if (t->exact || !s->reported[side].exact)
        s->reported[side] = *t;
}

static void on_slot_line(void *user, unsigned side, const struct bm_engine_line *line)
{
    struct bm_slot *const s = user;
    const struct bm_info *const i = line->info;
    enum bm_proto proto = BM_PROTO_UCI;
    if (line->multipv != 1 || !(i->has & BM_INFO_SCORE))
        return;
    for (unsigned e = 0; e < 2; e++)
        if (s->engine[e] && s->participant[e] == s->scheduled.side[side])
            proto = bm_engine_proto(s->engine[e]);
    const struct bm_score score = bm_score_in_moves(i->score, proto);
    keep_reported_score(
        s, side,
        &(struct bm_reported_score){.has = true,
                                    .exact = score.bound == 0,
                                    .mate = score.mate,
                                    .score = score.value,
                                    .depth = i->has & BM_INFO_DEPTH ? i->depth : 0});
}

static void on_slot_info(void *user, unsigned side, const struct bm_search_info *i)
{
    struct bm_slot *const s = user;
    keep_reported_score(s, side,
                        &(struct bm_reported_score){.has = true,
                                                    .exact = i->bound == 0,
                                                    .mate = i->mate,
                                                    .score = i->score,
                                                    .depth = i->depth});
}

static bool on_slot_failed(void *user, unsigned side, enum bm_engine_trouble trouble,
                           const char *detail)
{
    struct bm_slot *const s = user;
    struct bm_participant *const c = bm_slot_side(s, side);
    snprintf(s->played.trouble, sizeof s->played.trouble, "%s",
             bm_engine_trouble_word(trouble));
    copy_line(s->played.detail, sizeof s->played.detail, detail);
    s->played.fault = (int)side;
    for (unsigned i = 0; i < 2; i++)
        s->spoiled[i] |= s->engine[i] && s->participant[i] == s->scheduled.side[side];
    if (s->begun || (c->has_started && ++c->failed_starts < PATIENCE))
        return false;
    fprintf(stderr, "banmen: %s: %s: %s\n", c->name, s->played.trouble, s->played.detail);
    s->fatal = true;
    return true;
}

static void on_over(void *user)
{
    struct bm_slot *const s = user;
    s->over = true;
}

static void on_turn(void *user, unsigned side)
{
    struct bm_slot *const s = user;
    (void)side;
    s->asked = bm_loop_now(s->loop);
    if (s->judged == BM_ONGOING)
        return;
    const struct bm_action a = {
        .act = BM_ACT_ADJUDICATE, .reason = BM_REASON_ADJUDICATION, .result = s->judged};
    s->judged = BM_ONGOING;
    (void)!bm_table_act(s->table, &a);
}

const struct bm_table_events bm_slot_events = {.acted = on_slot_acted,
                                               .line = on_slot_line,
                                               .info = on_slot_info,
                                               .failed = on_slot_failed,
                                               .over = on_over,
                                               .turn = on_turn};
