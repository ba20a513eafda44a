/* SPDX-License-Identifier: MIT */
/* Passwords of those who do not come by HTTP. */
#include <stdio.h>

#include "server/accounts/accounts_internal.h"

bool bm_people_has(struct bm_people *p, const char *name)
{
    struct bm_account_row row;
    return bm_people_named(p, name, &row) != BM_STORE_MISSING;
}

static void checked(struct bm_entry *e)
{
    struct bm_identity identity = {.scopes = BM_SCOPE_ALL};
    if (!e->right)
        bm_people_charge_guess(e->people, &e->guesser);
    identity.granted = BM_GRANT_PASSWORD;
    bm_secrets_hash_text(e->account.hash, identity.grant);
    (void)snprintf(identity.id, sizeof identity.id, "%s", e->account.id);
    (void)snprintf(identity.name, sizeof identity.name, "%s", e->account.name);
    e->told(e->user, e->right ? &identity : NULL);
    bm_entry_destroy(e);
}

void bm_people_check(struct bm_people *p, const char *address, const char *name,
                     const char *password, bm_password_checked *told, void *user)
{
    struct bm_guesser g = {.name = ""};
    struct bm_account_row row;
    struct bm_entry *e = NULL;
    (void)snprintf(g.address, sizeof g.address, "%s", address);
    if (bm_name_fold(p->letters, name, g.name) && strlen(password) <= BM_PASSWORD_MOST &&
        !bm_people_charge_entry(p, BM_LIMIT_LOG_INS, &g) &&
        bm_store_account_named(p->server->store, g.name, &row) == BM_STORE_OK)
        e = bm_entry_make(p, &g);
    if (!e) {
        told(user, NULL);
        return;
    }
    e->account = row;
    e->known = true;
    e->told = told;
    e->user = user;
    (void)snprintf(e->password, sizeof e->password, "%s", password);
    bm_entry_start(e, checked);
}
