/* SPDX-License-Identifier: MIT */
/*
 * Who is who, without a network: ids that cannot be forged, tokens, names that are the only
 * ones, and allowances in a time of the test's own.
 */
#include "server/accounts/accounts_internal.h"
#include "server/http/host_check.h"
#include "tap.h"

/* ---- Ids and tokens ---- */

static void test_ids(void)
{
    unsigned char key[BM_SECRET_KEY], foreign[BM_SECRET_KEY];
    struct bm_secrets ours, again, theirs;
    char id[BM_SECRET_ID], other[BM_SECRET_ID], text[BM_SECRET_SIGNED], opened[BM_SECRET_ID];
    bm_secrets_make_key(key);
    bm_secrets_make_key(foreign);
    bm_secrets_init(&ours, key);
    bm_secrets_init(&again, key);
    bm_secrets_init(&theirs, foreign);
    bm_secrets_make_id('a', id);
    bm_secrets_make_id('a', other);
    ok(strncmp(id, "a:", 2) == 0 && strlen(id) == 24);
    ok_named(strcmp(id, other) != 0, "two ids are two");

    bm_secrets_sign(&ours, id, text);
    ok_named(bm_secrets_open(&again, text, opened), "a server that knows the key knows the id");
    eq_str(opened, id);
    ok_named(!bm_secrets_open(&theirs, text, opened), "a server with another key does not");

    /* One bit of one character, at each place. */
    unsigned passed = 0;
    for (size_t i = 0; text[i]; i++) {
        char forged[BM_SECRET_SIGNED];
        memcpy(forged, text, sizeof forged);
        for (unsigned bit = 0; bit < 7; bit++) {
            forged[i] = (char)(text[i] ^ 1 << bit);
            passed += bm_secrets_open(&ours, forged, opened);
        }
    }
    ok_named(passed == 0, "no change of a bit is overlooked");
    for (size_t len = 0; len < strlen(text); len++) {
        char cut[BM_SECRET_SIGNED];
        snprintf(cut, sizeof cut, "%.*s", (int)len, text);
        passed += bm_secrets_open(&ours, cut, opened);
    }
    ok_named(passed == 0, "none that is cut is taken");
    char longer[BM_SECRET_SIGNED + 1], mixed[BM_SECRET_SIGNED];
    snprintf(longer, sizeof longer, "%sA", text);
    ok_named(!bm_secrets_open(&ours, longer, opened), "nor one that goes on");
    bm_secrets_sign(&ours, other, mixed);
    memcpy(mixed, id, strlen(id));
    ok_named(!bm_secrets_open(&ours, mixed, opened), "nor a signature of somebody else");
    ok_named(strcmp(opened, id) == 0, "what is refused writes nothing");
    bm_secrets_fini(&ours);
    ok_named(!bm_secrets_open(&ours, text, opened), "a key that is forgotten opens nothing");
}

static void test_tokens(void)
{
    char token[BM_SECRET_TOKEN], other[BM_SECRET_TOKEN];
    unsigned char hash[BM_SECRET_HASH], second[BM_SECRET_HASH], found[BM_SECRET_HASH];
    bm_secrets_make_token("bmt_", token, hash);
    bm_secrets_make_token("bmt_", other, second);
    ok(strncmp(token, "bmt_", 4) == 0 && strlen(token) == 47);
    ok(strcmp(token, other) != 0 && !bm_secrets_is_same(hash, second));
    ok(bm_secrets_hash_token("bmt_", token, strlen(token), found));
    ok_named(bm_secrets_is_same(hash, found), "a token has the hash that it was made with");
    ok_named(!bm_secrets_hash_token("bms_", token, strlen(token), found),
             "a token is no session");
    ok(!bm_secrets_hash_token("bmt_", token, strlen(token) - 1, found));
    ok(!bm_secrets_hash_token("bmt_", "", 0, found));
    token[20] ^= 1;
    ok(bm_secrets_hash_token("bmt_", token, strlen(token), found) &&
       !bm_secrets_is_same(hash, found));
}

static void test_passwords(void)
{
    char hash[BM_SECRET_PASSWORD], again[BM_SECRET_PASSWORD];
    ok(bm_secrets_hash_password("correct horse", hash));
    ok_named(strncmp(hash, "$argon2id$", 10) == 0, "it is argon2id");
    ok(bm_secrets_is_password("correct horse", hash));
    ok(!bm_secrets_is_password("correct horsf", hash));
    ok(!bm_secrets_is_password("", hash));
    ok_named(!bm_secrets_is_password("correct horse", ""), "no hash, no password");
    ok(bm_secrets_hash_password("correct horse", again));
    ok_named(strcmp(hash, again) != 0, "the same password twice has two hashes");
}

/* ---- Names ---- */

static void test_names(void)
{
    struct bm_accounts accounts = {.letters = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0)};
    static const struct {
        const char *name, *folded; /* NULL: it is no name */
    } all[] = {
        {"Anna", "anna"},
        {"a.b-c_9", "a.b-c_9"},
        {"9lives", "9lives"},
        {"ÅNGSTRÖM", "ångström"},
        {"羽生善治", "羽生善治"},
        {"Анна", "анна"},
        {"ΣΟΦΙΑ", "σοφια"},
        {"abcdefghijklmnopqrst", "abcdefghijklmnopqrst"},
        {"羽羽羽羽羽羽羽羽羽羽羽羽羽羽羽羽羽羽羽羽",
         "羽羽羽羽羽羽羽羽羽羽羽羽羽羽羽羽羽羽羽羽"},
        {"abcdefghijklmnopqrstu", NULL},
        {"羽羽羽羽羽羽羽羽羽羽羽羽羽羽羽羽羽羽羽羽羽", NULL},
        {"a", NULL},
        {"", NULL},
        {"羽", NULL},
        {"-anna", NULL},
        {"__", NULL},
        {"an na", NULL},
        {"anna\n", NULL},
        {"an<na", NULL},
        {"an:na", NULL},
        {"an\"na", NULL},
        {"anna\xe2\x80\x8b", NULL}, /* a space without width */
        {"anna\xe2\x80\xae", NULL}, /* what turns the direction around */
        {"anna\xe3\x85\xa4", NULL}, /* a letter that nobody sees */
        {"anna\xc3", NULL},         /* cut */
        {"anna\xc0\xae", NULL},     /* a dot in two bytes */
        {"ann\xed\xa0\x80", NULL},  /* half a pair */
    };
    if (!accounts.letters)
        tap_bail("there is no locale C.UTF-8");
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        char folded[80] = "";
        const bool is_name = bm_name_fold(accounts.letters, all[i].name, folded);
        ok_named(is_name == (all[i].folded != NULL) &&
                     (!is_name || strcmp(folded, all[i].folded) == 0),
                 "name %zu is %s", i, all[i].folded ? all[i].folded : "none");
    }
    freelocale(accounts.letters);
}

/* Names that look alike have one skeleton; others have two. */
static void test_skeletons(void)
{
    const locale_t letters = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    static const char *const alike[][2] = {
        {"Anna", "anna"},
        {"Anna", "Ａｎｎａ"},                 /* full width */
        {"paypal", "paypaI"},                 /* capital i */
        {"paypal", "paypa1"},                 /* one */
        {"olga", "0lga"},                     /* zero */
        {"modern", "modem"},                  /* r and n */
        {"www", "vvvvvv"},                    /* v and v */
        {"a_b", "a__b"},                      /* two signs in a row */
        {"hopa", "\u041d\u041e\u0420\u0410"}, /* Cyrillic capitals */
        {"coco", "\u0441\u043e\u0441\u043e"}, /* Cyrillic */
        {"vox", "\u03bd\u03bf\u03c7"},        /* Greek */
        {"\u0421\u041e\u0421\u041e", "coco"}, /* Cyrillic capitals, Latin */
        {"\u039f\u03a7", "\u041e\u0425"},     /* Greek, Cyrillic */
        {"ロビン", "口ビン"},                 /* kana, kanji */
        {"力石", "カ石"},
        {"ラーメン", "ラ一メン"},
        {"工藤", "エ藤"},
        {"夕日", "タ日"},
        {"へび", "ヘび"},
        {"ｶﾞﾝﾊﾞﾚ", "ガンバレ"}, /* half width */
        {"はっとり", "はつとり"},
        {"富士", "富土"},
    };
    static const char *const different[][2] = {
        {"anna", "hanna"}, {"羽生", "羽田"},     {"bob", "rob"},     {"ann", "ahh"},
        {"lee", "iee"},    {"さくら", "もみじ"}, {"a-b", "a_b"},     {"ann5", "anns"},
        {"ニシ", "三シ"},  {"nora", "mora"},     {"shogi", "shoji"}, {"ä_b", "a_b"},
    };
    char a[BM_NAME_TEXT], b[BM_NAME_TEXT];
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++)
        ok_named(bm_name_skeleton(letters, alike[i][0], a) &&
                     bm_name_skeleton(letters, alike[i][1], b) && strcmp(a, b) == 0,
                 "%s looks like %s: %s, %s", alike[i][0], alike[i][1], a, b);
    for (size_t i = 0; i < sizeof different / sizeof *different; i++)
        ok_named(bm_name_skeleton(letters, different[i][0], a) &&
                     bm_name_skeleton(letters, different[i][1], b) && strcmp(a, b) != 0,
                 "%s does not look like %s", different[i][0], different[i][1]);
    freelocale(letters);
}

static void test_new_names(void)
{
    struct bm_accounts accounts = {.letters = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0)};
    static const struct {
        const char *name;
        enum bm_name_fault fault;
    } all[] = {
        {"Anna", BM_NAME_GOOD},
        {"羽生9dan", BM_NAME_GOOD},
        {"カール-Max", BM_NAME_GOOD},
        {"Ａｎｎａ", BM_NAME_GOOD},
        {"김연아", BM_NAME_GOOD},
        {"\u0410\u043d\u043d\u0430", BM_NAME_GOOD}, /* Cyrillic */
        {"\u03a3\u03bf\u03c6\u03af\u03b1", BM_NAME_GOOD},
        {"p\u0430ypal", BM_NAME_MIXED}, /* one Cyrillic letter */
        {"b\u03bfb", BM_NAME_MIXED},    /* one Greek letter */
        {"\u0410羽", BM_NAME_MIXED},
        {"an\u200bna", BM_NAME_MALFORMED}, /* no width */
        {"an\u202ena", BM_NAME_MALFORMED}, /* right to left from here */
        {"an\u2066na", BM_NAME_MALFORMED},
        {"an\u0301na", BM_NAME_MALFORMED},    /* an accent on its own */
        {"\U0001d400nna", BM_NAME_MALFORMED}, /* mathematical bold */
        {"\u24b6nna", BM_NAME_MALFORMED},     /* circled */
        {"\u212aarl", BM_NAME_MALFORMED},     /* the sign of kelvin */
        {"\uf900abc", BM_NAME_MALFORMED},     /* a kanji for compatibility */
        {"ann\u0660", BM_NAME_MALFORMED},     /* another zero */
        {"a", BM_NAME_MALFORMED},
    };
    static const char *const reserved[] = {
        "admin",  "Admin",       "ADMIN",    "adm1n",  "ad-min", "Ａｄｍｉｎ", "\u0430dmin",
        "banmen", "banmen-team", "8anmen_x", "BANMEN", "system", "anonymous",  "beginner",
        "管理者", "システム",    "入門",     "盤面",   "guest",  "r00t",       "コンピュ一タ",
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        ok_named(bm_name_check(accounts.letters, all[i].name) == all[i].fault,
                 "new name %s: fault %d", all[i].name, (int)all[i].fault);
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
        ok_named(bm_accounts_is_reserved_name(&accounts, reserved[i]) ==
                     (reserved[i][0] != '8'),
                 "%s is %s", reserved[i], reserved[i][0] != '8' ? "reserved" : "free");
    ok(!bm_accounts_is_reserved_name(&accounts, "Anna") &&
       !bm_accounts_is_reserved_name(&accounts, "羽生"));
    freelocale(accounts.letters);
}

static void test_scopes(void)
{
    struct bm_buf out = {0};
    eq_u64(bm_scopes_parse("read play"), BM_SCOPE_READ | BM_SCOPE_PLAY);
    eq_u64(bm_scopes_parse("session"), 0);
    eq_u64(bm_scopes_parse(""), 0);
    eq_u64(bm_scopes_parse("account  readonly variants"), BM_SCOPE_ACCOUNT | BM_SCOPE_VARIANTS);
    for (unsigned set = 0; set <= BM_SCOPE_ALL; set++) {
        out.len = 0;
        bm_scopes_format(set, "", " ", &out);
        bm_buf_char(&out, '\0');
        eq_u64(bm_scopes_parse(out.s), set);
    }
    bm_buf_free(&out);
}

static void test_who(void)
{
    const struct bm_identity nobody = {0}, somebody = {.id = "u:1", .also = "a:2"};
    ok(bm_identity_owns(&somebody, "u:1") && bm_identity_owns(&somebody, "a:2"));
    ok(!bm_identity_owns(&somebody, "a:1") && !bm_identity_owns(&somebody, ""));
    ok_named(!bm_identity_owns(&nobody, ""), "an empty seat is not nobody's");
}

/* ---- Hosts ---- */

static void test_hosts(void)
{
    static const char *const names[] = {"den.local", "a.example,B.example:8080"};
    const struct bm_server_options o = {
        .origin = "https://play.example:8443", .hosts = names, .host_count = 2};
    static const struct {
        const char *host;
        bool ours;
    } all[] = {
        {"127.0.0.1:8080", true},
        {"127.0.0.1", true},
        {"[::1]:8080", true},
        {"192.168.1.7:8080", true},
        {"[2001:db8::7]", true},
        {"localhost", true},
        {"LOCALHOST:8080", true},
        {"app.localhost:1", true},
        {"play.example", true},
        {"Play.Example.:8443", true},
        {"den.local:8080", true},
        {"a.example", true},
        {"b.example", true},
        {"evil.example", false},
        {"notlocalhost", false},
        {"localhost.evil", false},
        {"xplay.example", false},
        {"play.example.evil", false},
        {"127.0.0.1.evil.example", false},
        {"", false},
        {":8080", false},
        {"[::1", false},
        {"1.2.3", false},
        {"a.example,b", false},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        ok_named(bm_server_is_host(&o, (struct bm_slice){all[i].host, strlen(all[i].host)}) ==
                     all[i].ours,
                 "Host: %s is %s", all[i].host, all[i].ours ? "ours" : "not ours");
    ok_named(bm_server_is_host(&o, (struct bm_slice){0}), "no Host is no rebinding");
}

/* ---- Allowances ---- */

/* How many can be taken at one moment. */
static unsigned take_all(struct bm_rate_limits *l, enum bm_rate_limit kind, const char *whose,
                         int64_t now)
{
    unsigned n = 0;
    while (n < 100000 && bm_rate_limits_take(l, kind, whose, now) == 0)
        n++;
    return n;
}

static void test_pace(enum bm_rate_limit kind)
{
    struct bm_rate_limits *const l = bm_rate_limits_create();
    const char *const whose = "192.0.2.1";
    int64_t now = 1000000;
    const unsigned most = take_all(l, kind, whose, now);
    ok_named(most >= 2 && most < 1000, "limit %d has an end: %u", (int)kind, most);
    const int64_t wait = bm_rate_limits_take(l, kind, whose, now);
    ok_named(wait > 0, "then it says how long to wait: %" PRId64 " ms", wait);
    ok_named(bm_rate_limits_take(l, kind, whose, now + wait - 1) == 1, "not a moment less");
    eq_u64(take_all(l, kind, whose, now + wait), 1);
    ok_named(bm_rate_limits_wait(l, kind, whose, now + wait) == wait,
             "to ask is not to take, and one comes in as long as the one before");

    /* Whoever keeps the pace never waits; whoever is a little faster does at last. */
    now += wait * (most + 1);
    unsigned refused = 0, hasty = 0;
    for (unsigned i = 0; i < 5000; i++)
        refused += bm_rate_limits_take(l, kind, whose, now += wait) != 0;
    ok_named(refused == 0, "who keeps the pace never waits");
    const int64_t step = wait - wait / 10;
    for (unsigned i = 0; i < 5000; i++)
        hasty += bm_rate_limits_take(l, kind, whose, now += step) != 0;
    const unsigned want = (unsigned)(5000 - 5000 * step / wait) - most;
    ok_named(hasty >= want - 2 && hasty <= want + 2,
             "who is faster waits as often as he is, once he has used up the rest: %u, %u",
             hasty, want);
    now += wait * (most + 1);
    eq_u64(take_all(l, kind, whose, now), most);
    bm_rate_limits_destroy(l);
}

static void test_others(void)
{
    struct bm_rate_limits *const l = bm_rate_limits_create();
    const enum bm_rate_limit by_place = BM_RATE_LIMIT_REQUESTS,
                             by_person = BM_RATE_LIMIT_WRITES;
    const unsigned most = take_all(l, by_place, "192.0.2.1", 5);
    const unsigned writes = take_all(l, by_person, "a:1", 5);
    eq_u64(take_all(l, by_place, "192.0.2.2", 5), most);
    eq_u64(take_all(l, by_person, "a:2", 5), writes);
    ok_named(take_all(l, BM_RATE_LIMIT_LOG_INS, "192.0.2.1", 5) > 0, "each kind has its own");
    eq_u64(take_all(l, by_place, "::ffff:192.0.2.1", 5), 0);
    eq_u64(take_all(l, by_place, "2001:db8:1:2::1", 5), most);
    eq_u64(take_all(l, by_place, "2001:db8:1:2:ffff::7", 5), 0);
    eq_u64(take_all(l, by_place, "2001:db8:1:3::1", 5), most);
    bm_rate_limits_destroy(l);
}

/* A million addresses: memory stays as it is, and who has used up his own is not forgotten as
 * long as there is any room. */
static void test_crowd(void)
{
    struct bm_rate_limits *const l = bm_rate_limits_create();
    char whose[32];
    unsigned refused = 0;
    int64_t now = 0;
    const unsigned most = take_all(l, BM_RATE_LIMIT_SIGN_UPS, "192.0.2.1", now);
    for (unsigned i = 0; i < 1000000; i++) {
        now += i % 100 == 0;
        snprintf(whose, sizeof whose, "10.%u.%u.%u", i >> 16 & 255, i >> 8 & 255, i & 255);
        refused += bm_rate_limits_take(l, BM_RATE_LIMIT_REQUESTS, whose, now) != 0;
    }
    ok_named(refused == 0, "a crowd of new ones is let in");
    ok_named(most > 0 && bm_rate_limits_take(l, BM_RATE_LIMIT_SIGN_UPS, "192.0.2.1", now) > 0,
             "and does not wash away who had too much");
    bm_rate_limits_destroy(l);
}

int main(void)
{
    if (!bm_secrets_begin())
        tap_bail("libsodium does not begin");
    test_ids();
    test_tokens();
    test_passwords();
    test_names();
    test_skeletons();
    test_new_names();
    test_scopes();
    test_hosts();
    test_who();
    for (unsigned kind = 0; kind < BM_RATE_LIMITS; kind++)
        test_pace((enum bm_rate_limit)kind);
    test_others();
    test_crowd();
    return tap_done();
}
