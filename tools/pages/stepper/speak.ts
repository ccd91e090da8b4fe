// What a screen reader is told at each stop: the words of the stepper at a terminal.
import { Model } from "./model";
import { read } from "./picture";

export function spoken(model: Model): string {
  const { step, thread, recording } = model;
  if (step === null) return recording.end?.text ?? "There is no stop yet.";
  const frame = thread?.frames[model.frame];
  const listing = frame?.code === null || frame === undefined ? undefined
    : recording.code.get(frame.code);
  const instruction = model.depth === "source" ? ""
    : listing?.rows.find((row) => row.bci === frame!.bci)?.text.replace(/\s*\/\/.*/, "") ?? "";
  const stack = frame === undefined || frame.native || model.depth === "source" ? ""
    : model.hides("stack") ? "stack hidden"
    : frame.stack.length === 0 ? "stack empty"
    : `stack ${frame.stack.map((one) => one.value).join(" ")}`;
  const where = frame === undefined ? []
    : [`${frame.class_name}.${frame.name}`, frame.line >= 0 ? `line ${frame.line}` : "",
       frame.bci >= 0 && !frame.native && model.depth !== "source" ? `bci ${frame.bci}` : ""];
  const place = model.is_last && model.is_live ? "" : `stop ${model.at + 1}`;
  const asked = model.question !== null && model.question.answer === null
    ? model.question.asks : "";
  return [place, `thread ${thread?.name ?? "none"}`,
          model.asks_for_lock ? "" : read.text(step.event.reason), ...where,
          instruction, stack, asked].filter((one) => one !== "").join(", ");
}

// How one says that this is not the present.
export function position(model: Model): string {
  const { recording, at, link } = model;
  if (at < 0) return link === null ? "no stops" : "no stop yet";
  const place = `step ${at + 1} of ${recording.last + 1}`;
  if (link === null) return `${place} (recorded)`;
  return model.is_last ? place : `looking back at ${place} (recorded)`;
}
