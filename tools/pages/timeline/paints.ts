// How a slice is painted: as its state, or, in the lanes of locks and LWPs, as the thread that it
// names. Both are numbered in one list, so that a level of a pyramid can count them. A state fills
// its box; a thread fills it lightly and draws a stripe, so that nobody takes one for the other.
import { look_of_state, look_of_thread, Look, UNKNOWN } from "../shared/colours";
import { NO_STATE, Recording, Track } from "./recording";

const THREAD_LOOKS = 24;
const NAMING_THREADS = new Set(["lock", "lwp"]);

export interface Paint extends Look {
  dash: number;           // an index into DASHES; -1: no thread
  pixel: number;          // the colour as 0xAABBGGRR, as a canvas stores it
}

function pixel_of(colour: string): number {
  const value = parseInt(colour.slice(1), 16);
  const [red, green, blue] = [value >> 16, value >> 8 & 255, value & 255];
  return (0xFF000000 | blue << 16 | green << 8 | red) >>> 0;
}

function paint_of(look: Look, dash = -1): Paint {
  return { ...look, dash, pixel: pixel_of(look.colour) };
}

const UNKNOWN_PAINT = paint_of(UNKNOWN);

export class Paints {
  readonly list: Paint[];
  private readonly owners: Map<number, number>;   // name -> ordinal of the thread

  constructor(private readonly recording: Recording) {
    const { states } = recording;
    this.list = states.map((name) => paint_of(look_of_state(name)));
    for (let i = 0; i < THREAD_LOOKS && this.list.length < NO_STATE; i++) {
      const { colour, dash } = look_of_thread(i);
      this.list.push(paint_of({ colour, pattern: "plain" }, dash));
    }
    const ordinals = new Map<string, number>();
    for (const { kind, letter, name, ordinal } of recording.tracks) {
      if (kind !== "thread") continue;
      for (const text of [name, letter, `${letter} ${name}`]) {
        if (text !== "" && !ordinals.has(text)) ordinals.set(text, ordinal);
      }
    }
    this.owners = new Map();
    recording.names.forEach((name, i) => {
      const ordinal = ordinals.get(name);
      if (ordinal !== undefined) this.owners.set(i, ordinal);
    });
  }

  of(paint: number): Paint { return this.list[paint] ?? UNKNOWN_PAINT; }

  // By slice of a track: its paint.
  column(track: Track): Uint8Array {
    const { state, name, count } = track.slices;
    if (!NAMING_THREADS.has(track.kind)) return state;
    const column = state.slice();
    for (let i = 0; i < count; i++) {
      const owner = this.owners.get(name[i]!);
      const paint = this.recording.states.length + (owner ?? 0) % THREAD_LOOKS;
      if (owner !== undefined && paint < this.list.length) column[i] = paint;
    }
    return column;
  }
}
