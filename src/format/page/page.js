"use strict";
// Replays the games of this page. It knows no rules of chess: every move says which cells change, in a
// record whose form src/format/page/record.rs describes. Text is only ever set as text, never as markup.

const facts = JSON.parse(document.getElementById("facts").textContent);
const words = facts.words;
const articles = [...document.querySelectorAll("article")];
const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

// ---- small helpers ----

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
const isWhite = code => code === "1" || code >= "A" && code <= "Z";
const kindOf = code => "12".includes(code) ? "p" : code.toLowerCase();

// ---- positions ----

function withFen(position, fen) {
  const fields = fen.split(" ");
  position.side = fields[1];
  position.middle = fields.slice(2, -2).join(" ");
  [position.counter, position.number] = fields.slice(-2).map(Number);
  position.given = fen;
  return position;
}

function startOf(article, board) {
  const [cells, fen, hands] = ["s", "f", "h"].map((name, at) => article.dataset[name] ?? board.start[at]);
  return withFen({ cells: [...cells], hands, changed: [], flag: "", said: facts.start + "." }, fen);
}

// Reads the number of a cell, which has as many digits as the largest one.
const widthOf = board => board.cells.length > DIGITS.length ? 2 : 1;
function cellAt(board, text, at) {
  let cell = 0;
  for (let digit = 0; digit < widthOf(board); digit++) cell = cell * DIGITS.length + DIGITS.indexOf(text[at + digit]);
  return cell;
}

// Plays the move of a record.
function play(board, before, [changes, , restarts, flag, middle, fen, turn, hands]) {
  const width = widthOf(board);
  const cells = [...before.cells];
  const after = { cells, changed: [], flag, turn, hands: hands ?? before.hands };
  const set = (cell, code) => { cells[cell] = code; after.changed.push(cell); };
  let what;
  if (changes[0] === "[") {
    const bar = changes.indexOf("|");
    for (let at = 1; at < bar; at += width + 1) set(cellAt(board, changes, at), changes[at + width]);
    what = changes.slice(bar + 1, -1);
    if (what[0] === "=") {
      const [king, rook] = [2, 2 + width].map(at => board.cells[cellAt(board, what, at)][0]);
      what = fill(board.said[what[1]], { king, rook });
    }
  } else {
    const [from, to] = [cellAt(board, changes, 0), cellAt(board, changes, width)];
    const [piece, taken] = [cells[from], cells[to]];
    const values = { piece: board.kinds[kindOf(piece)][1], from: board.cells[from][0], to: board.cells[to][0] };
    if (taken !== ".") Object.assign(values, { captured: board.kinds[kindOf(taken)][3], on: values.to });
    what = fill(taken === "." ? board.said.goes : board.said.takes, values);
    set(from, ".");
    set(to, piece);
  }
  if (fen !== undefined) {
    withFen(after, fen);
  } else {
    after.side = before.side === "w" ? "b" : "w";
    after.number = before.number + (after.side === "w" ? 1 : 0);
    after.counter = restarts ? 0 : before.counter + 1;
    after.middle = middle ?? before.middle;
  }
  const side = sideOf(board, before.side)[0];
  after.said = fill(board.said.move, { number: before.number, side, move: what }) + (board.said[flag] ?? "") + ".";
  return after;
}

const sideOf = (board, side) => side === "w" ? board.white : board.black;

function fenOf(board, position) {
  if (position.given) return position.given;
  const lines = board.lines.map(([label, cells]) => {
    const codes = cells.map(cell => position.cells[cell]);
    if (label !== null && codes.every(code => code === ".")) return null;
    const letters = codes.map(code => {
      if (code === ".") return ".";
      const letter = board.kinds[kindOf(code)][0];
      return isWhite(code) ? letter : letter.toLowerCase();
    });
    return (label === null ? "" : label + ":") + letters.join("").replace(/\.+/g, dots => dots.length);
  });
  const pieces = lines.filter(line => line !== null).join("/");
  const placement = board.lines[0][0] === null ? pieces : `/${pieces}/`;
  return [placement, position.side, position.middle, position.counter, position.number].join(" ");
}

// Describes a position in words, as the program does with --format speech.
function describe(board, position) {
  const { said } = board;
  const list = side => {
    const pieces = board.order.filter(cell => position.cells[cell] !== "." && isWhite(position.cells[cell]) === side);
    const kinds = Object.entries(board.kinds).map(([kind, [, alone, several]]) => {
      const names = pieces.filter(cell => kindOf(position.cells[cell]) === kind).map(cell => board.cells[cell][0]);
      if (names.length < 2) return names.length ? `${alone} ${names[0]}` : "";
      const last = names.pop();
      return `${several} ${names.join(", ")} ${/^[hH]*[iI]/.test(last) ? said.andBeforeI : said.and} ${last}`;
    });
    return kinds.filter(kind => kind).join("; ") || said.noPieces;
  };
  const pocket = side => {
    const codes = [...position.hands].filter(code => isWhite(code) === side);
    const kinds = Object.entries(board.kinds).map(([kind, [, alone, several]]) => {
      const count = codes.filter(code => kindOf(code) === kind).length;
      return count < 2 ? (count ? alone : "") : `${count} ${several}`;
    });
    return kinds.filter(kind => kind).join(", ") || said.nothing;
  };
  const sentences = [fill(board.white[1], { value: list(true) }) + ".", fill(board.black[1], { value: list(false) }) + "."];
  if (position.hands) {
    for (const [name, side] of [[board.white[0], true], [board.black[0], false]]) {
      sentences.push(fill(said.pocket, { side: name, pieces: pocket(side) }) + ".");
    }
  }
  const side = sideOf(board, position.side)[0];
  sentences.push(position.turn ?? fill(position.flag === "+" ? said.turnInCheck : said.turn, { side }));
  return sentences.join(" ");
}

// ---- games ----

// Reads the tree of a game from its movetext, in which every move becomes a button.
function readGame(article) {
  const moves = article.querySelector(".m");
  const board = facts.boards[article.dataset.b];
  const tags = {};
  for (const [, name, value] of article.querySelector("pre").textContent.matchAll(/^\[(\w+) "(.*)"\]$/gm)) {
    tags[name] ??= value.replace(/\\(.)/g, "$1");
  }
  const game = { article, moves, board, tags, nodes: [] };
  const node = (parent, position) => {
    const made = { parent, position, children: [], comments: [], commands: "", index: game.nodes.length };
    game.nodes.push(made);
    parent?.children.push(made);
    return made;
  };
  if (!board) return game;
  let last = node(null, startOf(article, board));
  let opened = null;
  const lines = [];
  const records = recordsOf(moves.dataset.p, 2 * widthOf(board));
  const addMove = text => {
    const record = records.next().value;
    if (!record) return text;
    let parent = opened ? opened.parent ?? opened : last;
    if (opened && record[1]) parent = parent.parent ?? parent;
    opened = null;
    last = node(parent, play(board, parent.position, record));
    const made = last;
    made.button = element("button", { type: "button", tabindex: -1, onclick: () => show(made) }, text);
    return made.button;
  };
  const read = within => {
    for (const child of [...within.childNodes]) {
      if (child.nodeType === Node.TEXT_NODE) {
        child.replaceWith(...child.data.split(/(\d+\.(?:\.\.)?(?=\s|$)|…|[(),\s]+)/).map((text, at) => {
          if (at % 2 === 0) return text ? addMove(text) : "";
          for (const sign of text) {
            if (sign === "(") { lines.push(last); opened = last; }
            if (sign === ")") { last = lines.pop() ?? last; opened = null; }
          }
          return text;
        }));
      } else if (child.nodeName === "SPAN") {
        read(child);
      } else if (child.nodeName === "Q") {
        if (!opened && child.textContent) last.comments.push(child.textContent);
        if (!opened) last.commands += child.dataset.p ?? "";
      } else if (child.nodeName === "I" && last.button && !opened) {
        last.button.append(child);
      }
    }
  };
  read(moves);
  return game;
}

// Reads the records of the moves one after another; a plain one begins with so many digits.
function* recordsOf(text, width) {
  const start = new RegExp(`\\[[^\\]]*\\]|[\\w-]{${width}}`, "y");
  const rest = /(\*?)(!?)([+#$]?)(?:~([^~]*)~)?(?:%([^%]*)%)?(?:\^([^^]*)\^)?(?:@([^@]*)@)?/y;
  let at = 0;
  while (at < text.length) {
    start.lastIndex = at;
    const changes = start.exec(text);
    if (!changes) return;
    rest.lastIndex = start.lastIndex;
    const others = rest.exec(text);
    at = rest.lastIndex;
    yield [changes[0], ...others.slice(1)];
  }
}

// Returns the moves from the start to one, and on to the end of its line.
function lineThrough(node) {
  const line = [];
  for (let at = node; at; at = at.parent) line.unshift(at);
  for (let at = node.children[0]; at; at = at.children[0]) line.push(at);
  return line;
}

// Returns the game as PGN or CTL-PGN.
function pgnOf(game) {
  const text = within => [...within.childNodes].map(child => {
    if (child.nodeName === "svg") return "";
    if (child.nodeName === "Q") return child.dataset.p ?? `{${child.textContent}}`;
    if (child.nodeName === "I") return child.dataset.p;
    return child.nodeType === Node.TEXT_NODE ? child.data : text(child);
  }).join("");
  return game.article.querySelector("pre").textContent + "\n" + text(game.moves).trim() + "\n";
}

const clockOf = node => /\[%clk\s+([\d:.]+)/i.exec(node.commands)?.[1];

// Returns White's share of the game by the evaluation of a position, from 0 to 1.
function evaluationOf(node) {
  const value = /\[%eval\s+(#?)([-+]?[\d.]+)/i.exec(node.commands);
  if (!value) return null;
  const pawns = value[1] ? (value[2].startsWith("-") ? -100 : 100) : Number(value[2]);
  return { share: 1 / (1 + Math.exp(-0.4 * pawns)), text: value[1] + value[2] };
}

// ---- what is shown ----

let game, current, flipped = facts.flipped, timer = null, pace = 1;
const root = document.documentElement;
const ICONS = {
  first: "M6 5v14M19 5l-9 7 9 7z", back: "M16 5l-9 7 9 7z", forward: "M8 5l9 7-9 7z", last: "M18 5v14M5 5l9 7-9 7z",
  flip: "M7 4v15M3 8l4-4 4 4M17 20V5M13 16l4 4 4-4", play: "M12 3a9 9 0 1 0 .1 0zM10 8l6 4-6 4z",
  colours: "M12 3a9 9 0 1 0 .1 0zM12 3v18M12 8h7M12 13h8M12 18h5", words: "M4 6h16M4 10h16M4 14h16M4 18h9",
  copy_position: "M9 9h11v11H9zM5 15H4V4h11v1", copy_game: "M6 3h9l4 4v14H6zM15 3v4h4M9 12h7M9 16h7",
  help: "M12 3a9 9 0 1 0 .1 0zM9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.8.4-1 1-1 2M12 17v.1",
};
const commands = {
  first: () => show(game.nodes[0]),
  back: () => show(current.parent),
  forward: () => show(current.children[0]),
  last: () => show(lineThrough(current).at(-1)),
  flip: () => { flipped = !flipped; show(current); },
  play: () => autoplay(timer === null),
  colours: () => {
    const next = facts.themes[(facts.themes.indexOf(root.dataset.theme) + 1) % facts.themes.length];
    root.dataset.theme = next;
    note(fill(words.colours_are, { name: next }));
  },
  words: () => { player.words.classList.toggle("heard"); },
  copy_position: () => copy(fenOf(game.board, current.position), words.position_copied),
  copy_game: () => copy(pgnOf(game), words.game_copied),
  help: () => player.help.showModal(),
};

const player = buildPlayer();

function buildPlayer() {
  const side = name => {
    const parts = { name: element("span", { class: "name" }), hand: element("span", { class: "hand" }), clock: element("span", { class: "clock" }) };
    parts.row = element("div", { class: `side ${name}` }, element("span", { class: "dot" }), ...Object.values(parts));
    return parts;
  };
  const groups = [element("div"), element("div")];
  const buttons = element("div", { class: "buttons", role: "toolbar", "aria-label": words.board }, ...groups);
  const made = { w: side("white"), b: side("black"), buttons: {} };
  for (const [name, icon] of Object.entries(ICONS)) {
    const button = element("button", { type: "button", title: words[name], "aria-label": words[name], onclick: commands[name] },
      svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: icon })));
    made.buttons[name] = button;
    groups["first back forward last".includes(name) ? 0 : 1].append(button);
  }
  made.board = svg("svg", { class: "board", role: "img" });
  made.graph = svg("svg", { class: "graph hidden", viewBox: "0 0 1000 100", preserveAspectRatio: "none", role: "img" });
  made.choices = element("div", { class: "choices", role: "group", "aria-label": words.several_lines });
  made.words = element("p", { class: "words heard" });
  made.live = element("p", { class: "heard", role: "status", "aria-live": "polite" });
  made.note = element("div", { class: "note", role: "status" });
  made.root = element("section", { class: "player", "aria-label": words.board },
    made.b.row, made.board, made.w.row, made.graph, buttons, made.choices, made.words, made.live);
  made.count = element("span", { class: "count" });
  made.bar = element("nav", { class: "bar", "aria-label": words.games },
    element("button", { type: "button", onclick: openList }, words.games),
    element("button", { type: "button", "aria-label": words.previous_game, title: words.previous_game, onclick: () => stepGame(-1) }, "‹"),
    made.count,
    element("button", { type: "button", "aria-label": words.next_game, title: words.next_game, onclick: () => stepGame(1) }, "›"));
  made.filter = element("input", { type: "search", name: "filter", "aria-label": words.filter, placeholder: words.filter, oninput: fillList });
  made.list = element("ol");
  made.listDialog = dialog(words.games, made.filter, made.list);
  const rows = facts.keys.map(([keys, what]) => element("tr", {},
    element("th", { scope: "row" }, ...keys.split(" ").map(key => element("kbd", {}, key))), element("td", {}, what)));
  made.help = dialog(words.help, element("table", {}, element("tbody", {}, ...rows)), element("p", {}, words.tap_help));
  made.board.addEventListener("pointerdown", event => { made.pressed = event.clientX; });
  made.board.addEventListener("pointerup", event => {
    const { left, width } = made.board.getBoundingClientRect();
    const moved = event.clientX - (made.pressed ?? event.clientX);
    const isBack = Math.abs(moved) > 30 ? moved > 0 : event.clientX < left + width / 2;
    commands[isBack ? "back" : "forward"]();
  });
  made.graph.addEventListener("click", event => {
    const { left, width } = made.graph.getBoundingClientRect();
    const line = lineThrough(current);
    show(line[Math.round((event.clientX - left) / width * (line.length - 1))]);
  });
  return made;
}

function dialog(title, ...children) {
  const made = element("dialog", { "aria-label": title }, element("h2", {}, title,
    element("button", { type: "button", "aria-label": words.close, title: words.close, onclick: () => made.close() }, "×")), ...children);
  document.body.append(made);
  return made;
}

// Opens a game at one of its moves.
function openGame(number, index = 0) {
  const article = articles[number];
  if (!article) return;
  autoplay(false);
  game?.article.classList.remove("open");
  article.game ??= readGame(article);
  game = article.game;
  article.classList.add("open");
  player.count.textContent = `${number + 1} / ${articles.length}`;
  document.title = article.querySelector("h2").textContent;
  player.root.remove();
  if (!game.board) return;
  game.moves.before(player.root);
  game.moves.setAttribute("role", "group");
  game.moves.setAttribute("aria-label", words.moves);
  const nameOf = (tag, side) => /^\s*[?-]?\s*$/.test(game.tags[tag] ?? "") ? side : game.tags[tag];
  player.w.name.textContent = nameOf("White", game.board.white[0]);
  player.b.name.textContent = nameOf("Black", game.board.black[0]);
  show(game.nodes[index] ?? game.nodes[0]);
}

function stepGame(by) { openGame(articles.indexOf(game.article) + by); }

// Shows the position of a node.
function show(node) {
  if (!node) return;
  const before = current;
  current = node;
  drawBoard();
  drawSides();
  drawGraph();
  for (const other of game.moves.querySelectorAll("[aria-current]")) {
    other.removeAttribute("aria-current");
    other.tabIndex = -1;
  }
  if (node.button) {
    node.button.setAttribute("aria-current", "true");
    node.button.tabIndex = 0;
    reveal(node.button);
  } else if (game.nodes[1]) {
    game.nodes[1].button.tabIndex = 0;
  }
  const others = node.children.length > 1 ? node.children : [];
  player.choices.replaceChildren(...others.map(other =>
    element("button", { type: "button", onclick: () => show(other) }, other.button.textContent)));
  const description = describe(game.board, node.position);
  player.board.setAttribute("aria-label", description);
  player.words.textContent = `${node.position.said} ${description}`;
  if (before !== node) player.live.textContent = [node.position.said, ...node.comments].join(" ");
  try {
    history.replaceState(null, "", `#${articles.indexOf(game.article) + 1}.${node.index}`);
  } catch { /* a browser may refuse this to files */ }
}

// Scrolls the list of moves, and nothing else, so that a move is seen.
function reveal(button) {
  const [outer, inner] = [game.moves.getBoundingClientRect(), button.getBoundingClientRect()];
  if (inner.top < outer.top || inner.bottom > outer.bottom) {
    game.moves.scrollTop += inner.top - outer.top - outer.height / 3;
  }
}

function drawBoard() {
  const { board } = game;
  const { position } = current;
  const [width, height] = board.size;
  const margin = facts.coordinates ? 44 : 6;
  const at = (x, y) => flipped ? [width - x, height - y] : [x, y];
  const place = cell => at(board.cells[cell][1], board.cells[cell][2]);
  const turn = flipped ? { transform: `rotate(180 ${width / 2} ${height / 2})` } : {};
  const outline = (cell, kind) => {
    const [x, y] = place(cell);
    return svg("path", { class: `${kind} ${board.cells[cell][3]}`, d: board.outline, transform: `translate(${x} ${y})` });
  };
  const highlights = position.changed.map(cell => outline(cell, "moved"));
  if (position.flag === "+" || position.flag === "#") {
    const king = position.cells.indexOf(position.side === "w" ? "K" : "k");
    if (king >= 0) highlights.push(outline(king, "check"));
  }
  const labels = facts.coordinates ? board.labels.map(([text, x, y]) => {
    const [left, top] = at(x, y);
    return svg("text", { x: left, y: top + 10 }, text);
  }) : [];
  const pieces = { w: svg("g", { class: "w" }), b: svg("g", { class: "b" }) };
  position.cells.forEach((code, cell) => {
    if (code === ".") return;
    const [x, y] = place(cell);
    const put = id => pieces[isWhite(code) ? "w" : "b"].append(svg("use", { href: "#" + id, x: x - 50, y: y - 50 }));
    put(kindOf(code));
    if ("12".includes(code)) put("a");
  });
  player.board.setAttribute("viewBox", `${-margin} ${-margin} ${width + 2 * margin} ${height + 2 * margin}`);
  player.board.replaceChildren(svg("use", { href: `#${game.article.dataset.b}-cells`, ...turn }), ...highlights,
    svg("g", { class: "label" }, ...labels), pieces.w, pieces.b, ...marks(current.commands, place));
}

// Draws the arrows and circles of commands.
function marks(commands, place) {
  const names = new Map(game.board.cells.map(([name], cell) => [name.toLowerCase(), cell]));
  const colours = { G: "green", R: "red", Y: "yellow", B: "blue" };
  const drawn = [];
  for (const [, kind, values] of commands.matchAll(/\[%(cal|csl)\s+([^\]]*)\]/gi)) {
    for (const value of values.split(",")) {
      const mark = /^\s*([GRYB])([a-z]\d{1,2})([a-z]\d{1,2})?\s*$/i.exec(value);
      const cells = mark?.slice(2).filter(name => name).map(name => names.get(name.toLowerCase()));
      if (!cells || cells.includes(undefined) || cells.length !== (kind.toLowerCase() === "cal" ? 2 : 1)) continue;
      const [[x, y], end] = cells.map(place);
      const colour = colours[mark[1].toUpperCase()];
      drawn.push(end ? arrow(x, y, ...end, colour) : svg("circle", { class: `circle ${colour}`, cx: x, cy: y, r: 44 }));
    }
  }
  return drawn;
}

function arrow(x, y, endX, endY, colour) {
  const length = Math.hypot(endX - x, endY - y) || 1;
  const [dx, dy] = [(endX - x) / length, (endY - y) / length];
  const neck = length - 52;
  const corners = [[30, 10], [neck, 10], [neck, 28], [length - 8, 0], [neck, -28], [neck, -10], [30, -10]];
  const points = corners.map(([along, aside]) => `${x + along * dx + aside * dy} ${y + along * dy - aside * dx}`);
  return svg("path", { class: `arrow ${colour}`, d: `M${points.join("L")}z` });
}

// Shows the clocks, the pieces in hand and the side to move.
function drawSides() {
  const clocks = {};
  for (let at = current; at.parent; at = at.parent) clocks[at.parent.position.side] ??= clockOf(at);
  for (const side of ["w", "b"]) {
    const { row, clock, hand } = player[side];
    clock.textContent = clocks[side] ?? "";
    row.classList.toggle("turn", current.position.side === side);
    hand.replaceChildren(...[...current.position.hands].filter(code => isWhite(code) === (side === "w")).map(code =>
      svg("svg", { viewBox: "0 0 100 100", class: side }, svg("use", { href: "#" + kindOf(code) }))));
  }
  const [above, below] = flipped ? ["w", "b"] : ["b", "w"];
  player.board.before(player[above].row);
  player.board.after(player[below].row);
}

function drawGraph() {
  const line = lineThrough(current);
  const values = line.map(evaluationOf);
  const known = values.filter(value => value).length > 1;
  player.graph.classList.toggle("hidden", !known);
  if (!known) return;
  const x = at => 1000 * at / Math.max(1, line.length - 1);
  let share = 0.5;
  const points = values.map((value, at) => `${x(at)} ${100 - 100 * (share = value?.share ?? share)}`);
  const now = x(line.indexOf(current));
  player.graph.replaceChildren(svg("path", { class: "white", d: `M0 100L${points.join("L")}L1000 100z` }),
    svg("path", { class: "middle", d: "M0 50H1000" }), svg("path", { class: "now", d: `M${now} 0V100` }));
  player.graph.setAttribute("aria-label", fill(words.graph_help, { value: evaluationOf(current)?.text ?? "?" }));
}

function autoplay(on) {
  clearTimeout(timer);
  timer = on ? setTimeout(() => {
    show(current.children[0]);
    autoplay(current.children.length > 0);
  }, 1500 / pace) : null;
  player.buttons.play.setAttribute("aria-pressed", on);
  player.buttons.play.title = on ? words.stop : words.play;
}

let noteTimer;
function note(text) {
  player.note.textContent = text;
  clearTimeout(noteTimer);
  noteTimer = setTimeout(() => { player.note.textContent = ""; }, 2500);
}

async function copy(text, done) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = element("textarea", { class: "heard", "aria-hidden": "true" });
    area.value = text;
    document.body.append(area);
    area.select();
    const isCopied = document.execCommand("copy");
    area.remove();
    if (!isCopied) return note(words.not_copied);
  }
  note(done);
}

// ---- the list of games ----

function openList() {
  player.filter.value = "";
  fillList();
  player.listDialog.showModal();
  (player.list.querySelector("[aria-current]") ?? player.filter).focus();
}

function fillList() {
  const wanted = player.filter.value.toLowerCase().split(/\s+/).filter(word => word);
  const items = articles.flatMap((article, number) => {
    const [title, place] = ["h2", "p"].map(name => article.querySelector(":scope > " + name)?.textContent ?? "");
    const text = `${number + 1} ${title} ${place}`.toLowerCase();
    if (!wanted.every(word => text.includes(word))) return [];
    const button = element("button", { type: "button", onclick: () => { player.listDialog.close(); openGame(number); } },
      `${number + 1}. ${title}`, element("small", {}, place));
    if (article === game.article) button.setAttribute("aria-current", "true");
    return [element("li", {}, button)];
  });
  player.list.replaceChildren(...items.length ? items : [element("li", {}, words.no_game_found)]);
}

// ---- keys ----

function steps(count, next) {
  let node = current;
  for (let step = 0; step < count && next(node); step++) node = next(node);
  show(node);
}

// Goes to the next alternative of a move; the first one follows the last one.
function enterVariation() {
  const nextOf = node => {
    const siblings = node?.parent?.children ?? [];
    return siblings[siblings.indexOf(node) + 1] ?? siblings[1];
  };
  show(nextOf(current) ?? nextOf(current.children[0]));
}

function leaveVariation() {
  for (let at = current; at.parent; at = at.parent) {
    if (at.parent.children[0] !== at) return show(at.parent.children[0]);
  }
}

function fork(next) {
  for (let at = next(current); at; at = next(at)) {
    if (at.parent?.children.length > 1) return show(at);
  }
}

const KEYS = {
  ArrowRight: commands.forward, l: commands.forward, Enter: commands.forward, " ": commands.forward,
  ArrowLeft: commands.back, h: commands.back, Backspace: commands.back,
  Home: commands.first, g: commands.first, End: commands.last, G: commands.last,
  "]": () => fork(node => node.children[0]), "[": () => fork(node => node.parent),
  v: enterVariation, b: leaveVariation, n: () => stepGame(1), N: () => stepGame(-1), o: openList,
  "/": () => { openList(); player.filter.focus(); },
  f: commands.flip, a: commands.play, "+": () => { pace *= 2; }, "=": () => { pace *= 2; }, "-": () => { pace /= 2; },
  c: commands.copy_position, C: commands.copy_game, t: commands.colours, r: commands.words, "?": commands.help, F1: commands.help,
};
for (const key of ["ArrowDown", "j", "PageDown"]) KEYS[key] = () => steps(10, node => node.children[0]);
for (const key of ["ArrowUp", "k", "PageUp"]) KEYS[key] = () => steps(10, node => node.parent);

document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  const isPressing = (event.key === "Enter" || event.key === " ") && event.target.closest("button");
  const command = KEYS[event.key];
  if (!command || isPressing || !game) return;
  if (!game.board && !"nNo/?".includes(event.key)) return;
  event.preventDefault();
  const hadFocus = document.activeElement?.closest(".m");
  command();
  if (hadFocus) current.button?.focus({ preventScroll: true });
});

// ---- the start ----

document.body.append(player.note);
if (articles.length > 1) document.querySelector("main").before(player.bar);
const [, number = 1, index = 0] = /^#(\d+)(?:\.(\d+))?$/.exec(location.hash) ?? [];
openGame(Math.min(number, articles.length) - 1, Number(index));
