// Arrows from the dots of references to the boxes of objects, as Bezier curves. They are measured
// where the boxes really are, once for each time that the pane is drawn.

const SVG = "http://www.w3.org/2000/svg";
const HEAD = 5;               // pixels of an arrow's head
const BEND = 28;

interface End { x: number; y: number; from_right: boolean }

// Where an arrow meets a box: at its left side, or at its right side if the box is not further on.
function end_at(box: DOMRect, x: number, y: number): End {
  const middle = box.top + Math.min(box.height / 2, 12);
  if (box.left > x + HEAD) return { x: box.left, y: middle, from_right: false };
  return { x: box.right, y: Math.abs(middle - y) < 4 ? middle + 6 : middle, from_right: true };
}

function curve(x: number, y: number, end: End): string {
  const far = Math.max(BEND, Math.abs(end.x - x) / 2);
  const out = end.from_right ? Math.max(x, end.x) + BEND : x + far;
  const back = end.from_right ? Math.max(x, end.x) + BEND : end.x - far;
  const tip = end.from_right ? 1 : -1;
  return `M${x} ${y}C${out} ${y} ${back} ${end.y} ${end.x + tip * HEAD} ${end.y}` +
    `M${end.x} ${end.y}l${tip * HEAD} ${-HEAD * 0.6}v${HEAD * 1.2}z`;
}

// From row to row: to the upper side of a box that is below, or to the lower side of one above.
function fall(x: number, y: number, box: DOMRect): string {
  const tip = box.top > y ? -1 : 1;
  const end = box.top > y ? box.top : box.bottom;
  const to = box.left + box.width / 2;
  const between = (y + end) / 2;
  return `M${x} ${y}C${x} ${between} ${to} ${between} ${to} ${end + tip * HEAD}` +
    `M${to} ${end}l${-HEAD * 0.6} ${tip * HEAD}h${HEAD * 1.2}z`;
}

function line_to(box: DOMRect, x: number, y: number, falls: boolean): string {
  const is_other_row = box.top > y || box.bottom < y;
  return falls && is_other_row ? fall(x, y, box) : curve(x, y, end_at(box, x, y));
}

function is_full(from: string, to: string, chosen: number | null): boolean {
  if (chosen === null) return !from.startsWith("object");
  return from === `object ${chosen}` || to === String(chosen);
}

// `falls`: the boxes stand in rows, and arrows go from row to row.
export function draw_arrows(stage: HTMLElement, svg: SVGSVGElement, chosen: number | null,
                            falls = false): void {
  const origin = stage.getBoundingClientRect();
  const boxes = new Map<string, DOMRect>();
  for (const box of stage.querySelectorAll<HTMLElement>("[data-box]")) {
    boxes.set(box.dataset.box!, box.getBoundingClientRect());
  }
  const drawn: { full: boolean; line: string; to: string; from: string }[] = [];
  for (const dot of stage.querySelectorAll<HTMLElement>("[data-ref]")) {
    const { ref: to = "", from = "" } = dot.dataset;
    const box = boxes.get(to);
    if (box === undefined || from === "gone") continue;
    const { left, top, width, height } = dot.getBoundingClientRect();
    const x = left + width / 2;
    const y = top + height / 2;
    const within = new DOMRect(box.x - origin.left, box.y - origin.top, box.width, box.height);
    const line = line_to(within, x - origin.left, y - origin.top, falls);
    drawn.push({ full: is_full(from, to, chosen), line, to, from });
  }
  svg.setAttribute("width", String(stage.scrollWidth));
  svg.setAttribute("height", String(stage.scrollHeight));
  // Those in full ink are above the others.
  drawn.sort((a, b) => Number(a.full) - Number(b.full));
  while (svg.childElementCount > drawn.length) svg.lastElementChild!.remove();
  while (svg.childElementCount < drawn.length) svg.append(document.createElementNS(SVG, "path"));
  drawn.forEach(({ full, line, to, from }, i) => {
    const path = svg.children[i] as SVGPathElement;
    path.setAttribute("d", line);
    path.setAttribute("class", full ? "full" : "faint");
    path.dataset.to = to;
    path.dataset.from = from;
  });
}
