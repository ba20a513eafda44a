/* SPDX-License-Identifier: MIT */

/*
 * Addresses that connections come from: how many they have open, and what they have used.
 *
 * The allowance of an address is a token bucket, kept as one number (the generic cell rate
 * algorithm): the time at which it will be full. It is in the table as long as the address has
 * connections, or less than all of its allowance.
 */

#include <stdlib.h>

#include "net/net_internal.h"

enum {
    IDLE_MOST = 16384, /* peers without connections; more are forgotten */
    DEBT_US = 5000000  /* an address is never further behind than this */
};

void bm_net_place(const char *address, unsigned char out[BM_PLACE_SIZE])
{
    static const unsigned char mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
    unsigned char six[16];
    memset(out, 0, BM_PLACE_SIZE);
    if (uv_inet_pton(AF_INET, address, out + 1) == 0) {
        out[0] = 4;
    } else if (uv_inet_pton(AF_INET6, address, six) == 0) {
        const bool four = memcmp(six, mapped, sizeof mapped) == 0;
        out[0] = four ? 4 : 6;
        memcpy(out + 1, four ? six + sizeof mapped : six, four ? 4 : 8);
    } else {
        memcpy(out + 1, address, strnlen(address, BM_PLACE_SIZE - 1));
    }
}

static struct bm_peer **peer_slot(struct bm_http *h, const unsigned char place[BM_PLACE_SIZE])
{
    uint32_t hash = 2166136261u;
    for (unsigned i = 0; i < BM_PLACE_SIZE; i++)
        hash = (hash ^ place[i]) * 16777619u;
    struct bm_peer **p = &h->peers[hash % BM_NET_PEERS];
    while (*p && memcmp((*p)->place, place, BM_PLACE_SIZE) != 0)
        p = &(*p)->next;
    return p;
}

bool bm_net_peer(const uv_tcp_t *tcp, char out[BM_ADDRESS_SIZE])
{
    struct sockaddr_storage a = {0};
    int len = sizeof a;
    char text[BM_ADDRESS_SIZE] = "";
    if (uv_tcp_getpeername(tcp, (struct sockaddr *)&a, &len) != 0)
        return false;
    /* A proxy on the same machine may come by a socket that has no address. */
    if (uv_ip_name((struct sockaddr *)&a, text, sizeof text) != 0)
        strcpy(text, "local");
    /* IPv4 addresses that are mapped into IPv6 count as the IPv4 address. */
    const bool mapped = !strncmp(text, "::ffff:", 7) && strchr(text, '.');
    strcpy(out, mapped ? text + 7 : text);
    return true;
}

/* ---- The table ---- */

struct bm_peer *bm_peer_hold(struct bm_http *h, const char *address)
{
    unsigned char place[BM_PLACE_SIZE];
    bm_net_place(address, place);
    struct bm_peer **const slot = peer_slot(h, place);
    if (!*slot) {
        struct bm_peer *const p = calloc(1, sizeof *p);
        if (!p)
            return NULL;
        memcpy(p->place, place, sizeof place);
        p->turn = h->turn;
        p->ready_last = &p->ready;
        *slot = p;
        h->counts.addresses++;
    } else if ((*slot)->count == 0) {
        h->idle_peers--;
    }
    (*slot)->count++;
    return *slot;
}

static bool is_full(const struct bm_http *h, const struct bm_peer *p)
{
    return p->full_at <= bm_http_now(h) * 1000;
}

static void free_peer(struct bm_http *h, struct bm_peer **slot)
{
    struct bm_peer *const p = *slot;
    *slot = p->next;
    h->counts.addresses--;
    free(p);
}

/* A peer that is being served is not freed before the next tick. */
void bm_peer_drop(struct bm_http *h, struct bm_peer *p)
{
    if (p && --p->count == 0 && !p->door)
        h->idle_peers++;
}

void bm_peers_sweep(struct bm_http *h)
{
    for (unsigned i = 0; i < BM_NET_PEERS && h->idle_peers != 0; i++) {
        struct bm_peer **slot = &h->peers[i];
        while (*slot) {
            struct bm_peer *const p = *slot;
            if (p->count == 0 && !p->is_ready && (is_full(h, p) || h->idle_peers > IDLE_MOST)) {
                h->idle_peers--;
                free_peer(h, slot);
            } else {
                slot = &p->next;
            }
        }
    }
}

void bm_peers_free(struct bm_http *h)
{
    for (unsigned i = 0; i < BM_NET_PEERS; i++)
        while (h->peers[i])
            free_peer(h, &h->peers[i]);
}

bool bm_peer_is_crowded(const struct bm_http *h, const struct bm_peer *p)
{
    return h->limits.per_address != 0 && !p->door && p->count > h->limits.per_address;
}

/* ---- Behind a proxy ---- */

/* Only what the proxy itself has added is believed, and only if it is an address. */
bool bm_request_forwarded(const struct bm_request *r, char *buf, size_t cap)
{
    const struct bm_slice by = bm_request_last_header(r, "x-forwarded-for");
    unsigned char bytes[16];
    char text[BM_ADDRESS_SIZE];
    size_t from = by.len;
    while (from != 0 && by.s[from - 1] != ',' && by.s[from - 1] != ' ')
        from--;
    const size_t len = by.len - from;
    if (len == 0 || len >= sizeof text || len >= cap)
        return false;
    memcpy(text, by.s + from, len);
    text[len] = '\0';
    if (uv_inet_pton(AF_INET, text, bytes) != 0 && uv_inet_pton(AF_INET6, text, bytes) != 0)
        return false;
    memcpy(buf, text, len + 1);
    return true;
}

bool bm_peer_bind(struct bm_conn *c, struct bm_request *r)
{
    struct bm_http *const h = c->http;
    if (!h->limits.behind_proxy)
        return true;
    (void)bm_request_forwarded(r, r->address, sizeof r->address);
    struct bm_peer *const p = bm_peer_hold(h, r->address);
    if (!p)
        return false;
    bm_round_robin_drop(c);
    bm_peer_drop(h, c->peer);
    c->peer = p;
    return true;
}

void bm_peer_unbind(struct bm_conn *c)
{
    struct bm_http *const h = c->http;
    if (!h->limits.behind_proxy || c->peer == &h->door)
        return;
    bm_round_robin_drop(c);
    bm_peer_drop(h, c->peer);
    h->door.count++;
    c->peer = &h->door;
}

/* ---- Allowances ---- */

static void take_allowance(const struct bm_http *h, struct bm_peer *p, uint64_t units)
{
    const int64_t now = bm_http_now(h) * 1000;
    if (h->limits.rate == 0 || p->door)
        return;
    const int64_t full = 1000000 * (int64_t)h->limits.burst / h->limits.rate + DEBT_US;
    p->full_at =
        (p->full_at > now ? p->full_at : now) + (int64_t)(units * 1000000 / h->limits.rate);
    if (p->full_at > now + full)
        p->full_at = now + full;
}

void bm_peer_charge(struct bm_conn *c, uint64_t units)
{
    const int64_t ns = (int64_t)units * 1000;
    c->quantum -= ns;
    c->peer->used += ns;
    take_allowance(c->http, c->peer, units);
}

void bm_http_charge(struct bm_http *h, const char *address, uint64_t units)
{
    struct bm_peer *const p =
        h->limits.rate != 0 && units != 0 ? bm_peer_hold(h, address) : NULL;
    if (!p)
        return;
    take_allowance(h, p, units);
    bm_peer_drop(h, p);
}

int64_t bm_http_wait(struct bm_http *h, const char *address)
{
    unsigned char place[BM_PLACE_SIZE];
    bm_net_place(address, place);
    const struct bm_peer *const p = *peer_slot(h, place);
    return p ? bm_peer_wait(h, p) : 0;
}

bool bm_peer_is_calm(const struct bm_http *h, const struct bm_peer *p)
{
    return h->limits.rate == 0 || p->full_at - bm_http_now(h) * 1000 <=
                                      500000 * (int64_t)h->limits.burst / h->limits.rate;
}

int64_t bm_peer_wait(const struct bm_http *h, const struct bm_peer *p)
{
    if (h->limits.rate == 0 || p->door)
        return 0;
    const int64_t left = p->full_at - bm_http_now(h) * 1000 -
                         1000000 * (int64_t)h->limits.burst / h->limits.rate;
    return left > 0 ? (left + 999) / 1000 : 0;
}
