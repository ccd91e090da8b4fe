// Draws the lanes that are in view, what is selected, and what was found.
import { look_of_state } from "../shared/colours";
import { density_of } from "./density";
import { draw_arrows } from "./draw_arrows";
import { draw_box, draw_slices } from "./draw_slices";
import { Frame, nanoseconds_per_pixel, x_of } from "./frame";
import { Lane, row_height, row_top } from "./lanes";
import { first_at } from "./order";
import { Pyramid } from "./pyramid";
import { Counter, Marks } from "./recording";
import { ticks_of } from "./ticks";

const MARGIN = 3;         // above and below a curve, in pixels
const MARK = 3.5;           // half the width of the sign of a mark, in pixels
const MOST_HITS = 4000;

export function draw_lanes(frame: Frame): void {
  const { pen, model, left, top, width, height, scroll } = frame;
  pen.clip(left, top, width, height, () => {
    const shown = model.lanes.list.filter((lane) =>
      lane.top + lane.height > scroll && lane.top < scroll + height);
    for (const lane of shown) draw_ground(frame, lane);
    draw_grid(frame);
    for (const lane of shown) draw_lane(frame, lane);
    draw_marked(frame);
    draw_hits(frame);
    draw_selected(frame);
    draw_arrows(frame);
  });
}

function y_of(frame: Frame, lane: Lane): number { return frame.top + lane.top - frame.scroll; }

function draw_ground(frame: Frame, lane: Lane): void {
  const { pen, model, palette, left, width } = frame;
  const y = y_of(frame, lane);
  if (lane.kind === "group") pen.rects(palette.band, [left, y, width, lane.height]);
  const pick = model.selection.pick;
  if (pick !== null && lane.track === pick.track) {
    pen.rects(palette.accent, [left, y, width, lane.height], 0.12);
  }
}

function draw_grid(frame: Frame): void {
  const { pen, palette, top, height } = frame;
  const boxes: number[] = [];
  for (const tick of ticks_of(frame).times) {
    boxes.push(Math.round(x_of(frame, tick)), top, 1, height);
  }
  pen.rects(palette.grid, boxes);
}

function draw_lane(frame: Frame, lane: Lane): void {
  const y = y_of(frame, lane);
  const { pen, palette, left, width } = frame;
  if (lane.kind === "group") return;
  if (lane.kind === "density") draw_density(frame, lane, y);
  else if (lane.track!.counter) draw_counter(frame, lane.track!.counter, y, lane.height);
  else draw_slices(frame, lane, y);
  if (lane.track) draw_marks(frame, lane.track.marks, y);
  pen.rects(palette.grid, [left, y + lane.height - 1, width, 1]);
}

function draw_marks(frame: Frame, marks: Marks, y: number): void {
  const { pen, palette } = frame;
  let last = -Infinity;
  for (let i = first_at(marks.time, frame.model.view.from); i < marks.count; i++) {
    const x = x_of(frame, marks.time[i]!);
    if (x > frame.left + frame.width) break;
    if (x < last + MARK * 2) continue;
    last = x;
    pen.polygon([x - MARK - 1, y, x + MARK + 1, y, x, y + MARK * 2 + 1], palette.paper);
    pen.polygon([x - MARK, y, x + MARK, y, x, y + MARK * 2 - 1], palette.ink);
  }
}

// A column of a pixel shows the largest value within it, so that no peak is lost.
function draw_counter(frame: Frame, counter: Counter, y: number, height: number): void {
  const { pen, palette, left, width } = frame;
  const room = height - MARGIN * 2;
  const scale = room / Math.max(1, counter.most);
  const bottom = y + height - MARGIN;
  const filled: number[] = [];
  const edge: number[] = [];
  let i = Math.max(0, first_at(counter.time, frame.model.view.from) - 1);
  const pixel = nanoseconds_per_pixel(frame);
  let value = 0;
  for (let x = 0; x < width; x++) {
    const until = frame.model.view.from + (x + 1) * pixel;
    let most = value;
    for (; i < counter.count && counter.time[i]! <= until; i++) {
      value = counter.value[i]!;
      most = Math.max(most, value);
    }
    const high = Math.max(0, most) * scale;
    if (high > 0) filled.push(left + x, bottom - high, 1, high);
    if (high > 0) edge.push(left + x, bottom - high, 1, Math.min(2, high));
  }
  pen.rects(palette.accent, filled, 0.28);
  pen.rects(palette.accent, edge);
}

const STACKED = ["running", "native", "ready", "blocked", "waiting", "parked", "stopped"];

function draw_density(frame: Frame, lane: Lane, y: number): void {
  const { model } = frame;
  const rows = lane.rest.flatMap((track) => model.rows[track.index]!.slice(0, 1));
  draw_stack(frame, lane.key, rows, [y + MARGIN, lane.height - MARGIN * 2],
             [model.view.from, model.view.to]);
}

// Above each other, how many threads were in which state. `key` names these threads.
export function draw_stack(frame: Frame, key: string, rows: Pyramid[],
                           [y, height]: [number, number], [from, to]: [number, number]): void {
  const { states } = frame.model.recording;
  const step = 2;
  const steps = Math.max(1, Math.floor(frame.width / step));
  const density = frame.model.densities.get([from, to, steps, rows.length, key].join(" "), () =>
    density_of(rows, states.length, from, to, steps));
  const base = new Float32Array(steps);
  for (const name of STACKED) {
    const state = states.indexOf(name);
    if (state < 0) continue;
    const boxes: number[] = [];
    for (let i = 0; i < steps; i++) {
      const high = density.threads[i * states.length + state]! / Math.max(1, rows.length) * height;
      if (high > 0.05) boxes.push(frame.left + i * step, y + height - base[i]! - high, step, high);
      base[i]! += high;
    }
    frame.pen.rects(look_of_state(name).colour, boxes);
  }
}

function draw_marked(frame: Frame): void {
  const { pen, model, palette, top, height } = frame;
  if (model.view.marked === null) return;
  const [from, to] = model.view.marked;
  const x = x_of(frame, from);
  const width = Math.max(1, x_of(frame, to) - x);
  pen.rects(palette.ink, [x, top, width, height], 0.1);
  pen.line([x, top, x, top + height], palette.ink, 1.5, [6, 4]);
  pen.line([x + width, top, x + width, top + height], palette.ink, 1.5, [6, 4]);
}

// What was not found steps back behind a veil.
function draw_hits(frame: Frame): void {
  const { pen, model, palette, left, top, width, height } = frame;
  const { find, view } = model;
  if (find.text.trim() === "") return;
  pen.rects(palette.paper, [left, top, width, height], 0.72);
  const last = new Map<Lane, number>();
  let drawn = 0;
  for (const hit of find.hits) {
    if (hit.kind === "lane" || drawn > MOST_HITS) continue;
    const { slices, marks } = hit.track;
    const start = (hit.kind === "mark" ? marks.time : slices.start)[hit.index]!;
    const end = hit.kind === "mark" ? start : slices.end[hit.index]!;
    if (end < view.from || start > view.to) continue;
    const lane = model.lanes.lane_of(hit.track);
    if (lane === undefined) continue;
    const x = x_of(frame, start);
    const wide = x_of(frame, end) - x;
    if (wide < 3 && x < (last.get(lane) ?? -Infinity) + 2) continue;
    last.set(lane, x);
    drawn++;
    const level = hit.kind === "mark" ? 0 : slices.level[hit.index]!;
    const y = y_of(frame, lane) + row_top(lane, level);
    const high = row_height(lane, level);
    if (wide < 3) pen.rects(palette.ink, [x, y, 2, high]);
    else draw_box(frame, hit.track, hit.index, y, high);
  }
}

function draw_selected(frame: Frame): void {
  const { pen, model, palette } = frame;
  const pick = model.selection.pick;
  if (pick === null || pick.kind === "lane") return;
  const lane = model.lanes.lane_of(pick.track);
  if (lane === undefined) return;
  const [start, end] = model.selection.range()!;
  const x = Math.max(x_of(frame, start), frame.left - 20);
  const y = y_of(frame, lane);
  if (pick.kind === "mark") {
    pen.polygon([x - 8, y - 1, x + 8, y - 1, x, y + 14], palette.paper);
    pen.polygon([x - 6, y, x + 6, y, x, y + 11], palette.accent);
    return;
  }
  const level = pick.track.slices.level[pick.index]!;
  const width = Math.min(x_of(frame, end), frame.left + frame.width + 20) - x - 1;
  const top = y + row_top(lane, level);
  const inner = Math.max(2, width);
  const high = row_height(lane, level);
  pen.outline(x - 0.5, top - 0.5, inner + 1, high + 1, palette.paper, 5);
  pen.outline(x - 0.5, top - 0.5, inner + 1, high + 1, palette.ink, 2.5);
}
