/* SPDX-License-Identifier: MIT */
#include "terminal/position_diagram.h"

#include <stdio.h>
#include <stdlib.h>

static void find_marks(struct bm_board_diagram *d)
{
    const struct bm_ctx *const ctx = d->ctx;
    const unsigned plies = bm_ctx_plies(ctx);
    d->from = d->to = BM_SQ_NONE;
    if (plies == 0)
        return;
    const bm_move m = bm_ctx_played(ctx, plies - 1);
    if (bm_move_is_pass(m))
        return;
    d->to = bm_move_to(m);
    if (!bm_move_is_drop(m))
        d->from = bm_move_from(m);
}

/* Kinds from the most valuable down, as hands are usually told. */
static void sort_kinds(const struct bm_rules *rules, uint8_t *order, unsigned kinds)
{
    for (unsigned k = 0; k < kinds; k++) {
        unsigned at = k;
        for (; at != 0 &&
               bm_rules_kind_value(rules, order[at - 1]) < bm_rules_kind_value(rules, k);
             at--)
            order[at] = order[at - 1];
        order[at] = (uint8_t)k;
    }
}

size_t bm_diagram_kinds(struct bm_board_diagram *d, size_t row, size_t column,
                        const unsigned counts[BM_MAX_KINDS])
{
    uint8_t order[BM_MAX_KINDS];
    sort_kinds(d->rules, order, d->info->kinds);
    for (unsigned i = 0; i < d->info->kinds; i++) {
        const unsigned count = counts[order[i]];
        char text[12];
        if (count == 0)
            continue;
        column =
            bm_text_grid_put(&d->grid, row, column + 1, bm_piece_style_name(&d->ps, order[i]));
        snprintf(text, sizeof text, "%u", count);
        if (count > 1)
            column = bm_text_grid_put(&d->grid, row, column, text);
    }
    return column;
}

static void draw_hand(struct bm_board_diagram *d, unsigned side)
{
    unsigned counts[BM_MAX_KINDS] = {0};
    char text[64];
    for (unsigned k = 0; k < d->info->kinds; k++)
        counts[k] = bm_ctx_hand(d->ctx, side, k);
    snprintf(text, sizeof text,
             d->lang == BM_JA ? "%sの持駒:" : "%s in hand:", d->info->side_name[d->lang][side]);
    const size_t column = bm_text_grid_put(&d->grid, d->row, 2, text);
    if (bm_diagram_kinds(d, d->row, column, counts) == column)
        bm_text_grid_put(&d->grid, d->row, column + 1, d->lang == BM_JA ? "なし" : "-");
    d->row++;
}

void bm_diagram_draw(struct bm_board_diagram *d)
{
    const struct bm_rules_info *const info = d->info;
    const unsigned below = d->flip ? BM_SECOND : BM_FIRST;
    find_marks(d);
    bm_piece_style_choose(&d->ps, d->ctx, d->pieces);
    d->ps.down = !below;
    if (info->has_hands)
        draw_hand(d, !below);
    if (info->hex) {
        bm_draw_hex(d);
    } else if (info->axes > 2) {
        bm_draw_levels(d);
    } else if (info->dialect == BM_DIALECT_USI) {
        bm_draw_shogi(d);
    } else {
        bm_draw_board(d, d->row, 0, 0);
        d->row += bm_draw_board_rows(d);
    }
    if (info->has_hands)
        draw_hand(d, below);
}

void bm_diagram_init(struct bm_board_diagram *d, const struct bm_ctx *ctx, enum bm_lang lang,
                     enum bm_piece_choice pieces)
{
    const struct bm_rules *const rules = bm_ctx_rules(ctx);
    *d = (struct bm_board_diagram){.ctx = ctx,
                                   .rules = rules,
                                   .info = bm_rules_info(rules),
                                   .lang = lang,
                                   .pieces = pieces};
}

void bm_diagram_print(const struct bm_ctx *ctx, enum bm_lang lang, enum bm_piece_choice pieces)
{
    struct bm_board_diagram d;
    bm_diagram_init(&d, ctx, lang, pieces);
    bm_diagram_draw(&d);
    bm_text_grid_print(&d.grid);
}
