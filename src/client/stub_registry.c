/* SPDX-License-Identifier: MIT */
#include "client/registry.h"
#include <stddef.h>
#pragma GCC diagnostic ignored "-Wunused-parameter"

bm_status bm_registry_open(struct bm_registry *r, const char *path, bool change,
                           struct bm_error *err)
{
    return 0;
}
bm_status bm_registry_save(struct bm_registry *r, struct bm_error *err) { return 0; }
void bm_registry_close(struct bm_registry *r) {}
struct bm_engine_spec *bm_registry_find(const struct bm_registry *r, const char *name)
{
    return NULL;
}
bm_status bm_registry_add(struct bm_registry *r, const struct bm_engine_spec *spec,
                          struct bm_error *err)
{
    return 0;
}
bool bm_registry_remove(struct bm_registry *r, const char *name) { return 0; }
bm_status bm_registry_resolve(struct bm_engine_spec *spec, unsigned *level, const char *text,
                              struct bm_error *err)
{
    return 0;
}
