/* SPDX-License-Identifier: MIT */
/* Lists of games, and games as records, out and in. */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "server/game/game_routes.h"
#include "server/variants/variant_store.h"

enum { LISTED = 50, MOST_LISTED = 200, MOST_PLIES = 10000 };

/* ---- Lists ---- */

struct game_list {
    struct bm_game_manager *games;
    const struct bm_identity *identity; /* whose list it is; NULL: not a person's */
    struct bm_buf out;
    bool some;
    struct bm_games_cursor last;
};

static bool list_one(void *user, const struct bm_game_row *row)
{
    struct game_list *const l = user;
    unsigned turn;
    bm_buf_text(&l->out, l->some ? ",{\"id\":" : "{\"id\":");
    bm_json_quote(&l->out, row->id, strlen(row->id));
    bm_message_text(&l->out, "variant", row->variant);
    bm_message_text(&l->out, "stage", bm_stage_word((enum bm_match_stage)row->stage));
    bm_message_number(&l->out, "plies", bm_game_manager_plies(l->games, row->id, row->plies));
    if (bm_game_manager_turn(l->games, row->id, &turn)) {
        bm_buf_text(&l->out, ",\"turn\":");
        bm_message_side(&l->out, turn);
    }
    if (l->identity) {
        bool some = false;
        bm_buf_text(&l->out, ",\"you\":[");
        for (unsigned side = 0; side < 2; side++)
            if (bm_identity_owns(l->identity, row->player[side])) {
                bm_buf_text(&l->out, some ? "," : "");
                bm_message_side(&l->out, side);
                some = true;
            }
        bm_buf_char(&l->out, ']');
    }
    bm_message_number(&l->out, "created", row->created);
    bm_message_number(&l->out, "changed", row->changed);
    bm_buf_char(&l->out, ',');
    bm_buf_bytes(&l->out, row->head + 1, row->head_len - 1); /* an object that is not empty */
    l->some = true;
    l->last = (struct bm_games_cursor){row->changed, row->rowid};
    return !l->out.failed;
}

/* A cursor: CHANGED-ROW as the page before it ended, or a time alone. False: the request was
 * answered. */
static bool read_cursor(struct bm_api_request *req, struct bm_games_cursor *out)
{
    char text[48];
    int used = 0;
    *out = BM_GAMES_FIRST;
    if (!bm_query_get(bm_request_query(req->request), "before", text, sizeof text))
        return true;
    out->rowid = INT64_MIN;
    const int n = sscanf(text, "%19" SCNd64 "%n-%19" SCNd64 "%n", &out->changed, &used,
                         &out->rowid, &used);
    if (n >= 1 && text[used] == '\0' && text[0] != '-')
        return true;
    bm_api_reply_problem(req, 400, "bad_parameter", "",
                         "before should be what the page before this one has as \"before\"");
    return false;
}

void bm_game_list(struct bm_api_request *req)
{
    struct game_list l = {.games = req->server->games};
    struct bm_games_cursor before;
    int64_t mine = 0, most = LISTED;
    char word[16];
    unsigned stage = UINT_MAX;
    if (!bm_api_query_int(req, "mine", 0, 1, &mine) || !read_cursor(req, &before) ||
        !bm_api_query_int(req, "most", 1, MOST_LISTED, &most))
        return;
    l.identity = mine ? &req->identity : NULL;
    if (bm_query_get(bm_request_query(req->request), "stage", word, sizeof word)) {
        stage = 0;
        while (stage <= BM_MATCH_OVER &&
               strcmp(bm_stage_word((enum bm_match_stage)stage), word) != 0)
            stage++;
        if (stage > BM_MATCH_OVER) {
            bm_api_reply_problem(req, 400, "bad_parameter", "",
                                 "stage should be waiting, playing, paused, adjourned or over");
            return;
        }
    }
    bm_buf_text(&l.out, "{\"games\":[");
    const enum bm_store_status status =
        bm_store_games(req->server->store, mine ? req->identity.id : NULL, stage, before,
                       (unsigned)most, list_one, &l);
    if (status && status != BM_STORE_MISSING) {
        bm_buf_free(&l.out);
        bm_api_reply_store_problem(req, status);
        return;
    }
    bm_buf_text(&l.out, "],\"before\":");
    if (l.some) {
        bm_buf_char(&l.out, '"');
        bm_json_int(&l.out, l.last.changed);
        bm_buf_char(&l.out, '-');
        bm_json_int(&l.out, l.last.rowid);
        bm_buf_char(&l.out, '"');
    } else
        bm_buf_text(&l.out, "null");
    bm_buf_char(&l.out, '}');
    bm_api_reply_json(req, 200, &l.out);
}

/* ---- Out ---- */

/* A game that is being written in a worker. */
struct export
{
    struct bm_game *game;         /* a copy */
    const struct bm_rules *rules; /* held for it */
    struct bm_write_options how;
    bm_status status;
    struct bm_error err;
    struct bm_buf out;
};

static void drop_export(void *state)
{
    struct export *const x = state;
    bm_game_destroy(x->game);
    bm_rules_release(x->rules);
    bm_buf_free(&x->out);
    free(x);
}

static void write_export(const struct bm_api_request *req, void *state)
{
    struct export *const x = state;
    (void)req;
    x->status = bm_game_write(x->game, &x->how, bm_buf_sink, &x->out, &x->err);
}

static void reply_export(struct bm_api_request *req, void *state)
{
    struct export *const x = state;
    if (x->status == BM_ENOMEM || x->out.failed)
        bm_api_reply_no_memory(req);
    else if (x->status)
        bm_api_reply_code(req, BM_CODE_BAD_FORMAT, x->err.what);
    else
        bm_api_reply_text(req, 200,
                          x->how.format == BM_FORMAT_JSON || x->how.format == BM_FORMAT_JKF
                              ? "application/json"
                          : x->how.format == BM_FORMAT_PGN
                              ? "application/x-chess-pgn; charset=utf-8"
                              : "text/plain; charset=utf-8",
                          "", x->out.s ? x->out.s : "", x->out.len);
    drop_export(x);
}

static void export_now(void *user, const struct bm_room_reply *v)
{
    static const struct bm_request_work part = {
        .work = write_export, .done = reply_export, .drop = drop_export, .cost = 20};
    struct bm_api_request *const req = user;
    char word[16] = "json";
    if (v->code) {
        bm_api_reply_code(req, v->code, v->detail);
        return;
    }
    (void)bm_query_get(bm_request_query(req->request), "format", word, sizeof word);
    const struct bm_write_options how = {.format = bm_format_find(word, strlen(word)),
                                         .encoding = BM_ENCODING_UTF8};
    if (how.format == BM_FORMAT_COUNT || how.format == BM_FORMAT_AUTO) {
        bm_api_reply_code(req, BM_CODE_BAD_FORMAT, "there is no such format");
        return;
    }
    const struct bm_game *const game = bm_match_game(bm_room_state(v->room)->match);
    struct export *const x = calloc(1, sizeof *x);
    if (!x || bm_game_create(&x->game, bm_game_rules(game), NULL) ||
        bm_game_copy(x->game, game)) {
        if (x)
            drop_export(x);
        bm_api_reply_no_memory(req);
        return;
    }
    bm_api_charge_plies(req, bm_game_rules(game), bm_game_nodes(game));
    x->rules = bm_rules_hold(bm_game_rules(game));
    x->how = how;
    bm_api_run_in_worker(req, &part, x);
}

void bm_game_export(struct bm_api_request *req)
{
    struct bm_room *const r = bm_game_room(req);
    if (r)
        bm_room_when_stored(r, export_now, req);
}

/* ---- In ---- */

/* The first thing that is wrong with a record: half of a game is not what was sent. */
static void note_defect(void *user, const struct bm_report *report)
{
    struct bm_error *const err = user;
    if (report->severity == BM_SAY_DEFECT && !err->what[0])
        snprintf(err->what, sizeof err->what, "line %llu, column %u: %s",
                 (unsigned long long)report->line, (unsigned)report->column, report->what);
}

/* A record that is being read in a worker. */
struct import {
    const char *record;           /* of the body */
    const struct bm_rules *rules; /* held; NULL: as in the record */
    enum bm_format format;
    enum bm_code code;
    struct bm_error err;
    struct bm_game *game;
    struct bm_buf text; /* as it is kept */
};

static void drop_import(void *state)
{
    struct import *const i = state;
    bm_game_destroy(i->game);
    bm_rules_release(i->rules);
    bm_buf_free(&i->text);
    free(i);
}

/* In a worker. */
static void read_record(const struct bm_api_request *req, void *state)
{
    struct import *const i = state;
    const struct bm_read_options how = {.format = i->format,
                                        .encoding = BM_ENCODING_UTF8,
                                        .rules = i->rules,
                                        .flags = BM_READ_LENIENT,
                                        .report = note_defect,
                                        .user = &i->err,
                                        .limits = {.nodes = MOST_PLIES, .depth = 100}};
    const struct bm_write_options kept = {.format = BM_FORMAT_JSON};
    (void)req;
    bm_status status = bm_game_create(&i->game, i->rules ? i->rules : bm_rules_chess(), NULL);
    if (!status)
        status = bm_game_read(i->game, &how, i->record, strlen(i->record), &i->err);
    if (status || i->err.what[0])
        i->code = status == BM_ENOMEM ? BM_CODE_NO_MEMORY : BM_CODE_BAD_RECORD;
    else if (bm_game_write(i->game, &kept, bm_buf_sink, &i->text, NULL) != BM_OK)
        i->code = BM_CODE_BAD_RECORD;
}

/* The name of the rules that a record was read by, if games of them can be made here. */
static bool name_rules(struct bm_api_request *req, const struct bm_game *game)
{
    if (json_object_get(req->body, "variant"))
        return true;
    const char *const name = bm_rules_info(bm_game_rules(game))->name;
    return bm_variant_find(name, strlen(name)) &&
           !json_object_set_new(req->body, "variant", json_string(name));
}

/* A game of a record that was read. */
static void open_import(struct bm_api_request *req, void *state)
{
    struct import *const i = state;
    struct bm_game_config config = {.of = ""};
    char tokens[2][BM_TOKEN_TEXT];
    if (i->game)
        bm_api_charge_plies(req, bm_game_rules(i->game), bm_game_nodes(i->game));
    if (!i->code && !name_rules(req, i->game))
        i->code = BM_CODE_BAD_VARIANT;
    if (!i->code)
        i->code = bm_game_config_read(&config, req->server->games, &req->identity, req->body,
                                      tokens, &i->err);
    if (!i->code && !(config.record = bm_buf_take(&i->text))) {
        i->code = BM_CODE_NO_MEMORY;
        bm_game_config_fini(&config);
    }
    if (i->code) {
        bm_api_reply_code(req, i->code, i->err.what);
        drop_import(i);
        return;
    }
    drop_import(i);
    if (!json_object_get(req->body, "seats")) { /* to be looked at */
        config.seat[0] = config.seat[1] = (struct bm_game_seat){.kind = BM_GAME_SEAT_NONE};
        config.listed = false;
    }
    bm_game_open(req, &config, tokens);
}

void bm_game_import(struct bm_api_request *req)
{
    static const struct bm_request_work part = {
        .work = read_record, .done = open_import, .drop = drop_import, .cost = 100};
    const char *record = NULL, *format = "auto", *variant = NULL;
    if (bm_game_manager_is_over_quota(req->server->games, &req->identity)) {
        bm_api_reply_code(req, BM_CODE_TOO_MANY_GAMES, NULL);
        return;
    }
    if (!bm_api_body_string(req, "record", &record) ||
        !bm_api_body_string(req, "format", &format) ||
        !bm_api_body_string(req, "variant", &variant))
        return;
    const struct bm_rules *const rules =
        variant ? bm_variant_store_rules(req->server->variants, variant) : NULL;
    const enum bm_format as = bm_format_find(format, strlen(format));
    struct import *const i = calloc(1, sizeof *i);
    const enum bm_code code = !i                      ? BM_CODE_NO_MEMORY
                              : !record               ? BM_CODE_BAD_RECORD
                              : variant && !rules     ? BM_CODE_BAD_VARIANT
                              : as == BM_FORMAT_COUNT ? BM_CODE_BAD_FORMAT
                                                      : BM_CODE_OK;
    if (code) {
        bm_rules_release(rules);
        free(i);
        bm_api_reply_code(req, code, NULL);
        return;
    }
    i->record = record;
    i->rules = rules;
    i->format = as;
    bm_api_run_in_worker(req, &part, i);
}
