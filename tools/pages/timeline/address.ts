// The address of the page says what is in view, so that it can be kept and sent:
// #t=0.412,0.530&sel=3.s12&mark=0.42,0.43
import { Model } from "./model";

const DELAY = 250;        // milliseconds: browsers refuse to change the address too often

function seconds(ns: number): string { return String(Number((ns / 1e9).toFixed(9))); }

export function address_of(from: number, to: number, selected: string,
                           marked: [number, number] | null = null): string {
  const parts = [`t=${seconds(from)},${seconds(to)}`];
  if (selected !== "") parts.push(`sel=${selected}`);
  if (marked !== null) parts.push(`mark=${seconds(marked[0])},${seconds(marked[1])}`);
  return `#${parts.join("&")}`;
}

function range_in(text: string | null): [number, number] | null {
  const parts = (text ?? "").split(",").map(Number);
  const [from, to] = parts;
  if (parts.length !== 2 || !Number.isFinite(from) || !Number.isFinite(to)) return null;
  return from! <= to! ? [from! * 1e9, to! * 1e9] : null;
}

function obey(model: Model, at_once: boolean): void {
  const values = new URLSearchParams(location.hash.slice(1));
  const pick = model.selection.parse(values.get("sel") ?? "");
  const range = range_in(values.get("t"));
  if (pick !== null) model.go_to(pick);
  else if (values.has("t")) model.selection.choose(null);
  if (range !== null) model.view.show(range[0], range[1], at_once);
  model.view.marked = range_in(values.get("mark"));
  model.view.changed.fire();
}

export function keep_address(model: Model): void {
  let timer = 0;
  let written = "";
  const write = () => {
    const { from, to, marked, end } = model.view;
    const selected = model.selection.text();
    const is_new = from === 0 && to === end && selected === "" && marked === null;
    const address = is_new && location.hash === "" ? "" : address_of(from, to, selected, marked);
    if (address === "" || address === location.hash) return;
    written = address;
    try {
      history.replaceState(null, "", address);
    } catch {
      // A browser may refuse it for a file. The page works without.
    }
  };
  const later = () => {
    clearTimeout(timer);
    timer = window.setTimeout(write, DELAY);
  };
  if (location.hash !== "") obey(model, true);
  model.view.changed.subscribe(later);
  model.selection.changed.subscribe(later);
  addEventListener("hashchange", () => {
    if (location.hash !== written) obey(model, false);
  });
}
