/* SPDX-License-Identifier: MIT */
/* Shared studies over HTTP: begin, read, delete. What happens in one goes over its socket. */
#include <stdio.h>
#include <stdlib.h>

#include "server/app/quota.h"
#include "server/game/game_manager.h"
#include "server/game/game_routes.h"
#include "server/http/routes.h"
#include "server/study/study_room.h"

enum {
    TITLE = 200,
    RECORD = 262144, /* bytes of the record that it begins with */
    RULES = 65536
};

struct study_begin {
    struct bm_api_request *req;
    struct bm_study_row row;
    struct bm_buf text;
};

static void on_begun(void *user, enum bm_store_status status)
{
    struct study_begin *const b = user;
    struct bm_api_request *const req = b->req;
    char key[BM_STUDY_KEY];
    struct bm_buf out = {0};
    if (status) {
        bm_api_reply_store_problem(req, status);
    } else {
        bm_quota_use(req, BM_QUOTA_STUDIES, 1);
        bm_quota_use(req, BM_QUOTA_BYTES, (int64_t)b->text.len);
        bm_study_key(req->server, b->row.id, key);
        bm_api_put_text(&out, "{\"id\":", b->row.id);
        bm_message_text(&out, "key", key);
        bm_buf_char(&out, '}');
        bm_api_reply_json(req, 201, &out);
    }
    bm_buf_free(&b->text);
    free(b);
}

/* A text of the body, at most so long; NULL: the request was answered. */
static const char *read_study_text(struct bm_api_request *req, const char *name, size_t most,
                                   bool needed)
{
    const char *text = NULL;
    if (!bm_api_body_string(req, name, &text))
        return NULL;
    if ((needed && !text) || (text && strlen(text) > most)) {
        char want[64];
        (void)snprintf(want, sizeof want, "a text of at most %zu bytes", most);
        (void)bm_api_reply_bad_member(req, name, want);
        return NULL;
    }
    return text ? text : "";
}

static void begin_study(struct bm_api_request *req)
{
    const char *title, *variant, *rules, *record;
    if (!(title = read_study_text(req, "title", TITLE, false)) ||
        !(variant = read_study_text(req, "variant", 72, true)) ||
        !(rules = read_study_text(req, "yaml", RULES, false)) ||
        !(record = read_study_text(req, "record", RECORD, true)) ||
        !bm_quota_check(req, BM_QUOTA_STUDIES, 1))
        return;
    struct study_begin *const b = calloc(1, sizeof *b);
    if (!b) {
        bm_api_reply_no_memory(req);
        return;
    }
    bm_api_put_text(&b->text, "\"title\":", title);
    bm_message_text(&b->text, "variant", variant);
    bm_message_text(&b->text, "yaml", rules);
    bm_message_text(&b->text, "record", record);
    if (b->text.failed || !bm_quota_check(req, BM_QUOTA_BYTES, (int64_t)b->text.len)) {
        if (b->text.failed)
            bm_api_reply_no_memory(req);
        bm_buf_free(&b->text);
        free(b);
        return;
    }
    b->req = req;
    bm_game_new_id(b->row.id);
    memcpy(b->row.owner, req->identity.id, sizeof b->row.owner);
    b->row.created = bm_server_wall();
    b->row.text = b->text.s;
    b->row.len = b->text.len;
    const struct bm_change change = {.kind = BM_CHANGE_STUDY, .study = &b->row};
    bm_store_put(req->server->store, &change, 1, on_begun, b);
}

/* The study of the path; false: the request was answered. */
static bool find_study(struct bm_api_request *req, struct bm_study_row *row)
{
    const enum bm_store_status status = bm_store_study(req->server->store, req->param[0], row);
    if (status == BM_STORE_MISSING)
        bm_api_reply_code(req, BM_CODE_NO_SUCH_STUDY, NULL);
    else if (status)
        bm_api_reply_store_problem(req, status);
    return status == BM_STORE_OK;
}

static void show_study(struct bm_api_request *req)
{
    struct bm_study_row row;
    struct bm_buf out = {0};
    char key[BM_STUDY_KEY];
    if (!find_study(req, &row))
        return;
    bm_api_put_text(&out, "{\"id\":", row.id);
    bm_message_number(&out, "created", row.created);
    if (bm_identity_owns(&req->identity, row.owner)) {
        bm_study_key(req->server, row.id, key);
        bm_message_text(&out, "key", key);
    }
    bm_buf_char(&out, ',');
    bm_buf_bytes(&out, row.text, row.len);
    bm_buf_char(&out, '}');
    bm_api_reply_json(req, 200, &out);
}

static void on_deleted(void *user, enum bm_store_status status)
{
    struct bm_api_request *const req = user;
    if (status == BM_STORE_MISSING)
        bm_api_reply_code(req, BM_CODE_NO_SUCH_STUDY, NULL);
    else if (status)
        bm_api_reply_store_problem(req, status);
    else
        bm_api_reply_empty(req);
}

static void delete_study(struct bm_api_request *req)
{
    struct bm_study_row row;
    if (!find_study(req, &row))
        return;
    if (!bm_identity_owns(&req->identity, row.owner)) {
        bm_api_reply_code(req, BM_CODE_READ_ONLY_LINK, NULL);
        return;
    }
    row.len = 0;
    bm_study_drop(req->server->studies, row.id);
    const struct bm_change change = {.kind = BM_CHANGE_NO_STUDY, .study = &row};
    bm_store_put(req->server->store, &change, 1, on_deleted, req);
}

const struct bm_route bm_routes_studies[] = {
    {BM_METHOD_POST, "/api/v1/studies", begin_study,
     BM_ROUTE_WRITES | BM_ROUTE_PERSON | BM_ROUTE_BODY | BM_ROUTE_RECORD | BM_ROUTE_COSTLY,
     "play",
     "Share a study by link: the record that it begins with. The key lets its holder edit, the "
     "id alone lets read and chat.",
     "{\"type\":\"object\",\"required\":[\"variant\",\"record\"],\"properties\":{\"title\":{"
     "\"type\":\"string\"},\"variant\":{\"type\":\"string\"},\"yaml\":{\"type\":\"string\"},"
     "\"record\":{\"type\":\"string\"}}}",
     NULL, 201, "422 bad_member, 429 quota_exceeded"},
    {BM_METHOD_GET, "/api/v1/studies/{id}", show_study, 0, "read",
     "A shared study as it began; its events come by socket. The owner is told the key.", NULL,
     NULL, 0, "404 no_such_study"},
    {BM_METHOD_DELETE, "/api/v1/studies/{id}", delete_study, BM_ROUTE_WRITES | BM_ROUTE_PERSON,
     "play", "Delete a study of one's own.", NULL, NULL, 204,
     "403 read_only_link, 404 no_such_study"},
    {BM_METHOD_GET, "/ws/v1/study/{id}", bm_study_socket, BM_ROUTE_HIDDEN, "read",
     "A shared study, by web socket.", NULL, "since key lang", 0,
     "404 no_such_study, 503 busy"},
    {.path = NULL},
};
