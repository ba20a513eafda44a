/* SPDX-License-Identifier: MIT */
/* The game as JSON, with tags for what a record does not hold: the players, the variant file,
 * the archive file, and the shown node of a study. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "desktop/app/error_text.h"
#include "desktop/files/archive.h"
#include "desktop/files/saved_session.h"
#include "desktop/files/variant_file.h"

static const char *const seats[2] = {"DesktopFirst", "DesktopSecond"};
static const char rules_tag[] = "DesktopRules", study_tag[] = "DesktopStudy";
const char bm_saved_session_archive_tag[] = "DesktopArchive";

static bool add_tag(struct bm_game *game, const char *name, const char *value)
{
    const struct bm_text n = {name, strlen(name)}, v = {value, strlen(value)};
    return bm_game_add_tag(game, n, v) == BM_OK;
}

/* The index of a node in depth-first order identifies it in the file. */
static unsigned node_index(const struct bm_game *game, bm_node node)
{
    unsigned place = 0;
    for (bm_node n = BM_NODE_ROOT; n != node && n != BM_NODE_NONE;
         n = bm_game_walk(game, BM_NODE_ROOT, n))
        place++;
    return place;
}

static bm_node node_at(const struct bm_game *game, unsigned place)
{
    bm_node n = BM_NODE_ROOT, next;
    while (place-- > 0 && (next = bm_game_walk(game, BM_NODE_ROOT, n)) != BM_NODE_NONE)
        n = next;
    return bm_game_kind(game, n) == BM_NODE_END ? bm_game_parent(game, n) : n;
}

bool bm_saved_session_is_needed(const struct bm_desktop_session *d)
{
    struct bm_match_state state;
    if (!d->match)
        return d->study && d->edited;
    bm_desktop_session_match_state(d, &state);
    return state.stage != BM_MATCH_OVER && bm_ctx_plies(bm_match_ctx(d->match)) != 0;
}

bool bm_saved_session_write(const struct bm_app *app, struct bm_buf *out)
{
    const struct bm_desktop_session *const d = &app->session;
    const struct bm_write_options options = {.format = BM_FORMAT_JSON};
    char place[16];
    struct bm_game *const game = bm_desktop_session_record(d, true);
    if (!game)
        return false;
    bool fine = add_tag(game, rules_tag, app->prefs.variant);
    for (unsigned side = 0; side < 2 && d->match; side++)
        fine = fine && add_tag(game, seats[side], d->seat[side].player.word);
    snprintf(place, sizeof place, "%u", d->match ? 0 : node_index(game, d->node));
    fine = fine && (d->match || add_tag(game, study_tag, place));
    fine =
        fine && (!app->archive[0] || add_tag(game, bm_saved_session_archive_tag, app->archive));
    fine = fine && bm_game_write(game, &options, bm_buf_sink, out, NULL) == BM_OK;
    bm_game_destroy(game);
    return fine;
}

/* The value of a tag of ours, which is taken away; "": there is none. */
static bool take_tag(struct bm_game *game, const char *name, char *buf, size_t cap)
{
    buf[0] = '\0';
    for (size_t i = 0; i < bm_game_tags(game); i++) {
        const struct bm_tag tag = bm_game_tag_at(game, i);
        if (tag.name.len != strlen(name) || memcmp(tag.name.s, name, tag.name.len) != 0)
            continue;
        snprintf(buf, cap, "%.*s", (int)(tag.value.len < cap ? tag.value.len : cap - 1),
                 tag.value.s);
        return bm_game_remove_tag(game, i);
    }
    return false;
}

/* The rules must be there before the moves can be read. */
static const struct bm_rules *load_saved_rules(struct bm_app *app, const char *text, size_t len)
{
    const struct bm_rules *rules = NULL;
    char why[BM_DESKTOP_TEXT] = "";
    json_t *const root = json_loadb(text, len, 0, NULL);
    const json_t *const tags = json_object_get(root, "tags");
    for (size_t i = 0; i < json_array_size(tags) && !rules; i++) {
        const json_t *const tag = json_array_get(tags, i);
        const char *const name = json_string_value(json_array_get(tag, 0));
        const char *const value = json_string_value(json_array_get(tag, 1));
        if (name && value && strcmp(name, rules_tag) == 0)
            rules = bm_desktop_variant_load(app->lang, value, why, sizeof why);
    }
    json_decref(root);
    if (!rules && why[0])
        bm_app_show_message(app, true, "%s", why);
    return rules;
}

/* The game is taken over. */
static bool restore_session(struct bm_app *app, struct bm_game *game, bool study)
{
    char seat[2][BM_PREF_TEXT], place[16], rules[BM_PREF_PATH], archive[BM_ARCHIVE_NAME];
    const bool has_archive =
        take_tag(game, bm_saved_session_archive_tag, archive, sizeof archive);
    const bool has_rules = take_tag(game, rules_tag, rules, sizeof rules);
    const bool is_study = take_tag(game, study_tag, place, sizeof place);
    for (unsigned side = 0; side < 2; side++) {
        if (!take_tag(game, seats[side], seat[side], sizeof seat[side]))
            snprintf(seat[side], sizeof seat[side], "%s", app->prefs.seat[side]);
    }
    if (has_rules)
        memcpy(app->prefs.variant, rules, sizeof rules);
    if (is_study || study) {
        const bm_node node = node_at(game, (unsigned)strtoul(place, NULL, 10));
        const bool fine = bm_desktop_session_begin_study(&app->session, game, node);
        app->session.edited = !study; /* and still not saved */
        if (has_archive)
            memcpy(app->archive, archive, sizeof archive);
        return fine;
    }
    /* The clock is the record's. */
    const struct bm_desktop_match_config config = {.rules = bm_game_rules(game),
                                                   .seat = {seat[0], seat[1]},
                                                   .natural = app->prefs.natural};
    const bool fine = bm_desktop_session_resume_match(
        &app->session, game, bm_game_last(game, BM_NODE_ROOT), &config);
    bm_game_destroy(game);
    if (has_archive)
        memcpy(app->archive, archive, sizeof archive);
    return fine;
}

/* A damaged file is read as far as possible; the first defect is reported. */
static void on_saved_defect(void *user, const struct bm_report *r)
{
    char *const said = user;
    if (r->severity == BM_SAY_DEFECT && !*said)
        snprintf(said, BM_DESKTOP_TEXT, "%llu:%u: %s", (unsigned long long)r->line, r->column,
                 r->what);
}

bool bm_saved_session_open(struct bm_app *app, const char *path, bool study)
{
    char said[BM_DESKTOP_TEXT] = "";
    size_t len;
    struct bm_game *game;
    struct bm_error err = {.what = ""};
    char *const text = bm_file_read_text(app->lang, path, &len, said, sizeof said);
    if (!text) {
        bm_app_show_message(app, true, "%s", said);
        return false;
    }
    app->message[0] = '\0';
    const struct bm_rules *const rules = load_saved_rules(app, text, len);
    const struct bm_read_options options = {
        .rules = rules, .report = on_saved_defect, .user = said};
    bm_status status = bm_game_create(&game, rules ? rules : bm_rules_chess(), NULL);
    if (!status) {
        status = bm_game_read(game, &options, text, len, &err);
        if (status)
            bm_game_destroy(game);
    }
    bm_rules_release(rules);
    bm_release(text);
    if (!status) {
        const bool fine = restore_session(app, game, study);
        if (fine && *said)
            bm_app_show_message(app, true, "%s: %s", path, said);
        return fine;
    }
    bm_error_text(app->lang, status, &err, said, sizeof said);
    if (!app->message[0]) /* else the rules were not there */
        bm_app_show_message(app, true, "%s: %s", path, said);
    return false;
}
