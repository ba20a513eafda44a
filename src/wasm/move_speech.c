/* SPDX-License-Identifier: MIT */
/* A move as a sentence, for screen readers: "white knight g1 takes black pawn on f3, check". */
#include "wasm/web.h"

static void put_square_name(struct bm_buf *out, const struct bm_rules *rules, bm_sq sq,
                            enum bm_lang lang)
{
    char name[BM_SQUARE_NAME];
    (void)bm_sq_name(sq, rules, lang, name, sizeof name);
    bm_buf_text(out, name);
}

static void put_piece_name(struct bm_buf *out, const struct bm_rules *rules, bm_piece p,
                           enum bm_lang lang)
{
    const unsigned kind = bm_piece_kind(p);
    if (!bm_rules_kind_is_neutral(rules, kind)) {
        bm_buf_text(out, bm_rules_info(rules)->side_name[lang][bm_piece_side(p)]);
        bm_buf_text(out, lang == BM_EN ? " " : "の");
    }
    bm_buf_text(out, bm_rules_kind_name(rules, kind, lang));
}

static void describe_en(struct bm_buf *out, const struct bm_ctx *ctx, bm_move m, bm_piece taken)
{
    const struct bm_rules *const rules = bm_ctx_rules(ctx);
    if (bm_move_is_drop(m)) {
        put_piece_name(out, rules, bm_piece_of(bm_move_from(m), bm_ctx_turn(ctx)), BM_EN);
        bm_buf_text(out, " dropped on ");
        put_square_name(out, rules, bm_move_to(m), BM_EN);
        return;
    }
    const bm_piece p = bm_ctx_piece(ctx, bm_move_from(m));
    if (p != 0)
        put_piece_name(out, rules, p, BM_EN);
    bm_buf_char(out, ' ');
    put_square_name(out, rules, bm_move_from(m), BM_EN);
    if (taken != 0) {
        bm_buf_text(out, " takes ");
        put_piece_name(out, rules, taken, BM_EN);
        bm_buf_text(out, " on ");
    } else {
        bm_buf_text(out, " to ");
    }
    put_square_name(out, rules, bm_move_to(m), BM_EN);
    if (bm_move_promotes(m)) {
        bm_buf_text(out, ", becomes ");
        bm_buf_text(out, bm_rules_kind_name(rules, bm_move_promotion(m), BM_EN));
    }
    if (bm_move_gates(m)) {
        bm_buf_text(out, ", bringing in ");
        bm_buf_text(out, bm_rules_kind_name(rules, bm_move_gate(m), BM_EN));
    }
}

static void describe_ja(struct bm_buf *out, const struct bm_ctx *ctx, bm_move m, bm_piece taken)
{
    const struct bm_rules *const rules = bm_ctx_rules(ctx);
    if (bm_move_is_drop(m)) {
        put_piece_name(out, rules, bm_piece_of(bm_move_from(m), bm_ctx_turn(ctx)), BM_JA);
        bm_buf_text(out, "、");
        put_square_name(out, rules, bm_move_to(m), BM_JA);
        bm_buf_text(out, "に打つ");
        return;
    }
    const bm_piece p = bm_ctx_piece(ctx, bm_move_from(m));
    if (p != 0)
        put_piece_name(out, rules, p, BM_JA);
    bm_buf_text(out, "、");
    put_square_name(out, rules, bm_move_from(m), BM_JA);
    bm_buf_text(out, "から");
    put_square_name(out, rules, bm_move_to(m), BM_JA);
    bm_buf_text(out, "へ");
    if (taken != 0) {
        bm_buf_text(out, "、");
        put_piece_name(out, rules, taken, BM_JA);
        bm_buf_text(out, "を取る");
    }
    if (bm_move_promotes(m)) {
        bm_buf_text(out, "、");
        bm_buf_text(out, bm_rules_kind_name(rules, bm_move_promotion(m), BM_JA));
        bm_buf_text(out, "に成る");
    }
    if (bm_move_gates(m)) {
        bm_buf_text(out, "、");
        bm_buf_text(out, bm_rules_kind_name(rules, bm_move_gate(m), BM_JA));
        bm_buf_text(out, "を出す");
    }
}

void bm_web_describe_move(struct bm_buf *out, struct bm_ctx *ctx, bm_move m, enum bm_lang lang)
{
    struct bm_outcome o;
    if (bm_move_is_pass(m)) {
        bm_buf_text(out, bm_rules_info(bm_ctx_rules(ctx))->side_name[lang][bm_ctx_turn(ctx)]);
        bm_buf_text(out, lang == BM_EN ? " passes" : "のパス");
    } else if (lang == BM_EN) {
        describe_en(out, ctx, m, bm_web_captured(ctx, m));
    } else {
        describe_ja(out, ctx, m, bm_web_captured(ctx, m));
    }
    if (bm_ctx_play(ctx, m) != 0)
        return;
    bm_ctx_outcome(ctx, &o);
    if (o.result != BM_ONGOING) {
        bm_buf_text(out, lang == BM_EN ? ", " : "、");
        bm_buf_text(out, bm_reason_text(o.reason, lang));
    } else if (bm_ctx_checks(ctx, NULL) != 0) {
        bm_buf_text(out, lang == BM_EN ? ", check" : "、王手");
    }
    (void)bm_ctx_undo(ctx);
}
