// Back, forward and links: every step as a snapshot, and the present one as the page's fragment.

const steps = []; // snapshots, of which `step` is shown
let step = -1;

function camera() {
  const { x, y } = network.getViewPosition();
  return { x: Math.round(x), y: Math.round(y), scale: Math.round(network.getScale() * 1000) / 1000 };
}

function snapshot() {
  return {
    drawn: [...state.drawn].map((node) => [node, places.get(node).x, places.get(node).y]),
    pinned: [...state.pinned], unfolded: [...state.unfolded].map(([node, added]) => [node, ...added]),
    islands: state.islands, topic: state.topic, kindsOff: [...state.kindsOff], edgesOff: [...state.edgesOff],
    confidence: state.confidence, years: state.years, allLines: state.allLines, selected: state.selected,
    path: state.path, camera: camera(),
  };
}

function restore(shot) {
  Object.assign(state, {
    drawn: new Set(shot.drawn.map(([node]) => node)), pinned: new Set(shot.pinned),
    unfolded: new Map(shot.unfolded.map(([node, ...added]) => [node, added])),
    islands: shot.islands, topic: shot.topic, ties: shot.topic === null ? openingTies() : [],
    kindsOff: new Set(shot.kindsOff), edgesOff: new Set(shot.edgesOff), confidence: shot.confidence,
    years: shot.years, allLines: shot.allLines, selected: shot.selected, path: shot.path, pathFrom: null,
  });
  for (const [node, x, y] of shot.drawn) places.set(node, { x, y });
  filtersChanged();
}

// A snapshot as text that may stand in a link, numbers to the base 36.
function encoded(shot) {
  const text = (value) => Math.round(value).toString(36);
  const list = (values) => values.map(text).join(".");
  const lists = (values) => values.map(list).join("_");
  const line = typeof shot.selected === "string";
  const fields = {
    g: data.stamp, n: lists(shot.drawn), p: list(shot.pinned), u: lists(shot.unfolded), i: shot.islands ? "1" : "",
    t: shot.topic === null ? "" : text(shot.topic), k: list(shot.kindsOff), e: list(shot.edgesOff),
    c: shot.confidence ? text(shot.confidence * 1000) : "", y: shot.years.some(Boolean) ? list(shot.years) : "",
    a: shot.allLines ? "1" : "",
    s: shot.selected === null || line ? "" : text(shot.selected), l: line ? shot.selected : "",
    w: shot.path ? lists(shot.path) : "", v: list([shot.camera.x, shot.camera.y, shot.camera.scale * 1000]),
  };
  return Object.entries(fields).filter(([, value]) => value !== "").map(([key, value]) => `${key}=${value}`).join("&");
}

// The snapshot that a fragment holds; null where there is none, or it is of another graph.
function decoded(fragment) {
  const fields = Object.fromEntries(new URLSearchParams(fragment.replace(/^#/, "")));
  if (!fields.n || fields.g !== data.stamp) return null;
  const list = (key) => (fields[key] ? fields[key].split(".").map((value) => parseInt(value, 36)) : []);
  const lists = (key) => (fields[key] ? fields[key].split("_").map((part) => part.split(".").map((v) => parseInt(v, 36))) : []);
  const [x, y, scale] = list("v");
  const shot = {
    drawn: lists("n"), pinned: list("p"), unfolded: lists("u"), islands: fields.i === "1",
    topic: fields.t ? parseInt(fields.t, 36) : null, kindsOff: list("k"), edgesOff: list("e"),
    confidence: fields.c ? parseInt(fields.c, 36) / 1000 : 0, years: fields.y ? list("y") : [0, 0],
    allLines: fields.a === "1", selected: fields.l || (fields.s ? parseInt(fields.s, 36) : null),
    path: fields.w ? lists("w") : null, camera: { x, y, scale: scale / 1000 },
  };
  const all = [...shot.drawn, ...shot.unfolded, ...(shot.path || []), shot.pinned].flat();
  const whole = [...all, x, y, scale].every(Number.isFinite) && shot.drawn.every((place) => place.length === 3);
  const known = [...shot.drawn.map(([node]) => node), ...shot.pinned, ...shot.unfolded.flat()].every(isNode);
  return whole && known && (shot.topic === null || data.topics[shot.topic]) ? shot : null;
}

// Writes the address; where a page may not (in a frame without an address) the buttons still work.
function address(way, shot) {
  try {
    window.history[way]({ step }, "", `#${encoded(shot)}`);
    return true;
  } catch {
    return false;
  }
}

// What was seen until now is where `back` leads.
function record() {
  if (step >= 0) steps[step].camera = lastCamera || steps[step].camera;
  steps.length = step + 1;
  steps.push(snapshot());
  step += 1;
  address(step === 0 ? "replaceState" : "pushState", steps[step]);
  showSteps();
}

// The same step, seen from elsewhere or with a node moved by hand.
function keepPlace() {
  if (step < 0) return;
  steps[step] = snapshot();
  address("replaceState", steps[step]);
}

let lastCamera = null; // as the reader left it before the present change

function showSteps() {
  byId("back").disabled = step <= 0;
  byId("forward").disabled = step >= steps.length - 1;
}

function goTo(wanted, show) {
  if (!steps[wanted]) return;
  step = wanted;
  show(steps[step]);
  showSteps();
}

function startHistory(show) {
  const move = (by) => {
    if (!steps[step + by]) return;
    let inFrame = false;
    try {
      inFrame = window.history.state === null || window.history.state.step !== step;
    } catch {
      inFrame = true;
    }
    if (inFrame) goTo(step + by, show);
    else window.history.go(by);
  };
  byId("back").addEventListener("click", () => move(-1));
  byId("forward").addEventListener("click", () => move(1));
  window.addEventListener("popstate", (event) => {
    const shot = event.state === null ? decoded(window.location.hash) : null;
    if (event.state && steps[event.state.step]) goTo(event.state.step, show);
    else if (shot) show(shot);
  });
}
