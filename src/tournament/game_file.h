/* SPDX-License-Identifier: MIT */
#ifndef BM_TOURNAMENT_GAME_FILE_H
#define BM_TOURNAMENT_GAME_FILE_H

/*
 * The file of games of a tournament, which only grows. On resuming it must contain what the
 * tournament has written; missing games are written again.
 */

#include "banmen/record.h"
#include "tournament/state.h"

struct bm_game_file {
    int fd; /* -1: none */
    const char *name;
    struct bm_write_options writing;
    struct bm_read_options reading;
    struct bm_game *game; /* to read records into */
    struct bm_buf record, text;
    bool special; /* a pipe or a device, which cannot be read back */
};

/* Open or create it. False after an error message: also if the format does not hold the game.
 */
bool bm_game_file_open(struct bm_game_file *g, const char *name, enum bm_format format,
                       const struct bm_rules *rules);
/* False after having said that it may not be whole on the disk. */
bool bm_game_file_close(struct bm_game_file *g);

/* The i-th game that was played, in the order of the file; false if there are no more. */
typedef bool (*bm_game_file_fn)(void *user, uint64_t i, struct bm_played_game *out);

/*
 * Compare the file, from offset state->before if the state names it, with `games`, truncate it
 * behind the first `keep` of them, and append those that are missing. False after an error
 * message, without a change.
 */
bool bm_game_file_resume(struct bm_game_file *g, struct bm_tournament_state *state,
                         bm_game_file_fn games, void *user, uint64_t keep);
/* Append one. */
bool bm_game_file_add(struct bm_game_file *g, const struct bm_tournament_state *state,
                      const struct bm_played_game *played);

#endif
