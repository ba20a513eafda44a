/* SPDX-License-Identifier: MIT */
#include "desktop/board/geometry.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Room for names at the edges, and between boards. */
static const float MARGIN = 0.42f, BETWEEN = 0.5f, HEX_STEP = 0.866f;

static void add_edge(struct bm_geometry *s, float x, float y, const char *text)
{
    if (s->edges == BM_EDGE_LABELS)
        return;
    struct bm_edge_label *const e = &s->edge[s->edges++];
    e->x = x;
    e->y = y;
    snprintf(e->text, sizeof e->text, "%s", text);
}

/* The file and the rank of a square's name: the core writes it, "e4", "7g", "Cc3". */
static void split_name(const struct bm_rules *rules, bm_sq sq, char file[8], char rank[8])
{
    char name[BM_COORDINATES];
    const struct bm_rules_info *const info = bm_rules_info(rules);
    bm_sq_format(sq, rules, name, sizeof name);
    const char *s = name;
    if (info->axes > 2 && info->dialect == BM_DIALECT_UCI) {
        while (*s && !(*s >= 'a' && *s <= 'z')) /* the names of levels come first */
            s++;
    }
    const bool digits = *s >= '0' && *s <= '9';
    const size_t n = digits ? strspn(s, "0123456789") : strcspn(s, "0123456789");
    snprintf(file, 8, "%.*s", (int)n, s);
    snprintf(rank, 8, "%s", s + n);
}

static const char *kanji_rank(const char *letter)
{
    static const char *const kanji[] = {"一", "二", "三", "四", "五",   "六",
                                        "七", "八", "九", "十", "十一", "十二"};
    const unsigned i = (unsigned)(letter[0] - 'a');
    return i < 12 && letter[1] == '\0' ? kanji[i] : letter;
}

/* Column from the left and row from above of a square in its board, as the first side sees
 * it. Shogi's own numbers run from the right upper corner. */
static void square_place(const struct bm_rules_info *info, bool shogi, unsigned sq,
                         unsigned *column, unsigned *row)
{
    const unsigned area = info->files * info->ranks, in = sq % area;
    if (shogi) {
        *column = info->files - 1 - in / info->ranks;
        *row = in % info->ranks;
    } else {
        *column = in % info->files;
        *row = info->ranks - 1 - in / info->files;
    }
}

/* One board with its names. */
static void lay_board(struct bm_geometry *s, unsigned base, float left, float top, bool shogi,
                      bool kanji)
{
    const struct bm_rules_info *const info = bm_rules_info(s->rules);
    const unsigned area = info->files * info->ranks;
    const bool usi = info->dialect == BM_DIALECT_USI;
    const float files = (float)info->files, ranks = (float)info->ranks;
    for (unsigned i = 0; i < area; i++) {
        const unsigned sq = base + i;
        unsigned column, row;
        char file[8], rank[8];
        if (!bm_rules_has_square(s->rules, (bm_sq)sq))
            continue;
        square_place(info, shogi, sq, &column, &row);
        const unsigned parity = column + info->ranks - 1 - row;
        if (s->flip) {
            column = info->files - 1 - column;
            row = info->ranks - 1 - row;
        }
        s->has[sq] = true;
        s->x[sq] = left + (float)column;
        s->y[sq] = top + (float)row;
        s->dark[sq] = parity % 2 == 0;
        split_name(s->rules, (bm_sq)sq, file, rank);
        if (row == (usi ? 0 : info->ranks - 1))
            add_edge(s, s->x[sq] + 0.5f, usi ? top - MARGIN / 2 : top + ranks + MARGIN / 2,
                     file);
        if (column == (usi ? info->files - 1 : 0))
            add_edge(s, usi ? left + files + MARGIN / 2 : left - MARGIN / 2, s->y[sq] + 0.5f,
                     usi && kanji ? kanji_rank(rank) : rank);
    }
    if (s->tiles < BM_SUBBOARDS) {
        s->tile[s->tiles].x = left;
        s->tile[s->tiles].y = top;
        s->tile[s->tiles].w = files;
        s->tile[s->tiles].h = ranks;
        s->tiles++;
    }
}

/* Boards of more than two axes: levels from the top down, or a grid of them. */
static void lay_levels(struct bm_geometry *s, const struct bm_rules_info *info)
{
    const unsigned area = info->files * info->ranks, levels = info->size[2];
    const unsigned rows = info->axes > 3 ? info->size[3] : 1;
    const unsigned line = info->axes > 3 ? levels : levels > 4 ? (levels + 1) / 2 : levels;
    const float step_x = (float)info->files + BETWEEN + MARGIN;
    const float step_y = (float)info->ranks + BETWEEN + MARGIN + 0.35f;
    for (unsigned w = 0; w < rows; w++) {
        for (unsigned i = 0; i < levels; i++) {
            const unsigned z = info->axes > 3 ? i : levels - 1 - i;
            const unsigned x = i % line, y = info->axes > 3 ? rows - 1 - w : i / line;
            const unsigned at = s->tiles;
            lay_board(s, (w * levels + z) * area, MARGIN + (float)x * step_x,
                      0.6f + (float)y * step_y, false, false);
            if (at < BM_SUBBOARDS && info->axes > 3)
                snprintf(s->tile[at].name, sizeof s->tile[at].name, "%c%u", 'A' + z % 26,
                         (w + 1) % 100);
            else if (at < BM_SUBBOARDS)
                snprintf(s->tile[at].name, sizeof s->tile[at].name, "%c", 'A' + z % 26);
        }
    }
    const unsigned high = info->axes > 3 ? rows : (levels + line - 1) / line;
    s->w = (float)line * step_x - BETWEEN + MARGIN;
    s->h = 0.6f + (float)high * step_y - BETWEEN;
}

/* Hexagons: a step along a file is a whole one, one along a rank half a one down. */
static void lay_hexagons(struct bm_geometry *s, const struct bm_rules_info *info)
{
    float top = 1e9f, bottom = -1e9f;
    for (unsigned sq = 0; sq < info->squares; sq++) {
        const unsigned x = sq % info->files, y = sq / info->files;
        if (!bm_rules_has_square(s->rules, (bm_sq)sq))
            continue;
        const float h = (float)y - (float)x / 2;
        s->has[sq] = true;
        s->x[sq] = (s->flip ? (float)(info->files - 1 - x) : (float)x) * HEX_STEP + 0.1f;
        s->y[sq] = s->flip ? h : -h;
        top = fminf(top, s->y[sq]);
        bottom = fmaxf(bottom, s->y[sq]);
    }
    for (unsigned x = 0; x < info->files; x++) {
        float foot = -1e9f, at = 0;
        char file[8] = "", rank[8];
        for (unsigned y = 0; y < info->ranks; y++) {
            const unsigned sq = x + y * info->files;
            if (s->has[sq] && s->y[sq] > foot) {
                foot = s->y[sq];
                at = s->x[sq];
                split_name(s->rules, (bm_sq)sq, file, rank);
            }
        }
        add_edge(s, at + 0.5f, foot - top + 1.0f + MARGIN / 2, file);
    }
    for (unsigned sq = 0; sq < info->squares; sq++)
        s->y[sq] -= top;
    s->w = (float)(info->files - 1) * HEX_STEP + 1.2f;
    s->h = bottom - top + 1 + MARGIN;
}

void bm_geometry_init(struct bm_geometry *s, const struct bm_rules *rules, bool flip,
                      bool kanji)
{
    const struct bm_rules_info *const info = bm_rules_info(rules);
    *s = (struct bm_geometry){.rules = rules, .flip = flip, .hex = info->hex};
    s->squares = info->squares;
    /* Shogi counts its squares from the right upper corner; shogi-like games do not. */
    char corner[BM_COORDINATES];
    bm_sq_format(0, rules, corner, sizeof corner);
    const bool shogi = info->dialect == BM_DIALECT_USI && strcmp(corner, "1a") == 0;
    if (info->hex) {
        lay_hexagons(s, info);
    } else if (info->axes > 2) {
        lay_levels(s, info);
    } else {
        lay_board(s, 0, MARGIN, MARGIN, shogi, kanji);
        s->w = (float)info->files + 2 * MARGIN;
        s->h = (float)info->ranks + 2 * MARGIN;
    }
}

bm_sq bm_geometry_square_at(const struct bm_geometry *s, float x, float y)
{
    for (unsigned sq = 0; sq < s->squares; sq++) {
        if (s->has[sq] && x >= s->x[sq] && y >= s->y[sq] && x < s->x[sq] + 1 &&
            y < s->y[sq] + 1)
            return (bm_sq)sq;
    }
    return BM_SQ_NONE;
}

bm_sq bm_geometry_neighbour(const struct bm_geometry *s, bm_sq from, int dx, int dy)
{
    bm_sq best = from;
    float least = 1e9f;
    for (unsigned sq = 0; sq < s->squares; sq++) {
        const float x = s->x[sq] - s->x[from], y = s->y[sq] - s->y[from];
        const float along = x * (float)dx + y * (float)dy;
        const float aside = fabsf(x * (float)dy) + fabsf(y * (float)dx);
        if (!s->has[sq] || along < 0.4f)
            continue;
        if (along + 3 * aside < least) {
            least = along + 3 * aside;
            best = (bm_sq)sq;
        }
    }
    return best;
}
