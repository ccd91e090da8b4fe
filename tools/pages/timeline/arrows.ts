// Arrows of the selected slice, and the way along them. Drawing all arrows of a recording would
// hide the lanes, so only those of the selection are shown: its own thick, the next step thin.
import { Arrows, Recording, Track } from "./recording";
import { Pick, Selection } from "./selection";

const MOST_DRAWN = 300;

export interface Drawn {
  arrow: number;
  thick: boolean;
}

// The arrows that begin or end at each track, in order of their times there.
function by_track(tracks: number, ends: Int32Array, times: Float64Array): Int32Array[] {
  const lists: number[][] = Array.from({ length: tracks }, () => []);
  ends.forEach((track, arrow) => lists[track]!.push(arrow));
  return lists.map((list) => Int32Array.from(list.sort((a, b) => times[a]! - times[b]!)));
}

function first_from(list: Int32Array, times: Float64Array, time: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[list[middle]!]! < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

export class ArrowPaths {
  private readonly arrows: Arrows;
  private readonly leaving: Int32Array[];
  private readonly arriving: Int32Array[];
  private followed = -1;  // the arrow by which the selection came, so that one finds back

  constructor(private readonly recording: Recording, private readonly selection: Selection) {
    this.arrows = recording.arrows;
    const tracks = recording.tracks.length;
    this.leaving = by_track(tracks, this.arrows.from, this.arrows.from_time);
    this.arriving = by_track(tracks, this.arrows.to, this.arrows.to_time);
  }

  outgoing(): number[] { return this.of_selection(this.leaving, this.arrows.from_time); }
  incoming(): number[] { return this.of_selection(this.arriving, this.arrows.to_time); }

  drawn(): Drawn[] {
    const incoming = this.incoming();
    const outgoing = this.outgoing();
    const seen = new Set([...incoming, ...outgoing]);
    const thick = [...seen].map((arrow) => ({ arrow, thick: true }));
    const next = [...incoming.flatMap((arrow) => this.before(arrow)),
                  ...outgoing.flatMap((arrow) => this.after(arrow))];
    const thin = next.filter((arrow) => !seen.has(arrow) && seen.add(arrow))
      .map((arrow) => ({ arrow, thick: false }));
    return [...thin, ...thick].slice(-MOST_DRAWN);
  }

  // Where an arrow leads to (1) or comes from (-1); null: there is none.
  follow(direction: 1 | -1): Pick | null {
    const arrow = this.chosen(direction);
    if (arrow === undefined) return null;
    this.followed = arrow;
    return direction > 0 ? this.target(arrow) : this.source(arrow);
  }

  private chosen(direction: 1 | -1): number | undefined {
    const list = direction > 0 ? this.outgoing() : this.incoming();
    return list.includes(this.followed) ? this.followed : direction > 0 ? list[0] : list.at(-1);
  }

  private target(arrow: number): Pick {
    return this.end(this.arrows.to, this.arrows.to_time, arrow);
  }

  private source(arrow: number): Pick {
    return this.end(this.arrows.from, this.arrows.from_time, arrow);
  }

  private end(tracks: Int32Array, times: Float64Array, arrow: number): Pick {
    return this.selection.slice_at(this.recording.tracks[tracks[arrow]!]!, times[arrow]!);
  }

  private of_selection(lists: Int32Array[], times: Float64Array): number[] {
    const pick = this.selection.pick;
    const range = this.selection.range();
    return pick === null || range === null ? [] : this.within(pick.track, range, lists, times);
  }

  private within(track: Track, [from, to]: [number, number], lists: Int32Array[],
                 times: Float64Array): number[] {
    const list = lists[track.index]!;
    const found: number[] = [];
    for (let i = first_from(list, times, from); i < list.length; i++) {
      if (times[list[i]!]! > to) break;
      found.push(list[i]!);
    }
    return found;
  }

  private around(pick: Pick): [number, number] {
    if (pick.kind !== "slice") return [0, -1];
    return [pick.track.slices.start[pick.index]!, pick.track.slices.end[pick.index]!];
  }

  private before(arrow: number): number[] {
    const pick = this.source(arrow);
    return this.within(pick.track, this.around(pick), this.arriving, this.arrows.to_time)
      .filter((one) => this.arrows.to_time[one]! <= this.arrows.from_time[arrow]!).slice(-1);
  }

  private after(arrow: number): number[] {
    const pick = this.target(arrow);
    return this.within(pick.track, this.around(pick), this.leaving, this.arrows.from_time)
      .filter((one) => this.arrows.from_time[one]! >= this.arrows.to_time[arrow]!).slice(0, 1);
  }
}
