/* SPDX-License-Identifier: MIT */
/*
 * A list of the games of a file, read in pieces of any number of games. Of each game a row of
 * texts is told, and the keys of its positions are kept, so that a position is looked up in all
 * games at once: four bytes a ply. Two positions in some ten million share a key.
 */
#include "wasm/openings.h"
#include "wasm/study.h"

#ifdef __wasm__
#    define IMPORT(name) __attribute__((import_module("env"), import_name(name)))
#else
#    define IMPORT(name)
#endif

/* Put up to `cap` bytes of the file at `at`: how many there were, 0 at the end, -1: it cannot
 * be read. */
IMPORT("read") int bm_web_read_file(char *at, unsigned cap);

enum { OPENING = 8 /* plies in a row */, REPORTS = 1000, TABLES = 4 };

/* What is kept of a game. */
struct game_entry {
    const struct bm_rules *rules; /* held */
    uint32_t first, count;        /* its keys */
    uint8_t result;
};

struct bm_web_collection {
    struct bm_reader *reader; /* NULL: games are added one by one */
    struct bm_game *game;
    struct bm_ctx *ctx; /* follows the main line */
    unsigned plies;     /* that fit into it */
    struct game_entry *games;
    size_t game_count, game_cap;
    uint32_t *keys;
    size_t key_count, key_cap;
    struct bm_buf reports;
    unsigned report_count;
    const struct bm_opening_table *tables[TABLES]; /* of the caller, by which games are named */
};

struct bm_web_collection *BM_WEB(bm_web_list_create)(const struct bm_rules *rules, int reads);
void BM_WEB(bm_web_list_free)(struct bm_web_collection *c);
int BM_WEB(bm_web_list_name_by)(struct bm_web_collection *c, const struct bm_opening_table *o);
int BM_WEB(bm_web_list_next)(struct bm_web *w, struct bm_web_collection *c, unsigned most,
                             unsigned style);
int BM_WEB(bm_web_list_add)(struct bm_web *w, struct bm_web_collection *c,
                            const struct bm_web_study *s, unsigned style);
int BM_WEB(bm_web_list_write)(struct bm_web *w, const struct bm_web_collection *c);
void BM_WEB(bm_web_list_find)(struct bm_web *w, const struct bm_web_collection *c,
                              const struct bm_rules *rules, unsigned style, unsigned most);

/* ---- Life ---- */

static size_t read_file(void *user, char *buf, size_t cap)
{
    (void)user;
    const int n = bm_web_read_file(buf, (unsigned)cap);
    return n < 0 ? SIZE_MAX : (size_t)n;
}

static void note_report(void *user, const struct bm_report *report)
{
    struct bm_web_collection *const c = user;
    if (report->severity == BM_SAY_DEFECT && c->report_count++ < REPORTS)
        bm_web_put_report(&c->reports, report);
}

/* An empty list; with `reads` it reads games of the file. `rules`, which may be NULL, are meant
 * where a record does not say. NULL: no memory. */
struct bm_web_collection *bm_web_list_create(const struct bm_rules *rules, int reads)
{
    struct bm_web_collection *const c = bm_web_alloc(sizeof *c);
    const struct bm_read_options options = {
        .rules = rules, .flags = BM_READ_LENIENT, .report = note_report, .user = c};
    if (c && bm_game_create(&c->game, rules ? rules : bm_rules_chess(), NULL) == BM_OK &&
        (!reads || bm_reader_create(&c->reader, &options, read_file, c) == BM_OK))
        return c;
    bm_web_list_free(c);
    return NULL;
}

void bm_web_list_free(struct bm_web_collection *c)
{
    if (!c)
        return;
    bm_reader_destroy(c->reader);
    bm_game_destroy(c->game);
    bm_ctx_destroy(c->ctx);
    for (size_t i = 0; i < c->game_count; i++)
        bm_rules_release(c->games[i].rules);
    bm_release(c->games);
    bm_release(c->keys);
    bm_buf_free(&c->reports);
    bm_release(c);
}

/* Name the games that are read from now on by a table, which stays the caller's and must
 * outlive the list. False: there are too many. */
int bm_web_list_name_by(struct bm_web_collection *c, const struct bm_opening_table *o)
{
    for (unsigned i = 0; i < TABLES; i++)
        if (!c->tables[i]) {
            c->tables[i] = o;
            return true;
        }
    return false;
}

/* The table for a game; NULL: there is none, or it has a start of its own. */
static const struct bm_opening_table *table_of(const struct bm_web_collection *c,
                                               const struct bm_game *game)
{
    if (bm_game_starts_usual(game))
        for (unsigned i = 0; i < TABLES; i++)
            if (bm_openings_fit(c->tables[i], bm_game_rules(game)))
                return c->tables[i];
    return NULL;
}

/* ---- Keys ---- */

static uint32_t short_key(const struct bm_ctx *ctx)
{
    const uint64_t key = bm_ctx_key(ctx);
    return (uint32_t)(key ^ key >> 32);
}

static bool keep_key(struct bm_web_collection *c, uint32_t key)
{
    void *mem = c->keys;
    if (c->key_count >= UINT32_MAX ||
        !bm_grow(&mem, &c->key_cap, c->key_count + 1, sizeof *c->keys))
        return false;
    c->keys = mem;
    c->keys[c->key_count++] = key;
    return true;
}

/* A context as records have it: it plays on after a draw, and kings may be missing. */
static bool make_ctx(struct bm_ctx **ctx, const struct bm_rules *rules, unsigned plies)
{
    struct bm_options options;
    if (bm_ctx_create(ctx, rules, plies) != BM_OK)
        return false;
    bm_options_default(&options);
    options.play_on = options.kingless = true;
    bm_ctx_configure(*ctx, &options);
    return true;
}

/* A context at the start of a game, with room for its main line. */
static bool stand_at_start(struct bm_web_collection *c, const struct bm_game *game)
{
    enum { PLIES = 512 };
    const struct bm_rules *const rules = bm_game_rules(game);
    const unsigned need = bm_game_ply(game, bm_game_last(game, BM_NODE_ROOT)) + 1;
    if (!c->ctx || bm_ctx_rules(c->ctx) != rules || c->plies < need) {
        bm_ctx_destroy(c->ctx);
        c->ctx = NULL;
        c->plies = need > PLIES ? need : PLIES;
        if (!make_ctx(&c->ctx, rules, c->plies))
            return false;
    }
    return bm_ctx_sync(c->ctx, bm_game_start(game), NULL, NULL) == BM_OK;
}

/* Keep the keys of the main line; its first moves go to `opening`, its names to `naming`. */
static unsigned follow_game(struct bm_web_collection *c, const struct bm_game *game,
                            unsigned style, struct bm_buf *opening, struct bm_naming *naming)
{
    const struct bm_opening_table *const table = table_of(c, game);
    unsigned plies = 0;
    bm_naming_begin(naming);
    if (!stand_at_start(c, game))
        return 0;
    (void)keep_key(c, short_key(c->ctx));
    for (bm_node n = bm_game_first(game, BM_NODE_ROOT);
         n != BM_NODE_NONE && bm_game_kind(game, n) == BM_NODE_MOVE;
         n = bm_game_first(game, n)) {
        const bm_move m = bm_game_move(game, n);
        if (plies < OPENING && !bm_game_illegal(game, n)) {
            char text[BM_MOVE_TEXT];
            (void)bm_ctx_write_move(c->ctx, m, (enum bm_move_style)style, text, sizeof text);
            if (text[0] == '\0')
                (void)bm_move_format(m, bm_game_rules(game), text, sizeof text);
            if (opening->len != 0)
                bm_buf_char(opening, ' ');
            bm_buf_text(opening, text);
        }
        if (bm_ctx_play(c->ctx, m) != 0)
            break;
        (void)keep_key(c, short_key(c->ctx));
        bm_naming_look(naming, table, c->ctx, ++plies);
    }
    return plies;
}

/* ---- Rows ---- */

static void put_first_tag(struct bm_buf *out, const struct bm_game *game,
                          const char *const *names)
{
    struct bm_text t = {.s = "", .len = 0};
    for (; *names && t.len == 0; names++)
        (void)bm_game_tag(game, *names, &t);
    bm_json_bytes(out, t.s, t.len);
}

static bool keep_game(struct bm_web_collection *c, const struct game_entry *entry)
{
    void *mem = c->games;
    if (!bm_grow(&mem, &c->game_cap, c->game_count + 1, sizeof *c->games))
        return false;
    c->games = mem;
    c->games[c->game_count++] = *entry;
    return true;
}

/* [variant, first, second, event, date, result, plies, opening, begin, end, names]: where the
 * game lies in the file, or -1; the result is "first", "second", "draw" or ""; the names are
 * those of wasm/openings.h. */
static bool put_game_row(struct bm_buf *out, struct bm_web_collection *c,
                         const struct bm_game *game, unsigned style)
{
    static const char *const first[] = {"White", "Sente", "先手", "下手", NULL};
    static const char *const second[] = {"Black", "Gote", "後手", "上手", NULL};
    static const char *const event[] = {"Event", "棋戦", NULL};
    static const char *const date[] = {"Date", "開始日時", NULL};
    static const char *const results[] = {[BM_ONGOING] = "",
                                          [BM_FIRST_WINS] = "first",
                                          [BM_SECOND_WINS] = "second",
                                          [BM_DRAW] = "draw"};
    const struct bm_rules *const rules = bm_game_rules(game);
    struct game_entry entry = {.rules = bm_rules_hold(rules),
                               .first = (uint32_t)c->key_count,
                               .result = (uint8_t)bm_game_result(game)};
    struct bm_buf opening = {0};
    struct bm_naming naming;
    uint64_t begin, end;
    const unsigned plies = follow_game(c, game, style, &opening, &naming);
    entry.count = (uint32_t)c->key_count - entry.first;
    if (!keep_game(c, &entry)) {
        bm_rules_release(rules);
        bm_buf_free(&opening);
        return false;
    }
    const char *const name = bm_rules_info(rules)->name;
    const bool placed = c->reader && bm_reader_span(c->reader, &begin, &end);
    bm_json_begin(out, '[');
    bm_json_text(out, name);
    put_first_tag(out, game, first);
    put_first_tag(out, game, second);
    put_first_tag(out, game, event);
    put_first_tag(out, game, date);
    bm_json_text(out, results[entry.result]);
    bm_json_i64(out, plies);
    bm_json_bytes(out, opening.s ? opening.s : "", opening.len);
    bm_json_i64(out, placed ? (int64_t)begin : -1);
    bm_json_i64(out, placed ? (int64_t)end : -1);
    bm_naming_write(out, &naming);
    bm_json_end(out, ']');
    bm_buf_free(&opening);
    return true;
}

/*
 * Read up to `most` games: {"games":[row,…],"format","encoding","reports":[…],"done"}, reports
 * being those since the last call. False: the file cannot be read on, and the answer has
 * "error":[en,ja] in place of "done".
 */
int bm_web_list_next(struct bm_web *w, struct bm_web_collection *c, unsigned most,
                     unsigned style)
{
    struct bm_buf *const out = bm_web_answer(w);
    struct bm_error err = {.what = "out of memory"};
    bool got = true, good = true;
    c->reports.len = 0;
    bm_json_begin(out, '{');
    bm_json_key(out, "games");
    bm_json_begin(out, '[');
    while (good && got && most-- != 0) {
        good = bm_reader_next(c->reader, c->game, &got, &err) == BM_OK;
        if (good && got)
            good = put_game_row(out, c, c->game, style);
    }
    bm_json_end(out, ']');
    bm_json_member_text(out, "format", bm_format_name(bm_reader_format(c->reader)));
    bm_json_member_text(out, "encoding", bm_encoding_name(bm_reader_encoding(c->reader)));
    bm_json_key(out, "reports");
    bm_json_begin(out, '[');
    bm_buf_bytes(out, c->reports.s, c->reports.len);
    bm_json_end(out, ']');
    if (good) {
        bm_json_member_bool(out, "done", !got);
    } else {
        bm_json_key(out, "error");
        bm_web_message_pair(out, err.what, NULL);
    }
    bm_json_end(out, '}');
    return good;
}

/* Add the game of a study: its row. False: no memory. */
int bm_web_list_add(struct bm_web *w, struct bm_web_collection *c, const struct bm_web_study *s,
                    unsigned style)
{
    return put_game_row(bm_web_answer(w), c, s->game, style);
}

/* Write the game that was read last, as bm_web_study_write(). */
int bm_web_list_write(struct bm_web *w, const struct bm_web_collection *c)
{
    return bm_web_write_game(w, c->game, NULL, NULL);
}

/* ---- Looking up a position ---- */

/* How often a move was played from a position, and with what result. */
struct move_count {
    bm_move move;
    uint32_t key; /* of the position behind it */
    uint32_t games, results[4];
};

/* The legal moves of a position, with the keys of what they lead to. */
static struct move_count *list_counts(struct bm_ctx *ctx, size_t *count)
{
    const size_t cap = bm_rules_info(bm_ctx_rules(ctx))->max_moves + 1;
    bm_move *const moves = bm_web_alloc(cap * sizeof *moves);
    struct move_count *const counts = bm_web_alloc(cap * sizeof *counts);
    *count = 0;
    const size_t n = moves && counts ? bm_ctx_moves(ctx, moves, cap) : 0;
    for (size_t i = 0; i < n && i < cap; i++)
        if (bm_ctx_play(ctx, moves[i]) == 0) {
            counts[*count].move = moves[i];
            counts[(*count)++].key = short_key(ctx);
            (void)bm_ctx_undo(ctx);
        }
    bm_release(moves);
    return counts;
}

static void count_move(struct move_count *counts, size_t count, uint32_t key, unsigned result)
{
    for (size_t i = 0; i < count; i++)
        if (counts[i].key == key) {
            counts[i].games++;
            counts[i].results[result]++;
            return;
        }
}

/* The numbers of the first `most` games in which a key occurs, and how many there are; the
 * moves that were played there are counted. */
static void put_found(struct bm_buf *out, const struct bm_web_collection *c, const char *name,
                      uint32_t key, struct move_count *counts, size_t count, unsigned most)
{
    unsigned found = 0;
    bm_json_key(out, "games");
    bm_json_begin(out, '[');
    for (size_t g = 0; g < c->game_count; g++) {
        const struct game_entry *const e = &c->games[g];
        const uint32_t *const keys = c->keys + e->first;
        uint32_t i = 0;
        while (i < e->count && keys[i] != key)
            i++;
        if (i == e->count || strcmp(bm_rules_info(e->rules)->name, name) != 0)
            continue;
        if (found++ < most) {
            bm_json_i64(out, (int64_t)g);
        }
        if (i + 1 < e->count)
            count_move(counts, count, keys[i + 1], e->result);
    }
    bm_json_end(out, ']');
    bm_json_member_int(out, "found", found);
}

static void put_counts(struct bm_buf *out, const struct bm_ctx *ctx,
                       const struct move_count *counts, size_t count, unsigned style)
{
    bm_json_key(out, "moves");
    bm_json_begin(out, '[');
    for (size_t i = 0; i < count; i++) {
        char text[BM_MOVE_TEXT] = "", coordinates[BM_COORDINATES];
        if (counts[i].games == 0)
            continue;
        (void)bm_ctx_write_move(ctx, counts[i].move, (enum bm_move_style)style, text,
                                sizeof text);
        (void)bm_move_format(counts[i].move, bm_ctx_rules(ctx), coordinates,
                             sizeof coordinates);
        bm_json_begin(out, '{');
        bm_json_member_text(out, "move", coordinates);
        bm_json_member_text(out, "text", text[0] ? text : coordinates);
        bm_json_member_int(out, "games", counts[i].games);
        bm_json_member_int(out, "first", counts[i].results[BM_FIRST_WINS]);
        bm_json_member_int(out, "draws", counts[i].results[BM_DRAW]);
        bm_json_member_int(out, "second", counts[i].results[BM_SECOND_WINS]);
        bm_json_end(out, '}');
    }
    bm_json_end(out, ']');
}

/* Slot 0 is a position ("": the usual start): {"games":[number from
 * 0,…],"found","moves":[{"move", "text","games","first","draws","second"},…]}, or
 * {"error":[en,ja]}. */
void bm_web_list_find(struct bm_web *w, const struct bm_web_collection *c,
                      const struct bm_rules *rules, unsigned style, unsigned most)
{
    struct bm_buf *const out = bm_web_answer(w);
    const struct bm_text text = bm_web_slot(w, 0);
    struct bm_error err = {.what = "out of memory"};
    struct bm_setup setup;
    struct bm_ctx *ctx = NULL;
    bool good = make_ctx(&ctx, rules, 4);
    if (good && text.len != 0)
        good = bm_position_parse(&setup, rules, text.s, text.len, 0, &err) == BM_OK &&
               bm_ctx_sync(ctx, &setup, NULL, &err) == BM_OK;
    else if (good)
        bm_ctx_start(ctx);
    bm_json_begin(out, '{');
    if (good) {
        size_t count;
        struct move_count *const counts = list_counts(ctx, &count);
        put_found(out, c, bm_rules_info(rules)->name, short_key(ctx), counts, count, most);
        put_counts(out, ctx, counts, count, style);
        bm_release(counts);
    } else {
        bm_json_key(out, "error");
        bm_web_message_pair(out, err.what, rules);
    }
    bm_json_end(out, '}');
    bm_ctx_destroy(ctx);
}
