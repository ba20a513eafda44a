/* SPDX-License-Identifier: MIT */
#ifndef BM_CLI_VARIANTS_VARIANT_REPORT_H
#define BM_CLI_VARIANTS_VARIANT_REPORT_H

#include "cli/args.h"
#include "io/files/json_output.h"

struct bm_rules;

/* Print the description of a variant, by name or file; returns the exit code. */
int bm_variant_show(const struct bm_args *args, const char *name);

/* The members of an object that every list of games has. */
void bm_variant_json(struct bm_buf *j, const struct bm_rules *rules);

#endif
