/* SPDX-License-Identifier: MIT */
#ifndef BM_CLI_UCI_UCI_MATE_H
#define BM_CLI_UCI_UCI_MATE_H

/* "go mate" in USI, which has an answer of its own. */

#include "cli/uci/uci_search.h"

/* Look for a mate, and answer with a line "checkmate". */
void bm_uci_search_checkmate(struct bm_uci_search *t);

#endif
