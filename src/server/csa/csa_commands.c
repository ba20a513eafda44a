/* SPDX-License-Identifier: MIT */
/* What programs say. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

#include "server/csa/csa_internal.h"

enum {
    LINE_MS = 20, /* a line each, */
    BURST = 500,  /* and so many at once */
    ODD_MOST = 20 /* lines that are not understood */
};

/* ---- Log in ---- */

/* Who has no account is known by name and password: so he can come back to his game. */
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

static void refuse(struct bm_csa_session *s)
{
    s->csa->counts.refused++;
    bm_csa_send_line(s, "LOGIN:incorrect");
    bm_csa_leave(s);
}

/* The password was changed, or the account is gone. */
static void on_revoked(void *user)
{
    bm_csa_send_line(user, "##[ERROR] " BM_REVOKED);
    bm_csa_leave(user);
}

static void welcome(struct bm_csa_session *s)
{
    char line[64];
    struct bm_sanction_row ban;
    if (bm_accounts_find_ban(s->csa->server->accounts, &s->identity,
                             bm_caller_address(s->caller), &ban)) {
        refuse(s);
        return;
    }
    snprintf(line, sizeof line, "LOGIN:%s OK", s->name);
    s->csa->counts.log_ins++;
    bm_csa_send_line(s, line);
    bm_accounts_register_connection(s->csa->server->accounts, &s->line, &s->identity,
                                    bm_caller_address(s->caller), on_revoked, s);
    bm_caller_deadline(s->caller, -1);
    bm_csa_rest(s, 0);
}

static void checked(void *user, const struct bm_identity *identity)
{
    struct bm_csa_session *const s = user;
    s->checking = false;
    if (!s->caller) { /* gone meanwhile */
        free(s);
        return;
    }
    if (!identity) {
        refuse(s);
        return;
    }
    s->identity = *identity;
    welcome(s);
}

static void log_in(struct bm_csa_session *s, const struct bm_csa_line *l)
{
    struct bm_accounts *const accounts = s->csa->server->accounts;
    const char *const address = bm_caller_address(s->caller);
    const char *password;
    if (bm_accounts_charge(accounts, address, &s->identity, true, false) ||
        !bm_csa_read_password(&s->offer, l->text, &password) || bm_csa_is_here(s, l->name)) {
        refuse(s);
        return;
    }
    snprintf(s->name, sizeof s->name, "%s", l->name);
    s->state = BM_CSA_CHECKING;
    if (bm_accounts_has_name(accounts, l->name)) {
        s->checking = true;
        bm_accounts_check_password(accounts, address, l->name, password, checked, s);
        return;
    }
    if (bm_accounts_is_similar_name(accounts, l->name)) {
        refuse(s);
        return;
    }
    name_stranger(&s->identity, l->name, password);
    welcome(s);
}

/* ---- Lines ---- */

static void not_understood(struct bm_csa_session *s)
{
    bm_csa_send_line(s, "##[ERROR] this is not understood here");
    if (++s->odd > ODD_MOST)
        bm_csa_leave(s);
}

/* An answer to a proposal; one that names another game comes too late. */
static void answer(struct bm_csa_session *s, const struct bm_csa_line *l)
{
    if (s->state != BM_CSA_AGREEING || (l->len != 0 && strcmp(l->text, s->table->id) != 0))
        return;
    if (l->kind == BM_CSA_AGREE)
        bm_csa_agree(s);
    else
        bm_csa_reject(s->table, s->side);
}

static void take(struct bm_csa_session *s, const struct bm_csa_line *l)
{
    switch (l->kind) {
    case BM_CSA_NOTHING: bm_csa_send_line(s, ""); break;
    case BM_CSA_LOGOUT:
        bm_csa_send_line(s, "LOGOUT:completed");
        bm_csa_leave(s);
        break;
    case BM_CSA_AGREE:
    case BM_CSA_REJECT: answer(s, l); break;
    case BM_CSA_MOVE: bm_csa_move(s, l); break;
    case BM_CSA_TORYO:
    case BM_CSA_KACHI:
    case BM_CSA_CHUDAN: bm_csa_act(s, l->kind); break;
    case BM_CSA_LOGIN:
    case BM_CSA_OTHER: not_understood(s); break;
    }
}

void bm_csa_line(void *of, const char *line, size_t len)
{
    struct bm_csa_session *const s = of;
    struct bm_csa_line l;
    const int64_t now = bm_server_now(s->csa->server);
    (void)len; /* there is a NUL behind it */
    s->paid_until = (s->paid_until < now ? now : s->paid_until) + LINE_MS;
    if (s->paid_until > now + (int64_t)LINE_MS * BURST || s->state == BM_CSA_CHECKING) {
        bm_csa_leave(s);
        return;
    }
    bm_csa_parse_line(&l, line);
    if (s->state != BM_CSA_NEW)
        take(s, &l);
    else if (l.kind == BM_CSA_LOGIN)
        log_in(s, &l);
    else if (l.kind == BM_CSA_LOGOUT)
        take(s, &l);
    else if (l.kind != BM_CSA_NOTHING)
        refuse(s);
}
