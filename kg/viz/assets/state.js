// What the reader has chosen, and what follows from it for the graph.

// `drawn` and `pinned` hold nodes (pinned ones stay even without a line); `unfolded` maps a node to those that
// unfolding it added; `ties` are lines without a claim; `path` is [[node, ...], ...], the first one shown.
const state = {
  drawn: new Set(), pinned: new Set(), unfolded: new Map(), ties: [], islands: false, topic: null,
  kindsOff: new Set(), edgesOff: new Set(), confidence: 0, years: [0, 0], allLines: false,
  selected: null, hovered: null, path: null, pathFrom: null,
};
let ranked = new Map(); // node -> its neighbours under the filters, most telling first

function openFilters() {
  state.kindsOff = new Set();
  state.edgesOff = new Set(data.off.map((type) => codeOf.get(type)));
  state.confidence = 0;
  state.years = [0, 0];
  state.allLines = false;
  filtersChanged();
}

function filtersChanged() {
  ranked = new Map();
}

function inYears(paper) {
  const [from, to] = state.years;
  if (!from && !to) return true;
  const year = yearOf(paper);
  return year > 0 && (!from || year >= from) && (!to || year <= to);
}

function visible(node) {
  return !state.kindsOff.has(kindCode(node)) && (!isPaper(node) || inYears(node));
}

function passes(claim) {
  return !state.edgesOff.has(claims.type[claim]) && claims.confidence[claim] >= state.confidence * 1000
    && inYears(paperOf[claim]) && visible(claims.head[claim]) && visible(claims.tail[claim]);
}

// Rare and strongly joined neighbours first: what everything names says little about this node.
function neighbours(node) {
  if (ranked.has(node)) return ranked.get(node);
  const strongest = new Map();
  const times = new Map();
  for (const claim of claimsAt(node)) {
    if (!passes(claim)) continue;
    const near = otherEnd(claim, node);
    strongest.set(near, Math.max(strongest.get(near) || 0, strengthOf(claim)));
    times.set(near, (times.get(near) || 0) + 1);
  }
  // A paper counts as about as rare as what it alone names.
  const score = (near) => (strongest.get(near) + 0.1 * Math.log2(times.get(near)))
    * (isPaper(near) ? 0.9 * Math.log(1 + paperCount) : Math.log(1 + paperCount / Math.max(1, spread[near])));
  const scored = [...strongest.keys()].map((near) => [near, score(near)]);
  const found = scored.sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([near]) => near);
  ranked.set(node, found);
  return found;
}

function undrawn(node) {
  return neighbours(node).filter((near) => !state.drawn.has(near));
}

// Claims between drawn nodes that pass the filters.
function shownClaims() {
  const shown = [];
  if (onlyTies()) return shown;
  for (const node of state.drawn) {
    for (const claim of claimsAt(node)) {
      if (claims.head[claim] === node && state.drawn.has(claims.tail[claim]) && passes(claim)) shown.push(claim);
    }
  }
  return shown;
}

function shownTies() {
  return state.ties.filter((tie) => !state.edgesOff.has(tie.type) && state.drawn.has(tie.from)
    && state.drawn.has(tie.to) && visible(tie.from) && visible(tie.to));
}

// While nothing but what the view joined is drawn, claims between the same nodes would only repeat it.
function onlyTies() {
  return data.opening.onlyTies && state.topic === null && state.unfolded.size === 0 && !state.path
    && [...state.drawn].every((node) => openingNodes.has(node));
}

// Adds up to `most` neighbours; returns them.
function unfold(node, most) {
  const added = undrawn(node).slice(0, most);
  for (const near of added) state.drawn.add(near);
  if (added.length) state.unfolded.set(node, [...(state.unfolded.get(node) || []), ...added]);
  return added;
}

// Takes back what unfolding `node` added, and what was unfolded from there; returns how many are gone.
function fold(node) {
  const added = state.unfolded.get(node) || [];
  state.unfolded.delete(node);
  let gone = 0;
  for (const near of added) {
    if (near === state.selected || !state.drawn.has(near)) continue;
    gone += 1 + fold(near);
    state.drawn.delete(near);
  }
  return gone;
}
