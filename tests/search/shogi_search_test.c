/* SPDX-License-Identifier: MIT */
/* What the search knows of shogi beyond the rules, against what the rules say of each move. */
#include "banmen/banmen.h"

#include "base/random.h"
#include "play.h"
#include "search/thread.h"

struct seen {
    unsigned positions, mates, by_drop, found, found_drop, false_mates, left_behind;
    unsigned checks, missed_checks, false_checks;
    unsigned left_out, needed;
    unsigned exchanges, wrong_exchanges;
};

static bool is_check(struct bm_ctx *ctx, bm_move m, bool *mate)
{
    struct bm_outcome o;
    if (bm_ctx_play(ctx, m))
        return false;
    bm_ctx_outcome(ctx, &o);
    *mate = o.reason == BM_REASON_CHECKMATE;
    const bool check = bm_ctx_checks(ctx, (bm_sq[BM_MAX_ATTACKERS]){0}) != 0;
    bm_ctx_undo(ctx);
    return check;
}

static unsigned kind_before(const struct bm_ctx *ctx, bm_move m)
{
    return bm_move_is_drop(m) ? bm_move_from(m)
                              : bm_piece_kind(bm_ctx_piece(ctx, bm_move_from(m)));
}

/* The king of the side that is not to move. */
static unsigned find_king(const struct bm_ctx *ctx)
{
    for (unsigned sq = 0; sq < 81; sq++)
        if (bm_ctx_piece(ctx, (bm_sq)sq) == bm_piece_of(BM_SHOGI_KING, !bm_ctx_turn(ctx)))
            return sq;
    return 0;
}

static bool is_beside(unsigned a, unsigned b)
{
    const int df = (int)(a / 9) - (int)(b / 9), dr = (int)(a % 9) - (int)(b % 9);
    return df >= -1 && df <= 1 && dr >= -1 && dr <= 1;
}

static bool is_listed(bm_move m, const bm_move *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (bm_move_equal(m, list[i]))
            return true;
    return false;
}

/*
 * Exchanges that end after a capture or after one that answers it: what they give is known, and
 * must be what the search says, neither more nor less.
 */
static void exchange(struct bm_ctx *ctx, struct bm_search *s, bm_move m, struct seen *seen)
{
    const struct bm_search_impl *const impl = bm_search_impl_of(bm_rules_shogi());
    const unsigned us = bm_ctx_turn(ctx);
    const bm_sq to = bm_move_to(m);
    bm_sq from[BM_MAX_ATTACKERS], left[BM_MAX_ATTACKERS];
    memcpy(&s->main_thread->pos, &ctx->pos, sizeof s->main_thread->pos);
    int value = impl->gain(s->main_thread, m);
    if (bm_ctx_play(ctx, m))
        return;
    memcpy(&s->main_thread->pos, &ctx->pos, sizeof s->main_thread->pos);
    const unsigned guards = bm_ctx_attackers(ctx, to, !us, from);
    bool known = true;
    for (unsigned i = 0; i < guards && known; i++) {
        const bm_move back = bm_move_plain(from[i], to);
        known = bm_ctx_play(ctx, back) == 0;
        if (!known)
            break;
        known = bm_ctx_attackers(ctx, to, us, left) == 0;
        bm_ctx_undo(ctx);
    }
    if (guards)
        value -= impl->gain(s->main_thread, bm_move_plain(from[0], to));
    bm_ctx_undo(ctx);
    if (!known)
        return;
    memcpy(&s->main_thread->pos, &ctx->pos, sizeof s->main_thread->pos);
    seen->exchanges++;
    seen->wrong_exchanges +=
        !impl->see_ge(s->main_thread, m, value) || impl->see_ge(s->main_thread, m, value + 1);
}

static void look(struct bm_ctx *ctx, struct bm_search *s, struct seen *seen)
{
    static bm_move all[BM_MAX_MOVES], useful[BM_MAX_MOVES], checks[BM_MAX_MOVES];
    const struct bm_search_impl *const impl = bm_search_impl_of(bm_rules_shogi());
    const size_t n = bm_ctx_moves(ctx, all, BM_MAX_MOVES);
    const unsigned king = find_king(ctx);
    bm_move best = {BM_MOVE_NONE};
    memcpy(&s->main_thread->pos, &ctx->pos, sizeof s->main_thread->pos);
    const size_t useful_count = impl->moves(s->main_thread, useful);
    const size_t check_count = impl->quiet_checks(s->main_thread, checks);
    const bool found = impl->mate_in_one(s->main_thread, &best);
    bool near_mate = false, drop_mate = false, mate = false;

    seen->positions++;
    for (size_t i = 0; i < n; i++) {
        const bool check = is_check(ctx, all[i], &mate);
        const unsigned kind = kind_before(ctx, all[i]), to = bm_move_to(all[i]);
        if (check && mate && kind != BM_SHOGI_KING &&
            (is_beside(to, king) || kind == BM_SHOGI_KNIGHT)) {
            near_mate = true;
            drop_mate |= bm_move_is_drop(all[i]);
        }
        if (check && is_listed(all[i], checks, check_count))
            seen->checks++;
        /* Drops cannot uncover a line: all of them are there but pawns. */
        if (check && bm_move_is_drop(all[i]) && kind != BM_SHOGI_PAWN)
            seen->missed_checks += !is_listed(all[i], checks, check_count);
        if (!is_listed(all[i], useful, useful_count)) {
            const bm_move other =
                bm_move_promoting(bm_move_from(all[i]), bm_move_to(all[i]), kind + 8);
            seen->left_out++;
            seen->needed += bm_move_is_drop(all[i]) || bm_move_promotes(all[i]) ||
                            !is_listed(other, useful, useful_count);
        }
    }
    for (size_t i = 0; i < n; i++)
        if (kind_before(ctx, all[i]) != BM_SHOGI_KING)
            exchange(ctx, s, all[i], seen);
    memcpy(&s->main_thread->pos, &ctx->pos, sizeof s->main_thread->pos);
    for (size_t i = 0; i < check_count; i++)
        seen->false_checks +=
            !is_check(ctx, checks[i], &mate) || impl->is_noisy(s->main_thread, checks[i]);
    seen->mates += near_mate;
    seen->by_drop += drop_mate;
    seen->found += found && near_mate;
    seen->found_drop += found && drop_mate;
    seen->false_mates += found && !(is_check(ctx, best, &mate) && mate);
    seen->left_behind += !found && best.bits != BM_MOVE_NONE;
}

int main(void)
{
    const unsigned plies = (unsigned)tap_env_u64("BANMEN_TEST_PLIES", 20000);
    const struct bm_rules *const rules = bm_rules_shogi();
    const struct bm_search_options options = {.level = 8, .hash = 1};
    struct bm_ctx *const ctx = new_ctx(rules, 1000);
    struct bm_search *s;
    struct seen seen = {0};
    static bm_move moves[BM_MAX_MOVES];
    uint64_t state = 77;
    if (bm_search_create(&s, rules, &options) != BM_OK)
        tap_bail("no memory");
    for (unsigned i = 0; i < plies; i++) {
        const size_t n = bm_ctx_moves(ctx, moves, BM_MAX_MOVES);
        if (n == 0 || bm_ctx_room(ctx) < 3 || bm_ctx_judge(ctx, moves[0])) {
            bm_ctx_start(ctx);
            continue;
        }
        if (bm_ctx_checks(ctx, (bm_sq[BM_MAX_ATTACKERS]){0}) == 0)
            look(ctx, s, &seen);
        if (bm_ctx_play(ctx, moves[bm_random(&state) % n]))
            bm_ctx_start(ctx);
    }
    printf("# %u positions, %u mates, %u found, %u of %u by drop; %u checks; %u left out\n",
           seen.positions, seen.mates, seen.found, seen.found_drop, seen.by_drop, seen.checks,
           seen.left_out);
    ok_named(seen.false_mates == 0, "what is called mate in one is");
    ok_named(seen.left_behind == 0, "and where there is none, no move is given");
    ok_named(seen.by_drop > 0 && seen.found_drop == seen.by_drop,
             "every mate by a drop beside the king or by a knight is seen");
    ok_named(seen.found * 100 >= seen.mates * 95, "and nearly every one by a move");
    ok_named(seen.checks > 0 && seen.false_checks == 0, "checks check, and take nothing");
    ok_named(seen.missed_checks == 0, "no drop with check is left out");
    ok_named(seen.left_out > 0 && seen.needed == 0,
             "of a move that is left out the promotion is kept");
    ok_named(seen.exchanges > 1000 && seen.wrong_exchanges == 0,
             "%u exchanges give what is known of them, %u do not", seen.exchanges,
             seen.wrong_exchanges);
    bm_search_destroy(s);
    bm_ctx_destroy(ctx);
    return tap_done();
}
