// One value in a frame, a class or an object. A reference has a dot, from which its arrow goes.
import { h } from "preact";
import { Value } from "./picture";

interface Props {
  value: Value; from: string; changed: boolean; hidden?: boolean; types?: boolean;
}

// The number of an object is never cut off, as its class may be: "Parcel" and " #4".
export function ObjectName({ text }: { text: string }) {
  const at = text.lastIndexOf(" #");
  if (at < 0) return <span>{text}</span>;
  return (
    <span class="named"><span>{text.slice(0, at)}</span>
      <span class="id">{text.slice(at)}</span></span>
  );
}

// "java.lang.String" is "String" where there is little place; the title has all of it.
function plain(type: string): string { return type.slice(type.lastIndexOf(".") + 1); }

export function ValueRow({ value, from, changed, hidden = false, types = false }: Props) {
  const { name, type, ref } = value;
  const text = hidden ? "?" : value.value;
  const shows_type = types && !hidden && ref === null && !text.startsWith(`${type} `);
  return (
    <div class={changed && !hidden ? "value changed" : "value"} title={`${name} ${type}`.trim()}>
      <span class="value-name">{name}</span>{" "}
      <span class="content">{shows_type && <span class="type">{plain(type)} </span>}
        {ref !== null ? <ObjectName text={text} /> : text}</span>
      {ref !== null && !hidden &&
        <span class="ref" data-ref={ref} data-from={from} aria-hidden="true" />}
    </div>
  );
}
