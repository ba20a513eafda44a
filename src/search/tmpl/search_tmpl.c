/* SPDX-License-Identifier: MIT */

/*
 * The search: iterative deepening with aspiration windows, principal variation search and
 * quiescence search. A template: compiled once for each kernel.
 *
 * Values are for the side to move. Turns need not alternate: after each move the kernel says
 * whose turn it is, and a value changes its sign only if that is the other side.
 */
#include "kernel/tmpl/tmpl.h"

#include BM_KERNEL_MAKE_H
#include BM_ADAPTER_H
#include "search/tmpl/qsearch.h"

/* ---- Principal variation search ---- */

/* What the steps of one node share. */
struct search_node {
    int alpha, beta, depth;
    unsigned ply;
    bool pv, root;
    bool cut;       /* expected to fail high */
    bool excluded;  /* the search of a singular extension: the TT move is left out */
    bool improving; /* the static evaluation has risen since our last move */
    int eval;       /* static evaluation, refined by the TT; VALUE_NONE in check */
    bm_move tt_move;
};

static int search(struct bm_search_thread *td, int alpha, int beta, int depth, unsigned ply,
                  bool cut);

/* MultiPV: whether a move of the root belongs to the line that is searched, and is not the best
 * move of an earlier one. */
static bool is_root_move(const struct bm_search_thread *td, bm_move m)
{
    for (unsigned i = td->pv_index; i < td->root_move_count; i++)
        if (bm_move_equal(td->root_moves[i].move, m))
            return true;
    return false;
}

/* The value of the move just made, for the side that made it. */
static int search_child(struct bm_search_thread *td, int alpha, int beta, int depth,
                        unsigned ply, bool cut)
{
    const bool passed = pos_of(td)->head.turn != td->stack[ply].turn;
    return passed ? -search(td, -beta, -alpha, depth, ply + 1, cut)
                  : search(td, alpha, beta, depth, ply + 1, cut);
}

static bool is_mate_value(int v) { return v >= VALUE_MATE_IN_MAX || v <= -VALUE_MATE_IN_MAX; }

/* 64 * ln(x), by halving. */
static int log_of(unsigned x)
{
    static const uint8_t small[16] = {0,   0,   44,  70,  89,  103, 115, 125,
                                      133, 141, 147, 153, 159, 164, 169, 173};
    int v = 0;
    while (x >= 16) {
        x >>= 1;
        v += 44;
    }
    return v + small[x];
}

/* Late move reductions: log(depth) * log(move count), in plies. */
static int lmr_base(int depth, unsigned move_count)
{
    return log_of((unsigned)depth) * log_of(move_count) / (64 * A_LMR_DIVISOR);
}

/* ---- Pruning before the moves ---- */

/* Reverse futility pruning (static null move): the static evaluation is so far above beta that
 * no quiet reply brings it back. */
TEMPLATE bool can_prune_reverse_futility(const struct search_node *n)
{
    return n->depth <= 8 && n->ply > 1 &&
           n->eval - A_RFP_MARGIN * (n->depth - n->improving) >= n->beta &&
           n->eval < VALUE_MATE_IN_MAX;
}

/* Razoring: the static evaluation is so far below alpha that only captures can help, and the
 * quiescence search confirms that they do not. */
TEMPLATE bool razor(struct bm_search_thread *td, const struct search_node *n, int *value)
{
    if (n->depth > 3 || n->eval + A_RAZOR_MARGIN * n->depth > n->alpha)
        return false;
    *value = qsearch(td, n->alpha, n->alpha + 1, n->ply, 0);
    return *value <= n->alpha || td->aborted;
}

/* Null-move pruning: even if the side to move passes, a shallower search fails high. Not twice
 * in a row, and not where zugzwang is likely. */
TEMPLATE bool null_move_prune(struct bm_search_thread *td, const struct search_node *n,
                              int *value)
{
    struct k_pos *const p = pos_of(td);
    struct bm_search_stack *const ss = &td->stack[n->ply];
    const bool alternates = p->head.budget == 0;
    if (!A_NULL_MOVE || !alternates || n->depth < 3 || n->eval < n->beta ||
        ss[-1].move.bits == BM_MOVE_NONE || !a_allows_null_move(td, p))
        return false;
    struct k_undo undo;
    const int r = 3 + n->depth / 4 + min((n->eval - n->beta) / 200, 3);
    const unsigned at = td->game_plies + n->ply + 1;
    ss->move = (bm_move){BM_MOVE_NONE};
    ss->piece_to = 0;
    a_make_null(p, &undo);
    td->keys[at] = p->head.key;
    td->movers[at] = ss->turn;
    td->gave_check[at] = false;
    ss[1].in_check = false;
    ss[1].turn = p->head.turn;
    const int v = -search(td, -n->beta, -n->beta + 1, n->depth - r, n->ply + 1, !n->cut);
    a_unmake_null(p, &undo);
    *value = td->aborted ? 0 : v >= VALUE_MATE_IN_MAX ? n->beta : v;
    return td->aborted || v >= n->beta;
}

/* ProbCut: a capture that fails high by a margin in a shallower search would very probably fail
 * high in the full one. True: *value is the result, or the search was aborted. */
static bool probcut(struct bm_search_thread *td, const struct bm_tt_data *tt, int beta,
                    int depth, unsigned ply, int *value)
{
    struct k_pos *const p = pos_of(td);
    const struct bm_search_stack *const ss = &td->stack[ply];
    const int goal = beta + A_PROBCUT_MARGIN;
    struct move_picker mp;
    bm_move m;
    int score;
    if (tt->bound && (int)tt->depth >= depth - 3 && value_from_tt(tt->value, ply) < goal)
        return false;
    if (!init_picker(td, &mp, (bm_move){BM_MOVE_NONE}))
        return false;
    set_list(td, &mp, a_noisy(td, p, mp.move));
    score_captures(td, &mp);
    bool cuts = false;
    while (!cuts && !td->aborted && pick_best(&mp, &m, &score)) {
        struct k_undo undo;
        if (!a_see_ge(td, p, m, goal - ss->static_eval))
            continue;
        make(td, m, &undo, ply);
        if (pos_of(td)->head.turn != ss->turn) {
            *value = -qsearch(td, -goal, -goal + 1, ply + 1, 0);
            if (*value >= goal)
                *value = -search(td, -goal, -goal + 1, depth - 4, ply + 1, true);
            cuts = *value >= goal;
        }
        unmake(td, m, &undo);
    }
    close_picker(td, &mp);
    if (cuts && !td->aborted)
        bm_tt_store(&td->shared->tt, p->head.key, m, value_to_tt(*value, ply), ss->raw_eval,
                    (unsigned)depth - 3, BOUND_LOWER);
    return cuts || td->aborted;
}

/* ---- Pruning of single moves ---- */

/* Whether a move is not searched. `history`: of quiet moves. */
TEMPLATE bool can_prune_move(struct bm_search_thread *td, const struct search_node *n,
                             struct move_picker *mp, bm_move m, bool noisy, int history,
                             unsigned move_count)
{
    const struct k_pos *const p = pos_of(td);
    const bool in_check = td->stack[n->ply].in_check;
    const int depth = n->depth, reduced = max(0, depth - lmr_base(depth, move_count));
    /* SEE pruning of captures: it loses too much material for the depth. */
    if (noisy)
        return depth <= 8 && mp->stage == PICK_BAD_CAPTURES &&
               !a_see_ge(td, p, m, -100 * depth);
    if (in_check)
        return false;
    /* Late move pruning: quiet moves this far down the list hardly ever fail high. */
    const bool late =
        !n->pv &&
        move_count > (unsigned)(3 + depth * depth) / (n->improving ? 1 : 2) + A_LMP_BASE;
    if (late)
        skip_quiets(td, mp);
    /* Futility pruning: the evaluation is too far below alpha for a quiet move to raise it. */
    const bool futile =
        reduced <= 6 && n->eval + A_FUTILITY_BASE + A_FUTILITY_SLOPE * reduced <= n->alpha;
    /* History pruning: the move has failed often elsewhere. */
    const bool failed = reduced <= 4 && history < -3000 * depth;
    if ((late || futile || failed) && !a_is_prune_exempt(td, p, m))
        return true;
    /* SEE pruning of quiet moves: the piece is lost on its target. */
    return reduced <= 8 && !a_see_ge(td, p, m, -25 * reduced * reduced);
}

/* ---- Extensions and reductions ---- */

/* Whether the TT move qualifies for a singular extension search. */
TEMPLATE bool may_be_singular(const struct bm_search_thread *td, const struct search_node *n,
                              const struct bm_tt_data *tt, bm_move m)
{
    return !n->root && n->depth >= 7 && bm_move_equal(m, n->tt_move) && !n->excluded &&
           (tt->bound == BOUND_LOWER || tt->bound == BOUND_EXACT) &&
           tt->depth + 3 >= (unsigned)n->depth &&
           !is_mate_value(value_from_tt(tt->value, n->ply)) && n->ply < 2 * td->root_depth;
}

/*
 * Singular extension: if all other moves fail low in a shallower search against a lower bound,
 * the TT move is the only good one and is extended. If one of them exceeds beta as well, the
 * node is cut (multicut): *multicut, with that bound in *value. If only the TT value exceeds
 * beta, the TT move is reduced (negative extension).
 */
TEMPLATE int singular_extension(struct bm_search_thread *td, const struct search_node *n,
                                const struct bm_tt_data *tt, bm_move m, bool *multicut,
                                int *value)
{
    struct bm_search_stack *const ss = &td->stack[n->ply];
    const int tt_value = value_from_tt(tt->value, n->ply), bound = tt_value - 2 * n->depth;
    ss->excluded = m;
    const struct bm_search_stack saved = *ss;
    const int v = search(td, bound - 1, bound, (n->depth - 1) / 2, n->ply, n->cut);
    *ss = saved;
    ss->excluded = (bm_move){BM_MOVE_NONE};
    if (td->aborted)
        return 0;
    if (v < bound)
        return !n->pv && v < bound - 20 && ss->double_extensions < 6 ? 2 : 1;
    if (bound >= n->beta) {
        *multicut = true;
        *value = bound;
        return 0;
    }
    return tt_value >= n->beta ? -1 : 0;
}

/* Late move reductions: moves down the list are searched less deep at first. */
TEMPLATE int late_move_reduction(const struct bm_search_thread *td, const struct search_node *n,
                                 const struct move_picker *mp, bool noisy, int history,
                                 unsigned move_count, int new_depth)
{
    if (n->depth < 3 || move_count <= 1u + n->root + n->pv ||
        (noisy && mp->stage != PICK_BAD_CAPTURES))
        return 0;
    const bool gives_check = td->stack[n->ply + 1].in_check;
    int r = lmr_base(n->depth, move_count) + n->cut - n->pv - gives_check - n->improving;
    r -= mp->stage == PICK_KILLERS;
    r -= history / 8192;
    return max(0, min(r, new_depth - 1));
}

/* Correction history learns from searches whose result contradicts the static evaluation in a
 * direction that their bound supports, and was not decided by a capture. */
TEMPLATE bool is_correction_sample(const struct search_node *n,
                                   const struct bm_search_stack *ss, int best,
                                   bm_move best_move, bool best_noisy)
{
    const bool has_best = best_move.bits != BM_MOVE_NONE;
    return !n->excluded && !ss->in_check && (!has_best || !best_noisy) &&
           !(best >= n->beta && best <= ss->static_eval) &&
           !(!has_best && best >= ss->static_eval) && !is_mate_value(best);
}

static int search(struct bm_search_thread *td, int alpha, int beta, int depth, unsigned ply,
                  bool cut)
{
    struct k_pos *const p = pos_of(td);
    struct bm_search_stack *const ss = &td->stack[ply];
    const bool pv = beta - alpha > 1, root = ply == 0;
    int value = 0;

    if (depth <= 0)
        return qsearch(td, alpha, beta, ply, 0);
    td->pv_len[ply] = 0;
    if (ply > td->seldepth)
        td->seldepth = ply;
    if (td->nodes >= td->next_poll && bm_search_poll(td))
        return 0;
    if (!root) {
        if (is_terminal(td, ply, &value))
            return value;
        if (ply >= MAX_PLY - 2)
            return ss->in_check ? 0 : evaluate(td);
        /* Mate distance pruning: a shorter mate is known already. */
        alpha = max(alpha, (int)ply - VALUE_MATE);
        beta = min(beta, VALUE_MATE - (int)ply - 1);
        if (alpha >= beta)
            return alpha;
    }

    /* Transposition table cutoff: the position was searched before, at least as deep. */
    const bool excluded = ss->excluded.bits != BM_MOVE_NONE;
    struct bm_tt_data tt = {.bound = BOUND_NONE};
    if (!excluded && bm_tt_probe(&td->shared->tt, p->head.key, &tt)) {
        const int v = value_from_tt(tt.value, ply);
        if (!pv && tt.depth >= (unsigned)depth && is_tt_cutoff(&tt, alpha, beta, v))
            return v;
    }
    bm_move tt_move = tt.bound ? tt.move : (bm_move){BM_MOVE_NONE};
    if (root && td->root_moves[td->pv_index].move.bits != BM_MOVE_NONE)
        tt_move = td->root_moves[td->pv_index].move;
    if (tt_move.bits != BM_MOVE_NONE && K(judge)(p, tt_move) != 0)
        tt_move = (bm_move){BM_MOVE_NONE};

    if (A_MATE_IN_ONE && !root && !ss->in_check && !excluded && !tt.bound &&
        a_mate_in_one(p, &tt_move))
        return VALUE_MATE - (int)ply - 1;

    /* Static evaluation, with correction history. */
    ss[2].killers[0] = ss[2].killers[1] = (bm_move){BM_MOVE_NONE};
    ss[1].excluded = (bm_move){BM_MOVE_NONE};
    if (ss->in_check) {
        ss->static_eval = ss->raw_eval = VALUE_NONE;
    } else if (!excluded) {
        ss->raw_eval = tt.bound && tt.eval != VALUE_NONE ? tt.eval : evaluate(td);
        ss->static_eval = corrected_eval(td, ss->raw_eval, ply);
    }
    struct search_node n = {.alpha = alpha,
                            .beta = beta,
                            .depth = depth,
                            .ply = ply,
                            .pv = pv,
                            .root = root,
                            .cut = cut,
                            .excluded = excluded,
                            .tt_move = tt_move};
    n.eval = ss->in_check ? VALUE_NONE : refine_eval_by_tt(&tt, ss->static_eval, ply);
    n.improving = !ss->in_check && ply >= 2 && ss[-2].static_eval != VALUE_NONE &&
                  ss[-2].turn == ss->turn && ss->static_eval > ss[-2].static_eval;

    /* Pruning of the whole node: never in a PV node or in check. */
    const bool may_prune = !pv && !ss->in_check && !excluded && beta > -VALUE_MATE_IN_MAX;
    if (may_prune && beta < VALUE_MATE_IN_MAX) {
        if (can_prune_reverse_futility(&n))
            return n.eval;
        if (razor(td, &n, &value) || null_move_prune(td, &n, &value))
            return value;
    }
    /* Internal iterative reduction: without a TT move the ordering is poor, and a shallower
     * search finds a move for the next iteration. */
    if (n.depth >= 4 && tt_move.bits == BM_MOVE_NONE && (pv || cut) && !excluded)
        n.depth--;
    if (may_prune && n.depth >= 5 && beta + A_PROBCUT_MARGIN < VALUE_MATE_IN_MAX &&
        probcut(td, &tt, beta, n.depth, ply, &value))
        return value;
    if (td->aborted)
        return 0;

    struct move_picker mp;
    if (!init_picker(td, &mp, tt_move))
        return ss->in_check ? 0 : evaluate(td);

    struct tried_moves tried;
    tried.quiet_count = tried.noisy_count = 0;
    bm_move best_move = {BM_MOVE_NONE}, m;
    int best = -VALUE_INFINITE, score;
    unsigned move_count = 0;

    while (next_move(td, &mp, ply, &m, &score)) {
        if (bm_move_equal(m, ss->excluded) || (root && !is_root_move(td, m))) {
            /* An excluded TT move counts: the others are searched as late moves. */
            if (score == SCORE_TT) {
                move_count++;
                mp.tt_move = (bm_move){BM_MOVE_NONE};
            }
            continue;
        }
        move_count++;
        const bool noisy = a_is_noisy(td, p, m);
        const int history = noisy || move_count == 1 ? 0
                            : score >= SCORE_COUNTER ? quiet_score(td, p, m, ply)
                                                     : score;
        if (!root && best > -VALUE_MATE_IN_MAX && a_has_non_pawns(td, p) &&
            can_prune_move(td, &n, &mp, m, noisy, history, move_count))
            continue;

        int extension = 0;
        if (may_be_singular(td, &n, &tt, m)) {
            bool multicut = false;
            extension = singular_extension(td, &n, &tt, m, &multicut, &best);
            if (td->aborted || multicut)
                break;
        }

        struct k_undo undo;
        const uint64_t nodes_before = td->nodes;
        if (root)
            bm_report_current_move(td, m, move_count);
        make(td, m, &undo, ply);
        ss[1].double_extensions = (uint8_t)(ss->double_extensions + (extension == 2));
        /* Check extension. */
        if (A_EXTEND_CHECKS && ss[1].in_check && extension == 0 && ply < 2 * td->root_depth &&
            mp.stage != PICK_BAD_CAPTURES)
            extension = 1;
        const int new_depth = n.depth - 1 + extension;

        /* Principal variation search: the first move with the full window, the others with a
         * null window, reduced; again without the reduction, and with the full window, if they
         * turn out better. */
        if (move_count == 1) {
            value = search_child(td, n.alpha, beta, new_depth, ply, !pv && !cut);
        } else {
            const int r =
                late_move_reduction(td, &n, &mp, noisy, history, move_count, new_depth);
            value = search_child(td, n.alpha, n.alpha + 1, new_depth - r, ply, true);
            if (value > n.alpha && r > 0)
                value = search_child(td, n.alpha, n.alpha + 1, new_depth, ply, !cut);
            if (value > n.alpha && pv && (root || value < beta))
                value = search_child(td, n.alpha, beta, new_depth, ply, false);
        }
        unmake(td, m, &undo);
        if (td->aborted)
            break;
        if (root && (move_count == 1 || value > n.alpha))
            td->best_nodes = td->nodes - nodes_before;

        if (value > best) {
            best = value;
            if (value > n.alpha) {
                best_move = m;
                if (pv)
                    extend_pv(td, ply, m);
                if (root)
                    td->root_value = value;
                if (value >= beta)
                    break;
                n.alpha = value;
            }
        }
        if (!bm_move_equal(m, best_move))
            add_tried(&tried, m, noisy);
    }
    close_picker(td, &mp);
    if (td->aborted)
        return 0;
    /* Checkmate or stalemate. */
    if (move_count == 0)
        return excluded ? n.alpha : value_without_moves(td, ss->in_check, p->head.turn, ply);

    const bool best_noisy = best_move.bits != BM_MOVE_NONE && a_is_noisy(td, p, best_move);
    if (best >= beta && best_move.bits != BM_MOVE_NONE)
        update_histories(td, best_move, best_noisy, n.depth, ply, &tried);
    if (is_correction_sample(&n, ss, best, best_move, best_noisy))
        update_correction(td, ply, best, n.depth);
    if (!excluded && !(root && td->pv_index > 0))
        bm_tt_store(&td->shared->tt, p->head.key, best_move, value_to_tt(best, ply),
                    ss->raw_eval, (unsigned)n.depth,
                    best >= beta         ? BOUND_LOWER
                    : pv && best > alpha ? BOUND_EXACT
                                         : BOUND_UPPER);
    return best;
}

/* ---- Iterative deepening ---- */

/* Best first; stable, so that moves that were not reached keep their order. */
static void sort_root_moves(struct bm_root_move *r, unsigned from, unsigned count)
{
    for (unsigned i = from + 1; i < count; i++) {
        const struct bm_root_move x = r[i];
        unsigned j = i;
        for (; j > from && (x.value > r[j - 1].value); j--)
            r[j] = r[j - 1];
        r[j] = x;
    }
}

/* Aspiration windows: search the root with a narrow window around the value of the iteration
 * before, and widen it on the side where it fails. */
static void aspiration_search(struct bm_search_thread *td, unsigned depth)
{
    struct bm_root_move *const first = &td->root_moves[td->pv_index];
    const int guess = first->previous_value;
    int delta = 12 + (guess < 0 ? -guess : guess) / 40;
    int alpha = -VALUE_INFINITE, beta = VALUE_INFINITE;
    if (depth >= 5 && guess > -VALUE_MATE_IN_MAX && guess < VALUE_MATE_IN_MAX) {
        alpha = max(guess - delta, -VALUE_INFINITE);
        beta = min(guess + delta, VALUE_INFINITE);
    }
    unsigned failed_high = 0;
    for (;;) {
        const int value =
            search(td, alpha, beta, max(1, (int)depth - (int)failed_high), 0, false);
        if (td->aborted && td->pv_len[0] == 0)
            return;
        if (td->pv_len[0]) {
            const bm_move best = td->pv[0][0];
            for (unsigned i = td->pv_index; i < td->root_move_count; i++) {
                struct bm_root_move *const r = &td->root_moves[i];
                if (!bm_move_equal(r->move, best)) {
                    if (!td->aborted)
                        r->value = -VALUE_INFINITE;
                    continue;
                }
                r->value = td->aborted ? td->root_value : value;
                r->bound = value >= beta && !td->aborted ? BOUND_LOWER : BOUND_NONE;
                r->depth = depth;
                r->seldepth = td->seldepth;
                r->pv_len = td->pv_len[0];
                for (unsigned k = 0; k < r->pv_len; k++)
                    r->pv[k] = td->pv[0][k];
                const struct bm_root_move kept = *r;
                for (unsigned k = i; k > td->pv_index; k--)
                    td->root_moves[k] = td->root_moves[k - 1];
                td->root_moves[td->pv_index] = kept;
            }
        }
        if (td->aborted)
            return;
        if (value <= alpha || value >= beta)
            bm_report_window_miss(td, depth, value, value <= alpha ? BOUND_UPPER : BOUND_LOWER);
        if (value <= alpha) {
            beta = (alpha + beta) / 2;
            alpha = max(value - delta, -VALUE_INFINITE);
            failed_high = 0;
        } else if (value >= beta) {
            beta = min(value + delta, VALUE_INFINITE);
            failed_high = failed_high < 3 ? failed_high + 1 : 3;
        } else {
            return;
        }
        delta += delta / 2;
        if (delta > 1500) {
            alpha = -VALUE_INFINITE;
            beta = VALUE_INFINITE;
        }
    }
}

/* A move that wins the game at once is searched first. */
static void move_mate_in_one_first(struct bm_search_thread *td)
{
    struct bm_search_stack *const ss = td->stack;
    for (unsigned i = 0; i < td->root_move_count; i++) {
        struct k_undo undo;
        const bm_move m = td->root_moves[i].move;
        int value = 0;
        make(td, m, &undo, 0);
        const bool passed = ss[1].turn != ss->turn;
        if (!is_terminal(td, 1, &value) && passed && !K(can_move)(pos_of(td)))
            value = value_without_moves(td, ss[1].in_check, ss[1].turn, 1);
        unmake(td, m, &undo);
        if ((passed ? -value : value) >= VALUE_MATE_IN_MAX) {
            const struct bm_root_move first = td->root_moves[0];
            td->root_moves[0] = td->root_moves[i];
            td->root_moves[i] = first;
            return;
        }
    }
}

static void iterate(struct bm_search_thread *td)
{
    struct k_pos *const p = pos_of(td);
    struct bm_search_stack *const ss = td->stack;
    unsigned steady = 0;
    int before = 0;
    ss->in_check = K(in_check)(p);
    ss->turn = p->head.turn;
    ss->excluded = (bm_move){BM_MOVE_NONE};
    ss->killers[0] = ss->killers[1] = (bm_move){BM_MOVE_NONE};
    move_mate_in_one_first(td);
    for (unsigned depth = 1; depth <= td->shared->max_depth; depth++) {
        if (bm_thread_skips_depth(td, depth))
            continue;
        const bm_move last = td->root_moves[0].move;
        td->root_depth = depth;
        td->seldepth = 0;
        for (unsigned i = 0; i < td->root_move_count; i++)
            td->root_moves[i].previous_value = td->root_moves[i].value;
        for (td->pv_index = 0;
             td->pv_index < td->shared->multipv && td->pv_index < td->root_move_count;
             td->pv_index++) {
            aspiration_search(td, depth);
            sort_root_moves(td->root_moves, 0, td->pv_index + 1);
            if (td->aborted)
                break;
        }
        if (td->id == 0)
            bm_report_iteration(td, depth);
        if (td->aborted || bm_search_poll(td))
            break;
        steady = bm_move_equal(last, td->root_moves[0].move) ? steady + 1 : 0;
        const int drop = before - td->root_moves[0].value;
        before = td->root_moves[0].value;
        if (td->id == 0 && bm_time_is_enough(td, depth, steady, drop))
            break;
    }
}

static int evaluate_for(const struct bm_search_thread *td)
{
    return a_evaluate(td, (const struct k_pos *)&td->pos);
}

static void trace_for(const struct bm_search_thread *td, struct bm_trace *out)
{
    a_trace(td, (const struct k_pos *)&td->pos, out);
}

static size_t noisy_for(const struct bm_search_thread *td, bm_move *out)
{
    return (size_t)(a_noisy(td, (const struct k_pos *)&td->pos, out) - out);
}

static size_t moves_for(const struct bm_search_thread *td, bm_move *out)
{
    return (size_t)(a_moves(td, (const struct k_pos *)&td->pos, out) - out);
}

static size_t checks_for(const struct bm_search_thread *td, bm_move *out)
{
    return (size_t)(a_quiet_checks(td, (const struct k_pos *)&td->pos, out) - out);
}

static bool mate_in_one_for(struct bm_search_thread *td, bm_move *out)
{
    return a_mate_in_one(pos_of(td), out);
}

static bool is_noisy_for(const struct bm_search_thread *td, bm_move m)
{
    return a_is_noisy(td, (const struct k_pos *)&td->pos, m);
}

static int gain_for(const struct bm_search_thread *td, bm_move m)
{
    return a_gain(td, (const struct k_pos *)&td->pos, m);
}

extern const struct bm_mate_impl K(mate_impl);

static bool see_ge_for(const struct bm_search_thread *td, bm_move m, int least)
{
    return a_see_ge(td, (const struct k_pos *)&td->pos, m, least);
}

const struct bm_search_impl K(search_impl) = {.iterate = iterate,
                                              .evaluate = evaluate_for,
                                              .trace = trace_for,
                                              .noisy = noisy_for,
                                              .is_noisy = is_noisy_for,
                                              .see_ge = see_ge_for,
                                              .mate = &K(mate_impl),
                                              .moves = moves_for,
                                              .quiet_checks = checks_for,
                                              .mate_in_one = mate_in_one_for,
                                              .gain = gain_for,
                                              .lists_all_captures = A_LISTS_ALL_CAPTURES};
