/* SPDX-License-Identifier: MIT */
#ifndef BM_VARIANT_YAML_YAML_H
#define BM_VARIANT_YAML_YAML_H

/*
 * A strict subset of YAML: block and flow mappings and sequences; plain, single- and double-
 * quoted scalars; | literals; comments. No anchors, aliases, tags, merge keys, documents,
 * folded scalars, complex keys, scalars over several lines but |. Whatever is accepted here,
 * any YAML reader understands the same way, except that every scalar stays the text that it is.
 *
 * A key or an item with nothing behind it is the empty text, at the place of its ':' or '-'.
 * The place of a quoted text is that of what stands between the quotes, unless it has escapes
 * or is empty: then the quotes belong to it. A byte order mark counts in no column.
 */

#include "base/arena.h"
#include "variant/issues.h"

enum bm_yaml_kind { BM_YAML_TEXT, BM_YAML_MAP, BM_YAML_LIST };

enum { BM_YAML_DEPTH = 8, BM_YAML_NODES = 4096 };

struct bm_yaml {
    enum bm_yaml_kind kind;
    struct bm_place place; /* of the value in its source */
    const char *text;      /* TEXT: decoded, NUL-ended; "" else */
    size_t len;
    bool exact;      /* TEXT: byte i of text stands at column place.column + i */
    bool literal;    /* TEXT written with |: its i-th line, from 0, stands on the line
                        place.line + i of the source, from place.column on */
    const char *key; /* in a mapping: the key, NUL-ended; else NULL */
    size_t key_len;
    struct bm_place key_place;
    struct bm_yaml *child; /* first of a mapping or a list */
    struct bm_yaml *next;  /* next of the same mapping or list */
};

/*
 * Read a text. NULL if there are errors (in *issues) or no memory (arena->full). `source` goes
 * into every place. Duplicate keys are errors.
 */
struct bm_yaml *bm_yaml_read(struct bm_arena *arena, const char *text, size_t len,
                             unsigned source, struct bm_findings *report);

/* The value of a key, or NULL. */
struct bm_yaml *bm_yaml_get(const struct bm_yaml *map, const char *key);

#endif
