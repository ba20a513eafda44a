/* SPDX-License-Identifier: MIT */
#include "server/app/admin.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <uv.h>

#include "base/buf.h"
#include "base/json.h"
#include "server/app/admin_socket.h"
#include "store/admin.h"
#include "store/names.h"
#include "store/store.h"

enum { YES = 0, NO = 1, WRONG = 2, OLD_DAYS = 30 };
static const int64_t DAY_MS = 86400000;

struct admin_run {
    const struct bm_admin_options *options;
    struct bm_admin *admin;
    char *const *words; /* behind the action */
    unsigned count;
};

static int64_t wall_ms(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static int print_failure(const struct admin_run *r, const char *why)
{
    fprintf(stderr, "banmen: admin: %s: %s\n", r->options->store, why);
    return WRONG;
}

static int print_missing(const char *what, const char *name)
{
    fprintf(stderr, "banmen: admin: there is no %s '%s'\n", what, name);
    return NO;
}

/* ---- Records ---- */

static bool is_time(const char *name)
{
    return !strcmp(name, "created") || !strcmp(name, "changed") || !strcmp(name, "until");
}

/* Times in UTC, for people. */
static void put_time(struct bm_buf *out, const char *text)
{
    const time_t s = (time_t)(strtoll(text, NULL, 10) / 1000);
    struct tm t;
    char date[32];
    if (s != 0 && gmtime_r(&s, &t) && strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &t))
        bm_buf_text(out, date);
    else
        bm_buf_char(out, '-');
}

static void print_row(void *user, const struct bm_admin_row *row)
{
    const struct admin_run *const r = user;
    struct bm_buf out = {0};
    for (int i = 0; i < row->count; i++) {
        const char *const text = row->text[i] ? row->text[i] : "";
        if (!r->options->json) {
            bm_buf_text(&out, i ? "\t" : "");
            if (is_time(row->name[i]))
                put_time(&out, text);
            else
                bm_buf_text(&out, text[0] ? text : "-");
            continue;
        }
        bm_buf_text(&out, i ? "," : "{");
        bm_json_quote(&out, row->name[i], strlen(row->name[i]));
        bm_buf_char(&out, ':');
        if (row->number[i])
            bm_buf_text(&out, text);
        else
            bm_json_quote(&out, text, strlen(text));
    }
    bm_buf_text(&out, r->options->json ? "}\n" : "\n");
    if (!out.failed)
        (void)fwrite(out.s, 1, out.len, stdout);
    bm_buf_free(&out);
}

/* What was done: `banned u:... Ann`. */
static void print_done(const struct admin_run *r, const char *did, const char *subject)
{
    const struct bm_admin_row row = {
        .count = 2, .name = {"done", "subject"}, .text = {did, subject}};
    print_row((void *)(uintptr_t)r, &row);
}

static int list_rows(struct admin_run *r)
{
    static const struct {
        const char *word;
        enum bm_admin_query query;
    } all[] = {{"accounts", BM_ADMIN_ACCOUNTS},
               {"games", BM_ADMIN_GAMES},
               {"variants", BM_ADMIN_VARIANTS},
               {"sanctions", BM_ADMIN_SANCTIONS}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!strcmp(r->words[0], all[i].word))
            return bm_admin_ask(r->admin, all[i].query, NULL, print_row, r) < 0
                       ? print_failure(r, bm_admin_error(r->admin))
                       : YES;
    fprintf(stderr,
            "banmen: admin: list: '%s' is none of accounts, games, variants, sanctions\n",
            r->words[0]);
    return WRONG;
}

/* ---- Subjects ---- */

struct person {
    char id[40], name[80];
    bool is_address, is_account;
};

static void take_person(void *user, const struct bm_admin_row *row)
{
    struct person *const p = user;
    snprintf(p->id, sizeof p->id, "%s", row->text[0]);
    snprintf(p->name, sizeof p->name, "%s", row->text[1]);
    p->is_account = true;
}

/* The name or id of an account, the id of a guest, or an address. */
static bool find_person(struct admin_run *r, const char *word, struct person *out)
{
    unsigned char bytes[16];
    char folded[BM_NAME_TEXT];
    const locale_t letters = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    const char *key = word;
    *out = (struct person){.id = ""};
    if (letters && bm_name_fold(letters, word, folded))
        key = folded;
    if (strncmp(word, "u:", 2) == 0)
        key = word;
    (void)bm_admin_ask(r->admin, BM_ADMIN_ACCOUNT, &key, take_person, out);
    if (letters)
        freelocale(letters);
    if (out->is_account)
        return true;
    out->is_address =
        uv_inet_pton(AF_INET, word, bytes) == 0 || uv_inet_pton(AF_INET6, word, bytes) == 0;
    if (!out->is_address && strncmp(word, "a:", 2) != 0 && strncmp(word, "c:", 2) != 0)
        return false;
    snprintf(out->id, sizeof out->id, "%s", word);
    return true;
}

/* Notify a running server. */
static int tell_server(const struct admin_run *r, const char *kind, const char *subject)
{
    char line[160];
    snprintf(line, sizeof line, "%s %s", kind, subject);
    if (bm_admin_socket_notify(r->options->store, line) >= 0)
        return YES;
    fprintf(stderr, "banmen: admin: it is stored, but the server that runs does not answer: "
                    "restart it\n");
    return WRONG;
}

/* ---- Changes ---- */

static int put_sanction(struct admin_run *r, unsigned kind, const char *did)
{
    struct person p;
    const int64_t now = wall_ms();
    const int64_t until = r->options->days ? now + r->options->days * DAY_MS : 0;
    if (!find_person(r, r->words[0], &p))
        return print_missing("account, guest or address", r->words[0]);
    if (kind == BM_SANCTION_MUTE && p.is_address) {
        fprintf(stderr, "banmen: admin: accounts and guests can be muted, addresses banned\n");
        return WRONG;
    }
    if (bm_admin_sanction(r->admin, p.id, kind, until, now,
                          r->options->reason ? r->options->reason : "") < 0)
        return print_failure(r, bm_admin_error(r->admin));
    print_done(r, did, p.id);
    return tell_server(r, "sanction", p.id);
}

static int lift_sanction(struct admin_run *r, unsigned kind, const char *did)
{
    struct person p;
    const int rows =
        find_person(r, r->words[0], &p) ? bm_admin_pardon(r->admin, p.id, kind) : 0;
    if (rows < 0)
        return print_failure(r, bm_admin_error(r->admin));
    if (rows == 0)
        return print_missing(kind == BM_SANCTION_BAN ? "ban of" : "mute of", r->words[0]);
    print_done(r, did, p.id);
    return tell_server(r, "sanction", p.id);
}

static int ban_person(struct admin_run *r)
{
    return put_sanction(r, BM_SANCTION_BAN, "banned");
}
static int unban_person(struct admin_run *r)
{
    return lift_sanction(r, BM_SANCTION_BAN, "unbanned");
}
static int mute_person(struct admin_run *r)
{
    return put_sanction(r, BM_SANCTION_MUTE, "muted");
}
static int unmute_person(struct admin_run *r)
{
    return lift_sanction(r, BM_SANCTION_MUTE, "unmuted");
}

static int delete_account(struct admin_run *r, const char *word)
{
    struct person p;
    if (!find_person(r, word, &p) || !p.is_account)
        return print_missing("account", word);
    const int rows = bm_admin_delete_account(r->admin, p.id, p.name);
    if (rows <= 0)
        return rows < 0 ? print_failure(r, bm_admin_error(r->admin))
                        : print_missing("account", word);
    print_done(r, "deleted", p.id);
    const int told = tell_server(r, "person", p.id);
    /* A room of a running server may have written the name once more before the
     * notification. */
    (void)bm_admin_delete_account(r->admin, p.id, p.name);
    return told;
}

static int delete_game(struct admin_run *r, const char *word)
{
    const int rows = bm_admin_delete_game(r->admin, word);
    if (rows <= 0)
        return rows < 0 ? print_failure(r, bm_admin_error(r->admin))
                        : print_missing("game", word);
    print_done(r, "deleted", word);
    return tell_server(r, "game", word);
}

static void take_games(void *user, const struct bm_admin_row *row)
{
    *(long *)user = strtol(row->text[1], NULL, 10);
}

static int delete_variant(struct admin_run *r, const char *word)
{
    long games = 0;
    if (bm_admin_ask(r->admin, BM_ADMIN_VARIANT, &word, take_games, &games) <= 0)
        return print_missing("variant", word);
    if (games) {
        fprintf(stderr, "banmen: admin: %ld games are played by '%s': delete these first\n",
                games, word);
        return NO;
    }
    if (bm_admin_delete_variant(r->admin, word) < 0)
        return print_failure(r, bm_admin_error(r->admin));
    print_done(r, "deleted", word);
    return tell_server(r, "variant", word);
}

static int delete_thing(struct admin_run *r)
{
    if (!strcmp(r->words[0], "account"))
        return delete_account(r, r->words[1]);
    if (!strcmp(r->words[0], "game"))
        return delete_game(r, r->words[1]);
    if (!strcmp(r->words[0], "variant"))
        return delete_variant(r, r->words[1]);
    fprintf(stderr, "banmen: admin: delete: '%s' is none of account, game, variant\n",
            r->words[0]);
    return WRONG;
}

static int prune_games(struct admin_run *r)
{
    static const char *const names[] = {"games", "tokens", "sanctions", "quotas"};
    struct bm_admin_pruned done;
    const int64_t now = wall_ms();
    const int64_t days = r->options->days ? r->options->days : OLD_DAYS;
    if (!bm_admin_prune(r->admin, now - days * DAY_MS, now, &done))
        return print_failure(r, bm_admin_error(r->admin));
    const int counts[] = {done.games, done.tokens, done.sanctions, done.quotas};
    for (unsigned i = 0; i < 4; i++) {
        char number[16];
        snprintf(number, sizeof number, "%d", counts[i]);
        const struct bm_admin_row row = {.count = 2,
                                         .name = {"pruned", "count"},
                                         .text = {names[i], number},
                                         .number = {false, true}};
        print_row(r, &row);
    }
    return YES;
}

static int make_backup(struct admin_run *r)
{
    char why[512];
    if (!bm_admin_backup(r->admin, r->words[0], why, sizeof why)) {
        fprintf(stderr, "banmen: admin: %s\n", why);
        return WRONG;
    }
    print_done(r, "copied", r->words[0]);
    return YES;
}

static void count_fault(void *user, const struct bm_admin_row *row)
{
    unsigned *const faults = user;
    if (strcmp(row->text[0], "ok") != 0) {
        ++*faults;
        printf("%s\n", row->text[0]);
    }
}

static int check_store(struct admin_run *r)
{
    unsigned faults = 0;
    if (bm_admin_ask(r->admin, BM_ADMIN_CHECK, NULL, count_fault, &faults) < 0 ||
        bm_admin_ask(r->admin, BM_ADMIN_REFERENCES, NULL, count_fault, &faults) < 0)
        return print_failure(r, bm_admin_error(r->admin));
    if (faults)
        return NO;
    print_done(r, "checked", r->options->store);
    return YES;
}

/* ---- All of them ---- */

static const struct {
    const char *name;
    unsigned words; /* behind it */
    int (*run)(struct admin_run *r);
} actions[] = {
    {"list", 1, list_rows},      {"ban", 1, ban_person},       {"unban", 1, unban_person},
    {"mute", 1, mute_person},    {"unmute", 1, unmute_person}, {"delete", 2, delete_thing},
    {"prune", 0, prune_games},   {"backup", 1, make_backup},   {"check", 0, check_store},
    {"migrate", 0, check_store},
};

int bm_admin_run(const struct bm_admin_options *o, char *const *words, unsigned count)
{
    struct admin_run r = {.options = o, .words = words + 1, .count = count - 1};
    char why[512] = "";
    int version = 0;
    size_t i = 0;
    while (i < sizeof actions / sizeof *actions && strcmp(actions[i].name, words[0]) != 0)
        i++;
    if (i == sizeof actions / sizeof *actions) {
        fprintf(stderr,
                "banmen: admin: there is no action '%s': 'banmen help admin' has them\n",
                words[0]);
        return WRONG;
    }
    if (r.count != actions[i].words) {
        fprintf(stderr, "banmen: admin: %s takes %u words: 'banmen help admin' has them\n",
                words[0], actions[i].words);
        return WRONG;
    }
    if (!bm_admin_open(&r.admin, o->store, !strcmp(words[0], "migrate"), &version, why,
                       sizeof why)) {
        fprintf(stderr, "banmen: admin: %s\n", why);
        return WRONG;
    }
    const int status = actions[i].run(&r);
    bm_admin_close(r.admin);
    return status;
}
