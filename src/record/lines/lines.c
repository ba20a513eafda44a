/* SPDX-License-Identifier: MIT */
#include "record/lines/lines.h"
#include "base/ascii.h"
#include "rules/ruleset.h"

enum bm_reading_step bm_lines_next(const struct bm_reading *r, struct bm_lines *out)
{
    for (const char *s = r->s; s < r->end;) {
        const char *a = s;
        while (s < r->end && !bm_is_eol(*s))
            s++;
        if (s == r->end && !r->final)
            return BM_STEP_MORE;
        const char *b = s;
        s += s < r->end;
        while (a < b && bm_is_blank(*a))
            a++;
        while (b > a && bm_is_blank(b[-1]))
            b--;
        if (a == b || *a == '#')
            continue;
        *out = (struct bm_lines){a, b, s};
        return BM_STEP_GAME;
    }
    return BM_STEP_NONE;
}

struct bm_text bm_lines_word(struct bm_lines *line)
{
    while (line->s < line->end && bm_is_blank(*line->s))
        line->s++;
    const char *const s = line->s;
    while (line->s < line->end && !bm_is_blank(*line->s))
        line->s++;
    return (struct bm_text){s, (size_t)(line->s - s)};
}

/* Castling that only Chess960 knows: a king or a rook away from where chess has them. */
static bool castles_otherwise(const struct bm_setup *p)
{
    const uint64_t corners = UINT64_C(0x8100000000000081);
    if (p->castling[0] & ~corners)
        return true;
    for (unsigned side = 0; side < 2; side++)
        if (p->castling[0] >> 56 * side & 0xff &&
            p->board[56 * side + 4] != bm_piece_of(BM_CHESS_KING, side))
            return true;
    return false;
}

/* The rules of that shape: those that were asked for, if they are of it. */
static const struct bm_rules *rules_of(const struct bm_reading *r, const char *s, size_t len,
                                       enum bm_lines_shape shape)
{
    enum { SHOGI_SLASHES = 8 };
    const bool usi = bm_rules_info(r->rules)->dialect == BM_DIALECT_USI;
    size_t slashes = 0;
    if (r->rules->game)
        return r->rules;
    for (size_t i = 0; i < len; i++)
        slashes += s[i] == '/';
    if (shape == BM_LINES_ANY && slashes != 0)
        shape = slashes >= SHOGI_SLASHES ? BM_LINES_SFEN : BM_LINES_FEN;
    if (shape == BM_LINES_SFEN && !usi)
        return bm_rules_shogi();
    if (shape == BM_LINES_FEN && usi)
        return bm_rules_chess();
    return r->rules;
}

bool bm_lines_begin(struct bm_reading *r, const char *s, size_t len, enum bm_lines_shape shape)
{
    struct bm_setup setup;
    struct bm_error err;
    const struct bm_rules *rules = rules_of(r, s, len, shape);
    if (bm_position_parse(&setup, rules, s, len, 0, &err) != BM_OK) {
        bm_reading_say(r, BM_SAY_DEFECT, s + (err.column != 0 ? err.column - 1 : 0), err.what);
        (void)bm_reading_begin(r, rules, NULL, s);
        bm_reading_lose_start(r);
        return false;
    }
    if (rules == bm_rules_chess() && castles_otherwise(&setup))
        rules = bm_rules_chess960();
    return bm_reading_begin(r, rules, &setup, s);
}

void bm_lines_lose_notes(struct bm_writing *w, bool tags)
{
    if (tags && bm_game_tags(w->game) != 0)
        bm_writing_loss(w, BM_LOSS_TAGS, BM_NODE_NONE);
    for (bm_node n = BM_NODE_ROOT; n != BM_NODE_NONE;
         n = bm_game_walk(w->game, BM_NODE_ROOT, n))
        if (bm_game_notes(w->game, n))
            bm_writing_lose_notes(w, n, 0);
}

size_t bm_lines_cut(const char *text, size_t len)
{
    size_t end = len;
    /* A CR at the very end may have its LF yet to come. */
    while (end > 0 && text[end - 1] != '\n' && (text[end - 1] != '\r' || end == len))
        end--;
    return end;
}
