/* SPDX-License-Identifier: MIT */
#ifndef BM_KERNEL_CHESS_ATTACKS_H
#define BM_KERNEL_CHESS_ATTACKS_H

#include "base/bits.h"
#include "kernel/chess/pos.h"

#define FILE_A UINT64_C(0x0101010101010101)
#define FILE_H UINT64_C(0x8080808080808080)

TEMPLATE uint64_t square(unsigned sq) { return UINT64_C(1) << sq; }

#ifdef BM_ISA_AVX2

TEMPLATE uint64_t rook_attacks(unsigned sq, uint64_t occupied)
{
    const struct bm_chess_slider *const s = &bm_chess_pext.rook[sq];
    return bm_chess_pext.attacks[s->offset + _pext_u64(occupied, s->mask)];
}

TEMPLATE uint64_t bishop_attacks(unsigned sq, uint64_t occupied)
{
    const struct bm_chess_slider *const s = &bm_chess_pext.bishop[sq];
    return bm_chess_pext.attacks[s->offset + _pext_u64(occupied, s->mask)];
}

#else

#    ifdef __wasm__

/*
 * Both directions of a line at once: from the last blocker below the slider to the first one
 * above it. WebAssembly can count leading zeros, but cannot swap bytes.
 */
TEMPLATE uint64_t line_attacks(uint64_t slider, uint64_t line, uint64_t occupied)
{
    const uint64_t on = occupied & line;
    const uint64_t above = on & -slider;
    const uint64_t from = UINT64_MAX << bits_last((on & (slider - 1)) | 1);
    return (2 * bits_lowest(above) + from) & line;
}

#    else

/*
 * Both directions of a line at once: subtracting the slider borrows up to the first blocker,
 * and on the byte-swapped board, where the line runs the other way, down to it.
 */
TEMPLATE uint64_t line_attacks(uint64_t slider, uint64_t line, uint64_t occupied)
{
    const uint64_t on = occupied & line;
    const uint64_t up = on - slider;
    const uint64_t down = __builtin_bswap64(__builtin_bswap64(on) - __builtin_bswap64(slider));
    return (up ^ down) & line;
}

#    endif

TEMPLATE uint64_t rook_attacks(unsigned sq, uint64_t occupied)
{
    const unsigned shift = sq & 56;
    const uint64_t along = bm_chess_tables.rank[sq & 7][occupied >> (shift + 1) & 63];
    return along << shift | line_attacks(square(sq), bm_chess_tables.file[sq], occupied);
}

TEMPLATE uint64_t bishop_attacks(unsigned sq, uint64_t occupied)
{
    return line_attacks(square(sq), bm_chess_tables.slope[0][sq], occupied) |
           line_attacks(square(sq), bm_chess_tables.slope[1][sq], occupied);
}

#endif

/* Whole sets of pawns at once, as seen by side US. */
TEMPLATE uint64_t ahead(uint64_t b, const enum k_color US)
{
    return US == WHITE ? b << 8 : b >> 8;
}
TEMPLATE uint64_t behind(uint64_t b, const enum k_color US)
{
    return US == WHITE ? b >> 8 : b << 8;
}
/* Squares beside any of a set, on the same rank. */
TEMPLATE uint64_t neighbours(uint64_t b) { return (b & ~FILE_A) >> 1 | (b & ~FILE_H) << 1; }
/* Captures towards the a-file and towards the h-file, and where they came from. */
TEMPLATE uint64_t take_west(uint64_t b, const enum k_color US)
{
    return US == WHITE ? (b & ~FILE_A) << 7 : (b & ~FILE_A) >> 9;
}
TEMPLATE uint64_t take_east(uint64_t b, const enum k_color US)
{
    return US == WHITE ? (b & ~FILE_H) << 9 : (b & ~FILE_H) >> 7;
}
TEMPLATE uint64_t from_west_take(uint64_t b, const enum k_color US)
{
    return US == WHITE ? b >> 7 : b << 9;
}
TEMPLATE uint64_t from_east_take(uint64_t b, const enum k_color US)
{
    return US == WHITE ? b >> 9 : b << 7;
}

TEMPLATE uint64_t rank_third(const enum k_color US)
{
    return US == WHITE ? UINT64_C(0xff0000) : UINT64_C(0xff0000000000);
}
TEMPLATE uint64_t rank_last(const enum k_color US)
{
    return US == WHITE ? UINT64_C(0xff00000000000000) : UINT64_C(0xff);
}
TEMPLATE uint64_t rank_home(const enum k_color US)
{
    return US == WHITE ? UINT64_C(0xff) : UINT64_C(0xff00000000000000);
}

/* Pieces of side BY that attack a square, given what is occupied. */
TEMPLATE uint64_t attackers_of(const struct k_bits *b, unsigned sq, const enum k_color BY,
                               uint64_t occupied)
{
    const uint64_t *const e = b->set[BY];
    return (bm_chess_tables.pawn[!BY][sq] & e[PAWNS]) |
           (bm_chess_tables.knight[sq] & e[KNIGHTS]) |
           (bm_chess_tables.king[sq] & b->king[BY]) | (rook_attacks(sq, occupied) & e[ORTH]) |
           (bishop_attacks(sq, occupied) & e[DIAG]);
}

#endif
