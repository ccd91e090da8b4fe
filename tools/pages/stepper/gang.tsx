// What the gang of the collector's workers did: its counts, and its latencies as bars.
import { h } from "preact";
import { Json } from "../shared/checked";
import { amount } from "../shared/text";
import { Shot } from "./film_model";
import { read } from "./picture";

function Bars({ name, values }: { name: string; values: number[] }) {
  const most = Math.max(1, ...values);
  return (
    <tr>
      <th scope="row">{name}</th>
      <td class="bars" aria-label={values.join(", ")}>
        {values.map((value, i) => (
          <span key={i} title={`2^${i}: ${value}`} style={{ height: `${value / most * 2}rem` }} />
        ))}
      </td>
    </tr>
  );
}

function numbers_of(value: unknown): number[] | null {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "number")
    ? value as number[] : null;
}

function row_of(name: string, value: unknown) {
  const numbers = numbers_of(value);
  if (numbers !== null) return <Bars key={name} name={name} values={numbers} />;
  return <tr key={name}><th scope="row">{name}</th><td class="amount">{read.text(value)}</td></tr>;
}

// Bytes that each worker has copied, from its pieces.
function copied(shots: Shot[]): [number, bigint][] {
  const sums = new Map<number, bigint>();
  for (const piece of shots.at(-1)?.pieces ?? []) {
    sums.set(piece.worker, (sums.get(piece.worker) ?? 0n) + piece.to - piece.from);
  }
  return [...sums].sort((a, b) => a[0] - b[0]);
}

export function GangTable({ shots }: { shots: Shot[] }) {
  const gang: Json = Object.assign({}, ...shots.map((one) => one.gang));
  const rows = Object.entries(gang).filter(([, value]) => typeof value !== "object" ||
    Array.isArray(value));
  const pieces = copied(shots);
  if (rows.length === 0 && pieces.length === 0) return null;
  return (
    <table class="gang">
      <caption>gang</caption>
      <tbody>
        {rows.map(([name, value]) => row_of(name, value))}
        {pieces.map(([worker, bytes]) => (
          <tr key={`worker ${worker}`}><th scope="row">worker {worker} took</th>
            <td class="amount">{amount(Number(bytes), "bytes")}</td></tr>
        ))}
      </tbody>
    </table>
  );
}
