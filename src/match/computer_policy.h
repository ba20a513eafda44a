/* SPDX-License-Identifier: MIT */
#ifndef BM_MATCH_COMPUTER_POLICY_H
#define BM_MATCH_COMPUTER_POLICY_H

/*
 * What computer players (levels and engines) do about draws, takebacks and resigning: one
 * policy for terminal, window, page and server. It is here, below the session layer, because
 * the page's module is freestanding.
 */

#include "banmen/match.h"

struct bm_computer_policy {
    unsigned draw_from; /* plies before which a draw is declined */
    int draw_score;     /* a draw is accepted at this score or less, in centipawns for it */
    bool takebacks;     /* takebacks are granted if the match has them */
    bool resigns;       /* false: it plays to the end, unless an engine resigns by itself */
};
extern const struct bm_computer_policy bm_computer_policy;

/* What a computer player makes of its own position. */
struct bm_computer_view {
    bool has_score; /* false: the material is counted instead */
    bool mate;      /* the score is moves to mate; negative: it is mated */
    int64_t score;  /* the last that it told, for itself */
};

/* Whether the computer player of a side accepts a draw now. */
bool bm_computer_takes_draw(const struct bm_match *match, unsigned side,
                            const struct bm_computer_view *view);
/* Whether it grants a takeback. */
bool bm_computer_grants_takeback(const struct bm_match *match);

/*
 * The answer of the computer player of a side to what its opponent offers: a draw or a
 * takeback. False: nothing is offered to it. The caller passes the action on.
 */
bool bm_computer_answer_offer(const struct bm_match *match, unsigned side,
                              const struct bm_computer_view *view, struct bm_action *out);

#endif
