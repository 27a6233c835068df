// The shortest ways between two nodes over claims that pass the filters.

const LONGEST_PATH = 6;
const MOST_PATHS = 5;
const MOST_TRIED = 2000;

// Steps from `end` to every node up to where `start` is found.
function distances(start, end) {
  const found = new Map([[end, 0]]);
  let level = [end];
  for (let distance = 1; level.length && distance <= LONGEST_PATH && !found.has(start); distance += 1) {
    const next = [];
    for (const node of level) {
      for (const claim of claimsAt(node)) {
        const near = otherEnd(claim, node);
        if (found.has(near) || !passes(claim)) continue;
        found.set(near, distance);
        next.push(near);
      }
    }
    level = next;
  }
  return found;
}

// Up to five shortest paths [[node, ...], ...]: those through rarer nodes first, as a node that everything
// names joins no two. Empty where there is none.
function pathsBetween(start, end) {
  const left = distances(start, end);
  if (!left.has(start) || start === end) return [];
  const found = [];
  let tried = 0;
  const walk = (nodes, cost) => {
    const node = nodes[nodes.length - 1];
    if (node === end) found.push({ nodes, cost });
    if (node === end || tried > MOST_TRIED) return;
    const near = new Set();
    for (const claim of claimsAt(node)) {
      const next = otherEnd(claim, node);
      if (left.get(next) === left.get(node) - 1 && passes(claim)) near.add(next);
    }
    for (const next of [...near].sort((a, b) => spread[a] - spread[b] || a - b)) {
      tried += 1;
      walk([...nodes, next], cost + Math.log(1 + spread[next]));
    }
  };
  walk([start], 0);
  found.sort((a, b) => a.cost - b.cost);
  return found.slice(0, MOST_PATHS).map(({ nodes }) => nodes);
}

// Claims between two nodes, strongest first.
function claimsBetween(a, b) {
  return [...claimsAt(a)].filter((claim) => otherEnd(claim, a) === b && passes(claim))
    .sort((x, y) => strengthOf(y) - strengthOf(x) || x - y);
}
