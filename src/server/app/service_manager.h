/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_SERVICE_MANAGER_H
#define BM_SERVER_SERVICE_MANAGER_H

/*
 * Notifications to the service manager, by the protocol of sd_notify: datagrams of "KEY=VALUE"
 * lines to the socket in $NOTIFY_SOCKET. Without one, nothing is done.
 */

#include "io/loop.h"

struct bm_service_manager {
    struct bm_loop *loop;
    int fd;              /* -1: no service manager */
    int64_t watchdog_ms; /* between two signs of life; 0: none is wanted */
    struct bm_timer watchdog;
};

/* Reads and removes NOTIFY_SOCKET, WATCHDOG_USEC and WATCHDOG_PID, so that no child has them.
 */
void bm_service_manager_init(struct bm_service_manager *n, struct bm_loop *loop);
/* Connections are accepted: "READY=1". From now on the loop gives signs of life, twice in each
 * time that the manager waits for one; a loop that hangs is restarted. */
void bm_service_manager_ready(struct bm_service_manager *n);
/* "STOPPING=1". */
void bm_service_manager_stopping(struct bm_service_manager *n);
/* The loop must run once more before the memory is freed. */
void bm_service_manager_fini(struct bm_service_manager *n);

#endif
