/* SPDX-License-Identifier: MIT */
/* UCI and USI as text: every reader, every writer, and the way through both. */
#include "protocol/protocol.h"

#include "banmen/variant.h"

#include "play.h"

/* A text that ends where it should: readers that look further are caught by the sanitizer. */
struct exact {
    char *s;
    size_t len;
};
static struct exact exact(const char *text)
{
    struct exact e = {NULL, strlen(text)};
    e.s = malloc(e.len + (e.len == 0));
    if (!e.s)
        tap_bail("no memory");
    memcpy(e.s, text, e.len);
    return e;
}

static const char *span(struct bm_text t)
{
    static char room[8][512];
    static unsigned next;
    char *const out = room[next++ % 8];
    snprintf(out, sizeof room[0], "%.*s", (int)t.len, t.s);
    return out;
}

static const char *line_of(struct bm_buf *b)
{
    bm_buf_char(b, '\0');
    b->len--;
    return b->s;
}

/* ---- Options ---- */

/* Name | type | default | min | max | choices parted by commas. */
static const char *option_facts(const char *line)
{
    static char out[1024];
    const struct exact e = exact(line);
    struct bm_engine_option o;
    if (bm_option_parse(&o, e.s, e.len) != BM_OK) {
        snprintf(out, sizeof out, "none");
    } else {
        int n = snprintf(out, sizeof out, "%s|%s|%s", span(o.name), bm_option_type_name(o.type),
                         span(o.value));
        if (o.type == BM_OPTION_SPIN)
            n += snprintf(out + n, sizeof out - (size_t)n, "|%" PRId64 "|%" PRId64, o.min,
                          o.max);
        struct bm_text choice;
        for (unsigned i = 0; bm_option_var(&o, i, &choice); i++)
            n += snprintf(out + n, sizeof out - (size_t)n, "%s%s", i ? "," : "|", span(choice));
    }
    free(e.s);
    return out;
}

static void options_are_read(void)
{
    eq_str(option_facts("option name Hash type spin default 16 min 1 max 1024"),
           "Hash|spin|16|1|1024");
    eq_str(option_facts("name Skill Level type spin min -20 max 20 default 20"),
           "Skill Level|spin|20|-20|20");
    eq_str(option_facts("option name  Clear   Hash\ttype button"), "Clear   Hash|button|");
    eq_str(option_facts("option name Ponder type check default false\r"), "Ponder|check|false");
    eq_str(option_facts("option name Book Style type combo default Some Thing var Some Thing "
                        "var Risky var default"),
           "Book Style|combo|Some Thing|Some Thing,Risky,default");
    eq_str(option_facts("option name Style type combo var A b var C default C"),
           "Style|combo|C|A b,C");
    eq_str(option_facts("option name SyzygyPath type string default <empty>"),
           "SyzygyPath|string|");
    eq_str(option_facts("option name Debug Log File type string default "),
           "Debug Log File|string|");
    eq_str(option_facts("option name Book type filename default C:\\my max var\\min book.bin"),
           "Book|filename|C:\\my max var\\min book.bin");
    eq_str(option_facts("option name the type of type type check default true"),
           "the type of type|check|true");
    eq_str(option_facts("option name X type spin default 5 min a max 99999999999999999999"),
           "X|spin|5|-9223372036854775808|9223372036854775807");
    eq_str(option_facts("option name Empty type combo default var var A"), "Empty|combo||,A");
    eq_str(option_facts("option name X"), "none");
    eq_str(option_facts("option name type check"), "none");
    eq_str(option_facts("option name X type colour default red"), "none");
    eq_str(option_facts("option"), "none");
    eq_str(option_facts(""), "none");
}

static void options_survive_being_written(void)
{
    static const char *const lines[] = {
        "option name Hash type spin default 16 min 1 max 1024",
        "option name Clear Hash type button",
        "option name Ponder type check default true",
        "option name Style type combo default A b var A b var C",
        "option name Path type string default <empty>",
        "option name Book type filename default a b.bin",
        "option name Free type spin default -3",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct bm_engine_option o;
        struct bm_buf out = {0};
        ok(bm_option_parse(&o, lines[i], strlen(lines[i])) == BM_OK);
        bm_option_declare(&out, &o);
        eq_str(line_of(&out), lines[i]);
        bm_buf_free(&out);
    }
}

static void values_are_checked(void)
{
    static const struct {
        const char *option, *value, *why; /* NULL: it fits */
    } cases[] = {
        {"name Hash type spin default 16 min 1 max 1024", "1024", NULL},
        {"name Hash type spin default 16 min 1 max 1024", "many",
         "Hash is a number from 1 to 1024, not 'many'"},
        {"name Hash type spin default 16 min 1 max 1024", "0",
         "Hash is a number from 1 to 1024, not '0'"},
        {"name N type spin", "-7", NULL},
        {"name N type spin max 4", "5", "N is a number up to 4, not '5'"},
        {"name P type check default true", "false", NULL},
        {"name P type check default true", "yes", "P is true or false, not 'yes'"},
        {"name S type combo default A var A b var C", "a B", NULL},
        {"name S type combo default A var A b var C", "b", "S is one of A b, C, not 'b'"},
        {"name B type button", "", NULL},
        {"name B type button", "x", "B is a button and takes no value"},
        {"name F type filename", "anything at all", NULL},
        {"name F type string", "two\nlines", "F is one line of text"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct bm_engine_option o;
        struct bm_error err = {.what = "untouched"};
        ok(bm_option_parse(&o, cases[i].option, strlen(cases[i].option)) == BM_OK);
        const bool fits = bm_option_accepts(&o, cases[i].value, strlen(cases[i].value), &err);
        ok_named(fits == !cases[i].why, "%s takes '%s': %d", cases[i].option, cases[i].value,
                 fits);
        eq_str(err.what, cases[i].why ? cases[i].why : "untouched");
    }
}

static void set_both_ways(const char *name, const char *value, const char *line)
{
    struct bm_buf out = {0};
    struct bm_text n, v;
    bm_option_set(&out, (struct bm_text){name, strlen(name)},
                  (struct bm_text){value, value ? strlen(value) : 0});
    eq_str(line_of(&out), line);
    ok(bm_option_read_set(out.s + 10, out.len - 10, &n, &v) == BM_OK);
    eq_str(span(n), name);
    if (value)
        eq_str(span(v), value);
    else
        ok(!v.s);
    bm_buf_free(&out);
}

static void options_are_set(void)
{
    struct bm_text n, v;
    set_both_ways("Skill Level", "7", "setoption name Skill Level value 7");
    set_both_ways("Clear Hash", NULL, "setoption name Clear Hash");
    set_both_ways("Path", "", "setoption name Path value <empty>");
    set_both_ways("Book", "my value book", "setoption name Book value my value book");
    ok(bm_option_read_set("Hash value 3", 12, &n, &v) == BM_ESYNTAX);
    ok(bm_option_read_set("name", 4, &n, &v) == BM_ESYNTAX);
    ok(bm_option_read_set("", 0, &n, &v) == BM_ESYNTAX);
}

/* ---- info, bestmove, checkmate ---- */

static void info_is_read(void)
{
    struct bm_info i;
    const struct exact e =
        exact("depth 12 seldepth 20 multipv 2 score cp -34 upperbound wdl 10 900 90 nodes "
              "123456789012 nps 1000 hashfull 999 tbhits 5 time 77 pv e2e4 e7e5 g1f3");
    bm_info_parse(&i, e.s, e.len);
    eq_u64(i.has, BM_INFO_DEPTH | BM_INFO_SELDEPTH | BM_INFO_MULTIPV | BM_INFO_SCORE |
                      BM_INFO_WDL | BM_INFO_NODES | BM_INFO_NPS | BM_INFO_HASHFULL |
                      BM_INFO_TBHITS | BM_INFO_TIME | BM_INFO_PV);
    eq_u64(i.depth, 12);
    eq_u64(i.seldepth, 20);
    eq_u64(i.multipv, 2);
    ok(!i.score.mate && i.score.value == -34 && i.score.bound == -1);
    ok(i.wdl[0] == 10 && i.wdl[1] == 900 && i.wdl[2] == 90);
    eq_u64(i.nodes, UINT64_C(123456789012));
    eq_u64(i.hashfull, 999);
    eq_u64((uint64_t)i.time, 77);
    eq_str(span(i.pv), "e2e4 e7e5 g1f3");
    free(e.s);

    static const char pv_first[] = "pv 7g7f  3c3d depth 3 string pv is a word here";
    bm_info_parse(&i, pv_first, strlen(pv_first));
    eq_str(span(i.pv), "7g7f  3c3d");
    eq_u64(i.depth, 3);
    eq_str(span(i.string), "pv is a word here");
    static const char currmove[] = "currmove e2e4 currmovenumber 3 currline 1 e2e4 nodes 4";
    bm_info_parse(&i, currmove, strlen(currmove));
    eq_str(span(i.currmove), "e2e4");
    eq_u64(i.currmovenumber, 3);
    eq_u64(i.nodes, 4);
    static const char broken[] = "depth score cp nodes x time -5 depth 99999999999999";
    bm_info_parse(&i, broken, strlen(broken));
    eq_u64(i.has, BM_INFO_TIME | BM_INFO_DEPTH);
    ok(i.time == 0 && i.depth == UINT32_MAX);
    bm_info_parse(&i, "", 0);
    eq_u64(i.has, 0);
}

static void mates_are_read(void)
{
    static const struct {
        const char *text;
        bool open;
        int value, uci, usi; /* as said; in moves, by protocol */
        bool usi_open;
    } cases[] = {
        {"score mate 5", false, 5, 5, 3, false},
        {"score mate -4", false, -4, -4, -2, false},
        {"score mate 1", false, 1, 1, 1, false},
        {"score mate -2", false, -2, -2, -1, false},
        {"score mate +", true, 1, 1, 1, true},
        {"score mate -", true, -1, -1, -1, true},
        {"score mate +0", true, 1, 1, 1, true},
        {"score mate -0", true, -1, -1, -1, true},
        {"score mate 0", false, 0, 0, 1, true},
        {"score mate +3", false, 3, 3, 2, false},
        {"score mate -3", false, -3, -3, -2, false},
    };
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        struct bm_info i;
        bm_info_parse(&i, cases[n].text, strlen(cases[n].text));
        const struct bm_score uci = bm_score_in_moves(i.score, BM_PROTO_UCI);
        const struct bm_score usi = bm_score_in_moves(i.score, BM_PROTO_USI);
        ok_named(i.has == BM_INFO_SCORE && i.score.mate && i.score.mate_open == cases[n].open &&
                     i.score.value == cases[n].value,
                 "%s is read", cases[n].text);
        ok_named(uci.value == cases[n].uci && usi.value == cases[n].usi &&
                     usi.mate_open == cases[n].usi_open,
                 "%s is %d moves in UCI and %d in USI", cases[n].text, cases[n].uci,
                 cases[n].usi);
    }
}

static const char *best_facts(const char *line)
{
    static char out[128];
    struct bm_best b;
    const struct exact e = exact(line);
    bm_best_parse(&b, e.s, e.len);
    snprintf(out, sizeof out, "%d %s %s", (int)b.kind, span(b.move), span(b.ponder));
    free(e.s);
    return out;
}

static void answers_are_read(void)
{
    eq_str(best_facts("e2e4 ponder e7e5"), "0 e2e4 e7e5");
    eq_str(best_facts("7g7f"), "0 7g7f ");
    eq_str(best_facts("e2e4 ponder"), "0 e2e4 ");
    eq_str(best_facts("e2e4 ponder (none)"), "0 e2e4 ");
    eq_str(best_facts("(none)"), "1 (none) ");
    eq_str(best_facts("0000"), "1 0000 ");
    eq_str(best_facts(""), "1  ");
    eq_str(best_facts("resign"), "2 resign ");
    eq_str(best_facts("win"), "3 win ");

    struct bm_checkmate_answer c;
    bm_checkmate_parse(&c, " G*5b 4a3a R*2a ", 16);
    ok(c.kind == BM_CHECKMATE_FOUND);
    eq_str(span(c.pv), "G*5b 4a3a R*2a");
    bm_checkmate_parse(&c, "nomate", 6);
    ok(c.kind == BM_CHECKMATE_NONE);
    bm_checkmate_parse(&c, "timeout", 7);
    ok(c.kind == BM_CHECKMATE_TIMEOUT);
    bm_checkmate_parse(&c, "notimplemented", 14);
    ok(c.kind == BM_CHECKMATE_UNABLE);
    bm_checkmate_parse(&c, "", 0);
    ok(c.kind == BM_CHECKMATE_UNABLE);
}

/* ---- go ---- */

/* Read and write: what comes out. */
static const char *go_again(enum bm_proto p, const struct bm_ctx *ctx, const char *text)
{
    static struct bm_buf out;
    bm_move only[4];
    struct bm_think t;
    const struct exact e = exact(text);
    out.len = 0;
    ok(bm_go_parse(&t, p, ctx, e.s, e.len, only, 4, NULL) == BM_OK);
    bm_go_format(&out, p, &t, bm_ctx_rules(ctx));
    free(e.s);
    return line_of(&out);
}

static void limits_go_both_ways(void)
{
    struct bm_ctx *const chess = new_ctx(bm_rules_chess(), 300);
    struct bm_ctx *const shogi = new_ctx(bm_rules_shogi(), 300);
    static const char *const uci[] = {
        "wtime 1000 btime 2000 winc 10 binc 20 movestogo 40",
        "ponder wtime 0 btime 5 winc 0 binc 0",
        "depth 5 nodes 1000 mate 3 movetime 500",
        "infinite",
        "depth 3 searchmoves e2e4 g1f3",
    };
    static const char *const usi[] = {
        "btime 1000 wtime 2000 byoyomi 3000",
        "btime 0 wtime 0 byoyomi 0",
        "ponder btime 1 wtime 2 binc 3 winc 4",
        "btime 1 wtime 2 binc 3 winc 4 byoyomi 5",
        "mate infinite",
        "mate 5000",
        "nodes 7 searchmoves 7g7f",
        "infinite",
    };
    for (size_t i = 0; i < sizeof uci / sizeof *uci; i++)
        eq_str(go_again(BM_PROTO_UCI, chess, uci[i]) + 3, uci[i]);
    for (size_t i = 0; i < sizeof usi / sizeof *usi; i++)
        eq_str(go_again(BM_PROTO_USI, shogi, usi[i]) + 3, usi[i]);
    eq_str(go_again(BM_PROTO_UCI, chess, ""), "go infinite");
    eq_str(go_again(BM_PROTO_USI, shogi, "movetime 700 depth 9"),
           "go btime 0 wtime 0 byoyomi 700 depth 9");
    eq_str(go_again(BM_PROTO_UCI, chess, "wtime -50 btime 7 nonsense 5 depth"),
           "go wtime 0 btime 7 winc 0 binc 0");
    eq_str(go_again(BM_PROTO_UCI, chess, "searchmoves e2e5 banana e2e3 depth 2"),
           "go depth 2 searchmoves e2e3");
    eq_str(go_again(BM_PROTO_UCI, shogi, "searchmoves c3c4 infinite"),
           "go infinite searchmoves c3c4");
    eq_str(go_again(BM_PROTO_USI, chess, "depth 1 searchmoves 4g4e"),
           "go depth 1 searchmoves 4g4e");

    struct bm_think t;
    struct bm_error err;
    bm_move only[1];
    ok(bm_go_parse(&t, BM_PROTO_UCI, chess, "wtime 9 btime 8 binc 7", 22, only, 1, &err) ==
       BM_OK);
    ok(t.timed && t.time[0] == 9 && t.time[1] == 8 && t.increment[1] == 7);
    ok(bm_go_parse(&t, BM_PROTO_USI, shogi, "wtime 9 btime 8 binc 7", 22, only, 1, &err) ==
       BM_OK);
    ok(t.timed && t.time[0] == 8 && t.time[1] == 9 && t.increment[0] == 7);
    ok(bm_go_parse(&t, BM_PROTO_UCI, chess, "wtime -9 btime 8", 16, only, 1, &err) == BM_OK);
    ok(t.timed && t.time[0] == 0 && t.time[1] == 8);
    ok(bm_go_parse(&t, BM_PROTO_UCI, chess, "movetime 0", 10, only, 1, &err) == BM_OK);
    ok(t.movetime == 1);
    ok(bm_go_parse(&t, BM_PROTO_USI, shogi, "mate 300", 8, only, 1, &err) == BM_OK);
    ok(t.mate == 1 && t.movetime == 300 && !t.infinite);
    ok(bm_go_parse(&t, BM_PROTO_UCI, chess, "searchmoves e2e4 e2e3", 21, only, 1, &err) ==
       BM_ENOSPC);
    eq_str(err.what, "too many moves behind searchmoves: 'e2e3'");
    struct bm_buf out = {0};
    bm_go_format(&out, BM_PROTO_UCI,
                 &(struct bm_think){.timed = true, .time = {60000, 50000}, .byoyomi = 10000},
                 bm_rules_shogi());
    eq_str(line_of(&out), "go wtime 70000 btime 60000 winc 10000 binc 10000");
    bm_buf_free(&out);
    bm_ctx_destroy(chess);
    bm_ctx_destroy(shogi);
}

/* ---- What our search says ---- */

static void findings_are_written(void)
{
    struct bm_ctx *const shogi = new_ctx(bm_rules_shogi(), 300);
    struct bm_ctx *const chess = new_ctx(bm_rules_chess(), 300);
    const bm_move pv[2] = {move_of(shogi, "7g7f"), move_of(shogi, "3c3d")};
    struct bm_buf out = {0};
    struct bm_search_info i = {.depth = 3,
                               .seldepth = 4,
                               .multipv = 1,
                               .score = -12,
                               .bound = 1,
                               .nodes = 5000,
                               .time = 10,
                               .hashfull = 2,
                               .pv = pv,
                               .pv_count = 2};
    bm_info_format(&out, BM_PROTO_USI, &i, bm_rules_shogi());
    eq_str(line_of(&out),
           "info depth 3 seldepth 4 multipv 1 score cp -12 lowerbound nodes 5000 "
           "nps 500000 hashfull 2 time 10 pv 7g7f 3c3d");
    out.len = 0;
    bm_current_format(&out, BM_PROTO_UCI, move_of(chess, "g1f3"), 7, chess);
    eq_str(line_of(&out), "info currmove g1f3 currmovenumber 7");
    out.len = 0;
    bm_current_format(&out, BM_PROTO_USI, pv[0], 7, shogi);
    eq_str(line_of(&out), "info currmove 7g7f");
    for (int moves = -3; moves <= 3; moves++) {
        for (enum bm_proto p = BM_PROTO_UCI; p < BM_PROTO_COUNT; p++) {
            struct bm_info back;
            i = (struct bm_search_info){.depth = 1, .mate = true, .score = moves};
            out.len = 0;
            bm_info_format(&out, p, &i, bm_rules_shogi());
            bm_info_parse(&back, out.s + 5, out.len - 5);
            const struct bm_score s = bm_score_in_moves(back.score, p);
            ok_named(s.mate && (moves != 0 ? s.value == moves : s.value <= 0),
                     "%s comes back as %" PRId64, line_of(&out), s.value);
        }
    }

    static const struct {
        struct bm_search_result r;
        const char *uci, *usi;
    } answers[] = {
        {{.best = {BM_MOVE_NONE}}, "bestmove (none)", "bestmove resign"},
        {{.declare = true}, "bestmove (none)", "bestmove win"},
    };
    for (size_t n = 0; n < sizeof answers / sizeof *answers; n++) {
        out.len = 0;
        bm_best_format(&out, BM_PROTO_UCI, &answers[n].r, chess);
        eq_str(line_of(&out), answers[n].uci);
        out.len = 0;
        bm_best_format(&out, BM_PROTO_USI, &answers[n].r, shogi);
        eq_str(line_of(&out), answers[n].usi);
    }
    out.len = 0;
    bm_best_format(&out, BM_PROTO_UCI,
                   &(struct bm_search_result){.best = pv[0], .ponder = pv[1]}, shogi);
    eq_str(line_of(&out), "bestmove c3c4 ponder g7g6");
    bm_buf_free(&out);
    bm_ctx_destroy(shogi);
    bm_ctx_destroy(chess);
}

static void lines_are_checked_by_the_rules(void)
{
    struct bm_ctx *const ctx = new_ctx(bm_rules_chess(), 300);
    bm_move out[8];
    bool all;
    const struct {
        const char *pv;
        size_t cap, legal;
        bool whole;
    } cases[] = {
        {"e2e4 e7e5 g1f3", 8, 3, true}, {"e2e4 e2e4", 8, 1, false},     {"", 8, 0, true},
        {"banana", 8, 0, false},        {"e2e4 e7e5 g1f3", 2, 2, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const uint64_t key = bm_ctx_key(ctx);
        const struct bm_text pv = {cases[i].pv, strlen(cases[i].pv)};
        eq_u64(bm_pv_check(ctx, BM_PROTO_UCI, pv, out, cases[i].cap, &all), cases[i].legal);
        ok(all == cases[i].whole && bm_ctx_plies(ctx) == 0 && bm_ctx_key(ctx) == key);
    }
    bm_ctx_destroy(ctx);
}

int main(void)
{
    eq_str(bm_proto_name(BM_PROTO_UCI), "uci");
    eq_str(bm_proto_name(BM_PROTO_USI), "usi");
    options_are_read();
    options_survive_being_written();
    values_are_checked();
    options_are_set();
    info_is_read();
    mates_are_read();
    answers_are_read();
    limits_go_both_ways();
    findings_are_written();
    lines_are_checked_by_the_rules();
    return tap_done();
}
