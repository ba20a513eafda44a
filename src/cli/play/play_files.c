/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "banmen/variant.h"
#include "cli/play/play.h"
#include "io/files/input.h"
#include "io/files/output_file.h"
#include "session/conventions.h"

char *bm_play_copy(const char *text)
{
    char *const copy = malloc(strlen(text) + 1);
    if (copy)
        memcpy(copy, text, strlen(text) + 1);
    return copy;
}

/* Make the folders of a path that ends in a file. */
static void make_folders(char *path)
{
    for (char *c = path + 1; *c != '\0'; c++) {
        if (*c != '/')
            continue;
        *c = '\0';
        mkdir(path, 0700);
        *c = '/';
    }
}

char *bm_play_state_file(const char *name, bool make)
{
    const char *const state = getenv("XDG_STATE_HOME"), *const home = getenv("HOME");
    const bool own = state && state[0] == '/';
    if (!own && !(home && home[0] == '/'))
        return NULL;
    const char *const base = own ? state : home;
    const char *const folder = own ? "/banmen/" : "/.local/state/banmen/";
    const size_t size = strlen(base) + strlen(folder) + strlen(name) + 1;
    char *const path = malloc(size);
    if (!path)
        return NULL;
    snprintf(path, size, "%s%s%s", base, folder, name);
    if (make)
        make_folders(path);
    return path;
}

enum bm_format bm_play_format(const struct bm_play *p)
{
    return strcmp(p->s.info->name, "shogi") == 0 ? BM_FORMAT_KIF : BM_FORMAT_PGN;
}

static bool put_to_file(void *user, const char *bytes, size_t len)
{
    return fwrite(bytes, 1, len, user) == len;
}

static void on_play_loss(void *user, const struct bm_report *r)
{
    struct bm_play *const p = user;
    bm_play_print(p, TR(p, "not kept in this format: %s", "この形式では保存されません: %s"),
                  r->what);
}

static bool write_to(struct bm_play *p, enum bm_format format, FILE *file, bool quiet)
{
    const struct bm_write_options options = {
        .format = format, .report = quiet ? NULL : on_play_loss, .user = p, .lang = p->s.lang};
    struct bm_error err = {.what = ""};
    const bm_status status =
        bm_game_write(bm_match_game(p->match), &options, put_to_file, file, &err);
    if (status)
        bm_play_print(p, TR(p, "cannot be written as %s: %s", "%s形式では書けません: %s"),
                      bm_format_name(format), *err.what ? err.what : bm_status_text(status));
    return status == BM_OK;
}

static bool write_file(struct bm_play *p, const char *file, enum bm_format format, bool quiet)
{
    struct bm_output_file out;
    bm_prompt_aside(p->prompt);
    fflush(stdout);
    if (!bm_output_file_open(&out, file))
        return false;
    const bool fine = write_to(p, format, out.file, quiet);
    return bm_output_file_close(&out, fine) && fine;
}

bool bm_play_save(struct bm_play *p, const char *file)
{
    const enum bm_format format = bm_format_of_file(file);
    if (format == BM_FORMAT_COUNT) {
        bm_play_print(p,
                      TR(p,
                         "%s: the name must end in .pgn, .kif, .ki2, .csa, .jkf, .usi or .json",
                         "%s: 拡張子は .pgn .kif .ki2 .csa .jkf .usi .json のいずれかです"),
                      file);
        return false;
    }
    if (!write_file(p, file, format, false))
        return false;
    bm_play_print(p, TR(p, "saved as %s", "%sに保存しました"), file);
    char *const name = bm_play_copy(file);
    if (name) {
        free(p->saved_as);
        p->saved_as = name;
    }
    return true;
}

void bm_play_print_record(struct bm_play *p, enum bm_format format)
{
    bm_prompt_aside(p->prompt);
    write_to(p, format, stdout, true);
}

void bm_play_keep(struct bm_play *p)
{
    struct bm_match_state state;
    bm_match_state(p->match, &state);
    if (!p->autosave || !isatty(STDIN_FILENO))
        return;
    if (state.stage == BM_MATCH_OVER || bm_ctx_plies(bm_match_ctx(p->match)) == 0) {
        unlink(p->autosave);
        return;
    }
    if (write_file(p, p->autosave, BM_FORMAT_JSON, true))
        bm_play_print(p, "%s",
                      TR(p, "the game is kept: 'banmen play --resume' goes on with it",
                         "対局を保存しました。banmen play --resume で再開できます"));
}

static size_t feed_file(void *user, char *buf, size_t cap)
{
    return bm_input_read(*(int *)user, buf, cap);
}

static void on_play_defect(void *user, const struct bm_report *r)
{
    struct bm_play *const p = user;
    if (r->severity == BM_SAY_DEFECT)
        bm_play_print(p, "%u: %s", (unsigned)r->line, r->what);
}

/* The first game of a file; NULL after an error message. */
static struct bm_game *read_first_game(struct bm_play *p, const char *file)
{
    const struct bm_read_options options = {
        .rules = p->s.rules, .report = on_play_defect, .user = p, .lang = p->s.lang};
    struct bm_game *game = NULL;
    struct bm_reader *reader = NULL;
    struct bm_error err = {.what = ""};
    bool got = false;
    int fd = bm_input_open(file);
    if (fd < 0) {
        bm_play_print(p, "%s: %s", file, strerror(errno));
        return NULL;
    }
    bm_status status = bm_game_create(&game, p->s.rules, NULL);
    if (!status)
        status = bm_reader_create(&reader, &options, feed_file, &fd);
    if (!status)
        status = bm_reader_next(reader, game, &got, &err);
    if (status || !got) {
        bm_play_print(p, "%s: %s", file,
                      *err.what ? err.what
                      : status  ? bm_status_text(status)
                                : TR(p, "there is no game in it", "棋譜がありません"));
        bm_game_destroy(game);
        game = NULL;
    }
    bm_reader_destroy(reader);
    bm_input_close(fd);
    return game;
}

/* The rules that are shown and asked change with the game. */
static bool use_rules(struct bm_play *p, const struct bm_rules *rules)
{
    struct bm_ctx *ctx;
    if (rules == p->s.rules)
        return true;
    if (bm_ctx_create(&ctx, rules, p->s.room))
        return false;
    bm_ctx_destroy(p->s.ctx);
    bm_rules_release(p->s.rules);
    bm_rules_hold(rules);
    p->s.rules = rules;
    p->s.info = bm_rules_info(rules);
    p->s.ctx = ctx;
    bm_ctx_configure(ctx, &p->s.options);
    return true;
}

/* A match from a record; NULL after an error message. */
static struct bm_match *load_match(struct bm_play *p, const char *file)
{
    struct bm_game *const game = read_first_game(p, file);
    struct bm_match *match = NULL;
    struct bm_error err = {.what = ""};
    if (!game)
        return NULL;
    const struct bm_match_options options = {
        .rules = p->s.rules, .times = p->times, .choices = &p->s.options};
    const bm_status status = bm_match_restore(&match, game, &options, &err);
    if (status)
        bm_play_print(p, "%s: %s", file, *err.what ? err.what : bm_status_text(status));
    bm_game_destroy(game);
    return status ? NULL : match;
}

bool bm_play_resume_file(struct bm_play *p, const char *file)
{
    struct bm_match *const match = load_match(p, file);
    if (!match)
        return false;
    const struct bm_rules *const rules = bm_match_options(match)->rules;
    /* Built-in players and engines were made for the old rules. */
    if (rules != p->s.rules)
        bm_play_leave_seats(p);
    const bool fine = use_rules(p, rules);
    const bool seated = fine && bm_play_take_seats(p, match) == 0;
    if (!seated || !bm_play_begin(p, match)) {
        if (seated || !fine)
            bm_play_print(p, "%s", bm_refusal_text(BM_REFUSAL_NO_MEMORY, p->s.lang));
        bm_match_destroy(match);
        /* The board is no longer set up for the game that was played. */
        p->leaving = true;
        return false;
    }
    bm_play_greet(p);
    return true;
}
