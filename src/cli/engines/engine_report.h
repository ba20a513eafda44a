/* SPDX-License-Identifier: MIT */
#ifndef BM_CLI_ENGINES_ENGINE_REPORT_H
#define BM_CLI_ENGINES_ENGINE_REPORT_H

/* Entries of the registry as text and JSON. */

#include "cli/terminal/json_output.h"
#include "engine/engine_spec.h"

/* The command with its arguments, quoted so that bm_spec_parse() reads it. */
void bm_spec_print_command(const struct bm_engine_spec *spec);
/* Lines "name: ...", "command: ..." and so on. */
void bm_spec_print(const struct bm_engine_spec *spec);
/* The same as members of an object. */
void bm_spec_json(const struct bm_engine_spec *spec, struct bm_buf *j);

#endif
