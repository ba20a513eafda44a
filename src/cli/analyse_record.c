/* SPDX-License-Identifier: MIT */
/* The games of a file: every position of the main lines is evaluated, and all is written back
 * with what was found. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "banmen/variant.h"
#include "cli/analyse.h"
#include "cli/analyse_mind.h"
#include "cli/analyse_report.h"
#include "cli/analyse_state.h"
#include "cli/input.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/records.h"
#include "cli/session.h"

/* Thinking time if nothing was said; when a search by depth or nodes counts as hung, ms; lines
 * on what a format cannot hold. */
enum { USUAL_MS = 1000, CEILING = 600000, MAX_LOSSES = 20 };

struct work {
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

    struct bm_mind *mind;
    struct bm_think limits;
    char by[256]; /* who thinks, and how long */
    struct bm_analyse_state state;
    bool has_state;

    struct bm_game *game;
    struct bm_line line;
    struct bm_analysis found;
    struct bm_bar bar;
    uint64_t positions, done;     /* in the file; evaluated */
    const struct bm_rules *rules; /* of the first game; held */
    unsigned losses;
    bool counting; /* the first reading: nothing is said twice */
    bool defects;
    int trouble; /* exit code of what ended the work */
};

/* ---- Reading and writing ---- */

static size_t feed(void *user, char *buf, size_t cap)
{
    struct work *const w = user;
    const size_t left = w->input.len - w->input_at, n = left < cap ? left : cap;
    if (n != 0)
        memcpy(buf, w->input.s + w->input_at, n);
    w->input_at += n;
    return n;
}

static void on_defect(void *user, const struct bm_report *r)
{
    struct work *const w = user;
    if (r->severity != BM_SAY_DEFECT || !w->counting)
        return;
    w->defects = true;
    fprintf(stderr, "%s:%" PRIu64 ":%" PRIu32 ": game %" PRIu64 ", ply %u: %s\n", w->name,
            r->line, r->column, r->game, r->ply, r->what);
}

static void on_loss(void *user, const struct bm_report *r)
{
    struct work *const w = user;
    if (w->counting || w->losses++ >= MAX_LOSSES)
        return;
    bm_bar_clear(&w->bar);
    fprintf(stderr, "%s: game %" PRIu64 ", ply %u: %s\n", w->name, w->writing.game, r->ply,
            r->what);
}

static bool put(void *user, const char *bytes, size_t len)
{
    struct work *const w = user;
    if (!w->counting)
        bm_buf_bytes(&w->output, bytes, len);
    return !w->output.failed;
}

static int say(struct work *w, const char *why)
{
    bm_bar_clear(&w->bar);
    fprintf(stderr, "banmen: %s: %s\n", w->name, why);
    return EXIT_USAGE;
}

/* The format to write: what was asked for, or that of the file if it can hold an analysis. */
static enum bm_format choose_format(const struct work *w, enum bm_format read)
{
    const struct bm_value *const o = w->args->option;
    const char *const dot = o[OPT_OUTPUT].given ? strrchr(o[OPT_OUTPUT].text, '.') : NULL;
    const enum bm_format suffix =
        dot ? bm_format_find(dot + 1, strlen(dot + 1)) : BM_FORMAT_COUNT;
    if (o[OPT_TO].given)
        return bm_format_find(o[OPT_TO].text, strlen(o[OPT_TO].text));
    if (suffix != BM_FORMAT_COUNT && bm_analysis_fits(suffix))
        return suffix;
    return bm_analysis_fits(read) ? read : BM_FORMAT_PGN;
}

static void settle_writing(struct work *w, const struct bm_reader *reader)
{
    const enum bm_format read = bm_reader_format(reader);
    w->writing.format = choose_format(w, read);
    /* A Japanese program gets back what it gave. PGN mixes encodings, and becomes UTF-8. */
    w->writing.encoding = w->writing.format == read && read != BM_FORMAT_PGN
                              ? bm_reader_encoding(reader)
                              : BM_ENCODING_UTF8;
}

static int write_game(struct work *w)
{
    struct bm_error err = {.what = ""};
    const bm_status status = bm_game_write(w->game, &w->writing, put, w, &err);
    if (!status)
        return 0;
    bm_bar_clear(&w->bar);
    fprintf(stderr, "banmen: %s: game %" PRIu64 " cannot be written as %s: %s\n", w->name,
            w->writing.game, bm_format_name(w->writing.format),
            *err.what ? err.what : bm_status_text(status));
    return EXIT_USAGE;
}

/* Read all games, and do something with each. */
static int each_game(struct work *w, int (*with)(struct work *w))
{
    struct bm_reader *reader;
    struct bm_error err = {.what = ""};
    int result = 0;
    bool got = true;
    w->input_at = 0;
    bm_status status = bm_reader_create(&reader, &w->reading, feed, w);
    if (status)
        return say(w, bm_status_text(status));
    while (!result && !(status = bm_reader_next(reader, w->game, &got, &err)) && got) {
        settle_writing(w, reader);
        w->writing.game = bm_reader_games(reader);
        result = with(w);
    }
    if (status)
        result = say(w, *err.what ? err.what : bm_status_text(status));
    bm_reader_destroy(reader);
    return result;
}

/* The first reading: defects, how much there is to do, and whether it can be written. */
static int count_game(struct work *w)
{
    if (!bm_analysis_begin(&w->found, w->game, &w->line))
        return say(w, bm_status_text(BM_ENOMEM));
    for (size_t i = 0; i < w->found.count; i++)
        w->positions += w->found.places[i].eval.kind == EVAL_NONE;
    if (!w->rules)
        w->rules = bm_rules_hold(bm_game_rules(w->game));
    return w->record_wanted ? write_game(w) : 0;
}

/* ---- Evaluating ---- */

static void on_tick(void *user)
{
    struct work *const w = user;
    bm_bar_tick(&w->bar, w->done);
}

static void on_talk(void *user) { bm_bar_clear(&((struct work *)user)->bar); }

/* Keep what was found about a place; false if no score was told. */
static bool keep(struct work *w, size_t place)
{
    const struct bm_mind_line *line;
    for (unsigned i = 0; (line = bm_mind_best(w->mind, i)) != NULL; i++) {
        if (line->eval.kind == EVAL_NONE)
            continue;
        if (!bm_analysis_add(&w->found, place, &line->eval, line->pv, line->pv_count)) {
            w->trouble = say(w, bm_status_text(BM_ENOMEM));
            return false;
        }
    }
    if (w->found.places[place].count != 0)
        return true;
    bm_bar_clear(&w->bar);
    fprintf(stderr, "banmen: %s tells no score for a position\n", bm_mind_name(w->mind));
    w->trouble = EXIT_USAGE;
    return false;
}

static bool evaluate(struct work *w, size_t place)
{
    const struct bm_mind_events events = {.tick = on_tick, .talk = on_talk, .user = w};
    const uint64_t number = w->writing.game;
    struct bm_place *const p = &w->found.places[place];
    if (w->has_state && !bm_line_goto(&w->line, p->node, NULL) &&
        bm_analyse_state_find(&w->state, number, place, w->line.ctx, &w->found))
        return true;
    if (bm_interrupted()) {
        w->trouble = EXIT_INTERRUPTED;
        return false;
    }
    /* An answer must not depend on what was thought before an interruption. */
    if (w->has_state)
        bm_mind_new_game(w->mind);
    const int64_t ceiling = w->limits.movetime == 0 ? CEILING : 0;
    switch (bm_mind_ask(w->mind, w->game, p->node, &w->limits, ceiling, &events)) {
    case ASKED_FAILED: w->trouble = EXIT_USAGE; return false;
    case ASKED_STOPPED: w->trouble = EXIT_INTERRUPTED; return false;
    case ASKED_ANSWERED: break;
    }
    if (!keep(w, place))
        return false;
    if (w->has_state &&
        !bm_analyse_state_add(&w->state, number, place, bm_game_rules(w->game), &w->found)) {
        w->trouble = EXIT_USAGE;
        return false;
    }
    return true;
}

/* Backwards, so that an engine knows already what a move leads to. */
static void evaluate_all(struct work *w)
{
    if (!bm_mind_prepare(w->mind, bm_game_rules(w->game)))
        w->trouble = bm_interrupted() ? EXIT_INTERRUPTED : EXIT_USAGE;
    else if (!w->has_state)
        bm_mind_new_game(w->mind);
    for (size_t i = w->found.count; i-- > 0 && !w->trouble;) {
        if (w->found.places[i].eval.kind == EVAL_NONE && evaluate(w, i))
            w->done++;
        bm_bar_tick(&w->bar, w->done);
    }
}

static void report(struct work *w)
{
    bm_bar_clear(&w->bar);
    if (w->json)
        bm_analyse_report_json(&w->found, w->game, &w->line, w->writing.game, w->by, w->lang);
    else
        bm_analyse_report(w->args->option[OPT_OUTPUT].given ? stdout : stderr, &w->found,
                          w->game, &w->line, w->writing.game, w->lang);
}

/* Think about a game, and write what was found into it. */
static bm_status annotate(struct work *w)
{
    char by[sizeof w->by + 32];
    if (!bm_analysis_begin(&w->found, w->game, &w->line))
        return BM_ENOMEM;
    evaluate_all(w);
    if (w->trouble && w->found.lines_count == 0)
        return BM_OK; /* an earlier analysis is better than none */
    report(w);
    snprintf(by, sizeof by, "%s%s", w->by,
             !w->trouble        ? ""
             : w->lang == BM_JA ? " （途中まで）"
                                : " (unfinished)");
    const struct bm_annotation how = {w->writing.format, w->lang, by};
    const bm_status status = bm_analysis_strip(w->game);
    return status ? status : bm_analysis_write(&w->found, w->game, &w->line, &how);
}

/* The second reading. After trouble the other games pass as they are. */
static int analyse_game(struct work *w)
{
    const bm_status status = w->trouble ? BM_OK : annotate(w);
    if (status)
        return say(w, bm_status_text(status));
    if (!w->record_wanted)
        return 0;
    const int result = write_game(w);
    if (!w->args->option[OPT_OUTPUT].given && !(w->trouble && w->has_state)) {
        fwrite(w->output.s, 1, w->output.len, stdout);
        fflush(stdout);
        w->output.len = 0;
    }
    return result;
}

/* ---- The whole ---- */

static int read_input(struct work *w)
{
    const int fd = bm_input_open(w->name);
    if (fd < 0)
        return say(w, strerror(errno));
    const bool fine = bm_input_all(fd, &w->input);
    const int error = errno;
    bm_input_close(fd);
    return bm_interrupted() ? EXIT_INTERRUPTED : fine ? 0 : say(w, strerror(error));
}

static int read_options(struct work *w)
{
    const struct bm_value *const o = w->args->option;
    const int status = bm_records_options(w->args, &w->reading.format, &w->reading.rules);
    if (status)
        return status;
    if (o[OPT_TO].given) {
        const enum bm_format to = bm_records_format("to", o[OPT_TO].text);
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

static int open_mind(struct work *w)
{
    const struct bm_value *const engine = &w->args->option[OPT_ENGINE];
    w->mind = bm_mind_open(engine->given ? engine->text : NULL, w->lang);
    if (!w->mind)
        return EXIT_USAGE;
    /* Built-in players come to an end by themselves. */
    if (w->limits.infinite && !bm_mind_is_built_in(w->mind))
        w->limits.movetime = USUAL_MS;
    w->limits.infinite = false;
    return 0;
}

/* "Stockfish 15.1, depth 12", once it is known who thinks. */
static void describe(struct work *w)
{
    const struct bm_think *const l = &w->limits;
    const bool ja = w->lang == BM_JA;
    size_t n = (size_t)snprintf(w->by, sizeof w->by, "%s", bm_mind_name(w->mind));
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

/* The work that a state file belongs to: input, engine and limits. */
static bool open_state(struct work *w)
{
    struct bm_buf settings = {0};
    char title[128], limits[128];
    bm_mind_describe(w->mind, &settings);
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

/* Whether the file can be written, before hours are spent. */
static bool probe_output(const char *name)
{
    struct bm_output out;
    return strcmp(name, "/dev/null") == 0 ||
           (bm_output_open(&out, name) && bm_output_close(&out, false));
}

static int write_output(struct work *w)
{
    const char *const name = w->args->option[OPT_OUTPUT].text;
    struct bm_output out;
    if (w->output.failed)
        return say(w, bm_status_text(BM_ENOMEM));
    if (!bm_output_open(&out, name))
        return EXIT_USAGE;
    const bool fine =
        w->output.len == 0 || fwrite(w->output.s, 1, w->output.len, out.file) == w->output.len;
    return bm_output_close(&out, fine) && fine ? 0 : EXIT_USAGE;
}

/* What is kept of work that was not finished. */
static void say_unfinished(const struct work *w)
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

static int run(struct work *w)
{
    const struct bm_value *const o = w->args->option;
    w->counting = true;
    int result = each_game(w, count_game);
    w->counting = false;
    if (result)
        return result;
    if (w->positions != 0 && !bm_mind_prepare(w->mind, w->rules))
        return bm_interrupted() ? EXIT_INTERRUPTED : EXIT_USAGE;
    describe(w);
    if (o[OPT_STATE].given && !open_state(w))
        return EXIT_USAGE;
    const bool bar = isatty(STDERR_FILENO) && (o[OPT_OUTPUT].given || !isatty(STDOUT_FILENO));
    bm_bar_begin(&w->bar, bar ? w->positions : 0);
    result = each_game(w, analyse_game);
    bm_bar_clear(&w->bar);
    if (w->trouble)
        say_unfinished(w);
    /* An unfinished file in the place of its source would make the state useless. */
    if (!result && o[OPT_OUTPUT].given && !(w->trouble && w->has_state))
        result = write_output(w);
    return result ? result : w->trouble ? w->trouble : w->defects ? EXIT_NO : EXIT_YES;
}

int bm_analyse_record(const struct bm_args *args)
{
    const struct bm_value *const o = args->option;
    struct work w = {.args = args,
                     .name = args->rest[0],
                     .lang = bm_session_lang(args),
                     .json = o[OPT_JSON].given,
                     .record_wanted = !o[OPT_JSON].given || o[OPT_OUTPUT].given,
                     .reading = {.report = on_defect},
                     .writing = {.report = on_loss}};
    w.reading.user = w.writing.user = &w;
    int result = read_options(&w);
    if (!result && o[OPT_OUTPUT].given && !probe_output(o[OPT_OUTPUT].text))
        result = EXIT_USAGE;
    if (!result)
        result = read_input(&w);
    if (!result && bm_game_create(&w.game, bm_rules_chess(), NULL))
        result = say(&w, bm_status_text(BM_ENOMEM));
    if (!result)
        result = open_mind(&w);
    if (!result)
        result = run(&w);
    if (w.has_state)
        bm_analyse_state_close(&w.state);
    bm_mind_close(w.mind);
    bm_analysis_fini(&w.found);
    bm_line_close(&w.line);
    bm_game_destroy(w.game);
    bm_rules_release(w.rules);
    bm_rules_release(w.reading.rules);
    bm_buf_free(&w.input);
    bm_buf_free(&w.output);
    return result;
}
