/* SPDX-License-Identifier: MIT */

/* The document of the API, written from the tables of routes. */
#include <stdlib.h>

#include "banmen/version.h"
#include "base/json.h"
#include "server/http/openapi.h"
#include "server/http/routes.h"

static void quote_text(struct bm_buf *out, const char *s) { bm_json_quote(out, s, strlen(s)); }

/* A key, with a comma before it unless it is the first of its object. */
static void put_key(struct bm_buf *out, const char *key)
{
    if (out->len != 0 && out->s && out->s[out->len - 1] != '{')
        bm_buf_char(out, ',');
    quote_text(out, key);
    bm_buf_char(out, ':');
}

static void put_parameter(struct bm_buf *out, const char *name, size_t len, bool in_path)
{
    if (out->s && out->s[out->len - 1] != '[')
        bm_buf_char(out, ',');
    bm_buf_text(out, "{\"name\":");
    bm_json_quote(out, name, len);
    bm_buf_text(out, in_path ? ",\"in\":\"path\",\"required\":true" : ",\"in\":\"query\"");
    bm_buf_text(out, ",\"schema\":{\"type\":\"string\"}}");
}

static void put_parameters(struct bm_buf *out, const struct bm_route *r)
{
    put_key(out, "parameters");
    bm_buf_char(out, '[');
    for (const char *p = r->path; (p = strchr(p, '{')); p++)
        put_parameter(out, p + 1, strcspn(p + 1, "}"), true);
    for (const char *q = r->query; q && *q; q += strspn(q, " ")) {
        const size_t len = strcspn(q, " ");
        put_parameter(out, q, len, false);
        q += len;
    }
    bm_buf_char(out, ']');
}

/* The description of an answer with a status: the codes that a problem may have. */
static void put_answer(struct bm_buf *out, unsigned status, const char *codes,
                       const char *content)
{
    char key[8] = {(char)('0' + status / 100), (char)('0' + status / 10 % 10),
                   (char)('0' + status % 10), '\0'};
    put_key(out, key);
    bm_buf_text(out, "{\"description\":");
    quote_text(out, codes);
    if (status >= 400)
        bm_buf_text(out, ",\"content\":{\"application/problem+json\":{\"schema\":{\"$ref\":"
                         "\"#/components/schemas/problem\"}}}");
    if (content) {
        bm_buf_text(out, ",\"content\":");
        bm_buf_text(out, content);
    }
    bm_buf_char(out, '}');
}

/* Errors that any route may have, by its flags. */
static const struct usual {
    unsigned flags; /* one of these, or 0: always */
    unsigned status;
    const char *code;
    bool scoped; /* only where a token needs a scope */
} usual[] = {
    {0, 401, "bad_token", false},
    {0, 403, "banned", false},
    {0, 421, "wrong_host", false},
    {0, 429, "too_many", false},
    {0, 503, "no_memory", false},
    {BM_ROUTE_ACCOUNT, 401, "account_needed", false},
    {BM_ROUTE_WRITES, 403, "bad_origin", false},
    {0, 403, "scope_needed", true},
    {BM_ROUTE_WRITES, 503, "read_only", false},
    {BM_ROUTE_BODY, 400, "bad_json", false},
    {BM_ROUTE_BODY | BM_ROUTE_TEXT, 413, "too_large", false},
    {BM_ROUTE_BODY, 415, "not_json", false},
};

/* The codes that a route may answer with a status, by commas. */
static void find_codes(struct bm_buf *out, const struct bm_route *r, unsigned status)
{
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (usual[i].status == status && (!usual[i].flags || usual[i].flags & r->flags) &&
            (!usual[i].scoped || r->scope)) {
            bm_buf_text(out, out->len ? ", " : "");
            bm_buf_text(out, usual[i].code);
        }
    for (const char *p = r->errors; p && *p;) {
        char *end;
        const unsigned long found = strtoul(p, &end, 10);
        end += strspn(end, " ");
        const size_t len = strcspn(end, ",");
        if (found == status) {
            bm_buf_text(out, out->len ? ", " : "");
            bm_buf_bytes(out, end, len);
        }
        p = end + len + strspn(end + len, ", ");
    }
}

static const char *const methods[] = {"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", ""};

/* Schemas of what a route answers, by content type; NULL: nothing is. */
static const char *find_content(const struct bm_route *r)
{
    for (const struct bm_openapi_answer *a = bm_openapi_answers; a->path; a++)
        if (strcmp(a->path, r->path) == 0 && strcmp(a->method, methods[r->method]) == 0)
            return a->content;
    return NULL;
}

static void put_answers(struct bm_buf *out, const struct bm_route *r)
{
    put_key(out, "responses");
    bm_buf_char(out, '{');
    put_answer(out, r->status ? r->status : 200, "done", find_content(r));
    for (unsigned status = 400; status < 600; status++) {
        struct bm_buf codes = {0};
        find_codes(&codes, r, status);
        bm_buf_char(&codes, '\0');
        if (!codes.failed && codes.s[0] != '\0')
            put_answer(out, status, codes.s, NULL);
        bm_buf_free(&codes);
    }
    bm_buf_char(out, '}');
}

static void put_route(struct bm_buf *out, const struct bm_route *r)
{
    static const char *const names[] = {"get", "head", "post", "put", "delete", "options", ""};
    put_key(out, names[r->method]);
    bm_buf_char(out, '{');
    put_key(out, "summary");
    quote_text(out, r->summary ? r->summary : "");
    put_parameters(out, r);
    if (r->flags & (BM_ROUTE_BODY | BM_ROUTE_TEXT)) {
        put_key(out, "requestBody");
        bm_buf_text(out, r->flags & BM_ROUTE_BODY
                             ? "{\"content\":{\"application/json\":{\"schema\":"
                             : "{\"content\":{\"text/plain\":{\"schema\":");
        bm_buf_text(out, r->body ? r->body : "{}");
        bm_buf_text(out, "}}}");
    }
    put_answers(out, r);
    if (r->scope) {
        put_key(out, "security");
        bm_buf_text(out, "[{\"cookie\":[]},{\"token\":[");
        quote_text(out, r->scope);
        bm_buf_text(out, "]}]");
    }
    bm_buf_char(out, '}');
}

static bool is_listed(const struct bm_route *r) { return !(r->flags & BM_ROUTE_HIDDEN); }

/* Whether a route before this one has the same path: then it was put with that one. */
static bool is_put(const struct bm_route *r)
{
    for (const struct bm_route *const *table = bm_routes_all(); *table; table++)
        for (const struct bm_route *x = *table; x->path; x++) {
            if (x == r)
                return false;
            if (is_listed(x) && strcmp(x->path, r->path) == 0)
                return true;
        }
    return false;
}

void bm_openapi_write(struct bm_buf *out)
{
    bm_buf_text(out, "{\"openapi\":\"3.1.0\",\"info\":{\"title\":\"banmen\",\"version\":");
    quote_text(out, bm_version());
    bm_buf_text(out,
                "},\"components\":{\"securitySchemes\":{\"cookie\":{\"type\":\"apiKey\",\"in\":"
                "\"cookie\",\"name\":\"bm_session\"},\"token\":{\"type\":\"http\",\"scheme\":"
                "\"bearer\"}},\"schemas\":{\"problem\":{\"type\":\"object\",\"required\":["
                "\"status\",\"code\",\"title\",\"detail\"],\"properties\":{\"type\":{\"type\":"
                "\"string\"},\"title\":{\"type\":\"string\"},\"status\":{\"type\":\"integer\"},"
                "\"code\":{\"type\":\"string\"},\"detail\":{\"type\":\"string\"}}},");
    bm_buf_text(out, bm_openapi_schemas);
    bm_buf_text(out, "}},\"paths\":{");
    for (const struct bm_route *const *table = bm_routes_all(); *table; table++)
        for (const struct bm_route *r = *table; r->path; r++) {
            if (!is_listed(r) || is_put(r))
                continue;
            put_key(out, r->path);
            bm_buf_char(out, '{');
            for (const struct bm_route *const *t = bm_routes_all(); *t; t++)
                for (const struct bm_route *x = *t; x->path; x++)
                    if (is_listed(x) && strcmp(x->path, r->path) == 0)
                        put_route(out, x);
            bm_buf_char(out, '}');
        }
    bm_buf_text(out, "}}\n");
}
