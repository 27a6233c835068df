// Where nodes lie: places computed beforehand for the opening and the topics, the emptiest spot for the others.

const places = new Map();
const openingNodes = new Set(data.opening.nodes.map((node) => node.id));
const LARGEST_TIDY = 200;

function upright() {
  const stage = byId("canvas");
  return stage.clientHeight > stage.clientWidth * 1.1;
}

// `flat` holds x and y of each node in turn.
function setPlaces(nodes, flat) {
  places.clear();
  nodes.forEach((node, i) => places.set(node, { x: flat[2 * i], y: flat[2 * i + 1] }));
}

function openingPlaces() {
  const nodes = data.opening.nodes;
  const wide = nodes.flatMap(({ x, y }) => [x, y]);
  setPlaces(nodes.map(({ id }) => id), upright() ? data.opening.tall : wide);
}

function topicPlaces(topic) {
  setPlaces(topic.nodes, upright() ? topic.tall : topic.wide);
}

// The emptiest of the spots on rings round `centre`.
function placeNear(centre, taken) {
  let best = centre;
  let bestRoom = -1;
  for (let i = 0; i < 60; i += 1) {
    const angle = i * 2.399963229728653;
    const radius = 90 + 42 * Math.sqrt(i);
    const spot = { x: centre.x + radius * Math.cos(angle) * 1.3, y: centre.y + radius * Math.sin(angle) };
    let room = 70;
    for (const { x, y } of taken) room = Math.min(room, Math.hypot((x - spot.x) / 1.7, y - spot.y));
    if (room > bestRoom) [best, bestRoom] = [spot, room];
    if (room >= 55) break;
  }
  return { x: Math.round(best.x), y: Math.round(best.y) };
}

// Gives every drawn node a place; those without one are put beside the drawn node they are joined to.
function placeAll() {
  const taken = [...state.drawn].filter((node) => places.has(node)).map((node) => places.get(node));
  const anchors = new Map();
  for (const [node, added] of state.unfolded) for (const near of added) anchors.set(near, node);
  for (const node of state.drawn) {
    if (places.has(node)) continue;
    const anchor = places.has(anchors.get(node)) ? anchors.get(node)
      : neighbours(node).find((near) => state.drawn.has(near) && places.has(near));
    const centre = anchor === undefined ? network.getViewPosition() : places.get(anchor);
    const spot = placeNear(centre, taken);
    places.set(node, spot);
    taken.push(spot);
  }
}

// Settles what is drawn by springs, on small views only, and holds it still again.
function tidy() {
  if (visNodes.length > LARGEST_TIDY) {
    announce(`Too much is drawn to tidy it up; at most ${LARGEST_TIDY} nodes`);
    return false;
  }
  network.setOptions({
    physics: {
      enabled: true, solver: "forceAtlas2Based", stabilization: false,
      forceAtlas2Based: { gravitationalConstant: -120, springLength: 110, springConstant: 0.06, avoidOverlap: 0.6 },
    },
  });
  network.stabilize(150);
  network.setOptions({ physics: { enabled: false } });
  for (const [id, spot] of Object.entries(network.getPositions())) {
    places.set(Number(id), { x: Math.round(spot.x), y: Math.round(spot.y) });
  }
  looks.nodes.clear();
  state.islands = false;
  return true;
}
