
// Games: their trees of moves, and their text as PGN.

// Reads the tree of a game from its movetext, and makes a button of every move there.
function readGame(article) {
  const moves = article.querySelector(".m");
  const board = facts.boards[article.dataset.b];
  const tags = {};
  for (const [, name, value] of article.querySelector("pre").textContent.matchAll(/^\[(\w+) "(.*)"\]$/gm)) {
    tags[name] ??= value.replace(/\\(.)/g, "$1");
  }
  const game = { article, moves, board, tags, nodes: [] };
  const node = (parent, position) => {
    const made = { parent, position, children: [], comments: [], links: [], annotations: [], commands: "", depth: lines.length, index: game.nodes.length };
    game.nodes.push(made);
    parent?.children.push(made);
    return made;
  };
  if (!board) {
    article.append(element("dl", { class: "details" }, ...rowsOf(tags)));
    return game;
  }
  if (facts.hidesMoves) addHints(article);
  const lines = [];
  const quotes = [];
  let last = node(null, startOf(article, board));
  let opened = null;
  let label;
  // whether the next move follows another one, with nothing to be seen between them
  let follows = false;
  const records = recordsOf(moves.dataset.p, 2 * widthOf(board));
  const addMove = text => {
    const record = records.next().value;
    if (!record) return text;
    let parent = opened ?? last;
    // a variation goes back a move, or two, or none
    const back = opened ? { "": 1, "*": 2, "=": 0 }[record[1]] : 0;
    for (let undone = 0; undone < back; undone++) parent = parent.parent ?? parent;
    opened = null;
    last = node(parent, play(board, parent.position, record));
    const made = last;
    follows = true;
    [made.label, label] = [label, undefined];
    made.button = element("button", { tabindex: -1, onclick: () => show(made) }, text);
    return made.button;
  };
  const readText = text => {
    const parts = [];
    // the line does not break between a number and its move
    let numbered = null;
    text.split(/(\d+\.+\s?|…|[(),\s]+)/).forEach((part, at) => {
      if (!part) return;
      const isMove = at % 2 === 0;
      if (isMove) part = addMove(part);
      else for (const sign of part) {
        if (sign === "(") { lines.push(last); opened = last; }
        if (sign === ")") { last = lines.pop() ?? last; opened = null; }
        if ("()".includes(sign)) follows = false;
      }
      if (!isMove && /\d/.test(part)) {
        // of a black move's number, what stands for the white move; a sign alone is no reason to repeat the number
        const [number, dots] = `${part.trim()}\u202f`.split(/(\.\.\u202f)$/);
        numbered = element("span", { class: "numbered" }, element("span", { class: dots && follows ? "number again" : "number", "data-p": `${part.trim()} ` },
          number, ...dots ? [element("span", { class: "dots" }, dots)] : []));
        parts.push(numbered);
      } else {
        if (numbered) numbered.append(part);
        else parts.push(part);
        if (isMove) numbered = null;
      }
    });
    return parts;
  };
  const read = within => {
    for (const child of [...within.childNodes]) {
      if (child.nodeType === Node.TEXT_NODE) {
        child.replaceWith(...readText(child.data));
      } else if (child.nodeName === "SPAN") {
        read(child);
      } else if (child.nodeName === "Q") {
        if (child.textContent) follows = false;
        if (!opened && child.textContent) quotes.push([last, child]);
        if (!opened) last.commands += (child.dataset.p ?? "") + (child.dataset.c ?? "");
      } else if (child.nodeName === "I") {
        label = /\[(\d+)\]/.exec(child.dataset.p)?.[1];
        if (!last.button || opened) continue;
        last.annotations.push(annotationOf(child));
        last.quality ??= /^ \$([1-6])$/.exec(child.dataset.p)?.[1];
        if (last.quality) last.button.dataset.p = ` $${last.quality}`;
        last.button.append(child);
      }
    }
  };
  // a button does not break, whatever its move has
  for (const whole of moves.querySelectorAll("bdi")) whole.replaceWith(whole.textContent);
  moves.normalize();
  read(moves);
  // a mistake that only the evaluations show has the colour of its sign
  game.nodes.forEach(node => node.button?.classList.toggle("mistake", !node.quality && isMistake(node)));
  const named = lineThrough(game.nodes[0]).findLast(node => node.position.opening);
  if (named && !facts.hidesMoves) article.querySelector("pre").before(element("p", { class: "eco", lang: "en" }, named.position.opening));
  for (const [about, quote] of quotes) {
    addLinks(game, about, quote);
    about.comments.push(quote.textContent);
  }
  return game;
}

// Returns what a sign after a move means, or the sign itself if there are no words for it.
function annotationOf(sign) {
  if (sign.dataset.p === " (=)") return words.draw_offered;
  return facts.annotations[/^ \$(\d+)$/.exec(sign.dataset.p)?.[1]] ?? sign.textContent.trim();
}

// Returns the terms and values of a list of tags, in the order in which the page has them.
const rowsOf = tags => Object.entries(tags).filter(([, value]) => value.trim()).flatMap(([name, value]) =>
  [element("dt", {}, name), element("dd", {}, value)]);

// Reads the records of the moves one after another. `width` is the number of digits of two cells, with which a plain
// record begins.
function* recordsOf(text, width) {
  const start = new RegExp(`\\[[^\\]]*\\]|[\\w-]{${width}}`, "y");
  const rest = /([*=]?)(!?)([+#$]?)(?:~([^~]*)~)?(?:%([^%]*)%)?(?:\^([^^]*)\^)?(?:@([^@]*)@)?(?:\{([^}]*)\})?/y;
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

// Returns the nodes from the start to a node, and on to the end of its line.
function lineThrough(node) {
  const line = [];
  for (let at = node; at; at = at.parent) line.unshift(at);
  for (let at = node.children[0]; at; at = at.children[0]) line.push(at);
  return line;
}

// Returns a move with its signs, without and with its number.
const signed = ({ button }) => [...button.childNodes].map(part => part.cloneNode(true));
const numbered = node => [`${node.parent.position.number}${node.parent.position.side === "w" ? "." : "…"} `, ...signed(node)];

// The references to plays in comments of CTL-PGN, as notation/ctl/reference.rs reads them.
const REFERENCE = /#(\.*)(\d+)(?:\.(\d+)|\$?\[(?:(\d+)|((?:#\d+\.\d+)+))\])?(?:@([WBN])(?![\p{L}\p{N}]))?/gu;

// Makes links of the references in a comment about a node.
function addLinks(game, node, quote) {
  if (game.article.dataset.b !== "h") return;
  const text = quote.textContent;
  const parts = [];
  let end = 0;
  for (const found of text.matchAll(REFERENCE)) {
    const target = targetOf(game, node, found);
    if (!target) continue;
    const link = element("button", { tabindex: -1, onclick: () => followLink(node, node.links.indexOf(target)) }, "→", ...numbered(target));
    parts.push(text.slice(end, found.index), link);
    node.links.push(target);
    end = found.index + found[0].length;
  }
  if (!parts.length) return;
  quote.dataset.p ??= `{${text}}`;
  quote.replaceChildren(...parts, text.slice(end));
}

// Returns the move that a reference in a comment about a node names, if there is one; of a whole play its first move.
function targetOf(game, node, [, dots, number, label, inside, others, side]) {
  const isIn = (play, at) => at.parent?.position.number === Number(play);
  const outer = lineThrough(node).filter(at => at.index <= node.index && at.depth <= dots.length);
  let line = lineThrough(outer.at(-1));
  const own = label ?? inside;
  const variations = own ? [[number, own]] : [...(others ?? "").matchAll(/#(\d+)\.(\d+)/g)].reverse().map(found => found.slice(1));
  for (const [play, name] of variations) {
    const first = game.nodes.find(at => at.label === name && isIn(play, at) && line.includes(at.parent));
    if (!first) return undefined;
    line = lineThrough(first).slice(lineThrough(first).indexOf(first));
  }
  return line.find(at => isIn(number, at) && (!side || (side === "W") === (at.parent.position.side === "w")));
}

// Returns the game as PGN or CTL-PGN, without blank lines in the movetext, at which many readers end a game.
function pgnOf(game) {
  const text = within => [...within.childNodes].map(child => {
    if (child.nodeName === "svg") return "";
    // that of a button is only its colour
    const written = child.nodeName === "BUTTON" ? null : child.dataset?.p;
    return written ?? child.data ?? (child.nodeName === "Q" ? `{${child.textContent}}` : text(child));
  }).join("");
  const lines = text(game.moves).split("\n").map(line => line.trim()).filter(line => line);
  const isCtl = game.article.dataset.b === "h";
  return game.article.querySelector("pre").textContent + "\n" + wrapped(lines, isCtl).join("\n") + "\n";
}

// Fills lines of less than 80 columns with a movetext, as --format pgn does: no line breaks inside a command, or before
// a word that would be an escape or a tag at the start of a line. Plays of CTL-PGN keep lines of their own.
function wrapped(lines, isCtl) {
  const made = [];
  // whether the last line may go on; after a comment to the end of the line it may not
  let goesOn = false;
  for (const line of lines) {
    const closes = line[0] === ")";
    if (line[0] === ";") {
      made.push(line);
      goesOn = false;
      continue;
    }
    if (isCtl && !closes) goesOn = false;
    line.match(/(?:\[%[^\]]{0,40}\]|\S)+/g).forEach((word, at) => {
      const joined = made.at(-1) + (closes && at === 0 ? "" : " ") + word;
      if (goesOn && (joined.length < 80 || /^(?:%|\[(?!%))/.test(word))) made[made.length - 1] = joined;
      else made.push(word);
      goesOn = true;
    });
  }
  return made;
}

// Returns the time in a command on a move, as it is written.
const timeText = (node, command) => new RegExp(`\\[%${command}\\s+(\\d+:\\d+:\\d+(?:\\.\\d+)?)\\s*\\]`, "i").exec(node.commands)?.[1];

// Returns the same time in seconds, or null.
function timeOf(node, command) {
  const text = timeText(node, command);
  return text === undefined ? null : text.split(":").reduce((sum, part) => 60 * sum + Number(part), 0);
}

const clockOf = node => timeOf(node, "clk");

// Returns how many checks each side has given, or null if they are not counted. The FEN has those that are left of
// three.
function checksOf(position) {
  const left = /(\d)\+(\d)$/.exec(position.middle);
  return left && { w: 3 - left[1], b: 3 - left[2] };
}

// Returns the evaluation of a position: its text, and White's share of the graph, from 0 to 1. Null if there is none.
function evaluationOf(node) {
  const value = /\[%eval\s+(#?)([-+]?[\d.]+)/i.exec(node.commands);
  if (!value) return null;
  const number = Number(value[2]);
  const shown = text => text.replace("-", "−");
  if (!value[1]) return { share: 1 / (1 + Math.exp(-0.368208 * number)), text: (number < 0 ? "" : "+") + shown(number.toFixed(2)) };
  // a mate on the board was given by the side that has just moved
  const byWhite = number === 0 ? node.parent?.position.side === "w" : number > 0;
  return { share: byWhite ? 1 : 0, text: value[1] + shown(value[2]) };
}

// Returns whether a move is a mistake, as in the viewer: by its sign, or because it costs a tenth of a game or more.
function isMistake(node) {
  if ("246".includes(node.quality ?? "-")) return true;
  const [before, after] = [node.parent && evaluationOf(node.parent), evaluationOf(node)];
  const lost = before && after ? before.share - after.share : 0;
  return (node.parent?.position.side === "w" ? lost : -lost) >= 0.1;
}
