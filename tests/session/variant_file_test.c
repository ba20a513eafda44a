/* SPDX-License-Identifier: MIT */
/* Variants by name and as files. */
#include "session/variant_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tap.h"

static char folder[128];

static const char *write_file(const char *name, const char *text)
{
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *const f = fopen(path, "w");
    if (!f || fputs(text, f) < 0 || fclose(f) != 0)
        abort();
    return path;
}

static void test_names(void)
{
    struct bm_variant_problem why;
    const struct bm_rules *const rules = bm_variant_load("minishogi", &why);
    ok(rules != NULL);
    if (rules)
        eq_str(bm_rules_info(rules)->name, "minishogi");
    bm_rules_release(rules);

    ok(bm_variant_load("minishogj", &why) == NULL && why.kind == BM_VARIANT_UNKNOWN);
    eq_str(bm_variant_nearest("minishogj"), "minishogi");
    bm_variant_file_free(&why.file);
    ok(bm_variant_load("/there/is/none.yaml", &why) == NULL &&
       why.kind == BM_VARIANT_UNREADABLE && why.error == ENOENT);
    bm_variant_file_free(&why.file);
}

/* A file extends one beside it, which extends a built-in game. */
static void test_files(void)
{
    struct bm_variant_problem why;
    (void)write_file("parent.yaml", "variant: parent\nextends: chess\n");
    const char *path = write_file("child.yaml", "variant: child\nextends: parent\n");
    const struct bm_rules *const rules = bm_variant_load(path, &why);
    ok(rules != NULL);
    if (rules)
        eq_str(bm_rules_info(rules)->name, "child");
    bm_rules_release(rules);

    path = write_file("wrong.yaml", "variant: wrong\nextends: nowhere\n");
    ok(bm_variant_load(path, &why) == NULL && why.kind == BM_VARIANT_WRONG);
    ok(why.issues.errors != 0 && why.issues.list[0].line == 2);
    eq_str(why.file.name, path);
    bm_variant_file_free(&why.file);
}

int main(void)
{
    const char *const tmp = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/banmen-variant-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    if (!mkdtemp(folder))
        abort();
    test_names();
    test_files();
    static const char *const names[] = {"parent.yaml", "child.yaml", "wrong.yaml"};
    for (unsigned i = 0; i < 3; i++) {
        char path[256];
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        (void)unlink(path);
    }
    (void)rmdir(folder);
    return tap_done();
}
