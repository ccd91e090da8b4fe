// One table of keys, which also makes the list that the help shows. Keys of one letter can be
// switched off, since speech input may type letters by mistake (WCAG 2.1.4).

export interface Key {
  says: string;           // what the help says
  acts: Record<string, () => void>;   // by KeyboardEvent.key, or by its code: "Shift+Digit1"
  shows?: string[];       // what the help shows in place of the names in `acts`
  always?: boolean;       // works also in fields, and although keys of one letter are off
  no_letter?: boolean;    // works although keys of one letter are off, as an arrow does
}

const FIELDS = "input, select, textarea";

export class Keys {
  on = true;
  private readonly table = new Map<string, { key: Key; act: () => void }>();

  constructor(readonly list: Key[]) {
    for (const key of list) {
      for (const [name, act] of Object.entries(key.acts)) this.table.set(name, { key, act });
    }
    document.addEventListener("keydown", (event) => this.pressed(event));
  }

  private pressed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const code = `${event.shiftKey ? "Shift+" : ""}${event.code}`;
    const found = this.table.get(code) ?? this.table.get(event.key);
    if (found === undefined) return;
    if (!(this.on || found.key.always || found.key.no_letter)) return;
    const target = event.target as Element | null;
    if (target?.closest(FIELDS) && !found.key.always) return;
    // A dialog that is open has the keyboard to itself.
    if (document.querySelector("dialog[open]")) return;
    event.preventDefault();
    found.act();
  }
}
