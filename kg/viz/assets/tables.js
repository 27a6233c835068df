// Lists instead of pictures: the papers behind a node, and all that is drawn.

const FIRST_ROWS = 50;

// [{paper, types}] of an entity: every paper with a role for it, or that states something of it.
function papersOf(node) {
  const found = new Map();
  for (const claim of claimsAt(node)) {
    const paper = paperOf[claim];
    if (!found.has(paper)) found.set(paper, []);
    if (isRole(claim)) found.get(paper).push(claims.type[claim]);
  }
  return [...found].map(([paper, types]) => ({ paper, types }));
}

const ORDERS = {
  role: (a, b) => Math.min(99, ...a.types) - Math.min(99, ...b.types),
  newest: (a, b) => yearOf(b.paper) - yearOf(a.paper),
  title: (a, b) => labelOf(a.paper).localeCompare(labelOf(b.paper), "en"),
};

function paperRow({ paper, types }, select) {
  const about = [types.map((type) => edgeKinds[type].phrase).join(", "), papers.venue ? papers.venue[paper] : "",
    yearOf(paper) || ""].filter(Boolean).join(" · ");
  return el("li", { class: "paper" },
    el("button", { type: "button", class: "title", onclick: () => select(paper) }, labelOf(paper)),
    el("span", { class: "foot" }, about, about ? " " : "", webLink(urlOf(paper), "open paper")));
}

// The papers as a list that can be sorted, and a way to draw them all.
function paperTable(list, actions) {
  const body = el("div", {});
  const show = (order) => {
    const sorted = [...list].sort((a, b) => ORDERS[order](a, b) || a.paper - b.paper);
    body.replaceChildren(longList(null, sorted, (row) => paperRow(row, actions.select), FIRST_ROWS));
  };
  const orders = [["role", "by role"], ...(papers.year ? [["newest", "newest first"]] : []), ["title", "by title"]]
    .filter(([order]) => order !== "role" || list.some(({ types }) => types.length));
  const choice = el("select", { onchange: (event) => show(event.target.value), "aria-label": "Order of the papers" },
    ...orders.map(([value, text]) => el("option", { value }, text)));
  show(orders[0][0]);
  return el("div", { class: "papers" }, el("p", { class: "actions" }, choice), body);
}

// What is drawn as a table: the picture for those who cannot see it, and for small windows.
function drawnTable(select) {
  const order = (a, b) => kindCode(a) - kindCode(b) || spread[b] - spread[a] || a - b;
  const rows = visNodes.getIds().sort(order).map((node) => el("tr", {},
    el("th", { scope: "row" }, nodeButton(node, select)), el("td", {}, kindOf(node).name),
    el("td", { class: "count" }, number(spread[node])), el("td", { class: "count" }, number(more.get(node)))));
  return el("table", {},
    el("caption", {}, `What is drawn: ${count(rows.length, "node", "nodes")}`),
    el("thead", {}, el("tr", {}, ...["Name", "Type", "Papers (of a paper: entities)", "Not drawn"].map((text) =>
      el("th", { scope: "col" }, text)))),
    el("tbody", {}, ...rows));
}
