/* SPDX-License-Identifier: MIT */
#ifndef BANMEN_RECORD_H
#define BANMEN_RECORD_H

/**
 * @file
 * Game records: read, check and write them. A reader takes bytes from anywhere, finds out the
 * format and the encoding, and gives one game after another, each replayed by the rules. Its
 * memory does not grow with the length of the file.
 */

#include "banmen/game.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Name as on the command line, and for people. */
#define BM_FORMAT_MAP(X)                                  \
    X(AUTO, "auto", "found from the content")             \
    X(PGN, "pgn", "Portable Game Notation")               \
    X(KIF, "kif", "KIF")                                  \
    X(KI2, "ki2", "KI2")                                  \
    X(CSA, "csa", "CSA")                                  \
    X(JKF, "jkf", "JSON Kifu Format")                     \
    X(USI, "usi", "USI and UCI position lines")           \
    X(USEN, "usen", "URL-safe SFEN-extended notation")    \
    X(JSON, "json", "the whole game as one line of JSON") \
    X(FEN, "fen", "FEN positions")                        \
    X(SFEN, "sfen", "SFEN positions")                     \
    X(EPD, "epd", "Extended Position Description")

/** Formats of records. */
enum bm_format {
#define X(name, word, title) BM_FORMAT_##name,
    BM_FORMAT_MAP(X)
#undef X
        BM_FORMAT_COUNT
};

/** Name as on the command line, the name that others know it by. */
#define BM_ENCODING_MAP(X)                 \
    X(AUTO, "auto", "")                    \
    X(UTF8, "utf-8", "UTF-8")              \
    X(UTF8_BOM, "utf-8-bom", "UTF-8")      \
    X(SHIFT_JIS, "shift_jis", "Shift_JIS") \
    X(EUC_JP, "euc-jp", "EUC-JP")          \
    X(LATIN1, "latin-1", "ISO-8859-1")

/** Encodings of records. Shift_JIS is CP932, Latin-1 is CP1252, which hold more. */
enum bm_encoding {
#define X(name, word, title) BM_ENCODING_##name,
    BM_ENCODING_MAP(X)
#undef X
        BM_ENCODING_COUNT
};

/** Name of a format ("kif"), never NULL. */
BM_API const char *bm_format_name(enum bm_format f);
/** The format of that name, or BM_FORMAT_COUNT. */
BM_API enum bm_format bm_format_find(const char *name, size_t len);
/** Name of an encoding ("shift_jis"), never NULL. */
BM_API const char *bm_encoding_name(enum bm_encoding e);
/** The encoding of that name or of a usual other one ("cp932", "sjis"), or BM_ENCODING_COUNT.
 */
BM_API enum bm_encoding bm_encoding_find(const char *name, size_t len);

/** @name What is said about a record while it is read or written */
/** @{ */

/** How bad it is. */
enum bm_severity {
    BM_SAY_LOSS,   /**< the target format cannot hold this, and it was left out */
    BM_SAY_NOTICE, /**< mended, and nothing is lost */
    BM_SAY_DEFECT  /**< the record is wrong: an illegal move, a text that cannot be read */
};

/** One thing to say. */
struct bm_report {
    enum bm_severity severity; /**< how bad it is */
    uint32_t column;           /**< 1-based, in characters; 0: no place */
    uint64_t line;             /**< 1-based; 0: no place */
    uint64_t game;             /**< 1-based number of the game in the file */
    unsigned ply;              /**< of the move concerned; 0: none */
    const char *what;          /**< lower case, no full stop; valid during the call only */
};

/** Who listens. */
typedef void (*bm_report_fn)(void *user, const struct bm_report *report);
/** @} */

/** @name Reading */
/** @{ */

/** Fill `buf` with up to `cap` bytes; returns how many, 0 at the end, SIZE_MAX on failure. */
typedef size_t (*bm_read_fn)(void *user, char *buf, size_t cap);

/** Flags for readers. */
enum bm_read_flags {
    BM_READ_MOVES_ONLY = 1, /**< no comments, times or evaluations, and no tags where these
                                 take time: enough to check */
    BM_READ_LENIENT = 2     /**< do not report what contradicts itself (result, mate) */
};

/** How to read. All zero is a good start. */
struct bm_read_options {
    enum bm_format format;        /**< BM_FORMAT_AUTO: find out */
    enum bm_encoding encoding;    /**< BM_ENCODING_AUTO: find out */
    const struct bm_rules *rules; /**< when the record does not say; NULL: chess or shogi,
                                       by the format */
    unsigned flags;               /**< of enum bm_read_flags */
    struct bm_limits limits;      /**< for one game */
    uint32_t max_game;            /**< bytes of text that one game may have; 0: 32 MiB */
    uint32_t window;              /**< bytes to look at together; 0: 1 MiB */
    bm_report_fn report;          /**< may be NULL */
    void *user;                   /**< for report */
    enum bm_lang lang;            /**< of the reports */
    uint64_t first_line;          /**< lines of the file before this text */
    uint64_t first_game;          /**< games of the file before this text */
};

/** Reads games one after another. */
struct bm_reader;

/** Heap. On success the caller owns *out. options may be NULL; it is copied. */
BM_API BM_NODISCARD bm_status bm_reader_create(struct bm_reader **out,
                                               const struct bm_read_options *options,
                                               bm_read_fn read, void *user);
/** Release a reader; NULL is fine. */
BM_API void bm_reader_destroy(struct bm_reader *reader);

/**
 * Read the next game into *game, which is cleared first. *got is false at the end of the text.
 * A defect is reported and does not end reading: the game holds what was right before it.
 * BM_ESYNTAX: the text is in no format that is known; BM_EINVAL: the source failed; *err (may
 * be NULL) has the words. After a failure there is nothing more to read.
 */
BM_API BM_NODISCARD bm_status bm_reader_next(struct bm_reader *reader, struct bm_game *game,
                                             bool *got, struct bm_error *err);
/** The format in use, once the first game was asked for. */
BM_API enum bm_format bm_reader_format(const struct bm_reader *reader);
/** The encoding in use, once the first game was asked for. */
BM_API enum bm_encoding bm_reader_encoding(const struct bm_reader *reader);
/** Games read so far. */
BM_API uint64_t bm_reader_games(const struct bm_reader *reader);
/**
 * Where the game that was read last lies in the bytes of the source, white space around it
 * included. False if the bytes had to be turned into UTF-8 (Shift_JIS, EUC-JP): places are not
 * known then.
 */
BM_API bool bm_reader_span(const struct bm_reader *reader, uint64_t *begin, uint64_t *end);
/** Defects found so far. */
BM_API uint64_t bm_reader_defects(const struct bm_reader *reader);

/**
 * How much of the `len` bytes at `text`, which begin with a game, is whole games of a format:
 * a place where the text can be cut in two that can be read apart. 0 if there is none, or if
 * files of this format are not cut. Bytes must be in an encoding that leaves ASCII alone.
 */
BM_API size_t bm_record_cut(enum bm_format format, const char *text, size_t len);

/** The format that a text seems to be in; BM_FORMAT_AUTO if in none. */
BM_API enum bm_format bm_record_detect(const char *text, size_t len);

/** The first game of a text. BM_ESYNTAX if there is none; otherwise as bm_reader_next(). */
BM_API BM_NODISCARD bm_status bm_game_read(struct bm_game *game,
                                           const struct bm_read_options *options,
                                           const char *text, size_t len, struct bm_error *err);
/** @} */

/** @name Writing */
/** @{ */

/** How to write. All zero but the format is a good start. */
struct bm_write_options {
    enum bm_format format;     /**< must be given */
    enum bm_encoding encoding; /**< BM_ENCODING_AUTO: UTF-8 */
    unsigned flags;            /**< 0 */
    uint64_t game;             /**< number of the game in the file, for reports and for what
                                    stands between two games; 0 and 1 are the first */
    bm_report_fn report;       /**< told what the format cannot hold; may be NULL */
    void *user;                /**< for report */
    enum bm_lang lang;         /**< of the reports */
};

/** Take `len` bytes; false on failure. */
typedef bool (*bm_write_fn)(void *user, const char *bytes, size_t len);

/**
 * Write a game. BM_ERULE if the format cannot hold this game at all (chess in KIF); BM_EINVAL
 * if the sink failed; *err (may be NULL) has the words. Nothing is written unless BM_OK.
 */
BM_API BM_NODISCARD bm_status bm_game_write(const struct bm_game *game,
                                            const struct bm_write_options *options,
                                            bm_write_fn write, void *user,
                                            struct bm_error *err);
/** @} */

#ifdef __cplusplus
}
#endif

#endif /* BANMEN_RECORD_H */
