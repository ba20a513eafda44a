/* SPDX-License-Identifier: MIT */

/*
 * One address does not take from another: shares of a turn of the loop, allowances, bodies,
 * connections. Clients come from several addresses of loopback.
 */

#include <sys/ioctl.h>

#include "net/net_internal.h"
#include "net_rig.h"
#include "tap.h"

#define HOST "Host: example.org\r\n"

/* A connection from an address of loopback, 127.0.0.x. */
static int connect_from(struct rig *rig, unsigned x)
{
    struct sockaddr_in a = {.sin_family = AF_INET};
    a.sin_addr.s_addr = htonl((INADDR_LOOPBACK & ~255u) | x);
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd < 0 || bind(fd, (struct sockaddr *)&a, sizeof a) != 0)
        tap_bail("no address");
    a.sin_port = htons((uint16_t)rig->port);
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(fd, (struct sockaddr *)&a, sizeof a) != 0)
        tap_bail("no connection");
    fcntl(fd, F_SETFL, O_NONBLOCK);
    return fd;
}

static unsigned count(const struct bm_buf *in, const char *text)
{
    unsigned n = 0;
    for (const char *at = in->s; at && (at = strstr(at, text)); at++)
        n++;
    return n;
}

/* Take what there is, without turning the loop; ended by NUL. */
static void take(int fd, struct bm_buf *in)
{
    ssize_t n;
    do {
        char *const room = bm_buf_room(in, 65537);
        n = room ? recv(fd, room, 65536, 0) : 0;
        if (n > 0)
            in->len += (size_t)n;
    } while (n > 0);
    bm_buf_char(in, '\0');
    in->len--;
}

/* Send what is taken now; how much. */
static size_t push(int fd, const char *s, size_t len)
{
    const ssize_t n = len != 0 ? send(fd, s, len, MSG_NOSIGNAL) : 0;
    return n > 0 ? (size_t)n : 0;
}

static void put_times(struct bm_buf *out, unsigned n, const char *text, size_t len)
{
    for (unsigned i = 0; i < n; i++)
        bm_buf_bytes(out, text, len);
}

static void count_now(struct rig *rig, struct bm_http_counts *counts)
{
    bm_http_counts(rig->http, counts);
}

static const char get[] = "GET /echo HTTP/1.1\r\n" HOST "\r\n";

/* However much one address asks at once, another one is answered in the same turn. */
static void test_turns(void)
{
    enum { MANY = 200, CONNS = 4 };
    const struct bm_http_limits limits = {.share_us = 1000};
    struct rig rig;
    struct bm_http_counts counts;
    struct bm_buf all = {0}, in = {0}, other = {0};
    int fd[CONNS];
    ok(rig_start(&rig, &limits));
    for (unsigned i = 0; i < CONNS; i++)
        fd[i] = connect_from(&rig, 2);
    const int quiet = connect_from(&rig, 3);
    RIG_UNTIL(&rig, (count_now(&rig, &counts), counts.open == CONNS + 1));
    put_times(&all, MANY, get, sizeof get - 1);
    for (unsigned i = 0; i < CONNS; i++)
        ok(send(fd[i], all.s, all.len, MSG_NOSIGNAL) == (ssize_t)all.len);
    ok(send(quiet, get, sizeof get - 1, MSG_NOSIGNAL) == (ssize_t)sizeof get - 1);
    unsigned turns = 0, most = 0;
    while (count(&other, "200 OK") == 0 && turns++ < 1000) {
        const unsigned before = rig.asked;
        rig_turn(&rig);
        most = rig.asked - before > most ? rig.asked - before : most;
        take(quiet, &other);
    }
    /* A request is 100 us of the share, at least: ten in a turn, and one for each connection
     * that began before the share was used up. */
    ok_named(most <= 10 + CONNS + 1, "%u requests in a turn", most);
    ok_named(rig.asked < CONNS * MANY / 2, "answered after %u requests of %u", rig.asked,
             CONNS * MANY);
    RIG_UNTIL(&rig, rig.asked == CONNS * MANY + 1);
    eq_u64(rig.asked, CONNS * MANY + 1);
    for (unsigned i = 0; i < CONNS; i++) {
        in.len = 0;
        RIG_UNTIL(&rig, (take(fd[i], &in), count(&in, "200 OK") == MANY));
        eq_u64(count(&in, "200 OK"), MANY);
        close(fd[i]);
    }
    count_now(&rig, &counts);
    ok(counts.deferred > 0 && counts.refused_rate == 0);
    close(quiet);
    bm_buf_free(&all);
    bm_buf_free(&in);
    bm_buf_free(&other);
    rig_stop(&rig);
}

/* Bytes that the system holds for a client which nobody has read yet. */
static size_t unread_of(const struct bm_http *h)
{
    size_t all = 0;
    for (unsigned i = 0; i < BM_NET_SLOTS; i++)
        for (const struct bm_conn *c = h->slot[i]; c; c = c->next) {
            uv_os_fd_t fd;
            int n = 0;
            if (uv_fileno((const uv_handle_t *)&c->tcp, &fd) == 0 &&
                ioctl(fd, FIONREAD, &n) == 0)
                all += (size_t)n;
        }
    return all;
}

/* Of an address that has used its share nothing more is read in that turn. */
static void test_unread(void)
{
    enum { CONNS = 16, BYTES = 4000 };
    const struct bm_http_limits limits = {.share_us = 100};
    static char head[BYTES] = "GET /echo HTTP/1.1\r\n" HOST "X-Long: ";
    struct rig rig;
    struct bm_http_counts counts;
    int fd[CONNS];
    memset(head + strlen(head), 'x', sizeof head - strlen(head) - 4);
    memcpy(head + sizeof head - 4, "\r\n\r\n", 4);
    ok(rig_start(&rig, &limits));
    for (unsigned i = 0; i < CONNS; i++)
        fd[i] = connect_from(&rig, 2);
    RIG_UNTIL(&rig, (count_now(&rig, &counts), counts.open == CONNS));
    for (unsigned i = 0; i < 20; i++) /* what it has used for the connections is paid back */
        rig_turn(&rig);
    for (unsigned i = 0; i < CONNS; i++)
        ok(send(fd[i], head, sizeof head, MSG_NOSIGNAL) == (ssize_t)sizeof head);
    while (rig.asked == 0)
        rig_turn(&rig);
    /* A request is a whole share. */
    ok_named(unread_of(rig.http) >= (CONNS - 2) * sizeof head, "%zu bytes of %zu wait unread",
             unread_of(rig.http), (CONNS - 1) * sizeof head);
    RIG_UNTIL(&rig, rig.asked == CONNS);
    eq_u64(rig.asked, CONNS);
    for (unsigned i = 0; i < CONNS; i++)
        close(fd[i]);
    rig_stop(&rig);
}

/* Requests beyond the allowance are told to wait; those of other addresses are not. */
static void test_rate(void)
{
    const struct bm_http_limits limits = {.rate = 1, .burst = 1000};
    static const char *const asked[] = {get, "GET /nowhere HTTP/1.1\r\n" HOST "\r\n",
                                        "HEAD /echo HTTP/1.1\r\n" HOST "\r\n",
                                        "NONSENSE\r\n\r\n"};
    for (unsigned kind = 0; kind < 4; kind++) {
        struct rig rig;
        unsigned good = 0, told = 0;
        ok(rig_start(&rig, &limits));
        for (unsigned i = 0; i < 20 && !told; i++) {
            struct bm_buf in = {0};
            const int fd = connect_from(&rig, 2);
            rig_send(&rig, fd, asked[kind], strlen(asked[kind]));
            rig_read_text(&rig, fd, &in, "\r\n\r\n");
            told += count(&in, " 429 ") == 1 && count(&in, "\r\nRetry-After: ") == 1;
            good += count(&in, " 429 ") == 0;
            bm_buf_free(&in);
            close(fd);
        }
        ok_named(told == 1 && good >= 5 && good <= 10, "kind %u: %u answers, then 429", kind,
                 good);
        struct bm_buf in = {0};
        const int fd = connect_from(&rig, 3);
        rig_send(&rig, fd, get, sizeof get - 1);
        ok_named(rig_read_text(&rig, fd, &in, "200 OK"), "another address is answered");
        bm_buf_free(&in);
        close(fd);
        rig_stop(&rig);
    }
}

/* Work beside the loop counts, too, for the address that it was done for. */
static void test_charge(void)
{
    const struct bm_http_limits limits = {.rate = 1, .burst = 1000};
    struct rig rig;
    struct bm_http_counts counts;
    ok(rig_start(&rig, &limits));
    bm_http_charge(rig.http, "127.0.0.2", 2000);
    for (unsigned x = 2; x <= 3; x++) {
        struct bm_buf in = {0};
        const int fd = connect_from(&rig, x);
        rig_send(&rig, fd, get, sizeof get - 1);
        rig_read_text(&rig, fd, &in, "\r\n\r\n");
        ok_named(count(&in, x == 2 ? " 429 " : "200 OK") == 1,
                 x == 2 ? "who has used up the allowance waits" : "another address does not");
        bm_buf_free(&in);
        close(fd);
    }
    count_now(&rig, &counts);
    eq_u64(counts.addresses, 2);
    rig_stop(&rig);
}

static const char upgrade[] =
    "GET /ws HTTP/1.1\r\n" HOST "Connection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";

/* Frames of any kind are paid for: who sends too many is read later, and closed if it goes on.
 */
static void test_frames(void)
{
    static const struct {
        const char *what;
        unsigned char first, rest; /* of the first frame, of those behind it */
    } kinds[] = {{"pings", 0x89, 0x89},
                 {"pongs", 0x8a, 0x8a},
                 {"empty fragments", 0x01, 0x00},
                 {"messages", 0x81, 0x81}};
    const struct bm_http_limits limits = {
        .rate = 2000, .burst = 4000, .flood_ms = 300, .ping_ms = 1000};
    for (unsigned kind = 0; kind < sizeof kinds / sizeof *kinds; kind++) {
        struct rig rig;
        struct bm_http_counts counts;
        struct bm_buf all = {0}, in = {0};
        ok(rig_start(&rig, &limits));
        const int fd = connect_from(&rig, 2), other = connect_from(&rig, 3);
        rig_send(&rig, fd, upgrade, sizeof upgrade - 1);
        ok(rig_read_text(&rig, fd, &in, "\r\n\r\n"));
        bm_buf_bytes(&all, (const char[]){(char)kinds[kind].first, (char)0x80, 0, 0, 0, 0}, 6);
        put_times(&all, 20000, (const char[]){(char)kinds[kind].rest, (char)0x80, 0, 0, 0, 0},
                  6);
        size_t sent = 0;
        RIG_UNTIL(&rig, (sent += push(fd, all.s + sent, all.len - sent), take(fd, &in),
                         rig.closed == 1));
        count_now(&rig, &counts);
        ok_named(counts.throttled > 0, "%s: read later (%u times)", kinds[kind].what,
                 (unsigned)counts.throttled);
        ok_named(counts.floods == 1 && rig.code == BM_WS_POLICY, "%s: closed",
                 kinds[kind].what);
        ok_named(rig.messages < 1000, "%s: %u messages", kinds[kind].what, rig.messages);
        in.len = 0;
        rig_send(&rig, other, get, sizeof get - 1);
        ok_named(rig_read_text(&rig, other, &in, "200 OK"), "another address is answered");
        close(fd);
        close(other);
        bm_buf_free(&all);
        bm_buf_free(&in);
        rig_stop(&rig);
    }
}

/* Who does not go on is let go on. */
static void test_calm(void)
{
    const struct bm_http_limits limits = {.rate = 20000, .burst = 4000, .ping_ms = 100};
    struct rig rig;
    struct bm_buf all = {0}, in = {0};
    static const char ping[] = {(char)0x89, (char)0x80, 0, 0, 0, 0};
    static const char last[] = {(char)0x81, (char)0x82, 0, 0, 0, 0, 'h', 'i'};
    ok(rig_start(&rig, &limits));
    const int fd = connect_from(&rig, 2);
    rig_send(&rig, fd, upgrade, sizeof upgrade - 1);
    ok(rig_read_text(&rig, fd, &in, "\r\n\r\n"));
    put_times(&all, 2000, ping, sizeof ping);
    bm_buf_bytes(&all, last, sizeof last);
    rig_send(&rig, fd, all.s, all.len);
    RIG_UNTIL(&rig, rig.messages == 1);
    struct bm_http_counts counts;
    count_now(&rig, &counts);
    ok(rig.messages == 1 && counts.throttled > 0 && counts.floods == 0);
    close(fd);
    bm_buf_free(&all);
    bm_buf_free(&in);
    rig_stop(&rig);
}

/* Bodies that do not end are bounded for each address. */
static void test_bodies(void)
{
    static const char head[] = "POST /echo HTTP/1.1\r\n" HOST "Content-Length: 700\r\n\r\n";
    static const char body[700];
    const struct bm_http_limits limits = {.body = 1000, .own_bodies = 1000};
    struct rig rig;
    struct bm_buf in = {0};
    struct bm_http_counts counts;
    ok(rig_start(&rig, &limits));
    const int first = connect_from(&rig, 2), second = connect_from(&rig, 2),
              other = connect_from(&rig, 3);
    rig_send(&rig, first, head, sizeof head - 1);
    rig_send(&rig, first, body, sizeof body - 1);
    RIG_UNTIL(&rig, (count_now(&rig, &counts), counts.open == 3));
    for (unsigned i = 0; i < 10; i++)
        rig_turn(&rig);
    rig_send(&rig, second, head, sizeof head - 1);
    rig_send(&rig, second, body, sizeof body);
    ok_named(rig_read_text(&rig, second, &in, " 429 ") && count(&in, "\r\nRetry-After: ") == 1,
             "too much of one address is under way");
    in.len = 0;
    rig_send(&rig, other, head, sizeof head - 1);
    rig_send(&rig, other, body, sizeof body);
    ok_named(rig_read_text(&rig, other, &in, "200 OK"), "another address has its own");
    in.len = 0;
    rig_send(&rig, first, body, 1);
    ok_named(rig_read_text(&rig, first, &in, "200 OK"), "the first is answered");
    count_now(&rig, &counts);
    eq_u64(counts.refused_bodies, 1);
    close(first);
    close(second);
    close(other);
    bm_buf_free(&in);
    rig_stop(&rig);
}

/* Those who are told that they are too many do not fill the place of others. */
static void test_crowd(void)
{
    enum { MANY = 60 };
    const struct bm_http_limits limits = {.connections = 30, .per_address = 4};
    struct rig rig;
    struct bm_http_counts counts;
    struct bm_buf in = {0};
    int fd[MANY];
    ok(rig_start(&rig, &limits));
    for (unsigned i = 0; i < MANY; i++)
        fd[i] = connect_from(&rig, 2);
    RIG_UNTIL(&rig, (count_now(&rig, &counts), counts.accepted == MANY));
    const int other = connect_from(&rig, 3);
    rig_send(&rig, other, get, sizeof get - 1);
    ok_named(rig_read_text(&rig, other, &in, " 200 OK"), "another address is answered");
    count_now(&rig, &counts);
    ok(counts.refused_crowd == MANY - 4 && counts.refused_full == 0);
    for (unsigned i = 0; i < MANY; i++)
        close(fd[i]);
    close(other);
    bm_buf_free(&in);
    rig_stop(&rig);
}

/* Behind a proxy clients are told apart, whatever connection their requests come by. */
static void test_proxy(void)
{
    const struct bm_http_limits limits = {.rate = 1, .burst = 1000, .behind_proxy = true};
    struct rig rig;
    struct bm_buf in = {0};
    char text[200];
    unsigned good[2] = {0};
    ok(rig_start(&rig, &limits));
    for (unsigned i = 0; i < 40; i++) {
        const int fd = connect_from(&rig, 2);
        /* One client asks on and on; the other, in the same network of IPv6, three times. */
        const unsigned identity = i % 13 == 0;
        snprintf(text, sizeof text,
                 "GET /echo HTTP/1.1\r\n" HOST
                 "X-Forwarded-For: 192.0.2.1, 2001:db8:0:%u::%x\r\nConnection: close\r\n\r\n",
                 identity, i + 1);
        in.len = 0;
        rig_send(&rig, fd, text, strlen(text));
        rig_read_all(&rig, fd, &in);
        bm_buf_char(&in, '\0');
        good[identity] += strstr(in.s, " 200 OK") != NULL;
        close(fd);
    }
    ok_named(good[0] >= 5 && good[0] <= 11, "%u of 36 requests of a client", good[0]);
    eq_u64(good[1], 4);
    bm_buf_free(&in);
    rig_stop(&rig);
}

static void test_places(void)
{
    static const struct {
        const char *a, *b;
        bool same;
    } pairs[] = {
        {"192.0.2.1", "192.0.2.1", true},
        {"192.0.2.1", "192.0.2.2", false},
        {"::ffff:192.0.2.1", "192.0.2.1", true},
        {"2001:db8::1", "2001:db8::2:3", true},
        {"2001:db8::1", "2001:db8:0:1::1", false},
        {"local", "local", true},
        {"local", "192.0.2.1", false},
    };
    for (unsigned i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        unsigned char a[BM_PLACE_SIZE], b[BM_PLACE_SIZE];
        bm_net_place(pairs[i].a, a);
        bm_net_place(pairs[i].b, b);
        ok_named((memcmp(a, b, sizeof a) == 0) == pairs[i].same, "%s and %s", pairs[i].a,
                 pairs[i].b);
    }
}

int main(void)
{
    test_places();
    test_turns();
    test_unread();
    test_rate();
    test_charge();
    test_frames();
    test_calm();
    test_bodies();
    test_crowd();
    test_proxy();
    return tap_done();
}
