/* SPDX-License-Identifier: MIT */
#ifndef BM_DESKTOP_UI_FONTS_H
#define BM_DESKTOP_UI_FONTS_H

/*
 * Text on the screen: fonts that are found at run time, and a cache of their glyphs. Each glyph
 * comes from the first font that has it, so that Latin letters, chess figures and kanji stand
 * in one line. Fonts are opened when they are first needed.
 */

#include <stddef.h>

#include "desktop/ui/draw.h"

enum bm_font_face { BM_FONT_PLAIN, BM_FONT_BOLD, BM_FONT_CJK, BM_FONT_SYMBOLS, BM_FONT_FACES };
enum { BM_FONT_SIZES = 24, BM_FONT_GLYPHS = 4096 };

struct bm_glyph;

struct bm_fonts {
    struct bm_draw *d;
    void *font[BM_FONT_FACES][BM_FONT_SIZES]; /* TTF_Font */
    int size[BM_FONT_SIZES];                  /* in pixels; 0: free */
    bool missing[BM_FONT_FACES];              /* looked for, and not found */
    char path[BM_FONT_FACES][256];
    struct bm_glyph *glyphs; /* a table by hash */
    size_t count;
};

bool bm_fonts_init(struct bm_fonts *t, struct bm_draw *d);
void bm_fonts_fini(struct bm_fonts *t);

/* How a text is set. */
struct bm_text_style {
    int size; /* of the letters, in pixels */
    bm_color color;
    bool bold;
};

/* Height of a line. */
int bm_fonts_line_height(struct bm_fonts *t, int size);
int bm_fonts_width(struct bm_fonts *t, struct bm_text_style style, const char *s, size_t len);
/* Write at the left upper corner; returns the width. */
int bm_fonts_draw(struct bm_fonts *t, int x, int y, struct bm_text_style style, const char *s,
                  size_t len);
/* How many bytes fit in a width. */
size_t bm_fonts_fit(struct bm_fonts *t, struct bm_text_style style, const char *s, size_t len,
                    int width);
/* Bytes of the first line of a text that is broken at a width: at a line break, a blank or
 * between kanji. What breaks it is not counted. */
size_t bm_fonts_break_line(struct bm_fonts *t, struct bm_text_style style, const char *s,
                           size_t len, int width);
/* One line inside a box, in the middle of its height; cut with an ellipsis if it is too long.
 * align: 0 left, 1 middle, 2 right. */
void bm_fonts_draw_line(struct bm_fonts *t, bm_box box, struct bm_text_style style, int align,
                        const char *s);
/* Text of several lines, broken at blanks or between kanji; returns the height that it takes,
 * also beyond the box. */
int bm_fonts_draw_wrapped(struct bm_fonts *t, bm_box box, struct bm_text_style style,
                          const char *s);
/* A surface of white text, for textures; NULL if there is no font. The caller frees it. */
SDL_Surface *bm_fonts_surface(struct bm_fonts *t, int size, bool bold, const char *s);
/* Whether some font can show a character. */
bool bm_fonts_has(struct bm_fonts *t, uint32_t code);

/* The character at s, and how many bytes it has. */
uint32_t bm_utf8_next(const char *s, const char *end, size_t *bytes);

#endif
