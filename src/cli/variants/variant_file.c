/* SPDX-License-Identifier: MIT */
#include "cli/variants/variant_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "banmen/message.h"
#include "base/near.h"
#include "io/input.h"

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
    if (!p->text)
        fprintf(stderr, "banmen: %s: %s\n", file, strerror(errno));
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

void bm_variant_file_print_issues(const struct bm_variant_file *p,
                                  const struct bm_issues *issues, enum bm_lang lang, FILE *to)
{
    const unsigned all = issues->errors + issues->warnings;
    for (unsigned i = 0; i < issues->count; i++) {
        char text[2048];
        struct bm_issue issue = issues->list[i];
        bm_issue_translate(&issue, lang);
        bm_issue_format(&issue, p->name, p->text, p->len, text, sizeof text);
        fputs(text, to);
    }
    if (all > issues->count)
        fprintf(to, "%s: %u more\n", p->name, all - issues->count);
}

static const struct bm_rules *load_file(const char *name, enum bm_lang lang)
{
    struct bm_variant_file page;
    struct bm_issues issues;
    const struct bm_rules *rules = NULL;
    if (!bm_variant_file_read(&page, name))
        return NULL;
    const bm_status status = bm_variant_file_compile(&page, &rules, &issues);
    if (status == BM_ESYNTAX)
        bm_variant_file_print_issues(&page, &issues, lang, stderr);
    else if (status)
        fprintf(stderr, "banmen: %s: %s\n", name, bm_status_text(status));
    bm_variant_file_free(&page);
    return rules;
}

/* A path has a slash or a suffix; a word may be a file too. */
static bool is_file(const char *name) { return strpbrk(name, "/.") || access(name, F_OK) == 0; }

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

static void refuse_variant(const char *name)
{
    const char *best = NULL, *one;
    for (unsigned i = 0; (one = bm_variant_name_at(i)) != NULL; i++)
        best = bm_nearer(name, one, best);
    fprintf(stderr, "banmen: there is no variant '%s'", name);
    if (best)
        fprintf(stderr, "; did you mean '%s'?", best);
    fprintf(stderr, "\nTry 'banmen variant list'.\n");
}

const struct bm_rules *bm_variant_rules_open(const char *name, enum bm_lang lang)
{
    const struct bm_rules *rules;
    const bm_status status = bm_rules_open(&rules, name, strlen(name));
    if (status == BM_OK)
        return rules;
    if (status != BM_EINVAL)
        fprintf(stderr, "banmen: %s: %s\n", name, bm_status_text(status));
    else if (is_file(name))
        return load_file(name, lang);
    else
        refuse_variant(name);
    return NULL;
}

bool bm_variant_file_find(struct bm_variant_file *p, const char *name)
{
    const size_t len = strlen(name);
    const struct bm_variant *const v = bm_variant_find(name, len);
    if (v) {
        *p = (struct bm_variant_file){.name = name, .text = malloc(v->len + 1), .len = v->len};
        if (p->text)
            memcpy(p->text, v->text, v->len);
        else
            fprintf(stderr, "banmen: out of memory\n");
        return p->text != NULL;
    }
    if (is_file(name))
        return bm_variant_file_read(p, name);
    if (bm_rules_find(name, len))
        fprintf(stderr, "banmen: the rules of '%s' are not written in YAML\n", name);
    else
        refuse_variant(name);
    return false;
}
