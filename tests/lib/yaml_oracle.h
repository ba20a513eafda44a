/* SPDX-License-Identifier: MIT */
#ifndef BM_TESTS_YAML_ORACLE_H
#define BM_TESTS_YAML_ORACLE_H

/*
 * libyaml says what a text means: whatever our reader accepts, libyaml must read as the same
 * tree. Both trees are walked side by side.
 */

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <yaml.h>

#include "variant/yaml/yaml.h"

struct oracle {
    yaml_parser_t parser;
    yaml_event_t event;
    char why[512]; /* how they differ */
};

static inline bool oracle_differs(struct oracle *o, const char *why, const struct bm_yaml *node)
{
    if (!o->why[0])
        snprintf(o->why, sizeof o->why, "%s at line %u, column %u%s%s", why,
                 node ? node->place.line : 0, node ? node->place.column : 0,
                 o->parser.problem ? ": " : "", o->parser.problem ? o->parser.problem : "");
    return false;
}

/* The next event must be of this type. */
static inline bool oracle_next(struct oracle *o, yaml_event_type_t type,
                               const struct bm_yaml *node)
{
    yaml_event_delete(&o->event);
    if (!yaml_parser_parse(&o->parser, &o->event)) {
        memset(&o->event, 0, sizeof o->event);
        return oracle_differs(o, "libyaml refuses", node);
    }
    return o->event.type == type || oracle_differs(o, "libyaml sees another node", node);
}

static inline bool oracle_scalar(struct oracle *o, const char *text, size_t len,
                                 const struct bm_yaml *node)
{
    return oracle_next(o, YAML_SCALAR_EVENT, node) &&
           ((o->event.data.scalar.length == len && strlen(text) == len &&
             !memcmp(o->event.data.scalar.value, text, len)) ||
            oracle_differs(o, "libyaml reads another text", node));
}

static inline bool oracle_node(struct oracle *o, const struct bm_yaml *node)
{
    if (node->kind == BM_YAML_TEXT)
        return oracle_scalar(o, node->text, node->len, node);
    const bool map = node->kind == BM_YAML_MAP;
    if (!oracle_next(o, map ? YAML_MAPPING_START_EVENT : YAML_SEQUENCE_START_EVENT, node))
        return false;
    for (const struct bm_yaml *child = node->child; child; child = child->next) {
        if (map && !oracle_scalar(o, child->key, child->key_len, child))
            return false;
        if (!oracle_node(o, child))
            return false;
    }
    return oracle_next(o, map ? YAML_MAPPING_END_EVENT : YAML_SEQUENCE_END_EVENT, node);
}

/* Whether libyaml reads the text as this tree; if not, *o says why. */
static inline bool oracle_agrees(struct oracle *o, const struct bm_yaml *root, const char *text,
                                 size_t len)
{
    memset(o, 0, sizeof *o);
    if (!yaml_parser_initialize(&o->parser))
        return oracle_differs(o, "no memory", NULL);
    yaml_parser_set_input_string(&o->parser, (const unsigned char *)text, len);
    const bool agrees = oracle_next(o, YAML_STREAM_START_EVENT, NULL) &&
                        oracle_next(o, YAML_DOCUMENT_START_EVENT, NULL) &&
                        oracle_node(o, root) && oracle_next(o, YAML_DOCUMENT_END_EVENT, NULL) &&
                        oracle_next(o, YAML_STREAM_END_EVENT, NULL);
    yaml_event_delete(&o->event);
    yaml_parser_delete(&o->parser);
    return agrees;
}

#endif
