// From claims to drawn lines: how a kind of line looks, which are drawn, how parallel ones are kept apart.

// Lines of a node that are drawn while there are too many to read.
const STRONGEST = 3;

function lineLook(type) {
  if (type === "PROPOSES") return { width: 2.6, dashes: false };
  if (type === "COMPARES_WITH" || type === "COMPARED_WITH") return { width: 1.3, dashes: [7, 4] };
  if (type === "MENTIONS") return { width: 1, dashes: [2, 4] };
  if (type === "EVALUATES_ON" || type === "EVALUATED_WITH") return { width: 1.3, dashes: [10, 3, 2, 3] };
  return { width: 1.3, dashes: false };
}

// Map of id -> {id, from, to, type, claims, weight, bend}; `bend` is signed, in the direction of the line.
function linesOf(shown, ties) {
  const lines = new Map();
  for (const claim of shown) {
    const [from, to, type] = [claims.head[claim], claims.tail[claim], claims.type[claim]];
    const id = lineId(from, to, type);
    if (!lines.has(id)) lines.set(id, { id, from, to, type, claims: [], weight: 0, bend: 0 });
    const line = lines.get(id);
    line.claims.push(claim);
    line.weight += 1;
  }
  for (const { from, to, type, weight } of ties) {
    const id = lineId(from, to, type);
    lines.set(id, { id, from, to, type, claims: [], weight, bend: 0 });
  }
  return lines;
}

function lineId(from, to, type) {
  return [from, to, type].map((value) => value.toString(36)).join("-");
}

function isTie(line) {
  return edgeKinds[line.type].family === "tie";
}

// Leaves out weaker lines where there are too many to read; those of the selection and of a path stay.
function thinned(lines, nodes) {
  if (state.allLines || lines.size <= nodes * 1.3 + 20) return lines;
  const strength = (line) => Math.log2(1 + line.weight) + STRENGTH[line.type];
  const kept = new Set();
  const [near, far] = [new Map(), new Map()]; // node -> lines kept within its island, and to others
  const all = [...lines.values()].sort((a, b) => strength(b) - strength(a) || (a.id < b.id ? -1 : 1));
  const steps = pathSteps();
  for (const line of all) {
    const [taken, most] = crosses(line) ? [far, 1] : [near, STRONGEST];
    const [one, other] = [taken.get(line.from) || 0, taken.get(line.to) || 0];
    const asked = [line.from, line.to, line.id].includes(state.selected) || steps.has(pairKey(line.from, line.to));
    if (!asked && (Math.min(one, other) >= most || Math.max(one, other) >= 4 * most)) continue;
    kept.add(line.id);
    taken.set(line.from, one + 1).set(line.to, other + 1);
  }
  return new Map([...lines].filter(([id]) => kept.has(id)));
}

// Whether a line leads from one island to another.
function crosses(line) {
  return state.islands && data.topicOf[line.from] !== data.topicOf[line.to];
}

function pairKey(a, b) {
  return a < b ? `${a},${b}` : `${b},${a}`;
}

function pathSteps() {
  const nodes = state.path ? state.path[0] : [];
  return new Set(nodes.slice(1).map((node, i) => pairKey(nodes[i], node)));
}

// Spreads the lines between the same two nodes evenly to both sides of the straight one.
function bendParallels(lines) {
  const pairs = new Map();
  for (const line of lines.values()) {
    const key = pairKey(line.from, line.to);
    if (!pairs.has(key)) pairs.set(key, []);
    pairs.get(key).push(line);
  }
  for (const group of pairs.values()) {
    const step = Math.min(0.22, 1.2 / group.length);
    group.forEach((line, i) => {
      const side = (i - (group.length - 1) / 2) * step;
      line.bend = line.from < line.to ? side : -side;
    });
  }
}

function visLine(line, colours, dimmed, bright) {
  const kind = edgeKinds[line.type];
  const look = lineLook(kind.type);
  return {
    id: line.id, from: line.from, to: line.to, dashes: look.dashes,
    arrows: { to: { enabled: !kind.symmetric, scaleFactor: 0.45 } },
    width: look.width + Math.min(4, Math.log2(line.weight) * 0.7) + (bright ? 1 : 0),
    color: {
      color: bright ? colours.accent : colours[kind.family], inherit: false,
      opacity: dimmed ? 0.12 : bright ? 1 : colours.lineOpacity * (crosses(line) ? 0.6 : 1),
    },
    smooth: line.bend === 0 ? false : {
      enabled: true, type: line.bend > 0 ? "curvedCW" : "curvedCCW", roundness: Math.abs(line.bend),
    },
  };
}

// "used for", "used for ×5", "shares 3", "together in 4 papers".
function lineLabel(line) {
  const { type, phrase } = edgeKinds[line.type];
  if (type === "SHARES") return `shares ${line.weight}`;
  if (type === "TOGETHER") return `together in ${count(line.weight, "paper", "papers")}`;
  return line.weight > 1 ? `${phrase} ×${line.weight}` : phrase;
}
