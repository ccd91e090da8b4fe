// The threads, a lane each: where it is, what it waits for in a sentence, and a button that lets
// it run alone. If threads wait for one another in a circle, the circle is drawn.
import { h } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { place } from "./diff";
import { Badge } from "./looks";
import { Model } from "./model";
import { Thread } from "./picture";

function where(thread: Thread): string {
  const frame = thread.frames[0];
  if (frame === undefined) return "";
  const line = frame.line >= 0 ? `line ${frame.line}` : frame.native ? "native" : "";
  const bci = frame.bci >= 0 && !frame.native ? `bci ${frame.bci}` : "";
  return [`${frame.class_name}.${frame.name}`, bci, line].filter((one) => one !== "").join(", ");
}

function sentence(thread: Thread): string {
  if (thread.waits?.why) return thread.waits.why;
  if (thread.waits?.text) return `It waits for ${thread.waits.text}.`;
  return "";
}

function Lane({ model, thread, ordinal }: { model: Model; thread: Thread; ordinal: number }) {
  const mark = model.marks.of(thread.id);
  const is_selected = model.thread?.id === thread.id;
  const digit = ordinal < 9 ? String(ordinal + 1) : "";
  const changed = model.changes.has(place.thread(thread.id)) ? " changed" : "";
  const hidden = model.asks_for_lock;
  const why = hidden ? "?" : sentence(thread);
  const state = [thread.state, thread.held ? "held" : "", thread.lwp === null ? ""
    : `LWP ${thread.lwp}`].filter((one) => one !== "").join(", ");
  const lane = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (is_selected) lane.current!.scrollIntoView({ block: "nearest" });
  }, [is_selected, model.at]);
  return (
    <li class={`${is_selected ? "lane selected" : "lane"}${changed}`} ref={lane}>
      <button class="choose" aria-pressed={is_selected} data-thread={thread.id}
              title={digit && `Select this thread (${digit})`}
              onClick={() => model.choose_thread(thread.id)}>
        <Badge mark={mark} />
        <span class="facts">
          <span class="first"><span class="name">{thread.name}</span>{" "}
            <span class="state">{hidden ? "?" : state}</span></span>
          <span class="where">{where(thread)}</span>
          {why !== "" && <span class="why">{why}</span>}
        </span>
      </button>
      {model.link !== null && (
        <button class="run" disabled={!model.may_command} aria-label={`Run ${thread.name} alone`}
                title={digit ? `Run it alone (Shift+${digit})` : "Run it alone"}
                onClick={() => void model.session.command(`run ${thread.id}`)}>run</button>
      )}
    </li>
  );
}

// Threads of which each waits for the next, and the last for the first.
export function circle(threads: Thread[]): Thread[] {
  const by_id = new Map(threads.map((thread) => [thread.id, thread]));
  for (const start of threads) {
    const seen: Thread[] = [];
    let at: Thread | undefined = start;
    while (at !== undefined && !seen.includes(at)) {
      seen.push(at);
      at = at.waits?.by === null || at.waits === null ? undefined : by_id.get(at.waits.by);
    }
    if (at === start && seen.length > 1) return seen;
  }
  return [];
}

function Circle({ model, threads }: { model: Model; threads: Thread[] }) {
  if (threads.length === 0) return null;
  return (
    <div class="circle" role="group" aria-label="Threads that wait in a circle">
      <p>Nobody here can go on:</p>
      <ol>
        {threads.map((thread, i) => {
          const next = threads[(i + 1) % threads.length]!;
          return (
            <li key={thread.id}>
              <Badge mark={model.marks.of(thread.id)} /> {thread.name}
              <span class="for"> waits for {thread.waits?.text || "something"}, which </span>
              <Badge mark={model.marks.of(next.id)} /> {next.name}
              <span class="for"> has{i + 1 < threads.length ? "" : " ↺"}</span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

export function Threads({ model }: { model: Model }) {
  const { threads } = model.picture ?? { threads: [] };
  return (
    <section class="pane threads" aria-labelledby="threads-title">
      <h2 id="threads-title">threads</h2>
      <div class="scroll" tabIndex={0} role="group" aria-label="threads">
        <Circle model={model} threads={circle(threads)} />
        <ul class="lanes">
          {threads.map((thread, i) =>
            <Lane key={thread.id} model={model} thread={thread} ordinal={i} />)}
        </ul>
      </div>
    </section>
  );
}
