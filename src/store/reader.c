/* SPDX-License-Identifier: MIT */
#include <limits.h>

#include "store/store_internal.h"

/* Every way out of a read resets its statement: a transaction that is left open would keep the
 * log from being carried over, and show what is old. */

static void get_text(sqlite3_stmt *st, int column, char *out, size_t cap)
{
    const char *const s = (const char *)sqlite3_column_text(st, column);
    const size_t len = (size_t)sqlite3_column_bytes(st, column);
    const size_t n = !s ? 0 : len < cap ? len : cap - 1;
    memset(out + n, 0, cap - n);
    if (n != 0)
        memcpy(out, s, n);
}

#define GET_TEXT(st, column, member) get_text(st, column, member, sizeof(member))

/* A text of any length, in the statement's memory. */
static const char *get_bytes(sqlite3_stmt *st, int column, size_t *len)
{
    const char *const s = (const char *)sqlite3_column_text(st, column);
    *len = (size_t)sqlite3_column_bytes(st, column);
    return s ? s : "";
}

/* Make a text outlive its statement. */
static bool copy_text_column(struct bm_store *s, const char **text, size_t len)
{
    s->text.len = 0;
    s->text.failed = false;
    bm_buf_bytes(&s->text, *text, len);
    bm_buf_char(&s->text, '\0');
    *text = s->text.s;
    return !s->text.failed;
}

static void get_game(sqlite3_stmt *st, struct bm_game_row *row)
{
    GET_TEXT(st, 0, row->id);
    GET_TEXT(st, 1, row->variant);
    row->created = sqlite3_column_int64(st, 2);
    row->changed = sqlite3_column_int64(st, 3);
    row->stage = (unsigned)sqlite3_column_int64(st, 4);
    row->plies = (unsigned)sqlite3_column_int64(st, 5);
    row->listed = sqlite3_column_int64(st, 6) != 0;
    GET_TEXT(st, 7, row->player[0]);
    GET_TEXT(st, 8, row->player[1]);
    row->head = get_bytes(st, 9, &row->head_len);
    row->engine = sqlite3_column_int64(st, 10) != 0;
    row->rowid = sqlite3_column_int64(st, 11);
}

static void get_event(sqlite3_stmt *st, struct bm_event_row *row)
{
    size_t len;
    GET_TEXT(st, 0, row->game);
    row->seq = (uint64_t)sqlite3_column_int64(st, 1);
    row->ts = sqlite3_column_int64(st, 2);
    row->kind = get_bytes(st, 3, &len);
    row->body = get_bytes(st, 4, &row->len);
}

static void get_account(sqlite3_stmt *st, struct bm_account_row *row)
{
    GET_TEXT(st, 0, row->id);
    GET_TEXT(st, 1, row->name);
    GET_TEXT(st, 2, row->folded);
    GET_TEXT(st, 3, row->hash);
    row->created = sqlite3_column_int64(st, 4);
    GET_TEXT(st, 5, row->skeleton);
}

static void get_token(sqlite3_stmt *st, struct bm_token_row *row)
{
    const void *const hash = sqlite3_column_blob(st, 0);
    const size_t len = (size_t)sqlite3_column_bytes(st, 0);
    memset(row->hash, 0, sizeof row->hash);
    if (hash && len == sizeof row->hash)
        memcpy(row->hash, hash, len);
    GET_TEXT(st, 1, row->account);
    GET_TEXT(st, 2, row->scopes);
    GET_TEXT(st, 3, row->label);
    row->created = sqlite3_column_int64(st, 4);
    row->expires = sqlite3_column_int64(st, 5);
}

static void get_variant(sqlite3_stmt *st, struct bm_variant_row *row)
{
    GET_TEXT(st, 0, row->name);
    GET_TEXT(st, 1, row->owner);
    row->created = sqlite3_column_int64(st, 2);
    row->text = get_bytes(st, 3, &row->len);
}

/* What a step without a row means: the end, or trouble. */
static enum bm_store_status finish_statement(sqlite3_stmt *st, int rc,
                                             enum bm_store_status at_end)
{
    (void)sqlite3_reset(st);
    return rc == SQLITE_ROW ? BM_STORE_OK : rc == SQLITE_DONE ? at_end : BM_STORE_FAILED;
}

static sqlite3_stmt *read_by_text(struct bm_store *s, enum bm_read what, const char *key)
{
    sqlite3_stmt *const st = s->reads[what];
    (void)sqlite3_bind_text(st, 1, key, -1, SQLITE_STATIC); /* cannot fail on a reset one */
    return st;
}

enum bm_store_status bm_store_game(struct bm_store *s, const char *id, struct bm_game_row *out)
{
    sqlite3_stmt *const st = read_by_text(s, BM_READ_GAME, id);
    int rc = sqlite3_step(st);
    if (rc == SQLITE_ROW) {
        get_game(st, out);
        if (!copy_text_column(s, &out->head, out->head_len))
            rc = SQLITE_NOMEM;
    }
    return finish_statement(st, rc, BM_STORE_MISSING);
}

static enum bm_store_status read_events(
    struct bm_store *s, enum bm_read what, const char *key, uint64_t since,
    bool (*each)(void *user, const struct bm_event_row *row), void *user)
{
    sqlite3_stmt *const st = read_by_text(s, what, key);
    struct bm_event_row row = {.person = NULL};
    int rc;
    (void)sqlite3_bind_int64(st, 2, (int64_t)(since < INT64_MAX ? since : INT64_MAX));
    while ((rc = sqlite3_step(st)) == SQLITE_ROW) {
        get_event(st, &row);
        if (!each(user, &row))
            break;
    }
    return finish_statement(st, rc, BM_STORE_OK);
}

enum bm_store_status bm_store_events(struct bm_store *s, const char *game, uint64_t since,
                                     bool (*each)(void *user, const struct bm_event_row *row),
                                     void *user)
{
    return read_events(s, BM_READ_EVENTS, game, since, each, user);
}

enum bm_store_status bm_store_games(struct bm_store *s, const char *player, unsigned stage,
                                    struct bm_games_cursor after, unsigned most,
                                    bool (*each)(void *user, const struct bm_game_row *row),
                                    void *user)
{
    const bool any = stage == UINT_MAX;
    sqlite3_stmt *const st = s->reads[player ? any ? BM_READ_PLAYED : BM_READ_PLAYED_STAGE
                                      : any  ? BM_READ_LISTED
                                             : BM_READ_LISTED_STAGE];
    struct bm_game_row row;
    int rc;
    (void)sqlite3_bind_int64(st, 1, after.changed);
    (void)sqlite3_bind_int64(st, 2, after.rowid);
    (void)sqlite3_bind_int64(st, 3, most);
    if (!any)
        (void)sqlite3_bind_int64(st, 4, stage);
    if (player)
        (void)sqlite3_bind_text(st, 5, player, -1, SQLITE_STATIC);
    while ((rc = sqlite3_step(st)) == SQLITE_ROW) {
        get_game(st, &row);
        if (!each(user, &row))
            break;
    }
    return finish_statement(st, rc, BM_STORE_OK);
}

enum bm_store_status bm_store_games_live(struct bm_store *s, unsigned most,
                                         bool (*each)(void *user,
                                                      const struct bm_game_row *row),
                                         void *user)
{
    sqlite3_stmt *const st = s->reads[BM_READ_LIVE];
    struct bm_game_row row;
    int rc;
    (void)sqlite3_bind_int64(st, 1, most);
    while ((rc = sqlite3_step(st)) == SQLITE_ROW) {
        get_game(st, &row);
        if (!each(user, &row))
            break;
    }
    return finish_statement(st, rc, BM_STORE_OK);
}

enum bm_store_status bm_store_count_live(struct bm_store *s, unsigned most, unsigned *count)
{
    sqlite3_stmt *const st = s->reads[BM_READ_LIVE_COUNT];
    (void)sqlite3_bind_int64(st, 1, most);
    const int rc = sqlite3_step(st);
    if (rc == SQLITE_ROW)
        *count = (unsigned)sqlite3_column_int64(st, 0);
    return finish_statement(st, rc, BM_STORE_FAILED);
}

enum bm_store_status bm_store_engine_game(struct bm_store *s, const char *player)
{
    sqlite3_stmt *const st = read_by_text(s, BM_READ_ENGINE, player);
    return finish_statement(st, sqlite3_step(st), BM_STORE_MISSING);
}

/* ---- Deadlines ---- */

static void get_deadline(sqlite3_stmt *st, struct bm_deadline_row *row)
{
    GET_TEXT(st, 0, row->game);
    row->at = sqlite3_column_int64(st, 1);
    row->left = sqlite3_column_int64(st, 2);
    row->slow = sqlite3_column_int64(st, 3) != 0;
}

enum bm_store_status bm_store_deadline(struct bm_store *s, const char *game,
                                       struct bm_deadline_row *out)
{
    sqlite3_stmt *const st = read_by_text(s, BM_READ_DEADLINE, game);
    const int rc = sqlite3_step(st);
    if (rc == SQLITE_ROW)
        get_deadline(st, out);
    return finish_statement(st, rc, BM_STORE_MISSING);
}

enum bm_store_status bm_store_deadlines(
    struct bm_store *s, int64_t at, const char *game, int64_t until, unsigned most,
    bool (*each)(void *user, const struct bm_deadline_row *row), void *user)
{
    sqlite3_stmt *const st = s->reads[BM_READ_DEADLINES];
    struct bm_deadline_row row;
    int rc;
    (void)sqlite3_bind_int64(st, 1, at);
    (void)sqlite3_bind_text(st, 2, game, -1, SQLITE_STATIC);
    (void)sqlite3_bind_int64(st, 3, until);
    (void)sqlite3_bind_int64(st, 4, most);
    while ((rc = sqlite3_step(st)) == SQLITE_ROW) {
        get_deadline(st, &row);
        if (!each(user, &row))
            break;
    }
    return finish_statement(st, rc, BM_STORE_OK);
}

/* ---- Blocked accounts ---- */

enum bm_store_status bm_store_block(struct bm_store *s, const char *account,
                                    const char *blocked)
{
    sqlite3_stmt *const st = read_by_text(s, BM_READ_BLOCK, account);
    (void)sqlite3_bind_text(st, 2, blocked, -1, SQLITE_STATIC);
    return finish_statement(st, sqlite3_step(st), BM_STORE_MISSING);
}

enum bm_store_status bm_store_blocks(struct bm_store *s, const char *account, const char *after,
                                     unsigned most,
                                     bool (*each)(void *user, const struct bm_block_row *row),
                                     void *user)
{
    sqlite3_stmt *const st = read_by_text(s, BM_READ_BLOCKS, account);
    struct bm_block_row row = {.account = ""};
    int rc;
    (void)sqlite3_bind_text(st, 2, after, -1, SQLITE_STATIC);
    (void)sqlite3_bind_int64(st, 3, most);
    while ((rc = sqlite3_step(st)) == SQLITE_ROW) {
        GET_TEXT(st, 0, row.blocked);
        GET_TEXT(st, 1, row.name);
        row.created = sqlite3_column_int64(st, 2);
        if (!each(user, &row))
            break;
    }
    return finish_statement(st, rc, BM_STORE_OK);
}

/* ---- People ---- */

static enum bm_store_status find_account(sqlite3_stmt *st, struct bm_account_row *out)
{
    const int rc = sqlite3_step(st);
    if (rc == SQLITE_ROW)
        get_account(st, out);
    return finish_statement(st, rc, BM_STORE_MISSING);
}

enum bm_store_status bm_store_account(struct bm_store *s, const char *id,
                                      struct bm_account_row *out)
{
    return find_account(read_by_text(s, BM_READ_ACCOUNT, id), out);
}

enum bm_store_status bm_store_account_named(struct bm_store *s, const char *folded,
                                            struct bm_account_row *out)
{
    return find_account(read_by_text(s, BM_READ_ACCOUNT_NAMED, folded), out);
}

enum bm_store_status bm_store_account_alike(struct bm_store *s, const char *skeleton,
                                            struct bm_account_row *out)
{
    return find_account(read_by_text(s, BM_READ_ACCOUNT_ALIKE, skeleton), out);
}

enum bm_store_status bm_store_token(struct bm_store *s, const unsigned char hash[32],
                                    struct bm_token_row *out)
{
    sqlite3_stmt *const st = s->reads[BM_READ_TOKEN];
    (void)sqlite3_bind_blob(st, 1, hash, sizeof out->hash, SQLITE_STATIC);
    const int rc = sqlite3_step(st);
    if (rc == SQLITE_ROW)
        get_token(st, out);
    return finish_statement(st, rc, BM_STORE_MISSING);
}

enum bm_store_status bm_store_tokens(struct bm_store *s, const char *account,
                                     bool (*each)(void *user, const struct bm_token_row *row),
                                     void *user)
{
    sqlite3_stmt *const st = read_by_text(s, BM_READ_TOKENS, account);
    struct bm_token_row row;
    int rc;
    while ((rc = sqlite3_step(st)) == SQLITE_ROW) {
        get_token(st, &row);
        if (!each(user, &row))
            break;
    }
    return finish_statement(st, rc, BM_STORE_OK);
}

enum bm_store_status bm_store_variant(struct bm_store *s, const char *name,
                                      struct bm_variant_row *out)
{
    sqlite3_stmt *const st = read_by_text(s, BM_READ_VARIANT, name);
    int rc = sqlite3_step(st);
    if (rc == SQLITE_ROW) {
        get_variant(st, out);
        if (!copy_text_column(s, &out->text, out->len))
            rc = SQLITE_NOMEM;
    }
    return finish_statement(st, rc, BM_STORE_MISSING);
}

enum bm_store_status bm_store_variants(struct bm_store *s, unsigned most,
                                       bool (*each)(void *user, const struct bm_variant_row *r),
                                       void *user)
{
    sqlite3_stmt *const st = s->reads[BM_READ_VARIANTS];
    struct bm_variant_row row;
    int rc;
    (void)sqlite3_bind_int64(st, 1, most);
    while ((rc = sqlite3_step(st)) == SQLITE_ROW) {
        get_variant(st, &row);
        if (!each(user, &row))
            break;
    }
    return finish_statement(st, rc, BM_STORE_OK);
}

/* ---- Archives ---- */

static void get_archive(sqlite3_stmt *st, struct bm_archive_row *row)
{
    GET_TEXT(st, 0, row->account);
    GET_TEXT(st, 1, row->id);
    row->version = sqlite3_column_int64(st, 2);
    row->serial = sqlite3_column_int64(st, 3);
    row->changed = sqlite3_column_int64(st, 4);
    row->deleted = sqlite3_column_int64(st, 5) != 0;
    row->body = "";
    row->len = 0;
}

enum bm_store_status bm_store_archive(
    struct bm_store *s, const char *account, int64_t after, unsigned most,
    bool (*each)(void *user, const struct bm_archive_row *row), void *user)
{
    sqlite3_stmt *const st = read_by_text(s, BM_READ_ARCHIVE, account);
    struct bm_archive_row row;
    int rc;
    (void)sqlite3_bind_int64(st, 2, after);
    (void)sqlite3_bind_int64(st, 3, most);
    while ((rc = sqlite3_step(st)) == SQLITE_ROW) {
        get_archive(st, &row);
        row.body = get_bytes(st, 7, &row.len);
        if (!each(user, &row))
            break;
    }
    return finish_statement(st, rc, BM_STORE_OK);
}

enum bm_store_status bm_store_archived(struct bm_store *s, const char *account, const char *id,
                                       struct bm_archive_row *out)
{
    sqlite3_stmt *const st = read_by_text(s, BM_READ_ARCHIVED, account);
    (void)sqlite3_bind_text(st, 2, id, -1, SQLITE_STATIC);
    const int rc = sqlite3_step(st);
    if (rc == SQLITE_ROW)
        get_archive(st, out);
    return finish_statement(st, rc, BM_STORE_MISSING);
}

enum bm_store_status bm_store_archive_size(struct bm_store *s, const char *account,
                                           int64_t *count, int64_t *bytes)
{
    sqlite3_stmt *const st = read_by_text(s, BM_READ_ARCHIVE_SIZE, account);
    const int rc = sqlite3_step(st);
    if (rc == SQLITE_ROW) {
        *count = sqlite3_column_int64(st, 0);
        *bytes = sqlite3_column_int64(st, 1);
    }
    return finish_statement(st, rc, BM_STORE_FAILED);
}

/* ---- Studies ---- */

enum bm_store_status bm_store_study(struct bm_store *s, const char *id,
                                    struct bm_study_row *out)
{
    sqlite3_stmt *const st = read_by_text(s, BM_READ_STUDY, id);
    int rc = sqlite3_step(st);
    if (rc == SQLITE_ROW) {
        GET_TEXT(st, 0, out->id);
        GET_TEXT(st, 1, out->owner);
        out->created = sqlite3_column_int64(st, 2);
        out->text = get_bytes(st, 3, &out->len);
        if (!copy_text_column(s, &out->text, out->len))
            rc = SQLITE_NOMEM;
    }
    return finish_statement(st, rc, BM_STORE_MISSING);
}

enum bm_store_status bm_store_study_events(
    struct bm_store *s, const char *study, uint64_t since,
    bool (*each)(void *user, const struct bm_event_row *row), void *user)
{
    return read_events(s, BM_READ_STUDY_EVENTS, study, since, each, user);
}

enum bm_store_status bm_store_study_size(struct bm_store *s, const char *study, uint64_t *seq,
                                         uint64_t *bytes)
{
    sqlite3_stmt *const st = read_by_text(s, BM_READ_STUDY_SIZE, study);
    const int rc = sqlite3_step(st);
    if (rc == SQLITE_ROW) {
        *seq = (uint64_t)sqlite3_column_int64(st, 0);
        *bytes = (uint64_t)sqlite3_column_int64(st, 1);
    }
    return finish_statement(st, rc, BM_STORE_FAILED);
}

enum bm_store_status bm_store_sanctions(
    struct bm_store *s, bool (*each)(void *user, const struct bm_sanction_row *row), void *user)
{
    sqlite3_stmt *const st = s->reads[BM_READ_SANCTIONS];
    struct bm_sanction_row row;
    int rc;
    while ((rc = sqlite3_step(st)) == SQLITE_ROW) {
        GET_TEXT(st, 0, row.subject);
        row.kind = sqlite3_column_int64(st, 1) == BM_SANCTION_MUTE ? BM_SANCTION_MUTE
                                                                   : BM_SANCTION_BAN;
        row.until = sqlite3_column_int64(st, 2);
        row.created = sqlite3_column_int64(st, 3);
        GET_TEXT(st, 4, row.reason);
        if (!each(user, &row))
            break;
    }
    return finish_statement(st, rc, BM_STORE_OK);
}

enum bm_store_status bm_store_quota(struct bm_store *s, const char *subject, unsigned kind,
                                    struct bm_quota_row *out)
{
    sqlite3_stmt *const st = read_by_text(s, BM_READ_QUOTA, subject);
    (void)sqlite3_bind_int64(st, 2, kind);
    const int rc = sqlite3_step(st);
    if (rc == SQLITE_ROW) {
        GET_TEXT(st, 0, out->subject);
        out->kind = kind;
        out->day = sqlite3_column_int64(st, 2);
        out->used = sqlite3_column_int64(st, 3);
    }
    return finish_statement(st, rc, BM_STORE_MISSING);
}

enum bm_store_status bm_store_value(struct bm_store *s, const char *name, struct bm_buf *out)
{
    sqlite3_stmt *const st = read_by_text(s, BM_READ_VALUE, name);
    int rc = sqlite3_step(st);
    if (rc == SQLITE_ROW) {
        bm_buf_bytes(out, sqlite3_column_blob(st, 0), (size_t)sqlite3_column_bytes(st, 0));
        if (out->failed)
            rc = SQLITE_NOMEM;
    }
    return finish_statement(st, rc, BM_STORE_MISSING);
}
