/* SPDX-License-Identifier: MIT */

/* bm_search_explain(): the evaluation of a position, term by term. */
#include <string.h>

#include "base/buf.h"
#include "search/thread.h"

_Static_assert((int)BM_EVAL_TRACE_TERMS == (int)TRACE_TERMS,
               "every term of a trace can be told");

static void tell_term(const struct bm_trace *t, unsigned i, struct bm_eval_trace_term *out)
{
    out->text[BM_EN] = t->terms[i].en;
    out->text[BM_JA] = t->terms[i].ja;
    for (unsigned side = 0; side < 2; side++) {
        out->mg[side] = t->mg[side][i];
        out->eg[side] = t->eg[side][i];
        out->mixed[side] = bm_taper(out->mg[side], out->eg[side], t->phase, t->phases);
    }
}

bm_status bm_search_explain(struct bm_search *search, const struct bm_ctx *ctx,
                            struct bm_eval_trace *out)
{
    struct bm_search_thread *const td = search->main_thread;
    void *mem = NULL;
    size_t cap = 0;
    if (!td)
        return BM_EINVAL;
    if (!bm_grow(&mem, &cap, 1, sizeof(struct bm_trace)))
        return BM_ENOMEM;
    struct bm_trace *const t = mem;
    memcpy(&td->pos, &ctx->pos, sizeof td->pos);
    bm_search_impl_of(search->rules)->trace(td, t);
    *out = (struct bm_eval_trace){.terms = t->term_count,
                                  .phase = t->phase,
                                  .phases = t->phases,
                                  .tempo = t->tempo,
                                  .scale = t->scale,
                                  .value = t->value};
    int mg = 0, eg = 0;
    for (unsigned i = 0; i < t->term_count; i++) {
        tell_term(t, i, &out->term[i]);
        mg += t->mg[0][i] - t->mg[1][i];
        eg += t->eg[0][i] - t->eg[1][i];
    }
    out->sum = bm_taper(mg, eg, t->phase, t->phases);
    bm_release(mem);
    return BM_OK;
}
