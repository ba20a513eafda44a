/* SPDX-License-Identifier: MIT */
#ifndef BM_CLI_RECORDS_RECORD_OPTIONS_H
#define BM_CLI_RECORDS_RECORD_OPTIONS_H

/* What the commands on record files share. */

#include "banmen/record.h"
#include "cli/args.h"

/*
 * The options that say what the files are: 0, or EXIT_USAGE after an error message. *from is
 * BM_FORMAT_AUTO and *rules NULL if they are not given; the caller releases *rules.
 */
int bm_record_options_read(const struct bm_args *args, enum bm_format *from,
                           const struct bm_rules **rules);

/* A format by name; BM_FORMAT_AUTO after having said that there is none. */
enum bm_format bm_record_format_option(const char *option, const char *name);

/* The format that a file's suffix names (".pgn"; ".jsonl" too); BM_FORMAT_AUTO if none. */
enum bm_format bm_format_of_suffix(const char *file);

#endif
