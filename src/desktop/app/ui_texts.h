/* SPDX-License-Identifier: MIT */
#ifndef BM_DESKTOP_APP_UI_TEXTS_H
#define BM_DESKTOP_APP_UI_TEXTS_H

/* The texts of the user interface: name, English, Japanese. */

#define BM_UI_TEXTS(X)                                                                       \
    X(GAME, "Game", "対局")                                                                  \
    X(MOVE, "Move", "指し手")                                                                \
    X(VIEW, "View", "表示")                                                                  \
    X(STUDY_MENU, "Study", "検討")                                                           \
    X(HELP_MENU, "Help", "ヘルプ")                                                           \
    X(NEW, "New game", "新規対局")                                                           \
    X(REMATCH, "Rematch", "再戦")                                                            \
    X(OPEN, "Open", "開く")                                                                  \
    X(SAVE, "Save", "保存")                                                                  \
    X(PASTE, "Paste game or position", "棋譜・局面を貼り付け")                               \
    X(COPY_GAME, "Copy game", "棋譜をコピー")                                                \
    X(COPY_POSITION, "Copy position", "局面をコピー")                                        \
    X(QUIT, "Quit", "終了")                                                                  \
    X(UNDO, "Undo", "待った")                                                                \
    X(REDO, "Redo", "やり直す")                                                              \
    X(TAKEBACK, "Ask for takeback", "待ったを申し込む")                                      \
    X(BRANCH, "Take back to here", "ここから指し直す")                                       \
    X(RESIGN, "Resign", "投了")                                                              \
    X(DRAW, "Draw", "引き分け")                                                              \
    X(DECLARE, "Declare impasse", "入玉宣言")                                                \
    X(PASS, "Pass", "パス")                                                                  \
    X(PAUSE, "Pause", "中断")                                                                \
    X(HURRY, "Move now", "すぐ指させる")                                                     \
    X(FIRST, "Start", "初手")                                                                \
    X(BACK, "Back", "一手戻る")                                                              \
    X(FORWARD, "Forward", "一手進む")                                                        \
    X(LAST, "End", "最終手")                                                                 \
    X(NEXT_LINE, "Next variation", "次の変化")                                               \
    X(PREV_LINE, "Previous variation", "前の変化")                                           \
    X(FLIP, "Flip board", "盤を反転")                                                        \
    X(FULL, "Full screen", "全画面")                                                         \
    X(SETTINGS, "Settings", "設定")                                                          \
    X(STUDY, "Study this game", "この対局を検討")                                            \
    X(PLAY_ON, "Play on", "ここから対局")                                                    \
    X(ANALYSE, "Analyse", "解析")                                                            \
    X(COMMENT, "Comment", "コメント")                                                        \
    X(DELETE, "Delete from here", "この手以降を削除")                                        \
    X(PROMOTE_LINE, "Promote variation", "変化を昇格")                                       \
    X(EDITOR, "Position editor", "局面編集")                                                 \
    X(ENGINES, "Engines", "エンジン")                                                        \
    X(LOG, "Engine log", "エンジンログ")                                                     \
    X(KEYS, "Keys", "キー一覧")                                                              \
    X(ABOUT, "About", "このソフトについて")                                                  \
    X(CANCEL, "Cancel", "キャンセル")                                                        \
    X(CLOSE, "Close", "閉じる")                                                              \
    X(OK, "OK", "OK")                                                                        \
    X(YES, "Yes", "はい")                                                                    \
    X(NO, "No", "いいえ")                                                                    \
    X(START_GAME, "Start game", "対局開始")                                                  \
    X(VARIANT, "Game", "ゲーム")                                                             \
    X(VARIANT_FILE, "Variant file (YAML)", "変則ルールのファイル（YAML）")                   \
    X(FIRST_PLAYER, "First player", "先番")                                                  \
    X(SECOND_PLAYER, "Second player", "後番")                                                \
    X(PERSON, "Person", "人間")                                                              \
    X(CLOCK, "Clock", "持ち時間")                                                            \
    X(NO_CLOCK, "No clock", "なし")                                                          \
    X(OWN_CLOCK, "As written", "自由入力")                                                   \
    X(HANDICAP, "Start position", "手合割")                                                  \
    X(SWAP, "Swap sides", "先後を入れ替え")                                                  \
    X(LANGUAGE, "Language", "言語")                                                          \
    X(LANG_SYSTEM, "As the system", "システムに従う")                                        \
    X(THEME, "Board", "盤")                                                                  \
    X(WOOD, "Wood", "木目")                                                                  \
    X(PLAIN, "Plain", "無地")                                                                \
    X(GREEN, "Green", "緑")                                                                  \
    X(PIECES, "Shogi pieces", "将棋の駒")                                                    \
    X(SET_ONE, "One kanji", "一字駒")                                                        \
    X(SET_TWO, "Two kanji", "二字駒")                                                        \
    X(SET_INT, "International", "国際駒")                                                    \
    X(DARK, "Dark windows", "暗い配色")                                                      \
    X(SOUNDS, "Sounds", "効果音")                                                            \
    X(COORDINATES, "Coordinates", "座標")                                                    \
    X(ANIMATION, "Animation", "アニメーション")                                              \
    X(TARGETS, "Show legal moves", "指せる場所を表示")                                       \
    X(NATURAL, "Computer takes its time", "自然な思考時間")                                  \
    X(ZOOM, "Size of text", "文字の大きさ")                                                  \
    X(PATH, "Path", "パス")                                                                  \
    X(RECENT, "Recent files", "最近のファイル")                                              \
    X(FORMATS, "The name's ending says the format: pgn kif ki2 csa jkf usi json",            \
      "拡張子で形式を指定: pgn kif ki2 csa jkf usi json")                                    \
    X(COPIED, "copied", "コピーしました")                                                    \
    X(RESUME_ASK, "A game was left before its end. Go on with it?",                          \
      "中断した対局があります。再開しますか？")                                              \
    X(RESUME, "Go on", "再開する")                                                           \
    X(ADD_ENGINE, "Add engine", "エンジンを追加")                                            \
    X(ENGINE_COMMAND, "Program, with its arguments", "プログラムと引数")                     \
    X(REMOVE, "Remove", "削除")                                                              \
    X(OPTIONS, "Options", "オプション")                                                      \
    X(RESTART, "Restart engine", "エンジンを再起動")                                         \
    X(TAKE_OVER, "I move for it", "代わりに指す")                                            \
    X(LEVEL_TAKES, "Level 5 takes over", "レベル5に交代")                                    \
    X(TROUBLE, "Engine trouble", "エンジン異常")                                             \
    X(GAME_OVER, "Game over", "対局終了")                                                    \
    X(ACCEPT, "Accept", "承諾")                                                              \
    X(DECLINE, "Decline", "拒否")                                                            \
    X(TYPE_MOVE, "Type a move", "指し手を入力")                                              \
    X(RESIGN_ASK, "Resign the game?", "投了しますか？")                                      \
    X(CLEAR, "Clear board", "盤を空に")                                                      \
    X(START_BOARD, "Start position", "初期配置")                                             \
    X(TURN, "To move", "手番")                                                               \
    X(POSITION, "Position", "局面")                                                          \
    X(USE, "Use position", "この局面を使う")                                                 \
    X(HAND_HINT, "Right button or wheel: pieces in hand",                                    \
      "右クリック・ホイールで持ち駒を増減")                                                  \
    X(DEPTH, "depth", "深さ")                                                                \
    X(BY_FILE, "Choose file", "ファイルを選ぶ")                                              \
    X(ANALYST, "Analysis by", "解析エンジン")                                                \
    X(BUILT_IN, "Built-in search", "内蔵の探索")                                             \
    X(LINES, "Lines", "候補手の数")                                                          \
    X(STARTING, "starting…", "起動中…")                                                      \
    X(THINKING, "thinking…", "思考中…")                                                      \
    X(AT_REST, "has finished", "解析終了")                                                   \
    X(NODES, "nodes", "局面")                                                                \
    X(CHOOSE, "Choose", "選択")                                                              \
    X(START_NUMBER, "Start number", "開始番号")                                              \
    X(START_NUMBER_WRONG, "no start has this number: choose another, or none",               \
      "この開始番号はありません。別の番号か空欄にしてください")                              \
    X(BY_LOT, "by lot", "抽選")                                                              \
    X(IF_SHUFFLED, "if the start is shuffled", "シャッフルする場合")                         \
    X(MY_GAMES, "My games", "自分の対局")                                                    \
    X(NO_GAMES, "No games yet", "まだ対局がありません")                                      \
    X(UNFINISHED, "unfinished", "途中")                                                      \
    X(CHOOSE_GAME, "Choose a game", "対局を選ぶ")                                            \
    X(REPLACE_ASK, "There is such a file. Replace it?",                                      \
      "同じ名前のファイルがあります。置き換えますか？")                                      \
    X(PUT_BACK_ASK, "Put this game back? The other games stay as they are.",                 \
      "この対局を書き戻しますか？ほかの対局は変わりません。")                                \
    X(FILE_CHANGED, "changed since it was opened; save under another name",                  \
      "開いた後に変更されています。別の名前で保存してください")                              \
    X(NOT_PUT_BACK, "the game cannot be put back there; save under another name",            \
      "この対局は書き戻せません。別の名前で保存してください")                                \
    X(COMMENT_HINT, "Enter: new line. Ctrl+Enter: done.", "Enter で改行、Ctrl+Enter で確定") \
    X(COMMENT_LONG, "this comment is too long to be edited here",                            \
      "コメントが長すぎてここでは編集できません")                                            \
    X(CHOOSE_PROGRAM, "Choose an engine's program", "エンジンのプログラムを選ぶ")

enum bm_ui_text {
#define X(name, en, ja) BM_UI_TEXT_##name,
    BM_UI_TEXTS(X)
#undef X
        BM_UI_TEXT_COUNT
};

#include "banmen/types.h"

const char *bm_ui_text(enum bm_ui_text w, enum bm_lang lang);

#endif
