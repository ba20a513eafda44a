/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_ADMIN_H
#define BM_SERVER_ADMIN_H

/*
 * `banmen admin`: works on the file of a server that may be running, and notifies it of
 * changes. Records go to stdout, one a line, with tabs between members or as JSON; errors go
 * to stderr.
 */

#include <stdbool.h>
#include <stdint.h>

struct bm_admin_options {
    const char *store; /* path of the file */
    bool json;
    const char *reason; /* of a ban or mute; NULL: none */
    unsigned days;      /* how long it lasts; how old games are that are pruned; 0: as usual */
};

/* `words` are the action and what it is about, such as "ban" "Ann". 0: done; 1: there is no
 * such thing, or something is wrong with the file; 2: wrong usage, or it could not be done. */
int bm_admin_run(const struct bm_admin_options *o, char *const *words, unsigned count);

#endif
