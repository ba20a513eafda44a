/* SPDX-License-Identifier: MIT */
#include "cli/diagram.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Squares of the last move; BM_SQ_NONE: none. */
struct marks {
    bm_sq from, to;
};

static struct marks find_marks(const struct bm_ctx *ctx)
{
    const unsigned plies = bm_ctx_plies(ctx);
    if (plies == 0)
        return (struct marks){BM_SQ_NONE, BM_SQ_NONE};
    const bm_move m = bm_ctx_played(ctx, plies - 1);
    return (struct marks){bm_move_is_drop(m) ? BM_SQ_NONE : bm_move_from(m), bm_move_to(m)};
}

static bool is_marked(struct marks m, unsigned sq) { return sq == m.from || sq == m.to; }

/*
 * What stands between two squares, of which either may be none: a bracket of the marked one.
 * Where both are marked, one bracket closes and opens.
 */
static char gap(bool left_marked, bool right_marked)
{
    if (left_marked && right_marked)
        return '|';
    return left_marked ? ')' : right_marked ? '(' : ' ';
}

static void print_chess(const struct bm_session *s, bool symbols)
{
    static const char *const figurine[2][BM_CHESS_KINDS] = {{"♙", "♘", "♗", "♖", "♕", "♔"},
                                                            {"♟", "♞", "♝", "♜", "♛", "♚"}};
    static const char letters[] = "PNBRQK";
    const struct marks marks = find_marks(s->ctx);

    puts("    a b c d e f g h");
    for (unsigned rank = 8; rank-- > 0;) {
        bool left = false;
        printf(" %u ", rank + 1);
        for (unsigned file = 0; file < 8; file++) {
            const unsigned sq = rank * 8 + file;
            const bool here = is_marked(marks, sq);
            const bm_piece piece = bm_ctx_piece(s->ctx, (bm_sq)sq);
            putchar(gap(left, here));
            if (piece == 0)
                putchar('.');
            else if (symbols)
                fputs(figurine[bm_piece_side(piece)][bm_piece_kind(piece)], stdout);
            else
                putchar(letters[bm_piece_kind(piece)] | (int)bm_piece_side(piece) << 5);
            left = here;
        }
        printf("%c %u\n", gap(left, false), rank + 1);
    }
    puts("    a b c d e f g h");
}

static const char *const kanji[BM_SHOGI_KINDS] = {
    "歩", "香", "桂", "銀", "金", "角", "飛", "玉", "と", "杏", "圭", "全", "", "馬", "龍", ""};

/* From the rook down, as hands are usually told. */
static void print_hand(const struct bm_session *s, unsigned side, bool with_kanji)
{
    static const uint8_t order[] = {BM_SHOGI_ROOK,   BM_SHOGI_BISHOP, BM_SHOGI_GOLD,
                                    BM_SHOGI_SILVER, BM_SHOGI_KNIGHT, BM_SHOGI_LANCE,
                                    BM_SHOGI_PAWN};
    bool any = false;
    printf(s->lang == BM_JA ? "  %sの持駒:" : "  %s in hand:",
           s->info->side_name[s->lang][side]);
    for (unsigned i = 0; i < sizeof order; i++) {
        const unsigned count = bm_ctx_hand(s->ctx, side, order[i]);
        if (count == 0)
            continue;
        any = true;
        printf(" %s", with_kanji ? kanji[order[i]] : bm_rules_kind_letter(s->rules, order[i]));
        if (count > 1)
            printf("%u", count);
    }
    puts(any ? "" : s->lang == BM_JA ? " なし" : " -");
}

/* A square is three cells: a mark for the second side or '+', and the piece. */
static void print_shogi_square(const struct bm_session *s, bm_piece piece, bool with_kanji)
{
    if (piece == 0) {
        fputs(with_kanji ? " ・" : " .", stdout);
        return;
    }
    const unsigned kind = bm_piece_kind(piece), side = bm_piece_side(piece);
    if (with_kanji) {
        printf("%c%s", side == BM_SECOND ? 'v' : ' ', kanji[kind]);
        return;
    }
    const char *const letter = bm_rules_kind_letter(s->rules, kind & 7u);
    putchar(kind & 8u ? '+' : ' ');
    putchar(letter[0] | (int)side << 5);
}

static void print_shogi(const struct bm_session *s, bool with_kanji)
{
    static const char *const rank_name[] = {"一", "二", "三", "四", "五",
                                            "六", "七", "八", "九"};
    const struct marks marks = find_marks(s->ctx);
    const char *const edge = with_kanji ? "  +-------------------------------------+"
                                        : "  +----------------------------+";

    print_hand(s, BM_SECOND, with_kanji);
    puts(with_kanji ? "     ９  ８  ７  ６  ５  ４  ３  ２  １"
                    : "     9  8  7  6  5  4  3  2  1");
    puts(edge);
    for (unsigned rank = 0; rank < 9; rank++) {
        bool left = false;
        fputs("  |", stdout);
        for (unsigned i = 0; i < 9; i++) {
            const unsigned sq = (8 - i) * 9 + rank;
            const bool here = is_marked(marks, sq);
            putchar(gap(left, here));
            print_shogi_square(s, bm_ctx_piece(s->ctx, (bm_sq)sq), with_kanji);
            left = here;
        }
        printf("%c| ", gap(left, false));
        if (with_kanji)
            puts(rank_name[rank]);
        else
            printf("%c\n", (char)('a' + rank));
    }
    puts(edge);
    print_hand(s, BM_FIRST, with_kanji);
}

/* Whether the environment asks for UTF-8; the locale itself need not be installed. */
static bool is_utf8(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (unsigned i = 0; i < 3; i++) {
        const char *const value = getenv(names[i]);
        if (value && *value)
            return strstr(value, "UTF-8") || strstr(value, "utf8") || strstr(value, "UTF8") ||
                   strstr(value, "utf-8");
    }
    return false;
}

void bm_diagram_print(const struct bm_session *s)
{
    const struct bm_value *const pieces = &s->args->option[OPT_PIECES];
    if (s->info->dialect == BM_DIALECT_USI)
        print_shogi(s, pieces->given ? pieces->number != PIECES_LETTERS : is_utf8());
    else
        print_chess(s, pieces->given && pieces->number != PIECES_LETTERS);
}
