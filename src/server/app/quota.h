/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_QUOTA_H
#define BM_SERVER_QUOTA_H

/* What a person, and an address, may have stored in a day, and an account keep. */

#include <stdbool.h>
#include <stdint.h>

struct bm_api_request;

enum bm_quota_kind {
    BM_QUOTA_GAMES,    /* that were made */
    BM_QUOTA_VARIANTS, /* that were uploaded */
    BM_QUOTA_BYTES,    /* of variants, records and studies */
    BM_QUOTA_STUDIES,  /* that were shared */
    BM_QUOTAS
};

struct bm_quota {
    bool is_on;
    int64_t most[BM_QUOTAS]; /* of a person */
    int64_t neighbours;      /* how many times that of an address */
    int64_t archive;         /* games and studies that an account keeps, at any time */
    int64_t archive_bytes;
};

/* "games=300,variants=50,bytes=4000000,studies=50,address=10,archive=2000,archive-bytes=20000000",
 * or a part of it; NULL: as usual. False: it is not of that form. */
bool bm_quota_parse(struct bm_quota *out, const char *text);

/* Check a daily quota before `want` more is stored; false: the request was answered. */
bool bm_quota_check(struct bm_api_request *req, enum bm_quota_kind kind, int64_t want);
/* So much more was stored. */
void bm_quota_use(struct bm_api_request *req, enum bm_quota_kind kind, int64_t amount);

#endif
