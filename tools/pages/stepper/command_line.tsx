// A line for every command of the stepper. What completes it is the table of commands that the VM
// has sent, so a new command of the VM needs nothing here.
import { h } from "preact";
import { useRef, useState } from "preact/hooks";
import { Model } from "./model";
import { Named } from "./recording";

// The commands that begin with what has been typed; the one with that short name comes first.
export function completions(commands: Named[], typed: string): Named[] {
  const word = typed.trimStart();
  if (word.includes(" ")) return commands.filter((one) =>
    [one.name, one.short].includes(word.split(" ")[0]!));
  return commands.filter((one) => one.name.startsWith(word))
    .sort((a, b) => Number(b.short === word) - Number(a.short === word));
}

export function CommandLine({ model }: { model: Model }) {
  const [line, set_line] = useState("");
  const past = useRef<{ lines: string[]; at: number }>({ lines: [], at: 0 });
  const [open, set_open] = useState(false);
  const [chosen, set_chosen] = useState(0);
  const found = completions(model.recording.commands, line);
  const list = open ? found.slice(0, 9) : [];
  const take = (name: string) => {
    set_line(`${name} `);
    set_open(true);
    document.getElementById("command")?.focus();
  };
  const send = (event: Event) => {
    event.preventDefault();
    if (line.trim() === "" || !model.may_command) return;
    past.current.lines.push(line);
    past.current.at = past.current.lines.length;
    void model.session.run_selected(line.trim());
    set_line("");
    set_chosen(0);
  };
  const on_key = (event: KeyboardEvent) => {
    const is_word = !line.trimStart().includes(" ");
    if (event.key === "ArrowDown" && list.length > 0) set_chosen((chosen + 1) % list.length);
    else if (event.key === "ArrowUp" && line === "" || event.key === "ArrowUp" && event.altKey) {
      past.current.at = Math.max(0, past.current.at - 1);
      set_line(past.current.lines[past.current.at] ?? "");
    } else if (event.key === "ArrowUp" && list.length > 0) {
      set_chosen((chosen + list.length - 1) % list.length);
    } else if (event.key === "Tab" && !event.shiftKey && is_word && line !== "" && list[chosen]) {
      take(list[chosen]!.name);
    } else if (event.key === "Escape" && open && list.length > 0 && line !== "") set_open(false);
    else return;
    event.preventDefault();
  };
  return (
    <form class="command" onSubmit={send}>
      <label for="command"><span aria-hidden="true">:</span>
        <span class="for-readers">command</span></label>
      <input id="command" type="text" value={line} autocomplete="off" spellcheck={false}
             placeholder={model.may_command ? "command" : ""} disabled={!model.may_command}
             role="combobox" aria-expanded={list.length > 0} aria-controls="commands"
             aria-autocomplete="list"
             aria-activedescendant={list[chosen] ? `command-${list[chosen]!.name}` : undefined}
             onFocus={() => set_open(true)} onBlur={() => set_open(false)} onKeyDown={on_key}
             onInput={(event) => {
               set_line(event.currentTarget.value);
               set_open(true);
               set_chosen(0);
             }} />
      <div id="commands" role="listbox" aria-label="commands" hidden={list.length === 0}>
        {list.map((one, i) => (
          <div key={one.name} role="option" id={`command-${one.name}`} aria-selected={i === chosen}
               onPointerDown={(event) => { event.preventDefault(); take(one.name); }}>
            <b>{one.name}</b> <span>{one.arguments}</span> <small>{one.what}</small>
          </div>
        ))}
      </div>
    </form>
  );
}
