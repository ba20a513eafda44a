/* SPDX-License-Identifier: MIT */
#ifndef BM_CLI_ENGINES_REGISTRY_EDIT_H
#define BM_CLI_ENGINES_REGISTRY_EDIT_H

/* banmen engine add, edit: each returns the exit code. */

#include "cli/args.h"
#include "engine/registry.h"

int bm_registry_cmd_add(const struct bm_args *args);
int bm_registry_cmd_edit(const struct bm_args *args);

/* Say on stderr what is wrong; EXIT_USAGE. */
int bm_registry_say(const struct bm_error *err);
/* Say on stderr that there is no engine of that name, and which was perhaps meant. */
int bm_registry_say_unknown(const struct bm_registry *r, const char *name);
/* Open it; false after an error message. */
bool bm_registry_start(struct bm_registry *r, bool change);

#endif
