// How times and amounts are written.

const UNITS: [number, string][] = [[1e9, "s"], [1e6, "ms"], [1e3, "us"]];

// "812 ns", "37.2 us", "4.13 ms", "2.41 s".
export function duration(ns: number): string {
  for (const [size, unit] of UNITS) {
    if (ns >= size) {
      const value = ns / size;
      const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
      return `${String(Number(value.toFixed(digits)))} ${unit}`;
    }
  }
  return `${Math.round(ns)} ns`;
}

// Seconds since the start, with as many digits as a step of this many nanoseconds needs.
export function moment(ns: number, step: number): string {
  const digits = Math.min(9, Math.max(1, Math.ceil(9 - Math.log10(Math.max(step, 1)) - 1e-9)));
  const [whole, part] = (ns / 1e9).toFixed(digits).split(".");
  return `${whole}.${(part ?? "").replace(/(\d{3})(?=\d)/g, "$1\u2009")} s`;
}

export function amount(value: number, unit: string): string {
  if (unit !== "bytes") return unit === "" ? String(value) : `${value} ${unit}`;
  if (value >= 2 ** 30) return `${(value / 2 ** 30).toFixed(1)} GB`;
  if (value >= 2 ** 20) return `${(value / 2 ** 20).toFixed(1)} MB`;
  if (value >= 2 ** 10) return `${(value / 2 ** 10).toFixed(0)} KB`;
  return `${value} bytes`;
}

export function count(number: number, word: string, many = `${word}s`): string {
  return `${number.toLocaleString("en")} ${number === 1 ? word : many}`;
}
