/* SPDX-License-Identifier: MIT */
#include "cli/args.h"

int bm_cmd_engine(const struct bm_args *args)
{
    (void)args;
    return EXIT_USAGE;
}
