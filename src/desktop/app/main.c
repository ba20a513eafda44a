/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "banmen/version.h"
#include "desktop/app/app.h"

static const char help[] =
    "usage: banmen-desktop [OPTION...] [FILE]\n"
    "\n"
    "Play and study chess, shogi and variants in a window. FILE is a record\n"
    "(pgn kif ki2 csa jkf usi json) or a variant (yaml).\n"
    "\n"
    "  -v, --variant NAME   begin a game at once: a built-in name or a file\n"
    "      --size WxH       size of the window\n"
    "      --scale N        size of letters and buttons, 0.5 to 8; otherwise as the\n"
    "                       display's dots an inch want it\n"
    "      --help           print this\n"
    "      --version        print the version\n";

static int print_usage(const char *what)
{
    fprintf(stderr, "banmen-desktop: %s\n%s", what, help);
    return 2;
}

int main(int argc, char **argv)
{
    struct bm_app_options options = {.width = 0};
    for (int i = 1; i < argc; i++) {
        const char *const a = argv[i];
        const bool more = i + 1 < argc;
        if (strcmp(a, "--help") == 0) {
            fputs(help, stdout);
            return 0;
        } else if (strcmp(a, "--version") == 0) {
            printf("banmen-desktop %d.%d.%d\n", BM_VERSION_MAJOR, BM_VERSION_MINOR,
                   BM_VERSION_PATCH);
            return 0;
        } else if ((strcmp(a, "-v") == 0 || strcmp(a, "--variant") == 0) && more) {
            options.variant = argv[++i];
        } else if (strcmp(a, "--size") == 0 && more) {
            if (sscanf(argv[++i], "%dx%d", &options.width, &options.height) != 2 ||
                options.width < 200 || options.height < 200)
                return print_usage("--size wants a width and a height, like 1024x768");
        } else if (strcmp(a, "--scale") == 0 && more) {
            if (sscanf(argv[++i], "%f", &options.scale) != 1 || !(options.scale >= 0.5f) ||
                options.scale > 8)
                return print_usage("--scale wants a number from 0.5 to 8, like 1.5");
        } else if (a[0] == '-' && a[1]) {
            return print_usage("unknown option, or its value is missing");
        } else if (!options.file) {
            options.file = a;
        } else {
            return print_usage("one FILE at a time");
        }
    }
    struct bm_app *const app = malloc(sizeof *app);
    if (!app) {
        fputs("banmen-desktop: out of memory\n", stderr);
        return 2;
    }
    int status = 2;
    if (bm_app_init(app, &options)) {
        bm_app_run(app);
        status = 0;
    }
    bm_app_fini(app);
    free(app);
    return status;
}
