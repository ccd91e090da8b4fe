// The meta-lock of one object: the thread whose name is in the word is the last of the queue, and
// each thread knows the one that it stands behind. A hand-over gives the release bits to the next.
import { h } from "preact";
import { place } from "./diff";
import { ThreadName } from "./looks";
import { Model } from "./model";
import { Lock, Standing } from "./picture";

// From the holder to the last, as far as the standings tell.
export function in_order(standings: Standing[]): Standing[] {
  const ids = new Set(standings.map((one) => one.thread));
  const order = standings.filter((one) => one.behind === null || !ids.has(one.behind));
  for (let i = 0; i < order.length && order.length < standings.length; i++) {
    order.push(...standings.filter((one) =>
      one.behind === order[i]!.thread && !order.includes(one)));
  }
  return [...order, ...standings.filter((one) => !order.includes(one))];
}

function says(one: Standing): string {
  return [one.what || one.point, one.gate ? "waits at its gate" : ""]
    .filter((part) => part !== "").join("; ");
}

function Behind({ model, one, before }:
    { model: Model; one: Standing; before: Standing | undefined }) {
  if (one.behind === null) return null;
  const front = model.marks.of(one.behind);
  const given = before?.thread === one.behind &&
    (before.hands_over || before.point === "meta_hand_over");
  return (
    <span class={given ? "hand-over given" : "hand-over"}>
      <span aria-hidden="true">{given ? "⟶ " : "⋯ "}</span>
      {given ? `${front.name} gives the release bits` : `behind ${front.name}`}
    </span>
  );
}

export function MetaLock({ model, lock }: { model: Model; lock: Lock }) {
  if (lock.standings.length === 0 && lock.last === null) return null;
  const order = in_order(lock.standings);
  return (
    <div class="meta" role="group" aria-label="meta-lock">
      <h4>meta-lock {lock.last !== null &&
        <span class="last">in the word: <ThreadName mark={model.marks.of(lock.last)} /></span>}</h4>
      <ol class="standings">
        {order.map((one, i) => (
          <li key={one.thread} class={
            model.changes.has(place.lock(lock.object, `m${one.thread}`)) ? "changed" : ""}>
            <Behind model={model} one={one} before={order[i - 1]} />
            <span class="stand"><ThreadName mark={model.marks.of(one.thread)} />{" "}
              <span class="point">{one.point}</span></span>
            <span class="what">{says(one)}</span>
            {one.hands_over && <span class="gives">hands over</span>}
          </li>
        ))}
      </ol>
    </div>
  );
}
