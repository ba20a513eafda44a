/* SPDX-License-Identifier: MIT */
#include "banmen/rules.h"

#include <string.h>

#include "base/cpu.h"
#include "rules/ruleset.h"

enum { CHESS, CHESS960, SHOGI, GAMES };

static const struct bm_rules baseline[GAMES] = {
    [CHESS] = {&bm_ruleset_chess, &bm_chess_baseline_kernel},
    [CHESS960] = {&bm_ruleset_chess960, &bm_chess_baseline_kernel},
    [SHOGI] = {&bm_ruleset_shogi, &bm_shogi_baseline_kernel},
};

#ifdef BM_HAVE_AVX2
static const struct bm_rules avx2[GAMES] = {
    [CHESS] = {&bm_ruleset_chess, &bm_chess_avx2_kernel},
    [CHESS960] = {&bm_ruleset_chess960, &bm_chess_avx2_kernel},
    [SHOGI] = {&bm_ruleset_shogi, &bm_shogi_avx2_kernel},
};
#endif

const struct bm_rules *bm_rules_at(unsigned i)
{
    if (i >= GAMES)
        return NULL;
#ifdef BM_HAVE_AVX2
    if (bm_cpu_has_avx2())
        return &avx2[i];
#endif
    return &baseline[i];
}

const struct bm_rules *bm_rules_chess(void) { return bm_rules_at(CHESS); }
const struct bm_rules *bm_rules_chess960(void) { return bm_rules_at(CHESS960); }
const struct bm_rules *bm_rules_shogi(void) { return bm_rules_at(SHOGI); }

const struct bm_rules *bm_rules_find(const char *name, size_t len)
{
    for (unsigned i = 0; i < GAMES; i++) {
        const char *const known = baseline[i].set->info.name;
        if (strlen(known) == len && memcmp(known, name, len) == 0)
            return bm_rules_at(i);
    }
    return NULL;
}

const struct bm_rules_info *bm_rules_info(const struct bm_rules *rules)
{
    return &rules->set->info;
}

const char *bm_rules_cpu(const struct bm_rules *rules) { return rules->kernel->isa; }

const char *bm_rules_kind_letter(const struct bm_rules *rules, unsigned kind)
{
    return kind < rules->set->info.kinds ? rules->set->kinds[kind].letter : "";
}

const char *bm_rules_kind_name(const struct bm_rules *rules, unsigned kind, enum bm_lang lang)
{
    return kind < rules->set->info.kinds ? rules->set->kinds[kind].name[lang == BM_JA] : "";
}

const struct bm_start *bm_rules_start(const struct bm_rules *rules, unsigned i)
{
    for (const struct bm_start *s = rules->set->starts; s->name; s++)
        if (i-- == 0)
            return s;
    return NULL;
}
