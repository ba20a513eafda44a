/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "cli/args.h"

/* `banmen serve` and `banmen admin` of a build with -Dserver=false. */
static int refuse_command(const char *name)
{
    fprintf(stderr,
            "banmen: %s: this program was built without the server (meson option "
            "-Dserver=false)\n",
            name);
    return EXIT_USAGE;
}

int bm_cmd_serve(const struct bm_args *args)
{
    (void)args;
    return refuse_command("serve");
}

int bm_cmd_admin(const struct bm_args *args)
{
    (void)args;
    return refuse_command("admin");
}
