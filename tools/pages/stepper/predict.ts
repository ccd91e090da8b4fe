// Predict mode: the page hides one thing that the next stop changes, and asks for it. The next
// picture is there already, so right or wrong is known at once.
import { Lock, Picture, Thread, Value } from "./picture";
import { Answer, Recording } from "./recording";

export interface Question {
  step: number;           // counts from 1, as stops do
  question: string;       // stack, local:x, owner:4, Q:4
  asks: string;
  expected: string;
  accepted: string[];
  thread: number;
  answer: Answer | null;
}

// Letters, blanks and commas do not matter, nor does the class before the number of an object.
export function plain(said: string): string {
  return said.toLowerCase().replace(/[,;]/g, " ").replace(/[\w.$[\]]+ (#\d+)/g, "$1")
    .replace(/\s+/g, " ").trim().replace(/^(empty|nothing)$/, "");
}

function written(value: Value): string { return value.value; }

function stack_text(stack: Value[]): string {
  return stack.length === 0 ? "empty" : stack.map(written).join(" ");
}

function owner_name(lock: Lock | undefined, threads: Thread[]): string {
  const owner = lock?.owner ?? null;
  if (owner === null) return "nobody";
  return threads.find((thread) => thread.id === owner)?.name ?? `thread ${owner}`;
}

function top_frame(picture: Picture, thread: number) {
  const found = picture.threads.find((one) => one.id === thread);
  return found && { frame: found.frames[0], depth: found.frames.length + found.more_frames };
}

function about_owner(before: Picture, now: Picture): Partial<Question> | null {
  for (const lock of now.locks) {
    const old = before.locks.find((one) => one.object === lock.object);
    if ((old?.owner ?? null) === lock.owner) continue;
    const name = now.objects.find((one) => one.id === lock.object)?.text ?? `#${lock.object}`;
    const owner = owner_name(lock, now.threads);
    return { question: `owner:${lock.object}`, asks: `Who owns the lock of ${name} now?`,
             expected: owner, accepted: owner === "nobody" ? ["nobody", "none", "no one", "no"]
               : [owner, `thread ${owner}`] };
  }
  return null;
}

// Q, the bit of a locked word that says whether an owner may unlock it without looking for others.
function queue_bit(lock: Lock | undefined): string | null {
  return lock?.bits.find((bit) => bit.name === "Q")?.bits ?? null;
}

function about_queue(before: Picture, now: Picture): Partial<Question> | null {
  for (const lock of now.locks) {
    const old = before.locks.find((one) => one.object === lock.object);
    const bit = queue_bit(lock);
    if (old === undefined || bit === null || bit === queue_bit(old)) continue;
    const name = now.objects.find((one) => one.id === lock.object)?.text ?? `#${lock.object}`;
    return { question: `Q:${lock.object}`, asks: `What does Q of ${name} say now, 0 or 1?`,
             expected: bit, accepted: [bit, `Q=${bit}`, `Q ${bit}`] };
  }
  return null;
}

function about_frame(before: Picture, now: Picture, thread: number): Partial<Question> | null {
  const old = top_frame(before, thread);
  const top = top_frame(now, thread);
  if (!top?.frame || !old?.frame || old.depth !== top.depth) return null;
  for (const local of top.frame.locals) {
    const was = old.frame.locals.find((one) => one.name === local.name);
    if (was && written(was) === written(local) && was.ref === local.ref) continue;
    return { question: `local:${local.name}`, asks: `What is ${local.name} now?`,
             expected: local.value, accepted: [local.value, `${local.type} ${local.value}`] };
  }
  const text = stack_text(top.frame.stack);
  if (text === stack_text(old.frame.stack)) return null;
  return { question: "stack", expected: text,
           asks: "What is on the operand stack now, from the bottom up? (or: empty)",
           accepted: [text, top.frame.stack.map((one) => `${one.type} ${one.value}`).join(" ")] };
}

// What to ask about the stop with this index; nothing if it changes nothing that one can say. Words
// are only asked for where one sees them.
export function question_for(recording: Recording, index: number, sees_words: boolean):
    Question | null {
  if (index < 1 || index > recording.last || !recording.steps[index]!.settled) return null;
  if (recording.predict.answers.some((one) => one.step === index + 1)) return null;
  const before = recording.picture(index - 1);
  const now = recording.picture(index);
  const { thread } = recording.steps[index]!;
  const found = (sees_words ? about_queue(before, now) : null) ?? about_owner(before, now) ??
    about_frame(before, now, thread);
  if (found === null) return null;
  return { step: index + 1, question: "", asks: "", expected: "", accepted: [], ...found,
           thread, answer: null };
}

export function is_right(question: Question, said: string): boolean {
  return question.accepted.some((one) => plain(one) === plain(said));
}
