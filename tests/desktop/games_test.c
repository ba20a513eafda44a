/* SPDX-License-Identifier: MIT */
/* Whole games with the mouse: to mate, to a repetition, with drops and promotions. */
#include "rig.h"

static void fools_mate(void)
{
    struct bm_app *const app = rig_open("chess", "me", "me");
    eq_u64(rig_moves(app, "f2f3 e7e5 g2g4 d8h4"), 4);
    const struct bm_match_state state = rig_state(app);
    ok(state.stage == BM_MATCH_OVER);
    ok(state.outcome.result == BM_SECOND_WINS);
    ok(state.outcome.reason == BM_REASON_CHECKMATE);
    ok(app->dialog == BM_DIALOG_GAME_OVER);
    rig_key(app, SDLK_ESCAPE, 0);
    ok(app->dialog == BM_DIALOG_NONE);
    rig_close(app);
}

/* Castling, en passant, promotion by the chooser, and the fifth time of a position. */
static void all_of_chess(void)
{
    struct bm_app *const app = rig_open("chess", "me", "me");
    eq_u64(rig_moves(app, "e2e4 a7a6 e4e5 d7d5 e5d6 a6a5 g1f3 a5a4 f1e2 a4a3 e1g1 a3b2 d6c7 "
                          "b2a1q c7d8n e8d8"),
           16);
    eq_u64(bm_ctx_piece(app->session.ctx, 6), bm_piece_of(BM_CHESS_KING, BM_FIRST));
    eq_u64(bm_ctx_piece(app->session.ctx, 0), bm_piece_of(BM_CHESS_QUEEN, BM_SECOND));
    rig_close(app);
}

/* The third time a draw can be claimed, and need not be; the fifth time it is one. */
static void chess_repetition(void)
{
    static const char round[] = "g1f3 g8f6 f3g1 f6g8";
    struct bm_app *const app = rig_open("chess", "me", "me");
    char text[BM_DESKTOP_TEXT];
    eq_u64(rig_moves(app, round), 4);
    ok(rig_state(app).outcome.claims == 0);
    eq_u64(rig_moves(app, round), 4);
    ok(rig_state(app).stage == BM_MATCH_PLAYING);
    ok(rig_state(app).outcome.claims == BM_CLAIM_REPETITION);
    bm_desktop_session_status_text(&app->session, text, sizeof text);
    ok_named(strstr(text, "can be claimed") != NULL, "%s", text);
    eq_u64(rig_moves(app, round), 4);
    ok(rig_state(app).stage == BM_MATCH_PLAYING);
    eq_u64(rig_moves(app, round), 4);
    ok(rig_state(app).stage == BM_MATCH_OVER);
    ok(rig_state(app).outcome.result == BM_DRAW);
    ok(rig_state(app).outcome.reason == BM_REASON_REPETITION);
    rig_close(app);
}

static void chess_claim(void)
{
    struct bm_app *const app = rig_open("chess", "me", "me");
    eq_u64(rig_moves(app, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1"), 7);
    rig_key(app, SDLK_d, KMOD_CTRL); /* too soon: it is an offer */
    ok(rig_state(app).stage == BM_MATCH_PLAYING && rig_state(app).offer[BM_SECOND]);
    ok(rig_move(app, "f6g8", false));
    rig_key(app, SDLK_d, KMOD_CTRL);
    ok(rig_state(app).stage == BM_MATCH_OVER);
    ok(rig_state(app).outcome.result == BM_DRAW);
    ok(rig_state(app).outcome.reason == BM_REASON_REPETITION);
    rig_close(app);
}

static void shogi_drops(void)
{
    struct bm_app *const app = rig_open("shogi", "me", "me");
    /* Bishops are exchanged and dropped, a silver is dropped with check, a lance falls. */
    eq_u64(rig_moves(app, "7g7f 3c3d 8h2b+ 3a2b B*5e 2b3c 5e3c+ 2a3c S*6b"), 9);
    eq_u64(bm_ctx_hand(app->session.ctx, BM_SECOND, BM_SHOGI_BISHOP), 2);
    eq_u64(rig_moves(app, "5a6b 2g2f B*5e 2f2e 5e9i+"), 5);
    eq_u64(bm_ctx_piece(app->session.ctx, 80), bm_piece_of(BM_SHOGI_HORSE, BM_SECOND));
    rig_key(app, SDLK_r, KMOD_CTRL);
    ok(app->dialog == BM_DIALOG_CONFIRM);
    ok(rig_press(app, "Yes"));
    ok(rig_state(app).outcome.reason == BM_REASON_RESIGNATION);
    rig_close(app);
}

/* A strong player against a weak one, from the start to mate. */
static void whole_game(const char *variant)
{
    struct bm_app *const app = rig_open(NULL, NULL, NULL);
    struct bm_search *search;
    struct bm_search_result best;
    unsigned moves = 0, drops = 0, promotions = 0;
    app->session.seed = 7;
    snprintf(app->prefs.variant, sizeof app->prefs.variant, "%s", variant);
    snprintf(app->prefs.seat[0], sizeof app->prefs.seat[0], "me");
    snprintf(app->prefs.seat[1], sizeof app->prefs.seat[1], "builtin:1");
    ok(bm_new_game_begin(app));
    rig_step(app);
    const struct bm_search_options options = {.level = 5, .seed = 1};
    if (bm_search_create(&search, app->session.rules, &options))
        tap_bail("out of memory");
    while (rig_state(app).stage == BM_MATCH_PLAYING && moves < 200) {
        char text[BM_COORDINATES];
        const struct bm_search_hooks hooks = {.user = NULL};
        const struct bm_think limits = {.nodes = 20000};
        if (bm_search_go(search, app->session.ctx, &limits, &hooks, &best))
            break;
        bm_move_format(best.best, app->session.rules, text, sizeof text);
        if (!bm_move_is_drop(best.best) && bm_move_promotes(best.best))
            promotions++;
        drops += bm_move_is_drop(best.best);
        const unsigned plies = bm_ctx_plies(bm_match_ctx(app->session.match));
        bm_move m;
        if (bm_move_parse(&m, app->session.ctx, text, strlen(text), NULL))
            break;
        const bm_box to = bm_board_square_box(app, bm_move_to(m));
        rig_drag(app,
                 bm_move_is_drop(m) ? bm_hand_box(app, BM_FIRST, bm_move_from(m))
                                    : bm_board_square_box(app, bm_move_from(m)),
                 to);
        if (app->view.choices) {
            char label[BM_UI_LABEL];
            snprintf(label, sizeof label, "choose %s", text);
            rig_press(app, label);
        }
        if (bm_ctx_plies(bm_match_ctx(app->session.match)) == plies) {
            printf("# %s was not made: %s\n", text, app->message);
            break;
        }
        moves++;
        rig_until(app, rig_state(app).stage == BM_MATCH_OVER ||
                           (rig_state(app).turn == BM_FIRST &&
                            !bm_table_is_thinking(app->session.table)));
    }
    const struct bm_match_state state = rig_state(app);
    ok_named(state.outcome.reason == BM_REASON_CHECKMATE,
             "%s: %u moves, %u drops, %u promotions, %s", variant, moves, drops, promotions,
             bm_reason_text(state.outcome.reason, BM_EN));
    ok(state.outcome.result == BM_FIRST_WINS);
    ok(app->dialog == BM_DIALOG_GAME_OVER);
    bm_search_destroy(search);
    rig_close(app);
}

static void mate_from_position(void)
{
    struct bm_app *const app = rig_open("shogi", "me", "me");
    SDL_SetClipboardText("4k4/9/4P4/9/9/9/9/9/4K4 b G 1");
    rig_key(app, SDLK_v, KMOD_CTRL);
    ok(app->session.study != NULL);
    snprintf(app->prefs.seat[0], sizeof app->prefs.seat[0], "me");
    snprintf(app->prefs.seat[1], sizeof app->prefs.seat[1], "me");
    rig_key(app, SDLK_p, KMOD_CTRL);
    ok(app->session.match != NULL);
    ok(rig_move(app, "G*5b", true));
    ok(rig_state(app).outcome.reason == BM_REASON_CHECKMATE);
    ok(rig_state(app).outcome.result == BM_FIRST_WINS);
    rig_close(app);
}

static void shogi_repetition(void)
{
    struct bm_app *const app = rig_open("shogi", "me", "me");
    unsigned made = 0;
    for (int i = 0; i < 3; i++)
        made += rig_moves(app, "2h3h 8b7b 3h2h 7b8b");
    eq_u64(made, 12);
    ok(rig_state(app).stage == BM_MATCH_OVER);
    ok(rig_state(app).outcome.result == BM_DRAW);
    ok(rig_state(app).outcome.reason == BM_REASON_REPETITION);
    rig_close(app);
}

/* Esc in the chooser: board and hands exactly as before. */
static void chooser_cancels(void)
{
    struct bm_app *const app = rig_open("shogi", "me", "me");
    char before[BM_POSITION_TEXT], after[BM_POSITION_TEXT];
    eq_u64(rig_moves(app, "7g7f 3c3d"), 2);
    rig_position(app, before, sizeof before);
    bm_move m;
    if (bm_move_parse(&m, app->session.ctx, "8h2b+", 5, NULL))
        tap_bail("8h2b+ is a move");
    rig_drag(app, bm_board_square_box(app, bm_move_from(m)),
             bm_board_square_box(app, bm_move_to(m)));
    eq_u64(app->view.choices, 2);
    rig_key(app, SDLK_ESCAPE, 0);
    eq_u64(app->view.choices, 0);
    ok(app->view.selected == BM_SQ_NONE && !app->view.dragging);
    rig_position(app, after, sizeof after);
    eq_str(after, before);
    eq_u64(bm_ctx_plies(app->session.ctx), 2);
    ok(rig_move(app, "8h2b", false));
    rig_close(app);
}

static void refusals(void)
{
    struct bm_app *const app = rig_open("chess", "me", "me");
    ok(!rig_move(app, "e2e5", true));
    ok_named(strlen(app->message) > 10 && app->message_is_warning, "the reason is shown: %s",
             app->message);
    ok(app->view.selected == BM_SQ_NONE);
    ok(!rig_move(app, "e7e5", false));
    ok(app->message[0] != '\0');
    rig_close(app);
}

int main(void)
{
    rig_setup();
    fools_mate();
    all_of_chess();
    chess_repetition();
    chess_claim();
    shogi_drops();
    whole_game("chess");
    whole_game("shogi");
    mate_from_position();
    shogi_repetition();
    chooser_cancels();
    refusals();
    return tap_done();
}
