/* SPDX-License-Identifier: MIT */
#include "record/variant_names.h"

#include "banmen/variant.h"
#include "rules/ruleset.h"

enum { LONGEST = 48 };

bool bm_is_shogi(const struct bm_rules *rules)
{
    return rules->game == NULL && bm_rules_info(rules)->dialect == BM_DIALECT_USI;
}

/* A name in small letters, without blanks and signs; false if it is too long for one. */
static bool squash_name(char out[LONGEST + 1], const char *s, size_t len)
{
    size_t n = 0;
    for (size_t i = 0; i < len; i++) {
        const char c = s[i] >= 'A' && s[i] <= 'Z' ? (char)(s[i] + 32) : s[i];
        if (c == ' ' || c == '-' || c == '_' || c == '\'' || c == '.')
            continue;
        if (n == LONGEST)
            return false;
        out[n++] = c;
    }
    out[n] = '\0';
    return n != 0;
}

/* Whether a squashed name is that of a game. */
static bool is_named(const char *squashed, const char *name)
{
    char other[LONGEST + 1];
    return squash_name(other, name, strlen(name)) && strcmp(squashed, other) == 0;
}

/* Chess and shogi, which need not be opened. */
static const struct bm_rules *find_fast(const char *name)
{
    static const struct {
        const char *name;
        const struct bm_rules *(*rules)(void);
    } list[] = {
        {"standard", bm_rules_chess},
        {"chess", bm_rules_chess},
        {"normal", bm_rules_chess},
        {"fromposition", bm_rules_chess},
        {"chess960", bm_rules_chess960},
        {"fischerandom", bm_rules_chess960},
        {"fischerrandom", bm_rules_chess960},
        {"fischerrandomchess", bm_rules_chess960},
        {"freestylechess", bm_rules_chess960},
        {"shogi", bm_rules_shogi},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (strcmp(name, list[i].name) == 0)
            return list[i].rules();
    return NULL;
}

/* Other words for the games of the library. */
static const char *find_alias(const char *name)
{
    static const char *const list[][2] = {
        {"threecheck", "3check"},
        {"threecheckchess", "3check"},
        {"fivecheck", "5check"},
        {"koth", "kingofthehill"},
        {"hill", "kingofthehill"},
        {"race", "racingkings"},
        {"racing", "racingkings"},
        {"zh", "crazyhouse"},
        {"house", "crazyhouse"},
        {"antichess", "antichess"},
        {"losing", "antichess"},
        {"schess", "seirawan"},
        {"sharperchess", "seirawan"},
        {"chinesechess", "xiangqi"},
        {"koreanchess", "janggi"},
        {"burmesechess", "sittuyin"},
        {"thaichess", "makruk"},
        {"hexagonal", "glinski"},
        {"progressive", "progressive-scottish"},
        {"doublemove", "marseillais"},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (strcmp(name, list[i][0]) == 0)
            return list[i][1];
    return NULL;
}

static bool drop_tail(char *name, const char *tail)
{
    const size_t len = strlen(name), n = strlen(tail);
    if (len <= n || strcmp(name + len - n, tail) != 0)
        return false;
    name[len - n] = '\0';
    return true;
}

/* The game of the library that a squashed name stands for, or NULL. */
static const struct bm_variant *find_variant(char *name)
{
    do {
        const char *const alias = find_alias(name);
        if (alias) {
            const struct bm_variant *const v = bm_variant_find(alias, strlen(alias));
            if (v)
                return v;
        }
        const struct bm_variant *v;
        for (unsigned i = 0; (v = bm_variant_at(i)) != NULL; i++)
            if (is_named(name, v->name))
                return v;
    } while (drop_tail(name, "chess") || drop_tail(name, "960"));
    return NULL;
}

/* Open a game, once for all records of a reader. */
static const struct bm_rules *open_once(struct bm_reader *reader, const struct bm_variant *v)
{
    for (size_t i = 0; i < reader->games_opened; i++)
        if (strcmp(bm_rules_info(reader->games_open[i])->name, v->name) == 0)
            return reader->games_open[i];
    void *mem = reader->games_open;
    if (!bm_grow(&mem, &reader->games_cap, reader->games_opened + 1,
                 sizeof *reader->games_open))
        return NULL;
    reader->games_open = mem;
    const struct bm_rules *rules = NULL;
    if (bm_rules_open(&rules, v->name, strlen(v->name)) != BM_OK)
        return NULL;
    reader->games_open[reader->games_opened++] = rules;
    return rules;
}

const struct bm_rules *bm_reader_variant(struct bm_reader *reader, const struct bm_rules *usual,
                                         struct bm_text name)
{
    char squashed[LONGEST + 1];
    if (!squash_name(squashed, name.s, name.len))
        return NULL;
    if (usual->loaded && is_named(squashed, bm_rules_info(usual)->name))
        return usual;
    const struct bm_rules *const fast = find_fast(squashed);
    if (fast)
        return fast;
    const struct bm_variant *const v = find_variant(squashed);
    if (!v)
        return NULL;
    /* An alias, too, may name what the caller has given. */
    if (usual->loaded && strcmp(bm_rules_info(usual)->name, v->name) == 0)
        return usual;
    return open_once(reader, v);
}

void bm_reader_close_variants(struct bm_reader *reader)
{
    for (size_t i = 0; i < reader->games_opened; i++)
        bm_rules_release(reader->games_open[i]);
    bm_release(reader->games_open);
    reader->games_open = NULL;
    reader->games_opened = reader->games_cap = 0;
}
