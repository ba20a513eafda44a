/* SPDX-License-Identifier: MIT */
#include "desktop/board/piece_textures.h"

#include <SDL_image.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef BM_PIECES_DIR
#    define BM_PIECES_DIR ""
#endif

static bool use_folder(struct bm_piece_textures *a, const char *folder)
{
    if (!folder || !*folder || access(folder, R_OK | X_OK) != 0)
        return false;
    snprintf(a->folder, sizeof a->folder, "%s", folder);
    return true;
}

/* Where the drawings are: as $BANMEN_PIECES says, where they are installed, or beside the
 * program in a tree that was built. */
static void find_folder(struct bm_piece_textures *a)
{
    char near[512];
    char *const base = SDL_GetBasePath();
    if (use_folder(a, getenv("BANMEN_PIECES")))
        goto done;
    snprintf(near, sizeof near, "%s../share/banmen/pieces", base ? base : "");
    if (use_folder(a, near))
        goto done;
    snprintf(near, sizeof near, "%s../data/pieces", base ? base : "");
    if (!use_folder(a, near))
        (void)use_folder(a, BM_PIECES_DIR);
done:
    SDL_free(base);
}

void bm_piece_textures_init(struct bm_piece_textures *a, struct bm_draw *d,
                            struct bm_fonts *fonts)
{
    *a = (struct bm_piece_textures){.d = d, .fonts = fonts};
    find_folder(a);
}

void bm_piece_textures_clear(struct bm_piece_textures *a)
{
    for (unsigned i = 0; i < a->count; i++)
        SDL_DestroyTexture(a->cache[i].texture);
    a->count = 0;
}

void bm_piece_textures_fini(struct bm_piece_textures *a)
{
    bm_piece_textures_clear(a);
    if (a->wood)
        SDL_DestroyTexture(a->wood);
    a->wood = NULL;
}

/* A drawing of a size; the source is closed. */
static SDL_Surface *load_svg(SDL_RWops *rw, int size)
{
    if (!rw)
        return NULL;
    SDL_Surface *const s = IMG_LoadSizedSVG_RW(rw, size, size);
    SDL_RWclose(rw);
    if (!s)
        return NULL;
    SDL_Surface *const out = SDL_ConvertSurfaceFormat(s, SDL_PIXELFORMAT_ARGB8888, 0);
    SDL_FreeSurface(s);
    return out;
}

static SDL_Surface *svg_from_text(const char *text, int size)
{
    return load_svg(SDL_RWFromConstMem(text, (int)strlen(text)), size);
}

static SDL_Surface *svg_from_file(const char *path, int size)
{
    return load_svg(SDL_RWFromFile(path, "rb"), size);
}

/* Text in the middle of a surface, `share` of its height high. */
static void write_text_on(struct bm_piece_textures *a, SDL_Surface *to, const char *text,
                          float share, float middle, bm_color c, bool bold)
{
    SDL_Surface *const s = bm_fonts_surface(a->fonts, (int)((float)to->h * share), bold, text);
    if (!s)
        return;
    int w = s->w, h = s->h;
    const int room = to->w * 3 / 4;
    if (w > room) {
        h = h * room / w;
        w = room;
    }
    SDL_SetSurfaceColorMod(s, (Uint8)(c >> 24), (Uint8)(c >> 16), (Uint8)(c >> 8));
    SDL_Rect r = {(to->w - w) / 2, (int)((float)to->h * middle) - h / 2, w, h};
    SDL_Surface *const same = SDL_ConvertSurfaceFormat(s, SDL_PIXELFORMAT_ARGB8888, 0);
    if (same && (w != s->w || h != s->h))
        SDL_BlitScaled(same, NULL, to, &r);
    else if (same)
        SDL_BlitSurface(same, NULL, to, &r);
    if (same)
        SDL_FreeSurface(same);
    SDL_FreeSurface(s);
}

/* Seen from the other side: every pixel changes places with its opposite. */
static void turn_surface(SDL_Surface *s)
{
    for (int y = 0; y < (s->h + 1) / 2; y++) {
        uint32_t *const a = (uint32_t *)((char *)s->pixels + y * s->pitch);
        uint32_t *const b = (uint32_t *)((char *)s->pixels + (s->h - 1 - y) * s->pitch);
        for (int x = 0; x < (a == b ? s->w / 2 : s->w); x++) {
            const uint32_t pixel = a[x];
            a[x] = b[s->w - 1 - x];
            b[s->w - 1 - x] = pixel;
        }
    }
}

/* What to write on a token. */
static const char *piece_letters(const struct bm_rules *rules, unsigned kind,
                                 enum bm_piece_set set)
{
    const char *const glyph = bm_rules_kind_glyph(rules, kind);
    const char *const name = bm_rules_kind_name(rules, kind, BM_JA);
    if (*glyph)
        return glyph;
    if (bm_rules_info(rules)->dialect == BM_DIALECT_USI && set != BM_PIECE_SET_INT && *name &&
        strlen(name) <= 6)
        return name;
    return bm_rules_kind_letter(rules, kind);
}

/* A wedge as in shogi. */
static SDL_Surface *wedge_piece(struct bm_piece_textures *a, const char *text, bool promoted,
                                int size)
{
    static const char svg[] =
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\">"
        "<path d=\"M50 5 L80 20 L91 94 L9 94 L20 20 Z\" fill=\"#f2d59a\" stroke=\"#8a6a33\""
        " stroke-width=\"2.5\"/></svg>";
    SDL_Surface *const s = svg_from_text(svg, size);
    if (s)
        write_text_on(a, s, text, strlen(text) > 3 ? 0.4f : 0.56f, 0.57f,
                      promoted ? 0xb3261eff : 0x1c1712ff, false);
    return s;
}

static SDL_Surface *disc_piece(struct bm_piece_textures *a, const char *text, unsigned side,
                               bool neutral, int size)
{
    char svg[320];
    const char *const fill = neutral ? "#e2b93b" : side ? "#33363b" : "#f6f2e8";
    snprintf(svg, sizeof svg,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\">"
             "<path d=\"M50 8 C73 8 92 27 92 50 C92 73 73 92 50 92 C27 92 8 73 8 50 "
             "C8 27 27 8 50 8 Z\" fill=\"%s\" stroke=\"%s\" stroke-width=\"4\"/></svg>",
             fill, side ? "#0d0e10" : "#4a463d");
    SDL_Surface *const s = svg_from_text(svg, size);
    if (s)
        write_text_on(a, s, text, strlen(text) > 2 ? 0.36f : 0.5f, 0.5f,
                      side && !neutral ? 0xf6f2e8ff : 0x22201cff, true);
    return s;
}

/* The figure that Unicode has for a kind of chess, or NULL. */
static const char *const *chess_figures(const struct bm_rules *rules, unsigned kind)
{
    static const struct {
        const char *name, *pair[2];
    } known[] = {{"king", {"♔", "♚"}},   {"queen", {"♕", "♛"}},  {"rook", {"♖", "♜"}},
                 {"bishop", {"♗", "♝"}}, {"knight", {"♘", "♞"}}, {"pawn", {"♙", "♟"}}};
    const char *const name = bm_rules_kind_name(rules, kind, BM_EN);
    if (bm_rules_info(rules)->dialect == BM_DIALECT_USI)
        return NULL;
    for (unsigned i = 0; i < 6; i++) {
        if (strcmp(known[i].name, name) == 0)
            return known[i].pair;
    }
    return NULL;
}

/* Solid, in the side's colour, with the outline of the other figure above. */
static SDL_Surface *figure_piece(struct bm_piece_textures *a, const char *const *pair,
                                 unsigned side, int size)
{
    SDL_Surface *const s =
        SDL_CreateRGBSurfaceWithFormat(0, size, size, 32, SDL_PIXELFORMAT_ARGB8888);
    if (!s)
        return NULL;
    write_text_on(a, s, pair[1], 0.8f, 0.5f, side ? 0x2b2b2bff : 0xfcfaf4ff, false);
    if (!side)
        write_text_on(a, s, pair[0], 0.8f, 0.5f, 0x1a1a1aff, false);
    return s;
}

static SDL_Surface *make_piece(struct bm_piece_textures *a, const struct bm_rules *rules,
                               bm_piece piece, enum bm_piece_set set, int size)
{
    const unsigned kind = bm_piece_kind(piece), side = bm_piece_side(piece);
    const char *const *const pair = chess_figures(rules, kind);
    const char *const text = piece_letters(rules, kind, set);
    if (bm_rules_info(rules)->dialect == BM_DIALECT_USI)
        return wedge_piece(a, text, bm_rules_kind_letter(rules, kind)[0] == '+', size);
    if (pair && bm_fonts_has(a->fonts, 0x265f))
        return figure_piece(a, pair, side, size);
    return disc_piece(a, text, side, bm_rules_kind_is_neutral(rules, kind), size);
}

/* The drawing of a piece in a set, if there is one. */
static SDL_Surface *load_picture(struct bm_piece_textures *a, const struct bm_rules *rules,
                                 bm_piece piece, enum bm_piece_set set, int size)
{
    const char *folder, *letter;
    char path[640];
    if (!a->folder[0] || !bm_piece_picture(rules, bm_piece_kind(piece), set, &folder, &letter))
        return NULL;
    snprintf(path, sizeof path, "%s/%s/%u%s.svg", a->folder, folder, bm_piece_side(piece),
             letter);
    SDL_Surface *const own = svg_from_file(path, size);
    if (own || bm_piece_side(piece) == BM_FIRST)
        return own;
    snprintf(path, sizeof path, "%s/%s/0%s.svg", a->folder, folder, letter);
    return svg_from_file(path, size);
}

SDL_Texture *bm_piece_texture(struct bm_piece_textures *a, const struct bm_rules *rules,
                              bm_piece piece, enum bm_piece_set set, bool turned, int size)
{
    for (unsigned i = 0; i < a->count; i++) {
        if (a->cache[i].piece == piece && a->cache[i].size == size && a->cache[i].set == set &&
            a->cache[i].turned == turned && a->cache[i].rules == rules)
            return a->cache[i].texture;
    }
    if (a->count == BM_PIECE_TEXTURES)
        bm_piece_textures_clear(a);
    SDL_Surface *s = load_picture(a, rules, piece, set, size);
    if (!s)
        s = make_piece(a, rules, piece, set, size);
    if (!s)
        return NULL;
    if (turned)
        turn_surface(s);
    SDL_Texture *const t = SDL_CreateTextureFromSurface(a->d->r, s);
    SDL_FreeSurface(s);
    if (!t)
        return NULL;
    a->cache[a->count].rules = rules;
    a->cache[a->count].texture = t;
    a->cache[a->count].size = (uint16_t)size;
    a->cache[a->count].piece = piece;
    a->cache[a->count].set = (uint8_t)set;
    a->cache[a->count].turned = turned;
    a->count++;
    return t;
}

SDL_Texture *bm_wood_texture(struct bm_piece_textures *a)
{
    enum { SIDE = 256 };
    if (a->wood)
        return a->wood;
    SDL_Surface *const s =
        SDL_CreateRGBSurfaceWithFormat(0, SIDE, SIDE, 32, SDL_PIXELFORMAT_ARGB8888);
    if (!s)
        return NULL;
    for (int y = 0; y < SIDE; y++) {
        uint32_t *const row = (uint32_t *)((char *)s->pixels + y * s->pitch);
        for (int x = 0; x < SIDE; x++) {
            /* Years of growth, a little bent, with a fine grain. */
            const double bend = 6 * sin(y / 90.0 + x / 70.0);
            const double ring = sin((x + bend) / 5.3) + 0.6 * sin((x - bend) / 2.1);
            const unsigned noise = (unsigned)(x * 7919 + y * 104729) * 2654435761u >> 29;
            const int shade = (int)(ring * 5) + (int)noise / 2 - 2;
            const int r = 226 + shade, g = 184 + shade, b = 118 + shade;
            row[x] = 0xff000000u | (uint32_t)r << 16 | (uint32_t)g << 8 | (uint32_t)b;
        }
    }
    a->wood = SDL_CreateTextureFromSurface(a->d->r, s);
    SDL_FreeSurface(s);
    return a->wood;
}
