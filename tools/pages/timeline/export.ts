// Saves what is in view as a picture, with the names of the lanes and the sentence, for slides.
import { ink_on, look_of_thread } from "../shared/colours";
import { file_name, save } from "../shared/save";
import { CanvasPen } from "./canvas_pen";
import { draw_lanes } from "./draw_lanes";
import { draw_ruler } from "./draw_ruler";
import { Frame } from "./frame";
import { Lane } from "./lanes";
import { Model } from "./model";
import { Pen } from "./pen";
import { SvgPen } from "./svg_pen";

interface Size {
  width: number;
  height: number;
  names: number;          // the width of the names of the lanes
  line: number;           // the height of a line of text
}

function size_of(model: Model): Size {
  const canvas = document.getElementById("canvas")!;
  const names = document.querySelector<HTMLElement>(".labels")!.clientWidth;
  const line = Math.round(model.theme.font_size * 1.8);
  const lanes = Math.min(canvas.clientHeight, model.lanes.height);
  return { names, line, width: names + canvas.clientWidth, height: lanes + line * 3 };
}

function draw_name(pen: Pen, model: Model, { name, track }: Lane, y: number): void {
  const { palette, font_size } = model.theme;
  let x = 8;
  if (track !== null && track.ordinal >= 0) {
    const { colour } = look_of_thread(track.ordinal);
    const side = Math.round(font_size * 1.2);
    pen.rects(colour, [x, y - side / 2, side, side]);
    pen.text(track.letter, x + side * 0.22, y, ink_on(colour), font_size * 0.8, true);
    x += side + 6;
  }
  pen.text(name, x, y, palette.ink, font_size * 0.85);
}

function draw_names(pen: Pen, model: Model, size: Size, top: number, height: number,
                    scroll: number): void {
  const { palette, font_size } = model.theme;
  pen.clip(0, top, size.names - 4, height, () => {
    for (const lane of model.lanes.list) {
      const middle = top + lane.top - scroll + lane.height / 2;
      if (lane.kind === "group") {
        pen.text(lane.name, 8, middle, palette.soft, font_size * 0.8, true);
      } else {
        draw_name(pen, model, lane, middle);
      }
    }
  });
}

function draw_all(pen: Pen, model: Model, size: Size): void {
  const { palette, font_size } = model.theme;
  const { about } = model.recording;
  const scroll = document.querySelector(".scroller")!.scrollTop;
  const height = size.height - size.line * 3;
  const area = { pen, model, palette, scroll, size: font_size, left: size.names,
                 width: size.width - size.names };
  const frame: Frame = { ...area, top: size.line * 2, height };
  const kind = [about.model, about.locking].filter((part) => part !== "").join(", ");
  pen.text(`${about.title}  ${kind}`, 8, size.line / 2, palette.ink, font_size, true);
  draw_ruler({ ...area, top: size.line, height: size.line });
  draw_names(pen, model, size, frame.top, height, scroll);
  draw_lanes(frame);
  const bottom = size.height - size.line / 2;
  pen.text(model.selection.sentence(), 8, bottom, palette.ink, font_size * 0.9);
}

function new_canvas(size: Size, scale: number): [HTMLCanvasElement, CanvasPen] {
  const canvas = document.createElement("canvas");
  canvas.width = size.width * scale;
  canvas.height = size.height * scale;
  return [canvas, new CanvasPen(canvas.getContext("2d")!, scale)];
}

export function save_png(model: Model): void {
  const size = size_of(model);
  const [canvas, pen] = new_canvas(size, 2);
  pen.clear(size.width, size.height, model.theme.palette.paper);
  draw_all(pen, model, size);
  canvas.toBlob((blob) => {
    if (blob !== null) save(blob, file_name(model.recording.about.title, "png"));
  });
}

export function save_svg(model: Model): void {
  const size = size_of(model);
  const [, ruler] = new_canvas(size, 1);
  const pen = new SvgPen(size.width, size.height, ruler);
  draw_all(pen, model, size);
  const text = pen.finish(model.theme.palette.paper);
  save(new Blob([text], { type: "image/svg+xml" }), file_name(model.recording.about.title, "svg"));
}
