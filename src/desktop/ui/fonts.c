/* SPDX-License-Identifier: MIT */
#include "desktop/ui/fonts.h"

#include <SDL_ttf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Where Debian and others put fonts; the first that is there is taken. BANMEN_FONT and
 * BANMEN_FONT_CJK name others. */
static const char *const places[BM_FONT_FACES][12] = {
    [BM_FONT_PLAIN] = {"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
                       "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf",
                       "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf",
                       "/usr/share/fonts/truetype/liberation2/LiberationSans-Regular.ttf",
                       "/usr/share/fonts/TTF/DejaVuSans.ttf",
                       "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
                       "/usr/share/fonts/truetype/freefont/FreeSans.ttf"},
    [BM_FONT_BOLD] = {"/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf",
                      "/usr/share/fonts/truetype/noto/NotoSans-Bold.ttf",
                      "/usr/share/fonts/truetype/liberation/LiberationSans-Bold.ttf",
                      "/usr/share/fonts/TTF/DejaVuSans-Bold.ttf",
                      "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans-Bold.ttf"},
    [BM_FONT_CJK] = {"/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
                     "/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc",
                     "/usr/share/fonts/opentype/ipafont-gothic/ipag.ttf",
                     "/usr/share/fonts/truetype/fonts-japanese-gothic.ttf",
                     "/usr/share/fonts/opentype/ipaexfont-gothic/ipaexg.ttf",
                     "/usr/share/fonts/truetype/vlgothic/VL-Gothic-Regular.ttf",
                     "/usr/share/fonts/truetype/takao-gothic/TakaoGothic.ttf",
                     "/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf"},
    [BM_FONT_SYMBOLS] = {"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
                         "/usr/share/fonts/truetype/freefont/FreeSerif.ttf",
                         "/usr/share/fonts/truetype/noto/NotoSansSymbols2-Regular.ttf",
                         "/usr/share/fonts/truetype/ancient-scripts/Symbola_hint.ttf"},
};

struct bm_glyph {
    uint32_t code; /* 0: free */
    uint16_t size;
    bool bold;
    SDL_Texture *texture; /* NULL: blank */
    int16_t w, h, advance, rise, shift;
};

static void find_fonts(struct bm_fonts *t)
{
    static const char *const variable[BM_FONT_FACES] = {
        [BM_FONT_PLAIN] = "BANMEN_FONT", [BM_FONT_CJK] = "BANMEN_FONT_CJK"};
    for (unsigned face = 0; face < BM_FONT_FACES; face++) {
        const char *const own = variable[face] ? getenv(variable[face]) : NULL;
        const char *found = own && access(own, R_OK) == 0 ? own : NULL;
        for (unsigned i = 0; !found && i < 12 && places[face][i]; i++) {
            if (access(places[face][i], R_OK) == 0)
                found = places[face][i];
        }
        snprintf(t->path[face], sizeof t->path[face], "%s", found ? found : "");
        t->missing[face] = !found;
    }
}

bool bm_fonts_init(struct bm_fonts *t, struct bm_draw *d)
{
    *t = (struct bm_fonts){.d = d};
    if (!TTF_WasInit() && TTF_Init())
        return false;
    t->glyphs = calloc(BM_FONT_GLYPHS, sizeof *t->glyphs);
    find_fonts(t);
    return t->glyphs != NULL;
}

static void clear_glyphs(struct bm_fonts *t)
{
    for (size_t i = 0; i < BM_FONT_GLYPHS; i++) {
        if (t->glyphs[i].texture)
            SDL_DestroyTexture(t->glyphs[i].texture);
        t->glyphs[i] = (struct bm_glyph){0};
    }
    t->count = 0;
}

static void close_size(struct bm_fonts *t, unsigned i)
{
    for (unsigned face = 0; face < BM_FONT_FACES; face++) {
        if (t->font[face][i])
            TTF_CloseFont(t->font[face][i]);
        t->font[face][i] = NULL;
    }
    t->size[i] = 0;
}

void bm_fonts_fini(struct bm_fonts *t)
{
    if (t->glyphs)
        clear_glyphs(t);
    free(t->glyphs);
    t->glyphs = NULL;
    for (unsigned i = 0; i < BM_FONT_SIZES; i++)
        close_size(t, i);
    if (TTF_WasInit())
        TTF_Quit();
}

static unsigned slot_of(struct bm_fonts *t, int size)
{
    for (unsigned i = 0; i < BM_FONT_SIZES; i++) {
        if (t->size[i] == size)
            return i;
        if (t->size[i] == 0) {
            t->size[i] = size;
            return i;
        }
    }
    /* Windows that are resized for a long time: begin anew. */
    for (unsigned i = 0; i < BM_FONT_SIZES; i++)
        close_size(t, i);
    t->size[0] = size;
    return 0;
}

static TTF_Font *font_of(struct bm_fonts *t, enum bm_font_face face, int size)
{
    const unsigned i = slot_of(t, size);
    if (!t->font[face][i] && !t->missing[face]) {
        t->font[face][i] = TTF_OpenFont(t->path[face], size);
        t->missing[face] = !t->font[face][i];
    }
    return t->font[face][i];
}

static TTF_Font *font_for(struct bm_fonts *t, uint32_t code, int size, bool bold)
{
    const enum bm_font_face order[2][4] = {
        {bold ? BM_FONT_BOLD : BM_FONT_PLAIN, BM_FONT_PLAIN, BM_FONT_SYMBOLS, BM_FONT_CJK},
        {BM_FONT_CJK, BM_FONT_PLAIN, BM_FONT_SYMBOLS, BM_FONT_BOLD}};
    /* Full-width signs and kanji look right from one font only. */
    const bool wide = (code >= 0x2e80 && code < 0xfb00) || code >= 0xff00;
    for (unsigned i = 0; i < 4; i++) {
        TTF_Font *const font = font_of(t, order[wide][i], size);
        if (font && TTF_GlyphIsProvided32(font, code))
            return font;
    }
    return font_of(t, BM_FONT_PLAIN, size);
}

bool bm_fonts_has(struct bm_fonts *t, uint32_t code)
{
    TTF_Font *const font = font_for(t, code, 16, false);
    return font && TTF_GlyphIsProvided32(font, code);
}

static void make_glyph(struct bm_fonts *t, struct bm_glyph *g)
{
    TTF_Font *const font = font_for(t, g->code, g->size, g->bold);
    TTF_Font *const plain = font_of(t, BM_FONT_PLAIN, g->size);
    int minx = 0, maxx, miny, maxy, advance = g->size / 2;
    if (!font || TTF_GlyphMetrics32(font, g->code, &minx, &maxx, &miny, &maxy, &advance)) {
        g->advance = (int16_t)advance;
        return;
    }
    g->advance = (int16_t)advance;
    g->shift = (int16_t)(minx < 0 ? minx : 0);
    /* All fonts stand on the line of the plain one. */
    g->rise = (int16_t)((plain ? TTF_FontAscent(plain) : 0) - TTF_FontAscent(font));
    SDL_Surface *const s =
        TTF_RenderGlyph32_Blended(font, g->code, (SDL_Color){255, 255, 255, 255});
    if (!s)
        return;
    g->texture = SDL_CreateTextureFromSurface(t->d->r, s);
    g->w = (int16_t)s->w;
    g->h = (int16_t)s->h;
    SDL_FreeSurface(s);
}

static const struct bm_glyph *glyph_of(struct bm_fonts *t, uint32_t code, int size, bool bold)
{
    if (t->count * 4 > BM_FONT_GLYPHS * 3)
        clear_glyphs(t);
    size_t i =
        (code * 2654435761u ^ (unsigned)size * 40503u ^ (bold ? 977u : 0)) % BM_FONT_GLYPHS;
    while (t->glyphs[i].code && !(t->glyphs[i].code == code && t->glyphs[i].size == size &&
                                  t->glyphs[i].bold == bold))
        i = (i + 1) % BM_FONT_GLYPHS;
    struct bm_glyph *const g = &t->glyphs[i];
    if (!g->code) {
        *g = (struct bm_glyph){.code = code, .size = (uint16_t)size, .bold = bold};
        t->count++;
        make_glyph(t, g);
    }
    return g;
}

uint32_t bm_utf8_next(const char *s, const char *end, size_t *bytes)
{
    const unsigned char c = (unsigned char)*s;
    const size_t want = c < 0x80 ? 1 : c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : c >= 0xc0 ? 2 : 1;
    *bytes = 1;
    if (want == 1)
        return c < 0x80 ? c : 0xfffd;
    if ((size_t)(end - s) < want)
        return 0xfffd;
    uint32_t code = c & (0xffu >> (want + 1));
    for (size_t i = 1; i < want; i++) {
        if (((unsigned char)s[i] & 0xc0) != 0x80)
            return 0xfffd;
        code = code << 6 | ((unsigned char)s[i] & 0x3f);
    }
    *bytes = want;
    return code;
}

int bm_fonts_line_height(struct bm_fonts *t, int size)
{
    TTF_Font *const font = font_of(t, BM_FONT_PLAIN, size);
    return font ? TTF_FontHeight(font) : size * 5 / 4;
}

/* Nothing is shown of control characters. */
static bool is_visible(uint32_t code) { return code >= 0x20 && code != 0x7f && code != 0xfeff; }

int bm_fonts_width(struct bm_fonts *t, struct bm_text_style style, const char *s, size_t len)
{
    int x = 0;
    for (size_t i = 0, n; i < len; i += n) {
        const uint32_t code = bm_utf8_next(s + i, s + len, &n);
        if (is_visible(code))
            x += glyph_of(t, code, style.size, style.bold)->advance;
    }
    return x;
}

size_t bm_fonts_fit(struct bm_fonts *t, struct bm_text_style style, const char *s, size_t len,
                    int width)
{
    size_t i = 0, n;
    for (int x = 0; i < len; i += n) {
        const uint32_t code = bm_utf8_next(s + i, s + len, &n);
        if (is_visible(code))
            x += glyph_of(t, code, style.size, style.bold)->advance;
        if (x > width)
            break;
    }
    return i;
}

int bm_fonts_draw(struct bm_fonts *t, int x, int y, struct bm_text_style style, const char *s,
                  size_t len)
{
    const int start = x;
    if (t->d->mute)
        return 0;
    for (size_t i = 0, n; i < len; i += n) {
        const uint32_t code = bm_utf8_next(s + i, s + len, &n);
        if (!is_visible(code))
            continue;
        const struct bm_glyph *const g = glyph_of(t, code, style.size, style.bold);
        if (g->texture) {
            const bm_color c = style.color;
            SDL_SetTextureColorMod(g->texture, (Uint8)(c >> 24), (Uint8)(c >> 16),
                                   (Uint8)(c >> 8));
            bm_draw_texture(t->d, g->texture, (bm_box){x + g->shift, y + g->rise, g->w, g->h},
                            c & 0xff);
        }
        x += g->advance;
    }
    return x - start;
}

void bm_fonts_draw_line(struct bm_fonts *t, bm_box box, struct bm_text_style style, int align,
                        const char *s)
{
    static const char dots[] = "…";
    size_t len = strlen(s);
    if (t->d->mute || len == 0)
        return;
    int width = bm_fonts_width(t, style, s, len);
    const bool cut = width > box.w;
    const int room = cut ? box.w - bm_fonts_width(t, style, dots, sizeof dots - 1) : box.w;
    if (cut) {
        len = bm_fonts_fit(t, style, s, len, room);
        width = box.w;
    }
    const int y = box.y + (box.h - bm_fonts_line_height(t, style.size)) / 2;
    int x = box.x + (align == 0 ? 0 : align == 1 ? (box.w - width) / 2 : box.w - width);
    x += bm_fonts_draw(t, x, y, style, s, len);
    if (cut)
        bm_fonts_draw(t, x, y, style, dots, sizeof dots - 1);
}

size_t bm_fonts_break_line(struct bm_fonts *t, struct bm_text_style style, const char *s,
                           size_t len, int width)
{
    const char *const end = memchr(s, '\n', len);
    const size_t all = end ? (size_t)(end - s) : len;
    size_t fit = bm_fonts_fit(t, style, s, all, width);
    if (fit == all)
        return fit;
    for (size_t i = fit; i > 0; i--) {
        if (s[i] == ' ')
            return i;
        if (((unsigned char)s[i] & 0xc0) == 0xc0 && (unsigned char)s[i] >= 0xe3)
            return i; /* between kanji */
    }
    if (fit == 0) /* one character at least */
        bm_utf8_next(s, s + len, &fit);
    return fit;
}

int bm_fonts_draw_wrapped(struct bm_fonts *t, bm_box box, struct bm_text_style style,
                          const char *s)
{
    const int height = bm_fonts_line_height(t, style.size);
    size_t len = strlen(s);
    int y = box.y;
    while (len != 0) {
        size_t n = bm_fonts_break_line(t, style, s, len, box.w);
        bm_fonts_draw(t, box.x, y, style, s, n);
        y += height;
        while (n < len && (s[n] == ' ' || s[n] == '\n')) {
            n++;
            if (s[n - 1] == '\n')
                break;
        }
        s += n;
        len -= n;
    }
    return y - box.y;
}

SDL_Surface *bm_fonts_surface(struct bm_fonts *t, int size, bool bold, const char *s)
{
    size_t n;
    const uint32_t code = bm_utf8_next(s, s + strlen(s), &n);
    TTF_Font *const font = font_for(t, code, size, bold);
    return font && *s ? TTF_RenderUTF8_Blended(font, s, (SDL_Color){255, 255, 255, 255}) : NULL;
}
