// Levels for drawing many slices in few pixels. A node of level 0 is a slice; a node of the level
// above stands for up to eight nodes below it. A walk goes down only where a node is wider than a
// pixel, so that it visits as many nodes as there are pixels, however many slices there are.
import { Slices } from "./recording";

const FACTOR = 8;
const PAINTS = 256;

interface Level {
  start: Float64Array;
  end: Float64Array;
  busy: Float64Array;     // nanoseconds within slices
  paint: Uint8Array;      // how to draw it (paints.ts): as most of its nanoseconds
}

export interface Visitor {
  wide(slice: number): void;
  narrow(start: number, end: number, paint: number, busy: number): void;
}

// The slices of one nesting level of one track.
export class Pyramid {
  private readonly levels: Level[];

  constructor(private readonly slices: Slices, readonly order: Int32Array,
              readonly paint: Uint8Array) {
    this.levels = [bottom_of(slices, order, paint)];
    for (let level = this.levels[0]!; level.start.length > FACTOR;) {
      level = above(level);
      this.levels.push(level);
    }
  }

  // The nodes that lie in these times. `pixel` is what one pixel stands for.
  visit(from: number, to: number, pixel: number, visitor: Visitor): void {
    const top = this.levels.length - 1;
    this.visit_nodes(top, 0, this.levels[top]!.start.length, from, to, pixel, visitor);
  }

  private visit_nodes(depth: number, begin: number, stop: number, from: number, to: number,
                      pixel: number, visitor: Visitor): void {
    const level = this.levels[depth]!;
    for (let i = begin; i < stop; i++) {
      const start = level.start[i]!;
      const end = level.end[i]!;
      if (start > to) return;
      if (end < from) continue;
      if (end - start < pixel) {
        visitor.narrow(start, end, level.paint[i]!, level.busy[i]!);
      } else if (depth === 0) {
        visitor.wide(this.order[i]!);
      } else {
        const last = Math.min((i + 1) * FACTOR, this.levels[depth - 1]!.start.length);
        this.visit_nodes(depth - 1, i * FACTOR, last, from, to, pixel, visitor);
      }
    }
  }

  start_of(slice: number): number { return this.slices.start[slice]!; }
  end_of(slice: number): number { return this.slices.end[slice]!; }

  // The place in `order` of the last slice that starts at this time or before; -1: there is none.
  place_at(time: number): number {
    let low = 0;
    let high = this.order.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.slices.start[this.order[middle]!]! <= time) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  // The slice that covers a time. Where one ends as the next starts, it is the next one.
  slice_at(time: number): number {
    const place = this.place_at(time);
    if (place < 0) return -1;
    const slice = this.order[place]!;
    return this.slices.end[slice]! >= time ? slice : -1;
  }
}

function bottom_of(slices: Slices, order: Int32Array, paint: Uint8Array): Level {
  const level: Level = {
    start: new Float64Array(order.length), end: new Float64Array(order.length),
    busy: new Float64Array(order.length), paint: new Uint8Array(order.length),
  };
  order.forEach((slice, i) => {
    level.start[i] = slices.start[slice]!;
    level.end[i] = slices.end[slice]!;
    level.busy[i] = slices.end[slice]! - slices.start[slice]!;
    level.paint[i] = paint[slice]!;
  });
  return level;
}

function above(below: Level): Level {
  const length = Math.ceil(below.start.length / FACTOR);
  const level: Level = {
    start: new Float64Array(length), end: new Float64Array(length),
    busy: new Float64Array(length), paint: new Uint8Array(length),
  };
  const sums = new Float64Array(PAINTS);
  for (let i = 0; i < length; i++) {
    const stop = Math.min((i + 1) * FACTOR, below.start.length);
    let most = below.paint[i * FACTOR]!;
    let end = 0;
    let busy = 0;
    for (let j = i * FACTOR; j < stop; j++) {
      const paint = below.paint[j]!;
      sums[paint]! += below.busy[j]!;
      busy += below.busy[j]!;
      end = Math.max(end, below.end[j]!);
      if (sums[paint]! > sums[most]!) most = paint;
    }
    for (let j = i * FACTOR; j < stop; j++) sums[below.paint[j]!] = 0;
    level.start[i] = below.start[i * FACTOR]!;
    level.end[i] = end;
    level.busy[i] = busy;
    level.paint[i] = most;
  }
  return level;
}

// One pyramid for each nesting level of a track.
export function pyramids_of(slices: Slices, paint: Uint8Array): Pyramid[] {
  const rows: number[][] = [];
  for (let i = 0; i < slices.count; i++) (rows[slices.level[i]!] ??= []).push(i);
  return Array.from(rows, (row = []) => {
    // Slices are mostly in order already, for which sorting costs next to nothing.
    row.sort((a, b) => slices.start[a]! - slices.start[b]!);
    return new Pyramid(slices, Int32Array.from(row), paint);
  });
}
