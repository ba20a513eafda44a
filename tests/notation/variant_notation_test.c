/* SPDX-License-Identifier: MIT */

/*
 * Positions and moves of loaded games as text: whatever is written is read back as itself, on
 * random games of every game of the library; and the forms that people and programs use.
 */

#include "banmen/record.h"
#include "banmen/variant.h"
#include "bytes.h"
#include "play.h"

static uint64_t state = 88172645463325252u;
static uint64_t next_random(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static const struct bm_rules *open_rules(const char *name)
{
    const struct bm_rules *rules = NULL;
    if (bm_rules_open(&rules, name, strlen(name)))
        tap_bail(name);
    return rules;
}

/* What is written of the position is read back, and gives the same position. */
static bool position_returns(const struct bm_ctx *ctx, struct bm_ctx *other)
{
    const struct bm_rules *const rules = bm_ctx_rules(ctx);
    char text[BM_POSITION_TEXT], again[BM_POSITION_TEXT];
    struct bm_setup s;
    struct bm_error err = {0};
    bm_defects defects = 0;
    const size_t len = bm_ctx_format(ctx, 0, text, sizeof text);
    if (len >= sizeof text)
        return false;
    if (bm_position_parse(&s, rules, text, len, BM_TEXT_STRICT, &err) ||
        bm_ctx_sync(other, &s, &defects, &err)) {
        printf("# %s: column %u: %s\n", text, err.column, err.what);
        return false;
    }
    bm_ctx_format(other, 0, again, sizeof again);
    if (strcmp(text, again) == 0 && bm_ctx_key(ctx) == bm_ctx_key(other) && defects == 0)
        return true;
    printf("# %s\n# %s\n# defects %x\n", text, again, defects);
    return false;
}

static bool move_returns(const struct bm_ctx *ctx, bm_move m)
{
    static const enum bm_move_style styles[] = {BM_STYLE_COORDINATES, BM_STYLE_SAN,
                                                BM_STYLE_FIGURINE, BM_STYLE_LONG};
    for (unsigned i = 0; i < sizeof styles / sizeof *styles; i++) {
        char text[BM_MOVE_TEXT];
        struct bm_error err = {0};
        bm_move back = {BM_MOVE_NONE};
        const size_t room = i == 0 ? BM_COORDINATES : sizeof text;
        const size_t len = bm_ctx_write_move(ctx, m, styles[i], text, room);
        /* Shogi itself is played by its own kernel, and has styles of its own. */
        if (len == 0 && i != 0 && strcmp(bm_rules_info(bm_ctx_rules(ctx))->name, "shogi") == 0)
            continue;
        if (len == 0 || len >= room)
            return false;
        const bm_status status = bm_ctx_read_move(ctx, styles[i], text, len, &back, &err);
        if (status == BM_OK && bm_move_equal(m, back))
            continue;
        printf("# %s in %s: %x came back as %x: %s\n", text, text_of(ctx), m.bits, back.bits,
               err.what);
        return false;
    }
    return true;
}

static void walk(const char *name, const struct bm_rules *rules, unsigned plies, unsigned games)
{
    struct bm_ctx *const ctx = new_ctx(rules, plies), *const other = new_ctx(rules, 1);
    static bm_move list[BM_MAX_MOVES];
    unsigned bad_positions = 0, bad_moves = 0, seen = 0;
    for (unsigned game = 0; game < games; game++) {
        bm_ctx_start(ctx);
        for (unsigned ply = 0; ply < plies && bad_positions + bad_moves < 3; ply++) {
            struct bm_outcome o;
            bm_ctx_outcome(ctx, &o);
            const size_t n = bm_ctx_moves(ctx, list, BM_MAX_MOVES);
            if (o.result != BM_ONGOING || n == 0)
                break;
            bad_positions += !position_returns(ctx, other);
            /* All moves of a position now and then, else every fourth. */
            for (size_t i = next_random() % 4; i < n; i += ply % 8 ? 4 : 1, seen++)
                bad_moves += !move_returns(ctx, list[i]);
            if (bm_ctx_play(ctx, list[next_random() % n]))
                break;
        }
    }
    ok_named(bad_positions == 0 && bad_moves == 0 && seen != 0, "%s: %u moves return", name,
             seen);
    bm_ctx_destroy(ctx);
    bm_ctx_destroy(other);
}

static void test_library(const char *only)
{
    const unsigned plies = (unsigned)tap_env_u64("BANMEN_TEST_VARIANTS", 60);
    const struct bm_variant *v;
    for (unsigned i = 0; (v = bm_variant_at(i)) != NULL; i++) {
        const struct bm_rules *rules = NULL;
        if (only && strcmp(only, v->name) != 0)
            continue;
        if (!ok_named(bm_rules_load(&rules, v->text, v->len, NULL, NULL) == BM_OK, "%s loads",
                      v->name))
            continue;
        walk(v->name, rules, plies, 2);
        bm_rules_release(rules);
    }
}

/* Forms that are read, and what is written of them. */
static void test_forms(void)
{
    static const struct {
        const char *game, *text, *written;
    } list[] = {
        {"crazyhouse", "2k5/8/8/8/8/8/8/4K3/Qn w - - 0 1", "2k5/8/8/8/8/8/8/4K3[Qn] w - - 0 1"},
        {"crazyhouse", "4k3/1Q~6/8/8/4b3/8/Kpp5/8/ b - - 0 1",
         "4k3/1Q~6/8/8/4b3/8/Kpp5/8[] b - - 0 1"},
        {"3check", "7r/1p4p1/pk3p2/RN6/8/P5Pp/3p1P1P/4R1K1 w - - 1 39 +2+0",
         "7r/1p4p1/pk3p2/RN6/8/P5Pp/3p1P1P/4R1K1 w - - 1+3 1 39"},
        {"berolina", "rnbqkbnr/pppp1ppp/8/2p5/5P2/8/PPP1PPPP/RNBQKBNR w KQkq c5d6 2 2",
         "rnbqkbnr/pppp1ppp/8/2p5/5P2/8/PPP1PPPP/RNBQKBNR w KQkq d6c5 2 2"},
        {"minishogi", "2k2/5/2P2/5/2K2[RBSGrbsg] w 0 1", "2k2/5/2P2/5/2K2 b RBGSrbgs 1"},
        {"minishogi", "rbsgk/4p/5/P4/KGSBR w 2P 4", "rbsgk/4p/5/P4/KGSBR w 2P 4"},
        {"shako", "10/rr3k4/ppppp5/10/10/10/10/6PPPP/5K2RR/10 w Kq - 0 1",
         "10/rr3k4/ppppp5/10/10/10/10/6PPPP/5K2RR/10 w Kq - 0 1"},
        {"atomic", "4k3/8/8/8/8/8/8/RR2K2R w BH - 0 1", "4k3/8/8/8/8/8/8/RR2K2R w KB - 0 1"},
        {"seirawan", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1",
         "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1"},
        {"marseillais", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w+1 KQkq - 0 1",
         "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w+1 KQkq - 0 1"},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        const struct bm_rules *const rules = open_rules(list[i].game);
        const struct bm_setup s = board_of(rules, list[i].text);
        char text[BM_POSITION_TEXT];
        bm_position_format(&s, rules, 0, text, sizeof text);
        ok_named(strcmp(text, list[i].written) == 0, "%s: %s is written %s", list[i].game,
                 list[i].text, text);
        bm_rules_release(rules);
    }
}

/* Texts that are refused, at their columns. */
static void test_refusals(void)
{
    static const struct {
        const char *game, *text;
        uint32_t column;
    } list[] = {
        {"crazyhouse", "rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", 17},
        {"crazyhouse", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[X] w - - 0 1", 45},
        {"crazyhouse", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Q w - - 0 1", 46},
        {"antichess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 47},
        {"omega",
         "w*********1w/*crnbqkbnrc*/*pppppppppp*/*10*/*10*/*10*/*10*/*10*/*10*/"
         "*PPPPPPPPPP*/**RNBQKBNRC*/W**********W w KQkq - 0 1",
         84},
        {"raumschach", "5/5/5/5/5|5/5/5/5/5 w", 20},
        {"raumschach", "5/5/5/5/5/5 w", 10},
        {"marseillais", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w+x KQkq - 0 1", 47},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        const struct bm_rules *const rules = open_rules(list[i].game);
        struct bm_setup s;
        struct bm_error err = {0};
        const bm_status status =
            bm_position_parse(&s, rules, list[i].text, strlen(list[i].text), 0, &err);
        ok_named(status == BM_ESYNTAX && err.column == list[i].column,
                 "%s: column %u of %s: %s", list[i].game, err.column, list[i].text, err.what);
        bm_rules_release(rules);
    }
}

/* Moves as people write them. */
static void test_moves(void)
{
    static const struct {
        const char *game, *position, *text, *move, *san;
    } list[] = {
        {"crazyhouse", "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1", "Q@e7", "Q@e7", "Q@e7+"},
        {"capablanca", "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/R4K3R w KQkq - 0 1", "O-O",
         "f1i1", "O-O"},
        {"capablanca", "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/R4K3R w KQkq - 0 1",
         "f1j1", "f1i1", "O-O"},
        {"seirawan", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1",
         "b1c3h", "b1c3h", "Nc3/H"},
        {"seirawan", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK2R[HEhe] w KQBCDkqbcdfg - 0 1",
         "O-O/Hh1", "h1e1h", "O-O/Hh1"},
        {"raumschach", "startpos", "NAb1-Cb2", "Ab1Cb2", "NCb2"},
        {"minishogi", "rbsgk/4p/5/P4/KGSBR b - 1", "4e5d", NULL, NULL},
        {"minishogi", "4k/P4/5/5/4K b - 1", "5b5a+", "5b5a+", "5a=+"},
        {"janggi", "startpos", "--", "0000", "--"},
        {"xiangqi", "startpos", "Ch3-h10", "h3h10", "Cxh10"},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        const struct bm_rules *const rules = open_rules(list[i].game);
        struct bm_ctx *const ctx = new_ctx(rules, 4);
        struct bm_error err = {0};
        bm_move m = {BM_MOVE_NONE};
        char text[BM_COORDINATES] = "", san[BM_MOVE_TEXT] = "";
        set(ctx, list[i].position);
        const bm_status status =
            bm_ctx_read_move(ctx, BM_STYLE_SAN, list[i].text, strlen(list[i].text), &m, &err);
        if (!list[i].move) {
            ok_named(status != BM_OK, "%s: %s is refused: %s", list[i].game, list[i].text,
                     err.what);
        } else if (ok_named(status == BM_OK, "%s: %s is read: %s", list[i].game, list[i].text,
                            err.what)) {
            bm_ctx_write_move(ctx, m, BM_STYLE_COORDINATES, text, sizeof text);
            bm_ctx_write_move(ctx, m, BM_STYLE_SAN, san, sizeof san);
            eq_str(text, list[i].move);
            eq_str(san, list[i].san);
        }
        bm_ctx_destroy(ctx);
        bm_rules_release(rules);
    }
}

/* A random game, written in a format and read back. */
static void record_returns(const char *name, enum bm_format format)
{
    const struct bm_rules *const rules = open_rules(name);
    struct bm_ctx *const ctx = new_ctx(rules, 80);
    struct bm_game *game = NULL, *again = NULL;
    struct bytes text = {0};
    struct bm_error err = {0};
    static bm_move list[BM_MAX_MOVES];
    bm_node at = BM_NODE_ROOT;
    if (bm_game_create(&game, rules, NULL) || bm_game_create(&again, bm_rules_chess(), NULL))
        tap_bail("no memory");
    for (unsigned ply = 0; ply < 40; ply++) {
        struct bm_outcome o;
        bm_ctx_outcome(ctx, &o);
        const size_t n = bm_ctx_moves(ctx, list, BM_MAX_MOVES);
        if (o.result != BM_ONGOING || n == 0)
            break;
        const bm_move m = list[next_random() % n];
        if (bm_ctx_play(ctx, m) || bm_game_add(game, at, m, &at))
            tap_bail("a legal move cannot be played");
    }
    const struct bm_write_options writing = {.format = format};
    const struct bm_read_options reading = {.format = format,
                                            .rules = format == BM_FORMAT_USI ? rules : NULL};
    bool good = bm_game_write(game, &writing, bytes_append, &text, &err) == BM_OK &&
                bm_game_read(again, &reading, text.s, text.len, &err) == BM_OK &&
                bm_game_equal(game, again);
    ok_named(good, "%s: a game returns from format %d: %s", name, format, err.what);
    if (!good)
        printf("# %.*s\n", (int)text.len, text.s);
    free(text.s);
    bm_rules_release(rules);
    bm_ctx_destroy(ctx);
    bm_game_destroy(game);
    bm_game_destroy(again);
}

static void test_records(void)
{
    static const char *const names[] = {"crazyhouse", "marseillais", "progressive-scottish",
                                        "minishogi",  "raumschach",  "seirawan",
                                        "atomic",     "glinski",     "duck",
                                        "xiangqi",    "kyotoshogi",  "3check",
                                        "sittuyin",   "monster",     "hyper4"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        record_returns(names[i], BM_FORMAT_PGN);
        record_returns(names[i], BM_FORMAT_JSON);
        record_returns(names[i], BM_FORMAT_USI);
    }
}

/* Names of games, as records have them. */
static void test_names(void)
{
    static const char *const names[][2] = {
        {"Three-check", "3check"},
        {"King of the Hill", "kingofthehill"},
        {"Crazyhouse", "crazyhouse"},
        {"Racing Kings", "racingkings"},
        {"Antichess", "antichess"},
        {"Horde", "horde"},
        {"Capablanca Chess", "capablanca"},
        {"Atomic960", "atomic"},
        {"Chess 960", "chess960"},
        {"From Position", "chess"},
        {"Shogi", "shogi"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char text[128];
        struct bm_game *game = NULL;
        const struct bm_read_options options = {.format = BM_FORMAT_PGN};
        snprintf(text, sizeof text, "[Variant \"%s\"]\n\n*\n", names[i][0]);
        if (bm_game_create(&game, bm_rules_chess(), NULL) ||
            bm_game_read(game, &options, text, strlen(text), NULL))
            tap_bail("the game cannot be read");
        eq_str(bm_rules_info(bm_game_rules(game))->name, names[i][1]);
        bm_game_destroy(game);
    }
}

/* Sides and squares in sentences: as the game and the reader's language have them. */
static void test_sentences(void)
{
    static const struct {
        const char *game, *en[2], *ja[2];
    } sides[] = {
        {"chess", {"white", "black"}, {"白", "黒"}},
        {"shogi", {"sente", "gote"}, {"先手", "後手"}},
        {"minishogi", {"sente", "gote"}, {"先手", "後手"}},
        {"xiangqi", {"red", "black"}, {"紅", "黒"}},
        {"manchu", {"red", "black"}, {"紅", "黒"}},
        {"janggi", {"Cho", "Han"}, {"楚", "漢"}},
    };
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        const struct bm_rules *const rules = open_rules(sides[i].game);
        const struct bm_rules_info *const info = bm_rules_info(rules);
        for (unsigned side = 0; side < 2; side++) {
            eq_str(info->side_name[BM_EN][side], sides[i].en[side]);
            eq_str(info->side_name[BM_JA][side], sides[i].ja[side]);
        }
        const struct bm_outcome o = {.result = BM_FIRST_WINS, .reason = BM_REASON_CHECKMATE};
        char en[96], ja[96], want[96];
        bm_outcome_tell(&o, rules, BM_EN, en, sizeof en);
        snprintf(want, sizeof want, "%s wins (checkmate)", sides[i].en[0]);
        eq_str(en, want);
        bm_outcome_tell(&o, rules, BM_JA, ja, sizeof ja);
        snprintf(want, sizeof want, "%sの勝ち（詰み）", sides[i].ja[0]);
        eq_str(ja, want);
        bm_rules_release(rules);
    }

    static const struct {
        const char *game, *position, *move, *ja;
    } refused[] = {
        {"chess", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "e1e3", "キングはe1からe3へ動けません"},
        {"shogi", "4k4/9/9/9/9/9/4P4/9/4K4 b P 1", "P*5e", "二歩です: ５七に歩があります"},
        {"minishogi", "4k/5/5/5/K4 b - 1", "5e5c", "玉は５五から５三へ動けません"},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        const struct bm_rules *const rules = open_rules(refused[i].game);
        struct bm_ctx *const ctx = new_ctx(rules, 4);
        char text[256];
        set(ctx, refused[i].position);
        const bm_move m = move_of(ctx, refused[i].move);
        bm_ctx_explain(ctx, m, bm_ctx_judge(ctx, m), BM_JA, text, sizeof text);
        eq_str(text, refused[i].ja);
        bm_ctx_destroy(ctx);
        bm_rules_release(rules);
    }
    char name[BM_SQUARE_NAME];
    bm_sq_name(BM_SQ_NONE, bm_rules_shogi(), BM_JA, name, sizeof name);
    eq_str(name, "--");
}

/* What a part of a turn asks for, and the rules in sentences. */
static void test_rules_text(void)
{
    const struct bm_rules *const duck = open_rules("duck");
    struct bm_ctx *const ctx = new_ctx(duck, 8);
    char text[256];
    eq_u64(bm_ctx_wanted(ctx, BM_EN, text, sizeof text), 0);
    eq_u64(bm_ctx_play(ctx, move_of(ctx, "e2e4")), 0);
    bm_ctx_wanted(ctx, BM_EN, text, sizeof text);
    eq_str(text, "now place the duck");
    eq_u64(bm_ctx_play(ctx, move_of(ctx, "D@e6")), 0);
    eq_u64(bm_ctx_wanted(ctx, BM_EN, text, sizeof text), 0);
    eq_u64(bm_ctx_play(ctx, move_of(ctx, "d7d5")), 0);
    bm_ctx_wanted(ctx, BM_JA, text, sizeof text);
    eq_str(text, "アヒルを動かしてください");
    bm_ctx_destroy(ctx);
    bm_rules_release(duck);

    static const struct {
        const char *game, *en, *ja;
    } rows[] = {
        {"chess", "Stalemate, no legal move without check, is a draw.",
         "王手でなく指せる手がないときは引き分けです。"},
        {"shogi", "A side that gave check with every move of the repetition loses.",
         "連続王手の千日手は王手をかけた側の負けです。"},
        {"3check", "Check number 3 wins.", "王手を3回かけた側の勝ちです。"},
        {"kingofthehill", "A side wins with a king on d4 e4 d5 e5.",
         "キングがd4・e4・d5・e5に着いた側の勝ちです。"},
        {"duck", "A side that has lost its last king loses.",
         "キングをすべて失った側の負けです。"},
        {"marseillais", "A turn has 2 moves.", "1ターンに2手指します。"},
        {"antichess", "Who can take must take.", "取れる駒があれば取らなければなりません。"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct bm_rules *const rules = open_rules(rows[i].game);
        bool en = false, ja = false;
        for (unsigned n = 0; bm_rules_sentence(rules, n, BM_EN, text, sizeof text) != 0; n++) {
            en = en || strcmp(text, rows[i].en) == 0;
            bm_rules_sentence(rules, n, BM_JA, text, sizeof text);
            ja = ja || strcmp(text, rows[i].ja) == 0;
        }
        ok_named(en && ja, "%s: %s", rows[i].game, rows[i].en);
        bm_rules_release(rules);
    }
}

int main(int argc, char **argv)
{
    if (argc == 1) {
        test_rules_text();
        test_sentences();
        test_forms();
        test_refusals();
        test_moves();
        test_names();
        test_records();
    }
    test_library(argc > 1 ? argv[1] : NULL);
    return tap_done();
}
