/* SPDX-License-Identifier: MIT */
#ifndef BM_SERVER_STUDY_EDIT_H
#define BM_SERVER_STUDY_EDIT_H

/*
 * Edits of a shared study. A node of the tree is named by its path: the moves that lead to it,
 * with a blank between two, "" for the start. Each edit sets something, so that one that is
 * sent twice changes nothing, and all pages that apply the same edits in the order of their
 * numbers have the same tree. The server does not know the rules: what a page cannot apply it
 * passes over.
 */

#include "server/ws/messages.h"

/*
 * Kinds of edits, and what their text is (none: it is absent or empty):
 *   node      none; the path is made, as far as it is missing
 *   delete    none; the node goes, with all behind it
 *   order     the children of the node, by their moves: these first
 *   comment, before   what is written about the node, or before it; "" is nothing
 *   nags      annotations as numbers: "1 14"
 *   marks     arrows FROM-TOc and circles ATc, squares as numbers, c a letter of G R Y B
 */
enum {
    BM_STUDY_PATH = 3000, /* bytes of a path, */
    BM_STUDY_NOTE = 2000, /* and of a comment */
    BM_STUDY_NAGS = 16,
    BM_STUDY_MARKS = 64
};

/* Whether a path has the form of one. */
bool bm_study_is_path(const char *path);
/* Whether a message of kind BM_CLIENT_EDIT is an edit; NULL: it is, else what is wrong. */
const char *bm_study_edit_check(const struct bm_client_message *message);

#endif
