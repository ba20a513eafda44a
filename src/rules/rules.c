/* SPDX-License-Identifier: MIT */
#include "banmen/rules.h"

#include <string.h>

#include "base/cpu.h"
#include "rules/ruleset.h"

enum { CHESS, CHESS960, SHOGI, GAMES };

#define PLAYED_BY(isa)                                                                  \
    {                                                                                   \
        [CHESS] = {.set = &bm_ruleset_chess, .kernel = &bm_chess_##isa##_kernel},       \
        [CHESS960] = {.set = &bm_ruleset_chess960, .kernel = &bm_chess_##isa##_kernel}, \
        [SHOGI] = {.set = &bm_ruleset_shogi, .kernel = &bm_shogi_##isa##_kernel},       \
    }

static const struct bm_rules baseline[GAMES] = PLAYED_BY(baseline);
#ifdef BM_HAVE_AVX2
static const struct bm_rules avx2[GAMES] = PLAYED_BY(avx2);
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

/* NULL if there is no such kind. */
static const struct bm_kind *kind_of(const struct bm_rules *rules, unsigned kind)
{
    return kind < rules->set->info.kinds ? &rules->set->kinds[kind] : NULL;
}

static const char *or_nothing(const char *text) { return text ? text : ""; }

const char *bm_rules_kind_letter(const struct bm_rules *rules, unsigned kind)
{
    const struct bm_kind *const k = kind_of(rules, kind);
    return k ? k->letter : "";
}

const char *bm_rules_kind_name(const struct bm_rules *rules, unsigned kind, enum bm_lang lang)
{
    const struct bm_kind *const k = kind_of(rules, kind);
    return k ? k->name[lang == BM_JA] : "";
}

int bm_rules_kind_value(const struct bm_rules *rules, unsigned kind)
{
    const struct bm_kind *const k = kind_of(rules, kind);
    return k ? k->value : 0;
}

const char *bm_rules_kind_move(const struct bm_rules *rules, unsigned kind)
{
    const struct bm_kind *const k = kind_of(rules, kind);
    return or_nothing(k ? k->move : NULL);
}

const char *bm_rules_kind_glyph(const struct bm_rules *rules, unsigned kind)
{
    const struct bm_kind *const k = kind_of(rules, kind);
    return or_nothing(k ? k->glyph : NULL);
}

bool bm_rules_kind_is_neutral(const struct bm_rules *rules, unsigned kind)
{
    return rules->game && kind < rules->game->kinds && rules->game->neutrals >> kind & 1;
}

bool bm_rules_kind_is_royal(const struct bm_rules *rules, unsigned kind)
{
    if (rules->game)
        return kind < rules->game->kinds && rules->game->royals >> kind & 1;
    return kind == (rules->set->info.dialect == BM_DIALECT_USI ? (unsigned)BM_SHOGI_KING
                                                               : (unsigned)BM_CHESS_KING);
}

uint64_t bm_rules_promotions(const struct bm_rules *rules, unsigned side, unsigned kind)
{
    if (side > 1 || kind >= rules->set->info.kinds)
        return 0;
    if (rules->game)
        return bm_compiled_man(rules->game, side, kind)->promotes;
    if (rules->set->info.dialect == BM_DIALECT_USI)
        return kind < 7 && kind != BM_SHOGI_GOLD ? (uint64_t)1 << (kind | 8u) : 0;
    return kind == BM_CHESS_PAWN ? 1u << BM_CHESS_KNIGHT | 1u << BM_CHESS_BISHOP |
                                       1u << BM_CHESS_ROOK | 1u << BM_CHESS_QUEEN
                                 : 0;
}

bool bm_rules_has_square(const struct bm_rules *rules, bm_sq sq)
{
    return sq < rules->set->info.squares &&
           (!rules->game || bm_cells_has(&rules->game->board, sq));
}

const char *bm_rules_about(const struct bm_rules *rules, enum bm_lang lang)
{
    return or_nothing(rules->set->about[lang == BM_JA]);
}

const char *bm_rules_phase(const struct bm_rules *rules, unsigned i)
{
    return i < BM_MAX_PHASES ? rules->set->phase_name[i] : NULL;
}

const struct bm_start *bm_rules_start(const struct bm_rules *rules, unsigned i)
{
    for (const struct bm_start *s = rules->set->starts; s->name; s++)
        if (i-- == 0)
            return s;
    return NULL;
}
