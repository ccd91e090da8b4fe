// All that the parts of the page share: the recording, which stop is looked at, and what the
// reader has chosen. Whoever shows something looks here again when `changed` fires.
import { Json } from "../shared/checked";
import { Signal } from "../shared/signal";
import { Theme } from "../shared/theme";
import { Changes, changes } from "./diff";
import { Link } from "./live";
import { Marks } from "./looks";
import { Picture, Thread } from "./picture";
import { EMPTY, Layout, place_next } from "./placement";
import { is_right, Question, question_for } from "./predict";
import { Recording, Step } from "./recording";
import { Session } from "./session";

export type Depth = "source" | "bytecode" | "machine";
export type Pane = "objects" | "locks" | "spaces";
export type MainPane = "source" | "bytecode" | "objects" | "locks" | "spaces" | "console";
export type Cursor = { kind: "line"; file: string; line: number } |
  { kind: "bci"; code: number; bci: number };

export class Model {
  readonly changed = new Signal();
  readonly session: Session;
  at = -1;                                // the stop that is shown
  depth: Depth = "bytecode";
  main_pane: MainPane = "bytecode";       // in lecture mode
  film = false;
  help = false;
  predicting = false;
  question: Question | null = null;
  cursor: Cursor | null = null;           // where the reader is in the source or the bytecode
  chosen: number | null = null;           // an object whose arrows are in full ink
  marks = new Marks();
  private readonly shown = new Map<Pane, boolean>();
  private thread_chosen: number | null = null;
  private frame_chosen: number | null = null;
  private layouts: Layout[] = [];
  private differs: { at: number; picture: Picture; changes: Changes } | null = null;

  constructor(public recording: Recording, readonly theme: Theme, readonly link: Link | null) {
    this.session = new Session(this);
    this.take(recording);
    theme.changed.subscribe(() => this.changed.fire());
  }

  // The whole recording, also when a live page connects again or the program starts anew.
  take(recording: Recording): void {
    this.recording = recording;
    this.layouts = [];
    this.marks = new Marks();
    for (let i = 0; i <= recording.last; i++) this.note_threads(i);
    this.at = this.link === null ? Math.min(0, recording.last) : recording.last;
    this.forget_choices();
    if (recording.lecture && !this.theme.lecture) this.theme.toggle_lecture();
  }

  note_threads(index: number): void {
    for (const thread of this.recording.picture(index).threads) {
      this.marks.note(thread.id, thread.name);
    }
  }

  // --- which stop ---

  get step(): Step | null { return this.recording.steps[this.at] ?? null; }
  get picture(): Picture | null { return this.step && this.recording.picture(this.at); }
  get is_last(): boolean { return this.at >= this.recording.last; }
  get is_live(): boolean { return this.link?.state === "live"; }

  // Whether commands can be given: to a program that has stopped, and which one sees as it is.
  get may_command(): boolean {
    const { link } = this;
    return link !== null && link.state === "live" && link.writer && link.running === null &&
      this.is_last && this.recording.end === null && this.recording.last >= 0;
  }

  // A deterministic run goes back itself, and not only in what was recorded.
  get goes_back(): boolean { return this.is_live && this.recording.made.goes_back === "yes"; }

  look(index: number): void {
    const to = Math.max(Math.min(0, this.recording.last), Math.min(this.recording.last, index));
    if (to === this.at) return;
    const is_next = to === this.at + 1;
    this.at = to;
    this.forget_choices();
    this.question = this.predicting && is_next ? this.ask(to) : null;
    this.changed.fire();
  }

  private forget_choices(): void {
    this.thread_chosen = null;
    this.frame_chosen = null;
    this.cursor = null;
  }

  // --- what is selected ---

  get thread(): Thread | null {
    const id = this.thread_chosen ?? this.step?.thread;
    const { threads } = this.picture ?? { threads: [] };
    return threads.find((one) => one.id === id) ?? threads[0] ?? null;
  }

  get frame(): number {
    const wanted = this.frame_chosen ?? (this.thread_chosen === null ? this.step?.frame ?? 0 : 0);
    return Math.max(0, Math.min(wanted, (this.thread?.frames.length ?? 1) - 1));
  }

  choose_thread(id: number): void {
    this.thread_chosen = id;
    this.frame_chosen = null;
    this.cursor = null;
    this.changed.fire();
  }

  choose_frame(number: number): void {
    this.thread_chosen = this.thread?.id ?? null;
    this.frame_chosen = number;
    this.cursor = null;
    this.changed.fire();
  }

  choose_object(id: number | null): void {
    this.chosen = id;
    this.changed.fire();
  }

  // --- what is shown ---

  shows(pane: Pane): boolean {
    return this.shown.get(pane) ?? (pane !== "spaces" || this.depth === "machine");
  }

  toggle(pane: Pane): void {
    if (this.theme.lecture) this.main_pane = pane;
    else this.shown.set(pane, !this.shows(pane));
    this.changed.fire();
  }

  set(values: Partial<Pick<Model, "depth" | "main_pane" | "film" | "help" | "cursor">>): void {
    Object.assign(this, values);
    if (values.depth !== undefined) this.shown.clear();
    this.changed.fire();
  }

  get layout(): Layout {
    const { recording, layouts } = this;
    for (let i = layouts.length; i <= this.at; i++) {
      const before = layouts[i - 1] ?? EMPTY;
      const step = recording.steps[i]!;
      layouts[i] = !step.settled ? before
        : place_next(before, this.settled_before(i), recording.picture(i), step.thread);
    }
    return layouts[this.at] ?? EMPTY;
  }

  // The layout of the stop that is shown is made again, since its picture shows more.
  layout_again(): void {
    this.layouts.length = Math.min(this.layouts.length, this.recording.steps.length);
    const last = this.layouts.length - 1;
    const layout = this.layouts[last];
    if (layout === undefined) return;
    const picture = this.recording.picture(last);
    this.layouts[last] = place_next(layout, picture, picture, this.recording.steps[last]!.thread);
  }

  // The last stop before this one at which objects could be read.
  settled_before(index: number): Picture | null {
    for (let i = index - 1; i >= 0; i--) {
      if (this.recording.steps[i]!.settled) return this.recording.picture(i);
    }
    return null;
  }

  get changes(): Changes {
    const { picture, at } = this;
    if (picture === null) return new Set();
    if (this.differs?.at !== at || this.differs.picture !== picture) {
      const before = this.step!.settled ? this.settled_before(at) : null;
      this.differs = { at, picture, changes: changes(before, picture) };
    }
    return this.differs.changes;
  }

  // --- predict mode ---

  ask(index: number): Question | null {
    return question_for(this.recording, index, this.depth === "machine");
  }

  toggle_predict(): void {
    this.predicting = !this.predicting;
    this.question = null;
    this.changed.fire();
  }

  // While a lock is asked for, nothing may say who waits for it.
  get asks_for_lock(): boolean {
    return this.question?.answer === null && /^(owner|Q):/.test(this.question.question);
  }

  // Whether anything of this lock is asked for.
  hides_lock(object: number): boolean {
    return this.hides(`owner:${object}`) || this.hides(`Q:${object}`);
  }

  hides(question: string, thread?: number): boolean {
    const asked = this.question;
    return asked !== null && asked.answer === null && asked.question === question &&
      (thread === undefined || thread === asked.thread);
  }

  answer(said: string | null): void {
    const asked = this.question;
    if (asked === null || asked.answer !== null) return;
    if (said === null) {
      this.question = null;
    } else {
      asked.answer = { step: asked.step, question: asked.question, said,
                       right: is_right(asked, said) };
      this.recording.predict.answers.push(asked.answer);
      this.keep_answers();
    }
    this.changed.fire();
  }

  name_student(name: string): void {
    this.recording.predict.name = name;
    this.keep_answers();
    this.changed.fire();
  }

  private keep_answers(): void {
    const predict = this.recording.predict as unknown as Json;
    this.recording.raw.predict = predict;
    if (this.is_live) void this.link!.post("/predict", predict);
  }
}
