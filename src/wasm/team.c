/* SPDX-License-Identifier: MIT */
/*
 * Threads for the search, in the module `threads`: each is a worker of the page that has called
 * bm_web_help() and waits there for work. All have one memory; each has a stack of its own,
 * whose end the page puts into the worker's stack pointer.
 */
#include <stdatomic.h>

#include "wasm/web.h"

enum { HELPERS = 15, STACK = 1 << 20 };

static struct helper {
    atomic_int busy;
    void (*work)(void *arg);
    void *arg;
} helpers[HELPERS];
static atomic_uint helper_count, parts_done;

char *BM_WEB(bm_web_stack)(void);
void BM_WEB(bm_web_help)(void);
unsigned BM_WEB(bm_web_helped)(void);

/* The end of a new stack; NULL: no memory, or there are enough helpers. */
char *bm_web_stack(void)
{
    static unsigned made;
    char *const stack = made < HELPERS ? bm_web_alloc(STACK) : NULL;
    made += stack != NULL;
    return stack ? stack + STACK : NULL;
}

/* Until a word of a helper is no longer `value`. */
static void wait_while(atomic_int *word, int value)
{
    while (atomic_load(word) == value)
        (void)__builtin_wasm_memory_atomic_wait32((int *)word, value, -1);
}

static void set_word(atomic_int *word, int value)
{
    atomic_store(word, value);
    (void)__builtin_wasm_memory_atomic_notify((int *)word, 1);
}

/* Work until the worker is terminated. */
void bm_web_help(void)
{
    struct helper *const h = &helpers[atomic_fetch_add(&helper_count, 1)];
    for (;;) {
        wait_while(&h->busy, 0);
        h->work(h->arg);
        atomic_fetch_add(&parts_done, 1);
        set_word(&h->busy, 0);
    }
}

/* Parts of searches that helpers have done. */
unsigned bm_web_helped(void) { return atomic_load(&parts_done); }

void bm_web_team_run(void *user, void (*work)(void *arg), void *const *args, unsigned count)
{
    const unsigned there = atomic_load(&helper_count);
    const unsigned used = count - 1 < there ? count - 1 : there;
    (void)user;
    for (unsigned i = 0; i < used; i++) {
        helpers[i].work = work;
        helpers[i].arg = args[i + 1];
        set_word(&helpers[i].busy, 1);
    }
    work(args[0]);
    for (unsigned i = 0; i < used; i++)
        wait_while(&helpers[i].busy, 1);
}
