/* SPDX-License-Identifier: MIT */
/*
 * Who is let in: pages of other sites are not, a proxy's word counts only if it is asked for,
 * too much is refused with a time to wait, and passwords are worked on beside the loop, a few
 * at a time, whoever has gone meanwhile.
 */
#include "asking.h"

static struct asking_server it;
static struct client_action last;

#define SESSION  "/api/v1/session"
#define ACCOUNTS "/api/v1/accounts"
#define NOBODY   "{\"name\":\"nobody\",\"password\":\"wrong horse\"}"

static unsigned ask(const char *method, const char *path, const char *headers, const char *body)
{
    bm_buf_free(&last.in);
    asking_start(&last, &it, method, path, headers, body);
    asking_wait(&last, &it);
    return asking_status(&last);
}

/* ---- Where a page comes from ---- */

static void test_origin(void)
{
    char host[64];
    snprintf(host, sizeof host, "127.0.0.1:%u", it.port);
    static const struct {
        const char *before, *behind; /* of the host; NULL: `before` is all */
        const char *site;
        bool good;
    } all[] = {
        {"http://", "", NULL, true},
        {"https://", "", NULL, true},
        {"http://", "", "same-origin", true},
        {"https://play.example", NULL, NULL, true},
        {"https://play.example", NULL, "cross-site", true}, /* it was said so */
        {"http://play.example", NULL, NULL, false},
        {"https://play.example.evil", NULL, NULL, false},
        {"https://evil.play.example", NULL, NULL, false},
        {"null", NULL, NULL, false},
        {"http://", ".evil", NULL, false},
        {"http://evil.", "", NULL, false},
        {"http://", "/", NULL, false},
        {"HTTP://", "", NULL, false},
        {"ftp://", "", NULL, false},
        {"http://evil", NULL, NULL, false},
        {"http://127.0.0.1", NULL, NULL, false}, /* another port is another server */
        {NULL, NULL, NULL, true},                /* a program */
        {NULL, NULL, "same-origin", true},
        {NULL, NULL, "none", true},
        {NULL, NULL, "cross-site", false},
        {NULL, NULL, "Cross-Site", false},
    };
    it.server.options.origin = "https://play.example";
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        char headers[256] = "";
        if (all[i].before)
            snprintf(headers, sizeof headers, "Origin: %s%s%s\r\n", all[i].before,
                     all[i].behind ? host : "", all[i].behind ? all[i].behind : "");
        if (all[i].site) {
            const size_t n = strlen(headers);
            snprintf(headers + n, sizeof headers - n, "Sec-Fetch-Site: %s\r\n", all[i].site);
        }
        const unsigned status = ask("DELETE", SESSION, headers, NULL);
        ok_named(all[i].good ? status == 204
                             : status == 403 && asking_has(&last, "\"code\":\"bad_origin\""),
                 "%s is %s: %u", headers, all[i].good ? "let in" : "kept out", status);
        ok_named(ask("GET", "/api/v1/account", headers, NULL) == 200, "but may look");
    }
    it.server.options.origin = NULL;
    eq_u64(ask("DELETE", SESSION, "Origin: https://play.example\r\n", NULL), 403);
}

/* ---- Addresses ---- */

static const char *address_with(const char *headers)
{
    static char text[80];
    return ask("GET", "/test/address", headers, NULL) == 200
               ? asking_find(&last, "\r\n\r\n", "", text, sizeof text)
               : "";
}

static void test_address(void)
{
    it.server.options.behind_proxy = false;
    eq_str(address_with("X-Forwarded-For: 192.0.2.7\r\n"), "127.0.0.1");
    it.server.options.behind_proxy = true;
    eq_str(address_with(""), "127.0.0.1");
    eq_str(address_with("X-Forwarded-For: 192.0.2.7\r\n"), "192.0.2.7");
    eq_str(address_with("X-Forwarded-For: 192.0.2.1, 192.0.2.7\r\n"), "192.0.2.7");
    eq_str(address_with("X-Forwarded-For: 192.0.2.1,2001:db8::7\r\n"), "2001:db8::7");
    eq_str(address_with("X-Forwarded-For: 192.0.2.1\r\nX-Forwarded-For: 192.0.2.8\r\n"),
           "192.0.2.8");
    eq_str(address_with("X-Forwarded-For: 192.0.2.1, evil\r\n"), "127.0.0.1");
    eq_str(address_with("X-Forwarded-For: 192.0.2.1,\r\n"), "127.0.0.1");
    it.server.options.behind_proxy = false;
}

/* ---- Too much ---- */

/* A wrong password counts against whoever sent it, never against the name. */
static void test_guesses(void)
{
    static const char right[] = "{\"name\":\"anna\",\"password\":\"correct horse\"}";
    static const char wrong[] = "{\"name\":\"anna\",\"password\":\"battery staple\"}";
    static const char thief[] = "X-Forwarded-For: 198.51.100.9\r\n";
    char device[200], cookie[128];
    eq_u64(ask("POST", SESSION, "X-Forwarded-For: 192.0.2.5\r\n", right), 200);
    asking_find(&last, "Set-Cookie: bm_device=", ";", cookie, sizeof cookie);
    ok_named(cookie[0] != '\0', "who logs in becomes a known device");
    snprintf(device, sizeof device, "%sCookie: bm_device=%s\r\n", thief, cookie);

    unsigned tried = 0, status;
    while ((status = ask("POST", SESSION, thief, wrong)) == 401 && tried < 100)
        tried++;
    eq_u64(status, 429);
    ok_named(tried >= 5 && tried <= 20, "an address may guess %u times at a name", tried);
    eq_u64(ask("POST", SESSION, thief, right), 429);
    eq_u64(ask("POST", SESSION, "X-Forwarded-For: 192.0.2.3\r\n", right), 200);
    ok_named(ask("POST", SESSION, device, right) == 200,
             "the owner's browser gets in even at the address of the thief");

    /* Guesses at one name from everywhere: a new address has fewer tries, but has some. */
    for (unsigned i = 0; i < 2000; i++) {
        struct bm_login_attempt g = {.name = "anna"};
        snprintf(g.address, sizeof g.address, "203.0.%u.%u", i / 250, i % 250);
        bm_accounts_charge_wrong_guess(it.server.accounts, &g);
    }
    static const char there[] = "X-Forwarded-For: 192.0.2.77\r\n";
    unsigned fewer = 0;
    eq_u64(ask("POST", SESSION, "X-Forwarded-For: 192.0.2.78\r\n", right), 200);
    while (ask("POST", SESSION, there, wrong) == 401 && fewer < 100)
        fewer++;
    ok_named(fewer >= 1 && fewer < tried, "then a new address may guess %u times", fewer);
    ok_named(ask("POST", SESSION, device, right) == 200, "and the owner does not notice");
    struct bm_login_attempt known = {.name = "anna", .device = "d:x"};
    for (unsigned i = 0; i < 100; i++)
        bm_accounts_charge_wrong_guess(it.server.accounts, &known);
    ok_named(bm_accounts_charge_login(it.server.accounts, BM_RATE_LIMIT_LOG_INS, &known) > 0,
             "a device that guesses is stopped, too");
    ok_named(ask("POST", SESSION, device, right) == 200, "and another one is not");

    /* A device cookie is worth nothing for another name. */
    snprintf(device, sizeof device, "X-Forwarded-For: 192.0.2.79\r\nCookie: bm_device=%s\r\n",
             cookie);
    tried = 0;
    while (ask("POST", SESSION, device, NOBODY) == 401 && tried < 100)
        tried++;
    ok_named(tried <= 20, "a name that does not exist is counted as others are: %u", tried);
}

static void test_limits(void)
{
    static const char body[] = "{\"name\":\"Anna\",\"password\":\"correct horse\"}";
    static const char here[] = "X-Forwarded-For: 192.0.2.1\r\n";
    eq_u64(ask("POST", ACCOUNTS, "", body), 201);
    it.server.options.quick_limits = false;
    it.server.options.behind_proxy = true;
    unsigned tried = 0, status;
    while ((status = ask("POST", ACCOUNTS, here, body)) == 409 && tried < 100)
        tried++;
    eq_u64(status, 429);
    ok_named(tried >= 5 && tried < 30, "an address may sign up %u times", tried);
    ok(asking_has(&last, "\"code\":\"too_many\"") && asking_has(&last, "\r\nRetry-After: "));
    ok(!asking_has(&last, "Retry-After: 0"));
    eq_u64(ask("POST", ACCOUNTS, "X-Forwarded-For: 192.0.2.2\r\n", body), 409);
    eq_u64(ask("GET", "/api/v1/account", here, NULL), 200);

    test_guesses();

    /* Any requests; one whose token is wrong counts like others. */
    static const char there[] = "X-Forwarded-For: 192.0.2.4\r\nAuthorization: Bearer bmt_\r\n";
    eq_u64(ask("GET", "/api/v1/account", there, NULL), 401);
    const int64_t later = bm_server_now(&it.server) + 60000;
    while (bm_rate_limits_take(it.server.accounts->limits, BM_RATE_LIMIT_REQUESTS, "192.0.2.4",
                               later) == 0)
        ;
    eq_u64(ask("GET", "/api/v1/account", there, NULL), 429);
    it.server.options.quick_limits = true;
    eq_u64(ask("GET", "/api/v1/account", there, NULL), 401);
    it.server.options.behind_proxy = false;
}

/* ---- Beside the loop ---- */

enum { CROWD = 80, FEW = 8 };
static struct client_action crowd[CROWD];

static void start_crowd(unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        asking_start(&crowd[i], &it, "POST", SESSION, "", NOBODY);
}

static void test_crowd(void)
{
    const struct bm_accounts *const accounts = it.server.accounts;
    unsigned most = 0, n[2] = {0}, left = CROWD;
    asking_start(&crowd[0], &it, "POST", SESSION, "", NOBODY);
    while (bm_jobs_working(accounts->passwords[0]) == 0)
        (void)bm_loop_step(&it.server.loop);
    ok_named(!crowd[0].closed, "a password is worked on, and the loop goes on");
    eq_u64(ask("GET", "/api/v1/account", "", NULL), 200);
    asking_wait(&crowd[0], &it);
    eq_u64(asking_status(&crowd[0]), 401);
    bm_buf_free(&crowd[0].in);

    start_crowd(CROWD);
    while (left != 0) {
        (void)bm_loop_step(&it.server.loop);
        const unsigned working = bm_jobs_working(accounts->passwords[0]);
        most = working > most ? working : most;
        left = 0;
        for (unsigned i = 0; i < CROWD; i++)
            left += !crowd[i].closed;
    }
    bool told = true;
    for (unsigned i = 0; i < CROWD; i++) {
        const bool busy = asking_status(&crowd[i]) == 503;
        n[busy] += busy || asking_status(&crowd[i]) == 401;
        told = told && (!busy || (asking_has(&crowd[i], "\"code\":\"busy\"") &&
                                  asking_has(&crowd[i], "\r\nRetry-After: ")));
        bm_buf_free(&crowd[i].in);
    }
    eq_u64(most, 2);
    eq_u64(n[0] + n[1], CROWD);
    ok_named(n[0] >= 34 && n[1] > 0 && told, "%u are served, %u are told to come again", n[0],
             n[1]);
    eq_u64(accounts->pending, 0);
}

/* ---- In turn ---- */

struct
try {
    struct bm_password_job *job;
    bool told;
};

static void hear_try(void *user, const struct bm_identity *identity)
{
    (void)identity;
    ((struct try *)user)->told = true;
}

static void end_try(struct bm_password_job *job)
{
    job->told(job->user, NULL);
    bm_password_job_destroy(job);
}

static void start_try(struct bm_accounts *accounts, struct try *t, const char *address,
                      const char *device)
{
    struct bm_login_attempt g = {.name = "anna"};
    snprintf(g.address, sizeof g.address, "%s", address);
    snprintf(g.device, sizeof g.device, "%s", device);
    *t = (struct try){.job = bm_password_job_create(accounts, &g)};
    t->job->told = hear_try;
    t->job->user = t;
    SET_TEXT(t->job->password, "a guess");
    bm_password_job_start(t->job, end_try);
}

/* The guesses of one address leave a worker for others; known devices have one of their own. */
static void test_fair_passwords(void)
{
    enum { GUESSES = 6, OTHER = GUESSES, NEIGHBOUR, DEVICE, ALL };
    struct try tries[ALL];
    struct bm_accounts *accounts = NULL;
    it.server.options.quick_limits = false;
    if (bm_accounts_create(&accounts, &it.server) != BM_OK)
        tap_bail("no people");
    for (unsigned i = 0; i < GUESSES; i++)
        start_try(accounts, &tries[i], "192.0.2.9", "");
    eq_u64(bm_jobs_working(accounts->passwords[0]), 1);
    eq_u64(bm_accounts_waiting_passwords(accounts), 4);
    ok_named(tries[5].told && !tries[4].told, "an address has one at work, and four that wait");
    start_try(accounts, &tries[OTHER], "192.0.2.10", "");
    ok_named(tries[OTHER].job->job.ticket.state == BM_TICKET_WORKS,
             "the first of another address is worked on at once");
    start_try(accounts, &tries[NEIGHBOUR], "192.0.2.11", "");
    eq_u64(bm_fair_rank(&tries[NEIGHBOUR].job->job.ticket), 0);
    ok_named(bm_fair_rank(&tries[1].job->job.ticket) == 1, "and comes before a second guess");
    start_try(accounts, &tries[DEVICE], "192.0.2.9", "d:known");
    ok_named(tries[DEVICE].job->job.ticket.state == BM_TICKET_WORKS,
             "a known device waits for no stranger, not even at the address of a guesser");
    for (unsigned i = 0; i < ALL; i++)
        while (!tries[i].told)
            (void)bm_loop_step(&it.server.loop);
    eq_u64(accounts->pending, 0);

    /* A search that a stop of the server interrupts holds its line longest. */
    static struct bm_connection lines[2];
    for (unsigned i = 0; i < 2; i++)
        bm_accounts_register_connection(accounts, &lines[i], &(struct bm_identity){.id = "a:x"},
                                        "192.0.2.9", NULL, NULL);
    bm_accounts_destroy(accounts);
    ok_named(!lines[0].link && !lines[1].link, "lines that outlive the people are let go");
    it.server.options.quick_limits = true;
}

/* Clients that do not wait for the answer, and a server that stops in the midst of it. */
static void test_gone(void)
{
    const struct bm_accounts *const accounts = it.server.accounts;
    start_crowd(FEW);
    while (bm_accounts_waiting_passwords(accounts) == 0)
        (void)bm_loop_step(&it.server.loop);
    for (unsigned i = 0; i < FEW; i++)
        asking_end(&crowd[i]);
    while (accounts->pending != 0)
        (void)bm_loop_step(&it.server.loop);
    eq_u64(ask("GET", "/api/v1/account", "", NULL), 200);
    for (unsigned i = 0; i < FEW; i++)
        bm_buf_free(&crowd[i].in);
    start_crowd(FEW);
    while (bm_accounts_waiting_passwords(accounts) == 0)
        (void)bm_loop_step(&it.server.loop);
}

int main(void)
{
    storing_folder(it.folder, sizeof it.folder);
    snprintf(it.path, sizeof it.path, "%s/games", it.folder);
    it.server.options.quick_limits = true;
    asking_open(&it);
    test_origin();
    test_address();
    test_limits();
    test_crowd();
    test_fair_passwords();
    test_gone();
    asking_close(&it);
    unsigned stopped = 0;
    for (unsigned i = 0; i < FEW; i++) {
        stopped += asking_status(&crowd[i]) == 503;
        bm_buf_free(&crowd[i].in);
    }
    ok_named(stopped != 0, "who waits when the server stops is told: %u", stopped);
    bm_buf_free(&last.in);
    storing_clear(it.folder, "games");
    return tap_done();
}
