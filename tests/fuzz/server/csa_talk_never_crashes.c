/* SPDX-License-Identifier: MIT */

/*
 * Any bytes from a shogi program: they are the same lines however they come in pieces, and what
 * is understood of a line lies within it and within bounds. The first byte says how long the
 * pieces are.
 */

#include "fuzz.h"
#include "net/line/line_server.h"
#include "server/csa/csa_parser.h"
#include "server/ws/messages.h"

enum { LONGEST = 64 };

struct heard {
    struct bm_buf text;
    bool keep; /* compare alone */
};

static void look_at_name(const char *name)
{
    REQUIRE(name[0] != '\0' && strlen(name) < BM_CSA_NAME);
    REQUIRE(strpbrk(name, " ,:%+\n\r") == NULL);
}

static void look_at_password(const char *text)
{
    struct bm_csa_offer offer, other;
    const char *password = NULL;
    const bool fits = bm_csa_read_password(&offer, text, &password);
    const size_t len = strlen(text), rest = strlen(password);
    REQUIRE(rest <= len && strcmp(text + len - rest, password) == 0);
    look_at_name(offer.name);
    if (!fits)
        return;
    REQUIRE(offer.total <= 86400 && offer.byoyomi <= 3600 && offer.increment <= 3600);
    REQUIRE(offer.total + offer.byoyomi + offer.increment != 0);
    REQUIRE(offer.byoyomi == 0 || offer.increment == 0);
    other = offer;
    REQUIRE(bm_csa_offers_fit(&offer, &other) == (offer.side == BM_ANY_SIDE));
    other.side = BM_FIRST;
    REQUIRE(bm_csa_offers_fit(&offer, &other) == bm_csa_offers_fit(&other, &offer));
}

static bool hear(void *user, const char *line, size_t len)
{
    struct heard *const h = user;
    struct bm_csa_line l;
    REQUIRE(len <= LONGEST && strlen(line) == len && !strchr(line, '\n'));
    bm_buf_bytes(&h->text, line, len);
    bm_buf_char(&h->text, '\n');
    if (h->keep)
        return true;
    bm_csa_parse_line(&l, line);
    REQUIRE(l.text >= line && l.text + l.len <= line + len);
    REQUIRE((l.kind == BM_CSA_NOTHING) == (len == 0));
    REQUIRE((l.kind == BM_CSA_MOVE) == (line[0] == '+' || line[0] == '-'));
    if (l.kind == BM_CSA_LOGIN) {
        look_at_name(l.name);
        REQUIRE(l.len != 0 && !strchr(l.text, ' '));
        look_at_password(l.text);
    }
    look_at_password(line);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    const char *const s = (const char *)data + 1;
    const size_t n = size - 1, piece = (size_t)data[0] % 16 + 1;
    struct bm_buf half = {0}, pieces = {0};
    struct heard whole = {.keep = false}, cut = {.keep = true};
    const bool good = bm_net_cut(&half, LONGEST, s, n, hear, &whole);
    bool same = true;
    for (size_t at = 0; at < n && same; at += piece)
        same =
            bm_net_cut(&pieces, LONGEST, s + at, n - at < piece ? n - at : piece, hear, &cut);
    REQUIRE(good == same);
    REQUIRE(whole.text.len == cut.text.len &&
            (cut.text.len == 0 || memcmp(whole.text.s, cut.text.s, cut.text.len) == 0));
    bm_buf_free(&half);
    bm_buf_free(&pieces);
    bm_buf_free(&whole.text);
    bm_buf_free(&cut.text);
    return 0;
}
