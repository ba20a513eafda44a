/* SPDX-License-Identifier: MIT */
/*
 * Games over HTTP and web sockets, by real sockets: making, joining, playing, watching, coming
 * back, records out and in, and what is said to those who ask for nonsense.
 */
#include "asking.h"
#include "server/game/game_manager.h"
#include "server/variants/variant_store.h"
#include "socking.h"

static struct asking_server a;

static void turn(void) { (void)bm_loop_step(&a.server.loop); }

/* ---- Games ---- */

static struct browser ann = {.to = &a}, bob = {.to = &a}, eve = {.to = &a};
static char id[24], path[200];

static unsigned at_game(struct browser *b, const char *method, const char *what,
                        const char *body)
{
    snprintf(path, sizeof path, "/api/v1/games/%s%s", id, what);
    return browse(b, method, path, body);
}

static const char *socket_path(const char *query)
{
    snprintf(path, sizeof path, "/ws/v1/game/%s%s", id, query);
    return path;
}

static void test_make(void)
{
    char token[64], body[120];
    eq_u64(browse(&ann, "POST", "/api/v1/games",
                  "{\"clock\":\"10m+5\",\"seats\":[{\"kind\":\"me\"},{\"kind\":\"link\"}]}"),
           201);
    asking_find(&ann.last, "{\"id\":\"", "\"", id, sizeof id);
    asking_find(&ann.last, "\"tokens\":[null,\"", "\"", token, sizeof token);
    ok_named(strlen(id) == 12 && strlen(token) == 22, "game %s, token %s", id, token);
    eq_u64(at_game(&bob, "POST", "/join", "{\"token\":\"no\"}"), 403);
    snprintf(body, sizeof body, "{\"token\":\"%s\"}", token);
    eq_u64(at_game(&bob, "POST", "/join", body), 200);
    ok(asking_has(&bob.last, "\"stage\":\"playing\"") &&
       asking_has(&bob.last, "\"you\":[\"second\"]"));
    eq_u64(at_game(&eve, "POST", "/join", body), 409);
    eq_u64(at_game(&ann, "POST", "/moves", "{\"ply\":0,\"move\":\"e2e4\"}"), 200);
    eq_u64(at_game(&ann, "POST", "/moves", "{\"ply\":0,\"move\":\"e2e4\"}"), 200);
    eq_u64(at_game(&ann, "POST", "/moves", "{\"ply\":0,\"move\":\"d2d4\"}"), 409);
    eq_u64(at_game(&eve, "POST", "/moves", "{\"ply\":1,\"move\":\"e7e5\"}"), 403);
    eq_u64(at_game(&bob, "POST", "/moves", "{\"ply\":1}"), 422);
    ok(asking_has(&bob.last, "bad_message"));
    eq_u64(at_game(&bob, "POST", "/actions", "{\"action\":\"dance\"}"), 422);
    eq_u64(at_game(&bob, "POST", "/actions", "{}"), 422);
    eq_u64(at_game(&bob, "POST", "/actions", "{\"action\":\"join\"}"), 422);
    eq_u64(browse(&bob, "POST", "/api/v1/games/nothing/moves", "{\"ply\":1,\"move\":\"e7e5\"}"),
           404);
    eq_u64(browse(&eve, "GET", "/api/v1/games?mine=1", NULL), 200);
    ok(asking_has(&eve.last, "\"games\":[]"));
    eq_u64(browse(&bob, "GET", "/api/v1/games?mine=1&stage=playing", NULL), 200);
    ok(asking_has(&bob.last, id));
    eq_u64(browse(&bob, "GET", "/api/v1/games", NULL), 200);
    ok_named(!asking_has(&bob.last, id), "a game by link is in no list");
    eq_u64(browse(&bob, "GET", "/api/v1/games?stage=never", NULL), 400);
}

static void test_sockets(void)
{
    static struct sock s1, s2, s3;
    sock_open(&s1, &a, &ann, socket_path(""));
    ok_named(strstr(sock_await(&s1, "\"t\":\"full\""), "\"moves\":[\"e2e4\"]"),
             "who comes is told the whole game");
    sock_open(&s2, &a, &bob, socket_path("?since=3"));
    ok_named(strstr(sock_await(&s2, "\"t\""), "\"seq\":4,"), "who knows some is told the rest");
    sock_open(&s3, &a, NULL, socket_path("?lang=ja"));
    (void)sock_await(&s3, "full");
    sock_send(&s2, "{\"t\":\"move\",\"id\":\"x1\",\"ply\":1,\"m\":\"e7e4\"}");
    ok(strstr(sock_await(&s2, "\"nak\""), "\"id\":\"x1\",\"code\":\"illegal_move\""));
    sock_send(&s2, "{\"t\":\"move\",\"id\":\"x2\",\"ply\":1,\"m\":\"e7e5\"}");
    eq_str(sock_await(&s2, "\"ack\""), "{\"t\":\"ack\",\"id\":\"x2\",\"seq\":5}");
    ok(strstr(sock_await(&s1, "\"ev\""), "\"seq\":5,"));
    ok(strstr(sock_await(&s3, "\"ev\""), "\"m\":\"e7e5\""));
    sock_send(&s3, "{\"t\":\"move\",\"ply\":2,\"m\":\"g1f3\"}");
    ok(strstr(sock_await(&s3, "\"nak\""), "対局者ではありません"));
    sock_send(&s3, "{\"t\":\"chat\",\"text\":\"hello\"}");
    ok(strstr(sock_await(&s3, "\"nak\""), "not_seated"));
    static const char *const nonsense[] = {
        "",
        "{",
        "[]",
        "7",
        "{\"t\":7}",
        "{\"t\":\"move\"}",
        "{\"t\":\"fly\",\"id\":\"y\"}",
        "{\"t\":\"ping\",\"id\":{}}",
        "{\"t\":\"ping\",\"t\":\"ping\"}",
        "{\"t\":\"ping\",\"x\":[[[[[[[[[[[[[[[[7]]]]]]]]]]]]]]]]}",
        "{\"t\":\"move\",\"ply\":-1,\"m\":\"e2e4\"}",
        "{\"t\":\"move\",\"ply\":2,\"m\":\"g1\\u0000f3\"}"};
    for (size_t i = 0; i < sizeof nonsense / sizeof *nonsense; i++) {
        sock_send(&s1, nonsense[i]);
        ok_named(strstr(sock_await(&s1, "\"nak\""), "bad_message"), "'%s' is nonsense",
                 nonsense[i]);
    }
    sock_send(&s1, "{\"t\":\"ping\",\"id\":\"p\"}");
    ok(strstr(sock_await(&s1, "pong"), "{\"t\":\"pong\",\"id\":\"p\",\"at\":"));
    /* Bob is away for some moves, and gets just these. */
    sock_close(&s2);
    sock_send(&s1, "{\"t\":\"move\",\"ply\":2,\"m\":\"g1f3\"}");
    (void)sock_await(&s1, "\"ack\"");
    sock_send(&s1, "{\"t\":\"draw\"}");
    (void)sock_await(&s1, "\"ack\"");
    sock_open(&s2, &a, &bob, socket_path("?since=5"));
    ok(strstr(sock_await(&s2, "\"t\""), "\"seq\":6,"));
    ok(strstr(sock_await(&s2, "\"t\""), "\"k\":\"offer-draw\""));
    sock_send(&s2, "{\"t\":\"draw\",\"id\":\"d\"}");
    ok(strstr(sock_await(&s2, "\"k\":\"end\""),
              "\"result\":\"draw\",\"reason\":\"draw agreed\""));
    sock_close(&s3);
    snprintf(path, sizeof path, "/ws/v1/game/nothing");
    sock_open(&s3, &a, NULL, path);
    ok_named(strstr(s3.line.in.s, "404"), "there is no socket without a game");
    sock_close(&s3);
    /* The server stops. */
    bm_game_manager_disconnect_all(a.server.games);
    ok(strstr(sock_await(&s1, "bye"), "\"retry_ms\":"));
    (void)sock_await(&s2, "bye");
    (void)sock_await(&s2, "nothing more");
    eq_u64(s2.code, 1013);
    sock_close(&s1);
    sock_close(&s2);
}

static void test_events(void)
{
    char body[8192];
    struct client_action stream;
    eq_u64(at_game(&eve, "GET", "/events?since=4", NULL), 200);
    asking_find(&eve.last, "\r\n\r\n", "", body, sizeof body);
    ok(strstr(body, "[{\"t\":\"ev\",\"seq\":5,") == body);
    eq_u64(at_game(&eve, "GET", "/events?since=x", NULL), 400);
    snprintf(path, sizeof path, "/api/v1/games/%s/events?since=4&stream=1", id);
    asking_start(&stream, &a, "GET", path, "", NULL);
    eq_u64(at_game(&ann, "POST", "/chat", "{\"text\":\"thank you\"}"), 200);
    bool told = false;
    while (!told) {
        turn();
        bm_buf_char(&stream.in, '\0');
        stream.in.len--;
        told = strstr(stream.in.s, "thank you");
    }
    const char *const first = strstr(stream.in.s, "\"seq\":5,");
    ok_named(first && strstr(first, "\"seq\":9,") && !strstr(stream.in.s, "\"seq\":4,"),
             "a stream has the past and the present, line by line");
    asking_end(&stream);
    asking_wait(&stream, &a);
    bm_buf_free(&stream.in);
}

static void test_records(void)
{
    eq_u64(at_game(&eve, "GET", "/export?format=pgn", NULL), 200);
    ok(asking_has(&eve.last, "1. e4") && asking_has(&eve.last, "1/2-1/2"));
    eq_u64(at_game(&eve, "GET", "/export?format=kif", NULL), 422);
    eq_u64(at_game(&eve, "GET", "/export?format=doc", NULL), 422);
    eq_u64(browse(&ann, "POST", "/api/v1/games/import",
                  "{\"record\":\"[White \\\"A\\\"]\\n\\n1. e4 e5 2. Nf3 1-0\"}"),
           201);
    ok(asking_has(&ann.last, "\"moves\":[\"e2e4\",\"e7e5\",\"g1f3\"]") &&
       asking_has(&ann.last, "\"stage\":\"over\"") &&
       asking_has(&ann.last, "\"result\":\"first\""));
    eq_u64(browse(&ann, "POST", "/api/v1/games/import", "{\"record\":\"1. e4 e5 2. Kd4 *\"}"),
           422);
    ok(asking_has(&ann.last, "bad_record") && asking_has(&ann.last, "line 1, column 13"));
    eq_u64(browse(&ann, "POST", "/api/v1/games/import", "{}"), 422);
    eq_u64(browse(&ann, "POST", "/api/v1/games/import",
                  "{\"record\":\"position startpos moves 7g7f 3c3d\",\"seats\":[{\"kind\":"
                  "\"me\"},{\"kind\":\"open\"}]}"),
           201);
    asking_find(&ann.last, "{\"id\":\"", "\"", id, sizeof id);
    ok(asking_has(&ann.last, "\"stage\":\"paused\""));
    eq_u64(at_game(&bob, "POST", "/join", "{}"), 200);
    eq_u64(at_game(&ann, "POST", "/moves", "{\"ply\":2,\"move\":\"2g2f\"}"), 200);
    eq_u64(at_game(&ann, "GET", "/export?format=usi", NULL), 200);
    ok(asking_has(&ann.last, "moves 7g7f 3c3d 2g2f"));
}

/* Whoever does not stop talking is refused, each time by the id of what he said, and then
 * closed. */
static void test_flood(void)
{
    static struct sock s;
    char text[64], want[64];
    unsigned heard = 0, refused = 0, n = 0;
    sock_open(&s, &a, &eve, socket_path(""));
    (void)sock_await(&s, "full");
    for (; n < 100000 && !s.code; n++) {
        snprintf(text, sizeof text, "{\"t\":\"ping\",\"id\":\"p%u\"}", n);
        snprintf(want, sizeof want, "\"id\":\"p%u\"", n);
        sock_send(&s, text);
        const char *const said = sock_await(&s, want);
        heard += strstr(said, "\"pong\"") != NULL;
        refused += strstr(said, "\"too_fast\"") != NULL;
    }
    ok_named(heard >= 40 && refused >= 40 && heard + refused + 1 == n,
             "%u are answered, %u refused, and then it ends", heard, refused);
    eq_u64(s.code, 1008);
    sock_close(&s);
}

/* Whoever has too many games is told so. */
static void test_greed(void)
{
    unsigned status = 201, made = 0;
    while (status == 201 && made < 30) {
        status = browse(&eve, "POST", "/api/v1/games", "{}");
        made += status == 201;
    }
    ok_named(status == 429 && made == 20 && asking_has(&eve.last, "too_many_games"),
             "%u games wait, and then it is too many", made);
}

/* ---- /readyz ---- */

static uv_sem_t gate;

static void wait_at_gate(struct bm_job *j)
{
    (void)j;
    uv_sem_wait(&gate);
}

static void pass_gate(struct bm_job *j, bool cancelled)
{
    (void)j;
    (void)cancelled;
}

static void block_loop(void *user)
{
    (void)user;
    uv_sleep(1100);
}

static void test_ready(void)
{
    struct bm_jobs *const jobs = a.server.jobs;
    struct bm_job held[2] = {{.work = wait_at_gate, .done = pass_gate},
                             {.work = wait_at_gate, .done = pass_gate}};
    eq_u64(browse(&eve, "GET", "/readyz", NULL), 200);
    a.server.draining = true;
    eq_u64(browse(&eve, "GET", "/readyz", NULL), 503);
    ok(asking_has(&eve.last, "\"code\":\"draining\""));
    a.server.draining = false;

    uv_sem_init(&gate, 0);
    if (bm_jobs_create(&a.server.jobs, &a.server.loop,
                       &(struct bm_fair_limits){.places = 1, .all = 1}) != BM_OK)
        tap_bail("no workers");
    for (unsigned i = 0; i < 2; i++)
        eq_u64(bm_jobs_add(a.server.jobs, &held[i], "here", 1), BM_FAIR_TAKEN);
    eq_u64(browse(&eve, "GET", "/readyz", NULL), 503);
    ok(asking_has(&eve.last, "\"code\":\"busy\""));
    eq_u64(browse(&eve, "POST", "/api/v1/positions", "{}"), 503);
    ok_named(asking_has(&eve.last, "Retry-After"), "what cannot wait is told when to come");
    uv_sem_post(&gate);
    uv_sem_post(&gate);
    bm_jobs_destroy(a.server.jobs);
    uv_sem_destroy(&gate);
    a.server.jobs = jobs;
    eq_u64(browse(&eve, "GET", "/readyz", NULL), 200);

    static struct bm_timer block;
    bm_timer_set(&block, &a.server.loop, 0, block_loop, NULL);
    eq_u64(browse(&eve, "GET", "/readyz", NULL), 503);
    ok(asking_has(&eve.last, "\"code\":\"lagging\""));
    eq_u64(browse(&eve, "GET", "/healthz", NULL), 200);
    bm_timer_close(&block, NULL, NULL);
}

static bool keep_name(void *user, const struct bm_variant_row *row)
{
    snprintf(user, 160, "%s", row->name);
    return true;
}

/* A client sends a variant and goes, and the server stops while it is compiled, or before. */
static void test_late_upload(void)
{
    static struct client_action upload;
    const unsigned before = bm_http_busy(a.server.http);
    asking_start(&upload, &a, "POST", "/api/v1/variants", "",
                 "variant: late\nextends: chess\n");
    while (bm_http_busy(a.server.http) == before)
        turn();
    asking_end(&upload);
    bm_jobs_destroy(a.server.jobs);
    a.server.jobs = NULL;
    bm_variant_store_destroy(a.server.variants);
    char name[160] = "";
    (void)bm_store_variants(a.server.store, 1, keep_name, name);
    ok_named(!name[0] || strncmp(name, "late@", 5) == 0, "it is saved whole, or not: %s", name);
    eq_u64(bm_http_busy(a.server.http), before);
    asking_wait(&upload, &a);
    bm_buf_free(&upload.in);
}

int main(void)
{
    storing_folder(a.folder, sizeof a.folder);
    snprintf(a.path, sizeof a.path, "%s/db", a.folder);
    asking_open(&a);
    if (bm_variant_store_create(&a.server.variants, &a.server) ||
        bm_game_manager_create(&a.server.games, &a.server))
        tap_bail("no game manager");
    test_make();
    test_sockets();
    test_events();
    test_records();
    test_flood();
    test_greed();
    test_ready();
    bm_buf_free(&ann.last.in);
    bm_buf_free(&bob.last.in);
    bm_buf_free(&eve.last.in);
    bm_game_manager_destroy(a.server.games);
    a.server.games = NULL;
    test_late_upload();
    asking_close(&a);
    storing_clear(a.folder, "db");
    return tap_done();
}
