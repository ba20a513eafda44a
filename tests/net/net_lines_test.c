/* SPDX-License-Identifier: MIT */
/* Lines over TCP: whole, in pieces, too long; who is too slow, and who is too much. */
#include "net/line/line_server.h"
#include "net_rig.h"
#include "tap.h"

/* Says back what is said; "bye" ends it, "much" is answered at length. */
struct hearing {
    struct rig rig;
    struct bm_line_server *lines;
    struct bm_caller *last;
    unsigned opened, heard, gone;
    bool refuse;
};

static struct hearing h;

static void *on_opened(void *user, struct bm_caller *c)
{
    (void)user;
    h.opened++;
    h.last = c;
    return h.refuse ? NULL : c;
}

static void on_line(void *of, const char *line, size_t len)
{
    struct bm_caller *const c = of;
    struct bm_buf out = {0};
    h.heard++;
    bm_buf_bytes(&out, line, len);
    bm_buf_text(&out, "!\n");
    if (strcmp(line, "much") == 0)
        for (unsigned i = 0; i < 1 << 18; i++)
            bm_buf_text(&out, "and so on, and so on\n");
    bm_caller_send(c, out.s, out.len);
    bm_buf_free(&out);
    if (strcmp(line, "bye") == 0)
        bm_caller_close(c);
}

static void on_gone(void *of)
{
    (void)of;
    h.gone++;
}

static void begin_with(const struct bm_lines_limits *limits, const struct bm_lines_hooks *hooks)
{
    h = (struct hearing){0};
    if (bm_loop_init(&h.rig.loop) ||
        bm_line_server_create(&h.lines, &h.rig.loop, limits, hooks) ||
        bm_line_server_listen(h.lines, "127.0.0.1:0", &h.rig.port))
        tap_bail("cannot listen");
}

static void begin(const struct bm_lines_limits *limits)
{
    begin_with(limits,
               &(struct bm_lines_hooks){.opened = on_opened, .line = on_line, .gone = on_gone});
}

/* Whether the other end has closed a connection on which nothing was said. */
static bool lines_closed(int fd)
{
    char c;
    return recv(fd, &c, 1, MSG_PEEK) == 0 || (errno != EAGAIN && errno != EWOULDBLOCK);
}

static void end(void)
{
    bm_line_server_destroy(h.lines);
    bm_loop_fini(&h.rig.loop);
}

/* What comes until `want` bytes are there, or the end. */
static struct bm_buf hear(int fd, size_t want, int *how)
{
    struct bm_buf in = {0};
    *how = RIG_MORE;
    RIG_UNTIL(&h.rig, (*how = rig_take(&h.rig, fd, &in)) != RIG_MORE || in.len >= want);
    return in;
}

static void expect(int fd, const char *text, int end_by, const char *name)
{
    int how;
    struct bm_buf in = hear(fd, end_by == RIG_MORE ? strlen(text) : SIZE_MAX, &how);
    ok_named(in.len == strlen(text) && (in.len == 0 || memcmp(in.s, text, in.len) == 0), "%s",
             name);
    ok_named(end_by == RIG_MORE || how == end_by, "%s: and the end", name);
    bm_buf_free(&in);
}

static bool say(int fd, const char *text) { return rig_send(&h.rig, fd, text, strlen(text)); }

static void check_lines(void)
{
    begin(&(struct bm_lines_limits){.line = 8, .connections = 3});
    int fd = rig_connect(&h.rig);
    (void)say(fd, "one\ntwo\r\n\nth");
    expect(fd, "one!\ntwo!\n!\n", RIG_MORE, "lines at once");
    (void)say(fd, "ree\n12345678\r\n");
    expect(fd, "three!\n12345678!\n", RIG_MORE, "a line in pieces, and the longest");
    (void)say(fd, "bye\nmore\n");
    expect(fd, "bye!\n", RIG_END, "a good-bye is read before the end");
    ok_named(h.gone == 0, "who closes is not told that it is closed");
    close(fd);

    fd = rig_connect(&h.rig);
    (void)say(fd, "123456789\n");
    RIG_UNTIL(&h.rig, h.gone == 1);
    ok_named(h.gone == 1, "a line that is too long ends it");
    close(fd);
    fd = rig_connect(&h.rig);
    RIG_UNTIL(&h.rig, h.opened == 3);
    ok_named(strcmp(bm_caller_address(h.last), "127.0.0.1") == 0, "the address");
    close(fd);
    RIG_UNTIL(&h.rig, h.gone == 2);
    ok_named(h.gone == 2, "a connection that is closed there is gone");
    int more[3];
    for (unsigned i = 0; i < 3; i++)
        more[i] = rig_connect(&h.rig);
    RIG_UNTIL(&h.rig, h.opened == 6);
    ok_named(h.opened == 6, "and there is room for as many as before");
    for (unsigned i = 0; i < 3; i++)
        close(more[i]);
    end();
}

static void check_slow(void)
{
    begin(&(struct bm_lines_limits){.queue = 1 << 20});
    int fd = rig_connect(&h.rig);
    (void)say(fd, "much\n");
    RIG_UNTIL(&h.rig, h.gone == 1);
    ok_named(h.gone == 1, "what nobody reads is not kept without end");
    close(fd);
    end();

    begin(&(struct bm_lines_limits){.queue = 1 << 24, .write_ms = 300});
    fd = rig_connect(&h.rig);
    (void)say(fd, "much\n");
    RIG_UNTIL(&h.rig, h.gone == 1);
    ok_named(h.gone == 1, "who does not read at all is closed after a while");
    close(fd);
    end();

    begin(&(struct bm_lines_limits){.queue = 1 << 24});
    fd = rig_connect(&h.rig);
    (void)say(fd, "much\nbye\n");
    int how;
    struct bm_buf in = hear(fd, SIZE_MAX, &how);
    ok_named(how == RIG_END && in.len > 1 << 20 && memcmp(in.s + in.len - 5, "bye!\n", 5) == 0,
             "who reads gets all of it before the end");
    bm_buf_free(&in);
    close(fd);

    fd = rig_connect(&h.rig);
    RIG_UNTIL(&h.rig, h.opened == 2);
    bm_caller_deadline(h.last, 100);
    expect(fd, "", RIG_END, "a deadline");
    RIG_UNTIL(&h.rig, h.gone == 1);
    ok_named(h.gone == 1, "a deadline: is told");
    close(fd);
    end();
}

static void check_many(void)
{
    begin(&(struct bm_lines_limits){.connections = 3, .per_address = 2});
    const int a = rig_connect(&h.rig), b = rig_connect(&h.rig), c = rig_connect(&h.rig);
    int how;
    struct bm_buf in = hear(c, SIZE_MAX, &how);
    ok_named(how != RIG_MORE && in.len == 0 && h.opened == 2, "too many from one address");
    bm_buf_free(&in);
    (void)say(a, "a\n");
    expect(a, "a!\n", RIG_MORE, "the others stay");
    h.refuse = true;
    close(b);
    RIG_UNTIL(&h.rig, h.gone == 1);
    const int d = rig_connect(&h.rig);
    in = hear(d, SIZE_MAX, &how);
    ok_named(how != RIG_MORE && h.gone == 1, "who is refused was never there");
    bm_buf_free(&in);
    bm_line_server_drain(h.lines);
    (void)say(a, "b\n");
    expect(a, "b!\n", RIG_MORE, "who is there stays when nobody is let in any more");
    ok_named(rig_connect(&h.rig) < 0, "nobody is");
    end(); /* with a there */
    close(a);
    close(c);
    close(d);
    begin(NULL);
    ok_named(bm_line_server_listen(h.lines, "nowhere", NULL) != 0, "what is no address");
    end();
}

/* However much one address says at once, a turn of the loop hears a little of it. */
/* ---- Allowances ---- */

static uint64_t used;
static int64_t waits;

static void note_use(void *user, const char *address, uint64_t units)
{
    (void)user;
    used += strcmp(address, "127.0.0.1") == 0 ? units : 0;
}

static int64_t tell_wait(void *user, const char *address)
{
    (void)user;
    (void)address;
    return waits;
}

/* Lines are paid for; an address that has used up its allowance is not read until it has one
 * again. */
static void check_paid(void)
{
    const struct bm_lines_hooks hooks = {.opened = on_opened,
                                         .line = on_line,
                                         .gone = on_gone,
                                         .charge = note_use,
                                         .wait = tell_wait};
    begin_with(NULL, &hooks);
    const int fd = rig_connect(&h.rig);
    ok(rig_send(&h.rig, fd, "one\n", 4));
    expect(fd, "one!\n", RIG_MORE, "a line is answered");
    const uint64_t first = used;
    ok_named(first >= 50 + 40, "a connection and a line cost %llu units",
             (unsigned long long)first);
    ok(rig_send(&h.rig, fd, "two\nthree\n", 10));
    expect(fd, "two!\nthree!\n", RIG_MORE, "and two more");
    ok_named(used >= first + 80, "which cost twice as much");
    for (unsigned i = 0; i < 5; i++) /* it is read again */
        rig_turn(&h.rig);
    waits = 1000;
    ok(rig_send(&h.rig, fd, "four\n", 5));
    expect(fd, "four!\n", RIG_MORE, "what was begun is heard");
    const unsigned heard = h.heard;
    ok(rig_send(&h.rig, fd, "five\n", 5));
    const int other = rig_connect(&h.rig);
    RIG_UNTIL(&h.rig, h.gone != 0 || lines_closed(other));
    for (unsigned i = 0; i < 500; i++)
        rig_turn(&h.rig);
    ok_named(h.heard == heard, "who has no allowance is not read");
    ok_named(lines_closed(other) && h.opened == 1, "and can open no connection");
    waits = 0;
    expect(fd, "five!\n", RIG_MORE, "but later, with one");
    close(fd);
    close(other);
    end();
}

static void check_turns(void)
{
    enum { LINES = 40000, PIECE = 4096 };
    static char lines[LINES];
    unsigned most = 0;
    memset(lines, '\n', sizeof lines);
    begin(&(struct bm_lines_limits){.queue = 1 << 24});
    const int a = rig_connect(&h.rig), b = rig_connect(&h.rig);
    RIG_UNTIL(&h.rig, h.opened == 2);
    ok(send(a, lines, LINES, MSG_NOSIGNAL) == LINES);
    ok(send(b, lines, LINES, MSG_NOSIGNAL) == LINES);
    for (unsigned i = 0; i < 10000 && h.heard < 2 * LINES; i++) {
        const unsigned before = h.heard;
        (void)bm_loop_step(&h.rig.loop);
        most = h.heard - before > most ? h.heard - before : most;
    }
    eq_u64(h.heard, 2 * LINES);
    ok_named(most <= 2 * PIECE, "at most %u lines in a turn", most);
    close(a);
    end();
    close(b);
}

int main(void)
{
    check_turns();
    check_paid();
    check_lines();
    check_slow();
    check_many();
    return tap_done();
}
