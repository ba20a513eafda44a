/* SPDX-License-Identifier: MIT */
#ifndef BM_PROTOCOL_PROTOCOL_H
#define BM_PROTOCOL_PROTOCOL_H

/*
 * UCI and USI as text: what the two sides say to each other, read and written. No input or
 * output and no state; the engine (cli) and the client of engines share it. Freestanding.
 *
 * Texts that are read are a pointer and a length, without the end of the line; spans that point
 * into them live as long as they do. Unknown words are passed over, as both protocols want.
 */

#include "banmen/game.h"
#include "banmen/notation.h"
#include "banmen/search.h"
#include "base/buf.h"

enum bm_proto { BM_PROTO_UCI, BM_PROTO_USI, BM_PROTO_COUNT };

/* "uci", "usi". */
const char *bm_proto_name(enum bm_proto p);

/* ---- The game on the wire ----
 *
 * A game is written in its own dialect where that is the protocol's; shogi in UCI and chess in
 * USI are written the way fairy-stockfish does: the other's squares (7g7f is c3c4), drops P@e5
 * or P*5e, promotion as in the game's own dialect where the protocol has no word for it.
 */

/* Append "position startpos|fen F|sfen S [moves ...]" for a node of a game, without line end.
 * BM_ERULE: the line holds what cannot be said (a null move of an analysis). */
bm_status bm_wire_position(struct bm_buf *out, enum bm_proto p, const struct bm_game *game,
                           bm_node node);
/* A move, at most BM_COORDINATES bytes with NUL. As snprintf. A pass is "0000". */
size_t bm_wire_move_format(bm_move m, enum bm_proto p, const struct bm_rules *rules, char *buf,
                           size_t cap);
/* The same for the next move of a position, where a pass is a king that stays: "e2e2". */
size_t bm_wire_ctx_move_format(bm_move m, enum bm_proto p, const struct bm_ctx *ctx, char *buf,
                               size_t cap);
/* Read a move of the context's position; whether it is legal is bm_ctx_judge()'s to say. */
bm_status bm_wire_move_parse(bm_move *out, enum bm_proto p, const struct bm_ctx *ctx,
                             const char *s, size_t len, struct bm_error *err);
/*
 * Read what comes behind "position" ("startpos", "fen F", "sfen S", with "moves ..."), and play
 * it all on a context, which has room for bm_wire_moves() moves. Either dialect of a position
 * is taken in both protocols. BM_ESYNTAX, BM_ERULE and BM_ENOSPC: err says what and why, and
 * the context stands anywhere.
 */
bm_status bm_wire_load(struct bm_ctx *ctx, enum bm_proto p, const char *s, size_t len,
                       struct bm_error *err);
/* How many moves such a text has. */
size_t bm_wire_moves(const char *s, size_t len);

/*
 * What engines call one of our games in UCI_Variant or USI_Variant: mostly its own name, which
 * is returned then. Chess960 is "chess" there, with UCI_Chess960.
 */
const char *bm_wire_variant_name(const char *name);
/* The i-th other name by which engines know a game, our name in *ours; NULL if no more. */
const char *bm_wire_variant_alias(unsigned i, const char **ours);

/* Fill err (may be NULL) with "WHAT: 'WORD'" and return `status`. */
bm_status bm_wire_fail(struct bm_error *err, bm_status status, const char *what,
                       struct bm_text word);

/* ---- Options ---- */

enum bm_option_type {
    BM_OPTION_CHECK,
    BM_OPTION_SPIN,
    BM_OPTION_COMBO,
    BM_OPTION_BUTTON,
    BM_OPTION_STRING,
    BM_OPTION_FILENAME,
    BM_OPTION_TYPES
};
const char *bm_option_type_name(enum bm_option_type t); /* "check" */

/* One option of an engine; spans into the line it was read from. */
struct bm_engine_option {
    enum bm_option_type type;
    struct bm_text name;
    struct bm_text value; /* the default; "" if none ("<empty>" is "") */
    int64_t min, max;     /* spin; INT64_MIN and _MAX if not told */
    struct bm_text vars;  /* combo: the text from the first "var" on; bm_option_var() */
};

/* Read "option name N type T default D min A max B var V ...", with or without its first word;
 * BM_ESYNTAX if it is none. */
bm_status bm_option_parse(struct bm_engine_option *out, const char *s, size_t len);
/* The i-th choice of a combo; false if there are no more. */
bool bm_option_var(const struct bm_engine_option *o, unsigned i, struct bm_text *out);
/*
 * Whether a value fits an option: true, and err unchanged; or false and err->what says what it
 * must be ("Hash is a number from 1 to 1024, not 'many'"). err may be NULL. Check takes true
 * and false; a combo's choices compare without case.
 */
bool bm_option_accepts(const struct bm_engine_option *o, const char *value, size_t len,
                       struct bm_error *err);
/* Append the line that declares it, without line end. */
void bm_option_declare(struct bm_buf *out, const struct bm_engine_option *o);
/* Append "setoption name N value V"; value.s NULL for a button. */
void bm_option_set(struct bm_buf *out, struct bm_text name, struct bm_text value);
/* Read what comes behind "setoption": the name may hold blanks. value.s is NULL if none. */
bm_status bm_option_read_set(const char *s, size_t len, struct bm_text *name,
                             struct bm_text *value);

/* ---- Client to engine: go ---- */

/*
 * Append "go ..." for limits, without line end. The moves of limits->only belong to `rules`. In
 * UCI wtime is the first side's, in USI btime is. Byoyomi becomes time and increment in UCI,
 * which has no word for it; movetime becomes byoyomi in USI. No limit at all is "infinite".
 */
void bm_go_format(struct bm_buf *out, enum bm_proto p, const struct bm_think *limits,
                  const struct bm_rules *rules);
/*
 * Read what comes behind "go". searchmoves are written to `only` (at most `cap`, else
 * BM_ENOSPC; limits->only then points there). A word that is not understood, and a move that is
 * not legal, are passed over. "go mate" in USI has a time in milliseconds or "infinite": `mate`
 * is then 1 and movetime or infinite is set.
 */
bm_status bm_go_parse(struct bm_think *out, enum bm_proto p, const struct bm_ctx *ctx,
                      const char *s, size_t len, bm_move *only, size_t cap,
                      struct bm_error *err);

/* ---- Engine to client: info, bestmove ---- */

enum bm_info_has {
    BM_INFO_DEPTH = 1 << 0,
    BM_INFO_SELDEPTH = 1 << 1,
    BM_INFO_SCORE = 1 << 2,
    BM_INFO_NODES = 1 << 3,
    BM_INFO_NPS = 1 << 4,
    BM_INFO_TIME = 1 << 5,
    BM_INFO_HASHFULL = 1 << 6,
    BM_INFO_MULTIPV = 1 << 7,
    BM_INFO_PV = 1 << 8,
    BM_INFO_CURRMOVE = 1 << 9,
    BM_INFO_CURRMOVENUMBER = 1 << 10,
    BM_INFO_STRING = 1 << 11,
    BM_INFO_WDL = 1 << 12,
    BM_INFO_TBHITS = 1 << 13
};

/* As the engine said it; bm_score_in_moves() makes the two protocols alike. */
struct bm_score {
    bool mate;      /* value is moves (USI: plies) to mate; negative: the mover is mated */
    bool mate_open; /* "mate +", "mate -0": its length is not known; value is 1 or -1 */
    int bound;      /* 0 exact, 1 lower bound, -1 upper bound */
    int64_t value;  /* centipawns, or see above */
};
/*
 * The same score with mates in moves, as UCI counts them: "mate 5" of USI, in plies, is mate in
 * 3. 0 is, in UCI, that the mover is mated already; in USI, a mate of unknown length.
 */
struct bm_score bm_score_in_moves(struct bm_score s, enum bm_proto p);

/* One info line; spans into it. */
struct bm_info {
    unsigned has; /* set of enum bm_info_has */
    unsigned depth, seldepth, multipv, hashfull, currmovenumber;
    struct bm_score score; /* for the side to move */
    uint64_t nodes, nps, tbhits;
    int64_t time;
    unsigned wdl[3];
    struct bm_text pv; /* moves, parted by blanks, not checked */
    struct bm_text currmove;
    struct bm_text string; /* the rest of the line behind "string" */
};

/* Read what comes behind "info". What cannot be read is left out; never fails. */
void bm_info_parse(struct bm_info *out, const char *s, size_t len);
/*
 * Play the moves of a PV on the context, as far as they are legal, and take them back. Writes
 * at most cap of them, and returns how many are legal; *all says whether that is the whole. A
 * line that is longer than the context has room for is cut and counts as whole.
 */
size_t bm_pv_check(struct bm_ctx *ctx, enum bm_proto p, struct bm_text pv, bm_move *out,
                   size_t cap, bool *all);
/* Append the line "info ..." for something that our search found, without line end. */
void bm_info_format(struct bm_buf *out, enum bm_proto p, const struct bm_search_info *info,
                    const struct bm_rules *rules);

/* The same for a move of the position that is looked at now, the number-th from 1. */
void bm_current_format(struct bm_buf *out, enum bm_proto p, bm_move move, unsigned number,
                       const struct bm_ctx *ctx);

enum bm_best_kind {
    BM_BEST_MOVE,   /* `move` */
    BM_BEST_NONE,   /* "(none)", "0000", ""; `move` has the word: it may be a pass */
    BM_BEST_RESIGN, /* USI */
    BM_BEST_WIN     /* USI: declares impasse */
};
struct bm_best {
    enum bm_best_kind kind;
    struct bm_text move, ponder; /* not checked; ponder may be "" */
};
/* Read what comes behind "bestmove". Never fails: see BM_BEST_NONE. */
void bm_best_parse(struct bm_best *out, const char *s, size_t len);
/* Append the line "bestmove ..." for an answer of our search, without line end: "(none)" or, in
 * USI, "resign" if there is no move, and "win" for a declaration. */
void bm_best_format(struct bm_buf *out, enum bm_proto p, const struct bm_search_result *result,
                    const struct bm_ctx *ctx);

/* USI: what comes behind "checkmate". */
enum bm_checkmate {
    BM_CHECKMATE_FOUND,
    BM_CHECKMATE_NONE,
    BM_CHECKMATE_TIMEOUT,
    BM_CHECKMATE_UNABLE
};
struct bm_checkmate_answer {
    enum bm_checkmate kind;
    struct bm_text pv;
};
void bm_checkmate_parse(struct bm_checkmate_answer *out, const char *s, size_t len);

/* ---- Words ---- */

/* The next word of a text: moves *s and *len behind it; false at the end. Blanks and tabs part
 * words. */
bool bm_word_next(const char **s, size_t *len, struct bm_text *out);
/* Whether a text is this word. */
bool bm_word_is(struct bm_text t, const char *word);

#endif
