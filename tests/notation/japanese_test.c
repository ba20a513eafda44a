/* SPDX-License-Identifier: MIT */

/* Shogi moves as people write them: Japanese (KI2), KIF and Western. */

#include "play.h"

static const char *write(const struct bm_ctx *ctx, bm_move m, enum bm_move_style style)
{
    static char buf[4][BM_MOVE_TEXT];
    static unsigned next;
    char *const text = buf[next++ % 4];
    if (bm_ctx_write_move(ctx, m, style, text, BM_MOVE_TEXT) >= BM_MOVE_TEXT)
        tap_bail("a move is longer than promised");
    return text;
}

static bm_status read_as(const struct bm_ctx *ctx, const char *text, enum bm_move_style style,
                         bm_move *m, struct bm_error *err)
{
    return bm_ctx_read_move(ctx, style, text, strlen(text), m, err);
}

/* --- A slow twin that knows the board, the steps of the pieces, and nothing else. --- */

struct step {
    int left, up, far;
};
#define GOLD \
    {1, 1, 0}, {0, 1, 0}, {-1, 1, 0}, {1, 0, 0}, {-1, 0, 0}, { 0, -1, 0 }
static const struct step steps[16][10] = {
    [BM_SHOGI_PAWN] = {{0, 1, 0}},
    [BM_SHOGI_LANCE] = {{0, 1, 1}},
    [BM_SHOGI_KNIGHT] = {{1, 2, 0}, {-1, 2, 0}},
    [BM_SHOGI_SILVER] = {{1, 1, 0}, {0, 1, 0}, {-1, 1, 0}, {1, -1, 0}, {-1, -1, 0}},
    [BM_SHOGI_GOLD] = {GOLD},
    [BM_SHOGI_BISHOP] = {{1, 1, 1}, {-1, 1, 1}, {1, -1, 1}, {-1, -1, 1}},
    [BM_SHOGI_ROOK] = {{0, 1, 1}, {0, -1, 1}, {1, 0, 1}, {-1, 0, 1}},
    [BM_SHOGI_KING] = {GOLD, {1, -1, 0}, {-1, -1, 0}},
    [BM_SHOGI_TOKIN] = {GOLD},
    [BM_SHOGI_PRO_LANCE] = {GOLD},
    [BM_SHOGI_PRO_KNIGHT] = {GOLD},
    [BM_SHOGI_PRO_SILVER] = {GOLD},
    [BM_SHOGI_HORSE] = {{1, 1, 1},
                        {-1, 1, 1},
                        {1, -1, 1},
                        {-1, -1, 1},
                        {0, 1, 0},
                        {0, -1, 0},
                        {1, 0, 0},
                        {-1, 0, 0}},
    [BM_SHOGI_DRAGON] = {{0, 1, 1},
                         {0, -1, 1},
                         {1, 0, 1},
                         {-1, 0, 1},
                         {1, 1, 0},
                         {-1, 1, 0},
                         {1, -1, 0},
                         {-1, -1, 0}},
};

static bool reaches(const struct bm_setup *b, unsigned from, unsigned to)
{
    const unsigned kind = bm_piece_kind(b->board[from]);
    const int sign = bm_piece_side(b->board[from]) == BM_FIRST ? 1 : -1;
    for (unsigned i = 0; i < 10; i++) {
        const struct step s = steps[kind][i];
        int file = (int)from / 9, rank = (int)from % 9;
        do {
            file += sign * s.left;
            rank -= sign * s.up;
            if ((s.left == 0 && s.up == 0) || file < 0 || file > 8 || rank < 0 || rank > 8)
                break;
            if (file * 9 + rank == (int)to)
                return true;
        } while (s.far && b->board[file * 9 + rank] == 0);
    }
    return false;
}

/* Where a piece comes from, as the mover sees it; the position of its rivals is asked too. */
struct origin {
    unsigned sq;
    int left, below;
};
struct origins {
    struct origin of[40];
    unsigned n;
    bool ranging, straight_word;
};

static void find_origins(struct origins *o, const struct bm_setup *b, unsigned kind,
                         unsigned to)
{
    const int sign = b->turn == BM_FIRST ? 1 : -1;
    memset(o, 0, sizeof *o);
    for (unsigned sq = 0; sq < 81; sq++) {
        if (b->board[sq] != bm_piece_of(kind, b->turn) || !reaches(b, sq, to))
            continue;
        o->of[o->n++] = (struct origin){sq, sign * ((int)(sq / 9) - (int)(to / 9)),
                                        sign * ((int)(sq % 9) - (int)(to % 9))};
    }
    o->ranging = kind == BM_SHOGI_BISHOP || kind == BM_SHOGI_ROOK || kind == BM_SHOGI_HORSE ||
                 kind == BM_SHOGI_DRAGON;
    o->straight_word = !o->ranging && kind != BM_SHOGI_KNIGHT && kind != BM_SHOGI_LANCE &&
                       kind != BM_SHOGI_PAWN;
}

/* Whether one word is true of the i-th. */
static bool is_true(const struct origins *o, unsigned i, const char *word)
{
    const struct origin a = o->of[i];
    if (!strcmp(word, "上"))
        return a.below > 0;
    if (!strcmp(word, "寄"))
        return a.below == 0;
    if (!strcmp(word, "引"))
        return a.below < 0;
    if (!strcmp(word, "直"))
        return o->straight_word && a.left == 0 && a.below > 0;
    const int want = !strcmp(word, "左") ? 1 : -1;
    if (!o->ranging)
        return a.left * want > 0;
    bool all = o->n > 1;
    for (unsigned j = 0; j < o->n; j++)
        all &= j == i || (a.left - o->of[j].left) * want > 0;
    return all;
}

static unsigned true_of(const struct origins *o, const char *const *words, unsigned n,
                        unsigned *which)
{
    unsigned count = 0;
    for (unsigned i = 0; i < o->n; i++) {
        bool all = true;
        for (unsigned w = 0; w < n; w++)
            all &= is_true(o, i, words[w]);
        if (all)
            *which = i;
        count += all;
    }
    return count;
}

/* All ways to say it, the best first; the first that is true of this piece alone is right. */
static const char *const ways[][2] = {
    {0},          {"上", 0},    {"寄", 0},    {"引", 0},    {"直", 0},
    {"左", 0},    {"右", 0},    {"左", "上"}, {"左", "寄"}, {"左", "引"},
    {"右", "上"}, {"右", "寄"}, {"右", "引"},
};

static const char *slow_marks(const struct origins *o, unsigned from)
{
    static char text[16];
    for (unsigned i = 0; i < sizeof ways / sizeof *ways; i++) {
        const unsigned n = (ways[i][0] != NULL) + (ways[i][1] != NULL);
        unsigned which = 0;
        if (true_of(o, ways[i], n, &which) != 1 || o->of[which].sq != from)
            continue;
        snprintf(text, sizeof text, "%s%s", n > 0 ? ways[i][0] : "", n > 1 ? ways[i][1] : "");
        return text;
    }
    return "?";
}

/* The words in a text, taken from behind the square so that 上 is no part of another sign. */
static const char *marks_in(const char *text)
{
    static char marks[16];
    static const char *const all[] = {"左", "直", "右", "上", "寄", "引"};
    marks[0] = '\0';
    for (; *text; text += (*text & 0x80) ? 3 : 1)
        for (unsigned i = 0; i < 6; i++)
            if (!strncmp(text, all[i], 3))
                strcat(marks, all[i]);
    return marks;
}

/* --- Every legal move of a position, in every style. --- */

struct tally {
    uint64_t moves, marked, doubled, drops_said, unread, doubled_text, wrong, wrong_drop;
    uint64_t plain_western, wrong_western;
};

static void check_marks(struct tally *t, const struct bm_setup *b, bm_move m, const char *text,
                        const char *western)
{
    struct origins o;
    const bool drop = bm_move_is_drop(m);
    const unsigned from = bm_move_from(m);
    find_origins(&o, b, drop ? from : bm_piece_kind(b->board[from]), bm_move_to(m));
    if (drop) {
        t->wrong_drop += (strstr(text, "打") != NULL) != (o.n != 0);
        t->drops_said += o.n != 0;
        return;
    }
    const char *const got = marks_in(text), *const want = slow_marks(&o, from);
    if (strcmp(got, want)) {
        if (t->wrong++ < 5)
            printf("# %s should have %s\n", text, want);
    }
    t->marked += strlen(got) == 3;
    t->doubled += strlen(got) == 6;
    const bool origin_told = strlen(western) - (western[0] == '+') >= 6;
    t->plain_western += !origin_told;
    t->wrong_western += origin_told != (o.n > 1);
}

static void check_position(struct tally *t, const struct bm_ctx *ctx)
{
    static const enum bm_move_style styles[] = {BM_STYLE_JAPANESE, BM_STYLE_KIF,
                                                BM_STYLE_WESTERN};
    static bm_move moves[BM_MAX_MOVES];
    static char texts[BM_MAX_MOVES][BM_MOVE_TEXT];
    struct bm_setup b;
    struct bm_error err;
    bm_ctx_setup(ctx, &b);
    const size_t n = bm_ctx_moves(ctx, moves, BM_MAX_MOVES);
    t->moves += n;
    for (size_t i = 0; i < n; i++)
        check_marks(t, &b, moves[i], write(ctx, moves[i], BM_STYLE_JAPANESE),
                    write(ctx, moves[i], BM_STYLE_WESTERN));
    for (unsigned s = 0; s < 3; s++) {
        for (size_t i = 0; i < n; i++) {
            bm_move m;
            strcpy(texts[i], write(ctx, moves[i], styles[s]));
            if (read_as(ctx, texts[i], styles[s], &m, &err) || !bm_move_equal(m, moves[i])) {
                if (t->unread++ < 5)
                    printf("# %s: %s in %s\n", texts[i], err.what, text_of(ctx));
            }
            /* The twin of every move is near it in the list; all pairs would be slow. */
            for (size_t j = i > 40 ? i - 40 : 0; j < i; j++)
                t->doubled_text += !strcmp(texts[i], texts[j]);
        }
    }
}

static uint64_t next_random(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

static void report(const struct tally *t, const char *what)
{
    printf("# %s: %" PRIu64 " moves, %" PRIu64 " with a word, %" PRIu64 " with two\n", what,
           t->moves, t->marked, t->doubled);
    ok_named(t->unread == 0, "%s: all moves are read back as written", what);
    ok_named(t->doubled_text == 0, "%s: no two moves are written alike", what);
    ok_named(t->wrong == 0, "%s: the words are those of the slow twin", what);
    ok_named(t->wrong_drop == 0, "%s: 打 stands where a piece could go too", what);
    ok_named(t->wrong_western == 0, "%s: Western tells the origin when it must", what);
}

static void test_games(void)
{
    struct bm_ctx *const ctx = new_ctx(bm_rules_shogi(), 256);
    struct tally t = {0};
    uint64_t seed = 2024;
    for (unsigned game = 0; game < 12; game++) {
        bm_ctx_start(ctx);
        for (unsigned ply = 0; ply < 160; ply++) {
            bm_move moves[BM_MAX_MOVES];
            const size_t n = bm_ctx_moves(ctx, moves, BM_MAX_MOVES);
            if (n == 0)
                break;
            check_position(&t, ctx);
            if (bm_ctx_play(ctx, moves[next_random(&seed) % n]))
                break;
        }
    }
    report(&t, "random games");
    ok(t.marked > 100 && t.drops_said > 100 && t.plain_western > 100);
    bm_ctx_destroy(ctx);
}

/* Boards crowded with pieces of one kind, where words are needed. */
static void test_crowds(void)
{
    static const struct {
        unsigned kind, count;
    } crowds[] = {{BM_SHOGI_TOKIN, 17},     {BM_SHOGI_GOLD, 4},       {BM_SHOGI_SILVER, 4},
                  {BM_SHOGI_KNIGHT, 4},     {BM_SHOGI_PRO_LANCE, 4},  {BM_SHOGI_DRAGON, 2},
                  {BM_SHOGI_PRO_KNIGHT, 4}, {BM_SHOGI_PRO_SILVER, 4}, {BM_SHOGI_HORSE, 2},
                  {BM_SHOGI_BISHOP, 2},     {BM_SHOGI_ROOK, 2},       {BM_SHOGI_LANCE, 4}};
    struct bm_ctx *const ctx = new_ctx(bm_rules_shogi(), 4);
    struct tally t = {0};
    uint64_t seed = 77;
    unsigned boards = 0;
    for (unsigned i = 0; i < 4000 && boards < 600; i++) {
        struct bm_setup b = {.turn = (uint8_t)(i & 1), .number = 1};
        b.board[next_random(&seed) % 81] = bm_piece_of(BM_SHOGI_KING, BM_FIRST);
        b.board[next_random(&seed) % 81] = bm_piece_of(BM_SHOGI_KING, BM_SECOND);
        for (unsigned c = 0; c < 3; c++) {
            const unsigned crowd = (unsigned)(next_random(&seed) % 12);
            /* Near each other, or they would not meet. */
            const unsigned file = (unsigned)(next_random(&seed) % 6),
                           rank = (unsigned)(next_random(&seed) % 6);
            for (unsigned k = 0; k < crowds[crowd].count; k++) {
                const unsigned sq = (file + (unsigned)(next_random(&seed) % 4)) * 9 + rank +
                                    (unsigned)(next_random(&seed) % 4);
                if (b.board[sq] == 0)
                    b.board[sq] = bm_piece_of(crowds[crowd].kind, b.turn);
            }
        }
        b.hand[b.turn][BM_SHOGI_PAWN] = 1;
        if (bm_ctx_sync(ctx, &b, NULL, NULL))
            continue;
        boards++;
        check_position(&t, ctx);
    }
    report(&t, "crowded boards");
    ok_named(boards >= 300 && t.marked > 1000 && t.doubled > 100, "%u boards", boards);
    bm_ctx_destroy(ctx);
}

/* --- Examples. --- */

static void test_writing(void)
{
    static const struct {
        const char *board, *before, *move, *japanese, *kif, *western;
    } examples[] = {
        {"startpos", "", "7g7f", "▲７六歩", "７六歩(77)", "P-7f"},
        {"startpos", "7g7f", "3c3d", "△３四歩", "３四歩(33)", "P-3d"},
        {"startpos", "", "4i5h", "▲５八金右", "５八金(49)", "G4i-5h"},
        {"startpos", "7g7f 3c3d", "8h2b+", "▲２二角成", "２二角成(88)", "Bx2b+"},
        {"startpos", "7g7f 3c3d", "8h2b", "▲２二角不成", "２二角(88)", "Bx2b="},
        {"startpos", "7g7f 3c3d 8h2b+", "3a2b", "△同銀", "同　銀(31)", "Sx2b"},
        {"startpos", "7g7f 3c3d 8h2b+ 3a2b", "B*5e", "▲５五角", "５五角打", "B*5e"},
        /* A pinned gold counts; only its rival can go. */
        {"3k1r3/9/9/9/9/9/9/3G1G3/5K3 b - 1", "", "6h5g", "▲５七金左", "５七金(68)", "G6h-5g"},
        /* The association's examples: motion, side, both. */
        {"4k4/2G6/G8/9/9/9/9/9/4K4 b - 1", "", "9c8b", "▲８二金上", "８二金(93)", "G9c-8b"},
        {"4k4/2G6/G8/9/9/9/9/9/4K4 b - 1", "", "7b8b", "▲８二金寄", "８二金(72)", "G7b-8b"},
        {"4k4/9/9/5G3/4G4/9/9/9/4K4 b - 1", "", "4d5d", "▲５四金寄", "５四金(44)", "G4d-5d"},
        {"4k4/G1G6/9/9/9/9/9/9/4K4 b - 1", "", "9b8a", "▲８一金左", "８一金(92)", "G9b-8a"},
        {"4k4/9/9/9/9/9/9/9/1GG1K4 b - 1", "", "8i7h", "▲７八金左", "７八金(89)", "G8i-7h"},
        {"4k4/9/9/9/9/9/9/9/1GG1K4 b - 1", "", "7i7h", "▲７八金直", "７八金(79)", "G7i-7h"},
        {"4k4/9/9/9/9/9/4GGG2/9/4K4 b - 1", "", "4g5f", "▲５六金右", "５六金(47)", "G4g-5f"},
        {"4k4/9/9/9/9/3+P5/3+P+P+P3/9/4K4 b - 1", "", "6g5f", "▲５六と左上", "５六と(67)",
         "+P6g-5f"},
        {"4k4/9/9/9/9/3+P5/3+P+P+P3/9/4K4 b - 1", "", "5g5f", "▲５六と直", "５六と(57)",
         "+P5g-5f"},
        {"4k4/9/9/9/9/9/7S1/6SS1/K8 b - 1", "", "2g3f", "▲３六銀", "３六銀(27)", "S-3f"},
        {"4k4/9/9/9/9/9/9/9/+R+R2K4 b - 1", "", "8i8h", "▲８八龍右", "８八龍(89)", "+R8i-8h"},
        {"4k4/9/9/9/9/9/9/9/+R+R2K4 b - 1", "", "9i8h", "▲８八龍左", "８八龍(99)", "+R9i-8h"},
        {"4k4/+B8/+B8/9/9/9/9/9/4K4 b - 1", "", "9c8b", "▲８二馬上", "８二馬(93)", "+B9c-8b"},
        {"4k4/9/9/9/9/9/9/9/4K2+B+B b - 1", "", "1i2h", "▲２八馬右", "２八馬(19)", "+B1i-2h"},
        /* 左 and 右 are the mover's. */
        {"4k1g1g/9/9/9/9/9/9/9/4K4 w - 1", "", "3a2b", "△２二金右", "２二金(31)", "G3a-2b"},
        /* A drop where the other gold could go. */
        {"4k4/9/9/9/9/9/9/9/4KG3 b G 1", "", "G*4h", "▲４八金打", "４八金打", "G*4h"},
        {"4k4/9/9/9/9/9/9/9/4KG3 b G 1", "", "G*4g", "▲４七金", "４七金打", "G*4g"},
        {"4k4/9/9/9/9/9/9/9/4K+N+S+L1 b - 1", "", "4i4h", "▲４八成桂", "４八成桂(49)", "+N-4h"},
        {"4k4/9/8P/9/9/9/9/9/4K4 b - 1", "", "1c1b", "▲１二歩不成", "１二歩(13)", "P-1b="},
    };
    struct bm_ctx *const ctx = new_ctx(bm_rules_shogi(), 16);
    for (unsigned i = 0; i < sizeof examples / sizeof *examples; i++) {
        set(ctx, examples[i].board);
        if (play_all(ctx, examples[i].before))
            tap_bail("an example begins with illegal moves");
        const bm_move m = move_of(ctx, examples[i].move);
        if (bm_ctx_judge(ctx, m) != 0)
            printf("# %s is not legal in %s\n", examples[i].move, examples[i].board);
        eq_str(write(ctx, m, BM_STYLE_JAPANESE), examples[i].japanese);
        eq_str(write(ctx, m, BM_STYLE_KIF), examples[i].kif);
        eq_str(write(ctx, m, BM_STYLE_WESTERN), examples[i].western);
    }
    bm_ctx_destroy(ctx);
}

static void test_reading(void)
{
    /* 同: 3a2b takes what stands there after the first moves. */
    static const struct {
        const char *board, *before, *text, *move; /* move NULL: refused */
    } dialects[] = {
        {"startpos", "", "76歩", "7g7f"},
        {"startpos", "", "7六歩", "7g7f"},
        {"startpos", "", "七六歩(77)", "7g7f"},
        {"startpos", "", "☗７六歩", "7g7f"},
        {"startpos", "", "▲　７六　歩 (77)", "7g7f"},
        {"startpos", "", "▼76歩（77）", "7g7f"},
        {"startpos", "7g7f 3c3d", "22角成", "8h2b+"},
        {"startpos", "7g7f 3c3d", "２二馬(88)", "8h2b+"},
        {"startpos", "7g7f 3c3d", "２二角生", "8h2b"},
        {"startpos", "7g7f 3c3d", "２二角不成", "8h2b"},
        {"startpos", "7g7f 3c3d 8h2b+", "△同　銀", "3a2b"},
        {"startpos", "7g7f 3c3d 8h2b+", "▽同銀", "3a2b"},
        {"startpos", "7g7f 3c3d 8h2b+", "同銀(31)", "3a2b"},
        {"startpos", "7g7f 3c3d 8h2b+", "２二同銀", "3a2b"},
        {"startpos", "7g7f 3c3d 8h2b+", "同飛車", NULL},
        {"startpos", "", "同歩", NULL},
        {"startpos", "", "５八金", NULL},
        {"startpos", "", "５八金上", NULL},
        {"startpos", "", "５八王上", "5i5h"},
        {"startpos", "", "５八金右上", "4i5h"},
        {"4k4/9/9/9/9/9/9/9/+R+R2K4 b - 1", "", "８八竜右", "8i8h"},
        {"4k4/9/9/9/9/9/9/9/+R+R2K4 b - 1", "", "８八龍直", "8i8h"},
        {"4k4/9/9/9/9/9/9/9/+R+R2K4 b - 1", "", "９七竜行", "9i9g"},
        {"4k4/9/9/9/9/9/9/9/4K+N+S+L1 b - 1", "", "４八圭", "4i4h"},
        {"4k4/9/9/9/9/9/9/9/4K+N+S+L1 b - 1", "", "３八全", "3i3h"},
        {"4k4/9/9/9/9/9/9/9/4K+N+S+L1 b - 1", "", "28杏", "2i2h"},
        {"4k4/9/9/9/9/9/9/9/4K+N+S+L1 b - 1", "", "２八成香直", "2i2h"},
        /* The words leave both golds; only one of them is not pinned. */
        {"3k1r3/9/9/9/9/9/9/3G1G3/5K3 b - 1", "", "５七金", "6h5g"},
        {"3k1r3/9/9/9/9/9/9/3G1G3/5K3 b G 1", "", "５七金", "6h5g"},
        /* The one gold that could go is pinned: 打 was left out. */
        {"3k1r3/9/9/9/9/9/9/5G3/5K3 b G 1", "", "５七金", "G*5g"},
        {"4k4/9/9/9/9/9/9/9/4KG3 b G 1", "", "４八金", "4i4h"},
        {"4k4/9/9/9/9/9/9/9/4KG3 b G 1", "", "４八金打", "G*4h"},
        {"4k4/9/9/9/9/9/9/9/4KG3 b G 1", "", "４七金", "G*4g"},
        {"4k4/9/9/9/9/9/9/9/4KG3 b G 1", "", "４七成金", NULL},
        {"startpos", "", "７六", NULL},
        {"startpos", "", "", NULL},
        {"startpos", "", "７六歩x", NULL},
        {"startpos", "", "\xe7\xab", NULL},
        {"startpos", "", "０六歩", NULL},
    };
    struct bm_ctx *const ctx = new_ctx(bm_rules_shogi(), 16);
    for (unsigned i = 0; i < sizeof dialects / sizeof *dialects; i++) {
        bm_move m;
        struct bm_error err = {0};
        set(ctx, dialects[i].board);
        if (play_all(ctx, dialects[i].before))
            tap_bail("an example begins with illegal moves");
        const bm_status status = read_as(ctx, dialects[i].text, BM_STYLE_JAPANESE, &m, &err);
        if (dialects[i].move)
            ok_named(status == BM_OK && bm_move_equal(m, move_of(ctx, dialects[i].move)),
                     "%s is %s (%s)", dialects[i].text, dialects[i].move, err.what);
        else
            ok_named(status != BM_OK && err.what[0] != '\0', "%s is refused: %s",
                     dialects[i].text, err.what);
    }
    bm_ctx_destroy(ctx);
}

static void test_western_reading(void)
{
    static const struct {
        const char *text, *move;
    } dialects[] = {
        {"P-7f", "7g7f"}, {"P7f", "7g7f"},  {"P-76", "7g7f"},   {"P76", "7g7f"},
        {"7g7f", "7g7f"}, {"7776", "7g7f"}, {"G4i-5h", "4i5h"}, {"G49-58", "4i5h"},
        {"G-5h", NULL},   {"+P-7f", NULL},  {"+G-7f", NULL},    {"P*5e", NULL},
        {"P-7", NULL},    {"", NULL},       {"P", NULL},        {"P-7f+", NULL},
        {"P-7f!", NULL},  {"P4i*5e", NULL}, {"K-5h", "5i5h"},   {"P-7f=", "7g7f"},
        {"Q-5h", NULL},   {"P-0a", NULL},
    };
    struct bm_ctx *const ctx = new_ctx(bm_rules_shogi(), 16);
    bm_move m;
    struct bm_error err;
    for (unsigned i = 0; i < sizeof dialects / sizeof *dialects; i++) {
        err.what[0] = '\0';
        const bm_status status = read_as(ctx, dialects[i].text, BM_STYLE_WESTERN, &m, &err);
        if (dialects[i].move)
            ok_named(status == BM_OK && bm_move_equal(m, move_of(ctx, dialects[i].move)),
                     "%s is %s", dialects[i].text, dialects[i].move);
        else
            ok_named(status != BM_OK && err.what[0] != '\0', "%s is refused: %s",
                     dialects[i].text, err.what);
    }
    ok(play_all(ctx, "7g7f 3c3d") == 0);
    ok(read_as(ctx, "Bx2b+", BM_STYLE_WESTERN, &m, &err) == BM_OK &&
       bm_move_equal(m, move_of(ctx, "8h2b+")));
    ok(read_as(ctx, "Bx2bx+", BM_STYLE_WESTERN, &m, &err) == BM_OK &&
       bm_move_equal(m, move_of(ctx, "8h2b+")));
    bm_ctx_destroy(ctx);
}

/* A foul is told with the move that was meant. */
static void test_fouls(void)
{
    struct bm_ctx *const ctx = new_ctx(bm_rules_shogi(), 16);
    bm_move m;
    struct bm_error err;
    set(ctx, "4k4/9/9/9/9/9/4P4/9/4K4 b P 1");
    ok(read_as(ctx, "５五歩打", BM_STYLE_KIF, &m, &err) == BM_ERULE);
    ok(bm_move_equal(m, move_of(ctx, "P*5e")));
    eq_str(err.what, "there is an unpromoted pawn on this file already, on 5g");
    ok(read_as(ctx, "５五歩", BM_STYLE_JAPANESE, &m, &err) == BM_ERULE);
    ok_named(bm_move_equal(m, move_of(ctx, "P*5e")), "also without 打");
    ok(read_as(ctx, "５五歩(57)", BM_STYLE_KIF, &m, &err) == BM_ERULE);
    ok(bm_move_equal(m, move_of(ctx, "5g5e")));
    eq_str(err.what, "a pawn does not move from 5g to 5e");
    ok(read_as(ctx, "４六銀", BM_STYLE_JAPANESE, &m, &err) == BM_ERULE);
    ok(m.bits == BM_MOVE_NONE);
    eq_str(err.what, "no silver can go to 4f, and there is none in hand to drop");
    set(ctx, "startpos");
    ok(read_as(ctx, "５八金", BM_STYLE_JAPANESE, &m, &err) == BM_ERULE);
    eq_str(err.what,
           "a gold can go to 5h from 4i and from 6i; 左, 直, 右, 上, 寄 or 引 tells which");
    bm_ctx_destroy(ctx);
}

int main(void)
{
    test_writing();
    test_reading();
    test_western_reading();
    test_fouls();
    test_games();
    test_crowds();
    return tap_done();
}
