/* SPDX-License-Identifier: MIT */
#include "wasm/web.h"

#include "base/str.h"

/* ---- JSON ---- */

void bm_web_texts(struct bm_buf *out, const char *en, const char *ja)
{
    bm_json_begin(out, '[');
    bm_json_text(out, en);
    bm_json_text(out, ja);
    bm_json_end(out, ']');
}

void bm_web_member_texts(struct bm_buf *out, const char *name, const char *en, const char *ja)
{
    bm_json_key(out, name);
    bm_web_texts(out, en, ja);
}

void bm_web_message_pair(struct bm_buf *out, const char *english, const struct bm_rules *rules)
{
    char text[BM_MESSAGE_TEXT];
    (void)bm_message_format(english, BM_JA, rules, text, sizeof text);
    bm_web_texts(out, english, text);
}

void bm_web_member_time(struct bm_buf *out, const char *name, int64_t ms)
{
    bm_json_key(out, name);
    if (ms == BM_NO_LIMIT)
        bm_buf_text(out, "null");
    else
        bm_json_int(out, ms);
}

struct bm_buf *bm_web_answer(struct bm_web *w)
{
    w->out.len = 0;
    w->out.failed = false;
    return &w->out;
}

struct bm_text bm_web_slot(const struct bm_web *w, unsigned i)
{
    const struct bm_buf *const b = &w->slot[i];
    return (struct bm_text){b->s ? b->s : "", b->len};
}

void *bm_web_alloc(size_t size)
{
    void *mem = NULL;
    size_t cap = 0;
    if (!bm_grow(&mem, &cap, size, 1))
        return NULL;
    memset(mem, 0, size);
    return mem;
}

/* ---- Life ---- */

struct bm_web *BM_WEB(bm_web_create)(void);
char *BM_WEB(bm_web_text)(struct bm_web *w, unsigned slot, unsigned len);
const char *BM_WEB(bm_web_out)(const struct bm_web *w);
unsigned BM_WEB(bm_web_out_len)(const struct bm_web *w);

/* NULL: no memory. */
struct bm_web *bm_web_create(void) { return bm_web_alloc(sizeof(struct bm_web)); }

/* Where a text of so many bytes has to be written before the call that needs it. NULL: no
 * memory. */
char *bm_web_text(struct bm_web *w, unsigned slot, unsigned len)
{
    struct bm_buf *const b = &w->slot[slot % BM_WEB_SLOTS];
    b->len = 0;
    b->failed = false;
    char *const room = bm_buf_room(b, (size_t)len + 1);
    if (room)
        b->len = len;
    return room;
}

/* The answer of the last call; NULL: there was no memory for it. */
const char *bm_web_out(const struct bm_web *w) { return w->out.failed ? NULL : w->out.s; }
unsigned bm_web_out_len(const struct bm_web *w) { return (unsigned)w->out.len; }

/* ---- Clocks ---- */

void BM_WEB(bm_web_clock)(struct bm_web *w);

const char *bm_web_clock_kind(const struct bm_time *t)
{
    static const char *const kinds[] = {[BM_CLOCK_NONE] = "none",
                                        [BM_CLOCK_GAME] = "game",
                                        [BM_CLOCK_MOVE] = "move",
                                        [BM_CLOCK_DAYS] = "days"};
    return kinds[t->kind];
}

static void put_time_control(struct bm_buf *out, const struct bm_time *t)
{
    bm_json_begin(out, '{');
    bm_json_member_text(out, "kind", bm_web_clock_kind(t));
    bm_json_member_int(out, "base", t->base);
    bm_json_member_int(out, "increment", t->increment);
    bm_json_member_int(out, "delay", t->delay);
    bm_json_member_int(out, "byoyomi", t->byoyomi);
    bm_json_member_int(out, "periods", t->periods);
    bm_json_end(out, '}');
}

/* Slot 0 is a time control: {"ok":true,"text","sides":[…]} or
 * {"ok":false,"column","message","text":[en,ja]}. */
void bm_web_clock(struct bm_web *w)
{
    struct bm_buf *const out = bm_web_answer(w);
    const struct bm_text text = bm_web_slot(w, 0);
    struct bm_times times;
    struct bm_error err;
    const bool ok = bm_times_parse(&times, text.s, text.len, &err) == BM_OK;
    bm_json_begin(out, '{');
    bm_json_member_bool(out, "ok", ok);
    if (ok) {
        char form[BM_TIMES_TEXT];
        (void)bm_times_format(&times, form, sizeof form);
        bm_json_member_text(out, "text", form);
        bm_json_key(out, "sides");
        bm_json_begin(out, '[');
        put_time_control(out, &times.side[0]);
        put_time_control(out, &times.side[1]);
        bm_json_end(out, ']');
    } else {
        bm_json_member_int(out, "column", err.column);
        bm_json_member_text(out, "message", err.what);
        bm_json_key(out, "text");
        bm_web_message_pair(out, err.what, NULL);
    }
    bm_json_end(out, '}');
}

/* ---- Messages ---- */

void BM_WEB(bm_web_message)(struct bm_web *w, const struct bm_rules *rules);

/* Slot 0 is what the library, here or at a server, has said of a text: [en,ja]. `rules`, which
 * may be NULL, give the names of pieces. */
void bm_web_message(struct bm_web *w, const struct bm_rules *rules)
{
    struct bm_buf *const out = bm_web_answer(w);
    const struct bm_text text = bm_web_slot(w, 0);
    char english[BM_MESSAGE_TEXT];
    struct bm_str s;
    bm_str_init(&s, english, sizeof english);
    bm_str_bytes(&s, text.s, text.len);
    (void)bm_str_end(&s);
    bm_web_message_pair(out, english, rules);
}

/* ---- Levels ---- */

void BM_WEB(bm_web_levels)(struct bm_web *w);

/* [{"level","name","text":[en,ja]},…] */
void bm_web_levels(struct bm_web *w)
{
    static const struct {
        const char *name, *text[2];
    } levels[] = {
#define X(level, name, en, ja) {name, {en, ja}},
        BM_LEVEL_MAP(X)
#undef X
    };
    struct bm_buf *const out = bm_web_answer(w);
    bm_json_begin(out, '[');
    for (unsigned i = 0; i < sizeof levels / sizeof *levels; i++) {
        bm_json_begin(out, '{');
        bm_json_member_int(out, "level", i + 1);
        bm_json_member_text(out, "name", levels[i].name);
        bm_web_member_texts(out, "text", levels[i].text[0], levels[i].text[1]);
        bm_json_end(out, '}');
    }
    bm_json_end(out, ']');
}
