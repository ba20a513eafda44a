/* SPDX-License-Identifier: MIT */
#include "notation/cells.h"

/* The parts of a cell's name, in the order in which they are written. */
enum cell_part { CAPITAL, NUMBER, SMALL };
struct axis {
    enum cell_part part;
    uint8_t axis;
    bool down; /* counted from the far end */
};

/* How the cells of a board are named: one part per axis. */
static unsigned name_parts(const struct bm_rules *rules, struct axis out[4])
{
    const unsigned axes = bm_rules_info(rules)->axes;
    unsigned n = 0;
    if (bm_cells_usi(rules)) {
        out[n++] = (struct axis){NUMBER, 0, true};
        out[n++] = (struct axis){SMALL, 1, true};
        return n;
    }
    if (axes > 2)
        out[n++] = (struct axis){CAPITAL, 2, false};
    if (axes > 3)
        out[n++] = (struct axis){NUMBER, 3, false};
    out[n++] = (struct axis){SMALL, 0, false};
    out[n++] = (struct axis){NUMBER, 1, false};
    return n;
}

bool bm_cells_usi(const struct bm_rules *rules)
{
    const struct bm_rules_info *const info = bm_rules_info(rules);
    return info->dialect == BM_DIALECT_USI && info->axes < 3;
}

static unsigned axis_extent(const struct bm_rules *rules, unsigned axis)
{
    const unsigned size = bm_rules_info(rules)->size[axis];
    return size ? size : 1;
}

/* "'~' is no file: a to h": what is expected of one part of a name. */
static bm_status refuse_coordinate(const struct bm_rules *rules, const struct axis *a,
                                   const char *s, size_t at, size_t end, struct bm_error *err)
{
    static const char *const names[4] = {"file", "rank", "level", "row"};
    static const char *const wrong[] = {
        [NUMBER] = "'~' is no ~: ~ to ~",
        [CAPITAL] = "'~' is no ~: ~ to ~, a capital",
        [SMALL] = "'~' is no ~: ~ to ~, in small letters",
    };
    static const char *const missing[] = {
        [NUMBER] = "the text ends before a ~: ~ to ~",
        [CAPITAL] = "the text ends before a ~: ~ to ~, a capital",
        [SMALL] = "the text ends before a ~: ~ to ~, in small letters",
    };
    const unsigned size = axis_extent(rules, a->axis);
    const unsigned first = a->part == NUMBER ? '1' : a->part == CAPITAL ? 'A' : 'a';
    const struct bm_text_byte byte = bm_text_byte(at < end ? (unsigned char)s[at] : 0);
    const struct bm_text_byte low = bm_text_byte(first),
                              letter = bm_text_byte(first + size - 1);
    const struct bm_decimal number = bm_decimal(size);
    const char *const high = a->part == NUMBER ? number.s : letter.s;
    const uint32_t column = (uint32_t)at + 1;
    return at < end ? bm_text_tell(err, BM_ESYNTAX, column, wrong[a->part],
                                   BM_TEXTS(byte.s, names[a->axis], low.s, high))
                    : bm_text_tell(err, BM_ESYNTAX, column, missing[a->part],
                                   BM_TEXTS(names[a->axis], low.s, high));
}

/* One part; -1 if it is not there. */
static int read_part(const struct axis *a, unsigned size, const char *s, size_t *at, size_t end)
{
    unsigned v = 0;
    if (*at == end)
        return -1;
    if (a->part == NUMBER) {
        size_t i = *at;
        if (s[i] == '0')
            return -1;
        while (i < end && bm_digit(s[i]) && v * 10 + (unsigned)(s[i] - '0') <= size)
            v = v * 10 + (unsigned)(s[i++] - '0');
        if (v == 0 || (i < end && bm_digit(s[i])))
            return -1;
        *at = i;
        v--;
    } else {
        v = (unsigned)(unsigned char)s[*at] - (a->part == CAPITAL ? 'A' : 'a');
        if (v >= size)
            return -1;
        ++*at;
    }
    return (int)(a->down ? size - 1 - v : v);
}

static unsigned compose_square(const struct bm_rules *rules, const unsigned c[4])
{
    return c[0] + axis_extent(rules, 0) *
                      (c[1] + axis_extent(rules, 1) * (c[2] + axis_extent(rules, 2) * c[3]));
}

bm_status bm_cell_read(bm_sq *out, const struct bm_rules *rules, const char *s, size_t *at,
                       size_t end, struct bm_error *err)
{
    struct axis axes[4];
    unsigned c[4] = {0, 0, 0, 0};
    const unsigned n = name_parts(rules, axes);
    for (unsigned i = 0; i < n; i++) {
        const int v = read_part(&axes[i], axis_extent(rules, axes[i].axis), s, at, end);
        if (v < 0)
            return refuse_coordinate(rules, &axes[i], s, *at, end, err);
        c[axes[i].axis] = (unsigned)v;
    }
    *out = (bm_sq)compose_square(rules, c);
    return BM_OK;
}

size_t bm_cell_before(bm_sq *out, const struct bm_rules *rules, const char *s, size_t end)
{
    /* Capital, number, small letter, number. The longest one is meant: 11a is not 1a. */
    enum { LONGEST = 8 };
    for (size_t n = end < LONGEST ? end : LONGEST; n >= 2; n--) {
        size_t at = end - n;
        if (bm_cell_read(out, rules, s, &at, end, NULL) == BM_OK && at == end)
            return end - n;
    }
    return end;
}

void bm_cell_write(struct bm_str *out, const struct bm_rules *rules, unsigned sq)
{
    struct axis axes[4];
    const unsigned n = name_parts(rules, axes);
    if (sq >= bm_rules_info(rules)->squares) {
        bm_str_text(out, "--");
        return;
    }
    unsigned c[4];
    for (unsigned i = 0; i < 4; i++) {
        c[i] = sq % axis_extent(rules, i);
        sq /= axis_extent(rules, i);
    }
    for (unsigned i = 0; i < n; i++) {
        const unsigned size = axis_extent(rules, axes[i].axis);
        const unsigned v = axes[i].down ? size - 1 - c[axes[i].axis] : c[axes[i].axis];
        if (axes[i].part == NUMBER)
            bm_str_u64(out, v + 1);
        else
            bm_str_char(out, (char)((axes[i].part == CAPITAL ? 'A' : 'a') + (char)v));
    }
}

enum bm_form_mark bm_letters_form(const struct bm_rules *rules, unsigned kind, char *letter)
{
    const char *const text = bm_rules_kind_letter(rules, kind);
    const enum bm_form_mark form = text[0] == '+'                      ? BM_FORM_PLUS
                                   : text[0] != '\0' && text[1] == '~' ? BM_FORM_TILDE
                                                                       : BM_FORM_PLAIN;
    *letter = form == BM_FORM_PLUS ? text[1] : text[0];
    return form;
}

void bm_letters_of(struct bm_letters *out, const struct bm_rules *rules)
{
    memset(out, 0, sizeof *out);
    for (unsigned kind = bm_rules_info(rules)->kinds; kind-- != 0;) {
        char letter;
        const enum bm_form_mark form = bm_letters_form(rules, kind, &letter);
        if (bm_letter(letter))
            out->kind[form][bm_letter_number(letter)] = (uint8_t)(kind + 1);
        const char *also = rules->set->kinds[kind].also;
        for (; form == BM_FORM_PLAIN && also && *also; also++)
            out->kind[BM_FORM_PLAIN][bm_letter_number(*also)] = (uint8_t)(kind + 1);
    }
}

void bm_letters_list(struct bm_str *out, const struct bm_rules *rules)
{
    for (unsigned kind = 0; kind < bm_rules_info(rules)->kinds; kind++) {
        char letter;
        if (bm_letters_form(rules, kind, &letter) != BM_FORM_TILDE && letter != '\0')
            bm_str_text(out, bm_rules_kind_letter(rules, kind));
    }
}

/* The first cell of the row that a square is on. */
static unsigned row_start(const struct bm_rules *rules, unsigned sq)
{
    return sq - sq % axis_extent(rules, 0);
}

bm_sq bm_castle_king(const struct bm_rules *rules, const bm_piece *board,
                     const struct bm_castle *rule)
{
    return bm_compiled_castler(rules->game, rule->side, board);
}

bm_sq bm_castle_partner(const struct bm_rules *rules, const bm_piece *board,
                        const struct bm_castle *rule)
{
    if (rule->partner_from != BM_SQ_NONE)
        return rule->partner_from;
    const bm_piece partner = bm_piece_of(rules->game->castle_with, rule->side);
    const unsigned row = row_start(rules, rule->king_to), files = axis_extent(rules, 0);
    const bm_sq king = bm_castle_king(rules, board, rule);
    for (unsigned i = 0; i < files; i++) {
        const unsigned sq = row + (rule->right ? files - 1 - i : i);
        if (sq == king)
            break;
        if (board[sq] == partner)
            return (bm_sq)sq;
    }
    return BM_SQ_NONE;
}
