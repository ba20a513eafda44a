/* SPDX-License-Identifier: MIT */
#include "terminal/line_editor.h"

#include <errno.h>
#include <histedit.h>
#include <langinfo.h>
#include <locale.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text_width.h"

enum { KEPT = 500, LINE = 4096, SHOWN = 400 };

struct bm_line_editor {
    struct bm_line_editor_hooks hooks;
    EditLine *el;
    History *history;
    char *file;
    char prompt[160];
    char line[LINE];
};

static struct bm_line_editor *edit_of(EditLine *el)
{
    void *data = NULL;
    el_get(el, EL_CLIENTDATA, &data);
    return data;
}

/* One character in UTF-8, whatever the locale says; a stray byte is a question mark. */
static int get_char(EditLine *el, wchar_t *out)
{
    struct bm_line_editor *const e = edit_of(el);
    const int first = e->hooks.get(e->hooks.user);
    if (first < 0)
        return 0;
    const unsigned more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc0 ? 1 : 0;
    uint32_t code = more ? (uint32_t)first & (0x3fu >> more) : (uint32_t)first;
    for (unsigned i = 0; i < more; i++) {
        const int next = e->hooks.get(e->hooks.user);
        if (next < 0)
            return 0;
        code = code << 6 | ((uint32_t)next & 0x3fu);
    }
    *out =
        first >= 0x80 && (more == 0 || code < 0x80 || code > 0x10ffff) ? L'?' : (wchar_t)code;
    return 1;
}

static char *edit_prompt(EditLine *el)
{
    struct bm_line_editor *const e = edit_of(el);
    e->hooks.ask(e->hooks.user, e->prompt, sizeof e->prompt);
    return e->prompt;
}

/* What stands before the cursor, as far as it fits. */
static void copy_line(struct bm_line_editor *e, char *out, size_t cap)
{
    const LineInfo *const info = el_line(e->el);
    size_t n = (size_t)(info->cursor - info->buffer);
    n = n < cap ? n : cap - 1;
    memcpy(out, info->buffer, n);
    out[n] = '\0';
}

/* Bytes that two texts have in common, whole characters only. */
static size_t common_prefix(const char *a, const char *b, size_t most)
{
    size_t n = 0;
    while (n < most && a[n] != '\0' && a[n] == b[n])
        n++;
    while (n != 0 && ((unsigned char)a[n] & 0xc0u) == 0x80u)
        n--;
    return n;
}

/* The words that go on from here, in columns. */
static void list_offers(struct bm_line_editor *e, const char *line, const char *word)
{
    const size_t len = strlen(word);
    const char *one;
    size_t column = 0, shown = 0;
    putchar('\n');
    for (size_t i = 0; (one = e->hooks.offer(e->hooks.user, line, i)) != NULL; i++) {
        if (strncmp(one, word, len) != 0)
            continue;
        const size_t width = bm_text_width(one);
        if (column != 0 && column + width >= 78) {
            putchar('\n');
            column = 0;
        }
        if (++shown > SHOWN)
            break;
        fputs(one, stdout);
        column += width;
        do {
            putchar(' ');
        } while (++column % 10 != 0);
    }
    putchar('\n');
    fflush(stdout);
}

static unsigned char complete_word(EditLine *el, int key)
{
    (void)key;
    struct bm_line_editor *const e = edit_of(el);
    char line[LINE], best[256] = "";
    copy_line(e, line, sizeof line);
    const char *word = line + strlen(line);
    while (word != line && word[-1] != ' ' && word[-1] != ',')
        word--;

    const size_t len = strlen(word);
    const char *one;
    size_t count = 0, same = 0;
    for (size_t i = 0; (one = e->hooks.offer(e->hooks.user, line, i)) != NULL; i++) {
        if (strncmp(one, word, len) != 0)
            continue;
        if (count++ == 0) {
            snprintf(best, sizeof best, "%s", one);
            same = strlen(best);
        } else {
            same = common_prefix(best, one, same);
        }
    }
    if (count == 0)
        return CC_ERROR;
    if (same > len) {
        best[same] = '\0';
        return el_insertstr(el, best + len) == 0 ? CC_REFRESH : CC_ERROR;
    }
    if (count == 1)
        return CC_ERROR;
    list_offers(e, line, word);
    return CC_REDISPLAY;
}

/* Moves may be kanji: whatever the locale is, characters are UTF-8. */
static void choose_locale(void)
{
    if (!setlocale(LC_CTYPE, "") || strcmp(nl_langinfo(CODESET), "UTF-8") != 0)
        setlocale(LC_CTYPE, "C.UTF-8");
}

static void open_history(struct bm_line_editor *e, const char *file)
{
    HistEvent event;
    e->history = history_init();
    if (!e->history)
        return;
    history(e->history, &event, H_SETSIZE, KEPT);
    history(e->history, &event, H_SETUNIQUE, 1);
    e->file = file ? malloc(strlen(file) + 1) : NULL;
    if (e->file) {
        memcpy(e->file, file, strlen(file) + 1);
        history(e->history, &event, H_LOAD, file);
    }
    el_set(e->el, EL_HIST, history, e->history);
}

struct bm_line_editor *bm_line_editor_open(const struct bm_line_editor_hooks *hooks,
                                           const char *file)
{
    const char *const term = getenv("TERM");
    if (!term || strcmp(term, "dumb") == 0)
        return NULL;
    struct bm_line_editor *const e = calloc(1, sizeof *e);
    if (!e)
        return NULL;
    choose_locale();
    e->hooks = *hooks;
    e->el = el_init("banmen", stdin, stdout, stderr);
    if (!e->el) {
        free(e);
        return NULL;
    }
    el_set(e->el, EL_CLIENTDATA, e);
    el_set(e->el, EL_EDITOR, "emacs");
    el_set(e->el, EL_PROMPT, edit_prompt);
    el_set(e->el, EL_SIGNAL, 0);
    el_wset(e->el, EL_GETCFN, get_char);
    open_history(e, file);
    /* The narrow form would copy the words and forget them. */
    el_wset(e->el, EL_ADDFN, L"banmen-complete", L"Complete a move or a command",
            complete_word);
    el_set(e->el, EL_BIND, "^I", "banmen-complete", NULL);
    el_set(e->el, EL_BIND, "^R", "em-inc-search-prev", NULL);
    el_source(e->el, NULL);
    return e;
}

void bm_line_editor_close(struct bm_line_editor *e)
{
    if (!e)
        return;
    if (e->history) {
        HistEvent event;
        if (e->file)
            history(e->history, &event, H_SAVE, e->file);
        history_end(e->history);
    }
    el_end(e->el);
    free(e->file);
    free(e);
}

void bm_line_editor_hold(struct bm_line_editor *e, bool on)
{
    el_set(e->el, EL_PREP_TERM, on ? 1 : 0);
}

const char *bm_line_editor_read(struct bm_line_editor *e)
{
    int n = 0;
    /* libedit shows the prompt before it sets the terminal, and sets it back after each line:
     * what is typed in between would be echoed by the terminal, and stand there twice. */
    bm_line_editor_hold(e, true);
    const char *const text = el_gets(e->el, &n);
    bm_line_editor_hold(e, true);
    if (!text || n <= 0)
        return NULL;
    size_t len = strcspn(text, "\r\n");
    len = len < LINE ? len : LINE - 1;
    memcpy(e->line, text, len);
    e->line[len] = '\0';
    if (e->history && e->line[strspn(e->line, " \t")] != '\0') {
        HistEvent event;
        history(e->history, &event, H_ENTER, e->line);
    }
    return e->line;
}

bool bm_line_editor_has_text(struct bm_line_editor *e)
{
    const LineInfo *const info = el_line(e->el);
    return info->lastchar != info->buffer;
}

void bm_line_editor_clear(struct bm_line_editor *e)
{
    const LineInfoW *const info = el_wline(e->el);
    const int len = (int)(info->lastchar - info->buffer);
    el_cursor(e->el, len);
    el_deletestr(e->el, len);
}

/* A long line has rows above the cursor. */
void bm_line_editor_hide(struct bm_line_editor *e)
{
    char line[LINE];
    int columns = 0;
    copy_line(e, line, sizeof line);
    if (el_get(e->el, EL_GETTC, "co", &columns) == 0 && columns > 0) {
        const size_t width = bm_text_width(e->prompt) + bm_text_width(line);
        if (width >= (size_t)columns)
            printf("\033[%zuA", width / (size_t)columns);
    }
    fputs("\r\033[J", stdout);
}

void bm_line_editor_show(struct bm_line_editor *e)
{
    fflush(stdout);
    el_set(e->el, EL_REFRESH);
}

void bm_line_editor_resize(struct bm_line_editor *e) { el_resize(e->el); }
