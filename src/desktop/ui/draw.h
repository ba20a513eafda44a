/* SPDX-License-Identifier: MIT */
#ifndef BM_DESKTOP_UI_DRAW_H
#define BM_DESKTOP_UI_DRAW_H

/*
 * Shapes on a renderer. Whatever is drawn goes through here, so that a pass over the window
 * that only looks at input can be mute. Coordinates are pixels of the renderer.
 */

#include <SDL.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct bm_box {
    int x, y, w, h;
} bm_box;

/* 0xRRGGBBAA */
typedef uint32_t bm_color;

struct bm_draw {
    SDL_Renderer *r;
    SDL_Texture *disc; /* white, with soft edges */
    bool mute;         /* draw nothing */
};

bool bm_draw_init(struct bm_draw *d, SDL_Renderer *r);
void bm_draw_fini(struct bm_draw *d);

static inline bool bm_box_has(bm_box b, int x, int y)
{
    return x >= b.x && y >= b.y && x < b.x + b.w && y < b.y + b.h;
}
/* The box without a margin. */
static inline bm_box bm_box_inset(bm_box b, int by)
{
    return (bm_box){b.x + by, b.y + by, b.w - 2 * by, b.h - 2 * by};
}
/* Take a strip off a box: the box shrinks. */
bm_box bm_box_cut_top(bm_box *b, int h);
bm_box bm_box_cut_bottom(bm_box *b, int h);
bm_box bm_box_cut_left(bm_box *b, int w);
bm_box bm_box_cut_right(bm_box *b, int w);

/* A colour between two; `t` of 256 is the second. */
bm_color bm_color_mix(bm_color a, bm_color b, unsigned t);
static inline bm_color bm_color_alpha(bm_color c, unsigned alpha)
{
    return (c & 0xffffff00u) | alpha;
}

void bm_draw_fill(struct bm_draw *d, bm_box b, bm_color c);
/* Corners are rounded by a radius. */
void bm_draw_round(struct bm_draw *d, bm_box b, int radius, bm_color c);
/* A frame inside the box. */
void bm_draw_frame(struct bm_draw *d, bm_box b, int width, bm_color c);
void bm_draw_disc(struct bm_draw *d, int x, int y, int radius, bm_color c);
void bm_draw_line(struct bm_draw *d, int x0, int y0, int x1, int y1, int width, bm_color c);
void bm_draw_arrow(struct bm_draw *d, int x0, int y0, int x1, int y1, int width, bm_color c);
/* A convex polygon. */
void bm_draw_polygon(struct bm_draw *d, const SDL_FPoint *p, int count, bm_color c);
void bm_draw_texture(struct bm_draw *d, SDL_Texture *t, bm_box to, unsigned alpha);
/* Draw only inside the box from now on, and inside what was so before; the old one is returned
 * for bm_draw_unclip(). */
SDL_Rect bm_draw_clip(struct bm_draw *d, bm_box b);
void bm_draw_unclip(struct bm_draw *d, SDL_Rect old);

#endif
