// The search box: a combobox over names, aliases and titles, all usable from the keyboard.

const MOST_HITS = 12;

function folded(text) {
  return text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase()
    .replace(/[\s_\-\u2010-\u2015]+/g, " ").trim();
}

const searchable = data.nodes.map((node) => ({
  node, names: [node.label, ...(node.aliases || [])].map((name) => [folded(name), name]),
}));

// 0 the whole name, 1 its start, 2 the start of a word, 3 anywhere; -1 not at all.
function fit(name, query) {
  if (name === query) return 0;
  const at = name.indexOf(query);
  if (at <= 0) return at === 0 ? 1 : -1;
  return name.includes(` ${query}`) ? 2 : 3;
}

// [{node, name}], best first; `name` is the alias that fitted.
function hitsFor(text) {
  const query = folded(text);
  if (!query) return [];
  const found = [];
  for (const { node, names } of searchable) {
    const fits = names.map(([name, shown], i) => [fit(name, query), i, shown]).filter(([how]) => how >= 0);
    if (fits.length === 0) continue;
    const [how, i, name] = fits.sort((a, b) => a[0] - b[0] || a[1] - b[1])[0];
    found.push({ node, name, rank: how * 2 + (i > 0 ? 1 : 0) });
  }
  found.sort((a, b) => a.rank - b.rank || b.node.degree - a.node.degree || (a.node.id < b.node.id ? -1 : 1));
  return found.slice(0, MOST_HITS);
}

function noHit() {
  const beyond = data.total.papers + data.total.entities > data.nodes.length;
  return beyond ? "Nothing in this page fits; `kg viz --around NAME` draws what it leaves out" : "Nothing fits";
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
    box.value = hit.node.label;
    close();
    onPick(hit.node.id);
  };
  const mark = (index) => {
    active = index;
    [...list.children].forEach((item, i) => item.setAttribute("aria-selected", String(i === active)));
    if (active < 0) return;
    box.setAttribute("aria-activedescendant", `hit-${active}`);
    list.children[active].scrollIntoView({ block: "nearest" });
  };
  const row = ({ node, name }, i) => el("li", {
    role: "option", id: `hit-${i}`, "aria-selected": "false",
    onpointerdown: (event) => { event.preventDefault(); pick(hits[i]); },
  }, swatch(kinds.get(node.kind)), el("span", {}, name),
  el("small", {}, name === node.label ? String(node.year || "") : node.label));
  const show = () => {
    hits = hitsFor(box.value);
    const none = el("li", { class: "none" }, noHit());
    list.replaceChildren(...(hits.length ? hits.map(row) : [none]));
    list.hidden = box.value.trim() === "";
    box.setAttribute("aria-expanded", String(!list.hidden));
    mark(hits.length ? 0 : -1);
  };

  box.addEventListener("input", show);
  box.addEventListener("blur", close);
  box.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      close();
    } else if (event.key === "Enter") {
      if (list.hidden) show();
      if (hits[Math.max(active, 0)] && !list.hidden) pick(hits[Math.max(active, 0)]);
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && hits.length) {
      event.preventDefault();
      if (list.hidden) show();
      else mark((active + (event.key === "ArrowDown" ? 1 : hits.length - 1)) % hits.length);
    }
  });
}
