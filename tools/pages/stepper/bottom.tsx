// The line below everything: a sentence on what comes next with its clause, why the program has
// stopped, questions of predict mode, and a line for any command.
import { Fragment, h } from "preact";
import { CommandLine } from "./command_line";
import { Model } from "./model";
import { read } from "./picture";
import { Predict } from "./predict_bar";
import { End } from "./recording";
import { spoken } from "./speak";

// JVMS clauses and places of papers stand at the end, in brackets.
function Sentence({ text }: { text: string }) {
  const found = /^(.*?)\s*(\((?:JVMS|JLS|Agesen)[^()]*\))\.?$/.exec(text);
  if (found === null) return <span>{text}</span>;
  return <span>{found[1]} <span class="clause">{found[2]}</span></span>;
}

function as_sentence(text: string): string { return text.charAt(0).toUpperCase() + text.slice(1); }

// "pushes ..." is about the thread that has stopped.
function said(model: Model): string {
  const { step, thread } = model;
  const say = read.text(step?.event.say);
  if (say === "" || step === null) return "";
  const name = model.marks.of(step.thread).name;
  const is_verb = /^[a-z]/.test(say) && step.event.kind !== "point";
  return thread !== null && is_verb ? `${name} ${say}` : as_sentence(say);
}

// "the program has ended with code 0" says the code; other texts may not.
function sentence_of({ text, code }: End): string {
  const said = text.replace(/[.\s]+$/, "") || "The program has ended";
  const begun = said.charAt(0).toUpperCase() + said.slice(1);
  return new RegExp(`code ${code}\\b`).test(said) ? `${begun}.` : `${begun}, exit code ${code}.`;
}

function Ended({ model }: { model: Model }) {
  const { end } = model.recording;
  if (end === null || !model.is_last) return null;
  return (
    <p class={end.code === 0 ? "ended" : "ended failed"}>
      {sentence_of(end)}{" "}
      {model.is_live && model.link!.writer && (
        <button onClick={() => void model.session.post("/restart")}>start it anew</button>
      )}
    </p>
  );
}

export function Bottom({ model }: { model: Model }) {
  const { step } = model;
  const sentence = said(model);
  const reason = model.asks_for_lock ? "" : read.text(step?.event.reason);
  // "step" says nothing that one does not know.
  const says_why = sentence !== "" && reason !== "" && reason !== "step";
  return (
    <footer>
      <Predict model={model} />
      <div class="says">
        <div class="sentence">
          <Ended model={model} />
          {step === null
            ? <p>{model.link === null ? "The recording has no stops."
                : "The program has not stopped yet."}</p>
            : <p><Sentence text={sentence || reason} />
                {says_why && <span class="reason"> {reason}</span>}</p>}
          {!(step?.settled ?? true) && <p class="note">A collection is between two of its phases:
            objects have an address now, and nothing else that can be read.</p>}
        </div>
        {model.link !== null && <CommandLine model={model} />}
      </div>
      <Fragment>
        <div role="status" aria-live="polite" class="for-readers">{spoken(model)}</div>
      </Fragment>
    </footer>
  );
}
