// What the VM found worth a look: sentences, each a link to its moment. A link is an address of
// this page, so that a teacher can send it to the class.
import { h } from "preact";
import { useSignals } from "../shared/signal";
import { duration, moment } from "../shared/text";
import { address_of } from "./address";
import { Model } from "./model";
import { Finding } from "./recording";

const MARGIN = 1.5;       // of the finding's duration, on each side
const LEAST = 2000;       // nanoseconds

export function address_of_finding(model: Model, finding: Finding): string {
  const { time, track } = finding;
  const margin = Math.max(LEAST, finding.duration * MARGIN);
  const from = Math.max(0, time - margin);
  const to = Math.min(model.view.end, time + finding.duration + margin);
  const pick = track && model.selection.slice_over(track, time, time + finding.duration);
  return address_of(from, to, pick ? model.selection.text_of(pick) : "");
}

export function Findings({ model }: { model: Model }) {
  useSignals(model.selection.changed);
  const { findings } = model.recording;
  if (findings.length === 0) return <p>The recording shows nothing that asks for a look.</p>;
  return (
    <ol class="findings">
      {findings.map((finding, i) => (
        <li key={i}>
          <a href={address_of_finding(model, finding)}>{finding.text}</a>{" "}
          <small>
            {`at ${moment(finding.time - model.recording.origin, 1000)}`}
            {finding.duration > 0 && `, ${duration(finding.duration)}`}
          </small>
        </li>
      ))}
    </ol>
  );
}
