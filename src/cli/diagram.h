/* SPDX-License-Identifier: MIT */
#ifndef BM_CLI_DIAGRAM_H
#define BM_CLI_DIAGRAM_H

#include "cli/session.h"

/* Draw the position to stdout in plain text; the squares of the last move stand in brackets. */
void bm_diagram_print(const struct bm_session *s);

#endif
