// What stands above the lanes: whether all runs did the same, the table, and what it says in
// sentences.
import { Fragment, h } from "preact";
import { Signal, useSignals } from "../shared/signal";
import { Comparison, Row } from "./format";

export class Folded {
  readonly changed = new Signal();
  on = false;

  toggle(): void {
    this.on = !this.on;
    this.changed.fire();
  }
}

// What differs comes first, in red and in words.
function Verdict({ comparison }: { comparison: Comparison }) {
  if (comparison.same) return <p class="verdict">{comparison.verdict.join(" ")}</p>;
  return (
    <div class="verdict different" role="note">
      <strong>The runs do not do the same, so their times say little:</strong>
      <ul>{comparison.verdict.map((sentence, i) => <li key={i}>{sentence}</li>)}</ul>
    </div>
  );
}

function Cells({ row }: { row: Row }) {
  return (
    <Fragment>
      {row.cells.map(({ text, spread, noisy }, i) => (
        <td key={i} class={noisy ? "amount noisy" : "amount"}
            title={`spread of the runs: ${spread} %`}>
          {text}{noisy && <small> noisy</small>}
        </td>
      ))}
    </Fragment>
  );
}

// The cells say which ones are noisy.
function remark_of(row: Row): string {
  return row.cells.some((cell) => cell.noisy) ? "noisy, do not conclude" : row.remark;
}

function Figures({ comparison }: { comparison: Comparison }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col"><span class="for-readers">figure</span></th>
          {comparison.variants.map(({ name, options }) => (
            <th key={name} scope="col" class="amount" title={options}>{name}</th>
          ))}
          <th scope="col">of the runs</th>
        </tr>
      </thead>
      <tbody>
        {comparison.rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">{row.name}</th><Cells row={row} />
            <td class="remark" title={row.remark}>{remark_of(row)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Method({ comparison }: { comparison: Comparison }) {
  const { command, options, variants, machine, date, method } = comparison;
  return (
    <div class="method">
      <p>{machine}; {date}.</p>
      <p>{method.join(" ")}</p>
      <p>Command: {command}{options !== "" && `; all variants: ${options}`}</p>
      <p>{variants.map(({ name, options: own }) => `${name}: ${own || "no option"}`).join("; ")}</p>
    </div>
  );
}

export function Above({ comparison, folded }: { comparison: Comparison; folded: Folded }) {
  useSignals(folded.changed);
  return (
    <section class="comparison" aria-label="Comparison">
      <div class="first-line">
        <Verdict comparison={comparison} />
        <button aria-expanded={!folded.on} aria-controls="figures" title="The table (c)"
                onClick={() => folded.toggle()}>Table</button>
      </div>
      <div id="figures" class="figures" hidden={folded.on} tabIndex={0}
           aria-label="Figures, differences, and how they were measured" role="group">
        <Figures comparison={comparison} />
        <div class="differences">
          <h2>Differences</h2>
          <ul>{comparison.sentences.map((sentence, i) => <li key={i}>{sentence}</li>)}</ul>
          <Method comparison={comparison} />
        </div>
      </div>
    </section>
  );
}
