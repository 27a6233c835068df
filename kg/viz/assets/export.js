// Taking the view along: as a PNG with heading and legend, and as a link.

const PICTURE_FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif';

// Letters, digits and dashes only, whatever the heading holds.
function fileName(title) {
  const plain = title.normalize("NFKD").replace(/[^A-Za-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 60);
  return `${plain || "picture"}.png`;
}

// Draws at a higher resolution than the screen's, and sets it back.
function atResolution(ratio, use) {
  const { canvas } = network;
  const element = canvas.frame.canvas;
  const before = { ratio: canvas.pixelRatio, width: element.width, height: element.height };
  const draw = (pixelRatio, width, height) => {
    Object.assign(element, { width, height });
    canvas.pixelRatio = pixelRatio;
    network.body.emitter.emit("_redraw");
  };
  draw(ratio, Math.round(element.clientWidth * ratio), Math.round(element.clientHeight * ratio));
  use(element);
  draw(before.ratio, before.width, before.height);
}

function drawLegend(ctx, y) {
  let x = 16;
  ctx.textBaseline = "middle";
  ctx.font = `12px ${PICTURE_FONT}`;
  for (const kind of data.kinds) {
    const path = {
      dot: () => ctx.arc(x + 6, y, 6, 0, 7), square: () => ctx.rect(x, y - 5.5, 11, 11),
      box: () => ctx.rect(x - 1, y - 4, 14, 8),
      diamond: () => [[6, -7], [13, 0], [6, 7], [-1, 0]].forEach(([dx, dy]) => ctx.lineTo(x + dx, y + dy)),
    }[kind.shape];
    ctx.beginPath();
    path();
    ctx.fillStyle = kind.colour;
    ctx.fill();
    ctx.fillStyle = colours.text;
    ctx.fillText(kind.plural, x + 20, y);
    x += 40 + ctx.measureText(kind.plural).width;
  }
}

function pictureOf(element, ratio) {
  const [top, bottom] = [44, 34];
  const out = document.createElement("canvas");
  const [width, height] = [element.width / ratio, element.height / ratio];
  out.width = element.width;
  out.height = Math.round((height + top + bottom) * ratio);
  const ctx = out.getContext("2d");
  ctx.scale(ratio, ratio);
  ctx.fillStyle = colours.ground;
  ctx.fillRect(0, 0, width, height + top + bottom);
  ctx.drawImage(element, 0, top, width, height);
  ctx.fillStyle = colours.text;
  ctx.textBaseline = "middle";
  ctx.font = `600 16px ${PICTURE_FONT}`;
  ctx.fillText(document.title, 16, 22, width - 32);
  drawLegend(ctx, top + height + bottom / 2);
  return out;
}

function savePicture() {
  const ratio = Math.max(2, network.canvas.pixelRatio);
  let out = null;
  atResolution(ratio, (element) => { out = pictureOf(element, ratio); });
  out.toBlob((blob) => {
    const url = URL.createObjectURL(blob);
    const link = el("a", { href: url, download: fileName(document.title), hidden: true });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
    announce("Picture saved");
  }, "image/png");
}

// The address holds the view already; where the clipboard is not to be had, it can be copied from there.
async function copyLink() {
  keepPlace();
  const link = window.location.href;
  try {
    await navigator.clipboard.writeText(link);
    tell("Link to this view copied");
  } catch {
    tell("The address of this page is the link to this view");
  }
}

// A short message that is also seen.
function tell(text) {
  announce(text);
  const box = byId("message");
  box.textContent = text;
  box.hidden = false;
  clearTimeout(tell.timer);
  tell.timer = setTimeout(() => { box.hidden = true; }, 5000);
}
