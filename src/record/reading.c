/* SPDX-License-Identifier: MIT */
#include "record/reading.h"

#include "banmen/message.h"
#include "banmen/notation.h"
#include "base/attr.h"
#include "base/str.h"
#include "game/game.h"
#include "record/charset.h"
#include "record/reader.h"
#include "record/variant_names.h"
#include "rules/ctx.h"

/* Reports that are kept for one game; the rest is counted only. */
enum { MAX_SAID = 1000 };

static void keep_report(struct bm_reading *r, enum bm_severity severity, const char *at,
                        unsigned ply, const char *what)
{
    struct bm_reader *const reader = r->reader;
    void *mem = reader->said;
    char translated[BM_MESSAGE_TEXT];

    reader->game_defects += severity == BM_SAY_DEFECT;
    if (!reader->options.report || reader->said_count == MAX_SAID ||
        !bm_grow(&mem, &reader->said_cap, reader->said_count + 1, sizeof *reader->said))
        return;
    reader->said = mem;
    if (reader->options.lang != BM_EN) {
        (void)bm_message_format(what, reader->options.lang, bm_game_rules(r->game), translated,
                                sizeof translated);
        what = translated;
    }
    reader->said[reader->said_count] =
        (struct bm_said){.at = at, .what = reader->words.len, .ply = ply, .severity = severity};
    bm_buf_bytes(&reader->words, what, strlen(what) + 1);
    if (!reader->words.failed)
        reader->said_count++;
}

void bm_reading_say(struct bm_reading *r, enum bm_severity severity, const char *at,
                    const char *what)
{
    keep_report(r, severity, at, r->begun ? bm_game_ply(r->game, r->at) + 1 : 0, what);
}

/* A text of the record as messages show it: without control characters, cut if it is long. */
static void format_piece(char *buf, size_t cap, const char *piece, size_t len)
{
    enum { SHOWN = 40 };
    struct bm_str out;
    size_t shown = len < SHOWN ? len : SHOWN;

    while (shown < len && shown > 0 && ((unsigned char)piece[shown] & 0xc0u) == 0x80u)
        shown--;
    bm_str_init(&out, buf, cap);
    for (size_t i = 0; i < shown; i++)
        bm_str_char(&out, (unsigned char)piece[i] < 0x20 || piece[i] == 0x7f ? ' ' : piece[i]);
    bm_str_text(&out, shown < len ? "..." : "");
    (void)bm_str_end(&out);
}

void bm_reading_say_about(struct bm_reading *r, enum bm_severity severity, const char *at,
                          const char *form, const char *piece, size_t len)
{
    char shown[48], what[228];
    struct bm_str out;
    format_piece(shown, sizeof shown, piece, len);
    bm_str_init(&out, what, sizeof what);
    bm_str_fill(&out, form, BM_TEXTS(shown));
    (void)bm_str_end(&out);
    bm_reading_say(r, severity, at, what);
}

/* The game cannot take more; said once. */
static void stop_game(struct bm_reading *r, bm_status status, const char *at)
{
    r->unplayable = false;
    if (r->over)
        return;
    bm_reading_say(r, BM_SAY_DEFECT, at,
                   status == BM_ENOMEM ? "out of memory: the rest of the game is left out"
                   : status == BM_ENOSPC
                       ? "the game is larger than its limits: the rest is left out"
                       : "the rest of the game is left out");
    r->over = true;
}

/* The line goes no further. */
static void break_line(struct bm_reading *r)
{
    r->broken = true;
    r->torn |= r->at == r->main;
}

/* An illegal move that no end has explained is a defect, and is not kept. */
static void settle_foul(struct bm_reading *r)
{
    if (LIKELY(!r->foul))
        return;
    const char *const at = r->foul;
    const bm_node n = r->at;
    r->foul = NULL;
    r->at = bm_game_parent(r->game, n);
    (void)!bm_game_detach(r->game, n);
    bm_reading_say(r, BM_SAY_DEFECT, at, r->fault);
    break_line(r);
}

void bm_reading_give_up(struct bm_reading *r) { r->over = r->unplayable = true; }

void bm_reading_lose_start(struct bm_reading *r)
{
    if (!r->begun)
        (void)bm_reading_begin(r, r->rules, NULL, r->s);
    r->game->lost_start = true;
    bm_reading_give_up(r);
}

/* Diagrams without kings are replayed, which leaves checks and mates out. */
static void say_kingless(struct bm_reading *r, const char *at)
{
    if (bm_is_shogi(bm_game_rules(r->game)) &&
        bm_setup_check(bm_game_start(r->game), bm_game_rules(r->game)) & BM_DEFECT_NO_KING)
        keep_report(r, BM_SAY_NOTICE, at, 0,
                    "there is no king on the board: the moves are replayed as the pieces move, "
                    "without checks and mates");
}

bool bm_reading_begin(struct bm_reading *r, const struct bm_rules *rules,
                      const struct bm_setup *setup, const char *at)
{
    struct bm_error err = {0};
    bm_status status = bm_game_set_rules(r->game, rules);

    r->begun = true;
    if (status == BM_OK && setup)
        status = bm_game_set_start(r->game, setup);
    if (status == BM_OK)
        status = bm_line_open(&r->line, r->game, &err);
    r->at = r->main = BM_NODE_ROOT;
    if (status == BM_OK) {
        if (setup)
            say_kingless(r, at);
        return true;
    }
    if (status == BM_ERULE) {
        keep_report(r, BM_SAY_DEFECT, at, 0, err.what);
        /* The setup stays in the game as it is: it can be written as a position. */
        bm_reading_give_up(r);
    } else {
        stop_game(r, status, at);
    }
    return false;
}

/* Whether a move can be taken here; begins the game if need be. */
static bool ready_for_move(struct bm_reading *r, const char *at)
{
    if (UNLIKELY(!r->begun))
        (void)bm_reading_begin(r, r->rules, NULL, at);
    settle_foul(r);
    if (UNLIKELY(r->broken || r->over))
        return false;
    if (UNLIKELY(r->game->nodes[r->at].kind == BM_NODE_END)) {
        bm_reading_say(r, BM_SAY_DEFECT, at, "a move follows the end of the game");
        r->broken = true;
        return false;
    }
    return true;
}

/* The moves of a game go on although a rule has ended it: said once. */
static NOINLINE void report_outlived(struct bm_reading *r, const char *at,
                                     enum bm_reason reason)
{
    char buf[228];
    struct bm_str what;
    r->outlived = true;
    bm_str_init(&what, buf, sizeof buf);
    bm_str_fill(&what, "the game goes on although it had ended before this move: ~",
                BM_TEXTS(bm_reason_text(reason, r->reader->options.lang)));
    (void)bm_str_end(&what);
    bm_reading_say(r, BM_SAY_DEFECT, at, buf);
}

/* What follows every step in the tree: the line of play and the reading stand at it. */
static void step_to(struct bm_reading *r, bm_node n)
{
    if (r->at == r->main && r->game->nodes[r->at].first == n)
        r->main = n;
    r->at = r->line.at = n;
}

static bool push_move(struct bm_reading *r, bm_move m, const char *at)
{
    bm_node n = BM_NODE_NONE;

    if (UNLIKELY(bm_ctx_room(r->line.ctx) == 0)) {
        const bm_status status = bm_line_room(&r->line);
        if (status != BM_OK) {
            stop_game(r, status, at);
            return false;
        }
    }
    if (r->at == r->main && !r->outlived && !(r->flags & BM_READ_LENIENT)) {
        const enum bm_reason reason = bm_ctx_ending(r->line.ctx);
        if (UNLIKELY(reason != BM_REASON_NONE))
            report_outlived(r, at, reason);
    }
    const bm_status status = bm_game_add(r->game, r->at, m, &n);
    if (UNLIKELY(status != BM_OK)) {
        stop_game(r, status, at);
        return false;
    }
    bm_ctx_play_legal(r->line.ctx, m);
    step_to(r, n);
    return true;
}

bool bm_reading_legal_move(struct bm_reading *r, bm_move m, const char *at)
{
    return ready_for_move(r, at) && push_move(r, m, at);
}

bool bm_reading_move(struct bm_reading *r, bm_move m, const char *at)
{
    if (!ready_for_move(r, at))
        return false;
    const bm_faults faults = bm_ctx_judge(r->line.ctx, m);
    if (faults == 0)
        return push_move(r, m, at);

    struct bm_str what;
    char text[BM_MOVE_TEXT], why[228];
    bm_node n = BM_NODE_NONE;
    const bm_status status = bm_game_add(r->game, r->at, m, &n);
    if (status != BM_OK) {
        stop_game(r, status, at);
        return false;
    }
    (void)bm_move_format(m, bm_game_rules(r->game), text, sizeof text);
    const enum bm_lang lang = r->reader->options.lang;
    (void)bm_ctx_explain(r->line.ctx, m, faults, lang, why, sizeof why);
    /* In English the name of the fault stands before the reason, for programs that look for it.
     */
    const char *const name = bm_fault_word(bm_fault_first(faults));
    bm_str_init(&what, r->fault, sizeof r->fault);
    bm_str_fill(&what, "illegal move ~: ~", BM_TEXTS(text, lang == BM_EN ? name : why));
    if (lang == BM_EN) {
        bm_str_text(&what, ": ");
        bm_str_text(&what, why);
    }
    (void)bm_str_end(&what);
    r->foul = at;
    r->at = n;
    return false;
}

void bm_reading_bad_move(struct bm_reading *r, const char *at, const char *what)
{
    if (!ready_for_move(r, at))
        return;
    bm_reading_say(r, BM_SAY_DEFECT, at, what);
    break_line(r);
}

void bm_reading_bad_word(struct bm_reading *r, const char *form, const char *word, size_t len,
                         const char *why)
{
    char shown[48], what[228];
    struct bm_str out;
    format_piece(shown, sizeof shown, word, len);
    bm_str_init(&out, what, sizeof what);
    bm_str_fill(&out, form, BM_TEXTS(shown, why));
    (void)bm_str_end(&out);
    bm_reading_bad_move(r, word, what);
}

bool bm_reading_pass(struct bm_reading *r, const char *at)
{
    bm_node n = BM_NODE_NONE;
    if (!ready_for_move(r, at))
        return false;
    bm_status status = bm_game_add_pass(r->game, r->at, &n);
    if (status != BM_OK) {
        stop_game(r, status, at);
        return false;
    }
    const bm_node before = r->at;
    status = bm_line_goto(&r->line, n, NULL);
    if (status == BM_OK) {
        step_to(r, n);
        return true;
    }
    (void)!bm_game_detach(r->game, n);
    if (status == BM_ERULE)
        bm_reading_say(r, BM_SAY_DEFECT, at, "a null move is not possible in check");
    else
        stop_game(r, status, at);
    r->broken = true;
    (void)!bm_line_goto(&r->line, before, NULL);
    return false;
}

/* The result of an end that does not state it. */
static enum bm_result default_result(const struct bm_reading *r, enum bm_end end, bool fouled)
{
    const unsigned turn = bm_ctx_turn(r->line.ctx);
    if (fouled) /* the move was not played: the side that fouled is still to move */
        return bm_reading_win(!turn);
    if (end == BM_END_FOUL || end == BM_END_FOUL_BY_OTHER) {
        struct bm_outcome outcome;
        bm_ctx_outcome(r->line.ctx, &outcome);
        if (outcome.reason == BM_REASON_PERPETUAL)
            return outcome.result;
    }
    return bm_end_result(end, turn);
}

void bm_reading_end(struct bm_reading *r, enum bm_end end, enum bm_result result,
                    struct bm_text word, const char *at)
{
    bm_node n = BM_NODE_NONE;
    const bool fouled = r->foul && (end == BM_END_FOUL || end == BM_END_FOUL_BY_OTHER);

    if (!r->begun)
        (void)bm_reading_begin(r, r->rules, NULL, at);
    if (fouled) {
        bm_game_mark_illegal(r->game, r->at, true);
        r->foul = NULL;
    }
    settle_foul(r);
    if (r->broken || r->over)
        return;
    if (bm_game_kind(r->game, r->at) == BM_NODE_END) {
        bm_reading_say_about(r, BM_SAY_NOTICE, at,
                             "the line has ended already: '~' is left out", word.s, word.len);
        return;
    }
    const struct bm_ending ending = {
        .end = end,
        .result = result != BM_ONGOING ? result : default_result(r, end, fouled),
        .word = word,
    };
    const bm_status status = bm_game_add_end(r->game, r->at, &ending, &n);
    if (status != BM_OK) {
        stop_game(r, status, at);
        return;
    }
    if (fouled) /* the context has not played the foul, so that only the node goes on */
        r->at = n;
    else
        step_to(r, n);
    if (r->main == n)
        r->ended = at;
}

void bm_reading_goto(struct bm_reading *r, bm_node n)
{
    settle_foul(r);
    r->broken = false;
    r->at = n;
    if (r->begun && !r->over) {
        const bm_status status = bm_line_goto(&r->line, n, NULL);
        if (status == BM_ERULE) /* behind a foul that ended another line */
            r->broken = true;
        else if (status != BM_OK)
            stop_game(r, status, NULL);
    }
}

void bm_reading_note(struct bm_reading *r, const struct bm_note *note)
{
    const bool is_start = r->unplayable && r->at == BM_NODE_ROOT;
    if (r->flags & BM_READ_MOVES_ONLY || r->broken || (r->over && !is_start))
        return;
    const bm_status status = bm_game_annotate(r->game, r->at, note, NULL);
    if (status != BM_OK)
        stop_game(r, status, NULL);
}

void bm_reading_comment(struct bm_reading *r, enum bm_note_kind kind, const char *s, size_t len)
{
    if (r->flags & BM_READ_MOVES_ONLY)
        return;
    const struct bm_note note = {.kind = kind, .text = bm_reader_clean(r->reader, s, len)};
    if (note.text.len != 0)
        bm_reading_note(r, &note);
}

void bm_reading_value(struct bm_reading *r, enum bm_note_kind kind, int64_t value,
                      int32_t extra)
{
    const struct bm_note note = {.kind = kind, .value = value, .extra = extra};
    bm_reading_note(r, &note);
}

void bm_reading_total(struct bm_reading *r, int64_t ms)
{
    if (!(r->flags & BM_READ_MOVES_ONLY) && ms != bm_elapsed_total(&r->elapsed, r->game, r->at))
        bm_reading_value(r, BM_NOTE_TOTAL, ms, 0);
}

void bm_reading_tag(struct bm_reading *r, struct bm_text name, struct bm_text value)
{
    if (r->over && !r->unplayable)
        return;
    const bm_status status =
        bm_game_add_tag(r->game, name, bm_reader_clean(r->reader, value.s, value.len));
    if (status != BM_OK)
        stop_game(r, status, NULL);
}

/* What a record says about its end against what the rules say of the last position. */
static void check_end(struct bm_reading *r)
{
    const bm_node last = r->main;
    const struct bm_ending ending = bm_game_ending(r->game, last);
    struct bm_outcome outcome;

    if (ending.end == BM_END_COUNT || bm_line_goto(&r->line, last, NULL) != BM_OK)
        return;
    const unsigned plies = bm_game_ply(r->game, last);
    bm_ctx_outcome(r->line.ctx, &outcome);
    const bool decided = outcome.result != BM_ONGOING;
    if (ending.end == BM_END_MATE && outcome.reason != BM_REASON_CHECKMATE) {
        keep_report(r, BM_SAY_DEFECT, r->ended, plies,
                    "the record says checkmate, but the position is not mate");
    } else if (ending.end == BM_END_REPETITION && bm_game_starts_usual(r->game) &&
               outcome.reason != BM_REASON_REPETITION &&
               outcome.reason != BM_REASON_PERPETUAL && !outcome.claims) {
        keep_report(
            r, BM_SAY_DEFECT, r->ended, plies,
            "the record says repetition, but the position has not occurred often enough");
    } else if (decided && ending.result != BM_ONGOING && ending.result != outcome.result) {
        char buf[228], ruled[128];
        struct bm_str what;
        bm_str_init(&what, buf, sizeof buf);
        (void)bm_outcome_format(&outcome, r->reader->options.lang, ruled, sizeof ruled);
        const char *const form =
            ending.result == BM_DRAW ? "the result is a draw, but by the rules it is: ~"
            : ending.result == BM_FIRST_WINS
                ? "the result is a win of the first side, but by the rules it is: ~"
                : "the result is a win of the second side, but by the rules it is: ~";
        bm_str_fill(&what, form, BM_TEXTS(ruled));
        (void)bm_str_end(&what);
        keep_report(r, BM_SAY_DEFECT, r->ended, plies, buf);
    }
}

enum bm_reading_step bm_reading_done(struct bm_reading *r, const char *end)
{
    if (!r->begun)
        (void)bm_reading_begin(r, r->rules, NULL, r->s);
    settle_foul(r);
    if (!r->over && !r->torn && !(r->flags & BM_READ_LENIENT))
        check_end(r);
    r->used = (size_t)(end - r->s);
    return BM_STEP_GAME;
}
