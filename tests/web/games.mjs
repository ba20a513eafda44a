// SPDX-License-Identifier: MIT
// Games to play in a browser: the moves in coordinates, and how they must end. `end` is result
// and reason as the core names them; `then` is what a player does after the moves; `refused`
// are tries after the moves that must be refused in these words; `everyWay`: to be played by each way
// of input (click, drag, keys, touch), where the others are played by one of them each.

export const chess = [
    { name: 'a game is mated by the scholar', moves: 'e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7',
        everyWay: true, end: 'first checkmate' },
    { name: 'the fool is mated', moves: 'f2f3 e7e5 g2g4 d8h4', end: 'second checkmate' },
    { name: 'a stalemate is a draw',
        moves: 'e2e3 a7a5 d1h5 a8a6 h5a5 h7h5 h2h4 a6h6 a5c7 f7f6 c7d7 e8f7 d7b7 d8d3 b7b8 d3h7 b8c8 f7g6 c8e6',
        end: 'draw stalemate' },
    { name: 'a third repetition is claimed', moves: 'g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8',
        then: 'claim', end: 'draw repetition' },
    { name: 'a fifth repetition ends the game by itself',
        moves: `${'g1f3 g8f6 f3g1 f6g8 '.repeat(4)}`, end: 'draw repetition' },
    { name: 'fifty quiet moves are claimed', start: '8/8/8/4k3/8/8/4K3/R7 w - - 98 80',
        moves: 'a1a2 e5e6', then: 'claim', end: 'draw 50-move rule' },
    { name: 'seventy-five quiet moves end the game', start: '8/8/8/4k3/8/8/4K3/R7 w - - 148 99',
        moves: 'a1a2 e5e6', end: 'draw 75-move rule' },
    { name: 'two kings are a draw', start: '8/8/8/8/3k4/8/4p3/4K3 w - - 0 1', moves: 'e1e2',
        end: 'draw insufficient material' },
    { name: 'white castles short, black long', start: 'r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1',
        moves: 'e1g1 e8c8', board: { f1: 'R0', g1: 'K0', c8: 'K1', d8: 'R1', e1: '', h1: '', a8: '' } },
    { name: 'white castles long, black short', start: 'r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1',
        moves: 'e1c1 e8g8', board: { d1: 'R0', c1: 'K0', g8: 'K1', f8: 'R1' } },
    { name: 'a pawn is taken in passing, by both', moves: 'e2e4 a7a6 e4e5 d7d5 e5d6 a6a5 a2a3 a5a4 b2b4 a4b3',
        board: { d6: 'P0', d5: '', b3: 'P1', b4: '' } },
    { name: 'a pawn becomes each piece', start: '8/PPPP3k/8/8/8/8/8/K7 w - - 0 1',
        moves: 'a7a8q h7g7 b7b8r g7h7 c7c8b h7g7 d7d8n', everyWay: true, board: { a8: 'Q0', b8: 'R0', c8: 'B0', d8: 'N0' } },
    { name: 'a pinned knight stays', start: '4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1', moves: '', everyWay: true,
        refused: [['c3d5', /bishop on b4/]] },
];

export const shogi = [
    { name: 'a whole game is mated',
        moves: '6i6h 4a4b 6h5h 5a5b 7g7f 3c3d 3g3f 2b8h+ 5g5f 8h7i 3i3h 7i8i 5h5g S*5d 5i6i B*6d 9g9f 6d2h+ ' +
            '6g6f N*4e 6i6h R*7h 6h6i 4e5g 6i5i G*6i', end: 'second checkmate' },
    { name: 'a fourth repetition is a draw', moves: `${'5i5h 5a5b 5h5i 5b5a '.repeat(3)}`,
        end: 'draw repetition' },
    { name: 'who gives perpetual check loses',
        moves: '5g5f 5c5d 2h5h 5a5b 5f5e 5b5c 5h5f 5c6d 5f6f 6d7d 6f7f 7d6d 7f6f 6d7d 6f7f 7d6d 7f6f 6d7d ' +
            '6f7f 7d6d 7f6f', end: 'second perpetual check' },
    { name: 'a king that has entered is declared', start: '9/9/9/9/9/9/3p1lllg/+P+P2kssgr/K+P4ssg w r 2',
        moves: '', then: 'declare', end: 'second impasse' },
    { name: 'a second pawn on a file is refused', start: '4k4/9/9/9/9/9/4P4/9/4K4 b P 1', moves: '', everyWay: true,
        refused: [['P*5e', /already, on 5g/]] },
    { name: 'mate by a dropped pawn is refused',
        start: 'k7l/2+P6/sG2p2pp/1p1gs1p2/2N1l2P1/3GPBP2/+nP3P2P/3P2+r2/K1S1B3L b N4Prgsnlp 1', moves: '',
        refused: [['P*9b', /may not give mate/]] },
    { name: 'pieces that could never move are refused', start: '4k4/9/9/9/9/9/9/9/4K4 b PNL 1', moves: '',
        refused: [['P*1a', /could never move/], ['N*1b', /could never move/], ['L*1a', /could never move/]] },
    { name: 'a pawn on the last rank promotes without a question', start: '4k4/2P6/9/9/9/9/9/9/4K4 b - 1', moves: '7b7a+',
        unasked: true, board: { '7a': '+P0' } },
    { name: 'a pawn may promote', start: '4k4/9/9/2P6/9/9/9/9/4K4 b - 1', moves: '7d7c+ 5a4a', everyWay: true,
        board: { '7c': '+P0' } },
    { name: 'or not', start: '4k4/9/9/2P6/9/9/9/9/4K4 b - 1', moves: '7d7c 5a4a', board: { '7c': 'P0' } },
    { name: 'every piece is dropped', start: '4k4/9/9/9/9/9/9/9/4K4 b RBGSNLPrbgsnlp 1',
        moves: 'R*9e R*1e B*8g B*2c G*7f G*3d S*6f S*4d N*9g N*1c L*9h L*1b P*8f P*2d', everyWay: true,
        board: { '9e': 'R0', '2d': 'P1', '1c': 'N1' } },
];

// The games of a list that a way of input plays: those of `everyWay`, and its share of the others.
export function share(list, how) {
    const ways = ['click', 'drag', 'keys', 'touch'];
    return list.filter((game, i) => game.everyWay || i % ways.length === ways.indexOf(how));
}

export const others = [
    { variant: 'crazyhouse', name: 'a piece that was taken is dropped for mate',
        moves: 'h2h4 b8c6 h4h5 d7d5 e2e4 d5e4 f1d3 e4d3 h1h4 e7e5 g1f3 P@e2 h4a4 e2d1q e1d1 Q@e2',
        end: 'second checkmate' },
    { variant: 'xiangqi', name: 'a general is mated',
        moves: 'e1e2 f10e9 b3b4 g10e8 g1i3 b8c8 h3h7 h10g8 h1g3 i10f10 b4b5 a10a8 h7h4 a8b8 i3g1 b8b5 e2d2 b5b2 ' +
            'd2d3 f10f3 g1e3 f3g3 h4h5 g3g4 i1g1 g4e4 h5e5 e4d4', end: 'second checkmate' },
    { variant: 'marseillais', name: 'two moves a turn lead to mate',
        moves: 'b1c3 e2e3 b8c6 h7h5 d1h5 h5h8 a7a5 a8a7 h8g7 g7g8 a7a8 c6d4 f1c4 c4f7', end: 'first checkmate' },
    { variant: 'raumschach', name: 'five boards are played across to mate',
        moves: 'Ad2Ad3 Da5Cb4 Bc1Cb1 Eb5Db3 Ab1Cc1 Db3Cb1 Ac1Ab1 Cb1Bd1 Ab1Ac1 Bd1Dd2 Aa2Aa3 Dd5Ce4 Be1Eb4 Db5Eb4 ' +
            'Ba1Ed1 Dd2Db1 Cc1Be1 Eb4Bb1 Ad1Bb1 Dc5Ac2', end: 'second checkmate' },
    { variant: 'minishogi', name: 'the small shogi is mated',
        moves: '2e5b 4a5b 3e2d B*4b 4e3d 5b3d 1e2e 3d2e+ 2d2c R*3e 5e4d 4b3c', end: 'second checkmate' },
    { variant: 'glinski', name: 'six-sided squares are played to mate',
        moves: 'c1f4 d7d6 e4e5 d9c6 f3c6 f11a1 c6e10 f9e10 b1a1 b7b6 g5g6 e7e6 e1g5 f7f6 g6f6 c8b7 f6e6 g11g10 ' +
            'e6d6 f10e8 f2d4 g10f11 g5f6 e10f9 f6f9 e8f10 d4g10', end: 'first checkmate' },
];
