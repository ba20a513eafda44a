/* SPDX-License-Identifier: MIT */
/*
 * Any lines as what a client says and as events of a stored game: a message is read whole or
 * not at all; an event is done or changes nothing, and what is written of it can be read and
 * done again, to the same effect.
 */
#include "banmen/variant.h"
#include "fuzz.h"
#include "server/game/game_state.h"
#include "server/variants/variant_store.h"

/* The variant store without a database: the games of the library. */
const struct bm_rules *bm_variant_store_rules(struct bm_variant_store *variants,
                                              const char *name)
{
    const struct bm_rules *rules = NULL;
    (void)variants;
    return bm_rules_open(&rules, name, strlen(name)) == BM_OK ? rules : NULL;
}

static void check_message(const json_t *json)
{
    struct bm_client_message message;
    char why[160] = "";
    if (!bm_client_message_parse(&message, json, why, sizeof why)) {
        REQUIRE(why[0] != '\0');
        return;
    }
    REQUIRE(message.kind < BM_CLIENT_MESSAGE_COUNT && message.side <= BM_ANY_SIDE);
    REQUIRE(message.kind != BM_CLIENT_MOVE || (message.move && message.ply >= 0));
    REQUIRE(message.kind != BM_CLIENT_CHAT || message.text);
}

/* Read an event, do it, and write it. False: it cannot be done. */
static bool perform(struct bm_game_state *s, const char *kind, const json_t *body,
                    struct bm_buf *out)
{
    struct bm_game_config config = {.of = ""};
    struct bm_game_event event;
    const uint64_t seq = s->seq;
    const int64_t time = s->time;
    const bool done = bm_game_event_read(&event, &config, s, NULL, kind, body) &&
                      bm_game_state_apply(s, &event, NULL) == BM_CODE_OK;
    REQUIRE(s->seq == seq + done);
    REQUIRE(s->time >= time);
    if (done)
        bm_game_event_write(out, s, &event);
    bm_game_config_fini(&config);
    return done;
}

static void check_event(struct bm_game_state *s, struct bm_game_state *twin, const char *kind,
                        const json_t *body)
{
    struct bm_buf out = {0}, again = {0};
    if (perform(s, kind, body, &out)) {
        json_t *const written = json_loadb(out.s, out.len, JSON_REJECT_DUPLICATES, NULL);
        REQUIRE(written != NULL);
        REQUIRE(perform(twin, kind, written, &again));
        REQUIRE(out.len == again.len && memcmp(out.s, again.s, out.len) == 0);
        json_decref(written);
    }
    bm_buf_free(&out);
    bm_buf_free(&again);
}

/* A line is an object: a message, and as an event {"k":KIND, ...}. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bm_game_state state = {.seq = 0}, twin = {.seq = 0};
    const char *at = (const char *)data, *const end = at + size;
    for (unsigned lines = 0; at < end && lines < 50; lines++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop ? stop : end;
        json_t *const json = json_loadb(at, (size_t)(stop - at), JSON_REJECT_DUPLICATES, NULL);
        const char *const kind = json_string_value(json_object_get(json, "k"));
        if (json_is_object(json)) {
            check_message(json);
            if (kind)
                check_event(&state, &twin, kind, json);
        }
        json_decref(json);
        at = stop + 1;
    }
    bm_game_state_fini(&state);
    bm_game_state_fini(&twin);
    return 0;
}
