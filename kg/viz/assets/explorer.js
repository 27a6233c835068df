// Puts the parts together: what happens on a click, a key, a change.

// Neighbours that one unfolding adds: as many as fit round a node with readable names.
const MOST_UNFOLDED = 12;

function refresh() {
  const drawn = sync();
  summarise(drawn);
  if (!byId("list").hidden) byId("list").replaceChildren(drawnTable(actions.select));
  return drawn;
}

function changed() {
  lastCamera = camera();
  filtersChanged();
  refresh();
  showPanel(actions);
  record();
}

function tieType(node) {
  return codeOf.get(isPaper(node) ? "SHARES" : "TOGETHER");
}

function openingTies() {
  return data.opening.edges.map(({ from, to, value }) => ({ from, to, weight: value, type: tieType(from) }));
}

function openView(nodes, { pinned = nodes, topic = null, ties = [], islands = false }) {
  Object.assign(state, {
    drawn: new Set(nodes), pinned: new Set(pinned), unfolded: new Map(), ties, islands, topic,
    selected: null, path: null, pathFrom: null,
  });
  pathMode();
}

function openStart() {
  openView([...openingNodes], { pinned: data.opening.pinned, ties: openingTies(), islands: data.opening.islands.length > 0 });
  openingPlaces();
}

// Selects a node or a line (or nothing); a node that is not drawn is drawn.
function select(id, { near = false, keep = false } = {}) {
  if (state.pathFrom !== null && isNode(id)) {
    findPath(state.pathFrom, id);
    return;
  }
  const before = state.selected;
  lastCamera = camera();
  if (!keep) state.path = null;
  state.selected = isNode(id) || lines.has(id) ? id : null;
  if (isNode(id) && !visNodes.get(id)) drawAlone(id);
  refresh();
  showPanel(actions);
  if (state.selected !== before || keep) record();
  // The canvas has its new size only after the panel took its room.
  if (isNode(id)) requestAnimationFrame(() => reveal(id, near));
}

// A node picked by name is drawn whatever the filters; its kind is switched back on.
function drawAlone(node) {
  if (!visible(node)) {
    state.kindsOff.delete(kindCode(node));
    if (!visible(node)) state.years = [0, 0];
    filtersChanged();
    fillFilters(changed);
  }
  state.drawn.add(node);
  state.pinned.add(node);
  if (!neighbours(node).some((near) => state.drawn.has(near))) unfold(node, 8);
}

// Runs `change`, shows what came of it and remembers the step.
function act(change, { fit = false } = {}) {
  lastCamera = camera();
  change();
  refresh();
  showPanel(actions);
  if (fit) requestAnimationFrame(() => { fitAll(false); keepPlace(); });
  record();
}

const actions = {
  select: (id) => {
    toggleList(false);
    select(id, { near: true });
    if (!byId("panel").hidden) byId("panel").focus();
  },
  walk: (node) => select(node),
  unfold: (node) => {
    let added = [];
    act(() => {
      state.selected = node;
      added = unfold(node, MOST_UNFOLDED);
    });
    requestAnimationFrame(() => include([node, ...added].filter((each) => visNodes.get(each))));
    const rest = undrawn(node).length;
    announce(`${count(added.length, "neighbour", "neighbours")} added${rest ? `, ${number(rest)} more` : ""}`);
  },
  fold: (node) => {
    let gone = 0;
    act(() => { gone = fold(node); });
    announce(gone ? `${count(gone, "node", "nodes")} taken away` : "Nothing was expanded here");
  },
  close: () => {
    act(() => Object.assign(state, { selected: null, path: null, topic: state.selected === null ? null : state.topic }));
    if (byId("panel").hidden) byId("canvas").querySelector(".vis-network").focus({ preventScroll: true });
    else byId("panel").focus();
  },
  openTopic: (topic) => {
    toggleList(false);
    act(() => {
      openView(data.topics[topic].nodes, { topic });
      topicPlaces(data.topics[topic]);
    }, { fit: true });
    byId("panel").focus();
  },
  showRow: ({ nodes }) => {
    toggleList(false);
    if (nodes.length) select(nodes[0], { near: true });
  },
  startPath: (node) => {
    state.pathFrom = node;
    pathMode();
    byId("query").value = "";
    byId("query").focus();
  },
  choosePath: (index) => act(() => {
    const [chosen] = state.path.splice(index, 1);
    state.path = [chosen, ...state.path];
    drawPath();
  }),
  tidy: () => {
    lastCamera = camera();
    if (tidy()) {
      refresh();
      fitAll(motion);
      record();
    }
  },
  escape: () => {
    if (state.pathFrom !== null) {
      state.pathFrom = null;
      pathMode();
    } else if (!byId("panel").hidden) actions.close();
  },
  toggleList: () => toggleList(byId("list").hidden),
};

function pathMode() {
  const from = state.pathFrom;
  byId("query").placeholder = from === null ? "Search names and titles" : `Path from ${labelOf(from)} to…`;
  byId("path-mode").hidden = from === null;
  byId("path-name").textContent = from === null ? "" : `Path from ${labelOf(from)}: pick where it leads`;
}

function drawPath() {
  for (const node of state.path[0]) {
    state.drawn.add(node);
    state.pinned.add(node);
  }
}

function findPath(start, end) {
  state.pathFrom = null;
  pathMode();
  const found = pathsBetween(start, end);
  if (found.length === 0) {
    tell(start === end ? "Both ends are the same" : `No path of up to ${LONGEST_PATH} steps under these filters`);
    return;
  }
  act(() => {
    Object.assign(state, { selected: null, path: found });
    drawPath();
  });
  const ends = state.path[0];
  byId("panel").focus();
  announce(`Path of ${count(ends.length - 1, "step", "steps")}`);
  requestAnimationFrame(() => {
    network.setSize();
    network.fit({ nodes: ends.filter((node) => visNodes.get(node)), animation: motion, maxZoomLevel: 1 });
  });
}

function toggleList(open) {
  byId("list").hidden = !open;
  byId("list-button").setAttribute("aria-pressed", String(open));
  if (open) {
    byId("list").replaceChildren(drawnTable(actions.select));
    byId("list").focus();
  }
}

function hover(id, text, spot) {
  state.hovered = id;
  const tip = byId("hover");
  tip.hidden = !text;
  tip.textContent = text || "";
  if (spot) {
    const stage = byId("stage");
    tip.style.left = `${Math.min(spot.x + 14, Math.max(8, stage.clientWidth - tip.offsetWidth - 8))}px`;
    tip.style.top = `${Math.min(spot.y + 14, stage.clientHeight - tip.offsetHeight - 8)}px`;
  }
  network.redraw();
}
