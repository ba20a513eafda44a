/* SPDX-License-Identifier: MIT */
/* Records for the page: a game written in a format, and games read from any. */
#include "wasm/study.h"

int BM_WEB(bm_web_tag)(struct bm_web *w, struct bm_web_game *g);
int BM_WEB(bm_web_write)(struct bm_web *w, struct bm_web_game *g);
int BM_WEB(bm_web_read)(struct bm_web *w);

enum { NAME = 64, TEXT = 256 };

static bool copy_slot_text(char *to, size_t cap, struct bm_text text)
{
    if (text.len >= cap)
        return false;
    memcpy(to, text.s, text.len);
    to[text.len] = '\0';
    return true;
}

/* Slots 0 and 1 are a tag of the record and its value. False: too long, or no memory. */
int bm_web_tag(struct bm_web *w, struct bm_web_game *g)
{
    char name[NAME], value[TEXT];
    return copy_slot_text(name, sizeof name, bm_web_slot(w, 0)) &&
           copy_slot_text(value, sizeof value, bm_web_slot(w, 1)) &&
           bm_match_tag(g->match, name, value) == BM_OK;
}

/*
 * PGN has no place for the time that was taken to resign: behind the result it would be a
 * comment of nothing. The game is a copy that was made for its record.
 */
static void drop_end_time(struct bm_game *game)
{
    bm_node n = BM_NODE_ROOT;
    while (bm_game_first(game, n) != BM_NODE_NONE)
        n = bm_game_first(game, n);
    const bm_note_id id =
        bm_game_kind(game, n) == BM_NODE_END ? bm_game_find_note(game, n, BM_NOTE_SPENT) : 0;
    if (id)
        (void)bm_game_remove_note(game, n, id);
}

/* Slot 0 is the name of a format, slot 1 that of an encoding or "". The answer is the record as
 * it is; false: it is the sentence that says why not. */
int bm_web_write(struct bm_web *w, struct bm_web_game *g)
{
    const struct bm_text format = bm_web_slot(w, 0);
    if (bm_format_find(format.s, format.len) == BM_FORMAT_PGN)
        drop_end_time(g->match->game);
    return bm_web_write_game(w, bm_match_game(g->match), NULL, NULL);
}

/* ---- Reading ---- */

static void put_record_moves(struct bm_buf *out, const struct bm_game *game)
{
    bm_json_key(out, "moves");
    bm_json_begin(out, '[');
    for (bm_node n = bm_game_first(game, BM_NODE_ROOT);
         n != BM_NODE_NONE && bm_game_kind(game, n) == BM_NODE_MOVE &&
         !bm_game_illegal(game, n);
         n = bm_game_first(game, n)) {
        char text[BM_COORDINATES];
        (void)bm_move_format(bm_game_move(game, n), bm_game_rules(game), text, sizeof text);
        bm_json_text(out, text);
    }
    bm_json_end(out, ']');
}

static void put_game(struct bm_buf *out, const struct bm_game *game,
                     const struct bm_buf *reports)
{
    char start[BM_POSITION_TEXT] = "";
    if (!bm_game_starts_usual(game))
        (void)bm_position_format(bm_game_start(game), bm_game_rules(game), 0, start,
                                 sizeof start);
    bm_json_begin(out, '{');
    bm_json_member_text(out, "variant", bm_rules_info(bm_game_rules(game))->name);
    bm_json_member_text(out, "start", start);
    put_record_moves(out, game);
    bm_json_key(out, "tags");
    bm_json_begin(out, '[');
    for (size_t i = 0; i < bm_game_tags(game); i++) {
        const struct bm_tag tag = bm_game_tag_at(game, i);
        bm_json_begin(out, '{');
        bm_web_member_span(out, "name", tag.name);
        bm_web_member_span(out, "value", tag.value);
        bm_json_end(out, '}');
    }
    bm_json_end(out, ']');
    bm_json_key(out, "reports");
    bm_json_begin(out, '[');
    bm_buf_bytes(out, reports->s, reports->len);
    bm_json_end(out, ']');
    bm_json_end(out, '}');
}

/* Slot 0 is a record in any format: {"variant","start","moves","tags","reports"} of its first
 * game. False: the answer is the sentence that says why not. */
int bm_web_read(struct bm_web *w)
{
    struct bm_buf *const out = bm_web_answer(w);
    struct bm_buf reports = {0};
    const struct bm_text text = bm_web_slot(w, 0);
    const struct bm_read_options options = {.report = bm_web_put_report, .user = &reports};
    struct bm_error err = {.what = "out of memory"};
    struct bm_game *game = NULL;
    int good = 0;
    if (bm_game_create(&game, bm_rules_chess(), NULL) == BM_OK &&
        bm_game_read(game, &options, text.s, text.len, &err) == BM_OK) {
        put_game(out, game, &reports);
        good = 1;
    } else {
        (void)bm_web_answer_error(out, err.what);
    }
    bm_game_destroy(game);
    bm_buf_free(&reports);
    return good;
}
