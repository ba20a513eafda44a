/* SPDX-License-Identifier: MIT */

/* Questions about a position, by anybody, about any game: nothing is kept. */
#include <stdlib.h>

#include "banmen/notation.h"
#include "server/positions.h"
#include "server/routes.h"
#include "server/shelf.h"

enum { POSITION_TEXT = 1024 };

static void put_moves(struct bm_buf *out, const struct bm_ctx *ctx)
{
    static bm_move list[BM_MAX_MOVES];
    char text[BM_MOVE_TEXT];
    const size_t n = bm_ctx_moves(ctx, list, BM_MAX_MOVES);
    bm_buf_char(out, '[');
    for (size_t i = 0; i < n; i++) {
        (void)bm_ctx_write_move(ctx, list[i], BM_STYLE_COORDINATES, text, sizeof text);
        bm_call_put(out, i ? "," : "", text);
    }
    bm_buf_char(out, ']');
}

/* The pieces as they are written, square by square. */
static void put_board(struct bm_buf *out, const struct bm_ctx *ctx)
{
    const struct bm_rules *const rules = bm_ctx_rules(ctx);
    const unsigned squares = bm_rules_info(rules)->squares;
    char name[BM_COORDINATES];
    bm_buf_char(out, '{');
    const char *comma = "";
    for (unsigned sq = 0; sq < squares; sq++) {
        const bm_piece piece = bm_ctx_piece(ctx, (bm_sq)sq);
        if (!piece)
            continue;
        (void)bm_sq_format((bm_sq)sq, rules, name, sizeof name);
        bm_call_put(out, comma, name);
        bm_call_put(out, ":{\"side\":", bm_piece_side(piece) == BM_FIRST ? "first" : "second");
        bm_call_put(out, ",\"piece\":", bm_rules_kind_letter(rules, bm_piece_kind(piece)));
        bm_buf_char(out, '}');
        comma = ",";
    }
    bm_buf_char(out, '}');
}

static void put_hands(struct bm_buf *out, const struct bm_ctx *ctx)
{
    const struct bm_rules *const rules = bm_ctx_rules(ctx);
    bm_buf_char(out, '[');
    for (unsigned side = 0; side < 2; side++) {
        const char *comma = "";
        bm_buf_text(out, side ? ",{" : "{");
        for (unsigned kind = 0; kind < bm_rules_info(rules)->kinds; kind++) {
            const unsigned n = bm_ctx_hand(ctx, side, kind);
            if (!n)
                continue;
            bm_call_put(out, comma, bm_rules_kind_letter(rules, kind));
            bm_buf_char(out, ':');
            bm_json_int(out, n);
            comma = ",";
        }
        bm_buf_char(out, '}');
    }
    bm_buf_char(out, ']');
}

static void tell(struct bm_call *c, const struct bm_ctx *ctx)
{
    struct bm_buf out = {0};
    struct bm_outcome o;
    char position[POSITION_TEXT], outcome[160];
    (void)bm_ctx_format(ctx, 0, position, sizeof position);
    bm_ctx_outcome(ctx, &o);
    (void)bm_outcome_format(&o, BM_EN, outcome, sizeof outcome);
    bm_call_put(&out, "{\"position\":", position);
    bm_call_put(&out, ",\"turn\":", bm_ctx_turn(ctx) == BM_FIRST ? "first" : "second");
    bm_buf_text(&out, ",\"checks\":");
    bm_json_int(&out, bm_ctx_checks(ctx, NULL));
    bm_call_put(&out, ",\"outcome\":", outcome);
    bm_buf_text(&out, o.result != BM_ONGOING ? ",\"over\":true" : ",\"over\":false");
    bm_buf_text(&out, ",\"board\":");
    put_board(&out, ctx);
    bm_buf_text(&out, ",\"hands\":");
    put_hands(&out, ctx);
    bm_buf_text(&out, ",\"moves\":");
    put_moves(&out, ctx);
    bm_buf_char(&out, '}');
    bm_call_json(c, 200, &out);
}

static void refuse(struct bm_call *c, const char *code, const char *detail)
{
    bm_call_problem(c, 422, code, "", detail);
}

/* Play the moves of the body. False: the call was answered. */
static bool play(struct bm_call *c, struct bm_ctx *ctx)
{
    const json_t *const moves = json_object_get(c->body, "moves");
    size_t i;
    json_t *word;
    if (moves && !json_is_array(moves)) {
        refuse(c, "bad_member", "\"moves\" must be an array of moves");
        return false;
    }
    json_array_foreach(moves, i, word)
    {
        char why[400];
        struct bm_error err;
        bm_move m;
        const char *const text = json_string_value(word);
        if (i >= BM_ASKED_PLIES || !text ||
            bm_move_parse(&m, ctx, text, json_string_length(word), &err) != BM_OK) {
            refuse(c, "bad_move", text && i < BM_ASKED_PLIES ? err.what : "this is no move");
            return false;
        }
        const bm_faults faults = bm_ctx_play(ctx, m);
        if (faults) {
            (void)bm_ctx_explain(ctx, m, faults, BM_EN, why, sizeof why);
            refuse(c, "illegal_move", why);
            return false;
        }
    }
    return true;
}

/* Set up what is asked about. False: the call was answered. */
static bool set_up(struct bm_call *c, struct bm_ctx *ctx, struct bm_setup *start)
{
    const char *position = "startpos";
    struct bm_error err;
    if (!bm_call_string(c, "position", &position))
        return false;
    if (bm_position_parse(start, bm_ctx_rules(ctx), position, strlen(position), 0, &err) !=
            BM_OK ||
        bm_ctx_sync(ctx, start, NULL, &err) != BM_OK) {
        refuse(c, "bad_position", err.what);
        return false;
    }
    return play(c, ctx);
}

struct bm_ctx *bm_position_asked(struct bm_call *c, unsigned room, struct bm_setup *start)
{
    const char *variant = "chess";
    struct bm_ctx *ctx = NULL;
    struct bm_setup setup;
    if (!bm_call_string(c, "variant", &variant))
        return NULL;
    const struct bm_rules *const rules = bm_shelf_rules(c->server->shelf, variant);
    if (!rules) {
        bm_shelf_refuse(c);
    } else if (bm_ctx_create(&ctx, rules, BM_ASKED_PLIES + room) != BM_OK) {
        bm_call_no_memory(c);
    } else if (!set_up(c, ctx, start ? start : &setup)) {
        bm_ctx_destroy(ctx);
        ctx = NULL;
    }
    if (!ctx)
        bm_rules_release(rules);
    return ctx;
}

void bm_position_drop(struct bm_ctx *ctx)
{
    const struct bm_rules *const rules = ctx ? bm_ctx_rules(ctx) : NULL;
    bm_ctx_destroy(ctx);
    bm_rules_release(rules);
}

static void run_position(struct bm_call *c)
{
    struct bm_ctx *const ctx = bm_position_asked(c, 0, NULL);
    if (ctx)
        tell(c, ctx);
    bm_position_drop(ctx);
}

const struct bm_route bm_routes_positions[] = {
    {BM_METHOD_POST, "/api/v1/positions", run_position, BM_ROUTE_BODY, "read",
     "a position after some moves: pieces, legal moves, how the game stands",
     "{\"type\":\"object\",\"properties\":{\"variant\":{\"type\":\"string\"},\"position\":{"
     "\"type\":\"string\"},\"moves\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}}}}",
     NULL, 0,
     "404 no_such_variant, 422 bad_member, 422 bad_position, 422 bad_move, 422 illegal_move"},
    {0}};
