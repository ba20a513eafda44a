/* SPDX-License-Identifier: MIT */

/* From engines to the text of a registry, one member a line, so that people can edit it. */

#include <string.h>

#include "base/json.h"
#include "engine/registry.h"

static void write_quoted(struct bm_buf *out, const char *text)
{
    bm_json_quote(out, text, strlen(text));
}

/* Begin a member of an engine. */
static void write_engine_key(struct bm_buf *out, const char *name)
{
    bm_buf_text(out, ",\n      ");
    write_quoted(out, name);
    bm_buf_text(out, ": ");
}

static void text_member(struct bm_buf *out, const char *name, const char *value)
{
    if (value) {
        write_engine_key(out, name);
        write_quoted(out, value);
    }
}

static void list_member(struct bm_buf *out, const char *name, char *const *texts, size_t count)
{
    if (count == 0)
        return;
    write_engine_key(out, name);
    for (size_t i = 0; i < count; i++) {
        bm_buf_text(out, i == 0 ? "[" : ", ");
        write_quoted(out, texts[i]);
    }
    bm_buf_char(out, ']');
}

static void options_member(struct bm_buf *out, const struct bm_engine_spec *spec)
{
    if (spec->options_count == 0)
        return;
    write_engine_key(out, "options");
    for (size_t i = 0; i < spec->options_count; i++) {
        bm_buf_text(out, i == 0 ? "{" : ", ");
        write_quoted(out, spec->options[i].name);
        bm_buf_text(out, ": ");
        write_quoted(out, spec->options[i].value);
    }
    bm_buf_char(out, '}');
}

/* Those that are not the usual ones. */
static void deadlines_member(struct bm_buf *out, const struct bm_engine_spec *spec)
{
    struct bm_engine_spec usual;
    const char *name;
    int64_t ms, usual_ms;
    bool any = false;
    bm_spec_init(&usual);
    for (unsigned i = 0; (name = bm_spec_deadline_name(spec, i, &ms)); i++) {
        if (!bm_spec_deadline_name(&usual, i, &usual_ms) || ms == usual_ms)
            continue;
        if (!any)
            write_engine_key(out, "deadlines");
        bm_buf_text(out, any ? ", " : "{");
        write_quoted(out, name);
        bm_buf_text(out, ": ");
        bm_json_int(out, ms);
        any = true;
    }
    if (any)
        bm_buf_char(out, '}');
}

static void format_engine(struct bm_buf *out, const struct bm_engine_spec *spec)
{
    bm_buf_text(out, "    {\n      \"name\": ");
    write_quoted(out, spec->name);
    text_member(out, "command", spec->command);
    list_member(out, "args", spec->args, spec->args_count);
    text_member(out, "dir", spec->dir);
    if (spec->proto != BM_SPEC_AUTO)
        text_member(out, "protocol", spec->proto == BM_SPEC_UCI ? "uci" : "usi");
    options_member(out, spec);
    list_member(out, "variants", spec->variants, spec->variants_count);
    deadlines_member(out, spec);
    if (spec->more) {
        bm_buf_text(out, ",\n      ");
        bm_buf_text(out, spec->more);
    }
    bm_buf_text(out, "\n    }");
}

void bm_registry_format(const struct bm_registry *r, struct bm_buf *out)
{
    bm_buf_text(out, "{\n  \"format\": 1,\n  \"engines\": [");
    for (size_t i = 0; i < r->count; i++) {
        bm_buf_text(out, i == 0 ? "\n" : ",\n");
        format_engine(out, &r->engines[i]);
    }
    bm_buf_text(out, r->count ? "\n  ]" : "]");
    if (r->more) {
        bm_buf_text(out, ",\n  ");
        bm_buf_text(out, r->more);
    }
    bm_buf_text(out, "\n}\n");
}
