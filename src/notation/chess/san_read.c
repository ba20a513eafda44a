/* SPDX-License-Identifier: MIT */
/*
 * Reading moves as chess players write them. Nearly all are in SAN's own form: those are read
 * in a few steps. What is not goes to the patient reader below, which takes apart everything
 * that can mean one legal move only.
 */
#include "base/attr.h"
#include "notation/chess/san.h"
#include "notation/chess/san_plain.h"
#include "notation/text.h"
#include "notation/variant/variant_san.h"

enum { ANY = 0xff, LONGEST = 24 };

/* What a text says of a move; ANY where it says nothing. */
struct san_parts {
    uint8_t kind;
    uint8_t file, rank; /* where it comes from */
    uint8_t promotion;
    bm_sq to;
    bool drop;
};

/* Those of the legal moves that were said; at most `cap` are written, all are counted. */
TEMPLATE unsigned match_san_moves(const struct bm_ctx *ctx, const struct san_parts *q,
                                  unsigned files, bm_move *out, unsigned cap)
{
    bm_move list[BM_MAX_MOVES];
    const size_t n = ctx->kernel->moves_to(&ctx->pos, q->kind, q->to, list);
    unsigned found = 0;
    for (size_t i = 0; i < n; i++) {
        const bm_move m = list[i];
        const unsigned from = bm_move_from(m);
        const unsigned promotion = bm_move_promotes(m) ? bm_move_promotion(m) : ANY;
        if (promotion != q->promotion || bm_move_is_drop(m) != q->drop)
            continue;
        if (!q->drop && ((q->file != ANY && from % files != q->file) ||
                         (q->rank != ANY && from / files != q->rank)))
            continue;
        if (found++ < cap)
            out[found - 1] = m;
    }
    return found;
}

/* Kinds by letter, + 1; small letters are files. */
static const uint8_t chess_kind[128] = {
    ['N'] = BM_CHESS_KNIGHT + 1, ['B'] = BM_CHESS_BISHOP + 1, ['R'] = BM_CHESS_ROOK + 1,
    ['Q'] = BM_CHESS_QUEEN + 1,  ['K'] = BM_CHESS_KING + 1,   ['a'] = BM_CHESS_PAWN + 1,
    ['b'] = BM_CHESS_PAWN + 1,   ['c'] = BM_CHESS_PAWN + 1,   ['d'] = BM_CHESS_PAWN + 1,
    ['e'] = BM_CHESS_PAWN + 1,   ['f'] = BM_CHESS_PAWN + 1,   ['g'] = BM_CHESS_PAWN + 1,
    ['h'] = BM_CHESS_PAWN + 1,
};

TEMPLATE unsigned file_at(char c) { return (unsigned)(unsigned char)c - 'a'; }
TEMPLATE unsigned rank_at(char c) { return (unsigned)(unsigned char)c - '1'; }

/* Nf3, Nbxd2, R1e1+, exd5, e8=Q#: SAN as it is exported, chess only. */
TEMPLATE bool parse_exact(const char *s, size_t len, struct san_parts *q)
{
    if (len < 2 || len > LONGEST || (unsigned char)s[0] > 127)
        return false;
    const unsigned kind = chess_kind[(unsigned char)s[0]];
    size_t end = len - (s[len - 1] == '+' || s[len - 1] == '#');
    if (kind == 0)
        return false;
    *q = (struct san_parts){(uint8_t)(kind - 1), ANY, ANY, ANY, 0, false};

    size_t at = kind - 1 != BM_CHESS_PAWN;
    if (!at && end > 3 && s[end - 2] == '=') {
        const unsigned became = chess_kind[s[end - 1] & 127];
        if (became <= BM_CHESS_PAWN + 1)
            return false;
        q->promotion = (uint8_t)(became - 1);
        end -= 2;
    }
    if (end < at + 2)
        return false;
    const unsigned file = file_at(s[end - 2]), rank = rank_at(s[end - 1]);
    if (file > 7 || rank > 7)
        return false;
    q->to = (bm_sq)(rank * 8 + file);
    end -= 2;
    if (LIKELY(at == end))
        return true;
    /* A pawn that goes straight is written without its file; one that takes, with an x. */
    if (s[end - 1] == 'x')
        end--;
    else if (at == 0)
        return false;
    if (at < end && file_at(s[at]) <= 7)
        q->file = (uint8_t)file_at(s[at++]);
    if (at < end && rank_at(s[at]) <= 7)
        q->rank = (uint8_t)rank_at(s[at++]);
    return at == end;
}

/* The kind of that letter, in either case if `small`, or ANY. */
static uint8_t find_kind(const struct bm_rules *rules, char c, bool small)
{
    const char big = small && c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
    for (unsigned kind = 0; kind < bm_rules_info(rules)->kinds; kind++) {
        const char *const letter = bm_rules_kind_letter(rules, kind);
        if (letter[0] == big && letter[0] != '\0' && letter[1] == '\0')
            return (uint8_t)kind;
    }
    return ANY;
}

static uint8_t find_pawn(const struct bm_rules *rules)
{
    const uint8_t kind = find_kind(rules, 'P', false);
    return kind == ANY ? 0 : kind;
}

static bm_sq find_king(const struct bm_ctx *ctx)
{
    const bm_piece king = bm_piece_of(BM_CHESS_KING, bm_ctx_turn(ctx));
    for (bm_sq sq = 0; sq < bm_rules_info(ctx->rules)->squares; sq++)
        if (bm_ctx_piece(ctx, sq) == king)
            return sq;
    return BM_SQ_NONE;
}

/* Castling is written as the king's two-step in chess, as king takes rook in Chess960. */
static bm_status read_san_castling(const struct bm_ctx *ctx, bool kingside, bm_move *out,
                                   struct bm_error *err)
{
    bm_move list[BM_MAX_MOVES];
    const size_t n = bm_ctx_moves(ctx, list, BM_MAX_MOVES);
    for (size_t i = 0; i < n; i++)
        if (bm_san_castles(ctx, list[i]) &&
            (bm_move_to(list[i]) > bm_move_from(list[i])) == kingside)
            return bm_style_settle(ctx, list[i], out, err);

    const bm_sq king = find_king(ctx);
    const unsigned files = bm_rules_info(ctx->rules)->files;
    if (king == BM_SQ_NONE)
        return bm_text_fail(err, BM_ERULE, 1, "there is no king to castle with");
    const unsigned home = king - king % files;
    if (!bm_rules_info(ctx->rules)->chess960) {
        const int to = (int)(king % files) + (kingside ? 2 : -2);
        if (to >= 0 && to < (int)files)
            return bm_style_settle(ctx, bm_move_plain(king, (bm_sq)(home + (unsigned)to)), out,
                                   err);
        return bm_text_fail(err, BM_ERULE, 1, "there is no right to castle this way");
    }
    const bm_piece rook = bm_piece_of(BM_CHESS_ROOK, bm_ctx_turn(ctx));
    for (unsigned i = 0; i < files; i++) {
        const bm_sq sq = (bm_sq)(home + (kingside ? files - 1 - i : i));
        if (sq == king)
            break;
        if (bm_ctx_piece(ctx, sq) == rook)
            return bm_style_settle(ctx, bm_move_plain(king, sq), out, err);
    }
    return bm_text_fail(err, BM_ERULE, 1, "there is no rook to castle with on this side");
}

/* Q, =Q, =q, (Q), /Q behind the target square. False: something is there that is none. */
static bool take_promotion(const struct bm_rules *rules, struct bm_plain *p, uint8_t *out)
{
    const unsigned ranks = bm_rules_info(rules)->ranks;
    size_t end = p->len;
    const bool closed = end > 3 && p->s[end - 1] == ')';
    end -= closed;
    if (end < 3 || rank_at(p->s[end - 1]) < ranks)
        return !closed;
    const uint8_t kind = find_kind(rules, p->s[end - 1], true);
    end--;
    const char sign = p->s[end - 1];
    if (sign == '=' || sign == '/' || sign == '(')
        end--;
    if (end < 2 || rank_at(p->s[end - 1]) >= ranks)
        return true; /* not behind a square: no promotion, whatever it is */
    if (kind == ANY || closed != (sign == '('))
        return false;
    *out = kind;
    p->len = end;
    return true;
}

/* Take the text apart from its end: target, sign, origin, and what is left is the piece. */
static bm_status parse_loose(const struct bm_ctx *ctx, struct bm_plain *p, struct san_parts *q,
                             struct bm_error *err)
{
    static const char form[] =
        "this is no move: a move is like Nf3, exd5, e8=Q, O-O, Ng1-f3 or g1f3";
    const struct bm_rules_info *const info = bm_rules_info(ctx->rules);
    *q = (struct san_parts){ANY, ANY, ANY, ANY, 0, false};
    if (!take_promotion(ctx->rules, p, &q->promotion))
        return bm_text_refuse(err, p->at[p->len - 1],
                              "'~' is no piece to promote to: one of QRBN",
                              (unsigned char)p->s[p->len - 1]);
    size_t end = p->len;
    if (end < 2 || file_at(p->s[end - 2]) >= info->files ||
        rank_at(p->s[end - 1]) >= info->ranks)
        return bm_text_refuse(err, 0, form, 0);
    q->to = (bm_sq)(rank_at(p->s[end - 1]) * info->files + file_at(p->s[end - 2]));
    end -= 2;

    const char sign = end != 0 ? p->s[end - 1] : '\0';
    if (end == 2 && sign == '@') {
        q->drop = true;
        end--;
    } else if (sign == 'x' || sign == 'X' || sign == ':' || sign == '-') {
        end--;
    }
    if (!q->drop && end != 0 && rank_at(p->s[end - 1]) < info->ranks)
        q->rank = (uint8_t)rank_at(p->s[--end]);
    if (!q->drop && end != 0 && file_at(p->s[end - 1]) < info->files)
        q->file = (uint8_t)file_at(p->s[--end]);
    if (end > 1)
        return bm_text_refuse(err, 0, form, 0);
    if (end == 1 && (q->kind = find_kind(ctx->rules, p->s[0], true)) == ANY)
        return bm_text_refuse(err, 0, "'~' is no piece: one of KQRBN, in English",
                              (unsigned char)p->s[0]);
    /* A rank alone tells no pawn from another: 4e5 is a slip of the hand. */
    if (end == 0 && q->rank != ANY && q->file == ANY)
        return bm_text_refuse(err, 0, form, 0);
    return BM_OK;
}

/* Both squares are named, and perhaps the piece: that is a move in coordinates. */
static bm_status read_coordinates(const struct bm_ctx *ctx, const struct san_parts *q,
                                  bm_move *out, struct bm_error *err)
{
    const unsigned files = bm_rules_info(ctx->rules)->files;
    const bm_sq from = (bm_sq)(q->rank * files + q->file);
    const bm_piece piece = bm_ctx_piece(ctx, from);
    if (piece != 0 && q->kind != ANY && bm_piece_kind(piece) != q->kind) {
        char square[BM_COORDINATES];
        (void)bm_sq_format(from, ctx->rules, square, sizeof square);
        return bm_text_tell(
            err, BM_ERULE, 1, "the piece on ~ is a ~, not a ~",
            BM_TEXTS(square, bm_rules_kind_name(ctx->rules, bm_piece_kind(piece), BM_EN),
                     bm_rules_kind_name(ctx->rules, q->kind, BM_EN)));
    }
    bm_move m = q->promotion == ANY ? bm_move_plain(from, q->to)
                                    : bm_move_promoting(from, q->to, q->promotion);
    if (q->promotion == ANY) {
        /* Castling has two forms: let the reader of coordinates turn one into the other. */
        char text[BM_COORDINATES];
        bm_move turned;
        const size_t n = bm_move_format(m, ctx->rules, text, sizeof text);
        if (bm_move_parse(&turned, ctx, text, n, NULL) == BM_OK)
            m = turned;
    }
    return bm_style_settle(ctx, m, out, err);
}

static void put_move(struct bm_str *out, const struct bm_ctx *ctx, bm_move m)
{
    char text[BM_COORDINATES];
    (void)bm_move_format(m, ctx->rules, text, sizeof text);
    bm_str_text(out, text);
}

static bm_status refuse_ambiguous(const struct bm_ctx *ctx, const bm_move *found, unsigned n,
                                  struct bm_error *err)
{
    enum { NAMED = 4 };
    char moves[120];
    struct bm_str out;
    bm_str_init(&out, moves, sizeof moves);
    for (unsigned i = 0; i < n && i < NAMED; i++) {
        bm_str_text(&out, i == 0 ? "" : i + 1 == n ? " or " : ", ");
        put_move(&out, ctx, found[i]);
    }
    bm_str_text(&out, n > NAMED ? " and more" : "");
    (void)bm_str_end(&out);
    return bm_text_tell(err, BM_ERULE, 1,
                        "this can mean ~: name the square that the piece comes from",
                        BM_TEXTS(moves));
}

/*
 * No legal move is meant: find what it may have been. Pieces that move so, were it not for what
 * stands in the way or for the king, come before those that do not.
 */
static bm_status refuse_illegal(const struct bm_ctx *ctx, const struct san_parts *q,
                                bm_move *out, struct bm_error *err)
{
    const unsigned files = bm_rules_info(ctx->rules)->files, us = bm_ctx_turn(ctx);
    bm_move meant[2] = {{BM_MOVE_NONE}, {BM_MOVE_NONE}};
    unsigned n[2] = {0, 0}, promoting = 0;
    for (unsigned from = 0; from < bm_rules_info(ctx->rules)->squares; from++) {
        if (bm_ctx_piece(ctx, (bm_sq)from) != bm_piece_of(q->kind, us) ||
            (q->file != ANY && from % files != q->file) ||
            (q->rank != ANY && from / files != q->rank))
            continue;
        const bm_move m = q->promotion == ANY
                              ? bm_move_plain((bm_sq)from, q->to)
                              : bm_move_promoting((bm_sq)from, q->to, q->promotion);
        const bm_faults faults = bm_ctx_judge(ctx, m);
        if (faults == 0) /* the form of castling */
            return bm_text_fail(err, BM_ERULE, 1, "castling is written O-O or O-O-O");
        const bool moves = !(faults & BM_FAULT_NOT_A_MOVE);
        promoting += (faults & ~(bm_faults)BM_FAULT_GAME_OVER) == BM_FAULT_MUST_PROMOTE;
        meant[moves] = m;
        n[moves]++;
    }
    if (n[1] == 1 || (n[1] == 0 && n[0] == 1) || promoting == n[1])
        if (n[0] + n[1] != 0 && (n[1] != 0 || n[0] == 1))
            return bm_style_settle(ctx, meant[n[1] != 0], out, err);

    const char *const kind = bm_rules_kind_name(ctx->rules, q->kind, BM_EN);
    if (n[0] + n[1] == 0 && q->file == ANY && q->rank == ANY)
        return bm_text_tell(err, BM_ERULE, 1, "there is no ~ of the side to move",
                            BM_TEXTS(kind));
    char square[BM_COORDINATES];
    (void)bm_sq_format(q->to, ctx->rules, square, sizeof square);
    return bm_text_tell(err, BM_ERULE, 1, "no such ~ can go to ~", BM_TEXTS(kind, square));
}

static NOINLINE bm_status read_loose(const struct bm_ctx *ctx, const char *s, size_t len,
                                     bm_move *out, struct bm_error *err)
{
    struct bm_plain p;
    struct san_parts q;
    bm_plain_make(&p, s, len);
    bm_plain_drop_ends(&p);
    if (p.len == 0 || p.len > LONGEST)
        return bm_text_refuse(
            err, 0, len > LONGEST ? "this is too long to be a move" : "a move is missing", 0);
    const unsigned castles = bm_plain_castles(&p);
    if (castles != 0)
        return read_san_castling(ctx, castles == 2, out, err);
    const bm_status status = parse_loose(ctx, &p, &q, err);
    if (status != BM_OK)
        return status;
    if (q.file != ANY && q.rank != ANY)
        return read_coordinates(ctx, &q, out, err);
    if (q.kind == ANY)
        q.kind = find_pawn(ctx->rules);
    if (q.drop)
        return bm_style_settle(ctx, bm_move_drop(q.kind, q.to), out, err);

    enum { FEW = 8 };
    bm_move found[FEW];
    unsigned n = match_san_moves(ctx, &q, bm_rules_info(ctx->rules)->files, found, FEW);
    if (n == 1 && bm_san_castles(ctx, found[0]))
        n = 0;
    if (n == 1)
        return bm_style_settle(ctx, found[0], out, err);
    return n == 0 ? refuse_illegal(ctx, &q, out, err)
                  : refuse_ambiguous(ctx, found, n < FEW ? n : FEW, err);
}

/* "O-O" or "O-O-O", with a mark of check or without. */
TEMPLATE unsigned exact_castling(const char *s, size_t len)
{
    const size_t n = len - (len != 0 && (s[len - 1] == '+' || s[len - 1] == '#'));
    if (n == 3 && memcmp(s, "O-O", 3) == 0)
        return 2;
    return n == 5 && memcmp(s, "O-O-O", 5) == 0 ? 3 : 0;
}

/* Exported SAN of chess that means one legal move. */
TEMPLATE bool read_exact(const struct bm_ctx *ctx, const char *s, size_t len, bm_move *out)
{
    struct san_parts q;
    if (parse_exact(s, len, &q))
        return match_san_moves(ctx, &q, 8, out, 1) == 1 &&
               (q.kind != BM_CHESS_KING || !bm_san_castles(ctx, *out));
    const unsigned castles = exact_castling(s, len);
    if (castles == 0 || ctx->rules->set->info.chess960)
        return false;
    bm_move list[BM_MAX_MOVES];
    const bm_sq to = (bm_sq)(bm_ctx_turn(ctx) * 56 + (castles == 2 ? 6 : 2));
    const size_t n = ctx->kernel->moves_to(&ctx->pos, BM_CHESS_KING, to, list);
    *out = list[0];
    return n == 1 && bm_san_castles(ctx, list[0]);
}

bm_status bm_san_read(const struct bm_ctx *ctx, const char *s, size_t len, bm_move *out,
                      struct bm_error *err)
{
    if (LIKELY(ctx->rules->game == NULL && read_exact(ctx, s, len, out) &&
               (ctx->options.play_on || !bm_ctx_ended(ctx))))
        return BM_OK;
    *out = (bm_move){BM_MOVE_NONE};
    if (ctx->rules->game)
        return bm_variant_san_read(ctx, s, len, out, err);
    return read_loose(ctx, s, len, out, err);
}
