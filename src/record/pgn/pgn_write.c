/* SPDX-License-Identifier: MIT */
/*
 * Writing PGN in export format. Of the tags, the seven that every game has come first; the
 * others keep the order that they had, which says more than the alphabet would.
 */
#include "base/str.h"
#include "game/words.h"
#include "record/pgn/pgn.h"
#include "record/variant_names.h"
#include "rules/ruleset.h"

enum { WIDTH = 79 };

struct pgn_writer {
    struct bm_writing *w;
    size_t line;    /* where the line begins in w->out */
    bool glue;      /* nothing may come between the last token and the next: "(" */
    bool numbered;  /* the next move of the second side needs its number too */
    bool lines;     /* the last thing was a comment by semicolons */
    bool open;      /* a brace is open */
    bool texted;    /* and has its text already */
    bool multi;     /* a turn may have several moves */
    uint32_t index; /* half-moves before the start */
    bm_node last;   /* of the main line */
    enum bm_move_style style;
    enum bm_note_kind shape; /* of the command that ends at shape_end */
    size_t shape_end;
};

static struct bm_buf *out_of(const struct pgn_writer *p) { return &p->w->out; }

static void end_of_line(struct pgn_writer *p)
{
    bm_buf_char(out_of(p), '\n');
    p->line = out_of(p)->len;
}

/* Room for a token of that length: a blank before it, or a new line. */
static void separate_token(struct pgn_writer *p, size_t len)
{
    const size_t used = out_of(p)->len - p->line;
    if (p->glue || used == 0)
        ;
    else if (used + 1 + len > WIDTH)
        end_of_line(p);
    else
        bm_buf_char(out_of(p), ' ');
    p->glue = false;
}

/* A brace stays open until something comes that is no note. */
static void close_block(struct pgn_writer *p)
{
    if (p->open) {
        bm_buf_char(out_of(p), '}');
        p->numbered = true;
    }
    p->open = p->texted = false;
}

static void put_token(struct pgn_writer *p, const char *text, size_t len)
{
    close_block(p);
    separate_token(p, len);
    bm_buf_bytes(out_of(p), text, len);
    p->lines = false;
}

static void put_token_text(struct pgn_writer *p, const char *text)
{
    put_token(p, text, strlen(text));
}

/* Tags. */

static void put_tag(struct pgn_writer *p, struct bm_text name, struct bm_text value)
{
    struct bm_buf *const out = out_of(p);
    bm_buf_char(out, '[');
    bm_buf_bytes(out, name.s, name.len);
    bm_buf_text(out, " \"");
    for (size_t i = 0; i < value.len; i++) {
        if (value.s[i] == '"' || value.s[i] == '\\')
            bm_buf_char(out, '\\');
        bm_buf_char(out, value.s[i] == '\n' ? ' ' : value.s[i]);
    }
    bm_buf_text(out, "\"]");
    end_of_line(p);
}

/* The end of the main line. */
static struct bm_ending main_ending(const struct bm_game *game)
{
    return bm_game_ending(game, bm_game_last(game, BM_NODE_ROOT));
}

static void put_roster(struct pgn_writer *p, bool shogi)
{
    const struct bm_game *const game = p->w->game;
    for (unsigned i = 0; i < BM_PGN_ROSTER; i++) {
        const char *const name = bm_pgn_roster(i, shogi);
        struct bm_text value = bm_text_of(
            i == BM_PGN_RESULT ? bm_pgn_result_text(bm_game_result(game)) : bm_pgn_unknown(i));
        (void)bm_game_tag(game, name, &value);
        put_tag(p, bm_text_of(name), value);
    }
}

/* What the game itself tells: rules, start, how it ended. */
static void put_game_tags(struct pgn_writer *p, bool shogi)
{
    const struct bm_game *const game = p->w->game;
    const struct bm_rules *const rules = bm_game_rules(game);
    const struct bm_ending ending = main_ending(game);
    const char *const termination = bm_pgn_termination(ending.end);
    char fen[BM_POSITION_TEXT];

    if (rules->loaded)
        put_tag(p, bm_text_of("Variant"), bm_text_of(bm_rules_info(rules)->name));
    else if (shogi || bm_rules_info(rules)->chess960)
        put_tag(p, bm_text_of("Variant"), bm_text_of(shogi ? "Shogi" : "Chess960"));
    if (!bm_game_starts_usual(game)) {
        (void)bm_position_format(bm_game_start(game), rules, 0, fen, sizeof fen);
        put_tag(p, bm_text_of("SetUp"), bm_text_of("1"));
        put_tag(p, bm_text_of("FEN"), bm_text_of(fen));
    }
    if (termination[0] != '\0' && !bm_game_tag(game, "Termination", NULL))
        put_tag(p, bm_text_of("Termination"), bm_text_of(termination));
}

static bool is_tag_name(struct bm_text name)
{
    for (size_t i = 0; i < name.len; i++)
        if ((unsigned char)name.s[i] <= ' ' || name.s[i] == '"' || name.s[i] == '[' ||
            name.s[i] == ']')
            return false;
    const unsigned char first = (unsigned char)(name.len != 0 ? name.s[0] | 0x20 : 0);
    return (first >= 'a' && first <= 'z') || first >= 0x7f;
}

static void put_other_tags(struct pgn_writer *p, bool shogi)
{
    const struct bm_game *const game = p->w->game;
    uint32_t seen = 0;
    for (size_t i = 0; i < bm_game_tags(game); i++) {
        const struct bm_tag tag = bm_game_tag_at(game, i);
        unsigned k = 0;
        while (k < BM_PGN_ROSTER && !bm_words_same(tag.name, bm_pgn_roster(k, shogi)))
            k++;
        /* The first of that name stands in the roster. */
        const bool there = k < BM_PGN_ROSTER && !(seen >> k & 1);
        seen |= 1u << k;
        if (there)
            continue;
        if (is_tag_name(tag.name))
            put_tag(p, tag.name, tag.value);
        else
            bm_writing_loss(p->w, BM_LOSS_TAGS, BM_NODE_NONE);
    }
}

/* Notes. */

/* A piece of a brace block, which goes to a new one if it cannot stand in this. */
static void put_in_block(struct pgn_writer *p, const char *text, size_t len, bool is_comment)
{
    if (p->texted)
        close_block(p);
    separate_token(p, len + 2);
    if (!p->open)
        bm_buf_char(out_of(p), '{');
    p->open = true;
    p->lines = false;
    bm_buf_bytes(out_of(p), text, len);
    p->texted = is_comment;
    for (size_t i = len; i > 0; i--)
        if (text[i - 1] == '\n') {
            p->line = out_of(p)->len - (len - i);
            break;
        }
}

/* Text that braces cannot hold: lines that begin with a semicolon. */
static void put_lines(struct pgn_writer *p, struct bm_text text)
{
    struct bm_buf *const out = out_of(p);
    close_block(p);
    if (p->lines) /* two comments, not one */
        put_token(p, "{}", 2);
    if (out->len != p->line)
        end_of_line(p);
    bm_buf_char(out, ';');
    for (size_t i = 0; i < text.len; i++) {
        bm_buf_char(out, text.s[i]);
        if (text.s[i] == '\n')
            bm_buf_char(out, ';');
    }
    end_of_line(p);
    p->lines = p->numbered = true;
    p->glue = false;
}

static bool text_contains(struct bm_text text, const char *what)
{
    const size_t n = strlen(what);
    for (size_t i = 0; i + n <= text.len; i++)
        if (memcmp(text.s + i, what, n) == 0)
            return true;
    return false;
}

static void put_comment(struct pgn_writer *p, struct bm_text text)
{
    if (text_contains(text, "}") || text_contains(text, "[%"))
        put_lines(p, text);
    else
        put_in_block(p, text.s, text.len, true);
}

static void str_time(struct bm_str *s, int64_t ms)
{
    const uint64_t t = ms > 0 ? (uint64_t)ms : 0, seconds = t / 1000;
    unsigned rest = (unsigned)(t % 1000), unit = 100;
    bm_str_u64(s, seconds / 3600);
    bm_str_text(s, seconds / 60 % 60 < 10 ? ":0" : ":");
    bm_str_u64(s, seconds / 60 % 60);
    bm_str_text(s, seconds % 60 < 10 ? ":0" : ":");
    bm_str_u64(s, seconds % 60);
    if (rest != 0)
        bm_str_char(s, '.');
    for (; rest != 0; rest %= unit, unit /= 10)
        bm_str_char(s, (char)('0' + rest / unit));
}

static void str_eval(struct bm_str *s, const struct bm_note *note)
{
    const bool mate = note->kind == BM_NOTE_MATE, minus = note->value < 0;
    const uint64_t v = minus ? 0 - (uint64_t)note->value : (uint64_t)note->value;
    bm_str_text(s, mate ? "#" : "");
    bm_str_text(s, minus ? "-" : "");
    bm_str_u64(s, mate ? v : v / 100);
    if (!mate) {
        bm_str_text(s, v % 100 < 10 ? ".0" : ".");
        bm_str_u64(s, v % 100);
    }
    if (note->extra > 0) {
        bm_str_char(s, ',');
        bm_str_u64(s, (uint64_t)note->extra);
    }
}

static void str_square(const struct pgn_writer *p, struct bm_str *s, uint64_t sq)
{
    char name[BM_COORDINATES];
    (void)bm_sq_format((bm_sq)sq, bm_game_rules(p->w->game), name, sizeof name);
    bm_str_text(s, name);
}

/* An arrow or a square; those that follow each other share a command. */
static void put_shape(struct pgn_writer *p, const struct bm_note *note)
{
    struct bm_buf *const out = out_of(p);
    const bool more = p->open && p->shape == note->kind && p->shape_end == out->len;
    char text[32];
    struct bm_str s;

    bm_str_init(&s, text, sizeof text);
    bm_str_text(&s, more ? "," : note->kind == BM_NOTE_ARROW ? "[%cal " : "[%csl ");
    bm_str_char(&s, note->extra >= 'A' && note->extra <= 'Z' ? (char)note->extra : 'G');
    if (note->kind == BM_NOTE_ARROW)
        str_square(p, &s, (uint64_t)note->value >> 8 & 0xff);
    str_square(p, &s, (uint64_t)note->value & 0xff);
    if (more) {
        out->len--; /* the bracket */
        bm_buf_bytes(out, text, bm_str_end(&s));
    } else {
        put_in_block(p, text, bm_str_end(&s), false);
    }
    bm_buf_char(out, ']');
    p->shape = note->kind;
    p->shape_end = out->len;
}

static void put_value(struct pgn_writer *p, const struct bm_note *note, const char *word)
{
    char text[64];
    struct bm_str s;
    bm_str_init(&s, text, sizeof text);
    bm_str_text(&s, "[%");
    bm_str_text(&s, word);
    bm_str_char(&s, ' ');
    if (note->kind == BM_NOTE_EVAL || note->kind == BM_NOTE_MATE)
        str_eval(&s, note);
    else
        str_time(&s, note->value);
    bm_str_char(&s, ']');
    put_in_block(p, text, bm_str_end(&s), false);
}

/* "[%...]" with a text of its own, unless that would end it early. */
static void put_command(struct pgn_writer *p, const struct bm_note *note, bm_node n)
{
    const bool bookmark = note->kind == BM_NOTE_BOOKMARK;
    if (text_contains(note->text, "}") || text_contains(note->text, "]") ||
        text_contains(note->text, "\n") ||
        (!bookmark && (note->text.len < 2 || note->text.s[0] != '%'))) {
        bm_writing_loss(p->w, bookmark ? BM_LOSS_BOOKMARKS : BM_LOSS_COMMANDS, n);
        return;
    }
    put_in_block(p, bookmark ? "[%bookmark " : "[", bookmark ? 11 : 1, false);
    bm_buf_bytes(out_of(p), note->text.s, note->text.len);
    bm_buf_char(out_of(p), ']');
}

static void put_nag(struct pgn_writer *p, int64_t nag)
{
    char text[24];
    struct bm_str s;
    bm_str_init(&s, text, sizeof text);
    bm_str_char(&s, '$');
    bm_str_u64(&s, nag > 0 ? (uint64_t)nag : 0);
    put_token(p, text, bm_str_end(&s));
}

/* All notes of a node but those that stand before it. */
static void put_notes(struct pgn_writer *p, bm_node n)
{
    const struct bm_game *const game = p->w->game;
    for (bm_note_id id = bm_game_notes(game, n); id; id = bm_game_next_note(game, id)) {
        const struct bm_note note = bm_game_note(game, id);
        switch (note.kind) {
        case BM_NOTE_COMMENT: put_comment(p, note.text); break;
        case BM_NOTE_BEFORE: break;
        case BM_NOTE_NAG: put_nag(p, note.value); break;
        case BM_NOTE_SPENT: put_value(p, &note, "emt"); break;
        case BM_NOTE_TOTAL: put_value(p, &note, "total"); break;
        case BM_NOTE_CLOCK: put_value(p, &note, "clk"); break;
        case BM_NOTE_EVAL:
        case BM_NOTE_MATE: put_value(p, &note, "eval"); break;
        case BM_NOTE_ARROW:
        case BM_NOTE_SQUARE: put_shape(p, &note); break;
        case BM_NOTE_COMMAND:
        case BM_NOTE_BOOKMARK: put_command(p, &note, n); break;
        case BM_NOTE_KINDS: break;
        }
    }
}

static void put_notes_before(struct pgn_writer *p, bm_node n)
{
    const struct bm_game *const game = p->w->game;
    close_block(p);
    for (bm_note_id id = bm_game_notes(game, n); id; id = bm_game_next_note(game, id)) {
        const struct bm_note note = bm_game_note(game, id);
        if (note.kind == BM_NOTE_BEFORE && text_contains(note.text, "}"))
            put_lines(p, note.text);
        else if (note.kind == BM_NOTE_BEFORE)
            put_in_block(p, note.text.s, note.text.len, true);
    }
    close_block(p);
}

/* Moves. */

/* The half-move that a node is; moves of one turn are one. */
static uint64_t index_of(struct pgn_writer *p, bm_node n)
{
    if (p->multi && bm_writing_goto(p->w, bm_game_parent(p->w->game, n)))
        return (uint64_t)bm_pgn_index_at(p->w->line.ctx);
    return (uint64_t)p->index + bm_game_ply(p->w->game, n) - 1;
}

/* Whether a move goes on with a turn, right behind the move before. */
static bool goes_on(struct pgn_writer *p, bm_node n)
{
    return p->multi && !p->numbered && !p->open &&
           bm_writing_goto(p->w, bm_game_parent(p->w->game, n)) &&
           bm_ctx_turn_moves(p->w->line.ctx) != 0;
}

static void put_move_number(struct pgn_writer *p, bm_node n)
{
    const uint64_t index = index_of(p, n);
    char text[32];
    struct bm_str s;
    if (index % 2 != 0 && !p->numbered)
        return;
    bm_str_init(&s, text, sizeof text);
    bm_str_u64(&s, index / 2 + 1);
    bm_str_text(&s, index % 2 != 0 ? "..." : ".");
    put_token(p, text, bm_str_end(&s));
}

static void put_pgn_move(struct pgn_writer *p, bm_node n)
{
    struct bm_writing *const w = p->w;
    char text[BM_MOVE_TEXT];
    put_notes_before(p, n);
    if (goes_on(p, n)) {
        bm_buf_char(out_of(p), ',');
        p->glue = out_of(p)->len - p->line + sizeof text / 2 <= WIDTH;
    } else {
        put_move_number(p, n);
    }
    p->numbered = false;
    if (bm_game_kind(w->game, n) == BM_NODE_PASS) {
        put_token_text(p, "--");
        return;
    }
    if (bm_writing_goto(w, bm_game_parent(w->game, n)))
        put_token(p, text,
                  bm_ctx_write_move(w->line.ctx, bm_game_move(w->game, n), p->style, text,
                                    sizeof text));
}

/* Whether the Termination tag tells this end, which only that of the main line has. */
static bool is_told(const struct pgn_writer *p, bm_node n)
{
    const struct bm_game *const game = p->w->game;
    const char *const word = bm_pgn_termination(bm_game_ending(game, n).end);
    struct bm_text tag;
    return word[0] != '\0' && p->last == n &&
           (!bm_game_tag(game, "Termination", &tag) || bm_words_same(tag, word));
}

/* An end without a result is nothing but its tag: a star says that the game is not over. */
static bool is_written(const struct pgn_writer *p, bm_node n)
{
    const struct bm_game *const game = p->w->game;
    return bm_game_kind(game, n) == BM_NODE_END &&
           (bm_game_ending(game, n).result != BM_ONGOING || is_told(p, n));
}

/* The end that follows a foul and is written, or BM_NODE_NONE. */
static bm_node end_of_foul(const struct pgn_writer *p, bm_node foul)
{
    bm_node n = bm_game_first(p->w->game, foul);
    while (n != BM_NODE_NONE && !is_written(p, n))
        n = bm_game_next(p->w->game, n);
    return n;
}

/*
 * The node itself or the next of its siblings that is written. A foul is not, and its end
 * stands in its place.
 */
static bm_node written_from(const struct pgn_writer *p, bm_node n)
{
    const struct bm_game *const game = p->w->game;
    for (; n != BM_NODE_NONE; n = bm_game_next(game, n)) {
        if (bm_game_illegal(game, n)) {
            const bm_node end = end_of_foul(p, n);
            if (end != BM_NODE_NONE)
                return end;
        } else if (bm_game_kind(game, n) != BM_NODE_END || is_written(p, n)) {
            return n;
        }
    }
    return n;
}

/* The foul that an end stands in place of, or the node itself. */
static bm_node written_node(const struct pgn_writer *p, bm_node n)
{
    const bm_node parent = bm_game_parent(p->w->game, n);
    return parent != BM_NODE_NONE && bm_game_illegal(p->w->game, parent) ? parent : n;
}

static bm_node parent_of(const struct pgn_writer *p, bm_node n)
{
    return bm_game_parent(p->w->game, written_node(p, n));
}

static bm_node first_of(const struct pgn_writer *p, bm_node parent)
{
    return written_from(p, bm_game_first(p->w->game, parent));
}

static bm_node next_of(const struct pgn_writer *p, bm_node n)
{
    return written_from(p, bm_game_next(p->w->game, written_node(p, n)));
}

static void put_end(struct pgn_writer *p, bm_node n)
{
    const struct bm_game *const game = p->w->game;
    const struct bm_ending ending = bm_game_ending(game, n);
    if (is_written(p, n))
        put_token_text(p, bm_pgn_result_text(ending.result));
    if (ending.word.len != 0 || !is_written(p, n) ||
        (bm_pgn_termination(ending.end)[0] != '\0' && !is_told(p, n)))
        bm_writing_loss(p->w, BM_LOSS_END, n);
}

/* Ends below a node that are left out; what is said about them is said about the node. */
static void put_unwritten(struct pgn_writer *p, bm_node n)
{
    const struct bm_game *const game = p->w->game;
    for (bm_node c = bm_game_first(game, n); c != BM_NODE_NONE; c = bm_game_next(game, c)) {
        bm_node end = c;
        if (bm_game_illegal(game, c)) {
            bm_writing_loss(p->w, BM_LOSS_FOUL, c);
            bm_writing_lose_notes(p->w, c, 0);
            end = bm_game_first(game, c);
        }
        if (end != BM_NODE_NONE && bm_game_kind(game, end) == BM_NODE_END &&
            !is_written(p, end)) {
            put_end(p, end);
            put_notes(p, end);
        }
    }
}

/* One node and what is said about it. */
static void put_node(struct pgn_writer *p, bm_node n)
{
    if (bm_game_kind(p->w->game, n) == BM_NODE_END)
        put_end(p, n);
    else
        put_pgn_move(p, n);
    put_notes(p, n);
    put_unwritten(p, n);
}

static void open_variation(struct pgn_writer *p)
{
    put_token_text(p, "(");
    p->glue = p->numbered = true;
}

static void close_variation(struct pgn_writer *p)
{
    p->glue = !p->lines;
    put_token_text(p, ")");
    p->numbered = true;
}

/*
 * What comes after the node n: its variations, then what follows it, then, up the tree, what
 * follows the move that a variation belongs to. BM_NODE_NONE when all is written.
 */
static bm_node next_written_node(struct pgn_writer *p, bm_node n)
{
    const bool is_first = first_of(p, parent_of(p, n)) == n;
    if (is_first && next_of(p, n) != BM_NODE_NONE) {
        open_variation(p);
        return next_of(p, n);
    }
    for (;;) {
        if (first_of(p, n) != BM_NODE_NONE)
            return first_of(p, n);
        while (first_of(p, parent_of(p, n)) == n) {
            n = parent_of(p, n);
            if (n == BM_NODE_ROOT)
                return BM_NODE_NONE;
        }
        close_variation(p);
        if (next_of(p, n) != BM_NODE_NONE) {
            open_variation(p);
            return next_of(p, n);
        }
        n = first_of(p, parent_of(p, n));
    }
}

bm_status bm_pgn_write(struct bm_writing *w, struct bm_error *err)
{
    const struct bm_game *const game = w->game;
    const bool shogi = bm_is_shogi(bm_game_rules(game));
    struct pgn_writer p = {.w = w,
                           .numbered = true,
                           .multi = bm_rules_info(bm_game_rules(game))->multi,
                           .index = bm_pgn_index(game),
                           .last = bm_game_last(game, BM_NODE_ROOT),
                           .style = shogi ? BM_STYLE_WESTERN : BM_STYLE_SAN};
    (void)err;

    if (w->options->game > 1)
        bm_buf_char(&w->out, '\n');
    put_roster(&p, shogi);
    put_game_tags(&p, shogi);
    put_other_tags(&p, shogi);
    end_of_line(&p);

    put_notes(&p, BM_NODE_ROOT);
    put_unwritten(&p, BM_NODE_ROOT);
    bm_node n = first_of(&p, BM_NODE_ROOT);
    while (n != BM_NODE_NONE) {
        put_node(&p, n);
        n = next_written_node(&p, n);
    }
    if (!is_written(&p, p.last))
        put_token_text(&p, "*");
    close_block(&p);
    if (w->out.len != p.line)
        end_of_line(&p);
    return BM_OK;
}
