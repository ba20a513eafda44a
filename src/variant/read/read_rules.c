/* SPDX-License-Identifier: MIT */
#include "variant/read/read.h"

#include "base/str.h"

static void read_limit(struct bm_variant_reader *r, const struct bm_yaml *node)
{
    if (!node)
        return;
    if (node->kind != BM_YAML_MAP) {
        bm_report_error(r->report, node->place, "wrong-kind",
                        "promotion.limit must be a mapping, {piece: number, …}", "", NULL);
        return;
    }
    for (const struct bm_yaml *v = node->child; v; v = v->next) {
        const unsigned k = bm_read_kind(r->d, v->key);
        if (k == BM_MAX_KINDS)
            bm_report_error(r->report, v->key_place, "unknown-piece",
                            "promotion.limit: no piece '~' is defined (pieces: ~)", "",
                            BM_TEXTS(v->key, r->letters));
        else if (!bm_read_is(v, "none"))
            r->d->limit[k] =
                (uint8_t)bm_read_number(r, v, "promotion.limit", 0, BM_MAX_SQUARES - 2, 255);
    }
}

/* always, stuck, never, or a region. */
static void read_force(struct bm_variant_reader *r, const struct bm_yaml *node)
{
    static const char *const words[] = {"always", "stuck", "never"};
    struct bm_desc *const d = r->d;
    for (unsigned i = 0; node && i < 3; i++)
        if (bm_read_is(node, words[i])) {
            d->force = (uint8_t)(BM_FORCE_ALWAYS + i);
            return;
        }
    if (node) {
        d->force = BM_FORCE_REGION;
        bm_read_region(r, node, "promotion.force", d->force_zone);
    }
}

void bm_read_promotion(struct bm_variant_reader *r)
{
    static const char *const keys[] = {"zone", "on", "force", "limit", NULL};
    static const char *const on[] = {"to", "either", "capture", "place", NULL};
    struct bm_desc *const d = r->d;
    const struct bm_yaml *const node = bm_read_get(r->root, "promotion");
    memset(d->limit, 255, sizeof d->limit);
    d->promote_on = BM_ON_TO;
    d->force = BM_FORCE_ALWAYS;
    if (node && bm_read_map(r, node, "promotion", keys)) {
        bm_read_region(r, bm_yaml_get(node, "zone"), "promotion.zone", d->promotion_zone);
        d->promote_on =
            (uint8_t)bm_read_word(r, bm_read_get(node, "on"), "promotion.on", on, BM_ON_TO);
        if (d->promote_on == BM_ON_CAPTURE && !bm_read_get(node, "zone"))
            d->promotion_zone[0] = d->promotion_zone[1] = d->board;
        read_force(r, bm_read_get(node, "force"));
        read_limit(r, bm_read_get(node, "limit"));
    }
    for (unsigned k = 0; k < d->kinds; k++) {
        struct bm_desc_piece *const p = &d->piece[k];
        if (!p->has_promotion_zone)
            memcpy(p->promotion_zone, d->promotion_zone, sizeof p->promotion_zone);
        if ((p->promotes[0] | p->promotes[1]) != 0 && d->promote_on != BM_ON_CAPTURE &&
            !bm_cells_any(&p->promotion_zone[0]) && !bm_cells_any(&p->promotion_zone[1]))
            bm_report_warning(r->report, p->place, "promotes",
                              "'~' promotes, but has no zone to promote in",
                              "say 'promotion: {zone: …}'", BM_TEXTS(p->letter));
    }
}

void bm_read_hands(struct bm_variant_reader *r)
{
    static const char *const keys[] = {"from", "demote", "promoted", "stuck",
                                       "zone", "must",   NULL};
    static const char *const from[] = {"captures", "start", NULL};
    struct bm_desc *const d = r->d;
    const struct bm_yaml *const node = bm_read_get(r->root, "hands");
    d->hand_zone[0] = d->hand_zone[1] = d->board;
    if (!node)
        return;
    const bool map = node->kind == BM_YAML_MAP;
    if (map)
        (void)bm_read_map(r, node, "hands", keys);
    d->hands = bm_read_word(r, map ? bm_yaml_get(node, "from") : node,
                            map ? "hands.from" : "hands", from, 0) == 0
                   ? BM_HANDS_CAPTURES
                   : BM_HANDS_START;
    d->demote = d->hands == BM_HANDS_CAPTURES;
    if (!map)
        return;
    d->demote = bm_read_bool(r, bm_yaml_get(node, "demote"), "hands.demote", d->demote);
    d->drop_promoted = bm_read_bool(r, bm_yaml_get(node, "promoted"), "hands.promoted", false);
    d->drop_stuck = bm_read_bool(r, bm_yaml_get(node, "stuck"), "hands.stuck", false);
    d->must_drop = bm_read_bool(r, bm_yaml_get(node, "must"), "hands.must", false);
    bm_read_region(r, bm_yaml_get(node, "zone"), "hands.zone", d->hand_zone);
}

static unsigned rank_of(const struct bm_desc *d, bm_sq cell) { return cell / d->size[0]; }

/* Whether king and partner stay on their rank and part; else it is reported. */
static bool check_castle(struct bm_variant_reader *r, const struct bm_yaml *node,
                         const bm_sq *cell)
{
    const struct bm_desc *const d = r->d;
    const unsigned rank = rank_of(d, cell[0]);
    if (cell[0] == cell[1])
        bm_report_error(r->report, node->place, "castling",
                        "castling: the king and its partner cannot go to the same cell", "",
                        NULL);
    else if (rank_of(d, cell[1]) != rank ||
             (cell[2] != BM_SQ_NONE && rank_of(d, cell[2]) != rank))
        bm_report_error(r->report, node->place, "castling",
                        "castling: the cells must be on one rank",
                        "the king and its partner stay on their rank", NULL);
    else
        return true;
    return false;
}

/* Two ways of one side on two ranks: told at the one that the file itself says. */
static void refuse_ranks(struct bm_variant_reader *r, char one, char other)
{
    const bool inherited = r->castle_place[one - 'A'].source != 0;
    const char said[2] = {inherited ? other : one, '\0'};
    const char against[2] = {inherited ? one : other, '\0'};
    bm_report_error(r->report, r->castle_place[said[0] - 'A'], "castling",
                    "castling ~ is on another rank than castling ~",
                    "a side castles on one rank; 'none' removes a letter",
                    BM_TEXTS(said, against));
}

/* A side castles with one king, and so on one rank; else it is reported. */
static void check_ranks(struct bm_variant_reader *r)
{
    const struct bm_desc *const d = r->d;
    for (unsigned i = 0; i < d->castles; i++)
        for (unsigned j = 0; j < i; j++)
            if (d->castle[j].side == d->castle[i].side &&
                rank_of(d, d->castle[j].king_to) != rank_of(d, d->castle[i].king_to)) {
                refuse_ranks(r, d->castle[i].letter, d->castle[j].letter);
                return;
            }
}

/* "g1 f1" or "h2 g2 i2", for White; `text` is a text or a list of cells. */
static void read_castle(struct bm_variant_reader *r, const struct bm_yaml *node, unsigned side,
                        bool both)
{
    struct bm_desc *const d = r->d;
    struct bm_word_list words;
    struct bm_word word;
    bm_sq cell[3] = {BM_SQ_NONE, BM_SQ_NONE, BM_SQ_NONE};
    unsigned n = 0;
    bool fine = bm_word_list_begin(r, &words, node, "castling");
    while (fine && bm_word_list_next(&words, &word)) {
        if (n < 3)
            fine = (cell[n] = bm_read_cell(r, &word, "castling")) != BM_SQ_NONE;
        n++;
    }
    if (fine && (n < 2 || n > 3)) {
        bm_report_error(
            r->report, node->place, "castling", "castling must name two or three cells",
            "where the king goes, where its partner goes, where that comes from", NULL);
        fine = false;
    }
    /* Without a cell, the board was reported. */
    fine =
        fine && cell[0] != BM_SQ_NONE && cell[1] != BM_SQ_NONE && check_castle(r, node, cell);
    for (unsigned s = side; fine && s <= (both ? 1u : side); s++) {
        struct bm_castle *const c = &d->castle[d->castles];
        if (d->castles == BM_COMPILED_CASTLES) {
            bm_report_error(r->report, node->place, "castling", "too many ways to castle",
                            "there can be 8 for each side", NULL);
            return;
        }
        for (unsigned i = 0; i < 3; i++)
            if (both && s == 1 && cell[i] != BM_SQ_NONE)
                cell[i] = bm_desc_flip(d, cell[i]);
        unsigned king[4], partner[4];
        bm_desc_cell_coords(d, cell[0], king);
        bm_desc_cell_coords(d, cell[1], partner);
        c->king_to = cell[0];
        c->partner_to = cell[1];
        c->partner_from = cell[2];
        c->side = (uint8_t)s;
        c->right = king[0] > partner[0];
        c->letter = '\0';
        d->castles++;
    }
}

/* All alternatives of one letter and side. */
static void read_ways(struct bm_variant_reader *r, const struct bm_yaml *node, unsigned side,
                      bool both)
{
    /* A list is one of alternatives, unless it is one of cells. */
    const bool many = node->kind == BM_YAML_LIST && node->child &&
                      (node->child->kind == BM_YAML_LIST || strchr(node->child->text, ' '));
    if (!many)
        read_castle(r, node, side, both);
    else
        for (const struct bm_yaml *v = node->child; v; v = v->next)
            read_castle(r, v, side, both);
}

static void read_letter(struct bm_variant_reader *r, const struct bm_yaml *node)
{
    static const char *const sides[] = {"white", "black", NULL};
    struct bm_desc *const d = r->d;
    const unsigned before = d->castles;
    if (node->kind == BM_YAML_MAP) {
        (void)bm_read_map(r, node, "castling", sides);
        for (unsigned side = 0; side < 2; side++) {
            const struct bm_yaml *const v = bm_read_get(node, sides[side]);
            if (v)
                read_ways(r, v, side, false);
        }
    } else {
        read_ways(r, node, 0, true);
    }
    for (unsigned i = before; i < d->castles; i++)
        d->castle[i].letter = node->key[0];
    r->castle_place[node->key[0] - 'A'] = node->place;
}

static uint8_t castling_piece(struct bm_variant_reader *r, const struct bm_yaml *node,
                              const char *what, const char *otherwise)
{
    struct bm_desc *const d = r->d;
    const struct bm_yaml *const v = bm_read_get(node, what);
    const char *const letter = v && bm_read_text(r, v, what) ? v->text : otherwise;
    unsigned k = bm_read_kind(d, letter);
    if (!v && k == BM_MAX_KINDS && !strcmp(what, "king"))
        for (k = 0; k < d->kinds && !d->piece[k].royal;)
            k++;
    if (k < d->kinds)
        return (uint8_t)k;
    if (d->castles != 0)
        bm_report_error(r->report, v ? v->place : node->place, "castling",
                        "castling.~: no piece '~' is defined (pieces: ~)", "",
                        BM_TEXTS(what, letter, r->letters));
    d->castles = 0;
    return 0;
}

void bm_read_castling(struct bm_variant_reader *r)
{
    struct bm_desc *const d = r->d;
    const struct bm_yaml *const node = bm_read_get(r->root, "castling");
    if (!node)
        return;
    d->castle_place = node->place;
    if (node->kind != BM_YAML_MAP) {
        bm_report_error(r->report, node->place, "wrong-kind",
                        "castling must be a mapping, {letter: cells, …}",
                        "chess has {K: g1 f1, Q: c1 d1}", NULL);
        return;
    }
    for (const struct bm_yaml *v = node->child; v; v = v->next) {
        if (!strcmp(v->key, "with") || !strcmp(v->key, "king") || bm_read_is(v, "none"))
            continue;
        if (v->key_len == 1 && v->key[0] >= 'A' && v->key[0] <= 'Z')
            read_letter(r, v);
        else
            bm_report_error(r->report, v->key_place, "unknown-key", "unknown key '~'",
                            "keys of castling are the capital letters of FEN, 'with', 'king'",
                            BM_TEXTS(v->key));
    }
    check_ranks(r);
    d->castle_king = castling_piece(r, node, "king", "K");
    d->castle_with = castling_piece(r, node, "with", "R");
}

void bm_read_gating(struct bm_variant_reader *r)
{
    static const char *const keys[] = {"pieces", "from", NULL};
    struct bm_desc *const d = r->d;
    const struct bm_yaml *const node = bm_read_get(r->root, "gating");
    if (!node || !bm_read_map(r, node, "gating", keys))
        return;
    const struct bm_yaml *const pieces = bm_yaml_get(node, "pieces");
    const struct bm_yaml *const from = bm_yaml_get(node, "from");
    uint8_t order[BM_MAX_KINDS], count;
    if (!pieces || !from) {
        bm_report_error(r->report, node->place, "missing-key", "gating needs '~'",
                        "gating: {pieces: H E, from: rank 1}",
                        BM_TEXTS(pieces ? "from" : "pieces"));
        return;
    }
    (void)bm_read_kinds(r, pieces, "gating.pieces", NULL, order, &count);
    for (unsigned i = 0; i < count; i++)
        d->gates |= (uint64_t)1 << order[i];
    bm_read_region(r, from, "gating.from", d->gate_from);
}

static void read_explode(struct bm_variant_reader *r, const struct bm_yaml *node)
{
    static const char *const keys[] = {"spare", "immune", NULL};
    struct bm_desc *const d = r->d;
    if (!node)
        return;
    if (node->kind == BM_YAML_TEXT) {
        d->explode = bm_read_bool(r, node, "rules.explode", false);
        return;
    }
    if (!bm_read_map(r, node, "rules.explode", keys))
        return;
    const struct bm_yaml *const spare = bm_read_get(node, "spare");
    const struct bm_yaml *const immune = bm_read_get(node, "immune");
    d->explode = true;
    if (spare)
        d->spared = bm_read_kinds(r, spare, "explode.spare", NULL, NULL, NULL);
    if (immune)
        d->immune = bm_read_kinds(r, immune, "explode.immune", NULL, NULL, NULL);
}

void bm_read_rules(struct bm_variant_reader *r)
{
    static const char *const keys[] = {"must-capture", "check", "explode", NULL};
    static const char *const checks[] = {"allowed", "forbidden", NULL};
    static const char *const royals[] = {"any", "all", "last", "none", NULL};
    static const char *const passes[] = {"no", "yes", "stuck", NULL};
    struct bm_desc *const d = r->d;
    const struct bm_yaml *const node = bm_read_get(r->root, "rules");
    d->royal =
        (uint8_t)bm_read_word(r, bm_yaml_get(r->root, "royal"), "royal", royals, BM_ROYAL_ANY);
    d->pass =
        (uint8_t)bm_read_word(r, bm_yaml_get(r->root, "pass"), "pass", passes, BM_PASS_NO);
    bool some = false;
    for (unsigned k = 0; k < d->kinds; k++)
        some = some || d->piece[k].royal;
    if (!some)
        d->royal = BM_ROYAL_NONE;
    if (!node || !bm_read_map(r, node, "rules", keys))
        return;
    d->must_capture =
        bm_read_bool(r, bm_read_get(node, "must-capture"), "rules.must-capture", false);
    d->no_checks = bm_read_word(r, bm_read_get(node, "check"), "rules.check", checks, 0) == 1;
    read_explode(r, bm_read_get(node, "explode"));
}

void bm_read_shuffle(struct bm_variant_reader *r)
{
    static const char *const keys[] = {"zone", "bishops", "order", NULL};
    static const char *const bishops[] = {"any", "opposite", NULL};
    struct bm_desc *const d = r->d;
    const struct bm_yaml *const node = bm_read_get(r->root, "shuffle");
    if (!node || !bm_read_map(r, node, "shuffle", keys))
        return;
    const struct bm_yaml *const zone = bm_yaml_get(node, "zone");
    const struct bm_yaml *const order = bm_read_get(node, "order");
    if (!zone) {
        bm_report_error(r->report, node->place, "missing-key", "shuffle needs a 'zone'", "",
                        NULL);
        return;
    }
    d->shuffle = true;
    bm_read_region(r, zone, "shuffle.zone", d->shuffle_zone);
    d->bishops_opposite =
        bm_read_word(r, bm_read_get(node, "bishops"), "shuffle.bishops", bishops, 0) == 1;
    if (!order)
        return;
    uint8_t kinds[BM_MAX_KINDS], count;
    (void)bm_read_kinds(r, order, "shuffle.order", NULL, kinds, &count);
    if (count > sizeof d->shuffle_order) {
        bm_report_error(r->report, order->place, "value",
                        "shuffle.order has more than 16 pieces", "", NULL);
        return;
    }
    memcpy(d->shuffle_order, kinds, count);
    d->shuffle_count = count;
}
