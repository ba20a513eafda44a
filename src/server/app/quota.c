/* SPDX-License-Identifier: MIT */
/*
 * Quotas: what a person, and an address, may have stored in a day (of UTC). They are counted in
 * the store, so that a restart does not forget them; what is being committed counts, too.
 */
#include "server/app/quota.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/accounts/accounts_internal.h"

static const int64_t DAY_MS = 86400000;
static const char *const words[BM_QUOTAS] = {"games", "variants", "bytes", "studies"};
static const int64_t usual[BM_QUOTAS] = {300, 50, 4000000, 50};
enum {
    NEIGHBOURS = 10, /* an address may have so many times what a person may */
    ARCHIVE = 2000,
    ARCHIVE_BYTES = 20000000
};

bool bm_quota_parse(struct bm_quota *out, const char *text)
{
    for (unsigned i = 0; i < BM_QUOTAS; i++)
        out->most[i] = usual[i];
    out->neighbours = NEIGHBOURS;
    out->archive = ARCHIVE;
    out->archive_bytes = ARCHIVE_BYTES;
    const struct {
        const char *word;
        int64_t *to;
    } more[] = {{"address", &out->neighbours},
                {"archive", &out->archive},
                {"archive-bytes", &out->archive_bytes}};
    while (text && *text) {
        const char *const equals = strchr(text, '=');
        char *end;
        if (!equals)
            return false;
        const size_t n = (size_t)(equals - text);
        const long long value = strtoll(equals + 1, &end, 10);
        int64_t *to = NULL;
        for (unsigned i = 0; i < sizeof more / sizeof *more; i++)
            if (strlen(more[i].word) == n && strncmp(text, more[i].word, n) == 0)
                to = more[i].to;
        for (unsigned i = 0; i < BM_QUOTAS; i++)
            if (strlen(words[i]) == n && strncmp(text, words[i], n) == 0)
                to = &out->most[i];
        if (!to || end == equals + 1 || value < 0 || (*end != ',' && *end != '\0'))
            return false;
        *to = value;
        text = *end ? end + 1 : end;
    }
    return true;
}

static int64_t day_of(int64_t wall) { return wall / DAY_MS; }

/* What was put and is not known to be stored yet; the newest first. */
struct bm_quota_use {
    struct bm_quota_use *next, **link;
    struct bm_quota_row rows[2];
    int64_t totals[2]; /* with it */
    size_t count;
};

/* The amounts of writes under way. They cannot simply be added to the store's: it may have
 * some of them already. */
static int64_t used_under_way(const struct bm_server *s, const char *subject,
                              enum bm_quota_kind kind, int64_t day)
{
    for (const struct bm_quota_use *u = s->quota_uses; u; u = u->next)
        for (size_t i = 0; i < u->count; i++)
            if (u->rows[i].kind == kind && u->rows[i].day == day &&
                strcmp(u->rows[i].subject, subject) == 0)
                return u->totals[i];
    return 0;
}

static int64_t used_by(struct bm_server *s, const char *subject, enum bm_quota_kind kind)
{
    struct bm_quota_row row;
    const int64_t day = day_of(bm_server_wall());
    const bool found = bm_store_quota(s->store, subject, kind, &row) == BM_STORE_OK;
    const int64_t stored = found && row.day == day ? row.used : 0;
    const int64_t coming = used_under_way(s, subject, kind, day);
    return stored > coming ? stored : coming;
}

static void refuse_quota(struct bm_api_request *req, enum bm_quota_kind kind, int64_t most,
                         bool here)
{
    char line[48], more[160], detail[200];
    const int64_t wall = bm_server_wall();
    const int64_t wait = (day_of(wall) + 1) * DAY_MS - wall;
    (void)snprintf(line, sizeof line, "Retry-After: %" PRId64 "\r\n", wait / 1000 + 1);
    (void)snprintf(more, sizeof more,
                   ",\"quota\":\"%s\",\"most\":%" PRId64 ",\"of\":\"%s\",\"retry_ms\":%" PRId64,
                   words[kind], most, here ? "address" : "person", wait);
    (void)snprintf(detail, sizeof detail,
                   "%s may store %" PRId64 " %s a day: come again tomorrow",
                   here ? "all at your address together" : "one person", most, words[kind]);
    bm_api_reply_problem_with(req, 429, "quota_exceeded", line, more, detail);
}

bool bm_quota_check(struct bm_api_request *req, enum bm_quota_kind kind, int64_t want)
{
    const struct bm_quota *const q = &req->server->options.quota;
    if (!q->is_on || want == 0)
        return true;
    if (req->identity.id[0] &&
        used_by(req->server, req->identity.id, kind) + want > q->most[kind]) {
        refuse_quota(req, kind, q->most[kind], false);
        return false;
    }
    const char *const place = req->identity.place;
    if (place[0] && used_by(req->server, place, kind) + want > q->most[kind] * q->neighbours) {
        refuse_quota(req, kind, q->most[kind] * q->neighbours, true);
        return false;
    }
    return true;
}

static void use_is_stored(void *user, enum bm_store_status status)
{
    struct bm_quota_use *const u = user;
    (void)status;
    *u->link = u->next;
    if (u->next)
        u->next->link = u->link;
    free(u);
}

static void add_row(struct bm_server *s, struct bm_quota_use *u, const struct bm_quota_row *row,
                    const char *subject)
{
    u->totals[u->count] = used_by(s, subject, row->kind) + row->used;
    u->rows[u->count] = *row;
    (void)snprintf(u->rows[u->count].subject, sizeof row->subject, "%s", subject);
    u->count++;
}

void bm_quota_use(struct bm_api_request *req, enum bm_quota_kind kind, int64_t amount)
{
    struct bm_server *const s = req->server;
    const struct bm_quota_row row = {
        .kind = kind, .day = day_of(bm_server_wall()), .used = amount};
    struct bm_change changes[2];
    struct bm_quota_use *const u =
        s->options.quota.is_on && amount ? calloc(1, sizeof *u) : NULL;
    if (!u)
        return;
    if (req->identity.place[0])
        add_row(s, u, &row, req->identity.place);
    if (req->identity.id[0])
        add_row(s, u, &row, req->identity.id);
    for (size_t i = 0; i < u->count; i++)
        changes[i] = (struct bm_change){.kind = BM_CHANGE_QUOTA, .quota = &u->rows[i]};
    u->next = s->quota_uses;
    u->link = &s->quota_uses;
    if (u->next)
        u->next->link = &u->next;
    s->quota_uses = u;
    bm_store_put(s->store, changes, u->count, use_is_stored, u);
}
