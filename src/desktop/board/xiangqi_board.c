/* SPDX-License-Identifier: MIT */
/* Boards whose pieces stand on the points where lines cross: xiangqi, janggi and their kin. */
#include <string.h>

#include "desktop/app/app.h"

static void draw_point_line(struct bm_app *app, bm_sq from, bm_sq to, bm_color c)
{
    const bm_box a = bm_board_square_box(app, from), b = bm_board_square_box(app, to);
    bm_draw_line(&app->draw, a.x + a.w / 2, a.y + a.h / 2, b.x + b.w / 2, b.y + b.h / 2,
                 app->view.cell > 60 ? 2 : 1, c);
}

bool bm_xiangqi_board_applies(const struct bm_app *app)
{
    const struct bm_geometry *const s = &app->view.geometry;
    const struct bm_rules_info *const info = app->session.info;
    return bm_is_xiangqi_like(app->session.rules) && !s->hex && s->tiles == 1 &&
           info->squares == info->files * info->ranks;
}

void bm_xiangqi_board_draw(struct bm_app *app, bm_color c)
{
    const struct bm_rules_info *const info = app->session.info;
    const unsigned w = info->files, h = info->ranks;
    /* Xiangqi has a river in the middle, where only the edges go on. */
    const bool river = h == 10 && strncmp(info->name, "janggi", 6) != 0;
    for (unsigned y = 0; y < h; y++)
        draw_point_line(app, (bm_sq)(y * w), (bm_sq)(y * w + w - 1), c);
    for (unsigned x = 0; x < w; x++) {
        const bool edge = x == 0 || x + 1 == w;
        if (river && !edge) {
            draw_point_line(app, (bm_sq)x, (bm_sq)((h / 2 - 1) * w + x), c);
            draw_point_line(app, (bm_sq)(h / 2 * w + x), (bm_sq)((h - 1) * w + x), c);
        } else {
            draw_point_line(app, (bm_sq)x, (bm_sq)((h - 1) * w + x), c);
        }
    }
    /* The palaces, three by three in the middle of both ends. */
    const unsigned left = w / 2 - 1, right = w / 2 + 1;
    for (unsigned end = 0; end < 2 && w % 2 == 1 && h >= 6; end++) {
        const unsigned low = end ? h - 3 : 0, high = low + 2;
        draw_point_line(app, (bm_sq)(low * w + left), (bm_sq)(high * w + right), c);
        draw_point_line(app, (bm_sq)(low * w + right), (bm_sq)(high * w + left), c);
    }
}
