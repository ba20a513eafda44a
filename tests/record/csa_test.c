/* SPDX-License-Identifier: MIT */
/* CSA: what its readers meet in files, and what is written. */
#include "banmen/notation.h"
#include "rewrite.h"

struct sample {
    const char *name, *text, *want, *said;
};

static const struct sample samples[] = {
    {"a whole game",
     "V2.2\nN+Alpha\nN-Beta, Jr.\n$EVENT:Cup: final\n$ODD:kept\nPI\n+\n'first\n+7776FU\nT12\n"
     "-3334FU\nT3\n'*one\n'*two\n+8822UM\n-3122GI\n%TORYO\nT1\n'at the end\n",
     "V2.2\nN+Alpha\nN-Beta, Jr.\n$EVENT:Cup: final\n$ODD:kept\nPI\n+\n'*first\n+7776FU\nT12\n"
     "-3334FU\nT3\n'*one\n'*two\n+8822UM\n-3122GI\n%TORYO\nT1\n'*at the end\n",
     ""},
    {"statements on one line, keywords behind the moves, CRLF",
     "V2,PI,+\r\n+7776FU,T12\r\n-3334FU , T3,'* said, "
     "so\r\n%CHUDAN\r\n$END_TIME:2020/01/01\r\n",
     "V2.2\n$END_TIME:2020/01/01\nPI\n+\n+7776FU\nT12\n-3334FU\nT3\n'*said, so\n%CHUDAN\n", ""},
    {"no version, no turn, no signs, names behind the position", "PI\nN+A\n7776FU\n3334FU\n",
     "V2.2\nN+A\nPI\n+\n+7776FU\n-3334FU\n", ""},
    {"no turn, but the first move has a sign", "PI82HI\n-5142OU\n+7776FU\n",
     "V2.2\nPI82HI\n-\n-5142OU\n+7776FU\n", ""},
    {"ranks with collapsed and stripped blanks",
     "P1-KY-KE-GI-KI-OU-KI-GI-KE-KY\nP2 * -HI * * * * * -KA *\n"
     "P3-FU-FU-FU-FU-FU-FU-FU-FU-FU\nP4 *  *  *  *  *  *  *  *  *\nP5*********\n"
     "P6 *  *  *  *  *  *  *  *  * \nP7+FU+FU+FU+FU+FU+FU+FU+FU+FU\n"
     "P8 * +KA *  *  *  *  * +HI *\nP9+KY+KE+GI+KI+OU+KI+GI+KE+KY\nP+\nP-\n+\n+2726FU\n",
     "V2.2\nPI\n+\n+2726FU\n", ""},
    {"single pieces, and the rest in a hand",
     "P-51OU52FU\nP+53TO59OU00KI00KI\nP-00AL\n-\n%TSUMI\n",
     "V2.2\nP1 *  *  *  * -OU *  *  *  * \nP2 *  *  *  * -FU *  *  *  * \n"
     "P3 *  *  *  * +TO *  *  *  * \nP4 *  *  *  *  *  *  *  *  * \n"
     "P5 *  *  *  *  *  *  *  *  * \nP6 *  *  *  *  *  *  *  *  * \n"
     "P7 *  *  *  *  *  *  *  *  * \nP8 *  *  *  *  *  *  *  *  * \n"
     "P9 *  *  *  * +OU *  *  *  * \nP+00KI00KI\n"
     "P-00HI00HI00KA00KA00KI00KI00GI00GI00GI00GI00KE00KE00KE00KE00KY00KY00KY00KY"
     "00FU00FU00FU00FU00FU00FU00FU00FU00FU00FU00FU00FU00FU00FU00FU00FU\n-\n%TSUMI\n",
     "5:1 ply 0 defect: the record says checkmate, but the position is not mate\n"},
    {"version 3 where it is needed",
     "'CSA encoding=UTF-8\nV3.0\n$MAX_MOVES:256\nPI\n+\n+7776FU\nT1.25\n-3334FU\nT0.0009\n",
     "'CSA encoding=UTF-8\nV3.0\n$MAX_MOVES:256\nPI\n+\n+7776FU\nT1.250\n-3334FU\nT0\n", ""},
    {"what engines think",
     "PI\n+\n+7776FU\n'** 30 -3334FU +2726FU\n-3334FU\n'** -15\n'*text\n+2726FU\n'** 1.5 x\n",
     "V2.2\nPI\n+\n+7776FU\n'** 30 -3334FU +2726FU\n-3334FU\n'** -15\n'*text\n+2726FU\n"
     "'** 1.5 x\n",
     ""},
    {"engines that think twice",
     "PI\n+\n+7776FU\n'** 30\n'** 30\n'** 40 -3334FU\n'** 50\n-3334FU\n'*x\n'** 40 +2726FU\n",
     "V2.2\nPI\n+\n+7776FU\n'** 30\n'** 30\n'** 40 -3334FU\n'** 50\n-3334FU\n'*x\n'** 40 "
     "+2726FU\n",
     ""},
    {"a foul is kept with its end", "PI\n+\n+7776FU\n-3334FU\n+7776FU\n%ILLEGAL_MOVE\n",
     "V2.2\nPI\n+\n+7776FU\n-3334FU\n+7776FU\n%ILLEGAL_MOVE\n", ""},
    {"a foul that the server tells", "PI\n+\n+2726FU\n-3343FU\n#ILLEGAL_MOVE\n#WIN\n#LOSE\n",
     "V2.2\nPI\n+\n+2726FU\n-3343FU\n%ILLEGAL_MOVE\n",
     "6:1 ply 3 notice: lines of the server (#) are left out\n"},
    {"who fouled is said",
     "PI\n+\n+7776FU\n-3334FU\n%-ILLEGAL_ACTION\n/\nPI\n+\n"
     "+7776FU\n%-ILLEGAL_ACTION\n/\nPI\n+\n+0055FU\n%+ILLEGAL_ACTION\n",
     "V2.2\nPI\n+\n+7776FU\n-3334FU\n%-ILLEGAL_ACTION\n/\nPI\n+\n+7776FU\n%ILLEGAL_MOVE\n/"
     "\nPI\n"
     "+\n+0055FU\n%+ILLEGAL_ACTION\n",
     ""},
    {"games with separators and without",
     "/\nV2.2\nPI\n+\n+2726FU\n%TORYO\n/\n\nPI\n+\n+7776FU\nV2.2\nPI\n+\n%MATTA\n / \n",
     "V2.2\nPI\n+\n+2726FU\n%TORYO\n/\nPI\n+\n+7776FU\n/\nPI\n+\n%MATTA\n", ""},
    {"an end that is not known", "PI\n+\n%NEW_WORD\n", "V2.2\nPI\n+\n%NEW_WORD\n", ""},
    {"an end that cannot be written, and what is said about it",
     "PI\n+\n+7776FU\n'*a\n%odd word\nT3\n'*b\n", "V2.2\nPI\n+\n+7776FU\n'*a\n'*b\n",
     "0:0 ply 1 loss: how the game ended is left out\n0:0 ply 1 loss: times are left out\n"},
    {"control characters at the end of a line", "PI\n+\n'*a\1\n'*b\n",
     "V2.2\nPI\n+\n'*a\n'*b\n", ""},
    {"names that are empty", "N+\nN-\nPI\n+\n", "V2.2\nN+\nN-\nPI\n+\n", ""},
    {"a BOM", "\xef\xbb\xbfV2.2\nPI\n+\n", "V2.2\nPI\n+\n", ""},
    {"an illegal move breaks the line", "PI\n+\n+7776FU\n-3334FU\n  +7776FU\n-8384FU\n%TORYO\n",
     "V2.2\nPI\n+\n+7776FU\n-3334FU\n",
     "5:3 ply 3 defect: illegal move 7g7f: no-piece: there is no piece on 7g\n"},
    {"the wrong sign", "PI\n+\n+7776FU\n+0055FU\n", "V2.2\nPI\n+\n+7776FU\n",
     "4:1 ply 2 defect: it is - that moves here, not +: the pawn has the wrong sign\n"},
    {"a piece that is another", "PI\n+\n+7776KA\n", "V2.2\nPI\n+\n",
     "3:1 ply 1 defect: the piece that moves is a pawn, which does not become a bishop\n"},
    {"a promotion outside of the zone", "PI\n+\n+7776TO\n", "V2.2\nPI\n+\n",
     "3:1 ply 1 defect: illegal move 7g7f+: cannot-promote: the pawn cannot promote so from 7g "
     "to 7f\n"},
    {"texts that are no moves", "PI\n+\n+7076FU\n", "V2.2\nPI\n+\n",
     "3:2 ply 1 defect: a square is two digits from 1 to 9, or 00: the hand\n"},
    {"letters that are no piece", "PI\n+\n+7776XX\n", "V2.2\nPI\n+\n",
     "3:6 ply 1 defect: no such piece: one of FU KY KE GI KI KA HI OU TO NY NK NG UM RY\n"},
    {"garbage", "V2.2\nhello\nPI\n+\nT\n+7776FU\nTx\n$NONE\nPI\n%\n", "V2.2\nPI\n+\n+7776FU\n",
     "2:1 ply 0 defect: a line of CSA does not look like 'hello'\n"
     "5:1 ply 1 defect: a time is T and seconds, like T12 or T12.345\n"
     "7:1 ply 2 defect: a time is T and seconds, like T12 or T12.345\n"
     "8:1 ply 2 defect: a keyword is like $EVENT:name\n"
     "9:1 ply 2 defect: a position stands before the side to move and the moves; games are "
     "separated by a line with /\n"
     "10:1 ply 2 defect: an end is like %TORYO\n"},
    {"a rank that is too short", "P1-KY-KE\nP-51OU\nP+59OU\n+\n",
     "V2.2\nP1-KY-KE *  * -OU *  *  *  * \nP2 *  *  *  *  *  *  *  *  * \n"
     "P3 *  *  *  *  *  *  *  *  * \nP4 *  *  *  *  *  *  *  *  * \n"
     "P5 *  *  *  *  *  *  *  *  * \nP6 *  *  *  *  *  *  *  *  * \n"
     "P7 *  *  *  *  *  *  *  *  * \nP8 *  *  *  *  *  *  *  *  * \n"
     "P9 *  *  *  * +OU *  *  *  * \n+\n",
     "1:9 ply 0 defect: a rank is nine of +FU, -FU or \" * \", with the pieces' letters\n"},
    {"a time behind the pieces of the time", "PI\n+\n+7776FU\nT99999999999\n",
     "V2.2\nPI\n+\n+7776FU\n",
     "4:1 ply 2 defect: a time is T and seconds, like T12 or T12.345\n"},
};

/* Every kind of end by its word, and back. */
static void check_ends(void)
{
    static const char *const words[] = {"TORYO", "CHUDAN",      "TIME_UP", "JISHOGI",
                                        "KACHI", "HIKIWAKE",    "FUZUMI",  "MATTA",
                                        "ERROR", "ILLEGAL_MOVE"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char text[64];
        snprintf(text, sizeof text, "V2.2\nPI\n+\n+7776FU\n%%%s\n", words[i]);
        check_rewrite(words[i], BM_FORMAT_CSA, text, BM_FORMAT_CSA, text, "");
    }
}

static void check_cut(void)
{
    static const char text[] = "PI\n+\n%TORYO\n/\nPI\n+\r\n / \r\nPI\n'/\n+\n";
    const char *const behind = strstr(text, "PI\n'/");
    eq_u64(bm_record_cut(BM_FORMAT_CSA, text, strlen(text)), (uint64_t)(behind - text));
    eq_u64(bm_record_cut(BM_FORMAT_CSA, text, (size_t)(behind - text) - 1), 14);
    eq_u64(bm_record_cut(BM_FORMAT_CSA, text, 14), 14);
    eq_u64(bm_record_cut(BM_FORMAT_CSA, text, 13), 0);
    eq_u64(bm_record_cut(BM_FORMAT_CSA, text, 0), 0);
}

/* All moves of a position, written and read. */
static void check_moves(const char *sfen)
{
    struct bm_ctx *ctx;
    struct bm_setup setup;
    struct bm_error err;
    bm_move list[BM_MAX_MOVES];
    if (bm_ctx_create(&ctx, bm_rules_shogi(), 8) != BM_OK ||
        bm_position_parse(&setup, bm_rules_shogi(), sfen, strlen(sfen), 0, &err) != BM_OK ||
        bm_ctx_sync(ctx, &setup, NULL, &err) != BM_OK)
        tap_bail("no position");
    const size_t n = bm_ctx_moves(ctx, list, BM_MAX_MOVES);
    size_t same = 0;
    for (size_t i = 0; i < n; i++) {
        char text[BM_MOVE_TEXT];
        bm_move m;
        const size_t len = bm_ctx_write_move(ctx, list[i], BM_STYLE_CSA, text, sizeof text);
        same += len == 7 && bm_ctx_read_move(ctx, BM_STYLE_CSA, text, len, &m, &err) == BM_OK &&
                bm_move_equal(m, list[i]) &&
                bm_ctx_read_move(ctx, BM_STYLE_CSA, text + 1, len - 1, &m, &err) == BM_OK;
    }
    ok_named(same == n && n > 0, "%zu of %zu moves come back", same, n);
    bm_ctx_destroy(ctx);
}

static void check_move_faults(void)
{
    struct bm_ctx *ctx;
    struct bm_error err;
    bm_move m;
    if (bm_ctx_create(&ctx, bm_rules_shogi(), 8) != BM_OK)
        tap_bail("out of memory");
    ok(bm_ctx_read_move(ctx, BM_STYLE_CSA, "+2858HI", 7, &m, &err) == BM_OK);
    ok(bm_ctx_read_move(ctx, BM_STYLE_CSA, "+2818HI", 7, &m, &err) == BM_OK);
    ok(bm_ctx_read_move(ctx, BM_STYLE_CSA, "+2898HI", 7, &m, &err) == BM_ERULE);
    ok(bm_move_equal(m, bm_move_plain(16, 79))); /* what was meant */
    ok(bm_ctx_read_move(ctx, BM_STYLE_CSA, "-3334FU", 7, &m, &err) == BM_ERULE);
    ok(m.bits != BM_MOVE_NONE); /* the rules say whose piece it is */
    ok(bm_ctx_read_move(ctx, BM_STYLE_CSA, "+0055TO", 7, &m, &err) == BM_ERULE);
    ok(m.bits == BM_MOVE_NONE);
    ok(bm_ctx_read_move(ctx, BM_STYLE_CSA, "+777", 4, &m, &err) == BM_ESYNTAX);
    ok(bm_ctx_read_move(ctx, BM_STYLE_CSA, "", 0, &m, &err) == BM_ESYNTAX);
    ok(bm_ctx_read_move(ctx, BM_STYLE_CSA, "+7776FU ", 8, &m, &err) == BM_ESYNTAX);
    bm_ctx_destroy(ctx);
}

int main(void)
{
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
        check_rewrite(samples[i].name, BM_FORMAT_CSA, samples[i].text, BM_FORMAT_CSA,
                      samples[i].want, samples[i].said);
    check_ends();
    check_cut();
    check_moves("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1");
    check_moves("4k4/1R7/B3P1N2/9/9/5s3/9/2+r3+b2/4K4 b 2G2SNLPgsn 1");
    check_moves("4k4/9/9/2B6/9/5s1p1/4n4/2+r3+b2/K8 w 2G2SNLPgsn 1");
    check_move_faults();
    return tap_done();
}
