/* SPDX-License-Identifier: MIT */
#include "session/batch/analysis_state.h"

#include <stdio.h>

#include "annotation/position_text.h"

static bool take_journal_line(void *user, const char *line, size_t len)
{
    struct bm_analyse_state *const s = user;
    bm_buf_bytes(&s->text, line, len);
    bm_buf_char(&s->text, '\n');
    return !s->text.failed;
}

bool bm_analyse_state_open(struct bm_analyse_state *s, const char *name, const char *title)
{
    *s = (struct bm_analyse_state){.at = 0};
    if (bm_journal_open(&s->journal, name, title, take_journal_line, s))
        return true;
    bm_buf_free(&s->text);
    return false;
}

void bm_analyse_state_close(struct bm_analyse_state *s)
{
    bm_journal_close(&s->journal);
    bm_buf_free(&s->text);
}

bool bm_analyse_state_find(struct bm_analyse_state *s, uint64_t game, size_t place,
                           struct bm_ctx *ctx, struct bm_analysis *a)
{
    while (s->at < s->text.len) {
        const char *const line = s->text.s + s->at;
        const char *const end = memchr(line, '\n', s->text.len - s->at);
        struct bm_analysed_position_key key;
        const bool good = bm_analysed_position_read(line, (size_t)(end - line), &key);
        if (good && (key.game > game || (key.game == game && key.place < place)))
            return false; /* the line belongs to a later position */
        s->at = (size_t)(end + 1 - s->text.s);
        if (good && key.game == game && key.place == place)
            return bm_analysed_position_read_lines(&key, ctx, a);
    }
    return false;
}

bool bm_analyse_state_add(struct bm_analyse_state *s, uint64_t game, size_t place,
                          const struct bm_rules *rules, const struct bm_analysis *a)
{
    struct bm_buf b = {0};
    bm_analysed_position_write(&b, game, place, rules, a);
    const bool failed = b.failed;
    const bool added = !failed && bm_journal_add(&s->journal, b.s, b.len);
    bm_buf_free(&b);
    if (failed)
        fprintf(stderr, "banmen: out of memory\n");
    return added;
}
