/* SPDX-License-Identifier: MIT */
#include "cli/engines/engine_report.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/args.h"
#include "terminal/variant_messages.h"

/* A word as a shell and bm_spec_parse() read it. */
static void print_word(const char *word)
{
    if (*word != '\0' && *word != '[' && !strpbrk(word, " \t\r\n\"'\\")) {
        fputs(word, stdout);
        return;
    }
    putchar('"');
    for (; *word != '\0'; word++) {
        if (*word == '"' || *word == '\\')
            putchar('\\');
        putchar(*word);
    }
    putchar('"');
}

void bm_spec_print_command(const struct bm_engine_spec *spec)
{
    print_word(spec->command);
    for (size_t i = 0; i < spec->args_count; i++) {
        putchar(' ');
        print_word(spec->args[i]);
    }
}

static const char *protocol_name(const struct bm_engine_spec *spec)
{
    return spec->proto == BM_SPEC_AUTO ? "auto" : spec->proto == BM_SPEC_UCI ? "uci" : "usi";
}

void bm_spec_print(const struct bm_engine_spec *spec)
{
    const char *name;
    int64_t ms;
    printf("name: %s\ncommand: ", spec->name);
    bm_spec_print_command(spec);
    if (spec->dir)
        printf("\ndir: %s", spec->dir);
    printf("\nprotocol: %s\n", protocol_name(spec));
    for (size_t i = 0; i < spec->options_count; i++)
        printf("option.%s: %s\n", spec->options[i].name, spec->options[i].value);
    if (spec->variants_count) {
        printf("variants:");
        for (size_t i = 0; i < spec->variants_count; i++)
            printf(" %s", spec->variants[i]);
        putchar('\n');
    }
    printf("deadlines:");
    for (unsigned i = 0; (name = bm_spec_deadline_name(spec, i, &ms)) != NULL; i++)
        printf(" %s %" PRId64, name, ms);
    putchar('\n');
}

static void json_texts(struct bm_buf *j, const char *key, char *const *texts, size_t count)
{
    bm_json_key(j, key);
    bm_json_begin(j, '[');
    for (size_t i = 0; i < count; i++)
        bm_json_text(j, texts[i]);
    bm_json_end(j, ']');
}

void bm_spec_json(const struct bm_engine_spec *spec, struct bm_buf *j)
{
    const char *name;
    int64_t ms;
    bm_json_member_text(j, "name", spec->name);
    bm_json_member_text(j, "command", spec->command);
    json_texts(j, "args", spec->args, spec->args_count);
    if (spec->dir) {
        bm_json_member_text(j, "dir", spec->dir);
    }
    bm_json_member_text(j, "protocol", protocol_name(spec));
    bm_json_key(j, "options");
    bm_json_begin(j, '{');
    for (size_t i = 0; i < spec->options_count; i++) {
        bm_json_member_text(j, spec->options[i].name, spec->options[i].value);
    }
    bm_json_end(j, '}');
    json_texts(j, "variants", spec->variants, spec->variants_count);
    bm_json_key(j, "deadlines");
    bm_json_begin(j, '{');
    for (unsigned i = 0; (name = bm_spec_deadline_name(spec, i, &ms)) != NULL; i++) {
        bm_json_member_int(j, name, ms);
    }
    bm_json_end(j, '}');
}

/* ---- What an engine says of itself ---- */

/* Bytes that a terminal might take for commands are shown as '?'. */
static void print_clean(struct bm_text t)
{
    for (size_t i = 0; i < t.len; i++)
        putchar((unsigned char)t.s[i] < 0x20 || t.s[i] == 0x7f ? '?' : t.s[i]);
}

static void print_line(const char *key, const char *text)
{
    printf("%s: ", key);
    print_clean((struct bm_text){text, strlen(text)});
    putchar('\n');
}

/* "from 1 to 1024", as far as it is told. */
static void print_range(const struct bm_engine_option *o)
{
    printf("a number");
    if (o->min != INT64_MIN)
        printf(" from %" PRId64, o->min);
    if (o->max != INT64_MAX)
        printf(" to %" PRId64, o->max);
}

static void print_option(const struct bm_engine_option *o)
{
    struct bm_text choice;
    printf("option ");
    print_clean(o->name);
    printf(": ");
    switch (o->type) {
    case BM_OPTION_CHECK: printf("true or false"); break;
    case BM_OPTION_SPIN: print_range(o); break;
    case BM_OPTION_COMBO:
        for (unsigned i = 0; bm_option_var(o, i, &choice); i++) {
            printf(i == 0 ? "one of " : ", ");
            print_clean(choice);
        }
        break;
    case BM_OPTION_BUTTON: printf("a button\n"); return;
    case BM_OPTION_STRING: printf("a text"); break;
    case BM_OPTION_FILENAME: printf("a file"); break;
    case BM_OPTION_TYPES: break;
    }
    if (o->value.len) {
        printf(" (");
        print_clean(o->value);
        putchar(')');
    }
    putchar('\n');
}

void bm_engine_probe_print(const struct bm_engine_probe *p)
{
    const char *name;
    int64_t handshake, ready;
    bm_engine_timings(p->engine, &handshake, &ready);
    print_line("id", bm_engine_name(p->engine));
    print_line("author", bm_engine_author(p->engine));
    print_line("speaks", bm_proto_name(bm_engine_proto(p->engine)));
    printf("plays:");
    for (unsigned i = 0; (name = bm_variant_name_at(i)) != NULL; i++) {
        if (bm_engine_plays(p->engine, name))
            printf(" %s", name);
    }
    printf("\nstarted: handshake %" PRId64 " ms, ready %" PRId64 " ms\n", handshake, ready);
    for (size_t i = 0; i < bm_engine_options(p->engine); i++)
        print_option(bm_engine_option(p->engine, i));
}

static void json_option(struct bm_buf *j, const struct bm_engine_option *o)
{
    struct bm_text choice;
    bm_json_begin(j, '{');
    bm_json_key(j, "name");
    bm_json_bytes(j, o->name.s, o->name.len);
    bm_json_member_text(j, "type", bm_option_type_name(o->type));
    if (o->type != BM_OPTION_BUTTON) {
        bm_json_key(j, "default");
        bm_json_bytes(j, o->value.s, o->value.len);
    }
    if (o->type == BM_OPTION_SPIN && o->min != INT64_MIN) {
        bm_json_member_int(j, "min", o->min);
    }
    if (o->type == BM_OPTION_SPIN && o->max != INT64_MAX) {
        bm_json_member_int(j, "max", o->max);
    }
    if (o->type == BM_OPTION_COMBO) {
        bm_json_key(j, "choices");
        bm_json_begin(j, '[');
        for (unsigned i = 0; bm_option_var(o, i, &choice); i++)
            bm_json_bytes(j, choice.s, choice.len);
        bm_json_end(j, ']');
    }
    bm_json_end(j, '}');
}

void bm_engine_probe_json(const struct bm_engine_probe *p, struct bm_buf *j)
{
    const char *name;
    int64_t handshake, ready;
    bm_engine_timings(p->engine, &handshake, &ready);
    bm_json_member_text(j, "id", bm_engine_name(p->engine));
    bm_json_member_text(j, "author", bm_engine_author(p->engine));
    bm_json_member_text(j, "speaks", bm_proto_name(bm_engine_proto(p->engine)));
    bm_json_key(j, "plays");
    bm_json_begin(j, '[');
    for (unsigned i = 0; (name = bm_variant_name_at(i)) != NULL; i++) {
        if (bm_engine_plays(p->engine, name))
            bm_json_text(j, name);
    }
    bm_json_end(j, ']');
    bm_json_member_int(j, "handshake_ms", handshake);
    bm_json_member_int(j, "ready_ms", ready);
    bm_json_key(j, "declared");
    bm_json_begin(j, '[');
    for (size_t i = 0; i < bm_engine_options(p->engine); i++)
        json_option(j, bm_engine_option(p->engine, i));
    bm_json_end(j, ']');
}

void bm_engine_probe_say_slow(const char *name)
{
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "banmen: waiting for %s to answer; Ctrl-C ends this\n", name);
}

void bm_engine_probe_say_missing(const struct bm_engine_spec *spec, const char *name,
                                 struct bm_text near)
{
    fprintf(stderr, "banmen: %s: %s: the engine has no option '%s'", spec->name,
            bm_engine_trouble_word(BM_TROUBLE_OPTION), name);
    if (near.len)
        fprintf(stderr, "; did you mean '%.*s'?", (int)near.len, near.s);
    fputc('\n', stderr);
}

int bm_engine_probe_complain(const struct bm_engine_probe *p, const char *name,
                             enum bm_lang lang)
{
    if (p->interrupted)
        return EXIT_INTERRUPTED;
    fprintf(stderr, "banmen: %s: %s: %s%s%s\n", name, bm_engine_trouble_word(p->trouble),
            bm_engine_trouble_text(p->trouble, lang), *p->detail ? ": " : "", p->detail);
    return EXIT_NO;
}

void bm_engine_probe_json_trouble(const struct bm_engine_probe *p, struct bm_buf *j,
                                  enum bm_lang lang)
{
    bm_json_member_bool(j, "ok", !p->trouble && !p->interrupted);
    if (!p->trouble)
        return;
    bm_json_member_text(j, "trouble", bm_engine_trouble_word(p->trouble));
    bm_json_member_text(j, "text", bm_engine_trouble_text(p->trouble, lang));
    bm_json_member_text(j, "detail", p->detail);
}
