// What is selected: a slice, a mark or a lane. The address of the page names it by the track's id
// and the place in the file: "3.s12", "3.m4", "3".
import { look_of_state } from "../shared/colours";
import { Signal } from "../shared/signal";
import { count, duration, moment } from "../shared/text";
import { Pyramid } from "./pyramid";
import { full_name, NO_STATE, Recording, Track } from "./recording";

export type Pick =
  { kind: "slice" | "mark"; track: Track; index: number } | { kind: "lane"; track: Track };

export class Selection {
  readonly changed = new Signal();
  pick: Pick | null = null;

  constructor(private readonly recording: Recording, private readonly rows: Pyramid[][]) {}

  choose(pick: Pick | null): void {
    this.pick = pick;
    this.changed.fire();
  }

  // The time that the selected thing covers.
  range(): [number, number] | null {
    const pick = this.pick;
    if (pick === null || pick.kind === "lane") return null;
    const { slices, marks } = pick.track;
    if (pick.kind === "mark") return [marks.time[pick.index]!, marks.time[pick.index]!];
    return [slices.start[pick.index]!, slices.end[pick.index]!];
  }

  // The innermost slice of a track at a time.
  slice_at(track: Track, time: number): Pick {
    const rows = this.rows[track.index]!;
    for (let level = rows.length - 1; level >= 0; level--) {
      const index = rows[level]!.slice_at(time);
      if (index >= 0) return { kind: "slice", track, index };
    }
    return { kind: "lane", track };
  }

  // The slice that a finding is about: the one that covers most of its time, the shortest of those.
  slice_over(track: Track, from: number, to: number): Pick {
    let best: Pick = this.slice_at(track, from);
    let best_score = -Infinity;
    for (const row of this.rows[track.index]!) {
      for (let place = Math.max(0, row.place_at(from)); place < row.order.length; place++) {
        const index = row.order[place]!;
        if (row.start_of(index) > to) break;
        const overlap = Math.min(to, row.end_of(index)) - Math.max(from, row.start_of(index));
        const score = overlap - (row.end_of(index) - row.start_of(index)) / 1000;
        if (overlap >= 0 && score > best_score) {
          best_score = score;
          best = { kind: "slice", track, index };
        }
      }
    }
    return best;
  }

  // The slice before or after the selected one, on its level.
  neighbour(by: number): Pick | null {
    const pick = this.pick;
    if (pick?.kind !== "slice") return null;
    const row = this.rows[pick.track.index]![pick.track.slices.level[pick.index]!]!;
    const place = row.order.indexOf(pick.index) + by;
    const index = row.order[place];
    return index === undefined ? null : { kind: "slice", track: pick.track, index };
  }

  // The slice around or inside the selected one: one level out (-1) or in (1).
  nested(by: number): Pick | null {
    const pick = this.pick;
    if (pick?.kind !== "slice") return null;
    const { start, level } = pick.track.slices;
    const row = this.rows[pick.track.index]![level[pick.index]! + by];
    if (row === undefined) return null;
    const place = row.place_at(start[pick.index]!);
    const after = row.order[place + 1];
    const index = by < 0 ? row.order[place] : row.slice_at(start[pick.index]!) >= 0
      ? row.slice_at(start[pick.index]!) : after;
    return index === undefined || index < 0 ? null : { kind: "slice", track: pick.track, index };
  }

  name_of(pick: Pick): string {
    if (pick.kind === "lane") return pick.track.name;
    const names = pick.kind === "mark" ? pick.track.marks.name : pick.track.slices.name;
    return this.recording.names[names[pick.index]!] ?? this.state_of(pick);
  }

  state_of(pick: Pick): string {
    if (pick.kind !== "slice") return "";
    const state = pick.track.slices.state[pick.index]!;
    return state === NO_STATE ? "" : this.recording.states[state] ?? "";
  }

  look_of(pick: Pick) { return look_of_state(this.state_of(pick)); }

  // The VM's own sentence, or one of ours where it has none.
  sentence(): string {
    const pick = this.pick;
    if (pick === null) return "";
    if (pick.kind === "lane") return this.sentence_of_lane(pick.track);
    const { slices, marks } = pick.track;
    const told = (pick.kind === "mark" ? marks : slices).sentence[pick.index]!;
    return this.recording.names[told] ?? `${full_name(this.recording, pick.track)}: ${this.name_of(pick)}.`;
  }

  facts(): string {
    const pick = this.pick;
    const range = this.range();
    if (pick === null || pick.kind === "lane" || range === null) return "";
    const parts = [full_name(this.recording, pick.track)];
    const state = this.state_of(pick);
    if (state !== "") parts.push(state);
    if (pick.kind === "slice") {
      const open = pick.track.slices.open.has(pick.index);
      parts.push(duration(range[1] - range[0]) + (open ? ", still going on at the end" : ""));
    }
    parts.push(`at ${moment(range[0] - this.recording.origin, 1000)}`);
    return parts.join(" · ");
  }

  private sentence_of_lane(track: Track): string {
    const { slices, marks, counter } = track;
    const name = full_name(this.recording, track);
    if (counter !== null) {
      return `${name}: an amount, measured ${count(counter.count, "time")}.`;
    }
    const points = marks.count > 0 ? `, ${count(marks.count, "point")} in time` : "";
    return `${name}: ${count(slices.count, "span")} of time${points}.`;
  }

  text(): string { return this.pick === null ? "" : this.text_of(this.pick); }

  text_of(pick: Pick): string {
    const short = pick.kind === "lane" ? "" : `.${pick.kind === "mark" ? "m" : "s"}${pick.index}`;
    return `${pick.track.id}${short}`;
  }

  parse(text: string): Pick | null {
    const parts = /^(-?\d+)(?:\.([sm])(\d+))?$/.exec(text);
    const track = parts && this.recording.tracks.find((one) => one.id === Number(parts[1]));
    if (!parts || !track) return null;
    const index = Number(parts[3]);
    if (parts[2] === "s" && index < track.slices.count) return { kind: "slice", track, index };
    if (parts[2] === "m" && index < track.marks.count) return { kind: "mark", track, index };
    return { kind: "lane", track };
  }
}
