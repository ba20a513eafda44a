/* SPDX-License-Identifier: MIT */
#include "session/variant_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/near.h"
#include "io/files/input.h"

enum { LIMIT = BM_MAX_VARIANT_TEXT, KEPT = 16, NAME = 64 };

/* The folder of a variant file, and the texts that were loaded from it. */
struct variant_folder {
    const char *path;
    size_t len; /* up to and with the last slash */
    char *kept[KEPT];
    unsigned count;
};

/* Reads a file, at most one byte more than the limit; NULL and errno on failure. */
static char *read_file_text(int fd, size_t *len)
{
    char *const text = malloc(LIMIT + 2);
    if (!text)
        return NULL;
    *len = bm_input_read(fd, text, LIMIT + 1);
    if (*len == SIZE_MAX) {
        const int error = errno;
        free(text);
        errno = error;
        return NULL;
    }
    text[*len] = '\0';
    return text;
}

bool bm_variant_file_read(struct bm_variant_file *p, const char *file)
{
    *p = (struct bm_variant_file){.name = file};
    const int fd = bm_input_open(file);
    if (fd >= 0) {
        p->text = read_file_text(fd, &p->len);
        const int error = errno;
        bm_input_close(fd);
        errno = error;
    }
    return p->text != NULL;
}

void bm_variant_file_free(struct bm_variant_file *p) { free(p->text); }

static bool is_variant_name(const char *name, size_t len)
{
    if (len == 0 || len > NAME)
        return false;
    for (size_t i = 0; i < len; i++) {
        const char c = name[i];
        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'))
            return false;
    }
    return true;
}

/* Finds the file that a variant extends: a regular file ID.yaml in the same folder. */
static const char *find_beside(void *user, const char *name, size_t len, size_t *text_len)
{
    struct variant_folder *const f = user;
    struct stat st;
    if (f->count == KEPT || !is_variant_name(name, len))
        return NULL;
    char *const path = malloc(f->len + len + sizeof ".yaml");
    if (!path)
        return NULL;
    memcpy(path, f->path, f->len);
    memcpy(path + f->len, name, len);
    memcpy(path + f->len + len, ".yaml", sizeof ".yaml");

    char *text = NULL;
    /* Opening a pipe would block. */
    const int fd = stat(path, &st) == 0 && S_ISREG(st.st_mode) ? bm_input_open(path) : -1;
    if (fd >= 0) {
        text = read_file_text(fd, text_len);
        bm_input_close(fd);
    }
    free(path);
    if (text)
        f->kept[f->count++] = text;
    return text;
}

bm_status bm_variant_file_compile(const struct bm_variant_file *p, const struct bm_rules **out,
                                  struct bm_issues *issues)
{
    const char *const slash = strrchr(p->name, '/');
    struct variant_folder folder = {.path = p->name,
                                    .len = slash ? (size_t)(slash - p->name) + 1 : 0};
    const struct bm_library library = {find_beside, &folder};
    const bm_status status = bm_rules_load(out, p->text, p->len, &library, issues);
    while (folder.count != 0)
        free(folder.kept[--folder.count]);
    return status;
}

bool bm_variant_is_file(const char *name)
{
    return strpbrk(name, "/.") || access(name, F_OK) == 0;
}

const char *bm_variant_name_at(unsigned i)
{
    const struct bm_variant *v;
    const struct bm_rules *rules;
    unsigned n = 0;
    for (; (v = bm_variant_at(n)) != NULL; n++) {
        if (n == i)
            return v->name;
    }
    for (unsigned k = 0; (rules = bm_rules_at(k)) != NULL; k++) {
        const char *const name = bm_rules_info(rules)->name;
        if (!bm_variant_find(name, strlen(name)) && n++ == i)
            return name;
    }
    return NULL;
}

const char *bm_variant_nearest(const char *name)
{
    const char *best = NULL, *one;
    for (unsigned i = 0; (one = bm_variant_name_at(i)) != NULL; i++)
        best = bm_nearer(name, one, best);
    return best;
}

const struct bm_rules *bm_variant_load(const char *name, struct bm_variant_problem *why)
{
    const struct bm_rules *rules = NULL;
    *why = (struct bm_variant_problem){.kind = BM_VARIANT_FAILED};
    why->status = bm_rules_open(&rules, name, strlen(name));
    if (why->status == BM_OK)
        return rules;
    if (why->status != BM_EINVAL)
        return NULL;
    if (!bm_variant_is_file(name)) {
        why->kind = BM_VARIANT_UNKNOWN;
        return NULL;
    }
    if (!bm_variant_file_read(&why->file, name)) {
        why->kind = BM_VARIANT_UNREADABLE;
        why->error = errno;
        return NULL;
    }
    why->status = bm_variant_file_compile(&why->file, &rules, &why->issues);
    if (why->status == BM_ESYNTAX)
        why->kind = BM_VARIANT_WRONG;
    if (why->status != BM_OK)
        return NULL;
    bm_variant_file_free(&why->file);
    return rules;
}
