/* SPDX-License-Identifier: MIT */
#ifndef BM_VARIANT_YAML_YAML_SCAN_H
#define BM_VARIANT_YAML_YAML_SCAN_H

/* The text of a YAML file, while it is read: where the reader is, and its scalars. */

#include "variant/yaml/yaml.h"

/* A key of a mapping, in a table of all keys that finds those that are given twice. */
struct bm_yaml_slot {
    const struct bm_yaml *map, *entry;
};

struct bm_yaml_scan {
    struct bm_arena *arena;
    struct bm_findings *report;
    uint32_t source;
    const char *at, *end;
    const char *line_at; /* start of the line of `at` */
    uint32_t line;
    unsigned depth, nodes;
    struct bm_yaml_slot *slots;
    size_t slot_mask;
    bool begun;  /* something was read: "---" may stand only before */
    bool failed; /* there was an error */
    bool stop;   /* there is no sense in going on */
};

/* Words for programs. */
#define BM_YAML_SYNTAX      "yaml-syntax"
#define BM_YAML_UNSUPPORTED "yaml-unsupported"
#define BM_YAML_INDENT      "yaml-indent"
#define BM_YAML_ENCODING    "yaml-encoding"
#define BM_YAML_LIMIT       "yaml-limit"

/* Report an error; `texts` as bm_report_error() takes them. Always false. */
bool bm_yaml_fail(struct bm_yaml_scan *s, struct bm_place at, const char *code,
                  const char *message, const char *hint, const char *const *texts);

/* Whether every byte may stand in a file: UTF-8, no controls, ordinary ends of lines. */
bool bm_yaml_check_bytes(struct bm_yaml_scan *s);

/* A new node, or NULL if there are too many or no memory is left. */
struct bm_yaml *bm_yaml_node(struct bm_yaml_scan *s, enum bm_yaml_kind kind,
                             struct bm_place place);

/* The closing quote of the text whose opening one is at `open`, or NULL. *escaped: there is
 * something to undo. */
const char *bm_yaml_find_quote(const struct bm_yaml_scan *s, const char *open, bool *escaped);

/*
 * A scalar that begins at s->at, on one line: quoted or plain. In `flow` brackets and commas
 * end a plain one. With `key` it ends before ": ". False after an error.
 */
bool bm_yaml_scalar(struct bm_yaml_scan *s, struct bm_yaml *out, bool flow, bool key);

/* A literal, whose '|' is at s->at, inside of a block that is indented by `indent` (-1: none).
 * Leaves s->at at the start of the line behind it. */
bool bm_yaml_literal(struct bm_yaml_scan *s, struct bm_yaml *out, int indent);

/* The line is at its end but for blanks and a comment: go to the next one. */
bool bm_yaml_end_line(struct bm_yaml_scan *s);

static inline bool bm_yaml_at_eol(const struct bm_yaml_scan *s, const char *at)
{
    /* A carriage return stands only before a line feed: the bytes were checked. */
    return at >= s->end || *at == '\n' || *at == '\r';
}

static inline bool bm_yaml_blank_or_eol(const struct bm_yaml_scan *s, const char *at)
{
    return bm_yaml_at_eol(s, at) || *at == ' ' || *at == '\t';
}

/* A place on the current line. */
static inline struct bm_place bm_yaml_place(const struct bm_yaml_scan *s, const char *at,
                                            size_t len)
{
    return (struct bm_place){.line = s->line,
                             .column = (uint32_t)(at - s->line_at) + 1,
                             .length = len ? (uint32_t)len : 1,
                             .source = s->source};
}

static inline void bm_yaml_skip_blanks(struct bm_yaml_scan *s)
{
    while (s->at < s->end && *s->at == ' ')
        s->at++;
}

static inline void bm_yaml_next_line(struct bm_yaml_scan *s)
{
    const char *const eol = memchr(s->at, '\n', (size_t)(s->end - s->at));
    s->at = eol ? eol + 1 : s->end;
    if (eol)
        s->line++;
    s->line_at = eol ? s->at : s->line_at;
}

#endif
