// What each key and each button does.
import { file_name, save } from "../shared/save";
import { Key } from "../shared/keys";
import { toggle_stop } from "./breakpoints";
import { Model } from "./model";
import { save_svg } from "./picture_file";
import { page_with } from "./save_page";

export interface Verb { key: string; word: string; command: string; says: string }

export const VERBS: Verb[] = [
  { key: "s", word: "step", command: "step", says: "one instruction, into calls" },
  { key: "n", word: "next", command: "next", says: "one instruction, over calls" },
  { key: "f", word: "finish", command: "finish", says: "until this frame has been left" },
  { key: "a", word: "alone", command: "advance", says: "the selected thread runs on alone" },
  { key: "c", word: "continue", command: "continue", says: "all threads run on" },
];

// Those of a run that goes back.
export const VERBS_BACK: Verb[] = [
  { key: "u", word: "back", command: "back", says: "one instruction back, into calls" },
  { key: "U", word: "back to stop", command: "back continue", says: "back to the last stop that is set" },
];

export function verbs_of(model: Model): Verb[] {
  return model.goes_back ? [...VERBS, ...VERBS_BACK] : VERBS;
}

// Who looks at the source only steps by lines.
export function give(model: Model, command: string): void {
  const by_line = model.depth === "source" && ["step", "next", "back"].includes(command);
  void model.session.run_selected(by_line ? `${command} line` : command);
}

export async function save_recording(model: Model): Promise<void> {
  const title = model.recording.made.title || "session";
  const from_desk = model.is_live ? await model.link!.saved_page() : null;
  const page = from_desk ?? await page_with(model.recording);
  save(page, file_name(title, "html"));
}

function leave(model: Model): void {
  const active = document.activeElement as HTMLElement | null;
  if (active?.matches("input, select, textarea")) active.blur();
  else if (model.film) model.set({ film: false });
  else if (model.question !== null) model.answer(null);
  else if (model.chosen !== null) model.choose_object(null);
  else if (model.cursor !== null) model.set({ cursor: null });
  else if (model.theme.lecture) model.theme.toggle_lecture();
}

function focus(id: string): void { document.getElementById(id)?.focus(); }

function digits(model: Model): Key[] {
  const select: Record<string, () => void> = {};
  const run: Record<string, () => void> = {};
  for (let digit = 1; digit <= 9; digit++) {
    const thread = () => model.picture?.threads[digit - 1];
    select[String(digit)] = () => { const one = thread(); if (one) model.choose_thread(one.id); };
    run[`Shift+Digit${digit}`] = () => {
      const one = thread();
      if (one && model.may_command) void model.session.command(`run ${one.id}`);
    };
  }
  return [{ says: "select a thread", acts: select, shows: ["1", "9"] },
          { says: "run that thread alone", acts: run, shows: ["Shift+1"] }];
}

export function key_list(model: Model): Key[] {
  const { theme } = model;
  const verbs = verbs_of(model).map((verb): Key =>
    ({ says: `${verb.word}: ${verb.says}`, acts: { [verb.key]: () => give(model, verb.command) } }));
  const line = (command: string) => () => void model.session.run_selected(`${command} line`);
  return [
    { says: "look back, on", shows: ["←", "→"], no_letter: true,
      acts: { ArrowLeft: () => model.look(model.at - 1),
              ArrowRight: () => model.look(model.at + 1) } },
    { says: "the first stop, the last", shows: ["Home", "End"], no_letter: true,
      acts: { Home: () => model.look(0), End: () => model.look(model.recording.last) } },
    ...verbs,
    { says: "step, next by line", acts: { S: line("step"), N: line("next") } },
    ...digits(model),
    { says: "set a stop at the line or instruction with the cursor, or take it away",
      acts: { b: () => toggle_stop(model) } },
    { says: "objects, locks, spaces",
      acts: { g: () => model.toggle("objects"), k: () => model.toggle("locks"),
              h: () => model.toggle("spaces") } },
    { says: "save a picture (SVG) of the frames and objects, of the film, or in lecture mode",
      acts: { v: () => save_svg(model) } },
    { says: "a line for any command", acts: { ":": () => focus("command") } },
    { says: "lecture mode", acts: { L: () => theme.toggle_lecture() } },
    { says: "predict what comes next", acts: { q: () => model.toggle_predict() } },
    { says: "larger, smaller text", acts: { "+": () => theme.grow(2), "-": () => theme.grow(-2) } },
    { says: "leave: a field, the film, a question, an object, lecture mode", always: true,
      acts: { Escape: () => leave(model) } },
    { says: "this help", acts: { "?": () => model.set({ help: true }) } },
  ];
}
