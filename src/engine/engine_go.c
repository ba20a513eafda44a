/* SPDX-License-Identifier: MIT */

/* The positions and limits that an engine gets, and the order of its commands. */

#include <string.h>

#include "banmen/clock.h"
#include "engine/engine_internal.h"
#include "engine/node_context.h"

enum { PV_ROOM = 256 }; /* moves that fit into a context behind the position */

void bm_engine_forget_search(struct engine_search *s)
{
    s->id = 0;
    s->stop_at_once = s->hit = false;
    s->text[0].len = s->text[1].len = 0;
    s->text[0].failed = s->text[1].failed = false;
}

void bm_engine_release_search(struct engine_search *s)
{
    bm_ctx_destroy(s->ctx);
    bm_buf_free(&s->text[0]);
    bm_buf_free(&s->text[1]);
}

void bm_engine_new_game(struct bm_engine *e)
{
    e->new_game = true;
    bm_engine_advance(e);
}

void bm_engine_game_over(struct bm_engine *e, enum bm_result result, unsigned its_side)
{
    if (e->proto != BM_PROTO_USI || !e->child)
        return;
    e->over = result == (its_side ? BM_SECOND_WINS : BM_FIRST_WINS)   ? "gameover win"
              : result == (its_side ? BM_FIRST_WINS : BM_SECOND_WINS) ? "gameover lose"
                                                                      : "gameover draw";
    bm_engine_advance(e);
}

/* Time that the limits allow for a move of a side. */
static int64_t budget_of(const struct bm_think *limits, unsigned turn, int64_t ceiling)
{
    int64_t ms = ceiling > 0 ? ceiling : BM_NO_LIMIT;
    if (limits->infinite)
        return ms;
    if (limits->movetime > 0 && limits->movetime < ms)
        ms = limits->movetime;
    if (limits->timed) {
        const int64_t clock = limits->time[turn] + limits->increment[turn] + limits->byoyomi;
        ms = clock < ms ? clock : ms;
    }
    return ms;
}

/* Stand at the node, with an expected move played if there is one. */
static bm_status set_search_position(struct engine_search *s, const struct bm_game *game,
                                     bm_node node, bm_move expected)
{
    const bm_status status = bm_node_context(&s->ctx, game, node, PV_ROOM);
    if (status || expected.bits == BM_MOVE_NONE)
        return status;
    return bm_ctx_play(s->ctx, expected) ? BM_ERULE : BM_OK;
}

/* Write what will be sent, in the protocol that is spoken, or in both if that is not known. An
 * engine that is started anew may have learned another. */
static bm_status write_search(struct bm_engine *e, struct engine_search *s,
                              const struct bm_game *game, bm_node node, bm_move expected,
                              const struct bm_think *limits)
{
    char text[BM_COORDINATES];
    const bool known = e->phase != PHASE_GONE && e->phase != PHASE_HANDSHAKE;
    for (unsigned p = 0; p < BM_PROTO_COUNT; p++) {
        if (known && e->proto != p)
            continue;
        const bm_status status = bm_wire_position(&s->text[p], (enum bm_proto)p, game, node);
        if (status)
            return status;
        if (expected.bits != BM_MOVE_NONE) {
            bm_wire_move_format(expected, (enum bm_proto)p, bm_game_rules(game), text,
                                sizeof text);
            bm_buf_text(&s->text[p], node == BM_NODE_ROOT ? " moves " : " ");
            bm_buf_text(&s->text[p], text);
        }
        bm_buf_char(&s->text[p], '\n');
        bm_go_format(&s->text[p], (enum bm_proto)p, limits, bm_game_rules(game));
        bm_buf_char(&s->text[p], '\n');
        if (s->text[p].failed)
            return BM_ENOMEM;
    }
    return BM_OK;
}

/* A search that could not even be asked for: the answer comes from the loop, as always. */
static void refuse_later(void *user)
{
    struct bm_engine *const e = user;
    bm_engine_fail(e, BM_TROUBLE_POSITION, "it holds what the protocol has no word for");
}

/* Send "stop" if a search runs. */
static void halt_search(struct bm_engine *e, bool discard)
{
    if (e->phase != PHASE_SEARCH && e->phase != PHASE_STOPPED)
        return;
    if (discard)
        e->discard = e->barrier = true;
    if (e->phase == PHASE_STOPPED)
        return;
    bm_engine_enter(e, PHASE_STOPPED, e->spec.deadlines.stop);
    bm_engine_say(e, "stop");
}

static uint64_t queue_search(struct bm_engine *e, const struct bm_game *game, bm_node node,
                             bm_move expected, const struct bm_think *limits, int64_t grace,
                             int64_t ceiling)
{
    struct engine_search *const s = &e->next;
    bm_engine_forget_search(s);
    bm_timer_stop(&e->refusal);
    const uint64_t id = ++e->last_id;
    if (set_search_position(s, game, node, expected) ||
        write_search(e, s, game, node, expected, limits)) {
        bm_engine_forget_search(s);
        bm_timer_set(&e->refusal, e->loop, 0, refuse_later, e);
        halt_search(e, true);
        return id;
    }
    s->id = id;
    s->ponder = limits->ponder;
    s->mate = limits->mate != 0;
    s->multipv = limits->multipv ? limits->multipv : 1;
    s->budget = budget_of(limits, bm_ctx_turn(s->ctx), ceiling);
    s->grace = grace > 0 ? grace : e->spec.deadlines.move;
    bm_engine_restart(e); /* if it has failed */
    halt_search(e, true);
    bm_engine_advance(e);
    return id;
}

uint64_t bm_engine_go(struct bm_engine *e, const struct bm_game *game, bm_node node,
                      const struct bm_think *limits, int64_t grace, int64_t ceiling)
{
    return queue_search(e, game, node, (bm_move){BM_MOVE_NONE}, limits, grace, ceiling);
}

uint64_t bm_engine_ponder(struct bm_engine *e, const struct bm_game *game, bm_node node,
                          bm_move expected, const struct bm_think *limits)
{
    struct bm_think until_hit = *limits;
    until_hit.ponder = true;
    return queue_search(e, game, node, expected, &until_hit, 0, 0);
}

/* "position ...", "go ...": reported as two lines. */
static void send_search(struct bm_engine *e)
{
    struct engine_search old = e->now;
    e->now = e->next;
    e->next = old;
    bm_engine_forget_search(&e->next);
    e->discard = e->warned = false;
    bm_engine_tell_multipv(e, e->now.multipv);

    const struct bm_buf *const text = &e->now.text[e->proto];
    const char *const end = memchr(text->s, '\n', text->len);
    const size_t first = (size_t)(end - text->s);
    bm_buf_bytes(&e->out, text->s, first);
    bm_engine_say_buf(e);
    if (e->phase == PHASE_GONE)
        return;
    e->now.started = bm_loop_now(e->loop);
    e->asked_at = bm_child_reads(e->child);
    const bool open = e->now.ponder || e->now.budget == BM_NO_LIMIT;
    bm_engine_enter(e, PHASE_SEARCH, open ? BM_NO_LIMIT : e->now.budget + e->now.grace / 2);
    bm_buf_bytes(&e->out, end + 1, text->len - first - 2);
    bm_engine_say_buf(e);
    if (e->now.hit)
        bm_engine_ponderhit(e);
    if (e->now.stop_at_once)
        halt_search(e, false);
}

void bm_engine_ask_ready(struct bm_engine *e)
{
    e->asked_at = bm_child_reads(e->child);
    bm_engine_enter(e, PHASE_READY, e->spec.deadlines.ready);
    bm_engine_say(e, "isready");
}

void bm_engine_advance(struct bm_engine *e)
{
    if (e->phase != PHASE_IDLE || e->destroyed)
        return;
    if (e->over) {
        const char *const over = e->over;
        e->over = NULL;
        bm_engine_say(e, over);
    }
    if (e->options_dirty) {
        e->options_dirty = false;
        if (!bm_engine_tell_options(e))
            return;
        bm_engine_ask_ready(e);
        return;
    }
    if (e->new_game) {
        /* UCI: told, then ready. USI: ready, then told; a start is as good as a new game. */
        if (e->proto == BM_PROTO_UCI) {
            e->new_game = e->barrier = false;
            bm_engine_say(e, "ucinewgame");
            if (e->phase == PHASE_IDLE)
                bm_engine_ask_ready(e);
            return;
        }
        if (!e->fresh) {
            e->fresh = true;
            bm_engine_ask_ready(e);
            return;
        }
        e->new_game = e->fresh = false;
        bm_engine_say(e, "usinewgame");
    }
    if (e->phase != PHASE_IDLE)
        return;
    if (!e->next.id) {
        if (e->events.idle && !e->barrier)
            e->events.idle(e->user);
        return;
    }
    if (e->barrier && e->proto == BM_PROTO_UCI) {
        e->barrier = false;
        bm_engine_ask_ready(e);
        return;
    }
    e->fresh = false;
    send_search(e);
}

bool bm_engine_is_idle(const struct bm_engine *e)
{
    return e->phase == PHASE_IDLE && !e->next.id;
}

void bm_engine_stop(struct bm_engine *e, bool discard)
{
    if (discard)
        bm_timer_stop(&e->refusal);
    if (!e->next.id)
        halt_search(e, discard);
    else if (discard) /* not even sent */
        bm_engine_forget_search(&e->next);
    else
        e->next.stop_at_once = true;
}

void bm_engine_ponderhit(struct bm_engine *e)
{
    if (e->next.id) { /* not even sent */
        e->next.hit = e->next.ponder;
        return;
    }
    if (e->phase != PHASE_SEARCH || !e->now.ponder)
        return;
    e->now.ponder = false;
    if (e->now.budget != BM_NO_LIMIT)
        bm_engine_enter(e, PHASE_SEARCH, e->now.budget + e->now.grace / 2);
    bm_engine_say(e, "ponderhit");
}
