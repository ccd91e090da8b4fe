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

interface Content { what: string; owner: string }   // the owner: the frame or object it is in

// All places of a picture with their contents.
function contents(picture: Picture): Map<string, Content> {
  const all = new Map<string, Content>();
  const add = (where: string, what: string, owner = "") => all.set(where, { what, owner });
  for (const thread of picture.threads) {
    add(place.thread(thread.id), `${thread.state} ${thread.held} ${thread.waits?.why ?? ""}`);
    thread.frames.forEach((frame, i) => {
      const depth = thread.frames.length + thread.more_frames - i;
      const owner = place.frame(thread.id, depth);
      add(owner, frame.method);
      for (const local of frame.locals) {
        add(place.local(thread.id, depth, local.name), written(local), owner);
      }
      frame.stack.forEach((operand, slot) =>
        add(place.operand(thread.id, depth, slot), written(operand), owner));
    });
  }
  for (const thing of picture.objects) {
    const owner = place.object(thing.id);
    add(owner, `${thing.space} ${thing.age}`);
    for (const field of [...thing.fields, ...thing.elements]) {
      add(place.field(thing.id, field.name), written(field), owner);
    }
  }
  for (const { class_name, fields } of picture.statics) {
    for (const field of fields) add(place.static_field(class_name, field.name), written(field));
  }
  for (const lock of picture.locks) {
    const of = (what: string) => place.lock(lock.object, what);
    add(of("state"), lock.state);
    for (const bit of lock.bits) add(of(bit.name), bit.bits + bit.text);
    add(of("owner"), `${lock.owner} ${lock.count}`);
    for (const row of lock.queue) add(of(`q${row.thread}`), row.as);
    for (const row of lock.standings) add(of(`m${row.thread}`), `${row.point} ${row.hands_over}`);
  }
  for (const space of picture.heap.spaces) add(place.space(space.name), String(space.used));
  return all;
}

const NONE: Changes = new Set();

export function changes(before: Picture | null, now: Picture): Changes {
  if (before === null || before === now) return NONE;
  const old = contents(before);
  const all = contents(now);
  const found = new Set<string>();
  for (const [where, { what, owner }] of all) {
    // All that is in a new frame or object is new, which the outline of the whole says.
    const is_in_new = owner !== "" && (!old.has(owner) ||
      owner.startsWith("t") && old.get(owner)!.what !== all.get(owner)!.what);
    // An object that has been opened shows fields which it always had.
    const is_opened = owner.startsWith("o") && !old.has(where);
    if (!is_in_new && !is_opened && old.get(where)?.what !== what) found.add(where);
  }
  return found;
}
