/* SPDX-License-Identifier: MIT */
/* Formats with one game a line, and how all formats are told from each other. */
#include "rewrite.h"

#define START  "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL"
#define CHESS  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
#define ROOKS  "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
#define ONE_HU "1nsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL"

struct sample {
    const char *name;
    enum bm_format from;
    const char *text;
    enum bm_format to;
    const char *want, *said;
};

static const struct sample samples[] = {
    {"moves of shogi", BM_FORMAT_USI,
     "position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*5e\nposition sfen " ONE_HU
     " w - 3 moves 5a4b\n",
     BM_FORMAT_USI,
     "position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*5e\nposition sfen " ONE_HU
     " w - 3 moves 5a4b\n",
     ""},
    {"moves of chess", BM_FORMAT_USI,
     "position startpos moves e2e4 e7e5\nposition fen " ROOKS " moves e1g1 e8a8 0000 d8d1\n",
     BM_FORMAT_USI,
     "position startpos moves e2e4 e7e5\nposition fen " ROOKS " moves e1g1 e8c8 0000 d8d1\n",
     ""},
    {"without position, startpos, moves", BM_FORMAT_USI,
     "# a list\r\n\r\n  startpos moves 2g2f\r\nmoves 2g2f 8c8d\r\n7g7f 3c3d\r\nsfen " START
     " b -\r\n" START " b - 1 moves 2g2f\r\n",
     BM_FORMAT_USI,
     "position startpos moves 2g2f\nposition startpos moves 2g2f 8c8d\n"
     "position startpos moves 7g7f 3c3d\nposition startpos\nposition startpos moves 2g2f\n",
     ""},
    {"a castling right of Chess960", BM_FORMAT_USI,
     "fen 4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1 moves e1g1\n", BM_FORMAT_USI,
     "position fen 4k3/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1 moves e1g1\n", ""},
    {"bad lines do not stop reading", BM_FORMAT_USI,
     "position startpos moves 7g7f 7g7f 3c3d\nposition sfen 9/9 b - 1\nsomething\n"
     "position startpos moves 7g7z\nposition startpos moves 2g2f\n",
     BM_FORMAT_USI,
     "position startpos moves 7g7f\nposition startpos\nposition startpos moves 2g2f\n",
     "1:30 ply 2 defect: illegal move 7g7f: no-piece: there is no piece on 7g\n"
     "2:18 ply 0 defect: the board has 2 ranks, not 9\n"
     "0:0 ply 0 loss: nothing is written: the start could not be read\n"
     "3:1 ply 0 defect: a line has startpos, sfen or fen, then moves, not 'something'\n"
     "0:0 ply 0 loss: nothing is written: the start could not be read\n"
     "4:28 ply 1 defect: 'z' is no rank: a to i, in small letters\n"},
    {"words for the end", BM_FORMAT_USI,
     "position startpos moves 7g7f resign\nposition startpos moves 7g7f timeout\n",
     BM_FORMAT_CSA, "V2.2\nPI\n+\n+7776FU\n%TORYO\n/\nPI\n+\n+7776FU\n%TIME_UP\n", ""},
    {"what a line cannot hold", BM_FORMAT_CSA, "N+A\nPI\n+\n+7776FU\nT3\n'* x\n%TORYO\n",
     BM_FORMAT_USI, "position startpos moves 7g7f\n",
     "0:0 ply 1 loss: how the game ended is left out\n0:0 ply 0 loss: tags are left out\n"
     "0:0 ply 1 loss: times are left out\n0:0 ply 1 loss: comments are left out\n"},
    {"USEN, by hand", BM_FORMAT_USEN, "~0.7ku2jm.r\n", BM_FORMAT_CSA,
     "V2.2\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n", ""},
    {"USEN from a handicap", BM_FORMAT_USEN,
     "1nsgkgsn1_9_ppppppppp_9_9_9_PPPPPPPPP_1B5R1_LNSGKGSNL.w.-~0.09k.t\n", BM_FORMAT_USI,
     "position sfen " ONE_HU " w - 1 moves 3a2b\n",
     "0:0 ply 1 loss: how the game ended is left out\n"},
    {"USEN with variations", BM_FORMAT_USEN, "~0.7ku2jm6y2.r~2.7ga.~1.36e6y2.j~0..p\n",
     BM_FORMAT_USEN, "~0.7ku2jm6y2.r~2.7ga.~1.36e6y2.j~0..p\n", ""},
    {"drops in USEN", BM_FORMAT_USI, "startpos moves 7g7f 3c3d 8h2b+ 3a2b B*5e B*8h\n",
     BM_FORMAT_USEN, "~0.7ku2jm8rl09kbxqbze.\n", ""},
    {"bad USEN", BM_FORMAT_USEN, "~\n~0.zzz.\n~0.7ku.q\n~0.7ku.~5.2jm.\nx~0.7ku.\n7ku\n~0.7k\n",
     BM_FORMAT_USEN, "~0..\n~0..\n~0.7ku.\n~0.7ku.\n~0..\n~0..\n",
     "1:2 ply 1 defect: behind a tilde stands after how many moves the line begins, then a "
     "point\n"
     "2:4 ply 1 defect: a move is a number of three digits from 0-9 and a-z\n"
     "3:8 ply 2 defect: an end is one of r, t, j, p, not 'q'\n"
     "4:9 ply 2 defect: the line before has not so many moves\n"
     "5:1 ply 0 defect: neither an SFEN, whose ranks are parted by /, nor startpos nor the "
     "name of a start\n"
     "0:0 ply 0 loss: nothing is written: the start could not be read\n"
     "6:1 ply 0 defect: a line of USEN has moves behind a tilde\n"
     "7:4 ply 1 defect: a move is a number of three digits from 0-9 and a-z\n"},
    {"positions of both games", BM_FORMAT_FEN, CHESS " 0 1\n", BM_FORMAT_FEN, CHESS " 0 1\n",
     ""},
    {"a position of shogi among FEN", BM_FORMAT_FEN, START " b - 1\n", BM_FORMAT_SFEN,
     START " b - 1\n", ""},
    {"SFEN with its name and its moves", BM_FORMAT_SFEN,
     "sfen " START " b 2P 7\n" START " b - 1 moves 7g7f\n", BM_FORMAT_SFEN,
     START " b 2P 7\nlnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2\n",
     "1:6 ply 0 defect: the board cannot be played: there are more pieces of a kind than the "
     "set "
     "has\n0:0 ply 0 loss: moves are left out; the last position is written\n"},
    {"the last position", BM_FORMAT_USI, "startpos moves e2e4 e7e5 g1f3\n", BM_FORMAT_FEN,
     "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2\n",
     "0:0 ply 0 loss: moves are left out; the last position is written\n"},
    {"operations of EPD", BM_FORMAT_EPD,
     CHESS " bm e4 Nf3; id \"a; b\"; D1 20; foo \"a\" \"b\"; c0 word; none; hmvc 3; fmvn 7;\n",
     BM_FORMAT_EPD,
     CHESS
     " hmvc 3; fmvn 7; bm e4 Nf3; id \"a; b\"; D1 20; foo \"a\" \"b\"; c0 \"word\"; none;\n",
     ""},
    {"EPD of perft suites", BM_FORMAT_EPD, CHESS " 0 1 ;D1 20 ;D2 400\n", BM_FORMAT_EPD,
     CHESS " D1 20; D2 400;\n", ""},
    {"counters of EPD in FEN", BM_FORMAT_EPD, CHESS " hmvc 3; fmvn 7;\n", BM_FORMAT_FEN,
     CHESS " 3 7\n", ""},
    {"bad EPD", BM_FORMAT_EPD,
     "rnbqkbnr/ppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id \"x\";\n" CHESS " ?x y; fmvn z;\n",
     BM_FORMAT_EPD, CHESS "\n",
     "1:13 ply 0 defect: rank 7 has 3 files, not 8\n"
     "0:0 ply 0 loss: nothing is written: the start could not be read\n"
     "2:54 ply 1 defect: an operation begins with a letter: '?x' does not\n"
     "2:65 ply 1 defect: a counter is a number of up to six digits\n"},
};

/* A game that a format does not hold is refused, and nothing is written. */
static void check_refusals(void)
{
    check_rewrite("chess as SFEN", BM_FORMAT_FEN, CHESS "\n", BM_FORMAT_SFEN, "",
                  "0:0 ply 0 defect: positions of this game are written as FEN\n");
    check_rewrite("shogi as FEN", BM_FORMAT_SFEN, START "\n", BM_FORMAT_FEN, "",
                  "0:0 ply 0 defect: positions of this game are written as SFEN\n");
    check_rewrite("shogi as EPD", BM_FORMAT_SFEN, START "\n", BM_FORMAT_EPD, "",
                  "0:0 ply 0 defect: EPD holds positions of chess only\n");
}

static const struct {
    enum bm_format format;
    const char *text;
} texts[] = {
    {BM_FORMAT_PGN, "[Event \"x\"]\n\n1. e4 *\n"},
    {BM_FORMAT_PGN, "\xef\xbb\xbf\r\n\r\n  [White \"x\"]\r\n"},
    {BM_FORMAT_PGN, "[ Event \"x\" ]\n"},
    {BM_FORMAT_PGN, "% escaped\n; comment\n[Event \"x\"]\n"},
    {BM_FORMAT_PGN, "1. e4 e5 2. Nf3"},
    {BM_FORMAT_PGN, "1.d4 d5"},
    {BM_FORMAT_PGN, "1 . e4"},
    {BM_FORMAT_PGN, "{ first a comment } 1. e4 e5"},
    {BM_FORMAT_PGN, "e4 e5 Nf3 Nc6"},
    {BM_FORMAT_PGN, "e2e4 e7e5"},
    {BM_FORMAT_PGN, "O-O O-O-O"},
    {BM_FORMAT_PGN, "1-0\n"},
    {BM_FORMAT_PGN, "*\n"},
    {BM_FORMAT_PGN, "From: a friend\nsome words\n\n[Event \"x\"]\n"},
    {BM_FORMAT_KIF,
     "# ---- file of a program ----\n手合割：平手\n   1 ７六歩(77)   ( 0:01/)\n"},
    {BM_FORMAT_KIF, "#KIF version=2.0 encoding=UTF-8\n"},
    {BM_FORMAT_KIF, "先手：甲\n後手：乙\n手数----指手---------消費時間--\n"},
    {BM_FORMAT_KIF, "   1 ７六歩(77)\n"},
    {BM_FORMAT_KIF, "1 76歩(77)\n"},
    {BM_FORMAT_KIF, "手合割:平手\n1 投了\n"},
    {BM_FORMAT_KIF, "後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n|v香 ・ ・|一\n"},
    {BM_FORMAT_KIF, "*comment\n&mark\n   1 ７六歩(77)\n"},
    {BM_FORMAT_KI2, "先手：甲\n後手：乙\n\n▲７六歩 △３四歩\nまで2手で後手の勝ち\n"},
    {BM_FORMAT_KI2, "☗７六歩☖３四歩\n"},
    {BM_FORMAT_CSA, "V2.2\nN+A\n"},
    {BM_FORMAT_CSA, "'CSA encoding=UTF-8\nV3.0\n"},
    {BM_FORMAT_CSA, "' a comment\n\nN+A\nPI\n"},
    {BM_FORMAT_CSA, "+7776FU\n-3334FU\n"},
    {BM_FORMAT_CSA, "P1-KY-KE-GI-KI-OU-KI-GI-KE-KY\n"},
    {BM_FORMAT_CSA, "P2 * -HI * * * * * -KA *\n"},
    {BM_FORMAT_CSA, "$EVENT:x\nPI\n+\n%TORYO\n"},
    {BM_FORMAT_JKF, "{\"header\":{},\"moves\":[{}]}"},
    {BM_FORMAT_JKF, "\n {\n  \"moves\": []\n}"},
    {BM_FORMAT_USI, "position startpos\n"},
    {BM_FORMAT_USI, "startpos moves 7g7f\n"},
    {BM_FORMAT_USI, "sfen " START " b - 1 moves 7g7f\n"},
    {BM_FORMAT_USI, START " b - 1\n" START " b - 1 moves 7g7f\n"},
    {BM_FORMAT_USI, "# list\n7g7f 3c3d\n"},
    {BM_FORMAT_USEN, "~0.7ku2jm.r\n"},
    {BM_FORMAT_USEN, "1nsgkgsn1_9_ppppppppp_9_9_9_PPPPPPPPP_1B5R1_LNSGKGSNL.w.-~0.09k.\n"},
    {BM_FORMAT_SFEN, START " b - 1\n"},
    {BM_FORMAT_SFEN, "sfen " START "\n"},
    {BM_FORMAT_FEN, CHESS " 0 1\n"},
    {BM_FORMAT_FEN, "8/8/8/8/8/8/8/8\n"},
    {BM_FORMAT_EPD, CHESS " bm e4;\n"},
    {BM_FORMAT_EPD, CHESS "\n" CHESS " id \"x\";\n"},
    {BM_FORMAT_EPD, CHESS " 0 1 ;D1 20\n"},
    {BM_FORMAT_AUTO, ""},
    {BM_FORMAT_AUTO, "\n \n"},
    {BM_FORMAT_AUTO, "the quick brown fox\njumps over the lazy dog\n"},
    {BM_FORMAT_AUTO, "<html><body>no game</body></html>"},
    {BM_FORMAT_AUTO, "a,b,c\n1,2,3\n"},
    {BM_FORMAT_AUTO, "これは棋譜ではない\n"},
    {BM_FORMAT_AUTO, "~/file\n"},
    {BM_FORMAT_AUTO, "a/b/c/d/e/f/g/h\n"},
};

static void check_detection(void)
{
    static const char binary[] = "\x7f"
                                 "ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0\x3e\0[Event \"x\"]\n";
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const enum bm_format got = bm_record_detect(texts[i].text, strlen(texts[i].text));
        ok_named(got == texts[i].format, "text %zu is %s, should be %s", i, bm_format_name(got),
                 bm_format_name(texts[i].format));
    }
    ok(bm_record_detect(binary, sizeof binary - 1) == BM_FORMAT_AUTO);
}

static void check_cut(void)
{
    eq_u64(bm_record_cut(BM_FORMAT_USI, "a\nb\nc", 5), 4);
    eq_u64(bm_record_cut(BM_FORMAT_USI, "a\nb\n", 4), 4);
    eq_u64(bm_record_cut(BM_FORMAT_EPD, "a\rb\r", 4), 2);
    eq_u64(bm_record_cut(BM_FORMAT_EPD, "a\r\nb", 4), 3);
    eq_u64(bm_record_cut(BM_FORMAT_FEN, "abc", 3), 0);
    eq_u64(bm_record_cut(BM_FORMAT_KIF, "a\nb\n", 4), 0);
}

int main(void)
{
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        const struct sample *const s = &samples[i];
        check_rewrite(s->name, s->from, s->text, s->to, s->want, s->said);
    }
    check_refusals();
    check_detection();
    check_cut();
    return tap_done();
}
