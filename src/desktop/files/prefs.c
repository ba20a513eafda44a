/* SPDX-License-Identifier: MIT */
#include "desktop/files/prefs.h"

#include <errno.h>
#include <jansson.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* One list: how each is called in the file, and where it is kept. */
enum type { FLAG, NUMBER, TEXT };
static const struct {
    const char *name;
    enum type type;
    size_t at, size;
} list[] = {
#define FIELD(name, type, field)                                                          \
    {                                                                                     \
        name, type, offsetof(struct bm_prefs, field), sizeof((struct bm_prefs *)0)->field \
    }
    FIELD("language", NUMBER, lang),     FIELD("theme", NUMBER, theme),
    FIELD("set", NUMBER, set),           FIELD("dark", FLAG, dark),
    FIELD("sounds", FLAG, sounds),       FIELD("coordinates", FLAG, coordinates),
    FIELD("animation", FLAG, animation), FIELD("targets", FLAG, targets),
    FIELD("natural", FLAG, natural),     FIELD("full-screen", FLAG, full_screen),
    FIELD("zoom", NUMBER, zoom),         FIELD("width", NUMBER, width),
    FIELD("height", NUMBER, height),     FIELD("variant", TEXT, variant),
    FIELD("start", TEXT, start),         FIELD("first", TEXT, seat[0]),
    FIELD("second", TEXT, seat[1]),      FIELD("clock", TEXT, clock),
    FIELD("folder", TEXT, folder),       FIELD("analyst", TEXT, analyst),
    FIELD("lines", NUMBER, lines),
#undef FIELD
};
enum { FIELDS = sizeof list / sizeof list[0] };

void bm_prefs_init(struct bm_prefs *p)
{
    *p = (struct bm_prefs){.lang = -1,
                           .sounds = true,
                           .coordinates = true,
                           .animation = true,
                           .targets = true,
                           .natural = true,
                           .zoom = 100,
                           .variant = "chess",
                           .seat = {"me", "builtin:3"},
                           .clock = "none",
                           .lines = 3};
}

static void load_recent(struct bm_prefs *p, const json_t *array)
{
    for (size_t i = 0; i < json_array_size(array) && i < BM_PREF_RECENT; i++) {
        const char *const text = json_string_value(json_array_get(array, i));
        if (text)
            snprintf(p->recent[i], sizeof p->recent[i], "%s", text);
    }
}

static int clamp_value(int n, int least, int most)
{
    return n < least ? least : n > most ? most : n;
}

void bm_prefs_load(struct bm_prefs *p, const char *path)
{
    json_t *const root = json_load_file(path, 0, NULL);
    if (!json_is_object(root)) {
        json_decref(root);
        return;
    }
    for (unsigned i = 0; i < FIELDS; i++) {
        const json_t *const v = json_object_get(root, list[i].name);
        char *const field = (char *)p + list[i].at;
        if (list[i].type == FLAG && json_is_boolean(v))
            *(bool *)field = json_is_true(v);
        else if (list[i].type == NUMBER && json_is_integer(v))
            *(int *)(void *)field = (int)json_integer_value(v);
        else if (list[i].type == TEXT && json_is_string(v))
            snprintf(field, list[i].size, "%s", json_string_value(v));
    }
    load_recent(p, json_object_get(root, "recent"));
    json_decref(root);
    p->lang = clamp_value(p->lang, -1, 1);
    p->theme = clamp_value(p->theme, 0, 2);
    p->set = clamp_value(p->set, 0, 2);
    p->zoom = clamp_value(p->zoom, 50, 300);
    p->lines = clamp_value(p->lines, 1, BM_PREF_LINES);
    p->width = p->width ? clamp_value(p->width, 320, 16384) : 0;
    p->height = p->height ? clamp_value(p->height, 240, 16384) : 0;
}

char *bm_prefs_text(const struct bm_prefs *p)
{
    json_t *const root = json_object(), *const recent = json_array();
    for (unsigned i = 0; i < FIELDS; i++) {
        const char *const field = (const char *)p + list[i].at;
        json_t *const v = list[i].type == FLAG ? json_boolean(*(const bool *)field)
                          : list[i].type == NUMBER
                              ? json_integer(*(const int *)(const void *)field)
                              : json_string(field);
        if (v) /* a path that is not UTF-8 is forgotten */
            json_object_set_new(root, list[i].name, v);
    }
    for (unsigned i = 0; i < BM_PREF_RECENT && p->recent[i][0]; i++)
        json_array_append_new(recent, json_string(p->recent[i]));
    json_object_set_new(root, "recent", recent);
    char *const text = json_dumps(root, JSON_INDENT(2));
    json_decref(root);
    return text;
}

void bm_prefs_add_recent(struct bm_prefs *p, const char *path)
{
    char copy[BM_PREF_PATH];
    unsigned at = 0;
    snprintf(copy, sizeof copy, "%s", path);
    while (at + 1 < BM_PREF_RECENT && p->recent[at][0] && strcmp(p->recent[at], copy) != 0)
        at++;
    memmove(p->recent[1], p->recent[0], at * sizeof p->recent[0]);
    memcpy(p->recent[0], copy, sizeof copy);
}

bool bm_app_file_path(const char *kind, const char *name, char *buf, size_t cap)
{
    char variable[32];
    snprintf(variable, sizeof variable, "XDG_%s_HOME", kind);
    const char *const own = getenv(variable), *const home = getenv("HOME");
    int n;
    if (own && own[0] == '/')
        n = snprintf(buf, cap, "%s/banmen/%s", own, name);
    else if (home && home[0] == '/')
        n = snprintf(buf, cap, "%s/%s/banmen/%s", home,
                     strcmp(kind, "CONFIG") == 0 ? ".config"
                     : strcmp(kind, "DATA") == 0 ? ".local/share"
                                                 : ".local/state",
                     name);
    else
        return false;
    if (n < 0 || (size_t)n >= cap)
        return false;
    for (char *c = buf + 1; *c; c++) {
        if (*c != '/')
            continue;
        *c = '\0';
        mkdir(buf, 0700);
        *c = '/';
    }
    return true;
}

bool bm_file_replace(const char *path, const char *text, size_t len)
{
    char side[BM_PREF_PATH + 8];
    if ((size_t)snprintf(side, sizeof side, "%s.new", path) >= sizeof side)
        return false;
    FILE *const f = fopen(side, "wb");
    if (!f)
        return false;
    bool fine = fwrite(text, 1, len, f) == len && fflush(f) == 0 && fsync(fileno(f)) == 0;
    fine = fclose(f) == 0 && fine;
    fine = fine && rename(side, path) == 0;
    if (!fine) {
        const int error = errno;
        unlink(side);
        errno = error;
    }
    return fine;
}
