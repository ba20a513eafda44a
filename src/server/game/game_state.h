/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_GAME_STATE_H
#define BM_SERVER_GAME_STATE_H

/*
 * The state of a game: all that follows from its events. Every change is an event, and
 * bm_game_state_apply() is the only way to apply one, for a player's action now as for the
 * events that are read from the store: a game that is loaded is the game that was played.
 *
 * Times are the game's: ms that run only while the server runs the game.
 */

#include "server/ws/messages.h"

struct bm_variant_store;

enum bm_game_seat_kind {
    BM_GAME_SEAT_NONE,   /* no player: a record to look at */
    BM_GAME_SEAT_OPEN,   /* not taken: any visitor may join */
    BM_GAME_SEAT_LINK,   /* free for the holder of its token */
    BM_GAME_SEAT_PERSON, /* taken by a person */
    BM_GAME_SEAT_LEVEL,  /* a built-in player */
    BM_GAME_SEAT_ENGINE, /* an engine of the server's list: `name` */
    BM_GAME_SEAT_KINDS
};

struct bm_game_seat {
    enum bm_game_seat_kind kind;
    unsigned level;
    char person[40];        /* id of the person */
    char name[80];          /* to show */
    unsigned char lock[32]; /* hash of the token that opens it */
    bool locked;            /* it has one */
};

/* How a game is set up. */
struct bm_game_config {
    char variant[72];             /* "chess", "my-game@1f3c..." */
    char version[20];             /* of its rules */
    const struct bm_rules *rules; /* held */
    char *start;                  /* position; NULL: the usual */
    char *record;                 /* JSON of a game to continue or to look at; NULL: none */
    struct bm_times times;
    struct bm_game_seat seat[2];
    bool listed, no_takebacks;
    bool whole_seconds; /* turns cost whole seconds, what is begun of one being free, and clocks
                           run from the start: as programs expect it that play by CSA */
    char of[16];        /* the game that this is the next one of, or "" */
    char id[16];        /* that it is to have, by bm_game_new_id(); "": any */
    char date[12];      /* "2027.01.31", for its record; or "" */
    struct bm_game_state *made; /* all of this, by bm_game_config_build(); NULL: not yet */
    char place[48]; /* the identity's address key, of the creator; "": unknown. Not stored */
};

void bm_game_config_fini(struct bm_game_config *config);
/* Build the initial state. Setting up the first position, or replaying a record, may take
 * long, and can be done in any thread. BM_GAME_EVENT_CREATE takes the state over. On error
 * the config is unchanged. */
enum bm_code bm_game_config_build(struct bm_game_config *config, struct bm_error *err);
/* The same once more, from the start: without a record. False: no memory, and nothing is to be
 * released. */
bool bm_game_config_copy(struct bm_game_config *out, const struct bm_game_config *from);

#define BM_GAME_EVENT_MAP(X) \
    X(CREATE, "create")      \
    X(JOIN, "join")          \
    X(LEAVE, "leave")        \
    X(CHAT, "chat")          \
    X(END, "end")            \
    X(REMATCH, "rematch")

/* Kinds of events: these, and behind them those of enum bm_act. */
enum bm_game_event_kind {
#define X(name, word) BM_GAME_EVENT_##name,
    BM_GAME_EVENT_MAP(X)
#undef X
        BM_GAME_EVENT_ACT
};

struct bm_game_event {
    enum bm_game_event_kind kind;
    int64_t at;
    unsigned side;                 /* of the player; BM_ANY_SIDE: none */
    struct bm_action action;       /* ACT */
    int64_t lag;                   /* of a move: ms that were on the way, and are not charged */
    const char *person, *name;     /* JOIN, CHAT: a person */
    const char *text;              /* CHAT; REMATCH: id of the next game, or NULL */
    bool yes;                      /* REMATCH: accepts it */
    struct bm_game_config *config; /* CREATE: taken over */
};

enum {
    BM_CHATS = 50,         /* chat lines that are kept */
    BM_CHAT_LONGEST = 200, /* characters of a chat line */
    BM_LAG_A_MOVE = 200,   /* ms that may be given back: each time, */
    BM_LAG_A_GAME = 1000,  /* in all, */
    BM_LAG_REFILL = 10     /* and again with each move */
};

/* How much may happen in a game, moves that were taken back included. At the limit of moves it
 * is a draw; of the others no more are taken. */
enum {
    BM_MOST_MOVES = 3000,
    BM_MOST_TAKEBACKS = 100,
    BM_MOST_OFFERS = 200, /* of a draw */
    BM_MOST_GIFTS = 100,  /* of time */
    BM_MOST_JOINS = 40,
    BM_MOST_REMATCHES = 40, /* offered or declined */
    BM_MOST_CHATS = 500     /* chat lines: of the players, and of the spectators */
};

struct bm_chat {
    int64_t at;
    unsigned side;              /* BM_ANY_SIDE: of a spectator */
    char *name, *text, *person; /* one piece of memory: name */
};

/* A move that was taken back: the same message must not play it again. */
struct bm_retracted {
    uint32_t seq, ply; /* the event that played it, and where */
    bm_move move;
    unsigned side;
};

struct bm_game_state {
    struct bm_game_config config; /* as at creation; seats change in `seat` */
    struct bm_game_seat seat[2];
    struct bm_match *match; /* NULL before CREATE */
    uint64_t seq;           /* events so far */
    int64_t time;           /* of the last one */
    int64_t turn_at;        /* when the side to move could move */
    int64_t quota[2];       /* of lag that may still be given back */
    uint32_t *seqs;         /* by ply: the event that played it */
    size_t seq_cap;
    struct bm_retracted *retracted; /* in the order in which they were taken back */
    size_t retracted_count, retracted_cap;
    uint64_t back_seq; /* the last event that took moves back; 0: none */
    struct bm_chat *chats;
    size_t chat_count, chat_cap;
    struct {
        unsigned moves, takebacks, offers, gifts, joins, rematches, chats[2];
    } count;         /* of what has happened; chats: of players, of spectators */
    bool rematch[2]; /* this side wants a rematch */
    char next[16];   /* which is this one, or "" */
    bool ended;      /* the end was written down */
};

void bm_game_state_fini(struct bm_game_state *s);

/* Give the seats and chat lines of a person another id and name, which is no event: the store
 * changes the stored events in the same way. False: the person has no seat, and nothing is
 * changed. */
bool bm_game_state_rename(struct bm_game_state *s, const char *from, const char *to,
                          const char *name);

/* Do it. Anything but BM_CODE_OK: nothing has changed; `err` has the words if there are more
 * than those of the code. */
enum bm_code bm_game_state_apply(struct bm_game_state *s, const struct bm_game_event *event,
                                 struct bm_error *err);

enum bm_match_stage bm_game_state_stage(const struct bm_game_state *s);
unsigned bm_game_state_plies(const struct bm_game_state *s);
/* Whether a program plays there. */
bool bm_game_seat_is_program(const struct bm_game_seat *c);
/* Whether both seats are taken. */
bool bm_game_state_is_full(const struct bm_game_state *s);
/* The clocks go by days: they go on whatever happens. */
bool bm_game_state_is_correspondence(const struct bm_game_state *s);

/* How long a game is thought to take: 1 fast, 2 or 4 slower; 0: without a clock that counts, or
 * by correspondence. */
unsigned bm_game_state_pace(const struct bm_game_state *s);
/* Two people play, and the side to move has not made its first move. */
bool bm_game_state_awaits_first_move(const struct bm_game_state *s);

/* ---- Events as text: room_deed.c ---- */

const char *bm_game_event_word(const struct bm_game_event *event);
/* Append the body of an event, an object, after the event was applied. Members beyond the
 * event's own (clocks, results) are for watchers. */
void bm_game_event_write(struct bm_buf *out, const struct bm_game_state *s,
                         const struct bm_game_event *event);
/* Read an event that is to be applied next. Texts are borrowed from `body`; a config is
 * created, and owned by the caller until it is applied. `rules` are the game's. False: not a
 * valid event. */
bool bm_game_event_read(struct bm_game_event *out, struct bm_game_config *config,
                        const struct bm_game_state *s, const struct bm_rules *rules,
                        const char *word, const json_t *body);

/* ,"clk":{...}: what the clocks show at a time; nothing in games without. */
void bm_game_state_write_clocks(struct bm_buf *out, const struct bm_game_state *s, int64_t now);
/* ,"seats":[...] without secrets. */
void bm_game_seats_write(struct bm_buf *out, const struct bm_game_seat seat[2], bool whole);
/* ,"result":...,"reason":... if it is over. */
void bm_game_state_write_result(struct bm_buf *out, const struct bm_game_state *s);
const char *bm_stage_word(enum bm_match_stage stage);
/* The chat room of a side: "players" or "spectators". */
const char *bm_chat_room(unsigned side);

#endif
