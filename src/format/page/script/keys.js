
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

// paper has the opening of every game
addEventListener("beforeprint", () => {
  if (player.listDialog.open) for (const article of articles) article.game ??= readGame(article);
});

if (articles.length > 1) document.querySelector("main").before(player.bar);
const [, number = 1, index = 0] = /^#(\d+)(?:\.(\d+))?$/.exec(location.hash) ?? [];
openGame(Math.max(1, Math.min(number, articles.length)) - 1, Number(index));
