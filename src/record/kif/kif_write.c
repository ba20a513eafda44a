/* SPDX-License-Identifier: MIT */
#include "game/words.h"
#include "notation/shogi/kanji.h"
#include "record/format.h"
#include "record/kif/bod.h"
#include "record/kif/kif.h"
#include "record/tag_names.h"

/* --- What KIF and KI2 share: headers, position, comments, まで --- */

static bool same_setup(const struct bm_setup *a, const struct bm_setup *b)
{
    return memcmp(a->board, b->board, 81) == 0 &&
           memcmp(a->hand, b->hand, sizeof a->hand) == 0 && a->turn == b->turn &&
           a->number == b->number;
}

/* The named start that the game has, or NULL. */
static const struct bm_start *named_start(const struct bm_game *game)
{
    const struct bm_rules *const rules = bm_game_rules(game);
    const struct bm_start *start;
    for (unsigned i = 0; (start = bm_rules_start(rules, i)) != NULL; i++) {
        struct bm_setup setup;
        if (bm_position_parse(&setup, rules, start->text, strlen(start->text), 0, NULL) ==
                BM_OK &&
            same_setup(&setup, bm_game_start(game)))
            return start;
    }
    return NULL;
}

/* In a handicap game the sides are 下手 and 上手. */
static bool is_handicap(const struct bm_game *game, const struct bm_start *start)
{
    return start && start != bm_rules_start(bm_game_rules(game), 0);
}

/*
 * Whether other programs set the board up by the name alone; those of the list are the names
 * that the format has had from its beginning.
 */
static bool is_common_name(const char *title)
{
    static const char *const names[] = {
        "平手",     "香落ち",   "右香落ち", "角落ち",     "飛車落ち", "飛香落ち", "二枚落ち",
        "三枚落ち", "四枚落ち", "五枚落ち", "左五枚落ち", "六枚落ち", "八枚落ち", "十枚落ち",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(title, names[i]) == 0)
            return true;
    return false;
}

static void write_value(struct bm_buf *out, struct bm_text value)
{
    for (size_t i = 0; i < value.len; i++)
        bm_buf_char(out, value.s[i] == '\n' || value.s[i] == '\r' ? ' ' : value.s[i]);
    bm_buf_char(out, '\n');
}

static const char flipped[] = "盤面反転";

/* The line that asks for the board to be shown from the other side; it is no key. */
static bool is_flipped(const struct bm_tag *tag)
{
    return bm_words_same(tag->name, flipped) && tag->value.len == 0;
}

static void write_tag(struct bm_writing *w, const struct bm_tag *tag, bool handicap)
{
    struct bm_text word = bm_words_word(BM_WORDS_KIF, tag->name);

    if (is_flipped(tag)) {
        bm_buf_text(&w->out, flipped);
        bm_buf_char(&w->out, '\n');
        return;
    }
    if (word.len == 0)
        word = tag->name;
    if (handicap && bm_words_same(word, "先手"))
        word.s = "下手";
    else if (handicap && bm_words_same(word, "後手"))
        word.s = "上手";
    bm_buf_bytes(&w->out, word.s, word.len);
    bm_buf_text(&w->out, "：");
    write_value(&w->out, tag->value);
}

/* Whether a name will be read as a tag's, and as nothing else. */
static bool can_be_key(struct bm_text name)
{
    static const char *const taken[] = {
        "手合割",   "手数＝",   "手数-",    "変化",     "まで",     "盤面反転",
        "先手の持", "後手の持", "先手番",   "後手番",   "下手の持", "上手の持",
        "下手番",   "上手番",   "先手持駒", "後手持駒", "｜"};
    const char *const end = name.s + name.len;
    const struct bm_kanji_sign c = bm_kanji_sign(name.s, end);
    if (name.len == 0 || name.len > 90 || c.class == BM_SIGN_BLANK || c.class == BM_SIGN_SIDE ||
        c.class == BM_SIGN_SAME || (c.class == BM_SIGN_DIGIT && !c.kanji) ||
        memchr("#*&|+(", name.s[0], 6))
        return false;
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) {
        if (bm_kif_begins(name.s, end, taken[i]))
            return false;
    }
    for (size_t i = 0; i < name.len; i++) {
        if ((unsigned char)name.s[i] < ' ' || name.s[i] == ':')
            return false;
    }
    return bm_kif_find(name.s, end, "：") == NULL && name.s[name.len - 1] != ' ';
}

static void write_tags(struct bm_writing *w, bool handicap)
{
    const size_t n = bm_game_tags(w->game);
    for (size_t i = 0; i < n; i++) {
        const struct bm_tag tag = bm_game_tag_at(w->game, i);
        if (is_flipped(&tag) || can_be_key(tag.name))
            write_tag(w, &tag, handicap);
        else
            bm_writing_loss(w, BM_LOSS_TAGS, BM_NODE_NONE);
    }
}

static void write_kif_head(struct bm_writing *w, bool *handicap)
{
    const struct bm_start *const start = named_start(w->game);
    *handicap = is_handicap(w->game, start);
    /* The handicap first: readers name the sides by it. */
    if (start) {
        bm_buf_text(&w->out, "手合割：");
        bm_buf_text(&w->out, start->title[BM_JA]);
        bm_buf_char(&w->out, '\n');
        write_tags(w, *handicap);
        if (!is_common_name(start->title[BM_JA]))
            bm_bod_write(bm_game_start(w->game), *handicap, &w->out);
    } else {
        bm_buf_text(&w->out, "手合割：その他\n");
        write_tags(w, false);
        bm_bod_write(bm_game_start(w->game), false, &w->out);
    }
}

static void write_comment(struct bm_buf *out, struct bm_text text)
{
    bm_buf_char(out, '*');
    for (size_t i = 0; i < text.len; i++) {
        bm_buf_char(out, text.s[i]);
        if (text.s[i] == '\n')
            bm_buf_char(out, '*');
    }
    bm_buf_char(out, '\n');
}

enum { HELD = 1 << BM_NOTE_COMMENT | 1 << BM_NOTE_BEFORE | 1 << BM_NOTE_BOOKMARK };

/* Comments and bookmarks behind a move; `before` those that stand before it. */
static void write_notes(struct bm_writing *w, bm_node n, bool before)
{
    for (bm_note_id id = bm_game_notes(w->game, n); id; id = bm_game_next_note(w->game, id)) {
        const struct bm_note note = bm_game_note(w->game, id);
        if (before != (note.kind == BM_NOTE_BEFORE))
            continue;
        if (note.kind == BM_NOTE_COMMENT || note.kind == BM_NOTE_BEFORE) {
            write_comment(&w->out, note.text);
        } else if (note.kind == BM_NOTE_BOOKMARK) {
            bm_buf_char(&w->out, '&');
            write_value(&w->out, note.text);
        }
    }
}

/*
 * An end as it can be told. A word that would mean another result is not written; who won is,
 * and reads as resigning if it was not the side to move.
 */
static struct bm_ending ending_of(struct bm_writing *w, bm_node n)
{
    struct bm_ending e = bm_game_ending(w->game, n);
    const unsigned turn = (bm_game_start(w->game)->turn + bm_game_ply(w->game, n)) & 1u;
    const bool resigns = bm_end_result(BM_END_RESIGNATION, turn) == e.result;
    if ((e.end == BM_END_STATED && resigns) ||
        (!bm_kif_winner_open(e.end) && e.result != BM_ONGOING &&
         bm_end_result(e.end, turn) != e.result)) {
        bm_writing_loss(w, BM_LOSS_END, n);
        e.end = resigns ? BM_END_RESIGNATION : BM_END_STATED;
        e.word = (struct bm_text){"", 0};
    }
    return e;
}

/* The word of an end as the record had it, or ours. */
static struct bm_text end_word(const struct bm_ending *e)
{
    const char *const usual = bm_words_for_end(BM_WORDS_KIF, e->end);
    const enum bm_end meant = bm_words_end(BM_WORDS_KIF, e->word);
    if (e->word.len != 0 && (meant == e->end || e->end == BM_END_OTHER))
        return e->word;
    if (e->end == BM_END_AGREEMENT)
        return (struct bm_text){"引き分け", strlen("引き分け")};
    return (struct bm_text){usual, strlen(usual)};
}

/* Brackets and + would be taken for a time and for the sign of variations. */
static void write_word(struct bm_buf *out, struct bm_text word)
{
    for (size_t i = 0; i < word.len; i++) {
        switch (word.s[i]) {
        case '(': bm_buf_text(out, "（"); break;
        case ')': bm_buf_text(out, "）"); break;
        case '+': bm_buf_text(out, "＋"); break;
        case '\n': bm_buf_char(out, ' '); break;
        default: bm_buf_char(out, word.s[i]); break;
        }
    }
}

static const char *side_word(unsigned side, bool handicap)
{
    return handicap ? (side == BM_FIRST ? "下手" : "上手")
                    : (side == BM_FIRST ? "先手" : "後手");
}

/* Whether まで... with a word that no list has will be read as that word. */
static bool is_plain(struct bm_text word)
{
    static const char *const telling[] = {
        "勝",   "負",   "敗",   "により", "千日手",  "持将棋",   "中断",     "封じ手", "詰",
        "切れ", "反則", "入玉", "宣言",   "トライ",  "最大手数", "引き分け", "引分",   "不戦",
        "先手", "後手", "上手", "下手",   "Time-up", "▲",        "△",        "☗",      "☖"};
    for (size_t i = 0; i < sizeof telling / sizeof *telling; i++) {
        if (bm_kif_find(word.s, word.s + word.len, telling[i]))
            return false;
    }
    return word.len != 0;
}

/* まで68手で先手の勝ち, and how if it was not by resigning. False if that is not all of it. */
static bool write_until(struct bm_writing *w, bm_node n, unsigned plies, bool handicap)
{
    struct bm_buf *const out = &w->out;
    const struct bm_ending e = ending_of(w, n);
    const bool decided = e.result == BM_FIRST_WINS || e.result == BM_SECOND_WINS;
    const unsigned winner = e.result == BM_FIRST_WINS ? BM_FIRST : BM_SECOND;
    const bool foul = e.end == BM_END_FOUL || e.end == BM_END_FOUL_BY_OTHER;
    struct bm_text word = end_word(&e);

    if (e.end == BM_END_TIME && e.word.len == 0)
        word = (struct bm_text){"時間切れ", strlen("時間切れ")};
    if (e.end == BM_END_OTHER && !is_plain(word))
        word.len = 0;
    if (word.len == 0 && e.result == BM_DRAW)
        word = (struct bm_text){"引き分け", strlen("引き分け")};
    if (word.len == 0 && !decided)
        return false;
    bm_buf_text(out, "まで");
    bm_buf_u64(out, plies, 1);
    bm_buf_text(out, "手で");
    if (decided && foul) {
        /* The side to move has lost, or has won by what the other side did. */
        const bool lost = ((bm_game_start(w->game)->turn + plies) & 1u) != winner;
        bm_buf_text(out, side_word(lost ? !winner : winner, handicap));
        bm_buf_text(out, lost ? "の反則負け\n" : "の反則勝ち\n");
        return true;
    }
    if (e.end != BM_END_RESIGNATION || !decided)
        write_word(out, word);
    if (decided &&
        e.end != BM_END_MATE) { /* まで9手で詰み: other programs know no more of it */
        if (e.end != BM_END_RESIGNATION && word.len != 0)
            bm_buf_text(out, "により");
        bm_buf_text(out, side_word(winner, handicap));
        bm_buf_text(out, "の勝ち");
    }
    bm_buf_char(out, '\n');
    return word.len != 0 || e.end == BM_END_STATED;
}

/* --- KIF --- */

/* How wide a text is on a screen: kanji are two columns. */
static size_t width_of(const char *s, size_t len)
{
    size_t width = 0;
    for (size_t i = 0; i < len; i++) {
        const unsigned char c = (unsigned char)s[i];
        width += c < 0x80 ? 1 : c >= 0xe0 ? 2 : c >= 0xc0 ? 1 : 0;
    }
    return width;
}

static void pad_to(struct bm_buf *out, size_t from, size_t width)
{
    size_t now = out->failed ? width : width_of(out->s + from, out->len - from);
    for (; now < width; now++)
        bm_buf_char(out, ' ');
}

/* Whole seconds of a note. */
static bool seconds_of(struct bm_writing *w, bm_node n, enum bm_note_kind kind, uint64_t *out)
{
    const bm_note_id id = bm_game_find_note(w->game, n, kind);
    if (!id)
        return false;
    const int64_t ms = bm_game_note(w->game, id).value;
    *out = ms > 0 ? (uint64_t)ms / 1000 : 0;
    if (ms % 1000 != 0)
        bm_writing_loss(w, BM_LOSS_FRACTIONS, n);
    return true;
}

/* ( 0:12/00:01:02); a total that is not told is added up. */
static void write_times(struct bm_writing *w, bm_node n)
{
    uint64_t spent = 0, total = 0;
    const bool has_spent = seconds_of(w, n, BM_NOTE_SPENT, &spent);
    const bool has_total = seconds_of(w, n, BM_NOTE_TOTAL, &total);
    struct bm_buf *const out = &w->out;

    if (!has_spent && !has_total)
        return;
    if (!has_total)
        total = (uint64_t)bm_elapsed_total(&w->elapsed, w->game, n) / 1000;
    bm_buf_text(out, " (");
    if (has_spent) {
        if (spent < 600)
            bm_buf_char(out, ' ');
        bm_buf_u64(out, spent / 60, 1);
        bm_buf_char(out, ':');
        bm_buf_u64(out, spent % 60, 2);
    }
    bm_buf_char(out, '/');
    bm_buf_u64(out, total / 3600, 2);
    bm_buf_char(out, ':');
    bm_buf_u64(out, total / 60 % 60, 2);
    bm_buf_char(out, ':');
    bm_buf_u64(out, total % 60, 2);
    bm_buf_char(out, ')');
}

/* Whether a variation in place of this move will be written. */
static bool has_variation(const struct bm_game *game, bm_node n)
{
    do
        n = bm_game_next(game, n);
    while (n != BM_NODE_NONE && bm_game_kind(game, n) == BM_NODE_PASS);
    return n != BM_NODE_NONE;
}

/* A line with its number: a move, or the end. False if it cannot be written. */
static bool write_numbered(struct bm_writing *w, bm_node n)
{
    struct bm_buf *const out = &w->out;
    const size_t begin = out->len;
    const bool is_end = bm_game_kind(w->game, n) == BM_NODE_END;
    const unsigned number = bm_game_ply(w->game, n) + is_end;
    struct bm_text word = {"", 0};

    if (is_end) {
        const struct bm_ending e = ending_of(w, n);
        word = end_word(&e);
        if (word.len == 0 || bm_kif_like_move(word.s, word.s + word.len))
            return false;
    }
    for (unsigned limit = 1000; number < limit && limit > 1; limit /= 10)
        bm_buf_char(out, ' ');
    bm_buf_u64(out, number, 1);
    bm_buf_char(out, ' ');
    const size_t move = out->len;
    if (is_end)
        write_word(out, word);
    else
        bm_writing_move(w, n, BM_STYLE_KIF);
    if (out->len == move) { /* the line cannot be played up to here */
        out->len = begin;
        return false;
    }
    if (bm_game_find_note(w->game, n, BM_NOTE_SPENT) ||
        bm_game_find_note(w->game, n, BM_NOTE_TOTAL))
        pad_to(out, move, 12);
    write_times(w, n);
    bm_buf_text(out, has_variation(w->game, n) ? "+\n" : "\n");
    return true;
}

/* The first child that is no pass. */
static bm_node first_written(struct bm_writing *w, bm_node n)
{
    for (n = bm_game_first(w->game, n); n != BM_NODE_NONE; n = bm_game_next(w->game, n)) {
        if (bm_game_kind(w->game, n) != BM_NODE_PASS)
            break;
        bm_writing_loss(w, BM_LOSS_PASSES, n);
    }
    return n;
}

/* One line of the tree from `n` on; returns its last node. */
static bm_node write_line(struct bm_writing *w, bm_node n, bool main_line, bool handicap)
{
    bm_node last = n;
    for (; n != BM_NODE_NONE; n = first_written(w, n)) {
        last = n;
        const bool is_end = bm_game_kind(w->game, n) == BM_NODE_END;
        write_notes(w, n, true);
        const bool written = write_numbered(w, n);
        if (!written && !is_end)
            break;
        write_notes(w, n, false);
        bm_writing_lose_notes(w, n, HELD | 1 << BM_NOTE_SPENT | 1 << BM_NOTE_TOTAL);
        if (is_end && !(main_line && write_until(w, n, bm_game_ply(w->game, n), handicap)) &&
            !written)
            bm_writing_loss(w, BM_LOSS_END, n);
    }
    return last;
}

bm_status bm_kif_write(struct bm_writing *w, struct bm_error *err)
{
    const struct bm_game *const game = w->game;
    bool handicap = false;
    (void)err;

    if (w->options->game > 1)
        bm_buf_char(&w->out, '\n');
    bm_buf_text(&w->out, "#KIF version=2.0 encoding=");
    bm_buf_text(&w->out, w->options->encoding == BM_ENCODING_SHIFT_JIS ? "Shift_JIS\n"
                         : w->options->encoding == BM_ENCODING_EUC_JP  ? "EUC-JP\n"
                                                                       : "UTF-8\n");
    write_kif_head(w, &handicap);
    bm_buf_text(&w->out, "手数----指手---------消費時間--\n");
    write_notes(w, BM_NODE_ROOT, false);
    bm_writing_lose_notes(w, BM_NODE_ROOT, HELD);
    bm_node n = first_written(w, BM_NODE_ROOT);
    if (n == BM_NODE_NONE)
        return BM_OK;
    /*
     * After a line come the variations that leave it, the last one first, each followed by its
     * own: so that a variation leaves the newest line which has the move before it.
     */
    n = write_line(w, n, true, handicap);
    while (n != BM_NODE_ROOT && n != BM_NODE_NONE) {
        const bm_node next = bm_game_next(game, n);
        if (next == BM_NODE_NONE) {
            n = bm_game_parent(game, n);
            continue;
        }
        n = next;
        const bool is_end = bm_game_kind(game, n) == BM_NODE_END;
        if (bm_game_kind(game, n) == BM_NODE_PASS) {
            bm_writing_loss(w, BM_LOSS_PASSES, n);
            continue;
        }
        bm_buf_text(&w->out, "\n変化：");
        bm_buf_u64(&w->out, bm_game_ply(game, n) + is_end, 1);
        bm_buf_text(&w->out, "手\n");
        n = write_line(w, n, false, handicap);
    }
    return BM_OK;
}

/* --- KI2 --- */

enum { COLUMN = 12, PER_LINE = 6 };

/* The line of moves that is being written. */
struct kif_row {
    unsigned moves;
    unsigned total; /* in all lines so far */
    size_t last;    /* where the last move begins */
};

static void end_row(struct bm_writing *w, struct kif_row *row)
{
    if (row->moves != 0)
        bm_buf_char(&w->out, '\n');
    row->moves = 0;
}

/* Whether an illegal move that was written as s[0, len) will be read as such. */
static bool can_be_told(struct bm_writing *w, bm_node n, const char *s, size_t len)
{
    bm_move m = {BM_MOVE_NONE};
    (void)!bm_ctx_read_move(w->line.ctx, BM_STYLE_JAPANESE, s, len, &m, NULL);
    return bm_move_equal(m, bm_game_move(w->game, n));
}

/* False if the line goes no further. */
static bool add_ki2_move(struct bm_writing *w, struct kif_row *row, bm_node n)
{
    struct bm_buf *const out = &w->out;
    if (row->moves == PER_LINE)
        end_row(w, row);
    const size_t before = out->len;
    if (row->moves != 0) {
        pad_to(out, row->last, COLUMN - 1);
        bm_buf_char(out, ' ');
    }
    row->last = out->len;
    bm_writing_move(w, n, BM_STYLE_JAPANESE);
    if (out->len == row->last) { /* the line cannot be played up to here */
        out->len = before;
        return false;
    }
    if (bm_game_illegal(w->game, n) && !out->failed &&
        !can_be_told(w, n, out->s + row->last, out->len - row->last)) {
        bm_writing_loss(w, BM_LOSS_FOUL, n);
        out->len = before;
        return true;
    }
    row->moves++;
    row->total++;
    return true;
}

/* KI2 holds one line of play, and no times. */
static void write_kif_moves(struct bm_writing *w, bool handicap)
{
    const struct bm_game *const game = w->game;
    struct kif_row row = {0};

    for (bm_node n = bm_game_first(game, BM_NODE_ROOT); n != BM_NODE_NONE;
         n = bm_game_first(game, n)) {
        const bool is_end = bm_game_kind(game, n) == BM_NODE_END;
        if (bm_game_next(game, n) != BM_NODE_NONE)
            bm_writing_loss(w, BM_LOSS_VARIATIONS, bm_game_next(game, n));
        if (bm_game_kind(game, n) == BM_NODE_PASS) {
            bm_writing_loss(w, BM_LOSS_PASSES, n);
            break;
        }
        if (is_end || bm_game_find_note(game, n, BM_NOTE_BEFORE))
            end_row(w, &row);
        write_notes(w, n, true);
        if (!is_end && !add_ki2_move(w, &row, n))
            break;
        if (is_end && !write_until(w, n, row.total, handicap))
            bm_writing_loss(w, BM_LOSS_END, n);
        if (bm_game_find_note(game, n, BM_NOTE_COMMENT) ||
            bm_game_find_note(game, n, BM_NOTE_BOOKMARK))
            end_row(w, &row);
        write_notes(w, n, false);
        bm_writing_lose_notes(w, n, HELD);
    }
    end_row(w, &row);
}

bm_status bm_ki2_write(struct bm_writing *w, struct bm_error *err)
{
    bool handicap = false;
    (void)err;
    if (w->options->game > 1)
        bm_buf_char(&w->out, '\n');
    write_kif_head(w, &handicap);
    bm_buf_char(&w->out, '\n');
    write_notes(w, BM_NODE_ROOT, false);
    bm_writing_lose_notes(w, BM_NODE_ROOT, HELD);
    write_kif_moves(w, handicap);
    return BM_OK;
}
