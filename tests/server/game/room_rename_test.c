/* SPDX-License-Identifier: MIT */
/* A person of a game in memory gets another id and name: nothing that is being stored is lost.
 */
#include "rooming.h"
#include "server/accounts/accounts_internal.h"

static struct bm_accounts accounts = {.server = &server};

static void renamed(void *user, enum bm_store_status status)
{
    if (status != BM_STORE_OK)
        tap_bail("cannot rename");
    bm_accounts_renamed(&accounts, user);
}

static void begin_rename(struct bm_rename_row *row, const struct bm_identity *from,
                         const struct bm_identity *to)
{
    struct bm_change changes[BM_RENAME_CHANGES];
    bm_rename_set(row, from->id, from->name, to->id, to->name);
    accounts.pending = 0;
    bm_store_put(server.store, changes, bm_rename_changes(row, changes), renamed, row);
}

static void check_names(const struct bm_room *r, const struct bm_identity *first,
                        const char *what)
{
    const struct bm_chat *const said = &r->state.chats[r->state.chat_count - 1];
    ok_named(!strcmp(r->state.seat[0].person, first->id) &&
                 !strcmp(r->state.seat[0].name, first->name) &&
                 !strcmp(r->state.config.seat[0].person, first->id),
             "%s: the seat", what);
    ok_named(!strcmp(said->person, first->id) && !strcmp(said->name, first->name) &&
                 !strcmp(said->text, "good luck"),
             "%s: the chat", what);
    ok_named(!strcmp(r->state.seat[1].person, bob.id) && !strcmp(r->state.seat[1].name, "Bob"),
             "%s: the opponent is as before", what);
}

static struct bm_room *load_again(const char *id)
{
    char copy[16];
    memcpy(copy, id, sizeof copy);
    bm_game_manager_drop_room(server.games, copy);
    return rooming_find(copy);
}

/* The move is put behind the change of the names: its answer comes after the room has changed.
 */
static void test_move_meanwhile(void)
{
    static const struct bm_identity annie = {
        .id = "u:annie", .name = "Annie", .also = "a:ann", .scopes = BM_SCOPE_ALL};
    static const struct bm_identity none = {.id = "u:annie", .scopes = BM_SCOPE_ALL};
    static const struct bm_client_message move = {
        .kind = BM_CLIENT_MOVE, .move = "e2e4", .side = BM_ANY_SIDE, .round_trip_ms = -1};
    struct bm_room *r = rooming_pair("");
    struct rooming_eye eye;
    struct rooming_answer answer = {0};
    struct bm_rename_row row;
    struct bm_game_row stored;
    eq_u64(rooming_ask(r, &ann, "{\"t\":\"chat\",\"text\":\"good luck\"}").code, BM_CODE_OK);
    rooming_watch(&eye, r, r->state.seq);
    begin_rename(&row, &ann, &annie);
    bm_room_handle_message(r, &ann, &move, rooming_hear, &answer);
    rooming_await(&answer);
    ok_named(answer.code == BM_CODE_OK && answer.room == r &&
                 bm_game_state_plies(&r->state) == 1,
             "a move that is stored meanwhile is acknowledged: %u", answer.code);
    ok_named(eye.gone && !r->watchers, "watchers come again");
    check_names(r, &annie, "in memory");
    eq_u64(rooming_move(r, &bob, 1, "e7e5"), BM_CODE_OK);
    eq_u64(rooming_move(r, &ann, 2, "g1f3"), BM_CODE_NOT_SEATED);
    eq_u64(rooming_move(r, &annie, 2, "g1f3"), BM_CODE_OK);
    while (accounts.pending != 0)
        (void)bm_loop_step(&server.loop);
    ok_named(rooming_find(r->id) == r, "and the room stays where it is");
    r = load_again(r->id);
    ok(bm_game_state_plies(&r->state) == 3);
    check_names(r, &annie, "as it is stored");
    ok(bm_store_game(server.store, r->id, &stored) == BM_STORE_OK &&
       !strcmp(stored.player[0], "u:annie"));

    /* The account is deleted: the id stays, the name goes. */
    rooming_watch(&eye, r, r->state.seq);
    begin_rename(&row, &annie, &none);
    eq_u64(rooming_move(r, &bob, 3, "b8c6"), BM_CODE_OK);
    ok_named(eye.gone, "watchers come again");
    check_names(r, &none, "of a deleted account");
    while (accounts.pending != 0)
        (void)bm_loop_step(&server.loop);
    check_names(load_again(r->id), &none, "of a deleted account, as it is stored");
}

int main(void)
{
    rooming_begin(true);
    test_move_meanwhile();
    rooming_end();
    return tap_done();
}
