/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include "banmen/message.h"

/*
 * A message from anywhere is translated or stays as it is; a small buffer holds the beginning
 * of it, and piece names of a game change nothing in what is not known.
 */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char english[2048], text[65536], named[65536], small[64];
    if (size >= sizeof english)
        return 0;
    memcpy(english, data, size);
    english[size] = '\0';

    const size_t len = bm_message_format(english, BM_JA, NULL, text, sizeof text);
    REQUIRE(len < sizeof text && strlen(text) == len);
    REQUIRE(bm_message_format(english, BM_JA, NULL, small, sizeof small) == len);
    REQUIRE(strlen(small) < sizeof small && strncmp(small, text, strlen(small)) == 0);
    REQUIRE(bm_message_format(english, BM_EN, NULL, named, sizeof named) == strlen(english));
    REQUIRE(strcmp(named, english) == 0);

    (void)bm_message_format(english, BM_JA, bm_rules_shogi(), named, sizeof named);
    if (strcmp(text, english) == 0)
        REQUIRE(strcmp(named, english) == 0);

    struct bm_issue issue = {.line = 1, .column = 1, .length = 1};
    (void)bm_message_format(english, BM_EN, NULL, issue.message, sizeof issue.message);
    (void)bm_message_format(english, BM_EN, NULL, issue.hint, sizeof issue.hint);
    bm_issue_translate(&issue, BM_JA);
    REQUIRE(strlen(issue.message) < sizeof issue.message &&
            strlen(issue.hint) < sizeof issue.hint);
    return 0;
}
