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

static int search(struct bm_hunter *h, int alpha, int beta, int depth, unsigned ply, bool cut);

/* Whether a move of the root is among those to be looked at, and not the best of a line that
 * was found already. */
static bool is_root_move(const struct bm_hunter *h, bm_move m)
{
    for (unsigned i = h->line; i < h->root_count; i++)
        if (bm_move_equal(h->roots[i].move, m))
            return true;
    return false;
}

/* The value of what was just made, for the side that made it. */
static int child(struct bm_hunter *h, int alpha, int beta, int depth, unsigned ply, bool cut)
{
    const bool passed = pos_of(h)->head.turn != h->steps[ply].turn;
    return passed ? -search(h, -beta, -alpha, depth, ply + 1, cut)
                  : search(h, alpha, beta, depth, ply + 1, cut);
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
    return log_of((unsigned)depth) * log_of(number) / (64 * A_REDUCE);
}

/*
 * A capture that a shorter search holds to be far too good will be so in a longer one. True: it
 * is, or the search was ended.
 */
static bool probably_cuts(struct bm_hunter *h, const struct bm_found *memo, int beta, int depth,
                          unsigned ply, int *value)
{
    struct k_pos *const p = pos_of(h);
    const struct bm_step *const s = &h->steps[ply];
    const int goal = beta + A_PROBABLE;
    struct list l;
    bm_move m;
    int score;
    if (memo->bound && (int)memo->depth >= depth - 3 && from_memo(memo->value, ply) < goal)
        return false;
    if (!open_list(h, &l))
        return false;
    l.count = (unsigned)(a_noisy(h, p, l.move) - l.move);
    keep_list(h, &l);
    for (unsigned i = 0; i < l.count; i++)
        l.score[i] = noisy_score(h, p, l.move[i]);
    bool cuts = false;
    while (!cuts && !h->aborted && pick(&l, &m, &score)) {
        struct k_undo undo;
        if (!a_see(h, p, m, goal - s->eval))
            continue;
        make(h, m, &undo, ply);
        if (pos_of(h)->head.turn != s->turn) {
            *value = -quiesce(h, -goal, -goal + 1, ply + 1, 0);
            if (*value >= goal)
                *value = -search(h, -goal, -goal + 1, depth - 4, ply + 1, true);
            cuts = *value >= goal;
        }
        unmake(h, m, &undo);
    }
    drop_list(h, &l);
    if (cuts && !h->aborted)
        bm_memos_put(&h->hunt->memos, p->head.key, m, to_memo(*value, ply), s->raw,
                     (unsigned)depth - 3, BOUND_LOWER);
    return cuts || h->aborted;
}

static int margin(int depth) { return A_MARGIN * depth; }

static int search(struct bm_hunter *h, int alpha, int beta, int depth, unsigned ply, bool cut)
{
    struct k_pos *const p = pos_of(h);
    struct bm_step *const s = &h->steps[ply];
    const bool pv = beta - alpha > 1, root = ply == 0;
    int value = 0;

    if (depth <= 0)
        return quiesce(h, alpha, beta, ply, 0);
    h->pv_len[ply] = 0;
    if (ply > h->seldepth)
        h->seldepth = ply;
    if (h->nodes >= h->next_look && bm_hunt_over(h))
        return 0;
    if (!root) {
        if (is_ended(h, ply, &value))
            return value;
        if (ply >= MAX_PLY - 2)
            return s->check ? 0 : evaluate(h);
        alpha = max(alpha, (int)ply - VALUE_MATE);
        beta = min(beta, VALUE_MATE - (int)ply - 1);
        if (alpha >= beta)
            return alpha;
    }

    const bool excluded = s->excluded.bits != BM_MOVE_NONE;
    struct bm_found memo = {.bound = BOUND_NONE};
    if (!excluded && bm_memos_get(&h->hunt->memos, p->head.key, &memo)) {
        const int v = from_memo(memo.value, ply);
        if (!pv && memo.depth >= (unsigned)depth && is_answer(&memo, alpha, beta, v))
            return v;
    }
    bm_move memo_move = memo.bound ? memo.move : (bm_move){BM_MOVE_NONE};
    if (root && h->roots[h->line].move.bits != BM_MOVE_NONE)
        memo_move = h->roots[h->line].move;
    if (memo_move.bits != BM_MOVE_NONE && K(judge)(p, memo_move) != 0)
        memo_move = (bm_move){BM_MOVE_NONE};

    if (A_MATE_IN_ONE && !root && !s->check && !excluded && !memo.bound &&
        a_mate_in_one(p, &memo_move))
        return VALUE_MATE - (int)ply - 1;

    /* What the position is worth as it stands. */
    const bool alternates = p->head.budget == 0;
    s[2].killer[0] = s[2].killer[1] = (bm_move){BM_MOVE_NONE};
    s[1].excluded = (bm_move){BM_MOVE_NONE};
    if (s->check) {
        s->eval = s->raw = VALUE_NONE;
    } else if (!excluded) {
        s->raw = memo.bound && memo.eval != VALUE_NONE ? memo.eval : evaluate(h);
        s->eval = correct(h, s->raw, ply);
    }
    const int eval = s->check ? VALUE_NONE : better_known(&memo, s->eval, ply);
    const bool improving = !s->check && ply >= 2 && s[-2].eval != VALUE_NONE &&
                           s[-2].turn == s->turn && s->eval > s[-2].eval;

    if (!pv && !s->check && !excluded && beta > -VALUE_WON && beta < VALUE_WON) {
        /* So far above that no quiet answer changes it. */
        if (depth <= 8 && ply > 1 && eval - margin(depth - improving) >= beta &&
            eval < VALUE_WON)
            return eval;
        /* So far below that only a capture can help. */
        if (depth <= 3 && eval + A_RAZOR * depth <= alpha) {
            value = quiesce(h, alpha, alpha + 1, ply, 0);
            if (value <= alpha || h->aborted)
                return value;
        }
        /* Even a move for nothing does not help the other side. */
        if (A_NULL && alternates && depth >= 3 && eval >= beta &&
            s[-1].move.bits != BM_MOVE_NONE && a_may_pass(h, p)) {
            struct k_undo undo;
            const int r = 3 + depth / 4 + min((eval - beta) / 200, 3);
            s->move = (bm_move){BM_MOVE_NONE};
            s->index = 0;
            a_pass(p, &undo);
            h->keys[h->played + ply + 1] = p->head.key;
            h->movers[h->played + ply + 1] = s->turn;
            h->gave_check[h->played + ply + 1] = false;
            s[1].check = false;
            s[1].turn = p->head.turn;
            value = -search(h, -beta, -beta + 1, depth - r, ply + 1, !cut);
            a_unpass(p, &undo);
            if (h->aborted)
                return 0;
            if (value >= beta)
                return value >= VALUE_WON ? beta : value;
        }
    }
    if (depth >= 4 && memo_move.bits == BM_MOVE_NONE && (pv || cut) && !excluded)
        depth--;
    if (!pv && !s->check && !excluded && depth >= 5 && beta > -VALUE_WON &&
        beta + A_PROBABLE < VALUE_WON && probably_cuts(h, &memo, beta, depth, ply, &value))
        return value;
    if (h->aborted)
        return 0;

    struct list l;
    if (!open_list(h, &l))
        return s->check ? 0 : evaluate(h);

    bm_move quiets[64], noisies[32];
    unsigned quiet_count = 0, noisy_count = 0, number = 0;
    bm_move best_move = {BM_MOVE_NONE}, m;
    int best = -VALUE_INFINITE, score = SCORE_MEMO;
    const int old_alpha = alpha;
    bool listed = false, dropped = false;

    for (;;) {
        /* The move that was best before is tried before any other is even made. */
        if (number == 0 && !listed && memo_move.bits != BM_MOVE_NONE) {
            m = memo_move;
            score = SCORE_MEMO;
        } else {
            if (!listed) {
                l.count = root ? (unsigned)K(moves)(p, l.move)
                               : (unsigned)(a_moves(h, p, l.move) - l.move);
                keep_list(h, &l);
                score_moves(h, &l, memo_move, ply);
                listed = true;
            }
            if (!pick_scored(h, &l, ply, &m, &score))
                break;
            if (score == SCORE_MEMO)
                continue;
        }
        if (bm_move_equal(m, s->excluded) || (root && !is_root_move(h, m))) {
            number += bm_move_equal(m, memo_move);
            if (!listed && bm_move_equal(m, memo_move))
                memo_move = (bm_move){BM_MOVE_NONE};
            continue;
        }
        number++;
        const bool noisy = a_is_noisy(h, p, m);
        const int hist = noisy || number == 1     ? 0
                         : score >= SCORE_COUNTER ? quiet_score(h, p, m, ply)
                                                  : score;

        /* Late and quiet, or losing: not worth a look. */
        if (!root && best > -VALUE_WON && a_has_pieces(h, p)) {
            const int left = max(0, depth - reduction(depth, number));
            if (!noisy && !s->check) {
                const bool late =
                    !pv &&
                    number > (unsigned)(3 + depth * depth) / (improving ? 1 : 2) + A_LATE;
                if (late && listed && !dropped) {
                    drop_quiets(h, &l);
                    dropped = true;
                }
                if ((late || (left <= 6 && eval + A_FUTILE + A_FUTILE_STEP * left <= alpha) ||
                     (left <= 4 && hist < -3000 * depth)) &&
                    !a_spares(h, p, m))
                    continue;
                if (left <= 8 && !a_see(h, p, m, -25 * left * left))
                    continue;
            } else if (noisy && depth <= 8 && score < SCORE_GOOD / 2 &&
                       !a_see(h, p, m, -100 * depth)) {
                continue;
            }
        }

        int extension = 0;
        if (!root && depth >= 7 && bm_move_equal(m, memo_move) && !excluded &&
            (memo.bound == BOUND_LOWER || memo.bound == BOUND_EXACT) &&
            memo.depth + 3 >= (unsigned)depth && from_memo(memo.value, ply) < VALUE_WON &&
            from_memo(memo.value, ply) > -VALUE_WON && ply < 2 * h->root_depth) {
            /* The only good move is looked at more closely. */
            const int v = from_memo(memo.value, ply) - 2 * depth;
            s->excluded = m;
            const struct bm_step kept = *s;
            value = search(h, v - 1, v, (depth - 1) / 2, ply, cut);
            *s = kept;
            s->excluded = (bm_move){BM_MOVE_NONE};
            if (h->aborted)
                break;
            if (value < v)
                extension = !pv && value < v - 20 && s->doubled < 6 ? 2 : 1;
            else if (v >= beta) {
                best = v;
                break;
            } else if (from_memo(memo.value, ply) >= beta) {
                extension = -1;
            }
        }

        struct k_undo undo;
        const uint64_t before = h->nodes;
        if (root)
            bm_hunt_begin_move(h, m, number);
        make(h, m, &undo, ply);
        s[1].doubled = (uint8_t)(s->doubled + (extension == 2));
        if (A_EXTEND_CHECKS && s[1].check && extension == 0 && ply < 2 * h->root_depth &&
            score > SCORE_BAD / 2)
            extension = 1;
        const int deeper = depth - 1 + extension;

        if (number == 1) {
            value = child(h, alpha, beta, deeper, ply, !pv && !cut);
        } else {
            int r = 0;
            if (depth >= 3 && number > 1u + root + pv && (!noisy || score < SCORE_GOOD / 2)) {
                r = reduction(depth, number) + cut - pv - s[1].check - improving;
                r -= score >= SCORE_COUNTER;
                r -= hist / 8192;
                r = max(0, min(r, deeper - 1));
            }
            value = child(h, alpha, alpha + 1, deeper - r, ply, true);
            if (value > alpha && r > 0)
                value = child(h, alpha, alpha + 1, deeper, ply, !cut);
            if (value > alpha && pv && (root || value < beta))
                value = child(h, alpha, beta, deeper, ply, false);
        }
        unmake(h, m, &undo);
        if (h->aborted)
            break;
        if (root && (number == 1 || value > alpha))
            h->best_nodes = h->nodes - before;

        if (value > best) {
            best = value;
            if (value > alpha) {
                best_move = m;
                if (pv)
                    extend_pv(h, ply, m);
                if (root)
                    h->root_value = value;
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
        drop_list(h, &l);
    if (h->aborted)
        return 0;
    if (number == 0)
        return excluded ? alpha : no_moves(h, s->check, p->head.turn, ply);

    const bool best_noisy = best_move.bits != BM_MOVE_NONE && a_is_noisy(h, p, best_move);
    if (best >= beta && best_move.bits != BM_MOVE_NONE) {
        const int bonus = min(32 * depth * depth + 64 * depth, 1600);
        if (best_noisy) {
            learn(capture_history(h, p, best_move), bonus);
        } else {
            if (!bm_move_equal(s->killer[0], best_move)) {
                s->killer[1] = s->killer[0];
                s->killer[0] = best_move;
            }
            if (s[-1].move.bits != BM_MOVE_NONE)
                h->counters[p->head.turn * h->indices + s[-1].index] = best_move;
            learn_quiet(h, p, best_move, ply, bonus);
            for (unsigned i = 0; i < quiet_count; i++)
                learn_quiet(h, p, quiets[i], ply, -bonus);
        }
        for (unsigned i = 0; i < noisy_count; i++)
            learn(capture_history(h, p, noisies[i]), -bonus);
    }
    if (!excluded && !s->check && (best_move.bits == BM_MOVE_NONE || !best_noisy) &&
        !(best >= beta && best <= s->eval) &&
        !(best_move.bits == BM_MOVE_NONE && best >= s->eval) && best > -VALUE_WON &&
        best < VALUE_WON)
        learn_correction(h, ply, best, depth);
    if (!excluded && !(root && h->line > 0))
        bm_memos_put(&h->hunt->memos, p->head.key, best_move, to_memo(best, ply), s->raw,
                     (unsigned)depth,
                     best >= beta             ? BOUND_LOWER
                     : pv && best > old_alpha ? BOUND_EXACT
                                              : BOUND_UPPER);
    return best;
}

/* ---- Deepening ---- */

/* Better lines first; those that were not reached keep their order. */
static void sort_roots(struct bm_root *r, unsigned from, unsigned count)
{
    for (unsigned i = from + 1; i < count; i++) {
        const struct bm_root x = r[i];
        unsigned j = i;
        for (; j > from && (x.value > r[j - 1].value); j--)
            r[j] = r[j - 1];
        r[j] = x;
    }
}

/* Search the root with a window around the value of the depth before. */
static void search_line(struct bm_hunter *h, unsigned depth)
{
    struct bm_root *const first = &h->roots[h->line];
    const int guess = first->last_value;
    int delta = 12 + (guess < 0 ? -guess : guess) / 40;
    int alpha = -VALUE_INFINITE, beta = VALUE_INFINITE;
    if (depth >= 5 && guess > -VALUE_WON && guess < VALUE_WON) {
        alpha = max(guess - delta, -VALUE_INFINITE);
        beta = min(guess + delta, VALUE_INFINITE);
    }
    unsigned failed_high = 0;
    for (;;) {
        const int value =
            search(h, alpha, beta, max(1, (int)depth - (int)failed_high), 0, false);
        if (h->aborted && h->pv_len[0] == 0)
            return;
        if (h->pv_len[0]) {
            const bm_move best = h->pv[0][0];
            for (unsigned i = h->line; i < h->root_count; i++) {
                struct bm_root *const r = &h->roots[i];
                if (!bm_move_equal(r->move, best)) {
                    if (!h->aborted)
                        r->value = -VALUE_INFINITE;
                    continue;
                }
                r->value = h->aborted ? h->root_value : value;
                r->bound = value >= beta && !h->aborted ? BOUND_LOWER : BOUND_NONE;
                r->depth = depth;
                r->seldepth = h->seldepth;
                r->pv_len = h->pv_len[0];
                for (unsigned k = 0; k < r->pv_len; k++)
                    r->pv[k] = h->pv[0][k];
                const struct bm_root kept = *r;
                for (unsigned k = i; k > h->line; k--)
                    h->roots[k] = h->roots[k - 1];
                h->roots[h->line] = kept;
            }
        }
        if (h->aborted)
            return;
        if (value <= alpha || value >= beta)
            bm_hunt_missed(h, depth, value, value <= alpha ? BOUND_UPPER : BOUND_LOWER);
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
static void put_mate_first(struct bm_hunter *h)
{
    struct bm_step *const s = h->steps;
    for (unsigned i = 0; i < h->root_count; i++) {
        struct k_undo undo;
        const bm_move m = h->roots[i].move;
        int value = 0;
        make(h, m, &undo, 0);
        const bool passed = s[1].turn != s->turn;
        if (!is_ended(h, 1, &value) && passed && !K(can_move)(pos_of(h)))
            value = no_moves(h, s[1].check, s[1].turn, 1);
        unmake(h, m, &undo);
        if ((passed ? -value : value) >= VALUE_WON) {
            const struct bm_root first = h->roots[0];
            h->roots[0] = h->roots[i];
            h->roots[i] = first;
            return;
        }
    }
}

static void deepen(struct bm_hunter *h)
{
    struct k_pos *const p = pos_of(h);
    struct bm_step *const s = h->steps;
    unsigned steady = 0;
    int before = 0;
    s->check = K(in_check)(p);
    s->turn = p->head.turn;
    s->excluded = (bm_move){BM_MOVE_NONE};
    s->killer[0] = s->killer[1] = (bm_move){BM_MOVE_NONE};
    put_mate_first(h);
    for (unsigned depth = 1; depth <= h->hunt->max_depth; depth++) {
        if (bm_hunt_skips(h, depth))
            continue;
        const bm_move last = h->roots[0].move;
        h->root_depth = depth;
        h->seldepth = 0;
        for (unsigned i = 0; i < h->root_count; i++)
            h->roots[i].last_value = h->roots[i].value;
        for (h->line = 0; h->line < h->hunt->lines && h->line < h->root_count; h->line++) {
            search_line(h, depth);
            sort_roots(h->roots, 0, h->line + 1);
            if (h->aborted)
                break;
        }
        if (h->number == 0)
            bm_hunt_tell(h, depth);
        if (h->aborted || bm_hunt_over(h))
            break;
        steady = bm_move_equal(last, h->roots[0].move) ? steady + 1 : 0;
        const int drop = before - h->roots[0].value;
        before = h->roots[0].value;
        if (h->number == 0 && bm_hunt_enough(h, depth, steady, drop))
            break;
    }
}

static int evaluate_for(const struct bm_hunter *h)
{
    return a_evaluate(h, (const struct k_pos *)&h->pos);
}

static void trace_for(const struct bm_hunter *h, struct bm_trace *out)
{
    a_trace(h, (const struct k_pos *)&h->pos, out);
}

static size_t noisy_for(const struct bm_hunter *h, bm_move *out)
{
    return (size_t)(a_noisy(h, (const struct k_pos *)&h->pos, out) - out);
}

static size_t moves_for(const struct bm_hunter *h, bm_move *out)
{
    return (size_t)(a_moves(h, (const struct k_pos *)&h->pos, out) - out);
}

static size_t checks_for(const struct bm_hunter *h, bm_move *out)
{
    return (size_t)(a_quiet_checks(h, (const struct k_pos *)&h->pos, out) - out);
}

static bool mate_in_one_for(struct bm_hunter *h, bm_move *out)
{
    return a_mate_in_one(pos_of(h), out);
}

static bool is_noisy_for(const struct bm_hunter *h, bm_move m)
{
    return a_is_noisy(h, (const struct k_pos *)&h->pos, m);
}

static int gain_for(const struct bm_hunter *h, bm_move m)
{
    return a_gain(h, (const struct k_pos *)&h->pos, m);
}

extern const struct bm_mater K(mater);

static bool keeps_for(const struct bm_hunter *h, bm_move m, int least)
{
    return a_see(h, (const struct k_pos *)&h->pos, m, least);
}

const struct bm_tree K(tree) = {.deepen = deepen,
                                .evaluate = evaluate_for,
                                .trace = trace_for,
                                .noisy = noisy_for,
                                .is_noisy = is_noisy_for,
                                .keeps = keeps_for,
                                .mater = &K(mater),
                                .moves = moves_for,
                                .checks = checks_for,
                                .mate_in_one = mate_in_one_for,
                                .gain = gain_for,
                                .keeps_all_captures = A_ALL_CAPTURES};
