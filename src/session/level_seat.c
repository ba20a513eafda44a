/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "session/seated_player.h"

void bm_level_seat(struct bm_seat *out, unsigned level)
{
    *out = (struct bm_seat){.kind = BM_SEAT_LEVEL, .level = level};
    snprintf(out->name, sizeof out->name, "banmen %s", bm_level_name(level));
}
