// The drawing: vis-network shows what the state says, at the places given, without physics.

const visNodes = new vis.DataSet();
const visLines = new vis.DataSet();
const looks = { nodes: new Map(), lines: new Map() }; // id -> the look that is shown, as text
let network = null;
let lines = new Map();
let more = new Map(); // node -> how many neighbours are not drawn
let colours = {};

const MOST_NAMED_LINES = 12;

function readColours() {
  const style = getComputedStyle(document.documentElement);
  const value = (name) => style.getPropertyValue(name).trim();
  colours = {
    ground: value("--ground"), text: value("--text"), faint: value("--faint"), role: value("--line-role"),
    relation: value("--line-relation"), tie: value("--line-tie"), accent: value("--accent"),
    island: value("--island"), lineOpacity: Number(value("--line-opacity")),
  };
}

// Nodes that stay bright while something is selected; null when nothing is.
function inFocus() {
  if (state.path) return new Set(state.path[0]);
  const line = lines.get(state.selected);
  if (line) return new Set([line.from, line.to]);
  if (!isNode(state.selected)) return null;
  const focus = new Set([state.selected]);
  for (const each of lines.values()) {
    if (each.from === state.selected || each.to === state.selected) focus.add(each.from).add(each.to);
  }
  return focus;
}

function lineDimmed(line, steps) {
  if (state.path) return !steps.has(pairKey(line.from, line.to));
  return state.selected !== null && ![line.id, line.from, line.to].includes(state.selected);
}

function visNode(node, focus) {
  const kind = kindOf(node);
  const chosen = node === state.selected;
  const box = kind.shape === "box";
  return {
    id: node, ...places.get(node), shape: kind.shape, size: sizeOf(node),
    color: { background: kind.colour, border: chosen ? colours.text : kind.colour },
    borderWidth: chosen ? 3 : 1, opacity: focus && !focus.has(node) ? 0.25 : 1,
    ...(box ? { margin: { top: 1, bottom: 1, left: 9, right: 9 }, shapeProperties: { borderRadius: 3 } } : {}),
  };
}

// Hands on only what differs from what is shown: making a line anew is what takes time.
function replace(set, wanted, known) {
  const ids = new Set(wanted.map((item) => item.id));
  const gone = set.getIds().filter((id) => !ids.has(id));
  const looks = wanted.map((item) => [item, JSON.stringify(item)]);
  const differ = looks.filter(([item, look]) => known.get(item.id) !== look);
  gone.forEach((id) => known.delete(id));
  differ.forEach(([item, look]) => known.set(item.id, look));
  if (gone.length) set.remove(gone);
  if (differ.length) set.update(differ.map(([item]) => item));
}

// Bring the drawing in line with the state; returns what is drawn and what is not.
function sync() {
  placeAll();
  const all = linesOf(shownClaims(), shownTies());
  const joined = new Set([...all.values()].flatMap((line) => [line.from, line.to]));
  const shown = [...state.drawn].filter((node) => visible(node) && (joined.has(node) || state.pinned.has(node)));
  const among = new Set(shown);
  for (const [id, line] of all) if (!among.has(line.from) || !among.has(line.to)) all.delete(id);
  lines = thinned(all, shown.length);
  bendParallels(lines);
  const focus = inFocus();
  const steps = pathSteps();
  replace(visNodes, shown.map((node) => visNode(node, focus)), looks.nodes);
  replace(visLines, [...lines.values()].map((line) => {
    const dimmed = lineDimmed(line, steps);
    return visLine(line, colours, dimmed, state.path && !dimmed);
  }), looks.lines);
  more = new Map(shown.map((node) => [node, undrawn(node).length]));
  byId("nothing").hidden = shown.length > 0;
  return { nodes: shown.length, lines: lines.size, weaker: all.size - lines.size };
}

// What to name on the canvas, most telling first.
function labelItems(scale, toScreen) {
  const focus = inFocus();
  const positions = network.getPositions();
  const items = visNodes.getIds().map((node) => {
    const strong = node === state.selected || node === state.hovered;
    const { x, y } = toScreen(positions[node]);
    const inside = focus !== null && focus.has(node);
    return {
      id: node, x, y, r: sizeOf(node) * scale, text: labelOf(node), more: more.get(node), strong, paper: isPaper(node),
      must: strong || (inside && state.path !== null), dimmed: focus !== null && !inside && !strong,
      rank: (strong ? 1e6 : 0) + (inside ? 1e4 : 0) + (isPaper(node) ? 1000 : sizeOf(node) * 100 + spread[node]),
    };
  });
  return items.sort((a, b) => b.rank - a.rank || a.id - b.id);
}

// The line under the pointer or selected; those of a selected node only while they are few enough to read.
function namedLines() {
  const all = [...lines.values()];
  const steps = pathSteps();
  const own = all.filter((line) => (state.path ? steps.has(pairKey(line.from, line.to))
    : line.from === state.selected || line.to === state.selected));
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

// Where the buttons lie over the canvas.
function zoomBox(canvas) {
  const { left, top } = canvas.getBoundingClientRect();
  const { x, y, width, height } = byId("zoom").getBoundingClientRect();
  return { x: x - left, y: y - top, w: width, h: height };
}

function drawNames(ctx) {
  const ratio = network.canvas.pixelRatio;
  const scale = network.getScale();
  const toScreen = (point) => network.canvasToDOM(point);
  ctx.save();
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  const items = labelItems(scale, toScreen);
  const strong = items.filter((item) => item.strong);
  const order = [...strong, ...lineItems(toScreen), ...items.filter((item) => !item.strong)];
  const { clientWidth, clientHeight } = ctx.canvas;
  const titles = islandTitles(ctx, toScreen);
  const barred = [...titles.map((title) => title.box), zoomBox(ctx.canvas)];
  for (const label of placeLabels(ctx, order, barred, clientWidth, clientHeight).reverse()) drawLabel(ctx, label, colours);
  for (const title of titles) drawTitle(ctx, title, colours);
  ctx.restore();
}

function startCanvas() {
  readColours();
  network = new vis.Network(byId("canvas"), { nodes: visNodes, edges: visLines }, data.opening.options);
  network.on("beforeDrawing", drawIslands);
  network.on("afterDrawing", drawNames);
  network.on("dragEnd", ({ nodes: moved }) => {
    for (const [node, spot] of Object.entries(network.getPositions(moved))) places.set(Number(node), spot);
    moved.forEach((node) => looks.nodes.delete(node));
    if (moved.length) keepPlace();
  });
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    readColours();
    sync();
    network.redraw();
  });
  // A new size clears a canvas, whoever gave it; observers run before the frame is shown, so none is shown empty.
  new ResizeObserver(() => network.redraw()).observe(byId("canvas"));
}
