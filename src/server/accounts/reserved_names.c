/* SPDX-License-Identifier: MIT */
/* Reserved names: the server's own, and names that resemble them. */
#include "banmen/search.h"
#include "server/accounts/accounts_internal.h"
#include "server/analysis/engine_list.h"

/* A skeleton without its signs: ad-min is admin. */
static void drop_signs(char *skeleton)
{
    size_t n = 0;
    for (const char *c = skeleton; *c; c++)
        if (!strchr("-_.", *c))
            skeleton[n++] = *c;
    skeleton[n] = '\0';
}

/* The skeletons of a name as it is written, and of the same in small letters. */
struct name_looks {
    char written[BM_NAME_TEXT], small[BM_NAME_TEXT];
};

static bool find_looks(const struct bm_accounts *accounts, const char *name,
                       struct name_looks *out)
{
    char folded[BM_NAME_TEXT];
    if (!bm_name_skeleton(accounts->letters, name, out->written))
        return false;
    if (!bm_name_fold(accounts->letters, name, folded) ||
        !bm_name_skeleton(accounts->letters, folded, out->small))
        memcpy(out->small, out->written, sizeof out->small);
    drop_signs(out->written);
    drop_signs(out->small);
    return true;
}

/* Whether a name looks like a word in capitals or in small letters; or begins so. */
static bool is_like(const struct bm_accounts *accounts, const struct name_looks *name,
                    const char *word, bool begins)
{
    char capitals[BM_NAME_TEXT];
    struct name_looks other;
    size_t n = 0;
    for (; word && word[n] && n + 1 < sizeof capitals; n++)
        capitals[n] = (char)(word[n] >= 'a' && word[n] <= 'z' ? word[n] - 'a' + 'A' : word[n]);
    capitals[n] = '\0';
    if (!find_looks(accounts, capitals, &other))
        return false;
    if (begins)
        return strncmp(name->small, other.small, strlen(other.small)) == 0 ||
               strncmp(name->written, other.written, strlen(other.written)) == 0;
    return strcmp(name->small, other.small) == 0 || strcmp(name->written, other.written) == 0;
}

bool bm_accounts_is_reserved_name(const struct bm_accounts *accounts, const char *name)
{
    static const char *const words[] = {
        "admin",        "administrator",  "root",       "moderator", "mod",
        "banmen",       "system",         "server",     "support",   "staff",
        "official",     "security",       "abuse",      "help",      "info",
        "operator",     "owner",          "postmaster", "webmaster", "hostmaster",
        "api",          "null",           "nil",        "undefined", "none",
        "nobody",       "anonymous",      "anon",       "guest",     "unknown",
        "deleted",      "computer",       "engine",     "cpu",       "level",
        "盤面",         "管理者",         "管理人",     "運営",      "運営者",
        "公式",         "システム",       "サーバ",     "サーバー",  "サポート",
        "匿名",         "名無し",         "名無しさん", "ゲスト",    "退会者",
        "コンピュータ", "コンピューター", "エンジン",
    };
    /* Names that begin so speak for the server. */
    static const char *const begins[] = {"banmen", "盤面"};
    struct name_looks looks;
    if (!find_looks(accounts, name, &looks))
        return false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (is_like(accounts, &looks, words[i], false))
            return true;
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (is_like(accounts, &looks, begins[i], true))
            return true;
    for (unsigned level = 1; bm_level_name(level); level++)
        if (is_like(accounts, &looks, bm_level_name(level), false) ||
            is_like(accounts, &looks, bm_level_text(level, BM_JA), false))
            return true;
    const struct bm_engines *const engines =
        accounts->server ? accounts->server->engines : NULL;
    for (size_t i = 0; engines && bm_engines_name(engines, i); i++)
        if (is_like(accounts, &looks, bm_engines_name(engines, i), false))
            return true;
    return false;
}

bool bm_accounts_is_similar_name(struct bm_accounts *accounts, const char *name)
{
    struct bm_account_row row;
    char skeleton[BM_NAME_TEXT];
    return bm_accounts_is_reserved_name(accounts, name) ||
           (bm_name_skeleton(accounts->letters, name, skeleton) &&
            bm_store_account_alike(accounts->server->store, skeleton, &row) !=
                BM_STORE_MISSING);
}
