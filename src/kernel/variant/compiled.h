/* SPDX-License-Identifier: MIT */
#ifndef BM_KERNEL_VARIANT_COMPILED_H
#define BM_KERNEL_VARIANT_COMPILED_H

/*
 * The compiled form of a game: one immutable block of memory without pointers, so that it can
 * be copied, stored and shared. This header is its first part; everything else is reached by an
 * offset from the header's first byte (0: there is none). spec/ writes blocks, the kernel reads
 * them.
 *
 * Squares are the array's: sq = x + size[0] * (y + size[1] * (z + size[2] * w)); holes have
 * numbers too, but belong to no set. A set of squares is `words` uint64_t, square 0 the lowest
 * bit of the first. A "table" is one set per square: squares * words uint64_t, 64-byte aligned.
 *
 * Sides: 0 is the first (White of the variant language), 1 the second. Kinds are numbered in
 * the order of the variant's pieces; forms that come of themselves (Q~) follow.
 */

#include "banmen/setup.h"
#include "banmen/turn.h"

enum { BM_COMPILED_CASTLES = 16, BM_COMPILED_VERSION = 1 };

/* A set in the widest form, as the header holds it. */
struct bm_cells {
    uint64_t w[BM_SET_WORDS];
};

/* What a way of moving may do. */
enum bm_way {
    BM_WAY_MOVE = 1,   /* to an empty square */
    BM_WAY_TAKE = 2,   /* capture */
    BM_WAY_EP = 4,     /* capture en passant */
    BM_WAY_PASSES = 8, /* a quiet move that leaves its gate's squares capturable en passant */
    BM_WAY_HOP = 16,   /* over exactly one piece */
    BM_WAY_BEHIND = 32 /* over one piece, to the square right behind it (with HOP) */
};

/*
 * A straight ray: table[from] holds the squares that it runs over, and their numbers rise (or
 * fall, if `down`) with the distance, so that the nearest piece is the lowest (highest) member.
 */
struct bm_ray {
    uint32_t table;
    uint8_t down;
    uint8_t way; /* MOVE, TAKE or both */
    uint16_t spare;
};

/*
 * Anything else, for one piece on one square: squares of `gate` must be empty; then the squares
 * of `ray` are run over as by a straight ray. A lame leap is a ray of one square. With HOP, the
 * first piece on the ray is the hurdle. `path`: the ray's numbers neither rise nor fall (HOP on
 * boards that wrap): its squares in order, `length` bytes; `ray` is their set.
 */
struct bm_odd {
    uint32_t gate; /* offset of a set; 0: none */
    uint32_t ray;  /* offset of a set */
    uint32_t path; /* offset of bytes; 0: the ray is straight */
    uint8_t length;
    uint8_t down;
    uint8_t way;
    uint8_t spare;
    uint64_t victims; /* kinds that it may take */
    uint64_t hurdles; /* kinds that it may hop over */
};

/* How pieces of one kind and side move. Leaps are tables; a table may be shared. */
struct bm_mover {
    uint32_t quiet; /* table of leaps to empty squares */
    uint32_t take;  /* table of leaps that capture */
    uint32_t ep;    /* table of leaps that capture en passant */
    uint32_t rays;  /* offset of struct bm_ray[ray_count] */
    uint32_t odd;   /* offset of uint32_t[squares + 1]: where each square's struct bm_odd start
                       and end in the list at odd_list; 0: there are none */
    uint16_t ray_count;
    uint8_t plain;  /* quiet == take and every ray both moves and takes */
    uint8_t passes; /* some of odd has PASSES */
    uint8_t odd_ep; /* some of odd has EP */
    uint8_t spare[3];
};

/*
 * Attacks seen from the square attacked. A line is a ray run backwards: table[sq] holds the
 * squares from which a straight ray with TAKE reaches sq, nearest lowest (highest, if `down`).
 */
struct bm_sight {
    uint32_t table;
    uint8_t down;
    uint8_t spare[3];
};

/* Lines along which the same kinds of one side attack. */
struct bm_sights {
    uint64_t kinds;
    uint32_t cross;        /* table: union of the lines */
    uint16_t first, count; /* in the list at `line_list` */
};

/*
 * What an odd way attacks: the piece on a square `from` reaches the square asked for. PLAIN:
 * all squares of `between` must be empty. HOP: exactly one of them must be occupied, by a kind
 * of `hurdles`. BEHIND: those of `between` empty, and `hurdle` occupied by such a kind.
 */
struct bm_reach {
    uint64_t kinds;   /* that attack so from there */
    uint64_t victims; /* kinds that can be taken so */
    uint64_t hurdles;
    uint32_t between; /* offset of a set; 0: empty */
    uint8_t way;      /* 0, HOP, or HOP | BEHIND */
    uint8_t hurdle;
    uint8_t last; /* no more pairs of these two squares follow */
    uint8_t spare;
};

struct bm_attacks {
    uint32_t near;       /* table: from where leaps of any kind take sq */
    uint32_t lines;      /* offset of struct bm_sights[line_groups] */
    uint32_t pair_index; /* uint16_t[squares * squares], [sq * squares + from]: 1 + index into
                            the list of pairs, 0: none. 0: no pairs at all */
    uint32_t pairs;      /* offset of struct bm_reach[] */
    uint32_t pair_near;  /* table: from where pairs reach sq */
    uint64_t pair_kinds; /* kinds that have pairs */
    uint16_t line_groups;
    uint16_t spare[3];
};

enum bm_promote_on { BM_ON_TO, BM_ON_EITHER, BM_ON_CAPTURE, BM_ON_PLACE };

/* One kind of one side. */
struct bm_man {
    struct bm_mover move;
    uint64_t promotes;        /* kinds that it may become */
    struct bm_cells may_to;   /* ON_TO, ON_EITHER: reaching these allows promotion */
    struct bm_cells may_from; /* ON_EITHER, ON_PLACE: leaving (standing on) these does */
    struct bm_cells must_to; /* promotion, where allowed, is forced here; all squares: always */
    struct bm_cells drop;    /* where it may be dropped */
    struct bm_cells initial; /* its initial squares */
};

/* One kind, whatever its side. */
struct bm_form {
    uint8_t base;     /* what it becomes when it goes into a hand */
    uint8_t hand_of;  /* the kind in hand that is spent when it is dropped */
    uint8_t per_file; /* drops: at most so many of it on a file; 0: no limit */
    uint8_t limit;    /* of that kind and side on the board, for promotion; 255: none */
    bool royal, neutral;
    bool drops;                 /* may be dropped at all */
    bool mate_drop, check_drop; /* a drop may give mate; may give check */
    bool irreversible;          /* moving it starts the count of quiet moves anew */
    uint8_t spare[6];
};

enum bm_royal_rule { BM_ROYAL_ANY, BM_ROYAL_ALL, BM_ROYAL_LAST, BM_ROYAL_NONE };
enum bm_pass_rule { BM_PASS_NO, BM_PASS_YES, BM_PASS_STUCK };
enum bm_goal_when { BM_GOAL_NOW, BM_GOAL_REPLY, BM_GOAL_EXTRA, BM_GOAL_SAFE };
/* Of a side. */
enum bm_verdict { BM_VERDICT_LOSS, BM_VERDICT_DRAW, BM_VERDICT_WIN, BM_VERDICT_PASS };

/*
 * One way to castle, of one side. The partner comes from the side of higher x if `right`. From
 * `partner_from`, or, if that is BM_SQ_NONE, from where it stands on the king's row.
 */
struct bm_castle {
    uint16_t king_to, partner_to, partner_from;
    uint8_t side;
    uint8_t right;
    char letter; /* FEN, capital */
    uint8_t spare[7];
};

enum { BM_PHASE_DROPS = 1, BM_PHASE_MOVES = 2 };

struct bm_phase_limits {
    uint8_t only;  /* 0, BM_PHASE_DROPS or BM_PHASE_MOVES */
    uint8_t onlys; /* entries of `kinds`; 0: any piece */
    uint8_t has_zone;
    uint8_t named; /* the game has phases, and this is one of them */
    uint8_t spare[4];
    uint64_t kinds[BM_MAX_SCHEDULE]; /* for the i-th move of a turn, the last one repeats */
    struct bm_cells zone[2];         /* drops, and moves if only moves, go here */
};

/* Words of a set at least. With BM_SMALL one width of the kernel does for all boards. */
#ifdef BM_SMALL
enum { BM_WORDS_LEAST = 4 };
#else
enum { BM_WORDS_LEAST = 1 };
#endif

/* Words that a set of so many squares needs. */
static inline uint8_t bm_words_of(unsigned squares)
{
    return squares <= 64 ? 1 : squares <= 128 ? 2 : 4;
}

struct bm_compiled {
    /* The whole. */
    uint32_t version, size;
    uint64_t digest; /* of the rules alone: not of names, values, texts and the start */
    uint16_t squares;
    uint8_t words; /* of a set: 1, 2 or 4 */
    uint8_t kinds;
    uint16_t max_moves;
    uint8_t axes, dims[4], wrap; /* wrap: bit per axis */
    bool hex, rotate, usi, chess960;
    uint8_t forward;       /* bit per axis */
    struct bm_cells board; /* the squares that exist */

    /* Switches. */
    bool fast;  /* pins and check masks tell what is legal: see fast.c */
    bool multi; /* a turn can have more than one move, or phases exist */
    bool deep;  /* what is legal depends on how a turn can go on: see turns.c */
    bool has_hands, captures_to_hand, demote, must_drop;
    bool must_capture, no_checks, explode;
    uint8_t royal;                             /* enum bm_royal_rule */
    uint8_t pass;                              /* enum bm_pass_rule */
    uint8_t promote_on;                        /* enum bm_promote_on */
    bool force_always;                         /* promotion, where allowed, is always forced */
    uint64_t royals, neutrals, spared, immune; /* sets of kinds */
    uint64_t ep_kinds;                         /* kinds that capture en passant */

    /* Tables. */
    uint32_t man;       /* offset of struct bm_man[2][kinds] */
    uint32_t form;      /* offset of struct bm_form[kinds] */
    uint32_t odd_list;  /* offset of struct bm_odd[] */
    uint32_t line_list; /* offset of struct bm_sight[] */
    uint32_t blast;     /* table: squares that an explosion reaches, its centre included */
    uint32_t files;     /* table: the squares of sq's file, for drops */
    uint32_t flip;      /* uint8_t[squares]: the square as the other side sees it */
    uint32_t keys;      /* uint64_t[2][kinds][squares], then [2][kinds] for hands */
    struct bm_attacks attacks[2]; /* by the attacking side */

    /* Castling. */
    uint8_t castles, castle_king, castle_with, castle_spare;
    struct bm_castle castle[BM_COMPILED_CASTLES];

    /* Gating. */
    uint64_t gates; /* kinds that may be gated; 0: no gating */
    struct bm_cells gate_from[2];

    /* Turns. */
    struct bm_turn_rules turn;
    struct bm_phase_limits limits[BM_MAX_PHASES];

    /* Ends. */
    uint8_t checkmate, stalemate; /* enum bm_verdict of the side that has no move */
    uint8_t repeats;              /* occurrences; 0: no such rule */
    bool repeats_claim;           /* as in chess: a claim at `repeats`, the end two later */
    uint8_t repeat_verdict;       /* enum bm_verdict, of the side `repeat_for` */
    uint8_t repeat_for;           /* a side, or 2: of the side whose move brought it about */
    bool checker_loses;
    uint16_t quiet;      /* moves of each side; 0: no such rule */
    uint8_t goals;       /* a goal exists */
    uint8_t goal_when;   /* enum bm_goal_when */
    uint8_t checks;      /* checks that win; 0: no such rule */
    uint8_t extinct;     /* the rule exists */
    uint8_t extinct_all; /* pieces are counted together, not kind by kind */
    uint8_t extinct_left, extinct_opponent, extinct_claim, extinct_verdict;
    uint64_t extinct_kinds, goal_kinds;
    struct bm_cells goal[2];
    uint64_t lone;        /* kinds of which a single one cannot mate: see dead() */
    uint64_t bound;       /* kinds bound to one colour of squares, for the same */
    struct bm_cells dark; /* one colour of squares */
    bool can_be_dead;     /* only mate wins, so that too little material is a draw */
    bool bare_is_dead;    /* one royal piece a side and nothing else: nothing can happen */
    uint8_t royal_sides;  /* bit per side: starts with royals, on the board or in hand */
    bool royals_fall;     /* a legal move can take or explode the last royal of the enemy */
    uint16_t most[2][BM_MAX_KINDS]; /* moves of one piece at most, whatever it becomes */
};

static inline bool bm_cells_has(const struct bm_cells *c, unsigned sq)
{
    return (c->w[sq >> 6] >> (sq & 63) & 1) != 0;
}

/* The i-th part of a block. */
static inline const void *bm_compiled_at(const struct bm_compiled *g, uint32_t offset)
{
    return (const unsigned char *)g + offset;
}

static inline const struct bm_man *bm_compiled_man(const struct bm_compiled *g, unsigned side,
                                                   unsigned kind)
{
    return (const struct bm_man *)bm_compiled_at(g, g->man) + side * g->kinds + kind;
}

static inline const struct bm_form *bm_compiled_form(const struct bm_compiled *g, unsigned kind)
{
    return (const struct bm_form *)bm_compiled_at(g, g->form) + kind;
}

/* Whether a kind is royal, in games where royals count. */
static inline bool bm_compiled_is_royal(const struct bm_compiled *g, unsigned kind)
{
    return g->royal != BM_ROYAL_NONE && g->royals >> kind & 1;
}

/* Whether a square belongs to the set at an offset. */
static inline bool bm_compiled_has(const struct bm_compiled *g, uint32_t set, unsigned sq)
{
    const uint64_t *const w = (const uint64_t *)bm_compiled_at(g, set);
    return (w[sq >> 6] >> (sq & 63) & 1) != 0;
}

/* Whether a piece has a way to an empty square, whatever stands between. */
static inline bool bm_compiled_goes(const struct bm_compiled *g, unsigned side, unsigned kind,
                                    unsigned from, unsigned to)
{
    const struct bm_mover *const m = &bm_compiled_man(g, side, kind)->move;
    const struct bm_ray *const rays = (const struct bm_ray *)bm_compiled_at(g, m->rays);
    const struct bm_odd *const odd = (const struct bm_odd *)bm_compiled_at(g, g->odd_list);
    const uint32_t *const index = (const uint32_t *)bm_compiled_at(g, m->odd);
    const uint32_t row = from * g->words * (uint32_t)sizeof(uint64_t);
    bool goes = m->quiet && bm_compiled_has(g, m->quiet + row, to);
    for (unsigned i = 0; i < m->ray_count; i++)
        goes |= rays[i].way & BM_WAY_MOVE && bm_compiled_has(g, rays[i].table + row, to);
    for (uint32_t i = m->odd ? index[from] : 0; m->odd && i < index[from + 1]; i++)
        goes |= odd[i].way & BM_WAY_MOVE && bm_compiled_has(g, odd[i].ray, to);
    return goes;
}

/*
 * The king of a side that castles: the leftmost on the rank of its ways to castle, before all
 * others one on an initial square. BM_SQ_NONE if there is none.
 */
static inline bm_sq bm_compiled_castler(const struct bm_compiled *g, unsigned side,
                                        const bm_piece *board)
{
    const struct bm_man *const man = bm_compiled_man(g, side, g->castle_king);
    const bm_piece king = bm_piece_of(g->castle_king, side);
    bm_sq found = BM_SQ_NONE;
    unsigned way = 0;
    while (way < g->castles && g->castle[way].side != side)
        way++;
    if (way == g->castles)
        return found;
    const unsigned row = g->castle[way].king_to - g->castle[way].king_to % g->dims[0];
    for (unsigned sq = row; sq < row + g->dims[0]; sq++) {
        if (board[sq] == king && bm_cells_has(&man->initial, sq))
            return (bm_sq)sq;
        if (board[sq] == king && found == BM_SQ_NONE)
            found = (bm_sq)sq;
    }
    return found;
}

static inline void bm_cells_add(struct bm_cells *c, unsigned sq)
{
    c->w[sq >> 6] |= (uint64_t)1 << (sq & 63);
}

#endif
