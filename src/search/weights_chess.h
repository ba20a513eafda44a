/* SPDX-License-Identifier: MIT */
#ifndef BM_SEARCH_WEIGHTS_CHESS_H
#define BM_SEARCH_WEIGHTS_CHESS_H

/* Written by tools/tune.c: W(middle game, endgame) for each weight. */
/* clang-format off */
#define CHESS_WEIGHTS(W) \
    /* pieces: pawn, knight, bishop, rook, queen */ W(82, 105) W(330, 300) W(350, 320) \
    W(480, 540) W(1000, 980) \
    /* two bishops */ W(25, 45) \
    /* places of pawns, rank by rank from a to d */ W(0, 0) W(0, 0) W(0, 0) W(0, 0) W(-4, 0) \
    W(0, 0) W(2, 0) W(-6, 0) W(-2, 3) W(2, 3) W(4, 3) W(8, 3) W(0, 6) W(4, 6) W(10, 6) \
    W(18, 6) W(2, 9) W(6, 9) W(8, 9) W(6, 9) W(4, 12) W(8, 12) W(10, 12) W(8, 12) W(6, 15) \
    W(10, 15) W(12, 15) W(10, 15) W(0, 0) W(0, 0) W(0, 0) W(0, 0) \
    /* places of knights */ W(-28, -18) W(-22, -12) W(-16, -6) W(-10, 0) W(-14, -12) W(-8, -6) \
    W(-2, 0) W(4, 6) W(-8, -6) W(-2, 0) W(4, 6) W(10, 12) W(6, 0) W(12, 6) W(18, 12) W(24, 18) \
    W(6, 0) W(12, 6) W(18, 12) W(24, 18) W(0, -6) W(6, 0) W(12, 6) W(18, 12) W(-14, -12) \
    W(-8, -6) W(-2, 0) W(4, 6) W(-20, -18) W(-14, -12) W(-8, -6) W(-2, 0) \
    /* places of bishops */ W(-16, -8) W(-13, -5) W(-10, -2) W(-7, 1) W(-5, -5) W(4, -2) \
    W(1, 1) W(4, 4) W(-2, -2) W(1, 1) W(4, 4) W(7, 7) W(1, 1) W(4, 4) W(7, 7) W(10, 10) \
    W(1, 1) W(4, 4) W(7, 7) W(10, 10) W(-2, -2) W(1, 1) W(4, 4) W(7, 7) W(-5, -5) W(-2, -2) \
    W(1, 1) W(4, 4) W(-8, -8) W(-5, -5) W(-2, -2) W(1, 1) \
    /* places of rooks */ W(-5, 0) W(-2, 0) W(1, 0) W(4, 0) W(-5, 0) W(-2, 0) W(1, 0) W(4, 0) \
    W(-5, 0) W(-2, 0) W(1, 0) W(4, 0) W(-5, 0) W(-2, 0) W(1, 0) W(4, 0) W(-5, 0) W(-2, 0) \
    W(1, 0) W(4, 0) W(-5, 4) W(-2, 4) W(1, 4) W(4, 4) W(1, 4) W(4, 4) W(7, 4) W(10, 4) \
    W(-5, 4) W(-2, 4) W(1, 4) W(4, 4) \
    /* places of queens */ W(-6, -10) W(-5, -6) W(-4, -2) W(-3, 2) W(-2, -6) W(-1, -2) W(0, 2) \
    W(1, 6) W(-1, -2) W(0, 2) W(1, 6) W(2, 10) W(0, 2) W(1, 6) W(2, 10) W(3, 14) W(0, 2) \
    W(1, 6) W(2, 10) W(3, 14) W(-1, -2) W(0, 2) W(1, 6) W(2, 10) W(-2, -6) W(-1, -2) W(0, 2) \
    W(1, 6) W(-3, -10) W(-2, -6) W(-1, -2) W(0, 2) \
    /* places of the king */ W(20, -30) W(28, -22) W(0, -14) W(-12, -6) W(5, -22) W(5, -14) \
    W(-20, -6) W(-30, 2) W(-45, -14) W(-45, -6) W(-45, 2) W(-45, 10) W(-50, -6) W(-50, 2) \
    W(-50, 10) W(-50, 18) W(-55, -6) W(-55, 2) W(-55, 10) W(-55, 18) W(-60, -14) W(-60, -6) \
    W(-60, 2) W(-60, 10) W(-65, -22) W(-65, -14) W(-65, -6) W(-65, 2) W(-70, -30) W(-70, -22) \
    W(-70, -14) W(-70, -6) \
    /* squares open to a knight */ W(-44, -54) W(-28, -32) W(-12, -12) W(-6, -6) W(0, 0) \
    W(6, 6) W(12, 12) W(18, 18) W(24, 24) \
    /* squares open to a bishop */ W(-30, -30) W(-25, -25) W(-20, -20) W(-15, -15) W(-10, -10) \
    W(-5, -5) W(0, 0) W(5, 5) W(10, 10) W(15, 15) W(20, 22) W(25, 24) W(30, 26) W(34, 28) \
    /* squares open to a rook */ W(-36, -58) W(-26, -40) W(-15, -25) W(-12, -20) W(-9, -15) \
    W(-6, -10) W(-3, -5) W(0, 0) W(3, 5) W(6, 10) W(9, 15) W(12, 20) W(15, 25) W(18, 30) \
    W(21, 35) \
    /* squares open to a queen */ W(-26, -39) W(-24, -36) W(-22, -33) W(-20, -30) W(-18, -27) \
    W(-16, -24) W(-14, -21) W(-12, -18) W(-10, -15) W(-8, -12) W(-6, -9) W(-4, -6) W(-2, -3) \
    W(0, 0) W(2, 3) W(4, 6) W(6, 9) W(8, 12) W(10, 15) W(10, 16) W(10, 17) W(10, 18) W(10, 19) \
    W(10, 20) W(10, 21) W(10, 22) W(10, 23) W(10, 24) \
    /* doubled pawn */ W(-6, -22) \
    /* isolated pawn, on a closed and on a half-open file */ W(-8, -12) W(-16, -18) \
    /* backward pawn, likewise */ W(-6, -10) W(-14, -16) \
    /* pawn guarded by a pawn, by rank */ W(0, 0) W(0, 0) W(10, 8) W(10, 8) W(14, 12) \
    W(28, 26) W(50, 40) W(0, 0) \
    /* pawn beside a pawn, by rank */ W(0, 0) W(3, 0) W(8, 4) W(12, 10) W(22, 22) W(40, 50) \
    W(60, 70) W(0, 0) \
    /* pawn that may become passed, by rank */ W(0, 0) W(0, 4) W(2, 8) W(6, 14) W(14, 28) \
    W(25, 45) W(0, 0) W(0, 0) \
    /* passed pawn, by rank */ W(0, 0) W(0, 8) W(0, 10) W(-4, 18) W(14, 34) W(45, 65) \
    W(90, 100) W(0, 0) \
    /* own king so far from it, times rank less two */ W(0, 14) W(0, 12) W(0, 8) W(0, 3) \
    W(0, 0) W(0, -2) W(0, -4) W(0, -5) \
    /* other king so far from it, times rank less two */ W(0, -14) W(0, -14) W(0, -6) W(0, 0) \
    W(0, 6) W(0, 9) W(0, 11) W(0, 12) \
    /* passed pawn stopped by a piece, by rank */ W(0, 0) W(0, -4) W(0, -6) W(-4, -10) \
    W(-8, -18) W(-16, -32) W(-30, -60) W(0, 0) \
    /* nothing in its way, by rank */ W(0, 0) W(0, 0) W(0, 2) W(0, 4) W(4, 8) W(8, 18) \
    W(12, 25) W(0, 0) \
    /* nothing attacks its way, by rank */ W(0, 0) W(0, 4) W(0, 6) W(4, 14) W(12, 34) \
    W(25, 65) W(40, 90) W(0, 0) \
    /* its next step is safe, by rank */ W(0, 0) W(0, 0) W(0, 2) W(2, 5) W(5, 12) W(10, 25) \
    W(15, 35) W(0, 0) \
    /* its next step is guarded, by rank */ W(0, 0) W(0, 0) W(0, 2) W(4, 6) W(8, 12) W(14, 20) \
    W(20, 30) W(0, 0) \
    /* it cannot be caught */ W(0, 300) \
    /* knight or bishop on an outpost */ W(28, 18) W(16, 8) \
    /* knight that can reach an outpost */ W(12, 8) \
    /* knight or bishop behind a pawn */ W(8, 2) \
    /* pawns on the squares of the bishop */ W(-3, -5) \
    /* bishop that sees both squares of the centre */ W(18, 6) \
    /* rook on a half-open and on an open file */ W(10, 6) W(30, 12) \
    /* rook on the seventh rank */ W(10, 20) \
    /* rook shut in by its king */ W(-35, -10) \
    /* queen that a rook or bishop looks at through a piece */ W(-25, -10) \
    /* attack on the other king, by strength */ W(0, 0) W(0, 0) W(1, 1) W(1, 1) W(2, 1) \
    W(3, 2) W(5, 2) W(7, 2) W(9, 3) W(11, 3) W(13, 3) W(16, 4) W(19, 4) W(23, 4) W(26, 5) \
    W(30, 5) W(34, 5) W(39, 6) W(43, 6) W(48, 6) W(53, 7) W(59, 7) W(65, 7) W(71, 8) W(77, 8) \
    W(83, 8) W(90, 9) W(97, 9) W(105, 9) W(112, 10) W(120, 10) W(128, 10) W(137, 11) \
    W(145, 11) W(154, 11) W(163, 12) W(173, 12) W(183, 12) W(193, 13) W(203, 13) W(213, 13) \
    W(224, 14) W(235, 14) W(247, 14) W(258, 15) W(270, 15) W(282, 15) W(295, 16) W(307, 16) \
    W(320, 16) W(333, 17) W(347, 17) W(361, 17) W(375, 18) W(389, 18) W(403, 18) W(418, 19) \
    W(433, 19) W(449, 19) W(464, 20) W(480, 20) W(496, 20) W(513, 21) W(529, 21) \
    /* own pawn before the king, by file and rank, 0: none */ W(-10, 0) W(16, 0) W(10, 0) \
    W(2, 0) W(-1, 0) W(-4, 0) W(-5, 0) W(-5, 0) W(-19, 0) W(31, 0) W(19, 0) W(5, 0) W(-2, 0) \
    W(-7, 0) W(-10, 0) W(-10, 0) W(-16, 0) W(26, 0) W(16, 0) W(4, 0) W(-2, 0) W(-6, 0) \
    W(-8, 0) W(-8, 0) W(-11, 0) W(18, 0) W(11, 0) W(3, 0) W(-1, 0) W(-4, 0) W(-6, 0) W(-6, 0) \
    /* other pawn before the king, by file and rank */ W(0, 0) W(-10, 0) W(-38, 0) W(-22, 0) \
    W(-10, 0) W(-2, 0) W(0, 0) W(0, 0) W(0, 0) W(-10, 0) W(-38, 0) W(-22, 0) W(-10, 0) \
    W(-2, 0) W(0, 0) W(0, 0) W(0, 0) W(-9, 0) W(-34, 0) W(-20, 0) W(-9, 0) W(-2, 0) W(0, 0) \
    W(0, 0) W(0, 0) W(-8, 0) W(-30, 0) W(-18, 0) W(-8, 0) W(-2, 0) W(0, 0) W(0, 0) \
    /* the same, stopped by a pawn, by rank */ W(0, 0) W(0, 0) W(-22, -15) W(-4, -4) W(0, 0) \
    W(0, 0) W(0, 0) W(0, 0) \
    /* castling is possible: one way, both ways */ W(15, 0) W(25, 0) \
    /* pawn attacks a pawn (none), knight, bishop, rook, queen */ W(0, 0) W(55, 35) W(55, 40) \
    W(75, 30) W(60, 25) \
    /* knight or bishop attacks a pawn, and so on */ W(0, 12) W(20, 22) W(28, 28) W(45, 50) \
    W(40, 60) \
    /* rook attacks a pawn, and so on */ W(0, 14) W(18, 30) W(18, 30) W(0, 15) W(40, 30) \
    /* king attacks something weak */ W(10, 40) \
    /* piece attacked and not guarded */ W(35, 20) \
    /* piece that a pawn can attack by a step */ W(22, 16) \
    /* square of the other side that is not his alone */ W(3, 3) \
    /* safe square behind the own pawns, times pieces / 4 */ W(2, 0) \
    /* the other king alone, so far from the edge */ W(0, 120) W(0, 100) W(0, 70) W(0, 40) \
    W(0, 20) W(0, 5) W(0, 0) W(0, 0) \
    /* the other king alone, the kings so far apart */ W(0, 0) W(0, 80) W(0, 70) W(0, 50) \
    W(0, 35) W(0, 20) W(0, 10) W(0, 0) \
    /* the same, so far from the corner of the bishop */ W(0, 150) W(0, 120) W(0, 70) W(0, 30) \
    W(0, 0) W(0, -20) W(0, -30) W(0, -40)
/* clang-format on */

#endif
