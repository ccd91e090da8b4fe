// The spaces of the heap, each a bar that is full as far as it is used.
import { h } from "preact";
import { amount } from "../shared/text";
import { place } from "./diff";
import { Model } from "./model";
import { Space } from "./picture";

export function used_of(space: Space): string {
  return space.capacity === 0 ? "empty"
    : `${amount(space.used, "bytes")} of ${amount(space.capacity, "bytes")}`;
}

function Bar({ model, space }: { model: Model; space: Space }) {
  const share = space.capacity > 0 ? Math.min(1, space.used / space.capacity) : 0;
  const here = model.picture!.objects.filter((thing) => thing.space === space.name).length;
  const changed = model.changes.has(place.space(space.name)) ? " changed" : "";
  return (
    <tr class={changed}>
      <th scope="row">{space.name}</th>
      <td class="bar"><div class="whole"><div style={{ width: `${share * 100}%` }} /></div></td>
      <td class="amount">{used_of(space)}</td>
      <td class="amount">{here === 0 ? "" : `${here} shown`}</td>
    </tr>
  );
}

export function Spaces({ model }: { model: Model }) {
  const heap = model.picture?.heap;
  const counts = heap === undefined ? ""
    : `collections: ${heap.young} young, ${heap.full} full`;
  return (
    <section class="pane spaces" aria-labelledby="spaces-title">
      <h2 id="spaces-title">heap <span class="of">{counts}</span></h2>
      <div class="scroll" tabIndex={0} role="group" aria-label="spaces of the heap">
        {heap === undefined || heap.spaces.length === 0
          ? <p class="empty">No spaces are shown at this stop.</p>
          : <table>
              <thead class="for-readers"><tr><th scope="col">space</th><td>used</td>
                <th scope="col">amount</th><th scope="col">objects shown</th></tr></thead>
              <tbody>
                {heap.spaces.map((space) =>
                  <Bar key={space.name} model={model} space={space} />)}
              </tbody>
            </table>}
      </div>
    </section>
  );
}
