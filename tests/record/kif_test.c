/* SPDX-License-Identifier: MIT */

/* KIF and KI2: what is read from the dialects, and that writing keeps it. */

#include "banmen/record.h"
#include "bytes.h"
#include "play.h"

static char said[4096]; /* reports, one a line: severity, line, ply, text */

static void listen(void *user, const struct bm_report *r)
{
    (void)user;
    const size_t len = strlen(said);
    snprintf(said + len, sizeof said - len, "%c%" PRIu64 ":%u:%u %s\n",
             r->severity == BM_SAY_DEFECT   ? 'D'
             : r->severity == BM_SAY_NOTICE ? 'N'
                                            : 'L',
             r->line, r->column, r->ply, r->what);
}

/* Texts of many lines, which TAP would take for its own. */
static void same_lines(const char *got, const char *want, const char *what)
{
    if (!ok_named(!strcmp(got, want), "%s", what)) {
        for (const char *s = got; *s; s += strcspn(s, "\n") + (s[strcspn(s, "\n")] != '\0'))
            printf("# %.*s\n", (int)strcspn(s, "\n"), s);
    }
}

static struct bm_game *new_game(void)
{
    struct bm_game *game = NULL;
    if (bm_game_create(&game, bm_rules_shogi(), NULL))
        tap_bail("cannot create a game");
    return game;
}

static void read_into(struct bm_game *game, const char *text)
{
    const struct bm_read_options options = {.format = BM_FORMAT_KIF, .report = listen};
    struct bm_error err = {0};
    said[0] = '\0';
    if (bm_game_read(game, &options, text, strlen(text), &err))
        printf("# cannot read: %s\n", err.what);
}

static bool collect(void *user, const char *bytes, size_t len)
{
    char *const text = user;
    const size_t at = strlen(text);
    if (at + len >= 1 << 16)
        return false;
    memcpy(text + at, bytes, len);
    text[at + len] = '\0';
    return true;
}

static const char *written(const struct bm_game *game, enum bm_format format)
{
    static char texts[4][1 << 16];
    static unsigned next;
    char *const text = texts[next++ % 4];
    const struct bm_write_options options = {.format = format, .report = listen};
    struct bm_error err = {0};
    text[0] = said[0] = '\0';
    if (bm_game_write(game, &options, collect, text, &err))
        printf("# cannot write: %s\n", err.what);
    return text;
}

/* --- A tree as one line: 7g7f{comment} 3c3d (8c8d -RESIGNATION) --- */

__attribute__((format(printf, 2, 3))) static void add(char *out, const char *fmt, ...)
{
    va_list ap;
    const size_t len = strlen(out);
    va_start(ap, fmt);
    vsnprintf(out + len, 8192 - len, fmt, ap);
    va_end(ap);
}

static void add_notes(char *out, const struct bm_game *game, bm_node n)
{
    for (bm_note_id id = bm_game_notes(game, n); id; id = bm_game_next_note(game, id)) {
        const struct bm_note note = bm_game_note(game, id);
        if (note.kind == BM_NOTE_COMMENT)
            add(out, "{%.*s}", (int)note.text.len, note.text.s);
        else if (note.kind == BM_NOTE_BEFORE)
            add(out, "{<%.*s}", (int)note.text.len, note.text.s);
        else if (note.kind == BM_NOTE_BOOKMARK)
            add(out, "&%.*s&", (int)note.text.len, note.text.s);
        else
            add(out, "%c%" PRId64, note.kind == BM_NOTE_SPENT ? 's' : 't', note.value);
    }
}

static void add_node(char *out, const struct bm_game *game, bm_node n)
{
    static const char *const ends[] = {
#define X(name, en, kif, csa, who) #name,
        BM_END_MAP(X)
#undef X
    };
    static const char *const results[] = {
        [BM_ONGOING] = "*", [BM_FIRST_WINS] = "1", [BM_SECOND_WINS] = "2", [BM_DRAW] = "="};
    char text[16];
    if (bm_game_kind(game, n) == BM_NODE_END) {
        const struct bm_ending e = bm_game_ending(game, n);
        add(out, "-%s%s", ends[e.end], results[e.result]);
        if (e.word.len)
            add(out, "'%.*s'", (int)e.word.len, e.word.s);
    } else if (bm_game_kind(game, n) == BM_NODE_PASS) {
        add(out, "pass");
    } else {
        bm_move_format(bm_game_move(game, n), bm_rules_shogi(), text, sizeof text);
        add(out, "%s%s", text, bm_game_illegal(game, n) ? "?" : "");
    }
    add_notes(out, game, n);
}

static void add_line(char *out, const struct bm_game *game, bm_node n)
{
    for (; n != BM_NODE_NONE; n = bm_game_first(game, n)) {
        add(out, " ");
        add_node(out, game, n);
        if (bm_game_index(game, n) != 0)
            continue;
        for (bm_node v = bm_game_next(game, n); v != BM_NODE_NONE; v = bm_game_next(game, v)) {
            add(out, " (");
            add_node(out, game, v);
            add_line(out, game, bm_game_first(game, v));
            add(out, ")");
        }
    }
}

static const char *tree(const struct bm_game *game)
{
    static char texts[2][8192];
    static unsigned next;
    char *const out = texts[next++ % 2];
    out[0] = '\0';
    add_notes(out, game, BM_NODE_ROOT);
    add_line(out, game, bm_game_first(game, BM_NODE_ROOT));
    return out[0] == ' ' ? out + 1 : out;
}

static const char *tag(const struct bm_game *game, const char *name)
{
    static char text[256];
    struct bm_text t;
    if (!bm_game_tag(game, name, &t))
        return "(none)";
    snprintf(text, sizeof text, "%.*s", (int)t.len, t.s);
    return text;
}

static const char *start(const struct bm_game *game)
{
    static char text[256];
    bm_position_format(bm_game_start(game), bm_rules_shogi(), 0, text, sizeof text);
    return text;
}

/* --- Every dialect: read, write, read; write again. --- */

struct sample {
    const char *name, *text;
    const char *tree; /* as read */
    const char *said; /* reports of reading */
};

static const struct sample samples[] = {
    {"Kakinoki: times, bookmarks, CRLF, blanks behind the handicap",
     "# ---- Kifu for Windows ----\r\n"
     "開始日時：2020/01/02(木) 10:00:00\r\n"
     "手合割：平手　　\r\n"
     "先手：山田 太郎\r\n"
     "後手：鈴木　花子　\r\n"
     "手数----指手---------消費時間--\r\n"
     "*開始前の\r\n"
     "*二行\r\n"
     "   1 ７六歩(77)   ( 0:12/00:00:12)\r\n"
     "*一手目\r\n"
     "&しおり\r\n"
     "   2 ３四歩(33)   ( 1:05/00:01:05)\r\n"
     "   3 ２二角成(88) ( 0:03/00:00:15)\r\n"
     "   4 同　銀(31)   ( 0:01/00:01:06)\r\n"
     "   5 ５五角打     (61:00/01:01:15)\r\n"
     "   6 投了         ( 0:10/00:01:16)\r\n"
     "まで5手で先手の勝ち\r\n",
     "{開始前の\n二行} 7g7fs12000{一手目}&しおり& 3c3ds65000 "
     "8h2b+s3000 3a2bs1000 B*5es3660000 -RESIGNATION1s10000",
     ""},
    {"fractions, hours, empty totals, no times",
     "1 ７六歩(77) (0:01.5/)\n2 ３四歩(33) (1:00:02.250/1:00:02)\n"
     "3 ２六歩(27) ( /00:00:09)\n4 ８四歩(83)\n5 中断 (0:00)\n",
     "7g7fs1500 3c3ds3602250 2g2ft9000 8c8d -INTERRUPTED*s0", ""},
    {"half width everywhere",
     "手合割:平手\n先手:A\n後手:B\n1 76歩(77)\n2 34歩(33)\n3 22角成(88)\n4 同銀(31)\n5 投了\n",
     "7g7f 3c3d 8h2b+ 3a2b -RESIGNATION2", ""},
    {"numbers do not count, and the first is any",
     "手合割：平手\n 31 ７六歩(77)\n 31 ３四歩(33)\n 40 ２六歩(27)\n", "7g7f 3c3d 2g2f", ""},
    {"variations: nested, and at the resignation",
     "手合割：平手\n手数----指手---------消費時間--\n"
     "   1 ７六歩(77)\n   2 ３四歩(33)+\n   3 ２六歩(27)+\n   4 投了+\nまで3手で先手の勝ち\n\n"
     "変化：4手\n   4 ８四歩(83)\n*変化のコメント\n   5 ２五歩(26)\n\n"
     "変化：3手\n*前のコメント\n   3 ６六歩(67)\n   4 ８四歩(83)+\n   5 ６八飛(28)\n\n"
     "変化：4手\n   4 ３五歩(34)\n   5 中断\n\n"
     "変化：2手\n   2 ８四歩(83)\n   3 投了\n",
     "7g7f 3c3d (8c8d -RESIGNATION2) 2g2f (6g6f{<前のコメント} 8c8d (3d3e -INTERRUPTED*) 2h6h) "
     "-RESIGNATION1 (8c8d{変化のコメント} 2f2e)",
     ""},
    {"a variation leaves the newest line that is long enough",
     "1 ７六歩(77)\n2 ３四歩(33)\n3 ２六歩(27)\n4 ８四歩(83)\n\n変化：2手\n2 ８四歩(83)\n\n"
     "変化：4手\n4 ４四歩(43)\n",
     "7g7f 3c3d (8c8d) 2g2f 8c8d (4c4d)", ""},
    {"Shogi Club 24: the side of the foul",
     "手合割：平手\n1 ７六歩(77) ( 0:01/00:00:01)\n2 ３四歩(33) ( 0:01/00:00:01)\n"
     "3 ６五角(88) ( 0:01/00:00:02)\n4 先手 反則負け ( 0:01/00:00:02)\n",
     "7g7fs1000 3c3ds1000 8h6e?s1000 -FOUL_BY_OTHER2s1000", ""},
    {"a foul, and the word for it",
     "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 ７五歩(77)\n4 反則勝ち\n"
     "まで3手で後手の反則勝ち\n",
     "7g7f 3c3d 7g7e? -FOUL_BY_OTHER2", ""},
    {"an illegal move that nothing explains",
     "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 ７四歩(76)\n4 ８四歩(83)\n", "7g7f 3c3d",
     "D4:3:3 illegal move 7f7d: not-a-move: a pawn does not move from 7f to 7d\n"},
    {"Shogi Wars: words of its own",
     "開始日時：2021/04/10 17:00:13\n先手：alice 三段\n後手：bob 十段\n持ち時間：10分\n"
     "手合割：平手\n1 ▲７六歩(77)\n2 △３四歩(33)\n3 時間切れ\n",
     "7g7f 3c3d -TIME2'時間切れ'", ""},
    {"lishogi: kings and dragons as it writes them",
     "開始日時：2022/02/02 02:02:02\n場所：https://lishogi.org/abcd\n手合割：平手\n"
     "手数----指手---------消費時間--\n"
     "   1   ５八王(59)   (0:00/0:00:00)\n   2   ５二王(51)   (0:01/0:00:01)\n"
     "   3   千日手\n",
     "5i5hs0 5a5bs1000 -REPETITION=",
     "D7:8:2 the record says repetition, but the position has not occurred often enough\n"},
    {"unknown words stay",
     "手合割：平手\n1 ７六歩(77)\n2 なにか\n*感想\n\nまで1手で後手の勝ち\n",
     "7g7f -OTHER2'なにか'{感想}", ""},
    {"text that is no move", "手合割：平手\n1 ７六歩(77)\n2 ３四\n3 ２六歩(27)\n", "7g7f",
     "D3:3:2 cannot play '３四': a move is like ７六歩(77), ５五角打 or ▲５八金左\n"},
    {"KI2: any spacing, marks of all kinds",
     "先手: A / 後手: B\n棋戦：テスト\n\n*最初\n"
     "▲７六歩    △３四歩▲２二角成 △同　銀\n☗５八金右☖５二金左　▼６八銀 ▽４二銀\n*途中\n"
     "▲６六歩\nまで9手で先手の勝ち\n",
     "{最初} 7g7f 3c3d 8h2b+ 3a2b 4i5h 6a5b 7i6h -OTHER*", NULL},
    {"KI2: how it ended is in its last line",
     "▲７六歩 △３四歩\nまで2手で時間切れにより後手の勝ち\n", "7g7f 3c3d -TIME2'時間切れ'", ""},
    {"KI2: a variation has an end of its own",
     "▲７六歩 △３四歩 ▲２六歩\nまで3手で先手の勝ち\n\n変化：2手\n△８四歩\nまで2手で中断\n",
     NULL, NULL},
    {"KI2: repetition", "▲７六歩 △３四歩\nまで2手で持将棋\n", "7g7f 3c3d -IMPASSE=", ""},
    {"KI2: the side to move has won, so that it cannot have resigned",
     "▲７六歩 △３四歩\nまで2手で先手の勝ち\n", "7g7f 3c3d -STATED1", ""},
    {"KI2: an ambiguous move", "▲７六歩 △５二金 ▲２六歩\n", "7g7f",
     "D1:6:2 cannot play '△５二金': a gold can go to 5b from 4a and from 6a; 左, 直, 右, 上, "
     "寄 "
     "or 引 tells which\n"},
    {"a handicap, with 上手 to begin",
     "手合割：二枚落ち\n下手：A\n上手：B\n1 ６二銀(71)\n2 ７六歩(77)\n3 "
     "投了\nまで2手で下手の勝ち\n",
     "7a6b 7g7f -RESIGNATION1", ""},
    {"a line that is no part of a record", "手合割：平手\nなにこれ\n1 ７六歩(77)\n", "7g7f",
     "N2:1:0 the line 'なにこれ' is no part of a record and is left out\n"},
    {"nothing but a comment", "*ひとこと\n", "{ひとこと}", ""},
    {"the end alone", "手合割：平手\n   1 投了\nまで0手で後手の勝ち\n", "-RESIGNATION2", ""},
    {"a pass", "手合割：平手\n1 ７六歩(77)\n2 パス\n3 ２六歩(27)\n", "7g7f pass 2g2f", ""},
};

static void test_samples(void)
{
    struct bm_game *const game = new_game(), *const again = new_game();
    for (unsigned i = 0; i < sizeof samples / sizeof *samples; i++) {
        const struct sample *const s = &samples[i];
        printf("# %s\n", s->name);
        read_into(game, s->text);
        if (s->said) {
            same_lines(tree(game), s->tree, "the tree");
            same_lines(said, s->said, "the reports");
        }
        if (strstr(tree(game), "pass"))
            continue;
        /* KIF holds whole seconds. */
        const bool fractions = strstr(s->text, ".5") != NULL;
        const char *const first = written(game, BM_FORMAT_KIF);
        same_lines(said, fractions ? "L0:0:1 fractions of seconds are left out\n" : "",
                   "the losses");
        read_into(again, first);
        if (!fractions)
            ok_named(bm_game_equal(game, again), "the same game is read from what was written");
        same_lines(written(again, BM_FORMAT_KIF), first, "KIF is written as before");
        if (strchr(tree(game), '?'))
            continue; /* KI2 cannot tell most illegal moves */
        const char *const ki2 = written(game, BM_FORMAT_KI2);
        read_into(again, ki2);
        same_lines(written(again, BM_FORMAT_KI2), ki2, "KI2 is written as before");
    }
    bm_game_destroy(game);
    bm_game_destroy(again);
}

static void test_ki2_lines(void)
{
    struct bm_game *const game = new_game();
    read_into(game, "先手: A / 後手: B\n棋戦：テスト\n\n*最初\n"
                    "▲７六歩    △３四歩▲２二角成 △同　銀\n☗５八金右☖５二金左　▼６八銀 "
                    "▽６二銀\n*途中\n▲２六歩\nまで9手で先手の勝ち\n");
    eq_str(said, "");
    eq_str(tree(game), "{最初} 7g7f 3c3d 8h2b+ 3a2b 4i5h 4a5b 7i6h 7a6b{途中} 2g2f "
                       "-RESIGNATION1");
    eq_str(tag(game, "Sente"), "A");
    eq_str(tag(game, "Gote"), "B");
    same_lines(written(game, BM_FORMAT_KI2),
               "手合割：平手\n先手：A\n後手：B\n棋戦：テスト\n\n*最初\n"
               "▲７六歩    △３四歩    ▲２二角成  △同銀      ▲５八金右  △５二金左\n"
               "▲６八銀    △６二銀\n*途中\n▲２六歩\nまで9手で先手の勝ち\n",
               "the text");
    bm_game_destroy(game);
}

static void test_headers(void)
{
    struct bm_game *const game = new_game();
    read_into(game, "表題：題\n棋戦：王座戦\n先手の戦法：矢倉\n下手：甲\n上手：乙\n"
                    "手合割：六枚落ち\n盤面反転\n備考：\n1 ４二銀(31)\n");
    eq_str(said, "");
    eq_str(start(game), "2sgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
    eq_str(tag(game, "Title"), "題");
    eq_str(tag(game, "Event"), "王座戦");
    eq_str(tag(game, "先手の戦法"), "矢倉");
    eq_str(tag(game, "Sente"), "甲");
    eq_str(tag(game, "Gote"), "乙");
    eq_str(tag(game, "Note"), "");
    same_lines(written(game, BM_FORMAT_KIF),
               "#KIF version=2.0 encoding=UTF-8\n手合割：六枚落ち\n表題：題\n棋戦：王座戦\n"
               "先手の戦法：矢倉\n下手：甲\n上手：乙\n盤面反転\n備考：\n"
               "手数----指手---------消費時間--\n   1 ４二銀(31)\n",
               "the text");
    /* Tags that would be read as something else. */
    bm_game_clear(game, bm_rules_shogi());
    ok(bm_game_set_tag(game, "変化", (struct bm_text){"x", 1}) == BM_OK);
    (void)written(game, BM_FORMAT_KIF);
    same_lines(said, "L0:0:0 tags are left out\n", "the reports");
    bm_game_destroy(game);
}

/* All named starts, by their titles and without the last sign. */
static void test_handicaps(void)
{
    struct bm_game *const game = new_game();
    const struct bm_start *named;
    for (unsigned i = 0; (named = bm_rules_start(bm_rules_shogi(), i)); i++) {
        char text[256];
        snprintf(text, sizeof text, "手合割：%s　　\n1 中断\n", named->title[BM_JA]);
        read_into(game, text);
        eq_str(start(game), named->text);
        eq_str(said, "");
        ok_named(strstr(written(game, BM_FORMAT_KIF), named->title[BM_JA]) != NULL,
                 "%s is written by its name", named->title[BM_JA]);
    }
    read_into(game, "手合割：角落\n1 中断\n");
    eq_str(start(game), "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
    read_into(game, "手合割：謎落ち\n1 中断\n");
    same_lines(said, "D1:1:0 the handicap '謎落ち' is not known; the board is needed\n",
               "the reports");
    bm_game_destroy(game);
}

static void test_boards(void)
{
    struct bm_game *const game = new_game(), *const again = new_game();
    /* A problem: no king of the attacker, everything else in the defender's hand. */
    read_into(game, "後手の持駒：飛二　角　金三　銀四　桂四　香四　歩十七　\n"
                    "  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n"
                    "| ・ ・ ・ ・v王 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n"
                    "| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n"
                    "| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n"
                    "| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n"
                    "| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n+---------------------------+\n"
                    "先手の持駒：金　\n手数----指手---------消費時間--\n"
                    "   1 ５二金打     ( 0:00/00:00:00)\n   2 詰み\nまで1手で詰み\n");
    eq_str(said, "");
    eq_str(start(game), "4k4/9/4P4/9/9/9/9/9/9 b G2rb3g4s4n4l17p 1");
    eq_str(tree(game), "G*5bs0 -MATE1");
    read_into(again, written(game, BM_FORMAT_KIF));
    ok(bm_game_equal(game, again));

    /* In the middle of a game, white to move; hands without blanks; other signs of pieces. */
    read_into(game, "後手の持駒：歩２\n"
                    "+---------------------------+\n"
                    "|v香v桂 ・ ・v玉 ・ ・v桂v香|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n"
                    "| 竜 ・ ・ 全 ・ ・ 圭 ・ 杏|\n| ・ ・ ・ ・ ・ ・ ・v馬 ・|\n"
                    "|・・・・・・・・・|\n| ・ ・ ・ ・ ・ ・ ・vと ・|\n"
                    "| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n"
                    "| ・ ・ ・ ・ 玉 ・ ・ ・ ・|\n+---------------------------+\n"
                    "先手の持駒：飛金二歩十二\n手数＝25  ▲３三桂成  まで\n後手番\n"
                    "1 同　馬(24)\n2 ５二飛打\n3 投了\n");
    eq_str(start(game), "ln2k2nl/9/+R2+S2+N1+L/7+b1/9/7+p1/9/9/4K4 w R2G12P2p 26");
    eq_str(tree(game), "2d3c R*5b -RESIGNATION1");
    const char *const text = written(game, BM_FORMAT_KIF);
    ok(strstr(text, "先手の持駒：飛　金二　歩十二\n手数＝25  まで\n後手番\n") != NULL);
    ok(strstr(text, "| 龍 ・ ・ 全 ・ ・ 圭 ・ 杏|三\n") != NULL);
    read_into(again, text);
    ok(bm_game_equal(game, again));
    /* KI2 shows by its first mark who begins, if nothing else does. */
    read_into(game, "+-+\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n|・・・・・・・・・|\n"
                    "|・・・・・・・・・|\n|・・・・・・・・・|\n|・・・・・・・・・|\n"
                    "|・・・・・・・・・|\n|・・・・・・・・・|\n|・・・・・・・・・|\n"
                    "| ・ ・ ・ ・ 玉 歩 ・ ・ ・|九\n△５二玉 ▲４八歩\n");
    eq_str(tree(game), "5a5b 4i4h");
    /* A diagram that is not one. */
    read_into(game, "| ・ ・|一\n1 ７六歩(77)\n");
    ok(strstr(said, "D1:1:0 a rank of the board is not nine squares") != NULL);
    eq_str(tree(game), "");
    bm_game_destroy(game);
    bm_game_destroy(again);
}

/* Several games in one file, read a few bytes at a time. */
static void test_streams(void)
{
    static const char text[] =
        "#KIF version=2.0\n手合割：平手\n先手：A\n1 ７六歩(77)\n2 投了\n"
        "まで1手で先手の勝ち\n\n"
        "\xef\xbb\xbf手合割：平手\n先手：B\n1 ２六歩(27)\n\n変化：1手\n1 ７六歩(77)\n"
        "2 投了\n\n"
        "開始日時：2000/01/01\n先手：C\n\n▲７六歩 △３四歩\n"
        "まで2手で後手の勝ち\n▲２六歩\n"
        "手合割：香落ち\n手合割：平手\n手数----指手--\n先手：D\n";
    static const char *const trees[] = {"7g7f -RESIGNATION1",
                                        "2g2f (7g7f -RESIGNATION1)",
                                        "7g7f 3c3d -RESIGNATION2",
                                        "2g2f",
                                        "",
                                        "",
                                        ""};
    static const size_t steps[] = {1, 7, 100, 100000};
    struct bm_game *const game = new_game();
    for (unsigned i = 0; i < 4; i++) {
        const struct bm_read_options options = {.format = BM_FORMAT_KIF,
                                                .encoding = BM_ENCODING_UTF8,
                                                .window = 64,
                                                .report = listen};
        struct feed source = {.s = text, .len = strlen(text), .piece = steps[i]};
        struct bm_reader *reader = NULL;
        struct bm_error err;
        bool got = false;
        unsigned games = 0;
        said[0] = '\0';
        if (bm_reader_create(&reader, &options, feed_pull, &source))
            tap_bail("cannot create a reader");
        while (bm_reader_next(reader, game, &got, &err) == BM_OK && got) {
            if (games < 7)
                eq_str(tree(game), trees[games]);
            games++;
        }
        eq_u64(games, 7);
        bm_reader_destroy(reader);
    }
    bm_game_destroy(game);
}

static void test_losses(void)
{
    struct bm_game *const game = new_game();
    read_into(game, samples[4].text);
    (void)written(game, BM_FORMAT_KI2);
    same_lines(said, "L0:0:2 variations are left out\n", "the reports");
    read_into(game, samples[0].text);
    (void)written(game, BM_FORMAT_KI2);
    same_lines(said, "L0:0:1 times are left out\n", "the reports");
    const struct bm_note nag = {.kind = BM_NOTE_NAG, .value = 1};
    ok(bm_game_annotate(game, 2, &nag, NULL) == BM_OK);
    (void)written(game, BM_FORMAT_KIF);
    same_lines(said, "L0:0:2 annotation glyphs are left out\n", "the reports");
    /* A second pawn on a file can be told in KI2, a bishop that jumps cannot. */
    read_into(game, samples[6].text);
    (void)written(game, BM_FORMAT_KI2);
    same_lines(said,
               "L0:0:1 times are left out\nL0:0:3 the illegal move at the end is left out\n",
               "the losses");
    read_into(game, "手合割：平手\n▲２六歩 △８四歩 ▲２五歩 △８五歩 ▲２四歩 △同歩 ▲同飛 △８六歩 "
                    "▲同歩 △同飛 ▲２八飛 △２三歩 ▲８七歩 △２五歩\nまで14手で先手の反則勝ち\n");
    same_lines(said, "", "the reports");
    eq_str(tree(game), "2g2f 8c8d 2f2e 8d8e 2e2d 2c2d 2h2d 8e8f 8g8f 8b8f 2d2h P*2c P*8g P*2e? "
                       "-FOUL_BY_OTHER1");
    ok(strstr(written(game, BM_FORMAT_KI2), "▲８七歩    △２五歩\nまで14手で先手の反則勝ち\n"));
    eq_str(said, "");
    bm_game_destroy(game);
}

/* Random games through both formats and back. */
static void test_random(void)
{
    struct bm_game *const game = new_game(), *const again = new_game();
    struct bm_ctx *const ctx = new_ctx(bm_rules_shogi(), 512);
    uint64_t seed = 99;
    bool same = true, quiet = true;
    for (unsigned i = 0; i < 20; i++) {
        bm_node n = BM_NODE_ROOT;
        bm_ctx_start(ctx);
        bm_game_clear(game, bm_rules_shogi());
        for (unsigned ply = 0; ply < 150; ply++) {
            bm_move moves[BM_MAX_MOVES];
            const size_t count = bm_ctx_moves(ctx, moves, BM_MAX_MOVES);
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            if (count == 0)
                break;
            const bm_move m = moves[(seed >> 33) % count];
            const bm_move other = moves[(seed >> 40) % count];
            const bm_node parent = n;
            if (bm_ctx_play(ctx, m) || bm_game_add(game, parent, m, &n))
                break;
            if (i % 2 && ply % 7 == 0 && !bm_move_equal(m, other))
                same &= bm_game_add(game, parent, other, NULL) == BM_OK;
        }
        read_into(again, written(game, BM_FORMAT_KIF));
        quiet &= said[0] == '\0';
        same &= bm_game_equal(game, again);
        if (i % 2 == 0) {
            read_into(again, written(game, BM_FORMAT_KI2));
            quiet &= said[0] == '\0';
            same &= bm_game_equal(game, again);
        }
    }
    ok_named(same, "random games come back as they were");
    ok_named(quiet, "and nothing is said about them");
    bm_ctx_destroy(ctx);
    bm_game_destroy(game);
    bm_game_destroy(again);
}

int main(void)
{
    test_samples();
    test_ki2_lines();
    test_headers();
    test_handicaps();
    test_boards();
    test_streams();
    test_losses();
    test_random();
    return tap_done();
}
