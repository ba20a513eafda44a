/* SPDX-License-Identifier: MIT */
#ifndef BANMEN_BANMEN_H
#define BANMEN_BANMEN_H

/**
 * @mainpage
 * @file
 * Everything at once, and the tour:
 *
 *     rules    bm_rules_chess() bm_rules_chess960() bm_rules_shogi() bm_rules_find()
 *              what a game is; immutable, shared by all threads
 *     variant  bm_rules_load() bm_rules_open() bm_rules_release() bm_issue_format()
 *              games loaded from YAML at run time; bm_variant_at(): the library of them
 *     turn     bm_turn_start() bm_turn_register() bm_turn_side(): whose turn it is, by itself
 *     setup    bm_setup_start() bm_setup_check() bm_position_parse() bm_position_format()
 *              any board, legal or not
 *     context  bm_ctx_create() bm_ctx_init() bm_ctx_destroy() bm_ctx_sync() bm_ctx_sync_board()
 *              one line of play; sync is the gate from a setup to a position
 *     ask      bm_ctx_moves() bm_ctx_moves_from() bm_ctx_moves_to() bm_ctx_drops()
 *              bm_ctx_count() bm_ctx_checks() bm_ctx_judge()
 *              bm_ctx_judge_pair() bm_ctx_explain(): may I? if not, why?
 *     play     bm_ctx_play() bm_ctx_undo() bm_ctx_played()
 *     end      bm_ctx_outcome() bm_ctx_repetitions() bm_ctx_impasse() bm_ctx_configure()
 *     text     bm_move_parse() bm_move_format() bm_ctx_format() bm_outcome_format()
 *              bm_ctx_write_move() bm_ctx_read_move(): SAN, KIF, CSA and other styles
 *     say      bm_message_format(): what errors and issues say, in the reader's language
 *     once     bm_judge_once() bm_moves_once() bm_play_once() bm_outcome_once()
 *              for programs that keep their own board
 *     count    bm_ctx_perft() bm_ctx_perft_hashed()
 *     game     bm_game_create() bm_game_add() bm_game_walk() bm_game_annotate() bm_game_tag()
 *              bm_game_play_to(): a tree of moves with tags, comments, times and an end
 *     record   bm_reader_create() bm_reader_next() bm_game_read() bm_game_write()
 *              game files in PGN, KIF, KI2, CSA, JKF, USI, USEN, JSON, FEN, SFEN and EPD
 *     clock    bm_times_parse() bm_clock_start() bm_clock_stop() bm_clock_face()
 *              every kind of time control; the time is passed in
 *     match    bm_match_create() bm_match_act() bm_match_state() bm_match_restore()
 *              seats, clocks, offers, takebacks, the result
 *     search   bm_search_create() bm_search_go() bm_search_stop(): the built-in players
 *     mate     bm_mate_create() bm_mate_solve(): mates, proved
 *
 * A move that the rules refuse is an answer (bm_faults); a text that cannot be read, a board
 * that cannot be played or memory that is missing is a bm_status.
 */

#include "banmen/clock.h"
#include "banmen/ctx.h"
#include "banmen/fault.h"
#include "banmen/game.h"
#include "banmen/match.h"
#include "banmen/mate.h"
#include "banmen/message.h"
#include "banmen/notation.h"
#include "banmen/outcome.h"
#include "banmen/record.h"
#include "banmen/rules.h"
#include "banmen/search.h"
#include "banmen/setup.h"
#include "banmen/shuffle.h"
#include "banmen/status.h"
#include "banmen/turn.h"
#include "banmen/types.h"
#include "banmen/variant.h"
#include "banmen/version.h"

#endif /* BANMEN_BANMEN_H */
