/* SPDX-License-Identifier: MIT */
#ifndef BM_CLI_MATCH_H
#define BM_CLI_MATCH_H

/*
 * A match of engines: what was asked for, and how it stands. cmd_match.c reads the command
 * line, match_run.c plays, match_report.c prints.
 */

#include "banmen/match.h"
#include "banmen/search.h"
#include "cli/match_games.h"
#include "cli/match_judge.h"
#include "cli/match_openings.h"
#include "cli/match_schedule.h"
#include "cli/match_state.h"
#include "cli/match_stats.h"
#include "engine/engine_spec.h"

/* What can go wrong with an engine, as it is counted. */
enum bm_mishap { BM_MISHAP_TIME, BM_MISHAP_CRASH, BM_MISHAP_ILLEGAL, BM_MISHAPS };

struct bm_contender {
    struct bm_engine_spec spec;
    unsigned level; /* built in; 0: an external engine */
    char name[80];  /* no two have the same */
    uint64_t mishaps[BM_MISHAPS];
    unsigned refused; /* times in a row that it could not be started */
    bool has_started; /* it was ready once */
};

/* The games of two engines, as the one of the smaller number sees it. */
struct bm_meeting {
    uint64_t count[2][3]; /* by its side, and by win, draw, loss */
    uint64_t pair[5];
};

struct bm_tourney {
    const struct bm_rules *rules; /* held */
    struct bm_options options;
    struct bm_times times; /* by number of engine if they differ */
    bool odds;             /* they do */
    struct bm_think limits;
    int64_t ceiling, margin;
    bool ponder, restart, json, debug;
    struct bm_verdict_rules verdicts;
    bool testing; /* sprt holds */
    struct bm_sprt sprt;
    unsigned concurrency;
    const char *event;

    struct bm_contender *contenders;
    struct bm_schedule schedule;
    struct bm_openings openings;
    struct bm_state state;
    struct bm_games games;

    struct bm_meeting *meetings;  /* by pairing */
    struct bm_played_ref *played; /* by number of game */
    size_t played_cap, played_end;
    uint64_t done, restored; /* games; of these from the state file */
    uint64_t next_write;     /* number of the game that the file of games waits for */
    uint64_t beyond;         /* games of the state file that are not of this schedule */
};

/* What is kept of a finished game. */
struct bm_played_ref {
    uint64_t at;
    uint32_t len;
    uint8_t result; /* enum bm_result; BM_ONGOING: not played */
};

static inline bool bm_tourney_has(const struct bm_tourney *t, uint64_t game)
{
    return game < t->played_end && t->played[game].result != BM_ONGOING;
}

/* Count a game. False for want of memory, or if it is counted already or not of this match. */
bool bm_tourney_count(struct bm_tourney *t, const struct bm_played *played);
/* The games of an engine: against one other, or all of them for UINT_MAX. */
void bm_tourney_tally(const struct bm_tourney *t, unsigned engine, unsigned other,
                      struct bm_tally *out);
/* Its wins, draws and losses on a side, against all. */
void bm_tourney_by_side(const struct bm_tourney *t, unsigned engine, unsigned side,
                        uint64_t out[3]);
/* BM_ONGOING: the test goes on, or there is none; else BM_FIRST_WINS for H1, _SECOND_WINS H0.
 */
enum bm_result bm_tourney_verdict(const struct bm_tourney *t, double *llr);
/* Write those games to the file that may be: in the order of the schedule, or, at the end, all
 * that there are. */
bool bm_tourney_write(struct bm_tourney *t, bool all);

/* Play what is not yet played: an exit code. */
int bm_tourney_run(struct bm_tourney *t);

/* Lines on a game that has just been counted, and on the end. */
void bm_report_game(const struct bm_tourney *t, const struct bm_fixture *f,
                    const struct bm_played *p);
void bm_report_restored(const struct bm_tourney *t);
void bm_report_end(const struct bm_tourney *t);

#endif
