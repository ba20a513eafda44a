/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "cli/analyse/analyse.h"
#include "io/interrupt.h"

void bm_analyse_limits(const struct bm_args *args, struct bm_think *out)
{
    const struct bm_option_value *const o = args->option;
    *out = (struct bm_think){.multipv = o[OPT_MULTIPV].given ? o[OPT_MULTIPV].number : 1};
    out->depth = o[OPT_DEPTH].given ? o[OPT_DEPTH].number : 0;
    out->nodes = o[OPT_NODES].given ? o[OPT_NODES].number : 0;
    out->movetime = o[OPT_MOVETIME].given ? o[OPT_MOVETIME].number : 0;
    out->mate = o[OPT_MATE].given ? o[OPT_MATE].number : 0;
    out->infinite = !out->depth && !out->nodes && !out->movetime && !out->mate;
}

/* Options of the one that make no sense with the other: 0, or EXIT_USAGE after an error
 * message.
 */
static int check_options(const struct bm_args *args, bool record)
{
    static const unsigned char of_records[] = {OPT_OUTPUT, OPT_TO, OPT_STATE, OPT_COUNT};
    static const unsigned char of_positions[] = {OPT_ONLY, OPT_MATE, OPT_COUNT};
    const unsigned char *const wrong = record ? of_positions : of_records;
    for (unsigned i = 0; wrong[i] != OPT_COUNT; i++) {
        if (args->option[wrong[i]].given) {
            fprintf(stderr, "banmen: --%s is for %s\nTry 'banmen help analyse'.\n",
                    bm_cli_options[wrong[i]].name,
                    record ? "positions, not for a FILE" : "a FILE, not for positions");
            return EXIT_USAGE;
        }
    }
    return 0;
}

int bm_cmd_analyse(const struct bm_args *args)
{
    const bool record = args->count != 0 && !args->option[OPT_POSITION].given;
    int status = check_options(args, record);
    if (!status && record && args->count > 1) {
        fprintf(stderr,
                "banmen: '%s' is one word too many: moves come behind -p POSITION\n"
                "Try 'banmen help analyse'.\n",
                args->rest[1]);
        status = EXIT_USAGE;
    }
    if (status)
        return status;
    bm_interrupt_catch(true);
    status = record ? bm_analyse_record(args) : bm_analyse_position(args);
    bm_interrupt_catch(false);
    return status;
}
