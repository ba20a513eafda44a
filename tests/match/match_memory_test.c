/* SPDX-License-Identifier: MIT */
/*
 * Matches when memory runs out: the n-th request for more fails, for every n. What could not be
 * done is refused and has changed nothing, and can be done when there is memory again.
 */
#include "base/buf.h"
#include "match_walk.h"

/* The library asks for memory through these; here they stand in the place of its own. */
static uint64_t requests, failing = UINT64_MAX;

bool bm_grow(void **mem, size_t *cap, size_t need, size_t item)
{
    if (need <= *cap)
        return true;
    if (failing != UINT64_MAX && requests++ == failing)
        return false;
    /* Exactly what is needed: so that there are as many requests as can be. */
    void *const more = realloc(*mem, need * item);
    if (!more)
        return false;
    *mem = more;
    *cap = need;
    return true;
}

void bm_release(void *mem) { free(mem); }

/* Do it, twice if the first time there is no memory. */
static bool insist(struct bm_match *m, struct bm_action a, int64_t now)
{
    static struct digest d[2];
    const uint64_t kept = failing;
    failing = UINT64_MAX;
    take_digest(&d[0], m);
    failing = kept;
    enum bm_refusal r = bm_match_act(m, &a, now);
    failing = UINT64_MAX;
    if (r == BM_REFUSAL_NO_MEMORY) {
        take_digest(&d[1], m);
        must(same_digest(&d[0], &d[1]), "what had no memory has changed something");
        r = bm_match_act(m, &a, now);
    } else {
        failing = kept;
    }
    must(r == BM_REFUSAL_NONE, "it cannot be done any more");
    return r == BM_REFUSAL_NONE;
}

static void play_word(struct bm_match *m, const char *word, int64_t now)
{
    const unsigned side = bm_ctx_turn(bm_match_ctx(m));
    (void)insist(m,
                 (struct bm_action){
                     .act = BM_ACT_MOVE, .side = side, .move = move_of(bm_match_ctx(m), word)},
                 now);
}

static void scenario(void)
{
    struct bm_match_options o = {.rules = bm_rules_chess(), .times = times_of("60+1")};
    struct bm_match *m = NULL, *again = NULL;
    strcpy(o.seat[0].name, "Ann");
    while (bm_match_create(&m, &o, NULL) != BM_OK)
        if (!must(requests > failing, "a match cannot be made"))
            return;
    (void)insist(m, (struct bm_action){.act = BM_ACT_START}, 0);
    play_word(m, "f2f3", 100);
    play_word(m, "e7e5", 200);
    (void)insist(m, (struct bm_action){.act = BM_ACT_GIVE_TIME, .ms = 50}, 250);
    play_word(m, "a2a3", 300);
    (void)insist(m, (struct bm_action){.act = BM_ACT_UNDO}, 300);
    play_word(m, "g2g4", 300);
    (void)insist(m, (struct bm_action){.act = BM_ACT_ADJOURN}, 350);
    (void)insist(m, (struct bm_action){.act = BM_ACT_RESUME}, 350);
    play_word(m, "d8h4", 400);
    must(!strcmp(result_of(m), "second wins (checkmate)"), "it is not mate");
    (void)insist(m, (struct bm_action){.act = BM_ACT_UNDO}, 450);
    (void)insist(m, (struct bm_action){.act = BM_ACT_REDO}, 450);
    must(!strcmp(result_of(m), "second wins (checkmate)"), "it is not mate again");
    (void)insist(m, (struct bm_action){.act = BM_ACT_UNDO}, 450);
    (void)insist(m, (struct bm_action){.act = BM_ACT_FLAG}, 100000);
    must(!strcmp(result_of(m), "first wins (time forfeit)"), "the flag has not fallen");
    while (bm_match_restore(&again, bm_match_game(m), NULL, NULL) != BM_OK)
        if (!must(requests > failing, "a match cannot be restored"))
            break;
    bm_match_destroy(again);
    bm_match_destroy(m);
}

int main(void)
{
    uint64_t n = 0;
    do {
        requests = 0;
        failing = n++;
        scenario();
    } while (requests >= n && !fault);
    ok_named(!fault && n > 20, "%" PRIu64 " requests that failed: %s", n - 1,
             fault ? fault : "nothing is lost");
    return tap_done();
}
