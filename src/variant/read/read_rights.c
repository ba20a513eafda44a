/* SPDX-License-Identifier: MIT */
#include "variant/read/read.h"

/* The start's rights to castle and to gate. */

static bool is_own_square(const struct bm_desc *d, unsigned sq, unsigned side)
{
    const bm_piece p = d->start.board[sq];
    return p != 0 && bm_piece_side(p) == side && !d->piece[bm_piece_kind(p)].neutral;
}

static bool stands_on(const struct bm_desc *d, unsigned sq, unsigned side, unsigned kind)
{
    return d->start.board[sq] == bm_piece_of(kind, side);
}

/* The outermost partner on a king's row, or BM_SQ_NONE. */
static bm_sq outermost_partner(const struct bm_desc *d, unsigned king, unsigned side,
                               bool right)
{
    const unsigned width = d->size[0], row = king - king % width;
    for (unsigned i = 0; i < width; i++) {
        const unsigned sq = row + (right ? width - 1 - i : i);
        if (sq == king)
            break;
        if (stands_on(d, sq, side, d->castle_with))
            return (bm_sq)sq;
    }
    return BM_SQ_NONE;
}

/* The king that castles by a rule: see bm_compiled_castler(). */
static bm_sq find_king(const struct bm_desc *d, const struct bm_castle *c)
{
    const struct bm_desc_piece *const p = &d->piece[d->castle_king];
    const unsigned width = d->size[0], row = c->king_to - c->king_to % width;
    bm_sq found = BM_SQ_NONE;
    for (unsigned sq = row; sq < row + width; sq++) {
        if (!stands_on(d, sq, c->side, d->castle_king))
            continue;
        if (!p->has_initial || bm_cells_has(&p->initial[c->side], sq))
            return (bm_sq)sq;
        if (found == BM_SQ_NONE)
            found = (bm_sq)sq;
    }
    return found;
}

/* Where the king and its partner stand, on the rank of the rule; false if they do not. */
static bool find_partner(const struct bm_desc *d, const struct bm_castle *c, bm_sq *king,
                         bm_sq *partner)
{
    *partner = BM_SQ_NONE;
    *king = find_king(d, c);
    if (*king == BM_SQ_NONE)
        return false;
    if (c->partner_from == BM_SQ_NONE)
        *partner = outermost_partner(d, *king, c->side, c->right);
    else if (stands_on(d, c->partner_from, c->side, d->castle_with))
        *partner = c->partner_from;
    return *partner != BM_SQ_NONE;
}

static bool may_gate(const struct bm_desc *d, unsigned sq, unsigned side)
{
    return d->gates != 0 && bm_cells_has(&d->gate_from[side], sq) && is_own_square(d, sq, side);
}

static void add_gate(struct bm_desc *d, unsigned sq, unsigned side)
{
    if (may_gate(d, sq, side))
        d->start.gates[sq >> 6] |= (uint64_t)1 << (sq & 63);
}

static void no_partner(struct bm_variant_reader *r, const struct bm_castle *c, bm_sq king,
                       const char *letter, struct bm_place at)
{
    const struct bm_desc *const d = r->d;
    const struct bm_place rule = r->castle_place[c->letter - 'A'];
    const char capital[2] = {c->letter, '\0'};
    const struct bm_place place = rule.source == 0 ? rule : at;
    char cell[16];
    bm_desc_cell_name(d, c->partner_from == BM_SQ_NONE ? c->king_to : c->partner_from, cell);
    if (king == BM_SQ_NONE)
        bm_report_error(r->report, place, "castling",
                        "castling ~: ~ has no '~' on the rank of ~ in the start position, but "
                        "it grants '~'",
                        "",
                        BM_TEXTS(capital, c->side ? "Black" : "White",
                                 d->piece[d->castle_king].letter, cell, letter));
    else if (c->partner_from != BM_SQ_NONE)
        bm_report_error(r->report, place, "castling",
                        "castling ~: no '~' stands on ~ in the start position, but the start "
                        "position grants '~'",
                        "", BM_TEXTS(capital, d->piece[d->castle_with].letter, cell, letter));
    else
        bm_report_error(
            r->report, place, "castling",
            c->right
                ? "castling ~: no '~' stands right of the king on the king's rank in the start "
                  "position, but the start position grants '~'"
                : "castling ~: no '~' stands left of the king on the king's rank in the start "
                  "position, but the start position grants '~'",
            "", BM_TEXTS(capital, d->piece[d->castle_with].letter, letter));
}

static const struct bm_castle *find_rule(const struct bm_desc *d, char capital, unsigned side)
{
    for (unsigned i = 0; i < d->castles; i++)
        if (d->castle[i].letter == capital && d->castle[i].side == side)
            return &d->castle[i];
    return NULL;
}

/* A file's letter: the piece there may gate, or is the king's partner. */
static bool grant_file(struct bm_desc *d, unsigned file, unsigned side)
{
    bool some = false;
    if (file >= d->size[0])
        return false;
    for (unsigned sq = file; sq < d->squares; sq += d->size[0]) {
        if (d->gates != 0) {
            some = some || may_gate(d, sq, side);
            add_gate(d, sq, side);
            continue;
        }
        bool beside = false;
        for (unsigned x = 0; x < d->size[0]; x++)
            beside = beside || stands_on(d, sq - file + x, side, d->castle_king);
        if (beside && stands_on(d, sq, side, d->castle_with)) {
            d->start.castling[sq >> 6] |= (uint64_t)1 << (sq & 63);
            some = true;
        }
    }
    return some;
}

static void grant_right(struct bm_variant_reader *r, char c, struct bm_place at)
{
    struct bm_desc *const d = r->d;
    const char capital = (char)(c & ~0x20), letter[2] = {c, '\0'};
    const unsigned side = c >= 'a';
    const struct bm_castle *const rule = find_rule(d, capital, side);
    bm_sq king, partner;
    if (!rule) {
        if (!grant_file(d, (unsigned)(capital - 'A'), side))
            bm_report_error(r->report, at, "start", "start: '~' grants no right", "",
                            BM_TEXTS(letter));
        return;
    }
    if (!find_partner(d, rule, &king, &partner)) {
        no_partner(r, rule, king, letter, at);
        return;
    }
    d->start.castling[partner >> 6] |= (uint64_t)1 << (partner & 63);
    add_gate(d, king, side);
    add_gate(d, partner, side);
}

void bm_read_rights(struct bm_variant_reader *r, const char *s, size_t len,
                    struct bm_place place)
{
    const bool exact = place.length == len;
    if (len == 1 && s[0] == '-')
        return;
    for (size_t i = 0; i < len; i++) {
        struct bm_place at = place;
        const char c = (char)(s[i] | 0x20);
        if (exact) {
            at.column += (uint32_t)i;
            at.length = 1;
        }
        if (c < 'a' || c > 'z') {
            bm_report_error(r->report, place, "start",
                            "start: the third field must be rights to castle, or '-'", "",
                            NULL);
            return;
        }
        grant_right(r, s[i], at);
    }
}

void bm_read_all_rights(const struct bm_desc *d, char out[BM_RIGHTS_TEXT])
{
    unsigned n = 0;
    for (unsigned side = 0; side < 2; side++) {
        struct bm_cells said = {{0}}; /* by a letter of castling */
        for (unsigned i = 0; i < d->castles; i++) {
            const struct bm_castle *const c = &d->castle[i];
            bm_sq king, partner;
            if (c->side != side || c != find_rule(d, c->letter, side) ||
                !find_partner(d, c, &king, &partner))
                continue;
            bm_cells_add(&said, king);
            bm_cells_add(&said, partner);
            out[n++] = (char)(side ? c->letter | 0x20 : c->letter);
        }
        for (unsigned x = 0; x < d->size[0]; x++) {
            bool some = false;
            for (unsigned sq = x; sq < d->squares; sq += d->size[0])
                some = some || (may_gate(d, sq, side) && !bm_cells_has(&said, sq));
            if (some && !find_rule(d, (char)('A' + x), side))
                out[n++] = (char)((side ? 'a' : 'A') + x);
        }
    }
    if (n == 0)
        out[n++] = '-';
    out[n] = '\0';
}
