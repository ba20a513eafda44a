/* SPDX-License-Identifier: MIT */
/* The rules of a game in sentences: its turns, what is special in it, and how it ends. */
#include "banmen/notation.h"
#include "base/bits.h"
#include "base/str.h"
#include "notation/cells.h"

/*
 * Marks in the sentences: {n} a number, {v} a result of the side that the sentence is about,
 * {k} names of kinds, {z} cells.
 */
struct facts {
    const struct bm_rules *rules;
    enum bm_lang lang;
    unsigned n, verdict;
    uint64_t kinds;
    const struct bm_cells *zone;
};

/* One sentence, or NULL if the game has no such rule; fills in what its marks stand for. */
typedef const char *const *sentence_of(const struct bm_rules *rules, struct facts *f);

/* More cells than this are not listed. */
enum { CELLS = 12 };

static const char *const *mate_sentence(const struct bm_rules *rules, struct facts *f)
{
    static const char *const text[2] = {"Checkmate: the side that is mated {v}.",
                                        "詰み：詰まされた側の{v}です。"};
    f->verdict = rules->set->checkmate;
    return bm_rules_info(rules)->royals ? text : NULL;
}

static const char *const *stalemate_sentence(const struct bm_rules *rules, struct facts *f)
{
    static const char *const text[2] = {"A side that has no legal move {v}.",
                                        "指せる手がない側の{v}です。"};
    static const char *const draw[2] = {"Stalemate, no legal move without check, is a draw.",
                                        "王手でなく指せる手がないときは引き分けです。"};
    static const char *const pass[2] = {"A side that has no legal move passes.",
                                        "指せる手がない側はパスします。"};
    f->verdict = rules->set->stalemate;
    return f->verdict == BM_VERDICT_DRAW ? draw : f->verdict == BM_VERDICT_PASS ? pass : text;
}

static const char *const *claim_sentence(const struct bm_rules *rules, struct facts *f)
{
    static const char *const text[2] = {
        "When a position occurs {n} times, the player to move may claim a draw.",
        "同一局面が{n}回現れたら引き分けを主張できます。"};
    f->n = rules->set->repeats_claim;
    return f->n ? text : NULL;
}

static const char *const *repeat_sentence(const struct bm_rules *rules, struct facts *f)
{
    static const char *const draw[2] = {"A position that occurs {n} times is a draw.",
                                        "同一局面が{n}回現れたら引き分けです。"};
    static const char *const text[2] = {
        "When a position occurs {n} times, the side whose move brought it about {v}.",
        "同一局面が{n}回現れたら、その手を指した側の{v}です。"};
    static const char *const sides[2][2] = {
        {"When a position occurs {n} times, the first side {v}.",
         "同一局面が{n}回現れたら、先に指す側の{v}です。"},
        {"When a position occurs {n} times, the second side {v}.",
         "同一局面が{n}回現れたら、後に指す側の{v}です。"}};
    f->n = rules->set->repeats_end;
    f->verdict = rules->set->repeat_verdict;
    return !f->n                           ? NULL
           : f->verdict == BM_VERDICT_DRAW ? draw
           : rules->set->repeat_for < 2    ? sides[rules->set->repeat_for]
                                           : text;
}

static const char *const *perpetual_sentence(const struct bm_rules *rules, struct facts *f)
{
    static const char *const text[2] = {
        "A side that gave check with every move of the repetition loses.",
        "連続王手の千日手は王手をかけた側の負けです。"};
    (void)f;
    return rules->set->perpetual_loses ? text : NULL;
}

static const char *const *quiet_sentence(const struct bm_rules *rules, struct facts *f)
{
    static const char *const text[2] = {
        "After {n} moves of each side without progress a draw may be claimed.",
        "双方{n}手の間進展がなければ引き分けを主張できます。"};
    f->n = rules->set->quiet_claim / 2;
    return f->n ? text : NULL;
}

static const char *const *impasse_sentence(const struct bm_rules *rules, struct facts *f)
{
    static const char *const text[2] = {
        "A king that has entered the far three ranks may declare impasse; points decide.",
        "玉が敵陣三段目以内に入れば入玉宣言ができ、点数で決まります。"};
    (void)f;
    return rules->set->points ? text : NULL;
}

static const char *const *checks_sentence(const struct bm_rules *rules, struct facts *f)
{
    static const char *const text[2] = {"Check number {n} wins.",
                                        "王手を{n}回かけた側の勝ちです。"};
    f->n = bm_rules_info(rules)->checks;
    return f->n ? text : NULL;
}

static const char *const *goal_sentence(const struct bm_rules *rules, struct facts *f)
{
    static const char *const text[2] = {"A side wins with a {k} on {z}.",
                                        "{k}が{z}に着いた側の勝ちです。"};
    const struct bm_compiled *const g = rules->game;
    if (!g || !g->goals)
        return NULL;
    f->kinds = g->goal_kinds;
    f->zone = &g->goal[0];
    return text;
}

static const char *const *extinct_sentence(const struct bm_rules *rules, struct facts *f)
{
    static const char *const text[2][2] = {
        {"A side that has lost its last {k} {v}.", "{k}をすべて失った側の{v}です。"},
        {"A side that has lost all its pieces {v}.", "すべての駒を失った側の{v}です。"}};
    static const char *const left[2][2] = {{"A side that has {n} or fewer left of {k} {v}.",
                                            "{k}が{n}枚以下になった側の{v}です。"},
                                           {"A side that has {n} or fewer pieces left {v}.",
                                            "駒が{n}枚以下になった側の{v}です。"}};
    const struct bm_compiled *const g = rules->game;
    if (!g || !g->extinct)
        return NULL;
    f->n = g->extinct_left;
    f->kinds = g->extinct_kinds;
    f->verdict = g->extinct_verdict;
    return (f->n ? left : text)[g->extinct_all != 0];
}

static const char *const *capture_sentence(const struct bm_rules *rules, struct facts *f)
{
    static const char *const text[2] = {"Who can take must take.",
                                        "取れる駒があれば取らなければなりません。"};
    (void)f;
    return rules->game && rules->game->must_capture ? text : NULL;
}

static const char *const *no_check_sentence(const struct bm_rules *rules, struct facts *f)
{
    static const char *const text[2] = {"Giving check is not allowed.",
                                        "王手をかけることはできません。"};
    (void)f;
    return rules->game && rules->game->no_checks ? text : NULL;
}

static const char *const *explosion_sentence(const struct bm_rules *rules, struct facts *f)
{
    static const char *const text[2] = {"A capture explodes: pieces around it go, too.",
                                        "駒を取ると爆発し、周りの駒もなくなります。"};
    (void)f;
    return rules->game && rules->game->explode ? text : NULL;
}

static const char *const *pass_sentence(const struct bm_rules *rules, struct facts *f)
{
    static const char *const text[2] = {"A player may pass.", "パスできます。"};
    (void)f;
    return bm_rules_info(rules)->has_pass ? text : NULL;
}

static const char *const *hand_sentence(const struct bm_rules *rules, struct facts *f)
{
    static const char *const text[2] = {
        "Pieces that were taken are dropped on empty squares in place of a move.",
        "取った駒は、指す代わりに空いたマスに打てます。"};
    static const char *const start[2] = {
        "Pieces in hand are dropped on empty squares in place of a move.",
        "持駒は、指す代わりに空いたマスに打てます。"};
    (void)f;
    if (!bm_rules_info(rules)->has_hands)
        return NULL;
    return !rules->game || rules->game->captures_to_hand ? text : start;
}

static const char *const *turn_sentence(const struct bm_rules *rules, struct facts *f)
{
    static const char *const text[2] = {"A turn has {n} moves.", "1ターンに{n}手指します。"};
    static const char *const more[2] = {"The number of moves in a turn grows by one each turn.",
                                        "1ターンの手数は毎回1手ずつ増えます。"};
    const struct bm_compiled *const g = rules->game;
    if (!g || !g->multi)
        return NULL;
    const struct bm_turn_rule *const rule = &g->turn.phase[0].rule;
    if (rule->progressive)
        return more;
    f->n = rule->moves[0][0];
    const bool plain = rule->entries[0] == 1 && rule->entries[1] == 1 &&
                       rule->moves[1][0] == f->n && !g->limits[0].named;
    return plain && f->n > 1 && f->n != BM_TURN_UNLIMITED ? text : NULL;
}

static const char *const *shuffle_sentence(const struct bm_rules *rules, struct facts *f)
{
    static const char *const text[2] = {"The start is drawn by lot.",
                                        "初期配置は無作為に選ばれます。"};
    (void)f;
    return rules->set->shuffle.on ? text : NULL;
}

static sentence_of *const sentences[] = {
    turn_sentence,     shuffle_sentence,   hand_sentence,  pass_sentence,   capture_sentence,
    no_check_sentence, explosion_sentence, mate_sentence,  checks_sentence, goal_sentence,
    extinct_sentence,  stalemate_sentence, claim_sentence, repeat_sentence, perpetual_sentence,
    quiet_sentence,    impasse_sentence,
};

static void put_kinds(struct bm_str *out, const struct facts *f)
{
    const unsigned kinds = bm_rules_info(f->rules)->kinds;
    const char *comma = "";
    for (unsigned kind = 0; kind < kinds && kind < 64; kind++) {
        const char *const name = bm_rules_kind_name(f->rules, kind, f->lang);
        if (!(f->kinds >> kind & 1) || !*name)
            continue;
        bm_str_text(out, comma);
        bm_str_text(out, name);
        comma = f->lang == BM_JA ? "・" : " or ";
    }
}

static void put_zone(struct bm_str *out, const struct facts *f)
{
    const unsigned squares = bm_rules_info(f->rules)->squares;
    unsigned count = 0;
    for (unsigned sq = 0; sq < squares; sq++)
        count += f->zone->w[sq / 64] >> sq % 64 & 1;
    if (count > CELLS) {
        bm_str_text(out, f->lang == BM_JA ? "目標の場所" : "its goal squares");
        return;
    }
    const char *comma = "";
    for (unsigned sq = 0; sq < squares; sq++)
        if (f->zone->w[sq / 64] >> sq % 64 & 1) {
            char name[BM_SQUARE_NAME];
            bm_sq_name((bm_sq)sq, f->rules, f->lang, name, sizeof name);
            bm_str_text(out, comma);
            bm_str_text(out, name);
            comma = f->lang == BM_JA ? "・" : " ";
        }
}

static void put_mark(struct bm_str *out, const struct facts *f, char mark)
{
    static const char *const verdicts[][2] = {[BM_VERDICT_LOSS] = {"loses", "負け"},
                                              [BM_VERDICT_DRAW] = {"draws", "引き分け"},
                                              [BM_VERDICT_WIN] = {"wins", "勝ち"},
                                              [BM_VERDICT_PASS] = {"passes", "パス"}};
    switch (mark) {
    case 'n': bm_str_u64(out, f->n); break;
    case 'v': bm_str_text(out, verdicts[f->verdict & 3][f->lang]); break;
    case 'k': put_kinds(out, f); break;
    case 'z': put_zone(out, f); break;
    default: break;
    }
}

size_t bm_rules_sentence(const struct bm_rules *rules, unsigned i, enum bm_lang lang, char *buf,
                         size_t cap)
{
    struct facts f = {.rules = rules, .lang = lang == BM_JA ? BM_JA : BM_EN};
    const char *const *text = NULL;
    for (unsigned at = 0; at < sizeof sentences / sizeof *sentences && !text; at++) {
        text = sentences[at](rules, &f);
        if (text && i-- != 0)
            text = NULL;
    }
    struct bm_str out;
    bm_str_init(&out, buf, cap);
    for (const char *t = text ? text[f.lang] : ""; *t; t++) {
        if (*t == '{') {
            put_mark(&out, &f, t[1]);
            t += 2;
        } else {
            bm_str_char(&out, *t);
        }
    }
    return bm_str_end(&out);
}
