/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "banmen/variant.h"
#include "cli/position/command_position.h"
#include "cli/records/record_options.h"
#include "io/files/input.h"
#include "io/files/output_file.h"
#include "io/interrupt.h"
#include "terminal/progress.h"

/* Lines on what is left out; after that it is only counted. */
enum { MAX_LINES = 20, MAX_KINDS = 64 };

/* One thing that the format cannot hold, and how many games have it. */
struct format_loss {
    char what[96];
    uint64_t games;
};

struct conversion {
    struct bm_read_options reading;
    struct bm_write_options writing;
    struct bm_output_file out;
    struct bm_game *game;
    struct bm_progress_bar bar;

    const char *name; /* of the file that is read */
    int fd;
    int trouble;         /* errno of reading it */
    uint64_t bytes;      /* read so far, of all files */
    uint64_t file_games; /* of this file */
    uint64_t written;    /* games */
    bool defects;
    unsigned lines;
    struct format_loss loss[MAX_KINDS];
    unsigned losses;
};

static void count_loss(struct conversion *c, const char *what)
{
    unsigned i = 0;
    while (i < c->losses && strncmp(c->loss[i].what, what, sizeof c->loss[i].what - 1) != 0)
        i++;
    if (i == MAX_KINDS)
        return;
    if (i == c->losses)
        snprintf(c->loss[c->losses++].what, sizeof c->loss[i].what, "%s", what);
    c->loss[i].games++;
}

/* Print a defect; other reports only up to MAX_LINES. */
static void on_convert_report(void *user, const struct bm_report *r)
{
    struct conversion *const c = user;
    const bool is_defect = r->severity == BM_SAY_DEFECT;
    if (bm_interrupted())
        return;
    if (!is_defect && c->lines == MAX_LINES) {
        count_loss(c, r->what);
        return;
    }
    c->lines += !is_defect;
    c->defects |= is_defect;
    bm_progress_bar_clear(&c->bar);
    fprintf(stderr, "%s:%" PRIu64 ":%" PRIu32 ": game %" PRIu64 ", ply %u: %s\n", c->name,
            r->line, r->column, r->game, r->ply, r->what);
}

static void on_convert_loss(void *user, const struct bm_report *r)
{
    struct conversion *const c = user;
    if (c->lines == MAX_LINES) {
        count_loss(c, r->what);
        return;
    }
    c->lines++;
    bm_progress_bar_clear(&c->bar);
    fprintf(stderr, "%s: game %" PRIu64 ", ply %u: %s\n", c->name, c->file_games, r->ply,
            r->what);
}

static void sum_up(const struct conversion *c)
{
    for (unsigned i = 0; i < c->losses; i++)
        fprintf(stderr, "banmen: in %" PRIu64 " more games: %s\n", c->loss[i].games,
                c->loss[i].what);
}

static size_t feed_records(void *user, char *buf, size_t cap)
{
    struct conversion *const c = user;
    const size_t n = bm_input_read(c->fd, buf, cap);
    if (bm_interrupted())
        return SIZE_MAX;
    if (n == SIZE_MAX)
        c->trouble = errno;
    else
        c->bytes += n;
    bm_progress_bar_tick(&c->bar, c->bytes);
    return n;
}

static bool put_record(void *user, const char *bytes, size_t len)
{
    struct conversion *const c = user;
    return fwrite(bytes, 1, len, c->out.file) == len;
}

static int say_convert_error(struct conversion *c, const char *why)
{
    if (bm_interrupted())
        return EXIT_INTERRUPTED;
    bm_progress_bar_clear(&c->bar);
    fprintf(stderr, "banmen: %s: %s\n", c->name, why);
    return EXIT_USAGE;
}

/* EXIT_USAGE if it cannot be written; *stop is set if nothing else can either. */
static int write_converted_game(struct conversion *c, bool *stop)
{
    struct bm_error err = {.what = ""};
    c->writing.game = c->written + 1;
    const bm_status status = bm_game_write(c->game, &c->writing, put_record, c, &err);
    if (status == BM_OK) {
        c->written++;
        return 0;
    }
    *stop = status != BM_ERULE;
    bm_progress_bar_clear(&c->bar);
    fprintf(stderr, "%s: game %" PRIu64 ": cannot be written as %s: %s\n", c->name,
            c->file_games, bm_format_name(c->writing.format),
            *err.what ? err.what : bm_status_text(status));
    return EXIT_USAGE;
}

static int convert_games(struct conversion *c, struct bm_reader *reader, bool *stop)
{
    struct bm_error err = {.what = ""};
    int result = 0;
    bool got;
    while (!*stop) {
        const bm_status status = bm_reader_next(reader, c->game, &got, &err);
        if (bm_interrupted())
            return EXIT_INTERRUPTED;
        if (status)
            return say_convert_error(c, c->trouble  ? strerror(c->trouble)
                                        : *err.what ? err.what
                                                    : bm_status_text(status));
        if (!got)
            break;
        c->file_games = bm_reader_games(reader);
        if (write_converted_game(c, stop))
            result = EXIT_USAGE;
    }
    return result;
}

static int convert_file(struct conversion *c, const char *name, bool *stop)
{
    struct bm_reader *reader;
    c->name = name;
    c->trouble = 0;
    c->fd = bm_input_open(name);
    if (c->fd < 0)
        return say_convert_error(c, strerror(errno));
    int result = EXIT_USAGE;
    const bm_status status = bm_reader_create(&reader, &c->reading, feed_records, c);
    if (status) {
        say_convert_error(c, bm_status_text(status));
    } else {
        result = convert_games(c, reader, stop);
        bm_reader_destroy(reader);
    }
    bm_input_close(c->fd);
    return result;
}

static int convert_files(struct conversion *c, const struct bm_args *args)
{
    int result = 0;
    bool stop = false;
    bm_interrupt_catch(true);
    /* A bar among the games on a terminal would not be readable. */
    const bool bar = isatty(STDERR_FILENO) && (c->out.temporary || !isatty(STDOUT_FILENO));
    bm_progress_bar_begin(&c->bar, bar ? bm_input_total(args->rest, args->count) : 0);
    for (unsigned i = 0; i < args->count && !stop; i++) {
        const int status = convert_file(c, args->rest[i], &stop);
        result = status > result ? status : result;
        stop |= status == EXIT_INTERRUPTED;
    }
    bm_progress_bar_clear(&c->bar);
    sum_up(c);
    const char *const name = c->out.name;
    const bool keep = result == 0;
    if (!bm_output_file_close(&c->out, keep))
        result = EXIT_USAGE;
    else if (!keep && name)
        fprintf(stderr, "banmen: %s is left as it was\n", args->option[OPT_OUTPUT].text);
    bm_interrupt_catch(false);
    return result != 0 ? result : c->defects ? EXIT_NO : EXIT_YES;
}

static int read_convert_options(struct conversion *c, const struct bm_args *args)
{
    const struct bm_option_value *const o = args->option;
    const int status = bm_record_options_read(args, &c->reading.format, &c->reading.rules);
    if (status)
        return status;
    if (!o[OPT_TO].given) {
        fprintf(stderr, "banmen: --to is missing: the format to write\n"
                        "Try 'banmen help convert'.\n");
        return EXIT_USAGE;
    }
    c->writing.format = bm_record_format_option("to", o[OPT_TO].text);
    if (c->writing.format == BM_FORMAT_AUTO)
        return EXIT_USAGE;
    if (o[OPT_ENCODING].given) {
        const char *const name = o[OPT_ENCODING].text;
        c->writing.encoding = bm_encoding_find(name, strlen(name));
        if (c->writing.encoding == BM_ENCODING_COUNT) {
            fprintf(stderr, "banmen: --encoding is one of");
            for (enum bm_encoding e = BM_ENCODING_AUTO + 1; e < BM_ENCODING_COUNT; e++)
                fprintf(stderr, " %s", bm_encoding_name(e));
            fprintf(stderr, ", not '%s'\n", name);
            return EXIT_USAGE;
        }
    }
    return 0;
}

int bm_cmd_convert(const struct bm_args *args)
{
    struct conversion c = {.name = ""};
    c.reading.report = on_convert_report;
    c.reading.user = &c;
    c.writing.report = on_convert_loss;
    c.writing.user = &c;
    c.reading.lang = c.writing.lang = bm_args_lang(args);
    int status = read_convert_options(&c, args);
    if (!status && bm_game_create(&c.game, bm_rules_chess(), NULL)) {
        fprintf(stderr, "banmen: out of memory\n");
        status = EXIT_USAGE;
    }
    if (!status) {
        const bool opened = bm_output_file_open(
            &c.out, args->option[OPT_OUTPUT].given ? args->option[OPT_OUTPUT].text : NULL);
        status = opened ? convert_files(&c, args) : EXIT_USAGE;
        bm_game_destroy(c.game);
    }
    bm_rules_release(c.reading.rules);
    return status;
}
