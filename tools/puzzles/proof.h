/* SPDX-License-Identifier: MIT */
#ifndef BM_TOOLS_PUZZLE_PROOF_H
#define BM_TOOLS_PUZZLE_PROOF_H

/*
 * Proofs that the solution of a mate is unique. At each turn of the solver but the last there
 * is one move that mates in the plies that are left:
 *
 * - tsume: no other check mates at all, however long it takes. The last move may be another,
 * but with each of them nothing stays in the hand. If there is only one move, it is unique.
 * - chess: no other move mates in as many plies.
 *
 * The opponent's moves are among those that hold out longest. Where that is a dropped
 * interposition that is taken at once (what a tsume does not count as a defence), the line
 * takes another; without another it is no puzzle.
 */

#include "banmen/mate.h"
#include "puzzle.h"

struct prover {
    const struct bm_rules *rules;
    struct bm_mate *mate;
    bool tsume;
    uint64_t limit; /* nodes of one question; beyond, it counts as not proved */
    uint64_t nodes; /* that the last proof took to find the mate */
};

void prover_open(struct prover *p, const struct bm_rules *rules, bool tsume, uint64_t limit);
void prover_close(struct prover *p);
/* The plies of a mate, at most `plies`; 0: none was found. */
unsigned prover_mate(struct prover *p, const struct bm_ctx *ctx, unsigned plies,
                     uint64_t nodes);
/* Find the unique solution of a mate in exactly `plies`; fills all but the position. The
 * context is left as it was. */
bool prover_solve(struct prover *p, struct bm_ctx *ctx, unsigned plies, struct puzzle *z);
/* Prove a solution that is given. */
bool prover_check(struct prover *p, struct bm_ctx *ctx, const struct puzzle *z);

#endif
