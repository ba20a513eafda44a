/* SPDX-License-Identifier: MIT */
/* Shogi programs while the disk fails: nobody is told of a move that is not stored, and the
 * game goes on from what is when the disk is well again. */
#include <arpa/inet.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "disk.h"
#include "io/jobs.h"
#include "server/csa/csa_server.h"
#include "server/game/game_manager.h"
#include "server/http/api_request.h"
#include "server/variants/variant_store.h"
#include "storing.h"

enum { PATIENCE_MS = 20000 };

static struct bm_server server;

/* A program: what it heard and has not been looked at yet. */
struct program {
    int fd;
    char heard[8192];
    size_t len;
};

static struct bm_csa *csa;
static unsigned port;
static unsigned worked; /* turns in which something was worked on beside the loop */

static void turn(void)
{
    uv_run(&server.loop.uv, UV_RUN_NOWAIT);
    worked += bm_jobs_working(server.jobs);
    poll(NULL, 0, 1);
}

static void say(const struct program *p, const char *text)
{
    if (send(p->fd, text, strlen(text), MSG_NOSIGNAL) != (ssize_t)strlen(text))
        tap_bail("cannot send");
}

static void req(struct program *p, const char *login)
{
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    *p = (struct program){.fd = socket(AF_INET, SOCK_STREAM, 0)};
    if (p->fd < 0 || connect(p->fd, (struct sockaddr *)&a, sizeof a) != 0)
        tap_bail("cannot connect");
    fcntl(p->fd, F_SETFL, O_NONBLOCK);
    say(p, login);
}

/* Hear until these words have come, and forget what came up to there. `unless` must not have.
 */
static bool hears(struct program *p, const char *words, const char *unless)
{
    const int64_t end = bm_loop_now(&server.loop) + PATIENCE_MS;
    const char *at = NULL;
    while (!(at = strstr(p->heard, words)) && bm_loop_now(&server.loop) < end) {
        turn();
        const ssize_t n = recv(p->fd, p->heard + p->len, sizeof p->heard - 1 - p->len, 0);
        p->len += n > 0 ? (size_t)n : 0;
        p->heard[p->len] = '\0';
    }
    if (!at)
        return false;
    const char *const bad = unless ? strstr(p->heard, unless) : NULL;
    const size_t used = (size_t)(at - p->heard) + strlen(words);
    const bool good = !bad || bad > at;
    p->len -= used;
    memmove(p->heard, p->heard + used, p->len + 1);
    return good;
}

/* A game is proposed of which there is one move. */
static bool meets_again(struct program *p)
{
    return hears(p, "\n+\n+7776FU,T", NULL) && hears(p, "END Position\n", "FU");
}

static void begin(void)
{
    disk_init();
    disk_clear();
    server.options.quick_limits = true;
    if (bm_loop_init(&server.loop))
        tap_bail("no loop");
    server.store =
        storing_open(&server.loop,
                     &(struct bm_store_options){.path = "db", .vfs = DISK_VFS, .probe_ms = 50});
    /* It keeps the allowances of addresses, and does not listen here. */
    const struct bm_http_limits limits = {.rate = 1000, .burst = 1000000};
    const struct bm_http_hooks hooks = {.request = NULL};
    if (bm_http_create(&server.http, &server.loop, &limits, &hooks))
        tap_bail("no allowances");
    if (bm_api_create_workers(&server) || bm_accounts_create(&server.accounts, &server) ||
        bm_variant_store_create(&server.variants, &server) ||
        bm_game_manager_create(&server.games, &server) || bm_csa_create(&csa, &server) ||
        bm_csa_listen(csa, "127.0.0.1:0", &port))
        tap_bail("no server");
}

static void end(void)
{
    bm_csa_destroy(csa);
    bm_jobs_destroy(server.jobs);
    server.jobs = NULL;
    bm_accounts_destroy(server.accounts);
    bm_http_destroy(server.http);
    bm_game_manager_destroy(server.games);
    bm_variant_store_destroy(server.variants);
    bm_store_close(server.store);
    bm_loop_fini(&server.loop);
}

/* The move of a ply: rooks walk to and fro, in rounds of five and of four. */
static const char *move_of(unsigned ply)
{
    static const char *const first[] = {"+2838HI", "+3848HI", "+4858HI", "+5868HI", "+6828HI"};
    static const char *const second[] = {"-8272HI", "-7262HI", "-6252HI", "-5282HI"};
    return ply % 2 ? second[ply / 2 % 4] : first[ply / 2 % 5];
}

/* A long game that was broken off is replayed and loaded beside the loop. */
static void test_long(void)
{
    enum { PLIES = 100 };
    struct program two[2];
    char line[32];
    bool moved = true;
    while (!bm_store_is_writable(server.store))
        turn();
    req(&two[0], "LOGIN long test-900-0-B,x\n");
    req(&two[1], "LOGIN wide test-900-0-W,y\n");
    ok(hears(&two[0], "END Game_Summary\n", NULL) &&
       hears(&two[1], "END Game_Summary\n", NULL));
    say(&two[0], "AGREE\n");
    say(&two[1], "AGREE\n");
    ok(hears(&two[0], "START:", NULL) && hears(&two[1], "START:", NULL));
    for (unsigned ply = 0; ply < PLIES && moved; ply++) {
        snprintf(line, sizeof line, "%s\n", move_of(ply));
        say(&two[ply % 2], line);
        moved = hears(&two[0], move_of(ply), NULL) && hears(&two[1], move_of(ply), NULL);
    }
    ok_named(moved, "a long game is played");
    disk_fail(DISK_FULL, 1);
    say(&two[0], "%TORYO\n");
    ok(hears(&two[0], "#CHUDAN\n", NULL) && hears(&two[1], "#CHUDAN\n", NULL));
    disk_heal();
    while (!bm_store_is_writable(server.store))
        turn();
    worked = 0;
    ok_named(hears(&two[0], "END Position\n", NULL) && hears(&two[1], "END Position\n", NULL),
             "the two meet again");
    ok_named(worked != 0, "its moves are replayed beside the loop");
    worked = 0;
    say(&two[0], "AGREE\n");
    say(&two[1], "AGREE\n");
    ok(hears(&two[0], "START:", NULL) && hears(&two[1], "START:", NULL));
    ok_named(worked != 0, "and it is loaded there");
    snprintf(line, sizeof line, "%s\n", move_of(PLIES));
    say(&two[0], line);
    ok_named(hears(&two[1], move_of(PLIES), NULL), "it goes on where it stood");

    /* Who leaves while it is looked for leaves nothing behind. */
    disk_fail(DISK_FULL, 1);
    say(&two[1], "%TORYO\n");
    ok(hears(&two[0], "#CHUDAN\n", NULL));
    disk_heal();
    worked = 0;
    while (worked == 0)
        turn();
    close(two[0].fd);
    close(two[1].fd);
    while (bm_jobs_working(server.jobs) != 0)
        turn();
}

int main(void)
{
    struct program black, white;
    begin();
    req(&black, "LOGIN black test-600-0-B,x\n");
    req(&white, "LOGIN white test-600-0-W,y\n");
    ok(hears(&black, "END Game_Summary\n", NULL) && hears(&white, "END Game_Summary\n", NULL));
    say(&black, "AGREE\n");
    say(&white, "AGREE\n");
    ok(hears(&black, "START:", NULL) && hears(&white, "START:", NULL));
    say(&black, "+7776FU\n");
    ok(hears(&black, "+7776FU,T", NULL) && hears(&white, "+7776FU,T", NULL));

    for (unsigned fault = DISK_FULL; fault <= DISK_BAD; fault++) {
        disk_fail((enum disk_fault)fault, 1);
        say(&white, "-3334FU\n");
        ok_named(hears(&white, "#CHUDAN\n", "-3334FU"), "who moved is told that it ends here");
        ok_named(hears(&black, "#CHUDAN\n", "-3334FU"), "and the other nothing else");
        disk_heal();
        while (!bm_store_is_writable(server.store))
            turn();
        ok_named(meets_again(&white) && meets_again(&black), "they meet, at what is stored");
        say(&black, "AGREE\n");
        say(&white, "AGREE\n");
        ok_named(hears(&black, "START:", NULL) && hears(&white, "START:", NULL), "and go on");
    }
    say(&white, "-8384FU\n");
    ok(hears(&black, "-8384FU,T", "-3334FU") && hears(&white, "-8384FU,T", "-3334FU"));
    say(&black, "%TORYO\n");
    ok(hears(&black, "#RESIGN\n#LOSE\n", NULL) && hears(&white, "#RESIGN\n#WIN\n", NULL));

    /* A game that cannot be stored does not begin. */
    ok(hears(&black, "END Game_Summary\n", NULL) && hears(&white, "END Game_Summary\n", NULL));
    disk_fail(DISK_FULL, 1);
    say(&black, "AGREE\n");
    say(&white, "AGREE\n");
    ok(hears(&black, " by the server\n", "START") &&
       hears(&white, " by the server\n", "START"));
    disk_heal();
    struct bm_http_counts counts;
    bm_http_counts(server.http, &counts);
    ok_named(counts.addresses == 1, "lines are paid for by their address");
    test_long();
    close(black.fd);
    close(white.fd);
    end();
    return tap_done();
}
