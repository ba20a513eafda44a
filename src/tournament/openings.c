/* SPDX-License-Identifier: MIT */
#include "tournament/openings.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "banmen/notation.h"
#include "banmen/shuffle.h"
#include "io/files/input.h"
#include "io/interrupt.h"

enum { LOTS = 960 };

struct opening_load {
    struct bm_openings *o;
    const char *file;
    const struct bm_rules *rules;
    unsigned plies;
    int fd, trouble;
    uint64_t bad;      /* the game that the last defect was about */
    bool unrecognised; /* no format was recognised; not reported yet */
    struct bm_ctx *ctx;
    unsigned room;
};

static void on_opening_defect(void *user, const struct bm_report *r)
{
    struct opening_load *const l = user;
    if (r->severity != BM_SAY_DEFECT)
        return;
    l->bad = r->game;
    fprintf(stderr, "%s:%" PRIu64 ":%" PRIu32 ": opening %" PRIu64 " is left out: %s\n",
            l->file, r->line, r->column, r->game, r->what);
}

static size_t feed_openings(void *user, char *buf, size_t cap)
{
    struct opening_load *const l = user;
    const size_t n = bm_input_read(l->fd, buf, cap);
    if (bm_interrupted())
        return SIZE_MAX;
    if (n == SIZE_MAX)
        l->trouble = errno;
    return n;
}

/* FNV-1a, to detect another file of openings. */
static void digest_bytes(struct bm_openings *o, const void *bytes, size_t n)
{
    const unsigned char *const b = bytes;
    for (size_t i = 0; i < n; i++)
        o->digest = (o->digest ^ b[i]) * UINT64_C(0x100000001b3);
}

static bool append_opening(struct bm_openings *o, const char *text, const bm_move *moves,
                           uint32_t count)
{
    void *mem = o->list;
    if (!bm_grow(&mem, &o->cap, o->count + 1, sizeof *o->list))
        return false;
    o->list = mem;
    mem = o->moves;
    if (!bm_grow(&mem, &o->moves_cap, o->moves_count + count + 1, sizeof *o->moves))
        return false;
    o->moves = mem;
    o->list[o->count] = (struct bm_opening){o->texts.len, o->moves_count, count};
    bm_buf_bytes(&o->texts, text, strlen(text) + 1);
    if (o->texts.failed)
        return false;
    if (count != 0)
        memcpy(o->moves + o->moves_count, moves, count * sizeof *moves);
    digest_bytes(o, text, strlen(text) + 1);
    for (uint32_t i = 0; i < count; i++)
        digest_bytes(o, &moves[i].bits, sizeof moves[i].bits);
    o->moves_count += count;
    o->count++;
    return true;
}

/* Why the opening cannot be played; NULL if it can. */
static const char *is_playable(struct opening_load *l, const struct bm_game *game, bm_node last)
{
    struct bm_error err;
    struct bm_outcome outcome;
    const unsigned ply = bm_game_ply(game, last);
    if (!l->ctx || ply >= l->room) {
        bm_ctx_destroy(l->ctx);
        l->ctx = NULL;
        l->room = ply + 64;
        if (bm_ctx_create(&l->ctx, l->rules, l->room))
            return "out of memory";
    }
    if (bm_game_play_to(game, last, l->ctx, &err))
        return "it cannot be played";
    bm_ctx_outcome(l->ctx, &outcome);
    return outcome.result != BM_ONGOING ? "the game is over there" : NULL;
}

static bool is_same_game(const struct bm_rules *a, const struct bm_rules *b)
{
    return a == b || strcmp(bm_rules_info(a)->name, bm_rules_info(b)->name) == 0;
}

/* False for want of memory. */
static bool take_opening(struct opening_load *l, const struct bm_game *game, uint64_t number)
{
    struct bm_openings *const o = l->o;
    char text[BM_POSITION_TEXT] = "";
    const char *wrong = NULL;
    if (l->bad == number) {
        o->skipped++;
        return true;
    }
    bm_node last = BM_NODE_ROOT;
    struct bm_buf moves = {0};
    unsigned plies = 0;
    for (bm_node n = bm_game_first(game, last);
         plies < l->plies && n != BM_NODE_NONE && bm_game_kind(game, n) == BM_NODE_MOVE &&
         !bm_game_illegal(game, n);
         n = bm_game_first(game, n)) {
        const bm_move m = bm_game_move(game, n);
        bm_buf_bytes(&moves, (const char *)&m, sizeof m);
        plies++;
        last = n;
    }
    if (!is_same_game(bm_game_rules(game), l->rules))
        wrong = "it belongs to another game than -v";
    else
        wrong = is_playable(l, game, last);
    bool good = !moves.failed;
    if (wrong) {
        fprintf(stderr, "%s: opening %" PRIu64 " is left out: %s\n", l->file, number, wrong);
        o->skipped++;
    } else if (good) {
        if (!bm_game_starts_usual(game))
            bm_position_format(bm_game_start(game), l->rules, 0, text, sizeof text);
        good = append_opening(o, text, (const bm_move *)(const void *)moves.s, plies);
    }
    bm_buf_free(&moves);
    return good;
}

static bool say_opening_error(const struct opening_load *l, const char *why)
{
    fprintf(stderr, "banmen: %s: %s\n", l->file, why);
    return false;
}

static bool read_openings(struct opening_load *l, struct bm_reader *reader,
                          struct bm_game *game)
{
    struct bm_error err = {.what = ""};
    bool got;
    for (;;) {
        const bm_status status = bm_reader_next(reader, game, &got, &err);
        l->unrecognised = status == BM_ESYNTAX && bm_reader_format(reader) == BM_FORMAT_AUTO;
        if (l->unrecognised)
            return false;
        if (status)
            return !bm_interrupted() &&
                   say_opening_error(l, l->trouble  ? strerror(l->trouble)
                                        : *err.what ? err.what
                                                    : bm_status_text(status));
        if (!got)
            break;
        if (!take_opening(l, game, bm_reader_games(reader)))
            return say_opening_error(l, "out of memory");
    }
    return l->o->count != 0 || say_opening_error(l, "there is no opening that can be played");
}

static bool load_openings(struct opening_load *l, enum bm_format format)
{
    const struct bm_read_options options = {.format = format,
                                            .rules = l->rules,
                                            .flags = BM_READ_MOVES_ONLY | BM_READ_LENIENT,
                                            .report = on_opening_defect,
                                            .user = l};
    struct bm_reader *reader = NULL;
    struct bm_game *game = NULL;
    bool good = false;
    l->fd = bm_input_open(l->file);
    if (l->fd < 0)
        return say_opening_error(l, strerror(errno));
    if (bm_reader_create(&reader, &options, feed_openings, l) ||
        bm_game_create(&game, l->rules, NULL))
        say_opening_error(l, "out of memory");
    else
        good = read_openings(l, reader, game);
    bm_game_destroy(game);
    bm_reader_destroy(reader);
    bm_input_close(l->fd);
    return good;
}

bool bm_openings_load(struct bm_openings *o, const char *file, enum bm_format format,
                      enum bm_format fallback, const struct bm_rules *rules, unsigned plies)
{
    struct opening_load l = {.o = o, .file = file, .rules = rules, .plies = plies};
    *o = (struct bm_openings){.digest = UINT64_C(0xcbf29ce484222325)};
    bool good = load_openings(&l, format);
    if (l.unrecognised)
        good = fallback != BM_FORMAT_AUTO
                   ? load_openings(&l, fallback)
                   : say_opening_error(&l, "no format is recognised; name it with --from");
    bm_ctx_destroy(l.ctx);
    return good;
}

bool bm_openings_default(struct bm_openings *o, const struct bm_rules *rules, bool *shuffled)
{
    struct bm_setup setup;
    *o = (struct bm_openings){.digest = 0};
    uint64_t number;
    *shuffled = bm_setup_draw(&setup, rules, 0, &number);
    bool good = true;
    if (!*shuffled)
        good = append_opening(o, "", NULL, 0);
    for (unsigned i = 0; i < LOTS && *shuffled && good; i++) {
        char text[32];
        /* All starts in their order, or a sample where there are too many. */
        number = i;
        if (bm_setup_shuffles(rules) > LOTS ? !bm_setup_draw(&setup, rules, i, &number)
                                            : !bm_setup_shuffle(&setup, rules, i))
            continue;
        snprintf(text, sizeof text, "shuffle:%" PRIu64, number);
        good = append_opening(o, text, NULL, 0);
    }
    if (!good)
        fprintf(stderr, "banmen: out of memory\n");
    return good;
}

void bm_openings_free(struct bm_openings *o)
{
    bm_release(o->list);
    bm_release(o->moves);
    bm_buf_free(&o->texts);
}

bm_status bm_openings_game(const struct bm_openings *o, uint64_t i, struct bm_game *game,
                           const struct bm_rules *rules, bm_node *last)
{
    const struct bm_opening *const opening = &o->list[i];
    const char *const text = o->texts.s + opening->text;
    struct bm_setup setup;
    struct bm_error err;
    bm_game_clear(game, rules);
    *last = BM_NODE_ROOT;
    if (*text != '\0') {
        bm_status status = bm_position_parse(&setup, rules, text, strlen(text), 0, &err);
        if (status == BM_OK)
            status = bm_game_set_start(game, &setup);
        if (status)
            return status;
    }
    for (uint32_t m = 0; m < opening->moves; m++) {
        const bm_status status = bm_game_add(game, *last, o->moves[opening->move + m], last);
        if (status)
            return status;
    }
    return BM_OK;
}
