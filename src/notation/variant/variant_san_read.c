/* SPDX-License-Identifier: MIT */
/* Reading SAN of games that were loaded: whatever can mean one legal move only. */
#include "base/bits.h"
#include "notation/chess/san_plain.h"
#include "notation/variant/variant_san.h"

enum { ANY = 0xffff };

/* What a text says of a move; ANY and 0 where it says nothing. */
struct variant_san_parts {
    uint64_t kinds;
    unsigned file, rank; /* where it comes from, in part */
    bm_sq from, to, gate_at;
    bool drop, promotes, plus;
    char becomes, gate; /* letters; NUL: none, or that of the one form with + */
};

struct variant_san_reading {
    const struct bm_ctx *ctx;
    const struct bm_rules *rules;
    struct bm_plain p;
    size_t end; /* of what is not yet read */
    struct variant_san_parts q;
    struct bm_error *err;
};

static bm_status refuse_form(const struct variant_san_reading *r)
{
    return bm_text_refuse(
        r->err, 0, "this is no move: a move is like Nf3, exd5, e8=Q, O-O, P@e5 or g1f3", 0);
}

static bool is_big(char c) { return c >= 'A' && c <= 'Z'; }

/* Whether a move is the one that was said, as far as its sort goes. */
static bool same_form(const struct variant_san_reading *r, bm_move m)
{
    const struct variant_san_parts *const q = &r->q;
    char letter = '\0';
    if (bm_move_is_pass(m) || bm_move_is_drop(m) != q->drop ||
        bm_move_promotes(m) != q->promotes || bm_move_gates(m) != (q->gate != '\0'))
        return false;
    if (q->promotes) {
        const enum bm_form_mark form = bm_letters_form(r->rules, bm_move_promotion(m), &letter);
        if ((form == BM_FORM_PLUS) != q->plus || (q->becomes != '\0' && q->becomes != letter))
            return false;
    }
    if (q->gate != '\0') {
        (void)bm_letters_form(r->rules, bm_move_gate(m), &letter);
        return letter == q->gate;
    }
    return true;
}

static bool same_origin(const struct variant_san_reading *r, unsigned from)
{
    const unsigned files = bm_rules_info(r->rules)->files;
    return (r->q.from == BM_SQ_NONE || r->q.from == from) &&
           (r->q.file == ANY || from % files == r->q.file) &&
           (r->q.rank == ANY || from / files == r->q.rank);
}

/* Those of the legal moves that were said; at most `cap` are written, all are counted. */
static unsigned match_variant_moves(const struct variant_san_reading *r, bm_move *out,
                                    unsigned cap)
{
    const struct bm_ctx *const ctx = r->ctx;
    unsigned found = 0;
    for (uint64_t kinds = r->q.kinds; kinds != 0; kinds = bits_drop_first(kinds)) {
        bm_move list[BM_MAX_MOVES];
        struct bm_castling c;
        const size_t n = ctx->kernel->moves_to(&ctx->pos, bits_first(kinds), r->q.to, list);
        for (size_t i = 0; i < n; i++) {
            if (!same_form(r, list[i]) ||
                (!r->q.drop && !same_origin(r, bm_move_from(list[i]))))
                continue;
            /* Castling is told by O-O, or by both squares. */
            if (!r->q.drop && bm_variant_castles(ctx, list[i], &c)) {
                const bm_sq at = bm_move_gates_partner(list[i]) ? c.partner : c.king;
                if (r->q.from == BM_SQ_NONE ||
                    (r->q.gate_at != BM_SQ_NONE && r->q.gate_at != at))
                    continue;
            }
            if (found++ < cap)
                out[found - 1] = list[i];
        }
    }
    return found;
}

/* /H or /He1 at the end. */
static bm_status take_gate(struct variant_san_reading *r)
{
    size_t slash = r->end;
    while (slash != 0 && r->p.s[slash - 1] != '/')
        slash--;
    if (slash == 0 || !bm_rules_info(r->rules)->has_gating)
        return BM_OK;
    size_t at = slash;
    if (at == r->end || !is_big(r->p.s[at]))
        return refuse_form(r);
    r->q.gate = r->p.s[at++];
    if (at < r->end) {
        const bm_status status =
            bm_cell_read(&r->q.gate_at, r->rules, r->p.s, &at, r->end, NULL);
        if (status || at != r->end)
            return refuse_form(r);
    }
    r->end = slash - 1;
    return BM_OK;
}

/* =Q, =+, =+R, (Q), or Q right behind the target square. */
static bm_status take_promotion(struct variant_san_reading *r)
{
    const char *const s = r->p.s;
    size_t end = r->end, at;
    const bool closed = end != 0 && s[end - 1] == ')';
    bm_sq cell;
    end -= closed;
    for (at = end; at != 0 && s[at - 1] != '=' && s[at - 1] != '('; at--)
        ;
    if (at == 0) { /* no sign */
        if (closed)
            return refuse_form(r);
        if (end < 3 || !is_big(s[end - 1]) ||
            bm_cell_before(&cell, r->rules, s, end - 1) == end - 1)
            return BM_OK;
        at = end - 1;
        r->end = at;
    } else {
        if (closed != (s[at - 1] == '('))
            return refuse_form(r);
        r->end = at - 1;
    }
    r->q.promotes = true;
    r->q.plus = at < end && s[at] == '+';
    at += r->q.plus;
    if (at < end && bm_letter(s[at]))
        r->q.becomes = (char)(s[at++] & ~0x20);
    if (at != end || (!r->q.plus && r->q.becomes == '\0'))
        return refuse_form(r);
    if (r->q.becomes != '\0' && !bm_variant_kinds(r->rules, r->q.plus, r->q.becomes))
        return bm_text_refuse(r->err, r->p.at[at - 1], "'~' is no piece to promote to",
                              (unsigned char)s[at - 1]);
    return BM_OK;
}

/* What is left before the target: the piece, and where it comes from. */
static bm_status take_piece(struct variant_san_reading *r)
{
    const char *const s = r->p.s;
    const struct bm_rules_info *const info = bm_rules_info(r->rules);
    size_t end = r->end, at = 0;
    if (!r->q.drop) {
        const size_t cell = bm_cell_before(&r->q.from, r->rules, s, end);
        if (cell == end)
            r->q.from = BM_SQ_NONE;
        end = cell;
    }
    if (!r->q.drop && r->q.from == BM_SQ_NONE && bm_variant_partial(r->rules) && end != 0) {
        size_t digit = end;
        unsigned rank = 0;
        while (digit != 0 && bm_digit(s[digit - 1]))
            digit--;
        for (size_t i = digit; i < end && rank <= info->ranks; i++)
            rank = rank * 10 + (unsigned)(s[i] - '0');
        if (digit != end) {
            if (rank == 0 || rank > info->ranks)
                return refuse_form(r);
            r->q.rank = rank - 1;
        } else if (s[end - 1] >= 'a' && (unsigned)(s[end - 1] - 'a') < info->files) {
            r->q.file = (unsigned)(s[end - 1] - 'a');
            digit = end - 1;
        }
        end = digit;
    }
    const bool plus = at < end && s[at] == '+';
    at += plus;
    if (at == end && !plus) { /* a pawn, unless both squares are told */
        r->q.kinds =
            r->q.from != BM_SQ_NONE ? ~(uint64_t)0 : bm_variant_kinds(r->rules, false, 'P');
        return r->q.drop && r->q.kinds == 0 ? refuse_form(r) : BM_OK; /* @e4 drops a pawn */
    }
    if (at + 1 != end)
        return refuse_form(r);
    r->q.kinds = is_big(s[at]) ? bm_variant_kinds(r->rules, plus, s[at]) : 0;
    if (r->q.kinds == 0) {
        char letters[120];
        struct bm_str out;
        bm_str_init(&out, letters, sizeof letters);
        bm_letters_list(&out, r->rules);
        (void)bm_str_end(&out);
        return bm_text_tell(r->err, BM_ESYNTAX, (uint32_t)r->p.at[at] + 1,
                            "'~' is no piece: one of ~",
                            BM_TEXTS(bm_text_byte((unsigned char)s[at]).s, letters));
    }
    return BM_OK;
}

/* Take the text apart from its end: gate, promotion, target, sign, origin, piece. */
static bm_status parse_variant_san(struct variant_san_reading *r)
{
    bm_status status = take_gate(r);
    if (!status)
        status = take_promotion(r);
    if (status)
        return status;
    const size_t cell = bm_cell_before(&r->q.to, r->rules, r->p.s, r->end);
    if (cell == r->end)
        return refuse_form(r);
    r->end = cell;
    const char sign = cell != 0 ? r->p.s[cell - 1] : '\0';
    r->q.drop = sign == '@' || sign == '*';
    if (r->q.drop || sign == 'x' || sign == 'X' || sign == ':' || sign == '-')
        r->end--;
    status = take_piece(r);
    /* All kinds: only that which stands there can be meant. */
    if (!status && r->q.kinds == ~(uint64_t)0) {
        const bm_piece piece = bm_ctx_piece(r->ctx, r->q.from);
        r->q.kinds = piece ? (uint64_t)1 << bm_piece_kind(piece) : 0;
    }
    return status;
}

static bm_status refuse_ambiguous(const struct variant_san_reading *r, const bm_move *found,
                                  unsigned n)
{
    enum { NAMED = 4 };
    char moves[140];
    struct bm_str out;
    bm_str_init(&out, moves, sizeof moves);
    for (unsigned i = 0; i < n && i < NAMED; i++) {
        bm_str_text(&out, i == 0 ? "" : i + 1 == n ? " or " : ", ");
        bm_variant_move_format(found[i], r->rules, &out);
    }
    bm_str_text(&out, n > NAMED ? " and more" : "");
    (void)bm_str_end(&out);
    return bm_text_tell(r->err, BM_ERULE, 1,
                        "this can mean ~: name the square that the piece comes from",
                        BM_TEXTS(moves));
}

/* The move that was said of the piece on a square. */
static bm_move build_move(const struct variant_san_reading *r, bm_sq from)
{
    const bm_piece piece = bm_ctx_piece(r->ctx, from);
    bm_move m = bm_move_plain(from, r->q.to);
    if (r->q.promotes) {
        const unsigned kind = bm_variant_promotion(r->rules, piece, r->q.plus, r->q.becomes);
        m = bm_move_promoting(from, r->q.to, kind < BM_MAX_KINDS ? kind : 0);
    }
    const uint64_t gates = r->q.gate != '\0' ? bm_variant_kinds(r->rules, false, r->q.gate) : 0;
    return gates != 0 ? bm_move_gating(m, bits_first(gates), false) : m;
}

/*
 * No legal move is meant: find what it may have been. Pieces that move so, were it not for what
 * stands in the way or for the king, come before those that do not.
 */
static bm_status refuse_illegal(const struct variant_san_reading *r, bm_move *out)
{
    const unsigned us = bm_ctx_turn(r->ctx);
    bm_move meant[2] = {{BM_MOVE_NONE}, {BM_MOVE_NONE}};
    unsigned n[2] = {0, 0};
    if (r->q.drop) {
        if (r->q.kinds != 0)
            return bm_style_settle(r->ctx, bm_move_drop(bits_first(r->q.kinds), r->q.to), out,
                                   r->err);
    } else if (r->q.from != BM_SQ_NONE && r->q.kinds == 0) {
        return bm_style_settle(r->ctx, build_move(r, r->q.from), out, r->err);
    }
    for (unsigned from = 0; !r->q.drop && from < bm_rules_info(r->rules)->squares; from++) {
        const bm_piece piece = bm_ctx_piece(r->ctx, (bm_sq)from);
        if (piece == 0 || bm_piece_side(piece) != us || !same_origin(r, from) ||
            !(r->q.kinds >> bm_piece_kind(piece) & 1))
            continue;
        const bm_move m = build_move(r, (bm_sq)from);
        const bm_faults faults = bm_ctx_judge(r->ctx, m);
        if (faults == 0)
            return bm_text_fail(r->err, BM_ERULE, 1, "castling is written O-O or O-O-O");
        const bool moves = !(faults & BM_FAULT_NOT_A_MOVE);
        meant[moves] = m;
        n[moves]++;
    }
    if (n[1] == 1 || (n[1] == 0 && n[0] == 1))
        return bm_style_settle(r->ctx, meant[n[1] != 0], out, r->err);

    const char *const kind =
        r->q.kinds != 0 ? bm_rules_kind_name(r->rules, bits_first(r->q.kinds), BM_EN) : "piece";
    if (n[0] + n[1] == 0)
        return bm_text_tell(r->err, BM_ERULE, 1, "there is no such ~ of the side to move",
                            BM_TEXTS(kind));
    char cell[BM_COORDINATES];
    struct bm_str text;
    bm_str_init(&text, cell, sizeof cell);
    bm_cell_write(&text, r->rules, r->q.to);
    (void)bm_str_end(&text);
    return bm_text_tell(r->err, BM_ERULE, 1, "no such ~ can go to ~", BM_TEXTS(kind, cell));
}

/* O-O and O-O-O, perhaps with a piece gated. */
static bm_status read_variant_castling(struct variant_san_reading *r, unsigned count,
                                       bm_move *out)
{
    bm_move list[BM_MAX_MOVES];
    const size_t n = bm_ctx_moves(r->ctx, list, BM_MAX_MOVES);
    for (size_t i = 0; i < n; i++) {
        struct bm_castling c;
        if (!same_form(r, list[i]) || bm_variant_castle_sign(r->ctx, list[i], &c) != count)
            continue;
        const bm_sq at = bm_move_gates_partner(list[i]) ? c.partner : c.king;
        if (r->q.gate_at == BM_SQ_NONE || r->q.gate_at == at)
            return bm_style_settle(r->ctx, list[i], out, r->err);
    }
    /* Not legal: let the rules say why, if the king and its partner are there. */
    struct bm_setup p;
    bm_ctx_setup(r->ctx, &p);
    const struct bm_compiled *const g = r->rules->game;
    for (unsigned i = 0; i < g->castles; i++) {
        const struct bm_castle *const c = &g->castle[i];
        const bm_sq king = bm_castle_king(r->rules, p.board, c);
        if (c->side != bm_ctx_turn(r->ctx) || c->letter != (count == 2 ? 'K' : 'Q') ||
            king == BM_SQ_NONE)
            continue;
        const bm_move m = bm_move_plain(king, (bm_sq)c->king_to);
        if (bm_ctx_judge(r->ctx, m) & BM_FAULT_CASTLING)
            return bm_style_settle(r->ctx, m, out, r->err);
    }
    return bm_text_fail(r->err, BM_ERULE, 1, "there is no right to castle this way");
}

static unsigned castles_of(const struct variant_san_reading *r)
{
    struct bm_plain p = r->p;
    p.len = r->end;
    return bm_plain_castles(&p);
}

static const struct variant_san_parts nothing = {
    .file = ANY, .rank = ANY, .from = BM_SQ_NONE, .to = BM_SQ_NONE, .gate_at = BM_SQ_NONE};

/* Signs of check and of praise; an = before a + stays with it, for =+ is a promotion. */
static bool drop_signs(struct variant_san_reading *r)
{
    bool plus = false;
    while (r->p.len > 1 && strchr("+#!?", r->p.s[r->p.len - 1])) {
        if (r->p.s[r->p.len - 1] == '+' && r->p.s[r->p.len - 2] == '=')
            break;
        plus |= r->p.s[r->p.len - 1] == '+';
        r->p.len--;
    }
    while (bm_plain_drop_end(&r->p, "(ep)") || bm_plain_drop_end(&r->p, "e.p.") ||
           bm_plain_drop_end(&r->p, "e.p"))
        ;
    return plus;
}

/* The same in coordinates: e7e8q, b1c3h, and what people write without signs. */
static bool read_coordinates(const struct variant_san_reading *r, bm_move *out)
{
    bm_move m;
    if (bm_variant_move_parse(&m, r->ctx, r->p.s, r->p.len, NULL) != BM_OK ||
        bm_ctx_judge(r->ctx, m) != 0)
        return false;
    *out = m;
    return true;
}

bm_status bm_variant_san_read(const struct bm_ctx *ctx, const char *s, size_t len, bm_move *out,
                              struct bm_error *err)
{
    enum { FEW = 8 };
    struct variant_san_reading r = {.ctx = ctx, .rules = ctx->rules, .q = nothing, .err = err};
    bm_move found[FEW];
    *out = (bm_move){BM_MOVE_NONE};
    bm_plain_make(&r.p, s, len);
    if (r.p.len == 0)
        return bm_text_refuse(
            err, 0,
            len > BM_PLAIN_LONGEST ? "this is too long to be a move" : "a move is missing", 0);
    if (r.p.len == 2 && r.p.s[0] == '-' && r.p.s[1] == '-' && bm_rules_info(r.rules)->has_pass)
        return bm_style_settle(ctx, (bm_move){BM_MOVE_PASS}, out, err);
    const bool plus = drop_signs(&r);
    r.p.s[r.p.len] = '\0';
    r.end = r.p.len;
    bm_status status = take_gate(&r);
    const unsigned castles = status ? 0 : castles_of(&r);
    if (castles != 0)
        return read_variant_castling(&r, castles, out);
    r.q = nothing;
    r.end = r.p.len;
    status = parse_variant_san(&r);
    unsigned n = status ? 0 : match_variant_moves(&r, found, FEW);
    if (n == 0 && !status && plus && !r.q.promotes && !r.q.drop) {
        /* As shogi players write it: + behind the square promotes. */
        r.q.promotes = r.q.plus = true;
        n = match_variant_moves(&r, found, FEW);
        if (n != 1)
            r.q.promotes = r.q.plus = false;
    }
    if (n == 1)
        return bm_style_settle(ctx, found[0], out, err);
    if (n > 1)
        return refuse_ambiguous(&r, found, n < FEW ? n : FEW);
    if (read_coordinates(&r, out))
        return BM_OK;
    return status ? status : refuse_illegal(&r, out);
}
