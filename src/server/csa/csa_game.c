/* SPDX-License-Identifier: MIT */
/* A running game: the players' moves, and what they are sent. */
#include <stdlib.h>

#include "banmen/notation.h"
#include "server/csa/csa_internal.h"

enum { REST_MS = 1000 };

void bm_csa_send_both(struct bm_csa_table *table, const char *word, const char *text)
{
    struct bm_buf line = {0};
    bm_buf_text(&line, word);
    bm_buf_text(&line, text);
    bm_buf_char(&line, '\n');
    bm_csa_send_lines(table->at[0], &line);
    bm_csa_send_lines(table->at[1], &line);
    bm_buf_free(&line);
}

/* Both sessions leave; the table is freed when nothing uses it. */
static void clear_board(struct bm_csa_table *table)
{
    table->over = true;
    bm_room_unwatch(&table->watcher);
    for (unsigned side = 0; side < 2; side++) {
        if (table->at[side])
            bm_csa_wait_for_game(table->at[side], REST_MS);
        table->at[side] = NULL;
    }
}

void bm_csa_interrupt(struct bm_csa_table *table)
{
    if (table->over)
        return;
    if (table->started)
        bm_csa_send_both(table, "#CHUDAN", "");
    clear_board(table);
}

/* ---- The end ---- */

static const struct {
    const char *event; /* the command of a player, or NULL */
    const char *why;
} ends[BM_REASON_COUNT] = {
    /* The protocol has no mate: the mated player has to resign, and that is reported. */
    [BM_REASON_CHECKMATE] = {NULL, "#RESIGN"},
    [BM_REASON_STALEMATE] = {NULL, "#RESIGN"},
    [BM_REASON_NO_MOVE] = {NULL, "#RESIGN"},
    [BM_REASON_REPETITION] = {NULL, "#SENNICHITE"},
    [BM_REASON_PERPETUAL] = {NULL, "#OUTE_SENNICHITE"},
    [BM_REASON_IMPASSE] = {"%KACHI", "#JISHOGI"},
    [BM_REASON_DECLARATION] = {"%KACHI", "#ILLEGAL_MOVE"},
    [BM_REASON_AGREEMENT] = {NULL, "#JISHOGI"},
    [BM_REASON_MOVE_LIMIT] = {NULL, "#MAX_MOVES"},
    [BM_REASON_RESIGNATION] = {"%TORYO", "#RESIGN"},
    [BM_REASON_TIME] = {NULL, "#TIME_UP"},
    [BM_REASON_ILLEGAL] = {NULL, "#ILLEGAL_MOVE"},
    [BM_REASON_CRASH] = {NULL, "#ILLEGAL_ACTION"},
    [BM_REASON_ABSENT] = {NULL, "#ILLEGAL_ACTION"},
    [BM_REASON_ABORTED] = {NULL, "#CHUDAN"},
};

static void put_timed(struct bm_buf *out, const char *text, int64_t ms)
{
    bm_buf_text(out, text);
    bm_buf_text(out, ",T");
    bm_buf_u64(out, ms > 0 ? (uint64_t)ms / 1000 : 0, 1);
    bm_buf_char(out, '\n');
}

static const char *result_of(const struct bm_outcome *o, unsigned side)
{
    if (o->reason == BM_REASON_MOVE_LIMIT)
        return "#CENSORED\n";
    if (o->result == BM_DRAW)
        return "#DRAW\n";
    if (o->result == BM_ONGOING)
        return o->reason == BM_REASON_ABORTED ? "" : "#CENSORED\n";
    return (o->result == BM_FIRST_WINS) == (side == BM_FIRST) ? "#WIN\n" : "#LOSE\n";
}

static void send_end(struct bm_csa_table *table)
{
    struct bm_match_state state;
    bm_match_state(bm_room_state(table->watcher.room)->match, &state);
    const enum bm_reason reason = state.outcome.reason;
    for (unsigned side = 0; side < 2; side++) {
        struct bm_buf text = {0};
        if (ends[reason].event)
            put_timed(&text, ends[reason].event, table->spent);
        if (ends[reason].why) {
            bm_buf_text(&text, ends[reason].why);
            bm_buf_char(&text, '\n');
        }
        bm_buf_text(&text, result_of(&state.outcome, side));
        bm_csa_send_lines(table->at[side], &text);
        bm_buf_free(&text);
    }
    table->csa->counts.ended++;
    clear_board(table);
}

/* ---- Events ---- */

static bool make_room(struct bm_csa_table *table)
{
    enum { PLIES = 256 };
    struct bm_ctx *more = NULL;
    const unsigned plies = table->ctx ? bm_ctx_plies(table->ctx) * 2 : PLIES;
    if (table->ctx && bm_ctx_room(table->ctx) != 0)
        return true;
    if (bm_ctx_create(&more, bm_rules_shogi(), plies))
        return false;
    if (table->ctx && bm_ctx_copy(more, table->ctx)) {
        bm_ctx_destroy(more);
        return false;
    }
    bm_ctx_destroy(table->ctx);
    table->ctx = more;
    return true;
}

static bool take_move(struct bm_csa_table *table, const json_t *body, int64_t at)
{
    const char *const text = json_string_value(json_object_get(body, "m"));
    char csa[BM_MOVE_TEXT];
    bm_move m;
    if (!text || !make_room(table) || bm_move_parse(&m, table->ctx, text, strlen(text), NULL))
        return false;
    (void)bm_ctx_write_move(table->ctx, m, BM_STYLE_CSA, csa, sizeof csa);
    if (bm_ctx_play(table->ctx, m))
        return false;
    const size_t before = table->played.len;
    /* Chat may have split a second of the clock: round up. */
    put_timed(&table->played, csa, at - table->turn + 999);
    table->turn = at;
    if (table->played.failed)
        return false;
    if (table->started) {
        const struct bm_buf line = {.s = table->played.s + before,
                                    .len = table->played.len - before};
        bm_csa_send_lines(table->at[0], &line);
        bm_csa_send_lines(table->at[1], &line);
    }
    return true;
}

bool bm_csa_apply_event(struct bm_csa_table *table, const char *kind, const json_t *body)
{
    const int64_t at = json_integer_value(json_object_get(body, "at"));
    if (strcmp(kind, bm_act_word(BM_ACT_MOVE)) == 0)
        return take_move(table, body, at);
    table->spent = at - table->turn;
    if (strcmp(kind, bm_act_word(BM_ACT_START)) == 0)
        table->turn = at;
    if (strcmp(kind, "end") == 0 && table->watcher.room)
        send_end(table);
    return true;
}

static void on_game_event(struct bm_watcher *w, struct bm_broadcast *broadcast)
{
    struct bm_csa_table *const table = (struct bm_csa_table *)w;
    json_t *const event = json_loadb(broadcast->text, broadcast->len, 0, NULL);
    const char *const kind = json_string_value(json_object_get(event, "k"));
    if (kind && !table->started && strcmp(kind, bm_act_word(BM_ACT_START)) == 0) {
        table->started = true;
        bm_csa_send_both(table, "START:", table->id);
    }
    table->seq = broadcast->seq;
    if (!kind || !bm_csa_apply_event(table, kind, event))
        bm_csa_interrupt(table);
    json_decref(event);
}

static void on_room_dropped(struct bm_watcher *w)
{
    bm_csa_interrupt((struct bm_csa_table *)w);
}

static const struct bm_watcher_hooks watcher_hooks = {.event = on_game_event,
                                                      .gone = on_room_dropped};

void bm_csa_watch(struct bm_csa_table *table, struct bm_room *r)
{
    table->csa->counts.begun++;
    table->watcher.hooks = &watcher_hooks;
    if (table->old) { /* its start was long ago */
        table->started = true;
        bm_csa_send_both(table, "START:", table->id);
    }
    table->watcher.sides = 3; /* it stands for both programs */
    while (bm_room_watch(r, &table->watcher, NULL, table->seq, &table->seq) == BM_WATCH_MORE)
        ;
}

/* ---- What players do ---- */

static void on_answered(void *user, const struct bm_room_reply *v)
{
    struct bm_csa_table *const table = user;
    (void)v; /* accepted actions are sent as events */
    table->busy--;
    if (!table->csa)
        bm_csa_free_table(table);
}

static void send_to_room(struct bm_csa_session *session, struct bm_client_message *what)
{
    struct bm_csa_table *const table = session->table;
    what->side = session->side;
    what->round_trip_ms = -1;
    what->lang = BM_EN;
    table->busy++;
    bm_room_handle_message(table->watcher.room, &session->identity, what, on_answered, table);
}

/* Whether the game runs; commands after it are ignored. */
static const struct bm_match *match_of(const struct bm_csa_session *session)
{
    const struct bm_room *const r = session->state == BM_CSA_PLAYING && session->table->started
                                        ? session->table->watcher.room
                                        : NULL;
    return r && bm_game_state_stage(bm_room_state(r)) == BM_MATCH_PLAYING
               ? bm_room_state(r)->match
               : NULL;
}

static bool is_turn(const struct bm_csa_session *session, const struct bm_match *m)
{
    return bm_ctx_turn(bm_match_ctx(m)) == session->side;
}

void bm_csa_move(struct bm_csa_session *session, const struct bm_csa_line *l)
{
    const struct bm_match *const m = match_of(session);
    char text[BM_COORDINATES];
    bm_move move;
    if (!m)
        return;
    if (!is_turn(session, m)) {
        bm_room_forfeit(session->table->watcher.room, session->side, BM_REASON_CRASH);
        return;
    }
    if (l->text[0] != "+-"[session->side] ||
        bm_ctx_read_move(bm_match_ctx(m), BM_STYLE_CSA, l->text, l->len, &move, NULL)) {
        bm_room_forfeit(session->table->watcher.room, session->side, BM_REASON_ILLEGAL);
        return;
    }
    (void)bm_move_format(move, bm_rules_shogi(), text, sizeof text);
    send_to_room(session, &(struct bm_client_message){.kind = BM_CLIENT_MOVE,
                                                      .ply = bm_game_state_plies(bm_room_state(
                                                          session->table->watcher.room)),
                                                      .move = text});
}

void bm_csa_act(struct bm_csa_session *session, enum bm_csa_kind kind)
{
    const struct bm_match *const m = match_of(session);
    if (!m)
        return;
    if (kind == BM_CSA_TORYO) {
        send_to_room(session, &(struct bm_client_message){.kind = BM_CLIENT_RESIGN});
    } else if (kind == BM_CSA_KACHI && is_turn(session, m)) {
        send_to_room(session, &(struct bm_client_message){.kind = BM_CLIENT_DECLARE});
    } else if (kind == BM_CSA_CHUDAN && bm_ctx_plies(bm_match_ctx(m)) < 2) {
        /* No side loses. */
        send_to_room(session, &(struct bm_client_message){.kind = BM_CLIENT_ABORT});
    } else {
        bm_room_forfeit(session->table->watcher.room, session->side, BM_REASON_CRASH);
    }
}
