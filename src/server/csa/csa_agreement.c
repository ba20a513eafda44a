/* SPDX-License-Identifier: MIT */
/* Two who are to play: what they are told of the game, and whether they agree. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

#include "banmen/variant.h"
#include "server/app/rate_limits.h"
#include "server/csa/csa_internal.h"

enum {
    AGREE_MS = 60000, /* so long one may think about it */
    REJECT_MS = 10000 /* who said no is not asked again at once */
};

static const char hirate[] = "P1-KY-KE-GI-KI-OU-KI-GI-KE-KY\n"
                             "P2 * -HI *  *  *  *  * -KA * \n"
                             "P3-FU-FU-FU-FU-FU-FU-FU-FU-FU\n"
                             "P4 *  *  *  *  *  *  *  *  * \n"
                             "P5 *  *  *  *  *  *  *  *  * \n"
                             "P6 *  *  *  *  *  *  *  *  * \n"
                             "P7+FU+FU+FU+FU+FU+FU+FU+FU+FU\n"
                             "P8 * +KA *  *  *  *  * +HI * \n"
                             "P9+KY+KE+GI+KI+OU+KI+GI+KE+KY\n"
                             "P+\nP-\n+\n";

/* ---- Proposals ---- */

static void put_number(struct bm_buf *out, const char *key, unsigned v)
{
    bm_buf_text(out, key);
    bm_buf_u64(out, v, 1);
    bm_buf_char(out, '\n');
}

static void put_text(struct bm_buf *out, const char *key, const char *text)
{
    bm_buf_text(out, key);
    bm_buf_text(out, text);
    bm_buf_char(out, '\n');
}

static void propose(const struct bm_csa_table *t, unsigned side)
{
    struct bm_buf out = {0};
    bm_buf_text(&out, "BEGIN Game_Summary\nProtocol_Version:1.2\nProtocol_Mode:Server\n"
                      "Format:Shogi 1.0\nDeclaration:Jishogi 1.1\n");
    put_text(&out, "Game_ID:", t->id);
    put_text(&out, "Name+:", t->at[0]->name);
    put_text(&out, "Name-:", t->at[1]->name);
    put_text(&out, "Your_Turn:", side == BM_FIRST ? "+" : "-");
    bm_buf_text(&out, "Rematch_On_Draw:NO\nTo_Move:+\nBEGIN Time\nTime_Unit:1sec\n");
    put_number(&out, "Total_Time:", t->offer.total);
    if (t->offer.increment)
        put_number(&out, "Increment:", t->offer.increment);
    else
        put_number(&out, "Byoyomi:", t->offer.byoyomi);
    bm_buf_text(&out, "Least_Time_Per_Move:0\nEND Time\nBEGIN Position\n");
    bm_buf_text(&out, hirate);
    bm_buf_bytes(&out, t->played.s, t->played.len);
    bm_buf_text(&out, "END Position\nEND Game_Summary\n");
    bm_csa_send_lines(t->at[side], &out);
    bm_buf_free(&out);
}

/* Nothing was proposed yet: both wait for a game again. */
static void get_up(struct bm_csa_table *t, int64_t ms)
{
    t->over = true;
    for (unsigned side = 0; side < 2; side++) {
        if (t->at[side])
            bm_csa_rest(t->at[side], ms);
        t->at[side] = NULL;
    }
}

static void propose_both(struct bm_csa_table *t, bool searched)
{
    t->busy--;
    if (!t->csa) {
        bm_csa_free_table(t);
        return;
    }
    if (t->over)
        return;
    if (!searched) { /* too much waits beside the loop, or there is no memory */
        get_up(t, REJECT_MS);
        return;
    }
    t->due = bm_server_now(t->csa->server) + AGREE_MS;
    for (unsigned side = 0; side < 2; side++) {
        t->at[side]->state = BM_CSA_AGREEING;
        propose(t, side);
    }
}

static bool wants_second(const struct bm_csa_session *a, const struct bm_csa_session *b)
{
    return a->offer.side == BM_ANY_SIDE && b->offer.side == BM_ANY_SIDE
               ? randombytes_uniform(2) != 0
               : a->offer.side == BM_SECOND || b->offer.side == BM_FIRST;
}

bool bm_csa_sit(struct bm_csa_session *a, struct bm_csa_session *b)
{
    struct bm_csa *const c = a->csa;
    struct bm_csa_table *const t = calloc(1, sizeof *t);
    if (!t)
        return false;
    t->csa = c;
    t->offer = a->offer;
    a->odd = b->odd = 0;
    t->at[0] = b;
    t->at[1] = a;
    bm_csa_swap(t);
    if (wants_second(a, b))
        bm_csa_swap(t);
    bm_game_new_id(t->id);
    t->next = c->tables;
    t->link = &c->tables;
    if (t->next)
        t->next->link = &t->next;
    c->tables = t;
    for (unsigned side = 0; side < 2; side++) {
        t->at[side]->table = t;
        t->at[side]->state = BM_CSA_SITTING;
    }
    t->busy++;
    bm_csa_find_old(t, bm_caller_address(b->caller), propose_both);
    return true;
}

void bm_csa_reject(struct bm_csa_table *t, unsigned side)
{
    char text[80];
    snprintf(text, sizeof text, "%s by %s", t->id,
             side < 2 && t->at[side] ? t->at[side]->name : "the server");
    bm_csa_send_both(t, "REJECT:", text);
    t->over = true;
    for (unsigned i = 0; i < 2; i++) {
        if (t->at[i])
            bm_csa_rest(t->at[i], i == side || side > 1 ? REJECT_MS : 0);
        t->at[i] = NULL;
    }
}

/* ---- Agreement ---- */

static struct bm_room *open_room(struct bm_csa_table *t)
{
    struct bm_game_manager *const games = t->csa->server->games;
    char tokens[2][BM_TOKEN_TEXT];
    struct bm_game_config config;
    struct bm_error err;
    enum bm_code code = BM_CODE_NO_MEMORY;
    if (t->old)
        return bm_game_manager_find(games, t->id, &code);
    json_t *const body = json_pack("{s:s, s:b, s:[{s:s}, {s:s}]}", "variant", "shogi",
                                   "takebacks", 0, "seats", "kind", "open", "kind", "open");
    if (body)
        code = bm_game_config_read(&config, games, &t->at[0]->identity, body, tokens, &err);
    json_decref(body);
    if (code)
        return NULL;
    config.whole_seconds = true;
    memcpy(config.id, t->id, sizeof config.id);
    bm_csa_times(&t->offer, &config.times);
    for (unsigned side = 0; side < 2; side++) {
        const struct bm_csa_session *const s = t->at[side];
        config.seat[side] = (struct bm_game_seat){.kind = BM_GAME_SEAT_PERSON};
        snprintf(config.seat[side].person, sizeof config.seat[side].person, "%s",
                 s->identity.id);
        snprintf(config.seat[side].name, sizeof config.seat[side].name, "%s", s->name);
    }
    struct bm_room *const r = bm_game_manager_create_game(games, &config, &code, &err);
    bm_game_config_fini(&config); /* empty if it was taken over */
    return r;
}

static void opened(void *user, const struct bm_room_reply *v)
{
    struct bm_csa_table *const t = user;
    t->busy--;
    if (!t->csa) {
        bm_csa_free_table(t);
        return;
    }
    if (t->over)
        return;
    if (v->code || !v->room) {
        bm_csa_reject(t, 2);
        return;
    }
    bm_csa_watch(t, v->room);
    /* Who has gone meanwhile has still agreed. */
    for (unsigned side = 0; side < 2; side++)
        if (!t->over && !t->at[side])
            bm_room_forfeit(v->room, side, BM_REASON_ABSENT);
}

static void begin_game(struct bm_csa_table *t, struct bm_room *r)
{
    if (!r) {
        bm_csa_reject(t, 2);
        return;
    }
    t->busy++;
    bm_room_when_stored(r, opened, t);
}

/* A game that was broken off is in memory, or cannot be loaded. */
static void fetched(void *user)
{
    struct bm_csa_table *const t = user;
    t->busy--;
    if (!t->csa)
        bm_csa_free_table(t);
    else if (!t->over)
        begin_game(t, bm_game_manager_has(t->csa->server->games, t->id) ? open_room(t) : NULL);
}

void bm_csa_agree(struct bm_csa_session *s)
{
    struct bm_csa_table *const t = s->table;
    char place[48];
    t->agreed[s->side] = true;
    if (!t->agreed[!s->side])
        return;
    t->at[0]->state = t->at[1]->state = BM_CSA_PLAYING;
    bm_limits_place(bm_caller_address(s->caller), place, sizeof place);
    t->busy++;
    if (t->old && bm_game_manager_load_then(t->csa->server->games, t->id, place, fetched, t))
        return;
    t->busy--;
    begin_game(t, open_room(t));
}

void bm_csa_stand_up(struct bm_csa_session *s)
{
    struct bm_csa_table *const t = s->table;
    if (s->state == BM_CSA_SITTING) {
        t->at[s->side] = NULL;
        get_up(t, 0);
        return;
    }
    if (s->state == BM_CSA_AGREEING) {
        bm_csa_reject(t, s->side);
        return;
    }
    t->at[s->side] = NULL;
    if (t->watcher.room)
        bm_room_forfeit(t->watcher.room, s->side, BM_REASON_ABSENT);
}

/* ---- Life ---- */

void bm_csa_free_table(struct bm_csa_table *t)
{
    if (t->csa) {
        *t->link = t->next;
        if (t->next)
            t->next->link = t->link;
        bm_room_unwatch(&t->watcher);
    }
    t->csa = NULL;
    if (t->busy != 0) /* the last answer frees it */
        return;
    bm_csa_forget(t);
    free(t);
}

void bm_csa_look_at_tables(struct bm_csa *c, int64_t now)
{
    for (struct bm_csa_table *t = c->tables, *next; t; t = next) {
        next = t->next;
        if (!t->over && t->due <= now && t->at[0] && t->at[0]->state == BM_CSA_AGREEING)
            bm_csa_reject(t, t->agreed[0]);
        if (t->over)
            bm_csa_free_table(t);
    }
}
