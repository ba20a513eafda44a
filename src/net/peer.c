/* SPDX-License-Identifier: MIT */

/* Where connections come from, counted by address. */

#include <stdlib.h>

#include "net/net.h"

static struct bm_peer **peer_slot(struct bm_http *h, const char *address)
{
    uint32_t hash = 2166136261u;
    for (const char *a = address; *a; a++)
        hash = (hash ^ (unsigned char)*a) * 16777619u;
    struct bm_peer **p = &h->peers[hash % BM_NET_PEERS];
    while (*p && strcmp((*p)->address, address) != 0)
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
    /* One person, whichever way the listener hears him. */
    const bool mapped = !strncmp(text, "::ffff:", 7) && strchr(text, '.');
    strcpy(out, mapped ? text + 7 : text);
    return true;
}

struct bm_peer *bm_peer_hold(struct bm_http *h, uv_tcp_t *tcp)
{
    char address[BM_ADDRESS_SIZE];
    if (!bm_net_peer(tcp, address))
        return NULL;
    struct bm_peer **const slot = peer_slot(h, address);
    if (!*slot) {
        struct bm_peer *const p = calloc(1, sizeof *p);
        if (!p)
            return NULL;
        strcpy(p->address, address);
        *slot = p;
    }
    (*slot)->count++;
    return *slot;
}

void bm_peer_drop(struct bm_http *h, struct bm_peer *p)
{
    if (!p || --p->count != 0)
        return;
    struct bm_peer **const slot = peer_slot(h, p->address);
    *slot = p->next;
    free(p);
}
