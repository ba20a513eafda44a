/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "cli/args.h"
#include "cli/position/command_position.h"
#include "cli/records/record_options.h"
#include "engine/registry.h"
#include "io/interrupt.h"
#include "terminal/progress.h"
#include "terminal/search_debug.h"
#include "terminal/variant_messages.h"
#include "tournament/report.h"

enum {
    USUAL_GAMES = 2,
    TEST_GAMES = 100000, /* limit of an SPRT without --games */
    USUAL_MARGIN = 20,   /* ms */
    USUAL_TIMEOUT = 300, /* s */
    USUAL_MOVE_LIMIT =
        10000, /* plies: some variants have no other rule that ends repetitions */
    MOST_ENGINES = 1000
};
static const char usual_clock[] = "10+0.1";

static int refuse_option_value(const char *option, const char *why, const char *text)
{
    fprintf(stderr, "banmen: --%s %s, not '%s'\n", option, why, text);
    return EXIT_USAGE;
}

/* A number with decimals and nothing behind it. */
static bool read_real(const char *text, double least, double most, double *out)
{
    char *end;
    errno = 0;
    const double v = strtod(text, &end);
    if (errno || end == text || *end != '\0' || !(v >= least && v <= most))
        return false;
    *out = v;
    return true;
}

static int read_sprt(struct bm_tournament *t, const struct bm_option_value *o)
{
    t->sprt = (struct bm_sprt){.alpha = 0.05, .beta = 0.05};
    t->has_sprt = o[OPT_SPRT].given;
    if (o[OPT_ALPHA].given && !read_real(o[OPT_ALPHA].text, 1e-9, 0.5, &t->sprt.alpha))
        return refuse_option_value("alpha", "is a number from 0 to 0.5", o[OPT_ALPHA].text);
    if (o[OPT_BETA].given && !read_real(o[OPT_BETA].text, 1e-9, 0.5, &t->sprt.beta))
        return refuse_option_value("beta", "is a number from 0 to 0.5", o[OPT_BETA].text);
    if (o[OPT_ELO].given)
        t->sprt.model = (enum bm_elo_model)o[OPT_ELO].number;
    if (!t->has_sprt)
        return 0;
    if (!read_real(o[OPT_SPRT].text, -2000, 2000, &t->sprt.e0))
        return refuse_option_value("sprt", "has two numbers of Elo", o[OPT_SPRT].text);
    if (!read_real(o[OPT_SPRT].more, -2000, 2000, &t->sprt.e1))
        return refuse_option_value("sprt", "has two numbers of Elo", o[OPT_SPRT].more);
    if (t->sprt.e0 >= t->sprt.e1) {
        fprintf(stderr, "banmen: --sprt has the smaller number first\n");
        return EXIT_USAGE;
    }
    if (t->schedule.engines != 2) {
        fprintf(stderr, "banmen: --sprt is a test between two engines\n");
        return EXIT_USAGE;
    }
    return 0;
}

/* The limits of a move, and the clock: the usual one if nothing is said. */
static int read_match_limits(struct bm_tournament *t, const struct bm_option_value *o)
{
    struct bm_error err;
    const char *clock = o[OPT_CLOCK].given ? o[OPT_CLOCK].text : NULL;
    t->limits.depth = o[OPT_DEPTH].number;
    t->limits.nodes = o[OPT_NODES].number;
    t->limits.movetime = o[OPT_MOVETIME].number;
    if (!clock && !o[OPT_DEPTH].given && !o[OPT_NODES].given && !o[OPT_MOVETIME].given)
        clock = usual_clock;
    if (clock && bm_times_parse(&t->times, clock, strlen(clock), &err)) {
        fprintf(stderr, "banmen: --clock:1:%u: %s\n", err.column, err.what);
        return EXIT_USAGE;
    }
    const struct bm_times same = {{t->times.side[0], t->times.side[0]}};
    t->time_odds = !bm_times_equal(&t->times, &same);
    if (t->time_odds && t->schedule.engines != 2) {
        fprintf(stderr, "banmen: two clocks are for two engines\n");
        return EXIT_USAGE;
    }
    t->margin = o[OPT_MARGIN].given ? o[OPT_MARGIN].number : USUAL_MARGIN;
    t->ceiling = (o[OPT_TIMEOUT].given ? (int64_t)o[OPT_TIMEOUT].number : USUAL_TIMEOUT) * 1000;
    t->ponder = o[OPT_PONDER].given;
    t->debug = o[OPT_DEBUG].given ? bm_search_debug_print : NULL;
    t->restart = o[OPT_RESTART].given;
    if (o[OPT_ADJUDICATE].given &&
        bm_adjudication_parse(&t->adjudication, o[OPT_ADJUDICATE].text, &err)) {
        fprintf(stderr, "banmen: --adjudicate:1:%u: %s\n", err.column, err.what);
        return EXIT_USAGE;
    }
    return 0;
}

static void read_rules(struct bm_tournament *t, const struct bm_option_value *o)
{
    bm_options_default(&t->options);
    /* Engines do not claim draws. */
    t->options.auto_draws = !o[OPT_DRAWS].given || o[OPT_DRAWS].number == DRAWS_AUTO;
    if (o[OPT_IMPASSE].given)
        t->options.impasse = (enum bm_impasse_rule)o[OPT_IMPASSE].number;
    t->options.move_limit = o[OPT_MAX_MOVES].given ? o[OPT_MAX_MOVES].number : USUAL_MOVE_LIMIT;
}

/* Append a number to a name that is taken. */
static void name_participant(struct bm_tournament *t, unsigned i, const char *name)
{
    struct bm_participant *const c = &t->participants[i];
    char cut[sizeof c->name - sizeof " (1000)" + 1];
    struct bm_str s;
    unsigned same = 1;
    bm_str_init(&s, cut, sizeof cut);
    bm_str_text(&s, name);
    bm_str_end(&s);
    snprintf(c->name, sizeof c->name, "%s", cut);
    for (unsigned k = 0; k < i; k++) {
        if (strcmp(t->participants[k].name, c->name) == 0) {
            snprintf(c->name, sizeof c->name, "%s (%u)", cut, ++same);
            k = UINT_MAX; /* from the beginning: the new name may be taken too */
        }
    }
}

static int read_engines(struct bm_tournament *t, const struct bm_args *args)
{
    struct bm_error err = {.what = ""};
    if (args->count > MOST_ENGINES) {
        fprintf(stderr, "banmen: a match has at most %d engines\n", MOST_ENGINES);
        return EXIT_USAGE;
    }
    t->schedule.engines = args->count;
    t->participants = calloc(args->count, sizeof *t->participants);
    t->pairing_results = calloc(bm_schedule_pairings(&t->schedule), sizeof *t->pairing_results);
    if (!t->participants || !t->pairing_results) {
        fprintf(stderr, "banmen: out of memory\n");
        return EXIT_USAGE;
    }
    for (unsigned i = 0; i < args->count; i++)
        bm_spec_init(&t->participants[i].spec);
    for (unsigned i = 0; i < args->count; i++) {
        struct bm_participant *const c = &t->participants[i];
        if (bm_registry_resolve(&c->spec, &c->level, args->rest[i], &err)) {
            fprintf(stderr, "banmen: %s\n", err.what);
            return EXIT_USAGE;
        }
        name_participant(t, i, c->level || !c->spec.name ? args->rest[i] : c->spec.name);
    }
    return 0;
}

static int read_openings(struct bm_tournament *t, const struct bm_option_value *o)
{
    bool shuffled = false;
    const unsigned plies = o[OPT_OPENING_PLIES].given ? o[OPT_OPENING_PLIES].number : UINT_MAX;
    enum bm_format from = BM_FORMAT_AUTO;
    if (o[OPT_FROM].given) {
        from = bm_record_format_option("from", o[OPT_FROM].text);
        if (from == BM_FORMAT_AUTO)
            return EXIT_USAGE;
    }
    const bool good =
        o[OPT_OPENINGS].given
            ? bm_openings_load(&t->openings, o[OPT_OPENINGS].text, from,
                               bm_format_of_suffix(o[OPT_OPENINGS].text), t->rules, plies)
            : bm_openings_default(&t->openings, t->rules, &shuffled);
    if (!good)
        return EXIT_USAGE;
    t->schedule.openings = t->openings.count;
    t->schedule.shuffled = o[OPT_ORDER].given ? o[OPT_ORDER].number == ORDER_RANDOM : shuffled;
    return 0;
}

/* The settings that must be equal when a match is resumed. */
static void list_settings(const struct bm_tournament *t, const struct bm_args *args,
                          struct bm_tournament_settings *s)
{
    char clock[BM_TIMES_TEXT];
    const struct bm_adjudication_rules *const v = &t->adjudication;
    bm_tournament_settings_add(s, "--variant", "%s",
                               args->option[OPT_VARIANT].given ? args->option[OPT_VARIANT].text
                                                               : "chess");
    bm_tournament_settings_add(s, "engines", "%u", args->count);
    /* The commands of further engines are not compared, only their number. */
    static const char *const names[] = {"engine 1", "engine 2", "engine 3", "engine 4",
                                        "engine 5", "engine 6", "engine 7", "engine 8"};
    for (unsigned i = 0; i < args->count && i < sizeof names / sizeof *names; i++)
        bm_tournament_settings_add(s, names[i], "%s", args->rest[i]);
    bm_times_format(&t->times, clock, sizeof clock);
    bm_tournament_settings_add(s, "--clock", "%s", clock);
    bm_tournament_settings_add(s, "--depth", "%u", t->limits.depth);
    bm_tournament_settings_add(s, "--nodes", "%" PRIu64, t->limits.nodes);
    bm_tournament_settings_add(s, "--movetime", "%" PRId64, t->limits.movetime);
    bm_tournament_settings_add(s, "--ponder", "%s", t->ponder ? "on" : "off");
    bm_tournament_settings_add(s, "--margin", "%" PRId64, t->margin);
    bm_tournament_settings_add(s, "--openings", "%zu, %016" PRIx64, t->openings.count,
                               t->openings.digest);
    bm_tournament_settings_add(s, "--order", "%s",
                               t->schedule.shuffled ? "random" : "sequential");
    bm_tournament_settings_add(s, "--seed", "%" PRIu64, t->schedule.seed);
    bm_tournament_settings_add(s, "--draws", "%s", t->options.auto_draws ? "auto" : "claim");
    bm_tournament_settings_add(s, "--impasse", "%d", (int)t->options.impasse);
    bm_tournament_settings_add(s, "--max-moves", "%" PRIu32, t->options.move_limit);
    bm_tournament_settings_add(s, "--adjudicate", "draw:%u:%u:%u,resign:%u:%u", v->draw_from,
                               v->draw_moves, v->draw_score, v->resign_moves, v->resign_score);
    if (t->has_sprt)
        bm_tournament_settings_add(
            s, "--sprt", "%g %g, alpha %g, beta %g, %s", t->sprt.e0, t->sprt.e1, t->sprt.alpha,
            t->sprt.beta, t->sprt.model == BM_ELO_LOGISTIC ? "logistic" : "normalized");
}

static int open_state(struct bm_tournament *t, const struct bm_args *args)
{
    struct bm_tournament_settings settings = {.count = 0};
    list_settings(t, args, &settings);
    const struct bm_option_value *const o = &args->option[OPT_STATE];
    const bool good = bm_tournament_open_state(t, o->given ? o->text : NULL, &settings);
    bm_tournament_settings_free(&settings);
    if (good && t->beyond != 0)
        fprintf(stderr, "banmen: %s: more has been played than --games %u\n", o->text,
                t->schedule.games);
    return good && t->beyond == 0 ? 0 : EXIT_USAGE;
}

static int open_games(struct bm_tournament *t, const struct bm_args *args)
{
    const struct bm_option_value *const o = args->option;
    if (!o[OPT_OUTPUT].given)
        return 0;
    enum bm_format format = bm_format_of_suffix(o[OPT_OUTPUT].text);
    if (format == BM_FORMAT_AUTO)
        format = t->rules == bm_rules_shogi() ? BM_FORMAT_KIF : BM_FORMAT_PGN;
    if (o[OPT_TO].given) {
        format = bm_record_format_option("to", o[OPT_TO].text);
        if (format == BM_FORMAT_AUTO)
            return EXIT_USAGE;
    }
    return bm_tournament_open_games(t, o[OPT_OUTPUT].text, format) ? 0 : EXIT_USAGE;
}

static int prepare_match(struct bm_tournament *t, const struct bm_args *args)
{
    const struct bm_option_value *const o = args->option;
    t->rules =
        bm_variant_rules_open(o[OPT_VARIANT].given ? o[OPT_VARIANT].text : "chess", BM_EN);
    if (!t->rules)
        return EXIT_USAGE;
    t->event = o[OPT_EVENT].given ? o[OPT_EVENT].text : "engine match";
    t->concurrency = o[OPT_CONCURRENCY].given ? o[OPT_CONCURRENCY].number : 1;
    t->schedule.seed = o[OPT_SEED].given ? o[OPT_SEED].number : 1;
    read_rules(t, o);
    int status = read_engines(t, args);
    if (!status)
        status = read_sprt(t, o);
    if (!status)
        status = read_match_limits(t, o);
    t->schedule.games = o[OPT_GAMES].given ? o[OPT_GAMES].number
                        : t->has_sprt      ? TEST_GAMES
                                           : USUAL_GAMES;
    if (!status)
        status = read_openings(t, o);
    if (!status)
        status = open_state(t, args);
    return status ? status : open_games(t, args);
}

/* ---- Hooks of the run ---- */

struct match_run {
    struct bm_tournament *tournament;
    struct bm_progress_bar bar;
    bool json;
};

static bool on_game_finished(void *user, const struct bm_scheduled_game *game,
                             const struct bm_played_game *played)
{
    struct match_run *const r = user;
    bm_progress_bar_clear(&r->bar);
    bm_match_report_game(r->tournament, game, played, r->json);
    return fflush(stdout) == 0;
}

static void on_match_tick(void *user)
{
    struct match_run *const r = user;
    bm_progress_bar_tick(&r->bar, r->tournament->done - r->tournament->restored);
}

static bool is_interrupted(void *user)
{
    (void)user;
    return bm_interrupted();
}

static int play_match(struct bm_tournament *t, bool json)
{
    static const int status[] = {[BM_TOURNAMENT_FINISHED] = EXIT_YES,
                                 [BM_TOURNAMENT_STOPPED] = EXIT_INTERRUPTED,
                                 [BM_TOURNAMENT_FAILED] = EXIT_USAGE};
    struct match_run r = {.tournament = t, .json = json};
    const struct bm_tournament_hooks hooks = {.game_finished = on_game_finished,
                                              .tick = on_match_tick,
                                              .should_stop = is_interrupted,
                                              .user = &r};
    const uint64_t left = bm_schedule_games(&t->schedule) - t->done;
    bm_interrupt_catch(true);
    bm_progress_bar_begin(&r.bar, isatty(STDERR_FILENO) ? left : 0);
    const enum bm_tournament_end end = bm_tournament_run(t, &hooks);
    bm_progress_bar_clear(&r.bar);
    bm_interrupt_catch(false);
    return status[end];
}

int bm_cmd_match(const struct bm_args *args)
{
    struct bm_tournament t = {.games = {.fd = -1}, .state = {.journal = {.fd = -1}}};
    const bool json = args->option[OPT_JSON].given;
    int status = prepare_match(&t, args);
    if (!status) {
        bm_match_report_restored(&t);
        status = play_match(&t, json);
        /* Also after Ctrl-C and after a failure, the games that were played are written. */
        if (!bm_tournament_write_games(&t, true))
            status = EXIT_USAGE;
        bm_match_report_end(&t, json);
    }
    if (!bm_game_file_close(&t.games))
        status = EXIT_USAGE;
    bm_tournament_free(&t);
    return status;
}
