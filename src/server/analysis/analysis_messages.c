/* SPDX-License-Identifier: MIT */
/* The messages of an analysis, as lines of JSON. */
#include "banmen/notation.h"
#include "server/analysis/analysis_internal.h"
#include "server/ws/messages.h"

/* A move in the game's notation. */
static void write_move(const struct bm_ctx *ctx, bm_move m, char text[BM_MOVE_TEXT])
{
    if (bm_ctx_write_move(ctx, m, BM_STYLE_SAN, text, BM_MOVE_TEXT) == 0 &&
        bm_ctx_write_move(ctx, m, BM_STYLE_WESTERN, text, BM_MOVE_TEXT) == 0)
        (void)bm_ctx_write_move(ctx, m, BM_STYLE_COORDINATES, text, BM_MOVE_TEXT);
}

/* ,"pv":[...],"san":[...]: as far as there is room to play it. */
static void put_pv(struct bm_buf *out, struct bm_ctx *ctx, const bm_move *pv, size_t count)
{
    struct bm_buf san = {0};
    size_t n = 0;
    bm_buf_text(out, ",\"pv\":[");
    for (; n < count && bm_ctx_room(ctx) != 0; n++) {
        char text[BM_MOVE_TEXT], words[BM_MOVE_TEXT];
        (void)bm_ctx_write_move(ctx, pv[n], BM_STYLE_COORDINATES, text, sizeof text);
        write_move(ctx, pv[n], words);
        if (bm_ctx_play(ctx, pv[n]))
            break;
        bm_api_put_text(out, n ? "," : "", text);
        bm_api_put_text(&san, n ? "," : "", words);
    }
    while (n-- > 0)
        (void)bm_ctx_undo(ctx);
    bm_buf_text(out, "],\"san\":[");
    if (san.failed)
        out->failed = true;
    else
        bm_buf_bytes(out, san.s, san.len);
    bm_buf_char(out, ']');
    bm_buf_free(&san);
}

void bm_analysis_line_write(struct bm_buf *out, struct bm_ctx *ctx,
                            const struct bm_analysis_line *line)
{
    const struct bm_search_info *const i = &line->info;
    bm_buf_text(out, "{\"t\":\"info\"");
    bm_message_number(out, "multipv", i->multipv);
    bm_message_number(out, "depth", i->depth);
    bm_message_number(out, "seldepth", i->seldepth);
    if (line->has_score) {
        bm_buf_text(out, i->mate ? ",\"score\":{\"mate\":" : ",\"score\":{\"cp\":");
        bm_json_int(out, i->score);
        if (i->bound)
            bm_message_text(out, "bound", i->bound > 0 ? "lower" : "upper");
        bm_buf_char(out, '}');
    }
    bm_message_number(out, "nodes", (int64_t)i->nodes);
    bm_message_number(out, "nps", (int64_t)line->nps);
    bm_message_number(out, "time", i->time);
    put_pv(out, ctx, i->pv, i->pv_count);
    bm_buf_text(out, "}\n");
}

static void put_best(struct bm_buf *out, const struct bm_analysis_job *job, const char *name,
                     bm_move m)
{
    char text[BM_COORDINATES];
    if (m.bits == BM_MOVE_NONE)
        return;
    (void)bm_move_format(m, bm_ctx_rules(job->ctx), text, sizeof text);
    bm_message_text(out, name, text);
}

void bm_analysis_job_write_end(struct bm_buf *out, const struct bm_analysis_job *job)
{
    if (job->trouble[0]) {
        bm_buf_text(out, "{\"t\":\"error\"");
        bm_message_text(out, "code", job->trouble[0]);
        bm_message_text(out, "detail", job->trouble[1]);
        bm_buf_text(out, "}\n");
        return;
    }
    bm_buf_text(out, "{\"t\":\"done\"");
    if (job->best.bits == BM_MOVE_NONE)
        bm_buf_text(out, ",\"best\":null");
    put_best(out, job, "best", job->best);
    put_best(out, job, "ponder", job->ponder);
    if (job->declares)
        bm_buf_text(out, ",\"declare\":true");
    if (job->cut)
        bm_buf_text(out, ",\"cut\":true");
    bm_buf_text(out, "}\n");
}
