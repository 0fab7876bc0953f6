
// The list of games, the keys, and the start.

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

document.body.append(player.note);
if (articles.length > 1) document.querySelector("main").before(player.bar);
const [, number = 1, index = 0] = /^#(\d+)(?:\.(\d+))?$/.exec(location.hash) ?? [];
openGame(Math.min(number, articles.length) - 1, Number(index));
