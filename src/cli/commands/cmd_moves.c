/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/position/command_position.h"
#include "cli/position/sorted_moves.h"
#include "io/files/json_output.h"

/* In the order of the choices of --as. */
static const enum bm_move_style styles[] = {
    [AS_UCI] = BM_STYLE_COORDINATES,   [AS_USI] = BM_STYLE_COORDINATES,
    [AS_SAN] = BM_STYLE_SAN,           [AS_KIF] = BM_STYLE_KIF,
    [AS_CSA] = BM_STYLE_CSA,           [AS_WESTERN] = BM_STYLE_WESTERN,
    [AS_JAPANESE] = BM_STYLE_JAPANESE, [AS_FIGURINE] = BM_STYLE_FIGURINE,
    [AS_LONG] = BM_STYLE_LONG,
};

static enum bm_move_style style_of(const struct bm_command_position *s)
{
    const struct bm_option_value *const as = &s->args->option[OPT_AS];
    return as->given ? styles[as->number] : BM_STYLE_COORDINATES;
}

static int compare_texts(const void *a, const void *b) { return strcmp(a, b); }

/* The legal moves in any style, sorted; the caller frees them. NULL: no memory. */
static char (*write_styled_moves(const struct bm_command_position *s,
                                 size_t *count))[BM_MOVE_TEXT]
{
    bm_move moves[BM_MAX_MOVES];
    const size_t n = bm_ctx_moves(s->ctx, moves, BM_MAX_MOVES);
    char(*const text)[BM_MOVE_TEXT] = calloc(n + 1, sizeof *text);
    if (!text)
        return NULL;
    for (size_t i = 0; i < n; i++)
        bm_ctx_write_move(s->ctx, moves[i], style_of(s), text[i], sizeof *text);
    qsort(text, n, sizeof *text, compare_texts);
    *count = n;
    return text;
}

static void print_moves_json(struct bm_command_position *s, const struct bm_sorted_moves *list)
{
    struct bm_buf j = {0};
    bm_command_position_begin_json(s, &j);
    bm_json_key(&j, "moves");
    bm_json_begin(&j, '[');
    for (size_t i = 0; i < list->count; i++) {
        char move[8];
        bm_json_bytes(&j, move, bm_sorted_moves_text(list->key[i], move));
    }
    bm_json_end(&j, ']');
    bm_json_print(&j);
}

/* The moves with a byte behind each, the last one a line end. */
static void print_moves_text(const struct bm_sorted_moves *list, char glue)
{
    char out[BM_MAX_MOVES * 9 + 1];
    size_t n = 0;
    for (size_t i = 0; i < list->count; i++) {
        n += bm_sorted_moves_text(list->key[i], out + n);
        out[n++] = glue;
    }
    if (n == 0 && glue == ' ')
        n = 1;
    if (n != 0)
        out[n - 1] = '\n';
    fwrite(out, 1, n, stdout);
}

static int print_styled(struct bm_command_position *s, char glue)
{
    size_t n;
    char(*const text)[BM_MOVE_TEXT] = write_styled_moves(s, &n);
    if (!text) {
        fprintf(stderr, "banmen: out of memory\n");
        return EXIT_USAGE;
    }
    if (s->args->option[OPT_JSON].given) {
        struct bm_buf j = {0};
        bm_command_position_begin_json(s, &j);
        bm_json_key(&j, "moves");
        bm_json_begin(&j, '[');
        for (size_t i = 0; i < n; i++)
            bm_json_text(&j, text[i]);
        bm_json_end(&j, ']');
        bm_json_print(&j);
    } else {
        for (size_t i = 0; i < n; i++)
            printf("%s%c", text[i], i + 1 < n ? glue : '\n');
        if (n == 0 && glue == ' ')
            putchar('\n');
    }
    free(text);
    return EXIT_YES;
}

static int print_moves(struct bm_command_position *s, char glue)
{
    struct bm_sorted_moves list;
    if (style_of(s) != BM_STYLE_COORDINATES || !bm_sorted_moves_fits(s->rules))
        return print_styled(s, glue);
    bm_sorted_moves_make(&list, s->ctx);
    if (s->args->option[OPT_JSON].given)
        print_moves_json(s, &list);
    else
        print_moves_text(&list, glue);
    return EXIT_YES;
}

static int answer_line(struct bm_command_position *s) { return print_moves(s, ' '); }

/* Whether the game's moves can be written so: those of its start tell. */
static bool style_fits(const struct bm_command_position *s)
{
    const struct bm_option_value *const as = &s->args->option[OPT_AS];
    if (!as->given || as->number == AS_UCI || as->number == AS_USI)
        return !as->given || (as->number == AS_USI) == (s->info->dialect == BM_DIALECT_USI);
    bm_move moves[BM_MAX_MOVES];
    char text[BM_MOVE_TEXT];
    return bm_ctx_moves(s->ctx, moves, BM_MAX_MOVES) != 0 &&
           bm_ctx_write_move(s->ctx, moves[0], style_of(s), text, sizeof text) != 0;
}

static int check_form(const struct bm_command_position *s)
{
    if (style_fits(s))
        return 0;
    fprintf(stderr, "banmen: moves of %s are written as %s, not %s\n", s->info->name,
            s->info->dialect == BM_DIALECT_USI ? "usi, kif, csa, western or japanese"
                                               : "uci, san, figurine or long",
            s->args->option[OPT_AS].text);
    return EXIT_USAGE;
}

int bm_cmd_moves(const struct bm_args *args)
{
    struct bm_command_position s;
    struct bm_diagnostic t;
    int status = bm_command_position_open(&s, args);
    if (!status)
        status = check_form(&s);
    if (!status) {
        if (bm_command_position_is_batch(&s))
            status = bm_command_position_batch(&s, answer_line, NULL);
        else
            status = bm_command_position_load(&s, &t) ? print_moves(&s, '\n')
                                                      : bm_diagnostic_report(&s, &t);
    }
    bm_command_position_close(&s);
    return status;
}
