/* SPDX-License-Identifier: MIT */
/*
 * Moves of games that were loaded, in coordinates: e2e4, e7e8q, a1b2+, P@e5, +L@c3, b1c3h with
 * a piece gated, 0000; 7g7f and P*5e in games that are written like shogi.
 */
#include "notation/variant/variant_move.h"

/* Whether a + alone tells what a piece becomes: no piece has two such forms to choose from. */
static bool plus_does(const struct bm_rules *rules)
{
    uint64_t plus = 0;
    char letter;
    for (unsigned kind = 0; kind < rules->game->kinds; kind++)
        if (bm_letters_form(rules, kind, &letter) == BM_FORM_PLUS)
            plus |= (uint64_t)1 << kind;
    for (unsigned i = 0; plus != 0 && i < 2u * rules->game->kinds; i++) {
        const uint64_t forms = plus & bm_compiled_man(rules->game, i % 2, i / 2)->promotes;
        if (forms & (forms - 1))
            return false;
    }
    return true;
}

unsigned bm_variant_promotion(const struct bm_rules *rules, bm_piece piece, bool plus,
                              char letter)
{
    const char big = bm_letter(letter) ? (char)(letter & ~0x20) : '\0';
    const uint64_t may =
        piece ? bm_rules_promotions(rules, bm_piece_side(piece), bm_piece_kind(piece)) : 0;
    unsigned any = BM_MAX_KINDS;
    char own = '\0';
    if (piece)
        (void)bm_letters_form(rules, bm_piece_kind(piece), &own);
    for (unsigned kind = 0; kind < bm_rules_info(rules)->kinds; kind++) {
        char c;
        const enum bm_form_mark form = bm_letters_form(rules, kind, &c);
        if (c == '\0' || (form == BM_FORM_PLUS) != plus || (big != '\0' && big != c))
            continue;
        if (may >> kind & 1)
            return kind;
        /* What it cannot become is given a kind all the same, for bm_ctx_judge() to refuse. */
        if (any == BM_MAX_KINDS || (big == '\0' && c == own))
            any = kind;
    }
    return any;
}

void bm_variant_put_promotion(struct bm_str *out, const struct bm_rules *rules, unsigned kind,
                              bool big)
{
    char letter;
    const enum bm_form_mark form = bm_letters_form(rules, kind, &letter);
    if (letter == '\0')
        letter = '?';
    if (form == BM_FORM_PLUS)
        bm_str_char(out, '+');
    if (form != BM_FORM_PLUS || !plus_does(rules))
        bm_str_char(out, big || letter == '?' ? letter : (char)(letter | 0x20));
}

/* The castling that a move means by its king's target or by its partner. */
static bool castling_of(const struct bm_ctx *ctx, const struct bm_setup *p, bm_sq from,
                        bm_sq to, struct bm_castling *out)
{
    const struct bm_rules *const rules = bm_ctx_rules(ctx);
    const struct bm_compiled *const g = rules->game;
    const unsigned side = bm_ctx_turn(ctx), files = bm_rules_info(rules)->files;
    for (unsigned i = 0; i < g->castles; i++) {
        const struct bm_castle *const c = &g->castle[i];
        if (c->side != side || c->king_to / files != from / files)
            continue;
        const unsigned row = from - from % files;
        for (unsigned n = 0; n < files; n++) {
            const unsigned sq = row + (c->right ? files - 1 - n : n);
            if (sq == from)
                break;
            if (!bm_set_has(p->castling, sq) ||
                (c->partner_from != BM_SQ_NONE && c->partner_from != sq) ||
                (to != sq && to != c->king_to))
                continue;
            *out = (struct bm_castling){c, from, (bm_sq)sq};
            return true;
        }
    }
    return false;
}

static bool is_castle_king(const struct bm_ctx *ctx, bm_sq from)
{
    const struct bm_compiled *const g = bm_ctx_rules(ctx)->game;
    return g->castles != 0 &&
           bm_ctx_piece(ctx, from) == bm_piece_of(g->castle_king, bm_ctx_turn(ctx));
}

bool bm_variant_castles(const struct bm_ctx *ctx, bm_move m, struct bm_castling *out)
{
    const bm_sq from = bm_move_from(m), to = bm_move_to(m);
    struct bm_setup p;
    if (bm_move_is_pass(m) || bm_move_is_drop(m) || bm_move_promotes(m) ||
        !is_castle_king(ctx, from))
        return false;
    bm_ctx_setup(ctx, &p);
    if (!castling_of(ctx, &p, from, to, out))
        return false;
    /* Where the king goes by itself, castling is written king takes partner. */
    const struct bm_compiled *const g = bm_ctx_rules(ctx)->game;
    return out->partner == to ||
           !bm_compiled_goes(g, bm_ctx_turn(ctx), g->castle_king, from, to);
}

/*
 * Castling is written in two ways, king to its target and king takes partner; the kernel knows
 * one of them. The other is turned into it, unless it is a move of its own.
 */
static bm_move turn_castling(const struct bm_ctx *ctx, bm_move m)
{
    const bm_sq from = bm_move_from(m), to = bm_move_to(m);
    struct bm_castling c;
    struct bm_setup p;
    if (!is_castle_king(ctx, from))
        return m;
    const bm_faults faults = bm_ctx_judge(ctx, m);
    if ((faults & ~(bm_faults)BM_FAULT_GAME_OVER) == 0)
        return m;
    bm_ctx_setup(ctx, &p);
    if (!castling_of(ctx, &p, from, to, &c))
        return m;
    bm_move other = m;
    other.bits = (m.bits & ~0xffu) | (c.partner == to ? c.rule->king_to : c.partner);
    const bm_faults found = bm_ctx_judge(ctx, other);
    if ((found & ~(bm_faults)BM_FAULT_GAME_OVER) == 0)
        return other;
    return !(faults & BM_FAULT_CASTLING) && (found & BM_FAULT_CASTLING) ? other : m;
}

struct move_reader {
    const struct bm_ctx *ctx;
    const struct bm_rules *rules;
    const char *s;
    size_t len;
    struct bm_error *err;
};

static bm_status refuse_move_text(const struct move_reader *r, size_t at, const char *what)
{
    return bm_text_refuse(r->err, at, what, at < r->len ? (unsigned char)r->s[at] : 0);
}

static bm_status refuse_form(const struct move_reader *r, size_t at)
{
    return refuse_move_text(
        r, at,
        bm_cells_usi(r->rules) ? "a move is like 7g7f, 8h2b+ or P*5e"
                               : "a move is two squares, like e2e4, or e7e8q with a promotion");
}

static bm_status refuse_piece(const struct move_reader *r, size_t at)
{
    char letters[120];
    struct bm_str out;
    bm_str_init(&out, letters, sizeof letters);
    bm_letters_list(&out, r->rules);
    (void)bm_str_end(&out);
    return bm_text_tell(
        r->err, BM_ESYNTAX, (uint32_t)at + 1, "'~' is no piece of this game: ~",
        BM_TEXTS(bm_text_byte(at < r->len ? (unsigned char)r->s[at] : 0).s, letters));
}

/* @e4 is the drop of a pawn. */
static bool is_pawn_drop(const struct move_reader *r)
{
    struct bm_letters letters;
    bm_letters_of(&letters, r->rules);
    return r->len > 1 && r->s[0] == '@' &&
           letters.kind[BM_FORM_PLAIN][bm_letter_number('P')] != 0;
}

/* Where the @ or * of a drop is; 0 if the move is none. */
static size_t drop_sign(const struct move_reader *r)
{
    const size_t plus = r->len != 0 && r->s[0] == '+';
    const size_t at = plus + 1;
    return at < r->len && bm_letter(r->s[plus]) && (r->s[at] == '@' || r->s[at] == '*') ? at
                                                                                        : 0;
}

static bm_status read_drop(const struct move_reader *r, size_t sign, bm_move *out)
{
    struct bm_letters letters;
    bm_sq to = 0;
    size_t at = sign + 1;
    bm_letters_of(&letters, r->rules);
    const unsigned kind = letters.kind[sign == 2 ? BM_FORM_PLUS : BM_FORM_PLAIN]
                                      [bm_letter_number(sign ? r->s[sign - 1] : 'P')];
    if (kind == 0)
        return refuse_piece(r, sign - 1);
    const bm_status status = bm_cell_read(&to, r->rules, r->s, &at, r->len, r->err);
    if (status)
        return status;
    if (at != r->len)
        return refuse_move_text(r, at, "a drop ends with its square");
    *out = bm_move_drop(kind - 1, to);
    return BM_OK;
}

/* h1e1h: the partner takes its king, which stands for castling with a piece gated there. */
static bool partner_takes_king(const struct bm_ctx *ctx, bm_sq from, bm_sq to, bm_move *out)
{
    const struct bm_compiled *const g = bm_ctx_rules(ctx)->game;
    struct bm_castling c;
    struct bm_setup p;
    if (!is_castle_king(ctx, to) ||
        bm_ctx_piece(ctx, from) != bm_piece_of(g->castle_with, bm_ctx_turn(ctx)))
        return false;
    bm_ctx_setup(ctx, &p);
    *out = castling_of(ctx, &p, to, from, &c) ? bm_move_plain(to, c.rule->king_to)
                                              : bm_move_plain(to, from);
    return true;
}

static bm_move with_promotion(bm_move m, unsigned kind)
{
    m.bits |= (kind + 1u) << 16;
    return m;
}

/* The piece that is gated, behind a move that is complete without it. */
static bm_status read_gate(const struct move_reader *r, size_t at, bm_move m, bm_move *out)
{
    struct bm_letters letters;
    bm_letters_of(&letters, r->rules);
    const unsigned kind =
        bm_letter(r->s[at]) ? letters.kind[BM_FORM_PLAIN][bm_letter_number(r->s[at])] : 0;
    bm_move swapped;
    if (kind == 0)
        return refuse_piece(r, at);
    if (at + 1 != r->len)
        return refuse_form(r, at + 1);
    if (partner_takes_king(r->ctx, bm_move_from(m), bm_move_to(m), &swapped))
        *out = turn_castling(r->ctx, bm_move_gating(swapped, kind - 1, true));
    else
        *out = turn_castling(r->ctx, bm_move_gating(m, kind - 1, false));
    return BM_OK;
}

/* What follows the two squares: a promotion, a piece that is gated, or both. */
static bm_status read_tail(const struct move_reader *r, size_t at, bm_move m, bm_move *out)
{
    const bm_piece piece = bm_ctx_piece(r->ctx, bm_move_from(m));
    const bool plus = r->s[at] == '+', minus = r->s[at] == '-';
    const size_t letter = at + (plus || minus);
    char c = letter < r->len ? r->s[letter] : '\0';
    size_t end = letter + (c != '\0');
    if (minus && piece && letter == r->len) /* +P becomes P again */
        (void)bm_letters_form(r->rules, bm_piece_kind(piece), &c);
    const unsigned kind =
        c == '\0' && !plus ? BM_MAX_KINDS : bm_variant_promotion(r->rules, piece, plus, c);
    if (kind == BM_MAX_KINDS || (!bm_letter(c) && c != '\0'))
        return plus || minus ? refuse_form(r, letter) : refuse_piece(r, at);
    *out = with_promotion(m, kind);
    if (bm_rules_info(r->rules)->has_gating && !plus && !minus) {
        const bool may =
            piece &&
            (bm_rules_promotions(r->rules, bm_piece_side(piece), bm_piece_kind(piece)) >> kind &
             1);
        if (end < r->len)
            return read_gate(r, end, *out, out);
        if (!may || bm_ctx_judge(r->ctx, *out) != 0) {
            bm_move gated = {BM_MOVE_NONE};
            const bm_status status = read_gate(r, at, m, &gated);
            if (!may || (status == BM_OK && bm_ctx_judge(r->ctx, gated) == 0)) {
                *out = gated;
                return status;
            }
        }
    }
    return end < r->len ? refuse_form(r, end) : BM_OK;
}

static bool is_pass(const char *s, size_t len)
{
    return (len == 4 && (memcmp(s, "0000", 4) == 0 || memcmp(s, "pass", 4) == 0)) ||
           (len == 2 && memcmp(s, "--", 2) == 0);
}

bm_status bm_variant_move_parse(bm_move *out, const struct bm_ctx *ctx, const char *s,
                                size_t len, struct bm_error *err)
{
    const struct move_reader r = {ctx, bm_ctx_rules(ctx), s, len, err};
    bm_sq from = 0, to = 0;
    size_t at = 0;
    if (is_pass(s, len)) {
        if (!bm_rules_info(r.rules)->has_pass)
            return refuse_move_text(&r, 0, "this game knows no pass");
        *out = (bm_move){BM_MOVE_PASS};
        return BM_OK;
    }
    if (len == 0)
        return refuse_form(&r, 0);
    const size_t sign = drop_sign(&r);
    if (sign != 0 || is_pawn_drop(&r))
        return read_drop(&r, sign, out);
    bm_status status = bm_cell_read(&from, r.rules, s, &at, len, err);
    if (!status)
        status = bm_cell_read(&to, r.rules, s, &at, len, err);
    if (status)
        return status;
    if (at < len) {
        bm_move m = {BM_MOVE_NONE};
        status = read_tail(&r, at, bm_move_plain(from, to), &m);
        if (!status)
            *out = m;
        return status;
    }
    *out = turn_castling(ctx, bm_move_plain(from, to));
    return BM_OK;
}

/* Where the partner stands that castles with a king: the position is not known here, so that of
 * the start must do where the rules do not say it. */
static unsigned partner_at_start(const struct bm_rules *rules, unsigned king_to)
{
    for (unsigned i = 0; i < rules->game->castles; i++) {
        const struct bm_castle *const c = &rules->game->castle[i];
        const bm_sq partner = c->king_to == king_to
                                  ? bm_castle_partner(rules, rules->set->setup->board, c)
                                  : BM_SQ_NONE;
        if (partner != BM_SQ_NONE)
            return partner;
    }
    return king_to; /* the move is in the form of king takes partner */
}

void bm_variant_move_format(bm_move m, const struct bm_rules *rules, struct bm_str *out)
{
    if (bm_move_is_pass(m)) {
        bm_str_text(out, "0000");
        return;
    }
    if (bm_move_is_drop(m)) {
        const char *const letter = bm_rules_kind_letter(rules, bm_move_from(m));
        bm_str_text(out, *letter != '\0' ? letter : "?");
        bm_str_char(out, bm_cells_usi(rules) ? '*' : '@');
        bm_cell_write(out, rules, bm_move_to(m));
        return;
    }
    if (bm_move_gates(m) && bm_move_gates_partner(m)) {
        bm_cell_write(out, rules, partner_at_start(rules, bm_move_to(m)));
        bm_cell_write(out, rules, bm_move_from(m));
    } else {
        bm_cell_write(out, rules, bm_move_from(m));
        bm_cell_write(out, rules, bm_move_to(m));
    }
    if (bm_move_promotes(m))
        bm_variant_put_promotion(out, rules, bm_move_promotion(m), false);
    if (bm_move_gates(m))
        bm_variant_put_promotion(out, rules, bm_move_gate(m), false);
}
