/* SPDX-License-Identifier: MIT */
/* Input on the board: selection, dragging, marks and the keyboard cursor. The rules decide what
 * is legal. */
#include <stdlib.h>
#include <string.h>

#include "desktop/app/app.h"

void bm_board_deselect(struct bm_app *app)
{
    struct bm_board_view *const v = &app->view;
    v->selected = BM_SQ_NONE;
    v->selected_kind = -1;
    v->pressed = v->dragging = v->reselected = false;
    v->legal_count = 0;
    v->choices = 0;
}

void bm_board_focus(struct bm_app *app)
{
    /* With a cursor on the board the arrows move it; without one they go through the moves. */
    app->ui.focus = app->view.cursor != BM_SQ_NONE ? bm_ui_id(&app->ui, "board") : 0;
}

void bm_board_reset(struct bm_app *app)
{
    bm_board_deselect(app);
    app->view.arrow_from = BM_SQ_NONE;
    app->view.cursor = BM_SQ_NONE;
    app->view.mark_count = 0;
    app->view.moving_since = 0;
}

bm_box bm_board_square_box(const struct bm_app *app, bm_sq sq)
{
    const struct bm_board_view *const v = &app->view;
    const int x = v->box.x + (int)(v->geometry.x[sq] * v->cell + 0.5f);
    const int y = v->box.y + (int)(v->geometry.y[sq] * v->cell + 0.5f);
    const int right = v->box.x + (int)((v->geometry.x[sq] + 1) * v->cell + 0.5f);
    const int low = v->box.y + (int)((v->geometry.y[sq] + 1) * v->cell + 0.5f);
    return (bm_box){x, y, right - x, low - y};
}

bm_sq bm_board_square_at(const struct bm_app *app, int x, int y)
{
    const struct bm_board_view *const v = &app->view;
    if (v->cell <= 0)
        return BM_SQ_NONE;
    return bm_geometry_square_at(&v->geometry, (float)(x - v->box.x) / v->cell,
                                 (float)(y - v->box.y) / v->cell);
}

bool bm_board_is_turned(const struct bm_app *app, unsigned side)
{
    return app->session.info->dialect == BM_DIALECT_USI && side != (unsigned)app->view.flip;
}

/* Whether a piece of that side may be selected now; if not, the message line says why. */
static bool may_touch(struct bm_app *app, unsigned side)
{
    if (!bm_desktop_session_may_move(&app->session))
        return false;
    if (side != bm_ctx_turn(app->session.ctx)) {
        bm_app_show_message(app, true, "%s",
                            bm_refusal_text(BM_REFUSAL_NOT_YOUR_TURN, app->lang));
        return false;
    }
    return true;
}

static void select_square(struct bm_app *app, bm_sq sq)
{
    struct bm_board_view *const v = &app->view;
    const struct bm_ctx *const ctx = app->session.ctx;
    const bm_piece piece = bm_ctx_piece(ctx, sq);
    bm_board_deselect(app);
    if (!piece)
        return;
    const bool neutral = bm_rules_kind_is_neutral(app->session.rules, bm_piece_kind(piece));
    if (!may_touch(app, neutral ? bm_ctx_turn(ctx) : bm_piece_side(piece)))
        return;
    v->selected = sq;
    v->legal_count = bm_ctx_moves_from(ctx, sq, v->legal, BM_MAX_MOVES);
    app->message[0] = '\0';
}

void bm_board_select_hand(struct bm_app *app, unsigned side, unsigned kind)
{
    struct bm_board_view *const v = &app->view;
    bm_board_deselect(app);
    if (!may_touch(app, side))
        return;
    v->selected_kind = (int)kind;
    v->legal_count = bm_ctx_drops(app->session.ctx, kind, v->legal, BM_MAX_MOVES);
    app->message[0] = '\0';
}

bool bm_board_is_target(const struct bm_app *app, bm_sq sq)
{
    const struct bm_board_view *const v = &app->view;
    for (size_t i = 0; i < v->legal_count; i++) {
        if (bm_move_to(v->legal[i]) == sq && !bm_move_is_pass(v->legal[i]))
            return true;
    }
    return false;
}

/* A move that cannot be made is put together all the same, so that the core can say why. */
static void explain_refusal(struct bm_app *app, bm_sq to)
{
    const struct bm_board_view *const v = &app->view;
    bm_move m;
    if (v->selected_kind >= 0) {
        m = bm_move_drop((unsigned)v->selected_kind, to);
    } else {
        m = bm_move_plain(v->selected, to);
        const struct bm_pair pair = bm_ctx_judge_pair(app->session.ctx, v->selected, to);
        if (!pair.plain)
            return;
    }
    bm_desktop_session_explain_faults(&app->session, m);
}

/* Returns true if the move was made or the move chooser was opened. */
static bool move_selection_to(struct bm_app *app, bm_sq to)
{
    struct bm_board_view *const v = &app->view;
    unsigned count = 0;
    for (size_t i = 0; i < v->legal_count && count < BM_CHOICES; i++) {
        if (bm_move_to(v->legal[i]) == to && !bm_move_is_pass(v->legal[i]))
            v->choice[count++] = v->legal[i];
    }
    if (count == 0) {
        explain_refusal(app, to);
        return false;
    }
    if (count == 1) {
        const bm_move m = v->choice[0];
        const bool dragged = v->dragging;
        bm_board_deselect(app);
        if (bm_desktop_session_play_move(&app->session, m) && dragged)
            v->moving_since = 0; /* it is where it shall be */
        return true;
    }
    v->choices = count;
    v->choice_at = 0;
    /* What promotes stands first: it is what is meant most of the time. */
    for (unsigned i = 1; i < count; i++) {
        if (bm_move_promotes(v->choice[i]) && !bm_move_promotes(v->choice[0])) {
            const bm_move m = v->choice[0];
            v->choice[0] = v->choice[i];
            v->choice[i] = m;
        }
    }
    v->pressed = v->dragging = false;
    return true;
}

void bm_board_choose_move(struct bm_app *app, unsigned i)
{
    const bm_move m = app->view.choice[i];
    bm_board_deselect(app);
    bm_desktop_session_play_move(&app->session, m);
}

void bm_board_animate(struct bm_app *app, bm_move m)
{
    struct bm_board_view *const v = &app->view;
    v->moving_since = 0;
    if (!app->prefs.animation || bm_move_is_pass(m) || bm_move_is_drop(m) ||
        bm_move_from(m) == bm_move_to(m))
        return;
    v->moving = m;
    v->moving_piece = bm_ctx_piece(app->session.ctx, bm_move_to(m));
    v->moving_since = v->moving_piece ? bm_app_now(app) : 0;
}

/* ---- The mouse ---- */

/* The hand and kind under the pointer. */
static bool hand_at(const struct bm_app *app, unsigned *side, unsigned *kind)
{
    for (unsigned s = 0; s < 2; s++) {
        for (unsigned k = 0; k < app->session.info->kinds; k++) {
            const bm_box b = bm_hand_box(app, s, k);
            if (b.w > 0 && bm_box_has(b, app->ui.in.x, app->ui.in.y)) {
                *side = s;
                *kind = k;
                return true;
            }
        }
    }
    return false;
}

static void press_board(struct bm_app *app)
{
    struct bm_board_view *const v = &app->view;
    struct bm_ui *const ui = &app->ui;
    const bm_sq sq = bm_board_square_at(app, ui->in.x, ui->in.y);
    unsigned side, kind;
    const bool holds = v->selected != BM_SQ_NONE || v->selected_kind >= 0;
    if (sq == BM_SQ_NONE && hand_at(app, &side, &kind)) {
        const bool same =
            v->selected_kind == (int)kind && side == bm_ctx_turn(app->session.ctx);
        bm_board_select_hand(app, side, kind);
        v->reselected = same;
    } else if (sq == BM_SQ_NONE) {
        bm_board_deselect(app);
        return;
    } else if (holds && sq != v->selected && bm_board_is_target(app, sq)) {
        ui->mouse_consumed = true;
        ui->focus = 0;
        move_selection_to(app, sq);
        return;
    } else {
        const bm_piece piece = bm_ctx_piece(app->session.ctx, sq);
        const bool same = holds && v->selected == sq;
        const bool own = piece && bm_piece_side(piece) == bm_ctx_turn(app->session.ctx);
        if (holds && !same && !own) { /* not there: say why, and keep nothing */
            explain_refusal(app, sq);
            bm_board_deselect(app);
            ui->mouse_consumed = true;
            return;
        }
        select_square(app, sq);
        v->reselected = same;
    }
    ui->mouse_consumed = true;
    ui->focus = 0; /* a text field has it no more */
    v->pressed = v->selected != BM_SQ_NONE || v->selected_kind >= 0;
    v->press_x = ui->in.x;
    v->press_y = ui->in.y;
    app->view.mark_count = 0;
}

static void release_board(struct bm_app *app)
{
    struct bm_board_view *const v = &app->view;
    const bm_sq sq = bm_board_square_at(app, app->ui.in.x, app->ui.in.y);
    if (!v->pressed)
        return;
    v->pressed = false;
    if (v->dragging) {
        const bool home = sq == BM_SQ_NONE || sq == v->selected;
        if (home || !move_selection_to(app, sq))
            bm_board_deselect(app);
        v->dragging = false;
    } else if (v->reselected) { /* the second click puts it down, or turns it over */
        if (v->selected == BM_SQ_NONE || !bm_board_is_target(app, v->selected) ||
            !move_selection_to(app, v->selected))
            bm_board_deselect(app);
    }
}

static void toggle_mark(struct bm_app *app, bm_sq from, bm_sq to)
{
    struct bm_board_view *const v = &app->view;
    if (bm_desktop_session_toggle_mark(&app->session, from, to) || app->session.study)
        return;
    for (unsigned i = 0; i < v->mark_count; i++) {
        if (v->marks[i] == (from << 8 | to)) {
            v->marks[i] = v->marks[--v->mark_count];
            return;
        }
    }
    if (v->mark_count < BM_MARKS)
        v->marks[v->mark_count++] = from << 8 | to;
}

static void right_button(struct bm_app *app)
{
    struct bm_board_view *const v = &app->view;
    const struct bm_input *const in = &app->ui.in;
    const bm_sq sq = bm_board_square_at(app, in->x, in->y);
    if (in->pressed[2]) {
        if (v->selected != BM_SQ_NONE || v->selected_kind >= 0)
            bm_board_deselect(app);
        else
            v->arrow_from = sq;
    } else if (in->released[2] && v->arrow_from != BM_SQ_NONE) {
        if (sq != BM_SQ_NONE)
            toggle_mark(app, v->arrow_from, sq);
        v->arrow_from = BM_SQ_NONE;
    }
}

/* ---- The keyboard: a cursor on the board ---- */

static void move_cursor(struct bm_app *app, int dx, int dy)
{
    struct bm_board_view *const v = &app->view;
    if (v->cursor == BM_SQ_NONE) {
        v->cursor = 0;
        while (v->cursor < v->geometry.squares && !v->geometry.has[v->cursor])
            v->cursor++;
        return;
    }
    v->cursor = bm_geometry_neighbour(&v->geometry, v->cursor, dx, dy);
}

static void handle_keys(struct bm_app *app)
{
    struct bm_board_view *const v = &app->view;
    struct bm_ui *const ui = &app->ui;
    if (bm_ui_key(ui, SDLK_LEFT, 0))
        move_cursor(app, -1, 0);
    else if (bm_ui_key(ui, SDLK_RIGHT, 0))
        move_cursor(app, 1, 0);
    else if (bm_ui_key(ui, SDLK_UP, 0))
        move_cursor(app, 0, -1);
    else if (bm_ui_key(ui, SDLK_DOWN, 0))
        move_cursor(app, 0, 1);
    else if ((bm_ui_key(ui, SDLK_RETURN, 0) || bm_ui_key(ui, SDLK_SPACE, 0)) &&
             v->cursor != BM_SQ_NONE) {
        const bool holds = v->selected != BM_SQ_NONE || v->selected_kind >= 0;
        if (holds && bm_board_is_target(app, v->cursor)) {
            move_selection_to(app, v->cursor);
        } else if (holds && v->selected == v->cursor) {
            bm_board_deselect(app);
        } else if (holds && !bm_ctx_piece(app->session.ctx, v->cursor)) {
            move_selection_to(app, v->cursor);
        } else {
            select_square(app, v->cursor);
        }
    }
}

void bm_board_input(struct bm_app *app)
{
    struct bm_board_view *const v = &app->view;
    struct bm_ui *const ui = &app->ui;
    const uint32_t id = bm_ui_id(ui, "board");
    if (ui->blocked || v->choices)
        return;
    const bool focused = bm_ui_register(ui, id, v->box, "board", true, true);
    if (focused)
        handle_keys(app);
    if ((v->selected != BM_SQ_NONE || v->selected_kind >= 0) && bm_ui_key(ui, SDLK_ESCAPE, 0))
        bm_board_deselect(app);
    const int far = ui->gap / 2;
    if (v->pressed && !v->dragging &&
        (abs(ui->in.x - v->press_x) > far || abs(ui->in.y - v->press_y) > far))
        v->dragging = true;
    if (ui->in.pressed[0] && !ui->mouse_consumed)
        press_board(app);
    if (ui->in.released[0])
        release_board(app);
    if (!ui->mouse_consumed)
        right_button(app);
}
