/* SPDX-License-Identifier: MIT */
#ifndef BM_IO_THREAD_TEAM_H
#define BM_IO_THREAD_TEAM_H

/*
 * Several threads at one work, as searches want it (bm_search_hooks.run): work(args[0]) runs in
 * this thread, the others in threads of their own, and all have ended when it returns. Work for
 * which no thread can be had is left out. `user` is not looked at.
 */
void bm_thread_team_run(void *user, void (*work)(void *arg), void *const *args, unsigned count);

#endif
