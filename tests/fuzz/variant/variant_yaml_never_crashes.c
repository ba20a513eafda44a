/* SPDX-License-Identifier: MIT */

/*
 * Any text read as YAML: a tree whose places are inside of the text and which libyaml reads the
 * same way, or errors that can be told.
 */

#include "fuzz.h"
#ifdef HAVE_LIBYAML
#    include "yaml_oracle.h"
#else
#    include "variant/yaml/yaml.h"
#endif

static void require_place(struct bm_place p, size_t size, size_t lines)
{
    REQUIRE(p.line >= 1 && p.line <= lines);
    REQUIRE(p.column >= 1 && p.column <= size + 1);
    REQUIRE(p.length >= 1 && p.source == 0);
}

static unsigned require_tree(const struct bm_yaml *node, size_t size, size_t lines,
                             unsigned depth)
{
    unsigned nodes = 1;
    REQUIRE(depth <= BM_YAML_DEPTH + 1);
    require_place(node->place, size, lines);
    REQUIRE(node->text && node->text[node->len] == '\0');
    REQUIRE(node->kind == BM_YAML_TEXT || node->len == 0);
    REQUIRE(node->kind != BM_YAML_TEXT || !node->child);
    for (const struct bm_yaml *child = node->child; child; child = child->next) {
        REQUIRE((node->kind == BM_YAML_MAP) == (child->key != NULL));
        if (child->key) {
            require_place(child->key_place, size, lines);
            REQUIRE(bm_yaml_get(node, child->key) == child); /* none is given twice */
        }
        nodes += require_tree(child, size, lines, depth + 1);
    }
    return nodes;
}

static void require_issues(const struct bm_issues *issues, const char *text, size_t size)
{
    static char out[65536];
    REQUIRE(issues->errors > 0 && issues->warnings == 0);
    REQUIRE(issues->count == (issues->errors < 20 ? issues->errors : 20));
    for (unsigned i = 0; i < issues->count; i++) {
        const struct bm_issue *const issue = &issues->list[i];
        REQUIRE(issue->message[0] && issue->code[0] && issue->line >= 1 && issue->column >= 1);
        REQUIRE(issue->length >= 1);
        if (i > 0)
            REQUIRE(issue[-1].line < issue->line ||
                    (issue[-1].line == issue->line && issue[-1].column <= issue->column));
        const size_t len = bm_issue_format(issue, "file", text, size, out, sizeof out);
        REQUIRE(len < 2048 && strlen(out) == len);
    }
    const size_t len = bm_issues_json(issues, out, sizeof out);
    REQUIRE(len < sizeof out && strlen(out) == len && out[len - 1] == ']');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static unsigned char mem[2 << 20];
    struct bm_issues issues = {0};
    struct bm_findings report = {.issues = &issues};
    struct bm_arena arena = {.mem = mem, .size = sizeof mem};
    const char *const text = (const char *)data;
    size_t lines = 1;
    for (size_t i = 0; i < size; i++)
        lines += text[i] == '\n';

    const struct bm_yaml *const root = bm_yaml_read(&arena, text, size, 0, &report);
    REQUIRE(!arena.full);
    if (!root) {
        require_issues(&issues, text, size);
        return 0;
    }
    REQUIRE(issues.count == 0);
    REQUIRE(require_tree(root, size, lines, 1) <= BM_YAML_NODES);
#ifdef HAVE_LIBYAML
    struct oracle oracle;
    const bool agrees = oracle_agrees(&oracle, root, text, size);
    if (!agrees)
        fprintf(stderr, "%s\n", oracle.why);
    REQUIRE(agrees);
#endif
    return 0;
}
