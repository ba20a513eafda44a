/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_MESSAGES_H
#define BM_SERVER_MESSAGES_H

/*
 * The messages of web sockets and of game requests, as tables: the parser, the documents and
 * the names that browsers use are made from these.
 *
 * Every message is a JSON object. A client message has its kind as "t" and may have an "id",
 * which its reply repeats.
 */

#include <jansson.h>

#include "banmen/match.h"
#include "base/json.h"

/*
 * Client messages: name, word, members. Members are NAME:TYPE with blanks between them; '!'
 * marks those that are required. Types: int, bool, text, side ("first" or "second").
 */
#define BM_CLIENT_MESSAGE_MAP(X)                            \
    X(MOVE, "move", "!ply:int !m:text seq:int")             \
    X(RESIGN, "resign", "side:side")                        \
    X(DRAW, "draw", "yes:bool side:side")                   \
    X(TAKEBACK, "takeback", "plies:int yes:bool side:side") \
    X(DECLARE, "declare", "")                               \
    X(CLAIM, "claim", "")                                   \
    X(CLAIM_WIN, "claim-win", "side:side")                  \
    X(CLAIM_DRAW, "claim-draw", "side:side")                \
    X(GIVE_TIME, "give-time", "!ms:int side:side")          \
    X(ABORT, "abort", "")                                   \
    X(REMATCH, "rematch", "yes:bool side:side")             \
    X(CHAT, "chat", "!text:text")                           \
    X(JOIN, "join", "token:text side:side")                 \
    X(LEAVE, "leave", "side:side")                          \
    X(EVENTS, "events", "!since:int")                       \
    X(PING, "ping", "")                                     \
    /* In a study: */                                       \
    X(EDIT, "edit", "!k:text !path:text text:text")         \
    X(AT, "at", "!path:text follow:int")

enum bm_client_message_kind {
#define X(name, word, members) BM_CLIENT_##name,
    BM_CLIENT_MESSAGE_MAP(X)
#undef X
        BM_CLIENT_MESSAGE_COUNT
};

/* Server messages: name, word, members. */
#define BM_SERVER_MESSAGE_MAP(X)                                                \
    X(FULL, "full",                                                             \
      "id variant version start moves position clock clk seats stage turn "     \
      "offers result reason chat seq you here watching claim")                  \
    X(EV, "ev", "seq ts k at")                                                  \
    X(MORE, "more", "seq last")                                                 \
    X(PRESENCE, "presence", "here watching claim")                              \
    X(ACK, "ack", "id seq")                                                     \
    X(NAK, "nak", "id code detail")                                             \
    X(PONG, "pong", "id at seq")                                                \
    X(BYE, "bye", "retry_ms")                                                   \
    /* In the lobby, and to bots: */                                            \
    X(LOBBY, "lobby", "seeks games total")                                      \
    X(SEEK, "seek+", "id name variant clock side start takebacks")              \
    X(NO_SEEK, "seek-", "id")                                                   \
    X(SHOWN, "game+", "id variant clock seats stage plies")                     \
    X(HIDDEN, "game-", "id")                                                    \
    X(MINE, "mine", "seeks found")                                              \
    X(CHALLENGE, "challenge+", "id from to variant clock side start takebacks") \
    X(NO_CHALLENGE, "challenge-", "id why")                                     \
    X(GO, "go", "game seek challenge")                                          \
    X(GAME, "game", "id variant side stage turn plies seq")                     \
    X(ALIVE, "alive", "")                                                       \
    /* In a study: */                                                           \
    X(STUDY, "study", "you edits")                                              \
    X(MEMBERS, "members", "all")

enum bm_server_message_kind {
#define X(name, word, members) BM_SERVER_##name,
    BM_SERVER_MESSAGE_MAP(X)
#undef X
        BM_SERVER_MESSAGE_COUNT
};

/* Why something was not done: name, word, HTTP status, English, Japanese. */
#define BM_CODE_MAP(X)                                                                         \
    X(OK, "ok", 200, "done", "実行しました")                                                   \
    X(NO_SUCH_GAME, "no_such_game", 404, "there is no such game", "その対局はありません")      \
    X(NOT_SEATED, "not_seated", 403, "you do not play in this game",                           \
      "あなたは対局者ではありません")                                                          \
    X(SEAT_TAKEN, "seat_taken", 409, "somebody sits there already", "その席は空いていません")  \
    X(ALREADY_SEATED, "already_seated", 409, "you play in this game already",                  \
      "すでに着席しています")                                                                  \
    X(BAD_TOKEN, "bad_token", 403, "this link does not open the seat",                         \
      "このリンクでは着席できません")                                                          \
    X(STALE_PLY, "stale_ply", 409, "another move was made there already",                      \
      "その手番はすでに過ぎています")                                                          \
    X(RETRACTED, "retracted", 409,                                                             \
      "moves were taken back since: say as seq which event you have seen last",                \
      "その後に待ったがありました。最後に受け取ったイベントの番号をseqで示してください")       \
    X(BAD_MOVE, "bad_move", 422, "this is not a move in coordinates",                          \
      "指し手の形式が正しくありません")                                                        \
    X(NOT_AWAY, "not_away", 409, "the opponent is here, or has not been away for long enough", \
      "相手は在席中か、離席からまだ十分な時間が経っていません")                                \
    X(BLOCKED, "blocked", 403, "this person has blocked you", "相手にブロックされています")    \
    X(TOO_MANY_EVENTS, "too_many_events", 409,                                                 \
      "this game has had as many of these as a game may have",                                 \
      "この対局ではこれ以上行えません")                                                        \
    X(GAME_OVER, "game_over", 409, "the game is over", "対局は終了しています")                 \
    X(NOT_OVER, "not_over", 409, "the game is not over", "対局は終了していません")             \
    X(STARTED, "started", 409, "the game has begun: resign instead",                           \
      "対局は始まっています。投了してください")                                                \
    X(BAD_VARIANT, "bad_variant", 422, "there is no such variant", "その変則はありません")     \
    X(BAD_POSITION, "bad_position", 422, "this position cannot be played",                     \
      "この局面からは対局できません")                                                          \
    X(BAD_CLOCK, "bad_clock", 422, "this is not a time control",                               \
      "持ち時間の形式が正しくありません")                                                      \
    X(BAD_SEATS, "bad_seats", 422, "these seats make no game", "席の指定が正しくありません")   \
    X(BAD_ENGINE, "bad_engine", 422, "there is no such engine on this server",                 \
      "そのエンジンはありません")                                                              \
    X(ENGINES_BUSY, "engines_busy", 429, "you play with an engine already: finish that first", \
      "エンジンとの対局は一度に一局です")                                                      \
    X(LEVELS_BUSY, "levels_busy", 429,                                                         \
      "too many games against the computer wait for its moves: try again later",               \
      "コンピュータの手を待つ対局が多すぎます。しばらく待ってください")                        \
    X(BAD_RECORD, "bad_record", 422, "this record cannot be read", "棋譜を読み込めません")     \
    X(BAD_FORMAT, "bad_format", 422, "this format cannot hold the game",                       \
      "この形式では書き出せません")                                                            \
    X(BAD_MESSAGE, "bad_message", 422, "this message cannot be understood",                    \
      "メッセージの形式が正しくありません")                                                    \
    X(TOO_MANY_GAMES, "too_many_games", 429, "you have too many games: finish some first",     \
      "対局数が多すぎます")                                                                    \
    X(MUTED, "muted", 403, "you may not talk on this server",                                  \
      "このサーバーでは発言できません")                                                        \
    X(TOO_FAST, "too_fast", 429, "not so fast", "少し待ってください")                          \
    X(BUSY, "busy", 503, "the server has too many games now", "サーバーが混雑しています")      \
    X(NOT_STORED, "read_only", 503, "this could not be stored, and did not happen: try again", \
      "保存できませんでした。もう一度お試しください")                                          \
    X(BROKEN_GAME, "broken_game", 503, "this game cannot be loaded",                           \
      "この対局は読み込めません")                                                              \
    X(NO_MEMORY, "no_memory", 503, "out of memory: try again", "メモリが足りません")           \
    X(NO_SUCH_STUDY, "no_such_study", 404, "there is no such study", "その検討はありません")   \
    X(READ_ONLY_LINK, "read_only_link", 403, "this link is for reading",                       \
      "このリンクでは閲覧だけができます")                                                      \
    X(STUDY_FULL, "study_full", 409, "this study has had as many changes as a study may have", \
      "この検討ではこれ以上変更できません")                                                    \
    /* Those of matches: BM_REFUSAL_MAP has their sentences. */                                \
    X(NOT_STARTED, "not_started", 409, "", "")                                                 \
    X(PAUSED, "paused", 409, "", "")                                                           \
    X(NOT_PAUSED, "not_paused", 409, "", "")                                                   \
    X(NOT_YOUR_TURN, "not_your_turn", 409, "", "")                                             \
    X(ILLEGAL_MOVE, "illegal_move", 422, "", "")                                               \
    X(NO_OFFER, "no_offer", 409, "", "")                                                       \
    X(OFFERED, "offered", 409, "", "")                                                         \
    X(TOO_SOON, "too_soon", 409, "", "")                                                       \
    X(NO_CLAIM, "no_claim", 409, "", "")                                                       \
    X(NO_DECLARATION, "no_declaration", 409, "", "")                                           \
    X(NO_TAKEBACKS, "no_takebacks", 409, "", "")                                               \
    X(NO_MOVES, "no_moves", 409, "", "")                                                       \
    X(NEEDS_CONSENT, "needs_consent", 409, "", "")                                             \
    X(NO_CLOCK, "no_clock", 409, "", "")                                                       \
    X(TOO_LATE_TO_ABORT, "too_late_to_abort", 409, "", "")                                     \
    X(BAD_VALUE, "bad_value", 422, "", "")

enum bm_code {
#define X(name, word, status, en, ja) BM_CODE_##name,
    BM_CODE_MAP(X)
#undef X
        BM_CODE_COUNT
};

const char *bm_code_word(enum bm_code code);
unsigned bm_code_status(enum bm_code code);
const char *bm_code_text(enum bm_code code, enum bm_lang lang);
/* What a match refused. */
enum bm_code bm_code_of(enum bm_refusal refusal);

enum { BM_ANY_SIDE = 2 };

/* A parsed client message; texts are borrowed from the JSON. */
struct bm_client_message {
    enum bm_client_message_kind kind;
    const char *id; /* NULL: none */
    int64_t ply, plies, ms;
    int64_t seq;    /* "seq" or "since": the last event that the client has seen; -1: absent */
    int64_t follow; /* of a study: the member that is followed; 0: none */
    const char *move, *text, *token; /* NULL: absent */
    const char *edit, *path;         /* of a study: the kind of an edit ("k"), and where */
    unsigned side;                   /* BM_ANY_SIDE: absent */
    bool has_yes, yes;
    int64_t round_trip_ms; /* ms there and back, measured; -1: not known */
    enum bm_lang lang;
};

/* A message, or NULL and why it is none: a few values are enough for any. */
json_t *bm_message_load(const char *text, size_t len, const char **why);
/* Read the members of a kind from an object. False, and what is wrong in `why` (cap bytes):
 * something is missing or of the wrong type. Nothing borrowed outlives the object. */
bool bm_client_message_read(struct bm_client_message *out, enum bm_client_message_kind kind,
                            const json_t *object, char *why, size_t cap);
/* A whole message: its kind is "t". An id that is not a short text is as wrong as no kind. */
bool bm_client_message_parse(struct bm_client_message *out, const json_t *message, char *why,
                             size_t cap);
/* The kind of a word, or BM_CLIENT_MESSAGE_COUNT. */
enum bm_client_message_kind bm_client_message_find(const char *word);

/* {"t":"KIND", and ,"id":"c7" if there is one; members and the brace are to follow. */
void bm_server_message_begin(struct bm_buf *out, enum bm_server_message_kind kind,
                             const char *id);
/* {"t":"ack","id":"c7","seq":42} and its like; the caller owns the buffer. */
void bm_server_message_ack(struct bm_buf *out, const char *id, uint64_t seq);
void bm_server_message_nak(struct bm_buf *out, const char *id, enum bm_code code,
                           const char *detail);
void bm_server_message_pong(struct bm_buf *out, const char *id);
void bm_server_message_bye(struct bm_buf *out, int64_t retry_ms);

/* "first", "second", or null. */
void bm_message_side(struct bm_buf *out, unsigned side);
bool bm_side_find(const char *word, unsigned *side);
/* ,"NAME":"TEXT" */
void bm_message_text(struct bm_buf *out, const char *name, const char *text);
void bm_message_number(struct bm_buf *out, const char *name, int64_t v);

#endif
