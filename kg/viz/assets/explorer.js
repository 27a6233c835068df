// Puts the parts together: what happens on a click, a key, a change.

const MOST_UNFOLDED = 40;

function refresh() {
  summarise(sync());
}

function select(id, near = false) {
  const known = id !== null && (nodes.has(id) || lines.has(id));
  state.selected = known ? id : null;
  if (nodes.has(state.selected) && !visNodes.get(id)) drawAlone(id);
  refresh();
  if (!known || (!nodes.has(id) && !lines.has(id))) {
    byId("panel").hidden = true;
    return;
  }
  showPanel(id, actions);
  // The canvas has its new size only after the panel took its room.
  if (nodes.has(id)) requestAnimationFrame(() => reveal(id, near));
}

// A node picked by name is drawn whatever the filters; its kind is switched back on.
function drawAlone(id) {
  state.kindsOff.delete(nodes.get(id).kind);
  state.drawn.add(id);
  state.pinned.add(id);
  if (!neighbours(id).some((near) => state.drawn.has(near))) unfold(id, 8);
  fillFilters(refresh);
}

function unfoldNode(id) {
  const added = unfold(id, MOST_UNFOLDED);
  select(id);
  announce(`${count(added.length, "neighbour", "neighbours")} added`);
}

function foldNode(id) {
  const folded = fold(id);
  select(id);
  announce(folded ? "Neighbours folded" : "All neighbours are drawn");
}

function close() {
  select(null);
  byId("canvas").querySelector(".vis-network").focus({ preventScroll: true });
}

const actions = { select: (id) => { select(id, true); byId("panel").focus(); }, unfold: unfoldNode, fold: foldNode, close };

function hover(id, text, at) {
  state.hovered = id;
  const tip = byId("hover");
  tip.hidden = !text;
  tip.textContent = text || "";
  if (at) {
    const stage = byId("stage");
    tip.style.left = `${Math.min(at.x + 14, Math.max(8, stage.clientWidth - tip.offsetWidth - 8))}px`;
    tip.style.top = `${Math.min(at.y + 14, stage.clientHeight - tip.offsetHeight - 8)}px`;
  }
  network.redraw();
}

function lineHint(line) {
  const where = line.claims.length === 1 && !line.claims[0].via
    ? `\n${paperOf(line.claims[0]).title} · confidence ${line.claims[0].confidence.toFixed(2)}` : "";
  return `${nodes.get(line.from).label} — ${lineLabel(line)} → ${nodes.get(line.to).label}${where}`;
}

function nodeHint(id) {
  const node = nodes.get(id);
  return `${node.kind}: ${node.label}${node.year ? ` (${node.year})` : ""}`;
}

function reset() {
  openingState();
  setPlaces();
  select(null);
  fillFilters(refresh);
  fitAll(motion);
}

function zoom(way) {
  if (way === "fit") fitAll(motion);
  else network.moveTo({ scale: network.getScale() * (way === "in" ? 1.4 : 1 / 1.4), animation: motion });
}

function startEvents() {
  network.on("click", ({ nodes: [node], edges: [line] }) => {
    hover(null);
    select(node || line || null);
  });
  network.on("doubleClick", ({ nodes: [node] }) => {
    if (!node) return;
    if (undrawn(node).length) unfoldNode(node);
    else foldNode(node);
  });
  network.on("hoverNode", ({ node, pointer }) => hover(node, nodeHint(node), pointer.DOM));
  network.on("hoverEdge", ({ edge, pointer }) => lines.has(edge) && hover(edge, lineHint(lines.get(edge)), pointer.DOM));
  network.on("blurNode", () => hover(null));
  network.on("blurEdge", () => hover(null));
  network.on("dragStart", () => hover(null));
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !byId("panel").hidden) close();
    if (event.key === "/" && !/^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName)) {
      event.preventDefault();
      byId("query").focus();
    }
  });
}

openingState();
startCanvas();
setPlaces();
refresh();
fitAll(false);
startEvents();
startSearch((id) => actions.select(id));
startControls({ changed: refresh, reset, zoom });
// For scripts and tests: where the middle between two drawn nodes lies on the canvas.
window.kgPicture = {
  middle(a, b) {
    const at = network.getPositions([a, b]);
    return network.canvasToDOM({ x: (at[a].x + at[b].x) / 2, y: (at[a].y + at[b].y) / 2 });
  },
};
if (data.start !== null) select(data.start);
