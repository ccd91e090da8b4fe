// All that the parts of the page share: the recording, and what the reader does with it.
import { Signal } from "../shared/signal";
import { Theme } from "../shared/theme";
import { ArrowPaths, Drawn } from "./arrows";
import { Densities } from "./density";
import { Find } from "./find";
import { Lanes } from "./lanes";
import { Paints } from "./paints";
import { pyramids_of, Pyramid } from "./pyramid";
import { Recording, Track } from "./recording";
import { Pick, Selection } from "./selection";
import { View } from "./view";

export type Panel = "findings" | "tables" | null;

export class Model {
  readonly paints: Paints;
  readonly rows: Pyramid[][];             // by track, then by nesting level
  readonly view: View;
  readonly lanes: Lanes;
  readonly selection: Selection;
  readonly arrows: ArrowPaths;
  readonly find: Find;
  readonly densities = new Densities();
  readonly panel_changed = new Signal();
  readonly scroll_asked = new Signal();   // to the lane of `scroll_to`
  scroll_to: Track | null = null;
  panel: Panel = null;
  drawn_arrows: Drawn[] = [];

  constructor(readonly recording: Recording, readonly theme: Theme) {
    this.paints = new Paints(recording);
    this.rows = recording.tracks.map((track) =>
      pyramids_of(track.slices, this.paints.column(track)));
    this.view = new View(recording.end, () => theme.moves);
    this.lanes = new Lanes(recording, this.rows);
    this.selection = new Selection(recording, this.rows);
    this.arrows = new ArrowPaths(recording, this.selection);
    this.find = new Find(recording);
    this.selection.changed.subscribe(() => { this.drawn_arrows = this.arrows.drawn(); });
  }

  open_panel(panel: Panel): void {
    this.panel = panel === this.panel ? null : panel;
    this.panel_changed.fire();
  }

  // Selects something and brings it into view.
  go_to(pick: Pick | null): void {
    if (pick === null) return;
    this.lanes.unfold_for(pick.track);
    this.selection.choose(pick);
    const range = this.selection.range();
    if (range !== null) this.view.reveal(range[0], range[1]);
    this.scroll_to = pick.track;
    this.scroll_asked.fire();
  }

  // The selected slice fills the window; once more, and everything is shown.
  fit(): void {
    const range = this.selection.range();
    if (range === null) return this.view.fit_all();
    const margin = Math.max((range[1] - range[0]) * 0.1, 20);
    const { from, to } = this.view;
    const is_fitted = Math.abs(range[0] - margin - from) < margin * 0.2 &&
      Math.abs(range[1] + margin - to) < margin * 0.2;
    if (is_fitted) this.view.fit_all();
    else this.view.show(range[0] - margin, range[1] + margin);
  }
}
