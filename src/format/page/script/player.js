
// The player: its parts, its commands, and which game it shows.

let game, current, marked, flipped = facts.flipped, timer = null, pace = 1;
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
