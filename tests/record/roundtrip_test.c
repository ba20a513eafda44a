/* SPDX-License-Identifier: MIT */

/*
 * Random games through every format and back. With what a format holds, nothing may be lost,
 * reported or changed. With everything that a game can have, what was written is read without a
 * defect, writing it again gives the same bytes, and the main line stays.
 *
 *     roundtrip_test [FORMAT [SEED]]   one format; one game of it, shown
 */

#include "banmen/record.h"
#include "bytes.h"
#include "play.h"

enum {
    VARIATIONS = 1 << 0,
    COMMENTS = 1 << 1,
    NAGS = 1 << 2,
    SPENT = 1 << 3,
    TOTAL = 1 << 4,
    CLOCKS = 1 << 5,
    EVALS = 1 << 6,
    SHAPES = 1 << 7,
    COMMANDS = 1 << 8,
    BOOKMARKS = 1 << 9,
    TAGS = 1 << 10,
    ENDS = 1 << 11,   /* how, by the words that the format has */
    RESULT = 1 << 12, /* who won, and no more */
    START = 1 << 13,
    MOVES = 1 << 14,
    ROOT_NOTES = 1 << 15, /* comments before the first move */
    NASTY = 1 << 16,      /* any text, any order, fractions, passes, fouls */
    MORE_TAGS = 1 << 17,  /* tags stay, and the format adds some of its own */
    ALL = (1 << 17) - 1
};

struct holder {
    enum bm_format format;
    bool chess, shogi;
    unsigned holds;
};

static const struct holder holders[] = {
    {BM_FORMAT_JSON, true, true, ALL & ~NASTY},
    {BM_FORMAT_PGN, true, true,
     MOVES | VARIATIONS | NAGS | SPENT | TOTAL | CLOCKS | EVALS | SHAPES | COMMANDS | COMMENTS |
         START | RESULT | ROOT_NOTES | MORE_TAGS},
    {BM_FORMAT_KIF, false, true,
     MOVES | VARIATIONS | COMMENTS | SPENT | TOTAL | BOOKMARKS | TAGS | ENDS | START |
         ROOT_NOTES},
    {BM_FORMAT_KI2, false, true, MOVES | COMMENTS | BOOKMARKS | TAGS | START | ROOT_NOTES},
    {BM_FORMAT_CSA, false, true, MOVES | COMMENTS | SPENT | TAGS | ENDS | START | ROOT_NOTES},
    {BM_FORMAT_JKF, false, true,
     MOVES | VARIATIONS | COMMENTS | SPENT | TOTAL | TAGS | ENDS | START | ROOT_NOTES},
    {BM_FORMAT_USI, true, true, MOVES | START},
    {BM_FORMAT_USEN, false, true, MOVES | VARIATIONS | START},
    {BM_FORMAT_FEN, true, false, START},
    {BM_FORMAT_SFEN, false, true, START},
    {BM_FORMAT_EPD, true, false, 0},
};

static uint64_t seed;
static unsigned pick(unsigned n)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((seed >> 33) % n);
}

/* Texts that can stand in any comment as they are, and those that formats must guard. */
static struct bm_text random_text(unsigned what)
{
    static const char *const plain[] = {
        "a good plan", "好手。", "ここは▲７六歩が本筋", "White holds",
        "two\nlines",  "é",      "先手良し\n後手悪し",  "x"};
    static const char *const nasty[] = {"}",
                                        "a } b { c",
                                        "; half",
                                        "'quoted' \"twice\"",
                                        "\\",
                                        "* star",
                                        "& mark",
                                        "変化：3手",
                                        "%",
                                        "[%clk 0:00:01]",
                                        "$1 !?",
                                        "*評価値=12",
                                        "'",
                                        "1. e4",
                                        "#",
                                        "手合割：平手",
                                        "/",
                                        "T5",
                                        "+7776FU",
                                        "a\n\n*b\n&c",
                                        ",",
                                        "まで3手で中断",
                                        "e4 {x} (Nf3)",
                                        "=A:B",
                                        "|",
                                        "（１）",
                                        "\xf0\x9f\x98\x80",
                                        "a:b：c"};
    const char *const s = what & NASTY && pick(2) ? nasty[pick(sizeof nasty / sizeof *nasty)]
                                                  : plain[pick(sizeof plain / sizeof *plain)];
    return (struct bm_text){s, strlen(s)};
}

static void must(bm_status status)
{
    if (status)
        tap_bail(bm_status_text(status));
}

static void annotate(struct bm_game *game, bm_node n, struct bm_note note)
{
    must(bm_game_annotate(game, n, &note, NULL));
}

/* Values are what the format's unit can hold: whole seconds, hundredths of a pawn. */
static void random_note(struct bm_game *game, bm_node n, enum bm_note_kind kind, unsigned what)
{
    const unsigned squares = bm_rules_info(bm_game_rules(game))->squares;
    struct bm_note note = {.kind = kind};
    switch (kind) {
    case BM_NOTE_COMMENT:
    case BM_NOTE_BEFORE:
    case BM_NOTE_BOOKMARK: note.text = random_text(what); break;
    case BM_NOTE_NAG: note.value = 1 + pick(6); break;
    case BM_NOTE_SPENT:
    case BM_NOTE_CLOCK: note.value = 1000 * pick(9000); break;
    case BM_NOTE_TOTAL: /* more than the sum, which would not be kept */
        note.value = 1000 * (9000000 + (int64_t)pick(9000));
        break;
    case BM_NOTE_EVAL:
        note.value = (int)pick(2000) - 1000;
        note.extra = (int)pick(30);
        break;
    case BM_NOTE_MATE: note.value = pick(2) ? 3 : -12; break;
    case BM_NOTE_ARROW:
        note.value = pick(squares) << 8 | pick(squares);
        note.extra = 'G';
        break;
    case BM_NOTE_SQUARE:
        note.value = pick(squares);
        note.extra = 'R';
        break;
    case BM_NOTE_COMMAND: note.text = (struct bm_text){"%egt 0:01:02", 12}; break;
    case BM_NOTE_KINDS: break;
    }
    if (what & NASTY && (kind == BM_NOTE_SPENT || kind == BM_NOTE_CLOCK))
        note.value += pick(1000);
    if (kind == BM_NOTE_BOOKMARK)
        note.text = (struct bm_text){"mark", 4};
    annotate(game, n, note);
}

/* Any kind; a comment before a move only where a variation begins. */
static enum bm_note_kind kind_at(const struct bm_game *game, bm_node n)
{
    const enum bm_note_kind kind = (enum bm_note_kind)pick(BM_NOTE_KINDS);
    return kind == BM_NOTE_BEFORE && bm_game_index(game, n) == 0 ? BM_NOTE_COMMENT : kind;
}

static void random_notes(struct bm_game *game, bm_node n, unsigned what)
{
    static const unsigned bits[BM_NOTE_KINDS] = {
        [BM_NOTE_COMMENT] = COMMENTS, [BM_NOTE_BEFORE] = NASTY,
        [BM_NOTE_NAG] = NAGS,         [BM_NOTE_SPENT] = SPENT,
        [BM_NOTE_TOTAL] = TOTAL,      [BM_NOTE_CLOCK] = CLOCKS,
        [BM_NOTE_EVAL] = EVALS,       [BM_NOTE_MATE] = EVALS,
        [BM_NOTE_ARROW] = SHAPES,     [BM_NOTE_SQUARE] = SHAPES,
        [BM_NOTE_COMMAND] = COMMANDS, [BM_NOTE_BOOKMARK] = BOOKMARKS};
    /* The order in which readers find them: marks, numbers, words. */
    static const enum bm_note_kind order[] = {BM_NOTE_NAG,     BM_NOTE_SPENT,   BM_NOTE_TOTAL,
                                              BM_NOTE_CLOCK,   BM_NOTE_EVAL,    BM_NOTE_MATE,
                                              BM_NOTE_ARROW,   BM_NOTE_SQUARE,  BM_NOTE_COMMAND,
                                              BM_NOTE_COMMENT, BM_NOTE_BOOKMARK};
    if (what & NASTY) {
        for (unsigned i = pick(3); i > 0; i--)
            random_note(game, n, kind_at(game, n), what);
        return;
    }
    /* A time has both or neither. */
    const bool timed = n != BM_NODE_ROOT && pick(2);
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        const bool time = order[i] == BM_NOTE_SPENT || order[i] == BM_NOTE_TOTAL;
        if (what & bits[order[i]] && (time ? timed : pick(6) == 0))
            random_note(game, n, order[i], what);
    }
}

static void random_end(struct bm_game *game, bm_node n, const struct bm_ctx *ctx, unsigned what)
{
    static const enum bm_end shogi_ends[] = {BM_END_RESIGNATION, BM_END_TIME,
                                             BM_END_INTERRUPTED, BM_END_DECLARATION,
                                             BM_END_IMPASSE,     BM_END_NO_MATE};
    struct bm_outcome o;
    struct bm_ending e = {.end = BM_END_STATED};
    bm_ctx_outcome(ctx, &o);
    const bool shogi = bm_rules_info(bm_ctx_rules(ctx))->dialect == BM_DIALECT_USI;
    if (!(what & (ENDS | RESULT)) || pick(3) == 0)
        return;
    if (o.reason != BM_REASON_NONE && o.reason != BM_REASON_CHECKMATE)
        return;
    e.result = (enum bm_result)(1 + pick(3));
    if (o.reason == BM_REASON_CHECKMATE) {
        e.end = BM_END_MATE; /* the position says it where the format cannot */
        e.result = o.result;
    } else if (what & ENDS && shogi) {
        e.end = shogi_ends[pick(sizeof shogi_ends / sizeof *shogi_ends)];
        e.result = bm_end_result(e.end, bm_ctx_turn(ctx));
    } else if (what & NASTY) {
        e.end = pick(2) ? BM_END_OTHER : BM_END_ADJUDICATION;
        e.word = random_text(0);
        e.result = (enum bm_result)pick(4);
    }
    bm_node end;
    must(bm_game_add_end(game, n, &e, &end));
    if (what & NASTY && pick(2))
        random_notes(game, end, what);
}

/* A move as people come to play it against the rules, or BM_MOVE_NONE. */
static bm_move random_illegal(const struct bm_ctx *ctx)
{
    const bm_faults human =
        BM_FAULT_PINNED | BM_FAULT_KING_LEFT | BM_FAULT_TWO_PAWNS | BM_FAULT_PAWN_MATE;
    const unsigned squares = bm_rules_info(bm_ctx_rules(ctx))->squares;
    for (unsigned i = 0; i < 400; i++) {
        const bm_sq from = (bm_sq)pick(squares), to = (bm_sq)pick(squares);
        const bm_move m = pick(8) ? bm_move_plain(from, to) : bm_move_drop(BM_SHOGI_PAWN, to);
        const bm_faults faults = bm_ctx_judge(ctx, m);
        if (faults != 0 && (faults & ~human) == 0)
            return m;
    }
    return (bm_move){BM_MOVE_NONE};
}

/* A foul, and the end that says so. */
static void random_foul(struct bm_game *game, bm_node n, const struct bm_ctx *ctx)
{
    const bm_move m = random_illegal(ctx);
    const struct bm_ending e = {.end = BM_END_FOUL,
                                .result = bm_ctx_turn(ctx) ? BM_FIRST_WINS : BM_SECOND_WINS};
    bm_node foul;
    if (m.bits == BM_MOVE_NONE || bm_game_find(game, n, m) != BM_NODE_NONE)
        return;
    must(bm_game_add(game, n, m, &foul));
    bm_game_mark_illegal(game, foul, true);
    must(bm_game_add_end(game, foul, &e, NULL));
}

/* Play on from a node, as children that are not there yet. */
static void random_line(struct bm_game *game, bm_node n, unsigned plies, unsigned what,
                        struct bm_ctx *ctx)
{
    const bm_node top = n;
    struct bm_outcome o;
    if (bm_game_kind(game, n) == BM_NODE_END || bm_game_play_to(game, n, ctx, NULL))
        return;
    for (; plies > 0; plies--) {
        bm_move moves[BM_MAX_MOVES];
        bm_ctx_outcome(ctx, &o);
        const size_t count = bm_ctx_moves(ctx, moves, BM_MAX_MOVES);
        if (o.result != BM_ONGOING || count == 0)
            break;
        const bm_move m = moves[pick((unsigned)count)];
        if (bm_game_find(game, n, m) != BM_NODE_NONE)
            break;
        if (what & NASTY && pick(200) == 0 && n != top && !bm_ctx_checks(ctx, NULL)) {
            must(bm_game_add_pass(game, n, &n));
            if (bm_game_play_to(game, n, ctx, NULL))
                tap_bail("cannot pass");
            continue;
        }
        must(bm_game_add(game, n, m, &n));
        if (bm_ctx_play(ctx, m))
            tap_bail("a legal move is refused");
        random_notes(game, n, what);
    }
    if (n == top && (top != BM_NODE_ROOT || bm_game_first(game, top) != BM_NODE_NONE))
        return;
    if (what & NASTY && pick(4) == 0)
        random_foul(game, n, ctx);
    else if (n != BM_NODE_ROOT)
        random_end(game, n, ctx, what);
}

static void random_start(struct bm_game *game)
{
    static const char *const chess[] = {
        "4k3/P7/8/8/8/8/7p/4K3 w - - 0 1",
        "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R b KQkq - 3 17",
        "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3"};
    static const char *const shogi[] = {
        "two-piece", "lance", "ten-piece", "4k4/9/4P4/9/9/9/9/9/4K4 b 2G2rb2g4s4n4l17p 1",
        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1"};
    const struct bm_rules *const rules = bm_game_rules(game);
    const bool usi = bm_rules_info(rules)->dialect == BM_DIALECT_USI;
    const char *const text = usi ? shogi[pick(5)] : chess[pick(3)];
    struct bm_setup s;
    must(bm_position_parse(&s, rules, text, strlen(text), 0, NULL));
    must(bm_game_set_start(game, &s));
}

static void random_game(struct bm_game *game, const struct bm_rules *rules, unsigned what,
                        struct bm_ctx *ctx)
{
    static const char *const names[] = {"Event", "Site", "Opening", "Note", "独自", "Custom"};
    bm_game_clear(game, rules);
    if (what & START && pick(3) == 0)
        random_start(game);
    if (what & (TAGS | MORE_TAGS))
        for (unsigned i = 0; i < (what & NASTY ? 6 : 4); i++)
            if (pick(2)) {
                struct bm_text value = random_text(0);
                if (memchr(value.s, '\n', value.len))
                    value = (struct bm_text){"値", 3};
                must(
                    bm_game_add_tag(game, (struct bm_text){names[i], strlen(names[i])}, value));
            }
    if (what & ROOT_NOTES && what & COMMENTS && pick(2))
        annotate(game, BM_NODE_ROOT,
                 (struct bm_note){.kind = BM_NOTE_COMMENT, .text = random_text(what)});
    if (!(what & MOVES))
        return;
    random_line(game, BM_NODE_ROOT, pick(8) ? 1 + pick(40) : pick(300), what, ctx);
    if (what & VARIATIONS)
        for (unsigned i = pick(6); i > 0; i--)
            random_line(game, pick(bm_game_nodes(game)), 1 + pick(12), what, ctx);
}

/* What was said: how much of it, and the first sentence. */
struct ear {
    enum bm_severity least;
    unsigned count;
    char first[256];
};

static void hear(void *user, const struct bm_report *report)
{
    struct ear *const ear = user;
    if (report->severity < ear->least)
        return;
    if (ear->count++ == 0)
        snprintf(ear->first, sizeof ear->first, "%u:%u ply %u: %s", (unsigned)report->line,
                 report->column, report->ply, report->what);
}

static bool write_game(const struct bm_game *game, enum bm_format format, struct bytes *out,
                       struct ear *ear)
{
    const struct bm_write_options options = {.format = format, .report = hear, .user = ear};
    struct bm_error err = {0};
    out->len = 0;
    bytes_append(out, "", 0);
    if (bm_game_write(game, &options, bytes_append, out, &err) == BM_OK)
        return true;
    snprintf(ear->first, sizeof ear->first, "writing: %s", err.what);
    return false;
}

static bool read_game(struct bm_game *game, enum bm_format format, const struct bm_rules *rules,
                      const struct bytes *text, struct ear *ear)
{
    const struct bm_read_options options = {.format = format,
                                            .rules = rules,
                                            .flags = BM_READ_LENIENT,
                                            .report = hear,
                                            .user = ear};
    struct bm_error err = {0};
    if (bm_game_read(game, &options, text->s, text->len, &err) == BM_OK)
        return true;
    snprintf(ear->first, sizeof ear->first, "reading: %s", err.what);
    return false;
}

static bool same_line(const struct bm_game *a, const struct bm_game *b)
{
    bm_node x = bm_game_first(a, 0), y = bm_game_first(b, 0);
    /* Up to what some formats cannot hold. */
    while (x != BM_NODE_NONE && bm_game_kind(a, x) == BM_NODE_MOVE && !bm_game_illegal(a, x)) {
        if (y == BM_NODE_NONE || !bm_move_equal(bm_game_move(a, x), bm_game_move(b, y)))
            return false;
        x = bm_game_first(a, x);
        y = bm_game_first(b, y);
    }
    /* What cannot be held makes room for the variation that stands beside it. */
    if (x != BM_NODE_NONE && bm_game_next(a, x) != BM_NODE_NONE)
        return true;
    return y == BM_NODE_NONE || bm_game_kind(b, y) != BM_NODE_MOVE || bm_game_illegal(b, y);
}

/*
 * Whether a variation stands beside something that a format may be unable to hold. It then
 * takes its place, so that only what is read is written the same again.
 */
static bool is_awkward(const struct bm_game *game)
{
    for (bm_node n = BM_NODE_ROOT; n != BM_NODE_NONE; n = bm_game_walk(game, BM_NODE_ROOT, n)) {
        const bm_node first = bm_game_first(game, n);
        if (first != BM_NODE_NONE && bm_game_next(game, first) != BM_NODE_NONE &&
            (bm_game_kind(game, first) != BM_NODE_MOVE || bm_game_illegal(game, first)))
            return true;
    }
    return false;
}

static bool same_bytes(const struct bytes *a, const struct bytes *b)
{
    return a->len == b->len && memcmp(a->s, b->s, a->len) == 0;
}

static void drop_tags(struct bm_game *game)
{
    while (bm_game_remove_tag(game, 0))
        ;
}

static bool keeps_tags(const struct bm_game *from, const struct bm_game *to)
{
    for (size_t i = 0; i < bm_game_tags(from); i++) {
        const struct bm_tag tag = bm_game_tag_at(from, i);
        struct bm_text value;
        char name[32];
        snprintf(name, sizeof name, "%.*s", (int)tag.name.len, tag.name.s);
        if (!bm_game_tag(to, name, &value) || value.len != tag.value.len ||
            memcmp(value.s, tag.value.s, value.len) != 0)
            return false;
    }
    return true;
}

struct work {
    struct bm_game *game, *second, *third;
    struct bm_ctx *ctx;
    struct bytes first_text, second_text, third_text;
};

static const char *differ(const struct holder *h, struct work *w, const struct bm_rules *rules,
                          unsigned what, struct ear *ear)
{
    struct ear deaf = {.least = BM_SAY_DEFECT + 1};
    const bool exact = !(what & NASTY);
    ear->least = exact ? BM_SAY_LOSS : BM_SAY_DEFECT;
    if (!write_game(w->game, h->format, &w->first_text, ear))
        return "cannot be written";
    if (exact && ear->count)
        return "a loss is reported of what the format holds";
    if (!read_game(w->second, h->format, rules, &w->first_text, ear))
        return "cannot be read back";
    if (ear->count)
        return "reading back reports something";
    if (what & MOVES && !same_line(w->game, w->second))
        return "the main line is another";
    if (!write_game(w->second, h->format, &w->second_text, &deaf))
        return "cannot be written again";
    if ((exact || !is_awkward(w->game)) && !same_bytes(&w->first_text, &w->second_text))
        return "written again, it is another text";
    if (!read_game(w->third, h->format, rules, &w->second_text, &deaf))
        return "cannot be read a second time";
    if (same_bytes(&w->first_text, &w->second_text) && !bm_game_equal(w->second, w->third))
        return "read again, it is another game";
    if (!write_game(w->third, h->format, &w->third_text, &deaf) ||
        !same_bytes(&w->second_text, &w->third_text))
        return "written a third time, it is another text";
    if (h->format == BM_FORMAT_JSON && !bm_game_equal(w->game, w->second))
        return "what was read differs from what was written";
    if (exact) {
        if (!keeps_tags(w->game, w->second))
            return "a tag is gone";
        if (!(what & TAGS)) {
            drop_tags(w->game);
            drop_tags(w->second);
        }
        if (!bm_game_equal(w->game, w->second))
            return "what was read differs from what was written";
    }
    return NULL;
}

static void show_text(const char *title, struct work *w, const struct bytes *text)
{
    (void)w;
    printf("# --- %s\n# ", title);
    for (size_t i = 0; i < text->len; i++)
        if (text->s[i] == '\n')
            printf("\n# ");
        else
            putchar(text->s[i]);
    putchar('\n');
}

static void show_game(const char *title, struct work *w, const struct bm_game *game)
{
    struct ear deaf = {.least = BM_SAY_DEFECT + 1};
    if (write_game(game, BM_FORMAT_JSON, &w->third_text, &deaf))
        show_text(title, w, &w->third_text);
}

static void run(const struct holder *h, struct work *w, const struct bm_rules *rules,
                bool nasty, uint64_t count, uint64_t only)
{
    unsigned failures = 0;
    const unsigned what = nasty ? ALL : h->holds;
    for (uint64_t i = only ? only : 1; i <= (only ? only : count); i++) {
        struct ear ear = {0};
        seed = i * 1000003 + nasty;
        random_game(w->game, rules, what, w->ctx);
        const char *const wrong =
            differ(h, w, rules, nasty ? (h->holds & MOVES) | NASTY : what, &ear);
        if (wrong && failures++ < 5) {
            printf("# %s, %s, game %u: %s: %s\n", bm_format_name(h->format),
                   nasty ? "everything" : "what it holds", (unsigned)i, wrong, ear.first);
            if (only) {
                show_game("the game", w, w->game);
                show_text("as written", w, &w->first_text);
                show_game("as read", w, w->second);
                show_text("written again", w, &w->second_text);
            }
        }
    }
    ok_named(failures == 0, "%s, %s, %s: %u of %u games differ", bm_format_name(h->format),
             bm_rules_info(rules)->name, nasty ? "everything" : "what it holds", failures,
             (unsigned)count);
}

int main(int argc, char **argv)
{
    const uint64_t count = tap_env_u64("BANMEN_TEST_ROUNDTRIPS", 60);
    const uint64_t only = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    struct work w = {0};
    const struct bm_rules *const rules[] = {bm_rules_chess(), bm_rules_chess960(),
                                            bm_rules_shogi()};
    must(bm_game_create(&w.game, rules[0], NULL));
    must(bm_game_create(&w.second, rules[0], NULL));
    must(bm_game_create(&w.third, rules[0], NULL));
    for (size_t i = 0; i < sizeof holders / sizeof *holders; i++) {
        if (argc > 1 && strcmp(argv[1], bm_format_name(holders[i].format)) != 0)
            continue;
        for (size_t k = 0; k < 3; k++) {
            if (!(k < 2 ? holders[i].chess : holders[i].shogi))
                continue;
            w.ctx = new_ctx(rules[k], 1024);
            run(&holders[i], &w, rules[k], false, count, only);
            run(&holders[i], &w, rules[k], true, count, only);
            bm_ctx_destroy(w.ctx);
        }
    }
    bm_game_destroy(w.game);
    bm_game_destroy(w.second);
    bm_game_destroy(w.third);
    free(w.first_text.s);
    free(w.second_text.s);
    free(w.third_text.s);
    return tap_done();
}
