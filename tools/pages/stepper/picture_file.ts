// Saves what the page shows of memory as a file of SVG, for slides: frames and objects, the film of
// a collection, or in lecture mode the main pane; above it which stop this is, below it the
// sentence.
import { file_name, save } from "../shared/save";
import { escaped } from "../shared/xml";
import { Drawing } from "./drawing";
import { Model } from "./model";
import { position } from "./speak";

const MARGIN = 12;

// What scrolls is drawn whole.
function subject(): Element | null {
  return document.querySelector(".film .screen") ?? document.querySelector(".objects .stage") ??
    document.querySelector(".panes.one > :last-child");
}

// All that lies in the element, also where it is wider than the pane in which one scrolls.
function area_of(element: Element) {
  const { left, top } = element.getBoundingClientRect();
  return { left, top, right: left + element.scrollWidth, bottom: top + element.scrollHeight };
}

function sentence(): string {
  return [...document.querySelectorAll(".sentence p")].map((one) =>
    one.textContent!.replace(/\s+/g, " ").trim()).join(" ");
}

// A word that is longer than a line has a line of its own.
function broken(text: string, letters: number): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines.length - 1;
    const longer = lines[last] === "" ? word : `${lines[last]} ${word}`;
    if (longer.length <= letters || lines[last] === "") lines[last] = longer;
    else lines.push(word);
  }
  return lines;
}

export function svg_text(model: Model, root: Element): string {
  const style = getComputedStyle(document.documentElement);
  const { palette, font_size } = model.theme;
  const area = area_of(root);
  const width = Math.ceil(Math.max(area.right - area.left, 30 * font_size) + 2 * MARGIN);
  const row = Math.round(font_size * 1.5);
  const top = MARGIN + row;
  const bottom = top + area.bottom - area.top + row;
  const drawing = new Drawing(area, MARGIN, top);
  drawing.draw(root);
  const says = broken(sentence(), Math.floor((width - 2 * MARGIN) / (font_size * 0.55)));
  const line = (text: string, y: number, more: string) =>
    `<text x="${MARGIN}" y="${y}" fill="${palette.ink}" font-size="${font_size}"${more}>` +
    `${escaped(text)}</text>`;
  const title = `${model.recording.made.title || "Stepper"}, ${position(model)}`;
  const height = Math.ceil(bottom + says.length * row + MARGIN);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
    `viewBox="0 0 ${width} ${height}" ` +
    `font-family="${escaped(getComputedStyle(document.body).fontFamily)}">` +
    `<title>${escaped(title)}</title>` +
    `<rect width="100%" height="100%" fill="${escaped(style.backgroundColor)}"/>` +
    `${line(title, MARGIN + font_size, ' font-weight="600"')}\n${drawing.text}\n` +
    `${says.map((text, i) => line(text, bottom + i * row, "")).join("")}</svg>\n`;
}

export function save_svg(model: Model): void {
  const root = subject();
  if (root === null || model.step === null) return;
  const name = `${model.recording.made.title || "session"}-${model.at + 1}`;
  save(new Blob([svg_text(model, root)], { type: "image/svg+xml" }), file_name(name, "svg"));
}
