/* SPDX-License-Identifier: MIT */
/* How a game is to be, from the body of a request; and the tokens of seats. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

#include "banmen/notation.h"
#include "banmen/search.h"
#include "banmen/shuffle.h"
#include "banmen/variant.h"
#include "base/str.h"
#include "server/analysis/engine_list.h"
#include "server/game/room_internal.h"
#include "server/variants/variant_store.h"

struct config_reader {
    struct bm_game_manager *games;
    struct bm_game_config *config;
    const struct bm_identity *identity;
    const json_t *body;
    char (*tokens)[BM_TOKEN_TEXT];
    struct bm_error *err;
};

static enum bm_code fail_config(struct config_reader *r, enum bm_code code, const char *what)
{
    snprintf(r->err->what, sizeof r->err->what, "%s", what);
    return code;
}

/* A text that may be there. False: it is something else. */
static bool text_at(const json_t *o, const char *name, const char **out)
{
    const json_t *const v = json_object_get(o, name);
    if (v && (!json_is_string(v) || strlen(json_string_value(v)) != json_string_length(v)))
        return false;
    if (v)
        *out = json_string_value(v);
    return true;
}

static bool bool_at(const json_t *o, const char *name, bool *out)
{
    const json_t *const v = json_object_get(o, name);
    if (v && json_is_boolean(v))
        *out = json_is_true(v);
    return !v || json_is_boolean(v);
}

/* ---- Tokens ---- */

static void hash_of(unsigned char out[32], const char *token)
{
    (void)crypto_generichash(out, 32, (const unsigned char *)token, strlen(token), NULL, 0);
}

static void lock_seat(struct bm_game_seat *c, char token[BM_TOKEN_TEXT])
{
    unsigned char bytes[16];
    randombytes_buf(bytes, sizeof bytes);
    (void)sodium_bin2base64(token, BM_TOKEN_TEXT, bytes, sizeof bytes,
                            sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    hash_of(c->lock, token);
    c->locked = true;
}

bool bm_game_seat_accepts_token(const struct bm_game_seat *c, const char *token)
{
    unsigned char hash[32];
    hash_of(hash, token);
    return c->locked && sodium_memcmp(hash, c->lock, sizeof hash) == 0;
}

/* ---- Seats ---- */

void bm_game_seat_assign(struct bm_game_seat *c, const struct bm_identity *identity)
{
    c->kind = BM_GAME_SEAT_PERSON;
    snprintf(c->person, sizeof c->person, "%s", identity->id);
    snprintf(c->name, sizeof c->name, "%s", identity->name);
}

static enum bm_code read_engine(struct config_reader *r, struct bm_game_seat *c,
                                const json_t *o)
{
    const struct bm_engines *const engines = r->games->server->engines;
    const char *name = "";
    if (!text_at(o, "engine", &name))
        return fail_config(r, BM_CODE_BAD_ENGINE, "\"engine\" should be the name of an engine");
    const struct bm_engine_spec *const spec = bm_engines_find(engines, name);
    if (!spec)
        return fail_config(r, BM_CODE_BAD_ENGINE, bm_code_text(BM_CODE_BAD_ENGINE, BM_EN));
    if (!bm_engines_plays(engines, spec, r->config->rules))
        return fail_config(r, BM_CODE_BAD_ENGINE, "this engine does not play this game");
    if (bm_game_manager_has_engine_game(r->games, r->identity))
        return fail_config(r, BM_CODE_ENGINES_BUSY, bm_code_text(BM_CODE_ENGINES_BUSY, BM_EN));
    c->kind = BM_GAME_SEAT_ENGINE;
    snprintf(c->name, sizeof c->name, "%s", spec->name);
    return BM_CODE_OK;
}

static enum bm_code read_seat(struct config_reader *r, unsigned side, const json_t *o)
{
    struct bm_game_seat *const c = &r->config->seat[side];
    const char *kind = "";
    const json_t *const level = json_object_get(o, "level");
    if (!json_is_object(o) || !text_at(o, "kind", &kind))
        return fail_config(r, BM_CODE_BAD_SEATS,
                           "each seat should be an object with a \"kind\"");
    if (strcmp(kind, "me") == 0) {
        bm_game_seat_assign(c, r->identity);
    } else if (strcmp(kind, "open") == 0) {
        c->kind = BM_GAME_SEAT_OPEN;
    } else if (strcmp(kind, "link") == 0) {
        c->kind = BM_GAME_SEAT_LINK;
        lock_seat(c, r->tokens[side]);
    } else if (strcmp(kind, "level") == 0) {
        const json_int_t n = json_integer_value(level);
        c->kind = BM_GAME_SEAT_LEVEL;
        c->level = n >= 1 && n <= BM_LEVELS ? (unsigned)n : 0;
        if (!c->level)
            return fail_config(r, BM_CODE_BAD_SEATS,
                               "\"level\" should be a number from 1 to 8");
        if (bm_game_manager_is_bot_queue_full(r->games, r->identity->place))
            return fail_config(r, BM_CODE_LEVELS_BUSY,
                               bm_code_text(BM_CODE_LEVELS_BUSY, BM_EN));
        snprintf(c->name, sizeof c->name, "%s", bm_level_name(c->level));
    } else if (strcmp(kind, "engine") == 0) {
        return read_engine(r, c, o);
    } else {
        return fail_config(r, BM_CODE_BAD_SEATS,
                           "\"kind\" of a seat should be me, open, link, level or engine");
    }
    return BM_CODE_OK;
}

static bool is_mine(const struct bm_game_config *config, unsigned side)
{
    return config->seat[side].kind == BM_GAME_SEAT_PERSON;
}

static void swap_sides(struct config_reader *r)
{
    const struct bm_game_seat seat = r->config->seat[0];
    char token[BM_TOKEN_TEXT];
    r->config->seat[0] = r->config->seat[1];
    r->config->seat[1] = seat;
    memcpy(token, r->tokens[0], sizeof token);
    memcpy(r->tokens[0], r->tokens[1], sizeof token);
    memcpy(r->tokens[1], token, sizeof token);
}

static enum bm_code read_seats(struct config_reader *r)
{
    const json_t *const seats = json_object_get(r->body, "seats");
    struct bm_game_config *const config = r->config;
    const char *side = NULL;
    enum bm_code code = BM_CODE_OK;
    unsigned want = 0;
    if (!seats) {
        bm_game_seat_assign(&config->seat[0], r->identity);
        config->seat[1].kind = BM_GAME_SEAT_OPEN;
    } else if (json_array_size(seats) != 2) {
        return fail_config(r, BM_CODE_BAD_SEATS, "\"seats\" should be an array of two");
    }
    for (unsigned i = 0; seats && i < 2 && !code; i++)
        code = read_seat(r, i, json_array_get(seats, i));
    if (code)
        return code;
    if (bm_game_seat_is_program(&config->seat[0]) && bm_game_seat_is_program(&config->seat[1]))
        return fail_config(r, BM_CODE_BAD_SEATS, "one of the seats should be for a person");
    for (unsigned i = 0; i < 2; i++) /* so that it counts towards a person's games */
        if (config->seat[i].kind == BM_GAME_SEAT_ENGINE && !is_mine(config, !i))
            return fail_config(r, BM_CODE_BAD_SEATS,
                               "who plays with an engine takes the other seat");
    if (!text_at(r->body, "side", &side) ||
        (side && strcmp(side, "random") != 0 && !bm_side_find(side, &want)))
        return fail_config(r, BM_CODE_BAD_SEATS, "\"side\" should be first, second or random");
    /* "side" is the creator's; a config with both seats or none of them the creator's stays
     * as it is. */
    if (side && strcmp(side, "random") == 0)
        want = randombytes_uniform(2);
    if (side && is_mine(config, 0) != is_mine(config, 1) && !is_mine(config, want))
        swap_sides(r);
    return BM_CODE_OK;
}

/* ---- Rules, start, clock ---- */

/* All that is wrong with a board. */
static enum bm_code fail_defects(struct config_reader *r, bm_defects defects)
{
    struct bm_str s;
    bm_str_init(&s, r->err->what, sizeof r->err->what);
    for (; defects; defects &= defects - 1) {
        bm_str_text(&s, s.len ? "; " : "");
        bm_str_text(&s, bm_defect_text(defects & (~defects + 1u), BM_EN));
    }
    (void)bm_str_end(&s);
    return BM_CODE_BAD_POSITION;
}

static bool keep_start(struct bm_game_config *config, const struct bm_setup *setup)
{
    char text[BM_POSITION_TEXT];
    const size_t len = bm_position_format(setup, config->rules, 0, text, sizeof text);
    config->start = malloc(len + 1);
    if (config->start)
        memcpy(config->start, text, len + 1);
    return config->start;
}

static enum bm_code read_start(struct config_reader *r)
{
    struct bm_game_config *const config = r->config;
    struct bm_setup setup;
    char lot[40];
    const char *start = NULL;
    bm_defects defects = 0;
    const json_t *const number = json_object_get(r->body, "start");
    if (json_is_integer(number) && json_integer_value(number) >= 0) {
        snprintf(lot, sizeof lot, "shuffle:%" JSON_INTEGER_FORMAT, json_integer_value(number));
        start = lot;
    } else if (!text_at(r->body, "start", &start)) {
        return fail_config(r, BM_CODE_BAD_POSITION,
                           "\"start\" should be a text, or the number of a shuffled start");
    }
    if (!start)
        return BM_CODE_OK; /* of a shuffled game: drawn when it begins */
    if (strcmp(start, "shuffle") == 0 && bm_setup_shuffles(config->rules) != 0)
        return BM_CODE_OK;
    if (bm_position_parse(&setup, config->rules, start, strlen(start), 0, r->err))
        return BM_CODE_BAD_POSITION;
    defects = bm_setup_check(&setup, config->rules) & (bm_defects)BM_DEFECTS_HARD;
    if (defects)
        return fail_defects(r, defects);
    if (!keep_start(config, &setup))
        return fail_config(r, BM_CODE_NO_MEMORY, bm_code_text(BM_CODE_NO_MEMORY, BM_EN));
    return BM_CODE_OK;
}

bool bm_game_config_draw_start(struct bm_game_config *config)
{
    struct bm_setup setup;
    uint64_t seed, number;
    randombytes_buf(&seed, sizeof seed);
    return config->start || config->record ||
           !bm_setup_draw(&setup, config->rules, seed, &number) || keep_start(config, &setup);
}

enum bm_code bm_game_config_prepare(struct bm_game_config *config, struct bm_error *err)
{
    return bm_game_config_draw_start(config) ? bm_game_config_build(config, err)
                                             : BM_CODE_NO_MEMORY;
}

bool bm_game_config_is_quick(const struct bm_game_config *config)
{
    return !config->record && !strchr(config->variant, '@');
}

/* What the rules are known by: those of the library may change from a release to the next. */
static void put_version(struct bm_game_config *config)
{
    const struct bm_variant *const v =
        bm_variant_find(config->variant, strlen(config->variant));
    const char *const at = strchr(config->variant, '@');
    unsigned char hash[crypto_generichash_BYTES];
    if (v) {
        (void)crypto_generichash(hash, sizeof hash, (const unsigned char *)v->text, v->len,
                                 NULL, 0);
        (void)sodium_bin2hex(config->version, 17, hash, 8);
    } else {
        snprintf(config->version, sizeof config->version, "%.16s", at ? at + 1 : "");
    }
}

static enum bm_code read_rest(struct config_reader *r)
{
    struct bm_game_config *const config = r->config;
    const char *variant = "chess", *clock = "none";
    bool takebacks = true;
    if (!text_at(r->body, "variant", &variant))
        return fail_config(r, BM_CODE_BAD_VARIANT, "\"variant\" should be a text");
    config->rules = bm_variant_store_rules(r->games->server->variants, variant);
    if (!config->rules)
        return fail_config(r, BM_CODE_BAD_VARIANT, bm_code_text(BM_CODE_BAD_VARIANT, BM_EN));
    snprintf(config->variant, sizeof config->variant, "%s", variant);
    put_version(config);
    if (!text_at(r->body, "clock", &clock))
        return fail_config(r, BM_CODE_BAD_CLOCK, "\"clock\" should be a text such as \"5m+3\"");
    if (bm_times_parse(&config->times, clock, strlen(clock), r->err))
        return BM_CODE_BAD_CLOCK;
    if (!bool_at(r->body, "listed", &config->listed) ||
        !bool_at(r->body, "takebacks", &takebacks))
        return fail_config(r, BM_CODE_BAD_VALUE,
                           "\"listed\" and \"takebacks\" should be true or false");
    config->no_takebacks = !takebacks;
    enum bm_code code = read_start(r);
    if (!code)
        code = read_seats(r);
    /* A game with a seat behind a link is private. */
    if (!json_object_get(r->body, "listed"))
        config->listed = !config->seat[0].locked && !config->seat[1].locked;
    return code;
}

enum bm_code bm_game_config_read(struct bm_game_config *out, struct bm_game_manager *games,
                                 const struct bm_identity *identity, const json_t *body,
                                 char tokens[2][BM_TOKEN_TEXT], struct bm_error *err)
{
    struct config_reader r = {.games = games,
                              .config = out,
                              .identity = identity,
                              .body = body,
                              .tokens = tokens,
                              .err = err};
    *out = (struct bm_game_config){.listed = true};
    snprintf(out->place, sizeof out->place, "%s", identity->place);
    tokens[0][0] = tokens[1][0] = '\0';
    err->what[0] = '\0';
    const enum bm_code code = read_rest(&r);
    if (code)
        bm_game_config_fini(out);
    return code;
}
