
// Exercises: games whose moves are hidden until they are asked for.

// Returns whether the moves of the game may be shown.
function isSolved() {
  return !facts.hidesMoves || game.article.querySelector(".solve input").checked;
}

// Adds to an exercise the button that plays its next move, and the moves played with it.
function addHints(article) {
  const next = element("button", { onclick: () => commands.forward() }, words.show_next_move);
  const switched = article.querySelector(".solve");
  switched.addEventListener("change", () => show(current));
  switched.before(element("p", { class: "hints" }, next, " ", element("span", {})));
}

// Shows the moves that lead to the current one, and whether there is another one.
function drawSolution() {
  if (!facts.hidesMoves) return;
  const [next, played] = game.article.querySelector(".hints").children;
  next.disabled = !current.children.length;
  next.classList.toggle("hidden", !game.nodes[0].children.length);
  const line = lineThrough(current).slice(1, lineThrough(current).indexOf(current) + 1);
  played.textContent = line.map((node, at) => {
    const { number, side } = node.parent.position;
    const before = side === "w" ? `${number}. ` : at === 0 ? `${number}… ` : "";
    return before + node.button.firstChild.data;
  }).join(" ");
}
