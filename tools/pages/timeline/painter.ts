// Draws the three canvases of the page: overview, ruler, lanes. It draws once a frame at most, and
// only if something has changed.
import { CanvasPen } from "./canvas_pen";
import { draw_lanes } from "./draw_lanes";
import { draw_overview, draw_ruler } from "./draw_ruler";
import { Frame, Geometry } from "./frame";
import { Model } from "./model";

export class Surface {
  private pen: CanvasPen | null = null;

  constructor(readonly canvas: HTMLCanvasElement) {}

  // A canvas loses its state when its size is set, so that its pen is made again.
  prepare(paper: string): CanvasPen {
    const scale = window.devicePixelRatio || 1;
    const width = Math.round(this.canvas.clientWidth * scale);
    const height = Math.round(this.canvas.clientHeight * scale);
    if (this.pen === null || this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
      this.pen = new CanvasPen(this.canvas.getContext("2d", { alpha: false })!, scale);
    }
    this.pen.clear(this.canvas.clientWidth, this.canvas.clientHeight, paper);
    return this.pen;
  }
}

export class Painter {
  chosen: [number, number] | null = null;   // the part of the ruler that is being chosen
  private asked = false;

  constructor(private readonly model: Model, private readonly overview: Surface,
              private readonly ruler: Surface, private readonly lanes: Surface,
              private readonly scroller: HTMLElement) {
    const { view, selection, find, theme } = model;
    for (const signal of [view.changed, selection.changed, model.lanes.changed, find.changed,
                          theme.changed]) {
      signal.subscribe(() => this.ask());
    }
    scroller.addEventListener("scroll", () => this.ask());
    // Paper takes what is there when this event ends. The theme, made earlier, is light by then.
    addEventListener("beforeprint", () => this.draw());
    this.ask();
  }

  ask(): void {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      this.draw();
    });
  }

  geometry(): Geometry {
    const { canvas } = this.lanes;
    return { model: this.model, left: 0, top: 0, width: canvas.clientWidth,
             height: canvas.clientHeight, scroll: this.scroller.scrollTop };
  }

  draw(): void {
    const { palette, font_size } = this.model.theme;
    const pen = this.lanes.prepare(palette.paper);
    const frame = { ...this.geometry(), pen, palette, size: font_size };
    draw_lanes(frame);
    this.draw_chosen(frame);
    this.draw_strip(this.ruler, frame, draw_ruler);
    this.draw_strip(this.overview, frame, draw_overview);
  }

  private draw_strip(surface: Surface, frame: Frame, draw: (frame: Frame) => void): void {
    const { canvas } = surface;
    if (canvas.clientHeight === 0) return;
    const pen = surface.prepare(frame.palette.paper);
    draw({ ...frame, pen, width: canvas.clientWidth, height: canvas.clientHeight });
  }

  private draw_chosen(frame: Frame): void {
    if (this.chosen === null) return;
    const { view } = this.model;
    const [a, b] = this.chosen.map((time) => (time - view.from) / view.width * frame.width);
    const box = [Math.min(a!, b!), 0, Math.abs(b! - a!), frame.height];
    frame.pen.rects(frame.palette.accent, box, 0.25);
  }
}
