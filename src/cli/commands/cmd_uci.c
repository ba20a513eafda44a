/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <unistd.h>

#include "cli/position/command_position.h"
#include "uci/uci_loop.h"

/* As an engine, with what the options set. `first` as in bm_uci_run(). */
static int run_engine(enum bm_proto proto, const struct bm_args *args,
                      struct bm_line_reader *in, const char *first)
{
    const struct bm_option_value *const o = args->option;
    const struct bm_uci_start start = {.level = o[OPT_LEVEL].given ? o[OPT_LEVEL].number : 0,
                                       .seed = o[OPT_SEED].given ? o[OPT_SEED].number : 0,
                                       .debug = o[OPT_DEBUG].given,
                                       .pieces = bm_args_pieces(args)};
    return bm_uci_run(proto, &start, in, first) ? EXIT_YES : EXIT_USAGE;
}

static int run_protocol(enum bm_proto proto, const struct bm_args *args)
{
    struct bm_line_reader in;
    if (!bm_line_reader_init(&in, STDIN_FILENO)) {
        fprintf(stderr, "banmen: out of memory\n");
        return EXIT_USAGE;
    }
    const int status = run_engine(proto, args, &in, NULL);
    bm_line_reader_fini(&in);
    return status;
}

int bm_cmd_uci(const struct bm_args *args) { return run_protocol(BM_PROTO_UCI, args); }
int bm_cmd_usi(const struct bm_args *args) { return run_protocol(BM_PROTO_USI, args); }

/* The protocol that a line begins; BM_PROTO_COUNT if it is none. */
static enum bm_proto proto_of(struct bm_text word)
{
    enum bm_proto p = BM_PROTO_UCI;
    while (p < BM_PROTO_COUNT && !bm_word_is(word, bm_proto_name(p)))
        p++;
    return p;
}

int bm_cmd_detected_protocol(const struct bm_args *args)
{
    struct bm_line_reader in;
    const char *s;
    size_t len;
    struct bm_text word;
    int status = EXIT_YES;
    if (!bm_line_reader_init(&in, STDIN_FILENO)) {
        fprintf(stderr, "banmen: out of memory\n");
        return EXIT_USAGE;
    }
    while (bm_line_reader_next(&in, &s, &len)) {
        if (!bm_word_next(&s, &len, &word))
            continue;
        const enum bm_proto p = proto_of(word);
        if (p != BM_PROTO_COUNT) {
            status = run_engine(p, args, &in, bm_proto_name(p));
        } else {
            fprintf(stderr,
                    "banmen: the first line of standard input is '%.*s', neither uci nor "
                    "usi\nTry 'banmen help'.\n",
                    word.len < 40 ? (int)word.len : 40, word.s);
            status = EXIT_USAGE;
        }
        break;
    }
    bm_line_reader_fini(&in);
    return status;
}
