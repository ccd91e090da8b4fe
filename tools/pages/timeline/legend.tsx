// What the colours and patterns mean: the states that occur in this recording.
import { h } from "preact";
import { ink_on, Look, TILES, look_of_state } from "../shared/colours";
import { Model } from "./model";

// A box that has the colour of its thread is explained by the name of that thread's lane.
function states_in_use({ recording, rows }: Model): string[] {
  const used = new Set<number>();
  for (const row of rows.flat()) for (const slice of row.order) used.add(row.paint[slice]!);
  return recording.states.filter((_, state) => used.has(state));
}

export function Swatch({ look, id }: { look: Look; id: string }) {
  const tile = TILES[look.pattern];
  const ink = ink_on(look.colour);
  return (
    <svg class="swatch" width="22" height="16" aria-hidden="true">
      <defs>
        <pattern id={id} width="8" height="8" patternUnits="userSpaceOnUse">
          {tile?.lines.map(([x1, y1, x2, y2]) => (
            <line x1={x1} y1={y1} x2={x2} y2={y2} stroke={ink} stroke-width={tile.width}
                  opacity="0.45" />
          ))}
          {tile?.dots.map(([cx, cy]) => (
            <circle cx={cx} cy={cy} r={tile.width} fill={ink} opacity="0.45" />
          ))}
        </pattern>
      </defs>
      <rect width="22" height="16" rx="2" fill={look.colour} />
      <rect width="22" height="16" rx="2" fill={`url(#${id})`} />
    </svg>
  );
}

let used: string[] | null = null;

export function Legend({ model, where = "legend" }: { model: Model; where?: string }) {
  used ??= states_in_use(model);
  return (
    <ul class="legend" aria-label="What the colours mean">
      {used.map((name) => (
        <li key={name}>
          <Swatch look={look_of_state(name)} id={`${where}-${look_of_state(name).pattern}`} />{name}
        </li>
      ))}
    </ul>
  );
}
