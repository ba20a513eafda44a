/* SPDX-License-Identifier: MIT */
#include "notation/variant/variant_move.h"

/*
 * Moves in coordinates: UCI and USI. The two differ in how squares, drops and promotions look;
 * only UCI needs the position, to tell how castling is meant.
 */

static const char chess_letters[] = "PNBRQK";
static const char shogi_letters[] = "PLNSGBRK";

/* Index of a letter in a list of them, -1 if it is not there. */
static int find_letter(const char *list, char c)
{
    for (int i = 0; list[i] != '\0'; i++) {
        if (list[i] == c)
            return i;
    }
    return -1;
}

/* The square at s[at], s[at + 1]. */
static bm_status read_uci_square(bm_sq *out, const char *s, size_t at, struct bm_error *err)
{
    if (s[at] < 'a' || s[at] > 'h')
        return bm_text_refuse(err, at, "'~' is no file: a to h, in small letters",
                              (unsigned char)s[at]);
    if (s[at + 1] < '1' || s[at + 1] > '8')
        return bm_text_refuse(err, at + 1, "'~' is no rank: 1 to 8", (unsigned char)s[at + 1]);
    *out = (bm_sq)((s[at + 1] - '1') * 8 + (s[at] - 'a'));
    return BM_OK;
}

static bm_status read_usi_square(bm_sq *out, const char *s, size_t at, struct bm_error *err)
{
    if (s[at] < '1' || s[at] > '9')
        return bm_text_refuse(err, at, "'~' is no file: 1 to 9", (unsigned char)s[at]);
    if (s[at + 1] < 'a' || s[at + 1] > 'i')
        return bm_text_refuse(err, at + 1, "'~' is no rank: a to i, in small letters",
                              (unsigned char)s[at + 1]);
    *out = (bm_sq)((s[at] - '1') * 9 + (s[at + 1] - 'a'));
    return BM_OK;
}

/* e1h1 in chess: the king takes its own unmoved rook, which stands for the two-step. */
static bm_sq two_step(const struct bm_ctx *ctx, bm_sq from, bm_sq to, unsigned side)
{
    const unsigned home = side * 56;
    if (from != home + 4 || (to != home && to != home + 7) ||
        bm_ctx_piece(ctx, to) != bm_piece_of(BM_CHESS_ROOK, side))
        return to;
    return (bm_sq)(home + (to > from ? 6 : 2));
}

/*
 * e1g1 in Chess960: a king that goes to the c- or g-file from further than a step away can only
 * mean castling. The rook with the right is meant; without one, the outermost, so that judging
 * can say that castling is not allowed.
 */
static bm_sq takes_rook(const struct bm_ctx *ctx, bm_sq from, bm_sq to, unsigned side)
{
    const unsigned home = side * 56;
    const bm_piece rook = bm_piece_of(BM_CHESS_ROOK, side);
    if (from / 8 != home / 8 || to / 8 != home / 8 || (to != home + 2 && to != home + 6) ||
        from == to || from + 1 == to || to + 1 == from || bm_ctx_piece(ctx, to) == rook)
        return to;

    struct bm_setup p;
    bm_ctx_setup(ctx, &p);
    bm_sq found = to;
    for (unsigned i = 0; i < 8; i++) {
        const unsigned file = to > from ? 7 - i : i;
        const unsigned sq = home + file;
        if (sq == from)
            break;
        if (p.board[sq] != rook)
            continue;
        if (p.castling[0] >> sq & 1)
            return (bm_sq)sq;
        if (found == to)
            found = (bm_sq)sq;
    }
    return found;
}

static bm_sq castling_target(const struct bm_ctx *ctx, bm_sq from, bm_sq to)
{
    const bm_piece piece = bm_ctx_piece(ctx, from);
    if (piece == 0 || bm_piece_kind(piece) != BM_CHESS_KING)
        return to;
    return bm_rules_info(bm_ctx_rules(ctx))->chess960
               ? takes_rook(ctx, from, to, bm_piece_side(piece))
               : two_step(ctx, from, to, bm_piece_side(piece));
}

static bm_status parse_uci(bm_move *out, const struct bm_ctx *ctx, const char *s, size_t len,
                           struct bm_error *err)
{
    static const char form[] = "a move is two squares, like e2e4, or e7e8q with a promotion";
    bm_sq from = 0, to = 0;

    if (len < 4)
        return bm_text_refuse(err, len, form, 0);
    if (memcmp(s, "0000", 4) == 0)
        return bm_text_refuse(err, 0, "0000 is the null move, which no game allows", 0);
    if (s[1] == '@') {
        const int kind = find_letter(chess_letters, s[0]);
        if (kind < 0)
            return bm_text_refuse(err, 0, "'~' is no piece to drop: one of PNBRQK",
                                  (unsigned char)s[0]);
        if (len > 4)
            return bm_text_refuse(err, 4, "a drop ends with its square, like P@e5", 0);
        const bm_status status = read_uci_square(&to, s, 2, err);
        if (!status)
            *out = bm_move_drop((unsigned)kind, to);
        return status;
    }

    bm_status status = read_uci_square(&from, s, 0, err);
    if (!status)
        status = read_uci_square(&to, s, 2, err);
    if (status)
        return status;
    if (len == 4) {
        *out = bm_move_plain(from, castling_target(ctx, from, to));
        return BM_OK;
    }
    const int kind = find_letter(chess_letters, (char)(s[4] & ~0x20));
    if (kind < 0 || (unsigned char)s[4] < 'A')
        return bm_text_refuse(err, 4, "'~' is no piece to promote to: one of qrbn",
                              (unsigned char)s[4]);
    if (len > 5)
        return bm_text_refuse(err, 5, form, 0);
    *out = bm_move_promoting(from, to, (unsigned)kind);
    return BM_OK;
}

static bm_status parse_usi(bm_move *out, const struct bm_ctx *ctx, const char *s, size_t len,
                           struct bm_error *err)
{
    static const char form[] = "a move is like 7g7f, 8h2b+ or P*5e";
    bm_sq from = 0, to = 0;

    if (len < 4)
        return bm_text_refuse(err, len, form, 0);
    if (s[1] == '*') {
        const int kind = find_letter(shogi_letters, s[0]);
        if (kind < 0)
            return bm_text_refuse(err, 0, "'~' is no piece to drop: a capital of RBGSNLP",
                                  (unsigned char)s[0]);
        if (len > 4)
            return bm_text_refuse(err, 4, "a drop ends with its square, like P*5e", 0);
        const bm_status status = read_usi_square(&to, s, 2, err);
        if (!status)
            *out = bm_move_drop((unsigned)kind, to);
        return status;
    }

    bm_status status = read_usi_square(&from, s, 0, err);
    if (!status)
        status = read_usi_square(&to, s, 2, err);
    if (status)
        return status;
    if (len == 4) {
        *out = bm_move_plain(from, to);
        return BM_OK;
    }
    if (s[4] != '+' || len > 5)
        return bm_text_refuse(err, s[4] == '+' ? 5 : 4, form, 0);
    /* What cannot promote is given a kind all the same, for bm_ctx_judge() to refuse. */
    const bm_piece piece = bm_ctx_piece(ctx, from);
    const unsigned kind = piece != 0 ? bm_piece_kind(piece) : BM_SHOGI_PAWN;
    *out = bm_move_promoting(from, to, kind | 8u);
    return BM_OK;
}

bm_status bm_move_parse(bm_move *out, const struct bm_ctx *ctx, const char *s, size_t len,
                        struct bm_error *err)
{
    if (bm_ctx_rules(ctx)->game)
        return bm_variant_move_parse(out, ctx, s, len, err);
    return bm_rules_info(bm_ctx_rules(ctx))->dialect == BM_DIALECT_USI
               ? parse_usi(out, ctx, s, len, err)
               : parse_uci(out, ctx, s, len, err);
}

/* A square that is not on the board is written as two dashes. */
static void write_square(struct bm_str *out, unsigned sq, bool usi)
{
    if (sq >= (usi ? 81u : 64u)) {
        bm_str_text(out, "--");
    } else if (usi) {
        bm_str_char(out, (char)('1' + sq / 9));
        bm_str_char(out, (char)('a' + sq % 9));
    } else {
        bm_str_char(out, (char)('a' + sq % 8));
        bm_str_char(out, (char)('1' + sq / 8));
    }
}

size_t bm_move_format(bm_move m, const struct bm_rules *rules, char *buf, size_t cap)
{
    const bool usi = bm_rules_info(rules)->dialect == BM_DIALECT_USI;
    struct bm_str out;
    bm_str_init(&out, buf, cap);

    if (rules->game) {
        bm_variant_move_format(m, rules, &out);
        return bm_str_end(&out);
    }
    if (bm_move_is_drop(m)) {
        const unsigned kind = bm_move_from(m);
        const char *const letters = usi ? shogi_letters : chess_letters;
        bm_str_char(&out, kind < (usi ? 8u : 6u) ? letters[kind] : '?');
        bm_str_char(&out, usi ? '*' : '@');
        write_square(&out, bm_move_to(m), usi);
        return bm_str_end(&out);
    }
    write_square(&out, bm_move_from(m), usi);
    write_square(&out, bm_move_to(m), usi);
    if (bm_move_promotes(m)) {
        const unsigned kind = bm_move_promotion(m);
        if (usi)
            bm_str_char(&out, '+');
        else
            bm_str_char(&out, kind < 6 ? (char)(chess_letters[kind] | 0x20) : '?');
    }
    return bm_str_end(&out);
}

size_t bm_sq_format(bm_sq sq, const struct bm_rules *rules, char *buf, size_t cap)
{
    struct bm_str out;
    bm_str_init(&out, buf, cap);
    if (rules->game)
        bm_cell_write(&out, rules, sq);
    else
        write_square(&out, sq, bm_rules_info(rules)->dialect == BM_DIALECT_USI);
    return bm_str_end(&out);
}
