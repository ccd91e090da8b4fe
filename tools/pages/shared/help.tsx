// What the help of every page has: the keys, the looks, a dialog around them.
import { ComponentChildren, Fragment, h } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Key, Keys } from "./keys";
import { useSignals } from "./signal";
import { Choice, Theme } from "./theme";

const CHOICES: [Choice, string][] =
  [["auto", "As the system"], ["light", "Light"], ["dark", "Dark"]];

export function KeyList({ list }: { list: Key[] }) {
  return (
    <dl class="keys">
      {list.map((key) => (
        <div key={key.says}>
          <dt>{(key.shows ?? Object.keys(key.acts).map((name) => name.slice(0, 3))).map((name) =>
            <kbd key={name}>{name}</kbd>)}</dt>
          <dd>{key.says}</dd>
        </div>
      ))}
    </dl>
  );
}

// Options begin with a hyphen, after which a browser would break the line.
export function Words({ text }: { text: string }) {
  return (
    <Fragment>
      {text.split(" ").map((word, i) => (
        <Fragment key={i}><span class="word">{word}</span>{" "}</Fragment>
      ))}
    </Fragment>
  );
}

export function Facts({ rows }: { rows: [string, string | number][] }) {
  return (
    <dl class="about">
      {rows.filter(([, value]) => value !== "").map(([name, value]) => (
        <div key={name}><dt>{name}</dt><dd><Words text={String(value)} /></dd></div>
      ))}
    </dl>
  );
}

export function Looks({ theme, keys }: { theme: Theme; keys: Keys }) {
  useSignals(theme.changed);
  return (
    <div class="looks">
      <span>
        <label for="colours">Colours</label>
        <select id="colours" value={theme.choice}
                onChange={(event) => theme.choose(event.currentTarget.value as Choice)}>
          {CHOICES.map(([choice, says]) => <option key={choice} value={choice}>{says}</option>)}
        </select>
      </span>
      <div class="pair" role="group" aria-label="Size of the text">
        <button aria-label="A−, smaller text" onClick={() => theme.grow(-2)}>A−</button>
        <button aria-label="A+, larger text" onClick={() => theme.grow(2)}>A+</button>
      </div>
      <label>
        <input id="letters" type="checkbox" checked={keys.on}
               onChange={(event) => { keys.on = event.currentTarget.checked; }} />
        Keys of one letter
      </label>
    </div>
  );
}

export function HelpDialog({ open, on_close, children }:
    { open: boolean; on_close: () => void; children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return (
    <dialog ref={dialog} aria-labelledby="help-title" onClose={on_close}
            onClick={(event) => { if (event.target === dialog.current) on_close(); }}>
      <div class="help" tabIndex={0}>
        <div class="help-head">
          <h2 id="help-title">Help</h2>
          <button onClick={on_close}>Close</button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
