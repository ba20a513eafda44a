/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/canvas.h"
#include "cli/play.h"

/* How sure we are that a text was meant as a move. */
enum sure { SURE_NOT, SURE_TEXT, SURE_MOVE, SURE_LEGAL };

static enum sure try_style(const struct bm_ctx *ctx, enum bm_move_style style, const char *s,
                           size_t len, bm_move *out, struct bm_error *err)
{
    *out = (bm_move){BM_MOVE_NONE};
    const bm_status status = bm_ctx_read_move(ctx, style, s, len, out, err);
    if (status == BM_OK)
        return SURE_LEGAL;
    if (status != BM_ERULE)
        return SURE_NOT;
    return out->bits == BM_MOVE_NONE ? SURE_TEXT : SURE_MOVE;
}

bool bm_play_read(const struct bm_play *p, const char *s, size_t len, bm_move *out, bool *known,
                  char *why, size_t cap)
{
    static const enum bm_move_style styles[2][6] = {
        [BM_DIALECT_UCI] = {BM_STYLE_SAN, BM_STYLE_COORDINATES, BM_STYLE_LONG,
                            BM_STYLE_FIGURINE, BM_STYLE_JAPANESE, BM_STYLE_CSA},
        [BM_DIALECT_USI] = {BM_STYLE_COORDINATES, BM_STYLE_JAPANESE, BM_STYLE_CSA,
                            BM_STYLE_WESTERN, BM_STYLE_KIF, BM_STYLE_SAN}};
    const struct bm_ctx *const ctx = bm_match_ctx(p->match);
    enum sure best = SURE_NOT;
    struct bm_error best_err = {.what = ""};
    bm_move meant = {BM_MOVE_NONE};
    for (unsigned i = 0; i < 6 && best != SURE_LEGAL; i++) {
        struct bm_error err = {.what = ""};
        bm_move m;
        const enum sure sure = try_style(ctx, styles[p->s.info->dialect][i], s, len, &m, &err);
        if (sure > best) {
            best = sure;
            best_err = err;
            meant = m;
        }
    }
    *known = best != SURE_NOT;
    *out = meant;
    if (best == SURE_LEGAL)
        return true;
    const bm_faults faults = best == SURE_MOVE ? bm_ctx_judge(ctx, meant) : 0;
    if (faults)
        bm_ctx_explain(ctx, meant, faults, p->s.lang, why, cap);
    else
        snprintf(why, cap, TR(p, "%s", "指し手を特定できません（%s）"), best_err.what);
    return false;
}

/* Play a legal move for the side to move, if a person moves it. */
static bool play(struct bm_play *p, bm_move m)
{
    const unsigned turn = bm_ctx_turn(bm_match_ctx(p->match));
    struct bm_action action = {.act = BM_ACT_MOVE, .side = turn, .move = m};
    enum bm_refusal r = BM_REFUSAL_NOT_YOUR_TURN;
    if (bm_play_is_person(p, turn))
        r = bm_table_act(p->table, &action);
    if (r == BM_REFUSAL_NONE)
        return true;
    bm_say(p, "%s", bm_refusal_text(r, p->s.lang));
    return false;
}

/* Skip a number of a move: "12." and "3...". */
static const char *skip_number(const char *s, const char *end)
{
    const char *t = s;
    while (t != end && isdigit((unsigned char)*t))
        t++;
    if (t == s || t == end || *t != '.')
        return s;
    while (t != end && *t == '.')
        t++;
    return t;
}

/* One word; false if it was not played. *known: it is a move. */
static bool play_word(struct bm_play *p, const char *s, size_t len, bool *known)
{
    char why[512];
    bm_move m;
    if (bm_play_read(p, s, len, &m, known, why, sizeof why))
        return play(p, m);
    if (*known && !bm_play_is_person(p, bm_ctx_turn(bm_match_ctx(p->match))))
        bm_say(p, "%s", bm_refusal_text(BM_REFUSAL_NOT_YOUR_TURN, p->s.lang));
    else if (*known)
        bm_say(p, TR(p, "%.*s: not played: %s", "%.*s: 指せません: %s"), (int)len, s, why);
    return false;
}

bool bm_play_moves(struct bm_play *p, const char *line)
{
    const char *const end = line + strlen(line);
    char why[512];
    bool known = false, any = false;
    bm_move m;
    if (bm_play_read(p, line, (size_t)(end - line), &m, &known, why, sizeof why)) {
        play(p, m);
        return true;
    }
    for (const char *s = line; s != end;) {
        s = skip_number(s, end);
        const size_t len = strcspn(s, ", \t");
        if (len != 0) {
            if (!play_word(p, s, len, &known)) {
                if (any && !known)
                    bm_say(p, TR(p, "%.*s: this is not a move", "%.*s: 指し手ではありません"),
                           (int)len, s);
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

static int by_text(const void *a, const void *b) { return strcmp(a, b); }

/* The moves in columns. */
static void print_moves(struct bm_play *p, const bm_move *moves, size_t count)
{
    const struct bm_ctx *const ctx = bm_match_ctx(p->match);
    char(*const text)[BM_MOVE_TEXT] = malloc((count + !count) * sizeof *text);
    size_t width = 0;
    if (!text) {
        bm_say(p, "%s", bm_refusal_text(BM_REFUSAL_NO_MEMORY, p->s.lang));
        return;
    }
    for (size_t i = 0; i < count; i++) {
        bm_play_write(p, ctx, moves[i], text[i], sizeof text[i]);
        const size_t one = bm_text_width(text[i]);
        width = one > width ? one : width;
    }
    qsort(text, count, sizeof *text, by_text);
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
        bm_say(p, "%s", bm_refusal_text(BM_REFUSAL_NO_MEMORY, p->s.lang));
        return;
    }
    if (*square && sq == BM_SQ_NONE && kind == BM_MAX_KINDS) {
        bm_say(p, TR(p, "%s: there is no such square", "%s: そのようなマスはありません"),
               square);
    } else if (state.stage == BM_MATCH_OVER) {
        bm_say(p, "%s", bm_refusal_text(BM_REFUSAL_OVER, p->s.lang));
    } else {
        const size_t n = sq != BM_SQ_NONE ? bm_ctx_moves_from(ctx, sq, moves, BM_MAX_MOVES)
                         : kind != BM_MAX_KINDS ? bm_ctx_drops(ctx, kind, moves, BM_MAX_MOVES)
                                                : bm_ctx_moves(ctx, moves, BM_MAX_MOVES);
        bm_say(p, TR(p, "%zu legal %s", "合法手 %zu手%s"), n,
               TR(p, n == 1 ? "move" : "moves", ""));
        print_moves(p, moves, n);
    }
    free(moves);
}
