/* SPDX-License-Identifier: MIT */
#ifndef BM_ENGINE_ENGINE_PROBE_H
#define BM_ENGINE_ENGINE_PROBE_H

/* Starts an engine to see whether it works and what it reports about itself. */

#include "engine/engine.h"

struct bm_engine_probe {
    struct bm_loop loop;
    struct bm_engine *engine;
    struct bm_timer pulse;          /* polls for Ctrl-C */
    unsigned beats;                 /* of the pulse */
    void (*slow)(const char *name); /* called once if it is not ready after two seconds */
    bool ready, answered, closed, killed, interrupted;
    enum bm_engine_trouble trouble; /* NONE: it works */
    char detail[1024];
    struct bm_engine_answer answer;
    char move[BM_COORDINATES]; /* of the answer; "" if it is none */
    unsigned depth;            /* the largest that it reported; 0: none */
    uint64_t nodes;
};

/*
 * Start it and wait until it is ready; `rules` as in bm_engine_create(). `patient`: engines
 * that are not known yet get more time than usual. `slow` may be NULL. False: see trouble and
 * detail. It is to be closed in either case.
 */
bool bm_engine_probe_open(struct bm_engine_probe *p, const struct bm_engine_spec *spec,
                          const struct bm_rules *rules, bool patient,
                          void (*slow)(const char *name));
/* Let it search the start position. False: see trouble and detail. */
bool bm_engine_probe_think(struct bm_engine_probe *p, const struct bm_rules *rules, int64_t ms);
/* Tell it to quit and wait for its end; p->killed says whether it had to be killed. */
void bm_engine_probe_quit(struct bm_engine_probe *p);
void bm_engine_probe_close(struct bm_engine_probe *p);

/*
 * Whether it has all options of a spec, whose values were checked when it became ready. If not,
 * `missing` is called with each that it has not, and with the option that was perhaps meant,
 * which may be empty.
 */
bool bm_engine_probe_has_options(const struct bm_engine_probe *p,
                                 const struct bm_engine_spec *spec,
                                 void (*missing)(const struct bm_engine_spec *spec,
                                                 const char *name, struct bm_text near));

#endif
