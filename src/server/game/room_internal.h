/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_ROOM_INTERNAL_H
#define BM_SERVER_ROOM_INTERNAL_H

/* Internals of rooms and of the game manager. */

#include "io/fair.h"
#include "server/game/event_page.h"
#include "server/game/game_manager.h"
#include "session/seated_player.h"

enum {
    BM_BATCH_EVENTS = 4, /* events that one request can cause */
    BM_PAUSES = 1000     /* stops of the server that are remembered */
};

/* Events that were put together. */
struct bm_event_batch {
    struct bm_room *room; /* NULL: the room was dropped */
    struct bm_event_batch *next;
    unsigned count;
    bool row;   /* what lists show of the game has changed */
    bool moved; /* there is a move in it */
    struct {
        const char *kind;
        int64_t ts;
        struct bm_buf body;
    } event[BM_BATCH_EVENTS];
};

/* A reply that waits until its event is stored. */
struct bm_waiting_reply {
    struct bm_waiting_reply *next;
    uint64_t seq;
    bool all; /* when nothing is under way, whatever came meanwhile */
    bm_room_done *answer;
    void *user;
    struct bm_room_reply verdict;
    char detail[256];
};

struct bm_room {
    char id[16];
    struct bm_game_manager *games;
    struct bm_room *next;          /* in its bucket */
    struct bm_room *older, *newer; /* in the list of rooms by their last use */
    struct bm_game_state state;
    uint64_t stored;          /* seq of the last event that is */
    int64_t base;             /* the manager's time at 0 of the room's, while all is stored */
    int64_t created, changed; /* the manager's time */
    int64_t used;             /* the loop's time of the last use */
    int64_t armed;            /* the deadline in the store, in the manager's time; 0: none */
    struct bm_timer flag;
    struct bm_watcher *watchers, *walk; /* walk: next in a broadcast under way */
    struct bm_waiting_reply *waiting, **last_waiting;
    struct bm_event_batch *batches, **last_batch; /* put, not yet stored */
    unsigned here[2], spectators; /* sockets and streams of each side, and of others */
    int64_t seen[2];              /* the manager's time when a side was last connected */
    struct bm_timer presence; /* set when presence has changed and is to be broadcast soon */
    bool presence_due;
    unsigned closings;     /* timers that are not closed yet */
    int64_t chat_until[3]; /* until when each side, and all others, talked */
    /* Programs: room_minds.c */
    struct bm_table *table;
    bool bot_thinks; /* a built-in player does */
    struct bm_engine *engine[2];
    struct bm_computer_view bot_view[2]; /* what programs said last of their positions */
    char place[48];          /* address key of the last client that acted; "": unknown */
    struct bm_ticket ticket; /* in the queue of bots */
    int64_t bot_since;       /* the loop's time when it began to */
    bool is_taking;          /* the ticket is being queued */
    struct bm_room *queue;   /* the next that waits for memory */
    bool queued;
    bool gone;   /* removed from the manager */
    bool broken; /* what was done cannot be stored */
    void *note;  /* see bm_room_listener_data() */
};

/* The deadline of a game that is not in memory. */
struct bm_stored_deadline {
    int64_t at; /* the manager's time */
    char id[16];
};

struct bm_game_manager {
    struct bm_server *server;
    struct bm_room **buckets;
    size_t bucket_count, room_count, most_rooms;
    struct bm_room *newest, *oldest; /* by their last use */
    int64_t epoch,
        started; /* wall-clock at 0 of the loop's time; the manager's time at its start */
    /* Deadlines until `due_until`, as a binary heap; later ones are in the store alone. */
    struct bm_stored_deadline *due;
    size_t due_count, due_cap;
    int64_t due_until, due_horizon;
    struct bm_timer due_timer;
    struct bm_timer sweep;
    struct bm_background_load
        *background_loads;                /* games that are being loaded without a request */
    struct bm_bots *bots;                 /* of built-in players: room_minds.c */
    struct bm_room *queue, **last_queued; /* for memory */
    bool closing;
    bool moving;       /* the store moves the deadlines by a stop of the server */
    unsigned closings; /* timers that are not closed yet */
    struct bm_game_manager_counts counts;
    uint64_t renames; /* of persons: see bm_game_manager_rename_person() */
    const struct bm_game_manager_hooks *hooks; /* NULL: no listener */
    int64_t noted;                             /* when the time was written down */
    struct {
        int64_t from, to; /* wall-clock */
    } pause[BM_PAUSES];
    unsigned pause_count;
};

/* room.c: lifetime */

struct bm_room *bm_room_create(struct bm_game_manager *games, const char *id);
/* Remove the room from the manager, answer waiting replies with an error, and disconnect
 * watchers. */
void bm_room_drop(struct bm_room *r);
/* Unused, with nothing under way and no near deadline: it need not be in memory. */
bool bm_room_is_idle(const struct bm_room *r);

/* room_log.c: the event log */

/* The change that stores a deadline; one at 0 is none. */
struct bm_change bm_change_deadline(const struct bm_deadline_row *row);
/* A batch is begun, filled, and put; NULL: no memory. */
struct bm_event_batch *bm_room_begin_batch(struct bm_room *r);
enum bm_code bm_room_apply(struct bm_room *r, struct bm_event_batch *b,
                           const struct bm_game_event *event, struct bm_error *err);
/* What follows from it by itself: a beginning, an end. Then it is put, or thrown away if
 * nothing was done. */
void bm_room_commit(struct bm_room *r, struct bm_event_batch *b);

/* room_load.c: games from the store */

/* A game that is being loaded. */
struct bm_loading {
    struct bm_game_manager *games;
    char id[16];
    struct bm_game_state state; /* so far */
    int64_t created, changed;
    const struct bm_rules
        *rules; /* held by `compile` while there is one; NULL: not found yet */
    struct bm_compile *compile;
    struct bm_event_page page; /* events that were read and are not replayed yet */
    enum bm_code code;         /* what is wrong */
    uint64_t bad;              /* seq of the event that is */
    uint64_t renames;          /* of the manager when the first page was read */
};
void bm_loading_init(struct bm_loading *l, struct bm_game_manager *games, const char *id);
void bm_loading_fini(struct bm_loading *l);
/* Replay what is missing, and let the room go on as it stands. */
enum bm_code bm_room_load(struct bm_room *r, struct bm_loading *l);

/* Begin to load a game, in a worker if it is long. NULL: it is in memory, or cannot be
 * loaded; bm_game_manager_find() tells which. Otherwise call bm_loading_work() in a worker. */
struct bm_loading *bm_loading_begin(struct bm_game_manager *games, const char *id);
void bm_loading_work(struct bm_loading *l);
/* On the loop, after that. True: call bm_loading_work() again. False: it is complete, and
 * the room is in the manager if it could be loaded. */
bool bm_loading_continue(struct bm_loading *l);
void bm_loading_drop(struct bm_loading *l);
enum {
    BM_LOAD_COST = 20,         /* of a step, as bm_request_work has it */
    BM_LOAD_AT_ONCE = 64 * 100 /* events by squares that are replayed on the loop */
};

/* room_client_messages.c: client messages */

/* A client message while it is handled. */
struct bm_client_action {
    struct bm_room *r;
    const struct bm_identity *identity;
    const struct bm_client_message *message;
    struct bm_event_batch *batch;
    unsigned side;
    bool seated;
    uint64_t seq; /* of the event that answers it */
    struct bm_error err;
    struct bm_game_config
        *next; /* config of a rematch that a worker has prepared; NULL: none */
};

/* Whether no consent of another person is needed. */
bool bm_client_action_is_alone(const struct bm_client_action *a);
/* Apply an event, which is the reply's if it is accepted. */
enum bm_code bm_client_action_apply(struct bm_client_action *a, struct bm_game_event *event);
/* Handle a message; `next` is the config of a rematch that a worker has prepared, or NULL. */
void bm_room_handle_prepared(struct bm_room *r, const struct bm_identity *identity,
                             const struct bm_client_message *message,
                             struct bm_game_config *next, bm_room_done *answer, void *user);

/* room_rematch.c */

enum bm_code bm_client_action_rematch(struct bm_client_action *a);
/* If the message creates the rematch and its first position takes long, prepare that in a
 * worker. True: the reply follows. */
bool bm_client_action_prepare_rematch(const struct bm_client_action *a, bm_room_done *answer,
                                      void *user);

/* room_clock.c */

/* All is stored: the clock resumes at the last event, or `passed` ms after it. */
void bm_room_resume_clock(struct bm_room *r, int64_t passed);
/* Apply what is due by `now`: a fallen flag, or a first move that was not made in time. */
void bm_room_apply_timeouts(struct bm_room *r, struct bm_event_batch *b, int64_t now);
/* Be called when that happens. */
void bm_room_set_timer(struct bm_room *r);
bool bm_room_is_due_soon(const struct bm_room *r);
/* The deadline as the store is to have it (at == 0: none); false: it has it already. */
bool bm_room_update_deadline(struct bm_room *r, struct bm_deadline_row *row);

/* room_tell.c: broadcasting */

/* Broadcast a stored batch to the watchers. */
void bm_room_broadcast(struct bm_room *r, const struct bm_event_batch *b);
void bm_room_disconnect_watchers(struct bm_room *r);
void bm_room_reply_waiting(struct bm_room *r);
/* Answer when what has happened so far is stored. */
void bm_room_reply_at(struct bm_room *r, uint64_t seq, bm_room_done *answer, void *user,
                      const struct bm_room_reply *v);

/* room_presence.c: who is connected */

void bm_room_add_presence(struct bm_room *r, unsigned sides);
void bm_room_remove_presence(struct bm_room *r, unsigned sides);
/* A player has acted. */
void bm_room_note_activity(struct bm_room *r, unsigned side);
/* Seats have changed. */
void bm_room_recount_presence(struct bm_room *r);
/* ms until the other side can claim a win or a draw, because this one has left; BM_NO_LIMIT:
 * never, or it is here. */
int64_t bm_room_claim_ms(const struct bm_room *r, unsigned side);

/* room_minds.c */

/* Start the bot that is to move, and stop those that are not. */
void bm_room_run_bots(struct bm_room *r);
void bm_room_stop_bots(struct bm_room *r);
/* The queues and workers of built-in players. */
bm_status bm_bots_create(struct bm_game_manager *games);
void bm_bots_destroy(struct bm_bots *t);
/* How many bots think, and how many wait. */
void bm_bots_count(const struct bm_bots *t, struct bm_game_manager_counts *out);

/* game_manager.c */

/* Mark it as the most recently used. */
void bm_room_touch(struct bm_room *r);
void bm_game_manager_remove_room(struct bm_game_manager *games, struct bm_room *r);
/* Create the room of a loaded game, as far as it was read; NULL: *code has the error. */
struct bm_room *bm_game_manager_add_loaded(struct bm_game_manager *games, struct bm_loading *l,
                                           enum bm_code *code);
/* Free it when nothing holds it any more. */
void bm_game_manager_free_if_closed(struct bm_game_manager *games);
/* Call the listener if nothing of the room is under way. */
void bm_game_manager_notify(struct bm_room *r, bool loaded);

/* hall_due.c: deadlines of games that are not in memory */

/* Look at those of the store, from the beginning. */
void bm_game_manager_read_deadlines(struct bm_game_manager *games);
/* A room with a deadline (in the manager's time) leaves memory. */
void bm_game_manager_add_deadline(struct bm_game_manager *games, const char *id, int64_t at);
/* Load the games whose deadlines are due. */
void bm_game_manager_run_deadlines(struct bm_game_manager *games);

/* hall_time.c */

/* Wall-clock time as it was at the start, going on evenly from then. */
int64_t bm_game_manager_now(const struct bm_game_manager *games);
/* The server has begun: find out since when it was not running, and move the deadlines. */
void bm_game_manager_resume_time(struct bm_game_manager *games);
/* Note that it still runs; if not at once, not too often. */
void bm_game_manager_save_time(struct bm_game_manager *games, bool at_once);
/* The time that counts in a game whose last event was then: in correspondence games (slow) all
 * while the server ran; in others not what was before its start. */
int64_t bm_game_manager_time_passed(const struct bm_game_manager *games, int64_t event,
                                    bool slow);

static inline bool bm_room_is_stored(const struct bm_room *r)
{
    return r->stored == r->state.seq;
}

static inline struct bm_loop *bm_room_loop(const struct bm_room *r)
{
    return &r->games->server->loop;
}

#endif
