// Legend, filters and the words on what the page holds.

function toggle(label, picture, number, checked, onchange) {
  const box = el("input", { type: "checkbox", onchange: (event) => onchange(event.target.checked) });
  box.checked = checked;
  return el("label", { class: "toggle" }, box, picture, el("span", {}, label),
    el("small", {}, number.toLocaleString("en")));
}

function switched(set, value, on) {
  if (on) set.delete(value);
  else set.add(value);
}

function tally(items, key) {
  const counts = new Map();
  for (const item of items) counts.set(item[key], (counts.get(item[key]) || 0) + 1);
  return counts;
}

// Rows for what the page holds; kinds that it does not hold are left out.
function fillFilters(changed) {
  const nodeCounts = tally(data.nodes, "kind");
  byId("kind-filters").replaceChildren(...data.kinds.filter((kind) => nodeCounts.has(kind.name)).map((kind) =>
    toggle(kind.plural, swatch(kind), nodeCounts.get(kind.name), !state.kindsOff.has(kind.name), (on) => {
      switched(state.kindsOff, kind.name, on);
      changed();
    })));
  const lineCounts = tally(claims, "type");
  const rows = data.edgeKinds.filter((kind) => lineCounts.has(kind.type));
  const parts = [["tie", "between papers"], ["role", "paper to entity"], ["relation", "between entities"]];
  byId("line-filters").replaceChildren(...parts.flatMap(([family, title]) => {
    const own = rows.filter((kind) => kind.family === family);
    const boxes = own.map((kind) =>
      toggle(kind.phrase, stroke(kind), lineCounts.get(kind.type), !state.edgesOff.has(kind.type), (on) => {
        switched(state.edgesOff, kind.type, on);
        changed();
      }));
    return own.length ? [el("p", { class: "group" }, title), ...boxes] : [];
  }));
  byId("confidence").value = String(state.confidence);
  byId("confidence-value").textContent = state.confidence.toFixed(2);
}

// "Drawn: 120 of 338 nodes, 214 lines. 12 more are left out of this page."
function summarise(drawn) {
  const total = data.total.papers + data.total.entities;
  const beyond = total - data.nodes.length;
  const parts = [
    `${drawn.nodes.toLocaleString("en")} of ${count(data.nodes.length, "node", "nodes")} drawn`,
    count(drawn.lines, "line", "lines"),
  ];
  if (data.view) parts.push(`only ${data.view}`);
  if (beyond > 0) parts.push(`${beyond.toLocaleString("en")} less connected nodes are not in this page`);
  byId("summary").textContent = parts.join(" · ");
}

function startControls({ changed, reset, zoom }) {
  fillFilters(changed);
  byId("confidence").addEventListener("input", (event) => {
    state.confidence = Number(event.target.value);
    byId("confidence-value").textContent = state.confidence.toFixed(2);
    changed();
  });
  byId("reset").addEventListener("click", reset);
  byId("nothing").querySelector("button").addEventListener("click", reset);
  for (const button of byId("zoom").children) {
    button.addEventListener("click", () => zoom(button.dataset.zoom));
  }
  byId("toggle-filters").addEventListener("click", (event) => {
    const open = byId("filters").classList.toggle("open");
    event.currentTarget.setAttribute("aria-expanded", String(open));
  });
}
