/* SPDX-License-Identifier: MIT */
#include "io/child.h"
#include "io/loop.h"
#include <stddef.h>
#pragma GCC diagnostic ignored "-Wunused-parameter"

int bm_loop_init(struct bm_loop *loop) { return 0; }
void bm_loop_fini(struct bm_loop *loop) {}
bool bm_loop_step(struct bm_loop *loop) { return 0; }
int64_t bm_loop_now(const struct bm_loop *loop) { return 0; }
void bm_timer_set(struct bm_timer *t, struct bm_loop *loop, int64_t ms,
                  void (*fire)(void *user), void *user)
{
}
void bm_timer_stop(struct bm_timer *t) {}
void bm_timer_close(struct bm_timer *t, void (*done)(void *user), void *user) {}
int bm_child_start(struct bm_child **out, struct bm_loop *loop,
                   const struct bm_child_spec *spec, const struct bm_child_events *events,
                   void *user)
{
    return 0;
}
void bm_child_write(struct bm_child *c, const char *s, size_t len) {}
void bm_child_hang_up(struct bm_child *c) {}
void bm_child_kill(struct bm_child *c, int signal) {}
int bm_child_pid(const struct bm_child *c) { return 0; }
const char *bm_child_tail(const struct bm_child *c) { return NULL; }
void bm_child_destroy(struct bm_child *c) {}
