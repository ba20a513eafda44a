/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_CSA_PARSER_H
#define BM_SERVER_CSA_PARSER_H

/* Parser of client lines of the CSA protocol (version 1.2.1). */

#include <stdbool.h>
#include <stddef.h>

enum bm_csa_kind {
    BM_CSA_NOTHING, /* an empty line: keep-alive */
    BM_CSA_LOGIN,
    BM_CSA_LOGOUT,
    BM_CSA_AGREE,
    BM_CSA_REJECT,
    BM_CSA_MOVE,
    BM_CSA_TORYO,  /* resigns */
    BM_CSA_KACHI,  /* declares a win */
    BM_CSA_CHUDAN, /* wants to interrupt */
    BM_CSA_OTHER
};

enum { BM_CSA_NAME = 33 /* room for a name, NUL included */ };

struct bm_csa_line {
    enum bm_csa_kind kind;
    char name[BM_CSA_NAME]; /* LOGIN */
    const char *text;       /* LOGIN: the password; AGREE, REJECT: the id, or ""; MOVE: it */
    size_t len;
};

/* `line` is terminated by NUL; a malformed LOGIN is OTHER. */
void bm_csa_parse_line(struct bm_csa_line *out, const char *line);

/* The game that a session wants: "test-600-10", "test-600-10F-B". */
struct bm_csa_offer {
    char name[BM_CSA_NAME];
    unsigned total, byoyomi, increment; /* seconds */
    unsigned side;                      /* BM_ANY_SIDE */
};

/*
 * Parse a password: it may begin with a game's name and a comma, or be a game's name; else the
 * game is "default-1500-0". *password gets the rest. False: the game's times are not
 * supported.
 */
bool bm_csa_read_password(struct bm_csa_offer *out, const char *text, const char **password);
/* Whether these two can be one game. */
bool bm_csa_offers_fit(const struct bm_csa_offer *a, const struct bm_csa_offer *b);

#endif
