/* SPDX-License-Identifier: MIT */
#include "banmen/clock.h"
#include "banmen/match.h"
#include <stddef.h>
#pragma GCC diagnostic ignored "-Wunused-parameter"

bm_status bm_times_parse(struct bm_times *out, const char *s, size_t len, struct bm_error *err)
{
    return 0;
}
void bm_clock_init(struct bm_clock *c, const struct bm_times *times) {}
void bm_clock_start(struct bm_clock *c, unsigned side, int64_t now) {}
int64_t bm_clock_stop(struct bm_clock *c, int64_t now) { return 0; }
void bm_clock_pause(struct bm_clock *c, int64_t now) {}
void bm_clock_resume(struct bm_clock *c, int64_t now) {}
bool bm_clock_flagged(const struct bm_clock *c, unsigned side, int64_t now) { return 0; }
void bm_clock_face(const struct bm_clock *c, unsigned side, int64_t now, struct bm_face *out) {}
int64_t bm_clock_deadline(const struct bm_clock *c) { return 0; }
void bm_clock_give(struct bm_clock *c, unsigned side, int64_t ms) {}
int64_t bm_clock_spent(const struct bm_clock *c, int64_t now) { return 0; }
bm_status bm_match_create(struct bm_match **out, const struct bm_match_options *options,
                          struct bm_error *err)
{
    return 0;
}
void bm_match_destroy(struct bm_match *match) {}
bm_status bm_match_restore(struct bm_match **out, const struct bm_game *record,
                           const struct bm_match_options *options, struct bm_error *err)
{
    return 0;
}
bm_status bm_match_rematch(struct bm_match **out, const struct bm_match *match, bool swap)
{
    return 0;
}
enum bm_refusal bm_match_act(struct bm_match *match, const struct bm_action *action,
                             int64_t now)
{
    return 0;
}
enum bm_refusal bm_match_move(struct bm_match *match, bm_move m, int64_t now) { return 0; }
bool bm_match_tick(struct bm_match *match, int64_t now) { return 0; }
int64_t bm_match_deadline(const struct bm_match *match) { return 0; }
bm_faults bm_match_faults(const struct bm_match *match) { return 0; }
void bm_match_state(const struct bm_match *match, struct bm_match_state *out) {}
const struct bm_ctx *bm_match_ctx(const struct bm_match *match) { return NULL; }
const struct bm_game *bm_match_game(const struct bm_match *match) { return NULL; }
bm_node bm_match_node(const struct bm_match *match) { return 0; }
const struct bm_clock *bm_match_clock(const struct bm_match *match) { return NULL; }
const struct bm_match_options *bm_match_options(const struct bm_match *match) { return 0; }
const struct bm_seat *bm_match_seat(const struct bm_match *match, unsigned side)
{
    return NULL;
}
void bm_match_sit(struct bm_match *match, unsigned side, const struct bm_seat *seat) {}
bm_status bm_match_tag(struct bm_match *match, const char *name, const char *value)
{
    return 0;
}
bm_status bm_match_annotate(struct bm_match *match, const struct bm_note *note) { return 0; }
const char *bm_act_word(enum bm_act act) { return NULL; }
enum bm_act bm_act_find(const char *word, size_t len) { return 0; }
const char *bm_refusal_word(enum bm_refusal r) { return NULL; }
const char *bm_refusal_text(enum bm_refusal r, enum bm_lang lang) { return NULL; }
