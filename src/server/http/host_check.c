/* SPDX-License-Identifier: MIT */
#include "server/http/host_check.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Cut off the port and the dot of the root: "[::1]:8080" is "::1", "a.example.:80" "a.example".
 */
static struct bm_slice name_of_host(struct bm_slice h)
{
    if (h.len != 0 && h.s[0] == '[') {
        const char *const end = memchr(h.s, ']', h.len);
        return end ? (struct bm_slice){h.s + 1, (size_t)(end - h.s - 1)} : (struct bm_slice){0};
    }
    const char *const colon = h.len ? memchr(h.s, ':', h.len) : NULL;
    if (colon)
        h.len = (size_t)(colon - h.s);
    if (h.len != 0 && h.s[h.len - 1] == '.')
        h.len--;
    return h;
}

static bool is_same_name(struct bm_slice a, struct bm_slice b)
{
    return a.len != 0 && a.len == b.len && strncasecmp(a.s, b.s, a.len) == 0;
}

static bool is_address(struct bm_slice name)
{
    unsigned char bytes[16];
    char text[64];
    if (name.len == 0 || name.len >= sizeof text)
        return false;
    (void)snprintf(text, sizeof text, "%.*s", (int)name.len, name.s);
    return uv_inet_pton(AF_INET, text, bytes) == 0 || uv_inet_pton(AF_INET6, text, bytes) == 0;
}

/* "localhost", and names below it: resolvers do not look elsewhere for them (RFC 6761). */
static bool is_loopback_name(struct bm_slice name)
{
    static const char word[] = "localhost";
    const size_t n = sizeof word - 1;
    return name.len >= n && strncasecmp(name.s + name.len - n, word, n) == 0 &&
           (name.len == n || name.s[name.len - n - 1] == '.');
}

/* "https://play.example:8443/x" */
static struct bm_slice host_of_origin(const char *origin)
{
    const char *const slashes = strstr(origin, "://");
    const char *const from = slashes ? slashes + 3 : origin;
    return (struct bm_slice){from, strcspn(from, "/?#")};
}

/* Whether a name is in a list with commas. */
static bool is_listed(struct bm_slice name, const char *list)
{
    while (*list != '\0') {
        const size_t n = strcspn(list, ", ");
        if (is_same_name(name, name_of_host((struct bm_slice){list, n})))
            return true;
        list += n + (list[n] != '\0');
    }
    return false;
}

bool bm_server_is_host(const struct bm_server_options *o, struct bm_slice host)
{
    const struct bm_slice name = name_of_host(host);
    if (!host.s || is_address(name) || is_loopback_name(name))
        return true;
    if (o->origin && is_same_name(name, name_of_host(host_of_origin(o->origin))))
        return true;
    for (size_t i = 0; i < o->host_count; i++)
        if (is_listed(name, o->hosts[i]))
            return true;
    return false;
}
