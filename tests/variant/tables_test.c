/* SPDX-License-Identifier: MIT */
/*
 * The tables of every game of the library against a slow twin that walks from square to square
 * by the steps of the description, and against themselves seen from the other side.
 */
#include "slow_steps.h"
#include "tap.h"
#include "variant/betza/betza.h"

enum { BLOCK = 24 << 20, WORK = 6 << 20, BOARDS = 3 };

struct loaded {
    struct bm_desc d;
    struct bm_issues issues;
    struct bm_compiled *g;
    unsigned char *work;
};

static bool load(struct loaded *l, const char *text)
{
    struct bm_findings report = {.issues = &l->issues};
    struct bm_arena arena = {.mem = l->work, .size = WORK};
    memset(&l->d, 0, sizeof l->d);
    memset(&l->issues, 0, sizeof l->issues);
    return bm_desc_read(&l->d, &arena, text, strlen(text), NULL, &report) &&
           bm_compile(l->g, BLOCK, &l->d, &arena, &report) != 0 && l->issues.errors == 0;
}

static struct loaded *loaded_new(void)
{
    struct loaded *const l = calloc(1, sizeof *l);
    if (!l)
        abort();
    l->g = aligned_alloc(64, BLOCK);
    l->work = aligned_alloc(64, WORK);
    if (!l->g || !l->work)
        abort();
    return l;
}

static void loaded_free(struct loaded *l)
{
    free(l->g);
    free(l->work);
    free(l);
}

static uint64_t seed = 1;
static unsigned dice(unsigned n)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((seed >> 33) % n);
}

static bool same(const struct bm_cells *a, const struct bm_cells *b)
{
    return !memcmp(a, b, sizeof *a);
}

/* ---- what the tables say ---- */

static struct bm_cells set_at(const struct bm_compiled *g, uint32_t at)
{
    struct bm_cells c = {0};
    if (at)
        memcpy(c.w, bm_compiled_at(g, at), 8u * g->words);
    return c;
}

static struct bm_cells row(const struct bm_compiled *g, uint32_t table, unsigned sq)
{
    return set_at(g, table ? table + 8u * g->words * sq : 0);
}

static int next(const struct bm_cells *c, int at, bool down)
{
    for (at += down ? -1 : 1; at >= 0 && at < BM_MAX_SQUARES; at += down ? -1 : 1)
        if (bm_cells_has(c, (unsigned)at))
            return at;
    return -1;
}

static void hit(const struct board *b, unsigned side, unsigned sq, unsigned way,
                uint64_t victims, struct reach *out)
{
    const bm_piece p = b->at[sq];
    if (!p && way & BM_WAY_MOVE)
        bm_cells_add(&out->to[0], sq);
    if (!p && way & BM_WAY_EP)
        bm_cells_add(&out->to[2], sq);
    if (p && bm_piece_side(p) != side && way & BM_WAY_TAKE && victims >> bm_piece_kind(p) & 1)
        bm_cells_add(&out->to[1], sq);
}

static void odd_reach(const struct bm_compiled *g, const struct board *b, unsigned side,
                      const struct bm_odd *o, struct reach *out)
{
    const struct bm_cells ray = set_at(g, o->ray), gate = set_at(g, o->gate);
    const uint8_t *const path = o->path ? bm_compiled_at(g, o->path) : NULL;
    for (unsigned sq = 0; sq < g->squares; sq++)
        if (bm_cells_has(&gate, sq) && b->at[sq])
            return;
    unsigned hurdles = 0, n = 0;
    bool behind = false;
    for (int sq = o->down ? BM_MAX_SQUARES : -1; n < o->length; n++) {
        sq = path ? path[n] : next(&ray, sq, o->down);
        const bm_piece p = b->at[sq];
        if (!(o->way & BM_WAY_HOP)) {
            hit(b, side, (unsigned)sq, o->way, o->victims, out);
            if (p)
                return;
            continue;
        }
        if (hurdles == 1 && (!(o->way & BM_WAY_BEHIND) || behind))
            hit(b, side, (unsigned)sq, o->way, o->victims, out);
        behind = false;
        if (p) {
            if (hurdles++ || !(o->hurdles >> bm_piece_kind(p) & 1))
                return;
            behind = true;
        }
    }
}

static void table_reach(const struct bm_compiled *g, const struct board *b, unsigned side,
                        unsigned kind, unsigned from, struct reach *out)
{
    const struct bm_mover *const m = &bm_compiled_man(g, side, kind)->move;
    const struct bm_ray *const ray = bm_compiled_at(g, m->rays);
    const uint32_t *const index = bm_compiled_at(g, m->odd);
    const struct bm_odd *const list = bm_compiled_at(g, g->odd_list);
    const struct bm_cells leap[3] = {row(g, m->quiet, from), row(g, m->take, from),
                                     row(g, m->ep, from)};
    static const unsigned way[3] = {BM_WAY_MOVE, BM_WAY_TAKE, BM_WAY_EP};
    memset(out, 0, sizeof *out);
    for (unsigned sq = 0; sq < g->squares; sq++)
        for (unsigned i = 0; i < 3; i++)
            if (bm_cells_has(&leap[i], sq))
                hit(b, side, sq, way[i], ~(uint64_t)0, out);
    for (unsigned i = 0; i < m->ray_count; i++) {
        const struct bm_cells r = row(g, ray[i].table, from);
        int sq = ray[i].down ? BM_MAX_SQUARES : -1;
        while ((sq = next(&r, sq, ray[i].down)) >= 0) {
            hit(b, side, (unsigned)sq, ray[i].way, ~(uint64_t)0, out);
            if (b->at[sq])
                break;
        }
    }
    for (uint32_t i = m->odd ? index[from] : 0; m->odd && i < index[from + 1]; i++)
        odd_reach(g, b, side, &list[i], out);
}

/* ---- attacks as the tables have them ---- */

static bool is_open(const struct bm_compiled *g, const struct board *b,
                    const struct bm_reach *r)
{
    const struct bm_cells between = set_at(g, r->between);
    unsigned n = 0;
    bool good = true;
    for (unsigned sq = 0; sq < g->squares; sq++)
        if (bm_cells_has(&between, sq) && b->at[sq]) {
            n++;
            good = r->hurdles >> bm_piece_kind(b->at[sq]) & 1;
        }
    if (!(r->way & BM_WAY_HOP))
        return n == 0;
    if (r->way & BM_WAY_BEHIND)
        return n == 0 && b->at[r->hurdle] && r->hurdles >> bm_piece_kind(b->at[r->hurdle]) & 1;
    return n == 1 && good;
}

static struct bm_cells attackers(const struct bm_compiled *g, const struct board *b,
                                 unsigned by, unsigned sq)
{
    const struct bm_attacks *const a = &g->attacks[by];
    const struct bm_sights *const group = bm_compiled_at(g, a->lines);
    const struct bm_sight *const list = bm_compiled_at(g, g->line_list);
    const uint16_t *const index = bm_compiled_at(g, a->pair_index);
    const struct bm_reach *const pairs = bm_compiled_at(g, a->pairs);
    const struct bm_cells near = row(g, a->near, sq), pair_near = row(g, a->pair_near, sq);
    const unsigned victim = bm_piece_kind(b->at[sq]);
    struct bm_cells found = {0};
    for (unsigned x = 0; x < g->squares; x++) {
        const bm_piece p = b->at[x];
        if (!p || bm_piece_side(p) != by)
            continue;
        const struct bm_cells take =
            row(g, bm_compiled_man(g, by, bm_piece_kind(p))->move.take, x);
        if (bm_cells_has(&near, x) && bm_cells_has(&take, sq))
            bm_cells_add(&found, x);
        if (!a->pair_index || !bm_cells_has(&pair_near, x))
            continue;
        for (const struct bm_reach *r = &pairs[index[sq * g->squares + x] - 1];; r++) {
            if (r->kinds >> bm_piece_kind(p) & 1 && r->victims >> victim & 1 &&
                a->pair_kinds >> bm_piece_kind(p) & 1 && is_open(g, b, r))
                bm_cells_add(&found, x);
            if (r->last)
                break;
        }
    }
    for (unsigned i = 0; i < a->line_groups; i++)
        for (unsigned k = 0; k < group[i].count; k++) {
            const struct bm_sight *const s = &list[group[i].first + k];
            const struct bm_cells line = row(g, s->table, sq);
            const struct bm_cells cross = row(g, group[i].cross, sq);
            int x = s->down ? BM_MAX_SQUARES : -1;
            while ((x = next(&line, x, s->down)) >= 0 && !b->at[x])
                ;
            if (x >= 0 && bm_piece_side(b->at[x]) == by && bm_cells_has(&cross, (unsigned)x) &&
                group[i].kinds >> bm_piece_kind(b->at[x]) & 1)
                bm_cells_add(&found, (unsigned)x);
        }
    return found;
}

/* ---- checks ---- */

static void throw_pieces(const struct bm_desc *d, struct board *b, unsigned one_in)
{
    for (unsigned sq = 0; sq < BM_MAX_SQUARES; sq++)
        b->at[sq] = sq < d->squares && bm_cells_has(&d->board, sq) && dice(one_in) == 0
                        ? bm_piece_of(dice(d->kinds), dice(2))
                        : 0;
}

static bool forward_agree(const struct loaded *l, const struct bm_compiled *g,
                          const struct board *b)
{
    struct reach slow, fast;
    for (unsigned side = 0; side < 2; side++)
        for (unsigned kind = 0; kind < l->d.kinds; kind++)
            for (unsigned sq = 0; sq < l->d.squares; sq++) {
                if (!bm_cells_has(&l->d.board, sq))
                    continue;
                slow_reach(&l->d, b, side, kind, sq, &slow);
                table_reach(g, b, side, kind, sq, &fast);
                if (memcmp(&slow, &fast, sizeof slow) != 0) {
                    printf("# %s: %s of side %u on %u\n", l->d.id, l->d.piece[kind].letter,
                           side, sq);
                    return false;
                }
            }
    return true;
}

static bool attacks_agree(const struct loaded *l, const struct board *b)
{
    static struct bm_cells on[BM_MAX_SQUARES];
    memset(on, 0, sizeof on);
    for (unsigned from = 0; from < l->d.squares; from++) {
        const bm_piece p = b->at[from];
        struct reach slow;
        if (!p)
            continue;
        slow_reach(&l->d, b, bm_piece_side(p), bm_piece_kind(p), from, &slow);
        for (unsigned sq = 0; sq < l->d.squares; sq++)
            if (bm_cells_has(&slow.to[1], sq))
                bm_cells_add(&on[sq], from);
    }
    for (unsigned sq = 0; sq < l->d.squares; sq++) {
        if (!b->at[sq])
            continue;
        const struct bm_cells seen = attackers(l->g, b, !bm_piece_side(b->at[sq]), sq);
        if (!same(&seen, &on[sq])) {
            printf("# %s: attacks on %u\n", l->d.id, sq);
            return false;
        }
    }
    return true;
}

static struct bm_cells flipped(const struct bm_compiled *g, const struct bm_cells *c)
{
    const uint8_t *const flip = bm_compiled_at(g, g->flip);
    struct bm_cells out = {0};
    for (unsigned sq = 0; sq < g->squares; sq++)
        if (bm_cells_has(c, sq))
            bm_cells_add(&out, flip[sq]);
    return out;
}

/* Whether all that a kind's moves rest on looks the same from both sides. */
static bool is_fair(const struct loaded *l, unsigned kind)
{
    const struct bm_cells initial = flipped(l->g, &bm_compiled_man(l->g, 0, kind)->initial);
    bool fair = same(&initial, &bm_compiled_man(l->g, 1, kind)->initial);
    for (unsigned i = 0; i < l->d.zones; i++) {
        const struct bm_cells zone = flipped(l->g, &l->d.zone[i].cells[0]);
        fair &= same(&zone, &l->d.zone[i].cells[1]);
    }
    return fair;
}

/* A board and its mirror image with the colours changed: the same moves, mirrored. */
static bool twins_agree(const struct loaded *l, const struct board *b)
{
    const uint8_t *const flip = bm_compiled_at(l->g, l->g->flip);
    struct board image = {0};
    for (unsigned sq = 0; sq < l->d.squares; sq++)
        if (b->at[sq])
            image.at[flip[sq]] =
                bm_piece_of(bm_piece_kind(b->at[sq]), !bm_piece_side(b->at[sq]));
    for (unsigned kind = 0; kind < l->d.kinds; kind++)
        for (unsigned sq = 0; sq < l->d.squares && is_fair(l, kind); sq++) {
            struct reach white, black;
            if (!bm_cells_has(&l->d.board, sq))
                continue;
            table_reach(l->g, b, 0, kind, sq, &white);
            table_reach(l->g, &image, 1, kind, flip[sq], &black);
            for (unsigned i = 0; i < 3; i++) {
                const struct bm_cells want = flipped(l->g, &white.to[i]);
                if (!same(&want, &black.to[i]))
                    return false;
            }
        }
    return true;
}

static void check_game(struct loaded *l, const char *name, const char *text)
{
    if (!ok_named(load(l, text), "%s compiles", name)) {
        printf("# %s\n", l->issues.count ? l->issues.list[0].message : "");
        return;
    }
    bool forward = true, attacks = true, twins = true;
    for (unsigned i = 0; i < BOARDS; i++) {
        static const unsigned one_in[BOARDS] = {12, 5, 2};
        struct board b;
        throw_pieces(&l->d, &b, one_in[i]);
        forward = forward && forward_agree(l, l->g, &b);
        attacks = attacks && attacks_agree(l, &b);
        twins = twins && twins_agree(l, &b);
    }
    ok_named(forward, "%s: tables lead where the steps lead", name);
    ok_named(attacks, "%s: attacks seen backwards are those seen forwards", name);
    ok_named(twins, "%s: the other side has the mirrored tables", name);

    struct bm_compiled *const copy = aligned_alloc(64, (l->g->size + 63u) & ~63u);
    struct board b;
    if (!copy)
        abort();
    memcpy(copy, l->g, l->g->size);
    throw_pieces(&l->d, &b, 4);
    ok_named(forward_agree(l, copy, &b), "%s: a copy of the block says the same", name);
    free(copy);
}

static void test_library(void)
{
    struct loaded *const l = loaded_new();
    const struct bm_variant *v;
    for (unsigned i = 0; (v = bm_variant_at(i)) != NULL; i++)
        check_game(l, v->name, v->text);
    loaded_free(l);
}

/* Moves that no game of the library has, and boards. */
static void test_odd_moves(void)
{
    static const char *const boards[][2] = {
        {"8x8", "8/8/8/8/8/8/8/8"},
        {"{size: 6x5, wrap: x}", "6/6/6/6/6"},
        {"{size: 6x6, wrap: x y}", "6/6/6/6/6/6"},
        {"{size: 4x4x4, forward: y z}", "4/4/4/4|4/4/4/4|4/4/4/4|4/4/4/4"},
        {"{size: 3x3x3x3, forward: y w}",
         "3/3/3|3/3/3|3/3/3|3/3/3|3/3/3|3/3/3|3/3/3|3/3/3|3/3/3"},
        {"{size: 7x7, holes: [d4, a1, a7]}", "*6/7/7/3*3/7/7/*6"},
        {"{size: 5x4x3, wrap: x, forward: y z}", "5/5/5/5|5/5/5/5|5/5/5/5"},
        {"{size: 7x7, flip: rotate, zones: {z: rank 2-5}}", "7/7/7/7/7/7/7"}};
    static const char *const moves[] = {
        "NN",     "[F?R]",      "[W-B]",    "nNN",        "pQ gQ",  "mR cpR",
        "nA2",    "gNN",        "Q>K",      "pR^K>!K",    "R3 fB2", "cefF mfW imfnD",
        "eR",     "(1,3)",      "KAD nD",   "bsN fN",     "mNcK",   "[N?B]>K",
        "<1,2>0", "imfnH efF3", "frlbW fB", "mU cW",      "nZ nC",  "[F?B2] W4",
        "RR",     "QRK",        "DD AA",    "p(1,2)4 iQ", "U>K",    "nH2"};
    static const char *const zoned[] = {"R@z", "B@@z", "nN@@z", "pR@@z", "iR@z fW", "cQ@z mK"};
    struct loaded *const l = loaded_new();
    char text[1024], name[256];
    for (unsigned i = 0; i < sizeof boards / sizeof *boards; i++) {
        const bool has_zone = strstr(boards[i][0], "zones") != NULL;
        const unsigned n = has_zone ? 6 : 30;
        for (unsigned k = 0; k < n; k++) {
            const char *const move = has_zone ? zoned[k] : moves[k];
            snprintf(name, sizeof name, "'%s' on %s", move, boards[i][0]);
            snprintf(text, sizeof text,
                     "variant: t\nboard: %s\nroyal: none\npieces:\n"
                     "  K: {move: '%s', initial: all}\n  A: '%s'\nstart: '%s w'\n",
                     boards[i][0], move, move, boards[i][1]);
            check_game(l, name, text);
        }
    }
    loaded_free(l);
}

/* ---- digests ---- */

static const char chess[] = "variant: chess\nboard: 8x8\npieces:\n"
                            "  K: {move: K, royal: yes}\n  Q: Q\n  R: R\n  B: B\n  N: N\n"
                            "  P: {move: mfW cefF imfnD, promotes: Q R B N}\n"
                            "promotion: {zone: rank 8}\ncastling: {K: g1 f1, Q: c1 d1}\n"
                            "start: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
                            "end: {stalemate: draw, repetition: 3, quiet: 50}\n";

static uint64_t digest_of(struct loaded *l, const char *from, const char *to)
{
    char text[2048];
    const char *const at = *from ? strstr(chess, from) : chess + strlen(chess);
    if (!at)
        abort();
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - chess), chess, to, at + strlen(from));
    if (!load(l, text)) {
        printf("# %s\n", l->issues.count ? l->issues.list[0].message : "?");
        return 0;
    }
    return l->g->digest;
}

static void test_digest(void)
{
    static const char *const alike[][2] = {
        {"variant: chess", "variant: mine"},
        {"variant: chess", "variant: chess\ntitle: My own\nabout: A game."},
        {"  Q: Q\n  R: R\n", "  R: R\n  Q: Q\n"},
        {"  Q: Q\n", "  Q: {move: Q, name: lady, value: 1234}\n"},
        {"mfW cefF imfnD", "imfnD cefF mfW"},
        {"  Q: Q\n", "  Q: RB\n"},
        {"promotes: Q R B N", "promotes: N B R Q"},
        {"K: g1 f1, Q: c1 d1", "Q: c1 d1, K: g1 f1"},
        {"w KQkq", "w -"},
        {"end: {", "turn: 1\nend: {"}};
    static const char *const other[][2] = {
        {"  N: N\n", "  N: C\n"},
        {"  N: N\n", "  N: nN\n"},
        {"  N: N\n", "  N: mN\n"},
        {"  B: B\n", "  B: B7W\n"},
        {"  R: R\n", "  R: R6\n"},
        {"mfW cefF imfnD", "mfW cfF imfnD"},
        {"mfW cefF imfnD", "mfW cefF imfD"},
        {"mfW cefF imfnD", "mfW cefF mfnD"},
        {"promotes: Q R B N}", "promotes: Q R B}"},
        {"promotes: Q R B N}", "promotes: Q R B N, initial: rank 3}"},
        {"zone: rank 8", "zone: rank 7-8"},
        {"zone: rank 8", "zone: rank 8, limit: {Q: 1}"},
        {"zone: rank 8", "zone: rank 8, on: either"},
        {"K: g1 f1", "K: f1 e1"},
        {"Q: c1 d1", "Q: b1 c1"},
        {"stalemate: draw", "stalemate: loss"},
        {"stalemate: draw", "stalemate: draw, checkmate: win"},
        {"repetition: 3", "repetition: 4"},
        {"repetition: 3", "repetition: {count: 3}"},
        {", quiet: 50", ""},
        {"quiet: 50", "quiet: 70"},
        {"quiet: 50", "quiet: 50, checks: 3"},
        {"quiet: 50", "quiet: 50, goal: {piece: K, zone: d4-e5}"},
        {"quiet: 50", "quiet: 50, extinct: {pieces: Q}"},
        {"K: {move: K, royal: yes}", "K: {move: KN, royal: yes}"},
        {"  Q: Q\n", "  Q: {move: Q, royal: yes}\n"},
        {"board: 8x8", "board: {size: 8x8, wrap: x}"},
        {"board: 8x8", "board: {size: 8x8, flip: rotate}"},
        {"end: {", "turn: 2\nend: {"},
        {"end: {", "turn: {capture: again}\nend: {"},
        {"end: {", "pass: yes\nend: {"},
        {"end: {", "hands: captures\nend: {"},
        {"end: {", "rules: {must-capture: yes}\nend: {"},
        {"end: {", "rules: {check: forbidden}\nend: {"},
        {"end: {", "rules: {explode: {spare: P}}\nend: {"},
        {"end: {", "royal: all\nend: {"}};
    struct loaded *const l = loaded_new();
    const uint64_t plain = digest_of(l, "", "");
    ok_named(plain != 0, "chess has a digest");
    for (unsigned i = 0; i < sizeof alike / sizeof *alike; i++)
        ok_named(digest_of(l, alike[i][0], alike[i][1]) == plain, "the same rules: %s",
                 alike[i][1]);
    uint64_t seen[64] = {plain};
    for (unsigned i = 0; i < sizeof other / sizeof *other; i++) {
        const uint64_t digest = digest_of(l, other[i][0], other[i][1]);
        bool fresh = digest != 0;
        for (unsigned k = 0; k <= i; k++)
            fresh &= seen[k] != digest;
        seen[i + 1] = digest;
        ok_named(fresh, "other rules: %s", other[i][1][0] ? other[i][1] : other[i][0]);
    }
    loaded_free(l);
}

int main(void)
{
    test_digest();
    test_odd_moves();
    test_library();
    return tap_done();
}
