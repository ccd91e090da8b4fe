// What has changed since the stop before: the names of the places that have another content.
// A frame is known by its distance from the bottom, since calls and returns move all numbers.
import { Picture, Value } from "./picture";

export type Changes = ReadonlySet<string>;

export const place = {
  local: (thread: number, depth: number, name: string) => `t${thread}/${depth}/${name}`,
  operand: (thread: number, depth: number, slot: number) => `t${thread}/${depth}/#${slot}`,
  frame: (thread: number, depth: number) => `t${thread}/${depth}`,
  thread: (thread: number) => `t${thread}`,
  object: (id: number) => `o${id}`,
  field: (id: number, name: string) => `o${id}/${name}`,
  static_field: (class_name: string, name: string) => `s${class_name}/${name}`,
  lock: (id: number, what: string) => `l${id}/${what}`,
  space: (name: string) => `h${name}`,
};

function written(value: Value): string {
  return value.ref === null ? `${value.type} ${value.value}` : `#${value.ref}`;
}

// All places of a picture with their contents.
export function contents(picture: Picture): Map<string, string> {
  const all = new Map<string, string>();
  for (const thread of picture.threads) {
    all.set(place.thread(thread.id), `${thread.state} ${thread.held} ${thread.waits?.why ?? ""}`);
    thread.frames.forEach((frame, i) => {
      const depth = thread.frames.length + thread.more_frames - i;
      all.set(place.frame(thread.id, depth), frame.method);
      for (const local of frame.locals) {
        all.set(place.local(thread.id, depth, local.name), frame.method + written(local));
      }
      frame.stack.forEach((operand, slot) =>
        all.set(place.operand(thread.id, depth, slot), frame.method + written(operand)));
    });
  }
  for (const thing of picture.objects) {
    all.set(place.object(thing.id), `${thing.space} ${thing.age}`);
    for (const field of [...thing.fields, ...thing.elements]) {
      all.set(place.field(thing.id, field.name), written(field));
    }
  }
  for (const { class_name, fields } of picture.statics) {
    for (const field of fields) {
      all.set(place.static_field(class_name, field.name), written(field));
    }
  }
  for (const lock of picture.locks) {
    all.set(place.lock(lock.object, "state"), lock.state);
    for (const bit of lock.bits) all.set(place.lock(lock.object, bit.name), bit.bits + bit.text);
    all.set(place.lock(lock.object, "owner"), `${lock.owner} ${lock.count}`);
    for (const row of lock.queue) all.set(place.lock(lock.object, `q${row.thread}`), row.as);
    for (const row of lock.standings) {
      all.set(place.lock(lock.object, `m${row.thread}`), `${row.point} ${row.hands_over}`);
    }
  }
  for (const space of picture.heap.spaces) all.set(place.space(space.name), String(space.used));
  return all;
}

const NONE: Changes = new Set();

export function changes(before: Picture | null, now: Picture): Changes {
  if (before === null || before === now) return NONE;
  const old = contents(before);
  const found = new Set<string>();
  for (const [where, what] of contents(now)) if (old.get(where) !== what) found.add(where);
  return found;
}
