/* SPDX-License-Identifier: MIT */
/* Prints the built-in games at build time as the page gets them from a module: the rules and
 * the board at the start, so that pictures of boards need no module. */
#include <stdio.h>

#include "banmen/variant.h"
#include "rules/ruleset.h"
#include "wasm/web.h"

void bm_web_rules(struct bm_web *w, const struct bm_rules *rules);

static bool put_boards(struct bm_buf *out, struct bm_web *w, const struct bm_rules *rules)
{
    struct bm_ctx *ctx;
    struct bm_setup setup;
    if (bm_ctx_create(&ctx, rules, 1) != BM_OK)
        return false;
    bm_ctx_setup(ctx, &setup);
    bm_ctx_destroy(ctx);
    bm_web_rules(w, rules);
    bm_buf_char(&w->out, '\0');
    if (w->out.failed)
        return false;
    bm_json_key(out, bm_rules_info(rules)->name);
    bm_json_begin(out, '{');
    bm_json_key(out, "rules");
    bm_json_raw(out, w->out.s);
    bm_web_put_board(out, rules, &setup);
    bm_json_end(out, '}');
    return true;
}

int main(void)
{
    struct bm_buf out = {0};
    static struct bm_web w;
    const struct bm_variant *v;
    bool failed = false;
    bm_json_begin(&out, '{');
    for (unsigned i = 0; (v = bm_variant_at(i)) != NULL && !failed; i++) {
        const struct bm_rules *rules;
        if (bm_rules_open(&rules, v->name, strlen(v->name)) != BM_OK)
            return 1;
        failed = !put_boards(&out, &w, rules);
        bm_rules_release(rules);
    }
    bm_json_end(&out, '}');
    failed = failed || out.failed || fwrite(out.s, 1, out.len, stdout) != out.len;
    bm_buf_free(&out);
    bm_buf_free(&w.out);
    return failed;
}
