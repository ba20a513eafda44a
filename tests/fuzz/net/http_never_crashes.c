/* SPDX-License-Identifier: MIT */

/* Any bytes sent as requests: the connection ends, with answers of the server's or none, and
 * never with a 500. */

#include "sockets.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *const got = fuzz_talk("", data, size);
    REQUIRE(got != NULL);
    REQUIRE(*got == '\0' || !strncmp(got, "HTTP/1.1 ", 9));
    REQUIRE(strstr(got, "HTTP/1.1 500") == NULL);
    bm_release(got);
    return 0;
}
