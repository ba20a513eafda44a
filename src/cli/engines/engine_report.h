/* SPDX-License-Identifier: MIT */
#ifndef BM_CLI_ENGINES_ENGINE_REPORT_H
#define BM_CLI_ENGINES_ENGINE_REPORT_H

/* Entries of the registry as text and JSON. */

#include "engine/engine_probe.h"
#include "io/files/json_output.h"

/* The command with its arguments, quoted so that bm_spec_parse() reads it. */
void bm_spec_print_command(const struct bm_engine_spec *spec);
/* Lines "name: ...", "command: ..." and so on. */
void bm_spec_print(const struct bm_engine_spec *spec);
/* The same as members of an object. */
void bm_spec_json(const struct bm_engine_spec *spec, struct bm_buf *j);

/* ---- What an engine did when it was tried ---- */

/* Say on a terminal that it takes long. */
void bm_engine_probe_say_slow(const char *name);
/* Say on stderr that it has no such option. */
void bm_engine_probe_say_missing(const struct bm_engine_spec *spec, const char *name,
                                 struct bm_text near);
/* Print its failure on stderr; returns the exit code. */
int bm_engine_probe_complain(const struct bm_engine_probe *p, const char *name,
                             enum bm_lang lang);
/* Members "ok", and, if that is false, "trouble" and "detail". */
void bm_engine_probe_json_trouble(const struct bm_engine_probe *p, struct bm_buf *j,
                                  enum bm_lang lang);

/* What it says of itself. */
void bm_engine_probe_print(const struct bm_engine_probe *p);
/* The same as members of an object. */
void bm_engine_probe_json(const struct bm_engine_probe *p, struct bm_buf *j);

#endif
