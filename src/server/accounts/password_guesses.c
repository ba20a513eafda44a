/* SPDX-License-Identifier: MIT */
/*
 * Rate limits of wrong passwords. A wrong password counts against its sender: an address, an
 * address at a name, or a device (a browser that has logged in to the account before and shows
 * the cookie that it got then). It never counts against the name alone: a stranger could lock
 * the owner out. When many addresses guess at one name, each unknown address gets fewer
 * attempts at it; known devices are not affected.
 *
 * Names count as they are written, whether such an account exists or not, so that limits do
 * not reveal it.
 */
#include <sodium.h>
#include <stdio.h>

#include "server/accounts/accounts_internal.h"

enum { DEVICE_SECONDS = 365 * 24 * 3600 };

static int64_t longer_of(int64_t a, int64_t b) { return a > b ? a : b; }

static void pair_of(const struct bm_login_attempt *g, char out[160])
{
    (void)snprintf(out, 160, "%s %s", g->address, g->name);
}

unsigned bm_accounts_seconds(int64_t ms) { return (unsigned)((ms + 999) / 1000); }

void bm_login_attempt_find(struct bm_accounts *accounts, const struct bm_request *r,
                           const char *folded, const struct bm_account_row *account,
                           struct bm_login_attempt *out)
{
    char text[BM_SECRET_SIGNED];
    *out = (struct bm_login_attempt){.address = ""};
    (void)bm_accounts_address(accounts, r, out->address, sizeof out->address);
    (void)snprintf(out->name, sizeof out->name, "%s", folded);
    if (account &&
        bm_cookie_get(bm_request_header(r, "cookie"), BM_DEVICE_COOKIE, text, sizeof text))
        (void)bm_secrets_open_for(&accounts->secrets, text, account->id, out->device);
}

void bm_login_attempt_by_session(struct bm_login_attempt *g, const struct bm_identity *identity)
{
    (void)sodium_bin2base64(g->device, sizeof g->device, identity->grant, 16,
                            sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

void bm_accounts_device_cookie(const struct bm_accounts *accounts,
                               const struct bm_account_row *account, char *line, size_t cap)
{
    char id[BM_SECRET_ID], text[BM_SECRET_SIGNED];
    bm_secrets_make_id('d', id);
    bm_secrets_sign_for(&accounts->secrets, id, account->id, text);
    bm_accounts_cookie(accounts, BM_DEVICE_COOKIE, text, DEVICE_SECONDS, line, cap);
}

unsigned bm_accounts_charge_login(struct bm_accounts *accounts, enum bm_rate_limit kind,
                                  const struct bm_login_attempt *g)
{
    const int64_t now = bm_server_now(accounts->server);
    struct bm_rate_limits *const l = accounts->limits;
    char pair[160];
    if (accounts->server->options.quick_limits)
        return 0;
    if (g->device[0]) /* neighbours at the same address do not count */
        return bm_accounts_seconds(
            bm_rate_limits_wait(l, BM_RATE_LIMIT_GUESS_DEVICE, g->device, now));
    int64_t wait = bm_rate_limits_take(l, kind, g->address, now);
    if (wait || kind == BM_RATE_LIMIT_SIGN_UPS)
        return bm_accounts_seconds(wait);
    pair_of(g, pair);
    wait = longer_of(bm_rate_limits_wait(l, BM_RATE_LIMIT_GUESS_PLACE, g->address, now),
                     bm_rate_limits_wait(l, BM_RATE_LIMIT_GUESS_PAIR, pair, now));
    if (bm_rate_limits_wait(l, BM_RATE_LIMIT_GUESS_NAME, g->name, now))
        wait = longer_of(wait, bm_rate_limits_wait(l, BM_RATE_LIMIT_GUESS_STRICT, pair, now));
    return bm_accounts_seconds(wait);
}

void bm_accounts_charge_wrong_guess(struct bm_accounts *accounts,
                                    const struct bm_login_attempt *g)
{
    const int64_t now = bm_server_now(accounts->server);
    struct bm_rate_limits *const l = accounts->limits;
    char pair[160];
    if (g->device[0]) {
        (void)bm_rate_limits_take(l, BM_RATE_LIMIT_GUESS_DEVICE, g->device, now);
        return;
    }
    pair_of(g, pair);
    (void)bm_rate_limits_take(l, BM_RATE_LIMIT_GUESS_PLACE, g->address, now);
    (void)bm_rate_limits_take(l, BM_RATE_LIMIT_GUESS_PAIR, pair, now);
    (void)bm_rate_limits_take(l, BM_RATE_LIMIT_GUESS_NAME, g->name, now);
    (void)bm_rate_limits_take(l, BM_RATE_LIMIT_GUESS_STRICT, pair, now);
}
