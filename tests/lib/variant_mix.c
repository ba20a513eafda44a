/* SPDX-License-Identifier: MIT */
#include "variant_mix.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "banmen/variant.h"
#include "base/random.h"

enum { MAX_CELLS = 256, MAX_PIECES = 12 };

struct mix {
    uint64_t rng;
    char *out;
    size_t len;
    /* The board, if the game has one of its own. */
    unsigned axes, size[4], cells;
    bool hex, rotate, own;
    bool hole[MAX_CELLS];
    char at[MAX_CELLS]; /* '\0': empty */
    char letters[MAX_PIECES + 1];
    unsigned pieces;
    bool has_zones, has_turn, has_hands, has_gating;
    char pocket[16];
};

static unsigned dice(struct mix *m, unsigned n)
{
    return (unsigned)((bm_random(&m->rng) >> 11) % n);
}

static bool chance(struct mix *m, unsigned percent) { return dice(m, 100) < percent; }

__attribute__((format(printf, 2, 3))) static void put(struct mix *m, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    const int n = vsnprintf(m->out + m->len, VARIANT_MIX_TEXT - m->len, fmt, ap);
    va_end(ap);
    m->len += n > 0 ? (size_t)n : 0;
    if (m->len >= VARIANT_MIX_TEXT)
        m->len = VARIANT_MIX_TEXT - 1;
}

#define ONE_OF(m, list) ((list)[dice(m, sizeof(list) / sizeof *(list))])

static char any_letter(struct mix *m) { return m->letters[dice(m, m->pieces)]; }

/* ---- Boards ---- */

static unsigned flip_cell(const struct mix *m, unsigned sq)
{
    unsigned at[4], rest = sq, to = 0;
    for (unsigned i = 0; i < 4; i++) {
        at[i] = rest % m->size[i];
        rest /= m->size[i];
    }
    if (m->hex) {
        const unsigned c = (m->size[0] - 1) / 2, x = at[0], y = at[1];
        const unsigned fx = m->rotate ? m->size[0] - 1 - x : x;
        const unsigned fy = m->rotate ? m->size[1] - 1 - y : x + c - y;
        return fx + m->size[0] * fy;
    }
    for (unsigned i = 4; i-- > 0;) {
        bool forward = m->axes == 2   ? i == 1
                       : m->axes == 3 ? i == 1 || i == 2
                                      : i == 1 || i == 3;
        if (m->size[1] == 1 && m->axes == 2)
            forward = i == 0;
        const bool turns = m->rotate || forward;
        to = to * m->size[i] + (turns ? m->size[i] - 1 - at[i] : at[i]);
    }
    return to;
}

static void choose_board(struct mix *m)
{
    static const unsigned flat[][2] = {{8, 8}, {5, 5}, {6, 6},  {5, 6},  {7, 7},  {9, 9},
                                       {4, 5}, {3, 4}, {9, 1},  {6, 4},  {10, 8}, {9, 10},
                                       {8, 6}, {4, 8}, {12, 5}, {11, 11}};
    static const unsigned deep[][4] = {{3, 3, 3, 1}, {4, 4, 3, 1}, {2, 4, 3, 1},
                                       {5, 5, 2, 1}, {3, 3, 3, 3}, {2, 3, 2, 3}};
    const unsigned which = dice(m, 100);
    m->axes = 2;
    m->size[2] = m->size[3] = 1;
    if (which < 8) {
        m->hex = true;
        m->size[0] = m->size[1] = 5 + 2 * dice(m, 3);
    } else if (which < 16) {
        memcpy(m->size, ONE_OF(m, deep), sizeof m->size);
        m->axes = m->size[3] > 1 ? 4 : 3;
    } else if (which < 18) {
        m->size[0] = 16;
        m->size[1] = 16;
    } else if (which < 40) {
        m->size[0] = 3 + dice(m, 9);
        m->size[1] = 4 + dice(m, 9);
    } else {
        const unsigned *const s = ONE_OF(m, flat);
        m->size[0] = s[0];
        m->size[1] = s[1];
    }
    m->cells = m->size[0] * m->size[1] * m->size[2] * m->size[3];
    m->rotate = chance(m, 25);
    if (m->hex)
        for (unsigned sq = 0; sq < m->cells; sq++) {
            const int x = (int)(sq % m->size[0]), y = (int)(sq / m->size[0]);
            const int apart = x > y ? x - y : y - x;
            m->hole[sq] = 2 * apart >= (int)m->size[0];
        }
}

static void put_cell(struct mix *m, unsigned sq)
{
    const unsigned x = sq % m->size[0], y = sq / m->size[0] % m->size[1];
    const unsigned z = sq / m->size[0] / m->size[1] % m->size[2];
    const unsigned w = sq / m->size[0] / m->size[1] / m->size[2];
    if (m->axes >= 3)
        put(m, "%c", 'A' + (char)z);
    if (m->axes == 4)
        put(m, "%u", w + 1);
    put(m, "%c%u", 'a' + (char)x, y + 1);
}

static unsigned any_cell(struct mix *m)
{
    unsigned sq = dice(m, m->cells);
    for (unsigned i = 0; i < 1000 && m->hole[sq]; i++)
        sq = dice(m, m->cells);
    return sq;
}

static void put_board(struct mix *m)
{
    put(m, "board:\n  size: %ux%u", m->size[0], m->size[1]);
    for (unsigned i = 2; i < m->axes; i++)
        put(m, "x%u", m->size[i]);
    put(m, "\n");
    if (m->hex)
        put(m, "  shape: hex\n");
    if (m->rotate)
        put(m, "  flip: rotate\n");
    if (!m->hex && chance(m, 20)) {
        static const char *const wraps[] = {"x", "y", "x y"};
        put(m, "  wrap: %s\n", m->axes == 2 && m->size[1] == 1 ? "x" : ONE_OF(m, wraps));
    }
    if (!m->hex && m->cells >= 16 && chance(m, 20)) {
        put(m, "  holes: [");
        for (unsigned n = 1 + dice(m, 3); n-- > 0;) {
            const unsigned sq = dice(m, m->cells), other = flip_cell(m, sq);
            m->hole[sq] = m->hole[other] = true;
            put_cell(m, sq);
            put(m, ", ");
            put_cell(m, other);
            put(m, n ? ", " : "]\n");
        }
    }
    if (chance(m, 40)) {
        m->has_zones = true;
        put(m, "  zones:\n    home: rank 1%s\n    spot: [", m->size[1] > 2 ? "-2" : "");
        const unsigned a = any_cell(m), b = any_cell(m);
        put_cell(m, a);
        put(m, ", ");
        put_cell(m, b);
        put(m, "]\n");
    }
}

/* ---- Pieces ---- */

static void put_leap(struct mix *m)
{
    static const char *const atoms[] = {"W", "F", "D", "N", "A", "H", "C", "Z",
                                        "K", "R", "B", "Q", "W", "F", "N", "K"};
    const char *const atom = ONE_OF(m, atoms);
    put(m, "%s", atom);
    if (!strchr("RBQK", atom[0]) && chance(m, 20))
        put(m, "%s", chance(m, 50) ? atom : chance(m, 50) ? "2" : "0");
    else if (strchr("RBQ", atom[0]) && chance(m, 25))
        put(m, "%u", 1 + dice(m, 4));
}

static void put_suffixes(struct mix *m, bool hops)
{
    if (m->has_zones && chance(m, 8))
        put(m, "%s ", chance(m, 50) ? "@home" : "@@home");
    else if (chance(m, 5))
        put(m, ">%s%c ", chance(m, 50) ? "!" : "", any_letter(m));
    else if (hops && chance(m, 20))
        put(m, "^%s%c ", chance(m, 50) ? "!" : "", any_letter(m));
}

static void put_term(struct mix *m)
{
    static const char *const bent[] = {"[F?R]", "[W?B]", "[W-F]", "[N?B2]", "[F-R2]"};
    static const char *const hop[] = {"pR", "gQ", "mRcpR", "pB", "gK", "gW", "pR3"};
    static const char *const lame[] = {"nN", "nA", "nD", "nZ", "imfnD", "inmvD"};
    static const char *const ways[] = {"f", "b", "v", "s", "l", "r"};
    const unsigned which = dice(m, 100);
    bool hops = false;
    if (which < 5 && m->axes == 2 && !m->hex) {
        put(m, "%s%s", chance(m, 30) ? "m" : "", ONE_OF(m, bent));
    } else if (which < 14) {
        put(m, "%s", ONE_OF(m, hop));
        hops = true;
    } else if (which < 22) {
        put(m, "%s", ONE_OF(m, lame));
    } else if (which < 25) {
        put(m, "%sU", chance(m, 70) ? "m" : "");
    } else if (which < 28) {
        put(m, "(%u,%u)", dice(m, 4), 1 + dice(m, 4));
    } else {
        if (chance(m, 18))
            put(m, "%s", chance(m, 50) ? "m" : "c");
        if (chance(m, 6))
            put(m, "i");
        if (chance(m, 5))
            put(m, "e");
        if (chance(m, 18))
            put(m, "%s", ONE_OF(m, ways));
        put_leap(m);
    }
    put_suffixes(m, hops);
}

static void put_move(struct mix *m)
{
    for (unsigned n = 1 + dice(m, 3); n-- > 0;) {
        put_term(m);
        put(m, n ? " " : "");
    }
}

static void put_pawn(struct mix *m)
{
    static const char *const moves[] = {
        "mfW cefF imfnD",      "mfW cfF",       "fW",
        "mfWcefF imfnD imfnH", "fmF cefW",      "mfW cfF",
        "mfWcefFimfnD2",       "mfKcefF ifnDm", "mfsW cefF imfnA"};
    static const char *const hex[] = {"m<0,1> ce<1,1> ce<-1,0> imn<0,2>",
                                      "m<0,1> c<1,1> c<-1,0>"};
    put(m, "%s", m->hex ? ONE_OF(m, hex) : ONE_OF(m, moves));
}

static void put_promotes(struct mix *m, char self)
{
    put(m, ", promotes: ");
    for (unsigned n = 1 + dice(m, 3), i = 0; i < n; i++) {
        const char c = any_letter(m);
        if (c != self && !(i > 0 && chance(m, 30)))
            put(m, "%c ", c);
        else
            put(m, "%c ", m->letters[self == m->letters[1] ? 2 : 1]);
    }
}

static void put_piece(struct mix *m, char letter, unsigned i)
{
    const bool royal = letter == 'K' || (i == 3 && chance(m, 10));
    const bool pawn = letter == 'P';
    put(m, "  %c: {move: \"", letter);
    if (letter == 'K' && !chance(m, 20))
        put(m, "K");
    else if (pawn)
        put_pawn(m);
    else
        put_move(m);
    put(m, "\"");
    if (royal && !(letter == 'K' && chance(m, 4)))
        put(m, ", royal: yes");
    else if (!pawn && i > 2 && chance(m, 5))
        put(m, ", neutral: yes");
    if (chance(m, pawn ? 70 : 10))
        put_promotes(m, letter);
    if (chance(m, 5))
        put(m, ", initial: all");
    if (chance(m, 10))
        put(m, ", drop: {%s}",
            chance(m, 30)   ? "per-file: 1"
            : chance(m, 40) ? "mate: no"
            : chance(m, 40) ? "check: no"
                            : "zone: rank 1-2");
    put(m, "}\n");
}

static void put_pieces(struct mix *m)
{
    put(m, "pieces:\n");
    for (unsigned i = 0; i < m->pieces; i++)
        put_piece(m, m->letters[i], i);
    if (chance(m, 15))
        put(m, "  +P: {move: \"WfF\"}\n");
}

/* ---- The start ---- */

/* Put a piece of White's on a cell and Black's on its mirror image. */
static bool place(struct mix *m, char letter, unsigned sq, bool both)
{
    const unsigned other = flip_cell(m, sq);
    if (sq == other || m->hole[sq] || m->hole[other] || m->at[sq] || m->at[other])
        return false;
    m->at[sq] = letter;
    if (both)
        m->at[other] = (char)(letter + 32);
    return true;
}

static void fill_start(struct mix *m)
{
    const unsigned tries = 2 + dice(m, m->cells / 4 + 2);
    for (unsigned i = 0; i < 60; i++)
        if (place(m, 'K', chance(m, 80) ? dice(m, (m->cells + 3) / 4) : any_cell(m), true))
            break;
    for (unsigned i = 0; i < tries; i++) {
        const char letter = m->letters[1 + dice(m, m->pieces - 1)];
        (void)place(m, letter, dice(m, (m->cells + 1) / 2), !chance(m, 4));
    }
}

static void put_rank(struct mix *m, unsigned first)
{
    unsigned gap = 0;
    for (unsigned x = 0; x < m->size[0]; x++) {
        const unsigned sq = first + x;
        if (!m->hole[sq] && !m->at[sq]) {
            gap++;
            continue;
        }
        if (gap)
            put(m, "%u", gap);
        gap = 0;
        put(m, "%c", m->hole[sq] ? '*' : m->at[sq]);
    }
    if (gap)
        put(m, "%u", gap);
}

static void put_level(struct mix *m, unsigned level)
{
    for (unsigned y = m->size[1]; y-- > 0;) {
        put_rank(m, (level * m->size[1] + y) * m->size[0]);
        put(m, y ? "/" : "");
    }
}

static void put_start(struct mix *m)
{
    fill_start(m);
    put(m, "start: '");
    for (unsigned w = m->size[3]; w-- > 0;)
        for (unsigned i = 0; i < m->size[2]; i++) {
            const unsigned z = m->axes == 4 ? i : m->size[2] - 1 - i;
            put_level(m, w * m->size[2] + z);
            put(m, w || i + 1 < m->size[2] ? "|" : "");
        }
    if (m->has_hands || m->has_gating)
        put(m, "[%s]", m->pocket);
    put(m, " w'\n");
}

/* ---- Rules that any game may have ---- */

static void put_promotion(struct mix *m)
{
    static const char *const on[] = {"to", "either", "capture", "place"};
    static const char *const force[] = {"always", "stuck", "never"};
    put(m, "promotion: {zone: ");
    if (m->own)
        put(m, "rank %u", m->size[1] > 1 ? m->size[1] - dice(m, 2) : 1);
    else
        put(m, "rank 1%s", chance(m, 50) ? "-3" : "");
    if (chance(m, 50))
        put(m, ", on: %s", ONE_OF(m, on));
    if (chance(m, 50))
        put(m, ", force: %s", ONE_OF(m, force));
    if (chance(m, 10))
        put(m, ", limit: {%c: %u}", any_letter(m), 1 + dice(m, 2));
    put(m, "}\n");
}

static void put_hands(struct mix *m)
{
    m->has_hands = true;
    if (chance(m, 50)) {
        put(m, "hands: captures\n");
        return;
    }
    put(m, "hands: {from: %s", chance(m, 70) ? "captures" : "start");
    if (chance(m, 30))
        put(m, ", demote: %s", chance(m, 50) ? "yes" : "no");
    if (chance(m, 20))
        put(m, ", promoted: yes");
    if (chance(m, 20))
        put(m, ", stuck: yes");
    if (chance(m, 20))
        put(m, ", zone: rank 1-2");
    if (chance(m, 15))
        put(m, ", must: yes");
    put(m, "}\n");
}

static void put_rules(struct mix *m)
{
    put(m, "rules: {");
    const unsigned which = dice(m, 6);
    if (which < 3) {
        put(m, "explode: ");
        if (chance(m, 50))
            put(m, "yes");
        else
            put(m, "{spare: %c, immune: %c}", any_letter(m), any_letter(m));
    }
    if (which == 3 || which == 0)
        put(m, "%smust-capture: yes", which ? "" : ", ");
    if (which == 4 || which == 1)
        put(m, "%scheck: forbidden", which == 4 ? "" : ", ");
    if (which == 5)
        put(m, "must-capture: yes, check: forbidden");
    put(m, "}\n");
}

static void put_turn_map(struct mix *m)
{
    static const char *const checks[] = {"free", "ends", "last-only"};
    static const char *const captures[] = {"free", "ends", "again", "last-only"};
    static const char *const pieces[] = {"any", "same", "other"};
    static const char *const moves[] = {"2",
                                        "1",
                                        "3",
                                        "2",
                                        "unlimited",
                                        "progressive",
                                        "[1, 2, 2]",
                                        "[1, 3, 2, 1]",
                                        "{white: 2, black: 1}",
                                        "{white: [1, 2], black: [2, 1]}",
                                        "4",
                                        "2"};
    put(m, "{moves: %s", ONE_OF(m, moves));
    if (chance(m, 20))
        put(m, ", first: %u", 1 + dice(m, 3));
    if (chance(m, 40))
        put(m, ", check: %s", ONE_OF(m, checks));
    if (chance(m, 40))
        put(m, ", capture: %s", ONE_OF(m, captures));
    if (chance(m, 25))
        put(m, ", safety: turn");
    if (chance(m, 12))
        put(m, ", threat: turn");
    if (chance(m, 25))
        put(m, ", piece: %s", ONE_OF(m, pieces));
    if (chance(m, 15))
        put(m, ", only: [army, %c%s]", any_letter(m), chance(m, 50) ? ", army" : "");
    put(m, "}");
}

static void put_phases(struct mix *m)
{
    static const char *const until[] = {"captures 1", "captures 3", "turns 2", "turns 5",
                                        "hands empty"};
    static const char *const only[] = {"any", "moves", "drops", "any"};
    put(m, "phases:\n");
    for (unsigned n = 2 + dice(m, 2), i = 0; i < n; i++) {
        put(m, "  - {name: p%u", i);
        if (i + 1 < n)
            put(m, ", until: %s", ONE_OF(m, until));
        if (chance(m, 25) && (i + 1 < n || !m->has_hands))
            put(m, ", only: %s", m->has_hands ? ONE_OF(m, only) : "moves");
        if (chance(m, 50)) {
            put(m, ", turn: ");
            put_turn_map(m);
        }
        if (chance(m, 15))
            put(m, ", zone: rank 1-3");
        put(m, "}\n");
    }
}

static void put_end(struct mix *m)
{
    static const char *const results[] = {"loss", "draw", "win"};
    static const char *const when[] = {"now", "reply", "extra", "safe"};
    put(m, "end:\n  stalemate: %s\n", chance(m, 20) ? "pass" : ONE_OF(m, results));
    if (chance(m, 30))
        put(m, "  checkmate: %s\n", ONE_OF(m, results));
    if (chance(m, 30))
        put(m, "  repetition: %u\n", 2 + dice(m, 4));
    else if (chance(m, 50))
        put(m, "  repetition: {count: %u, result: %s%s%s}\n", 2 + dice(m, 4),
            ONE_OF(m, results), chance(m, 30) ? ", for: white" : "",
            chance(m, 30) ? ", checker: loss" : "");
    if (chance(m, 40))
        put(m, "  quiet: %u\n", 2 + dice(m, 50));
    if (chance(m, 30)) {
        put(m, "  goal: {piece: ");
        if (chance(m, 25))
            put(m, "all");
        else
            put(m, "%c", any_letter(m));
        put(m, ", zone: ");
        if (m->own)
            put_cell(m, any_cell(m));
        else
            put(m, "rank %u", 1 + dice(m, 5));
        put(m, ", when: %s}\n", ONE_OF(m, when));
    }
    if (chance(m, 25)) {
        put(m, "  extinct: {pieces: ");
        if (chance(m, 40))
            put(m, "all");
        else
            put(m, "%c", any_letter(m));
        put(m, ", left: %u, result: %s", dice(m, 3), ONE_OF(m, results));
        if (chance(m, 30))
            put(m, ", opponent: %u, claim: yes", dice(m, 3));
        put(m, "}\n");
    }
    if (chance(m, 20))
        put(m, "  checks: %u\n", 1 + dice(m, 4));
}

static void put_castling(struct mix *m)
{
    if (!m->own) {
        static const char *const ways[] = {"{K: [f1 e1, g1 f1]}",
                                           "{K: f1 e1, Q: d1 e1}",
                                           "{Q: {white: c1 d1, black: none}}",
                                           "none",
                                           "{K: h1 g1}",
                                           "{king: K, with: N, K: g1 f1}"};
        put(m, "castling: %s\n", ONE_OF(m, ways));
    } else if (m->axes == 2 && m->size[0] >= 4 && m->size[1] > 1) {
        const unsigned to = dice(m, m->size[0] - 1);
        put(m, "castling: {king: K, with: %c, C: %c1 %c1}\n", m->letters[1 + dice(m, 2)],
            'a' + (char)to, 'a' + (char)(to + 1));
    }
}

static void put_gating(struct mix *m)
{
    m->has_gating = true;
    put(m, "gating: {pieces: %c, from: rank 1%s}\n", m->letters[2], chance(m, 30) ? "-2" : "");
}

static void put_shuffle(struct mix *m)
{
    put(m, "shuffle: {zone: rank 1%s%s}\n", chance(m, 30) ? ", bishops: opposite" : "",
        chance(m, 30) && !m->own ? ", order: R K R" : "");
}

/* What lies over a game: each of these at random. */
static void put_features(struct mix *m, unsigned share)
{
    static const char *const royal[] = {"any", "all", "last", "none"};
    static const char *const pass[] = {"yes", "stuck"};
    if (chance(m, share))
        put_rules(m);
    if (chance(m, share))
        put(m, "pass: %s\n", ONE_OF(m, pass));
    if (chance(m, share))
        put(m, "royal: %s\n", ONE_OF(m, royal));
    if (chance(m, share * 2)) {
        put(m, "turn: ");
        put_turn_map(m);
        put(m, "\n");
    }
    if (chance(m, share))
        put_end(m);
    if (chance(m, share / 2))
        put_phases(m);
    if (chance(m, share / 3))
        put_shuffle(m);
    if (chance(m, share / 2))
        put_castling(m);
    if (chance(m, share / 4))
        put(m, "notation: %s\n", chance(m, 80) ? "usi" : "uci");
}

static void choose_letters(struct mix *m)
{
    static const char all[] = "KPRBNQACDEFGHM";
    m->pieces = 3 + dice(m, 6);
    memcpy(m->letters, all, m->pieces);
}

static void put_own(struct mix *m)
{
    m->own = true;
    choose_letters(m);
    choose_board(m);
    put_board(m);
    put_pieces(m);
    if (chance(m, 70))
        put_promotion(m);
    if (chance(m, 30))
        put_hands(m);
    if (chance(m, 8))
        put_gating(m);
    if (m->has_hands || m->has_gating)
        for (unsigned i = 0, n = dice(m, 5); i < n; i++) {
            const char c = chance(m, 50) && m->has_gating ? m->letters[2] : any_letter(m);
            m->pocket[strlen(m->pocket)] = (char)(chance(m, 50) ? c : c + 32);
        }
    put_features(m, 18);
    put_start(m);
}

/* Change pieces of chess and its like. */
static void put_changed_pieces(struct mix *m)
{
    static const char some[] = "NQRBPK";
    put(m, "pieces:\n");
    for (unsigned i = 0, n = 1 + dice(m, 2); i < n; i++) {
        put(m, "  %c: \"", some[(i * 3 + dice(m, 3)) % 6]);
        put_move(m);
        put(m, "\"\n");
    }
}

static void put_extended(struct mix *m)
{
    unsigned games = 0;
    while (bm_variant_at(games))
        games++;
    const bool chess = chance(m, 35);
    const struct bm_variant *const v = bm_variant_at(dice(m, games));
    memcpy(m->letters, "KPRBNQ", 7);
    m->pieces = 6;
    put(m, "extends: %s\n", chess ? "chess" : v->name);
    if (chance(m, chess ? 30 : 10))
        put_changed_pieces(m);
    if (chance(m, 12))
        put(m, "board: {wrap: x}\ncastling: none\n");
    if (chance(m, 20))
        put_hands(m);
    else if (chance(m, 5) && chess) {
        put_gating(m);
        put(m, "start: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[RRrB] w KQkq - 0 1\n");
    }
    if (chance(m, 12))
        put_promotion(m);
    put_features(m, 18);
}

size_t variant_mix(uint64_t seed, char out[VARIANT_MIX_TEXT])
{
    struct mix m = {.rng = seed * 2 + 1, .out = out, .size = {1, 1, 1, 1}};
    for (unsigned i = 0; i < 4; i++)
        (void)bm_random(&m.rng);
    put(&m, "variant: mix-%llu\n", (unsigned long long)seed);
    if (chance(&m, 45))
        put_extended(&m);
    else
        put_own(&m);
    return m.len;
}
