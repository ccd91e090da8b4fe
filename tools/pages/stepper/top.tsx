// The lines above everything: what this is, which stop is shown and how to go to another, what can
// be done, the schedule, and what is to be shown.
import { Fragment, h } from "preact";
import { Check, Menu } from "../shared/menu";
import { give, save_recording, verbs_of } from "./commands";
import { Depth, Model, Pane } from "./model";
import { save_svg } from "./picture_file";
import { position } from "./speak";
import { Strip } from "./strip";

const DEPTHS: [Depth, string][] =
  [["source", "source"], ["bytecode", "bytecode"], ["machine", "machine room"]];
const PANES: [Pane, string][] =
  [["objects", "objects (g)"], ["locks", "locks (k)"], ["spaces", "spaces (h)"]];

function Title({ model }: { model: Model }) {
  const { title, model: threads, lwps, locking } = model.recording.made;
  const kind = threads && threads !== "1:1" && lwps ? `${threads}, ${lwps} LWPs` : threads;
  return (
    <div class="title">
      <h1>{title || "Stepper"}</h1>
      <span class="kind">{[kind, locking].filter(Boolean).join(", ")}</span>
    </div>
  );
}

function Ways({ model }: { model: Model }) {
  const { at, recording: { last } } = model;
  const way = (sign: string, says: string, key: string, to: number) => (
    <button disabled={at < 0 || to < 0 || to > last || to === at} aria-label={says}
            title={`${says} (${key})`} onClick={() => model.look(to)}>{sign}</button>
  );
  return (
    <div class="pair ways" role="group" aria-label="Stops">
      {way("|◂", "The first stop", "Home", 0)}
      {way("◂", "Back", "←", at - 1)}
      {way("▸", "On", "→", at + 1)}
      {way("▸|", "The last stop", "End", last)}
    </div>
  );
}

function LinkState({ model }: { model: Model }) {
  const { link } = model;
  if (link === null) return null;
  if (link.state !== "live") {
    return (
      <span class="state lost">
        {link.state === "connecting" ? "connecting ..." : `no connection${
          link.why ? `: ${link.why}` : ""}`}
        {link.state === "lost" && <button onClick={() => link.again()}>connect again</button>}
      </span>
    );
  }
  if (!link.writer) {
    return <span class="state viewer">another page commands{" "}
      <button onClick={() => void model.session.post("/take")}>take over</button></span>;
  }
  if (model.recording.end !== null) return <span class="state">○ ended</span>;
  if (link.running !== null) return <span class="state running">… runs</span>;
  return <span class="state">{model.is_last ? "● live" : ""}</span>;
}

function Verbs({ model }: { model: Model }) {
  const { link } = model;
  if (link === null) return null;
  const runs = link.running !== null;
  return (
    <div class="pair verbs" role="group" aria-label="Commands">
      {verbs_of(model).map(({ key, word, command, says }) => (
        <button key={key} disabled={!model.may_command} title={`${says} (${key})`}
                onClick={() => give(model, command)}>{word}</button>
      ))}
      <button disabled={!runs || !link.writer} title="Stop what runs"
              onClick={() => model.session.pause()}>pause</button>
    </div>
  );
}

function Place({ model }: { model: Model }) {
  const { at, link, is_last, recording: { last } } = model;
  return (
    <div class="place">
      <span class={is_last || link === null ? "position" : "position past"}>
        {position(model)}</span>
      {link !== null && !is_last && (
        <button class="to-live" onClick={() => model.look(last)}>to the last stop</button>
      )}
      {last > 0 && (
        <input type="range" min={1} max={last + 1} value={at + 1} aria-label="stop"
               aria-valuetext={position(model)}
               onInput={(event) => model.look(Number(event.currentTarget.value) - 1)} />
      )}
    </div>
  );
}

function Views({ model }: { model: Model }) {
  const { theme, depth } = model;
  const films = model.step !== null && (model.step.film.length > 0 ||
    model.is_last && model.session.film.length > 0);
  return (
    <Fragment>
      <label class="depth">depth{" "}
        <select value={depth}
                onChange={(event) => model.set({ depth: event.currentTarget.value as Depth })}>
          {DEPTHS.map(([name, says]) => <option key={name} value={name}>{says}</option>)}
        </select>
      </label>
      {!theme.lecture && (
        <Menu name="panes">
          {PANES.map(([pane, says]) => (
            <Check key={pane} says={says} on={model.shows(pane)}
                   act={() => model.toggle(pane)} />
          ))}
          <hr />
          <button title="Frames and objects, or the film, as SVG for slides (v)"
                  disabled={model.step === null} onClick={() => save_svg(model)}>
            save a picture</button>
        </Menu>
      )}
      {(films || model.film) && <button aria-pressed={model.film}
        title="The collection before this stop" onClick={() => model.set({ film: !model.film })}>
        film</button>}
      <button aria-pressed={model.predicting} title="Say what comes next, then see (q)"
              onClick={() => model.toggle_predict()}>predict</button>
      <button class="save" title="One file that plays without a VM"
              onClick={() => void save_recording(model)}>save</button>
      <button aria-pressed={theme.lecture} title="Large text for a lecture room (L)"
              onClick={() => theme.toggle_lecture()}>lecture</button>
      <button aria-haspopup="dialog" title="Keys, colours, this session (?)"
              onClick={() => model.set({ help: true })}>help</button>
    </Fragment>
  );
}

export function Top({ model }: { model: Model }) {
  return (
    <header>
      <div class="line">
        <Title model={model} />
        <Ways model={model} />
        <Place model={model} />
        <LinkState model={model} />
        <Verbs model={model} />
      </div>
      <div class="line">
        <Strip model={model} />
        <Views model={model} />
      </div>
    </header>
  );
}
