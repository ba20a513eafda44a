/* SPDX-License-Identifier: MIT */
#include "engine/registry.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "banmen/search.h"
#include "base/near.h"

enum { MAX_NAME = 100 };

/* Index of the first engine whose name is not before this one. */
static size_t lower_bound(const struct bm_registry *r, const char *name)
{
    size_t low = 0, high = r->count;
    while (low < high) {
        const size_t mid = low + (high - low) / 2;
        if (strcasecmp(r->engines[mid].name, name) < 0)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

struct bm_engine_spec *bm_registry_find(const struct bm_registry *r, const char *name)
{
    const size_t at = lower_bound(r, name);
    return at < r->count && strcasecmp(r->engines[at].name, name) == 0 ? &r->engines[at] : NULL;
}

const char *bm_registry_nearest(const struct bm_registry *r, const char *name)
{
    const char *best = NULL;
    for (size_t i = 0; i < r->count; i++)
        best = bm_nearer(name, r->engines[i].name, best);
    return best;
}

static bool has_control(const char *s)
{
    for (; *s != '\0'; s++) {
        if ((unsigned char)*s < 0x20 || *s == 0x7f)
            return true;
    }
    return false;
}

/* A name must not be taken for a path, an option, a built-in player or a command with options.
 */
static bm_status check_name(const char *name, struct bm_error *err)
{
    if (!name || *name == '\0')
        return bm_spec_fail(err, BM_EINVAL, "the name is missing");
    if (strlen(name) > MAX_NAME)
        return bm_spec_fail(err, BM_EINVAL, "the name is longer than %d bytes", MAX_NAME);
    if (has_control(name) || strpbrk(name, "/[]\"'\\"))
        return bm_spec_fail(err, BM_EINVAL, "a name may not hold / [ ] \\ or quotes");
    if (*name == '-' || *name == ' ' || name[strlen(name) - 1] == ' ')
        return bm_spec_fail(err, BM_EINVAL,
                            "a name does not begin with - or a blank, nor end in a blank");
    if (strncasecmp(name, "builtin", 7) == 0)
        return bm_spec_fail(err, BM_EINVAL,
                            "names that begin with 'builtin' are those of our own players");
    return BM_OK;
}

bm_status bm_registry_add(struct bm_registry *r, const struct bm_engine_spec *spec,
                          struct bm_error *err)
{
    const bm_status status = check_name(spec->name, err);
    if (status)
        return status;
    if (!spec->command || *spec->command == '\0')
        return bm_spec_fail(err, BM_EINVAL, "the command is missing");
    if (bm_registry_find(r, spec->name))
        return bm_spec_fail(err, BM_EINVAL, "there is an engine '%s' already", spec->name);

    struct bm_engine_spec copy;
    struct bm_engine_spec *const more =
        realloc(r->engines, (r->count + 1) * sizeof *r->engines);
    if (more)
        r->engines = more;
    if (!more || bm_spec_copy(&copy, spec))
        return bm_spec_fail(err, BM_ENOMEM, "%s", bm_status_text(BM_ENOMEM));
    const size_t at = lower_bound(r, spec->name);
    memmove(r->engines + at + 1, r->engines + at, (r->count - at) * sizeof *r->engines);
    r->engines[at] = copy;
    r->count++;
    return BM_OK;
}

bool bm_registry_remove(struct bm_registry *r, const char *name)
{
    struct bm_engine_spec *const found = bm_registry_find(r, name);
    if (!found)
        return false;
    bm_spec_fini(found);
    r->count--;
    memmove(found, found + 1, (size_t)(r->engines + r->count - found) * sizeof *r->engines);
    return true;
}

/* ---- What a user means ---- */

/* A level by number or name; 0 if there is none. */
static unsigned level_of(const char *text)
{
    char *end;
    const unsigned long number = strtoul(text, &end, 10);
    for (unsigned level = 1; level <= BM_LEVELS; level++) {
        const char *const name = bm_level_name(level);
        if (*text >= '0' && *text <= '9' && *end == '\0' ? number == level
                                                         : name && strcasecmp(text, name) == 0)
            return level;
    }
    return 0;
}

static bm_status resolve_builtin(struct bm_engine_spec *spec, unsigned *level, const char *text,
                                 struct bm_error *err)
{
    const unsigned found = text[7] == ':' ? level_of(text + 8) : 0;
    if (!found)
        return bm_spec_fail(err, BM_EINVAL,
                            "'%.60s': our own players are builtin:1 to builtin:%d", text,
                            BM_LEVELS);
    if (bm_spec_set(&spec->name, text))
        return bm_spec_fail(err, BM_ENOMEM, "%s", bm_status_text(BM_ENOMEM));
    *level = found;
    return BM_OK;
}

/* An engine of the registry, with options of the user's over its own. */
static bm_status take_over(struct bm_engine_spec *spec, const struct bm_engine_spec *known,
                           struct bm_error *err)
{
    struct bm_engine_spec made;
    bm_status status = bm_spec_copy(&made, known);
    for (size_t i = 0; !status && i < spec->options_count; i++)
        status = bm_spec_set_option(&made, spec->options[i].name, spec->options[i].value);
    if (status) {
        bm_spec_fini(&made);
        return bm_spec_fail(err, status, "%s", bm_status_text(status));
    }
    bm_spec_fini(spec);
    *spec = made;
    return BM_OK;
}

static bm_status say_unknown(const struct bm_registry *r, const char *name,
                             struct bm_error *err)
{
    const char *const near = bm_registry_nearest(r, name);
    return bm_spec_fail(err, BM_EINVAL,
                        "there is no engine and no program '%.60s'%s%s%s ('banmen engine list' "
                        "has the engines)",
                        name, near ? "; did you mean '" : "", near ? near : "",
                        near ? "'?" : "");
}

/* The engine of the registry that a command names: its words together are a name. */
static const struct bm_engine_spec *find_command(const struct bm_registry *r,
                                                 const struct bm_engine_spec *spec)
{
    struct bm_buf name = {0};
    bm_buf_text(&name, spec->command);
    for (size_t i = 0; i < spec->args_count; i++) {
        bm_buf_char(&name, ' ');
        bm_buf_text(&name, spec->args[i]);
    }
    char *const text = bm_buf_take(&name);
    const struct bm_engine_spec *const found = text ? bm_registry_find(r, text) : NULL;
    bm_release(text);
    return found;
}

static bm_status resolve_name(struct bm_engine_spec *spec, struct bm_error *err)
{
    struct bm_registry r;
    bm_status status = bm_registry_open(&r, NULL, false, err);
    if (status)
        return status;
    const struct bm_engine_spec *const known = find_command(&r, spec);
    status = known ? take_over(spec, known, err) : BM_OK;
    if (!status) {
        struct bm_error why;
        status = bm_spec_locate(spec, &why);
        if (status)
            (void)(known ? bm_spec_fail(err, status, "engine '%s': %s", spec->name, why.what)
                         : say_unknown(&r, spec->command, err));
    }
    bm_registry_close(&r);
    return status;
}

bm_status bm_registry_resolve(struct bm_engine_spec *spec, unsigned *level, const char *text,
                              struct bm_error *err)
{
    bm_spec_init(spec);
    *level = 0;
    if (strncasecmp(text, "builtin", 7) == 0 && (text[7] == ':' || text[7] == '\0'))
        return resolve_builtin(spec, level, text, err);

    bm_status status = bm_spec_parse(spec, text, err);
    if (!status && strchr(spec->command, '/')) /* no name has one */
        status = bm_spec_locate(spec, err);
    else if (!status)
        status = resolve_name(spec, err);
    if (status)
        bm_spec_fini(spec);
    return status;
}
