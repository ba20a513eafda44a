/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "desktop/session/session.h"

/* Only studies can be edited, not the record of a running match. */
static bool may_edit(struct bm_desktop_session *d)
{
    if (d->study)
        return true;
    bm_desktop_session_report(d, "%s",
                              TR(d, "the game is being played: study it to write in it",
                                 "対局中です。書き込むには検討モードにしてください"));
    return false;
}

bool bm_desktop_session_comment(const struct bm_desktop_session *d, char *buf, size_t cap)
{
    const struct bm_game *const game = bm_desktop_session_game(d);
    const bm_note_id id = bm_game_find_note(game, d->node, BM_NOTE_COMMENT);
    buf[0] = '\0';
    if (!id)
        return true;
    const struct bm_text t = bm_game_note(game, id).text;
    size_t n = t.len < cap ? t.len : cap - 1;
    while (n > 0 && n < t.len && ((unsigned char)t.s[n] & 0xc0) == 0x80)
        n--; /* whole characters */
    memcpy(buf, t.s, n);
    buf[n] = '\0';
    return n == t.len;
}

bool bm_desktop_session_set_comment(struct bm_desktop_session *d, const char *text)
{
    if (!may_edit(d))
        return false;
    d->edited = true;
    const bm_note_id old = bm_game_find_note(d->study, d->node, BM_NOTE_COMMENT);
    if (old)
        bm_game_remove_note(d->study, d->node, old);
    const struct bm_note note = {.kind = BM_NOTE_COMMENT, .text = {text, strlen(text)}};
    if (*text && bm_game_annotate(d->study, d->node, &note, NULL)) {
        bm_desktop_session_report(d, "%s", bm_refusal_text(BM_REFUSAL_NO_MEMORY, d->lang));
        return false;
    }
    bm_desktop_session_emit(d, BM_DESKTOP_EVENT_STATE, 0);
    return true;
}

bool bm_desktop_session_delete_node(struct bm_desktop_session *d)
{
    if (!may_edit(d))
        return false;
    const bm_node parent = bm_game_parent(d->study, d->node), gone = d->node;
    if (parent == BM_NODE_NONE)
        return false;
    d->edited = true;
    bm_desktop_session_show_node(d, parent);
    return bm_game_detach(d->study, gone) == BM_OK;
}

bool bm_desktop_session_promote_variation(struct bm_desktop_session *d)
{
    if (!may_edit(d))
        return false;
    /* Up to the first place where it branches off. */
    for (bm_node n = d->node; n != BM_NODE_ROOT && n != BM_NODE_NONE;
         n = bm_game_parent(d->study, n)) {
        if (bm_game_index(d->study, n) != 0) {
            bm_game_promote(d->study, n);
            d->edited = true;
            bm_desktop_session_emit(d, BM_DESKTOP_EVENT_STATE, 0);
            return true;
        }
    }
    return false;
}

bool bm_desktop_session_toggle_mark(struct bm_desktop_session *d, bm_sq from, bm_sq to)
{
    const bool is_square = from == to;
    const struct bm_note want = {.kind = is_square ? BM_NOTE_SQUARE : BM_NOTE_ARROW,
                                 .extra = 'G',
                                 .value = is_square ? to : from << 8 | to};
    if (!d->study)
        return false;
    d->edited = true;
    for (bm_note_id id = bm_game_notes(d->study, d->node); id;
         id = bm_game_next_note(d->study, id)) {
        const struct bm_note note = bm_game_note(d->study, id);
        if (note.kind == want.kind && note.value == want.value) {
            bm_game_remove_note(d->study, d->node, id);
            bm_desktop_session_emit(d, BM_DESKTOP_EVENT_STATE, 0);
            return true;
        }
    }
    const bool fine = bm_game_annotate(d->study, d->node, &want, NULL) == BM_OK;
    bm_desktop_session_emit(d, BM_DESKTOP_EVENT_STATE, 0);
    return fine;
}
