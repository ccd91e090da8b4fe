// Keys, colours, and where the recording comes from, in a dialog.
import { Fragment, h } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Key, Keys } from "../shared/keys";
import { useSignals } from "../shared/signal";
import { Choice } from "../shared/theme";
import { Legend } from "./legend";
import { Model } from "./model";

const CHOICES: [Choice, string][] =
  [["auto", "As the system"], ["light", "Light"], ["dark", "Dark"]];

function KeyList({ list }: { list: Key[] }) {
  return (
    <dl class="keys">
      {list.map((key) => (
        <div key={key.says}>
          <dt>{Object.keys(key.acts).map((name) => <kbd key={name}>{name.slice(0, 3)}</kbd>)}</dt>
          <dd>{key.says}</dd>
        </div>
      ))}
    </dl>
  );
}

// Options begin with a hyphen, after which a browser would break the line.
function Words({ text }: { text: string }) {
  return (
    <Fragment>
      {text.split(" ").map((word, i) => (
        <Fragment key={i}><span class="word">{word}</span>{" "}</Fragment>
      ))}
    </Fragment>
  );
}

function About({ model }: { model: Model }) {
  const { about } = model.recording;
  const rows: [string, string | number][] = [
    ["command", about.command], ["recorded", about.date], ["process", about.pid || ""],
    ["thread model", about.lwps > 0 ? `${about.model}, ${about.lwps} LWPs` : about.model],
    ["locks", about.locking], ["events", about.events.toLocaleString("en")],
    ["events lost", about.lost.toLocaleString("en")], ["threads", about.threads], ...about.facts];
  return (
    <dl class="about">
      {rows.filter(([, value]) => value !== "").map(([name, value]) => (
        <div key={name}><dt>{name}</dt><dd><Words text={String(value)} /></dd></div>
      ))}
    </dl>
  );
}

function Looks({ model, keys }: { model: Model; keys: Keys }) {
  useSignals(model.theme.changed);
  const { theme } = model;
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

export function Help({ model, keys, open, on_close }:
    { model: Model; keys: Keys; open: boolean; on_close: () => void }) {
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
        <Looks model={model} keys={keys} />
        <div class="columns">
          <section>
            <h3>Keys</h3>
            <KeyList list={keys.list} />
            <p>On the lanes, the arrow keys go from box to box.</p>
          </section>
          <section>
            <h3>Mouse</h3>
            <p>A drag moves the time, the wheel with Ctrl zooms, a drag on the ruler shows that
              part, a double click fits the selected box. The wheel alone scrolls the lanes.</p>
            <h3>Colours</h3>
            <Legend model={model} where="help" />
            <p>A box in the lane of a lock or of an LWP has the colour of its thread. A triangle is
              a point in time. What is narrower than a pixel is merged, in the colour of its longest
              part.</p>
            <h3>This recording</h3>
            <About model={model} />
          </section>
        </div>
      </div>
    </dialog>
  );
}
