/* SPDX-License-Identifier: MIT */
#ifndef BM_DESKTOP_SESSION_SESSION_H
#define BM_DESKTOP_SESSION_SESSION_H

/*
 * What is on the desk: either a match at a table, or a game that is studied, a tree of moves in
 * which one walks about and tries things. Either way there is a game, a node of it that is
 * shown, and a context at that node. It knows nothing of windows: whoever shows it is told by
 * one function what has happened, and asks.
 */

#include "banmen/match.h"
#include "banmen/variant.h"
#include "desktop/session/engine_reaper.h"
#include "engine/registry.h"
#include "session/table.h"

enum { BM_DESK_TEXT = 512, BM_DESK_WORD = 256, BM_DESK_LOG = 400, BM_DESK_PV = 24 };

/* What has happened. */
enum bm_news {
    BM_NEWS_LEAVE,   /* the game on the desk is about to go */
    BM_NEWS_GAME,    /* there is another game on the desk */
    BM_NEWS_MOVE,    /* a move was made; `move` of the desk */
    BM_NEWS_NODE,    /* another node is shown */
    BM_NEWS_STATE,   /* offers, seats, clocks */
    BM_NEWS_OVER,    /* the match has ended */
    BM_NEWS_TROUBLE, /* an engine failed: `trouble` of its chair says how */
    BM_NEWS_LINE,    /* somebody who thinks has said something */
    BM_NEWS_LOG,     /* something was said to an engine, or by one */
    BM_NEWS_SAY      /* there is something to tell: `said` */
};

/* The last line that somebody said of a position. */
struct bm_thought {
    bool has, mate, open; /* open: a mate whose length nobody has told */
    int score;            /* for the first side: centipawns, or moves to mate */
    unsigned depth;       /* plies */
    uint64_t nodes;
    bm_node node; /* of which it was said */
    bm_move pv[BM_DESK_PV];
    size_t count;
};

/* Who sits on a side, besides what the match knows of it. */
struct bm_chair {
    struct bm_desk *desk;
    char word[BM_DESK_WORD]; /* "me", "builtin:3", the name or command of an engine */
    struct bm_engine_spec spec;
    struct bm_engine *engine;
    struct bm_search *search;
    unsigned level;
    bool failed;
    char trouble[BM_DESK_TEXT];
    struct bm_thought thought;
};

/* A match that is to be begun. */
struct bm_plan {
    const struct bm_rules *rules; /* held by the caller */
    const struct bm_setup *start; /* NULL: the usual one, or one drawn by lot */
    const char *seat[2];          /* words, as in a chair */
    struct bm_times times;
    bool natural; /* built-in players take their time, as people do */
};

struct bm_desk {
    struct bm_loop *loop;
    enum bm_lang lang;
    const struct bm_rules *rules; /* held */
    const struct bm_rules_info *info;
    struct bm_match *match; /* NULL: a study */
    struct bm_table *table;
    struct bm_game *tree;  /* of a match: all that was played, what was taken back included */
    bm_node live;          /* where the match stands in it */
    struct bm_game *study; /* NULL: a match */
    bool edited;           /* and it was written in since it was opened or saved */
    int64_t number;        /* of a start that is drawn by lot; -1: it has none */
    bm_node node;          /* that is shown */
    struct bm_ctx *ctx;    /* stands there */
    struct bm_chair chair[2];
    bool natural;
    uint64_t seed;
    struct bm_farewell leaving;
    uint64_t version; /* grows with every change of what is on the desk */
    bm_move move;     /* the last that was made */
    char said[BM_DESK_TEXT];
    char *log; /* what the engines and we said to each other; lines */
    size_t log_len, log_cap;
    void (*news)(void *user, enum bm_news news, unsigned side);
    void *user;
};

void bm_desk_init(struct bm_desk *d, struct bm_loop *loop,
                  void (*news)(void *user, enum bm_news news, unsigned side), void *user);
/* Engines end in good order, as long as they do it soon; then all is released. */
void bm_desk_fini(struct bm_desk *d);

/* The number of a start that is drawn by lot; -1: it is none of those. */
int64_t bm_desk_number(const struct bm_game *game);
/* Begin a match; false, and `said` has the words. The old one is gone then, or still there. */
bool bm_desk_begin(struct bm_desk *d, const struct bm_plan *plan);
/* Go on with a record from one of its nodes. */
bool bm_desk_resume(struct bm_desk *d, const struct bm_game *record, bm_node node,
                    const struct bm_plan *plan);
/* Study a game from now on; it is taken over. */
bool bm_desk_study(struct bm_desk *d, struct bm_game *game, bm_node node);
/* Study the game of the match. */
bool bm_desk_keep(struct bm_desk *d);
/* The same players again, with sides changed. */
bool bm_desk_rematch(struct bm_desk *d);

const struct bm_game *bm_desk_game(const struct bm_desk *d);
/* A copy of it to be written down; the caller releases it. Of a match that goes on: up to where
 * it stands, or `all`, and an end that says how long the side to move has thought. NULL: no
 * memory. */
struct bm_game *bm_desk_record(const struct bm_desk *d, bool all);
/* Where the match stands; the shown node in a study. */
bm_node bm_desk_live(const struct bm_desk *d);
bool bm_desk_is_live(const struct bm_desk *d);
void bm_desk_state(const struct bm_desk *d, struct bm_match_state *out);
bool bm_desk_is_person(const struct bm_desk *d, unsigned side);
/* The side that the person at the board speaks for. */
unsigned bm_desk_me(const struct bm_desk *d);
/* Whether a person may move now; if not, `said` tells why. */
bool bm_desk_may_move(struct bm_desk *d);
/* Make a move in the shown position; false, and `said` has the reason. */
bool bm_desk_play(struct bm_desk *d, bm_move m);
/* Say why a move may not be made. */
void bm_desk_explain(struct bm_desk *d, bm_move m);
/* A move or several, in any notation. */
bool bm_desk_typed(struct bm_desk *d, const char *text);
bool bm_desk_act(struct bm_desk *d, enum bm_act act, unsigned side);
void bm_desk_offer_draw(struct bm_desk *d);
void bm_desk_answer(struct bm_desk *d, bool yes);
void bm_desk_undo(struct bm_desk *d);
void bm_desk_redo(struct bm_desk *d);
/* Go on with the match from the shown node: what was played since is kept as a variation. */
bool bm_desk_branch(struct bm_desk *d);
bool bm_desk_may_branch(const struct bm_desk *d);

/* Show another node. */
void bm_desk_show(struct bm_desk *d, bm_node node);
void bm_desk_step(struct bm_desk *d, int plies);
void bm_desk_first(struct bm_desk *d);
void bm_desk_last(struct bm_desk *d);
/* The next or previous variation at the shown move. */
void bm_desk_sibling(struct bm_desk *d, int step);

/* Editing a study */
bool bm_desk_comment(struct bm_desk *d, const char *text);
/* False: there is not room for all of it. */
bool bm_desk_comment_text(const struct bm_desk *d, char *buf, size_t cap);
bool bm_desk_cut(struct bm_desk *d);
bool bm_desk_promote(struct bm_desk *d);
/* Put an arrow or (from == to) a mark on the shown node, or take it off. */
bool bm_desk_mark(struct bm_desk *d, bm_sq from, bm_sq to);

/* Seats */
bool bm_desk_sit(struct bm_desk *d, unsigned side, const char *word);
/* Somebody else takes the place of an engine that failed, and the game goes on. */
bool bm_desk_replace(struct bm_desk *d, unsigned side, const char *word);
void bm_desk_restart(struct bm_desk *d, unsigned side);
void bm_desk_name(const struct bm_desk *d, unsigned side, char *buf, size_t cap);
void bm_desk_clock(const struct bm_desk *d, unsigned side, char *buf, size_t cap);
/* The name of the game; with the number of its start, if that was drawn by lot. */
void bm_desk_game_title(const struct bm_desk *d, char *buf, size_t cap);
/* A name as it stands alone: with a capital. */
void bm_desk_title(const char *name, char *buf, size_t cap);
/* How it stands: whose turn it is, or the result. */
void bm_desk_status(const struct bm_desk *d, char *buf, size_t cap);
void bm_desk_write(const struct bm_desk *d, const struct bm_ctx *ctx, bm_move m, char *buf,
                   size_t cap);
void bm_desk_say(struct bm_desk *d, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Append a line to the log of engines. */
void bm_desk_note(struct bm_desk *d, const char *who, bool out, const char *s, size_t len);

/* Inside: desk_seats.c and desk.c share these. */
void bm_desk_tell(struct bm_desk *d, enum bm_news news, unsigned side);
void bm_desk_leave(struct bm_desk *d);
bool bm_desk_follow(struct bm_desk *d);
extern const struct bm_table_events bm_desk_events;
/* The tree of a match: begun, with what a record has besides or NULL; and brought to where the
 * match stands. */
bool bm_desk_plant(struct bm_desk *d, const struct bm_game *more);
bool bm_desk_grow(struct bm_desk *d);
void bm_desk_announce(struct bm_desk *d, unsigned side);
bool bm_desk_start(struct bm_desk *d, struct bm_match *match);
bool bm_desk_rules(struct bm_desk *d, const struct bm_rules *rules);

#define TR(d, en, ja) ((d)->lang == BM_JA ? (ja) : (en))

#endif
