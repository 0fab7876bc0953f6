"use strict";
// Replays the games of this page. It knows no rules of chess: every move has a record of the cells that change,
// whose form src/format/page/movetext.rs describes. Text is only ever set as text, never as markup.

const facts = JSON.parse(document.getElementById("facts").textContent);
const words = facts.words;
for (const board of Object.values(facts.boards)) board.kinds = Object.fromEntries(board.kinds);
const articles = [...document.querySelectorAll("article")];
// in the page, no sign has spaces around it, not even in strings
const COMMA = "," + " ";
const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  if (name === "button") made.type = name;
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

// Replaces the placeholders of a text: `{name}` by a value, `{name:one|# others}` by the singular or the plural, and
// `{name:d'#|de #}` by the first if the name of the value's letter begins with a vowel.
function fill(text, values) {
  return text.replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (_, name, one, others) => {
    const value = values[name] ?? "";
    return one === undefined ? value : (value === 1 || /^[AEFHILXaefh]/.test(value) ? one : others).replace("#", value);
  });
}
const isWhite = code => code === "1" || code >= "A" && code <= "Z";
const kindOf = code => "12".includes(code) ? "p" : code.toLowerCase();
const isSamePiece = (one, other) => kindOf(one) === kindOf(other) && isWhite(one) === isWhite(other);

function withFen(position, fen) {
  const fields = fen.split(" ");
  position.side = fields[1];
  position.middle = fields.slice(2, -2).join(" ");
  [position.counter, position.number] = fields.slice(-2).map(Number);
  position.given = fen;
  return position;
}

function startOf(article, board) {
  const [cells, fen] = ["s", "f"].map((name, at) => article.dataset[name] ?? board.start[at]);
  return withFen({ cells: [...cells], hands: article.dataset.h ?? null, opening: article.dataset.o ?? "", changed: [], flag: "", said: facts.start + "." }, fen);
}

// Reads the number of a cell, which has as many digits as the largest one has.
const widthOf = board => board.cells.length > DIGITS.length ? 2 : 1;
function cellAt(board, text, at) {
  let cell = 0;
  for (let digit = 0; digit < widthOf(board); digit++) cell = cell * DIGITS.length + DIGITS.indexOf(text[at + digit]);
  return cell;
}

const FLAGS = { "+": "check", "#": "mate", $: "stalemate" };

// Plays the move of a record. Returns the position after it.
function play(board, before, [changes, , restarts, flag, middle, fen, turn, hands, opening]) {
  const width = widthOf(board);
  const cells = [...before.cells];
  const after = { cells, changed: [], flag, turn, hands: hands ?? before.hands, opening: openingAfter(before.opening, opening) };
  const set = (cell, code) => {
    if (!isSamePiece(cells[cell], code)) after.changed.push(cell);
    cells[cell] = code;
  };
  let what;
  if (changes[0] === "[") {
    const bar = changes.indexOf("|");
    for (let at = 1; at < bar; at += width + 1) set(cellAt(board, changes, at), changes[at + width]);
    what = changes.slice(bar + 1, -1);
    if (what[0] === "=") {
      const [king, rook] = [2, 2 + width].map(at => board.cells[cellAt(board, what, at)][0]);
      what = fill(what[1] === "k" ? board.said.castles_king : board.said.castles_queen, { king, rook });
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
  after.said = fill(board.said.move, { number: before.number, side, move: what }) + (board.said[FLAGS[flag]] ?? "") + ".";
  return after;
}

// Returns the opening after a move. What the record leaves out is the same as before the move.
function openingAfter(before, told) {
  if (told === undefined) return before;
  const [, eco = before.slice(0, 3), name] = /^([A-E]\d\d)?(.*)$/.exec(told);
  return eco + (name[0] === " " ? name : before.slice(3) + name);
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

// Describes a position in words, as --format speech does.
function describe(board, position) {
  const { said } = board;
  const inWords = names => {
    if (names.length < 2) return names.join("");
    const last = names.at(-1);
    return `${names.slice(0, -1).join(COMMA)} ${/^[hH]*[iI]/.test(last) ? said.and_before_i : said.and} ${last}`;
  };
  const list = side => {
    const pieces = board.order.filter(cell => position.cells[cell] !== "." && isWhite(position.cells[cell]) === side);
    const kinds = Object.entries(board.kinds).map(([kind, [, alone, several]]) => {
      const names = pieces.filter(cell => kindOf(position.cells[cell]) === kind).map(cell => board.cells[cell][0]);
      return names.length ? `${names.length < 2 ? alone : several} ${inWords(names)}` : "";
    });
    return kinds.filter(kind => kind).join(";" + " ") || said.no_pieces;
  };
  const pocket = side => {
    const codes = [...position.hands].filter(code => isWhite(code) === side);
    const kinds = Object.entries(board.kinds).map(([kind, [, alone, several]]) => {
      const count = codes.filter(code => kindOf(code) === kind).length;
      return count < 2 ? (count ? alone : "") : `${count} ${several}`;
    });
    return kinds.filter(kind => kind).join(COMMA) || said.nothing;
  };
  const sentences = [fill(board.white[1], { value: list(true) }) + ".", fill(board.black[1], { value: list(false) }) + "."];
  if (position.hands !== null) {
    for (const [name, side] of [[board.white[0], true], [board.black[0], false]]) {
      sentences.push(fill(said.pocket, { side: name, pieces: pocket(side) }) + ".");
    }
  }
  const awaiting = board.order.filter(cell => "12".includes(position.cells[cell])).map(cell => board.cells[cell][0]);
  if (awaiting.length) sentences.push(fill(said.awaiting, { cells: inWords(awaiting) }) + ".");
  const checks = checksOf(position);
  if (checks) sentences.push(fill(said.checks_given, { white: checks.w, black: checks.b }) + ".");
  const side = sideOf(board, position.side)[0];
  sentences.push(position.turn ?? fill(position.flag === "+" ? said.turn_in_check : said.turn, { side }));
  return sentences.join(" ");
}
