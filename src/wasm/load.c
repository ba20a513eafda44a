/* SPDX-License-Identifier: MIT */
/* Games from texts, and the library of texts that they may extend. */
#include "wasm/web.h"

const struct bm_rules *BM_WEB(bm_web_rules_load)(struct bm_web *w);

/* ---- The library ---- */

struct bm_web_library_entry {
    char *name, *text;
    size_t len;
};

int BM_WEB(bm_web_library_add)(struct bm_web *w);

/* Slot 0 is a name, slot 1 the text of the game of that name. False: no memory. */
int bm_web_library_add(struct bm_web *w)
{
    const struct bm_text name = bm_web_slot(w, 0), text = bm_web_slot(w, 1);
    struct bm_buf names = {0}, texts = {0};
    void *mem = w->library;
    if (!bm_grow(&mem, &w->library_cap, w->library_count + 1, sizeof *w->library))
        return 0;
    w->library = mem;
    bm_buf_bytes(&names, name.s, name.len);
    bm_buf_bytes(&texts, text.s, text.len);
    struct bm_web_library_entry entry = {bm_buf_take(&names), bm_buf_take(&texts), text.len};
    if (!entry.name || !entry.text) {
        bm_release(entry.name);
        bm_release(entry.text);
        return 0;
    }
    w->library[w->library_count++] = entry;
    return 1;
}

static const char *find_library_text(void *user, const char *name, size_t len, size_t *text_len)
{
    const struct bm_web *const w = user;
    for (size_t i = w->library_count; i-- != 0;)
        if (strlen(w->library[i].name) == len && memcmp(w->library[i].name, name, len) == 0) {
            *text_len = w->library[i].len;
            return w->library[i].text;
        }
    return NULL;
}

/* ---- Loading ---- */

/* Slot 0 is a text. The answer is the list of issues; NULL: it cannot be used. */
const struct bm_rules *bm_web_rules_load(struct bm_web *w)
{
    enum { ROOM = 32768 };
    struct bm_buf *const out = bm_web_answer(w);
    const struct bm_text text = bm_web_slot(w, 0);
    const struct bm_library library = {find_library_text, w};
    const struct bm_rules *rules = NULL;
    struct bm_issues *const issues = bm_web_alloc(sizeof *issues);
    char *const room = issues ? bm_buf_room(out, ROOM) : NULL;
    if (room) {
        const bm_status status = bm_rules_load(&rules, text.s, text.len, &library, issues);
        const size_t len = bm_issues_json(issues, room, ROOM);
        out->len = len < ROOM ? len : 0;
        out->failed = status == BM_ENOMEM || len >= ROOM;
        if (status != BM_OK)
            rules = NULL;
    }
    bm_release(issues);
    return rules;
}
