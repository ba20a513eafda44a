/* SPDX-License-Identifier: MIT */
#include "rules/bind.h"

#include <string.h>

#include "base/str.h"
#include "rules/ctx.h"

/*
 * What the rules of chess and of shogi come to, however they are written: see digest in
 * compiled.h. A test loads the library's own texts and sees that they are bound.
 */
static const struct {
    uint64_t digest;
    bool shogi;
} known[] = {
    {UINT64_C(0x796f7a8530eb870e), false},
    {UINT64_C(0xbcb96496430fdbc6), false}, /* shuffled */
    {UINT64_C(0x0eb8dbfe25fe1406), true},
};

/* The square of a loaded game as the kernel of shogi numbers it. */
static unsigned shogi_square(unsigned sq) { return (8 - sq % 9) * 9 + (8 - sq / 9); }

/* The kernel's kind of each loaded kind, by the letters, which the digest covers. */
static void match_kinds(uint8_t to[BM_MAX_KINDS], const struct bm_kind *loaded, unsigned n,
                        const struct bm_ruleset *fixed)
{
    for (unsigned k = 0; k < n; k++)
        for (unsigned f = 0; f < fixed->info.kinds; f++)
            if (strcmp(loaded[k].letter, fixed->kinds[f].letter) == 0)
                to[k] = (uint8_t)f;
}

static void renumber_setup(struct bm_setup *setup, const uint8_t to[BM_MAX_KINDS], bool shogi)
{
    const struct bm_setup was = *setup;
    memset(setup->board, 0, sizeof setup->board);
    memset(setup->hand, 0, sizeof setup->hand);
    for (unsigned sq = 0; sq < (shogi ? 81u : 64u); sq++) {
        const bm_piece p = was.board[sq];
        if (p)
            setup->board[shogi ? shogi_square(sq) : sq] =
                bm_piece_of(to[bm_piece_kind(p)], bm_piece_side(p));
    }
    for (unsigned side = 0; side < 2; side++)
        for (unsigned k = 0; k < BM_MAX_KINDS; k++)
            if (was.hand[side][k])
                setup->hand[side][to[k]] = was.hand[side][k];
    setup->has_ep = was.ep_count != 0;
    setup->ep = was.ep_count ? was.eps[0].passed : 0;
    setup->ep_count = 0;
}

static void renumber_shuffle(struct bm_shuffle *s, const uint8_t to[BM_MAX_KINDS], bool shogi)
{
    const struct bm_shuffle was = *s;
    memset(s->zone, 0, sizeof s->zone);
    for (unsigned side = 0; side < 2; side++)
        for (unsigned sq = 0; sq < (shogi ? 81u : 64u); sq++)
            if (bm_cells_has(&was.zone[side], sq))
                bm_cells_add(&s->zone[side], shogi ? shogi_square(sq) : sq);
    for (unsigned i = 0; i < s->count; i++)
        s->order[i] = to[was.order[i]];
}

void bm_rules_bind(struct bm_rules *rules, struct bm_ruleset *set, struct bm_kind *kinds,
                   struct bm_setup *setup)
{
    const struct bm_compiled *const g = rules->game;
    const struct bm_rules *with = NULL;
    bool shogi = false;
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].digest == g->digest) {
            shogi = known[i].shogi;
            with = shogi         ? bm_rules_shogi()
                   : g->chess960 ? bm_rules_chess960()
                                 : bm_rules_chess();
        }
    /* Shogi keeps its notation: a copy with another notation keeps this kernel. */
    if (!with || with->set->info.dialect != set->info.dialect)
        return;

    uint8_t to[BM_MAX_KINDS] = {0};
    const struct bm_ruleset loaded = *set;
    struct bm_kind was[BM_MAX_KINDS];
    memcpy(was, kinds, sizeof was);
    match_kinds(to, was, g->kinds, with->set);
    for (unsigned k = 0; k < BM_MAX_KINDS; k++)
        kinds[k] = k < with->set->info.kinds ? with->set->kinds[k] : (struct bm_kind){0};
    for (unsigned k = 0; k < g->kinds; k++)
        kinds[to[k]] = was[k];
    renumber_setup(setup, to, shogi);

    *set = *with->set;
    set->info.name = loaded.info.name;
    memcpy(set->info.title, loaded.info.title, sizeof set->info.title);
    memcpy(set->about, loaded.about, sizeof set->about);
    memcpy(set->info.side_name, loaded.info.side_name, sizeof set->info.side_name);
    set->kinds = kinds;
    set->starts = loaded.starts;
    set->setup = setup;
    set->shuffle = loaded.shuffle;
    renumber_shuffle(&set->shuffle, to, shogi);
    rules->kernel = with->kernel;
    rules->game = NULL;
}

static const char *side_word(unsigned side) { return side == BM_FIRST ? "White" : "Black"; }

/* "Qh5": a piece and where it stands. */
static void name_piece(const struct bm_desc *d, bm_sq sq, bool by_letter, char *out, size_t cap)
{
    struct bm_str s;
    char cell[16];
    const bm_piece p = d->start.board[sq];
    bm_desc_cell_name(d, sq, cell);
    bm_str_init(&s, out, cap);
    if (p && by_letter) {
        bm_str_text(&s, d->piece[bm_piece_kind(p)].letter);
    } else if (p) {
        bm_str_text(&s, d->piece[bm_piece_kind(p)].name[BM_EN]);
        bm_str_text(&s, " on ");
    }
    bm_str_text(&s, cell);
    (void)bm_str_end(&s);
}

/* The side not to move is in check: which royal, by whom. */
static void tell_attack(const struct bm_rules *rules, const struct bm_desc *d,
                        struct bm_findings *report)
{
    struct bm_setup turned = d->start;
    union bm_any_pos pos;
    const unsigned us = d->start.turn;
    turned.turn = !turned.turn;
    turned.used = turned.made = 0;
    turned.ep_count = 0;
    if (rules->kernel->load(&pos, &turned, rules->game, 0) & BM_DEFECTS_HARD) {
        bm_report_error(report, d->start_place, "start",
                        "start: both sides stand in check before the first move", "", NULL);
        return;
    }
    for (bm_sq sq = 0; sq < d->squares; sq++) {
        const bm_piece p = d->start.board[sq];
        bm_sq by[BM_MAX_ATTACKERS];
        if (!p || bm_piece_side(p) == us || !d->piece[bm_piece_kind(p)].royal ||
            !rules->kernel->attackers(&pos, sq, us, by))
            continue;
        char royal[64], attacker[32];
        name_piece(d, sq, false, royal, sizeof royal);
        name_piece(d, by[0], true, attacker, sizeof attacker);
        const char *const texts[] = {side_word(us), side_word(!us), royal, attacker, NULL};
        bm_report_error(report, d->start_place, "start",
                        "start: ~ is to move but ~'s ~ is already attacked by ~",
                        "move one of them, or let the other side begin", texts);
        return;
    }
    bm_report_error(report, d->start_place, "start",
                    "start: the side that is not to move stands in check", "", NULL);
}

bool bm_start_check(const struct bm_rules *rules, const struct bm_desc *d,
                    struct bm_findings *report)
{
    union bm_any_pos pos;
    if (!rules->game)
        return true;
    const bm_defects defects = rules->kernel->load(&pos, &d->start, rules->game, 0);
    const unsigned before = report->issues->errors;
    if (defects & BM_DEFECT_ROYAL_HANGS)
        tell_attack(rules, d, report);
    for (bm_defects left = defects & BM_DEFECTS_HARD; left != 0; left &= left - 1) {
        const char *const texts[] = {bm_defect_text(left & (~left + 1u), BM_EN), NULL};
        bm_report_error(report, d->start_place, "start", "start: ~", "", texts);
    }
    if (report->issues->errors != before)
        return false;
    if (!rules->kernel->can_move(&pos))
        bm_report_warning(report, d->start_place, "start",
                          "start: the side to move has no legal move", "", NULL);
    else if (rules->kernel->dead(&pos) != BM_REASON_NONE)
        bm_report_warning(report, d->start_place, "start",
                          "start: a draw before the first move: nothing here can mate", "",
                          NULL);
    return true;
}
