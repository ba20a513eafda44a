/* SPDX-License-Identifier: MIT */
#ifndef BM_DESKTOP_SESSION_SESSION_H
#define BM_DESKTOP_SESSION_SESSION_H

/* The session of the window: either a match that is played at a table, or a study, a game tree
 * that is browsed and edited. In both modes there is a game, a shown node of it, and a context
 * at that node. The session does not depend on the window: it reports changes through one event
 * callback, and the window reads the state. Main thread only. */

#include "banmen/match.h"
#include "banmen/variant.h"
#include "engine/registry.h"
#include "session/seated_player.h"

enum { BM_DESKTOP_TEXT = 512, BM_DESKTOP_PLAYER = BM_SEAT_WORD, BM_DESKTOP_PV_MOVES = 24 };

/* Events of a session. */
enum bm_desktop_event {
    BM_DESKTOP_EVENT_CLOSING,  /* the current game is about to be closed */
    BM_DESKTOP_EVENT_NEW_GAME, /* another game was opened */
    BM_DESKTOP_EVENT_MOVE,     /* a move was made: `move` of the session */
    BM_DESKTOP_EVENT_NODE,     /* the shown node changed */
    BM_DESKTOP_EVENT_STATE,    /* offers, seats or clocks changed */
    BM_DESKTOP_EVENT_OVER,
    BM_DESKTOP_EVENT_ENGINE_FAILED, /* an engine failed: see `failure` of its seat */
    BM_DESKTOP_EVENT_PV,            /* a player sent a new PV: `pv` of its seat */
    BM_DESKTOP_EVENT_LOG,           /* a line was added to the engine log */
    BM_DESKTOP_EVENT_MESSAGE        /* a message for the user: `message` of the session */
};

/* The latest principal variation of a position from one player or analyser. */
struct bm_desktop_pv {
    bool has, mate, open; /* open: a mate of unknown length */
    int score;            /* from the first side's view: centipawns, or moves to mate */
    unsigned depth;       /* plies */
    uint64_t nodes;
    bm_node node; /* node that was searched */
    bm_move pv[BM_DESKTOP_PV_MOVES];
    size_t count;
};

/* The player of one side: a human, a built-in level or an engine. */
struct bm_desktop_seat {
    struct bm_desktop_session *session;
    struct bm_seated_player player;
    char failure[BM_DESKTOP_TEXT];
    struct bm_desktop_pv pv;
};

/* Configuration of a new match. */
struct bm_desktop_match_config {
    const struct bm_rules *rules; /* held by the caller */
    const struct bm_setup
        *start; /* NULL: the default start position, or a random one of a shuffled variant */
    const char *seat[2]; /* as `word` of a seated player */
    struct bm_times times;
    bool natural; /* built-in players move at a human pace */
};

struct bm_desktop_session {
    struct bm_loop *loop;
    enum bm_lang lang;
    const struct bm_rules *rules; /* held */
    const struct bm_rules_info *info;
    struct bm_match *match; /* NULL: the session is a study */
    struct bm_table *table;
    struct bm_game *tree;  /* of a match: all moves, including those taken back */
    bm_node live;          /* current node of the match in `tree` */
    struct bm_game *study; /* NULL: the session is a match */
    bool edited;           /* the study was changed since it was opened or saved */
    int64_t number;        /* number of a shuffled start position; -1: none */
    bm_node node;          /* the shown node */
    struct bm_ctx *ctx;    /* context at `node` */
    bm_node ctx_node;      /* where it is; BM_NODE_NONE: it is of another game */
    struct bm_desktop_seat seat[2];
    bool natural;
    uint64_t seed;
    struct bm_engine_reaper reaper;
    uint64_t version; /* incremented with every change of the session */
    bm_move move;     /* the last move made */
    char message[BM_DESKTOP_TEXT];
    char *log; /* engine protocol log; lines */
    size_t log_len, log_cap;
    void (*on_event)(void *user, enum bm_desktop_event event, unsigned side);
    void *user;
};

void bm_desktop_session_init(struct bm_desktop_session *d, struct bm_loop *loop,
                             void (*on_event)(void *user, enum bm_desktop_event event,
                                              unsigned side),
                             void *user);
/* Give engines a short time to quit, then kill them; releases everything. */
void bm_desktop_session_fini(struct bm_desktop_session *d);

/* Begin a match. On failure returns false and sets `message`; the previous game may be closed
 * by then. */
bool bm_desktop_session_begin_match(struct bm_desktop_session *d,
                                    const struct bm_desktop_match_config *config);
/* Begin a match that continues a record from one of its nodes. */
bool bm_desktop_session_resume_match(struct bm_desktop_session *d, const struct bm_game *record,
                                     bm_node node,
                                     const struct bm_desktop_match_config *config);
/* Begin a study. Takes ownership of `game`. */
bool bm_desktop_session_begin_study(struct bm_desktop_session *d, struct bm_game *game,
                                    bm_node node);
/* Turn the match into a study of its game. */
bool bm_desktop_session_study_match(struct bm_desktop_session *d);
/* Begin a rematch with sides swapped. */
bool bm_desktop_session_rematch(struct bm_desktop_session *d);

const struct bm_game *bm_desktop_session_game(const struct bm_desktop_session *d);
/* A copy of the game for writing to a file; the caller destroys it. For a running match: the
 * moves up to the live node, or with `all` every variation and an end node with the time that
 * the side to move has used. NULL: out of memory. */
struct bm_game *bm_desktop_session_record(const struct bm_desktop_session *d, bool all);
/* The current node of the match; the shown node in a study. */
bm_node bm_desktop_session_live_node(const struct bm_desktop_session *d);
bool bm_desktop_session_is_live(const struct bm_desktop_session *d);
void bm_desktop_session_match_state(const struct bm_desktop_session *d,
                                    struct bm_match_state *out);
bool bm_desktop_session_is_human(const struct bm_desktop_session *d, unsigned side);
/* The side that the user acts for. */
unsigned bm_desktop_session_user_side(const struct bm_desktop_session *d);
/* Whether the user may move now; if not, `message` says why. */
bool bm_desktop_session_may_move(struct bm_desktop_session *d);
/* Make a move in the shown position. On failure returns false and sets `message`. */
bool bm_desktop_session_play_move(struct bm_desktop_session *d, bm_move m);
/* Report why a move is illegal. */
void bm_desktop_session_explain_faults(struct bm_desktop_session *d, bm_move m);
/* Play one or several moves given as text in any notation. */
bool bm_desktop_session_enter_moves(struct bm_desktop_session *d, const char *text);
bool bm_desktop_session_act(struct bm_desktop_session *d, enum bm_act act, unsigned side);
void bm_desktop_session_offer_draw(struct bm_desktop_session *d);
void bm_desktop_session_answer_offer(struct bm_desktop_session *d, bool yes);
void bm_desktop_session_undo(struct bm_desktop_session *d);
void bm_desktop_session_redo(struct bm_desktop_session *d);
/* Continue the match from the shown node; the moves played since then become a variation. */
bool bm_desktop_session_branch(struct bm_desktop_session *d);
bool bm_desktop_session_may_branch(const struct bm_desktop_session *d);

/* Browse the game tree. */
void bm_desktop_session_show_node(struct bm_desktop_session *d, bm_node node);
void bm_desktop_session_step(struct bm_desktop_session *d, int plies);
void bm_desktop_session_go_first(struct bm_desktop_session *d);
void bm_desktop_session_go_last(struct bm_desktop_session *d);
/* Go to the next or previous variation of the shown move. */
void bm_desktop_session_go_sibling(struct bm_desktop_session *d, int step);

/* Edit a study. */
bool bm_desktop_session_set_comment(struct bm_desktop_session *d, const char *text);
/* Copies the comment of the shown node; false: it was truncated to `cap`. */
bool bm_desktop_session_comment(const struct bm_desktop_session *d, char *buf, size_t cap);
bool bm_desktop_session_delete_node(struct bm_desktop_session *d);
bool bm_desktop_session_promote_variation(struct bm_desktop_session *d);
/* Add or remove an arrow, or a square mark (from == to), of the shown node. */
bool bm_desktop_session_toggle_mark(struct bm_desktop_session *d, bm_sq from, bm_sq to);

/* Seats */
bool bm_desktop_session_seat_player(struct bm_desktop_session *d, unsigned side,
                                    const char *word);
/* Replace the player of a seat, e.g. a failed engine, and continue the match. */
bool bm_desktop_session_replace_player(struct bm_desktop_session *d, unsigned side,
                                       const char *word);
void bm_desktop_session_restart_engine(struct bm_desktop_session *d, unsigned side);
void bm_desktop_session_player_name(const struct bm_desktop_session *d, unsigned side,
                                    char *buf, size_t cap);
void bm_desktop_session_clock_text(const struct bm_desktop_session *d, unsigned side, char *buf,
                                   size_t cap);
/* The title of the variant, with the number of a shuffled start position. */
void bm_desktop_session_game_title(const struct bm_desktop_session *d, char *buf, size_t cap);
/* Copies a name with its first letter in upper case. */
void bm_desktop_capitalize(const char *name, char *buf, size_t cap);
/* The status line: the side to move, or the result. */
void bm_desktop_session_status_text(const struct bm_desktop_session *d, char *buf, size_t cap);
void bm_desktop_session_move_text(const struct bm_desktop_session *d, const struct bm_ctx *ctx,
                                  bm_move m, char *buf, size_t cap);
void bm_desktop_session_report(struct bm_desktop_session *d, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Append a line to the engine log. */
void bm_desktop_session_log_engine(struct bm_desktop_session *d, const char *who, bool out,
                                   const char *s, size_t len);

/* Internal to session*.c. */
void bm_desktop_session_emit(struct bm_desktop_session *d, enum bm_desktop_event event,
                             unsigned side);
void bm_desktop_session_close_game(struct bm_desktop_session *d);
bool bm_desktop_session_sync_context(struct bm_desktop_session *d);
extern const struct bm_table_events bm_desktop_session_table_events;
/* The tree of a match: create it from `more` (a record with variations, or NULL), and bring it
 * up to date with the match. */
bool bm_desktop_session_init_tree(struct bm_desktop_session *d, const struct bm_game *more);
bool bm_desktop_session_update_tree(struct bm_desktop_session *d);
bool bm_desktop_session_set_rules(struct bm_desktop_session *d, const struct bm_rules *rules);

#define TR(d, en, ja) ((d)->lang == BM_JA ? (ja) : (en))

#endif
