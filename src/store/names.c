/* SPDX-License-Identifier: MIT */
#include "store/names.h"

#include <stdint.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

/* ---- Scripts ---- */

enum script {
    SCRIPT_COMMON = 0, /* digits, signs */
    SCRIPT_LATIN = 1,
    SCRIPT_GREEK = 2,
    SCRIPT_CYRILLIC = 4,
    SCRIPT_ARMENIAN = 8,
    SCRIPT_HEBREW = 16,
    SCRIPT_ARABIC = 32,
    SCRIPT_DEVANAGARI = 64,
    SCRIPT_THAI = 128,
    SCRIPT_GEORGIAN = 256,
    SCRIPT_HANGUL = 512,
    SCRIPT_KANA = 1024,
    SCRIPT_HAN = 2048,
    SCRIPT_UNKNOWN = 4096
};

/* What may be written together: Japanese is. */
enum { JAPANESE = SCRIPT_LATIN | SCRIPT_KANA | SCRIPT_HAN };

static const struct {
    uint32_t first, last;
    enum script script;
} ranges[] = {
    {'-', '.', SCRIPT_COMMON},       {'0', '9', SCRIPT_COMMON},
    {'A', 'Z', SCRIPT_LATIN},        {'_', '_', SCRIPT_COMMON},
    {'a', 'z', SCRIPT_LATIN},        {0xc0, 0xd6, SCRIPT_LATIN},
    {0xd8, 0xf6, SCRIPT_LATIN},      {0xf8, 0x17f, SCRIPT_LATIN},
    {0x1a0, 0x1a1, SCRIPT_LATIN},    {0x1af, 0x1b0, SCRIPT_LATIN},
    {0x218, 0x21b, SCRIPT_LATIN},    {0x386, 0x386, SCRIPT_GREEK},
    {0x388, 0x3ce, SCRIPT_GREEK},    {0x400, 0x45f, SCRIPT_CYRILLIC},
    {0x48a, 0x4ff, SCRIPT_CYRILLIC}, {0x531, 0x587, SCRIPT_ARMENIAN},
    {0x5d0, 0x5ea, SCRIPT_HEBREW},   {0x620, 0x64a, SCRIPT_ARABIC},
    {0x671, 0x6d3, SCRIPT_ARABIC},   {0x904, 0x939, SCRIPT_DEVANAGARI},
    {0xe01, 0xe30, SCRIPT_THAI},     {0x10d0, 0x10f0, SCRIPT_GEORGIAN},
    {0x1e00, 0x1eff, SCRIPT_LATIN},  {0x3005, 0x3005, SCRIPT_HAN},
    {0x3007, 0x3007, SCRIPT_HAN},    {0x3041, 0x3096, SCRIPT_KANA},
    {0x30a1, 0x30fa, SCRIPT_KANA},   {0x30fc, 0x30fc, SCRIPT_KANA},
    {0x3400, 0x4dbf, SCRIPT_HAN},    {0x4e00, 0x9fff, SCRIPT_HAN},
    {0xac00, 0xd7a3, SCRIPT_HANGUL}, {0xff0d, 0xff0e, SCRIPT_COMMON},
    {0xff10, 0xff19, SCRIPT_COMMON}, {0xff21, 0xff3a, SCRIPT_LATIN},
    {0xff3f, 0xff3f, SCRIPT_COMMON}, {0xff41, 0xff5a, SCRIPT_LATIN},
    {0xff66, 0xff9f, SCRIPT_KANA},
};

static enum script script_of(uint32_t c)
{
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (c >= ranges[i].first && c <= ranges[i].last)
            return ranges[i].script;
    return SCRIPT_UNKNOWN;
}

/* ---- Compatibility forms: what NFKC does to what may be in a name ---- */

static const wchar_t half_width[] =
    L"ヲァィゥェォャュョッーアイウエオカキクケコサシスセソ"
    L"タチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン";

enum { HALF_FIRST = 0xff66, HALF_LAST = 0xff9d, VOICED = 0xff9e, HALF_VOICED = 0xff9f };

/* カ + ゛ is ガ, ハ + ゜ is パ; 0: these do not combine. */
static wchar_t voiced_form(wchar_t base, wchar_t mark)
{
    static const wchar_t plain[] = L"カキクケコサシスセソタチツテトハヒフヘホ";
    if (base == L'ウ' && mark == VOICED)
        return L'ヴ';
    if (!wcschr(plain, base))
        return 0;
    if (mark == VOICED)
        return base + 1;
    return base >= L'ハ' && base <= L'ホ' ? base + 2 : 0;
}

static wchar_t normal_width(wchar_t c)
{
    if (c >= 0xff01 && c <= 0xff5e)
        return c - 0xff01 + '!';
    return c >= HALF_FIRST && c <= HALF_LAST ? half_width[c - HALF_FIRST] : c;
}

/* In place; the new length. */
static size_t normalize_width(wchar_t *name, size_t len)
{
    size_t n = 0;
    for (size_t i = 0; i < len; i++) {
        const bool mark = name[i] == VOICED || name[i] == HALF_VOICED;
        const wchar_t both = mark && n != 0 ? voiced_form(name[n - 1], name[i]) : 0;
        if (both)
            name[n - 1] = both;
        else
            name[n++] = normal_width(name[i]);
    }
    return n;
}

/* ---- Letters that look alike ---- */

/*
 * The letter at each place of `letters` looks like the one at the same place of `like`. Case
 * counts: capital I looks like l, small i does not; names that differ in case alone are the
 * same anyway, by their folded form.
 */
static const struct {
    const wchar_t *letters, *like;
} alike[] = {
    {L"01OIı", L"ololi"},
    /* Greek */
    {L"ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", L"abezhlkmnoptyx"},
    {L"αγεηικνορστυχως", L"ayenikvopotuxwc"},
    /* Cyrillic */
    {L"АВЕЅІЈКМНОРСТУХЗЬЁЇ", L"abesljkmhopctyx3bëï"},
    {L"аеѕіјкорсухһԁԛԝѵгёї", L"aesijkopcyxhdqwvrëï"},
    /* Armenian, Hebrew, Arabic */
    {L"օոսհցյզաՕՍԼ", L"onuhgjqwosl"},
    {L"\u05d5\u05df\u05e1\u0627\u0647", L"llolo"},
    /* Kana, and the kanji or hiragana that they look like */
    {L"ーエオカタチトニヌノハヒヘベペムヨリロ", L"一工才力夕千卜二又丿八匕へべぺ厶彐り口"},
    /* Small kana */
    {L"ぁぃぅぇぉっゃゅょゎゕゖ", L"あいうえおつやゆよわかけ"},
    {L"ァィゥェォッャュョヮヵヶ", L"アイウ工才ツヤユ彐ワ力ケ"},
    /* Kanji */
    {L"囗曰士已巳〇", L"口日土己己o"},
};

static wchar_t prototype_of(wchar_t c)
{
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++) {
        const wchar_t *const at = wcschr(alike[i].letters, c);
        if (at)
            return alike[i].like[at - alike[i].letters];
    }
    return c;
}

static bool is_sign(wchar_t c) { return c == '-' || c == '_' || c == '.'; }

/* One letter behind what is there; two may look like one. */
static size_t append_letter(wchar_t *out, size_t n, wchar_t c)
{
    const wchar_t last = n != 0 ? out[n - 1] : 0;
    if (is_sign(c) && c == last)
        return n;
    if (last == 'r' && c == 'n') {
        out[n - 1] = 'm';
        return n;
    }
    if (last == 'v' && c == 'v') {
        out[n - 1] = 'w';
        return n;
    }
    out[n] = c;
    return n + 1;
}

/* ---- Text ---- */

/* Its characters; 0: it is not UTF-8, or too long. The locale is in use. */
static size_t decode_name(const char *name, wchar_t out[BM_NAME_MOST + 2])
{
    mbstate_t state = {0};
    const char *from = name;
    if (strlen(name) >= BM_NAME_TEXT)
        return 0;
    const size_t n = mbsrtowcs(out, &from, BM_NAME_MOST + 1, &state);
    return n == (size_t)-1 || n > BM_NAME_MOST ? 0 : n;
}

static bool write_name(const wchar_t *name, char out[BM_NAME_TEXT])
{
    mbstate_t state = {0};
    return wcsrtombs(out, &name, BM_NAME_TEXT, &state) != (size_t)-1 && !name;
}

/* Letters that cannot be seen, though they count as letters. */
static bool is_filler(wint_t c)
{
    return c == 0x115f || c == 0x1160 || c == 0x3164 || c == 0xffa0;
}

/* Letters and digits, and signs behind the first. */
static bool is_name_pattern(const wchar_t *name, size_t len)
{
    if (len < BM_NAME_LEAST)
        return false;
    for (size_t i = 0; i < len; i++)
        if (is_filler((wint_t)name[i]) ||
            (!iswalnum((wint_t)name[i]) && !(is_sign(name[i]) && i != 0)))
            return false;
    return true;
}

enum bm_name_fault bm_name_check(locale_t letters, const char *name)
{
    wchar_t wide[BM_NAME_MOST + 2] = {0};
    unsigned scripts = 0;
    const locale_t before = uselocale(letters);
    size_t len = decode_name(name, wide);
    for (size_t i = 0; i < len; i++)
        scripts |= script_of((uint32_t)wide[i]);
    len = normalize_width(wide, len);
    const bool good = is_name_pattern(wide, len) && !(scripts & SCRIPT_UNKNOWN);
    (void)uselocale(before);
    if (!good)
        return BM_NAME_MALFORMED;
    const bool one = (scripts & (scripts - 1)) == 0;
    return one || !(scripts & ~(unsigned)JAPANESE) ? BM_NAME_GOOD : BM_NAME_MIXED;
}

bool bm_name_fold(locale_t letters, const char *name, char out[BM_NAME_TEXT])
{
    wchar_t wide[BM_NAME_MOST + 2] = {0};
    const locale_t before = uselocale(letters);
    const size_t len = decode_name(name, wide);
    bool good = is_name_pattern(wide, len);
    for (size_t i = 0; i < len; i++)
        wide[i] = (wchar_t)towlower((wint_t)wide[i]);
    good = good && write_name(wide, out);
    (void)uselocale(before);
    return good;
}

bool bm_name_skeleton(locale_t letters, const char *name, char out[BM_NAME_TEXT])
{
    wchar_t wide[BM_NAME_MOST + 2] = {0}, skeleton[BM_NAME_MOST + 2] = {0};
    size_t n = 0;
    const locale_t before = uselocale(letters);
    const size_t len = normalize_width(wide, decode_name(name, wide));
    for (size_t i = 0; i < len; i++) {
        const wchar_t c = prototype_of(wide[i]);
        n = append_letter(skeleton, n, (wchar_t)towlower((wint_t)c));
    }
    const bool good = len != 0 && write_name(skeleton, out);
    (void)uselocale(before);
    return good;
}
