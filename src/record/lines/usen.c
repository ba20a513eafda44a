/* SPDX-License-Identifier: MIT */
/*
 * USEN, which fits into a link: an SFEN with other signs or nothing, then for the main line and
 * for each variation "~", the moves after which it begins, ".", its moves as numbers of three
 * digits in base 36, ".", and a letter for the end. A variation leaves the line before it.
 */
#include "record/lines/lines.h"

enum { BASE = 36, DIGITS = 3, HAND = 81 };

/* What is added to HAND for a drop, by kind. */
static const uint8_t hand_codes[] = {
    [BM_SHOGI_PAWN] = 10,   [BM_SHOGI_LANCE] = 11, [BM_SHOGI_KNIGHT] = 12,
    [BM_SHOGI_SILVER] = 13, [BM_SHOGI_GOLD] = 9,   [BM_SHOGI_BISHOP] = 14,
    [BM_SHOGI_ROOK] = 15};

static const struct {
    char letter;
    enum bm_end end;
} ends[] = {{'r', BM_END_RESIGNATION},
            {'t', BM_END_TIME},
            {'j', BM_END_IMPASSE},
            {'p', BM_END_INTERRUPTED}};

/* Squares are numbered by rank here and by file inside. */
static unsigned transpose_square(unsigned sq) { return sq % 9 * 9 + sq / 9; }

static int base36_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'z' ? c - 'a' + 10 : -1;
}

static bool read_position(struct bm_reading *r, const char *s, const char *end)
{
    char text[256];
    struct bm_setup setup;
    struct bm_error err;
    if (s == end)
        return bm_reading_begin(r, bm_rules_shogi(), NULL, s);
    if ((size_t)(end - s) > sizeof text) {
        bm_reading_say(r, BM_SAY_DEFECT, s, "the position is too long");
        bm_reading_lose_start(r);
        return false;
    }
    for (const char *p = s; p < end; p++)
        text[p - s] = (char)(*p == '_' ? '/' : *p == '.' ? ' ' : *p == 'z' ? '+' : *p);
    if (!bm_position_parse(&setup, bm_rules_shogi(), text, (size_t)(end - s), 0, &err))
        return bm_reading_begin(r, bm_rules_shogi(), &setup, s);
    bm_reading_say(r, BM_SAY_DEFECT, s + (err.column != 0 ? err.column - 1 : 0), err.what);
    bm_reading_lose_start(r);
    return false;
}

/* The move of a number; false if there is none. */
static bool find_move(const struct bm_ctx *ctx, unsigned number, bm_move *out)
{
    const bool promotes = number % 2 != 0;
    const bm_sq to = (bm_sq)transpose_square(number / 2 % 81);
    const unsigned from = number / 2 / 81;
    if (from < HAND) {
        const bm_sq sq = (bm_sq)transpose_square(from);
        const bm_piece piece = bm_ctx_piece(ctx, sq);
        const unsigned kind = piece != 0 ? bm_piece_kind(piece) : BM_SHOGI_PAWN;
        *out = promotes ? bm_move_promoting(sq, to, kind | 8u) : bm_move_plain(sq, to);
        return true;
    }
    for (unsigned kind = 0; kind < sizeof hand_codes; kind++) {
        if (from == (unsigned)HAND + hand_codes[kind] && !promotes) {
            *out = bm_move_drop(kind, to);
            return true;
        }
    }
    return false;
}

/* Moves up to a point or the end; returns where that is. */
static const char *read_usen_moves(struct bm_reading *r, const char *s, const char *end)
{
    while (s < end && *s != '.') {
        unsigned number = 0, n = 0;
        for (; n < DIGITS && s + n < end && base36_digit(s[n]) >= 0; n++)
            number = number * BASE + (unsigned)base36_digit(s[n]);
        bm_move m;
        if (r->broken || r->over) {
            s += n != 0 ? n : 1;
        } else if (n == DIGITS && find_move(r->line.ctx, number, &m)) {
            (void)bm_reading_move(r, m, s);
            s += n;
        } else {
            bm_reading_bad_move(r, s, "a move is a number of three digits from 0-9 and a-z");
            s += n != 0 ? n : 1;
        }
    }
    return s;
}

static void read_usen_end(struct bm_reading *r, const char *s, const char *end)
{
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        if (end - s == 1 && *s == ends[i].letter) {
            bm_reading_end(r, ends[i].end, BM_ONGOING, (struct bm_text){"", 0}, s);
            return;
        }
    }
    if (s < end)
        bm_reading_say_about(r, BM_SAY_DEFECT, s, "an end is one of r, t, j, p, not '~'", s,
                             (size_t)(end - s));
}

/* Go to where a line begins: so many moves into the one before it. */
static bool goto_usen_fork(struct bm_reading *r, unsigned plies, const char *at)
{
    const bool broken = r->broken || r->foul;
    if (r->foul) /* what no end explained is taken out of the tree */
        bm_reading_goto(r, bm_game_parent(r->game, r->at));
    bm_node n = r->at;
    if (bm_game_kind(r->game, n) == BM_NODE_END)
        n = bm_game_parent(r->game, n);
    if (bm_game_ply(r->game, n) < plies) {
        if (!broken)
            bm_reading_say(r, BM_SAY_DEFECT, at, "the line before has not so many moves");
        return false;
    }
    while (bm_game_ply(r->game, n) > plies)
        n = bm_game_parent(r->game, n);
    bm_reading_goto(r, n);
    return true;
}

/* "0.7ku2jm.r", without the ~ before it. */
static void read_section(struct bm_reading *r, const char *s, const char *end)
{
    enum { MOST = 99999999 };
    const char *const at = s;
    unsigned plies = 0;
    while (s < end && *s >= '0' && *s <= '9' && plies <= MOST / 10)
        plies = plies * 10 + (unsigned)(*s++ - '0');
    if (s == at || (s < end && *s != '.')) {
        bm_reading_say(
            r, BM_SAY_DEFECT, at,
            "behind a tilde stands after how many moves the line begins, then a point");
        return;
    }
    if (!goto_usen_fork(r, plies, at))
        return;
    s = read_usen_moves(r, s < end ? s + 1 : s, end);
    if (s < end)
        read_usen_end(r, s + 1, end);
}

enum bm_reading_step bm_usen_read(struct bm_reading *r)
{
    struct bm_lines line;
    const enum bm_reading_step step = bm_lines_next(r, &line);
    if (step != BM_STEP_GAME)
        return step;
    const char *s = memchr(line.s, '~', (size_t)(line.end - line.s));
    if (!s) {
        bm_reading_say(r, BM_SAY_DEFECT, line.s, "a line of USEN has moves behind a tilde");
    } else if (read_position(r, line.s, s)) {
        while (s < line.end) {
            const char *next = memchr(s + 1, '~', (size_t)(line.end - s - 1));
            next = next ? next : line.end;
            read_section(r, s + 1, next);
            s = next;
        }
    }
    return bm_reading_done(r, line.next);
}

/* Writing. -------------------------------------------------------------------------------- */

static void write_position(struct bm_writing *w)
{
    char text[256];
    struct bm_setup start = *bm_game_start(w->game);
    if (bm_game_starts_usual(w->game))
        return;
    if (start.number > 1)
        bm_writing_loss(w, BM_LOSS_NUMBER, BM_NODE_NONE);
    start.number = 1;
    size_t len = bm_position_format(&start, bm_rules_shogi(), 0, text, sizeof text);
    len = len < sizeof text ? len : sizeof text - 1;
    len -= len > 2 ? 2 : 0; /* the number */
    for (size_t i = 0; i < len; i++)
        text[i] = (char)(text[i] == '/'   ? '_'
                         : text[i] == ' ' ? '.'
                         : text[i] == '+' ? 'z'
                                          : text[i]);
    bm_buf_bytes(&w->out, text, len);
}

static void write_usen_move(struct bm_buf *out, bm_move m)
{
    static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
    const unsigned kind = bm_move_from(m);
    unsigned from = transpose_square(bm_move_from(m));
    if (bm_move_is_drop(m))
        from = HAND + (kind < sizeof hand_codes ? hand_codes[kind] : 0);
    const unsigned number =
        (from * 81 + transpose_square(bm_move_to(m))) * 2 + (bm_move_promotes(m) ? 1 : 0);
    bm_buf_char(out, digits[number / (BASE * BASE) % BASE]);
    bm_buf_char(out, digits[number / BASE % BASE]);
    bm_buf_char(out, digits[number % BASE]);
}

static void write_usen_end(struct bm_writing *w, bm_node n)
{
    const struct bm_ending ending = bm_game_ending(w->game, n);
    const unsigned turn = (bm_game_start(w->game)->turn + bm_game_ply(w->game, n)) & 1u;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        if (ends[i].end == ending.end && bm_end_result(ending.end, turn) == ending.result) {
            bm_buf_char(&w->out, ends[i].letter);
            return;
        }
    }
    bm_writing_loss(w, BM_LOSS_END, n);
}

/* What USEN cannot hold, with all behind it. */
static bool is_left_out(struct bm_writing *w, bm_node n)
{
    if (bm_game_kind(w->game, n) == BM_NODE_PASS)
        bm_writing_loss(w, BM_LOSS_PASSES, n);
    else if (bm_game_illegal(w->game, n))
        bm_writing_loss(w, BM_LOSS_FOUL, n);
    else
        return false;
    return true;
}

/* The node after this one in the order of the tree, and not below it if `past` is set. */
static bm_node next_node(const struct bm_game *game, bm_node n, bool past)
{
    if (!past)
        return bm_game_walk(game, BM_NODE_ROOT, n);
    while (n != BM_NODE_ROOT && bm_game_next(game, n) == BM_NODE_NONE)
        n = bm_game_parent(game, n);
    return n != BM_NODE_ROOT ? bm_game_next(game, n) : BM_NODE_NONE;
}

bm_status bm_usen_write(struct bm_writing *w, struct bm_error *err)
{
    bm_node last = BM_NODE_ROOT; /* the end of what is written of this line */
    bool open = true, past = false;
    (void)err;

    write_position(w);
    bm_buf_text(&w->out, "~0.");
    for (bm_node n = next_node(w->game, BM_NODE_ROOT, false); n != BM_NODE_NONE;
         n = next_node(w->game, n, past)) {
        past = is_left_out(w, n);
        if (past)
            continue;
        if (bm_game_parent(w->game, n) != last) {
            bm_buf_text(&w->out, open ? ".~" : "~");
            bm_buf_u64(&w->out, bm_game_ply(w->game, bm_game_parent(w->game, n)), 1);
            bm_buf_char(&w->out, '.');
            open = true;
        }
        last = n;
        if (bm_game_kind(w->game, n) != BM_NODE_END) {
            write_usen_move(&w->out, bm_game_move(w->game, n));
            continue;
        }
        bm_buf_char(&w->out, '.');
        write_usen_end(w, n);
        open = false;
    }
    bm_buf_text(&w->out, open ? ".\n" : "\n");
    bm_lines_lose_notes(w, true);
    return BM_OK;
}
