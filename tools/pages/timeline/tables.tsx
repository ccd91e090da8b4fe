// Totals. The first cell of a row selects its lane; the head of a column sorts by it.
import { h } from "preact";
import { useState } from "preact/hooks";
import { Model } from "./model";
import { Table, Track } from "./recording";

interface Order {
  column: number;
  down: boolean;
}

function compare(a: string | number | undefined, b: string | number | undefined): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a ?? "").localeCompare(String(b ?? ""), "en", { numeric: true });
}

function places_in(table: Table, order: Order | null): number[] {
  const places = table.rows.map((_, i) => i);
  if (order === null) return places;
  const sign = order.down ? -1 : 1;
  return places.sort((a, b) =>
    sign * compare(table.rows[a]![order.column], table.rows[b]![order.column]));
}

function select(model: Model, track: Track): void {
  model.go_to({ kind: "lane", track });
}

function written(cell: string | number): string {
  return typeof cell === "number" ? cell.toLocaleString("en", { maximumFractionDigits: 3 }) : cell;
}

function Head({ name, sorted, act }:
    { name: string; sorted: "ascending" | "descending" | "none"; act: () => void }) {
  const sign = { ascending: " ▴", descending: " ▾", none: "" }[sorted];
  return (
    <th scope="col" aria-sort={sorted}>
      <button onClick={act}>{name}<span aria-hidden="true">{sign}</span></button>
    </th>
  );
}

function OneTable({ model, table }: { model: Model; table: Table }) {
  const [order, set_order] = useState<Order | null>(null);
  const sorted = (column: number) => order?.column !== column ? "none"
    : order.down ? "descending" : "ascending";
  // Numbers begin with the largest, words with the first.
  const first_down = (column: number) => typeof table.rows[0]?.[column] === "number";
  const sort = (column: number) => set_order(
    { column, down: order?.column === column ? !order.down : first_down(column) });
  return (
    <table>
      <caption>{table.title}</caption>
      <thead>
        <tr>
          {table.columns.map((name, column) => (
            <Head key={column} name={name} sorted={sorted(column)} act={() => sort(column)} />
          ))}
        </tr>
      </thead>
      <tbody>
        {places_in(table, order).map((place) => (
          <tr key={place}>
            {table.rows[place]!.map((cell, column) => {
              const track = column === 0 ? table.tracks[place] : null;
              return (
                <td key={column} class={typeof cell === "number" ? "amount" : ""}>
                  {track ? <button onClick={() => select(model, track)}>{written(cell)}</button>
                         : written(cell)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function Tables({ model }: { model: Model }) {
  const { tables } = model.recording;
  if (tables.length === 0) return <p>The recording has no tables.</p>;
  return (
    <div class="tables">
      {tables.map((table, i) => <OneTable key={i} model={model} table={table} />)}
    </div>
  );
}
