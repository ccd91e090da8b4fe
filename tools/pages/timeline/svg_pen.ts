// Draws into a text of SVG, for slides. Every text of the program is escaped.
import { PatternName, TILES } from "../shared/colours";
import { escaped } from "../shared/xml";
import { FONT, Pen } from "./pen";

function short(value: number): string { return String(Number(value.toFixed(2))); }

export class SvgPen implements Pen {
  private readonly parts: string[] = [];
  private readonly defs = new Map<string, string>();
  private clips = 0;

  // `ruler` measures texts, which SVG alone cannot.
  constructor(private readonly width: number, private readonly height: number,
              private readonly ruler: Pen) {}

  finish(paper: string): string {
    const { width, height } = this;
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
      `viewBox="0 0 ${width} ${height}" font-family="${escaped(FONT)}">` +
      `<defs>${[...this.defs.values()].join("")}</defs>` +
      `<rect width="100%" height="100%" fill="${paper}"/>${this.parts.join("\n")}</svg>\n`;
  }

  rects(colour: string, boxes: number[], opacity = 1): void {
    let path = "";
    for (let i = 0; i < boxes.length; i += 4) {
      const [x, y, width, height] = boxes.slice(i, i + 4).map(short);
      path += `M${x} ${y}h${width}v${height}h-${width}z`;
    }
    if (path !== "") this.parts.push(`<path d="${path}" fill="${colour}"${opaque(opacity)}/>`);
  }

  columns(x: number, y: number, height: number, colours: Uint32Array): void {
    for (let i = 0; i < colours.length;) {
      const begin = i;
      const colour = colours[begin]!;
      while (i < colours.length && colours[i] === colour) i++;
      if (colour !== 0) this.rects(text_of_colour(colour), [x + begin, y, i - begin, height]);
    }
  }

  pattern(x: number, y: number, width: number, height: number, name: PatternName,
          ink: string): void {
    const tile = TILES[name];
    if (tile === null) return;
    const id = `${name}-${ink.replace(/\W/g, "")}`;
    if (!this.defs.has(id)) {
      const lines = tile.lines.map(([x1, y1, x2, y2]) => `M${x1} ${y1}L${x2} ${y2}`).join("");
      const dots = tile.dots.map(([cx, cy]) =>
        `<circle cx="${cx}" cy="${cy}" r="${tile.width}" fill="${ink}"/>`).join("");
      this.defs.set(id, `<pattern id="${id}" width="8" height="8" patternUnits="userSpaceOnUse">` +
        `<path d="${lines}" stroke="${ink}" stroke-width="${tile.width}"/>${dots}</pattern>`);
    }
    this.box(x, y, width, height, `fill="url(#${id})"`);
  }

  outline(x: number, y: number, width: number, height: number, ink: string, thick: number): void {
    this.box(x, y, width, height, `fill="none" stroke="${ink}" stroke-width="${thick}"`);
  }

  text(text: string, x: number, y: number, ink: string, size: number, bold = false): void {
    this.parts.push(`<text x="${short(x)}" y="${short(y + size * 0.35)}" fill="${ink}" ` +
      `font-size="${short(size)}"${bold ? ' font-weight="600"' : ""}>${escaped(text)}</text>`);
  }

  measure(text: string, size: number, bold = false): number {
    return this.ruler.measure(text, size, bold);
  }

  line(points: number[], ink: string, thick: number, dash: number[] = []): void {
    this.stroke(`M${points.map(short).join(" ")}`, ink, thick, dash);
  }

  curve(points: number[], ink: string, thick: number, dash: number[] = []): void {
    const [x, y, ...rest] = points.map(short);
    this.stroke(`M${x} ${y}C${rest.join(" ")}`, ink, thick, dash);
  }

  polygon(points: number[], colour: string): void {
    this.parts.push(`<polygon points="${points.map(short).join(" ")}" fill="${colour}"/>`);
  }

  clip(x: number, y: number, width: number, height: number, draw: () => void): void {
    const id = `clip${this.clips++}`;
    this.defs.set(id, `<clipPath id="${id}"><rect x="${short(x)}" y="${short(y)}" ` +
      `width="${short(width)}" height="${short(height)}"/></clipPath>`);
    this.parts.push(`<g clip-path="url(#${id})">`);
    draw();
    this.parts.push("</g>");
  }

  private box(x: number, y: number, width: number, height: number, attributes: string): void {
    this.parts.push(`<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" ` +
      `height="${short(height)}" ${attributes}/>`);
  }

  private stroke(path: string, ink: string, thick: number, dash: number[]): void {
    const dashed = dash.length > 0 ? ` stroke-dasharray="${dash.join(" ")}"` : "";
    this.parts.push(`<path d="${path}" fill="none" stroke="${ink}" ` +
      `stroke-width="${thick}"${dashed}/>`);
  }
}

// 0xAABBGGRR as "#RRGGBB".
function text_of_colour(colour: number): string {
  const [red, green, blue] = [0, 8, 16].map((shift) => colour >> shift & 255);
  return "#" + [red, green, blue].map((part) => part!.toString(16).padStart(2, "0")).join("");
}

function opaque(opacity: number): string {
  return opacity === 1 ? "" : ` opacity="${opacity}"`;
}
