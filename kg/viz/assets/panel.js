// The side panel: what a node, a line, a path or a topic is, and the sentences that say so.

function heading(kind, word, title, actions) {
  return el("header", {},
    el("p", { class: "kind" }, kind ? swatch(kind) : null, word),
    el("button", { type: "button", class: "close", "aria-label": "Close details", onclick: actions.close }, "×"),
    el("h2", {}, title));
}

function facts(node) {
  if (!isPaper(node)) {
    const aliases = aliasesOf(node);
    const roles = edgeKinds.map((kind, code) => [kind,
      [...claimsAt(node)].filter((claim) => claims.type[claim] === code && kind.family === "role").length]);
    const counts = roles.filter(([, papersWith]) => papersWith > 0).map(([kind, papersWith]) =>
      el("li", {}, kind.phrase, " ", el("b", {}, number(papersWith))));
    return [
      aliases.length ? el("p", { class: "aliases" }, "Also written ", aliases.join(", ")) : null,
      counts.length ? el("ul", { class: "counts", "aria-label": "Papers by role" }, ...counts) : null,
    ];
  }
  const where = [papers.venue ? papers.venue[node] : "", yearOf(node) || ""].filter(Boolean).join(" ");
  return [
    papers.authors && papers.authors[node] ? el("p", {}, papers.authors[node]) : null,
    where ? el("p", {}, where) : null, webLink(urlOf(node), "Open the paper"),
  ];
}

function topicLine(node, actions) {
  const topic = data.topicOf[node];
  return topic < 0 ? null : el("p", { class: "topic" }, "Topic: ",
    el("button", { type: "button", class: "title", onclick: () => actions.openTopic(topic) }, data.topics[topic].name));
}

function nodeActions(node, actions) {
  const hidden = undrawn(node).length;
  const step = Math.min(hidden, MOST_UNFOLDED);
  const words = hidden > step ? `Show ${step} of ${number(hidden)} more`
    : `Show ${count(hidden, "more neighbour", "more neighbours")}`;
  return el("p", { class: "actions" },
    hidden ? button(words, () => actions.unfold(node), { id: "unfold" }) : null,
    state.unfolded.has(node) ? button("Collapse", () => actions.fold(node), { id: "fold" }) : null,
    button("Path to…", () => actions.startPath(node), { id: "path-from" }));
}

// Two tabs below the head of a node: its evidence, and the papers behind it.
function tabs(names, contents) {
  const bodies = contents.map((content, i) => el("div", {
    role: "tabpanel", id: `tab-body-${i}`, "aria-labelledby": `tab-${i}`,
  }, ...content));
  const heads = names.map((name, i) => el("button", {
    type: "button", role: "tab", id: `tab-${i}`, "aria-controls": `tab-body-${i}`, onclick: () => show(i),
  }, name));
  function show(index) {
    heads.forEach((head, i) => {
      head.setAttribute("aria-selected", String(i === index));
      head.tabIndex = i === index ? 0 : -1;
    });
    bodies.forEach((body, i) => { body.hidden = i !== index; });
  }
  const list = el("div", {
    role: "tablist", class: "tabs",
    onkeydown: (event) => {
      const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!way) return;
      const next = (heads.indexOf(document.activeElement) + way + heads.length) % heads.length;
      show(next);
      heads[next].focus();
    },
  }, ...heads);
  show(0);
  return [list, ...bodies];
}

function nodePanel(node, actions) {
  const own = [...claimsAt(node)];
  const head = [
    heading(kindOf(node), kindOf(node).name, labelOf(node), actions), ...facts(node),
    topicLine(node, actions), nodeActions(node, actions),
  ];
  if (isPaper(node)) {
    // Relations that the paper states lie between its entities, not on the paper itself.
    const stated = [];
    for (let claim = firstClaim[node]; claim < firstClaim[node + 1]; claim += 1) stated.push(claim);
    return [...head, abstractOf(node, stated), ...claimSections(stated, node, actions.select)];
  }
  const list = papersOf(node);
  return [...head, ...tabs(["Evidence", `Papers (${number(list.length)})`], [
    claimSections(own, node, actions.select), [paperTable(list, actions)],
  ])];
}

function tiePanel(line, actions) {
  return sharedBy(line.from, line.to).map((node) => {
    const ends = [...claimsAt(node)].filter((claim) => [line.from, line.to].includes(otherEnd(claim, node)) && isRole(claim));
    return el("section", {}, el("h3", {}, nodeButton(node, actions.select)),
      el("ul", {}, ...ends.map((claim) => el("li", { class: "card" },
        el("p", { class: "claim" }, nodeButton(otherEnd(claim, node), actions.select), ` ${kindOfClaim(claim).phrase}`),
        quoted(claim), foot(claim)))));
  });
}

function linePanel(line, actions) {
  const phrase = edgeKinds[line.type].phrase;
  const ends = el("p", { class: "ends" }, nodeButton(line.from, actions.select), el("span", {}, phrase),
    nodeButton(line.to, actions.select));
  const beside = [...lines.values()].filter((each) => each.id !== line.id
    && pairKey(each.from, each.to) === pairKey(line.from, line.to));
  return [
    heading(null, "Line", `${labelOf(line.from)} ${phrase} ${labelOf(line.to)}`, actions), ends,
    ...(isTie(line) ? tiePanel(line, actions) : claimSections(line.claims, null, actions.select)),
    beside.length ? longList("Other lines between the two", beside, (each) => el("li", {},
      el("button", { type: "button", class: "title", onclick: () => actions.select(each.id) },
        `${labelOf(each.from)} ${lineLabel(each)} ${labelOf(each.to)}`))) : null,
  ];
}

function pathPanel(actions) {
  const nodes = state.path[0];
  const steps = nodes.slice(1).map((node, i) => {
    const between = claimsBetween(nodes[i], node);
    return el("li", { class: "step" }, ...between.slice(0, 2).map((claim) =>
      el("div", { class: "card" },
        el("p", { class: "claim" }, nodeButton(claims.head[claim], actions.select), ` ${kindOfClaim(claim).phrase} `,
          nodeButton(claims.tail[claim], actions.select)), quoted(claim),
        isRole(claim) ? foot(claim) : el("div", {}, paperLine(paperOf[claim], actions.select), foot(claim)))));
  });
  const others = state.path.slice(1).map((other, i) => el("li", {},
    el("button", { type: "button", class: "title", onclick: () => actions.choosePath(i + 1) },
      other.map(labelOf).join(" → "))));
  return [
    heading(null, `Path of ${count(nodes.length - 1, "step", "steps")}`,
      `${labelOf(nodes[0])} → ${labelOf(nodes[nodes.length - 1])}`, actions),
    el("ol", { class: "steps" }, ...steps),
    others.length ? el("section", {}, el("h3", {}, "Other paths as short"), el("ul", {}, ...others)) : null,
  ];
}

function topicPanel(topic, actions) {
  const { name, nodes, papers: papersIn } = data.topics[topic];
  const inside = [];
  for (let paper = 0; paper < paperCount; paper += 1) if (data.topicOf[paper] === topic) inside.push({ paper, types: [] });
  return [
    heading(null, `Topic of ${count(papersIn, "paper", "papers")}`, name, actions),
    longList("Sets it apart", nodes.filter((node) => !isPaper(node)),
      (node) => el("li", {}, nodeButton(node, actions.select)), 10),
    el("h3", {}, "Papers"), paperTable(inside, actions),
  ];
}

// Shows what the state has selected; hides the panel where that is nothing.
function showPanel(actions) {
  const panel = byId("panel");
  const line = lines.get(state.selected);
  const parts = state.path && state.selected === null ? pathPanel(actions)
    : isNode(state.selected) ? nodePanel(state.selected, actions)
      : line ? linePanel(line, actions)
        : state.topic !== null ? topicPanel(state.topic, actions) : null;
  panel.hidden = parts === null;
  if (parts === null) return;
  panel.replaceChildren(...parts.filter(Boolean));
  panel.scrollTop = 0;
}
