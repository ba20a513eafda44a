/* SPDX-License-Identifier: MIT */
/*
 * Transfer of what is stored from one person to another: a guest who signs up takes games,
 * seats, variants and shared studies along; the games of a deleted account stay, without its
 * name.
 *
 * Rooms in memory change in the same way afterwards; their watchers reconnect. A write of such
 * a room that was pending may still have the old name: the same changes are written once more
 * after it.
 */
#include <stdio.h>
#include <stdlib.h>

#include "server/accounts/accounts_internal.h"
#include "server/game/game_manager.h"
#include "server/lobby/lobby.h"

static void write_person(char *out, size_t cap, const char *id, const char *name)
{
    /* As bm_message_text() writes it: neither ids nor names have anything to escape. */
    (void)snprintf(out, cap, "\"who\":\"%s\",\"name\":\"%s\"", id, name);
}

void bm_rename_set(struct bm_rename_row *out, const char *from, const char *from_name,
                   const char *to, const char *to_name)
{
    *out = (struct bm_rename_row){.from = ""};
    (void)snprintf(out->from, sizeof out->from, "%s", from);
    (void)snprintf(out->to, sizeof out->to, "%s", to);
    (void)snprintf(out->name, sizeof out->name, "%s", to_name);
    write_person(out->before, sizeof out->before, from, from_name);
    write_person(out->after, sizeof out->after, to, to_name);
}

size_t bm_rename_changes(const struct bm_rename_row *row, struct bm_change changes[])
{
    changes[0] = (struct bm_change){.kind = BM_CHANGE_RENAME_EVENTS, .rename = row};
    changes[1] = (struct bm_change){.kind = BM_CHANGE_RENAME_GAMES, .rename = row};
    changes[2] = (struct bm_change){.kind = BM_CHANGE_RENAME_VARIANTS, .rename = row};
    changes[3] = (struct bm_change){.kind = BM_CHANGE_RENAME_STUDY_OWNERS, .rename = row};
    changes[4] = (struct bm_change){.kind = BM_CHANGE_RENAME_STUDIES, .rename = row};
    return BM_RENAME_CHANGES;
}

struct renaming {
    struct bm_accounts *accounts;
    struct bm_rename_row row;
};

static void renamed_again(void *user, enum bm_store_status status)
{
    struct renaming *const r = user;
    (void)status;
    r->accounts->pending--;
    if (r->accounts->server->lobby)
        bm_lobby_refresh_games(r->accounts->server->lobby);
    free(r);
}

void bm_accounts_renamed(struct bm_accounts *accounts, const struct bm_rename_row *row)
{
    struct bm_server *const server = accounts->server;
    struct bm_change changes[BM_RENAME_CHANGES];
    if (server->games)
        bm_game_manager_rename_person(server->games, row->from, row->to, row->name);
    if (server->lobby)
        bm_lobby_refresh_games(server->lobby);
    struct renaming *const r = malloc(sizeof *r);
    if (!r)
        return;
    *r = (struct renaming){.accounts = accounts, .row = *row};
    accounts->pending++;
    bm_store_put(server->store, changes, bm_rename_changes(&r->row, changes), renamed_again, r);
}

/* ---- DELETE /api/v1/account ---- */

static void forget_account(struct bm_accounts *accounts, const struct bm_account_row *account)
{
    struct bm_rename_row row;
    memset(accounts->names, 0, sizeof accounts->names);
    bm_accounts_check_connections(accounts, account->id);
    if (accounts->server->lobby)
        bm_lobby_forget(accounts->server->lobby, account->id);
    bm_rename_set(&row, account->id, account->name, account->id, "");
    bm_accounts_renamed(accounts, &row);
}

static void account_is_gone(void *user, enum bm_store_status status)
{
    struct bm_password_job *const job = user;
    if (status != BM_STORE_OK) {
        bm_api_reply_store_problem(job->req, status);
    } else {
        forget_account(job->accounts, &job->account);
        bm_accounts_session_cookie(job->accounts, "", job->req->cookie,
                                   sizeof job->req->cookie);
        bm_api_reply_empty(job->req);
    }
    bm_password_job_destroy(job);
}

static void delete_checked(struct bm_password_job *job)
{
    struct bm_change changes[BM_RENAME_CHANGES + 3];
    struct bm_rename_row row;
    struct bm_study_row studies = {.len = 0};
    if (!job->right) {
        bm_accounts_refuse_password(job);
        return;
    }
    bm_rename_set(&row, job->account.id, job->account.name, job->account.id, "");
    size_t n = bm_rename_changes(&row, changes);
    memcpy(studies.owner, job->account.id, sizeof studies.owner);
    changes[n++] = (struct bm_change){.kind = BM_CHANGE_NO_STUDIES, .study = &studies};
    changes[n++] = (struct bm_change){.kind = BM_CHANGE_NO_TOKENS, .account = &job->account};
    changes[n++] = (struct bm_change){.kind = BM_CHANGE_NO_ACCOUNT, .account = &job->account};
    bm_store_put(job->accounts->server->store, changes, n, account_is_gone, job);
}

void bm_accounts_delete(struct bm_api_request *req)
{
    struct bm_password_job *const job = bm_accounts_own_password_job(req);
    if (job)
        bm_password_job_start(job, delete_checked);
}
