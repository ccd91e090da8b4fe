// How the page looks: light or dark, size of the text, lecture mode. The browser keeps nothing of
// it, since a page from disk shares its storage with every other page from disk.
import { Signal } from "./signal";

export type Choice = "auto" | "light" | "dark";

const SMALLEST = 12;
const LARGEST = 32;
const USUAL = 16;
const FOR_LECTURES = 24;

export interface Palette {
  paper: string;
  band: string;
  ink: string;
  soft: string;
  grid: string;
  accent: string;
  shade: string;
}

export class Theme {
  readonly changed = new Signal();
  choice: Choice = "auto";
  lecture = false;
  private size = USUAL;
  private size_for_lectures = FOR_LECTURES;
  private printing = false;
  private readonly prefers_dark = matchMedia("(prefers-color-scheme: dark)");
  private readonly prefers_still = matchMedia("(prefers-reduced-motion: reduce)");
  private colours: Palette | null = null;

  constructor() {
    this.prefers_dark.addEventListener("change", () => this.apply());
    addEventListener("beforeprint", () => this.print(true));
    addEventListener("afterprint", () => this.print(false));
    this.apply();
  }

  get dark(): boolean {
    if (this.printing) return false;
    return this.choice === "auto" ? this.prefers_dark.matches : this.choice === "dark";
  }

  get moves(): boolean { return !this.prefers_still.matches; }

  get font_size(): number { return this.lecture ? this.size_for_lectures : this.size; }

  choose(choice: Choice): void {
    this.choice = choice;
    this.apply();
  }

  grow(by: number): void {
    const size = Math.min(LARGEST, Math.max(SMALLEST, this.font_size + by));
    if (this.lecture) this.size_for_lectures = size;
    else this.size = size;
    this.apply();
  }

  toggle_lecture(): void {
    this.lecture = !this.lecture;
    this.apply();
  }

  // The colours that a canvas needs, as the style sheet has them.
  get palette(): Palette {
    if (this.colours === null) {
      const style = getComputedStyle(document.documentElement);
      const of = (name: string) => style.getPropertyValue(name).trim();
      this.colours = {
        paper: of("--paper"), band: of("--band"), ink: of("--ink"), soft: of("--soft"),
        grid: of("--grid"), accent: of("--accent"), shade: of("--shade"),
      };
    }
    return this.colours;
  }

  private print(on: boolean): void {
    this.printing = on;
    this.apply();
  }

  private apply(): void {
    const root = document.documentElement;
    root.dataset.theme = this.dark ? "dark" : "light";
    root.classList.toggle("lecture", this.lecture);
    root.style.fontSize = `${this.font_size}px`;
    this.colours = null;
    this.changed.fire();
  }
}
