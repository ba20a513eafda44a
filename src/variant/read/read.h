/* SPDX-License-Identifier: MIT */
#ifndef BM_VARIANT_READ_READ_H
#define BM_VARIANT_READ_READ_H

/* What the parts of the reader share. The functions report what is wrong and go on. */

#include "base/str.h"
#include "variant/desc.h"

struct bm_variant_reader {
    struct bm_desc *d;
    struct bm_arena *arena;
    struct bm_findings *report;
    const struct bm_yaml *root;                /* the text, merged with what it extends */
    const struct bm_yaml *piece[BM_MAX_KINDS]; /* values under `pieces` */
    const char *letters;                       /* of all pieces, for messages: "K Q R" */
    uint8_t tilde[BM_MAX_KINDS];               /* 1 + the kind Q~ of Q; 0: none */
    struct bm_place castle_place[26];          /* of the rules, by letter */
};

/* Words of a text, or of a list of texts. */
struct bm_word {
    char text[48]; /* longer ones are cut, and then are nothing that we know */
    size_t len;
    bool first; /* nothing, a comma or the beginning of an item stands before it */
    struct bm_place place;
};
struct bm_word_list {
    const struct bm_yaml *item;
    size_t at;
    bool list, first;
};

/* --- read_node.c --- */

/* The value of a key; NULL also if it is `none`, which removes what was inherited. */
const struct bm_yaml *bm_read_get(const struct bm_yaml *map, const char *key);
bool bm_read_is(const struct bm_yaml *node, const char *word);

/* Whether it is a mapping; other keys than these (NULL-ended) are reported. */
bool bm_read_map(struct bm_variant_reader *r, const struct bm_yaml *node, const char *what,
                 const char *const *keys);
/* Whether it is a text, and not an empty one. */
bool bm_read_text(struct bm_variant_reader *r, const struct bm_yaml *node, const char *what);

/* Index of the word in `words`, or `otherwise`; an absent node is no error. */
unsigned bm_read_word(struct bm_variant_reader *r, const struct bm_yaml *node, const char *what,
                      const char *const *words, unsigned otherwise);
bool bm_read_bool(struct bm_variant_reader *r, const struct bm_yaml *node, const char *what,
                  bool otherwise);
long bm_read_number(struct bm_variant_reader *r, const struct bm_yaml *node, const char *what,
                    long min, long max, long otherwise);
/* Digits only, up to `max`; -1 if it is anything else. */
long bm_read_digits(const char *s, size_t len, long max);
void bm_read_decimal(char out[12], long n);

bool bm_word_list_begin(struct bm_variant_reader *r, struct bm_word_list *w,
                        const struct bm_yaml *node, const char *what);
bool bm_word_list_next(struct bm_word_list *w, struct bm_word *out);
/* The place of some bytes of a text. */
struct bm_place bm_read_place(const struct bm_yaml *node, size_t at, size_t len);

/* A text for both languages, or {en: ..., ja: ...}. */
void bm_read_both(struct bm_variant_reader *r, const struct bm_yaml *node, const char *what,
                  const char *otherwise, const char *out[2]);

/* --- region.c --- */

static inline struct bm_cells bm_cells_or(struct bm_cells a, struct bm_cells b)
{
    bm_cells_join(&a, &b);
    return a;
}

void bm_desc_cell_coords(const struct bm_desc *d, unsigned sq, unsigned at[4]);
unsigned bm_desc_cell_at(const struct bm_desc *d, const unsigned at[4]);
/* Read a cell's name; returns how many bytes it has, 0: it is none. It may lie outside. */
size_t bm_cell_parse(const struct bm_desc *d, const char *s, size_t len, unsigned at[4]);
bool bm_desc_cell_inside(const struct bm_desc *d, const unsigned at[4]);
void bm_desc_cell_name(const struct bm_desc *d, unsigned sq, char out[16]);
/* A word that must be one cell; BM_SQ_NONE, and a report, if it is not. */
bm_sq bm_read_cell(struct bm_variant_reader *r, const struct bm_word *word, const char *what);

/* A region of each side. An absent node is no error and changes nothing. */
void bm_read_region(struct bm_variant_reader *r, const struct bm_yaml *node, const char *what,
                    struct bm_cells out[2]);
/* One that is the same for both. */
struct bm_cells bm_read_region_once(struct bm_variant_reader *r, const struct bm_yaml *node,
                                    const char *what);

/* --- the parts of a variant --- */

/*
 * Lays `child` over `parent`, whose nodes are changed and become part of the result: mappings
 * key by key, anything else replaces.
 */
struct bm_yaml *bm_yaml_merge(struct bm_arena *arena, struct bm_yaml *parent,
                              struct bm_yaml *child);

bool bm_read_board(struct bm_variant_reader *r);
bool bm_read_pieces(struct bm_variant_reader *r);
/* Adds the promoted forms that come of themselves; hands and promotion are known. */
void bm_read_tildes(struct bm_variant_reader *r);
/* The kind of that letter, or BM_MAX_KINDS. */
unsigned bm_read_kind(const struct bm_desc *d, const char *letter);
/*
 * Kinds by their letters, promoted forms that come of themselves included; `all` is a word that
 * stands for everything but neutral pieces (NULL: there is none). With `order`, which has room
 * for BM_MAX_KINDS, also their sequence.
 */
uint64_t bm_read_kinds(struct bm_variant_reader *r, const struct bm_yaml *node,
                       const char *what, const char *all, uint8_t *order, uint8_t *count);

void bm_read_promotion(struct bm_variant_reader *r);
void bm_read_hands(struct bm_variant_reader *r);
void bm_read_castling(struct bm_variant_reader *r);
void bm_read_gating(struct bm_variant_reader *r);
void bm_read_rules(struct bm_variant_reader *r);
void bm_read_shuffle(struct bm_variant_reader *r);
void bm_read_turns(struct bm_variant_reader *r);
void bm_read_end(struct bm_variant_reader *r);

void bm_read_start(struct bm_variant_reader *r);
/* The start's field of castling and gating rights. */
void bm_read_rights(struct bm_variant_reader *r, const char *s, size_t len,
                    struct bm_place place);
/* All rights that the pieces on the board allow, as FEN has them. */
enum { BM_RIGHTS_TEXT = BM_COMPILED_CASTLES + 2 * 26 + 2 };
void bm_read_all_rights(const struct bm_desc *d, char out[BM_RIGHTS_TEXT]);
/* What only the whole text shows. */
void bm_read_check(struct bm_variant_reader *r);

#endif
