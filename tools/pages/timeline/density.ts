// How many threads were in which state: for the overview and for the lane of all threads that have
// no lane of their own.
import { Pyramid } from "./pyramid";

export interface Density {
  states: number;
  steps: number;
  threads: Float32Array;  // [step * states + state]: the mean number of threads
}

export function density_of(rows: Pyramid[], states: number, from: number, to: number,
                           steps: number): Density {
  const threads = new Float32Array(steps * states);
  const step = (to - from) / steps;
  const add = (start: number, end: number, state: number, share: number) => {
    if (state >= states) return;
    const first = Math.max(0, Math.floor((start - from) / step));
    const last = Math.min(steps - 1, Math.floor((end - from) / step));
    for (let i = first; i <= last; i++) {
      const begin = from + i * step;
      const overlap = Math.min(end, begin + step) - Math.max(start, begin);
      if (overlap > 0) threads[i * states + state]! += overlap / step * share;
    }
  };
  for (const row of rows) {
    row.visit(from, to, step, {
      wide: (slice) => add(row.start_of(slice), row.end_of(slice), row.paint[slice]!, 1),
      narrow: (start, end, state, busy) => {
        if (end > start) add(start, end, state, busy / (end - start));
      },
    });
  }
  return { states, steps, threads };
}

// Keeps the few that were asked for last, since most frames ask for the same ones.
export class Densities {
  private static readonly most = 24;
  private readonly kept = new Map<string, Density>();

  get(key: string, make: () => Density): Density {
    let density = this.kept.get(key);
    if (density === undefined) {
      density = make();
      if (this.kept.size >= Densities.most) this.kept.delete(this.kept.keys().next().value!);
    } else {
      this.kept.delete(key);
    }
    this.kept.set(key, density);
    return density;
  }
}
