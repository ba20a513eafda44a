/* SPDX-License-Identifier: MIT */
/* A window on a text of any length, out of which formats read one game after another. */
#include "record/reader.h"

#include "notation/text.h"
#include "record/charset.h"
#include "record/variant_names.h"

/* LOOK: at least so much is looked at to tell format and encoding. */
enum { WINDOW = 1 << 20, LOOK = 1 << 16, MAX_GAME = 32 << 20, RAW = 1 << 18 };

bm_status bm_reader_create(struct bm_reader **out, const struct bm_read_options *options,
                           bm_read_fn read, void *user)
{
    void *mem = NULL;
    size_t cap = 0;

    if (!out || !read)
        return BM_EINVAL;
    if (options &&
        (options->format >= BM_FORMAT_COUNT || options->encoding >= BM_ENCODING_COUNT))
        return BM_EINVAL;
    if (!bm_grow(&mem, &cap, sizeof(struct bm_reader), 1))
        return BM_ENOMEM;
    struct bm_reader *const reader = mem;
    memset(reader, 0, sizeof *reader);
    if (options)
        reader->options = *options;
    if (reader->options.window == 0)
        reader->options.window = WINDOW;
    if (reader->options.max_game == 0)
        reader->options.max_game = MAX_GAME;
    reader->read = read;
    reader->user = user;
    reader->format = reader->options.format;
    reader->encoding = reader->options.encoding;
    reader->line = 1 + reader->options.first_line;
    reader->games = reader->options.first_game;
    *out = reader;
    return BM_OK;
}

void bm_reader_destroy(struct bm_reader *reader)
{
    if (!reader)
        return;
    bm_line_close(&reader->reading.line);
    bm_reader_close_variants(reader);
    bm_buf_free(&reader->text);
    bm_buf_free(&reader->raw);
    bm_buf_free(&reader->words);
    bm_buf_free(&reader->scratch);
    bm_buf_free(&reader->spare);
    bm_buf_free(&reader->nest);
    bm_release(reader->said);
    bm_release(reader);
}

enum bm_format bm_reader_format(const struct bm_reader *reader) { return reader->format; }
enum bm_encoding bm_reader_encoding(const struct bm_reader *reader)
{
    return reader->encoding == BM_ENCODING_AUTO ? BM_ENCODING_UTF8 : reader->encoding;
}
uint64_t bm_reader_games(const struct bm_reader *reader)
{
    return reader->games - reader->options.first_game;
}
uint64_t bm_reader_defects(const struct bm_reader *reader) { return reader->defects; }

static bm_status fail_reader(struct bm_reader *reader, struct bm_error *err, bm_status status,
                             const char *what)
{
    reader->failed = true;
    return bm_text_fail(err, status, 0, what);
}

/* Line ends in a text that is followed by at least one more byte: LF, CRLF or CR. */
static uint64_t count_lines(const char *s, size_t len)
{
    enum { BLOCK = 128 }; /* a count of a block fits in a byte of a vector */
    uint64_t lines = 0;
    for (; len >= BLOCK; s += BLOCK, len -= BLOCK) {
        unsigned char block = 0;
        for (size_t i = 0; i < BLOCK; i++)
            block += (unsigned char)((s[i] == '\n') | ((s[i] == '\r') & (s[i + 1] != '\n')));
        lines += block;
    }
    for (size_t i = 0; i < len; i++)
        lines += (s[i] == '\n') | ((s[i] == '\r') & (s[i + 1] != '\n'));
    return lines;
}

/* Forget what lies before `at`, to make room. */
static void slide_window(struct bm_reader *reader)
{
    struct bm_buf *const text = &reader->text;
    if (reader->at == 0)
        return;
    reader->line += count_lines(text->s + reader->mark, reader->at - reader->mark);
    memmove(text->s, text->s + reader->at, text->len - reader->at);
    text->len -= reader->at;
    reader->passed += reader->at;
    reader->at = reader->mark = 0;
}

static bool is_ascii(const char *s, size_t len)
{
    unsigned char any = 0;
    for (size_t i = 0; i < len; i++)
        any |= (unsigned char)s[i];
    return any < 0x80;
}

/* Encodings whose bytes go into the window as they are. */
static bool is_direct_encoding(enum bm_encoding e)
{
    return e == BM_ENCODING_AUTO || e == BM_ENCODING_UTF8 || e == BM_ENCODING_UTF8_BOM ||
           e == BM_ENCODING_LATIN1;
}

/*
 * PGN mixes encodings inside one file, so that each of its texts is looked at for itself
 * (bm_reader_clean()); Latin-1 is then just a name. Other formats are turned into UTF-8 first.
 */
static bool is_raw(const struct bm_reader *reader)
{
    return !is_direct_encoding(reader->encoding) ||
           (reader->encoding == BM_ENCODING_LATIN1 && reader->format != BM_FORMAT_PGN);
}

bool bm_reader_span(const struct bm_reader *reader, uint64_t *begin, uint64_t *end)
{
    *begin = reader->span[0];
    *end = reader->span[1];
    return !is_raw(reader);
}

/* The bytes text[from, len) have just been read: find out their encoding if that is open. */
static void settle_encoding(struct bm_reader *reader, size_t from)
{
    struct bm_buf *const text = &reader->text;
    const char *const s = text->s + from;
    const size_t len = text->len - from;

    if (reader->encoding != BM_ENCODING_AUTO || is_ascii(s, len))
        return;
    reader->wide = !reader->opened && from == 0 && len >= 2 &&
                   (memcmp(s, "\xff\xfe", 2) == 0 || memcmp(s, "\xfe\xff", 2) == 0);
    reader->encoding = bm_charset_detect(s, len, reader->drained);
    if (is_direct_encoding(reader->encoding) && reader->encoding != BM_ENCODING_LATIN1)
        return;
    if (reader->format == BM_FORMAT_AUTO && bm_record_detect(s, len) == BM_FORMAT_PGN)
        reader->format = BM_FORMAT_PGN;
    if (reader->format == BM_FORMAT_PGN)
        reader->encoding = BM_ENCODING_LATIN1;
    if (is_raw(reader)) { /* the bytes wait until they are turned into UTF-8 */
        bm_buf_bytes(&reader->raw, s, len);
        text->len = from;
    }
}

/* Read up to n bytes behind those in `b`; false if the source failed or memory ran out. */
static bool read_source(struct bm_reader *reader, struct bm_buf *b, size_t n)
{
    char *const to = bm_buf_room(b, n + BM_READING_PAD);
    if (!to)
        return false;
    const size_t got = reader->read(reader->user, to, n);
    if (got > n)
        return false;
    reader->drained = got == 0;
    b->len += got;
    return true;
}

static bool decode_raw(struct bm_reader *reader)
{
    struct bm_buf *const raw = &reader->raw;
    const size_t used = bm_charset_decode(reader->encoding, raw->s, raw->len, reader->drained,
                                          &reader->text, &reader->bad);
    memmove(raw->s, raw->s + used, raw->len - used);
    raw->len -= used;
    return !reader->text.failed;
}

/* More text behind what is there, if the source has any. The window grows if it is full. */
static bool fill_window(struct bm_reader *reader)
{
    struct bm_buf *const text = &reader->text;
    slide_window(reader);
    /* Twice what is there, so that a game which is read again and again is not for long. */
    const size_t window = reader->options.window;
    const bool looks = !reader->opened && (reader->format == BM_FORMAT_AUTO ||
                                           reader->encoding == BM_ENCODING_AUTO);
    const size_t least = looks && window < LOOK ? LOOK : window;
    const size_t want = text->len < least / 2 ? least : 2 * text->len + 1;
    const size_t from = text->len;

    while (!reader->drained && text->len < want) {
        if (is_raw(reader) ? !read_source(reader, &reader->raw, RAW) || !decode_raw(reader)
                           : !read_source(reader, text, want - text->len))
            return false;
    }
    /* All at once: a source may give few bytes at a time, and cut characters in two. */
    settle_encoding(reader, from);
    if (is_raw(reader) && reader->raw.len != 0 && !decode_raw(reader))
        return false;
    reader->final = reader->drained;
    if (!bm_buf_room(text, BM_READING_PAD))
        return false;
    memset(text->s + text->len, 0, BM_READING_PAD);
    return true;
}

/* Look at the beginning: byte order mark, encoding, format. */
static bm_status open_text(struct bm_reader *reader, struct bm_error *err)
{
    struct bm_buf *const text = &reader->text;

    if (!fill_window(reader))
        return fail_reader(reader, err, BM_EINVAL, "the text cannot be read");
    reader->opened = true;
    if (reader->wide)
        return fail_reader(reader, err, BM_ESYNTAX, "the text is in UTF-16; save it as UTF-8");
    if (text->len >= 3 && memcmp(text->s, "\xef\xbb\xbf", 3) == 0) {
        reader->at = reader->mark = 3;
        if (is_direct_encoding(reader->encoding))
            reader->encoding = BM_ENCODING_UTF8_BOM;
    }
    if (reader->format == BM_FORMAT_AUTO)
        reader->format = bm_record_detect(text->s + reader->at, text->len - reader->at);
    if (reader->format == BM_FORMAT_AUTO) {
        for (size_t i = reader->at; i < text->len; i++)
            if ((unsigned char)text->s[i] > ' ')
                return fail_reader(reader, err, BM_ESYNTAX,
                                   "no record format is recognised; name it with --from");
        reader->format = BM_FORMAT_PGN; /* blanks only: no games in any format */
    }
    return BM_OK;
}

/* Where in the file the place `at` of the game lies. */
static void locate_report(const struct bm_reader *reader, const char *at, struct bm_report *out)
{
    const char *const s = reader->text.s;
    const size_t offset = (size_t)(at - s);
    size_t begin = offset;

    out->line = reader->line + count_lines(s + reader->mark, offset - reader->mark);
    while (begin > 0 && s[begin - 1] != '\n' &&
           !(s[begin - 1] == '\r' && begin < reader->text.len && s[begin] != '\n'))
        begin--;
    if (begin == 0 && memcmp(s, "\xef\xbb\xbf", 3) == 0)
        begin = offset < 3 ? offset : 3;
    out->column = 1;
    for (size_t i = begin; i < offset; i++)
        out->column += ((unsigned char)s[i] & 0xc0u) != 0x80u;
}

/* The game is complete: what was said about it goes out. */
static void flush_reports(struct bm_reader *reader)
{
    reader->defects += reader->game_defects;
    if (reader->said_count != 0) { /* the lines before the game are counted once */
        reader->line += count_lines(reader->text.s + reader->mark, reader->at - reader->mark);
        reader->mark = reader->at;
    }
    for (size_t i = 0; i < reader->said_count; i++) {
        const struct bm_said *const said = &reader->said[i];
        struct bm_report report = {.severity = said->severity,
                                   .game = reader->games,
                                   .ply = said->ply,
                                   .what = reader->words.s + said->what};
        locate_report(reader, said->at ? said->at : reader->text.s + reader->at, &report);
        reader->options.report(reader->options.user, &report);
    }
}

/* The encoding did not fit: said once, with the first game that is read after it was seen. */
static void tell_bad(struct bm_reader *reader)
{
    if (reader->bad == 0 || reader->told_bad)
        return;
    reader->told_bad = true;
    bm_reading_say_about(&reader->reading, BM_SAY_DEFECT, NULL,
                         "the text has bytes that are no '~'; they are read as U+FFFD",
                         bm_encoding_name(reader->encoding),
                         strlen(bm_encoding_name(reader->encoding)));
}

static const struct bm_rules *default_rules(const struct bm_reader *reader)
{
    const struct bm_rules *const asked = reader->options.rules;
    const bool usi = asked && bm_rules_info(asked)->dialect == BM_DIALECT_USI;
    if (bm_record_formats[reader->format].shogi || (reader->format == BM_FORMAT_SFEN && !usi))
        return asked && bm_is_shogi(asked) ? asked : bm_rules_shogi();
    return asked ? asked : bm_rules_chess();
}

static enum bm_reading_step read_once(struct bm_reader *reader, struct bm_game *game)
{
    struct bm_reading *const r = &reader->reading;
    const struct bm_line line = r->line; /* its context serves the next game too */

    reader->said_count = reader->words.len = 0;
    reader->game_defects = 0;
    *r = (struct bm_reading){.s = reader->text.s + reader->at,
                             .end = reader->text.s + reader->text.len,
                             .final = reader->final,
                             .format = reader->format,
                             .rules = default_rules(reader),
                             .flags = reader->options.flags,
                             .game = game,
                             .line = line,
                             .reader = reader};
    bm_game_clear(game, r->rules);
    tell_bad(reader);
    return bm_record_formats[reader->format].read(r);
}

/* Where the next game may begin in a text whose beginning is to be passed over; 0: nowhere. */
static size_t next_start(const struct bm_reader *reader)
{
    static const char *const marks[BM_FORMAT_COUNT] = {
        [BM_FORMAT_PGN] = "\n[Event ", [BM_FORMAT_CSA] = "\n/", [BM_FORMAT_USI] = "\n",
        [BM_FORMAT_USEN] = "\n",       [BM_FORMAT_JSON] = "\n", [BM_FORMAT_FEN] = "\n",
        [BM_FORMAT_SFEN] = "\n",       [BM_FORMAT_EPD] = "\n"};
    const char *const mark = marks[reader->format];
    const char *s = reader->text.s + reader->at;
    const char *const end = reader->text.s + reader->text.len;
    const size_t len = mark ? strlen(mark) : 0;

    while (len != 0 && (s = memchr(s, '\n', (size_t)(end - s))) && (size_t)(end - s) >= len) {
        if (memcmp(s, mark, len) == 0)
            return (size_t)(s - (reader->text.s + reader->at)) + 1;
        s++;
    }
    return 0;
}

/* A game that is larger than any can be: say so, and pass over it. */
static bool skip_game(struct bm_reader *reader)
{
    enum { KEEP = 16 };
    reader->reading.begun = false; /* no ply is concerned */
    bm_reading_say(&reader->reading, BM_SAY_DEFECT, NULL,
                   "the game's text is larger than the limit; it is left out");
    reader->games++;
    flush_reports(reader);
    for (;;) {
        const size_t skip = next_start(reader);
        if (skip != 0) {
            reader->at += skip;
            return true;
        }
        /* The mark may be cut in two at the end of the window. */
        reader->at = reader->text.len > KEEP && !reader->final ? reader->text.len - KEEP
                                                               : reader->text.len;
        if (reader->final || !fill_window(reader))
            return false;
    }
}

bm_status bm_reader_next(struct bm_reader *reader, struct bm_game *game, bool *got,
                         struct bm_error *err)
{
    *got = false;
    if (reader->failed)
        return BM_OK;
    if (!reader->opened) {
        const bm_status status = open_text(reader, err);
        if (status != BM_OK)
            return status;
    }
    for (;;) {
        enum bm_reading_step step = read_once(reader, game);
        if (step == BM_STEP_MORE && reader->final)
            step = BM_STEP_NONE; /* a format that waits for more than there is has no game */
        if (step == BM_STEP_GAME) {
            reader->games++;
            flush_reports(reader);
            reader->span[0] = reader->passed + reader->at;
            reader->at += reader->reading.used;
            reader->span[1] = reader->passed + reader->at;
            *got = true;
            return BM_OK;
        }
        if (reader->final) {
            reader->failed = true; /* nothing more to read */
            flush_reports(reader);
            bm_game_clear(game, default_rules(reader));
            return BM_OK;
        }
        if (step == BM_STEP_NONE) /* blanks are not needed again */
            reader->at = reader->text.len;
        if (reader->text.len - reader->at > reader->options.max_game && !skip_game(reader)) {
            reader->failed = true;
            return BM_OK;
        }
        if (!fill_window(reader))
            return fail_reader(reader, err, BM_EINVAL, "the text cannot be read further");
    }
}

struct bm_text bm_reader_clean(struct bm_reader *reader, const char *s, size_t len)
{
    struct bm_buf *const b = &reader->scratch;
    bool dirty = false;

    b->len = 0;
    b->failed = false;
    if (!is_ascii(s, len) && !bm_charset_is_utf8(s, len)) {
        uint64_t bad = 0;
        (void)bm_charset_decode(BM_ENCODING_LATIN1, s, len, true, b, &bad);
        s = b->s;
        len = b->len;
    }
    /* What becomes a blank below is one already, so that none is left at the ends. */
    while (len > 0 && ((unsigned char)s[0] <= ' ' || s[0] == 0x7f))
        s++, len--;
    while (len > 0 && ((unsigned char)s[len - 1] <= ' ' || s[len - 1] == 0x7f))
        len--;
    for (size_t i = 0; i < len; i++)
        dirty |= ((unsigned char)s[i] < ' ' && s[i] != '\n') | (s[i] == 0x7f);
    if (dirty) {
        if (b->len == 0) {
            bm_buf_bytes(b, s, len);
            s = b->s;
        }
        if (b->failed)
            return (struct bm_text){.s = ""};
        char *const to = b->s;
        size_t n = 0;
        for (size_t i = 0; i < len; i++) {
            const char c = s[i];
            if (c == '\r' && (i + 1 == len || s[i + 1] == '\n'))
                continue;
            to[n++] = c == '\r'                                            ? '\n'
                      : ((unsigned char)c < ' ' && c != '\n') || c == 0x7f ? ' '
                                                                           : c;
        }
        s = to;
        len = n;
    }
    return (struct bm_text){.s = len ? s : "", .len = len};
}

struct memory_source {
    const char *s;
    size_t len;
};

static size_t read_memory(void *user, char *buf, size_t cap)
{
    struct memory_source *const m = user;
    const size_t n = m->len < cap ? m->len : cap;
    if (n != 0)
        memcpy(buf, m->s, n);
    m->s += n;
    m->len -= n;
    return n;
}

bm_status bm_game_read(struct bm_game *game, const struct bm_read_options *options,
                       const char *text, size_t len, struct bm_error *err)
{
    struct memory_source memory = {text, len};
    struct bm_reader *reader;
    bool got = false;

    bm_status status = bm_reader_create(&reader, options, read_memory, &memory);
    if (status != BM_OK)
        return status;
    status = bm_reader_next(reader, game, &got, err);
    if (status == BM_OK && !got)
        status = fail_reader(reader, err, BM_ESYNTAX, "there is no game in the text");
    bm_reader_destroy(reader);
    return status;
}
