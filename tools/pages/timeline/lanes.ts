// Which lanes stand below each other: groups that can be folded, lanes that are pinned at the top,
// and, where there are many threads, one lane that stands for all but those blocked longest.
import { Signal } from "../shared/signal";
import { Pyramid } from "./pyramid";
import { Recording, Track } from "./recording";

const MARGIN = 2;         // above and below the rows of a lane, in pixels
const MANY_THREADS = 60;
const SHOWN_OF_MANY = 40;
const THREADS = "Threads";
export const PINNED = "Pinned";
const ORDER = ["LWPs", THREADS, "Locks", "Collector", "VM", "Heap"];

export interface Lane {
  kind: "group" | "track" | "density";
  key: string;
  group: string;
  name: string;
  track: Track | null;
  folded: boolean;
  top: number;
  height: number;
  row: number;            // the height of the outermost nesting level
  nested: number;         // the height of each level inside it
  place: number;          // among the lanes of its group, from 1; a group's: among the groups
  places: number;
}

// Where a nesting level is within its lane, and how high its boxes are.
export function row_top(lane: Lane, level: number): number {
  return MARGIN + (level === 0 ? 0 : lane.row + (level - 1) * lane.nested);
}

export function row_height(lane: Lane, level: number): number {
  return (level === 0 ? lane.row : lane.nested) - 2;
}

export function level_at(lane: Lane, down: number): number {
  return down < MARGIN + lane.row ? 0 : 1 + Math.floor((down - MARGIN - lane.row) / lane.nested);
}

export class Lanes {
  readonly changed = new Signal();
  list: Lane[] = [];
  height = 0;
  by_blocked: boolean;
  show_all = false;
  readonly many: boolean;
  rest: Track[] = [];     // the threads in the density lane
  readonly groups: string[];
  private readonly folded = new Set<string>();
  private readonly pinned = new Set<Track>();
  private readonly blocked: Map<Track, number>;
  private unit = 16;
  private room = 0;

  constructor(private readonly recording: Recording, readonly rows: Pyramid[][]) {
    this.groups = [...new Set(recording.tracks.map((track) => track.group))];
    const rank = (group: string) => (ORDER.indexOf(group) + ORDER.length + 1) % (ORDER.length + 1);
    this.groups.sort((a, b) => rank(a) - rank(b));
    this.many = recording.tracks.filter((track) => track.group === THREADS).length > MANY_THREADS;
    this.by_blocked = this.many;
    this.blocked = new Map(recording.tracks.map((track) => [track, this.blocked_time(track)]));
    this.arrange();
  }

  // `unit` is the size of the text, `room` the height that is there.
  resize(unit: number, room: number): void {
    if (unit === this.unit && room === this.room) return;
    this.unit = unit;
    this.room = room;
    this.arrange();
  }

  is_folded(group: string): boolean { return this.folded.has(group); }
  is_pinned(track: Track): boolean { return this.pinned.has(track); }

  fold(group: string, on = !this.folded.has(group)): void {
    if (on) this.folded.add(group);
    else this.folded.delete(group);
    this.arrange();
  }

  pin(track: Track): void {
    if (!this.pinned.delete(track)) this.pinned.add(track);
    this.arrange();
  }

  sort(by_blocked: boolean): void {
    this.by_blocked = by_blocked;
    this.arrange();
  }

  show_all_threads(on: boolean): void {
    this.show_all = on;
    this.arrange();
  }

  // Makes sure that a track has a lane on the page.
  unfold_for(track: Track): void {
    if (this.pinned.has(track)) return;
    const in_rest = this.rest.includes(track);
    if (!this.folded.has(track.group) && !in_rest) return;
    this.folded.delete(track.group);
    if (in_rest) this.pinned.add(track);
    this.arrange();
  }

  lane_of(track: Track): Lane | undefined {
    return this.list.find((lane) => lane.track === track);
  }

  // Where something of this track is drawn although it has no lane: at its group.
  stand_in(track: Track): Lane | undefined {
    const group = this.pinned.has(track) ? PINNED : track.group;
    return this.lane_of(track) ??
      this.list.find((lane) => lane.kind === "density" && this.rest.includes(track)) ??
      this.list.find((lane) => lane.kind === "group" && lane.group === group);
  }

  lane_at(y: number): Lane | undefined {
    return this.list.find((lane) => y >= lane.top && y < lane.top + lane.height);
  }

  private blocked_time(track: Track): number {
    const state = this.recording.states.indexOf("blocked");
    let sum = 0;
    for (let i = 0; i < track.slices.count; i++) {
      if (track.slices.state[i] === state) sum += track.slices.end[i]! - track.slices.start[i]!;
    }
    return sum;
  }

  private members(group: string): Track[] {
    const tracks = this.recording.tracks.filter((track) => group === PINNED
      ? this.pinned.has(track) : track.group === group && !this.pinned.has(track));
    if (group === THREADS && this.by_blocked) {
      tracks.sort((a, b) => this.blocked.get(b)! - this.blocked.get(a)!);
    }
    return tracks;
  }

  private arrange(): void {
    this.list = [];
    this.rest = [];
    const groups = this.pinned.size > 0 ? [PINNED, ...this.groups] : this.groups;
    groups.forEach((group, i) => this.add_group(group, i + 1, groups.length));
    this.measure(1);
    // Few lanes use the room that is there.
    if (this.height > 0 && this.height < this.room) {
      this.measure(Math.min(1.5, this.room / this.height));
    }
    this.changed.fire();
  }

  private add_group(group: string, place: number, places: number): void {
    const base = { group, top: 0, height: 0, row: 0, nested: 0 };
    const folded = this.folded.has(group);
    this.list.push({ ...base, kind: "group", key: `group ${group}`, name: group, track: null,
                     folded, place, places });
    if (folded) return;
    let members = this.members(group);
    if (group === THREADS && this.many && !this.show_all) {
      this.rest = members.slice(SHOWN_OF_MANY);
      members = members.slice(0, SHOWN_OF_MANY);
    }
    const lanes = members.length + (group === THREADS && this.rest.length > 0 ? 1 : 0);
    members.forEach((track, i) => this.list.push(
      { ...base, kind: "track", key: `track ${track.id}`, name: track.name, track, folded: false,
        place: i + 1, places: lanes }));
    if (lanes > members.length) {
      this.list.push({ ...base, kind: "density", key: "density", name: `${this.rest.length} more`,
                       track: null, folded: false, place: lanes, places: lanes });
    }
  }

  private measure(stretch: number): void {
    let top = 0;
    for (const lane of this.list) {
      lane.top = top;
      lane.row = Math.round(this.unit * 1.4 * stretch);
      lane.nested = Math.round(lane.row * 0.75);
      lane.height = this.height_of(lane);
      top += lane.height;
    }
    this.height = top;
  }

  private height_of(lane: Lane): number {
    if (lane.kind === "group") return Math.round(this.unit * 1.35);
    if (lane.kind === "density" || lane.track?.counter) return Math.round(lane.row * 1.7);
    const inner = Math.max(0, this.rows[lane.track!.index]!.length - 1);
    return lane.row + lane.nested * inner + MARGIN * 2;
  }
}
