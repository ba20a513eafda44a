/* SPDX-License-Identifier: MIT */

/*
 * The app for browsers: files that are embedded in the program, each with its compressed
 * forms. Browsers may cache them but revalidate by ETag each time.
 */
#include <stdio.h>

#include "server/http/routes.h"

enum { PLAIN, GZIP, BROTLI, FORMS };

struct file {
    const char *type, *digest;
    struct {
        uint32_t at, len;
    } form[FORMS]; /* in the blob; only the plain one may be empty and meant */
};

static void run_file(struct bm_api_request *req);

#include "page_files.h"

extern const char bm_page_blob[];
__asm__(".section .rodata.bm_page_blob, \"a\"\n"
        ".globl bm_page_blob\n.hidden bm_page_blob\nbm_page_blob:\n"
        ".incbin \"" BM_PAGE_BLOB "\"\n.byte 0\n.text\n");

/* Whether an Accept-Encoding list has an encoding, and not with q=0. */
static bool accepts_encoding(struct bm_slice list, const char *name)
{
    const size_t len = strlen(name);
    for (size_t i = 0; i < list.len;) {
        while (i < list.len && (list.s[i] == ' ' || list.s[i] == ','))
            i++;
        const size_t from = i;
        while (i < list.len && list.s[i] != ',')
            i++;
        const struct bm_slice item = {list.s + from, i - from};
        if (item.len < len || memcmp(item.s, name, len) != 0 ||
            (item.len > len && item.s[len] != ';' && item.s[len] != ' '))
            continue;
        const char *const q = memchr(item.s, '=', item.len);
        size_t at = q ? (size_t)(q - item.s) + 1 : item.len;
        bool zero = at < item.len;
        for (; at < item.len; at++)
            zero = zero && (item.s[at] == '0' || item.s[at] == '.');
        return !zero;
    }
    return false;
}

/* Whether a list of tags has this one. */
static bool has_tag(struct bm_slice list, const char *tag)
{
    const size_t len = strlen(tag);
    for (size_t i = 0; i + len <= list.len; i++)
        if (memcmp(list.s + i, tag, len) == 0)
            return true;
    return false;
}

static void run_file(struct bm_api_request *req)
{
    static const struct {
        const char *name, *header;
    } codings[FORMS] = {[PLAIN] = {"", ""},
                        [GZIP] = {"gzip", "Content-Encoding: gzip\r\n"},
                        [BROTLI] = {"br", "Content-Encoding: br\r\n"}};
    const struct file *const file = &files[req->route - bm_routes_static];
    const struct bm_slice wanted = bm_request_header(req->request, "accept-encoding");
    unsigned form = BROTLI;
    while (form != PLAIN &&
           (file->form[form].len == 0 || !accepts_encoding(wanted, codings[form].name)))
        form--;

    char tag[40], headers[256];
    (void)snprintf(tag, sizeof tag, "\"%s%s\"", file->digest, codings[form].name);
    (void)snprintf(headers, sizeof headers,
                   "Cache-Control: no-cache\r\nVary: Accept-Encoding\r\nETag: %s\r\n%s", tag,
                   codings[form].header);
    if (has_tag(bm_request_header(req->request, "if-none-match"), tag))
        bm_api_reply_text(req, 304, file->type, headers, "", 0);
    else
        bm_api_reply_text(req, 200, file->type, headers, bm_page_blob + file->form[form].at,
                          file->form[form].len);
}
