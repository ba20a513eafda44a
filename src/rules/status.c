/* SPDX-License-Identifier: MIT */
/* Texts made from the public lists. */
#include "banmen/fault.h"
#include "banmen/outcome.h"
#include "banmen/version.h"
#include "base/bits.h"
#include "base/str.h"

#define TEXT_(x) #x
#define TEXT(x)  TEXT_(x)

const char *bm_version(void)
{
    return TEXT(BM_VERSION_MAJOR) "." TEXT(BM_VERSION_MINOR) "." TEXT(BM_VERSION_PATCH);
}

const char *bm_status_text(bm_status s)
{
    switch (s) {
#define X(name, value, text) \
    case BM_##name: return text;
        BM_STATUS_MAP(X)
#undef X
    }
    return "unknown status";
}

const char *bm_fault_word(bm_faults one)
{
    static const char *const words[] = {
#define X(name, word) word,
        BM_FAULT_MAP(X)
#undef X
    };
    if (!one)
        return "legal";
    const unsigned i = bits_first(one);
    return i < BM_FAULT_COUNT ? words[i] : "unknown";
}

const char *bm_defect_word(bm_defects one)
{
    static const char *const words[] = {
#define X(name, word, hard) word,
        BM_DEFECT_MAP(X)
#undef X
    };
    if (!one)
        return "sound";
    const unsigned i = bits_first(one);
    return i < BM_DEFECT_COUNT ? words[i] : "unknown";
}

const char *bm_defect_text(bm_defects one, enum bm_lang lang)
{
    static const char *const texts[BM_DEFECT_COUNT][2] = {
        [BM_DEFECT_BIT_NO_KING] = {"a king is missing", "玉がありません"},
        [BM_DEFECT_BIT_MANY_KINGS] = {"a side has more kings than the game gives it",
                                      "玉の数が多すぎます"},
        [BM_DEFECT_BIT_OTHER_CHECKED] = {"the side that is not to move is in check",
                                         "手番でない側の玉に王手がかかっています"},
        [BM_DEFECT_BIT_PAWN_RANK] = {"a pawn stands on the first or the last rank",
                                     "端の段にポーンがあります"},
        [BM_DEFECT_BIT_DEAD_PIECE] = {"a piece stands where it can never move",
                                      "行き所のない駒があります"},
        [BM_DEFECT_BIT_TWO_PAWNS] = {"a side has two unpromoted pawns on a file", "二歩です"},
        [BM_DEFECT_BIT_MATERIAL] = {"there are more pieces of a kind than the set has",
                                    "駒の枚数が多すぎます"},
        [BM_DEFECT_BIT_HAND] = {"a piece is in hand that cannot be there",
                                "持駒にできない駒があります"},
        [BM_DEFECT_BIT_BAD_PIECE] = {"there is a piece that the game does not have",
                                     "存在しない駒があります"},
        [BM_DEFECT_BIT_CASTLING] = {"castling rights without king and rook in place",
                                    "キャスリングの権利が盤面と合いません"},
        [BM_DEFECT_BIT_EN_PASSANT] = {"no en passant capture is possible on that square",
                                      "アンパッサンができない升です"},
        [BM_DEFECT_BIT_TURN] = {"the side to move is neither first nor second",
                                "手番が正しくありません"},
        [BM_DEFECT_BIT_HOLE] = {"a piece stands where the board has no square",
                                "盤の升でない所に駒があります"},
        [BM_DEFECT_BIT_PHASE] = {"the game has no such phase, or the turn no such part",
                                 "局面の段階か手番の途中経過が正しくありません"},
        [BM_DEFECT_BIT_ROYAL_HANGS] =
            {"the royal piece of the side that is not to move can be taken",
             "手番でない側の王が取られる形です"},
        [BM_DEFECT_BIT_GATES] = {"rights to gate without a piece in place",
                                 "ゲートの権利が盤面と合いません"},
    };
    if (!one)
        return lang == BM_JA ? "問題ありません" : "the board is in order";
    const unsigned i = bits_first(one);
    return i < BM_DEFECT_COUNT ? texts[i][lang == BM_JA] : "unknown";
}

const char *bm_reason_text(enum bm_reason r, enum bm_lang lang)
{
    static const char *const texts[][2] = {
#define X(name, en, ja) {en, ja},
        BM_REASON_MAP(X)
#undef X
    };
    return (unsigned)r < BM_REASON_COUNT ? texts[r][lang == BM_JA] : "unknown";
}

size_t bm_outcome_format(const struct bm_outcome *o, enum bm_lang lang, char *buf, size_t cap)
{
    static const char *const results[][2] = {
        [BM_ONGOING] = {"ongoing", "対局中"},
        [BM_FIRST_WINS] = {"first wins", "先手の勝ち"},
        [BM_SECOND_WINS] = {"second wins", "後手の勝ち"},
        [BM_DRAW] = {"draw", "引き分け"},
    };
    static const char *const none[2] = {"no result", "結果なし"};
    const bool ended = o->result != BM_ONGOING || o->reason != BM_REASON_NONE;
    struct bm_str out;
    bm_str_init(&out, buf, cap);
    bm_str_text(&out, ended && o->result == BM_ONGOING ? none[lang == BM_JA]
                                                       : results[o->result][lang == BM_JA]);
    if (ended) {
        bm_str_text(&out, lang == BM_JA ? "（" : " (");
        bm_str_text(&out, bm_reason_text(o->reason, lang));
        bm_str_text(&out, lang == BM_JA ? "）" : ")");
    }
    return bm_str_end(&out);
}
