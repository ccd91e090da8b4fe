// The page: two lines above, the panes, the sentence below.
import { Fragment, h } from "preact";
import { useMemo } from "preact/hooks";
import { Keys } from "../shared/keys";
import { useSignals } from "../shared/signal";
import { Bottom } from "./bottom";
import { key_list } from "./commands";
import { Console } from "./console";
import { Film } from "./film";
import { Frames, StaticFields } from "./frames";
import { Help } from "./help";
import { Bytecode, Source } from "./listing";
import { Locks } from "./locks";
import { MainPane, Model } from "./model";
import { Objects } from "./objects";
import { Spaces } from "./spaces";
import { Threads } from "./threads";
import { Top } from "./top";

const MAIN: [MainPane, string][] = [
  ["source", "source"], ["bytecode", "bytecode"], ["objects", "objects"], ["locks", "locks"],
  ["spaces", "heap"], ["console", "console"]];

function main_pane(model: Model, pane: MainPane) {
  switch (pane) {
    case "source": return <Source model={model} />;
    case "objects": return <Objects model={model} />;
    case "locks": return <Locks model={model} />;
    case "spaces": return <Spaces model={model} />;
    case "console": return <Console model={model} />;
    default: return <Bytecode model={model} />;
  }
}

// Beside what runs one wants to see what it works on.
function Beside({ model }: { model: Model }) {
  return (
    <div class="roots" tabIndex={0} role="group" aria-label="frames">
      <StaticFields model={model} /><Frames model={model} />
    </div>
  );
}

// In a lecture room: the threads, one main pane, and the sentence.
function LecturePanes({ model }: { model: Model }) {
  const all = MAIN.filter(([pane]) => pane !== "bytecode" || model.depth !== "source");
  const now = model.main_pane === "bytecode" && model.depth === "source" ? "source"
    : model.main_pane;
  return (
    <main class="panes one">
      <Threads model={model} />
      <div class="tabs" role="group" aria-label="Main pane">
        {all.map(([pane, says]) => (
          <button key={pane} aria-pressed={now === pane && !model.film}
                  onClick={() => model.set({ main_pane: pane, film: false })}>{says}</button>
        ))}
      </div>
      {model.film ? <Film model={model} />
        : now !== "source" && now !== "bytecode" ? main_pane(model, now)
        : <div class="beside">{main_pane(model, now)}<Beside model={model} /></div>}
    </main>
  );
}

function AllPanes({ model }: { model: Model }) {
  const { film, depth } = model;
  return (
    <main class={`panes depth-${depth}${film ? " filming" : ""}${
      model.shows("objects") ? "" : " no-objects"}`}>
      <div class="left">
        <Threads model={model} />
        {model.shows("locks") && <Locks model={model} />}
      </div>
      {film ? <Film model={model} /> : (
        <Fragment>
          <div class="listings">
            <Source model={model} />
            {depth !== "source" && <Bytecode model={model} />}
          </div>
          <div class="right">
            {model.shows("objects") && <Objects model={model} />}
            {model.shows("spaces") && <Spaces model={model} />}
          </div>
        </Fragment>
      )}
      <Console model={model} />
    </main>
  );
}

export function Page({ model }: { model: Model }) {
  useSignals(model.changed);
  const keys = useMemo(() => new Keys(key_list(model)), []);
  return (
    <Fragment>
      <Top model={model} />
      {model.theme.lecture ? <LecturePanes model={model} /> : <AllPanes model={model} />}
      <Bottom model={model} />
      <Help model={model} keys={keys} />
    </Fragment>
  );
}
