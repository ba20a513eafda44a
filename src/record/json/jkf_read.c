/* SPDX-License-Identifier: MIT */
#include "banmen/notation.h"
#include "base/str.h"
#include "game/words.h"
#include "record/json/jkf.h"
#include "record/json/json_tree.h"
#include "record/tag_names.h"

/*
 * Files in the wild leave out what a reader can find out: where a piece comes from when they
 * were made from KI2, whether it promotes when from CSA, where it goes when that is told by
 * "same". From and to are trusted; the rest is found out.
 */

/* A value that is there and not null. */
static const char *nonnull_value(const char *value)
{
    return value && *value != 'n' ? value : NULL;
}

/* The kind that the string at `at` names, or BM_SHOGI_KINDS. */
static unsigned kind_at(struct bm_jtree *t, const char *at)
{
    struct bm_text text;
    unsigned kind = BM_SHOGI_KINDS;
    if (bm_jtree_text(t, at, &text))
        for (kind = 0; kind < BM_SHOGI_KINDS; kind++)
            if (bm_jkf_kinds[kind] && bm_words_same(text, bm_jkf_kinds[kind]))
                break;
    return kind;
}

/* The square at `at`, or BM_SQ_NONE. */
static bm_sq jkf_square(struct bm_jtree *t, const char *at)
{
    static const char *const keys[] = {"x", "y", NULL};
    const char *values[3];
    int64_t x, y;
    if (!nonnull_value(at) || !bm_jtree_object(t, at, keys, values) ||
        !bm_jtree_int(t, values[0], &x) || !bm_jtree_int(t, values[1], &y) || x < 1 || x > 9 ||
        y < 1 || y > 9)
        return BM_SQ_NONE;
    return (bm_sq)((x - 1) * 9 + y - 1);
}

/* The move without its origin, as Japanese notation writes it: 76歩左不成. */
static void write_japanese(struct bm_str *out, bm_sq to, unsigned kind, struct bm_text relative,
                           const char *promote)
{
    bm_str_char(out, (char)('1' + to / 9));
    bm_str_char(out, (char)('1' + to % 9));
    bm_str_text(out, bm_rules_kind_name(bm_rules_shogi(), kind, BM_JA));
    for (size_t at = 0; at < relative.len; at++)
        for (size_t i = 0; i < BM_JKF_MARKS; i++)
            if (relative.s[at] == bm_jkf_marks[i].letter)
                bm_str_text(out, bm_jkf_marks[i].mark);
    if (promote && (*promote == 't' || *promote == 'f'))
        bm_str_text(out, *promote == 't' ? "成" : "不成");
    (void)bm_str_end(out);
}

enum { FROM, TO, PIECE, SAME, PROMOTE, RELATIVE };

/* A move that does not tell where it comes from: a drop, or a move as in KI2. */
static void read_short_move(struct bm_jtree *t, bm_sq to, unsigned kind,
                            const char *const *values, const char *at)
{
    struct bm_reading *const r = t->r;
    struct bm_text relative = {"", 0};
    char text[64];
    struct bm_str out;
    struct bm_error err;
    bm_move m = {BM_MOVE_NONE};

    if (!bm_jtree_text(t, values[RELATIVE], &relative))
        relative.len = 0;
    /* Some programs write no marks, but where pieces come from: without it, it is a drop. */
    if ((relative.len == 0 && t->flag) || memchr(relative.s, 'H', relative.len)) {
        (void)bm_reading_move(r, bm_move_drop(kind & 7u, to), at);
        return;
    }
    bm_str_init(&out, text, sizeof text);
    write_japanese(&out, to, kind, relative, values[PROMOTE]);
    if (out.len >= sizeof text) {
        bm_reading_bad_move(r, at, "\"relative\" is a few letters of LCRUMDH");
        return;
    }
    const bm_status status =
        bm_ctx_read_move(r->line.ctx, BM_STYLE_JAPANESE, text, out.len, &m, &err);
    if (status == BM_OK)
        (void)bm_reading_legal_move(r, m, at);
    else if (status == BM_ERULE && m.bits != BM_MOVE_NONE)
        (void)bm_reading_move(r, m, at);
    else
        bm_reading_bad_move(r, at, err.what);
}

static void read_jkf_move(struct bm_jtree *t, const char *at)
{
    static const char *const keys[] = {
        [FROM] = "from",      [TO] = "to",           [PIECE] = "piece",
        [SAME] = "same",      [PROMOTE] = "promote", [RELATIVE] = "relative",
        [RELATIVE + 1] = NULL};
    struct bm_reading *const r = t->r;
    const char *values[RELATIVE + 2];
    if (r->broken || r->over)
        return;
    if (!bm_jtree_object(t, at, keys, values)) {
        bm_reading_bad_move(r, at, "a move is an object");
        return;
    }
    const bm_sq from = jkf_square(t, values[FROM]);
    const unsigned named = kind_at(t, values[PIECE]);
    bm_sq to = jkf_square(t, values[TO]);
    if (to == BM_SQ_NONE && values[SAME] && *values[SAME] == 't' &&
        bm_game_kind(r->game, r->at) == BM_NODE_MOVE)
        to = bm_move_to(bm_game_move(r->game, r->at));
    if (to == BM_SQ_NONE) {
        bm_reading_bad_move(r, at, "a move goes \"to\" a square with x and y from 1 to 9");
        return;
    }
    if (from == BM_SQ_NONE && nonnull_value(values[FROM])) {
        bm_reading_bad_move(r, at, "a move comes \"from\" a square with x and y from 1 to 9");
        return;
    }
    if (from == BM_SQ_NONE) {
        if (named == BM_SHOGI_KINDS)
            bm_reading_bad_move(r, at, "the \"piece\" of a move is one of FU to RY");
        else
            read_short_move(t, to, named, values, at);
        return;
    }
    t->flag = true;
    const bm_piece piece = bm_ctx_piece(r->line.ctx, from);
    const unsigned kind = piece ? bm_piece_kind(piece) : named & 7u;
    const char *const promote = nonnull_value(values[PROMOTE]);
    /* Made from CSA, the piece is what it has become. */
    const bool promotes =
        promote ? *promote == 't' : kind < BM_SHOGI_TOKIN && named == (kind | 8u);
    (void)bm_reading_move(
        r, promotes ? bm_move_promoting(from, to, kind | 8u) : bm_move_plain(from, to), at);
}

static void read_special(struct bm_jtree *t, const char *at)
{
    struct bm_reading *const r = t->r;
    struct bm_text text, word;
    enum bm_result result = BM_ONGOING;
    if (!bm_jtree_text(t, at, &text)) {
        bm_reading_say(r, BM_SAY_DEFECT, at, "\"special\" is a word like TORYO");
        return;
    }
    word = text;
    if (text.len > 1 && (text.s[0] == '+' || text.s[0] == '-')) {
        word = (struct bm_text){text.s + 1, text.len - 1};
        result = text.s[0] == '+' ? BM_SECOND_WINS : BM_FIRST_WINS;
    }
    enum bm_end end = bm_words_end(BM_WORDS_CSA, word);
    if (end != BM_END_FOUL_BY_OTHER) { /* only this one has a sign */
        result = BM_ONGOING;
        end = bm_words_end(BM_WORDS_CSA, text);
    }
    if (end == BM_END_COUNT)
        end = bm_words_end(BM_WORDS_KIF, text);
    const char *const csa = end < BM_END_COUNT ? bm_words_for_end(BM_WORDS_CSA, end) : "";
    const bool usual = end < BM_END_COUNT &&
                       bm_words_same(word, *csa ? csa : bm_words_for_end(BM_WORDS_KIF, end));
    bm_reading_end(r, end < BM_END_COUNT ? end : BM_END_OTHER, result,
                   usual ? (struct bm_text){"", 0} : text, at);
}

/* The strings are the lines of one comment. */
static void read_comments(struct bm_jtree *t, const char *at)
{
    struct bm_jscan j = bm_jtree_scan(t, at);
    enum bm_json_token token = bm_jscan_next(&j);
    bool any = false;
    t->text.len = 0;
    if (token == BM_JSON_STRING)
        bm_jscan_text(&j, &t->text);
    else if (token == BM_JSON_ARRAY)
        while ((token = bm_jscan_next(&j)) != BM_JSON_CLOSE && bm_jscan_skip(&j, token)) {
            if (token != BM_JSON_STRING)
                continue;
            if (any)
                bm_buf_char(&t->text, '\n');
            bm_jscan_text(&j, &t->text);
            any = true;
        }
    if (!t->text.failed && t->text.len)
        bm_reading_comment(t->r, BM_NOTE_COMMENT, t->text.s, t->text.len);
}

/* A number of units as thousandths of it; fractions beyond that are cut off. */
static int64_t thousandths_at(struct bm_jtree *t, const char *at)
{
    enum { MANY = 100000000 };
    if (!nonnull_value(at))
        return 0;
    struct bm_jscan j = bm_jtree_scan(t, at);
    if (bm_jscan_next(&j) != BM_JSON_NUMBER)
        return 0;
    int64_t v = 0;
    size_t i = 0;
    unsigned more = 3;
    for (; i < j.len && j.s[i] >= '0' && j.s[i] <= '9' && v < MANY; i++)
        v = 10 * v + (j.s[i] - '0');
    if (i < j.len && j.s[i] == '.')
        for (i++; i < j.len && j.s[i] >= '0' && j.s[i] <= '9' && more > 0; i++, more--)
            v = 10 * v + (j.s[i] - '0');
    for (; more > 0; more--)
        v *= 10;
    return v;
}

/* Milliseconds, or -1. */
static int64_t read_jkf_time(struct bm_jtree *t, const char *at)
{
    static const char *const keys[] = {"h", "m", "s", NULL};
    const char *values[4];
    if (!nonnull_value(at) || !bm_jtree_object(t, at, keys, values))
        return -1;
    const int64_t h = thousandths_at(t, values[0]), m = thousandths_at(t, values[1]);
    return h * 3600 + m * 60 + thousandths_at(t, values[2]);
}

enum { KEY_COMMENTS, KEY_MOVE, KEY_TIME, KEY_SPECIAL };

static void read_jkf_element(struct bm_jtree *t, const char *const *values, const char *at)
{
    static const char *const time_keys[] = {"now", "total", NULL};
    struct bm_reading *const r = t->r;
    const bm_node before = r->at;
    const char *const move = nonnull_value(values[KEY_MOVE]);
    const char *const special = nonnull_value(values[KEY_SPECIAL]);
    const char *times[3];
    (void)at;
    if (move)
        read_jkf_move(t, move);
    else if (special)
        read_special(t, special);
    if (r->broken || r->over || ((move || special) && r->at == before) ||
        r->flags & BM_READ_MOVES_ONLY)
        return;
    if (nonnull_value(values[KEY_TIME]) &&
        bm_jtree_object(t, values[KEY_TIME], time_keys, times)) {
        const int64_t now = read_jkf_time(t, times[0]), total = read_jkf_time(t, times[1]);
        if (now >= 0)
            bm_reading_value(r, BM_NOTE_SPENT, now, 0);
        if (total >= 0)
            bm_reading_total(r, total);
    }
    if (nonnull_value(values[KEY_COMMENTS]))
        read_comments(t, values[KEY_COMMENTS]);
}

/* One square of a board: the scan stands behind the brace of its object. */
static bm_piece read_jkf_piece(struct bm_jscan *j)
{
    unsigned kind = BM_SHOGI_KINDS;
    int64_t side = 0;
    for (enum bm_json_token token; bm_jscan_next(j) == BM_JSON_KEY;) {
        const bool is_kind = bm_jscan_is(j, "kind"), is_color = bm_jscan_is(j, "color");
        token = bm_jscan_next(j);
        if (token == BM_JSON_NUMBER && is_color)
            (void)bm_jscan_int(j, &side);
        else if (token == BM_JSON_STRING && is_kind)
            for (kind = 0; kind < BM_SHOGI_KINDS; kind++)
                if (bm_jkf_kinds[kind] && bm_jscan_is(j, bm_jkf_kinds[kind]))
                    break;
        if (!bm_jscan_skip(j, token))
            return 0;
    }
    return kind < BM_SHOGI_KINDS ? bm_piece_of(kind, side == 1) : 0;
}

/* board[x - 1][y - 1], which is how squares are numbered here too. */
static bool read_jkf_board(struct bm_jtree *t, const char *at, struct bm_setup *out)
{
    struct bm_jscan j = bm_jtree_scan(t, at);
    if (bm_jscan_next(&j) != BM_JSON_ARRAY)
        return false;
    for (unsigned x = 0; x < 9; x++) {
        if (bm_jscan_next(&j) != BM_JSON_ARRAY)
            return false;
        for (unsigned y = 0; y < 9; y++) {
            const enum bm_json_token token = bm_jscan_next(&j);
            if (token == BM_JSON_OBJECT)
                out->board[x * 9 + y] = read_jkf_piece(&j);
            else if (token != BM_JSON_NULL)
                return false;
        }
        if (bm_jscan_next(&j) != BM_JSON_CLOSE)
            return false;
    }
    return true;
}

static bool read_jkf_hands(struct bm_jtree *t, const char *at, struct bm_setup *out)
{
    struct bm_jscan j = bm_jtree_scan(t, at);
    if (bm_jscan_next(&j) != BM_JSON_ARRAY)
        return false;
    for (unsigned side = 0; side < 2; side++) {
        if (bm_jscan_next(&j) != BM_JSON_OBJECT)
            return false;
        while (bm_jscan_next(&j) == BM_JSON_KEY) {
            int64_t count = 0;
            unsigned kind = BM_SHOGI_PAWN;
            while (kind < BM_SHOGI_KING && !bm_jscan_is(&j, bm_jkf_kinds[kind]))
                kind++;
            const enum bm_json_token token = bm_jscan_next(&j);
            if (!bm_jscan_skip(&j, token))
                return false;
            if (kind == BM_SHOGI_KING || token != BM_JSON_NUMBER)
                continue;
            if (!bm_jscan_int(&j, &count) || count < 0 || count > 18)
                return false;
            out->hand[side][kind] = (uint8_t)count;
        }
    }
    return true;
}

static bool read_data(struct bm_jtree *t, const char *at, struct bm_setup *out)
{
    static const char *const keys[] = {"color", "board", "hands", NULL};
    const char *values[4];
    int64_t turn = 0;
    *out = (struct bm_setup){.number = 1};
    if (!bm_jtree_object(t, at, keys, values) || !nonnull_value(values[1]) ||
        !read_jkf_board(t, values[1], out) ||
        (nonnull_value(values[2]) && !read_jkf_hands(t, values[2], out)))
        return false;
    (void)bm_jtree_int(t, values[0], &turn);
    out->turn = turn == 1;
    return true;
}

/* The start position; false if there is none that can be read. */
static bool read_initial(struct bm_jtree *t, const char *at, struct bm_setup *out)
{
    static const char *const keys[] = {"preset", "data", NULL};
    const char *values[3];
    struct bm_text text = {"", 0};
    if (!bm_jtree_object(t, at, keys, values))
        return false;
    if (bm_jtree_text(t, values[0], &text) && !bm_words_same(text, "OTHER")) {
        for (size_t i = 0; i < BM_JKF_PRESETS; i++)
            if (bm_words_same(text, bm_jkf_presets[i].preset))
                text =
                    (struct bm_text){bm_jkf_presets[i].start, strlen(bm_jkf_presets[i].start)};
        if (bm_position_parse(out, bm_rules_shogi(), text.s, text.len, 0, NULL) == BM_OK)
            return true;
    }
    return nonnull_value(values[1]) && read_data(t, values[1], out);
}

/* The tags; a handicap is no tag but a start, and *start tells where it stands. */
static void read_header(struct bm_jtree *t, const char *at, const char **start)
{
    struct bm_jscan j = bm_jtree_scan(t, at);
    if (bm_jscan_next(&j) != BM_JSON_OBJECT)
        return;
    while (bm_jscan_next(&j) == BM_JSON_KEY) {
        const bool handicap = bm_jscan_is(&j, "手合割");
        t->text.len = 0;
        bm_jscan_text(&j, &t->text);
        const size_t name = t->text.len;
        const enum bm_json_token token = bm_jscan_next(&j);
        if (!bm_jscan_skip(&j, token))
            return;
        if (token != BM_JSON_STRING)
            continue;
        bm_jscan_text(&j, &t->text);
        if (handicap)
            *start = j.s - 1;
        else if (!t->text.failed && name)
            bm_reading_tag(t->r, bm_words_tag(BM_WORDS_KIF, (struct bm_text){t->text.s, name}),
                           (struct bm_text){t->text.s + name, t->text.len - name});
    }
}

static void read_jkf_game(struct bm_jtree *t, const char *const *values)
{
    struct bm_reading *const r = t->r;
    const char *const initial = nonnull_value(values[1]), *const moves =
                                                              nonnull_value(values[2]);
    const char *handicap = NULL;
    struct bm_setup setup;
    struct bm_text text;
    bool known = false;
    if (nonnull_value(values[0]))
        read_header(t, values[0], &handicap);
    if (initial && !(known = read_initial(t, initial, &setup))) {
        bm_reading_say(r, BM_SAY_DEFECT, initial,
                       "\"initial\" is neither a preset that is known nor a board");
        return;
    }
    if (!initial && bm_jtree_text(t, handicap, &text))
        known = bm_position_parse(&setup, bm_rules_shogi(), text.s, text.len, 0, NULL) == 0;
    if (bm_reading_begin(r, bm_rules_shogi(), known ? &setup : NULL,
                         initial ? initial : r->s) &&
        moves)
        bm_jtree_read(t, moves);
}

enum bm_reading_step bm_jkf_read(struct bm_reading *r)
{
    static const char *const keys[] = {"header", "initial", "moves", NULL};
    static const char *const element_keys[] = {[KEY_COMMENTS] = "comments",
                                               [KEY_MOVE] = "move",
                                               [KEY_TIME] = "time",
                                               [KEY_SPECIAL] = "special",
                                               [KEY_SPECIAL + 1] = NULL};
    struct bm_jtree t = {
        .r = r, .forks = "forks", .keys = element_keys, .element = read_jkf_element};
    return bm_jtree_game(&t, keys, read_jkf_game);
}
