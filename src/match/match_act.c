/* SPDX-License-Identifier: MIT */
/* The actions of a match: who may do what, and when. */
#include "match/match.h"

#include "base/str.h"
#include "rules/ruleset.h"

/* Where an action can be done: a set of stages. */
enum {
    WAITING = 1 << BM_MATCH_WAITING,
    PLAYING = 1 << BM_MATCH_PLAYING,
    PAUSED = 1 << BM_MATCH_PAUSED,
    ADJOURNED = 1 << BM_MATCH_ADJOURNED,
    OVER = 1 << BM_MATCH_OVER
};

static enum bm_refusal at_stage(const struct bm_match *m, unsigned where)
{
    if (where >> m->stage & 1)
        return BM_REFUSAL_NONE;
    switch (m->stage) {
    case BM_MATCH_WAITING: return BM_REFUSAL_NOT_STARTED;
    case BM_MATCH_OVER: return BM_REFUSAL_OVER;
    case BM_MATCH_PAUSED:
    case BM_MATCH_ADJOURNED: return BM_REFUSAL_PAUSED;
    case BM_MATCH_PLAYING: break;
    }
    return BM_REFUSAL_NOT_PAUSED;
}

static enum bm_refusal refusal_of_status(bm_status status)
{
    return status ? BM_REFUSAL_NO_MEMORY : BM_REFUSAL_NONE;
}

static enum bm_refusal start_match(struct bm_match *m, int64_t now)
{
    if (m->stage != BM_MATCH_WAITING)
        return m->stage == BM_MATCH_OVER ? BM_REFUSAL_OVER : BM_REFUSAL_STARTED;
    if (bm_match_judge(m, now))
        return BM_REFUSAL_NO_MEMORY;
    if (m->stage == BM_MATCH_OVER)
        return BM_REFUSAL_NONE;
    m->stage = BM_MATCH_PLAYING;
    bm_match_run(m, now);
    return BM_REFUSAL_NONE;
}

static enum bm_refusal offer_draw(struct bm_match *m, unsigned side, int64_t now)
{
    if (m->offer[bm_other(side)]) /* both have offered */
        return refusal_of_status(bm_match_finish(m, BM_DRAW, BM_REASON_AGREEMENT, now));
    if (m->offer[side])
        return BM_REFUSAL_OFFERED;
    if (m->offered[side])
        return BM_REFUSAL_TOO_SOON;
    m->offer[side] = m->offered[side] = true;
    return BM_REFUSAL_NONE;
}

static enum bm_refusal answer_draw(struct bm_match *m, unsigned side, bool yes, int64_t now)
{
    if (!m->offer[bm_other(side)])
        return BM_REFUSAL_NO_OFFER;
    if (yes)
        return refusal_of_status(bm_match_finish(m, BM_DRAW, BM_REASON_AGREEMENT, now));
    m->offer[bm_other(side)] = false;
    return BM_REFUSAL_NONE;
}

static enum bm_refusal claim_draw(struct bm_match *m, const struct bm_action *a, int64_t now)
{
    struct bm_outcome outcome;
    if (a->claim > (BM_CLAIM_REPETITION | BM_CLAIM_FIFTY))
        return BM_REFUSAL_BAD_VALUE;
    if (a->side != bm_ctx_turn(m->line.ctx))
        return BM_REFUSAL_NOT_YOUR_TURN;
    bm_ctx_outcome(m->line.ctx, &outcome);
    const unsigned holds = outcome.claims & (a->claim ? a->claim : ~0u);
    if (!holds)
        return BM_REFUSAL_NO_CLAIM;
    const enum bm_reason quiet =
        m->options.rules->set->quiet_claim == 100 ? BM_REASON_FIFTY : BM_REASON_QUIET;
    return refusal_of_status(bm_match_finish(
        m, BM_DRAW, holds & BM_CLAIM_REPETITION ? BM_REASON_REPETITION : quiet, now));
}

static enum bm_refusal declare_impasse(struct bm_match *m, unsigned side, int64_t now)
{
    struct bm_impasse impasse;
    bm_ctx_impasse(m->line.ctx, &impasse);
    if (impasse.result == BM_ONGOING)
        return BM_REFUSAL_NO_DECLARATION;
    if (side != bm_ctx_turn(m->line.ctx))
        return BM_REFUSAL_NOT_YOUR_TURN;
    const bool failed = impasse.result == bm_win_of(bm_other(side));
    return refusal_of_status(bm_match_finish(
        m, impasse.result, failed ? BM_REASON_DECLARATION : BM_REASON_IMPASSE, now));
}

/* Clocks, interruptions, and what a director does. */

static enum bm_refusal give_time(struct bm_match *m, const struct bm_action *a)
{
    const unsigned to = bm_other(a->side);
    char text[40];
    struct bm_str s;
    if (m->clock.times.side[to].kind == BM_CLOCK_NONE)
        return BM_REFUSAL_NO_CLOCK;
    if (a->ms <= 0 || a->ms > BM_TIME_MOST - m->clock.main[to])
        return BM_REFUSAL_BAD_VALUE;
    bm_str_init(&s, text, sizeof text);
    bm_str_text(&s, to == BM_FIRST ? "%give first " : "%give second ");
    bm_str_u64(&s, (uint64_t)a->ms);
    const struct bm_note note = {.kind = BM_NOTE_COMMAND, .text = {text, bm_str_end(&s)}};
    if (bm_game_annotate(m->game, m->line.at, &note, NULL))
        return BM_REFUSAL_NO_MEMORY;
    bm_clock_give(&m->clock, to, a->ms);
    bm_clock_give(&m->marks[m->ply].clock, to, a->ms);
    return BM_REFUSAL_NONE;
}

static enum bm_refusal pause_match(struct bm_match *m, int64_t now)
{
    bm_clock_pause(&m->clock, now);
    m->stage = BM_MATCH_PAUSED;
    return BM_REFUSAL_NONE;
}

static enum bm_refusal resume_match(struct bm_match *m, int64_t now)
{
    if (m->stage == BM_MATCH_ADJOURNED)
        bm_match_reopen(m);
    m->stage = BM_MATCH_PLAYING;
    bm_match_run(m, now);
    return BM_REFUSAL_NONE;
}

static enum bm_refusal abort_match(struct bm_match *m, int64_t now)
{
    const struct bm_mark *const mark = &m->marks[m->ply];
    if (bm_match_is_remote(m) && mark->turns[0] && mark->turns[1])
        return BM_REFUSAL_TOO_LATE_TO_ABORT;
    return refusal_of_status(bm_match_finish(m, BM_ONGOING, BM_REASON_ABORTED, now));
}

static enum bm_refusal forfeit_match(struct bm_match *m, const struct bm_action *a, int64_t now)
{
    if (a->reason == BM_REASON_TIME)
        return refusal_of_status(bm_match_flag(m, a->side, now));
    if (a->reason != BM_REASON_ILLEGAL && a->reason != BM_REASON_CRASH &&
        a->reason != BM_REASON_ABSENT)
        return BM_REFUSAL_BAD_VALUE;
    return refusal_of_status(bm_match_finish(m, bm_win_of(bm_other(a->side)), a->reason, now));
}

static enum bm_refusal adjudicate_match(struct bm_match *m, const struct bm_action *a,
                                        int64_t now)
{
    const enum bm_reason reason = a->reason ? a->reason : BM_REASON_ADJUDICATION;
    if (a->result == BM_ONGOING || a->result > BM_DRAW || reason >= BM_REASON_COUNT ||
        reason == BM_REASON_ABORTED || reason == BM_REASON_ADJOURNED)
        return BM_REFUSAL_BAD_VALUE;
    return refusal_of_status(bm_match_finish(m, a->result, reason, now));
}

static enum bm_refusal play_action(struct bm_match *m, const struct bm_action *a, int64_t now)
{
    if (a->side != bm_ctx_turn(m->line.ctx))
        return BM_REFUSAL_NOT_YOUR_TURN;
    return bm_match_play(m, a->move, now);
}

/* The stages at which each can be done. */
static const uint8_t stages[BM_ACT_COUNT] = {
    [BM_ACT_START] = WAITING | PLAYING | PAUSED | ADJOURNED | OVER, /* it looks itself */
    [BM_ACT_MOVE] = PLAYING,
    [BM_ACT_RESIGN] = PLAYING | PAUSED | ADJOURNED,
    [BM_ACT_OFFER_DRAW] = PLAYING | PAUSED,
    [BM_ACT_ACCEPT_DRAW] = PLAYING | PAUSED,
    [BM_ACT_DECLINE_DRAW] = PLAYING | PAUSED,
    [BM_ACT_CLAIM] = PLAYING,
    [BM_ACT_DECLARE] = PLAYING,
    [BM_ACT_ASK_TAKEBACK] = PLAYING | PAUSED,
    [BM_ACT_GRANT_TAKEBACK] = PLAYING | PAUSED,
    [BM_ACT_REFUSE_TAKEBACK] = PLAYING | PAUSED,
    [BM_ACT_UNDO] = PLAYING | PAUSED | OVER,
    [BM_ACT_REDO] = PLAYING | PAUSED,
    [BM_ACT_GIVE_TIME] = PLAYING | PAUSED,
    [BM_ACT_PAUSE] = PLAYING,
    [BM_ACT_RESUME] = PAUSED | ADJOURNED,
    [BM_ACT_ADJOURN] = PLAYING | PAUSED,
    [BM_ACT_ABORT] = WAITING | PLAYING | PAUSED | ADJOURNED,
    [BM_ACT_FLAG] = PLAYING,
    [BM_ACT_FORFEIT] = WAITING | PLAYING | PAUSED | ADJOURNED,
    [BM_ACT_ADJUDICATE] = WAITING | PLAYING | PAUSED | ADJOURNED,
};

static enum bm_refusal apply_action(struct bm_match *m, const struct bm_action *a, int64_t now)
{
    switch (a->act) {
    case BM_ACT_START: return start_match(m, now);
    case BM_ACT_MOVE: return play_action(m, a, now);
    case BM_ACT_RESIGN:
        return refusal_of_status(
            bm_match_finish(m, bm_win_of(bm_other(a->side)), BM_REASON_RESIGNATION, now));
    case BM_ACT_OFFER_DRAW: return offer_draw(m, a->side, now);
    case BM_ACT_ACCEPT_DRAW: return answer_draw(m, a->side, true, now);
    case BM_ACT_DECLINE_DRAW: return answer_draw(m, a->side, false, now);
    case BM_ACT_CLAIM: return claim_draw(m, a, now);
    case BM_ACT_DECLARE: return declare_impasse(m, a->side, now);
    case BM_ACT_ASK_TAKEBACK: return bm_match_ask_takeback(m, a);
    case BM_ACT_GRANT_TAKEBACK: return bm_match_answer_takeback(m, a->side, true, now);
    case BM_ACT_REFUSE_TAKEBACK: return bm_match_answer_takeback(m, a->side, false, now);
    case BM_ACT_UNDO: return bm_match_undo(m, a, now);
    case BM_ACT_REDO: return bm_match_redo(m, a, now);
    case BM_ACT_GIVE_TIME: return give_time(m, a);
    case BM_ACT_PAUSE: return pause_match(m, now);
    case BM_ACT_RESUME: return resume_match(m, now);
    case BM_ACT_ADJOURN:
        return refusal_of_status(bm_match_finish(m, BM_ONGOING, BM_REASON_ADJOURNED, now));
    case BM_ACT_ABORT: return abort_match(m, now);
    case BM_ACT_FLAG: return bm_match_timed(m) ? BM_REFUSAL_NOT_FALLEN : BM_REFUSAL_NO_CLOCK;
    case BM_ACT_FORFEIT: return forfeit_match(m, a, now);
    case BM_ACT_ADJUDICATE: return adjudicate_match(m, a, now);
    case BM_ACT_COUNT: break;
    }
    return BM_REFUSAL_BAD_VALUE;
}

enum bm_refusal bm_match_act(struct bm_match *match, const struct bm_action *action,
                             int64_t now)
{
    if ((unsigned)action->act >= BM_ACT_COUNT || action->side > 1)
        return BM_REFUSAL_BAD_VALUE;
    now = now > match->now ? now : match->now;
    if (bm_match_tick(match, now) && action->act == BM_ACT_FLAG)
        return BM_REFUSAL_NONE;
    if (bm_match_deadline(match) <= now) /* it has fallen, and that could not be written down */
        return BM_REFUSAL_NO_MEMORY;
    enum bm_refusal r = at_stage(match, stages[action->act]);
    if (!r)
        r = apply_action(match, action, now);
    if (!r) {
        match->now = now;
        match->version++;
    }
    return r;
}

enum bm_refusal bm_match_move(struct bm_match *match, bm_move m, int64_t now)
{
    const struct bm_action action = {
        .act = BM_ACT_MOVE, .side = bm_ctx_turn(match->line.ctx), .move = m};
    return bm_match_act(match, &action, now);
}

bool bm_match_tick(struct bm_match *match, int64_t now)
{
    const unsigned side = match->clock.turn;
    now = now > match->now ? now : match->now;
    if (match->stage != BM_MATCH_PLAYING || !match->clock.running ||
        !bm_clock_flagged(&match->clock, side, now))
        return false;
    /* The game ended when the flag fell, however late that is noticed. */
    const int64_t fell = bm_clock_deadline(&match->clock);
    if (bm_match_flag(match, side, fell))
        return false; /* no memory for it now: the next tick tries again */
    match->now = fell;
    match->version++;
    return true;
}

int64_t bm_match_deadline(const struct bm_match *match)
{
    return match->stage == BM_MATCH_PLAYING ? bm_clock_deadline(&match->clock) : BM_NO_LIMIT;
}
