// The keyboard: everything that the pointer can do on the canvas. Single keys act on the canvas only, except the
// one that leads to the search box, and can be switched off.

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function startKeys(actions) {
  const frame = byId("canvas").querySelector(".vis-network");
  frame.tabIndex = 0;
  frame.setAttribute("role", "application");
  frame.setAttribute("aria-roledescription", "graph");
  frame.setAttribute("aria-label", "Picture of the graph. Arrow keys walk from node to node, Enter reads on, "
    + "E expands, C collapses; the button List shows the same as a table");
  const onSelected = (act) => { if (isNode(state.selected)) act(state.selected); };
  const keys = {
    Enter: () => onSelected(() => byId("panel").focus()),
    e: () => onSelected(actions.unfold), c: () => onSelected(actions.fold), p: () => onSelected(actions.startPath),
    l: actions.toggleList, t: actions.tidy, "+": () => zoom("in"), "=": () => zoom("in"), "-": () => zoom("out"),
    0: () => zoom("fit"),
  };
  frame.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const arrow = ARROWS[event.key];
    const act = keys[event.key];
    if (!arrow && (!act || (event.key.length === 1 && !byId("single-keys").checked))) return;
    event.preventDefault();
    if (!arrow) act();
    else if (event.shiftKey) pan(90 * arrow[0], 90 * arrow[1]);
    else {
      const next = nodeTowards(...arrow);
      if (next !== null) actions.walk(next);
    }
  });
  document.addEventListener("keydown", (event) => {
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName);
    if (event.key === "Escape") actions.escape();
    const search = event.key === "/" && !typing && byId("single-keys").checked;
    if (search || (event.key === "k" && (event.ctrlKey || event.metaKey))) {
      event.preventDefault();
      byId("query").focus();
    }
  });
}
