/* SPDX-License-Identifier: MIT */
/* Commands of clients. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

#include "server/csa/csa_internal.h"

enum {
    LINE_MS = 20, /* between two lines, */
    BURST = 500,  /* and so many at once */
    ODD_MOST = 20 /* lines that are not understood */
};

/* ---- Log in ---- */

/* Without an account the identity is made of name and password, so that a client can come
 * back to its game. */
static void name_stranger(struct bm_identity *identity, const char *name, const char *password)
{
    unsigned char hash[16];
    char text[32];
    crypto_generichash_state state;
    (void)crypto_generichash_init(&state, NULL, 0, sizeof hash);
    (void)crypto_generichash_update(&state, (const unsigned char *)name, strlen(name) + 1);
    (void)crypto_generichash_update(&state, (const unsigned char *)password, strlen(password));
    (void)crypto_generichash_final(&state, hash, sizeof hash);
    (void)sodium_bin2base64(text, sizeof text, hash, sizeof hash,
                            sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    *identity = (struct bm_identity){.scopes = BM_SCOPE_PLAY};
    snprintf(identity->id, sizeof identity->id, "c:%s", text);
    snprintf(identity->name, sizeof identity->name, "%s", name);
}

static void refuse_login(struct bm_csa_session *session)
{
    session->csa->counts.refused++;
    bm_csa_send_line(session, "LOGIN:incorrect");
    bm_csa_end_session(session);
}

/* The password was changed, or the account deleted. */
static void on_session_revoked(void *user)
{
    bm_csa_send_line(user, "##[ERROR] " BM_REVOKED);
    bm_csa_end_session(user);
}

static void accept_login(struct bm_csa_session *session)
{
    char line[64];
    struct bm_sanction_row ban;
    if (bm_accounts_find_ban(session->csa->server->accounts, &session->identity,
                             bm_caller_address(session->caller), &ban)) {
        refuse_login(session);
        return;
    }
    snprintf(line, sizeof line, "LOGIN:%s OK", session->name);
    session->csa->counts.log_ins++;
    bm_csa_send_line(session, line);
    bm_accounts_register_connection(session->csa->server->accounts, &session->line,
                                    &session->identity, bm_caller_address(session->caller),
                                    on_session_revoked, session);
    bm_caller_deadline(session->caller, -1);
    bm_csa_wait_for_game(session, 0);
}

static void on_password_checked(void *user, const struct bm_identity *identity)
{
    struct bm_csa_session *const session = user;
    session->checking = false;
    if (!session->caller) { /* disconnected meanwhile */
        free(session);
        return;
    }
    if (!identity) {
        refuse_login(session);
        return;
    }
    session->identity = *identity;
    accept_login(session);
}

static void log_in(struct bm_csa_session *session, const struct bm_csa_line *l)
{
    struct bm_accounts *const accounts = session->csa->server->accounts;
    const char *const address = bm_caller_address(session->caller);
    const char *password;
    if (bm_accounts_charge(accounts, address, &session->identity, true, false) ||
        !bm_csa_read_password(&session->offer, l->text, &password) ||
        bm_csa_is_name_online(session, l->name)) {
        refuse_login(session);
        return;
    }
    snprintf(session->name, sizeof session->name, "%s", l->name);
    session->state = BM_CSA_CHECKING;
    if (bm_accounts_has_name(accounts, l->name)) {
        session->checking = true;
        bm_accounts_check_password(accounts, address, l->name, password, on_password_checked,
                                   session);
        return;
    }
    if (bm_accounts_is_similar_name(accounts, l->name)) {
        refuse_login(session);
        return;
    }
    name_stranger(&session->identity, l->name, password);
    accept_login(session);
}

/* ---- Lines ---- */

static void not_understood(struct bm_csa_session *session)
{
    bm_csa_send_line(session, "##[ERROR] this is not understood here");
    if (++session->odd > ODD_MOST)
        bm_csa_end_session(session);
}

/* The answer to a proposal; one with the id of another game is late, and ignored. */
static void answer_proposal(struct bm_csa_session *session, const struct bm_csa_line *l)
{
    if (session->state != BM_CSA_AGREEING ||
        (l->len != 0 && strcmp(l->text, session->table->id) != 0))
        return;
    if (l->kind == BM_CSA_AGREE)
        bm_csa_agree(session);
    else
        bm_csa_reject(session->table, session->side);
}

static void take_line(struct bm_csa_session *session, const struct bm_csa_line *l)
{
    switch (l->kind) {
    case BM_CSA_NOTHING: bm_csa_send_line(session, ""); break;
    case BM_CSA_LOGOUT:
        bm_csa_send_line(session, "LOGOUT:completed");
        bm_csa_end_session(session);
        break;
    case BM_CSA_AGREE:
    case BM_CSA_REJECT: answer_proposal(session, l); break;
    case BM_CSA_MOVE: bm_csa_move(session, l); break;
    case BM_CSA_TORYO:
    case BM_CSA_KACHI:
    case BM_CSA_CHUDAN: bm_csa_act(session, l->kind); break;
    case BM_CSA_LOGIN:
    case BM_CSA_OTHER: not_understood(session); break;
    }
}

void bm_csa_line(void *of, const char *line, size_t len)
{
    struct bm_csa_session *const session = of;
    struct bm_csa_line l;
    const int64_t now = bm_server_now(session->csa->server);
    (void)len; /* there is a NUL behind it */
    session->paid_until = (session->paid_until < now ? now : session->paid_until) + LINE_MS;
    if (session->paid_until > now + (int64_t)LINE_MS * BURST ||
        session->state == BM_CSA_CHECKING) {
        bm_csa_end_session(session);
        return;
    }
    bm_csa_parse_line(&l, line);
    if (session->state != BM_CSA_NEW)
        take_line(session, &l);
    else if (l.kind == BM_CSA_LOGIN)
        log_in(session, &l);
    else if (l.kind == BM_CSA_LOGOUT)
        take_line(session, &l);
    else if (l.kind != BM_CSA_NOTHING)
        refuse_login(session);
}
