/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text_width.h"
#include "cli/play/play.h"
#include "terminal/position_diagram.h"

/* Columns of a usual terminal, and the size of the panel beside a board. */
enum { COLUMNS = 80, PANEL = 30, PANEL_ROWS = 8, GAP = 3 };

bool bm_play_follow(struct bm_play *p)
{
    const unsigned plies = bm_ctx_plies(bm_match_ctx(p->match));
    if (plies > p->s.room) {
        struct bm_ctx *ctx;
        const unsigned room = plies * 2;
        if (bm_ctx_create(&ctx, p->s.rules, room))
            return false;
        bm_ctx_destroy(p->s.ctx);
        bm_ctx_configure(ctx, &p->s.options);
        p->s.ctx = ctx;
        p->s.room = room;
    }
    return bm_game_play_to(bm_match_game(p->match), bm_match_node(p->match), p->s.ctx, NULL) ==
           BM_OK;
}

/* One line of the list of moves: those of a turn, or of both sides. */
struct move_row {
    unsigned number;
    unsigned side; /* of the first move in it */
    char text[2][128];
};

struct move_table {
    struct move_row *row;
    size_t count, cap;
    unsigned last;                   /* side that moved last */
    unsigned taken[2][BM_MAX_KINDS]; /* from each side, by kind */
};

static struct move_row *new_row(struct move_table *m, unsigned number, unsigned side)
{
    if (m->count == m->cap) {
        const size_t cap = m->cap ? m->cap * 2 : 64;
        struct move_row *const row = realloc(m->row, cap * sizeof *row);
        if (!row)
            return NULL;
        m->row = row;
        m->cap = cap;
    }
    m->row[m->count] = (struct move_row){.number = number, .side = side};
    return &m->row[m->count++];
}

/* Put a move where it belongs; moves of one turn are joined by commas. */
static void add_move_row(struct move_table *m, bool in_pairs, unsigned side, const char *text)
{
    struct move_row *row = m->count ? &m->row[m->count - 1] : NULL;
    const bool joined = row && m->last == side;
    m->last = side;
    if (!joined && !(row && in_pairs && side == BM_SECOND))
        row = new_row(m, row ? row->number + 1 : 1, side);
    if (!row)
        return;
    const size_t len = strlen(row->text[side]);
    snprintf(row->text[side] + len, sizeof row->text[side] - len, "%s%s", joined ? "," : "",
             text);
}

/* How many pieces of each kind a side has on the board. */
static void count_kinds(const struct bm_play *p, unsigned side, unsigned counts[BM_MAX_KINDS])
{
    memset(counts, 0, BM_MAX_KINDS * sizeof *counts);
    for (unsigned sq = 0; sq < p->s.info->squares; sq++) {
        const bm_piece piece = bm_ctx_piece(p->s.ctx, (bm_sq)sq);
        if (piece != 0 && bm_piece_side(piece) == side)
            counts[bm_piece_kind(piece)]++;
    }
}

/* Play a move, and count what it takes from the other side. */
static bool play_and_count(struct bm_play *p, bm_move move, struct move_table *m)
{
    const unsigned other = !bm_ctx_turn(p->s.ctx);
    unsigned before[BM_MAX_KINDS], after[BM_MAX_KINDS];
    count_kinds(p, other, before);
    if (bm_ctx_play(p->s.ctx, move))
        return false;
    count_kinds(p, other, after);
    for (unsigned k = 0; k < BM_MAX_KINDS; k++)
        m->taken[other][k] += before[k] > after[k] ? before[k] - after[k] : 0;
    return true;
}

/* All moves of the line, written as people do. Our context is left at its end. */
static void list_played_moves(struct bm_play *p, struct move_table *m)
{
    const unsigned plies = bm_ctx_plies(bm_match_ctx(p->match));
    const bool in_pairs = p->s.info->dialect == BM_DIALECT_UCI;
    *m = (struct move_table){.row = NULL};
    if (!bm_play_follow(p))
        return;
    while (bm_ctx_undo(p->s.ctx))
        ;
    for (unsigned i = 0; i < plies; i++) {
        const bm_move move = bm_ctx_played(bm_match_ctx(p->match), i);
        char text[BM_MOVE_TEXT];
        bm_play_write(p, p->s.ctx, move, text, sizeof text);
        add_move_row(m, in_pairs, bm_ctx_turn(p->s.ctx), text);
        if (!play_and_count(p, move, m))
            break;
    }
}

/* Cut a text at a column; wide characters stay whole. */
static void cut_text(char *text, size_t columns)
{
    size_t width = 0;
    for (char *c = text; *c != '\0';) {
        size_t n = 1;
        char one[8] = {*c};
        while (((unsigned char)c[n] & 0xc0u) == 0x80u && n < 4) {
            one[n] = c[n];
            n++;
        }
        width += bm_text_width(one);
        if (width > columns) {
            *c = '\0';
            return;
        }
        c += n;
    }
}

/* A line of text within columns; a long one is cut. */
static void put_screen_text(struct bm_board_diagram *d, size_t row, size_t column,
                            size_t columns, const char *text, enum bm_look look)
{
    char copy[512];
    snprintf(copy, sizeof copy, "%s", text);
    cut_text(copy, columns);
    const size_t end = bm_text_grid_put(&d->grid, row, column, copy);
    bm_text_grid_paint(&d->grid, row, column, end - column, look);
}

/* "> white: level 2   4:59"; a long name makes room for the clock. */
static void write_player(const struct bm_play *p, unsigned side, size_t columns, char *buf,
                         size_t cap)
{
    struct bm_match_state state;
    char name[96], clock[48];
    bm_match_state(p->match, &state);
    bm_play_name(p, side, name, sizeof name);
    bm_play_clock(p, side, clock, sizeof clock);
    const size_t taken = bm_text_width(bm_play_side(p, side)) + bm_text_width(clock) + 6;
    cut_text(name, columns > taken ? columns - taken : 0);
    snprintf(buf, cap, "%s %s%s%s%s%s",
             state.stage != BM_MATCH_OVER && state.turn == side ? ">" : " ",
             bm_play_side(p, side), *name ? ": " : "", name, *clock ? "  " : "", clock);
}

static void put_row(struct bm_board_diagram *d, const struct move_row *r, bool in_pairs,
                    size_t row, size_t column, size_t columns)
{
    char text[320];
    if (!in_pairs)
        snprintf(text, sizeof text, "%4u %s", r->number, r->text[r->side]);
    else
        snprintf(text, sizeof text, "%4u. %s%*s %s", r->number,
                 *r->text[0] ? r->text[0] : "...",
                 (int)(bm_text_width(r->text[0]) < 9 ? 9 - bm_text_width(r->text[0]) : 0), "",
                 r->text[1]);
    put_screen_text(d, row, column, columns, text, LOOK_PLAIN);
}

/* A long line in two or three, cut at blanks; returns how many. */
static unsigned put_wrapped(struct bm_board_diagram *d, size_t row, size_t column,
                            size_t columns, const char *text)
{
    unsigned lines = 0;
    while (*text != '\0' && lines < 3) {
        char part[256];
        snprintf(part, sizeof part, "%s", text);
        cut_text(part, columns);
        size_t n = strlen(part);
        if (text[n] != '\0') {
            const char *const blank = strrchr(part, ' ');
            if (blank && blank != part)
                n = (size_t)(blank - part);
        }
        part[n] = '\0';
        put_screen_text(d, row + lines++, column, columns, part, LOOK_STRONG);
        text += n;
        text += strspn(text, " ");
    }
    return lines;
}

/* What a side has taken, where it does not go into a hand. */
static void put_taken(const struct bm_play *p, struct bm_board_diagram *d,
                      const struct move_table *m, unsigned side, size_t row, size_t column)
{
    bool any = false;
    for (unsigned k = 0; k < BM_MAX_KINDS; k++)
        any |= m->taken[!side][k] != 0;
    if (!any || p->s.info->has_hands)
        return;
    column = bm_text_grid_put(&d->grid, row, column + 2, TR(p, "took", "取った駒:"));
    bm_diagram_kinds(d, row, column, m->taken[!side]);
}

/* Beside the board: who plays, the last moves, how it stands. */
static void draw_beside(struct bm_play *p, struct bm_board_diagram *d, size_t column)
{
    const bool in_pairs = p->s.info->dialect == BM_DIALECT_UCI;
    const size_t columns = d->columns - column, rows = d->row;
    const unsigned below = p->flip ? BM_SECOND : BM_FIRST;
    char text[256];
    struct move_table m;
    list_played_moves(p, &m);
    write_player(p, !below, columns, text, sizeof text);
    put_screen_text(d, 0, column, columns, text, LOOK_PLAIN);
    put_taken(p, d, &m, !below, 1, column);
    put_taken(p, d, &m, below, rows - 2, column);
    write_player(p, below, columns, text, sizeof text);
    put_screen_text(d, rows - 1, column, columns, text, LOOK_PLAIN);

    bm_play_status(p, text, sizeof text);
    /* One line for how it stands, three if it needs more. */
    const size_t at = rows - 2 - (bm_text_width(text) > columns - 2 ? 3 : 1);
    const size_t top = p->s.info->has_hands ? 1 : 2, room = at > top ? at - top : 0;
    const size_t first = m.count > room ? m.count - room : 0;
    for (size_t i = first; i < m.count; i++)
        put_row(d, &m.row[i], in_pairs, top + i - first, column, columns);
    put_wrapped(d, at, column + 2, columns - 2, text);
    free(m.row);
}

/* Below it, where there is no room beside: three lines. */
static void draw_below(struct bm_play *p, struct bm_board_diagram *d)
{
    const size_t half = d->columns / 2;
    char first[160], second[160], text[360];
    struct move_table m;
    write_player(p, BM_FIRST, half - 1, first, sizeof first);
    write_player(p, BM_SECOND, half, second, sizeof second);
    cut_text(first, half - 1);
    snprintf(text, sizeof text, "%s%*s %s", first, (int)(half - 1 - bm_text_width(first)), "",
             second);
    put_screen_text(d, d->row++, 0, d->columns, text, LOOK_PLAIN);
    list_played_moves(p, &m);
    if (m.count)
        put_row(d, &m.row[m.count - 1], p->s.info->dialect == BM_DIALECT_UCI, d->row, 0,
                d->columns);
    d->row++;
    free(m.row);
    bm_play_status(p, text, sizeof text);
    put_screen_text(d, d->row++, 2, d->columns - 2, text, LOOK_STRONG);
}

void bm_play_draw(struct bm_play *p)
{
    unsigned columns, rows;
    bm_prompt_size(&columns, &rows);
    columns = columns < PANEL ? PANEL : columns;
    bm_prompt_aside(p->prompt);
    if (!bm_play_follow(p)) {
        bm_play_print(p, "%s", bm_refusal_text(BM_REFUSAL_NO_MEMORY, p->s.lang));
        return;
    }
    struct bm_board_diagram d;
    bm_diagram_init(&d, p->s.ctx, p->s.lang, bm_args_pieces(p->s.args));
    d.columns = columns < COLUMNS ? columns : COLUMNS;
    d.compact = true;
    d.flip = p->flip;
    d.grid.colours = p->colours;
    bm_draw_find_checks(&d);
    bm_diagram_draw(&d);
    size_t width = bm_text_grid_width(&d.grid);
    if (width + GAP + PANEL <= d.columns) {
        d.row = d.row < PANEL_ROWS ? PANEL_ROWS : d.row;
        draw_beside(p, &d, width + GAP);
    } else {
        draw_below(p, &d);
    }
    width = bm_text_grid_width(&d.grid);
    /* A screen that holds it is used from its top; on others it comes below what is there. */
    const bool screen = bm_prompt_has_screen(p->prompt),
               fits = rows > d.row && columns >= width;
    if (screen && fits)
        fputs("\033[H\033[2J", stdout);
    bm_text_grid_print(&d.grid);
    if (screen && !fits)
        bm_play_print(p,
                      TR(p, "(this takes %zu columns and %zu lines; there are %u and %u)",
                         "（%zu桁%zu行が必要です。画面は%u桁%u行です）"),
                      width, d.row + 1, columns, rows);
}
