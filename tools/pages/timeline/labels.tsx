// The names of the lanes: a tree, in which groups fold and lanes can be pinned.
import { Fragment, h } from "preact";
import { useState } from "preact/hooks";
import { DASHES, ink_on, look_of_thread } from "../shared/colours";
import { useSignals } from "../shared/signal";
import { amount } from "../shared/text";
import { Lane } from "./lanes";
import { Model } from "./model";
import { Track } from "./recording";

const BORDERS = ["solid", "dashed", "dotted"];

function Badge({ track }: { track: Track }) {
  if (track.ordinal < 0) return null;
  const { colour, dash } = look_of_thread(track.ordinal);
  const style = { background: colour, color: ink_on(colour),
                  borderStyle: BORDERS[dash % DASHES.length]! };
  return <span class="badge" style={style}>{track.letter || "·"}</span>;
}

function Pin({ model, track }: { model: Model; track: Track }) {
  const pinned = model.lanes.is_pinned(track);
  return (
    <button class="pin" tabIndex={-1} aria-pressed={pinned} aria-label={`Pin ${track.name}`}
            title={pinned ? "Put it back (i)" : "Keep it at the top (i)"}
            onClick={(event) => { event.stopPropagation(); model.lanes.pin(track); }}>
      <svg viewBox="0 0 12 12" aria-hidden="true">
        <path d="M3.5 1h5v1L8 5l2 2v1H6.6L6 12l-.6-4H2V7l2-2-.5-3z" />
      </svg>
    </button>
  );
}

function LaneContent({ model, lane }: { model: Model; lane: Lane }) {
  if (lane.kind === "group") {
    return (
      <Fragment>
        <span class="fold" aria-hidden="true">{lane.folded ? "▸" : "▾"}</span>
        <span class="name">{lane.name}</span>
      </Fragment>
    );
  }
  if (lane.track === null) return <span class="name" title="All other threads">{lane.name}</span>;
  const { counter } = lane.track;
  const most = counter && counter.most > 0 ? `up to ${amount(counter.most, counter.unit)}` : "";
  return (
    <Fragment>
      <Badge track={lane.track} />
      <span class="name" title={lane.name}>{lane.name}{most && <small>{most}</small>}</span>
      <Pin model={model} track={lane.track} />
    </Fragment>
  );
}

function choose(model: Model, lane: Lane): void {
  if (lane.kind === "group") model.lanes.fold(lane.group);
  else if (lane.kind === "density") model.lanes.show_all_threads(true);
  else model.selection.choose({ kind: "lane", track: lane.track! });
}

function enter(model: Model, lane: Lane): void {
  if (lane.track === null) return choose(model, lane);
  const at = Math.max(model.view.from, 0);
  const row = model.rows[lane.track.index]![0];
  const index = row && (row.slice_at(at) >= 0 ? row.slice_at(at) : row.order[row.place_at(at) + 1]);
  if (index === undefined) return choose(model, lane);
  model.go_to({ kind: "slice", track: lane.track, index });
  document.getElementById("canvas")?.focus();
}

function id_of(lane: Lane): string { return lane.key.replaceAll(" ", "-"); }

export function Labels({ model }: { model: Model }) {
  useSignals(model.lanes.changed, model.selection.changed);
  const [active, set_active] = useState("");
  const lanes = model.lanes.list;
  const stop = Math.max(0, lanes.findIndex((lane) => lane.key === active));

  const move = (to: number) => {
    const lane = lanes[Math.min(lanes.length - 1, Math.max(0, to))];
    if (lane !== undefined) document.getElementById(id_of(lane))?.focus();
  };

  // The focus says where one is: keys may come quicker than the tree is rendered.
  const on_key = (event: KeyboardEvent) => {
    const at = lanes.findIndex((lane) => id_of(lane) === document.activeElement?.id);
    const lane = lanes[at];
    if (lane === undefined) return;
    const is_group = lane.kind === "group";
    const acts: Record<string, () => void> = {
      ArrowDown: () => move(at + 1),
      ArrowUp: () => move(at - 1),
      Home: () => move(0),
      End: () => move(lanes.length - 1),
      ArrowLeft: () => is_group ? model.lanes.fold(lane.group, true)
        : move(lanes.findIndex((one) => one.kind === "group" && one.group === lane.group)),
      ArrowRight: () => is_group ? model.lanes.fold(lane.group, false) : enter(model, lane),
      Enter: () => choose(model, lane),
      " ": () => choose(model, lane),
    };
    const act = acts[event.key];
    if (act === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    act();
  };

  const is_selected = (lane: Lane) =>
    lane.track !== null && model.selection.pick?.track === lane.track;
  return (
    <div class="labels" role="tree" aria-label="Lanes" onKeyDown={on_key}
         style={{ height: `${model.lanes.height}px` }}>
      {lanes.map((lane, i) => (
        <div key={lane.key} id={id_of(lane)} class={`label ${lane.kind}`} role="treeitem"
             tabIndex={i === stop ? 0 : -1} aria-level={lane.kind === "group" ? 1 : 2}
             aria-posinset={lane.place} aria-setsize={lane.places}
             aria-selected={is_selected(lane)}
             aria-expanded={lane.kind === "group" ? !lane.folded : undefined}
             style={{ top: `${lane.top}px`, height: `${lane.height}px` }}
             onFocus={() => set_active(lane.key)} onClick={() => choose(model, lane)}>
          <LaneContent model={model} lane={lane} />
        </div>
      ))}
    </div>
  );
}
