/* SPDX-License-Identifier: MIT */
#include "tournament/adjudication.h"

#include <stdio.h>
#include <string.h>

enum { MOST = 1000000 };

/* Read a number; false if there is none. */
static bool read_rule_number(const char **at, unsigned *out)
{
    unsigned v = 0;
    const char *const start = *at;
    while (**at >= '0' && **at <= '9' && v <= MOST)
        v = v * 10 + (unsigned)(*(*at)++ - '0');
    *out = v;
    return *at != start && v <= MOST;
}

/* Read "NAME:N:N..." at *at, which moves behind it or to the error. */
static bool read_rule(const char **at, const char *name, unsigned *const *values,
                      unsigned count)
{
    const size_t len = strlen(name);
    if (strncmp(*at, name, len) != 0)
        return false;
    *at += len;
    for (unsigned i = 0; i < count; i++) {
        if (**at != ':')
            return false;
        ++*at;
        if (!read_rule_number(at, values[i]))
            return false;
    }
    return true;
}

static bm_status fail_rule(struct bm_error *err, const char *text, const char *at)
{
    *err =
        (struct bm_error){.code = BM_ESYNTAX, .line = 1, .column = (uint32_t)(at - text) + 1};
    snprintf(
        err->what, sizeof err->what,
        "a rule is draw:FROM:MOVES:CP or resign:MOVES:CP, as in draw:40:8:10,resign:3:600");
    return BM_ESYNTAX;
}

bm_status bm_adjudication_parse(struct bm_adjudication_rules *out, const char *text,
                                struct bm_error *err)
{
    struct bm_adjudication_rules r = {0};
    unsigned *const draw[] = {&r.draw_from, &r.draw_moves, &r.draw_score};
    unsigned *const resign[] = {&r.resign_moves, &r.resign_score};
    for (const char *at = text;; at++) {
        const bool good = *at == 'd'
                              ? read_rule(&at, "draw", draw, 3) && r.draw_moves != 0
                              : read_rule(&at, "resign", resign, 2) && r.resign_moves != 0;
        if (!good || (*at != ',' && *at != '\0'))
            return fail_rule(err, text, at);
        if (*at == '\0')
            break;
    }
    /* "From move 0" is from the beginning. */
    if (r.draw_moves != 0 && r.draw_from == 0)
        r.draw_from = 1;
    *out = r;
    return BM_OK;
}

void bm_adjudicator_reset(struct bm_adjudicator *v, unsigned side)
{
    v->draws[side] = v->ahead[side] = v->behind[side] = 0;
}

static unsigned count_in_row(unsigned before, bool holds) { return holds ? before + 1 : 0; }

enum bm_result bm_adjudicator_add_score(struct bm_adjudicator *v,
                                        const struct bm_adjudication_rules *rules,
                                        unsigned side, int64_t score, unsigned move_number)
{
    const int64_t even = rules->draw_score, lost = rules->resign_score;
    v->draws[side] =
        count_in_row(v->draws[side], rules->draw_from != 0 && move_number >= rules->draw_from &&
                                         score <= even && score >= -even);
    v->ahead[side] = count_in_row(v->ahead[side], score >= lost);
    v->behind[side] = count_in_row(v->behind[side], score <= -lost);

    if (rules->draw_from != 0 && v->draws[0] >= rules->draw_moves &&
        v->draws[1] >= rules->draw_moves)
        return BM_DRAW;
    for (unsigned winner = 0; winner < 2 && rules->resign_moves != 0; winner++) {
        if (v->ahead[winner] >= rules->resign_moves &&
            v->behind[!winner] >= rules->resign_moves)
            return winner == BM_FIRST ? BM_FIRST_WINS : BM_SECOND_WINS;
    }
    return BM_ONGOING;
}
