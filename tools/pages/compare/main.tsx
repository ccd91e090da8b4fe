// Where the comparison starts: the lanes of the timeline, with those of all variants, and the table
// above them.
import { h } from "preact";
import { Key } from "../shared/keys";
import { start } from "../timeline/app";
import { Lanes } from "../timeline/lanes";
import { Model } from "../timeline/model";
import { Above, Folded } from "./comparison";
import { Comparison, read_comparison } from "./format";
import { merged } from "./merge";

// What one wants to see of each variant: its threads and what carries them. A comparison of the
// collector's dispatchers is about its workers.
const OPEN: Record<string, string[]> = { gang: ["Collector"] };
const USUALLY_OPEN = ["LWPs", "Threads", "Locks"];

function fold_most(model: Model, { set }: Comparison): void {
  const open = Object.hasOwn(OPEN, set) ? OPEN[set]! : USUALLY_OPEN;
  for (const base of model.lanes.bases) model.lanes.fold_base(base, !open.includes(base));
}

void start("Comparison", (data) => {
  const comparison = read_comparison(data);
  const folded = new Folded();
  let lanes: Lanes | null = null;
  const keys: Key[] = [
    { says: "the same lanes side by side",
      acts: { o: () => lanes?.put_side_by_side(!lanes.side_by_side) } },
    { says: "the table of the comparison", acts: { c: () => folded.toggle() } },
  ];
  return {
    recording: merged(comparison),
    opens_findings: false,
    above: () => <Above comparison={comparison} folded={folded} />,
    prepare: (model) => {
      lanes = model.lanes;
      fold_most(model, comparison);
    },
    keys,
  };
});
