/* SPDX-License-Identifier: MIT */

/*
 * library_test FOLDER: the library is what lies in data/variants/, byte by byte and in order,
 * and each of its games says all that people and the search need, in both languages.
 */

#include <dirent.h>

#include "banmen/notation.h"
#include "banmen/variant.h"
#include "tap.h"

static bool may_start_in_check(const char *name)
{
    return !strcmp(name, "hyper4"); /* a study, not a game */
}

static bool is_japanese(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text >= 0x80)
            return true;
    return false;
}

/* A paragraph is more than a title, and holds no blank line. */
static bool is_paragraph(const char *text)
{
    return strlen(text) > 60 && !strstr(text, "\n\n");
}

static bool is_loaded(const struct bm_variant *v, const struct bm_rules **rules)
{
    struct bm_issues issues;
    const bm_status status = bm_rules_load(rules, v->text, v->len, NULL, &issues);
    for (unsigned i = 0; i < issues.count; i++) {
        char text[2048];
        bm_issue_format(&issues.list[i], v->name, v->text, v->len, text, sizeof text);
        for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
            printf("# %s\n", line);
    }
    return ok_named(status == BM_OK && issues.errors == 0 && issues.warnings == 0,
                    "%s loads without errors and warnings", v->name);
}

static void check_kinds(const char *name, const struct bm_rules *rules)
{
    unsigned seen = 0;
    for (unsigned k = 0; k < bm_rules_info(rules)->kinds; k++) {
        const char *const letter = bm_rules_kind_letter(rules, k);
        const char *const en = bm_rules_kind_name(rules, k, BM_EN);
        const char *const ja = bm_rules_kind_name(rules, k, BM_JA);
        const bool priceless =
            bm_rules_kind_is_royal(rules, k) || bm_rules_kind_is_neutral(rules, k);
        if (!*letter)
            continue;
        seen++;
        if (!*en || !strcmp(en, letter) || !is_japanese(ja))
            ok_named(false, "%s: %s has a name in both languages: \"%s\", \"%s\"", name, letter,
                     en, ja);
        if (bm_rules_kind_value(rules, k) <= 0 && !priceless)
            ok_named(false, "%s: %s has a value", name, letter);
        if (!*bm_rules_kind_move(rules, k))
            ok_named(false, "%s: %s has a move", name, letter);
    }
    ok_named(seen > 0, "%s: %u kinds of pieces, with names and values", name, seen);
}

static void check_play(const char *name, const struct bm_rules *rules)
{
    struct bm_ctx *ctx;
    struct bm_outcome outcome;
    if (bm_ctx_create(&ctx, rules, 16))
        tap_bail("no memory");
    bm_ctx_outcome(ctx, &outcome);
    ok_named(outcome.result == BM_ONGOING && bm_ctx_count(ctx) > 0 &&
                 (bm_ctx_checks(ctx, NULL) == 0 || may_start_in_check(name)),
             "%s: the start position can be played, and nobody is in check", name);
    bm_ctx_destroy(ctx);
}

static void check_game(const struct bm_variant *v)
{
    const struct bm_rules *rules;
    if (!is_loaded(v, &rules))
        return;
    const struct bm_rules_info *const info = bm_rules_info(rules);
    ok_named(!strcmp(info->name, v->name), "%s calls itself %s", v->name, info->name);
    ok_named(*info->title[BM_EN] && is_japanese(info->title[BM_JA]), "%s: \"%s\", \"%s\"",
             v->name, info->title[BM_EN], info->title[BM_JA]);
    ok_named(is_paragraph(bm_rules_about(rules, BM_EN)) &&
                 is_paragraph(bm_rules_about(rules, BM_JA)) &&
                 is_japanese(bm_rules_about(rules, BM_JA)),
             "%s: its rules are told in both languages", v->name);
    check_kinds(v->name, rules);
    check_play(v->name, rules);
    bm_rules_release(rules);
}

static bool is_same_file(const char *folder, const struct bm_variant *v)
{
    static char text[BM_MAX_VARIANT_TEXT + 1];
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.yaml", folder, v->name);
    FILE *const f = fopen(path, "rb");
    if (!f)
        return false;
    const size_t len = fread(text, 1, sizeof text, f);
    fclose(f);
    return len == v->len && !memcmp(text, v->text, len) && v->text[len] == '\0';
}

static unsigned files_in(const char *folder)
{
    unsigned n = 0;
    DIR *const dir = opendir(folder);
    if (!dir)
        tap_bail("cannot open the folder");
    for (const struct dirent *e; (e = readdir(dir)) != NULL;) {
        const size_t len = strlen(e->d_name);
        if (len < 5 || strcmp(e->d_name + len - 5, ".yaml") != 0)
            continue;
        n++;
        if (!bm_variant_find(e->d_name, len - 5))
            ok_named(false, "%s is listed in data/variants/meson.build", e->d_name);
    }
    closedir(dir);
    return n;
}

static void check_table(const char *folder)
{
    unsigned n = 0;
    const struct bm_variant *before = NULL, *v;
    bool sorted = true, found = true;
    for (; (v = bm_variant_at(n)) != NULL; n++) {
        sorted = sorted && (!before || strcmp(before->name, v->name) < 0);
        found = found && bm_variant_find(v->name, strlen(v->name)) == v;
        if (!is_same_file(folder, v))
            ok_named(false, "%s is the text of its file", v->name);
        before = v;
    }
    ok(sorted);
    ok(found);
    ok_named(n >= 75, "%u games", n);
    eq_u64(files_in(folder), n);
    ok(!bm_variant_at(n));
    ok(!bm_variant_find("", 0));
    ok(!bm_variant_find("ches", 4));
    ok(!bm_variant_find("chesss", 6));
    ok(!bm_variant_find("zzz", 3));
    v = bm_variant_find("chess960", 5);
    ok(v && !strcmp(v->name, "chess"));
}

int main(int argc, char **argv)
{
    if (argc != 2)
        tap_bail("usage: library_test FOLDER");
    check_table(argv[1]);
    for (unsigned i = 0; bm_variant_at(i); i++)
        check_game(bm_variant_at(i));
    return tap_done();
}
