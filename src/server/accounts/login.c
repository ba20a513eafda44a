/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "server/accounts/accounts_internal.h"

/* Sign-up, log-in, passwords. */

enum { SESSION_DAYS = 30, DAY_MS = 24 * 3600 * 1000 };

/* ---- What people say ---- */

static bool need_password(struct bm_api_request *req, const char *name, const char **out)
{
    if (!bm_api_need_string(req, name, out))
        return false;
    const size_t len = strlen(*out);
    if (len >= BM_PASSWORD_LEAST && len <= BM_PASSWORD_MOST)
        return true;
    return bm_api_reply_bad_member(req, name, "of 8 to 1024 bytes");
}

/* Whether one more may be tried; false: the call was answered. */
static bool may_enter(struct bm_api_request *req, enum bm_limit kind,
                      const struct bm_guesser *g)
{
    const unsigned wait = bm_people_charge_entry(req->server->people, kind, g);
    if (wait)
        bm_api_reply_too_many(req, wait);
    return wait == 0;
}

/* ---- Answers ---- */

static void refuse_memory(struct bm_entry *e)
{
    bm_api_reply_no_memory(e->req);
    bm_entry_destroy(e);
}

static void tell_entered(struct bm_entry *e, unsigned status)
{
    struct bm_identity identity = {.scopes = BM_SCOPE_ALL};
    /* Sessions ended with it: that of this browser, and the oldest of the account. */
    bm_people_check_lines(e->people, e->before);
    bm_people_check_lines(e->people, e->account.id);
    (void)snprintf(identity.id, sizeof identity.id, "%s", e->account.id);
    (void)snprintf(identity.name, sizeof identity.name, "%s", e->account.name);
    bm_people_session_line(e->people, e->session, e->req->cookie, sizeof e->req->cookie);
    if (!e->guesser.device[0]) {
        const size_t used = strlen(e->req->cookie);
        bm_people_device_line(e->people, &e->account, e->req->cookie + used,
                              sizeof e->req->cookie - used);
    }
    bm_api_reply_identity(e->req, status, &identity);
}

/* ---- Sessions ---- */

/*
 * Open a session: put it, with an account if that is new. The session that the browser has had
 * ends.
 */
static void open_session(struct bm_entry *e, bool is_new, bm_store_done *done)
{
    struct bm_store *const store = e->req->server->store;
    struct bm_token_list *const s = bm_token_list_read(store, e->account.id);
    if (!s) {
        refuse_memory(e);
        return;
    }
    struct bm_token_row row = {.scopes = BM_SESSION_SCOPE, .created = bm_server_wall()};
    struct bm_token_row old;
    row.expires = row.created + (int64_t)SESSION_DAYS * DAY_MS;
    memcpy(row.account, e->account.id, sizeof row.account);
    bm_secrets_make_token(BM_SESSION_PREFIX, e->session, row.hash);
    if (is_new)
        s->changes[s->changed++] =
            (struct bm_change){.kind = BM_CHANGE_ACCOUNT, .account = &e->account};
    /* A guest's games, seats and variants go along. */
    const struct bm_identity *const identity = &e->req->identity;
    if (is_new && strncmp(identity->id, "a:", 2) == 0) {
        bm_rename_set(&e->rename, identity->id, "", e->account.id, e->account.name);
        s->changed += bm_rename_changes(&e->rename, s->changes + s->changed);
    }
    s->changes[s->changed++] = (struct bm_change){.kind = BM_CHANGE_TOKEN, .token = &row};
    if (bm_people_session(e->people, e->req->request, &old)) {
        s->changes[s->changed++] =
            (struct bm_change){.kind = BM_CHANGE_NO_TOKEN, .token = &old};
        memcpy(e->before, old.account, sizeof e->before);
    }
    bm_token_list_prune(s, BM_SESSIONS - 1, NULL);
    bm_store_put(store, s->changes, s->changed, done, e);
    free(s);
}

/* ---- POST /api/v1/accounts ---- */

static void refuse_taken(struct bm_api_request *req)
{
    bm_api_reply_problem(
        req, 409, "name_taken", "",
        "there is an account of this name, or of one that looks like it: choose "
        "another one");
}

/* Whether a new account may have a name; false: the call was answered. */
static bool may_be_named(struct bm_api_request *req, const char *name)
{
    struct bm_people *const p = req->server->people;
    switch (bm_name_check(p->letters, name)) {
    case BM_NAME_GOOD: break;
    case BM_NAME_MIXED:
        return bm_api_reply_bad_member(req, "name",
                                       "of one script, or Japanese with Latin letters");
    case BM_NAME_MALFORMED:
        return bm_api_reply_bad_member(
            req, "name", "2 to 20 letters and digits, and - _ . behind the first");
    }
    if (!bm_people_is_reserved(p, name))
        return true;
    bm_api_reply_problem(req, 422, "name_reserved", ",\"member\":\"name\"",
                         "this name is kept for the server itself: choose another one");
    return false;
}

static void signed_up(void *user, enum bm_store_status status)
{
    struct bm_entry *const e = user;
    if (status == BM_STORE_TAKEN)
        refuse_taken(e->req);
    else if (status != BM_STORE_OK)
        bm_api_reply_store_problem(e->req, status);
    else
        tell_entered(e, 201);
    if (status == BM_STORE_OK && e->rename.from[0])
        bm_people_renamed(e->people, &e->rename);
    bm_entry_destroy(e);
}

static void sign_up_hashed(struct bm_entry *e)
{
    if (e->made)
        open_session(e, true, signed_up);
    else
        refuse_memory(e);
}

void bm_people_sign_up(struct bm_api_request *req)
{
    struct bm_people *const p = req->server->people;
    struct bm_account_row row = {.created = bm_server_wall()}, other;
    struct bm_guesser guesser;
    const char *name, *password;
    if (!bm_api_need_string(req, "name", &name) || !need_password(req, "password", &password))
        return;
    if (!may_be_named(req, name))
        return;
    if (!bm_name_fold(p->letters, name, row.folded) ||
        !bm_name_skeleton(p->letters, name, row.skeleton)) {
        bm_api_reply_no_memory(req);
        return;
    }
    bm_guesser_find(p, req->request, row.folded, NULL, &guesser);
    if (!may_enter(req, BM_LIMIT_SIGN_UPS, &guesser))
        return;
    if (bm_store_account_named(req->server->store, row.folded, &other) == BM_STORE_OK ||
        bm_store_account_alike(req->server->store, row.skeleton, &other) == BM_STORE_OK) {
        refuse_taken(req);
        return;
    }
    struct bm_entry *const e = bm_entry_create(req, &guesser);
    if (!e)
        return;
    bm_secrets_make_id('u', row.id);
    (void)snprintf(row.name, sizeof row.name, "%s", name);
    (void)snprintf(e->password, sizeof e->password, "%s", password);
    e->account = row;
    bm_entry_start(e, sign_up_hashed);
}

/* ---- POST and DELETE /api/v1/session ---- */

/* A password to be checked. One that is too long is nobody's, whatever it begins with. */
static void take_guess(struct bm_entry *e, const char *password)
{
    (void)snprintf(e->password, sizeof e->password, "%s", password);
    if (strlen(password) > BM_PASSWORD_MOST)
        e->known = false;
}

static void logged_in(void *user, enum bm_store_status status)
{
    struct bm_entry *const e = user;
    if (status != BM_STORE_OK)
        bm_api_reply_store_problem(e->req, status);
    else
        tell_entered(e, 200);
    bm_entry_destroy(e);
}

static void log_in_checked(struct bm_entry *e)
{
    struct bm_sanction_row ban;
    struct bm_identity identity = {.also = ""};
    memcpy(identity.id, e->account.id, sizeof identity.id);
    /* Whoever knows the password is told of it; others are not. */
    if (e->known && e->right && bm_people_find_ban(e->people, &identity, "", &ban)) {
        bm_api_reply_banned(e->req, &ban);
        bm_entry_destroy(e);
        return;
    }
    if (e->known && e->right) {
        open_session(e, false, logged_in);
        return;
    }
    bm_people_charge_guess(e->people, &e->guesser);
    bm_api_reply_problem(e->req, 401, "bad_login", "", "the name or the password is wrong");
    bm_entry_destroy(e);
}

void bm_people_log_in(struct bm_api_request *req)
{
    struct bm_people *const p = req->server->people;
    struct bm_account_row row = {0};
    struct bm_guesser guesser;
    const char *name, *password;
    char folded[BM_NAME_TEXT] = "";
    if (!bm_api_need_string(req, "name", &name) ||
        !bm_api_need_string(req, "password", &password))
        return;
    /* What is no name, nobody has. */
    const bool known = bm_name_fold(p->letters, name, folded) &&
                       bm_store_account_named(req->server->store, folded, &row) == BM_STORE_OK;
    bm_guesser_find(p, req->request, folded, known ? &row : NULL, &guesser);
    if (!may_enter(req, BM_LIMIT_LOG_INS, &guesser))
        return;
    struct bm_entry *const e = bm_entry_create(req, &guesser);
    if (!e)
        return;
    e->known = known;
    e->account = row;
    take_guess(e, password);
    bm_entry_start(e, log_in_checked);
}

static void tell_logged_out(struct bm_api_request *req)
{
    bm_people_session_line(req->server->people, "", req->cookie, sizeof req->cookie);
    bm_api_reply_empty(req);
}

struct log_out {
    struct bm_api_request *req;
    char account[40];
};

static void logged_out(void *user, enum bm_store_status status)
{
    struct log_out *const l = user;
    struct bm_people *const p = l->req->server->people;
    p->pending--;
    if (status != BM_STORE_OK) {
        bm_api_reply_store_problem(l->req, status);
    } else {
        bm_people_check_lines(p, l->account);
        tell_logged_out(l->req);
    }
    free(l);
}

void bm_people_log_out(struct bm_api_request *req)
{
    struct bm_token_row row;
    if (!bm_people_session(req->server->people, req->request, &row)) {
        tell_logged_out(req);
        return;
    }
    struct log_out *const l = calloc(1, sizeof *l);
    if (!l) {
        bm_api_reply_no_memory(req);
        return;
    }
    l->req = req;
    memcpy(l->account, row.account, sizeof l->account);
    const struct bm_change change = {.kind = BM_CHANGE_NO_TOKEN, .token = &row};
    req->server->people->pending++;
    bm_store_put(req->server->store, &change, 1, logged_out, l);
}

/* ---- POST /api/v1/account/password ---- */

static void password_changed(void *user, enum bm_store_status status)
{
    struct bm_entry *const e = user;
    if (status != BM_STORE_OK) {
        bm_api_reply_store_problem(e->req, status);
    } else {
        bm_people_check_lines(e->people, e->account.id);
        bm_api_reply_empty(e->req);
    }
    bm_entry_destroy(e);
}

void bm_people_refuse_password(struct bm_entry *e)
{
    bm_people_charge_guess(e->people, &e->guesser);
    bm_api_reply_problem(e->req, 403, "wrong_password", "",
                         "\"password\" must be the one that you have now");
    bm_entry_destroy(e);
}

static void password_checked(struct bm_entry *e)
{
    if (!e->right) {
        bm_people_refuse_password(e);
        return;
    }
    struct bm_store *const store = e->req->server->store;
    struct bm_token_list *const s = e->made ? bm_token_list_read(store, e->account.id) : NULL;
    if (!s) {
        refuse_memory(e);
        return;
    }
    /* Whoever else is logged in may be the reason. */
    struct bm_token_row own;
    const bool here = bm_people_session(e->people, e->req->request, &own);
    s->changes[s->changed++] =
        (struct bm_change){.kind = BM_CHANGE_PASSWORD, .account = &e->account};
    bm_token_list_prune(s, 0, here ? own.hash : NULL);
    bm_store_put(store, s->changes, s->changed, password_changed, e);
    free(s);
}

struct bm_entry *bm_people_own_entry(struct bm_api_request *req)
{
    struct bm_account_row row;
    struct bm_guesser guesser;
    const char *password;
    if (!bm_api_need_string(req, "password", &password))
        return NULL;
    const enum bm_store_status status =
        bm_store_account(req->server->store, req->identity.id, &row);
    if (status != BM_STORE_OK) {
        bm_api_reply_store_problem(req, status);
        return NULL;
    }
    bm_guesser_find(req->server->people, req->request, row.folded, &row, &guesser);
    bm_guesser_is_in(&guesser, &req->identity);
    if (!may_enter(req, BM_LIMIT_LOG_INS, &guesser))
        return NULL;
    struct bm_entry *const e = bm_entry_create(req, &guesser);
    if (!e)
        return NULL;
    e->account = row;
    e->known = true;
    take_guess(e, password);
    return e;
}

void bm_people_password(struct bm_api_request *req)
{
    const char *fresh;
    if (!need_password(req, "new_password", &fresh))
        return;
    struct bm_entry *const e = bm_people_own_entry(req);
    if (!e)
        return;
    (void)snprintf(e->fresh, sizeof e->fresh, "%s", fresh);
    bm_entry_start(e, password_checked);
}
