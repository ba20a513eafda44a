/* SPDX-License-Identifier: MIT */
#include <time.h>

#include "store/store_internal.h"

/* All that waits, in one transaction. What is refused alone is undone alone; if anything else
 * goes wrong, nothing of it was. */
static int commit_puts(struct bm_store *s, struct bm_put_list *list)
{
    int rc = bm_store_step(s->writes[BM_WRITE_BEGIN]);
    for (struct bm_put *p = list->first; p && rc == SQLITE_OK; p = p->next)
        if (p->status == BM_STORE_OK)
            rc = bm_store_apply(s, p);
    if (rc == SQLITE_OK)
        rc = bm_store_step(s->writes[BM_WRITE_COMMIT]);
    if (rc != SQLITE_OK && !sqlite3_get_autocommit(s->writer))
        (void)bm_store_step(s->writes[BM_WRITE_ROLLBACK]);
    return rc;
}

static void refuse_puts(struct bm_store *s, struct bm_put_list *list)
{
    for (struct bm_put *p = list->first; p; p = p->next)
        p->status = s->trouble;
}

static void set_trouble(struct bm_store *s, int rc)
{
    const uint64_t ms = s->options.probe_ms != 0 ? s->options.probe_ms : BM_STORE_PROBE_MS;
    s->trouble = bm_store_result(rc);
    if (s->trouble != BM_STORE_OK) {
        uv_mutex_lock(&s->lock);
        s->error = rc;
        s->error_errno = sqlite3_system_errno(s->writer);
        uv_mutex_unlock(&s->lock);
    }
    s->probe_at = uv_hrtime() + ms * 1000000;
}

/* The lock is held where counts are changed. */
static void count_commit(struct bm_store *s, const struct bm_put_list *list, uint64_t us)
{
    uint64_t puts = 0;
    for (const struct bm_put *p = list->first; p; p = p->next)
        puts++;
    s->counts.commits++;
    s->counts.commit_us += us;
    if (us > s->counts.worst_us)
        s->counts.worst_us = us;
    if (puts > s->counts.largest)
        s->counts.largest = puts;
}

static void write_list(struct bm_store *s, struct bm_put_list *list)
{
    const uint64_t began = uv_hrtime();
    if (s->trouble == BM_STORE_OK) {
        set_trouble(s, commit_puts(s, list));
        if (s->trouble == BM_STORE_OK) {
            uv_mutex_lock(&s->lock);
            count_commit(s, list, (uv_hrtime() - began) / 1000);
            uv_mutex_unlock(&s->lock);
            return;
        }
        uv_mutex_lock(&s->lock);
        s->counts.failures++;
        uv_mutex_unlock(&s->lock);
    }
    refuse_puts(s, list);
}

/* Give back what was written, and say how it stands. */
static void hand_back(struct bm_store *s, struct bm_put_list *list)
{
    uv_mutex_lock(&s->lock);
    if ((s->trouble != BM_STORE_OK) != (s->turns % 2 != 0))
        s->turns++;
    bm_put_list_move(&s->out, list);
    uv_cond_signal(&s->ready);
    uv_mutex_unlock(&s->lock);
    uv_async_send(&s->async);
}

/*
 * Checkpoint: copy the log into the database, when no put waits, or when the log is long. A
 * failure loses nothing, because everything is in the log; it is tried again after more
 * commits.
 */
static void carry_over(struct bm_store *s)
{
    const int step = s->options.log_pages != 0 ? (int)s->options.log_pages : BM_STORE_LOG_PAGES;
    int total = 0, carried = 0;
    if (s->carry_at == 0)
        s->carry_at = step;
    if (s->log_pages < s->carry_at)
        return;
    uv_mutex_lock(&s->lock);
    const bool busy = s->in.first != NULL;
    uv_mutex_unlock(&s->lock);
    if (busy && s->log_pages < s->carry_at + 4 * step)
        return;
    const int rc =
        sqlite3_wal_checkpoint_v2(s->writer, NULL, SQLITE_CHECKPOINT_PASSIVE, &total, &carried);
    s->carry_at = rc == SQLITE_OK && carried == total ? step : s->log_pages + step;
    if (rc != SQLITE_OK) {
        uv_mutex_lock(&s->lock);
        s->counts.failures++;
        uv_mutex_unlock(&s->lock);
    }
    s->log_pages = 0; /* until a commit tells */
}

/* Wait for something to do; false: there will be nothing any more. */
static bool wait_for(struct bm_store *s, struct bm_put_list *list)
{
    bool goes_on = true;
    uv_mutex_lock(&s->lock);
    while (!s->in.first && goes_on) {
        const uint64_t now = uv_hrtime();
        if (s->stop)
            goes_on = false;
        else if (s->trouble == BM_STORE_OK)
            uv_cond_wait(&s->wake, &s->lock);
        else if (now < s->probe_at)
            (void)uv_cond_timedwait(&s->wake, &s->lock, s->probe_at - now);
        else
            break;
    }
    if (s->in.first && s->options.batch_us != 0 && !s->stop) {
        uv_mutex_unlock(&s->lock);
        struct timespec pause = {.tv_nsec = (long)s->options.batch_us * 1000};
        (void)nanosleep(&pause, NULL);
        uv_mutex_lock(&s->lock);
    }
    bm_put_list_move(list, &s->in);
    uv_mutex_unlock(&s->lock);
    return goes_on;
}

void bm_store_write(void *store)
{
    struct bm_store *const s = store;
    struct bm_put_list list;
    bm_put_list_init(&list);
    while (wait_for(s, &list)) {
        if (list.first)
            write_list(s, &list);
        /* Constant puts must not keep the writer from retrying. */
        if (s->trouble != BM_STORE_OK && uv_hrtime() >= s->probe_at)
            set_trouble(s, bm_store_step(s->writes[BM_WRITE_PROBE]));
        hand_back(s, &list);
        carry_over(s);
    }
}
