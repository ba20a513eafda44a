/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* _Fork, close_range, pipe2, ppoll */
#include "io/guard.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum {
    LINE = 3, /* the guard's descriptor of the program; those of requests are above it */
    ROUNDS = 2000,
    NAP_MS = 5
};

/* ---- Descendants ---- */

/* What getdents64(2) fills in; opendir() would allocate. */
struct entry {
    uint64_t ino;
    int64_t off;
    unsigned short size;
    unsigned char type;
    char name[];
};

static int to_number(const char *s)
{
    int n = 0;
    for (; *s >= '0' && *s <= '9' && n < 100000000; s++)
        n = n * 10 + *s - '0';
    return *s ? 0 : n;
}

/* The parent of a process, by /proc/PID/stat: "PID (NAME) STATE PARENT ...". The name may have
 * brackets. */
static int parent_of(int proc, const char *pid)
{
    char path[32], text[512], *last = NULL;
    const size_t len = strlen(pid);
    int parent = 0;
    if (len + sizeof "/stat" > sizeof path)
        return 0;
    memcpy(path, pid, len);
    memcpy(path + len, "/stat", sizeof "/stat");
    const int fd = openat(proc, path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    const ssize_t got = read(fd, text, sizeof text - 1);
    close(fd);
    text[got > 0 ? got : 0] = '\0';
    for (char *at = text; *at; at++)
        if (*at == ')')
            last = at;
    if (!last || strlen(last) < 4)
        return 0;
    for (const char *at = last + 4; *at >= '0' && *at <= '9'; at++)
        parent = parent * 10 + *at - '0';
    return parent;
}

static void kill_children(void)
{
    _Alignas(struct entry) char room[4096];
    const int proc = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const int self = getpid();
    long got;
    while (proc >= 0 && (got = syscall(SYS_getdents64, proc, room, sizeof room)) > 0) {
        for (long at = 0; at < got;) {
            const struct entry *const e = (const struct entry *)(const void *)(room + at);
            const int pid = to_number(e->name);
            at += e->size;
            if (pid > 0 && parent_of(proc, e->name) == self)
                kill(pid, SIGKILL);
        }
    }
    if (proc >= 0)
        close(proc);
}

/* Until there are none: those of the killed become ours. */
static void end_descendants(void)
{
    const struct timespec nap = {.tv_nsec = NAP_MS * 1000 * 1000};
    for (unsigned i = 0; i < ROUNDS; i++) {
        int reaped;
        while ((reaped = waitpid(-1, NULL, WNOHANG)) > 0)
            continue;
        if (reaped < 0)
            return;
        kill_children();
        nanosleep(&nap, NULL);
    }
}

/* ---- The child ---- */

/* Processes are made by _Fork(): fork() would call libuv's handler, which closes descriptors by
 * numbers that are others' here. */

struct request {
    const char *file, *dir;
    char **args, **vars;
    int fds[BM_GUARD_FDS];
};

static _Noreturn void become_child(const struct request *q, int failed)
{
    sigset_t none;
    setsid();
    for (int n = 1; n < 32; n++)
        signal(n, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    for (int i = 0; i < 3; i++)
        dup2(q->fds[i], i);
    dup3(failed, LINE, O_CLOEXEC);
    close_range(LINE + 1, UINT_MAX, 0);
    if (!q->dir || chdir(q->dir) == 0) {
        environ = q->vars;
        execvp(q->file, q->args);
    }
    const int error = errno;
    (void)!write(LINE, &error, sizeof error);
    _exit(127);
}

/* ---- Its attendant ---- */

static void on_child(int n) { (void)n; }

/* Until the child has ended or the program has; true: it was the child, which is not reaped, so
 * that its number is not given to another. */
static bool attend_child(int pid, int line)
{
    struct pollfd from = {.fd = line, .events = POLLIN};
    sigset_t none;
    sigemptyset(&none);
    for (;;) {
        siginfo_t info = {0};
        unsigned char n;
        while (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid) {
            if (info.si_pid == pid)
                return true;
            waitpid(info.si_pid, NULL, WNOHANG); /* one that was adopted */
            info.si_pid = 0;
        }
        if (ppoll(&from, 1, NULL, &none) <= 0)
            continue;
        const ssize_t got = read(line, &n, 1);
        if (got == 1)
            kill(-pid, n);
        else if (got == 0 || errno != EINTR)
            return false;
    }
}

static _Noreturn void run_child(const struct request *q)
{
    const int line = q->fds[3];
    const struct sigaction wakes = {.sa_handler = on_child};
    struct bm_guard_started started = {0};
    int failed[2], how;
    sigset_t children;
    close(LINE);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    sigemptyset(&children);
    sigaddset(&children, SIGCHLD);
    sigprocmask(SIG_BLOCK, &children, NULL); /* it comes while ppoll() waits */
    sigaction(SIGCHLD, &wakes, NULL);
    dup2(0, LINE); /* so that the pipe is above it */
    if (pipe2(failed, O_CLOEXEC))
        _exit(1);
    started.pid = _Fork();
    if (started.pid == 0)
        become_child(q, failed[1]);
    if (started.pid < 0)
        _exit(1);
    for (int i = 0; i < 3; i++)
        close(q->fds[i]);
    close(failed[1]);
    while (read(failed[0], &started.error, sizeof started.error) < 0 && errno == EINTR)
        continue;
    close(failed[0]);
    send(line, &started, sizeof started, MSG_NOSIGNAL);
    if (!started.error) {
        const bool ended = attend_child(started.pid, line);
        kill(-started.pid, SIGKILL); /* what it left in its group */
        if (ended && waitpid(started.pid, &how, 0) == started.pid) {
            const struct bm_guard_ended e = {
                .status = WIFEXITED(how) ? WEXITSTATUS(how) : 0,
                .signal = WIFSIGNALED(how) ? WTERMSIG(how) : 0,
            };
            send(line, &e, sizeof e, MSG_NOSIGNAL);
        }
    }
    end_descendants();
    _exit(0);
}

/* ---- The guard ---- */

/* `size` bytes; false: the program has gone. */
static bool read_all(char *to, size_t size)
{
    for (size_t at = 0; at < size;) {
        const ssize_t got = read(LINE, to + at, size - at);
        if (got > 0)
            at += (size_t)got;
        else if (got == 0 || errno != EINTR)
            return false;
    }
    return true;
}

static bool read_head(struct bm_guard_request *q, int fds[BM_GUARD_FDS])
{
    union {
        struct cmsghdr head;
        char room[CMSG_SPACE(sizeof(int) * BM_GUARD_FDS)];
    } control;
    struct iovec part = {.iov_base = q, .iov_len = sizeof *q};
    struct msghdr message = {.msg_iov = &part,
                             .msg_iovlen = 1,
                             .msg_control = &control,
                             .msg_controllen = sizeof control};
    ssize_t got;
    while ((got = recvmsg(LINE, &message, MSG_CMSG_CLOEXEC | MSG_WAITALL)) < 0 &&
           errno == EINTR)
        continue;
    const struct cmsghdr *const c = got == (ssize_t)sizeof *q ? CMSG_FIRSTHDR(&message) : NULL;
    if (!c || c->cmsg_len != CMSG_LEN(sizeof(int) * BM_GUARD_FDS))
        return false;
    memcpy(fds, CMSG_DATA(c), sizeof(int) * BM_GUARD_FDS);
    return true;
}

/* Set pointers to `count` texts; where the next one begins. */
static char *point_into_text(char **to, unsigned count, char *text)
{
    for (unsigned i = 0; i < count; i++) {
        to[i] = text;
        text += strlen(text) + 1;
    }
    to[count] = NULL;
    return text;
}

/* One request: its child is started under an attendant. */
static bool serve_requests(void)
{
    struct bm_guard_request head;
    struct request q;
    if (!read_head(&head, q.fds))
        return false;
    const size_t pointers = ((size_t)head.args + head.vars + 2) * sizeof(char *);
    const size_t size = pointers + head.size;
    void *const room =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED)
        return false;
    char *text = (char *)room + pointers;
    const bool whole = read_all(text, head.size);
    if (whole && _Fork() == 0) {
        q.file = text;
        q.dir = text + strlen(text) + 1;
        text = (char *)q.dir + strlen(q.dir) + 1;
        if (!head.has_dir)
            q.dir = NULL;
        q.args = room;
        q.vars = q.args + head.args + 1;
        point_into_text(q.vars, head.vars, point_into_text(q.args, head.args, text));
        run_child(&q);
    }
    munmap(room, size);
    for (unsigned i = 0; i < BM_GUARD_FDS; i++)
        close(q.fds[i]);
    return whole;
}

_Noreturn void bm_guard_run(int line)
{
    setsid(); /* what the terminal sends is not meant for it */
    signal(SIGTERM, SIG_IGN);
    signal(SIGINT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGCHLD, SIG_IGN); /* attendants are not waited for */
    prctl(PR_SET_NAME, "bm-guard");
    /* Pipes of others must not stay open because of it. */
    if (line != LINE)
        dup2(line, LINE);
    close_range(LINE + 1, UINT_MAX, 0);
    for (int fd = 0; fd < LINE; fd++)
        close(fd);
    if (open("/dev/null", O_RDWR) == 0) {
        dup2(0, 1);
        dup2(0, 2);
    }
    while (serve_requests())
        continue;
    _exit(0);
}
