/* SPDX-License-Identifier: MIT */
/* Mappings and lists of a YAML file: see yaml.h. */
#include "variant/yaml/yaml.h"

#include "base/str.h"
#include "variant/yaml/yaml_scan.h"

enum { KEY_LENGTH = 1024 }; /* bytes of a key with its ':', as YAML has it */

typedef struct bm_yaml_scan scan;

/* A run of children that is being built. */
struct node_list {
    struct bm_yaml *parent, *last;
};

static bool read_block(scan *s, struct bm_yaml **out, int outer);
static bool read_collection(scan *s, struct bm_yaml **out, enum bm_yaml_kind kind, bool in_map);
static bool read_flow(scan *s, struct bm_yaml **out, int outer);

static void append_child(struct node_list *c, struct bm_yaml *child)
{
    if (c->last)
        c->last->next = child;
    else
        c->parent->child = child;
    c->last = child;
}

static int column_of(const scan *s) { return (int)(s->at - s->line_at); }

static bool is_dash(const scan *s)
{
    return s->at < s->end && *s->at == '-' && bm_yaml_blank_or_eol(s, s->at + 1);
}

/* "---" or "..." at the start of a line. */
static bool is_marker(const scan *s)
{
    return s->at == s->line_at && s->end - s->at >= 3 &&
           (!memcmp(s->at, "---", 3) || !memcmp(s->at, "...", 3)) &&
           bm_yaml_blank_or_eol(s, s->at + 3);
}

static bool is_marker_alone(const scan *s)
{
    const char *at = s->at + 3;
    while (at < s->end && *at == ' ')
        at++;
    return bm_yaml_at_eol(s, at) || *at == '#';
}

/*
 * Go to the next line that says something, or stay where its text begins. False at the end.
 * Lines that are indented with tabs are passed over, a run of them with one error.
 */
static bool find_line(scan *s)
{
    bool told = false;
    while (s->at < s->end && !s->stop) {
        bm_yaml_skip_blanks(s);
        if (s->at < s->end && *s->at == '\t') {
            if (!told)
                bm_yaml_fail(s, bm_yaml_place(s, s->at, 1), BM_YAML_INDENT,
                             "tab in the indentation", "use blanks", NULL);
            told = true;
        } else if (!bm_yaml_at_eol(s, s->at) && *s->at != '#') {
            const bool first = !s->begun;
            s->begun = true;
            if (!is_marker(s))
                return true;
            if (!first || *s->at != '-' || !is_marker_alone(s)) {
                s->stop = true;
                return bm_yaml_fail(s, bm_yaml_place(s, s->at, 3), BM_YAML_UNSUPPORTED,
                                    "a file has only one document",
                                    "'---' may stand alone before everything else", NULL);
            }
        }
        bm_yaml_next_line(s);
    }
    return false;
}

/* After an error: on to the next line that is indented by `indent` or less. */
static void skip_to_indent(scan *s, int indent)
{
    while (s->at < s->end) {
        bm_yaml_next_line(s);
        bm_yaml_skip_blanks(s);
        const bool says = !bm_yaml_at_eol(s, s->at) && *s->at != '#' && *s->at != '\t';
        if (says && column_of(s) <= indent && *s->at != ']' && *s->at != '}')
            return;
    }
}

static bool enter_level(scan *s, struct bm_place at)
{
    if (s->depth == BM_YAML_DEPTH)
        return bm_yaml_fail(s, at, BM_YAML_LIMIT, "nested too deep",
                            "at most 8 mappings and lists stand inside of each other", NULL);
    s->depth++;
    return true;
}

/* The slot of a key of a mapping: that of the same key, or a free one. */
static struct bm_yaml_slot *find_slot(scan *s, const struct bm_yaml *map,
                                      const struct bm_yaml *key)
{
    uint64_t hash = (uint64_t)(uintptr_t)map * 0x9e3779b97f4a7c15u;
    for (size_t i = 0; i < key->len; i++)
        hash = (hash ^ (unsigned char)key->text[i]) * 0x100000001b3u;
    hash ^= hash >> 29;
    for (;; hash++) {
        struct bm_yaml_slot *const slot = &s->slots[hash & s->slot_mask];
        if (!slot->map || (slot->map == map && slot->entry->key_len == key->len &&
                           !memcmp(slot->entry->key, key->text, key->len)))
            return slot;
    }
}

/* Room for every key: each has a colon. */
static bool make_slots(scan *s)
{
    size_t colons = 0, size = 16;
    for (const char *at = s->at; at < s->end; at++)
        colons += *at == ':';
    while (size < 2 * (colons < BM_YAML_NODES ? colons : BM_YAML_NODES) + 2)
        size *= 2;
    s->slots = bm_arena_take(s->arena, size * sizeof *s->slots);
    s->slot_mask = size - 1;
    return s->slots != NULL;
}

/* Whether the mapping has the key already, which is an error. */
static void check_duplicate(scan *s, const struct bm_yaml *map, const struct bm_yaml *key)
{
    const struct bm_yaml *const entry = find_slot(s, map, key)->entry;
    if (!entry)
        return;
    const struct bm_decimal line = bm_decimal(entry->key_place.line);
    const char *const texts[] = {key->text, line.s, NULL};
    bm_yaml_fail(s, key->place, "duplicate-key", "duplicate key '~' (first defined on line ~)",
                 NULL, texts);
}

static void add_entry(scan *s, struct node_list *map, const struct bm_yaml *key,
                      struct bm_yaml *value)
{
    struct bm_yaml_slot *const slot = find_slot(s, map->parent, key);
    value->key = key->text;
    value->key_len = key->len;
    value->key_place = key->place;
    append_child(map, value);
    if (!slot->map)
        *slot = (struct bm_yaml_slot){.map = map->parent, .entry = value};
}

/* A key and its ':'; what follows is at s->at. */
static bool read_key(scan *s, struct bm_yaml *key, bool flow)
{
    const char *const from = s->at;
    *key = (struct bm_yaml){.text = ""};
    if (!bm_yaml_scalar(s, key, flow, true))
        return false;
    bm_yaml_skip_blanks(s);
    if (s->at < s->end && *s->at == ':' && bm_yaml_blank_or_eol(s, s->at + 1)) {
        if (s->at++ - from > KEY_LENGTH)
            return bm_yaml_fail(s, key->place, BM_YAML_LIMIT, "a key has at most 1024 bytes",
                                NULL, NULL);
        return true;
    }
    const char *const texts[] = {key->text, NULL};
    if (s->at < s->end && *s->at == ':')
        return bm_yaml_fail(s, bm_yaml_place(s, s->at, 1), BM_YAML_SYNTAX,
                            "a ':' needs a blank behind it", NULL, NULL);
    return bm_yaml_fail(s, key->place, BM_YAML_SYNTAX, "a ':' is missing behind '~'",
                        key->exact && memchr(key->text, ':', key->len)
                            ? "put a blank behind the ':'"
                        : flow ? "expected 'key: value'; a text with ',' in it needs quotes"
                               : "expected 'key: value'",
                        texts);
}

static bool is_colon(const scan *s, const char *at)
{
    return at < s->end && *at == ':' && bm_yaml_blank_or_eol(s, at + 1);
}

/* Whether what stands here begins with a key. */
static bool is_key(const scan *s)
{
    const char *at = s->at;
    if (*at == '[' || *at == '{')
        return false;
    if (*at == '"' || *at == '\'') {
        bool escaped;
        at = bm_yaml_find_quote(s, at, &escaped);
        if (!at)
            return false;
        do
            at++;
        while (at < s->end && *at == ' ');
        return is_colon(s, at);
    }
    for (; !bm_yaml_at_eol(s, at); at++) {
        if (is_colon(s, at))
            return true;
        if (*at == '#' && at > s->at && at[-1] == ' ')
            return false;
    }
    return false;
}

/* A value that begins on the line of its key or '-': no block but a literal. */
static bool read_inline(scan *s, struct bm_yaml **out, int outer)
{
    if (*s->at == '[' || *s->at == '{')
        return read_flow(s, out, outer) && bm_yaml_end_line(s);
    *out = bm_yaml_node(s, BM_YAML_TEXT, bm_yaml_place(s, s->at, 1));
    if (!*out)
        return false;
    if (*s->at == '|')
        return bm_yaml_literal(s, *out, outer);
    return bm_yaml_scalar(s, *out, false, false) && bm_yaml_end_line(s);
}

/* A line of a block that is indented otherwise than its neighbours. */
static void fail_indent(scan *s, int indent, const struct bm_yaml *last)
{
    const struct bm_decimal want = bm_decimal((uint64_t)indent);
    const char *const texts[] = {want.s, NULL};
    const bool goes_on = last && last->kind == BM_YAML_TEXT && !last->literal && last->len != 0;
    const struct bm_place at = bm_yaml_place(s, s->at, 1);
    if (goes_on && !is_dash(s) && !is_key(s))
        bm_yaml_fail(s, at, BM_YAML_UNSUPPORTED, "a text cannot go on in the next line",
                     "put it on one line, or use '|'", NULL);
    else
        bm_yaml_fail(s, at, BM_YAML_INDENT, "this line is indented unlike the lines above",
                     "expected ~ blanks before it", texts);
}

/*
 * After an entry of a block that is indented by `indent`: whether another one follows. Lines
 * that are indented deeper are errors; the first one not to be is where the block ends.
 */
static bool find_next(scan *s, int indent, const struct bm_yaml *last)
{
    while (find_line(s) && column_of(s) > indent) {
        fail_indent(s, indent, last);
        skip_to_indent(s, indent);
    }
    return !s->stop && s->at < s->end && column_of(s) == indent;
}

/* What stands behind a ':' or '-': on the same line, or as a block below it. */
static bool read_value(scan *s, struct bm_yaml **out, int indent, bool is_item)
{
    const char *const from = s->at;
    bm_yaml_skip_blanks(s);
    if (!bm_yaml_at_eol(s, s->at) && *s->at != '#')
        return is_item ? read_block(s, out, indent) : read_inline(s, out, indent);
    const struct bm_place nothing = bm_yaml_place(s, from - 1, 1);
    bm_yaml_next_line(s);
    if (find_line(s) && column_of(s) > indent)
        return read_block(s, out, indent);
    if (!s->stop && s->at < s->end && column_of(s) == indent && !is_item && is_dash(s))
        return read_collection(s, out, BM_YAML_LIST, true);
    *out = bm_yaml_node(s, BM_YAML_TEXT, nothing);
    return *out != NULL;
}

static void read_block_map(scan *s, struct node_list *map, int indent)
{
    do {
        struct bm_yaml key, *value = NULL;
        if (is_dash(s))
            bm_yaml_fail(s, bm_yaml_place(s, s->at, 1), BM_YAML_SYNTAX,
                         "a list item ('-') among the keys of a mapping", NULL, NULL);
        else if (read_key(s, &key, false)) {
            check_duplicate(s, map->parent, &key);
            if (read_value(s, &value, indent, false)) {
                add_entry(s, map, &key, value);
                continue;
            }
        }
        skip_to_indent(s, indent);
    } while (!s->stop && find_next(s, indent, map->last));
}

static void read_block_list(scan *s, struct node_list *list, int indent, bool in_map)
{
    do {
        struct bm_yaml *value = NULL;
        if (!is_dash(s)) {
            if (in_map)
                return; /* the next key of the mapping that is indented as the list is */
            bm_yaml_fail(s, bm_yaml_place(s, s->at, 1), BM_YAML_SYNTAX,
                         "expected '- ' as on the lines above", NULL, NULL);
        } else {
            s->at++;
            if (read_value(s, &value, indent, true)) {
                append_child(list, value);
                continue;
            }
        }
        skip_to_indent(s, indent);
    } while (!s->stop && find_next(s, indent, list->last));
}

/* Errors inside of a block are dealt with there: it is read to its end. */
static bool read_collection(scan *s, struct bm_yaml **out, enum bm_yaml_kind kind, bool in_map)
{
    const int indent = column_of(s);
    *out = bm_yaml_node(s, kind, bm_yaml_place(s, s->at, 1));
    if (!*out || !enter_level(s, (*out)->place))
        return false;
    struct node_list chain = {.parent = *out};
    if (kind == BM_YAML_LIST)
        read_block_list(s, &chain, indent, in_map);
    else
        read_block_map(s, &chain, indent);
    s->depth--;
    return true;
}

/* A value that begins here, on a line of its own or behind '- ', inside of a block that is
 * indented by `outer`. */
static bool read_block(scan *s, struct bm_yaml **out, int outer)
{
    if (is_dash(s))
        return read_collection(s, out, BM_YAML_LIST, false);
    return is_key(s) ? read_collection(s, out, BM_YAML_MAP, false) : read_inline(s, out, outer);
}

/* Inside of brackets: from the end of a line to the next one that says something. */
static bool next_flow_line(scan *s, const struct bm_yaml *open, int outer)
{
    scan next = *s;
    do {
        bm_yaml_next_line(&next);
        bm_yaml_skip_blanks(&next);
    } while (next.at < next.end && (bm_yaml_at_eol(&next, next.at) || *next.at == '#'));

    if (next.at < next.end && *next.at == '\t')
        return bm_yaml_fail(s, bm_yaml_place(&next, next.at, 1), BM_YAML_INDENT,
                            "tab in the indentation", "use blanks", NULL);
    /* A line that is indented less is not of these brackets; it is left to be read later. */
    const bool closes = next.at < next.end && (*next.at == ']' || *next.at == '}');
    if (next.at >= next.end || is_marker(&next) || (column_of(&next) <= outer && !closes))
        return bm_yaml_fail(
            s, open->place, BM_YAML_SYNTAX, "this bracket is not closed",
            open->kind == BM_YAML_MAP ? "close it with '}'" : "close it with ']'", NULL);
    *s = next;
    if (column_of(s) <= outer)
        return bm_yaml_fail(s, bm_yaml_place(s, s->at, 1), BM_YAML_INDENT,
                            "a closing bracket must be indented deeper than its key",
                            "put blanks before it, or put it on the line above", NULL);
    return true;
}

/* Inside of brackets: over blanks, comments and ends of lines. */
static bool skip_in_flow(scan *s, const struct bm_yaml *open, int outer)
{
    for (;;) {
        const char *const from = s->at;
        bm_yaml_skip_blanks(s);
        if (bm_yaml_at_eol(s, s->at) || (*s->at == '#' && s->at > from)) {
            if (!next_flow_line(s, open, outer))
                return false;
        } else if (*s->at == '\t' || *s->at == '#') {
            return bm_yaml_end_line(s); /* which says what is wrong */
        } else {
            return true;
        }
    }
}

/* A value inside of brackets; nothing at all is the empty text. */
static bool read_flow_value(scan *s, struct bm_yaml **out, int outer, bool may_be_empty)
{
    if (*s->at == '[' || *s->at == '{')
        return read_flow(s, out, outer);
    *out = bm_yaml_node(s, BM_YAML_TEXT, bm_yaml_place(s, s->at, 1));
    if (!*out)
        return false;
    if (may_be_empty && (*s->at == ',' || *s->at == '}'))
        return true;
    return bm_yaml_scalar(s, *out, true, false);
}

static bool read_flow_entry(scan *s, struct node_list *in, int outer)
{
    struct bm_yaml *value;
    if (in->parent->kind == BM_YAML_LIST) {
        if (!read_flow_value(s, &value, outer, false))
            return false;
        append_child(in, value);
        return true;
    }
    struct bm_yaml key;
    if (!read_key(s, &key, true))
        return false;
    check_duplicate(s, in->parent, &key);
    if (!skip_in_flow(s, in->parent, outer) || !read_flow_value(s, &value, outer, true))
        return false;
    add_entry(s, in, &key, value);
    return true;
}

static bool read_flow_entries(scan *s, struct node_list *in, int outer)
{
    const bool map = in->parent->kind == BM_YAML_MAP;
    while (skip_in_flow(s, in->parent, outer)) {
        if (*s->at == (map ? '}' : ']')) {
            s->at++;
            return true;
        }
        if (*s->at == (map ? ']' : '}'))
            return bm_yaml_fail(s, bm_yaml_place(s, s->at, 1), BM_YAML_SYNTAX,
                                map ? "expected '}', not ']'" : "expected ']', not '}'", NULL,
                                NULL);
        if (!read_flow_entry(s, in, outer) || !skip_in_flow(s, in->parent, outer))
            return false;
        if (*s->at == ',')
            s->at++;
        else if (*s->at != ']' && *s->at != '}')
            return bm_yaml_fail(s, bm_yaml_place(s, s->at, 1), BM_YAML_SYNTAX,
                                map ? "expected ',' or '}'" : "expected ',' or ']'",
                                "a text inside of brackets ends with its line", NULL);
    }
    return false;
}

/* [a, b] and {a: b}, inside of a block that is indented by `outer`. */
static bool read_flow(scan *s, struct bm_yaml **out, int outer)
{
    const char *const open = s->at;
    *out =
        bm_yaml_node(s, *open == '[' ? BM_YAML_LIST : BM_YAML_MAP, bm_yaml_place(s, open, 1));
    if (!*out || !enter_level(s, (*out)->place))
        return false;
    struct node_list chain = {.parent = *out};
    s->at++;
    const bool read = read_flow_entries(s, &chain, outer);
    s->depth--;
    if (read && s->line == (*out)->place.line)
        (*out)->place.length = (uint32_t)(s->at - open);
    return read;
}

static struct bm_yaml *read_document(scan *s)
{
    struct bm_yaml *root = NULL;
    if (!find_line(s)) {
        if (!s->failed)
            bm_yaml_fail(s, (struct bm_place){1, 1, 1, s->source}, BM_YAML_SYNTAX,
                         "the text is empty", NULL, NULL);
        return NULL;
    }
    const int indent = column_of(s);
    /* What is neither is read as a mapping too, so that the error says what is missing. */
    const bool read =
        *s->at == '[' || *s->at == '{'
            ? read_flow(s, &root, -1) && bm_yaml_end_line(s)
            : read_collection(s, &root, is_dash(s) ? BM_YAML_LIST : BM_YAML_MAP, false);
    if (read && find_line(s))
        fail_indent(s, indent, NULL);
    return root;
}

struct bm_yaml *bm_yaml_read(struct bm_arena *arena, const char *text, size_t len,
                             unsigned source, struct bm_findings *report)
{
    scan s = {.arena = arena, .report = report, .source = source, .line = 1};
    if (len > BM_MAX_VARIANT_TEXT) {
        const struct bm_decimal bytes = bm_decimal(len);
        const char *const texts[] = {bytes.s, NULL};
        bm_yaml_fail(&s, (struct bm_place){1, 1, 1, source}, BM_YAML_LIMIT,
                     "the text has ~ bytes; the maximum is 65536", NULL, texts);
        return NULL;
    }
    const bool mark = len >= 3 && !memcmp(text, "\xef\xbb\xbf", 3);
    s.at = s.line_at = text + (mark ? 3 : 0);
    s.end = text + len;
    if (!bm_yaml_check_bytes(&s) || !make_slots(&s))
        return NULL;
    struct bm_yaml *const root = read_document(&s);
    return s.failed || s.stop || arena->full ? NULL : root;
}

struct bm_yaml *bm_yaml_get(const struct bm_yaml *map, const char *key)
{
    for (struct bm_yaml *entry = map->child; entry; entry = entry->next)
        if (entry->key && entry->key_len == strlen(key) &&
            !memcmp(entry->key, key, entry->key_len))
            return entry;
    return NULL;
}
