/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/buf.h"
#include "engine/engine_spec.h"
#include "notation/text.h"

struct spec_reader {
    const char *text, *at;
    struct bm_buf word; /* the last that was read */
    struct bm_error *err;
};

static bm_status refuse_spec(const struct spec_reader *r, const char *at, const char *what)
{
    return bm_text_fail(r->err, BM_ESYNTAX, (uint32_t)(at - r->text) + 1, what);
}

static bm_status spec_no_memory(const struct spec_reader *r, bm_status status)
{
    return status == BM_ENOMEM ? bm_text_fail(r->err, status, 0, bm_status_text(status))
                               : status;
}

static void pass_blanks(struct spec_reader *r)
{
    while (bm_text_blank(*r->at))
        r->at++;
}

/* What is in quotes; r->at is the first of them. */
static bm_status take_quoted(struct spec_reader *r)
{
    const char *const begin = r->at;
    const char quote = *r->at++;
    while (*r->at != '\0' && *r->at != quote) {
        if (quote == '"' && *r->at == '\\' && (r->at[1] == '"' || r->at[1] == '\\'))
            r->at++;
        bm_buf_char(&r->word, *r->at++);
    }
    if (*r->at == '\0')
        return refuse_spec(r, begin, "the quote that begins here does not end");
    r->at++;
    return BM_OK;
}

/*
 * Read up to one of `stops`, or the end of the text. Blanks before are passed over; those at
 * the end do not count, if they are none of the stops.
 */
static bm_status take_until(struct spec_reader *r, const char *stops)
{
    bm_status status = BM_OK;
    size_t solid = 0; /* without the blanks at its end */
    r->word.len = 0;
    pass_blanks(r);
    while (!status && *r->at != '\0' && !strchr(stops, *r->at)) {
        const bool blank = bm_text_blank(*r->at);
        if (*r->at == '"' || *r->at == '\'') {
            status = take_quoted(r);
        } else if (*r->at == '\\' && r->at[1] == '\0') {
            status = refuse_spec(r, r->at, "a backslash needs a character behind it");
        } else {
            r->at += *r->at == '\\';
            bm_buf_char(&r->word, *r->at++);
        }
        if (!blank)
            solid = r->word.len;
    }
    r->word.len = solid;
    bm_buf_char(&r->word, '\0');
    if (!status && r->word.failed)
        status = spec_no_memory(r, BM_ENOMEM);
    return status;
}

/* "NAME=VALUE", or "NAME" for a button; up to ';' or ']'. */
static bm_status take_option(struct spec_reader *r, struct bm_engine_spec *spec)
{
    const char *const begin = r->at;
    bm_status status = take_until(r, "=;]");
    if (status)
        return status;
    if (*r->word.s == '\0')
        return refuse_spec(r, r->at,
                           "the name of an option is missing: [NAME=VALUE; NAME=VALUE]");
    struct bm_buf name = r->word;
    r->word = (struct bm_buf){0};
    if (*r->at == '=') {
        r->at++;
        status = take_until(r, ";]");
    } else {
        bm_buf_char(&r->word, '\0');
    }
    if (!status && r->word.failed)
        status = BM_ENOMEM;
    if (!status)
        status = bm_spec_set_option(spec, name.s, r->word.s);
    bm_buf_free(&name);
    if (status == BM_EINVAL)
        return refuse_spec(r, begin, "an option is one line");
    return spec_no_memory(r, status);
}

/* What is in brackets; r->at is the first of them. */
static bm_status take_options(struct spec_reader *r, struct bm_engine_spec *spec)
{
    const char *const begin = r->at++;
    for (;;) {
        pass_blanks(r);
        if (*r->at == ']')
            break;
        const bm_status status = *r->at != '\0' ? take_option(r, spec) : BM_OK;
        if (status)
            return status;
        if (*r->at == '\0')
            return refuse_spec(r, begin, "the bracket that begins here does not end");
        r->at += *r->at == ';';
    }
    r->at++;
    pass_blanks(r);
    if (*r->at != '\0')
        return refuse_spec(r, r->at, "nothing may follow the options in brackets");
    return BM_OK;
}

static bm_status take_all(struct spec_reader *r, struct bm_engine_spec *spec)
{
    static const char missing[] = "the command is missing: a program, perhaps with arguments";
    for (pass_blanks(r); *r->at != '\0' && *r->at != '['; pass_blanks(r)) {
        const char *const begin = r->at;
        bm_status status = take_until(r, " \t\r\n");
        if (status)
            return status;
        if (!spec->command && *r->word.s == '\0')
            return refuse_spec(r, begin, missing);
        status = spec->command ? bm_spec_add_arg(spec, r->word.s)
                               : bm_spec_set(&spec->command, r->word.s);
        if (status)
            return spec_no_memory(r, status);
    }
    if (!spec->command)
        return refuse_spec(r, r->at, missing);
    return *r->at == '[' ? take_options(r, spec) : BM_OK;
}

bm_status bm_spec_parse(struct bm_engine_spec *spec, const char *text, struct bm_error *err)
{
    struct spec_reader r = {.text = text, .at = text, .err = err};
    bm_spec_init(spec);
    bm_status status = take_all(&r, spec);
    if (!status) {
        const char *const slash = strrchr(spec->command, '/');
        const char *const name = slash && slash[1] != '\0' ? slash + 1 : spec->command;
        status = spec_no_memory(&r, bm_spec_set(&spec->name, name));
    }
    bm_buf_free(&r.word);
    if (status)
        bm_spec_fini(spec);
    return status;
}
