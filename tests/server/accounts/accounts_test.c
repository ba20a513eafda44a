/* SPDX-License-Identifier: MIT */
/*
 * Accounts, sessions and tokens, asked for by HTTP: people without an account, sign-up, log-in,
 * what a password's change ends, what a token may do, and that no secret is in the file.
 */
#include "asking.h"

static struct asking_server it;

#define ACCOUNT  "/api/v1/account"
#define ACCOUNTS "/api/v1/accounts"
#define SESSION  "/api/v1/session"
#define TOKENS   "/api/v1/tokens"
#define LOGIN    "{\"name\":\"Anna\",\"password\":\"correct horse\"}"

static bool is_problem(const struct browser *b, const char *code)
{
    char text[80];
    snprintf(text, sizeof text, "\"code\":\"%s\"", code);
    return asking_has(&b->last, "application/problem+json") && asking_has(&b->last, text);
}

/* Who the server takes somebody for: "ID ALSO NAME". */
static const char *who_is(struct browser *b)
{
    static char text[256];
    return browse(b, "GET", "/test/who", NULL) == 200
               ? asking_find(&b->last, "\r\n\r\n", "", text, sizeof text)
               : "";
}

static void test_without_account(void)
{
    struct browser b = {.to = &it}, other = {.to = &it};
    char id[40], again[40], first[128];
    eq_u64(browse(&b, "GET", ACCOUNT, NULL), 200);
    ok(asking_has(&b.last, "\"account\":false") && asking_has(&b.last, "\"id\":\"a:"));
    asking_find(&b.last, "\"id\":\"", "\"", id, sizeof id);
    ok_named(asking_has(&b.last, "; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax\r\n"),
             "the cookie is for this server, for a year, and not for scripts");
    ok_named(browse(&b, "GET", ACCOUNT, NULL) == 200 && !asking_has(&b.last, "Set-Cookie"),
             "who has a cookie keeps it");
    eq_str(asking_find(&b.last, "\"id\":\"", "\"", again, sizeof again), id);
    eq_u64(browse(&other, "GET", ACCOUNT, NULL), 200);
    ok(strcmp(asking_find(&other.last, "\"id\":\"", "\"", again, sizeof again), id) != 0);

    /* Somebody takes the id of another, which everybody can see, and signs it himself. */
    SET_TEXT(first, other.id);
    memcpy(other.id, id, strlen(id));
    ok_named(browse(&other, "GET", ACCOUNT, NULL) == 200 &&
                 asking_has(&other.last, "Set-Cookie: bm_id=") && !asking_has(&other.last, id),
             "a forged cookie is nobody's");
    SET_TEXT(other.id, first);
    other.id[strlen(other.id) - 1] = '\0';
    ok_named(browse(&other, "GET", ACCOUNT, NULL) == 200 &&
                 asking_has(&other.last, "Set-Cookie: bm_id="),
             "one that is cut is, too");
    eq_u64(browse(&b, "GET", TOKENS, NULL), 401);
    ok(is_problem(&b, "account_needed"));
    bm_buf_free(&b.last.in);
    bm_buf_free(&other.last.in);
}

static void test_sign_up(void)
{
    static const struct {
        const char *body, *member;
    } bad[] = {
        {"{}", "name"},
        {"{\"name\":\"Anna\"}", "password"},
        {"{\"name\":7,\"password\":\"correct horse\"}", "name"},
        {"{\"name\":\"an na\",\"password\":\"correct horse\"}", "name"},
        {"{\"name\":\"A\",\"password\":\"correct horse\"}", "name"},
        {"{\"name\":\"Anna\",\"password\":\"1234567\"}", "password"},
        {"{\"name\":\"Anna\",\"password\":null}", "password"},
    };
    struct browser b = {.to = &it}, other = {.to = &it};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char member[40];
        snprintf(member, sizeof member, "\"member\":\"%s\"", bad[i].member);
        ok_named(browse(&b, "POST", ACCOUNTS, bad[i].body) == 422 &&
                     is_problem(&b, "bad_member") && asking_has(&b.last, member),
                 "%s is refused", bad[i].body);
    }
    char id[256];
    eq_u64(browse(&b, "GET", ACCOUNT, NULL), 200);
    SET_TEXT(id, who_is(&b));
    id[strcspn(id, " ")] = '\0';
    eq_u64(browse(&b, "POST", ACCOUNTS, LOGIN), 201);
    ok(asking_has(&b.last, "\"account\":true") && asking_has(&b.last, "\"name\":\"Anna\""));
    ok(asking_has(&b.last, "; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax\r\n"));
    ok_named(!asking_has(&b.last, "correct horse"), "no answer has a password");
    const char *const who = who_is(&b);
    ok_named(strncmp(who, "u:", 2) == 0 && strstr(who, id) && strstr(who, " Anna"),
             "it is the account, and still the same browser: %s", who);
    eq_u64(
        browse(&other, "POST", ACCOUNTS, "{\"name\":\"ANNA\",\"password\":\"another horse\"}"),
        409);
    ok(is_problem(&other, "name_taken") && other.session[0] == '\0');
    eq_u64(
        browse(&other, "POST", ACCOUNTS, "{\"name\":\"Ａnnа\",\"password\":\"another horse\"}"),
        422);
    ok_named(is_problem(&other, "bad_member"), "a Cyrillic letter among Latin ones is refused");
    eq_u64(browse(&other, "POST", ACCOUNTS,
                  "{\"name\":\"Ａｎｎａ\",\"password\":\"another horse\"}"),
           409);
    ok_named(is_problem(&other, "name_taken"), "a name that looks like another is refused");
    eq_u64(
        browse(&other, "POST", ACCOUNTS, "{\"name\":\"Adm1n\",\"password\":\"another horse\"}"),
        422);
    ok_named(is_problem(&other, "name_reserved"), "a reserved name is refused");

    char old[128];
    SET_TEXT(old, b.session);
    eq_u64(browse(&b, "DELETE", SESSION, NULL), 204);
    ok_named(b.session[0] == '\0' && asking_has(&b.last, "Max-Age=0"), "the cookie goes");
    ok_named(strncmp(who_is(&b), id, strlen(id)) == 0, "who logs out is who he was before");
    SET_TEXT(b.session, old);
    ok_named(strncmp(who_is(&b), id, strlen(id)) == 0, "a session that ended opens nothing");
    b.session[0] = '\0';
    eq_u64(browse(&b, "DELETE", SESSION, NULL), 204);
    bm_buf_free(&b.last.in);
    bm_buf_free(&other.last.in);
}

/* Two take the same name at the same moment: both are hashed, one gets it. */
static void test_race(void)
{
    static struct client_action both[2];
    static const char body[] = "{\"name\":\"Berta\",\"password\":\"correct horse\"}";
    for (unsigned i = 0; i < 2; i++)
        asking_start(&both[i], &it, "POST", ACCOUNTS, "", body);
    unsigned sum = 0;
    for (unsigned i = 0; i < 2; i++) {
        asking_wait(&both[i], &it);
        sum += asking_status(&both[i]);
        bm_buf_free(&both[i].in);
    }
    eq_u64(sum, 201 + 409);
}

static void test_log_in(void)
{
    struct browser b = {.to = &it}, other = {.to = &it};
    char wrong[256], unknown[256];
    eq_u64(browse(&b, "POST", SESSION, "{\"name\":\"anna\",\"password\":\"wrong horse\"}"),
           401);
    ok(is_problem(&b, "bad_login") && b.session[0] == '\0');
    asking_find(&b.last, "\r\n\r\n", "", wrong, sizeof wrong);
    eq_u64(browse(&b, "POST", SESSION, "{\"name\":\"zoe\",\"password\":\"wrong horse\"}"), 401);
    eq_str(asking_find(&b.last, "\r\n\r\n", "", unknown, sizeof unknown), wrong);
    eq_u64(browse(&b, "POST", SESSION, "{\"name\":\"no name\",\"password\":\"\"}"), 401);

    eq_u64(browse(&b, "POST", SESSION, LOGIN), 200);
    ok(asking_has(&b.last, "\"name\":\"Anna\"") && strstr(who_is(&b), "Anna"));
    eq_u64(browse(&other, "POST", SESSION, LOGIN), 200);
    char old[128], late[128];
    SET_TEXT(old, b.session);
    eq_u64(browse(&b, "POST", SESSION, LOGIN), 200);
    SET_TEXT(late, b.session);
    SET_TEXT(b.session, old);
    ok_named(!strstr(who_is(&b), "Anna"), "who logs in anew has one session, not two");
    SET_TEXT(b.session, late);

    /* Another password: who else is logged in is out. */
    static const char path[] = ACCOUNT "/password";
    eq_u64(browse(&b, "POST", path,
                  "{\"password\":\"wrong horse\",\"new_password\":\"battery staple\"}"),
           403);
    ok(is_problem(&b, "wrong_password") && strstr(who_is(&other), "Anna"));
    eq_u64(
        browse(&b, "POST", path, "{\"password\":\"correct horse\",\"new_password\":\"short\"}"),
        422);
    eq_u64(browse(&b, "POST", path,
                  "{\"password\":\"correct horse\",\"new_password\":\"battery staple\"}"),
           204);
    ok_named(strstr(who_is(&b), "Anna"), "who changed the password stays");
    ok_named(!strstr(who_is(&other), "Anna"), "others do not");
    eq_u64(browse(&other, "POST", SESSION, LOGIN), 401);
    eq_u64(
        browse(&other, "POST", SESSION, "{\"name\":\"ANNA\",\"password\":\"battery staple\"}"),
        200);
    bm_buf_free(&b.last.in);
    bm_buf_free(&other.last.in);
}

/* ---- Tokens ---- */

/* Make a token; its text goes to `token`, its id to `id`. */
static unsigned make_token(struct browser *b, const char *body, char *token, char *id)
{
    const unsigned status = browse(b, "POST", TOKENS, body);
    asking_find(&b->last, "\"token\":\"", "\"", token, 64);
    asking_find(&b->last, "{\"id\":\"", "\"", id, 64);
    return status;
}

/* Ask as a program does. */
static unsigned call_with(struct browser *b, const char *token, const char *method,
                          const char *path, const char *body)
{
    char line[128];
    snprintf(line, sizeof line, "Authorization: Bearer %s\r\n", token);
    b->more = line;
    const unsigned status = browse(b, method, path, body);
    b->more = NULL;
    return status;
}

static unsigned end_token(struct browser *b, const char *id)
{
    char path[128];
    snprintf(path, sizeof path, TOKENS "/%s", id);
    return browse(b, "DELETE", path, NULL);
}

static void test_tokens(char *token)
{
    struct browser b = {.to = &it}, bot = {.to = &it};
    char id[64], text[64], reader[64], reader_id[64];
    eq_u64(browse(&b, "POST", ACCOUNTS, "{\"name\":\"Cleo\",\"password\":\"correct horse\"}"),
           201);
    static const char *const bad[] = {
        "{\"scopes\":[\"read\"]}",
        "{\"label\":\"\",\"scopes\":[\"read\"]}",
        "{\"label\":\"bot\"}",
        "{\"label\":\"bot\",\"scopes\":[]}",
        "{\"label\":\"bot\",\"scopes\":\"read\"}",
        "{\"label\":\"bot\",\"scopes\":[\"session\"]}",
        "{\"label\":\"bot\",\"scopes\":[\"read\",1]}",
        "{\"label\":\"bot\",\"scopes\":[\"read\"],\"expires_days\":0}",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        ok_named(browse(&b, "POST", TOKENS, bad[i]) == 422 && is_problem(&b, "bad_member"),
                 "%s is refused", bad[i]);

    eq_u64(
        make_token(&b, "{\"label\":\"my bot\",\"scopes\":[\"account\",\"read\"]}", token, id),
        201);
    eq_u64(make_token(&b, "{\"label\":\"r\",\"scopes\":[\"read\"],\"expires_days\":1}", reader,
                      reader_id),
           201);
    ok(strncmp(token, "bmt_", 4) == 0 && strcmp(id, reader_id) != 0);
    eq_u64(browse(&b, "GET", TOKENS, NULL), 200);
    ok(asking_has(&b.last, id) && asking_has(&b.last, "\"label\":\"my bot\"") &&
       asking_has(&b.last, "\"scopes\":[\"read\",\"account\"]"));
    ok_named(!asking_has(&b.last, "bmt_") && !asking_has(&b.last, "session"),
             "the list has no texts of tokens, and no sessions");

    eq_u64(call_with(&bot, token, "GET", ACCOUNT, NULL), 200);
    ok(asking_has(&bot.last, "\"by_token\":true") &&
       asking_has(&bot.last, "\"name\":\"Cleo\"") &&
       asking_has(&bot.last, "\"scopes\":[\"read\",\"account\"]"));
    eq_u64(call_with(&bot, reader, "GET", TOKENS, NULL), 403);
    ok(is_problem(&bot, "scope_needed"));
    eq_u64(call_with(&bot, token, "POST", TOKENS,
                     "{\"label\":\"more\",\"scopes\":[\"read\",\"play\"]}"),
           403);
    ok_named(is_problem(&bot, "scope_needed"), "a token makes none that may do more");

    SET_TEXT(text, token);
    text[30] ^= 1;
    eq_u64(call_with(&bot, text, "GET", ACCOUNT, NULL), 401);
    ok(is_problem(&bot, "bad_token") && asking_has(&bot.last, "WWW-Authenticate: Bearer"));
    eq_u64(call_with(&bot, b.session, "GET", ACCOUNT, NULL), 401);
    eq_u64(call_with(&bot, "", "GET", ACCOUNT, NULL), 401);
    SET_TEXT(bot.session, token);
    ok_named(!strstr(who_is(&bot), "Cleo"), "a token is not a session");
    bot.session[0] = '\0';

    /* Nobody ends the token of another. */
    struct browser anna = {.to = &it};
    eq_u64(
        browse(&anna, "POST", SESSION, "{\"name\":\"anna\",\"password\":\"battery staple\"}"),
        200);
    eq_u64(end_token(&anna, reader_id), 404);
    ok(is_problem(&anna, "no_such_token"));
    eq_u64(call_with(&bot, reader, "GET", ACCOUNT, NULL), 200);
    eq_u64(end_token(&b, reader_id), 204);
    eq_u64(call_with(&bot, reader, "GET", ACCOUNT, NULL), 401);
    eq_u64(end_token(&b, reader_id), 404);
    bm_buf_free(&b.last.in);
    bm_buf_free(&bot.last.in);
    bm_buf_free(&anna.last.in);
}

static bool count_row(void *user, const struct bm_token_row *row)
{
    unsigned *const n = user; /* sessions, tokens */
    n[strcmp(row->scopes, "session") != 0]++;
    return true;
}

/* What is over is worth nothing, and is swept out; sessions do not pile up. */
static void test_over(void)
{
    struct browser b = {.to = &it};
    struct bm_account_row anna;
    char token[BM_SECRET_TOKEN], session[BM_SECRET_TOKEN];
    struct bm_store *const store = it.server.store;
    ok(bm_store_account_named(store, "anna", &anna) == BM_STORE_OK);
    struct bm_token_row row = {
        .scopes = "read play", .label = "old", .created = 1, .expires = 2};
    SET_TEXT(row.account, anna.id);
    bm_secrets_make_token("bmt_", token, row.hash);
    const struct bm_change change = {.kind = BM_CHANGE_TOKEN, .token = &row};
    eq_u64(storing_put(store, &it.server.loop, &change, 1), BM_STORE_OK);
    eq_u64(call_with(&b, token, "GET", ACCOUNT, NULL), 401);
    SET_TEXT(row.scopes, "session");
    for (unsigned i = 0; i < 30; i++) {
        row.created = 1000 + i;
        row.expires = i == 0 ? 2 : 0;
        bm_secrets_make_token("bms_", i == 29 ? session : token, row.hash);
        if (i == 0)
            SET_TEXT(b.session, token);
        eq_u64(storing_put(store, &it.server.loop, &change, 1), BM_STORE_OK);
    }
    ok_named(!strstr(who_is(&b), "Anna"), "a session that is over opens nothing");
    SET_TEXT(b.session, session);
    ok_named(strstr(who_is(&b), "Anna"), "one that is not does");
    b.session[0] = '\0';
    eq_u64(browse(&b, "POST", SESSION, "{\"name\":\"anna\",\"password\":\"battery staple\"}"),
           200);
    unsigned n[2] = {0};
    ok(bm_store_tokens(store, anna.id, count_row, n) == BM_STORE_OK);
    eq_u64(n[0], BM_SESSIONS);
    eq_u64(n[1], 0);
    bm_buf_free(&b.last.in);
}

static bool file_has(const char *path, const char *text)
{
    FILE *const f = fopen(path, "rb");
    static char bytes[1 << 22];
    if (!f)
        return false;
    const size_t n = fread(bytes, 1, sizeof bytes, f), len = strlen(text);
    fclose(f);
    for (size_t i = 0; i + len <= n; i++)
        if (memcmp(bytes + i, text, len) == 0)
            return true;
    return false;
}

int main(void)
{
    storing_folder(it.folder, sizeof it.folder);
    snprintf(it.path, sizeof it.path, "%s/games", it.folder);
    it.server.options.quick_limits = true;
    asking_open(&it);
    char token[64], before[256];
    test_without_account();
    test_sign_up();
    test_race();
    test_log_in();
    test_tokens(token);
    test_over();

    struct browser b = {.to = &it}, bot = {.to = &it};
    eq_u64(browse(&b, "GET", ACCOUNT, NULL), 200);
    eq_u64(browse(&b, "POST", SESSION, "{\"name\":\"cleo\",\"password\":\"correct horse\"}"),
           200);
    SET_TEXT(before, who_is(&b));
    asking_close(&it);
    ok_named(file_has(it.path, "Cleo"), "the file has names");
    ok_named(!file_has(it.path, token + 4) && !file_has(it.path, b.session + 4) &&
                 !file_has(it.path, "correct horse"),
             "and no token, session or password");
    it.server.options.origin = "https://play.example";
    asking_open(&it);
    eq_str(who_is(&b), before);
    eq_u64(call_with(&bot, token, "GET", ACCOUNT, NULL), 200);
    eq_u64(browse(&bot, "GET", ACCOUNT, NULL), 200);
    ok_named(asking_has(&bot.last, "; SameSite=Lax; Secure\r\n"),
             "https alone, if it is there");
    bm_buf_free(&b.last.in);
    bm_buf_free(&bot.last.in);

    /* A server that stops while somebody logs out tells him so first. */
    char cookie[160];
    snprintf(cookie, sizeof cookie, "Cookie: bm_session=%s\r\n", b.session);
    asking_start(&b.last, &it, "DELETE", SESSION, cookie, NULL);
    while (it.server.accounts->pending == 0 && !b.last.closed)
        (void)bm_loop_step(&it.server.loop);
    asking_close(&it);
    eq_u64(asking_status(&b.last), 204);
    bm_buf_free(&b.last.in);
    storing_clear(it.folder, "games");
    return tap_done();
}
