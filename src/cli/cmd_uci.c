/* SPDX-License-Identifier: MIT */
#include "cli/args.h"

int bm_cmd_uci(const struct bm_args *args)
{
    (void)args;
    return EXIT_USAGE;
}

int bm_cmd_usi(const struct bm_args *args)
{
    (void)args;
    return EXIT_USAGE;
}
