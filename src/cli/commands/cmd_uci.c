/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <unistd.h>

#include "cli/uci/uci_loop.h"

static int run_protocol(enum bm_proto proto, const struct bm_args *args)
{
    struct bm_line_reader in;
    if (!bm_line_reader_init(&in, STDIN_FILENO)) {
        fprintf(stderr, "banmen: out of memory\n");
        return EXIT_USAGE;
    }
    const int status = bm_uci_run(proto, args, &in, NULL);
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

int bm_uci_run_detect(const struct bm_args *args)
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
            status = bm_uci_run(p, args, &in, bm_proto_name(p));
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
