/* SPDX-License-Identifier: MIT */
/* Games that engines know by other names than ours. */
#include "protocol/protocol.h"

static const struct {
    const char *ours, *theirs;
    bool said; /* the name that is written, too, not only read */
} names[] = {
    {"chess960", "chess", true},
    {"chess960", "fischerandom", false},
    {"chess", "normal", false},
};
enum { NAMES = sizeof names / sizeof *names };

const char *bm_wire_variant_name(const char *name)
{
    for (unsigned i = 0; i < NAMES; i++)
        if (names[i].said && strcmp(names[i].ours, name) == 0)
            return names[i].theirs;
    return name;
}

const char *bm_wire_variant_alias(unsigned i, const char **ours)
{
    if (i >= NAMES)
        return NULL;
    *ours = names[i].ours;
    return names[i].theirs;
}
