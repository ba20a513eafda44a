// SPDX-License-Identifier: MIT
// Japanese words of playing with others. The keys are those of words/play_en.js.

/** @type {Record<keyof typeof import('./play_en.js').words, string>} */
export const words = {
    // Time controls
    'time.day': '{n}日',
    'time.days': '{n}日',
    'time.hour': '{n}時間',
    'time.hours': '{n}時間',
    'time.minute': '{n}分',
    'time.minutes': '{n}分',
    'time.second': '{n}秒',
    'time.seconds': '{n}秒',
    'time.join': '{a}{b}',
    'time.perMove': '1手{time}',
    'time.increment': '{base}＋1手ごとに{time}',
    'time.incrementOnly': '1手ごとに{time}加算',
    'time.delay': '{base}、1手ごとに猶予{time}',
    'time.delayOnly': '1手ごとに猶予{time}',
    'time.period': '1手{time}',
    'time.periods': '1手{time}（{n}回）',
    'time.byoyomi': '{base}、その後は秒読み{period}',
    'time.byoyomiOnly': '秒読み{period}',
    'time.sides': '先手は{first}、後手は{second}',
    'terms.title': '{name}さんからの対局の誘い',
    'terms.titleGuest': '対局に誘われています',
    'terms.lead': '条件は次のとおりです。着席すると対局が始まります。',
    'terms.opponent': '相手',
    'terms.rated': 'レート',
    'terms.unrated': 'なし（レートは変わりません）',
    'terms.start': '開始局面',
    'terms.startOwn': '図の局面',
    'terms.takebacks': '待った',
    'terms.takebacksYes': '相手の同意があれば可',
    'terms.takebacksNo': 'なし',
    'terms.join': '着席する',
    'terms.decline': '今はやめておく',
};
