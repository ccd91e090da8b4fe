// Keys, marks, and where the session comes from, in a dialog.
import { h } from "preact";
import { Facts, HelpDialog, KeyList, Looks } from "../shared/help";
import { Keys } from "../shared/keys";
import { ThreadName } from "./looks";
import { Model } from "./model";

function About({ model }: { model: Model }) {
  const { made, steps } = model.recording;
  const rows: [string, string | number][] = [
    ["command", made.command ?? ""], ["recorded", made.date ?? ""], ["minijvm", made.vm ?? ""],
    ["JDK", made.jdk ?? ""], ["thread model", made.model ?? ""], ["LWPs", made.lwps ?? ""],
    ["locks", made.locking ?? ""], ["stops", steps.length]];
  return <Facts rows={rows} />;
}

// What a grader plays again: `--step=play --session FILE`, and `--schedule`.
function Texts({ model }: { model: Model }) {
  const { schedule, session } = model.recording;
  return (
    <div class="texts">
      <label for="schedule-text">The schedule, for <code>--schedule</code></label>
      <input id="schedule-text" type="text" readOnly value={schedule} />
      <label for="session-text">The session, for <code>--session</code></label>
      <textarea id="session-text" readOnly rows={5} value={session.join("\n")} />
    </div>
  );
}

export function Help({ model, keys }: { model: Model; keys: Keys }) {
  const threads = model.picture?.threads ?? [];
  return (
    <HelpDialog open={model.help} on_close={() => { if (model.help) model.set({ help: false }); }}>
      <Looks theme={model.theme} keys={keys} />
      <div class="columns">
        <section>
          <h3>Keys</h3>
          <KeyList list={keys.list} />
          <p>In source, bytecode, objects and the schedule, the arrow keys move there.</p>
        </section>
        <section>
          <h3>Marks</h3>
          <p>A frame around a value: it has changed since the stop before. A grey box: the object
            is gone, and its place becomes free at the next collection. ▶ what runs next, ▷ what
            waits for a call, ● a stop is set. Back looks at recorded stops; the program does not
            go back.</p>
          <p class="marks">{threads.map((thread) =>
            <ThreadName key={thread.id} mark={model.marks.of(thread.id)} />)}</p>
          <h3>This session</h3>
          <Texts model={model} />
          <About model={model} />
        </section>
      </div>
    </HelpDialog>
  );
}
