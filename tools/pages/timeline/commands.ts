// What each key does. The keys for time and arrows are Perfetto's, since many know them.
import { Key } from "../shared/keys";
import { save_png, save_svg } from "./export";
import { address_of_finding } from "./findings";
import { Model } from "./model";

const ZOOM = 1.5;
const PAN = 0.2;

function next_finding(model: Model): () => void {
  let at = -1;
  return () => {
    const { findings } = model.recording;
    if (findings.length === 0) return;
    at = (at + 1) % findings.length;
    location.hash = address_of_finding(model, findings[at]!);
  };
}

// The nearest thing that can be left: the text to find, a panel, the mark, the selection.
function leave(model: Model): void {
  const { find, selection, view } = model;
  if (find.text !== "") find.look_for("");
  else if (selection.pick !== null) selection.choose(null);
  else if (view.marked !== null) view.toggle_mark(...view.marked);
  else if (model.panel !== null) model.open_panel(model.panel);
  else if (model.theme.lecture) model.theme.toggle_lecture();
}

function mark(model: Model): void {
  const range = model.selection.range();
  if (range !== null) model.view.toggle_mark(range[0], range[1]);
  else if (model.view.marked !== null) model.view.toggle_mark(...model.view.marked);
}

function focus_find(): void {
  const field = document.getElementById("find") as HTMLInputElement;
  field.focus();
  field.select();
}

function pin(model: Model): void {
  const track = model.selection.pick?.track;
  if (track) model.lanes.pin(track);
}

export function key_list(model: Model, on_help: () => void, more: Key[] = []): Key[] {
  const { view, theme, arrows } = model;
  const follow = (direction: 1 | -1) => model.go_to(arrows.follow(direction));
  return [
    { says: "zoom in, out", acts: { w: () => view.zoom(1 / ZOOM), s: () => view.zoom(ZOOM) } },
    { says: "to earlier, later times", acts: { a: () => view.pan(-PAN), d: () => view.pan(PAN) } },
    { says: "fit the selected box; again: everything", acts: { f: () => model.fit() } },
    { says: "mark the time of the selected box", acts: { m: () => mark(model) } },
    { says: "back, on along an arrow", acts: { "[": () => follow(-1), "]": () => follow(1) } },
    { says: "find; Enter and Shift+Enter go on and back", acts: { "/": focus_find } },
    { says: "next finding", acts: { n: next_finding(model) } },
    { says: "tables", acts: { t: () => model.open_panel("tables") } },
    { says: "pin the selected lane at the top", acts: { i: () => pin(model) } },
    ...more,
    { says: "leave: find, selection, mark, panel", always: true,
      acts: { Escape: () => leave(model) } },
    { says: "lecture mode", acts: { L: () => theme.toggle_lecture() } },
    { says: "larger, smaller text", acts: { "+": () => theme.grow(2), "-": () => theme.grow(-2) } },
    { says: "save a picture: PNG, SVG",
      acts: { p: () => save_png(model), v: () => save_svg(model) } },
    { says: "this help", acts: { "?": on_help } },
  ];
}
