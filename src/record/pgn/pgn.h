/* SPDX-License-Identifier: MIT */
#ifndef BM_RECORD_PGN_PGN_H
#define BM_RECORD_PGN_PGN_H

/* What the parts of PGN share: tags as they stand in the text, comments, results. */

#include "record/format.h"

/* A tag pair in the text. */
struct bm_pgn_tag {
    struct bm_text name, value; /* the value as it is written, backslashes and all */
    bool escaped;               /* there are backslashes in it */
    bool mended;                /* a quote or the bracket was missing or not escaped */
    const char *end;            /* behind the tag */
};

/*
 * The tag at s, where a bracket stands. False if it is none. A tag never goes on behind its
 * line; nothing behind `end` is looked at.
 */
bool bm_pgn_scan_tag(const char *s, const char *end, struct bm_pgn_tag *out);

/* Whether a bracket inside a line begins a tag: only one in the exact form does. */
static inline bool bm_pgn_is_exact(const struct bm_pgn_tag *tag) { return !tag->mended; }

/* The names of the tags that a game has so far, as far as they tell where the next one begins.
 */
struct bm_pgn_names {
    struct bm_text name[16];
    unsigned count;
};

/*
 * Whether a tag begins the next game although no movetext stands between: it is Event again in
 * a section of tags that began with it, or repeats any name behind an empty line. `text` is
 * where the game begins, `s` the tag's bracket.
 */
bool bm_pgn_begins_tags(const struct bm_pgn_names *names, const struct bm_pgn_tag *tag,
                        const char *text, const char *s);
void bm_pgn_add_name(struct bm_pgn_names *names, const struct bm_pgn_tag *tag);

/* Whether nothing but blanks stands before s in its line; an empty line above the one of s. */
bool bm_pgn_is_line_begin(const char *text, const char *s);
bool bm_pgn_is_after_gap(const char *text, const char *s);

/* Where the line ends: at LF or CR, or at `end`. */
static inline const char *bm_pgn_line_end(const char *s, const char *end)
{
    while (s < end && *s != '\n' && *s != '\r')
        s++;
    return s;
}

/*
 * Say what stands in a comment about the node at which the reading is: commands become notes of
 * their own, then comes what is left of the text.
 */
void bm_pgn_comment(struct bm_reading *r, const char *s, size_t len);

/* The result that a text stands for; false if for none. "*" is BM_ONGOING. */
bool bm_pgn_result(const char *s, size_t len, enum bm_result *out);
/* How a result is written. */
const char *bm_pgn_result_text(enum bm_result result);

/* What the Termination tag has for an end; "" for those that it need not tell. */
const char *bm_pgn_termination(enum bm_end end);

/* Half-moves before the start position, as the numbers of moves count them. */
uint32_t bm_pgn_index(const struct bm_game *game);

/* The same of where a context stands; moves of one turn are counted together. */
int64_t bm_pgn_index_at(const struct bm_ctx *ctx);

/* The tags that every game has, in their order. */
enum { BM_PGN_ROSTER = 7, BM_PGN_WHITE = 4, BM_PGN_BLACK = 5, BM_PGN_RESULT = 6 };
/* Name of one of them; the players are Sente and Gote in shogi. */
const char *bm_pgn_roster(unsigned i, bool shogi);
/* What stands there when nothing is known. */
const char *bm_pgn_unknown(unsigned i);

#endif
