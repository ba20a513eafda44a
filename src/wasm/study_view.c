/* SPDX-License-Identifier: MIT */
/* Positions of a study, lines of moves that begin in them, and questions about moves. */
#include "game/game.h"
#include "wasm/study.h"

void BM_WEB(bm_web_study_view)(struct bm_web *w, struct bm_web_study *s, bm_node n);
void BM_WEB(bm_web_study_line)(struct bm_web *w, struct bm_web_study *s, bm_node n,
                               unsigned style);
void BM_WEB(bm_web_study_line_view)(struct bm_web *w, struct bm_web_study *s, bm_node n);
void BM_WEB(bm_web_study_question)(struct bm_web *w, struct bm_web_study *s, bm_node n);
void BM_WEB(bm_web_study_threat)(struct bm_web *w, struct bm_web_study *s, bm_node n);
void BM_WEB(bm_web_study_read_move)(struct bm_web *w, struct bm_web_study *s, bm_node n);
void BM_WEB(bm_web_study_explain)(struct bm_web *w, struct bm_web_study *s, bm_node n,
                                  uint32_t move);
void BM_WEB(bm_web_study_describe)(struct bm_web *w, struct bm_web_study *s, bm_node n);

/* ---- Positions ---- */

/* Whether moves may be made: draws are played on. */
static bool is_open_position(const struct bm_ctx *ctx)
{
    struct bm_outcome o;
    bm_ctx_outcome(ctx, &o);
    return o.result == BM_ONGOING || o.result == BM_DRAW;
}

static void put_position_outcome(struct bm_buf *out, const struct bm_ctx *ctx)
{
    static const char *const results[] = {[BM_ONGOING] = "ongoing",
                                          [BM_FIRST_WINS] = "first",
                                          [BM_SECOND_WINS] = "second",
                                          [BM_DRAW] = "draw"};
    struct bm_outcome o;
    char text[2][160];
    bm_ctx_outcome(ctx, &o);
    for (unsigned lang = 0; lang < 2; lang++)
        (void)bm_outcome_tell(&o, bm_ctx_rules(ctx), (enum bm_lang)lang, text[lang],
                              sizeof text[lang]);
    bm_json_member_text(out, "result", results[o.result]);
    bm_web_member_texts(out, "summary", o.result == BM_ONGOING ? "" : text[0],
                        o.result == BM_ONGOING ? "" : text[1]);
}

/* [move,taken] as member `last`, or null. */
static void put_last_of(struct bm_buf *out, bm_move m, bm_piece captured)
{
    bm_json_key(out, "last");
    if (m.bits == BM_MOVE_NONE) {
        bm_buf_text(out, "null");
        return;
    }
    bm_json_begin(out, '[');
    bm_json_i64(out, m.bits);
    bm_json_i64(out, captured);
    bm_json_end(out, ']');
}

/* The last `count` moves of a context, as a member `lasts`. */
static void put_lasts_of(struct bm_buf *out, const struct bm_ctx *ctx, unsigned count)
{
    const unsigned plies = bm_ctx_plies(ctx);
    bm_json_key(out, "lasts");
    bm_json_begin(out, '[');
    for (unsigned i = count < plies ? plies - count : 0; i < plies; i++) {
        bm_json_i64(out, bm_ctx_played(ctx, i).bits);
    }
    bm_json_end(out, ']');
}

/* What the last move of a context took, and how many moves its turn has so far. The move is
 * taken back and played again. */
static bm_piece look_before(struct bm_ctx *ctx, unsigned *turn_moves)
{
    const unsigned plies = bm_ctx_plies(ctx);
    *turn_moves = bm_ctx_turn_moves(ctx);
    if (plies == 0)
        return 0;
    const bm_move m = bm_ctx_played(ctx, plies - 1);
    (void)bm_ctx_undo(ctx);
    const bm_piece captured = bm_web_captured(ctx, m);
    if (*turn_moves == 0)
        *turn_moves = bm_ctx_turn_moves(ctx) + 1;
    (void)!bm_ctx_play(ctx, m);
    return captured;
}

/* A position as bm_web_view() has it, with "result" and "summary":[en,ja] of its outcome. */
static void put_view_of(struct bm_buf *out, struct bm_ctx *ctx, unsigned ply)
{
    unsigned turn_moves;
    const bm_piece captured = look_before(ctx, &turn_moves);
    const unsigned plies = bm_ctx_plies(ctx);
    const bm_move last = plies != 0 ? bm_ctx_played(ctx, plies - 1) : (bm_move){BM_MOVE_NONE};
    bm_json_begin(out, '{');
    bm_json_member_int(out, "ply", ply);
    put_last_of(out, last, captured);
    put_lasts_of(out, ctx, turn_moves);
    bm_web_put_position(out, ctx, is_open_position(ctx));
    put_position_outcome(out, ctx);
    bm_json_end(out, '}');
}

/* The position at a node; null if a move on the way there is not legal. */
void bm_web_study_view(struct bm_web *w, struct bm_web_study *s, bm_node n)
{
    struct bm_buf *const out = bm_web_answer(w);
    struct bm_ctx *const ctx = bm_web_study_ctx(s, n);
    if (ctx)
        put_view_of(out, ctx, bm_game_ply(s->game, n));
    else
        bm_buf_text(out, "null");
}

/* ---- Lines ---- */

static bool next_word_of(struct bm_text *rest, struct bm_text *word)
{
    while (rest->len != 0 && *rest->s == ' ') {
        rest->s++;
        rest->len--;
    }
    *word = (struct bm_text){rest->s, 0};
    while (rest->len != 0 && *rest->s != ' ') {
        rest->s++;
        rest->len--;
        word->len++;
    }
    return word->len != 0;
}

/* A context of its own at a node, with room for a line; the caller destroys it. */
static struct bm_ctx *copy_ctx(struct bm_web_study *s, bm_node n, unsigned moves)
{
    const struct bm_ctx *const at = bm_web_study_ctx(s, n);
    struct bm_ctx *copy = NULL;
    if (!at || bm_ctx_create(&copy, bm_ctx_rules(at), bm_ctx_plies(at) + moves + 1) != BM_OK)
        return NULL;
    if (bm_ctx_copy(copy, at) == BM_OK)
        return copy;
    bm_ctx_destroy(copy);
    return NULL;
}

static unsigned count_words(struct bm_text rest)
{
    struct bm_text word;
    unsigned n = 0;
    while (next_word_of(&rest, &word))
        n++;
    return n;
}

/* Read the next move of a line; false: there is none, or it is not legal. */
static bool next_line_move(struct bm_ctx *ctx, struct bm_text *rest, bm_move *m)
{
    struct bm_text word;
    return next_word_of(rest, &word) &&
           bm_move_parse(m, ctx, word.s, word.len, NULL) == BM_OK && bm_ctx_judge(ctx, *m) == 0;
}

/* Slot 0 are moves in coordinates from a node on: [{"move","text","bits","side","number"},…],
 * as far as they are legal. */
void bm_web_study_line(struct bm_web *w, struct bm_web_study *s, bm_node n, unsigned style)
{
    struct bm_buf *const out = bm_web_answer(w);
    struct bm_text rest = bm_web_slot(w, 0);
    struct bm_ctx *const ctx = copy_ctx(s, n, count_words(rest));
    bm_move m;
    bm_json_begin(out, '[');
    while (ctx && next_line_move(ctx, &rest, &m)) {
        char text[BM_MOVE_TEXT] = "", coordinates[BM_COORDINATES];
        struct bm_setup setup;
        bm_ctx_setup(ctx, &setup);
        (void)bm_move_format(m, bm_ctx_rules(ctx), coordinates, sizeof coordinates);
        (void)bm_ctx_write_move(ctx, m, style < BM_STYLE_COUNT ? (enum bm_move_style)style : 0,
                                text, sizeof text);
        bm_json_begin(out, '{');
        bm_json_member_text(out, "move", coordinates);
        bm_json_member_text(out, "text", text[0] ? text : coordinates);
        bm_json_member_int(out, "bits", m.bits);
        bm_json_member_int(out, "side", setup.turn);
        bm_json_member_int(out, "number", setup.number);
        bm_json_end(out, '}');
        if (bm_ctx_play(ctx, m) != 0)
            break;
    }
    bm_json_end(out, ']');
    bm_ctx_destroy(ctx);
}

/* The position behind the moves of slot 0, played from a node on; null as
 * bm_web_study_view(). */
void bm_web_study_line_view(struct bm_web *w, struct bm_web_study *s, bm_node n)
{
    struct bm_buf *const out = bm_web_answer(w);
    struct bm_text rest = bm_web_slot(w, 0);
    const unsigned moves = count_words(rest);
    struct bm_ctx *const ctx = copy_ctx(s, n, moves + 1);
    bm_move m;
    while (ctx && next_line_move(ctx, &rest, &m) && bm_ctx_play(ctx, m) == 0)
        ;
    if (ctx)
        put_view_of(out, ctx, bm_game_ply(s->game, n) + moves);
    else
        bm_buf_text(out, "null");
    bm_ctx_destroy(ctx);
}

/* ---- Questions ---- */

/* The moves of a context, in coordinates. */
static void put_played(struct bm_buf *out, const struct bm_ctx *ctx)
{
    bm_json_key(out, "moves");
    bm_json_begin(out, '[');
    for (unsigned i = 0; i < bm_ctx_plies(ctx); i++) {
        char text[BM_COORDINATES];
        (void)bm_move_format(bm_ctx_played(ctx, i), bm_ctx_rules(ctx), text, sizeof text);
        bm_json_text(out, text);
    }
    bm_json_end(out, ']');
}

/* The start of a context: "" if it is the usual one of the game and nothing was passed over. */
static void put_context_start(struct bm_buf *out, struct bm_web_study *s, struct bm_ctx *ctx,
                              bm_node n)
{
    char text[BM_POSITION_TEXT] = "";
    if (!bm_game_starts_usual(s->game) || bm_ctx_plies(ctx) != bm_game_ply(s->game, n)) {
        while (bm_ctx_undo(ctx))
            ;
        (void)bm_ctx_format(ctx, 0, text, sizeof text);
    }
    bm_json_member_text(out, "start", text);
}

/* What an analysis is asked for: {"start","moves":[…],"key"}; moves before a pass are part of
 * `start`, and `key` is the same for the same position. Null as bm_web_study_view(). */
void bm_web_study_question(struct bm_web *w, struct bm_web_study *s, bm_node n)
{
    struct bm_buf *const out = bm_web_answer(w);
    struct bm_ctx *const ctx = copy_ctx(s, n, 0);
    char text[BM_POSITION_TEXT];
    if (!ctx) {
        bm_buf_text(out, "null");
        return;
    }
    (void)bm_ctx_format(ctx, 0, text, sizeof text);
    bm_json_begin(out, '{');
    put_played(out, ctx);
    bm_json_member_text(out, "key", text);
    put_context_start(out, s, ctx, n);
    bm_json_end(out, '}');
    bm_ctx_destroy(ctx);
}

/* The position in which the other side would move now, as text: "" in check. */
void bm_web_study_threat(struct bm_web *w, struct bm_web_study *s, bm_node n)
{
    struct bm_buf *const out = bm_web_answer(w);
    struct bm_ctx *const ctx = copy_ctx(s, n, 0);
    char text[BM_POSITION_TEXT];
    if (ctx && bm_game_pass(ctx, NULL) == BM_OK) {
        (void)bm_ctx_format(ctx, 0, text, sizeof text);
        bm_buf_text(out, text);
    } else {
        bm_buf_text(out, "");
    }
    bm_ctx_destroy(ctx);
}

/* Slot 0 is a move in any notation: {"move"} or {"error":[en,ja]}. */
void bm_web_study_read_move(struct bm_web *w, struct bm_web_study *s, bm_node n)
{
    bm_web_put_move_read(bm_web_answer(w), bm_web_study_ctx(s, n), bm_web_slot(w, 0));
}

/* Why a move may not be played: [en,ja], empty if it may. */
void bm_web_study_explain(struct bm_web *w, struct bm_web_study *s, bm_node n, uint32_t move)
{
    struct bm_buf *const out = bm_web_answer(w);
    const struct bm_ctx *const ctx = bm_web_study_ctx(s, n);
    if (ctx)
        bm_web_put_fault_texts(out, ctx, (bm_move){move});
    else
        bm_web_texts(out, "", "");
}

/* The move of a node in words: [en,ja]. */
void bm_web_study_describe(struct bm_web *w, struct bm_web_study *s, bm_node n)
{
    struct bm_buf *const out = bm_web_answer(w);
    const bool is_move = bm_web_study_has(s, n) && bm_game_kind(s->game, n) == BM_NODE_MOVE &&
                         !bm_game_illegal(s->game, n);
    bm_json_begin(out, '[');
    for (unsigned lang = 0; lang < 2; lang++) {
        struct bm_buf text = {0};
        struct bm_ctx *const ctx =
            is_move ? bm_web_study_ctx(s, bm_game_parent(s->game, n)) : NULL;
        if (ctx)
            bm_web_describe_move(&text, ctx, bm_game_move(s->game, n), (enum bm_lang)lang);
        bm_json_bytes(out, text.s ? text.s : "", text.len);
        bm_buf_free(&text);
    }
    bm_json_end(out, ']');
}
