/* SPDX-License-Identifier: MIT */
/* How matches end, and what their records say of it. */
#include "game/words.h"
#include "match/match.h"

/*
 * The end that a record has for a reason, when the side to move loses or wins by it, or it is a
 * draw. Where two ends differ by who is to move, `other` is that of the side that is not.
 */
static const struct {
    enum bm_end end, other;
} ends[BM_REASON_COUNT] = {
#define SAME(reason, end)        [BM_REASON_##reason] = {BM_END_##end, BM_END_##end}
#define PAIR(reason, end, other) [BM_REASON_##reason] = {BM_END_##end, BM_END_##other}
    SAME(NONE, STATED),
    SAME(CHECKMATE, MATE),
    SAME(STALEMATE, STALEMATE),
    SAME(NO_MOVE, STALEMATE),
    SAME(REPETITION, REPETITION),
    PAIR(PERPETUAL, FOUL, FOUL_BY_OTHER),
    SAME(FIFTY, QUIET),
    SAME(SEVENTY_FIVE, QUIET),
    SAME(MATERIAL, MATERIAL),
    SAME(DEAD, MATERIAL),
    SAME(IMPASSE, DECLARATION), /* and BM_END_IMPASSE if it is a draw */
    SAME(TRY, TRY),
    SAME(MOVE_LIMIT, MOVE_LIMIT),
    SAME(GOAL, STATED),
    SAME(EXTINCT, STATED),
    SAME(CHECKS, STATED),
    SAME(QUIET, QUIET),
    SAME(RESIGNATION, RESIGNATION),
    SAME(TIME, TIME),
    SAME(TIME_MATERIAL, TIME),
    SAME(AGREEMENT, AGREEMENT),
    PAIR(DECLARATION, FOUL, FOUL_BY_OTHER),
    PAIR(ILLEGAL, FOUL, FOUL_BY_OTHER),
    SAME(CRASH, FAILURE),
    PAIR(ABSENT, ABSENT, ABSENT_OTHER),
    SAME(ADJUDICATION, ADJUDICATION),
    SAME(ABORTED, ABANDONED),
    SAME(ADJOURNED, INTERRUPTED),
#undef SAME
#undef PAIR
};

/* The reason that an end has when nothing more is known. */
static enum bm_reason usual_reason(enum bm_end end, enum bm_result result)
{
    static const enum bm_reason reasons[BM_END_COUNT] = {
        [BM_END_RESIGNATION] = BM_REASON_RESIGNATION,
        [BM_END_MATE] = BM_REASON_CHECKMATE,
        [BM_END_STALEMATE] = BM_REASON_STALEMATE,
        [BM_END_TIME] = BM_REASON_TIME,
        [BM_END_FOUL] = BM_REASON_ILLEGAL,
        [BM_END_FOUL_BY_OTHER] = BM_REASON_ILLEGAL,
        [BM_END_REPETITION] = BM_REASON_REPETITION,
        [BM_END_IMPASSE] = BM_REASON_IMPASSE,
        [BM_END_DECLARATION] = BM_REASON_IMPASSE,
        [BM_END_TRY] = BM_REASON_TRY,
        [BM_END_AGREEMENT] = BM_REASON_AGREEMENT,
        [BM_END_MOVE_LIMIT] = BM_REASON_MOVE_LIMIT,
        [BM_END_QUIET] = BM_REASON_FIFTY,
        [BM_END_MATERIAL] = BM_REASON_MATERIAL,
        [BM_END_ABSENT_OTHER] = BM_REASON_ABSENT,
        [BM_END_ABSENT] = BM_REASON_ABSENT,
        [BM_END_INTERRUPTED] = BM_REASON_ADJOURNED,
        [BM_END_SEALED] = BM_REASON_ADJOURNED,
        [BM_END_NO_MATE] = BM_REASON_ADJOURNED,
        [BM_END_TAKE_BACK] = BM_REASON_ADJOURNED,
        [BM_END_FAILURE] = BM_REASON_CRASH,
        [BM_END_ABANDONED] = BM_REASON_ABORTED,
        [BM_END_ADJUDICATION] = BM_REASON_ADJUDICATION,
        [BM_END_OTHER] = BM_REASON_ADJUDICATION,
    };
    if (end == BM_END_TIME && result == BM_DRAW)
        return BM_REASON_TIME_MATERIAL;
    if (end == BM_END_STATED) /* most games that say no more ended so */
        return result == BM_DRAW ? BM_REASON_AGREEMENT : BM_REASON_RESIGNATION;
    return end < BM_END_COUNT ? reasons[end] : BM_REASON_NONE;
}

/* The end that a record has for a reason. */
static struct bm_ending ending_for(const struct bm_ctx *ctx, enum bm_result result,
                                   enum bm_reason reason)
{
    const bool mine = result == bm_win_of(bm_other(bm_ctx_turn(ctx)));
    struct bm_ending e = {
        .end = mine ? ends[reason].end : ends[reason].other, .result = result, .word = {"", 0}};
    if (reason == BM_REASON_IMPASSE && result == BM_DRAW)
        e.end = BM_END_IMPASSE;
    /* What the end alone would not tell when the record is read again; the rules tell mates and
     * their like. */
    struct bm_outcome outcome;
    bm_ctx_outcome(ctx, &outcome);
    const char *const word = usual_reason(e.end, result) != reason && outcome.reason != reason
                                 ? bm_reason_text(reason, BM_EN)
                                 : "";
    e.word = (struct bm_text){word, strlen(word)};
    return e;
}

enum bm_reason bm_match_reason(const struct bm_ending *ending)
{
    for (unsigned i = 1; i < BM_REASON_COUNT; i++)
        if (bm_words_same(ending->word, bm_reason_text((enum bm_reason)i, BM_EN)))
            return (enum bm_reason)i;
    return usual_reason(ending->end, ending->result);
}

/* The time of a turn that was not ended by a move. */
static bm_status note_spent(struct bm_match *m, bm_node n, int64_t now)
{
    const struct bm_mark *const mark = &m->marks[m->ply];
    const int64_t before = mark->within ? mark->clock.used : 0;
    const struct bm_note note = {.kind = BM_NOTE_SPENT,
                                 .value = bm_clock_spent(&m->clock, now) - before};
    return m->clock.started && bm_match_timed(m) ? bm_game_annotate(m->game, n, &note, NULL)
                                                 : BM_OK;
}

/* How it ended, in the record. */
static bm_status write_match_end(struct bm_match *m, enum bm_result result,
                                 enum bm_reason reason, int64_t now)
{
    const struct bm_ending ending = ending_for(m->line.ctx, result, reason);
    bm_node n = BM_NODE_NONE;
    bm_status status = bm_game_add_end(m->game, m->line.at, &ending, &n);
    if (status)
        return status;
    status = note_spent(m, n, now);
    if (status)
        (void)!bm_game_detach(m->game, n);
    else
        m->end = n;
    return status;
}

bm_status bm_match_finish(struct bm_match *m, enum bm_result result, enum bm_reason reason,
                          int64_t now)
{
    const bm_node old = m->end;
    const bm_status status = write_match_end(m, result, reason, now);
    if (status)
        return status;
    if (old != BM_NODE_NONE)
        (void)!bm_game_detach(m->game, old);
    bm_clock_pause(&m->clock, now);
    m->result = result;
    m->reason = reason;
    m->stage = reason == BM_REASON_ADJOURNED ? BM_MATCH_ADJOURNED : BM_MATCH_OVER;
    m->offer[0] = m->offer[1] = false;
    m->takeback[0] = m->takeback[1] = 0;
    return BM_OK;
}

bm_status bm_match_flag(struct bm_match *m, unsigned side, int64_t now)
{
    /* In shogi a win on time does not depend on the pieces that are left. */
    const bool draw = bm_rules_info(m->options.rules)->dialect == BM_DIALECT_UCI &&
                      !bm_ctx_can_mate(m->line.ctx, bm_other(side));
    return draw ? bm_match_finish(m, BM_DRAW, BM_REASON_TIME_MATERIAL, now)
                : bm_match_finish(m, bm_win_of(bm_other(side)), BM_REASON_TIME, now);
}

bm_status bm_match_judge(struct bm_match *m, int64_t now)
{
    struct bm_outcome outcome;
    bm_ctx_outcome(m->line.ctx, &outcome);
    return outcome.result == BM_ONGOING
               ? BM_OK
               : bm_match_finish(m, outcome.result, outcome.reason, now);
}

void bm_match_reopen(struct bm_match *m)
{
    if (m->end != BM_NODE_NONE)
        (void)!bm_game_detach(m->game, m->end);
    m->end = BM_NODE_NONE;
    if (m->stage == BM_MATCH_OVER || m->stage == BM_MATCH_ADJOURNED)
        m->stage = BM_MATCH_PLAYING;
    m->result = BM_ONGOING;
    m->reason = BM_REASON_NONE;
}
