/* SPDX-License-Identifier: MIT */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "server/app/service_manager.h"

/* The socket of the manager: a path, or a name in the abstract namespace that begins with @. */
static int open_socket(const char *name)
{
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    const size_t len = strlen(name);
    if ((name[0] != '/' && name[0] != '@') || len >= sizeof to.sun_path)
        return -1;
    memcpy(to.sun_path, name, len);
    if (name[0] == '@')
        to.sun_path[0] = '\0';
    const int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    const socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + len);
    if (fd >= 0 && connect(fd, (const struct sockaddr *)&to, size) != 0) {
        close(fd);
        return -1;
    }
    return fd;
}

/* How long the manager waits for a sign of life, in ms; 0: it does not, or not for this
 * process. */
static int64_t read_watchdog(void)
{
    const char *const usec = getenv("WATCHDOG_USEC"), *const pid = getenv("WATCHDOG_PID");
    if (!usec || (pid && strtol(pid, NULL, 10) != (long)getpid()))
        return 0;
    const long long ms = strtoll(usec, NULL, 10) / 1000;
    return ms > 0 ? ms : 0;
}

/* MSG_DONTWAIT: a manager that does not read must not stop the games. */
static void send_state(const struct bm_service_manager *n, const char *state)
{
    if (n->fd >= 0)
        (void)!send(n->fd, state, strlen(state), MSG_DONTWAIT | MSG_NOSIGNAL);
}

void bm_service_manager_init(struct bm_service_manager *n, struct bm_loop *loop)
{
    const char *const name = getenv("NOTIFY_SOCKET");
    *n = (struct bm_service_manager){.loop = loop, .fd = name ? open_socket(name) : -1};
    n->watchdog_ms = n->fd >= 0 ? read_watchdog() : 0;
    unsetenv("NOTIFY_SOCKET");
    unsetenv("WATCHDOG_USEC");
    unsetenv("WATCHDOG_PID");
}

static void send_life(void *user)
{
    struct bm_service_manager *const n = user;
    send_state(n, "WATCHDOG=1");
    bm_timer_set(&n->watchdog, n->loop, n->watchdog_ms / 2 + 1, send_life, n);
}

void bm_service_manager_ready(struct bm_service_manager *n)
{
    send_state(n, "READY=1");
    if (n->watchdog_ms)
        send_life(n);
}

void bm_service_manager_stopping(struct bm_service_manager *n) { send_state(n, "STOPPING=1"); }

void bm_service_manager_fini(struct bm_service_manager *n)
{
    if (n->fd >= 0)
        close(n->fd);
    n->fd = -1;
    bm_timer_close(&n->watchdog, NULL, NULL);
}
