/* SPDX-License-Identifier: MIT */
#include "banmen/notation.h"
#include "notation/shogi/kanji.h"
#include "record/charset.h"
#include "record/format.h"
#include "record/kif/bod.h"
#include "record/kif/kif.h"
#include "record/tag_names.h"

/*
 * KIF and KI2, one reader for both: what a line is shows at its beginning, whatever the file is
 * called, and files that mix them exist. The order of the moves counts, not their numbers.
 */

bool bm_kif_begins(const char *s, const char *end, const char *word)
{
    const size_t len = strlen(word);
    return (size_t)(end - s) >= len && memcmp(s, word, len) == 0;
}

const char *bm_kif_find(const char *s, const char *end, const char *word)
{
    for (; s < end; s++) {
        if (*s == *word && bm_kif_begins(s, end, word))
            return s;
    }
    return NULL;
}

unsigned bm_kif_side(const char *s, const char *end)
{
    static const char *const words[] = {"先手", "下手", "▲", "☗", "後手", "上手", "△", "☖"};
    for (unsigned i = 0; i < 8; i++) {
        if (bm_kif_begins(s, end, words[i]))
            return i / 4;
    }
    return 2;
}

const char *bm_kif_trim(const char *s, const char *end)
{
    while (end > s) {
        if ((unsigned char)end[-1] <= ' ')
            end--;
        else if (end - s >= 3 && memcmp(end - 3, "　", 3) == 0)
            end -= 3;
        else
            break;
    }
    return end;
}

/* The next line; false if the text ends and the line may yet go on. */
static bool next_line(struct bm_kif *k)
{
    const char *const s = k->next, *const limit = k->r->end;
    const char *end = memchr(s, '\n', (size_t)(limit - s));
    if (!end)
        end = limit;
    const char *const cr = memchr(s, '\r', (size_t)(end - s));
    if (cr)
        end = cr;
    if (end == limit && !k->r->final)
        return false;
    k->next = end;
    if (k->next < limit)
        k->next += *end == '\r' && end + 1 < limit && end[1] == '\n' ? 2 : 1;
    k->s = bm_kanji_skip(s, end);
    if (bm_kif_begins(k->s, end, "\xef\xbb\xbf")) /* files were put together, marks and all */
        k->s = bm_kanji_skip(k->s + 3, end);
    k->end = bm_kif_trim(k->s, end);
    return true;
}

/* --- The position --- */

static const struct bm_start *find_start(const struct bm_rules *rules, const char *s,
                                         const char *end)
{
    /* Names that some programs use for the same. */
    static const char *const others[][2] = {
        {"飛落", "飛車落ち"},     {"左香落", "香落ち"}, {"飛車香落", "飛香落ち"},
        {"右五枚落", "五枚落ち"}, {"平手戦", "平手"},
    };
    static const char chi[] = "ち";
    if (end - s > 3 && memcmp(end - 3, chi, 3) == 0)
        end -= 3;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (strlen(others[i][0]) == (size_t)(end - s) && bm_kif_begins(s, end, others[i][0])) {
            s = others[i][1];
            end = s + strlen(s);
            if (bm_kif_begins(end - 3, end, chi))
                end -= 3;
            break;
        }
    }
    const size_t len = (size_t)(end - s);
    const struct bm_start *start;
    for (unsigned i = 0; (start = bm_rules_start(rules, i)) != NULL; i++) {
        const char *const title = start->title[BM_JA];
        const size_t n = strlen(title);
        if ((n == len || (n == len + 3 && memcmp(title + len, chi, 3) == 0)) &&
            memcmp(title, s, len) == 0)
            return start;
    }
    return NULL;
}

static void read_handicap(struct bm_kif *k, const char *s, const char *end)
{
    k->where = k->s;
    k->handicap = true;
    k->start = find_start(k->r->rules, s, end);
    k->unknown = (struct bm_text){0};
    if (!k->start && s != end && !bm_kif_begins(s, end, "その他"))
        k->unknown = (struct bm_text){s, (size_t)(end - s)};
}

static void read_kif_rank(struct bm_kif *k)
{
    if (k->ranks == 0)
        k->where = k->s;
    if (k->ranks == 9 || !bm_bod_rank(&k->setup, k->ranks, k->s, k->end)) {
        bm_reading_say(k->r, BM_SAY_DEFECT, k->s,
                       k->ranks == 9 ? "the board has more than nine ranks"
                                     : "a rank of the board is not nine squares, like "
                                       "|v香 ・ ... 歩|一");
        k->bad_board = true;
    }
    if (k->ranks < 9)
        k->ranks++;
}

static void read_hand(struct bm_kif *k, unsigned side, const char *s, const char *end)
{
    if (!bm_bod_hand(&k->setup, side, s, end))
        bm_reading_say(k->r, BM_SAY_DEFECT, s,
                       "a hand is pieces with their counts, like 飛　金二　歩十八, or なし");
    k->hands |= 1u << side;
}

/* 手数＝12  △３四歩  まで */
static void read_kif_plies(struct bm_kif *k, const char *s)
{
    struct bm_kanji_move m;
    const char *rest;
    const uint32_t n = bm_kif_number(bm_kanji_skip(s, k->end), k->end, &rest);
    if (n < 1000000)
        k->setup.number = n + 1;
    if (bm_kanji_parse(&m, rest, k->end))
        k->last = m.to;
}

static bool read_kif_turn(struct bm_kif *k)
{
    static const char *const words[] = {"先手番", "下手番", "後手番", "上手番"};
    for (unsigned i = 0; i < 4; i++) {
        if (bm_kif_begins(k->s, k->end, words[i])) {
            k->setup.turn = (uint8_t)(i / 2);
            k->has_turn = true;
            return true;
        }
    }
    return false;
}

/* The board that was drawn, or the named start, with hands and side to move as told. */
void bm_kif_begin(struct bm_kif *k, unsigned turn_hint)
{
    struct bm_reading *const r = k->r;
    struct bm_setup setup;
    const char *const where = k->where ? k->where : k->s;

    if (r->begun)
        return;
    for (unsigned i = 0; k->ranks == 0 && i < 2 * BM_SHOGI_KINDS; i++)
        if (k->setup.hand[i % 2][i / 2] != 0) {
            bm_reading_say(r, BM_SAY_DEFECT, where,
                           "there are pieces in hand, but no board; they are left out");
            break;
        }
    if (k->ranks != 0) {
        if (k->ranks != 9 && !k->bad_board)
            bm_reading_say(r, BM_SAY_DEFECT, where, "the board has fewer than nine ranks");
        setup = k->setup;
        if (setup.number == 0)
            setup.number = 1;
        /* The text does not say which side begins: the first move may show it. */
        if (!k->has_turn)
            setup.turn = turn_hint < 2 ? (uint8_t)turn_hint : BM_FIRST;
        (void)bm_reading_begin(r, r->rules, &setup, where);
        if (k->ranks != 9 || k->bad_board)
            bm_reading_lose_start(r);
        return;
    }
    if (k->unknown.len != 0) {
        bm_reading_say_about(r, BM_SAY_DEFECT, where,
                             "the handicap '~' is not known; the board is needed", k->unknown.s,
                             k->unknown.len);
        bm_reading_lose_start(r);
        return;
    }
    if (!k->start || k->start == bm_rules_start(r->rules, 0)) {
        (void)bm_reading_begin(r, r->rules, NULL, where);
        return;
    }
    if (bm_position_parse(&setup, r->rules, k->start->text, strlen(k->start->text), 0, NULL))
        return;
    if (k->has_turn)
        setup.turn = k->setup.turn;
    (void)bm_reading_begin(r, r->rules, &setup, where);
}

/* --- Headers and comments --- */

void bm_kif_flush(struct bm_kif *k)
{
    if (!k->has_comment)
        return;
    k->has_comment = false;
    bm_reading_comment(k->r, k->fresh ? BM_NOTE_BEFORE : BM_NOTE_COMMENT, k->comment.s,
                       k->comment.len);
    k->comment.len = 0;
}

static void add_comment(struct bm_kif *k)
{
    k->any = true;
    if ((k->r->flags & BM_READ_MOVES_ONLY) != 0)
        return;
    if (k->has_comment)
        bm_buf_char(&k->comment, '\n');
    k->has_comment = true;
    bm_buf_bytes(&k->comment, k->s + 1, (size_t)(k->end - k->s - 1));
}

static void add_bookmark(struct bm_kif *k)
{
    bm_kif_flush(k);
    k->any = true;
    bm_reading_comment(k->r, BM_NOTE_BOOKMARK, k->s + 1, (size_t)(k->end - k->s - 1));
}

struct header {
    const char *key, *key_end, *value;
};

/* key：value, with a colon of either width. */
static bool split_header(struct header *h, const char *s, const char *end)
{
    enum { LONGEST = 96 }; /* beyond it is prose */
    const char *const limit = end - s > LONGEST ? s + LONGEST : end;
    const char *const wide = bm_kif_find(s, limit, "："), *const narrow =
                                                              bm_kif_find(s, limit, ":");
    const char *const colon = !wide || (narrow && narrow < wide) ? narrow : wide;
    if (!colon || colon == s)
        return false;
    h->key = s;
    h->key_end = bm_kif_trim(s, colon);
    h->value = bm_kanji_skip(colon + (*colon == ':' ? 1 : strlen("：")), end);
    return h->key_end != s;
}

static void add_tag(struct bm_kif *k, const struct header *h, const char *end)
{
    const struct bm_text word = {h->key, (size_t)(h->key_end - h->key)};
    end = bm_kif_trim(h->value, end);
    bm_reading_tag(k->r, bm_words_tag(BM_WORDS_KIF, word),
                   (struct bm_text){h->value, (size_t)(end - h->value)});
}

static bool is_key(const struct header *h, const char *word)
{
    return strlen(word) == (size_t)(h->key_end - h->key) &&
           bm_kif_begins(h->key, h->key_end, word);
}

/* A side's hand: 後手の持駒. 2 if it is none. */
static unsigned hand_side(const struct header *h)
{
    static const char of_hand[] = "の持駒", of_hand2[] = "の持ち駒", alone[] = "持駒";
    const unsigned side = bm_kif_side(h->key, h->key_end);
    const char *const rest = h->key + strlen("先手");
    if (side > 1 || *h->key == '\xe2' || rest > h->key_end)
        return 2;
    return bm_kif_begins(rest, h->key_end, of_hand) ||
                   bm_kif_begins(rest, h->key_end, of_hand2) ||
                   bm_kif_begins(rest, h->key_end, alone)
               ? side
               : 2;
}

/* Headers that only the beginning of a game has, and that come first in it. */
static bool begins_game(const struct header *h)
{
    static const char *const keys[] = {"手合割", "先手",     "後手", "下手",  "上手",
                                       "棋戦",   "開始日時", "表題", "対局日"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (is_key(h, keys[i]))
            return true;
    }
    return hand_side(h) < 2;
}

/* "先手: A / 後手: B" are two. */
static const char *second_header(const char *s, const char *end)
{
    for (const char *slash = s; (slash = memchr(slash, '/', (size_t)(end - slash))); slash++) {
        struct header h;
        const char *const at = bm_kanji_skip(slash + 1, end);
        if (bm_kif_side(at, end) < 2 && split_header(&h, at, end) &&
            (size_t)(h.key_end - h.key) == strlen("先手"))
            return slash;
    }
    return NULL;
}

static void strange_line(struct bm_kif *k)
{
    bm_reading_say_about(k->r, BM_SAY_NOTICE, k->s,
                         "the line '~' is no part of a record and is left out", k->s,
                         (size_t)(k->end - k->s));
}

static void read_header(struct bm_kif *k, const struct header *h)
{
    const unsigned side = hand_side(h);
    if (!bm_charset_is_utf8(h->key, (size_t)(h->key_end - h->key))) {
        strange_line(k);
        return;
    }
    k->any = true;
    if (is_key(h, "手合割")) {
        read_handicap(k, h->value, k->end);
        return;
    }
    if (side < 2) {
        read_hand(k, side, h->value, k->end);
        return;
    }
    struct header more = *h;
    for (;;) {
        const char *const slash =
            bm_kif_side(more.key, more.key_end) < 2 ? second_header(more.value, k->end) : NULL;
        add_tag(k, &more, slash ? slash : k->end);
        if (!slash || !split_header(&more, bm_kanji_skip(slash + 1, k->end), k->end))
            return;
    }
}

/* --- Lines --- */

/* What a line is, as far as its first sign tells. */
enum kif_line { BLANK, COMMENT, BOOKMARK, RANK, BORDER, DIGIT, MOVES, TEXT };

static enum kif_line class_of(const char *s, const char *end)
{
    if (s == end)
        return BLANK;
    switch (*s) {
    case '#': return BLANK;
    case '*': return COMMENT;
    case '&': return BOOKMARK;
    case '|': return RANK;
    case '+': return BORDER;
    default: break;
    }
    const struct bm_kanji_sign c = bm_kanji_sign(s, end);
    if (c.class == BM_SIGN_DIGIT)
        return DIGIT;
    if (c.class == BM_SIGN_SIDE || c.class == BM_SIGN_SAME)
        return MOVES; /* or nearly so: see read_signed() */
    return bm_kif_begins(s, end, "｜") ? RANK : TEXT;
}

static void read_text(struct bm_kif *k)
{
    struct header h;
    if (bm_kif_begins(k->s, k->end, "変化：") || bm_kif_begins(k->s, k->end, "変化:")) {
        bm_kif_branch(k);
    } else if (bm_kif_begins(k->s, k->end, "まで")) {
        bm_kif_until(k);
    } else if (bm_kif_begins(k->s, k->end, "手数＝")) {
        read_kif_plies(k, k->s + strlen("手数＝"));
    } else if (bm_kif_begins(k->s, k->end, "手数=")) {
        read_kif_plies(k, k->s + strlen("手数="));
    } else if (bm_kif_begins(k->s, k->end, "盤面反転")) {
        bm_reading_tag(k->r, (struct bm_text){k->s, strlen("盤面反転")},
                       (struct bm_text){"", 0});
        k->any = true;
    } else if (bm_kif_begins(k->s, k->end, "手数-")) {
        k->any = k->tabled = true;
    } else if (read_kif_turn(k)) {
        k->any = true;
    } else if (split_header(&h, k->s, k->end)) {
        read_header(k, &h);
    } else if (!bm_kif_end_word(k, k->s)) {
        strange_line(k);
    }
}

static void read_digits(struct bm_kif *k)
{
    static const char *const files[] = {"９ ８", "９　８", "9 8", "９８７", "987654321"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        if (bm_kif_begins(k->s, k->end, files[i])) {
            const char *const at = k->s + strlen(files[i]);
            if (bm_kif_find(at, k->end, "１") || bm_kif_find(at, k->end, "1") || at == k->end)
                return; /* the files of a board */
        }
    }
    /* Above the moves, a line that begins with a digit may be anything. */
    struct bm_kanji_move m;
    if (bm_kif_numbered(k))
        return;
    if (k->played || bm_kanji_parse(&m, k->s, k->end))
        bm_kif_moves(k, k->s);
    else
        read_text(k);
}

/* Whether a header says anew what was said of a game that has no moves. */
static bool is_again(const struct bm_kif *k, const struct header *h)
{
    if (k->tabled)
        return begins_game(h);
    const unsigned side = hand_side(h);
    return (k->handicap && is_key(h, "手合割")) ||
           (side < 2 && k->ranks == 9 && (k->hands >> side & 1u) != 0);
}

/* Whether this line is the first of the next game. */
static bool next_game(const struct bm_kif *k, enum kif_line class)
{
    struct header h;
    const char *rest;
    const bool over = k->ended && k->tail_count == 0;
    switch (class) {
    case RANK:
    case BORDER: return k->played;
    case DIGIT:
        return over && bm_kif_number(k->s, k->end, &rest) == 1 && rest < k->end &&
               bm_kanji_sign(rest, k->end).class == BM_SIGN_BLANK;
    case MOVES: return over;
    case TEXT:
        if (!k->played)
            return split_header(&h, k->s, k->end) && is_again(k, &h);
        if (bm_kif_begins(k->s, k->end, "手数-"))
            return true;
        return !bm_kif_begins(k->s, k->end, "変化") && !bm_kif_begins(k->s, k->end, "まで") &&
               split_header(&h, k->s, k->end) &&
               (begins_game(&h) || (k->ended && !is_key(&h, "終了日時")));
    case BLANK:
    case COMMENT:
    case BOOKMARK: break;
    }
    return false;
}

/* A line that begins like a move; above the moves it may be a header: ▲先手：A. */
static void read_signed(struct bm_kif *k)
{
    struct bm_kanji_move m;
    if (k->played || bm_kanji_parse(&m, k->s, k->end))
        bm_kif_moves(k, k->s);
    else
        read_text(k);
}

static void read_line(struct bm_kif *k, enum kif_line class)
{
    switch (class) {
    case BLANK: return;
    case COMMENT: add_comment(k); return;
    case BOOKMARK: add_bookmark(k); return;
    case RANK:
        read_kif_rank(k);
        k->any = true;
        return;
    case BORDER: return;
    case DIGIT: read_digits(k); return;
    case MOVES: read_signed(k); return;
    case TEXT: read_text(k); return;
    }
}

static enum bm_reading_step finish_kif_game(struct bm_kif *k, const char *end)
{
    if (!k->any) {
        if (bm_kanji_skip(k->r->s, end) != end && k->r->final && k->s)
            bm_reading_say(k->r, BM_SAY_DEFECT, k->r->s,
                           "no line of KIF or KI2 is found in the text");
        return BM_STEP_NONE;
    }
    bm_kif_flush(k);
    bm_kif_begin(k, 2);
    return bm_reading_done(k->r, end);
}

static enum bm_reading_step read_kif_game(struct bm_kif *k)
{
    struct bm_reading *const r = k->r;
    while (k->next < r->end) {
        const char *const begin = k->next;
        if (!next_line(k))
            return BM_STEP_MORE;
        const enum kif_line class = class_of(k->s, k->end);
        if (next_game(k, class))
            return finish_kif_game(k, begin);
        read_line(k, class);
    }
    return r->final ? finish_kif_game(k, r->end) : BM_STEP_MORE;
}

enum bm_reading_step bm_kif_read(struct bm_reading *r)
{
    struct bm_kif k = {.r = r, .next = r->s, .last = BM_SQ_NONE};
    const enum bm_reading_step step = read_kif_game(&k);
    bm_buf_free(&k.comment);
    bm_release(k.tails);
    return step;
}
