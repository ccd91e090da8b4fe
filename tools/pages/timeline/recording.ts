// The recording as the page works with it. format.ts makes it from the file.

// Slices in columns, in the order of the file. An index into them names a slice for good.
export interface Slices {
  count: number;
  start: Float64Array;
  end: Float64Array;
  level: Uint8Array;      // 0: the outermost
  name: Int32Array;       // an index into Recording.names; -1: none
  state: Uint8Array;      // an index into Recording.states; NO_STATE: none
  sentence: Int32Array;   // an index into Recording.names; -1: none
  open: Set<number>;      // cut off, since the recording ended
}

export interface Marks {
  count: number;
  time: Float64Array;
  name: Int32Array;
  sentence: Int32Array;
}

export interface Counter {
  count: number;
  time: Float64Array;
  value: Float64Array;
  unit: string;
  most: number;
}

export interface Track {
  id: number;
  index: number;          // its place in Recording.tracks
  name: string;
  group: string;
  kind: string;
  letter: string;
  ordinal: number;        // of the threads: chooses colour and dash; -1: no thread
  source: number;         // an index into Recording.sources; 0 if there are none
  slices: Slices;
  marks: Marks;
  counter: Counter | null;
}

export interface Arrows {
  count: number;
  kind: Int32Array;       // an index into Recording.names; -1: none
  from: Int32Array;       // an index into Recording.tracks
  from_time: Float64Array;
  to: Int32Array;
  to_time: Float64Array;
}

export interface Finding {
  text: string;
  track: Track | null;
  time: number;
  duration: number;
}

export interface Table {
  title: string;
  columns: string[];
  rows: (string | number)[][];
  tracks: (Track | null)[];
}

export interface About {
  title: string;
  command: string;
  model: string;
  lwps: number;
  locking: string;
  pid: number;
  date: string;
  nanoseconds: number;
  events: number;
  threads: number;
  lost: number;
  main: number;           // when the program's first class was initialized; -1: before
  facts: [string, string][];   // what else the help says
}

export interface Recording {
  about: About;
  names: string[];
  states: string[];
  tracks: Track[];
  arrows: Arrows;
  findings: Finding[];
  tables: Table[];
  end: number;            // of the last thing in it, at least 1
  sources: string[];      // of several recordings in one: their names; empty: it is one
  origin: number;         // the time that the axis calls 0
  axis: string;           // what it is the time of
}

// The name of a track, with that of its recording if there are several.
export function full_name({ sources }: Recording, { name, source }: Track): string {
  return sources.length === 0 ? name : `${sources[source]} · ${name}`;
}

export const NO_STATE = 255;
