/* SPDX-License-Identifier: MIT */
#include "record/writing.h"

#include "banmen/message.h"
#include "base/str.h"
#include "game/game.h"
#include "notation/text.h"
#include "record/charset.h"
#include "record/format.h"
#include "record/variant_names.h"

static const char *const loss_texts[] = {
#define X(name, text) text,
    BM_LOSS_MAP(X)
#undef X
};

void bm_writing_loss(struct bm_writing *w, enum bm_loss loss, bm_node n)
{
    if (w->said >> loss & 1)
        return;
    w->said |= (uint64_t)1 << loss;
    if (!w->options->report)
        return;
    char what[BM_MESSAGE_TEXT];
    (void)bm_message_format(loss_texts[loss], w->options->lang, NULL, what, sizeof what);
    const struct bm_report report = {.severity = BM_SAY_LOSS,
                                     .game = w->options->game ? w->options->game : 1,
                                     .ply = n != BM_NODE_NONE ? bm_game_ply(w->game, n) : 0,
                                     .what = what};
    w->options->report(w->options->user, &report);
}

void bm_writing_lose_notes(struct bm_writing *w, bm_node n, unsigned held)
{
    static const enum bm_loss losses[BM_NOTE_KINDS] = {
        [BM_NOTE_COMMENT] = BM_LOSS_COMMENTS, [BM_NOTE_BEFORE] = BM_LOSS_COMMENTS,
        [BM_NOTE_NAG] = BM_LOSS_NAGS,         [BM_NOTE_SPENT] = BM_LOSS_TIMES,
        [BM_NOTE_TOTAL] = BM_LOSS_TIMES,      [BM_NOTE_CLOCK] = BM_LOSS_CLOCKS,
        [BM_NOTE_EVAL] = BM_LOSS_EVALS,       [BM_NOTE_MATE] = BM_LOSS_EVALS,
        [BM_NOTE_ARROW] = BM_LOSS_SHAPES,     [BM_NOTE_SQUARE] = BM_LOSS_SHAPES,
        [BM_NOTE_COMMAND] = BM_LOSS_COMMANDS, [BM_NOTE_BOOKMARK] = BM_LOSS_BOOKMARKS};
    for (bm_note_id id = bm_game_notes(w->game, n); id; id = bm_game_next_note(w->game, id)) {
        const struct bm_note note = bm_game_note(w->game, id);
        if (!(held >> note.kind & 1))
            bm_writing_loss(w, losses[note.kind], n);
    }
}

bool bm_writing_goto(struct bm_writing *w, bm_node n)
{
    if (bm_line_goto(&w->line, n, NULL) == BM_OK)
        return true;
    bm_writing_loss(
        w, bm_game_kind(w->game, n) == BM_NODE_PASS ? BM_LOSS_PASSES : BM_LOSS_MOVES, n);
    return false;
}

void bm_writing_move(struct bm_writing *w, bm_node n, enum bm_move_style style)
{
    char text[BM_MOVE_TEXT];
    if (bm_writing_goto(w, bm_game_parent(w->game, n)))
        bm_buf_bytes(
            &w->out, text,
            bm_ctx_write_move(w->line.ctx, bm_game_move(w->game, n), style, text, sizeof text));
}

/* The text in the encoding that is wanted. */
static bm_status encode_text(struct bm_writing *w, enum bm_encoding encoding,
                             struct bm_buf *out)
{
    uint64_t bad = 0;
    if (encoding == BM_ENCODING_UTF8_BOM && w->options->game <= 1)
        bm_buf_text(out, "\xef\xbb\xbf");
    if (encoding == BM_ENCODING_UTF8_BOM)
        bm_buf_bytes(out, w->out.s, w->out.len);
    else
        bm_charset_encode(encoding, w->out.s, w->out.len, out, &bad);
    if (bad != 0)
        bm_writing_loss(w, BM_LOSS_CHARACTERS, BM_NODE_NONE);
    return out->failed ? BM_ENOMEM : BM_OK;
}

bm_status bm_game_write(const struct bm_game *game, const struct bm_write_options *options,
                        bm_write_fn write, void *user, struct bm_error *err)
{
    struct bm_writing w = {.game = game, .options = options};
    struct bm_buf encoded = {0};

    if (options->format == BM_FORMAT_AUTO || options->format >= BM_FORMAT_COUNT ||
        options->encoding >= BM_ENCODING_COUNT)
        return bm_text_fail(err, BM_EINVAL, 0, "no format to write in");
    const struct bm_record_format *const format = &bm_record_formats[options->format];
    if (format->shogi && !bm_is_shogi(bm_game_rules(game)))
        return bm_text_fail(err, BM_ERULE, 0, "the format holds games of shogi only");

    bm_status status = bm_line_open(&w.line, game, err);
    if (status == BM_ERULE) /* a board that cannot be played can be written nevertheless */
        status = BM_OK;
    if (status == BM_OK && game->lost_start)
        bm_writing_loss(&w, format->positions ? BM_LOSS_GAME : BM_LOSS_START, BM_NODE_NONE);
    if (status == BM_OK && !(format->positions && game->lost_start))
        status = format->write(&w, err);
    if (status == BM_OK && w.out.failed)
        status = BM_ENOMEM;
    const struct bm_buf *text = &w.out;
    if (status == BM_OK && options->encoding != BM_ENCODING_AUTO &&
        options->encoding != BM_ENCODING_UTF8) {
        status = encode_text(&w, options->encoding, &encoded);
        text = &encoded;
    }
    if (status == BM_ENOMEM)
        (void)bm_text_fail(err, status, 0, "out of memory");
    if (status == BM_OK && text->len != 0 && !write(user, text->s, text->len))
        status = bm_text_fail(err, BM_EINVAL, 0, "the text cannot be written");
    bm_buf_free(&w.out);
    bm_buf_free(&encoded);
    bm_line_close(&w.line);
    return status;
}
