// SPDX-License-Identifier: MIT
// A plain page that plays a game against a level by the API alone.
const $ = id => document.getElementById(id);
const CHESS = { K: "♚", Q: "♛", R: "♜", B: "♝", N: "♞", P: "♟" };
let game = null, position = null, from = null;

async function api(method, path, body) {
  const answer = await fetch("/api/v1" + path, {
    method,
    headers: body === undefined ? {} : { "Content-Type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const data = answer.status === 204 ? {} : await answer.json();
  if (!answer.ok) throw new Error(data.detail || answer.statusText);
  return data;
}

function say(text) { $("status").textContent = text; }

const moves = () => game.moves.map(m => m.m ?? m);

async function show() {
  position = await api("POST", "/positions", { variant: game.variant, position: game.start ?? "startpos", moves: moves() });
  const facts = await api("GET", "/variants/" + encodeURIComponent(game.variant));
  const [files, ranks] = facts.size;
  const board = $("board");
  board.style.gridTemplateColumns = `repeat(${files}, minmax(0, 1fr))`;
  board.style.gridTemplateRows = `repeat(${ranks}, minmax(0, 1fr))`;
  board.style.aspectRatio = `${files} / ${ranks}`;
  board.replaceChildren();
  const usi = /^[0-9]/.test(position.moves[0] ?? "") || game.variant.endsWith("shogi");
  for (let r = 0; r < ranks; r++)
    for (let f = 0; f < files; f++) {
      const name = usi ? `${files - f}${String.fromCharCode(97 + r)}` : String.fromCharCode(97 + f) + (ranks - r);
      const square = document.createElement("button");
      const piece = position.board[name];
      square.type = "button";
      square.className = (r + f) % 2 && !usi ? "dark" : "";
      square.textContent = piece ? (usi ? piece.piece : CHESS[piece.piece] ?? piece.piece) : "";
      if (piece?.side === "second") square.classList.add("second");
      square.setAttribute("aria-label", name + (piece ? ` ${piece.side} ${piece.piece}` : ""));
      if (from === name) square.classList.add("from");
      if (from && targets(from).has(name)) square.classList.add("to");
      square.onclick = () => click(name);
      board.append(square);
    }
  position.hands.forEach((hand, side) => {
    $("hand" + side).replaceChildren(...Object.entries(hand).map(([letter, n]) => {
      const b = document.createElement("button");
      b.type = "button";
      b.textContent = `${letter} ×${n}`;
      b.onclick = () => { if (side === 0) click(letter + (usi ? "*" : "@")); };
      return b;
    }));
  });
  $("moves").replaceChildren(...moves().map(m => Object.assign(document.createElement("li"), { textContent: m })));
  $("resign").hidden = position.over || game.stage === "over";
  say(position.over ? position.outcome : position.turn === "first" ? "Your move." : "The computer thinks …");
}

function targets(origin) {
  const drop = /[*@]$/.test(origin);
  return new Set(position.moves.filter(m => m.startsWith(origin))
    .map(m => drop ? m.slice(2) : m.slice(origin.length).replace(/[+qrbnac]$/, "")));
}

async function click(name) {
  if (!position || position.over || position.turn !== "first") return;
  if (from) {
    const found = position.moves.filter(m => m.startsWith(from + name) && m.length - (from + name).length <= 1);
    if (found.length) {
      const move = found.find(m => /[+q]$/.test(m)) ?? found[0];
      from = null;
      return play(move);
    }
  }
  from = from === name ? null : name;
  await show();
}

async function play(move) {
  try {
    await api("POST", `/games/${game.id}/moves`, { ply: game.moves.length, move });
    await follow();
  } catch (e) { say(e.message); }
}

// Ask until it is the person's turn again.
async function follow() {
  for (;;) {
    game = await api("GET", "/games/" + game.id);
    await show();
    if (position.over || position.turn === "first" || game.stage === "over") return;
    await new Promise(done => setTimeout(done, 300));
  }
}

$("new").onsubmit = async event => {
  event.preventDefault();
  try {
    const made = await api("POST", "/games", {
      variant: $("variant").value,
      seats: [{ kind: "me" }, { kind: "level", level: Number($("level").value) }],
    });
    game = made;
    from = null;
    await follow();
  } catch (e) { say(e.message); }
};

$("resign").onclick = async () => {
  try {
    await api("POST", `/games/${game.id}/actions`, { action: "resign" });
    game = await api("GET", "/games/" + game.id);
    await show();
    say("You resigned.");
  } catch (e) { say(e.message); }
};

const { library } = await api("GET", "/variants");
$("variant").replaceChildren(...library.map(name => new Option(name, name, name === "chess", name === "chess")));
$("level").replaceChildren(...[1, 2, 3, 4, 5, 6, 7, 8].map(n => new Option("level " + n, n, n === 3, n === 3)));
