/* SPDX-License-Identifier: MIT */
#ifndef BM_TOURNAMENT_STATE_H
#define BM_TOURNAMENT_STATE_H

/*
 * The state file of a tournament: every finished game with its record, in a journal
 * (io/journal.h) from which an interrupted tournament is resumed. The title has the settings,
 * which must be equal then. docs/matches.md describes the file.
 */

#include "banmen/outcome.h"
#include "io/files/journal.h"

/* One line of settings: as options call it, and its value. */
struct bm_tournament_setting {
    const char *name;
    char *value;
};
enum { BM_TOURNAMENT_SETTINGS = 32 };
struct bm_tournament_settings {
    struct bm_tournament_setting list[BM_TOURNAMENT_SETTINGS];
    unsigned count;
    bool failed; /* no memory */
};
/* Add one; the value is copied. printf's words. */
__attribute__((format(printf, 3, 4))) void bm_tournament_settings_add(
    struct bm_tournament_settings *s, const char *name, const char *fmt, ...);
void bm_tournament_settings_free(struct bm_tournament_settings *s);

/* A finished game. */
struct bm_played_game {
    uint64_t game; /* of the schedule */
    enum bm_result result;
    enum bm_reason reason;
    int fault; /* the side that forfeited; -1: none */
    unsigned plies;
    int64_t ms;         /* that it took */
    char trouble[32];   /* word of the engine's failure, or "" */
    char detail[256];   /* and a sentence */
    uint64_t record_at; /* where the journal has its record, as the format json writes it */
    size_t record_len;
};

struct bm_tournament_state {
    struct bm_journal journal;
    char *output;    /* the file of games that was written to; NULL: none yet */
    uint64_t before; /* bytes that were in it when the match began */
};

/*
 * Open a state file, NULL: a temporary one. take() is called for each game of the file; false
 * from it refuses the file. False after an error message.
 */
bool bm_tournament_state_open(struct bm_tournament_state *s, const char *name,
                              const struct bm_tournament_settings *settings,
                              bool (*take)(void *user, const struct bm_played_game *played),
                              void *user);
void bm_tournament_state_close(struct bm_tournament_state *s);
/* Store the name of the file of games, and its length before the tournament. */
bool bm_tournament_state_set_output(struct bm_tournament_state *s, const char *name,
                                    uint64_t before);
/* Store a game durably, and set the place of its record. */
bool bm_tournament_state_add(struct bm_tournament_state *s, struct bm_played_game *played,
                             const struct bm_buf *record);
/* Append the record of a game to *out. */
bool bm_tournament_state_record(const struct bm_tournament_state *s,
                                const struct bm_played_game *played, struct bm_buf *out);

/* "1-0", "0-1", "1/2-1/2" or "*", from the first side's view. */
const char *bm_result_text(enum bm_result r);

#endif
