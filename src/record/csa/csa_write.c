/* SPDX-License-Identifier: MIT */
/*
 * CSA is written in version 2.2, which every program reads; in 3.0 only if the game has
 * something that came with it: fractions of seconds, the limit of moves, its keywords. 3.0
 * wants the encoding in the first line, and takes Shift_JIS for granted without it.
 */
#include "notation/styles.h"
#include "record/csa/csa.h"
#include "record/format.h"
#include "record/tag_names.h"

static bool text_is(struct bm_text text, const char *word)
{
    return strlen(word) == text.len && memcmp(text.s, word, text.len) == 0;
}

/* Keywords that version 2.2 does not have. */
static bool is_new_word(struct bm_text word)
{
    static const char *const words[] = {"$TIME",      "$TIME+",   "$TIME-",
                                        "$MAX_MOVES", "$JISHOGI", "$NOTE"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (text_is(word, words[i]))
            return true;
    return false;
}

/* A word of letters, digits and _, as %WORD. */
static bool is_end_word(struct bm_text word)
{
    for (size_t i = 0; i < word.len; i++) {
        const char c = word.s[i];
        if (!(c >= 'A' && c <= 'Z') && !(c >= '0' && c <= '9') && c != '_')
            return false;
    }
    return word.len != 0;
}

/* The result that CSA's word for an end would mean at this place. */
static enum bm_result meant_result(const struct bm_game *game, bm_node n)
{
    const unsigned turn = (bm_game_start(game)->turn + bm_game_ply(game, n)) & 1u;
    /* Behind a kept foul, both words for it mean that the other side wins. */
    if (bm_game_illegal(game, bm_game_parent(game, n)))
        return bm_end_result(BM_END_FOUL_BY_OTHER, turn);
    return bm_end_result(bm_game_ending(game, n).end, turn);
}

static bool is_foul(enum bm_end end)
{
    return end == BM_END_FOUL || end == BM_END_FOUL_BY_OTHER;
}

/* Whether CSA can tell this end; if not, it is left out. */
static bool has_end(const struct bm_game *game, bm_node n)
{
    const struct bm_ending ending = bm_game_ending(game, n);
    if (ending.end == BM_END_OTHER)
        return ending.result == BM_ONGOING && is_end_word(ending.word) &&
               bm_words_end(BM_WORDS_CSA, ending.word) == BM_END_COUNT;
    return is_foul(ending.end) || (bm_words_for_end(BM_WORDS_CSA, ending.end)[0] != '\0' &&
                                   ending.result == meant_result(game, n));
}

/* A foul is understood only with the end that names it. */
static bool is_lost_foul(const struct bm_game *game, bm_node n)
{
    if (!bm_game_illegal(game, n))
        return false;
    const bm_node next = bm_game_first(game, n);
    const enum bm_end end =
        next != BM_NODE_NONE ? bm_game_ending(game, next).end : BM_END_COUNT;
    return end != BM_END_FOUL && end != BM_END_FOUL_BY_OTHER;
}

/* Whether a node, and with it the line, can be written no further. */
static bool is_stop(const struct bm_game *game, bm_node n)
{
    return bm_game_kind(game, n) == BM_NODE_PASS || is_lost_foul(game, n) ||
           (bm_game_kind(game, n) == BM_NODE_END && !has_end(game, n));
}

static bool needs_version_3(const struct bm_game *game)
{
    for (size_t i = 0; i < bm_game_tags(game); i++)
        if (is_new_word(bm_words_word(BM_WORDS_CSA, bm_game_tag_at(game, i).name)))
            return true;
    for (bm_node n = BM_NODE_ROOT; n != BM_NODE_NONE && !is_stop(game, n);
         n = bm_game_first(game, n)) {
        if (bm_game_ending(game, n).end == BM_END_MOVE_LIMIT)
            return true;
        for (bm_note_id id = bm_game_notes(game, n); id; id = bm_game_next_note(game, id)) {
            const struct bm_note note = bm_game_note(game, id);
            if (note.kind == BM_NOTE_SPENT && note.value % 1000 != 0)
                return true;
        }
    }
    return false;
}

static void write_version(struct bm_writing *w)
{
    const bool later = w->options->game > 1, v3 = needs_version_3(w->game);
    if (later)
        bm_buf_text(&w->out, "/\n");
    if (v3 && !later) {
        bm_buf_text(&w->out, "'CSA encoding=");
        bm_buf_text(&w->out, w->options->encoding == BM_ENCODING_SHIFT_JIS ? "SHIFT_JIS"
                             : w->options->encoding == BM_ENCODING_EUC_JP  ? "EUC-JP"
                             : w->options->encoding == BM_ENCODING_LATIN1  ? "ISO-8859-1"
                                                                           : "UTF-8");
        bm_buf_char(&w->out, '\n');
    }
    /* The version stands once in a file, unless a later game needs a later one. */
    if (v3 || !later)
        bm_buf_text(&w->out, v3 ? "V3.0\n" : "V2.2\n");
}

/* Text that must stay in its line. */
static void write_flat(struct bm_writing *w, struct bm_text text)
{
    for (size_t i = 0; i < text.len; i++) {
        const bool odd = text.s[i] == '\n' || text.s[i] == '\r';
        if (odd)
            bm_writing_loss(w, BM_LOSS_LINES, BM_NODE_NONE);
        bm_buf_char(&w->out, odd ? ' ' : text.s[i]);
    }
}

/* A name that can stand between $ and the colon. */
static bool is_keyword(struct bm_text name)
{
    for (size_t i = 0; i < name.len; i++)
        if (name.s[i] == ':' || (unsigned char)name.s[i] < ' ')
            return false;
    return name.len != 0;
}

static void write_tag(struct bm_writing *w, struct bm_tag tag, struct bm_text word)
{
    if (word.len != 0) {
        bm_buf_bytes(&w->out, word.s, word.len);
    } else if (is_keyword(tag.name)) {
        bm_buf_char(&w->out, '$');
        bm_buf_bytes(&w->out, tag.name.s, tag.name.len);
    } else {
        bm_writing_loss(w, BM_LOSS_TAGS, BM_NODE_NONE);
        return;
    }
    if (word.len == 0 || word.s[0] == '$')
        bm_buf_char(&w->out, ':');
    write_flat(w, tag.value);
    bm_buf_char(&w->out, '\n');
}

/* The players first, as the standard has it. */
static void write_tags(struct bm_writing *w)
{
    for (int names = 1; names >= 0; names--) {
        for (size_t i = 0; i < bm_game_tags(w->game); i++) {
            const struct bm_tag tag = bm_game_tag_at(w->game, i);
            const struct bm_text word = bm_words_word(BM_WORDS_CSA, tag.name);
            if ((word.len != 0 && word.s[0] == 'N') == (names != 0))
                write_tag(w, tag, word);
        }
    }
}

static void write_csa_square(struct bm_buf *out, unsigned sq)
{
    bm_buf_char(out, (char)('1' + sq / 9));
    bm_buf_char(out, (char)('1' + sq % 9));
}

/* The usual start, with pieces of the second side taken away, which is what handicaps are. */
static bool is_handicap(const struct bm_setup *start, const struct bm_setup *usual)
{
    enum { MOST = 10 };
    unsigned away = 0;
    for (unsigned sq = 0; sq < 81; sq++) {
        if (start->board[sq] == usual->board[sq])
            continue;
        if (start->board[sq] != 0 || bm_piece_side(usual->board[sq]) == BM_FIRST)
            return false;
        away++;
    }
    return away <= MOST && memcmp(start->hand, usual->hand, sizeof usual->hand) == 0;
}

static bool write_usual(struct bm_writing *w, const struct bm_setup *start)
{
    struct bm_setup usual;
    bm_setup_start(&usual, bm_rules_shogi());
    if (!is_handicap(start, &usual))
        return false;
    bm_buf_text(&w->out, "PI");
    /* Rook and bishop come first where they are given: by rank, from the ninth file. */
    for (unsigned i = 0; i < 81; i++) {
        const unsigned sq = (8 - i % 9) * 9 + (i / 9 + 1) % 9;
        if (start->board[sq] == usual.board[sq])
            continue;
        write_csa_square(&w->out, sq);
        bm_buf_text(&w->out, bm_csa_kind_name(bm_piece_kind(usual.board[sq])));
    }
    bm_buf_char(&w->out, '\n');
    return true;
}

static void write_board(struct bm_writing *w, const struct bm_setup *start)
{
    for (unsigned rank = 0; rank < 9; rank++) {
        bm_buf_char(&w->out, 'P');
        bm_buf_char(&w->out, (char)('1' + rank));
        for (unsigned file = 9; file-- > 0;) {
            const bm_piece piece = start->board[file * 9 + rank];
            if (piece == 0) {
                bm_buf_text(&w->out, " * ");
                continue;
            }
            bm_buf_char(&w->out, bm_piece_side(piece) == BM_FIRST ? '+' : '-');
            bm_buf_text(&w->out, bm_csa_kind_name(bm_piece_kind(piece)));
        }
        bm_buf_char(&w->out, '\n');
    }
}

static void write_hand(struct bm_writing *w, const struct bm_setup *start, unsigned side)
{
    bool any = false;
    for (unsigned kind = BM_SHOGI_KING; kind-- > 0;) {
        for (unsigned i = 0; i < start->hand[side][kind]; i++) {
            if (!any)
                bm_buf_text(&w->out, side == BM_FIRST ? "P+" : "P-");
            any = true;
            bm_buf_text(&w->out, "00");
            bm_buf_text(&w->out, bm_csa_kind_name(kind));
        }
    }
    if (any)
        bm_buf_char(&w->out, '\n');
}

static void write_start(struct bm_writing *w)
{
    const struct bm_setup *const start = bm_game_start(w->game);
    if (start->number > 1)
        bm_writing_loss(w, BM_LOSS_NUMBER, BM_NODE_NONE);
    if (!write_usual(w, start)) {
        write_board(w, start);
        write_hand(w, start, BM_FIRST);
        write_hand(w, start, BM_SECOND);
    }
    bm_buf_text(&w->out, start->turn == BM_FIRST ? "+\n" : "-\n");
}

/* Text line by line, each behind the sign of a comment that programs read. */
static void write_comment(struct bm_writing *w, struct bm_text text)
{
    for (size_t at = 0; at < text.len;) {
        size_t end = at;
        while (end < text.len && text.s[end] != '\n' && text.s[end] != '\r')
            end++;
        size_t last = end; /* blanks at the end of a line are not read again */
        while (last > at && (text.s[last - 1] == ' ' || text.s[last - 1] == '\t'))
            last--;
        bm_buf_text(&w->out, "'*");
        bm_buf_bytes(&w->out, text.s + at, last - at);
        bm_buf_char(&w->out, '\n');
        at = end + 1;
    }
}

/* The evaluation that a line of a comment at this node tells; INT64_MAX: none does. */
static int64_t told_eval(const struct bm_game *game, bm_node n)
{
    for (bm_note_id id = bm_game_notes(game, n); id; id = bm_game_next_note(game, id)) {
        const struct bm_note note = bm_game_note(game, id);
        if (note.kind != BM_NOTE_COMMENT)
            continue;
        for (const char *s = note.text.s, *end = s + note.text.len; s < end;) {
            const char *const eol = memchr(s, '\n', (size_t)(end - s));
            const char *const stop = eol ? eol : end;
            int64_t told = 0;
            if (bm_csa_eval(s, stop, &told) == BM_CSA_EVAL_BEGINS)
                return told;
            s = eol ? eol + 1 : end;
        }
    }
    return INT64_MAX;
}

static void write_eval(struct bm_writing *w, bm_node n, const struct bm_note *note,
                       int64_t told)
{
    enum { MOST = 9999999 };
    if (note->extra != 0 || note->value > MOST || note->value < -MOST ||
        bm_game_kind(w->game, n) != BM_NODE_MOVE)
        bm_writing_loss(w, BM_LOSS_EVALS, n);
    if (note->value > MOST || note->value < -MOST || note->value == told ||
        bm_game_kind(w->game, n) != BM_NODE_MOVE)
        return;
    bm_buf_text(&w->out, note->value < 0 ? "'** -" : "'** ");
    bm_buf_u64(&w->out, (uint64_t)(note->value < 0 ? -note->value : note->value), 1);
    bm_buf_char(&w->out, '\n');
}

/* Other programs look for the time right behind the move. */
static void write_times(struct bm_writing *w, bm_node n)
{
    for (bm_note_id id = bm_game_notes(w->game, n); id; id = bm_game_next_note(w->game, id)) {
        const struct bm_note note = bm_game_note(w->game, id);
        if (note.kind != BM_NOTE_SPENT)
            continue;
        const uint64_t ms = note.value > 0 ? (uint64_t)note.value : 0;
        bm_buf_char(&w->out, 'T');
        bm_buf_u64(&w->out, ms / 1000, 1);
        if (ms % 1000 != 0) {
            bm_buf_char(&w->out, '.');
            bm_buf_u64(&w->out, ms % 1000, 3);
        }
        bm_buf_char(&w->out, '\n');
    }
}

static void write_notes(struct bm_writing *w, bm_node n)
{
    const bm_note_id first = bm_game_notes(w->game, n);
    unsigned held =
        1u << BM_NOTE_COMMENT | 1u << BM_NOTE_BEFORE | 1u << BM_NOTE_SPENT | 1u << BM_NOTE_EVAL;
    if (!first)
        return;
    /* The time spent so far is the sum of the times spent. */
    if (bm_game_find_note(w->game, n, BM_NOTE_SPENT))
        held |= 1u << BM_NOTE_TOTAL;
    const int64_t told =
        bm_game_find_note(w->game, n, BM_NOTE_EVAL) ? told_eval(w->game, n) : INT64_MAX;
    write_times(w, n);
    for (bm_note_id id = first; id; id = bm_game_next_note(w->game, id)) {
        const struct bm_note note = bm_game_note(w->game, id);
        if (note.kind == BM_NOTE_COMMENT)
            write_comment(w, note.text);
        else if (note.kind == BM_NOTE_EVAL)
            write_eval(w, n, &note, told);
    }
    bm_writing_lose_notes(w, n, held);
}

static void write_comments(struct bm_writing *w, bm_node n, enum bm_note_kind kind)
{
    for (bm_note_id id = bm_game_notes(w->game, n); id; id = bm_game_next_note(w->game, id)) {
        const struct bm_note note = bm_game_note(w->game, id);
        if (note.kind == kind)
            write_comment(w, note.text);
    }
}

static void write_csa_end(struct bm_writing *w, bm_node n)
{
    const struct bm_ending ending = bm_game_ending(w->game, n);
    const enum bm_result meant = meant_result(w->game, n);
    struct bm_buf *const out = &w->out;

    if (!has_end(w->game, n)) {
        /* Its comments go to the move before, which has a time of its own. */
        bm_writing_loss(w, BM_LOSS_END, n);
        write_comments(w, n, BM_NOTE_COMMENT);
        bm_writing_lose_notes(w, n, 1u << BM_NOTE_COMMENT);
        return;
    }
    bm_buf_char(out, '%');
    if (ending.end == BM_END_FOUL_BY_OTHER || (is_foul(ending.end) && ending.result != meant)) {
        const enum bm_result result = ending.result != BM_ONGOING ? ending.result : meant;
        bm_buf_text(out, result == BM_FIRST_WINS ? "-ILLEGAL_ACTION" : "+ILLEGAL_ACTION");
    } else if (ending.end == BM_END_OTHER) {
        bm_buf_bytes(out, ending.word.s, ending.word.len);
    } else {
        bm_buf_text(out, bm_words_for_end(BM_WORDS_CSA, ending.end));
    }
    bm_buf_char(out, '\n');
    write_notes(w, n);
}

static void write_csa_moves(struct bm_writing *w)
{
    write_notes(w, BM_NODE_ROOT);
    for (bm_node n = bm_game_first(w->game, BM_NODE_ROOT); n != BM_NODE_NONE;
         n = bm_game_first(w->game, n)) {
        if (bm_game_next(w->game, n) != BM_NODE_NONE)
            bm_writing_loss(w, BM_LOSS_VARIATIONS, bm_game_next(w->game, n));
        if (bm_game_kind(w->game, n) == BM_NODE_END) {
            write_csa_end(w, n);
            return;
        }
        if (bm_game_kind(w->game, n) == BM_NODE_PASS || is_lost_foul(w->game, n)) {
            bm_writing_loss(w, bm_game_illegal(w->game, n) ? BM_LOSS_FOUL : BM_LOSS_PASSES, n);
            return;
        }
        /* Comments before a move: CSA has them only behind the one before. */
        write_comments(w, n, BM_NOTE_BEFORE);
        const size_t before = w->out.len;
        bm_writing_move(w, n, BM_STYLE_CSA);
        if (w->out.len == before)
            return;
        bm_buf_char(&w->out, '\n');
        write_notes(w, n);
    }
}

bm_status bm_csa_write(struct bm_writing *w, struct bm_error *err)
{
    (void)err;
    write_version(w);
    write_tags(w);
    write_start(w);
    write_csa_moves(w);
    return BM_OK;
}
