/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "cli/args.h"

enum { COLUMN = 26 };

/* One option; further lines of its text begin in the same column. */
static void print_option(const struct bm_cli_option *o)
{
    char head[80];
    int n = snprintf(head, sizeof head, o->letter ? "  -%c, " : "      ", o->letter);
    n += snprintf(head + n, sizeof head - (size_t)n, "--%s%s%s", o->name, o->arg ? " " : "",
                  o->arg ? o->arg : "");
    if (n >= COLUMN)
        printf("%s\n%*s", head, COLUMN, "");
    else
        printf("%-*s", COLUMN, head);
    for (const char *t = o->text;;) {
        const size_t len = strcspn(t, "\n");
        printf("%.*s\n", (int)len, t);
        if (t[len] == '\0')
            break;
        printf("%*s", COLUMN, "");
        t += len + 1;
    }
}

static void print_all(void)
{
    printf("banmen plays by the rules of chess, shogi and many other games.\n\n"
           "Usage: banmen COMMAND [OPTION...] [WORD...]\n\n"
           "Commands:\n");
    for (const struct bm_cli_command *c = bm_cli_commands; c->name; c++)
        printf("  %-9s%s\n", c->name, c->summary);
    printf("\nGames (-v): chess chess960 shogi, any of 'banmen variant list', or a YAML file");
    printf("\n\n"
           "Moves are in coordinates: e2e4, e7e8q, e1g1 (Chess960: e1h1); 7g7f, 8h2b+, P*5e.\n"
           "Those of a turn of several moves may be joined by commas: e2e4,d2d4.\n"
           "Exit status: 0 yes, 1 the answer is no, 2 wrong usage or could not be done.\n\n"
           "Examples:\n"
           "  banmen play shogi --level 4\n"
           "  banmen analyse --engine stockfish game.pgn\n"
           "  banmen show e2e4 e7e5\n"
           "  banmen judge -v shogi 7g7f 3c3d 8h2b+\n"
           "  banmen check games.pgn\n"
           "  banmen convert --to csa game.kif\n"
           "  banmen variant show crazyhouse\n"
           "  banmen perft 6\n\n"
           "'banmen help COMMAND' tells more; 'banmen --version' prints the version.\n");
}

void bm_help_print(const struct bm_cli_command *command)
{
    if (!command) {
        print_all();
        return;
    }
    printf("banmen %s: %s\n\nUsage: banmen %s [OPTION...]%s%s\n\n", command->name,
           command->summary, command->name, *command->positional ? " " : "",
           command->positional);
    if (*command->text)
        printf("%s\n", command->text);
    printf("Options:\n");
    for (unsigned i = 0; i < OPT_COUNT; i++) {
        if (command->options >> i & 1)
            print_option(&bm_cli_options[i]);
    }
}

int bm_cmd_help(const struct bm_args *args)
{
    const struct bm_cli_command *command = NULL;
    if (args->count == 1) {
        command = bm_cli_command_find(args->rest[0]);
        if (!command) {
            bm_cli_command_refuse(args->rest[0]);
            return EXIT_USAGE;
        }
    }
    bm_help_print(command);
    return EXIT_YES;
}
