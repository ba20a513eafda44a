/* SPDX-License-Identifier: MIT */
#include "cli/drawing.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

/* Columns that a line of boards may take. */
enum { LINE = 96, BETWEEN = 3 };

static bool is_marked(const struct bm_drawing *d, unsigned sq)
{
    return sq == d->from || sq == d->to;
}

void bm_draw_square(struct bm_drawing *d, size_t row, size_t column, bm_sq sq)
{
    bm_pen_draw(&d->pen, &d->canvas, row, column + 1, bm_ctx_piece(d->s->ctx, sq));
    if (!is_marked(d, sq))
        return;
    bm_canvas_put(&d->canvas, row, column, "(");
    bm_canvas_put(&d->canvas, row, column + 1 + bm_pen_width(&d->pen), ")");
}

static unsigned digits(unsigned n) { return n < 10 ? 1 : n < 100 ? 2 : 3; }

/* Columns before the first square: a rank's number, with a blank behind it. */
static size_t margin(const struct bm_drawing *d)
{
    const unsigned n = digits(d->s->info->ranks);
    return (n < 2 ? 2 : n) + 1;
}

size_t bm_draw_board_rows(const struct bm_drawing *d) { return d->s->info->ranks + 2; }

size_t bm_draw_board_columns(const struct bm_drawing *d)
{
    return margin(d) + d->s->info->files * (1 + bm_pen_width(&d->pen)) + 2 +
           digits(d->s->info->ranks);
}

static void draw_files(struct bm_drawing *d, size_t row, size_t column)
{
    for (unsigned x = 0; x < d->s->info->files; x++) {
        const char letter[2] = {(char)('a' + x), '\0'};
        bm_canvas_put(&d->canvas, row,
                      column + x * (1 + bm_pen_width(&d->pen)) + 1 + d->pen.lead, letter);
    }
}

/* Two marked squares side by side share a bracket. */
static void join_brackets(struct bm_drawing *d, size_t row, size_t column)
{
    bm_canvas_put(&d->canvas, row, column, "|");
}

static void draw_rank(struct bm_drawing *d, size_t row, size_t column, unsigned first)
{
    const unsigned step = 1 + bm_pen_width(&d->pen);
    for (unsigned x = 0; x < d->s->info->files; x++) {
        const unsigned sq = first + x;
        if (!bm_rules_has_square(d->s->rules, (bm_sq)sq))
            continue;
        bm_draw_square(d, row, column + x * step, (bm_sq)sq);
        if (x != 0 && is_marked(d, sq) && is_marked(d, sq - 1))
            join_brackets(d, row, column + x * step);
    }
}

void bm_draw_board(struct bm_drawing *d, size_t row, size_t column, unsigned base)
{
    const unsigned ranks = d->s->info->ranks, files = d->s->info->files;
    const size_t left = column + margin(d);
    const size_t right = left + files * (1 + bm_pen_width(&d->pen)) + 2;
    draw_files(d, row++, left);
    for (unsigned y = ranks; y-- > 0; row++) {
        char text[12];
        snprintf(text, sizeof text, "%u", y + 1);
        bm_canvas_put(&d->canvas, row, left - 1 - digits(y + 1), text);
        draw_rank(d, row, left, base + y * files);
        bm_canvas_put(&d->canvas, row, right, text);
    }
    draw_files(d, row, left);
}

/* The square of a file from the left and a rank from the top, as shogi sees its board. */
static bm_sq shogi_square(const struct bm_drawing *d, unsigned column, unsigned rank)
{
    const struct bm_rules_info *const info = d->s->info;
    char want[16], text[16];
    snprintf(want, sizeof want, "%u%c", info->files - column, (char)('a' + rank));
    for (unsigned sq = 0; sq < info->squares; sq++) {
        if (bm_rules_has_square(d->s->rules, (bm_sq)sq) &&
            bm_sq_format((bm_sq)sq, d->s->rules, text, sizeof text) != 0 &&
            strcmp(text, want) == 0)
            return (bm_sq)sq;
    }
    return BM_SQ_NONE;
}

static void draw_shogi_files(struct bm_drawing *d)
{
    static const char *const wide[] = {"０", "１", "２", "３", "４",
                                       "５", "６", "７", "８", "９"};
    const unsigned files = d->s->info->files, step = 1 + bm_pen_width(&d->pen);
    for (unsigned x = 0; x < files; x++) {
        const unsigned number = files - x;
        char text[12];
        snprintf(text, sizeof text, "%u", number);
        bm_canvas_put(&d->canvas, d->row, 3 + x * step + 1 + d->pen.lead,
                      d->pen.style == PEN_KANJI && number < 10 ? wide[number] : text);
    }
    d->row++;
}

static void draw_edge(struct bm_drawing *d)
{
    size_t column = bm_canvas_put(&d->canvas, d->row, 2, "+");
    const unsigned dashes = d->s->info->files * (1 + bm_pen_width(&d->pen)) + 1;
    for (unsigned i = 0; i < dashes; i++)
        column = bm_canvas_put(&d->canvas, d->row, column, "-");
    bm_canvas_put(&d->canvas, d->row++, column, "+");
}

static void draw_shogi_rank_name(struct bm_drawing *d, size_t column, unsigned rank)
{
    static const char *const kanji[] = {"一",   "二",   "三",   "四",  "五",   "六",
                                        "七",   "八",   "九",   "十",  "十一", "十二",
                                        "十三", "十四", "十五", "十六"};
    const char letter[2] = {(char)('a' + rank), '\0'};
    bm_canvas_put(&d->canvas, d->row, column,
                  d->pen.style == PEN_KANJI && rank < 16 ? kanji[rank] : letter);
}

void bm_draw_shogi(struct bm_drawing *d)
{
    const unsigned files = d->s->info->files, step = 1 + bm_pen_width(&d->pen);
    const size_t right = 3 + files * step + 1;
    draw_shogi_files(d);
    draw_edge(d);
    for (unsigned rank = 0; rank < d->s->info->ranks; rank++, d->row++) {
        bool left_marked = false;
        bm_canvas_put(&d->canvas, d->row, 2, "|");
        for (unsigned x = 0; x < files; x++) {
            const bm_sq sq = shogi_square(d, x, rank);
            const bool here = sq != BM_SQ_NONE && is_marked(d, sq);
            if (sq != BM_SQ_NONE)
                bm_draw_square(d, d->row, 3 + x * step, sq);
            if (here && left_marked)
                join_brackets(d, d->row, 3 + x * step);
            left_marked = here;
        }
        bm_canvas_put(&d->canvas, d->row, right, "| ");
        draw_shogi_rank_name(d, right + 2, rank);
    }
    draw_edge(d);
}

/* How high a hexagon stands, in halves: a step along a file is two, one along a rank minus one.
 */
static int height(unsigned x, unsigned y) { return 2 * (int)y - (int)x; }

static bool has_hex(const struct bm_drawing *d, unsigned x, unsigned y)
{
    const struct bm_rules_info *const info = d->s->info;
    return x < info->files && y < info->ranks &&
           bm_rules_has_square(d->s->rules, (bm_sq)(x + info->files * y));
}

enum { HEX_STEP = 3, HEX_LEFT = 4 };

static size_t hex_column(const struct bm_drawing *d, int x)
{
    const unsigned width = bm_pen_width(&d->pen);
    const unsigned step = width < HEX_STEP ? HEX_STEP : width;
    return (size_t)(HEX_LEFT + x * (int)step);
}

/* Ranks run down to the right: their numbers stand where they would go on. */
static void draw_hex_numbers(struct bm_drawing *d, int top)
{
    const int files = (int)d->s->info->files;
    for (unsigned y = 0; y < d->s->info->ranks; y++) {
        char text[12];
        int first = 0, last = files - 1;
        while (first < files && !has_hex(d, (unsigned)first, y))
            first++;
        while (last >= first && !has_hex(d, (unsigned)last, y))
            last--;
        if (first == files)
            continue;
        snprintf(text, sizeof text, "%u", y + 1);
        const int left = height((unsigned)first, y) + 1, right = height((unsigned)last, y) - 1;
        bm_canvas_put(&d->canvas, d->row + (size_t)(top - left),
                      hex_column(d, first - 1) + 2 - digits(y + 1), text);
        bm_canvas_put(&d->canvas, d->row + (size_t)(top - right), hex_column(d, last + 1) + 1,
                      text);
    }
}

static void draw_hex_file(struct bm_drawing *d, unsigned x, int top)
{
    for (unsigned y = 0; y < d->s->info->ranks; y++) {
        if (has_hex(d, x, y))
            bm_draw_square(d, d->row + (size_t)(top - height(x, y)), hex_column(d, (int)x),
                           (bm_sq)(x + d->s->info->files * y));
    }
}

static void draw_hex_letters(struct bm_drawing *d)
{
    for (unsigned x = 0; x < d->s->info->files; x++) {
        const char letter[2] = {(char)('a' + x), '\0'};
        bm_canvas_put(&d->canvas, d->row, hex_column(d, (int)x) + 1 + d->pen.lead, letter);
    }
    d->row++;
}

void bm_draw_hex(struct bm_drawing *d)
{
    int top = INT_MIN, bottom = INT_MAX;
    for (unsigned x = 0; x < d->s->info->files; x++) {
        for (unsigned y = 0; y < d->s->info->ranks; y++) {
            if (!has_hex(d, x, y))
                continue;
            const int h = height(x, y);
            /* A number may stand above or below. */
            top = h + 1 > top ? h + 1 : top;
            bottom = h - 1 < bottom ? h - 1 : bottom;
        }
    }
    draw_hex_letters(d);
    for (unsigned x = 0; x < d->s->info->files; x++)
        draw_hex_file(d, x, top);
    draw_hex_numbers(d, top);
    d->row += (size_t)(top - bottom + 1);
    draw_hex_letters(d);
}

/* Three axes: levels side by side, the top one first, as FEN has them. */
static void draw_three(struct bm_drawing *d)
{
    const struct bm_rules_info *const info = d->s->info;
    const size_t columns = bm_draw_board_columns(d) + BETWEEN;
    const size_t fit = (LINE + BETWEEN) / columns, line = fit ? fit : 1;
    for (unsigned i = 0; i < info->size[2]; i++) {
        const unsigned z = info->size[2] - 1 - i;
        const size_t column = i % line * columns;
        char caption[24];
        if (i != 0 && i % line == 0)
            d->row += bm_draw_board_rows(d) + 2;
        snprintf(caption, sizeof caption, "%c%s", (char)('A' + z),
                 i == 0   ? " (top)"
                 : z == 0 ? " (bottom)"
                          : "");
        bm_canvas_put(&d->canvas, d->row, column + margin(d) + 1, caption);
        bm_draw_board(d, d->row + 1, column, z * info->files * info->ranks);
    }
    d->row += bm_draw_board_rows(d) + 1;
}

/* Four axes: a grid of boards, named as squares of a board are. */
static void draw_four(struct bm_drawing *d)
{
    const struct bm_rules_info *const info = d->s->info;
    const size_t columns = bm_draw_board_columns(d) + BETWEEN;
    for (unsigned w = info->size[3]; w-- > 0;) {
        for (unsigned z = 0; z < info->size[2]; z++) {
            char caption[24];
            snprintf(caption, sizeof caption, "%c%u", (char)('A' + z), w + 1);
            bm_canvas_put(&d->canvas, d->row, z * columns + margin(d) + 1, caption);
            bm_draw_board(d, d->row + 1, z * columns,
                          (w * info->size[2] + z) * info->files * info->ranks);
        }
        d->row += bm_draw_board_rows(d) + (w != 0 ? 2 : 1);
    }
}

void bm_draw_levels(struct bm_drawing *d)
{
    if (d->s->info->axes == 3)
        draw_three(d);
    else
        draw_four(d);
}
