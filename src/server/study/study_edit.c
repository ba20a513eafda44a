/* SPDX-License-Identifier: MIT */
#include "server/study/study_edit.h"

#include <string.h>

/* Words of visible ASCII with one blank between two; nothing is no word. */
bool bm_study_is_path(const char *path)
{
    char before = ' ';
    const char *p = path;
    for (; *p; before = *p++)
        if (*p < ' ' || *p > '~' || (*p == ' ' && before == ' '))
            return false;
    return (p == path || before != ' ') && p - path <= BM_STUDY_PATH;
}

static bool is_none(const char *text) { return *text == '\0'; }
static bool is_path(const char *text) { return bm_study_is_path(text); }

static bool is_note(const char *text)
{
    const char *p = text;
    for (; *p; p++)
        if (((unsigned char)*p < ' ' && *p != '\n' && *p != '\t') || *p == 0x7f)
            return false;
    return p - text <= BM_STUDY_NOTE;
}

/* A number up to 255, without zeros before it; NULL: there is none. */
static const char *skip_number(const char *p)
{
    unsigned value = 0, digits = 0;
    for (; *p >= '0' && *p <= '9' && digits < 4; digits++)
        value = value * 10 + (unsigned)(*p++ - '0');
    const bool fine = digits > 0 && value <= 255 && (digits == 1 || p[-(int)digits] != '0');
    return fine ? p : NULL;
}

static bool is_nags(const char *p)
{
    unsigned count = 0;
    while (*p) {
        p = skip_number(p);
        if (!p || ++count > BM_STUDY_NAGS || (*p != ' ' && *p != '\0') ||
            (*p == ' ' && *++p == '\0'))
            return false;
    }
    return true;
}

static const char *skip_mark(const char *p)
{
    p = skip_number(p);
    if (p && *p == '-')
        p = skip_number(p + 1);
    return p && *p != '\0' && strchr("GRYB", *p) ? p + 1 : NULL;
}

static bool is_marks(const char *p)
{
    unsigned count = 0;
    while (*p) {
        p = skip_mark(p);
        if (!p || ++count > BM_STUDY_MARKS || (*p != ' ' && *p != '\0') ||
            (*p == ' ' && *++p == '\0'))
            return false;
    }
    return true;
}

const char *bm_study_edit_check(const struct bm_client_message *message)
{
    static const struct {
        const char *word;
        bool (*is_text)(const char *text);
        bool needs_path;
    } kinds[] = {
        {"node", is_none, true},     {"delete", is_none, true},  {"order", is_path, false},
        {"comment", is_note, false}, {"before", is_note, false}, {"nags", is_nags, false},
        {"marks", is_marks, false},
    };
    const char *const text = message->text ? message->text : "";
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(message->edit, kinds[i].word) != 0)
            continue;
        if (!bm_study_is_path(message->path) ||
            (kinds[i].needs_path && message->path[0] == '\0'))
            return "\"path\" should be moves with a blank between two";
        return kinds[i].is_text(text) ? NULL : "\"text\" does not fit this kind of edit";
    }
    return "\"k\" should be a kind of edit, such as \"node\"";
}
