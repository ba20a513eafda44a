/* SPDX-License-Identifier: MIT */

/* The driver of the mate solver: which searches run, with which budgets, and the extraction of
 * the line. Searches for mates within 1, 3, 5... plies are exact, but slow for long mates. A
 * search without a depth limit finds long mates soon, but not the shortest. They alternate,
 * with a larger node budget in each round, until one of them proves a result. */
#include "search/mate/mate.h"

#include <string.h>

enum { FIRST_BUDGET = 20000, BUDGET_GROWS = 3, LOOK = 16 };

bool bm_mate_over(struct bm_mate *s)
{
    const struct bm_mate_hooks *const k = s->hooks;
    if (s->nodes >= s->max_nodes)
        s->over = true;
    if (s->looks++ % LOOK == 0 && k) {
        if (k->stopped && k->stopped(k->user))
            s->over = true;
        if (k->now && k->now(k->user) - s->began >= s->time)
            s->over = true;
    }
    s->aborted |= s->over || s->nodes >= s->budget;
    return s->aborted;
}

/* ---- Transposition table ---- */

static struct bm_mate_entry *tt_cluster(const struct bm_mate *s, uint64_t key)
{
    return &s->table[(key & s->mask) * MATE_CLUSTER];
}

void bm_mate_tt_probe(const struct bm_mate *s, uint64_t key, unsigned plies,
                      struct bm_proof *out)
{
    const struct bm_mate_entry *const c = tt_cluster(s, key);
    *out = (struct bm_proof){0, 0, PLIES_EVER, 0};
    for (unsigned i = 0; i < MATE_CLUSTER; i++) {
        if (c[i].key != key || c[i].age != s->age)
            continue;
        *out = c[i].proof;
        /* A proof for another number of plies proves nothing here; estimates can be used. */
        if (c[i].plies != plies && (out->pn == 0 || out->dn == 0))
            out->pn = out->dn = 0;
        return;
    }
}

void bm_mate_tt_store(struct bm_mate *s, uint64_t key, unsigned plies, uint64_t work,
                      const struct bm_proof *proof)
{
    struct bm_mate_entry *const c = tt_cluster(s, key);
    struct bm_mate_entry *worst = c;
    unsigned least = UINT32_MAX, log = 1;
    while (work >>= 1)
        log++;
    for (unsigned i = 0; i < MATE_CLUSTER; i++) {
        const bool present = c[i].age == s->age;
        if (present && c[i].key == key) {
            worst = &c[i];
            if (worst->work > log)
                log = worst->work;
            break;
        }
        const unsigned worth = present ? c[i].work : 0;
        if (worth < least) {
            least = worth;
            worst = &c[i];
        }
    }
    *worst =
        (struct bm_mate_entry){key, *proof, (uint16_t)plies, (uint8_t)s->age, (uint8_t)log};
}

/* ---- Rounds ---- */

/* What is proved so far. */
struct round {
    unsigned longest; /* limit of plies */
    unsigned none;    /* no mate within so many plies */
    unsigned mate;    /* a mate within so many */
    bool never;       /* there is none */
    bool free_done;   /* the search without a limit has nothing more to find */
};

static void set_budget(struct bm_mate *s, uint64_t budget)
{
    s->budget = budget < UINT64_MAX - s->nodes ? s->nodes + budget : UINT64_MAX;
}

static void search_plies(struct bm_mate *s, unsigned plies, uint64_t budget,
                         struct bm_proof *out)
{
    set_budget(s, budget);
    s->impl->search(s, plies, out);
}

static void note_proof(struct bm_mate *s, struct round *r, const struct bm_proof *p)
{
    const struct bm_mate_hooks *const k = s->hooks;
    if (p->mate < r->mate)
        r->mate = p->mate;
    if (p->none == PLIES_EVER) {
        r->never = true;
    } else if (p->none > r->none && r->mate > p->none) {
        r->none = p->none;
        if (k && k->deeper)
            k->deeper(k->user, r->none, s->nodes);
    }
}

/* Whether the question is decided. */
static bool is_known(const struct round *r)
{
    return r->never || r->mate <= r->longest || r->none >= r->longest;
}

static bool is_over(const struct bm_mate *s, const struct round *r)
{
    return s->over || is_known(r);
}

/* Iterative deepening by plies until the budget is used up. */
static void deepen_plies(struct bm_mate *s, struct round *r, uint64_t budget)
{
    const uint64_t end = s->nodes + budget;
    while (!is_over(s, r) && s->nodes < end) {
        struct bm_proof p;
        unsigned plies = r->none + (s->step == 2 && r->none % 2 == 1 ? 2 : 1);
        if (plies > r->longest)
            plies = r->longest;
        search_plies(s, plies, end - s->nodes, &p);
        /* A mate has an odd number of plies: none within an even number follows from the odd
         * one below. */
        if (p.dn == 0 && p.none < plies)
            p.none = (uint16_t)plies;
        note_proof(s, r, &p);
    }
}

/* Search for shorter mates until there is provably none. */
static bool shorten_mate(struct bm_mate *s, struct round *r)
{
    while (!s->over && r->mate > r->none + 1 && !(s->step == 2 && r->mate == r->none + 2)) {
        struct bm_proof p;
        search_plies(s, r->mate - s->step, UINT64_MAX, &p);
        if (p.dn == 0 && p.none < r->mate - s->step)
            p.none = (uint16_t)(r->mate - s->step);
        note_proof(s, r, &p);
    }
    return !s->over;
}

static void solve_mate(struct bm_mate *s, struct round *r, bool ever)
{
    for (uint64_t budget = FIRST_BUDGET; !is_over(s, r); budget *= BUDGET_GROWS) {
        struct bm_proof p;
        deepen_plies(s, r, budget);
        if (ever && !s->over && !r->never && r->mate == PLIES_EVER) {
            set_budget(s, budget);
            r->never = s->impl->proves_no_mate(s);
        }
        if (!s->checks || r->free_done || is_over(s, r))
            continue;
        search_plies(s, PLIES_FREE, budget, &p);
        note_proof(s, r, &p);
        r->free_done = p.dn == 0 || p.pn == 0;
    }
}

/* ---- The line ---- */

/* The root move with the shortest proved mate. */
static const struct bm_mate_child *shortest_mate(const struct bm_mate *s)
{
    const struct bm_mate_child *best = NULL;
    for (size_t i = 0; i < s->roots; i++) {
        const struct bm_mate_child *const c = &s->children[i];
        if (c->proof.mate != PLIES_EVER && (!best || c->proof.mate < best->proof.mate))
            best = c;
    }
    return best;
}

static void *line_undo(struct bm_mate *s)
{
    return s->undos + (size_t)BM_MATE_PLIES * s->rules->kernel->undo_size;
}

/* The defence that holds out longest. The numbers of plies of the children are upper bounds: if
 * that of the root is exact, one of the moves with the largest number reaches it, and a search
 * finds which. */
static bm_move longest_defence(struct bm_mate *s, unsigned plies, bool exact)
{
    const struct bm_kernel *const k = s->rules->kernel;
    bm_move *const list = s->moves + k->max_moves;
    size_t count = 0;
    for (size_t i = 0; i < s->roots; i++)
        if (s->children[i].proof.mate + 1u >= plies)
            list[count++] = s->children[i].move;
    for (size_t i = 0; i + 1 < count && exact && plies > 2 && !s->over; i++) {
        struct bm_proof p;
        k->make(&s->pos, list[i], line_undo(s));
        search_plies(s, plies - 2, UINT64_MAX, &p);
        k->unmake(&s->pos, list[i], line_undo(s));
        if (p.dn == 0)
            return list[i];
    }
    return list[exact ? count - 1 : 0];
}

/* Play the mate on s->pos and record the line. */
static size_t extract_line(struct bm_mate *s, unsigned plies, bool exact)
{
    const struct bm_mate_hooks *const k = s->hooks;
    size_t n = 0;
    /* The limits are for finding the mate; extracting its line is cheap. */
    s->over = k && k->stopped && k->stopped(k->user);
    s->max_nodes = UINT64_MAX;
    s->time = INT64_MAX;
    while (plies != 0 && n < BM_MATE_PLIES) {
        struct bm_proof p;
        search_plies(s, plies, UINT64_MAX, &p);
        if (p.pn != 0 || p.mate == 0)
            break;
        const bool attacks = s->pos.head.turn == s->attacker;
        const bm_move m = attacks ? shortest_mate(s)->move : longest_defence(s, p.mate, exact);
        s->line[n++] = m;
        s->rules->kernel->make(&s->pos, m, line_undo(s));
        s->only_count = 0;
        plies = p.mate - 1u;
    }
    return n;
}

bm_status bm_mate_solve(struct bm_mate *mate, const struct bm_ctx *ctx,
                        const struct bm_mate_limits *limits, const struct bm_mate_hooks *hooks,
                        struct bm_mate_result *out)
{
    struct bm_mate *const s = mate;
    const struct bm_ruleset *const g = s->rules->set;
    enum bm_result result;
    if (bm_ctx_rules(ctx) != s->rules)
        return BM_EINVAL;
    if (++s->age > UINT8_MAX) {
        memset(s->table, 0, (size_t)(s->mask + 1) * MATE_CLUSTER * sizeof *s->table);
        s->age = 1;
    }
    s->attacker = bm_ctx_turn(ctx);
    s->checks = limits->checks;
    s->stuck[0] = g->stalemate;
    s->stuck[1] = g->checkmate;
    s->stuck_wins = g->stalemate == BM_VERDICT_WIN || g->checkmate == BM_VERDICT_WIN;
    s->mates_only = !s->rules->game && g->stalemate != BM_VERDICT_LOSS;
    s->step = g->info.multi ? 1 : 2;
    s->only = limits->only;
    s->only_count = limits->only_count;
    s->hooks = hooks;
    s->began = hooks && hooks->now ? hooks->now(hooks->user) : 0;
    s->time = limits->time ? limits->time : INT64_MAX;
    s->max_nodes = limits->nodes ? limits->nodes : UINT64_MAX;
    s->nodes = 0;
    s->looks = 0;
    s->over = false;
    memcpy(&s->pos, &ctx->pos, sizeof s->pos);

    struct round r = {.longest = limits->plies && limits->plies < BM_MATE_PLIES ? limits->plies
                                                                                : BM_MATE_PLIES,
                      .mate = PLIES_EVER};
    if (s->rules->kernel->over(&s->pos, &result) != BM_REASON_NONE ||
        !s->rules->kernel->can_move(&s->pos))
        r.never = true;
    else
        solve_mate(s, &r, s->checks && limits->plies == 0);
    *out = (struct bm_mate_result){.status = BM_MATE_UNKNOWN};
    if (r.mate <= r.longest) {
        if (!limits->quick)
            out->shortest = shorten_mate(s, &r);
        out->status = BM_MATE_FOUND;
        out->plies = r.mate;
        out->line = s->line;
        out->line_count = extract_line(s, r.mate, out->shortest);
    } else if (r.never) {
        out->status = BM_MATE_NONE;
    }
    out->none = out->shortest ? out->plies - 1 : r.none;
    out->nodes = s->nodes;
    out->time = hooks && hooks->now ? hooks->now(hooks->user) - s->began : 0;
    return BM_OK;
}
