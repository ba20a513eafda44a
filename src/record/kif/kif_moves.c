/* SPDX-License-Identifier: MIT */
#include "banmen/notation.h"
#include "base/str.h"
#include "notation/shogi/kanji.h"
#include "record/kif/kif.h"
#include "record/reader.h"
#include "record/tag_names.h"

/* --- Moves --- */

uint32_t bm_kif_number(const char *s, const char *end, const char **rest)
{
    uint32_t n = 0;
    for (;;) {
        const struct bm_kanji_sign c = bm_kanji_sign(s, end);
        if (c.class != BM_SIGN_DIGIT || c.kanji)
            break;
        n = n < 100000000 ? n * 10 + c.value : n;
        s += c.len;
    }
    *rest = s;
    return n;
}

static void begin_item(struct bm_kif *k, unsigned side)
{
    if (!k->fresh) /* else the comment waits for the move that it stands before */
        bm_kif_flush(k);
    bm_kif_begin(k, side);
    k->any = k->played = true;
}

/* Play what was read at s[0, end). */
static void play_kif_move(struct bm_kif *k, struct bm_kanji_move *m, const char *s,
                          const char *end)
{
    struct bm_reading *const r = k->r;
    struct bm_error err;
    bm_move move = {BM_MOVE_NONE};

    k->plies++;
    /* A foul that no end explained is settled by the reading, which then plays nothing. */
    if (r->broken || r->over || r->foul || k->ended) {
        (void)bm_reading_move(r, move, s);
        return;
    }
    if (m->to == BM_SQ_NONE && bm_ctx_plies(r->line.ctx) == 0)
        m->to = k->last;
    if (bm_kanji_told(m, r->line.ctx, &move)) {
        (void)bm_reading_move(r, move, s);
        return;
    }
    if (bm_kanji_resolve(m, r->line.ctx, &move, &err) == BM_OK)
        (void)bm_reading_legal_move(r, move, s);
    else if (!bm_move_equal(move, (bm_move){BM_MOVE_NONE}))
        (void)bm_reading_move(r, move, s);
    else
        bm_reading_bad_word(k->r, "cannot play '~': ~", s, (size_t)(end - s), err.what);
}

/* The move m was read at s, up to `rest`. */
static void take_kif_move(struct bm_kif *k, struct bm_kanji_move *m, const char *s,
                          const char *rest)
{
    begin_item(k, m->side);
    play_kif_move(k, m, s, rest);
    if (k->fresh) {
        bm_kif_flush(k);
        k->fresh = false;
    }
}

/* --- Times: ( 0:12/00:01:02), also with fractions, hours, blanks, or half of it --- */

/* h:mm:ss, m:ss or ss, with a fraction; -1 if there is none. */
static int64_t read_kif_time(const char **at, const char *end)
{
    const char *s = bm_kanji_skip(*at, end);
    int64_t seconds = 0, part = 0, ms = 0;
    unsigned digits = 0, scale = 100;
    bool any = false;
    for (; s < end; s++) {
        if (*s >= '0' && *s <= '9') {
            if (++digits > 9)
                return -1;
            part = part * 10 + (*s - '0');
            any = true;
        } else if (*s == ':') {
            if (seconds > 1000000000)
                return -1;
            seconds = (seconds + part) * 60;
            part = digits = 0;
            while (s + 1 < end && s[1] == ' ')
                s++;
        } else {
            break;
        }
    }
    if (!any)
        return -1;
    if (s < end && *s == '.') {
        for (s++; s < end && *s >= '0' && *s <= '9'; s++, scale /= 10)
            ms += (*s - '0') * (int64_t)scale;
    }
    *at = bm_kanji_skip(s, end);
    return (seconds + part) * 1000 + ms;
}

/* What stands behind a move; returns what it does not know. */
static const char *read_times(struct bm_kif *k, const char *s)
{
    s = bm_kanji_skip(s, k->end);
    if (s < k->end && *s == '(') {
        const char *at = s + 1;
        int64_t total = -1;
        const int64_t spent = read_kif_time(&at, k->end);
        at = bm_kanji_skip(at, k->end);
        if (at < k->end && *at == '/') {
            at++;
            total = read_kif_time(&at, k->end);
        }
        at = bm_kanji_skip(at, k->end);
        if (at < k->end && *at == ')') {
            if (spent >= 0)
                bm_reading_value(k->r, BM_NOTE_SPENT, spent, 0);
            if (total >= 0)
                bm_reading_total(k->r, total);
            s = bm_kanji_skip(at + 1, k->end);
        }
    }
    if (s < k->end && *s == '+')
        s = bm_kanji_skip(s + 1, k->end);
    return s;
}

static void left_out(struct bm_kif *k, const char *s)
{
    if (s < k->end)
        bm_reading_say_about(k->r, BM_SAY_NOTICE, s, "'~' behind the move is left out", s,
                             (size_t)(k->end - s));
}

/* --- Ends --- */

static bool is_kif_word(const char *s, const char *end, const char *word)
{
    return strlen(word) == (size_t)(end - s) && bm_kif_begins(s, end, word);
}

/* Side to move at r->at. An illegal move that waits for its end has not been played. */
static unsigned turn_at(const struct bm_reading *r)
{
    const unsigned turn = r->over ? BM_FIRST : bm_ctx_turn(r->line.ctx);
    return r->foul ? !turn : turn;
}

/* The side that まで... says has won; 2: none. */
static unsigned winner_in(const char *s, const char *end)
{
    for (const char *at = s; at < end; at++) {
        const unsigned side = bm_kif_side(at, end);
        if (side > 1)
            continue;
        if (bm_kif_find(at, end, "勝"))
            return side;
        /* What does not follow the first side does not follow another. */
        return bm_kif_find(at, end, "負") || bm_kif_find(at, end, "敗") ? !side : 2;
    }
    return 2;
}

/* The winner that the next まで line states, for ends that leave it open. */
static unsigned stated_winner(const struct bm_kif *k)
{
    const char *s = k->next, *const limit = k->r->end;
    for (unsigned i = 0; i < 64 && s < limit; i++) { /* comments may stand between */
        const char *const lf = memchr(s, '\n', (size_t)(limit - s));
        const char *const end = lf ? lf : limit;
        const char *const begin = bm_kanji_skip(s, end);
        if (bm_kif_begins(begin, end, "まで"))
            return winner_in(begin, end);
        if (begin < end && *begin != '*' && *begin != '&' && *begin != '#')
            break;
        s = lf ? lf + 1 : limit;
    }
    return 2;
}

/* End the line; `winner` 2: by the meaning of the end. */
static void end_kif_line(struct bm_kif *k, enum bm_end end, unsigned winner, const char *s,
                         const char *stop, const char *at)
{
    struct bm_text word = {"", 0};
    if (end == BM_END_OTHER || !is_kif_word(s, stop, bm_words_for_end(BM_WORDS_KIF, end)))
        word = bm_reader_clean(k->r->reader, s, (size_t)(stop - s));
    bm_reading_end(k->r, end, winner < 2 ? bm_reading_win(winner) : BM_ONGOING, word, at);
    if (k->fresh) {
        bm_kif_flush(k);
        k->fresh = false;
    }
    k->ended = true;
}

/* A foul is of the side to move or of the other one: 先手 反則負け tells which. */
static enum bm_end foul_of(const struct bm_kif *k, unsigned loser)
{
    return loser == turn_at(k->r) ? BM_END_FOUL : BM_END_FOUL_BY_OTHER;
}

bool bm_kif_winner_open(enum bm_end end)
{
    return end == BM_END_OTHER || end == BM_END_TIME || end == BM_END_FOUL ||
           end == BM_END_FOUL_BY_OTHER || end == BM_END_STATED;
}

/* Where the word at s ends: before a blank, a time or the sign of variations. */
static const char *word_end(const char *s, const char *end)
{
    while (s < end && *s != '(' && *s != '+') {
        const struct bm_kanji_sign c = bm_kanji_sign(s, end);
        if (c.class == BM_SIGN_BLANK)
            break;
        s += c.len;
    }
    return s;
}

/* The word of an end at s; false if it is none. With `any`, every word is one. */
static bool read_kif_end(struct bm_kif *k, const char *s, bool any)
{
    const char *stop = s, *word = s;
    unsigned loser = 2;
    const unsigned side = bm_kif_side(s, k->end);

    /* 先手 反則負け, 先手反則負け */
    if (side < 2) {
        const char *const rest =
            bm_kanji_skip(s + (*s == '\xe2' ? strlen("▲") : strlen("先手")), k->end);
        if (bm_kif_begins(rest, k->end, "反則") || bm_kif_begins(rest, k->end, "時間切れ") ||
            bm_kif_begins(rest, k->end, "切れ負け")) {
            word = rest;
            loser = bm_kif_find(rest, k->end, "勝") ? !side : side;
        }
    }
    stop = word_end(word, k->end);
    enum bm_end end = bm_words_end(BM_WORDS_KIF, (struct bm_text){word, (size_t)(stop - word)});
    if (end == BM_END_COUNT) {
        if (!any || s == stop || bm_kif_like_move(s, k->end))
            return false;
        end = BM_END_OTHER;
        word = s;
        while (stop < k->end && *stop != '(' && *stop != '+')
            stop++;
        stop = bm_kif_trim(s, stop);
    }
    begin_item(k, 2);
    if (loser < 2 && (end == BM_END_FOUL || end == BM_END_FOUL_BY_OTHER)) {
        end = foul_of(k, loser);
        word = stop; /* ours says it better */
    }
    unsigned winner = loser < 2 ? !loser : 2;
    if (winner == 2 && bm_kif_winner_open(end))
        winner = stated_winner(k);
    if (word == stop)
        word = stop = bm_words_for_end(BM_WORDS_KIF, end), stop += strlen(word);
    end_kif_line(k, end, winner, word, stop, s);
    return true;
}

/* Whether the first word at s is that of an end. */
static bool is_end(const char *s, const char *end)
{
    const char *const stop = word_end(s, end);
    return bm_words_end(BM_WORDS_KIF, (struct bm_text){s, (size_t)(stop - s)}) != BM_END_COUNT;
}

bool bm_kif_end_word(struct bm_kif *k, const char *s) { return read_kif_end(k, s, false); }

/* Whether the line has so many moves, counted from its start or as the start's number says. */
static bool is_length(const struct bm_kif *k, uint32_t number)
{
    const uint32_t before = k->setup.number != 0 ? k->setup.number - 1 : 0;
    return number == k->plies || number == k->plies + k->offset || number == k->plies + before;
}

/* まで68手で先手の勝ち: the only end that KI2 has, and the second that KIF has. */
void bm_kif_until(struct bm_kif *k)
{
    static const struct {
        const char *word;
        enum bm_end end;
    } words[] = {
        {"千日手", BM_END_REPETITION},   {"持将棋", BM_END_IMPASSE},
        {"中断", BM_END_INTERRUPTED},    {"封じ手", BM_END_SEALED},
        {"不詰", BM_END_NO_MATE},        {"詰", BM_END_MATE},
        {"切れ", BM_END_TIME},           {"Time-up", BM_END_TIME},
        {"反則", BM_END_FOUL},           {"入玉", BM_END_DECLARATION},
        {"宣言", BM_END_DECLARATION},    {"トライ", BM_END_TRY},
        {"最大手数", BM_END_MOVE_LIMIT}, {"引き分け", BM_END_AGREEMENT},
        {"引分", BM_END_AGREEMENT},      {"不戦勝", BM_END_ABSENT_OTHER},
        {"不戦敗", BM_END_ABSENT},
    };
    const char *s = k->s + strlen("まで"), *rest;
    if (k->ended || k->r->broken)
        return; /* said already, or cannot be true of this line */
    if (bm_kif_begins(s, k->end, "、"))
        s += strlen("、");
    s = bm_kanji_skip(s, k->end);
    const uint32_t number = bm_kif_number(s, k->end, &rest);
    if (k->tail_count != 0 && (rest == s || !is_length(k, number))) {
        /* Behind the variations it may be the main line's, which has said so itself. */
        if (!k->r->ended)
            bm_reading_say_about(k->r, BM_SAY_NOTICE, k->s,
                                 "'~' does not fit the variation above it and is left out",
                                 k->s, (size_t)(k->end - k->s));
        return;
    }
    if (bm_kif_begins(rest, k->end, "手"))
        rest += strlen("手");
    if (bm_kif_begins(rest, k->end, "で"))
        rest += strlen("で");
    rest = bm_kanji_skip(rest, k->end);
    if (rest == k->end)
        return;
    const unsigned winner = winner_in(rest, k->end);
    /* 時間切れにより先手の勝ち, or the word alone: 千日手. */
    const char *const by = bm_kif_find(rest, k->end, "により");
    const char *stop = bm_kif_trim(rest, by ? by : k->end);
    enum bm_end end = bm_words_end(BM_WORDS_KIF, (struct bm_text){rest, (size_t)(stop - rest)});
    const bool known = end != BM_END_COUNT;
    if (!known)
        end = winner < 2 && !by ? BM_END_RESIGNATION : BM_END_OTHER;
    for (size_t i = 0; i < sizeof words / sizeof *words && !known; i++) {
        if (bm_kif_find(rest, k->end, words[i].word)) {
            end = words[i].end;
            break;
        }
    }
    begin_item(k, 2);
    if (end == BM_END_FOUL && winner < 2)
        end = foul_of(k, !winner);
    /*
     * An end that has another winner than the line says did not come about so: who is to move
     * resigned, or if that side won, it is not told how.
     */
    if (winner < 2 && !bm_kif_winner_open(end) &&
        bm_end_result(end, turn_at(k->r)) != bm_reading_win(winner))
        end = winner == turn_at(k->r) ? BM_END_STATED : BM_END_RESIGNATION;
    if (!known && end != BM_END_OTHER)
        rest = stop = bm_words_for_end(BM_WORDS_KIF, end), stop += strlen(rest);
    end_kif_line(k, end, winner, rest, stop, k->s);
}

/* --- Lines --- */

bool bm_kif_like_move(const char *s, const char *end)
{
    const struct bm_kanji_sign c = bm_kanji_sign(s, end);
    return c.class == BM_SIGN_DIGIT || c.class == BM_SIGN_SAME || c.class == BM_SIGN_SIDE ||
           c.class == BM_SIGN_PIECE;
}

static void not_a_move(struct bm_kif *k, const char *s)
{
    begin_item(k, 2);
    k->plies++;
    bm_reading_bad_word(k->r, "cannot play '~': ~", s, (size_t)(k->end - s),
                        "a move is like ７六歩(77), ５五角打 or ▲５八金左");
}

static void read_numbered(struct bm_kif *k, const char *s)
{
    if (bm_kif_begins(s, k->end, "パス")) {
        begin_item(k, 2);
        k->plies++;
        (void)bm_reading_pass(k->r, s);
        (void)read_times(k, s + strlen("パス"));
        return;
    }
    if (bm_kif_like_move(s, k->end) || s == k->end) {
        not_a_move(k, s);
        return;
    }
    if (!read_kif_end(k, s, true)) {
        not_a_move(k, s);
        return;
    }
    const char *const rest = memchr(s, '(', (size_t)(k->end - s));
    if (rest)
        (void)read_times(k, rest);
}

/* What stands behind a move in a line with a number. */
static void after_move(struct bm_kif *k, const char *s)
{
    const char *const rest = read_times(k, s);
    if (rest == k->end)
        return;
    if (bm_kanji_sign(rest, k->end).class == BM_SIGN_SIDE)
        bm_kif_moves(k, rest);
    else
        left_out(k, rest);
}

bool bm_kif_numbered(struct bm_kif *k)
{
    const char *rest;
    struct bm_kanji_move m, other;
    const uint32_t number = bm_kif_number(k->s, k->end, &rest);
    if (rest < k->end && *rest == '.')
        rest++;
    const char *const s = bm_kanji_skip(rest, k->end);
    if (rest == k->s || s == k->end)
        return false;
    const char *const behind = bm_kanji_parse(&m, s, k->end);
    if (!behind) {
        /* 76歩 is a move without a number, and a number alone stands before a blank. */
        if (s == rest || bm_kanji_parse(&other, k->s, k->end))
            return false;
        if (!k->played && !bm_kif_like_move(s, k->end) && !is_end(s, k->end) && number != 1)
            return false;
    }
    if (!k->numbered && number != 0) {
        k->numbered = true;
        k->offset = number - 1;
    }
    if (behind) {
        take_kif_move(k, &m, s, behind);
        after_move(k, behind);
    } else {
        read_numbered(k, s);
    }
    return true;
}

void bm_kif_moves(struct bm_kif *k, const char *s)
{
    while ((s = bm_kanji_skip(s, k->end)) < k->end) {
        struct bm_kanji_move m;
        const char *const rest = bm_kanji_parse(&m, s, k->end);
        if (rest) {
            take_kif_move(k, &m, s, rest);
            s = read_times(k, rest);
            continue;
        }
        if (*s == '*') {
            k->s = s;
            bm_buf_bytes(&k->comment, s + 1, (size_t)(k->end - s - 1));
            k->has_comment = true;
            return;
        }
        if (bm_kif_begins(s, k->end, "まで")) {
            k->s = s;
            bm_kif_until(k);
            return;
        }
        if (!read_kif_end(k, s, false))
            not_a_move(k, s);
        return;
    }
}

/* Remember the line that ends here; those that are not longer cannot be meant any more. */
static bool push_tail(struct bm_kif *k)
{
    void *mem = k->tails;
    while (k->tail_count != 0 && k->tails[k->tail_count - 1].plies <= k->plies)
        k->tail_count--;
    if (!bm_grow(&mem, &k->tail_cap, k->tail_count + 1, sizeof *k->tails))
        return false;
    k->tails = mem;
    k->tails[k->tail_count++] = (struct bm_kif_tail){k->r->at, k->plies};
    return true;
}

/* 変化：N手 goes on from ply N - 1 of the newest line that has it. */
void bm_kif_branch(struct bm_kif *k)
{
    struct bm_reading *const r = k->r;
    const char *rest, *const s = k->s + strlen("変化");
    const uint32_t number =
        bm_kif_number(bm_kanji_skip(s + (*s == ':' ? 1 : strlen("：")), k->end), k->end, &rest);
    const uint32_t ply = number > k->offset ? number - k->offset - 1 : 0;

    begin_item(k, 2);
    k->fresh = false;
    bm_kif_flush(k);
    if (r->foul)
        bm_reading_goto(r, r->at); /* no end explained it: it is a defect, and taken out */
    if (!push_tail(k))
        return;
    size_t i = k->tail_count;
    while (i > 0 && k->tails[i - 1].plies < ply)
        i--;
    bm_node n = i > 0 ? k->tails[i - 1].last : BM_NODE_NONE;
    while (n != BM_NODE_NONE && n != BM_NODE_ROOT &&
           (bm_game_ply(r->game, n) > ply || bm_game_kind(r->game, n) == BM_NODE_END))
        n = bm_game_parent(r->game, n);
    k->plies = ply;
    k->ended = false;
    k->fresh = true;
    if (n == BM_NODE_NONE || bm_game_ply(r->game, n) != ply || number == 0) {
        bm_reading_goto(r, BM_NODE_ROOT);
        bm_reading_bad_move(
            r, k->s, "the variation leaves no line that was read: there is no such move");
        return;
    }
    bm_reading_goto(r, n);
}
