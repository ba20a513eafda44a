/* SPDX-License-Identifier: MIT */
#include "session/batch/record_blocks.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "io/files/input.h"
#include "record/charset.h"

/* A block grows to the larger size if no game ends in it. */
enum { BLOCK = 1 << 19, LARGEST = 1 << 22 };

void bm_record_blocks_init(struct bm_record_blocks *b, char **names, unsigned count,
                           enum bm_format from)
{
    *b = (struct bm_record_blocks){.names = names, .count = count, .from = from, .fd = -1};
}

void bm_record_blocks_fini(struct bm_record_blocks *b)
{
    bm_input_close(b->fd);
    free(b->rest);
}

static bool reserve_bytes(char **mem, size_t *cap, size_t need)
{
    if (need <= *cap)
        return true;
    char *const more = realloc(*mem, need);
    if (!more)
        return false;
    *mem = more;
    *cap = need;
    return true;
}

/* Line ends before a place where a line begins: LF, CRLF or CR. */
static uint64_t count_lines(const char *s, size_t len)
{
    uint64_t lines = len != 0 && s[len - 1] == '\r';
    for (size_t i = 0; i < len; i++)
        lines += s[i] == '\n';
    for (size_t i = 0; i + 1 < len; i++)
        lines += s[i] == '\r' && s[i + 1] != '\n';
    return lines;
}

/* The block is the last of its file. */
static void finish_block(struct bm_record_blocks *b, struct bm_record_block *out)
{
    out->last = true;
    b->fd = -1;
    b->rest_len = 0;
}

static bool fail_block(struct bm_record_blocks *b, struct bm_record_block *out, int trouble)
{
    out->trouble = trouble;
    out->len = 0;
    bm_input_close(b->fd);
    finish_block(b, out);
    return true;
}

/* Read up to `size` bytes in all; SIZE_MAX on failure. *end is set at the end of the file. */
static bool fill_block(struct bm_record_blocks *b, struct bm_record_block *out, size_t size,
                       bool *end)
{
    if (!reserve_bytes(&out->text, &out->cap, size)) {
        errno = ENOMEM;
        return false;
    }
    const size_t want = size - out->len;
    const size_t got = bm_input_read(b->fd, out->text + out->len, want);
    if (got == SIZE_MAX)
        return false;
    out->len += got;
    *end = got < want;
    return true;
}

/*
 * What the first block of a file tells about the others. Each text of a PGN file is looked at
 * for its own encoding, so that PGN can be cut whatever it is in. Of other formats only what
 * leaves ASCII alone is cut.
 */
static void look_at(struct bm_record_blocks *b, const struct bm_record_block *out, bool end)
{
    const size_t mark = out->len >= 3 && memcmp(out->text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    b->line = 0;
    b->format = b->from;
    if (b->format == BM_FORMAT_AUTO)
        b->format = bm_record_detect(out->text + mark, out->len - mark);
    b->encoding = BM_ENCODING_AUTO;
    b->cuts = b->format == BM_FORMAT_PGN;
    if (!b->cuts) {
        b->encoding = bm_charset_detect(out->text, out->len, end);
        b->cuts = b->format != BM_FORMAT_AUTO && b->encoding != BM_ENCODING_SHIFT_JIS &&
                  b->encoding != BM_ENCODING_EUC_JP;
    }
    if (!b->cuts)
        b->format = b->from;
}

static bool open_next(struct bm_record_blocks *b)
{
    b->fd = bm_input_open(b->names[b->next++]);
    return b->fd >= 0;
}

/* Keep what lies behind the cut for the next block. */
static bool keep_rest(struct bm_record_blocks *b, struct bm_record_block *out, size_t cut)
{
    b->rest_len = out->len - cut;
    if (!reserve_bytes(&b->rest, &b->rest_cap, b->rest_len))
        return false;
    memcpy(b->rest, out->text + cut, b->rest_len);
    out->len = cut;
    b->line += count_lines(out->text, cut);
    return true;
}

bool bm_record_blocks_next(struct bm_record_blocks *b, struct bm_record_block *out)
{
    bool end, first = b->fd < 0;
    if (first && b->next == b->count)
        return false;
    /* Few blocks have to grow; their memory is not kept for the others. */
    if (out->cap > BLOCK) {
        free(out->text);
        out->text = NULL;
        out->cap = 0;
    }
    *out = (struct bm_record_block){.text = out->text, .cap = out->cap, .fd = -1};
    out->name = b->names[first ? b->next : b->next - 1];
    if (first && !open_next(b))
        return fail_block(b, out, errno);

    if (!reserve_bytes(&out->text, &out->cap, b->rest_len))
        return fail_block(b, out, ENOMEM);
    if (b->rest_len != 0)
        memcpy(out->text, b->rest, b->rest_len);
    out->len = b->rest_len;
    size_t size = out->len < BLOCK ? BLOCK : out->len + BLOCK;
    if (!fill_block(b, out, size, &end))
        return fail_block(b, out, errno);
    if (first)
        look_at(b, out, end);
    out->format = b->format;
    out->encoding = first ? BM_ENCODING_AUTO : b->encoding;
    out->first_line = b->line;

    size_t cut = 0;
    while (!end && b->cuts && !b->whole) {
        cut = bm_record_cut(b->format, out->text, out->len);
        if (cut != 0 || size >= LARGEST)
            break;
        size *= 2;
        if (!fill_block(b, out, size, &end))
            return fail_block(b, out, errno);
    }
    if (cut != 0)
        return keep_rest(b, out, cut) || fail_block(b, out, ENOMEM);
    /* The rest of the file in one piece. */
    if (end)
        bm_input_close(b->fd);
    else
        out->fd = b->fd;
    finish_block(b, out);
    return true;
}
