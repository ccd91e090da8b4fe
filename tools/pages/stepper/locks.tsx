// The locks that the program has: the header word bit by bit, the owner, who queues behind it as a
// chain of records, waiters apart, and the meta-lock with who stands behind whom.
import { Fragment, h } from "preact";
import { place } from "./diff";
import { ThreadName } from "./looks";
import { MetaLock } from "./meta";
import { Model } from "./model";
import { Lock, Queued } from "./picture";

function outlined(model: Model, lock: Lock, what: string): string {
  return model.changes.has(place.lock(lock.object, what)) ? " changed" : "";
}

function Word({ model, lock }: { model: Model; lock: Lock }) {
  return (
    <Fragment>
      <div class="header-word">word <code>{lock.word}</code></div>
      <dl class="bits">
        {lock.bits.map((bit) => (
          <div key={bit.name} class={`bit${outlined(model, lock, bit.name)}`}>
            <dt>{bit.name} <span class="where">{bit.where}</span></dt>
            <dd><code>{bit.bits}</code> <span>{bit.text}</span></dd>
          </div>
        ))}
      </dl>
    </Fragment>
  );
}

function LockRecord({ model, lock, row }: { model: Model; lock: Lock; row: Queued }) {
  return (
    <li class={`record ${row.as}${outlined(model, lock, `q${row.thread}`)}`}>
      <ThreadName mark={model.marks.of(row.thread)} />{" "}
      <span class="as">{row.as}{row.count > 1 ? ` ×${row.count}` : ""}</span>
    </li>
  );
}

function Queue({ model, lock }: { model: Model; lock: Lock }) {
  const waiting = lock.queue.filter((row) => row.as === "waiter");
  const chain = lock.queue.filter((row) => row.as !== "waiter" && row.as !== "owner");
  const rows = lock.owner === null ? chain
    : [{ thread: lock.owner, as: "owner", count: lock.count }, ...chain];
  const part = (list: Queued[]) => list.map((row) =>
    <LockRecord key={`${row.as} ${row.thread}`} model={model} lock={lock} row={row} />);
  return (
    <Fragment>
      {rows.length > 0 && <ol class={`chain${outlined(model, lock, "owner")}`}
                              aria-label="owner and queue">{part(rows)}</ol>}
      {waiting.length > 0 && (
        <div class="waiters">wait
          <ul class="chain" aria-label="waiters">{part(waiting)}</ul></div>
      )}
    </Fragment>
  );
}

function OneLock({ model, lock }: { model: Model; lock: Lock }) {
  const name = model.picture?.objects.find((one) => one.id === lock.object)?.text ??
    `#${lock.object}`;
  const is_hidden = model.hides_lock(lock.object);
  return (
    <article class="lock" aria-label={`lock of ${name}`} data-lock={lock.object}>
      <h3>lock of {name} <span class={`lock-state${outlined(model, lock, "state")}`}>
        {is_hidden ? "?" : lock.state}</span></h3>
      {is_hidden ? <p class="hidden-value">?</p> : (
        <Fragment>
          {model.depth === "machine" && <Word model={model} lock={lock} />}
          <Queue model={model} lock={lock} />
          {lock.text !== "" && <p class="text">{lock.text}</p>}
          {model.depth !== "source" && lock.stored.length > 0 && (
            <p class="stored">in the record: {lock.stored.map(([what, value]) =>
              value === "-" ? `no ${what}` : `${what} ${value}`).join(", ")}</p>
          )}
          {model.depth === "machine" && <MetaLock model={model} lock={lock} />}
        </Fragment>
      )}
    </article>
  );
}

// Places inside the meta-lock and the collector at which one can stop.
function Points({ model }: { model: Model }) {
  const { points } = model.recording;
  if (model.link === null || model.depth !== "machine" || points.length === 0) return null;
  return (
    <details class="points">
      <summary>stop at a point</summary>
      <div>
        {points.map(({ name, what }) => (
          <button key={name} disabled={!model.may_command} title={what}
                  onClick={() => void model.session.command(`break ${name}`)}>{name}</button>
        ))}
      </div>
    </details>
  );
}

export function Locks({ model }: { model: Model }) {
  const { locks } = model.picture ?? { locks: [] };
  return (
    <section class="pane locks" aria-labelledby="locks-title">
      <h2 id="locks-title">locks</h2>
      <div class="scroll" tabIndex={0} role="group" aria-label="locks">
        {locks.length === 0 && <p class="empty">No object that is shown is locked.</p>}
        {locks.map((lock) => <OneLock key={lock.object} model={model} lock={lock} />)}
        <Points model={model} />
      </div>
    </section>
  );
}
