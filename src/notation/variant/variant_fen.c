/* SPDX-License-Identifier: MIT */
/*
 * Positions of games that were loaded, read:
 *
 *     board[hands] side castling/gating en-passant checks quiet number
 *     board side hands number                          (games written like shogi)
 *
 * Fields may be missing from the end. Read as leniently as no meaning is lost; the strict form
 * is what variant_fen_write.c would have written.
 */
#include "base/bits.h"
#include "notation/cells.h"

struct fen_reader {
    struct bm_setup *out;
    const struct bm_rules *rules;
    const struct bm_rules_info *info;
    const struct bm_compiled *game;
    struct bm_letters letters;
    const char *s;
    struct bm_error *err;
};

static bm_status refuse_fen(struct fen_reader *r, size_t at, const char *what)
{
    return bm_text_refuse(r->err, at, what, (unsigned char)r->s[at]);
}

/*
 * The piece at s[*at]: P, p, +p, Q~. 0 if it is none, and *at stays. A mark ~ that the game has
 * no use for is passed over: programs write it wherever a pawn became a queen.
 */
static bm_piece read_variant_piece(const struct fen_reader *r, size_t *at, size_t end)
{
    size_t i = *at;
    const bool plus = i < end && r->s[i] == '+';
    i += plus;
    if (i >= end || !bm_letter(r->s[i]))
        return 0;
    const unsigned n = bm_letter_number(r->s[i]), side = r->s[i] >= 'a';
    unsigned kind = r->letters.kind[plus ? BM_FORM_PLUS : BM_FORM_PLAIN][n];
    i++;
    if (i < end && r->s[i] == '~') {
        const unsigned tilde = plus ? 0 : r->letters.kind[BM_FORM_TILDE][n];
        kind = tilde != 0 ? tilde : kind;
        i++;
    }
    if (kind == 0)
        return 0;
    *at = i;
    return bm_piece_of(kind - 1, bm_rules_kind_is_neutral(r->rules, kind - 1) ? 0 : side);
}

static bm_status refuse_piece(struct fen_reader *r, size_t at)
{
    char letters[120];
    struct bm_str out;
    bm_str_init(&out, letters, sizeof letters);
    bm_letters_list(&out, r->rules);
    (void)bm_str_end(&out);
    return bm_text_tell(r->err, BM_ESYNTAX, (uint32_t)at + 1,
                        "'~' is no piece (~, small for the second side)",
                        BM_TEXTS(bm_text_byte((unsigned char)r->s[at]).s, letters));
}

/* The letters of a hand; a count may stand before one. */
static bm_status read_hand(struct fen_reader *r, size_t at, size_t end)
{
    if (end - at == 1 && r->s[at] == '-')
        return BM_OK;
    while (at < end) {
        const size_t start = at;
        unsigned count = 0;
        while (at < end && bm_digit(r->s[at]) && count <= 255)
            count = count * 10 + (unsigned)(r->s[at++] - '0');
        if (at == end)
            return refuse_fen(r, start, "a count stands before its letter, like 2P");
        if (at == start)
            count = 1;
        const bm_piece piece = read_variant_piece(r, &at, end);
        if (piece == 0)
            return refuse_piece(r, at);
        if (count == 0)
            return refuse_fen(r, start, "a count is at least 1; leave out what is not there");
        uint8_t *const hand = &r->out->hand[bm_piece_side(piece)][bm_piece_kind(piece)];
        if (*hand + count > 255)
            return refuse_fen(r, start, "no hand holds that many pieces");
        *hand = (uint8_t)(*hand + count);
    }
    return BM_OK;
}

/* Where the reader of a board is: x, y from the top, and how many boards came before. */
struct fen_place {
    unsigned x, y, level;
    size_t overflow; /* where the rank grew too long, + 1 */
};

/* The number of the square; levels come with the highest first, in each row from the left. */
static unsigned square_at(const struct fen_reader *r, const struct fen_place *p)
{
    const unsigned *const size = r->info->size;
    unsigned z = 0, w = 0;
    if (r->info->axes > 3) {
        z = p->level % size[2];
        w = size[3] - 1 - p->level / size[2];
    } else if (r->info->axes > 2) {
        z = size[2] - 1 - p->level;
    }
    return p->x + size[0] * (size[1] - 1 - p->y + size[1] * (z + size[2] * w));
}

static bm_status refuse_count(struct fen_reader *r, size_t at, const char *before, unsigned has,
                              const char *one, unsigned wanted)
{
    return bm_text_tell(r->err, BM_ESYNTAX, (uint32_t)at + 1,
                        has == 1 ? "~ has 1 ~, not ~" : "~ has ~ ~s, not ~",
                        has == 1
                            ? BM_TEXTS(before, one, bm_decimal(wanted).s)
                            : BM_TEXTS(before, bm_decimal(has).s, one, bm_decimal(wanted).s));
}

static bm_status end_rank(struct fen_reader *r, const struct fen_place *p, size_t at)
{
    const unsigned files = r->info->size[0];
    if (p->x == files)
        return BM_OK;
    char rank[32];
    struct bm_str out;
    bm_str_init(&out, rank, sizeof rank);
    bm_str_text(&out, "rank ");
    if (bm_cells_usi(r->rules))
        bm_str_char(&out, (char)('a' + (char)p->y));
    else
        bm_str_u64(&out, r->info->size[1] - p->y);
    (void)bm_str_end(&out);
    return refuse_count(r, p->x > files ? p->overflow - 1 : at, rank, p->x, "file", files);
}

static bm_status end_level(struct fen_reader *r, const struct fen_place *p, size_t at)
{
    const unsigned ranks = r->info->size[1];
    const bm_status status = end_rank(r, p, at);
    if (status || p->y + 1 == ranks)
        return status;
    return refuse_count(r, at, r->info->axes > 2 ? "this level" : "the board", p->y + 1, "rank",
                        ranks);
}

/* How many empty squares the digits at s[*at] stand for; boards up to nine wide need but one
 * digit, so that each counts for itself. */
static unsigned read_gap(const struct fen_reader *r, size_t *at, size_t end)
{
    unsigned gap = (unsigned)(r->s[(*at)++] - '0');
    while (r->info->size[0] > 9 && *at < end && bm_digit(r->s[*at]) && gap <= BM_MAX_SQUARES)
        gap = gap * 10 + (unsigned)(r->s[(*at)++] - '0');
    return gap;
}

/* The kind that belongs to no side, if there is just one. */
static unsigned neutral_kind(const struct fen_reader *r)
{
    const uint64_t kinds = r->game->neutrals;
    return kinds != 0 && (kinds & (kinds - 1)) == 0 ? (unsigned)bits_first(kinds)
                                                    : BM_MAX_KINDS;
}

/* Other programs write no hand for a duck that is still to come: it is there if it is neither
 * on the board nor in a hand. */
static void find_neutral(struct fen_reader *r)
{
    const unsigned kind = neutral_kind(r);
    if (kind == BM_MAX_KINDS || r->rules->set->setup->hand[0][kind] == 0)
        return;
    for (unsigned sq = 0; sq < r->info->squares; sq++)
        if (r->out->board[sq] == bm_piece_of(kind, 0))
            return;
    r->out->hand[0][kind] = r->rules->set->setup->hand[0][kind];
}

/* One item of a rank: a piece, a gap, a hole. */
static bm_status read_item(struct fen_reader *r, struct fen_place *p, size_t *at, size_t end)
{
    const size_t start = *at;
    const bool inside = p->x < r->info->size[0];
    const bm_sq sq = inside ? (bm_sq)square_at(r, p) : 0;
    if (r->s[start] == '*') {
        const bool hole = !inside || !bm_rules_has_square(r->rules, sq);
        const unsigned neutral = neutral_kind(r);
        /* A duck, as other programs write it. */
        if (!hole && neutral == BM_MAX_KINDS)
            return refuse_fen(r, start,
                              "'*' stands for a hole, but the board has a square here");
        if (!hole)
            r->out->board[sq] = bm_piece_of(neutral, 0);
        ++*at;
        p->x++;
    } else if (bm_digit(r->s[start])) {
        if (r->s[start] == '0')
            return refuse_fen(r, start, "a gap of empty squares is at least 1");
        p->x += read_gap(r, at, end);
    } else {
        const bm_piece piece = read_variant_piece(r, at, end);
        if (piece == 0)
            return refuse_piece(r, start);
        if (inside)
            r->out->board[sq] = piece;
        p->x++;
    }
    if (p->x > r->info->size[0] && p->overflow == 0)
        p->overflow = start + 1;
    return BM_OK;
}

/* The board; [hands] or, as some programs write them, one rank more are handed on. */
static bm_status read_variant_board(struct fen_reader *r, struct bm_field f,
                                    struct bm_field *hands)
{
    const unsigned levels = r->info->size[2] * r->info->size[3];
    struct fen_place p = {0, 0, 0, 0};
    size_t at = f.at;
    bm_status status;
    *hands = (struct bm_field){f.end, f.end};
    while (at < f.end && r->s[at] != '[') {
        const bool last = p.level + 1 == levels && p.y + 1 == r->info->size[1];
        if (r->s[at] == '/' && last && r->info->has_hands && p.x == r->info->size[0]) {
            *hands = (struct bm_field){at + 1, f.end};
            return BM_OK;
        }
        if (r->s[at] == '/' || r->s[at] == '|') {
            status = r->s[at] == '/' ? end_rank(r, &p, at) : end_level(r, &p, at);
            if (status)
                return status;
            if (r->s[at] == '/' && p.y + 1 == r->info->size[1])
                return bm_text_refuse_number(r->err, at,
                                             levels > 1
                                                 ? "a level has ~ ranks, and | parts levels"
                                                 : "the board has ~ ranks and no more",
                                             r->info->size[1]);
            if (r->s[at] == '|' && p.level + 1 == levels)
                return bm_text_refuse_number(r->err, at,
                                             levels > 1 ? "the board has ~ levels and no more"
                                                        : "the board has ~ level and no more",
                                             levels);
            p = r->s[at] == '/' ? (struct fen_place){0, p.y + 1, p.level, 0}
                                : (struct fen_place){0, 0, p.level + 1, 0};
            at++;
            continue;
        }
        status = read_item(r, &p, &at, f.end);
        if (status)
            return status;
    }
    status = end_level(r, &p, at);
    if (status)
        return status;
    if (p.level + 1 != levels)
        return refuse_count(r, at, "the board", p.level + 1, "level", levels);
    if (at == f.end)
        return BM_OK;
    if (r->s[f.end - 1] != ']')
        return bm_text_refuse(r->err, f.end, "the bracket of the hands is not closed", 0);
    *hands = (struct bm_field){at + 1, f.end - 1};
    return BM_OK;
}

/* A number of at most six digits at s[*at]. */
static bm_status read_number(struct fen_reader *r, uint32_t *out, size_t *at, size_t end,
                             uint32_t most, const char *what)
{
    struct bm_field f = {*at, *at};
    while (f.end < end && bm_digit(r->s[f.end]))
        f.end++;
    *out = 0;
    const bm_status status = f.end == f.at ? bm_text_refuse(r->err, f.at, what, 0)
                                           : bm_text_number(out, r->s, f, what, r->err);
    if (!status && *out > most)
        return bm_text_refuse(r->err, f.at, what, 0);
    *at = f.end;
    return status;
}

/* What follows the letter of the side: +used,made @piece /phase.count */
static bm_status read_turn(struct fen_reader *r, size_t at, size_t end)
{
    struct bm_setup *const p = r->out;
    uint32_t v = 0;
    bm_status status = BM_OK;
    if (at < end && r->s[at] == '+') {
        at++;
        status = read_number(r, &v, &at, end, 255, "+ is followed by the moves of this turn");
        p->used = p->made = (uint8_t)v;
        if (!status && at < end && r->s[at] == ',') {
            at++;
            status = read_number(r, &v, &at, end, 255, ", is followed by a number of moves");
            p->made = (uint8_t)v;
        }
    }
    if (!status && at < end && r->s[at] == '@') {
        at++;
        status = bm_cell_read(&p->moved, r->rules, r->s, &at, end, r->err);
    }
    if (!status && at < end && r->s[at] == '/') {
        at++;
        status =
            read_number(r, &v, &at, end, BM_MAX_PHASES, "/ is followed by a phase, 1 to 8");
        if (!status && v == 0)
            return bm_text_refuse(r->err, at - 1, "phases are counted from 1", 0);
        p->phase = (uint8_t)(v - 1);
        if (!status && at < end && r->s[at] == '.') {
            at++;
            status = read_number(r, &v, &at, end, 65535, ". is followed by a number");
            p->phase_count = (uint16_t)v;
        }
    }
    if (!status && at < end)
        status = refuse_fen(r, at, "the side to move is w or b; +1, @e4 and /2 may follow");
    return status;
}

static bm_status read_side(struct fen_reader *r, struct bm_field f, const char *sides)
{
    struct bm_field letter = {f.at, f.at < f.end ? f.at + 1 : f.end};
    const bm_status status = bm_text_side(&r->out->turn, r->s, letter, sides, r->err);
    return status ? status : read_turn(r, letter.end, f.end);
}

/* Whether a side has, or can come by, something in hand that can be gated. */
static bool can_gate(const struct fen_reader *r, unsigned side)
{
    if (r->game->captures_to_hand)
        return r->game->gates != 0;
    for (unsigned kind = 0; kind < r->info->kinds; kind++) {
        const bool neutral = r->game->neutrals >> kind & 1;
        if (r->out->hand[neutral ? 0 : side][kind] != 0 && (r->game->gates >> kind & 1))
            return true;
    }
    return false;
}

/* A right by the letter of a castling rule: true if the game has such a one. */
static bool grant_castle(struct fen_reader *r, unsigned side, char letter)
{
    const struct bm_compiled *const g = r->game;
    bool known = false;
    for (unsigned i = 0; i < g->castles; i++) {
        const struct bm_castle *const c = &g->castle[i];
        if (c->side != side || c->letter != letter)
            continue;
        const bm_sq king = bm_castle_king(r->rules, r->out->board, c);
        bm_sq partner = bm_castle_partner(r->rules, r->out->board, c);
        /* A claim that nothing bears out names the corner, for bm_ctx_sync() to drop. */
        if (partner == BM_SQ_NONE)
            partner = (bm_sq)(c->king_to - c->king_to % r->info->size[0] +
                              (c->right ? r->info->size[0] - 1 : 0));
        bm_set_add(r->out->castling, partner);
        if (g->gates != 0 && can_gate(r, side)) {
            bm_set_add(r->out->gates, partner);
            if (king != BM_SQ_NONE)
                bm_set_add(r->out->gates, king);
        }
        known = true;
    }
    return known;
}

/* A right by the file of the partner, as in Chess960. */
static bool grant_file(struct fen_reader *r, unsigned side, unsigned file)
{
    for (unsigned i = 0; i < r->game->castles; i++) {
        const struct bm_castle *const c = &r->game->castle[i];
        if (c->side != side || file >= r->info->size[0])
            continue;
        bm_set_add(r->out->castling, c->king_to - c->king_to % r->info->size[0] + file);
        return true;
    }
    return false;
}

/* The right to gate, by file, or by cell where a file has several. */
static bool grant_gate(struct fen_reader *r, unsigned side, unsigned file, unsigned rank)
{
    bool known = false;
    for (unsigned sq = file; sq < r->info->squares && file < r->info->size[0];
         sq += r->info->size[0]) {
        if (!bm_cells_has(&r->game->gate_from[side], sq) ||
            (rank != 0 && sq / r->info->size[0] + 1 != rank))
            continue;
        bm_set_add(r->out->gates, sq);
        known = true;
    }
    return known;
}

/* Letters that are files only, without K or Q: in Chess960, unmoved partners may castle. */
static void castle_by_gates(struct fen_reader *r, unsigned side)
{
    const struct bm_compiled *const g = r->game;
    for (unsigned i = 0; i < g->castles; i++) {
        const struct bm_castle *const c = &g->castle[i];
        const bm_sq king =
            c->side == side ? bm_castle_king(r->rules, r->out->board, c) : BM_SQ_NONE;
        if (king == BM_SQ_NONE || !bm_set_has(r->out->gates, king))
            continue;
        const unsigned row = king - king % r->info->size[0];
        for (unsigned x = 0; x < r->info->size[0]; x++)
            if (bm_set_has(r->out->gates, row + x) && (row + x > king) == (c->right != 0) &&
                r->out->board[row + x] == bm_piece_of(g->castle_with, side))
                bm_set_add(r->out->castling, row + x);
    }
}

static bm_status read_rights(struct fen_reader *r, struct bm_field f)
{
    bool named[2] = {false, false}; /* K or Q was said */
    if (f.at == f.end || bm_text_is(r->s, f, "-"))
        return BM_OK;
    if (r->game->castles == 0 && r->game->gates == 0)
        return refuse_fen(r, f.at, "this game has no castling: the field is -");
    for (size_t at = f.at; at < f.end;) {
        const size_t start = at;
        const unsigned side = r->s[at] >= 'a';
        if (!bm_letter(r->s[at]))
            return refuse_fen(r, at,
                              "'~' is no castling right: - or letters like KQkq, or files");
        const char letter = (char)(r->s[at] & ~0x20);
        const unsigned file = (unsigned)(letter - 'A');
        uint32_t rank = 0;
        at++;
        while (at < f.end && bm_digit(r->s[at]) && rank <= BM_MAX_SQUARES)
            rank = rank * 10 + (uint32_t)(r->s[at++] - '0');
        if (rank == 0 && grant_castle(r, side, letter)) {
            named[side] = true;
            continue;
        }
        /* Without a piece to gate, a file can only mean castling. */
        if (r->game->gates != 0 && can_gate(r, side) ? grant_gate(r, side, file, rank)
                                                     : rank == 0 && grant_file(r, side, file))
            continue;
        return refuse_fen(r, start, "'~' is no right that this game has here");
    }
    for (unsigned side = 0; side < 2; side++)
        if (r->game->gates != 0 && !named[side] && can_gate(r, side))
            castle_by_gates(r, side);
    return BM_OK;
}

/*
 * Cells that were passed, each perhaps with the cell of the piece that passed it. Which of two
 * is which is told by the board, for some programs write the piece first.
 */
static bm_status read_eps(struct fen_reader *r, struct bm_field f)
{
    struct bm_setup *const p = r->out;
    bm_sq before = BM_SQ_NONE;
    if (f.at == f.end || bm_text_is(r->s, f, "-"))
        return BM_OK;
    for (size_t at = f.at; at < f.end || before != BM_SQ_NONE;) {
        const size_t start = at;
        bm_sq cell = BM_SQ_NONE;
        struct bm_ep ep = {before, BM_SQ_NONE};
        if (at < f.end) {
            const bm_status status = bm_cell_read(&cell, r->rules, r->s, &at, f.end, r->err);
            if (status)
                return status;
        }
        if (before == BM_SQ_NONE) {
            before = cell;
            continue;
        }
        if (cell != BM_SQ_NONE && (p->board[cell] == 0) != (p->board[before] == 0)) {
            ep = p->board[cell] == 0 ? (struct bm_ep){cell, before}
                                     : (struct bm_ep){before, cell};
            cell = BM_SQ_NONE;
        }
        if (p->ep_count == BM_MAX_EP)
            return bm_text_refuse_number(
                r->err, start, "no more than ~ captures en passant are open", BM_MAX_EP);
        p->eps[p->ep_count++] = ep;
        before = cell;
    }
    return BM_OK;
}

/* Whether a field is two numbers with a + between them (3+3), or before each (+0+2). */
static bool is_checks(const char *s, struct bm_field f, bool given)
{
    unsigned plus = 0;
    for (size_t at = f.at; at < f.end; at++) {
        plus += s[at] == '+';
        if (!bm_digit(s[at]) && s[at] != '+')
            return false;
    }
    return f.end > f.at && plus == (given ? 2u : 1u) && (s[f.at] == '+') == given;
}

static bm_status read_checks(struct fen_reader *r, struct bm_field f, bool given)
{
    static const char what[] = "checks are two numbers, like 3+3 to give or +0+0 given";
    size_t at = f.at + given;
    for (unsigned side = 0; side < 2; side++) {
        uint32_t v = 0;
        const bm_status status =
            read_number(r, &v, &at, f.end, given ? r->info->checks : 255, what);
        if (status)
            return status;
        r->out->checks[side] = (uint8_t)(given ? r->info->checks - v : v);
        if (side == 0 && (at == f.end || r->s[at++] != '+'))
            return bm_text_refuse(r->err, at, what, 0);
    }
    return at == f.end ? BM_OK : refuse_fen(r, at, what);
}

static bool is_number(const char *s, struct bm_field f)
{
    for (size_t at = f.at; at < f.end; at++)
        if (!bm_digit(s[at]))
            return false;
    return f.end > f.at;
}

enum { MOST_FIELDS = 7 };

/* Rights, en passant, checks, counters: what follows the side in a FEN. */
static bm_status read_fen_rest(struct fen_reader *r, struct bm_field *f, unsigned n)
{
    struct bm_field none = f[MOST_FIELDS];
    none.at = none.end;
    unsigned i = 2;
    bm_status status = BM_OK;
    const bool rights = i < n && !is_number(r->s, f[i]);
    if (rights)
        status = read_rights(r, f[i++]);
    if (!status && rights && i < n && !is_number(r->s, f[i]) && !is_checks(r->s, f[i], false))
        status = read_eps(r, f[i++]);
    else if (!status && rights && n == i + 3 && is_number(r->s, f[i]) &&
             is_number(r->s, f[i + 1]) && is_number(r->s, f[i + 2]))
        i++; /* makruk elsewhere: the limit of the count, which is left to the players here */
    if (!status && r->info->checks != 0 && i < n && is_checks(r->s, f[i], false))
        status = read_checks(r, f[i++], false);
    if (!status && r->info->checks != 0 && n > i && is_checks(r->s, f[n - 1], true))
        status = read_checks(r, f[--n], true);
    if (!status)
        status =
            bm_text_number(&r->out->quiet, r->s, i < n ? f[i] : none,
                           "the half-move clock is a number of at most six digits", r->err);
    i++;
    if (!status)
        status = bm_text_move_number(&r->out->number, r->s, i < n ? f[i] : none, r->err);
    i++;
    if (!status && i < n)
        status = bm_text_refuse(r->err, f[i].at, "the position has a field too many", 0);
    return status;
}

static bool has_bracket(const char *s, struct bm_field f)
{
    for (size_t at = f.at; at < f.end; at++)
        if (s[at] == '[')
            return true;
    return false;
}

static bm_status read_fields(struct fen_reader *r, struct bm_field *f, unsigned n)
{
    struct bm_field hands;
    const bool usi = r->info->dialect == BM_DIALECT_USI;
    /* Of a game written like shogi, both forms are about. */
    const bool sfen =
        usi && !has_bracket(r->s, f[0]) && n <= 4 && (n < 3 || !is_number(r->s, f[2]));
    if (usi && !has_bracket(r->s, f[0]) && (n == 3 || n == 4) && is_number(r->s, f[2]))
        return bm_text_refuse(r->err, f[2].at, BM_NO_HANDS, 0);
    if (usi && !has_bracket(r->s, f[0]) && n == 2 && r->info->has_hands)
        return bm_text_refuse(r->err, f[1].end, BM_NO_HANDS, 0);
    bm_status status = read_variant_board(r, f[0], &hands);
    if (!status && hands.at == f[0].end)
        find_neutral(r);
    if (!status)
        status = read_hand(r, hands.at, hands.end);
    if (!status)
        status = read_side(r, f[1], sfen ? "bw" : "wb");
    if (status)
        return status;
    if (sfen) {
        status = read_hand(r, f[2].at, f[2].end);
        return status ? status : bm_text_move_number(&r->out->number, r->s, f[3], r->err);
    }
    status = read_fen_rest(r, f, n);
    if (usi) /* which counts the moves of both sides */
        r->out->number = 2 * r->out->number - 1 + r->out->turn;
    return status;
}

/* Whether the text is what would be written of it. */
static bm_status check_strict(const struct fen_reader *r, size_t len, unsigned flags,
                              struct bm_error *err)
{
    char form[BM_POSITION_TEXT];
    struct bm_str text;
    bm_str_init(&text, form, sizeof form);
    bm_variant_fen_format(r->out, r->rules, flags, &text);
    const size_t whole = bm_str_end(&text);
    return bm_text_strict(r->s, len, form, whole < sizeof form ? whole : sizeof form - 1, err);
}

bm_status bm_variant_fen_parse(struct bm_setup *out, const struct bm_rules *rules,
                               const char *s, size_t len, unsigned flags, struct bm_error *err)
{
    struct bm_field f[MOST_FIELDS + 1];
    struct bm_setup p;
    struct fen_reader r = {.out = &p,
                           .rules = rules,
                           .info = bm_rules_info(rules),
                           .game = rules->game,
                           .s = s,
                           .err = err};
    const unsigned n = bm_text_split(s, len, f, MOST_FIELDS + 1);
    if (n == 0)
        return bm_text_refuse(err, 0, "the position is empty: a FEN or startpos is needed", 0);
    if (n > MOST_FIELDS)
        return bm_text_refuse(err, f[MOST_FIELDS].at, "the position has a field too many", 0);
    memset(&p, 0, sizeof p);
    p.moved = BM_SQ_NONE;
    p.checks[0] = p.checks[1] = (uint8_t)r.info->checks;
    bm_letters_of(&r.letters, rules);
    bm_status status = read_fields(&r, f, n);
    if (status)
        return status;

    if ((flags & BM_TEXT_STRICT) && check_strict(&r, len, BM_TEXT_SHREDDER, NULL)) {
        status = check_strict(&r, len, 0, err);
        if (status)
            return status;
    }
    *out = p;
    return BM_OK;
}
