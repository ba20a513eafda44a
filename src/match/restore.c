/* SPDX-License-Identifier: MIT */
/*
 * Going on with a game from a record: its main line is played again, in a time of its own, in
 * which each move takes what the record says it took.
 */
#include "match/match.h"
#include "match/tags.h"
#include "notation/text.h"
#include "record/variant_names.h"

struct source {
    const struct bm_game *record;
    bool timed; /* its clocks are those of the match */
};

static bm_status copy_tags(struct bm_match *m, const struct bm_game *record)
{
    bm_status status = BM_OK;
    while (bm_game_tags(m->game) != 0)
        (void)bm_game_remove_tag(m->game, 0);
    for (size_t i = 0; i < bm_game_tags(record) && !status; i++) {
        const struct bm_tag tag = bm_game_tag_at(record, i);
        status = bm_game_add_tag(m->game, tag.name, tag.value);
    }
    return status ? status : bm_match_write_tags(m);
}

/* Time that was given at a node, as bm_match_act() notes it. */
static void take_gift(struct bm_match *m, struct bm_text text)
{
    static const char *const words[] = {"%give first ", "%give second "};
    for (unsigned side = 0; side < 2; side++) {
        const int64_t ms =
            bm_tags_begins(text, words[side]) ? bm_tags_number(text, strlen(words[side])) : -1;
        if (ms > 0) {
            bm_clock_give(&m->clock, side, ms);
            bm_clock_give(&m->marks[m->ply].clock, side, ms);
        }
    }
}

static bool is_time(const struct bm_note *note)
{
    return note->kind == BM_NOTE_SPENT || note->kind == BM_NOTE_TOTAL ||
           note->kind == BM_NOTE_CLOCK ||
           (note->kind == BM_NOTE_COMMAND && bm_tags_begins(note->text, "%give "));
}

/* The notes of a node go with it; times only if they are of the clocks that are used. */
static bm_status copy_notes(struct bm_match *m, bm_node to, const struct source *from,
                            bm_node n)
{
    bm_status status = BM_OK;
    for (bm_note_id id = bm_game_notes(from->record, n); id && !status;
         id = bm_game_next_note(from->record, id)) {
        const struct bm_note note = bm_game_note(from->record, id);
        if (is_time(&note) && !from->timed)
            continue;
        status = bm_game_annotate(m->game, to, &note, NULL);
        if (note.kind == BM_NOTE_COMMAND)
            take_gift(m, note.text);
    }
    return status;
}

/* A time that is noted, or -1. */
static int64_t value_of(const struct source *from, bm_node n, enum bm_note_kind kind)
{
    const bm_note_id id = from->timed ? bm_game_find_note(from->record, n, kind) : 0;
    const int64_t value = id ? bm_game_note(from->record, id).value : -1;
    return value < BM_TIME_MOST ? value : BM_TIME_MOST;
}

/* How the clock stands behind a move that took so long; what was left is the record's word. */
static struct bm_clock clock_behind(const struct bm_match *m, bool within, int64_t spent,
                                    int64_t left)
{
    const unsigned side = m->marks[m->ply].side;
    struct bm_clock clock = m->clock;
    if (!clock.started && spent >= 0)
        bm_clock_start(&clock, side, 0);
    bm_clock_resume(&clock, 0);
    bm_clock_pause(&clock, spent > 0 ? spent : 0);
    if (!within)
        (void)bm_clock_stop(&clock, 0);
    if (left >= 0 && !within && clock.times.side[side].kind == BM_CLOCK_GAME)
        clock.main[side] = left;
    clock.flag = 0;
    return clock;
}

static bm_status replay_move(struct bm_match *m, const struct source *from, bm_node n,
                             struct bm_error *err)
{
    const bm_move move = bm_game_move(from->record, n);
    bm_node node = BM_NODE_NONE;
    bm_status status = bm_match_room(m);
    if (!status)
        status = bm_game_add(m->game, m->line.at, move, &node);
    if (status)
        return status;
    if (bm_ctx_play(m->line.ctx, move))
        return bm_text_fail(err, BM_ERULE, 0, "the record has a move that cannot be played");
    const bool within = bm_ctx_turn_moves(m->line.ctx) != 0;
    (void)bm_ctx_undo(m->line.ctx);
    const struct bm_clock clock = clock_behind(m, within, value_of(from, n, BM_NOTE_SPENT),
                                               value_of(from, n, BM_NOTE_CLOCK));
    bm_match_advance(m, move, node, &clock);
    return copy_notes(m, node, from, n);
}

/* All moves of the main line; a foul that ended it is not one. *at is the last. */
static bm_status replay_all(struct bm_match *m, const struct source *from, bm_node *at,
                            struct bm_error *err)
{
    const struct bm_game *const record = from->record;
    bm_status status = copy_notes(m, BM_NODE_ROOT, from, BM_NODE_ROOT);
    bm_node n;
    *at = BM_NODE_ROOT;
    while (!status && (n = bm_game_first(record, *at)) != BM_NODE_NONE &&
           bm_game_kind(record, n) != BM_NODE_END && !bm_game_illegal(record, n)) {
        if (bm_game_kind(record, n) == BM_NODE_PASS)
            return bm_text_fail(err, BM_ERULE, 0,
                                "a game with null moves is an analysis and cannot be resumed");
        status = replay_move(m, from, n, err);
        *at = n;
    }
    return status;
}

/* The end behind the last move, or behind the foul that followed it. */
static bm_node end_behind(const struct bm_game *record, bm_node at)
{
    bm_node n = bm_game_first(record, at);
    if (n != BM_NODE_NONE && bm_game_illegal(record, n))
        n = bm_game_first(record, n);
    return n != BM_NODE_NONE && bm_game_kind(record, n) == BM_NODE_END ? n : BM_NODE_NONE;
}

/* Paused or over, with the time that the turn had taken by then. */
static bm_status restore_stage(struct bm_match *m, const struct source *from, bm_node end)
{
    const struct bm_ending ending = bm_game_ending(from->record, end);
    const int64_t spent = end != BM_NODE_NONE ? value_of(from, end, BM_NOTE_SPENT) : -1;
    m->stage = BM_MATCH_PAUSED;
    if (spent >= 0) {
        if (!m->clock.started)
            bm_clock_start(&m->clock, m->marks[m->ply].side, 0);
        bm_clock_resume(&m->clock, 0);
        bm_clock_pause(&m->clock, spent);
    }
    const bm_status status = bm_match_judge(m, 0);
    if (status || m->stage == BM_MATCH_OVER || end == BM_NODE_NONE ||
        (ending.result == BM_ONGOING && ending.end != BM_END_ABANDONED))
        return status;
    return bm_match_finish(m, ending.result, bm_match_reason(&ending), 0);
}

static bm_status restore_match(struct bm_match *m, const struct source *from,
                               struct bm_error *err)
{
    bm_node at;
    struct bm_options lenient = m->choices;
    bm_status status = copy_tags(m, from->record);
    if (status)
        return status;
    /* A record may have gone on where our choices would have ended it. */
    const struct bm_options strict = m->choices;
    lenient.play_on = true;
    m->choices = lenient;
    bm_ctx_configure(m->line.ctx, &m->choices);
    status = replay_all(m, from, &at, err);
    m->choices = strict;
    bm_ctx_configure(m->line.ctx, &m->choices);
    return status ? status : restore_stage(m, from, end_behind(from->record, at));
}

bm_status bm_match_restore(struct bm_match **out, const struct bm_game *record,
                           const struct bm_match_options *options, struct bm_error *err)
{
    struct bm_match_options all = options ? *options : (struct bm_match_options){0};
    struct bm_match *m = NULL;
    struct bm_text text;
    struct source from = {.record = record};
    struct bm_times told = {0};
    all.rules = bm_game_rules(record);
    all.start = bm_game_start(record);
    if (bm_game_tag(record, "TimeControl", &text) &&
        !bm_tags_times(&told, text, bm_is_shogi(all.rules)))
        told = (struct bm_times){0};
    if (bm_times_equal(&all.times, &(struct bm_times){0}))
        all.times = told;
    from.timed = bm_times_equal(&all.times, &told);
    for (unsigned side = 0; side < 2; side++)
        bm_tags_seat(record, side, &all.seat[side]);
    bm_status status = bm_match_create(&m, &all, err);
    if (status)
        return status;
    status = restore_match(m, &from, err);
    if (status) {
        bm_match_destroy(m);
        return status;
    }
    m->version = 1;
    *out = m;
    return BM_OK;
}
