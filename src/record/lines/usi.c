/* SPDX-License-Identifier: MIT */
/*
 * The lines by which engines are told a position: USI's and UCI's. Files hold them without
 * "position" and without "moves" too, and end some with a word for how the game ended.
 */
#include "record/lines/lines.h"
#include "rules/ruleset.h"

/* A move of USI rather than of UCI: 7g7f, P*5e. */
static bool looks_shogi(struct bm_text move)
{
    return move.len > 1 && ((move.s[0] >= '1' && move.s[0] <= '9') || move.s[1] == '*');
}

static bool looks_chess(struct bm_text move)
{
    return move.len > 1 && ((move.s[0] >= 'a' && move.s[0] <= 'h') || move.s[1] == '@');
}

/* The usual start, of the game that the first move belongs to. */
static bool begin_usual(struct bm_reading *r, struct bm_text first, const char *at)
{
    const bool usi = bm_rules_info(r->rules)->dialect == BM_DIALECT_USI;
    const struct bm_rules *rules = r->rules;
    if (rules->game)
        ; /* of which nothing is known by its looks */
    else if (!usi && looks_shogi(first))
        rules = bm_rules_shogi();
    else if (usi && looks_chess(first))
        rules = bm_rules_chess();
    return bm_reading_begin(r, rules, NULL, at);
}

static bool read_usi_end(struct bm_reading *r, struct bm_text word)
{
    static const struct {
        const char *word;
        enum bm_end end;
    } ends[] = {{"resign", BM_END_RESIGNATION},
                {"timeout", BM_END_TIME},
                {"win", BM_END_DECLARATION},
                {"break", BM_END_INTERRUPTED}};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        if (bm_words_same(word, ends[i].word)) {
            bm_reading_end(r, ends[i].end, BM_ONGOING, (struct bm_text){"", 0}, word.s);
            return true;
        }
    }
    return false;
}

static void read_usi_move(struct bm_reading *r, struct bm_text word)
{
    const bool passes = bm_rules_info(bm_ctx_rules(r->line.ctx))->has_pass;
    struct bm_error err;
    bm_move m;
    if (bm_words_same(word, "0000") && !passes)
        (void)bm_reading_pass(r, word.s);
    else if (bm_move_parse(&m, r->line.ctx, word.s, word.len, &err) == BM_OK)
        (void)bm_reading_move(r, m, word.s);
    else
        bm_reading_bad_move(r, word.s + (err.column != 0 ? err.column - 1 : 0), err.what);
}

static void read_usi_moves(struct bm_reading *r, struct bm_lines *line)
{
    for (;;) {
        struct bm_text word = bm_lines_word(line);
        if (word.len == 0 || r->broken || r->over)
            return;
        if (read_usi_end(r, word))
            continue;
        /* The moves of one turn may be joined by commas. */
        while (word.len != 0 && !r->broken && !r->over) {
            const char *const comma = memchr(word.s, ',', word.len);
            const size_t len = comma ? (size_t)(comma - word.s) : word.len;
            read_usi_move(r, (struct bm_text){word.s, len});
            word.s += len + (comma != NULL);
            word.len -= len + (comma != NULL);
        }
    }
}

/* Whether a move goes on with the turn of the one before. */
static bool goes_on(struct bm_writing *w, bm_node n)
{
    return bm_rules_info(bm_game_rules(w->game))->multi &&
           bm_writing_goto(w, bm_game_parent(w->game, n)) &&
           bm_ctx_turn_moves(w->line.ctx) != 0;
}

/* The text of a position up to the word "moves" or the end; the line goes on behind it. */
static struct bm_text take_position(struct bm_lines *line)
{
    const char *s = NULL;
    for (;;) {
        const struct bm_text word = bm_lines_word(line);
        s = s ? s : word.s;
        if (word.len == 0 || bm_words_same(word, "moves"))
            return (struct bm_text){s, (size_t)(word.s - s)};
    }
}

static bool has_slash(struct bm_text word)
{
    return word.len != 0 && memchr(word.s, '/', word.len) != NULL;
}

/* Stand at the start of the line's game, with the moves to come. */
static bool read_usi_start(struct bm_reading *r, struct bm_lines *line)
{
    struct bm_lines ahead = *line;
    struct bm_text word = bm_lines_word(&ahead);
    if (bm_words_same(word, "position")) {
        *line = ahead;
        word = bm_lines_word(&ahead);
    }
    const char *const at = word.s;
    const enum bm_lines_shape shape = bm_words_same(word, "sfen")  ? BM_LINES_SFEN
                                      : bm_words_same(word, "fen") ? BM_LINES_FEN
                                                                   : BM_LINES_ANY;
    if (shape != BM_LINES_ANY || has_slash(word)) {
        if (shape != BM_LINES_ANY)
            *line = ahead;
        const struct bm_text position = take_position(line);
        return bm_lines_begin(r, position.s, position.len, shape);
    }
    if (bm_words_same(word, "startpos")) {
        *line = ahead;
        word = bm_lines_word(&ahead);
    }
    if (bm_words_same(word, "moves")) {
        *line = ahead;
        word = bm_lines_word(&ahead);
    } else if (word.len != 0 && !r->rules->game && !looks_shogi(word) && !looks_chess(word)) {
        bm_reading_say_about(r, BM_SAY_DEFECT, word.s,
                             "a line has startpos, sfen or fen, then moves, not '~'", word.s,
                             word.len);
        bm_reading_lose_start(r);
        return false;
    }
    return begin_usual(r, word, at);
}

enum bm_reading_step bm_usi_read(struct bm_reading *r)
{
    struct bm_lines line;
    const enum bm_reading_step step = bm_lines_next(r, &line);
    if (step != BM_STEP_GAME)
        return step;
    if (read_usi_start(r, &line))
        read_usi_moves(r, &line);
    return bm_reading_done(r, line.next);
}

static void write_start(struct bm_writing *w)
{
    const struct bm_rules *const rules = bm_game_rules(w->game);
    char text[BM_POSITION_TEXT];
    if (bm_game_starts_usual(w->game)) {
        bm_buf_text(&w->out, "startpos");
        return;
    }
    bm_buf_text(&w->out, bm_rules_info(rules)->dialect == BM_DIALECT_USI ? "sfen " : "fen ");
    const size_t len = bm_position_format(bm_game_start(w->game), rules, 0, text, sizeof text);
    bm_buf_bytes(&w->out, text, len < sizeof text ? len : sizeof text - 1);
}

bm_status bm_usi_write(struct bm_writing *w, struct bm_error *err)
{
    const struct bm_rules *const rules = bm_game_rules(w->game);
    bool first = true;
    (void)err;

    bm_buf_text(&w->out, "position ");
    write_start(w);
    for (bm_node n = bm_game_first(w->game, BM_NODE_ROOT); n != BM_NODE_NONE;
         n = bm_game_first(w->game, n)) {
        char text[BM_MOVE_TEXT];
        if (bm_game_next(w->game, n) != BM_NODE_NONE)
            bm_writing_loss(w, BM_LOSS_VARIATIONS, bm_game_next(w->game, n));
        if (bm_game_kind(w->game, n) == BM_NODE_END) {
            bm_writing_loss(w, BM_LOSS_END, n);
            break;
        }
        if (bm_game_illegal(w->game, n)) {
            bm_writing_loss(w, BM_LOSS_FOUL, n);
            break;
        }
        bm_buf_text(&w->out, first ? " moves " : goes_on(w, n) ? "," : " ");
        first = false;
        if (bm_game_kind(w->game, n) == BM_NODE_PASS)
            bm_buf_text(&w->out, "0000");
        else
            bm_buf_bytes(&w->out, text,
                         bm_move_format(bm_game_move(w->game, n), rules, text, sizeof text));
    }
    bm_buf_char(&w->out, '\n');
    bm_lines_lose_notes(w, true);
    return BM_OK;
}
