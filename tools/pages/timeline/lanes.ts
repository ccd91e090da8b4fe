// Which lanes stand below each other: groups that can be folded, lanes that are pinned at the top,
// and, where there are many threads, one lane that stands for all but those blocked longest. Of
// several recordings each has groups of its own, or the same lanes of all stand side by side.
import { Signal } from "../shared/signal";
import { ALL, Group, Groups, THREADS } from "./groups";
import { Pyramid } from "./pyramid";
import { full_name, Recording, Track } from "./recording";

const MARGIN = 2;         // above and below the rows of a lane, in pixels
const MANY_THREADS = 60;
const SHOWN_OF_MANY = 40;
export const PINNED = "Pinned";
const PINNED_GROUP: Group = { key: PINNED, name: PINNED, base: PINNED, source: ALL };

export interface Lane {
  kind: "group" | "track" | "density";
  key: string;
  group: string;          // the key of its group
  name: string;
  track: Track | null;
  rest: Track[];          // what a density lane stands for
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
  private readonly groups: Groups;
  private readonly pinned = new Set<Track>();
  private readonly blocked: Map<Track, number>;
  private unit = 16;
  private room = 0;

  constructor(private readonly recording: Recording, readonly rows: Pyramid[][]) {
    this.groups = new Groups(recording);
    this.many = this.groups.most_threads > MANY_THREADS;
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

  get bases(): string[] { return this.groups.bases; }
  get sources(): string[] { return this.recording.sources; }
  get side_by_side(): boolean { return this.groups.side_by_side; }
  is_base_folded(base: string): boolean { return this.groups.is_base_folded(base); }
  is_hidden(source: number): boolean { return this.groups.hidden.has(source); }
  is_pinned(track: Track): boolean { return this.pinned.has(track); }

  fold(group: string, on = !this.groups.folded.has(group)): void {
    this.groups.fold(group, on);
    this.arrange();
  }

  // Folds the groups of this name of all recordings.
  fold_base(base: string, on: boolean): void {
    this.groups.fold_base(base, on);
    this.arrange();
  }

  hide(source: number, on: boolean): void {
    this.groups.hide(source, on);
    this.arrange();
  }

  put_side_by_side(on: boolean): void {
    this.groups.side_by_side = on;
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
    const in_rest = this.list.some((lane) => lane.rest.includes(track));
    const group = this.groups.of(track);
    if (!this.groups.folded.has(group) && !in_rest && !this.is_hidden(track.source)) return;
    this.groups.fold(group, false);
    this.groups.hide(track.source, false);
    if (in_rest) this.pinned.add(track);
    this.arrange();
  }

  lane_of(track: Track): Lane | undefined {
    return this.list.find((lane) => lane.track === track);
  }

  // Where something of this track is drawn although it has no lane: at its group.
  stand_in(track: Track): Lane | undefined {
    const group = this.pinned.has(track) ? PINNED : this.groups.of(track);
    return this.lane_of(track) ?? this.list.find((lane) => lane.rest.includes(track)) ??
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

  private members(group: Group): Track[] {
    if (group.key === PINNED) return this.recording.tracks.filter((one) => this.pinned.has(one));
    const tracks = this.groups.members(group).filter((track) => !this.pinned.has(track));
    if (group.base === THREADS && this.by_blocked && !this.side_by_side) {
      tracks.sort((a, b) => this.blocked.get(b)! - this.blocked.get(a)!);
    }
    return tracks;
  }

  // A lane that stands among those of other recordings says whose it is.
  private name_of(group: Group, track: Track): string {
    return group.source === ALL ? full_name(this.recording, track) : track.name;
  }

  private arrange(): void {
    this.list = [];
    const groups = this.groups.list();
    if (this.pinned.size > 0) groups.unshift(PINNED_GROUP);
    groups.forEach((group, i) => this.add_group(group, i + 1, groups.length));
    this.measure(1);
    // Few lanes use the room that is there.
    if (this.height > 0 && this.height < this.room) {
      this.measure(Math.min(1.5, this.room / this.height));
    }
    this.changed.fire();
  }

  private add_group(group: Group, place: number, places: number): void {
    const { key, base } = group;
    const common = { group: key, top: 0, height: 0, row: 0, nested: 0, rest: [], track: null };
    const folded = this.groups.folded.has(key);
    this.list.push({ ...common, kind: "group", key: `group ${key}`, name: group.name, folded,
                     place, places });
    if (folded) return;
    const all = this.members(group);
    const shown = base === THREADS && this.many && !this.show_all
      ? SHOWN_OF_MANY * this.groups.recordings_in(group) : all.length;
    const rest = all.slice(shown);
    const lanes = Math.min(shown, all.length) + (rest.length > 0 ? 1 : 0);
    all.slice(0, shown).forEach((track, i) => this.list.push(
      { ...common, kind: "track", key: `track ${track.id}`, name: this.name_of(group, track),
        track, folded: false, place: i + 1, places: lanes }));
    if (rest.length > 0) {
      this.list.push({ ...common, kind: "density", key: `density ${key}`, folded: false, rest,
                       name: `${rest.length} more`, place: lanes, places: lanes });
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
