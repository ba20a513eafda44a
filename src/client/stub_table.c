/* SPDX-License-Identifier: MIT */
#include "client/table.h"
#include <stddef.h>
#pragma GCC diagnostic ignored "-Wunused-parameter"

bm_status bm_table_create(struct bm_table **out, struct bm_loop *loop, struct bm_match *match,
                          const struct bm_table_events *events, void *user)
{
    return 0;
}
void bm_table_destroy(struct bm_table *t) {}
void bm_table_seat(struct bm_table *t, unsigned side, const struct bm_table_player *player) {}
void bm_table_start(struct bm_table *t) {}
enum bm_refusal bm_table_act(struct bm_table *t, const struct bm_action *action) { return 0; }
void bm_table_ask(struct bm_table *t) {}
bool bm_table_is_thinking(const struct bm_table *t) { return 0; }
void bm_table_hurry(struct bm_table *t) {}
