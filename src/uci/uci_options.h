/* SPDX-License-Identifier: MIT */
#ifndef BM_UCI_UCI_OPTIONS_H
#define BM_UCI_UCI_OPTIONS_H

/* The options that our engine has in UCI and in USI, and what they are set to. */

#include "banmen/search.h"
#include "protocol/protocol.h"

struct bm_uci_options {
    enum bm_proto proto;
    struct bm_search_options search;
    unsigned multipv;
    int64_t overhead; /* ms; 0: it was not set */
    bool clear;       /* the hash is to be cleared; the caller resets this */
    bool chess960;
    char variant[80];               /* name of the game */
    const struct bm_rules *rules;   /* of that game; held */
    const struct bm_rules *private; /* what VariantPath has loaded; held; NULL: nothing */
};

/* Set the defaults: chess in UCI, shogi in USI. False if the rules cannot be opened. */
bool bm_uci_options_init(struct bm_uci_options *s, enum bm_proto proto);
void bm_uci_options_fini(struct bm_uci_options *s);

/* Append the lines that declare all options, each with its end. */
void bm_uci_options_declare(const struct bm_uci_options *s, struct bm_buf *out);

/*
 * Set an option. BM_EINVAL: there is none of that name or the value does not fit, and err says
 * so; nothing has changed then. `*message` is set to what is worth saying, or "".
 */
bm_status bm_uci_options_set(struct bm_uci_options *s, struct bm_text name,
                             struct bm_text value, char *message, size_t cap,
                             struct bm_error *err);

#endif
