/* SPDX-License-Identifier: MIT */
#ifndef BM_DESKTOP_BOARD_PIECE_TEXTURES_H
#define BM_DESKTOP_BOARD_PIECE_TEXTURES_H

/*
 * Pieces as textures: drawings from the folders of data/pieces where a set has one for the
 * piece, otherwise tokens that are made here, a wedge or a disc with the piece's letters. Made
 * once for each size.
 */

#include "banmen/rules.h"
#include "desktop/ui/fonts.h"

enum bm_set { BM_SET_ONE, BM_SET_TWO, BM_SET_INT, BM_SETS };
enum { BM_ART_CACHE = 512 };

struct bm_art {
    struct bm_draw *d;
    struct bm_type *type;
    char folder[512]; /* "" : there are no drawings */
    struct {
        const struct bm_rules *rules;
        SDL_Texture *texture;
        uint16_t size;
        bm_piece piece;
        uint8_t set;
        bool turned;
    } cache[BM_ART_CACHE];
    unsigned count;
    SDL_Texture *wood;
};

void bm_art_init(struct bm_art *a, struct bm_draw *d, struct bm_type *type);
void bm_art_fini(struct bm_art *a);
/* Forget all textures: other rules, other sets. */
void bm_art_forget(struct bm_art *a);
/* The texture of a piece, `size` pixels square. `turned`: it is seen from the other side. */
SDL_Texture *bm_art_piece(struct bm_art *a, const struct bm_rules *rules, bm_piece piece,
                          enum bm_set set, bool turned, int size);
/* The folder and the letter of the picture of a kind; false: there is none. */
bool bm_art_name(const struct bm_rules *rules, unsigned kind, enum bm_set set,
                 const char **folder, const char **letter);
/* A tile of wood. */
SDL_Texture *bm_art_wood(struct bm_art *a);

/* Whether a game looks like xiangqi: discs with characters, on points. */
bool bm_art_is_xiangqi(const struct bm_rules *rules);

#endif
