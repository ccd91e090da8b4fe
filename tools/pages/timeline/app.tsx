// A page with lanes: reads its data and shows it, or says in a sentence why it cannot. The timeline
// is one such page; others put something above the lanes.
import { ComponentChild, Fragment, h, render } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { read_data } from "../shared/data";
import { Failure } from "../shared/failure";
import { Key, Keys } from "../shared/keys";
import { Theme } from "../shared/theme";
import { keep_address } from "./address";
import { key_list } from "./commands";
import { Dock } from "./dock";
import { Help } from "./help";
import { Mirror } from "./mirror";
import { Model } from "./model";
import { Recording } from "./recording";
import { Stage } from "./stage";
import { Top } from "./top";

export interface Screen {
  recording: Recording;
  opens_findings: boolean;
  above?: (model: Model) => ComponentChild;
  keys?: Key[];
  prepare?: (model: Model) => void;
}

function Page({ model, screen }: { model: Model; screen: Screen }) {
  const [help, set_help] = useState(false);
  const keys = useMemo(() =>
    new Keys(key_list(model, () => set_help(true), screen.keys)), []);
  useEffect(() => keep_address(model), []);
  return (
    <Fragment>
      <Top model={model} on_help={() => set_help(true)} />
      {screen.above?.(model)}
      <main>
        <Stage model={model} />
        <Mirror model={model} />
      </main>
      <Dock model={model} />
      <Help model={model} keys={keys} open={help} on_close={() => set_help(false)} />
    </Fragment>
  );
}

// `read` turns the data of the page into what is shown.
export async function start(title: string, read: (data: unknown) => Screen): Promise<void> {
  const root = document.getElementById("page")!;
  const theme = new Theme();
  const show = (content: ComponentChild) => {
    root.replaceChildren();
    render(content, root);
  };
  try {
    const screen = read(await read_data("data"));
    const model = new Model(screen.recording, theme);
    screen.prepare?.(model);
    const opens = screen.opens_findings && location.hash === "";
    if (opens && screen.recording.findings.length > 0) model.panel = "findings";
    show(<Page model={model} screen={screen} />);
  } catch (error) {
    show(<Failure title={title} error={error} />);
  }
}
