/* SPDX-License-Identifier: MIT */
/* Running games: the list in the lobby, and game states for bots. */
#include <stdlib.h>

#include "server/lobby/lobby_internal.h"

/* Whether it is listed, and has something to show. */
static bool is_shown(const struct bm_game_state *s, const struct bm_running_game *game)
{
    return s->config.listed && s->seat[0].kind != BM_GAME_SEAT_NONE &&
           game->stage < BM_MATCH_OVER;
}

/* ---- The list ---- */

enum { LIST_MS = 1000 }; /* so old the plies in a list may be */

struct game_listing {
    struct bm_game_manager *games;
    struct bm_buf *out;
    bool some;
};

static bool list_game(void *user, const struct bm_game_row *row)
{
    struct game_listing *const g = user;
    bm_buf_text(g->out, g->some ? ",{" : "{");
    bm_api_put_text(g->out, "\"id\":", row->id);
    bm_message_text(g->out, "variant", row->variant);
    bm_buf_char(g->out, ',');
    bm_buf_bytes(g->out, row->head + 1, row->head_len - 2); /* an object that is not empty */
    bm_message_text(g->out, "stage", bm_stage_word((enum bm_match_stage)row->stage));
    bm_message_number(g->out, "plies", bm_game_manager_plies(g->games, row->id, row->plies));
    bm_buf_char(g->out, '}');
    g->some = true;
    return !g->out->failed;
}

/* Running games need not be in memory: the list comes from the store. It is read once for
 * all connections until the next broadcast; what changes meanwhile is broadcast to them,
 * too. */
static bool read_list(struct bm_lobby *l)
{
    struct bm_server *const s = l->server;
    struct game_listing g = {.games = s->games, .out = &l->list};
    unsigned total = 0;
    bm_buf_free(&l->list);
    bm_buf_text(&l->list, "\"games\":[");
    const bool good =
        bm_store_games_live(s->store, BM_LOBBY_SHOWN, list_game, &g) == BM_STORE_OK &&
        bm_store_count_live(s->store, BM_LOBBY_COUNTED, &total) == BM_STORE_OK;
    bm_buf_char(&l->list, ']');
    bm_message_number(&l->list, "total", total);
    return good && !l->list.failed;
}

void bm_running_games_write(struct bm_buf *out, struct bm_lobby *l)
{
    const int64_t now = bm_server_now(l->server);
    if (!l->is_listed || now - l->listed_at >= LIST_MS) {
        l->is_listed = read_list(l);
        l->listed_at = now;
    }
    if (l->is_listed)
        bm_buf_bytes(out, l->list.s, l->list.len);
    else /* the store cannot be read: a later connection gets the list */
        bm_buf_text(out, "\"games\":[],\"total\":0");
}

static void announce_hidden(struct bm_lobby *l, const char *id)
{
    struct bm_buf text = {0};
    bm_server_message_begin(&text, BM_SERVER_HIDDEN, id);
    bm_buf_text(&text, "}\n");
    bm_lobby_broadcast(l, &text);
}

static void announce_shown(struct bm_lobby *l, const struct bm_running_game *game,
                           const struct bm_room *r)
{
    const struct bm_game_state *const s = bm_room_state(r);
    struct bm_buf text = {0};
    char clock[BM_TIMES_TEXT];
    bm_server_message_begin(&text, BM_SERVER_SHOWN, bm_room_id(r));
    bm_message_text(&text, "variant", s->config.variant);
    (void)bm_times_format(&s->config.times, clock, sizeof clock);
    bm_message_text(&text, "clock", clock);
    bm_game_seats_write(&text, s->seat, false);
    bm_message_text(&text, "stage", bm_stage_word(game->stage));
    bm_message_number(&text, "plies", game->plies);
    bm_buf_text(&text, "}\n");
    bm_lobby_broadcast(l, &text);
}

/* ---- Bots ---- */

void bm_running_game_write(struct bm_buf *out, const struct bm_room *r, unsigned side)
{
    const struct bm_game_state *const s = bm_room_state(r);
    struct bm_match_state state;
    bm_match_state(s->match, &state);
    bm_server_message_begin(out, BM_SERVER_GAME, bm_room_id(r));
    bm_message_text(out, "variant", s->config.variant);
    bm_buf_text(out, ",\"side\":");
    bm_message_side(out, side);
    bm_message_text(out, "stage", bm_stage_word(state.stage));
    bm_buf_text(out, ",\"turn\":");
    bm_buf_text(out, state.stage == BM_MATCH_PLAYING && state.turn == side ? "true" : "false");
    bm_message_number(out, "plies", bm_game_state_plies(s));
    bm_message_number(out, "seq", (int64_t)s->seq);
    bm_buf_text(out, "}\n");
}

/* A game has changed: notify the lobby and the players' bots. */
static void notify_bots(struct bm_lobby *l, const struct bm_running_game *game,
                        const struct bm_room *r, const struct bm_match_state *state)
{
    const struct bm_game_state *const s = bm_room_state(r);
    for (unsigned side = 0; side < 2 && l->counts.streams != 0; side++) {
        const bool asked = state->offer[!side] || state->takeback[!side];
        const bool first = !game->told || state->stage != BM_MATCH_PLAYING;
        struct bm_buf text = {0};
        if (s->seat[side].kind != BM_GAME_SEAT_PERSON ||
            !bm_lobby_find_person(l, s->seat[side].person) ||
            !(first || asked || state->turn == side))
            continue;
        bm_running_game_write(&text, r, side);
        bm_lobby_send_to_person(l, s->seat[side].person, &text, true);
    }
}

/* ---- Hooks of the game manager ---- */

/* Its note; NULL: no memory. */
static struct bm_running_game *running_game_of(struct bm_room *r)
{
    void **const note = bm_room_listener_data(r);
    if (!*note)
        *note = calloc(1, sizeof(struct bm_running_game));
    return *note;
}

/* Update what is known of a game; whether its players must be notified. */
static bool update_game(struct bm_running_game *game, const struct bm_game_state *s,
                        const struct bm_match_state *state)
{
    const unsigned plies = bm_game_state_plies(s);
    const struct bm_running_game before = *game;
    game->stage = state->stage;
    game->plies = plies;
    game->last = plies != 0 ? s->seqs[plies - 1] : 0;
    game->offers = 0;
    for (unsigned side = 0; side < 2; side++)
        game->offers |= (state->offer[side] ? 1u : 0) << side |
                        (state->takeback[side] != 0 ? 4u : 0) << side;
    return game->stage != before.stage || game->plies != before.plies ||
           game->last != before.last || game->offers != before.offers;
}

void bm_running_game_changed(void *user, struct bm_room *r, bool loaded)
{
    struct bm_lobby *const l = user;
    const struct bm_game_state *const s = bm_room_state(r);
    struct bm_match_state state;
    bm_match_state(s->match, &state);
    const bool fresh = !*bm_room_listener_data(r);
    struct bm_running_game *const game = running_game_of(r);
    if (!game) { /* out of memory: the players' game-start events are sent all the same */
        notify_bots(l, &(struct bm_running_game){.told = false}, r, &state);
        bm_lobby_refresh_games(l);
        return;
    }
    const enum bm_match_stage stage = game->stage;
    const bool moved = update_game(game, s, &state), was_shown = game->shown;
    game->shown = is_shown(s, game);
    /* What was loaded is in the list, as it was stored. Of a game that ended while it was
     * loaded nothing is known here. Seats change before a game begins. */
    if (loaded)
        ;
    else if (!game->shown && (was_shown || (fresh && s->config.listed)))
        announce_hidden(l, bm_room_id(r));
    else if (game->shown && (fresh || stage != game->stage || game->stage == BM_MATCH_WAITING))
        announce_shown(l, game, r);
    /* What was the case before it was loaded has been sent then. */
    if ((fresh || moved) && !loaded && game->stage != BM_MATCH_WAITING)
        notify_bots(l, game, r, &state);
    game->told = game->stage != BM_MATCH_WAITING;
}

/* It leaves the memory: the list does not change by that. */
void bm_running_game_dropped(void *user, struct bm_room *r)
{
    (void)user;
    free(*bm_room_listener_data(r));
    *bm_room_listener_data(r) = NULL;
}
