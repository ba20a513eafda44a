/* SPDX-License-Identifier: MIT */

/* Web sockets over real ones: frames in all shapes, good-byes, the slow, the dead, the many. */

#include <sys/resource.h>

#include "net/net_internal.h"
#include "net_rig.h"
#include "record/charset.h"
#include "tap.h"

enum { FIN = 0x80, TEXT = 1, BINARY = 2, CLOSE = 8, PING = 9, PONG = 10, UNMASKED = 0x100 };

#define UPGRADE                                                                          \
    "GET /ws HTTP/1.1\r\nHost: example\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" \
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"

/* ---- A client ---- */

struct client {
    int fd;
    struct bm_buf in;
};

static void put_frame(struct bm_buf *out, unsigned first, const void *payload, size_t len)
{
    static const char key[4] = {0x12, (char)0xe4, 0x56, 0x78};
    const bool masked = !(first & UNMASKED);
    const unsigned mask = masked ? 0x80 : 0;
    bm_buf_char(out, (char)first);
    if (len < 126) {
        bm_buf_char(out, (char)(mask | len));
    } else {
        const unsigned bytes = len < 65536 ? 2 : 8;
        bm_buf_char(out, (char)(mask | (bytes == 2 ? 126 : 127)));
        for (unsigned i = bytes; i-- > 0;)
            bm_buf_char(out, (char)((uint64_t)len >> 8 * i));
    }
    if (masked)
        bm_buf_bytes(out, key, 4);
    for (size_t i = 0; i < len; i++)
        bm_buf_char(out, (char)(((const char *)payload)[i] ^ (masked ? key[i % 4] : 0)));
}

static void send_frame(struct rig *rig, struct client *c, unsigned first, const void *payload,
                       size_t len)
{
    struct bm_buf out = {0};
    put_frame(&out, first, payload, len);
    rig_send(rig, c->fd, out.s, out.len);
    bm_buf_free(&out);
}

/* Drop what was read. */
static void used(struct client *c, size_t n)
{
    memmove(c->in.s, c->in.s + n, c->in.len - n);
    c->in.len -= n;
}

static bool open_client(struct rig *rig, struct client *c)
{
    *c = (struct client){.fd = rig_connect(rig)};
    rig_send(rig, c->fd, UPGRADE, sizeof UPGRADE - 1);
    if (!rig_read_text(rig, c->fd, &c->in, "\r\n\r\n"))
        return false;
    const bool is = strstr(c->in.s, "HTTP/1.1 101 ") == c->in.s;
    used(c, (size_t)(strstr(c->in.s, "\r\n\r\n") + 4 - c->in.s));
    return is;
}

static void close_client(struct client *c)
{
    close(c->fd);
    bm_buf_free(&c->in);
}

/* The next frame: its first byte, or -1 if there is none; its payload is at the beginning of
 * c->in then, without its header. */
static int read_any(struct rig *rig, struct client *c, size_t *len)
{
    if (!rig_read(rig, c->fd, &c->in, 2))
        return -1;
    const unsigned char *s = (unsigned char *)c->in.s;
    const unsigned first = s[0], size = s[1];
    const unsigned bytes = size < 126 ? 0 : size == 126 ? 2 : 8;
    if (!rig_read(rig, c->fd, &c->in, 2 + bytes))
        return -1;
    s = (unsigned char *)c->in.s;
    *len = bytes == 0 ? size : 0;
    for (unsigned i = 0; i < bytes; i++)
        *len = *len << 8 | s[2 + i];
    used(c, 2 + bytes);
    return rig_read(rig, c->fd, &c->in, *len) ? (int)first : -1;
}

/* The next that is no ping: they come when they like. */
static int read_frame(struct rig *rig, struct client *c, size_t *len)
{
    int first;
    while ((first = read_any(rig, c, len)) == (FIN | PING))
        used(c, *len);
    return first;
}

static bool expect(struct rig *rig, struct client *c, unsigned first, const void *payload,
                   size_t len)
{
    size_t got_len = 0;
    const int got = read_frame(rig, c, &got_len);
    const bool same =
        got == (int)first && got_len == len && (len == 0 || !memcmp(c->in.s, payload, len));
    if (got >= 0)
        used(c, got_len);
    return same;
}

/* The code of the close frame that comes next; 0: something else came. */
static unsigned read_close(struct rig *rig, struct client *c)
{
    size_t len = 0;
    if (read_frame(rig, c, &len) != (FIN | CLOSE) || len < 2)
        return 0;
    const unsigned code = (unsigned)(unsigned char)c->in.s[0] << 8 | (unsigned char)c->in.s[1];
    used(c, len);
    return code;
}

/* ---- How it begins ---- */

static void test_accept(void)
{
    /* The example of RFC 6455, 1.3. */
    char out[BM_WS_ACCEPT_SIZE];
    ok(bm_ws_accept((struct bm_slice){"dGhlIHNhbXBsZSBub25jZQ==", 24}, out));
    eq_str(out, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    ok(!bm_ws_accept((struct bm_slice){"dGhlIHNhbXBsZSBub25jZQ=", 23}, out));
    ok(!bm_ws_accept((struct bm_slice){"dGhlIHNhbXBsZSBub25j?Q==", 24}, out));
    ok(!bm_ws_accept((struct bm_slice){"dGhlIHNhbXBsZSBub25jZQAA", 24}, out));
    ok(!bm_ws_accept((struct bm_slice){NULL, 0}, out));
}

static void test_upgrades(struct rig *rig)
{
#define ASK(method, version, upgrade, connection, number, key)                \
    method " /ws HTTP/" version "\r\nHost: a\r\nUpgrade: " upgrade            \
           "\r\nConnection: " connection "\r\nSec-WebSocket-Version: " number \
           "\r\nSec-WebSocket-Key: " key "\r\n\r\n"
#define KEY "dGhlIHNhbXBsZSBub25jZQ=="
    static const struct {
        const char *sent, *want;
    } cases[] = {
        {ASK("GET", "1.1", "WebSocket", "keep-alive, upgrade", "13", KEY), "HTTP/1.1 101 "},
        {ASK("GET", "1.1", "websocket", "upgrade", "8", KEY), "HTTP/1.1 426 "},
        {ASK("GET", "1.1", "h2c", "upgrade", "13", KEY), "HTTP/1.1 426 "},
        {ASK("GET", "1.1", "websocket", "keep-alive", "13", KEY), "HTTP/1.1 426 "},
        {ASK("POST", "1.1", "websocket", "upgrade", "13", KEY), "HTTP/1.1 426 "},
        {ASK("GET", "1.0", "websocket", "upgrade", "13", KEY), "HTTP/1.1 426 "},
        {ASK("GET", "1.1", "websocket", "upgrade", "13", "short"), "HTTP/1.1 400 "},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct client c = {.fd = rig_connect(rig)};
        rig_send(rig, c.fd, cases[i].sent, strlen(cases[i].sent));
        const bool found = rig_read_text(rig, c.fd, &c.in, "\r\n\r\n");
        ok_named(found && strstr(c.in.s, cases[i].want) == c.in.s, "%u: %s", i, cases[i].want);
        if (strstr(cases[i].want, "426"))
            ok_named(strstr(c.in.s, "\r\nSec-WebSocket-Version: 13\r\n"), "and says which");
        close_client(&c);
    }
    /* What comes behind the request, before it is answered, is the first message. */
    struct client c = {.fd = rig_connect(rig)};
    struct bm_buf out = {0};
    bm_buf_text(&out, ASK("GET", "1.1", "websocket", "upgrade", "13", KEY));
    memcpy(strstr(out.s, "/ws "), "/wx ", 4);
    put_frame(&out, FIN | TEXT, "early", 5);
    rig_send(rig, c.fd, out.s, out.len);
    ok_named(rig_read_text(rig, c.fd, &c.in, "GET /wx"), "a path that is none is answered");
    close_client(&c);
    memcpy(strstr(out.s, "/wx "), "/ws ", 4);
    c.fd = rig_connect(rig);
    rig_send(rig, c.fd, out.s, out.len);
    ok_named(rig_read_text(rig, c.fd, &c.in, "early"), "a message behind the request counts");
    close_client(&c);
    bm_buf_free(&out);

    static const char later[] =
        "GET /wslater HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " KEY "\r\n\r\n";
    bm_buf_text(&out, later);
    put_frame(&out, FIN | TEXT, "waited", 6);
    c.fd = rig_connect(rig);
    rig_send(rig, c.fd, out.s, out.len);
    RIG_UNTIL(rig, rig->later != NULL);
    for (unsigned i = 0; i < 10; i++)
        rig_turn(rig);
    bm_ws_upgrade(rig->later, &rig_ws_hooks, rig);
    rig->later = NULL;
    ok_named(rig_read_text(rig, c.fd, &c.in, "waited"), "also if the answer comes later");
    close_client(&c);
    bm_buf_free(&out);
}

/* ---- Messages ---- */

static void test_sizes(struct rig *rig)
{
    static const size_t sizes[] = {0, 1, 125, 126, 127, 4095, 4096, 4097, 65535, 65536, 100000};
    static char text[100001];
    struct client c;
    memset(text, 'x', sizeof text);
    if (!ok(open_client(rig, &c)))
        return;
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        send_frame(rig, &c, FIN | TEXT, text, sizes[i]);
        ok_named(expect(rig, &c, FIN | TEXT, text, sizes[i]), "%zu bytes come back", sizes[i]);
    }
    send_frame(rig, &c, FIN | TEXT, text, sizeof text);
    eq_u64(read_close(rig, &c), BM_WS_TOO_BIG);
    close_client(&c);
}

/* Messages of several frames with pings between them, cut in pieces of every size. */
static void test_pieces(struct rig *rig)
{
    struct bm_buf out = {0};
    static char text[300];
    for (unsigned i = 0; i < sizeof text; i++)
        text[i] = (char)('a' + i % 26);
    put_frame(&out, TEXT, "fr\xc3", 3); /* a character in two frames */
    put_frame(&out, FIN | PING, "a", 1);
    put_frame(&out, 0, "\xa4g", 2);
    put_frame(&out, 0, "", 0);
    put_frame(&out, FIN | PONG, "nobody asked", 12);
    put_frame(&out, FIN | 0, "!", 1);
    put_frame(&out, FIN | TEXT, text, sizeof text);
    put_frame(&out, FIN | PING, text, 125);
    put_frame(&out, FIN | TEXT, "", 0);
    static const size_t steps[] = {1, 2, 3, 5, 7, 11, 64, 10000};
    for (unsigned i = 0; i < sizeof steps / sizeof *steps; i++) {
        struct client c;
        bool good = open_client(rig, &c);
        for (size_t at = 0; at < out.len; at += steps[i])
            rig_send(rig, c.fd, out.s + at, out.len - at < steps[i] ? out.len - at : steps[i]);
        good &= expect(rig, &c, FIN | PONG, "a", 1);
        good &= expect(rig, &c, FIN | TEXT, "fr\xc3\xa4g!", 6);
        good &= expect(rig, &c, FIN | TEXT, text, sizeof text);
        good &= expect(rig, &c, FIN | PONG, text, 125);
        good &= expect(rig, &c, FIN | TEXT, "", 0);
        ok_named(good, "in pieces of %zu", steps[i]);
        close_client(&c);
    }
    bm_buf_free(&out);
}

/* Frames for many are held back a little; what else is sent must not overtake them. */
static void test_order(struct rig *rig)
{
    enum { MANY = 100 };
    struct client c[2];
    struct bm_ws *ws[2];
    bool good = true;
    for (unsigned i = 0; i < 2; i++) {
        good &= open_client(rig, &c[i]);
        ws[i] = rig->ws;
    }
    for (unsigned n = 0; n < MANY; n++) {
        char text[16];
        const size_t len = (size_t)snprintf(text, sizeof text, "%u", n);
        struct bm_frame *const f = bm_frame_make(text, len);
        for (unsigned i = 0; i < 2; i++) {
            if (n % 7 == 3 * i)
                bm_ws_send(ws[i], text, len);
            else
                bm_ws_send_frame(ws[i], f);
        }
        bm_frame_drop(f);
        if (n % 31 == 30)
            rig_turn(rig);
    }
    bm_ws_close(ws[0], BM_WS_GOING, "");
    /* The other one is written to by nobody but the loop. */
    for (unsigned i = 0; i < 2; i++) {
        for (unsigned n = 0; n < MANY; n++) {
            char text[16];
            const size_t len = (size_t)snprintf(text, sizeof text, "%u", n);
            good &= expect(rig, &c[i], FIN | TEXT, text, len);
        }
    }
    ok_named(good, "all come in the order in which they were sent");
    eq_u64(read_close(rig, &c[0]), BM_WS_GOING);
    /* What is held for one who goes is let go. */
    struct bm_frame *const f = bm_frame_make("x", 1);
    bm_ws_send_frame(ws[1], f);
    bm_frame_drop(f);
    for (unsigned i = 0; i < 2; i++)
        close_client(&c[i]);
}

/* ---- Good-byes ---- */

struct bye {
    const char *name;
    unsigned first;
    const char *payload;
    size_t len;
    unsigned answer, code; /* of the frame that is sent back, and that the hook gets */
};

static const struct bye byes[] = {
    {"a close", FIN | CLOSE,
     "\x03\xe8"
     "done",
     6, 1000, 1000},
    {"an application's code", FIN | CLOSE, "\x0f\xa1", 2, 4001, 4001},
    {"half a code", FIN | CLOSE, "\x03", 1, 1002, 1002},
    {"a code that none may send", FIN | CLOSE, "\x03\xee", 2, 1002, 1002},
    {"a code that is none", FIN | CLOSE, "\x00\x00", 2, 1002, 1002},
    {"a reason that is not UTF-8", FIN | CLOSE, "\x03\xe8\xff", 3, 1007, 1007},
    {"no mask", FIN | TEXT | UNMASKED, "a", 1, 1002, 1002},
    {"a reserved bit", FIN | 0x40 | TEXT, "a", 1, 1002, 1002},
    {"another reserved bit", FIN | 0x10 | PING, "a", 1, 1002, 1002},
    {"a binary frame", FIN | BINARY, "a", 1, 1003, 1003},
    {"a kind that is none", FIN | 3, "a", 1, 1002, 1002},
    {"a control kind that is none", FIN | 11, "a", 1, 1002, 1002},
    {"a part of nothing", FIN | 0, "a", 1, 1002, 1002},
    {"a control frame in parts", PING, "a", 1, 1002, 1002},
    {"text that is not UTF-8", FIN | TEXT, "a\xff", 2, 1007, 1007},
    {"text that is cut", FIN | TEXT, "a\xc3", 2, 1007, 1007},
    {"a surrogate", FIN | TEXT, "\xed\xa0\x80", 3, 1007, 1007},
    {"the server's", FIN | TEXT, "close", 5, 1008, 1008},
};

static void test_byes(struct rig *rig)
{
    RIG_UNTIL(rig, bm_http_busy(rig->http) == 0);
    for (unsigned i = 0; i < sizeof byes / sizeof *byes; i++) {
        const struct bye *const b = &byes[i];
        struct client c;
        const unsigned closed = rig->closed;
        ok(open_client(rig, &c));
        send_frame(rig, &c, b->first, b->payload, b->len);
        ok_named(read_close(rig, &c) == b->answer, "%s: %u", b->name, b->answer);
        if (b->code == 1008)
            send_frame(rig, &c, FIN | CLOSE, "\x03\xf0", 2);
        /* Who broke the rules is heard no more, but may still read. */
        shutdown(c.fd, SHUT_WR);
        ok_named(rig_read_all(rig, c.fd, &c.in) == RIG_END && c.in.len == 0, "and it ends");
        RIG_UNTIL(rig, rig->closed != closed);
        ok_named(rig->closed == closed + 1 && rig->code == b->code, "the hook is told %u",
                 b->code);
        close_client(&c);
    }
}

static void test_odd_byes(struct rig *rig)
{
    struct client c;
    RIG_UNTIL(rig, bm_http_busy(rig->http) == 0);
    unsigned closed = rig->closed;
    /* Without a code. */
    ok(open_client(rig, &c));
    send_frame(rig, &c, FIN | CLOSE, "", 0);
    ok_named(expect(rig, &c, FIN | CLOSE, "", 0), "a close without code is answered so");
    RIG_UNTIL(rig, rig->closed != closed);
    eq_u64(rig->code, 1005);
    close_client(&c);
    /* Without a word. */
    closed = rig->closed;
    ok(open_client(rig, &c));
    close_client(&c);
    RIG_UNTIL(rig, rig->closed != closed);
    eq_u64(rig->code, 1006);
    /* A message begun before another is over. */
    ok(open_client(rig, &c));
    send_frame(rig, &c, TEXT, "a", 1);
    send_frame(rig, &c, FIN | TEXT, "b", 1);
    eq_u64(read_close(rig, &c), 1002);
    close_client(&c);
    /* Parts that are too large together. */
    static char half[60000];
    memset(half, 'x', sizeof half);
    ok(open_client(rig, &c));
    send_frame(rig, &c, TEXT, half, sizeof half);
    send_frame(rig, &c, FIN | 0, half, sizeof half);
    eq_u64(read_close(rig, &c), 1009);
    close_client(&c);
    /* Lengths that are longer than need be, or longer than anything. */
    static const char lengths[][10] = {"\x81\xfe\x00\x01", "\x81\xff\x80", "\x81\xff\x7f\xff"};
    static const unsigned codes[] = {1002, 1002, 1009};
    for (unsigned i = 0; i < 3; i++) {
        ok(open_client(rig, &c));
        rig_send(rig, c.fd, lengths[i], 10);
        rig_send(rig, c.fd, "\0\0\0\0aaaa", 8);
        eq_u64(read_close(rig, &c), codes[i]);
        close_client(&c);
    }
    /* After the server's close nothing is a message any more. */
    ok(open_client(rig, &c));
    const unsigned messages = rig->messages;
    bm_ws_close(rig->ws, BM_WS_GOING, "the server stops");
    bm_ws_close(rig->ws, BM_WS_BAD, "twice");
    bm_ws_send(rig->ws, "never", 5);
    send_frame(rig, &c, FIN | TEXT, "unheard", 7);
    eq_u64(read_close(rig, &c), 1001);
    closed = rig->closed;
    send_frame(rig, &c, FIN | CLOSE, "\x03\xe9", 2);
    RIG_UNTIL(rig, rig->closed != closed);
    eq_u64(rig->code, 1001);
    eq_u64(rig->messages, messages);
    ok_named(rig_read_all(rig, c.fd, &c.in) == RIG_END && c.in.len == 0, "it is over");
    close_client(&c);
}

/* ---- The slow and the dead ---- */

static void test_slow(struct rig *rig)
{
    static char text[10000];
    struct client c;
    struct bm_http_counts before, after;
    memset(text, 'x', sizeof text);
    bm_http_counts(rig->http, &before);
    after = before;
    /* Ordinary messages, and a frame that is shared with somebody who reads. */
    for (unsigned shared = 0; shared < 2; shared++) {
        struct client reader;
        ok(open_client(rig, &reader));
        struct bm_ws *const other = rig->ws;
        ok(open_client(rig, &c));
        const unsigned closed = rig->closed;
        struct bm_frame *const f = bm_frame_make(text, sizeof text);
        unsigned sent = 0;
        for (; sent < 5000 && rig->ws && after.slow_readers == before.slow_readers + shared;
             sent++) {
            if (shared)
                bm_ws_send_frame(rig->ws, f);
            else
                bm_ws_send(rig->ws, text, sizeof text);
            bm_http_counts(rig->http, &after);
        }
        bm_ws_send_frame(other, f);
        bm_frame_drop(f);
        ok_named(expect(rig, &reader, FIN | TEXT, text, sizeof text), "others get theirs");
        eq_u64(after.slow_readers, before.slow_readers + shared + 1);
        /* He reads at last: all that was sent, in order, and why it ends. */
        unsigned got = 0;
        size_t len;
        int first;
        while ((first = read_frame(rig, &c, &len)) == (FIN | TEXT)) {
            got += len == sizeof text && !memcmp(c.in.s, text, len);
            used(&c, len);
        }
        eq_u64(got, sent);
        ok(first == (FIN | CLOSE) && c.in.s[0] == 0x03 && (unsigned char)c.in.s[1] == 0xf5);
        close_client(&c);
        RIG_UNTIL(rig, rig->closed != closed);
        eq_u64(rig->code, 1013);
        close_client(&reader);
    }
}

static void test_pings(void)
{
    const struct bm_http_limits limits = {.ping_ms = 80};
    struct rig rig;
    struct client c;
    ok(rig_start(&rig, &limits));
    ok(open_client(&rig, &c));
    ok(bm_ws_trip(rig.ws) == -1);
    for (unsigned i = 0; i < 6; i++) {
        size_t len;
        char ping[125];
        ok(read_any(&rig, &c, &len) == (FIN | PING));
        memcpy(ping, c.in.s, len);
        used(&c, len);
        send_frame(&rig, &c, FIN | PONG, ping, len);
    }
    RIG_UNTIL(&rig, bm_ws_trip(rig.ws) >= 0);
    ok_named(bm_ws_trip(rig.ws) >= 0 && bm_ws_trip(rig.ws) < RIG_PATIENCE_MS,
             "the trip is %d ms", (int)bm_ws_trip(rig.ws));
    /* No more answers. */
    unsigned pings = 0;
    for (size_t len; read_any(&rig, &c, &len) == (FIN | PING); pings++)
        used(&c, len);
    /* The last answer may have crossed a ping on a machine that is busy. */
    ok_named(pings == 2 || pings == 3, "%u pings go unanswered, then it is dead", pings);
    RIG_UNTIL(&rig, rig.closed == 1);
    eq_u64(rig.code, 1006);
    close_client(&c);
    rig_stop(&rig);
}

/* A server that is stopped tells everybody at once, and nobody later. */
static void test_stop(void)
{
    struct rig rig;
    struct client c[3];
    ok(rig_start(&rig, NULL));
    for (unsigned i = 0; i < 3; i++)
        ok(open_client(&rig, &c[i]));
    send_frame(&rig, &c[1], TEXT, "half a message", 14);
    rig_send(&rig, c[2].fd, "\x81", 1);
    eq_u64(bm_http_busy(rig.http), 3);
    struct bm_frame *const f = bm_frame_make("held", 4);
    bm_ws_send_frame(rig.ws, f);
    bm_frame_drop(f);
    bm_http_destroy(rig.http);
    eq_u64(rig.closed, 3);
    bm_loop_fini(&rig.loop);
    eq_u64(rig.closed, 3);
    for (unsigned i = 0; i < 3; i++)
        close_client(&c[i]);
}

static void test_many(struct rig *rig)
{
    enum { MANY = 1000 };
    static struct client c[MANY];
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    if (files.rlim_cur < 2 * MANY + 100 && files.rlim_max >= 2 * MANY + 100) {
        files.rlim_cur = 2 * MANY + 100;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    const unsigned most = files.rlim_cur < 2 * MANY + 100 ? 100 : MANY;
    unsigned opened = 0, answered = 0;
    for (unsigned i = 0; i < most; i++)
        opened += open_client(rig, &c[i]);
    eq_u64(opened, most);
    eq_u64(bm_http_busy(rig->http), most);
    for (unsigned round = 0; round < 3; round++) {
        char text[32];
        for (unsigned i = 0; i < most; i++) {
            const int n = snprintf(text, sizeof text, "I am %u", i);
            send_frame(rig, &c[i], FIN | TEXT, text, (size_t)n);
        }
        for (unsigned i = 0; i < most; i++) {
            const int n = snprintf(text, sizeof text, "I am %u", i);
            answered += expect(rig, &c[i], FIN | TEXT, text, (size_t)n);
        }
    }
    eq_u64(answered, 3 * most);
    for (unsigned i = 0; i < most; i++)
        close_client(&c[i]);
    RIG_UNTIL(rig, bm_http_busy(rig->http) == 0);
    eq_u64(bm_http_busy(rig->http), 0);
}

/* Any bytes at all: it ends, and the server goes on. */
static void test_garbage(struct rig *rig)
{
    uint32_t seed = 7;
    unsigned hung = 0;
    for (unsigned i = 0; i < 300; i++) {
        struct client c;
        struct bm_buf out = {0};
        open_client(rig, &c);
        put_frame(&out, TEXT, "abc", 3);
        put_frame(&out, FIN | PING, "p", 1);
        put_frame(&out, FIN | 0, "def", 3);
        put_frame(&out, FIN | CLOSE, "\x03\xe8", 2);
        for (unsigned k = 0; k < 3; k++) {
            seed = seed * 1664525 + 1013904223;
            out.s[(seed >> 8) % out.len] = (char)(seed >> 24);
        }
        rig_send(rig, c.fd, out.s, out.len);
        shutdown(c.fd, SHUT_WR);
        hung += rig_read_all(rig, c.fd, &c.in) == RIG_MORE;
        bm_buf_free(&out);
        close_client(&c);
    }
    ok_named(hung == 0, "whatever comes, the socket ends");
    RIG_UNTIL(rig, bm_http_busy(rig->http) == 0);
    eq_u64(bm_http_busy(rig->http), 0);
}

/* ---- UTF-8 ---- */

/* Whole, and in two pieces cut at each place. */
static bool utf8_agrees(const char *s, size_t len)
{
    const bool want = bm_charset_is_utf8(s, len);
    for (size_t cut = 0; cut <= len; cut++) {
        struct bm_utf8 u = {0};
        const bool got =
            bm_utf8_take(&u, s, cut) && bm_utf8_take(&u, s + cut, len - cut) && u.want == 0;
        if (got != want)
            return false;
    }
    return true;
}

/* Beside the reader of records, which was written without this one. */
static void test_utf8(void)
{
    static const unsigned char edges[] = {0x01, 0x7f, 0x80, 0x8f, 0x90, 0x9f,
                                          0xa0, 0xbf, 0xc0, 0xc2, 0xff};
    enum { EDGES = sizeof edges };
    unsigned wrong = 0;
    for (unsigned lead = 1; lead < 256; lead++) {
        for (unsigned i = 0; i < EDGES * EDGES * EDGES; i++) {
            const char s[] = {(char)lead, (char)edges[i % EDGES],
                              (char)edges[i / EDGES % EDGES], (char)edges[i / EDGES / EDGES]};
            for (size_t len = 1; len <= 4; len++)
                wrong += !utf8_agrees(s, len);
        }
    }
    eq_u64(wrong, 0);
    ok(utf8_agrees("a long text, of more than eight letters \xe5\xb0\x86\xe6\xa3\x8b and on",
                   52));
}

int main(void)
{
    struct rig rig;
    test_accept();
    test_utf8();
    if (!rig_start(&rig, NULL))
        tap_bail("cannot listen");
    test_upgrades(&rig);
    test_sizes(&rig);
    test_pieces(&rig);
    test_order(&rig);
    test_byes(&rig);
    test_odd_byes(&rig);
    test_slow(&rig);
    test_garbage(&rig);
    test_many(&rig);
    rig_stop(&rig);
    test_pings();
    test_stop();
    return tap_done();
}
