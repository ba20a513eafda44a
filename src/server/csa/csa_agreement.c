/* SPDX-License-Identifier: MIT */
/* Proposing a game to a pair, and their agreement. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

#include "banmen/variant.h"
#include "server/app/rate_limits.h"
#include "server/csa/csa_internal.h"

enum {
    AGREE_MS = 60000, /* time to agree */
    REJECT_MS = 10000 /* delay before a session that rejected is paired again */
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

static void propose_to(const struct bm_csa_table *table, unsigned side)
{
    struct bm_buf out = {0};
    bm_buf_text(&out, "BEGIN Game_Summary\nProtocol_Version:1.2\nProtocol_Mode:Server\n"
                      "Format:Shogi 1.0\nDeclaration:Jishogi 1.1\n");
    put_text(&out, "Game_ID:", table->id);
    put_text(&out, "Name+:", table->at[0]->name);
    put_text(&out, "Name-:", table->at[1]->name);
    put_text(&out, "Your_Turn:", side == BM_FIRST ? "+" : "-");
    bm_buf_text(&out, "Rematch_On_Draw:NO\nTo_Move:+\nBEGIN Time\nTime_Unit:1sec\n");
    put_number(&out, "Total_Time:", table->offer.total);
    if (table->offer.increment)
        put_number(&out, "Increment:", table->offer.increment);
    else
        put_number(&out, "Byoyomi:", table->offer.byoyomi);
    bm_buf_text(&out, "Least_Time_Per_Move:0\nEND Time\nBEGIN Position\n");
    bm_buf_text(&out, hirate);
    bm_buf_bytes(&out, table->played.s, table->played.len);
    bm_buf_text(&out, "END Position\nEND Game_Summary\n");
    bm_csa_send_lines(table->at[side], &out);
    bm_buf_free(&out);
}

/* Nothing was proposed yet: both wait for a game again. */
static void dissolve_table(struct bm_csa_table *table, int64_t ms)
{
    table->over = true;
    for (unsigned side = 0; side < 2; side++) {
        if (table->at[side])
            bm_csa_wait_for_game(table->at[side], ms);
        table->at[side] = NULL;
    }
}

static void propose_both(struct bm_csa_table *table, bool searched)
{
    table->busy--;
    if (!table->csa) {
        bm_csa_free_table(table);
        return;
    }
    if (table->over)
        return;
    if (!searched) { /* the queue is full, or there is no memory */
        dissolve_table(table, REJECT_MS);
        return;
    }
    table->due = bm_server_now(table->csa->server) + AGREE_MS;
    for (unsigned side = 0; side < 2; side++) {
        table->at[side]->state = BM_CSA_AGREEING;
        propose_to(table, side);
    }
}

static bool wants_second(const struct bm_csa_session *a, const struct bm_csa_session *b)
{
    return a->offer.side == BM_ANY_SIDE && b->offer.side == BM_ANY_SIDE
               ? randombytes_uniform(2) != 0
               : a->offer.side == BM_SECOND || b->offer.side == BM_FIRST;
}

bool bm_csa_pair(struct bm_csa_session *a, struct bm_csa_session *b)
{
    struct bm_csa *const c = a->csa;
    struct bm_csa_table *const table = calloc(1, sizeof *table);
    if (!table)
        return false;
    table->csa = c;
    table->offer = a->offer;
    a->odd = b->odd = 0;
    table->at[0] = b;
    table->at[1] = a;
    bm_csa_swap_sides(table);
    if (wants_second(a, b))
        bm_csa_swap_sides(table);
    bm_game_new_id(table->id);
    table->next = c->tables;
    table->link = &c->tables;
    if (table->next)
        table->next->link = &table->next;
    c->tables = table;
    for (unsigned side = 0; side < 2; side++) {
        table->at[side]->table = table;
        table->at[side]->state = BM_CSA_PAIRED;
    }
    table->busy++;
    bm_csa_find_interrupted(table, bm_caller_address(b->caller), propose_both);
    return true;
}

void bm_csa_reject(struct bm_csa_table *table, unsigned side)
{
    char text[80];
    snprintf(text, sizeof text, "%s by %s", table->id,
             side < 2 && table->at[side] ? table->at[side]->name : "the server");
    bm_csa_send_both(table, "REJECT:", text);
    table->over = true;
    for (unsigned i = 0; i < 2; i++) {
        if (table->at[i])
            bm_csa_wait_for_game(table->at[i], i == side || side > 1 ? REJECT_MS : 0);
        table->at[i] = NULL;
    }
}

/* ---- Agreement ---- */

static struct bm_room *open_room(struct bm_csa_table *table)
{
    struct bm_game_manager *const games = table->csa->server->games;
    char tokens[2][BM_TOKEN_TEXT];
    struct bm_game_config config;
    struct bm_error err;
    enum bm_code code = BM_CODE_NO_MEMORY;
    if (table->old)
        return bm_game_manager_find(games, table->id, &code);
    json_t *const body = json_pack("{s:s, s:b, s:[{s:s}, {s:s}]}", "variant", "shogi",
                                   "takebacks", 0, "seats", "kind", "open", "kind", "open");
    if (body)
        code = bm_game_config_read(&config, games, &table->at[0]->identity, body, tokens, &err);
    json_decref(body);
    if (code)
        return NULL;
    config.whole_seconds = true;
    memcpy(config.id, table->id, sizeof config.id);
    bm_csa_times(&table->offer, &config.times);
    for (unsigned side = 0; side < 2; side++) {
        const struct bm_csa_session *const session = table->at[side];
        config.seat[side] = (struct bm_game_seat){.kind = BM_GAME_SEAT_PERSON};
        snprintf(config.seat[side].person, sizeof config.seat[side].person, "%s",
                 session->identity.id);
        snprintf(config.seat[side].name, sizeof config.seat[side].name, "%s", session->name);
    }
    struct bm_room *const r = bm_game_manager_create_game(games, &config, &code, &err);
    bm_game_config_fini(&config); /* empty if it was taken over */
    return r;
}

static void on_game_created(void *user, const struct bm_room_reply *v)
{
    struct bm_csa_table *const table = user;
    table->busy--;
    if (!table->csa) {
        bm_csa_free_table(table);
        return;
    }
    if (table->over)
        return;
    if (v->code || !v->room) {
        bm_csa_reject(table, 2);
        return;
    }
    bm_csa_watch(table, v->room);
    /* A session that has left meanwhile has still agreed. */
    for (unsigned side = 0; side < 2; side++)
        if (!table->over && !table->at[side])
            bm_room_forfeit(v->room, side, BM_REASON_ABSENT);
}

static void begin_game(struct bm_csa_table *table, struct bm_room *r)
{
    if (!r) {
        bm_csa_reject(table, 2);
        return;
    }
    table->busy++;
    bm_room_when_stored(r, on_game_created, table);
}

/* A game that was broken off is in memory, or cannot be loaded. */
static void on_game_loaded(void *user)
{
    struct bm_csa_table *const table = user;
    table->busy--;
    if (!table->csa)
        bm_csa_free_table(table);
    else if (!table->over)
        begin_game(table, bm_game_manager_has(table->csa->server->games, table->id)
                              ? open_room(table)
                              : NULL);
}

void bm_csa_agree(struct bm_csa_session *session)
{
    struct bm_csa_table *const table = session->table;
    char place[48];
    table->agreed[session->side] = true;
    if (!table->agreed[!session->side])
        return;
    table->at[0]->state = table->at[1]->state = BM_CSA_PLAYING;
    bm_rate_limits_address_key(bm_caller_address(session->caller), place, sizeof place);
    table->busy++;
    if (table->old && bm_game_manager_load_then(table->csa->server->games, table->id, place,
                                                on_game_loaded, table))
        return;
    table->busy--;
    begin_game(table, open_room(table));
}

void bm_csa_leave_table(struct bm_csa_session *session)
{
    struct bm_csa_table *const table = session->table;
    if (session->state == BM_CSA_PAIRED) {
        table->at[session->side] = NULL;
        dissolve_table(table, 0);
        return;
    }
    if (session->state == BM_CSA_AGREEING) {
        bm_csa_reject(table, session->side);
        return;
    }
    table->at[session->side] = NULL;
    if (table->watcher.room)
        bm_room_forfeit(table->watcher.room, session->side, BM_REASON_ABSENT);
}

/* ---- Life ---- */

void bm_csa_free_table(struct bm_csa_table *table)
{
    if (table->csa) {
        *table->link = table->next;
        if (table->next)
            table->next->link = table->link;
        bm_room_unwatch(&table->watcher);
    }
    table->csa = NULL;
    if (table->busy != 0) /* the last answer frees it */
        return;
    bm_csa_clear_moves(table);
    free(table);
}

void bm_csa_check_tables(struct bm_csa *c, int64_t now)
{
    for (struct bm_csa_table *table = c->tables, *next; table; table = next) {
        next = table->next;
        if (!table->over && table->due <= now && table->at[0] &&
            table->at[0]->state == BM_CSA_AGREEING)
            bm_csa_reject(table, table->agreed[0]);
        if (table->over)
            bm_csa_free_table(table);
    }
}
