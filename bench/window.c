/* SPDX-License-Identifier: MIT */
/* How long the window takes: to its first frame, for a frame, and while a search thinks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "desktop/app/app.h"

static double ms(void)
{
    return (double)SDL_GetPerformanceCounter() * 1000 / (double)SDL_GetPerformanceFrequency();
}

static long resident(void)
{
    long pages = 0, all;
    FILE *const f = fopen("/proc/self/statm", "r");
    if (f && fscanf(f, "%ld %ld", &all, &pages) != 2)
        pages = 0;
    if (f)
        fclose(f);
    return pages * 4096;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* A frame for each of many places of the pointer, with a piece in hand. */
static void frames(struct bm_app *app, const char *what)
{
    enum { COUNT = 200 };
    double took[COUNT];
    struct timespec cpu[2];
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &cpu[0]);
    for (int i = 0; i < COUNT; i++) {
        const double from = ms();
        SDL_PushEvent(
            &(SDL_Event){.motion = {.type = SDL_MOUSEMOTION, .x = 200 + i, .y = 300 + i % 50}});
        bm_app_step(app, 1);
        took[i] = ms() - from;
    }
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &cpu[1]);
    const double used = (double)(cpu[1].tv_sec - cpu[0].tv_sec) * 1e3 +
                        (double)(cpu[1].tv_nsec - cpu[0].tv_nsec) / 1e6;
    qsort(took, COUNT, sizeof *took, by_value);
    printf("%-28s median %.1f ms, 99th %.1f ms, CPU %.1f ms\n", what, took[COUNT / 2],
           took[COUNT * 99 / 100], used / COUNT);
}

int main(int argc, char **argv)
{
    const struct bm_app_options options = {
        .width = 1180, .height = 780, .exact = true, .variant = argc > 1 ? argv[1] : "chess"};
    struct bm_app *const app = calloc(1, sizeof *app);
    const double from = ms();
    if (!app || !bm_app_init(app, &options))
        return 2;
    bm_app_draw(app);
    printf("%s\n%-28s %.0f ms, CPU %.0f ms\n", options.variant, "first frame", ms() - from,
           (double)clock() * 1000 / CLOCKS_PER_SEC);
    printf("%-28s %.1f MB\n", "memory", (double)resident() / 1e6);
    frames(app, "event to drawn frame");
    bm_desktop_analysis_set_on(&app->analysis, true);
    frames(app, "the same while it thinks");
    printf("%-28s %.1f MB\n", "memory while it thinks", (double)resident() / 1e6);
    bm_app_fini(app);
    free(app);
    return 0;
}
