/* SPDX-License-Identifier: MIT */
/* The games that are being played: what the lobby shows, and what bots are told of theirs. */
#include <stdlib.h>

#include "server/lobby_inside.h"

/* Whether everybody may see it, and there is something to see. */
static bool is_shown(const struct bm_sheet *s, const struct bm_live *g)
{
    return s->plan.listed && s->chair[0].kind != BM_CHAIR_NONE && g->stage < BM_MATCH_OVER;
}

/* ---- The list ---- */

static void rewrite(struct bm_live *g, const struct bm_room *r)
{
    const struct bm_sheet *const s = bm_room_sheet(r);
    char clock[BM_TIMES_TEXT];
    bm_buf_free(&g->text);
    bm_call_put(&g->text, "\"id\":", bm_room_id(r));
    bm_say_member(&g->text, "variant", s->plan.variant);
    (void)bm_times_format(&s->plan.times, clock, sizeof clock);
    bm_say_member(&g->text, "clock", clock);
    bm_chairs_write(&g->text, s->chair, false);
    bm_say_member(&g->text, "stage", bm_stage_word(g->stage));
}

void bm_live_write(struct bm_buf *out, const struct bm_live *g, bool t)
{
    if (t)
        bm_say_begin(out, BM_SAY_SHOWN, NULL);
    bm_buf_char(out, t ? ',' : '{');
    bm_buf_bytes(out, g->text.s, g->text.len);
    bm_say_number(out, "plies", g->plies);
    bm_buf_char(out, '}');
}

static void hide(struct bm_lobby *l, struct bm_live *g, const char *id)
{
    struct bm_buf text = {0};
    if (!g->link)
        return;
    *g->link = g->next;
    if (g->next)
        g->next->link = g->link;
    g->link = NULL;
    l->game_count--;
    bm_say_begin(&text, BM_SAY_HIDDEN, id);
    bm_buf_text(&text, "}\n");
    bm_lobby_news(l, &text);
}

static void show(struct bm_lobby *l, struct bm_live *g, const struct bm_room *r)
{
    struct bm_buf text = {0};
    rewrite(g, r);
    if (g->text.failed) { /* better not shown than half */
        hide(l, g, bm_room_id(r));
        return;
    }
    if (!g->link) {
        g->next = l->games;
        g->link = &l->games;
        if (g->next)
            g->next->link = &g->next;
        l->games = g;
        l->game_count++;
    }
    bm_live_write(&text, g, true);
    bm_buf_char(&text, '\n');
    bm_lobby_news(l, &text);
}

/* ---- Bots ---- */

void bm_live_say(struct bm_buf *out, const struct bm_room *r, unsigned side)
{
    const struct bm_sheet *const s = bm_room_sheet(r);
    struct bm_match_state state;
    bm_match_state(s->match, &state);
    bm_say_begin(out, BM_SAY_GAME, bm_room_id(r));
    bm_say_member(out, "variant", s->plan.variant);
    bm_buf_text(out, ",\"side\":");
    bm_say_side(out, side);
    bm_say_member(out, "stage", bm_stage_word(state.stage));
    bm_buf_text(out, ",\"turn\":");
    bm_buf_text(out, state.stage == BM_MATCH_PLAYING && state.turn == side ? "true" : "false");
    bm_say_number(out, "plies", bm_sheet_plies(s));
    bm_say_number(out, "seq", (int64_t)s->seq);
    bm_buf_text(out, "}\n");
}

/* Something has happened: tell those whom it is for. */
static void tell_bots(struct bm_lobby *l, const struct bm_live *g, const struct bm_room *r,
                      const struct bm_match_state *state)
{
    const struct bm_sheet *const s = bm_room_sheet(r);
    for (unsigned side = 0; side < 2 && l->counts.streams != 0; side++) {
        const bool asked = state->offer[!side] || state->takeback[!side];
        const bool first = !g->told || state->stage != BM_MATCH_PLAYING;
        struct bm_buf text = {0};
        if (s->chair[side].kind != BM_CHAIR_PERSON || !bm_lobby_guest(l, s->chair[side].who) ||
            !(first || asked || state->turn == side))
            continue;
        bm_live_say(&text, r, side);
        bm_lobby_tell(l, s->chair[side].who, &text, true);
    }
}

/* ---- What the hall says ---- */

/* Its note; NULL: no memory. */
static struct bm_live *note_of(struct bm_room *r)
{
    void **const note = bm_room_note(r);
    if (!*note)
        *note = calloc(1, sizeof(struct bm_live));
    return *note;
}

/* Take what it is now; whether those who play have to know. */
static bool take(struct bm_live *g, const struct bm_sheet *s,
                 const struct bm_match_state *state)
{
    const unsigned plies = bm_sheet_plies(s);
    const struct bm_live before = *g;
    g->stage = state->stage;
    g->plies = plies;
    g->last = plies != 0 ? s->seqs[plies - 1] : 0;
    g->offers = 0;
    for (unsigned side = 0; side < 2; side++)
        g->offers |= (state->offer[side] ? 1u : 0) << side |
                     (state->takeback[side] != 0 ? 4u : 0) << side;
    return g->stage != before.stage || g->plies != before.plies || g->last != before.last ||
           g->offers != before.offers;
}

void bm_live_changed(void *user, struct bm_room *r, bool loaded)
{
    struct bm_lobby *const l = user;
    const struct bm_sheet *const s = bm_room_sheet(r);
    struct bm_match_state state;
    bm_match_state(s->match, &state);
    const bool fresh = !*bm_room_note(r);
    struct bm_live *const g = note_of(r);
    if (!g) /* it is not shown, but nobody who plays may miss it */
        tell_bots(l, &(struct bm_live){.told = false}, r, &state);
    if (!g)
        return;
    const enum bm_match_stage stage = g->stage;
    const bool moved = take(g, s, &state);
    /* Seats change before a game begins. */
    if (!is_shown(s, g))
        hide(l, g, bm_room_id(r));
    else if (fresh || stage != g->stage || g->stage == BM_MATCH_WAITING)
        show(l, g, r);
    /* What was so before it was loaded was told then. */
    if ((fresh || moved) && !loaded && g->stage != BM_MATCH_WAITING)
        tell_bots(l, g, r, &state);
    g->told = g->stage != BM_MATCH_WAITING;
}

void bm_live_dropped(void *user, struct bm_room *r)
{
    struct bm_live *const g = *bm_room_note(r);
    if (!g)
        return;
    hide(user, g, bm_room_id(r));
    bm_buf_free(&g->text);
    free(g);
    *bm_room_note(r) = NULL;
}
