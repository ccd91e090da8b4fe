// A menu of check boxes.
import { ComponentChildren, h } from "preact";
import { useEffect, useRef } from "preact/hooks";

// A menu closes when the focus or the pointer goes elsewhere.
export function Menu({ name, children }: { name: string; children: ComponentChildren }) {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      if (!menu.current?.contains(event.target as Node)) menu.current?.removeAttribute("open");
    };
    document.addEventListener("pointerdown", close);
    document.addEventListener("focusin", close);
  }, []);
  const on_key = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !menu.current?.open) return;
    event.preventDefault();
    menu.current.open = false;
    menu.current.querySelector("summary")?.focus();
  };
  return (
    <details class="menu" ref={menu} onKeyDown={on_key}>
      <summary>{name}</summary>
      <div class="items">{children}</div>
    </details>
  );
}

export function Check({ says, on, act }: { says: string; on: boolean; act: (on: boolean) => void }) {
  return (
    <label>
      <input type="checkbox" checked={on} onChange={(event) => act(event.currentTarget.checked)} />
      {says}
    </label>
  );
}
