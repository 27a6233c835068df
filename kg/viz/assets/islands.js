// The ground under a topic and its name, while the opening view with its topics is shown.

const ISLAND = { x: 62, top: 66, bottom: 34 }; // room round the centres of an island's nodes
const TITLE_FONT = '600 12.5px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif';

// [{topic, x, y, w, h}] in the drawing's coordinates; each round the opening nodes of one topic.
function islandBoxes() {
  if (!state.islands) return [];
  const boxes = new Map();
  for (const node of visNodes.getIds()) {
    const topic = data.topicOf[node];
    if (!data.opening.islands.includes(topic) || !openingNodes.has(node)) continue;
    const { x, y } = places.get(node);
    const box = boxes.get(topic) || { left: x, right: x, top: y, bottom: y };
    boxes.set(topic, {
      left: Math.min(box.left, x), right: Math.max(box.right, x),
      top: Math.min(box.top, y), bottom: Math.max(box.bottom, y),
    });
  }
  return [...boxes].map(([topic, { left, right, top, bottom }]) => {
    const side = Math.max(ISLAND.x, (2.2 * 120 - (right - left)) / 2);
    return {
      topic, x: left - side, y: top - ISLAND.top, w: right - left + 2 * side,
      h: bottom - top + ISLAND.top + ISLAND.bottom,
    };
  });
}

function drawIslands(ctx) {
  ctx.fillStyle = colours.island;
  for (const { x, y, w, h } of islandBoxes()) {
    ctx.beginPath();
    ctx.roundRect(x, y, w, h, 16);
    ctx.fill();
  }
}

function shortened(ctx, text, width) {
  if (ctx.measureText(text).width <= width) return text;
  const parts = text.split(" · ");
  for (let n = parts.length - 1; n > 0; n -= 1) {
    const part = parts.slice(0, n).join(" · ");
    if (ctx.measureText(part).width <= width) return part;
  }
  let cut = parts[0];
  while (cut.length > 4 && ctx.measureText(`${cut}…`).width > width) cut = cut.slice(0, -1);
  return `${cut}…`;
}

// Names of the islands in screen pixels; they stay out of the way of nothing, so that names keep off them.
function islandTitles(ctx, toScreen) {
  ctx.font = TITLE_FONT;
  const scale = network.getScale();
  const titles = islandBoxes().filter(({ w }) => w * scale > 90).map(({ topic, x, y, w }) => {
    const corner = toScreen({ x: x + 10, y });
    const text = shortened(ctx, data.topics[topic].name, w * scale - 20);
    return { text, box: { x: corner.x, y: corner.y + 4, w: ctx.measureText(text).width, h: 15 } };
  });
  return titles;
}

function drawTitle(ctx, { text, box }, { faint, ground }) {
  ctx.font = TITLE_FONT;
  ctx.textBaseline = "top";
  ctx.textAlign = "left";
  ctx.strokeStyle = ground;
  ctx.lineWidth = 3;
  ctx.strokeText(text, box.x, box.y);
  ctx.fillStyle = faint;
  ctx.fillText(text, box.x, box.y);
}

// The topic whose ground or name is at a point of the drawing; -1 where there is none.
function islandAt({ x, y }) {
  const found = islandBoxes().find((box) => x > box.x && x < box.x + box.w && y > box.y && y < box.y + 30 / network.getScale());
  return found ? found.topic : -1;
}
