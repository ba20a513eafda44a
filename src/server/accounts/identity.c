/* SPDX-License-Identifier: MIT */
#include "server/accounts/accounts_internal.h"

/* ---- Whose ---- */

bool bm_identity_owns(const struct bm_identity *identity, const char *id)
{
    return id[0] != '\0' && (strcmp(identity->id, id) == 0 || strcmp(identity->also, id) == 0);
}

/* ---- Names of scopes ---- */

static const struct {
    const char *name;
    enum bm_scope scope;
} scopes[] = {{"read", BM_SCOPE_READ},
              {"play", BM_SCOPE_PLAY},
              {"variants", BM_SCOPE_VARIANTS},
              {"account", BM_SCOPE_ACCOUNT}};
enum { SCOPES = sizeof scopes / sizeof *scopes };

unsigned bm_scope_of(const char *name, size_t len)
{
    for (size_t i = 0; i < SCOPES; i++)
        if (strlen(scopes[i].name) == len && memcmp(scopes[i].name, name, len) == 0)
            return scopes[i].scope;
    return 0;
}

unsigned bm_scopes_parse(const char *text)
{
    unsigned set = 0;
    while (*text != '\0') {
        const size_t n = strcspn(text, " ");
        set |= bm_scope_of(text, n);
        text += n + (text[n] == ' ');
    }
    return set;
}

void bm_scopes_format(unsigned set, const char *quote, const char *between, struct bm_buf *out)
{
    bool any = false;
    for (size_t i = 0; i < SCOPES; i++) {
        if (!(set & scopes[i].scope))
            continue;
        if (any)
            bm_buf_text(out, between);
        any = true;
        bm_buf_text(out, quote);
        bm_buf_text(out, scopes[i].name);
        bm_buf_text(out, quote);
    }
}
