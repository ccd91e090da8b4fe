// Colours and patterns. The colours are those of Okabe and Ito, which people with any common kind
// of colour blindness can tell apart. No meaning is in a colour alone: a state has a colour, a
// pattern and a word; a thread has a colour, a letter and a dash.

export const ORANGE = "#E69F00";
export const SKY = "#56B4E9";
export const GREEN = "#009E73";
export const YELLOW = "#F0E442";
export const BLUE = "#0072B2";
export const VERMILION = "#D55E00";
export const PURPLE = "#CC79A7";
const GREY = "#B3B8BF";
const SILVER = "#DADDE1";
const SLATE = "#5B6470";

export type PatternName =
  "plain" | "rising" | "falling" | "dots" | "waves" | "dashes" | "grid" | "bars" | "thin" | "edge";

export interface Look {
  colour: string;
  pattern: PatternName;
}

// A tile of 8 by 8 pixels: lines from one point to another, and dots.
export interface Tile {
  lines: [number, number, number, number][];
  dots: [number, number][];
  width: number;
}

export const TILES: Record<PatternName, Tile | null> = {
  plain: null,
  rising: { lines: [[-2, 10, 10, -2], [-2, 2, 2, -2], [6, 10, 10, 6]], dots: [], width: 1.6 },
  falling: { lines: [[-2, -2, 10, 10], [6, -2, 10, 2], [-2, 6, 2, 10]], dots: [], width: 1.6 },
  dots: { lines: [], dots: [[2, 2], [6, 6]], width: 1.1 },
  waves: { lines: [[0, 3, 2, 1], [2, 1, 4, 3], [4, 3, 6, 5], [6, 5, 8, 3]], dots: [], width: 1.3 },
  dashes: { lines: [[1, 2, 4, 2], [5, 6, 8, 6]], dots: [], width: 1.2 },
  grid: { lines: [[0, 4, 8, 4], [4, 0, 4, 8]], dots: [], width: 1 },
  bars: { lines: [[2, 0, 2, 8], [6, 0, 6, 8]], dots: [], width: 1.6 },
  thin: { lines: [[-2, 10, 10, -2]], dots: [], width: 1 },
  edge: { lines: [[0, 7.2, 8, 7.2]], dots: [], width: 1.6 },
};

// The states of the file format, by name.
const STATES: Record<string, Look> = {
  running: { colour: GREEN, pattern: "plain" },
  ready: { colour: YELLOW, pattern: "rising" },
  blocked: { colour: VERMILION, pattern: "falling" },
  waiting: { colour: SKY, pattern: "dots" },
  parked: { colour: PURPLE, pattern: "waves" },
  sleeping: { colour: SILVER, pattern: "dashes" },
  native: { colour: BLUE, pattern: "grid" },
  stopped: { colour: SLATE, pattern: "bars" },
  idle: { colour: SILVER, pattern: "thin" },
  held: { colour: GREY, pattern: "plain" },
  phase: { colour: ORANGE, pattern: "plain" },
  task: { colour: SKY, pattern: "edge" },
  steal: { colour: PURPLE, pattern: "bars" },
};

// A state that this page does not know is grey; its word still says what it is.
export const UNKNOWN: Look = { colour: GREY, pattern: "plain" };

export function look_of_state(name: string | undefined): Look {
  return (name !== undefined && Object.hasOwn(STATES, name) && STATES[name]) || UNKNOWN;
}

const THREADS = [SKY, ORANGE, GREEN, PURPLE, YELLOW, BLUE, VERMILION, SLATE];
export const DASHES: number[][] = [[], [5, 3], [2, 2]];

export interface ThreadLook {
  colour: string;
  dash: number;  // an index into DASHES: a second and third round of the colours
}

export function look_of_thread(ordinal: number): ThreadLook {
  const round = Math.floor(ordinal / THREADS.length);
  return { colour: THREADS[ordinal % THREADS.length]!, dash: round % DASHES.length };
}

function channel(value: number): number {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

function luminance(colour: string): number {
  const value = parseInt(colour.slice(1), 16);
  return 0.2126 * channel(value >> 16) + 0.7152 * channel((value >> 8) & 255) +
    0.0722 * channel(value & 255);
}

const inks = new Map<string, string>();

// Black or white, whichever has more contrast on this colour (4.5:1 or more on all of ours).
export function ink_on(colour: string): string {
  let ink = inks.get(colour);
  if (ink === undefined) {
    const light = luminance(colour);
    ink = 1.05 / (light + 0.05) > (light + 0.05) / 0.05 ? "#FFFFFF" : "#000000";
    inks.set(colour, ink);
  }
  return ink;
}
