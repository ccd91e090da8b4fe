// The groups of lanes. One recording has a group for each kind of lanes; several recordings have
// theirs below each other, or, side by side, one group of each kind with the lanes of all.
import { Recording, Track } from "./recording";

export const ALL = -1;
export const THREADS = "Threads";
const ORDER = ["LWPs", THREADS, "Locks", "Collector", "VM", "Heap"];

export interface Group {
  key: string;
  name: string;
  base: string;           // the kind of its lanes: "Threads"
  source: number;         // whose lanes they are; ALL: those of all recordings
}

export class Groups {
  readonly bases: string[];
  readonly folded = new Set<string>();
  readonly hidden = new Set<number>();
  readonly most_threads: number;    // of one recording
  side_by_side = false;
  private readonly order = new Map<string, number>();   // of names, as they first occur

  constructor(private readonly recording: Recording) {
    const { tracks } = recording;
    this.bases = [...new Set(tracks.map((track) => track.group))];
    const rank = (base: string) => (ORDER.indexOf(base) + ORDER.length + 1) % (ORDER.length + 1);
    this.bases.sort((a, b) => rank(a) - rank(b));
    this.most_threads = Math.max(0, ...this.sources().map((source) =>
      tracks.filter((one) => one.group === THREADS && one.source === source).length));
    for (const { name } of tracks) {
      if (!this.order.has(name)) this.order.set(name, this.order.size);
    }
  }

  list(): Group[] {
    const { sources, tracks } = this.recording;
    if (sources.length === 0 || this.side_by_side) {
      return this.bases.map((base) => ({ key: base, name: base, base, source: ALL }));
    }
    const shown = this.sources().filter((source) => !this.hidden.has(source));
    return shown.flatMap((source) => this.bases
      .filter((base) => tracks.some((one) => one.source === source && one.group === base))
      .map((base) => ({ key: `${source} ${base}`, name: `${sources[source]} · ${base}`, base,
                        source })));
  }

  // The key of a track's group.
  of(track: Track): string {
    const is_one = this.recording.sources.length === 0 || this.side_by_side;
    return is_one ? track.group : `${track.source} ${track.group}`;
  }

  members({ base, source }: Group): Track[] {
    const tracks = this.recording.tracks.filter((track) => track.group === base &&
      (source === ALL || track.source === source) && !this.hidden.has(track.source));
    if (this.side_by_side) {
      tracks.sort((a, b) => this.order.get(a.name)! - this.order.get(b.name)!);
    }
    return tracks;
  }

  recordings_in({ source }: Group): number {
    return source === ALL ? this.sources().length : 1;
  }

  fold(key: string, on: boolean): void {
    if (on) this.folded.add(key);
    else this.folded.delete(key);
  }

  fold_base(base: string, on: boolean): void {
    for (const key of this.keys(base)) this.fold(key, on);
  }

  is_base_folded(base: string): boolean {
    return this.keys(base).every((key) => this.folded.has(key));
  }

  hide(source: number, on: boolean): void {
    if (on) this.hidden.add(source);
    else this.hidden.delete(source);
  }

  private sources(): number[] {
    return Array.from({ length: Math.max(1, this.recording.sources.length) }, (_, i) => i);
  }

  // In both arrangements, so that what is folded in one is folded in the other.
  private keys(base: string): string[] {
    if (this.recording.sources.length === 0) return [base];
    return [base, ...this.sources().map((source) => `${source} ${base}`)];
  }
}
