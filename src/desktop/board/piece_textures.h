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

enum bm_piece_set { BM_PIECE_SET_ONE, BM_PIECE_SET_TWO, BM_PIECE_SET_INT, BM_PIECE_SETS };
enum { BM_PIECE_TEXTURES = 512 };

struct bm_piece_textures {
    struct bm_draw *d;
    struct bm_fonts *fonts;
    char folder[512]; /* "" : there are no drawings */
    struct {
        const struct bm_rules *rules;
        SDL_Texture *texture;
        uint16_t size;
        bm_piece piece;
        uint8_t set;
        bool turned;
    } cache[BM_PIECE_TEXTURES];
    unsigned count;
    SDL_Texture *wood;
};

void bm_piece_textures_init(struct bm_piece_textures *a, struct bm_draw *d,
                            struct bm_fonts *fonts);
void bm_piece_textures_fini(struct bm_piece_textures *a);
/* Forget all textures: other rules, other sets. */
void bm_piece_textures_clear(struct bm_piece_textures *a);
/* The texture of a piece, `size` pixels square. `turned`: it is seen from the other side. */
SDL_Texture *bm_piece_texture(struct bm_piece_textures *a, const struct bm_rules *rules,
                              bm_piece piece, enum bm_piece_set set, bool turned, int size);
/* The folder and the letter of the picture of a kind; false: there is none. */
bool bm_piece_picture(const struct bm_rules *rules, unsigned kind, enum bm_piece_set set,
                      const char **folder, const char **letter);
/* A tile of wood. */
SDL_Texture *bm_wood_texture(struct bm_piece_textures *a);

/* Whether a game looks like xiangqi: discs with characters, on points. */
bool bm_is_xiangqi_like(const struct bm_rules *rules);

#endif
