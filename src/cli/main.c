/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "banmen/version.h"
#include "cli/args.h"

/* No command: help for people; a program at the other end of a pipe expects an engine. */
static int run_bare(const struct bm_args *args, int argc)
{
    if (argc == 1 && !isatty(STDIN_FILENO) && lseek(STDIN_FILENO, 0, SEEK_CUR) < 0 &&
        errno == ESPIPE)
        return bm_cmd_detected_protocol(args);
    bm_help_print(NULL);
    return EXIT_YES;
}

static int run_command(int argc, char **argv)
{
    struct bm_args args;
    const int status = bm_args_parse(&args, argc, argv);
    if (status)
        return status;
    if (args.option[OPT_VERSION].given) {
        printf("banmen %s\n", bm_version());
        return EXIT_YES;
    }
    if (args.option[OPT_HELP].given) {
        bm_help_print(args.command);
        return EXIT_YES;
    }
    return args.command ? args.command->run(&args) : run_bare(&args, argc);
}

int main(int argc, char **argv)
{
    const int status = run_command(argc, argv);
    /* Output that could not be written is an error. */
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "banmen: cannot write: %s\n", strerror(errno));
        return EXIT_USAGE;
    }
    return status;
}
