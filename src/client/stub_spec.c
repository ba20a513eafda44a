/* SPDX-License-Identifier: MIT */
#include "client/registry.h"
#include "client/spec.h"
#include <stddef.h>
#pragma GCC diagnostic ignored "-Wunused-parameter"

void bm_spec_init(struct bm_engine_spec *spec) {}
void bm_spec_fini(struct bm_engine_spec *spec) {}
bm_status bm_spec_copy(struct bm_engine_spec *to, const struct bm_engine_spec *from)
{
    return 0;
}
bm_status bm_spec_set(char **field, const char *value) { return 0; }
bm_status bm_spec_add_arg(struct bm_engine_spec *spec, const char *arg) { return 0; }
bm_status bm_spec_add_variant(struct bm_engine_spec *spec, const char *variant) { return 0; }
bm_status bm_spec_set_option(struct bm_engine_spec *spec, const char *name, const char *value)
{
    return 0;
}
bm_status bm_spec_parse(struct bm_engine_spec *spec, const char *text, struct bm_error *err)
{
    return 0;
}
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
