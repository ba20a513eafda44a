/* SPDX-License-Identifier: MIT */
#include "terminal/piece_style.h"
#include "base/text_width.h"

#include <stdlib.h>
#include <string.h>

/* A promoted piece of two characters has a sign of one, too. */
static const struct {
    const char *name, *sign;
} short_names[] = {{"成香", "杏"}, {"成桂", "圭"}, {"成銀", "全"}};

/* One or two wide characters, which are three bytes each. */
static bool is_short(const char *text)
{
    const size_t width = bm_text_width(text);
    return (width == 2 || width == 4) && strlen(text) == width / 2 * 3;
}

/* A kind in kanji; NULL if that would take too much room. */
static const char *kanji_of(const struct bm_rules *rules, unsigned kind)
{
    const char *const glyph = bm_rules_kind_glyph(rules, kind);
    const char *const name = bm_rules_kind_name(rules, kind, BM_JA);
    if (is_short(glyph))
        return glyph;
    for (unsigned i = 0; i < sizeof short_names / sizeof *short_names; i++) {
        if (strcmp(name, short_names[i].name) == 0)
            return short_names[i].sign;
    }
    return is_short(name) ? name : NULL;
}

/* Columns that the widest kind needs in kanji; 0 if one of them cannot be written so. */
static unsigned kanji_width(const struct bm_rules *rules)
{
    unsigned width = 0;
    for (unsigned k = 0; k < bm_rules_info(rules)->kinds; k++) {
        if (bm_rules_kind_letter(rules, k)[0] == '\0')
            continue;
        const char *const text = kanji_of(rules, k);
        if (!text)
            return 0;
        if (bm_text_width(text) > width)
            width = (unsigned)bm_text_width(text);
    }
    return width;
}

/* The figure that chess has for a kind, or NULL. */
static const char *figure_of(const struct bm_rules *rules, unsigned kind, unsigned side)
{
    static const struct {
        const char *name, *figure[2];
    } figures[] = {{"pawn", {"♙", "♟"}}, {"knight", {"♘", "♞"}}, {"bishop", {"♗", "♝"}},
                   {"rook", {"♖", "♜"}}, {"queen", {"♕", "♛"}},  {"king", {"♔", "♚"}}};
    for (unsigned i = 0; i < sizeof figures / sizeof *figures; i++) {
        if (strcmp(bm_rules_kind_name(rules, kind, BM_EN), figures[i].name) == 0)
            return figures[i].figure[side];
    }
    return NULL;
}

/* Whether the environment asks for UTF-8; the locale itself need not be installed. */
static bool is_utf8(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (unsigned i = 0; i < 3; i++) {
        const char *const value = getenv(names[i]);
        if (value && *value)
            return strstr(value, "UTF-8") || strstr(value, "utf8") || strstr(value, "UTF8") ||
                   strstr(value, "utf-8");
    }
    return false;
}

/* Whether some piece on the board has a sign before or behind its letter. */
static bool has_sign(const struct bm_ctx *ctx, char sign)
{
    const struct bm_rules *const rules = bm_ctx_rules(ctx);
    const unsigned squares = bm_rules_info(rules)->squares;
    for (unsigned sq = 0; sq < squares; sq++) {
        const bm_piece p = bm_ctx_piece(ctx, (bm_sq)sq);
        if (p != 0 && strchr(bm_rules_kind_letter(rules, bm_piece_kind(p)), sign))
            return true;
    }
    return false;
}

void bm_piece_style_choose(struct bm_piece_style *ps, const struct bm_ctx *ctx,
                           enum bm_piece_choice choice)
{
    const struct bm_rules *const rules = bm_ctx_rules(ctx);
    const bool shogi = bm_rules_info(rules)->dialect == BM_DIALECT_USI;
    const bool kanji = choice == PIECES_BY_GAME
                           ? shogi && is_utf8()
                           : choice == PIECES_KANJI || (shogi && choice == PIECES_SYMBOLS);
    *ps = (struct bm_piece_style){
        .rules = rules, .style = PIECE_STYLE_LETTERS, .body = 1, .down = BM_SECOND};
    if (kanji && (ps->body = kanji_width(rules)) != 0) {
        ps->style = PIECE_STYLE_KANJI;
        ps->lead = 1;
        return;
    }
    ps->body = 1;
    if (!shogi && choice != PIECES_BY_GAME && choice != PIECES_LETTERS)
        ps->style = PIECE_STYLE_FIGURES;
    ps->lead = shogi || has_sign(ctx, '+');
    ps->tail = has_sign(ctx, '~');
}

/* A letter as FEN writes it, with its signs in their columns. */
static void draw_letter(const struct bm_piece_style *ps, struct bm_text_grid *c, size_t row,
                        size_t column, bm_piece piece)
{
    const unsigned kind = bm_piece_kind(piece), side = bm_piece_side(piece);
    const char *letter = bm_rules_kind_letter(ps->rules, kind);
    const char *const figure =
        ps->style == PIECE_STYLE_FIGURES ? figure_of(ps->rules, kind, side) : NULL;
    if (letter[0] == '+') {
        bm_text_grid_put(c, row, column, "+");
        letter++;
    }
    const bool capital = letter[0] >= 'A' && letter[0] <= 'Z';
    const char text[2] = {(char)(letter[0] | (capital && side == BM_SECOND ? 0x20 : 0)), '\0'};
    bm_text_grid_put(c, row, column + ps->lead, figure ? figure : text);
    if (ps->tail && strchr(letter, '~'))
        bm_text_grid_put(c, row, column + ps->lead + ps->body, "~");
}

void bm_piece_style_draw(const struct bm_piece_style *ps, struct bm_text_grid *c, size_t row,
                         size_t column, bm_piece piece)
{
    if (piece == 0) {
        bm_text_grid_put(c, row, column + ps->lead,
                         ps->style == PIECE_STYLE_KANJI ? "・" : ".");
    } else if (ps->style == PIECE_STYLE_KANJI) {
        if (bm_piece_side(piece) == ps->down &&
            !bm_rules_kind_is_neutral(ps->rules, bm_piece_kind(piece)))
            bm_text_grid_put(c, row, column, "v");
        bm_text_grid_put(c, row, column + 1, kanji_of(ps->rules, bm_piece_kind(piece)));
    } else {
        draw_letter(ps, c, row, column, piece);
    }
}

const char *bm_piece_style_name(const struct bm_piece_style *ps, unsigned kind)
{
    return ps->style == PIECE_STYLE_KANJI ? kanji_of(ps->rules, kind)
                                          : bm_rules_kind_letter(ps->rules, kind);
}
