/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "desktop/app/app.h"

enum { MOVING = 140 };

struct colors {
    bm_color light, dark, line, edge, rim;
};
static const struct colors themes[3] = {
    {0xf0d9a8d0, 0xb98652e0, 0x4a3418ff, 0x5b4423ff, 0xd9b277ff},
    {0xeceae6ff, 0x9fa8b3ff, 0x4d535bff, 0x5f666fff, 0xd5d6d8ff},
    {0xf0eedcff, 0x769656ff, 0x3f5430ff, 0x4c5d3fff, 0xdfe3cfff},
};

void bm_board_draw_piece(struct bm_app *app, bm_piece piece, bm_box box, unsigned alpha)
{
    if (app->draw.mute || !piece || box.w < 4)
        return;
    const bool turned = bm_board_is_turned(app, bm_piece_side(piece)) &&
                        !bm_rules_kind_is_neutral(app->session.rules, bm_piece_kind(piece));
    bm_draw_texture(&app->draw,
                    bm_piece_texture(&app->pieces, app->session.rules, piece,
                                     (enum bm_piece_set)app->prefs.set, turned, box.w),
                    box, alpha);
}

static bool is_shogi_like(const struct bm_app *app)
{
    return app->session.info->dialect == BM_DIALECT_USI;
}

void bm_board_layout(struct bm_app *app, bm_box area)
{
    struct bm_board_view *const v = &app->view;
    const bool kanji = app->lang == BM_JA && app->prefs.set != BM_PIECE_SET_INT;
    if (v->rules != app->session.rules || v->shown_flip != v->flip || v->kanji != kanji) {
        bm_geometry_init(&v->geometry, app->session.rules, v->flip, kanji);
        v->rules = app->session.rules;
        v->shown_flip = v->flip;
        v->kanji = kanji;
    }
    const struct bm_geometry *const s = &v->geometry;
    bool hands = app->session.info->has_hands;
    for (unsigned k = 0; k < app->session.info->kinds; k++)
        hands =
            hands || bm_ctx_hand(app->session.ctx, 0, k) || bm_ctx_hand(app->session.ctx, 1, k);
    const float beside = hands ? 2.5f : 0, above = hands ? 2.3f : 0;
    const float a = fminf((float)area.w / (s->w + beside), (float)area.h / s->h);
    const float b = fminf((float)area.w / s->w, (float)area.h / (s->h + above));
    const bool columns = a >= b;
    v->cell = floorf(columns ? a : b);
    const int w = (int)(s->w * v->cell), h = (int)(s->h * v->cell);
    v->box = (bm_box){area.x + (area.w - w) / 2, area.y + (area.h - h) / 2, w, h};
    v->hand[0] = v->hand[1] = (bm_box){0, 0, 0, 0};
    if (!hands)
        return;
    const unsigned low = v->flip;
    const int size = (int)(v->cell * 1.15f);
    if (columns) {
        const int high = h * 7 / 10;
        v->hand[low] = (bm_box){v->box.x + w + 2, v->box.y + h - high, size, high};
        v->hand[!low] = (bm_box){v->box.x - size - 2, v->box.y, size, high};
    } else {
        v->hand[low] = (bm_box){v->box.x, v->box.y + h, w, size};
        v->hand[!low] = (bm_box){v->box.x, v->box.y - size, w, size};
    }
}

static void draw_hexagon(struct bm_app *app, bm_box b, bm_color c)
{
    const float x = (float)b.x + (float)b.w / 2, y = (float)b.y + (float)b.h / 2;
    const float r = (float)b.h * 0.57735f;
    SDL_FPoint p[6];
    for (int i = 0; i < 6; i++)
        p[i] = (SDL_FPoint){x + r * cosf((float)i * 1.0471976f),
                            y + r * sinf((float)i * 1.0471976f)};
    bm_draw_polygon(&app->draw, p, 6, c);
}

static void draw_wood(struct bm_app *app, bm_box b)
{
    SDL_Texture *const t = bm_wood_texture(&app->pieces);
    bm_draw_texture(&app->draw, t, b, 255);
}

static void draw_star(struct bm_app *app, float x, float y, bm_color c)
{
    const struct bm_board_view *const v = &app->view;
    bm_draw_disc(&app->draw, v->box.x + (int)(x * v->cell), v->box.y + (int)(y * v->cell),
                 (int)(v->cell * 0.06f) + 1, c);
}

static void draw_grid(struct bm_app *app, const struct colors *c)
{
    const struct bm_board_view *const v = &app->view;
    for (unsigned i = 0; i < v->geometry.tiles; i++) {
        const float x = v->geometry.tile[i].x, y = v->geometry.tile[i].y;
        const float w = v->geometry.tile[i].w, h = v->geometry.tile[i].h;
        for (unsigned sq = 0; sq < v->geometry.squares; sq++) {
            if (v->geometry.has[sq]) {
                bm_box b = bm_board_square_box(app, (bm_sq)sq);
                b.w++, b.h++;
                bm_draw_frame(&app->draw, b, 1, c->line);
            }
        }
        if (w == 9 && h == 9) {
            draw_star(app, x + 3, y + 3, c->line);
            draw_star(app, x + 6, y + 3, c->line);
            draw_star(app, x + 3, y + 6, c->line);
            draw_star(app, x + 6, y + 6, c->line);
        }
    }
}

/* Three shades, so that no two neighbours have the same. */
static unsigned hex_tone(const struct bm_app *app, unsigned sq)
{
    const unsigned files = app->session.info->files;
    return (sq % files + sq / files) % 3 * 128;
}

static void draw_squares(struct bm_app *app, const struct colors *c)
{
    const struct bm_board_view *const v = &app->view;
    const bool shogi = is_shogi_like(app);
    if (bm_xiangqi_board_applies(app)) {
        bm_xiangqi_board_draw(app, c->line);
        return;
    }
    for (unsigned sq = 0; sq < v->geometry.squares; sq++) {
        if (!v->geometry.has[sq])
            continue;
        const bm_box b = bm_board_square_box(app, (bm_sq)sq);
        if (v->geometry.hex)
            draw_hexagon(app, b, bm_color_mix(c->light, c->dark, hex_tone(app, sq)));
        else if (!shogi)
            bm_draw_fill(&app->draw, b, v->geometry.dark[sq] ? c->dark : c->light);
    }
    if (shogi)
        draw_grid(app, c);
}

static void draw_edges(struct bm_app *app, const struct colors *c)
{
    const struct bm_board_view *const v = &app->view;
    const struct bm_text_style style = {(int)(v->cell * 0.24f) > 7 ? (int)(v->cell * 0.24f) : 7,
                                        c->edge, false};
    const int half = (int)(v->cell / 2);
    for (unsigned i = 0; i < v->geometry.edges && app->prefs.coordinates; i++) {
        const struct bm_edge_label *const e = &v->geometry.edge[i];
        const bm_box b = {v->box.x + (int)(e->x * v->cell) - half,
                          v->box.y + (int)(e->y * v->cell) - half, 2 * half, 2 * half};
        bm_fonts_draw_line(&app->fonts, b, style, 1, e->text);
    }
    const struct bm_text_style name = {style.size * 5 / 4, c->edge, true};
    for (unsigned i = 0; i < v->geometry.tiles; i++) {
        const bm_box b = {v->box.x + (int)(v->geometry.tile[i].x * v->cell),
                          v->box.y + (int)((v->geometry.tile[i].y - 0.55f) * v->cell),
                          (int)(v->geometry.tile[i].w * v->cell), (int)(0.5f * v->cell)};
        if (v->geometry.tile[i].name[0])
            bm_fonts_draw_line(&app->fonts, b, name, 1, v->geometry.tile[i].name);
    }
}

static void tint_square(struct bm_app *app, bm_sq sq, bm_color c)
{
    if (sq >= app->view.geometry.squares || !app->view.geometry.has[sq])
        return;
    const bm_box b = bm_board_square_box(app, sq);
    if (app->view.geometry.hex)
        draw_hexagon(app, b, c);
    else
        bm_draw_fill(&app->draw, b, c);
}

/* Highlight the last move, the king in check, the selection, and the square under the pointer.
 */
static void draw_marks(struct bm_app *app)
{
    const struct bm_board_view *const v = &app->view;
    const struct bm_ctx *const ctx = app->session.ctx;
    const unsigned plies = bm_ctx_plies(ctx), turn = bm_ctx_turn(ctx);
    if (plies) {
        const bm_move m = bm_ctx_played(ctx, plies - 1);
        if (!bm_move_is_pass(m)) {
            tint_square(app, bm_move_to(m), 0xe8c53080);
            if (!bm_move_is_drop(m))
                tint_square(app, bm_move_from(m), 0xe8c53058);
        }
    }
    if (bm_ctx_checks(ctx, NULL)) {
        for (unsigned sq = 0; sq < v->geometry.squares; sq++) {
            const bm_piece p = bm_ctx_piece(ctx, (bm_sq)sq);
            if (p && bm_piece_side(p) == turn &&
                bm_rules_kind_is_royal(app->session.rules, bm_piece_kind(p)) &&
                bm_ctx_attackers(ctx, (bm_sq)sq, !turn, NULL))
                tint_square(app, (bm_sq)sq, 0xd93025a0);
        }
    }
    if (v->selected != BM_SQ_NONE)
        tint_square(app, v->selected, 0x2f669080);
    const bm_sq over = bm_board_square_at(app, app->ui.in.x, app->ui.in.y);
    if (over != BM_SQ_NONE && !app->ui.blocked && !v->choices)
        tint_square(app, over, bm_board_is_target(app, over) ? 0x2e8b5780 : 0xffffff30);
    if (v->cursor != BM_SQ_NONE && app->ui.focus_shown &&
        app->ui.focus == bm_ui_id(&app->ui, "board"))
        bm_draw_frame(&app->draw, bm_board_square_box(app, v->cursor), 3,
                      app->ui.palette.accent);
}

static void draw_targets(struct bm_app *app)
{
    const struct bm_board_view *const v = &app->view;
    if (!app->prefs.targets || v->choices)
        return;
    for (unsigned sq = 0; sq < v->geometry.squares; sq++) {
        if (!v->geometry.has[sq] || !bm_board_is_target(app, (bm_sq)sq))
            continue;
        const bm_box b = bm_board_square_box(app, (bm_sq)sq);
        if (bm_ctx_piece(app->session.ctx, (bm_sq)sq))
            bm_draw_frame(&app->draw, bm_box_inset(b, 1), b.w / 14 + 1, 0x2e8b57d0);
        else
            bm_draw_disc(&app->draw, b.x + b.w / 2, b.y + b.h / 2, b.w / 7, 0x2e8b57b0);
    }
}

/* How far a move on its way has come, 0 to 256. */
static unsigned animation_progress(struct bm_app *app)
{
    struct bm_board_view *const v = &app->view;
    if (!v->moving_since)
        return 256;
    const int64_t ms = bm_app_now(app) - v->moving_since;
    if (ms >= MOVING) {
        if (!app->draw.mute)
            v->moving_since = 0;
        return 256;
    }
    const unsigned t = (unsigned)(ms < 0 ? 0 : ms * 256 / MOVING);
    return t * (512 - t) / 256; /* slower at its end */
}

static void draw_pieces(struct bm_app *app)
{
    struct bm_board_view *const v = &app->view;
    const unsigned way = animation_progress(app);
    const bm_sq landing = way < 256 ? bm_move_to(v->moving) : BM_SQ_NONE;
    for (unsigned sq = 0; sq < v->geometry.squares; sq++) {
        const bm_piece p = v->geometry.has[sq] ? bm_ctx_piece(app->session.ctx, (bm_sq)sq) : 0;
        if (!p || sq == landing)
            continue;
        const bm_box b = bm_board_square_box(app, (bm_sq)sq);
        const bool gone = sq == v->selected && (v->dragging || v->choices);
        bm_board_draw_piece(app, p, bm_box_inset(b, v->geometry.hex ? b.w / 8 : b.w / 24),
                            gone ? 80 : 255);
    }
    if (landing != BM_SQ_NONE) {
        const bm_box from = bm_board_square_box(app, bm_move_from(v->moving));
        bm_box to = bm_board_square_box(app, landing);
        to.x = from.x + (to.x - from.x) * (int)way / 256;
        to.y = from.y + (to.y - from.y) * (int)way / 256;
        bm_board_draw_piece(app, v->moving_piece, bm_box_inset(to, to.w / 24), 255);
        app->dirty = true;
    }
}

static void draw_mark_arrow(struct bm_app *app, bm_sq from, bm_sq to, bm_color c)
{
    const struct bm_geometry *const s = &app->view.geometry;
    if (from >= s->squares || to >= s->squares || !s->has[from] || !s->has[to])
        return;
    const bm_box a = bm_board_square_box(app, from), b = bm_board_square_box(app, to);
    if (from == to) {
        bm_draw_frame(&app->draw, bm_box_inset(a, 2), a.w / 12 + 1, c);
        return;
    }
    bm_draw_arrow(&app->draw, a.x + a.w / 2, a.y + a.h / 2, b.x + b.w / 2, b.y + b.h / 2,
                  a.w / 8 + 1, c);
}

/* Arrows for the first moves of the analysed PV lines. */
static void draw_pv_arrows(struct bm_app *app)
{
    const struct bm_desktop_analysis *const b = &app->analysis;
    for (unsigned i = b->on ? b->line_count : 0; i-- > 0;) {
        const struct bm_desktop_pv *const t = &b->line[i];
        if (!t->has || t->node != app->session.node || t->count == 0 ||
            bm_move_is_pass(t->pv[0]))
            continue;
        const bm_move m = t->pv[0];
        draw_mark_arrow(app, bm_move_is_drop(m) ? bm_move_to(m) : bm_move_from(m),
                        bm_move_to(m), 0x2f669000 | (i == 0 ? 0xb0 : 0x78 - 0x14 * i));
    }
}

static void draw_arrows(struct bm_app *app)
{
    const struct bm_board_view *const v = &app->view;
    const struct bm_game *const game = bm_desktop_session_game(&app->session);
    for (bm_note_id id = bm_game_notes(game, app->session.node); id;
         id = bm_game_next_note(game, id)) {
        const struct bm_note n = bm_game_note(game, id);
        const bm_color c = n.extra == 'R'   ? 0xc0392bb0
                           : n.extra == 'B' ? 0x2c6fbbb0
                           : n.extra == 'Y' ? 0xd4a017b0
                                            : 0x3c8d40b0;
        if (n.kind == BM_NOTE_ARROW)
            draw_mark_arrow(app, (bm_sq)(n.value >> 8 & 0xff), (bm_sq)(n.value & 0xff), c);
        else if (n.kind == BM_NOTE_SQUARE)
            draw_mark_arrow(app, (bm_sq)n.value, (bm_sq)n.value, c);
    }
    for (unsigned i = 0; i < v->mark_count; i++)
        draw_mark_arrow(app, (bm_sq)(v->marks[i] >> 8), (bm_sq)(v->marks[i] & 0xff),
                        0x3c8d40b0);
    const bm_sq over = bm_board_square_at(app, app->ui.in.x, app->ui.in.y);
    if (v->arrow_from != BM_SQ_NONE && over != BM_SQ_NONE)
        draw_mark_arrow(app, v->arrow_from, over, 0x3c8d4080);
}

static void draw_dragged(struct bm_app *app)
{
    const struct bm_board_view *const v = &app->view;
    if (!v->dragging)
        return;
    const unsigned turn = bm_ctx_turn(app->session.ctx);
    const bm_piece p = v->selected_kind >= 0 ? bm_piece_of((unsigned)v->selected_kind, turn)
                       : v->selected != BM_SQ_NONE ? bm_ctx_piece(app->session.ctx, v->selected)
                                                   : 0;
    const int size = (int)(v->cell * 1.08f);
    const bm_box b = {app->ui.in.x - size / 2, app->ui.in.y - size / 2, size, size};
    bm_board_draw_piece(app, p, b, 235);
}

static void draw_background(struct bm_app *app)
{
    const struct colors *const c = &themes[app->prefs.theme];
    if (app->prefs.theme == 0)
        draw_wood(app, app->view.box);
    else
        bm_draw_fill(&app->draw, app->view.box, c->rim);
    draw_squares(app, c);
    draw_edges(app, c);
}

void bm_board_free_background(struct bm_app *app)
{
    if (app->view.background)
        SDL_DestroyTexture(app->view.background);
    app->view.background = NULL;
}

/* Scaling wood and writing names takes most of a frame: it is done once. */
static void show_background(struct bm_app *app)
{
    struct bm_board_view *const v = &app->view;
    const bm_box b = v->box;
    const uint64_t look = (uint64_t)app->prefs.theme | (uint64_t)v->flip << 4 |
                          (uint64_t)v->kanji << 5 | (uint64_t)app->prefs.coordinates << 6 |
                          (uint64_t)(uintptr_t)v->rules << 8;
    if (app->draw.mute)
        return;
    if (!v->background || v->background_key != look || v->background_box.w != b.w ||
        v->background_box.h != b.h) {
        bm_board_free_background(app);
        v->background = SDL_CreateTexture(app->renderer, SDL_PIXELFORMAT_ARGB8888,
                                          SDL_TEXTUREACCESS_TARGET, b.w, b.h);
        if (!v->background || SDL_SetRenderTarget(app->renderer, v->background)) {
            draw_background(app);
            return;
        }
        v->box.x = v->box.y = 0;
        draw_background(app);
        v->box = v->background_box = b;
        v->background_key = look;
        SDL_SetRenderTarget(app->renderer, NULL);
        SDL_SetTextureBlendMode(v->background, SDL_BLENDMODE_NONE);
    }
    bm_draw_texture(&app->draw, v->background, b, 255);
}

void bm_board_draw(struct bm_app *app)
{
    show_background(app);
    draw_marks(app);
    bm_hands_draw(app);
    draw_pieces(app);
    draw_targets(app);
    draw_pv_arrows(app);
    draw_arrows(app);
    draw_dragged(app);
}
