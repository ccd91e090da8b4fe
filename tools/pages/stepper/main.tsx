// Where the stepper's page starts: with the recording inside, or, if there is none, with what the
// desk tells.
import { ComponentChild, h, render } from "preact";
import { has_data, read_data } from "../shared/data";
import { Failure } from "../shared/failure";
import { Json, object } from "../shared/checked";
import { Theme } from "../shared/theme";
import { Page } from "./app";
import { Link } from "./live";
import { Model } from "./model";
import { Recording } from "./recording";
import { remember_page } from "./save_page";

const NOTHING: Json = { format: "minijvm-recording", version: 1 };

function show(content: ComponentChild): void {
  const root = document.getElementById("page")!;
  root.replaceChildren();
  render(content, root);
}

function start_live(): void {
  const link = new Link({
    message: (message) => {
      try {
        model.session.message(message);
      } catch (error) {
        link.close();
        show(<Failure title="Stepper" error={error} />);
      }
    },
    state_changed: () => model.changed.fire(),
  });
  const model = new Model(new Recording({ ...NOTHING }), new Theme(), link);
  show(<Page model={model} />);
  void link.connect();
}

async function start(): Promise<void> {
  remember_page();
  if (!has_data("data")) return start_live();
  const theme = new Theme();
  try {
    const recording = new Recording(object(await read_data("data"), "the recording"));
    show(<Page model={new Model(recording, theme, null)} />);
  } catch (error) {
    show(<Failure title="Stepper" error={error} />);
  }
}

void start();
