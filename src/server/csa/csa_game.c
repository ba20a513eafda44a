/* SPDX-License-Identifier: MIT */
/* A game by the CSA protocol: what the players do, and what they are told. */
#include <stdlib.h>

#include "banmen/notation.h"
#include "server/csa/csa_internal.h"

enum { REST_MS = 1000 };

void bm_csa_send_both(struct bm_csa_table *t, const char *word, const char *text)
{
    struct bm_buf line = {0};
    bm_buf_text(&line, word);
    bm_buf_text(&line, text);
    bm_buf_char(&line, '\n');
    bm_csa_send_lines(t->at[0], &line);
    bm_csa_send_lines(t->at[1], &line);
    bm_buf_free(&line);
}

/* Both go; the table is freed when nobody needs it. */
static void clear(struct bm_csa_table *t)
{
    t->over = true;
    bm_room_unwatch(&t->watcher);
    for (unsigned side = 0; side < 2; side++) {
        if (t->at[side])
            bm_csa_rest(t->at[side], REST_MS);
        t->at[side] = NULL;
    }
}

void bm_csa_break_off(struct bm_csa_table *t)
{
    if (t->over)
        return;
    if (t->started)
        bm_csa_send_both(t, "#CHUDAN", "");
    clear(t);
}

/* ---- The end ---- */

static const struct {
    const char *event; /* what a player said, or NULL */
    const char *why;
} ends[BM_REASON_COUNT] = {
    /* The protocol knows no mate: who is mated is to resign, and that is what follows. */
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

static void tell_end(struct bm_csa_table *t)
{
    struct bm_match_state state;
    bm_match_state(bm_room_state(t->watcher.room)->match, &state);
    const enum bm_reason reason = state.outcome.reason;
    for (unsigned side = 0; side < 2; side++) {
        struct bm_buf text = {0};
        if (ends[reason].event)
            put_timed(&text, ends[reason].event, t->spent);
        if (ends[reason].why) {
            bm_buf_text(&text, ends[reason].why);
            bm_buf_char(&text, '\n');
        }
        bm_buf_text(&text, result_of(&state.outcome, side));
        bm_csa_send_lines(t->at[side], &text);
        bm_buf_free(&text);
    }
    t->csa->counts.ended++;
    clear(t);
}

/* ---- Events ---- */

static bool make_room(struct bm_csa_table *t)
{
    enum { PLIES = 256 };
    struct bm_ctx *more = NULL;
    const unsigned plies = t->ctx ? bm_ctx_plies(t->ctx) * 2 : PLIES;
    if (t->ctx && bm_ctx_room(t->ctx) != 0)
        return true;
    if (bm_ctx_create(&more, bm_rules_shogi(), plies))
        return false;
    if (t->ctx && bm_ctx_copy(more, t->ctx)) {
        bm_ctx_destroy(more);
        return false;
    }
    bm_ctx_destroy(t->ctx);
    t->ctx = more;
    return true;
}

static bool take_move(struct bm_csa_table *t, const json_t *body, int64_t at)
{
    const char *const text = json_string_value(json_object_get(body, "m"));
    char csa[BM_MOVE_TEXT];
    bm_move m;
    if (!text || !make_room(t) || bm_move_parse(&m, t->ctx, text, strlen(text), NULL))
        return false;
    (void)bm_ctx_write_move(t->ctx, m, BM_STYLE_CSA, csa, sizeof csa);
    if (bm_ctx_play(t->ctx, m))
        return false;
    const size_t before = t->played.len;
    /* Who has chatted in between may have broken a second: better too much than too little. */
    put_timed(&t->played, csa, at - t->turn + 999);
    t->turn = at;
    if (t->played.failed)
        return false;
    if (t->started) {
        const struct bm_buf line = {.s = t->played.s + before, .len = t->played.len - before};
        bm_csa_send_lines(t->at[0], &line);
        bm_csa_send_lines(t->at[1], &line);
    }
    return true;
}

bool bm_csa_take(struct bm_csa_table *t, const char *kind, const json_t *body)
{
    const int64_t at = json_integer_value(json_object_get(body, "at"));
    if (strcmp(kind, bm_act_word(BM_ACT_MOVE)) == 0)
        return take_move(t, body, at);
    t->spent = at - t->turn;
    if (strcmp(kind, bm_act_word(BM_ACT_START)) == 0)
        t->turn = at;
    if (strcmp(kind, "end") == 0 && t->watcher.room)
        tell_end(t);
    return true;
}

static void on_event(struct bm_watcher *w, struct bm_broadcast *broadcast)
{
    struct bm_csa_table *const t = (struct bm_csa_table *)w;
    json_t *const event = json_loadb(broadcast->text, broadcast->len, 0, NULL);
    const char *const kind = json_string_value(json_object_get(event, "k"));
    if (kind && !t->started && strcmp(kind, bm_act_word(BM_ACT_START)) == 0) {
        t->started = true;
        bm_csa_send_both(t, "START:", t->id);
    }
    t->seq = broadcast->seq;
    if (!kind || !bm_csa_take(t, kind, event))
        bm_csa_break_off(t);
    json_decref(event);
}

static void on_gone(struct bm_watcher *w) { bm_csa_break_off((struct bm_csa_table *)w); }

static const struct bm_watcher_hooks watcher_hooks = {.event = on_event, .gone = on_gone};

void bm_csa_watch(struct bm_csa_table *t, struct bm_room *r)
{
    t->csa->counts.begun++;
    t->watcher.hooks = &watcher_hooks;
    if (t->old) { /* its start was long ago */
        t->started = true;
        bm_csa_send_both(t, "START:", t->id);
    }
    t->watcher.sides = 3; /* it stands for both programs */
    while (bm_room_watch(r, &t->watcher, NULL, t->seq, &t->seq) == BM_WATCH_MORE)
        ;
}

/* ---- What players do ---- */

static void answered(void *user, const struct bm_room_reply *v)
{
    struct bm_csa_table *const t = user;
    (void)v; /* what was done is told as an event */
    t->busy--;
    if (!t->csa)
        bm_csa_free_table(t);
}

static void ask(struct bm_csa_session *s, struct bm_client_message *what)
{
    struct bm_csa_table *const t = s->table;
    what->side = s->side;
    what->round_trip_ms = -1;
    what->lang = BM_EN;
    t->busy++;
    bm_room_handle_message(t->watcher.room, &s->identity, what, answered, t);
}

/* Whether there is something to play at; what comes later is not heard any more. */
static const struct bm_match *match_of(const struct bm_csa_session *s)
{
    const struct bm_room *const r =
        s->state == BM_CSA_PLAYING && s->table->started ? s->table->watcher.room : NULL;
    return r && bm_game_state_stage(bm_room_state(r)) == BM_MATCH_PLAYING
               ? bm_room_state(r)->match
               : NULL;
}

static bool is_turn(const struct bm_csa_session *s, const struct bm_match *m)
{
    return bm_ctx_turn(bm_match_ctx(m)) == s->side;
}

void bm_csa_move(struct bm_csa_session *s, const struct bm_csa_line *l)
{
    const struct bm_match *const m = match_of(s);
    char text[BM_COORDINATES];
    bm_move move;
    if (!m)
        return;
    if (!is_turn(s, m)) {
        bm_room_forfeit(s->table->watcher.room, s->side, BM_REASON_CRASH);
        return;
    }
    if (l->text[0] != "+-"[s->side] ||
        bm_ctx_read_move(bm_match_ctx(m), BM_STYLE_CSA, l->text, l->len, &move, NULL)) {
        bm_room_forfeit(s->table->watcher.room, s->side, BM_REASON_ILLEGAL);
        return;
    }
    (void)bm_move_format(move, bm_rules_shogi(), text, sizeof text);
    ask(s, &(struct bm_client_message){
               .kind = BM_CLIENT_MOVE,
               .ply = bm_game_state_plies(bm_room_state(s->table->watcher.room)),
               .move = text});
}

void bm_csa_act(struct bm_csa_session *s, enum bm_csa_kind kind)
{
    const struct bm_match *const m = match_of(s);
    if (!m)
        return;
    if (kind == BM_CSA_TORYO) {
        ask(s, &(struct bm_client_message){.kind = BM_CLIENT_RESIGN});
    } else if (kind == BM_CSA_KACHI && is_turn(s, m)) {
        ask(s, &(struct bm_client_message){.kind = BM_CLIENT_DECLARE});
    } else if (kind == BM_CSA_CHUDAN && bm_ctx_plies(bm_match_ctx(m)) < 2) {
        /* Nobody loses anything. */
        ask(s, &(struct bm_client_message){.kind = BM_CLIENT_ABORT});
    } else {
        bm_room_forfeit(s->table->watcher.room, s->side, BM_REASON_CRASH);
    }
}
