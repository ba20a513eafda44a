/* SPDX-License-Identifier: MIT */
#include "puzzle.h"

#include <math.h>
#include <string.h>

static const char *const kind_words[PUZZLE_KINDS] = {"tsume", "mate", "tactic"};

const char *puzzle_kind_word(enum puzzle_kind kind) { return kind_words[kind]; }

bool puzzle_kind_find(const char *word, enum puzzle_kind *kind)
{
    for (unsigned i = 0; i < PUZZLE_KINDS; i++)
        if (strcmp(word, kind_words[i]) == 0) {
            *kind = (enum puzzle_kind)i;
            return true;
        }
    return false;
}

const struct bm_rules *puzzle_rules(enum puzzle_kind kind)
{
    return kind == PUZZLE_TSUME ? bm_rules_shogi() : bm_rules_chess();
}

void puzzle_write(struct bm_buf *out, const struct puzzle *z, const struct bm_rules *rules)
{
    bm_buf_text(out, z->position);
    bm_buf_char(out, ';');
    for (unsigned i = 0; i < z->plies; i++) {
        char text[BM_COORDINATES];
        (void)bm_move_format(z->line[i], rules, text, sizeof text);
        if (i != 0)
            bm_buf_char(out, ' ');
        bm_buf_text(out, text);
    }
    bm_buf_char(out, ';');
    bm_buf_u64(out, z->tries, 0);
    bm_buf_char(out, ';');
    bm_buf_u64(out, z->nodes, 0);
}

bool puzzle_read(struct puzzle *z, struct bm_ctx *ctx, const char *position, const char *moves,
                 size_t moves_len)
{
    struct bm_setup setup;
    *z = (struct puzzle){.plies = 0};
    const size_t len = strlen(position);
    if (len >= sizeof z->position)
        return false;
    memcpy(z->position, position, len + 1);
    if (bm_position_parse(&setup, bm_ctx_rules(ctx), position, len, 0, NULL) != BM_OK ||
        bm_ctx_sync(ctx, &setup, NULL, NULL) != BM_OK)
        return false;
    const char *const end = moves + moves_len;
    bool good = true;
    while (good && moves < end) {
        const char *const space = memchr(moves, ' ', (size_t)(end - moves));
        const size_t n = (size_t)((space ? space : end) - moves);
        bm_move m;
        good = z->plies < PUZZLE_PLIES && bm_move_parse(&m, ctx, moves, n, NULL) == BM_OK &&
               bm_ctx_play(ctx, m) == 0;
        if (good)
            z->line[z->plies++] = m;
        moves += n + 1;
    }
    while (bm_ctx_undo(ctx)) {
    }
    return good && z->plies % 2 == 1;
}

/* By length, by what else could be tried, and by what a search had to look at: each doubling of
 * these adds the same. */
unsigned puzzle_rating(const struct puzzle *z, enum puzzle_kind kind)
{
    static const double base[PUZZLE_KINDS] = {350, 450, 900};
    static const double by_length[PUZZLE_KINDS] = {330, 380, 170};
    const double own = (z->plies + 1) / 2, turn = z->tries / own;
    const double points = base[kind] + by_length[kind] * log2(own) + 70 * log2(1 + turn) +
                          25 * log2(1 + (double)z->nodes);
    return points < 400 ? 400 : points > 3000 ? 3000 : (unsigned)lround(points);
}
