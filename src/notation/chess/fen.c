/* SPDX-License-Identifier: MIT */
#include "notation/text.h"

/*
 * FEN, X-FEN and Shredder-FEN. A text is read as leniently as no meaning is lost; the strict
 * form is what the writer below would have written.
 */

/* Kind + 1 by capital letter. */
static const uint8_t piece_kind[32] = {
    ['P' - '@'] = BM_CHESS_PAWN + 1,   ['N' - '@'] = BM_CHESS_KNIGHT + 1,
    ['B' - '@'] = BM_CHESS_BISHOP + 1, ['R' - '@'] = BM_CHESS_ROOK + 1,
    ['Q' - '@'] = BM_CHESS_QUEEN + 1,  ['K' - '@'] = BM_CHESS_KING + 1,
};

/* 0 if the byte is no letter of a piece. Bit 5 tells small letters from capitals in ASCII. */
static bm_piece read_fen_piece(char c)
{
    const unsigned u = (unsigned char)c;
    if ((u & 0xc0u) != 0x40u || piece_kind[u & 31u] == 0)
        return 0;
    return (bm_piece)(piece_kind[u & 31u] | (u & 0x20u) << 2);
}

static bm_status refuse_rank(struct bm_error *err, size_t at, unsigned rank, unsigned files)
{
    return bm_text_tell(err, BM_ESYNTAX, (uint32_t)at + 1,
                        files == 1 ? "rank ~ has ~ file, not 8" : "rank ~ has ~ files, not 8",
                        BM_TEXTS(bm_decimal(rank + 1).s, bm_decimal(files).s));
}

static bm_status read_fen_board(struct bm_setup *out, const char *s, struct bm_field f,
                                struct bm_error *err)
{
    unsigned rank = 7, files = 0;
    size_t overflow = 0; /* where the rank grew too long */

    for (size_t at = f.at; at < f.end; at++) {
        const bm_piece piece = read_fen_piece(s[at]);
        if (piece != 0) {
            if (files < 8)
                out->board[rank * 8 + files] = piece;
            files++;
        } else if (s[at] >= '1' && s[at] <= '8') {
            files += (unsigned)(s[at] - '0');
        } else if (s[at] == '/') {
            if (files != 8)
                return refuse_rank(err, files > 8 ? overflow : at, rank, files);
            if (rank == 0)
                return bm_text_refuse(err, at, "the board has more than 8 ranks", 0);
            rank--;
            files = 0;
            continue;
        } else {
            return bm_text_refuse(
                err, at, "'~' is neither a piece (PNBRQK, pnbrqk) nor a digit 1-8 nor /",
                (unsigned char)s[at]);
        }
        if (files > 8 && overflow == 0)
            overflow = at;
    }
    if (files != 8)
        return refuse_rank(err, files > 8 ? overflow : f.end, rank, files);
    if (rank != 0)
        return bm_text_refuse_number(err, f.end, "the board has ~ ranks, not 8", 8 - rank);
    return BM_OK;
}

/* File of a side's king on its back rank; the usual e-file when it is not there. */
static unsigned king_file(const struct bm_setup *p, unsigned side)
{
    for (unsigned file = 0; file < 8; file++) {
        if (p->board[side * 56 + file] == bm_piece_of(BM_CHESS_KING, side))
            return file;
    }
    return 4;
}

/* The rook that K or Q means: the outermost on that side of the king; the corner if none. */
static unsigned outer_rook(const struct bm_setup *p, unsigned side, bool kingside)
{
    const unsigned king = king_file(p, side);
    for (unsigned i = 0; i < 8; i++) {
        const unsigned file = kingside ? 7 - i : i;
        if (file == king)
            break;
        if (p->board[side * 56 + file] == bm_piece_of(BM_CHESS_ROOK, side))
            return file;
    }
    return kingside ? 7 : 0;
}

static bm_status read_fen_castling(struct bm_setup *out, const char *s, struct bm_field f,
                                   struct bm_error *err)
{
    if (f.at == f.end || bm_text_is(s, f, "-"))
        return BM_OK;
    for (size_t at = f.at; at < f.end; at++) {
        const unsigned side = s[at] >= 'a';
        const char letter = (char)(side ? s[at] - 0x20 : s[at]);
        unsigned file;
        if (letter == 'K' || letter == 'Q')
            file = outer_rook(out, side, letter == 'K');
        else if (letter >= 'A' && letter <= 'H')
            file = (unsigned)(letter - 'A');
        else
            return bm_text_refuse(
                err, at,
                "'~' is no castling right: - or letters of KQkq, or rook files A-H a-h",
                (unsigned char)s[at]);
        out->castling[0] |= (uint64_t)1 << (side * 56 + file);
    }
    return BM_OK;
}

static bm_status read_ep(struct bm_setup *out, const char *s, struct bm_field f,
                         struct bm_error *err)
{
    if (f.at == f.end || bm_text_is(s, f, "-"))
        return BM_OK;
    const char *const t = s + f.at;
    if (f.end - f.at != 2 || t[0] < 'a' || t[0] > 'h' || (t[1] != '3' && t[1] != '6'))
        return bm_text_refuse(
            err, f.at, "en passant is - or a square on rank 3 or 6 in small letters, like e3",
            0);
    out->has_ep = 1;
    out->ep = (bm_sq)((t[1] - '1') * 8 + (t[0] - 'a'));
    return BM_OK;
}

static bm_status check_strict(const struct bm_setup *p, const char *s, size_t len,
                              unsigned flags, struct bm_error *err)
{
    char form[128];
    struct bm_str text;
    bm_str_init(&text, form, sizeof form);
    bm_fen_format(p, flags, &text);
    return bm_text_strict(s, len, form, bm_str_end(&text), err);
}

bm_status bm_fen_parse(struct bm_setup *out, const char *s, size_t len, unsigned flags,
                       struct bm_error *err)
{
    enum { BOARD, TURN, CASTLING, EP, QUIET, NUMBER, FIELDS };
    struct bm_field f[FIELDS + 1];
    const unsigned n = bm_text_split(s, len, f, FIELDS + 1);
    if (n == 0)
        return bm_text_refuse(err, 0, "the position is empty: a FEN or startpos is needed", 0);
    if (n > FIELDS)
        return bm_text_refuse(err, f[FIELDS].at, "a FEN has six fields; this is a seventh", 0);

    struct bm_setup p;
    memset(&p, 0, sizeof p);
    bm_status status = read_fen_board(&p, s, f[BOARD], err);
    if (!status)
        status = bm_text_side(&p.turn, s, f[TURN], "wb", err);
    if (!status)
        status = read_fen_castling(&p, s, f[CASTLING], err);
    if (!status)
        status = read_ep(&p, s, f[EP], err);
    if (!status)
        status = bm_text_number(&p.quiet, s, f[QUIET],
                                "the half-move clock is a number of at most six digits", err);
    if (!status)
        status = bm_text_move_number(&p.number, s, f[NUMBER], err);
    if (status)
        return status;

    if (flags & BM_TEXT_STRICT) {
        if (check_strict(&p, s, len, BM_TEXT_SHREDDER, NULL))
            status = check_strict(&p, s, len, 0, err);
        if (status)
            return status;
    }
    *out = p;
    return BM_OK;
}

/*
 * X-FEN: K or Q where reading it back finds the same rook, else the file. A right that no rook
 * bears out is written as it was claimed.
 */
static void write_castling(const struct bm_setup *p, unsigned flags, struct bm_str *out)
{
    const size_t start = out->len;
    for (unsigned side = 0; side < 2; side++) {
        const unsigned king = king_file(p, side);
        for (unsigned i = 0; i < 8; i++) {
            const unsigned file = 7 - i;
            if (!(p->castling[0] >> (side * 56 + file) & 1))
                continue;
            const bool kingside = file > king;
            char letter = kingside ? 'K' : 'Q';
            if ((flags & BM_TEXT_SHREDDER) || outer_rook(p, side, kingside) != file)
                letter = (char)('A' + file);
            bm_str_char(out, (char)(letter | (char)(side << 5)));
        }
    }
    if (out->len == start)
        bm_str_char(out, '-');
}

void bm_fen_format(const struct bm_setup *setup, unsigned flags, struct bm_str *out)
{
    for (unsigned i = 0; i < 8; i++) {
        unsigned empty = 0;
        if (i != 0)
            bm_str_char(out, '/');
        for (unsigned file = 0; file < 8; file++) {
            const bm_piece piece = setup->board[(7 - i) * 8 + file];
            if (piece == 0) {
                empty++;
                continue;
            }
            if (empty != 0)
                bm_str_char(out, (char)('0' + empty));
            empty = 0;
            const unsigned kind = bm_piece_kind(piece);
            const char letter = kind < BM_CHESS_KINDS ? "PNBRQK"[kind] : '?';
            bm_str_char(out, (char)(letter | (char)(bm_piece_side(piece) << 5)));
        }
        if (empty != 0)
            bm_str_char(out, (char)('0' + empty));
    }
    bm_str_text(out, setup->turn == BM_FIRST ? " w " : " b ");
    write_castling(setup, flags, out);
    bm_str_char(out, ' ');
    if (setup->has_ep && setup->ep < 64) {
        bm_str_char(out, (char)('a' + setup->ep % 8));
        bm_str_char(out, (char)('1' + setup->ep / 8));
    } else {
        bm_str_char(out, '-');
    }
    bm_str_char(out, ' ');
    bm_str_u64(out, setup->quiet);
    bm_str_char(out, ' ');
    bm_str_u64(out, setup->number);
}
