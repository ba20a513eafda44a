/* SPDX-License-Identifier: MIT */

/* Any bytes sent into a web socket: it ends, and what came back are frames without masks. */

#include "sockets.h"

static const char upgrade[] =
    "GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const unsigned closed = fuzz_rig.closed;
    char *const got = fuzz_talk(upgrade, data, size);
    REQUIRE(got != NULL && !strncmp(got, "HTTP/1.1 101 ", 13));
    const char *const end = strstr(got, "\r\n\r\n");
    REQUIRE(end != NULL);
    REQUIRE(end[4] == '\0' || ((unsigned char)end[4] & 0xf0) == 0x80);
    RIG_UNTIL(&fuzz_rig, fuzz_rig.closed != closed);
    REQUIRE(fuzz_rig.closed == closed + 1);
    bm_release(got);
    return 0;
}
