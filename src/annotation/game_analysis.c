/* SPDX-License-Identifier: MIT */
#include "annotation/game_analysis.h"

#include "annotation/score_text.h"

void bm_analysis_fini(struct bm_analysis *a)
{
    bm_release(a->places);
    bm_release(a->lines);
    bm_release(a->moves);
    *a = (struct bm_analysis){0};
}

static bool add_place(struct bm_analysis *a, const struct bm_line *line)
{
    void *mem = a->places;
    if (!bm_grow(&mem, &a->places_cap, a->count + 1, sizeof *a->places))
        return false;
    a->places = mem;
    struct bm_analysed_position *const p = &a->places[a->count++];
    struct bm_outcome outcome;
    *p = (struct bm_analysed_position){.node = line->at, .turn = bm_ctx_turn(line->ctx)};
    bm_ctx_outcome(line->ctx, &outcome);
    if (outcome.result == BM_ONGOING) {
        p->moves = (unsigned)bm_ctx_count(line->ctx);
        return true;
    }
    p->eval.kind = EVAL_OVER;
    p->eval.value = outcome.result == BM_FIRST_WINS    ? 1
                    : outcome.result == BM_SECOND_WINS ? -1
                                                       : 0;
    return true;
}

bool bm_analysis_begin(struct bm_analysis *a, const struct bm_game *game, struct bm_line *line)
{
    a->count = a->lines_count = a->moves_count = 0;
    const bm_status opened = bm_line_open(line, game, NULL);
    if (opened == BM_ERULE)
        return true;
    if (opened || !add_place(a, line))
        return false;
    for (bm_node n = bm_game_first(game, BM_NODE_ROOT);
         n != BM_NODE_NONE && bm_game_kind(game, n) == BM_NODE_MOVE &&
         !bm_game_illegal(game, n);
         n = bm_game_first(game, n)) {
        const bm_status status = bm_line_goto(line, n, NULL);
        if (status == BM_ERULE)
            return true;
        if (status || !add_place(a, line))
            return false;
    }
    return true;
}

bool bm_analysis_add(struct bm_analysis *a, size_t place, const struct bm_eval *eval,
                     const bm_move *pv, size_t count)
{
    struct bm_analysed_position *const p = &a->places[place];
    void *lines = a->lines;
    if (!bm_grow(&lines, &a->lines_cap, a->lines_count + 1, sizeof *a->lines))
        return false;
    a->lines = lines;
    void *moves = a->moves;
    if (!bm_grow(&moves, &a->moves_cap, a->moves_count + count + 1, sizeof *a->moves))
        return false;
    a->moves = moves;
    if (p->count == 0) {
        p->first = a->lines_count;
        p->eval = *eval;
    }
    p->count++;
    a->lines[a->lines_count++] =
        (struct bm_best_line){.eval = *eval, .first = a->moves_count, .count = count};
    if (count != 0)
        memcpy(a->moves + a->moves_count, pv, count * sizeof *pv);
    a->moves_count += count;
    return true;
}

bool bm_analysis_move(const struct bm_analysis *a, const struct bm_game *game, size_t place,
                      const struct bm_eval_scale *scale, struct bm_analysed_move *out)
{
    if (place + 1 >= a->count || a->places[place].eval.kind == EVAL_NONE ||
        a->places[place + 1].eval.kind == EVAL_NONE)
        return false;
    const struct bm_analysed_position *const p = &a->places[place];
    *out = (struct bm_analysed_move){.side = p->turn, .before = p->eval, .after = p[1].eval};
    const bm_move played = bm_game_move(game, p[1].node);
    const struct bm_best_line *const best = p->count != 0 ? &a->lines[p->first] : NULL;
    /*
     * The best move and the only legal one are never errors, even if the evaluation after them
     * is lower.
     */
    out->best = p->moves <= 1 ||
                (best && best->count != 0 && bm_move_equal(a->moves[best->first], played));
    if (!out->best)
        out->verdict = bm_move_quality_of(bm_eval_chance(&out->before, p->turn, scale),
                                          bm_eval_chance(&out->after, p->turn, scale));
    return true;
}

bool bm_analysis_sum(const struct bm_analysis *a, const struct bm_game *game,
                     struct bm_accuracy_summary out[2])
{
    const struct bm_eval_scale *const scale = bm_eval_scale_of(bm_game_rules(game));
    void *mem = NULL;
    size_t cap = 0, count = 0;
    if (!bm_grow(&mem, &cap, a->count + 1, sizeof(struct bm_analysed_move)))
        return false;
    struct bm_analysed_move *const steps = mem;
    for (size_t i = 0; i < a->count; i++)
        count += bm_analysis_move(a, game, i, scale, &steps[count]);
    const bool done = bm_accuracy_sum_up(out, steps, count, scale);
    bm_release(mem);
    return done;
}
