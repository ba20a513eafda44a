/* SPDX-License-Identifier: MIT */

/* replay FOLDER...: the property for every file of a corpus. TAP. */

#include <dirent.h>

#include "fuzz.h"
#include "tap.h"

static void replay(const char *folder, const char *name)
{
    static char path[4096], data[1 << 16];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *const f = fopen(path, "rb");
    if (!f)
        tap_bail("cannot open a file of the corpus");
    const size_t size = fread(data, 1, sizeof data, f);
    fclose(f);
    /* A copy of the exact size, so that the address sanitizer sees a read past the end. */
    uint8_t *const exact = malloc(size ? size : 1);
    if (!exact)
        tap_bail("out of memory");
    memcpy(exact, data, size);
    printf("# %s\n", name);
    fflush(stdout);
    ok_named(LLVMFuzzerTestOneInput(exact, size) == 0, "holds for %s", name);
    free(exact);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        DIR *const dir = opendir(argv[i]);
        if (!dir)
            tap_bail("cannot open the corpus");
        for (struct dirent *e; (e = readdir(dir));)
            if (e->d_name[0] != '.')
                replay(argv[i], e->d_name);
        closedir(dir);
    }
    ok_named(tap_count > 0, "%u inputs", tap_count);
    return tap_done();
}
