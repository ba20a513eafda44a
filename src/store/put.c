/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "store/store_internal.h"

void bm_put_list_init(struct bm_put_list *l)
{
    l->first = NULL;
    l->end = &l->first;
}

void bm_put_list_add(struct bm_put_list *l, struct bm_put *p)
{
    p->next = NULL;
    *l->end = p;
    l->end = &p->next;
}

void bm_put_list_move(struct bm_put_list *to, struct bm_put_list *from)
{
    if (!from->first)
        return;
    *to->end = from->first;
    to->end = from->end;
    bm_put_list_init(from);
}

struct bm_put *bm_put_list_take(struct bm_put_list *l)
{
    struct bm_put *const p = l->first;
    l->first = p->next;
    if (!l->first)
        l->end = &l->first;
    return p;
}

/* A block that is measured first, with at == NULL, and then filled by the same calls. */
struct block {
    char *at;
    size_t used;
};

static const void *copy_to_block(struct block *b, const void *bytes, size_t size)
{
    const size_t align = _Alignof(max_align_t);
    const size_t from = (b->used + align - 1) / align * align;
    b->used = from + size;
    if (b->at && size != 0)
        memcpy(b->at + from, bytes, size);
    return b->at ? b->at + from : bytes;
}

static const char *copy_text_to_block(struct block *b, const char *text)
{
    return copy_to_block(b, text, strlen(text) + 1);
}

static void keep_change(struct block *b, struct bm_change *c)
{
    switch (c->kind) {
    case BM_CHANGE_GAME: {
        struct bm_game_row row = *c->game;
        row.head = copy_to_block(b, row.head, row.head_len);
        c->game = copy_to_block(b, &row, sizeof row);
        break;
    }
    case BM_CHANGE_EVENT:
    case BM_CHANGE_STUDY_EVENT: {
        struct bm_event_row row = *c->event;
        row.person = copy_text_to_block(b, row.person ? row.person : "");
        row.kind = copy_text_to_block(b, row.kind);
        row.body = copy_to_block(b, row.body, row.len);
        c->event = copy_to_block(b, &row, sizeof row);
        break;
    }
    case BM_CHANGE_ACCOUNT:
    case BM_CHANGE_PASSWORD:
    case BM_CHANGE_NO_TOKENS:
    case BM_CHANGE_NO_ACCOUNT:
        c->account = copy_to_block(b, c->account, sizeof *c->account);
        break;
    case BM_CHANGE_TOKEN:
    case BM_CHANGE_NO_TOKEN: c->token = copy_to_block(b, c->token, sizeof *c->token); break;
    case BM_CHANGE_VARIANT: {
        struct bm_variant_row row = *c->variant;
        row.text = copy_to_block(b, row.text, row.len);
        c->variant = copy_to_block(b, &row, sizeof row);
        break;
    }
    case BM_CHANGE_RENAME_EVENTS:
    case BM_CHANGE_RENAME_GAMES:
    case BM_CHANGE_RENAME_VARIANTS:
    case BM_CHANGE_RENAME_STUDY_OWNERS:
    case BM_CHANGE_RENAME_STUDIES:
        c->rename = copy_to_block(b, c->rename, sizeof *c->rename);
        break;
    case BM_CHANGE_QUOTA: c->quota = copy_to_block(b, c->quota, sizeof *c->quota); break;
    case BM_CHANGE_VALUE:
        c->value.name = copy_text_to_block(b, c->value.name);
        c->value.bytes = copy_to_block(b, c->value.bytes, c->value.len);
        break;
    case BM_CHANGE_DEADLINE:
    case BM_CHANGE_NO_DEADLINE:
        c->deadline = copy_to_block(b, c->deadline, sizeof *c->deadline);
        break;
    case BM_CHANGE_DEADLINES: break;
    case BM_CHANGE_BLOCK:
    case BM_CHANGE_NO_BLOCK: c->block = copy_to_block(b, c->block, sizeof *c->block); break;
    case BM_CHANGE_ARCHIVE: {
        struct bm_archive_row row = *c->archive;
        row.body = copy_to_block(b, row.body, row.len);
        c->archive = copy_to_block(b, &row, sizeof row);
        break;
    }
    case BM_CHANGE_STUDY:
    case BM_CHANGE_NO_STUDY:
    case BM_CHANGE_NO_STUDIES: {
        struct bm_study_row row = *c->study;
        row.text = copy_to_block(b, row.text, row.len);
        c->study = copy_to_block(b, &row, sizeof row);
        break;
    }
    case BM_CHANGE_TRIM_ARCHIVE:
        c->trim.account = copy_text_to_block(b, c->trim.account);
        break;
    }
}

static void keep_all(struct block *b, const struct bm_change *changes, size_t count)
{
    struct bm_put put = {.count = count};
    struct bm_put *const p = (struct bm_put *)copy_to_block(b, &put, sizeof put);
    struct bm_change *const kept =
        (struct bm_change *)copy_to_block(b, changes, count * sizeof *changes);
    if (b->at)
        p->changes = kept;
    for (size_t i = 0; i < count; i++) {
        struct bm_change c = changes[i];
        keep_change(b, &c);
        if (b->at)
            kept[i] = c;
    }
}

struct bm_put *bm_put_make(const struct bm_change *changes, size_t count)
{
    struct block b = {0};
    keep_all(&b, changes, count);
    b.at = malloc(b.used);
    if (!b.at)
        return NULL;
    b.used = 0;
    keep_all(&b, changes, count);
    return (struct bm_put *)b.at;
}
