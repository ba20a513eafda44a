/* SPDX-License-Identifier: MIT */

/* The page that browsers get: files that are part of the program. */
#include "server/routes.h"

struct file {
    const char *path, *type, *bytes;
    size_t len;
};

#include "page_files.h"

static void run_file(struct bm_call *c)
{
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (strcmp(files[i].path, c->route->path) == 0) {
            bm_call_text(c, 200, files[i].type, "Cache-Control: no-cache\r\n", files[i].bytes,
                         files[i].len);
            return;
        }
    bm_call_problem(c, 404, "no_such_route", "", "there is nothing at this address");
}

const struct bm_route bm_routes_page[] = {
    {.path = "/", .run = run_file, .flags = BM_ROUTE_HIDDEN},
    {.path = "/docs", .run = run_file, .flags = BM_ROUTE_HIDDEN},
    {.path = "/page.css", .run = run_file, .flags = BM_ROUTE_HIDDEN},
    {.path = "/page.js", .run = run_file, .flags = BM_ROUTE_HIDDEN},
    {0}};
