/* SPDX-License-Identifier: MIT */
/* Messages of the library in Japanese. */
#include "banmen/message.h"

#include "banmen/clock.h"
#include "banmen/notation.h"
#include "base/random.h"
#include "base/str.h"
#include "message/catalogue.h"
#include "tap.h"

enum { ROOM = 4096, MUTATIONS = 1000, STRANGE = 2000 };

static const char *say(const char *english, const struct bm_rules *rules)
{
    static char text[ROOM];
    bm_message_format(english, BM_JA, rules, text, sizeof text);
    return text;
}

static bool is_ascii(const char *s)
{
    while (*s && (unsigned char)*s < 0x80)
        s++;
    return *s == '\0';
}

/* ---- All entries ---- */

static size_t place_len(const char *s)
{
    if (*s == '~')
        return 1;
    return s[0] == '{' && s[1] >= 'a' && s[1] <= 'z' && s[2] == '}' ? 3 : 0;
}

/* A template with a text in each place: "A1z", "A2z"; returns how many it has. */
static unsigned fill_english(const char *form, const char *filler, char *out, size_t cap)
{
    struct bm_str s;
    unsigned n = 0;
    bm_str_init(&s, out, cap);
    while (*form) {
        const size_t len = place_len(form);
        if (len) {
            bm_str_char(&s, 'A');
            bm_str_u64(&s, ++n);
            bm_str_text(&s, filler);
            form += len;
        } else {
            bm_str_char(&s, *form++);
        }
    }
    (void)bm_str_end(&s);
    return n;
}

static void fill_japanese(const char *form, const char *filler, char *out, size_t cap)
{
    struct bm_str s;
    bm_str_init(&s, out, cap);
    for (; *form; form++) {
        if (strchr("~@&", *form) && form[1] >= '1' && form[1] <= '9') {
            bm_str_char(&s, 'A');
            bm_str_char(&s, *++form);
            bm_str_text(&s, filler);
        } else {
            bm_str_char(&s, *form);
        }
    }
    (void)bm_str_end(&s);
}

static const struct bm_messages *const lists[] = {&bm_messages_text, &bm_messages_variant,
                                                  &bm_messages_record};

static void test_entries(void)
{
    unsigned all = 0, right = 0;
    for (unsigned l = 0; l < 2; l++)
        for (size_t i = 0; i < lists[l]->sentence_count; i++) {
            const struct bm_message *const m = &lists[l]->sentences[i];
            char english[ROOM], want[ROOM];
            fill_english(m->english, "z", english, sizeof english);
            fill_japanese(m->japanese, "z", want, sizeof want);
            all++;
            if (!strcmp(say(english, NULL), want))
                right++;
            else
                printf("# %s: %s\n", english, say(english, NULL));
        }
    ok(all > 300);
    ok_named(right == all, "all %u templates are found by what is made from them", all);
}

/* What fields of fixed size leave of messages that are too long for them. */
static void test_cut(void)
{
    static const size_t sizes[] = {sizeof((struct bm_error *)0)->what,
                                   sizeof((struct bm_issue *)0)->message,
                                   sizeof((struct bm_issue *)0)->hint};
    char filler[97];
    unsigned cut = 0, known = 0;
    memset(filler, 'z', sizeof filler - 1);
    filler[sizeof filler - 1] = '\0';
    for (unsigned l = 0; l < 2; l++)
        for (size_t i = 0; i < lists[l]->sentence_count; i++)
            for (unsigned k = 0; k < 3; k++) {
                char whole[ROOM], english[ROOM];
                fill_english(lists[l]->sentences[i].english, filler, whole, sizeof whole);
                if (strlen(whole) < sizes[k])
                    continue;
                struct bm_str out;
                bm_str_init(&out, english, sizes[k]);
                bm_str_text(&out, whole);
                (void)bm_str_end(&out);
                unsigned letters = 0;
                for (const char *c = english; *c; c++)
                    letters += *c != 'z' && *c != 'A' && (*c < '0' || *c > '9');
                if (letters < 12) /* too little to tell what it was */
                    continue;
                cut++;
                const char *const text = say(english, NULL);
                known += !is_ascii(text);
                if (is_ascii(text))
                    printf("# %s\n", english);
            }
    ok(cut > 30);
    ok_named(known == cut, "all %u messages that were cut are known", cut);
    eq_str(say("the board cannot be played: a king is missing; a side has two unpromoted pawns "
               "on a file; there are more pieces of a kind than the set has; the side that is "
               "not to move is in ch",
               NULL),
           "この局面は指せません: "
           "玉がありません、二歩です、駒の枚数が多すぎます、手番でない側の玉に王手がかかってい"
           "ます");
}

/* ---- Single ones ---- */

static void test_words(void)
{
    eq_str(say("unknown key 'peices'; did you mean 'pieces'?", NULL),
           "不明なキー「peices」です。「pieces」ですか？");
    eq_str(say("keys of a variant are variant extends", NULL), "ルールのキー: variant extends");
    eq_str(say("cell 'k1' is outside the 8x8 board (files a-h, ranks 1-8)", NULL),
           "マス「k1」は8x8の盤の外です（列a-h、段1-8）");
    eq_str(say("inherited from 'chess': start: a king is missing", NULL),
           "「chess」から継承した部分: start（開始局面）: 玉がありません");
    eq_str(
        say("start: White is to move but Black's king on e8 is already attacked by Qe2", NULL),
        "start: 先手の手番なのに、後手のe8の王がすでにQe2に取られる状態です");
    eq_str(say("start: rank 2 of level B has 3 cells, the board is 5 wide", NULL),
           "start: B層の2段目は3マスですが、盤の幅は5です");
    eq_str(say("the board cannot be played: a king is missing; a side has two unpromoted pawns "
               "on a file",
               NULL),
           "この局面は指せません: 玉がありません、二歩です");
    eq_str(say("rank 3 has 7 files, not 8", NULL), "3段目は7マスあります（8マスのはずです）");
    eq_str(say("this level has 1 rank, not 5", NULL), "この層の段が1つです（5のはずです）");

    /* Names of pieces are those of the game. */
    eq_str(say("no such knight can go to e4", bm_rules_chess()),
           "e4に動けるそのようなナイトはありません");
    eq_str(say("no promoted pawn on the board can go to 5e", bm_rules_shogi()),
           "５五に動けるとは盤上にありません");
    eq_str(say("no such knight can go to e4", NULL), "e4に動けるそのようなknightはありません");
    eq_str(say("this can mean b1d2 or f3d2: name the square that the piece comes from", NULL),
           "b1d2、f3d2のどれか分かりません。動かす駒のマスも書いてください");
}

/* What is quoted stays as it is, whatever it is. */
static void test_hostile(void)
{
    eq_str(say("unknown key 'use blanks'", NULL), "不明なキー「use blanks」です");
    eq_str(say("unknown key '~2 @1 &1'", NULL), "不明なキー「~2 @1 &1」です");
    eq_str(say("unknown key ''", NULL), "不明なキー「」です");
    eq_str(say("unknown key 'a' is 'b'", NULL), "不明なキー「a' is 'b」です");
    eq_str(say("unknown key '\xff\xe3\x81'", NULL), "不明なキー「\xff\xe3\x81」です");
    eq_str(say("inherited from 'a': inherited from 'b': inherited from 'c': remove it", NULL),
           "「a」から継承した部分: 「b」から継承した部分: 「c」から継承した部分: remove it");
    /* What is none of ours stays English. */
    eq_str(say("", NULL), "");
    eq_str(say("something else on a page", NULL), "something else on a page");
    eq_str(say("file", NULL), "file");
    char text[64];
    eq_u64(bm_message_format("use blanks", BM_EN, NULL, text, sizeof text), 10);
    eq_str(text, "use blanks");

    /* No buffer is too small. */
    char *const whole = strdup(say("unknown key 'x'", NULL));
    const size_t len = strlen(whole);
    bool fits = true, ends = true;
    for (size_t cap = 0; cap <= len + 1; cap++) {
        char *const buf = malloc(cap + 1);
        buf[cap] = 'Z';
        fits = fits && bm_message_format("unknown key 'x'", BM_JA, NULL, buf, cap) == len;
        ends = ends && buf[cap] == 'Z' &&
               (cap == 0 || (strlen(buf) < cap && !strncmp(buf, whole, strlen(buf))));
        free(buf);
    }
    ok_named(fits, "the length of the whole is told");
    ok_named(ends, "a small buffer holds the beginning");
    free(whole);
}

/* Long runs of what templates are made of: it ends, and all of a message is kept. */
static void test_strange(void)
{
    static const char *const parts[] = {"'",
                                        "~",
                                        "' is no ",
                                        ": ",
                                        " to ",
                                        ", ",
                                        "; ",
                                        " has ",
                                        "s, not ",
                                        "start",
                                        " of ",
                                        " or ",
                                        "'; did you mean '",
                                        "must be one of ",
                                        "1",
                                        "é"};
    uint64_t random = 7;
    unsigned fine = 0;
    for (unsigned i = 0; i < STRANGE; i++) {
        char english[1600] = "", text[ROOM];
        const uint64_t n = bm_random(&random) % 60;
        for (uint64_t k = 0; k < n; k++)
            strcat(english, parts[bm_random(&random) % 16]);
        const size_t len = bm_message_format(english, BM_JA, NULL, text, sizeof text);
        fine += len < sizeof text && strlen(text) == len;
    }
    eq_u64(fine, STRANGE);
}

/* ---- What the readers say ---- */

static unsigned said, unknown;

static void hear(const char *english, const struct bm_rules *rules)
{
    if (!*english)
        return;
    said++;
    if (!is_ascii(say(english, rules)) && strlen(say(english, rules)) < BM_MESSAGE_TEXT)
        return;
    unknown++;
    if (unknown < 10)
        printf("# %s\n", english);
}

/* One to three small changes of a text. */
static size_t mutate(uint64_t *random, const char *text, size_t len, char *out, size_t cap)
{
    static const char *const bits[] = {"-",  ":",    "x", "[", "]", "{",  "}",  "'", "#",
                                       "\t", "9",    "Z", "z", " ", "\n", ", ", "*", "none",
                                       "e",  "\xff", "+", "/", "(", "@",  "0"};
    if (len + 16 > cap)
        len = cap - 16;
    memcpy(out, text, len);
    for (uint64_t n = 1 + bm_random(random) % 3; n && len; n--) {
        const size_t at = bm_random(random) % len;
        const size_t cut = bm_random(random) % 4 ? 0 : 1 + bm_random(random) % 12;
        const size_t gone = cut < len - at ? cut : len - at;
        memmove(out + at, out + at + gone, len - at - gone);
        len -= gone;
        const char *const bit = bits[bm_random(random) % (sizeof bits / sizeof *bits)];
        memmove(out + at + strlen(bit), out + at, len - at);
        memcpy(out + at, bit, strlen(bit));
        len += strlen(bit);
    }
    return len;
}

static void test_variants(void)
{
    static char text[BM_MAX_VARIANT_TEXT];
    static struct bm_issues issues;
    uint64_t random = 3;
    unsigned games = 0;
    while (bm_variant_at(games))
        games++;
    said = unknown = 0;
    for (unsigned i = 0; i < MUTATIONS; i++) {
        const struct bm_variant *const v = bm_variant_at(bm_random(&random) % games);
        const struct bm_rules *rules = NULL;
        const size_t len = mutate(&random, v->text, v->len, text, sizeof text);
        if (bm_rules_load(&rules, text, len, NULL, &issues) == BM_OK)
            bm_rules_release(rules);
        for (unsigned k = 0; k < issues.count; k++) {
            hear(issues.list[k].message, NULL);
            hear(issues.list[k].hint, NULL);
        }
    }
    ok_named(said > MUTATIONS / 2, "%u messages about variants", said);
    eq_u64(unknown, 0);
}

static void test_positions(void)
{
    static const char *const games[] = {"chess", "shogi", "xiangqi", "crazyhouse",
                                        "raumschach"};
    static const char *const moves[] = {"e2e4", "Ng1f3", "+7776FU", "P*5e", "７六歩", "G6i-5h"};
    uint64_t random = 5;
    said = unknown = 0;
    for (unsigned g = 0; g < sizeof games / sizeof *games; g++) {
        const struct bm_rules *rules = NULL;
        struct bm_ctx *ctx = NULL;
        struct bm_setup setup;
        char start[1024], text[1100];
        if (bm_rules_open(&rules, games[g], strlen(games[g])) != BM_OK ||
            bm_ctx_create(&ctx, rules, 8) != BM_OK) {
            ok_named(false, "%s", games[g]);
            continue;
        }
        bm_setup_start(&setup, rules);
        const size_t start_len = bm_position_format(&setup, rules, 0, start, sizeof start);
        for (unsigned i = 0; i < MUTATIONS; i++) {
            struct bm_error err = {.what = ""};
            const size_t len = mutate(&random, start, start_len, text, sizeof text);
            bm_status status = bm_position_parse(&setup, rules, text, len, 0, &err);
            if (status == BM_OK)
                status = bm_ctx_sync(ctx, &setup, NULL, &err);
            if (status != BM_OK)
                hear(err.what, rules);
            for (unsigned style = 0; style < BM_STYLE_COUNT; style++) {
                const char *const move = moves[(style + i) % 6];
                bm_move m;
                const size_t n = mutate(&random, move, strlen(move), text, sizeof text);
                bm_ctx_start(ctx);
                err.what[0] = '\0';
                /* Of moves that are read, and not legal, bm_ctx_explain() tells. */
                m.bits = BM_MOVE_NONE;
                if (bm_ctx_read_move(ctx, style, text, n, &m, &err) != BM_OK &&
                    m.bits == BM_MOVE_NONE)
                    hear(err.what, rules);
            }
        }
        bm_ctx_destroy(ctx);
        bm_rules_release(rules);
    }
    ok_named(said > MUTATIONS, "%u messages about positions and moves", said);
    eq_u64(unknown, 0);
}

static void test_clocks(void)
{
    static const char *const clocks[] = {"10m+5", "600+30x3b", "3days", "1:30,5m", "1/30"};
    uint64_t random = 9;
    said = unknown = 0;
    for (unsigned i = 0; i < MUTATIONS; i++) {
        char text[128];
        struct bm_times times;
        struct bm_error err;
        const char *const clock = clocks[i % 5];
        const size_t len = mutate(&random, clock, strlen(clock), text, sizeof text);
        if (bm_times_parse(&times, text, len, &err) != BM_OK)
            hear(err.what, NULL);
    }
    ok_named(said > MUTATIONS / 2, "%u messages about clocks", said);
    eq_u64(unknown, 0);
}

static void test_issue(void)
{
    struct bm_issue issue = {.line = 1, .column = 1, .length = 1, .hint = "use blanks"};
    memset(issue.message, 'z', sizeof issue.message - 1);
    memcpy(issue.message, "unknown key '", 13);
    bm_issue_translate(&issue, BM_EN);
    eq_str(issue.hint, "use blanks");
    bm_issue_translate(&issue, BM_JA);
    eq_str(issue.hint, "空白（半角スペース）を使ってください");
    ok(strlen(issue.message) < sizeof issue.message &&
       !strncmp(issue.message, "不明なキー「zzz", 21));
}

int main(void)
{
    test_entries();
    test_cut();
    test_words();
    test_hostile();
    test_strange();
    test_variants();
    test_positions();
    test_clocks();
    test_issue();
    return tap_done();
}
