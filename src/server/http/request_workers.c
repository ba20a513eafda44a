/* SPDX-License-Identifier: MIT */
/* Parts of requests that run beside the loop. */
#include "banmen/rules.h"
#include "server/http/api_request.h"

enum {
    WORKERS = 2,
    OWN = 1,           /* that one address may have: another finds a free one */
    WAITING = 16,      /* requests of one address */
    ALL_WAITING = 512, /* of all */
    RETRY = 1          /* s */
};

bm_status bm_call_workers(struct bm_server *s)
{
    return bm_jobs_create(
        &s->jobs, &s->loop,
        &(struct bm_fair_limits){
            .places = WORKERS, .per_owner = OWN, .waiting = WAITING, .all = ALL_WAITING});
}

static struct bm_call *call_of(const struct bm_job *j)
{
    return (struct bm_call *)((char *)j - offsetof(struct bm_call, job));
}

static void work_call(struct bm_job *j)
{
    const struct bm_call *const c = call_of(j);
    c->beside->work(c, c->state);
}

static bool is_unwanted(const struct bm_job *j)
{
    return bm_request_is_gone(call_of(j)->request);
}

static void drop_state(struct bm_call *c)
{
    if (c->beside->drop)
        c->beside->drop(c->state);
}

static void refuse_stopping(struct bm_call *c)
{
    drop_state(c);
    bm_call_problem(c, 503, "stopping", "", "the server is being stopped: try again");
}

static void worked_call(struct bm_job *j, bool cancelled)
{
    struct bm_call *const c = call_of(j);
    if (cancelled) {
        refuse_stopping(c);
    } else {
        c->beside->done(c, c->state);
    }
}

void bm_call_beside(struct bm_call *c, const struct bm_beside *beside, void *state)
{
    c->beside = beside;
    c->state = state;
    if (!c->server->jobs) {
        refuse_stopping(c);
        return;
    }
    c->job = (struct bm_job){.work = work_call, .done = worked_call, .is_moot = is_unwanted};
    switch (bm_jobs_add(c->server->jobs, &c->job, c->who.place, beside->cost)) {
    case BM_FAIR_TAKEN: return;
    case BM_FAIR_OWNER_FULL:
        drop_state(c);
        bm_call_busy(c, "too_many", RETRY,
                     "too many requests of this address are being worked on: wait");
        return;
    case BM_FAIR_FULL:
        drop_state(c);
        bm_call_problem_with(c, 503, "busy", "Retry-After: 2\r\n", "",
                             "the server has too much to do: try again");
        return;
    case BM_FAIR_NO_MEMORY:
        drop_state(c);
        bm_call_no_memory(c);
        return;
    }
}

void bm_call_charge_plies(struct bm_call *c, const struct bm_rules *rules, uint64_t plies)
{
    bm_server_charge(c->server, c->who.place,
                     plies * bm_rules_info(rules)->squares / BM_SQUARES_FOR_ONE);
}
