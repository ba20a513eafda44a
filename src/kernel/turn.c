/* SPDX-License-Identifier: MIT */
/* Whose turn it is: see banmen/turn.h. */
#include "banmen/turn.h"

static const struct bm_turn_phase *phase_of(const struct bm_turn_rules *rules,
                                            const struct bm_turn *t)
{
    return &rules->phase[t->phase < BM_MAX_PHASES ? t->phase : BM_MAX_PHASES - 1];
}

/*
 * The next move is made in the next phase if so many turns have ended: that is known before the
 * move, and what it may do is asked before it.
 */
unsigned bm_turn_phase(const struct bm_turn_rules *rules, const struct bm_turn *t)
{
    const struct bm_turn_phase *const p = phase_of(rules, t);
    return t->phase + 1u < rules->phases && p->until == BM_UNTIL_TURNS && t->ended >= p->count
               ? t->phase + 1u
               : t->phase;
}

static const struct bm_turn_rule *turn_rule_of(const struct bm_turn_rules *rules,
                                               const struct bm_turn *t)
{
    return &rules->phase[bm_turn_phase(rules, t) % BM_MAX_PHASES].rule;
}

void bm_turn_start(struct bm_turn *t, unsigned side)
{
    *t = (struct bm_turn){.side = (uint8_t)(side & 1)};
}

unsigned bm_turn_side(const struct bm_turn *t) { return t->side; }

unsigned bm_turn_budget(const struct bm_turn_rules *rules, const struct bm_turn *t)
{
    const struct bm_turn_rule *const r = turn_rule_of(rules, t);
    if (t->turns == 0 && r->first)
        return r->first;
    if (r->progressive)
        return t->turns < BM_TURN_UNLIMITED - 1 ? t->turns + 1 : BM_TURN_UNLIMITED - 1;
    if (r->entries[t->side] == 0)
        return 1;
    const uint32_t turn = r->by_side ? t->turns / 2 : t->turns;
    const unsigned last = r->entries[t->side] - 1u;
    return r->moves[t->side][turn < last ? turn : last];
}

bool bm_turn_is_last(const struct bm_turn_rules *rules, const struct bm_turn *t)
{
    const unsigned budget = bm_turn_budget(rules, t);
    return budget != BM_TURN_UNLIMITED && t->used + 1u >= budget;
}

bool bm_turn_allows(const struct bm_turn_rules *rules, const struct bm_turn *t,
                    struct bm_turn_move move)
{
    const struct bm_turn_rule *const r = turn_rule_of(rules, t);
    const bool kept = (move.check && r->check == BM_TURN_LAST_ONLY) ||
                      (move.capture && r->capture == BM_TURN_LAST_ONLY);
    return !kept || bm_turn_is_last(rules, t);
}

void bm_turn_end(struct bm_turn *t)
{
    t->side ^= 1;
    t->turns++;
    t->used = t->made = 0;
    if (t->ended < UINT16_MAX)
        t->ended++;
}

/* Whether the condition of the current phase holds, the move just made being counted. */
static bool is_phase_over(const struct bm_turn_phase *p, const struct bm_turn *t,
                          struct bm_turn_move move)
{
    switch (p->until) {
    case BM_UNTIL_HANDS_EMPTY: return move.hands_empty;
    case BM_UNTIL_CAPTURES: return t->captures >= p->count;
    case BM_UNTIL_TURNS: return t->ended >= p->count;
    default: return false;
    }
}

bool bm_turn_register(const struct bm_turn_rules *rules, struct bm_turn *t,
                      struct bm_turn_move move)
{
    if (move.capture && t->captures < UINT16_MAX)
        t->captures++;
    if (t->phase + 1u < rules->phases && is_phase_over(phase_of(rules, t), t, move)) {
        t->phase++;
        t->captures = t->ended = 0;
    }

    const struct bm_turn_rule *const r = turn_rule_of(rules, t);
    const unsigned budget = bm_turn_budget(rules, t);
    if (t->made < UINT8_MAX)
        t->made++;
    if (!(move.capture && r->capture == BM_TURN_AGAIN) && t->used < BM_TURN_UNLIMITED - 1)
        t->used++;
    if ((budget != BM_TURN_UNLIMITED && t->used >= budget) ||
        (move.capture && r->capture == BM_TURN_ENDS) ||
        (move.check && r->check == BM_TURN_ENDS)) {
        bm_turn_end(t);
        return true;
    }
    return false;
}
