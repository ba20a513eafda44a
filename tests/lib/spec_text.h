/* SPDX-License-Identifier: MIT */
#ifndef BM_TESTS_SPEC_TEXT_H
#define BM_TESTS_SPEC_TEXT_H

/* An engine as one text, to compare: "COMMAND|ARG|ARG;NAME=VALUE;NAME=VALUE". */

#include <stdio.h>

#include "engine/engine_spec.h"

enum { SPEC_TEXT = 512 };

static inline void spec_text(const struct bm_engine_spec *spec, char *out)
{
    int n = snprintf(out, SPEC_TEXT, "%s", spec->command);
    for (size_t i = 0; i < spec->args_count; i++)
        n += snprintf(out + n, SPEC_TEXT - (size_t)n, "|%s", spec->args[i]);
    for (size_t i = 0; i < spec->options_count; i++)
        n += snprintf(out + n, SPEC_TEXT - (size_t)n, ";%s=%s", spec->options[i].name,
                      spec->options[i].value);
}

#endif
