// Names on the canvas: one size at every zoom, the most telling first, none over another.

const FONT = '12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif';
const MORE_FONT = FONT.replace("12px", "10px");
// Between a name and the number of nodes behind it.
const MORE_GAP = 4;
const LINE_HEIGHT = 14;
// So many of the most telling names may cover a node where there is no free place.
const FOREMOST = 12;
const widths = new Map();

function textWidth(ctx, text, font) {
  const key = `${font}|${text}`;
  if (!widths.has(key)) {
    ctx.font = font;
    widths.set(key, ctx.measureText(text).width);
  }
  return widths.get(key);
}

function fontOf(label) {
  if (label.line) return `italic ${FONT.replace("12px", "11px")}`;
  if (label.strong) return `600 ${FONT}`;
  return label.paper ? `italic ${FONT}` : FONT;
}

function moreWidth(ctx, more) {
  return more ? MORE_GAP + textWidth(ctx, `+${more}`, MORE_FONT) : 0;
}

// Up to two lines of about `most` characters, broken at spaces.
function wrapped(text, most) {
  const lines = [""];
  for (const word of text.trim().split(/\s+/)) {
    const last = lines[lines.length - 1];
    if (last && last.length + word.length >= most) lines.push(word);
    else lines[lines.length - 1] = last ? `${last} ${word}` : word;
  }
  const kept = lines.slice(0, 2);
  if (lines.length > 2) kept[1] += "…";
  return kept.map((line) => (line.length > most + 6 ? `${line.slice(0, most + 5)}…` : line));
}

// Boxes already taken, in a grid so that a thousand names stay quick.
function occupancy() {
  const cells = new Map();
  const side = 64;
  const visit = (box, act) => {
    for (let x = Math.floor(box.x / side); x <= Math.floor((box.x + box.w) / side); x += 1) {
      for (let y = Math.floor(box.y / side); y <= Math.floor((box.y + box.h) / side); y += 1) {
        if (act(`${x},${y}`)) return true;
      }
    }
    return false;
  };
  const hits = (a, b) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
  return {
    free: (box, owner, overNodes) => !visit(box, (cell) => (cells.get(cell) || []).some((taken) =>
      taken.owner !== owner && !(overNodes && taken.node) && hits(taken, box))),
    take: (box, owner) => visit(box, (cell) => {
      if (!cells.has(cell)) cells.set(cell, []);
      cells.get(cell).push({ ...box, owner });
      return false;
    }),
  };
}

// Places a block of `w` by `h` beside a node of radius `r`: below, above, right or left of it.
function spots(x, y, r, w, h) {
  return [
    { x: x - w / 2, y: y + r + 2, w, h }, { x: x - w / 2, y: y - r - h - 2, w, h },
    { x: x + r + 4, y: y - h / 2, w, h }, { x: x - r - w - 4, y: y - h / 2, w, h },
  ];
}

// `items`: [{id, x, y, r, text, more, strong, dimmed, must, line}] in screen pixels, most telling first; they keep
// off the boxes `barred`.
function placeLabels(ctx, items, barred, width, height) {
  const taken = occupancy();
  for (const box of barred) taken.take(box, "barred");
  for (const item of items) {
    const { x, y, r } = item;
    if (!item.line) taken.take({ x: x - r, y: y - r, w: 2 * r, h: 2 * r, node: true }, item.id);
  }
  const placed = [];
  for (const item of items) {
    const lines = wrapped(item.text, item.strong ? 34 : 22);
    const w = 4 + Math.max(...lines.map((line) => textWidth(ctx, line, fontOf(item)))) + moreWidth(ctx, item.more);
    const h = lines.length * LINE_HEIGHT;
    const around = item.line ? [{ x: item.x - w / 2, y: item.y - h / 2, w, h }] : spots(item.x, item.y, item.r, w, h);
    const options = around.filter(
      (box) => box.x > 2 && box.y > 2 && box.x + w < width - 2 && box.y + h < height - 2,
    );
    const box = options.find((option) => taken.free(option, item.id, false))
      || (placed.length < FOREMOST && options.find((option) => taken.free(option, item.id, true)))
      || (item.must && options[0]);
    if (!box) continue;
    taken.take(box, item.id);
    placed.push({ ...item, lines, box });
  }
  return placed;
}

function drawText(ctx, text, x, y, colours, colour) {
  ctx.strokeStyle = colours.ground;
  ctx.lineWidth = 3.5;
  ctx.lineJoin = "round";
  ctx.strokeText(text, x, y);
  ctx.fillStyle = colour;
  ctx.fillText(text, x, y);
}

function drawLabel(ctx, label, colours) {
  ctx.globalAlpha = label.dimmed ? 0.3 : 1;
  const last = label.lines.length - 1;
  const width = textWidth(ctx, label.lines[last], fontOf(label));
  const middle = label.box.x + (label.box.w - moreWidth(ctx, label.more)) / 2;
  ctx.font = fontOf(label);
  ctx.textBaseline = "top";
  ctx.textAlign = "center";
  const colour = label.line ? colours.faint : colours.text;
  label.lines.forEach((line, i) => drawText(ctx, line, middle, label.box.y + 1 + i * LINE_HEIGHT, colours, colour));
  if (label.more) {
    ctx.textAlign = "left";
    ctx.font = MORE_FONT;
    drawText(ctx, `+${label.more}`, middle + width / 2 + MORE_GAP, label.box.y + 2 + last * LINE_HEIGHT, colours, colours.faint);
  }
  ctx.globalAlpha = 1;
}
