/* SPDX-License-Identifier: MIT */
/*
 * Matches that are saved and go on: written, read again and restored, they stand where they
 * stood, with the time they had, as far as the format holds it.
 */
#include "base/random.h"
#include "match.h"

static uint64_t seed = 5;
static unsigned upto(unsigned n) { return (unsigned)(bm_random(&seed) % (n + 1)); }

static void say(void *user, const struct bm_report *r)
{
    (void)user;
    if (r->severity == BM_SAY_DEFECT)
        printf("# %s\n", r->what);
}

static struct written text;

/* Write, read, restore. NULL if that fails. */
static struct bm_match *through(const struct bm_match *m, enum bm_format format,
                                const struct bm_match_options *options)
{
    const struct bm_read_options how = {
        .format = format, .report = say, .rules = bm_match_options(m)->rules};
    struct bm_match *again = NULL;
    struct bm_game *game;
    struct bm_error err = {0};
    write_record(&text, m, format);
    if (bm_game_create(&game, how.rules, NULL))
        tap_bail("out of memory");
    if (bm_game_read(game, &how, text.s, text.len, &err) ||
        bm_match_restore(&again, game, options, &err))
        printf("# %s\n", err.what);
    bm_game_destroy(game);
    return again;
}

/* How much of a time a format keeps. */
enum keeps { EXACT, NO_REASON };

/* What the moves of a turn that is not over have taken. */
static int64_t told_of_turn(const struct bm_match *m)
{
    const struct bm_game *const game = bm_match_game(m);
    bm_node n = bm_match_node(m);
    int64_t sum = 0;
    for (unsigned i = bm_ctx_turn_moves(bm_match_ctx(m)); i > 0; i--) {
        const bm_note_id id = bm_game_find_note(game, n, BM_NOTE_SPENT);
        sum += id ? bm_game_note(game, id).value : 0;
        n = bm_game_parent(game, n);
    }
    return sum;
}

static const char *differ(const struct bm_match *m, const struct bm_match *again,
                          enum keeps keeps, int64_t unit)
{
    const struct bm_match_state a = state_of(m), b = state_of(again);
    const struct bm_clock *const c = bm_match_clock(m), *const d = bm_match_clock(again);
    if (bm_ctx_key(bm_match_ctx(m)) != bm_ctx_key(bm_match_ctx(again)) ||
        a.outcome.plies != b.outcome.plies || a.turn != b.turn ||
        a.outcome.repetitions != b.outcome.repetitions)
        return "position";
    if (b.stage != (a.stage == BM_MATCH_OVER ? BM_MATCH_OVER : BM_MATCH_PAUSED))
        return "stage";
    if (a.stage == BM_MATCH_OVER && a.outcome.result != b.outcome.result)
        return "result";
    if (a.stage == BM_MATCH_OVER && keeps == EXACT && a.outcome.reason != b.outcome.reason)
        return "reason";
    if (!bm_times_equal(&c->times, &d->times))
        return "time control";
    for (unsigned side = 0; side < 2 && c->times.side[0].kind != BM_CLOCK_NONE; side++)
        if (c->main[side] != d->main[side] || c->periods[side] != d->periods[side] ||
            c->total[side] != d->total[side])
            return "clock";
    if (bm_match_options(m)->times.side[0].kind == BM_CLOCK_NONE)
        return NULL;
    const bool kept = a.stage == BM_MATCH_OVER || a.stage == BM_MATCH_ADJOURNED;
    const int64_t spent = kept && c->started ? c->used : told_of_turn(m);
    if (bm_clock_spent(d, 0) / unit != spent / unit)
        return "time of the turn";
    return NULL;
}

/* Some moves at random, with times in whole units. */
static int64_t play_some(struct bm_match *m, unsigned plies, int64_t unit, bool gifts)
{
    static bm_move list[BM_MAX_MOVES];
    int64_t now = 0;
    for (unsigned i = 0; i < plies && state_of(m).stage == BM_MATCH_PLAYING; i++) {
        const size_t n = bm_ctx_moves(bm_match_ctx(m), list, BM_MAX_MOVES);
        now += (int64_t)upto(8) * unit;
        (void)!bm_match_move(m, list[upto((unsigned)n - 1)], now);
        if (gifts && upto(9) == 0) {
            const struct bm_action give = {
                .act = BM_ACT_GIVE_TIME, .side = upto(1), .ms = unit * 3};
            (void)!bm_match_act(m, &give, now);
        }
        if (upto(9) == 0)
            (void)!act(m, BM_ACT_UNDO, 0, now);
    }
    return now + (int64_t)upto(5) * unit;
}

static void finish(struct bm_match *m, int64_t now, bool aborts)
{
    static const enum bm_act ways[] = {BM_ACT_PAUSE, BM_ACT_ADJOURN, BM_ACT_RESIGN,
                                       BM_ACT_OFFER_DRAW, BM_ACT_ABORT};
    const enum bm_act way = ways[upto(3 + aborts)];
    (void)!act(m, way, state_of(m).turn, now);
    if (way == BM_ACT_OFFER_DRAW)
        (void)!act(m, BM_ACT_ACCEPT_DRAW, !state_of(m).turn, now);
}

static void walk(const char *variant, const char *clock, enum bm_format format, int64_t unit,
                 enum keeps keeps)
{
    const char *wrong = NULL;
    const bool rich = format == BM_FORMAT_JSON || format == BM_FORMAT_PGN;
    const unsigned games = (unsigned)(tap_env_u64("BANMEN_TEST_PLIES", 1000000) / 50000) + 2;
    for (unsigned i = 0; i < games && !wrong; i++) {
        struct bm_match *const m =
            begun((struct how){.variant = variant, .clock = clock, .waits = upto(2) == 0});
        finish(m, play_some(m, upto(60), unit, rich), rich);
        struct bm_match *const again = through(m, format, NULL);
        wrong = again ? differ(m, again, keeps, unit % 1000 ? 1 : 1000) : "not restored";
        if (wrong)
            printf("# %s\n", text.s);
        /* And what was restored is written as it was. */
        if (again && !wrong && state_of(m).stage != BM_MATCH_ADJOURNED) {
            struct written first = {.s = NULL};
            write_record(&first, m, format);
            write_record(&text, again, format);
            if (first.len != text.len || strcmp(first.s, text.s)) {
                printf("# %s\n# %s\n", first.s, text.s);
                wrong = "written again";
            }
            free(first.s);
        }
        bm_match_destroy(again);
        bm_match_destroy(m);
    }
    ok_named(!wrong, "%s, %s as %s%s%s", variant, clock, bm_format_name(format),
             wrong ? ": " : "", wrong ? wrong : "");
}

static void test_walks(void)
{
    static const char *const clocks[] = {"none",  "600",        "300+2",        "60+10x3b",
                                         "0+10b", "60+5+10x2b", "60+3d",        "10/move",
                                         "3days", "0+5",        "600+5,300+9b", "1:30+0.5"};
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++) {
        const bool fine = i + 1 == sizeof clocks / sizeof *clocks;
        walk("chess", clocks[i], BM_FORMAT_JSON, 137, EXACT);
        walk("chess", clocks[i], BM_FORMAT_PGN, 137, EXACT);
        walk("shogi", clocks[i], BM_FORMAT_JSON, 137, EXACT);
        walk("shogi", clocks[i], BM_FORMAT_PGN, 137, EXACT);
        walk("shogi", clocks[i], BM_FORMAT_CSA, 137, NO_REASON);
        if (!fine) {
            walk("shogi", clocks[i], BM_FORMAT_KIF, 1000, NO_REASON);
            walk("shogi", clocks[i], BM_FORMAT_JKF, 1000, NO_REASON);
        }
        walk("marseillais", clocks[i], BM_FORMAT_JSON, 250, EXACT);
        walk("marseillais", clocks[i], BM_FORMAT_PGN, 250, EXACT);
    }
}

/* Every reason that a director can give, by every result. */
static void test_reasons(void)
{
    unsigned lost = 0;
    for (unsigned reason = 1; reason < BM_REASON_COUNT; reason++) {
        for (unsigned result = BM_FIRST_WINS; result <= BM_DRAW; result++) {
            struct bm_match *const m = begun((struct how){.clock = "60"});
            const struct bm_action end = {.act = BM_ACT_ADJUDICATE,
                                          .reason = (enum bm_reason)reason,
                                          .result = (enum bm_result)result};
            int64_t now = 0;
            (void)!play(m, "e2e4", &now);
            if (bm_match_act(m, &end, now) == BM_REFUSAL_NONE) {
                struct bm_match *const again = through(m, BM_FORMAT_JSON, NULL);
                if (!again || differ(m, again, EXACT, 1)) {
                    printf("# %s\n", text.s);
                    lost++;
                }
                bm_match_destroy(again);
            }
            bm_match_destroy(m);
        }
    }
    eq_u64(lost, 0);
}

/* What is written for an end, and what is read of it. */
static void check_end(const char *variant, enum bm_act what, unsigned side,
                      enum bm_reason reason, enum bm_format format, const char *word,
                      const char *result)
{
    struct bm_match *const m = begun((struct how){.variant = variant, .clock = "600"});
    const struct bm_action end = {.act = what, .side = side, .reason = reason};
    int64_t now = 0;
    (void)!play(m, strcmp(variant, "shogi") ? "e2e4" : "7g7f", &now);
    if (bm_match_act(m, &end, now + 5000))
        tap_bail("a match of the test does not end");
    struct bm_match *const again = through(m, format, NULL);
    if (!ok_named(again && strstr(text.s, word) && !strcmp(result_of(again), result),
                  "%s of %s in %s: %s", bm_act_word(what), side ? "second" : "first",
                  bm_format_name(format), word))
        printf("# %s\n# %s\n", text.s, again ? result_of(again) : "");
    bm_match_destroy(again);
    bm_match_destroy(m);
}

static void test_ends(void)
{
    const enum bm_act resign = BM_ACT_RESIGN, forfeit = BM_ACT_FORFEIT;
    check_end("chess", resign, 1, 0, BM_FORMAT_PGN, "[Termination \"resignation\"]",
              "first wins (resignation)");
    check_end("chess", resign, 0, 0, BM_FORMAT_PGN, "0-1", "second wins (resignation)");
    check_end("chess", forfeit, 1, BM_REASON_TIME, BM_FORMAT_PGN, "\"time forfeit\"",
              "first wins (time forfeit)");
    check_end("chess", forfeit, 1, BM_REASON_ILLEGAL, BM_FORMAT_PGN, "\"rules infraction\"",
              "first wins (illegal move)");
    check_end("chess", forfeit, 1, BM_REASON_CRASH, BM_FORMAT_PGN, "1-0",
              "first wins (engine failed)");
    check_end("chess", forfeit, 0, BM_REASON_ABSENT, BM_FORMAT_PGN, "0-1",
              "second wins (absent)");
    check_end("chess", BM_ACT_ABORT, 0, 0, BM_FORMAT_PGN, "[Result \"*\"]",
              "no result (aborted)");
    check_end("shogi", resign, 1, 0, BM_FORMAT_KIF, "投了", "first wins (resignation)");
    check_end("shogi", forfeit, 1, BM_REASON_TIME, BM_FORMAT_KIF, "切れ負け",
              "first wins (time forfeit)");
    check_end("shogi", forfeit, 1, BM_REASON_ILLEGAL, BM_FORMAT_KIF, "反則負け",
              "first wins (illegal move)");
    check_end("shogi", forfeit, 0, BM_REASON_ILLEGAL, BM_FORMAT_KIF, "反則勝ち",
              "second wins (illegal move)");
    check_end("shogi", BM_ACT_DECLARE, 1, 0, BM_FORMAT_JSON, "failed declaration",
              "first wins (failed declaration)");
    check_end("shogi", BM_ACT_ADJOURN, 1, 0, BM_FORMAT_KIF, "中断         ( 0:05/", "ongoing");
    check_end("shogi", resign, 1, 0, BM_FORMAT_CSA, "%TORYO\nT5", "first wins (resignation)");
    check_end("shogi", forfeit, 1, BM_REASON_TIME, BM_FORMAT_CSA, "%TIME_UP",
              "first wins (time forfeit)");
    check_end("shogi", forfeit, 0, BM_REASON_ILLEGAL, BM_FORMAT_CSA, "%+ILLEGAL_ACTION",
              "second wins (illegal move)");
    check_end("shogi", BM_ACT_ADJOURN, 1, 0, BM_FORMAT_CSA, "%CHUDAN\nT5", "ongoing");
}

/* A match from a text as it stands in a file. */
static struct bm_match *from_text(const char *record, const struct bm_match_options *options,
                                  bm_status want)
{
    struct bm_match *m = NULL;
    struct bm_game *game;
    struct bm_error err = {0};
    if (bm_game_create(&game, bm_rules_chess(), NULL) ||
        bm_game_read(game, NULL, record, strlen(record), &err))
        tap_bail("a record of the test cannot be read");
    const bm_status status = bm_match_restore(&m, game, options, &err);
    ok_named(status == want, "restored: %s", err.what);
    bm_game_destroy(game);
    return m;
}

static void check_times(const char *record, const char *want)
{
    struct bm_match *const m = from_text(record, NULL, BM_OK);
    char got[BM_TIMES_TEXT];
    (void)bm_times_format(&bm_match_options(m)->times, got, sizeof got);
    eq_str(got, want);
    bm_match_destroy(m);
}

static void test_foreign(void)
{
    check_times("[TimeControl \"600+5\"]\n\n1. e4 *\n", "600+5");
    check_times("[TimeControl \"1/259200\"]\n\n1. e4 *\n", "3days");
    check_times("[TimeControl \"40/7200\"]\n\n1. e4 *\n", "none");
    check_times("[TimeControl \"-\"]\n\n1. e4 *\n", "none");
    check_times("持ち時間：各10分\n手数----指手--\n 1 ７六歩(77)\n", "600");
    check_times("持ち時間：1時間30分+60秒\n手数----指手--\n 1 ７六歩(77)\n", "90m+60b");
    check_times("持ち時間：15分 秒読み30秒\n手数----指手--\n 1 ７六歩(77)\n", "900+30b");
    check_times("V2.2\n$TIME_LIMIT:00:25+30\nPI\n+\n+7776FU\n", "25m+30b");
    check_times("V2.2\n$TIME_LIMIT:600+5+30x3b\nPI\n+\n+7776FU\n", "600+5+30x3b");
}

static void test_options(void)
{
    struct bm_match_options o = {.times = times_of("60+1")};
    const char *const opening = "[White \"Book\"]\n[Black \"Page\"]\n[TimeControl \"600\"]\n\n"
                                "1. e4 {[%emt 0:00:30][%clk 0:09:30]} e5 {Hello} *\n";
    struct bm_match *m;
    o.seat[0] = (struct bm_seat){.kind = BM_SEAT_ENGINE, .name = "Engine"};
    m = from_text(opening, &o, BM_OK);
    eq_str(bm_match_seat(m, 0)->name, "Engine");
    eq_str(bm_match_seat(m, 1)->name, "Page");
    ok(bm_match_clock(m)->main[0] == 60000 && bm_match_clock(m)->total[0] == 0);
    write_record(&text, m, BM_FORMAT_PGN);
    ok(strstr(text.s, "[TimeControl \"60+1\"]") && !strstr(text.s, "%clk") &&
       strstr(text.s, "Hello") && strstr(text.s, "[White \"Engine\"]") &&
       strstr(text.s, "[WhiteType \"program\"]"));
    eq_str(word_of(act(m, BM_ACT_RESUME, 0, 777)), "ok");
    ok(bm_match_deadline(m) == 777 + 60001);
    bm_match_destroy(m);

    m = from_text(opening, NULL, BM_OK);
    ok(bm_match_clock(m)->main[0] == 570000 && bm_match_clock(m)->main[1] == 600000);
    eq_str(word_of(act(m, BM_ACT_UNDO, 0, 0)), "ok");
    eq_str(word_of(act(m, BM_ACT_UNDO, 0, 0)), "ok");
    ok_named(bm_match_clock(m)->main[0] == 600000, "what was read can be taken back");
    bm_match_destroy(m);

    /* Most PGN has what is left and not what was spent. */
    m = from_text("[TimeControl \"600+5\"]\n\n1. e4 {[%clk 0:09:58]} e5 {[%clk 0:09:50.5]} *\n",
                  NULL, BM_OK);
    ok(bm_match_clock(m)->main[0] == 598000 && bm_match_clock(m)->main[1] == 590500);
    bm_match_destroy(m);

    m = from_text("[WhiteType \"level 3\"]\n[BlackType \"program\"]\n\n1. e4 *\n", NULL, BM_OK);
    ok(bm_match_seat(m, 0)->kind == BM_SEAT_LEVEL && bm_match_seat(m, 0)->level == 3);
    ok(bm_match_seat(m, 1)->kind == BM_SEAT_ENGINE);
    bm_match_destroy(m);

    /* A record that goes on after the draw that our choices would have made of it. */
    struct bm_options autos = {.auto_draws = true};
    o = (struct bm_match_options){.choices = &autos};
    m = from_text("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 *\n", &o, BM_OK);
    ok(state_of(m).stage == BM_MATCH_PAUSED && state_of(m).outcome.plies == 9);
    bm_match_destroy(m);

    ok(!from_text("1. e4 -- 2. d4 *\n", NULL, BM_ERULE));
    m = from_text("V2.2\nPI\n+\n+7776FU\n-3334FU\n+2825HI\n%ILLEGAL_MOVE\n", NULL, BM_OK);
    eq_str(result_of(m), "second wins (illegal move)");
    ok_named(state_of(m).outcome.plies == 2, "the foul was not played");
    bm_match_destroy(m);
    m = from_text("1. f3 e5 2. g4 Qh4# 0-1\n", NULL, BM_OK);
    eq_str(result_of(m), "second wins (checkmate)");
    bm_match_destroy(m);
    m = from_text("1. e4 e5 1-0\n", NULL, BM_OK);
    eq_str(result_of(m), "first wins (resignation)");
    bm_match_destroy(m);
    m = from_text("1. e4 (1. d4 d5) e5 *\n", NULL, BM_OK);
    ok_named(bm_game_nodes(bm_match_game(m)) == 3, "variations are left behind");
    bm_match_destroy(m);
}

int main(void)
{
    test_walks();
    test_reasons();
    test_ends();
    test_foreign();
    test_options();
    free(text.s);
    return tap_done();
}
