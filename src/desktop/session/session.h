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

enum { BM_DESKTOP_TEXT = 512, BM_DESKTOP_PLAYER = 256, BM_DESKTOP_PV_MOVES = 24 };

/* What has happened. */
enum bm_desktop_event {
    BM_DESKTOP_EVENT_CLOSING,       /* the game on the desk is about to go */
    BM_DESKTOP_EVENT_NEW_GAME,      /* there is another game on the desk */
    BM_DESKTOP_EVENT_MOVE,          /* a move was made; `move` of the desk */
    BM_DESKTOP_EVENT_NODE,          /* another node is shown */
    BM_DESKTOP_EVENT_STATE,         /* offers, seats, clocks */
    BM_DESKTOP_EVENT_OVER,          /* the match has ended */
    BM_DESKTOP_EVENT_ENGINE_FAILED, /* an engine failed: `trouble` of its chair says how */
    BM_DESKTOP_EVENT_PV,            /* somebody who thinks has said something */
    BM_DESKTOP_EVENT_LOG,           /* something was said to an engine, or by one */
    BM_DESKTOP_EVENT_MESSAGE        /* there is something to tell: `said` */
};

/* The last line that somebody said of a position. */
struct bm_desktop_pv {
    bool has, mate, open; /* open: a mate whose length nobody has told */
    int score;            /* for the first side: centipawns, or moves to mate */
    unsigned depth;       /* plies */
    uint64_t nodes;
    bm_node node; /* of which it was said */
    bm_move pv[BM_DESKTOP_PV_MOVES];
    size_t count;
};

/* Who sits on a side, besides what the match knows of it. */
struct bm_desktop_seat {
    struct bm_desktop_session *session;
    char player[BM_DESKTOP_PLAYER]; /* "me", "builtin:3", the name or command of an engine */
    struct bm_engine_spec spec;
    struct bm_engine *engine;
    struct bm_search *search;
    unsigned level;
    bool failed;
    char failure[BM_DESKTOP_TEXT];
    struct bm_desktop_pv pv;
};

/* A match that is to be begun. */
struct bm_desktop_match_config {
    const struct bm_rules *rules; /* held by the caller */
    const struct bm_setup *start; /* NULL: the usual one, or one drawn by lot */
    const char *seat[2];          /* words, as in a chair */
    struct bm_times times;
    bool natural; /* built-in players take their time, as people do */
};

struct bm_desktop_session {
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
    struct bm_desktop_seat seat[2];
    bool natural;
    uint64_t seed;
    struct bm_engine_reaper reaper;
    uint64_t version; /* grows with every change of what is on the desk */
    bm_move move;     /* the last that was made */
    char message[BM_DESKTOP_TEXT];
    char *log; /* what the engines and we said to each other; lines */
    size_t log_len, log_cap;
    void (*on_event)(void *user, enum bm_desktop_event event, unsigned side);
    void *user;
};

void bm_desktop_session_init(struct bm_desktop_session *d, struct bm_loop *loop,
                             void (*on_event)(void *user, enum bm_desktop_event event,
                                              unsigned side),
                             void *user);
/* Engines end in good order, as long as they do it soon; then all is released. */
void bm_desktop_session_fini(struct bm_desktop_session *d);

/* The number of a start that is drawn by lot; -1: it is none of those. */
int64_t bm_desktop_session_start_number(const struct bm_game *game);
/* Begin a match; false, and `said` has the words. The old one is gone then, or still there. */
bool bm_desktop_session_begin_match(struct bm_desktop_session *d,
                                    const struct bm_desktop_match_config *config);
/* Go on with a record from one of its nodes. */
bool bm_desktop_session_resume_match(struct bm_desktop_session *d, const struct bm_game *record,
                                     bm_node node,
                                     const struct bm_desktop_match_config *config);
/* Study a game from now on; it is taken over. */
bool bm_desktop_session_begin_study(struct bm_desktop_session *d, struct bm_game *game,
                                    bm_node node);
/* Study the game of the match. */
bool bm_desktop_session_study_match(struct bm_desktop_session *d);
/* The same players again, with sides changed. */
bool bm_desktop_session_rematch(struct bm_desktop_session *d);

const struct bm_game *bm_desktop_session_game(const struct bm_desktop_session *d);
/* A copy of it to be written down; the caller releases it. Of a match that goes on: up to where
 * it stands, or `all`, and an end that says how long the side to move has thought. NULL: no
 * memory. */
struct bm_game *bm_desktop_session_record(const struct bm_desktop_session *d, bool all);
/* Where the match stands; the shown node in a study. */
bm_node bm_desktop_session_live_node(const struct bm_desktop_session *d);
bool bm_desktop_session_is_live(const struct bm_desktop_session *d);
void bm_desktop_session_match_state(const struct bm_desktop_session *d,
                                    struct bm_match_state *out);
bool bm_desktop_session_is_human(const struct bm_desktop_session *d, unsigned side);
/* The side that the person at the board speaks for. */
unsigned bm_desktop_session_user_side(const struct bm_desktop_session *d);
/* Whether a person may move now; if not, `said` tells why. */
bool bm_desktop_session_may_move(struct bm_desktop_session *d);
/* Make a move in the shown position; false, and `said` has the reason. */
bool bm_desktop_session_play_move(struct bm_desktop_session *d, bm_move m);
/* Say why a move may not be made. */
void bm_desktop_session_explain_faults(struct bm_desktop_session *d, bm_move m);
/* A move or several, in any notation. */
bool bm_desktop_session_enter_moves(struct bm_desktop_session *d, const char *text);
bool bm_desktop_session_act(struct bm_desktop_session *d, enum bm_act act, unsigned side);
void bm_desktop_session_offer_draw(struct bm_desktop_session *d);
void bm_desktop_session_answer_offer(struct bm_desktop_session *d, bool yes);
void bm_desktop_session_undo(struct bm_desktop_session *d);
void bm_desktop_session_redo(struct bm_desktop_session *d);
/* Go on with the match from the shown node: what was played since is kept as a variation. */
bool bm_desktop_session_branch(struct bm_desktop_session *d);
bool bm_desktop_session_may_branch(const struct bm_desktop_session *d);

/* Show another node. */
void bm_desktop_session_show_node(struct bm_desktop_session *d, bm_node node);
void bm_desktop_session_step(struct bm_desktop_session *d, int plies);
void bm_desktop_session_go_first(struct bm_desktop_session *d);
void bm_desktop_session_go_last(struct bm_desktop_session *d);
/* The next or previous variation at the shown move. */
void bm_desktop_session_go_sibling(struct bm_desktop_session *d, int step);

/* Editing a study */
bool bm_desktop_session_set_comment(struct bm_desktop_session *d, const char *text);
/* False: there is not room for all of it. */
bool bm_desktop_session_comment(const struct bm_desktop_session *d, char *buf, size_t cap);
bool bm_desktop_session_delete_node(struct bm_desktop_session *d);
bool bm_desktop_session_promote_variation(struct bm_desktop_session *d);
/* Put an arrow or (from == to) a mark on the shown node, or take it off. */
bool bm_desktop_session_toggle_mark(struct bm_desktop_session *d, bm_sq from, bm_sq to);

/* Seats */
bool bm_desktop_session_seat_player(struct bm_desktop_session *d, unsigned side,
                                    const char *word);
/* Somebody else takes the place of an engine that failed, and the game goes on. */
bool bm_desktop_session_replace_player(struct bm_desktop_session *d, unsigned side,
                                       const char *word);
void bm_desktop_session_restart_engine(struct bm_desktop_session *d, unsigned side);
void bm_desktop_session_player_name(const struct bm_desktop_session *d, unsigned side,
                                    char *buf, size_t cap);
void bm_desktop_session_clock_text(const struct bm_desktop_session *d, unsigned side, char *buf,
                                   size_t cap);
/* The name of the game; with the number of its start, if that was drawn by lot. */
void bm_desktop_session_game_title(const struct bm_desktop_session *d, char *buf, size_t cap);
/* A name as it stands alone: with a capital. */
void bm_desktop_capitalize(const char *name, char *buf, size_t cap);
/* How it stands: whose turn it is, or the result. */
void bm_desktop_session_status_text(const struct bm_desktop_session *d, char *buf, size_t cap);
void bm_desktop_session_move_text(const struct bm_desktop_session *d, const struct bm_ctx *ctx,
                                  bm_move m, char *buf, size_t cap);
void bm_desktop_session_report(struct bm_desktop_session *d, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Append a line to the log of engines. */
void bm_desktop_session_log_engine(struct bm_desktop_session *d, const char *who, bool out,
                                   const char *s, size_t len);

/* Inside: desk_seats.c and desk.c share these. */
void bm_desktop_session_emit(struct bm_desktop_session *d, enum bm_desktop_event event,
                             unsigned side);
void bm_desktop_session_close_game(struct bm_desktop_session *d);
bool bm_desktop_session_sync_context(struct bm_desktop_session *d);
extern const struct bm_table_events bm_desktop_session_table_events;
/* The tree of a match: begun, with what a record has besides or NULL; and brought to where the
 * match stands. */
bool bm_desktop_session_init_tree(struct bm_desktop_session *d, const struct bm_game *more);
bool bm_desktop_session_update_tree(struct bm_desktop_session *d);
void bm_desktop_session_announce_seat(struct bm_desktop_session *d, unsigned side);
bool bm_desktop_session_set_rules(struct bm_desktop_session *d, const struct bm_rules *rules);

#define TR(d, en, ja) ((d)->lang == BM_JA ? (ja) : (en))

#endif
