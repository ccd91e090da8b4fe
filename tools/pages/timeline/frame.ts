// What a drawing function is given: where it draws, with what, and the way from time to place.
import { Palette } from "../shared/theme";
import { Model } from "./model";
import { Pen } from "./pen";

// Where things are, without anything to draw with.
export interface Geometry {
  model: Model;
  left: number;           // of the area in which time runs
  top: number;
  width: number;
  height: number;
  scroll: number;         // the lanes above the area, in pixels
}

export interface Frame extends Geometry {
  pen: Pen;
  palette: Palette;
  size: number;           // of the text
}

export function x_of(frame: Geometry, time: number): number {
  const { view } = frame.model;
  return frame.left + (time - view.from) / view.width * frame.width;
}

export function time_at(frame: Geometry, x: number): number {
  const { view } = frame.model;
  return view.from + (x - frame.left) / frame.width * view.width;
}

export function nanoseconds_per_pixel(frame: Geometry): number {
  return frame.model.view.width / Math.max(1, frame.width);
}
