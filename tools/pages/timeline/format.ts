// Reads the file format and distrusts it: every index and every length is checked here, once, so
// that the rest of the page need not. README.md describes the format.
import { damaged, list, number, object, optional_text, text } from "../shared/checked";
import { PageError } from "../shared/data";
import { About, Arrows, Counter, Finding, Marks, NO_STATE, Recording, Slices, Table, Track }
  from "./recording";

const FORMAT = "minijvm-timeline";
const VERSION = 1;
function numbers(value: unknown, length: number, what: string): Float64Array {
  const column = list(value, what);
  if (column.length !== length) damaged(`${what} has another length than its neighbours`);
  const result = new Float64Array(length);
  for (let i = 0; i < length; i++) result[i] = number(column[i], what);
  return result;
}

// Each number of a column of times is the difference to the one before.
function times(value: unknown, length: number, what: string): Float64Array {
  const result = numbers(value, length, what);
  for (let i = 1; i < length; i++) result[i] = result[i]! + result[i - 1]!;
  for (const time of result) if (time < 0) damaged(`${what} has a time before the start`);
  return result;
}

// Indices into a list of this many; -1 means none.
function indices(value: unknown, length: number, many: number, what: string): Int32Array {
  const result = new Int32Array(length);
  const column = numbers(value, length, what);
  for (let i = 0; i < length; i++) {
    const index = column[i]!;
    if (!Number.isInteger(index) || index < -1 || index >= many) {
      damaged(`${what} refers to entry ${index} of ${many}`);
    }
    result[i] = index;
  }
  return result;
}

function read_slices(value: unknown, open: unknown, names: number, states: number, what: string):
    Slices {
  const from = value === undefined ? {} : object(value, what);
  const count = list(from.t, what).length;
  const start = times(from.t, count, `${what}, t`);
  const end = numbers(from.d, count, `${what}, d`);
  const level = new Uint8Array(count);
  const levels = numbers(from.l, count, `${what}, l`);
  const state = new Uint8Array(count);
  const state_of = indices(from.s, count, states, `${what}, s`);
  for (let i = 0; i < count; i++) {
    if (end[i]! < 0) damaged(`${what} end before they start`);
    if (levels[i]! < 0 || levels[i]! > 63) damaged(`${what} are nested too deep`);
    end[i] = start[i]! + end[i]!;
    level[i] = levels[i]!;
    state[i] = state_of[i]! < 0 ? NO_STATE : state_of[i]!;
  }
  const opened = list(open, `${what}, open`).map((index) => number(index, `${what}, open`));
  if (opened.some((index) => index < 0 || index >= count)) damaged(`${what}: open names no slice`);
  return {
    count, start, end, level, state,
    name: indices(from.n, count, names, `${what}, n`),
    sentence: indices(from.x, count, names, `${what}, x`),
    open: new Set(opened),
  };
}

function read_marks(value: unknown, names: number, what: string): Marks {
  const from = value === undefined ? {} : object(value, what);
  const count = list(from.t, what).length;
  return {
    count,
    time: times(from.t, count, `${what}, t`),
    name: indices(from.n, count, names, `${what}, n`),
    sentence: indices(from.x, count, names, `${what}, x`),
  };
}

function read_counter(value: unknown, what: string): Counter | null {
  if (value === undefined) return null;
  const from = object(value, what);
  const count = list(from.t, what).length;
  const values = numbers(from.v, count, `${what}, v`);
  return {
    count,
    time: times(from.t, count, `${what}, t`),
    value: values,
    unit: optional_text(from.unit, `${what}, unit`),
    most: values.reduce((most, one) => Math.max(most, one), 0),
  };
}

function read_tracks(value: unknown, names: number, states: number): Track[] {
  let threads = 0;
  return list(value, "tracks").map((entry, index) => {
    const from = object(entry, `track ${index}`);
    const name = text(from.name, `the name of track ${index}`);
    const what = `of track ${index}`;
    const kind = text(from.kind, `the kind ${what}`);
    return {
      id: number(from.id, `the id ${what}`), index, name, kind,
      group: text(from.group, `the group ${what}`),
      letter: optional_text(from.letter, `the letter ${what}`),
      ordinal: kind === "thread" ? threads++ : -1,
      source: 0,
      slices: read_slices(from.slices, from.open, names, states, `the slices ${what}`),
      marks: read_marks(from.marks, names, `the marks ${what}`),
      counter: read_counter(from.counter, `the counter ${what}`),
    };
  });
}

type Finder = (id: unknown, what: string) => Track | null;

function track_finder(tracks: Track[]): Finder {
  const by_id = new Map(tracks.map((track) => [track.id, track]));
  if (by_id.size !== tracks.length) damaged("two tracks have one id");
  return (id, what) => {
    if (id === undefined || id === null || id === -1) return null;
    return by_id.get(id as number) ?? damaged(`${what} refers to track ${String(id)}`);
  };
}

function read_arrows(value: unknown, names: number, find: Finder): Arrows {
  const from = value === undefined ? {} : object(value, "arrows");
  const count = list(from.k, "arrows, k").length;
  const ends = (column: unknown, what: string) => {
    const ids = list(column, what);
    if (ids.length !== count) damaged(`${what} has another length than its neighbours`);
    return Int32Array.from(ids, (id) => find(id, what)?.index ?? damaged(`${what} has a hole`));
  };
  return {
    count,
    kind: indices(from.k, count, names, "arrows, k"),
    from: ends(from.f, "arrows, f"),
    from_time: numbers(from.ft, count, "arrows, ft"),
    to: ends(from.to, "arrows, to"),
    to_time: numbers(from.tt, count, "arrows, tt"),
  };
}

function read_finding(value: unknown, find: Finder): Finding {
  const from = object(value, "a finding");
  return {
    text: text(from.text, "a finding"),
    track: find(from.track, "a finding"),
    time: from.t === undefined ? 0 : number(from.t, "the time of a finding"),
    duration: from.d === undefined ? 0 : number(from.d, "the duration of a finding"),
  };
}

function read_table(value: unknown, find: Finder): Table {
  const from = object(value, "a table");
  const title = text(from.title, "the title of a table");
  const tracks = list(from.tracks, `table ${title}`);
  const rows = list(from.rows, `table ${title}`).map((row) =>
    list(row, `table ${title}`).map((cell) =>
      typeof cell === "number" ? cell : text(cell, `a cell of table ${title}`)));
  return {
    title, rows,
    columns: list(from.columns, `table ${title}`).map((name) => text(name, `table ${title}`)),
    tracks: rows.map((_, row) => find(tracks[row], `table ${title}`)),
  };
}

function read_about(value: unknown): About {
  const from = object(value, "about");
  const a_text = (key: string) => optional_text(from[key], `about, ${key}`);
  const a_number = (key: string) =>
    from[key] === undefined ? 0 : number(from[key], `about, ${key}`);
  return {
    title: a_text("title"), command: a_text("command"), model: a_text("model"),
    locking: a_text("locking"), date: a_text("date"), lwps: a_number("lwps"),
    pid: a_number("pid"), nanoseconds: a_number("nanoseconds"), events: a_number("events"),
    threads: a_number("threads"), lost: a_number("lost"),
    main: from.main === undefined ? -1 : a_number("main"), facts: [],
  };
}

function last_of(tracks: Track[], at_least: number): number {
  let last = Math.max(1, at_least);
  for (const { slices, marks, counter } of tracks) {
    for (const end of slices.end) if (end > last) last = end;
    if (marks.count > 0) last = Math.max(last, marks.time[marks.count - 1]!);
    if (counter !== null && counter.count > 0) {
      last = Math.max(last, counter.time[counter.count - 1]!);
    }
  }
  return last;
}

export function read_recording(value: unknown): Recording {
  const file = object(value, "the file");
  if (file.format !== FORMAT) {
    throw new PageError("What this page holds is no timeline of minijvm.");
  }
  const version = number(file.version, "the version");
  if (version > VERSION) {
    throw new PageError(`The recording has version ${version} of the format, and this page reads ` +
      `version ${VERSION}. Open a page that a newer minijvm wrote.`);
  }
  const names = list(file.names, "names").map((name) => text(name, "a name"));
  const states = list(file.states, "states").map((name) => text(name, "a state"));
  if (states.length >= NO_STATE) damaged("there are too many states");
  const about = read_about(file.about);
  const tracks = read_tracks(file.tracks, names.length, states.length);
  const find = track_finder(tracks);
  return {
    about, names, states, tracks, sources: [], origin: 0, axis: "time",
    arrows: read_arrows(file.arrows, names.length, find),
    findings: list(file.findings, "findings").map((finding) => read_finding(finding, find)),
    tables: list(file.tables, "tables").map((table) => read_table(table, find)),
    end: last_of(tracks, about.nanoseconds),
  };
}
