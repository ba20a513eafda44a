/* SPDX-License-Identifier: MIT */
#ifndef BM_DESKTOP_SESSION_ANALYSIS_H
#define BM_DESKTOP_SESSION_ANALYSIS_H

/*
 * Analysis: somebody thinks about the position that is shown, for as long as it is shown. That
 * is the built-in search, in a thread of the loop's pool, or an engine of the user's list,
 * which is started for this alone.
 */

#include "desktop/files/prefs.h"
#include "desktop/session/session.h"

enum { BM_BRAIN_LINES = BM_PREF_LINES, BM_BRAIN_EVALS = 2048 };

struct bm_brain_search;

struct bm_brain {
    struct bm_desk *desk;
    bool on;
    char word[BM_DESK_WORD]; /* an engine, as in a chair; "": the built-in search */
    unsigned want;           /* so many lines */
    /* What was found of the shown position */
    struct bm_thought line[BM_BRAIN_LINES];
    unsigned lines;
    bool rests;                 /* it has nothing to add */
    char trouble[BM_DESK_TEXT]; /* why the engine cannot go on; "": it can */
    /* Those who think; neither: nobody does */
    struct bm_brain_search *search;
    struct bm_engine *engine;
    struct bm_engine_spec spec;
    const struct bm_rules *rules; /* that the engine was started for; held */
    bool dead;                    /* the engine must be restarted */
    void (*told)(void *user);
    void *user;
    /* What positions of the game were worth, for a graph: by ply of the main line. */
    struct {
        bm_node node;
        int value; /* centipawns for the first side, mates as 10000 */
        bool has;
    } eval[BM_BRAIN_EVALS];
};

void bm_brain_init(struct bm_brain *b, struct bm_desk *desk, void (*told)(void *user),
                   void *user);
/* The thread ends soon, the engine is sent home. */
void bm_brain_fini(struct bm_brain *b);
/* Think, or stop. */
void bm_brain_switch(struct bm_brain *b, bool on);
/* Who thinks from now on, and how many lines. */
void bm_brain_choose(struct bm_brain *b, const char *word, unsigned lines);
/* The desk shows something else. */
void bm_brain_follow(struct bm_brain *b);
/* Start an engine that failed anew. */
void bm_brain_restart(struct bm_brain *b);
/* Another game: what was found is forgotten. */
void bm_brain_forget(struct bm_brain *b);
/* Remember what a position is worth. */
void bm_brain_note(struct bm_brain *b, const struct bm_thought *t);
/* What a node is worth, by what was found or what the record says; false: not known. */
bool bm_brain_worth(const struct bm_brain *b, bm_node node, int *out);

/* Inside: a line was found. */
void bm_brain_take(struct bm_brain *b, unsigned i, const struct bm_thought *t);
/* The node of the game to think about. */
bm_node bm_brain_node(const struct bm_brain *b);
/* brain_search.c, brain_engine.c: think about what is shown; or leave. */
void bm_brain_search_go(struct bm_brain *b);
void bm_brain_search_leave(struct bm_brain *b);
void bm_brain_engine_go(struct bm_brain *b);
void bm_brain_engine_leave(struct bm_brain *b);

#endif
