// The drawing: vis-network shows what the model says, at positions computed beforehand, without physics.

const visNodes = new vis.DataSet();
const visLines = new vis.DataSet();
const places = new Map();
let network = null;
let lines = new Map();
let more = new Map(); // node id -> how many neighbours are not drawn
let colours = {};

const MOST_NAMED_LINES = 12;
const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
const motion = still ? false : { duration: 350, easingFunction: "easeInOutQuad" };

function readColours() {
  const style = getComputedStyle(document.documentElement);
  const value = (name) => style.getPropertyValue(name).trim();
  colours = {
    ground: value("--ground"), text: value("--text"), faint: value("--faint"), role: value("--line-role"),
    relation: value("--line-relation"), tie: value("--line-tie"), lineOpacity: Number(value("--line-opacity")),
  };
}

function setPlaces() {
  const stage = byId("canvas");
  const upright = stage.clientHeight > stage.clientWidth * 1.1;
  places.clear();
  for (const node of data.nodes) {
    if (node.x === undefined) continue;
    places.set(node.id, upright ? { x: node.y, y: node.x * 1.1 } : { x: node.x, y: node.y });
  }
}

// The emptiest of the spots on rings round `centre`.
function placeNear(centre) {
  const taken = [...visNodes.getIds()].map((id) => places.get(id)).filter(Boolean);
  let best = centre;
  let bestRoom = -1;
  for (let i = 0; i < 48; i += 1) {
    const angle = i * 2.399963229728653;
    const radius = 90 + 14 * Math.sqrt(i) * 3;
    const spot = { x: centre.x + radius * Math.cos(angle) * 1.3, y: centre.y + radius * Math.sin(angle) };
    const room = Math.min(...taken.map((t) => Math.hypot((t.x - spot.x) / 1.6, t.y - spot.y)), 70);
    if (room > bestRoom) [best, bestRoom] = [spot, room];
    if (room >= 55) break;
  }
  return { x: Math.round(best.x), y: Math.round(best.y) };
}

function placeOf(id) {
  if (!places.has(id)) {
    const anchor = neighbours(id).find((near) => visNodes.get(near) && places.has(near));
    places.set(id, placeNear(anchor ? places.get(anchor) : network.getViewPosition()));
  }
  return places.get(id);
}

// Ids that stay bright while something is selected; null when nothing is.
function inFocus() {
  const line = lines.get(state.selected);
  if (line) return new Set([line.from, line.to]);
  if (!nodes.has(state.selected)) return null;
  const focus = new Set([state.selected]);
  for (const each of lines.values()) {
    if (each.from === state.selected || each.to === state.selected) focus.add(each.from).add(each.to);
  }
  return focus;
}

function lineInFocus(line) {
  const { selected } = state;
  return !selected || line.id === selected || line.from === selected || line.to === selected;
}

function visNode(id, focus) {
  const node = nodes.get(id);
  const chosen = id === state.selected;
  const look = { background: node.color, border: chosen ? colours.text : node.color };
  const box = node.shape === "box";
  return {
    id, ...placeOf(id), shape: node.shape, size: node.size, color: look, borderWidth: chosen ? 3 : 1,
    opacity: focus && !focus.has(id) ? 0.25 : 1,
    ...(box ? { margin: { top: 1, bottom: 1, left: 9, right: 9 }, shapeProperties: { borderRadius: 3 } } : {}),
  };
}

function replace(set, wanted) {
  const ids = new Set(wanted.map((item) => item.id));
  set.remove(set.getIds().filter((id) => !ids.has(id)));
  set.update(wanted);
}

// Bring the drawing in line with the model.
function sync() {
  const shown = shownClaims();
  const ids = shownNodes(shown);
  const among = new Set(ids);
  const linesShown = linesOf(shown).filter((line) => among.has(line.from) && among.has(line.to));
  lines = new Map(linesShown.map((line) => [line.id, line]));
  const focus = inFocus();
  replace(visNodes, ids.map((id) => visNode(id, focus)));
  replace(visLines, [...lines.values()].map((line) => visLine(line, colours, !lineInFocus(line))));
  more = new Map(ids.map((id) => [id, undrawn(id).length]));
  byId("nothing").hidden = ids.length > 0;
  return { nodes: ids.length, lines: lines.size };
}

// What to name on the canvas, most telling first.
function labelItems(scale, toScreen) {
  const focus = inFocus();
  const positions = network.getPositions();
  const items = visNodes.getIds().map((id) => {
    const node = nodes.get(id);
    const strong = id === state.selected || id === state.hovered;
    const { x, y } = toScreen(positions[id]);
    return {
      id, x, y, r: node.size * scale, text: node.label, more: more.get(id), strong,
      must: strong, dimmed: focus !== null && !focus.has(id) && !strong,
      rank: (strong ? 1e6 : 0) + (focus && focus.has(id) ? 1e4 : 0) + node.size * 100 + node.degree,
    };
  });
  return items.sort((a, b) => b.rank - a.rank || (a.id < b.id ? -1 : 1));
}

// The line under the pointer or selected; those of a selected node only while they are few enough to read.
function namedLines() {
  const all = [...lines.values()];
  const own = all.filter((line) => line.from === state.selected || line.to === state.selected);
  const one = all.filter((line) => line.id === state.selected || line.id === state.hovered);
  return own.length <= MOST_NAMED_LINES ? [...new Set([...one, ...own])] : one;
}

function lineItems(toScreen) {
  return namedLines().map((line) => {
    const edge = network.body.edges[line.id];
    const { x, y } = toScreen(edge && edge.connected ? edge.edgeType.getPoint(0.5) : { x: 1e9, y: 1e9 });
    return { id: line.id, x, y, r: 0, text: lineLabel(line), line: true };
  });
}

function drawNames(ctx) {
  const ratio = ctx.canvas.width / ctx.canvas.clientWidth;
  const scale = network.getScale();
  const toScreen = (point) => network.canvasToDOM(point);
  ctx.save();
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx.font = FONT;
  const items = labelItems(scale, toScreen);
  const strong = items.filter((item) => item.strong);
  const order = [...strong, ...lineItems(toScreen), ...items.filter((item) => !item.strong)];
  const { clientWidth, clientHeight } = ctx.canvas;
  for (const label of placeLabels(ctx, order, clientWidth, clientHeight).reverse()) drawLabel(ctx, label, colours);
  ctx.restore();
}

// Everything in view, with room for the names at the sides.
function fitAll(animation) {
  const all = Object.values(network.getPositions());
  if (all.length === 0) return;
  const [xs, ys] = [all.map((at) => at.x), all.map((at) => at.y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const stage = byId("canvas");
  const room = { x: stage.clientWidth * 0.88, y: stage.clientHeight - 90 };
  const scale = Math.min(room.x / (right - left + 40), room.y / (bottom - top + 40), 1.3);
  network.moveTo({ position: { x: (left + right) / 2, y: (top + bottom) / 2 }, scale, animation });
}

// Bring a node into view, near enough to read what is round it; leave the view alone if it is there already.
function reveal(id, near) {
  const position = network.getPositions([id])[id];
  const at = network.canvasToDOM(position);
  const stage = byId("canvas");
  const inside = at.x > 60 && at.y > 40 && at.x < stage.clientWidth - 60 && at.y < stage.clientHeight - 40;
  const scale = near ? Math.max(network.getScale(), 0.9) : network.getScale();
  if (!inside || scale > network.getScale()) network.moveTo({ position, scale, animation: motion });
}

function startCanvas() {
  readColours();
  network = new vis.Network(byId("canvas"), { nodes: visNodes, edges: visLines }, data.options);
  const frame = byId("canvas").querySelector(".vis-network");
  frame.setAttribute("role", "group");
  frame.setAttribute("aria-label", "Graph: arrow keys move it, + and - zoom; the search box reaches every node");
  network.on("afterDrawing", drawNames);
  network.on("dragEnd", ({ nodes: moved }) => {
    for (const [id, at] of Object.entries(network.getPositions(moved))) places.set(id, at);
  });
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    readColours();
    sync();
  });
}
