/* SPDX-License-Identifier: MIT */

/*
 * Any text as the name of somebody, as a signed id, a token, or scopes: what is taken for a
 * name folds to a name that folds to itself, and nothing is taken for signed that was not.
 */

#include "fuzz.h"
#include "server/accounts/accounts_internal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct bm_accounts accounts;
    static struct bm_secrets secrets;
    if (!accounts.letters) {
        static const unsigned char key[BM_SECRET_KEY] = {1, 2, 3};
        REQUIRE(bm_secrets_begin());
        bm_secrets_init(&secrets, key);
        accounts.letters = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
        REQUIRE(accounts.letters != (locale_t)0);
    }
    char *const text = malloc(size + 1);
    char folded[80], again[80], id[BM_SECRET_ID], back[BM_SECRET_SIGNED];
    unsigned char hash[BM_SECRET_HASH];
    REQUIRE(text != NULL);
    memcpy(text, data, size);
    text[size] = '\0';

    if (bm_name_fold(accounts.letters, text, folded)) {
        REQUIRE(strlen(folded) >= BM_NAME_LEAST && strlen(folded) < sizeof folded);
        REQUIRE(strpbrk(folded, " <>&\"'/\\:%") == NULL);
        REQUIRE(bm_name_fold(accounts.letters, folded, again));
        REQUIRE(strcmp(folded, again) == 0);
        REQUIRE(bm_name_skeleton(accounts.letters, text, again) &&
                strlen(again) < sizeof again);
    } else {
        /* What is no name at all is none that may be chosen, but for full-width signs. */
        (void)bm_name_check(accounts.letters, text);
    }
    if (bm_secrets_open(&secrets, text, id)) {
        bm_secrets_sign(&secrets, id, back);
        REQUIRE(strcmp(back, text) == 0);
    }
    REQUIRE(!bm_secrets_hash_token("bmt_", text, strlen(text), hash) ||
            strncmp(text, "bmt_", 4) == 0);
    REQUIRE((bm_scopes_parse(text) & ~(unsigned)BM_SCOPE_ALL) == 0);
    free(text);
    return 0;
}
