/* SPDX-License-Identifier: MIT */
#include "variant/read/read.h"

#include "base/str.h"

unsigned bm_read_kind(const struct bm_desc *d, const char *letter)
{
    for (unsigned k = 0; k < d->kinds; k++)
        if (!strcmp(d->piece[k].letter, letter))
            return k;
    return BM_MAX_KINDS;
}

static uint64_t army_kinds(const struct bm_desc *d)
{
    uint64_t set = 0;
    for (unsigned k = 0; k < d->kinds; k++)
        if (!d->piece[k].neutral)
            set |= (uint64_t)1 << k;
    return set;
}

uint64_t bm_read_kinds(struct bm_variant_reader *r, const struct bm_yaml *node,
                       const char *what, const char *all, uint8_t *order, uint8_t *count)
{
    struct bm_word_list words;
    struct bm_word word;
    uint64_t set = 0;
    if (count)
        *count = 0;
    if (!bm_word_list_begin(r, &words, node, what))
        return 0;
    while (bm_word_list_next(&words, &word)) {
        if (all && !strcmp(word.text, all)) {
            set |= army_kinds(r->d);
            continue;
        }
        const unsigned k = bm_read_kind(r->d, word.text);
        if (k == BM_MAX_KINDS) {
            bm_report_error(r->report, word.place, "unknown-piece",
                            "~: no piece '~' is defined (pieces: ~)", "",
                            BM_TEXTS(what, word.text, r->letters));
            continue;
        }
        if (order && *count < BM_MAX_KINDS)
            order[(*count)++] = (uint8_t)k;
        set |= (uint64_t)1 << k;
        if (r->tilde[k])
            set |= (uint64_t)1 << (r->tilde[k] - 1);
    }
    return set;
}

static bool is_letter(const char *s, size_t len)
{
    const char c = len == 1 ? s[0] : len == 2 && s[0] == '+' ? s[1] : '\0';
    return c >= 'A' && c <= 'Z';
}

/* All letters first: pieces name each other. */
static bool read_letters(struct bm_variant_reader *r, const struct bm_yaml *node)
{
    struct bm_desc *const d = r->d;
    char *const all = bm_arena_take(r->arena, (size_t)4 * BM_MAX_KINDS);
    struct bm_str s;
    if (!all)
        return false;
    bm_str_init(&s, all, (size_t)4 * BM_MAX_KINDS);
    for (const struct bm_yaml *v = node->child; v; v = v->next) {
        if (!is_letter(v->key, v->key_len)) {
            bm_report_error(
                r->report, v->key_place, "piece", "'~' cannot be a piece",
                "a piece is a capital letter, or + and a letter for a promoted form",
                BM_TEXTS(v->key));
            continue;
        }
        if (bm_read_is(v, "none")) {
            bm_report_error(r->report, v->key_place, "piece",
                            "there is no piece '~' that could be removed", "",
                            BM_TEXTS(v->key));
            continue;
        }
        struct bm_desc_piece *const p = &d->piece[d->kinds]; /* 52 letters at most */
        memcpy(p->letter, v->key, v->key_len + 1);
        p->place = v->key_place;
        r->piece[d->kinds++] = v;
        if (s.len != 0)
            bm_str_char(&s, ' ');
        bm_str_text(&s, p->letter);
    }
    bm_str_end(&s);
    r->letters = all;
    return d->kinds != 0;
}

static void read_promotes_of(struct bm_variant_reader *r, unsigned kind,
                             const struct bm_yaml *node, unsigned side)
{
    struct bm_desc_piece *const p = &r->d->piece[kind];
    struct bm_word_list words;
    struct bm_word word;
    if (!bm_word_list_begin(r, &words, node, "promotes"))
        return;
    while (bm_word_list_next(&words, &word)) {
        const unsigned k = bm_read_kind(r->d, word.text);
        if (k == BM_MAX_KINDS)
            bm_report_error(r->report, word.place, "promotes",
                            "'~' promotes to '~', but no piece '~' is defined (pieces: ~)", "",
                            BM_TEXTS(p->letter, word.text, word.text, r->letters));
        else if (k == kind)
            bm_report_error(r->report, word.place, "promotes", "'~' promotes to itself", "",
                            BM_TEXTS(p->letter));
        else if ((p->promotes[side] >> k & 1) == 0) {
            p->promotes[side] |= (uint64_t)1 << k;
            p->order[side][p->promotes_count[side]++] = (uint8_t)k;
        }
    }
}

static void read_promotes(struct bm_variant_reader *r, unsigned kind,
                          const struct bm_yaml *node)
{
    static const char *const keys[] = {"white", "black", NULL};
    if (!node)
        return;
    const bool map = node->kind == BM_YAML_MAP;
    if (map)
        (void)bm_read_map(r, node, "promotes", keys);
    for (unsigned side = 0; side < 2; side++) {
        const struct bm_yaml *const v = map ? bm_read_get(node, keys[side]) : node;
        if (v)
            read_promotes_of(r, kind, v, side);
    }
}

static void read_drop(struct bm_variant_reader *r, struct bm_desc_piece *p,
                      const struct bm_yaml *node)
{
    static const char *const keys[] = {"zone", "per-file", "mate", "check", NULL};
    if (!node || !bm_read_map(r, node, "drop", keys))
        return;
    const struct bm_yaml *const zone = bm_yaml_get(node, "zone");
    p->has_drop_zone = zone != NULL;
    bm_read_region(r, zone, "drop.zone", p->drop_zone);
    p->per_file =
        (uint8_t)bm_read_number(r, bm_read_get(node, "per-file"), "drop.per-file", 1, 255, 0);
    p->mate_drop = bm_read_bool(r, bm_read_get(node, "mate"), "drop.mate", true);
    p->check_drop = bm_read_bool(r, bm_read_get(node, "check"), "drop.check", true);
}

/* Letters that other programs write for the piece. */
static void read_also(struct bm_variant_reader *r, struct bm_desc_piece *p,
                      const struct bm_yaml *node)
{
    if (!node || !bm_read_text(r, node, "also"))
        return;
    for (const char *s = node->text; *s; s++)
        if (*s < 'A' || *s > 'Z' ||
            bm_read_kind(r->d, (const char[]){*s, '\0'}) != BM_MAX_KINDS) {
            bm_report_error(r->report, node->place, "piece",
                            "also: '~' must be capital letters that no piece has", "",
                            BM_TEXTS(node->text));
            return;
        }
    p->also = node->text;
}

static const struct bm_yaml *move_of(const struct bm_yaml *node)
{
    return node->kind == BM_YAML_MAP ? bm_yaml_get(node, "move") : node;
}

static void read_long_form(struct bm_variant_reader *r, unsigned kind,
                           const struct bm_yaml *node)
{
    static const char *const keys[] = {"move",           "royal",   "neutral", "promotes",
                                       "promotion-zone", "initial", "drop",    "value",
                                       "name",           "glyph",   "also",    NULL};
    struct bm_desc_piece *const p = &r->d->piece[kind];
    char what[16] = "piece ";
    memcpy(what + 6, p->letter, sizeof p->letter);
    (void)bm_read_map(r, node, what, keys);
    p->royal = bm_read_bool(r, bm_yaml_get(node, "royal"), "royal", false);
    p->neutral = bm_read_bool(r, bm_yaml_get(node, "neutral"), "neutral", false);
    read_promotes(r, kind, bm_read_get(node, "promotes"));
    const struct bm_yaml *const zone = bm_yaml_get(node, "promotion-zone");
    p->has_promotion_zone = zone != NULL;
    bm_read_region(r, zone, "promotion-zone", p->promotion_zone);
    const struct bm_yaml *const initial = bm_yaml_get(node, "initial");
    p->has_initial = initial != NULL;
    bm_read_region(r, initial, "initial", p->initial);
    read_drop(r, p, bm_read_get(node, "drop"));
    p->value =
        (int32_t)bm_read_number(r, bm_read_get(node, "value"), "value", -100000, 100000, 0);
    bm_read_both(r, bm_read_get(node, "name"), "name", p->letter, p->name);
    const struct bm_yaml *const glyph = bm_read_get(node, "glyph");
    if (glyph && bm_read_text(r, glyph, "glyph"))
        p->glyph = glyph->text;
    read_also(r, p, bm_read_get(node, "also"));
}

/* Everything but the move: that needs all of the others' letters and zones. */
static void read_piece(struct bm_variant_reader *r, unsigned kind)
{
    struct bm_desc *const d = r->d;
    struct bm_desc_piece *const p = &d->piece[kind];
    const struct bm_yaml *const node = r->piece[kind], *const move = move_of(node);
    p->name[BM_EN] = p->name[BM_JA] = p->letter;
    p->glyph = p->move = p->also = "";
    p->mate_drop = p->check_drop = true;
    p->drop_zone[0] = p->drop_zone[1] = d->board;
    p->base = (uint8_t)kind;
    if (p->letter[0] == '+') {
        const unsigned plain = bm_read_kind(d, p->letter + 1);
        p->base = (uint8_t)(plain != BM_MAX_KINDS ? plain : kind);
    }
    if (node->kind == BM_YAML_LIST) {
        bm_report_error(r->report, node->place, "wrong-kind",
                        "piece '~' must be a move or a mapping", "", BM_TEXTS(p->letter));
        return;
    }
    if (node->kind == BM_YAML_MAP)
        read_long_form(r, kind, node);
    if (!move)
        bm_report_error(r->report, p->place, "missing-key", "piece '~' needs a 'move'", "",
                        BM_TEXTS(p->letter));
    else if (bm_read_text(r, move, "move")) {
        p->move = move->text;
        bm_betza_read(d, kind, move, r->report);
    }
    if (p->royal && p->neutral)
        bm_report_error(r->report, p->place, "piece", "'~' cannot be both royal and neutral",
                        "", BM_TEXTS(p->letter));
}

bool bm_read_pieces(struct bm_variant_reader *r)
{
    const struct bm_yaml *const node = bm_yaml_get(r->root, "pieces");
    if (!node)
        return false;
    if (node->kind != BM_YAML_MAP) {
        bm_report_error(r->report, node->place, "wrong-kind",
                        "pieces must be a mapping, {letter: move, …}", "", NULL);
        return false;
    }
    if (!read_letters(r, node)) {
        bm_report_error(r->report, node->place, "piece", "there are no pieces", "", NULL);
        return false;
    }
    for (unsigned k = 0; k < r->d->kinds; k++)
        read_piece(r, k);
    return true;
}

/* The first piece that promotes to `target`, turning back from it apart; or BM_MAX_KINDS. */
static unsigned promoter_of(const struct bm_desc *d, unsigned target)
{
    for (unsigned k = 0; k < d->kinds; k++) {
        const struct bm_desc_piece *const p = &d->piece[k];
        if (((p->promotes[0] | p->promotes[1]) >> target & 1) != 0 && p->base != target)
            return k;
    }
    return BM_MAX_KINDS;
}

static uint64_t moved_bits(const struct bm_variant_reader *r, uint64_t set, unsigned kinds)
{
    for (unsigned k = 0; k < kinds; k++)
        if (r->tilde[k] && (set >> k & 1) != 0) {
            set &= ~((uint64_t)1 << k);
            set |= (uint64_t)1 << (r->tilde[k] - 1);
        }
    return set;
}

/* A set that was made before the forms were there treats them as what they look like. */
static uint64_t joined_bits(const struct bm_variant_reader *r, uint64_t set, unsigned kinds)
{
    for (unsigned k = 0; k < kinds; k++)
        if (r->tilde[k]) {
            const uint64_t bit = (uint64_t)1 << (r->tilde[k] - 1);
            set = (set >> k & 1) != 0 ? set | bit : set & ~bit;
        }
    return set;
}

static void name_tildes(struct bm_variant_reader *r, struct bm_desc_piece *p, unsigned kinds)
{
    for (unsigned side = 0; side < 2; side++) {
        p->promotes[side] = moved_bits(r, p->promotes[side], kinds);
        for (unsigned i = 0; i < p->promotes_count[side]; i++) {
            const uint8_t form = r->tilde[p->order[side][i]];
            if (form)
                p->order[side][i] = (uint8_t)(form - 1);
        }
    }
}

static bool add_tilde(struct bm_variant_reader *r, unsigned target, unsigned promoter)
{
    struct bm_desc *const d = r->d;
    if (d->kinds == BM_MAX_KINDS) {
        bm_report_error(r->report, d->piece[target].place, "piece",
                        "too many pieces: with the promoted forms that captures need there are "
                        "more than 64",
                        "", NULL);
        return false;
    }
    struct bm_desc_piece *const p = &d->piece[d->kinds];
    *p = d->piece[target];
    p->letter[1] = '~';
    p->letter[2] = '\0';
    p->tilde = true;
    p->base = d->piece[promoter].base;
    d->limit[d->kinds] = d->limit[target];
    r->tilde[target] = (uint8_t)++d->kinds;
    return true;
}

void bm_read_tildes(struct bm_variant_reader *r)
{
    struct bm_desc *const d = r->d;
    const unsigned kinds = d->kinds;
    if (d->hands != BM_HANDS_CAPTURES || !d->demote)
        return;
    for (unsigned k = 0; k < kinds; k++) {
        const unsigned promoter = promoter_of(d, k);
        if (d->piece[k].letter[0] != '+' && promoter != BM_MAX_KINDS &&
            !add_tilde(r, k, promoter))
            return;
    }
    for (unsigned k = 0; k < d->kinds; k++)
        name_tildes(r, &d->piece[k], kinds);
    for (unsigned i = 0; i < d->terms; i++) {
        d->term[i].victims = joined_bits(r, d->term[i].victims, kinds);
        d->term[i].hurdles = joined_bits(r, d->term[i].hurdles, kinds);
    }
}
