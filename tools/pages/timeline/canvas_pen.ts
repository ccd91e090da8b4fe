// Draws on a canvas, in CSS pixels.
import { PatternName, TILES } from "../shared/colours";
import { FONT, Pen } from "./pen";

const TILE = 8;

export class CanvasPen implements Pen {
  private readonly patterns = new Map<string, CanvasPattern | null>();
  private readonly widths = new Map<string, number>();
  private font = "";
  private readonly row = document.createElement("canvas");
  private readonly row_context: CanvasRenderingContext2D;

  constructor(private readonly context: CanvasRenderingContext2D, private readonly scale: number) {
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.textBaseline = "middle";
    this.row.height = 1;
    this.row_context = this.row.getContext("2d", { willReadFrequently: true })!;
  }

  clear(width: number, height: number, colour: string): void {
    this.context.fillStyle = colour;
    this.context.fillRect(0, 0, width, height);
  }

  rects(colour: string, boxes: number[], opacity = 1): void {
    const { context } = this;
    context.fillStyle = colour;
    context.globalAlpha = opacity;
    for (let i = 0; i < boxes.length; i += 4) {
      context.fillRect(boxes[i]!, boxes[i + 1]!, boxes[i + 2]!, boxes[i + 3]!);
    }
    context.globalAlpha = 1;
  }

  // A picture of one row costs the same however many colours it has.
  columns(x: number, y: number, height: number, colours: Uint32Array): void {
    if (this.row.width !== colours.length) this.row.width = colours.length;
    const bytes = new Uint8ClampedArray(colours.buffer as ArrayBuffer);
    this.row_context.putImageData(new ImageData(bytes, colours.length, 1), 0, 0);
    this.context.imageSmoothingEnabled = false;
    this.context.drawImage(this.row, x, y, colours.length, height);
  }

  // The pattern moves with its box, so that it does not seem to flow when the view moves.
  pattern(x: number, y: number, width: number, height: number, name: PatternName,
          ink: string): void {
    const pattern = this.pattern_of(name, ink);
    if (pattern === null) return;
    const { context } = this;
    const left = x % TILE;
    pattern.setTransform(new DOMMatrix([1 / this.scale, 0, 0, 1 / this.scale, left, y]));
    context.fillStyle = pattern;
    context.fillRect(x, y, width, height);
  }

  outline(x: number, y: number, width: number, height: number, ink: string, thick: number): void {
    const { context } = this;
    context.strokeStyle = ink;
    context.lineWidth = thick;
    context.setLineDash([]);
    context.strokeRect(x, y, width, height);
  }

  text(text: string, x: number, y: number, ink: string, size: number, bold = false): void {
    this.use_font(size, bold);
    this.context.fillStyle = ink;
    this.context.fillText(text, x, y);
  }

  measure(text: string, size: number, bold = false): number {
    const key = `${size}${bold ? "b" : ""} ${text}`;
    let width = this.widths.get(key);
    if (width === undefined) {
      this.use_font(size, bold);
      width = this.context.measureText(text).width;
      if (this.widths.size > 20_000) this.widths.clear();
      this.widths.set(key, width);
    }
    return width;
  }

  line(points: number[], ink: string, thick: number, dash: number[] = []): void {
    const { context } = this;
    this.use_stroke(ink, thick, dash);
    context.beginPath();
    context.moveTo(points[0]!, points[1]!);
    for (let i = 2; i < points.length; i += 2) context.lineTo(points[i]!, points[i + 1]!);
    context.stroke();
  }

  curve(points: number[], ink: string, thick: number, dash: number[] = []): void {
    const { context } = this;
    const [x, y, ...rest] = points as [number, number, number, number, number, number, number,
                                       number];
    this.use_stroke(ink, thick, dash);
    context.beginPath();
    context.moveTo(x, y);
    context.bezierCurveTo(...rest);
    context.stroke();
  }

  polygon(points: number[], colour: string): void {
    const { context } = this;
    context.fillStyle = colour;
    context.beginPath();
    context.moveTo(points[0]!, points[1]!);
    for (let i = 2; i < points.length; i += 2) context.lineTo(points[i]!, points[i + 1]!);
    context.fill();
  }

  clip(x: number, y: number, width: number, height: number, draw: () => void): void {
    const { context } = this;
    context.save();
    context.beginPath();
    context.rect(x, y, width, height);
    context.clip();
    draw();
    context.restore();
    this.font = "";
  }

  private use_font(size: number, bold: boolean): void {
    const font = `${bold ? "600 " : ""}${size}px ${FONT}`;
    if (font !== this.font) this.context.font = this.font = font;
  }

  private use_stroke(ink: string, thick: number, dash: number[]): void {
    this.context.strokeStyle = ink;
    this.context.lineWidth = thick;
    this.context.setLineDash(dash);
  }

  private pattern_of(name: PatternName, ink: string): CanvasPattern | null {
    const key = `${name} ${ink}`;
    let pattern = this.patterns.get(key);
    if (pattern === undefined) {
      pattern = this.make_pattern(name, ink);
      this.patterns.set(key, pattern);
    }
    return pattern;
  }

  private make_pattern(name: PatternName, ink: string): CanvasPattern | null {
    const tile = TILES[name];
    if (tile === null) return null;
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = Math.round(TILE * this.scale);
    const context = canvas.getContext("2d")!;
    context.scale(canvas.width / TILE, canvas.width / TILE);
    context.strokeStyle = context.fillStyle = ink;
    context.lineWidth = tile.width;
    context.beginPath();
    for (const [x1, y1, x2, y2] of tile.lines) {
      context.moveTo(x1, y1);
      context.lineTo(x2, y2);
    }
    context.stroke();
    for (const [x, y] of tile.dots) {
      context.beginPath();
      context.arc(x, y, tile.width, 0, 7);
      context.fill();
    }
    return this.context.createPattern(canvas, "repeat");
  }
}
