/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as a message of a shared study: it is refused with a reason, or is an edit within
 * its bounds, whose event is JSON that says the same.
 */
#include "fuzz.h"
#include "server/study/study_edit.h"

static size_t count_words(const char *text)
{
    size_t count = *text != '\0';
    for (; *text; text++)
        count += *text == ' ';
    return count;
}

static void check_edit(const struct bm_client_message *m)
{
    const char *const text = m->text ? m->text : "";
    if (bm_study_edit_check(m))
        return;
    REQUIRE(strlen(m->path) <= BM_STUDY_PATH);
    REQUIRE(strlen(text) <= BM_STUDY_PATH);
    REQUIRE(strcmp(m->edit, "nags") != 0 || count_words(text) <= BM_STUDY_NAGS);
    REQUIRE(strcmp(m->edit, "marks") != 0 || count_words(text) <= BM_STUDY_MARKS);
    REQUIRE(strcmp(m->edit, "node") != 0 || (m->path[0] != '\0' && text[0] == '\0'));
    /* A path has no word twice empty: it can be cut at its blanks and put together again. */
    REQUIRE(m->path[0] != ' ' && !strstr(m->path, "  "));
    struct bm_buf out = {0};
    bm_buf_text(&out, "{\"k\":");
    bm_json_quote(&out, m->edit, strlen(m->edit));
    bm_message_text(&out, "path", m->path);
    bm_message_text(&out, "text", text);
    bm_buf_char(&out, '}');
    json_t *const again = json_loadb(out.s, out.len, JSON_REJECT_DUPLICATES, NULL);
    REQUIRE(again != NULL);
    REQUIRE(strcmp(json_string_value(json_object_get(again, "path")), m->path) == 0);
    REQUIRE(strcmp(json_string_value(json_object_get(again, "text")), text) == 0);
    json_decref(again);
    bm_buf_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *why = NULL;
    char wrong[160] = "";
    struct bm_client_message m;
    json_t *const json = bm_message_load((const char *)data, size, &why);
    if (!json) {
        REQUIRE(why != NULL);
        return 0;
    }
    if (bm_client_message_parse(&m, json, wrong, sizeof wrong)) {
        REQUIRE(m.kind != BM_CLIENT_EDIT || (m.edit && m.path));
        if (m.kind == BM_CLIENT_EDIT)
            check_edit(&m);
        else if (m.kind == BM_CLIENT_AT)
            (void)bm_study_is_path(m.path);
    } else {
        REQUIRE(wrong[0] != '\0');
    }
    json_decref(json);
    return 0;
}
