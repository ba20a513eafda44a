/* SPDX-License-Identifier: MIT */

/*
 * The search: iterative deepening of a principal variation search, one text for all kernels.
 *
 * Values are for the side to move. Turns need not alternate: after each move the kernel says
 * whose turn it is, and a value changes its sign only if that is the other side.
 */
#include "kernel/tmpl/tmpl.h"

#include BM_KERNEL_MAKE_H
#include BM_ADAPTER_H
#include "search/tmpl/qsearch.h"

/* ---- The search ---- */

static int search(struct bm_search_thread *td, int alpha, int beta, int depth, unsigned ply,
                  bool cut);

/* Whether a move of the root is among those to be looked at, and not the best of a line that
 * was found already. */
static bool is_root_move(const struct bm_search_thread *td, bm_move m)
{
    for (unsigned i = td->pv_index; i < td->root_move_count; i++)
        if (bm_move_equal(td->root_moves[i].move, m))
            return true;
    return false;
}

/* The value of what was just made, for the side that made it. */
static int child(struct bm_search_thread *td, int alpha, int beta, int depth, unsigned ply,
                 bool cut)
{
    const bool passed = pos_of(td)->head.turn != td->stack[ply].turn;
    return passed ? -search(td, -beta, -alpha, depth, ply + 1, cut)
                  : search(td, alpha, beta, depth, ply + 1, cut);
}

/* log(depth) * log(number), in 1/1024 plies: how much later moves are searched less. */
static int log_of(unsigned x)
{
    /* 64 * ln(x), by halving. */
    static const uint8_t small[16] = {0,   0,   44,  70,  89,  103, 115, 125,
                                      133, 141, 147, 153, 159, 164, 169, 173};
    int v = 0;
    while (x >= 16) {
        x >>= 1;
        v += 44;
    }
    return v + small[x];
}

static int reduction(int depth, unsigned number)
{
    return log_of((unsigned)depth) * log_of(number) / (64 * A_LMR_DIVISOR);
}

/*
 * A capture that a shorter search holds to be far too good will be so in a longer one. True: it
 * is, or the search was ended.
 */
static bool probcut(struct bm_search_thread *td, const struct bm_tt_data *tt_data, int beta,
                    int depth, unsigned ply, int *value)
{
    struct k_pos *const p = pos_of(td);
    const struct bm_search_stack *const ss = &td->stack[ply];
    const int goal = beta + A_PROBCUT_MARGIN;
    struct list l;
    bm_move m;
    int score;
    if (tt_data->bound && (int)tt_data->depth >= depth - 3 &&
        value_from_tt(tt_data->value, ply) < goal)
        return false;
    if (!open_list(td, &l))
        return false;
    l.count = (unsigned)(a_noisy(td, p, l.move) - l.move);
    keep_list(td, &l);
    for (unsigned i = 0; i < l.count; i++)
        l.score[i] = noisy_score(td, p, l.move[i]);
    bool cuts = false;
    while (!cuts && !td->aborted && pick(&l, &m, &score)) {
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
    drop_list(td, &l);
    if (cuts && !td->aborted)
        bm_tt_store(&td->shared->tt, p->head.key, m, value_to_tt(*value, ply), ss->raw_eval,
                    (unsigned)depth - 3, BOUND_LOWER);
    return cuts || td->aborted;
}

static int margin(int depth) { return A_RFP_MARGIN * depth; }

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
        alpha = max(alpha, (int)ply - VALUE_MATE);
        beta = min(beta, VALUE_MATE - (int)ply - 1);
        if (alpha >= beta)
            return alpha;
    }

    const bool excluded = ss->excluded.bits != BM_MOVE_NONE;
    struct bm_tt_data tt_data = {.bound = BOUND_NONE};
    if (!excluded && bm_tt_probe(&td->shared->tt, p->head.key, &tt_data)) {
        const int v = value_from_tt(tt_data.value, ply);
        if (!pv && tt_data.depth >= (unsigned)depth && is_tt_cutoff(&tt_data, alpha, beta, v))
            return v;
    }
    bm_move tt_move = tt_data.bound ? tt_data.move : (bm_move){BM_MOVE_NONE};
    if (root && td->root_moves[td->pv_index].move.bits != BM_MOVE_NONE)
        tt_move = td->root_moves[td->pv_index].move;
    if (tt_move.bits != BM_MOVE_NONE && K(judge)(p, tt_move) != 0)
        tt_move = (bm_move){BM_MOVE_NONE};

    if (A_MATE_IN_ONE && !root && !ss->in_check && !excluded && !tt_data.bound &&
        a_mate_in_one(p, &tt_move))
        return VALUE_MATE - (int)ply - 1;

    /* What the position is worth as it stands. */
    const bool alternates = p->head.budget == 0;
    ss[2].killers[0] = ss[2].killers[1] = (bm_move){BM_MOVE_NONE};
    ss[1].excluded = (bm_move){BM_MOVE_NONE};
    if (ss->in_check) {
        ss->static_eval = ss->raw_eval = VALUE_NONE;
    } else if (!excluded) {
        ss->raw_eval =
            tt_data.bound && tt_data.eval != VALUE_NONE ? tt_data.eval : evaluate(td);
        ss->static_eval = corrected_eval(td, ss->raw_eval, ply);
    }
    const int eval =
        ss->in_check ? VALUE_NONE : refine_eval_by_tt(&tt_data, ss->static_eval, ply);
    const bool improving = !ss->in_check && ply >= 2 && ss[-2].static_eval != VALUE_NONE &&
                           ss[-2].turn == ss->turn && ss->static_eval > ss[-2].static_eval;

    if (!pv && !ss->in_check && !excluded && beta > -VALUE_MATE_IN_MAX &&
        beta < VALUE_MATE_IN_MAX) {
        /* So far above that no quiet answer changes it. */
        if (depth <= 8 && ply > 1 && eval - margin(depth - improving) >= beta &&
            eval < VALUE_MATE_IN_MAX)
            return eval;
        /* So far below that only a capture can help. */
        if (depth <= 3 && eval + A_RAZOR_MARGIN * depth <= alpha) {
            value = qsearch(td, alpha, alpha + 1, ply, 0);
            if (value <= alpha || td->aborted)
                return value;
        }
        /* Even a move for nothing does not help the other side. */
        if (A_NULL_MOVE && alternates && depth >= 3 && eval >= beta &&
            ss[-1].move.bits != BM_MOVE_NONE && a_allows_null_move(td, p)) {
            struct k_undo undo;
            const int r = 3 + depth / 4 + min((eval - beta) / 200, 3);
            ss->move = (bm_move){BM_MOVE_NONE};
            ss->piece_to = 0;
            a_make_null(p, &undo);
            td->keys[td->game_plies + ply + 1] = p->head.key;
            td->movers[td->game_plies + ply + 1] = ss->turn;
            td->gave_check[td->game_plies + ply + 1] = false;
            ss[1].in_check = false;
            ss[1].turn = p->head.turn;
            value = -search(td, -beta, -beta + 1, depth - r, ply + 1, !cut);
            a_unmake_null(p, &undo);
            if (td->aborted)
                return 0;
            if (value >= beta)
                return value >= VALUE_MATE_IN_MAX ? beta : value;
        }
    }
    if (depth >= 4 && tt_move.bits == BM_MOVE_NONE && (pv || cut) && !excluded)
        depth--;
    if (!pv && !ss->in_check && !excluded && depth >= 5 && beta > -VALUE_MATE_IN_MAX &&
        beta + A_PROBCUT_MARGIN < VALUE_MATE_IN_MAX &&
        probcut(td, &tt_data, beta, depth, ply, &value))
        return value;
    if (td->aborted)
        return 0;

    struct list l;
    if (!open_list(td, &l))
        return ss->in_check ? 0 : evaluate(td);

    bm_move quiets[64], noisies[32];
    unsigned quiet_count = 0, noisy_count = 0, number = 0;
    bm_move best_move = {BM_MOVE_NONE}, m;
    int best = -VALUE_INFINITE, score = SCORE_TT;
    const int old_alpha = alpha;
    bool listed = false, dropped = false;

    for (;;) {
        /* The move that was best before is tried before any other is even made. */
        if (number == 0 && !listed && tt_move.bits != BM_MOVE_NONE) {
            m = tt_move;
            score = SCORE_TT;
        } else {
            if (!listed) {
                l.count = root ? (unsigned)K(moves)(p, l.move)
                               : (unsigned)(a_moves(td, p, l.move) - l.move);
                keep_list(td, &l);
                score_moves(td, &l, tt_move, ply);
                listed = true;
            }
            if (!pick_scored(td, &l, ply, &m, &score))
                break;
            if (score == SCORE_TT)
                continue;
        }
        if (bm_move_equal(m, ss->excluded) || (root && !is_root_move(td, m))) {
            number += bm_move_equal(m, tt_move);
            if (!listed && bm_move_equal(m, tt_move))
                tt_move = (bm_move){BM_MOVE_NONE};
            continue;
        }
        number++;
        const bool noisy = a_is_noisy(td, p, m);
        const int hist = noisy || number == 1     ? 0
                         : score >= SCORE_COUNTER ? quiet_score(td, p, m, ply)
                                                  : score;

        /* Late and quiet, or losing: not worth a look. */
        if (!root && best > -VALUE_MATE_IN_MAX && a_has_non_pawns(td, p)) {
            const int left = max(0, depth - reduction(depth, number));
            if (!noisy && !ss->in_check) {
                const bool late =
                    !pv &&
                    number > (unsigned)(3 + depth * depth) / (improving ? 1 : 2) + A_LMP_BASE;
                if (late && listed && !dropped) {
                    drop_quiets(td, &l);
                    dropped = true;
                }
                if ((late ||
                     (left <= 6 && eval + A_FUTILITY_BASE + A_FUTILITY_SLOPE * left <= alpha) ||
                     (left <= 4 && hist < -3000 * depth)) &&
                    !a_is_prune_exempt(td, p, m))
                    continue;
                if (left <= 8 && !a_see_ge(td, p, m, -25 * left * left))
                    continue;
            } else if (noisy && depth <= 8 && score < SCORE_GOOD / 2 &&
                       !a_see_ge(td, p, m, -100 * depth)) {
                continue;
            }
        }

        int extension = 0;
        if (!root && depth >= 7 && bm_move_equal(m, tt_move) && !excluded &&
            (tt_data.bound == BOUND_LOWER || tt_data.bound == BOUND_EXACT) &&
            tt_data.depth + 3 >= (unsigned)depth &&
            value_from_tt(tt_data.value, ply) < VALUE_MATE_IN_MAX &&
            value_from_tt(tt_data.value, ply) > -VALUE_MATE_IN_MAX &&
            ply < 2 * td->root_depth) {
            /* The only good move is looked at more closely. */
            const int v = value_from_tt(tt_data.value, ply) - 2 * depth;
            ss->excluded = m;
            const struct bm_search_stack kept = *ss;
            value = search(td, v - 1, v, (depth - 1) / 2, ply, cut);
            *ss = kept;
            ss->excluded = (bm_move){BM_MOVE_NONE};
            if (td->aborted)
                break;
            if (value < v)
                extension = !pv && value < v - 20 && ss->double_extensions < 6 ? 2 : 1;
            else if (v >= beta) {
                best = v;
                break;
            } else if (value_from_tt(tt_data.value, ply) >= beta) {
                extension = -1;
            }
        }

        struct k_undo undo;
        const uint64_t before = td->nodes;
        if (root)
            bm_report_current_move(td, m, number);
        make(td, m, &undo, ply);
        ss[1].double_extensions = (uint8_t)(ss->double_extensions + (extension == 2));
        if (A_EXTEND_CHECKS && ss[1].in_check && extension == 0 && ply < 2 * td->root_depth &&
            score > SCORE_BAD / 2)
            extension = 1;
        const int deeper = depth - 1 + extension;

        if (number == 1) {
            value = child(td, alpha, beta, deeper, ply, !pv && !cut);
        } else {
            int r = 0;
            if (depth >= 3 && number > 1u + root + pv && (!noisy || score < SCORE_GOOD / 2)) {
                r = reduction(depth, number) + cut - pv - ss[1].in_check - improving;
                r -= score >= SCORE_COUNTER;
                r -= hist / 8192;
                r = max(0, min(r, deeper - 1));
            }
            value = child(td, alpha, alpha + 1, deeper - r, ply, true);
            if (value > alpha && r > 0)
                value = child(td, alpha, alpha + 1, deeper, ply, !cut);
            if (value > alpha && pv && (root || value < beta))
                value = child(td, alpha, beta, deeper, ply, false);
        }
        unmake(td, m, &undo);
        if (td->aborted)
            break;
        if (root && (number == 1 || value > alpha))
            td->best_nodes = td->nodes - before;

        if (value > best) {
            best = value;
            if (value > alpha) {
                best_move = m;
                if (pv)
                    extend_pv(td, ply, m);
                if (root)
                    td->root_value = value;
                if (value >= beta)
                    break;
                alpha = value;
            }
        }
        if (!bm_move_equal(m, best_move)) {
            if (!noisy && quiet_count < 64)
                quiets[quiet_count++] = m;
            else if (noisy && noisy_count < 32)
                noisies[noisy_count++] = m;
        }
    }
    if (listed)
        drop_list(td, &l);
    if (td->aborted)
        return 0;
    if (number == 0)
        return excluded ? alpha : value_without_moves(td, ss->in_check, p->head.turn, ply);

    const bool best_noisy = best_move.bits != BM_MOVE_NONE && a_is_noisy(td, p, best_move);
    if (best >= beta && best_move.bits != BM_MOVE_NONE) {
        const int bonus = min(32 * depth * depth + 64 * depth, 1600);
        if (best_noisy) {
            update_entry(capture_entry(td, p, best_move), bonus);
        } else {
            if (!bm_move_equal(ss->killers[0], best_move)) {
                ss->killers[1] = ss->killers[0];
                ss->killers[0] = best_move;
            }
            if (ss[-1].move.bits != BM_MOVE_NONE)
                td->counter_moves[p->head.turn * td->piece_to_count + ss[-1].piece_to] =
                    best_move;
            update_quiet_histories(td, p, best_move, ply, bonus);
            for (unsigned i = 0; i < quiet_count; i++)
                update_quiet_histories(td, p, quiets[i], ply, -bonus);
        }
        for (unsigned i = 0; i < noisy_count; i++)
            update_entry(capture_entry(td, p, noisies[i]), -bonus);
    }
    if (!excluded && !ss->in_check && (best_move.bits == BM_MOVE_NONE || !best_noisy) &&
        !(best >= beta && best <= ss->static_eval) &&
        !(best_move.bits == BM_MOVE_NONE && best >= ss->static_eval) &&
        best > -VALUE_MATE_IN_MAX && best < VALUE_MATE_IN_MAX)
        update_correction(td, ply, best, depth);
    if (!excluded && !(root && td->pv_index > 0))
        bm_tt_store(&td->shared->tt, p->head.key, best_move, value_to_tt(best, ply),
                    ss->raw_eval, (unsigned)depth,
                    best >= beta             ? BOUND_LOWER
                    : pv && best > old_alpha ? BOUND_EXACT
                                             : BOUND_UPPER);
    return best;
}

/* ---- Deepening ---- */

/* Better lines first; those that were not reached keep their order. */
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

/* Search the root with a window around the value of the depth before. */
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

/* A move that ends the game at once in our favour is looked at first. */
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
