/* SPDX-License-Identifier: MIT */

/* What banmen/notation.h promises beyond what the .case files show from outside. */

#include "play.h"

/* Text that does not end in NUL is read to its length and no further. */
static void test_lengths(void)
{
    const struct bm_rules *const rules = bm_rules_chess();
    struct bm_setup s;
    struct bm_error err;
    const char text[] = "4k3/8/8/8/8/8/8/4K3 w - - 0 12345";
    ok(bm_position_parse(&s, rules, text, sizeof text - 1 - 3, BM_TEXT_STRICT, &err) == BM_OK);
    eq_u64(s.number, 12);
    ok(bm_position_parse(&s, rules, text, sizeof text, 0, &err) == BM_ESYNTAX);
    ok_named(err.column == sizeof text, "a NUL in the text is refused at its column");
    ok(bm_position_parse(&s, rules, "", 0, 0, NULL) == BM_ESYNTAX);

    struct bm_ctx *const ctx = new_ctx(rules, 4);
    bm_move m;
    ok(bm_move_parse(&m, ctx, "e2e4e5", 4, &err) == BM_OK);
    ok(bm_move_parse(&m, ctx, "e2e", 3, &err) == BM_ESYNTAX && err.column == 4);
    ok(bm_move_parse(&m, ctx, "e2x4", 4, NULL) == BM_ESYNTAX);
    bm_ctx_destroy(ctx);
}

/* Writing never passes the end of the buffer and tells the length of the whole. */
static void test_short_buffers(void)
{
    struct bm_ctx *const ctx = new_ctx(bm_rules_shogi(), 4);
    char whole[256], part[256];
    const size_t len = bm_ctx_format(ctx, 0, whole, sizeof whole);
    eq_u64(len, strlen(whole));
    bool good = true;
    for (size_t cap = 0; cap <= len + 1; cap++) {
        memset(part, '#', sizeof part);
        good &= bm_ctx_format(ctx, 0, part, cap) == len;
        good &= part[cap] == '#';
        good &= cap == 0 || (strlen(part) == cap - 1 && !memcmp(part, whole, cap - 1));
    }
    ok_named(good, "every buffer from 0 to %zu bytes", len + 1);
    bm_ctx_destroy(ctx);
}

static void test_castling_forms(void)
{
    struct bm_ctx *ctx = new_ctx(bm_rules_chess(), 4);
    char text[16];
    set(ctx, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    ok(bm_move_equal(move_of(ctx, "e1g1"), move_of(ctx, "e1h1")));
    ok(bm_ctx_judge(ctx, move_of(ctx, "e1c1")) == 0);
    bm_move_format(move_of(ctx, "e1h1"), bm_rules_chess(), text, sizeof text);
    eq_str(text, "e1g1");
    bm_ctx_destroy(ctx);

    ctx = new_ctx(bm_rules_chess960(), 4);
    set(ctx, "1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w GBgb - 0 1");
    eq_str(text_of(ctx), "1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w KQkq - 0 1");
    ok(bm_ctx_judge(ctx, move_of(ctx, "c1g1")) == 0);
    ok(bm_ctx_judge(ctx, move_of(ctx, "c1b1")) == 0);
    char fen[128];
    bm_ctx_format(ctx, BM_TEXT_SHREDDER, fen, sizeof fen);
    eq_str(fen, "1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w GBgb - 0 1");
    /* An inner rook with the right needs its file. */
    set(ctx, "4k3/8/8/8/8/8/8/RR2K3 w B - 0 1");
    eq_str(text_of(ctx), "4k3/8/8/8/8/8/8/RR2K3 w B - 0 1");
    bm_ctx_destroy(ctx);
}

static void test_en_passant_forms(void)
{
    struct bm_ctx *const ctx = new_ctx(bm_rules_chess(), 8);
    char fen[128];
    ok(play_all(ctx, "e2e4") == 0);
    eq_str(text_of(ctx), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    bm_ctx_format(ctx, BM_TEXT_EP_ALWAYS, fen, sizeof fen);
    eq_str(fen, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    ok(play_all(ctx, "g8f6 e4e5 d7d5") == 0);
    eq_str(text_of(ctx), "rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3");
    bm_ctx_destroy(ctx);
}

static void test_named_starts(void)
{
    for (unsigned i = 0; bm_rules_at(i); i++) {
        const struct bm_rules *const rules = bm_rules_at(i);
        struct bm_ctx *const ctx = new_ctx(rules, 4);
        unsigned n = 0;
        bool good = true;
        for (const struct bm_start *start; (start = bm_rules_start(rules, n)); n++) {
            set(ctx, start->name);
            good &= !strcmp(text_of(ctx), start->text);
            set(ctx, start->title[BM_JA]);
            good &= !strcmp(text_of(ctx), start->text);
        }
        ok_named(good && n >= (bm_rules_info(rules)->has_hands ? 13u : 1u),
                 "%s: %u starts by name", bm_rules_info(rules)->name, n);
        bm_ctx_destroy(ctx);
    }
}

int main(void)
{
    test_lengths();
    test_short_buffers();
    test_castling_forms();
    test_en_passant_forms();
    test_named_starts();
    return tap_done();
}
