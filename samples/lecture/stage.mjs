// A program under the stepper and its page in a browser, used by keys as a teacher uses it. What
// the page does not show in time ends the lecture with an error.
import { spawn } from "node:child_process";
import path from "node:path";
import readline from "node:readline";

export const PAUSE_MS = 1500;      // between two keys, so that a class can follow

export function say(text) { console.log(`   ${text}`); }

export function expect(holds, what) {
  if (!holds) throw new Error(what);
}

export class Stage {
  constructor(settings, browser) {
    this.settings = settings;
    this.browser = browser;
    this.pictures = 0;
  }

  async open_address(address) {
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 720 } });
    this.page = await context.newPage();
    this.page.setDefaultTimeout(20_000);
    this.requests = [];
    this.errors = [];
    this.page.on("request", (request) => this.requests.push(request.url()));
    this.page.on("pageerror", (error) => this.errors.push(String(error)));
    await this.page.goto(address);
    return this.page;
  }

  // minijvm --step=web ..., and the page that it names.
  async step(name, options) {
    const { launcher, build, root } = this.settings;
    const words = ["--step=web", "--source", path.join(root, "samples/labs", name), "-cp",
                   path.join(build, "classes", name), ...options];
    say(`$ ./minijvm ${words.join(" ").replaceAll(`${root}/`, "")}`);
    this.desk = spawn(launcher, words, { stdio: ["ignore", "pipe", "inherit"] });
    const address = await new Promise((resolve, reject) => {
      this.desk.once("exit", (code) => reject(new Error(`the desk has ended with ${code}`)));
      readline.createInterface({ input: this.desk.stdout }).on("line", (line) => {
        const found = /http:\S+/.exec(line);
        if (found) resolve(found[0]);
      });
    });
    await this.open_address(address);
    await this.page.waitForSelector(".lane");
  }

  async close() {
    await this.page?.context().close();
    this.desk?.kill("SIGINT");
  }

  // --- keys ---

  async stops() {
    const text = await this.page.locator(".position").textContent();
    return Number(/of (\d+)/.exec(text)?.[1] ?? 0);
  }

  // One key, or several.
  async press(...keys) {
    for (const key of keys) {
      await this.page.keyboard.press(key);
      await this.page.waitForTimeout(this.settings.show ? PAUSE_MS : 30);
    }
  }

  // Keys of which the last lets a thread run: until the next stop, or the program's end.
  async run(...keys) {
    await this.press(...keys.slice(0, -1));
    const before = await this.stops();
    await this.page.keyboard.press(keys.at(-1));
    await this.next_stop(before);
  }

  async next_stop(before) {
    await this.page.waitForFunction((count) => document.querySelector(".ended") !== null ||
      Number(/of (\d+)/.exec(document.querySelector(".position").textContent)[1]) > count, before);
    await this.page.waitForTimeout(this.settings.show ? PAUSE_MS : 30);
  }

  // A command that is written into the line; `stops` says that a stop follows.
  async command(text, { stops = false } = {}) {
    const before = await this.stops();
    const answered = this.page.waitForResponse((response) => response.url().endsWith("/command"));
    await this.page.keyboard.press(":");
    await this.page.keyboard.type(text, { delay: this.settings.show ? 40 : 0 });
    await this.page.keyboard.press("Enter");
    await this.page.keyboard.press("Escape");
    await answered;
    if (stops) await this.next_stop(before);
    else await this.page.waitForTimeout(this.settings.show ? PAUSE_MS : 100);
  }

  async depth(name) {
    await this.page.locator(".depth select").selectOption(name);
    await this.press();
  }

  // --- what one sees ---

  async texts(selector) {
    return this.page.locator(selector).evaluateAll((all) =>
      all.map((one) => one.textContent.replace(/\s+/g, " ").trim()));
  }

  // The same, with a blank between the parts of each.
  async parts(selector) {
    return this.page.locator(selector).evaluateAll((all) => all.map((one) => {
      const walk = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
      const found = [];
      while (walk.nextNode()) found.push(walk.currentNode.data.trim());
      return found.filter((text) => text !== "").join(" ");
    }));
  }

  async text(selector) { return (await this.texts(selector)).join(" "); }

  // "main ×2, one, two ×3", as the strip of the schedule has it.
  async strip() {
    return (await this.page.locator(".strip .block").evaluateAll((all) => all.map((block) => {
      const times = /×\d+/.exec(block.textContent);
      return block.querySelector(".for-readers").textContent.replace(", ", "") +
        (times === null ? "" : ` ${times[0]}`);
    }))).join(", ");
  }

  // The text that --schedule takes; the help shows it.
  async schedule() {
    await this.press("?");
    const text = await this.page.locator("#schedule-text").inputValue();
    await this.press("Escape");
    return text;
  }

  async lanes() {
    const lanes = await this.page.locator(".lane .facts").evaluateAll((all) => all.map((one) =>
      [...one.children].map((part) => part.textContent.trim()).join("; ")));
    lanes.forEach((lane, i) => say(`  ${i + 1}  ${lane}`));
  }

  async picture(name) {
    if (!this.settings.screenshots) return;
    const file = `${String(++this.pictures).padStart(2, "0")}-${name}.png`;
    await this.page.screenshot({ path: path.join(this.settings.screenshots, `${file}`) });
  }

  // The page's own button writes the file that the students get.
  async save(name) {
    const download = this.page.waitForEvent("download");
    await this.page.locator(".save").click();
    const file = path.join(this.settings.out, `${name}.html`);
    await (await download).saveAs(file);
    return file;
  }
}
