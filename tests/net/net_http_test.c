/* SPDX-License-Identifier: MIT */

/* HTTP over real sockets: what is answered, what is refused, and what is not waited for. */

#include "net_rig.h"
#include "tap.h"

#define HOST  "Host: example\r\n"
#define CLOSE "Connection: close\r\n"

static unsigned count(const char *text, const char *what)
{
    unsigned n = 0;
    for (const char *at = text; (at = strstr(at, what)); at += strlen(what))
        n++;
    return n;
}

/* ---- What is well-formed ---- */

struct exchange {
    const char *sent;
    const char *want[4]; /* in this order */
};

static const struct exchange exchanges[] = {
    {"GET /echo HTTP/1.1\r\n" HOST CLOSE "\r\n",
     {"HTTP/1.1 200 OK\r\n", "Connection: close\r\n", "GET /echo   .\n"}},
    {"GET /echo?a=1&b=%20 HTTP/1.0\r\n\r\n", {"200 OK", "GET /echo a=1&b=%20  .\n"}},
    {"\r\n\r\nGET /echo HTTP/1.1\r\n" HOST "X-TAG:  a b \t\r\n" CLOSE "\r\n",
     {"GET /echo  a b .\n"}},
    {"POST /echo HTTP/1.1\r\n" HOST CLOSE "Content-Length: 5\r\n\r\nhello",
     {"POST /echo   hello.\n"}},
    {"PUT /echo HTTP/1.1\r\n" HOST CLOSE "Transfer-Encoding: Chunked\r\n\r\n"
     "2\r\nhe\r\n3;a=b\r\nllo\r\n0\r\nX-Tag: late\r\n\r\n",
     {"PUT /echo   hello.\n"}},
    {"POST /echo HTTP/1.1\r\n" HOST CLOSE "Expect: 100-continue\r\nContent-Length: 2\r\n\r\nhi",
     {"HTTP/1.1 100 Continue\r\n\r\n", "200 OK", "POST /echo   hi.\n"}},
    {"HEAD /echo HTTP/1.1\r\n" HOST CLOSE "\r\n", {"200 OK", "Content-Length: 15\r\n"}},
    {"OPTIONS * HTTP/1.1\r\n" HOST CLOSE "\r\n", {"OPTIONS *   .\n"}},
    {"PATCH /echo HTTP/1.1\r\n" HOST CLOSE "\r\n", {"OTHER /echo   .\n"}},
    {"GET http://example/echo?x HTTP/1.1\r\n" HOST CLOSE "\r\n", {"GET /echo x  .\n"}},
    {"GET /none HTTP/1.1\r\n" HOST CLOSE "\r\n", {"204 No Content"}},
    {"GET /a HTTP/1.1\r\n" HOST "\r\nPOST /b HTTP/1.1\r\n" HOST
     "Content-Length: 3\r\n\r\none\r\nPOST /c HTTP/1.1\r\n" HOST
     "Transfer-Encoding: chunked\r\n\r\n3\r\ntwo\r\n0\r\n\r\nGET /d HTTP/1.1\r\n" HOST CLOSE
     "\r\nGET /never HTTP/1.1\r\n" HOST "\r\n",
     {"GET /a   .\n", "POST /b   one.\n", "POST /c   two.\n", "GET /d   .\n"}},
};

static void test_exchanges(struct rig *rig)
{
    for (unsigned i = 0; i < sizeof exchanges / sizeof *exchanges; i++) {
        const struct exchange *const e = &exchanges[i];
        /* In one piece, by the byte, and in pieces that cut anywhere. */
        for (unsigned step = 0; step < 4; step++) {
            static const size_t steps[] = {100000, 1, 3, 17};
            char *const got = rig_talk(rig, e->sent, strlen(e->sent), steps[step]);
            const char *at = got;
            for (unsigned k = 0; at && k < 4 && e->want[k]; k++)
                at = strstr(at, e->want[k]);
            if (!ok_named(at != NULL, "answers %.40s in pieces of %zu", e->sent, steps[step]))
                printf("# got: %.200s\n", got ? got : "nothing");
            if (got)
                ok_named(!strstr(got, "/never"), "and nothing behind the last");
            bm_release(got);
        }
    }
}

static void test_bodiless(struct rig *rig)
{
    static const char *const sent[] = {"HEAD /big HTTP/1.1\r\n" HOST CLOSE "\r\n",
                                       "GET /none HTTP/1.1\r\n" HOST CLOSE "\r\n"};
    for (unsigned i = 0; i < 2; i++) {
        char *const got = rig_talk(rig, sent[i], strlen(sent[i]), 1000);
        const char *const end = got ? strstr(got, "\r\n\r\n") : NULL;
        ok_named(end && end[4] == '\0', "%.9s has no body", sent[i]);
        ok_named(got && !strstr(got, "Content-Length") == (i == 1),
                 "and says its length or not");
        bm_release(got);
    }
}

static void test_big(struct rig *rig)
{
    static const char text[] = "GET /big HTTP/1.1\r\n" HOST CLOSE "\r\n";
    struct bm_buf in = {0};
    const int fd = rig_connect(rig);
    rig_send(rig, fd, text, sizeof text - 1);
    rig_read_all(rig, fd, &in);
    bm_buf_char(&in, '\0');
    const char *const end = strstr(in.s, "\r\n\r\n");
    ok_named(end && in.len - 1 - (size_t)(end + 4 - in.s) == RIG_BIG, "8 MB arrive");
    bm_buf_free(&in);
    close(fd);
}

/* ---- What is not ---- */

struct refused {
    const char *sent;
    unsigned status;
};

static const struct refused refused[] = {
    {"\n", 400},
    {"GET /echo HTTP/1.1\n" HOST "\n", 400},
    {"GET /echo HTTP/1.1\r\nHost: a\nX: b\r\n\r\n", 400},
    {"hello\r\n\r\n", 400},
    {"GET\r\n\r\n", 400},
    {"GET /echo\r\n\r\n", 505},
    {" GET /echo HTTP/1.1\r\n" HOST "\r\n", 400},
    {"GET  /echo HTTP/1.1\r\n" HOST "\r\n", 400},
    {"GET /echo  HTTP/1.1\r\n" HOST "\r\n", 400},
    {"GET /echo HTTP/1.1 \r\n" HOST "\r\n", 400},
    {"\r\n\rGET /echo HTTP/1.1\r\n" HOST "\r\n", 400},
    {"GET /a b HTTP/1.1\r\n" HOST "\r\n", 400},
    {"GET /echo HTTP/2.0\r\n" HOST "\r\n", 505},
    {"GET /echo HTTP/0.9\r\n" HOST "\r\n", 505},
    {"GET /echo HTTP/1.x\r\n" HOST "\r\n", 400},
    {"GET /echo FTP/1.1\r\n" HOST "\r\n", 400},
    {"FROB /echo HTTP/1.1\r\n" HOST "\r\n", 501},
    {"GET /echo HTTP/1.1\r\n\r\n", 400},
    {"GET /echo HTTP/1.1\r\n" HOST HOST "\r\n", 400},
    {"GET /echo HTTP/1.1\r\nHost: a b\r\n\r\n", 400},
    {"GET /echo HTTP/1.1\r\nHost: a/b\r\n\r\n", 400},
    {"GET /echo HTTP/1.1\r\nHost : a\r\n\r\n", 400},
    {"GET /echo HTTP/1.1\r\n" HOST " X: folded\r\n\r\n", 400},
    {"GET /echo HTTP/1.1\r\n" HOST "X: a\r\n b\r\n\r\n", 400},
    {"GET /echo HTTP/1.1\r\n" HOST "X Y: a\r\n\r\n", 400},
    {"GET /echo HTTP/1.1\r\n" HOST "X(): a\r\n\r\n", 400},
    {"GET /echo HTTP/1.1\r\n" HOST ": a\r\n\r\n", 400},
    {"GET /echo HTTP/1.1\r\n" HOST "X\r\n\r\n", 400},
    {"GET /echo HTTP/1.1\r\n" HOST "X: a\rb\r\n\r\n", 400},
    {"GET /echo HTTP/1.1\r\n" HOST "X: a\x01\r\n\r\n", 400},
    {"GET /a\x80 HTTP/1.1\r\n" HOST "\r\n", 400},
    {"GET /a#b HTTP/1.1\r\n" HOST "\r\n", 400},
    {"GET echo HTTP/1.1\r\n" HOST "\r\n", 400},
    {"GET * HTTP/1.1\r\n" HOST "\r\n", 400},
    {"GET ftp://example/echo HTTP/1.1\r\n" HOST "\r\n", 400},
    {"GET http://other/echo HTTP/1.1\r\n" HOST "\r\n", 400},
    {"GET http://examples/echo HTTP/1.1\r\n" HOST "\r\n", 400},
    {"CONNECT example:80 HTTP/1.1\r\n" HOST "\r\n", 400},
    {"POST /echo HTTP/1.1\r\n" HOST "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n",
     400},
    {"POST /echo HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n",
     400},
    {"POST /echo HTTP/1.1\r\n" HOST "Content-Length: 2\r\nContent-Length: 3\r\n\r\nabc", 400},
    {"POST /echo HTTP/1.1\r\n" HOST "Content-Length: 2, 2\r\n\r\nabc", 400},
    {"POST /echo HTTP/1.1\r\n" HOST "Content-Length: -1\r\n\r\nabc", 400},
    {"POST /echo HTTP/1.1\r\n" HOST "Content-Length: 0x2\r\n\r\nabc", 400},
    {"POST /echo HTTP/1.1\r\n" HOST "Content-Length: +2\r\n\r\nabc", 400},
    {"POST /echo HTTP/1.1\r\n" HOST "Content-Length: 99999999999999999999\r\n\r\n", 400},
    {"POST /echo HTTP/1.1\r\n" HOST "Content-Length: 18446744073709551615\r\n\r\n", 413},
    {"POST /echo HTTP/1.1\r\n" HOST "Content-Length: 200001\r\n\r\n", 413},
    {"HEAD /echo HTTP/1.1\r\n" HOST "Content-Length: 200001\r\n\r\n", 413},
    {"POST /echo HTTP/1.1\r\n" HOST "Transfer-Encoding: gzip\r\n\r\n", 501},
    {"POST /echo HTTP/1.1\r\n" HOST "Transfer-Encoding: gzip, chunked\r\n\r\n", 501},
    {"POST /echo HTTP/1.1\r\n" HOST "Transfer-Encoding: xchunked\r\n\r\n", 501},
    {"POST /echo HTTP/1.1\r\n" HOST
     "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
     501},
    {"POST /echo HTTP/1.0\r\n" HOST "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400},
    {"POST /echo HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\n\r\nx\r\n", 400},
    {"POST /echo HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\n\r\n-1\r\n", 400},
    {"POST /echo HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n", 400},
    {"POST /echo HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n",
     400},
    {"POST /echo HTTP/1.1\r\n" HOST "Expect: tea\r\nContent-Length: 2\r\n\r\n", 417},
};

/* The status is as it should be, and the problem says the same. */
static bool is_problem(const char *got, unsigned status, bool has_body)
{
    char line[32], member[32];
    snprintf(line, sizeof line, "HTTP/1.1 %u ", status);
    snprintf(member, sizeof member, "\"status\":%u,", status);
    return got && !strncmp(got, line, strlen(line)) && count(got, "HTTP/1.1 ") == 1 &&
           strstr(got, "Connection: close\r\n") &&
           strstr(got, "Content-Type: application/problem+json\r\n") &&
           (strstr(got, member) != NULL) == has_body;
}

static void test_refused(struct rig *rig)
{
    const unsigned asked = rig->asked;
    for (unsigned i = 0; i < sizeof refused / sizeof *refused; i++) {
        const struct refused *const e = &refused[i];
        for (size_t step = 1; step <= 1000; step += 999) {
            char *const got = rig_talk(rig, e->sent, strlen(e->sent), step);
            const bool has_body = strncmp(e->sent, "HEAD", 4) != 0;
            if (!ok_named(is_problem(got, e->status, has_body), "%u for %s", e->status,
                          e->sent))
                printf("# got: %.200s\n", got ? got : "nothing");
            bm_release(got);
        }
    }
    ok_named(rig->asked == asked, "none of them reaches the hook");
}

static void test_nul(struct rig *rig)
{
    static const char text[] = "GET /echo HTTP/1.1\r\n" HOST "X: a\0b\r\n\r\n";
    char *const got = rig_talk(rig, text, sizeof text - 1, 1000);
    ok_named(is_problem(got, 400, true), "400 for NUL");
    bm_release(got);
}

static void test_large(struct rig *rig)
{
    struct bm_buf b = {0};
    static const struct {
        const char *head, *tail;
        size_t fill;
        unsigned status;
    } cases[] = {
        {"GET /", "", 20000, 414},
        {"GET / HTTP/1.1\r\n" HOST "X: ", "\r\n\r\n", 20000, 431},
        {"GET / HTTP/1.1\r\n" HOST "X: ", "\r\n" CLOSE "\r\n", 15000, 200},
        {"POST /echo HTTP/1.1\r\n" HOST CLOSE "Content-Length: 200000\r\n\r\n", "", 200000,
         200},
        {"POST /echo HTTP/1.1\r\n" HOST CLOSE "Transfer-Encoding: chunked\r\n\r\n30d41\r\n", "",
         200001, 413},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        bm_buf_text(&b, cases[i].head);
        memset(bm_buf_room(&b, cases[i].fill), 'a', cases[i].fill);
        b.len += cases[i].fill;
        bm_buf_text(&b, cases[i].tail);
        char *const got = rig_talk(rig, b.s, b.len, b.len), line[16];
        snprintf(line, sizeof line, "1 %u ", cases[i].status);
        ok_named(got && strstr(got, line), "%u for %.5s with %zu bytes", cases[i].status,
                 cases[i].head, cases[i].fill);
        bm_release(got);
        bm_buf_free(&b);
    }
}

/* Any bytes at all: an answer or a close, and the server goes on. */
static void test_garbage(struct rig *rig)
{
    uint32_t seed = 1;
    unsigned hung = 0;
    for (unsigned i = 0; i < 400; i++) {
        char text[512];
        const char *const from = exchanges[i % (sizeof exchanges / sizeof *exchanges)].sent;
        const size_t len = strlen(from);
        memcpy(text, from, len);
        for (unsigned k = 0; k < 3; k++) {
            seed = seed * 1664525 + 1013904223;
            text[(seed >> 8) % len] = (char)(seed >> 24);
        }
        const int fd = rig_connect(rig);
        struct bm_buf in = {0};
        rig_send(rig, fd, text, len);
        shutdown(fd, SHUT_WR);
        hung += rig_read_all(rig, fd, &in) == RIG_MORE;
        bm_buf_free(&in);
        close(fd);
        if (rig->later)
            bm_request_reply(rig->later, 200, "", "", 0);
        rig->later = NULL;
    }
    ok_named(hung == 0, "whatever comes, the connection ends");
    struct bm_http_counts counts;
    RIG_UNTIL(rig, (bm_http_counts(rig->http, &counts), counts.open == 0));
    eq_u64(counts.open, 0);
}

/* ---- Answers that come later ---- */

static void test_later(struct rig *rig)
{
    static const char text[] = "GET /later HTTP/1.1\r\n" HOST "\r\n"
                               "GET /echo HTTP/1.1\r\n" HOST CLOSE "\r\n";
    struct bm_buf in = {0};
    int fd = rig_connect(rig);
    rig_send(rig, fd, text, sizeof text - 1);
    RIG_UNTIL(rig, rig->later != NULL);
    const unsigned asked = rig->asked;
    for (unsigned i = 0; i < 20; i++)
        rig_turn(rig);
    eq_u64(rig->asked, asked);
    ok(bm_http_busy(rig->http) == 1);
    eq_str(bm_request_address(rig->later), "127.0.0.1");
    bm_request_reply(rig->later, 200, "", "first.", 6);
    rig->later = NULL;
    ok_named(rig_read_text(rig, fd, &in, "GET /echo"), "the second is answered");
    ok_named(strstr(in.s, "first.") != NULL, "after the first");
    bm_buf_free(&in);
    close(fd);

    /* Somebody who has said everything still listens. */
    fd = rig_connect(rig);
    rig_send(rig, fd, text, sizeof text - 1);
    shutdown(fd, SHUT_WR);
    RIG_UNTIL(rig, rig->later != NULL);
    for (unsigned i = 0; i < 20; i++)
        rig_turn(rig);
    bm_request_reply(rig->later, 200, "", "first.", 6);
    rig->later = NULL;
    ok_named(rig_read_text(rig, fd, &in, "GET /echo"), "both are answered after a half close");
    bm_buf_free(&in);
    close(fd);

    /* Somebody who is gone does not. */
    fd = rig_connect(rig);
    rig_send(rig, fd, text, sizeof text - 1);
    RIG_UNTIL(rig, rig->later != NULL);
    const struct linger hard = {1, 0};
    setsockopt(fd, SOL_SOCKET, SO_LINGER, &hard, sizeof hard);
    close(fd);
    RIG_UNTIL(rig, bm_http_busy(rig->http) == 0);
    eq_u64(bm_http_busy(rig->http), 0);
    ok_named(bm_slice_is(bm_request_path(rig->later), "/later"), "the request is still there");
    bm_request_reply(rig->later, 200, "", "", 0);
    rig->later = NULL;
}

/* More than is kept, while an answer is awaited: it waits in the kernel, and nothing is lost.
 */
static void test_pipeline(struct rig *rig)
{
    enum { MANY = 3000 };
    static const char one[] = "GET /later HTTP/1.1\r\n" HOST "\r\n",
                      more[] = "GET /echo HTTP/1.1\r\n" HOST "\r\n",
                      last[] = "GET /last HTTP/1.1\r\n" HOST CLOSE "\r\n";
    struct bm_buf out = {0}, in = {0};
    bm_buf_text(&out, one);
    for (unsigned i = 0; i < MANY; i++)
        bm_buf_text(&out, more);
    bm_buf_text(&out, last);
    const int fd = rig_connect(rig);
    rig_send(rig, fd, out.s, out.len);
    RIG_UNTIL(rig, rig->later != NULL);
    bm_request_reply(rig->later, 200, "", "", 0);
    rig->later = NULL;
    rig_read_all(rig, fd, &in);
    bm_buf_char(&in, '\0');
    eq_u64(count(in.s, "HTTP/1.1 200 OK"), MANY + 2);
    eq_u64(count(in.s, "GET /last"), 1);
    bm_buf_free(&out);
    bm_buf_free(&in);
    close(fd);
}

/* Who asks for much and reads nothing gets one answer at a time, and all of them in the end. */
static void test_hungry(struct rig *rig)
{
    enum { MANY = 4 };
    static const char one[] = "GET /big HTTP/1.1\r\n" HOST "\r\n";
    struct bm_buf in = {0};
    const int fd = rig_connect(rig);
    const unsigned asked = rig->asked;
    for (unsigned i = 0; i < MANY; i++)
        rig_send(rig, fd, one, sizeof one - 1);
    shutdown(fd, SHUT_WR);
    for (unsigned i = 0; i < 50; i++)
        rig_turn(rig);
    eq_u64(rig->asked, asked + 1);
    rig_read_all(rig, fd, &in);
    eq_u64(rig->asked, asked + MANY);
    ok_named(in.len > MANY * (size_t)RIG_BIG, "nothing is cut, though he said all at once");
    bm_buf_free(&in);
    close(fd);
}

/* ---- Streams ---- */

static void test_streams(struct rig *rig)
{
    static const char modern[] = "GET /stream HTTP/1.1\r\n" HOST "\r\n"
                                 "GET /echo HTTP/1.1\r\n" HOST CLOSE "\r\n",
                      old[] = "GET /stream HTTP/1.0\r\n\r\n",
                      head[] = "HEAD /stream HTTP/1.1\r\n" HOST CLOSE "\r\n";
    static const struct {
        const char *text, *want;
    } cases[] = {{modern, "\r\n\r\n3\r\none\r\n3\r\ntwo\r\n0\r\n\r\nHTTP/1.1 200"},
                 {old, "\r\n\r\nonetwo"},
                 {head, "\r\n\r\n"}};
    for (unsigned i = 0; i < 3; i++) {
        struct bm_buf in = {0};
        const int fd = rig_connect(rig);
        rig_send(rig, fd, cases[i].text, strlen(cases[i].text));
        RIG_UNTIL(rig, rig->stream != NULL);
        bm_stream_send(rig->stream, "one", 3);
        if (i == 0)
            ok_named(rig_read_text(rig, fd, &in, "one"), "a piece arrives before the end");
        bm_stream_send(rig->stream, "", 0);
        bm_stream_send(rig->stream, "two", 3);
        bm_stream_end(rig->stream);
        rig->stream = NULL;
        rig_read_all(rig, fd, &in);
        bm_buf_char(&in, '\0');
        const char *const at = strstr(in.s, cases[i].want);
        if (!ok_named(at && (i == 0 || !at[strlen(cases[i].want)]), "stream %u is right", i))
            printf("# got: %s\n", in.s);
        bm_buf_free(&in);
        close(fd);
    }
    const int fd = rig_connect(rig);
    rig_send(rig, fd, modern, strlen(modern));
    RIG_UNTIL(rig, rig->stream != NULL);
    close(fd);
    RIG_UNTIL(rig, rig->gone == 1);
    ok_named(rig->gone == 1 && !rig->stream, "who goes first is noticed");
}

static void test_slow_stream(struct rig *rig)
{
    static const char text[] = "GET /stream HTTP/1.1\r\n" HOST "\r\n";
    static char bytes[65536];
    const unsigned gone = rig->gone;
    const int fd = rig_connect(rig);
    rig_send(rig, fd, text, sizeof text - 1);
    RIG_UNTIL(rig, rig->stream != NULL);
    for (unsigned i = 0; i < 1000 && rig->stream; i++) {
        bm_stream_send(rig->stream, bytes, sizeof bytes);
        rig_turn(rig);
    }
    ok_named(rig->gone == gone + 1, "who does not read a stream is let go");
    close(fd);
}

/* ---- Deadlines and caps ---- */

static void test_deadlines(void)
{
    static const struct {
        const char *sent, *want, *name;
    } cases[] = {
        {"", "", "nothing is closed without a word"},
        {"GET /echo HT", "408 Request Timeout", "half a head"},
        {"POST /echo HTTP/1.1\r\n" HOST "Content-Length: 9\r\n\r\nabc", "408 Request Timeout",
         "half a body"},
        {"GET /echo HTTP/1.1\r\n" HOST "\r\n", "200 OK", "idle after an answer"},
        {"GET /echo HTTP/1.1\r\n" HOST "\r\nGET /echo H", "408 Request Timeout",
         "half a second head"},
    };
    enum { CASES = sizeof cases / sizeof *cases };
    const struct bm_http_limits limits = {
        .head_ms = 500, .body_ms = 500, .idle_ms = 500, .write_ms = 500};
    struct rig rig;
    int fds[CASES];
    ok(rig_start(&rig, &limits));
    /* All at once, so that there is one wait for all. */
    for (unsigned i = 0; i < CASES; i++) {
        fds[i] = rig_connect(&rig);
        rig_send(&rig, fds[i], cases[i].sent, strlen(cases[i].sent));
    }
    for (unsigned i = 0; i < CASES; i++) {
        struct bm_buf got = {0};
        const bool over = rig_read_all(&rig, fds[i], &got) != RIG_MORE;
        bm_buf_char(&got, '\0');
        ok_named(over && strstr(got.s, cases[i].want) && (*cases[i].want || !*got.s), "%s",
                 cases[i].name);
        bm_buf_free(&got);
        close(fds[i]);
    }
    /* One byte now and then does not help. */
    const int fd = rig_connect(&rig);
    struct bm_buf in = {0};
    unsigned sent = 0;
    for (; sent < 5000 && rig_take(&rig, fd, &in) == RIG_MORE && in.len == 0; sent++) {
        send(fd, "G", 1, MSG_NOSIGNAL);
        rig_rest(&rig);
    }
    rig_read_all(&rig, fd, &in);
    bm_buf_char(&in, '\0');
    ok_named(strstr(in.s, "408"), "nor does a byte now and then");
    bm_buf_free(&in);
    close(fd);

    /* Who does not read is let go. */
    static const char big[] = "GET /big HTTP/1.1\r\n" HOST "\r\n";
    const int slow = rig_connect(&rig);
    struct bm_http_counts counts;
    rig_send(&rig, slow, big, sizeof big - 1);
    RIG_UNTIL(&rig, (bm_http_counts(rig.http, &counts), counts.slow_readers == 1));
    eq_u64(counts.slow_readers, 1);
    eq_u64(counts.refused_slow, 4);
    close(slow);
    rig_stop(&rig);
}

/* Connections that are late are closed a few at a time. */
static void test_late(void)
{
    enum { MANY = 40, TURN_MOST = 8 };
    const struct bm_http_limits limits = {.head_ms = 300, .idle_ms = 300};
    struct rig rig;
    struct bm_http_counts counts;
    int fd[MANY];
    unsigned turns = 0, most = 0;
    ok(rig_start(&rig, &limits));
    for (unsigned i = 0; i < MANY; i++)
        fd[i] = rig_connect(&rig);
    while (bm_http_counts(rig.http, &counts), counts.accepted < MANY)
        rig_turn(&rig);
    while (counts.open != 0 && turns < 100000) {
        const uint64_t before = counts.open;
        poll(NULL, 0, 20); /* all of them come to be late */
        rig_turn(&rig);
        bm_http_counts(rig.http, &counts);
        most = before - counts.open > most ? (unsigned)(before - counts.open) : most;
        turns++;
    }
    ok_named(counts.open == 0 && most <= TURN_MOST,
             "connections that are late are closed, %u in a turn", most);
    for (unsigned i = 0; i < MANY; i++)
        close(fd[i]);
    rig_stop(&rig);
}

static void test_caps(void)
{
    static const char text[] = "GET /echo HTTP/1.1\r\n" HOST CLOSE "\r\n";
    for (unsigned by_address = 0; by_address < 2; by_address++) {
        const struct bm_http_limits limits = {.connections = by_address ? 100 : 3,
                                              .per_address = by_address ? 3 : 0};
        struct rig rig;
        int fd[3];
        ok(rig_start(&rig, &limits));
        for (unsigned i = 0; i < 3; i++)
            fd[i] = rig_connect(&rig);
        char *got = rig_talk(&rig, text, sizeof text - 1, 1000);
        ok_named(is_problem(got, by_address ? 429 : 503, true) &&
                     strstr(got, "\r\nRetry-After: "),
                 "one too many hears so");
        bm_release(got);
        close(fd[0]);
        struct bm_http_counts counts;
        RIG_UNTIL(&rig, (bm_http_counts(rig.http, &counts), counts.open == 2));
        got = rig_talk(&rig, text, sizeof text - 1, 1000);
        ok_named(got && strstr(got, "200 OK"), "when one goes there is room");
        bm_release(got);
        bm_http_counts(rig.http, &counts);
        eq_u64(by_address ? counts.refused_crowd : counts.refused_full, 1);
        close(fd[1]);
        close(fd[2]);
        rig_stop(&rig);
    }
}

/* Bodies of many are bounded together, and what is answered does not count any more. */
static void test_bodies(void)
{
    static const char text[] =
        "POST /echo HTTP/1.1\r\n" HOST CLOSE "Content-Length: 700\r\n\r\n";
    static char body[700];
    const struct bm_http_limits limits = {.body = 1000, .bodies = 1000};
    struct rig rig;
    struct bm_buf in = {0}, whole = {0};
    ok(rig_start(&rig, &limits));
    bm_buf_text(&whole, text);
    bm_buf_bytes(&whole, body, sizeof body);
    const int fd = rig_connect(&rig);
    rig_send(&rig, fd, whole.s, whole.len - 1);
    for (unsigned i = 0; i < 10; i++)
        rig_turn(&rig);
    char *got = rig_talk(&rig, whole.s, whole.len, 100000);
    ok_named(is_problem(got, 503, true), "there is no room for a second");
    bm_release(got);
    rig_send(&rig, fd, "", 1);
    ok_named(rig_read_text(&rig, fd, &in, "200 OK"), "the first is answered");
    for (unsigned i = 0; i < 3; i++) {
        got = rig_talk(&rig, whole.s, whole.len, 100000);
        ok_named(got && strstr(got, "200 OK"), "and there is room again");
        bm_release(got);
    }
    bm_buf_free(&in);
    bm_buf_free(&whole);
    close(fd);
    rig_stop(&rig);
}

static void test_drain(void)
{
    static const char text[] = "GET /later HTTP/1.1\r\n" HOST "\r\n";
    struct rig rig;
    struct bm_buf in = {0};
    ok(rig_start(&rig, NULL));
    static const char big[] = "GET /big HTTP/1.1\r\n" HOST "\r\n";
    const int idle = rig_connect(&rig), fd = rig_connect(&rig), slow = rig_connect(&rig);
    rig_send(&rig, slow, big, sizeof big - 1);
    rig_send(&rig, fd, text, sizeof text - 1);
    RIG_UNTIL(&rig, rig.later != NULL);
    bm_http_drain(rig.http);
    rig_turn(&rig);
    ok_named(rig_connect(&rig) < 0, "nobody new comes in");
    ok_named(rig_read_all(&rig, idle, &in) == RIG_END && in.len == 0, "who is idle is let go");
    ok(bm_http_busy(rig.http) == 1);
    bm_request_reply(rig.later, 200, "", "done", 4);
    rig.later = NULL;
    eq_u64(bm_http_busy(rig.http), 0);
    rig_read_all(&rig, fd, &in);
    bm_buf_char(&in, '\0');
    ok_named(strstr(in.s, "Connection: close\r\n") && strstr(in.s, "\r\n\r\ndone"),
             "what was asked is answered, as the last");
    bm_buf_free(&in);
    rig_read_all(&rig, slow, &in);
    ok_named(in.len > RIG_BIG, "what is being read is not cut");
    bm_buf_free(&in);
    close(slow);
    close(fd);
    close(idle);
    rig_stop(&rig);
}

/* Stopped in the middle of everything. */
static void test_stop(void)
{
    static const char *const texts[] = {"",
                                        "GET /ec",
                                        "POST /echo HTTP/1.1\r\n" HOST
                                        "Content-Length: 9\r\n\r\nabc",
                                        "GET /later HTTP/1.1\r\n" HOST "\r\nGET /more",
                                        "GET /stream HTTP/1.1\r\n" HOST "\r\n",
                                        "GET /big HTTP/1.1\r\n" HOST "\r\n"};
    struct rig rig;
    int fd[6];
    ok(rig_start(&rig, NULL));
    for (unsigned i = 0; i < 6; i++) {
        fd[i] = rig_connect(&rig);
        rig_send(&rig, fd[i], texts[i], strlen(texts[i]));
    }
    RIG_UNTIL(&rig, rig.asked == 3);
    bm_http_destroy(rig.http);
    ok_named(rig.gone == 1, "the stream is told at once");
    ok_named(bm_slice_is(bm_request_path(rig.later), "/later"), "a request outlives it");
    bm_request_reply(rig.later, 200, "", "", 0);
    bm_loop_fini(&rig.loop);
    free(rig.big);
    for (unsigned i = 0; i < 6; i++)
        close(fd[i]);
}

/* ---- Texts ---- */

static void test_texts(void)
{
    static const struct {
        const char *query, *name, *want; /* NULL: it is not there */
    } cases[] = {
        {"a=1&b=2", "a", "1"},
        {"a=1&b=2", "b", "2"},
        {"a=1", "c", NULL},
        {"", "a", NULL},
        {"a", "a", ""},
        {"a=", "a", ""},
        {"a=%41+%2B", "a", "A +"},
        {"a=%4", "a", NULL},
        {"a=%zz", "a", NULL},
        {"a=%00", "a", NULL},
        {"ab=1&a=2", "a", "2"},
        {"a=1&a=2", "a", "1"},
        {"&&a=b=c", "a", "b=c"},
        {"a=1234567", "a", "1234567"},
        {"a=12345678", "a", NULL},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        char buf[8];
        const struct bm_slice q = {cases[i].query, strlen(cases[i].query)};
        const bool got = bm_query_get(q, cases[i].name, buf, sizeof buf);
        ok_named(got == (cases[i].want != NULL) && (!got || !strcmp(buf, cases[i].want)),
                 "%s of \"%s\"", cases[i].name, cases[i].query);
    }
    char buf[8];
    const struct bm_slice cookies = {"a=1; bb=22;c=x=y; long=12345678", 31};
    ok(bm_cookie_get(cookies, "a", buf, sizeof buf) && !strcmp(buf, "1"));
    ok(bm_cookie_get(cookies, "bb", buf, sizeof buf) && !strcmp(buf, "22"));
    ok(bm_cookie_get(cookies, "c", buf, sizeof buf) && !strcmp(buf, "x=y"));
    ok(!bm_cookie_get(cookies, "b", buf, sizeof buf));
    ok(!bm_cookie_get(cookies, "long", buf, sizeof buf));
    ok(!bm_cookie_get((struct bm_slice){NULL, 0}, "a", buf, sizeof buf));
    ok(bm_slice_is((struct bm_slice){"ab", 2}, "ab") &&
       !bm_slice_is((struct bm_slice){"ab", 2}, "aB"));
    ok(bm_slice_is_like((struct bm_slice){"ab", 2}, "aB") &&
       !bm_slice_is_like((struct bm_slice){"ab", 2}, "abc"));
}

static void test_addresses(void)
{
    struct rig rig;
    unsigned port = 0;
    ok(rig_start(&rig, NULL));
    static const char *const bad[] = {"127.0.0.1",       "127.0.0.1:", "127.0.0.1:x", "a:80",
                                      "127.0.0.1:65536", "[::1:80",    "::1:80",      ":80"};
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++)
        ok_named(bm_http_listen(rig.http, bad[i], &port) != 0, "%s is no address", bad[i]);
    char taken[32];
    snprintf(taken, sizeof taken, "127.0.0.1:%u", rig.port);
    ok(bm_http_listen(rig.http, taken, &port) == UV_EADDRINUSE);
    rig_stop(&rig);
}

int main(void)
{
    const struct bm_http_limits limits = {.body = 200000};
    struct rig rig;
    test_texts();
    test_addresses();
    if (!rig_start(&rig, &limits))
        tap_bail("cannot listen");
    test_exchanges(&rig);
    test_bodiless(&rig);
    test_big(&rig);
    test_refused(&rig);
    test_nul(&rig);
    test_large(&rig);
    test_later(&rig);
    test_pipeline(&rig);
    test_hungry(&rig);
    test_streams(&rig);
    test_slow_stream(&rig);
    test_garbage(&rig);
    rig_stop(&rig);
    test_deadlines();
    test_late();
    test_caps();
    test_bodies();
    test_drain();
    test_stop();
    return tap_done();
}
