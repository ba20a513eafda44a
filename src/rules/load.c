/* SPDX-License-Identifier: MIT */
/* Rules that are loaded at run time: from text to a block, and what is known of it. */
#include "banmen/variant.h"

#include <string.h>

#include "base/buf.h"
#include "base/cpu.h"
#include "rules/bind.h"
#include "rules/ctx.h"
#include "variant/desc.h"

enum { ALIGN = 64, WORK = 8 << 20, BLOCK = 16 << 20 };

/* Everything that loaded rules consist of, in one piece of memory: this, texts, the block. */
struct loaded {
    struct bm_rules rules;
    uint32_t holders;
    void *mem; /* as it was allocated */
    struct bm_ruleset set;
    struct bm_kind kinds[BM_MAX_KINDS];
    struct bm_start starts[2];
    struct bm_setup setup;
    char letters[BM_MAX_KINDS][4];
};

/* What loading needs while it lasts. */
struct load_work {
    struct bm_desc desc;
    struct bm_findings report;
    struct bm_arena arena;
};

static void *align_up(void *mem)
{
    return (void *)(((uintptr_t)mem + ALIGN - 1) & ~(uintptr_t)(ALIGN - 1));
}

static const struct bm_kernel *kernel_for(unsigned words)
{
#ifdef BM_SMALL
    (void)words;
    return &bm_variant256_baseline_kernel;
#else
#    ifdef BM_HAVE_AVX2
    if (bm_cpu_has_avx2())
        return words == 1   ? &bm_variant64_avx2_kernel
               : words == 2 ? &bm_variant128_avx2_kernel
                            : &bm_variant256_avx2_kernel;
#    endif
    return words == 1   ? &bm_variant64_baseline_kernel
           : words == 2 ? &bm_variant128_baseline_kernel
                        : &bm_variant256_baseline_kernel;
#endif
}

/* All texts that outlive the reading, one after the other; with mem NULL, their length. */
static const char *copy_rules_text(char **mem, size_t *size, const char *text)
{
    const size_t len = strlen(text) + 1;
    char *const to = *mem;
    *size += len;
    if (!to)
        return NULL;
    memcpy(to, text, len);
    *mem += len;
    return to;
}

static size_t keep_texts(struct loaded *l, const struct bm_desc *d, char *mem)
{
    size_t size = 0;
    struct bm_ruleset *const set = &l->set;
    set->info.name = copy_rules_text(&mem, &size, d->id);
    for (unsigned lang = 0; lang < 2; lang++) {
        set->info.title[lang] = copy_rules_text(&mem, &size, d->title[lang]);
        set->about[lang] = copy_rules_text(&mem, &size, d->about[lang]);
        for (unsigned side = 0; side < 2; side++)
            set->info.side_name[lang][side] =
                copy_rules_text(&mem, &size, d->side_name[side][lang]);
    }
    for (unsigned k = 0; k < d->kinds; k++) {
        const struct bm_desc_piece *const p = &d->piece[k];
        for (unsigned lang = 0; lang < 2; lang++)
            l->kinds[k].name[lang] = copy_rules_text(&mem, &size, p->name[lang]);
        l->kinds[k].move = copy_rules_text(&mem, &size, p->move);
        l->kinds[k].glyph = copy_rules_text(&mem, &size, p->glyph);
        l->kinds[k].also = copy_rules_text(&mem, &size, p->also);
    }
    for (unsigned i = 0; d->limits[i].named && i < BM_MAX_PHASES; i++)
        set->phase_name[i] = copy_rules_text(&mem, &size, d->phase_name[i]);
    l->starts[0].text = copy_rules_text(&mem, &size, d->start_text);
    return size;
}

static unsigned royals_at_start(const struct bm_desc *d)
{
    unsigned most = 0;
    for (unsigned side = 0; side < 2; side++) {
        unsigned n = 0;
        for (unsigned sq = 0; sq < d->squares; sq++) {
            const bm_piece p = d->start.board[sq];
            n += p != 0 && bm_piece_side(p) == side && d->piece[bm_piece_kind(p)].royal;
        }
        most = n > most ? n : most;
    }
    return most;
}

static void fill_info(struct bm_rules_info *info, const struct bm_desc *d,
                      const struct bm_compiled *g)
{
    info->axes = d->axes;
    info->squares = d->squares;
    for (unsigned i = 0; i < 4; i++)
        info->size[i] = d->size[i] ? d->size[i] : 1;
    info->files = info->size[0];
    info->ranks = info->size[1];
    info->kinds = d->kinds;
    info->max_moves = g->max_moves;
    info->dialect = d->usi ? BM_DIALECT_USI : BM_DIALECT_UCI;
    info->has_hands = g->has_hands;
    info->chess960 = g->chess960;
    info->hex = d->hex;
    info->wrap = d->wrap;
    info->multi = g->multi;
    info->has_pass = g->pass != BM_PASS_NO;
    info->has_castling = g->castles != 0;
    info->has_gating = g->gates != 0;
    info->checks = g->checks;
    info->quiet = g->quiet;
    info->royals = royals_at_start(d);
}

static void fill_ends(struct bm_ruleset *set, const struct bm_compiled *g)
{
    set->checkmate = g->checkmate;
    set->stalemate = g->stalemate;
    set->perpetual_loses = g->checker_loses;
    set->repeats_claim = g->repeats_claim ? g->repeats : 0;
    set->repeats_end = g->repeats ? g->repeats + (g->repeats_claim ? 2u : 0u) : 0;
    set->repeat_verdict = g->repeat_verdict;
    set->repeat_for = g->repeat_for;
    set->quiet_claim = 2u * g->quiet;
    set->quiet_end = 3u * g->quiet;
}

static void fill_rules(struct loaded *l, const struct bm_desc *d, const struct bm_compiled *g)
{
    static const struct bm_start nothing = {NULL, {NULL, NULL}, NULL};
    struct bm_ruleset *const set = &l->set;
    for (unsigned k = 0; k < d->kinds; k++) {
        memcpy(l->letters[k], d->piece[k].letter, sizeof l->letters[k]);
        l->kinds[k].letter = l->letters[k];
        l->kinds[k].value = d->piece[k].value;
    }
    l->setup = d->start;
    set->kinds = l->kinds;
    set->starts = l->starts;
    set->setup = &l->setup;
    l->starts[0].name = "startpos";
    l->starts[0].title[BM_EN] = "start position";
    l->starts[0].title[BM_JA] = "初期局面";
    l->starts[1] = nothing;
    set->shuffle.on = d->shuffle;
    set->shuffle.bishops_opposite = d->bishops_opposite;
    set->shuffle.count = d->shuffle_count;
    memcpy(set->shuffle.order, d->shuffle_order, sizeof set->shuffle.order);
    memcpy(set->shuffle.zone, d->shuffle_zone, sizeof set->shuffle.zone);
    fill_info(&set->info, d, g);
    fill_ends(set, g);
}

/* One loaded game of a description and its block. */
static bm_status assemble_rules(const struct bm_rules **out, const struct bm_desc *d,
                                const struct bm_compiled *g, bool generic)
{
    struct loaded measure = {0};
    void *mem = NULL;
    size_t cap = 0;
    const size_t texts = keep_texts(&measure, d, NULL);
    const size_t head = (sizeof(struct loaded) + texts + ALIGN - 1) & ~(size_t)(ALIGN - 1);
    if (!bm_grow(&mem, &cap, head + g->size + ALIGN, 1))
        return BM_ENOMEM;

    struct loaded *const l = align_up(mem);
    unsigned char *const block = (unsigned char *)l + head;
    memset(l, 0, sizeof *l);
    memcpy(block, g, g->size);
    l->mem = mem;
    l->holders = 1;
    (void)keep_texts(l, d, (char *)(l + 1));
    fill_rules(l, d, g);
    l->rules = (struct bm_rules){.set = &l->set,
                                 .kernel = kernel_for(g->words),
                                 .game = (const struct bm_compiled *)block,
                                 .loaded = true};
    if (!generic)
        bm_rules_bind(&l->rules, &l->set, l->kinds, &l->setup);
    *out = &l->rules;
    return BM_OK;
}

/* Whether the game can be played from its start at a bearable cost, which is noted. */
static bool check_play(const struct bm_rules *rules, const struct bm_desc *d,
                       struct bm_findings *report)
{
    struct bm_rules_info *const info = &((struct loaded *)(uintptr_t)rules)->set.info;
    info->work = bm_start_check(rules, d, report) ? bm_move_cost_check(rules, d, report) : 0;
    return info->work != 0;
}

bm_status bm_rules_load_as(const struct bm_rules **out, const char *text, size_t len,
                           const struct bm_library *library, struct bm_issues *issues,
                           bool generic)
{
    void *work_mem = NULL, *block_mem = NULL;
    size_t work_cap = 0, block_cap = 0;
    struct bm_issues unasked;
    struct bm_issues *const list = issues ? issues : &unasked;
    bm_status status = BM_ENOMEM;

    *out = NULL;
    memset(list, 0, sizeof *list);
    if (bm_grow(&work_mem, &work_cap, WORK, 1) && bm_grow(&block_mem, &block_cap, BLOCK, 1)) {
        struct load_work *const w = align_up(work_mem);
        const size_t used = (size_t)((unsigned char *)(w + 1) - (unsigned char *)work_mem);
        struct bm_compiled *const block = align_up(block_mem);
        memset(w, 0, sizeof *w);
        w->report.issues = list;
        w->arena = (struct bm_arena){.mem = (unsigned char *)(w + 1), .size = WORK - used};
        const size_t size =
            bm_desc_read(&w->desc, &w->arena, text, len, library, &w->report)
                ? bm_compile(block, BLOCK - ALIGN, &w->desc, &w->arena, &w->report)
                : 0;
        if (size != 0 && list->errors == 0)
            status = assemble_rules(out, &w->desc, block, generic);
        else
            status = w->arena.full && list->errors == 0 ? BM_ENOMEM : BM_ESYNTAX;
        if (status == BM_OK && !check_play(*out, &w->desc, &w->report)) {
            bm_rules_release(*out);
            *out = NULL;
            status = BM_ESYNTAX;
        }
    }
    bm_release(work_mem);
    bm_release(block_mem);
    return status;
}

bm_status bm_rules_load(const struct bm_rules **out, const char *text, size_t len,
                        const struct bm_library *library, struct bm_issues *issues)
{
    return bm_rules_load_as(out, text, len, library, issues, false);
}

bm_status bm_rules_open(const struct bm_rules **out, const char *name, size_t len)
{
    *out = bm_rules_find(name, len);
    if (*out)
        return BM_OK;
    const struct bm_variant *const v = bm_variant_find(name, len);
    return v ? bm_rules_load(out, v->text, v->len, NULL, NULL) : BM_EINVAL;
}

/* Static rules are not counted. */
static struct loaded *loaded_of(const struct bm_rules *rules)
{
    return rules && rules->loaded ? (struct loaded *)(uintptr_t)rules : NULL;
}

const struct bm_rules *bm_rules_hold(const struct bm_rules *rules)
{
    struct loaded *const l = loaded_of(rules);
    if (l)
        __atomic_fetch_add(&l->holders, 1, __ATOMIC_RELAXED);
    return rules;
}

void bm_rules_release(const struct bm_rules *rules)
{
    struct loaded *const l = loaded_of(rules);
    if (l && __atomic_fetch_sub(&l->holders, 1, __ATOMIC_ACQ_REL) == 1)
        bm_release(l->mem);
}
