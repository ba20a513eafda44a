/* SPDX-License-Identifier: MIT */
#ifndef BM_DESKTOP_BOARD_GEOMETRY_H
#define BM_DESKTOP_BOARD_GEOMETRY_H

/* Where the squares of a game lie: one board, several side by side, or hexagons. Lengths are in
 * squares; y grows downwards. */

#include "banmen/notation.h"

enum { BM_SUBBOARDS = 64, BM_EDGE_LABELS = 128 };

/* A name of a file or rank at the edge of a board. */
struct bm_edge_label {
    float x, y; /* its middle */
    char text[8];
};

struct bm_geometry {
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
    } tile[BM_SUBBOARDS];
    unsigned tiles;
    struct bm_edge_label edge[BM_EDGE_LABELS];
    unsigned edges;
};

/* `kanji`: ranks of shogi have their Japanese names. */
void bm_geometry_init(struct bm_geometry *s, const struct bm_rules *rules, bool flip,
                      bool kanji);
/* The square under a point, or BM_SQ_NONE. */
bm_sq bm_geometry_square_at(const struct bm_geometry *s, float x, float y);
/* The square next to one in a direction on the screen; itself if there is none. */
bm_sq bm_geometry_neighbour(const struct bm_geometry *s, bm_sq from, int dx, int dy);

#endif
