/* SPDX-License-Identifier: MIT */
/* Rules for the page: opening them, and their description as JSON. */
#include "banmen/shuffle.h"
#include "rules/ruleset.h"
#include "wasm/web.h"

const struct bm_rules *BM_WEB(bm_web_rules_open)(struct bm_web *w);
void BM_WEB(bm_web_rules_release)(const struct bm_rules *rules);
void BM_WEB(bm_web_rules)(struct bm_web *w, const struct bm_rules *rules);

/* Slot 0 is the name of a game that needs no text; NULL: there is none. */
const struct bm_rules *bm_web_rules_open(struct bm_web *w)
{
    const struct bm_text name = bm_web_slot(w, 0);
    return bm_rules_find(name.s, name.len);
}

void bm_web_rules_release(const struct bm_rules *rules) { bm_rules_release(rules); }

/* Coordinates and names of a square. Built-in shogi numbers squares by file from the right. */
static void put_square_info(struct bm_buf *out, const struct bm_rules *rules, unsigned sq)
{
    const struct bm_rules_info *const info = bm_rules_info(rules);
    char name[BM_COORDINATES], label[BM_SQUARE_NAME];
    unsigned at[4], rest = sq;
    if (!bm_rules_has_square(rules, (bm_sq)sq)) {
        bm_json_raw(out, "null");
        return;
    }
    for (unsigned i = 0; i < 4; i++) {
        const unsigned size = info->size[i] ? info->size[i] : 1;
        at[i] = rest % size;
        rest /= size;
    }
    if (!rules->game && info->dialect == BM_DIALECT_USI) {
        at[0] = info->files - 1 - sq / info->ranks;
        at[1] = info->ranks - 1 - sq % info->ranks;
    }
    (void)bm_sq_format((bm_sq)sq, rules, name, sizeof name);
    (void)bm_sq_name((bm_sq)sq, rules, BM_JA, label, sizeof label);
    bm_json_begin(out, '[');
    for (unsigned i = 0; i < 4; i++)
        bm_json_i64(out, at[i]);
    bm_json_text(out, name);
    if (strcmp(name, label) != 0)
        bm_json_text(out, label);
    bm_json_end(out, ']');
}

static void put_kind_info(struct bm_buf *out, const struct bm_rules *rules, unsigned kind)
{
    const char *const letter = bm_rules_kind_letter(rules, kind);
    if (letter[0] == '\0') {
        bm_json_raw(out, "null");
        return;
    }
    bm_json_begin(out, '{');
    bm_json_member_int(out, "kind", kind);
    bm_json_member_text(out, "letter", letter);
    bm_web_member_texts(out, "name", bm_rules_kind_name(rules, kind, BM_EN),
                        bm_rules_kind_name(rules, kind, BM_JA));
    bm_json_member_bool(out, "royal", bm_rules_kind_is_royal(rules, kind));
    bm_json_member_bool(out, "neutral", bm_rules_kind_is_neutral(rules, kind));
    bm_json_member_int(out, "value", bm_rules_kind_value(rules, kind));
    bm_json_member_text(out, "move", bm_rules_kind_move(rules, kind));
    bm_json_member_text(out, "glyph", bm_rules_kind_glyph(rules, kind));
    bm_json_key(out, "promotes");
    bm_json_begin(out, '[');
    for (unsigned to = 0; to < bm_rules_info(rules)->kinds; to++)
        if (((bm_rules_promotions(rules, 0, kind) | bm_rules_promotions(rules, 1, kind)) >> to &
             1) != 0) {
            bm_json_i64(out, to);
        }
    bm_json_end(out, ']');
    bm_json_end(out, '}');
}

static void put_starts(struct bm_buf *out, const struct bm_rules *rules)
{
    bm_json_key(out, "starts");
    bm_json_begin(out, '[');
    const struct bm_start *start;
    for (unsigned i = 0; (start = bm_rules_start(rules, i)) != NULL; i++) {
        bm_json_begin(out, '{');
        bm_json_member_text(out, "name", start->name);
        bm_web_member_texts(out, "title", start->title[0], start->title[1]);
        bm_json_member_text(out, "text", start->text);
        bm_json_end(out, '}');
    }
    bm_json_end(out, ']');
}

static void put_styles(struct bm_buf *out, const struct bm_rules *rules)
{
    const bool shogi = !rules->game && bm_rules_info(rules)->dialect == BM_DIALECT_USI;
    bm_json_key(out, "styles");
    bm_buf_text(out, shogi ? "[\"coordinates\",\"western\",\"japanese\",\"kif\",\"csa\"]"
                           : "[\"coordinates\",\"san\",\"figurine\",\"long\"]");
}

static void put_names(struct bm_buf *out, const struct bm_rules *rules)
{
    const struct bm_rules_info *const info = bm_rules_info(rules);
    bm_json_member_text(out, "name", info->name);
    bm_web_member_texts(out, "title", info->title[0], info->title[1]);
    bm_web_member_texts(out, "about", bm_rules_about(rules, BM_EN),
                        bm_rules_about(rules, BM_JA));
    bm_json_key(out, "sides");
    bm_json_begin(out, '[');
    for (unsigned lang = 0; lang < 2; lang++) {
        bm_web_texts(out, info->side_name[lang][0], info->side_name[lang][1]);
    }
    bm_json_end(out, ']');
    bm_json_member_text(out, "dialect", info->dialect == BM_DIALECT_USI ? "usi" : "uci");
    bm_json_key(out, "phases");
    bm_json_begin(out, '[');
    const char *phase;
    for (unsigned i = 0; (phase = bm_rules_phase(rules, i)) != NULL; i++) {
        bm_json_text(out, phase);
    }
    bm_json_end(out, ']');
}

static void put_rules_facts(struct bm_buf *out, const struct bm_rules *rules)
{
    const struct bm_rules_info *const info = bm_rules_info(rules);
    bm_json_member_int(out, "axes", info->axes);
    bm_json_key(out, "size");
    bm_json_begin(out, '[');
    for (unsigned i = 0; i < 4; i++) {
        bm_json_i64(out, info->size[i]);
    }
    bm_json_end(out, ']');
    bm_json_member_int(out, "files", info->files);
    bm_json_member_int(out, "ranks", info->ranks);
    bm_json_member_bool(out, "hex", info->hex);
    bm_json_member_int(out, "wrap", info->wrap);
    bm_json_member_bool(out, "hasHands", info->has_hands);
    bm_json_member_bool(out, "chess960", info->chess960);
    bm_json_member_bool(out, "shuffles", rules->set->shuffle.on);
    bm_json_member_int(out, "shuffledStarts", (int64_t)bm_setup_shuffles(rules));
    bm_json_member_bool(out, "multi", info->multi);
    bm_json_member_bool(out, "hasPass", info->has_pass);
    bm_json_member_bool(out, "hasCastling", info->has_castling);
    bm_json_member_bool(out, "hasGating", info->has_gating);
    bm_json_member_int(out, "quiet", info->quiet);
    bm_json_member_int(out, "checksToWin", info->checks);
}

/* How it ends and what is special in it: [[en,ja],…]. */
static void put_sentences(struct bm_buf *out, const struct bm_rules *rules)
{
    char text[2][512];
    bm_json_key(out, "sentences");
    bm_json_begin(out, '[');
    for (unsigned i = 0; bm_rules_sentence(rules, i, BM_EN, text[0], sizeof text[0]); i++) {
        (void)bm_rules_sentence(rules, i, BM_JA, text[1], sizeof text[1]);
        bm_web_texts(out, text[0], text[1]);
    }
    bm_json_end(out, ']');
}

/* The description of the rules as a JSON object. Squares are [x,y,z,w,name] or null, with a
 * sixth part if the Japanese name is another. */
void bm_web_rules(struct bm_web *w, const struct bm_rules *rules)
{
    struct bm_buf *const out = bm_web_answer(w);
    const struct bm_rules_info *const info = bm_rules_info(rules);
    bm_json_begin(out, '{');
    put_names(out, rules);
    put_rules_facts(out, rules);
    bm_json_key(out, "squares");
    bm_json_begin(out, '[');
    for (unsigned sq = 0; sq < info->squares; sq++)
        put_square_info(out, rules, sq);
    bm_json_end(out, ']');
    bm_json_key(out, "kinds");
    bm_json_begin(out, '[');
    for (unsigned kind = 0; kind < info->kinds; kind++)
        put_kind_info(out, rules, kind);
    bm_json_end(out, ']');
    put_starts(out, rules);
    put_styles(out, rules);
    put_sentences(out, rules);
    bm_json_end(out, '}');
}
