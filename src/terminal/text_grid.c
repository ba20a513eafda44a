/* SPDX-License-Identifier: MIT */
#include "terminal/text_grid.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text_width.h"

enum { WIDE = 0x80 }; /* in `size`: the character takes the next column too */

/* The character of one column; size 0: a blank, or the second half of a wide one. */
struct grid_cell {
    char bytes[4];
    uint8_t size;
    uint8_t look;
};

struct bm_text_grid_row {
    struct grid_cell *place;
    size_t count;
};

static struct grid_cell *cell_at(struct bm_text_grid *c, size_t row, size_t column)
{
    if (row >= c->rows) {
        struct bm_text_grid_row *const rows = realloc(c->row, (row + 1) * sizeof *rows);
        if (!rows)
            return NULL;
        memset(rows + c->rows, 0, (row + 1 - c->rows) * sizeof *rows);
        c->row = rows;
        c->rows = row + 1;
    }
    struct bm_text_grid_row *const r = &c->row[row];
    if (column >= r->count) {
        const size_t count = column + 64;
        struct grid_cell *const places = realloc(r->place, count * sizeof *places);
        if (!places)
            return NULL;
        memset(places + r->count, 0, (count - r->count) * sizeof *places);
        r->place = places;
        r->count = count;
    }
    return &r->place[column];
}

size_t bm_text_grid_put(struct bm_text_grid *c, size_t row, size_t column, const char *text)
{
    for (size_t n; *text != '\0'; text += n) {
        n = bm_char_size(text);
        const bool wide = bm_char_is_wide(text, n);
        struct grid_cell *const p = cell_at(c, row, column + wide);
        if (!p) {
            c->failed = true;
            return column;
        }
        struct grid_cell *const first = p - wide;
        /* Bytes that a terminal might take for commands. */
        const unsigned char c0 = (unsigned char)text[0];
        if (c0 < 0x20 || c0 == 0x7f)
            first->bytes[0] = '?';
        else
            memcpy(first->bytes, text, n);
        first->size = (uint8_t)(wide ? n | WIDE : n);
        column += wide ? 2 : 1;
    }
    return column;
}

void bm_text_grid_paint(struct bm_text_grid *c, size_t row, size_t column, size_t width,
                        enum bm_look look)
{
    for (size_t i = 0; i < width; i++) {
        struct grid_cell *const p = cell_at(c, row, column + i);
        if (p)
            p->look = (uint8_t)look;
    }
}

/* Columns up to the last that shows something. */
static size_t row_width(const struct bm_text_grid_row *r, bool colours)
{
    size_t count = r->count;
    while (count != 0) {
        const struct grid_cell *const p = &r->place[count - 1];
        const bool wide = count > 1 && (p[-1].size & WIDE) != 0;
        const bool blank = p->size == 0 || (p->size == 1 && p->bytes[0] == ' ');
        if (wide || !blank || (colours && p->look != LOOK_PLAIN))
            break;
        count--;
    }
    return count;
}

size_t bm_text_grid_width(const struct bm_text_grid *c)
{
    size_t width = 0;
    for (size_t i = 0; i < c->rows; i++) {
        const size_t one = row_width(&c->row[i], c->colours);
        width = one > width ? one : width;
    }
    return width;
}

static void print_look(unsigned look)
{
    static const char *const codes[] = {
        [LOOK_PLAIN] = "\033[0m",         [LOOK_FIRST] = "\033[0;1m",
        [LOOK_SECOND] = "\033[0;36m",     [LOOK_LAST] = "\033[0;30;43m",
        [LOOK_CHECK] = "\033[0;1;37;41m", [LOOK_FAINT] = "\033[0;2m",
        [LOOK_STRONG] = "\033[0;1m"};
    fputs(codes[look], stdout);
}

static void print_row(const struct bm_text_grid_row *r, bool colours)
{
    const size_t count = row_width(r, colours);
    unsigned look = LOOK_PLAIN;
    for (size_t i = 0; i < count; i++) {
        const struct grid_cell *const p = &r->place[i];
        if (colours && p->look != look)
            print_look(look = p->look);
        if (p->size == 0)
            putchar(' ');
        else
            fwrite(p->bytes, 1, p->size & ~(unsigned)WIDE, stdout);
        if (p->size & WIDE)
            i++;
    }
    if (look != LOOK_PLAIN)
        print_look(LOOK_PLAIN);
    putchar('\n');
}

void bm_text_grid_print(struct bm_text_grid *c)
{
    for (size_t i = 0; i < c->rows; i++) {
        print_row(&c->row[i], c->colours);
        free(c->row[i].place);
    }
    free(c->row);
    if (c->failed)
        fputs("banmen: out of memory: the diagram is not complete\n", stderr);
    *c = (struct bm_text_grid){0};
}
