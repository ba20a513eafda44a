/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_STUDY_ROOM_H
#define BM_SERVER_STUDY_ROOM_H

/*
 * Studies that are shared by link. A study is the record that it began with and its events:
 * edits and chat, numbered from 1, stored before they are sent to the members, as those of
 * games are. A room is a study in memory, as long as it has members or events under way. Who is
 * here, where each looks and whom each follows is no event: it is forgotten with the
 * connection.
 */

#include "server/http/api_request.h"
#include "server/study/study_edit.h"

struct bm_studies;
struct bm_study_room;

enum {
    BM_STUDY_EVENTS = 5000,   /* of a study, */
    BM_STUDY_BYTES = 1000000, /* and bytes of all of them */
    BM_STUDY_MEMBERS = 50,    /* connections */
    BM_STUDY_PAGE = 500,      /* past events that are sent at once */
    BM_STUDY_KEY = 48         /* the secret of a link, and NUL */
};

/* A connection: part of what owns it. */
struct bm_study_member {
    struct bm_study_room *room; /* NULL: none */
    struct bm_study_member *next;
    const struct bm_identity *identity;
    unsigned number; /* in the room, from 1 */
    bool edits;
    bool listens;     /* past events were sent: it gets what comes */
    unsigned follows; /* a member's number; 0: none */
    char *path;       /* where it looks; NULL: at the start */
    void (*send)(struct bm_study_member *m, struct bm_frame *frame);
    void (*gone)(struct bm_study_member *m); /* the room is thrown away */
};

bm_status bm_studies_create(struct bm_studies **out, struct bm_server *s);
/* Before the server stops: members are told to come again. */
void bm_studies_disconnect_all(struct bm_studies *studies);
/* Behind the store. */
void bm_studies_destroy(struct bm_studies *studies);

/* The secret of the link that lets edit a study. */
void bm_study_key(const struct bm_server *s, const char *id, char out[BM_STUDY_KEY]);
bool bm_study_is_key(const struct bm_server *s, const char *id, const char *key);

/* Join: false, and why. The member is in the list; it gets events when it listens. */
bool bm_study_join(struct bm_studies *studies, const char *id, struct bm_study_member *m,
                   enum bm_code *code);
void bm_study_leave(struct bm_study_member *m);
/* The last event that is stored. */
uint64_t bm_study_stored(const struct bm_study_room *r);
/* Send the past events behind `since`, a page of them; how far. When that was all, it
 * listens. */
uint64_t bm_study_catch_up(struct bm_study_member *m, uint64_t since);
/* Move where a member looks, and whom it follows. */
void bm_study_look(struct bm_study_member *m, const char *path, unsigned follows);
/* Tell all who is here, soon. */
void bm_study_tell_members(struct bm_study_room *r);

/* An edit or chat is put; `done` is called once when it is stored (seq), or was not (0). */
typedef void bm_study_done(void *user, uint64_t seq);
enum bm_code bm_study_put(struct bm_study_member *m, const char *kind,
                          const struct bm_client_message *message, bm_study_done *done,
                          void *user);

/* Throw a study's room away: it was deleted. */
void bm_study_drop(struct bm_studies *studies, const char *id);

void bm_study_socket(struct bm_api_request *req);

#endif
