
// What the player shows of a position.

// Shows the position of a node.
function show(node) {
  if (!node) return;
  const before = current;
  current = node;
  drawBoard();
  drawSides();
  drawGraph();
  drawStatus();
  drawRemarks();
  if (marked) {
    marked.removeAttribute("aria-current");
    marked.tabIndex = -1;
  }
  // Tab reaches one move, and not each of them in turn
  marked = node.button ?? game.nodes[1]?.button;
  if (marked) marked.tabIndex = 0;
  drawSolution();
  const others = node.children.length > 1 && isSolved() ? node.children : [];
  player.choices.replaceChildren(...others.map(other =>
    element("button", { onclick: () => show(other) }, ...signed(other))));
  if (node.button) marked.setAttribute("aria-current", "true");
  if (before !== node) reveal(node.button);
  const description = describe(game.board, node.position);
  player.board.setAttribute("aria-label", description);
  player.words.textContent = `${node.position.said} ${description}`;
  // a screen reader reads out the whole position if its words are shown; otherwise it is the label of the board
  const wholePosition = player.words.classList.contains("heard") ? [] : [description];
  if (before !== node) {
    player.live.textContent = [...heardOf(node), ...wholePosition].join(" ");
    waitForMove();
  }
  setAddress(node.index);
}

// Makes the address of the page that of a move of the game.
function setAddress(index) {
  try {
    history.replaceState(null, "", `#${articles.indexOf(game.article) + 1}.${index}`);
  } catch { /* a browser may refuse this to files */ }
}

// Returns what a screen reader reads out about a move: the move, what is said of it, and the alternatives to the next
// one.
function heardOf(node) {
  if (!isSolved()) return [node.position.said];
  const isVariation = node.parent && node.parent.children[0] !== node;
  const others = node.children.slice(1).map(other => other.button.firstChild.data);
  return [...isVariation ? [words.variation + "."] : [], node.position.said, ...remarksOf(node),
    ...others.length ? [words.several_lines + ":", others.join(COMMA) + "."] : []];
}

// Returns the comments of a move, what its signs mean, its evaluation and its clock.
function remarksOf(node) {
  const facts = [...node.annotations];
  const value = evaluationOf(node);
  const mate = /^#\D?(\d+)/.exec(value?.text);
  if (!mate) facts.push(value && fill(words.evaluation, { value: value.text }));
  else if (mate[1] > 0) facts.push(fill(value.share < 0.5 ? words.black_mates_in : words.white_mates_in, { count: mate[1] }));
  const clock = timeText(node, "clk");
  facts.push(clock && fill(words.clock, { value: clock }));
  return [...node.comments, ...facts.filter(fact => fact).map(fact => fact + ".")];
}

// Scrolls so that a move is in the middle third of the moves that are seen, or to their start.
function reveal(button) {
  const { moves } = game;
  if (!button) {
    moves.scrollTop = 0;
    return;
  }
  const [from, seen, height] = [button.getBoundingClientRect(), moves.getBoundingClientRect(), moves.clientHeight];
  const away = (from.top + from.bottom - seen.top - seen.bottom) / 2;
  if (Math.abs(away) > height / 6) moves.scrollTop += away;
}

function drawBoard() {
  const { board } = game;
  const { position } = current;
  const [width, height] = board.size;
  // the labels of a board of squares are on them, in the colour of the others
  const isOnBoard = game.article.dataset.b === "s";
  const margin = isOnBoard ? 0 : facts.margin;
  const at = (x, y) => flipped ? [width - x, height - y] : [x, y];
  const place = cell => at(board.cells[cell][1], board.cells[cell][2]);
  const turn = flipped ? { transform: `rotate(180 ${width / 2} ${height / 2})` } : {};
  const outline = (cell, kind) => {
    const [x, y] = place(cell);
    return svg("path", { class: `${kind} ${board.cells[cell][3]}`, d: board.outline, transform: `translate(${x} ${y})` });
  };
  const isCheck = position.flag === "+" || position.flag === "#";
  const king = isCheck ? position.cells.indexOf(position.side === "w" ? "K" : "k") : -1;
  const lit = facts.marks ? [...position.changed, king] : [];
  const highlights = lit.filter(cell => cell >= 0).map(cell => outline(cell, cell === king ? "check" : "moved"));
  const labels = facts.coordinates ? board.labels.map(([text, x, y]) => {
    const [left, top] = at(x, y);
    if (!isOnBoard) return svg("text", { x: left, y: top + 10 }, text);
    // it stands on the square at the edge, and in the colour for what is seen of that
    const [squareX, squareY] = [Math.max(left, 50), Math.min(top, height - 50)];
    const square = board.cells.findIndex((_, cell) => place(cell).join() === `${squareX},${squareY}`);
    const kind = lit.includes(square) ? "marked" : board.cells[square]?.[3];
    if (left < 0) return svg("text", { class: kind, x: 12, y: top - 28 }, text);
    return top > height ? svg("text", { class: kind, x: left + 38, y: height - 8 }, text) : "";
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
  // those of an exercise may tell the solution
  const drawn = facts.marks && isSolved() ? marks(current.commands, place) : [];
  player.board.replaceChildren(svg("use", { href: `#${game.article.dataset.b}-cells`, ...turn }), ...highlights, ...drawn,
    svg("g", { class: isOnBoard ? "label inner" : "label" }, ...labels), pieces.w, pieces.b);
}

// Returns the arrows and circles of commands.
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
      if (end) drawn.push(arrow(x, y, ...end, colour));
      else for (const kind of ["edge", "circle"]) drawn.push(svg("circle", { class: `${kind} ${colour}`, cx: x, cy: y, r: 42 }));
    }
  }
  return drawn;
}

function arrow(x, y, endX, endY, colour) {
  const length = Math.hypot(endX - x, endY - y) || 1;
  const [dx, dy] = [(endX - x) / length, (endY - y) / length];
  const neck = length - 68;
  const corners = [[30, 10], [neck, 10], [neck, 28], [length - 24, 0], [neck, -28], [neck, -10], [30, -10]];
  const points = corners.map(([along, aside]) => `${x + along * dx + aside * dy} ${y + along * dy - aside * dx}`);
  return svg("path", { class: `arrow ${colour}`, d: `M${points.join("L")}z` });
}

// Shows the clocks, what the last moves took, the pieces in hand or captured, the checks given and the side to move.
function drawSides() {
  const clocks = {};
  const last = {};
  for (let at = current; at.parent; at = at.parent) {
    const side = at.parent.position.side;
    clocks[side] ??= timeText(at, "clk");
    last[side] ??= at;
  }
  const checks = checksOf(current.position);
  for (const side of ["w", "b"]) {
    const { row, clock, spent, hand } = player[side];
    const took = last[side] ? thinkingTime(last[side]) : null;
    clock.textContent = clocks[side] ?? "";
    spent.textContent = took === null ? "" : `${took.toFixed(1)} s`;
    row.classList.toggle("turn", current.position.side === side);
    hand.replaceChildren(...checks ? [fill(words.checks_given, { count: checks[side] })] : piecesBeside(side));
  }
  const [above, below] = flipped ? ["w", "b"] : ["b", "w"];
  player.board.before(player[above].row);
  player.board.after(player[below].row);
}

// Returns the kinds of pieces that a side has in hand, with the number of each. Where captured pieces do not come back,
// they are those of which it has captured more than the other side, and in chess its advantage in pawns.
const WORTH = { p: 1, n: 3, b: 3, r: 5, q: 9, k: 0 };
function piecesBeside(side) {
  const { hands, cells } = current.position;
  const counts = new Map(Object.keys(game.board.kinds).map(kind => [kind, 0]));
  for (const code of hands ?? cells.filter(code => code !== ".")) {
    const by = isWhite(code) === (side === "w") ? 1 : hands === null ? -1 : 0;
    counts.set(kindOf(code), counts.get(kindOf(code)) + by);
  }
  const ahead = [...counts].reduce((sum, [kind, count]) => sum + (count && count * WORTH[kind]), 0);
  const color = hands === null ? { w: "b", b: "w" }[side] : side;
  return [...[...counts].filter(([, count]) => count > 0).flatMap(([kind, count]) => [
    svg("svg", { viewBox: "0 0 100 100", class: color, "aria-hidden": "true" }, svg("use", { href: "#" + kind })),
    ...count > 1 ? [String(count)] : [],
  ]), ...hands === null && ahead > 0 ? [element("b", {}, `+${ahead}`)] : []];
}

// Shows the evaluation of the position, and the opening that it belongs to, whose name is in English.
function drawStatus() {
  const value = isSolved() ? evaluationOf(current)?.text : undefined;
  player.value.textContent = value ?? "";
  player.value.title = value ? fill(words.evaluation, { value }) : "";
  let known = current;
  while (known && !evaluationOf(known)) known = known.parent;
  const share = isSolved() && known ? evaluationOf(known).share : 0.5;
  player.gauge.replaceChildren(svg("path", { class: "white", d: flipped ? `M0 0V${share}H1V0z` : `M0 1V${1 - share}H1V1z` }));
  const { opening } = current.position;
  const [before, after] = words.opening.split("{value}");
  const atStart = current.parent ? "" : facts.start;
  player.opening.replaceChildren(...opening ? [before, element("span", { lang: "en" }, opening), after] : [atStart]);
}

// Shows the comments of the current move and what else is said of it.
function drawRemarks() {
  const said = isSolved() ? remarksOf(current) : [];
  const title = current.button && said.length ? numbered(current) : [];
  player.remarks.replaceChildren(element("b", {}, ...title), ` ${said.length ? said.join(" ") : words.no_comment}`);
}

// Shows the evaluations of the main line, also inside variations; there the move that they leave it after is marked.
function drawGraph() {
  const line = lineThrough(game.nodes[0]);
  const values = line.map(evaluationOf);
  const known = values.filter(value => value).length > 1 && isSolved();
  player.graph.classList.toggle("hidden", !known);
  if (!known) return;
  const x = at => 10 + 980 * at / Math.max(1, line.length - 1);
  let share = 0.5;
  const points = values.map((value, at) => `${x(at)} ${100 - 100 * (share = value?.share ?? share)}`);
  let last = current;
  while (!line.includes(last)) last = last.parent;
  // each has an edge, so that it is seen on both halves; a dot has the colour of its sign
  const edged = (kind, d, sign) => ["edge", ""].map(edge => svg("path", { class: `${kind} ${edge}`, d, "data-p": sign }));
  const dots = line.flatMap((node, at) => !isMistake(node) ? [] :
    edged(node.quality ? "dot" : "dot mistake", `M${points[at]}h0`, ` $${node.quality}`));
  player.graph.replaceChildren(svg("path", { class: "white", d: `M0 100V${100 - 100 * (values[0]?.share ?? 0.5)}L${points.join("L")}H1000V100z` }),
    svg("path", { class: "middle", d: "M0 50H1000" }), ...edged("now", `M${x(line.indexOf(last))} 0V100`, ""), ...dots);
  player.graph.setAttribute("aria-label", fill(words.graph_help, { value: evaluationOf(current)?.text ?? "?" }));
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
