// Draws the arrows of the selected slice, each with a light edge, so that it stands out from what
// lies below it.
import { Drawn } from "./arrows";
import { Frame, x_of } from "./frame";
import { row_top } from "./lanes";
import { Track } from "./recording";

const HEAD = 9;
const PULL = 36;
const BESIDE = 22;        // pixels from the middle of an arrow to its name
const MOST_NAMED = 6;

function y_of_end(frame: Frame, track: Track): number | null {
  const lane = frame.model.lanes.stand_in(track);
  if (lane === undefined) return null;
  const middle = lane.kind === "track" ? row_top(lane, 0) + lane.row / 2 : lane.height / 2;
  return frame.top + lane.top - frame.scroll + middle;
}

function draw_arrow(frame: Frame, { arrow, thick }: Drawn): [number, number] | null {
  const { pen, model, palette } = frame;
  const { arrows, tracks } = model.recording;
  const y1 = y_of_end(frame, tracks[arrows.from[arrow]!]!);
  const y2 = y_of_end(frame, tracks[arrows.to[arrow]!]!);
  if (y1 === null || y2 === null) return null;
  const x1 = x_of(frame, arrows.from_time[arrow]!);
  const x2 = x_of(frame, arrows.to_time[arrow]!);
  const pull = Math.max(PULL, Math.abs(x2 - x1) / 2.5);
  const size = thick ? HEAD : HEAD * 0.7;
  const curve = [x1, y1, x1 + pull, y1, x2 - pull - size, y2, x2 - size + 1, y2];
  pen.curve(curve, palette.paper, thick ? 6 : 4);
  pen.curve(curve, palette.ink, thick ? 2.8 : 1.4, thick ? [] : [5, 4]);
  pen.polygon([x2 + 2, y2, x2 - size - 2, y2 - size * 0.8, x2 - size - 2, y2 + size * 0.8],
              palette.paper);
  pen.polygon([x2, y2, x2 - size, y2 - size * 0.6, x2 - size, y2 + size * 0.6], palette.ink);
  const dot = thick ? 4 : 3;
  pen.polygon([x1 - dot, y1, x1, y1 - dot, x1 + dot, y1, x1, y1 + dot], palette.ink);
  return [(x1 + x2) / 2, (y1 + y2) / 2];
}

function draw_name(frame: Frame, arrow: number, [x, y]: [number, number]): void {
  const { pen, model, palette } = frame;
  const name = model.recording.names[model.recording.arrows.kind[arrow]!];
  if (name === undefined || x < frame.left || x > frame.left + frame.width) return;
  const size = frame.size * 0.8;
  const width = pen.measure(name, size, true) + 12;
  // Beside the arrow, so that both are seen; on its other side where the window ends.
  const right = frame.left + frame.width;
  const left = x + BESIDE + width < right ? x + BESIDE : Math.max(frame.left, x - BESIDE - width);
  pen.rects(palette.ink, [left, y - size * 0.75, width, size * 1.5]);
  pen.text(name, left + 6, y + 0.5, palette.paper, size, true);
}

export function draw_arrows(frame: Frame): void {
  const named: [number, [number, number]][] = [];
  for (const drawn of frame.model.drawn_arrows) {
    const middle = draw_arrow(frame, drawn);
    if (middle !== null && drawn.thick) named.push([drawn.arrow, middle]);
  }
  if (named.length > MOST_NAMED) return;
  for (const [arrow, middle] of named) draw_name(frame, arrow, middle);
}
