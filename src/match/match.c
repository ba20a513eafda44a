/* SPDX-License-Identifier: MIT */
/* Matches: life, tags, and what can be seen of them. */
#include "match/match.h"

#include "match/tags.h"
#include "record/variant_names.h"

bool bm_match_timed(const struct bm_match *m)
{
    return m->options.times.side[0].kind != BM_CLOCK_NONE ||
           m->options.times.side[1].kind != BM_CLOCK_NONE;
}

bm_status bm_match_write_tags(struct bm_match *m)
{
    char times[BM_TIMES_TEXT] = "";
    if (bm_match_timed(m)) {
        struct bm_str s;
        bm_str_init(&s, times, sizeof times);
        bm_tags_put_times(&m->options.times, bm_is_shogi(m->options.rules), &s);
        (void)bm_str_end(&s);
    }
    bm_status status = bm_tags_put_seat(m->game, BM_FIRST, &m->options.seat[BM_FIRST]);
    if (!status)
        status = bm_tags_put_seat(m->game, BM_SECOND, &m->options.seat[BM_SECOND]);
    return status ? status : bm_tags_put(m->game, "TimeControl", times);
}

bm_status bm_match_create(struct bm_match **out, const struct bm_match_options *options,
                          struct bm_error *err)
{
    void *mem = NULL;
    size_t cap = 0;
    if (!out || !options || !options->rules)
        return BM_EINVAL;
    if (!bm_grow(&mem, &cap, sizeof(struct bm_match), 1))
        return BM_ENOMEM;
    struct bm_match *const m = mem;
    *m = (struct bm_match){
        .options = *options, .stage = BM_MATCH_WAITING, .end = BM_NODE_NONE, .now = INT64_MIN};
    for (unsigned side = 0; side < 2; side++)
        m->options.seat[side].name[sizeof m->options.seat[side].name - 1] = '\0';
    if (options->choices)
        m->choices = *options->choices;
    else
        bm_options_default(&m->choices);
    m->choices.play_on = false;
    m->options.choices = &m->choices;
    bm_clock_init(&m->clock, &options->times);
    m->options.times = m->clock.times;

    bm_status status = bm_game_create(&m->game, options->rules, NULL);
    if (!status && options->start)
        status = bm_game_set_start(m->game, options->start);
    if (!status)
        status = bm_match_write_tags(m);
    if (!status)
        status = bm_match_open(m, err);
    if (status) {
        bm_match_destroy(m);
        return status;
    }
    m->options.start = bm_game_start(m->game);
    *out = m;
    return BM_OK;
}

void bm_match_destroy(struct bm_match *match)
{
    if (!match)
        return;
    bm_line_close(&match->line);
    bm_game_destroy(match->game);
    bm_release(match->marks);
    bm_release(match);
}

bm_status bm_match_rematch(struct bm_match **out, const struct bm_match *match, bool swap)
{
    struct bm_match_options options = match->options;
    if (swap) {
        options.seat[0] = match->options.seat[1];
        options.seat[1] = match->options.seat[0];
        options.times.side[0] = match->options.times.side[1];
        options.times.side[1] = match->options.times.side[0];
    }
    return bm_match_create(out, &options, NULL);
}

void bm_match_state(const struct bm_match *match, struct bm_match_state *out)
{
    *out = (struct bm_match_state){
        .stage = match->stage,
        .turn = bm_ctx_turn(match->line.ctx),
        .offer = {match->offer[0], match->offer[1]},
        .takeback = {match->takeback[0], match->takeback[1]},
        .redo = match->redo,
        .version = match->version,
    };
    bm_ctx_outcome(match->line.ctx, &out->outcome);
    if (match->stage != BM_MATCH_PLAYING && match->stage != BM_MATCH_PAUSED)
        out->outcome.claims = 0;
    if (match->stage == BM_MATCH_OVER || match->stage == BM_MATCH_ADJOURNED) {
        out->outcome.result = match->result;
        out->outcome.reason = match->reason;
    }
}

const struct bm_ctx *bm_match_ctx(const struct bm_match *match) { return match->line.ctx; }
const struct bm_game *bm_match_game(const struct bm_match *match) { return match->game; }
bm_node bm_match_node(const struct bm_match *match) { return match->line.at; }
const struct bm_clock *bm_match_clock(const struct bm_match *match) { return &match->clock; }
bm_faults bm_match_faults(const struct bm_match *match) { return match->faults; }

const struct bm_match_options *bm_match_options(const struct bm_match *match)
{
    return &match->options;
}

const struct bm_seat *bm_match_seat(const struct bm_match *match, unsigned side)
{
    return &match->options.seat[side & 1];
}

void bm_match_sit(struct bm_match *match, unsigned side, const struct bm_seat *seat)
{
    struct bm_seat *const mine = &match->options.seat[side & 1];
    *mine = *seat;
    mine->name[sizeof mine->name - 1] = '\0';
    /* Without memory the record keeps the old name; the seat itself is changed. */
    (void)!bm_tags_put_seat(match->game, side & 1, mine);
    match->version++;
}

bm_status bm_match_tag(struct bm_match *match, const char *name, const char *value)
{
    return bm_tags_put(match->game, name, value);
}

bm_status bm_match_annotate(struct bm_match *match, const struct bm_note *note)
{
    return bm_game_annotate(match->game, match->line.at, note, NULL);
}
