/* SPDX-License-Identifier: MIT */
#include "variant/read/read.h"

#include "base/str.h"

enum { EXTENDS_DEPTH = 8 };

/* A text, what it extends, what that extends, and so on. */
struct extends_chain {
    const char *name[EXTENDS_DEPTH + 2]; /* of the sources, the main text's first */
    struct bm_yaml *root[EXTENDS_DEPTH + 1];
    unsigned count;
    struct bm_place at; /* of the main text's key `extends` */
};

static bool is_id(const char *s)
{
    size_t n = 0;
    for (; s[n] != '\0'; n++)
        if (!((s[n] >= 'a' && s[n] <= 'z') || (s[n] >= '0' && s[n] <= '9') || s[n] == '-'))
            return false;
    return n != 0 && n < sizeof((struct bm_desc *)0)->id;
}

static const char *find_text(const struct bm_library *library, const char *name, size_t *len)
{
    const size_t n = strlen(name);
    const struct bm_variant *const v = bm_variant_find(name, n);
    if (v) {
        *len = v->len;
        return v->text;
    }
    return library && library->find ? library->find(library->user, name, n, len) : NULL;
}

/* Names of the library, NULL-ended. */
static const char *const *all_names(struct bm_arena *arena)
{
    unsigned n = 0;
    while (bm_variant_at(n))
        n++;
    const char **const names = bm_arena_take(arena, (n + 1) * sizeof *names);
    for (unsigned i = 0; names && i < n; i++)
        names[i] = bm_variant_at(i)->name;
    return names;
}

static void no_such(struct bm_variant_reader *r, const struct bm_yaml *extends)
{
    const char *const *const names = all_names(r->arena);
    const char *const meant = names ? bm_closest(extends->text, names) : NULL;
    bm_report_error(r->report, extends->place, "extends",
                    meant ? "'extends: ~' — no such variant; did you mean '~'?"
                          : "'extends: ~' — no such variant",
                    "", BM_TEXTS(extends->text, meant));
}

/* "a -> b -> a" */
static void report_circle(struct bm_variant_reader *r, const struct extends_chain *c,
                          unsigned from, const char *name)
{
    char names[200];
    struct bm_str s;
    bm_str_init(&s, names, sizeof names);
    for (unsigned i = from; i < c->count; i++) {
        bm_str_text(&s, c->name[i]);
        bm_str_text(&s, " -> ");
    }
    bm_str_text(&s, name);
    bm_str_end(&s);
    bm_report_error(r->report, c->at, "extends", "variants extend each other in a circle: ~",
                    "", BM_TEXTS(names));
}

/* Read what the last text of the chain extends. False: there are errors. */
static bool follow_extends(struct bm_variant_reader *r, struct extends_chain *c,
                           const struct bm_yaml *extends, const struct bm_library *library)
{
    size_t len = 0;
    if (!bm_read_text(r, extends, "extends"))
        return false;
    if (c->count == 1) {
        r->report->extends = extends->place;
        c->at = extends->key_place;
    }
    for (unsigned i = 0; i < c->count; i++)
        if (!strcmp(c->name[i], extends->text)) {
            report_circle(r, c, i, extends->text);
            return false;
        }
    if (c->count > EXTENDS_DEPTH) {
        bm_report_error(r->report, extends->place, "extends",
                        "variants extend each other more than 8 deep", "", NULL);
        return false;
    }
    const char *const text =
        is_id(extends->text) ? find_text(library, extends->text, &len) : NULL;
    if (!text) {
        no_such(r, extends);
        return false;
    }
    c->name[c->count] = extends->text;
    c->root[c->count] = bm_yaml_read(r->arena, text, len, c->count, r->report);
    return c->root[c->count++] != NULL;
}

static bool is_map(struct bm_variant_reader *r, const struct bm_yaml *root)
{
    if (root->kind == BM_YAML_MAP)
        return true;
    bm_report_error(r->report, root->place, "wrong-kind",
                    "a variant must be a mapping, 'variant: name' and so on", "", NULL);
    return false;
}

/* The whole text, laid over what it extends; NULL: there are errors. */
static struct bm_yaml *assemble_text(struct bm_variant_reader *r, struct extends_chain *c,
                                     const char *text, size_t len,
                                     const struct bm_library *library)
{
    c->root[0] = bm_yaml_read(r->arena, text, len, 0, r->report);
    if (!c->root[0] || !is_map(r, c->root[0]))
        return NULL;
    const struct bm_yaml *const id = bm_yaml_get(c->root[0], "variant");
    c->name[0] = id && id->kind == BM_YAML_TEXT ? id->text : "";
    c->count = 1;
    for (;;) {
        const struct bm_yaml *const extends = bm_read_get(c->root[c->count - 1], "extends");
        if (!extends)
            break;
        if (!follow_extends(r, c, extends, library) || !is_map(r, c->root[c->count - 1]))
            return NULL;
    }
    struct bm_yaml *root = c->root[c->count - 1];
    for (unsigned i = c->count - 1; i-- != 0;)
        root = bm_yaml_merge(r->arena, root, c->root[i]);
    return root;
}

static const char *const keys[] = {
    "variant", "title", "about", "sides",   "extends",   "notation", "board",
    "pieces",  "royal", "start", "shuffle", "promotion", "hands",    "castling",
    "rules",   "pass",  "turn",  "phases",  "gating",    "end",      NULL};

static void check_keys(struct bm_variant_reader *r)
{
    static const char *const needed[] = {"variant", "board", "pieces", "start"};
    (void)bm_read_map(r, r->root, "a variant", keys);
    for (unsigned i = 0; i < sizeof needed / sizeof *needed; i++) {
        bool there = bm_yaml_get(r->root, needed[i]) != NULL;
        for (const struct bm_yaml *v = there ? NULL : r->root->child; v; v = v->next) {
            const char *const meant = bm_closest(v->key, keys);
            there = there || (meant && !strcmp(meant, needed[i])); /* misspelt, and told so */
        }
        if (!there)
            bm_report_error(r->report, r->root->place, "missing-key", "the key '~' is missing",
                            "", BM_TEXTS(needed[i]));
    }
}

/* What the players are called; `notation` is read before. */
static void read_side_names(struct bm_variant_reader *r)
{
    static const char *const sides[] = {"white", "black", NULL};
    static const char *const usual[2][2][2] = {{{"white", "白"}, {"black", "黒"}},
                                               {{"sente", "先手"}, {"gote", "後手"}}};
    struct bm_desc *const d = r->d;
    const struct bm_yaml *const node = bm_read_get(r->root, "sides");
    memcpy(d->side_name, usual[d->usi], sizeof d->side_name);
    if (!node || !bm_read_map(r, node, "sides", sides))
        return;
    for (unsigned side = 0; side < 2; side++) {
        const struct bm_yaml *const v = bm_yaml_get(node, sides[side]);
        if (v)
            bm_read_both(r, v, "sides", usual[d->usi][side][BM_EN], d->side_name[side]);
    }
    for (unsigned lang = 0; lang < 2; lang++)
        if (!strcmp(d->side_name[0][lang], d->side_name[1][lang])) {
            bm_report_error(r->report, node->place, "sides", "both sides are called '~'",
                            "each side needs a name of its own",
                            BM_TEXTS(d->side_name[0][lang]));
            return;
        }
}

static void read_head(struct bm_variant_reader *r)
{
    static const char *const notations[] = {"uci", "usi", NULL};
    struct bm_desc *const d = r->d;
    check_keys(r);
    const struct bm_yaml *const id = bm_yaml_get(r->root, "variant");
    if (id && bm_read_text(r, id, "variant")) {
        if (is_id(id->text))
            memcpy(d->id, id->text, strlen(id->text) + 1);
        else
            bm_report_error(r->report, id->place, "variant",
                            "'~' cannot be the name of a variant",
                            "names are up to 63 of a-z, 0-9 and '-'", BM_TEXTS(id->text));
    }
    bm_read_both(r, bm_yaml_get(r->root, "title"), "title", d->id, d->title);
    bm_read_both(r, bm_yaml_get(r->root, "about"), "about", "", d->about);
    d->usi = bm_read_word(r, bm_yaml_get(r->root, "notation"), "notation", notations, 0) == 1;
    read_side_names(r);
}

bool bm_desc_read(struct bm_desc *d, struct bm_arena *arena, const char *text, size_t len,
                  const struct bm_library *library, struct bm_findings *report)
{
    struct bm_variant_reader r = {.d = d, .arena = arena, .report = report, .letters = ""};
    struct extends_chain *const c = bm_arena_take(arena, sizeof *c);
    memset(d, 0, sizeof *d);
    if (!c)
        return false;
    report->names = c->name;
    r.root = assemble_text(&r, c, text, len, library);
    if (!r.root) {
        /* Without what it extends, its own keys can be told right from wrong all the same. */
        if (c->root[0] && c->root[0]->kind == BM_YAML_MAP)
            (void)bm_read_map(&r, c->root[0], "a variant", keys);
        return false;
    }
    read_head(&r);
    if (!bm_read_board(&r) || !bm_read_pieces(&r))
        return false;
    bm_read_promotion(&r);
    bm_read_hands(&r);
    bm_read_tildes(&r);
    bm_read_castling(&r);
    bm_read_gating(&r);
    bm_read_rules(&r);
    bm_read_shuffle(&r);
    bm_read_turns(&r);
    bm_read_end(&r);
    bm_read_start(&r);
    if (report->issues->errors == 0)
        bm_read_check(&r);
    return report->issues->errors == 0 && !arena->full;
}
