/* SPDX-License-Identifier: MIT */
#include "variant/read/read.h"

#include "base/str.h"

/* The start position: a FEN, or a picture, which becomes one. */
struct start {
    struct bm_variant_reader *r;
    const struct bm_yaml *node;
    const char *text; /* the FEN */
    size_t at;        /* its first byte in the node's text */
    bool picture;     /* the node's text is not the FEN itself */
    bool failed;
    const char *idle; /* rights of a game that knows none, inherited; else NULL */
    size_t idle_len;
};

/* The line of a picture that became the rank at `from`. */
static struct bm_place line_of(const struct start *s, const char *from)
{
    struct bm_place place = s->node->place;
    unsigned rank = 0, line = 0;
    for (const char *c = s->text; c < from; c++)
        rank += *c == '/' || *c == '|';
    for (const char *c = s->node->text; *c != '\0'; line++) {
        const size_t len = strcspn(c, "\n");
        if (strspn(c, " \t\r") < len && rank-- == 0) {
            place.line += line;
            place.length = (uint32_t)len;
            return place;
        }
        c += len + (c[len] != '\0');
    }
    return place;
}

static struct bm_place place_of(const struct start *s, const char *from, size_t len)
{
    if (s->picture)
        return s->node->literal ? line_of(s, from) : s->node->place;
    return bm_read_place(s->node, s->at + (size_t)(from - s->text), len);
}

static void fail_start(struct start *s, const char *from, size_t len, const char *message,
                       const char *const *texts)
{
    s->failed = true;
    bm_report_error(s->r->report, place_of(s, from, len), "start", message, "", texts);
}

/* A piece as it is written; returns how many bytes it has, 0 and a report if it is none. */
static size_t read_piece(struct start *s, const char *at, const char *end, bm_piece *out)
{
    const struct bm_desc *const d = s->r->d;
    char letter[4] = {0};
    size_t n = 0, len = 0;
    if (at < end && at[n] == '+')
        letter[len++] = at[n++];
    const char c = at + n < end ? at[n] : '\0';
    const bool second = c >= 'a' && c <= 'z';
    if (second || (c >= 'A' && c <= 'Z')) {
        letter[len++] = (char)(second ? c & ~0x20 : c);
        n++;
        if (at + n < end && at[n] == '~')
            letter[len++] = at[n++];
    } else {
        const char other[2] = {*at, '\0'};
        fail_start(s, at, 1, "start: '~' is no piece", BM_TEXTS(other));
        return 0;
    }
    const unsigned k = bm_read_kind(d, letter);
    if (k == BM_MAX_KINDS) {
        fail_start(s, at, n, "start: no piece '~' is defined (pieces: ~)",
                   BM_TEXTS(letter, s->r->letters));
        return 0;
    }
    if (second && d->piece[k].neutral) {
        fail_start(s, at, n, "start: '~' belongs to no side and is written as a capital",
                   BM_TEXTS(letter));
        return 0;
    }
    *out = bm_piece_of(k, second);
    return n;
}

static size_t read_gap(const char *at, const char *end, unsigned *cells)
{
    size_t n = 0;
    *cells = 0;
    for (; at + n < end && at[n] >= '0' && at[n] <= '9'; n++)
        if (*cells < 10000)
            *cells = *cells * 10 + (unsigned)(at[n] - '0');
    return n;
}

static void wrong_width(struct start *s, const char *at, const char *end, unsigned cells,
                        unsigned first)
{
    const struct bm_desc *const d = s->r->d;
    char rank[40], have[12], want[12], cell[16];
    struct bm_str str;
    bm_desc_cell_name(d, first, cell);
    bm_str_init(&str, rank, sizeof rank);
    bm_str_u64(&str, first / d->size[0] % d->size[1] + 1u);
    if (d->axes > 2) {
        bm_str_text(&str, " of level ");
        bm_str_bytes(&str, cell, (size_t)(strchr(cell, 'a') - cell));
    }
    bm_str_end(&str);
    bm_read_decimal(have, (long)cells);
    bm_read_decimal(want, d->size[0]);
    fail_start(s, at, (size_t)(end - at),
               cells == 1 ? "start: rank ~ has ~ cell, the board is ~ wide"
                          : "start: rank ~ has ~ cells, the board is ~ wide",
               BM_TEXTS(rank, have, want));
}

/* One rank, whose first cell is `first`. */
static void read_rank(struct start *s, const char *from, const char *end, unsigned first)
{
    struct bm_desc *const d = s->r->d;
    unsigned x = 0, gap;
    for (const char *at = from; at < end;) {
        size_t n = read_gap(at, end, &gap);
        const bool hole = x < d->size[0] && !bm_cells_has(&d->board, first + x);
        char cell[16];
        bm_piece p = 0;
        bm_desc_cell_name(d, first + (x < d->size[0] ? x : 0), cell);
        if (n != 0) {
            x += gap;
        } else if (*at == '*') {
            if (x < d->size[0] && !hole)
                fail_start(s, at, 1, "start: '*' stands on ~, which is no hole",
                           BM_TEXTS(cell));
            x++;
            n = 1;
        } else {
            n = read_piece(s, at, end, &p);
            if (n == 0)
                return;
            if (hole)
                fail_start(s, at, n, "start: a piece stands on ~, which is a hole",
                           BM_TEXTS(cell));
            else if (x < d->size[0])
                d->start.board[first + x] = p;
            x++;
        }
        at += n;
    }
    if (x != d->size[0])
        wrong_width(s, from, end, x, first);
}

static const char *find_char(const char *at, const char *end, char c)
{
    const char *const found = memchr(at, c, (size_t)(end - at));
    return found ? found : end;
}

static unsigned count_chars(const char *at, const char *end, char c)
{
    unsigned n = 0;
    for (; at < end; at++)
        n += *at == c;
    return n;
}

static void wrong_count(struct start *s, const char *at, const char *end, const char *what,
                        unsigned want, unsigned have)
{
    char wanted[12], got[12];
    bm_read_decimal(wanted, (long)want);
    bm_read_decimal(got, (long)have);
    fail_start(s, at, (size_t)(end - at), "start: the board has ~ ~, the text has ~",
               BM_TEXTS(wanted, what, got));
}

/* The i-th level of the text: the top one is the first, big rows go from left to right. */
static void read_level(struct start *s, const char *from, const char *end, unsigned i)
{
    const struct bm_desc *const d = s->r->d;
    const unsigned ranks = d->size[1], have = count_chars(from, end, '/') + 1;
    unsigned at[4] = {0, 0, 0, 0};
    if (d->axes == 4) {
        at[3] = d->size[3] - 1u - i / d->size[2];
        at[2] = i % d->size[2];
    } else {
        at[2] = d->size[2] - 1u - i;
    }
    if (have != ranks) {
        wrong_count(s, from, end, ranks == 1 ? "rank" : "ranks", ranks, have);
        return;
    }
    for (unsigned rank = 0; rank < ranks; rank++) {
        const char *const stop = find_char(from, end, '/');
        at[1] = ranks - 1u - rank;
        read_rank(s, from, stop, bm_desc_cell_at(d, at));
        from = stop + 1;
    }
}

static void read_placement(struct start *s, const char *from, const char *end)
{
    const struct bm_desc *const d = s->r->d;
    const unsigned levels = (unsigned)d->size[2] * d->size[3],
                   have = count_chars(from, end, '|') + 1;
    if (have != levels) {
        wrong_count(s, from, end, levels == 1 ? "level" : "levels", levels, have);
        return;
    }
    for (unsigned i = 0; i < levels; i++) {
        const char *const stop = find_char(from, end, '|');
        read_level(s, from, stop, i);
        from = stop + 1;
    }
}

/* "PPnn" or "2P2n", between the brackets. */
static void read_hands(struct start *s, const char *at, const char *end)
{
    struct bm_desc *const d = s->r->d;
    if (at < end && d->hands == BM_HANDS_NONE && d->gates == 0 && *at != '-') {
        fail_start(s, at, (size_t)(end - at),
                   "start: pieces are in hand, but the game has no 'hands'", NULL);
        return;
    }
    while (at < end && *at != '-') {
        unsigned n;
        bm_piece p;
        const size_t digits = read_gap(at, end, &n);
        const size_t len = read_piece(s, at + digits, end, &p);
        if (len == 0)
            return;
        uint8_t *const hand = &d->start.hand[bm_piece_side(p)][bm_piece_kind(p)];
        n = digits != 0 ? n : 1;
        if (*hand + n > 255) {
            fail_start(s, at, digits + len, "start: too many pieces in hand", NULL);
            return;
        }
        *hand = (uint8_t)(*hand + n);
        at += digits + len;
    }
}

/* w or b; "w+1" or "w+2,3" in the middle of a turn; "w/2", "w/2.5" in a later phase. */
static bool read_side(struct start *s, const char *at, const char *end)
{
    struct bm_setup *const to = &s->r->d->start;
    unsigned used = 0, made, phase = 1, since = 0;
    size_t n;
    if (at == end || (*at != 'w' && *at != 'b'))
        return false;
    to->turn = *at++ == 'b';
    if (at < end && *at == '+') {
        at += 1 + (n = read_gap(at + 1, end, &used));
        made = used;
        if (n != 0 && at < end && *at == ',')
            at += 1 + (n = read_gap(at + 1, end, &made));
        if (n == 0 || used > 255 || made > 255)
            return false;
        to->used = (uint8_t)used;
        to->made = (uint8_t)made;
    }
    if (at < end && *at == '/') {
        at += 1 + (n = read_gap(at + 1, end, &phase));
        if (n != 0 && at < end && *at == '.')
            at += 1 + (n = read_gap(at + 1, end, &since));
        if (n == 0 || phase == 0 || phase > s->r->d->turn.phases)
            return false;
        to->phase = (uint8_t)(phase - 1);
        to->phase_count = (uint16_t)since;
    }
    return at == end;
}

/* "-", "e3", or pairs of the passed cell and the piece's: "e3e4a3a4". */
static bool read_ep(struct start *s, const char *at, const char *end)
{
    struct bm_desc *const d = s->r->d;
    bm_sq cell[2 * BM_MAX_EP];
    unsigned n = 0;
    if (end - at == 1 && *at == '-')
        return true;
    while (at < end) {
        unsigned where[4];
        const size_t len = bm_cell_parse(d, at, (size_t)(end - at), where);
        if (len == 0 || n == 2 * BM_MAX_EP || !bm_desc_cell_inside(d, where))
            return false;
        cell[n++] = (bm_sq)bm_desc_cell_at(d, where);
        at += len;
    }
    if (n == 1)
        cell[n++] = BM_SQ_NONE;
    for (unsigned i = 0; i + 1 < n; i += 2)
        d->start.eps[d->start.ep_count++] = (struct bm_ep){cell[i], cell[i + 1]};
    return n != 0 && n % 2 == 0;
}

/* "3+3" */
static bool read_checks(struct start *s, const char *at, const char *end)
{
    struct bm_setup *const to = &s->r->d->start;
    const char *const plus = find_char(at, end, '+');
    const long a = bm_read_digits(at, (size_t)(plus - at), 200);
    const long b = plus < end ? bm_read_digits(plus + 1, (size_t)(end - plus - 1), 200) : -1;
    if (a < 0 || b < 0)
        return false;
    to->checks[0] = (uint8_t)a;
    to->checks[1] = (uint8_t)b;
    return true;
}

/* `castling: none` is enough to be rid of it: the start need not be written again. */
static bool is_idle(const struct start *s)
{
    const struct bm_desc *const d = s->r->d;
    return d->castles == 0 && d->gates == 0 && s->node->place.source != 0;
}

/* What follows the placement; any of it may be missing from the end. */
static void read_fields(struct start *s, const char *at, const char *end)
{
    struct bm_setup *const to = &s->r->d->start;
    enum { SIDE, RIGHTS, EP, QUIET, NUMBER, NO_MORE } field = SIDE;
    for (;;) {
        while (at < end && *at == ' ')
            at++;
        if (at == end)
            return;
        const char *const stop = find_char(at, end, ' ');
        const size_t len = (size_t)(stop - at);
        long n = 0;
        if (field == QUIET && memchr(at, '+', len)) {
            if (!read_checks(s, at, stop))
                fail_start(s, at, len, "start: the checks still to give must be as in 3+3",
                           NULL);
            at = stop;
            continue;
        }
        switch (field) {
        case SIDE:
            if (!read_side(s, at, stop))
                fail_start(s, at, len, "start: the side to move must be w or b", NULL);
            break;
        case RIGHTS:
            if (is_idle(s)) {
                s->idle = at;
                s->idle_len = len;
            } else if (!s->failed)
                bm_read_rights(s->r, at, len, place_of(s, at, len));
            break;
        case EP:
            if (!read_ep(s, at, stop))
                fail_start(s, at, len,
                           "start: the fourth field must be '-' or cells passed over", NULL);
            break;
        case QUIET:
        case NUMBER:
            n = bm_read_digits(at, len, 100000);
            if (n < 0)
                fail_start(s, at, len, "start: the counters must be numbers", NULL);
            else if (field == QUIET)
                to->quiet = (uint32_t)n;
            else
                to->number = (uint32_t)n;
            break;
        case NO_MORE: fail_start(s, at, len, "start: there is too much of it", NULL); return;
        }
        field++;
        at = stop;
    }
}

static void read_fen(struct start *s)
{
    const char *const end = s->text + strlen(s->text), *const blank =
                                                           find_char(s->text, end, ' ');
    const char *const open = find_char(s->text, blank, '[');
    struct bm_setup *const to = &s->r->d->start;
    to->number = 1;
    to->moved = BM_SQ_NONE;
    to->checks[0] = to->checks[1] = s->r->d->checks;
    read_placement(s, s->text, open);
    if (open < blank) {
        if (blank[-1] == ']' && open + 1 < blank)
            read_hands(s, open + 1, blank - 1);
        else
            fail_start(s, open, (size_t)(blank - open), "start: '[' without ']'", NULL);
    }
    read_fields(s, blank, end);
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

/* The picture's rows as FEN has them. Room for its length and a NUL is enough. */
static void draw_rows(char *out, size_t cap, const char *text, size_t len)
{
    struct bm_str s;
    unsigned gap = 0;
    bool row = false, level = false; /* a row was there; a blank line after it */
    bool begun = false;              /* something of this line */
    bm_str_init(&s, out, cap);
    for (size_t i = 0; i <= len; i++) {
        const char c = i < len ? text[i] : '\n';
        if (is_blank(c))
            continue;
        if ((c != '.' || i == len) && gap != 0) {
            bm_str_u64(&s, gap);
            gap = 0;
        }
        if (c == '\n') {
            level = level || (row && !begun);
            row = row || begun;
            begun = false;
            continue;
        }
        if (!begun && row)
            bm_str_char(&s, level ? '|' : '/');
        if (!begun)
            level = false;
        begun = true;
        if (c == '.')
            gap++;
        else
            bm_str_char(&s, c);
    }
    bm_str_end(&s);
}

static void read_picture(struct start *s, const char *text, size_t len)
{
    struct bm_desc *const d = s->r->d;
    const size_t cap =
        2 * len + BM_RIGHTS_TEXT + 16; /* "1." is longer than "." alone; then the fields */
    char *const fen = bm_arena_take(s->r->arena, cap);
    char rights[BM_RIGHTS_TEXT];
    struct bm_str str;
    if (!fen)
        return;
    draw_rows(fen, cap, text, len);
    s->text = fen;
    read_fen(s);
    bm_read_all_rights(d, rights);
    bm_read_rights(s->r, rights, strlen(rights), s->node->place);
    const size_t placed = strlen(fen);
    bm_str_init(&str, fen + placed, cap - placed);
    bm_str_text(&str, " w ");
    bm_str_text(&str, rights);
    bm_str_text(&str, " - 0 1");
    bm_str_end(&str);
}

/* Initial cells are those of the start, unless the piece says otherwise. */
static void fill_initial(struct bm_desc *d)
{
    for (unsigned sq = 0; sq < d->squares; sq++) {
        const bm_piece p = d->start.board[sq];
        struct bm_desc_piece *const k = p ? &d->piece[bm_piece_kind(p)] : NULL;
        if (k && !k->has_initial)
            bm_cells_add(&k->initial[bm_piece_side(p)], sq);
    }
}

/*
 * Shogi's own form of a position has the sides the other way round: brackets, even empty ones,
 * tell that this is FEN.
 */
static const char *with_brackets(struct bm_arena *arena, const char *fen)
{
    const size_t len = strlen(fen), placed = strcspn(fen, " ");
    if (memchr(fen, '[', placed))
        return fen;
    char *const out = bm_arena_take(arena, len + 3);
    if (!out)
        return fen;
    memcpy(out, fen, placed);
    memcpy(out + placed, "[]", 2);
    memcpy(out + placed + 2, fen + placed, len - placed + 1);
    return out;
}

void bm_read_start(struct bm_variant_reader *r)
{
    struct bm_desc *const d = r->d;
    const struct bm_yaml *const node = bm_yaml_get(r->root, "start");
    d->start_text = "";
    if (!node || !bm_read_text(r, node, "start"))
        return;
    d->start_place = node->place;
    const char *text = node->text;
    size_t len = strlen(text);
    while (len != 0 && (is_blank(text[len - 1]) || text[len - 1] == '\n'))
        len--;
    struct start s = {.r = r, .node = node};
    s.picture = memchr(text, '\n', len) || (memchr(text, '.', len) && !memchr(text, ' ', len));
    if (s.picture) {
        read_picture(&s, text, len);
    } else {
        while (len != 0 && is_blank(*text)) {
            text++;
            len--;
        }
        s.at = (size_t)(text - node->text);
        char *const fen = bm_arena_text(r->arena, text, len);
        if (!fen)
            return;
        s.text = fen;
        read_fen(&s);
        if (s.idle) {
            char *const at = fen + (s.idle - fen);
            at[0] = '-';
            memmove(at + 1, at + s.idle_len, strlen(at + s.idle_len) + 1);
        }
    }
    d->start_text = !s.text ? "" : d->usi ? with_brackets(r->arena, s.text) : s.text;
    fill_initial(d);
}
