/* SPDX-License-Identifier: MIT */
#include "server/analysis/engine_list.h"

#include <stdlib.h>

#include "banmen/variant.h"
#include "engine/engine.h"
#include "engine/registry.h"
#include "server/game/game_manager.h"
#include "server/http/routes.h"

enum { PLACES = 2, OWN = 1 /* of one address */ };

/* What is known of an engine of the list. */
struct listed_engine {
    bool asked, failed;
    bool *plays; /* by number in the library */
};

struct bm_engines {
    struct bm_server *server;
    struct bm_registry list;
    struct listed_engine *entries; /* as the list has them */
    unsigned games;                /* of the library */
    size_t current;                /* which is being asked for its games */
    struct bm_engine *asked;
    struct bm_fair *places;
};

/* ---- Asking what they play ---- */

static void ask_next(struct bm_engines *e);

static void ask_following(struct bm_engines *e)
{
    e->entries[e->current].asked = true;
    bm_engine_destroy(e->asked);
    e->asked = NULL;
    e->current++;
    ask_next(e);
}

static void on_asked_ready(void *user)
{
    struct bm_engines *const e = user;
    struct listed_engine *const entry = &e->entries[e->current];
    for (unsigned i = 0; i < e->games; i++)
        entry->plays[i] = bm_engine_plays(e->asked, bm_variant_at(i)->name);
    ask_following(e);
}

static void on_asked_failed(void *user, enum bm_engine_trouble trouble, const char *detail)
{
    struct bm_engines *const e = user;
    (void)detail;
    e->entries[e->current].failed = true;
    bm_server_log("error", "engine", ",\"engine\":\"%s\",\"why\":\"%s\"",
                  e->list.engines[e->current].name, bm_engine_trouble_word(trouble));
    ask_following(e);
}

static void ask_next(struct bm_engines *e)
{
    static const struct bm_engine_events events = {.ready = on_asked_ready,
                                                   .failed = on_asked_failed};
    while (e->current < e->list.count && e->list.engines[e->current].variants_count != 0)
        e->current++; /* the list has them */
    if (e->current < e->list.count &&
        bm_engine_create(&e->asked, &e->server->loop, &e->list.engines[e->current], NULL,
                         &events, e) != BM_OK)
        e->asked = NULL; /* what they play is found out when they do */
}

/* ---- The list ---- */

static bm_status read_list(struct bm_engines *e, struct bm_error *err)
{
    const char *const path = e->server->options.engines;
    const bm_status status = bm_registry_open(&e->list, path, false, err);
    if (status)
        return status;
    if (e->list.count == 0)
        return bm_spec_fail(err, BM_EINVAL,
                            "%s: there are no engines in it; banmen engine add writes it",
                            path);
    e->entries = calloc(e->list.count, sizeof *e->entries);
    if (!e->entries)
        return bm_spec_fail(err, BM_ENOMEM, "out of memory");
    for (size_t i = 0; i < e->list.count; i++) {
        struct bm_error why = {.what = ""};
        struct bm_engine_spec *const spec = &e->list.engines[i];
        e->entries[i].plays = calloc(e->games, sizeof *e->entries[i].plays);
        if (!e->entries[i].plays)
            return bm_spec_fail(err, BM_ENOMEM, "out of memory");
        if (bm_spec_locate(spec, &why))
            return bm_spec_fail(err, BM_EINVAL, "%s: %s: %s", path, spec->name, why.what);
    }
    return BM_OK;
}

bm_status bm_engines_create(struct bm_engines **out, struct bm_server *s, struct bm_error *err)
{
    struct bm_engines *const e = calloc(1, sizeof *e);
    *out = e;
    if (!e)
        return bm_spec_fail(err, BM_ENOMEM, "out of memory");
    e->server = s;
    while (bm_variant_at(e->games))
        e->games++;
    if (bm_fair_create(&e->places,
                       &(struct bm_fair_limits){.places = PLACES, .per_owner = OWN})) {
        bm_engines_destroy(e);
        *out = NULL;
        return bm_spec_fail(err, BM_ENOMEM, "out of memory");
    }
    const bm_status status = s->options.engines ? read_list(e, err) : BM_OK;
    if (status) {
        bm_engines_destroy(e);
        *out = NULL;
        return status;
    }
    ask_next(e);
    return BM_OK;
}

void bm_engines_destroy(struct bm_engines *e)
{
    if (!e)
        return;
    bm_engine_destroy(e->asked);
    for (size_t i = 0; e->entries && i < e->list.count; i++)
        free(e->entries[i].plays);
    free(e->entries);
    bm_registry_close(&e->list);
    bm_fair_destroy(e->places);
    free(e);
}

const char *bm_engines_name(const struct bm_engines *e, size_t at)
{
    return at < e->list.count ? e->list.engines[at].name : NULL;
}

const struct bm_engine_spec *bm_engines_find(const struct bm_engines *e, const char *name)
{
    return e ? bm_registry_find(&e->list, name) : NULL;
}

static bool plays_variant(const struct bm_engines *e, size_t i, const char *game)
{
    const struct bm_engine_spec *const spec = &e->list.engines[i];
    for (size_t k = 0; k < spec->variants_count; k++)
        if (strcmp(spec->variants[k], game) == 0)
            return true;
    for (unsigned k = 0; k < e->games; k++)
        if (e->entries[i].plays[k] && strcmp(bm_variant_at(k)->name, game) == 0)
            return true;
    return false;
}

bool bm_engines_plays(const struct bm_engines *e, const struct bm_engine_spec *spec,
                      const struct bm_rules *rules)
{
    const size_t i = (size_t)(spec - e->list.engines);
    const bool known = spec->variants_count != 0 || e->entries[i].asked;
    return !known || plays_variant(e, i, bm_rules_info(rules)->name);
}

/* ---- Places ---- */

struct bm_fair *bm_engines_places(const struct bm_engines *e) { return e->places; }

static void begin_now(struct bm_ticket *t) { (void)t; }

bool bm_engines_take(struct bm_engines *e, struct bm_ticket *t, const char *address)
{
    if (bm_fair_take(e->places, t, address, 1, begin_now) != BM_FAIR_TAKEN)
        return false;
    if (t->state != BM_TICKET_WORKS)
        bm_fair_leave(t);
    return t->state == BM_TICKET_WORKS;
}

unsigned bm_engines_count(const struct bm_engines *e) { return bm_fair_working(e->places); }

unsigned bm_engines_waiting(const struct bm_engines *e) { return bm_fair_waiting(e->places); }

/* ---- Showing ---- */

static void show_engines(struct bm_api_request *req)
{
    const struct bm_engines *const e = req->server->engines;
    struct bm_buf out = {0};
    bm_buf_text(&out, "{\"engines\":[");
    for (size_t i = 0; i < e->list.count; i++) {
        const char *comma = "";
        bm_api_put_text(&out, i ? ",{\"name\":" : "{\"name\":", e->list.engines[i].name);
        bm_buf_text(&out, ",\"variants\":[");
        for (unsigned k = 0; k < e->games; k++) {
            const char *const name = bm_variant_at(k)->name;
            if (!plays_variant(e, i, name))
                continue;
            bm_api_put_text(&out, comma, name);
            comma = ",";
        }
        bm_buf_text(&out, e->entries[i].failed ? "],\"works\":false}" : "],\"works\":true}");
    }
    bm_buf_text(&out, "]}\n");
    bm_api_reply_json(req, 200, &out);
}

const struct bm_route bm_routes_engines[] = {
    {.path = "/api/v1/engines",
     .run = show_engines,
     .scope = "read",
     .summary = "the engines that can be played with on this server, and which games each "
                "plays"},
    {0}};
