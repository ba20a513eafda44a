/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "server/accounts/accounts_internal.h"

/* Sign-up, log-in, passwords. */

enum { SESSION_DAYS = 30, DAY_MS = 24 * 3600 * 1000 };

/* ---- Input ---- */

static bool need_password(struct bm_api_request *req, const char *name, const char **out)
{
    if (!bm_api_need_string(req, name, out))
        return false;
    const size_t len = strlen(*out);
    if (len >= BM_PASSWORD_LEAST && len <= BM_PASSWORD_MOST)
        return true;
    return bm_api_reply_bad_member(req, name, "of 8 to 1024 bytes");
}

/* Whether the rate limit allows another attempt; false: the request was answered. */
static bool may_enter(struct bm_api_request *req, enum bm_rate_limit kind,
                      const struct bm_login_attempt *g)
{
    const unsigned wait = bm_accounts_charge_login(req->server->accounts, kind, g);
    if (wait)
        bm_api_reply_too_many(req, wait);
    return wait == 0;
}

/* ---- Answers ---- */

static void refuse_memory(struct bm_password_job *job)
{
    bm_api_reply_no_memory(job->req);
    bm_password_job_destroy(job);
}

static void reply_logged_in(struct bm_password_job *job, unsigned status)
{
    struct bm_identity identity = {.scopes = BM_SCOPE_ALL};
    /* Sessions ended with it: that of this browser, and the oldest of the account. */
    bm_accounts_check_connections(job->accounts, job->before);
    bm_accounts_check_connections(job->accounts, job->account.id);
    (void)snprintf(identity.id, sizeof identity.id, "%s", job->account.id);
    (void)snprintf(identity.name, sizeof identity.name, "%s", job->account.name);
    bm_accounts_session_cookie(job->accounts, job->session, job->req->cookie,
                               sizeof job->req->cookie);
    if (!job->attempt.device[0]) {
        const size_t used = strlen(job->req->cookie);
        bm_accounts_device_cookie(job->accounts, &job->account, job->req->cookie + used,
                                  sizeof job->req->cookie - used);
    }
    bm_api_reply_identity(job->req, status, &identity);
}

/* ---- Sessions ---- */

/*
 * Open a session: put it, with an account if that is new. The session that the browser has had
 * ends.
 */
static void open_session(struct bm_password_job *job, bool is_new, bm_store_done *done)
{
    struct bm_store *const store = job->req->server->store;
    struct bm_token_list *const s = bm_token_list_read(store, job->account.id);
    if (!s) {
        refuse_memory(job);
        return;
    }
    struct bm_token_row row = {.scopes = BM_SESSION_SCOPE, .created = bm_server_wall()};
    struct bm_token_row old;
    row.expires = row.created + (int64_t)SESSION_DAYS * DAY_MS;
    memcpy(row.account, job->account.id, sizeof row.account);
    bm_secrets_make_token(BM_SESSION_PREFIX, job->session, row.hash);
    if (is_new)
        s->changes[s->changed++] =
            (struct bm_change){.kind = BM_CHANGE_ACCOUNT, .account = &job->account};
    /* A guest's games, seats and variants are transferred. */
    const struct bm_identity *const identity = &job->req->identity;
    if (is_new && strncmp(identity->id, "a:", 2) == 0) {
        bm_rename_set(&job->rename, identity->id, "", job->account.id, job->account.name);
        s->changed += bm_rename_changes(&job->rename, s->changes + s->changed);
    }
    s->changes[s->changed++] = (struct bm_change){.kind = BM_CHANGE_TOKEN, .token = &row};
    if (bm_accounts_find_session(job->accounts, job->req->request, &old)) {
        s->changes[s->changed++] =
            (struct bm_change){.kind = BM_CHANGE_NO_TOKEN, .token = &old};
        memcpy(job->before, old.account, sizeof job->before);
    }
    bm_token_list_prune(s, BM_SESSIONS - 1, NULL);
    bm_store_put(store, s->changes, s->changed, done, job);
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

/* Whether a new account may have a name; false: the request was answered. */
static bool may_be_named(struct bm_api_request *req, const char *name)
{
    struct bm_accounts *const accounts = req->server->accounts;
    switch (bm_name_check(accounts->letters, name)) {
    case BM_NAME_GOOD: break;
    case BM_NAME_MIXED:
        return bm_api_reply_bad_member(req, "name",
                                       "of one script, or Japanese with Latin letters");
    case BM_NAME_MALFORMED:
        return bm_api_reply_bad_member(
            req, "name", "2 to 20 letters and digits, and - _ . behind the first");
    }
    if (!bm_accounts_is_reserved_name(accounts, name))
        return true;
    bm_api_reply_problem(req, 422, "name_reserved", ",\"member\":\"name\"",
                         "this name is kept for the server itself: choose another one");
    return false;
}

static void signed_up(void *user, enum bm_store_status status)
{
    struct bm_password_job *const job = user;
    if (status == BM_STORE_TAKEN)
        refuse_taken(job->req);
    else if (status != BM_STORE_OK)
        bm_api_reply_store_problem(job->req, status);
    else
        reply_logged_in(job, 201);
    if (status == BM_STORE_OK && job->rename.from[0])
        bm_accounts_renamed(job->accounts, &job->rename);
    bm_password_job_destroy(job);
}

static void sign_up_hashed(struct bm_password_job *job)
{
    if (job->made)
        open_session(job, true, signed_up);
    else
        refuse_memory(job);
}

void bm_accounts_sign_up(struct bm_api_request *req)
{
    struct bm_accounts *const accounts = req->server->accounts;
    struct bm_account_row row = {.created = bm_server_wall()}, other;
    struct bm_login_attempt attempt;
    const char *name, *password;
    if (!bm_api_need_string(req, "name", &name) || !need_password(req, "password", &password))
        return;
    if (!may_be_named(req, name))
        return;
    if (!bm_name_fold(accounts->letters, name, row.folded) ||
        !bm_name_skeleton(accounts->letters, name, row.skeleton)) {
        bm_api_reply_no_memory(req);
        return;
    }
    bm_login_attempt_find(accounts, req->request, row.folded, NULL, &attempt);
    if (!may_enter(req, BM_RATE_LIMIT_SIGN_UPS, &attempt))
        return;
    if (bm_store_account_named(req->server->store, row.folded, &other) == BM_STORE_OK ||
        bm_store_account_alike(req->server->store, row.skeleton, &other) == BM_STORE_OK) {
        refuse_taken(req);
        return;
    }
    struct bm_password_job *const job = bm_password_job_create_for(req, &attempt);
    if (!job)
        return;
    bm_secrets_make_id('u', row.id);
    (void)snprintf(row.name, sizeof row.name, "%s", name);
    (void)snprintf(job->password, sizeof job->password, "%s", password);
    job->account = row;
    bm_password_job_start(job, sign_up_hashed);
}

/* ---- POST and DELETE /api/v1/session ---- */

/* Set a password to be checked. One that is too long matches nothing. */
static void take_guess(struct bm_password_job *job, const char *password)
{
    (void)snprintf(job->password, sizeof job->password, "%s", password);
    if (strlen(password) > BM_PASSWORD_MOST)
        job->known = false;
}

static void logged_in(void *user, enum bm_store_status status)
{
    struct bm_password_job *const job = user;
    if (status != BM_STORE_OK)
        bm_api_reply_store_problem(job->req, status);
    else
        reply_logged_in(job, 200);
    bm_password_job_destroy(job);
}

static void log_in_checked(struct bm_password_job *job)
{
    struct bm_sanction_row ban;
    struct bm_identity identity = {.also = ""};
    memcpy(identity.id, job->account.id, sizeof identity.id);
    /* A ban is shown only after the right password. */
    if (job->known && job->right && bm_accounts_find_ban(job->accounts, &identity, "", &ban)) {
        bm_api_reply_banned(job->req, &ban);
        bm_password_job_destroy(job);
        return;
    }
    if (job->known && job->right) {
        open_session(job, false, logged_in);
        return;
    }
    bm_accounts_charge_wrong_guess(job->accounts, &job->attempt);
    bm_api_reply_problem(job->req, 401, "bad_login", "", "the name or the password is wrong");
    bm_password_job_destroy(job);
}

void bm_accounts_log_in(struct bm_api_request *req)
{
    struct bm_accounts *const accounts = req->server->accounts;
    struct bm_account_row row = {0};
    struct bm_login_attempt attempt;
    const char *name, *password;
    char folded[BM_NAME_TEXT] = "";
    if (!bm_api_need_string(req, "name", &name) ||
        !bm_api_need_string(req, "password", &password))
        return;
    /* Text that is no valid name belongs to no account. */
    const bool known = bm_name_fold(accounts->letters, name, folded) &&
                       bm_store_account_named(req->server->store, folded, &row) == BM_STORE_OK;
    bm_login_attempt_find(accounts, req->request, folded, known ? &row : NULL, &attempt);
    if (!may_enter(req, BM_RATE_LIMIT_LOG_INS, &attempt))
        return;
    struct bm_password_job *const job = bm_password_job_create_for(req, &attempt);
    if (!job)
        return;
    job->known = known;
    job->account = row;
    take_guess(job, password);
    bm_password_job_start(job, log_in_checked);
}

static void reply_logged_out(struct bm_api_request *req)
{
    bm_accounts_session_cookie(req->server->accounts, "", req->cookie, sizeof req->cookie);
    bm_api_reply_empty(req);
}

struct log_out {
    struct bm_api_request *req;
    char account[40];
};

static void logged_out(void *user, enum bm_store_status status)
{
    struct log_out *const l = user;
    struct bm_accounts *const accounts = l->req->server->accounts;
    accounts->pending--;
    if (status != BM_STORE_OK) {
        bm_api_reply_store_problem(l->req, status);
    } else {
        bm_accounts_check_connections(accounts, l->account);
        reply_logged_out(l->req);
    }
    free(l);
}

void bm_accounts_log_out(struct bm_api_request *req)
{
    struct bm_token_row row;
    if (!bm_accounts_find_session(req->server->accounts, req->request, &row)) {
        reply_logged_out(req);
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
    req->server->accounts->pending++;
    bm_store_put(req->server->store, &change, 1, logged_out, l);
}

/* ---- POST /api/v1/account/password ---- */

static void password_changed(void *user, enum bm_store_status status)
{
    struct bm_password_job *const job = user;
    if (status != BM_STORE_OK) {
        bm_api_reply_store_problem(job->req, status);
    } else {
        bm_accounts_check_connections(job->accounts, job->account.id);
        bm_api_reply_empty(job->req);
    }
    bm_password_job_destroy(job);
}

void bm_accounts_refuse_password(struct bm_password_job *job)
{
    bm_accounts_charge_wrong_guess(job->accounts, &job->attempt);
    bm_api_reply_problem(job->req, 403, "wrong_password", "",
                         "\"password\" must be the one that you have now");
    bm_password_job_destroy(job);
}

static void password_checked(struct bm_password_job *job)
{
    if (!job->right) {
        bm_accounts_refuse_password(job);
        return;
    }
    struct bm_store *const store = job->req->server->store;
    struct bm_token_list *const s =
        job->made ? bm_token_list_read(store, job->account.id) : NULL;
    if (!s) {
        refuse_memory(job);
        return;
    }
    /* Other sessions may have been stolen: all of them end. */
    struct bm_token_row own;
    const bool here = bm_accounts_find_session(job->accounts, job->req->request, &own);
    s->changes[s->changed++] =
        (struct bm_change){.kind = BM_CHANGE_PASSWORD, .account = &job->account};
    bm_token_list_prune(s, 0, here ? own.hash : NULL);
    bm_store_put(store, s->changes, s->changed, password_changed, job);
    free(s);
}

struct bm_password_job *bm_accounts_own_password_job(struct bm_api_request *req)
{
    struct bm_account_row row;
    struct bm_login_attempt attempt;
    const char *password;
    if (!bm_api_need_string(req, "password", &password))
        return NULL;
    const enum bm_store_status status =
        bm_store_account(req->server->store, req->identity.id, &row);
    if (status != BM_STORE_OK) {
        bm_api_reply_store_problem(req, status);
        return NULL;
    }
    bm_login_attempt_find(req->server->accounts, req->request, row.folded, &row, &attempt);
    bm_login_attempt_by_session(&attempt, &req->identity);
    if (!may_enter(req, BM_RATE_LIMIT_LOG_INS, &attempt))
        return NULL;
    struct bm_password_job *const job = bm_password_job_create_for(req, &attempt);
    if (!job)
        return NULL;
    job->account = row;
    job->known = true;
    take_guess(job, password);
    return job;
}

void bm_accounts_change_password(struct bm_api_request *req)
{
    const char *fresh;
    if (!need_password(req, "new_password", &fresh))
        return;
    struct bm_password_job *const job = bm_accounts_own_password_job(req);
    if (!job)
        return;
    (void)snprintf(job->fresh, sizeof job->fresh, "%s", fresh);
    bm_password_job_start(job, password_checked);
}
