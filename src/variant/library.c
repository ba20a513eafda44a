/* SPDX-License-Identifier: MIT */
/* The games that are part of the program: data/variants/, put into a table by gen_library.py.
 */
#include <string.h>

#include "banmen/variant.h"

#ifdef BM_SMALL
/* The texts are fetched when one of them is needed. */
static const struct bm_variant *const library = NULL;
enum { COUNT = 0 };
#else
#    include "library_texts.h"
enum { COUNT = sizeof library / sizeof *library };
#endif

const struct bm_variant *bm_variant_at(unsigned i) { return i < COUNT ? &library[i] : NULL; }

/* As strcmp, for a name that need not end in NUL. */
static int compare_name(const char *name, size_t len, const char *with)
{
    const size_t other = strlen(with);
    const int order = memcmp(name, with, len < other ? len : other);
    return order != 0 ? order : (len > other) - (len < other);
}

const struct bm_variant *bm_variant_find(const char *name, size_t len)
{
    unsigned low = 0, high = COUNT;
    while (low < high) {
        const unsigned middle = (low + high) / 2;
        const int order = compare_name(name, len, library[middle].name);
        if (order == 0)
            return &library[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}
