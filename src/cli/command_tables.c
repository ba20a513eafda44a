/* SPDX-License-Identifier: MIT */
#include "banmen/search.h"
#include "cli/args.h"

#define ON(option) ((bm_opt_set)1 << OPT_##option)

#define ANY      (ON(HELP) | ON(VERSION))
#define POSITION (ON(VARIANT) | ON(POSITION) | ON(JSON) | ON(LANG) | ANY)
#define RULES    (ON(DRAWS) | ON(IMPASSE) | ON(MAX_MOVES))
#define LIMITS   (ON(DEPTH) | ON(NODES) | ON(MOVETIME))

const struct bm_cli_command bm_cli_commands[] = {
    {"perft", bm_cmd_perft, "DEPTH", 1, 1, POSITION | ON(DIVIDE) | ON(THREADS) | ON(HASH),
     "count the leaves of the tree of legal moves",
     "Prints \"nodes N\", \"time S\" and \"nps N\". The last ply is counted, not listed.\n"
     "With \"-p -\", one line \"nodes N\" for each position on stdin.\n"
     "\n"
     "Examples:\n"
     "  banmen perft 6\n"
     "  banmen perft --divide -v shogi 3\n"
     "  banmen perft --threads 4 --hash 256 -p \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\" 9\n"},
    {"moves", bm_cmd_moves, "[MOVE...]", 0, 0x7fffffff, POSITION | ON(AS) | RULES,
     "list the legal moves",
     "Plays the MOVEs, then prints the legal moves, one a line, sorted. With \"-p -\", each\n"
     "line of stdin is a position, with \" moves m1 m2...\" behind it if need be, and gives\n"
     "one line of moves; a line that cannot be read gives \"error: COLUMN: why\", and the\n"
     "exit status is 1 at the end.\n"
     "\n"
     "Examples:\n"
     "  banmen moves e2e4 e7e5\n"
     "  banmen moves -v shogi -p two-piece\n"
     "  banmen moves --as san e2e4 e7e5\n"
     "  echo \"startpos moves e2e4\" | banmen moves -p -\n"},
    {"judge", bm_cmd_judge, "MOVE...", 0, 0x7fffffff, POSITION | RULES,
     "say whether moves may be played, and why not",
     "Plays the MOVEs in order. Prints \"legal\" and exits with 0; or, at the first that may\n"
     "not be played, \"illegal MOVE: REASON: sentence\" and exits with 1.\n"
     "\n"
     "Examples:\n"
     "  banmen judge e2e4 e7e5 e1e3\n"
     "  banmen judge -v shogi -p \"4k4/9/9/9/9/9/4P4/9/4K4 b P 1\" P*5e\n"},
    {"show", bm_cmd_show, "[MOVE...]", 0, 0x7fffffff, POSITION | RULES | ON(PIECES),
     "show a position and how the game stands",
     "Plays the MOVEs, then prints a diagram, with the last move in brackets, and the lines\n"
     "\"position:\", \"turn:\", \"checks:\", \"legal:\" and \"outcome:\"; where they apply, "
     "also\n"
     "\"move of turn:\", \"phase:\", \"claim:\", \"repetitions:\", \"impasse:\" and "
     "\"mended:\". With \"-p -\", one line of "
     "JSON\n"
     "for each position on stdin.\n"
     "\n"
     "Examples:\n"
     "  banmen show f2f3 e7e5 g2g4 d8h4\n"
     "  banmen show -v shogi --pieces kanji 7g7f\n"
     "  banmen show -v marseillais e2e4,d2d4 e7e5\n"
     "  banmen show --json -p \"8/8/8/8/8/5k2/5p2/5K2 w - - 0 1\"\n"},
    {"convert", bm_cmd_convert, "FILE...", 1, 0x7fffffff,
     ON(FROM) | ON(TO) | ON(ENCODING) | ON(OUTPUT) | ON(VARIANT) | ON(LANG) | ANY,
     "turn game records and positions into another format",
     "Reads each FILE (- is standard input) in any of the formats pgn kif ki2 csa jkf usi "
     "usen\n"
     "json fen sfen epd, whatever its suffix and encoding, and writes all games one after\n"
     "another. What the new format cannot hold is left out and said on standard error as\n"
     "\"FILE: game N, ply P: what\"; after 20 such lines they are only counted. Moves that "
     "the\n"
     "rules forbid and other defects are said as \"FILE:LINE:COL: game N, ply P: why\"; what\n"
     "could be read before them is written, and the exit status is 1. OUT is replaced when "
     "all\n"
     "is done, so that it may be one of the FILEs. -v is the game of records that name none.\n"
     "\n"
     "Examples:\n"
     "  banmen convert --to csa game.kif\n"
     "  banmen convert --to kif --encoding shift_jis -o game.kif game.csa\n"
     "  banmen convert --to pgn -o all.pgn monday.pgn tuesday.json\n"
     "  echo \"position startpos moves e2e4 e7e5\" | banmen convert --to pgn -\n"},
    {"check", bm_cmd_check, "FILE...", 1, 0x7fffffff,
     ON(FROM) | ON(JOBS) | ON(VARIANT) | ON(LANG) | ON(JSON) | ANY,
     "replay game records by the rules and report what is wrong",
     "Reads each FILE (- is standard input) in any format that convert knows, plays every "
     "move\n"
     "of every game, variations too, and prints \"FILE:LINE:COL: game N, ply P: why\" for "
     "each\n"
     "defect; goes on with the next game. The last line is \"games N  positions N  errors "
     "N\":\n"
     "positions are the starts of the games and what was reached by a move. The exit status "
     "is\n"
     "1 if there were defects. Memory does not grow with the file, and what is printed does\n"
     "not depend on --jobs. -v is the game of records that name none.\n"
     "\n"
     "Examples:\n"
     "  banmen check games.pgn\n"
     "  banmen check --jobs 1 --json *.kif *.csa\n"
     "  zcat games.pgn.gz | banmen check -\n"},
    {"variant", bm_cmd_variant, "list | show NAME|FILE | check FILE...", 1, 0x7fffffff,
     ON(YAML) | ON(PIECES) | ON(LANG) | ON(JSON) | ANY,
     "list the games, explain one, check files of one's own",
     "list   one line for each built-in game: its name, a tab, its title.\n"
     "show   what there is to know of a game: its rules in a paragraph, board, pieces and how\n"
     "       they move, and the start position. With --yaml, the text that defines it.\n"
     "check  reads files (- is standard input) in the language of variants, prints\n"
     "       \"FILE:LINE:COL: error: why\" with the line in question for all that is wrong,\n"
     "       plays 10,000 random moves of each good one, and prints \"FILE: ok (TITLE)\".\n"
     "       The exit status is 1 if there were errors.\n"
     "A FILE may extend the built-in games and those in files NAME.yaml of its own folder.\n"
     "\n"
     "Examples:\n"
     "  banmen variant list\n"
     "  banmen variant show --lang ja minishogi\n"
     "  banmen variant show --yaml crazyhouse >mygame.yaml\n"
     "  banmen variant check mygame.yaml\n"
     "  banmen show -v mygame.yaml\n"},
    {"play", bm_cmd_play, "[VARIANT]", 0, 1,
     ON(VARIANT) | ON(POSITION) | ON(START) | ON(LEVEL) | ON(SIDE) | ON(ENGINE) | ON(CLOCK) |
         ON(FIRST) | ON(SECOND) | ON(LOAD) | ON(SAVE) | ON(RESUME) | ON(SEED) | ON(PIECES) |
         ON(COLOR) | ON(LANG) | ON(DEBUG) | ON(FAST) | LIMITS | RULES | ANY,
     "play a game in the terminal",
     "VARIANT is a name of 'banmen variant list' or a YAML file, as for -v. Without --level "
     "and\n"
     "--engine, two people share the keyboard. Moves are typed in any notation that the game\n"
     "has (Nf3, g1f3; 7g7f, 76歩, P-7f, 7776FU), those of a turn joined by commas; a refused "
     "one\n"
     "is told why. 'help' lists the commands: moves, hint, undo, redo, resign, draw, claim,\n"
     "declare, clock, save, load, flip, new, quit and more, in English and Japanese; '/' "
     "before\n"
     "a word says that it is a command. The format of a saved game follows from the suffix of\n"
     "its name. A game that is left before its end is kept for --resume.\n"
     "When input or output is no terminal, lines are read and written plainly.\n"
     "\n"
     "Examples:\n"
     "  banmen play --level 2\n"
     "  banmen play shogi --level 2 --side second --clock 600+30x3b --lang ja\n"
     "  banmen play crazyhouse --engine \"fairy-stockfish [Skill Level=3]\" --movetime 500\n"
     "  banmen play --first builtin:1 --second builtin:2 --save game.pgn </dev/null\n"
     "  banmen play chess960 --start 518\n"
     "  banmen play --resume\n"},
    {"match", bm_cmd_match, "ENGINE ENGINE...", 2, 0x7fffffff,
     ON(VARIANT) | ON(GAMES) | ON(CLOCK) | ON(OPENINGS) | ON(OPENING_PLIES) | ON(ORDER) |
         ON(SPRT) | ON(ALPHA) | ON(BETA) | ON(ELO) | ON(STATE) | ON(OUTPUT) | ON(TO) |
         ON(FROM) | ON(EVENT) | ON(CONCURRENCY) | ON(ADJUDICATE) | ON(MARGIN) | ON(TIMEOUT) |
         ON(PONDER) | ON(RESTART) | ON(SEED) | ON(DEBUG) | ON(JSON) | LIMITS | RULES | ANY,
     "let engines play each other",
     "An ENGINE is builtin:LEVEL, a name of 'banmen engine list', or a command with its\n"
     "options in brackets: \"stockfish [Hash=64; Threads=2]\". Each meets each other --games\n"
     "times, from both sides of each opening. Two lines for each game that ends,\n"
     "\"game N: A vs B: RESULT (REASON), P plies\" and \"score: A vs B: +W =D -L, ...\" with "
     "Elo\n"
     "and its 95 % error; a table of all at the end. Time losses, crashes and illegal moves\n"
     "lose the game, and the engine is started anew.\n"
     "With --state, a match that was cut off goes on where it was; --games may be more then.\n"
     "Without a clock or another limit, the clock is 10+0.1. Two clocks parted by a comma\n"
     "are those of the first and the second engine. docs/matches.md explains the numbers.\n"
     "\n"
     "Examples:\n"
     "  banmen match builtin:1 builtin:2 --games 10\n"
     "  banmen match stockfish fairy-stockfish --clock 60+0.6 --openings book.epd -o out.pgn\n"
     "  banmen match new old --sprt 0 5 --games 20000 --concurrency 4 --state test.state\n"
     "  banmen match -v shogi builtin:1 builtin:2 fairy-stockfish --nodes 5000 -o games.kif\n"},
    {"analyse", bm_cmd_analyse, "[FILE | MOVE...]", 0, 0x7fffffff,
     ON(VARIANT) | ON(POSITION) | ON(ENGINE) | ON(MULTIPV) | ON(ONLY) | ON(MATE) | ON(OUTPUT) |
         ON(DEBUG) | ON(TO) | ON(STATE) | ON(LANG) | ON(JSON) | LIMITS | ANY,
     "evaluate a position, or every move of a record",
     "Without FILE, or with -p: plays the MOVEs from the position and shows the best lines,\n"
     "until a limit is reached or Ctrl-C is pressed; then \"best MOVE\". With \"-p -\", one\n"
     "line of answer for each position on stdin.\n"
     "With FILE (- is standard input), a record in any format that convert knows: each\n"
     "position of the main lines is thought about, for a second unless a limit is given, and\n"
     "the record is written with evaluations, ?! ? ?? where 5, 10 or 15 % of the winning\n"
     "chance were lost, and the better line beside the move; an earlier analysis is replaced.\n"
     "OUT's suffix or --to choose the format, otherwise that of FILE. Then comes a table of\n"
     "accuracy and mistakes. With --state, it goes on where it was after an interruption.\n"
     "Scores are for the first side: + is good for white, or sente. docs/analysis.md has the\n"
     "formulas.\n"
     "\n"
     "Examples:\n"
     "  banmen analyse --engine stockfish --multipv 3 -p startpos e2e4 c7c5\n"
     "  banmen analyse --engine stockfish --depth 18 -o out.pgn game.pgn\n"
     "  banmen analyse --engine fairy-stockfish --nodes 100000 --lang ja -o b.kif a.kif\n"
     "  banmen analyse --engine stockfish --nodes 50000 --state s --json games.pgn\n"},
    {"mate", bm_cmd_mate, "[MOVE...]", 0, 0x7fffffff,
     POSITION | LIMITS | ON(TIME) | ON(MOVES) | ON(CHECKS) | ON(HASH),
     "find the shortest mate, or prove that there is none",
     "Plays the MOVEs, then looks for a mate by the side to move. The first line is\n"
     "\"mate in N: m1 m2 ...\", N being the single moves of both sides that follow in\n"
     "coordinates, the shortest mate against the longest defence; or \"no mate\", if that is\n"
     "proved; or \"unknown (limit)\", when a limit (--moves, --depth, --nodes, --time) was\n"
     "reached. Then the line as the game writes it; \"none within N plies\", where a limit\n"
     "left it at that; nodes and time. The exit status is 0 for a mate and 1 otherwise. In "
     "games with drops every move of the mating side must be a\n"
     "check, as in tsume; in others it need not: --checks says it otherwise.\n"
     "With \"-p -\", one line for each position on stdin, with 2,000,000 nodes for each if no\n"
     "limit is given. docs/mates.md tells what counts.\n"
     "\n"
     "Examples:\n"
     "  banmen mate --moves 2 -p \"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1\"\n"
     "  banmen mate -v shogi -p \"7nl/5+P1k1/6ppp/9/9/9/9/9/9 b GSr2b3g3s3n3l14p 1\"\n"
     "  banmen mate -v shogi --lang ja --time 10 -p - <tsume.sfen\n"},
    {"eval", bm_cmd_eval, "[MOVE...]", 0, 0x7fffffff, POSITION | RULES,
     "judge a position, term by term",
     "Plays the MOVEs, then prints what the position is worth as it stands, before anything\n"
     "is searched: each term for both sides, in the middle game, in the endgame, and now, in\n"
     "centipawns; how far the middle game has gone (\"phase\"); how much of it all counts\n"
     "(\"scale\"); and the whole for the side to move and for each side. With \"-p -\", one\n"
     "line of JSON for each position on stdin. uci and usi know the command, too.\n"
     "\n"
     "Examples:\n"
     "  banmen eval e2e4 e7e5\n"
     "  banmen eval -v shogi --lang ja 7g7f 3c3d\n"
     "  banmen eval -v xiangqi --json\n"},
    {"engine", bm_cmd_engine, "list | add | show | edit | remove | test", 1, 0x7fffffff,
     ON(DIR) | ON(PROTOCOL) | ON(OPTION) | ON(PLAYS) | ON(FORCE) | ON(PROBE) | ON(VARIANT) |
         ON(MOVETIME) | ON(LANG) | ON(JSON) | ANY,
     "the engines that you have",
     "Engines are programs that speak UCI or USI. Those that were added are known by their\n"
     "name wherever an ENGINE is asked for.\n"
     "\n"
     "list                        one line for each: its name, a tab, its command\n"
     "add NAME COMMAND [ARG...]   start it, print what it says of itself, and keep it. What\n"
     "                            does not answer is refused, unless --force is given.\n"
     "show NAME                   all that is known of it; with --probe, it is started too\n"
     "edit NAME KEY=VALUE...      change name, command, args, dir, protocol, variants,\n"
     "                            option.NAME, or a deadline in milliseconds: handshake,\n"
     "                            ready, move, stop, quit. \"option.NAME\" alone forgets it.\n"
     "remove NAME...              forget it\n"
     "test NAME|COMMAND           start it, let it think about one move, and end it\n"
     "\n"
     "ARGs that begin with a dash come after \"--\", or stand with the COMMAND in quotes.\n"
     "Options are checked against those that the engine has. The exit status is 1 if an\n"
     "engine fails or refuses, with a word that says how: docs/engines.md explains them.\n"
     "The list is in ~/.config/banmen/engines.json; BANMEN_ENGINES names another file.\n"
     "\n"
     "Examples:\n"
     "  banmen engine add stockfish stockfish --option Hash=64 --option Threads=2\n"
     "  banmen engine add gnu \"gnuchess -u\"\n"
     "  banmen engine edit stockfish option.Hash=256 ready=10000\n"
     "  banmen engine test stockfish\n"},
    {"uci", bm_cmd_uci, "", 0, 0, ON(LEVEL) | ON(SEED) | ON(DEBUG) | ANY,
     "be an engine that speaks UCI",
     "Reads commands from standard input and answers on standard output until \"quit\" or the\n"
     "end. UCI_Variant chooses the game, VariantPath a YAML file of one's own; Level and Seed\n"
     "say who plays, as --level (default 8) and --seed do. Without a command and with a pipe "
     "on\n"
     "standard input, banmen is an engine, too: the first line, uci or usi, says which.\n"
     "\n"
     "Examples:\n"
     "  banmen uci\n"
     "  banmen uci --level 1 --seed 7\n"
     "  printf \"position startpos moves e2e4 d7d5\\ngo depth 1\\n\" | banmen uci\n"},
    {"usi", bm_cmd_usi, "", 0, 0, ON(LEVEL) | ON(SEED) | ON(DEBUG) | ANY,
     "be an engine that speaks USI",
     "As uci, for programs that play shogi. USI_Variant chooses another game.\n"
     "\n"
     "Examples:\n"
     "  banmen usi\n"
     "  printf \"position startpos moves 7g7f 3c3d\\ngo byoyomi 100\\n\" | banmen usi\n"},
    {"bench", bm_cmd_bench, "", 0, 0, ON(JSON) | ANY,
     "count and search fixed positions: signatures, and the speed",
     "\"nodes N\" is how many moves the rules allow, \"search nodes N\" how many the engine "
     "looks\n"
     "at on one thread to fixed depths. Both are the same on every machine: they change only\n"
     "with the rules and with the engine. The lines below them tell how fast each game was.\n"
     "The last ply of the first is counted, not listed.\n"
     "\n"
     "Examples:\n"
     "  banmen bench\n"
     "  BANMEN_CPU=baseline banmen bench\n"},
    {"serve", bm_cmd_serve, "", 0, 0,
     ON(LISTEN) | ON(DATA) | ON(DB) | ON(CSA) | ON(ORIGIN) | ON(HOST) | ON(ENGINES) |
         ON(PROXY) | ON(METRICS) | ON(LOG_REQUESTS) | ON(OPEN) | ON(FIRST_MOVE) | ON(AWAY) |
         ON(ANALYSIS_SHARE) | ON(NO_LIMITS) | ON(QUOTA) | ANY,
     "play online: the game server",
     "Serves games over HTTP and web sockets, by default to this machine alone, and prints "
     "the\n"
     "address. Everything that was acknowledged is on disk. SIGTERM and Ctrl-C let requests\n"
     "that are under way end first. What happens is told on standard error, one line of JSON\n"
     "each. docs/server.md describes the API and how to host it.\n"
     "\n"
     "Examples:\n"
     "  banmen serve\n"
     "  banmen serve --listen 127.0.0.1:9000 --data games\n"
     "  banmen serve --origin https://play.example --proxy\n"},
    {"admin", bm_cmd_admin, "ACTION [WORD...]", 1, 3,
     ON(DATA) | ON(DB) | ON(JSON) | ON(DAYS) | ON(REASON) | ANY,
     "look after the accounts, games and file of a server",
     "Works on the file of a server, which may be running: it takes notice at once.\n"
     "\n"
     "  list accounts|games|variants|sanctions   one record a line\n"
     "  ban WHO, unban WHO                       an account, a guest (a:...) or an address;\n"
     "                                           --days N, --reason TEXT\n"
     "  mute WHO, unmute WHO                     no chat, for an account or a guest\n"
     "  delete account|game|variant NAME         games of an account stay, without its name\n"
     "  prune                                    games without an account that were not "
     "touched\n"
     "                                           for --days N (30), and tokens that are over\n"
     "  backup FILE                              a whole copy, while the server runs\n"
     "  check                                    whether the file is sound\n"
     "  migrate                                  bring the file up to date; 'serve' does it, "
     "too\n"
     "\n"
     "Members of a record have tabs between them. Exits with 1 if there is no such thing or\n"
     "the file is not sound, with 2 if it could not be done.\n"
     "\n"
     "Examples:\n"
     "  banmen admin list accounts --json\n"
     "  banmen admin ban Ann --days 7 --reason \"abuse in chat\"\n"
     "  banmen admin backup /var/backups/banmen.db\n"},
    {"help", bm_cmd_help, "[COMMAND]", 0, 1, ANY, "explain a command", ""},
    {NULL, NULL, NULL, 0, 0, 0, NULL, NULL},
};

const struct bm_cli_option bm_cli_options[OPT_COUNT] = {
    [OPT_VARIANT] = {"variant", 'v', "VARIANT", 0, 0,
                     "the game: a name of 'banmen variant list' or a YAML file\n"
                     "(default: chess)"},
    [OPT_POSITION] = {"position", 'p', "POSITION", 0, 0,
                      "FEN, SFEN, startpos, a handicap, shuffle:N; - reads stdin"},
    [OPT_START] = {"start", 0, "N", 0, 4000000000u,
                   "the shuffled start of this number (default: drawn by lot)"},
    [OPT_DIVIDE] = {"divide", 0, NULL, 0, 0, "first one line \"MOVE N\" for each move"},
    [OPT_THREADS] = {"threads", 0, "N", 1, 1024, "how many threads count (default 1)"},
    [OPT_HASH] = {"hash", 0, "MB", 1, 1 << 20,
                  "memory for positions (default: perft none, mate 64)"},
    [OPT_AS] = {"as", 0, "uci|usi|san|kif|csa|western|japanese|figurine|long", 0, 0,
                "how moves are written (default: coordinates)"},
    [OPT_FROM] = {"from", 0, "F", 0, 0, "the format of the FILEs (default: found from them)"},
    [OPT_TO] = {"to", 0, "F", 0, 0,
                "the format to write: pgn, kif, ki2, csa, jkf, usi, usen, json,\n"
                "fen, sfen or epd"},
    [OPT_ENCODING] = {"encoding", 0, "E", 0, 0,
                      "write utf-8 (default), utf-8-bom, shift_jis, euc-jp or latin-1"},
    [OPT_OUTPUT] = {"output", 'o', "OUT", 0, 0, "write to this file, not to standard output"},
    [OPT_JOBS] = {"jobs", 0, "N", 1, 1024,
                  "how many threads check (default: one for each core)"},
    [OPT_DRAWS] = {"draws", 0, "claim|auto", 0, 0,
                   "chess: third repetition and 50 moves are claimed (default) or\n"
                   "end the game by themselves"},
    [OPT_IMPASSE] = {"impasse", 0, "27|24|try|none", 0, 0,
                     "shogi: the rule for entering kings (default 27)"},
    [OPT_MAX_MOVES] = {"max-moves", 0, "N", 1, 1000000, "a draw after so many plies"},
    [OPT_PIECES] = {"pieces", 0, "letters|symbols|kanji", 0, 0, "how pieces are drawn"},
    [OPT_YAML] = {"yaml", 0, NULL, 0, 0, "show: print the text that defines the game"},
    [OPT_LEVEL] = {"level", 0, "N", 1, BM_LEVELS, "how well the computer plays"},
    [OPT_SIDE] = {"side", 0, "first|second|random", 0, 0, "your side (default: first)"},
    [OPT_ENGINE] = {"engine", 0, "ENGINE", 0, 0,
                    "an engine: a name of 'banmen engine list', or a command"},
    [OPT_CLOCK] = {"clock", 0, "SPEC", 0, 0,
                   "time control: 300, 10m+5, 600+30x3b, 300+5d, 30/move, none"},
    [OPT_FIRST] = {"first", 0, "WHO", 0, 0, "who moves first: me, builtin:N or an engine"},
    [OPT_SECOND] = {"second", 0, "WHO", 0, 0, "who moves second, likewise"},
    [OPT_LOAD] = {"load", 0, "FILE", 0, 0, "go on with a game of a record"},
    [OPT_SAVE] = {"save", 0, "FILE", 0, 0, "write the game to this file when it is left"},
    [OPT_RESUME] = {"resume", 0, NULL, 0, 0, "go on with the game that was left last"},
    [OPT_DEPTH] = {"depth", 0, "N", 1, 1000, "think so many plies deep"},
    [OPT_NODES] = {"nodes", 0, "N", 1, 4000000000u, "think about so many positions"},
    [OPT_MOVETIME] = {"movetime", 0, "MS", 1, 1000000000, "think so many milliseconds"},
    [OPT_MULTIPV] = {"multipv", 0, "N", 1, 256, "show the N best lines"},
    [OPT_ONLY] = {"only", 0, "MOVE,...", 0, 0, "consider these moves alone"},
    [OPT_TIME] = {"time", 0, "S", 1, 1000000, "search for so many seconds"},
    [OPT_MATE] = {"mate", 0, "N", 1, 1000, "look for a mate in N moves"},
    [OPT_MOVES] = {"moves", 0, "N", 1, 256, "look for mates in at most N moves"},
    [OPT_CHECKS] = {"checks", 0, "yes|no", 0, 0,
                    "whether every move that mates must be a check"},
    [OPT_GAMES] = {"games", 0, "N", 1, 100000000,
                   "games of each pairing (default 2; with --sprt 100000)"},
    [OPT_OPENINGS] = {"openings", 0, "FILE", 0, 0, "start from these positions or games"},
    [OPT_SPRT] = {"sprt", 0, "E0 E1", 0, 0,
                  "stop when it is clear whether the first is E0 or E1 Elo better"},
    [OPT_STATE] = {"state", 0, "FILE", 0, 0, "keep what was done here, and go on from it"},
    [OPT_CONCURRENCY] = {"concurrency", 0, "N", 1, 256, "games at the same time (default 1)"},
    [OPT_OPENING_PLIES] = {"opening-plies", 0, "N", 0, 1000000,
                           "only the first N moves of each opening"},
    [OPT_ORDER] = {"order", 0, "sequential|random", 0, 0,
                   "openings as they come (default) or drawn by --seed"},
    [OPT_ALPHA] = {"alpha", 0, "A", 0, 0,
                   "sprt: how often it may say E1 wrongly (default 0.05)"},
    [OPT_BETA] = {"beta", 0, "B", 0, 0, "sprt: how often it may say E0 wrongly (default 0.05)"},
    [OPT_ELO] = {"elo", 0, "logistic|normalized", 0, 0,
                 "sprt: what its Elo is (default: logistic)"},
    [OPT_ADJUDICATE] = {"adjudicate", 0, "RULES", 0, 0,
                        "end games when both agree: draw:40:8:10 (from move 40, 8 moves\n"
                        "within 10 centipawns), resign:3:600 (3 moves beyond 600)"},
    [OPT_MARGIN] = {"margin", 0, "MS", 0, 1000000,
                    "how late an engine's move may come (default 20)"},
    [OPT_TIMEOUT] = {"timeout", 0, "S", 1, 1000000,
                     "a move without a clock takes at most so long (default 300)"},
    [OPT_PONDER] = {"ponder", 0, NULL, 0, 0, "engines think on the opponent's time"},
    [OPT_RESTART] = {"restart", 0, NULL, 0, 0, "start engines anew for each game"},
    [OPT_EVENT] = {"event", 0, "NAME", 0, 0, "the event that the records name"},
    [OPT_SEED] = {"seed", 0, "N", 0, 4000000000u, "the same seed, the same game"},
    [OPT_DIR] = {"dir", 0, "DIR", 0, 0, "the folder in which the engine runs"},
    [OPT_PROTOCOL] = {"protocol", 0, "auto|uci|usi", 0, 0,
                      "what the engine speaks (default: auto, found by asking)"},
    [OPT_OPTION] = {"option", 0, "NAME=VALUE...", 0, 0,
                    "set an option of the engine; may be repeated"},
    [OPT_PLAYS] = {"plays", 0, "VARIANT...", 0, 0,
                   "a game that the engine plays, if it does not say so itself;\n"
                   "may be repeated, or a list with commas"},
    [OPT_FORCE] = {"force", 0, NULL, 0, 0, "keep it without starting it"},
    [OPT_PROBE] = {"probe", 0, NULL, 0, 0, "show: start the engine and ask it"},
    [OPT_COLOR] = {"color", 0, "auto|always|never", 0, 0, "colours in the terminal"},
    [OPT_LANG] = {"lang", 0, "en|ja", 0, 0, "language of sentences"},
    [OPT_JSON] = {"json", 0, NULL, 0, 0, "JSON lines instead of text"},
    [OPT_DEBUG] = {"debug", 0, NULL, 0, 0,
                   "say on standard error why the built-in players play what they\n"
                   "play, errors of their level included"},
    [OPT_FAST] = {"fast", 0, NULL, 0, 0, "levels answer at once, not when a person would"},
    [OPT_LISTEN] = {"listen", 0, "ADDRESS:PORT", 0, 0,
                    "where to listen; port 0: any that is free\n"
                    "(default: 127.0.0.1:8080)"},
    [OPT_DATA] = {"data", 0, "DIR", 0, 0,
                  "the folder of the server's files\n"
                  "(default: ~/.local/share/banmen)"},
    [OPT_DB] = {"db", 0, "FILE", 0, 0, "the database (default: banmen.db in that folder)"},
    [OPT_CSA] = {"csa", 0, "PORT", 0, 65535, "speak the CSA protocol for shogi programs, too"},
    [OPT_ORIGIN] = {"origin", 0, "URL", 0, 0,
                    "the address that browsers know the server by, behind a proxy"},
    [OPT_HOST] = {"host", 0, "NAME...", 0, 0,
                  "a name that the server is asked by, besides addresses and the\n"
                  "name in --origin; may be repeated, or a list with commas"},
    [OPT_ENGINES] = {"engines", 0, "FILE", 0, 0,
                     "engines that people may choose, as a list of\n"
                     "'banmen engine' (default: none)"},
    [OPT_PROXY] = {"proxy", 0, NULL, 0, 0, "a proxy is in front: believe its X-Forwarded-For"},
    [OPT_METRICS] = {"metrics", 0, "ADDRESS:PORT", 0, 0,
                     "where /metrics, /healthz and /readyz are for an administrator, or off\n"
                     "(default: the next port of 127.0.0.1)"},
    [OPT_LOG_REQUESTS] = {"log-requests", 0, NULL, 0, 0,
                          "log every request, not just log-ins and refusals"},
    [OPT_OPEN] = {"open", 0, NULL, 0, 0, "open it in the browser"},
    [OPT_FIRST_MOVE] = {"first-move", 0, "SECONDS", 0, 3600,
                        "time for the first move of a fast game, or it is aborted;\n"
                        "slower ones have more; 0: no limit (default: 30)"},
    [OPT_AWAY] = {"away", 0, "SECONDS", 0, 3600,
                  "until a win can be claimed from a player who left a fast game;\n"
                  "slower ones have more; 0: never (default: 60)"},
    [OPT_ANALYSIS_SHARE] = {"analysis-share", 0, "SECONDS", 1, 3600,
                            "how long an analysis may take while others wait; a fifth of that\n"
                            "if its address has another one (default: 5)"},
    [OPT_NO_LIMITS] = {"no-limits", 0, NULL, 0, 0, "without rate limits, for load tests"},
    [OPT_QUOTA] = {"quota", 0, "LIST", 0, 0,
                   "what a person may store in a day, how many times that an address,\n"
                   "and what an account may keep (default: games=300,variants=50,\n"
                   "bytes=4000000,studies=50,address=10,archive=2000,\n"
                   "archive-bytes=20000000)"},
    [OPT_DAYS] = {"days", 0, "N", 1, 36500,
                  "how long a ban or mute lasts (default: without end); how old\n"
                  "games are that are pruned (default: 30)"},
    [OPT_REASON] = {"reason", 0, "TEXT", 0, 0, "why: shown to the person who is banned"},
    [OPT_HELP] = {"help", 'h', NULL, 0, 0, "explain the command"},
    [OPT_VERSION] = {"version", 'V', NULL, 0, 0, "print the version"},
};
