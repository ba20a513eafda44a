/* SPDX-License-Identifier: MIT */

/*
 * perft_runner FILE NODES: count the leaves of every position of a .perft file, to every depth
 * whose stated number is at most NODES.
 *
 *     variant shogi
 *     id start
 *     epd lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1
 *     perft 1 30
 *     perft 2 900
 */

#include "banmen/notation.h"
#include "tap.h"

struct run {
    const struct bm_rules *rules;
    struct bm_ctx *ctx;
    char id[512];
    uint64_t budget;
    bool loaded;
};

/* The text after `word` and a blank, or NULL. */
static const char *after(const char *line, const char *word)
{
    const size_t len = strlen(word);
    return !strncmp(line, word, len) && line[len] == ' ' ? line + len + 1 : NULL;
}

static void set_variant(struct run *r, const char *name)
{
    bm_ctx_destroy(r->ctx);
    r->ctx = NULL;
    r->rules = bm_rules_find(name, strlen(name));
    if (!r->rules || bm_ctx_create(&r->ctx, r->rules, 64))
        tap_bail("no such variant");
}

static void load(struct run *r, const char *text)
{
    struct bm_setup setup;
    struct bm_error err = {.what = ""};
    r->loaded = r->ctx && !bm_position_parse(&setup, r->rules, text, strlen(text), 0, &err) &&
                !bm_ctx_sync(r->ctx, &setup, NULL, &err);
    if (!r->loaded)
        ok_named(false, "%s: %s: column %" PRIu32 ": %s", r->id, text, err.column, err.what);
}

static void count(struct run *r, const char *args)
{
    char *end;
    const unsigned depth = (unsigned)strtoul(args, &end, 10);
    const uint64_t want = strtoull(end, NULL, 10);
    if (!r->loaded || want > r->budget)
        return;
    const uint64_t key = bm_ctx_key(r->ctx);
    const uint64_t got = bm_ctx_perft(r->ctx, depth);
    ok_named(got == want, "%s: perft %u is %" PRIu64 ", should be %" PRIu64, r->id, depth, got,
             want);
    if (bm_ctx_key(r->ctx) != key)
        ok_named(false, "%s: counting changed the position", r->id);
}

int main(int argc, char **argv)
{
    if (argc != 3)
        tap_bail("usage: perft_runner FILE NODES");
    FILE *const f = fopen(argv[1], "r");
    if (!f)
        tap_bail("cannot open the file");

    struct run r = {.budget = strtoull(argv[2], NULL, 10)};
    const uint64_t cap = tap_env_u64("BANMEN_TEST_NODES", r.budget);
    r.budget = cap < r.budget ? cap : r.budget;

    char line[512];
    unsigned rows = 0;
    while (fgets(line, sizeof line, f)) {
        line[strcspn(line, "\r\n")] = '\0';
        const char *rest;
        if (!*line || *line == '#')
            continue;
        if ((rest = after(line, "variant")))
            set_variant(&r, rest);
        else if ((rest = after(line, "id")))
            snprintf(r.id, sizeof r.id, "%s", rest);
        else if ((rest = after(line, "epd")))
            load(&r, rest), rows++;
        else if ((rest = after(line, "perft")))
            count(&r, rest);
        else
            ok_named(false, "not a line of a .perft file: %s", line);
    }
    fclose(f);
    bm_ctx_destroy(r.ctx);
    ok_named(rows > 0, "%u positions", rows);
    return tap_done();
}
