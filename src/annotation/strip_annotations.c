/* SPDX-License-Identifier: MIT */
/* Removes an earlier analysis from a game. */
#include "annotation/game_analysis.h"
#include "annotation/score_text.h"

bm_status bm_analysis_put_note(struct bm_game *game, bm_node n, const struct bm_note *note,
                               bm_note_id after)
{
    bm_note_id id;
    const bm_status status = bm_game_annotate(game, n, note, &id);
    if (status)
        return status;
    (void)bm_game_remove_note(game, n, id);
    bm_game_insert_note(game, n, id, after);
    return BM_OK;
}

static bool is_marked(const char *s, size_t len)
{
    const size_t n = sizeof BM_ANALYSE_MARK - 1;
    return len >= n && memcmp(s, BM_ANALYSE_MARK, n) == 0;
}

/* The move quality that a line of our comment names. */
static enum bm_move_quality told_verdict(const char *s, size_t len)
{
    const size_t mark = sizeof BM_ANALYSE_MARK - 1;
    for (enum bm_move_quality v = QUALITY_NONE + 1; v < QUALITY_COUNT; v++) {
        for (unsigned lang = 0; lang < 2; lang++) {
            const char *const word = bm_move_quality_text(v, lang ? BM_JA : BM_EN);
            const size_t n = strlen(word);
            if (len >= mark + n && memcmp(s + mark, word, n) == 0)
                return v;
        }
    }
    return QUALITY_NONE;
}

/* Append the lines of a comment that are not ours; *told becomes the verdict of those that are.
 * False if none is. */
static bool drop_lines(struct bm_buf *out, struct bm_text text, enum bm_move_quality *told)
{
    bool dropped = false;
    const char *const end = text.s + text.len;
    for (const char *s = text.s; s < end;) {
        const char *const eol = memchr(s, '\n', (size_t)(end - s));
        const size_t len = (size_t)((eol ? eol : end) - s);
        if (is_marked(s, len)) {
            const enum bm_move_quality v = told_verdict(s, len);
            dropped = true;
            *told = v != QUALITY_NONE ? v : *told;
        } else {
            if (out->len != 0)
                bm_buf_char(out, '\n');
            bm_buf_bytes(out, s, len);
        }
        s += len + 1;
    }
    return dropped;
}

/* Remove our lines from a comment. */
static bm_status strip_comment(struct bm_game *game, bm_node n, bm_note_id id,
                               enum bm_move_quality *told)
{
    struct bm_note note = bm_game_note(game, id);
    struct bm_buf rest = {0};
    bm_status status = BM_OK;
    if (drop_lines(&rest, note.text, told)) {
        const bm_note_id before = bm_game_remove_note(game, n, id);
        note.text = (struct bm_text){rest.s, rest.len};
        if (rest.failed)
            status = BM_ENOMEM;
        else if (rest.len != 0)
            status = bm_analysis_put_note(game, n, &note, before);
    }
    bm_buf_free(&rest);
    return status;
}

/* Remove our notes from a node. A glyph is ours if our comment names the same quality. */
static bm_status strip_node(struct bm_game *game, bm_node n)
{
    enum bm_move_quality told = QUALITY_NONE;
    for (bm_note_id id = bm_game_notes(game, n), next; id; id = next) {
        const struct bm_note note = bm_game_note(game, id);
        next = bm_game_next_note(game, id);
        if (note.kind == BM_NOTE_EVAL || note.kind == BM_NOTE_MATE) {
            (void)bm_game_remove_note(game, n, id);
        } else if (note.kind == BM_NOTE_COMMENT) {
            const bm_status status = strip_comment(game, n, id, &told);
            if (status)
                return status;
        }
    }
    for (bm_note_id id = bm_game_notes(game, n), next; id; id = next) {
        const struct bm_note note = bm_game_note(game, id);
        next = bm_game_next_note(game, id);
        if (told != QUALITY_NONE && note.kind == BM_NOTE_NAG &&
            note.value == (int64_t)bm_move_quality_nag(told))
            (void)bm_game_remove_note(game, n, id);
    }
    return BM_OK;
}

static bool has_mark(const struct bm_game *game, bm_node n)
{
    for (bm_note_id id = bm_game_notes(game, n); id; id = bm_game_next_note(game, id)) {
        const struct bm_note note = bm_game_note(game, id);
        if (note.kind == BM_NOTE_COMMENT && is_marked(note.text.s, note.text.len))
            return true;
    }
    return false;
}

bm_status bm_analysis_strip(struct bm_game *game)
{
    bm_status status = BM_OK;
    for (bm_node n = BM_NODE_ROOT; n != BM_NODE_NONE && !status; n = bm_game_first(game, n)) {
        status = strip_node(game, n);
        const bm_node first = bm_game_first(game, n);
        bm_node child = first != BM_NODE_NONE ? bm_game_next(game, first) : first;
        while (child != BM_NODE_NONE && !status) {
            const bm_node next = bm_game_next(game, child);
            if (has_mark(game, child))
                status = bm_game_detach(game, child);
            child = next;
        }
    }
    return status;
}
