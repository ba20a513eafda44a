/* SPDX-License-Identifier: MIT */
#include "server/csa/csa_parser.h"

#include <string.h>

#include "server/ws/messages.h"

enum { TOTAL_MOST = 86400, TURN_MOST = 3600 /* seconds */ };

static bool is_name_char(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c != '\0' && strchr("_-.@", c));
}

/* The rest of a line after a word; NULL: it begins with another. */
static const char *rest_behind(const char *line, const char *word)
{
    const size_t n = strlen(word);
    if (strncmp(line, word, n) != 0 || (line[n] != '\0' && line[n] != ' '))
        return NULL;
    return line + n + (line[n] == ' ');
}

static void read_login(struct bm_csa_line *out, const char *rest)
{
    size_t n = 0;
    while (is_name_char(rest[n]))
        n++;
    const char *const password = rest + n + 1;
    if (n == 0 || n >= sizeof out->name || rest[n] != ' ' || password[0] == '\0' ||
        strchr(password, ' '))
        return;
    memcpy(out->name, rest, n);
    out->name[n] = '\0';
    out->kind = BM_CSA_LOGIN;
    out->text = password;
}

void bm_csa_parse_line(struct bm_csa_line *out, const char *line)
{
    static const struct {
        const char *word;
        enum bm_csa_kind kind;
    } words[] = {{"LOGIN", BM_CSA_OTHER},   {"LOGOUT", BM_CSA_LOGOUT}, {"AGREE", BM_CSA_AGREE},
                 {"REJECT", BM_CSA_REJECT}, {"%TORYO", BM_CSA_TORYO},  {"%KACHI", BM_CSA_KACHI},
                 {"%CHUDAN", BM_CSA_CHUDAN}};
    *out = (struct bm_csa_line){.kind = BM_CSA_OTHER, .text = line};
    if (line[0] == '\0')
        out->kind = BM_CSA_NOTHING;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const char *const rest = rest_behind(line, words[i].word);
        if (rest) {
            out->kind = words[i].kind;
            out->text = rest;
            if (i == 0)
                read_login(out, rest);
        }
    }
    /* Some programs append comments to a move: "+7776FU,'* 30 -3334FU". */
    if (line[0] == '+' || line[0] == '-')
        out->kind = BM_CSA_MOVE;
    out->len = out->kind == BM_CSA_MOVE ? strcspn(out->text, ",") : strlen(out->text);
}

/* ---- Names of games ---- */

/* Take "-NUMBER" off the end of a text of *len bytes. */
static bool take_number(const char *text, size_t *len, unsigned most, unsigned *out, bool *fits)
{
    size_t at = *len;
    unsigned v = 0;
    while (at > 0 && text[at - 1] >= '0' && text[at - 1] <= '9')
        at--;
    if (at == *len || at == 0 || text[at - 1] != '-')
        return false;
    for (size_t i = at; i < *len && v <= most; i++)
        v = v * 10 + (unsigned)(text[i] - '0');
    *fits &= v <= most;
    *out = v;
    *len = at - 1;
    return true;
}

/* False: it is not the name of a game. `fits`: its times can be played. */
static bool read_offer(struct bm_csa_offer *out, const char *text, size_t len, bool *fits)
{
    *out = (struct bm_csa_offer){.side = BM_ANY_SIDE};
    *fits = true;
    if (len > 2 && text[len - 2] == '-' && strchr("BbWw", text[len - 1])) {
        out->side = strchr("Ww", text[len - 1]) ? BM_SECOND : BM_FIRST;
        len -= 2;
    }
    const bool fischer = len > 1 && text[len - 1] == 'F';
    len -= fischer;
    if (!take_number(text, &len, TURN_MOST, fischer ? &out->increment : &out->byoyomi, fits) ||
        !take_number(text, &len, TOTAL_MOST, &out->total, fits) || len == 0 ||
        len >= sizeof out->name)
        return false;
    for (size_t i = 0; i < len; i++)
        if (!is_name_char(text[i]))
            return false;
    memcpy(out->name, text, len);
    out->name[len] = '\0';
    *fits &= out->total || out->byoyomi || out->increment;
    return true;
}

bool bm_csa_read_password(struct bm_csa_offer *out, const char *text, const char **password)
{
    const size_t len = strcspn(text, ",");
    bool fits = true;
    *password = text[len] ? text + len + 1 : "";
    if (read_offer(out, text, len, &fits))
        return fits;
    *out = (struct bm_csa_offer){.name = "default", .total = 1500, .side = BM_ANY_SIDE};
    *password = text;
    return true;
}

bool bm_csa_offers_fit(const struct bm_csa_offer *a, const struct bm_csa_offer *b)
{
    return strcmp(a->name, b->name) == 0 && a->total == b->total && a->byoyomi == b->byoyomi &&
           a->increment == b->increment && (a->side == BM_ANY_SIDE || a->side != b->side);
}
