/* SPDX-License-Identifier: MIT */
#include "variant/read/read.h"

static const char *const axis_names[] = {"x", "y", "z", "w", NULL};

/* "8x8", "5x5x5": false, and a report, if it is no size that we can have. */
static bool read_size(struct bm_variant_reader *r, const struct bm_yaml *node)
{
    struct bm_desc *const d = r->d;
    unsigned long cells = 1;
    unsigned axes = 0;
    bool fine = true;
    if (!bm_read_text(r, node, "board size"))
        return false;
    long size[4] = {1, 1, 1, 1};
    for (const char *s = node->text; fine; axes++) {
        const char *const x = strchr(s, 'x');
        const size_t len = x ? (size_t)(x - s) : strlen(s);
        fine = axes < 4 && (size[axes] = bm_read_digits(s, len, 255)) > 0;
        if (fine)
            cells *= (unsigned long)size[axes];
        if (!x)
            break;
        s = x + 1;
    }
    axes++;
    if (!fine || axes < 2 || axes > 4) {
        bm_report_error(r->report, node->place, "board", "'~' is no size of a board",
                        "write 8x8 (files x ranks), 5x5x5 or 4x4x4x4", BM_TEXTS(node->text));
        return false;
    }
    if (cells > BM_MAX_SQUARES) {
        char count[12];
        bm_read_decimal(count, (long)cells);
        bm_report_error(r->report, node->place, "board",
                        "the board has ~ cells (~); the maximum is 256", "",
                        BM_TEXTS(count, node->text));
        return false;
    }
    if (size[0] > 26 || size[2] > 26) {
        bm_report_error(r->report, node->place, "board",
                        "the board has more than 26 ~, which are named by letters", "",
                        BM_TEXTS(size[0] > 26 ? "files" : "levels"));
        return false;
    }
    for (unsigned i = 0; i < 4; i++)
        d->size[i] = (uint8_t)size[i];
    d->axes = (uint8_t)axes;
    d->squares = (uint16_t)cells;
    return true;
}

/* "x y" as a set of axes. */
static uint8_t read_axes(struct bm_variant_reader *r, const struct bm_yaml *node,
                         const char *what, uint8_t otherwise)
{
    struct bm_word_list words;
    struct bm_word word;
    uint8_t set = 0;
    if (!node || !bm_word_list_begin(r, &words, node, what))
        return otherwise;
    while (bm_word_list_next(&words, &word)) {
        unsigned i = 0;
        while (i < r->d->axes && strcmp(word.text, axis_names[i]) != 0)
            i++;
        if (i == r->d->axes)
            bm_report_error(r->report, word.place, "board", "~: '~' is no axis of the board",
                            "axes are x (files), y (ranks), z (levels), w (rows of levels)",
                            BM_TEXTS(what, word.text));
        else
            set |= (uint8_t)(1u << i);
    }
    return set;
}

static uint8_t usual_forward(const struct bm_desc *d)
{
    switch (d->axes) {
    case 4: return 1u << 1 | 1u << 3;
    case 3: return 1u << 1 | 1u << 2;
    default: return d->size[1] == 1 ? 1u << 0 : 1u << 1; /* a single rank is run along */
    }
}

/* The hexagon of side (n + 1) / 2 in an array of n x n. */
static void cut_hexagon(struct bm_variant_reader *r, const struct bm_yaml *node)
{
    struct bm_desc *const d = r->d;
    const int n = d->size[0];
    if (d->size[1] != n || n % 2 == 0) {
        bm_report_error(r->report, node->place, "board",
                        "a hex board is n x n with an odd n, unless 'holes' says which cells "
                        "it has not",
                        "", NULL);
        return;
    }
    memset(&d->board, 0, sizeof d->board);
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++)
            if (2 * (x > y ? x - y : y - x) < n)
                bm_cells_add(&d->board, (unsigned)(x + n * y));
}

static bool word_fits(const char *s, size_t max)
{
    size_t n = 0;
    for (; s[n] != '\0'; n++) {
        const char c = (char)(s[n] | 0x20);
        const bool letter = c >= 'a' && c <= 'z';
        const bool other = (s[n] >= '0' && s[n] <= '9') || s[n] == '-' || s[n] == '_';
        if (!letter && (n == 0 || !other))
            return false;
    }
    return n != 0 && n < max;
}

/* Words that mean something else in a region. */
static bool is_taken(const struct bm_desc *d, const char *name)
{
    static const char *const words[] = {"file", "rank", "level", "row",
                                        "all",  "none", "not",   NULL};
    unsigned at[4];
    for (unsigned i = 0; words[i]; i++)
        if (!strcmp(name, words[i]))
            return true;
    return bm_cell_parse(d, name, strlen(name), at) == strlen(name);
}

static void read_zones(struct bm_variant_reader *r, const struct bm_yaml *node)
{
    struct bm_desc *const d = r->d;
    if (!node)
        return;
    if (node->kind != BM_YAML_MAP) {
        bm_report_error(r->report, node->place, "wrong-kind",
                        "board.zones must be a mapping, {name: region, …}", "", NULL);
        return;
    }
    for (const struct bm_yaml *v = node->child; v; v = v->next) {
        if (!word_fits(v->key, BM_DESC_NAME) || is_taken(d, v->key)) {
            bm_report_error(r->report, v->key_place, "zone", "a zone cannot be called '~'",
                            "names are letters, digits, '-' and '_', and no cells",
                            BM_TEXTS(v->key));
            continue;
        }
        if (d->zones == BM_DESC_ZONES) {
            bm_report_error(r->report, v->key_place, "zone", "more than 32 zones", "", NULL);
            return;
        }
        struct bm_zone *const z = &d->zone[d->zones];
        bm_read_region(r, v, "zone", z->cells);
        memcpy(z->name, v->key, strlen(v->key) + 1);
        d->zones++; /* only now, so that it cannot name itself */
    }
}

/* Black sees the same board. */
static void check_flip(struct bm_variant_reader *r, const struct bm_yaml *node)
{
    const struct bm_desc *const d = r->d;
    for (unsigned sq = 0; sq < d->squares; sq++) {
        char cell[16];
        if (!bm_cells_has(&d->board, sq) || bm_desc_flip(d, (bm_sq)sq) != BM_SQ_NONE)
            continue;
        bm_desc_cell_name(d, sq, cell);
        bm_report_error(r->report, node->place, "board",
                        "seen from Black's side the board is another: '~' has no counterpart",
                        "make the holes symmetric, or say 'flip: rotate'", BM_TEXTS(cell));
        return;
    }
}

static void read_rest(struct bm_variant_reader *r, const struct bm_yaml *node)
{
    static const char *const shapes[] = {"square", "hex", NULL};
    static const char *const flips[] = {"mirror", "rotate", NULL};
    struct bm_desc *const d = r->d;
    const struct bm_yaml *const holes = bm_read_get(node, "holes");
    d->hex = bm_read_word(r, bm_read_get(node, "shape"), "board.shape", shapes, 0) == 1;
    d->wrap = read_axes(r, bm_read_get(node, "wrap"), "board.wrap", 0);
    d->forward = read_axes(r, bm_read_get(node, "forward"), "board.forward", d->forward);
    d->rotate = bm_read_word(r, bm_read_get(node, "flip"), "board.flip", flips, 0) == 1;
    if (d->hex && (d->axes != 2 || d->wrap != 0)) {
        bm_report_error(r->report, bm_yaml_get(node, "shape")->place, "board",
                        "a hex board has 2 dimensions and does not wrap", "", NULL);
        d->hex = false;
        d->wrap = 0;
    }
    if (d->forward == 0)
        d->forward = usual_forward(d);
    const struct bm_yaml *const said = bm_yaml_get(node, "holes"); /* `none` is said, too */
    if (holes)
        d->board = bm_cells_less(d->board, bm_read_region_once(r, holes, "board.holes"));
    else if (d->hex && !said)
        cut_hexagon(r, node);
    if (!bm_cells_any(&d->board))
        bm_report_error(r->report, node->place, "board", "the board has no cells", "", NULL);
    else
        check_flip(r, node);
    read_zones(r, bm_read_get(node, "zones"));
}

bool bm_read_board(struct bm_variant_reader *r)
{
    static const char *const keys[] = {"size",    "wrap", "holes", "shape",
                                       "forward", "flip", "zones", NULL};
    struct bm_desc *const d = r->d;
    const struct bm_yaml *const node = bm_yaml_get(r->root, "board");
    if (!node || (node->kind != BM_YAML_TEXT && !bm_read_map(r, node, "board", keys)))
        return false;
    d->board_place = node->place;
    const struct bm_yaml *const size =
        node->kind == BM_YAML_TEXT ? node : bm_yaml_get(node, "size");
    if (!size) {
        bm_report_error(r->report, node->place, "missing-key", "board needs a 'size'", "",
                        NULL);
        return false;
    }
    if (!read_size(r, size))
        return false;
    for (unsigned sq = 0; sq < d->squares; sq++)
        bm_cells_add(&d->board, sq);
    d->forward = usual_forward(d);
    if (node->kind == BM_YAML_MAP)
        read_rest(r, node);
    return true;
}
