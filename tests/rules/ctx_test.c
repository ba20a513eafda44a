/* SPDX-License-Identifier: MIT */

/* What banmen/ctx.h promises, promise by promise. */

#include "play.h"

#define CHESS_START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define SHOGI_START "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"

static void test_memory(void)
{
    static _Alignas(64) unsigned char mem[1 << 16];
    for (unsigned i = 0; bm_rules_at(i); i++) {
        const struct bm_rules *const rules = bm_rules_at(i);
        struct bm_ctx *ctx = NULL;
        const size_t size = bm_ctx_size(rules, 16);
        ok(size > 0 && size <= sizeof mem);
        ok(bm_ctx_init(&ctx, mem, size - 1, rules, 16) == BM_ENOSPC && !ctx);
        ok(bm_ctx_init(&ctx, mem + 1, sizeof mem - 1, rules, 16) == BM_EINVAL && !ctx);
        memset(mem, 0xa5, sizeof mem);
        ok(bm_ctx_init(&ctx, mem, size, rules, 16) == BM_OK);
        ok_named(mem[size] == 0xa5, "%s: nothing is written past the size that was asked for",
                 bm_rules_info(rules)->name);
        ok(bm_ctx_rules(ctx) == rules && bm_ctx_plies(ctx) == 0 && bm_ctx_room(ctx) == 16);
        ok(bm_ctx_count(ctx) == (bm_rules_info(rules)->has_hands ? 30u : 20u));
    }
    ok(bm_ctx_size(bm_rules_chess(), 0xffffffffu) == 0);
    struct bm_ctx *none = NULL;
    ok(bm_ctx_create(&none, bm_rules_chess(), 0xffffffffu) != BM_OK && !none);
    bm_ctx_destroy(NULL);
}

static void test_full_stack(void)
{
    struct bm_ctx *const ctx = new_ctx(bm_rules_chess(), 2);
    ok(play_all(ctx, "e2e4 e7e5") == 0);
    eq_u64(bm_ctx_room(ctx), 0);
    const uint64_t key = bm_ctx_key(ctx);
    eq_u64(bm_ctx_play(ctx, move_of(ctx, "g1f3")), BM_FAULT_GAME_OVER);
    ok(bm_ctx_key(ctx) == key && bm_ctx_plies(ctx) == 2);
    ok(bm_ctx_undo(ctx) && bm_ctx_undo(ctx) && !bm_ctx_undo(ctx));
    eq_str(text_of(ctx), CHESS_START);
    bm_ctx_destroy(ctx);
}

/* A refused board names all reasons and leaves the context as it was, line and counters too. */
static void refuses(struct bm_ctx *ctx, const char *text, bm_defects want)
{
    const struct bm_setup s = board_of(bm_ctx_rules(ctx), text);
    const uint64_t key = bm_ctx_key(ctx);
    const unsigned plies = bm_ctx_plies(ctx), repetitions = bm_ctx_repetitions(ctx);
    char before[512];
    bm_defects defects = 0;
    struct bm_error err = {.code = BM_OK};
    snprintf(before, sizeof before, "%s", text_of(ctx));
    ok_named(bm_ctx_sync(ctx, &s, &defects, &err) == BM_ERULE && err.code == BM_ERULE &&
                 err.what[0],
             "%s is refused: %s", text, err.what);
    eq_u64(defects & BM_DEFECTS_HARD, want);
    eq_u64(bm_setup_check(&s, bm_ctx_rules(ctx)), defects);
    ok(bm_ctx_key(ctx) == key && bm_ctx_plies(ctx) == plies &&
       bm_ctx_repetitions(ctx) == repetitions && !strcmp(before, text_of(ctx)));
}

static void test_sync(void)
{
    struct bm_ctx *ctx = new_ctx(bm_rules_chess(), 64);
    ok(play_all(ctx, "e2e4 e7e5 g1f3") == 0);
    refuses(ctx, "8/8/8/8/8/8/8/8 w - - 0 1", BM_DEFECT_NO_KING);
    refuses(ctx, "kk6/8/8/8/8/8/8/KK6 w - - 0 1", BM_DEFECT_MANY_KINGS);
    refuses(ctx, "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", BM_DEFECT_OTHER_CHECKED);
    refuses(ctx, "P3k3/8/8/8/8/8/8/4K2p w - - 0 1", BM_DEFECT_PAWN_RANK);
    refuses(ctx, "P7/8/8/8/8/8/8/KK6 w - - 0 1",
            BM_DEFECT_NO_KING | BM_DEFECT_MANY_KINGS | BM_DEFECT_PAWN_RANK);
    struct bm_setup s = board_of(bm_rules_chess(), CHESS_START);
    s.turn = 2;
    ok(bm_ctx_sync(ctx, &s, NULL, NULL) == BM_ERULE);
    s.turn = 0;
    s.board[20] = 0x77;
    ok((bm_setup_check(&s, bm_rules_chess()) & BM_DEFECT_BAD_PIECE) != 0);

    /* Soft defects are mended. */
    bm_defects defects = 0;
    s = board_of(bm_rules_chess(), "4k3/8/8/8/8/8/8/4K2R w KQkq e6 0 1");
    ok(bm_ctx_sync(ctx, &s, &defects, NULL) == BM_OK);
    eq_u64(defects, BM_DEFECT_CASTLING | BM_DEFECT_EN_PASSANT);
    eq_str(text_of(ctx), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    bm_ctx_destroy(ctx);

    ctx = new_ctx(bm_rules_shogi(), 64);
    ok(play_all(ctx, "7g7f 3c3d") == 0);
    refuses(ctx, "4k4/9/9/4P4/4P4/9/9/9/4K4 b - 1", BM_DEFECT_TWO_PAWNS);
    refuses(ctx, "P3k4/9/9/9/9/9/9/9/4K4 b - 1", BM_DEFECT_DEAD_PIECE);
    refuses(ctx, "4k4/4R4/9/9/9/9/9/9/4K4 b - 1", BM_DEFECT_OTHER_CHECKED);
    refuses(ctx, "4k4/9/9/9/9/9/9/9/4K4 b 19P 1", BM_DEFECT_MATERIAL);
    refuses(ctx, "4k4/8P/8P/9/9/9/9/7n1/4K4 b 3R 1",
            BM_DEFECT_TWO_PAWNS | BM_DEFECT_DEAD_PIECE | BM_DEFECT_MATERIAL);
    s = board_of(bm_rules_shogi(), SHOGI_START);
    s.hand[0][BM_SHOGI_KING] = 1;
    ok((bm_setup_check(&s, bm_rules_shogi()) & BM_DEFECT_HAND) != 0);
    bm_ctx_destroy(ctx);
}

static void test_sync_board(void)
{
    struct bm_ctx *const ctx = new_ctx(bm_rules_shogi(), 8);
    bm_piece board[81] = {0};
    uint8_t hands[2][BM_MAX_KINDS] = {{0}};
    struct bm_error err;
    board[4 * 9 + 8] = bm_piece_of(BM_SHOGI_KING, BM_FIRST);
    board[4 * 9] = bm_piece_of(BM_SHOGI_KING, BM_SECOND);
    hands[1][BM_SHOGI_GOLD] = 2;
    ok(bm_ctx_sync_board(ctx, board, (const uint8_t(*)[BM_MAX_KINDS])hands, BM_SECOND, &err) ==
       BM_OK);
    eq_str(text_of(ctx), "4k4/9/9/9/9/9/9/9/4K4 w 2g 1");
    eq_u64(bm_ctx_turn(ctx), BM_SECOND);
    eq_u64(bm_ctx_hand(ctx, BM_SECOND, BM_SHOGI_GOLD), 2);
    eq_u64(bm_ctx_hand(ctx, 2, BM_SHOGI_GOLD) + bm_ctx_hand(ctx, 0, 1000), 0);
    eq_u64(bm_ctx_piece(ctx, 36), bm_piece_of(BM_SHOGI_KING, BM_SECOND));
    eq_u64(bm_ctx_piece(ctx, 81) + bm_ctx_piece(ctx, BM_SQ_NONE), 0);
    ok(bm_ctx_sync_board(ctx, board, NULL, BM_FIRST, NULL) == BM_OK);
    eq_str(text_of(ctx), "4k4/9/9/9/9/9/9/9/4K4 b - 1");
    ok(bm_ctx_sync_board(ctx, board, NULL, 7, &err) == BM_ERULE && err.what[0]);

    struct bm_setup s;
    bm_ctx_setup(ctx, &s);
    ok(!memcmp(s.board, board, sizeof board) && s.turn == BM_FIRST);
    bm_ctx_destroy(ctx);
}

static void test_questions(void)
{
    struct bm_ctx *const ctx = new_ctx(bm_rules_shogi(), 64);
    bm_move list[BM_MAX_MOVES];
    bm_sq squares[BM_MAX_ATTACKERS];

    /* A pawn that may promote, one that must, one that cannot. */
    set(ctx, "4k4/9/9/2P6/9/9/9/9/4K4 b - 1");
    struct bm_pair pair = bm_ctx_judge_pair(ctx, 6 * 9 + 3, 6 * 9 + 2);
    ok(pair.plain == 0 && pair.promoting == 0);
    set(ctx, "4k4/2P6/9/9/9/9/9/9/4K4 b - 1");
    pair = bm_ctx_judge_pair(ctx, 6 * 9 + 1, 6 * 9);
    ok(pair.plain == BM_FAULT_MUST_PROMOTE && pair.promoting == 0);
    set(ctx, "4k4/9/9/9/9/2P6/9/9/4K4 b - 1");
    pair = bm_ctx_judge_pair(ctx, 6 * 9 + 5, 6 * 9 + 4);
    ok(pair.plain == 0 && pair.promoting == BM_FAULT_CANNOT_PROMOTE);

    bm_ctx_start(ctx);
    eq_u64(bm_ctx_moves_from(ctx, 1 * 9 + 7, list, BM_MAX_MOVES), 6); /* the rook on 2h */
    eq_u64(bm_ctx_moves_from(ctx, 4 * 9 + 4, list, BM_MAX_MOVES), 0);
    eq_u64(bm_ctx_moves_from(ctx, 1000, list, BM_MAX_MOVES), 0);
    /* Two golds can go to 5h, from 4i and 6i; no silver can. */
    eq_u64(bm_ctx_moves_to(ctx, BM_SHOGI_GOLD, 4 * 9 + 7, list, BM_MAX_MOVES), 2);
    ok(bm_move_to(list[0]) == 4 * 9 + 7 && bm_move_to(list[1]) == 4 * 9 + 7);
    eq_u64(bm_ctx_moves_to(ctx, BM_SHOGI_SILVER, 4 * 9 + 7, list, BM_MAX_MOVES), 0);
    eq_u64(bm_ctx_moves_to(ctx, BM_SHOGI_GOLD, 1000, list, BM_MAX_MOVES), 0);
    eq_u64(bm_ctx_drops(ctx, BM_SHOGI_PAWN, list, BM_MAX_MOVES), 0);
    eq_u64(bm_ctx_moves(ctx, list, 3), 30);
    eq_u64(bm_ctx_moves(ctx, NULL, 0), 30);
    set(ctx, "4k4/9/9/9/9/9/P8/9/4K4 b P 1");
    eq_u64(bm_ctx_drops(ctx, BM_SHOGI_PAWN, list, BM_MAX_MOVES), 8 * 8 - 1);

    set(ctx, "4k4/9/9/9/4r4/9/9/3b5/4K4 b - 1");
    eq_u64(bm_ctx_checks(ctx, squares), 2);
    eq_u64(bm_ctx_checks(ctx, NULL), 2);
    eq_u64(bm_ctx_attackers(ctx, 4 * 9 + 8, BM_SECOND, squares), 2);
    eq_u64(bm_ctx_attackers(ctx, 4 * 9 + 8, BM_SECOND, NULL), 2);
    eq_u64(bm_ctx_attackers(ctx, 999, BM_SECOND, squares), 0);
    eq_u64(bm_ctx_attackers(ctx, 0, 9, squares), 0);

    /* Words that are no moves are judged, not trusted. */
    unsigned legal = 0;
    for (uint32_t bits = 0; bits < 0xfffffff0u - 65521u * 3; bits += 65521u * 3)
        legal += bm_ctx_judge(ctx, (bm_move){bits}) == 0;
    ok_named(legal <= bm_ctx_count(ctx), "arbitrary words: %u legal", legal);
    bm_ctx_destroy(ctx);
}

static void test_faults(void)
{
    static const struct {
        const char *game, *position, *move;
        bm_faults first;
    } rows[] = {
        {"chess", CHESS_START, "e4e5", BM_FAULT_NO_PIECE},
        {"chess", CHESS_START, "e7e5", BM_FAULT_WRONG_SIDE},
        {"chess", CHESS_START, "e2e5", BM_FAULT_NOT_A_MOVE},
        {"chess", CHESS_START, "a1a2", BM_FAULT_OWN_PIECE},
        {"chess", CHESS_START, "a1a3", BM_FAULT_BLOCKED},
        {"chess", CHESS_START, "e1g1", BM_FAULT_CASTLING},
        {"chess", CHESS_START, "P@e4", BM_FAULT_NOT_IN_HAND},
        {"chess", CHESS_START, "e2e4q", BM_FAULT_CANNOT_PROMOTE},
        {"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8", BM_FAULT_MUST_PROMOTE},
        {"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8k", BM_FAULT_CANNOT_PROMOTE},
        {"chess", "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3", BM_FAULT_PINNED},
        {"chess", "4r1k1/8/8/8/8/8/8/3K4 w - - 0 1", "d1e1", BM_FAULT_KING_LEFT},
        {"chess", "5rk1/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", BM_FAULT_CASTLING},
        {"shogi", SHOGI_START, "P*5e", BM_FAULT_NOT_IN_HAND},
        {"shogi", SHOGI_START, "5i5h+", BM_FAULT_CANNOT_PROMOTE},
        {"shogi", "4k4/9/9/9/9/9/4P4/9/4K4 b P 1", "P*5e", BM_FAULT_TWO_PAWNS},
        {"shogi", "4k4/9/9/9/9/9/4P4/9/4K4 b P 1", "P*5g", BM_FAULT_OCCUPIED},
        {"shogi", "4k4/9/9/9/9/9/9/9/4K4 b P 1", "P*1a", BM_FAULT_DEAD_END},
        {"shogi", "4k4/9/9/9/9/9/9/9/4K4 b N 1", "N*1b", BM_FAULT_DEAD_END},
        {"shogi", "7nk/9/7G1/9/9/9/9/9/4K4 b P 1", "P*1b", BM_FAULT_PAWN_MATE},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct bm_rules *const rules = bm_rules_find(rows[i].game, strlen(rows[i].game));
        struct bm_ctx *const ctx = new_ctx(rules, 4);
        char en[256], ja[256];
        set(ctx, rows[i].position);
        const bm_move m = move_of(ctx, rows[i].move);
        const uint64_t key = bm_ctx_key(ctx);
        const bm_faults f = bm_ctx_judge(ctx, m), first = bm_fault_first(f);
        ok_named(first == rows[i].first, "%s in %s is %s, should be %s", rows[i].move,
                 rows[i].position, bm_fault_word(first), bm_fault_word(rows[i].first));
        ok(bm_ctx_play(ctx, m) == f && bm_ctx_key(ctx) == key && bm_ctx_plies(ctx) == 0);
        ok(bm_ctx_explain(ctx, m, f, BM_EN, en, sizeof en) == strlen(en) && *en);
        ok(bm_ctx_explain(ctx, m, f, BM_JA, ja, sizeof ja) == strlen(ja) && *ja);
        ok(strcmp(en, ja) != 0);
        char small[8];
        ok(bm_ctx_explain(ctx, m, f, BM_EN, small, sizeof small) == strlen(en) &&
           !strncmp(small, en, sizeof small - 1));
        bm_ctx_destroy(ctx);
    }
    eq_str(bm_fault_word(0), "legal");
    eq_str(bm_defect_word(0), "sound");
}

static void test_counters(void)
{
    struct bm_ctx *ctx = new_ctx(bm_rules_chess(), 400);
    struct bm_options options;
    struct bm_outcome o;
    bm_options_default(&options);

    /* Three times is a claim, five times the end. */
    for (int i = 0; i < 2; i++)
        ok(play_all(ctx, "g1f3 g8f6 f3g1 f6g8") == 0);
    bm_ctx_outcome(ctx, &o);
    ok(o.result == BM_ONGOING && o.claims == BM_CLAIM_REPETITION && o.repetitions == 3);
    ok(o.quiet == 8 && o.plies == 8);
    options.auto_draws = true;
    bm_ctx_configure(ctx, &options);
    eq_str(outcome_of(ctx), "draw (repetition)");
    eq_u64(bm_ctx_judge(ctx, move_of(ctx, "e2e4")), BM_FAULT_GAME_OVER);
    eq_u64(bm_ctx_play(ctx, move_of(ctx, "e2e4")), BM_FAULT_GAME_OVER);
    eq_u64(bm_ctx_count(ctx), 20);
    options.play_on = true;
    bm_ctx_configure(ctx, &options);
    ok(bm_ctx_options(ctx)->play_on);
    ok(play_all(ctx, "e2e4") == 0 && bm_ctx_undo(ctx));
    bm_options_default(&options);
    bm_ctx_configure(ctx, &options);
    for (int i = 0; i < 2; i++)
        ok(play_all(ctx, "g1f3 g8f6 f3g1 f6g8") == 0);
    eq_u64(bm_ctx_repetitions(ctx), 5);
    eq_str(outcome_of(ctx), "draw (repetition)");
    ok(bm_ctx_undo(ctx));
    eq_u64(bm_ctx_repetitions(ctx), 4);

    /* 50 and 75 moves. */
    set(ctx, "4k3/8/8/8/8/8/8/4K2R w - - 98 90");
    ok(play_all(ctx, "h1h2 e8d8") == 0);
    bm_ctx_outcome(ctx, &o);
    ok(o.result == BM_ONGOING && o.claims == BM_CLAIM_FIFTY && o.quiet == 100);
    set(ctx, "4k3/8/8/8/8/8/8/4K2R w - - 149 120");
    ok(play_all(ctx, "h1h2") == 0);
    eq_str(outcome_of(ctx), "draw (75-move rule)");
    /* Mate goes before the counter. */
    set(ctx, "4k3/R7/8/8/8/8/8/4K2R w - - 149 120");
    ok(play_all(ctx, "h1h8") == 0);
    eq_str(outcome_of(ctx), "first wins (checkmate)");
    eq_u64(bm_fault_first(bm_ctx_judge(ctx, move_of(ctx, "e8e7"))), BM_FAULT_GAME_OVER);
    bm_ctx_destroy(ctx);

    ctx = new_ctx(bm_rules_shogi(), 400);
    for (int i = 0; i < 3; i++)
        ok(play_all(ctx, "5i5h 5a5b 5h5i 5b5a") == 0);
    eq_str(outcome_of(ctx), "draw (repetition)");
    bm_ctx_start(ctx);
    eq_u64(bm_ctx_repetitions(ctx), 1);
    options.move_limit = 2;
    bm_ctx_configure(ctx, &options);
    ok(play_all(ctx, "7g7f") == 0);
    eq_str(outcome_of(ctx), "ongoing");
    ok(play_all(ctx, "3c3d") == 0);
    eq_str(outcome_of(ctx), "draw (move limit)");
    bm_ctx_destroy(ctx);
}

static void test_impasse(void)
{
    struct bm_ctx *const ctx = new_ctx(bm_rules_shogi(), 8);
    struct bm_options options;
    struct bm_impasse i;
    bm_options_default(&options);
    ok(options.impasse == BM_IMPASSE_27 && !options.auto_draws && !options.play_on);

    /* Ten pieces and 28 points of the first side: R 5 B 5 in hand, and 18 others. */
    set(ctx, "4K4/GGSS5/PPPPPP3/9/9/9/9/9/4k4 b RBG2S2N2L5Prb2n2l7p 1");
    bm_ctx_impasse(ctx, &i);
    ok(i.king_in_zone && !i.in_check && i.pieces == 10 && i.needed == 28);
    eq_u64(i.points, 10 + 10 + 12);
    eq_u64(i.result, BM_FIRST_WINS);
    options.impasse = BM_IMPASSE_24;
    bm_ctx_configure(ctx, &options);
    bm_ctx_impasse(ctx, &i);
    ok(i.needed == 31 && i.result == BM_FIRST_WINS);
    set(ctx, "4K4/GGSS5/PPPPPP3/9/9/9/9/9/4k4 b RG2S2N2L2Pr2b2n2l10p 1");
    bm_ctx_impasse(ctx, &i);
    eq_u64(i.result, BM_DRAW);
    options.impasse = BM_IMPASSE_NONE;
    bm_ctx_configure(ctx, &options);
    bm_ctx_impasse(ctx, &i);
    eq_u64(i.result, BM_ONGOING);
    options.impasse = BM_IMPASSE_TRY;
    bm_ctx_configure(ctx, &options);
    set(ctx, "9/4K4/9/9/9/9/9/9/k8 b P 1");
    ok(play_all(ctx, "5b5a") == 0);
    eq_str(outcome_of(ctx), "first wins (try rule)");
    bm_ctx_destroy(ctx);

    struct bm_ctx *const chess = new_ctx(bm_rules_chess(), 8);
    bm_ctx_impasse(chess, &i);
    eq_u64(i.result, BM_ONGOING);
    bm_ctx_destroy(chess);
}

static void test_once(void)
{
    const struct bm_rules *const rules = bm_rules_chess();
    struct bm_setup s = board_of(rules, CHESS_START), bad = {.turn = 0};
    bm_move list[BM_MAX_MOVES];
    bm_faults f = 1;
    size_t n = 0;
    struct bm_outcome o;
    ok(bm_judge_once(rules, &s, bm_move_plain(12, 28), &f) == BM_OK && f == 0);
    ok(bm_judge_once(rules, &s, bm_move_plain(12, 36), &f) == BM_OK && f != 0);
    ok(bm_moves_once(rules, &s, list, BM_MAX_MOVES, &n) == BM_OK && n == 20);
    ok(bm_outcome_once(rules, &s, &o) == BM_OK && o.result == BM_ONGOING);
    const struct bm_setup before = s;
    ok(bm_play_once(rules, &s, bm_move_plain(12, 36), &f) == BM_OK && f != 0);
    ok(!memcmp(&before, &s, sizeof s));
    ok(bm_play_once(rules, &s, bm_move_plain(12, 28), &f) == BM_OK && f == 0);
    ok(s.turn == BM_SECOND && s.board[28] == bm_piece_of(BM_CHESS_PAWN, BM_FIRST) &&
       !s.board[12]);
    ok(bm_judge_once(rules, &bad, bm_move_plain(12, 28), &f) == BM_ERULE);
    ok(bm_moves_once(rules, &bad, list, BM_MAX_MOVES, &n) == BM_ERULE);
    ok(bm_play_once(rules, &bad, bm_move_plain(12, 28), &f) == BM_ERULE);
    ok(bm_outcome_once(rules, &bad, &o) == BM_ERULE);
}

static void test_line(void)
{
    struct bm_ctx *const ctx = new_ctx(bm_rules_chess(), 16);
    const uint64_t start = bm_ctx_key(ctx);
    ok(play_all(ctx, "e2e4 d7d5 e4d5 d8d5 b1c3") == 0);
    eq_u64(bm_ctx_plies(ctx), 5);
    ok(bm_move_equal(bm_ctx_played(ctx, 0), bm_move_plain(12, 28)));
    ok(bm_ctx_played(ctx, 5).bits == BM_MOVE_NONE);
    eq_str(text_of(ctx), "rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR b KQkq - 1 3");
    while (bm_ctx_undo(ctx))
        ;
    ok(bm_ctx_key(ctx) == start);
    eq_str(text_of(ctx), CHESS_START);

    /* Two roads to one position: one key. */
    ok(play_all(ctx, "g1f3 g8f6 b1c3 b8c6") == 0);
    const uint64_t one = bm_ctx_key(ctx);
    bm_ctx_start(ctx);
    ok(play_all(ctx, "b1c3 b8c6 g1f3 g8f6") == 0);
    ok(bm_ctx_key(ctx) == one);

    eq_u64(bm_ctx_perft(ctx, 0), 1);
    const uint64_t plain = bm_ctx_perft(ctx, 3);
    void *const table = calloc(1 << 12, BM_PERFT_ENTRY);
    eq_u64(bm_ctx_perft_hashed(ctx, 3, table, 1 << 12), plain);
    eq_u64(bm_ctx_perft_hashed(ctx, 3, table, 1 << 12), plain);
    ok(bm_ctx_key(ctx) == one);
    free(table);
    bm_ctx_destroy(ctx);
}

int main(void)
{
    test_memory();
    test_full_stack();
    test_sync();
    test_sync_board();
    test_questions();
    test_faults();
    test_counters();
    test_impasse();
    test_once();
    test_line();
    return tap_done();
}
