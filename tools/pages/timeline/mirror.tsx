// A table for screen readers: what the lanes show at the moment, in words. It follows the view
// with a delay, so that it costs nothing while the view moves.
import { h } from "preact";
import { useEffect, useState } from "preact/hooks";
import { duration, moment } from "../shared/text";
import { Model } from "./model";
import { full_name, Track } from "./recording";

const DELAY = 300;        // milliseconds
const MOST_ROWS = 300;
const MOST_OF_A_LANE = 12;

interface Row {
  lane: string;
  what: string;
  start: string;
  long: string;
}

// A lane with too many slices is told by its totals.
function totals(model: Model, track: Track, slices: number[]): Row {
  const { state, start, end } = track.slices;
  const sums = new Map<string, number>();
  for (const slice of slices) {
    const name = model.recording.states[state[slice]!] ?? "other";
    sums.set(name, (sums.get(name) ?? 0) + end[slice]! - start[slice]!);
  }
  const what = [...sums].sort((a, b) => b[1] - a[1])
    .map(([name, sum]) => `${name} ${duration(sum)}`).join(", ");
  return { lane: full_name(model.recording, track), what: `${slices.length} spans: ${what}`, start: "", long: "" };
}

function rows_of(model: Model, track: Track): Row[] {
  const { from, to, width } = model.view;
  const slices: number[] = [];
  for (const row of model.rows[track.index]!) {
    for (let place = Math.max(0, row.place_at(from)); place < row.order.length; place++) {
      const slice = row.order[place]!;
      if (row.start_of(slice) > to) break;
      if (row.end_of(slice) >= from) slices.push(slice);
    }
  }
  if (slices.length > MOST_OF_A_LANE) return [totals(model, track, slices)];
  return slices.map((index) => ({
    lane: full_name(model.recording, track),
    what: model.selection.name_of({ kind: "slice", track, index }),
    start: moment(track.slices.start[index]! - model.recording.origin, width / 100),
    long: duration(track.slices.end[index]! - track.slices.start[index]!),
  }));
}

function rows_in_view(model: Model): Row[] {
  const rows: Row[] = [];
  for (const { track } of model.lanes.list) {
    if (track !== null && rows.length < MOST_ROWS) rows.push(...rows_of(model, track));
  }
  return rows.slice(0, MOST_ROWS);
}

export function Mirror({ model }: { model: Model }) {
  const [rows, set_rows] = useState<Row[]>([]);
  useEffect(() => {
    let timer = 0;
    const later = () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => set_rows(rows_in_view(model)), DELAY);
    };
    model.view.changed.subscribe(later);
    model.lanes.changed.subscribe(later);
    later();
  }, []);
  const { from, to, width } = model.view;
  const { origin } = model.recording;
  const range = `${moment(from - origin, width / 100)} to ${moment(to - origin, width / 100)}`;
  return (
    <div class="for-readers">
      <table>
        <caption id="in-view-caption">In view, {range}</caption>
        <thead>
          <tr><th scope="col">lane</th><th scope="col">what</th><th scope="col">from</th>
            <th scope="col">for</th></tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={i}><th scope="row">{row.lane}</th><td>{row.what}</td><td>{row.start}</td>
              <td>{row.long}</td></tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
