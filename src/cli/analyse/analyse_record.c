/* SPDX-License-Identifier: MIT */
/* The games of a file: options, files, and what is left of unfinished work. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "banmen/variant.h"
#include "cli/analyse/analyse.h"
#include "cli/analyse/record_job.h"
#include "cli/position/command_position.h"
#include "cli/records/record_options.h"
#include "io/files/input.h"
#include "io/files/output_file.h"
#include "io/interrupt.h"
#include "terminal/progress.h"
#include "terminal/search_debug.h"

/* Time for each position without options, ms. */
enum { USUAL_MS = 1000 };

static int read_input(struct bm_record_job *w)
{
    const int fd = bm_input_open(w->name);
    if (fd < 0)
        return bm_analyse_say(w, strerror(errno));
    const bool fine = bm_input_all(fd, &w->input);
    const int error = errno;
    bm_input_close(fd);
    return bm_interrupted() ? EXIT_INTERRUPTED : fine ? 0 : bm_analyse_say(w, strerror(error));
}

static int read_record_options(struct bm_record_job *w)
{
    const struct bm_option_value *const o = w->args->option;
    const int status = bm_record_options_read(w->args, &w->reading.format, &w->reading.rules);
    if (status)
        return status;
    if (o[OPT_TO].given) {
        const enum bm_format to = bm_record_format_option("to", o[OPT_TO].text);
        if (to == BM_FORMAT_AUTO)
            return EXIT_USAGE;
        if (!bm_analysis_fits(to)) {
            fprintf(stderr,
                    "banmen: %s cannot hold an analysis; --to is one of pgn json kif ki2 csa "
                    "jkf\n",
                    o[OPT_TO].text);
            return EXIT_USAGE;
        }
    }
    bm_analyse_limits(w->args, &w->limits);
    return 0;
}

static int open_analyser(struct bm_record_job *w)
{
    const struct bm_option_value *const engine = &w->args->option[OPT_ENGINE];
    w->analyser = bm_sync_analyser_open(engine->given ? engine->text : NULL, w->lang);
    if (!w->analyser)
        return EXIT_USAGE;
    if (w->args->option[OPT_DEBUG].given)
        bm_sync_analyser_set_debug(w->analyser, bm_search_debug_print);
    if (w->limits.infinite && !bm_sync_analyser_is_limited(w->analyser))
        w->limits.movetime = USUAL_MS;
    w->limits.infinite = false;
    return 0;
}

/* Write "Stockfish 15.1, depth 12"; the analyser must be ready. */
static void describe_analysis(struct bm_record_job *w)
{
    const struct bm_think *const l = &w->limits;
    const bool ja = w->lang == BM_JA;
    size_t n = (size_t)snprintf(w->by, sizeof w->by, "%s", bm_sync_analyser_name(w->analyser));
    if (l->depth != 0 && n < sizeof w->by)
        n += (size_t)snprintf(w->by + n, sizeof w->by - n, ja ? " 深さ %u" : ", depth %u",
                              l->depth);
    if (l->nodes != 0 && n < sizeof w->by)
        n += (size_t)snprintf(w->by + n, sizeof w->by - n,
                              ja ? " ノード数 %" PRIu64 : ", nodes %" PRIu64, l->nodes);
    if (l->movetime != 0 && n < sizeof w->by)
        snprintf(w->by + n, sizeof w->by - n, ja ? " 一手 %.1f 秒" : ", %.1f s a position",
                 (double)l->movetime / 1000);
}

/* Open the state file; its title is a digest of the input, the engine and the limits. */
static bool open_state(struct bm_record_job *w)
{
    struct bm_buf settings = {0};
    char title[128], limits[128];
    bm_sync_analyser_describe(w->analyser, &settings);
    snprintf(limits, sizeof limits, "; %u %" PRIu64 " %" PRId64 " %u %u", w->limits.depth,
             w->limits.nodes, w->limits.movetime, w->limits.multipv,
             (unsigned)w->reading.format);
    bm_buf_text(&settings, limits);
    if (w->args->option[OPT_VARIANT].given)
        bm_buf_text(&settings, w->args->option[OPT_VARIANT].text);
    snprintf(title, sizeof title, "banmen analyse 1 %016" PRIx64 " %016" PRIx64,
             bm_journal_digest(0, settings.s, settings.len),
             bm_journal_digest(0, w->input.s, w->input.len));
    bm_buf_free(&settings);
    w->has_state = bm_analyse_state_open(&w->state, w->args->option[OPT_STATE].text, title);
    return w->has_state;
}

/* Check that the output can be written before the analysis starts. */
static bool probe_output(const char *name)
{
    struct bm_output_file out;
    return strcmp(name, "/dev/null") == 0 ||
           (bm_output_file_open(&out, name) && bm_output_file_close(&out, false));
}

static int write_output(struct bm_record_job *w)
{
    const char *const name = w->args->option[OPT_OUTPUT].text;
    struct bm_output_file out;
    if (w->output.failed)
        return bm_analyse_say(w, bm_status_text(BM_ENOMEM));
    if (!bm_output_file_open(&out, name))
        return EXIT_USAGE;
    const bool fine =
        w->output.len == 0 || fwrite(w->output.s, 1, w->output.len, out.file) == w->output.len;
    return bm_output_file_close(&out, fine) && fine ? 0 : EXIT_USAGE;
}

/* Report how far an interrupted analysis came, and where it is kept. */
static void say_unfinished(const struct bm_record_job *w)
{
    fprintf(stderr, "banmen: %" PRIu64 " of %" PRIu64 " positions were evaluated; ", w->done,
            w->positions);
    if (w->has_state)
        fprintf(stderr, "the same command goes on from %s\n", w->state.journal.name);
    else if (w->record_wanted)
        fprintf(stderr, "what was found is written, the rest is as it was\n");
    else
        fprintf(stderr, "--state FILE would have kept them\n");
}

static int run_record_job(struct bm_record_job *w)
{
    const struct bm_option_value *const o = w->args->option;
    int result = bm_analyse_count(w);
    if (result)
        return result;
    if (w->positions != 0 && !bm_sync_analyser_prepare(w->analyser, w->rules))
        return bm_interrupted() ? EXIT_INTERRUPTED : EXIT_USAGE;
    describe_analysis(w);
    if (o[OPT_STATE].given && !open_state(w))
        return EXIT_USAGE;
    const bool bar = isatty(STDERR_FILENO) && (o[OPT_OUTPUT].given || !isatty(STDOUT_FILENO));
    bm_progress_bar_begin(&w->bar, bar ? w->positions : 0);
    result = bm_analyse_games(w);
    bm_progress_bar_clear(&w->bar);
    if (w->trouble)
        say_unfinished(w);
    /*
     * With a state file, an unfinished output is not written: it might replace the input, whose
     * digest the state has.
     */
    if (!result && o[OPT_OUTPUT].given && !(w->trouble && w->has_state))
        result = write_output(w);
    return result ? result : w->trouble ? w->trouble : w->defects ? EXIT_NO : EXIT_YES;
}

int bm_analyse_record(const struct bm_args *args)
{
    const struct bm_option_value *const o = args->option;
    struct bm_record_job w = {.args = args,
                              .name = args->rest[0],
                              .lang = bm_args_lang(args),
                              .json = o[OPT_JSON].given,
                              .record_wanted = !o[OPT_JSON].given || o[OPT_OUTPUT].given};
    int result = read_record_options(&w);
    if (!result && o[OPT_OUTPUT].given && !probe_output(o[OPT_OUTPUT].text))
        result = EXIT_USAGE;
    if (!result)
        result = read_input(&w);
    if (!result && bm_game_create(&w.game, bm_rules_chess(), NULL))
        result = bm_analyse_say(&w, bm_status_text(BM_ENOMEM));
    if (!result)
        result = open_analyser(&w);
    if (!result)
        result = run_record_job(&w);
    if (w.has_state)
        bm_analyse_state_close(&w.state);
    bm_sync_analyser_close(w.analyser);
    bm_analysis_fini(&w.found);
    bm_line_close(&w.line);
    bm_game_destroy(w.game);
    bm_rules_release(w.rules);
    bm_rules_release(w.reading.rules);
    bm_buf_free(&w.input);
    bm_buf_free(&w.output);
    return result;
}
