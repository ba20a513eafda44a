/* SPDX-License-Identifier: MIT */
/* Reading Betza-N: how a piece moves, as one line of text. */
#include "variant/betza/betza.h"

enum { MAX_SIZE = 63 /* of a leap along one axis */, MAX_RANGE = 255 };

static const char modifiers_are[] = "modifiers are f b l r v s h m c i n p g e";
static const char atoms_are[] =
    "atoms are W F D N A H C Z G T K Q R B U, (a,b), <dx,dy>, [X?Y] and [X-Y]";

struct reader {
    struct bm_desc *d;
    struct bm_desc_piece *piece;
    const struct bm_yaml *text;
    struct bm_findings *report;
    size_t at;
    bool failed; /* the term cannot be read */
};

/* An atom as it is being read. */
struct atom {
    struct bm_steps steps;
    uint16_t range; /* 0: as far as it goes */
    bool straight;  /* a single straight leap: see bm_steps_aim() */
    bool ranged;    /* a range was written, or is part of the atom */
    bool universal;
};

static struct bm_place term_place(const struct reader *r, size_t from, size_t len)
{
    struct bm_place at = r->text->place;
    if (r->text->exact) {
        at.column += (uint32_t)from;
        at.length = len != 0 ? (uint32_t)len : 1;
    }
    return at;
}

/* Tell what is wrong with bytes of the text, and give up the term. `a` and `b` replace '~'. */
static void fail_term(struct reader *r, size_t from, size_t len, const char *message,
                      const char *hint, const char *a, const char *b)
{
    const char *const texts[] = {a, b, NULL, NULL};
    if (!r->failed)
        bm_report_error(r->report, term_place(r, from, len), "betza", message, hint, texts);
    r->failed = true;
}

static char peek_char(const struct reader *r)
{
    return r->at < r->text->len ? r->text->text[r->at] : '\0';
}

static bool take_char(struct reader *r, char c)
{
    if (r->at >= r->text->len || r->text->text[r->at] != c)
        return false;
    r->at++;
    return true;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
static bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/* The character at a place as a text: a whole one of UTF-8. */
static const char *shown_char(const struct reader *r, size_t at, char buf[8])
{
    size_t n = 0;
    if (at < r->text->len)
        do
            buf[n++] = r->text->text[at++];
        while (n < 4 && at < r->text->len && ((unsigned char)r->text->text[at] & 0xc0) == 0x80);
    buf[n] = '\0';
    return buf;
}

static const char *piece_of_text(const struct reader *r, size_t from, size_t len, char *buf,
                                 size_t cap)
{
    const size_t n = len < cap - 1 ? len : cap - 1;
    memcpy(buf, r->text->text + from, n);
    buf[n] = '\0';
    return buf;
}

static void fail_char(struct reader *r, const char *message, const char *hint)
{
    char buf[8];
    const char *const c = shown_char(r, r->at, buf);
    if (*c == '\0')
        fail_term(r, r->at ? r->at - 1 : 0, 1, "the move of '~' ends too early", hint,
                  r->piece->letter, NULL);
    else
        fail_term(r, r->at, strlen(c), message, hint, c, r->piece->letter);
}

/* A number, of digits only. */
static unsigned parse_number(struct reader *r, unsigned max)
{
    const size_t from = r->at;
    unsigned v = 0;
    if (!is_digit(peek_char(r)))
        fail_char(r, "a number should stand here, not '~', in the move of '~'", "");
    for (; is_digit(peek_char(r)); r->at++)
        v = v <= max ? v * 10 + (unsigned)(peek_char(r) - '0') : v;
    if (v > max)
        fail_term(r, from, r->at - from, "the number is too big in the move of '~'",
                  max == MAX_SIZE ? "steps are 0 to 63" : "ranges are 0 (no limit) to 255",
                  r->piece->letter, NULL);
    return v <= max ? v : max;
}

/* ---- modifiers ---- */

struct modifiers {
    struct bm_aims aims;
    size_t first_aim; /* where the first direction stands */
    bool m, c, i, n, p, g, e;
};

static bool is_direction(char c) { return c != '\0' && strchr("fblrvsh", c) != NULL; }

/* Letters that join into one direction, as Fairy-Stockfish joins them. */
static bool letters_join(char a, char b)
{
    const bool a_up = strchr("fbvh", a) != NULL, a_side = strchr("lrsh", a) != NULL;
    const bool b_up = strchr("fbvh", b) != NULL, b_side = strchr("lrsh", b) != NULL;
    return a == b || (a_up && b_side) || (a_side && b_up);
}

static void read_direction(struct reader *r, struct modifiers *m)
{
    const size_t from = r->at;
    const char a = peek_char(r);
    char b = a;
    r->at++;
    if (is_direction(peek_char(r)) && letters_join(a, peek_char(r))) {
        b = peek_char(r);
        r->at++;
    }
    if (m->aims.count == 0)
        m->first_aim = from;
    if (m->aims.count == BM_AIMS) {
        fail_term(r, from, r->at - from, "too many directions in the move of '~'", "",
                  r->piece->letter, NULL);
        return;
    }
    const bool h = a == 'h' || b == 'h';
    if (h && !bm_is_flat(r->d))
        fail_term(r, from, r->at - from, "direction 'h' in the move of '~' needs a flat board",
                  "two dimensions, squares, one axis that is forward", r->piece->letter, NULL);
    else if (h && (a == b || (a == 'h' && b != 'l' && b != 'r')))
        fail_term(r, from, r->at - from, "'h' stands alone in the move of '~'",
                  "halves are fh bh lh rh, turns hl hr", r->piece->letter, NULL);
    m->aims.pair[m->aims.count][0] = a;
    m->aims.pair[m->aims.count++][1] = b;
}

static void read_modifiers(struct reader *r, struct modifiers *m)
{
    *m = (struct modifiers){0};
    while (!r->failed && is_lower(peek_char(r))) {
        const char c = peek_char(r);
        if (is_direction(c)) {
            read_direction(r, m);
            continue;
        }
        bool *const flag = c == 'm'   ? &m->m
                           : c == 'c' ? &m->c
                           : c == 'i' ? &m->i
                           : c == 'n' ? &m->n
                           : c == 'p' ? &m->p
                           : c == 'g' ? &m->g
                           : c == 'e' ? &m->e
                                      : NULL;
        if (!flag) {
            fail_char(r, "unknown modifier '~' in the move of '~'", modifiers_are);
            return;
        }
        *flag = true;
        r->at++;
    }
}

/* ---- atoms ---- */

static void fail_dimensions(struct reader *r, size_t from, unsigned need)
{
    char name[32];
    const char digits[2][2] = {{(char)('0' + need), 0}, {(char)('0' + r->d->axes), 0}};
    const char *const texts[] = {piece_of_text(r, from, r->at - from, name, sizeof name),
                                 digits[0], digits[1], NULL};
    if (!r->failed)
        bm_report_error(r->report, term_place(r, from, r->at - from), "betza",
                        "atom ~ needs ~ dimensions, the board has ~", "", texts);
    r->failed = true;
}

/* A leap by its sizes, largest first; `from` is where its text begins. */
static void set_leap(struct reader *r, struct atom *a, size_t from, const uint8_t sizes[4])
{
    const unsigned axes = r->d->hex ? 2 : r->d->axes;
    unsigned need = 0;
    for (unsigned i = 0; i < 4; i++)
        need += sizes[i] != 0;
    if (need > axes) {
        fail_dimensions(r, from, need);
        return;
    }
    a->straight = need == 1;
    bm_steps_leap(&a->steps, r->d, sizes);
}

static void read_letter(struct reader *r, struct atom *a)
{
    static const struct {
        char name;
        uint8_t sizes[4];
    } leaps[] = {{'W', {1, 0, 0, 0}}, {'F', {1, 1, 0, 0}}, {'D', {2, 0, 0, 0}},
                 {'N', {2, 1, 0, 0}}, {'A', {2, 2, 0, 0}}, {'H', {3, 0, 0, 0}},
                 {'C', {3, 1, 0, 0}}, {'L', {3, 1, 0, 0}}, {'Z', {3, 2, 0, 0}},
                 {'J', {3, 2, 0, 0}}, {'G', {3, 3, 0, 0}}, {'T', {1, 1, 1, 0}},
                 {'R', {1, 0, 0, 0}}, {'B', {1, 1, 0, 0}}};
    const size_t from = r->at;
    const char c = peek_char(r);
    if (c == 'U') {
        r->at++;
        a->universal = true;
        return;
    }
    if (c == 'K' || c == 'Q') {
        r->at++;
        bm_steps_king(&a->steps, r->d);
    } else {
        unsigned i = 0;
        while (i < sizeof leaps / sizeof *leaps && leaps[i].name != c)
            i++;
        if (i == sizeof leaps / sizeof *leaps) {
            fail_char(r, "unknown atom '~' in the move of '~'", atoms_are);
            return;
        }
        r->at++;
        set_leap(r, a, from, leaps[i].sizes);
    }
    if (c == 'Q' || c == 'R' || c == 'B') {
        a->range = 0;
        a->ranged = true;
    }
    if (take_char(r, c)) { /* NN: a rider */
        a->range = 0;
        a->ranged = true;
    }
}

/* The numbers of (a,b) or <dx,dy>; the opening bracket is read. Returns how many. */
static unsigned read_numbers(struct reader *r, int out[4], char end, bool signs)
{
    unsigned n = 0;
    do {
        while (take_char(r, ' '))
            ;
        if (n == 4) {
            fail_term(r, r->at - 1, 1, "more than 4 numbers in the move of '~'", "",
                      r->piece->letter, NULL);
            return n;
        }
        const bool minus = signs && take_char(r, '-');
        if (signs && !minus)
            (void)take_char(r, '+');
        const int v = (int)parse_number(r, MAX_SIZE);
        out[n++] = minus ? -v : v;
        while (take_char(r, ' '))
            ;
    } while (!r->failed && take_char(r, ','));
    if (!r->failed && !take_char(r, end)) {
        const char want[2] = {end, 0};
        fail_term(r, r->at < r->text->len ? r->at : r->at - 1, 1,
                  "'~' is missing in the move of '~'", "", want, r->piece->letter);
    }
    return n;
}

static void read_any_leap(struct reader *r, struct atom *a)
{
    const size_t from = r->at++;
    int v[4] = {0};
    const unsigned n = read_numbers(r, v, ')', false);
    if (r->failed)
        return;
    uint8_t sizes[4] = {0};
    for (unsigned i = 0; i < n; i++) { /* largest first */
        unsigned at = i;
        for (; at > 0 && sizes[at - 1] < v[i]; at--)
            sizes[at] = sizes[at - 1];
        sizes[at] = (uint8_t)v[i];
    }
    if (n < 2)
        fail_term(r, from, r->at - from, "a leap has 2 to 4 numbers in the move of '~'",
                  "(1,2) is the knight's", r->piece->letter, NULL);
    else if (sizes[0] == 0)
        fail_term(r, from, r->at - from, "a leap of no length in the move of '~'", "",
                  r->piece->letter, NULL);
    else
        set_leap(r, a, from, sizes);
}

static void read_exact(struct reader *r, struct atom *a)
{
    const size_t from = r->at++;
    int v[4] = {0};
    const unsigned n = read_numbers(r, v, '>', true);
    if (r->failed)
        return;
    if (n < 2 || n > (r->d->axes < 2 ? 2u : r->d->axes)) {
        const char axes[2] = {(char)('0' + r->d->axes), 0};
        fail_term(
            r, from, r->at - from,
            "a direction has as many numbers as the board has axes (~) in the move of '~'", "",
            axes, r->piece->letter);
        return;
    }
    if (!v[0] && !v[1] && !v[2] && !v[3]) {
        fail_term(r, from, r->at - from, "a leap of no length in the move of '~'", "",
                  r->piece->letter, NULL);
        return;
    }
    for (unsigned i = 0; i < 4; i++)
        a->steps.v[0].d[i] = (int8_t)v[i];
    a->steps.count = 1;
}

static void read_range(struct reader *r, struct atom *a)
{
    if (r->failed || !is_digit(peek_char(r)))
        return;
    if (a->universal) {
        fail_term(r, r->at, 1, "U has no range in the move of '~'", "", r->piece->letter, NULL);
        return;
    }
    a->range = (uint16_t)parse_number(r, MAX_RANGE);
    a->ranged = true;
}

/* An atom that is not bent. */
static void read_atom(struct reader *r, struct atom *a)
{
    *a = (struct atom){.range = 1};
    const char c = peek_char(r);
    if (c == '(')
        read_any_leap(r, a);
    else if (c == '<')
        read_exact(r, a);
    else if (is_upper(c))
        read_letter(r, a);
    else
        fail_char(r, "an atom should stand here, not '~', in the move of '~'", atoms_are);
    read_range(r, a);
}

/* ---- terms ---- */

static bool add_vector(struct reader *r, struct bm_term *t, struct bm_vector v)
{
    struct bm_desc *const d = r->d;
    if (d->vectors == BM_DESC_VECTORS) {
        fail_term(r, 0, r->text->len, "the moves of all pieces have too many directions", "",
                  NULL, NULL);
        return false;
    }
    d->vector[d->vectors++] = v;
    t->count++;
    return true;
}

/* [X?Y]: one step of X, then Y outward. */
static void read_bent(struct reader *r, struct bm_term *t, const struct modifiers *m)
{
    struct atom x, y;
    const size_t from = r->at++;
    read_atom(r, &x);
    if (r->failed)
        return;
    const char how = peek_char(r);
    if (how != '?' && how != '-') {
        fail_char(r, "'?' or '-' should stand here, not '~', in the move of '~'",
                  "[F?R] may stop at the bend, [F-R] may not");
        return;
    }
    r->at++;
    read_atom(r, &y);
    if (r->failed)
        return;
    if (!take_char(r, ']')) {
        fail_char(r, "']' should stand here, not '~', in the move of '~'", "");
        return;
    }
    read_range(r, &y);
    if (x.universal || y.universal || x.range != 1) {
        fail_term(r, from, r->at - from,
                  "the first leg in the move of '~' must be a single step",
                  "as in [F?R]; U cannot bend", r->piece->letter, NULL);
        return;
    }
    t->bent = true;
    t->bent_stops = how == '?';
    t->range = y.range;
    bm_steps_aim(&x.steps, r->d, &m->aims, x.straight);
    for (unsigned i = 0; i < x.steps.count; i++)
        for (unsigned j = 0; j < y.steps.count; j++)
            if (bm_is_outward(r->d, &y.steps, x.steps.v[i], y.steps.v[j]) &&
                (!add_vector(r, t, x.steps.v[i]) || !add_vector(r, t, y.steps.v[j])))
                return;
    t->count /= 2;
}

static void read_straight(struct reader *r, struct bm_term *t, const struct modifiers *m)
{
    struct atom a;
    read_atom(r, &a);
    if (r->failed)
        return;
    t->universal = a.universal;
    t->range = a.range;
    if ((m->p || m->g) && !a.ranged)
        t->range = 0; /* a hop needs room: pW is pR */
    bm_steps_aim(&a.steps, r->d, &m->aims, a.straight);
    for (unsigned i = 0; i < a.steps.count; i++)
        if (!add_vector(r, t, a.steps.v[i]))
            return;
}

static void read_zone(struct reader *r, struct bm_term *t, size_t term_from)
{
    (void)take_char(r, '@');
    const bool path = take_char(r, '@');
    const size_t from = r->at;
    while (is_lower(peek_char(r)) || is_upper(peek_char(r)) || is_digit(peek_char(r)) ||
           peek_char(r) == '-' || peek_char(r) == '_')
        r->at++;
    char name[BM_DESC_NAME], term[64];
    (void)piece_of_text(r, from, r->at - from, name, sizeof name);
    for (unsigned i = 0; i < r->d->zones; i++)
        if (r->at - from == strlen(r->d->zone[i].name) && !strcmp(name, r->d->zone[i].name)) {
            *(path ? &t->path_zone : &t->start_zone) = (uint8_t)(i + 1);
            return;
        }
    if (r->at == from)
        fail_char(r, "a zone's name should stand here, not '~', in the move of '~'",
                  "as in W@@palace");
    else
        fail_term(r, from, r->at - from,
                  "zone '~' used in '~' is not defined under board.zones", "", name,
                  piece_of_text(r, term_from, r->at - term_from, term, sizeof term));
}

/* One piece's letter, with its promoted forms that come of themselves. */
static uint64_t read_kind(struct reader *r)
{
    const size_t from = r->at;
    (void)take_char(r, '+');
    if (is_upper(peek_char(r)))
        r->at++;
    char name[8];
    (void)piece_of_text(r, from, r->at - from, name, sizeof name);
    const size_t len = strlen(name);
    uint64_t set = 0;
    for (unsigned k = 0; k < r->d->kinds && len != 0; k++) {
        const char *const letter = r->d->piece[k].letter;
        if (!strncmp(letter, name, len) && (!letter[len] || letter[len] == '~'))
            set |= (uint64_t)1 << k;
    }
    if (set == 0 && len == 0)
        fail_char(r, "a piece should stand here, not '~', in the move of '~'", "as in R>K,Q");
    else if (set == 0)
        fail_term(r, from, len, "no piece '~' is defined, but the move of '~' names it", "",
                  name, r->piece->letter);
    return set;
}

static uint64_t read_kinds(struct reader *r)
{
    r->at++;
    const bool except = take_char(r, '!');
    uint64_t set = 0;
    do
        set |= read_kind(r);
    while (!r->failed && take_char(r, ','));
    return except ? ~set : set;
}

static void read_suffixes(struct reader *r, struct bm_term *t, size_t term_from)
{
    while (!r->failed) {
        const char c = peek_char(r);
        const size_t from = r->at;
        if (c == '@') {
            read_zone(r, t, term_from);
        } else if (c == '>') {
            t->victims &= read_kinds(r);
        } else if (c == '^') {
            t->hurdles &= read_kinds(r);
            if (!r->failed && !(t->way & BM_WAY_HOP))
                fail_term(r, from, r->at - from, "'^' in the move of '~' needs 'p' or 'g'",
                          "it says over which pieces a hop goes", r->piece->letter, NULL);
        } else {
            return;
        }
    }
}

/* Modifiers that do not go together with each other or with the atom. */
static void check_modifiers(struct reader *r, const struct bm_term *t,
                            const struct modifiers *m, size_t from)
{
    const char *wrong = NULL;
    if (m->n && (m->p || m->g))
        wrong = "'n' goes neither with 'p' nor with 'g' in the move of '~'";
    else if (t->bent && (m->n || m->p || m->g))
        wrong = "a bent move takes no 'n', 'p' or 'g' in the move of '~'";
    else if (t->universal && (m->n || m->p || m->g || m->aims.count != 0))
        wrong = "U takes no directions and no 'n', 'p' or 'g' in the move of '~'";
    else if (!t->universal && t->count == 0)
        wrong = "no step of the atom goes in these directions in the move of '~'";
    if (wrong)
        fail_term(r, from, r->at - from, wrong, "", r->piece->letter, NULL);
}

static void read_term(struct reader *r)
{
    struct bm_desc *const d = r->d;
    const size_t from = r->at;
    struct modifiers m;
    read_modifiers(r, &m);
    if (r->failed)
        return;
    if (d->terms == BM_DESC_TERMS) {
        fail_term(r, from, 1, "the moves of all pieces have more than 512 terms", "", NULL,
                  NULL);
        return;
    }
    const unsigned both = BM_WAY_MOVE | BM_WAY_TAKE;
    const unsigned way = (m.m ? BM_WAY_MOVE : 0) | (m.c ? BM_WAY_TAKE : 0);
    struct bm_term *const t = &d->term[d->terms];
    *t = (struct bm_term){.first = d->vectors,
                          .initial = m.i,
                          .lame = m.n,
                          .victims = ~(uint64_t)0,
                          .hurdles = ~(uint64_t)0};
    t->way = (uint8_t)((way ? way : both) | (m.e ? BM_WAY_EP : 0) |
                       (m.p || m.g ? BM_WAY_HOP : 0) | (m.g ? BM_WAY_BEHIND : 0));
    if (r->at >= r->text->len || is_blank(peek_char(r))) {
        fail_term(r, from, r->at - from, "an atom is missing in the move of '~'", atoms_are,
                  r->piece->letter, NULL);
        return;
    }
    if (peek_char(r) == '[')
        read_bent(r, t, &m);
    else
        read_straight(r, t, &m);
    if (!r->failed)
        check_modifiers(r, t, &m, from);
    read_suffixes(r, t, from);
    t->place = term_place(r, from, r->at - from);
    if (!r->failed)
        d->terms++;
}

void bm_betza_read(struct bm_desc *d, unsigned kind, const struct bm_yaml *text,
                   struct bm_findings *report)
{
    struct reader r = {.d = d, .piece = &d->piece[kind], .text = text, .report = report};
    r.piece->first_term = d->terms;
    for (;;) {
        while (is_blank(peek_char(&r)))
            r.at++;
        if (r.at >= text->len)
            break;
        r.failed = false;
        read_term(&r);
        /* What follows a mistake cannot be understood before the next blank. */
        while (r.failed && r.at < text->len && !is_blank(peek_char(&r)))
            r.at++;
    }
    r.piece->terms = d->terms - r.piece->first_term;
}
