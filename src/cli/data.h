/* SPDX-License-Identifier: MIT */
#ifndef BM_CLI_DATA_H
#define BM_CLI_DATA_H

#include "cli/args.h"

/* Where a server's files are: as said, or where the machine keeps such things. False: it is not
 * known. */
bool bm_data_folder(const struct bm_args *args, char *out, size_t cap);

#endif
