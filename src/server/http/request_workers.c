/* SPDX-License-Identifier: MIT */
/* Worker threads for parts of requests. */
#include "banmen/rules.h"
#include "server/http/api_request.h"

enum {
    WORKERS = 2,
    OWN = 1,           /* that one address may have: another finds a free one */
    WAITING = 16,      /* requests of one address */
    ALL_WAITING = 512, /* of all */
    RETRY = 1          /* s */
};

bm_status bm_api_create_workers(struct bm_server *s)
{
    return bm_jobs_create(
        &s->jobs, &s->loop,
        &(struct bm_fair_limits){
            .places = WORKERS, .per_owner = OWN, .waiting = WAITING, .all = ALL_WAITING});
}

static struct bm_api_request *request_of(const struct bm_job *j)
{
    return (struct bm_api_request *)((char *)j - offsetof(struct bm_api_request, job));
}

static void work_request(struct bm_job *j)
{
    const struct bm_api_request *const req = request_of(j);
    req->part->work(req, req->state);
}

static bool is_unwanted(const struct bm_job *j)
{
    return bm_request_is_gone(request_of(j)->request);
}

static void drop_state(struct bm_api_request *req)
{
    if (req->part->drop)
        req->part->drop(req->state);
}

static void refuse_stopping(struct bm_api_request *req)
{
    drop_state(req);
    bm_api_reply_problem(req, 503, "stopping", "", "the server is being stopped: try again");
}

static void request_worked(struct bm_job *j, bool cancelled)
{
    struct bm_api_request *const req = request_of(j);
    if (cancelled) {
        refuse_stopping(req);
    } else {
        req->part->done(req, req->state);
    }
}

void bm_api_run_in_worker(struct bm_api_request *req, const struct bm_request_work *part,
                          void *state)
{
    req->part = part;
    req->state = state;
    if (!req->server->jobs) {
        refuse_stopping(req);
        return;
    }
    req->job =
        (struct bm_job){.work = work_request, .done = request_worked, .is_moot = is_unwanted};
    switch (bm_jobs_add(req->server->jobs, &req->job, req->identity.place, part->cost)) {
    case BM_FAIR_TAKEN: return;
    case BM_FAIR_OWNER_FULL:
        drop_state(req);
        bm_api_reply_busy(req, "too_many", RETRY,
                          "too many requests of this address are being worked on: wait");
        return;
    case BM_FAIR_FULL:
        drop_state(req);
        bm_api_reply_problem_with(req, 503, "busy", "Retry-After: 2\r\n", "",
                                  "the server has too much to do: try again");
        return;
    case BM_FAIR_NO_MEMORY:
        drop_state(req);
        bm_api_reply_no_memory(req);
        return;
    }
}

void bm_api_charge_plies(struct bm_api_request *req, const struct bm_rules *rules,
                         uint64_t plies)
{
    bm_server_charge(req->server, req->identity.place,
                     plies * bm_rules_info(rules)->squares / BM_SQUARES_FOR_ONE);
}
