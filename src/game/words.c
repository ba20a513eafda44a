/* SPDX-License-Identifier: MIT */
#include "game/words.h"

#include <string.h>

enum meaning { LOSES, WINS, DRAWS, OPEN, STATED };

enum bm_result bm_end_result(enum bm_end end, unsigned turn)
{
    static const unsigned char meanings[] = {
#define X(name, en, kif, csa, who) who,
        BM_END_MAP(X)
#undef X
    };
    if (end >= BM_END_COUNT || turn > 1)
        return BM_ONGOING;
    if (meanings[end] == DRAWS)
        return BM_DRAW;
    if (meanings[end] != LOSES && meanings[end] != WINS)
        return BM_ONGOING;
    return (meanings[end] == WINS) == (turn == BM_FIRST) ? BM_FIRST_WINS : BM_SECOND_WINS;
}

/* For the ends that KIF has no word for. */
static const char *japanese_end(enum bm_end end)
{
    static const char *const words[BM_END_COUNT] = {
        [BM_END_STATED] = "終局",        [BM_END_STALEMATE] = "ステイルメイト",
        [BM_END_AGREEMENT] = "引き分け", [BM_END_QUIET] = "75手ルール",
        [BM_END_MATERIAL] = "駒不足",    [BM_END_TAKE_BACK] = "待った",
        [BM_END_FAILURE] = "エラー",     [BM_END_ABANDONED] = "対局放棄",
        [BM_END_ADJUDICATION] = "裁定",  [BM_END_OTHER] = "その他",
    };
    return words[end] ? words[end] : "";
}

const char *bm_end_text(enum bm_end end, enum bm_lang lang)
{
    static const char *const words[][2] = {
#define X(name, en, kif, csa, who) {en, kif},
        BM_END_MAP(X)
#undef X
    };
    if (end >= BM_END_COUNT)
        return "";
    if (lang != BM_JA)
        return words[end][0];
    return words[end][1][0] ? words[end][1] : japanese_end(end);
}

/*
 * Numeric annotation glyphs: what a move is worth (1 to 9), what a position is like (10 to
 * 135), how the players stand with their time (136 to 139), and what programs have added.
 */
struct nag {
    const char *glyph;
    const char *text[2];
};

static const struct nag nags[] = {
    {"", {"", ""}},
    {"!", {"good move", "好手"}},
    {"?", {"mistake", "悪手"}},
    {"!!", {"brilliant move", "妙手"}},
    {"??", {"blunder", "大悪手"}},
    {"!?", {"interesting move", "勝負手"}},
    {"?!", {"dubious move", "疑問手"}},
    {"□", {"forced move", "この一手"}},
    {"", {"only reasonable move", "唯一の手"}},
    {"", {"worst move", "最悪手"}},
    {"=", {"even", "互角"}},
    {"", {"even, quiet position", "互角（穏やか）"}},
    {"", {"even, active position", "互角（激しい）"}},
    {"∞", {"unclear", "形勢不明"}},
    {"⩲", {"white is slightly better", "先手やや良し"}},
    {"⩱", {"black is slightly better", "後手やや良し"}},
    {"±", {"white is better", "先手良し"}},
    {"∓", {"black is better", "後手良し"}},
    {"+-", {"white is winning", "先手勝勢"}},
    {"-+", {"black is winning", "後手勝勢"}},
};

/* From 20 to 139 they come in pairs: an even number for white, the next for black. */
enum { PAIRS_FROM = 20, PAIRS_TO = 139 };

static const struct {
    const char *glyph, *white, *black;
} pairs[] = {
#define BOTH(glyph, text)                   \
    {                                       \
        glyph, "white " text, "black " text \
    }
#define SHARE(glyph, text)                                                      \
    BOTH("", "has slightly more " text), BOTH(glyph, "has clearly more " text), \
        BOTH("", "has decisively more " text)
#define PHASE(text)                                                                \
    BOTH("", "played the " text " badly"), BOTH("", "played the " text " weakly"), \
        BOTH("", "played the " text " well"), BOTH("", "played the " text " superbly")
#define PLACED(text) BOTH("", "has a badly placed " text), BOTH("", "has a well placed " text)
    BOTH("", "has a crushing advantage"),
    BOTH("⨀", "is in zugzwang"),
    SHARE("○", "space"),
    SHARE("⟳", "development"),
    BOTH("↑", "has the initiative"),
    BOTH("", "has a lasting initiative"),
    BOTH("→", "has the attack"),
    BOTH("", "has too little for the material"),
    BOTH("=∞", "has enough for the material"),
    BOTH("", "has more than enough for the material"),
    SHARE("", "control of the centre"),
    SHARE("", "control of the kingside"),
    SHARE("", "control of the queenside"),
    BOTH("", "has a weak back rank"),
    BOTH("", "has a safe back rank"),
    BOTH("", "has an exposed king"),
    BOTH("", "has a safe king"),
    PLACED("king"),
    BOTH("", "has a very weak pawn structure"),
    BOTH("", "has a weak pawn structure"),
    BOTH("", "has a strong pawn structure"),
    BOTH("", "has a very strong pawn structure"),
    PLACED("knight"),
    PLACED("bishop"),
    PLACED("rook"),
    PLACED("queen"),
    BOTH("", "has pieces that work badly together"),
    BOTH("", "has pieces that work well together"),
    PHASE("opening"),
    PHASE("middlegame"),
    PHASE("ending"),
    BOTH("", "has a little counterplay"),
    BOTH("⇆", "has counterplay"),
    BOTH("", "has decisive counterplay"),
    BOTH("", "is short of time"),
    BOTH("⊕", "is in severe time trouble"),
};
_Static_assert(sizeof pairs / sizeof *pairs == (PAIRS_TO + 1 - PAIRS_FROM) / 2,
               "a pair for every two numbers");

/* Beyond the standard, as programs commonly use them. */
static const struct {
    unsigned number;
    struct nag nag;
} others[] = {
    {140, {"∆", {"with the idea", ""}}},
    {141, {"∇", {"aimed against", ""}}},
    {142, {"⌓", {"better is", ""}}},
    {143, {"", {"worse is", ""}}},
    {144, {"", {"equivalent is", ""}}},
    {145, {"", {"editor's remark", ""}}},
    {146, {"N", {"novelty", "新手"}}},
    {220, {"", {"diagram", "図"}}},
    {221, {"", {"diagram, from black's side", ""}}},
};

static struct nag nag_of(unsigned nag)
{
    if (nag < sizeof nags / sizeof *nags)
        return nags[nag];
    if (nag >= PAIRS_FROM && nag <= PAIRS_TO) {
        const size_t i = (nag - PAIRS_FROM) / 2;
        return (struct nag){pairs[i].glyph, {nag % 2 ? pairs[i].black : pairs[i].white, ""}};
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (others[i].number == nag)
            return others[i].nag;
    return nags[0];
}

const char *bm_nag_glyph(unsigned nag) { return nag_of(nag).glyph; }
const char *bm_nag_text(unsigned nag, enum bm_lang lang)
{
    return nag_of(nag).text[lang == BM_JA];
}

static bool word_is(const char *word, const char *s, size_t len)
{
    return strlen(word) == len && memcmp(word, s, len) == 0;
}

unsigned bm_words_nag(const char *glyph, size_t len)
{
    /* What else is written for some of them. */
    static const struct {
        const char *glyph;
        unsigned nag;
    } aliases[] = {
        {"‼", 3},    {"⁇", 4},    {"⁉", 5},    {"⁈", 6},   {"+=", 14}, {"=+", 15},  {"+/=", 14},
        {"=/+", 15}, {"+/-", 16}, {"-/+", 17}, {"+−", 18}, {"−+", 19}, {"+--", 20}, {"--+", 21},
        {"~", 13},   {"⊙", 22},   {"TN", 146}, {"Δ", 140}, {"△", 140},
    };
    if (len == 0)
        return 0;
    for (unsigned nag = 1; nag <= 146; nag++)
        if (word_is(nag_of(nag).glyph, glyph, len))
            return nag;
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
        if (word_is(aliases[i].glyph, glyph, len))
            return aliases[i].nag;
    return 0;
}
