// The graph: columns of numbers and texts, read once. Knows nothing of the page.
// A node is a number: papers first, then entities. A claim is a number too.

const data = JSON.parse(byId("graph-data").textContent);
const { papers, entities, claims } = data;
const paperCount = papers.id.length;
const nodeCount = paperCount + entities.id.length;
const claimCount = claims.type.length;
const PAPER = data.kinds.length - 1;
const edgeKinds = data.edgeKinds;
const codeOf = new Map(edgeKinds.map((kind, code) => [kind.type, code]));
const MENTIONS = codeOf.get("MENTIONS");

const paperOf = new Uint32Array(claimCount); // claim -> the paper that states it
const firstClaim = new Uint32Array(paperCount + 1); // paper -> its first claim; they stand paper by paper
const firstAt = new Uint32Array(nodeCount + 1); // node -> its first place in `at`
const at = new Uint32Array(2 * claimCount); // claims at each node, node by node
const spread = new Uint32Array(nodeCount); // entity -> papers that more than mention it; paper -> its entities

function readClaims() {
  const { count: counts, type, head, tail } = claims;
  for (let paper = 0, claim = 0; paper < paperCount; paper += 1) {
    firstClaim[paper] = claim;
    for (const end = claim + counts[paper]; claim < end; claim += 1) paperOf[claim] = paper;
  }
  firstClaim[paperCount] = claimCount;
  for (let claim = 0; claim < claimCount; claim += 1) {
    firstAt[head[claim] + 1] += 1;
    firstAt[tail[claim] + 1] += 1;
    if (head[claim] < paperCount && (type[claim] !== MENTIONS || data.off.length === 0)) {
      spread[head[claim]] += 1;
      spread[tail[claim]] += 1; // one role per paper and entity, so this counts papers
    }
  }
  for (let node = 0; node < nodeCount; node += 1) firstAt[node + 1] += firstAt[node];
  const next = firstAt.slice();
  for (let claim = 0; claim < claimCount; claim += 1) {
    at[next[head[claim]]++] = claim;
    at[next[tail[claim]]++] = claim;
  }
}
readClaims();
const mostSpread = Math.max(1, spread.subarray(paperCount).reduce((a, b) => Math.max(a, b), 0));

function isPaper(node) {
  return node < paperCount;
}

function isNode(id) {
  return typeof id === "number" && id >= 0 && id < nodeCount;
}

function kindCode(node) {
  return isPaper(node) ? PAPER : entities.kind[node - paperCount];
}

function kindOf(node) {
  return data.kinds[kindCode(node)];
}

function labelOf(node) {
  return isPaper(node) ? papers.title[node] : entities.name[node - paperCount];
}

function aliasesOf(node) {
  return isPaper(node) ? [] : entities.aliases[node - paperCount] || [];
}

function yearOf(paper) {
  return papers.year ? papers.year[paper] : 0;
}

// The area grows with the number of papers; the widest are small enough to leave their neighbours room.
function sizeOf(node) {
  if (isPaper(node)) return 8;
  return Math.floor(6 + Math.min(3 * Math.sqrt(spread[node]), 16 * Math.sqrt(spread[node] / mostSpread)));
}

function claimsAt(node) {
  return at.subarray(firstAt[node], firstAt[node + 1]);
}

function otherEnd(claim, node) {
  return claims.head[claim] === node ? claims.tail[claim] : claims.head[claim];
}

function confidenceOf(claim) {
  return claims.confidence[claim] / 1000;
}

function kindOfClaim(claim) {
  return edgeKinds[claims.type[claim]];
}

function isRole(claim) {
  return kindOfClaim(claim).family === "role";
}

// What a claim says of the two that it joins: a role more the stronger it is, then relations, mentions last.
const STRENGTH = edgeKinds.map((kind, code) =>
  (kind.type === "MENTIONS" ? 0.15 : kind.family === "role" ? 1 - 0.12 * code : 0.65));

function strengthOf(claim) {
  return STRENGTH[claims.type[claim]] * (0.5 + confidenceOf(claim) / 2);
}

// The papers that have a role for both, or the entities that both papers name.
function sharedBy(a, b) {
  const worth = (claim) => isRole(claim) && claims.type[claim] !== MENTIONS;
  const ends = (node) => new Set([...claimsAt(node)].filter(worth).map((claim) => otherEnd(claim, node)));
  const others = ends(b);
  return [...ends(a)].filter((node) => others.has(node)).sort((x, y) => spread[x] - spread[y] || x - y);
}
