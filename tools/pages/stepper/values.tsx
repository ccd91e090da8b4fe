// One value in a frame, a class or an object. A reference has a dot, from which its arrow goes.
import { h } from "preact";
import { Value } from "./picture";

interface Props {
  value: Value; from: string; changed: boolean; hidden?: boolean; types?: boolean;
}

export function ValueRow({ value, from, changed, hidden = false, types = false }: Props) {
  const { name, type, ref } = value;
  const text = hidden ? "?" : value.value;
  const shows_type = types && !hidden && ref === null && !text.startsWith(`${type} `);
  return (
    <div class={changed && !hidden ? "value changed" : "value"} title={`${name} ${type}`.trim()}>
      <span class="value-name">{name}</span>{" "}
      <span class="content">{shows_type && <span class="type">{type} </span>}{text}</span>
      {ref !== null && !hidden &&
        <span class="ref" data-ref={ref} data-from={from} aria-hidden="true" />}
    </div>
  );
}
