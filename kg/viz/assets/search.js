// The search box: a combobox over names, aliases and titles, all usable from the keyboard.

const MOST_HITS = 12;
let searchable = null; // [{node, names: [[folded, shown], ...]}], made when first asked for

function folded(text) {
  const plain = text.toLowerCase();
  return (/^[\x20-\x7e]*$/.test(plain) ? plain : plain.normalize("NFKD").replace(/[\u0300-\u036f]/g, ""))
    .replace(/[\s_\-\u2010-\u2015]+/g, " ").trim();
}

function readNames() {
  if (searchable) return;
  searchable = [];
  for (let node = 0; node < nodeCount; node += 1) {
    searchable.push({ node, names: [labelOf(node), ...aliasesOf(node)].map((name) => [folded(name), name]) });
  }
}

// 0 the whole name, 1 its start, 2 the start of a word, 3 anywhere; -1 not at all.
function fit(name, query) {
  const found = name.indexOf(query);
  if (found <= 0) return found < 0 ? -1 : name.length === query.length ? 0 : 1;
  return name.includes(` ${query}`) ? 2 : 3;
}

// The same for a query with typos: the more of its runs of three characters a name lacks, the worse; -1 above half.
function nearly(query) {
  const runs = Array.from({ length: query.length - 2 }, (_, i) => query.slice(i, i + 3));
  return (name) => {
    const lacks = runs.filter((run) => !name.includes(run)).length;
    return lacks * 2 <= runs.length ? lacks : -1;
  };
}

// [{node, name}], best first; `name` is the alias that fitted. Typos are forgiven where nothing fits as it is.
function hitsFor(text) {
  const query = folded(text);
  if (!query) return [];
  readNames();
  const found = namesBy((name) => fit(name, query));
  return found.length || query.length < 4 ? found : namesBy(nearly(query));
}

function namesBy(how) {
  const found = [];
  for (const { node, names } of searchable) {
    let best = null;
    names.forEach(([name, shown], i) => {
      const place = how(name);
      if (place < 0) return;
      const rank = place * 2 + (i > 0 ? 1 : 0);
      if (!best || rank < best.rank) best = { node, name: shown, rank };
    });
    if (best) found.push(best);
  }
  const weight = (node) => (isPaper(node) ? 0 : spread[node]);
  found.sort((a, b) => a.rank - b.rank || weight(b.node) - weight(a.node) || a.node - b.node);
  return found.slice(0, MOST_HITS);
}

function startSearch(onPick) {
  const box = byId("query");
  const list = byId("hits");
  let hits = [];
  let active = -1;

  const close = () => {
    list.hidden = true;
    active = -1;
    box.setAttribute("aria-expanded", "false");
    box.removeAttribute("aria-activedescendant");
  };
  const pick = (hit) => {
    box.value = labelOf(hit.node);
    close();
    onPick(hit.node);
  };
  const mark = (index) => {
    active = index;
    [...list.children].forEach((item, i) => item.setAttribute("aria-selected", String(i === active)));
    if (active < 0) return;
    box.setAttribute("aria-activedescendant", `hit-${active}`);
    list.children[active].scrollIntoView({ block: "nearest" });
  };
  const aside = ({ node, name }) => {
    if (name !== labelOf(node)) return labelOf(node);
    return isPaper(node) ? String(yearOf(node) || "paper") : count(spread[node], "paper", "papers");
  };
  const row = (hit, i) => el("li", {
    role: "option", id: `hit-${i}`, "aria-selected": "false",
    onpointerdown: (event) => { event.preventDefault(); pick(hits[i]); },
  }, swatch(kindOf(hit.node)), el("span", {}, hit.name), el("small", {}, aside(hit)));
  const show = () => {
    hits = hitsFor(box.value);
    const none = el("li", { class: "none", role: "option", "aria-disabled": "true" }, "Nothing in this page fits");
    list.replaceChildren(...(hits.length ? hits.map(row) : [none]));
    list.hidden = box.value.trim() === "";
    box.setAttribute("aria-expanded", String(!list.hidden));
    mark(hits.length ? 0 : -1);
    if (!list.hidden) announce(hits.length ? count(hits.length, "suggestion", "suggestions") : "Nothing fits");
  };

  box.addEventListener("focus", () => { readNames(); box.select(); });
  box.addEventListener("input", show);
  box.addEventListener("blur", close);
  box.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !list.hidden) {
      event.stopPropagation();
      close();
    } else if (event.key === "Enter") {
      if (list.hidden) show();
      if (hits[Math.max(active, 0)] && !list.hidden) pick(hits[Math.max(active, 0)]);
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && box.value.trim()) {
      event.preventDefault();
      if (list.hidden) show();
      else if (hits.length) mark((active + (event.key === "ArrowDown" ? 1 : hits.length - 1)) % hits.length);
    }
  });
}
