/* SPDX-License-Identifier: MIT */
#include "terminal/board_diagram.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

/* Columns that a line of boards may take. */
enum { LINE = 96, BETWEEN = 3 };

static bool is_marked(const struct bm_board_diagram *d, unsigned sq)
{
    return sq == d->from || sq == d->to;
}

void bm_draw_find_checks(struct bm_board_diagram *d)
{
    const struct bm_ctx *const ctx = d->ctx;
    const unsigned turn = bm_ctx_turn(ctx);
    d->checks = bm_ctx_checks(ctx, NULL) != 0;
    for (unsigned sq = 0; d->checks && sq < d->info->squares; sq++) {
        const bm_piece p = bm_ctx_piece(ctx, (bm_sq)sq);
        d->in_check[sq] = p != 0 && bm_piece_side(p) == turn &&
                          bm_rules_kind_is_royal(d->rules, bm_piece_kind(p)) &&
                          bm_ctx_attackers(ctx, (bm_sq)sq, !turn, NULL) != 0;
    }
}

static enum bm_look look_of(const struct bm_board_diagram *d, bm_sq sq)
{
    const bm_piece p = bm_ctx_piece(d->ctx, sq);
    if (d->in_check[sq])
        return LOOK_CHECK;
    if (is_marked(d, sq))
        return LOOK_LAST;
    if (p == 0 || bm_rules_kind_is_neutral(d->rules, bm_piece_kind(p)))
        return p == 0 ? LOOK_FAINT : LOOK_PLAIN;
    return bm_piece_side(p) == BM_FIRST ? LOOK_FIRST : LOOK_SECOND;
}

static void draw_brackets(struct bm_board_diagram *d, size_t row, size_t column,
                          const char *open, const char *close)
{
    bm_text_grid_put(&d->grid, row, column, open);
    bm_text_grid_put(&d->grid, row, column + 1 + bm_piece_style_width(&d->ps), close);
}

/* One square with its brackets, if the last move touched it; `column` is the one before it. */
static void draw_square(struct bm_board_diagram *d, size_t row, size_t column, bm_sq sq)
{
    bm_piece_style_draw(&d->ps, &d->grid, row, column + 1, bm_ctx_piece(d->ctx, sq));
    bm_text_grid_paint(&d->grid, row, column + 1, bm_piece_style_width(&d->ps), look_of(d, sq));
    if (d->in_check[sq])
        draw_brackets(d, row, column, "[", "]");
    else if (is_marked(d, sq))
        draw_brackets(d, row, column, "(", ")");
}

static unsigned count_digits(unsigned n) { return n < 10 ? 1 : n < 100 ? 2 : 3; }

/* Columns before the first square: a rank's number, with a blank behind it. */
static size_t left_margin(const struct bm_board_diagram *d)
{
    const unsigned n = count_digits(d->info->ranks);
    return (n < 2 ? 2 : n) + 1;
}

/* Levels are named in the line of their letters, of which there is one. */
static bool is_dense(const struct bm_board_diagram *d)
{
    return d->compact && d->info->axes > 2;
}

size_t bm_draw_board_rows(const struct bm_board_diagram *d)
{
    return d->info->ranks + (is_dense(d) ? 1 : 2);
}

static size_t board_columns(const struct bm_board_diagram *d)
{
    return left_margin(d) + d->info->files * (1 + bm_piece_style_width(&d->ps)) + 2 +
           count_digits(d->info->ranks);
}

/* What stands at the i-th place from the left or from below, as it is seen. */
static unsigned seen_index(const struct bm_board_diagram *d, unsigned i, unsigned count)
{
    return d->flip ? count - 1 - i : i;
}

static void draw_files(struct bm_board_diagram *d, size_t row, size_t column)
{
    const unsigned files = d->info->files;
    for (unsigned x = 0; x < files; x++) {
        const char letter[2] = {(char)('a' + seen_index(d, x, files)), '\0'};
        bm_text_grid_put(&d->grid, row,
                         column + x * (1 + bm_piece_style_width(&d->ps)) + 1 + d->ps.lead,
                         letter);
    }
}

/* Two marked squares side by side share a bracket. */
static void join_brackets(struct bm_board_diagram *d, size_t row, size_t column)
{
    bm_text_grid_put(&d->grid, row, column, "|");
}

static void draw_rank(struct bm_board_diagram *d, size_t row, size_t column, unsigned first)
{
    const unsigned step = 1 + bm_piece_style_width(&d->ps), files = d->info->files;
    bool left_marked = false;
    for (unsigned x = 0; x < files; x++) {
        const unsigned sq = first + seen_index(d, x, files);
        const bool here = is_marked(d, sq);
        if (!bm_rules_has_square(d->rules, (bm_sq)sq))
            continue;
        draw_square(d, row, column + x * step, (bm_sq)sq);
        if (here && left_marked)
            join_brackets(d, row, column + x * step);
        left_marked = here;
    }
}

void bm_draw_board(struct bm_board_diagram *d, size_t row, size_t column, unsigned base)
{
    const unsigned ranks = d->info->ranks, files = d->info->files;
    const size_t left = column + left_margin(d);
    const size_t right = left + files * (1 + bm_piece_style_width(&d->ps)) + 2;
    draw_files(d, row++, left);
    for (unsigned i = ranks; i-- > 0; row++) {
        const unsigned y = seen_index(d, i, ranks);
        char text[12];
        snprintf(text, sizeof text, "%u", y + 1);
        bm_text_grid_put(&d->grid, row, left - 1 - count_digits(y + 1), text);
        draw_rank(d, row, left, base + y * files);
        bm_text_grid_put(&d->grid, row, right, text);
    }
    if (!is_dense(d))
        draw_files(d, row, left);
}

/* The square of a file from the left and a rank from the top, as shogi sees its board. */
static bm_sq shogi_square(const struct bm_board_diagram *d, unsigned column, unsigned rank)
{
    const struct bm_rules_info *const info = d->info;
    char want[16], text[16];
    snprintf(want, sizeof want, "%u%c", info->files - column, (char)('a' + rank));
    for (unsigned sq = 0; sq < info->squares; sq++) {
        if (bm_rules_has_square(d->rules, (bm_sq)sq) &&
            bm_sq_format((bm_sq)sq, d->rules, text, sizeof text) != 0 &&
            strcmp(text, want) == 0)
            return (bm_sq)sq;
    }
    return BM_SQ_NONE;
}

static void draw_shogi_files(struct bm_board_diagram *d)
{
    static const char *const wide[] = {"０", "１", "２", "３", "４",
                                       "５", "６", "７", "８", "９"};
    const unsigned files = d->info->files, step = 1 + bm_piece_style_width(&d->ps);
    for (unsigned x = 0; x < files; x++) {
        const unsigned number = files - seen_index(d, x, files);
        char text[12];
        snprintf(text, sizeof text, "%u", number);
        bm_text_grid_put(&d->grid, d->row, 3 + x * step + 1 + d->ps.lead,
                         d->ps.style == PIECE_STYLE_KANJI && number < 10 ? wide[number] : text);
    }
    d->row++;
}

static void draw_edge(struct bm_board_diagram *d)
{
    size_t column = bm_text_grid_put(&d->grid, d->row, 2, "+");
    const unsigned dashes = d->info->files * (1 + bm_piece_style_width(&d->ps)) + 1;
    for (unsigned i = 0; i < dashes; i++)
        column = bm_text_grid_put(&d->grid, d->row, column, "-");
    bm_text_grid_put(&d->grid, d->row++, column, "+");
}

static void draw_shogi_rank_name(struct bm_board_diagram *d, size_t column, unsigned rank)
{
    static const char *const kanji[] = {"一",   "二",   "三",   "四",  "五",   "六",
                                        "七",   "八",   "九",   "十",  "十一", "十二",
                                        "十三", "十四", "十五", "十六"};
    const char letter[2] = {(char)('a' + rank), '\0'};
    bm_text_grid_put(&d->grid, d->row, column,
                     d->ps.style == PIECE_STYLE_KANJI && rank < 16 ? kanji[rank] : letter);
}

void bm_draw_shogi(struct bm_board_diagram *d)
{
    const unsigned files = d->info->files, step = 1 + bm_piece_style_width(&d->ps);
    const size_t right = 3 + files * step + 1;
    draw_shogi_files(d);
    draw_edge(d);
    for (unsigned rank = 0; rank < d->info->ranks; rank++, d->row++) {
        bool left_marked = false;
        bm_text_grid_put(&d->grid, d->row, 2, "|");
        for (unsigned x = 0; x < files; x++) {
            const bm_sq sq =
                shogi_square(d, seen_index(d, x, files), seen_index(d, rank, d->info->ranks));
            const bool here = sq != BM_SQ_NONE && is_marked(d, sq);
            if (sq != BM_SQ_NONE)
                draw_square(d, d->row, 3 + x * step, sq);
            if (here && left_marked)
                join_brackets(d, d->row, 3 + x * step);
            left_marked = here;
        }
        bm_text_grid_put(&d->grid, d->row, right, "| ");
        draw_shogi_rank_name(d, right + 2, seen_index(d, rank, d->info->ranks));
    }
    draw_edge(d);
}

/* How high a hexagon stands, in halves: a step along a file is two, one along a rank minus one.
 */
static int hex_height(const struct bm_board_diagram *d, int x, unsigned y)
{
    const int h = 2 * (int)y - x;
    return d->flip ? -h : h;
}

static bool has_hex(const struct bm_board_diagram *d, unsigned x, unsigned y)
{
    const struct bm_rules_info *const info = d->info;
    return x < info->files && y < info->ranks &&
           bm_rules_has_square(d->rules, (bm_sq)(x + info->files * y));
}

enum { HEX_STEP = 3, HEX_LEFT = 4 };

static size_t hex_column(const struct bm_board_diagram *d, int x)
{
    const unsigned width = bm_piece_style_width(&d->ps);
    if (d->flip)
        x = (int)d->info->files - 1 - x;
    const unsigned step = width < HEX_STEP ? HEX_STEP : width;
    return (size_t)(HEX_LEFT + x * (int)step);
}

/* Ranks run down to the right: their numbers stand where they would go on. */
static void draw_hex_numbers(struct bm_board_diagram *d, int top)
{
    const int files = (int)d->info->files;
    for (unsigned y = 0; y < d->info->ranks; y++) {
        char text[12];
        int first = 0, last = files - 1;
        while (first < files && !has_hex(d, (unsigned)first, y))
            first++;
        while (last >= first && !has_hex(d, (unsigned)last, y))
            last--;
        if (first == files)
            continue;
        snprintf(text, sizeof text, "%u", y + 1);
        const int left = d->flip ? last + 1 : first - 1, right = d->flip ? first - 1 : last + 1;
        bm_text_grid_put(&d->grid, d->row + (size_t)(top - hex_height(d, left, y)),
                         hex_column(d, left) + 2 - count_digits(y + 1), text);
        bm_text_grid_put(&d->grid, d->row + (size_t)(top - hex_height(d, right, y)),
                         hex_column(d, right) + 1, text);
    }
}

static void draw_hex_file(struct bm_board_diagram *d, unsigned x, int top)
{
    for (unsigned y = 0; y < d->info->ranks; y++) {
        if (has_hex(d, x, y))
            draw_square(d, d->row + (size_t)(top - hex_height(d, (int)x, y)),
                        hex_column(d, (int)x), (bm_sq)(x + d->info->files * y));
    }
}

/* Each letter right below its file. */
static void draw_hex_feet(struct bm_board_diagram *d, int top)
{
    for (unsigned x = 0; x < d->info->files; x++) {
        const char letter[2] = {(char)('a' + x), '\0'};
        int foot = INT_MAX;
        for (unsigned y = 0; y < d->info->ranks; y++) {
            if (has_hex(d, x, y) && hex_height(d, (int)x, y) < foot)
                foot = hex_height(d, (int)x, y);
        }
        if (foot != INT_MAX)
            bm_text_grid_put(&d->grid, d->row + (size_t)(top - foot + 1),
                             hex_column(d, (int)x) + 1 + d->ps.lead, letter);
    }
}

static void draw_hex_letters(struct bm_board_diagram *d)
{
    for (unsigned x = 0; x < d->info->files; x++) {
        const char letter[2] = {(char)('a' + x), '\0'};
        bm_text_grid_put(&d->grid, d->row, hex_column(d, (int)x) + 1 + d->ps.lead, letter);
    }
    d->row++;
}

void bm_draw_hex(struct bm_board_diagram *d)
{
    int top = INT_MIN, bottom = INT_MAX;
    for (unsigned x = 0; x < d->info->files; x++) {
        for (unsigned y = 0; y < d->info->ranks; y++) {
            if (!has_hex(d, x, y))
                continue;
            const int h = hex_height(d, (int)x, y);
            /* A number may stand above or below. */
            top = h + 1 > top ? h + 1 : top;
            bottom = h - 1 < bottom ? h - 1 : bottom;
        }
    }
    if (!d->compact)
        draw_hex_letters(d);
    for (unsigned x = 0; x < d->info->files; x++)
        draw_hex_file(d, x, top);
    draw_hex_numbers(d, top);
    if (d->compact)
        draw_hex_feet(d, top);
    d->row += (size_t)(top - bottom + 1);
    if (!d->compact)
        draw_hex_letters(d);
}

/* A board with its name above. */
static void draw_level(struct bm_board_diagram *d, size_t column, const char *name,
                       unsigned base)
{
    bm_text_grid_put(&d->grid, d->row, is_dense(d) ? column : column + left_margin(d) + 1,
                     name);
    bm_draw_board(d, d->row + (is_dense(d) ? 0 : 1), column, base);
}

/* Rows of boards with their names. */
static size_t level_rows(const struct bm_board_diagram *d)
{
    return bm_draw_board_rows(d) + (is_dense(d) ? 0 : 1);
}

/* Three axes: levels side by side, the top one first, as FEN has them. */
static void draw_three(struct bm_board_diagram *d)
{
    const struct bm_rules_info *const info = d->info;
    const size_t columns = board_columns(d) + BETWEEN;
    const size_t room = d->columns ? d->columns : LINE;
    const size_t fit = (room + BETWEEN) / columns, line = fit ? fit : 1;
    for (unsigned i = 0; i < info->size[2]; i++) {
        const unsigned z = info->size[2] - 1 - i;
        char caption[24];
        if (i != 0 && i % line == 0)
            d->row += level_rows(d) + 1;
        snprintf(caption, sizeof caption, "%c%s", (char)('A' + z),
                 is_dense(d) ? ""
                 : i == 0    ? " (top)"
                 : z == 0    ? " (bottom)"
                             : "");
        draw_level(d, i % line * columns, caption, z * info->files * info->ranks);
    }
    d->row += level_rows(d);
}

/* Four axes: a grid of boards, named as squares of a board are. */
static void draw_four(struct bm_board_diagram *d)
{
    const struct bm_rules_info *const info = d->info;
    const size_t columns = board_columns(d) + BETWEEN;
    for (unsigned w = info->size[3]; w-- > 0;) {
        for (unsigned z = 0; z < info->size[2]; z++) {
            char caption[24];
            snprintf(caption, sizeof caption, "%c%u", (char)('A' + z), w + 1);
            draw_level(d, z * columns, caption,
                       (w * info->size[2] + z) * info->files * info->ranks);
        }
        d->row += level_rows(d) + (w != 0 && !is_dense(d) ? 1 : 0);
    }
}

void bm_draw_levels(struct bm_board_diagram *d)
{
    if (d->info->axes == 3)
        draw_three(d);
    else
        draw_four(d);
}
