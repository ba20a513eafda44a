/* SPDX-License-Identifier: MIT */
#ifndef BANMEN_MATCH_H
#define BANMEN_MATCH_H

/**
 * @file
 * A match: two seats at one board, clocks, offers, takebacks, the result. It is a state
 * machine: it does no input or output, has no threads and never looks at the time, so that
 * terminal, server, browser and desktop share it and tests run in virtual time.
 *
 * Everything that happens is an action, and bm_match_act() is the one way in. It plays by the
 * rules, or says why not and changes nothing. What happened is kept as a game (banmen/game.h),
 * with the time that each move took and what was left on the clock.
 *
 * Time is in milliseconds of a clock that only goes forward; an action that is dated before
 * the one before it counts as happening at the same time.
 */

#include "banmen/clock.h"
#include "banmen/record.h"

#ifdef __cplusplus
extern "C" {
#endif

/** One game being played. */
struct bm_match;

/** Who sits there. The match moves no pieces by itself; this tells who will. */
enum bm_seat_kind {
    BM_SEAT_HUMAN,  /**< a person at this screen */
    BM_SEAT_LEVEL,  /**< the built-in search */
    BM_SEAT_ENGINE, /**< an external engine */
    BM_SEAT_REMOTE, /**< a person or program at the other end of a connection */
    BM_SEAT_KINDS
};

/** One seat. */
struct bm_seat {
    enum bm_seat_kind kind; /**< who */
    unsigned level;         /**< of BM_SEAT_LEVEL */
    char name[80];          /**< for people and for the record; UTF-8; may be "" */
};

/** How a match is set up. All zero but rules is a good start. */
struct bm_match_options {
    const struct bm_rules *rules; /**< must be given; held by the match */
    const struct bm_setup *start; /**< NULL: the usual one */
    struct bm_options *choices;   /**< what the rules leave open; NULL: the usual */
    struct bm_times times;        /**< all zero: no clock */
    struct bm_seat seat[2];       /**< by side */
    bool clock_waits;  /**< a side's clock first runs after its first move: no time is
                            charged before a player has come to the board */
    bool no_takebacks; /**< none are granted, not even asked for */
};

/** What can be done: name, the word in logs and on the wire. */
#define BM_ACT_MAP(X)                     \
    X(START, "start")                     \
    X(MOVE, "move")                       \
    X(RESIGN, "resign")                   \
    X(OFFER_DRAW, "offer-draw")           \
    X(ACCEPT_DRAW, "accept-draw")         \
    X(DECLINE_DRAW, "decline-draw")       \
    X(CLAIM, "claim")                     \
    X(DECLARE, "declare")                 \
    X(ASK_TAKEBACK, "ask-takeback")       \
    X(GRANT_TAKEBACK, "grant-takeback")   \
    X(REFUSE_TAKEBACK, "refuse-takeback") \
    X(UNDO, "undo")                       \
    X(REDO, "redo")                       \
    X(GIVE_TIME, "give-time")             \
    X(PAUSE, "pause")                     \
    X(RESUME, "resume")                   \
    X(ADJOURN, "adjourn")                 \
    X(ABORT, "abort")                     \
    X(FLAG, "flag")                       \
    X(FORFEIT, "forfeit")                 \
    X(ADJUDICATE, "adjudicate")

/** What can be done. */
enum bm_act {
#define X(name, word) BM_ACT_##name,
    BM_ACT_MAP(X)
#undef X
        BM_ACT_COUNT
};

/** One action. What is not named for its kind is not looked at. */
struct bm_action {
    enum bm_act act; /**< what */
    unsigned side;   /**< who; of MOVE too */
    bm_move move;    /**< MOVE */
    unsigned claim;  /**< CLAIM: one of enum bm_claim; 0: whatever holds */
    int64_t ms;      /**< GIVE_TIME: how much, to the other side of `side` */
    unsigned plies;  /**< ASK_TAKEBACK, UNDO, REDO: moves; 0: as many as make sense: back to
                          the asker's turn, against a program to the person's, at one screen one
                          move */
    enum bm_reason reason; /**< FORFEIT: BM_REASON_ILLEGAL, _CRASH, _ABSENT, _TIME;
                                ADJUDICATE: _ADJUDICATION or any other */
    enum bm_result result; /**< ADJUDICATE */
};

/** Why an action was refused: name, word, English, Japanese. */
#define BM_REFUSAL_MAP(X)                                                                   \
    X(NONE, "ok", "done", "実行しました")                                                   \
    X(OVER, "over", "the game is over", "対局は終了しています")                             \
    X(NOT_STARTED, "not-started", "the game has not begun", "対局はまだ始まっていません")   \
    X(STARTED, "started", "the game has begun already", "対局はすでに始まっています")       \
    X(PAUSED, "paused", "the game is paused", "対局は中断中です")                           \
    X(NOT_PAUSED, "not-paused", "the game is not paused", "対局は中断されていません")       \
    X(NOT_YOUR_TURN, "not-your-turn", "it is not your turn", "あなたの手番ではありません")  \
    X(ILLEGAL, "illegal-move", "the rules do not allow this move", "その手は指せません")    \
    X(NO_OFFER, "no-offer", "there is no offer to answer", "回答すべき申し出がありません")  \
    X(OFFERED, "offered", "this is offered already", "すでに申し出ています")                \
    X(TOO_SOON, "too-soon", "make a move before offering again",                            \
      "再度の申し出には一手指す必要があります")                                             \
    X(NO_CLAIM, "no-claim", "there is nothing to claim in this position",                   \
      "この局面では引き分けを主張できません")                                               \
    X(NO_DECLARATION, "no-declaration", "this game knows no declaration of impasse",        \
      "この対局に入玉宣言はありません")                                                     \
    X(NO_TAKEBACKS, "no-takebacks", "moves are not taken back in this game",                \
      "この対局では待ったはできません")                                                     \
    X(NO_MOVES, "no-moves", "there is no move to take back", "戻す手がありません")          \
    X(NOTHING_TO_REDO, "nothing-to-redo", "there is no move to play again",                 \
      "やり直す手がありません")                                                             \
    X(NEEDS_CONSENT, "needs-consent", "the opponent has to agree", "相手の同意が必要です")  \
    X(NO_CLOCK, "no-clock", "this game is played without clocks", "時計を使わない対局です") \
    X(NOT_FALLEN, "not-fallen", "there is time left", "まだ時間が残っています")             \
    X(TOO_LATE_TO_ABORT, "too-late-to-abort", "both sides have moved: resign instead",      \
      "双方が着手済みです。投了してください")                                               \
    X(BAD_VALUE, "bad-value", "this value makes no sense here", "値が正しくありません")     \
    X(NO_MEMORY, "no-memory", "out of memory", "メモリが足りません")

/** Why an action was refused; BM_REFUSAL_NONE: it was not. */
enum bm_refusal {
#define X(name, word, en, ja) BM_REFUSAL_##name,
    BM_REFUSAL_MAP(X)
#undef X
        BM_REFUSAL_COUNT
};

/** Where a match stands. */
enum bm_match_stage {
    BM_MATCH_WAITING,   /**< not begun */
    BM_MATCH_PLAYING,   /**< a side is to move */
    BM_MATCH_PAUSED,    /**< clocks stand still */
    BM_MATCH_ADJOURNED, /**< interrupted, to be resumed some other day */
    BM_MATCH_OVER       /**< there is a result, or it was aborted */
};

/** All there is to show. */
struct bm_match_state {
    enum bm_match_stage stage; /**< where it stands */
    unsigned turn;             /**< side to move */
    struct bm_outcome outcome; /**< of the match, time and resignation included */
    bool offer[2];             /**< this side offers a draw */
    unsigned takeback[2];      /**< this side asks to take back so many moves; 0: does not */
    unsigned redo;             /**< moves that can be played again */
    uint64_t version;          /**< grows with each action that changed something */
};

/** @name Life */
/** @{ */

/** Heap. On success the caller owns *out; it waits for BM_ACT_START. BM_ERULE: the start cannot
 * be played. */
BM_API BM_NODISCARD bm_status bm_match_create(struct bm_match **out,
                                              const struct bm_match_options *options,
                                              struct bm_error *err);
/** Release it; NULL is fine. */
BM_API void bm_match_destroy(struct bm_match *match);
/**
 * Go on with a game from a record: its main line by its rules from its start. What `options`
 * (may be NULL) leave open, the record tells: who sits at a seat without a name, and the clocks
 * if there are none. The record's times count if it was played with the clocks that are used;
 * otherwise the full time stands. It is paused (or over, if the record says so), and
 * BM_ACT_RESUME goes on. BM_ERULE: it cannot be played on, as a game with null moves.
 */
BM_API BM_NODISCARD bm_status bm_match_restore(struct bm_match **out,
                                               const struct bm_game *record,
                                               const struct bm_match_options *options,
                                               struct bm_error *err);
/** A new match by the same rules, waiting; `swap`: the players change sides. */
BM_API BM_NODISCARD bm_status bm_match_rematch(struct bm_match **out,
                                               const struct bm_match *match, bool swap);
/** @} */

/** @name Play */
/** @{ */

/**
 * Do something at a time. First comes what bm_match_tick() does: a flag that has fallen by then
 * has ended the game, so that a move that comes too late is refused with BM_REFUSAL_OVER.
 * Besides, a refused action changes nothing.
 *
 * A draw that the other side offers too is agreed. An offer lapses when the other side moves, a
 * request to take back when either side does. After an end that no move made, UNDO without
 * `plies` takes back that end alone: a resignation by mistake; if a program gave up, the
 * person's last move too. Taking back gives back the time: both clocks show what they did when
 * the turn began to which one returns.
 */
BM_API BM_NODISCARD enum bm_refusal bm_match_act(struct bm_match *match,
                                                 const struct bm_action *action, int64_t now);
/** The same for the commonest: a move by the side to move. */
BM_API BM_NODISCARD enum bm_refusal bm_match_move(struct bm_match *match, bm_move m,
                                                  int64_t now);
/** Whether a flag falls by now: then the game ends, at the time at which it fell. To be called
 * when bm_match_deadline() is there; later does no harm. */
BM_API bool bm_match_tick(struct bm_match *match, int64_t now);
/** When bm_match_tick() must be called at the latest; BM_NO_LIMIT: never. */
BM_API int64_t bm_match_deadline(const struct bm_match *match);
/** What was wrong with the move that was refused last. */
BM_API bm_faults bm_match_faults(const struct bm_match *match);
/** @} */

/** @name Looking */
/** @{ */

/** Where it stands. */
BM_API void bm_match_state(const struct bm_match *match, struct bm_match_state *out);
/** The position, for questions; it changes with the match. */
BM_API const struct bm_ctx *bm_match_ctx(const struct bm_match *match);
/** The record so far, tags and times included; it changes with the match. */
BM_API const struct bm_game *bm_match_game(const struct bm_match *match);
/** The node of the record where the match stands. */
BM_API bm_node bm_match_node(const struct bm_match *match);
/** Its clocks. */
BM_API const struct bm_clock *bm_match_clock(const struct bm_match *match);
/** How it was set up; `start` is the record's. */
BM_API const struct bm_match_options *bm_match_options(const struct bm_match *match);
/** A seat. */
BM_API const struct bm_seat *bm_match_seat(const struct bm_match *match, unsigned side);
/** Change who sits there: an engine that has died is replaced. */
BM_API void bm_match_sit(struct bm_match *match, unsigned side, const struct bm_seat *seat);
/** Set a tag of the record ("Event", "Round", "Date"). */
BM_API BM_NODISCARD bm_status bm_match_tag(struct bm_match *match, const char *name,
                                           const char *value);
/** Add a note to the last move: an evaluation, a comment. */
BM_API BM_NODISCARD bm_status bm_match_annotate(struct bm_match *match,
                                                const struct bm_note *note);
/** @} */

/** Word of an action, never NULL. */
BM_API const char *bm_act_word(enum bm_act act);
/** The action of that word, or BM_ACT_COUNT. */
BM_API enum bm_act bm_act_find(const char *word, size_t len);
/** Word of a refusal for programs, never NULL. */
BM_API const char *bm_refusal_word(enum bm_refusal r);
/** Sentence of a refusal for people, never NULL. */
BM_API const char *bm_refusal_text(enum bm_refusal r, enum bm_lang lang);

#ifdef __cplusplus
}
#endif

#endif /* BANMEN_MATCH_H */
