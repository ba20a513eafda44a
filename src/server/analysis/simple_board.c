/* SPDX-License-Identifier: MIT */

/*
 * A board for simple clients: two routes, one game of chess for each person, without clock or
 * opponent. A square is file * 10 + rank, a1 being 11. The piece that a client names is
 * checked. The boards that were used last are in memory.
 */
#include <stdio.h>
#include <stdlib.h>

#include "banmen/notation.h"
#include "base/json.h"
#include "server/analysis/simple_board.h"
#include "server/http/routes.h"

enum { BOARDS = 1024, PLIES = 1024 };

struct simple_board {
    char id[40]; /* of this person; "": unused */
    uint64_t used;
    bm_move *moves;
    size_t count, cap;
};

struct bm_simple_boards {
    struct bm_ctx *ctx; /* whichever board is looked at */
    uint64_t clock;
    struct simple_board boards[BOARDS];
};

bm_status bm_simple_boards_create(struct bm_simple_boards **out)
{
    struct bm_simple_boards *const x = calloc(1, sizeof *x);
    *out = x;
    return x ? bm_ctx_create(&x->ctx, bm_rules_chess(), PLIES) : BM_ENOMEM;
}

void bm_simple_boards_destroy(struct bm_simple_boards *x)
{
    if (!x)
        return;
    for (unsigned i = 0; i < BOARDS; i++)
        bm_release(x->boards[i].moves);
    bm_ctx_destroy(x->ctx);
    free(x);
}

/* The board of a person, or a new one in place of the least recently used. */
static struct simple_board *find_board(struct bm_simple_boards *x, const char *id)
{
    struct simple_board *oldest = &x->boards[0], *b = NULL;
    for (unsigned i = 0; i < BOARDS && !b; i++) {
        if (strcmp(x->boards[i].id, id) == 0)
            b = &x->boards[i];
        if (x->boards[i].used < oldest->used)
            oldest = &x->boards[i];
    }
    if (!b) {
        b = oldest;
        b->count = 0;
        (void)snprintf(b->id, sizeof b->id, "%s", id);
    }
    b->used = ++x->clock;
    bm_ctx_start(x->ctx);
    for (size_t i = 0; i < b->count; i++)
        if (bm_ctx_play(x->ctx, b->moves[i]))
            b->count = i; /* cannot be: it was legal when it was played */
    return b;
}

static bm_sq square_of(int64_t number)
{
    return (bm_sq)((number % 10 - 1) * 8 + number / 10 - 1);
}

static bool is_square(int64_t number)
{
    return number / 10 >= 1 && number / 10 <= 8 && number % 10 >= 1 && number % 10 <= 8;
}

/* "wP", or "" for an empty square. */
static void name_piece(char out[3], bm_piece piece)
{
    out[0] = '\0';
    if (piece) {
        out[0] = bm_piece_side(piece) == BM_FIRST ? 'w' : 'b';
        out[1] = bm_rules_kind_letter(bm_rules_chess(), bm_piece_kind(piece))[0];
        out[2] = '\0';
    }
}

static void put_pieces(struct bm_buf *out, const struct bm_ctx *ctx)
{
    const char *comma = "";
    bm_buf_text(out, "\"pieces\":{");
    for (int64_t file = 1; file <= 8; file++)
        for (int64_t rank = 1; rank <= 8; rank++) {
            char name[3], entry[32];
            name_piece(name, bm_ctx_piece(ctx, square_of(file * 10 + rank)));
            if (!name[0])
                continue;
            (void)snprintf(entry, sizeof entry, "%s\"%d\":\"%s\"", comma,
                           (int)(file * 10 + rank), name);
            bm_buf_text(out, entry);
            comma = ",";
        }
    bm_buf_char(out, '}');
}

/* How the game stands, as the end of an answer. */
static void put_state(struct bm_buf *out, const struct bm_ctx *ctx)
{
    struct bm_outcome o;
    bm_ctx_outcome(ctx, &o);
    put_pieces(out, ctx);
    bm_buf_text(out, bm_ctx_turn(ctx) == BM_FIRST ? ",\"turn\":\"w\"" : ",\"turn\":\"b\"");
    bm_buf_text(out, o.result != BM_ONGOING ? ",\"game_over\":true}" : ",\"game_over\":false}");
}

static void refuse_move(struct bm_api_request *req, const struct bm_ctx *ctx,
                        const char *message)
{
    struct bm_buf out = {0};
    bm_buf_text(&out, "{\"valid\":false,\"message\":");
    bm_json_quote(&out, message, strlen(message));
    bm_buf_char(&out, ',');
    put_state(&out, ctx);
    bm_api_reply_json(req, 200, &out);
}

/* Play a legal move, and answer with the board. */
static void play_on_board(struct bm_api_request *req, struct simple_board *b, bm_move m)
{
    struct bm_ctx *const ctx = req->server->simple_boards->ctx;
    struct bm_buf out = {0};
    struct bm_outcome o;
    char san[BM_MOVE_TEXT];
    void *mem = b->moves;
    if (b->count >= PLIES || !bm_grow(&mem, &b->cap, b->count + 1, sizeof *b->moves)) {
        bm_api_reply_no_memory(req);
        return;
    }
    b->moves = mem;
    (void)bm_ctx_write_move(ctx, m, BM_STYLE_SAN, san, sizeof san);
    if (bm_ctx_play(ctx, m)) {
        bm_api_reply_no_memory(req);
        return;
    }
    b->moves[b->count++] = m;
    bm_ctx_outcome(ctx, &o);
    bm_buf_text(&out, "{\"valid\":true,\"notation\":");
    bm_json_quote(&out, san, strlen(san));
    bm_buf_text(&out, bm_ctx_checks(ctx, NULL) ? ",\"is_check\":true" : ",\"is_check\":false");
    bm_buf_text(&out, o.reason == BM_REASON_CHECKMATE ? ",\"is_checkmate\":true,"
                                                      : ",\"is_checkmate\":false,");
    put_state(&out, ctx);
    bm_api_reply_json(req, 200, &out);
}

static void run_validate(struct bm_api_request *req)
{
    struct bm_simple_boards *const x = req->server->simple_boards;
    int64_t src = 0, dst = 0;
    const char *piece = "", *promotion = "q";
    if (!bm_api_body_int(req, "src", 0, 99, &src) ||
        !bm_api_body_int(req, "dst", 0, 99, &dst) ||
        !bm_api_body_string(req, "piece", &piece) ||
        !bm_api_body_string(req, "promotion", &promotion))
        return;
    struct simple_board *const b = find_board(x, req->identity.id);
    char name[3], text[8], message[256];
    struct bm_error err;
    bm_move m;
    if (!is_square(src) || !is_square(dst)) {
        refuse_move(req, x->ctx, "a square is file * 10 + rank, from 11 (a1) to 88 (h8)");
        return;
    }
    name_piece(name, bm_ctx_piece(x->ctx, square_of(src)));
    if (strcmp(name, piece) != 0) {
        (void)snprintf(message, sizeof message, "there is %s on %c%c",
                       name[0] ? name : "nothing", (char)('a' + src / 10 - 1),
                       (char)('0' + src % 10));
        refuse_move(req, x->ctx, message);
        return;
    }
    const bool promotes = name[1] == 'P' && dst % 10 == (name[0] == 'w' ? 8 : 1);
    (void)snprintf(text, sizeof text, "%c%c%c%c%.1s", (char)('a' + src / 10 - 1),
                   (char)('0' + src % 10), (char)('a' + dst / 10 - 1), (char)('0' + dst % 10),
                   promotes ? promotion : "");
    if (bm_move_parse(&m, x->ctx, text, strlen(text), &err) != BM_OK) {
        refuse_move(req, x->ctx, err.what);
        return;
    }
    const bm_faults faults = bm_ctx_judge(x->ctx, m);
    if (faults) {
        (void)bm_ctx_explain(x->ctx, m, faults, BM_EN, message, sizeof message);
        refuse_move(req, x->ctx, message);
        return;
    }
    play_on_board(req, b, m);
}

static void run_reset(struct bm_api_request *req)
{
    struct bm_simple_boards *const x = req->server->simple_boards;
    struct bm_buf out = {0};
    find_board(x, req->identity.id)->count = 0;
    bm_ctx_start(x->ctx);
    bm_buf_text(&out, "{\"status\":\"success\",");
    put_pieces(&out, x->ctx);
    bm_buf_char(&out, '}');
    bm_api_reply_json(req, 200, &out);
}

const struct bm_route bm_routes_simple_board[] = {
    {BM_METHOD_POST, "/validate", run_validate,
     BM_ROUTE_WRITES | BM_ROUTE_PERSON | BM_ROUTE_BODY, "play",
     "play a move on the board of this session, if it is legal",
     "{\"type\":\"object\",\"required\":[\"piece\",\"src\",\"dst\"],\"properties\":{\"piece\":{"
     "\"type\":\"string\"},\"src\":{\"type\":\"integer\"},\"dst\":{\"type\":\"integer\"},"
     "\"promotion\":{\"type\":\"string\"}}}",
     NULL, 0, "422 bad_member"},
    {BM_METHOD_POST, "/reset", run_reset, BM_ROUTE_WRITES | BM_ROUTE_PERSON, "play",
     "set up the board of this session anew", NULL, NULL, 0, NULL},
    {0}};
