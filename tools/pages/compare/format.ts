// Reads the data of a comparison, and distrusts it. README.md describes the format.
import { flag, list, number, object, text } from "../shared/checked";
import { PageError } from "../shared/data";
import { read_recording } from "../timeline/format";
import { Recording } from "../timeline/recording";

const FORMAT = "minijvm-compare";
const VERSION = 1;

export interface Variant {
  name: string;
  options: string;
  stopped: string;        // why it has not all runs; "": it has
  recording: Recording | null;
}

export interface Cell {
  text: string;
  spread: number;         // percent
  noisy: boolean;
}

export interface Row {
  name: string;
  remark: string;
  cells: Cell[];          // one for each variant
}

export interface Comparison {
  title: string;
  command: string;
  date: string;
  machine: string;
  set: string;            // "models"
  options: string;        // of all variants
  method: string[];
  same: boolean;          // all runs have printed the same
  verdict: string[];
  rows: Row[];
  sentences: string[];
  variants: Variant[];
}

function texts(value: unknown, what: string): string[] {
  return list(value, what).map((one) => text(one, what));
}

function read_variant(value: unknown): Variant {
  const from = object(value, "a variant");
  return {
    name: text(from.name, "the name of a variant"),
    options: text(from.options, "the options of a variant"),
    stopped: text(from.stopped, "a variant"),
    recording: from.recording === null ? null : read_recording(from.recording),
  };
}

function read_row(value: unknown, variants: number): Row {
  const from = object(value, "a row");
  const name = text(from.name, "the name of a row");
  const cells = list(from.cells, `row ${name}`).map((one) => {
    const cell = object(one, `a cell of row ${name}`);
    return { text: text(cell.text, name), spread: number(cell.spread, name),
             noisy: flag(cell.noisy, name) };
  });
  if (cells.length !== variants) {
    throw new PageError(`The comparison in this page is damaged: row ${name} has a hole.`);
  }
  return { name, remark: text(from.remark, name), cells };
}

export function read_comparison(value: unknown): Comparison {
  const file = object(value, "the file");
  if (file.format !== FORMAT) {
    throw new PageError("What this page holds is no comparison of minijvm.");
  }
  const version = number(file.version, "the version");
  if (version > VERSION) {
    throw new PageError(`The comparison has version ${version} of the format, and this page ` +
      `reads version ${VERSION}. Open a page that a newer minijvm wrote.`);
  }
  const about = object(file.about, "about");
  const a_text = (key: string) => text(about[key], `about, ${key}`);
  const variants = list(file.variants, "variants").map(read_variant);
  return {
    title: a_text("title"), command: a_text("command"), date: a_text("date"),
    machine: a_text("machine"), set: a_text("set"), options: a_text("options"),
    method: texts(about.method, "about, method"),
    same: flag(file.same, "same"),
    verdict: texts(file.verdict, "verdict"),
    rows: list(file.rows, "rows").map((row) => read_row(row, variants.length)),
    sentences: texts(file.sentences, "sentences"),
    variants,
  };
}
