// Frames and objects side by side, with an arrow from each reference to what it names.
import { h } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { draw_arrows } from "./arrows";
import { place } from "./diff";
import { Frames, StaticFields } from "./frames";
import { Model } from "./model";
import { Thing } from "./picture";
import { lines_of, Place } from "./placement";
import { ObjectName, ValueRow } from "./values";

function facts_of(model: Model, thing: Thing): string {
  if (model.depth !== "machine") return "";
  const age = thing.age === null ? "" : `age ${thing.age}`;
  const bytes = thing.bytes > 0 ? `${thing.bytes} bytes` : "";
  return [thing.space, age, bytes, thing.address].filter((one) => one !== "").join(", ");
}

function Box({ model, thing, where }: { model: Model; thing: Thing; where: Place }) {
  const is_gone = where.gone !== null;
  const { changes } = model;
  const changed = !is_gone && changes.has(place.object(thing.id)) ? " changed" : "";
  const is_chosen = model.chosen === thing.id;
  const values = [...thing.fields, ...thing.elements].slice(0, lines_of(thing) - 1);
  const closed = thing.closed && !is_gone;
  const press = () => {
    model.choose_object(is_chosen && !closed ? null : thing.id);
    if (closed && model.may_command) void model.session.open(thing.id);
  };
  return (
    <div role="option" id={`object-${thing.id}`} aria-selected={is_chosen} data-box={thing.id}
         class={`box object${is_gone ? " gone" : ""}${is_chosen ? " selected" : ""}${changed}`}
         style={{ "--column": where.column - 1, "--line": where.line, "--lines": where.lines }}
         onClick={press} title={`${thing.text} ${facts_of(model, thing)}`}>
      <div class="head"><ObjectName text={thing.text} />{is_gone && <span class="of"> gone</span>}</div>
      {thing.forwarded_to !== "" && (
        <div class="value note"><span class="for-readers">forwarded to</span>
          <code><span aria-hidden="true">→ </span>{thing.forwarded_to}</code></div>
      )}
      {values.map((value) => (
        <ValueRow key={value.name} value={value} from={is_gone ? "gone" : `object ${thing.id}`}
                  changed={!is_gone && changes.has(place.field(thing.id, value.name))} />
      ))}
      {closed && <div class="value note">{model.may_command ? "closed; click opens it" : "closed"}
      </div>}
      {!closed && values.length === 0 && <div class="value note">no fields</div>}
      {thing.more_elements > 0 &&
        <div class="value note">and {thing.more_elements} more elements</div>}
    </div>
  );
}

// Between two phases of a collection, an object has an address and nothing else that can be read.
function things_of(model: Model): Map<number, Thing> {
  const { picture, step } = model;
  const now = new Map((picture?.objects ?? []).map((thing) => [thing.id, thing]));
  if (step === null || step.settled) return now;
  const before = model.settled_before(model.at)?.objects ?? [];
  return new Map(before.map((thing) => {
    const { address = "", forwarded_to = "" } = now.get(thing.id) ?? {};
    return [thing.id, { ...thing, address: address || thing.address, forwarded_to }];
  }));
}

function More({ model, without, shown }:
    { model: Model; without: number; shown: ReadonlyMap<number, Place> }) {
  if (without <= 0) return null;
  const rest = model.picture!.objects.filter((thing) => !shown.has(thing.id));
  return (
    <details class="more">
      <summary>and {without.toLocaleString("en")} more</summary>
      <ul>{rest.map((thing) => <li key={thing.id}>{thing.text}</li>)}</ul>
      {without > rest.length && <p>{(without - rest.length).toLocaleString("en")} are not in the
        picture.</p>}
    </details>
  );
}

function by_column(a: Place, b: Place): number { return a.column - b.column || a.line - b.line; }

// The nearest box in a direction; the places of boxes are known without looking at the page.
function next_box(places: Place[], from: Place | undefined, key: string): Place | undefined {
  if (from === undefined) return places[0];
  const across = { ArrowLeft: -1, ArrowRight: 1 }[key] ?? 0;
  if (across === 0) return places[places.indexOf(from) + (key === "ArrowUp" ? -1 : 1)];
  const beside = places.filter((one) => Math.sign(one.column - from.column) === across);
  return beside.sort((a, b) => Math.abs(a.column - from.column) - Math.abs(b.column - from.column) ||
    Math.abs(a.line - from.line) - Math.abs(b.line - from.line))[0];
}

export function Objects({ model }: { model: Model }) {
  const stage = useRef<HTMLDivElement>(null);
  const svg = useRef<SVGSVGElement>(null);
  const things = things_of(model);
  const { places, without } = model.layout;
  const all = [...places.values()].filter((one) => one.gone !== null || things.has(one.id))
    .sort(by_column);
  useLayoutEffect(() => draw_arrows(stage.current!, svg.current!, model.chosen));
  const on_key = (event: KeyboardEvent) => {
    const from = all.find((one) => one.id === model.chosen);
    if (event.key === "Enter" && from !== undefined && model.may_command) {
      void model.session.open(from.id);
    } else if (event.key.startsWith("Arrow") && !event.ctrlKey && !event.altKey) {
      const next = next_box(all, from, event.key);
      if (next !== undefined) {
        model.choose_object(next.id);
        document.getElementById(`object-${next.id}`)?.scrollIntoView({ block: "nearest" });
      }
    } else {
      return;
    }
    event.preventDefault();
  };
  const columns = Math.max(1, ...all.map((one) => one.column));
  const lines = Math.max(4, ...all.map((one) => one.line + one.lines));
  const chosen = all.some((one) => one.id === model.chosen);
  return (
    <section class="pane objects" aria-labelledby="objects-title">
      <h2 id="objects-title">frames and objects</h2>
      <div class="scroll" tabIndex={0} role="group" aria-label="frames and objects">
        <div class="stage" ref={stage}>
          <div class="roots"><StaticFields model={model} /><Frames model={model} /></div>
          <div class="field" role={all.length > 0 ? "listbox" : undefined} tabIndex={0}
               aria-label={all.length > 0 ? "objects" : undefined} onKeyDown={on_key}
               aria-activedescendant={chosen ? `object-${model.chosen}` : undefined}
               style={{ "--columns": columns, "--lines": lines }}>
            {all.map((one) => <Box key={one.id} model={model} where={one}
                                   thing={one.gone ?? things.get(one.id)!} />)}
          </div>
          <svg class="arrows" ref={svg} aria-hidden="true" />
        </div>
        <More model={model} without={without} shown={places} />
      </div>
    </section>
  );
}
