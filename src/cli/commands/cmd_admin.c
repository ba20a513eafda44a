/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "cli/args.h"
#include "cli/commands/data_folder.h"
#include "server/app/admin.h"

int bm_cmd_admin(const struct bm_args *args)
{
    const struct bm_option_value *const o = args->option;
    char folder[4096], file[sizeof folder + 16];
    if (o[OPT_DB].given) {
        (void)snprintf(file, sizeof file, "%s", o[OPT_DB].text);
    } else if (bm_data_folder(args, folder, sizeof folder)) {
        (void)snprintf(file, sizeof file, "%s/banmen.db", folder);
    } else {
        fprintf(stderr, "banmen: admin: there is no home folder: say one with --data\n");
        return EXIT_USAGE;
    }
    const struct bm_admin_options options = {
        .store = file,
        .json = o[OPT_JSON].given,
        .reason = o[OPT_REASON].given ? o[OPT_REASON].text : NULL,
        .days = o[OPT_DAYS].given ? o[OPT_DAYS].number : 0};
    return bm_admin_run(&options, args->rest, args->count);
}
