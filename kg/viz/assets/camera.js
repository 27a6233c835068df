// The part of the drawing that is seen: fitting it, moving it, walking from node to node.

const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
const motion = still ? false : { duration: 300, easingFunction: "easeInOutQuad" };

// Everything in view, with room for the names at the sides.
function fitAll(animation) {
  network.setSize(); // the panel may just have come or gone
  const drawn = visNodes.getIds().map((node) => places.get(node));
  if (drawn.length === 0) return;
  const [xs, ys] = [drawn.map((spot) => spot.x), drawn.map((spot) => spot.y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const stage = byId("canvas");
  const tops = state.islands ? ISLAND.top : 20;
  const scale = Math.min((stage.clientWidth - 30) / (right - left + 2 * ISLAND.x),
    (stage.clientHeight - 70) / (bottom - top + tops + ISLAND.bottom), 1.2);
  const middle = { x: (left + right) / 2, y: (top - tops + bottom + ISLAND.bottom) / 2 + 8 / scale };
  network.moveTo({ position: middle, scale, animation });
}

// Brings a node into view, with what it is joined to where that is near; leaves the view alone if it is well inside.
function reveal(node, near) {
  network.setSize();
  const position = places.get(node);
  const spot = network.canvasToDOM(position);
  const stage = byId("canvas");
  const inside = spot.x > 60 && spot.y > 40 && spot.x < stage.clientWidth - 60 && spot.y < stage.clientHeight - 40;
  if (inside && !near) return;
  const around = [...inFocus()].filter((each) => visNodes.get(each)).map((each) => places.get(each));
  const reach = (axis, size, room) => Math.min(1, (size - room) / 2
    / Math.max(60, ...around.map((each) => Math.abs(each[axis] - position[axis]))));
  const whole = Math.min(reach("x", stage.clientWidth, 140), reach("y", stage.clientHeight, 90));
  network.moveTo({ position, scale: near ? Math.max(0.8, whole) : network.getScale(), animation: motion });
}

// Moves away just as far as it takes to see all of `nodes`.
function include(nodes) {
  network.setSize();
  const stage = byId("canvas");
  const outside = nodes.some((node) => {
    const { x, y } = network.canvasToDOM(places.get(node));
    return x < 50 || y < 30 || x > stage.clientWidth - 50 || y > stage.clientHeight - 30;
  });
  const scale = network.getScale();
  // The least must lie below the most, also where the view is far off already.
  if (outside) network.fit({ nodes, animation: motion, minZoomLevel: Math.min(0.4, scale / 2), maxZoomLevel: scale });
}

function zoom(way) {
  if (way === "fit") fitAll(motion);
  else network.moveTo({ scale: network.getScale() * (way === "in" ? 1.4 : 1 / 1.4), animation: motion });
}

function pan(dx, dy) {
  const { x, y } = network.getViewPosition();
  network.moveTo({ position: { x: x + dx / network.getScale(), y: y + dy / network.getScale() } });
}

// The nearest drawn node in a direction from the selected one, else the one in the middle of the view.
function nodeTowards(dx, dy) {
  const from = isNode(state.selected) && visNodes.get(state.selected) ? places.get(state.selected) : null;
  const centre = from || network.getViewPosition();
  let best = null;
  let least = Infinity;
  for (const node of visNodes.getIds()) {
    if (node === state.selected) continue;
    const [x, y] = [places.get(node).x - centre.x, places.get(node).y - centre.y];
    const along = from ? x * dx + y * dy : 0;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (from && along <= Math.abs(aside) * 0.4) continue; // only what lies rather that way than another
    const far = from ? along + 2 * aside : Math.hypot(x, y);
    if (far < least) [best, least] = [node, far];
  }
  return best;
}
