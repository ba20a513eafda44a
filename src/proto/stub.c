/* SPDX-License-Identifier: MIT */
#include "proto/proto.h"
#include <stddef.h>
#pragma GCC diagnostic ignored "-Wunused-parameter"

const char *bm_option_type_name(enum bm_option_type t) { return NULL; }
bm_status bm_option_parse(struct bm_engine_option *out, const char *s, size_t len) { return 0; }
bool bm_option_var(const struct bm_engine_option *o, unsigned i, struct bm_text *out)
{
    return 0;
}
bool bm_option_accepts(const struct bm_engine_option *o, const char *value, size_t len,
                       struct bm_error *err)
{
    return 0;
}
void bm_option_declare(struct bm_buf *out, const struct bm_engine_option *o) {}
void bm_option_set(struct bm_buf *out, struct bm_text name, struct bm_text value) {}
bm_status bm_option_read_set(const char *s, size_t len, struct bm_text *name,
                             struct bm_text *value)
{
    return 0;
}
void bm_go_format(struct bm_buf *out, enum bm_proto p, const struct bm_think *limits,
                  const struct bm_rules *rules)
{
}
bm_status bm_go_parse(struct bm_think *out, enum bm_proto p, const struct bm_ctx *ctx,
                      const char *s, size_t len, bm_move *only, size_t cap,
                      struct bm_error *err)
{
    return 0;
}
void bm_info_parse(struct bm_info *out, const char *s, size_t len) {}
size_t bm_pv_check(struct bm_ctx *ctx, enum bm_proto p, struct bm_text pv, bm_move *out,
                   size_t cap, bool *all)
{
    return 0;
}
void bm_info_format(struct bm_buf *out, enum bm_proto p, const struct bm_search_info *info,
                    const struct bm_rules *rules)
{
}
void bm_best_parse(struct bm_best *out, const char *s, size_t len) {}
void bm_checkmate_parse(struct bm_checkmate_answer *out, const char *s, size_t len) {}
bool bm_word_next(const char **s, size_t *len, struct bm_text *out) { return 0; }
bool bm_word_is(struct bm_text t, const char *word) { return 0; }
