// The side panel: what a node or a line is, and the sentences that say so.

const FIRST_CARDS = 12;

// The claim's sentence with its mentions marked.
function quoted(claim) {
  const text = data.sentences[claim.sentence] || "";
  if (!text) return null;
  const parts = [];
  let at = 0;
  for (const [start, end] of claim.marks) {
    parts.push(text.slice(at, start), el("mark", {}, text.slice(start, end)));
    at = end;
  }
  return el("blockquote", {}, ...parts, text.slice(at));
}

function nodeButton(id, select) {
  const node = nodes.get(id);
  return el("button", { type: "button", class: "node", onclick: () => select(id) },
    swatch(kinds.get(node.kind)), el("span", {}, node.label));
}

function webLink(url, text) {
  if (!/^https?:\/\//i.test(url || "")) return null;
  return el("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, text);
}

function paperLine(claim, select) {
  const paper = paperOf(claim);
  const title = nodes.has(paper.id)
    ? el("button", { type: "button", class: "title", onclick: () => select(paper.id) }, paper.title)
    : el("span", {}, paper.title);
  return el("p", { class: "source" }, title, paper.year ? ` (${paper.year})` : "");
}

function foot(claim) {
  return el("p", { class: "foot" }, `confidence ${claim.confidence.toFixed(2)}`, " ",
    webLink(paperOf(claim).url, "open paper"));
}

// One claim; `from` is the node whose panel it stands in, so as not to repeat it.
function card(claim, from, select) {
  const role = edgeKinds.get(claim.type).family === "role";
  const head = role ? null : el("p", { class: "claim" },
    claim.from === from ? el("b", {}, nodes.get(from).label) : nodeButton(claim.from, select),
    ` ${phrase(claim.type)} `,
    claim.to === from ? el("b", {}, nodes.get(from).label) : nodeButton(claim.to, select));
  const about = role && claim.from === from ? nodeButton(claim.to, select) : null;
  const source = claim.from === from && role ? null : paperLine(claim, select);
  return el("li", { class: "card" }, head, about, source, quoted(claim), foot(claim));
}

function section(title, list, total, from, select) {
  const sorted = [...list].sort((a, b) => b.confidence - a.confidence);
  const cards = el("ul", {}, ...sorted.slice(0, FIRST_CARDS).map((claim) => card(claim, from, select)));
  const rest = sorted.slice(FIRST_CARDS);
  const more = rest.length === 0 ? null : el("button", {
    type: "button",
    onclick: (event) => {
      event.target.remove();
      cards.append(...rest.map((claim) => card(claim, from, select)));
    },
  }, `Show ${rest.length} more`);
  return el("section", {}, el("h3", {}, title, el("span", { class: "number" },
    total > list.length ? `${list.length} of ${total} are in this page` : String(list.length))), cards, more);
}

// Claims by kind, in the legend's order.
function sections(list, from, select) {
  const paper = nodes.get(from) && nodes.get(from).kind === "Paper";
  return data.edgeKinds.filter((kind) => kind.family !== "tie").flatMap((kind) => {
    const same = list.filter((claim) => claim.type === kind.type);
    const title = kind.family === "role" && !paper && from ? `${kind.phrase}: papers` : kind.phrase;
    const total = (from && nodes.get(from).roles || {})[kind.type] || 0;
    return same.length ? [section(title, same, total, from, select)] : [];
  });
}

function heading(kind, title, close) {
  return el("header", {},
    el("p", { class: "kind" }, kind ? swatch(kind) : null, kind ? kind.name : "Line"),
    el("button", { type: "button", class: "close", "aria-label": "Close details", onclick: close }, "×"),
    el("h2", {}, title));
}

function facts(node) {
  const byline = (node.authors || []).join(", ");
  const counts = data.edgeKinds.filter((kind) => kind.family === "role").flatMap((kind) => {
    const here = claimsOf.get(node.id).filter((claim) => claim.type === kind.type).length;
    const number = (node.roles || {})[kind.type] || here; // of the whole graph, where the page holds a part
    return number ? [el("li", {}, kind.phrase, " ", el("b", {}, String(number)))] : [];
  });
  return [
    node.aliases ? el("p", { class: "aliases" }, "Also written ", node.aliases.join(", ")) : null,
    byline ? el("p", {}, byline) : null,
    node.year || node.venue ? el("p", {}, [node.venue, node.year].filter(Boolean).join(" ")) : null,
    webLink(node.url, "Open the paper"),
    counts.length ? el("ul", { class: "counts", "aria-label": "Counts by role" }, ...counts) : null,
  ];
}

function nodePanel(id, actions) {
  const node = nodes.get(id);
  const hidden = undrawn(id).length;
  const unfolded = (state.unfolded.get(id) || []).length > 0;
  // Relations that the paper states lie between its entities, not on the paper itself.
  const stated = node.kind === "Paper"
    ? claims.filter((c) => c.paper !== undefined && paperOf(c).id === id && c.from !== id) : [];
  const own = claimsOf.get(id).filter((claim) => !claim.via);
  return [
    heading(kinds.get(node.kind), node.label, actions.close),
    ...facts(node),
    el("p", { class: "actions" },
      hidden ? el("button", { type: "button", onclick: () => actions.unfold(id) },
        `Draw ${count(hidden, "more neighbour", "more neighbours")}`) : null,
      unfolded ? el("button", { type: "button", onclick: () => actions.fold(id) }, "Fold") : null),
    ...claimsOf.get(id).filter((claim) => claim.via).map((tie) => el("p", { class: "claim" },
      `shares ${tie.via.length} with `, nodeButton(other(tie, id), actions.select))),
    ...sections([...own, ...stated], id, actions.select),
  ];
}

function tiePanel(tie, select) {
  return tie.via.filter((id) => nodes.has(id)).map((id) => {
    const both = claimsOf.get(id).filter((c) => c.from === tie.from || c.from === tie.to);
    return el("section", {}, el("h3", {}, nodeButton(id, select)),
      el("ul", {}, ...both.map((claim) => el("li", { class: "card" },
        el("p", { class: "claim" }, nodeButton(claim.from, select), ` ${phrase(claim.type)}`),
        quoted(claim), foot(claim)))));
  });
}

function linePanel(line, actions) {
  const ends = el("p", { class: "ends" }, nodeButton(line.from, actions.select),
    el("span", {}, line.claims[0].via ? "shares with" : phrase(line.type)), nodeButton(line.to, actions.select));
  const title = `${nodes.get(line.from).label} ${phrase(line.type)} ${nodes.get(line.to).label}`;
  const beside = [...lines.values()].filter((each) => each.id !== line.id
    && [each.from, each.to].includes(line.from) && [each.from, each.to].includes(line.to));
  return [
    heading(null, title, actions.close), ends,
    ...(line.claims[0].via ? tiePanel(line.claims[0], actions.select)
      : sections(line.claims, null, actions.select)),
    beside.length ? el("section", {}, el("h3", {}, "Other lines between the two"),
      el("ul", {}, ...beside.map((each) => el("li", {}, el("button", {
        type: "button", class: "title", onclick: () => actions.select(each.id),
      }, `${nodes.get(each.from).label} ${lineLabel(each)} ${nodes.get(each.to).label}`))))) : null,
  ];
}

function showPanel(id, actions) {
  const panel = byId("panel");
  const parts = nodes.has(id) ? nodePanel(id, actions) : linePanel(lines.get(id), actions);
  panel.replaceChildren(...parts.filter(Boolean));
  panel.hidden = false;
  panel.scrollTop = 0;
}
