// Evidence: the sentence that states a claim, its mentions marked, with paper, confidence and link.

const FIRST_CARDS = 12;

// `text` from `start` to `end` with the stretches of `marks` ([start, length] in the text) marked.
function markedText(text, start, end, marks) {
  const parts = [];
  let done = start;
  for (const [first, length] of marks) {
    if (first < done || first + length > end) continue;
    parts.push(text.slice(done, first), el("mark", {}, text.slice(first, first + length)));
    done = first + length;
  }
  return [...parts, text.slice(done, end)];
}

function marksOf(claim) {
  const flat = claims.marks.slice(4 * claim, 4 * claim + 4);
  return [[flat[0], flat[1]], [flat[2], flat[3]]].filter(([, length]) => length > 0);
}

function quoted(claim) {
  const [start, length] = [claims.start[claim], claims.length[claim]];
  if (length === 0 || !papers.text) return null;
  return el("blockquote", {}, ...markedText(papers.text[paperOf[claim]], start, start + length, marksOf(claim)));
}

// The whole abstract with every mention of `list`, claims of one paper, marked.
function abstractOf(paper, list) {
  const text = papers.text ? papers.text[paper] : "";
  if (!text) return null;
  const marks = list.flatMap(marksOf).sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  return el("details", {}, el("summary", {}, "Abstract"),
    el("p", { class: "abstract" }, ...markedText(text, 0, text.length, marks)));
}

function nodeButton(node, select) {
  return el("button", { type: "button", class: "node", onclick: () => select(node) },
    swatch(kindOf(node)), el("span", {}, labelOf(node)));
}

function webLink(url, text) {
  if (!/^https?:\/\//i.test(url || "")) return null;
  return el("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, text);
}

function urlOf(paper) {
  return papers.url ? papers.url[paper] : "";
}

function paperLine(paper, select) {
  const year = yearOf(paper);
  return el("p", { class: "source" },
    el("button", { type: "button", class: "title", onclick: () => select(paper) }, labelOf(paper)),
    year ? ` (${year})` : "");
}

function foot(claim) {
  return el("p", { class: "foot" }, `confidence ${confidenceOf(claim).toFixed(2)}`, " ",
    webLink(urlOf(paperOf[claim]), "open paper"));
}

// One claim; `from` is the node whose panel it stands in, so as not to repeat it.
function card(claim, from, select) {
  const [head, tail] = [claims.head[claim], claims.tail[claim]];
  const end = (node) => (node === from ? el("b", {}, labelOf(node)) : nodeButton(node, select));
  const said = isRole(claim) ? null : el("p", { class: "claim" }, end(head), ` ${kindOfClaim(claim).phrase} `, end(tail));
  const about = isRole(claim) && head === from ? nodeButton(tail, select) : null;
  const source = head === from && isRole(claim) ? null : paperLine(paperOf[claim], select);
  return el("li", { class: "card" }, said, about, source, quoted(claim), foot(claim));
}

// A titled list that shows its first items and a button for the others.
function longList(title, items, make, first = FIRST_CARDS) {
  const list = el("ul", {}, ...items.slice(0, first).map(make));
  const rest = items.slice(first);
  const rests = rest.length === 0 ? null : button(`Show ${number(rest.length)} more`, (event) => {
    const at = list.children.length;
    event.currentTarget.remove();
    list.append(...rest.map(make));
    const next = list.children[at].querySelector("button, a");
    if (next) next.focus();
  });
  return el("section", {}, title === null ? null
    : el("h3", {}, title, el("span", { class: "number" }, number(items.length))), list, rests);
}

// Claims by kind, in the legend's order, the surest first.
function claimSections(list, from, select) {
  return edgeKinds.flatMap((kind, code) => {
    const same = list.filter((claim) => claims.type[claim] === code);
    if (same.length === 0) return [];
    const title = kind.family === "role" && from !== null && !isPaper(from) ? `${kind.phrase}: papers` : kind.phrase;
    same.sort((a, b) => claims.confidence[b] - claims.confidence[a] || a - b);
    return [longList(title, same, (claim) => card(claim, from, select))];
  });
}
