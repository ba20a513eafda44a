/* SPDX-License-Identifier: MIT */
#include "cli/args.h"

int bm_cmd_play(const struct bm_args *args)
{
    (void)args;
    return EXIT_USAGE;
}
