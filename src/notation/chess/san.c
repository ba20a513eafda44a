/* SPDX-License-Identifier: MIT */
/* Writing moves as chess players do: SAN, with figures, and long algebraic. */
#include "notation/chess/san.h"

#include "base/attr.h"
#include "notation/variant/variant_san.h"

bool bm_san_castles(const struct bm_ctx *ctx, bm_move m)
{
    const bm_sq from = bm_move_from(m), to = bm_move_to(m);
    const bm_piece king = bm_piece_of(BM_CHESS_KING, bm_ctx_turn(ctx));
    if (bm_move_is_drop(m) || bm_ctx_piece(ctx, from) != king)
        return false;
    if (bm_ctx_piece(ctx, to) == bm_piece_of(BM_CHESS_ROOK, bm_ctx_turn(ctx)))
        return true; /* Chess960, and chess from where king and rooks do not stand as usual */
    return !bm_rules_info(ctx->rules)->chess960 && (from + 2 == to || to + 2 == from);
}

/* "+" or "#", by playing the move on a copy of the position. */
static void put_check(const struct bm_ctx *ctx, bm_move m, struct bm_str *out)
{
    _Alignas(64) unsigned char undo[BM_ANY_UNDO];
    union bm_any_pos copy;
    if (ctx->undo_size > sizeof undo)
        return;
    memcpy(&copy, &ctx->pos, ctx->pos_size);
    ctx->kernel->make(&copy, m, undo);
    if (ctx->kernel->in_check(&copy))
        bm_str_char(out, ctx->kernel->can_move(&copy) ? '+' : '#');
}

static void put_san_square(const struct bm_ctx *ctx, bm_sq sq, struct bm_str *out)
{
    char name[BM_COORDINATES];
    (void)bm_sq_format(sq, ctx->rules, name, sizeof name);
    bm_str_text(out, name);
}

/* The letter of a kind, or its figure if there is one. Both sides use the white figures. */
static void put_san_kind(const struct bm_ctx *ctx, unsigned kind, enum bm_move_style style,
                         struct bm_str *out)
{
    static const char letters[] = "KQRBNP";
    static const char *const figures[] = {"♔", "♕", "♖", "♗", "♘", "♙"};
    const char *const letter = bm_rules_kind_letter(ctx->rules, kind);
    if (style == BM_STYLE_FIGURINE && letter[0] != '\0' && letter[1] == '\0')
        for (unsigned i = 0; letters[i] != '\0'; i++)
            if (letters[i] == letter[0]) {
                bm_str_text(out, figures[i]);
                return;
            }
    bm_str_text(out, letter);
}

/* As little of the square that it comes from as tells it from others: file, else rank. */
static void put_origin(const struct bm_ctx *ctx, unsigned kind, bm_move m, struct bm_str *out)
{
    const unsigned files = bm_rules_info(ctx->rules)->files;
    const unsigned from = bm_move_from(m);
    bm_move list[BM_MAX_MOVES];
    const size_t n = ctx->kernel->moves_to(&ctx->pos, kind, bm_move_to(m), list);
    bool others = false, same_file = false, same_rank = false;
    for (size_t i = 0; i < n; i++) {
        const unsigned other = bm_move_from(list[i]);
        if (bm_move_is_drop(list[i]) || other == from || bm_san_castles(ctx, list[i]))
            continue;
        others = true;
        same_file |= other % files == from % files;
        same_rank |= other / files == from / files;
    }
    char name[BM_COORDINATES];
    (void)bm_sq_format((bm_sq)from, ctx->rules, name, sizeof name);
    if (others && (!same_file || same_rank))
        bm_str_char(out, name[0]);
    if (others && same_file)
        bm_str_text(out, name + 1);
}

static void put_plain(const struct bm_ctx *ctx, bm_move m, enum bm_move_style style,
                      struct bm_str *out)
{
    const unsigned files = bm_rules_info(ctx->rules)->files;
    const bm_sq from = bm_move_from(m), to = bm_move_to(m);
    const bm_piece piece = bm_ctx_piece(ctx, from);
    const unsigned kind = piece ? bm_piece_kind(piece) : 0;
    const bool pawn = bm_san_is_pawn(ctx->rules, kind);
    const bool takes = bm_ctx_piece(ctx, to) != 0 || (pawn && from % files != to % files);

    if (!pawn)
        put_san_kind(ctx, kind, style, out);
    if (style == BM_STYLE_LONG) {
        put_san_square(ctx, from, out);
        bm_str_char(out, takes ? 'x' : '-');
    } else {
        if (!pawn)
            put_origin(ctx, kind, m, out);
        else if (takes)
            bm_str_char(out, (char)('a' + from % files));
        if (takes)
            bm_str_char(out, 'x');
    }
    put_san_square(ctx, to, out);
    if (bm_move_promotes(m)) {
        bm_str_char(out, '=');
        put_san_kind(ctx, bm_move_promotion(m), style, out);
    }
}

void bm_san_write(const struct bm_ctx *ctx, bm_move m, enum bm_move_style style,
                  struct bm_str *out)
{
    if (ctx->rules->game) {
        bm_variant_san_write(ctx, m, style, out);
        return;
    }
    if (bm_move_is_drop(m)) {
        put_san_kind(ctx, bm_move_from(m), style, out);
        bm_str_char(out, '@');
        put_san_square(ctx, bm_move_to(m), out);
    } else if (bm_san_castles(ctx, m)) {
        bm_str_text(out, bm_move_to(m) > bm_move_from(m) ? "O-O" : "O-O-O");
    } else {
        put_plain(ctx, m, style, out);
    }
    put_check(ctx, m, out);
}
