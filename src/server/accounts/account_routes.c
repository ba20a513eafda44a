/* SPDX-License-Identifier: MIT */
#include "base/json.h"
#include "server/accounts/accounts_internal.h"
#include "server/http/routes.h"

bool bm_api_need_string(struct bm_api_request *req, const char *name, const char **out)
{
    *out = NULL;
    if (!bm_api_body_string(req, name, out))
        return false;
    if (!*out)
        (void)bm_api_reply_bad_member(req, name, "there");
    return *out != NULL;
}

void bm_api_reply_identity(struct bm_api_request *req, unsigned status,
                           const struct bm_identity *identity)
{
    struct bm_buf out = {0};
    bm_buf_text(&out, "{\"id\":");
    bm_json_quote(&out, identity->id, strlen(identity->id));
    bm_buf_text(&out, ",\"name\":");
    bm_json_quote(&out, identity->name, strlen(identity->name));
    bm_buf_text(&out, identity->id[0] == 'u' ? ",\"account\":true" : ",\"account\":false");
    bm_buf_text(&out, identity->by_token ? ",\"by_token\":true" : ",\"by_token\":false");
    bm_buf_text(&out, ",\"scopes\":[");
    bm_scopes_format(identity->scopes, "\"", ",", &out);
    bm_buf_text(&out, "]}\n");
    bm_api_reply_json(req, status, &out);
}

static void run_account(struct bm_api_request *req)
{
    const struct bm_identity identity =
        req->identity; /* the request is freed when it is answered */
    bm_api_reply_identity(req, 200, &identity);
}

#define NAME     "\"name\":{\"type\":\"string\",\"minLength\":2,\"maxLength\":20}"
#define PASSWORD "\"password\":{\"type\":\"string\"}"
#define FRESH    "{\"type\":\"string\",\"minLength\":8,\"maxLength\":1024}"

enum { CHANGES = BM_ROUTE_WRITES | BM_ROUTE_BODY };

const struct bm_route bm_routes_accounts[] = {
    {BM_METHOD_POST, "/api/v1/accounts", bm_accounts_sign_up, CHANGES | BM_ROUTE_ENTRY, NULL,
     "make an account, and log in",
     "{\"type\":\"object\",\"required\":[\"name\",\"password\"],\"properties\":{" NAME
     ",\"password\":" FRESH "}}",
     NULL, 201, "409 name_taken, 422 bad_member, 422 name_reserved, 503 busy"},
    {BM_METHOD_POST, "/api/v1/session", bm_accounts_log_in, CHANGES | BM_ROUTE_ENTRY, NULL,
     "log in",
     "{\"type\":\"object\",\"required\":[\"name\",\"password\"],\"properties\":{" NAME
     "," PASSWORD "}}",
     NULL, 0, "401 bad_login, 422 bad_member, 503 busy"},
    {BM_METHOD_DELETE, "/api/v1/session", bm_accounts_log_out, BM_ROUTE_WRITES, NULL, "log out",
     NULL, NULL, 204, NULL},
    {BM_METHOD_GET, "/api/v1/account", run_account, BM_ROUTE_PERSON, "read",
     "who is asking; who has no cookie gets one", NULL, NULL, 0, NULL},
    {BM_METHOD_POST, "/api/v1/account/password", bm_accounts_change_password,
     CHANGES | BM_ROUTE_ACCOUNT, "account", "change the password; all other sessions end",
     "{\"type\":\"object\",\"required\":[\"password\",\"new_password\"],\"properties\":"
     "{" PASSWORD ",\"new_password\":" FRESH "}}",
     NULL, 204, "403 wrong_password, 422 bad_member, 503 busy"},
    {BM_METHOD_DELETE, "/api/v1/account", bm_accounts_delete, CHANGES | BM_ROUTE_ACCOUNT,
     "account",
     "delete the account with its sessions and tokens; its games stay, without its name",
     "{\"type\":\"object\",\"required\":[\"password\"],\"properties\":{" PASSWORD "}}", NULL,
     204, "403 wrong_password, 422 bad_member, 503 busy"},
    {BM_METHOD_GET, "/api/v1/tokens", bm_accounts_list_tokens, BM_ROUTE_ACCOUNT, "account",
     "tokens for programs", NULL, NULL, 0, NULL},
    {BM_METHOD_POST, "/api/v1/tokens", bm_accounts_make_token, CHANGES | BM_ROUTE_ACCOUNT,
     "account", "make a token; its text is told this once",
     "{\"type\":\"object\",\"required\":[\"label\",\"scopes\"],\"properties\":{\"label\":{"
     "\"type\":\"string\",\"minLength\":1,\"maxLength\":79},\"scopes\":{\"type\":\"array\","
     "\"minItems\":1,\"items\":{\"enum\":[\"read\",\"play\",\"variants\",\"account\"]}},"
     "\"expires_days\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":3650}}}",
     NULL, 201, "409 too_many_tokens, 422 bad_member"},
    {BM_METHOD_DELETE, "/api/v1/tokens/{id}", bm_accounts_end_token,
     BM_ROUTE_WRITES | BM_ROUTE_ACCOUNT, "account", "end a token", NULL, NULL, 204,
     "404 no_such_token"},
    {0}};
