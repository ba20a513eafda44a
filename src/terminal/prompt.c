/* SPDX-License-Identifier: MIT */
#include "terminal/prompt.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "terminal/line_editor.h"

enum { BYTES = 1 << 16, SIGNALS = 6 };

struct bm_prompt {
    struct bm_loop *loop;
    struct bm_prompt_hooks hooks;
    struct bm_line_editor *edit; /* NULL: plain lines */
    bool reading;                /* a line is being edited */
    bool wiped;                  /* and is off the screen */
    uv_signal_t signal[SIGNALS];
    unsigned open; /* signals that must be closed */
    enum bm_prompt_got got;
    bool interrupted, terminated;

    /* What was read and not used: bytes [at, end). */
    char bytes[BYTES];
    size_t at, end;
    bool eof;
    bool skipping; /* a line that is too long */
};

static void stop_here(struct bm_prompt *p)
{
    if (p->edit)
        bm_line_editor_hold(p->edit, false);
    raise(SIGSTOP);
}

static void resume_screen(struct bm_prompt *p)
{
    if (!p->edit)
        return;
    if (p->reading)
        bm_line_editor_hold(p->edit, true);
    bm_line_editor_resize(p->edit);
    p->hooks.redraw(p->hooks.user);
}

static void on_signal(uv_signal_t *handle, int number)
{
    struct bm_prompt *const p = handle->data;
    switch (number) {
    case SIGINT: p->interrupted = true; break;
    case SIGTSTP: stop_here(p); break;
    case SIGCONT:
    case SIGWINCH: resume_screen(p); break;
    default: p->terminated = true; break;
    }
}

static void listen_to_signals(struct bm_prompt *p)
{
    static const int numbers[SIGNALS] = {SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH};
    /* The last three are about the screen. */
    const unsigned count = p->edit ? SIGNALS : 3;
    for (; p->open < count; p->open++) {
        uv_signal_t *const s = &p->signal[p->open];
        if (uv_signal_init(&p->loop->uv, s) != 0)
            break;
        s->data = p;
        uv_signal_start(s, on_signal, numbers[p->open]);
    }
}

/* Run the events that are due; false if a signal has arrived. */
static bool run_loop(struct bm_prompt *p)
{
    uv_run(&p->loop->uv, UV_RUN_NOWAIT);
    if (p->wiped) {
        p->wiped = false;
        bm_line_editor_show(p->edit);
    }
    fflush(stdout);
    return !p->interrupted && !p->terminated;
}

/* Wait until the loop has something to do, or something can be read (true). */
static bool wait_for_bytes(struct bm_prompt *p, bool wanted)
{
    struct pollfd fds[2] = {{.fd = uv_backend_fd(&p->loop->uv), .events = POLLIN},
                            {.fd = STDIN_FILENO, .events = POLLIN}};
    const int n = poll(fds, wanted ? 2 : 1, uv_backend_timeout(&p->loop->uv));
    return n > 0 && wanted && fds[1].revents != 0;
}

/* Read what is there. */
static void fill_bytes(struct bm_prompt *p)
{
    memmove(p->bytes, p->bytes + p->at, p->end - p->at);
    p->end -= p->at;
    p->at = 0;
    const ssize_t n = read(STDIN_FILENO, p->bytes + p->end, BYTES - 1 - p->end);
    if (n > 0)
        p->end += (size_t)n;
    else if (n == 0 || (errno != EINTR && errno != EAGAIN))
        p->eof = true;
}

/* Ctrl-C clears the line; if it is empty, reading ends. */
static bool cancel_line(struct bm_prompt *p)
{
    p->interrupted = false;
    if (!bm_line_editor_has_text(p->edit))
        return false;
    bm_prompt_aside(p);
    bm_line_editor_clear(p->edit);
    return true;
}

/* A byte for the editor; negative if reading has to end. */
static int get_byte(void *user)
{
    struct bm_prompt *const p = user;
    while (p->at == p->end) {
        if (run_loop(p)) {
            if (wait_for_bytes(p, true))
                fill_bytes(p);
        } else if (p->terminated || !cancel_line(p)) {
            p->got = p->terminated ? PROMPT_TERMINATE : PROMPT_INTERRUPT;
            return -1;
        }
        if (p->eof)
            return -1;
    }
    return (unsigned char)p->bytes[p->at++];
}

static size_t ask_prompt(void *user, char *buf, size_t cap)
{
    const struct bm_prompt *const p = user;
    return p->hooks.ask(p->hooks.user, buf, cap);
}

static const char *offer_word(void *user, const char *line, size_t i)
{
    const struct bm_prompt *const p = user;
    return p->hooks.offer(p->hooks.user, line, i);
}

static enum bm_prompt_got read_edited(struct bm_prompt *p, const char **line)
{
    p->got = PROMPT_END;
    p->reading = true;
    *line = bm_line_editor_read(p->edit);
    p->reading = p->wiped = false;
    if (*line)
        return PROMPT_LINE;
    putchar('\n');
    return p->got;
}

/* The next line of the buffer, if there is a whole one or nothing will come any more. */
static bool take_plain_line(struct bm_prompt *p, const char **line)
{
    char *const start = p->bytes + p->at;
    char *const nl = memchr(start, '\n', p->end - p->at);
    if (!nl && !(p->eof && p->at != p->end)) {
        if (p->end - p->at < BYTES - 1)
            return false;
        p->skipping = true;
        p->at = p->end;
        return false;
    }
    size_t len = nl ? (size_t)(nl - start) : p->end - p->at;
    p->at += nl ? len + 1 : len;
    if (len != 0 && start[len - 1] == '\r')
        len--;
    /* Behind the line there is its end, or one byte that is kept free. */
    start[len] = '\0';
    for (size_t i = 0; i < len; i++) {
        if (start[i] == '\0')
            start[i] = '?';
    }
    *line = start;
    if (!p->skipping)
        return true;
    p->skipping = false;
    *line = "(a line that is too long)";
    return true;
}

static enum bm_prompt_got read_plain(struct bm_prompt *p, const char **line)
{
    if (isatty(STDIN_FILENO)) {
        char text[160];
        ask_prompt(p, text, sizeof text);
        fputs(text, stdout);
    }
    for (;;) {
        if (!run_loop(p)) {
            p->interrupted = false;
            return p->terminated ? PROMPT_TERMINATE : PROMPT_INTERRUPT;
        }
        const bool free = !p->hooks.is_busy(p->hooks.user);
        if (free && take_plain_line(p, line))
            return PROMPT_LINE;
        if (free && p->eof)
            return PROMPT_END;
        if (wait_for_bytes(p, free))
            fill_bytes(p);
    }
}

enum bm_prompt_got bm_prompt_read(struct bm_prompt *p, const char **line)
{
    return p->edit ? read_edited(p, line) : read_plain(p, line);
}

void bm_prompt_aside(struct bm_prompt *p)
{
    if (!p || !p->reading || p->wiped)
        return;
    p->wiped = true;
    bm_line_editor_hide(p->edit);
}

void bm_prompt_touch(struct bm_prompt *p)
{
    if (p->reading)
        bm_prompt_aside(p);
}

bool bm_prompt_has_screen(const struct bm_prompt *p) { return p && p->edit; }

void bm_prompt_size(unsigned *columns, unsigned *rows)
{
    struct winsize size = {0};
    const bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
    *columns = known && size.ws_col != 0 ? size.ws_col : 80;
    *rows = known && size.ws_row != 0 ? size.ws_row : 24;
}

struct bm_prompt *bm_prompt_open(struct bm_loop *loop, const struct bm_prompt_hooks *hooks,
                                 const char *history, bool edit)
{
    struct bm_prompt *const p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->loop = loop;
    p->hooks = *hooks;
    if (edit && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)) {
        const struct bm_line_editor_hooks editing = {get_byte, ask_prompt, offer_word, p};
        p->edit = bm_line_editor_open(&editing, history);
    }
    listen_to_signals(p);
    return p;
}

static void on_signal_closed(uv_handle_t *handle) { handle->data = NULL; }

void bm_prompt_close(struct bm_prompt *p)
{
    if (!p)
        return;
    bm_line_editor_close(p->edit);
    for (unsigned i = 0; i < p->open; i++)
        uv_close((uv_handle_t *)&p->signal[i], on_signal_closed);
    for (unsigned i = 0; i < p->open; i++) {
        while (p->signal[i].data)
            uv_run(&p->loop->uv, UV_RUN_NOWAIT);
    }
    free(p);
}
