// The side with topics, legend and filters, and the words on what is drawn.

function toggle(label, picture, amount, checked, onchange) {
  const box = el("input", { type: "checkbox", onchange: (event) => onchange(event.target.checked) });
  box.checked = checked;
  return el("label", { class: "toggle" }, box, picture, el("span", {}, label),
    amount === null ? null : el("small", {}, number(amount)));
}

function switched(set, value, on) {
  if (on) set.delete(value);
  else set.add(value);
}

function tally(values, into) {
  for (const value of values) into[value] = (into[value] || 0) + 1;
  return into;
}

const KIND_COUNTS = tally(entities.kind, { [PAPER]: paperCount });
const LINE_COUNTS = tally(data.opening.edges.map((edge) => tieType(edge.from)), tally(claims.type, {}));

// Rows for what the page holds; kinds that it does not hold are left out.
function fillFilters(changed) {
  byId("kind-filters").replaceChildren(...data.kinds.flatMap((kind, code) => (!KIND_COUNTS[code] ? [] : [
    toggle(kind.plural, swatch(kind), KIND_COUNTS[code], !state.kindsOff.has(code), (on) => {
      switched(state.kindsOff, code, on);
      changed();
    })])));
  const parts = [["tie", "derived"], ["role", "paper to entity (role)"], ["relation", "between entities (relation)"]];
  byId("line-filters").replaceChildren(...parts.flatMap(([family, title]) => {
    const boxes = edgeKinds.flatMap((kind, code) => (kind.family !== family || !LINE_COUNTS[code] ? [] : [
      toggle(kind.phrase, stroke(kind), LINE_COUNTS[code], !state.edgesOff.has(code), (on) => {
        switched(state.edgesOff, code, on);
        changed();
      })]));
    return boxes.length ? [el("p", { class: "group" }, title), ...boxes] : [];
  }), toggle("all lines, also weaker ones", null, null, state.allLines, (on) => {
    state.allLines = on;
    changed();
  }));
  byId("confidence").value = String(state.confidence);
  byId("confidence-value").textContent = state.confidence.toFixed(2);
  [byId("year-from").value, byId("year-to").value] = state.years.map((year) => String(year || ""));
}

function fillTopics(openTopic) {
  byId("topic-part").hidden = data.topics.length === 0;
  byId("topics").replaceChildren(...data.topics.map((topic, i) => el("li", {},
    el("button", { type: "button", class: "row", onclick: () => openTopic(i) },
      el("span", {}, topic.name), el("small", {}, number(topic.papers))))));
}

function fillAnswer(showRow) {
  byId("answer-part").hidden = !data.answer;
  if (!data.answer) return;
  byId("answer-count").textContent = count(data.answer.length, "row", "rows");
  byId("answer").replaceChildren(...data.answer.map((row) => el("li", {},
    el("button", { type: "button", class: "row", onclick: () => showRow(row) }, el("span", {}, row.text)))));
}

function summarise(drawn) {
  const parts = [
    `${number(drawn.nodes)} of ${count(nodeCount, "node", "nodes")} drawn`, count(drawn.lines, "line", "lines"),
  ];
  if (drawn.weaker) parts.push(`${number(drawn.weaker)} weaker not drawn`);
  if (state.years[0] || state.years[1]) {
    const without = papers.year.filter((year) => !year).length;
    if (without) parts.push(`${count(without, "paper", "papers")} without a year hidden`);
  }
  byId("summary").textContent = parts.join(" · ");
}

function startYears(changed) {
  const known = (papers.year || []).filter(Boolean);
  byId("year-part").hidden = known.length === 0;
  if (known.length === 0) return;
  const [first, last] = [known.reduce((a, b) => Math.min(a, b)), known.reduce((a, b) => Math.max(a, b))];
  const boxes = [byId("year-from"), byId("year-to")];
  boxes.forEach((box, i) => {
    box.placeholder = String([first, last][i]);
    box.addEventListener("change", () => {
      state.years = boxes.map((each) => parseInt(each.value, 10) || 0);
      changed();
    });
  });
}

function startControls({ changed, reset, actions }) {
  fillFilters(changed);
  fillTopics(actions.openTopic);
  fillAnswer(actions.showRow);
  startYears(changed);
  byId("says").replaceChildren(...data.says.map((text) => el("li", {}, `${text}.`)));
  byId("confidence").addEventListener("input", (event) => {
    state.confidence = Number(event.target.value);
    byId("confidence-value").textContent = state.confidence.toFixed(2);
  });
  byId("confidence").addEventListener("change", changed);
  byId("reset").addEventListener("click", reset);
  byId("nothing").querySelector("button").addEventListener("click", reset);
  for (const each of byId("zoom").children) each.addEventListener("click", () => zoom(each.dataset.zoom));
  byId("toggle-filters").addEventListener("click", (event) => {
    const open = byId("filters").classList.toggle("open");
    event.currentTarget.setAttribute("aria-expanded", String(open));
  });
}
