/* SPDX-License-Identifier: MIT */

/* From the text of a registry to engines. */

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "engine/registry.h"

enum { DEPTH = 64, FORMAT = 1 };

struct registry_reader {
    struct bm_jscan j;
    const char *text;
    struct bm_buf word; /* the last text that was read, with NUL */
    struct bm_error *err;
    char nest[DEPTH];
};

__attribute__((format(printf, 3, 4))) static bm_status refuse(struct registry_reader *r,
                                                              const char *at,
                                                              const char *format, ...)
{
    char what[sizeof r->err->what];
    va_list ap;
    va_start(ap, format);
    vsnprintf(what, sizeof what, format, ap);
    va_end(ap);
    (void)bm_spec_fail(r->err, BM_ESYNTAX, "%s", what);
    if (r->err) {
        const char *start = r->text;
        r->err->line = 1;
        for (const char *s = r->text; s < at; s++) {
            if (*s == '\n') {
                r->err->line++;
                start = s + 1;
            }
        }
        r->err->column = (uint32_t)(at - start) + 1;
    }
    return BM_ESYNTAX;
}

static bm_status registry_no_memory(struct registry_reader *r)
{
    return bm_spec_fail(r->err, BM_ENOMEM, "%s", bm_status_text(BM_ENOMEM));
}

/* Where the last token begins; strings are without their quotes. */
static const char *begin_of(const struct registry_reader *r, enum bm_json_token token)
{
    return r->j.s - (token == BM_JSON_STRING || token == BM_JSON_KEY);
}

/* The next token. */
static bm_status next_token(struct registry_reader *r, enum bm_json_token *token)
{
    *token = bm_jscan_next(&r->j);
    if (*token == BM_JSON_BAD)
        return refuse(r, r->j.at, "%s", r->j.what);
    if (*token == BM_JSON_CUT)
        return refuse(r, r->j.at, "the file ends here, inside a value");
    return BM_OK;
}

/* The token must open an object or an array. */
static bm_status expect_token(struct registry_reader *r, enum bm_json_token token,
                              enum bm_json_token want, const char *what)
{
    return token == want ? BM_OK : refuse(r, begin_of(r, token), "%s", what);
}

/* The last token, a text, a number or a truth value, as r->word. */
static bm_status take_token_text(struct registry_reader *r, enum bm_json_token token)
{
    r->word.len = 0;
    if (token == BM_JSON_STRING || token == BM_JSON_KEY)
        bm_jscan_text(&r->j, &r->word);
    else
        bm_buf_bytes(&r->word, r->j.s, r->j.len);
    const size_t len = r->word.len;
    bm_buf_char(&r->word, '\0');
    if (r->word.failed)
        return registry_no_memory(r);
    if (memchr(r->word.s, '\0', len))
        return refuse(r, begin_of(r, token), "a text may not hold a NUL (\\u0000)");
    return BM_OK;
}

/* A text, as r->word. */
static bm_status take_text(struct registry_reader *r, enum bm_json_token token)
{
    const bm_status status =
        expect_token(r, token, BM_JSON_STRING, "a text in quotes is expected here");
    return status ? status : take_token_text(r, token);
}

static bm_status read_text(struct registry_reader *r, enum bm_json_token token, char **out)
{
    const bm_status status = take_text(r, token);
    return !status && bm_spec_set(out, r->word.s) ? registry_no_memory(r) : status;
}

static bm_status read_texts(struct registry_reader *r, enum bm_json_token token,
                            struct bm_engine_spec *spec,
                            bm_status (*add)(struct bm_engine_spec *spec, const char *text))
{
    bm_status status = expect_token(r, token, BM_JSON_ARRAY,
                                    "a list of texts is expected here: [\"...\", \"...\"]");
    while (!status && !(status = next_token(r, &token)) && token != BM_JSON_CLOSE) {
        status = take_text(r, token);
        if (!status && add(spec, r->word.s))
            status = registry_no_memory(r);
    }
    return status;
}

static bm_status read_engine_name(struct registry_reader *r, enum bm_json_token token,
                                  struct bm_engine_spec *spec)
{
    return read_text(r, token, &spec->name);
}

static bm_status read_command(struct registry_reader *r, enum bm_json_token token,
                              struct bm_engine_spec *spec)
{
    const char *const at = begin_of(r, token);
    const bm_status status = read_text(r, token, &spec->command);
    if (!status && *spec->command == '\0')
        return refuse(r, at, "the command is empty: it is the path of a program");
    return status;
}

static bm_status read_args(struct registry_reader *r, enum bm_json_token token,
                           struct bm_engine_spec *spec)
{
    return read_texts(r, token, spec, bm_spec_add_arg);
}

static bm_status read_dir(struct registry_reader *r, enum bm_json_token token,
                          struct bm_engine_spec *spec)
{
    return read_text(r, token, &spec->dir);
}

static bm_status read_protocol(struct registry_reader *r, enum bm_json_token token,
                               struct bm_engine_spec *spec)
{
    static const char *const names[] = {"auto", "uci", "usi"};
    for (unsigned i = 0; token == BM_JSON_STRING && i < 3; i++) {
        if (bm_jscan_is(&r->j, names[i])) {
            spec->proto = (enum bm_spec_proto)i;
            return BM_OK;
        }
    }
    return refuse(r, begin_of(r, token), "a protocol is \"uci\", \"usi\" or \"auto\"");
}

static bm_status read_variants(struct registry_reader *r, enum bm_json_token token,
                               struct bm_engine_spec *spec)
{
    return read_texts(r, token, spec, bm_spec_add_variant);
}

static bm_status read_option(struct registry_reader *r, struct bm_engine_spec *spec)
{
    const char *const at = r->j.s - 1;
    const size_t count = spec->options_count;
    enum bm_json_token token;
    char *name = NULL;
    bm_status status = take_token_text(r, BM_JSON_KEY);
    if (!status && bm_spec_set(&name, r->word.s))
        status = registry_no_memory(r);
    if (!status)
        status = next_token(r, &token);
    if (!status && (token == BM_JSON_OBJECT || token == BM_JSON_ARRAY || token == BM_JSON_NULL))
        status = refuse(r, r->j.s, "the value of an option is a text, a number, true or false");
    if (!status)
        status = take_token_text(r, token);
    if (!status) {
        const bm_status set = bm_spec_set_option(spec, name, r->word.s);
        if (set == BM_EINVAL)
            status = refuse(r, at, "an option has a name and is one line");
        else if (set)
            status = registry_no_memory(r);
        else if (spec->options_count == count)
            status = refuse(r, at, "the option '%.60s' is there twice", name);
    }
    free(name);
    return status;
}

static bm_status read_engine_options(struct registry_reader *r, enum bm_json_token token,
                                     struct bm_engine_spec *spec)
{
    bm_status status =
        expect_token(r, token, BM_JSON_OBJECT, "options are an object: {\"NAME\": \"VALUE\"}");
    while (!status && !(status = next_token(r, &token)) && token != BM_JSON_CLOSE)
        status = read_option(r, spec);
    return status;
}

static bm_status read_deadlines(struct registry_reader *r, enum bm_json_token token,
                                struct bm_engine_spec *spec)
{
    bm_status status =
        expect_token(r, token, BM_JSON_OBJECT, "deadlines are an object: {\"ready\": 20000}");
    while (!status && !(status = next_token(r, &token)) && token != BM_JSON_CLOSE) {
        int64_t *const field = bm_spec_deadline(spec, r->j.s, r->j.len);
        if (!field)
            return refuse(r, r->j.s - 1,
                          "a deadline is handshake, ready, move, stop or quit, not '%.*s'",
                          r->j.len > 60 ? 60 : (int)r->j.len, r->j.s);
        status = next_token(r, &token);
        int64_t ms;
        if (!status && (token != BM_JSON_NUMBER || !bm_jscan_int(&r->j, &ms) || ms < 1 ||
                        ms > BM_MAX_DEADLINE))
            status = refuse(r, begin_of(r, token), "a deadline is from 1 to %d milliseconds",
                            BM_MAX_DEADLINE);
        if (!status)
            *field = ms;
    }
    return status;
}

/* What is not known here may be to a newer version: keep the member as it is written. */
static bm_status keep_unknown_member(struct registry_reader *r, struct bm_buf *more)
{
    const char *const key = r->j.s - 1;
    const size_t key_len = r->j.len + 2;
    enum bm_json_token token;
    bm_status status = next_token(r, &token);
    const char *const value = begin_of(r, token);
    if (!status && !bm_jscan_skip(&r->j, token))
        status = next_token(r, &token); /* says why */
    if (status)
        return status;
    if (more->len)
        bm_buf_text(more, ", ");
    bm_buf_bytes(more, key, key_len);
    bm_buf_text(more, ": ");
    bm_buf_bytes(more, value, (size_t)(r->j.at - value));
    return more->failed ? registry_no_memory(r) : BM_OK;
}

/* Take over what was kept. */
static bm_status set_more(struct registry_reader *r, struct bm_buf *more, char **out)
{
    if (more->len == 0)
        return BM_OK;
    bm_buf_char(more, '\0');
    return more->failed || bm_spec_set(out, more->s) ? registry_no_memory(r) : BM_OK;
}

static const struct {
    const char *key;
    bm_status (*read)(struct registry_reader *r, enum bm_json_token token,
                      struct bm_engine_spec *spec);
} members[] = {
    {"name", read_engine_name},  {"command", read_command},
    {"args", read_args},         {"dir", read_dir},
    {"protocol", read_protocol}, {"options", read_engine_options},
    {"variants", read_variants}, {"deadlines", read_deadlines},
};
enum { MEMBERS = sizeof members / sizeof *members };

/* One member of an engine; the last token is its key. */
static bm_status read_member(struct registry_reader *r, struct bm_engine_spec *spec,
                             unsigned *seen, struct bm_buf *more)
{
    for (unsigned i = 0; i < MEMBERS; i++) {
        enum bm_json_token token;
        if (!bm_jscan_is(&r->j, members[i].key))
            continue;
        if (*seen >> i & 1)
            return refuse(r, r->j.s - 1, "'%s' is there twice", members[i].key);
        *seen |= 1u << i;
        const bm_status status = next_token(r, &token);
        return status ? status : members[i].read(r, token, spec);
    }
    return keep_unknown_member(r, more);
}

static bm_status read_registry_engine(struct registry_reader *r, enum bm_json_token token,
                                      struct bm_registry *registry)
{
    struct bm_engine_spec spec;
    struct bm_buf more = {0};
    unsigned seen = 0;
    const char *const at = begin_of(r, token);
    bm_spec_init(&spec);
    bm_status status = expect_token(
        r, token, BM_JSON_OBJECT, "an engine is an object: {\"name\": ..., \"command\": ...}");
    while (!status && !(status = next_token(r, &token)) && token != BM_JSON_CLOSE)
        status = read_member(r, &spec, &seen, &more);
    if (!status)
        status = set_more(r, &more, &spec.more);
    for (unsigned i = 0; !status && i < 2; i++) {
        if (!(seen >> i & 1))
            status = refuse(r, at, "this engine has no '%s'", members[i].key);
    }
    if (!status) {
        struct bm_error err;
        status = bm_registry_add(registry, &spec, &err);
        if (status)
            status =
                status == BM_ENOMEM ? registry_no_memory(r) : refuse(r, at, "%s", err.what);
    }
    bm_buf_free(&more);
    bm_spec_fini(&spec);
    return status;
}

static bm_status read_engines(struct registry_reader *r, struct bm_registry *registry)
{
    enum bm_json_token token;
    bm_status status = next_token(r, &token);
    if (!status)
        status = expect_token(r, token, BM_JSON_ARRAY, "engines are a list: [{...}, {...}]");
    while (!status && !(status = next_token(r, &token)) && token != BM_JSON_CLOSE)
        status = read_registry_engine(r, token, registry);
    return status;
}

static bm_status read_format(struct registry_reader *r)
{
    enum bm_json_token token;
    int64_t v;
    const bm_status status = next_token(r, &token);
    if (status)
        return status;
    if (token != BM_JSON_NUMBER || !bm_jscan_int(&r->j, &v) || v < 1)
        return refuse(r, begin_of(r, token), "the format is a number: %d", FORMAT);
    if (v > FORMAT)
        return refuse(r, r->j.s, "this is of a newer banmen, which must be used to change it");
    return BM_OK;
}

static bm_status read_registry(struct registry_reader *r, struct bm_registry *registry,
                               struct bm_buf *more)
{
    enum bm_json_token token;
    bool format = false, engines = false;
    bm_status status = next_token(r, &token);
    if (!status)
        status =
            expect_token(r, token, BM_JSON_OBJECT,
                         "a list of engines is an object: {\"format\": 1, \"engines\": []}");
    while (!status && !(status = next_token(r, &token)) && token != BM_JSON_CLOSE) {
        const bool is_format = bm_jscan_is(&r->j, "format");
        const bool is_engines = bm_jscan_is(&r->j, "engines");
        if ((is_format && format) || (is_engines && engines))
            return refuse(r, r->j.s - 1, "'%s' is there twice",
                          is_format ? "format" : "engines");
        format |= is_format;
        engines |= is_engines;
        status = is_format    ? read_format(r)
                 : is_engines ? read_engines(r, registry)
                              : keep_unknown_member(r, more);
    }
    return status;
}

static const char *behind_blanks(const char *s, const char *end)
{
    while (s < end && (*s == ' ' || *s == '\n' || *s == '\r' || *s == '\t'))
        s++;
    return s;
}

bm_status bm_registry_parse(struct bm_registry *registry, const char *s, size_t len,
                            struct bm_error *err)
{
    const char *const end = s + len;
    struct registry_reader r = {.text = s, .err = err};
    struct bm_buf more = {0};
    if (behind_blanks(s, end) == end)
        return BM_OK;
    bm_jscan_init(&r.j, s, end, r.nest, DEPTH);
    bm_status status = read_registry(&r, registry, &more);
    if (!status && behind_blanks(r.j.at, end) < end)
        status = refuse(&r, behind_blanks(r.j.at, end), "nothing may follow the last }");
    if (!status)
        status = set_more(&r, &more, &registry->more);
    bm_buf_free(&r.word);
    bm_buf_free(&more);
    return status;
}
