// The frames of the selected thread, the innermost first, each with its locals and its operand
// stack, and above them the static fields of the classes in question.
import { h } from "preact";
import { place } from "./diff";
import { Badge } from "./looks";
import { Model } from "./model";
import { Frame, Thread } from "./picture";
import { ValueRow } from "./values";

export function StaticFields({ model }: { model: Model }) {
  const { statics } = model.picture ?? { statics: [] };
  return (
    <div class="statics">
      {statics.filter((one) => one.fields.length > 0).map(({ class_name, fields }) => (
        <section key={class_name} class="box" aria-label={`static fields of ${class_name}`}>
          <h3>{class_name} <span class="of">static</span></h3>
          {fields.map((field) => (
            <ValueRow key={field.name} value={field} from="statics"
                      changed={model.changes.has(place.static_field(class_name, field.name))} />
          ))}
        </section>
      ))}
    </div>
  );
}

function Operands({ model, thread, frame, depth, top }:
    { model: Model; thread: Thread; frame: Frame; depth: number; top: boolean }) {
  if (model.depth === "source" || frame.native) return null;
  if (!top && frame.stack.length === 0) return null;
  const is_hidden = top && model.hides("stack", thread.id);
  const { stack } = frame;
  return (
    <div class="operands">
      <h4>stack</h4>
      {is_hidden && <p class="hidden-value">?</p>}
      {!is_hidden && stack.length === 0 && <p class="none">empty</p>}
      {/* The top of the stack is drawn at the top. */}
      {!is_hidden && stack.map((operand, slot) => (
        <ValueRow key={slot} value={{ ...operand, name: `${slot}` }} from={`frame ${depth}`}
                  types={true}
                  changed={model.changes.has(place.operand(thread.id, depth, slot))} />
      )).reverse()}
    </div>
  );
}

function OneFrame({ model, thread, frame, index }:
    { model: Model; thread: Thread; frame: Frame; index: number }) {
  const depth = thread.frames.length + thread.more_frames - index;
  const is_selected = model.frame === index;
  const where = frame.native ? "native" : frame.line >= 0 ? `line ${frame.line}`
    : `bci ${frame.bci}`;
  const isnew = model.changes.has(place.frame(thread.id, depth));
  return (
    <section class={`box frame${is_selected ? " selected" : ""}${isnew ? " changed" : ""}`}
             aria-label={`frame ${frame.method}`}>
      <h3>
        <button aria-pressed={is_selected} title={`${frame.method}, bci ${frame.bci}`}
                onClick={() => model.choose_frame(index)}>
          {frame.class_name.split(".").at(-1)}.{frame.name}() <span class="of">{where}</span>
        </button>
      </h3>
      {frame.locals.map((local) => (
        <ValueRow key={local.name} value={local} from={`frame ${depth}`}
                  hidden={index === 0 && model.hides(`local:${local.name}`, thread.id)}
                  changed={model.changes.has(place.local(thread.id, depth, local.name))} />
      ))}
      <Operands model={model} thread={thread} frame={frame} depth={depth} top={index === 0} />
    </section>
  );
}

export function Frames({ model }: { model: Model }) {
  const { thread } = model;
  if (thread === null) return <div class="frames"><p class="empty">No thread is shown.</p></div>;
  return (
    <div class="frames">
      <p class="whose"><Badge mark={model.marks.of(thread.id)} /> {thread.name}
        <span class="of"> {model.asks_for_lock ? "?" : thread.state}</span></p>
      {thread.frames.map((frame, i) => (
        <OneFrame key={thread.frames.length - i} model={model} thread={thread} frame={frame}
                  index={i} />
      ))}
      {thread.frames.length === 0 && <p class="empty">It has no frames of Java.</p>}
      {thread.more_frames > 0 && <p class="more">and {thread.more_frames} more frames</p>}
    </div>
  );
}
