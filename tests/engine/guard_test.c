/* SPDX-License-Identifier: MIT */
/*
 * guard_test ENGINE: a program that drives engines is killed, and the engines end all the same,
 * also those that hear neither signals nor the end of their input, and what they started in
 * other sessions.
 */
#include <errno.h>
#include <signal.h>
#include <sys/wait.h>

#include "apart.h"

static int ready_count;

static void on_ready(void *user)
{
    (void)user;
    ready_count++;
}

/* Start engines of a mode, tell their groups, and be killed. */
static _Noreturn void drive_and_die(const char *program, const char *mode, const char *arg,
                                    unsigned count, int out)
{
    struct bm_engine_spec spec;
    struct bm_engine *engines[4];
    struct bm_loop loop;
    const struct bm_engine_events events = {.ready = on_ready};
    bm_spec_init(&spec);
    if (bm_loop_init(&loop) || bm_spec_set(&spec.command, program) ||
        bm_spec_add_arg(&spec, mode) || (arg && bm_spec_add_arg(&spec, arg)))
        _exit(1);
    for (unsigned i = 0; i < count; i++)
        if (bm_engine_create(&engines[i], &loop, &spec, bm_rules_chess(), &events, NULL))
            _exit(1);
    while (ready_count < (int)count && bm_loop_step(&loop))
        continue;
    if (arg && pid_in(strchr(arg, '=') + 1) == 0)
        _exit(1);
    for (unsigned i = 0; i < count; i++) {
        const int pid = engine_pid(engines[i]);
        if (write(out, &pid, sizeof pid) != (ssize_t)sizeof pid)
            _exit(1);
    }
    kill(getpid(), SIGKILL);
    _exit(1);
}

/* Whether a group has gone, after waiting for that as long as it takes. */
static bool goes(int group)
{
    const struct timespec nap = {.tv_nsec = 10 * 1000 * 1000};
    for (unsigned i = 0; i < GUARD / 10; i++) {
        if (kill(-group, 0) != 0 && errno == ESRCH)
            return true;
        nanosleep(&nap, NULL);
    }
    return false;
}

static void dies_with_us(const char *program, const char *mode, const char *arg, unsigned count)
{
    int ends[2], pid, status, groups[4];
    if (pipe(ends))
        tap_bail("no pipe");
    fflush(stdout);
    const pid_t driver = fork();
    if (driver == 0) {
        close(ends[0]);
        drive_and_die(program, mode, arg, count, ends[1]);
    }
    close(ends[1]);
    unsigned told = 0;
    while (told < count && read(ends[0], &pid, sizeof pid) == (ssize_t)sizeof pid)
        groups[told++] = pid;
    close(ends[0]);
    ok_named(driver > 0 && waitpid(driver, &status, 0) == driver && WIFSIGNALED(status) &&
                 WTERMSIG(status) == SIGKILL && told == count,
             "%s: %u engines run when their driver is killed", mode, told);
    for (unsigned i = 0; i < told; i++)
        ok_named(goes(groups[i]), "%s: engine %u ends with it", mode, i + 1);
}

/* A process that an engine started elsewhere goes, too. */
static void strays_die_with_us(const char *program, const char *mode)
{
    const struct timespec nap = {.tv_nsec = 10 * 1000 * 1000};
    const char *const tmp = getenv("TMPDIR");
    char file[512], arg[520];
    snprintf(file, sizeof file, "%s/guard-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    const int fd = mkstemp(file);
    if (fd < 0)
        tap_bail("cannot make a file");
    close(fd);
    snprintf(arg, sizeof arg, "arg=%s", file);
    dies_with_us(program, mode, arg, 1);
    const int pid = pid_in(file);
    for (unsigned i = 0; i < GUARD / 10 && lives(pid); i++)
        nanosleep(&nap, NULL);
    ok_named(!lives(pid), "%s: what the engine started elsewhere ends, too", mode);
    unlink(file);
}

int main(int argc, char **argv)
{
    if (argc != 2)
        tap_bail("which engine?");
    dies_with_us(argv[1], "good", NULL, 1);
    dies_with_us(argv[1], "stubborn", NULL, 4);
    dies_with_us(argv[1], "child-holding-pipes", NULL, 2);
    strays_die_with_us(argv[1], "leaves-session");
    strays_die_with_us(argv[1], "leaves-daemon");
    return tap_done();
}
