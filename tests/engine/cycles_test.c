/* SPDX-License-Identifier: MIT */

/*
 * cycles_test ENGINE: a thousand engines are started and end, some by quit, some by force, some
 * by their own fault. Neither memory nor descriptors nor processes are left.
 */

#include <malloc.h>

#include "engine_rig.h"

static const struct bm_think quick = {.movetime = 1};

/* What is in use, by the count of malloc; a sanitizer has its own, and looks at the end. */
static size_t memory_in_use(void) { return mallinfo2().uordblks; }

/* One life; true if all came as it should. */
static bool live(struct rig *r, unsigned i)
{
    struct bm_engine_spec spec = bad_spec(i % 5 == 4 ? "ends-in-search" : "good");
    bool good = bm_engine_create(&r->engine, &r->loop, &spec, bm_rules_chess(), &rig_events,
                                 r) == BM_OK;
    bm_spec_fini(&spec);
    switch (i % 5) {
    case 0: /* never run */ break;
    case 1: /* quit at once */
        good = good && next(r) == READY;
        bm_engine_quit(r->engine);
        good = good && next(r) == CLOSED;
        break;
    case 2: /* killed while it thinks */
        good = good && next(r) == READY;
        rig_go(r, &(struct bm_think){.infinite = true});
        await_line(r);
        break;
    case 3: /* a search, and quit */
        good = good && next(r) == READY;
        rig_go(r, &quick);
        good = good && next(r) == ANSWER;
        bm_engine_quit(r->engine);
        good = good && next(r) == CLOSED;
        break;
    default: /* it fails */
        good = good && next(r) == READY;
        rig_go(r, &quick);
        good = good && next(r) == FAILED;
        break;
    }
    bm_engine_destroy(r->engine);
    r->engine = NULL;
    r->pid_count = 0; /* the marks find them */
    return good;
}

/* Run what is left to close, so that all that was released is free. */
static void settle(struct rig *r)
{
    bm_timer_close(&r->guard, NULL, NULL);
    while (bm_loop_step(&r->loop))
        ;
}

int main(int argc, char **argv)
{
    enum { WARM = 100, CYCLES = 1000 };
    struct rig r;
    unsigned good = 0, files = 0;
    size_t memory = 0;
    if (argc != 2)
        tap_bail("usage: cycles_test ENGINE");
    bad_engine = argv[1];
    struct bm_engine_spec spec = bad_spec("good");
    rig_open(&r, "cycles", &spec, bm_rules_chess());
    bm_engine_destroy(r.engine);
    for (unsigned i = 0; i < WARM + CYCLES; i++) {
        good += live(&r, i);
        if (i + 1 == WARM || i + 1 == WARM + CYCLES) {
            settle(&r);
            const size_t now = memory_in_use();
            if (i + 1 == WARM) {
                memory = now;
                files = open_files();
            } else {
                ok_named(now <= memory + 4096, "memory: %zu bytes, after the first %u: %zu",
                         now, WARM, memory);
                ok_named(open_files() == files, "descriptors: %u, after the first %u: %u",
                         open_files(), WARM, files);
            }
        }
    }
    eq_u64(good, WARM + CYCLES);
    rig_close(&r);
    return tap_done();
}
