/* SPDX-License-Identifier: MIT */

/* What an engine lets itself be told, and the game that it is to play. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "engine/engine_internal.h"

enum { MAX_DECLARED = 2000 };

static const char CHESS960[] = "UCI_Chess960";

void bm_engine_forget_options(struct bm_engine *e)
{
    for (size_t i = 0; i < e->declared_count; i++)
        free(e->declared[i].line);
    e->declared_count = 0;
}

/* "option name ...": kept as it is. */
bool bm_engine_declare(struct bm_engine *e, const char *s, size_t len)
{
    struct declared d;
    void *mem = e->declared;
    if (e->declared_count >= MAX_DECLARED)
        return false;
    d.line = malloc(len + 1);
    if (!d.line)
        return false;
    memcpy(d.line, s, len);
    d.line[len] = '\0';
    if (bm_option_parse(&d.option, d.line, len) ||
        !bm_grow(&mem, &e->declared_cap, e->declared_count + 1, sizeof d)) {
        bm_engine_notice(e, "this option cannot be understood: %.*s",
                         len > 200 ? 200 : (int)len, d.line);
        free(d.line);
        return false;
    }
    e->declared = mem;
    e->declared[e->declared_count++] = d;
    return true;
}

size_t bm_engine_options(const struct bm_engine *e) { return e->declared_count; }

const struct bm_engine_option *bm_engine_option(const struct bm_engine *e, size_t i)
{
    return i < e->declared_count ? &e->declared[i].option : NULL;
}

const struct bm_engine_option *bm_engine_find_option(const struct bm_engine *e,
                                                     const char *name, size_t len)
{
    for (size_t i = 0; i < e->declared_count; i++) {
        const struct bm_text it = e->declared[i].option.name;
        if (it.len == len && strncasecmp(it.s, name, len) == 0)
            return &e->declared[i].option;
    }
    return NULL;
}

/* The option that chooses the game, or NULL. */
static const struct bm_engine_option *variant_option(const struct bm_engine *e)
{
    const struct bm_engine_option *const o = bm_engine_find_option(e, "UCI_Variant", 11);
    return o ? o : bm_engine_find_option(e, "USI_Variant", 11);
}

static void send_option(struct bm_engine *e, struct bm_text name, const char *value)
{
    bm_option_set(&e->out, name, (struct bm_text){value, value ? strlen(value) : 0});
    bm_engine_say_buf(e);
}

static bool spec_lists_game(const struct bm_engine_spec *spec, const char *game)
{
    for (size_t i = 0; i < spec->variants_count; i++) {
        if (strcmp(spec->variants[i], game) == 0)
            return true;
    }
    return false;
}

bool bm_engine_plays(const struct bm_engine *e, const char *game)
{
    const char *const wire = bm_wire_variant_name(game);
    const struct bm_engine_option *const variant = variant_option(e);
    if (strcmp(game, "chess960") == 0 && bm_engine_find_option(e, CHESS960, strlen(CHESS960)))
        return true;
    if (variant)
        return strcmp(game, "chess960") != 0 &&
               bm_option_accepts(variant, wire, strlen(wire), NULL);
    /* Without a word on games it plays what its protocol was made for. */
    return strcmp(game, e->proto == BM_PROTO_UCI ? "chess" : "shogi") == 0;
}

/* Choose the game; false after having failed because it does not play it. */
static bool tell_game(struct bm_engine *e)
{
    if (!e->rules)
        return true;
    const struct bm_rules_info *const info = bm_rules_info(e->rules);
    const char *const wire = bm_wire_variant_name(info->name);
    const struct bm_engine_option *const variant = variant_option(e);
    const struct bm_engine_option *const random =
        bm_engine_find_option(e, CHESS960, strlen(CHESS960));
    if (e->spec.variants_count ? !spec_lists_game(&e->spec, info->name)
                               : !bm_engine_plays(e, info->name)) {
        bm_engine_fail(e, BM_TROUBLE_VARIANT,
                       e->spec.variants_count
                           ? "%s is not among the games that it is said to play"
                           : "it does not know %s",
                       info->name);
        return false;
    }
    if (info->chess960 && random)
        send_option(e, random->name, "true");
    if (e->child && variant && bm_option_accepts(variant, wire, strlen(wire), NULL))
        send_option(e, variant->name, wire);
    return e->child != NULL;
}

/* These may be set in USI although engines need not declare them. */
static bool is_implied(const struct bm_engine *e, const char *name)
{
    return e->proto == BM_PROTO_USI &&
           (strcasecmp(name, "USI_Hash") == 0 || strcasecmp(name, "USI_Ponder") == 0);
}

static bool tell_option(struct bm_engine *e, const char *name, const char *value)
{
    const struct bm_engine_option *const o = bm_engine_find_option(e, name, strlen(name));
    struct bm_error err;
    if (!o && is_implied(e, name)) {
        send_option(e, (struct bm_text){name, strlen(name)}, value);
    } else if (!o && strcasecmp(name, "Ponder") != 0) {
        bm_engine_notice(e, "it has no option %s", name);
    } else if (o && !bm_option_accepts(o, value, strlen(value), &err)) {
        bm_engine_fail(e, BM_TROUBLE_OPTION, "%s", err.what);
        return false;
    } else if (o) {
        send_option(e, o->name, o->type == BM_OPTION_BUTTON ? NULL : value);
    }
    return e->child != NULL;
}

static bool press_buttons(struct bm_engine *e)
{
    struct bm_buf names = e->pressed;
    e->pressed = (struct bm_buf){0};
    for (size_t at = 0; e->child && at < names.len;) {
        const char *const name = names.s + at;
        const size_t len = (size_t)((char *)memchr(name, '\n', names.len - at) - name);
        send_option(e, (struct bm_text){name, len}, NULL);
        at += len + 1;
    }
    bm_buf_free(&names);
    return e->child != NULL;
}

bool bm_engine_tell_options(struct bm_engine *e)
{
    if (!tell_game(e))
        return false;
    for (size_t i = 0; i < e->spec.options_count; i++) {
        if (!tell_option(e, e->spec.options[i].name, e->spec.options[i].value))
            return false;
    }
    return press_buttons(e);
}

void bm_engine_tell_multipv(struct bm_engine *e, unsigned n)
{
    const struct bm_engine_option *o = bm_engine_find_option(e, "MultiPV", 7);
    char value[16];
    if (!o)
        o = bm_engine_find_option(e, "USI_MultiPV", 11);
    if (!o || n == e->multipv || (e->multipv == 0 && n == 1))
        return;
    if (o->type == BM_OPTION_SPIN && (int64_t)n > o->max)
        n = (unsigned)o->max;
    snprintf(value, sizeof value, "%u", n);
    e->multipv = n;
    send_option(e, o->name, value);
}

void bm_engine_may_ponder(struct bm_engine *e)
{
    const bool usi = e->proto == BM_PROTO_USI ||
                     (e->proto == BM_PROTO_COUNT && e->spec.proto == BM_SPEC_USI);
    (void)bm_engine_set_option(e, usi ? "USI_Ponder" : "Ponder", "true", NULL);
}

bm_status bm_engine_set_option(struct bm_engine *e, const char *name, const char *value,
                               struct bm_error *err)
{
    if (e->proto != BM_PROTO_COUNT) {
        const struct bm_engine_option *const o = bm_engine_find_option(e, name, strlen(name));
        if (!o && !is_implied(e, name)) {
            if (err) {
                *err = (struct bm_error){.code = BM_EINVAL};
                snprintf(err->what, sizeof err->what, "it has no option '%.100s'", name);
            }
            return BM_EINVAL;
        }
        if (o && !bm_option_accepts(o, value, strlen(value), err))
            return BM_EINVAL;
        if (o && o->type == BM_OPTION_BUTTON) {
            /* Once, not at each start; and not during a search. */
            bm_buf_bytes(&e->pressed, o->name.s, o->name.len);
            bm_buf_char(&e->pressed, '\n');
            if (e->pressed.failed) {
                bm_buf_free(&e->pressed);
                return BM_ENOMEM;
            }
            e->options_dirty = true;
            bm_engine_advance(e);
            return BM_OK;
        }
    }
    if (bm_spec_set_option(&e->spec, name, value))
        return BM_ENOMEM;
    e->options_dirty = e->proto != BM_PROTO_COUNT;
    bm_engine_advance(e);
    return BM_OK;
}
