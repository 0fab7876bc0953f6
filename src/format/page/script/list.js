
// The list of games.

// Returns the numbers of the games that have all words of the filter.
function foundGames() {
  const wanted = plain(player.filter.value).split(/\s+/).filter(word => word);
  const numbers = articles.map((_, number) => number);
  return wanted.length ? numbers.filter(number => wanted.every(word => summaryOf(number).includes(word))) : numbers;
}

// results may be written as in books or as in PGN
const plain = text => text.toLowerCase().replaceAll("–", "-").replaceAll("½", "1/2");
const summaryOf = number => articles[number].summary ??= plain(`${number + 1} ${headingOf(number).join(" ")}`);

// Returns the players or the name of a game, its result unless it is an exercise, and its event.
function headingOf(number) {
  const [title, place] = ["h2", "p:not([class])"].map(name => articles[number].querySelector(`:scope > ${name}, :scope > .exercise > ${name}`));
  const result = title.querySelector("b")?.textContent ?? "";
  return [title.textContent.slice(0, title.textContent.length - result.length).trim(), result, place?.textContent ?? ""];
}

function openList() {
  player.filter.value = "";
  fillList();
  player.listDialog.showModal();
  (player.list.querySelector("[aria-current]") ?? player.filter).focus();
}

function fillList() {
  const found = foundGames();
  const isFiltered = player.filter.value.trim() !== "";
  player.found.textContent = isFiltered ? fill(words.games_found, { found: found.length, count: articles.length }) : "";
  const items = found.map(number => {
    const [title, result, place] = headingOf(number);
    const names = title.split(" – ");
    const winner = names[1] && ["1–0", "0–1"].indexOf(result);
    const players = names.flatMap((name, side) => [side ? " – " : "", element(side === winner ? "b" : "span", {}, name)]);
    // where there is little room, the date is seen all the same
    const [where, ...when] = place.split(/( · \d{4}\b)/);
    const button = element("button", { onclick: () => { player.listDialog.close(); openGame(number); } },
      element("span", { class: "number" }, number + 1), element("span", {}, element("span", { class: "players" }, ...players), element("small", {}, element("span", {}, where), ...when)),
      " ", element("span", { class: "result" }, result));
    if (articles[number] === game.article) button.setAttribute("aria-current", "true");
    return element("li", {}, button);
  });
  player.list.replaceChildren(...items.length ? items : [element("li", {}, words.no_game_found)]);
}

// Goes to the next or previous game of the page. The filter applies to the list only.
function stepGame(by) {
  const next = articles.indexOf(game.article) + by;
  if (articles[next]) openGame(next);
  else note(by > 0 ? words.is_last_game : words.is_first_game);
}

// Handles a key in the dialog of the list.
function listKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const isWriting = event.target === player.filter;
  const buttons = [...player.list.querySelectorAll("button")];
  const at = buttons.indexOf(document.activeElement);
  const to = {
    ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 10, PageUp: at - 10,
    ...isWriting ? {} : { j: at + 1, k: at - 1, Home: 0, g: 0, End: Infinity, G: Infinity },
  }[event.key];
  if (to !== undefined) (to < 0 ? player.filter : buttons[Math.min(to, buttons.length - 1)])?.focus();
  else if (!isWriting && event.key === "/") player.filter.focus();
  else if (!isWriting && "qoh".includes(event.key)) player.listDialog.close();
  else if (isWriting && event.key === "Enter") buttons[0]?.click();
  else return;
  event.preventDefault();
}
