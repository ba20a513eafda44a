/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/play/play.h"

/* Perform an action of the match; a refusal is printed. */
static bool do_action(struct bm_play *p, enum bm_act what, unsigned side, unsigned plies)
{
    const struct bm_action action = {.act = what, .side = side, .plies = plies};
    const enum bm_refusal r = bm_table_act(p->table, &action);
    if (r != BM_REFUSAL_NONE)
        bm_play_print(p, "%s", bm_refusal_text(r, p->s.lang));
    return r == BM_REFUSAL_NONE;
}

static struct bm_match_state state_of(const struct bm_play *p)
{
    struct bm_match_state state;
    bm_match_state(p->match, &state);
    return state;
}

/* A small number, 0 if there is none; false if it is something else. */
static bool read_command_count(struct bm_play *p, const char *arg, unsigned *out)
{
    char *end;
    const unsigned long n = strtoul(arg, &end, 10);
    if (*end != '\0' || n > UINT_MAX || arg[0] == '-') {
        bm_play_print(p, TR(p, "%s: this is not a number", "%s: 数ではありません"), arg);
        return false;
    }
    *out = (unsigned)n;
    return true;
}

static void do_moves(struct bm_play *p, const char *arg) { bm_play_list(p, arg); }

static void do_hint(struct bm_play *p, const char *arg)
{
    (void)arg;
    bm_play_hint(p);
}

static void do_undo(struct bm_play *p, const char *arg)
{
    unsigned n;
    if (read_command_count(p, arg, &n))
        do_action(p, BM_ACT_UNDO, bm_play_me(p), n);
}

static void do_redo(struct bm_play *p, const char *arg)
{
    unsigned n;
    if (read_command_count(p, arg, &n))
        do_action(p, BM_ACT_REDO, bm_play_me(p), n);
}

static void do_takeback(struct bm_play *p, const char *arg)
{
    unsigned n;
    if (!read_command_count(p, arg, &n))
        return;
    const bool alone = bm_play_is_person(p, BM_FIRST) && bm_play_is_person(p, BM_SECOND);
    if (!alone) {
        do_action(p, BM_ACT_UNDO, bm_play_me(p), n);
        return;
    }
    /* The side that moved last asks; both sides use the same keyboard. */
    const unsigned side = !bm_play_me(p);
    if (do_action(p, BM_ACT_ASK_TAKEBACK, side, n ? n : 1))
        bm_play_print(p,
                      TR(p, "%s asks to take back a move: accept or decline",
                         "%sが待ったを希望: 承諾／拒否"),
                      bm_play_side(p, side));
}

static void do_resign(struct bm_play *p, const char *arg)
{
    (void)arg;
    do_action(p, BM_ACT_RESIGN, bm_play_me(p), 0);
}

static void do_accept(struct bm_play *p, const char *arg)
{
    (void)arg;
    const struct bm_match_state state = state_of(p);
    for (unsigned side = 0; side < 2; side++) {
        if (state.takeback[side]) {
            do_action(p, BM_ACT_GRANT_TAKEBACK, !side, 0);
            return;
        }
    }
    do_action(p, BM_ACT_ACCEPT_DRAW, state.offer[BM_FIRST] ? BM_SECOND : BM_FIRST, 0);
}

static void do_decline(struct bm_play *p, const char *arg)
{
    (void)arg;
    const struct bm_match_state state = state_of(p);
    for (unsigned side = 0; side < 2; side++) {
        if (state.takeback[side]) {
            do_action(p, BM_ACT_REFUSE_TAKEBACK, !side, 0);
            return;
        }
    }
    do_action(p, BM_ACT_DECLINE_DRAW, state.offer[BM_FIRST] ? BM_SECOND : BM_FIRST, 0);
}

static void do_draw(struct bm_play *p, const char *arg)
{
    (void)arg;
    const unsigned me = bm_play_me(p);
    if (state_of(p).offer[!me]) {
        do_action(p, BM_ACT_ACCEPT_DRAW, me, 0);
        return;
    }
    if (!do_action(p, BM_ACT_OFFER_DRAW, me, 0))
        return;
    if (bm_play_is_person(p, !me)) {
        bm_play_print(
            p, TR(p, "%s offers a draw: accept or decline", "%sが引き分けを提案: 承諾／拒否"),
            bm_play_side(p, me));
        return;
    }
    const bool yes = bm_play_takes_draw(p, !me);
    if (do_action(p, yes ? BM_ACT_ACCEPT_DRAW : BM_ACT_DECLINE_DRAW, !me, 0) && !yes)
        bm_play_print(p, TR(p, "%s declines the draw", "%sは引き分けを断りました"),
                      bm_play_side(p, !me));
}

static void do_claim(struct bm_play *p, const char *arg)
{
    (void)arg;
    do_action(p, BM_ACT_CLAIM, bm_play_me(p), 0);
}

/* A failed declaration loses the game, so it must be confirmed. */
static void do_declare(struct bm_play *p, const char *arg)
{
    struct bm_impasse impasse;
    const unsigned me = bm_play_me(p);
    bm_ctx_impasse(bm_match_ctx(p->match), &impasse);
    const bool loses = impasse.result == (me ? BM_FIRST_WINS : BM_SECOND_WINS);
    if (loses && state_of(p).stage == BM_MATCH_PLAYING && strcmp(arg, "anyway") != 0) {
        bm_play_print(p,
                      TR(p,
                         "this declaration would lose: points %u of %u, king in zone: %s; "
                         "'declare anyway' does it",
                         "この宣言は負けになります: 点数 %u／%u、玉の入玉: %s。"
                         "「宣言 anyway」で実行"),
                      impasse.points, impasse.needed,
                      impasse.king_in_zone ? TR(p, "yes", "あり") : TR(p, "no", "なし"));
        return;
    }
    do_action(p, BM_ACT_DECLARE, me, 0);
}

static void do_pause(struct bm_play *p, const char *arg)
{
    (void)arg;
    do_action(p, BM_ACT_PAUSE, bm_play_me(p), 0);
}

static void do_resume(struct bm_play *p, const char *arg)
{
    (void)arg;
    do_action(p, BM_ACT_RESUME, bm_play_me(p), 0);
}

static void do_hurry(struct bm_play *p, const char *arg)
{
    (void)arg;
    bm_table_hurry(p->table);
}

static void do_clock(struct bm_play *p, const char *arg)
{
    (void)arg;
    char clock[48], spec[BM_TIMES_TEXT];
    bm_times_format(&bm_match_clock(p->match)->times, spec, sizeof spec);
    bm_play_print(p, TR(p, "time control: %s", "持ち時間: %s"), spec);
    for (unsigned side = 0; side < 2; side++) {
        bm_play_clock(p, side, clock, sizeof clock);
        if (*clock)
            bm_play_print(p, "%s: %s", bm_play_side(p, side), clock);
    }
}

static void do_save(struct bm_play *p, const char *arg)
{
    if (*arg || p->saved_as)
        bm_play_save(p, *arg ? arg : p->saved_as);
    else
        bm_play_print(
            p, "%s",
            TR(p, "save where? For example: save game.pgn", "保存先は？ 例: 保存 game.kif"));
}

static void do_load(struct bm_play *p, const char *arg)
{
    if (*arg == '\0') {
        bm_play_print(p, "%s",
                      TR(p, "load what? For example: load game.pgn",
                         "読み込むファイルは？ 例: 読込 game.kif"));
        return;
    }
    bm_play_resume_file(p, arg);
}

static void do_board(struct bm_play *p, const char *arg)
{
    (void)arg;
    bm_play_draw(p);
}

static void do_flip(struct bm_play *p, const char *arg)
{
    (void)arg;
    p->flip = !p->flip;
    bm_play_draw(p);
}

/* A choice as options have them; false after saying what it may be. */
static bool choose_word(struct bm_play *p, const char *arg, enum bm_opt option, unsigned *out)
{
    const char *const list = bm_cli_options[option].arg;
    if (bm_choice_find(out, list, arg))
        return true;
    bm_play_print(p, TR(p, "one of these: %s", "次のいずれか: %s"), list);
    return false;
}

static void do_pieces(struct bm_play *p, const char *arg)
{
    unsigned which;
    if (!choose_word(p, arg, OPT_PIECES, &which))
        return;
    p->own_args.option[OPT_PIECES] = (struct bm_option_value){.given = true, .number = which};
    bm_play_draw(p);
}

static void do_lang(struct bm_play *p, const char *arg)
{
    unsigned which;
    if (!choose_word(p, arg, OPT_LANG, &which))
        return;
    p->s.lang = which ? BM_JA : BM_EN;
    bm_play_tell(p);
}

static void do_color(struct bm_play *p, const char *arg)
{
    unsigned which;
    if (!choose_word(p, arg, OPT_COLOR, &which))
        return;
    p->colours =
        which == COLOR_ALWAYS || (which == COLOR_AUTO && bm_prompt_has_screen(p->prompt));
    bm_play_draw(p);
}

static void begin_again(struct bm_play *p, bool swap)
{
    struct bm_match *match = NULL;
    if (*p->lot)
        match = bm_play_make(p);
    else if (bm_match_rematch(&match, p->match, swap))
        match = NULL;
    if (!match) {
        bm_play_print(p, "%s", bm_refusal_text(BM_REFUSAL_NO_MEMORY, p->s.lang));
        return;
    }
    if (swap)
        bm_play_swap(p);
    if (bm_play_begin(p, match))
        bm_play_greet(p);
    else
        bm_match_destroy(match);
}

static void do_new(struct bm_play *p, const char *arg)
{
    (void)arg;
    begin_again(p, false);
}

static void do_rematch(struct bm_play *p, const char *arg)
{
    (void)arg;
    begin_again(p, true);
}

static void do_record(struct bm_play *p, const char *arg)
{
    enum bm_format format = bm_play_format(p);
    if (*arg)
        format = bm_format_find(arg, strlen(arg));
    if (format == BM_FORMAT_AUTO || format == BM_FORMAT_COUNT)
        bm_play_print(p, TR(p, "%s: there is no such format", "%s: そのような形式はありません"),
                      arg);
    else
        bm_play_print_record(p, format);
}

static void do_position(struct bm_play *p, const char *arg)
{
    (void)arg;
    char text[BM_POSITION_TEXT];
    bm_ctx_format(bm_match_ctx(p->match), 0, text, sizeof text);
    bm_play_print(p, "%s", text);
}

static void do_rules(struct bm_play *p, const char *arg)
{
    (void)arg;
    const char *const about = bm_rules_about(p->s.rules, p->s.lang);
    bm_play_print(p, "%s%s%s", p->s.info->title[p->s.lang], *about ? ": " : "", about);
}

static void do_restart(struct bm_play *p, const char *arg)
{
    (void)arg;
    bm_play_restart(p);
}

/* The seat that is meant by "hand" and "level": the one that failed, or the computer's. */
static unsigned computer_side(const struct bm_play *p)
{
    for (unsigned side = 0; side < 2; side++) {
        if (p->player[side].failed)
            return side;
    }
    return !bm_play_is_person(p, BM_FIRST) ? BM_FIRST : BM_SECOND;
}

static void replace_player(struct bm_play *p, unsigned side, unsigned level)
{
    if (!bm_play_replace(p, side, level)) {
        bm_play_print(p, "%s", bm_refusal_text(BM_REFUSAL_NO_MEMORY, p->s.lang));
        return;
    }
    if (level)
        bm_play_print(p, TR(p, "%s: level %u (%s)", "%s: レベル%u（%s）"),
                      bm_play_side(p, side), level, bm_level_text(level, p->s.lang));
    else
        bm_play_print(p, TR(p, "%s is moved by hand", "%sは手動で指します"),
                      bm_play_side(p, side));
}

static void do_hand(struct bm_play *p, const char *arg)
{
    (void)arg;
    replace_player(p, computer_side(p), 0);
}

static void do_level(struct bm_play *p, const char *arg)
{
    unsigned n;
    if (!read_command_count(p, arg, &n))
        return;
    if (n < 1 || n > BM_LEVELS)
        bm_play_print(p, TR(p, "levels are 1 to %d", "レベルは1から%dまでです"), BM_LEVELS);
    else
        replace_player(p, computer_side(p), n);
}

static void do_abort(struct bm_play *p, const char *arg)
{
    (void)arg;
    do_action(p, BM_ACT_ABORT, bm_play_me(p), 0);
}

static void do_quit(struct bm_play *p, const char *arg)
{
    (void)arg;
    p->leaving = true;
}

static void do_help(struct bm_play *p, const char *arg)
{
    (void)arg;
    bm_play_help(p);
}

const struct bm_play_command bm_play_commands[] = {
    {"help", "? ヘルプ", "", do_help, {"this list", "この一覧"}},
    {"moves",
     "合法手 候補",
     "[SQ]",
     do_moves,
     {"legal moves (of a square)", "合法手の一覧（マス指定）"}},
    {"hint", "ヒント", "", do_hint, {"a move that looks good", "よさそうな手"}},
    {"undo", "待った 戻す", "[N]", do_undo, {"take moves back", "手を戻す"}},
    {"redo", "進む やり直す", "[N]", do_redo, {"play them again", "戻した手を進める"}},
    {"resign", "投了", "", do_resign, {"give up", "投了する"}},
    {"draw", "引き分け 引分", "", do_draw, {"offer or accept a draw", "引き分けの提案・承諾"}},
    {"accept", "yes 承諾 はい", "", do_accept, {"agree to an offer", "申し出を受ける"}},
    {"decline", "no 拒否 いいえ", "", do_decline, {"refuse it", "申し出を断る"}},
    {"claim", "主張 千日手", "", do_claim, {"claim a draw by the rules", "規則による引き分け"}},
    {"declare", "宣言 入玉宣言", "", do_declare, {"declare impasse", "入玉宣言"}},
    {"takeback",
     "待った願い",
     "[N]",
     do_takeback,
     {"ask to take moves back", "相手に待ったを願う"}},
    {"clock", "時計", "", do_clock, {"the clocks", "持ち時間"}},
    {"pause", "中断", "", do_pause, {"stop the clocks", "時計を止める"}},
    {"resume", "再開", "", do_resume, {"go on", "再開する"}},
    {"hurry", "急ぐ", "", do_hurry, {"the computer moves now", "すぐに指させる"}},
    {"save",
     "保存",
     "[FILE]",
     do_save,
     {"write to .pgn, .kif, .csa ..", "棋譜を保存（.kif .pgn等）"}},
    {"load",
     "読込 読み込み",
     "FILE",
     do_load,
     {"go on with a saved game", "保存した対局を続ける"}},
    {"board", "盤 局面図", "", do_board, {"show the board", "盤を表示"}},
    {"flip", "反転", "", do_flip, {"turn the board", "盤を反転"}},
    {"pieces", "駒", "HOW", do_pieces, {"letters, symbols or kanji", "letters symbols kanji"}},
    {"color", "色", "WHEN", do_color, {"auto, always or never", "auto always never"}},
    {"lang", "言語", "en|ja", do_lang, {"the language", "言語"}},
    {"record",
     "棋譜",
     "[AS]",
     do_record,
     {"print the game (as kif ..)", "棋譜を表示（形式指定）"}},
    {"position", "局面", "", do_position, {"print FEN or SFEN", "FEN/SFENを表示"}},
    {"rules", "ルール", "", do_rules, {"what game this is", "このゲームの説明"}},
    {"restart", "再起動", "", do_restart, {"start the engine anew", "エンジンを再起動"}},
    {"hand", "手動", "", do_hand, {"move for the computer", "代わりに指す"}},
    {"level", "レベル", "N", do_level, {"a built-in player instead", "内蔵の相手に代える"}},
    {"new", "新規", "", do_new, {"a new game", "新しい対局"}},
    {"rematch", "再戦", "", do_rematch, {"a new game, sides changed", "先後を替えて再戦"}},
    {"abort", "中止", "", do_abort, {"end a game just begun", "始めた対局をやめる"}},
    {"quit",
     "exit q 終了",
     "",
     do_quit,
     {"leave (--resume goes on)", "終了（--resume で再開）"}},
    {NULL, NULL, NULL, NULL, {NULL, NULL}},
};
