// Opens the page: the view of its address, else the opening view; then listens.

function lineHint(line) {
  const from = line.claims.length === 1
    ? `\n${labelOf(paperOf[line.claims[0]])} · confidence ${confidenceOf(line.claims[0]).toFixed(2)}` : "";
  return `${labelOf(line.from)} — ${lineLabel(line)} → ${labelOf(line.to)}${from}`;
}

function nodeHint(node) {
  const year = isPaper(node) ? yearOf(node) : 0;
  const rest = more.get(node) ? `\n${number(more.get(node))} more neighbours; double-click expands` : "";
  return `${kindOf(node).name}: ${labelOf(node)}${year ? ` (${year})` : ""}${rest}`;
}

// The second press of a double click counts for the node of the first one: what the first opened may have moved it.
const press = { node: undefined, time: -1e9, x: 0, y: 0, second: -1 };

function secondPress(event) {
  const again = event.timeStamp - press.time < 500 && Math.hypot(event.clientX - press.x, event.clientY - press.y) < 8;
  if (!again || press.node === undefined) return;
  press.second = event.timeStamp;
  press.time = -1e9;
  if (state.unfolded.has(press.node)) actions.fold(press.node);
  else actions.unfold(press.node);
}

function startPointer() {
  network.on("click", ({ nodes: [node], edges: [line], pointer, event }) => {
    const { timeStamp: time, clientX: x, clientY: y } = event.srcEvent;
    if (time === press.second) return;
    Object.assign(press, { node, time, x, y });
    hover(null);
    const topic = node === undefined && line === undefined ? islandAt(pointer.canvas) : -1;
    if (topic >= 0) actions.openTopic(topic);
    else select(node === undefined ? line || null : node);
  });
  document.addEventListener("pointerup", secondPress, true);
  document.addEventListener("click", (event) => {
    if (Math.abs(event.timeStamp - press.second) < 40) event.stopPropagation();
  }, true);
  network.on("hoverNode", ({ node, pointer }) => hover(node, nodeHint(node), pointer.DOM));
  network.on("hoverEdge", ({ edge, pointer }) => lines.has(edge) && hover(edge, lineHint(lines.get(edge)), pointer.DOM));
  network.on("blurNode", () => hover(null));
  network.on("blurEdge", () => hover(null));
  network.on("dragStart", () => hover(null));
}

function show(shot) {
  toggleList(false);
  restore(shot);
  pathMode();
  fillFilters(changed);
  refresh();
  showPanel(actions);
  const { x, y, scale } = shot.camera;
  // Only now has the canvas the room that the panel leaves it.
  requestAnimationFrame(() => {
    network.setSize();
    network.moveTo({ position: { x, y }, scale });
  });
}

function reset() {
  toggleList(false);
  openFilters();
  fillFilters(changed);
  act(openStart, { fit: true });
}

function open() {
  openFilters();
  openStart();
  startCanvas();
  const shot = decoded(window.location.hash);
  if (shot) restore(shot);
  else if (window.location.hash.includes("g=")) tell("The link is of another version of this graph");
  if (!shot && data.opening.start !== null) state.selected = data.opening.start;
  refresh();
  showPanel(actions);
  network.setSize();
  if (shot) network.moveTo({ position: shot.camera, scale: shot.camera.scale });
  else fitAll(false);
  startPointer();
  startKeys(actions);
  startSearch((node) => actions.select(node));
  startControls({ changed, reset, actions });
  startHistory(show);
  const tools = {
    home: reset, tidy: actions.tidy, "list-button": actions.toggleList, png: savePicture, link: copyLink,
    "path-cancel": actions.escape,
  };
  for (const [id, run] of Object.entries(tools)) byId(id).addEventListener("click", run);
  record();
  // Two frames on, all is drawn and answers; benchmarks read this mark.
  requestAnimationFrame(() => requestAnimationFrame(() => performance.mark("interactive")));
}

open();
// For scripts and tests, by the ids of the graph: where the middle between two drawn nodes lies on the canvas, the
// names of a node's neighbours in the order in which they are expanded, and where topics have their names.
const nodeWith = (id) => (papers.id.includes(id) ? papers.id.indexOf(id) : paperCount + entities.id.indexOf(id));
window.kgPicture = {
  middle(a, b) {
    const [one, other] = [a, b].map((id) => places.get(nodeWith(id)));
    return network.canvasToDOM({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });
  },
  titles: () => islandBoxes().map(({ x, y }) => network.canvasToDOM({ x: x + 20, y: y + 12 })),
  neighbours: (id) => neighbours(nodeWith(id)).map(labelOf),
};
