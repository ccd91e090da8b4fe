// How a thread is marked everywhere: a colour, a letter and a dash, never the colour alone.
import { h } from "preact";
import { ink_on, look_of_thread } from "../shared/colours";

const BORDERS = ["solid", "dashed", "dotted"];

export interface Mark { name: string; letter: string; colour: string; border: string }

// Threads get letters in the order in which a recording first shows them.
export class Marks {
  private readonly marks = new Map<number, Mark>();

  note(id: number, name: string): void {
    if (this.marks.has(id)) return;
    const ordinal = this.marks.size;
    const { colour, dash } = look_of_thread(ordinal);
    const letter = ordinal < 26 ? String.fromCharCode(65 + ordinal) : String(ordinal + 1);
    this.marks.set(id, { name, letter, colour, border: BORDERS[dash]! });
  }

  of(id: number): Mark {
    return this.marks.get(id) ??
      { name: `thread ${id}`, letter: "?", colour: "#B3B8BF", border: "dotted" };
  }
}

export function Badge({ mark }: { mark: Mark }) {
  const { colour, border } = mark;
  return (
    <span class="badge" aria-hidden="true"
          style={{ backgroundColor: colour, color: ink_on(colour), borderStyle: border }}>
      {mark.letter}
    </span>
  );
}

// A thread in a sentence: its badge and its name.
export function ThreadName({ mark }: { mark: Mark }) {
  return <span class="thread-name"><Badge mark={mark} /> <span class="name">{mark.name}</span></span>;
}
