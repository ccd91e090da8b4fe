// What the mouse does on the lanes: a drag moves the time, a drag on the ruler chooses a part of
// it, the wheel with Ctrl zooms, a click selects, a double click fits.
import { Geometry, nanoseconds_per_pixel, time_at, x_of } from "./frame";
import { level_at } from "./lanes";
import { first_at } from "./order";
import { Pick } from "./selection";

const A_DRAG = 4;         // pixels; less is a click
const NEAR = 5;
const MARK_HEIGHT = 11;

// What is drawn at this place, if it can be selected.
export function pick_at(frame: Geometry, x: number, y: number): Pick | null {
  const { model } = frame;
  const lane = model.lanes.lane_at(y - frame.top + frame.scroll);
  const track = lane?.track;
  if (!lane || !track) return null;
  const down = y - frame.top + frame.scroll - lane.top;
  const time = time_at(frame, x);
  const mark = mark_near(frame, track.marks.time, x);
  const rows = model.rows[track.index]!;
  if (mark >= 0 && (down <= MARK_HEIGHT || rows.length === 0)) {
    return { kind: "mark", track, index: mark };
  }
  const level = Math.max(0, Math.min(rows.length - 1, level_at(lane, down)));
  const row = rows[level];
  if (row === undefined) return { kind: "lane", track };
  // A slice that is narrower than the pointer is hit from beside it.
  const reach = nanoseconds_per_pixel(frame) * 2;
  for (const moment of [time, time - reach, time + reach]) {
    const index = row.slice_at(moment);
    if (index >= 0) return { kind: "slice", track, index };
  }
  const next = row.order[row.place_at(time + reach)];
  if (next !== undefined && row.end_of(next) >= time - reach) {
    return { kind: "slice", track, index: next };
  }
  return { kind: "lane", track };
}

function mark_near(frame: Geometry, times: Float64Array, x: number): number {
  let best = -1;
  let distance = NEAR;
  const reach = nanoseconds_per_pixel(frame) * NEAR;
  const time = time_at(frame, x);
  for (let i = first_at(times, time - reach); i < times.length; i++) {
    if (times[i]! > time + reach) break;
    const away = Math.abs(x_of(frame, times[i]!) - x);
    if (away < distance) {
      distance = away;
      best = i;
    }
  }
  return best;
}

export interface PointerSink {
  frame(): Geometry;
  chosen(from: number | null, to: number): void;   // a part of the ruler is being chosen
  hover(pick: Pick | null, x: number, y: number): void;
}

export function watch_lanes(canvas: HTMLCanvasElement, sink: PointerSink): void {
  let start: { x: number; y: number; from: number; to: number; scroll: number } | null = null;
  let dragged = false;
  const scroller = canvas.closest<HTMLElement>(".scroller")!;

  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    const { view } = sink.frame().model;
    canvas.setPointerCapture(event.pointerId);
    start = { x: event.offsetX, y: event.offsetY, from: view.from, to: view.to,
              scroll: scroller.scrollTop };
    dragged = false;
  });
  canvas.addEventListener("pointermove", (event) => {
    const frame = sink.frame();
    if (start === null) {
      sink.hover(pick_at(frame, event.offsetX, event.offsetY), event.offsetX, event.offsetY);
      return;
    }
    const by = event.offsetX - start.x;
    dragged ||= Math.hypot(by, event.offsetY - start.y) > A_DRAG;
    if (!dragged) return;
    sink.hover(null, 0, 0);
    const time = by * (start.to - start.from) / frame.width;
    frame.model.view.show(start.from - time, start.to - time, true);
    scroller.scrollTop = start.scroll - (event.offsetY - start.y);
  });
  canvas.addEventListener("pointerup", (event) => {
    if (start !== null && !dragged) {
      const frame = sink.frame();
      frame.model.selection.choose(pick_at(frame, event.offsetX, event.offsetY));
    }
    start = null;
  });
  canvas.addEventListener("pointercancel", () => { start = null; });
  canvas.addEventListener("pointerleave", () => sink.hover(null, 0, 0));
  canvas.addEventListener("dblclick", () => sink.frame().model.fit());
  canvas.addEventListener("wheel", (event) => on_wheel(event, sink.frame()), { passive: false });
}

// The wheel alone scrolls the lanes, as everywhere.
function on_wheel(event: WheelEvent, frame: Geometry): void {
  const { view } = frame.model;
  const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault();
    view.zoom(Math.exp(Math.max(-120, Math.min(120, event.deltaY)) / 240),
              time_at(frame, event.offsetX));
  } else if (Math.abs(sideways) > Math.abs(event.shiftKey ? 0 : event.deltaY)) {
    event.preventDefault();
    view.pan(sideways / Math.max(1, frame.width));
  }
}

export function watch_ruler(canvas: HTMLCanvasElement, sink: PointerSink): void {
  let start: number | null = null;
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    start = event.offsetX;
  });
  canvas.addEventListener("pointermove", (event) => {
    if (start === null || Math.abs(event.offsetX - start) < A_DRAG) return;
    const frame = sink.frame();
    sink.chosen(time_at(frame, start), time_at(frame, event.offsetX));
  });
  canvas.addEventListener("pointerup", (event) => {
    const frame = sink.frame();
    if (start !== null && Math.abs(event.offsetX - start) >= A_DRAG) {
      const [a, b] = [time_at(frame, start), time_at(frame, event.offsetX)];
      frame.model.view.show(Math.min(a, b), Math.max(a, b));
    }
    start = null;
    sink.chosen(null, 0);
  });
}

export function watch_overview(canvas: HTMLCanvasElement, sink: PointerSink): void {
  const centre = (event: PointerEvent, at_once: boolean) => {
    const { view } = sink.frame().model;
    const time = event.offsetX / Math.max(1, canvas.clientWidth) * view.end;
    view.show(time - view.width / 2, time + view.width / 2, at_once);
  };
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    centre(event, false);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (event.buttons & 1) centre(event, true);
  });
}
