/* SPDX-License-Identifier: MIT */
#include "desktop/ui/draw.h"

#include <math.h>

enum { DISC = 128 };

bool bm_draw_init(struct bm_draw *d, SDL_Renderer *r)
{
    *d = (struct bm_draw){.r = r};
    SDL_Surface *const s =
        SDL_CreateRGBSurfaceWithFormat(0, DISC, DISC, 32, SDL_PIXELFORMAT_ARGB8888);
    if (!s)
        return false;
    for (int y = 0; y < DISC; y++) {
        uint32_t *const row = (uint32_t *)((char *)s->pixels + y * s->pitch);
        for (int x = 0; x < DISC; x++) {
            const double dx = x + 0.5 - DISC / 2.0, dy = y + 0.5 - DISC / 2.0;
            const double edge = DISC / 2.0 - sqrt(dx * dx + dy * dy);
            const double alpha = edge < 0 ? 0 : edge > 1 ? 1 : edge;
            row[x] = (uint32_t)(alpha * 255) << 24 | 0xffffff;
        }
    }
    SDL_SetHint(SDL_HINT_RENDER_SCALE_QUALITY, "linear");
    d->disc = SDL_CreateTextureFromSurface(r, s);
    SDL_FreeSurface(s);
    SDL_SetRenderDrawBlendMode(r, SDL_BLENDMODE_BLEND);
    return d->disc != NULL;
}

void bm_draw_fini(struct bm_draw *d)
{
    if (d->disc)
        SDL_DestroyTexture(d->disc);
    d->disc = NULL;
}

bm_box bm_box_cut_top(bm_box *b, int h)
{
    h = h < b->h ? h : b->h;
    const bm_box cut = {b->x, b->y, b->w, h};
    b->y += h;
    b->h -= h;
    return cut;
}

bm_box bm_box_cut_bottom(bm_box *b, int h)
{
    h = h < b->h ? h : b->h;
    b->h -= h;
    return (bm_box){b->x, b->y + b->h, b->w, h};
}

bm_box bm_box_cut_left(bm_box *b, int w)
{
    w = w < b->w ? w : b->w;
    const bm_box cut = {b->x, b->y, w, b->h};
    b->x += w;
    b->w -= w;
    return cut;
}

bm_box bm_box_cut_right(bm_box *b, int w)
{
    w = w < b->w ? w : b->w;
    b->w -= w;
    return (bm_box){b->x + b->w, b->y, w, b->h};
}

bm_color bm_color_mix(bm_color a, bm_color b, unsigned t)
{
    bm_color out = 0;
    for (unsigned shift = 0; shift < 32; shift += 8) {
        const unsigned x = a >> shift & 0xff, y = b >> shift & 0xff;
        out |= ((x * (256 - t) + y * t) >> 8) << shift;
    }
    return out;
}

static SDL_Rect sdl_rect(bm_box b) { return (SDL_Rect){b.x, b.y, b.w, b.h}; }

static SDL_Color sdl_color(bm_color c)
{
    return (SDL_Color){(Uint8)(c >> 24), (Uint8)(c >> 16), (Uint8)(c >> 8), (Uint8)c};
}

static void set_draw_color(struct bm_draw *d, bm_color c)
{
    const SDL_Color k = sdl_color(c);
    SDL_SetRenderDrawColor(d->r, k.r, k.g, k.b, k.a);
}

void bm_draw_fill(struct bm_draw *d, bm_box b, bm_color c)
{
    if (d->mute || b.w <= 0 || b.h <= 0)
        return;
    const SDL_Rect r = sdl_rect(b);
    set_draw_color(d, c);
    SDL_RenderFillRect(d->r, &r);
}

/* A quarter of the disc. */
static void draw_corner(struct bm_draw *d, int x, int y, int size, int right, int low)
{
    const SDL_Rect from = {right * DISC / 2, low * DISC / 2, DISC / 2, DISC / 2};
    const SDL_Rect to = {x, y, size, size};
    SDL_RenderCopy(d->r, d->disc, &from, &to);
}

static void tint_disc(struct bm_draw *d, bm_color c)
{
    const SDL_Color k = sdl_color(c);
    SDL_SetTextureColorMod(d->disc, k.r, k.g, k.b);
    SDL_SetTextureAlphaMod(d->disc, k.a);
}

void bm_draw_round(struct bm_draw *d, bm_box b, int radius, bm_color c)
{
    if (d->mute || b.w < 2 * radius || b.h < 2 * radius) {
        bm_draw_fill(d, b, c);
        return;
    }
    tint_disc(d, c);
    draw_corner(d, b.x, b.y, radius, 0, 0);
    draw_corner(d, b.x + b.w - radius, b.y, radius, 1, 0);
    draw_corner(d, b.x, b.y + b.h - radius, radius, 0, 1);
    draw_corner(d, b.x + b.w - radius, b.y + b.h - radius, radius, 1, 1);
    bm_draw_fill(d, (bm_box){b.x + radius, b.y, b.w - 2 * radius, radius}, c);
    bm_draw_fill(d, (bm_box){b.x, b.y + radius, b.w, b.h - 2 * radius}, c);
    bm_draw_fill(d, (bm_box){b.x + radius, b.y + b.h - radius, b.w - 2 * radius, radius}, c);
}

void bm_draw_frame(struct bm_draw *d, bm_box b, int width, bm_color c)
{
    bm_draw_fill(d, (bm_box){b.x, b.y, b.w, width}, c);
    bm_draw_fill(d, (bm_box){b.x, b.y + b.h - width, b.w, width}, c);
    bm_draw_fill(d, (bm_box){b.x, b.y + width, width, b.h - 2 * width}, c);
    bm_draw_fill(d, (bm_box){b.x + b.w - width, b.y + width, width, b.h - 2 * width}, c);
}

void bm_draw_disc(struct bm_draw *d, int x, int y, int radius, bm_color c)
{
    if (d->mute || radius <= 0)
        return;
    const SDL_Rect to = {x - radius, y - radius, 2 * radius, 2 * radius};
    tint_disc(d, c);
    SDL_RenderCopy(d->r, d->disc, NULL, &to);
}

void bm_draw_polygon(struct bm_draw *d, const SDL_FPoint *p, int count, bm_color c)
{
    enum { MOST = 16 };
    SDL_Vertex v[MOST];
    int index[3 * MOST];
    if (d->mute || count < 3 || count > MOST)
        return;
    for (int i = 0; i < count; i++)
        v[i] = (SDL_Vertex){.position = p[i], .color = sdl_color(c)};
    for (int i = 0; i + 2 < count; i++) {
        index[3 * i] = 0;
        index[3 * i + 1] = i + 1;
        index[3 * i + 2] = i + 2;
    }
    SDL_RenderGeometry(d->r, NULL, v, count, index, 3 * (count - 2));
}

/* A bar between two points, given as floats. */
static void draw_bar(struct bm_draw *d, float x0, float y0, float x1, float y1, float width,
                     bm_color c)
{
    const float dx = x1 - x0, dy = y1 - y0, len = sqrtf(dx * dx + dy * dy);
    if (len <= 0)
        return;
    const float nx = -dy / len * width / 2, ny = dx / len * width / 2;
    const SDL_FPoint p[4] = {
        {x0 + nx, y0 + ny}, {x1 + nx, y1 + ny}, {x1 - nx, y1 - ny}, {x0 - nx, y0 - ny}};
    bm_draw_polygon(d, p, 4, c);
}

void bm_draw_line(struct bm_draw *d, int x0, int y0, int x1, int y1, int width, bm_color c)
{
    draw_bar(d, (float)x0, (float)y0, (float)x1, (float)y1, (float)width, c);
}

void bm_draw_arrow(struct bm_draw *d, int x0, int y0, int x1, int y1, int width, bm_color c)
{
    const float dx = (float)(x1 - x0), dy = (float)(y1 - y0), len = sqrtf(dx * dx + dy * dy);
    const float w = (float)width, head = 2.6f * w;
    if (len < 1)
        return;
    const float ux = dx / len, uy = dy / len;
    const float bx = (float)x1 - ux * head, by = (float)y1 - uy * head;
    draw_bar(d, (float)x0, (float)y0, bx, by, w, c);
    const SDL_FPoint p[3] = {{(float)x1, (float)y1},
                             {bx - uy * head * 0.62f, by + ux * head * 0.62f},
                             {bx + uy * head * 0.62f, by - ux * head * 0.62f}};
    bm_draw_polygon(d, p, 3, c);
}

void bm_draw_texture(struct bm_draw *d, SDL_Texture *t, bm_box to, unsigned alpha)
{
    if (d->mute || !t)
        return;
    const SDL_Rect r = sdl_rect(to);
    SDL_SetTextureAlphaMod(t, (Uint8)alpha);
    SDL_RenderCopy(d->r, t, NULL, &r);
}

SDL_Rect bm_draw_clip(struct bm_draw *d, bm_box b)
{
    SDL_Rect old = {0, 0, 0, 0}, r = sdl_rect(b);
    if (SDL_RenderIsClipEnabled(d->r)) {
        SDL_RenderGetClipRect(d->r, &old);
        SDL_Rect both;
        if (!SDL_IntersectRect(&old, &r, &both))
            both = (SDL_Rect){r.x, r.y, 1, 1};
        r = both;
    }
    if (r.w <= 0 || r.h <= 0)
        r.w = r.h = 1;
    SDL_RenderSetClipRect(d->r, &r);
    return old;
}

void bm_draw_unclip(struct bm_draw *d, SDL_Rect old)
{
    SDL_RenderSetClipRect(d->r, old.w ? &old : NULL);
}
