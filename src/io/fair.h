/* SPDX-License-Identifier: MIT */
#ifndef BM_IO_FAIR_H
#define BM_IO_FAIR_H

/*
 * A fair queue: the order in which work begins when only a few things can be done at a time.
 * Owners (addresses) share the places by start-time fair queueing: each owner's next ticket has
 * a virtual start time, which is the virtual finish time of the owner's ticket before it, and
 * the smallest begins. A ticket's cost is its length in virtual time, so that an owner with
 * many expensive tickets does not delay another owner's cheap one, however many wait. Within an
 * owner cheap tickets overtake expensive ones, with aging: an expensive one that has been
 * overtaken by its own cost begins.
 *
 * Nothing here uses threads or the clock; a queue belongs to the thread of its loop.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "banmen/status.h"

struct bm_fair;
struct bm_fair_owner;

struct bm_fair_limits {
    unsigned places;    /* tickets that are at work at a time */
    unsigned per_owner; /* places that one owner may hold; 0: all */
    unsigned waiting;   /* tickets of one owner that may wait; 0: any number */
    unsigned all;       /* tickets that may wait altogether; 0: any number */
};

enum bm_ticket_state { BM_TICKET_NONE, BM_TICKET_WAITS, BM_TICKET_WORKS };

/* Part of something else; all zero is one that was never queued. */
struct bm_ticket {
    struct bm_fair *fair;
    struct bm_fair_owner *owner;
    struct bm_ticket *next; /* of the same owner, by `tag` */
    void (*start)(struct bm_ticket *t);
    uint64_t cost, tag;
    enum bm_ticket_state state;
};

enum bm_fair_answer {
    BM_FAIR_TAKEN,
    BM_FAIR_OWNER_FULL, /* this owner has too many tickets waiting */
    BM_FAIR_FULL,       /* too many wait altogether, or the queue is closed */
    BM_FAIR_NO_MEMORY
};

bm_status bm_fair_create(struct bm_fair **out, const struct bm_fair_limits *limits);
/* No ticket may be left. */
void bm_fair_destroy(struct bm_fair *f);

/*
 * Queue a ticket, of at least cost 1. start() is called when its turn comes, which may be
 * before this returns. Anything but BM_FAIR_TAKEN: the ticket was not queued.
 */
enum bm_fair_answer bm_fair_take(struct bm_fair *f, struct bm_ticket *t, const char *owner,
                                 uint64_t cost, void (*start)(struct bm_ticket *t));
/* Stop waiting, or give the place back, which lets the next begin. A ticket that is neither is
 * left alone. */
void bm_fair_leave(struct bm_ticket *t);
/* Nothing begins any more, and nothing is queued. */
void bm_fair_close(struct bm_fair *f);

/* How many tickets are to begin before this one, from 0. */
unsigned bm_fair_rank(const struct bm_ticket *t);
/* Tickets that wait: all of them; those of one owner. */
unsigned bm_fair_waiting(const struct bm_fair *f);
unsigned bm_fair_waiting_of(const struct bm_fair *f, const char *owner);
/* Places that are held: all of them; by the owner of a ticket. */
unsigned bm_fair_working(const struct bm_fair *f);
unsigned bm_fair_working_beside(const struct bm_ticket *t);
/* Whether a place that this ticket gave back would be taken at once. */
bool bm_fair_is_wanted(const struct bm_ticket *t);
/* Whether another ticket, of an owner with none, could be queued. */
bool bm_fair_is_open(const struct bm_fair *f);

#endif
