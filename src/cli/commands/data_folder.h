/* SPDX-License-Identifier: MIT */
#ifndef BM_CLI_COMMANDS_DATA_FOLDER_H
#define BM_CLI_COMMANDS_DATA_FOLDER_H

#include "cli/args.h"

/*
 * The folder of the server's files: --data, or banmen in $XDG_DATA_HOME, or
 * ~/.local/share/banmen. False if none of them is known, or `out` is too small.
 */
bool bm_data_folder(const struct bm_args *args, char *out, size_t cap);

#endif
