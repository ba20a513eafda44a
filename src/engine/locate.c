/* SPDX-License-Identifier: MIT */

/* Where the program of an engine is. */

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "engine/engine_spec.h"

bm_status bm_spec_fail(struct bm_error *err, bm_status status, const char *format, ...)
{
    if (err) {
        va_list ap;
        *err = (struct bm_error){.code = status};
        va_start(ap, format);
        vsnprintf(err->what, sizeof err->what, format, ap);
        va_end(ap);
    }
    return status;
}

static bool is_program(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, X_OK) == 0;
}

/* "FOLDER/FILE", FOLDER being ours if it is relative; NULL if there is no memory. */
static char *join_path(const char *folder, size_t len, const char *file)
{
    struct bm_buf b = {0};
    char here[4096];
    if ((len == 0 || *folder != '/') && *file != '/' && getcwd(here, sizeof here)) {
        bm_buf_text(&b, here);
        bm_buf_char(&b, '/');
    }
    if (*file != '/' && len) {
        bm_buf_bytes(&b, folder, len);
        bm_buf_char(&b, '/');
    }
    while (file[0] == '.' && file[1] == '/')
        file += 2;
    bm_buf_text(&b, file);
    return bm_buf_take(&b);
}

/* The program of that name in one of the folders, which are parted by colons. */
static char *search_path(const char *folders, const char *name)
{
    while (folders) {
        const size_t len = strcspn(folders, ":");
        char *const path = join_path(folders, len, name);
        if (!path || is_program(path))
            return path;
        free(path);
        folders = folders[len] ? folders + len + 1 : NULL;
    }
    return NULL;
}

static bm_status refuse_path(const struct bm_engine_spec *spec, struct bm_error *err)
{
    struct stat st;
    if (stat(spec->command, &st) != 0)
        return bm_spec_fail(err, BM_EINVAL, "'%.120s': %s", spec->command, strerror(errno));
    if (!S_ISREG(st.st_mode))
        return bm_spec_fail(err, BM_EINVAL, "'%.120s' is no program", spec->command);
    return bm_spec_fail(err, BM_EINVAL, "'%.120s' may not be run: 'chmod +x' allows it",
                        spec->command);
}

bm_status bm_spec_locate(struct bm_engine_spec *spec, struct bm_error *err)
{
    struct stat st;
    char *found = NULL;
    if (!spec->command || *spec->command == '\0')
        return bm_spec_fail(err, BM_EINVAL, "the command is missing");
    if (spec->dir && stat(spec->dir, &st) != 0)
        return bm_spec_fail(err, BM_EINVAL, "the folder '%.120s': %s", spec->dir,
                            strerror(errno));
    if (spec->dir && !S_ISDIR(st.st_mode))
        return bm_spec_fail(err, BM_EINVAL, "'%.120s' is no folder", spec->dir);
    if (strchr(spec->command, '/')) {
        found = spec->dir ? search_path(spec->dir, spec->command) : NULL;
        if (!found)
            found = search_path("", spec->command);
        if (!found)
            return refuse_path(spec, err);
    } else {
        found = search_path(getenv("PATH"), spec->command);
        if (!found)
            found = search_path("/usr/games:/usr/local/games", spec->command);
        if (!found)
            return bm_spec_fail(err, BM_EINVAL, "there is no program '%.120s'", spec->command);
    }
    free(spec->command);
    spec->command = found;
    return BM_OK;
}
