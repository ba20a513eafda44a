/* SPDX-License-Identifier: MIT */
#include "variant/read/read.h"

#include "base/str.h"

void bm_desc_cell_coords(const struct bm_desc *d, unsigned sq, unsigned at[4])
{
    for (unsigned i = 0; i < 4; i++) {
        at[i] = sq % d->size[i];
        sq /= d->size[i];
    }
}

unsigned bm_desc_cell_at(const struct bm_desc *d, const unsigned at[4])
{
    return at[0] + d->size[0] * (at[1] + d->size[1] * (at[2] + d->size[2] * at[3]));
}

bool bm_desc_cell_inside(const struct bm_desc *d, const unsigned at[4])
{
    return at[0] < d->size[0] && at[1] < d->size[1] && at[2] < d->size[2] && at[3] < d->size[3];
}

/*
 * A hexagon's column keeps its place and is turned upside down: y + y' - x is the same for all
 * columns, and the ends of any one of them tell it.
 */
static bool flip_hex(const struct bm_desc *d, unsigned at[4])
{
    for (unsigned x = 0; x < d->size[0]; x++) {
        int low = -1, high = -1;
        for (unsigned y = 0; y < d->size[1]; y++)
            if (bm_cells_has(&d->board, x + d->size[0] * y)) {
                low = low < 0 ? (int)y : low;
                high = (int)y;
            }
        if (low < 0)
            continue;
        const int y = (int)at[0] - (int)at[1] + low + high - (int)x;
        at[1] = (unsigned)y;
        return y >= 0 && y < d->size[1];
    }
    return false;
}

bm_sq bm_desc_flip(const struct bm_desc *d, bm_sq sq)
{
    unsigned at[4];
    bm_desc_cell_coords(d, sq, at);
    if (d->hex && !d->rotate) {
        if (!flip_hex(d, at))
            return BM_SQ_NONE;
    } else {
        for (unsigned i = 0; i < 4; i++)
            if (d->rotate || (d->forward >> i & 1u) != 0)
                at[i] = d->size[i] - 1u - at[i];
    }
    const unsigned to = bm_desc_cell_at(d, at);
    return bm_cells_has(&d->board, to) ? (bm_sq)to : BM_SQ_NONE;
}

/* A number from 1; 0 bytes if there is none. */
static size_t read_count(const char *s, size_t len, unsigned *out)
{
    size_t n = 0;
    unsigned v = 0;
    while (n < len && n < 4 && s[n] >= '0' && s[n] <= '9')
        v = v * 10 + (unsigned)(s[n++] - '0');
    *out = v - 1; /* "0" becomes a number outside of every board */
    return n;
}

size_t bm_cell_parse(const struct bm_desc *d, const char *s, size_t len, unsigned at[4])
{
    size_t n = 0, digits;
    memset(at, 0, 4 * sizeof *at);
    if (d->axes >= 3) {
        if (len == 0 || s[0] < 'A' || s[0] > 'Z')
            return 0;
        at[2] = (unsigned)(s[n++] - 'A');
    }
    if (d->axes == 4) {
        digits = read_count(s + n, len - n, &at[3]);
        if (digits == 0)
            return 0;
        n += digits;
    }
    if (n >= len || s[n] < 'a' || s[n] > 'z')
        return 0;
    at[0] = (unsigned)(s[n++] - 'a');
    digits = read_count(s + n, len - n, &at[1]);
    return digits != 0 ? n + digits : 0;
}

void bm_desc_cell_name(const struct bm_desc *d, unsigned sq, char out[16])
{
    struct bm_str s;
    unsigned at[4];
    bm_desc_cell_coords(d, sq, at);
    bm_str_init(&s, out, 16);
    if (d->axes >= 3)
        bm_str_char(&s, (char)('A' + at[2]));
    if (d->axes == 4)
        bm_str_u64(&s, at[3] + 1u);
    bm_str_char(&s, (char)('a' + at[0]));
    bm_str_u64(&s, at[1] + 1u);
    bm_str_end(&s);
}

/* " ranks 1-8" and the like, for each axis. */
static void write_extent(struct bm_str *s, const char *word, char first, unsigned size)
{
    bm_str_text(s, word);
    bm_str_char(s, ' ');
    if (first == '1') {
        bm_str_text(s, "1-");
        bm_str_u64(s, size);
    } else {
        bm_str_char(s, first);
        bm_str_char(s, '-');
        bm_str_char(s, (char)(first + (int)size - 1));
    }
}

static void report_outside(struct bm_variant_reader *r, const struct bm_word *word,
                           const char *cell)
{
    const struct bm_desc *const d = r->d;
    char size[24], extent[96];
    struct bm_str s;
    bm_str_init(&s, size, sizeof size);
    for (unsigned i = 0; i < d->axes; i++) {
        if (i != 0)
            bm_str_char(&s, 'x');
        bm_str_u64(&s, d->size[i]);
    }
    bm_str_end(&s);
    bm_str_init(&s, extent, sizeof extent);
    if (d->axes >= 3) {
        write_extent(&s, "levels", 'A', d->size[2]);
        bm_str_text(&s, ", ");
    }
    if (d->axes == 4) {
        write_extent(&s, "rows", '1', d->size[3]);
        bm_str_text(&s, ", ");
    }
    write_extent(&s, "files", 'a', d->size[0]);
    bm_str_text(&s, ", ");
    write_extent(&s, "ranks", '1', d->size[1]);
    bm_str_end(&s);
    bm_report_error(r->report, word->place, "cell", "cell '~' is outside the ~ board (~)", "",
                    BM_TEXTS(cell, size, extent));
}

/* Reports a cell that is not there. `at` and `len` are its part of the word. */
static bool check_cell(struct bm_variant_reader *r, const struct bm_word *word, size_t at,
                       size_t len, const unsigned where[4], bool hole_too)
{
    char cell[48];
    memcpy(cell, word->text + at, len);
    cell[len] = '\0';
    if (!bm_desc_cell_inside(r->d, where)) {
        report_outside(r, word, cell);
        return false;
    }
    if (hole_too && !bm_cells_has(&r->d->board, bm_desc_cell_at(r->d, where))) {
        bm_report_error(r->report, word->place, "cell", "cell '~' is a hole of the board", "",
                        BM_TEXTS(cell));
        return false;
    }
    return true;
}

bm_sq bm_read_cell(struct bm_variant_reader *r, const struct bm_word *word, const char *what)
{
    unsigned at[4];
    const size_t n = bm_cell_parse(r->d, word->text, strlen(word->text), at);
    if (n == 0 || n != word->len) {
        bm_report_error(r->report, word->place, "cell", "~: '~' is no cell", "",
                        BM_TEXTS(what, word->text));
        return BM_SQ_NONE;
    }
    return check_cell(r, word, 0, n, at, true) ? (bm_sq)bm_desc_cell_at(r->d, at) : BM_SQ_NONE;
}

/* All cells whose coordinates lie between two corners. */
static struct bm_cells box_cells(const struct bm_desc *d, const unsigned a[4],
                                 const unsigned b[4])
{
    struct bm_cells out = {{0}};
    for (unsigned sq = 0; sq < d->squares; sq++) {
        unsigned at[4];
        bool in = true;
        bm_desc_cell_coords(d, sq, at);
        for (unsigned i = 0; i < 4; i++)
            in = in && at[i] >= (a[i] < b[i] ? a[i] : b[i]) &&
                 at[i] <= (a[i] < b[i] ? b[i] : a[i]);
        if (in)
            bm_cells_add(&out, sq);
    }
    return bm_cells_and(out, d->board);
}

static unsigned find_zone(const struct bm_desc *d, const char *name)
{
    for (unsigned i = 0; i < d->zones; i++)
        if (!strcmp(d->zone[i].name, name))
            return i;
    return BM_DESC_ZONES;
}

/* One coordinate: "7" or "c". */
static bool read_coordinate(const char *s, size_t len, bool letter, unsigned *out)
{
    if (letter) {
        const char c = len == 1 ? (char)(s[0] | 0x20) : '\0';
        *out = (unsigned)(c - 'a');
        return c >= 'a' && c <= 'z';
    }
    return len != 0 && len < 4 && read_count(s, len, out) == len;
}

/* "rank 7-9": the words' axis, and the word that follows. */
static bool select_axis(struct bm_variant_reader *r, const struct bm_word *key,
                        const struct bm_word *arg, unsigned axis, struct bm_cells *out)
{
    const struct bm_desc *const d = r->d;
    const bool letter = axis == 0 || axis == 2;
    const char *const s = arg->text, *const dash = strchr(s, '-');
    const size_t len = strlen(s), one = dash ? (size_t)(dash - s) : len;
    unsigned a, b;
    if (axis >= d->axes) {
        bm_report_error(r->report, key->place, "region", "the board has no ~s", "",
                        BM_TEXTS(key->text));
        return false;
    }
    bool fine = read_coordinate(s, one, letter, &a);
    b = a;
    if (fine && dash)
        fine = read_coordinate(dash + 1, len - one - 1, letter, &b);
    if (!fine || a >= d->size[axis] || b >= d->size[axis]) {
        char high[12];
        if (letter) {
            high[0] = (char)((axis == 0 ? 'a' : 'A') + d->size[axis] - 1);
            high[1] = '\0';
        } else {
            bm_read_decimal(high, d->size[axis]);
        }
        bm_report_error(r->report, arg->place, "region", "~ '~' is not on the board (~ to ~)",
                        "",
                        BM_TEXTS(key->text, s,
                                 !letter     ? "1"
                                 : axis == 0 ? "a"
                                             : "A",
                                 high));
        return false;
    }
    unsigned low[4] = {0}, top[4];
    for (unsigned i = 0; i < 4; i++)
        top[i] = d->size[i] - 1u;
    low[axis] = a;
    top[axis] = b;
    *out = box_cells(d, low, top);
    return true;
}

static void unknown_selector(struct bm_variant_reader *r, const struct bm_word *word,
                             const char *what)
{
    const char *names[BM_DESC_ZONES + 8] = {"rank", "file", "level", "row",
                                            "all",  "none", "not"};
    for (unsigned i = 0; i < r->d->zones; i++)
        names[7 + i] = r->d->zone[i].name;
    const char *const meant = bm_closest(word->text, names);
    bm_report_error(r->report, word->place, "region",
                    meant ? "~: '~' is neither a cell nor a zone; did you mean '~'?"
                          : "~: '~' is neither a cell nor a zone",
                    "a region is made of cells, boxes (a1-c3), 'rank 7-9', 'file a-c', zones, "
                    "'all', 'not …'",
                    BM_TEXTS(what, word->text, meant));
}

/* A cell, a box, a zone, all, none. */
static bool select_plain(struct bm_variant_reader *r, const struct bm_word *word,
                         const char *what, unsigned side, struct bm_cells *out)
{
    const struct bm_desc *const d = r->d;
    const unsigned zone = find_zone(d, word->text);
    *out = (struct bm_cells){{0}};
    if (zone < BM_DESC_ZONES) {
        *out = d->zone[zone].cells[side];
        return true;
    }
    if (!strcmp(word->text, "none"))
        return true;
    if (!strcmp(word->text, "all")) {
        *out = d->board;
        return true;
    }
    const char *const s = word->text;
    const size_t len = strlen(s);
    unsigned a[4], b[4];
    const size_t n = bm_cell_parse(d, s, len, a);
    const size_t m = n != 0 && s[n] == '-' ? bm_cell_parse(d, s + n + 1, len - n - 1, b) : 0;
    if (len == word->len && n != 0 && n == len) {
        if (!check_cell(r, word, 0, n, a, true))
            return false;
        bm_cells_add(out, bm_desc_cell_at(d, a));
        return true;
    }
    if (len == word->len && m != 0 && n + 1 + m == len) {
        if (!check_cell(r, word, 0, n, a, false) || !check_cell(r, word, n + 1, m, b, false))
            return false;
        *out = box_cells(d, a, b);
        return true;
    }
    unknown_selector(r, word, what);
    return false;
}

static unsigned axis_of(const char *word)
{
    static const char *const words[] = {"file", "rank", "level", "row"};
    unsigned i = 0;
    while (i < 4 && strcmp(word, words[i]) != 0)
        i++;
    return i;
}

/* Terms are added up; one that begins with `not` is taken away from those before it. */
struct sum {
    struct bm_cells all, sum, term, cut;
    bool some, has_term, cutting;
};

static void end_term(struct sum *s)
{
    if (s->has_term)
        s->sum = bm_cells_or(s->sum, s->cutting ? bm_cells_less(s->term, s->cut) : s->term);
    else if (s->cutting)
        s->sum = bm_cells_less(s->some ? s->sum : s->all, s->cut);
    s->some = s->some || s->has_term || s->cutting;
    s->term = s->cut = s->all;
    s->has_term = s->cutting = false;
}

static struct bm_cells read_terms(struct bm_variant_reader *r, const struct bm_yaml *node,
                                  const char *what, unsigned side)
{
    struct sum s = {.all = r->d->board, .term = r->d->board, .cut = r->d->board};
    struct bm_word_list words;
    struct bm_word word, arg;
    if (!bm_word_list_begin(r, &words, node, what))
        return s.sum;
    while (bm_word_list_next(&words, &word)) {
        struct bm_cells cells;
        if (word.first)
            end_term(&s);
        if (!strcmp(word.text, "not") && !s.cutting) {
            s.cutting = true;
            continue;
        }
        const unsigned axis = axis_of(word.text);
        if (axis < 4) {
            const bool more = bm_word_list_next(&words, &arg);
            if (!more || arg.first) {
                bm_report_error(r->report, word.place, "region", "~: '~' of what?",
                                "write for example 'rank 7-9', 'file a', 'level E'",
                                BM_TEXTS(what, word.text));
                return s.sum;
            }
            if (!select_axis(r, &word, &arg, axis, &cells))
                continue;
        } else if (!select_plain(r, &word, what, side, &cells)) {
            continue;
        }
        if (s.cutting) {
            s.cut = bm_cells_and(s.cut, cells);
        } else {
            s.term = bm_cells_and(s.term, cells);
            s.has_term = true;
        }
    }
    end_term(&s);
    return s.sum;
}

struct bm_cells bm_read_region_once(struct bm_variant_reader *r, const struct bm_yaml *node,
                                    const char *what)
{
    return read_terms(r, node, what, 0);
}

static struct bm_cells flipped_cells(const struct bm_desc *d, const struct bm_cells *c)
{
    struct bm_cells out = {{0}};
    for (unsigned sq = 0; sq < d->squares; sq++) {
        const bm_sq to = bm_cells_has(c, sq) ? bm_desc_flip(d, (bm_sq)sq) : BM_SQ_NONE;
        if (to != BM_SQ_NONE)
            bm_cells_add(&out, to);
    }
    return out;
}

void bm_read_region(struct bm_variant_reader *r, const struct bm_yaml *node, const char *what,
                    struct bm_cells out[2])
{
    static const char *const keys[] = {"white", "black", NULL};
    if (!node)
        return;
    if (node->kind != BM_YAML_MAP) {
        out[0] = read_terms(r, node, what, 0);
        out[1] = flipped_cells(r->d, &out[0]);
        return;
    }
    if (!bm_read_map(r, node, what, keys))
        return;
    const struct bm_yaml *const white = bm_yaml_get(node, "white");
    const struct bm_yaml *const black = bm_yaml_get(node, "black");
    if (white)
        out[0] = read_terms(r, white, what, 0);
    if (black)
        out[1] = read_terms(r, black, what, 1);
    if (white && !black)
        out[1] = flipped_cells(r->d, &out[0]);
    if (black && !white)
        out[0] = flipped_cells(r->d, &out[1]);
}
