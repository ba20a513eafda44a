/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "banmen/message.h"
#include "banmen/shuffle.h"
#include "cli/play/play.h"

enum { TICK = 1000 };

/* The prompt: whose turn, and the time left. */
static size_t write_prompt(void *user, char *buf, size_t cap)
{
    const struct bm_play *const p = user;
    struct bm_match_state state;
    char clock[48];
    bm_match_state(p->match, &state);
    if (state.stage == BM_MATCH_OVER)
        return (size_t)snprintf(
            buf, cap, "%s",
            TR(p, "undo, save, new, rematch or quit> ", "待った・保存・新規・再戦・終了> "));
    bm_play_clock(p, state.turn, clock, sizeof clock);
    const char *const doing =
        p->player[0].failed || p->player[1].failed ? TR(p, " waits", " 待機中")
        : state.stage == BM_MATCH_WAITING ? TR(p, ", engine starts", " エンジン起動中")
        : bm_table_is_thinking(p->table)  ? TR(p, " thinks", " 思考中")
                                          : "";
    return (size_t)snprintf(buf, cap, "%s%s%s%s> ", bm_play_side(p, state.turn),
                            *clock ? " " : "", clock, doing);
}

/* Whether an engine, a level or a hint has not answered yet: plain input waits for it. */
static bool is_busy(void *user)
{
    const struct bm_play *const p = user;
    struct bm_match_state state;
    bm_match_state(p->match, &state);
    if (p->player[0].failed || p->player[1].failed || state.stage == BM_MATCH_OVER)
        return false;
    return state.stage == BM_MATCH_WAITING || p->hint.analyser ||
           bm_table_is_thinking(p->table);
}

static void redraw_board(void *user) { bm_play_draw(user); }

/* Update the clock of the prompt every second. */
static void on_second(void *user)
{
    struct bm_play *const p = user;
    const struct bm_clock *const clock = bm_match_clock(p->match);
    if (clock->running && clock->times.side[clock->turn].kind != BM_CLOCK_NONE)
        bm_prompt_touch(p->prompt);
    bm_timer_set(&p->second, &p->loop, TICK, on_second, p);
}

/* Which of its shuffled starts the game began from. */
static void tell_number(struct bm_play *p)
{
    uint64_t number;
    if (bm_setup_number(bm_game_start(bm_match_game(p->match)), p->s.rules, &number))
        bm_play_print(p,
                      TR(p, "Start number %" PRIu64 " of %" PRIu64,
                         "初期配置 %" PRIu64 "番（全%" PRIu64 "通り）"),
                      number, bm_setup_shuffles(p->s.rules));
}

void bm_play_greet(struct bm_play *p)
{
    if (bm_prompt_has_screen(p->prompt)) {
        bm_play_draw(p);
        tell_number(p);
        return;
    }
    char first[96], second[96], status[256];
    bm_play_name(p, BM_FIRST, first, sizeof first);
    bm_play_name(p, BM_SECOND, second, sizeof second);
    bm_play_status(p, status, sizeof status);
    bm_play_print(p, "%s: %s%s%s%s, %s%s%s%s", p->s.info->title[p->s.lang],
                  bm_play_side(p, BM_FIRST), *first ? " (" : "", first, *first ? ")" : "",
                  bm_play_side(p, BM_SECOND), *second ? " (" : "", second, *second ? ")" : "");
    tell_number(p);
    bm_play_print(p, "%s", status);
}

/* Lines until the end; the exit status. */
static int read_commands(struct bm_play *p)
{
    while (!p->leaving) {
        const char *line;
        const enum bm_prompt_got got = bm_prompt_read(p->prompt, &line);
        if (got == PROMPT_LINE) {
            p->asked = false;
            bm_play_line(p, line);
            continue;
        }
        if (got == PROMPT_END)
            break;
        if (got == PROMPT_TERMINATE || !bm_prompt_has_screen(p->prompt) || p->asked)
            return EXIT_INTERRUPTED;
        if (bm_table_is_thinking(p->table)) {
            bm_table_hurry(p->table);
            continue;
        }
        p->asked = true;
        bm_play_print(p, "%s",
                      TR(p, "Leave the game? Ctrl-C once more, or 'quit'",
                         "対局を離れますか？ もう一度 Ctrl-C、または「終了」"));
    }
    return EXIT_YES;
}

/* --start N is the shuffled start of that number. */
static int choose_start(struct bm_play *p)
{
    struct bm_option_value *const o = p->own_args.option;
    if (!o[OPT_START].given)
        return 0;
    if (o[OPT_POSITION].given) {
        fprintf(stderr, "banmen: --start and --position both name the start\n");
        return EXIT_USAGE;
    }
    snprintf(p->chosen, sizeof p->chosen, "shuffle:%" PRIu64, (uint64_t)o[OPT_START].number);
    o[OPT_POSITION] = (struct bm_option_value){.given = true, .text = p->chosen};
    return 0;
}

/* A start that is drawn by lot follows from the seed, and each game has another. */
static void draw_lot(struct bm_play *p)
{
    struct bm_option_value *const v = &p->own_args.option[OPT_POSITION];
    struct bm_setup setup;
    uint64_t number = 0;
    if (v->given && strcmp(v->text, "shuffle") != 0 && v->text != p->lot)
        return;
    const bool drawn = bm_setup_draw(&setup, p->s.rules, p->seed + p->games, &number);
    p->lot[0] = '\0';
    if (v->given || drawn) { /* a game that is not shuffled is refused with its reason */
        snprintf(p->lot, sizeof p->lot, "shuffle:%" PRIu64, number);
        *v = (struct bm_option_value){.given = true, .text = p->lot};
    }
}

struct bm_match *bm_play_make(struct bm_play *p)
{
    struct bm_diagnostic t;
    struct bm_setup start;
    struct bm_match *match;
    struct bm_error err = {.what = ""};
    draw_lot(p);
    if (!bm_command_position_load(&p->s, &t)) {
        bm_diagnostic_report(&p->s, &t);
        return NULL;
    }
    p->games++;
    bm_ctx_setup(p->s.ctx, &start);
    const struct bm_match_options options = {
        .rules = p->s.rules,
        .start = p->args->option[OPT_POSITION].given ? &start : NULL,
        .choices = &p->s.options,
        .times = p->times};
    const bm_status status = bm_match_create(&match, &options, &err);
    if (!status)
        return match;
    char said[BM_MESSAGE_TEXT];
    (void)bm_message_format(*err.what ? err.what : bm_status_text(status), p->s.lang,
                            p->s.rules, said, sizeof said);
    fprintf(stderr, "banmen: %s\n", said);
    return NULL;
}

/* The word behind 'play' is a variant, like -v. */
static void move_variant(struct bm_args *args)
{
    if (args->count != 0)
        args->option[OPT_VARIANT] =
            (struct bm_option_value){.given = true, .text = args->rest[0]};
    args->count = 0;
}

static int read_play_options(struct bm_play *p)
{
    const struct bm_option_value *const o = p->args->option;
    struct bm_error err = {.what = ""};
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_REALTIME, &now);
    p->seed = o[OPT_SEED].given ? o[OPT_SEED].number
                                : (uint64_t)now.tv_sec * 1000000007u + (uint64_t)now.tv_nsec;
    if (o[OPT_CLOCK].given &&
        bm_times_parse(&p->times, o[OPT_CLOCK].text, strlen(o[OPT_CLOCK].text), &err)) {
        char said[BM_MESSAGE_TEXT];
        (void)bm_message_format(err.what, bm_args_lang(p->args), NULL, said, sizeof said);
        fprintf(stderr, "banmen: --clock: %s\n", said);
        return EXIT_USAGE;
    }
    if (o[OPT_SAVE].given)
        p->saved_as = bm_play_copy(o[OPT_SAVE].text);
    if (o[OPT_LOAD].given && o[OPT_RESUME].given) {
        fprintf(stderr, "banmen: --load and --resume both name the game to go on with\n");
        return EXIT_USAGE;
    }
    if (o[OPT_RESUME].given && (!p->autosave || access(p->autosave, R_OK) != 0)) {
        fprintf(stderr,
                "banmen: there is no game to go on with: none was left before its end\n");
        return EXIT_USAGE;
    }
    p->colours = o[OPT_COLOR].given && o[OPT_COLOR].number == COLOR_ALWAYS;
    if (!o[OPT_COLOR].given || o[OPT_COLOR].number == COLOR_AUTO)
        p->colours = isatty(STDOUT_FILENO) && !getenv("NO_COLOR");
    return 0;
}

/* Set up the players, show the board, and play. */
static int play_game(struct bm_play *p)
{
    const struct bm_option_value *const o = p->args->option;
    const char *const file = o[OPT_LOAD].given     ? o[OPT_LOAD].text
                             : o[OPT_RESUME].given ? p->autosave
                                                   : NULL;
    int status = read_play_options(p);
    if (!status)
        status = choose_start(p);
    if (!status && !file)
        status = bm_play_seat_options(p);
    if (status)
        return status;
    const struct bm_prompt_hooks hooks = {is_busy, write_prompt, bm_play_offer, redraw_board,
                                          p};
    char *const history = bm_play_state_file("history", isatty(STDIN_FILENO));
    p->prompt = bm_prompt_open(&p->loop, &hooks, history, true);
    free(history);
    if (!p->prompt)
        return EXIT_USAGE;
    if (file) {
        if (!bm_play_resume_file(p, file))
            return EXIT_USAGE;
    } else {
        struct bm_match *const match = bm_play_make(p);
        if (!match)
            return EXIT_USAGE;
        if (!bm_play_begin(p, match)) {
            bm_match_destroy(match);
            return EXIT_USAGE;
        }
        bm_play_greet(p);
    }
    if (bm_prompt_has_screen(p->prompt))
        bm_timer_set(&p->second, &p->loop, TICK, on_second, p);
    status = read_commands(p);
    if (o[OPT_SAVE].given && !bm_play_save(p, o[OPT_SAVE].text))
        status = EXIT_USAGE;
    bm_play_keep(p);
    return status;
}

static void finish_play(struct bm_play *p)
{
    /* Signals are still caught, so that all engines end. */
    bm_play_drop_hint(p);
    bm_play_quit_engines(p);
    bm_prompt_close(p->prompt);
    p->prompt = NULL;
    bm_timer_close(&p->second, NULL, NULL);
    bm_play_leave_seats(p);
    bm_table_destroy(p->table);
    bm_match_destroy(p->match);
    bm_loop_fini(&p->loop);
    bm_command_position_close(&p->s);
    free(p->offers);
    free(p->autosave);
    free(p->saved_as);
}

int bm_cmd_play(const struct bm_args *args)
{
    struct bm_play p = {.own_args = *args};
    move_variant(&p.own_args);
    p.args = &p.own_args;
    bm_seated_player_init(&p.player[0]);
    bm_seated_player_init(&p.player[1]);
    if (bm_loop_init(&p.loop)) {
        fprintf(stderr, "banmen: out of memory\n");
        return EXIT_USAGE;
    }
    p.autosave = bm_play_state_file("last-game.json", isatty(STDIN_FILENO));
    int status = bm_command_position_open(&p.s, &p.own_args);
    if (!status)
        status = play_game(&p);
    finish_play(&p);
    return status;
}
