// SPDX-License-Identifier: MIT
// Written by src/server/ws/gen_messages.py from src/server/ws/messages.h: do not edit.

// What a client can ask for, and the members of each; behind '!' one must be there.
export const ASK = /** @type {const} */ ({
    MOVE: 'move', // !ply:int !m:text seq:int
    RESIGN: 'resign', // side:side
    DRAW: 'draw', // yes:bool side:side
    TAKEBACK: 'takeback', // plies:int yes:bool side:side
    DECLARE: 'declare', // nothing more
    CLAIM: 'claim', // nothing more
    CLAIM_WIN: 'claim-win', // side:side
    CLAIM_DRAW: 'claim-draw', // side:side
    GIVE_TIME: 'give-time', // !ms:int side:side
    ABORT: 'abort', // nothing more
    REMATCH: 'rematch', // yes:bool side:side
    CHAT: 'chat', // !text:text
    JOIN: 'join', // token:text side:side
    LEAVE: 'leave', // side:side
    EVENTS: 'events', // !since:int
    PING: 'ping', // nothing more
    EDIT: 'edit', // !k:text !path:text text:text
    AT: 'at', // !path:text follow:int
});

// What the server says.
export const SAY = /** @type {const} */ ({
    FULL: 'full', // id variant version start moves position clock clk seats stage turn offers result reason chat seq you here watching claim
    EV: 'ev', // seq ts k at
    MORE: 'more', // seq last
    PRESENCE: 'presence', // here watching claim
    ACK: 'ack', // id seq
    NAK: 'nak', // id code detail
    PONG: 'pong', // id at seq
    BYE: 'bye', // retry_ms
    LOBBY: 'lobby', // seeks games total
    SEEK: 'seek+', // id name variant clock side start takebacks
    NO_SEEK: 'seek-', // id
    SHOWN: 'game+', // id variant clock seats stage plies
    HIDDEN: 'game-', // id
    MINE: 'mine', // seeks found
    CHALLENGE: 'challenge+', // id from to variant clock side start takebacks
    NO_CHALLENGE: 'challenge-', // id why
    GO: 'go', // game seek challenge
    GAME: 'game', // id variant side stage turn plies seq
    ALIVE: 'alive', // nothing more
    STUDY: 'study', // you edits
    MEMBERS: 'members', // all
});

// Why something was not done, in English and Japanese.
/** @type {Record<string, [string, string]>} */
export const CODES = {
    ok: ['done', '実行しました'],
    no_such_game: ['there is no such game', 'その対局はありません'],
    not_seated: ['you do not play in this game', 'あなたは対局者ではありません'],
    seat_taken: ['somebody sits there already', 'その席は空いていません'],
    already_seated: ['you play in this game already', 'すでに着席しています'],
    bad_token: ['this link does not open the seat', 'このリンクでは着席できません'],
    stale_ply: ['another move was made there already', 'その手番はすでに過ぎています'],
    retracted: ['moves were taken back since: say as seq which event you have seen last', 'その後に待ったがありました。最後に受け取ったイベントの番号をseqで示してください'],
    bad_move: ['this is not a move in coordinates', '指し手の形式が正しくありません'],
    not_away: ['the opponent is here, or has not been away for long enough', '相手は在席中か、離席からまだ十分な時間が経っていません'],
    blocked: ['this person has blocked you', '相手にブロックされています'],
    too_many_events: ['this game has had as many of these as a game may have', 'この対局ではこれ以上行えません'],
    game_over: ['the game is over', '対局は終了しています'],
    not_over: ['the game is not over', '対局は終了していません'],
    started: ['the game has begun: resign instead', '対局は始まっています。投了してください'],
    bad_variant: ['there is no such variant', 'その変則はありません'],
    bad_position: ['this position cannot be played', 'この局面からは対局できません'],
    bad_clock: ['this is not a time control', '持ち時間の形式が正しくありません'],
    bad_seats: ['these seats make no game', '席の指定が正しくありません'],
    bad_engine: ['there is no such engine on this server', 'そのエンジンはありません'],
    engines_busy: ['you play with an engine already: finish that first', 'エンジンとの対局は一度に一局です'],
    levels_busy: ['too many games against the computer wait for its moves: try again later', 'コンピュータの手を待つ対局が多すぎます。しばらく待ってください'],
    bad_record: ['this record cannot be read', '棋譜を読み込めません'],
    bad_format: ['this format cannot hold the game', 'この形式では書き出せません'],
    bad_message: ['this message cannot be understood', 'メッセージの形式が正しくありません'],
    too_many_games: ['you have too many games: finish some first', '対局数が多すぎます'],
    muted: ['you may not talk on this server', 'このサーバーでは発言できません'],
    too_fast: ['not so fast', '少し待ってください'],
    busy: ['the server has too many games now', 'サーバーが混雑しています'],
    read_only: ['this could not be stored, and did not happen: try again', '保存できませんでした。もう一度お試しください'],
    broken_game: ['this game cannot be loaded', 'この対局は読み込めません'],
    no_memory: ['out of memory: try again', 'メモリが足りません'],
    no_such_study: ['there is no such study', 'その検討はありません'],
    read_only_link: ['this link is for reading', 'このリンクでは閲覧だけができます'],
    study_full: ['this study has had as many changes as a study may have', 'この検討ではこれ以上変更できません'],
    not_started: ['the game has not begun', '対局はまだ始まっていません'],
    paused: ['the game is paused', '対局は中断中です'],
    not_paused: ['the game is not paused', '対局は中断されていません'],
    not_your_turn: ['it is not your turn', 'あなたの手番ではありません'],
    illegal_move: ['the rules do not allow this move', 'その手は指せません'],
    no_offer: ['there is no offer to answer', '回答すべき申し出がありません'],
    offered: ['this is offered already', 'すでに申し出ています'],
    too_soon: ['make a move before offering again', '再度の申し出には一手指す必要があります'],
    no_claim: ['there is nothing to claim in this position', 'この局面では引き分けを主張できません'],
    no_declaration: ['this game knows no declaration of impasse', 'この対局に入玉宣言はありません'],
    no_takebacks: ['moves are not taken back in this game', 'この対局では待ったはできません'],
    no_moves: ['there is no move to take back', '戻す手がありません'],
    needs_consent: ['the opponent has to agree', '相手の同意が必要です'],
    no_clock: ['this game is played without clocks', '時計を使わない対局です'],
    too_late_to_abort: ['both sides have moved: resign instead', '双方が着手済みです。投了してください'],
    bad_value: ['this value makes no sense here', '値が正しくありません'],
};

// Why a game ended, as events have it; the core has them by number.
export const REASONS = [
    'ongoing',
    'checkmate',
    'stalemate',
    'no legal move',
    'repetition',
    'perpetual check',
    '50-move rule',
    '75-move rule',
    'insufficient material',
    'dead position',
    'impasse',
    'try rule',
    'move limit',
    'goal reached',
    'pieces lost',
    'checks given',
    'no progress',
    'resignation',
    'time forfeit',
    'time out, but no material to win',
    'draw agreed',
    'failed declaration',
    'illegal move',
    'engine failed',
    'absent',
    'adjudication',
    'aborted',
    'adjourned',
];
