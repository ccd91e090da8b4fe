// A recording: the stops of one session, which may still grow. A page from disk has all of it; a
// live page is sent the rest as it happens. Equal panes are stored once (README.md).
import { damaged, Json, list, object, optional_text } from "../shared/checked";
import { PageError } from "../shared/data";
import { panes, Picture, read } from "./picture";

export type Output = [stream: string, text: string];

export interface Step {
  command: string; event: Json; threads: number; objects: number; more_objects: number;
  statics: number; locks: number; heap: number; thread: number; frame: number; settled: boolean;
  out: Output[]; film: Json[]; stops: Json[] | null;
}

export interface Listing { method: string; class_name: string; file: string; rows: Row[] }
export interface Row { bci: number; text: string; line: number }
export interface Named { name: string; short: string; arguments: string; what: string }
export interface End { code: number; text: string }
export interface Answer { step: number; question: string; said: string; right: boolean }

const PANES = ["threads", "objects", "statics", "locks", "heap"] as const;
const NEWEST = 1;

function outputs(from: unknown): Output[] {
  return read.list(from).map((one) => {
    const [stream, text] = read.list(one);
    return [read.text(stream), read.text(text)];
  });
}

function named(from: unknown): Named[] {
  return read.list(from).map(read.record).map((one) => ({
    name: read.text(one.name), short: read.text(one.short), what: read.text(one.what),
    arguments: read.text(one.arguments) }));
}

export class Recording {
  readonly made: Record<string, string> = {};
  readonly commands: Named[];
  readonly points: Named[];
  readonly sources = new Map<string, string[]>();
  readonly code = new Map<number, Listing>();
  readonly steps: Step[] = [];
  tail: Output[];
  end: End | null = null;
  schedule: string;
  session: string[];
  predict: { name: string; answers: Answer[] };
  lecture: boolean;
  // Panes and pictures once read, by index.
  private readonly read_panes = new Map<string, unknown>();
  private readonly pictures = new Map<number, Picture>();

  constructor(readonly raw: Json) {
    if (raw.format !== "minijvm-recording") {
      throw new PageError("This page holds no recording of the stepper.");
    }
    if (!(Number(raw.version) <= NEWEST)) {
      throw new PageError(`This recording has version ${String(raw.version)}, and the page reads ` +
        `version ${NEWEST} only. A newer minijvm has made it.`);
    }
    for (const [name, value] of Object.entries(object(raw.made ?? {}, "made"))) {
      this.made[name] = read.text(value);
    }
    this.commands = named(raw.commands);
    this.points = named(raw.points);
    raw.panes = list(raw.panes, "panes");
    raw.steps = list(raw.steps, "steps");
    this.add_texts(raw.code, raw.sources);
    for (const step of raw.steps as unknown[]) this.steps.push(this.checked_step(step));
    this.tail = outputs(raw.tail);
    this.set_end(raw.end);
    this.schedule = optional_text(raw.schedule, "schedule");
    this.session = read.list(raw.session).map(read.text);
    const predict = read.record(raw.predict);
    this.predict = {
      name: read.text(predict.name),
      answers: read.list(predict.answers).map(read.record).map((one) => ({
        step: read.number(one.step), question: read.text(one.question), said: read.text(one.said),
        right: one.right === true })) };
    this.lecture = raw.lecture === true;
  }

  get last(): number { return this.steps.length - 1; }

  set_end(from: unknown): void {
    if (from === null || from === undefined) return;
    const { code, text } = read.record(from);
    this.end = { code: read.number(code), text: read.text(text) };
  }

  // What a live page is sent at a stop.
  add_step(message: Json): void {
    for (const pane of read.list(message.panes)) {
      const [index, value] = read.list(pane);
      (this.raw.panes as unknown[])[read.number(index)] = value;
    }
    this.add_texts(message.code, message.sources);
    this.steps.push(this.checked_step(message.step));
    (this.raw.steps as unknown[]).push(message.step);
    if (typeof message.schedule === "string") this.schedule = message.schedule;
  }

  // A picture of the same stop that shows more, such as an opened object of the library.
  refine(index: number, answer: Json): void {
    const picture = { ...this.picture(index), more_objects: read.number(answer.more_objects) };
    for (const name of PANES) {
      if (answer[name] !== undefined) Object.assign(picture, { [name]: panes[name](answer[name]) });
    }
    this.add_texts(answer.code, {});
    this.pictures.set(index, picture);
  }

  picture(index: number): Picture {
    let found = this.pictures.get(index);
    if (found === undefined) {
      const step = this.steps[index]!;
      const pane = <T>(name: typeof PANES[number]) => this.pane(name, step[name]) as T;
      found = { threads: pane("threads"), objects: pane("objects"), statics: pane("statics"),
                locks: pane("locks"), heap: pane("heap"), more_objects: step.more_objects };
      this.pictures.set(index, found);
    }
    return found;
  }

  private pane(name: typeof PANES[number], index: number): unknown {
    const key = `${name} ${index}`;
    if (!this.read_panes.has(key)) {
      this.read_panes.set(key, panes[name]((this.raw.panes as unknown[])[index]));
    }
    return this.read_panes.get(key);
  }

  private checked_step(from: unknown): Step {
    const one = object(from, "a step");
    const count = (this.raw.panes as unknown[]).length;
    for (const name of PANES) {
      const index = read.number(one[name], -1);
      if (index < 0 || index >= count) damaged(`step ${this.steps.length + 1} names no ${name}`);
    }
    const event = read.record(one.event);
    return {
      command: read.text(one.command), event, threads: one.threads as number,
      objects: one.objects as number, statics: one.statics as number, locks: one.locks as number,
      heap: one.heap as number, more_objects: read.number(one.more_objects),
      thread: read.number(one.thread), frame: read.number(one.frame),
      settled: one.settled !== false, out: outputs(one.out),
      film: read.list(one.film).map(read.record),
      stops: Array.isArray(one.stops) ? one.stops.map(read.record) : null,
    };
  }

  private add_texts(code: unknown, sources: unknown): void {
    for (const [id, value] of Object.entries(read.record(code))) {
      const one = read.record(value);
      this.code.set(Number(id), {
        method: read.text(one.method), class_name: read.text(one.class), file: read.text(one.file),
        rows: read.list(one.rows).map(read.list).map(([bci, text, line]) =>
          ({ bci: read.number(bci), text: read.text(text), line: read.number(line, -1) })) });
    }
    if (Array.isArray(code)) {
      for (const one of code.map(read.record)) this.add_texts({ [read.text(one.number)]: one }, {});
    }
    for (const [name, text] of Object.entries(read.record(sources))) {
      this.sources.set(name, read.text(text).replace(/\r\n?/g, "\n").replace(/\n$/, "").split("\n"));
    }
  }
}
