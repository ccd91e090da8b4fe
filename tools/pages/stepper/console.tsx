// What the program has printed and read, with the stop before which that was, the commands that
// were given, and a line for the program's input.
import { Component, h } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Model } from "./model";
import { Output } from "./recording";

const MOST_PARTS = 200;         // shown at once
const MOST_LETTERS = 20_000;    // of one part

interface Part { key: string; kind: string; text: string; stop: string }

function cut(text: string): string {
  if (text.length <= MOST_LETTERS) return text;
  const left_out = (text.length - MOST_LETTERS).toLocaleString("en");
  return `(${left_out} characters are left out here)\n${text.slice(-MOST_LETTERS)}`;
}

// From the last part to the first, so that a long session costs no more than a short one.
function parts_of(model: Model): { parts: Part[]; cut_off: boolean } {
  const { recording, session, at } = model;
  const parts: Part[] = [];
  const add = (outputs: Output[], key: string, stop: string) => {
    for (let i = outputs.length - 1; i >= 0; i--) {
      const [kind, text] = outputs[i]!;
      parts.push({ key: `${key}.${i}`, kind, text: cut(text), stop: i === 0 ? stop : "" });
    }
  };
  const remarks = session.remarks;
  let next = remarks.length - 1;
  if (model.is_last) {
    add(recording.end === null ? [] : recording.tail, "tail", "end");
    add(session.pending, "now", "now");
  }
  for (let i = at; i >= 0 && parts.length < MOST_PARTS; i--) {
    while (next >= 0 && remarks[next]!.stop > i) next--;
    for (; next >= 0 && remarks[next]!.stop === i; next--) {
      const { kind, text } = remarks[next]!;
      parts.push({ key: `remark ${next}`, kind, stop: "",
                   text: kind === "asked" ? `(step) ${text}\n` : `${text}\n` });
    }
    add(recording.steps[i]!.out, String(i), String(i + 1));
  }
  const cut_off = parts.length >= MOST_PARTS;
  return { parts: parts.slice(0, MOST_PARTS).reverse(), cut_off };
}

const WORDS: Record<string, string> = { in: "typed", err: "error", wrong: "refused" };

class OnePart extends Component<{ part: Part }> {
  override shouldComponentUpdate({ part }: { part: Part }): boolean {
    const now = this.props.part;
    return now.text !== part.text || now.stop !== part.stop || now.kind !== part.kind;
  }

  override render({ part }: { part: Part }) {
    const word = WORDS[part.kind];
    const before = part.stop === "end" ? "at the end"
      : part.stop === "now" ? "now" : `stop ${part.stop}`;
    return (
      <div class={`part ${part.kind}`}>
        <span class="stop">{part.stop !== "" && before}</span>
        <pre>{word !== undefined && <span class="stream">{word} </span>}{part.text}</pre>
      </div>
    );
  }
}

function Input({ model }: { model: Model }) {
  const [line, set_line] = useState("");
  if (model.link === null) return null;
  const disabled = !model.is_live || !model.link.writer || model.recording.end !== null;
  const send = (event: Event) => {
    event.preventDefault();
    void model.session.input(`${line}\n`, false);
    set_line("");
  };
  return (
    <form class="stdin" onSubmit={send}>
      <label for="stdin">input</label>
      <input id="stdin" type="text" value={line} disabled={disabled} autocomplete="off"
             spellcheck={false} onInput={(event) => set_line(event.currentTarget.value)} />
      <button disabled={disabled}>send</button>
      <button type="button" disabled={disabled} title="The program reads the end of its input"
              onClick={() => void model.session.input("", true)}>end</button>
    </form>
  );
}

export function Console({ model }: { model: Model }) {
  const list = useRef<HTMLDivElement>(null);
  const { parts, cut_off } = parts_of(model);
  const last = parts.at(-1);
  useEffect(() => { list.current!.scrollTop = list.current!.scrollHeight; },
            [parts.length, last?.key, last?.text.length]);
  return (
    <section class="pane console" aria-labelledby="console-title">
      <h2 id="console-title">console</h2>
      <div class="scroll" tabIndex={0} role="group" aria-label="console" ref={list}>
        {cut_off && <p class="empty">Earlier parts are not shown.</p>}
        {parts.length === 0 && <p class="empty">Nothing has been printed yet.</p>}
        {parts.map((part) => <OnePart key={part.key} part={part} />)}
      </div>
      <Input model={model} />
    </section>
  );
}
