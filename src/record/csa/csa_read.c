/* SPDX-License-Identifier: MIT */
/*
 * CSA, versions 1 to 3.0. A line is one statement, or several with commas between them, except
 * for names, keywords and comments, which go to the end of the line. Standards ask for an
 * order; files do not keep it, so that each statement is taken wherever it stands, as long as
 * its place has a meaning.
 */
#include "record/csa/csa.h"

#include "base/ascii.h"
#include "notation/styles.h"
#include "record/format.h"
#include "record/tag_names.h"

struct csa {
    struct bm_reading *r;
    struct bm_setup setup;     /* as far as it has been told */
    const char *placed;        /* where the position stands, or NULL */
    const char *all;           /* where a hand was given all that is left, or NULL */
    unsigned all_side;         /* whose hand that is */
    bool played;               /* a move or an end was read */
    bool server;               /* lines of a server were seen */
    bm_node judged;            /* the last node that an evaluation was read for */
    const char *note, *behind; /* the only line of the comment so far, or NULL */
    struct bm_buf comment;     /* its lines, when there are several */
};

static void report_csa_defect(struct csa *c, const char *at, const char *what)
{
    bm_reading_say(c->r, BM_SAY_DEFECT, at, what);
}

/* The position is complete: the game begins. */
static void begin_csa_game(struct csa *c, unsigned turn, const char *at)
{
    /* What a full set has, by kind. */
    static const uint8_t set[] = {18, 4, 4, 4, 4, 2, 2};
    if (!c->placed) {
        bm_setup_start(&c->setup, bm_rules_shogi());
    } else if (c->all) {
        for (unsigned kind = BM_SHOGI_PAWN; kind < BM_SHOGI_KING; kind++) {
            unsigned used = c->setup.hand[0][kind] + c->setup.hand[1][kind];
            for (unsigned sq = 0; sq < 81; sq++)
                used +=
                    c->setup.board[sq] != 0 && (bm_piece_kind(c->setup.board[sq]) & 7u) == kind;
            if (used < set[kind])
                c->setup.hand[c->all_side][kind] =
                    (uint8_t)(c->setup.hand[c->all_side][kind] + set[kind] - used);
        }
    }
    c->setup.turn = (uint8_t)turn;
    (void)bm_reading_begin(c->r, bm_rules_shogi(), &c->setup, c->placed ? c->placed : at);
}

/* Comments. ------------------------------------------------------------------------------ */

/* The lines of a comment that stand together are one comment. */
static void end_comment(struct csa *c)
{
    if (!c->note)
        return;
    if (c->comment.len != 0)
        bm_reading_comment(c->r, BM_NOTE_COMMENT, c->comment.s, c->comment.len);
    else
        bm_reading_comment(c->r, BM_NOTE_COMMENT, c->note, (size_t)(c->behind - c->note));
    c->note = NULL;
    c->comment.len = 0;
}

static void add_csa_comment(struct csa *c, const char *s, const char *end)
{
    if (!c->note) {
        c->note = s;
        c->behind = end;
        return;
    }
    if (c->comment.len == 0)
        bm_buf_bytes(&c->comment, c->note, (size_t)(c->behind - c->note));
    bm_buf_char(&c->comment, '\n');
    bm_buf_bytes(&c->comment, s, (size_t)(end - s));
}

enum bm_csa_eval bm_csa_eval(const char *s, const char *end, int64_t *value)
{
    enum { DIGITS = 7 };
    if (end - s < 3 || s[0] != '*' || s[1] != ' ')
        return BM_CSA_EVAL_NONE;
    s += 2;
    const bool minus = *s == '-';
    s += minus;
    const char *const first = s;
    for (*value = 0; s < end && bm_is_digit(*s) && s - first < DIGITS; s++)
        *value = *value * 10 + (*s - '0');
    if (s == first || (s < end && !bm_is_blank(*s)))
        return BM_CSA_EVAL_NONE;
    *value = minus ? -*value : *value;
    while (s < end && bm_is_blank(*s))
        s++;
    return s == end ? BM_CSA_EVAL_ALONE : BM_CSA_EVAL_BEGINS;
}

/* Whether the line is nothing else; a move has one evaluation, and more are comments. */
static bool read_eval(struct csa *c, const char *s, const char *end)
{
    int64_t value = 0;
    if (c->judged == c->r->at || bm_game_kind(c->r->game, c->r->at) != BM_NODE_MOVE)
        return false;
    const enum bm_csa_eval eval = bm_csa_eval(s, end, &value);
    if (eval != BM_CSA_EVAL_NONE)
        c->judged = c->r->at;
    if (eval == BM_CSA_EVAL_ALONE)
        end_comment(c); /* notes keep the order of the lines */
    if (eval != BM_CSA_EVAL_NONE)
        bm_reading_value(c->r, BM_NOTE_EVAL, value, 0);
    return eval == BM_CSA_EVAL_ALONE;
}

static void read_comment(struct csa *c, const char *s, const char *end)
{
    static const char encoding[] = "CSA encoding=";
    const size_t n = sizeof encoding - 1;
    s++;
    if ((size_t)(end - s) >= n && memcmp(s, encoding, n) == 0)
        return; /* the reader knows it by now */
    if (s < end && *s == '*')
        s++;
    if (c->r->flags & BM_READ_MOVES_ONLY || read_eval(c, s, end))
        return;
    add_csa_comment(c, s, end);
}

/* Tags. ----------------------------------------------------------------------------------- */

static void read_csa_name(struct csa *c, const char *s, const char *end)
{
    const struct bm_text word = {s, 2};
    bm_reading_tag(c->r, bm_words_tag(BM_WORDS_CSA, word),
                   (struct bm_text){s + 2, (size_t)(end - s - 2)});
}

/* $KEYWORD:value; a keyword that is not in the list is kept without its sign. */
static void read_keyword(struct csa *c, const char *s, const char *end)
{
    const char *const colon = memchr(s, ':', (size_t)(end - s));
    if (!colon || colon == s + 1) {
        report_csa_defect(c, s, "a keyword is like $EVENT:name");
        return;
    }
    const struct bm_text word = {s, (size_t)(colon - s)};
    struct bm_text tag = bm_words_tag(BM_WORDS_CSA, word);
    if (tag.s == word.s)
        tag = (struct bm_text){s + 1, word.len - 1};
    bm_reading_tag(c->r, tag, (struct bm_text){colon + 1, (size_t)(end - colon - 1)});
}

/* Positions. ------------------------------------------------------------------------------ */

static bool read_csa_square(unsigned *sq, const char *s)
{
    if (s[0] < '1' || s[0] > '9' || s[1] < '1' || s[1] > '9')
        return false;
    *sq = (unsigned)(s[0] - '1') * 9 + (unsigned)(s[1] - '1');
    return true;
}

/* The usual start, less what is named. */
static void read_usual(struct csa *c, const char *s, const char *end)
{
    bm_setup_start(&c->setup, bm_rules_shogi());
    for (s += 2;; s += 4) {
        unsigned sq = 0;
        while (s < end && bm_is_blank(*s))
            s++;
        if (s == end)
            return;
        const unsigned kind = end - s >= 4 ? bm_csa_find_kind(s + 2) : BM_SHOGI_KINDS;
        if (kind == BM_SHOGI_KINDS || !read_csa_square(&sq, s)) {
            report_csa_defect(c, s,
                              "behind PI stand squares and pieces to take away, like 82HI22KA");
            return;
        }
        if (c->setup.board[sq] == 0 || bm_piece_kind(c->setup.board[sq]) != kind)
            report_csa_defect(c, s, "there is no such piece to take away");
        c->setup.board[sq] = 0;
    }
}

/* A rank: nine of "+FU", "-FU" or " * ", however the blanks were treated. */
static void read_csa_rank(struct csa *c, const char *s, const char *end)
{
    const unsigned rank = (unsigned)(s[1] - '1');
    unsigned file = 0;
    const char *at = s + 2;
    while (at < end && file < 9) {
        const bool piece = *at == '+' || *at == '-';
        if (bm_is_blank(*at)) {
            at++;
            continue;
        }
        const unsigned kind =
            piece && end - at >= 3 ? bm_csa_find_kind(at + 1) : BM_SHOGI_KINDS;
        if (*at != '*' && kind == BM_SHOGI_KINDS)
            break;
        c->setup.board[(8 - file) * 9 + rank] =
            piece ? bm_piece_of(kind, *at == '-') : (bm_piece)0;
        at += piece ? 3 : 1;
        file++;
    }
    while (at < end && bm_is_blank(*at))
        at++;
    if (file != 9 || at != end)
        report_csa_defect(c, at,
                          "a rank is nine of +FU, -FU or \" * \", with the pieces' letters");
}

/* Single pieces of a side: on squares, or with 00 in hand. */
static void read_pieces(struct csa *c, const char *s, const char *end)
{
    const unsigned side = s[1] == '-';
    for (s += 2;; s += 4) {
        unsigned sq = 0;
        while (s < end && bm_is_blank(*s))
            s++;
        if (s == end)
            return;
        const bool hand = end - s >= 4 && s[0] == '0' && s[1] == '0';
        if (hand && s[2] == 'A' && s[3] == 'L') {
            c->all = s;
            c->all_side = side;
            continue;
        }
        const unsigned kind = end - s >= 4 ? bm_csa_find_kind(s + 2) : BM_SHOGI_KINDS;
        if (kind == BM_SHOGI_KINDS || (!hand && !read_csa_square(&sq, s))) {
            report_csa_defect(c, s, "pieces are like 63FU, in hand 00KI, the rest 00AL");
            return;
        }
        if (!hand) {
            c->setup.board[sq] = bm_piece_of(kind, side);
        } else if (kind >= BM_SHOGI_KING || c->setup.hand[side][kind] == 255) {
            report_csa_defect(c, s, "this piece cannot be in hand");
            return;
        } else {
            c->setup.hand[side][kind]++;
        }
    }
}

static bool read_position(struct csa *c, const char *s, const char *end)
{
    const char what = end - s > 1 ? s[1] : '\0';
    const bool rank = what >= '1' && what <= '9';
    if (!rank && what != 'I' && what != '+' && what != '-')
        return false;
    if (c->r->begun) {
        report_csa_defect(c, s,
                          "a position stands before the side to move and the moves; games are "
                          "separated by a line with /");
        return true;
    }
    if (!c->placed) {
        c->placed = s;
        memset(&c->setup, 0, sizeof c->setup);
        c->setup.number = 1;
    }
    if (rank)
        read_csa_rank(c, s, end);
    else if (what == 'I')
        read_usual(c, s, end);
    else
        read_pieces(c, s, end);
    return true;
}

static void read_csa_turn(struct csa *c, const char *s)
{
    const unsigned turn = *s == '-';
    if (!c->r->begun)
        begin_csa_game(c, turn, s);
    else if (c->played || c->setup.turn != turn)
        report_csa_defect(c, s, "the side to move was told already");
}

/* Moves and what belongs to them. --------------------------------------------------------- */

static void read_csa_move(struct csa *c, const char *s, const char *end)
{
    struct bm_reading *const r = c->r;
    struct bm_error err;
    bm_move m;

    c->played = true;
    if (!r->begun) /* the line with the side to move is missing: the first move tells */
        begin_csa_game(c, *s == '-', s);
    if (r->broken || r->over)
        return;
    /* Behind a foul the board is not known; the reading says so. */
    const bm_status status = bm_csa_parse_move(r->line.ctx, s, (size_t)(end - s), &m, &err);
    if (status == BM_OK)
        (void)bm_reading_move(r, m, s);
    else
        bm_reading_bad_move(r, s + (status == BM_ESYNTAX ? err.column - 1 : 0), err.what);
}

/* Seconds, of which version 3 allows fractions. */
static void read_csa_time(struct csa *c, const char *s, const char *end)
{
    enum { MOST = 1000000000 };
    const char *const at = s++;
    int64_t ms = 0;
    unsigned places = 0;
    const char *const first = s;
    while (s < end && bm_is_digit(*s) && ms <= MOST)
        ms = ms * 10 + (*s++ - '0');
    const bool number = s > first && ms <= MOST;
    ms *= 1000;
    if (s < end && *s == '.') {
        static const int unit[] = {100, 10, 1};
        for (s++; s < end && bm_is_digit(*s); s++, places++)
            ms += places < 3 ? (*s - '0') * unit[places] : 0;
    }
    while (s < end && bm_is_blank(*s))
        s++;
    if (number && s == end)
        bm_reading_value(c->r, BM_NOTE_SPENT, ms, 0);
    else
        report_csa_defect(c, at, "a time is T and seconds, like T12 or T12.345");
}

/* "+ILLEGAL_ACTION": that side did something against the rules, and the other wins. */
static bool read_action(struct csa *c, struct bm_text word, const char *at)
{
    static const char action[] = "ILLEGAL_ACTION";
    if (word.len != sizeof action || memcmp(word.s + 1, action, sizeof action - 1) != 0 ||
        (word.s[0] != '+' && word.s[0] != '-'))
        return false;
    const unsigned side = word.s[0] == '-';
    struct bm_reading *const r = c->r;
    const bool own = !r->foul && !r->over && bm_ctx_turn(r->line.ctx) == side;
    bm_reading_end(r, own ? BM_END_FOUL : BM_END_FOUL_BY_OTHER,
                   side == BM_FIRST ? BM_SECOND_WINS : BM_FIRST_WINS, (struct bm_text){"", 0},
                   at);
    return true;
}

static void read_csa_end(struct csa *c, const char *s, const char *end)
{
    const struct bm_text none = {"", 0};
    struct bm_text word = {s + 1, (size_t)(end - s - 1)};
    while (word.len != 0 && bm_is_blank(word.s[word.len - 1]))
        word.len--;
    c->played = true;
    if (!c->r->begun)
        begin_csa_game(c, BM_FIRST, s);
    if (read_action(c, word, s))
        return;
    const enum bm_end how = bm_words_end(BM_WORDS_CSA, word);
    if (how == BM_END_COUNT && word.len == 0)
        report_csa_defect(c, s, "an end is like %TORYO");
    else if (how == BM_END_COUNT)
        bm_reading_end(c->r, BM_END_OTHER, BM_ONGOING, word, s);
    else
        bm_reading_end(c->r, how, BM_ONGOING, none, s);
}

/* What a server sent after the game: "#RESIGN", "#WIN". It may be all that tells the end. */
static void read_server(struct csa *c, const char *s, const char *end)
{
    static const struct {
        const char *word;
        enum bm_end end;
    } ends[] = {
        {"#RESIGN", BM_END_RESIGNATION},   {"#TIME_UP", BM_END_TIME},
        {"#ILLEGAL_MOVE", BM_END_FOUL},    {"#SENNICHITE", BM_END_REPETITION},
        {"#MAX_MOVES", BM_END_MOVE_LIMIT}, {"#CHUDAN", BM_END_INTERRUPTED},
    };
    const size_t len = (size_t)(end - s);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        if (c->played && strlen(ends[i].word) == len && memcmp(ends[i].word, s, len) == 0 &&
            bm_game_kind(c->r->game, c->r->at) == BM_NODE_MOVE) {
            bm_reading_end(c->r, ends[i].end, BM_ONGOING, (struct bm_text){"", 0}, s);
            return;
        }
    }
    if (!c->server)
        bm_reading_say(c->r, BM_SAY_NOTICE, s, "lines of the server (#) are left out");
    c->server = true;
}

/* One statement, without blanks at its ends. */
static void read_statement(struct csa *c, const char *s, const char *end)
{
    if (*s == '+' || *s == '-') {
        if (end - s == 1)
            read_csa_turn(c, s);
        else
            read_csa_move(c, s, end);
    } else if (*s == 'T') {
        read_csa_time(c, s, end);
    } else if (*s == '%') {
        read_csa_end(c, s, end);
    } else if (bm_is_digit(*s) && end - s == 6) {
        read_csa_move(c, s, end);
    } else if (*s == '#') {
        read_server(c, s, end);
    } else if (!(*s == 'V' && end - s > 1 && bm_is_digit(s[1])) &&
               !(*s == 'P' && read_position(c, s, end))) {
        bm_reading_say_about(c->r, BM_SAY_DEFECT, s, "a line of CSA does not look like '~'", s,
                             (size_t)(end - s));
    }
}

/* A line, without blanks at its ends; comments are told from the rest for good here. */
static void read_line(struct csa *c, const char *s, const char *end)
{
    while (s < end) {
        if (*s == '\'') {
            read_comment(c, s, end);
            return;
        }
        end_comment(c);
        if (*s == '$') {
            read_keyword(c, s, end);
            return;
        }
        if (*s == 'N' && end - s > 1 && (s[1] == '+' || s[1] == '-')) {
            read_csa_name(c, s, end);
            return;
        }
        const char *stop = memchr(s, ',', (size_t)(end - s));
        stop = stop ? stop : end;
        const char *last = stop;
        while (last > s && bm_is_blank(last[-1]))
            last--;
        if (last > s)
            read_statement(c, s, last);
        for (s = stop < end ? stop + 1 : end; s < end && bm_is_blank(*s);)
            s++;
    }
}

/* What a line means for where games begin and end. */
enum line_kind { BLANK, SEPARATOR, VERSION, OTHER };

static enum line_kind kind_of(const char *s, const char *end)
{
    if (s == end)
        return BLANK;
    if (*s == '/' && end - s == 1)
        return SEPARATOR;
    return *s == 'V' && end - s > 1 && bm_is_digit(s[1]) ? VERSION : OTHER;
}

static void finish_csa_game(struct csa *c)
{
    end_comment(c);
    if (!c->r->begun && c->placed)
        begin_csa_game(c, BM_FIRST, c->placed);
}

static enum bm_reading_step read_csa_game(struct csa *c)
{
    const struct bm_reading *const r = c->r;
    bool any = false;
    for (const char *s = r->s; s < r->end;) {
        const char *const start = s;
        while (s < r->end && !bm_is_eol(*s))
            s++;
        if (s == r->end && !r->final)
            return BM_STEP_MORE;
        const char *a = start, *b = s;
        while (a < b && bm_is_blank(*a))
            a++;
        while (b > a && bm_is_blank(b[-1]))
            b--;
        s += s < r->end;
        const enum line_kind kind = kind_of(a, b);
        if (any && (kind == SEPARATOR || (kind == VERSION && c->played))) {
            finish_csa_game(c);
            return bm_reading_done(c->r, kind == SEPARATOR ? s : start);
        }
        if (kind == BLANK || kind == SEPARATOR)
            continue;
        any = true;
        read_line(c, a, b);
    }
    if (!any)
        return BM_STEP_NONE;
    if (!r->final)
        return BM_STEP_MORE;
    finish_csa_game(c);
    return bm_reading_done(c->r, r->end);
}

enum bm_reading_step bm_csa_read(struct bm_reading *r)
{
    struct csa c = {.r = r};
    const enum bm_reading_step step = read_csa_game(&c);
    bm_buf_free(&c.comment);
    return step;
}

/* Whether a line with nothing but / ends before text[at], which is a line's end. */
static bool is_csa_separator(const char *text, size_t at)
{
    while (at > 0 && bm_is_blank(text[at - 1]))
        at--;
    if (at == 0 || text[--at] != '/')
        return false;
    while (at > 0 && bm_is_blank(text[at - 1]))
        at--;
    return at == 0 || bm_is_eol(text[at - 1]);
}

size_t bm_csa_cut(const char *text, size_t len)
{
    for (size_t end = len; end > 0; end--) {
        size_t at = end - 1;
        if (!bm_is_eol(text[at]) || (text[at] == '\r' && (end == len || text[end] == '\n')))
            continue; /* a CR that an LF follows, or may follow */
        at -= text[at] == '\n' && at > 0 && text[at - 1] == '\r';
        if (is_csa_separator(text, at))
            return end;
    }
    return 0;
}
