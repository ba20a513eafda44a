/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/near.h"
#include "base/text_width.h"
#include "cli/play/play.h"

/* Whether a word is in a list of words parted by blanks. */
static bool is_in(const char *list, const char *word, size_t len)
{
    while (*list != '\0') {
        const size_t n = strcspn(list, " ");
        if (n == len && memcmp(list, word, n) == 0)
            return true;
        list += n + (list[n] != '\0');
    }
    return false;
}

static const struct bm_play_command *find_play_command(const char *word, size_t len)
{
    for (const struct bm_play_command *c = bm_play_commands; c->name; c++) {
        if (is_in(c->name, word, len) || is_in(c->others, word, len))
            return c;
    }
    return NULL;
}

/* A command and what follows it; false if there is no such command. */
static bool run_command(struct bm_play *p, const char *line)
{
    const size_t len = strcspn(line, " \t");
    const char *const arg = line + len + strspn(line + len, " \t");
    const struct bm_play_command *const c = find_play_command(line, len);
    const enum bm_format format = bm_format_find(line, len);
    if (c)
        c->run(p, arg);
    else if (format != BM_FORMAT_AUTO && format != BM_FORMAT_COUNT)
        bm_play_print_record(p, format);
    return c || (format != BM_FORMAT_AUTO && format != BM_FORMAT_COUNT);
}

/* Refuse a line, with the nearest command. */
static void refuse_line(struct bm_play *p, const char *line)
{
    const char *best = NULL;
    for (const struct bm_play_command *c = bm_play_commands; c->name; c++)
        best = bm_nearer(line, c->name, best);
    if (best)
        bm_play_print(p,
                      TR(p, "%s: neither a move nor a command; did you mean '%s'?",
                         "%s: 指し手でもコマンドでもありません。「%s」ですか？"),
                      line, best);
    else
        bm_play_print(p,
                      TR(p, "%s: neither a move nor a command; 'help' tells what there is",
                         "%s: 指し手でもコマンドでもありません。「ヘルプ」で一覧"),
                      line);
}

/* Bytes that a terminal might take for commands are shown as '?'. */
static void clean_line(char *text)
{
    for (; *text != '\0'; text++) {
        if ((unsigned char)*text < 0x20 || *text == 0x7f)
            *text = '?';
    }
}

void bm_play_line(struct bm_play *p, const char *line)
{
    char text[4096];
    line += strspn(line, " \t");
    if (strlen(line) >= sizeof text) {
        bm_play_print(p, "%s",
                      TR(p, "the line is too long: nothing of it was played",
                         "入力が長すぎます。何も指していません"));
        return;
    }
    snprintf(text, sizeof text, "%s", line);
    size_t len = strlen(text);
    while (len != 0 && strchr(" \t\r", text[len - 1]))
        text[--len] = '\0';
    clean_line(text);
    if (len == 0)
        return;
    bm_play_drop_hint(p);
    if (text[0] == '/' || text[0] == ':') {
        if (!run_command(p, text + 1))
            refuse_line(p, text);
        return;
    }
    /* A legal move has precedence over a command of the same name. */
    char why[512];
    bm_move m;
    bool known;
    if (!bm_play_read(p, text, len, &m, &known, why, sizeof why) && run_command(p, text))
        return;
    if (!bm_play_moves(p, text))
        refuse_line(p, text);
}

/* The word for a command in the language in use. */
static void word_of(const struct bm_play *p, const struct bm_play_command *c, char *buf,
                    size_t cap)
{
    const char *word = c->name;
    for (const char *w = c->others; p->s.lang == BM_JA && *w != '\0' && word == c->name; w++) {
        if ((unsigned char)*w >= 0xe0 && (w == c->others || w[-1] == ' '))
            word = w;
    }
    snprintf(buf, cap, "%.*s%s%s", (int)strcspn(word, " "), word, *c->arg ? " " : "", c->arg);
}

/* "undo [N]      take moves back", in so many columns; a long one takes what it needs. */
static size_t print_command(const struct bm_play *p, const struct bm_play_command *c,
                            size_t columns)
{
    char word[96];
    word_of(p, c, word, sizeof word);
    size_t width = bm_text_width(word);
    printf("%s%*s ", word, (int)(width < columns ? columns - width : 0), "");
    width = width < columns ? columns : width;
    fputs(c->text[p->s.lang], stdout);
    return width + 1 + bm_text_width(c->text[p->s.lang]);
}

void bm_play_help(struct bm_play *p)
{
    /* Two columns, where a screen is looked at. */
    const bool pairs = bm_prompt_has_screen(p->prompt);
    unsigned count = 0;
    bm_play_print(p, "%s",
                  TR(p,
                     "Type a move in any notation, as in the list of 'moves', or one of these:",
                     "指し手（「合法手」で一覧）か、次の言葉を入力してください:"));
    while (bm_play_commands[count].name)
        count++;
    const unsigned rows = pairs ? (count + 1) / 2 : count;
    for (unsigned i = 0; i < rows; i++) {
        const size_t width = print_command(p, &bm_play_commands[i], 12);
        if (pairs && i + rows < count) {
            printf("%*s", (int)(width < 40 ? 40 - width : 1), "");
            print_command(p, &bm_play_commands[i + rows], 12);
        }
        putchar('\n');
    }
}

static int compare_offers(const void *a, const void *b) { return strcmp(a, b); }

/* Remove the mark of the side before a Japanese move: it is not typed. */
static void drop_mark(char *move)
{
    const size_t mark = sizeof "▲" - 1;
    if (strncmp(move, "▲", mark) == 0 || strncmp(move, "△", mark) == 0)
        memmove(move, move + mark, strlen(move + mark) + 1);
}

/* Gather the words that may be typed now: moves in the usual notation and in coordinates, and
 * commands. */
static void gather_offers(struct bm_play *p, bool first)
{
    enum { WORDS = 128 };
    const struct bm_ctx *const ctx = bm_match_ctx(p->match);
    bm_move *const moves = malloc(BM_MAX_MOVES * sizeof *moves);
    free(p->offers);
    p->offer_count = 0;
    p->offers = moves ? malloc((2 * BM_MAX_MOVES + WORDS) * sizeof *p->offers) : NULL;
    if (p->offers) {
        const size_t n = bm_ctx_moves(ctx, moves, BM_MAX_MOVES);
        for (size_t i = 0; i < n; i++) {
            char *const one = p->offers[p->offer_count++];
            char *const other = p->offers[p->offer_count];
            bm_play_write(p, ctx, moves[i], one, BM_MOVE_TEXT);
            drop_mark(one);
            bm_move_format(moves[i], p->s.rules, other, BM_MOVE_TEXT);
            p->offer_count += strcmp(one, other) != 0;
        }
        for (const struct bm_play_command *c = bm_play_commands; first && c->name; c++)
            snprintf(p->offers[p->offer_count++], BM_MOVE_TEXT, "%s", c->name);
        qsort(p->offers, p->offer_count, sizeof *p->offers, compare_offers);
    }
    free(moves);
}

const char *bm_play_offer(void *user, const char *line, size_t i)
{
    struct bm_play *const p = user;
    if (i == 0)
        gather_offers(p, !strpbrk(line, ", "));
    return i < p->offer_count ? p->offers[i] : NULL;
}
