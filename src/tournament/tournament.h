/* SPDX-License-Identifier: MIT */
#ifndef BM_TOURNAMENT_TOURNAMENT_H
#define BM_TOURNAMENT_TOURNAMENT_H

/*
 * A tournament of engines, each against each other: its settings, its standings and the run
 * that plays it. The caller fills in the settings, opens the state file and the file of games,
 * and runs it; hooks tell the caller about finished games. Nothing is printed but errors, as
 * lines "banmen: ..." on stderr.
 */

#include "banmen/match.h"
#include "banmen/search.h"
#include "engine/engine_spec.h"
#include "tournament/adjudication.h"
#include "tournament/game_file.h"
#include "tournament/openings.h"
#include "tournament/schedule.h"
#include "tournament/state.h"
#include "tournament/statistics.h"

/* The failures of an engine that are counted. */
enum bm_failure { BM_FAILURE_TIME, BM_FAILURE_CRASH, BM_FAILURE_ILLEGAL, BM_FAILURES };

/* One engine or built-in level of the tournament. */
struct bm_participant {
    struct bm_engine_spec spec; /* of an external engine */
    unsigned level;             /* of a built-in player; 0: an external engine */
    char name[80];              /* unique in the tournament */
    uint64_t failures[BM_FAILURES];
    unsigned failed_starts; /* consecutive ones */
    bool has_started;       /* it was ready at least once */
};

/* The results of a pairing, from the view of the participant with the smaller number. */
struct bm_pairing_results {
    uint64_t count[2][3]; /* by its side, then wins, draws, losses */
    uint64_t pair[5];     /* game pairs by their half points */
};

/* What is kept in memory of a finished game; its record is in the state file. */
struct bm_played_game_ref {
    uint64_t at; /* offset of the record in the state file */
    uint32_t len;
    uint8_t result; /* enum bm_result; BM_ONGOING: not played */
};

struct bm_tournament {
    /* Settings, by the caller. */
    const struct bm_rules *rules; /* held; released by bm_tournament_free() */
    struct bm_options options;
    struct bm_times times; /* by side; with time odds by number of participant */
    bool time_odds;
    struct bm_think limits;  /* of each move, besides the clock */
    int64_t ceiling, margin; /* as in struct bm_table_player */
    bool ponder;
    bool restart; /* start the engines anew for each game */
    void (*debug)(const struct bm_ctx *ctx, const struct bm_search_event *event); /* or NULL */
    struct bm_adjudication_rules adjudication;
    bool has_sprt;
    struct bm_sprt sprt;
    unsigned concurrency;                /* games at a time */
    const char *event;                   /* tag of the records */
    struct bm_participant *participants; /* schedule.engines of them; malloc */
    struct bm_schedule schedule;
    struct bm_openings openings;

    struct bm_tournament_state state;
    struct bm_game_file games; /* fd -1: none is written */

    /* Standings. */
    struct bm_pairing_results *pairing_results; /* by number of pairing; malloc */
    struct bm_played_game_ref *played;          /* by number of game */
    size_t played_cap, played_end;
    uint64_t done, restored; /* games; those of them that the state file had */
    uint64_t next_write;     /* number of the game that is written to the file of games next */
    uint64_t beyond;         /* games of the state file that the schedule does not have */
};

/* Releases everything but the file of games, which bm_game_file_close() ends. */
void bm_tournament_free(struct bm_tournament *t);

/* ---- Resuming (resume.c) ---- */

/*
 * Open the state file, NULL: a temporary one, and count the games in it. `settings` must be
 * those that it was begun with. False after an error message; t->beyond is the number of games
 * that do not belong to the schedule, which the caller checks.
 */
bool bm_tournament_open_state(struct bm_tournament *t, const char *name,
                              const struct bm_tournament_settings *settings);
/* Open the file of games and bring it up to date. False after an error message. */
bool bm_tournament_open_games(struct bm_tournament *t, const char *name, enum bm_format format);

/* ---- Standings (standings.c) ---- */

static inline bool bm_tournament_has_result(const struct bm_tournament *t, uint64_t game)
{
    return game < t->played_end && t->played[game].result != BM_ONGOING;
}

/* Count a game. False if memory is missing, or the game is counted already or not scheduled. */
bool bm_tournament_add_result(struct bm_tournament *t, const struct bm_played_game *played);
/* The results of a participant against another, or against all for UINT_MAX. */
void bm_tournament_tally(const struct bm_tournament *t, unsigned engine, unsigned other,
                         struct bm_tally *out);
/* Its wins, draws and losses on a side, against all. */
void bm_tournament_side_results(const struct bm_tournament *t, unsigned engine, unsigned side,
                                uint64_t out[3]);
/* BM_FIRST_WINS: H1 is accepted; BM_SECOND_WINS: H0; BM_ONGOING: neither, or there is no SPRT.
 */
enum bm_result bm_tournament_sprt_result(const struct bm_tournament *t, double *llr);
/*
 * Append finished games to the file of games: in the order of the schedule up to the first that
 * is missing, or, with `all`, those behind it too. False after an error message.
 */
bool bm_tournament_write_games(struct bm_tournament *t, bool all);

/* ---- Playing (run.c) ---- */

struct bm_tournament_hooks {
    /* A game was stored and counted. False ends the tournament as failed. */
    bool (*game_finished)(void *user, const struct bm_scheduled_game *game,
                          const struct bm_played_game *played);
    void (*tick)(void *user);        /* about every 100 ms; may be NULL */
    bool (*should_stop)(void *user); /* asked after each step of the event loop */
    void *user;
};

enum bm_tournament_end {
    BM_TOURNAMENT_FINISHED, /* every game is played, or the SPRT has its result */
    BM_TOURNAMENT_STOPPED,  /* by should_stop() */
    BM_TOURNAMENT_FAILED    /* after an error message */
};

/*
 * Play the games that have no result yet. When it returns, all engines have ended: after a
 * finished tournament by "quit", otherwise they were killed.
 */
enum bm_tournament_end bm_tournament_run(struct bm_tournament *t,
                                         const struct bm_tournament_hooks *hooks);

#endif
