/* SPDX-License-Identifier: MIT */
#include "server/ws/messages.h"

#include <stdio.h>

enum { LONGEST_ID = 40, DEPTH = 16, MOST_VALUES = 100 };

static const struct {
    const char *word;
    unsigned status;
    const char *text[2];
} codes[BM_CODE_COUNT] = {
#define X(name, word, status, en, ja) [BM_CODE_##name] = {word, status, {en, ja}},
    BM_CODE_MAP(X)
#undef X
};

/* Those of a match have its sentences. */
static const enum bm_code refused[BM_REFUSAL_COUNT] = {
    [BM_REFUSAL_OVER] = BM_CODE_GAME_OVER,
    [BM_REFUSAL_NOT_STARTED] = BM_CODE_NOT_STARTED,
    [BM_REFUSAL_STARTED] = BM_CODE_STARTED,
    [BM_REFUSAL_PAUSED] = BM_CODE_PAUSED,
    [BM_REFUSAL_NOT_PAUSED] = BM_CODE_NOT_PAUSED,
    [BM_REFUSAL_NOT_YOUR_TURN] = BM_CODE_NOT_YOUR_TURN,
    [BM_REFUSAL_ILLEGAL] = BM_CODE_ILLEGAL_MOVE,
    [BM_REFUSAL_NO_OFFER] = BM_CODE_NO_OFFER,
    [BM_REFUSAL_OFFERED] = BM_CODE_OFFERED,
    [BM_REFUSAL_TOO_SOON] = BM_CODE_TOO_SOON,
    [BM_REFUSAL_NO_CLAIM] = BM_CODE_NO_CLAIM,
    [BM_REFUSAL_NO_DECLARATION] = BM_CODE_NO_DECLARATION,
    [BM_REFUSAL_NO_TAKEBACKS] = BM_CODE_NO_TAKEBACKS,
    [BM_REFUSAL_NO_MOVES] = BM_CODE_NO_MOVES,
    [BM_REFUSAL_NOTHING_TO_REDO] = BM_CODE_NO_MOVES,
    [BM_REFUSAL_NEEDS_CONSENT] = BM_CODE_NEEDS_CONSENT,
    [BM_REFUSAL_NO_CLOCK] = BM_CODE_NO_CLOCK,
    [BM_REFUSAL_NOT_FALLEN] = BM_CODE_BAD_VALUE,
    [BM_REFUSAL_TOO_LATE_TO_ABORT] = BM_CODE_TOO_LATE_TO_ABORT,
    [BM_REFUSAL_BAD_VALUE] = BM_CODE_BAD_VALUE,
    [BM_REFUSAL_NO_MEMORY] = BM_CODE_NO_MEMORY,
};

enum bm_code bm_code_of(enum bm_refusal refusal) { return refused[refusal]; }
const char *bm_code_word(enum bm_code code) { return codes[code].word; }
unsigned bm_code_status(enum bm_code code) { return codes[code].status; }

const char *bm_code_text(enum bm_code code, enum bm_lang lang)
{
    if (*codes[code].text[lang])
        return codes[code].text[lang];
    unsigned r = 0;
    while (r + 1 < BM_REFUSAL_COUNT && refused[r] != code)
        r++;
    return bm_refusal_text((enum bm_refusal)r, lang);
}

static const struct {
    const char *word, *members;
} client_messages[BM_CLIENT_MESSAGE_COUNT] = {
#define X(name, word, members) [BM_CLIENT_##name] = {word, members},
    BM_CLIENT_MESSAGE_MAP(X)
#undef X
};
static const char *const server_words[BM_SERVER_MESSAGE_COUNT] = {
#define X(name, word, members) [BM_SERVER_##name] = word,
    BM_SERVER_MESSAGE_MAP(X)
#undef X
};

enum bm_client_message_kind bm_client_message_find(const char *word)
{
    unsigned kind = 0;
    while (kind < BM_CLIENT_MESSAGE_COUNT && strcmp(client_messages[kind].word, word) != 0)
        kind++;
    return (enum bm_client_message_kind)kind;
}

bool bm_side_find(const char *word, unsigned *side)
{
    const bool second = strcmp(word, "second") == 0;
    if (!second && strcmp(word, "first") != 0)
        return false;
    *side = second;
    return true;
}

/* ---- Reading ---- */

static bool is_deeper(const json_t *v, unsigned depth)
{
    if (!json_is_object(v) && !json_is_array(v))
        return false;
    if (depth == 0)
        return true;
    const char *key;
    json_t *member;
    size_t i;
    json_object_foreach((json_t *)(uintptr_t)v, key,
                        member) if (is_deeper(member, depth - 1)) return true;
    json_array_foreach(v, i, member) if (is_deeper(member, depth - 1)) return true;
    return false;
}

/* Whether a value is nested deeper than anything that makes sense here. */
static bool is_deep_value(const json_t *v) { return is_deeper(v, DEPTH); }

json_t *bm_message_load(const char *text, size_t len, const char **why)
{
    static json_error_t err; /* for its text */
    unsigned depth;
    if (bm_json_count(text, len, &depth) > MOST_VALUES || depth > DEPTH) {
        *why = "a message has at most 100 values, no deeper than 16";
        return NULL;
    }
    json_t *const message = json_loadb(text, len, JSON_REJECT_DUPLICATES, &err);
    if (json_is_object(message))
        return message;
    *why = message ? "not an object" : err.text;
    json_decref(message);
    return NULL;
}

/* Where the members of a message go. */
static bool read_member(struct bm_client_message *out, const char *name, const char *type,
                        const json_t *v)
{
    const char *const text = json_string_value(v);
    if (strcmp(type, "text") == 0) {
        if (!text || strlen(text) != json_string_length(v)) /* no NUL inside */
            return false;
        *(strcmp(name, "m") == 0      ? &out->move
          : strcmp(name, "text") == 0 ? &out->text
          : strcmp(name, "k") == 0    ? &out->edit
          : strcmp(name, "path") == 0 ? &out->path
                                      : &out->token) = text;
        return true;
    }
    if (strcmp(type, "side") == 0)
        return text && bm_side_find(text, &out->side);
    if (strcmp(type, "bool") == 0) {
        out->has_yes = true;
        out->yes = json_is_true(v);
        return json_is_boolean(v);
    }
    *(strcmp(name, "ply") == 0      ? &out->ply
      : strcmp(name, "plies") == 0  ? &out->plies
      : strcmp(name, "ms") == 0     ? &out->ms
      : strcmp(name, "follow") == 0 ? &out->follow
                                    : &out->seq) = json_integer_value(v);
    return json_is_integer(v) && json_integer_value(v) >= 0;
}

bool bm_client_message_read(struct bm_client_message *out, enum bm_client_message_kind kind,
                            const json_t *object, char *why, size_t cap)
{
    *out = (struct bm_client_message){
        .kind = kind, .side = BM_ANY_SIDE, .seq = -1, .round_trip_ms = -1};
    for (const char *at = client_messages[kind].members; *at;) {
        char name[16], type[8];
        int used = 0;
        const bool needed = *at == '!';
        if (sscanf(at + needed, "%15[^:]:%7s%n", name, type, &used) != 2)
            break;
        at += needed + used;
        at += *at == ' ';
        const json_t *const v = json_object_get(object, name);
        if (!v && !needed)
            continue;
        if (!v || !read_member(out, name, type, v)) {
            snprintf(why, cap,
                     v ? "\"%s\" should be of type %s" : "\"%s\" of type %s is missing", name,
                     type);
            return false;
        }
    }
    return true;
}

bool bm_client_message_parse(struct bm_client_message *out, const json_t *message, char *why,
                             size_t cap)
{
    const json_t *const id = json_object_get(message, "id");
    const char *const word = json_string_value(json_object_get(message, "t"));
    *out = (struct bm_client_message){.kind = BM_CLIENT_MESSAGE_COUNT, .seq = -1};
    if (is_deep_value(message)) {
        snprintf(why, cap, "a message is no deeper than %d", DEPTH);
        return false;
    }
    if (id && (!json_is_string(id) || json_string_length(id) > LONGEST_ID)) {
        snprintf(why, cap, "\"id\" should be a text of at most %d bytes", LONGEST_ID);
        return false;
    }
    out->id = json_string_value(id);
    const enum bm_client_message_kind kind =
        word ? bm_client_message_find(word) : BM_CLIENT_MESSAGE_COUNT;
    if (kind == BM_CLIENT_MESSAGE_COUNT) {
        snprintf(why, cap, "\"t\" should be the kind of the message, such as \"move\"");
        return false;
    }
    const bool fine = bm_client_message_read(out, kind, message, why, cap);
    out->id = json_string_value(id);
    return fine;
}

/* ---- Writing ---- */

void bm_message_text(struct bm_buf *out, const char *name, const char *text)
{
    bm_buf_char(out, ',');
    bm_json_quote(out, name, strlen(name));
    bm_buf_char(out, ':');
    bm_json_quote(out, text, strlen(text));
}

void bm_message_number(struct bm_buf *out, const char *name, int64_t v)
{
    bm_buf_char(out, ',');
    bm_json_quote(out, name, strlen(name));
    bm_buf_char(out, ':');
    bm_json_int(out, v);
}

void bm_message_side(struct bm_buf *out, unsigned side)
{
    bm_buf_text(out, side == BM_FIRST    ? "\"first\""
                     : side == BM_SECOND ? "\"second\""
                                         : "null");
}

void bm_server_message_begin(struct bm_buf *out, enum bm_server_message_kind kind,
                             const char *id)
{
    bm_buf_text(out, "{\"t\":\"");
    bm_buf_text(out, server_words[kind]);
    bm_buf_char(out, '"');
    if (id)
        bm_message_text(out, "id", id);
}

void bm_server_message_ack(struct bm_buf *out, const char *id, uint64_t seq)
{
    bm_server_message_begin(out, BM_SERVER_ACK, id);
    bm_message_number(out, "seq", (int64_t)seq);
    bm_buf_char(out, '}');
}

void bm_server_message_nak(struct bm_buf *out, const char *id, enum bm_code code,
                           const char *detail)
{
    bm_server_message_begin(out, BM_SERVER_NAK, id);
    bm_message_text(out, "code", codes[code].word);
    bm_message_text(out, "detail", detail);
    bm_buf_char(out, '}');
}

void bm_server_message_pong(struct bm_buf *out, const char *id)
{
    bm_server_message_begin(out, BM_SERVER_PONG, id);
    bm_buf_char(out, '}');
}

void bm_server_message_bye(struct bm_buf *out, int64_t retry_ms)
{
    bm_server_message_begin(out, BM_SERVER_BYE, NULL);
    bm_message_number(out, "retry_ms", retry_ms);
    bm_buf_char(out, '}');
}
