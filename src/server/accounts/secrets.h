/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_SECRETS_H
#define BM_SERVER_SECRETS_H

/*
 * Ids that cannot be guessed, ids that cannot be forged, and tokens of which only a hash is
 * kept. Whatever is compared with a secret here is compared in constant time.
 */

#include <stdbool.h>
#include <stddef.h>

enum {
    BM_SECRET_KEY = 32,      /* bytes of the server's key */
    BM_SECRET_HASH = 32,     /* bytes of the hash of a token */
    BM_SECRET_ID = 25,       /* "a:" and 22 characters, and NUL */
    BM_SECRET_SIGNED = 69,   /* such an id, ".", 43 characters, and NUL */
    BM_SECRET_TOKEN = 48,    /* "bmt_" and 43 characters, and NUL */
    BM_SECRET_PASSWORD = 128 /* the hash of a password as text, and NUL */
};

struct bm_secrets {
    unsigned char ids[BM_SECRET_KEY]; /* signs ids; made of the server's key */
};

/* Must have succeeded once before anything else here. */
bool bm_secrets_begin(void);
/* A new key for a server. */
void bm_secrets_make_key(unsigned char key[BM_SECRET_KEY]);
void bm_secrets_init(struct bm_secrets *s, const unsigned char key[BM_SECRET_KEY]);
/* Forget them. */
void bm_secrets_fini(struct bm_secrets *s);

/* A new id: the letter, a colon, and 128 random bits. */
void bm_secrets_make_id(char letter, char out[BM_SECRET_ID]);
void bm_secrets_sign(const struct bm_secrets *s, const char *id, char out[BM_SECRET_SIGNED]);
/* Whether a text was made by bm_secrets_sign() with the same key; if so, the id in it. */
bool bm_secrets_open(const struct bm_secrets *s, const char *text, char id[BM_SECRET_ID]);

/* The same for an id that is worth something together with another text alone. */
void bm_secrets_sign_for(const struct bm_secrets *s, const char *id, const char *whom,
                         char out[BM_SECRET_SIGNED]);
bool bm_secrets_open_for(const struct bm_secrets *s, const char *text, const char *whom,
                         char id[BM_SECRET_ID]);

/* A new token: a prefix of four characters and 256 random bits; and its hash. */
void bm_secrets_make_token(const char *prefix, char out[BM_SECRET_TOKEN],
                           unsigned char hash[BM_SECRET_HASH]);
/* The hash of a token; false: it does not look like one with that prefix. */
bool bm_secrets_hash_token(const char *prefix, const char *text, size_t len,
                           unsigned char hash[BM_SECRET_HASH]);
/* The hash of any text. */
void bm_secrets_hash_text(const char *text, unsigned char hash[BM_SECRET_HASH]);
bool bm_secrets_is_same(const unsigned char a[BM_SECRET_HASH],
                        const unsigned char b[BM_SECRET_HASH]);

/*
 * argon2id. These take tens of milliseconds and 64 MB, and belong into another thread. False:
 * there was no memory for it; or the password is not the one.
 */
bool bm_secrets_hash_password(const char *password, char out[BM_SECRET_PASSWORD]);
bool bm_secrets_is_password(const char *password, const char *hash);
/* Make sure that nothing is left of it. */
void bm_secrets_wipe(void *what, size_t size);

#endif
