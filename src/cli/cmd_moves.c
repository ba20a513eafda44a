/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "cli/json.h"
#include "cli/list.h"
#include "cli/session.h"

static void print_json(struct bm_session *s, const struct bm_list *list)
{
    struct bm_json j = {0};
    bm_session_begin_json(s, &j);
    bm_json_key(&j, "moves");
    bm_json_begin(&j, '[');
    for (size_t i = 0; i < list->count; i++) {
        char move[8];
        bm_json_bytes(&j, move, bm_list_text(list->key[i], move));
    }
    bm_json_end(&j, ']');
    bm_json_finish(&j);
}

/* The moves with a byte behind each, the last one a line end. */
static void print_text(const struct bm_list *list, char glue)
{
    char out[BM_MAX_MOVES * 9 + 1];
    size_t n = 0;
    for (size_t i = 0; i < list->count; i++) {
        n += bm_list_text(list->key[i], out + n);
        out[n++] = glue;
    }
    if (n == 0 && glue == ' ')
        n = 1;
    if (n != 0)
        out[n - 1] = '\n';
    fwrite(out, 1, n, stdout);
}

static int print(struct bm_session *s, char glue)
{
    struct bm_list list;
    bm_list_make(&list, s->ctx);
    if (s->args->option[OPT_JSON].given)
        print_json(s, &list);
    else
        print_text(&list, glue);
    return EXIT_YES;
}

static int answer_line(struct bm_session *s) { return print(s, ' '); }

static int check_form(const struct bm_session *s)
{
    const struct bm_value *const as = &s->args->option[OPT_AS];
    const bool usi = s->info->dialect == BM_DIALECT_USI;
    if (!as->given || as->number == (usi ? AS_USI : AS_UCI))
        return 0;
    if (as->number == AS_UCI || as->number == AS_USI)
        fprintf(stderr, "banmen: moves of %s are written as %s, not %s\n", s->info->name,
                usi ? "usi" : "uci", as->text);
    else
        fprintf(stderr, "banmen: --as %s is not in this version; use --as %s\n", as->text,
                usi ? "usi" : "uci");
    return EXIT_USAGE;
}

int bm_cmd_moves(const struct bm_args *args)
{
    struct bm_session s;
    struct bm_trouble t;
    int status = bm_session_open(&s, args);
    if (!status)
        status = check_form(&s);
    if (!status) {
        if (bm_session_is_batch(&s))
            status = bm_session_batch(&s, answer_line, NULL);
        else
            status = bm_session_load(&s, &t) ? print(&s, '\n') : bm_trouble_report(&s, &t);
    }
    bm_session_close(&s);
    return status;
}
