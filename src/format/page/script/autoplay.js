
// Autoplay: moves follow by themselves, at a pace or by the clocks recorded in the game.

const autoplay = { mode: "off", speed: 0, timer: null };
const SECONDS = 2;
const LEAST_SECONDS = 0.05;
const factor = () => 2 ** autoplay.speed;

// Switches autoplay in turn: at a pace, by the clocks if there are any, off.
function cycleAutoplay() {
  const hasClocks = game.nodes.some(node => (clockOf(node) ?? timeOf(node, "emt")) !== null);
  setAutoplay({ off: "pace", pace: hasClocks ? "clocks" : "off", clocks: "off" }[autoplay.mode]);
  noteAutoplay();
}

function setAutoplay(mode) {
  autoplay.mode = mode;
  press("play", mode !== "off");
  waitForMove();
}

function changeSpeed(by) {
  autoplay.speed = Math.min(8, Math.max(-4, autoplay.speed + by));
  noteAutoplay();
  waitForMove();
}

function noteAutoplay() {
  const text = { off: words.stopped, pace: words.pace, clocks: words.clocks }[autoplay.mode];
  note(fill(text, { seconds: SECONDS / factor(), factor: factor() }));
}

// Shows the next move when its time has come.
function waitForMove() {
  clearTimeout(autoplay.timer);
  if (autoplay.mode === "off") return;
  const next = current.children[0];
  if (!next) {
    setAutoplay("off");
    return;
  }
  autoplay.timer = setTimeout(() => show(next), 1000 * secondsBefore(next));
}

// Returns for how many seconds the position before a move is shown.
function secondsBefore(node) {
  const thinking = autoplay.mode === "clocks" ? thinkingTime(node) : null;
  return Math.max(LEAST_SECONDS, (thinking ?? SECONDS) / factor());
}

// Returns for how many seconds a side thought, or null if neither that nor its clock is recorded. Its clock gains the
// increment.
function thinkingTime(node) {
  const [elapsed, clock] = [timeOf(node, "emt"), clockOf(node)];
  const before = node.parent?.parent ? clockOf(node.parent.parent) : null;
  const increment = Number(/^\d+\+(\d+)$/.exec(game.tags.TimeControl)?.[1] ?? 0);
  return elapsed ?? (clock === null || before === null ? null : Math.max(0, before - clock + increment));
}
