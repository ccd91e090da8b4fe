// Where the boxes of objects stand. What matters is that nothing jumps: a box gets its place when
// its object is first shown and keeps it for life, whatever happens to the objects around it.
//
// The column is the distance from the frames, 1 for what a local names. The row is the first free
// one at or below the object's first referrer, in lines of text. So a list whose elements name one
// another by a field stands in a row. An object that is gone is grey for one collection; then its
// place is free. Past a limit, objects have no box; what has no box is counted.
import { Picture, Thing, Value } from "./picture";

export const MOST_BOXES = 60;
const GAP = 1;                  // lines between two boxes
const MOST_LINES = 20;          // of a box

export interface Place {
  id: number; column: number; line: number; lines: number;
  gone: Thing | null;           // what was last seen of an object that is gone
  gone_at: number;              // collections done when it went
  opened: boolean;
}

export interface Layout { places: ReadonlyMap<number, Place>; without: number }

export const EMPTY: Layout = { places: new Map(), without: 0 };

// A head, a line for each value, and one if there are more.
export function lines_of(thing: Thing): number {
  const values = thing.fields.length + thing.elements.length;
  const more = thing.more_elements > 0 || thing.closed || values === 0 ? 1 : 0;
  return Math.min(MOST_LINES, 1 + values + more);
}

interface Found { id: number; column: number; line: number }

// Objects in the order of their distance, each with the line of what named it first.
function reached(picture: Picture, thread: number, places: Map<number, Place>): Found[] {
  const things = new Map(picture.objects.map((thing) => [thing.id, thing]));
  const found = new Map<number, Found>();
  const queue: Found[] = [];
  // An object of its referrer's own class stands beside it, so that a list stands in a row.
  const name = (values: Value[], column: number, line: number,
                is_beside: (value: Value) => boolean = () => false) => {
    values.forEach((value, i) => {
      if (value.ref === null || found.has(value.ref) || !things.has(value.ref)) return;
      const one = { id: value.ref, column, line: is_beside(value) ? line : line + i };
      found.set(value.ref, one);
      queue.push(one);
    });
  };
  let line = 0;
  for (const { fields } of picture.statics) {
    name(fields, 1, line);
    line += fields.length + 1;
  }
  const threads = [...picture.threads].sort((a, b) =>
    Number(b.id === thread) - Number(a.id === thread));
  for (const { id, frames } of threads) {
    let at = id === thread ? line : 0;
    for (const frame of frames) {
      name([...frame.locals, ...frame.stack], 1, at + 1);
      if (id === thread) at += frame.locals.length + frame.stack.length + 2;
    }
  }
  for (let next = 0; next < queue.length; next++) {
    const { id, column } = queue[next]!;
    const place = places.get(id);
    const top = place?.line ?? queue[next]!.line;
    const { class_name, fields, elements } = things.get(id)!;
    name([...fields, ...elements], (place?.column ?? column) + 1, top, (value) =>
      things.get(value.ref!)!.class_name === class_name);
  }
  for (const thing of picture.objects) {
    if (!found.has(thing.id)) queue.push({ id: thing.id, column: 1, line: 0 });
  }
  return queue;
}

function first_free(places: Map<number, Place>, column: number, line: number, lines: number,
                    except: number): number {
  const taken = [...places.values()]
    .filter((one) => one.column === column && one.id !== except).sort((a, b) => a.line - b.line);
  let at = line;
  for (const one of taken) {
    if (one.line + one.lines + GAP <= at) continue;
    if (one.line >= at + lines + GAP) break;
    at = one.line + one.lines + GAP;
  }
  return at;
}

function collections(picture: Picture): number { return picture.heap.young + picture.heap.full; }

// The layout at a stop, from that of the stop before. The layout before stays as it is.
export function place_next(before: Layout, last: Picture | null, picture: Picture,
                           thread: number): Layout {
  const places = new Map(before.places);
  const now = new Map(picture.objects.map((thing) => [thing.id, thing]));
  const old = new Map((last?.objects ?? []).map((thing) => [thing.id, thing]));
  for (const place of before.places.values()) {
    if (now.has(place.id)) {
      if (place.gone !== null) places.set(place.id, { ...place, gone: null });
    } else if (place.gone === null) {
      const gone = old.get(place.id);
      if (gone === undefined) places.delete(place.id);
      else places.set(place.id, { ...place, gone, gone_at: collections(picture) });
    } else if (collections(picture) > place.gone_at) {
      places.delete(place.id);
    }
  }
  for (const { id, column, line } of reached(picture, thread, places)) {
    const lines = lines_of(now.get(id)!);
    const opened = !now.get(id)!.closed;
    const place = places.get(id);
    if (place === undefined) {
      if (places.size >= MOST_BOXES) continue;
      places.set(id, { id, column, lines, line: first_free(places, column, line, lines, id),
                       gone: null, gone_at: 0, opened });
    } else if (opened && !place.opened && lines > place.lines) {
      // The reader has opened it, and so only this box may move.
      places.set(id, { ...place, lines, opened,
                       line: first_free(places, place.column, place.line, lines, id) });
    }
  }
  const shown = [...places.values()].filter((one) => one.gone === null).length;
  return { places, without: picture.objects.length - shown + picture.more_objects };
}
