/* SPDX-License-Identifier: MIT */

/*
 * variant_perft FILE NODES [VARIANT]: count the leaves of every position of a table, to every
 * depth whose stated number is at most NODES; rows above that are named and passed over. One
 * line of TAP per position. Columns are separated by tabs:
 *
 *     variant  fen  depth  nodes  chess960  source
 *
 * Rows of one position stand together. All positions are FEN with hands in brackets, also those
 * of games that write SFEN. Chess and shogi are counted twice: by their own kernels, and by the
 * one that plays any variant.
 */

#include "banmen/notation.h"
#include "banmen/variant.h"
#include "rules/bind.h"
#include "tap.h"

enum { COLUMNS = 6, DEPTHS = 16 };

struct row {
    char *variant, *fen, *depth, *nodes, *chess960;
};

struct run {
    const struct bm_rules
        *rules[2]; /* as it is opened; by the generic kernel if that differs */
    struct bm_ctx *ctx[2];
    char variant[64], fen[1024];
    bool chess960, loaded[2];
    uint64_t budget;
    unsigned depths, skipped;
    unsigned depth[DEPTHS];
    uint64_t nodes[DEPTHS];
};

static void keep(char *to, size_t cap, const char *text)
{
    const size_t len = strlen(text) + 1;
    if (len > cap)
        tap_bail("a column is too long");
    memcpy(to, text, len);
}

static void close_variant(struct run *r)
{
    for (unsigned i = 0; i < 2; i++) {
        bm_ctx_destroy(r->ctx[i]);
        bm_rules_release(r->rules[i]);
        r->ctx[i] = NULL;
        r->rules[i] = NULL;
    }
}

static void open_variant(struct run *r)
{
    const size_t len = strlen(r->variant);
    const bool is_chess = !strcmp(r->variant, "chess");
    const char *const name = is_chess && r->chess960 ? "chess960" : r->variant;
    const struct bm_variant *const page = bm_variant_find(r->variant, len);
    close_variant(r);
    if (!bm_rules_open(&r->rules[0], name, strlen(name)) &&
        bm_ctx_create(&r->ctx[0], r->rules[0], 64))
        tap_bail("no memory");
    if (page && (is_chess || !strcmp(name, "shogi")) &&
        !bm_rules_load_as(&r->rules[1], page->text, page->len, NULL, NULL, true) &&
        bm_ctx_create(&r->ctx[1], r->rules[1], 64))
        tap_bail("no memory");
    if (!r->rules[0] || (is_chess && !r->rules[1]))
        ok_named(false, "%s cannot be opened", name);
}

/* FEN with a hand in brackets as SFEN: the same letters, but the sides are named otherwise. */
static void to_sfen(const char *fen, char *out, size_t cap)
{
    const size_t board = strcspn(fen, "[ ");
    const char *hand = fen[board] == '[' ? fen + board + 1 : "";
    const char *const side = strchr(fen, ' ');
    size_t n = (size_t)snprintf(out, cap, "%.*s %c ", (int)board, fen,
                                side && side[1] == 'b' ? 'w' : 'b');
    const size_t begin = n;
    while (*hand && *hand != ']' && *hand != '-') {
        size_t same = 1;
        while (hand[same] == *hand)
            same++;
        if (same > 1)
            n += (size_t)snprintf(out + n, cap - n, "%zu", same);
        n += (size_t)snprintf(out + n, cap - n, "%c", *hand);
        hand += same;
    }
    snprintf(out + n, cap - n, n == begin ? "- 1" : " 1");
}

static void load(struct run *r, unsigned i)
{
    struct bm_setup setup;
    struct bm_error err = {.what = ""};
    char text[1024];
    r->loaded[i] = false;
    if (!r->ctx[i])
        return;
    if (bm_rules_info(r->rules[i])->dialect == BM_DIALECT_USI)
        to_sfen(r->fen, text, sizeof text);
    else
        keep(text, sizeof text, r->fen);
    r->loaded[i] = !bm_position_parse(&setup, r->rules[i], text, strlen(text), 0, &err) &&
                   !bm_ctx_sync(r->ctx[i], &setup, NULL, &err);
    /* Shogi's own kernel knows how many pieces a set has; the other one does not mind. */
    if (!r->loaded[i] && i == 0 && r->ctx[1] && strstr(err.what, "than the set has"))
        printf("# not by its own kernel: %s: %s\n", r->variant, err.what);
    else if (!r->loaded[i])
        ok_named(false, "%s: %s: column %" PRIu32 ": %s", r->variant, text, err.column,
                 err.what);
}

/* Count what was gathered of one position, and say so in one line. */
static void count(struct run *r, unsigned i)
{
    char wrong[512] = "";
    size_t n = 0;
    load(r, i);
    if (!r->loaded[i] || r->depths == 0)
        return;
    const uint64_t key = bm_ctx_key(r->ctx[i]);
    for (unsigned d = 0; d < r->depths && n < sizeof wrong; d++) {
        const uint64_t got = bm_ctx_perft(r->ctx[i], r->depth[d]);
        if (got != r->nodes[d])
            n += (size_t)snprintf(wrong + n, sizeof wrong - n,
                                  "; perft %u is %" PRIu64 ", should be %" PRIu64, r->depth[d],
                                  got, r->nodes[d]);
    }
    if (bm_ctx_key(r->ctx[i]) != key && n < sizeof wrong)
        n += (size_t)snprintf(wrong + n, sizeof wrong - n, "; counting changed the position");
    ok_named(n == 0, "%s%s: %s: %u depths%s", r->variant, i ? " (generic)" : "", r->fen,
             r->depths, wrong);
}

static void finish(struct run *r)
{
    for (unsigned i = 0; i < 2; i++)
        if (r->ctx[i] && *r->fen)
            count(r, i);
    r->depths = 0;
}

static void add(struct run *r, const struct row *row)
{
    const bool chess960 = !strcmp(row->chess960, "yes");
    const bool other = strcmp(row->variant, r->variant) || chess960 != r->chess960;
    if (other || strcmp(row->fen, r->fen))
        finish(r);
    keep(r->fen, sizeof r->fen, row->fen);
    if (other) {
        keep(r->variant, sizeof r->variant, row->variant);
        r->chess960 = chess960;
        open_variant(r);
    }
    const uint64_t nodes = strtoull(row->nodes, NULL, 10);
    if (nodes > r->budget) {
        r->skipped++;
        printf("# left out: %s: %s: perft %s, %s leaves\n", row->variant, row->fen, row->depth,
               row->nodes);
    } else if (r->depths < DEPTHS) {
        r->depth[r->depths] = (unsigned)strtoul(row->depth, NULL, 10);
        r->nodes[r->depths++] = nodes;
    }
}

/* Split a line at its tabs; false if it is no row. */
static bool split(char *line, struct row *row)
{
    char *column[COLUMNS] = {0};
    unsigned n = 0;
    line[strcspn(line, "\r\n")] = '\0';
    if (!*line || *line == '#' || !strncmp(line, "variant\t", 8))
        return false;
    for (char *at = line; at && n < COLUMNS; n++) {
        column[n] = at;
        at = strchr(at, '\t');
        if (at)
            *at++ = '\0';
    }
    if (n < 5)
        tap_bail("a row has less than five columns");
    *row = (struct row){column[0], column[1], column[2], column[3], column[4]};
    return true;
}

int main(int argc, char **argv)
{
    if (argc < 3)
        tap_bail("usage: variant_perft FILE NODES [VARIANT]");
    FILE *const f = fopen(argv[1], "r");
    if (!f)
        tap_bail("cannot open the file");
    struct run r = {.budget = strtoull(argv[2], NULL, 10)};
    const uint64_t cap = tap_env_u64("BANMEN_TEST_NODES", r.budget);
    r.budget = cap < r.budget ? cap : r.budget;

    char line[2048];
    unsigned rows = 0;
    struct row row;
    while (fgets(line, sizeof line, f)) {
        if (!split(line, &row) || (argc > 3 && strcmp(row.variant, argv[3])))
            continue;
        add(&r, &row);
        rows++;
    }
    finish(&r);
    close_variant(&r);
    fclose(f);
    ok_named(rows > 0, "%u rows, %u of them left out", rows, r.skipped);
    return tap_done();
}
