/* SPDX-License-Identifier: MIT */
#ifndef BM_CLI_ARGS_H
#define BM_CLI_ARGS_H

/*
 * The command line as data: one table of commands and one of options drive the parser, the
 * refusals and the help.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Exit codes, a contract. */
enum { EXIT_YES = 0, EXIT_NO = 1, EXIT_USAGE = 2, EXIT_INTERRUPTED = 130 };

enum bm_opt {
    OPT_VARIANT,
    OPT_POSITION,
    OPT_START,
    OPT_DIVIDE,
    OPT_THREADS,
    OPT_HASH,
    OPT_AS,
    OPT_FROM,
    OPT_TO,
    OPT_ENCODING,
    OPT_OUTPUT,
    OPT_JOBS,
    OPT_DRAWS,
    OPT_IMPASSE,
    OPT_MAX_MOVES,
    OPT_PIECES,
    OPT_YAML,
    OPT_LEVEL,
    OPT_SIDE,
    OPT_ENGINE,
    OPT_CLOCK,
    OPT_FIRST,
    OPT_SECOND,
    OPT_LOAD,
    OPT_SAVE,
    OPT_RESUME,
    OPT_DEPTH,
    OPT_NODES,
    OPT_MOVETIME,
    OPT_TIME,
    OPT_MULTIPV,
    OPT_ONLY,
    OPT_MATE,
    OPT_MOVES,
    OPT_CHECKS,
    OPT_GAMES,
    OPT_OPENINGS,
    OPT_SPRT,
    OPT_STATE,
    OPT_CONCURRENCY,
    OPT_OPENING_PLIES,
    OPT_ORDER,
    OPT_ALPHA,
    OPT_BETA,
    OPT_ELO,
    OPT_ADJUDICATE,
    OPT_MARGIN,
    OPT_TIMEOUT,
    OPT_PONDER,
    OPT_RESTART,
    OPT_EVENT,
    OPT_SEED,
    OPT_DIR,
    OPT_PROTOCOL,
    OPT_OPTION,
    OPT_PLAYS,
    OPT_FORCE,
    OPT_PROBE,
    OPT_COLOR,
    OPT_LANG,
    OPT_JSON,
    OPT_DEBUG,
    OPT_FAST,
    OPT_LISTEN,
    OPT_DATA,
    OPT_DB,
    OPT_CSA,
    OPT_ORIGIN,
    OPT_HOST,
    OPT_ENGINES,
    OPT_PROXY,
    OPT_METRICS,
    OPT_LOG_REQUESTS,
    OPT_OPEN,
    OPT_FIRST_MOVE,
    OPT_AWAY,
    OPT_ANALYSIS_SHARE,
    OPT_NO_LIMITS,
    OPT_QUOTA,
    OPT_DAYS,
    OPT_REASON,
    OPT_HELP,
    OPT_VERSION,
    OPT_COUNT
};

/* Values of options that are a choice, in the order of the table's list. */
enum { PROTOCOL_AUTO, PROTOCOL_UCI, PROTOCOL_USI };
enum { AS_UCI, AS_USI, AS_SAN, AS_KIF, AS_CSA, AS_WESTERN, AS_JAPANESE, AS_FIGURINE, AS_LONG };
enum { DRAWS_CLAIM, DRAWS_AUTO };
enum { CHECKS_YES, CHECKS_NO };
enum { SIDE_FIRST, SIDE_SECOND, SIDE_RANDOM };
enum { ORDER_SEQUENTIAL, ORDER_RANDOM };
enum { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

struct bm_args;

/* One bit for each option: there are more than 64. */
__extension__ typedef unsigned __int128 bm_opt_set;

struct bm_cli_command {
    const char *name;
    int (*run)(const struct bm_args *args);
    const char *positional; /* "DEPTH", "[MOVE...]"; "" if none */
    unsigned min, max;      /* how many positionals */
    bm_opt_set options;     /* of enum bm_opt */
    const char *summary;    /* one line */
    const char *text;       /* the rest of its help page, with examples */
};

struct bm_cli_option {
    const char *name; /* without the dashes */
    char letter;      /* 0: none */
    /* "N", "VARIANT"; NULL: a flag; "a|b": one of these; "A B": two; "A...": may be repeated */
    const char *arg;
    unsigned min, max; /* if max is not 0, the value is a number from min to max */
    const char *text;
};

extern const struct bm_cli_command bm_cli_commands[]; /* the last has no name */
extern const struct bm_cli_option bm_cli_options[OPT_COUNT];

struct bm_option_value {
    bool given;
    unsigned number;  /* of a number, or the index of a choice */
    const char *text; /* as written; NULL for a flag */
    const char *more; /* the second of two words */
};

enum { MAX_REPEATED = 64 };

struct bm_args {
    const struct bm_cli_command *command; /* NULL: none was given */
    struct bm_option_value option[OPT_COUNT];
    /* Values of options that may be repeated, in the order of the command line. */
    struct {
        enum bm_opt id;
        const char *text;
    } repeated[MAX_REPEATED];
    unsigned repeated_count;
    char **rest; /* positionals */
    unsigned count;
};

/*
 * Sort the words of a command line into *args. Positionals are moved to the front of argv,
 * where args->rest points. On wrong usage says so on stderr and returns EXIT_USAGE, else 0.
 */
int bm_args_parse(struct bm_args *args, int argc, char **argv);

/* Help on one command, or on all for NULL, to stdout. */
void bm_help_print(const struct bm_cli_command *command);

/* Index of a word in a list like "uci|usi"; false if it is none of them. */
bool bm_choice_find(unsigned *out, const char *list, const char *text);

/* The command of that name, or NULL. */
const struct bm_cli_command *bm_cli_command_find(const char *name);

/* Say on stderr that there is no such command, and which was perhaps meant. */
void bm_cli_command_refuse(const char *name);

int bm_cmd_perft(const struct bm_args *args);
int bm_cmd_moves(const struct bm_args *args);
int bm_cmd_judge(const struct bm_args *args);
int bm_cmd_show(const struct bm_args *args);
int bm_cmd_convert(const struct bm_args *args);
int bm_cmd_check(const struct bm_args *args);
int bm_cmd_variant(const struct bm_args *args);
int bm_cmd_play(const struct bm_args *args);
int bm_cmd_match(const struct bm_args *args);
int bm_cmd_analyse(const struct bm_args *args);
int bm_cmd_mate(const struct bm_args *args);
int bm_cmd_engine(const struct bm_args *args);
int bm_cmd_uci(const struct bm_args *args);
int bm_cmd_usi(const struct bm_args *args);
/* As an engine, with the protocol that the first line of stdin asks for. */
int bm_cmd_detected_protocol(const struct bm_args *args);
int bm_cmd_eval(const struct bm_args *args);
int bm_cmd_bench(const struct bm_args *args);
int bm_cmd_serve(const struct bm_args *args);
int bm_cmd_admin(const struct bm_args *args);
int bm_cmd_help(const struct bm_args *args);

#endif
