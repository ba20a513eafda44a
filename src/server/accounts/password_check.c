/* SPDX-License-Identifier: MIT */
/* Passwords of protocols other than HTTP. */
#include <stdio.h>

#include "server/accounts/accounts_internal.h"

bool bm_accounts_has_name(struct bm_accounts *accounts, const char *name)
{
    struct bm_account_row row;
    return bm_accounts_find_by_name(accounts, name, &row) != BM_STORE_MISSING;
}

static void on_checked(struct bm_password_job *job)
{
    struct bm_identity identity = {.scopes = BM_SCOPE_ALL};
    if (!job->right)
        bm_accounts_charge_wrong_guess(job->accounts, &job->attempt);
    identity.granted = BM_GRANT_PASSWORD;
    bm_secrets_hash_text(job->account.hash, identity.grant);
    (void)snprintf(identity.id, sizeof identity.id, "%s", job->account.id);
    (void)snprintf(identity.name, sizeof identity.name, "%s", job->account.name);
    job->told(job->user, job->right ? &identity : NULL);
    bm_password_job_destroy(job);
}

void bm_accounts_check_password(struct bm_accounts *accounts, const char *address,
                                const char *name, const char *password,
                                bm_password_checked *told, void *user)
{
    struct bm_login_attempt g = {.name = ""};
    struct bm_account_row row;
    struct bm_password_job *job = NULL;
    (void)snprintf(g.address, sizeof g.address, "%s", address);
    if (bm_name_fold(accounts->letters, name, g.name) && strlen(password) <= BM_PASSWORD_MOST &&
        !bm_accounts_charge_login(accounts, BM_RATE_LIMIT_LOG_INS, &g) &&
        bm_store_account_named(accounts->server->store, g.name, &row) == BM_STORE_OK)
        job = bm_password_job_create(accounts, &g);
    if (!job) {
        told(user, NULL);
        return;
    }
    job->account = row;
    job->known = true;
    job->told = told;
    job->user = user;
    (void)snprintf(job->password, sizeof job->password, "%s", password);
    bm_password_job_start(job, on_checked);
}
