/* SPDX-License-Identifier: MIT */
/* Text fields: selection by keys and mouse, the clipboard, words, several lines; and where the
 * keys go after a move was typed. */
#include "rig.h"

static struct bm_app *comment(void)
{
    struct bm_app *const app = rig_open("chess", "me", "me");
    SDL_SetClipboardText("1. e4 *");
    rig_key(app, SDLK_v, KMOD_CTRL);
    rig_key(app, SDLK_END, 0);
    rig_key(app, SDLK_RETURN, KMOD_CTRL);
    ok(app->dialog == BM_DIALOG_COMMENT);
    return app;
}

static const char *clipboard(void)
{
    static char text[256];
    char *const clip = SDL_GetClipboardText();
    snprintf(text, sizeof text, "%s", clip ? clip : "");
    SDL_free(clip);
    return text;
}

static void keys(void)
{
    struct bm_app *const app = comment();
    rig_text(app, "one two three");
    /* Words, a selection, copy and cut. */
    rig_key(app, SDLK_LEFT, KMOD_CTRL);
    eq_u64(app->ui.caret, 8);
    rig_key(app, SDLK_LEFT, KMOD_CTRL | KMOD_SHIFT);
    eq_u64(app->ui.caret, 4);
    eq_u64(app->ui.anchor, 8);
    rig_key(app, SDLK_c, KMOD_CTRL);
    eq_str(clipboard(), "two ");
    rig_key(app, SDLK_x, KMOD_CTRL);
    eq_str(app->comment, "one three");
    rig_key(app, SDLK_END, 0);
    rig_text(app, " ");
    rig_key(app, SDLK_v, KMOD_CTRL);
    eq_str(app->comment, "one three two ");
    /* What is typed replaces what is selected. */
    rig_key(app, SDLK_HOME, 0);
    rig_key(app, SDLK_RIGHT, KMOD_SHIFT);
    rig_key(app, SDLK_RIGHT, KMOD_SHIFT);
    rig_key(app, SDLK_RIGHT, KMOD_SHIFT);
    rig_text(app, "十");
    eq_str(app->comment, "十 three two ");
    eq_u64(app->ui.caret, 3);
    rig_key(app, SDLK_DELETE, KMOD_CTRL); /* the blank before the word */
    rig_key(app, SDLK_DELETE, KMOD_CTRL);
    eq_str(app->comment, "十two ");
    rig_key(app, SDLK_a, KMOD_CTRL);
    rig_key(app, SDLK_BACKSPACE, 0);
    eq_str(app->comment, "");
    rig_text(app, "ab cd");
    rig_key(app, SDLK_BACKSPACE, KMOD_CTRL);
    eq_str(app->comment, "ab ");
    rig_close(app);
}

static void several_lines(void)
{
    struct bm_app *app = comment();
    char text[256];
    rig_text(app, "first");
    rig_key(app, SDLK_RETURN, 0);
    rig_text(app, "二行目");
    rig_key(app, SDLK_RETURN, 0);
    rig_text(app, "x");
    eq_str(app->comment, "first\n二行目\nx");
    rig_key(app, SDLK_UP, 0);
    rig_key(app, SDLK_HOME, 0);
    eq_u64(app->ui.caret, 6);
    rig_key(app, SDLK_END, 0);
    eq_u64(app->ui.caret, 15);
    rig_key(app, SDLK_UP, KMOD_SHIFT); /* into the first line, to its end */
    eq_u64(app->ui.anchor, 15);
    ok(app->ui.caret <= 5);
    rig_key(app, SDLK_HOME, KMOD_CTRL);
    eq_u64(app->ui.caret, 0);
    rig_key(app, SDLK_DOWN, 0);
    eq_u64(app->ui.caret, 6);
    SDL_SetClipboardText("a\r\nb");
    rig_key(app, SDLK_v, KMOD_CTRL);
    eq_str(app->comment, "first\na\nb二行目\nx");
    rig_key(app, SDLK_RETURN, KMOD_CTRL);
    ok(app->dialog == BM_DIALOG_NONE);
    bm_desktop_session_comment(&app->session, text, sizeof text);
    eq_str(text, "first\na\nb二行目\nx");
    /* A long one is wrapped, and its caret is seen. */
    rig_key(app, SDLK_RETURN, KMOD_CTRL);
    for (int i = 0; i < 60; i++)
        rig_text(app, "a long comment ");
    const struct bm_widget *const w = rig_widget(app, "comment text");
    ok(w && bm_box_has(w->box, app->ui.text_box.x, app->ui.text_box.y));
    eq_u64(strlen(app->comment), strlen(text) + 60 * 15);
    rig_close(app);
}

static void mouse(void)
{
    struct bm_app *const app = comment();
    rig_text(app, "alpha beta gamma");
    const struct bm_widget *const w = rig_widget(app, "comment text");
    if (!w)
        tap_bail("no field");
    const bm_box box = w->box;
    const int y = app->ui.text_box.y + app->ui.text_box.h / 2;
    /* Drawn from the middle to the far right. */
    rig_motion(app, app->ui.text_box.x - 2, y);
    rig_button(app, SDL_BUTTON_LEFT, true, app->ui.text_box.x - 2, y);
    rig_motion(app, box.x + 6, y);
    rig_button(app, SDL_BUTTON_LEFT, false, box.x + 6, y);
    eq_u64(app->ui.anchor, 16);
    eq_u64(app->ui.caret, 0);
    rig_key(app, SDLK_c, KMOD_CTRL);
    eq_str(clipboard(), "alpha beta gamma");
    /* A click ends the selection, two select a word. */
    rig_click_at(app, box.x + 12, y);
    ok(app->ui.caret == app->ui.anchor && app->ui.caret < 3);
    SDL_PushEvent(&(SDL_Event){.button = {.type = SDL_MOUSEBUTTONDOWN,
                                          .button = SDL_BUTTON_LEFT,
                                          .clicks = 2,
                                          .x = box.x + 12,
                                          .y = y}});
    rig_step(app);
    rig_button(app, SDL_BUTTON_LEFT, false, box.x + 12, y);
    rig_key(app, SDLK_x, KMOD_CTRL);
    eq_str(clipboard(), "alpha");
    eq_str(app->comment, " beta gamma");
    rig_close(app);
}

/* The field for moves gives the keys back to the board. */
static void back_to_the_board(void)
{
    struct bm_app *const app = rig_open("chess", "me", "me");
    rig_text(app, "e4");
    ok(app->ui.wants_text);
    rig_key(app, SDLK_RETURN, 0);
    eq_u64(bm_ctx_plies(app->session.ctx), 1);
    ok(!app->ui.wants_text);
    rig_key(app, SDLK_LEFT, 0);
    eq_u64(bm_ctx_plies(app->session.ctx), 0);
    rig_key(app, SDLK_RIGHT, 0);
    eq_u64(bm_ctx_plies(app->session.ctx), 1);
    rig_text(app, "xx"); /* is not a move: it stays, to be mended */
    rig_key(app, SDLK_RETURN, 0);
    ok(app->ui.wants_text);
    eq_str(app->move_input, "xx");
    ok(rig_move(app, "e7e5", false)); /* with the mouse instead */
    ok(!app->ui.wants_text);
    rig_key(app, SDLK_LEFT, 0);
    eq_u64(bm_ctx_plies(app->session.ctx), 1);
    rig_close(app);
}

int main(void)
{
    rig_setup();
    keys();
    several_lines();
    mouse();
    back_to_the_board();
    return tap_done();
}
