/* SPDX-License-Identifier: MIT */
#ifndef BM_TESTS_ENGINE_RIG_H
#define BM_TESTS_ENGINE_RIG_H

/*
 * An engine, a game, and what the engine's events said, in order, so that tests read as a talk:
 * ask, then see what comes next. Nothing here depends on how fast things happen; whoever waits
 * for what never comes is told so after GUARD ms.
 */

#include <dirent.h>
#include <time.h>
#include <unistd.h>

#include "engine/engine.h"
#include "engine_pid.h"
#include "play.h"

enum { GUARD = 120000, LONG = 100000, MAX_NEWS = 64, MAX_PIDS = 64 };

/* What can come. */
enum news { NOTHING, READY, ANSWER, FAILED, CLOSED };

struct rig {
    struct bm_loop loop;
    struct bm_engine *engine;
    struct bm_game *game;
    bm_node node;
    struct bm_ctx *ctx; /* at the node of the last go */
    struct bm_timer guard;
    const char *label;
    /* What came, not looked at yet. */
    enum news news[MAX_NEWS];
    unsigned begin, end;
    /* The last of each. */
    enum bm_engine_trouble trouble;
    char detail[1024];
    struct bm_engine_answer answer;
    bool killed;
    char notice[512], said[4096];
    char sent[4096]; /* the last lines that went out */
    unsigned notices;
    /* Lines, checked against the last go. */
    uint64_t search;
    unsigned has;     /* enum bm_info_has of all */
    unsigned current; /* lines since the last go */
    unsigned lines, pv_lines, cut_lines, strings, stale, illegal, top_multipv, mates;
    unsigned answers, failures;
    int pids[MAX_PIDS];
    unsigned pid_count;
    unsigned open_before; /* descriptors */
    bool loud;            /* show the traffic, for finding out */
};

/* ---- What is left behind ---- */

static inline unsigned open_files_of(int pid)
{
    unsigned n = 0;
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/fd", pid);
    DIR *const dir = opendir(path);
    for (struct dirent *d; dir && (d = readdir(dir));)
        n += d->d_name[0] != '.';
    if (dir)
        closedir(dir);
    return n;
}

static inline unsigned open_files(void) { return open_files_of((int)getpid()); }

/* All processes that we start inherit this. */
static inline const char *mark(void)
{
    static char text[64];
    if (!*text) {
        const char *const name = "BANMEN_TEST_MARK";
        char value[40];
        snprintf(value, sizeof value, "%d-%lld", (int)getpid(), (long long)time(NULL));
        snprintf(text, sizeof text, "%s=%s", name, value);
        setenv(name, value, 1);
    }
    return text;
}

static inline size_t read_proc(int pid, const char *name, char *buf, size_t cap)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", pid, name);
    FILE *const f = fopen(path, "r");
    const size_t n = f ? fread(buf, 1, cap - 1, f) : 0;
    if (f)
        fclose(f);
    buf[n] = '\0';
    return n;
}

static inline bool has_mark(int pid)
{
    static char env[1 << 17];
    const size_t n = read_proc(pid, "environ", env, sizeof env), len = strlen(mark());
    for (size_t at = 0; at < n; at += strlen(env + at) + 1)
        if (strncmp(env + at, mark(), len + 1) == 0)
            return true;
    return false;
}

/* Whether a process is ours or of a group that was: zombies count if we must reap them. */
static inline bool is_left(const struct rig *r, int pid)
{
    char stat[1024], state = 0;
    int parent = 0, group = 0;
    read_proc(pid, "stat", stat, sizeof stat);
    const char *const name_end = strrchr(stat, ')');
    if (pid == getpid() || !name_end ||
        sscanf(name_end + 1, " %c %d %d", &state, &parent, &group) != 3)
        return false;
    if (state == 'Z' && parent != getpid())
        return false;
    for (unsigned i = 0; i < r->pid_count; i++)
        if (group == r->pids[i])
            return true;
    return has_mark(pid);
}

static inline unsigned left_behind(const struct rig *r)
{
    unsigned n = 0;
    DIR *const dir = opendir("/proc");
    for (struct dirent *d; dir && (d = readdir(dir));)
        if (d->d_name[0] >= '0' && d->d_name[0] <= '9')
            n += is_left(r, atoi(d->d_name));
    if (dir)
        closedir(dir);
    return n;
}

/* The kernel needs a moment for what was killed. */
static inline bool all_gone(const struct rig *r)
{
    for (unsigned i = 0; i < GUARD / 10; i++) {
        if (left_behind(r) == 0)
            return true;
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    return false;
}

/* ---- Events ---- */

static inline void rig_news(struct rig *r, enum news what)
{
    if (r->end == MAX_NEWS)
        tap_bail("too many events");
    r->news[r->end++] = what;
}

static inline void rig_ready(void *user) { rig_news(user, READY); }

/* Is this a line of the position that we asked about? */
static inline void rig_line(void *user, const struct bm_engine_line *line)
{
    struct rig *const r = user;
    size_t n = 0;
    r->lines++;
    r->current++;
    r->has |= line->info->has;
    if (line->search != r->search || bm_ctx_key(line->ctx) != bm_ctx_key(r->ctx))
        r->stale++;
    for (; n < line->pv_count && bm_ctx_play(r->ctx, line->pv[n]) == 0; n++)
        ;
    r->illegal += n != line->pv_count;
    while (n--)
        bm_ctx_undo(r->ctx);
    if (line->info->has & BM_INFO_PV) {
        r->pv_lines++;
        r->cut_lines += !line->pv_whole;
    }
    if (line->multipv > r->top_multipv)
        r->top_multipv = line->multipv;
    if ((line->info->has & BM_INFO_SCORE) && line->info->score.mate)
        r->mates++;
    if (line->info->has & BM_INFO_STRING) {
        r->strings++;
        snprintf(r->said, sizeof r->said, "%.*s", (int)line->info->string.len,
                 line->info->string.s);
    }
}

static inline void rig_answer(void *user, const struct bm_engine_answer *answer)
{
    struct rig *const r = user;
    r->answer = *answer;
    r->answer.pv = NULL; /* valid only now */
    r->answers++;
    if (answer->search != r->search)
        r->stale++;
    rig_news(r, ANSWER);
}

static inline void rig_failed(void *user, enum bm_engine_trouble trouble, const char *detail)
{
    struct rig *const r = user;
    r->trouble = trouble;
    r->failures++;
    snprintf(r->detail, sizeof r->detail, "%s", detail);
    rig_news(r, FAILED);
}

static inline void rig_notice(void *user, const char *what)
{
    struct rig *const r = user;
    r->notices++;
    snprintf(r->notice, sizeof r->notice, "%s", what);
}

static inline void rig_traffic(void *user, bool out, const char *s, size_t len)
{
    struct rig *const r = user;
    const int pid = engine_pid(r->engine);
    const size_t n = strlen(r->sent);
    if (out && len + 2 <= sizeof r->sent) {
        char *const end = n + len + 2 <= sizeof r->sent ? r->sent + n : r->sent;
        memcpy(end, s, len);
        memcpy(end + len, "\n", 2);
    }
    if (r->loud)
        printf("# %c %.*s\n", out ? '>' : '<', (int)(len > 300 ? 300 : len), s);
    if (pid != 0 && r->pid_count < MAX_PIDS &&
        (r->pid_count == 0 || r->pids[r->pid_count - 1] != pid))
        r->pids[r->pid_count++] = pid;
}

static inline void rig_closed(void *user, bool killed)
{
    struct rig *const r = user;
    r->killed = killed;
    rig_news(r, CLOSED);
}

static inline void rig_hangs(void *user)
{
    struct rig *const r = user;
    printf("# %s: nothing comes\n", r->label);
    tap_bail("waited too long");
}

/* What comes next; waits for it. */
static inline enum news next(struct rig *r)
{
    bm_timer_set(&r->guard, &r->loop, GUARD, rig_hangs, r);
    while (r->begin == r->end)
        bm_loop_step(&r->loop);
    bm_timer_stop(&r->guard);
    const enum news what = r->news[r->begin++];
    if (r->begin == r->end)
        r->begin = r->end = 0;
    return what;
}

/* Run the loop until a line of the last go has come, or something else. */
static inline void await_line(struct rig *r)
{
    bm_timer_set(&r->guard, &r->loop, GUARD, rig_hangs, r);
    while (r->current == 0 && r->begin == r->end)
        bm_loop_step(&r->loop);
    bm_timer_stop(&r->guard);
}

static inline void nothing(void *user) { *(bool *)user = true; }

/* Run the loop for a while, whatever happens. */
static inline void run_for(struct rig *r, int64_t ms)
{
    bool done = false;
    bm_timer_set(&r->guard, &r->loop, ms, nothing, &done);
    while (!done)
        bm_loop_step(&r->loop);
}

/* ---- Life ---- */

static const struct bm_engine_events rig_events = {.ready = rig_ready,
                                                   .line = rig_line,
                                                   .answer = rig_answer,
                                                   .failed = rig_failed,
                                                   .notice = rig_notice,
                                                   .traffic = rig_traffic,
                                                   .closed = rig_closed};

/* A spec from a command; no deadline comes into the way of a slow machine. */
static inline struct bm_engine_spec spec_of(const char *command)
{
    struct bm_engine_spec spec;
    struct bm_error err;
    bm_spec_init(&spec);
    if (bm_spec_parse(&spec, command, &err)) {
        printf("# %s: %s\n", command, err.what);
        tap_bail("a command of the test cannot be read");
    }
    spec.deadlines = (struct bm_deadlines){LONG, LONG, LONG, LONG, LONG};
    return spec;
}

/* The engine that misbehaves: its path, and what it is told on its command line. */
static const char *bad_engine;
static inline struct bm_engine_spec bad_spec(const char *mode)
{
    char command[2048];
    snprintf(command, sizeof command, "\"%s\" %s", bad_engine, mode);
    struct bm_engine_spec spec = spec_of(command);
    spec.proto = strstr(mode, "proto=") ? BM_SPEC_AUTO : BM_SPEC_UCI;
    return spec;
}

/* The start of a test; the spec is released. */
static inline void rig_open(struct rig *r, const char *label, struct bm_engine_spec *spec,
                            const struct bm_rules *rules)
{
    *r = (struct rig){.label = label, .loud = getenv("BANMEN_TEST_TRAFFIC") != NULL};
    mark();
    /* The first loop opens what all others share. */
    if (bm_loop_init(&r->loop))
        tap_bail("cannot create a loop");
    bm_loop_fini(&r->loop);
    r->open_before = open_files();
    if (bm_loop_init(&r->loop) || bm_game_create(&r->game, rules, NULL) ||
        bm_engine_create(&r->engine, &r->loop, spec, rules, &rig_events, r))
        tap_bail("cannot create an engine");
    r->ctx = new_ctx(rules, 1000);
    bm_spec_fini(spec);
}

/* Ask about the node. */
static inline void rig_go(struct rig *r, const struct bm_think *limits)
{
    if (bm_game_play_to(r->game, r->node, r->ctx, NULL))
        tap_bail("the game of the test cannot be played");
    r->current = 0;
    /* Lines may come inside the call: ids grow by one. */
    r->search = bm_engine_go(r->engine, r->game, r->node, limits, 0, 0);
}

/* Play the answer. */
static inline bool rig_play(struct rig *r, bm_move m)
{
    return bm_ctx_judge(r->ctx, m) == 0 && bm_game_add(r->game, r->node, m, &r->node) == BM_OK;
}

/* Add moves to the game. */
static inline void rig_moves(struct rig *r, const char *moves)
{
    char word[16];
    for (int n; sscanf(moves, "%15s%n", word, &n) == 1; moves += n) {
        if (bm_game_play_to(r->game, r->node, r->ctx, NULL) ||
            !rig_play(r, move_of(r->ctx, word)))
            tap_bail("a move of the test cannot be played");
    }
}

/* The end: all is released, nobody is left, nothing came that was not asked for. */
static inline void rig_close(struct rig *r)
{
    ok_named(r->begin == r->end, "%s: nothing came that was not asked for", r->label);
    ok_named(r->stale == 0 && r->illegal == 0,
             "%s: of %u lines none is of another position (%u) or illegal (%u)", r->label,
             r->lines, r->stale, r->illegal);
    bm_engine_destroy(r->engine);
    bm_timer_close(&r->guard, NULL, NULL);
    bm_loop_fini(&r->loop);
    bm_game_destroy(r->game);
    bm_ctx_destroy(r->ctx);
    ok_named(all_gone(r), "%s: no process is left", r->label);
    ok_named(open_files() == r->open_before, "%s: no descriptor is left open (%u, before %u)",
             r->label, open_files(), r->open_before);
}

/* Whether it came; if not, what did instead. */
static inline bool expect(struct rig *r, enum news want, const char *why)
{
    static const char *const words[] = {"nothing", "ready", "answer", "failed", "closed"};
    const enum news got = next(r);
    return ok_named(got == want, "%s: %s: %s%s%s%s%s", r->label, why, words[want],
                    got == want ? "" : ", not ", got == want ? "" : words[got],
                    got == FAILED && want != FAILED ? ": " : "",
                    got == FAILED && want != FAILED ? r->detail : "");
}

/* A usual search, answered by a legal move, which is played. */
static inline bool expect_move(struct rig *r, const struct bm_think *limits, const char *why)
{
    rig_go(r, limits);
    return expect(r, ANSWER, why) &&
           ok_named(r->answer.kind == BM_BEST_MOVE && rig_play(r, r->answer.move),
                    "%s: %s: its move is legal", r->label, why);
}

#endif
