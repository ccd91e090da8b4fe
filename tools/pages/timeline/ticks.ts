// Which times the ruler names.
import { Frame } from "./frame";

const APART = 7.5;        // times the size of the text

export interface Ticks {
  step: number;
  times: number[];
}

export function ticks_of(frame: Frame): Ticks {
  const { view, recording: { origin } } = frame.model;
  const least = view.width / Math.max(1, frame.width / (frame.size * APART));
  const power = 10 ** Math.floor(Math.log10(least));
  const step = power * ([1, 2, 5].find((times) => times * power >= least) ?? 10);
  const times: number[] = [];
  for (let i = Math.ceil((view.from - origin) / step); origin + i * step <= view.to; i++) {
    times.push(origin + i * step);
  }
  return { step, times };
}
