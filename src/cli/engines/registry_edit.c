/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* realpath */

#include "cli/engines/registry_edit.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/engines/engine_report.h"
#include "cli/position/command_position.h"
#include "terminal/variant_messages.h"

int bm_registry_say(const struct bm_error *err)
{
    fprintf(stderr, "banmen: %s\n", err->what);
    return EXIT_USAGE;
}

int bm_registry_say_unknown(const struct bm_registry *r, const char *name)
{
    const char *const near = bm_registry_nearest(r, name);
    fprintf(stderr, "banmen: there is no engine '%s'", name);
    if (near)
        fprintf(stderr, "; did you mean '%s'?", near);
    fprintf(stderr, "\nTry 'banmen engine list'.\n");
    return EXIT_USAGE;
}

bool bm_registry_start(struct bm_registry *r, bool change)
{
    struct bm_error err;
    if (bm_registry_open(r, NULL, change, &err) == BM_OK)
        return true;
    (void)bm_registry_say(&err);
    return false;
}

static bool say_edit_error(const char *what, const char *detail)
{
    fprintf(stderr, "banmen: %s%s%s\n", what, *detail ? ": " : "", detail);
    return false;
}

static bool check_status(bm_status status)
{
    return !status || say_edit_error(bm_status_text(status), "");
}

/* ---- The parts of an engine, as people give them; each says what is wrong ---- */

/* A program, or a command with arguments and options. */
static bool set_command(struct bm_engine_spec *spec, const char *text)
{
    struct bm_engine_spec made;
    struct bm_error err;
    bm_spec_init(&made);
    /* A text that is an existing program is taken as its path, with its blanks. */
    if (!check_status(bm_spec_set(&made.command, text)) ||
        !check_status(bm_spec_set(&made.dir, spec->dir)))
        return false;
    if (bm_spec_locate(&made, &err) == BM_OK) {
        bm_spec_fini(&made);
        return check_status(bm_spec_set(&spec->command, text));
    }
    bm_spec_fini(&made);
    if (bm_spec_parse(&made, text, &err))
        return say_edit_error("COMMAND", err.what);
    bool ok = check_status(bm_spec_set(&spec->command, made.command));
    if (made.args_count)
        bm_spec_clear_args(spec);
    for (size_t i = 0; ok && i < made.args_count; i++)
        ok = check_status(bm_spec_add_arg(spec, made.args[i]));
    for (size_t i = 0; ok && i < made.options_count; i++)
        ok =
            check_status(bm_spec_set_option(spec, made.options[i].name, made.options[i].value));
    bm_spec_fini(&made);
    return ok;
}

static bool set_args(struct bm_engine_spec *spec, const char *text)
{
    struct bm_buf command = {0};
    struct bm_engine_spec made;
    struct bm_error err;
    bm_buf_text(&command, "x ");
    bm_buf_text(&command, text);
    char *const whole = bm_buf_take(&command);
    const bm_status status = whole ? bm_spec_parse(&made, whole, &err) : BM_ENOMEM;
    bm_release(whole);
    if (status)
        return say_edit_error("args", status == BM_ENOMEM ? bm_status_text(status) : err.what);
    bm_spec_clear_args(spec);
    bool ok = made.options_count == 0 || say_edit_error("args", "a [ must be in quotes");
    for (size_t i = 0; ok && i < made.args_count; i++)
        ok = check_status(bm_spec_add_arg(spec, made.args[i]));
    bm_spec_fini(&made);
    return ok;
}

static bool set_dir(struct bm_engine_spec *spec, const char *text)
{
    if (*text == '\0')
        return check_status(bm_spec_set(&spec->dir, NULL));
    char *const path = realpath(text, NULL);
    if (!path)
        return say_edit_error(text, strerror(errno));
    const bool ok = check_status(bm_spec_set(&spec->dir, path));
    free(path);
    return ok;
}

static bool set_protocol(struct bm_engine_spec *spec, const char *text)
{
    static const char *const names[] = {"auto", "uci", "usi"};
    for (unsigned i = 0; i < 3; i++) {
        if (strcmp(text, names[i]) == 0) {
            spec->proto = (enum bm_spec_proto)i;
            return true;
        }
    }
    return say_edit_error("protocol is one of auto, uci and usi, not", text);
}

/* Games with commas between them, added to those that are there. */
static bool add_variants(struct bm_engine_spec *spec, const char *text)
{
    while (*text != '\0') {
        char name[256];
        const size_t len = strcspn(text, ",");
        snprintf(name, sizeof name, "%.*s", (int)(len < 255 ? len : 255), text);
        const struct bm_rules *const rules = len ? bm_variant_rules_open(name, BM_EN) : NULL;
        if (len && !rules)
            return false;
        if (rules) {
            const bool ok = check_status(bm_spec_add_variant(spec, bm_rules_info(rules)->name));
            bm_rules_release(rules);
            if (!ok)
                return false;
        }
        text += len + (text[len] == ',');
    }
    return true;
}

/* "NAME=VALUE", or "NAME" for a button. */
static bool set_spec_option(struct bm_engine_spec *spec, const char *text)
{
    const char *const equal = strchr(text, '=');
    char name[256];
    const size_t len = equal ? (size_t)(equal - text) : strlen(text);
    if (len == 0 || len >= sizeof name)
        return say_edit_error("an option is NAME=VALUE, not", text);
    memcpy(name, text, len);
    name[len] = '\0';
    const bm_status status = bm_spec_set_option(spec, name, equal ? equal + 1 : "");
    return status == BM_EINVAL ? say_edit_error("an option is one line", name)
                               : check_status(status);
}

static bool set_deadline(int64_t *out, const char *name, size_t len, const char *text)
{
    char *end;
    errno = 0;
    const long long ms = strtoll(text, &end, 10);
    if (errno || end == text || *end != '\0' || ms < 1 || ms > BM_MAX_DEADLINE) {
        fprintf(stderr, "banmen: %.*s is a number of milliseconds from 1 to %d, not '%s'\n",
                (int)len, name, BM_MAX_DEADLINE, text);
        return false;
    }
    *out = ms;
    return true;
}

/* The options of the command line. */
static bool apply_options(struct bm_engine_spec *spec, const struct bm_args *args)
{
    const struct bm_option_value *const o = args->option;
    if (o[OPT_DIR].given && !set_dir(spec, o[OPT_DIR].text))
        return false;
    if (o[OPT_PROTOCOL].given)
        spec->proto = (enum bm_spec_proto)o[OPT_PROTOCOL].number;
    if (o[OPT_PLAYS].given)
        bm_spec_clear_variants(spec);
    for (unsigned i = 0; i < args->repeated_count; i++) {
        const char *const text = args->repeated[i].text;
        if (args->repeated[i].id == OPT_OPTION && !set_spec_option(spec, text))
            return false;
        if (args->repeated[i].id == OPT_PLAYS && !add_variants(spec, text))
            return false;
    }
    return true;
}

/* One KEY=VALUE of edit. */
static bool apply_word(struct bm_engine_spec *spec, const char *word)
{
    const char *const equal = strchr(word, '=');
    const size_t len = equal ? (size_t)(equal - word) : strlen(word);
    const char *const value = equal ? equal + 1 : NULL;
    static const struct {
        const char *key;
        bool (*set)(struct bm_engine_spec *spec, const char *text);
    } keys[] = {{"command", set_command},
                {"args", set_args},
                {"dir", set_dir},
                {"protocol", set_protocol}};
    if (strncmp(word, "option.", 7) == 0) {
        if (value)
            return set_spec_option(spec, word + 7);
        return bm_spec_drop_option(spec, word + 7) ||
               say_edit_error("it has no value for the option", word + 7);
    }
    if (!value)
        return say_edit_error("an edit is KEY=VALUE, not", word);
    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (strlen(keys[i].key) == len && memcmp(keys[i].key, word, len) == 0)
            return keys[i].set(spec, value);
    }
    if (len == 4 && memcmp(word, "name", 4) == 0)
        return check_status(bm_spec_set(&spec->name, value));
    if (len == 8 && memcmp(word, "variants", 8) == 0) {
        bm_spec_clear_variants(spec);
        return add_variants(spec, value);
    }
    int64_t *const deadline = bm_spec_deadline(spec, word, len);
    if (deadline)
        return set_deadline(deadline, word, len, value);
    fprintf(
        stderr,
        "banmen: there is no '%.*s' to edit: there are name, command, args, dir, protocol,\n"
        "variants, option.NAME, handshake, ready, move, stop and quit\n",
        (int)len, word);
    return false;
}

/* ---- Trying it out ---- */

/* Raise a deadline to three times the measured time. */
static bool tune_deadline(int64_t *deadline, int64_t measured)
{
    const int64_t want = (3 * measured + 999) / 1000 * 1000;
    if (want <= *deadline)
        return false;
    *deadline = want < BM_MAX_DEADLINE ? want : BM_MAX_DEADLINE;
    return true;
}

static void learn_deadlines(struct bm_engine_spec *spec, const struct bm_engine_probe *p)
{
    int64_t handshake, ready;
    bm_engine_timings(p->engine, &handshake, &ready);
    /* An engine may repeat its start-up work before a game. */
    const int64_t slowest = handshake > ready ? handshake : ready;
    const bool start = tune_deadline(&spec->deadlines.handshake, handshake);
    if (tune_deadline(&spec->deadlines.ready, slowest) || start)
        fprintf(stderr,
                "banmen: %s is slow to start (%.1f s): its deadlines are %" PRId64
                " s for the handshake and %" PRId64 " s to get ready\n",
                spec->name, (double)(handshake + ready) / 1000,
                spec->deadlines.handshake / 1000, spec->deadlines.ready / 1000);
    if (spec->proto == BM_SPEC_AUTO)
        spec->proto = bm_engine_proto(p->engine) == BM_PROTO_USI ? BM_SPEC_USI : BM_SPEC_UCI;
}

/* Start the engine and adopt its deadlines and protocol. If this is 0, the caller closes p. */
static int try_out(struct bm_engine_probe *p, struct bm_engine_spec *spec, enum bm_lang lang)
{
    struct bm_error err;
    if (bm_spec_locate(spec, &err)) {
        fprintf(stderr, "banmen: %s: %s: %s\n", spec->name,
                bm_engine_trouble_word(BM_TROUBLE_START), err.what);
        return EXIT_NO;
    }
    int status = bm_engine_probe_open(p, spec, NULL, true, bm_engine_probe_say_slow)
                     ? 0
                     : bm_engine_probe_complain(p, spec->name, lang);
    if (!status && !bm_engine_probe_has_options(p, spec, bm_engine_probe_say_missing))
        status = EXIT_NO;
    if (status) {
        bm_engine_probe_close(p);
        return status;
    }
    learn_deadlines(spec, p);
    return 0;
}

/* Print the stored entry, and what the probe found. */
static void print_spec(const struct bm_args *args, const struct bm_engine_spec *spec,
                       const struct bm_engine_probe *p)
{
    if (args->option[OPT_JSON].given) {
        struct bm_buf j = {0};
        bm_json_begin(&j, '{');
        bm_spec_json(spec, &j);
        if (p)
            bm_engine_probe_json(p, &j);
        bm_json_print(&j);
        return;
    }
    bm_spec_print(spec);
    if (p)
        bm_engine_probe_print(p);
}

/* Put it into the file, in the place of `old` if that is not NULL. */
static int keep_spec(const struct bm_engine_spec *spec, const char *old)
{
    struct bm_registry r;
    struct bm_error err;
    if (!bm_registry_start(&r, true))
        return EXIT_USAGE;
    int status = 0;
    if (old && !bm_registry_remove(&r, old))
        status = bm_registry_say_unknown(&r, old);
    if (!status && (bm_registry_add(&r, spec, &err) || bm_registry_save(&r, &err)))
        status = bm_registry_say(&err);
    bm_registry_close(&r);
    return status;
}

/* Before an engine is started: whether its name can be had. */
static int check_name(const struct bm_engine_spec *spec, const char *old)
{
    struct bm_registry r;
    struct bm_error err;
    if (!bm_registry_start(&r, false))
        return EXIT_USAGE;
    if (old)
        (void)bm_registry_remove(&r, old);
    const int status = bm_registry_add(&r, spec, &err) ? bm_registry_say(&err) : 0;
    bm_registry_close(&r);
    return status;
}

/* Try it out if that is wanted, keep it and say so. */
static int finish_change(const struct bm_args *args, struct bm_engine_spec *spec,
                         const char *old, bool probe)
{
    struct bm_engine_probe p;
    struct bm_error err;
    int status = check_name(spec, old);
    if (status)
        return status;
    if (probe)
        status = try_out(&p, spec, bm_args_lang(args));
    else if (bm_spec_locate(spec, &err))
        fprintf(stderr, "banmen: %s: %s; kept all the same\n", spec->name, err.what);
    if (status)
        return status;
    status = keep_spec(spec, old);
    if (!status)
        print_spec(args, spec, probe ? &p : NULL);
    if (probe)
        bm_engine_probe_close(&p);
    return status;
}

int bm_registry_cmd_add(const struct bm_args *args)
{
    struct bm_engine_spec spec;
    bm_spec_init(&spec);
    bool ok = check_status(bm_spec_set(&spec.name, args->rest[1])) &&
              apply_options(&spec, args) &&
              (args->count == 3 ? set_command(&spec, args->rest[2])
                                : check_status(bm_spec_set(&spec.command, args->rest[2])));
    for (unsigned i = 3; ok && i < args->count; i++)
        ok = check_status(bm_spec_add_arg(&spec, args->rest[i]));
    const int status =
        ok ? finish_change(args, &spec, NULL, !args->option[OPT_FORCE].given) : EXIT_USAGE;
    bm_spec_fini(&spec);
    return status;
}

/* Whether the change has to be checked by starting the engine. */
static bool wants_probe(const struct bm_args *args)
{
    static const char *const keys[] = {"command=", "args=", "dir=", "protocol=", "option."};
    const struct bm_option_value *const o = args->option;
    if (o[OPT_FORCE].given)
        return false;
    for (unsigned i = 2; i < args->count; i++) {
        for (unsigned k = 0; k < sizeof keys / sizeof *keys; k++) {
            if (strncmp(args->rest[i], keys[k], strlen(keys[k])) == 0)
                return true;
        }
    }
    return o[OPT_DIR].given || o[OPT_PROTOCOL].given || o[OPT_OPTION].given;
}

int bm_registry_cmd_edit(const struct bm_args *args)
{
    struct bm_registry r;
    struct bm_engine_spec spec;
    if (!bm_registry_start(&r, false))
        return EXIT_USAGE;
    const struct bm_engine_spec *const known = bm_registry_find(&r, args->rest[1]);
    bool ok = known && check_status(bm_spec_copy(&spec, known));
    const int unknown = known ? EXIT_USAGE : bm_registry_say_unknown(&r, args->rest[1]);
    bm_registry_close(&r);
    if (!ok)
        return unknown;
    ok = apply_options(&spec, args);
    for (unsigned i = 2; ok && i < args->count; i++)
        ok = apply_word(&spec, args->rest[i]);
    const int status =
        ok ? finish_change(args, &spec, args->rest[1], wants_probe(args)) : EXIT_USAGE;
    bm_spec_fini(&spec);
    return status;
}
