/* SPDX-License-Identifier: MIT */
/*
 * Reading PGN: tags, then moves, comments and variations up to a result or to the next tags.
 * Numbers of moves are passed over, whatever they are. The text is gone through once; loops may
 * run into the NUL bytes behind its end, where every one of them stops.
 */
#include "base/ascii.h"
#include "base/attr.h"
#include "game/game.h"
#include "game/words.h"
#include "notation/styles.h"
#include "record/pgn/pgn.h"
#include "record/pgn/pgn_bytes.h"
#include "record/variant_names.h"
#include "rules/ruleset.h"

/* Where a variation was opened, to go back to. */
struct level {
    bm_node at;
    bool broken;
};

struct pgn {
    struct bm_reading *r;
    const char *end;
    bool tagged;  /* there was a tag */
    bool moved;   /* there was something that is neither a tag nor a comment */
    bool after;   /* something that is no tag came behind the tags */
    bool ended;   /* the main line's result was read */
    bool shogi;   /* moves are those of shogi */
    bool loaded;  /* moves are those of a game that was loaded */
    bool digits;  /* a move may begin with a digit */
    bool opening; /* no move has come since the variation was opened */
    bool said_junk;
    unsigned depth;     /* variations that are open */
    unsigned too_deep;  /* and those beyond the limit, which are passed over */
    const char *before; /* the first comment before the first move of a variation */
    const char *opened; /* where the outermost variation began */
    struct bm_text fen, variant, result, termination;
    struct bm_pgn_names names;
};

static bool is_pgn_blank(char c) { return sorts[(unsigned char)c] == BLANK; }
/* The same in capitals or not; `word` is in small letters. */
static bool is_like(struct bm_text t, const char *word)
{
    size_t i = 0;
    for (; i < t.len && word[i] != '\0'; i++)
        if (t.s[i] != word[i] && (t.s[i] < 'A' || t.s[i] > 'Z' || t.s[i] + 32 != word[i]))
            return false;
    return i == t.len && word[i] == '\0';
}

/* Tags. Those that say what the game is are kept in the game itself, not as tags. */

static struct bm_text unescape_tag(struct pgn *p, struct bm_text value)
{
    struct bm_buf *const b = &p->r->reader->spare;
    b->len = 0;
    for (size_t i = 0; i < value.len; i++) {
        i += value.s[i] == '\\' && i + 1 < value.len &&
             (value.s[i + 1] == '"' || value.s[i + 1] == '\\');
        bm_buf_char(b, value.s[i]);
    }
    return b->failed ? value : (struct bm_text){b->len != 0 ? b->s : "", b->len};
}

/* Whether a tag of the roster says that nothing is known, which a missing one says as well. */
static bool is_placeholder(struct bm_text name, struct bm_text value)
{
    if (value.len == 0 || value.s[0] != '?')
        return false;
    for (unsigned i = 0; i < BM_PGN_RESULT; i++)
        if (bm_words_same(name, bm_pgn_roster(i, false)) ||
            bm_words_same(name, bm_pgn_roster(i, true)))
            return bm_words_same(value, bm_pgn_unknown(i));
    return false;
}

static enum bm_end end_of_termination(struct bm_text value)
{
    for (enum bm_end end = 0; end < BM_END_COUNT; end++)
        if (value.len != 0 && is_like(value, bm_pgn_termination(end)))
            return end;
    return BM_END_COUNT;
}

static const struct bm_rules *rules_of_variant(const struct pgn *p)
{
    return p->variant.len == 0 ? p->r->rules
                               : bm_reader_variant(p->r->reader, p->r->rules, p->variant);
}

/* Whether the game itself keeps what the tag says, so that it is not kept again. */
static bool take_known(struct pgn *p, const struct bm_pgn_tag *tag)
{
    enum bm_result result;
    const struct bm_text name = tag->name, value = tag->value;
    switch (name.s[0]) {
    case 'R':
        if (!bm_words_same(name, "Result") || p->result.s ||
            !bm_pgn_result(value.s, value.len, &result))
            break;
        p->result = value;
        return true;
    case 'F':
        if (!bm_words_same(name, "FEN") || p->fen.s)
            break;
        p->fen = value;
        return true;
    case 'S':
        if (bm_words_same(name, "SetUp"))
            return bm_words_same(value, "0") || bm_words_same(value, "1");
        break;
    case 'V':
        if (!bm_words_same(name, "Variant") || p->variant.s)
            break;
        p->variant = value;
        const struct bm_rules *const rules = rules_of_variant(p);
        return rules && rules != bm_rules_chess();
    case 'T':
        if (!bm_words_same(name, "Termination") || p->termination.s)
            break;
        p->termination = value;
        /* In other words or letters than those that are written, it is kept as it is. */
        const enum bm_end end = end_of_termination(value);
        return end != BM_END_COUNT && bm_words_same(value, bm_pgn_termination(end));
    default: break;
    }
    return is_placeholder(name, value);
}

static void take_tag(struct pgn *p, const struct bm_pgn_tag *tag)
{
    if (tag->mended && tag->end[-1] != ']')
        bm_reading_say(p->r, BM_SAY_DEFECT, tag->name.s,
                       tag->end >= p->end ? "the text ends inside this tag: ']' is missing"
                                          : "this tag is not closed: ']' is missing");
    else if (tag->mended)
        bm_reading_say(p->r, BM_SAY_NOTICE, tag->value.s,
                       "the quotes of this tag are not in order; they were mended");
    if (!take_known(p, tag) && !(p->r->flags & BM_READ_MOVES_ONLY))
        bm_reading_tag(p->r, tag->name,
                       tag->escaped ? unescape_tag(p, tag->value) : tag->value);
}

/* Begin: rules and start position, as the tags have them. */

/* Castling rights that chess has no place for: rook or king stand elsewhere. */
static bool is_fischer(const struct bm_setup *s)
{
    const uint64_t corners = UINT64_C(0x8100000000000081);
    for (unsigned side = 0; side < 2; side++)
        if (s->castling[0] & UINT64_C(0xff) << side * 56 &&
            s->board[side * 56 + 4] != bm_piece_of(BM_CHESS_KING, side))
            return true;
    return (s->castling[0] & ~corners) != 0;
}

static NOINLINE void begin_at(struct pgn *p, const struct bm_rules *rules)
{
    struct bm_setup setup;
    struct bm_error err = {0};
    if (bm_position_parse(&setup, rules, p->fen.s, p->fen.len, 0, &err) != BM_OK) {
        (void)bm_reading_begin(p->r, rules, NULL, p->fen.s);
        bm_reading_say_about(p->r, BM_SAY_DEFECT, p->fen.s,
                             "the start position '~' cannot be read, nor can the moves",
                             p->fen.s, p->fen.len);
        bm_reading_lose_start(p->r);
        return;
    }
    if (rules == bm_rules_chess() && is_fischer(&setup))
        rules = bm_rules_chess960();
    (void)bm_reading_begin(p->r, rules, &setup, p->fen.s);
}

static NOINLINE void begin_game(struct pgn *p, const char *at)
{
    const struct bm_rules *const rules = rules_of_variant(p);
    if (!rules) {
        bm_reading_say_about(p->r, BM_SAY_DEFECT, p->variant.s,
                             "the variant '~' is not known; its moves are left out",
                             p->variant.s, p->variant.len);
        (void)bm_reading_begin(p->r, p->r->rules, NULL, at);
        bm_reading_lose_start(p->r);
        return;
    }
    p->shogi = bm_is_shogi(rules);
    p->loaded = rules->game != NULL;
    p->digits = bm_rules_info(rules)->dialect == BM_DIALECT_USI;
    if (UNLIKELY(p->fen.s != NULL))
        begin_at(p, rules);
    else
        (void)bm_reading_begin(p->r, rules, NULL, at);
}

static inline void ensure_game_begun(struct pgn *p, const char *at)
{
    if (UNLIKELY(!p->r->begun))
        begin_game(p, at);
}

/* Comments. */

/* A comment from the brace or semicolon at s; where it ends, or NULL if it does not yet. */
static const char *comment_end(const struct pgn *p, const char *s)
{
    const char *end;
    if (*s == '{') {
        end = memchr(s, '}', (size_t)(p->end - s));
        return end ? end + 1 : p->r->final ? p->end : NULL;
    }
    /* Lines that all begin with a semicolon are one comment. */
    for (;;) {
        end = bm_pgn_line_end(s, p->end);
        const char *next = end;
        next += next < p->end && *next == '\r';
        next += next < p->end && *next == '\n' && (next == end || next[-1] == '\r');
        if (next >= p->end && !p->r->final)
            return NULL;
        if (next == end || next >= p->end || *next != ';')
            return end;
        s = next;
    }
}

/* The text of lines with semicolons, without these. */
static void lines_comment(struct pgn *p, const char *s, const char *end, enum bm_note_kind kind)
{
    struct bm_buf *const b = &p->r->reader->spare;
    b->len = 0;
    while (s < end) {
        const char *const line = bm_pgn_line_end(s, end);
        bm_buf_bytes(b, s + 1, (size_t)(line - s) - 1);
        bm_buf_char(b, '\n');
        s = line;
        while (s < end && bm_is_eol(*s))
            s++;
    }
    if (!b->failed)
        bm_reading_comment(p->r, kind, b->len != 0 ? b->s : "", b->len);
}

/* The comment between s and end, as a note of r->at. */
static void note_comment(struct pgn *p, const char *s, const char *end, enum bm_note_kind kind)
{
    if (*s == ';') {
        lines_comment(p, s, end, kind);
        return;
    }
    const char *const stop = end[-1] == '}' && end - s > 1 ? end - 1 : end;
    if (kind == BM_NOTE_BEFORE)
        bm_reading_comment(p->r, kind, s + 1, (size_t)(stop - s) - 1);
    else
        bm_pgn_comment(p->r, s + 1, (size_t)(stop - s) - 1);
}

static const char *take_comment(struct pgn *p, const char *s)
{
    const char *const end = comment_end(p, s);
    if (!end)
        return NULL;
    p->after = true;
    if (UNLIKELY(*s == '{' && (end - s < 2 || end[-1] != '}')))
        bm_reading_say(p->r, BM_SAY_DEFECT, s, "this comment is never closed: '}' is missing");
    if (p->r->flags & BM_READ_MOVES_ONLY)
        return end;
    if (!p->opening)
        note_comment(p, s, end, BM_NOTE_COMMENT);
    else if (!p->before) /* its move is still to come */
        p->before = s;
    return end;
}

/* Comments that stood before the first move of a variation, up to `until`. */
static void note_before(struct pgn *p, const char *until, enum bm_note_kind kind)
{
    for (const char *s = p->before; s < until;) {
        if (*s != '{' && *s != ';') {
            s++;
            continue;
        }
        const char *const end = comment_end(p, s);
        note_comment(p, s, end, kind);
        s = end;
    }
    p->before = NULL;
}

/* Moves. */

static bm_status read_pgn_move(const struct pgn *p, const char *s, size_t len, bm_move *out,
                               struct bm_error *err)
{
    const struct bm_ctx *const ctx = p->r->line.ctx;
    if (LIKELY(!p->shogi))
        return bm_san_read(ctx, s, len, out, err);
    const bm_status status = bm_western_read(ctx, s, len, out, err);
    if (status != BM_ESYNTAX)
        return status;
    return bm_ctx_read_move(ctx, BM_STYLE_COORDINATES, s, len, out, NULL) == BM_OK ? BM_OK
                                                                                   : status;
}

static bool is_null_move(struct bm_text t)
{
    return bm_words_same(t, "--") || bm_words_same(t, "Z0") || bm_words_same(t, "0000") ||
           bm_words_same(t, "@@@@") || bm_words_same(t, "–") || bm_words_same(t, "—");
}

static void take_nag(struct pgn *p, unsigned nag)
{
    p->moved = p->after = true;
    bm_reading_value(p->r, BM_NOTE_NAG, nag, 0);
}

static NOINLINE void refuse_pgn_move(struct pgn *p, const char *s, size_t len,
                                     const struct bm_error *err)
{
    bm_reading_bad_word(p->r, err->code == BM_ERULE ? "illegal move '~': ~" : "'~': ~", s, len,
                        err->what);
}

/* A move with a sign right behind it: "a6N", "Nf3+-". */
static bool take_signed(struct pgn *p, const char *s, size_t len)
{
    bm_move m;
    for (size_t i = 2; i < len; i++) {
        const unsigned nag = bm_words_nag(s + i, len - i);
        if (nag == 0 || read_pgn_move(p, s, i, &m, NULL) != BM_OK)
            continue;
        if (bm_reading_legal_move(p->r, m, s))
            take_nag(p, nag);
        return true;
    }
    return false;
}

/* A word that is no move as it stands: a null move, a sign in letters, or a defect. */
static NOINLINE void take_odd_word(struct pgn *p, const char *s, size_t len,
                                   const struct bm_error *err)
{
    const struct bm_text word = {s, len};
    const unsigned nag = bm_words_nag(s, len);
    if (is_null_move(word))
        (void)bm_reading_pass(p->r, s);
    else if (nag != 0)
        take_nag(p, nag);
    else if (!bm_words_same(word, "e.p.") && !bm_words_same(word, "ep") &&
             !bm_words_same(word, "mate") && (len > 24 || !take_signed(p, s, len)))
        refuse_pgn_move(p, s, len, err);
}

static void take_pgn_move(struct pgn *p, const char *s, size_t len)
{
    struct bm_error err;
    bm_move m;
    if (UNLIKELY(p->r->broken || p->r->over))
        return;
    if (LIKELY(read_pgn_move(p, s, len, &m, &err) == BM_OK))
        (void)bm_reading_legal_move(p->r, m, s);
    else
        take_odd_word(p, s, len, &err);
    if (UNLIKELY(p->opening)) {
        p->opening = false;
        if (p->before)
            note_before(p, s, BM_NOTE_BEFORE);
    }
}

/* Where the word at s ends: at what no move has, a promotion in brackets excepted. */
static const char *word_end(const struct pgn *p, const char *s)
{
    const char *q = s;
    while (in_word[(unsigned char)*q])
        q++;
    if (UNLIKELY(*q == '(') && q > s && q[1] != '\0' && q[2] == ')' && q + 2 < p->end &&
        ((unsigned char)(q[-1] - '1') < 9))
        q += 3;
    else if (UNLIKELY(*q == '*') && p->shogi && q > s)
        for (q++; in_word[(unsigned char)*q];)
            q++;
    else if (UNLIKELY(*q == '.') && q > s && q[-1] == 'e' && q[1] == 'p')
        q += q[2] == '.' ? 3 : 2;
    return q;
}

/* Variations. */

/* The half-move that a number at s announces, or -1; *open if the text ends there. */
static int64_t announced_ply(const struct pgn *p, const char *s, bool *open)
{
    int64_t number = 0;
    unsigned dots = 0, digits = 0;
    while (is_pgn_blank(*s) || *s == '{' || *s == ';') {
        s = is_pgn_blank(*s) ? s + 1 : comment_end(p, s);
        if (!s) {
            *open = true;
            return -1;
        }
    }
    for (; (unsigned char)(*s - '0') < 10 && digits < 9; s++, digits++)
        number = number * 10 + (*s - '0');
    for (; *s == '.' && digits != 0; s++)
        dots++;
    *open = s >= p->end && !p->r->final;
    return digits == 0 ? -1 : 2 * (number - 1) + (dots > 1);
}

/*
 * The node that a variation at this place begins at: it is another move instead of the last
 * one. Behind a result it may also go on from the end, as its number tells.
 */
static bm_node variation_base(const struct pgn *p, const char *s, bool *open)
{
    const struct bm_game *const game = p->r->game;
    bm_node n = p->r->at;
    *open = false;
    if (bm_game_kind(game, n) == BM_NODE_END) {
        n = bm_game_parent(game, n);
        const int64_t index = p->loaded ? bm_pgn_index_at(p->r->line.ctx)
                                        : (int64_t)bm_pgn_index(game) + bm_game_ply(game, n);
        if (announced_ply(p, s, open) == index)
            return n;
    }
    return bm_game_parent(game, n);
}

/* False if the text ends too early to tell. */
static bool open_variation(struct pgn *p, const char *s)
{
    struct bm_reading *const r = p->r;
    const struct level level = {r->at, r->broken};
    bool open;
    ensure_game_begun(p, s);
    const bm_node base = variation_base(p, s + 1, &open);
    if (open)
        return false;
    p->moved = p->after = true;
    if (p->depth == bm_game_limits(r->game)->depth || r->reader->nest.failed) {
        if (p->too_deep++ == 0)
            bm_reading_say(r, BM_SAY_DEFECT, s,
                           "variations lie too deep inside each other; this one is left out");
        return true;
    }
    if (p->before)
        note_before(p, s, BM_NOTE_COMMENT);
    if (p->depth++ == 0)
        p->opened = s;
    bm_buf_bytes(&r->reader->nest, (const char *)&level, sizeof level);
    p->opening = true;
    if (r->broken)
        return true; /* what it is a variation of was not played */
    if (base == BM_NODE_NONE) {
        if (!r->over)
            bm_reading_say(r, BM_SAY_DEFECT, s, "there is no move that this is a variation of");
        r->broken = true;
    } else {
        bm_reading_goto(r, base);
    }
    return true;
}

static void close_variation(struct pgn *p, const char *s)
{
    struct bm_reading *const r = p->r;
    struct bm_buf *const nest = &r->reader->nest;
    struct level level;
    p->moved = p->after = true;
    if (p->too_deep != 0) {
        p->too_deep--;
        return;
    }
    if (p->depth == 0 || nest->len < sizeof level) {
        bm_reading_say(r, BM_SAY_DEFECT, s, "a variation is closed that was never opened");
        return;
    }
    p->depth--;
    nest->len -= sizeof level;
    memcpy(&level, nest->s + nest->len, sizeof level);
    bm_reading_goto(r, level.at);
    r->broken |= level.broken;
    p->opening = false;
    if (p->before) /* comments but no move: nothing of it is lost */
        note_before(p, s, BM_NOTE_COMMENT);
}

/* Results. */

/* How the game ended, as far as the position and the tags tell. */
static enum bm_end end_reason(const struct pgn *p, enum bm_result result)
{
    struct bm_outcome outcome = {0};
    const struct bm_ctx *const ctx = p->r->line.ctx;
    const enum bm_end told = p->depth == 0 ? end_of_termination(p->termination) : BM_END_COUNT;
    if (told != BM_END_COUNT) /* resigning when mated is what the record says */
        return told;
    /* Seldom is it mate, and never without a check: the moves need not be counted. */
    if (result != BM_ONGOING && (bm_ctx_checks(ctx, NULL) != 0) != (result == BM_DRAW))
        bm_ctx_outcome(ctx, &outcome);
    if (outcome.result == result && outcome.reason == BM_REASON_CHECKMATE)
        return BM_END_MATE;
    if (outcome.result == result && outcome.reason == BM_REASON_STALEMATE)
        return BM_END_STALEMATE;
    return BM_END_STATED;
}

static void end_pgn_line(struct pgn *p, enum bm_result result, const char *at)
{
    struct bm_reading *const r = p->r;
    ensure_game_begun(p, at);
    if (r->broken && r->torn && p->depth == 0 && result != BM_ONGOING) {
        /* Moves are missing, but who won is known. */
        r->broken = false;
        bm_reading_end(r, BM_END_STATED, result, (struct bm_text){"", 0}, at);
        r->broken = true;
    }
    if (r->broken || r->over)
        return;
    const enum bm_end end = end_reason(p, result);
    if (result != BM_ONGOING ||
        (end != BM_END_STATED && bm_end_result(end, BM_FIRST) == BM_ONGOING))
        bm_reading_end(p->r, end, result, (struct bm_text){"", 0}, at);
}

static void take_result(struct pgn *p, enum bm_result result, const char *at)
{
    enum bm_result tag = BM_ONGOING;
    ensure_game_begun(p, at);
    p->moved = p->after = true;
    if (p->depth != 0) { /* of a variation */
        end_pgn_line(p, result, at);
        return;
    }
    p->ended = true;
    if (p->result.s)
        (void)bm_pgn_result(p->result.s, p->result.len, &tag);
    if (tag != BM_ONGOING && result == BM_ONGOING)
        result = tag;
    else if (tag != BM_ONGOING && tag != result && !(p->r->flags & BM_READ_LENIENT))
        bm_reading_say_about(
            p->r, BM_SAY_DEFECT, at,
            "the moves end with another result than the Result tag, which is '~'", p->result.s,
            p->result.len);
    end_pgn_line(p, result, at);
}

static enum bm_reading_step finish_pgn_game(struct pgn *p, const char *at)
{
    if (p->depth != 0) {
        bm_reading_say(p->r, BM_SAY_DEFECT, p->opened,
                       "this variation is never closed: ')' is missing");
        while (p->depth != 0)
            close_variation(p, at);
    }
    ensure_game_begun(p, at);
    if (!p->ended)
        take_result(p, BM_ONGOING, at);
    return bm_reading_done(p->r, at);
}

/* Tokens. A token that touches the end of the text may go on behind it: NULL. */

static bool is_cut(const struct pgn *p, const char *s) { return s >= p->end && !p->r->final; }

static const char *take_pgn_word(struct pgn *p, const char *s)
{
    ensure_game_begun(p, s); /* what a word may have depends on the game */
    const char *const q = word_end(p, s);
    enum bm_result result;
    if (UNLIKELY(q + 3 >= p->end && !p->r->final))
        return NULL;
    if (UNLIKELY((unsigned char)*s >= 0x80) && bm_pgn_result(s, (size_t)(q - s), &result)) {
        take_result(p, result, s);
        return q;
    }
    p->moved = p->after = true;
    take_pgn_move(p, s, (size_t)(q - s));
    return q;
}

/* A number, a result, or a move that begins with a digit. */
static const char *take_move_number(struct pgn *p, const char *s)
{
    const char *q = s;
    enum bm_result result;
    while ((unsigned char)(*q - '0') < 10)
        q++;
    p->after = p->moved = true;
    if (LIKELY(*q == '.')) {
        while (*q == '.')
            q++;
        return is_cut(p, q) ? NULL : q;
    }
    ensure_game_begun(p, s);
    const char *const word = word_end(p, s);
    if (is_cut(p, word))
        return NULL;
    if (bm_pgn_result(s, (size_t)(word - s), &result)) {
        take_result(p, result, s);
        return word;
    }
    const bool zeros = s[0] == '0' && word - s > 2;
    if (zeros || (p->digits && word > q))
        return take_pgn_word(p, s);
    return q;
}

static const char *take_dollar(struct pgn *p, const char *s)
{
    unsigned nag = 0;
    const char *q = s + 1;
    for (; (unsigned char)(*q - '0') < 10; q++)
        nag = nag < 100000 ? nag * 10 + (unsigned)(*q - '0') : nag;
    if (is_cut(p, q))
        return NULL;
    p->moved = p->after = true;
    if (q == s + 1 || nag >= 100000)
        bm_reading_say(p->r, BM_SAY_DEFECT, s, "'$' needs a number behind it, up to 99999");
    else
        take_nag(p, nag);
    return q;
}

static const char *take_junk(struct pgn *p, const char *s, const char *end)
{
    p->moved = p->after = true;
    if (!p->said_junk)
        bm_reading_say_about(p->r, BM_SAY_DEFECT, s,
                             "'~' means nothing here; it is passed over", s, (size_t)(end - s));
    p->said_junk = true;
    return end;
}

/* Signs: ! and ?, or those for what a position is like. */
static const char *take_glyph(struct pgn *p, const char *s)
{
    if (*s == '+') { /* a promoted piece of shogi moves */
        ensure_game_begun(p, s);
        if (is_cut(p, s + 1))
            return NULL;
        if ((p->shogi || p->loaded) && sorts[(unsigned char)s[1]] == WORD && s[1] != '-')
            return take_pgn_word(p, s);
    }
    const char *q = s;
    while (*q == '!' || *q == '?')
        q++;
    if (q == s)
        while (in_word[(unsigned char)*q] || *q == '~')
            q++;
    if (is_cut(p, q))
        return NULL;
    const unsigned nag = bm_words_nag(s, (size_t)(q - s));
    if (nag != 0) {
        take_nag(p, nag);
        return q;
    }
    if (*s != '!' && *s != '?')
        return take_junk(p, s, q);
    take_nag(p, *s == '!' ? 1 : 2); /* "!!!" and the like: what it begins with */
    return q;
}

/* Characters beyond ASCII: a figure begins a move; else a result or a sign. */
static const char *take_wide(struct pgn *p, const char *s)
{
    const char *q = s;
    while (in_word[(unsigned char)*q])
        q++;
    if (is_cut(p, q))
        return NULL;
    const unsigned nag = bm_words_nag(s, (size_t)(q - s));
    if (nag == 0)
        return take_pgn_word(p, s);
    take_nag(p, nag);
    return q;
}

/* Whether the game ends before the tag at s; otherwise it is taken, and s moves on. */
enum tag_step { TAG_TAKEN, TAG_NEXT_GAME, TAG_CUT };

static enum tag_step step_tag(struct pgn *p, const char **s)
{
    struct bm_pgn_tag tag;
    const bool first = bm_pgn_is_line_begin(p->r->s, *s);
    const bool is_tag = bm_pgn_scan_tag(*s, p->end, &tag) && (first || bm_pgn_is_exact(&tag));
    /* How a tag is mended depends on all of its line. */
    if (!p->r->final && (!is_tag || tag.mended) && bm_pgn_line_end(*s, p->end) >= p->end)
        return TAG_CUT;
    if (!is_tag) {
        *s = take_junk(p, *s, *s + 1);
        return TAG_TAKEN;
    }
    if ((p->after && (p->tagged || p->moved)) ||
        bm_pgn_begins_tags(&p->names, &tag, p->r->s, *s))
        return TAG_NEXT_GAME;
    bm_pgn_add_name(&p->names, &tag);
    p->tagged = true;
    p->after = false;
    take_tag(p, &tag);
    *s = tag.end;
    return TAG_TAKEN;
}

/* Behind the result only remarks on the game follow; a move or a result is the next game's. */
static bool begins_game(enum sort sort)
{
    return sort == WORD || sort == DIGIT || sort == STAR;
}

/*
 * Whether the first move's number stands again at the beginning of a line: a game without tags
 * follows one without a result. *open if the text ends too early to tell.
 */
static bool restarts_numbers(const struct pgn *p, const char *s, bool *open)
{
    if (LIKELY(s[0] != '1' || s[1] != '.' || s[2] == '.') || p->depth != 0 || !p->r->begun ||
        !bm_pgn_is_line_begin(p->r->s, s) ||
        (bm_game_ply(p->r->game, p->r->at) < 2 && !bm_pgn_is_after_gap(p->r->s, s)))
        return false;
    *open = s + 2 >= p->end && !p->r->final;
    return true;
}

/* One token that is no tag; where it ends, or NULL. */
static const char *take_token(struct pgn *p, const char *s, enum sort sort)
{
    switch (sort) {
    case WORD: return take_pgn_word(p, s);
    case DIGIT: return take_move_number(p, s);
    case COMMENT: return take_comment(p, s);
    case REST:
        if (*s == ';')
            return take_comment(p, s);
        if (s > p->r->s && !bm_is_eol(s[-1]))
            return take_junk(p, s, s + 1);
        s = bm_pgn_line_end(s, p->end);
        return is_cut(p, s) ? NULL : s;
    case NAG: return take_dollar(p, s);
    case OPEN: return open_variation(p, s) ? s + 1 : NULL;
    case CLOSE: close_variation(p, s); return s + 1;
    case STAR: take_result(p, BM_ONGOING, s); return s + 1;
    case GLYPH: return take_glyph(p, s);
    case DOT: p->moved = p->after = true; return s + 1;
    case JUNK:
        if (*s == ',' && p->loaded)
            return s + 1; /* between the moves of one turn */
        break;
    case BLANK:
    case TAG:
    case NUL: break;
    }
    return (unsigned char)*s >= 0x80 ? take_wide(p, s) : take_junk(p, s, s + 1);
}

enum bm_reading_step bm_pgn_read(struct bm_reading *r)
{
    struct pgn p = {.r = r, .end = r->end};
    const char *s = r->s;
    r->reader->nest.len = 0;
    for (;;) {
        while (sorts[(unsigned char)*s] == BLANK)
            s++;
        const enum sort sort = sorts[(unsigned char)*s];
        if (UNLIKELY(sort == NUL)) {
            if (s < p.end) { /* a NUL in the text is as good as a blank */
                s++;
                continue;
            }
            /* Whether '%' and '[' begin a line must still be seen. */
            const bool midline = s > r->s && !bm_is_eol(s[-1]);
            if (!p.tagged && !p.after && !p.moved)
                return midline && !r->final ? BM_STEP_MORE : BM_STEP_NONE;
            return r->final ? finish_pgn_game(&p, p.end) : BM_STEP_MORE;
        }
        if (UNLIKELY(sort == TAG)) {
            const enum tag_step step = step_tag(&p, &s);
            if (step == TAG_CUT)
                return BM_STEP_MORE;
            if (step == TAG_NEXT_GAME)
                return finish_pgn_game(&p, s);
            continue;
        }
        bool open;
        if (UNLIKELY(p.ended && p.depth == 0) && begins_game(sort))
            return finish_pgn_game(&p, s);
        if (sort == DIGIT && restarts_numbers(&p, s, &open))
            return open ? BM_STEP_MORE : finish_pgn_game(&p, s);
        s = take_token(&p, s, sort);
        if (UNLIKELY(!s))
            return BM_STEP_MORE;
    }
}
