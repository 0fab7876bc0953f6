
// The keys, and opening the first game.

const KEYS = Object.fromEntries(facts.keys.flatMap(([keys, , command]) => keys.map(key => [key, commands[command]])));

document.addEventListener("keydown", event => {
  // the key may just have closed a dialog, which has prevented its default action
  if (event.defaultPrevented || event.metaKey) return;
  // many keyboards have brackets and # on AltGr, which some systems report as Ctrl and Alt
  const isSign = event.altKey && /^[^\w\s]$/.test(event.key);
  if ((event.ctrlKey || event.altKey) && !isSign) return;
  const command = KEYS[event.key];
  const open = document.querySelector("dialog[open]");
  // the key that has opened the details closes them
  if (open) return open === player.info && command === commands.info ? open.close() : undefined;
  const isPressing = (event.key === "Enter" || event.key === " ") && event.target.closest("button");
  if (!command || isPressing || !game) return;
  if (!game.board && !UNPLAYED.includes(command)) return;
  event.preventDefault();
  const hadFocus = document.activeElement?.closest(".m");
  command();
  if (hadFocus) current.button?.focus({ preventScroll: true });
});

// Paper has the opening of every game and, unless letters were chosen, figurines of the pieces.
const FIGURINES = { K: "♔", Q: "♕", R: "♖", B: "♗", N: "♘" };
addEventListener("beforeprint", () => {
  if (player.listDialog.open || facts.hidesMoves) for (const article of articles) article.game ??= readGame(article);
  // a drop keeps its letter, as in --notation figurines
  if (facts.figurines) setMoves(text => text.replace(/[KQRBN](?=[a-h]?[1-8]?x?[a-h][1-8])|=[QRBN]/g, found => found.slice(0, -1) + FIGURINES[found.at(-1)]));
});
addEventListener("afterprint", () => {
  setMoves(text => text);
  // who expected all games sees that only one was printed
  if (articles.length > 1 && !player.listDialog.open && !facts.hidesMoves) note(words.print_help);
});

// Sets the texts of moves of chess and of captions to what becomes of the text in the page.
function setMoves(change) {
  for (const made of document.querySelectorAll("[data-b=s] .m :is(button, .caption)")) {
    made.written ??= made.firstChild.data;
    made.firstChild.data = change(made.written);
  }
}

if (articles.length > 1) document.querySelector("main").before(player.bar);
const [, number = 1, index = 0] = /^#(\d+)(?:\.(\d+))?$/.exec(location.hash) ?? [];
openGame(Math.max(1, Math.min(number, articles.length)) - 1, Number(index));
