// What the drawing code needs of a surface. There are two: a canvas, and a file of SVG.
import { PatternName } from "../shared/colours";

export const FONT =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif';

export interface Pen {
  // Many boxes of one colour: x, y, width, height of each.
  rects(colour: string, boxes: number[], opacity?: number): void;
  // One row of pixels, stretched to a height: colours as 0xAABBGGRR, 0 for nothing.
  columns(x: number, y: number, height: number, colours: Uint32Array): void;
  pattern(x: number, y: number, width: number, height: number, name: PatternName,
          ink: string): void;
  outline(x: number, y: number, width: number, height: number, ink: string, thick: number): void;
  // `y` is the middle of the line.
  text(text: string, x: number, y: number, ink: string, size: number, bold?: boolean): void;
  measure(text: string, size: number, bold?: boolean): number;
  line(points: number[], ink: string, thick: number, dash?: number[]): void;
  // From a point, by two points that pull it, to a point.
  curve(points: number[], ink: string, thick: number, dash?: number[]): void;
  polygon(points: number[], colour: string): void;
  clip(x: number, y: number, width: number, height: number, draw: () => void): void;
}
