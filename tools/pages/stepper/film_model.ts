// The film of a collection, as frames that one can step through: where each numbered object is,
// where its copy is, who copied it, and which objects nobody reached.
import { Json } from "../shared/checked";
import { address_of, read, read_spaces, Space } from "./picture";

export interface Piece { worker: number; space: string; from: bigint; to: bigint }

interface Sight {
  id: number; address: bigint; space: string; age: number | null; forwarded: bigint;
  marked: boolean | null;
}

export interface Shot {
  phase: string; collection: number; kind: string; spaces: Space[]; objects: Map<number, Sight>;
  dead: Set<number>; dirty: number[]; stripe_cards: number; pieces: Piece[]; gang: Json;
}

export interface Chip {
  id: number; address: bigint; space: string; age: number | null; copy: boolean; dead: boolean;
  worker: number | null; promoted: boolean; moved_to: bigint;
}

// Spaces in which a young collection looks for what lives.
const YOUNG = new Set(["eden", "from", "to"]);

function read_sight(from: unknown): Sight {
  const one = read.record(from);
  return {
    id: read.number(one.id), address: address_of(one.address), space: read.text(one.space),
    age: read.maybe(one.age), forwarded: address_of(one.forwarded_to),
    marked: typeof one.marked === "boolean" ? one.marked : null,
  };
}

function read_shot(from: Json): Shot {
  return {
    phase: read.text(from.phase), collection: read.number(from.collection),
    kind: read.text(from.kind), spaces: read_spaces(from.spaces),
    objects: new Map(read.list(from.objects).map(read_sight).map((one) => [one.id, one])),
    dead: new Set(read.list(from.dead).map((one) => read.number(one))),
    dirty: read.list(from.dirty_stripes).map((one) => read.number(one)),
    stripe_cards: read.number(from.stripe_cards), gang: read.record(from.gang),
    pieces: read.list(from.pieces).map(read.record).map((one) => ({
      worker: read.number(one.worker), space: read.text(one.space), from: address_of(one.from),
      to: address_of(one.to) })),
  };
}

export class FilmReel {
  readonly shots: Shot[];

  constructor(events: Json[]) { this.shots = events.map(read_shot); }

  // The shots of the same collection.
  private of_collection(shot: Shot): Shot[] {
    return this.shots.filter((one) => one.collection === shot.collection);
  }

  private space_at(spaces: Space[], address: bigint): string {
    return spaces.find((one) => address >= one.base && address < one.end)?.name ?? "";
  }

  // Each object where it was when the collection began, and its copy as soon as there is one.
  chips(index: number): Chip[] {
    const shot = this.shots[index];
    if (shot === undefined) return [];
    const all = this.of_collection(shot);
    const first = all[0]!;
    const upto = all.slice(0, all.indexOf(shot) + 1);
    const chips: Chip[] = [];
    const ids = new Set(upto.flatMap((one) => [...one.objects.keys()]));
    for (const id of ids) {
      const sights = upto.map((one) => one.objects.get(id)).filter((one) => one !== undefined);
      const origin = first.objects.get(id) ?? sights[0]!;
      const last = sights.at(-1)!;
      const forwarded = sights.map((one) => one.forwarded).findLast((one) => one !== 0n) ?? 0n;
      const target = last.address !== origin.address ? last.address : forwarded;
      const dead = this.is_dead(shot, upto, origin, target);
      const before = { id, space: this.space_at(shot.spaces, origin.address) || origin.space,
                       age: origin.age, address: origin.address };
      chips.push({ ...before, copy: false, dead, worker: null, promoted: false,
                   moved_to: target === origin.address ? 0n : target });
      if (target === 0n || target === origin.address) continue;
      const piece = upto.flatMap((one) => one.pieces).findLast((one) =>
        target >= one.from && target < one.to);
      const space = this.space_at(shot.spaces, target) || (piece?.space ?? "");
      const age = last.address === target ? last.age : null;
      chips.push({ id, space, age, address: target, copy: true, dead: false, moved_to: 0n,
                   worker: piece?.worker ?? null,
                   promoted: space === "old" && before.space !== "old" });
    }
    return chips.sort((a, b) => a.address < b.address ? -1 : a.address > b.address ? 1 : 0);
  }

  // Spaces that have an object with a number at some time of this collection.
  inhabited(index: number): Set<string> {
    const { collection } = this.shots[index]!;
    return new Set(this.shots.flatMap((shot, i) => shot.collection !== collection ? []
      : this.chips(i).map((chip) => chip.space)));
  }

  // Nobody reached it: it has not been copied though the copying is done, or not been marked.
  private is_dead(shot: Shot, upto: Shot[], origin: Sight, target: bigint): boolean {
    if (upto.length < 2 || target !== 0n) return false;
    if (upto.some((one) => one.dead.has(origin.id))) return true;
    const marked = upto.map((one) => one.objects.get(origin.id)?.marked ?? null);
    if (marked.some((one) => one === true)) return false;
    if (shot.kind === "full") {
      return marked.slice(1).some((one) => one === false) || !shot.objects.has(origin.id);
    }
    return YOUNG.has(origin.space || this.space_at(upto[0]!.spaces, origin.address));
  }

  // What one sees in a sentence.
  sentence(index: number): string {
    const shot = this.shots[index];
    if (shot === undefined) return "";
    const chips = this.chips(index);
    const before = chips.filter((one) => !one.copy).length;
    const dead = chips.filter((one) => one.dead).length;
    const moved = chips.filter((one) => one.copy).length;
    const promoted = chips.filter((one) => one.promoted).length;
    return [`${before} objects with a number before`,
            this.of_collection(shot)[0] === shot ? "" : `${before - dead} live, ${dead} unreached`,
            moved > 0 ? `${moved} moved` : "", promoted > 0 ? `${promoted} promoted` : ""]
      .filter((one) => one !== "").join("; ") + ".";
  }
}
