// Draws the slices of one lane: wide ones as boxes with pattern and text, the others as columns of
// a pixel, which together are one picture of a row.
import { DASHES, ink_on } from "../shared/colours";
import { duration } from "../shared/text";
import { Frame, nanoseconds_per_pixel, x_of } from "./frame";
import { Lane, row_height, row_top } from "./lanes";
import { Paint } from "./paints";
import { NO_STATE, Slices, Track } from "./recording";

const BOX_FROM = 3;       // pixels: narrower ones are plain columns
const TEXT_FROM = 20;
const LEAST_LETTERS = 4;  // of a text that is cut; less says nothing
const DURATION_FROM = 90;
const PATTERN_FROM = 10;  // a pattern needs room to be one
const TINT = 0.3;         // of a thread's colour over the paper
const STRIPE = 4;

export function slice_text(frame: Frame, slices: Slices, slice: number): string {
  const { names, states } = frame.model.recording;
  const state = slices.state[slice]!;
  return names[slices.name[slice]!] ?? (state === NO_STATE ? "" : states[state] ?? "");
}

// The word of a state is not cut, since colour and pattern say the same.
function shortened(frame: Frame, text: string, room: number, size: number): string {
  const width = frame.pen.measure(text, size);
  if (width <= room) return text;
  if (frame.model.recording.states.includes(text)) return "";
  const fitting = Math.floor((room - size * 0.8) / (width / text.length));
  return fitting < LEAST_LETTERS ? "" : `${text.slice(0, fitting)}…`;
}

function draw_text(frame: Frame, text: string, after: string, paint: Paint, x: number, y: number,
                   width: number, height: number): void {
  const size = Math.min(frame.size * 0.8, height * 0.72);
  const shown = shortened(frame, text, width - 8, size);
  if (shown === "") return;
  const long = frame.pen.measure(shown, size);
  const small = size * 0.86;
  const rest = shown === text && width > DURATION_FROM ? after : "";
  const room = rest === "" ? 0 : frame.pen.measure(rest, small) + 8;
  const fits = room > 0 && long + room + 12 < width;
  const ink = paint.dash < 0 ? ink_on(paint.colour) : frame.palette.ink;
  if (paint.pattern !== "plain") {
    // The letters stand on the bare colour, for a pattern behind them makes them hard to read.
    frame.pen.rects(paint.colour, [x + 2, y + 1, long + 6 + (fits ? room : 0), height - 2]);
  }
  const middle = y + (paint.dash < 0 ? height / 2 + 0.5 : (height - STRIPE) / 2 + 1);
  frame.pen.text(shown, x + 5, middle, ink, size);
  if (fits) frame.pen.text(rest, x + 5 + long + 8, middle, ink, small);
}

// The ground of a box: what its state or its thread looks like.
function draw_ground(frame: Frame, paint: Paint, x: number, y: number, width: number,
                     height: number): void {
  const { pen, palette } = frame;
  if (paint.dash < 0 || width < BOX_FROM * 2) {
    pen.rects(paint.colour, [x, y, width, height]);
    if (width < PATTERN_FROM || paint.pattern === "plain") return;
    const ink = ink_on(paint.colour) === "#FFFFFF" ? "#FFFFFF66" : "#00000052";
    pen.pattern(x, y, width, height, paint.pattern, ink);
    return;
  }
  pen.rects(palette.paper, [x, y, width, height]);
  pen.rects(paint.colour, [x, y, width, height], TINT);
  pen.rects(paint.colour, [x, y + height - STRIPE, width, STRIPE]);
  const dash = DASHES[paint.dash]!;
  const middle = y + height - STRIPE / 2;
  if (dash.length > 0) pen.line([x, middle, x + width, middle], palette.ink, 1.5, dash);
}

export function draw_box(frame: Frame, track: Track, slice: number, y: number,
                         height: number): void {
  const { slices } = track;
  const paints = frame.model.paints;
  const paint = paints.of(frame.model.rows[track.index]![slices.level[slice]!]!.paint[slice]!);
  const left = Math.max(x_of(frame, slices.start[slice]!), frame.left - 20);
  const right = Math.min(x_of(frame, slices.end[slice]!), frame.left + frame.width + 20);
  const width = right - left - 1;
  draw_ground(frame, paint, left, y, width, height);
  const shown_left = Math.max(left, frame.left);
  const shown_width = Math.min(right - 1, frame.left + frame.width) - shown_left;
  if (shown_width < TEXT_FROM) return;
  const long = duration(slices.end[slice]! - slices.start[slice]!);
  const text = slice_text(frame, slices, slice);
  draw_text(frame, text, long, paint, shown_left, y, shown_width, height);
}

export function draw_slices(frame: Frame, lane: Lane, y: number): void {
  const track = lane.track!;
  const { view, paints, rows } = frame.model;
  const pixel = nanoseconds_per_pixel(frame);
  rows[track.index]!.forEach((row, level) => {
    const top = y + row_top(lane, level);
    const height = row_height(lane, level);
    const columns = new Uint32Array(Math.max(1, Math.ceil(frame.width)));
    const wide: number[] = [];
    const add = (start: number, end: number, paint: number) => {
      const first = Math.max(0, Math.floor(x_of(frame, start) - frame.left));
      const stop = Math.max(first + 1, Math.ceil(x_of(frame, end) - frame.left));
      const colour = paints.of(paint).pixel;
      for (let x = first; x < stop; x++) columns[x] = colour;
    };
    row.visit(view.from, view.to, pixel, {
      wide: (slice) => {
        const start = row.start_of(slice);
        const end = row.end_of(slice);
        if (end - start < pixel * BOX_FROM) add(start, end, row.paint[slice]!);
        else wide.push(slice);
      },
      narrow: (start, end, paint) => add(start, end, paint),
    });
    frame.pen.columns(frame.left, top, height, columns);
    for (const slice of wide) draw_box(frame, track, slice, top, height);
  });
}
