/* SPDX-License-Identifier: MIT */
#include "base/near.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Edits that turn one word into another, for "did you mean"; long words are far from all. */
static unsigned edit_distance(const char *a, const char *b)
{
    enum { MAX = 24 };
    const size_t n = strlen(a), m = strlen(b);
    unsigned row[MAX + 1];
    if (n > MAX || m > MAX)
        return MAX;
    for (unsigned j = 0; j <= m; j++)
        row[j] = j;
    for (unsigned i = 1; i <= n; i++) {
        unsigned diagonal = row[0];
        row[0] = i;
        for (unsigned j = 1; j <= m; j++) {
            unsigned best = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            if (row[j] + 1 < best)
                best = row[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            row[j] = best;
        }
    }
    return row[m];
}

/* Near enough to be a slip: up to a third of the letters, or the start of the word. */
static bool is_near(const char *word, const char *meant)
{
    const size_t n = strlen(word);
    return (n >= 2 && strncmp(word, meant, n) == 0) ||
           edit_distance(word, meant) <= (strlen(meant) + 2) / 3;
}

const char *bm_nearer(const char *word, const char *meant, const char *best)
{
    if (!is_near(word, meant) ||
        (best && edit_distance(word, meant) >= edit_distance(word, best)))
        return best;
    return meant;
}
