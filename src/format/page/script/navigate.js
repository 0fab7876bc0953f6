
// Moving through a game, as in the viewer.

const TEN_MOVES = 20;

function steps(count, next) {
  let node = current;
  for (let step = 0; step < count && next(node); step++) node = next(node);
  show(node);
}

// Returns the next alternative to a move. After the last one comes the first one.
function nextAlternative(node) {
  const siblings = node?.parent?.children ?? [];
  const next = siblings[siblings.indexOf(node) + 1] ?? siblings[1];
  return next === node ? undefined : next;
}

function enterVariation() {
  const next = nextAlternative(current) ?? nextAlternative(current.children[0]);
  if (next) show(next);
  else note(words.no_variation);
}

function leaveVariation() {
  for (let at = current; at.parent; at = at.parent) {
    if (at.parent.children[0] !== at) return show(at.parent.children[0]);
  }
  note(words.no_variation);
}

const onward = node => node.children[0];
const backward = node => node.parent;
const isFork = node => node.parent?.children.length > 1;
const hasComment = node => node.comments.length > 0;

// Goes to the next such move of the line in a direction.
function seek(next, isWanted, problem) {
  for (let at = next(current); at; at = next(at)) {
    if (isWanted(at)) return show(at);
  }
  note(problem);
}

// Goes to the move that a link in the comments of a node names. Without arguments, goes to the first one here, or if
// the reader has come here by a link, to the next one beside it.
let followed = null;
function followLink(from, link) {
  const hasArrived = followed?.from.links[followed.link] === current;
  from ??= hasArrived ? followed.from : current;
  link ??= hasArrived ? (followed.link + 1) % from.links.length : 0;
  if (!from.links[link]) return note(words.no_reference);
  followed = { from, link };
  show(from.links[link]);
}

function goBackFromLink() {
  if (!followed) return note(words.no_way_back);
  show(followed.from);
  followed = null;
}

// Goes to a move of the line, `12` or `12…`, or to a game, `g5` or `$`. Returns a message if it cannot, or else null.
function goTo(text) {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return null;
  const [, number] = /^[g#]\s*(\d+|\$)$/.exec(wanted) ?? [];
  if (number || wanted === "$") {
    const count = articles.length;
    const found = number && number !== "$" ? Number(number) : count;
    if (found < 1 || found > count) return fill(words.no_such_game, { number, count });
    openGame(found - 1);
    return null;
  }
  const plies = /^ply\s*(\d+)$/.exec(wanted)?.[1];
  const reached = lineThrough(current)[plies];
  if (reached) show(reached);
  if (plies) return reached ? null : words.bad_target;
  const move = /^(\d+)\s*(w|\.|\.\.\.?|…|b)?$/.exec(wanted);
  if (!move) return words.bad_target;
  const side = [undefined, "w", "."].includes(move[2]) ? "w" : "b";
  const isIt = node => node.parent && node.parent.position.number === Number(move[1]) && node.parent.position.side === side;
  const found = lineThrough(current).find(isIt) ?? lineThrough(game.nodes[0]).find(isIt);
  if (!found) return fill(words.no_such_move, { move: move[1] + (side === "w" ? "." : "…") });
  show(found);
  return null;
}
