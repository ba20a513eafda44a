/* SPDX-License-Identifier: MIT */
#ifndef BANMEN_GAME_H
#define BANMEN_GAME_H

/**
 * @file
 * A game is what a record file holds: a start position, tags, and a tree of moves with
 * comments, times and evaluations.
 *
 * Everything of a game lies in memory that belongs to it and is released at once. Nodes and
 * notes are small numbers that stay valid as long as the game; pointers to text that a game
 * gives out are valid until the game is changed. A game belongs to one thread at a time.
 *
 * The tree does not judge: it holds any move that it is given, so that the foul at the end of a
 * record can be kept. bm_game_play_to() and the readers of banmen/record.h ask the rules.
 *
 * To undo an edit, do its opposite: bm_game_detach() and bm_game_attach() undo each other,
 * bm_game_reorder() is undone with the index it returned, and notes are taken out and put back
 * by bm_game_remove_note() and bm_game_insert_note(). What was taken out keeps its number.
 */

#include "banmen/ctx.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A tree of moves and what was written about them. */
struct bm_game;

/** A node of the tree: the start position or what was done after its parent. */
typedef uint32_t bm_node;
#define BM_NODE_ROOT ((bm_node)0)          /**< the start position */
#define BM_NODE_NONE ((bm_node)0xffffffff) /**< no node */

/** What a node is. */
enum bm_node_kind {
    BM_NODE_START, /**< the root */
    BM_NODE_MOVE,
    BM_NODE_PASS, /**< a null move of an analysis: the other side moves again */
    BM_NODE_END   /**< how the line ended; never has children */
};

/** Text inside a game; not ended by NUL. */
struct bm_text {
    const char *s; /**< UTF-8; never NULL */
    size_t len;    /**< in bytes */
};

/** How much a game may hold. A reader refuses what is larger. */
struct bm_limits {
    uint32_t nodes; /**< in the tree; 0: the default, 4,000,000 */
    uint32_t depth; /**< variations inside each other; 0: the default, 10,000 */
    uint32_t text;  /**< bytes of tags and comments; 0: the default, 256 MiB */
};

/** @name Life */
/** @{ */

/** Heap. On success the caller owns *out, an empty game; limits may be NULL. */
BM_API BM_NODISCARD bm_status bm_game_create(struct bm_game **out, const struct bm_rules *rules,
                                             const struct bm_limits *limits);
/** Release a game; NULL is fine. */
BM_API void bm_game_destroy(struct bm_game *game);
/** Make it empty again, with the usual start of `rules`; its memory is kept for the next. */
BM_API void bm_game_clear(struct bm_game *game, const struct bm_rules *rules);
/** *to becomes the same game as *from; on failure it is empty. */
BM_API BM_NODISCARD bm_status bm_game_copy(struct bm_game *to, const struct bm_game *from);
/** Whether two games have the same rules, start, tags, tree and notes, in the same order. */
BM_API bool bm_game_equal(const struct bm_game *a, const struct bm_game *b);
/** The rules it is played by. */
BM_API const struct bm_rules *bm_game_rules(const struct bm_game *game);
/** Choose the rules, with their usual start; BM_EINVAL once there are moves. */
BM_API BM_NODISCARD bm_status bm_game_set_rules(struct bm_game *game,
                                                const struct bm_rules *rules);
/** Choose the start position; BM_EINVAL once there are moves. NULL is the usual one. */
BM_API BM_NODISCARD bm_status bm_game_set_start(struct bm_game *game,
                                                const struct bm_setup *setup);
/** The start position. */
BM_API const struct bm_setup *bm_game_start(const struct bm_game *game);
/** Whether that is the usual one. */
BM_API bool bm_game_starts_usual(const struct bm_game *game);
/** @} */

/** @name Tags, in the order in which they came; names need not be unique */
/** @{ */

/** A tag ("Event", "Sente", "棋戦"). */
struct bm_tag {
    struct bm_text name, value; /**< neither is ever NULL */
};

/** How many tags there are. */
BM_API size_t bm_game_tags(const struct bm_game *game);
/** The i-th tag; empty texts if there is none. */
BM_API struct bm_tag bm_game_tag_at(const struct bm_game *game, size_t i);
/** The value of the first tag of that name; false if there is none. out may be NULL. */
BM_API bool bm_game_tag(const struct bm_game *game, const char *name, struct bm_text *out);
/** Append a tag, whether or not there is one of that name. */
BM_API BM_NODISCARD bm_status bm_game_add_tag(struct bm_game *game, struct bm_text name,
                                              struct bm_text value);
/** Replace the value of the first tag of that name, or append it. */
BM_API BM_NODISCARD bm_status bm_game_set_tag(struct bm_game *game, const char *name,
                                              struct bm_text value);
/** Remove the i-th tag; false if there is none. */
BM_API bool bm_game_remove_tag(struct bm_game *game, size_t i);
/** @} */

/** @name The tree. The first child goes on with the main line; others are variations */
/** @{ */

/** How many nodes were ever made, the root included; they are 0 to this - 1. */
BM_API uint32_t bm_game_nodes(const struct bm_game *game);
/** What it is. */
BM_API enum bm_node_kind bm_game_kind(const struct bm_game *game, bm_node n);
/** The move of a BM_NODE_MOVE; otherwise BM_MOVE_NONE. */
BM_API bm_move bm_game_move(const struct bm_game *game, bm_node n);
/** Moves and passes from the root to here; an end counts none. */
BM_API unsigned bm_game_ply(const struct bm_game *game, bm_node n);
/** The node before, BM_NODE_NONE for the root and for what is detached. */
BM_API bm_node bm_game_parent(const struct bm_game *game, bm_node n);
/** The first child, or BM_NODE_NONE. */
BM_API bm_node bm_game_first(const struct bm_game *game, bm_node n);
/** The next child of the same parent, or BM_NODE_NONE. */
BM_API bm_node bm_game_next(const struct bm_game *game, bm_node n);
/** The last node of the line that goes on from here by first children. */
BM_API bm_node bm_game_last(const struct bm_game *game, bm_node n);
/** How many siblings come before it. */
BM_API uint32_t bm_game_index(const struct bm_game *game, bm_node n);
/** The child that is this move, or BM_NODE_NONE. */
BM_API bm_node bm_game_find(const struct bm_game *game, bm_node parent, bm_move m);
/**
 * The node after this one in a walk over the tree below `top`: itself, then its children, each
 * with all below it. BM_NODE_NONE when all have been seen. Needs no stack.
 */
BM_API bm_node bm_game_walk(const struct bm_game *game, bm_node top, bm_node n);

/** Append a child that is a move, also if there is one already. out may be NULL. */
BM_API BM_NODISCARD bm_status bm_game_add(struct bm_game *game, bm_node parent, bm_move m,
                                          bm_node *out);
/** Append a child that is a pass. */
BM_API BM_NODISCARD bm_status bm_game_add_pass(struct bm_game *game, bm_node parent,
                                               bm_node *out);
/** Take a node and all below it out of the tree; BM_EINVAL for the root. */
BM_API BM_NODISCARD bm_status bm_game_detach(struct bm_game *game, bm_node n);
/** Put what was detached under a parent, before its index-th child (or last, if fewer). */
BM_API BM_NODISCARD bm_status bm_game_attach(struct bm_game *game, bm_node n, bm_node parent,
                                             uint32_t index);
/** Move a node among its siblings; returns the index that it had. */
BM_API uint32_t bm_game_reorder(struct bm_game *game, bm_node n, uint32_t index);
/** Make it the first of its siblings; returns the index that it had. */
BM_API uint32_t bm_game_promote(struct bm_game *game, bm_node n);
/** Mark a move that the rules do not allow, as records keep the foul that ended the game. */
BM_API void bm_game_mark_illegal(struct bm_game *game, bm_node n, bool illegal);
/** Whether it is so marked. */
BM_API bool bm_game_illegal(const struct bm_game *game, bm_node n);
/**
 * Bring a context to the position of a node: the start and every move up to it, repetitions and
 * all. The context plays on after a draw. BM_ERULE if the start or a move cannot be played,
 * BM_ENOSPC if the line is longer than the context; where it stands then is undefined.
 */
BM_API BM_NODISCARD bm_status bm_game_play_to(const struct bm_game *game, bm_node n,
                                              struct bm_ctx *ctx, struct bm_error *err);
/** @} */

/** @name How lines end */
/** @{ */

/**
 * Name, English, KIF's word, CSA's word, and what it means for the side to move: LOSES, WINS,
 * DRAWS, OPEN (no result), or STATED (told with the end). An empty word: the format has none.
 */
#define BM_END_MAP(X)                                                                    \
    X(STATED, "result", "", "", STATED)                                                  \
    X(RESIGNATION, "resignation", "投了", "TORYO", LOSES)                                \
    X(MATE, "checkmate", "詰み", "TSUMI", LOSES)                                         \
    X(STALEMATE, "stalemate", "", "", STATED)                                            \
    X(TIME, "time forfeit", "切れ負け", "TIME_UP", LOSES)                                \
    X(FOUL, "illegal move", "反則負け", "ILLEGAL_MOVE", LOSES)                           \
    X(FOUL_BY_OTHER, "illegal move of the opponent", "反則勝ち", "ILLEGAL_ACTION", WINS) \
    X(REPETITION, "repetition", "千日手", "SENNICHITE", DRAWS)                           \
    X(IMPASSE, "impasse", "持将棋", "JISHOGI", DRAWS)                                    \
    X(DECLARATION, "declaration", "入玉勝ち", "KACHI", WINS)                             \
    X(TRY, "try", "トライ", "", WINS)                                                    \
    X(AGREEMENT, "draw agreed", "", "HIKIWAKE", DRAWS)                                   \
    X(MOVE_LIMIT, "move limit", "最大手数", "MAX_MOVES", DRAWS)                          \
    X(QUIET, "75-move rule", "", "", DRAWS)                                              \
    X(MATERIAL, "insufficient material", "", "", DRAWS)                                  \
    X(ABSENT_OTHER, "opponent absent", "不戦勝", "", WINS)                               \
    X(ABSENT, "absent", "不戦敗", "", LOSES)                                             \
    X(INTERRUPTED, "interrupted", "中断", "CHUDAN", OPEN)                                \
    X(SEALED, "sealed move", "封じ手", "", OPEN)                                         \
    X(NO_MATE, "no mate", "不詰", "FUZUMI", OPEN)                                        \
    X(TAKE_BACK, "take back", "", "MATTA", OPEN)                                         \
    X(FAILURE, "error", "", "ERROR", OPEN)                                               \
    X(ABANDONED, "abandoned", "", "", STATED)                                            \
    X(ADJUDICATION, "adjudication", "", "", STATED)                                      \
    X(OTHER, "other", "", "", STATED)

/** How a line ended. */
enum bm_end {
#define X(name, en, kif, csa, who) BM_END_##name,
    BM_END_MAP(X)
#undef X
        BM_END_COUNT
};

/** All of an end. */
struct bm_ending {
    enum bm_end end;       /**< how */
    enum bm_result result; /**< who won; BM_ONGOING: neither side, or not known */
    struct bm_text word;   /**< as the record has it, if it is not the usual word; or empty */
};

/** Append a child that ends the line; word.s may be NULL when its length is 0. */
BM_API BM_NODISCARD bm_status bm_game_add_end(struct bm_game *game, bm_node parent,
                                              const struct bm_ending *ending, bm_node *out);
/** The end that a BM_NODE_END is; for other nodes, no result and BM_END_COUNT. */
BM_API struct bm_ending bm_game_ending(const struct bm_game *game, bm_node n);
/** The result that an end has when this side is to move; BM_ONGOING when it must be stated. */
BM_API enum bm_result bm_end_result(enum bm_end end, unsigned turn);
/** English or Japanese word for it, never NULL. */
BM_API const char *bm_end_text(enum bm_end end, enum bm_lang lang);
/** The result at the end of the main line. */
BM_API enum bm_result bm_game_result(const struct bm_game *game);
/** @} */

/** @name Notes: what is written about a node, in order */
/** @{ */

/** What a note is. */
enum bm_note_kind {
    BM_NOTE_COMMENT,  /**< text; stands behind the move */
    BM_NOTE_BEFORE,   /**< text; a comment before the first move of a variation */
    BM_NOTE_NAG,      /**< value: PGN's number of an annotation, 1 is "!" */
    BM_NOTE_SPENT,    /**< value: milliseconds spent on the move */
    BM_NOTE_TOTAL,    /**< value: milliseconds spent so far by the mover */
    BM_NOTE_CLOCK,    /**< value: milliseconds left on the mover's clock */
    BM_NOTE_EVAL,     /**< value: centipawns for the first side; depth in `extra`, 0: none */
    BM_NOTE_MATE,     /**< value: moves to mate, negative when the second side mates; depth */
    BM_NOTE_ARROW,    /**< value: from << 8 | to; extra: letter of the colour ('G') */
    BM_NOTE_SQUARE,   /**< value: square; extra: letter of the colour */
    BM_NOTE_COMMAND,  /**< text: another "[%...]" of PGN, verbatim without the brackets */
    BM_NOTE_BOOKMARK, /**< text: a name for this place */
    BM_NOTE_KINDS
};

/** One note. */
struct bm_note {
    enum bm_note_kind kind; /**< what it is */
    int32_t extra;          /**< see enum bm_note_kind */
    int64_t value;          /**< see enum bm_note_kind */
    struct bm_text text;    /**< lines end in LF; no blanks at the ends */
};

/** A note's number; 0 is none. */
typedef uint32_t bm_note_id;

/** The first note of a node, or 0. */
BM_API bm_note_id bm_game_notes(const struct bm_game *game, bm_node n);
/** The note after it, or 0. */
BM_API bm_note_id bm_game_next_note(const struct bm_game *game, bm_note_id id);
/** What it says. */
BM_API struct bm_note bm_game_note(const struct bm_game *game, bm_note_id id);
/** The first note of that kind, or 0. */
BM_API bm_note_id bm_game_find_note(const struct bm_game *game, bm_node n,
                                    enum bm_note_kind kind);
/** Append a note; text.s may be NULL when its length is 0. out may be NULL. */
BM_API BM_NODISCARD bm_status bm_game_annotate(struct bm_game *game, bm_node n,
                                               const struct bm_note *note, bm_note_id *out);
/** Take a note out; returns the one before it (0: it was the first), for putting it back. */
BM_API bm_note_id bm_game_remove_note(struct bm_game *game, bm_node n, bm_note_id id);
/** Put a removed note back behind `after` (0: first). */
BM_API void bm_game_insert_note(struct bm_game *game, bm_node n, bm_note_id id,
                                bm_note_id after);
/** @} */

/** The glyph of an annotation ("!", "?!", "±"), or "" if it has none. */
BM_API const char *bm_nag_glyph(unsigned nag);
/** What an annotation means, in words ("good move", "好手"), or "" if that is not known. */
BM_API const char *bm_nag_text(unsigned nag, enum bm_lang lang);

#ifdef __cplusplus
}
#endif

#endif /* BANMEN_GAME_H */
