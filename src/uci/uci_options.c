/* SPDX-License-Identifier: MIT */
#include "uci/uci_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#include "banmen/variant.h"
#include "terminal/variant_messages.h"

enum setting {
    SET_HASH,
    SET_THREADS,
    SET_MULTIPV,
    SET_PONDER,
    SET_CHESS960,
    SET_VARIANT,
    SET_PATH,
    SET_LEVEL,
    SET_SEED,
    SET_OVERHEAD,
    SET_CLEAR,
    SETTINGS
};

static const struct {
    const char *name[BM_PROTO_COUNT]; /* NULL: the protocol has none */
    enum bm_option_type type;
    const char *value;
    int64_t min, max;
} table[SETTINGS] = {
    [SET_HASH] = {{"Hash", "USI_Hash"}, BM_OPTION_SPIN, "16", 1, 65536},
    [SET_THREADS] = {{"Threads", "Threads"}, BM_OPTION_SPIN, "1", 1, BM_MAX_THREADS},
    [SET_MULTIPV] = {{"MultiPV", "MultiPV"}, BM_OPTION_SPIN, "1", 1, 500},
    [SET_PONDER] = {{"Ponder", "USI_Ponder"}, BM_OPTION_CHECK, "false", 0, 0},
    [SET_CHESS960] = {{"UCI_Chess960", NULL}, BM_OPTION_CHECK, "false", 0, 0},
    [SET_VARIANT] = {{"UCI_Variant", "USI_Variant"}, BM_OPTION_COMBO, "", 0, 0},
    [SET_PATH] = {{"VariantPath", "VariantPath"}, BM_OPTION_FILENAME, "", 0, 0},
    [SET_LEVEL] = {{"Level", "Level"}, BM_OPTION_SPIN, "8", 1, BM_LEVELS},
    [SET_SEED] = {{"Seed", "Seed"}, BM_OPTION_SPIN, "0", 0, INT64_MAX},
    [SET_OVERHEAD] = {{"Move Overhead", "NetworkDelay"}, BM_OPTION_SPIN, "15", 1, 10000},
    [SET_CLEAR] = {{"Clear Hash", "ClearHash"}, BM_OPTION_BUTTON, "", 0, 0},
};

static struct bm_text option_text_of(const char *s) { return (struct bm_text){s, strlen(s)}; }

/* The games that can be chosen, as choices of a combo. */
static void put_choices(const struct bm_uci_options *s, struct bm_buf *out)
{
    const char *name;
    for (unsigned i = 0; (name = bm_variant_name_at(i)) != NULL; i++) {
        bm_buf_text(out, i == 0 ? "var " : " var ");
        bm_buf_text(out, name);
    }
    if (s->private) {
        bm_buf_text(out, " var ");
        bm_buf_text(out, bm_rules_info(s->private)->name);
    }
}

/* An option as the other side sees it. `choices` holds what a combo points to. */
static struct bm_engine_option describe_option(const struct bm_uci_options *s, enum setting i,
                                               struct bm_buf *choices)
{
    const char *const name = table[i].name[s->proto];
    struct bm_engine_option o = {
        .type = table[i].type,
        .name = option_text_of(name ? name : table[i].name[BM_PROTO_UCI]),
        .value = option_text_of(table[i].value),
        .min = table[i].min,
        .max = table[i].max,
        .vars = {"", 0},
    };
    if (i == SET_VARIANT) {
        put_choices(s, choices);
        o.value = option_text_of(s->proto == BM_PROTO_USI ? "shogi" : "chess");
        o.vars = (struct bm_text){choices->s, choices->len};
    }
    return o;
}

void bm_uci_options_declare(const struct bm_uci_options *s, struct bm_buf *out)
{
    for (unsigned i = 0; i < SETTINGS; i++) {
        struct bm_buf choices = {0};
        const struct bm_engine_option o = describe_option(s, i, &choices);
        if (table[i].name[s->proto]) {
            bm_option_declare(out, &o);
            bm_buf_char(out, '\n');
        }
        bm_buf_free(&choices);
    }
}

/* Whether a name means what VariantPath has loaded. */
static bool is_private(const struct bm_uci_options *s, const char *name)
{
    return s->private && strcmp(bm_rules_info(s->private)->name, name) == 0;
}

/* The game of a name, held; NULL if there is none. */
static const struct bm_rules *open_rules(const struct bm_uci_options *s, const char *name)
{
    const struct bm_rules *rules;
    if (is_private(s, name))
        return bm_rules_hold(s->private);
    return bm_rules_open(&rules, name, strlen(name)) == BM_OK ? rules : NULL;
}

/* Make the rules those of the settings; false if they cannot be had, and nothing changed. */
static bool choose_variant(struct bm_uci_options *s, const char *variant, bool chess960)
{
    const bool shuffled = chess960 && strcmp(variant, "chess") == 0;
    const char *const name = shuffled ? "chess960" : variant;
    if (!s->rules || is_private(s, name) || strcmp(bm_rules_info(s->rules)->name, name) != 0) {
        const struct bm_rules *const rules = open_rules(s, name);
        if (!rules)
            return false;
        bm_rules_release(s->rules);
        s->rules = rules;
    }
    s->chess960 = chess960;
    if (variant != s->variant)
        snprintf(s->variant, sizeof s->variant, "%s", variant);
    return true;
}

bool bm_uci_options_init(struct bm_uci_options *s, enum bm_proto proto)
{
    *s = (struct bm_uci_options){.proto = proto, .multipv = 1};
    s->search.level = BM_LEVELS;
    return choose_variant(s, proto == BM_PROTO_USI ? "shogi" : "chess", false);
}

void bm_uci_options_fini(struct bm_uci_options *s)
{
    bm_rules_release(s->rules);
    bm_rules_release(s->private);
}

static bm_status fail_option(struct bm_error *err, const char *what)
{
    *err = (struct bm_error){.code = BM_EINVAL};
    snprintf(err->what, sizeof err->what, "%s", what);
    return BM_EINVAL;
}

/* Load a game of one's own; "" forgets the one there is. */
static bm_status load_path(struct bm_uci_options *s, const char *path, char *message,
                           size_t cap, struct bm_error *err)
{
    const struct bm_rules *rules = NULL;
    struct bm_variant_file file;
    struct bm_issues issues;
    if (*path != '\0') {
        if (!bm_variant_file_open(&file, path))
            return bm_wire_fail(err, BM_EINVAL, "VariantPath: cannot read",
                                option_text_of(path));
        const bm_status status = bm_variant_file_compile(&file, &rules, &issues);
        bm_variant_file_free(&file);
        if (status == BM_ESYNTAX) {
            const struct bm_issue *const i = &issues.list[0];
            char what[sizeof err->what];
            snprintf(what, sizeof what, "VariantPath: %.80s:%u:%u: %.100s", path,
                     (unsigned)i->line, (unsigned)i->column, i->message);
            return fail_option(err, what);
        }
        if (status != BM_OK)
            return fail_option(err, bm_status_text(status));
        snprintf(message, cap, "%s can be chosen as %s now", bm_rules_info(rules)->name,
                 table[SET_VARIANT].name[s->proto]);
    }
    bm_rules_release(s->private);
    s->private = rules;
    return BM_OK;
}

/* The name that we have for what engines and people call a game. */
static const char *own_name(const struct bm_uci_options *s, const char *name)
{
    const char *ours, *theirs;
    if (is_private(s, name) || bm_variant_find(name, strlen(name)) ||
        bm_rules_find(name, strlen(name)))
        return name;
    for (unsigned i = 0; (theirs = bm_wire_variant_alias(i, &ours)) != NULL; i++)
        if (strcmp(theirs, name) == 0)
            return ours;
    return name;
}

static bm_status set_variant(struct bm_uci_options *s, const char *value, struct bm_error *err)
{
    char small[sizeof s->variant];
    size_t n = 0;
    for (; value[n] != '\0' && n < sizeof small - 1; n++)
        small[n] = value[n] >= 'A' && value[n] <= 'Z' ? (char)(value[n] | 0x20) : value[n];
    small[n] = '\0';
    if (value[n] == '\0' && (choose_variant(s, own_name(s, value), s->chess960) ||
                             choose_variant(s, own_name(s, small), s->chess960)))
        return BM_OK;
    return bm_wire_fail(err, BM_EINVAL, "no such game, see 'banmen variant list'",
                        option_text_of(value));
}

/* What a value that fits does. */
static bm_status apply_option(struct bm_uci_options *s, enum setting i, const char *value,
                              char *message, size_t cap, struct bm_error *err)
{
    switch (i) {
    case SET_HASH: s->search.hash = (unsigned)strtoul(value, NULL, 10); return BM_OK;
    case SET_THREADS: s->search.threads = (unsigned)strtoul(value, NULL, 10); return BM_OK;
    case SET_MULTIPV: s->multipv = (unsigned)strtoul(value, NULL, 10); return BM_OK;
    case SET_CHESS960:
        return choose_variant(s, s->variant, strcmp(value, "true") == 0)
                   ? BM_OK
                   : fail_option(err, "out of memory");
    case SET_VARIANT: return set_variant(s, value, err);
    case SET_PATH: return load_path(s, value, message, cap, err);
    case SET_LEVEL: s->search.level = (unsigned)strtoul(value, NULL, 10); return BM_OK;
    case SET_SEED: s->search.seed = strtoull(value, NULL, 10); return BM_OK;
    case SET_OVERHEAD: s->overhead = strtoll(value, NULL, 10); return BM_OK;
    case SET_CLEAR: s->clear = true; return BM_OK;
    case SET_PONDER: /* the other side decides when to ponder */
    case SETTINGS: break;
    }
    return BM_OK;
}

/* By either protocol's name: programs mix them. */
static enum setting find_option(const char *name)
{
    for (unsigned i = 0; i < SETTINGS; i++)
        for (unsigned p = 0; p < BM_PROTO_COUNT; p++)
            if (table[i].name[p] && strcasecmp(table[i].name[p], name) == 0)
                return (enum setting)i;
    return SETTINGS;
}

static char *copy_text(struct bm_text t)
{
    char *const s = malloc(t.len + 1);
    if (s) {
        if (t.len != 0)
            memcpy(s, t.s, t.len);
        s[t.len] = '\0';
    }
    return s;
}

bm_status bm_uci_options_set(struct bm_uci_options *s, struct bm_text name,
                             struct bm_text value, char *message, size_t cap,
                             struct bm_error *err)
{
    char *const n = copy_text(name), *const v = copy_text(value);
    struct bm_buf choices = {0};
    bm_status status;
    *message = '\0';
    const enum setting i = n ? find_option(n) : SETTINGS;
    if (!n || !v) {
        status = fail_option(err, "out of memory");
    } else if (i == SETTINGS) {
        status = bm_wire_fail(err, BM_EINVAL, "there is no option", name);
    } else {
        const struct bm_engine_option o = describe_option(s, i, &choices);
        /* A game may have names that are not listed. */
        status = i == SET_VARIANT || bm_option_accepts(&o, v, strlen(v), err)
                     ? apply_option(s, i, v, message, cap, err)
                     : BM_EINVAL;
    }
    bm_buf_free(&choices);
    free(n);
    free(v);
    return status;
}
