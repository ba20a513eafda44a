/* SPDX-License-Identifier: MIT */
#ifndef BM_DESKTOP_BRAIN_H
#define BM_DESKTOP_BRAIN_H

/*
 * Analysis: somebody thinks about the position that is shown, for as long as it is shown. The
 * built-in search does it in a thread of the loop's pool; what it finds is handed over under a
 * lock, and the loop is woken.
 */

#include "desktop/desk.h"

enum { BM_BRAIN_LINES = 3, BM_BRAIN_EVALS = 2048 };

struct bm_brain_job;

struct bm_brain {
    struct bm_desk *desk;
    bool on;
    struct bm_brain_job *job; /* thinks now; NULL: none */
    uint64_t version;         /* of the desk's node that it thinks about */
    struct bm_thought line[BM_BRAIN_LINES];
    unsigned lines;
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
/* The thread is waited for. */
void bm_brain_fini(struct bm_brain *b);
/* Think, or stop. */
void bm_brain_switch(struct bm_brain *b, bool on);
/* The desk shows something else. */
void bm_brain_follow(struct bm_brain *b);
/* Another game: what was found is forgotten. */
void bm_brain_forget(struct bm_brain *b);
/* Remember what a position is worth. */
void bm_brain_note(struct bm_brain *b, const struct bm_thought *t);
/* What a node is worth, by what was found or what the record says; false: not known. */
bool bm_brain_worth(const struct bm_brain *b, bm_node node, int *out);

#endif
