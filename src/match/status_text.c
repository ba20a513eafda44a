/* SPDX-License-Identifier: MIT */
#include "match/status_text.h"

/* Append the template of a language with its texts. */
static void put_sentence(struct bm_str *out, enum bm_lang lang, const char *en, const char *ja,
                         const char *const *texts)
{
    bm_str_fill(out, lang == BM_JA ? ja : en, texts);
}

void bm_turn_tell(struct bm_str *out, const struct bm_ctx *ctx, enum bm_lang lang)
{
    const struct bm_rules *const rules = bm_ctx_rules(ctx);
    const unsigned budget = bm_ctx_turn_budget(ctx), moves = bm_ctx_turn_moves(ctx);
    const char *const phase = bm_rules_phase(rules, bm_ctx_phase(ctx));
    put_sentence(out, lang, "~ to move", "~の手番",
                 BM_TEXTS(bm_rules_info(rules)->side_name[lang][bm_ctx_turn(ctx)]));
    if (bm_ctx_checks(ctx, NULL))
        put_sentence(out, lang, ", in check", "、王手", BM_TEXTS(NULL));
    if (budget != 1 || moves != 0) {
        put_sentence(out, lang, ", move ~", "、~手目", BM_TEXTS(bm_decimal(moves + 1).s));
        if (budget != 0)
            put_sentence(out, lang, " of ~", "／~", BM_TEXTS(bm_decimal(budget).s));
    }
    if (phase)
        put_sentence(out, lang, ", phase: ~", "、段階: ~", BM_TEXTS(phase));
}

void bm_result_tell(struct bm_str *out, const struct bm_outcome *o,
                    const struct bm_rules *rules, enum bm_lang lang)
{
    const char *const why = bm_reason_text(o->reason, lang);
    const char *const winner =
        bm_rules_info(rules)->side_name[lang][o->result == BM_SECOND_WINS];
    if (o->result == BM_DRAW)
        put_sentence(out, lang, "draw: ~", "引き分け（~）", BM_TEXTS(why));
    else if (o->result == BM_ONGOING)
        put_sentence(out, lang, "no result: ~", "結果なし（~）", BM_TEXTS(why));
    else
        put_sentence(out, lang, "~ wins: ~", "~の勝ち（~）", BM_TEXTS(winner, why));
}

void bm_offers_tell(struct bm_str *out, const struct bm_match_state *state,
                    const struct bm_rules *rules, enum bm_lang lang)
{
    for (unsigned side = 0; side < 2 && state->stage != BM_MATCH_OVER; side++) {
        const char *const name = bm_rules_info(rules)->side_name[lang][side];
        if (state->offer[side])
            put_sentence(out, lang, "; ~ offers a draw", "。~が引き分けを提案", BM_TEXTS(name));
        if (state->takeback[side])
            put_sentence(out, lang, "; ~ asks for a takeback", "。~が待ったを希望",
                         BM_TEXTS(name));
    }
    if (state->stage == BM_MATCH_PLAYING && state->outcome.claims)
        put_sentence(out, lang, "; a draw can be claimed", "。引き分けを主張可",
                     BM_TEXTS(NULL));
}
