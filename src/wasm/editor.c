/* SPDX-License-Identifier: MIT */
/* The position editor: any board, legal or not, changed piece by piece. */
#include "rules/ruleset.h"
#include "wasm/web.h"

/* One board that is edited. The page keeps the rules as long as it. */
struct bm_web_editor {
    const struct bm_rules *rules;
    struct bm_setup setup;
};

/* What bm_web_editor_set() sets. */
enum editor_value {
    EDITOR_TURN,
    EDITOR_EN_PASSANT, /* a square; none: BM_SQ_NONE */
    EDITOR_CASTLING,   /* toggles the right of the rook on a square */
    EDITOR_QUIET,
    EDITOR_NUMBER,
    EDITOR_CHECKS_FIRST,
    EDITOR_CHECKS_SECOND
};

/* What bm_web_editor_do() does. */
enum editor_act {
    EDITOR_CLEAR,
    EDITOR_MIRROR, /* left and right */
    EDITOR_SWAP,   /* the sides */
    EDITOR_REST,   /* all pieces that are nowhere go to the second side's hand */
    EDITOR_TSUME   /* the second side's royal pieces alone, and the rest in its hand */
};

struct bm_web_editor *BM_WEB(bm_web_editor)(struct bm_web *w, const struct bm_rules *rules);
void BM_WEB(bm_web_editor_free)(struct bm_web_editor *e);
void BM_WEB(bm_web_editor_put)(struct bm_web_editor *e, unsigned sq, unsigned piece);
void BM_WEB(bm_web_editor_hand)(struct bm_web_editor *e, unsigned side, unsigned kind,
                                unsigned count);
void BM_WEB(bm_web_editor_set)(struct bm_web_editor *e, unsigned what, unsigned value);
void BM_WEB(bm_web_editor_do)(struct bm_web_editor *e, unsigned act);
void BM_WEB(bm_web_editor_view)(struct bm_web *w, struct bm_web_editor *e);

/* ---- Life ---- */

/* Slot 0 is a position, which may be one that cannot be played. NULL: it cannot be read; the
 * answer is {"error","text":[en,ja],"column"}. */
struct bm_web_editor *bm_web_editor(struct bm_web *w, const struct bm_rules *rules)
{
    const struct bm_text text = bm_web_slot(w, 0);
    struct bm_web_editor *const e = bm_web_alloc(sizeof *e);
    struct bm_error err = {.what = "out of memory"};
    if (e && bm_position_parse(&e->setup, rules, text.s, text.len, 0, &err) == BM_OK) {
        e->rules = rules;
        return e;
    }
    bm_release(e);
    struct bm_buf *const out = bm_web_answer(w);
    bm_json_begin(out, '{');
    bm_json_member_text(out, "error", err.what);
    bm_json_key(out, "text");
    bm_web_message_pair(out, err.what, rules);
    bm_json_member_int(out, "column", err.column);
    bm_json_end(out, '}');
    return NULL;
}

void bm_web_editor_free(struct bm_web_editor *e) { bm_release(e); }

/* ---- Facts of the rules ---- */

static bm_defects defects_of(const struct bm_web_editor *e, const struct bm_setup *s)
{
    return bm_setup_check(s, e->rules);
}

static bool goes_to_hand(const struct bm_web_editor *e, unsigned kind)
{
    struct bm_setup s;
    if (!bm_rules_info(e->rules)->has_hands ||
        bm_rules_kind_letter(e->rules, kind)[0] == '\0' ||
        bm_rules_kind_is_royal(e->rules, kind))
        return false;
    bm_setup_start(&s, e->rules);
    memset(s.hand, 0, sizeof s.hand);
    s.hand[0][kind] = 1;
    return (defects_of(e, &s) & BM_DEFECT_HAND) == 0;
}

/* The kind that a piece has in a hand; BM_MAX_KINDS: none. */
static unsigned kind_in_hand(const struct bm_web_editor *e, unsigned kind)
{
    if (goes_to_hand(e, kind))
        return kind;
    for (unsigned from = 0; from < bm_rules_info(e->rules)->kinds; from++)
        if ((bm_rules_promotions(e->rules, 0, from) >> kind & 1) != 0 && goes_to_hand(e, from))
            return from;
    return BM_MAX_KINDS;
}

static bool is_square(const struct bm_web_editor *e, unsigned sq)
{
    return sq < bm_rules_info(e->rules)->squares && bm_rules_has_square(e->rules, (bm_sq)sq);
}

/* Where a square goes: to the other side's place (turned by half a turn, or over its ranks
 * alone), or to the other wing. */
static unsigned mapped_square(const struct bm_web_editor *e, unsigned sq, enum editor_act act)
{
    const struct bm_rules_info *const info = bm_rules_info(e->rules);
    unsigned at[4], rest = sq, to = 0, scale = 1;
    const bool by_file = !e->rules->game && info->dialect == BM_DIALECT_USI;
    const bool turned = act == EDITOR_SWAP && info->dialect == BM_DIALECT_USI;
    if (by_file) { /* squares are numbered file by file */
        const unsigned file = sq / info->ranks, rank = sq % info->ranks;
        const unsigned f = act == EDITOR_MIRROR || turned ? info->files - 1 - file : file;
        return f * info->ranks + (act == EDITOR_SWAP ? info->ranks - 1 - rank : rank);
    }
    for (unsigned i = 0; i < 4; i++) {
        const unsigned size = info->size[i] ? info->size[i] : 1;
        at[i] = rest % size;
        rest /= size;
        const bool reversed = i == 0 ? act == EDITOR_MIRROR || turned : act == EDITOR_SWAP;
        to += (reversed ? size - 1 - at[i] : at[i]) * scale;
        scale *= size;
    }
    return to;
}

static bool can_map(const struct bm_web_editor *e, enum editor_act act)
{
    if (bm_rules_info(e->rules)->hex)
        return false;
    for (unsigned sq = 0; sq < bm_rules_info(e->rules)->squares; sq++)
        if (is_square(e, sq) != is_square(e, mapped_square(e, sq, act)))
            return false;
    return true;
}

/* ---- Changes ---- */

static void drop_en_passant(struct bm_setup *s)
{
    s->has_ep = 0;
    s->ep = 0;
    s->ep_count = 0;
}

static void set_en_passant(const struct bm_web_editor *e, struct bm_setup *s, unsigned sq)
{
    drop_en_passant(s);
    if (!is_square(e, sq))
        return;
    if (e->rules->game) {
        s->eps[0] = (struct bm_ep){(bm_sq)sq, BM_SQ_NONE};
        s->ep_count = 1;
    } else {
        s->has_ep = 1;
        s->ep = (bm_sq)sq;
    }
}

/* A piece, or 0, on a square. */
void bm_web_editor_put(struct bm_web_editor *e, unsigned sq, unsigned piece)
{
    if (!is_square(e, sq))
        return;
    e->setup.board[sq] = (bm_piece)piece;
    e->setup.castling[sq / 64] &= ~(UINT64_C(1) << sq % 64);
    e->setup.gates[sq / 64] &= ~(UINT64_C(1) << sq % 64);
    drop_en_passant(&e->setup);
}

void bm_web_editor_hand(struct bm_web_editor *e, unsigned side, unsigned kind, unsigned count)
{
    if (kind < BM_MAX_KINDS)
        e->setup.hand[side & 1][kind] = (uint8_t)(count <= UINT8_MAX ? count : UINT8_MAX);
}

void bm_web_editor_set(struct bm_web_editor *e, unsigned what, unsigned value)
{
    struct bm_setup *const s = &e->setup;
    switch ((enum editor_value)what) {
    case EDITOR_TURN:
        s->turn = value & 1;
        drop_en_passant(s);
        break;
    case EDITOR_EN_PASSANT: set_en_passant(e, s, value); break;
    case EDITOR_CASTLING:
        if (is_square(e, value))
            s->castling[value / 64] ^= UINT64_C(1) << value % 64;
        break;
    case EDITOR_QUIET: s->quiet = value; break;
    case EDITOR_NUMBER: s->number = value ? value : 1; break;
    case EDITOR_CHECKS_FIRST: s->checks[0] = (uint8_t)value; break;
    case EDITOR_CHECKS_SECOND: s->checks[1] = (uint8_t)value; break;
    }
}

static void empty_board(struct bm_setup *s)
{
    const struct bm_setup was = *s;
    *s = (struct bm_setup){.turn = was.turn, .number = 1};
    memcpy(s->checks, was.checks, sizeof s->checks);
}

/* What the start has, and is neither on the board nor in the first side's hand. */
static void give_rest(struct bm_web_editor *e)
{
    struct bm_setup start, *const s = &e->setup;
    int rest[BM_MAX_KINDS] = {0};
    bm_setup_start(&start, e->rules);
    for (unsigned sq = 0; sq < bm_rules_info(e->rules)->squares; sq++) {
        const unsigned had =
            start.board[sq] ? kind_in_hand(e, bm_piece_kind(start.board[sq])) : BM_MAX_KINDS;
        const unsigned has =
            s->board[sq] ? kind_in_hand(e, bm_piece_kind(s->board[sq])) : BM_MAX_KINDS;
        if (had != BM_MAX_KINDS)
            rest[had]++;
        if (has != BM_MAX_KINDS)
            rest[has]--;
    }
    for (unsigned kind = 0; kind < BM_MAX_KINDS; kind++) {
        const int left =
            rest[kind] + start.hand[0][kind] + start.hand[1][kind] - s->hand[0][kind];
        s->hand[1][kind] = (uint8_t)(left > 0 ? left : 0);
    }
}

static void begin_tsume(struct bm_web_editor *e)
{
    struct bm_setup start;
    bm_setup_start(&start, e->rules);
    empty_board(&e->setup);
    e->setup.turn = BM_FIRST;
    for (unsigned sq = 0; sq < bm_rules_info(e->rules)->squares; sq++)
        if (start.board[sq] != 0 && bm_piece_side(start.board[sq]) == BM_SECOND &&
            bm_rules_kind_is_royal(e->rules, bm_piece_kind(start.board[sq])))
            e->setup.board[sq] = start.board[sq];
    give_rest(e);
}

static void map_board(struct bm_web_editor *e, enum editor_act act)
{
    struct bm_setup *const s = &e->setup;
    const struct bm_setup was = *s;
    if (!can_map(e, act))
        return;
    memset(s->board, 0, sizeof s->board);
    memset(s->castling, 0, sizeof s->castling);
    memset(s->gates, 0, sizeof s->gates);
    drop_en_passant(s);
    for (unsigned sq = 0; sq < bm_rules_info(e->rules)->squares; sq++) {
        const bm_piece p = was.board[sq];
        const unsigned to = mapped_square(e, sq, act);
        if (p == 0)
            continue;
        const bool swaps =
            act == EDITOR_SWAP && !bm_rules_kind_is_neutral(e->rules, bm_piece_kind(p));
        s->board[to] = swaps ? bm_piece_of(bm_piece_kind(p), !bm_piece_side(p)) : p;
        if (act == EDITOR_SWAP && (was.castling[sq / 64] >> sq % 64 & 1) != 0)
            s->castling[to / 64] |= UINT64_C(1) << to % 64;
    }
    if (act != EDITOR_SWAP)
        return;
    memcpy(s->hand[0], was.hand[1], sizeof s->hand[0]);
    memcpy(s->hand[1], was.hand[0], sizeof s->hand[1]);
    s->checks[0] = was.checks[1];
    s->checks[1] = was.checks[0];
    s->turn = !was.turn;
}

void bm_web_editor_do(struct bm_web_editor *e, unsigned act)
{
    switch ((enum editor_act)act) {
    case EDITOR_CLEAR: empty_board(&e->setup); break;
    case EDITOR_MIRROR:
    case EDITOR_SWAP: map_board(e, (enum editor_act)act); break;
    case EDITOR_REST: give_rest(e); break;
    case EDITOR_TSUME: begin_tsume(e); break;
    }
}

/* ---- View ---- */

/* What is wrong: [[word,hard,[en,ja]],…] */
static void put_defects(struct bm_buf *out, bm_defects set)
{
    bm_json_key(out, "defects");
    bm_json_begin(out, '[');
    for (unsigned i = 0; i < BM_DEFECT_COUNT; i++) {
        const bm_defects one = set & UINT32_C(1) << i;
        if (one == 0)
            continue;
        bm_json_begin(out, '[');
        bm_json_text(out, bm_defect_word(one));
        bm_json_raw(out, (one & BM_DEFECTS_HARD) != 0 ? "true" : "false");
        bm_web_texts(out, bm_defect_text(one, BM_EN), bm_defect_text(one, BM_JA));
        bm_json_end(out, ']');
    }
    bm_json_end(out, ']');
}

/* Rooks that can have a right to castle: [[square,has it],…] */
static void put_castling(struct bm_buf *out, const struct bm_web_editor *e)
{
    bm_json_key(out, "castling");
    bm_json_begin(out, '[');
    for (unsigned sq = 0; sq < bm_rules_info(e->rules)->squares; sq++) {
        struct bm_setup s = e->setup;
        if (!bm_rules_info(e->rules)->has_castling || s.board[sq] == 0)
            continue;
        memset(s.castling, 0, sizeof s.castling);
        const bm_defects without = defects_of(e, &s);
        s.castling[sq / 64] |= UINT64_C(1) << sq % 64;
        if ((defects_of(e, &s) & ~without & BM_DEFECT_CASTLING) != 0)
            continue;
        bm_json_begin(out, '[');
        bm_json_i64(out, sq);
        bm_json_raw(out, (e->setup.castling[sq / 64] >> sq % 64 & 1) != 0 ? "true" : "false");
        bm_json_end(out, ']');
    }
    bm_json_end(out, ']');
}

/* Squares on which a pawn can be taken en passant, and the one that is set. */
static void put_en_passant(struct bm_buf *out, const struct bm_web_editor *e, bool sound)
{
    const struct bm_setup *const s = &e->setup;
    bm_json_key(out, "ep");
    bm_json_begin(out, '[');
    for (unsigned sq = 0; sq < bm_rules_info(e->rules)->squares; sq++) {
        struct bm_setup with = *s;
        if (!sound || !is_square(e, sq) || s->board[sq] != 0)
            continue;
        set_en_passant(e, &with, sq);
        if ((defects_of(e, &with) & BM_DEFECT_EN_PASSANT) != 0)
            continue;
        bm_json_i64(out, sq);
    }
    bm_json_end(out, ']');
    bm_json_member_int(out, "epNow", s->has_ep ? s->ep : s->ep_count ? s->eps[0].passed : -1);
}

static void put_hand_kinds(struct bm_buf *out, const struct bm_web_editor *e)
{
    bm_json_key(out, "handKinds");
    bm_json_begin(out, '[');
    for (unsigned kind = 0; kind < bm_rules_info(e->rules)->kinds; kind++)
        if (goes_to_hand(e, kind)) {
            bm_json_i64(out, kind);
        }
    bm_json_end(out, ']');
}

/* If the game is over in this position, how; else ["",""]. */
static void put_editor_outcome(struct bm_buf *out, const struct bm_web_editor *e, bool sound)
{
    struct bm_outcome o;
    char text[2][160] = {"", ""};
    if (sound && bm_outcome_once(e->rules, &e->setup, &o) == BM_OK && o.result != BM_ONGOING)
        for (unsigned lang = 0; lang < 2; lang++)
            (void)bm_outcome_tell(&o, e->rules, (enum bm_lang)lang, text[lang],
                                  sizeof text[lang]);
    bm_web_member_texts(out, "over", text[0], text[1]);
}

/* The board and all that can be chosen for it. */
void bm_web_editor_view(struct bm_web *w, struct bm_web_editor *e)
{
    struct bm_buf *const out = bm_web_answer(w);
    const bm_defects defects = defects_of(e, &e->setup);
    const bool sound = (defects & BM_DEFECTS_HARD) == 0;
    char text[BM_POSITION_TEXT];
    (void)bm_position_format(&e->setup, e->rules, 0, text, sizeof text);
    bm_json_begin(out, '{');
    bm_web_put_board(out, e->rules, &e->setup);
    bm_json_member_int(out, "turn", e->setup.turn);
    bm_json_member_text(out, "position", text);
    bm_json_member_bool(out, "sound", sound);
    put_defects(out, defects);
    put_editor_outcome(out, e, sound);
    put_castling(out, e);
    put_en_passant(out, e, sound);
    put_hand_kinds(out, e);
    bm_json_member_int(out, "quiet", e->setup.quiet);
    bm_json_member_int(out, "number", e->setup.number);
    bm_json_key(out, "checks");
    bm_json_begin(out, '[');
    bm_json_i64(out, e->setup.checks[0]);
    bm_json_i64(out, e->setup.checks[1]);
    bm_json_end(out, ']');
    bm_json_member_bool(out, "mirrors", can_map(e, EDITOR_MIRROR));
    bm_json_member_bool(out, "swaps", can_map(e, EDITOR_SWAP));
    bm_json_end(out, '}');
}
