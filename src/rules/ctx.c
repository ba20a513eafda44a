/* SPDX-License-Identifier: MIT */
#include "rules/ctx.h"

#include <assert.h>
#include <string.h>

#include "base/attr.h"
#include "base/bits.h"
#include "base/str.h"

enum { ALIGN = 64, MAX_PLIES = 1 << 20 };

struct ctx_parts {
    size_t plies, undos, table, size;
    uint32_t mask;
};

static size_t round_up(size_t n) { return (n + ALIGN - 1) & ~(size_t)(ALIGN - 1); }

/* Where the parts of the block lie. The table is at most half full. */
static struct ctx_parts ctx_layout(const struct bm_rules *rules, unsigned plies)
{
    struct ctx_parts l;
    uint32_t slots = 16;
    while (slots < 2 * (plies + 1))
        slots *= 2;
    l.mask = slots - 1;
    l.plies = round_up(sizeof(struct bm_ctx));
    l.undos = l.plies + round_up(((size_t)plies + 1) * sizeof(struct bm_ply));
    l.table = l.undos + round_up((size_t)plies * bm_rules_undo_size(rules));
    l.size = l.table + round_up(slots * sizeof(uint32_t));
    return l;
}

size_t bm_ctx_size(const struct bm_rules *rules, unsigned plies)
{
    return rules && plies <= MAX_PLIES ? ctx_layout(rules, plies).size : 0;
}

static void *undo_of(struct bm_ctx *ctx, uint32_t ply)
{
    return ctx->undos + (size_t)ply * ctx->undo_size;
}

/*
 * The side that has repeated the position by checks alone, or -1. The window runs from the
 * first of the occurrences that end the game to now; a side is guilty if every move that it
 * made in the window gave check. When both are, neither is. Games seldom come here, so that the
 * line is taken back and played again rather than a note of checks kept at every ply.
 */
static NOINLINE int32_t find_checker(struct bm_ctx *ctx, uint32_t now)
{
    const struct bm_kernel *const k = ctx->kernel;
    bool guilty[2] = {true, true};
    uint32_t first = now;
    for (unsigned i = 1; i < ctx->rules->set->repeats_end; i++)
        first = ctx->plies[first].before;
    for (uint32_t at = now; at > first; at--) {
        const unsigned checked = ctx->pos.head.turn;
        const bool check = k->in_check(&ctx->pos);
        k->unmake(&ctx->pos, ctx->plies[at].move, undo_of(ctx, at - 1));
        /* Inside a turn of several moves no check has been given yet. */
        if (ctx->pos.head.turn != checked)
            guilty[!checked] &= check;
    }
    for (uint32_t at = first + 1; at <= now; at++)
        k->make(&ctx->pos, ctx->plies[at].move, undo_of(ctx, at - 1));
    return guilty[0] == guilty[1] ? -1 : guilty[1];
}

/* Record the position as ply `at`; linear probing ends at the key or at a free slot. */
TEMPLATE void record_position(struct bm_ctx *ctx, uint32_t at)
{
    struct bm_ply *const p = &ctx->plies[at];
    const struct bm_ruleset *const g = ctx->rules->set;
    const uint64_t key = ctx->pos.head.key;
    uint32_t slot = (uint32_t)key & ctx->mask, known;

    while ((known = ctx->table[slot]) != 0 && ctx->plies[known - 1].key != key)
        slot = (slot + 1) & ctx->mask;
    p->key = key;
    p->slot = slot;
    p->before = known - 1; /* UINT32_MAX for 0: none */
    p->count = known ? ctx->plies[known - 1].count + 1 : 1;
    p->dead = (uint32_t)ctx->kernel->dead(&ctx->pos);
    p->checker = -1;
    if (UNLIKELY(p->count >= g->repeats_end) && g->perpetual_loses && g->repeats_end)
        p->checker = find_checker(ctx, at);
    ctx->table[slot] = at + 1;
}

TEMPLATE void forget_position(struct bm_ctx *ctx, uint32_t at)
{
    ctx->table[ctx->plies[at].slot] = ctx->plies[at].before + 1;
}

/* The position has just been replaced: begin a new line. */
static void begin_line(struct bm_ctx *ctx)
{
    const unsigned full = ctx->rules->set->points, points = ctx->kernel->points(&ctx->pos);
    ctx->credit = points < full ? full - points : 0;
    ctx->ply = 0;
    ctx->plies[0] = (struct bm_ply){.move = {BM_MOVE_NONE}};
    record_position(ctx, 0);
}

static void forget_all(struct bm_ctx *ctx)
{
    for (uint32_t at = ctx->ply + 1; at-- > 0;)
        forget_position(ctx, at);
}

bm_status bm_ctx_init(struct bm_ctx **out, void *mem, size_t size, const struct bm_rules *rules,
                      unsigned plies)
{
    if (!out || !mem || !rules || (uintptr_t)mem % ALIGN || plies > MAX_PLIES ||
        bm_rules_pos_size(rules) > sizeof(union bm_any_pos))
        return BM_EINVAL;
    const struct ctx_parts l = ctx_layout(rules, plies);
    if (size < l.size)
        return BM_ENOSPC;

    struct bm_ctx *const ctx = mem;
    unsigned char *const base = mem;
    memset(ctx, 0, sizeof *ctx);
    ctx->rules = rules;
    ctx->kernel = rules->kernel;
    ctx->pos_size = bm_rules_pos_size(rules);
    ctx->undo_size = bm_rules_undo_size(rules);
    ctx->plies = (struct bm_ply *)(base + l.plies);
    ctx->undos = base + l.undos;
    ctx->table = (uint32_t *)(base + l.table);
    ctx->mask = l.mask;
    ctx->cap = plies;
    bm_options_default(&ctx->options);
    memset(ctx->table, 0, ((size_t)l.mask + 1) * sizeof(uint32_t));
    ctx->kernel->load(&ctx->pos, rules->set->setup, rules->game, rules->set->load_flags);
    ctx->start = ctx->pos;
    begin_line(ctx);
    *out = ctx;
    return BM_OK;
}

bm_status bm_ctx_copy(struct bm_ctx *to, const struct bm_ctx *from)
{
    if (to->rules != from->rules)
        return BM_EINVAL;
    if (to->cap < from->ply)
        return BM_ENOSPC;
    forget_all(to);
    to->pos = from->pos;
    to->ply = from->ply;
    to->credit = from->credit;
    to->options = from->options;
    memcpy(to->plies, from->plies, ((size_t)from->ply + 1) * sizeof *to->plies);
    memcpy(to->undos, from->undos, (size_t)from->ply * from->undo_size);
    /* The tables may differ in size: every ply finds its slot anew. */
    for (uint32_t at = 0; at <= to->ply; at++) {
        struct bm_ply *const p = &to->plies[at];
        p->slot = (uint32_t)p->key & to->mask;
        while (to->table[p->slot] != 0 && to->plies[to->table[p->slot] - 1].key != p->key)
            p->slot = (p->slot + 1) & to->mask;
        to->table[p->slot] = at + 1;
    }
    return BM_OK;
}

void bm_ctx_configure(struct bm_ctx *ctx, const struct bm_options *options)
{
    ctx->options = *options;
}

const struct bm_options *bm_ctx_options(const struct bm_ctx *ctx) { return &ctx->options; }
const struct bm_rules *bm_ctx_rules(const struct bm_ctx *ctx) { return ctx->rules; }

void bm_ctx_start(struct bm_ctx *ctx)
{
    forget_all(ctx);
    memcpy(&ctx->pos, &ctx->start, ctx->pos_size);
    begin_line(ctx);
}

/* "the board cannot be played: a king is missing; ...": every reason, in words. */
static void describe_defects(struct bm_error *err, bm_defects defects)
{
    char reasons[sizeof err->what];
    struct bm_str out;
    const char *glue = "";
    bm_str_init(&out, reasons, sizeof reasons);
    for (bm_defects d = defects & BM_DEFECTS_HARD; d; d &= d - 1, glue = "; ") {
        bm_str_text(&out, glue);
        bm_str_text(&out, bm_defect_text(d, BM_EN));
    }
    (void)bm_str_end(&out);
    *err = (struct bm_error){.code = BM_ERULE};
    bm_str_init(&out, err->what, sizeof err->what);
    bm_str_fill(&out, "the board cannot be played: ~", BM_TEXTS(reasons));
    (void)bm_str_end(&out);
}

bm_status bm_ctx_sync(struct bm_ctx *ctx, const struct bm_setup *setup, bm_defects *defects,
                      struct bm_error *err)
{
    /* The kernel writes nothing unless the board can be played; the table is cleared after. */
    const unsigned flags =
        ctx->rules->set->load_flags | (ctx->options.kingless ? BM_LOAD_KINGLESS : 0);
    const bm_defects found = ctx->kernel->load(&ctx->pos, setup, ctx->rules->game, flags);
    if (defects)
        *defects = found;
    if (found & BM_DEFECTS_HARD) {
        if (err)
            describe_defects(err, found);
        return BM_ERULE;
    }
    forget_all(ctx);
    begin_line(ctx);
    return BM_OK;
}

bm_status bm_ctx_sync_board(struct bm_ctx *ctx, const bm_piece *board,
                            const uint8_t (*hands)[BM_MAX_KINDS], unsigned turn,
                            struct bm_error *err)
{
    struct bm_setup s = {.turn = (uint8_t)(turn > 1 ? 2 : turn), .number = 1};
    memcpy(s.board, board, ctx->rules->set->info.squares);
    if (hands)
        memcpy(s.hand, hands, sizeof s.hand);
    return bm_ctx_sync(ctx, &s, NULL, err);
}

void bm_ctx_setup(const struct bm_ctx *ctx, struct bm_setup *out)
{
    ctx->kernel->save(&ctx->pos, out);
}

bm_piece bm_ctx_piece(const struct bm_ctx *ctx, bm_sq sq)
{
    return sq < ctx->rules->set->info.squares ? ctx->kernel->piece(&ctx->pos, sq) : 0;
}

unsigned bm_ctx_hand(const struct bm_ctx *ctx, unsigned side, unsigned kind)
{
    return side < 2 && kind < ctx->rules->set->info.kinds
               ? ctx->kernel->hand(&ctx->pos, side, kind)
               : 0;
}

unsigned bm_ctx_turn(const struct bm_ctx *ctx) { return ctx->pos.head.turn; }
unsigned bm_ctx_turn_moves(const struct bm_ctx *ctx) { return ctx->pos.head.made; }
unsigned bm_ctx_turn_budget(const struct bm_ctx *ctx)
{
    const unsigned budget = ctx->pos.head.budget;
    return budget == BM_TURN_UNLIMITED ? 0 : budget == 0 ? 1 : budget;
}
unsigned bm_ctx_phase(const struct bm_ctx *ctx) { return ctx->pos.head.phase; }
uint64_t bm_ctx_key(const struct bm_ctx *ctx) { return ctx->pos.head.key; }

/* The rest of a refusal: a move in a game without legal moves is refused because it is over. */
static NOINLINE bm_faults refusal_faults(const struct bm_ctx *ctx, bm_faults f)
{
    return ctx->kernel->can_move(&ctx->pos) ? f : f | BM_FAULT_GAME_OVER;
}

bm_faults bm_ctx_judge(const struct bm_ctx *ctx, bm_move m)
{
    bm_faults f = ctx->kernel->judge(&ctx->pos, m);
    if (UNLIKELY(bm_ctx_ended(ctx)))
        return f | BM_FAULT_GAME_OVER;
    return UNLIKELY(f) ? refusal_faults(ctx, f) : f;
}

/* The promotion that a dialog asks about: the first that may be played, or else any. */
static unsigned promotion_meant(const struct bm_ctx *ctx, bm_sq from, bm_sq to)
{
    const bm_piece p = bm_ctx_piece(ctx, from);
    const uint64_t kinds =
        p ? bm_rules_promotions(ctx->rules, bm_piece_side(p), bm_piece_kind(p)) : 0;
    if (!kinds)
        return ctx->rules->set->info.dialect == BM_DIALECT_USI ? BM_SHOGI_TOKIN
                                                               : BM_CHESS_QUEEN;
    if (!ctx->rules->game)
        return bits_last(kinds);
    for (uint64_t left = kinds; left != 0; left = bits_drop_first(left))
        if (bm_ctx_judge(ctx, bm_move_promoting(from, to, bits_first(left))) == 0)
            return bits_first(left);
    return bits_first(kinds);
}

struct bm_pair bm_ctx_judge_pair(const struct bm_ctx *ctx, bm_sq from, bm_sq to)
{
    const unsigned kind = promotion_meant(ctx, from, to);
    return (struct bm_pair){.plain = bm_ctx_judge(ctx, bm_move_plain(from, to)),
                            .promoting = bm_ctx_judge(ctx, bm_move_promoting(from, to, kind))};
}

/* Those of the legal moves that match `want` under `mask`. */
static size_t select_moves(const struct bm_ctx *ctx, uint32_t mask, uint32_t want, bm_move *out,
                           size_t cap)
{
    bm_move list[BM_MAX_MOVES];
    const size_t n = ctx->kernel->moves(&ctx->pos, list);
    size_t found = 0;
    for (size_t i = 0; i < n; i++)
        if ((list[i].bits & mask) == want && found++ < cap)
            out[found - 1] = list[i];
    return found;
}

enum { DROP_BIT = 1 << 23, FROM_MASK = 0xff00 };

size_t bm_ctx_moves(const struct bm_ctx *ctx, bm_move *out, size_t cap)
{
    if (cap >= ctx->kernel->max_moves)
        return ctx->kernel->moves(&ctx->pos, out);
    return select_moves(ctx, 0, 0, out, cap);
}

size_t bm_ctx_moves_from(const struct bm_ctx *ctx, bm_sq from, bm_move *out, size_t cap)
{
    return from < ctx->rules->set->info.squares
               ? select_moves(ctx, DROP_BIT | FROM_MASK, (uint32_t)from << 8, out, cap)
               : 0;
}

size_t bm_ctx_drops(const struct bm_ctx *ctx, unsigned kind, bm_move *out, size_t cap)
{
    return kind < BM_MAX_KINDS
               ? select_moves(ctx, DROP_BIT | FROM_MASK, DROP_BIT | kind << 8, out, cap)
               : 0;
}

size_t bm_ctx_moves_to(const struct bm_ctx *ctx, unsigned kind, bm_sq to, bm_move *out,
                       size_t cap)
{
    bm_move list[BM_MAX_MOVES];
    if (kind >= ctx->rules->set->info.kinds || to >= ctx->rules->set->info.squares)
        return 0;
    const size_t n = ctx->kernel->moves_to(&ctx->pos, kind, to, list);
    for (size_t i = 0; i < n && i < cap; i++)
        out[i] = list[i];
    return n;
}

size_t bm_ctx_count(const struct bm_ctx *ctx) { return ctx->kernel->count(&ctx->pos); }

unsigned bm_ctx_checks(const struct bm_ctx *ctx, bm_sq out[BM_MAX_ATTACKERS])
{
    return ctx->kernel->checkers(&ctx->pos, out);
}

unsigned bm_ctx_attackers(const struct bm_ctx *ctx, bm_sq sq, unsigned side,
                          bm_sq out[BM_MAX_ATTACKERS])
{
    return sq < ctx->rules->set->info.squares && side < 2
               ? ctx->kernel->attackers(&ctx->pos, sq, side, out)
               : 0;
}

bool bm_ctx_can_mate(const struct bm_ctx *ctx, unsigned side)
{
    return ctx->kernel->can_mate(&ctx->pos, side & 1);
}

TEMPLATE void play_move(struct bm_ctx *ctx, bm_move m)
{
    ctx->kernel->make(&ctx->pos, m, undo_of(ctx, ctx->ply));
    ctx->ply++;
    ctx->plies[ctx->ply].move = m;
    record_position(ctx, ctx->ply);
}

bm_faults bm_ctx_play(struct bm_ctx *ctx, bm_move m)
{
    const bm_faults f = bm_ctx_judge(ctx, m);
    if (UNLIKELY(f))
        return f;
    if (UNLIKELY(ctx->ply == ctx->cap))
        return BM_FAULT_GAME_OVER;
    play_move(ctx, m);
    return 0;
}

void bm_ctx_play_legal(struct bm_ctx *ctx, bm_move m)
{
    assert(bm_ctx_judge(ctx, m) == 0 && ctx->ply < ctx->cap);
    play_move(ctx, m);
}

bool bm_ctx_undo(struct bm_ctx *ctx)
{
    if (ctx->ply == 0)
        return false;
    forget_position(ctx, ctx->ply);
    const bm_move m = ctx->plies[ctx->ply].move;
    ctx->ply--;
    ctx->kernel->unmake(&ctx->pos, m, undo_of(ctx, ctx->ply));
    return true;
}

unsigned bm_ctx_plies(const struct bm_ctx *ctx) { return ctx->ply; }
unsigned bm_ctx_room(const struct bm_ctx *ctx) { return ctx->cap - ctx->ply; }

bm_move bm_ctx_played(const struct bm_ctx *ctx, unsigned i)
{
    return i < ctx->ply ? ctx->plies[i + 1].move : (bm_move){BM_MOVE_NONE};
}

uint64_t bm_ctx_perft(const struct bm_ctx *ctx, unsigned depth)
{
    return ctx->kernel->perft(&ctx->pos, depth);
}

uint64_t bm_ctx_perft_hashed(struct bm_ctx *ctx, unsigned depth, void *table, size_t entries)
{
    return ctx->kernel->perft_hashed(&ctx->pos, depth, table, entries);
}
