// Source and bytecode: lines with the one that runs next, and the stops that are set. The arrow
// keys move a cursor in them, and `b` sets a stop there.
import { Component, h } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { stop_at_bci, stop_at_line, stops_of, toggle_stop } from "./breakpoints";
import { Cursor, Model } from "./model";
import { coloured } from "./syntax";

export interface Line { key: number; label: string; text: string; java: boolean }

interface RowProps {
  id: string; line: Line; current: boolean; caller: boolean; stop: boolean; chosen: boolean;
  on_cursor: (key: number) => void; on_stop: (key: number) => void;
}

// A row is drawn again only if something about it has changed, as a source may have many.
class ListingRow extends Component<RowProps> {
  override shouldComponentUpdate(next: RowProps): boolean {
    const now = this.props;
    return now.line !== next.line || now.current !== next.current || now.stop !== next.stop ||
      now.chosen !== next.chosen || now.caller !== next.caller || now.id !== next.id;
  }

  // A line that is too long goes on below its own beginning.
  private get indent() {
    const { text } = this.props.line;
    const letters = Math.min(24, text.length - text.trimStart().length) + 2;
    return { paddingLeft: `${letters}ch`, textIndent: `-${letters}ch` };
  }

  override render({ id, line, current, caller, stop, chosen, on_cursor, on_stop }: RowProps) {
    const kind = current ? "row current" : caller ? "row caller" : "row";
    return (
      <div id={id} role="option" aria-selected={chosen} class={kind}
           aria-current={current ? "step" : undefined} onClick={() => on_cursor(line.key)}>
        <span class="gutter" onClick={() => on_stop(line.key)}>
          <span class="dot" aria-hidden="true">{stop ? "●" : ""}</span>
          {stop && <span class="for-readers">stop is set, </span>}
          <span class="label">{line.label}</span>
          <span class="arrow" aria-hidden="true">{current ? "▶" : caller ? "▷" : ""}</span>
        </span>
        <code style={this.indent}>{line.java ? coloured(line.text) : line.text}</code>
      </div>
    );
  }
}

interface ListProps {
  id: string; label: string; lines: Line[]; current: number | null; caller: boolean;
  stops: Set<number>; cursor: number | null; on_cursor: (key: number) => void;
  on_stop: (key: number) => void;
}

interface PartProps extends Omit<ListProps, "label" | "cursor"> {
  chosen: number | null;
  first: number;
}

const PART = 40;          // rows that are compared and left out of the layout together

const keys_in = (part: PartProps) => part.lines.slice(part.first, part.first + PART);

// Of a long text, only the parts that something has changed in are looked at.
class ListingPart extends Component<PartProps> {
  override shouldComponentUpdate(next: PartProps): boolean {
    const now = this.props;
    if (now.lines !== next.lines || now.id !== next.id || now.caller !== next.caller) return true;
    return keys_in(now).some(({ key }) =>
      (now.current === key) !== (next.current === key) ||
      (now.chosen === key) !== (next.chosen === key) || now.stops.has(key) !== next.stops.has(key));
  }

  override render(part: PartProps) {
    const { id, current, caller, stops, chosen } = part;
    return (
      <div class="part-of-rows" role="presentation">
        {keys_in(part).map((line) => (
          <ListingRow key={line.key} id={`${id}-${line.key}`} line={line}
                      current={line.key === current && !caller}
                      caller={line.key === current && caller} stop={stops.has(line.key)}
                      chosen={line.key === chosen} on_cursor={(key) => this.props.on_cursor(key)}
                      on_stop={(key) => this.props.on_stop(key)} />
        ))}
      </div>
    );
  }
}

// Brings a row into the middle, unless it is well in view already.
function reveal(list: HTMLElement | null, row: HTMLElement | null): void {
  if (!list || !row) return;
  const box = row.getBoundingClientRect();
  const top = box.top - list.getBoundingClientRect().top;
  const margin = box.height * 2;
  if (top >= margin && top + box.height <= list.clientHeight - margin) return;
  list.scrollTop += top - list.clientHeight / 2;
}

function List(props: ListProps) {
  const { id, label, lines, current, cursor, on_cursor } = props;
  const list = useRef<HTMLDivElement>(null);
  const at = lines.findIndex((line) => line.key === (cursor ?? current));
  const chosen = lines[at]?.key ?? null;
  const row = chosen === null ? undefined : `${id}-${chosen}`;
  useEffect(() => {
    if (row !== undefined) reveal(list.current, document.getElementById(row));
  }, [row, lines]);
  const on_key = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1, PageUp: -10, PageDown: 10 }[event.key];
    if (by === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const next = lines[Math.max(0, Math.min(lines.length - 1, at + by))];
    if (next) on_cursor(next.key);
  };
  const parts = Array.from({ length: Math.ceil(lines.length / PART) }, (_, i) => i * PART);
  return (
    <div class="listing" role="listbox" aria-label={label} tabIndex={0} ref={list}
         aria-activedescendant={row} onKeyDown={on_key}>
      {parts.map((first) =>
        <ListingPart key={first} {...props} first={first} chosen={chosen} />)}
    </div>
  );
}

// Lines are made once for each text, so that the rows of a list are kept from stop to stop.
const kept = new WeakMap<object, Line[]>();

function lines_of<T>(texts: T[], make: (one: T, index: number) => Line): Line[] {
  let lines = kept.get(texts);
  if (lines === undefined) kept.set(texts, lines = texts.map(make));
  return lines;
}

// A frame of the class library has no source here; its nearest caller that has one says more.
function frame_with_source(model: Model) {
  const frames = model.thread?.frames ?? [];
  const found = frames.findIndex((one, i) =>
    i >= model.frame && model.recording.sources.has(one.file));
  const at = found < 0 ? model.frame : found;
  return { frame: frames[at], is_caller: at > 0 };
}

export function Source({ model }: { model: Model }) {
  const { frame, is_caller } = frame_with_source(model);
  const file = frame?.file ?? "";
  const text = model.recording.sources.get(file);
  const cursor = model.cursor?.kind === "line" && model.cursor.file === file
    ? model.cursor.line : null;
  const at_line = (line: number): Cursor => ({ kind: "line", file, line });
  const has_stops = stops_of(model).length > 0;
  const lines = text === undefined ? [] : lines_of(text, (one, i) =>
    ({ key: i + 1, label: String(i + 1), text: one, java: true }));
  const stops = new Set(has_stops ? lines.filter((line) =>
    stop_at_line(model, file, line.key)).map((line) => line.key) : []);
  return (
    <section class="pane source" aria-labelledby="source-title">
      <h2 id="source-title">source <span class="of">{file || "none"}</span></h2>
      {text === undefined
        ? <p class="empty">{file === "" ? "This frame has no source." :
            `The text of ${file} is not in this recording (--source says where sources are).`}</p>
        : <List id="line" label={`source ${file}`} lines={lines} current={frame!.line}
                caller={is_caller} stops={stops} cursor={cursor}
                on_cursor={(line) => model.set({ cursor: at_line(line) })}
                on_stop={(line) => toggle_stop(model, at_line(line))} />}
    </section>
  );
}

export function Bytecode({ model }: { model: Model }) {
  const frame = model.thread?.frames[model.frame];
  const code = frame?.code ?? null;
  const listing = code === null ? undefined : model.recording.code.get(code);
  const cursor = model.cursor?.kind === "bci" && model.cursor.code === code
    ? model.cursor.bci : null;
  const has_stops = stops_of(model).length > 0;
  const at_bci = (bci: number): Cursor => ({ kind: "bci", code: code!, bci });
  const lines = listing === undefined ? [] : lines_of(listing.rows, (row) =>
    ({ key: row.bci, label: String(row.bci), text: row.text, java: false }));
  const stops = new Set(listing === undefined || !has_stops ? [] : lines.filter((line) =>
    stop_at_bci(model, listing, line.key)).map((line) => line.key));
  const name = listing?.method ?? frame?.method ?? "none";
  return (
    <section class="pane bytecode" aria-labelledby="bytecode-title">
      <h2 id="bytecode-title">bytecode <span class="of">{name}</span></h2>
      {listing === undefined
        ? <p class="empty">{frame?.native ? "This method is native: it has no bytecode."
            : "No bytecode is shown here."}</p>
        : <List id="bci" label={`bytecode ${name}`} lines={lines} current={frame!.bci}
                caller={model.frame > 0} stops={stops} cursor={cursor}
                on_cursor={(bci) => model.set({ cursor: at_bci(bci) })}
                on_stop={(bci) => toggle_stop(model, at_bci(bci))} />}
    </section>
  );
}
