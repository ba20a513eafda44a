/* SPDX-License-Identifier: MIT */

/*
 * Whose turn it is: the rules one by one, and all of them together against a slow twin that
 * knows only the words of the rules and counts everything anew from the first move on.
 */

#include "banmen/turn.h"
#include "base/random.h"
#include "tap.h"

enum { UNLIMITED = BM_TURN_UNLIMITED };

/* A schedule for both sides; `budgets` ends in 0. */
static struct bm_turn_rule schedule(const uint8_t *budgets)
{
    struct bm_turn_rule r = {0};
    for (unsigned side = 0; side < 2; side++)
        for (unsigned i = 0; budgets[i]; i++) {
            r.moves[side][i] = budgets[i];
            r.entries[side] = (uint8_t)(i + 1);
        }
    return r;
}

static struct bm_turn_rules one_phase(struct bm_turn_rule r)
{
    return (struct bm_turn_rules){.phases = 1, .phase = {{.rule = r}}};
}

#define MOVES(...) schedule((const uint8_t[]){__VA_ARGS__, 0})

/* q: quiet, c: capture, +: check, x: capture with check, e: the hands are empty now */
static struct bm_turn_move move_of(char c)
{
    return (struct bm_turn_move){.capture = c == 'c' || c == 'x',
                                 .check = c == '+' || c == 'x',
                                 .hands_empty = c == 'e'};
}

/* Moves, and p for a pass: who makes them, 1 or 2. */
static void plays(const char *what, const struct bm_turn_rules *rules, const char *moves,
                  const char *want)
{
    char got[128];
    struct bm_turn t;
    size_t n = 0;
    bool passed_rightly = true;
    bm_turn_start(&t, BM_FIRST);
    for (; moves[n] && n < sizeof got - 1; n++) {
        const unsigned side = bm_turn_side(&t);
        got[n] = side == BM_FIRST ? '1' : '2';
        if (moves[n] == 'p')
            bm_turn_end(&t);
        else
            passed_rightly &=
                bm_turn_register(rules, &t, move_of(moves[n])) == (bm_turn_side(&t) != side);
    }
    got[n] = '\0';
    ok_named(!strcmp(got, want) && passed_rightly, "%s: %s by %s (is %s)", what, moves, want,
             got);
}

static void test_classic(void)
{
    const struct bm_turn_rules nothing = {0};
    const struct bm_turn_rules strict = one_phase(MOVES(1));
    const struct bm_turn_rules never = one_phase(MOVES(UNLIMITED));
    struct bm_turn_rules on_capture = never;
    on_capture.phase[0].rule.capture = BM_TURN_ENDS;
    const struct bm_turn_rules sequence = one_phase(MOVES(3));
    plays("nothing said is strict alternation", &nothing, "qcq+xq", "121212");
    plays("strict", &strict, "qcq+xq", "121212");
    plays("never", &never, "qcqqx+qc", "11111111");
    plays("on capture", &on_capture, "qqcqcxq+c", "111221222");
    plays("on the last of a sequence", &sequence, "qcqqq+qqq", "111222111");
}

static void test_schedules(void)
{
    const struct bm_turn_rules two = one_phase(MOVES(1, 2, 2));
    plays("1, 2, 2: the last repeats", &two, "qqqqqqqqq", "122112211");
    const struct bm_turn_rules three = one_phase(MOVES(3, 1, 2));
    plays("3, 1, 2", &three, "qqqqqqqqqq", "1112112211");

    struct bm_turn_rules monster = one_phase(MOVES(1));
    monster.phase[0].rule.moves[BM_FIRST][0] = 2;
    plays("two for the first, one for the second", &monster, "qqqqqqq", "1121121");

    struct bm_turn_rules own = one_phase(MOVES(1, 3));
    own.phase[0].rule.by_side = true;
    plays("1, 3 of each side's own turns", &own, "qqqqqqqqq", "121112221");

    struct bm_turn_rules progressive = one_phase((struct bm_turn_rule){.progressive = true});
    plays("progressive", &progressive, "qqqqqqqqqqq", "12211122221");
    progressive.phase[0].rule.check = BM_TURN_ENDS;
    plays("Scottish: a check ends the series, not the count", &progressive, "qq+qqq+qqqqqqqq",
          "122111211111222");

    struct bm_turn_rules balanced = one_phase(MOVES(2));
    balanced.phase[0].rule.first = 1;
    plays("two, but one at first", &balanced, "qqqqqqq", "1221122");
    balanced.phase[0].rule.check = BM_TURN_ENDS;
    plays("balanced Marseillais", &balanced, "q+qqqx+q", "12112212");

    const struct bm_turn_rules pair = one_phase(MOVES(2));
    plays("a pass ends the turn", &pair, "qpqqqpqpq", "112211221");
}

static void test_effects(void)
{
    struct bm_turn_rules again = {.phases = 1};
    again.phase[0].rule.capture = BM_TURN_AGAIN;
    plays("a capture moves again", &again, "qcqccxqq", "12211112");
    again.phase[0].rule.check = BM_TURN_ENDS;
    plays("but a check ends the turn", &again, "qcqcxqq", "1221121");
    struct bm_turn_rules again_twice = one_phase(MOVES(2));
    again_twice.phase[0].rule.capture = BM_TURN_AGAIN;
    plays("a capture costs nothing of two", &again_twice, "qcqqccqq", "11122221");

    struct bm_turn_rules last = one_phase(MOVES(3));
    last.phase[0].rule.check = BM_TURN_LAST_ONLY;
    struct bm_turn t;
    bm_turn_start(&t, BM_FIRST);
    for (unsigned i = 0; i < 7; i++) {
        const bool is_last = i % 3 == 2;
        eq_u64(bm_turn_budget(&last, &t), 3);
        ok(bm_turn_is_last(&last, &t) == is_last);
        ok(bm_turn_allows(&last, &t, move_of('+')) == is_last);
        ok(bm_turn_allows(&last, &t, move_of('x')) == is_last);
        ok(bm_turn_allows(&last, &t, move_of('c')) && bm_turn_allows(&last, &t, move_of('q')));
        ok(bm_turn_register(&last, &t, move_of(is_last ? '+' : 'q')) == is_last);
    }
    last.phase[0].rule.check = BM_TURN_FREE;
    last.phase[0].rule.capture = BM_TURN_LAST_ONLY;
    bm_turn_start(&t, BM_FIRST);
    ok(!bm_turn_allows(&last, &t, move_of('c')) && !bm_turn_allows(&last, &t, move_of('x')));
    ok(bm_turn_allows(&last, &t, move_of('+')));

    /* Without a limit no move is the last. */
    struct bm_turn_rules endless = one_phase(MOVES(UNLIMITED));
    endless.phase[0].rule.capture = BM_TURN_LAST_ONLY;
    bm_turn_start(&t, BM_SECOND);
    eq_u64(bm_turn_side(&t), BM_SECOND);
    for (unsigned i = 0; i < 1000; i++)
        if (bm_turn_is_last(&endless, &t) || bm_turn_register(&endless, &t, move_of('q')))
            break;
    eq_u64(bm_turn_side(&t), BM_SECOND);
    eq_u64(t.turns, 0);
    ok(!bm_turn_allows(&endless, &t, move_of('c')));
}

static void test_phases(void)
{
    struct bm_turn_rules r = {.phases = 2};
    r.phase[0] = (struct bm_turn_phase){
        .rule = MOVES(UNLIMITED), .until = BM_UNTIL_CAPTURES, .count = 1};
    plays("never until a capture, then strict", &r, "qqcq", "1112");
    plays("and on", &r, "qqcqqcq", "1112121");
    r.phase[0].count = 2;
    plays("until two captures", &r, "cqcqcq", "111212");

    r.phase[0] = (struct bm_turn_phase){.until = BM_UNTIL_HANDS_EMPTY};
    r.phase[1] = (struct bm_turn_phase){.rule = MOVES(2)};
    plays("placement, then turns of two", &r, "qqqeqqqqq", "121221122");

    r.phase[0] = (struct bm_turn_phase){.until = BM_UNTIL_TURNS, .count = 3};
    plays("three turns of one, then turns of two", &r, "qqqqqqqq", "12122112");

    /* One advance for each move, even if the next condition holds already. */
    struct bm_turn_rules three = {.phases = 3};
    three.phase[0] =
        (struct bm_turn_phase){.rule = MOVES(UNLIMITED), .until = BM_UNTIL_HANDS_EMPTY};
    three.phase[1] = (struct bm_turn_phase){.rule = MOVES(2), .until = BM_UNTIL_HANDS_EMPTY};
    struct bm_turn t;
    bm_turn_start(&t, BM_FIRST);
    ok(!bm_turn_register(&three, &t, move_of('e')));
    eq_u64(t.phase, 1);
    ok(bm_turn_register(&three, &t, move_of('e')));
    eq_u64(t.phase, 2);
    /* The last phase is final, whatever its condition says. */
    three.phase[2].until = BM_UNTIL_HANDS_EMPTY;
    ok(bm_turn_register(&three, &t, move_of('e')));
    eq_u64(t.phase, 2);

    /* Captures are counted from the start of the phase, not the one that brought it about. */
    three.phase[0] = (struct bm_turn_phase){.until = BM_UNTIL_CAPTURES, .count = 1};
    three.phase[1] =
        (struct bm_turn_phase){.rule = MOVES(2), .until = BM_UNTIL_CAPTURES, .count = 2};
    plays("captures of each phase", &three, "qcqqcqqcqq", "1221122121");
}

/* ---- the slow twin ---- */

enum { PASS = 8, LONGEST = 60 };

struct history {
    unsigned count, first_side;
    unsigned what[LONGEST]; /* 1: capture, 2: check, 4: hands empty; PASS alone */
};

struct seen {
    unsigned side, phase, used, made, turns, budget;
    unsigned next; /* the phase of the next move */
};

/* "n, {white: 2, black: 1}, progressive (t+1), [1,2,2] (last repeats), unlimited; first" */
static unsigned slow_budget(const struct bm_turn_rule *r, unsigned side, unsigned turns_of_all,
                            unsigned turns_of_side)
{
    if (turns_of_all == 0 && r->first != 0)
        return r->first;
    if (r->progressive)
        return turns_of_all + 1;
    unsigned budget = 1;
    const unsigned wanted = r->by_side ? turns_of_side : turns_of_all;
    for (unsigned i = 0; i < r->entries[side]; i++)
        if (i <= wanted)
            budget = r->moves[side][i];
    return budget;
}

/* The whole game from its first move on; what happened at each move is looked up again. */
static struct seen slow_replay(const struct bm_turn_rules *rules, const struct history *h)
{
    bool ended[LONGEST] = {0};
    unsigned phase_of_move[LONGEST] = {0};
    unsigned owner[LONGEST] = {0};
    const unsigned last_phase = rules->phases ? rules->phases - 1u : 0;
    struct seen now = {0};
    for (unsigned i = 0; i <= h->count; i++) {
        /* Whose turn it is: everyone's turns that ended before. */
        unsigned turns = 0, turn_began = 0, turns_of_side = 0;
        for (unsigned j = 0; j < i; j++)
            if (ended[j]) {
                turns++;
                turn_began = j + 1;
            }
        const unsigned side = turns % 2 ? 1 - h->first_side : h->first_side;
        for (unsigned j = 0; j < i; j++)
            turns_of_side += ended[j] && owner[j] == side;

        /* The phase before this move, and where it began. */
        const unsigned before = i > 0 ? phase_of_move[i - 1] : 0;
        unsigned began = 0;
        for (unsigned j = 1; j < i; j++)
            if (phase_of_move[j] != phase_of_move[j - 1])
                began = j;
        const bool brought_about = before > 0; /* by the move `began` */

        unsigned used = 0, made = 0;
        for (unsigned j = turn_began; j < i; j++) {
            const struct bm_turn_rule *const r = &rules->phase[phase_of_move[j]].rule;
            made++;
            used += !((h->what[j] & 1) && r->capture == BM_TURN_AGAIN);
        }
        if (i == h->count) {
            /* Turns that have ended lead on before the next move is known. */
            unsigned ended_since = 0;
            for (unsigned j = began; j < i; j++)
                ended_since += ended[j];
            now = (struct seen){side, before, used, made, turns, 0, before};
            if (rules->phase[before].until == BM_UNTIL_TURNS && before < last_phase &&
                ended_since >= rules->phase[before].count)
                now.next++;
            now.budget = slow_budget(&rules->phase[now.next].rule, side, turns, turns_of_side);
            break;
        }
        owner[i] = side;
        phase_of_move[i] = before;
        if (h->what[i] == PASS) {
            ended[i] = true;
            continue;
        }

        /* First the condition of the phase. */
        unsigned captures = 0, turns_of_phase = 0;
        for (unsigned j = brought_about ? began + 1 : 0; j <= i; j++)
            captures += h->what[j] != PASS && (h->what[j] & 1);
        for (unsigned j = began; j < i; j++)
            turns_of_phase += ended[j];
        const struct bm_turn_phase *const p = &rules->phase[before];
        const bool leads_on = (p->until == BM_UNTIL_HANDS_EMPTY && (h->what[i] & 4)) ||
                              (p->until == BM_UNTIL_CAPTURES && captures >= p->count) ||
                              (p->until == BM_UNTIL_TURNS && turns_of_phase >= p->count);
        if (leads_on && before < last_phase)
            phase_of_move[i] = before + 1;

        /* Then the rule of the phase that is now current. */
        const struct bm_turn_rule *const r = &rules->phase[phase_of_move[i]].rule;
        const bool capture = h->what[i] & 1, check = h->what[i] & 2;
        const bool earned = capture && r->capture == BM_TURN_AGAIN;
        const unsigned budget = slow_budget(r, side, turns, turns_of_side);
        ended[i] = (budget != UNLIMITED && used + !earned >= budget) ||
                   (capture && r->capture == BM_TURN_ENDS) ||
                   (check && r->check == BM_TURN_ENDS);
    }
    return now;
}

static uint64_t state = 4711;

static unsigned random_below(unsigned n) { return (unsigned)(bm_random(&state) % n); }

static struct bm_turn_rules random_rules(void)
{
    static const uint8_t checks[] = {BM_TURN_FREE, BM_TURN_ENDS, BM_TURN_LAST_ONLY};
    struct bm_turn_rules rules = {.phases = (uint8_t)random_below(5)};
    for (unsigned i = 0; i < BM_MAX_PHASES; i++) {
        struct bm_turn_phase *const p = &rules.phase[i];
        struct bm_turn_rule *const r = &p->rule;
        for (unsigned side = 0; side < 2; side++) {
            r->entries[side] = (uint8_t)random_below(5);
            for (unsigned j = 0; j < r->entries[side]; j++)
                r->moves[side][j] =
                    (uint8_t)(random_below(8) == 0 ? UNLIMITED : 1 + random_below(4));
        }
        r->by_side = random_below(2);
        r->progressive = random_below(6) == 0;
        r->first = (uint8_t)(random_below(3) == 0 ? 1 + random_below(3) : 0);
        r->check = checks[random_below(3)];
        r->capture = (uint8_t)random_below(4);
        p->until = (uint8_t)random_below(4);
        p->count = (uint16_t)(1 + random_below(4));
    }
    return rules;
}

/* What must be so before a move, as far as the twin knows it. */
static bool is_alike(const struct bm_turn_rules *rules, const struct bm_turn *t,
                     const struct seen *s)
{
    const struct bm_turn_rule *const r = &rules->phase[s->next].rule;
    const bool last = s->budget != UNLIMITED && s->used + 1 >= s->budget;
    bool alike = t->side == s->side && bm_turn_side(t) == s->side && t->phase == s->phase &&
                 bm_turn_phase(rules, t) == s->next && t->used == s->used &&
                 t->made == s->made && t->turns == s->turns &&
                 bm_turn_budget(rules, t) == s->budget && bm_turn_is_last(rules, t) == last;
    for (unsigned what = 0; what < 4; what++) {
        const bool kept = ((what & 1) && r->capture == BM_TURN_LAST_ONLY) ||
                          ((what & 2) && r->check == BM_TURN_LAST_ONLY);
        const struct bm_turn_move m = {.capture = what & 1, .check = what & 2};
        alike &= bm_turn_allows(rules, t, m) == (last || !kept);
    }
    return alike;
}

static void test_twin(unsigned games)
{
    unsigned differ = 0, moves = 0, turns = 0, phases = 0;
    for (unsigned g = 0; g < games && differ < 3; g++) {
        const struct bm_turn_rules rules = random_rules();
        struct history h = {.first_side = random_below(2)};
        struct bm_turn t;
        bm_turn_start(&t, h.first_side);
        struct seen s = slow_replay(&rules, &h);
        bool alike = is_alike(&rules, &t, &s);
        while (h.count < LONGEST - 1 && alike) {
            const unsigned what = random_below(12) == 0 ? PASS
                                  : random_below(3)     ? 0
                                                        : random_below(8);
            const unsigned side = t.side;
            bool passed = true;
            h.what[h.count++] = what;
            if (what == PASS)
                bm_turn_end(&t);
            else
                passed = bm_turn_register(&rules, &t,
                                          (struct bm_turn_move){.capture = what & 1,
                                                                .check = what & 2,
                                                                .hands_empty = what & 4});
            s = slow_replay(&rules, &h);
            alike = is_alike(&rules, &t, &s) && passed == (s.side != side);
            moves++;
        }
        turns += s.turns;
        phases += s.phase;
        if (!alike && differ++ == 0)
            printf("# game %u, move %u: side %u %u, phase %u %u, used %u %u, turns %u %u, "
                   "budget %u %u\n",
                   g, h.count, t.side, s.side, t.phase, s.phase, t.used, s.used, t.turns,
                   s.turns, bm_turn_budget(&rules, &t), s.budget);
    }
    printf("# %u moves, %u turns, %u advances of the phase\n", moves, turns, phases);
    ok_named(differ == 0, "%u games by rules at random go as the twin says", games);
    ok_named(turns > games && phases > games / 2, "turns and phases change");
}

int main(void)
{
    test_classic();
    test_schedules();
    test_effects();
    test_phases();
    test_twin((unsigned)tap_env_u64("BANMEN_TEST_TURNS", 10000));
    return tap_done();
}
