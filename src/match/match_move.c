/* SPDX-License-Identifier: MIT */
/* Moves of a match, forth and back, with their times. */
#include "match/match.h"

#include "rules/ctx.h"

static void mark_here(struct bm_match *m, const struct bm_clock *clock)
{
    struct bm_mark *const mark = &m->marks[m->ply];
    mark->clock = *clock;
    mark->node = m->line.at;
    mark->side = (uint8_t)bm_ctx_turn(m->line.ctx);
    mark->within = bm_ctx_turn_moves(m->line.ctx) != 0;
}

bm_status bm_match_room(struct bm_match *m)
{
    void *mem = m->marks;
    if (!bm_grow(&mem, &m->mark_cap, (size_t)m->ply + m->redo + 2, sizeof *m->marks))
        return BM_ENOMEM;
    m->marks = mem;
    const struct bm_ctx *const old = m->line.ctx;
    const bm_status status = bm_line_room(&m->line);
    /* A line makes contexts that play on after a draw. */
    if (m->line.ctx != old)
        bm_ctx_configure(m->line.ctx, &m->choices);
    return status;
}

bm_status bm_match_open(struct bm_match *m, struct bm_error *err)
{
    bm_status status = bm_line_open(&m->line, m->game, err);
    if (status)
        return status;
    bm_ctx_configure(m->line.ctx, &m->choices);
    status = bm_match_room(m);
    if (status)
        return status;
    m->marks[0] = (struct bm_mark){0};
    mark_here(m, &m->clock);
    return BM_OK;
}

/* Note the move that was just played, from the newest mark on. */
static void mark_move(struct bm_match *m, bm_node node, const struct bm_clock *clock)
{
    const struct bm_mark *const from = &m->marks[m->ply++];
    struct bm_mark *const to = &m->marks[m->ply];
    m->line.at = node;
    to->turns[0] = from->turns[0];
    to->turns[1] = from->turns[1];
    mark_here(m, clock);
    to->turns[from->side] += !to->within;
    m->clock = *clock;
}

void bm_match_advance(struct bm_match *m, bm_move move, bm_node node,
                      const struct bm_clock *clock)
{
    bm_ctx_play_legal(m->line.ctx, move);
    mark_move(m, node, clock);
}

void bm_match_run(struct bm_match *m, int64_t now)
{
    const struct bm_mark *const mark = &m->marks[m->ply];
    if (m->clock.started)
        bm_clock_resume(&m->clock, now);
    else if (!m->options.clock_waits || mark->turns[mark->side] != 0)
        bm_clock_start(&m->clock, mark->side, now);
}

static bm_status note_time(struct bm_match *m, bm_node n, enum bm_note_kind kind, int64_t ms)
{
    const struct bm_note note = {.kind = kind, .value = ms};
    return bm_game_annotate(m->game, n, &note, NULL);
}

/* What the record keeps of a move's time. */
static bm_status note_times(struct bm_match *m, bm_node n, unsigned side, int64_t now,
                            const struct bm_clock *after)
{
    struct bm_face face;
    bm_status status = BM_OK;
    if (!bm_match_timed(m))
        return BM_OK;
    if (m->clock.started) {
        const int64_t before = m->marks[m->ply].within ? m->marks[m->ply].clock.used : 0;
        status = note_time(m, n, BM_NOTE_SPENT, bm_clock_spent(&m->clock, now) - before);
    }
    if (!status && m->clock.times.side[side].kind != BM_CLOCK_NONE) {
        bm_clock_face(after, side, now, &face);
        status = note_time(m, n, BM_NOTE_CLOCK, face.main);
    }
    return status;
}

/* How the clock stands behind a move: the turn may go on. */
static struct bm_clock clock_behind(const struct bm_match *m, int64_t now)
{
    struct bm_clock clock = m->clock;
    if (bm_ctx_turn_moves(m->line.ctx) != 0)
        bm_clock_pause(&clock, now);
    else
        (void)bm_clock_stop(&clock, now);
    return clock;
}

/* A move or a step back changes what was on the table. */
static void clear_offers(struct bm_match *m)
{
    m->offer[0] = m->offer[1] = false;
    m->takeback[0] = m->takeback[1] = 0;
}

enum bm_refusal bm_match_play(struct bm_match *m, bm_move move, int64_t now)
{
    const unsigned side = bm_ctx_turn(m->line.ctx);
    const bm_faults faults = bm_ctx_judge(m->line.ctx, move);
    bm_node node = BM_NODE_NONE;
    if (faults) {
        m->faults = faults;
        return BM_REFUSAL_ILLEGAL;
    }
    if (bm_match_room(m) || bm_game_add(m->game, m->line.at, move, &node))
        return BM_REFUSAL_NO_MEMORY;

    bm_ctx_play_legal(m->line.ctx, move);
    const struct bm_clock clock = clock_behind(m, now), before = m->clock;
    if (note_times(m, node, side, now, &clock)) {
        (void)bm_ctx_undo(m->line.ctx);
        (void)!bm_game_detach(m->game, node);
        return BM_REFUSAL_NO_MEMORY;
    }
    mark_move(m, node, &clock);
    if (bm_match_judge(m, now)) {
        (void)bm_ctx_undo(m->line.ctx);
        (void)!bm_game_detach(m->game, node);
        m->line.at = m->marks[--m->ply].node;
        m->clock = before;
        return BM_REFUSAL_NO_MEMORY;
    }
    m->redo = 0;
    /* The other side's offer lapses; one's own stands until it is answered. */
    const bool mine = m->offer[side];
    clear_offers(m);
    m->offer[side] = mine && m->stage == BM_MATCH_PLAYING;
    m->offered[side] = false;
    if (m->stage == BM_MATCH_PLAYING)
        bm_match_run(m, now);
    return BM_REFUSAL_NONE;
}

void bm_match_back(struct bm_match *m, uint32_t ply)
{
    bm_match_reopen(m);
    for (; m->ply > ply; m->ply--, m->redo++) {
        (void)!bm_game_detach(m->game, m->marks[m->ply].node);
        (void)bm_ctx_undo(m->line.ctx);
        m->line.at = m->marks[m->ply - 1].node;
    }
    m->clock = m->marks[ply].clock;
    clear_offers(m);
    m->offered[0] = m->offered[1] = false;
}

enum bm_refusal bm_match_forth(struct bm_match *m, uint32_t plies, int64_t now)
{
    const uint32_t from = m->ply;
    const struct bm_clock before = m->clock;
    for (uint32_t i = 0; i < plies; i++, m->redo--) {
        const struct bm_clock clock = m->marks[m->ply + 1].clock;
        const bm_node node = m->marks[m->ply + 1].node;
        if (bm_match_room(m) || bm_game_attach(m->game, node, m->line.at, 0)) {
            bm_match_back(m, from);
            m->clock = before;
            return BM_REFUSAL_NO_MEMORY;
        }
        bm_match_advance(m, bm_game_move(m->game, node), node, &clock);
    }
    clear_offers(m);
    if (bm_match_judge(m, now)) {
        bm_match_back(m, from);
        m->clock = before;
        return BM_REFUSAL_NO_MEMORY;
    }
    return BM_REFUSAL_NONE;
}
