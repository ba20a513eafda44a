/* SPDX-License-Identifier: MIT */
/* The built-in levels for the page. The search runs in a worker; terminating the worker stops
 * it. */
#include "search/search.h"
#include "wasm/study.h"

#ifdef __wasm__
#    define IMPORT(name) __attribute__((import_module("env"), import_name(name)))
#else
#    define IMPORT(name)
#endif

#ifdef __wasm_atomics__
#    define RUN bm_web_team_run
#else
#    define RUN NULL
#endif

enum { HASH = 32 /* MiB */, USUAL_THINK = 2000 /* ms, of the highest level without a clock */ };

/* The time in ms, and the callback for search information as JSON. */
IMPORT("now") double bm_web_now(void);
IMPORT("info") void bm_web_info(const char *json, unsigned len);

struct bm_web_player {
    struct bm_search *search;
    double game; /* its number */
};

/* A running search and its JSON output. */
struct search_run {
    const struct bm_rules *rules;
    struct bm_pace pace;
    struct bm_buf text;
};

struct bm_web_player *BM_WEB(bm_web_player)(const struct bm_rules *rules, unsigned level,
                                            unsigned threads);
void BM_WEB(bm_web_player_free)(struct bm_web_player *player);
void BM_WEB(bm_web_think)(struct bm_web *w, struct bm_web_player *player, struct bm_web_game *g,
                          double seed, double game, double movetime, int timed, double first,
                          double second, double first_more, double second_more, double byoyomi);
void BM_WEB(bm_web_analyse)(struct bm_web *w, struct bm_web_player *player,
                            struct bm_web_study *s, bm_node n, unsigned lines, double movetime,
                            double nodes, unsigned depth);
double BM_WEB(bm_web_perft)(struct bm_web_game *g, unsigned depth);

/* A player of a level; NULL: no such level, or no memory. More than one thread helps the
 * highest one, in the module that has helpers. */
struct bm_web_player *bm_web_player(const struct bm_rules *rules, unsigned level,
                                    unsigned threads)
{
    const struct bm_search_options options = {.level = level, .hash = HASH, .threads = threads};
    struct bm_web_player *const player = bm_web_alloc(sizeof *player);
    if (player && bm_search_create(&player->search, rules, &options) == BM_OK)
        return player;
    bm_release(player);
    return NULL;
}

void bm_web_player_free(struct bm_web_player *player)
{
    bm_search_destroy(player->search);
    bm_release(player);
}

static int64_t search_now(void *user)
{
    (void)user;
    return (int64_t)bm_web_now();
}

static void put_search_info(struct bm_buf *out, const struct bm_search_info *info,
                            const struct bm_rules *rules)
{
    bm_json_begin(out, '{');
    bm_json_member_int(out, "line", info->multipv ? info->multipv : 1);
    bm_json_member_int(out, "depth", info->depth);
    bm_json_member_int(out, "score", info->score);
    bm_json_member_bool(out, "mate", info->mate);
    bm_json_member_int(out, "bound", info->bound);
    bm_json_member_int(out, "nodes", (int64_t)info->nodes);
    bm_json_member_int(out, "time", info->time);
    bm_json_key(out, "pv");
    bm_json_begin(out, '[');
    for (size_t i = 0; i < info->pv_count; i++) {
        char text[BM_COORDINATES];
        (void)bm_move_format(info->pv[i], rules, text, sizeof text);
        bm_json_text(out, text);
    }
    bm_json_end(out, ']');
    bm_json_end(out, '}');
}

static void report_info(void *user, const struct bm_search_info *info)
{
    struct search_run *const t = user;
    bm_pace_note(&t->pace, info);
    t->text.len = 0;
    put_search_info(&t->text, info, t->rules);
    if (!t->text.failed)
        bm_web_info(t->text.s, (unsigned)t->text.len);
}

static void put_answer(struct bm_buf *out, const struct bm_search_result *r,
                       const struct bm_rules *rules, int64_t wait)
{
    char text[BM_COORDINATES] = "";
    if (r->best.bits != BM_MOVE_NONE)
        (void)bm_move_format(r->best, rules, text, sizeof text);
    bm_json_begin(out, '{');
    bm_json_member_text(out, "move", text);
    bm_json_member_bool(out, "resign", r->resign);
    bm_json_member_bool(out, "declare", r->declare);
    bm_json_member_int(out, "wait", wait);
    bm_json_end(out, '}');
}

/*
 * Think about the position of a game: {"move","resign","declare","wait"}, where `wait` is how
 * long a person would take. The same seed, number of the game and position give the same answer
 * below full strength.
 */
void bm_web_think(struct bm_web *w, struct bm_web_player *player, struct bm_web_game *g,
                  double seed, double game, double movetime, int timed, double first,
                  double second, double first_more, double second_more, double byoyomi)
{
    const struct bm_ctx *const ctx = bm_match_ctx(g->match);
    struct bm_think limits = {.movetime = (int64_t)movetime,
                              .timed = timed != 0,
                              .time = {(int64_t)first, (int64_t)second},
                              .increment = {(int64_t)first_more, (int64_t)second_more},
                              .byoyomi = (int64_t)byoyomi};
    struct search_run t = {.rules = bm_ctx_rules(ctx)};
    const struct bm_search_hooks hooks = {.now = search_now, .info = report_info, .user = &t};
    struct bm_search_result result = {0};
    struct bm_buf *const out = bm_web_answer(w);
    if (!limits.timed && limits.movetime == 0)
        limits.movetime = USUAL_THINK;
    if (game != player->game)
        bm_search_forget(player->search);
    player->game = game;
    player->search->games = (uint64_t)game;
    player->search->options.seed = (uint64_t)seed;
    if (bm_search_go(player->search, ctx, &limits, &hooks, &result) == BM_OK ||
        result.best.bits != BM_MOVE_NONE)
        put_answer(out, &result, t.rules,
                   bm_pace_time(&t.pace, ctx, &limits, result.best, (uint64_t)seed));
    else
        out->failed = true;
    bm_buf_free(&t.text);
}

/*
 * Analyse a node of a study: `lines` lines are told as they are found. Limits are 0 where there
 * is none. The answer is as that of bm_web_think().
 */
void bm_web_analyse(struct bm_web *w, struct bm_web_player *player, struct bm_web_study *s,
                    bm_node n, unsigned lines, double movetime, double nodes, unsigned depth)
{
    struct bm_buf *const out = bm_web_answer(w);
    const struct bm_ctx *const ctx = bm_web_study_ctx(s, n);
    const struct bm_think limits = {.movetime = (int64_t)movetime,
                                    .nodes = (uint64_t)nodes,
                                    .depth = depth,
                                    .infinite = movetime == 0 && nodes == 0 && depth == 0,
                                    .multipv = lines};
    struct search_run t = {.rules = bm_game_rules(s->game)};
    const struct bm_search_hooks hooks = {
        .now = search_now, .info = report_info, .run = RUN, .user = &t};
    struct bm_search_result result = {0};
    if (ctx && (bm_search_go(player->search, ctx, &limits, &hooks, &result) == BM_OK ||
                result.best.bits != BM_MOVE_NONE))
        put_answer(out, &result, t.rules, 0);
    else
        out->failed = true;
    bm_buf_free(&t.text);
}

/* Leaves of the tree of legal moves. */
double bm_web_perft(struct bm_web_game *g, unsigned depth)
{
    return (double)bm_ctx_perft(bm_match_ctx(g->match), depth);
}
