/* SPDX-License-Identifier: MIT */
#ifndef BM_DESKTOP_SESSION_ANALYSIS_H
#define BM_DESKTOP_SESSION_ANALYSIS_H

/* Infinite analysis of the shown position by an analyser (session/analyser.h): the built-in
 * search, or an engine of the registry that is started for this purpose. */

#include "desktop/files/prefs.h"
#include "desktop/session/session.h"
#include "session/analyser.h"

enum { BM_DESKTOP_ANALYSIS_LINES = BM_PREF_LINES, BM_DESKTOP_ANALYSIS_EVALS = 2048 };

struct bm_desktop_analysis {
    struct bm_desktop_session *session;
    bool on;
    char engine_name[BM_DESKTOP_PLAYER]; /* engine name or command; "": the built-in search */
    unsigned multipv;                    /* number of PV lines wanted */
    /* Results for the shown position */
    struct bm_desktop_pv line[BM_DESKTOP_ANALYSIS_LINES];
    unsigned line_count;
    bool finished;                 /* the search has ended by itself */
    char failure[BM_DESKTOP_TEXT]; /* why the engine failed; "": it runs */
    struct bm_analyser *analyser;  /* NULL: none runs */
    bm_node node;                  /* whose position it has */
    bool needs_restart;            /* an engine failed, and the user has to restart it */
    void (*on_change)(void *user);
    void *user;
    /* Evaluations for the graph, by ply of the main line. */
    struct {
        bm_node node;
        int value; /* centipawns from the first side's view; a mate is 10000 */
        bool has;
    } eval[BM_DESKTOP_ANALYSIS_EVALS];
};

void bm_desktop_analysis_init(struct bm_desktop_analysis *b, struct bm_desktop_session *session,
                              void (*on_change)(void *user), void *user);
/* Stop the analyser without waiting for it. */
void bm_desktop_analysis_fini(struct bm_desktop_analysis *b);
/* Start or stop the analysis. */
void bm_desktop_analysis_set_on(struct bm_desktop_analysis *b, bool on);
/* Choose the analyser and the number of lines. */
void bm_desktop_analysis_set_engine(struct bm_desktop_analysis *b, const char *word,
                                    unsigned lines);
/* Restart the analysis for the session's shown node. */
void bm_desktop_analysis_update(struct bm_desktop_analysis *b);
/* Restart a failed engine. */
void bm_desktop_analysis_restart_engine(struct bm_desktop_analysis *b);
/* Discard all evaluations: another game was opened. */
void bm_desktop_analysis_clear(struct bm_desktop_analysis *b);
/* Store the evaluation of a position. */
void bm_desktop_analysis_store_eval(struct bm_desktop_analysis *b,
                                    const struct bm_desktop_pv *t);
/* The evaluation of a node, from the analysis or from the record's annotations; false: unknown.
 */
bool bm_desktop_analysis_eval(const struct bm_desktop_analysis *b, bm_node node, int *out);

#endif
