/* SPDX-License-Identifier: MIT */
#include "banmen/shuffle.h"
#include "notation/cells.h"

/* Positions in the form of their game, and by the name of a start. */

/* Take `word` and the blanks behind it off the front of a text. */
static struct bm_field skip_word(const char *s, struct bm_field f, const char *word)
{
    size_t at = f.at;
    while (at < f.end && *word != '\0' && s[at] == *word) {
        at++;
        word++;
    }
    if (*word != '\0' || at == f.end || !bm_text_blank(s[at]))
        return f;
    while (at < f.end && bm_text_blank(s[at]))
        at++;
    return (struct bm_field){at, f.end};
}

static struct bm_field trim_field(const char *s, struct bm_field f)
{
    while (f.at < f.end && bm_text_blank(s[f.at]))
        f.at++;
    while (f.at < f.end && bm_text_blank(s[f.end - 1]))
        f.end--;
    return f;
}

/* A board has slashes; no name has. */
static bool has_slash(const char *s, struct bm_field f)
{
    for (size_t at = f.at; at < f.end; at++) {
        if (s[at] == '/')
            return true;
    }
    return false;
}

/* The text of the start that a text names, or NULL. */
static const char *find_start(const struct bm_rules *rules, const char *s, struct bm_field f)
{
    for (unsigned i = 0;; i++) {
        const struct bm_start *const start = bm_rules_start(rules, i);
        if (!start)
            return NULL;
        if (bm_text_is(s, f, start->name) || bm_text_is(s, f, start->title[BM_EN]) ||
            bm_text_is(s, f, start->title[BM_JA]))
            return start->text;
    }
}

/* "shuffle" or "shuffle:NUMBER": a start drawn by lot; false if the text is neither. */
static bool is_shuffle(const char *s, struct bm_field f, uint64_t *number)
{
    static const char word[] = "shuffle";
    const size_t n = sizeof word - 1;
    *number = 0;
    if (f.end - f.at < n || memcmp(s + f.at, word, n) != 0)
        return false;
    size_t at = f.at + n;
    if (at == f.end)
        return true;
    if (s[at++] != ':' || at == f.end || f.end - at > 18)
        return false;
    for (; at < f.end; at++) {
        if (s[at] < '0' || s[at] > '9')
            return false;
        *number = *number * 10 + (uint64_t)(s[at] - '0');
    }
    return true;
}

static bm_status refuse_number(struct bm_error *err, size_t at, uint64_t count)
{
    return bm_text_refuse_number(
        err, at, "the shuffled starts of this game have the numbers 0 to ~", count - 1);
}

bm_status bm_position_parse(struct bm_setup *out, const struct bm_rules *rules, const char *s,
                            size_t len, unsigned flags, struct bm_error *err)
{
    const struct bm_rules_info *const info = bm_rules_info(rules);
    const bool usi = info->dialect == BM_DIALECT_USI;
    struct bm_field f = {0, len};
    if (!(flags & BM_TEXT_STRICT)) {
        f = trim_field(s, f);
        f = skip_word(s, f, "position");
        f = skip_word(s, skip_word(s, f, "fen"), "sfen");
    }

    const char *text = s + f.at;
    size_t text_len = f.end - f.at;
    uint64_t number;
    if (is_shuffle(s, f, &number)) {
        const uint64_t count = bm_setup_shuffles(rules);
        struct bm_setup drawn;
        if (count == 0)
            return bm_text_refuse(err, f.at, "this game's start is not drawn by lot", 0);
        if (number >= count)
            return refuse_number(err, f.at, count);
        if (!bm_setup_shuffle(&drawn, rules, number))
            return bm_text_refuse(err, f.at, "a side would begin in check: try another number",
                                  0);
        *out = drawn;
        return BM_OK;
    }
    if (text_len != 0 && !has_slash(s, f)) {
        const char *const start = find_start(rules, s, f);
        if (start)
            text = start;
        else if (rules->game && info->ranks == 1)
            ; /* a board of one rank */
        else
            return bm_text_refuse(
                err, f.at,
                usi ? "neither an SFEN, whose ranks are parted by /, nor startpos"
                      " nor the name of a start"
                    : "neither a FEN, whose ranks are parted by /, nor startpos",
                0);
        if (start && rules->game) {
            bm_setup_start(out, rules);
            return BM_OK;
        }
        if (start) {
            text_len = strlen(start);
            flags = 0;
        }
    }
    const bm_status status = rules->game
                                 ? bm_variant_fen_parse(out, rules, text, text_len, flags, err)
                             : usi ? bm_sfen_parse(out, text, text_len, flags, err)
                                   : bm_fen_parse(out, text, text_len, flags, err);
    if (status && err)
        err->column += (uint32_t)f.at;
    return status;
}

size_t bm_position_format(const struct bm_setup *setup, const struct bm_rules *rules,
                          unsigned flags, char *buf, size_t cap)
{
    struct bm_str out;
    bm_str_init(&out, buf, cap);
    if (rules->game)
        bm_variant_fen_format(setup, rules, flags, &out);
    else if (bm_rules_info(rules)->dialect == BM_DIALECT_USI)
        bm_sfen_format(setup, &out);
    else
        bm_fen_format(setup, flags, &out);
    return bm_str_end(&out);
}

/* The square that the last move's pawn passed over, whether or not it can be captured. */
static void note_double_step(const struct bm_ctx *ctx, struct bm_setup *p)
{
    const unsigned plies = bm_ctx_plies(ctx);
    if (plies == 0)
        return;
    const bm_move m = bm_ctx_played(ctx, plies - 1);
    const unsigned from = bm_move_from(m), to = bm_move_to(m);
    if (bm_move_is_drop(m) || (from + 16 != to && to + 16 != from))
        return;
    const bm_piece piece = p->board[to];
    if (piece == 0 || bm_piece_kind(piece) != BM_CHESS_PAWN)
        return;
    p->has_ep = 1;
    p->ep = (bm_sq)((from + to) / 2);
}

size_t bm_ctx_format(const struct bm_ctx *ctx, unsigned flags, char *buf, size_t cap)
{
    const struct bm_rules *const rules = bm_ctx_rules(ctx);
    struct bm_setup p;
    bm_ctx_setup(ctx, &p);
    if ((flags & BM_TEXT_EP_ALWAYS) && !rules->game &&
        bm_rules_info(rules)->dialect == BM_DIALECT_UCI)
        note_double_step(ctx, &p);
    return bm_position_format(&p, rules, flags, buf, cap);
}
