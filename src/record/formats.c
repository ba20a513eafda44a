/* SPDX-License-Identifier: MIT */
#include "record/format.h"

const struct bm_record_format bm_record_formats[BM_FORMAT_COUNT] = {
    [BM_FORMAT_PGN] = {.read = bm_pgn_read, .write = bm_pgn_write, .cut = bm_pgn_cut},
    [BM_FORMAT_KIF] = {.read = bm_kif_read, .write = bm_kif_write, .shogi = true},
    [BM_FORMAT_KI2] = {.read = bm_kif_read, .write = bm_ki2_write, .shogi = true},
    [BM_FORMAT_CSA] = {.read = bm_csa_read,
                       .write = bm_csa_write,
                       .cut = bm_csa_cut,
                       .shogi = true},
    [BM_FORMAT_JKF] = {.read = bm_jkf_read, .write = bm_jkf_write, .shogi = true},
    [BM_FORMAT_USI] = {.read = bm_usi_read,
                       .write = bm_usi_write,
                       .cut = bm_lines_cut,
                       .positions = true},
    [BM_FORMAT_USEN] = {.read = bm_usen_read,
                        .write = bm_usen_write,
                        .cut = bm_lines_cut,
                        .shogi = true,
                        .positions = true},
    [BM_FORMAT_JSON] = {.read = bm_json_read, .write = bm_json_write, .cut = bm_json_cut},
    [BM_FORMAT_FEN] = {.read = bm_fen_read,
                       .write = bm_fen_write,
                       .cut = bm_lines_cut,
                       .positions = true},
    [BM_FORMAT_SFEN] = {.read = bm_fen_read,
                        .write = bm_fen_write,
                        .cut = bm_lines_cut,
                        .positions = true},
    [BM_FORMAT_EPD] = {.read = bm_epd_read,
                       .write = bm_epd_write,
                       .cut = bm_lines_cut,
                       .positions = true},
};

size_t bm_record_cut(enum bm_format format, const char *text, size_t len)
{
    return format < BM_FORMAT_COUNT && bm_record_formats[format].cut
               ? bm_record_formats[format].cut(text, len)
               : 0;
}

static bool is_format_name(const char *word, const char *name, size_t len)
{
    size_t i = 0;
    for (; i < len && word[i]; i++)
        if (word[i] != name[i] && (name[i] < 'A' || name[i] > 'Z' || word[i] != name[i] + 32))
            return false;
    return i == len && !word[i];
}

static const char *const format_words[] = {
#define X(name, word, title) word,
    BM_FORMAT_MAP(X)
#undef X
};

static const char *const encoding_words[] = {
#define X(name, word, title) word,
    BM_ENCODING_MAP(X)
#undef X
};

const char *bm_format_name(enum bm_format f)
{
    return f < BM_FORMAT_COUNT ? format_words[f] : "";
}

enum bm_format bm_format_find(const char *name, size_t len)
{
    enum bm_format f = BM_FORMAT_AUTO;
    while (f < BM_FORMAT_COUNT && !is_format_name(format_words[f], name, len))
        f++;
    return f;
}

const char *bm_encoding_name(enum bm_encoding e)
{
    return e < BM_ENCODING_COUNT ? encoding_words[e] : "";
}

enum bm_encoding bm_encoding_find(const char *name, size_t len)
{
    static const struct {
        const char *word;
        enum bm_encoding encoding;
    } others[] = {
        {"utf8", BM_ENCODING_UTF8},
        {"utf8-bom", BM_ENCODING_UTF8_BOM},
        {"utf-8-sig", BM_ENCODING_UTF8_BOM},
        {"sjis", BM_ENCODING_SHIFT_JIS},
        {"shift-jis", BM_ENCODING_SHIFT_JIS},
        {"cp932", BM_ENCODING_SHIFT_JIS},
        {"windows-31j", BM_ENCODING_SHIFT_JIS},
        {"eucjp", BM_ENCODING_EUC_JP},
        {"euc_jp", BM_ENCODING_EUC_JP},
        {"latin1", BM_ENCODING_LATIN1},
        {"iso-8859-1", BM_ENCODING_LATIN1},
        {"cp1252", BM_ENCODING_LATIN1},
        {"windows-1252", BM_ENCODING_LATIN1},
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (is_format_name(others[i].word, name, len))
            return others[i].encoding;
    enum bm_encoding e = BM_ENCODING_AUTO;
    while (e < BM_ENCODING_COUNT && !is_format_name(encoding_words[e], name, len))
        e++;
    return e;
}
