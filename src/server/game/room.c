/* SPDX-License-Identifier: MIT */
/* Rooms: creation and removal. */
#include <stdio.h>
#include <stdlib.h>

#include "server/game/room_internal.h"

enum { AGAIN_MS = 5000 };

const char *bm_room_id(const struct bm_room *r) { return r->id; }
const struct bm_game_state *bm_room_state(const struct bm_room *r) { return &r->state; }

struct bm_room *bm_room_create(struct bm_game_manager *games, const char *id)
{
    struct bm_room *const r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    r->games = games;
    snprintf(r->id, sizeof r->id, "%s", id);
    r->last_waiting = &r->waiting;
    r->last_batch = &r->batches;
    r->created = r->changed = r->base = r->seen[0] = r->seen[1] = bm_game_manager_now(games);
    return r;
}

bool bm_room_is_idle(const struct bm_room *r)
{
    return !r->watchers && !r->waiting && bm_room_is_stored(r) && !r->queued &&
           r->ticket.state == BM_TICKET_NONE && !r->engine[0] && !r->engine[1] &&
           !bm_room_is_due_soon(r);
}

static void free_room(void *user)
{
    struct bm_room *const r = user;
    if (--r->closings != 0)
        return;
    bm_game_state_fini(&r->state);
    free(r);
}

void bm_room_drop(struct bm_room *r)
{
    const struct bm_game_manager_hooks *const hooks = r->games->hooks;
    bm_game_manager_remove_room(r->games, r);
    if (r->armed) /* what could not be stored is looked at again in a while */
        bm_game_manager_add_deadline(r->games, r->id,
                                     bm_room_is_stored(r) && !r->broken
                                         ? r->armed
                                         : bm_game_manager_now(r->games) + AGAIN_MS);
    if (hooks)
        hooks->dropped(hooks->user, r);
    bm_room_stop_bots(r);
    for (struct bm_event_batch *b = r->batches; b; b = b->next)
        b->room = NULL;
    while (r->waiting) {
        struct bm_waiting_reply *const w = r->waiting;
        r->waiting = w->next;
        w->verdict = (struct bm_room_reply){.code = BM_CODE_NOT_STORED,
                                            .detail = bm_code_text(BM_CODE_NOT_STORED, BM_EN)};
        w->answer(w->user, &w->verdict);
        free(w);
    }
    bm_room_disconnect_watchers(r);
    r->closings = 2;
    bm_timer_close(&r->presence, free_room, r);
    bm_timer_close(&r->flag, free_room, r);
}
