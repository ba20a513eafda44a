/* SPDX-License-Identifier: MIT */

/*
 * positions_test ENGINE: the position changes twenty times a second, and as fast as can be.
 * Never is a line of one shown under another.
 */

#include "engine_find.h"
#include "engine_rig.h"

static const struct bm_think infinite = {.infinite = true};

static struct {
    struct rig rig;
    bool names;     /* the engine names its positions in strings */
    unsigned wrong; /* lines of another position */
} it;

/* The engine says which position it means. */
static void check_line(void *user, const struct bm_engine_line *line)
{
    char text[BM_POSITION_TEXT];
    struct rig *const r = user;
    rig_line(r, line);
    bm_ctx_format(r->ctx, 0, text, sizeof text);
    if (it.names && (line->info->has & BM_INFO_STRING))
        it.wrong += strcmp(r->said, text) != 0;
    it.wrong += !line->pv_whole;
}

/* A tree of many nodes: all of the first two moves of each side, in an order that jumps. */
static bm_node node_at(struct rig *r, unsigned i)
{
    static bm_move moves[400];
    const size_t n = (bm_ctx_start(r->ctx), bm_ctx_moves(r->ctx, moves, 400));
    bm_node node = BM_NODE_ROOT;
    const bm_move first = moves[i * 7 % n];
    bm_node found = bm_game_find(r->game, node, first);
    if (found == BM_NODE_NONE && bm_game_add(r->game, node, first, &found))
        tap_bail("out of memory");
    node = found;
    if (i % 3 == 0)
        return node;
    if (bm_ctx_play(r->ctx, first))
        tap_bail("a legal move is refused");
    const bm_move second = moves[i * 11 % bm_ctx_moves(r->ctx, moves, 400)];
    found = bm_game_find(r->game, node, second);
    if (found == BM_NODE_NONE && bm_game_add(r->game, node, second, &found))
        tap_bail("out of memory");
    return found;
}

static void open_engine(const char *label, const char *command, enum bm_spec_proto proto,
                        const struct bm_rules *rules)
{
    struct bm_engine_spec spec = spec_of(command);
    struct bm_engine_events events = rig_events;
    events.line = check_line;
    spec.proto = proto;
    rig_open(&it.rig, label, &spec, rules);
    bm_engine_listen(it.rig.engine, &events, &it.rig, NULL, NULL);
    it.wrong = 0;
    it.names = strstr(command, "echo") != NULL;
    expect(&it.rig, READY, "start");
}

/* The last is stopped and answered; none of the others is. */
static void close_engine(unsigned changes)
{
    struct rig *const r = &it.rig;
    await_line(r);
    bm_engine_stop(r->engine, false);
    expect(r, ANSWER, "the last");
    ok_named(rig_play(r, r->answer.move), "%s: its move is legal", r->label);
    ok_named(r->answers == 1 && r->failures == 0, "%s: of %u searches one is answered",
             r->label, changes);
    ok_named(it.wrong == 0, "%s: of %u lines %u are wrong", r->label, r->lines, it.wrong);
    ok_named(r->pv_lines > 0, "%s: lines came", r->label);
    bm_engine_quit(r->engine);
    expect(r, CLOSED, "quit");
    rig_close(r);
}

/* As fast as can be, sometimes waiting for a line, or for a part of one. */
static void change_fast(unsigned changes)
{
    struct rig *const r = &it.rig;
    for (unsigned i = 0; i < changes; i++) {
        r->node = node_at(r, i);
        rig_go(r, &infinite);
        switch (i % 5) {
        case 1:
        case 2: bm_loop_step(&r->loop); break;
        case 3: await_line(r); break;
        case 4: run_for(r, 1); break;
        default: break;
        }
    }
    close_engine(changes);
}

static void change_steadily(unsigned changes)
{
    struct rig *const r = &it.rig;
    for (unsigned i = 0; i < changes; i++) {
        r->node = node_at(r, i);
        rig_go(r, &infinite);
        run_for(r, 50);
    }
    close_engine(changes);
}

int main(int argc, char **argv)
{
    char command[4200];
    if (argc != 2)
        tap_bail("usage: positions_test ENGINE");
    snprintf(command, sizeof command, "\"%s\" echo arg=1", argv[1]);
    open_engine("echo, fast", command, BM_SPEC_UCI, bm_rules_chess());
    change_fast(500);
    snprintf(command, sizeof command, "\"%s\" echo arg=20", argv[1]);
    open_engine("echo, steady", command, BM_SPEC_UCI, bm_rules_chess());
    change_steadily(40);
    snprintf(command, sizeof command, "\"%s\" echo arg=1 proto=usi", argv[1]);
    open_engine("echo in USI, fast", command, BM_SPEC_USI, bm_rules_shogi());
    change_fast(500);
    snprintf(command, sizeof command, "\"%s\"", find_program("stockfish"));
    open_engine("stockfish, fast", command, BM_SPEC_UCI, bm_rules_chess());
    change_fast(500);
    open_engine("stockfish, steady", command, BM_SPEC_UCI, bm_rules_chess());
    change_steadily(40);
    return tap_done();
}
