/* SPDX-License-Identifier: MIT */
/*
 * guard_test ENGINE: a program that drives engines is killed, and the engines end all the same,
 * also those that hear neither signals nor the end of their input.
 */
#include <errno.h>
#include <signal.h>
#include <sys/wait.h>

#include "rig.h"

static int ready_count;

static void on_ready(void *user)
{
    (void)user;
    ready_count++;
}

/* Start engines of a mode, tell their groups, and be killed. */
static _Noreturn void drive_and_die(const char *program, const char *mode, unsigned count,
                                    int out)
{
    struct bm_engine_spec spec;
    struct bm_engine *engines[4];
    struct bm_loop loop;
    const struct bm_engine_events events = {.ready = on_ready};
    bm_spec_init(&spec);
    if (bm_loop_init(&loop) || bm_spec_set(&spec.command, program) ||
        bm_spec_add_arg(&spec, mode))
        _exit(1);
    for (unsigned i = 0; i < count; i++)
        if (bm_engine_create(&engines[i], &loop, &spec, bm_rules_chess(), &events, NULL))
            _exit(1);
    while (ready_count < (int)count && bm_loop_step(&loop))
        continue;
    for (unsigned i = 0; i < count; i++) {
        const int pid = bm_engine_pid(engines[i]);
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

static void dies_with_us(const char *program, const char *mode, unsigned count)
{
    int ends[2], pid, status, groups[4];
    if (pipe(ends))
        tap_bail("no pipe");
    fflush(stdout);
    const pid_t driver = fork();
    if (driver == 0) {
        close(ends[0]);
        drive_and_die(program, mode, count, ends[1]);
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

int main(int argc, char **argv)
{
    if (argc != 2)
        tap_bail("which engine?");
    dies_with_us(argv[1], "good", 1);
    dies_with_us(argv[1], "stubborn", 4);
    dies_with_us(argv[1], "child-holding-pipes", 2);
    return tap_done();
}
