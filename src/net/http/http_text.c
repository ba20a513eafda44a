/* SPDX-License-Identifier: MIT */
#include <string.h>
#include <strings.h>

#include "net/net_internal.h"

const char *bm_status_reason(unsigned status)
{
    switch (status) {
    case 101: return "Switching Protocols";
    case 200: return "OK";
    case 201: return "Created";
    case 202: return "Accepted";
    case 204: return "No Content";
    case 206: return "Partial Content";
    case 301: return "Moved Permanently";
    case 302: return "Found";
    case 303: return "See Other";
    case 304: return "Not Modified";
    case 307: return "Temporary Redirect";
    case 308: return "Permanent Redirect";
    case 400: return "Bad Request";
    case 401: return "Unauthorized";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 406: return "Not Acceptable";
    case 408: return "Request Timeout";
    case 409: return "Conflict";
    case 410: return "Gone";
    case 412: return "Precondition Failed";
    case 413: return "Content Too Large";
    case 414: return "URI Too Long";
    case 415: return "Unsupported Media Type";
    case 416: return "Range Not Satisfiable";
    case 417: return "Expectation Failed";
    case 421: return "Misdirected Request";
    case 422: return "Unprocessable Content";
    case 426: return "Upgrade Required";
    case 429: return "Too Many Requests";
    case 431: return "Request Header Fields Too Large";
    case 500: return "Internal Server Error";
    case 501: return "Not Implemented";
    case 503: return "Service Unavailable";
    case 505: return "HTTP Version Not Supported";
    case 507: return "Insufficient Storage";
    default: return "Unknown";
    }
}

bool bm_slice_is(struct bm_slice s, const char *text)
{
    return s.len == strlen(text) && (s.len == 0 || !memcmp(s.s, text, s.len));
}

bool bm_slice_is_like(struct bm_slice s, const char *text)
{
    return s.len == strlen(text) && (s.len == 0 || !strncasecmp(s.s, text, s.len));
}

/* The part before `stop`, which is taken off the rest. */
static struct bm_slice next_part(struct bm_slice *rest, char stop)
{
    const char *const at = rest->len != 0 ? memchr(rest->s, stop, rest->len) : NULL;
    const struct bm_slice part = {rest->s, at ? (size_t)(at - rest->s) : rest->len};
    const size_t used = part.len + (at != NULL);
    if (used != 0)
        rest->s += used;
    rest->len -= used;
    return part;
}

static struct bm_slice trim_slice(struct bm_slice s)
{
    while (s.len != 0 && (*s.s == ' ' || *s.s == '\t'))
        s.s++, s.len--;
    while (s.len != 0 && (s.s[s.len - 1] == ' ' || s.s[s.len - 1] == '\t'))
        s.len--;
    return s;
}

bool bm_slice_has_word(struct bm_slice list, const char *word)
{
    while (list.len != 0)
        if (bm_slice_is_like(trim_slice(next_part(&list, ',')), word))
            return true;
    return false;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

bool bm_slice_decode(struct bm_slice s, bool form, char *buf, size_t cap)
{
    size_t n = 0;
    if (cap == 0)
        return false;
    for (size_t i = 0; i < s.len; i++) {
        char c = s.s[i];
        if (c == '+' && form) {
            c = ' ';
        } else if (c == '%') {
            if (s.len - i < 3)
                return false;
            const int high = hex_digit(s.s[i + 1]), low = hex_digit(s.s[i + 2]);
            if (high < 0 || low < 0)
                return false;
            c = (char)(high * 16 + low);
            i += 2;
        }
        /* A decoded NUL would end the value early for callers that take it for a string. */
        if (c == '\0' || n + 1 >= cap)
            return false;
        buf[n++] = c;
    }
    buf[n] = '\0';
    return true;
}

bool bm_query_get(struct bm_slice query, const char *name, char *buf, size_t cap)
{
    while (query.len != 0) {
        struct bm_slice value = next_part(&query, '&');
        if (bm_slice_is(next_part(&value, '='), name))
            return bm_slice_decode(value, true, buf, cap);
    }
    return false;
}

bool bm_cookie_get(struct bm_slice header, const char *name, char *buf, size_t cap)
{
    while (header.len != 0) {
        struct bm_slice value = trim_slice(next_part(&header, ';'));
        if (!bm_slice_is(next_part(&value, '='), name))
            continue;
        if (value.len >= cap)
            return false;
        if (value.len != 0)
            memcpy(buf, value.s, value.len);
        buf[value.len] = '\0';
        return true;
    }
    return false;
}
