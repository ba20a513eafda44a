/* SPDX-License-Identifier: MIT */
#include "tournament/game_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool say_file_error(const struct bm_game_file *g, const char *why)
{
    fprintf(stderr, "banmen: %s: %s\n", g->name, why);
    return false;
}

static bool collect_bytes(void *user, const char *bytes, size_t len)
{
    struct bm_buf *const out = user;
    bm_buf_bytes(out, bytes, len);
    return !out->failed;
}

/* The game in g->game as text, in g->text. */
static bool format_game(struct bm_game_file *g)
{
    struct bm_error err = {.what = ""};
    g->text.len = 0;
    const bm_status status = bm_game_write(g->game, &g->writing, collect_bytes, &g->text, &err);
    return status == BM_OK || say_file_error(g, *err.what ? err.what : bm_status_text(status));
}

/* The record of a game as text of the file's format, in g->text. */
static bool format_played(struct bm_game_file *g, const struct bm_tournament_state *state,
                          const struct bm_played_game *played)
{
    struct bm_error err = {.what = ""};
    g->record.len = 0;
    if (!bm_tournament_state_record(state, played, &g->record))
        return false;
    const bm_status status =
        bm_game_read(g->game, &g->reading, g->record.s, g->record.len, &err);
    return status == BM_OK ? format_game(g)
                           : say_file_error(g, *err.what ? err.what : bm_status_text(status));
}

bool bm_game_file_open(struct bm_game_file *g, const char *name, enum bm_format f,
                       const struct bm_rules *rules)
{
    struct stat st;
    *g = (struct bm_game_file){.fd = -1, .name = name};
    g->writing.format = f;
    g->writing.game = 1;
    g->reading = (struct bm_read_options){
        .format = BM_FORMAT_JSON, .rules = rules, .flags = BM_READ_LENIENT};
    if (bm_game_create(&g->game, rules, NULL))
        return say_file_error(g, bm_status_text(BM_ENOMEM));
    /* Fail before the first game if the format cannot hold the variant. */
    if (!format_game(g))
        return false;
    g->fd = open(name, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (g->fd < 0 && errno != EISDIR)
        g->fd = open(name, O_WRONLY | O_APPEND | O_CLOEXEC); /* a pipe */
    if (g->fd < 0 || fstat(g->fd, &st) != 0)
        return say_file_error(g, strerror(errno));
    g->special = !S_ISREG(st.st_mode);
    return true;
}

bool bm_game_file_close(struct bm_game_file *g)
{
    bool good = true;
    if (g->fd >= 0 && !g->special && fsync(g->fd) != 0)
        good = say_file_error(g, strerror(errno));
    if (g->fd >= 0 && close(g->fd) != 0)
        good = say_file_error(g, strerror(errno));
    g->fd = -1;
    bm_game_destroy(g->game);
    bm_buf_free(&g->record);
    bm_buf_free(&g->text);
    return good;
}

static bool put_bytes(struct bm_game_file *g, const char *s, size_t len)
{
    while (len != 0) {
        const ssize_t n = write(g->fd, s, len);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return say_file_error(g, strerror(errno));
        s += n;
        len -= (size_t)n;
    }
    return true;
}

bool bm_game_file_add(struct bm_game_file *g, const struct bm_tournament_state *state,
                      const struct bm_played_game *played)
{
    if (!format_played(g, state, played) || !put_bytes(g, g->text.s, g->text.len))
        return false;
    g->writing.game++;
    return true;
}

/*
 * Whether g->text stands in the file at an offset, as far as the file goes; *common is that
 * length.
 */
static bool stands_at(struct bm_game_file *g, uint64_t at, uint64_t end, uint64_t *common)
{
    struct bm_buf there = {0};
    const uint64_t len = at >= end ? 0 : end - at < g->text.len ? end - at : g->text.len;
    char *const room = bm_buf_room(&there, (size_t)len + 1);
    const bool read = room && pread(g->fd, room, (size_t)len, (off_t)at) == (ssize_t)len;
    const bool same = read && memcmp(room, g->text.s, (size_t)len) == 0;
    bm_buf_free(&there);
    *common = len;
    return same;
}

static bool refuse_file(const struct bm_game_file *g)
{
    return say_file_error(
        g, "this file holds other things than the games of this match; name another");
}

/* End the last line of a file that is not empty. */
static bool begin_behind(struct bm_game_file *g, uint64_t *before)
{
    char last = '\n';
    if (*before != 0 && pread(g->fd, &last, 1, (off_t)*before - 1) != 1)
        return say_file_error(g, strerror(errno));
    if (last == '\n')
        return true;
    ++*before;
    return put_bytes(g, "\n", 1);
}

bool bm_game_file_resume(struct bm_game_file *g, struct bm_tournament_state *state,
                         bm_game_file_fn games, void *user, uint64_t keep)
{
    struct stat st;
    struct bm_played_game p;
    if (g->special)
        return true;
    if (fstat(g->fd, &st) != 0)
        return say_file_error(g, strerror(errno));
    uint64_t size = (uint64_t)st.st_size;
    const bool known = state->output && strcmp(state->output, g->name) == 0 && size != 0;
    uint64_t before = known ? state->before : size;
    if (before > size)
        return refuse_file(g);
    if (!known &&
        (!begin_behind(g, &before) || !bm_tournament_state_set_output(state, g->name, before)))
        return false;
    size = size < before ? before : size;

    /*
     * Compare the file with the games, and find the end of the last complete game that is kept.
     */
    uint64_t at = before, whole = 0, whole_end = before;
    g->writing.game = before != 0 ? 2 : 1;
    const uint64_t first = g->writing.game;
    for (uint64_t i = 0; at < size && games(user, i, &p); i++) {
        uint64_t common;
        if (!format_played(g, state, &p))
            return false;
        if (!stands_at(g, at, size, &common))
            return refuse_file(g);
        at += common;
        if (common == g->text.len && i < keep) {
            whole = i + 1;
            whole_end = at;
        }
        g->writing.game++;
    }
    if (at < size)
        return refuse_file(g);
    if (whole_end < size && ftruncate(g->fd, (off_t)whole_end) != 0)
        return say_file_error(g, strerror(errno));
    g->writing.game = first + whole;
    for (uint64_t i = whole; i < keep && games(user, i, &p); i++)
        if (!bm_game_file_add(g, state, &p))
            return false;
    return true;
}
