/* SPDX-License-Identifier: MIT */
#include "notation/variant/variant_san.h"

#include "base/bits.h"

uint64_t bm_variant_kinds(const struct bm_rules *rules, bool plus, char letter)
{
    uint64_t kinds = 0;
    for (unsigned kind = 0; kind < bm_rules_info(rules)->kinds; kind++) {
        char c;
        const enum bm_form_mark form = bm_letters_form(rules, kind, &c);
        const char *const also = rules->set->kinds[kind].also;
        const bool means =
            c == letter || (form == BM_FORM_PLAIN && also && strchr(also, letter));
        if (c != '\0' && letter != '\0' && means && (form == BM_FORM_PLUS) == plus)
            kinds |= (uint64_t)1 << kind;
    }
    return kinds;
}

static char sign_of(const struct bm_castle *rule)
{
    return rule->letter == 'K' || rule->letter == 'Q' ? rule->letter : '\0';
}

unsigned bm_variant_castle_sign(const struct bm_ctx *ctx, bm_move m, struct bm_castling *out)
{
    if (!bm_variant_castles(ctx, m, out) || sign_of(out->rule) == '\0')
        return 0;
    bm_move list[BM_MAX_MOVES];
    const size_t n = bm_ctx_moves_from(ctx, bm_move_from(m), list, BM_MAX_MOVES);
    for (size_t i = 0; i < n; i++) {
        struct bm_castling other;
        if (bm_move_to(list[i]) != bm_move_to(m) && bm_variant_castles(ctx, list[i], &other) &&
            other.rule->letter == out->rule->letter)
            return 0;
    }
    return out->rule->letter == 'K' ? 2 : 3;
}

/* What a move does, learnt by making it on a copy of the position. */
struct effect {
    bool taken_passing, check, stuck;
};

static struct effect try_move(const struct bm_ctx *ctx, bm_move m)
{
    _Alignas(64) unsigned char undo[BM_ANY_UNDO];
    union bm_any_pos copy;
    struct effect e = {false, false, false};
    struct bm_setup before;
    if (ctx->undo_size > sizeof undo)
        return e;
    bm_ctx_setup(ctx, &before);
    memcpy(&copy, &ctx->pos, ctx->pos_size);
    ctx->kernel->make(&copy, m, undo);
    e.check = ctx->kernel->in_check(&copy);
    e.stuck = e.check && !ctx->kernel->can_move(&copy);
    for (unsigned i = 0; i < before.ep_count; i++)
        e.taken_passing |= before.eps[i].passed == bm_move_to(m) &&
                           ctx->kernel->piece(&copy, before.eps[i].piece) == 0;
    return e;
}

/* The letter of a kind, without ~, or its figure if there is one. */
static void put_variant_kind(const struct bm_ctx *ctx, unsigned kind, enum bm_move_style style,
                             struct bm_str *out)
{
    static const char letters[] = "KQRBNP";
    static const char *const figures[] = {"♔", "♕", "♖", "♗", "♘", "♙"};
    char letter;
    const enum bm_form_mark form = bm_letters_form(ctx->rules, kind, &letter);
    const char *const found =
        style == BM_STYLE_FIGURINE && letter != '\0' ? strchr(letters, letter) : NULL;
    if (form == BM_FORM_PLUS)
        bm_str_char(out, '+');
    if (found)
        bm_str_text(out, figures[found - letters]);
    else
        bm_str_char(out, letter != '\0' ? letter : '?');
}

/*
 * As little of the square that it comes from as tells it from others: file, rank, cell. `file`:
 * at least that, as for a pawn that takes.
 */
static void put_origin(const struct bm_ctx *ctx, unsigned kind, bm_move m, bool file,
                       struct bm_str *out)
{
    const unsigned files = bm_rules_info(ctx->rules)->files, from = bm_move_from(m);
    char letter;
    const bool plus = bm_letters_form(ctx->rules, kind, &letter) == BM_FORM_PLUS;
    uint64_t kinds = bm_variant_kinds(ctx->rules, plus, letter);
    bool others = false, same_file = false, same_rank = false;
    for (; kinds != 0; kinds = bits_drop_first(kinds)) {
        bm_move list[BM_MAX_MOVES];
        const size_t n =
            ctx->kernel->moves_to(&ctx->pos, bits_first(kinds), bm_move_to(m), list);
        for (size_t i = 0; i < n; i++) {
            const unsigned other = bm_move_from(list[i]);
            if (bm_move_is_drop(list[i]) || bm_move_is_pass(list[i]) || other == from)
                continue;
            others = true;
            same_file |= other % files == from % files;
            same_rank |= other / files == from / files;
        }
    }
    if (!bm_variant_partial(ctx->rules) || (others && same_file && same_rank)) {
        if (others || file)
            bm_cell_write(out, ctx->rules, from);
    } else if ((others && !same_file) || (file && !others)) {
        bm_str_char(out, (char)('a' + (char)(from % files)));
    } else if (others && (file || bm_san_is_pawn(ctx->rules, kind))) {
        bm_cell_write(out, ctx->rules, from);
    } else if (others) {
        bm_str_u64(out, from / files + 1);
    }
}

static void put_plain(const struct bm_ctx *ctx, bm_move m, enum bm_move_style style,
                      bool passing, bool whole, struct bm_str *out)
{
    const bm_sq from = bm_move_from(m), to = bm_move_to(m);
    const bm_piece piece = bm_ctx_piece(ctx, from);
    const unsigned kind = piece ? bm_piece_kind(piece) : 0;
    const bool pawn = bm_san_is_pawn(ctx->rules, kind);
    const bool takes = from != to && !whole && (bm_ctx_piece(ctx, to) != 0 || passing);

    if (!pawn)
        put_variant_kind(ctx, kind, style, out);
    if (style == BM_STYLE_LONG || whole) {
        bm_cell_write(out, ctx->rules, from);
        bm_str_char(out, takes ? 'x' : '-');
    } else {
        put_origin(ctx, kind, m, pawn && takes, out);
        if (takes)
            bm_str_char(out, 'x');
    }
    bm_cell_write(out, ctx->rules, to);
    if (bm_move_promotes(m)) {
        const unsigned becomes = bm_move_promotion(m);
        char letter;
        bm_str_char(out, '=');
        if (bm_letters_form(ctx->rules, becomes, &letter) == BM_FORM_PLUS)
            bm_variant_put_promotion(out, ctx->rules, becomes, true);
        else
            put_variant_kind(ctx, becomes, style, out);
    }
}

void bm_variant_san_write(const struct bm_ctx *ctx, bm_move m, enum bm_move_style style,
                          struct bm_str *out)
{
    struct bm_castling c = {NULL, BM_SQ_NONE, BM_SQ_NONE};
    const struct effect e = try_move(ctx, m);
    if (bm_move_is_pass(m)) {
        bm_str_text(out, "--");
        return;
    }
    if (bm_move_is_drop(m)) {
        put_variant_kind(ctx, bm_move_from(m), style, out);
        bm_str_char(out, '@');
        bm_cell_write(out, ctx->rules, bm_move_to(m));
    } else {
        const unsigned castles = bm_variant_castle_sign(ctx, m, &c);
        if (castles != 0)
            bm_str_text(out, castles == 2 ? "O-O" : "O-O-O");
        else
            put_plain(ctx, m, style, e.taken_passing, c.rule != NULL, out);
    }
    if (bm_move_gates(m)) {
        bm_str_char(out, '/');
        put_variant_kind(ctx, bm_move_gate(m), style, out);
        if (c.rule)
            bm_cell_write(out, ctx->rules, bm_move_gates_partner(m) ? c.partner : c.king);
    }
    if (e.check)
        bm_str_char(out, e.stuck ? '#' : '+');
}
