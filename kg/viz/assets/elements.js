// Building the document. Texts only ever enter as text nodes, so that none can become markup.

function byId(id) {
  return document.getElementById(id);
}

// An element with attributes or listeners (`onclick: f`) and children (elements or texts).
function el(tag, props, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props || {})) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== false && value !== null) node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
  return node;
}

function svg(tag, props, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(props)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

// The legend's picture of a kind of node.
function swatch(kind) {
  const shapes = {
    dot: ["circle", { cx: 8, cy: 8, r: 6 }],
    square: ["rect", { x: 2.5, y: 2.5, width: 11, height: 11 }],
    diamond: ["path", { d: "M8 1l7 7-7 7-7-7z" }],
    box: ["rect", { x: 1, y: 4, width: 14, height: 8, rx: 2 }],
  };
  const [tag, props] = shapes[kind.shape] || shapes.dot;
  const picture = svg(tag, { ...props, fill: kind.colour });
  return svg("svg", { viewBox: "0 0 16 16", width: 14, height: 14, "aria-hidden": "true" }, picture);
}

// The legend's picture of a kind of line.
function stroke(edgeKind) {
  const look = lineLook(edgeKind.type);
  const line = svg("path", {
    d: "M1 6h22", class: `line-${edgeKind.family}`, "stroke-width": look.width + 0.6,
    "stroke-dasharray": look.dashes ? look.dashes.join(" ") : "none",
  });
  return svg("svg", { viewBox: "0 0 24 12", width: 24, height: 12, "aria-hidden": "true" }, line);
}

function button(text, onclick, props) {
  return el("button", { type: "button", onclick, ...props }, text);
}

function number(value) {
  return value.toLocaleString("en");
}

function count(value, one, many) {
  return `${number(value)} ${value === 1 ? one : many}`;
}

function announce(text) {
  byId("status").textContent = text;
}
