/* SPDX-License-Identifier: MIT */
/* How long the library's games take from their text to rules that can be played. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "banmen/variant.h"
#include "clock.h"

enum { ROUNDS = 5 };

static double load_once(const struct bm_variant *v)
{
    const struct bm_rules *rules;
    struct bm_issues issues;
    const double before = clock_now();
    if (bm_rules_load(&rules, v->text, v->len, NULL, &issues)) {
        fprintf(stderr, "%s does not load\n", v->name);
        exit(1);
    }
    const double took = clock_now() - before;
    bm_rules_release(rules);
    return took;
}

/* Arguments: the games to print one by one. Without any: how many, the slowest, its time. */
int main(int argc, char **argv)
{
    const struct bm_variant *v, *slowest = NULL;
    double worst = 0;
    unsigned n = 0;
    for (; (v = bm_variant_at(n)) != NULL; n++) {
        double best = 1e9;
        for (unsigned i = 0; i < ROUNDS; i++) {
            const double took = load_once(v);
            best = took < best ? took : best;
        }
        for (int i = 1; i < argc; i++)
            if (strcmp(argv[i], v->name) == 0 || strcmp(argv[i], "all") == 0)
                printf("%-24s %.2f ms\n", v->name, best * 1e3);
        if (best > worst) {
            worst = best;
            slowest = v;
        }
    }
    if (slowest && argc == 1)
        printf("%u %s %.3f\n", n, slowest->name, worst * 1e3);
    return 0;
}
