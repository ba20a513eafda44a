/* SPDX-License-Identifier: MIT */
#ifndef BM_DESKTOP_FILES_PREFS_H
#define BM_DESKTOP_FILES_PREFS_H

/* Preferences: a JSON file in banmen's folder of $XDG_CONFIG_HOME (or ~/.config). Unreadable
 * values are ignored. */

#include <stdbool.h>
#include <stddef.h>

#include "banmen/types.h"

enum { BM_PREF_TEXT = 256, BM_PREF_PATH = 1024, BM_PREF_RECENT = 8, BM_PREF_LINES = 5 };

struct bm_prefs {
    int lang;  /* enum bm_lang; -1: as the system says */
    int theme; /* of the board: 0 wood, 1 plain, 2 green */
    int set;   /* enum bm_piece_set */
    bool dark, sounds, coordinates, animation, targets, natural, full_screen;
    int zoom;          /* per cent */
    int width, height; /* of the window; 0: never opened */
    /* The last new game */
    char variant[BM_PREF_PATH]; /* a name or the path of a file */
    char start[BM_PREF_TEXT];   /* the name of a start; "": the usual */
    char seat[2][BM_PREF_TEXT];
    char clock[BM_PREF_TEXT];
    /* Analysis */
    char analyst[BM_PREF_TEXT]; /* an engine; "": the built-in search */
    int lines;                  /* so many */
    /* Files */
    char folder[BM_PREF_PATH];
    char recent[BM_PREF_RECENT][BM_PREF_PATH];
};

void bm_prefs_init(struct bm_prefs *p);
/* Read them; missing values stay unchanged. */
void bm_prefs_load(struct bm_prefs *p, const char *path);
/* The preferences as JSON, freed by the caller; NULL: out of memory. */
char *bm_prefs_text(const struct bm_prefs *p);
/* Put a file at the head of the recent files. */
void bm_prefs_add_recent(struct bm_prefs *p, const char *path);

/* The path of an application file by the XDG rules: `kind` is "CONFIG", "DATA" or "STATE".
 * Creates the folders. False: there is no such folder. */
bool bm_app_file_path(const char *kind, const char *name, char *buf, size_t cap);
/* Replace a file atomically: write a temporary file and rename it. False: see errno. */
bool bm_file_replace(const char *path, const char *text, size_t len);

#endif
