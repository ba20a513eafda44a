/* SPDX-License-Identifier: MIT */
#ifndef BM_NOTATION_CELLS_H
#define BM_NOTATION_CELLS_H

/*
 * Names of cells and letters of pieces on any board whose squares are numbered as an array:
 * chess, and everything that was loaded. e4; Cc3 in three dimensions; B2c3 in four; 7g in games
 * that are written like shogi.
 */

#include "notation/text.h"
#include "rules/ruleset.h"

/* Whether cells have a number and then a letter, as in shogi. */
bool bm_cells_usi(const struct bm_rules *rules);

/* The cell at s[*at], which must end before `end`; *at goes behind it. */
bm_status bm_cell_read(bm_sq *out, const struct bm_rules *rules, const char *s, size_t *at,
                       size_t end, struct bm_error *err);
/* The same for a cell that ends at `end`: where it begins, or `end` if there is none. */
size_t bm_cell_before(bm_sq *out, const struct bm_rules *rules, const char *s, size_t end);

/* A square that does not exist is written as two dashes. */
void bm_cell_write(struct bm_str *out, const struct bm_rules *rules, unsigned sq);

/* Forms of a letter: P, +P, Q~. */
enum bm_form_mark { BM_FORM_PLAIN, BM_FORM_PLUS, BM_FORM_TILDE, BM_FORMS };

/* Kind + 1 by form and letter; 0: there is none. */
struct bm_letters {
    uint8_t kind[BM_FORMS][26];
};
void bm_letters_of(struct bm_letters *out, const struct bm_rules *rules);
/* Which form a kind has, and its letter: 'P' for P, +P and P~; NUL if it does not exist. */
enum bm_form_mark bm_letters_form(const struct bm_rules *rules, unsigned kind, char *letter);

static inline bool bm_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
static inline bool bm_digit(char c) { return c >= '0' && c <= '9'; }
/* 0 to 25, in either case. */
static inline unsigned bm_letter_number(char c) { return ((unsigned char)c & 0x1fu) - 1u; }

/* The letters of all pieces ("KQRBN+P"), for sentences. */
void bm_letters_list(struct bm_str *out, const struct bm_rules *rules);

/*
 * Castling as a game's rules have it. `castling` is the set of partners with the right. The
 * partner that the i-th castle rule means: BM_SQ_NONE if the side has none there.
 */
bm_sq bm_castle_king(const struct bm_rules *rules, const bm_piece *board,
                     const struct bm_castle *rule);
bm_sq bm_castle_partner(const struct bm_rules *rules, const bm_piece *board,
                        const struct bm_castle *rule);

static inline bool bm_set_has(const uint64_t *set, unsigned sq)
{
    return (set[sq >> 6] >> (sq & 63) & 1) != 0;
}
static inline void bm_set_add(uint64_t *set, unsigned sq)
{
    set[sq >> 6] |= (uint64_t)1 << (sq & 63);
}

/* Positions of games that were loaded. */
bm_status bm_variant_fen_parse(struct bm_setup *out, const struct bm_rules *rules,
                               const char *s, size_t len, unsigned flags, struct bm_error *err);
void bm_variant_fen_format(const struct bm_setup *setup, const struct bm_rules *rules,
                           unsigned flags, struct bm_str *out);

#endif
