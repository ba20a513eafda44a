/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/args.h"
#include "cli/commands/data_folder.h"
#include "server/app/server.h"

enum { PATH_CAP = 4096 };

/* Make a folder and those above it. */
static bool make_folder(const char *path)
{
    char part[PATH_CAP];
    for (size_t i = 1; i <= strlen(path); i++) {
        if (path[i] != '/' && path[i] != '\0')
            continue;
        (void)snprintf(part, sizeof part, "%.*s", (int)i, path);
        if (mkdir(part, 0700) != 0 && errno != EEXIST)
            return false;
    }
    return true;
}

static bool has_port(const char *address)
{
    const char *const colon = strrchr(address, ':');
    return colon && colon[1] != '\0' && strspn(colon + 1, "0123456789") == strlen(colon + 1);
}

int bm_cmd_serve(const struct bm_args *args)
{
    const struct bm_option_value *const o = args->option;
    const char *hosts[MAX_REPEATED];
    char folder[PATH_CAP], file[PATH_CAP + 16], csa[300];
    struct bm_server_options options = {.listen = "127.0.0.1:8080", .store = file};
    if (o[OPT_LISTEN].given)
        options.listen = o[OPT_LISTEN].text;
    if (!has_port(options.listen)) {
        fprintf(stderr, "banmen: serve: '%s' is no address with a port, as 127.0.0.1:8080\n",
                options.listen);
        return EXIT_USAGE;
    }
    if (!bm_data_folder(args, folder, sizeof folder)) {
        fprintf(stderr, "banmen: serve: there is no home folder: say one with --data\n");
        return EXIT_USAGE;
    }
    if (!make_folder(folder)) {
        fprintf(stderr, "banmen: serve: %s: %s\n", folder, strerror(errno));
        return EXIT_USAGE;
    }
    (void)snprintf(file, sizeof file, "%s/banmen.db", folder);
    if (o[OPT_DB].given)
        options.store = o[OPT_DB].text;
    if (strstr(options.store, "://")) {
        fprintf(stderr,
                "banmen: serve: '%s' is the address of a database server: games are kept in "
                "SQLite alone; --db takes a file\n",
                options.store);
        return EXIT_USAGE;
    }
    if (o[OPT_CSA].given) {
        (void)snprintf(csa, sizeof csa, "%.*s:%u",
                       (int)(strrchr(options.listen, ':') - options.listen), options.listen,
                       o[OPT_CSA].number);
        options.csa = csa;
    }
    options.origin = o[OPT_ORIGIN].given ? o[OPT_ORIGIN].text : NULL;
    for (unsigned i = 0; i < args->repeated_count; i++)
        if (args->repeated[i].id == OPT_HOST)
            hosts[options.host_count++] = args->repeated[i].text;
    options.hosts = hosts;
    options.engines = o[OPT_ENGINES].given ? o[OPT_ENGINES].text : NULL;
    options.behind_proxy = o[OPT_PROXY].given;
    options.metrics = o[OPT_METRICS].given ? o[OPT_METRICS].text : NULL;
    if (options.metrics && strcmp(options.metrics, "off") != 0 && !has_port(options.metrics)) {
        fprintf(stderr, "banmen: serve: '%s' is no address with a port, and not off\n",
                options.metrics);
        return EXIT_USAGE;
    }
    options.log_requests = o[OPT_LOG_REQUESTS].given;
    options.open = o[OPT_OPEN].given;
    if (o[OPT_FIRST_MOVE].given)
        options.first_move_ms =
            o[OPT_FIRST_MOVE].number ? o[OPT_FIRST_MOVE].number * 1000L : -1;
    if (o[OPT_AWAY].given)
        options.away_ms = o[OPT_AWAY].number ? o[OPT_AWAY].number * 1000L : -1;
    if (o[OPT_ANALYSIS_SHARE].given)
        options.analysis_ms = o[OPT_ANALYSIS_SHARE].number * 1000L;
    options.quick_limits = o[OPT_NO_LIMITS].given;
    if (!bm_quota_parse(&options.quota, o[OPT_QUOTA].given ? o[OPT_QUOTA].text : NULL)) {
        fprintf(stderr,
                "banmen: serve: '%s' is no list of quotas, as games=300,bytes=4000000\n",
                o[OPT_QUOTA].text);
        return EXIT_USAGE;
    }
    options.quota.is_on = !options.quick_limits || o[OPT_QUOTA].given;
    return bm_server_run(&options) == EXIT_SUCCESS ? EXIT_YES : EXIT_USAGE;
}
