/* SPDX-License-Identifier: MIT */
#include "session/batch/self_play.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "banmen/notation.h"
#include "base/random.h"

enum {
    LENGTH = 300, /* of a game at most, so that openings are seen more than once */
    DEAR = 20 /* least divisor of the number of moves in games with costly move generation */
};

/* What the API shows of a position. */
struct position_view {
    uint64_t key;
    size_t moves;
    char text[BM_POSITION_TEXT];
};

struct self_play_trial {
    const struct bm_rules *rules;
    struct bm_ctx *ctx, *other;
    uint64_t random;
    struct position_view before, after, now;
    bm_move moves[BM_MAX_MOVES];
    char *what;
    size_t cap;
};

static void look_at_position(const struct bm_ctx *ctx, struct position_view *v)
{
    v->key = bm_ctx_key(ctx);
    v->moves = bm_ctx_count(ctx);
    bm_ctx_format(ctx, 0, v->text, sizeof v->text);
}

/* What differs between two views; NULL: nothing. */
static const char *view_difference(const struct position_view *a, const struct position_view *b)
{
    return strcmp(a->text, b->text) != 0 ? "text"
           : a->moves != b->moves        ? "moves"
           : a->key != b->key            ? "key"
                                         : NULL;
}

static bool say_self_play_error(const struct self_play_trial *t, const char *what, bm_move m)
{
    char move[BM_MOVE_TEXT];
    bm_move_format(m, t->rules, move, sizeof move);
    snprintf(t->what, t->cap, "self-play: %s: %s in %.150s", what, move, t->before.text);
    return false;
}

/* Whether the position now is what it should be. */
static bool check_same(struct self_play_trial *t, const struct bm_ctx *ctx,
                       const struct position_view *want, const char *what, bm_move m)
{
    char text[96];
    look_at_position(ctx, &t->now);
    const char *const how = view_difference(&t->now, want);
    if (!how)
        return true;
    snprintf(text, sizeof text, "%s (another %s)", what, how);
    return say_self_play_error(t, text, m);
}

/* The text of a move means that move. */
static bool check_move(struct self_play_trial *t, bm_move m)
{
    char text[BM_MOVE_TEXT];
    bm_move back;
    const size_t len = bm_move_format(m, t->rules, text, sizeof text);
    return (!bm_move_parse(&back, t->ctx, text, len, NULL) && bm_move_equal(m, back)) ||
           say_self_play_error(t, "a move that is written is not read back", m);
}

/* The text of a position means that position, also when the game is over. */
static bool check_position(struct self_play_trial *t, bm_move m)
{
    struct bm_setup setup;
    if (bm_position_parse(&setup, t->rules, t->after.text, strlen(t->after.text), 0, NULL) ||
        bm_ctx_sync(t->other, &setup, NULL, NULL))
        return say_self_play_error(t, "a position that is written cannot be read", m);
    return check_same(t, t->other, &t->after, "a position that is written is read differently",
                      m);
}

static bool play_one(struct self_play_trial *t, bm_move m)
{
    if (!check_move(t, m))
        return false;
    if (bm_ctx_play(t->ctx, m))
        return say_self_play_error(t, "a legal move is refused", m);
    look_at_position(t->ctx, &t->after);
    bm_ctx_undo(t->ctx);
    if (!check_same(t, t->ctx, &t->before, "a move that is taken back leaves traces", m))
        return false;
    if (bm_ctx_play(t->ctx, m))
        return say_self_play_error(t, "a legal move is refused the second time", m);
    return check_same(t, t->ctx, &t->after, "a move that is played again leads elsewhere", m) &&
           check_position(t, m);
}

/* One game; returns how many moves it had, or UINT_MAX if something is wrong. */
static unsigned play_game(struct self_play_trial *t, unsigned limit)
{
    unsigned plies = 0;
    bm_ctx_start(t->ctx);
    while (plies < limit) {
        struct bm_outcome outcome;
        look_at_position(t->ctx, &t->before);
        bm_ctx_outcome(t->ctx, &outcome);
        const size_t n = bm_ctx_moves(t->ctx, t->moves, BM_MAX_MOVES);
        if (n != t->before.moves || n > BM_MAX_MOVES) {
            snprintf(t->what, t->cap, "self-play: %zu moves are listed, %zu counted in %.150s",
                     n, t->before.moves, t->before.text);
            return UINT_MAX;
        }
        if (n == 0 || outcome.result != BM_ONGOING)
            break;
        if (!play_one(t, t->moves[bm_random(&t->random) % n]))
            return UINT_MAX;
        plies++;
    }
    return plies;
}

/* Fewer moves where finding the legal ones takes more work than usual. */
static unsigned plies_of(const struct bm_rules *rules, unsigned most)
{
    const unsigned work = bm_rules_info(rules)->work;
    return work <= 1 ? most : (most + DEAR - 1) / (work > DEAR ? work : DEAR);
}

static bool play_games(struct self_play_trial *t, unsigned most)
{
    const unsigned plies = plies_of(t->rules, most);
    for (unsigned done = 0; done < plies;) {
        const unsigned left = plies - done;
        const unsigned n = play_game(t, left < LENGTH ? left : LENGTH);
        if (n == UINT_MAX)
            return false;
        if (n == 0)
            return true; /* the game is over before it begins, which loading has told */
        done += n;
    }
    return true;
}

bool bm_self_play(const struct bm_rules *rules, unsigned plies, char *what, size_t cap)
{
    struct self_play_trial *const t = calloc(1, sizeof *t);
    bool ok = false;
    if (t) {
        t->rules = rules;
        t->random = 1;
        t->what = what;
        t->cap = cap;
        if (!bm_ctx_create(&t->ctx, rules, LENGTH) && !bm_ctx_create(&t->other, rules, 1))
            ok = play_games(t, plies);
        else
            snprintf(what, cap, "self-play: out of memory");
        bm_ctx_destroy(t->ctx);
        bm_ctx_destroy(t->other);
    } else {
        snprintf(what, cap, "self-play: out of memory");
    }
    free(t);
    return ok;
}
