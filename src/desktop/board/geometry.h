/* SPDX-License-Identifier: MIT */
#ifndef BM_DESKTOP_BOARD_GEOMETRY_H
#define BM_DESKTOP_BOARD_GEOMETRY_H

/* Where the squares of a game lie: one board, several side by side, or hexagons. Lengths are in
 * squares; y grows downwards. */

#include "banmen/notation.h"

enum { BM_TILES = 64, BM_EDGES = 128 };

/* A name of a file or rank at the edge of a board. */
struct bm_edge {
    float x, y; /* its middle */
    char text[8];
};

struct bm_shape {
    const struct bm_rules *rules;
    bool flip, hex;
    unsigned squares;
    bool has[BM_MAX_SQUARES];
    float x[BM_MAX_SQUARES], y[BM_MAX_SQUARES]; /* left upper corners */
    bool dark[BM_MAX_SQUARES];
    float w, h; /* of all, edges included */
    struct {
        float x, y, w, h;
        char name[8];
    } tile[BM_TILES];
    unsigned tiles;
    struct bm_edge edge[BM_EDGES];
    unsigned edges;
};

/* `kanji`: ranks of shogi have their Japanese names. */
void bm_shape_make(struct bm_shape *s, const struct bm_rules *rules, bool flip, bool kanji);
/* The square under a point, or BM_SQ_NONE. */
bm_sq bm_shape_at(const struct bm_shape *s, float x, float y);
/* The square next to one in a direction on the screen; itself if there is none. */
bm_sq bm_shape_next(const struct bm_shape *s, bm_sq from, int dx, int dy);

#endif
