// Draws a part of the page as SVG: boxes, borders, texts and arrows, each where the browser has put
// it. So the picture shows what the page shows, and no pane needs a second way to draw itself.
import { escaped } from "../shared/xml";

const DASHES: Record<string, string> = { dashed: ' stroke-dasharray="4 3"',
                                         dotted: ' stroke-dasharray="1.5 2.5"' };
const LETTERS = 2000;         // of one text, at most

interface Area { left: number; top: number; right: number; bottom: number }

function meet(a: Area, b: Area): Area {
  return { left: Math.max(a.left, b.left), top: Math.max(a.top, b.top),
           right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom) };
}

function is_empty({ left, top, right, bottom }: Area): boolean {
  return right <= left || bottom <= top;
}

function is_clear(colour: string): boolean {
  return colour === "transparent" || /^rgba\(.*, 0\)$/.test(colour);
}

function short(value: number): string { return String(Number(value.toFixed(1))); }

// The lines into which the browser has broken a text, each with its place.
function lines_of(text: Text): { line: string; box: DOMRect }[] {
  const range = document.createRange();
  range.selectNodeContents(text);
  const boxes = range.getClientRects();
  if (boxes.length === 0) return [];
  if (boxes.length === 1) return [{ line: text.data, box: boxes[0]! }];
  const lines: { line: string; box: DOMRect }[] = [];
  for (let i = 0; i < Math.min(text.length, LETTERS); i++) {
    range.setStart(text, i);
    range.setEnd(text, i + 1);
    const box = range.getBoundingClientRect();
    const last = lines.at(-1);
    if (box.width === 0) continue;
    if (last === undefined || box.top >= last.box.bottom) {
      lines.push({ line: text.data[i]!, box });
    } else {
      last.line += text.data[i]!;
      last.box.width = box.right - last.box.left;
    }
  }
  return lines;
}

// What does not fit into its box ends in "…", as on the page.
function cut(line: string, box: DOMRect, right: number): string {
  if (box.right <= right + 1) return line;
  const letters = Math.floor(line.length * (right - box.left) / box.width);
  return letters < 2 ? "" : `${line.slice(0, letters - 1)}…`;
}

export class Drawing {
  private readonly parts: string[] = [];

  // The upper left corner of `area` comes to (x, y).
  constructor(private readonly area: Area, private readonly x: number,
              private readonly y: number) {}

  get text(): string { return this.parts.join("\n"); }

  // Arrows lie below the boxes.
  draw(root: Element): void {
    for (const svg of root.querySelectorAll("svg")) this.paths(svg);
    this.element(root, this.area);
  }

  private element(element: Element, clip: Area): void {
    const style = getComputedStyle(element);
    // What has no box of its own, but whose children have, is invisible to checkVisibility().
    const is_box = style.display !== "contents";
    if (element.matches(".for-readers, svg") || is_box && !element.checkVisibility()) return;
    let inner = clip;
    if (is_box) {
      const box = element.getBoundingClientRect();
      const seen = meet(box, clip);
      if (is_empty(seen)) return;
      this.box(seen, style, box);
      if (style.overflow !== "visible") inner = seen;
    }
    for (const child of element.childNodes) {
      if (child instanceof Text) this.words(child, style, inner);
      else if (child instanceof Element) this.element(child, inner);
    }
  }

  private box(seen: Area, style: CSSStyleDeclaration, { width, height }: DOMRect): void {
    const image = style.backgroundImage !== "none" && is_clear(style.backgroundColor);
    const fill = image ? style.getPropertyValue("--accent").trim()
      : is_clear(style.backgroundColor) ? "none" : style.backgroundColor;
    const thick = ["Top", "Right", "Bottom", "Left"].map((side) =>
      parseFloat(style.getPropertyValue(`border-${side.toLowerCase()}-width`)));
    const is_framed = thick.every((one) => one > 0) && !is_clear(style.borderTopColor);
    const news = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
    const stroke = (colour: string, width: number, kind: string) =>
      ` stroke="${escaped(colour)}" stroke-width="${short(width)}"${DASHES[kind] ?? ""}`;
    const line = news ? stroke(style.outlineColor, parseFloat(style.outlineWidth), "solid")
      : is_framed ? stroke(style.borderTopColor, thick[0]!, style.borderTopStyle) : "";
    if (fill !== "none" || line !== "") {
      const corner = style.borderTopLeftRadius;
      const radius = corner.endsWith("%") ? Math.min(width, height) / 2 : parseFloat(corner);
      const inset = line === "" ? 0 : thick[0]! / 2;
      this.parts.push(`<rect ${this.place(seen, inset)} rx="${short(radius)}" ` +
        `fill="${escaped(fill)}"${line}/>`);
    }
    if (!is_framed && thick[0]! > 0) {
      const y = short(seen.top - this.area.top + this.y);
      const [x1, x2] = [seen.left, seen.right].map((x) => short(x - this.area.left + this.x));
      this.parts.push(`<path d="M${x1} ${y}H${x2}" fill="none"` +
        `${stroke(style.borderTopColor, thick[0]!, style.borderTopStyle)}/>`);
    }
  }

  private place(seen: Area, inset: number): string {
    return `x="${short(seen.left - this.area.left + this.x + inset)}" ` +
      `y="${short(seen.top - this.area.top + this.y + inset)}" ` +
      `width="${short(Math.max(0, seen.right - seen.left - 2 * inset))}" ` +
      `height="${short(Math.max(0, seen.bottom - seen.top - 2 * inset))}"`;
  }

  // Not every program that shows SVG knows other baselines than the usual one, so the text is set
  // by a third of its size below the middle of its line.
  private words(text: Text, style: CSSStyleDeclaration, clip: Area): void {
    if (text.data.trim() === "" || style.visibility !== "visible") return;
    for (const { line, box } of lines_of(text)) {
      if (is_empty(meet(box, clip))) continue;
      const said = cut(line, box, clip.right);
      if (said.trim() === "") continue;
      const size = parseFloat(style.fontSize);
      const x = short(box.left - this.area.left + this.x);
      const y = short((box.top + box.bottom) / 2 - this.area.top + this.y + size * 0.35);
      const weight = Number(style.fontWeight) >= 600 ? ' font-weight="600"' : "";
      const slant = style.fontStyle === "italic" ? ' font-style="italic"' : "";
      this.parts.push(`<text x="${x}" y="${y}" fill="${escaped(style.color)}" ` +
        `font-size="${short(size)}" font-family="${escaped(style.fontFamily)}"${weight}${slant} ` +
        `xml:space="preserve">${escaped(said)}</text>`);
    }
  }

  private paths(svg: SVGElement): void {
    const { left, top } = svg.getBoundingClientRect();
    const x = short(left - this.area.left + this.x);
    const y = short(top - this.area.top + this.y);
    for (const path of svg.querySelectorAll("path")) {
      const { stroke, strokeWidth, opacity } = getComputedStyle(path);
      this.parts.push(`<path d="${escaped(path.getAttribute("d") ?? "")}" fill="none" ` +
        `transform="translate(${x} ${y})" stroke="${escaped(stroke)}" ` +
        `stroke-width="${parseFloat(strokeWidth)}" opacity="${opacity}"/>`);
    }
  }
}
