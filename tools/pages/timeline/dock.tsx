// The line below the lanes: what is selected, in a sentence; the colours; findings and tables.
import { Fragment, h } from "preact";
import { useSignals } from "../shared/signal";
import { count, duration } from "../shared/text";
import { Findings } from "./findings";
import { Legend } from "./legend";
import { Model, Panel } from "./model";
import { Tables } from "./tables";

// What the page says while nothing is selected.
function opening({ recording }: Model): string {
  const { about, end } = recording;
  const lost = about.lost > 0 ? `${count(about.lost, "event")} lost` : "none lost";
  return `${duration(end)} of ${about.title || "a program"}: ${count(about.events, "event")} of ` +
    `${count(about.threads, "thread")}, ${lost}.`;
}

function advice({ recording }: Model): string {
  const box = recording.arrows.count > 0 ? "see its arrows" : "see what it is";
  const findings = recording.findings.length > 0 ? "Findings say where to look first. " : "";
  return `${findings}Select a box to ${box}. The key ? lists all keys.`;
}

function Sentence({ model }: { model: Model }) {
  useSignals(model.selection.changed);
  const { selection, arrows } = model;
  const incoming = arrows.incoming().length;
  const outgoing = arrows.outgoing().length;
  const ways = incoming + outgoing === 0 ? ""
    : `${count(incoming, "arrow")} in, ${outgoing} out`;
  const facts = selection.pick === null ? advice(model)
    : [selection.facts(), ways].filter((part) => part !== "").join(" · ");
  const { lost } = model.recording.about;
  return (
    <div role="status"
         class={selection.pick === null && lost > 0 ? "sentence warning" : "sentence"}>
      <p>{selection.pick === null ? opening(model) : selection.sentence()}</p>
      <p class="facts">{facts}</p>
    </div>
  );
}

function PanelButton({ model, panel, children }:
    { model: Model; panel: Panel; children: preact.ComponentChildren }) {
  const open = model.panel === panel;
  return (
    <button aria-expanded={open} aria-controls="panel" onClick={() => model.open_panel(panel)}>
      {children}
    </button>
  );
}

export function Dock({ model }: { model: Model }) {
  useSignals(model.panel_changed);
  const { findings, tables } = model.recording;
  return (
    <Fragment>
      <footer>
        <div class="says">
          <Sentence model={model} />
          <div class="pair">
            <PanelButton model={model} panel="findings">
              Findings <span class="number">{findings.length}</span>
            </PanelButton>
            <PanelButton model={model} panel="tables">
              Tables <span class="number">{tables.length}</span>
            </PanelButton>
          </div>
        </div>
        <Legend model={model} />
      </footer>
      <section id="panel" hidden={model.panel === null} tabIndex={0}
               aria-label={model.panel === "tables" ? "Tables" : "Findings"}>
        {model.panel === "findings" && <Findings model={model} />}
        {model.panel === "tables" && <Tables model={model} />}
      </section>
    </Fragment>
  );
}
