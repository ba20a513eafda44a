/* SPDX-License-Identifier: MIT */
/* The lines of a search: the last of each number, put in order at its end. */
#include "session/batch/sync_analyser_internal.h"

void bm_sync_analyser_clear_lines(struct bm_sync_analyser *m)
{
    m->count = 0;
    m->answer = (struct bm_engine_answer){.kind = BM_BEST_NONE};
}

/* A score that is only a bound does not replace one that is exact. */
static bool is_worse(const struct bm_analyser_line *new, const struct bm_analyser_line *old)
{
    return old->eval.kind != EVAL_NONE &&
           (new->eval.kind == EVAL_NONE || (new->bound != 0 && old->bound == 0));
}

/*
 * When a move rises to a better MultiPV rank, the line that was there takes the move's old
 * rank, so that an interrupted search has no move twice.
 */
static void push_away(struct bm_sync_analyser *m, struct kept_line *k, bm_move move)
{
    for (unsigned i = 0; i < m->count; i++) {
        struct kept_line *const other = &m->kept[i];
        if (other == k || other->line.pv_count == 0 || !bm_move_equal(other->pv[0], move))
            continue;
        *other = *k;
        other->line.pv = other->pv;
        other->line.number = i + 1;
        return;
    }
}

void bm_sync_analyser_add_line(struct bm_sync_analyser *m, struct bm_analyser_line *line)
{
    if (line->number == 0 || line->number > m->wanted)
        return;
    if (m->events && m->events->line)
        m->events->line(m->events->user, line);
    while (m->count < line->number) {
        struct kept_line *const k = &m->kept[m->count++];
        k->line = (struct bm_analyser_line){.number = m->count, .pv = k->pv};
    }
    struct kept_line *const k = &m->kept[line->number - 1];
    if (is_worse(line, &k->line))
        return;
    if (line->pv_count != 0)
        push_away(m, k, line->pv[0]);
    k->line = *line;
    k->line.pv = k->pv;
    if (k->line.pv_count > BM_ANALYSER_PV)
        k->line.pv_count = BM_ANALYSER_PV;
    memcpy(k->pv, line->pv, k->line.pv_count * sizeof *k->pv);
}

/* A number that is greater for better evaluations of the side to move. */
static double line_value(const struct bm_sync_analyser *m, const struct bm_analyser_line *line)
{
    const double value = (double)line->eval.value;
    const double first = line->eval.kind == EVAL_NONE         ? -1e30
                         : line->eval.kind == EVAL_CENTIPAWNS ? value
                         : value > 0                          ? 1e25 - value
                                                              : -1e25 - value;
    return m->turn == 0 || line->eval.kind == EVAL_NONE ? first : -first;
}

/* Whether a line comes before another: that of the answer first, then by their evaluations. */
static bool comes_before(const struct bm_sync_analyser *m, const struct bm_analyser_line *a,
                         const struct bm_analyser_line *b)
{
    if (m->answer.kind == BM_BEST_MOVE) {
        const bool first = bm_move_equal(a->pv[0], m->answer.move);
        if (first != bm_move_equal(b->pv[0], m->answer.move))
            return first;
    }
    return line_value(m, a) > line_value(m, b);
}

/* If the engine sent no line, make one of its best move. */
static void add_answer(struct bm_sync_analyser *m)
{
    if (m->answer.kind != BM_BEST_MOVE || (m->count != 0 && m->kept[0].line.pv_count != 0))
        return;
    if (m->count == 0) {
        m->kept[0].line = (struct bm_analyser_line){.number = 1, .pv = m->kept[0].pv};
        m->count = 1;
    }
    m->kept[0].pv[0] = m->answer.move;
    m->kept[0].line.pv_count = 1;
}

/*
 * When an engine is stopped, its lines may be of two depths: remove duplicates of a move and
 * sort by score.
 */
void bm_sync_analyser_sort_lines(struct bm_sync_analyser *m)
{
    unsigned n = 0;
    add_answer(m);
    for (unsigned i = 0; i < m->count; i++) {
        struct bm_analyser_line *const line = &m->kept[i].line;
        bool twice = line->pv_count == 0;
        for (unsigned k = 0; k < n && !twice; k++)
            twice = bm_move_equal(m->order[k]->pv[0], line->pv[0]);
        if (twice)
            continue;
        unsigned at = n++;
        for (; at > 0 && comes_before(m, line, m->order[at - 1]); at--)
            m->order[at] = m->order[at - 1];
        m->order[at] = line;
    }
    m->count = n;
    for (unsigned i = 0; i < n; i++)
        m->order[i]->number = i + 1;
}

const struct bm_analyser_line *bm_sync_analyser_best(const struct bm_sync_analyser *m,
                                                     unsigned i)
{
    return i < m->count ? m->order[i] : NULL;
}

const struct bm_engine_answer *bm_sync_analyser_answer(const struct bm_sync_analyser *m)
{
    return &m->answer;
}
