/* SPDX-License-Identifier: MIT */
/* The weights as a list for the preprocessor: each evaluation makes of W what it likes. */
#include "tune.h"

enum { COLUMNS = 94 };

static int round_off(double x) { return (int)(x < 0 ? x - 0.5 : x + 0.5); }

static void write_run(const struct bm_eval_term *run, const double *w, FILE *out)
{
    int column = 0;
    fprintf(out, "/* %s */\n", run->en);
    char text[32];
    for (unsigned i = run->first; i < run->first + run->count; i++) {
        const int n = snprintf(text, sizeof text, "%sW(%d, %d)", column ? " " : "",
                               round_off(w[2 * i]), round_off(w[2 * i + 1]));
        if (column + n > COLUMNS) {
            fputc('\n', out);
            column = 0;
        }
        fputs(column ? text : text + (text[0] == ' '), out);
        column += n;
    }
    fputc('\n', out);
}

void write_weights(const struct data *d, const double *weights, FILE *out)
{
    const struct bm_trace *const t = d->trace;
    const struct bm_eval_term *const runs = t->runs ? t->runs : t->terms;
    const unsigned count = t->runs ? t->run_count : t->term_count;
    fputs("/* SPDX-License-Identifier: MIT */\n"
          "/* Written by tools/tune.c: W(middle game, endgame) for each weight. */\n",
          out);
    for (unsigned i = 0; i < count; i++)
        if (runs[i].count)
            write_run(&runs[i], weights, out);
}
