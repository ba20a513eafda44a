/* SPDX-License-Identifier: MIT */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "server/accounts/secrets.h"

enum {
    ID_BYTES = 16,
    ID_TEXT = BM_SECRET_ID - 1,
    SIGNATURE_BYTES = 32,
    SIGNATURE_TEXT = BM_SECRET_SIGNED - 1 - ID_TEXT - 1,
    TOKEN_BYTES = 32,
    TOKEN_TEXT = BM_SECRET_TOKEN - 1,
    PREFIX = 4,
    /* In cookies, headers and addresses nothing has to be escaped. */
    LETTERS = sodium_base64_VARIANT_URLSAFE_NO_PADDING
};

_Static_assert(BM_SECRET_PASSWORD == crypto_pwhash_STRBYTES, "as libsodium writes it");
_Static_assert(BM_SECRET_KEY == crypto_kdf_KEYBYTES, "one key makes the others");
_Static_assert(BM_SECRET_KEY == crypto_generichash_KEYBYTES, "as BLAKE2b likes it");
_Static_assert(BM_SECRET_HASH == crypto_generichash_BYTES, "as BLAKE2b likes it");
_Static_assert(ID_TEXT == 2 + sodium_base64_ENCODED_LEN(ID_BYTES, LETTERS) - 1, "fits");
_Static_assert(SIGNATURE_TEXT == sodium_base64_ENCODED_LEN(SIGNATURE_BYTES, LETTERS) - 1,
               "fits");
_Static_assert(TOKEN_TEXT == PREFIX + sodium_base64_ENCODED_LEN(TOKEN_BYTES, LETTERS) - 1,
               "fits");

bool bm_secrets_begin(void) { return sodium_init() >= 0; }

void bm_secrets_make_key(unsigned char key[BM_SECRET_KEY]) { crypto_kdf_keygen(key); }

void bm_secrets_init(struct bm_secrets *s, const unsigned char key[BM_SECRET_KEY])
{
    (void)crypto_kdf_derive_from_key(s->ids, sizeof s->ids, 1, "bm:ids:1", key);
}

void bm_secrets_fini(struct bm_secrets *s) { sodium_memzero(s, sizeof *s); }

void bm_secrets_make_id(char letter, char out[BM_SECRET_ID])
{
    unsigned char bytes[ID_BYTES];
    randombytes_buf(bytes, sizeof bytes);
    out[0] = letter;
    out[1] = ':';
    (void)sodium_bin2base64(out + 2, BM_SECRET_ID - 2, bytes, sizeof bytes, LETTERS);
}

void bm_secrets_sign_for(const struct bm_secrets *s, const char *id, const char *whom,
                         char out[BM_SECRET_SIGNED])
{
    unsigned char sum[SIGNATURE_BYTES];
    crypto_generichash_state state;
    (void)crypto_generichash_init(&state, s->ids, sizeof s->ids, sizeof sum);
    (void)crypto_generichash_update(&state, (const unsigned char *)id, strlen(id));
    (void)crypto_generichash_update(&state, (const unsigned char *)whom, strlen(whom));
    (void)crypto_generichash_final(&state, sum, sizeof sum);
    const int n = snprintf(out, BM_SECRET_SIGNED, "%.*s.", ID_TEXT, id);
    (void)sodium_bin2base64(out + n, BM_SECRET_SIGNED - (size_t)n, sum, sizeof sum, LETTERS);
}

bool bm_secrets_open_for(const struct bm_secrets *s, const char *text, const char *whom,
                         char id[BM_SECRET_ID])
{
    char found[BM_SECRET_ID], right[BM_SECRET_SIGNED];
    if (strlen(text) != BM_SECRET_SIGNED - 1)
        return false;
    memcpy(found, text, ID_TEXT);
    found[ID_TEXT] = '\0';
    bm_secrets_sign_for(s, found, whom, right);
    /* Texts are compared, not bytes: there is one way to write a signature. */
    const bool same = sodium_memcmp(text, right, BM_SECRET_SIGNED - 1) == 0;
    sodium_memzero(right, sizeof right);
    if (same)
        memcpy(id, found, sizeof found);
    return same;
}

void bm_secrets_sign(const struct bm_secrets *s, const char *id, char out[BM_SECRET_SIGNED])
{
    bm_secrets_sign_for(s, id, "", out);
}

bool bm_secrets_open(const struct bm_secrets *s, const char *text, char id[BM_SECRET_ID])
{
    return bm_secrets_open_for(s, text, "", id);
}

static void hash_token(const char *text, unsigned char hash[BM_SECRET_HASH])
{
    /* It has 256 random bits: salt and slowness would add nothing. */
    (void)crypto_generichash(hash, BM_SECRET_HASH, (const unsigned char *)text, TOKEN_TEXT,
                             NULL, 0);
}

void bm_secrets_make_token(const char *prefix, char out[BM_SECRET_TOKEN],
                           unsigned char hash[BM_SECRET_HASH])
{
    unsigned char bytes[TOKEN_BYTES];
    randombytes_buf(bytes, sizeof bytes);
    memcpy(out, prefix, PREFIX);
    (void)sodium_bin2base64(out + PREFIX, BM_SECRET_TOKEN - PREFIX, bytes, sizeof bytes,
                            LETTERS);
    sodium_memzero(bytes, sizeof bytes);
    hash_token(out, hash);
}

bool bm_secrets_hash_token(const char *prefix, const char *text, size_t len,
                           unsigned char hash[BM_SECRET_HASH])
{
    if (len != TOKEN_TEXT || memcmp(text, prefix, PREFIX) != 0)
        return false;
    hash_token(text, hash);
    return true;
}

void bm_secrets_hash_text(const char *text, unsigned char hash[BM_SECRET_HASH])
{
    (void)crypto_generichash(hash, BM_SECRET_HASH, (const unsigned char *)text, strlen(text),
                             NULL, 0);
}

bool bm_secrets_is_same(const unsigned char a[BM_SECRET_HASH],
                        const unsigned char b[BM_SECRET_HASH])
{
    return sodium_memcmp(a, b, BM_SECRET_HASH) == 0;
}

bool bm_secrets_hash_password(const char *password, char out[BM_SECRET_PASSWORD])
{
    return crypto_pwhash_str(out, password, strlen(password),
                             crypto_pwhash_OPSLIMIT_INTERACTIVE,
                             crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0;
}

bool bm_secrets_is_password(const char *password, const char *hash)
{
    return crypto_pwhash_str_verify(hash, password, strlen(password)) == 0;
}

void bm_secrets_wipe(void *what, size_t size) { sodium_memzero(what, size); }
