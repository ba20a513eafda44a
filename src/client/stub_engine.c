/* SPDX-License-Identifier: MIT */
#include "client/engine.h"
#include <stddef.h>
#pragma GCC diagnostic ignored "-Wunused-parameter"

const char *bm_engine_trouble_word(enum bm_engine_trouble t) { return NULL; }
const char *bm_engine_trouble_text(enum bm_engine_trouble t, enum bm_lang lang) { return NULL; }
bm_status bm_engine_create(struct bm_engine **out, struct bm_loop *loop,
                           const struct bm_engine_spec *spec, const struct bm_rules *rules,
                           const struct bm_engine_events *events, void *user)
{
    return 0;
}
void bm_engine_destroy(struct bm_engine *e) {}
void bm_engine_restart(struct bm_engine *e) {}
enum bm_engine_state bm_engine_state(const struct bm_engine *e) { return 0; }
const struct bm_engine_spec *bm_engine_spec(const struct bm_engine *e) { return 0; }
enum bm_proto bm_engine_proto(const struct bm_engine *e) { return 0; }
const char *bm_engine_name(const struct bm_engine *e) { return NULL; }
const char *bm_engine_author(const struct bm_engine *e) { return NULL; }
size_t bm_engine_options(const struct bm_engine *e) { return 0; }
const struct bm_engine_option *bm_engine_option(const struct bm_engine *e, size_t i)
{
    return 0;
}
const struct bm_engine_option *bm_engine_find_option(const struct bm_engine *e,
                                                     const char *name, size_t len)
{
    return NULL;
}
bool bm_engine_variant(const struct bm_engine *e, unsigned i, struct bm_text *out) { return 0; }
void bm_engine_timings(const struct bm_engine *e, int64_t *handshake, int64_t *ready) {}
int bm_engine_pid(const struct bm_engine *e) { return 0; }
bm_status bm_engine_set_option(struct bm_engine *e, const char *name, const char *value,
                               struct bm_error *err)
{
    return 0;
}
void bm_engine_new_game(struct bm_engine *e) {}
void bm_engine_game_over(struct bm_engine *e, enum bm_result result, unsigned its_side) {}
uint64_t bm_engine_go(struct bm_engine *e, const struct bm_game *game, bm_node node,
                      const struct bm_think *limits, int64_t grace, int64_t ceiling)
{
    return 0;
}
void bm_engine_stop(struct bm_engine *e, bool discard) {}
void bm_engine_ponderhit(struct bm_engine *e) {}
void bm_engine_quit(struct bm_engine *e) {}
