/* SPDX-License-Identifier: MIT */
#include "store/store_internal.h"

/* Parameters in their order. Texts stay until the put is done, which is after the step. */
struct binding {
    sqlite3_stmt *st;
    int at, rc;
};

static void note_result(struct binding *b, int rc)
{
    if (b->rc == SQLITE_OK)
        b->rc = rc;
}

static void put_int(struct binding *b, int64_t v)
{
    note_result(b, sqlite3_bind_int64(b->st, ++b->at, v));
}

/* NULL would be no text, and an empty one may come so. */
static void put_bytes(struct binding *b, const char *s, size_t len)
{
    note_result(
        b, sqlite3_bind_text64(b->st, ++b->at, s ? s : "", len, SQLITE_STATIC, SQLITE_UTF8));
}

static void bind_text(struct binding *b, const char *s) { put_bytes(b, s, strlen(s)); }

static void put_blob(struct binding *b, const void *s, size_t len)
{
    note_result(b, sqlite3_bind_blob64(b->st, ++b->at, s ? s : "", len, SQLITE_STATIC));
}

static int bind_change(sqlite3_stmt *st, const struct bm_change *c)
{
    struct binding b = {.st = st};
    switch (c->kind) {
    case BM_CHANGE_GAME:
        bind_text(&b, c->game->id);
        bind_text(&b, c->game->variant);
        put_int(&b, c->game->created);
        put_int(&b, c->game->changed);
        put_int(&b, c->game->stage);
        put_int(&b, c->game->plies);
        put_int(&b, c->game->listed);
        bind_text(&b, c->game->player[0]);
        bind_text(&b, c->game->player[1]);
        put_bytes(&b, c->game->head, c->game->head_len);
        put_int(&b, c->game->engine);
        break;
    case BM_CHANGE_EVENT:
    case BM_CHANGE_STUDY_EVENT:
        bind_text(&b, c->event->game);
        put_int(&b, (int64_t)c->event->seq);
        put_int(&b, c->event->ts);
        bind_text(&b, c->event->kind);
        put_bytes(&b, c->event->body, c->event->len);
        if (c->kind == BM_CHANGE_STUDY_EVENT)
            bind_text(&b, c->event->person);
        break;
    case BM_CHANGE_ACCOUNT:
        bind_text(&b, c->account->id);
        bind_text(&b, c->account->name);
        bind_text(&b, c->account->folded);
        bind_text(&b, c->account->hash);
        put_int(&b, c->account->created);
        bind_text(&b, c->account->skeleton);
        break;
    case BM_CHANGE_PASSWORD:
        bind_text(&b, c->account->id);
        bind_text(&b, c->account->hash);
        break;
    case BM_CHANGE_TOKEN:
        put_blob(&b, c->token->hash, sizeof c->token->hash);
        bind_text(&b, c->token->account);
        bind_text(&b, c->token->scopes);
        bind_text(&b, c->token->label);
        put_int(&b, c->token->created);
        put_int(&b, c->token->expires);
        break;
    case BM_CHANGE_NO_TOKEN: put_blob(&b, c->token->hash, sizeof c->token->hash); break;
    case BM_CHANGE_VARIANT:
        bind_text(&b, c->variant->name);
        bind_text(&b, c->variant->owner);
        put_int(&b, c->variant->created);
        put_bytes(&b, c->variant->text, c->variant->len);
        break;
    case BM_CHANGE_NO_TOKENS:
    case BM_CHANGE_NO_ACCOUNT: bind_text(&b, c->account->id); break;
    case BM_CHANGE_RENAME_EVENTS:
    case BM_CHANGE_RENAME_GAMES:
    case BM_CHANGE_RENAME_VARIANTS:
    case BM_CHANGE_RENAME_STUDY_OWNERS:
    case BM_CHANGE_RENAME_STUDIES:
        bind_text(&b, c->rename->from);
        bind_text(&b, c->rename->to);
        bind_text(&b, c->rename->before);
        bind_text(&b, c->rename->after);
        break;
    case BM_CHANGE_QUOTA:
        bind_text(&b, c->quota->subject);
        put_int(&b, c->quota->kind);
        put_int(&b, c->quota->day);
        put_int(&b, c->quota->used);
        break;
    case BM_CHANGE_VALUE:
        bind_text(&b, c->value.name);
        put_blob(&b, c->value.bytes, c->value.len);
        break;
    case BM_CHANGE_DEADLINE:
        bind_text(&b, c->deadline->game);
        put_int(&b, c->deadline->at);
        put_int(&b, c->deadline->left);
        put_int(&b, c->deadline->slow);
        break;
    case BM_CHANGE_NO_DEADLINE: bind_text(&b, c->deadline->game); break;
    case BM_CHANGE_DEADLINES:
        put_int(&b, c->moved.now);
        put_int(&b, c->moved.away);
        break;
    case BM_CHANGE_BLOCK:
        bind_text(&b, c->block->account);
        bind_text(&b, c->block->blocked);
        put_int(&b, c->block->created);
        break;
    case BM_CHANGE_NO_BLOCK:
        bind_text(&b, c->block->account);
        bind_text(&b, c->block->blocked);
        break;
    case BM_CHANGE_ARCHIVE:
        bind_text(&b, c->archive->account);
        bind_text(&b, c->archive->id);
        put_int(&b, c->archive->version);
        put_int(&b, c->archive->changed);
        put_int(&b, c->archive->deleted);
        put_int(&b, (int64_t)c->archive->len);
        put_bytes(&b, c->archive->body, c->archive->len);
        break;
    case BM_CHANGE_STUDY:
        bind_text(&b, c->study->id);
        bind_text(&b, c->study->owner);
        put_int(&b, c->study->created);
        put_bytes(&b, c->study->text, c->study->len);
        break;
    case BM_CHANGE_NO_STUDY: bind_text(&b, c->study->id); break;
    case BM_CHANGE_NO_STUDIES: bind_text(&b, c->study->owner); break;
    case BM_CHANGE_TRIM_ARCHIVE:
        bind_text(&b, c->trim.account);
        put_int(&b, c->trim.most);
        break;
    }
    return b.rc;
}

/* What one change comes to: *status is that of its put, if the transaction goes on. */
static int apply_change(struct bm_store *s, const struct bm_change *c,
                        enum bm_store_status *status)
{
    sqlite3_stmt *const st = s->writes[BM_WRITE_CHANGE + c->kind];
    int rc = bind_change(st, c);
    if (rc == SQLITE_OK)
        rc = bm_store_step(st);
    if (rc == SQLITE_CONSTRAINT_FOREIGNKEY) {
        *status = BM_STORE_MISSING;
    } else if ((rc & 0xff) == SQLITE_CONSTRAINT) {
        *status = BM_STORE_TAKEN;
    } else if (rc != SQLITE_OK) {
        return rc;
    } else if (sqlite3_changes(s->writer) == 0) {
        if (c->kind == BM_CHANGE_EVENT || c->kind == BM_CHANGE_ACCOUNT ||
            c->kind == BM_CHANGE_ARCHIVE || c->kind == BM_CHANGE_STUDY_EVENT)
            *status = BM_STORE_TAKEN;
        else if (c->kind == BM_CHANGE_PASSWORD || c->kind == BM_CHANGE_NO_ACCOUNT ||
                 c->kind == BM_CHANGE_NO_STUDY)
            *status = BM_STORE_MISSING;
    }
    return SQLITE_OK;
}

int bm_store_apply(struct bm_store *s, struct bm_put *p)
{
    int rc = SQLITE_OK;
    /* One change is all or nothing by itself. */
    const bool several = p->count > 1;
    if (several)
        rc = bm_store_step(s->writes[BM_WRITE_SAVE]);
    for (size_t i = 0; i < p->count && rc == SQLITE_OK && p->status == BM_STORE_OK; i++)
        rc = apply_change(s, &p->changes[i], &p->status);
    if (several && rc == SQLITE_OK && p->status != BM_STORE_OK)
        rc = bm_store_step(s->writes[BM_WRITE_BACK]);
    if (several && rc == SQLITE_OK)
        rc = bm_store_step(s->writes[BM_WRITE_RELEASE]);
    return rc;
}
