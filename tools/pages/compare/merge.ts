// Makes one recording of several: all tracks, on one time axis that begins where main does. So the
// lanes, the arrows, find and the keys of the timeline work across all of them. A thread has the
// same colour and letter in each, since it is known by its name.
import { Arrows, Finding, Marks, NO_STATE, Recording, Slices, Table, Track }
  from "../timeline/recording";
import { Comparison, Variant } from "./format";

interface Part {
  name: string;
  recording: Recording;
  source: number;
  shift: number;          // nanoseconds, added to its times
  first_name: number;     // where its names begin in those of all
  first_track: number;
  states: number[];       // by its states: those of all
}

type Recorded = Variant & { recording: Recording };

function parts_of(variants: Recorded[], states: string[]): Part[] {
  const know_main = all_know_main(variants);
  const origin = origin_of(variants);
  let first_name = 0;
  let first_track = 0;
  return variants.map(({ name, recording }, source) => {
    const part = {
      name, recording, source, first_name, first_track,
      shift: know_main ? origin - recording.about.main : 0,
      states: recording.states.map((state) => states.indexOf(state)),
    };
    first_name += recording.names.length;
    first_track += recording.tracks.length;
    return part;
  });
}

function all_know_main(variants: Recorded[]): boolean {
  return variants.every(({ recording }) => recording.about.main >= 0);
}

// The latest beginning of main: no recording begins before 0 on the common axis. If one has no main,
// all begin together.
function origin_of(variants: Recorded[]): number {
  return all_know_main(variants)
    ? Math.max(0, ...variants.map(({ recording }) => recording.about.main)) : 0;
}

function moved(times: Float64Array, { shift }: Part): Float64Array {
  return times.map((time) => time + shift);
}

function renamed(names: Int32Array, { first_name }: Part): Int32Array {
  return names.map((name) => name < 0 ? name : name + first_name);
}

function slices_of(slices: Slices, part: Part): Slices {
  return {
    ...slices,
    start: moved(slices.start, part), end: moved(slices.end, part),
    name: renamed(slices.name, part), sentence: renamed(slices.sentence, part),
    state: slices.state.map((state) =>
      state === NO_STATE ? NO_STATE : part.states[state] ?? NO_STATE),
  };
}

function marks_of(marks: Marks, part: Part): Marks {
  return { ...marks, time: moved(marks.time, part), name: renamed(marks.name, part),
           sentence: renamed(marks.sentence, part) };
}

// A to Z, then AA, as the VM counts.
function letter_of(ordinal: number): string {
  const last = String.fromCharCode(65 + ordinal % 26);
  return ordinal < 26 ? last : letter_of(Math.floor(ordinal / 26) - 1) + last;
}

class Threads {
  private readonly ordinals = new Map<string, number>();

  ordinal_of(name: string): number {
    if (!this.ordinals.has(name)) this.ordinals.set(name, this.ordinals.size);
    return this.ordinals.get(name)!;
  }
}

function track_of(track: Track, part: Part, threads: Threads): Track {
  const index = part.first_track + track.index;
  const is_thread = track.kind === "thread";
  const ordinal = is_thread ? threads.ordinal_of(track.name) : -1;
  const { counter } = track;
  return {
    ...track, id: index, index, ordinal, source: part.source,
    letter: is_thread ? letter_of(ordinal) : "",
    slices: slices_of(track.slices, part), marks: marks_of(track.marks, part),
    counter: counter && { ...counter, time: moved(counter.time, part) },
  };
}

function joined<T extends Int32Array | Float64Array>(columns: T[], all: T): T {
  let at = 0;
  for (const column of columns) {
    all.set(column, at);
    at += column.length;
  }
  return all;
}

function arrows_of(parts: Part[]): Arrows {
  const count = sum_of(parts, ({ recording }) => recording.arrows.count);
  const ints = (of: (part: Part) => Int32Array) => joined(parts.map(of), new Int32Array(count));
  const times = (of: (part: Part) => Float64Array) =>
    joined(parts.map(of), new Float64Array(count));
  const tracks = (column: Int32Array, part: Part) => column.map((one) => one + part.first_track);
  return {
    count,
    kind: ints((part) => renamed(part.recording.arrows.kind, part)),
    from: ints((part) => tracks(part.recording.arrows.from, part)),
    from_time: times((part) => moved(part.recording.arrows.from_time, part)),
    to: ints((part) => tracks(part.recording.arrows.to, part)),
    to_time: times((part) => moved(part.recording.arrows.to_time, part)),
  };
}

function findings_of(part: Part, tracks: Track[]): Finding[] {
  return part.recording.findings.map((finding) => ({
    text: `${part.name}: ${finding.text}`,
    track: finding.track && tracks[part.first_track + finding.track.index]!,
    time: finding.time + part.shift,
    duration: finding.duration,
  }));
}

function tables_of(part: Part, tracks: Track[]): Table[] {
  return part.recording.tables.map((table) => ({
    ...table,
    title: `${part.name}: ${table.title}`,
    tracks: table.tracks.map((track) => track && tracks[part.first_track + track.index]!),
  }));
}

function sum_of(parts: Part[], of: (part: Part) => number): number {
  return parts.reduce((sum, part) => sum + of(part), 0);
}

function facts_of(comparison: Comparison): [string, string][] {
  const facts: [string, string][] = [["machine", comparison.machine]];
  if (comparison.options !== "") facts.push(["all variants", comparison.options]);
  return [...facts, ...comparison.variants.map(({ name, options }): [string, string] =>
    [name, options || "no option"])];
}

export function merged(comparison: Comparison): Recording {
  const recorded = comparison.variants.filter((one): one is Recorded => one.recording !== null);
  const states = [...new Set(recorded.flatMap(({ recording }) => recording.states))];
  const parts = parts_of(recorded, states);
  const threads = new Threads();
  const tracks = parts.flatMap((part) =>
    part.recording.tracks.map((track) => track_of(track, part, threads)));
  return {
    about: {
      title: comparison.title, command: comparison.command, date: comparison.date,
      model: `${comparison.variants.length} variants`, locking: "", lwps: 0, pid: 0, main: -1,
      nanoseconds: Math.max(0, ...recorded.map(({ recording }) => recording.about.nanoseconds)),
      events: sum_of(parts, ({ recording }) => recording.about.events),
      threads: sum_of(parts, ({ recording }) => recording.about.threads),
      lost: sum_of(parts, ({ recording }) => recording.about.lost),
      facts: facts_of(comparison),
    },
    names: parts.flatMap(({ recording }) => recording.names),
    states, tracks,
    arrows: arrows_of(parts),
    findings: parts.flatMap((part) => findings_of(part, tracks)),
    tables: parts.flatMap((part) => tables_of(part, tracks)),
    end: Math.max(1, ...parts.map(({ recording, shift }) => recording.end + shift)),
    sources: recorded.map(({ name }) => name),
    origin: origin_of(recorded),
    axis: all_know_main(recorded) ? "since main began" : "since the recordings began",
  };
}
