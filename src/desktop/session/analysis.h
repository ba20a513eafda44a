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

enum { BM_DESKTOP_ANALYSIS_LINES = BM_PREF_LINES, BM_DESKTOP_ANALYSIS_EVALS = 2048 };

struct bm_desktop_analysis_search;

struct bm_desktop_analysis {
    struct bm_desktop_session *session;
    bool on;
    char engine_name[BM_DESKTOP_PLAYER]; /* an engine, as in a chair; "": the built-in search */
    unsigned multipv;                    /* so many lines */
    /* What was found of the shown position */
    struct bm_desktop_pv line[BM_DESKTOP_ANALYSIS_LINES];
    unsigned line_count;
    bool finished;                 /* it has nothing to add */
    char failure[BM_DESKTOP_TEXT]; /* why the engine cannot go on; "": it can */
    /* Those who think; neither: nobody does */
    struct bm_desktop_analysis_search *search;
    struct bm_engine *engine;
    struct bm_engine_spec spec;
    const struct bm_rules *rules; /* that the engine was started for; held */
    bool needs_restart;           /* the engine must be restarted */
    void (*on_change)(void *user);
    void *user;
    /* What positions of the game were worth, for a graph: by ply of the main line. */
    struct {
        bm_node node;
        int value; /* centipawns for the first side, mates as 10000 */
        bool has;
    } eval[BM_DESKTOP_ANALYSIS_EVALS];
};

void bm_desktop_analysis_init(struct bm_desktop_analysis *b, struct bm_desktop_session *session,
                              void (*on_change)(void *user), void *user);
/* The thread ends soon, the engine is sent home. */
void bm_desktop_analysis_fini(struct bm_desktop_analysis *b);
/* Think, or stop. */
void bm_desktop_analysis_set_on(struct bm_desktop_analysis *b, bool on);
/* Who thinks from now on, and how many lines. */
void bm_desktop_analysis_set_engine(struct bm_desktop_analysis *b, const char *word,
                                    unsigned lines);
/* The desk shows something else. */
void bm_desktop_analysis_update(struct bm_desktop_analysis *b);
/* Start an engine that failed anew. */
void bm_desktop_analysis_restart_engine(struct bm_desktop_analysis *b);
/* Another game: what was found is forgotten. */
void bm_desktop_analysis_clear(struct bm_desktop_analysis *b);
/* Remember what a position is worth. */
void bm_desktop_analysis_store_eval(struct bm_desktop_analysis *b,
                                    const struct bm_desktop_pv *t);
/* What a node is worth, by what was found or what the record says; false: not known. */
bool bm_desktop_analysis_eval(const struct bm_desktop_analysis *b, bm_node node, int *out);

/* Inside: a line was found. */
void bm_desktop_analysis_set_line(struct bm_desktop_analysis *b, unsigned i,
                                  const struct bm_desktop_pv *t);
/* The node of the game to think about. */
bm_node bm_desktop_analysis_node(const struct bm_desktop_analysis *b);
/* brain_search.c, brain_engine.c: think about what is shown; or leave. */
void bm_desktop_analysis_start_search(struct bm_desktop_analysis *b);
void bm_desktop_analysis_stop_search(struct bm_desktop_analysis *b);
void bm_desktop_analysis_start_engine(struct bm_desktop_analysis *b);
void bm_desktop_analysis_stop_engine(struct bm_desktop_analysis *b);

#endif
