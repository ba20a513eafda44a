/* SPDX-License-Identifier: MIT */
/* Names of openings: reading a table, and looking at positions. */
#include "wasm/openings.h"
#include "wasm/study.h"

enum { PLACES = 8, LINE_PLIES = 64, SHOGI_SQUARES = 81 };

struct named_position {
    uint64_t key;
    int32_t name;
};

/* A piece of a shape, as the first side has it. */
struct place {
    uint8_t kind;
    bool is_opponents, in_hand;
    bm_sq sq;
};

struct shape {
    bool is_castle;
    unsigned until; /* ply */
    unsigned count;
    struct place places[PLACES];
    int32_t name;
};

struct bm_opening_table {
    const struct bm_rules *rules;     /* held */
    struct named_position *positions; /* by key */
    size_t position_count, position_cap;
    struct shape *shapes;
    size_t shape_count, shape_cap;
};

struct bm_opening_table *BM_WEB(bm_web_openings_create)(struct bm_web *w,
                                                        const struct bm_rules *rules);
void BM_WEB(bm_web_openings_free)(struct bm_opening_table *o);
void BM_WEB(bm_web_openings_at)(struct bm_web *w, const struct bm_opening_table *o,
                                struct bm_web_study *s, bm_node n);

/* ---- Chess: positions ---- */

/* Where a key is, or would be. */
static size_t find_position_key(const struct bm_opening_table *o, uint64_t key)
{
    size_t low = 0, high = o->position_count;
    while (low < high) {
        const size_t mid = (low + high) / 2;
        if (o->positions[mid].key < key)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

/* The first of several lines that lead to a position names it. */
static bool add_position(struct bm_opening_table *o, uint64_t key, int32_t name)
{
    const size_t at = find_position_key(o, key);
    void *mem = o->positions;
    if (at < o->position_count && o->positions[at].key == key)
        return true;
    if (!bm_grow(&mem, &o->position_cap, o->position_count + 1, sizeof *o->positions))
        return false;
    o->positions = mem;
    memmove(o->positions + at + 1, o->positions + at,
            (o->position_count - at) * sizeof *o->positions);
    o->positions[at] = (struct named_position){key, name};
    o->position_count++;
    return true;
}

/* ---- Words ---- */

/* Cut what comes before `end` off a text. */
static struct bm_text cut_until(struct bm_text *rest, char end)
{
    struct bm_text word = {rest->s, 0};
    while (word.len < rest->len && word.s[word.len] != end)
        word.len++;
    const size_t used = word.len < rest->len ? word.len + 1 : word.len;
    rest->s += used;
    rest->len -= used;
    return word;
}

/* Moves in SAN. */
static bool read_moves(struct bm_opening_table *o, struct bm_ctx *ctx, struct bm_text line,
                       int32_t name)
{
    bm_ctx_start(ctx);
    while (line.len != 0) {
        const struct bm_text word = cut_until(&line, ' ');
        bm_move m;
        if (bm_ctx_read_move(ctx, BM_STYLE_SAN, word.s, word.len, &m, NULL) != BM_OK ||
            bm_ctx_play(ctx, m) != 0)
            return false;
    }
    return add_position(o, bm_ctx_key(ctx), name);
}

/* ---- Shogi: shapes ---- */

/* K88, p33 of the opponent, B* in hand. */
static bool read_place(struct place *out, struct bm_text word)
{
    static const char letters[] = "PLNSGBRK";
    if (word.len < 2)
        return false;
    out->is_opponents = word.s[0] >= 'a';
    const char letter = (char)(out->is_opponents ? word.s[0] - 'a' + 'A' : word.s[0]);
    const char *const at = memchr(letters, letter, sizeof letters - 1);
    if (!at)
        return false;
    out->kind = (uint8_t)(at - letters);
    out->in_hand = word.len == 2 && word.s[1] == '*';
    if (out->in_hand)
        return true;
    if (word.len != 3 || word.s[1] < '1' || word.s[1] > '9' || word.s[2] < '1' ||
        word.s[2] > '9')
        return false;
    out->sq = (bm_sq)((word.s[1] - '1') * 9 + word.s[2] - '1');
    return true;
}

/* KIND UNTIL PLACE…, separated by blanks. */
static bool read_shape(struct bm_opening_table *o, struct bm_text line, int32_t name)
{
    struct shape shape = {.name = name};
    void *mem = o->shapes;
    shape.is_castle = cut_until(&line, ' ').len == strlen("castle");
    const struct bm_text until = cut_until(&line, ' ');
    for (size_t i = 0; i < until.len; i++)
        shape.until = shape.until * 10 + (unsigned)(until.s[i] - '0');
    while (line.len != 0)
        if (shape.count == PLACES ||
            !read_place(&shape.places[shape.count++], cut_until(&line, ' ')))
            return false;
    if (shape.count == 0 ||
        !bm_grow(&mem, &o->shape_cap, o->shape_count + 1, sizeof *o->shapes))
        return false;
    o->shapes = mem;
    o->shapes[o->shape_count++] = shape;
    return true;
}

/* Whether the pieces of a side have a shape. */
static bool has_shape(const struct shape *shape, const struct bm_ctx *ctx, unsigned side)
{
    for (unsigned i = 0; i < shape->count; i++) {
        const struct place *const p = &shape->places[i];
        const unsigned owner = p->is_opponents ? side ^ 1u : side;
        const bm_sq sq = side ? (bm_sq)(SHOGI_SQUARES - 1 - p->sq) : p->sq;
        if (p->in_hand ? bm_ctx_hand(ctx, owner, p->kind) == 0
                       : bm_ctx_piece(ctx, sq) != bm_piece_of(p->kind, owner))
            return false;
    }
    return true;
}

/* The largest shape of the side that has moved names its opening, or its castle. */
static void look_at_shapes(struct bm_naming *n, const struct bm_opening_table *o,
                           const struct bm_ctx *ctx, unsigned ply)
{
    const unsigned side = bm_ctx_turn(ctx) ^ 1u;
    unsigned best[2] = {0, 0};
    for (size_t i = 0; i < o->shape_count; i++) {
        const struct shape *const shape = &o->shapes[i];
        if (ply > shape->until || shape->count <= best[shape->is_castle] ||
            !has_shape(shape, ctx, side))
            continue;
        best[shape->is_castle] = shape->count;
        n->name[side * 2 + shape->is_castle] = shape->name;
    }
}

/* ---- Tables ---- */

/* Read slot 0: a line for each name, moves in chess, shapes in shogi; empty lines are none.
 * NULL: the answer is the number of the line, from 0, that cannot be read. */
struct bm_opening_table *bm_web_openings_create(struct bm_web *w, const struct bm_rules *rules)
{
    struct bm_text rest = bm_web_slot(w, 0);
    struct bm_opening_table *const o = bm_web_alloc(sizeof *o);
    struct bm_ctx *ctx = NULL;
    const bool by_moves = strcmp(bm_rules_info(rules)->name, "shogi") != 0;
    bool good = o && bm_ctx_create(&ctx, rules, LINE_PLIES) == BM_OK;
    if (o)
        o->rules = bm_rules_hold(rules);
    for (int32_t name = 0; good && rest.len != 0; name++) {
        const struct bm_text line = cut_until(&rest, '\n');
        if (line.len != 0)
            good = by_moves ? read_moves(o, ctx, line, name) : read_shape(o, line, name);
        if (!good)
            bm_json_i64(bm_web_answer(w), name);
    }
    bm_ctx_destroy(ctx);
    if (good)
        return o;
    bm_web_openings_free(o);
    return NULL;
}

void bm_web_openings_free(struct bm_opening_table *o)
{
    if (!o)
        return;
    bm_rules_release(o->rules);
    bm_release(o->positions);
    bm_release(o->shapes);
    bm_release(o);
}

bool bm_openings_fit(const struct bm_opening_table *o, const struct bm_rules *rules)
{
    return o && strcmp(bm_rules_info(o->rules)->name, bm_rules_info(rules)->name) == 0;
}

/* ---- Naming ---- */

void bm_naming_begin(struct bm_naming *n)
{
    for (unsigned i = 0; i < BM_NAMES; i++)
        n->name[i] = BM_NAME_NONE;
}

void bm_naming_look(struct bm_naming *n, const struct bm_opening_table *o,
                    const struct bm_ctx *ctx, unsigned ply)
{
    if (!o || ply > BM_NAMED_PLIES)
        return;
    if (o->shape_count != 0) {
        look_at_shapes(n, o, ctx, ply);
        return;
    }
    const uint64_t key = bm_ctx_key(ctx);
    const size_t at = find_position_key(o, key);
    if (at < o->position_count && o->positions[at].key == key)
        n->name[0] = o->positions[at].name;
}

void bm_naming_write(struct bm_buf *out, const struct bm_naming *n)
{
    unsigned count = 0;
    for (unsigned i = 0; i < BM_NAMES; i++)
        if (n->name[i] != BM_NAME_NONE)
            count = i + 1;
    bm_json_begin(out, '[');
    for (unsigned i = 0; i < count; i++) {
        bm_json_i64(out, n->name[i]);
    }
    bm_json_end(out, ']');
}

/* The first moves on the way to a node; gives how many there are. */
static unsigned first_moves(const struct bm_game *game, bm_node n, bm_node *path)
{
    unsigned count = 0;
    for (bm_node m = n; m != BM_NODE_ROOT; m = bm_game_parent(game, m))
        count += bm_game_kind(game, m) != BM_NODE_END;
    unsigned i = count;
    for (bm_node m = n; m != BM_NODE_ROOT; m = bm_game_parent(game, m))
        if (bm_game_kind(game, m) != BM_NODE_END && --i < BM_NAMED_PLIES)
            path[i] = m;
    return count < BM_NAMED_PLIES ? count : BM_NAMED_PLIES;
}

/* The names at a node of a study, by the moves that lead there: numbers of lines, -1 being
 * none.
 */
void bm_web_openings_at(struct bm_web *w, const struct bm_opening_table *o,
                        struct bm_web_study *s, bm_node n)
{
    bm_node path[BM_NAMED_PLIES];
    struct bm_naming naming;
    bm_naming_begin(&naming);
    const bool named = bm_web_study_has(s, n) && bm_openings_fit(o, bm_game_rules(s->game)) &&
                       bm_game_starts_usual(s->game);
    const unsigned plies = named ? first_moves(s->game, n, path) : 0;
    for (unsigned i = 0; i < plies; i++) {
        const struct bm_ctx *const ctx = bm_web_study_ctx(s, path[i]);
        if (ctx)
            bm_naming_look(&naming, o, ctx, i + 1);
    }
    bm_naming_write(bm_web_answer(w), &naming);
}
