// What a live page does: sends commands, and takes what the desk reports. A page from disk has the
// same session, which nothing ever happens to.
import { Json } from "../shared/checked";
import { answer_lines } from "./answers";
import { Model } from "./model";
import { address_of, read } from "./picture";
import { Output, Recording } from "./recording";

export interface Remark { stop: number; kind: "asked" | "said" | "wrong"; text: string }

const MOST_REMARKS = 500;

export class Session {
  readonly remarks: Remark[] = [];
  pending: Output[] = [];             // printed since the last stop
  film: Json[] = [];                  // frames since the last stop
  stops: Json[] = [];                 // the stops that are set, as `stops` lists them
  private readonly opened = new Set<number>();

  constructor(private readonly model: Model) {}

  message(message: Json): void {
    const { model } = this;
    switch (message.type) {
      case "recording":
        this.take_recording(new Recording(read.record(message.recording)));
        void this.ask_stops();
        break;
      case "step":
        this.take_step(message);
        break;
      case "output":
        this.pending.push([read.text(message.stream), read.text(message.text)]);
        break;
      case "gc":
        this.film.push(message);
        break;
      case "ended":
        model.recording.tail.push(...this.pending);
        this.pending = [];
        model.recording.set_end(message.end);
        break;
    }
    model.changed.fire();
  }

  // A shorter one is that of a program which has begun anew.
  private take_recording(recording: Recording): void {
    if (recording.last < this.model.recording.last) {
      this.opened.clear();
      this.remarks.length = 0;
    }
    this.pending = [];
    this.film = [];
    this.model.take(recording);
  }

  private take_step(message: Json): void {
    const { model } = this;
    const { recording } = model;
    const followed = model.is_last;
    recording.add_step(message);
    this.pending = [];
    this.film = [];
    model.note_threads(recording.last);
    if (followed) {
      model.look(recording.last);
      if (model.predicting) model.question = model.ask(recording.last);
    }
    const closed = recording.picture(recording.last).objects.filter((thing) =>
      thing.closed && this.opened.has(thing.id));
    if (closed.length > 0) void this.open_again();
  }

  private remark(kind: Remark["kind"], text: string): void {
    this.remarks.push({ stop: this.model.recording.last, kind, text });
    if (this.remarks.length > MOST_REMARKS) this.remarks.splice(0, 1);
  }

  // One command of the stepper, and what it answers, in the console.
  async command(text: string): Promise<void> {
    const { model } = this;
    if (model.link === null || text.trim() === "") return;
    this.remark("asked", text);
    model.changed.fire();
    const answer = await this.send(text);
    const ends = /^\s*q(uit)?\s*$/.test(text);     // and so nobody is left who could answer
    if (answer.error !== undefined && !ends) this.remark("wrong", read.text(answer.error));
    else this.tell(answer);
    if (answer.error === undefined) model.recording.session.push(text);
    if (/^\s*(b|d|break|watch|catch|delete)\b/.test(text)) await this.ask_stops();
    const thread = read.record(answer.thread).number;
    if (/^\s*t(hread)?\s/.test(text) && typeof thread === "number") model.choose_thread(thread);
    model.changed.fire();
  }

  private tell(answer: Json): void {
    const { objects } = this.model.recording.picture(this.model.recording.last);
    const number_of = (address: string) => objects.find((one) =>
      address_of(one.address) === address_of(address))?.id ?? null;
    for (const line of answer_lines(answer, number_of)) this.remark("said", line);
  }

  // A command for the thread that is selected, which may be another one than that of the stop.
  async run_selected(text: string): Promise<void> {
    const { model } = this;
    if (!model.may_command) return;
    const { thread, step } = model;
    if (thread !== null && thread.id !== step?.thread) {
      const select = `thread ${thread.id}`;
      const answer = await this.send(select);
      if (answer.error === undefined) model.recording.session.push(select);
    }
    await this.command(text);
  }

  pause(): void { void this.send("pause"); }

  async input(text: string, close: boolean): Promise<void> {
    const answer = await this.model.link!.post("/input", { text, close });
    if (answer.error !== undefined) this.remark("wrong", read.text(answer.error));
    this.model.changed.fire();
  }

  async post(path: "/take" | "/restart"): Promise<void> {
    const answer = await this.model.link!.post(path, {});
    if (answer.error !== undefined) this.remark("wrong", read.text(answer.error));
    this.model.changed.fire();
  }

  async open(id: number): Promise<void> {
    this.opened.add(id);
    await this.open_again();
  }

  private async open_again(): Promise<void> {
    const { recording } = this.model;
    const at = recording.last;
    const answer = await this.send(`picture open ${[...this.opened].join(" ")}`);
    if (answer.error !== undefined) this.remark("wrong", read.text(answer.error));
    else if (recording.last === at) {
      recording.refine(at, answer);
      this.model.layout_again();
    }
    this.model.changed.fire();
  }

  private async ask_stops(): Promise<void> {
    if (!this.model.link!.writer || this.model.recording.end !== null) return;
    const answer = await this.send("stops");
    if (Array.isArray(answer.stops)) this.stops = answer.stops.map(read.record);
    this.model.changed.fire();
  }

  private async send(command: string): Promise<Json> {
    const answer = await this.model.link!.post("/command", { command });
    // The engine's answer may be wrapped: {"answer": {...}}.
    return typeof answer.answer === "object" ? read.record(answer.answer) : answer;
  }
}
