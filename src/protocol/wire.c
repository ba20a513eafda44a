/* SPDX-License-Identifier: MIT */
/*
 * Positions and moves as the protocols write them. A game has one dialect of its own; where
 * that is the other protocol's, its texts are turned into this one's: the squares of moves, the
 * sign of drops, and the fields of the position.
 */
#include "base/ascii.h"
#include "game/line.h"
#include "protocol/words.h"

/* Whether a game's own texts must be turned. Boards with levels have one form only. */
static bool is_foreign(const struct bm_rules *rules, enum bm_proto p)
{
    const struct bm_rules_info *const info = bm_rules_info(rules);
    return info->axes <= 2 && (info->dialect == BM_DIALECT_USI) != (p == BM_PROTO_USI);
}

bm_status bm_wire_fail(struct bm_error *err, bm_status status, const char *what,
                       struct bm_text word)
{
    if (err) {
        struct bm_str out;
        *err = (struct bm_error){.code = status};
        bm_str_init(&out, err->what, sizeof err->what);
        bm_str_text(&out, what);
        bm_str_text(&out, ": '");
        bm_str_quote(&out, word, 64);
        bm_str_text(&out, "'");
        (void)bm_str_end(&out);
    }
    return status;
}

/* ---- Moves ---- */

/*
 * The square at *s, of this form, in the other one. Columns and ranks are counted from the
 * other end there.
 */
static bool turn_square(struct bm_str *out, const struct bm_rules_info *info, const char **s,
                        const char *end, bool usi)
{
    const unsigned files = info->files, ranks = info->ranks;
    unsigned number = 0, letter = 0;
    const char *at = *s;
    for (unsigned part = 0; part < 2; part++) {
        if ((part == 0) == usi) {
            const char *const first = at;
            while (at < end && bm_is_digit(*at) && number < 1000)
                number = number * 10 + (unsigned)(*at++ - '0');
            if (at == first || number == 0)
                return false;
        } else {
            if (at == end || !bm_is_lower(*at))
                return false;
            letter = (unsigned)(*at++ - 'a');
        }
    }
    if (number > (usi ? files : ranks) || letter >= (usi ? ranks : files))
        return false;
    if (usi) {
        bm_str_char(out, (char)('a' + (char)(files - number)));
        bm_str_u64(out, ranks - letter);
    } else {
        bm_str_u64(out, files - letter);
        bm_str_char(out, (char)('a' + (char)(ranks - number)));
    }
    *s = at;
    return true;
}

/*
 * Whether turning into this kind is only ever the way back from its promoted form: then "-" is
 * written for it, as "+" is for the way there.
 */
static bool is_way_back(const struct bm_rules *rules, unsigned kind)
{
    const char *const letter = bm_rules_kind_letter(rules, kind);
    bool any = false;
    for (unsigned i = 0; i < bm_rules_info(rules)->kinds; i++) {
        const char *const from = bm_rules_kind_letter(rules, i);
        if (!((bm_rules_promotions(rules, 0, i) | bm_rules_promotions(rules, 1, i)) >> kind &
              1))
            continue;
        if (from[0] != '+' || strcmp(from + 1, letter) != 0)
            return false;
        any = true;
    }
    return any;
}

/* A move in the game's own form, but for what engines write in another way. */
static size_t write_own(bm_move m, const struct bm_rules *rules, char *buf, size_t cap)
{
    struct bm_str out;
    if (bm_move_is_pass(m) || bm_move_is_drop(m) || bm_move_gates(m) || !bm_move_promotes(m) ||
        !is_way_back(rules, bm_move_promotion(m)))
        return bm_move_format(m, rules, buf, cap);
    bm_str_init(&out, buf, cap);
    out.len = bm_move_format(bm_move_plain(bm_move_from(m), bm_move_to(m)), rules, buf, cap);
    bm_str_char(&out, '-');
    return bm_str_end(&out);
}

/* A move of one form in the other; false if it is none. `usi` is the form it has. */
static bool turn_move(struct bm_str *out, const struct bm_rules *rules, const char *s,
                      size_t len, bool usi)
{
    const struct bm_rules_info *const info = bm_rules_info(rules);
    const char *const end = s + len;
    const size_t plus = len != 0 && s[0] == '+';
    if (len == 4 && memcmp(s, "0000", 4) == 0) {
        bm_str_text(out, "0000");
        return true;
    }
    if (len > plus + 2 && (s[plus + 1] == '*' || s[plus + 1] == '@')) {
        bm_str_bytes(out, s, plus + 1);
        bm_str_char(out, usi ? '@' : '*');
        s += plus + 2;
        return turn_square(out, info, &s, end, usi) && s == end;
    }
    if (!turn_square(out, info, &s, end, usi) || !turn_square(out, info, &s, end, usi))
        return false;
    bm_str_bytes(out, s, (size_t)(end - s));
    return true;
}

size_t bm_wire_move_format(bm_move m, enum bm_proto p, const struct bm_rules *rules, char *buf,
                           size_t cap)
{
    char own[BM_COORDINATES];
    struct bm_str out;
    if (!is_foreign(rules, p))
        return write_own(m, rules, buf, cap);
    const size_t len = write_own(m, rules, own, sizeof own);
    bm_str_init(&out, buf, cap);
    if (!turn_move(&out, rules, own, len, p != BM_PROTO_USI))
        return write_own(m, rules, buf, cap);
    return bm_str_end(&out);
}

/* A king that goes nowhere: how engines write a pass. */
static bm_move turn_pass(const struct bm_ctx *ctx, bm_move m)
{
    const struct bm_rules *const rules = bm_ctx_rules(ctx);
    if (!bm_rules_info(rules)->has_pass || bm_move_is_pass(m) || bm_move_is_drop(m) ||
        bm_move_promotes(m) || bm_move_gates(m) || bm_move_from(m) != bm_move_to(m) ||
        bm_ctx_judge(ctx, m) == 0)
        return m;
    return (bm_move){BM_MOVE_PASS};
}

bm_status bm_wire_move_parse(bm_move *out, enum bm_proto p, const struct bm_ctx *ctx,
                             const char *s, size_t len, struct bm_error *err)
{
    const struct bm_rules *const rules = bm_ctx_rules(ctx);
    char own[BM_COORDINATES];
    struct bm_str turned;
    if (is_foreign(rules, p)) {
        bm_str_init(&turned, own, sizeof own);
        if (!turn_move(&turned, rules, s, len, p == BM_PROTO_USI) ||
            bm_str_end(&turned) >= sizeof own)
            return bm_wire_fail(err, BM_ESYNTAX,
                                p == BM_PROTO_USI
                                    ? "not a move of this game, which is like 7g7f or P*5e"
                                    : "not a move of this game, which is like c3c4 or P@e5",
                                (struct bm_text){s, len});
        s = own;
        len = turned.len;
    }
    bm_move m;
    const bm_status status = bm_move_parse(&m, ctx, s, len, err);
    if (status == BM_OK)
        *out = turn_pass(ctx, m);
    return status;
}

/* ---- Positions ---- */

/* The hands of an SFEN as FEN has them: letters instead of counts. */
static void put_wire_hands(struct bm_buf *out, struct bm_text hands)
{
    unsigned count = 0;
    bm_buf_char(out, '[');
    for (size_t i = 0; i < hands.len; i++) {
        const char c = hands.s[i];
        if (c == '-')
            continue;
        if (bm_is_digit(c)) {
            count = count * 10 + (unsigned)(c - '0');
            continue;
        }
        for (count = count != 0 ? count : 1; count != 0; count--) {
            if (i != 0 && hands.s[i - 1] == '+')
                bm_buf_char(out, '+');
            bm_buf_char(out, c);
        }
    }
    bm_buf_char(out, ']');
}

/*
 * An SFEN as FEN: hands in brackets, "w" for the side that moves first, fields for castling
 * and en passant, the number of moves by both sides. What is no SFEN is FEN already.
 */
static void put_fen(struct bm_buf *out, const struct bm_setup *setup, const char *s, size_t len)
{
    struct bm_words w = {s, len};
    struct bm_text field[5] = {{"", 0}, {"", 0}, {"", 0}, {"", 0}, {"", 0}};
    unsigned n = 0;
    while (n < 5 && bm_words_next(&w, &field[n]))
        n++;
    if (n != 4) {
        bm_buf_bytes(out, s, len);
        return;
    }
    bm_buf_span(out, field[0]);
    put_wire_hands(out, field[2]);
    bm_buf_text(out, setup->turn == BM_FIRST ? " w" : " b");
    bm_buf_bytes(out, field[1].s + 1, field[1].len - 1);
    bm_buf_text(out, " - - 0 ");
    bm_buf_u64(out, (setup->number + 1 - setup->turn) / 2, 0);
}

static void put_start(struct bm_buf *out, enum bm_proto p, const struct bm_rules *rules,
                      const struct bm_setup *setup)
{
    char text[BM_POSITION_TEXT];
    const bool usi = bm_rules_info(rules)->dialect == BM_DIALECT_USI;
    const size_t len = bm_position_format(setup, rules, 0, text, sizeof text);
    bm_buf_text(out, usi && p == BM_PROTO_USI ? "sfen " : "fen ");
    if (usi && p == BM_PROTO_UCI)
        put_fen(out, setup, text, len);
    else
        bm_buf_bytes(out, text, len);
}

/* Where the royal piece of the side to move stands, or BM_SQ_NONE. */
static bm_sq find_royal(const struct bm_ctx *ctx)
{
    const struct bm_rules *const rules = bm_ctx_rules(ctx);
    const unsigned squares = bm_rules_info(rules)->squares;
    for (unsigned sq = 0; sq < squares; sq++) {
        const bm_piece piece = bm_ctx_piece(ctx, (bm_sq)sq);
        if (piece != 0 && bm_piece_side(piece) == bm_ctx_turn(ctx) &&
            bm_rules_kind_is_royal(rules, bm_piece_kind(piece)))
            return (bm_sq)sq;
    }
    return BM_SQ_NONE;
}

size_t bm_wire_ctx_move_format(bm_move m, enum bm_proto p, const struct bm_ctx *ctx, char *buf,
                               size_t cap)
{
    const bm_sq royal = bm_move_is_pass(m) ? find_royal(ctx) : BM_SQ_NONE;
    if (royal != BM_SQ_NONE)
        m = bm_move_plain(royal, royal);
    return bm_wire_move_format(m, p, bm_ctx_rules(ctx), buf, cap);
}

/* A pass, which is written by the position that it is made in. */
static bm_status put_pass(struct bm_buf *out, enum bm_proto p, struct bm_line *line,
                          const struct bm_game *game, bm_node node)
{
    char text[BM_COORDINATES];
    bm_status status = line->ctx ? BM_OK : bm_line_open(line, game, NULL);
    if (status == BM_OK)
        status = bm_line_goto(line, bm_game_parent(game, node), NULL);
    if (status != BM_OK)
        return status;
    (void)bm_wire_ctx_move_format(bm_game_move(game, node), p, line->ctx, text, sizeof text);
    bm_buf_char(out, ' ');
    bm_buf_text(out, text);
    return BM_OK;
}

/* The nodes of the moves up to a node, from the first; BM_ERULE if one is no move. */
static bm_status find_path(const struct bm_game *game, bm_node node, bm_node *path,
                           unsigned plies)
{
    while (plies != 0) {
        const enum bm_node_kind kind = bm_game_kind(game, node);
        if (kind == BM_NODE_PASS)
            return BM_ERULE;
        if (kind == BM_NODE_MOVE)
            path[--plies] = node;
        node = bm_game_parent(game, node);
    }
    return BM_OK;
}

static bm_status put_wire_moves(struct bm_buf *out, enum bm_proto p, const struct bm_game *game,
                                bm_node node)
{
    const unsigned plies = bm_game_ply(game, node);
    struct bm_line line = {0};
    void *mem = NULL;
    size_t cap = 0;
    if (!bm_grow(&mem, &cap, plies, sizeof(bm_node)))
        return BM_ENOMEM;
    bm_node *const path = mem;
    bm_status status = find_path(game, node, path, plies);
    for (unsigned i = 0; status == BM_OK && i < plies; i++) {
        const bm_move m = bm_game_move(game, path[i]);
        if (bm_move_is_pass(m))
            status = put_pass(out, p, &line, game, path[i]);
        else
            bm_buf_move(out, m, p, bm_game_rules(game));
    }
    bm_release(mem);
    bm_line_close(&line);
    return status;
}

bm_status bm_wire_position(struct bm_buf *out, enum bm_proto p, const struct bm_game *game,
                           bm_node node)
{
    const size_t before = out->len;
    bm_status status = BM_OK;
    bm_buf_text(out, "position ");
    if (bm_game_starts_usual(game))
        bm_buf_text(out, "startpos");
    else
        put_start(out, p, bm_game_rules(game), bm_game_start(game));
    if (bm_game_ply(game, node) != 0) {
        bm_buf_text(out, " moves");
        status = put_wire_moves(out, p, game, node);
    }
    if (status == BM_OK && out->failed)
        status = BM_ENOMEM;
    if (status != BM_OK)
        out->len = before;
    return status;
}
