/* SPDX-License-Identifier: MIT */
/* The weights as a header: a macro, so that each evaluation makes of them what it likes. */
#include <ctype.h>
#include <string.h>

#include "tune.h"

enum { COLUMNS = 94 };

static int round_off(double x) { return (int)(x < 0 ? x - 0.5 : x + 0.5); }

static void write_run(const struct bm_term *run, const double *w, FILE *out)
{
    int column = fprintf(out, "    /* %s */", run->en);
    char text[32];
    for (unsigned i = run->first; i < run->first + run->count; i++) {
        const int n = snprintf(text, sizeof text, " W(%d, %d)", round_off(w[2 * i]),
                               round_off(w[2 * i + 1]));
        if (column + n > COLUMNS) {
            fputs(" \\\n   ", out);
            column = 3;
        }
        fputs(text, out);
        column += n;
    }
}

void write_weights(const struct data *d, const char *game, const double *weights, FILE *out)
{
    const struct bm_trace *const t = d->trace;
    const struct bm_term *const runs = t->runs ? t->runs : t->terms;
    const unsigned count = t->runs ? t->run_count : t->term_count;
    char name[64];
    size_t n = 0;
    for (; game[n] && n + 1 < sizeof name; n++)
        name[n] =
            (char)(isalnum((unsigned char)game[n]) ? toupper((unsigned char)game[n]) : '_');
    name[n] = '\0';
    fprintf(out,
            "/* SPDX-License-Identifier: MIT */\n"
            "#ifndef BM_SEARCH_WEIGHTS_%s_H\n#define BM_SEARCH_WEIGHTS_%s_H\n\n"
            "/* Written by tools/tune.c: W(middle game, endgame) for each weight. */\n"
            "/* clang-format off */\n#define %s_WEIGHTS(W) \\\n",
            name, name, name);
    for (unsigned i = 0; i < count; i++) {
        if (!runs[i].count)
            continue;
        write_run(&runs[i], weights, out);
        fputs(runs[i].first + runs[i].count < t->weight_count ? " \\\n" : "\n", out);
    }
    fputs("/* clang-format on */\n\n#endif\n", out);
}
