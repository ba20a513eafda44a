/* SPDX-License-Identifier: MIT */

/* What an engine says. */

#include <stdlib.h>
#include <string.h>

#include "banmen/clock.h"
#include "engine/engine_internal.h"

enum { MAX_PV = 512 };

/* Keep a name that it gives itself: one line, cut to a sane length. */
static void keep_name(char **to, const char *s, size_t len)
{
    enum { MAX_NAME = 200 };
    free(*to);
    *to = malloc((len < MAX_NAME ? len : MAX_NAME) + 1);
    if (!*to)
        return;
    size_t n = 0;
    for (size_t i = 0; i < len && n < MAX_NAME; i++) {
        if ((unsigned char)s[i] >= ' ')
            (*to)[n++] = s[i];
    }
    (*to)[n] = '\0';
}

static void hear_id(struct bm_engine *e, const char *s, size_t len)
{
    struct bm_text what;
    if (!bm_word_next(&s, &len, &what))
        return;
    while (len && *s == ' ') {
        s++;
        len--;
    }
    if (bm_word_is(what, "name"))
        keep_name(&e->name, s, len);
    else if (bm_word_is(what, "author"))
        keep_name(&e->author, s, len);
}

/*
 * "uciok", "usiok": the handshake is done in this protocol. A slow engine with both
 * protocols reads both greetings and uses the last one: the one that it answered first is sent
 * once more.
 */
static void hear_ok(struct bm_engine *e, enum bm_proto proto)
{
    if (e->phase != PHASE_HANDSHAKE || (e->spec.proto != BM_SPEC_AUTO && proto != e->tried))
        return;
    if (e->asked_both && proto != e->tried) {
        bm_engine_forget_options(e); /* they will be told again */
        if (e->settled)
            return;
        e->settled = true;
        e->tried = proto;
        bm_engine_say(e, bm_proto_name(proto));
        return;
    }
    e->handshake_ms = bm_loop_now(e->loop) - e->since;
    e->proto = proto;
    if (bm_engine_tell_options(e))
        bm_engine_ask_ready(e);
}

static void hear_readyok(struct bm_engine *e)
{
    if (e->phase != PHASE_READY)
        return;
    const bool first = !e->was_ready;
    bm_engine_enter(e, PHASE_IDLE, BM_NO_LIMIT);
    if (first) {
        e->ready_ms = bm_loop_now(e->loop) - e->since;
        e->was_ready = e->new_game = e->fresh = true;
        if (e->events.ready)
            e->events.ready(e->user);
    }
    bm_engine_advance(e);
}

/* Whether what is said now is about the search that was asked for last. */
static bool is_current_search(const struct bm_engine *e)
{
    return e->now.id != 0 && !e->discard && e->next.id == 0 &&
           (e->phase == PHASE_SEARCH || e->phase == PHASE_STOPPED);
}

static void hear_info(struct bm_engine *e, const char *s, size_t len)
{
    bm_move pv[MAX_PV];
    struct bm_info info;
    if (!is_current_search(e) || !e->events.line)
        return;
    bm_info_parse(&info, s, len);
    struct bm_engine_line line = {.search = e->now.id,
                                  .info = &info,
                                  .multipv = info.has & BM_INFO_MULTIPV ? info.multipv : 1,
                                  .pv = pv,
                                  .pv_whole = true,
                                  .ctx = e->now.ctx};
    if (info.has & BM_INFO_PV)
        line.pv_count = bm_pv_check(e->now.ctx, e->proto, info.pv, pv, MAX_PV, &line.pv_whole);
    if (line.pv_count > MAX_PV)
        line.pv_count = MAX_PV;
    e->events.line(e->user, &line);
}

/* The search is over: nothing is waited for any more. */
static void end_search(struct bm_engine *e)
{
    e->now.id = 0;
    e->warned = false;
    bm_engine_enter(e, PHASE_IDLE, BM_NO_LIMIT);
}

/* Read the move of an answer; false after having said what is wrong with it. */
static bool read_best(struct bm_engine *e, const struct bm_best *best,
                      struct bm_engine_answer *answer)
{
    struct bm_ctx *const ctx = e->now.ctx;
    const int len = best->move.len > 40 ? 40 : (int)best->move.len;
    struct bm_error err;
    if (bm_wire_move_parse(&answer->move, e->proto, ctx, best->move.s, best->move.len, &err)) {
        bm_engine_fail(e, BM_TROUBLE_BAD_MOVE, "bestmove %.*s: %s", len, best->move.s,
                       err.what);
        return false;
    }
    const bm_faults faults = bm_ctx_judge(ctx, answer->move);
    if (faults) {
        char why[256];
        bm_ctx_explain(ctx, answer->move, faults, BM_EN, why, sizeof why);
        bm_engine_fail(e, BM_TROUBLE_ILLEGAL_MOVE, "bestmove %.*s: %s", len, best->move.s, why);
        return false;
    }
    bool all;
    bm_move line[1];
    if (best->ponder.len && bm_ctx_play(ctx, answer->move) == 0) {
        if (bm_pv_check(ctx, e->proto, best->ponder, line, 1, &all) == 1)
            answer->ponder = line[0];
        bm_ctx_undo(ctx);
    }
    return true;
}

static void hear_best(struct bm_engine *e, const char *s, size_t len, bool old)
{
    if (old || (e->phase != PHASE_SEARCH && e->phase != PHASE_STOPPED)) {
        bm_engine_notice(e, "a bestmove that nobody asked for was passed over");
        return;
    }
    const bool wanted = is_current_search(e);
    struct bm_best best;
    struct bm_engine_answer answer = {.search = e->now.id,
                                      .ms = bm_loop_now(e->loop) - e->now.started};
    bm_best_parse(&best, s, len);
    /* "0000" is a move where passing is one. */
    if (bm_word_is(best.move, "0000") && bm_rules_info(bm_ctx_rules(e->now.ctx))->has_pass)
        best.kind = BM_BEST_MOVE;
    answer.kind = best.kind;
    end_search(e);
    if (wanted && best.move.len == 0)
        bm_engine_fail(e, BM_TROUBLE_BAD_MOVE, "bestmove without a move");
    else if (wanted && (best.kind != BM_BEST_MOVE || read_best(e, &best, &answer)) &&
             e->events.answer)
        e->events.answer(e->user, &answer);
    bm_engine_advance(e);
}

static void hear_checkmate(struct bm_engine *e, const char *s, size_t len)
{
    bm_move pv[MAX_PV];
    bool all;
    if ((e->phase != PHASE_SEARCH && e->phase != PHASE_STOPPED) || !e->now.mate)
        return;
    const bool wanted = is_current_search(e);
    struct bm_checkmate_answer said;
    struct bm_engine_answer answer = {.search = e->now.id,
                                      .kind = BM_BEST_NONE,
                                      .ms = bm_loop_now(e->loop) - e->now.started,
                                      .is_mate = true,
                                      .pv = pv};
    bm_checkmate_parse(&said, s, len);
    answer.checkmate = said.kind;
    end_search(e);
    if (said.kind == BM_CHECKMATE_FOUND) {
        answer.pv_count = bm_pv_check(e->now.ctx, e->proto, said.pv, pv, MAX_PV, &all);
        if (answer.pv_count > MAX_PV)
            answer.pv_count = MAX_PV;
        if (wanted && !all) {
            bm_engine_fail(e, BM_TROUBLE_ILLEGAL_MOVE,
                           "the mate it claims has an illegal move after %zu", answer.pv_count);
            bm_engine_advance(e);
            return;
        }
        if (answer.pv_count) {
            answer.kind = BM_BEST_MOVE;
            answer.move = pv[0];
        }
    }
    if (wanted && e->events.answer)
        e->events.answer(e->user, &answer);
    bm_engine_advance(e);
}

void bm_engine_hear(void *user, const char *s, size_t len)
{
    struct bm_engine *const e = user;
    struct bm_text word;
    if (e->events.traffic)
        e->events.traffic(e->user, false, s, len);
    if (e->destroyed || !e->child || e->phase == PHASE_QUIT || !bm_word_next(&s, &len, &word))
        return;
    /* Input that was read together with the line that caused the request is no answer to it. */
    const bool old = bm_child_reads(e->child) == e->asked_at;
    if (bm_word_is(word, "info") && !old)
        hear_info(e, s, len);
    else if (bm_word_is(word, "bestmove"))
        hear_best(e, s, len, old);
    else if (bm_word_is(word, "readyok") && !old)
        hear_readyok(e);
    else if (bm_word_is(word, "id") && e->phase == PHASE_HANDSHAKE)
        hear_id(e, s, len);
    else if (bm_word_is(word, "option") && e->phase == PHASE_HANDSHAKE)
        bm_engine_declare(e, word.s,
                          word.len + len + (size_t)(s - word.s - (ptrdiff_t)word.len));
    else if (bm_word_is(word, "uciok"))
        hear_ok(e, BM_PROTO_UCI);
    else if (bm_word_is(word, "usiok"))
        hear_ok(e, BM_PROTO_USI);
    else if (bm_word_is(word, "checkmate") && !old)
        hear_checkmate(e, s, len);
}
