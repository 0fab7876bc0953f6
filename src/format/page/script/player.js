
// The player: its parts, its commands, and which game it shows.

let game, current, marked, flipped = facts.flipped;
// the sizes of the board, as shares of the largest one
const SIZES = [1, 0.8, 0.6];
let size = 1;
const root = document.documentElement;
const ICONS = {
  first: "M6 5v14M19 5l-9 7 9 7z", back: "M16 5l-9 7 9 7z", forward: "M8 5l9 7-9 7z", last: "M18 5v14M5 5l9 7-9 7z",
  flip: "M7 4v15M3 8l4-4 4 4M17 20V5M13 16l4 4 4-4", play: "M12 3a9 9 0 1 0 .1 0zM10 8l6 4-6 4z",
  colours: "M12 3a9 9 0 1 0 .1 0zM12 3v18M12 8h7M12 13h8M12 18h5", words: "M4 6h16M4 10h16M4 14h16M4 18h9",
  copy_position: "M9 9h11v11H9zM5 15H4V4h11v1", copy_game: "M6 3h9l4 4v14H6zM15 3v4h4M9 12h7M9 16h7",
  info: "M12 3a9 9 0 1 0 .1 0zM12 11v6M12 7.5v.1", help: "M12 3a9 9 0 1 0 .1 0zM9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.8.4-1 1-1 2M12 17v.1",
};
const STEPS = ["first", "back", "forward", "last"];
const commands = {
  first: () => show(game.nodes[0]),
  back: () => show(current.parent),
  forward: () => show(current.children[0]),
  last: () => show(lineThrough(current).at(-1)),
  row_forward: () => steps(2, onward),
  row_back: () => steps(2, backward),
  ten_forward: () => steps(TEN_MOVES, onward),
  ten_back: () => steps(TEN_MOVES, backward),
  next_fork: () => seek(onward, isFork, words.no_variation),
  previous_fork: () => seek(backward, isFork, words.no_variation),
  enter_variation: () => enterVariation(),
  leave_variation: () => leaveVariation(),
  next_comment: () => seek(onward, hasComment, words.no_comment_on),
  previous_comment: () => seek(backward, hasComment, words.no_comment_back),
  next_mistake: () => seek(onward, isMistake, words.no_mistake_on),
  previous_mistake: () => seek(backward, isMistake, words.no_mistake_back),
  next_reference: () => followLink(),
  reference_back: () => goBackFromLink(),
  next_game: () => stepGame(1),
  previous_game: () => stepGame(-1),
  games: () => openList(),
  search: () => { openList(); player.filter.focus(); },
  go_to: () => openGoTo(""),
  flip: () => {
    flipped = !flipped;
    press("flip", flipped);
    show(current);
    note(flipped ? words.seen_by_black : words.seen_by_white);
  },
  play: () => cycleAutoplay(),
  faster: () => changeSpeed(1),
  slower: () => changeSpeed(-1),
  colours: () => {
    const next = facts.themes[(facts.themes.indexOf(root.dataset.theme) + 1) % facts.themes.length];
    root.dataset.theme = next;
    note(fill(words.colours_are, { name: next }));
  },
  size: () => {
    size = SIZES[(SIZES.indexOf(size) + 1) % SIZES.length];
    root.style.setProperty("--size", size);
  },
  words: () => {
    const areHidden = player.words.classList.toggle("heard");
    press("words", !areHidden);
    player.words.tabIndex = areHidden ? -1 : 0;
    show(current);
  },
  comments: () => player.remarks.classList.toggle("hidden"),
  info: () => {
    player.tags.replaceChildren(...rowsOf(game.tags));
    player.info.showModal();
  },
  copy_position: () => copy(fenOf(game.board, current.position), words.position_copied),
  copy_game: () => copy(pgnOf(game), words.game_copied),
  help: () => player.help.showModal(),
};
// the commands for a game that cannot be played
const UNPLAYED = ["next_game", "previous_game", "games", "search", "info", "help"].map(name => commands[name]);

const player = buildPlayer();
press("flip", flipped);
press("play", false);
press("words", false);

// Shows whether what a button switches is on, also to screen readers.
function press(name, isOn) {
  player.buttons[name].setAttribute("aria-pressed", isOn);
}

function buildPlayer() {
  const made = { w: buildSide("white"), b: buildSide("black"), ...buildButtons() };
  made.board = svg("svg", { class: "board", role: "img" });
  made.gauge = svg("svg", { class: "gauge", viewBox: "0 0 1 1", preserveAspectRatio: "none", "aria-hidden": "true" });
  made.stage = element("div", { class: "stage" }, made.gauge, made.b.row, made.board, made.w.row);
  made.graph = svg("svg", { class: "graph hidden", viewBox: "0 0 1000 100", preserveAspectRatio: "none", role: "img" });
  made.value = element("span", { class: "value" });
  made.opening = element("span", { class: "opening" });
  made.status = element("div", { class: "status" }, made.value, made.opening);
  made.words = element("p", { class: "words heard", tabindex: -1 });
  made.remarks = element("div", { class: "words hidden", tabindex: 0, role: "region", "aria-label": words.comments_help });
  made.live = element("p", { class: "heard", role: "status", "aria-live": "polite" });
  made.note = element("p", { class: "note", role: "status" });
  made.summary = element("p", { class: "summary" });
  made.root = element("section", { class: "player", "aria-label": words.board },
    made.stage, made.words, made.remarks, made.graph, made.toolbar, made.live);
  made.count = element("span", { class: "count" });
  made.bar = element("nav", { class: "bar", "aria-label": words.games },
    textButton(words.games, words.games, () => openList()), textButton("‹", words.previous_game, () => stepGame(-1)),
    made.count, textButton("›", words.next_game, () => stepGame(1)));
  addDialogs(made);
  addGestures(made);
  return made;
}

function buildSide(name) {
  const parts = Object.fromEntries(["name", "rating", "hand", "spent", "clock"].map(part => [part, element("span", { class: part })]));
  return { ...parts, row: element("div", { class: `side ${name}` }, element("span", { class: "dot" }), ...Object.values(parts)) };
}

function buildButtons() {
  const groups = [element("div", { class: "steps" }), element("div")];
  const choices = element("div", { class: "choices", role: "group", "aria-label": words.several_lines });
  const buttons = {};
  for (const name of Object.keys(ICONS)) {
    // in wide windows, the part of its title in brackets stands below the icon
    const [before, label = "", after = ""] = words[name].split(/[[\]]/);
    const title = before + label + after;
    buttons[name] = element("button", { name, title, "aria-label": title, onclick: commands[name] },
      iconOf(name), element("small", {}, label));
    groups[STEPS.includes(name) ? 0 : 1].append(buttons[name]);
  }
  return { buttons, choices, toolbar: element("div", { class: "buttons", role: "group", "aria-label": words.board }, choices, ...groups) };
}

function iconOf(name) {
  return svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));
}

function textButton(text, name, onclick) {
  return element("button", { "aria-label": name, title: name, onclick }, text);
}

function addDialogs(made) {
  made.filter = element("input", { type: "search", name: "filter", "aria-label": words.filter, placeholder: words.filter, oninput: fillList });
  made.list = element("ol");
  made.found = element("p", { class: "found", role: "status" });
  const printAll = textButton(words.print_all, words.print_all, () => print());
  made.listDialog = dialog(words.games, made.filter, made.found, made.list, printAll);
  made.listDialog.classList.add("games");
  made.listDialog.addEventListener("keydown", listKey);
  const rows = facts.keys.map(([, names, command, what]) => element("div", {},
    element("dt", {}, ...names.map(name => element("kbd", {}, name)), ...ICONS[command] ? [iconOf(command)] : []),
    element("dd", {}, what)));
  made.help = dialog(made.buttons.help.title, element("dl", { class: "keys" }, ...rows), element("p", {}, `${words.tap_help} ${words.print_help}`));
  made.tags = element("dl", { class: "details" });
  made.info = dialog(made.buttons.info.title, made.tags);
  made.target = element("input", { type: "text", name: "target", "aria-label": words.go_to, placeholder: words.go_to_hint, autocomplete: "off" });
  made.goTo = dialog(words.go_to, made.target);
  made.target.addEventListener("keydown", event => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    made.goTo.close();
    const problem = goTo(made.target.value);
    if (problem) note(problem);
  });
}

function dialog(title, ...children) {
  const made = element("dialog", { "aria-label": title },
    element("h2", {}, title, textButton("×", words.close, () => made.close())), ...children);
  document.body.append(made);
  return made;
}

function openGoTo(text) {
  player.target.value = text;
  player.goTo.showModal();
  player.target.focus();
}

// Adds clicks, taps, swipes and the wheel: on the board forward and back, on the graph to a move.
function addGestures(made) {
  let from = null;
  made.board.addEventListener("pointerdown", event => { from = event.isPrimary && event.button === 0 ? event.clientX : null; });
  made.board.addEventListener("pointercancel", () => { from = null; });
  made.board.addEventListener("pointerup", event => {
    if (from === null) return;
    const { left, width } = made.board.getBoundingClientRect();
    const moved = event.clientX - from;
    from = null;
    const isBack = Math.abs(moved) > 30 ? moved > 0 : event.clientX < left + width / 2;
    commands[isBack ? "back" : "forward"]();
  });
  // a step of a mouse's wheel, or as much of the small ones of a touchpad; with Ctrl the browser zooms
  const STEP = 50;
  let turned = 0;
  made.board.addEventListener("wheel", event => {
    if (event.ctrlKey) return;
    event.preventDefault();
    turned += event.deltaMode === 0 ? event.deltaY : STEP * Math.sign(event.deltaY);
    if (Math.abs(turned) < STEP) return;
    commands[turned > 0 ? "forward" : "back"]();
    turned = 0;
  }, { passive: false });
  made.graph.addEventListener("click", event => {
    const { left, width } = made.graph.getBoundingClientRect();
    const line = lineThrough(game.nodes[0]);
    const share = Math.min(1, Math.max(0, (event.clientX - left) / width / 0.98 - 0.01));
    show(line[Math.round(share * (line.length - 1))]);
  });
}

// Shows the move again when a panel or the window has changed the room for the moves.
const layout = new ResizeObserver(() => reveal(current.button));

// Opens a game at one of its moves.
function openGame(number, index = 0) {
  const article = articles[number];
  if (!article) return;
  if (game) setAutoplay("off");
  followed = null;
  game?.article.classList.remove("open");
  article.game ??= readGame(article);
  game = article.game;
  article.classList.add("open");
  player.count.textContent = `${number + 1} / ${articles.length}`;
  document.title = article.querySelector("h2").textContent;
  const parts = [player.summary, player.status, player.root];
  parts.forEach(part => part.remove());
  (game.board ? player.toolbar : document.body).append(player.note);
  if (!game.board) return setAddress(0);
  game.moves.before(...parts);
  layout.disconnect();
  [game.moves, player.stage, player.words, player.remarks].forEach(part => layout.observe(part));
  const [title, result, place] = headingOf(number);
  player.summary.textContent = [title.includes(" – ") ? "" : title, result, place].filter(part => part && part !== "*").join(" · ");
  const has = isThere => game.nodes.some(isThere);
  [player.value, player.gauge].forEach(part => part.classList.toggle("hidden", !has(evaluationOf)));
  player.status.classList.toggle("hidden", !has(node => node.position.opening || evaluationOf(node)));
  player.choices.classList.toggle("hidden", !has(node => node.children.length > 1));
  game.moves.setAttribute("role", "group");
  game.moves.setAttribute("aria-label", words.moves);
  for (const [row, tag, [side]] of [[player.w, "White", game.board.white], [player.b, "Black", game.board.black]]) {
    const known = name => /^\s*[?-]?\s*$/.test(game.tags[name] ?? "") ? undefined : game.tags[name];
    // the name of a side begins a sentence, and that of a player is as it is written
    const title = known(tag + "Title") ?? "";
    row.name.textContent = known(tag) ? `${title.length < 4 ? title : ""} ${known(tag)}`.trim() : side[0].toUpperCase() + side.slice(1);
    row.rating.textContent = known(tag + "Elo") ?? "";
  }
  show(game.nodes[index] ?? game.nodes[0]);
}
