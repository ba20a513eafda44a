/* SPDX-License-Identifier: MIT */
/* Taking back, asked for or free, and playing again. */
#include "match/match.h"

bool bm_match_is_remote(const struct bm_match *m)
{
    return m->options.seat[0].kind == BM_SEAT_REMOTE ||
           m->options.seat[1].kind == BM_SEAT_REMOTE;
}

/* The side of the only person, who plays against a program; 2: none. */
static unsigned lone_person(const struct bm_match *m)
{
    const bool first = m->options.seat[0].kind == BM_SEAT_HUMAN,
               second = m->options.seat[1].kind == BM_SEAT_HUMAN;
    return first == second ? 2u : second;
}

/* The last ply at which a turn of the side began, before the present one; ply + 1 if none. */
static uint32_t turn_of(const struct bm_match *m, unsigned side)
{
    for (uint32_t ply = m->ply; ply-- > 0;)
        if (m->marks[ply].side == side && !m->marks[ply].within)
            return ply;
    return m->ply + 1;
}

/* The ply to go back to: so many moves, or to the turn of a side. m->ply + 1: there is none. */
static uint32_t ply_back(const struct bm_match *m, unsigned plies, unsigned side)
{
    if (plies == 0)
        return turn_of(m, side);
    return plies <= m->ply ? m->ply - plies : m->ply + 1;
}

enum bm_refusal bm_match_ask_takeback(struct bm_match *m, const struct bm_action *a)
{
    if (m->options.no_takebacks)
        return BM_REFUSAL_NO_TAKEBACKS;
    if (m->takeback[a->side])
        return BM_REFUSAL_OFFERED;
    const uint32_t ply = ply_back(m, a->plies, a->side);
    if (ply > m->ply)
        return BM_REFUSAL_NO_MOVES;
    m->takeback[a->side] = m->ply - ply;
    return BM_REFUSAL_NONE;
}

enum bm_refusal bm_match_answer_takeback(struct bm_match *m, unsigned side, bool yes,
                                         int64_t now)
{
    unsigned *const asked = &m->takeback[bm_other(side)];
    if (!*asked)
        return BM_REFUSAL_NO_OFFER;
    if (!yes) {
        *asked = 0;
        return BM_REFUSAL_NONE;
    }
    bm_match_back(m, m->ply - *asked);
    if (m->stage == BM_MATCH_PLAYING)
        bm_match_run(m, now);
    return BM_REFUSAL_NONE;
}

/*
 * Whether the game ended by something else than the last move: then that is taken back. But a
 * program that gave up at its turn would do so again.
 */
static bool ended_aside(const struct bm_match *m, unsigned person)
{
    struct bm_outcome outcome;
    if (m->stage != BM_MATCH_OVER ||
        (person < 2 && m->marks[m->ply].side != person && m->result == bm_win_of(person)))
        return false;
    bm_ctx_outcome(m->line.ctx, &outcome);
    return outcome.result == BM_ONGOING;
}

enum bm_refusal bm_match_undo(struct bm_match *m, const struct bm_action *a, int64_t now)
{
    if (m->options.no_takebacks)
        return BM_REFUSAL_NO_TAKEBACKS;
    if (bm_match_is_remote(m))
        return BM_REFUSAL_NEEDS_CONSENT;
    const unsigned person = lone_person(m);
    uint32_t ply = m->ply;
    if (a->plies || !ended_aside(m, person))
        ply = ply_back(m, a->plies ? a->plies : person == 2, person);
    if (ply > m->ply)
        return BM_REFUSAL_NO_MOVES;
    bm_match_back(m, ply);
    if (m->stage == BM_MATCH_PLAYING)
        bm_match_run(m, now);
    return BM_REFUSAL_NONE;
}

/* Forward to where a turn of the person begins, or as far as it goes. */
static uint32_t plies_forth(const struct bm_match *m, unsigned plies)
{
    const unsigned person = lone_person(m);
    if (plies || person == 2)
        return plies ? plies : 1;
    uint32_t n = 1;
    while (n < m->redo && (m->marks[m->ply + n].side != person || m->marks[m->ply + n].within))
        n++;
    return n;
}

enum bm_refusal bm_match_redo(struct bm_match *m, const struct bm_action *a, int64_t now)
{
    const uint32_t plies = plies_forth(m, a->plies);
    if (plies > m->redo)
        return BM_REFUSAL_NOTHING_TO_REDO;
    if (bm_match_is_remote(m))
        return BM_REFUSAL_NEEDS_CONSENT;
    const enum bm_refusal r = bm_match_forth(m, plies, now);
    if (!r && m->stage == BM_MATCH_PLAYING)
        bm_match_run(m, now);
    return r;
}
