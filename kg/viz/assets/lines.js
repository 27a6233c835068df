// From claims to drawn lines: how a kind of line looks, and how parallel ones are kept apart.

// More claims than this of one kind between the same two nodes become one thicker line.
const APART = 3;

function lineLook(type) {
  if (type === "PROPOSES") return { width: 2.6, dashes: false };
  if (type === "COMPARES_WITH" || type === "COMPARED_WITH") return { width: 1.2, dashes: [7, 4] };
  if (type === "MENTIONS") return { width: 0.9, dashes: [2, 4] };
  return { width: 1.2, dashes: false };
}

// [{id, from, to, type, claims, bend}]; `bend` is signed, in the direction from `from` to `to`.
function linesOf(shown) {
  const same = new Map();
  for (const claim of shown) {
    const key = JSON.stringify([claim.from, claim.to, claim.type]);
    if (!same.has(key)) same.set(key, []);
    same.get(key).push(claim);
  }
  const lines = [];
  for (const [key, group] of same) {
    const bundles = group.length > APART ? [group] : group.map((claim) => [claim]);
    bundles.forEach((bundle, i) => {
      const { from, to, type } = bundle[0];
      lines.push({ id: `${key}${i}`, from, to, type, claims: bundle, bend: 0 });
    });
  }
  bendParallels(lines);
  return lines;
}

// Spreads the lines between the same two nodes evenly to both sides of the straight one.
function bendParallels(lines) {
  const pairs = new Map();
  for (const line of lines) {
    const key = JSON.stringify([line.from, line.to].sort());
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

function visLine(line, colours, dimmed) {
  const look = lineLook(line.type);
  const kind = edgeKinds.get(line.type);
  const arrow = { to: { enabled: !kind.symmetric, scaleFactor: 0.45 } };
  return {
    id: line.id, from: line.from, to: line.to, arrows: arrow, dashes: look.dashes,
    width: look.width + Math.min(4, Math.log2(weight(line)) * 0.7),
    color: { color: colours[kind.family], opacity: dimmed ? 0.12 : colours.lineOpacity, inherit: false },
    smooth: line.bend === 0 ? false : {
      enabled: true, type: line.bend > 0 ? "curvedCW" : "curvedCCW", roundness: Math.abs(line.bend),
    },
  };
}

function weight(line) {
  return line.claims[0].via ? line.claims[0].via.length : line.claims.length;
}

// "used for", "used for ×5", "shares 3".
function lineLabel(line) {
  const number = weight(line);
  if (line.claims[0].via) return `shares ${number}`;
  return number > 1 ? `${phrase(line.type)} ×${number}` : phrase(line.type);
}
