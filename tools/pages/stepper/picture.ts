// What the VM looked like at one stop, as types. A pane that is missing or has another form is read
// as an empty one, so that a damaged recording still shows its other panes.

type Json = Record<string, unknown>;

const record = (value: unknown): Json =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? value as Json : {};
const list = (value: unknown): unknown[] => Array.isArray(value) ? value : [];
const text = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
const number = (value: unknown, otherwise = 0): number =>
  typeof value === "number" && Number.isFinite(value) ? value : otherwise;
const maybe = (value: unknown): number | null => typeof value === "number" ? value : null;

export const read = { record, list, text, number, maybe };

export interface Value { name: string; type: string; value: string; ref: number | null }

export interface Frame {
  number: number; method: string; class_name: string; name: string; descriptor: string;
  bci: number; line: number; file: string; native: boolean; code: number | null;
  locals: Value[]; stack: Value[]; monitors: number[];
}

export interface Wait { object: number | null; text: string; by: number | null; why: string }

export interface Thread {
  id: number; name: string; state: string; lwp: number | null; held: boolean; library: boolean;
  waits: Wait | null; frames: Frame[]; more_frames: number;
}

export interface Thing {
  id: number; class_name: string; text: string; address: string; space: string; bytes: number;
  age: number | null; library: boolean; closed: boolean; fields: Value[]; length: number | null;
  elements: Value[]; more_elements: number; forwarded_to: string;
}

export interface Statics { class_name: string; fields: Value[] }
export interface Queued { thread: number; as: string; count: number }
export interface Standing {
  thread: number; point: string; what: string; behind: number | null; gate: boolean;
  hands_over: boolean;
}
export interface Bits { name: string; bits: string; text: string; where: string }
export interface Lock {
  object: number; word: string; bits: Bits[];
  state: string; text: string; owner: number | null; count: number; queue: Queued[];
  stored: [string, string][]; last: number | null; standings: Standing[];
}
export interface Space {
  name: string; base: bigint; top: bigint; end: bigint; used: number; capacity: number;
}
export interface Heap { spaces: Space[]; young: number; full: number }

export interface Picture {
  threads: Thread[]; objects: Thing[]; more_objects: number; statics: Statics[]; locks: Lock[];
  heap: Heap;
}

export function read_value(from: unknown): Value {
  const { name, type, value, ref } = record(from);
  return { name: text(name), type: text(type), value: text(value), ref: maybe(ref) };
}

function read_frame(from: unknown): Frame {
  const one = record(from);
  return {
    number: number(one.number), method: text(one.method), class_name: text(one.class),
    name: text(one.name), descriptor: text(one.descriptor), bci: number(one.bci, -1),
    line: number(one.line, -1), file: text(one.file), native: one.native === true,
    code: maybe(one.code), locals: list(one.locals).map(read_value),
    stack: list(one.stack).map(read_value), monitors: list(one.monitors).map((id) => number(id)),
  };
}

function read_wait(from: unknown): Wait | null {
  if (from === undefined || from === null) return null;
  const one = record(from);
  return { object: maybe(one.for), text: text(one.for_text), by: maybe(one.by),
           why: text(one.why) };
}

function read_thread(from: unknown): Thread {
  const one = record(from);
  return {
    id: number(one.id), name: text(one.name), state: text(one.state), lwp: maybe(one.lwp),
    held: one.held === true, library: one.library === true, waits: read_wait(one.waits),
    frames: list(one.frames).map(read_frame), more_frames: number(one.more_frames),
  };
}

export function read_thing(from: unknown): Thing {
  const one = record(from);
  const id = number(one.id);
  return {
    id, class_name: text(one.class), text: text(one.text) || `${text(one.class)} #${id}`,
    address: text(one.address), space: text(one.space), bytes: number(one.bytes),
    age: maybe(one.age), library: one.library === true, closed: one.closed === true,
    fields: list(one.fields).map(read_value), length: maybe(one.length),
    elements: list(one.elements).map(read_value), more_elements: number(one.more_elements),
    forwarded_to: text(one.forwarded_to),
  };
}

function read_lock(from: unknown): Lock {
  const one = record(from);
  const meta = record(one.meta);
  return {
    object: number(one.object), word: text(one.word), state: text(one.state),
    text: text(one.text), owner: maybe(one.owner), count: number(one.count),
    bits: list(one.fields).map(record).map((bit) =>
      ({ name: text(bit.name), bits: text(bit.bits), text: text(bit.text),
         where: [...new Set([text(bit.high), text(bit.low)])].filter((one) => one !== "")
           .join("–") })),
    queue: list(one.queue).map(record).map((row) =>
      ({ thread: number(row.thread), as: text(row.as), count: number(row.count) })),
    stored: Object.entries(record(one.stored)).map(([name, value]) => [name, text(value)]),
    last: maybe(meta.last),
    standings: list(meta.standings).map(record).map((row) => ({
      thread: number(row.thread), point: text(row.point), what: text(row.what),
      behind: maybe(row.behind), gate: row.gate === true, hands_over: row.hands_over === true,
    })),
  };
}

export function address_of(value: unknown): bigint {
  try {
    return BigInt(text(value) || 0);
  } catch {
    return 0n;
  }
}

export function read_spaces(from: unknown): Space[] {
  return list(from).map(record).map((one) => ({
    name: text(one.name), base: address_of(one.base), top: address_of(one.top),
    end: address_of(one.end), used: number(one.used), capacity: number(one.capacity),
  }));
}

function read_statics(from: unknown): Statics {
  const one = record(from);
  return { class_name: text(one.class), fields: list(one.fields).map(read_value) };
}

export const panes = {
  threads: (from: unknown) => list(from).map(read_thread),
  objects: (from: unknown) => list(from).map(read_thing),
  statics: (from: unknown) => list(from).map(read_statics),
  locks: (from: unknown) => list(from).map(read_lock),
  heap: (from: unknown): Heap => {
    const one = record(from);
    return { spaces: read_spaces(one.spaces), young: number(one.young_collections),
             full: number(one.full_collections) };
  },
};
