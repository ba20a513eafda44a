/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_ACCESS_LOG_H
#define BM_SERVER_ACCESS_LOG_H

/*
 * Counts of requests for the metrics, and lines of the log. Every request has an id, which is
 * in its answer (X-Request-Id) and in its log lines; behind a proxy it is the proxy's.
 */

#include "base/buf.h"
#include "server/app/server.h"

struct bm_api_request;

enum { BM_LATENCY_BUCKETS = 12, BM_PROBLEM_CODES = 128, BM_REQUEST_ID = 65 };

struct bm_access_log {
    uint64_t latency[BM_LATENCY_BUCKETS + 1]; /* requests by the time that they took */
    uint64_t latency_us;                      /* of all together */
    uint64_t status[600];
    struct {
        const char *code; /* of a problem; NULL: unused */
        uint64_t count;
    } problem[BM_PROBLEM_CODES];
    /* Refusals that are logged in this second; beyond a few they are counted alone. */
    int64_t second;
    unsigned logged, unlogged;
};

/* The request begins: it gets its id. */
void bm_access_log_begin(struct bm_api_request *req);
/* It is about to be answered, with c->problem if it was refused. */
void bm_access_log_end(struct bm_api_request *req, unsigned status);
/* As Prometheus reads it. */
void bm_access_log_write(const struct bm_access_log *a, struct bm_buf *out);

#endif
