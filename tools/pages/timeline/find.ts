// Finds slices, marks and lanes by their names. A name is compared once, however often it occurs.
import { Signal } from "../shared/signal";
import { NO_STATE, Recording, Track } from "./recording";
import { Pick } from "./selection";

const MOST_HITS = 100_000;

export class Find {
  readonly changed = new Signal();
  text = "";
  hits: Pick[] = [];
  at = -1;
  private readonly named: Uint8Array;   // by name: 1 if it holds the text
  private readonly stated: Uint8Array;  // by state, for slices without a name

  constructor(private readonly recording: Recording) {
    this.named = new Uint8Array(recording.names.length);
    this.stated = new Uint8Array(NO_STATE + 1);
  }

  look_for(text: string): void {
    if (text === this.text) return;
    this.text = text;
    const wanted = text.trim().toLowerCase();
    const holds = (name: string) => wanted !== "" && name.toLowerCase().includes(wanted) ? 1 : 0;
    this.named.set(this.recording.names.map(holds));
    this.stated.set(this.recording.states.map(holds));
    this.hits = wanted === "" ? [] : this.collect(wanted);
    this.at = -1;
    this.changed.fire();
  }

  // The next hit (1) or the one before (-1), around the ends.
  step(by: number): Pick | null {
    if (this.hits.length === 0) return null;
    const from = this.at < 0 && by < 0 ? 0 : this.at;
    this.at = (from + by + this.hits.length) % this.hits.length;
    this.changed.fire();
    return this.hits[this.at]!;
  }

  time_of(hit: Pick): number {
    if (hit.kind === "lane") return -1;
    return (hit.kind === "mark" ? hit.track.marks.time : hit.track.slices.start)[hit.index]!;
  }

  private collect(wanted: string): Pick[] {
    const hits: Pick[] = [];
    for (const track of this.recording.tracks) {
      if (track.name.toLowerCase().includes(wanted)) hits.push({ kind: "lane", track });
      this.add(hits, track, "slice", track.slices.name, track.slices.state);
      this.add(hits, track, "mark", track.marks.name, null);
    }
    return hits.sort((a, b) => this.time_of(a) - this.time_of(b));
  }

  private add(hits: Pick[], track: Track, kind: "slice" | "mark", names: Int32Array,
              states: Uint8Array | null): void {
    for (let index = 0; index < names.length && hits.length < MOST_HITS; index++) {
      const name = names[index]!;
      const found = name >= 0 ? this.named[name] : states && this.stated[states[index]!];
      if (found) hits.push({ kind, track, index });
    }
  }
}
