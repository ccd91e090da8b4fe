// Keys, colours, and where the recording comes from, in a dialog.
import { h } from "preact";
import { Facts, HelpDialog, KeyList, Looks } from "../shared/help";
import { Keys } from "../shared/keys";
import { Legend } from "./legend";
import { Model } from "./model";

function About({ model }: { model: Model }) {
  const { about } = model.recording;
  const rows: [string, string | number][] = [
    ["command", about.command], ["recorded", about.date], ["process", about.pid || ""],
    ["thread model", about.lwps > 0 ? `${about.model}, ${about.lwps} LWPs` : about.model],
    ["locks", about.locking], ["events", about.events.toLocaleString("en")],
    ["events lost", about.lost.toLocaleString("en")], ["threads", about.threads], ...about.facts];
  return <Facts rows={rows} />;
}

export function Help({ model, keys, open, on_close }:
    { model: Model; keys: Keys; open: boolean; on_close: () => void }) {
  return (
    <HelpDialog open={open} on_close={on_close}>
      <Looks theme={model.theme} keys={keys} />
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
    </HelpDialog>
  );
}
