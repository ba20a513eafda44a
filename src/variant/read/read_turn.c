/* SPDX-License-Identifier: MIT */
#include "variant/read/read.h"

/* A budget: a number, or unlimited. */
static uint8_t read_budget(struct bm_variant_reader *r, const struct bm_yaml *node,
                           const char *what)
{
    if (bm_read_is(node, "unlimited"))
        return BM_TURN_UNLIMITED;
    return (uint8_t)bm_read_number(r, node, what, 1, BM_TURN_UNLIMITED - 1, 1);
}

/* A budget, or a list of them. */
static void read_schedule(struct bm_variant_reader *r, const struct bm_yaml *node,
                          uint8_t out[BM_MAX_SCHEDULE], uint8_t *entries)
{
    if (node->kind != BM_YAML_LIST) {
        out[0] = read_budget(r, node, "turn.moves");
        *entries = 1;
        return;
    }
    *entries = 0;
    for (const struct bm_yaml *v = node->child; v; v = v->next) {
        if (*entries == BM_MAX_SCHEDULE) {
            bm_report_error(r->report, v->place, "value", "turn.moves has more than 16 entries",
                            "the last one repeats", NULL);
            return;
        }
        out[(*entries)++] = read_budget(r, v, "turn.moves");
    }
    if (*entries == 0)
        bm_report_error(r->report, node->place, "value", "turn.moves is empty", "", NULL);
}

static void read_moves(struct bm_variant_reader *r, const struct bm_yaml *node,
                       struct bm_turn_rule *rule)
{
    static const char *const sides[] = {"white", "black", NULL};
    for (unsigned side = 0; side < 2; side++) {
        rule->moves[side][0] = 1;
        rule->entries[side] = 1;
    }
    if (!node)
        return;
    if (bm_read_is(node, "progressive")) {
        rule->progressive = true;
        return;
    }
    if (node->kind != BM_YAML_MAP) {
        read_schedule(r, node, rule->moves[0], &rule->entries[0]);
        memcpy(rule->moves[1], rule->moves[0], sizeof rule->moves[0]);
        rule->entries[1] = rule->entries[0];
        return;
    }
    rule->by_side = true;
    if (!bm_read_map(r, node, "turn.moves", sides))
        return;
    for (unsigned side = 0; side < 2; side++) {
        const struct bm_yaml *const v = bm_yaml_get(node, sides[side]);
        if (v)
            read_schedule(r, v, rule->moves[side], &rule->entries[side]);
    }
}

/* Pieces for each move of a turn; a text is one set for all of them. */
static void read_only(struct bm_variant_reader *r, const struct bm_yaml *node,
                      struct bm_phase_limits *limits)
{
    if (!node)
        return;
    if (node->kind != BM_YAML_LIST) {
        limits->kinds[0] = bm_read_kinds(r, node, "turn.only", "army", NULL, NULL);
        limits->onlys = 1;
        return;
    }
    for (const struct bm_yaml *v = node->child; v; v = v->next) {
        if (limits->onlys == BM_MAX_SCHEDULE) {
            bm_report_error(r->report, v->place, "value", "turn.only has more than 16 entries",
                            "the last one repeats", NULL);
            return;
        }
        limits->kinds[limits->onlys++] = bm_read_kinds(r, v, "turn.only", "army", NULL, NULL);
    }
}

static void read_turn(struct bm_variant_reader *r, const struct bm_yaml *node,
                      struct bm_turn_rule *rule, struct bm_phase_limits *limits)
{
    static const char *const keys[] = {"moves",  "first", "check", "capture", "safety",
                                       "threat", "piece", "only",  NULL};
    static const char *const checks[] = {"free", "ends", "last-only", NULL};
    static const uint8_t check_of[] = {BM_TURN_FREE, BM_TURN_ENDS, BM_TURN_LAST_ONLY};
    static const char *const captures[] = {"free", "ends", "again", "last-only", NULL};
    static const char *const when[] = {"move", "turn", NULL};
    static const char *const pieces[] = {"any", "same", "other", NULL};
    if (!node || node->kind != BM_YAML_MAP) {
        read_moves(r, node, rule);
        return;
    }
    (void)bm_read_map(r, node, "turn", keys);
    read_moves(r, bm_read_get(node, "moves"), rule);
    const struct bm_yaml *const first = bm_read_get(node, "first");
    rule->first = first ? read_budget(r, first, "turn.first") : 0;
    rule->check =
        check_of[bm_read_word(r, bm_read_get(node, "check"), "turn.check", checks, 0)];
    rule->capture = (uint8_t)bm_read_word(r, bm_read_get(node, "capture"), "turn.capture",
                                          captures, BM_TURN_FREE);
    rule->safe_at_end =
        bm_read_word(r, bm_read_get(node, "safety"), "turn.safety", when, 0) == 1;
    rule->threat_by_turn =
        bm_read_word(r, bm_read_get(node, "threat"), "turn.threat", when, 0) == 1;
    if ((rule->safe_at_end || rule->threat_by_turn) && !r->d->turn_place.line)
        r->d->turn_place = node->place;
    rule->piece =
        (uint8_t)bm_read_word(r, bm_read_get(node, "piece"), "turn.piece", pieces, BM_TURN_ANY);
    read_only(r, bm_read_get(node, "only"), limits);
}

/* "hands empty", "captures 3", "turns 10". */
static void read_until(struct bm_variant_reader *r, const struct bm_yaml *node,
                       struct bm_turn_phase *phase)
{
    struct bm_word_list words;
    struct bm_word first, second, more;
    if (!bm_word_list_begin(r, &words, node, "phases.until"))
        return;
    if (bm_word_list_next(&words, &first) && bm_word_list_next(&words, &second) &&
        !bm_word_list_next(&words, &more)) {
        const long n = bm_read_digits(second.text, strlen(second.text), UINT16_MAX);
        if (!strcmp(first.text, "hands") && !strcmp(second.text, "empty")) {
            phase->until = BM_UNTIL_HANDS_EMPTY;
            return;
        }
        if (n > 0 && (!strcmp(first.text, "captures") || !strcmp(first.text, "turns"))) {
            phase->until = first.text[0] == 'c' ? BM_UNTIL_CAPTURES : BM_UNTIL_TURNS;
            phase->count = (uint16_t)n;
            return;
        }
    }
    bm_report_error(r->report, node->place, "value",
                    "phases.until must be 'hands empty', 'captures n' or 'turns n'", "", NULL);
}

static void read_phase(struct bm_variant_reader *r, const struct bm_yaml *node, unsigned i)
{
    static const char *const keys[] = {"name", "only", "until", "turn", "zone", NULL};
    static const char *const only[] = {"any", "drops", "moves", NULL};
    static const char *const numbers[] = {"1", "2", "3", "4", "5", "6", "7", "8"};
    struct bm_desc *const d = r->d;
    struct bm_phase_limits *const limits = &d->limits[i];
    struct bm_turn_phase *const phase = &d->turn.phase[i];
    limits->named = 1;
    d->phase_name[i] = numbers[i];
    if (!bm_read_map(r, node, "phases", keys))
        return;
    const struct bm_yaml *const name = bm_yaml_get(node, "name");
    const struct bm_yaml *const own = bm_yaml_get(node, "turn");
    const struct bm_yaml *const until = bm_read_get(node, "until");
    const struct bm_yaml *const zone = bm_yaml_get(node, "zone");
    if (name && bm_read_text(r, name, "phases.name"))
        d->phase_name[i] = name->text;
    limits->only = (uint8_t)bm_read_word(r, bm_read_get(node, "only"), "phases.only", only, 0);
    limits->has_zone = zone != NULL;
    bm_read_region(r, zone, "phases.zone", limits->zone);
    read_turn(r, own ? own : bm_read_get(r->root, "turn"), &phase->rule, limits);
    if (until)
        read_until(r, until, phase);
    if (node->next && !until)
        bm_report_error(r->report, node->place, "phases",
                        "phase '~' has no 'until', so that the next can never begin", "",
                        BM_TEXTS(d->phase_name[i]));
    if (!node->next && phase->until != BM_UNTIL_NEVER) {
        bm_report_warning(r->report, until->place, "phases",
                          "'until' has no effect: the last phase is final", "", NULL);
        phase->until = BM_UNTIL_NEVER;
    }
}

void bm_read_turns(struct bm_variant_reader *r)
{
    struct bm_desc *const d = r->d;
    const struct bm_yaml *const phases = bm_read_get(r->root, "phases");
    d->turn.phases = 1;
    if (!phases) {
        read_turn(r, bm_read_get(r->root, "turn"), &d->turn.phase[0].rule, &d->limits[0]);
        return;
    }
    if (phases->kind != BM_YAML_LIST || !phases->child) {
        bm_report_error(r->report, phases->place, "wrong-kind",
                        "phases must be a list, [{name: …, until: …}, …]", "", NULL);
        return;
    }
    unsigned n = 0;
    for (const struct bm_yaml *v = phases->child; v; v = v->next) {
        if (n == BM_MAX_PHASES) {
            bm_report_error(r->report, v->place, "phases", "there are more than 8 phases", "",
                            NULL);
            break;
        }
        read_phase(r, v, n++);
    }
    d->turn.phases = (uint8_t)n;
}
