/* SPDX-License-Identifier: MIT */
/* Matches of a page: creation, actions, state as JSON. */
#include "banmen/shuffle.h"
#include "match/computer_policy.h"
#include "match/status_text.h"
#include "wasm/web.h"

enum { PLIES = 256 }; /* plies that fit into a new `look` context, beyond the current ones */

/* Flags of a new game. */
enum { AUTO_DRAWS = 1, CLOCK_WAITS = 2, NO_TAKEBACKS = 4 };

struct bm_web_game *BM_WEB(bm_web_game)(struct bm_web *w, const struct bm_rules *rules,
                                        unsigned flags, unsigned kinds, unsigned levels);
void BM_WEB(bm_web_game_free)(struct bm_web_game *g);
unsigned BM_WEB(bm_web_act)(struct bm_web *w, struct bm_web_game *g, unsigned side,
                            uint32_t move, unsigned plies, double ms, unsigned reason,
                            unsigned result, double now);
int BM_WEB(bm_web_tick)(struct bm_web_game *g, double now);
double BM_WEB(bm_web_deadline)(const struct bm_web_game *g);
void BM_WEB(bm_web_savepoint)(struct bm_web_game *g);
void BM_WEB(bm_web_rollback)(struct bm_web_game *g);
void BM_WEB(bm_web_state)(struct bm_web *w, const struct bm_web_game *g, double now);

/* ---- Creation ---- */

static void copy_name(struct bm_seat *seat, struct bm_text name)
{
    size_t len = name.len < sizeof seat->name - 1 ? name.len : sizeof seat->name - 1;
    while (len != 0 && len < name.len && ((unsigned char)name.s[len] & 0xc0) == 0x80)
        len--; /* not in the middle of a character */
    memcpy(seat->name, name.s, len);
}

static bm_status make_match(struct bm_web *w, struct bm_web_game *g,
                            struct bm_match_options *options, struct bm_error *err)
{
    const struct bm_text start = bm_web_slot(w, 0), clock = bm_web_slot(w, 1);
    struct bm_setup setup;
    bm_status status = BM_OK;
    if (start.len != 0) {
        status = bm_position_parse(&setup, options->rules, start.s, start.len, 0, err);
        options->start = &setup;
    }
    if (status == BM_OK && clock.len != 0)
        status = bm_times_parse(&options->times, clock.s, clock.len, err);
    return status == BM_OK ? bm_match_create(&g->match, options, err) : status;
}

/*
 * Slots: start position, time control (both may be empty), names of the seats. `kinds` and
 * `levels` have a byte for each side. NULL: the answer is {"error","text":[en,ja],"column"}.
 */
struct bm_web_game *bm_web_game(struct bm_web *w, const struct bm_rules *rules, unsigned flags,
                                unsigned kinds, unsigned levels)
{
    struct bm_web_game *const g = bm_web_alloc(sizeof *g);
    struct bm_options choices;
    struct bm_match_options options = {.rules = rules,
                                       .choices = &choices,
                                       .clock_waits = (flags & CLOCK_WAITS) != 0,
                                       .no_takebacks = (flags & NO_TAKEBACKS) != 0};
    struct bm_error err = {.code = BM_ENOMEM, .what = "out of memory"};
    bm_options_default(&choices);
    choices.auto_draws = (flags & AUTO_DRAWS) != 0;
    for (unsigned side = 0; side < 2; side++) {
        const unsigned kind = kinds >> 8 * side & 0xff;
        options.seat[side].kind = kind < BM_SEAT_KINDS ? (enum bm_seat_kind)kind : 0;
        options.seat[side].level = levels >> 8 * side & 0xff;
        copy_name(&options.seat[side], bm_web_slot(w, 2 + side));
    }
    if (g && make_match(w, g, &options, &err) == BM_OK)
        return g;
    bm_release(g);
    struct bm_buf *const out = bm_web_answer(w);
    bm_json_begin(out, '{');
    bm_json_member_text(out, "error", err.what);
    bm_json_key(out, "text");
    bm_web_message_pair(out, err.what, rules);
    bm_json_member_int(out, "column", err.column);
    bm_json_end(out, '}');
    return NULL;
}

void bm_web_game_free(struct bm_web_game *g)
{
    bm_match_destroy(g->match);
    bm_ctx_destroy(g->look);
    bm_release(g);
}

struct bm_ctx *bm_web_ctx_at(struct bm_web_game *g, unsigned ply)
{
    const struct bm_ctx *const ctx = bm_match_ctx(g->match);
    const unsigned plies = bm_ctx_plies(ctx);
    if (ply > plies)
        return NULL;
    if (!g->look || plies + 1 >= g->look_plies) {
        const unsigned room = plies + PLIES;
        bm_ctx_destroy(g->look);
        g->look = NULL;
        if (bm_ctx_create(&g->look, bm_ctx_rules(ctx), room) != BM_OK)
            return NULL;
        g->look_plies = room;
        g->look_valid = false;
    }
    if (!g->look_valid || g->version != g->match->version) {
        g->look_valid = bm_ctx_copy(g->look, ctx) == BM_OK;
        g->version = g->match->version;
        if (!g->look_valid)
            return NULL;
    }
    while (bm_ctx_plies(g->look) > ply)
        (void)bm_ctx_undo(g->look);
    while (bm_ctx_plies(g->look) < ply)
        if (bm_ctx_play(g->look, bm_ctx_played(ctx, bm_ctx_plies(g->look))) != 0) {
            g->look_valid = false;
            return NULL;
        }
    return g->look;
}

/* ---- Actions ---- */

/*
 * Slot 0 is the word of the action. Returns 0, or a refusal; then the answer is
 * {"code","text":[en,ja]}.
 */
unsigned bm_web_act(struct bm_web *w, struct bm_web_game *g, unsigned side, uint32_t move,
                    unsigned plies, double ms, unsigned reason, unsigned result, double now)
{
    const struct bm_text word = bm_web_slot(w, 0);
    const struct bm_action action = {.act = bm_act_find(word.s, word.len),
                                     .side = side & 1,
                                     .move = {move},
                                     .plies = plies,
                                     .ms = (int64_t)ms,
                                     .reason = (enum bm_reason)reason,
                                     .result = (enum bm_result)result};
    enum bm_refusal no = BM_REFUSAL_BAD_VALUE;
    if (action.act != BM_ACT_COUNT && reason < BM_REASON_COUNT && result <= BM_DRAW)
        no = bm_match_act(g->match, &action, (int64_t)now);
    if (no == BM_REFUSAL_NONE)
        return 0;

    struct bm_buf *const out = bm_web_answer(w);
    const bool illegal = no == BM_REFUSAL_ILLEGAL && bm_match_faults(g->match) != 0;
    bm_json_begin(out, '{');
    bm_json_member_text(out, "code", bm_refusal_word(no));
    if (illegal) {
        char text[2][512];
        for (unsigned lang = 0; lang < 2; lang++)
            (void)bm_ctx_explain(bm_match_ctx(g->match), action.move, bm_match_faults(g->match),
                                 (enum bm_lang)lang, text[lang], sizeof text[lang]);
        bm_web_member_texts(out, "text", text[0], text[1]);
    } else {
        bm_web_member_texts(out, "text", bm_refusal_text(no, BM_EN),
                            bm_refusal_text(no, BM_JA));
    }
    bm_json_end(out, '}');
    return no;
}

/* Whether a flag has fallen. */
int bm_web_tick(struct bm_web_game *g, double now)
{
    return bm_match_tick(g->match, (int64_t)now);
}

/* When to tick; -1: never. */
double bm_web_deadline(const struct bm_web_game *g)
{
    const int64_t at = bm_match_deadline(g->match);
    return at == BM_NO_LIMIT ? -1 : (double)at;
}

/* ---- Optimistic moves ---- */

/* Remember the current state of the match for bm_web_rollback(). */
void bm_web_savepoint(struct bm_web_game *g) { g->savepoint = *g->match; }

/*
 * Return to the savepoint: position, record, clocks, offers and stage are what they were. Only
 * moves may have been made since. Moves that could be redone at the savepoint are lost, because
 * the first move since then has replaced them.
 */
void bm_web_rollback(struct bm_web_game *g)
{
    struct bm_match *const m = g->match;
    bm_match_back(m, g->savepoint.ply);
    const struct bm_match current = *m;
    *m = g->savepoint;
    m->line = current.line;
    m->marks = current.marks;
    m->mark_cap = current.mark_cap;
    m->redo = 0;
    m->version = current.version + 1;
}

/* ---- State ---- */

static void put_clock(struct bm_buf *out, const struct bm_clock *clock, unsigned side,
                      int64_t now)
{
    const struct bm_time *const t = &clock->times.side[side];
    struct bm_face face;
    bm_clock_face(clock, side, now, &face);
    const bool over = face.main == 0 && t->byoyomi != 0;
    bm_json_begin(out, '{');
    bm_json_member_text(out, "kind", bm_web_clock_kind(t));
    bm_web_member_time(out, "ms",
                       t->kind == BM_CLOCK_NONE ? BM_NO_LIMIT
                       : over                   ? face.period
                                                : face.main);
    bm_web_member_time(out, "main", face.main);
    bm_json_member_int(out, "period", face.period);
    bm_json_member_int(out, "periods", face.periods);
    bm_json_member_int(out, "byoyomi", t->byoyomi);
    bm_json_member_bool(out, "inByoyomi", over);
    bm_json_member_int(out, "increment", t->increment + t->delay);
    bm_json_member_int(out, "delay", face.delay);
    bm_web_member_time(out, "until", face.until);
    bm_json_member_bool(out, "running", face.running);
    bm_json_member_bool(out, "fallen", (clock->flag >> side & 1) != 0);
    bm_json_end(out, '}');
}

static void put_clocks(struct bm_buf *out, const struct bm_match *m, int64_t now)
{
    bm_json_key(out, "clocks");
    if (!bm_match_timed(m)) {
        bm_buf_text(out, "null");
        return;
    }
    bm_json_begin(out, '[');
    for (unsigned side = 0; side < 2; side++)
        put_clock(out, bm_match_clock(m), side, now);
    bm_json_end(out, ']');
}

static void put_outcome(struct bm_buf *out, const struct bm_rules *rules,
                        const struct bm_match_state *s)
{
    static const char *const results[] = {[BM_ONGOING] = "ongoing",
                                          [BM_FIRST_WINS] = "first",
                                          [BM_SECOND_WINS] = "second",
                                          [BM_DRAW] = "draw"};
    const struct bm_outcome *const o = &s->outcome;
    const bool none = s->stage == BM_MATCH_OVER && o->result == BM_ONGOING;
    char text[2][160];
    for (unsigned lang = 0; lang < 2; lang++) {
        struct bm_str sentence;
        bm_str_init(&sentence, text[lang], sizeof text[lang]);
        bm_result_tell(&sentence, o, rules, (enum bm_lang)lang);
        bm_str_end(&sentence);
    }
    bm_json_key(out, "outcome");
    bm_json_begin(out, '{');
    bm_json_member_text(out, "result", none ? "none" : results[o->result]);
    bm_json_member_text(out, "reason", bm_reason_text(o->reason, BM_EN));
    bm_web_member_texts(out, "text", bm_reason_text(o->reason, BM_EN),
                        bm_reason_text(o->reason, BM_JA));
    bm_web_member_texts(out, "summary", text[0], text[1]);
    bm_json_end(out, '}');
    bm_json_member_int(out, "repetitions", o->repetitions);
    bm_json_member_int(out, "quiet", o->quiet);
    bm_json_key(out, "claims");
    bm_json_begin(out, '[');
    if (o->claims & BM_CLAIM_REPETITION)
        bm_json_text(out, "repetition");
    if (o->claims & BM_CLAIM_FIFTY)
        bm_json_text(out, "fifty");
    bm_json_end(out, ']');
}

static void put_impasse(struct bm_buf *out, const struct bm_ctx *ctx)
{
    struct bm_impasse i;
    bm_ctx_impasse(ctx, &i);
    bm_json_key(out, "impasse");
    if (i.result == BM_ONGOING) {
        bm_buf_text(out, "null");
        return;
    }
    bm_json_begin(out, '{');
    bm_json_member_int(out, "points", i.points);
    bm_json_member_int(out, "needed", i.needed);
    bm_json_member_int(out, "pieces", i.pieces);
    bm_json_member_bool(out, "kingInZone", i.king_in_zone);
    bm_json_member_bool(out, "inCheck", i.in_check);
    bm_json_member_bool(out, "wins", i.result == bm_win_of(bm_ctx_turn(ctx)));
    bm_json_end(out, '}');
}

/* The number of the side whose flag is set, or null. */
static void put_side_or_null(struct bm_buf *out, const char *name, bool first, bool second)
{
    bm_json_key(out, name);
    bm_buf_text(out, first ? "0" : second ? "1" : "null");
}

/* Which of the game's shuffled starts it began from, or null. */
static void put_start_number(struct bm_buf *out, const struct bm_match *match)
{
    const struct bm_game *const game = bm_match_game(match);
    uint64_t number;
    bm_json_key(out, "startNumber");
    if (bm_setup_number(bm_game_start(game), bm_game_rules(game), &number))
        bm_json_int(out, (int64_t)number);
    else
        bm_buf_text(out, "null");
}

/* The state of the match as a JSON object. */
void bm_web_state(struct bm_web *w, const struct bm_web_game *g, double now)
{
    static const char *const stages[] = {[BM_MATCH_WAITING] = "waiting",
                                         [BM_MATCH_PLAYING] = "playing",
                                         [BM_MATCH_PAUSED] = "paused",
                                         [BM_MATCH_ADJOURNED] = "paused",
                                         [BM_MATCH_OVER] = "over"};
    struct bm_buf *const out = bm_web_answer(w);
    const struct bm_ctx *const ctx = bm_match_ctx(g->match);
    struct bm_match_state s;
    bm_match_state(g->match, &s);
    bm_json_begin(out, '{');
    bm_json_member_text(out, "stage", stages[s.stage]);
    bm_json_member_int(out, "turn", s.turn);
    bm_json_member_int(out, "plies", bm_ctx_plies(ctx));
    bm_json_member_int(out, "canRedo", s.redo);
    put_start_number(out, g->match);
    bm_json_member_int(out, "version", (int64_t)s.version);
    put_clocks(out, g->match, (int64_t)now);
    bm_json_key(out, "offers");
    bm_json_begin(out, '{');
    put_side_or_null(out, "draw", s.offer[0], s.offer[1]);
    put_side_or_null(out, "takeback", s.takeback[0] != 0, s.takeback[1] != 0);
    bm_json_end(out, '}');
    put_outcome(out, bm_ctx_rules(ctx), &s);
    put_impasse(out, ctx);
    bm_json_end(out, '}');
}

unsigned BM_WEB(bm_web_plies)(const struct bm_web_game *g);
unsigned BM_WEB(bm_web_turn)(const struct bm_web_game *g);
int BM_WEB(bm_web_takes_draw)(const struct bm_web_game *g, unsigned side, int has_score,
                              double score);

/* Whether a level that plays this side takes a draw; its last score, if it has told one. */
int bm_web_takes_draw(const struct bm_web_game *g, unsigned side, int has_score, double score)
{
    const struct bm_computer_view view = {.has_score = has_score != 0, .score = (int64_t)score};
    return bm_computer_takes_draw(g->match, side & 1, &view);
}

/* Moves so far. */
unsigned bm_web_plies(const struct bm_web_game *g)
{
    return bm_ctx_plies(bm_match_ctx(g->match));
}

/* The side to move. */
unsigned bm_web_turn(const struct bm_web_game *g)
{
    return bm_ctx_turn(bm_match_ctx(g->match));
}
