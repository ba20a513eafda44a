/* SPDX-License-Identifier: MIT */
/* Fair queues, workers, and both together. */
#define _GNU_SOURCE /* SCHED_BATCH */
#include <sched.h>
#include <sys/resource.h>

#include "io/jobs.h"
#include "server/http/api_request.h"
#include "tap.h"

/* ---- The order of a queue ---- */

enum { TICKETS = 64 };

struct slip {
    struct bm_ticket ticket;
    char name[8];
};

static struct slip slips[TICKETS];
static char begun[512];

static void note_start(struct bm_ticket *t)
{
    const struct slip *const s = (const struct slip *)t;
    (void)snprintf(begun + strlen(begun), sizeof begun - strlen(begun), "%s%s",
                   begun[0] ? " " : "", s->name);
}

static struct bm_fair *new_queue(const struct bm_fair_limits *limits)
{
    struct bm_fair *f = NULL;
    memset(slips, 0, sizeof slips);
    begun[0] = '\0';
    if (bm_fair_create(&f, limits) != BM_OK)
        tap_bail("no queue");
    return f;
}

static enum bm_fair_answer queue_slip(struct bm_fair *f, unsigned i, const char *owner,
                                      const char *name, uint64_t cost)
{
    (void)snprintf(slips[i].name, sizeof slips[i].name, "%s", name);
    return bm_fair_take(f, &slips[i].ticket, owner, cost, note_start);
}

/* End whatever is at work, one after the other, until nothing is left. */
static void drain_queue(struct bm_fair *f)
{
    while (bm_fair_working(f) != 0)
        for (unsigned i = 0; i < TICKETS; i++)
            if (slips[i].ticket.state == BM_TICKET_WORKS) {
                bm_fair_leave(&slips[i].ticket);
                break;
            }
}

static void test_turns_of_owners(void)
{
    struct bm_fair *const f = new_queue(&(struct bm_fair_limits){.places = 1});
    char name[8];
    for (unsigned i = 0; i < 6; i++) {
        (void)snprintf(name, sizeof name, "a%u", i);
        (void)queue_slip(f, i, "A", name, 10);
    }
    (void)queue_slip(f, 6, "B", "b0", 10);
    (void)queue_slip(f, 7, "B", "b1", 10);
    (void)queue_slip(f, 8, "C", "c0", 10);
    eq_u64(bm_fair_waiting(f), 8);
    eq_u64(bm_fair_waiting_of(f, "A"), 5);
    eq_u64(bm_fair_rank(&slips[8].ticket), 1); /* b0 and c0 come before a1 */
    eq_u64(bm_fair_rank(&slips[1].ticket), 2);
    eq_u64(bm_fair_rank(&slips[7].ticket), 3);
    drain_queue(f);
    ok_named(strstr(begun, "a0") && strstr(begun, "c0") < strstr(begun, "a2") &&
                 strstr(begun, "b0") < strstr(begun, "a2") &&
                 strstr(begun, "b1") < strstr(begun, "a3"),
             "owners take turns, however many tickets one has: %s", begun);
    ok_named(strstr(begun, "a1") < strstr(begun, "a2") &&
                 strstr(begun, "a4") < strstr(begun, "a5"),
             "tickets of one owner and one cost keep their order");
    bm_fair_destroy(f);
}

static void test_cost(void)
{
    /* One owner has expensive tickets, another cheap ones: as much time for each, not as many
     * tickets. */
    struct bm_fair *f = new_queue(&(struct bm_fair_limits){.places = 1});
    for (unsigned i = 0; i < 4; i++)
        (void)queue_slip(f, i, "A", "A", 100);
    for (unsigned i = 4; i < 24; i++)
        (void)queue_slip(f, i, "B", "b", 10);
    drain_queue(f);
    const char *const second = strchr(begun + 1, 'A');
    unsigned cheap = 0;
    for (const char *c = begun; c < second; c++)
        cheap += *c == 'b';
    ok_named(cheap >= 10, "%u cheap tickets begin before the second expensive one", cheap);
    bm_fair_destroy(f);

    /* Of one owner: the cheap one first, but not for ever. */
    f = new_queue(&(struct bm_fair_limits){.places = 1});
    (void)queue_slip(f, 0, "A", "x", 1);
    (void)queue_slip(f, 1, "A", "heavy", 5);
    for (unsigned i = 2; i < 20; i++) {
        (void)queue_slip(f, i, "A", "l", 1);
        bm_fair_leave(&slips[i == 2 ? 0 : i - 1].ticket); /* the one before is done */
        if (slips[1].ticket.state == BM_TICKET_WORKS)
            break;
    }
    ok_named(strncmp(begun, "x l", 3) == 0, "a cheap ticket overtakes an expensive one: %s",
             begun);
    ok_named(strstr(begun, "heavy") != NULL, "which begins nevertheless: %s", begun);
    for (unsigned i = 0; i < 20; i++)
        bm_fair_leave(&slips[i].ticket);
    bm_fair_destroy(f);
}

static void test_idle_owner(void)
{
    /* An owner that was away has no credit. */
    struct bm_fair *const f = new_queue(&(struct bm_fair_limits){.places = 1});
    (void)queue_slip(f, 0, "A", "a", 10);
    for (unsigned i = 1; i < 20; i++) {
        (void)queue_slip(f, i, "B", "b", 10);
        bm_fair_leave(&slips[i - 1].ticket);
    }
    begun[0] = '\0';
    for (unsigned i = 20; i < 26; i++)
        (void)queue_slip(f, i, "A", "a", 10);
    for (unsigned i = 26; i < 32; i++)
        (void)queue_slip(f, i, "B", "b", 10);
    drain_queue(f);
    unsigned worst = 0, row = 0;
    for (const char *c = begun; *c; c += c[1] ? 2 : 1) {
        row = c >= begun + 2 && c[-2] == *c ? row + 1 : 1;
        worst = row > worst ? row : worst;
    }
    ok_named(worst <= 2, "owners alternate after one was away: %s", begun);
    bm_fair_destroy(f);
}

static void test_bounds(void)
{
    struct bm_fair *const f = new_queue(
        &(struct bm_fair_limits){.places = 2, .per_owner = 1, .waiting = 2, .all = 3});
    eq_u64(queue_slip(f, 0, "A", "a0", 1), BM_FAIR_TAKEN);
    eq_u64(queue_slip(f, 1, "A", "a1", 1), BM_FAIR_TAKEN);
    eq_u64(queue_slip(f, 2, "A", "a2", 1), BM_FAIR_TAKEN);
    eq_u64(bm_fair_working(f), 1); /* one place is kept for others */
    eq_u64(queue_slip(f, 3, "A", "a3", 1), BM_FAIR_OWNER_FULL);
    eq_u64(queue_slip(f, 4, "B", "b0", 1), BM_FAIR_TAKEN);
    eq_str(begun, "a0 b0");
    ok(bm_fair_is_wanted(&slips[0].ticket));  /* by a1 */
    ok(!bm_fair_is_wanted(&slips[4].ticket)); /* A has as many places as it may */
    eq_u64(queue_slip(f, 5, "C", "c0", 1), BM_FAIR_TAKEN);
    ok(bm_fair_is_wanted(&slips[4].ticket));
    ok(!bm_fair_is_open(f));
    eq_u64(queue_slip(f, 6, "D", "d0", 1), BM_FAIR_FULL);
    bm_fair_leave(&slips[1].ticket); /* a1 does not want to wait any longer */
    eq_u64(bm_fair_waiting_of(f, "A"), 1);
    bm_fair_leave(&slips[1].ticket); /* once more: nothing */
    eq_u64(bm_fair_waiting(f), 2);
    drain_queue(f);
    ok_named(!strstr(begun, "a1") && strstr(begun, "a2") && strstr(begun, "c0"),
             "who left the queue does not begin: %s", begun);
    bm_fair_close(f);
    eq_u64(queue_slip(f, 7, "A", "a7", 1), BM_FAIR_FULL);
    bm_fair_destroy(f);
}

/* ---- Workers ---- */

static struct bm_loop loop;
static uv_thread_t here;

struct item {
    struct bm_job job;
    uv_sem_t *gate; /* waited for at work; NULL: none */
    char name;
    bool worked, done, cancelled, elsewhere, on_loop, moot;
    struct item *then; /* cancelled by done() */
};

static char order[512];
static size_t ordered;
static uv_mutex_t order_lock;

static void work_item(struct bm_job *j)
{
    struct item *const i = (struct item *)j;
    const uv_thread_t self = uv_thread_self();
    i->elsewhere = !uv_thread_equal(&self, &here);
    uv_mutex_lock(&order_lock);
    order[ordered++] = i->name;
    uv_mutex_unlock(&order_lock);
    if (i->gate)
        uv_sem_wait(i->gate);
    i->worked = true;
}

static void done_item(struct bm_job *j, bool cancelled)
{
    struct item *const i = (struct item *)j;
    const uv_thread_t self = uv_thread_self();
    i->on_loop = uv_thread_equal(&self, &here);
    i->done = true;
    i->cancelled = cancelled;
    if (i->then)
        (void)bm_jobs_cancel(&i->then->job);
}

static bool is_moot(const struct bm_job *j) { return ((const struct item *)j)->moot; }

static enum bm_fair_answer add_item(struct bm_jobs *jobs, struct item *i, const char *owner)
{
    i->name = owner[0];
    i->job.work = work_item;
    i->job.done = done_item;
    i->job.is_moot = is_moot;
    return bm_jobs_add(jobs, &i->job, owner, 1);
}

static void await(const struct item *items, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        while (!items[i].done)
            (void)bm_loop_step(&loop);
}

static struct bm_jobs *new_jobs(const struct bm_fair_limits *limits)
{
    struct bm_jobs *jobs = NULL;
    ordered = 0;
    if (bm_jobs_create(&jobs, &loop, limits) != BM_OK)
        tap_bail("no workers");
    return jobs;
}

static void test_jobs(void)
{
    enum { MANY = 100 };
    static struct item items[MANY];
    struct bm_jobs *const jobs = new_jobs(&(struct bm_fair_limits){.places = 4});
    for (unsigned i = 0; i < MANY; i++)
        (void)add_item(jobs, &items[i], i % 3 ? "A" : "B");
    ok_named(!items[0].done, "done() is not called while a job is added");
    await(items, MANY);
    bool all = true;
    for (unsigned i = 0; i < MANY; i++)
        all &= items[i].worked && items[i].elsewhere && items[i].on_loop && !items[i].cancelled;
    ok_named(all, "%d jobs work in other threads, and end on the loop", MANY);
    eq_u64(bm_jobs_working(jobs), 0);
    bm_jobs_destroy(jobs);
}

static void test_fair_jobs(void)
{
    enum { OURS = 50 };
    static struct item greedy[OURS], modest;
    uv_sem_t gate;
    uv_sem_init(&gate, 0);
    struct bm_jobs *const jobs = new_jobs(&(struct bm_fair_limits){.places = 1, .waiting = 49});
    greedy[0].gate = &gate;
    for (unsigned i = 0; i < OURS; i++)
        eq_u64(add_item(jobs, &greedy[i], "greedy"), BM_FAIR_TAKEN);
    struct item more = {0};
    eq_u64(add_item(jobs, &more, "greedy"), BM_FAIR_OWNER_FULL);
    eq_u64(add_item(jobs, &modest, "modest"), BM_FAIR_TAKEN);
    eq_u64(bm_jobs_waiting(jobs), 50);
    uv_sem_post(&gate);
    await(&modest, 1);
    await(greedy, OURS);
    ok_named(memchr(order, 'm', 3) != NULL, "one job of another owner is next: %.5s", order);
    ok(!more.done);
    bm_jobs_destroy(jobs);
    uv_sem_destroy(&gate);
}

static void test_cancelled_jobs(void)
{
    static struct item items[5];
    uv_sem_t gate;
    uv_sem_init(&gate, 0);
    memset(items, 0, sizeof items);
    struct bm_jobs *const jobs = new_jobs(&(struct bm_fair_limits){.places = 1});
    items[0].gate = &gate;
    for (unsigned i = 0; i < 4; i++)
        (void)add_item(jobs, &items[i], "A");
    ok(bm_jobs_cancel(&items[1].job));
    ok_named(items[1].done && items[1].cancelled, "a job that waits is cancelled at once");
    ok_named(!bm_jobs_cancel(&items[0].job), "one that is at work is not");
    ok(!bm_jobs_cancel(&items[1].job));
    items[2].moot = true; /* the client has gone */
    uv_sem_post(&gate);
    await(items, 4);
    ok_named(items[2].cancelled && !items[2].worked,
             "a job that nobody wants is not worked on");
    ok(items[3].worked && !items[1].worked && items[0].worked);
    bm_jobs_destroy(jobs);
    uv_sem_destroy(&gate);
}

/* Requests of one address leave a worker for those of others. */
static void test_requests(void)
{
    static struct item items[3];
    struct bm_server server = {.jobs = NULL};
    uv_sem_t gate;
    uv_sem_init(&gate, 0);
    if (bm_loop_init(&server.loop) || bm_api_create_workers(&server) != BM_OK)
        tap_bail("no workers");
    for (unsigned i = 0; i < 3; i++) {
        items[i].gate = &gate;
        eq_u64(add_item(server.jobs, &items[i], i == 2 ? "B" : "A"), BM_FAIR_TAKEN);
    }
    ok_named(items[1].job.ticket.state == BM_TICKET_WAITS &&
                 items[2].job.ticket.state == BM_TICKET_WORKS,
             "the second request of an address waits, the first of another does not");
    for (unsigned i = 0; i < 3; i++)
        uv_sem_post(&gate);
    bm_jobs_destroy(server.jobs);
    ok(items[0].done && items[1].done && items[2].done);
    bm_loop_fini(&server.loop);
    uv_sem_destroy(&gate);
}

#ifdef __linux__
struct rank_item {
    struct bm_job job;
    int policy, nice;
    bool done;
};

static void work_rank(struct bm_job *j)
{
    struct rank_item *const i = (struct rank_item *)j;
    i->policy = sched_getscheduler(0);
    i->nice = getpriority(PRIO_PROCESS, 0);
}

static void done_rank(struct bm_job *j, bool cancelled)
{
    (void)cancelled;
    ((struct rank_item *)j)->done = true;
}

/* The loop comes first. */
static void test_priority(void)
{
    struct rank_item i = {.job = {.work = work_rank, .done = done_rank}};
    struct bm_jobs *const jobs = new_jobs(&(struct bm_fair_limits){.places = 1});
    const int own = getpriority(PRIO_PROCESS, 0);
    eq_u64(bm_jobs_add(jobs, &i.job, "A", 1), BM_FAIR_TAKEN);
    while (!i.done)
        (void)bm_loop_step(&loop);
    eq_u64((uint64_t)i.policy, SCHED_BATCH);
    ok_named(i.nice > own || i.nice == 19, "workers are nicer than the loop: %d, %d", i.nice,
             own);
    eq_u64((uint64_t)getpriority(PRIO_PROCESS, 0), (uint64_t)own);
    bm_jobs_destroy(jobs);
}
#endif

static void open_gate(void *user) { uv_sem_post(user); }

static void test_shutdown(void)
{
    enum { MANY = 20 };
    static struct item items[MANY];
    uv_sem_t gate;
    uv_thread_t opener;
    uv_sem_init(&gate, 0);
    memset(items, 0, sizeof items);
    struct bm_jobs *const jobs = new_jobs(&(struct bm_fair_limits){.places = 1});
    items[0].gate = &gate;
    items[5].then = &items[6]; /* ending one ends another */
    items[6].then = &items[4];
    for (unsigned i = 0; i < MANY; i++)
        (void)add_item(jobs, &items[i], i & 1 ? "A" : "B");
    uv_thread_create(&opener, open_gate, &gate);
    bm_jobs_destroy(jobs);
    uv_thread_join(&opener);
    unsigned done = 0, cancelled = 0;
    for (unsigned i = 0; i < MANY; i++) {
        done += items[i].done;
        cancelled += items[i].cancelled;
    }
    eq_u64(done, MANY);
    ok_named(cancelled >= MANY - 1, "what waits is cancelled when all ends: %u", cancelled);
    uv_sem_destroy(&gate);
}

/* ---- libuv's workers by the same calls ---- */

struct errand {
    struct bm_task task;
    bool worked, done, cancelled;
};

static void work_errand(struct bm_task *t) { ((struct errand *)t)->worked = true; }
static void done_errand(struct bm_task *t, bool cancelled)
{
    ((struct errand *)t)->done = true;
    ((struct errand *)t)->cancelled = cancelled;
}

static void test_tasks(void)
{
    struct bm_pool *pool = NULL;
    struct errand errands[3] = {0};
    for (unsigned i = 0; i < 3; i++)
        errands[i].task = (struct bm_task){.work = work_errand, .done = done_errand};
    if (bm_pool_create(&pool, &loop, 1) != BM_OK)
        tap_bail("no pool");
    ok(bm_task_run(&errands[0].task, &loop, NULL));
    ok(bm_task_run(&errands[1].task, &loop, pool));
    ok(bm_task_run(&errands[2].task, &loop, pool));
    const bool stopped = bm_task_cancel(&errands[2].task);
    for (unsigned i = 0; i < 3; i++)
        while (!errands[i].done)
            (void)bm_loop_step(&loop);
    ok(errands[0].worked && errands[1].worked);
    ok_named(errands[2].cancelled == stopped && errands[2].worked == !stopped,
             "a task is cancelled, or works; not both");
    ok(!bm_task_cancel(&errands[1].task));
    bm_pool_destroy(pool);
}

int main(void)
{
    here = uv_thread_self();
    uv_mutex_init(&order_lock);
    if (bm_loop_init(&loop))
        tap_bail("no loop");
    test_turns_of_owners();
    test_cost();
    test_idle_owner();
    test_bounds();
    test_jobs();
    test_fair_jobs();
    test_cancelled_jobs();
    test_shutdown();
    test_tasks();
    test_requests();
#ifdef __linux__
    test_priority();
#endif
    bm_loop_fini(&loop);
    uv_mutex_destroy(&order_lock);
    return tap_done();
}
