/* SPDX-License-Identifier: MIT */
/* Why a move is refused, in a sentence for people: which piece pins, which square is attacked.
 */
#include "banmen/notation.h"
#include "base/bits.h"
#include "base/str.h"
#include "rules/ctx.h"

/*
 * Marks in the sentences: {p} the piece moved, {P} the same with its article, {r} the royal
 * piece concerned, {f} where from, {t} where to, {x} the piece on
 * the target, {b} the piece on the square concerned, {s} that square, {k} the square of the
 * king or of the passage, {o} how the game ended.
 */
struct sentence {
    const char *text[2]; /* by enum bm_lang */
};

static const struct sentence sentences[BM_FAULT_COUNT] = {
    [BM_FAULT_BIT_GAME_OVER] = {{"the game is over: {o}", "対局は終わっています: {o}"}},
    [BM_FAULT_BIT_NO_PIECE] = {{"there is no piece on {f}", "{f}に駒がありません"}},
    [BM_FAULT_BIT_WRONG_SIDE] = {{"the {p} on {f} belongs to the other side",
                                  "{f}の{p}は相手の駒です"}},
    [BM_FAULT_BIT_NOT_IN_HAND] = {{"there is no {p} in hand", "持駒に{p}がありません"}},
    [BM_FAULT_BIT_OCCUPIED] =
        {{"a piece can be dropped only on an empty square; {t} holds a {x}",
          "{t}には{x}があるので打てません"}},
    [BM_FAULT_BIT_NOT_A_MOVE] = {{"{P} does not move from {f} to {t}",
                                  "{p}は{f}から{t}へ動けません"}},
    [BM_FAULT_BIT_OWN_PIECE] = {{"{t} holds a {x} of the same side",
                                 "{t}に味方の{x}があります"}},
    [BM_FAULT_BIT_BLOCKED] = {{"the {b} on {s} stands in the way from {f} to {t}",
                               "{f}から{t}への途中、{s}に{b}があります"}},
    [BM_FAULT_BIT_TWO_PAWNS] = {{"there is an unpromoted pawn on this file already, on {s}",
                                 "二歩です: {s}に歩があります"}},
    [BM_FAULT_BIT_DEAD_END] = {{"{P} dropped on {t} could never move",
                                "{t}の{p}は行き所がありません"}},
    [BM_FAULT_BIT_MUST_PROMOTE] = {{"the {p} must promote on {t}", "{t}では{p}は必ず成ります"}},
    [BM_FAULT_BIT_CANNOT_GATE] = {{"nothing can be gated behind the {p} on {f}",
                                   "{f}の{p}の後には駒を出せません"}},
    [BM_FAULT_BIT_CANNOT_PROMOTE] = {{"the {p} cannot promote so from {f} to {t}",
                                      "{f}から{t}への{p}はそのようには成れません"}},
    [BM_FAULT_BIT_PINNED] = {{"the {p} on {f} is pinned to the {r} on {k} by the {b} on {s}",
                              "{f}の{p}は{s}の{b}により{k}の{r}に釘付けです"}},
    [BM_FAULT_BIT_ROYAL_LOST] = {{"the move would cost one's own {r}",
                                  "自分の{r}を失う手です"}},
    [BM_FAULT_BIT_KING_LEFT] = {{"the {r} on {k} would be attacked by the {b} on {s}",
                                 "{k}の{r}が{s}の{b}に取られます"}},
    [BM_FAULT_BIT_PAWN_MATE] = {{"a dropped pawn may not give mate to the king on {k}",
                                 "打ち歩詰めです: {k}の玉が詰みます"}},
    [BM_FAULT_BIT_NOT_NOW] =
        {{"this part of the turn or of the game does not allow such a move",
          "今はそのような手を指せません"}},
    [BM_FAULT_BIT_DROP_ZONE] = {{"{P} may not be dropped on {t}", "{p}は{t}に打てません"}},
    [BM_FAULT_BIT_MUST_CAPTURE] = {{"there is a piece to take, and one must be taken",
                                    "取れる駒があるときは取らなければなりません"}},
    [BM_FAULT_BIT_GIVES_CHECK] = {{"this move would give check, which is not allowed here",
                                   "ここで王手をかけることはできません"}},
    [BM_FAULT_BIT_NO_COMPLETION] = {{"after this move the turn could not be finished",
                                     "この手の後では手番を終えられません"}},
};

/* Games that were loaded have pieces of other names in these places. */
static const struct sentence loaded[BM_FAULT_COUNT] = {
    [BM_FAULT_BIT_TWO_PAWNS] = {{"no other {p} may be dropped on this file",
                                 "この筋にはもう{p}を打てません"}},
    [BM_FAULT_BIT_PAWN_MATE] = {{"a dropped {p} may not give mate to the {r}",
                                 "打った{p}で{r}を詰ませることはできません"}},
};
static const struct sentence left_somehow = {{"the {r} would be attacked", "{r}が取られます"}};
static const struct sentence no_pass = {
    {"passing is not allowed here", "ここではパスできません"}};

/* Castling fails in three ways; the kernel's details tell which. */
static const struct sentence castling_attacked = {
    {"the {r} may not castle out of, through or into attack: the {b} on {s} attacks {k}",
     "{r}は攻撃された升を通れません: {s}の{b}が{k}に利いています"}};
static const struct sentence castling_blocked = {
    {"castling needs an empty way, and a {b} stands on {s}",
     "キャスリングの途中、{s}に{b}があります"}};
static const struct sentence castling_lost = {
    {"there is no right to castle this way", "この側へのキャスリングの権利がありません"}};

struct story {
    const struct bm_ctx *ctx;
    enum bm_lang lang;
    bm_move move;
    struct bm_why why;
};

static void put_story_square(struct bm_str *out, const struct story *s, bm_sq sq)
{
    char name[BM_SQUARE_NAME];
    bm_sq_name(sq, s->ctx->rules, s->lang, name, sizeof name);
    bm_str_text(out, name);
}

static void put_story_kind(struct bm_str *out, const struct story *s, bm_piece p)
{
    bm_str_text(out, p ? bm_rules_kind_name(s->ctx->rules, bm_piece_kind(p), s->lang)
                     : s->lang == BM_JA ? "駒"
                                        : "piece");
}

/* The royal piece that the sentence is about, by name. */
static void put_royal(struct bm_str *out, const struct story *s)
{
    const struct bm_rules *const rules = s->ctx->rules;
    const bm_piece there = bm_ctx_piece(s->ctx, s->why.at);
    const bm_piece moved =
        bm_move_is_drop(s->move) ? 0 : bm_ctx_piece(s->ctx, bm_move_from(s->move));
    const bm_piece found =
        there && bm_rules_kind_is_royal(rules, bm_piece_kind(there)) ? there : moved;
    unsigned kind = found ? bm_piece_kind(found) : 0;
    if (!found || !bm_rules_kind_is_royal(rules, kind))
        for (kind = 0; kind + 1 < bm_rules_info(rules)->kinds; kind++)
            if (bm_rules_kind_is_royal(rules, kind))
                break;
    bm_str_text(out, bm_rules_kind_name(rules, kind, s->lang));
}

/* "a pawn", "an archbishop". */
static void put_article(struct bm_str *out, const struct story *s, bm_piece p)
{
    const char *const name =
        p ? bm_rules_kind_name(s->ctx->rules, bm_piece_kind(p), s->lang) : "piece";
    bm_str_text(out, *name != '\0' && strchr("aeiouAEIOU", *name) ? "an " : "a ");
    bm_str_text(out, name);
}

static void put_mark(struct bm_str *out, const struct story *s, char mark)
{
    const bm_sq from = bm_move_from(s->move), to = bm_move_to(s->move);
    const bool drop = bm_move_is_drop(s->move);
    const bm_sq concerned = s->why.by != BM_SQ_NONE ? s->why.by : s->why.at;

    const bm_piece piece = drop ? bm_piece_of(from, 0) : bm_ctx_piece(s->ctx, from);

    switch (mark) {
    case 'p': put_story_kind(out, s, piece); break;
    case 'P': put_article(out, s, piece); break;
    case 'r': put_royal(out, s); break;
    case 'f': put_story_square(out, s, from); break;
    case 't': put_story_square(out, s, to); break;
    case 'x': put_story_kind(out, s, bm_ctx_piece(s->ctx, to)); break;
    case 'b': put_story_kind(out, s, bm_ctx_piece(s->ctx, concerned)); break;
    case 's': put_story_square(out, s, concerned); break;
    case 'k': put_story_square(out, s, s->why.at); break;
    case 'o': {
        struct bm_outcome o;
        char text[96];
        bm_ctx_outcome(s->ctx, &o);
        bm_outcome_tell(&o, s->ctx->rules, s->lang, text, sizeof text);
        bm_str_text(out, o.result == BM_ONGOING && s->lang == BM_JA ? "手数の上限"
                         : o.result == BM_ONGOING                   ? "no room for more moves"
                                                                    : text);
        break;
    }
    default: break;
    }
}

size_t bm_ctx_explain(const struct bm_ctx *ctx, bm_move m, bm_faults faults, enum bm_lang lang,
                      char *buf, size_t cap)
{
    struct bm_str out;
    bm_str_init(&out, buf, cap);
    const bm_faults one = bm_fault_first(faults);
    if (!one || bits_first(one) >= BM_FAULT_COUNT) {
        bm_str_text(&out, lang == BM_JA ? "指せる手です" : "the move is legal");
        return bm_str_end(&out);
    }

    struct story s = {.ctx = ctx, .lang = lang == BM_JA ? BM_JA : BM_EN, .move = m};
    ctx->kernel->why(&ctx->pos, m, one, &s.why);
    const struct sentence *sentence = &sentences[bits_first(one)];
    if (ctx->rules->game) {
        if (loaded[bits_first(one)].text[0])
            sentence = &loaded[bits_first(one)];
        if (one == BM_FAULT_KING_LEFT && s.why.by == BM_SQ_NONE)
            sentence = &left_somehow;
        if (bm_move_is_pass(m) && one != BM_FAULT_GAME_OVER)
            sentence = &no_pass;
    }
    if (one == BM_FAULT_CASTLING)
        sentence = s.why.by != BM_SQ_NONE   ? &castling_attacked
                   : s.why.at != BM_SQ_NONE ? &castling_blocked
                                            : &castling_lost;
    for (const char *t = sentence->text[s.lang]; *t; t++) {
        if (*t == '{') {
            put_mark(&out, &s, t[1]);
            t += 2;
        } else {
            bm_str_char(&out, *t);
        }
    }
    return bm_str_end(&out);
}
