/* SPDX-License-Identifier: MIT */
#include "cli/variants/variant_report.h"

#include <stdio.h>
#include <string.h>

#include "base/text_width.h"
#include "cli/position/command_position.h"
#include "terminal/position_diagram.h"
#include "terminal/variant_messages.h"

enum { WIDTH = 78 };

static const char *const axis_name[] = {"x", "y", "z", "w"};

static void key_text(struct bm_buf *j, const char *key, const char *text)
{
    bm_json_member_text(j, key, text);
}

static void key_bool(struct bm_buf *j, const char *key, bool value)
{
    bm_json_member_bool(j, key, value);
}

static void key_languages(struct bm_buf *j, const char *key, const char *en, const char *ja)
{
    bm_json_key(j, key);
    bm_json_begin(j, '{');
    key_text(j, "en", en);
    key_text(j, "ja", ja);
    bm_json_end(j, '}');
}

void bm_variant_json(struct bm_buf *j, const struct bm_rules *rules)
{
    const struct bm_rules_info *const info = bm_rules_info(rules);
    key_text(j, "name", info->name);
    key_languages(j, "title", info->title[BM_EN], info->title[BM_JA]);
    bm_json_key(j, "size");
    bm_json_begin(j, '[');
    for (unsigned i = 0; i < info->axes; i++)
        bm_json_u64(j, info->size[i]);
    bm_json_end(j, ']');
    bm_json_key(j, "wrap");
    bm_json_begin(j, '[');
    for (unsigned i = 0; i < 4; i++) {
        if (info->wrap >> i & 1)
            bm_json_text(j, axis_name[i]);
    }
    bm_json_end(j, ']');
    key_bool(j, "hex", info->hex);
    key_text(j, "notation", info->dialect == BM_DIALECT_USI ? "usi" : "uci");
    key_bool(j, "hands", info->has_hands);
    key_bool(j, "castling", info->has_castling);
    key_bool(j, "gating", info->has_gating);
    key_bool(j, "pass", info->has_pass);
    key_bool(j, "multi", info->multi);
    bm_json_member_u64(j, "checks", info->checks);
}

/* A letter without the mark of pieces that promoted from something else. */
static int plain_length(const char *letter) { return (int)strcspn(letter, "~"); }

/* Promoted forms (Q~) are not listed. */
static bool is_kind_listed(const struct bm_rules *rules, unsigned kind)
{
    const char *const letter = bm_rules_kind_letter(rules, kind);
    return letter[0] != '\0' && !strchr(letter, '~');
}

static void json_piece(struct bm_buf *j, const struct bm_rules *rules, unsigned kind)
{
    bm_json_begin(j, '{');
    key_text(j, "letter", bm_rules_kind_letter(rules, kind));
    key_languages(j, "name", bm_rules_kind_name(rules, kind, BM_EN),
                  bm_rules_kind_name(rules, kind, BM_JA));
    key_text(j, "move", bm_rules_kind_move(rules, kind));
    key_text(j, "glyph", bm_rules_kind_glyph(rules, kind));
    bm_json_member_u64(j, "value", (uint64_t)bm_rules_kind_value(rules, kind));
    key_bool(j, "royal", bm_rules_kind_is_royal(rules, kind));
    key_bool(j, "neutral", bm_rules_kind_is_neutral(rules, kind));
    bm_json_key(j, "promotes");
    bm_json_begin(j, '[');
    for (uint64_t set = bm_rules_promotions(rules, BM_FIRST, kind); set != 0; set &= set - 1) {
        const char *const to = bm_rules_kind_letter(rules, (unsigned)__builtin_ctzll(set));
        bm_json_bytes(j, to, (size_t)plain_length(to));
    }
    bm_json_end(j, ']');
    bm_json_end(j, '}');
}

static void show_json(const struct bm_command_position *s)
{
    struct bm_buf j = {0};
    const char *phase;
    char start[BM_POSITION_TEXT];
    bm_json_begin(&j, '{');
    bm_variant_json(&j, s->rules);
    key_languages(&j, "about", bm_rules_about(s->rules, BM_EN),
                  bm_rules_about(s->rules, BM_JA));
    bm_json_key(&j, "phases");
    bm_json_begin(&j, '[');
    for (unsigned i = 0; (phase = bm_rules_phase(s->rules, i)) != NULL; i++)
        bm_json_text(&j, phase);
    bm_json_end(&j, ']');
    bm_ctx_format(s->ctx, 0, start, sizeof start);
    key_text(&j, "start", start);
    bm_json_key(&j, "pieces");
    bm_json_begin(&j, '[');
    for (unsigned k = 0; k < s->info->kinds; k++) {
        if (is_kind_listed(s->rules, k))
            json_piece(&j, s->rules, k);
    }
    bm_json_end(&j, ']');
    bm_json_print(&j);
}

/* Bytes of the next piece of a paragraph that is not broken: a word, or one wide character with
 * the punctuation behind it. */
static size_t piece_length(const char *s)
{
    static const char *const closing[] = {"、", "。", "」", "）", "』", "ー", "々", "！", "？"};
    size_t n = 0;
    while (s[n] != '\0' && s[n] != ' ' && s[n] != '\n' && (unsigned char)s[n] < 0xe0)
        n++;
    if (n == 0 && (unsigned char)s[0] >= 0xe0)
        n = 1 + strspn(s + 1,
                       "\x80\x81\x82\x83\x84\x85\x86\x87\x88\x89\x8a\x8b\x8c\x8d\x8e\x8f"
                       "\x90\x91\x92\x93\x94\x95\x96\x97\x98\x99\x9a\x9b\x9c\x9d\x9e\x9f"
                       "\xa0\xa1\xa2\xa3\xa4\xa5\xa6\xa7\xa8\xa9\xaa\xab\xac\xad\xae\xaf"
                       "\xb0\xb1\xb2\xb3\xb4\xb5\xb6\xb7\xb8\xb9\xba\xbb\xbc\xbd\xbe\xbf");
    for (unsigned i = 0; i < sizeof closing / sizeof *closing; i++) {
        const size_t len = strlen(closing[i]);
        if (n != 0 && strncmp(s + n, closing[i], len) == 0) {
            n += len;
            i = (unsigned)-1;
        }
    }
    return n;
}

static void print_paragraph(const char *text)
{
    size_t column = 0;
    while (*text != '\0') {
        char piece[512];
        const size_t blanks = strspn(text, " \n");
        const size_t n = piece_length(text + blanks);
        snprintf(piece, sizeof piece, "%.*s", (int)n, text + blanks);
        const size_t width = bm_text_width(piece);
        text += blanks + n;
        if (n == 0)
            break;
        if (column != 0 && column + (blanks != 0) + width > WIDTH) {
            putchar('\n');
            column = 0;
        } else if (column != 0 && blanks != 0) {
            putchar(' ');
            column++;
        }
        fwrite(text - n, 1, n, stdout);
        column += width;
    }
    putchar('\n');
}

static void print_board(const struct bm_rules_info *info)
{
    printf("board: %u", info->size[0]);
    for (unsigned i = 1; i < info->axes; i++)
        printf("x%u", info->size[i]);
    if (info->hex)
        printf(", hexagons");
    for (unsigned i = 0; i < 4; i++) {
        if (info->wrap >> i & 1)
            printf(", wraps along %s", axis_name[i]);
    }
    putchar('\n');
}

static void print_traits(const struct bm_rules *rules)
{
    const struct bm_rules_info *const info = bm_rules_info(rules);
    const char *phase;
    printf("notation: %s\n", info->dialect == BM_DIALECT_USI ? "usi" : "uci");
    printf("hands: %s\n", info->has_hands ? "yes" : "no");
    if (info->has_castling)
        puts("castling: yes");
    if (info->has_gating)
        puts("gating: yes");
    if (info->has_pass)
        puts("pass: yes");
    if (info->checks)
        printf("checks that win: %u\n", info->checks);
    if (info->multi)
        puts("turns of several moves: yes");
    for (unsigned i = 0; (phase = bm_rules_phase(rules, i)) != NULL; i++)
        printf(i == 0 ? "phases: %s" : ", %s", phase);
    if (bm_rules_phase(rules, 0))
        putchar('\n');
}

/* A text in a column of its own. */
static void print_cell(const char *text, size_t width)
{
    const size_t own = bm_text_width(text);
    printf("%s%*s", text, (int)(own < width ? width - own : 0) + 2, "");
}

static void print_piece(const struct bm_command_position *s, unsigned kind, size_t names,
                        size_t moves)
{
    const struct bm_rules *const rules = s->rules;
    const int value = bm_rules_kind_value(rules, kind);
    const uint64_t promotions = bm_rules_promotions(rules, BM_FIRST, kind);
    char number[16] = "-";
    if (value != 0)
        snprintf(number, sizeof number, "%d", value);
    printf("  ");
    print_cell(bm_rules_kind_letter(rules, kind), 2);
    print_cell(bm_rules_kind_name(rules, kind, s->lang), names);
    printf("%5s  ", number);
    const bool more = bm_rules_kind_is_royal(rules, kind) ||
                      bm_rules_kind_is_neutral(rules, kind) || promotions != 0;
    if (more)
        print_cell(bm_rules_kind_move(rules, kind), moves);
    else
        fputs(bm_rules_kind_move(rules, kind), stdout);
    if (bm_rules_kind_is_royal(rules, kind))
        printf("royal%s", promotions ? ", " : "");
    if (bm_rules_kind_is_neutral(rules, kind))
        printf("of no side");
    for (uint64_t set = promotions; set != 0; set &= set - 1) {
        const char *const to = bm_rules_kind_letter(rules, (unsigned)__builtin_ctzll(set));
        printf("%s%.*s", set == promotions ? "promotes to " : " ", plain_length(to), to);
    }
    putchar('\n');
}

static void print_pieces(const struct bm_command_position *s)
{
    size_t names = 0, moves = 0;
    for (unsigned k = 0; k < s->info->kinds; k++) {
        const size_t name = bm_text_width(bm_rules_kind_name(s->rules, k, s->lang));
        const size_t move = bm_text_width(bm_rules_kind_move(s->rules, k));
        names = name > names ? name : names;
        moves = move > moves ? move : moves;
    }
    puts("pieces:");
    for (unsigned k = 0; k < s->info->kinds; k++) {
        if (is_kind_listed(s->rules, k))
            print_piece(s, k, names, moves);
    }
}

static void show_text(const struct bm_command_position *s)
{
    const char *const about = bm_rules_about(s->rules, s->lang);
    char start[BM_POSITION_TEXT];
    printf("name: %s\ntitle: %s\n", s->info->name, s->info->title[s->lang]);
    print_board(s->info);
    print_traits(s->rules);
    if (*about) {
        putchar('\n');
        print_paragraph(about);
    }
    putchar('\n');
    print_pieces(s);
    putchar('\n');
    bm_diagram_print(s->ctx, s->lang, bm_args_pieces(s->args));
    bm_ctx_format(s->ctx, 0, start, sizeof start);
    printf("\nstart: %s\n", start);
}

static int show_yaml(const char *name)
{
    struct bm_variant_file file;
    if (!bm_variant_file_find(&file, name))
        return EXIT_USAGE;
    fwrite(file.text, 1, file.len, stdout);
    bm_variant_file_free(&file);
    return EXIT_YES;
}

int bm_variant_show(const struct bm_args *args, const char *name)
{
    if (args->option[OPT_YAML].given)
        return show_yaml(name);
    struct bm_args own = *args;
    struct bm_command_position s;
    own.option[OPT_VARIANT] = (struct bm_option_value){.given = true, .text = name};
    own.count = 0;
    const int status = bm_command_position_open(&s, &own);
    if (!status) {
        if (args->option[OPT_JSON].given)
            show_json(&s);
        else
            show_text(&s);
    }
    bm_command_position_close(&s);
    return status;
}
