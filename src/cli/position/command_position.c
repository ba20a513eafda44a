/* SPDX-License-Identifier: MIT */
#include "cli/position/command_position.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "banmen/message.h"
#include "banmen/shuffle.h"
#include "io/files/json_output.h"
#include "io/files/line_reader.h"
#include "terminal/variant_messages.h"

enum { FIRST_ROOM = 256 };

enum bm_lang bm_args_lang(const struct bm_args *args)
{
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    if (args->option[OPT_LANG].given)
        return args->option[OPT_LANG].number == 1 ? BM_JA : BM_EN;
    for (unsigned i = 0; i < 3; i++) {
        const char *const value = getenv(names[i]);
        if (value && *value)
            return strncmp(value, "ja", 2) == 0 ? BM_JA : BM_EN;
    }
    return BM_EN;
}

enum bm_piece_choice bm_args_pieces(const struct bm_args *args)
{
    const struct bm_option_value *const pieces = &args->option[OPT_PIECES];
    return pieces->given ? PIECES_LETTERS + (enum bm_piece_choice)pieces->number
                         : PIECES_BY_GAME;
}

/* Make room for lines of so many moves; the position is lost. */
static bool reserve_plies(struct bm_command_position *s, size_t plies)
{
    if (plies <= s->room)
        return true;
    const size_t room = plies < 2 * (size_t)s->room ? 2 * (size_t)s->room : plies;
    struct bm_ctx *ctx;
    if (room > 0x7fffffff || bm_ctx_create(&ctx, s->rules, (unsigned)room))
        return false;
    bm_ctx_destroy(s->ctx);
    bm_ctx_configure(ctx, &s->options);
    s->ctx = ctx;
    s->room = (unsigned)room;
    return true;
}

/* Moves of the command line: one for each word, and for each comma. */
static size_t count_moves(const struct bm_args *args)
{
    size_t n = args->count;
    for (unsigned i = 0; i < args->count; i++) {
        for (const char *c = args->rest[i]; (c = strchr(c, ',')) != NULL; c++)
            n++;
    }
    return n;
}

int bm_command_position_open(struct bm_command_position *s, const struct bm_args *args)
{
    const struct bm_option_value *const o = args->option;
    *s = (struct bm_command_position){.args = args, .lang = bm_args_lang(args)};
    s->rules =
        bm_variant_rules_open(o[OPT_VARIANT].given ? o[OPT_VARIANT].text : "chess", s->lang);
    if (!s->rules)
        return EXIT_USAGE;
    s->info = bm_rules_info(s->rules);

    bm_options_default(&s->options);
    if (o[OPT_DRAWS].given)
        s->options.auto_draws = o[OPT_DRAWS].number == DRAWS_AUTO;
    if (o[OPT_IMPASSE].given)
        s->options.impasse = (enum bm_impasse_rule)o[OPT_IMPASSE].number;
    if (o[OPT_MAX_MOVES].given)
        s->options.move_limit = o[OPT_MAX_MOVES].number;

    const size_t moves = count_moves(args);
    if (!reserve_plies(s, moves > FIRST_ROOM ? moves : FIRST_ROOM)) {
        fprintf(stderr, "banmen: out of memory\n");
        return EXIT_USAGE;
    }
    return 0;
}

void bm_command_position_close(struct bm_command_position *s)
{
    bm_ctx_destroy(s->ctx);
    bm_rules_release(s->rules);
}

void bm_command_position_begin_json(const struct bm_command_position *s, struct bm_buf *j)
{
    char text[BM_POSITION_TEXT];
    bm_ctx_format(s->ctx, 0, text, sizeof text);
    bm_json_begin(j, '{');
    bm_json_member_text(j, "position", text);
}

bool bm_command_position_is_batch(const struct bm_command_position *s)
{
    const char *const text = s->args->option[OPT_POSITION].text;
    return text && strcmp(text, "-") == 0;
}

static bool load_position(struct bm_command_position *s, const char *text, size_t len,
                          struct bm_diagnostic *t)
{
    struct bm_setup setup;
    struct bm_error err;
    if (bm_position_parse(&setup, s->rules, text, len, 0, &err)) {
        t->kind = DIAGNOSTIC_POSITION;
        t->own_column = err.column;
    } else if (bm_ctx_sync(s->ctx, &setup, &s->mended, &err)) {
        t->kind = DIAGNOSTIC_BOARD;
        t->defects = s->mended;
        t->own_column = 0;
    } else {
        return true;
    }
    t->s = text;
    t->len = len;
    (void)bm_message_format(err.what, s->lang, s->rules, t->what, sizeof t->what);
    return false;
}

static bool play_move(struct bm_command_position *s, const char *text, size_t len,
                      struct bm_diagnostic *t)
{
    bm_move m;
    struct bm_error err;
    t->s = text;
    t->len = len;
    t->own_column = 1;
    if (bm_move_parse(&m, s->ctx, text, len, &err)) {
        t->kind = DIAGNOSTIC_MOVE;
        t->own_column = err.column;
        (void)bm_message_format(err.what, s->lang, s->rules, t->what, sizeof t->what);
        return false;
    }
    const bm_faults faults = bm_ctx_play(s->ctx, m);
    if (faults == 0)
        return true;
    t->kind = DIAGNOSTIC_ILLEGAL;
    t->faults = faults;
    bm_ctx_explain(s->ctx, m, faults, s->lang, t->what, sizeof t->what);
    return false;
}

/* A move, or those of a turn joined by commas. */
static bool play_word_moves(struct bm_command_position *s, const char *text, size_t len,
                            struct bm_diagnostic *t)
{
    const char *const end = text + len;
    const char *comma;
    while ((comma = memchr(text, ',', (size_t)(end - text))) != NULL) {
        if (!play_move(s, text, (size_t)(comma - text), t))
            return false;
        text = comma + 1;
    }
    return play_move(s, text, (size_t)(end - text), t);
}

static bool refuse_room(const char *text, size_t len, struct bm_diagnostic *t)
{
    t->kind = DIAGNOSTIC_ROOM;
    t->s = text;
    t->len = len;
    t->column = t->own_column = 0;
    snprintf(t->what, sizeof t->what, "more moves than a line of play can hold");
    return false;
}

/* The moves of the command line; their columns mean nothing in a line of stdin. */
static bool play_words(struct bm_command_position *s, struct bm_diagnostic *t)
{
    for (unsigned i = 0; i < s->args->count; i++) {
        if (!play_word_moves(s, s->args->rest[i], strlen(s->args->rest[i]), t)) {
            t->column = 0;
            return false;
        }
    }
    return true;
}

bool bm_command_position_load(struct bm_command_position *s, struct bm_diagnostic *t)
{
    const char *text =
        s->args->option[OPT_POSITION].given ? s->args->option[OPT_POSITION].text : "startpos";
    char lot[32];
    if (strcmp(text, "shuffle") == 0) {
        struct timespec now = {0};
        struct bm_setup setup;
        uint64_t number = 0;
        (void)clock_gettime(CLOCK_REALTIME, &now);
        (void)bm_setup_draw(&setup, s->rules,
                            (uint64_t)now.tv_sec * 1000000007u + (uint64_t)now.tv_nsec,
                            &number);
        snprintf(lot, sizeof lot, "shuffle:%" PRIu64, number);
        text = lot;
    }
    if (!load_position(s, text, strlen(text), t)) {
        t->column = t->own_column;
        return false;
    }
    return play_words(s, t);
}

static bool is_blank_char(char c) { return c == ' ' || c == '\t'; }

/* Start of the word "moves" in a line, or its length. */
static size_t find_moves(const char *line, size_t len)
{
    for (size_t at = 1; at + 5 <= len; at++) {
        if (line[at] == 'm' && is_blank_char(line[at - 1]) &&
            memcmp(line + at, "moves", 5) == 0 &&
            (at + 5 == len || is_blank_char(line[at + 5])))
            return at;
    }
    return len;
}

/* Read a line "POSITION moves m1 m2..."; the command line's moves come after. */
static bool load_position_line(struct bm_command_position *s, const char *line, size_t len,
                               struct bm_diagnostic *t)
{
    size_t at = find_moves(line, len);
    /* A legal move takes four bytes and a blank or a comma at least, a pass may take two. */
    const size_t moves = (len - at) / (s->info->has_pass ? 3 : 5) + count_moves(s->args);
    if (moves > s->room && !reserve_plies(s, moves))
        return refuse_room(line, len, t);
    if (!load_position(s, line, at, t)) {
        t->column = t->own_column;
        return false;
    }
    if (at < len)
        at += 5;
    for (;;) {
        while (at < len && is_blank_char(line[at]))
            at++;
        if (at == len)
            break;
        const size_t start = at;
        while (at < len && !is_blank_char(line[at]))
            at++;
        if (!play_word_moves(s, line + start, at - start, t)) {
            t->column = (size_t)(t->s - line) + t->own_column;
            return false;
        }
    }
    return play_words(s, t);
}

int bm_command_position_batch(struct bm_command_position *s,
                              int (*answer)(struct bm_command_position *s),
                              void (*no)(const struct bm_command_position *s,
                                         const struct bm_diagnostic *t))
{
    struct bm_line_reader lines;
    if (!bm_line_reader_init(&lines, STDIN_FILENO)) {
        fprintf(stderr, "banmen: out of memory\n");
        return EXIT_USAGE;
    }

    int result = EXIT_YES;
    const char *line;
    size_t len;
    while (bm_line_reader_next(&lines, &line, &len)) {
        struct bm_diagnostic t;
        if (!load_position_line(s, line, len, &t)) {
            if (no)
                no(s, &t);
            else
                bm_diagnostic_print(s, &t);
            result = EXIT_NO;
        } else if (answer(s) != EXIT_YES) {
            result = EXIT_NO;
        }
    }
    if (lines.trouble) {
        fprintf(stderr, "banmen: standard input: %s\n", lines.trouble);
        result = EXIT_USAGE;
    }
    bm_line_reader_fini(&lines);
    return result;
}
