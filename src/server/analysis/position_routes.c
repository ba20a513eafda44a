/* SPDX-License-Identifier: MIT */

/* Questions about a position of any game; nothing is stored. */
#include <stdio.h>
#include <stdlib.h>

#include "banmen/message.h"
#include "banmen/notation.h"
#include "server/analysis/position_request.h"
#include "server/http/routes.h"
#include "server/variants/variant_store.h"

enum { POSITION_TEXT = 1024 };

static void put_moves(struct bm_buf *out, const struct bm_ctx *ctx)
{
    bm_move *const list = malloc(BM_MAX_MOVES * sizeof *list);
    char text[BM_MOVE_TEXT];
    const size_t n = list ? bm_ctx_moves(ctx, list, BM_MAX_MOVES) : 0;
    out->failed |= !list;
    bm_buf_char(out, '[');
    for (size_t i = 0; i < n; i++) {
        (void)bm_ctx_write_move(ctx, list[i], BM_STYLE_COORDINATES, text, sizeof text);
        bm_api_put_text(out, i ? "," : "", text);
    }
    bm_buf_char(out, ']');
    free(list);
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
        bm_api_put_text(out, comma, name);
        bm_api_put_text(out,
                        ":{\"side\":", bm_piece_side(piece) == BM_FIRST ? "first" : "second");
        bm_api_put_text(out, ",\"piece\":", bm_rules_kind_letter(rules, bm_piece_kind(piece)));
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
            bm_api_put_text(out, comma, bm_rules_kind_letter(rules, kind));
            bm_buf_char(out, ':');
            bm_json_int(out, n);
            comma = ",";
        }
        bm_buf_char(out, '}');
    }
    bm_buf_char(out, ']');
}

static void put_position(struct bm_buf *out, const struct bm_ctx *ctx)
{
    struct bm_outcome o;
    char position[POSITION_TEXT], outcome[160];
    (void)bm_ctx_format(ctx, 0, position, sizeof position);
    bm_ctx_outcome(ctx, &o);
    (void)bm_outcome_format(&o, BM_EN, outcome, sizeof outcome);
    bm_api_put_text(out, "{\"position\":", position);
    bm_api_put_text(out, ",\"turn\":", bm_ctx_turn(ctx) == BM_FIRST ? "first" : "second");
    bm_buf_text(out, ",\"checks\":");
    bm_json_int(out, bm_ctx_checks(ctx, NULL));
    bm_api_put_text(out, ",\"outcome\":", outcome);
    bm_buf_text(out, o.result != BM_ONGOING ? ",\"over\":true" : ",\"over\":false");
    bm_buf_text(out, ",\"board\":");
    put_board(out, ctx);
    bm_buf_text(out, ",\"hands\":");
    put_hands(out, ctx);
    bm_buf_text(out, ",\"moves\":");
    put_moves(out, ctx);
    bm_buf_char(out, '}');
}

/* ---- Setting up ---- */

/* A position that a worker sets up. */
struct position_job {
    const struct bm_rules *rules; /* held */
    const char *position;         /* of the body, as the next */
    const json_t *moves;          /* NULL: none */
    enum bm_lang lang;            /* of `detail` */
    unsigned room;
    bm_position_then *then; /* NULL: to be described */
    struct bm_ctx *ctx;
    struct bm_setup start;
    struct bm_buf out;
    const char *code; /* NULL: nothing is wrong */
    char detail[400];
};

static void drop_position(void *state)
{
    struct position_job *const a = state;
    bm_ctx_destroy(a->ctx);
    bm_rules_release(a->rules);
    bm_buf_free(&a->out);
    free(a);
}

static bool refuse_position(struct position_job *a, const char *code, const char *detail)
{
    a->code = code;
    (void)bm_message_format(detail, a->lang, a->rules, a->detail, sizeof a->detail);
    return false;
}

static bool play_moves(struct position_job *a)
{
    size_t i;
    json_t *word;
    json_array_foreach(a->moves, i, word)
    {
        struct bm_error err;
        bm_move m;
        const char *const text = json_string_value(word);
        if (i >= BM_POSITION_MOST_PLIES || !text ||
            bm_move_parse(&m, a->ctx, text, json_string_length(word), &err) != BM_OK)
            return refuse_position(a, "bad_move",
                                   text && i < BM_POSITION_MOST_PLIES ? err.what
                                                                      : "this is no move");
        const bm_faults faults = bm_ctx_play(a->ctx, m);
        if (faults) {
            (void)bm_ctx_explain(a->ctx, m, faults, a->lang, a->detail, sizeof a->detail);
            a->code = "illegal_move";
            return false;
        }
    }
    return true;
}

static bool set_up_position(struct position_job *a)
{
    struct bm_error err;
    if (bm_ctx_create(&a->ctx, a->rules, BM_POSITION_MOST_PLIES + a->room) != BM_OK)
        return refuse_position(a, "no_memory", "");
    if (bm_position_parse(&a->start, a->rules, a->position, strlen(a->position), 0, &err) !=
            BM_OK ||
        bm_ctx_sync(a->ctx, &a->start, NULL, &err) != BM_OK)
        return refuse_position(a, "bad_position", err.what);
    return play_moves(a);
}

/* In a worker. */
static void work_position(const struct bm_api_request *req, void *state)
{
    struct position_job *const a = state;
    (void)req;
    if (set_up_position(a) && !a->then)
        put_position(&a->out, a->ctx);
}

static void position_done(struct bm_api_request *req, void *state)
{
    struct position_job *const a = state;
    if (a->code && strcmp(a->code, "no_memory") == 0) {
        bm_api_reply_no_memory(req);
    } else if (a->code) {
        bm_api_reply_problem(req, 422, a->code, "", a->detail);
    } else if (a->then) {
        struct bm_ctx *const ctx = a->ctx;
        a->ctx = NULL;
        a->then(req, ctx, &a->start);
        a->rules = NULL; /* the context's */
    } else {
        bm_api_reply_json(req, 200, &a->out);
    }
    drop_position(a);
}

void bm_position_prepare(struct bm_api_request *req, unsigned room, bm_position_then *then)
{
    static const struct bm_request_work how = {
        .work = work_position, .done = position_done, .drop = drop_position, .cost = 100};
    const json_t *const moves = json_object_get(req->body, "moves");
    const char *variant = "chess", *position = "startpos";
    if (!bm_api_body_string(req, "variant", &variant) ||
        !bm_api_body_string(req, "position", &position))
        return;
    if (moves && !json_is_array(moves)) {
        (void)bm_api_reply_bad_member(req, "moves", "an array of moves");
        return;
    }
    struct position_job *const a = calloc(1, sizeof *a);
    const struct bm_rules *const rules = bm_variant_store_rules(req->server->variants, variant);
    if (!a || !rules) {
        bm_rules_release(rules);
        if (a)
            bm_api_reply_no_variant(req);
        else
            bm_api_reply_no_memory(req);
        free(a);
        return;
    }
    const size_t plies = json_array_size(moves);
    bm_api_charge_plies(req, rules,
                        plies < BM_POSITION_MOST_PLIES ? plies : BM_POSITION_MOST_PLIES);
    a->rules = rules;
    a->position = position;
    a->moves = moves;
    a->lang = bm_api_lang(req);
    a->room = room;
    a->then = then;
    bm_api_run_in_worker(req, &how, a);
}

void bm_position_drop(struct bm_ctx *ctx)
{
    const struct bm_rules *const rules = ctx ? bm_ctx_rules(ctx) : NULL;
    bm_ctx_destroy(ctx);
    bm_rules_release(rules);
}

static void run_position(struct bm_api_request *req) { bm_position_prepare(req, 0, NULL); }

const struct bm_route bm_routes_positions[] = {
    {BM_METHOD_POST, "/api/v1/positions", run_position,
     BM_ROUTE_BODY | BM_ROUTE_LONG | BM_ROUTE_RULES, "read",
     "a position after some moves: pieces, legal moves, how the game stands",
     "{\"type\":\"object\",\"properties\":{\"variant\":{\"type\":\"string\"},\"position\":{"
     "\"type\":\"string\"},\"moves\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}}}}",
     "lang", 0,
     "404 no_such_variant, 422 bad_member, 422 bad_position, 422 bad_move, 422 illegal_move"},
    {0}};
