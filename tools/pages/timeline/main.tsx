// Where the page starts: reads the recording and shows it, or says in a sentence why it cannot.
import { Fragment, h, render } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { PageError, read_data } from "../shared/data";
import { Keys } from "../shared/keys";
import { Theme } from "../shared/theme";
import { keep_address } from "./address";
import { key_list } from "./commands";
import { Dock } from "./dock";
import { read_recording } from "./format";
import { Help } from "./help";
import { Mirror } from "./mirror";
import { Model } from "./model";
import { Stage } from "./stage";
import { Top } from "./top";

function Page({ model }: { model: Model }) {
  const [help, set_help] = useState(false);
  const keys = useMemo(() => new Keys(key_list(model, () => set_help(true))), []);
  useEffect(() => keep_address(model), []);
  return (
    <Fragment>
      <Top model={model} on_help={() => set_help(true)} />
      <main>
        <Stage model={model} />
        <Mirror model={model} />
      </main>
      <Dock model={model} />
      <Help model={model} keys={keys} open={help} on_close={() => set_help(false)} />
    </Fragment>
  );
}

function Failure({ text }: { text: string }) {
  return (
    <main class="failure">
      <h1>Timeline</h1>
      <div role="alert"><p>{text}</p></div>
    </main>
  );
}

async function start(): Promise<void> {
  const root = document.getElementById("page")!;
  const theme = new Theme();
  const show = (content: preact.ComponentChild) => {
    root.replaceChildren();
    render(content, root);
  };
  try {
    const model = new Model(read_recording(await read_data("data")), theme);
    if (model.recording.findings.length > 0 && location.hash === "") model.panel = "findings";
    show(<Page model={model} />);
  } catch (error) {
    if (!(error instanceof PageError)) console.error(error);
    const text = error instanceof PageError ? error.message
      : "The page cannot show this recording, because of a mistake in the page itself.";
    show(<Failure text={text} />);
  }
}

void start();
