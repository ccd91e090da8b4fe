// Draws the ruler above the lanes, and the strip of the whole recording above it.
import { VERMILION } from "../shared/colours";
import { duration, moment } from "../shared/text";
import { draw_stack } from "./draw_lanes";
import { Frame, x_of } from "./frame";
import { ticks_of } from "./ticks";

export function draw_ruler(frame: Frame): void {
  const { pen, palette, left, top, width, height } = frame;
  pen.rects(palette.band, [left, top, width, height]);
  pen.clip(left, top, width, height, () => {
    const { step, times } = ticks_of(frame);
    const size = frame.size * 0.8;
    for (const time of times) {
      const x = Math.round(x_of(frame, time));
      pen.rects(palette.soft, [x, top + height * 0.4, 1, height * 0.6]);
      pen.text(moment(time - frame.model.recording.origin, step), x + 4, top + height / 2, palette.ink, size);
    }
    draw_range(frame);
  });
  pen.rects(palette.shade, [left, top + height - 1, width, 1]);
}

// How long the marked or selected time is.
function draw_range(frame: Frame): void {
  const { pen, model, palette, top, height } = frame;
  const range = model.view.marked ?? model.selection.range();
  if (range === null || range[1] <= range[0]) return;
  const from = Math.max(x_of(frame, range[0]), frame.left);
  const to = Math.min(x_of(frame, range[1]), frame.left + frame.width);
  const size = frame.size * 0.8;
  const text = duration(range[1] - range[0]);
  const width = pen.measure(text, size, true) + 10;
  if (to < frame.left || from > frame.left + frame.width) return;
  pen.rects(palette.accent, [from, top + height - 4, Math.max(2, to - from), 4]);
  const middle = (from + to) / 2 - width / 2;
  const x = Math.min(Math.max(middle, frame.left), frame.left + frame.width - width);
  pen.rects(palette.ink, [x, top + 2, width, height - 7]);
  pen.text(text, x + 5, top + height / 2 - 1, palette.paper, size, true);
}

// One of several recordings, each in a strip of its own.
function draw_strip(frame: Frame, source: number, height: number): void {
  const { recording, rows } = frame.model;
  const threads = recording.tracks.filter((track) =>
    track.kind === "thread" && track.source === source);
  const y = frame.top + source * height;
  draw_stack(frame, `strip ${source}`, threads.flatMap((track) => rows[track.index]!.slice(0, 1)),
             [y, height - (recording.sources.length > 1 ? 2 : 0)], [0, recording.end]);
}

// The whole recording: how many threads did what, where findings are, and what is in view.
export function draw_overview(frame: Frame): void {
  const { pen, model, palette, left, top, width, height } = frame;
  const { recording, view, find } = model;
  const strips = Math.max(1, recording.sources.length);
  const strip = height / strips;
  pen.rects(palette.band, [left, top, width, height]);
  for (let source = 0; source < strips; source++) draw_strip(frame, source, strip);
  const place = (time: number) => left + time / recording.end * width;
  const from = place(view.from);
  const to = Math.max(from + 3, place(view.to));
  const outside = [left, top, from - left, height, to, top, left + width - to, height];
  pen.rects(palette.paper, outside, 0.6);
  for (const hit of find.hits.slice(0, 2000)) {
    if (hit.kind !== "lane") {
      pen.rects(palette.ink, [place(find.time_of(hit)), top + height - 6, 2, 6]);
    }
  }
  for (const finding of recording.findings) {
    const x = place(finding.time);
    const y = top + strip * (finding.track?.source ?? 0);
    pen.polygon([x - 6, y, x + 6, y, x, y + 9], palette.paper);
    pen.polygon([x - 4.5, y, x + 4.5, y, x, y + 7], VERMILION);
  }
  pen.outline(from + 1, top + 1, to - from - 2, height - 2, palette.ink, 2);
}
