/* SPDX-License-Identifier: MIT */
#include "engine/engine.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "banmen/clock.h"
#include "banmen/variant.h"
#include "engine/engine_internal.h"

enum {
    LINGER = 300,     /* ms for an engine that hung up to end: its end tells more */
    AFTER_TERM = 1000 /* ms from SIGTERM to SIGKILL, at most */
};

static const struct {
    const char *word, *text[2];
} troubles[] = {
#define X(name, word, en, ja) {word, {en, ja}},
    BM_TROUBLE_MAP(X)
#undef X
};

const char *bm_engine_trouble_word(enum bm_engine_trouble t)
{
    return (unsigned)t < BM_TROUBLE_COUNT ? troubles[t].word : "unknown";
}

const char *bm_engine_trouble_text(enum bm_engine_trouble t, enum bm_lang lang)
{
    return (unsigned)t < BM_TROUBLE_COUNT ? troubles[t].text[lang == BM_JA] : "";
}

/* ---- Telling ---- */

static void send_line(struct bm_engine *e, const char *s, size_t len)
{
    if (!e->child)
        return;
    if (e->events.traffic)
        e->events.traffic(e->user, true, s, len - 1);
    if (e->child)
        bm_child_write(e->child, s, len);
}

void bm_engine_say_buf(struct bm_engine *e)
{
    bm_buf_char(&e->out, '\n');
    if (e->out.failed) {
        bm_buf_free(&e->out);
        bm_engine_fail(e, BM_TROUBLE_MEMORY, "out of memory");
        return;
    }
    struct bm_buf out = e->out;
    out.len = 0;
    const size_t len = e->out.len;
    e->out = (struct bm_buf){0}; /* the listener may send commands, too */
    send_line(e, out.s, len);
    if (e->out.s)
        bm_buf_free(&out);
    else
        e->out = out;
}

void bm_engine_say(struct bm_engine *e, const char *text)
{
    bm_buf_text(&e->out, text);
    bm_engine_say_buf(e);
}

/* What an engine wrote may hold anything, and is shown in terminals. */
static void mask_control_characters(char *s)
{
    for (; *s; s++) {
        if ((unsigned char)*s < ' ' || *s == 0x7f)
            *s = '?';
    }
}

void bm_engine_notice(struct bm_engine *e, const char *format, ...)
{
    char what[512];
    va_list ap;
    va_start(ap, format);
    vsnprintf(what, sizeof what, format, ap);
    va_end(ap);
    mask_control_characters(what);
    if (e->events.notice)
        e->events.notice(e->user, what);
}

/* ---- Failing ---- */

/* The process, if there is one, goes. */
static void drop_child(struct bm_engine *e)
{
    bm_child_destroy(e->child);
    e->child = NULL;
    bm_timer_stop(&e->watchdog);
    bm_timer_stop(&e->later);
    bm_timer_stop(&e->linger);
    bm_timer_stop(&e->refusal);
    e->phase = PHASE_GONE;
}

void bm_engine_fail(struct bm_engine *e, enum bm_engine_trouble trouble, const char *format,
                    ...)
{
    char detail[1024];
    va_list ap;
    va_start(ap, format);
    const int n = vsnprintf(detail, sizeof detail, format, ap);
    va_end(ap);

    /* Its last words on stderr, one line of them, often tell why. */
    const char *tail = e->child ? bm_child_tail(e->child) : "";
    size_t len = strlen(tail);
    while (len && (tail[len - 1] == '\n' || tail[len - 1] == '\r'))
        len--;
    size_t begin = len;
    while (begin && tail[begin - 1] != '\n')
        begin--;
    if (len > begin && n > 0 && (size_t)n < sizeof detail)
        snprintf(detail + n, sizeof detail - (size_t)n, "; its last words: %.*s",
                 (int)(len - begin > 300 ? 300 : len - begin), tail + begin);
    mask_control_characters(detail);

    const bool lives = trouble == BM_TROUBLE_ILLEGAL_MOVE || trouble == BM_TROUBLE_BAD_MOVE ||
                       trouble == BM_TROUBLE_POSITION;
    if (trouble != BM_TROUBLE_POSITION)
        bm_engine_forget_search(&e->now);
    if (!lives) {
        bm_engine_forget_search(&e->next);
        drop_child(e);
    }
    if (e->events.failed)
        e->events.failed(e->user, trouble, detail);
}

/* ---- Waiting ---- */

/* What it means that the deadline of a phase has passed. */
static void timed_out(void *user)
{
    struct bm_engine *const e = user;
    const long long waited = (long long)(bm_loop_now(e->loop) - e->since);
    switch (e->phase) {
    case PHASE_HANDSHAKE: {
        /* The engine does not answer to the first protocol: try the other one in the time
         * that is left. */
        const int64_t left = e->spec.deadlines.handshake - waited;
        if (e->spec.proto == BM_SPEC_AUTO && !e->tried_both && left > 0) {
            e->tried_both = e->asked_both = true;
            e->tried = e->tried == BM_PROTO_UCI ? BM_PROTO_USI : BM_PROTO_UCI;
            bm_timer_set(&e->watchdog, e->loop, left, timed_out, e);
            bm_engine_say(e, bm_proto_name(e->tried));
            return;
        }
        bm_engine_fail(e, BM_TROUBLE_NO_HANDSHAKE, "no answer to %s in %lld ms",
                       e->spec.proto == BM_SPEC_UCI   ? "uci"
                       : e->spec.proto == BM_SPEC_USI ? "usi"
                                                      : "uci or usi",
                       waited);
        return;
    }
    case PHASE_READY:
        bm_engine_fail(e, BM_TROUBLE_NOT_READY, "no readyok in %lld ms", waited);
        return;
    case PHASE_SEARCH:
        /* Half of the grace period is over: send "stop", then wait for the rest. */
        e->warned = true;
        bm_engine_enter(e, PHASE_STOPPED, e->now.grace - e->now.grace / 2);
        bm_engine_say(e, "stop");
        return;
    case PHASE_STOPPED:
        if (e->warned)
            bm_engine_fail(e, BM_TROUBLE_NO_MOVE, "no move within %lld ms",
                           (long long)(bm_loop_now(e->loop) - e->now.started));
        else
            bm_engine_fail(e, BM_TROUBLE_NO_STOP, "no bestmove in %lld ms after stop", waited);
        return;
    case PHASE_QUIT: {
        const int64_t more =
            e->spec.deadlines.quit < AFTER_TERM ? e->spec.deadlines.quit : AFTER_TERM;
        bm_child_kill(e->child, e->killed ? SIGKILL : SIGTERM);
        if (!e->killed)
            bm_timer_set(&e->watchdog, e->loop, more, timed_out, e);
        e->killed = true;
        return;
    }
    case PHASE_GONE:
    case PHASE_IDLE: break;
    }
}

void bm_engine_enter(struct bm_engine *e, enum phase phase, int64_t ms)
{
    e->phase = phase;
    e->since = bm_loop_now(e->loop);
    if (ms == BM_NO_LIMIT)
        bm_timer_stop(&e->watchdog);
    else
        bm_timer_set(&e->watchdog, e->loop, ms, timed_out, e);
}

/* ---- The child's events ---- */

static void spawn_engine(struct bm_engine *e);

static void finish_quit(struct bm_engine *e)
{
    drop_child(e);
    e->closed = true;
    if (e->events.closed)
        e->events.closed(e->user, e->killed);
}

static void on_exited(void *user, int64_t status, int signal)
{
    struct bm_engine *const e = user;
    char how[64];
    if (e->phase == PHASE_QUIT) {
        finish_quit(e);
        return;
    }
    if (e->phase == PHASE_HANDSHAKE && e->spec.proto == BM_SPEC_AUTO && !e->tried_both) {
        /* Some engines end when they are greeted in the wrong language. */
        drop_child(e);
        e->tried_both = true;
        e->tried = e->tried == BM_PROTO_UCI ? BM_PROTO_USI : BM_PROTO_UCI;
        spawn_engine(e);
        return;
    }
    if (signal)
        snprintf(how, sizeof how, "killed by signal %d (%s)", signal, strsignal(signal));
    else
        snprintf(how, sizeof how, "exit status %lld", (long long)status);
    if (!e->was_ready)
        bm_engine_fail(e, BM_TROUBLE_DIED_IN_HANDSHAKE, "%s", how);
    else
        bm_engine_fail(e, BM_TROUBLE_DIED, "%s, %s", how,
                       e->now.id ? "while it was thinking" : "while it had nothing to do");
}

static void still_deaf(void *user)
{
    struct bm_engine *const e = user;
    if (e->phase != PHASE_QUIT)
        bm_engine_fail(e, BM_TROUBLE_DEAF, "it has closed its standard input");
}

static void still_mute(void *user)
{
    struct bm_engine *const e = user;
    if (e->phase != PHASE_QUIT)
        bm_engine_fail(e, BM_TROUBLE_MUTE, "it has closed its standard output");
}

static void on_deaf(void *user)
{
    struct bm_engine *const e = user;
    if (e->phase != PHASE_QUIT)
        bm_timer_set(&e->linger, e->loop, LINGER, still_deaf, e);
}

static void on_mute(void *user)
{
    struct bm_engine *const e = user;
    if (e->phase != PHASE_QUIT)
        bm_timer_set(&e->linger, e->loop, LINGER, still_mute, e);
}

static void on_long_line(void *user)
{
    bm_engine_notice(user, "a line of more than %d bytes was dropped", BM_CHILD_LINE);
}

/* ---- Life ---- */

static void spawn_engine(struct bm_engine *e)
{
    static const struct bm_child_events events = {.line = bm_engine_hear,
                                                  .long_line = on_long_line,
                                                  .deaf = on_deaf,
                                                  .mute = on_mute,
                                                  .exited = on_exited};
    const struct bm_engine_spec *const spec = &e->spec;
    struct stat st;
    char **const args = calloc(spec->args_count + 2, sizeof *args);
    bm_engine_forget_options(e);
    e->proto = BM_PROTO_COUNT;
    e->was_ready = e->closed = e->killed = false;
    e->barrier = e->discard = e->warned = e->options_dirty = false;
    e->asked_both = e->settled = false;
    e->pressed.len = 0;
    e->multipv = 0;
    e->asked_at = UINT64_MAX;
    if (!args) {
        bm_engine_fail(e, BM_TROUBLE_MEMORY, "out of memory");
        return;
    }
    args[0] = spec->command;
    if (spec->args_count)
        memcpy(args + 1, spec->args, spec->args_count * sizeof *args);
    const bool lost = spec->dir && (stat(spec->dir, &st) != 0 || !S_ISDIR(st.st_mode));
    const int status =
        lost ? UV_ENOTDIR
             : bm_child_start(&e->child, e->loop,
                              &(struct bm_child_spec){spec->command, args, spec->dir}, &events,
                              e);
    free(args);
    if (lost || status) {
        bm_engine_fail(e, BM_TROUBLE_START, "%s: %s", lost ? spec->dir : spec->command,
                       uv_strerror(status));
        return;
    }
    /* With two protocols to try, the first has a third of the time. */
    const int64_t all = spec->deadlines.handshake;
    const bool alone = spec->proto != BM_SPEC_AUTO || e->tried_both;
    bm_engine_enter(e, PHASE_HANDSHAKE, alone ? all : all / 3);
    bm_engine_say(e, bm_proto_name(e->tried));
}

static void begin_engine(struct bm_engine *e)
{
    e->tried_both = false;
    e->tried = e->spec.proto == BM_SPEC_USI                                     ? BM_PROTO_USI
               : e->spec.proto == BM_SPEC_UCI                                   ? BM_PROTO_UCI
               : e->rules && bm_rules_info(e->rules)->dialect == BM_DIALECT_USI ? BM_PROTO_USI
                                                                                : BM_PROTO_UCI;
    spawn_engine(e);
}

static void begin_later(void *user) { begin_engine(user); }

bm_status bm_engine_create(struct bm_engine **out, struct bm_loop *loop,
                           const struct bm_engine_spec *spec, const struct bm_rules *rules,
                           const struct bm_engine_events *events, void *user)
{
    struct bm_engine *const e = calloc(1, sizeof *e);
    *out = NULL;
    if (!e)
        return BM_ENOMEM;
    if (bm_spec_copy(&e->spec, spec)) {
        free(e);
        return BM_ENOMEM;
    }
    e->loop = loop;
    e->rules = rules ? bm_rules_hold(rules) : NULL;
    e->events = *events;
    e->user = user;
    e->proto = BM_PROTO_COUNT;
    e->phase = PHASE_HANDSHAKE;
    /* From the loop, so that the caller has *out before the first event. */
    bm_timer_set(&e->later, loop, 0, begin_later, e);
    *out = e;
    return BM_OK;
}

/* One of its timers is closed: with the last goes the engine. */
static void timer_closed(void *user)
{
    struct bm_engine *const e = user;
    if (--e->timers)
        return;
    bm_engine_forget_options(e);
    free(e->declared);
    free(e->name);
    free(e->author);
    bm_engine_release_search(&e->now);
    bm_engine_release_search(&e->next);
    bm_buf_free(&e->out);
    bm_buf_free(&e->pressed);
    bm_spec_fini(&e->spec);
    bm_rules_release(e->rules);
    free(e);
}

void bm_engine_destroy(struct bm_engine *e)
{
    if (!e || e->destroyed)
        return;
    e->destroyed = true;
    e->events = (struct bm_engine_events){0};
    drop_child(e);
    struct bm_timer *const timers[] = {&e->watchdog, &e->linger, &e->refusal, &e->later};
    e->timers = sizeof timers / sizeof *timers;
    for (size_t i = 0; i < sizeof timers / sizeof *timers; i++)
        bm_timer_close(timers[i], timer_closed, e); /* `later` was set: it is not freed yet */
}

void bm_engine_restart(struct bm_engine *e)
{
    if (e->phase != PHASE_GONE || e->destroyed)
        return;
    e->phase = PHASE_HANDSHAKE;
    bm_timer_set(&e->later, e->loop, 0, begin_later, e);
}

void bm_engine_listen(struct bm_engine *e, const struct bm_engine_events *events, void *user,
                      struct bm_engine_events *old, void **old_user)
{
    if (old)
        *old = e->events;
    if (old_user)
        *old_user = e->user;
    e->events = *events;
    e->user = user;
}

enum bm_engine_state bm_engine_state(const struct bm_engine *e)
{
    switch (e->phase) {
    case PHASE_GONE: return e->closed ? BM_ENGINE_CLOSED : BM_ENGINE_FAILED;
    case PHASE_HANDSHAKE: return BM_ENGINE_STARTING;
    case PHASE_READY: return e->was_ready ? BM_ENGINE_READY : BM_ENGINE_STARTING;
    case PHASE_SEARCH: return BM_ENGINE_THINKING;
    case PHASE_STOPPED: return BM_ENGINE_STOPPING;
    case PHASE_IDLE:
    case PHASE_QUIT: break;
    }
    return BM_ENGINE_READY;
}

const struct bm_engine_spec *bm_engine_spec(const struct bm_engine *e) { return &e->spec; }
enum bm_proto bm_engine_proto(const struct bm_engine *e) { return e->proto; }
const char *bm_engine_name(const struct bm_engine *e) { return e->name ? e->name : ""; }
const char *bm_engine_author(const struct bm_engine *e) { return e->author ? e->author : ""; }

void bm_engine_timings(const struct bm_engine *e, int64_t *handshake, int64_t *ready)
{
    *handshake = e->handshake_ms;
    *ready = e->ready_ms;
}

void bm_engine_quit(struct bm_engine *e)
{
    bm_engine_forget_search(&e->now);
    bm_engine_forget_search(&e->next);
    if (!e->child) {
        finish_quit(e);
        return;
    }
    if (e->phase == PHASE_QUIT)
        return;
    bm_engine_enter(e, PHASE_QUIT, e->spec.deadlines.quit);
    bm_engine_say(e, "quit");
    if (e->child)
        bm_child_hang_up(e->child);
}
