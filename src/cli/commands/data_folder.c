/* SPDX-License-Identifier: MIT */
#include "cli/commands/data_folder.h"

#include <stdio.h>
#include <stdlib.h>

bool bm_data_folder(const struct bm_args *args, char *out, size_t cap)
{
    const char *const home = getenv("HOME"), *const data = getenv("XDG_DATA_HOME");
    int n = -1;
    if (args->option[OPT_DATA].given)
        n = snprintf(out, cap, "%s", args->option[OPT_DATA].text);
    else if (data && data[0] == '/')
        n = snprintf(out, cap, "%s/banmen", data);
    else if (home && home[0] == '/')
        n = snprintf(out, cap, "%s/.local/share/banmen", home);
    return n > 0 && (size_t)n < cap;
}
