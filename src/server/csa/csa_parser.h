/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_CSA_PARSER_H
#define BM_SERVER_CSA_PARSER_H

/* What programs say by the CSA protocol (version 1.2.1), line by line. */

#include <stdbool.h>
#include <stddef.h>

enum bm_csa_kind {
    BM_CSA_NOTHING, /* an empty line: to keep the connection alive */
    BM_CSA_LOGIN,
    BM_CSA_LOGOUT,
    BM_CSA_AGREE,
    BM_CSA_REJECT,
    BM_CSA_MOVE,
    BM_CSA_TORYO,  /* resigns */
    BM_CSA_KACHI,  /* declares a win */
    BM_CSA_CHUDAN, /* wants to break off */
    BM_CSA_OTHER
};

enum { BM_CSA_NAME = 33 /* room for a name, NUL included */ };

struct bm_csa_line {
    enum bm_csa_kind kind;
    char name[BM_CSA_NAME]; /* LOGIN */
    const char *text;       /* LOGIN: the password; AGREE, REJECT: the id, or ""; MOVE: it */
    size_t len;
};

/* `line` must be ended by NUL; a LOGIN that is not well-formed is OTHER. */
void bm_csa_parse_line(struct bm_csa_line *out, const char *line);

/* A game that somebody waits for: "test-600-10", "test-600-10F-B". */
struct bm_csa_offer {
    char name[BM_CSA_NAME];
    unsigned total, byoyomi, increment; /* seconds */
    unsigned side;                      /* BM_ANY_SIDE */
};

/*
 * What is said by a password: it may begin with the name of a game and a comma, or be the name
 * of a game; else the game is "default-1500-0". *password gets the rest. False: there is a game
 * whose times cannot be played.
 */
bool bm_csa_read_password(struct bm_csa_offer *out, const char *text, const char **password);
/* Whether these two can be one game. */
bool bm_csa_offers_fit(const struct bm_csa_offer *a, const struct bm_csa_offer *b);

#endif
