/* SPDX-License-Identifier: MIT */

/* material_test FILE: who could still mate, against a table of known answers. */

#include "play.h"

int main(int argc, char **argv)
{
    FILE *const f = argc == 2 ? fopen(argv[1], "r") : NULL;
    if (!f)
        tap_bail("usage: material_test FILE");
    struct bm_ctx *const ctx = new_ctx(bm_rules_chess(), 1);
    char line[256];
    while (fgets(line, sizeof line, f)) {
        line[strcspn(line, "\n")] = '\0';
        if (*line == '#' || strlen(line) < 5)
            continue;
        set(ctx, line + 4);
        ok_named(bm_ctx_can_mate(ctx, BM_FIRST) == (line[0] == 'y') &&
                     bm_ctx_can_mate(ctx, BM_SECOND) == (line[2] == 'y'),
                 "can mate: %s", line);
    }
    fclose(f);
    bm_ctx_destroy(ctx);
    return tap_done();
}
