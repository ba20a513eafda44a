/* SPDX-License-Identifier: MIT */
/* Positions of a game for the page, and questions about moves. */
#include "rules/ruleset.h"
#include "wasm/web.h"

void BM_WEB(bm_web_view)(struct bm_web *w, struct bm_web_game *g, unsigned ply);
uint32_t BM_WEB(bm_web_judge)(struct bm_web_game *g, uint32_t move, unsigned ply);
void BM_WEB(bm_web_explain)(struct bm_web *w, struct bm_web_game *g, uint32_t move,
                            unsigned ply);
void BM_WEB(bm_web_read_move)(struct bm_web *w, struct bm_web_game *g, unsigned ply);
void BM_WEB(bm_web_move_text)(struct bm_web *w, struct bm_web_game *g, unsigned i,
                              unsigned style);
void BM_WEB(bm_web_describe)(struct bm_web *w, struct bm_web_game *g, unsigned i);

/* ---- Parts of a view ---- */

static unsigned count_pieces(const struct bm_ctx *ctx)
{
    struct bm_setup setup;
    unsigned n = 0;
    bm_ctx_setup(ctx, &setup);
    for (unsigned sq = 0; sq < BM_MAX_SQUARES; sq++)
        n += setup.board[sq] != 0;
    return n;
}

/* The piece of the other side that is gone from `before`; 0: none. */
static bm_piece find_captured(const struct bm_setup *before, const struct bm_ctx *after)
{
    for (unsigned sq = 0; sq < BM_MAX_SQUARES; sq++) {
        const bm_piece p = before->board[sq];
        if (p != 0 && bm_piece_side(p) != before->turn && bm_ctx_piece(after, (bm_sq)sq) == 0)
            return p;
    }
    return 0;
}

bm_piece bm_web_captured(struct bm_ctx *ctx, bm_move m)
{
    if (bm_move_is_pass(m) || bm_move_is_drop(m))
        return 0;
    const bm_piece there = bm_ctx_piece(ctx, bm_move_to(m));
    if (there != 0 && bm_move_to(m) != bm_move_from(m) &&
        bm_piece_side(there) != bm_ctx_turn(ctx))
        return there;
    /* What is taken elsewhere, as en passant, is seen by looking for it. */
    struct bm_setup before;
    bm_piece taken = 0;
    bm_ctx_setup(ctx, &before);
    const unsigned had = count_pieces(ctx);
    if (bm_ctx_play(ctx, m) == 0) {
        if (count_pieces(ctx) < had + bm_move_gates(m))
            taken = find_captured(&before, ctx);
        (void)bm_ctx_undo(ctx);
    }
    return taken;
}

void bm_web_put_board(struct bm_buf *out, const struct bm_rules *rules,
                      const struct bm_setup *setup)
{
    const struct bm_rules_info *const info = bm_rules_info(rules);
    bm_json_key(out, "board");
    bm_json_begin(out, '[');
    for (unsigned sq = 0; sq < info->squares; sq++) {
        bm_json_i64(out, setup->board[sq]);
    }
    bm_json_end(out, ']');
    bm_json_key(out, "hands");
    bm_json_begin(out, '[');
    for (unsigned side = 0; side < 2; side++) {
        bm_json_begin(out, '[');
        for (unsigned kind = 0; kind < info->kinds; kind++) {
            bm_json_i64(out, setup->hand[side][kind]);
        }
        bm_json_end(out, ']');
    }
    bm_json_end(out, ']');
}

static void put_checks(struct bm_buf *out, const struct bm_ctx *ctx,
                       const struct bm_setup *setup)
{
    const struct bm_rules *const rules = bm_ctx_rules(ctx);
    bm_sq from[BM_MAX_ATTACKERS];
    const unsigned n = bm_ctx_checks(ctx, from);
    bm_json_key(out, "checks");
    bm_json_begin(out, '[');
    for (unsigned i = 0; i < n && i < BM_MAX_ATTACKERS; i++) {
        bm_json_i64(out, from[i]);
    }
    bm_json_end(out, ']');
    bm_json_key(out, "royalsInCheck");
    bm_json_begin(out, '[');
    for (unsigned sq = 0; n != 0 && sq < bm_rules_info(rules)->squares; sq++) {
        const bm_piece p = setup->board[sq];
        if (p != 0 && bm_piece_side(p) == setup->turn &&
            bm_rules_kind_is_royal(rules, bm_piece_kind(p)) &&
            bm_ctx_attackers(ctx, (bm_sq)sq, !setup->turn, NULL) != 0) {
            bm_json_i64(out, sq);
        }
    }
    bm_json_end(out, ']');
}

/* The last move, seen from before it. */
static void put_last(struct bm_buf *out, struct bm_web_game *g, unsigned ply)
{
    bm_json_key(out, "last");
    struct bm_ctx *const ctx = ply != 0 ? bm_web_ctx_at(g, ply - 1) : NULL;
    if (!ctx) {
        bm_buf_text(out, "null");
        return;
    }
    const bm_move m = bm_ctx_played(bm_match_ctx(g->match), ply - 1);
    bm_json_begin(out, '[');
    bm_json_u64(out, m.bits);
    bm_json_i64(out, bm_web_captured(ctx, m));
    bm_json_end(out, ']');
}

/* The moves of the turn that the last move belongs to, in order. */
static void put_lasts(struct bm_buf *out, struct bm_web_game *g, unsigned ply)
{
    const struct bm_ctx *const line = bm_match_ctx(g->match);
    const struct bm_ctx *ctx = bm_web_ctx_at(g, ply);
    unsigned n = ctx ? bm_ctx_turn_moves(ctx) : 0;
    if (n == 0 && ply != 0 && (ctx = bm_web_ctx_at(g, ply - 1)) != NULL)
        n = bm_ctx_turn_moves(ctx) + 1;
    bm_json_key(out, "lasts");
    bm_json_begin(out, '[');
    for (unsigned i = n < ply ? ply - n : 0; i < ply; i++) {
        bm_json_i64(out, bm_ctx_played(line, i).bits);
    }
    bm_json_end(out, ']');
}

/* What has to be moved now: [en,ja], where a part of a turn asks for something. */
static void put_wanted(struct bm_buf *out, const struct bm_ctx *ctx)
{
    char text[2][160];
    for (unsigned lang = 0; lang < 2; lang++)
        (void)bm_ctx_wanted(ctx, (enum bm_lang)lang, text[lang], sizeof text[lang]);
    bm_web_member_texts(out, "wanted", text[0], text[1]);
}

/* Where the partner stands if a move is castling; BM_SQ_NONE: it is not. */
static bm_sq castling_partner(struct bm_ctx *ctx, bm_move m)
{
    const struct bm_rules *const rules = bm_ctx_rules(ctx);
    const struct bm_rules_info *const info = bm_rules_info(rules);
    const unsigned king = rules->game ? rules->game->castle_king : BM_CHESS_KING;
    if (!info->has_castling || bm_move_is_pass(m) || bm_move_is_drop(m) ||
        bm_move_promotes(m) || bm_piece_kind(bm_ctx_piece(ctx, bm_move_from(m))) != king ||
        bm_ctx_piece(ctx, bm_move_to(m)) != 0)
        return BM_SQ_NONE;
    struct bm_setup before;
    bm_sq partner = BM_SQ_NONE;
    bm_ctx_setup(ctx, &before);
    if (bm_ctx_play(ctx, m) != 0)
        return BM_SQ_NONE;
    for (unsigned sq = 0; sq < info->squares && partner == BM_SQ_NONE; sq++) {
        const bm_piece p = before.board[sq];
        if (p != 0 && sq != bm_move_from(m) && bm_piece_side(p) == before.turn &&
            !bm_rules_kind_is_neutral(rules, bm_piece_kind(p)) &&
            bm_ctx_piece(ctx, (bm_sq)sq) != p)
            partner = (bm_sq)sq;
    }
    (void)bm_ctx_undo(ctx);
    return partner;
}

static void put_legal_moves(struct bm_buf *out, struct bm_ctx *ctx)
{
    const struct bm_rules *const rules = bm_ctx_rules(ctx);
    const size_t cap = bm_rules_info(rules)->max_moves;
    bm_move *const list = bm_web_alloc((cap ? cap : 1) * sizeof *list);
    const size_t n = list ? bm_ctx_moves(ctx, list, cap) : 0;
    bm_json_key(out, "moves");
    bm_json_begin(out, '[');
    for (size_t i = 0; i < n && i < cap; i++) {
        char text[BM_COORDINATES];
        (void)bm_move_format(list[i], rules, text, sizeof text);
        bm_json_begin(out, '[');
        bm_json_u64(out, list[i].bits);
        bm_json_i64(out, bm_web_captured(ctx, list[i]) != 0);
        bm_json_text(out, text);
        const bm_sq partner = castling_partner(ctx, list[i]);
        if (partner != BM_SQ_NONE)
            bm_json_i64(out, partner);
        bm_json_end(out, ']');
    }
    bm_json_end(out, ']');
    bm_release(list);
}

void bm_web_put_position(struct bm_buf *out, struct bm_ctx *ctx, bool open)
{
    struct bm_setup setup;
    char text[BM_POSITION_TEXT];
    bm_ctx_setup(ctx, &setup);
    (void)bm_ctx_format(ctx, 0, text, sizeof text);
    bm_web_put_board(out, bm_ctx_rules(ctx), &setup);
    bm_json_member_int(out, "turn", bm_ctx_turn(ctx));
    put_checks(out, ctx, &setup);
    bm_json_member_int(out, "turnMoves", bm_ctx_turn_moves(ctx));
    bm_json_member_int(out, "turnBudget", bm_ctx_turn_budget(ctx));
    bm_json_member_int(out, "phase", bm_ctx_phase(ctx));
    if (open)
        put_wanted(out, ctx);
    bm_json_member_text(out, "position", text);
    bm_json_member_bool(out, "legal", open);
    if (open) {
        put_legal_moves(out, ctx);
    } else {
        bm_json_key(out, "moves");
        bm_buf_text(out, "[]");
    }
}

/* Whether moves may be made at a ply. */
static bool is_open(const struct bm_web_game *g, const struct bm_ctx *ctx, unsigned ply)
{
    struct bm_outcome o;
    if (ply == bm_ctx_plies(bm_match_ctx(g->match))) {
        struct bm_match_state s;
        bm_match_state(g->match, &s);
        return s.stage != BM_MATCH_OVER;
    }
    bm_ctx_outcome(ctx, &o);
    return o.result == BM_ONGOING;
}

/*
 * A position: an object. `last` is [move,taken] or null, `lasts` all moves of that turn;
 * `moves` are [move,takes,coordinates], castling has the partner's square as a fourth part.
 * Null: there is no such ply.
 */
void bm_web_view(struct bm_web *w, struct bm_web_game *g, unsigned ply)
{
    struct bm_buf *const out = bm_web_answer(w);
    if (!bm_web_ctx_at(g, ply)) {
        bm_buf_text(out, "null");
        return;
    }
    bm_json_begin(out, '{');
    bm_json_member_int(out, "ply", ply);
    put_last(out, g, ply);
    put_lasts(out, g, ply);
    struct bm_ctx *const ctx = bm_web_ctx_at(g, ply);
    if (!ctx) {
        out->failed = true;
        return;
    }
    bm_web_put_position(out, ctx, is_open(g, ctx, ply));
    bm_json_end(out, '}');
}

/* ---- Questions ---- */

/* The faults of a move, 0 if it may be played. */
uint32_t bm_web_judge(struct bm_web_game *g, uint32_t move, unsigned ply)
{
    struct bm_ctx *const ctx = bm_web_ctx_at(g, ply);
    return ctx ? bm_ctx_judge(ctx, (bm_move){move}) : BM_FAULT_GAME_OVER;
}

void bm_web_put_fault_texts(struct bm_buf *out, const struct bm_ctx *ctx, bm_move m)
{
    const bm_faults faults = bm_ctx_judge(ctx, m);
    char text[2][512] = {"", ""};
    for (unsigned lang = 0; lang < 2 && faults != 0; lang++)
        (void)bm_ctx_explain(ctx, m, faults, (enum bm_lang)lang, text[lang], sizeof text[lang]);
    bm_web_texts(out, text[0], text[1]);
}

/* Why a move may not be played: [en,ja], empty if it may. */
void bm_web_explain(struct bm_web *w, struct bm_web_game *g, uint32_t move, unsigned ply)
{
    struct bm_buf *const out = bm_web_answer(w);
    const struct bm_ctx *const ctx = bm_web_ctx_at(g, ply);
    if (ctx)
        bm_web_put_fault_texts(out, ctx, (bm_move){move});
    else
        bm_web_texts(out, "", "");
}

void bm_web_put_move_read(struct bm_buf *out, const struct bm_ctx *ctx, struct bm_text text)
{
    static const enum bm_move_style styles[] = {
        BM_STYLE_COORDINATES, BM_STYLE_SAN, BM_STYLE_JAPANESE, BM_STYLE_WESTERN, BM_STYLE_CSA};
    bm_move meant = {BM_MOVE_NONE};
    char why[256] = "";
    bm_json_begin(out, '{');
    for (unsigned i = 0; ctx && i < sizeof styles / sizeof *styles; i++) {
        bm_move m = {BM_MOVE_NONE};
        struct bm_error err = {.what = ""};
        const bm_status status = bm_ctx_read_move(ctx, styles[i], text.s, text.len, &m, &err);
        if (status == BM_OK) {
            bm_json_member_int(out, "move", m.bits);
            bm_json_end(out, '}');
            return;
        }
        if (status == BM_ERULE && why[0] == '\0') {
            meant = m;
            memcpy(why, err.what, sizeof why < sizeof err.what ? sizeof why : sizeof err.what);
            why[sizeof why - 1] = '\0';
        }
    }
    bm_json_key(out, "error");
    if (meant.bits != BM_MOVE_NONE && bm_ctx_judge(ctx, meant) != 0)
        bm_web_put_fault_texts(out, ctx, meant);
    else if (why[0] != '\0')
        bm_web_message_pair(out, why, ctx ? bm_ctx_rules(ctx) : NULL);
    else
        bm_web_texts(out, "this is not a move", "指し手として読めません");
    bm_json_end(out, '}');
}

/* Slot 0 is a move in any notation: {"move"} or {"error":[en,ja]}. */
void bm_web_read_move(struct bm_web *w, struct bm_web_game *g, unsigned ply)
{
    bm_web_put_move_read(bm_web_answer(w), bm_web_ctx_at(g, ply), bm_web_slot(w, 0));
}

/* The i-th move in a style, as plain text. */
void bm_web_move_text(struct bm_web *w, struct bm_web_game *g, unsigned i, unsigned style)
{
    struct bm_buf *const out = bm_web_answer(w);
    const struct bm_ctx *const line = bm_match_ctx(g->match);
    const struct bm_ctx *const ctx = i < bm_ctx_plies(line) ? bm_web_ctx_at(g, i) : NULL;
    char text[BM_MOVE_TEXT];
    if (!ctx || style >= BM_STYLE_COUNT)
        return;
    (void)bm_ctx_write_move(ctx, bm_ctx_played(line, i), (enum bm_move_style)style, text,
                            sizeof text);
    bm_buf_text(out, text);
}

/* The i-th move in words: [en,ja]. */
void bm_web_describe(struct bm_web *w, struct bm_web_game *g, unsigned i)
{
    struct bm_buf *const out = bm_web_answer(w);
    const struct bm_ctx *const line = bm_match_ctx(g->match);
    bm_json_begin(out, '[');
    for (unsigned lang = 0; lang < 2; lang++) {
        struct bm_buf text = {0};
        struct bm_ctx *const ctx = i < bm_ctx_plies(line) ? bm_web_ctx_at(g, i) : NULL;
        if (ctx)
            bm_web_describe_move(&text, ctx, bm_ctx_played(line, i), (enum bm_lang)lang);
        bm_json_bytes(out, text.s ? text.s : "", text.len);
        bm_buf_free(&text);
    }
    bm_json_end(out, ']');
}
