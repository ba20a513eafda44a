/* SPDX-License-Identifier: MIT */
#include "record/json/json_tree.h"

#include "base/ascii.h"
#include "game/game.h"

/* An array of alternatives: where it begins and ends. */
struct bm_jump {
    const char *from, *to; /* `to` is NULL while it is open, and if it never ends */
    size_t outer;          /* the one around it that is open too, + 1 */
    unsigned depth;
};

/* A line that is being read, or a list of lines. */
struct bm_jframe {
    const char *at;    /* behind what was read of it */
    bm_node parent;    /* where its next element, or each of its lines, goes */
    bool list;         /* a list of lines */
    bool dead;         /* the line is broken: the rest is passed over */
    const char *later; /* the alternatives to a foul, read when its end has been seen */
    bm_node later_parent;
};

struct bm_jscan bm_jtree_scan(const struct bm_jtree *t, const char *at)
{
    struct bm_jscan j;
    bm_jscan_init(&j, at, t->stop, t->nest, t->limit);
    return j;
}

/* Where the next game may begin behind text that is none: at a brace that begins a line. */
static const char *find_next_game(const struct bm_reading *r, const char *at)
{
    for (const char *s = at; s < r->end && (s = memchr(s, '\n', (size_t)(r->end - s))); s++)
        if (s + 1 < r->end && s[1] == '{')
            return s + 1;
    return r->final ? r->end : NULL;
}

static bool push_jump(struct bm_jtree *t, const char *from, unsigned depth, size_t *open)
{
    void *mem = t->jumps;
    if (!bm_grow(&mem, &t->jump_cap, t->jump_count + 1, sizeof *t->jumps))
        return false;
    t->jumps = mem;
    t->jumps[t->jump_count++] = (struct bm_jump){.from = from, .outer = *open, .depth = depth};
    *open = t->jump_count;
    return true;
}

static size_t find_key(const struct bm_jscan *j, const char *const *keys)
{
    size_t i = 0;
    while (keys[i] && !bm_jscan_is(j, keys[i]))
        i++;
    return i;
}

/* To the next token that is no blank: where a value begins. */
static const char *value_at(const struct bm_jscan *j)
{
    const char *s = j->at;
    while (s < j->end && bm_is_space(*s))
        s++;
    return s;
}

/* Pass over the game; BM_JSON_DONE, or why not. The scan stands at the brace. */
static enum bm_json_token survey_game(struct bm_jtree *t, struct bm_jscan *j,
                                      const char *const *keys, const char **values)
{
    size_t open = 0;
    for (;;) {
        enum bm_json_token token = bm_jscan_next(j);
        if (token == BM_JSON_BAD || token == BM_JSON_CUT || token == BM_JSON_DONE)
            return token;
        if (token == BM_JSON_CLOSE && open && t->jumps[open - 1].depth == j->depth) {
            t->jumps[open - 1].to = j->at;
            open = t->jumps[open - 1].outer;
        }
        if (token != BM_JSON_KEY)
            continue;
        if (j->depth == 1 && keys[find_key(j, keys)])
            values[find_key(j, keys)] = value_at(j);
        if (bm_jscan_is(j, t->forks) && value_at(j) < j->end && *value_at(j) == '[' &&
            !push_jump(t, value_at(j), j->depth, &open))
            return BM_JSON_BAD;
    }
}

static enum bm_reading_step give_up(struct bm_jtree *t, const char *at, const char *what)
{
    struct bm_reading *const r = t->r;
    t->stop = at;
    t->end = find_next_game(r, at);
    if (!t->end)
        return BM_STEP_MORE;
    bm_reading_say(r, BM_SAY_DEFECT, at, what);
    return BM_STEP_GAME;
}

/* Find the text of the game, and where the values of its keys stand. */
static enum bm_reading_step open_game(struct bm_jtree *t, const char *const *keys,
                                      const char **values)
{
    struct bm_reading *const r = t->r;
    const char *s = r->s;
    void *nest = NULL;
    /* A variation lies three levels deeper than the line that it belongs to. */
    t->limit = 3 * (bm_game_limits(r->game)->depth < 100000 ? bm_game_limits(r->game)->depth
                                                            : 100000) +
               16;
    for (size_t i = 0; keys[i]; i++)
        values[i] = NULL;
    /* Games may also be the items of an array. */
    while (s < r->end && (bm_is_space(*s) || *s == ',' || *s == '[' || *s == ']'))
        s++;
    if (s == r->end)
        return BM_STEP_NONE;
    if (*s != '{')
        return give_up(t, s, "a game in JSON begins with {");
    if (!bm_grow(&nest, &t->nest_cap, t->limit, 1))
        return give_up(t, s, "out of memory");
    t->nest = nest;
    t->stop = r->end;
    struct bm_jscan j = bm_jtree_scan(t, s);
    const enum bm_json_token token = survey_game(t, &j, keys, values);
    if (token == BM_JSON_CUT)
        return r->final ? give_up(t, j.at, "the text ends inside the game") : BM_STEP_MORE;
    if (token == BM_JSON_BAD)
        return give_up(t, j.at, *j.what ? j.what : "out of memory");
    t->end = t->stop = j.at;
    return BM_STEP_GAME;
}

enum bm_reading_step bm_jtree_game(struct bm_jtree *t, const char *const *keys,
                                   void (*game)(struct bm_jtree *t, const char *const *values))
{
    const char *values[BM_JTREE_KEYS];
    enum bm_reading_step step = open_game(t, keys, values);
    if (step == BM_STEP_GAME) {
        game(t, values);
        step = bm_reading_done(t->r, t->end);
    }
    bm_release(t->nest);
    bm_release(t->jumps);
    bm_release(t->frames);
    bm_buf_free(&t->text);
    return step;
}

/* The end of the alternatives that begin at `from`; NULL if they have none. */
static const char *jump_from(const struct bm_jtree *t, const char *from)
{
    size_t low = 0, high = t->jump_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (t->jumps[middle].from < from)
            low = middle + 1;
        else
            high = middle;
    }
    return low < t->jump_count && t->jumps[low].from == from ? t->jumps[low].to : NULL;
}

/* The values of an object and its alternatives; returns what is behind it, NULL if cut. */
static const char *pass_object(struct bm_jtree *t, const char *at, const char *const *keys,
                               const char **values, const char **forks)
{
    struct bm_jscan j = bm_jtree_scan(t, at);
    for (size_t i = 0; keys[i]; i++)
        values[i] = NULL;
    *forks = NULL;
    if (bm_jscan_next(&j) != BM_JSON_OBJECT)
        return NULL;
    for (;;) {
        const enum bm_json_token token = bm_jscan_next(&j);
        if (token == BM_JSON_CLOSE)
            return j.at;
        if (token != BM_JSON_KEY)
            return NULL;
        const char *const value = value_at(&j);
        const size_t key = find_key(&j, keys);
        if (keys[key])
            values[key] = value;
        if (bm_jscan_is(&j, t->forks) && value < t->stop && *value == '[') {
            *forks = value;
            const char *const to = jump_from(t, value);
            if (!to || !bm_jscan_jump(&j, to))
                return NULL;
        } else if (!bm_jscan_skip(&j, bm_jscan_next(&j))) {
            if (keys[key])
                values[key] = NULL;
            return NULL;
        }
    }
}

bool bm_jtree_object(struct bm_jtree *t, const char *at, const char *const *keys,
                     const char **values)
{
    const char *forks;
    return pass_object(t, at, keys, values, &forks) != NULL;
}

bool bm_jtree_int(const struct bm_jtree *t, const char *at, int64_t *out)
{
    if (!at)
        return false;
    struct bm_jscan j = bm_jtree_scan(t, at);
    return bm_jscan_next(&j) == BM_JSON_NUMBER && bm_jscan_int(&j, out);
}

bool bm_jtree_text(struct bm_jtree *t, const char *at, struct bm_text *out)
{
    if (!at)
        return false;
    struct bm_jscan j = bm_jtree_scan(t, at);
    if (bm_jscan_next(&j) != BM_JSON_STRING)
        return false;
    t->text.len = 0;
    bm_jscan_text(&j, &t->text);
    *out = (struct bm_text){t->text.len ? t->text.s : "", t->text.len};
    return true;
}

static bool push_frame(struct bm_jtree *t, const char *at, bm_node parent, bool list)
{
    void *mem = t->frames;
    if (!bm_grow(&mem, &t->frame_cap, t->frame_count + 1, sizeof *t->frames))
        return false;
    t->frames = mem;
    t->frames[t->frame_count++] = (struct bm_jframe){.at = at, .parent = parent, .list = list};
    return true;
}

/* The next item of the array that a frame is in, or its end. */
static const char *next_item(const struct bm_jtree *t, const char *at)
{
    while (at < t->stop && (bm_is_space(*at) || *at == ','))
        at++;
    return at;
}

/* Pass over an item that is not what it should be; false if that cannot be done. */
static bool pass_item(struct bm_jtree *t, struct bm_jframe *f)
{
    struct bm_jscan j = bm_jtree_scan(t, f->at);
    if (!bm_jscan_skip(&j, bm_jscan_next(&j)))
        return false;
    f->at = j.at;
    return true;
}

/* One element of the line on top; false if there is nothing more to read. */
static bool read_frame_element(struct bm_jtree *t, struct bm_jframe *f)
{
    struct bm_reading *const r = t->r;
    const char *values[BM_JTREE_KEYS + 1], *forks;
    const char *const at = f->at;
    const bm_node before = f->parent;

    if (*at != '{') {
        if (!f->dead)
            bm_reading_bad_move(r, at, "a line of moves holds objects only");
        f->dead = true;
        return pass_item(t, f);
    }
    const char *const behind = pass_object(t, at, t->keys, values, &forks);
    if (f->dead) {
        f->at = behind;
        return behind != NULL;
    }
    t->element(t, values, at);
    if (f->later) { /* the end of the foul has been seen, or does not come */
        forks = f->later;
        f->at = behind ? behind : t->stop;
        f->later = NULL;
        f->dead = true;
        return push_frame(t, forks + 1, f->later_parent, true);
    }
    f->parent = r->at;
    f->dead = r->broken || r->over;
    f->at = behind ? behind : t->stop;
    /* Behind a foul that no end has explained there is nothing to be an alternative to. */
    const bool gone = before != BM_NODE_ROOT && bm_game_parent(r->game, before) == BM_NODE_NONE;
    if (!forks || r->over || gone)
        return behind != NULL;
    if (r->foul) {
        f->later = forks;
        f->later_parent = before;
        return behind != NULL;
    }
    return push_frame(t, forks + 1, before, true);
}

/* A line or a list has ended: back to what it lies in. */
static bool pop_frame(struct bm_jtree *t)
{
    struct bm_jframe *const f = &t->frames[t->frame_count - 1];
    if (f->later) {
        const char *const forks = f->later;
        f->later = NULL;
        f->dead = true;
        f->at--; /* the bracket is seen again */
        return push_frame(t, forks + 1, f->later_parent, true);
    }
    const char *const at = f->at;
    const bool list = f->list;
    t->frame_count--;
    if (t->frame_count == 0)
        return true;
    struct bm_jframe *const outer = f - 1;
    if (!list)
        outer->at = at;
    else if (!outer->dead)
        bm_reading_goto(t->r, outer->parent);
    return true;
}

void bm_jtree_read(struct bm_jtree *t, const char *at)
{
    struct bm_reading *const r = t->r;
    if (*at != '[') {
        bm_reading_bad_move(r, at, "the moves must be an array");
        return;
    }
    if (!push_frame(t, at + 1, r->at, false))
        return;
    while (t->frame_count != 0) {
        struct bm_jframe *const f = &t->frames[t->frame_count - 1];
        f->at = next_item(t, f->at);
        if (f->at >= t->stop)
            return;
        if (*f->at == ']') {
            f->at++;
            if (!pop_frame(t))
                return;
        } else if (!f->list) {
            if (!read_frame_element(t, f))
                return;
        } else if (*f->at != '[') {
            bm_reading_say(r, BM_SAY_DEFECT, f->at, "a variation must be an array of moves");
            if (!pass_item(t, f))
                return;
        } else {
            bm_reading_goto(r, f->parent);
            if (!push_frame(t, f->at + 1, f->parent, false))
                return;
        }
    }
}

/* The first node of the line that n is in. */
static bm_node line_start(const struct bm_game *game, bm_node n)
{
    for (;;) {
        const bm_node parent = bm_game_parent(game, n);
        if (parent == BM_NODE_ROOT || bm_game_first(game, parent) != n)
            return n;
        n = parent;
    }
}

/* A line ends with n: close it and all that ends with it. The node to go on with, or none. */
static bm_node close_lines(struct bm_writing *w, bm_node n, bool *comma)
{
    const struct bm_game *const game = w->game;
    for (;;) {
        const bm_node start = line_start(game, n);
        const bm_node main = bm_game_first(game, bm_game_parent(game, start));
        bm_buf_char(&w->out, ']');
        if (start == main)
            return BM_NODE_NONE;
        bm_node next = bm_game_next(game, start);
        *comma = next == BM_NODE_NONE;
        if (next != BM_NODE_NONE) {
            bm_buf_text(&w->out, ",[");
            return next;
        }
        bm_buf_text(&w->out, "]}");
        next = bm_game_first(game, main);
        if (next != BM_NODE_NONE)
            return next;
        n = main;
    }
}

/* One element; the node to go on with, or BM_NODE_NONE if the line ends. */
static bm_node write_element(struct bm_writing *w, bm_node n, bool *comma, const char *forks,
                             bool (*head)(struct bm_writing *w, bm_node n))
{
    const struct bm_game *const game = w->game;
    const size_t before = w->out.len;
    const bm_node next = bm_game_next(game, n);
    const bool alone =
        next == BM_NODE_NONE || bm_game_first(game, bm_game_parent(game, n)) != n;

    bm_buf_text(&w->out, *comma ? ",{" : "{");
    if (!head(w, n)) {
        w->out.len = before;
        if (!alone)
            bm_writing_loss(w, BM_LOSS_VARIATIONS, next);
        return BM_NODE_NONE;
    }
    *comma = alone;
    if (alone) {
        bm_buf_char(&w->out, '}');
        return bm_game_first(game, n);
    }
    bm_buf_text(&w->out, ",\"");
    bm_buf_text(&w->out, forks);
    bm_buf_text(&w->out, "\":[[");
    return next;
}

void bm_jtree_write(struct bm_writing *w, const char *forks, bool comma,
                    bool (*head)(struct bm_writing *w, bm_node n))
{
    bm_node n = bm_game_first(w->game, BM_NODE_ROOT);
    if (n == BM_NODE_NONE)
        bm_buf_char(&w->out, ']');
    while (n != BM_NODE_NONE) {
        const bm_node next = write_element(w, n, &comma, forks, head);
        n = next != BM_NODE_NONE ? next : close_lines(w, n, &comma);
    }
}
