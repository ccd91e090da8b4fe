// The line above everything: what this is, find, lanes, the way along arrows, zoom, help.
import { Fragment, h } from "preact";
import { Check, Menu } from "../shared/menu";
import { useSignals } from "../shared/signal";
import { moment } from "../shared/text";
import { Lanes } from "./lanes";
import { Model } from "./model";

function Title({ model }: { model: Model }) {
  const { title, model: thread_model, lwps, locking } = model.recording.about;
  const kind = lwps > 0 && thread_model !== "1:1" ? `${thread_model}, ${lwps} LWPs` : thread_model;
  return (
    <div class="title">
      <h1>{title || "Timeline"}</h1>
      <span class="kind">{[kind, locking].filter((part) => part !== "").join(", ")}</span>
    </div>
  );
}

function FindBox({ model }: { model: Model }) {
  useSignals(model.find.changed);
  const { find } = model;
  const on_key = (event: KeyboardEvent) => {
    if (event.key === "Enter") model.go_to(find.step(event.shiftKey ? -1 : 1));
    if (event.key !== "Escape") return;
    find.look_for("");
    event.preventDefault();
    document.getElementById("canvas")?.focus();
  };
  const hits = find.hits.length.toLocaleString("en");
  const at = find.at < 0 ? hits : `${find.at + 1} of ${hits}`;
  return (
    <div class="find" role="search">
      <input id="find" type="search" placeholder="Find ( / )" aria-label="Find by name"
             value={find.text} autocomplete="off" spellcheck={false} onKeyDown={on_key}
             onInput={(event) => find.look_for(event.currentTarget.value)} />
      <output aria-label="Found">{find.text.trim() === "" ? "" : at}</output>
    </div>
  );
}

// Of several recordings: which are shown, and in which order their lanes stand.
function Sources({ lanes }: { lanes: Lanes }) {
  if (lanes.sources.length === 0) return null;
  return (
    <Fragment>
      {lanes.sources.map((name, source) => (
        <Check key={source} says={name} on={!lanes.is_hidden(source)}
               act={(on) => lanes.hide(source, !on)} />
      ))}
      <hr />
      <Check says="Same lanes side by side" on={lanes.side_by_side}
             act={(on) => lanes.put_side_by_side(on)} />
    </Fragment>
  );
}

function LanesMenu({ model }: { model: Model }) {
  useSignals(model.lanes.changed);
  const { lanes } = model;
  return (
    <Menu name="Lanes">
      {lanes.bases.map((base) => (
        <Check key={base} says={base} on={!lanes.is_base_folded(base)}
               act={(on) => lanes.fold_base(base, !on)} />
      ))}
      <hr />
      <Sources lanes={lanes} />
      <Check says="Longest blocked threads first" on={lanes.by_blocked}
             act={(on) => lanes.sort(on)} />
      {lanes.many && (
        <Check says="A lane for every thread" on={lanes.show_all}
               act={(on) => lanes.show_all_threads(on)} />
      )}
    </Menu>
  );
}

function ArrowButtons({ model }: { model: Model }) {
  useSignals(model.selection.changed);
  const incoming = model.arrows.incoming().length;
  const outgoing = model.arrows.outgoing().length;
  const follow = (direction: 1 | -1) => model.go_to(model.arrows.follow(direction));
  return (
    <div class="pair" role="group" aria-label="Along an arrow">
      <button disabled={incoming === 0} aria-label={`Back along an arrow; ${incoming} arrive here`}
              title="Where the arrow comes from ( [ )" onClick={() => follow(-1)}>
        [ <small>{incoming}</small>
      </button>
      <button disabled={outgoing === 0} aria-label={`Along an arrow; ${outgoing} leave here`}
              title="Where the arrow leads to ( ] )" onClick={() => follow(1)}>
        <small>{outgoing}</small> ]
      </button>
    </div>
  );
}

function Range({ model }: { model: Model }) {
  useSignals(model.view.changed);
  const { from, to, width } = model.view;
  const { origin } = model.recording;
  const start = moment(from - origin, width / 100).replace(" s", "");
  return <span class="range">{start} .. {moment(to - origin, width / 100)}</span>;
}

export function Top({ model, on_help }: { model: Model; on_help: () => void }) {
  useSignals(model.theme.changed);
  const { view, theme } = model;
  return (
    <header>
      <Title model={model} />
      <FindBox model={model} />
      <LanesMenu model={model} />
      <ArrowButtons model={model} />
      <div class="pair" role="group" aria-label="Time shown">
        <button title="More time (s)" aria-label="Zoom out" onClick={() => view.zoom(1.6)}>
          −
        </button>
        <button title="The selected box, or all (f)" onClick={() => model.fit()}>Fit</button>
        <button title="Less time (w)" aria-label="Zoom in" onClick={() => view.zoom(1 / 1.6)}>
          +
        </button>
      </div>
      <button aria-pressed={theme.lecture} title="Large text for a lecture room (L)"
              onClick={() => theme.toggle_lecture()}>Lecture</button>
      <button aria-haspopup="dialog" title="Keys, colours, this recording (?)" onClick={on_help}>
        Help
      </button>
      <Range model={model} />
    </header>
  );
}
