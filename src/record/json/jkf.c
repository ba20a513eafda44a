/* SPDX-License-Identifier: MIT */
#include "record/json/jkf.h"
#include "banmen/notation.h"
#include "game/game.h"
#include "record/json/json_tree.h"
#include "record/tag_names.h"

/*
 * JSON Kifu Format: the KIF, KI2 and CSA of a program, one object a game. The first item of
 * "moves" is the start position. Everything that the format has a place for is written out, so
 * that a reader need not know the rules.
 */

const char *const bm_jkf_kinds[BM_SHOGI_KINDS] = {
    [BM_SHOGI_PAWN] = "FU",      [BM_SHOGI_LANCE] = "KY",      [BM_SHOGI_KNIGHT] = "KE",
    [BM_SHOGI_SILVER] = "GI",    [BM_SHOGI_GOLD] = "KI",       [BM_SHOGI_BISHOP] = "KA",
    [BM_SHOGI_ROOK] = "HI",      [BM_SHOGI_KING] = "OU",       [BM_SHOGI_TOKIN] = "TO",
    [BM_SHOGI_PRO_LANCE] = "NY", [BM_SHOGI_PRO_KNIGHT] = "NK", [BM_SHOGI_PRO_SILVER] = "NG",
    [BM_SHOGI_HORSE] = "UM",     [BM_SHOGI_DRAGON] = "RY"};

const struct bm_jkf_preset bm_jkf_presets[BM_JKF_PRESETS] = {
    {"HIRATE", "平手"},    {"KY", "香落ち"},      {"KY_R", "右香落ち"},  {"KA", "角落ち"},
    {"HI", "飛車落ち"},    {"HIKY", "飛香落ち"},  {"2", "二枚落ち"},     {"3", "三枚落ち"},
    {"4", "四枚落ち"},     {"5", "五枚落ち"},     {"5_L", "左五枚落ち"}, {"6", "六枚落ち"},
    {"7_L", "左七枚落ち"}, {"7_R", "右七枚落ち"}, {"8", "八枚落ち"},     {"10", "十枚落ち"},
};

const struct bm_jkf_mark bm_jkf_marks[BM_JKF_MARKS] = {
    {"左", 'L'}, {"直", 'C'}, {"右", 'R'}, {"上", 'U'}, {"寄", 'M'}, {"引", 'D'}, {"打", 'H'}};

/* Writing. Every item begins with a comma except after an opening bracket. */

static void put_jkf_key(struct bm_writing *w, const char *key)
{
    const char last = w->out.len ? w->out.s[w->out.len - 1] : '{';
    if (last != '{')
        bm_buf_char(&w->out, ',');
    bm_buf_char(&w->out, '"');
    bm_buf_text(&w->out, key);
    bm_buf_text(&w->out, "\":");
}

static void put_jkf_text(struct bm_writing *w, const char *key, const char *s)
{
    put_jkf_key(w, key);
    bm_json_quote(&w->out, s, strlen(s));
}

static void put_jkf_number(struct bm_writing *w, const char *key, uint64_t v)
{
    put_jkf_key(w, key);
    bm_buf_u64(&w->out, v, 1);
}

static void put_place(struct bm_writing *w, const char *key, bm_sq sq)
{
    put_jkf_key(w, key);
    bm_buf_char(&w->out, '{');
    put_jkf_number(w, "x", sq / 9 + 1u);
    put_jkf_number(w, "y", sq % 9 + 1u);
    bm_buf_char(&w->out, '}');
}

/* The marks of a legal move as Japanese notation needs them. */
static void put_relative(struct bm_writing *w, bm_move m)
{
    char text[BM_MOVE_TEXT], letters[8];
    size_t count = 0;
    const size_t len = bm_ctx_write_move(w->line.ctx, m, BM_STYLE_JAPANESE, text, sizeof text);
    for (size_t at = 0; at < len && len < sizeof text; at++)
        for (size_t i = 0; i < BM_JKF_MARKS; i++)
            if (len - at >= 3 && memcmp(text + at, bm_jkf_marks[i].mark, 3) == 0 && count < 7)
                letters[count++] = bm_jkf_marks[i].letter;
    if (count == 0)
        return;
    letters[count] = '\0';
    put_jkf_text(w, "relative", letters);
}

/* Whether the piece could have promoted, or stayed as it is, with this move. */
static bool had_choice(unsigned kind, unsigned side, bm_move m)
{
    const unsigned from = bm_move_from(m) % 9, to = bm_move_to(m) % 9;
    if (kind >= BM_SHOGI_TOKIN || kind == BM_SHOGI_GOLD || kind == BM_SHOGI_KING)
        return false;
    return side == BM_FIRST ? from < 3 || to < 3 : from > 5 || to > 5;
}

/* The square where the move before went, or BM_SQ_NONE. */
static bm_sq target_before(const struct bm_game *game, bm_node before)
{
    return bm_game_kind(game, before) == BM_NODE_MOVE ? bm_move_to(bm_game_move(game, before))
                                                      : BM_SQ_NONE;
}

static void put_jkf_move(struct bm_writing *w, bm_node n)
{
    const struct bm_ctx *const ctx = w->line.ctx;
    const bm_move m = bm_game_move(w->game, n);
    const bm_sq to = bm_move_to(m);
    const unsigned side = bm_ctx_turn(ctx);
    const bm_piece mover = bm_move_is_drop(m) ? 0 : bm_ctx_piece(ctx, bm_move_from(m));
    const bm_piece taken = bm_ctx_piece(ctx, to);
    const unsigned kind = bm_move_is_drop(m) ? bm_move_from(m)
                          : mover            ? bm_piece_kind(mover)
                                             : BM_SHOGI_PAWN;

    put_jkf_key(w, "move");
    bm_buf_char(&w->out, '{');
    put_jkf_number(w, "color", side);
    if (!bm_move_is_drop(m))
        put_place(w, "from", bm_move_from(m));
    put_place(w, "to", to);
    put_jkf_text(w, "piece",
                 kind < BM_SHOGI_KINDS && bm_jkf_kinds[kind] ? bm_jkf_kinds[kind] : "FU");
    if (target_before(w->game, bm_game_parent(w->game, n)) == to) {
        put_jkf_key(w, "same");
        bm_buf_text(&w->out, "true");
    }
    if (bm_move_promotes(m) || (!bm_move_is_drop(m) && had_choice(kind, side, m))) {
        put_jkf_key(w, "promote");
        bm_buf_text(&w->out, bm_move_promotes(m) ? "true" : "false");
    }
    if (taken && !bm_move_is_drop(m) && bm_jkf_kinds[bm_piece_kind(taken)])
        put_jkf_text(w, "capture", bm_jkf_kinds[bm_piece_kind(taken)]);
    if (bm_ctx_judge(ctx, m) == 0)
        put_relative(w, m);
    else if (bm_move_is_drop(m)) /* a foul must not read as a move of a piece on the board */
        put_jkf_text(w, "relative", "H");
    bm_buf_char(&w->out, '}');
}

/* Every line of every comment is a string. */
static void put_comments(struct bm_writing *w, bm_node n)
{
    bool any = false;
    for (bm_note_id id = bm_game_notes(w->game, n); id; id = bm_game_next_note(w->game, id)) {
        const struct bm_note note = bm_game_note(w->game, id);
        if (note.kind != BM_NOTE_COMMENT && note.kind != BM_NOTE_BEFORE)
            continue;
        if (!any) {
            put_jkf_key(w, "comments");
            bm_buf_char(&w->out, '[');
        }
        for (const char *s = note.text.s, *const end = s + note.text.len;;) {
            const char *const stop = s < end ? memchr(s, '\n', (size_t)(end - s)) : NULL;
            if (any)
                bm_buf_char(&w->out, ',');
            any = true;
            bm_json_quote(&w->out, s, (size_t)((stop ? stop : end) - s));
            if (!stop)
                break;
            s = stop + 1;
        }
    }
    if (any)
        bm_buf_char(&w->out, ']');
}

static void put_jkf_time(struct bm_writing *w, int64_t ms, const char *key)
{
    put_jkf_key(w, key);
    bm_buf_char(&w->out, '{');
    put_jkf_number(w, "h", (uint64_t)ms / 3600000);
    put_jkf_number(w, "m", (uint64_t)ms / 60000 % 60);
    put_jkf_number(w, "s", (uint64_t)ms / 1000 % 60);
    bm_buf_char(&w->out, '}');
}

/* What a note says, or -1. */
static int64_t time_of(struct bm_writing *w, bm_node n, enum bm_note_kind kind)
{
    const bm_note_id id = bm_game_find_note(w->game, n, kind);
    const int64_t ms = id ? bm_game_note(w->game, id).value : -1;
    if (ms > 0 && ms % 1000)
        bm_writing_loss(w, BM_LOSS_FRACTIONS, n);
    return ms;
}

/* A total that is not told is added up. */
static void put_times(struct bm_writing *w, bm_node n)
{
    const int64_t now = time_of(w, n, BM_NOTE_SPENT);
    int64_t total = time_of(w, n, BM_NOTE_TOTAL);
    if (now < 0 && total < 0)
        return;
    if (total < 0)
        total = bm_elapsed_total(&w->elapsed, w->game, n);
    put_jkf_key(w, "time");
    bm_buf_char(&w->out, '{');
    if (now >= 0)
        put_jkf_time(w, now, "now");
    put_jkf_time(w, total, "total");
    bm_buf_char(&w->out, '}');
}

/* The word that is usual for an end: CSA's, or else KIF's. */
static const char *usual_word(enum bm_end end)
{
    const char *const word = bm_words_for_end(BM_WORDS_CSA, end);
    return *word ? word : bm_words_for_end(BM_WORDS_KIF, end);
}

/* False if there is no word for it. */
static bool put_special(struct bm_writing *w, bm_node n)
{
    const struct bm_ending ending = bm_game_ending(w->game, n);
    const char *const word = usual_word(ending.end);
    enum bm_result meant = bm_end_result(ending.end, bm_ctx_turn(w->line.ctx));
    if (ending.end == BM_END_FOUL_BY_OTHER) { /* the sign tells who fouled */
        put_jkf_text(w, "special",
                     ending.result == BM_FIRST_WINS ? "-ILLEGAL_ACTION" : "+ILLEGAL_ACTION");
        meant = ending.result;
    } else if (*word) {
        put_jkf_text(w, "special", word);
    } else if (ending.word.len) {
        put_jkf_key(w, "special");
        bm_json_quote(&w->out, ending.word.s, ending.word.len);
    } else {
        bm_writing_loss(w, BM_LOSS_END, n);
        return false;
    }
    if (meant != ending.result && ending.end != BM_END_FOUL)
        bm_writing_loss(w, BM_LOSS_END, n);
    return true;
}

static bool put_element(struct bm_writing *w, bm_node n)
{
    const bm_node parent = bm_game_parent(w->game, n);
    const enum bm_node_kind kind = bm_game_kind(w->game, n);
    if (kind == BM_NODE_PASS) {
        bm_writing_loss(w, BM_LOSS_PASSES, n);
        return false;
    }
    /* An end behind an illegal move has no position, and needs none. */
    if (!(kind == BM_NODE_END && bm_game_illegal(w->game, parent)) &&
        !bm_writing_goto(w, parent))
        return false;
    put_comments(w, n);
    if (kind == BM_NODE_MOVE)
        put_jkf_move(w, n);
    else if (!put_special(w, n))
        return false;
    put_times(w, n);
    bm_writing_lose_notes(w, n,
                          1u << BM_NOTE_COMMENT | 1u << BM_NOTE_BEFORE | 1u << BM_NOTE_SPENT |
                              1u << BM_NOTE_TOTAL);
    return true;
}

static void put_jkf_board(struct bm_writing *w, const struct bm_setup *s)
{
    put_jkf_key(w, "board");
    for (unsigned sq = 0; sq < 81; sq++) {
        const bm_piece piece = s->board[sq];
        bm_buf_text(&w->out, sq == 0 ? "[[{" : sq % 9 == 0 ? "],[{" : ",{");
        if (piece && bm_piece_kind(piece) < BM_SHOGI_KINDS &&
            bm_jkf_kinds[bm_piece_kind(piece)]) {
            put_jkf_number(w, "color", bm_piece_side(piece));
            put_jkf_text(w, "kind", bm_jkf_kinds[bm_piece_kind(piece)]);
        }
        bm_buf_char(&w->out, '}');
    }
    bm_buf_text(&w->out, "]]");
    put_jkf_key(w, "hands");
    for (unsigned side = 0; side < 2; side++) {
        bm_buf_text(&w->out, side == 0 ? "[{" : ",{");
        for (unsigned kind = BM_SHOGI_PAWN; kind < BM_SHOGI_KING; kind++)
            put_jkf_number(w, bm_jkf_kinds[kind], s->hand[side][kind]);
        bm_buf_char(&w->out, '}');
    }
    bm_buf_char(&w->out, ']');
}

static void put_initial(struct bm_writing *w)
{
    const struct bm_setup *const start = bm_game_start(w->game);
    const char *preset = NULL;
    if (start->number > 1)
        bm_writing_loss(w, BM_LOSS_NUMBER, BM_NODE_NONE);
    for (size_t i = 0; i < BM_JKF_PRESETS; i++) {
        struct bm_setup s;
        if (bm_position_parse(&s, bm_rules_shogi(), bm_jkf_presets[i].start,
                              strlen(bm_jkf_presets[i].start), 0, NULL))
            continue;
        s.number = start->number;
        if (bm_game_same_setup(&s, start))
            preset = bm_jkf_presets[i].preset;
    }
    put_jkf_key(w, "initial");
    bm_buf_char(&w->out, '{');
    put_jkf_text(w, "preset", preset ? preset : "OTHER");
    if (!preset) {
        put_jkf_key(w, "data");
        bm_buf_char(&w->out, '{');
        put_jkf_number(w, "color", start->turn);
        put_jkf_board(w, start);
        bm_buf_char(&w->out, '}');
    }
    bm_buf_char(&w->out, '}');
}

static void put_header(struct bm_writing *w)
{
    bm_buf_text(&w->out, "{\"header\":{");
    for (size_t i = 0; i < bm_game_tags(w->game); i++) {
        const struct bm_tag tag = bm_game_tag_at(w->game, i);
        const struct bm_text word = bm_words_word(BM_WORDS_KIF, tag.name);
        const struct bm_text key = word.len ? word : tag.name;
        if (i)
            bm_buf_char(&w->out, ',');
        bm_json_quote(&w->out, key.s, key.len);
        bm_buf_char(&w->out, ':');
        bm_json_quote(&w->out, tag.value.s, tag.value.len);
    }
    bm_buf_char(&w->out, '}');
}

bm_status bm_jkf_write(struct bm_writing *w, struct bm_error *err)
{
    (void)err;
    put_header(w);
    put_initial(w);
    put_jkf_key(w, "moves");
    bm_buf_text(&w->out, "[{");
    put_comments(w, BM_NODE_ROOT);
    put_times(w, BM_NODE_ROOT);
    bm_writing_lose_notes(w, BM_NODE_ROOT,
                          1u << BM_NOTE_COMMENT | 1u << BM_NOTE_BEFORE | 1u << BM_NOTE_SPENT |
                              1u << BM_NOTE_TOTAL);
    bm_buf_char(&w->out, '}');
    bm_jtree_write(w, "forks", true, put_element);
    bm_buf_text(&w->out, "}\n");
    return BM_OK;
}
