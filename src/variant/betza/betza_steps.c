/* SPDX-License-Identifier: MIT */
/* Steps of atoms, their directions, and the squares that a lame leap passes. */
#include "variant/betza/betza.h"

/* The six neighbours of a hexagon, in the order of the clock. */
static const int8_t ring[6][2] = {{0, 1}, {1, 1}, {1, 0}, {0, -1}, {-1, -1}, {-1, 0}};

static int size_of(int x) { return x < 0 ? -x : x; }

static void add_step(struct bm_steps *s, const int8_t step[4])
{
    if (s->count == BM_STEPS)
        return;
    for (unsigned i = 0; i < s->count; i++)
        if (!memcmp(s->v[i].d, step, sizeof s->v[i].d))
            return;
    memcpy(s->v[s->count++].d, step, sizeof s->v[0].d);
}

/* A leap (a,b) between hexagons: a steps one way, b the way next to it. */
static void add_hex(struct bm_steps *s, int a, int b)
{
    for (unsigned i = 0; i < 6; i++)
        for (unsigned turn = 1; turn < 6; turn += 4) {
            const int8_t *const u = ring[i], *const w = ring[(i + turn) % 6];
            const int x = a * u[0] + b * w[0], y = a * u[1] + b * w[1];
            if (size_of(x) <= INT8_MAX && size_of(y) <= INT8_MAX)
                add_step(s, (const int8_t[4]){(int8_t)x, (int8_t)y, 0, 0});
        }
}

static void add_signs(struct bm_steps *s, unsigned axes, const uint8_t sizes[4])
{
    for (unsigned signs = 0; signs < 1u << axes; signs++) {
        int8_t step[4] = {0};
        bool twice = false; /* -0 is 0 */
        for (unsigned i = 0; i < axes; i++) {
            const bool minus = (signs >> i & 1) != 0;
            step[i] = (int8_t)(minus ? -(int)sizes[i] : (int)sizes[i]);
            twice |= minus && sizes[i] == 0;
        }
        if (!twice)
            add_step(s, step);
    }
}

void bm_steps_leap(struct bm_steps *s, const struct bm_desc *d, const uint8_t sizes[4])
{
    if (d->hex) {
        add_hex(s, sizes[0], sizes[1]);
        return;
    }
    /* Every way to put the sizes on the axes: as numbers of base 4, each digit once. */
    const unsigned axes = d->axes;
    for (unsigned code = 0; code < 1u << 2 * axes; code++) {
        uint8_t on[4] = {0};
        unsigned seen = 0;
        for (unsigned i = 0; i < axes; i++) {
            const unsigned from = code >> 2 * i & 3;
            seen |= 1u << from;
            on[i] = sizes[from];
        }
        if (seen == (1u << axes) - 1)
            add_signs(s, axes, on);
    }
}

void bm_steps_king(struct bm_steps *s, const struct bm_desc *d)
{
    for (unsigned n = 1; n <= (d->hex ? 2u : d->axes); n++)
        bm_steps_leap(s, d, (const uint8_t[4]){1, n > 1, n > 2, n > 3});
}

bool bm_is_flat(const struct bm_desc *d)
{
    return d->axes == 2 && !d->hex && (d->forward == 1 || d->forward == 2);
}

/* A step on a flat board as its mover sees it. */
struct seen {
    int up, right;
    bool tall, wide; /* it goes at least as far up or down as aside; or the other way */
};

static struct seen seen_from(const struct bm_desc *d, struct bm_vector v)
{
    const bool y = d->forward == 2;
    const struct seen s = {.up = y ? v.d[1] : v.d[0], .right = y ? v.d[0] : -v.d[1]};
    return (struct seen){s.up, s.right, size_of(s.up) >= size_of(s.right),
                         size_of(s.right) >= size_of(s.up)};
}

static bool is_vertical(char c) { return c == 'f' || c == 'b' || c == 'v'; }
static bool is_sideways(char c) { return c == 'l' || c == 'r' || c == 's'; }

/* Whether a component goes where a letter says; zero goes anywhere. */
static bool component_agrees(char c, const struct seen *s)
{
    switch (c) {
    case 'f': return s->up >= 0;
    case 'b': return s->up <= 0;
    case 'r': return s->right >= 0;
    case 'l': return s->right <= 0;
    default: return true;
    }
}

/* XBetza: fr is nearer to the side, rf nearer to the front; h makes halves. */
static bool in_pair(const struct seen *s, char a, char b)
{
    if (a == b)
        return component_agrees(a, s) &&
               ((is_vertical(a) && s->tall) || (is_sideways(a) && s->wide));
    if (b == 'h')
        return component_agrees(a, s) && (is_vertical(a) || is_sideways(a));
    if (a == 'h') {
        const int turn = s->up * s->right * (b == 'r' ? 1 : -1);
        return (b == 'r' || b == 'l') && ((s->tall && turn >= 0) || (s->wide && turn <= 0));
    }
    if (is_vertical(a) && is_sideways(b))
        return s->wide && component_agrees(a, s) && component_agrees(b, s);
    return is_sideways(a) && is_vertical(b) && s->tall && component_agrees(a, s) &&
           component_agrees(b, s);
}

/* How far a step goes forward in all, and whether some part of it goes back. */
static bool goes_forward(const struct bm_desc *d, struct bm_vector v, int sign)
{
    if (d->hex)
        return sign * (2 * v.d[1] - v.d[0]) > 0;
    bool some = false;
    for (unsigned i = 0; i < d->axes; i++)
        if (d->forward >> i & 1) {
            if (sign * v.d[i] < 0)
                return false;
            some |= v.d[i] != 0;
        }
    return some;
}

static bool step_goes(const struct bm_desc *d, struct bm_vector v, char c)
{
    switch (c) {
    case 'f': return goes_forward(d, v, 1);
    case 'b': return goes_forward(d, v, -1);
    case 'v': return goes_forward(d, v, 1) || goes_forward(d, v, -1);
    case 'r': return v.d[0] > 0;
    case 'l': return v.d[0] < 0;
    case 's': return v.d[0] != 0;
    default: return false;
    }
}

static bool is_straight(const struct bm_desc *d, struct bm_vector v)
{
    unsigned parts = 0;
    for (unsigned i = 0; i < d->axes; i++)
        parts += v.d[i] != 0;
    return parts == 1;
}

static bool is_aimed(const struct bm_desc *d, struct bm_vector v, const char pair[2],
                     bool split)
{
    if (!bm_is_flat(d)) {
        const bool both = step_goes(d, v, pair[0]) && step_goes(d, v, pair[1]);
        return is_straight(d, v) ? step_goes(d, v, pair[0]) || step_goes(d, v, pair[1]) : both;
    }
    const struct seen s = seen_from(d, v);
    if (split)
        return in_pair(&s, pair[0], pair[0]) || in_pair(&s, pair[1], pair[1]);
    return in_pair(&s, pair[0], pair[1]);
}

void bm_steps_aim(struct bm_steps *s, const struct bm_desc *d, const struct bm_aims *aims,
                  bool split)
{
    if (aims->count == 0)
        return;
    unsigned kept = 0;
    for (unsigned i = 0; i < s->count; i++)
        for (unsigned j = 0; j < aims->count; j++)
            if (is_aimed(d, s->v[i], aims->pair[j], split)) {
                s->v[kept++] = s->v[i];
                break;
            }
    s->count = kept;
}

/* Of two steps between hexagons, twice the cosine times their lengths. */
static int hex_dot(struct bm_vector u, struct bm_vector v)
{
    return 2 * (u.d[0] * v.d[0] + u.d[1] * v.d[1]) - u.d[0] * v.d[1] - u.d[1] * v.d[0];
}

bool bm_is_outward(const struct bm_desc *d, const struct bm_steps *seconds,
                   struct bm_vector first, struct bm_vector second)
{
    if (d->hex) {
        const int dot = hex_dot(first, second);
        for (unsigned i = 0; i < seconds->count; i++)
            if (hex_dot(first, seconds->v[i]) > dot)
                return false;
        return dot > 0;
    }
    bool on = false;
    for (unsigned i = 0; i < d->axes; i++) {
        if (first.d[i] * second.d[i] < 0)
            return false;
        on |= first.d[i] * second.d[i] > 0;
    }
    return on;
}

static unsigned hex_parts(struct bm_vector v, struct bm_vector out[256])
{
    for (unsigned i = 0; i < 6; i++) {
        const int8_t *const u = ring[i], *const w = ring[(i + 1) % 6];
        const int det = u[0] * w[1] - u[1] * w[0];
        const int a = (v.d[0] * w[1] - v.d[1] * w[0]) / det;
        const int b = (u[0] * v.d[1] - u[1] * v.d[0]) / det;
        if (a < 0 || b < 0 || a + b == 0)
            continue;
        unsigned n = 0;
        const int8_t *const more = a > b ? u : w;
        for (int k = size_of(a - b); k > 0 && n < 255; k--)
            out[n++] = (struct bm_vector){{more[0], more[1], 0, 0}};
        for (int k = a < b ? a : b; k > 0 && n < 255; k--)
            out[n++] = (struct bm_vector){{(int8_t)(u[0] + w[0]), (int8_t)(u[1] + w[1]), 0, 0}};
        return n;
    }
    return 0;
}

unsigned bm_lame_parts(const struct bm_desc *d, struct bm_vector v, struct bm_vector out[256])
{
    if (d->hex)
        return hex_parts(v, out);
    /* The longest part goes alone until the next is as long as what is left of it, and so on:
     * a horse's straight step first, then the diagonal one. */
    int longest = 0;
    for (unsigned i = 0; i < 4; i++)
        longest = size_of(v.d[i]) > longest ? size_of(v.d[i]) : longest;
    for (int k = 0; k < longest; k++)
        for (unsigned i = 0; i < 4; i++) {
            const int left = longest - k; /* a part joins in when no more than that is left */
            const int sign = v.d[i] < 0 ? -1 : 1;
            out[k].d[i] = (int8_t)(size_of(v.d[i]) >= left ? sign : 0);
        }
    return (unsigned)longest;
}

struct bm_vector bm_vector_flip(const struct bm_desc *d, struct bm_vector v)
{
    struct bm_vector f = v;
    if (d->hex && !d->rotate) {
        f.d[1] = (int8_t)(v.d[0] - v.d[1]);
        return f;
    }
    for (unsigned i = 0; i < 4; i++)
        if (d->rotate || (d->forward >> i & 1))
            f.d[i] = (int8_t)-v.d[i];
    return f;
}
