/* SPDX-License-Identifier: MIT */
#ifndef BM_WASM_WEB_H
#define BM_WASM_WEB_H

/*
 * The functions that a page calls. Texts go in through slots and come out of one buffer, mostly
 * as JSON; handles are pointers. Times are doubles, the number type of JavaScript. The comment
 * of a function that answers in JSON describes the answer.
 */

#include "banmen/banmen.h"
#include "base/buf.h"
#include "base/json_write.h"
#include "match/match.h"

#ifdef __wasm__
#    define BM_WEB(name) __attribute__((export_name(#    name))) name
#else
#    define BM_WEB(name) name
#endif

enum { BM_WEB_SLOTS = 4 };

struct bm_web_library_entry; /* a game that texts may extend */

/* One page. */
struct bm_web {
    struct bm_buf slot[BM_WEB_SLOTS];
    struct bm_buf out;
    struct bm_web_library_entry *library;
    size_t library_count, library_cap;
};

/* One game on it. */
struct bm_web_game {
    struct bm_match *match;
    struct bm_match savepoint; /* of bm_web_savepoint(); its pointers are not used */
    struct bm_ctx *look;       /* somewhere in the line of the match, for looking at it */
    uint64_t version;          /* of the match when `look` was taken from it */
    unsigned look_plies;       /* that fit into `look` */
    bool look_valid;           /* `look` stands in the line of that version */
};

/* ---- Writing JSON ---- */

/* [English, Japanese] */
void bm_web_member_texts(struct bm_buf *out, const char *name, const char *en, const char *ja);
/* What the library says of a text, in both languages; `rules` may be NULL. */
void bm_web_message_pair(struct bm_buf *out, const char *english, const struct bm_rules *rules);
/* The same without a name. */
void bm_web_texts(struct bm_buf *out, const char *en, const char *ja);
/* A time, or null if it is no limit. */
void bm_web_member_time(struct bm_buf *out, const char *name, int64_t ms);
/* Word of how a side's time runs. */
const char *bm_web_clock_kind(const struct bm_time *t);
/* Clear the answer and return its buffer. */
struct bm_buf *bm_web_answer(struct bm_web *w);
/* The text of a slot. */
struct bm_text bm_web_slot(const struct bm_web *w, unsigned i);
/* Room for one thing of `size` bytes, zeroed; bm_release() frees it. NULL: there is none. */
void *bm_web_alloc(size_t size);

/* `"board":[…],"hands":[[…],[…]]` */
void bm_web_put_board(struct bm_buf *out, const struct bm_rules *rules,
                      const struct bm_setup *setup);

/* ---- Games ---- */

/* A context at a ply of the line; NULL: there is no such ply, or no memory. It may be played
 * on, as long as it is taken back. */
struct bm_ctx *bm_web_ctx_at(struct bm_web_game *g, unsigned ply);
/* The sentence that describes a move for a screen reader; `ctx` stands before the move. */
void bm_web_describe_move(struct bm_buf *out, struct bm_ctx *ctx, bm_move m, enum bm_lang lang);
/* The members of a position, as bm_web_view() has them; moves only if it is open. */
void bm_web_put_position(struct bm_buf *out, struct bm_ctx *ctx, bool open);
/* Why a move may not be played: [en,ja], empty if it may. */
void bm_web_put_fault_texts(struct bm_buf *out, const struct bm_ctx *ctx, bm_move m);
/* A move in any notation: {"move"} or {"error":[en,ja]}; `ctx` may be NULL. */
void bm_web_put_move_read(struct bm_buf *out, const struct bm_ctx *ctx, struct bm_text text);
/* Runs a search in all helpers that there are: a hook of the search. Module `threads` alone. */
void bm_web_team_run(void *user, void (*work)(void *arg), void *const *args, unsigned count);
/* The piece that a move takes, or 0; `ctx` stands before it and is left as it was. */
bm_piece bm_web_captured(struct bm_ctx *ctx, bm_move m);

#endif
