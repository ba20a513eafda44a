/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "cli/position/command_position.h"
#include "io/files/json_output.h"

enum { WIDTH = 72 };

/*
 * A text with a caret under one of its bytes. Bytes that a terminal might take for commands are
 * shown as '?'; of a long text only the part around the caret is shown.
 */
static void point_at(const char *s, size_t len, size_t column)
{
    const size_t at = column - 1;
    size_t from = 0;
    if (at > len)
        return;
    if (len > WIDTH && at > WIDTH / 2)
        from = at - WIDTH / 2;
    /* Not in the middle of a character. */
    while (from < at && ((unsigned char)s[from] & 0xc0u) == 0x80u)
        from++;

    size_t cells = 0;
    fputs(from ? "  ..." : "  ", stderr);
    for (size_t i = from; i < len && i < from + WIDTH; i++) {
        const unsigned c = (unsigned char)s[i];
        fputc(c < 0x20 || c == 0x7f ? '?' : (int)c, stderr);
        /* Characters of three bytes are the Japanese ones here, two cells wide. */
        if (i < at && (c & 0xc0u) != 0x80u)
            cells += (c & 0xf0u) == 0xe0u ? 2 : 1;
    }
    fputs(len > from + WIDTH ? "...\n" : "\n", stderr);
    fprintf(stderr, "%s%*s^\n", from ? "     " : "  ", (int)cells, "");
}

static void json_defects(struct bm_buf *j, bm_defects set, enum bm_lang lang)
{
    bm_json_key(j, "defects");
    bm_json_begin(j, '[');
    for (; set != 0; set &= set - 1) {
        const bm_defects one = set & (~set + 1u);
        bm_json_begin(j, '{');
        bm_json_member_text(j, "word", bm_defect_word(one));
        bm_json_member_text(j, "text", bm_defect_text(one, lang));
        bm_json_end(j, '}');
    }
    bm_json_end(j, ']');
}

void bm_diagnostic_print_json(const struct bm_command_position *s,
                              const struct bm_diagnostic *t)
{
    struct bm_buf j = {0};
    bm_json_begin(&j, '{');
    bm_json_member_text(&j, "error", t->what);
    if (t->column != 0) {
        bm_json_member_u64(&j, "column", t->column);
    }
    if (t->kind == DIAGNOSTIC_BOARD)
        json_defects(&j, t->defects, s->lang);
    if (t->kind == DIAGNOSTIC_MOVE || t->kind == DIAGNOSTIC_ILLEGAL) {
        bm_json_key(&j, "move");
        bm_json_bytes(&j, t->s, t->len);
    }
    if (t->kind == DIAGNOSTIC_ILLEGAL) {
        bm_json_member_text(&j, "reason", bm_fault_word(bm_fault_first(t->faults)));
    }
    bm_json_print(&j);
}

void bm_diagnostic_print(const struct bm_command_position *s, const struct bm_diagnostic *t)
{
    if (s->args->option[OPT_JSON].given) {
        bm_diagnostic_print_json(s, t);
        return;
    }
    printf("error: %zu: ", t->column);
    if (t->kind == DIAGNOSTIC_ILLEGAL)
        printf("illegal %.*s: %s: ", (int)t->len, t->s,
               bm_fault_word(bm_fault_first(t->faults)));
    printf("%s\n", t->what);
}

int bm_diagnostic_report(const struct bm_command_position *s, const struct bm_diagnostic *t)
{
    const int status =
        t->kind == DIAGNOSTIC_BOARD || t->kind == DIAGNOSTIC_ILLEGAL ? EXIT_NO : EXIT_USAGE;
    if (s->args->option[OPT_JSON].given) {
        bm_diagnostic_print_json(s, t);
        return status;
    }
    switch (t->kind) {
    case DIAGNOSTIC_POSITION:
    case DIAGNOSTIC_MOVE:
        fprintf(stderr, "banmen: %s:1:%zu: %s\n",
                t->kind == DIAGNOSTIC_POSITION ? "position" : "move", t->own_column, t->what);
        point_at(t->s, t->len, t->own_column);
        break;
    case DIAGNOSTIC_BOARD:
        fprintf(stderr, "banmen: the board cannot be played:\n");
        for (bm_defects set = t->defects & BM_DEFECTS_HARD; set != 0; set &= set - 1) {
            const bm_defects one = set & (~set + 1u);
            fprintf(stderr, "  %s: %s\n", bm_defect_word(one), bm_defect_text(one, s->lang));
        }
        break;
    case DIAGNOSTIC_ILLEGAL:
        fprintf(stderr, "illegal %.*s: %s: %s\n", (int)t->len, t->s,
                bm_fault_word(bm_fault_first(t->faults)), t->what);
        break;
    case DIAGNOSTIC_ROOM: fprintf(stderr, "banmen: %s\n", t->what); break;
    }
    return status;
}
