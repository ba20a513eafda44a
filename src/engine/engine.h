/* SPDX-License-Identifier: MIT */
#ifndef BM_ENGINE_ENGINE_H
#define BM_ENGINE_ENGINE_H

/*
 * An external engine: a child process that speaks UCI or USI, under a watchdog. Every wait has
 * a deadline, every failure a name, and at its end no process is left.
 *
 * All calls and events happen on the thread of the loop. Inside an event everything may be
 * called, bm_engine_destroy() too.
 */

#include "engine/engine_spec.h"
#include "io/loop.h"
#include "protocol/protocol.h"

/* Name, word, English, Japanese. */
#define BM_TROUBLE_MAP(X)                                                                 \
    X(NONE, "ok", "no trouble", "異常なし")                                               \
    X(START, "cannot-start", "the engine cannot be started", "エンジンを起動できません")  \
    X(NO_HANDSHAKE, "no-handshake", "the engine does not answer to uci or usi",           \
      "エンジンが uci / usi に応答しません")                                              \
    X(DIED_IN_HANDSHAKE, "died-in-handshake", "the engine ended before it was ready",     \
      "エンジンが準備完了前に終了しました")                                               \
    X(NOT_READY, "not-ready", "the engine does not become ready",                         \
      "エンジンの準備が完了しません")                                                     \
    X(NO_MOVE, "no-move", "the engine does not move", "エンジンが着手しません")           \
    X(NO_STOP, "no-answer-to-stop", "the engine does not answer to stop",                 \
      "エンジンが stop に応答しません")                                                   \
    X(DIED, "died", "the engine ended", "エンジンが終了しました")                         \
    X(DEAF, "deaf", "the engine no longer reads", "エンジンが入力を受け付けません")       \
    X(MUTE, "mute", "the engine no longer writes", "エンジンの出力が閉じられました")      \
    X(ILLEGAL_MOVE, "illegal-move", "the engine played a move that is not legal",         \
      "エンジンが反則手を指しました")                                                     \
    X(BAD_MOVE, "unreadable-move", "the engine answered with what is no move",            \
      "エンジンの指し手を読み取れません")                                                 \
    X(VARIANT, "variant", "the engine does not play this game",                           \
      "エンジンはこのゲームに対応していません")                                           \
    X(OPTION, "option", "an option cannot be set so", "オプションの値が正しくありません") \
    X(POSITION, "position", "the engine cannot be told this position",                    \
      "この局面はエンジンに伝えられません")                                               \
    X(MEMORY, "no-memory", "out of memory", "メモリが足りません")

enum bm_engine_trouble {
#define X(name, word, en, ja) BM_TROUBLE_##name,
    BM_TROUBLE_MAP(X)
#undef X
        BM_TROUBLE_COUNT
};
const char *bm_engine_trouble_word(enum bm_engine_trouble t);
const char *bm_engine_trouble_text(enum bm_engine_trouble t, enum bm_lang lang);

enum bm_engine_state {
    BM_ENGINE_STARTING, /* handshake, options, isready */
    BM_ENGINE_READY,
    BM_ENGINE_THINKING,
    BM_ENGINE_STOPPING, /* told to stop, no answer yet */
    BM_ENGINE_FAILED,   /* its process is gone or going; it can be restarted */
    BM_ENGINE_CLOSED    /* quit was asked for, and it is gone */
};

struct bm_engine;

/* A line of an engine, checked by the rules. */
struct bm_engine_line {
    uint64_t search;            /* the number that bm_engine_go() gave */
    const struct bm_info *info; /* as the engine said it */
    unsigned multipv;           /* from 1 */
    const bm_move *pv;          /* its legal moves, in the order of play */
    size_t pv_count;
    bool pv_whole;            /* false: an illegal move followed, and was cut with the rest */
    const struct bm_ctx *ctx; /* the position that it is about */
};

/* What an engine wants to do. */
struct bm_engine_answer {
    uint64_t search;
    enum bm_best_kind kind;
    bm_move move;   /* BM_BEST_MOVE: legal */
    bm_move ponder; /* legal after it, or BM_MOVE_NONE */
    int64_t ms;     /* from sending "go" to here, by our clock */
    bool is_mate;   /* the answer to a search for mate in USI ("checkmate ..."): */
    enum bm_checkmate checkmate;
    const bm_move *pv; /* FOUND: the mate, checked */
    size_t pv_count;
};

/* Any may be NULL. */
struct bm_engine_events {
    /* Handshake done, options set, "readyok" came. Once after each start. */
    void (*ready)(void *user);
    /* It has nothing to do, and "readyok" was the last that it said: after a start, a new
     * game, a changed option. */
    void (*idle)(void *user);
    void (*line)(void *user, const struct bm_engine_line *line);
    /* Exactly one of answer() and failed() for each bm_engine_go() that was not replaced by
     * another or called off by bm_engine_stop(.., true). */
    void (*answer)(void *user, const struct bm_engine_answer *answer);
    /* It cannot go on: what, and a sentence with its details (exit status, last words on
     * stderr, the move). The process is being killed; bm_engine_restart() starts anew. After
     * ILLEGAL_MOVE, BAD_MOVE and POSITION the engine lives and is ready. */
    void (*failed)(void *user, enum bm_engine_trouble trouble, const char *detail);
    /* Something odd that does no harm: a line that is too long, an unknown option. */
    void (*notice)(void *user, const char *what);
    /* Every line that goes out (true) or comes in, for logs. */
    void (*traffic)(void *user, bool out, const char *s, size_t len);
    /* After bm_engine_quit(): it is gone, and had to be killed or not. */
    void (*closed)(void *user, bool killed);
};

/*
 * Start an engine. The spec is copied. `rules` is the game it will play (held): it must list it
 * if it is not chess (UCI_Variant, USI_Variant) or, in USI, shogi; NULL: whatever, for probing.
 * Fails only for want of memory; that the program is missing comes as an event.
 */
bm_status bm_engine_create(struct bm_engine **out, struct bm_loop *loop,
                           const struct bm_engine_spec *spec, const struct bm_rules *rules,
                           const struct bm_engine_events *events, void *user);
/* The end, now: kills the group, forgets the events. NULL is fine. Memory goes when the loop
 * has run. */
void bm_engine_destroy(struct bm_engine *e);
/* Start the process anew after a failure. */
void bm_engine_restart(struct bm_engine *e);

/* Replace the listener; *old and *old_user (may be NULL) get the previous one. */
void bm_engine_listen(struct bm_engine *e, const struct bm_engine_events *events, void *user,
                      struct bm_engine_events *old, void **old_user);

enum bm_engine_state bm_engine_state(const struct bm_engine *e);
const struct bm_engine_spec *bm_engine_spec(const struct bm_engine *e);
/* Found by handshake; BM_PROTO_COUNT before. */
enum bm_proto bm_engine_proto(const struct bm_engine *e);
/* What it says of itself; "" if nothing (yet). */
const char *bm_engine_name(const struct bm_engine *e);
const char *bm_engine_author(const struct bm_engine *e);
/* Its options, in its order. */
size_t bm_engine_options(const struct bm_engine *e);
const struct bm_engine_option *bm_engine_option(const struct bm_engine *e, size_t i);
/* By name, without case; NULL if it has none. */
const struct bm_engine_option *bm_engine_find_option(const struct bm_engine *e,
                                                     const char *name, size_t len);
/* Whether it plays a game, by what it says of itself and its protocol. */
bool bm_engine_plays(const struct bm_engine *e, const char *game);
/* ms from start to handshake and from there to ready. */
void bm_engine_timings(const struct bm_engine *e, int64_t *handshake, int64_t *ready);
/* Whether it has nothing to do. */
bool bm_engine_is_idle(const struct bm_engine *e);

/*
 * Set an option for this and later starts. Sent at once, or when it has stopped thinking.
 * BM_EINVAL: it has no such option or the value does not fit, and err says so.
 */
bm_status bm_engine_set_option(struct bm_engine *e, const char *name, const char *value,
                               struct bm_error *err);
/* It will be asked to ponder: engines with an option for that want to know. */
void bm_engine_may_ponder(struct bm_engine *e);
/* A new game begins: ucinewgame, or usinewgame. */
void bm_engine_new_game(struct bm_engine *e);
/* USI: how the game ended, for the engine's side. */
void bm_engine_game_over(struct bm_engine *e, enum bm_result result, unsigned its_side);

/*
 * Think about a node of a game. Never refused: if the engine is starting or thinking, this
 * waits for it (after a stop), and a search that still waits is replaced. Lines and answers of
 * an earlier search are never handed over after this call. `grace` is how many ms beyond what
 * the limits allow the engine may take until it counts as hung; 0: the spec's. Limits of depth,
 * nodes or none have no end of their own: `ceiling` ms is then one; 0: none. Returns the number
 * of the search.
 */
uint64_t bm_engine_go(struct bm_engine *e, const struct bm_game *game, bm_node node,
                      const struct bm_think *limits, int64_t grace, int64_t ceiling);
/* The same for the position after one more move, which it expects: on the opponent's time,
 * until bm_engine_ponderhit() or another search. */
uint64_t bm_engine_ponder(struct bm_engine *e, const struct bm_game *game, bm_node node,
                          bm_move expected, const struct bm_think *limits);
/* Stop thinking: the answer comes within the deadline, or a failure. `discard`: the answer
 * is dropped. */
void bm_engine_stop(struct bm_engine *e, bool discard);
/* The move that it ponders on was played: the search of that number becomes a usual one, and
 * the deadline of its limits begins. */
void bm_engine_ponderhit(struct bm_engine *e);
/* Quit in good order: quit, then SIGTERM, then SIGKILL, each after its deadline. */
void bm_engine_quit(struct bm_engine *e);

#endif
