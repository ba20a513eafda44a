/* SPDX-License-Identifier: MIT */
#include "game/game.h"

/* Text, tags and notes: all that is written about a game and its moves. */

bm_status bm_game_keep(struct bm_game *game, struct bm_text text, struct bm_span *out)
{
    *out = (struct bm_span){0};
    if (text.len == 0)
        return BM_OK;
    if (text.len > game->limits.text - game->text_len)
        return BM_ENOSPC;
    /* A text of the game itself moves when its memory grows. */
    const uintptr_t from = (uintptr_t)text.s, own = (uintptr_t)game->text;
    const bool inside = game->text && from >= own && from < own + game->text_len;
    if (game->text_cap - game->text_len < text.len) {
        void *mem = game->text;
        if (!bm_grow(&mem, &game->text_cap, game->text_len + text.len, 1))
            return BM_ENOMEM;
        game->text = mem;
    }
    memcpy(game->text + game->text_len, inside ? game->text + (from - own) : text.s, text.len);
    *out = (struct bm_span){(uint32_t)game->text_len, (uint32_t)text.len};
    game->text_len += text.len;
    return BM_OK;
}

size_t bm_game_tags(const struct bm_game *game) { return game->tag_count; }

struct bm_tag bm_game_tag_at(const struct bm_game *game, size_t i)
{
    if (i >= game->tag_count)
        return (struct bm_tag){{"", 0}, {"", 0}};
    return (struct bm_tag){bm_game_span(game, game->tags[i].name),
                           bm_game_span(game, game->tags[i].value)};
}

static struct bm_game_tag *find_tag(const struct bm_game *game, struct bm_text name)
{
    for (size_t i = 0; i < game->tag_count; i++) {
        const struct bm_text t = bm_game_span(game, game->tags[i].name);
        if (t.len == name.len && memcmp(t.s, name.s, name.len) == 0)
            return &game->tags[i];
    }
    return NULL;
}

bool bm_game_tag(const struct bm_game *game, const char *name, struct bm_text *out)
{
    const struct bm_game_tag *const tag = find_tag(game, (struct bm_text){name, strlen(name)});
    if (tag && out)
        *out = bm_game_span(game, tag->value);
    return tag != NULL;
}

bm_status bm_game_add_tag(struct bm_game *game, struct bm_text name, struct bm_text value)
{
    struct bm_game_tag tag;
    void *mem = game->tags;
    if (game->tag_count >= BM_GAME_MAX_TAGS)
        return BM_ENOSPC;
    if (!bm_grow(&mem, &game->tag_cap, game->tag_count + 1, sizeof *game->tags))
        return BM_ENOMEM;
    game->tags = mem;
    /* Both or none; and the second may be a text of the game, which the first moves. */
    const size_t before = game->text_len;
    const uintptr_t from = (uintptr_t)value.s, own = (uintptr_t)game->text;
    const bool inside = value.len && game->text && from >= own && from < own + before;
    bm_status status = bm_game_keep(game, name, &tag.name);
    if (!status && inside)
        value.s = game->text + (from - own);
    if (!status)
        status = bm_game_keep(game, value, &tag.value);
    if (status)
        game->text_len = before;
    else
        game->tags[game->tag_count++] = tag;
    return status;
}

bm_status bm_game_set_tag(struct bm_game *game, const char *name, struct bm_text value)
{
    const struct bm_text text = {name, strlen(name)};
    struct bm_game_tag *const tag = find_tag(game, text);
    struct bm_span span;
    if (!tag)
        return bm_game_add_tag(game, text, value);
    const bm_status status = bm_game_keep(game, value, &span);
    if (!status)
        tag->value = span;
    return status;
}

bool bm_game_remove_tag(struct bm_game *game, size_t i)
{
    if (i >= game->tag_count)
        return false;
    for (game->tag_count--; i < game->tag_count; i++)
        game->tags[i] = game->tags[i + 1];
    return true;
}

bm_note_id bm_game_notes(const struct bm_game *game, bm_node n)
{
    return n < game->node_count ? game->nodes[n].note : 0;
}

bm_note_id bm_game_next_note(const struct bm_game *game, bm_note_id id)
{
    return id < game->note_count ? game->notes[id].next : 0;
}

struct bm_note bm_game_note(const struct bm_game *game, bm_note_id id)
{
    const struct bm_game_note *const p = &game->notes[id < game->note_count ? id : 0];
    return (struct bm_note){(enum bm_note_kind)p->kind, p->extra, p->value,
                            bm_game_span(game, p->text)};
}

bm_note_id bm_game_find_note(const struct bm_game *game, bm_node n, enum bm_note_kind kind)
{
    bm_note_id id = bm_game_notes(game, n);
    while (id && game->notes[id].kind != kind)
        id = game->notes[id].next;
    return id;
}

bm_status bm_game_annotate(struct bm_game *game, bm_node n, const struct bm_note *note,
                           bm_note_id *out)
{
    struct bm_game_note p = {
        .value = note->value, .extra = note->extra, .kind = (uint8_t)note->kind};
    void *mem = game->notes;
    if (n >= game->node_count || note->kind >= BM_NOTE_KINDS)
        return BM_EINVAL;
    if (game->note_count >= BM_GAME_MAX_NOTES)
        return BM_ENOSPC;
    if (!bm_grow(&mem, &game->note_cap, game->note_count + 1, sizeof *game->notes))
        return BM_ENOMEM;
    game->notes = mem;
    const bm_status status = bm_game_keep(game, note->text, &p.text);
    if (status)
        return status;
    const bm_note_id id = (bm_note_id)game->note_count++;
    game->notes[id] = p;
    bm_game_insert_note(game, n, id, game->nodes[n].last_note);
    if (out)
        *out = id;
    return BM_OK;
}

bm_note_id bm_game_remove_note(struct bm_game *game, bm_node n, bm_note_id id)
{
    bm_note_id prev = 0, at = bm_game_notes(game, n);
    for (; at && at != id; at = game->notes[at].next)
        prev = at;
    if (!at)
        return 0;
    if (prev)
        game->notes[prev].next = game->notes[id].next;
    else
        game->nodes[n].note = game->notes[id].next;
    if (game->nodes[n].last_note == id)
        game->nodes[n].last_note = prev;
    game->notes[id].next = 0;
    return prev;
}

void bm_game_insert_note(struct bm_game *game, bm_node n, bm_note_id id, bm_note_id after)
{
    if (n >= game->node_count || id == 0 || id >= game->note_count || after >= game->note_count)
        return;
    struct bm_game_node *const node = &game->nodes[n];
    bm_note_id *const link = after ? &game->notes[after].next : &node->note;
    game->notes[id].next = *link;
    *link = id;
    if (node->last_note == after)
        node->last_note = id;
}
