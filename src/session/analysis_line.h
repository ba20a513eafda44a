/* SPDX-License-Identifier: MIT */
#ifndef BM_SESSION_ANALYSIS_LINE_H
#define BM_SESSION_ANALYSIS_LINE_H

/*
 * Lines of analysis, and the queue in which they travel from the thread that finds them to the
 * loop. A queue with an interval keeps the newest line of each rank and hands it on at most
 * once in that time; without one every line is handed on, in order.
 */

#include "banmen/search.h"
#include "base/buf.h"

/* A principal variation. All but the moves is as it was told; the moves are legal. */
struct bm_analysis_line {
    struct bm_search_info info; /* for the side to move; multipv is 1 or more */
    bool has_score;             /* an engine need not tell one */
    bool open_mate;             /* a mate of unknown length */
    uint64_t nps;
    const char *text; /* what bm_analyser_options.describe has written */
    size_t text_len;
};

/* Write what is to be told of a line. The context is at the analysed position, with room for
 * BM_DESCRIBE_ROOM moves, and is left as it was. */
typedef void bm_describe_line(struct bm_buf *out, struct bm_ctx *ctx,
                              const struct bm_analysis_line *line);
enum { BM_DESCRIBE_ROOM = 64 };

/* A line, or (line.info.multipv is 0) the root move that is searched. */
struct bm_queued_line {
    struct bm_queued_line *next;
    struct bm_analysis_line line;
    struct bm_buf text;
    bm_move current;
    unsigned number; /* of the current move */
    bm_move pv[];
};

struct bm_line_queue {
    int64_t interval;           /* ms; 0: none */
    bm_describe_line *describe; /* NULL: lines have no text */
    struct bm_ctx *ctx;         /* for describe() */
    int64_t published;          /* when lines were taken last */
    struct bm_queued_line *first, **last;
    bool failed; /* a line was lost for want of memory */
};

void bm_line_queue_init(struct bm_line_queue *q, int64_t interval, bm_describe_line *describe);
/* Drop all lines; the next is due at once. */
void bm_line_queue_clear(struct bm_line_queue *q, struct bm_ctx *ctx, int64_t now);
/* The line is copied. */
void bm_line_queue_add(struct bm_line_queue *q, const struct bm_analysis_line *line);
void bm_line_queue_add_current(struct bm_line_queue *q, bm_move move, unsigned number);
/* ms until there is something to take: 0 is now, negative: there is nothing. */
int64_t bm_line_queue_wait(const struct bm_line_queue *q, int64_t now);
/* Take all that is queued, with its texts; the caller frees each. */
struct bm_queued_line *bm_line_queue_take(struct bm_line_queue *q, int64_t now);
void bm_queued_line_free(struct bm_queued_line *l);
void bm_queued_lines_free(struct bm_queued_line *first);

#endif
