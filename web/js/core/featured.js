// SPDX-License-Identifier: MIT
// The games that the first screen shows. Their boards come with the page: gen_page.py reads this file.

export const FIRST = ['chess', 'shogi'];

/** Games that are shown as pictures after these. */
export const FEATURED = [
    'chess960', 'crazyhouse', 'minishogi', 'xiangqi', 'dobutsu', 'janggi', 'makruk', 'kingofthehill', 'atomic', '3check',
    'capablanca', 'glinski', 'raumschach', 'duck', 'torishogi', 'marseillais',
];
