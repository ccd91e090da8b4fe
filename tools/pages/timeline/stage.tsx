// The part of the page in which time runs: overview, ruler, names of lanes, lanes.
import { h } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { duration } from "../shared/text";
import { useSignals } from "../shared/signal";
import { Labels } from "./labels";
import { Model } from "./model";
import { Painter, Surface } from "./painter";
import { watch_lanes, watch_overview, watch_ruler } from "./pointer";
import { Pick } from "./selection";

const STRIP = 1.15;       // the height of one of several recordings, in the size of the text

interface Hint {
  title: string;
  text: string;
  x: number;
  y: number;
  left: boolean;
}

function hint_of(model: Model, pick: Pick | null, x: number, y: number, width: number):
    Hint | null {
  if (pick === null || pick.kind === "lane") return null;
  const state = model.selection.state_of(pick);
  const name = model.selection.name_of(pick);
  const { slices } = pick.track;
  const long = pick.kind === "slice"
    ? duration(slices.end[pick.index]! - slices.start[pick.index]!) : "";
  const text = [pick.track.name, state === name ? "" : state, long].filter((part) => part !== "");
  return { title: name, text: text.join(" · "), x, y, left: x > width * 0.65 };
}

// The arrow keys go from box to box.
function walk(model: Model, event: KeyboardEvent): void {
  const { selection } = model;
  const acts: Record<string, () => Pick | null> = {
    ArrowLeft: () => selection.neighbour(-1),
    ArrowRight: () => selection.neighbour(1),
    ArrowUp: () => selection.nested(-1) ?? beside(model, -1),
    ArrowDown: () => selection.nested(1) ?? beside(model, 1),
  };
  const act = acts[event.key];
  if (act === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  model.go_to(selection.pick === null ? first_in_view(model) : act());
}

function first_in_view(model: Model): Pick | null {
  const lane = model.lanes.list.find((one) => one.track !== null && one.track.slices.count > 0);
  if (!lane?.track) return null;
  return model.selection.slice_over(lane.track, model.view.from, model.view.from);
}

// What the next lane with slices does at the same time.
function beside(model: Model, by: number): Pick | null {
  const { list } = model.lanes;
  const track = model.selection.pick?.track;
  const time = model.selection.range()?.[0] ?? model.view.from;
  for (let i = list.findIndex((lane) => lane.track === track) + by; list[i]; i += by) {
    const next = list[i]!.track;
    if (next && next.slices.count > 0) {
      const row = model.rows[next.index]!.find((one) => one.order.length > 0)!;
      const index = row.order[Math.max(0, row.place_at(time))]!;
      return { kind: "slice", track: next, index };
    }
  }
  return null;
}

function scroll_to_lane(model: Model, scroller: HTMLElement): void {
  const lane = model.scroll_to && model.lanes.lane_of(model.scroll_to);
  if (!lane) return;
  const { scrollTop, clientHeight } = scroller;
  if (lane.top < scrollTop) scroller.scrollTop = lane.top;
  const bottom = lane.top + lane.height;
  if (bottom > scrollTop + clientHeight) scroller.scrollTop = bottom - clientHeight;
}

export function Stage({ model }: { model: Model }) {
  const stage = useRef<HTMLDivElement>(null);
  const [hint, set_hint] = useState<Hint | null>(null);

  useEffect(() => {
    const find = <T extends HTMLElement>(selector: string) =>
      stage.current!.querySelector<T>(selector)!;
    const [overview, ruler, canvas] = ["#overview", "#ruler", "#canvas"].map((selector) =>
      new Surface(find<HTMLCanvasElement>(selector))) as [Surface, Surface, Surface];
    const scroller = find<HTMLElement>(".scroller");
    const painter = new Painter(model, overview, ruler, canvas, scroller);
    const sink = {
      frame: () => painter.geometry(),
      hover: (pick: Pick | null, x: number, y: number) =>
        set_hint(hint_of(model, pick, x, y, canvas.canvas.clientWidth)),
      chosen: (from: number | null, to: number) => {
        painter.chosen = from === null ? null : [from, to];
        painter.ask();
      },
    };
    watch_lanes(canvas.canvas, sink);
    watch_ruler(ruler.canvas, sink);
    watch_overview(overview.canvas, sink);
    const measure = () => {
      model.lanes.resize(model.theme.font_size, scroller.clientHeight);
      painter.ask();
    };
    new ResizeObserver(measure).observe(scroller);
    model.theme.changed.subscribe(measure);
    model.scroll_asked.subscribe(() => scroll_to_lane(model, scroller));
    measure();
  }, []);

  const { sources, axis } = model.recording;
  const strips = sources.length > 0 ? { "--whole": `${sources.length * STRIP}rem` } : {};
  return (
    <div class="stage" ref={stage} style={strips}>
      <span class="corner whole">
        {sources.length === 0 ? "whole recording"
          : sources.map((name) => <span key={name} class="strip-name">{name}</span>)}
      </span>
      <div class="strip whole"><canvas id="overview" aria-hidden="true" /></div>
      <span class="corner">{axis}</span>
      <div class="strip"><canvas id="ruler" aria-hidden="true" /></div>
      <div class="scroller">
        <Labels model={model} />
        <Lanes model={model} />
      </div>
      {hint && (
        <div class={hint.left ? "hint to-left" : "hint"} aria-hidden="true"
             style={{ "--x": `${hint.x}px`, "--y": `${hint.y}px` }}>
          <b>{hint.title}</b><br />{hint.text}
        </div>
      )}
    </div>
  );
}

function Lanes({ model }: { model: Model }) {
  useSignals(model.lanes.changed);
  return (
    <div class="lanes" style={{ height: `${model.lanes.height}px` }}>
      <canvas id="canvas" role="application" tabIndex={0} aria-describedby="in-view-caption"
              aria-label="Lanes. The arrow keys go from box to box; a question mark lists the keys."
              onKeyDown={(event) => walk(model, event)} />
    </div>
  );
}
