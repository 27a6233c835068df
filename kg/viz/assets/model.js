// The data and what is asked of it; knows nothing of the page.

const data = JSON.parse(byId("graph-data").textContent);
const kinds = new Map(data.kinds.map((kind) => [kind.name, kind]));
const edgeKinds = new Map(data.edgeKinds.map((kind) => [kind.type, kind]));
const nodes = new Map(data.nodes.map((node) => [node.id, node]));
const claims = data.edges;
const claimsOf = new Map(data.nodes.map((node) => [node.id, []]));
for (const claim of claims) {
  claimsOf.get(claim.from).push(claim);
  claimsOf.get(claim.to).push(claim);
}

// What the reader has chosen. `drawn` holds node ids; `pinned` stay even without a line; `unfolded` maps a
// node to those that its unfolding added.
const state = {
  drawn: new Set(), pinned: new Set(), unfolded: new Map(),
  kindsOff: new Set(), edgesOff: new Set(), confidence: 0,
  selected: null, hovered: null,
};

function openingState() {
  const placed = data.nodes.filter((node) => node.x !== undefined);
  state.drawn = new Set(placed.map((node) => node.id));
  state.pinned = new Set(placed.filter((node) => node.pinned).map((node) => node.id));
  state.unfolded = new Map();
  state.kindsOff = new Set();
  state.edgesOff = new Set(data.off);
  state.confidence = 0;
}

function other(claim, id) {
  return claim.from === id ? claim.to : claim.from;
}

function passes(claim) {
  return !state.edgesOff.has(claim.type) && claim.confidence >= state.confidence
    && !state.kindsOff.has(nodes.get(claim.from).kind) && !state.kindsOff.has(nodes.get(claim.to).kind);
}

// Ids that a passing claim joins to `id`, most connected first.
function neighbours(id) {
  const found = new Set(claimsOf.get(id).filter(passes).map((claim) => other(claim, id)));
  return [...found].sort((a, b) => nodes.get(b).degree - nodes.get(a).degree || (a < b ? -1 : 1));
}

function undrawn(id) {
  return neighbours(id).filter((near) => !state.drawn.has(near));
}

function shownClaims() {
  return claims.filter((c) => state.drawn.has(c.from) && state.drawn.has(c.to) && passes(c));
}

// Drawn ids that pass the filters and have a line, or were asked for.
function shownNodes(shown) {
  const joined = new Set();
  for (const claim of shown) joined.add(claim.from).add(claim.to);
  return [...state.drawn].filter(
    (id) => !state.kindsOff.has(nodes.get(id).kind) && (joined.has(id) || state.pinned.has(id)),
  );
}

// Adds up to `most` neighbours; returns their ids.
function unfold(id, most) {
  const added = undrawn(id).slice(0, most);
  for (const near of added) state.drawn.add(near);
  state.unfolded.set(id, [...(state.unfolded.get(id) || []), ...added]);
  return added;
}

// Takes back what unfolding `id` added, and what was unfolded from there; returns whether there was any.
function fold(id) {
  const added = state.unfolded.get(id) || [];
  state.unfolded.delete(id);
  for (const near of added) {
    if (near === state.selected) continue;
    fold(near);
    state.drawn.delete(near);
  }
  return added.length > 0;
}

function phrase(type) {
  return edgeKinds.get(type).phrase;
}

function paperOf(claim) {
  return data.papers[claim.paper];
}
