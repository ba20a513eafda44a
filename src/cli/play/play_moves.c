/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text_width.h"
#include "cli/play/play.h"
#include "session/move_input.h"

bool bm_play_read(const struct bm_play *p, const char *s, size_t len, bm_move *out, bool *known,
                  char *why, size_t cap)
{
    return bm_move_input_parse(bm_match_ctx(p->match), s, len, p->s.lang, out, known, why, cap);
}

static void say_refused(struct bm_play *p, const char *s, size_t len, enum bm_refusal why)
{
    bm_play_print(p, TR(p, "%.*s: not played: %s", "%.*s: 指せません: %s"), (int)len, s,
                  bm_refusal_text(why, p->s.lang));
}

/* Play a legal move for the side to move, if a person moves it. */
static bool play_typed_move(struct bm_play *p, const char *s, size_t len, bm_move m)
{
    const unsigned turn = bm_ctx_turn(bm_match_ctx(p->match));
    struct bm_action action = {.act = BM_ACT_MOVE, .side = turn, .move = m};
    enum bm_refusal r = BM_REFUSAL_NOT_YOUR_TURN;
    if (bm_play_is_person(p, turn))
        r = bm_table_act(p->table, &action);
    if (r == BM_REFUSAL_NONE)
        return true;
    say_refused(p, s, len, r);
    return false;
}

/* One word; false if it was not played. *known: it is a move. */
static bool play_word(struct bm_play *p, const char *s, size_t len, bool *known)
{
    char why[512];
    bm_move m;
    if (bm_play_read(p, s, len, &m, known, why, sizeof why))
        return play_typed_move(p, s, len, m);
    if (*known && !bm_play_is_person(p, bm_ctx_turn(bm_match_ctx(p->match))))
        say_refused(p, s, len, BM_REFUSAL_NOT_YOUR_TURN);
    else if (*known)
        bm_play_print(p, TR(p, "%.*s: not played: %s", "%.*s: 指せません: %s"), (int)len, s,
                      why);
    return false;
}

bool bm_play_moves(struct bm_play *p, const char *line)
{
    const char *const end = line + strlen(line);
    char why[512];
    bool known = false, any = false;
    bm_move m;
    if (bm_play_read(p, line, (size_t)(end - line), &m, &known, why, sizeof why)) {
        play_typed_move(p, line, (size_t)(end - line), m);
        return true;
    }
    for (const char *s = line; s != end;) {
        s = bm_move_input_skip_number(s, end);
        const size_t len = strcspn(s, ", \t");
        if (len != 0) {
            if (!play_word(p, s, len, &known)) {
                if (any && !known)
                    bm_play_print(
                        p, TR(p, "%.*s: this is not a move", "%.*s: 指し手ではありません"),
                        (int)len, s);
                s += len;
                s += strspn(s, ", \t");
                if (s != end && (any || known))
                    bm_play_print(p, TR(p, "not played either: %s", "指されなかった残り: %s"),
                                  s);
                return any || known;
            }
            any = true;
        }
        s += len;
        s += strspn(s, ", \t");
    }
    return any;
}

/* The square of a name; in shogi also 77, ７七. BM_SQ_NONE if there is none. */
static bm_sq find_square(const struct bm_play *p, const char *name)
{
    static const char *const digits[2][9] = {
        {"１", "２", "３", "４", "５", "６", "７", "８", "９"},
        {"一", "二", "三", "四", "五", "六", "七", "八", "九"}};
    char want[BM_COORDINATES] = "", text[BM_COORDINATES];
    size_t n = 0;
    for (const char *c = name; *c != '\0' && n + 1 < sizeof want;) {
        unsigned digit = 0;
        for (unsigned i = 0; i < 18 && digit == 0; i++) {
            if (strncmp(c, digits[i / 9][i % 9], 3) == 0)
                digit = i % 9 + 1;
        }
        want[n++] = digit ? (char)('0' + digit) : *c;
        c += digit ? 3 : 1;
    }
    if (p->s.info->dialect == BM_DIALECT_USI && n == 2 && want[1] >= '1' && want[1] <= '9')
        want[1] = (char)('a' + want[1] - '1');
    for (unsigned sq = 0; sq < p->s.info->squares; sq++) {
        if (bm_rules_has_square(p->s.rules, (bm_sq)sq) &&
            bm_sq_format((bm_sq)sq, p->s.rules, text, sizeof text) != 0 &&
            strcmp(text, want) == 0)
            return (bm_sq)sq;
    }
    return BM_SQ_NONE;
}

/* The kind of "P*" or "N@", or a kind's name; BM_MAX_KINDS if there is none. */
static unsigned find_kind(const struct bm_play *p, const char *name)
{
    const size_t len = strcspn(name, "*@");
    for (unsigned k = 0; k < p->s.info->kinds; k++) {
        const char *const letter = bm_rules_kind_letter(p->s.rules, k);
        if (*letter &&
            ((name[len] != '\0' && strlen(letter) == len && strncmp(letter, name, len) == 0) ||
             strcmp(bm_rules_kind_name(p->s.rules, k, BM_EN), name) == 0 ||
             strcmp(bm_rules_kind_name(p->s.rules, k, BM_JA), name) == 0))
            return k;
    }
    return BM_MAX_KINDS;
}

static int compare_moves(const void *a, const void *b) { return strcmp(a, b); }

/* The moves in columns. */
static void print_moves(struct bm_play *p, const bm_move *moves, size_t count)
{
    const struct bm_ctx *const ctx = bm_match_ctx(p->match);
    char(*const text)[BM_MOVE_TEXT] = malloc((count + !count) * sizeof *text);
    size_t width = 0;
    if (!text) {
        bm_play_print(p, "%s", bm_refusal_text(BM_REFUSAL_NO_MEMORY, p->s.lang));
        return;
    }
    for (size_t i = 0; i < count; i++) {
        bm_play_write(p, ctx, moves[i], text[i], sizeof text[i]);
        const size_t one = bm_text_width(text[i]);
        width = one > width ? one : width;
    }
    qsort(text, count, sizeof *text, compare_moves);
    const size_t line = 80 / (width + 2) ? 80 / (width + 2) : 1;
    for (size_t i = 0; i < count; i++) {
        const bool last = i % line == line - 1 || i + 1 == count;
        printf("%s%*s", text[i], last ? 0 : (int)(width + 2 - bm_text_width(text[i])), "");
        if (last)
            putchar('\n');
    }
    free(text);
}

void bm_play_list(struct bm_play *p, const char *square)
{
    const struct bm_ctx *const ctx = bm_match_ctx(p->match);
    bm_move *const moves = malloc(BM_MAX_MOVES * sizeof *moves);
    const bm_sq sq = *square ? find_square(p, square) : BM_SQ_NONE;
    const unsigned kind = *square && sq == BM_SQ_NONE ? find_kind(p, square) : BM_MAX_KINDS;
    struct bm_match_state state;
    bm_match_state(p->match, &state);
    if (!moves) {
        bm_play_print(p, "%s", bm_refusal_text(BM_REFUSAL_NO_MEMORY, p->s.lang));
        return;
    }
    if (*square && sq == BM_SQ_NONE && kind == BM_MAX_KINDS) {
        bm_play_print(p, TR(p, "%s: there is no such square", "%s: そのようなマスはありません"),
                      square);
    } else if (state.stage == BM_MATCH_OVER) {
        bm_play_print(p, "%s", bm_refusal_text(BM_REFUSAL_OVER, p->s.lang));
    } else {
        const size_t n = sq != BM_SQ_NONE ? bm_ctx_moves_from(ctx, sq, moves, BM_MAX_MOVES)
                         : kind != BM_MAX_KINDS ? bm_ctx_drops(ctx, kind, moves, BM_MAX_MOVES)
                                                : bm_ctx_moves(ctx, moves, BM_MAX_MOVES);
        bm_play_print(p, TR(p, "%zu legal %s", "合法手 %zu手%s"), n,
                      TR(p, n == 1 ? "move" : "moves", ""));
        print_moves(p, moves, n);
    }
    free(moves);
}
