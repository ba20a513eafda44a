/* SPDX-License-Identifier: MIT */
/* From lines of text to sums. */
#include <stdlib.h>
#include <string.h>

#include "banmen/notation.h"
#include "tune.h"

struct reading {
    struct data *data;
    struct bm_search *search;
    struct bm_ctx *ctx;
    const struct bm_search_impl *impl;
    const struct bm_weight *weights; /* of the games before; NULL: there are none */
    unsigned long line;
};

static void *larger(void *at, size_t *room, size_t need, size_t size)
{
    if (need <= *room)
        return at;
    *room = *room ? *room * 2 : 65536;
    void *const moved = realloc(at, *room * size);
    if (!moved)
        stop("out of memory");
    return moved;
}

static void count(struct reading *r, struct sample *s)
{
    struct data *const d = r->data;
    struct bm_trace *const t = d->trace;
    const double whole = t->scale / 1000.0, share = (double)t->phase / t->phases;
    double sum = 0;
    s->first = d->count_count;
    s->mg = (float)(whole * share);
    s->eg = (float)(whole * (1 - share));
    for (unsigned i = 0; i < t->weight_count; i++) {
        const int times = t->count[0][i] - t->count[1][i];
        if (!times)
            continue;
        d->counts = larger(d->counts, &d->count_room, d->count_count + 1, sizeof *d->counts);
        d->counts[d->count_count++] = (struct count){(uint16_t)i, (int16_t)times};
        sum += times * ((double)s->mg * t->weights[i].mg + (double)s->eg * t->weights[i].eg);
    }
    s->counts = (unsigned)(d->count_count - s->first);
    s->rest = (float)((bm_ctx_turn(r->ctx) ? -t->value : t->value) - sum);
}

static void read_line(struct reading *r, char *line)
{
    struct data *const d = r->data;
    struct bm_search_thread *const td = r->search->main_thread;
    struct bm_setup setup;
    struct bm_error err = {.what = ""};
    char *const first = strchr(line, ';');
    int points, score;
    if (!first || sscanf(first, "; %d; %d", &points, &score) != 2)
        stop("line %lu: this is not 'POSITION; RESULT; SCORE'", r->line);
    if (bm_position_parse(&setup, bm_ctx_rules(r->ctx), line, (size_t)(first - line), 0,
                          &err) ||
        bm_ctx_sync(r->ctx, &setup, NULL, &err))
        stop("line %lu: %s", r->line, err.what);
    memcpy(&td->pos, &r->ctx->pos, sizeof td->pos);
    r->impl->trace(td, d->trace);
    if (!d->trace->weights)
        stop("the evaluation of this game has no weights");
    if (r->weights && r->weights != d->trace->weights)
        stop("the evaluations of these games have different weights");
    struct sample s = {.game = d->games, .result = (float)points / 2, .score = (float)score};
    count(r, &s);
    d->samples = larger(d->samples, &d->sample_room, d->sample_count + 1, sizeof *d->samples);
    d->samples[d->sample_count++] = s;
}

void read_data(struct data *d, const char *game, FILE *in)
{
    const struct bm_rules *const rules = open_game(game);
    struct reading r = {.data = d,
                        .search = new_search(rules, 1, 1),
                        .ctx = new_game(rules, 1),
                        .impl = bm_search_impl_of(rules)};
    char line[1024];
    if (d->games == MAX_GAMES)
        stop("there are more than %d games", MAX_GAMES);
    if (d->trace)
        r.weights = d->trace->weights;
    else
        d->trace = calloc(1, sizeof *d->trace);
    if (!d->trace)
        stop("out of memory");
    const size_t before = d->sample_count;
    for (r.line = 1; fgets(line, sizeof line, in); r.line++)
        read_line(&r, line);
    d->games++;
    if (d->sample_count - before < 100)
        stop("there are too few positions: selfplay makes them");
    bm_ctx_destroy(r.ctx);
    bm_search_destroy(r.search);
    bm_rules_release(rules);
}

void release_data(struct data *d)
{
    free(d->trace);
    free(d->samples);
    free(d->counts);
}
