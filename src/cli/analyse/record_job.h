/* SPDX-License-Identifier: MIT */
#ifndef BM_CLI_ANALYSE_RECORD_JOB_H
#define BM_CLI_ANALYSE_RECORD_JOB_H

/* The analysis of a file, shared by analyse_record.c and analyse_games.c. */

#include "cli/args.h"
#include "session/batch/analysis_state.h"
#include "session/batch/sync_analyser.h"
#include "terminal/progress.h"

struct bm_record_job {
    const struct bm_args *args;
    enum bm_lang lang;
    const char *name; /* of the file */
    struct bm_buf input;
    size_t input_at;
    struct bm_read_options reading;
    struct bm_write_options writing;
    struct bm_buf output;
    bool record_wanted; /* on standard output or in a file */
    bool json;

    struct bm_sync_analyser *analyser;
    struct bm_think limits;
    char by[256]; /* engine and limits, as comments name them */
    struct bm_analyse_state state;
    bool has_state;

    struct bm_game *game;
    struct bm_line line;
    struct bm_analysis found;
    struct bm_progress_bar bar;
    uint64_t positions, done;     /* in the file; evaluated */
    const struct bm_rules *rules; /* of the first game; held */
    unsigned losses;
    bool counting; /* the first reading, which reports defects */
    bool defects;
    int trouble; /* exit code of what ended the work */
};

/* Print an error message about the file; returns EXIT_USAGE. */
int bm_analyse_say(struct bm_record_job *w, const char *why);

/*
 * Read all games: the first time for defects, how much there is to do, and whether it can be
 * written; then to evaluate and write them to w->output or, without --output, to stdout. 0 or
 * an exit code; w->trouble tells what ended the second before its time.
 */
int bm_analyse_count(struct bm_record_job *w);
int bm_analyse_games(struct bm_record_job *w);

#endif
