/* SPDX-License-Identifier: MIT */
/* Reads the games of a file, evaluates their positions, and writes them. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "banmen/variant.h"
#include "cli/analyse/analysis_report.h"
#include "cli/analyse/record_job.h"
#include "io/interrupt.h"
#include "terminal/progress.h"

/* When a search by depth or nodes counts as hung, ms; lines on what a format cannot hold. */
enum { CEILING = 600000, MAX_LOSSES = 20 };

static size_t feed_input(void *user, char *buf, size_t cap)
{
    struct bm_record_job *const w = user;
    const size_t left = w->input.len - w->input_at, n = left < cap ? left : cap;
    if (n != 0)
        memcpy(buf, w->input.s + w->input_at, n);
    w->input_at += n;
    return n;
}

static void on_games_defect(void *user, const struct bm_report *r)
{
    struct bm_record_job *const w = user;
    if (r->severity != BM_SAY_DEFECT || !w->counting)
        return;
    w->defects = true;
    fprintf(stderr, "%s:%" PRIu64 ":%" PRIu32 ": game %" PRIu64 ", ply %u: %s\n", w->name,
            r->line, r->column, r->game, r->ply, r->what);
}

static void on_games_loss(void *user, const struct bm_report *r)
{
    struct bm_record_job *const w = user;
    if (w->counting || w->losses++ >= MAX_LOSSES)
        return;
    bm_progress_bar_clear(&w->bar);
    fprintf(stderr, "%s: game %" PRIu64 ", ply %u: %s\n", w->name, w->writing.game, r->ply,
            r->what);
}

static bool put_output(void *user, const char *bytes, size_t len)
{
    struct bm_record_job *const w = user;
    if (!w->counting)
        bm_buf_bytes(&w->output, bytes, len);
    return !w->output.failed;
}

int bm_analyse_say(struct bm_record_job *w, const char *why)
{
    bm_progress_bar_clear(&w->bar);
    fprintf(stderr, "banmen: %s: %s\n", w->name, why);
    return EXIT_USAGE;
}

/* The format to write: what was asked for, or that of the file if it can hold an analysis. */
static enum bm_format choose_format(const struct bm_record_job *w, enum bm_format read)
{
    const struct bm_option_value *const o = w->args->option;
    const char *const dot = o[OPT_OUTPUT].given ? strrchr(o[OPT_OUTPUT].text, '.') : NULL;
    const enum bm_format suffix =
        dot ? bm_format_find(dot + 1, strlen(dot + 1)) : BM_FORMAT_COUNT;
    if (o[OPT_TO].given)
        return bm_format_find(o[OPT_TO].text, strlen(o[OPT_TO].text));
    if (suffix != BM_FORMAT_COUNT && bm_analysis_fits(suffix))
        return suffix;
    return bm_analysis_fits(read) ? read : BM_FORMAT_PGN;
}

static void settle_writing(struct bm_record_job *w, const struct bm_reader *reader)
{
    const enum bm_format read = bm_reader_format(reader);
    w->writing.format = choose_format(w, read);
    /*
     * The output has the encoding of the input, except PGN, which may mix encodings and becomes
     * UTF-8.
     */
    w->writing.encoding = w->writing.format == read && read != BM_FORMAT_PGN
                              ? bm_reader_encoding(reader)
                              : BM_ENCODING_UTF8;
}

static int write_annotated_game(struct bm_record_job *w)
{
    struct bm_error err = {.what = ""};
    const bm_status status = bm_game_write(w->game, &w->writing, put_output, w, &err);
    if (!status)
        return 0;
    bm_progress_bar_clear(&w->bar);
    fprintf(stderr, "banmen: %s: game %" PRIu64 " cannot be written as %s: %s\n", w->name,
            w->writing.game, bm_format_name(w->writing.format),
            *err.what ? err.what : bm_status_text(status));
    return EXIT_USAGE;
}

/* Read all games, and do something with each. */
static int each_game(struct bm_record_job *w, int (*with)(struct bm_record_job *w))
{
    struct bm_reader *reader;
    struct bm_error err = {.what = ""};
    int result = 0;
    bool got = true;
    w->input_at = 0;
    bm_status status = bm_reader_create(&reader, &w->reading, feed_input, w);
    if (status)
        return bm_analyse_say(w, bm_status_text(status));
    while (!result && !(status = bm_reader_next(reader, w->game, &got, &err)) && got) {
        settle_writing(w, reader);
        w->writing.game = bm_reader_games(reader);
        result = with(w);
    }
    if (status)
        result = bm_analyse_say(w, *err.what ? err.what : bm_status_text(status));
    bm_reader_destroy(reader);
    return result;
}

/* The first reading: defects, how much there is to do, and whether it can be written. */
static int count_game(struct bm_record_job *w)
{
    if (!bm_analysis_begin(&w->found, w->game, &w->line))
        return bm_analyse_say(w, bm_status_text(BM_ENOMEM));
    for (size_t i = 0; i < w->found.count; i++)
        w->positions += w->found.places[i].eval.kind == EVAL_NONE;
    if (!w->rules)
        w->rules = bm_rules_hold(bm_game_rules(w->game));
    return w->record_wanted ? write_annotated_game(w) : 0;
}

/* ---- Evaluating ---- */

static void on_games_tick(void *user)
{
    struct bm_record_job *const w = user;
    bm_progress_bar_tick(&w->bar, w->done);
}

static void on_games_talk(void *user)
{
    bm_progress_bar_clear(&((struct bm_record_job *)user)->bar);
}

/* Store the lines of a position; false if the analyser gave no score. */
static bool keep_lines(struct bm_record_job *w, size_t place)
{
    const struct bm_analyser_line *line;
    for (unsigned i = 0; (line = bm_sync_analyser_best(w->analyser, i)) != NULL; i++) {
        if (line->eval.kind == EVAL_NONE)
            continue;
        if (!bm_analysis_add(&w->found, place, &line->eval, line->pv, line->pv_count)) {
            w->trouble = bm_analyse_say(w, bm_status_text(BM_ENOMEM));
            return false;
        }
    }
    if (w->found.places[place].count != 0)
        return true;
    bm_progress_bar_clear(&w->bar);
    fprintf(stderr, "banmen: %s tells no score for a position\n",
            bm_sync_analyser_name(w->analyser));
    w->trouble = EXIT_USAGE;
    return false;
}

static bool analyse_game_position(struct bm_record_job *w, size_t place)
{
    const struct bm_sync_analyser_events events = {
        .tick = on_games_tick, .talk = on_games_talk, .user = w};
    const uint64_t number = w->writing.game;
    struct bm_analysed_position *const p = &w->found.places[place];
    if (w->has_state && !bm_line_goto(&w->line, p->node, NULL) &&
        bm_analyse_state_find(&w->state, number, place, w->line.ctx, &w->found))
        return true;
    if (bm_interrupted()) {
        w->trouble = EXIT_INTERRUPTED;
        return false;
    }
    /*
     * With a state file, results must not depend on the transposition table of an interrupted
     * run.
     */
    if (w->has_state)
        bm_sync_analyser_new_game(w->analyser);
    const int64_t ceiling = w->limits.movetime == 0 ? CEILING : 0;
    switch (bm_sync_analyser_run(w->analyser, w->game, p->node, &w->limits, ceiling, &events)) {
    case ANALYSER_FAILED: w->trouble = EXIT_USAGE; return false;
    case ANALYSER_STOPPED: w->trouble = EXIT_INTERRUPTED; return false;
    case ANALYSER_ANSWERED: break;
    }
    if (!keep_lines(w, place))
        return false;
    if (w->has_state &&
        !bm_analyse_state_add(&w->state, number, place, bm_game_rules(w->game), &w->found)) {
        w->trouble = EXIT_USAGE;
        return false;
    }
    return true;
}

/*
 * From the last position to the first: the transposition table then has the positions that a
 * move leads to.
 */
static void evaluate_all(struct bm_record_job *w)
{
    if (!bm_sync_analyser_prepare(w->analyser, bm_game_rules(w->game)))
        w->trouble = bm_interrupted() ? EXIT_INTERRUPTED : EXIT_USAGE;
    else if (!w->has_state)
        bm_sync_analyser_new_game(w->analyser);
    for (size_t i = w->found.count; i-- > 0 && !w->trouble;) {
        if (w->found.places[i].eval.kind == EVAL_NONE && analyse_game_position(w, i))
            w->done++;
        bm_progress_bar_tick(&w->bar, w->done);
    }
}

static void report_game(struct bm_record_job *w)
{
    bm_progress_bar_clear(&w->bar);
    if (w->json)
        bm_analyse_report_json(&w->found, w->game, &w->line, w->writing.game, w->by, w->lang);
    else
        bm_analyse_report(w->args->option[OPT_OUTPUT].given ? stdout : stderr, &w->found,
                          w->game, &w->line, w->writing.game, w->lang);
}

/* Analyse a game and write the analysis into it. */
static bm_status annotate_analysed_game(struct bm_record_job *w)
{
    char by[sizeof w->by + 32];
    if (!bm_analysis_begin(&w->found, w->game, &w->line))
        return BM_ENOMEM;
    evaluate_all(w);
    if (w->trouble && w->found.lines_count == 0)
        return BM_OK; /* an earlier analysis is better than none */
    report_game(w);
    snprintf(by, sizeof by, "%s%s", w->by,
             !w->trouble        ? ""
             : w->lang == BM_JA ? " （途中まで）"
                                : " (unfinished)");
    const struct bm_annotation how = {w->writing.format, w->lang, by};
    const bm_status status = bm_analysis_strip(w->game);
    return status ? status : bm_analysis_write(&w->found, w->game, &w->line, &how);
}

/* Stop when stdout is closed: the analysis would be lost. main() reports the error. */
static int stop_if_unread(struct bm_record_job *w)
{
    if ((fflush(stdout) != 0 || ferror(stdout)) && !w->trouble)
        w->trouble = EXIT_USAGE;
    return 0;
}

/* The second reading. After an error the remaining games are written unchanged. */
static int analyse_game(struct bm_record_job *w)
{
    const bm_status status = w->trouble ? BM_OK : annotate_analysed_game(w);
    if (status)
        return bm_analyse_say(w, bm_status_text(status));
    if (!w->record_wanted)
        return stop_if_unread(w);
    const int result = write_annotated_game(w);
    if (!w->args->option[OPT_OUTPUT].given && !(w->trouble && w->has_state)) {
        fwrite(w->output.s, 1, w->output.len, stdout);
        w->output.len = 0;
    }
    return result ? result : stop_if_unread(w);
}

/* ---- Both readings ---- */

int bm_analyse_count(struct bm_record_job *w)
{
    w->counting = true;
    w->reading.report = on_games_defect;
    w->writing.report = on_games_loss;
    w->reading.lang = w->writing.lang = w->lang;
    w->reading.user = w->writing.user = w;
    const int result = each_game(w, count_game);
    w->counting = false;
    return result;
}

int bm_analyse_games(struct bm_record_job *w) { return each_game(w, analyse_game); }
