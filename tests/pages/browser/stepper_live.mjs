// A live page: it follows a program, commands it, looks back while it is stopped, and survives the
// end of everything. The desk here is a stand-in that plays a recording (desk_stand_in.py).
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import readline from "node:readline";
import { position, texts } from "./stepper.mjs";
import { hidden } from "./stepper_look.mjs";

class StandIn {
  constructor(name, settings) {
    const file = (one) => path.join(settings.build, one);
    this.process = spawn("python3", [path.join(settings.here, "desk_stand_in.py"),
                                     file("stepper-page.html"), file(`${name}.json`)],
                         { stdio: ["pipe", "pipe", "inherit"] });
    this.posts = [];
    this.lines = readline.createInterface({ input: this.process.stdout });
    this.address = new Promise((resolve) => this.lines.once("line", (line) => {
      this.lines.on("line", (post) => this.posts.push(post));
      resolve(line);
    }));
  }

  commands() {
    return this.posts.filter((one) => one.startsWith("/command")).map((one) =>
      JSON.parse(one.slice("/command ".length)).command);
  }

  end() { this.process.kill(); }
}

async function live(visit, test) {
  const desk = new StandIn("race", visit.settings);
  try {
    const address = await desk.address;
    const origin = new URL(address).origin;
    const page = await visit.open_address(address);
    await page.waitForFunction(() =>
      document.querySelector(".state")?.textContent.includes("live"));
    await test(page, desk, origin);
    visit.requests = visit.requests.filter((url) => !url.startsWith(origin));
  } finally {
    desk.end();
  }
}

async function at_stop(page, number) {
  await page.waitForFunction((wanted) => document.querySelector(".position").textContent ===
    `step ${wanted} of ${wanted}`, number);
}

export const tests = {
  async "stepper, live: steps, output, looking back"(visit) {
    await live(visit, async (page, desk) => {
      await at_stop(page, 1);
      await page.keyboard.press("s");
      await at_stop(page, 2);
      visit.equal(await texts(page, ".operands .value"), ["0 int 0"], "stack");
      await page.locator(".verbs button", { hasText: "next" }).click();
      await at_stop(page, 3);
      await page.keyboard.press("ArrowLeft");
      visit.equal(await position(page), "looking back at step 2 of 3 (recorded)", "back");
      visit.equal(await page.locator(".verbs button:enabled").count(), 0, "commands while back");
      visit.check(await page.locator("#command").isDisabled(), "the line while back");
      await page.keyboard.press("s");
      await page.keyboard.press("Shift+2");
      await page.locator(".to-live").click();
      await at_stop(page, 3);
      await page.keyboard.press("Shift+3");
      await at_stop(page, 4);
      visit.equal(desk.commands().filter((one) => one !== "stops"), ["step", "next", "run 18"],
                  "commands");
      await page.locator(".run").nth(1).click();
      await at_stop(page, 5);
      await page.keyboard.press("1");
      await page.keyboard.press("a");
      await at_stop(page, 6);
      visit.equal(desk.commands().slice(-3), ["run 16", "thread 2", "advance"], "another thread");
      await page.locator(".depth select").selectOption("source");
      await page.keyboard.press("n");
      await at_stop(page, 7);
      await page.keyboard.press("S");
      await at_stop(page, 8);
      visit.equal(desk.commands().slice(-2), ["next line", "step line"], "by line");
      visit.check((await texts(page, ".part.out pre")).includes("two has stored 1"), "output");
      await visit.picture("stepper-live");
    });
  },

  async "stepper, live: stops, the command line, input"(visit) {
    await live(visit, async (page, desk) => {
      const marked = async (pane) => page.locator(`${pane} .row`).evaluateAll((all) =>
        all.filter((one) => one.querySelector(".dot").textContent !== "").map((one) => one.id));
      await page.waitForFunction(() => document.querySelector(".bytecode .dot").textContent !== "");
      await page.locator(".bytecode .listing").focus();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("b");
      await page.waitForFunction(() => document.querySelectorAll(".bytecode .row")[1]
        .querySelector(".dot").textContent !== "");
      visit.equal(desk.commands().slice(-2), ["break Race.add@3", "stops"], "break");
      await page.locator("#line-12 .gutter").click();
      await page.waitForFunction(() => document.querySelector("#line-12 .dot").textContent !== "");
      await page.locator("#bci-0 .gutter").click();
      await page.waitForFunction(() => document.querySelector("#bci-0 .dot").textContent === "");
      visit.equal(await marked(".source"), ["line-12"], "in the source");
      visit.check(desk.commands().includes("break Race.java:12") &&
        desk.commands().includes("delete 2"), desk.commands());
      await page.locator("h1").click();
      await page.keyboard.press(":");
      await page.keyboard.type("st");
      visit.equal((await texts(page, "#commands b")), ["step", "stops"], "completions");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Tab");
      visit.equal(await page.locator("#command").inputValue(), "stops ", "completed");
      await page.keyboard.press("Enter");
      await page.keyboard.type("nonsense");
      await page.keyboard.press("Enter");
      await page.waitForSelector(".part.wrong");
      visit.check((await texts(page, ".part.wrong pre"))[0].includes("is no command"), "refused");
      await page.locator("#stdin").fill("hello");
      await page.keyboard.press("Enter");
      await page.locator(".stdin button[type=button]").click();
      await page.waitForTimeout(200);
      visit.equal(desk.posts.filter((one) => one.startsWith("/input")),
                  ['/input {"text": "hello\\n", "close": false}', '/input {"text": "", "close": true}'],
                  "input");
      visit.equal(await visit.axe(), [], "axe");
    });
  },

  async "stepper, live: an object of the library is opened"(visit) {
    await live(visit, async (page, desk) => {
      visit.check((await texts(page, "#object-6"))[0].includes("click opens it"), "closed");
      await page.locator("#object-6").click();
      await page.waitForFunction(() =>
        document.querySelector("#object-6").textContent.includes("target"));
      visit.check(desk.commands().includes("picture open 6"), desk.commands());
      await page.keyboard.press("s");
      await at_stop(page, 2);
      await page.waitForFunction(() =>
        document.querySelector("#object-6").textContent.includes("target"));
    });
  },

  async "stepper, live: the end, and a new beginning"(visit) {
    await live(visit, async (page) => {
      for (let i = 2; i <= 10; i++) {
        await page.keyboard.press("s");
        await at_stop(page, i);
      }
      await page.keyboard.press("c");
      await page.waitForSelector(".ended");
      visit.check((await page.locator(".ended").textContent()).includes("exit code 0"), "ended");
      visit.check((await texts(page, ".part.out pre")).at(-1) === "1", "its last words");
      visit.equal(await page.locator(".verbs button:enabled").count(), 0, "commands at the end");
      const saved = page.waitForEvent("download");
      await page.locator(".save").click();
      visit.check(fs.readFileSync(await (await saved).path(), "utf8").includes("saved"), "save");
      await page.locator(".ended button").click();
      await at_stop(page, 1);
    });
  },

  async "stepper, live: predict mode asks at a step"(visit) {
    await live(visit, async (page, desk) => {
      await page.keyboard.press("q");
      await page.keyboard.press("s");
      await page.waitForSelector("#prediction");
      visit.equal(await page.locator(".operands .value").count(), 0, "hidden");
      await page.keyboard.type("0");
      await page.keyboard.press("Enter");
      await page.waitForSelector(".verdict.right");
      await page.waitForTimeout(100);
      visit.check(desk.posts.some((one) => one.startsWith("/predict") && one.includes('"said": "0"')),
                  desk.posts);
    });
  },

  async "stepper, live: a second page looks on and takes over"(visit) {
    await live(visit, async (page, desk, origin) => {
      const second = await visit.context.newPage();
      await second.goto(await desk.address);
      await second.waitForSelector(".state.viewer");
      visit.equal(await second.locator(".verbs button:enabled").count(), 0, "a viewer's commands");
      await page.keyboard.press("s");
      await at_stop(second, 2);
      await second.getByRole("button", { name: "take over" }).click();
      await page.waitForSelector(".state.viewer");
      await second.waitForSelector(".verbs button:enabled");     // it has been told, too
      await second.keyboard.press("s");
      await at_stop(second, 3);
      await at_stop(page, 3);
      visit.pages.push(`${origin}/`);
    });
  },

  async "stepper, live: readable at both sizes"(visit) {
    await live(visit, async (page) => {
      for (const [width, height] of [[1280, 720], [1024, 768]]) {
        await page.setViewportSize({ width, height });
        for (const depth of ["source", "bytecode", "machine"]) {
          await page.locator(".depth select").selectOption(depth);
          visit.equal(await hidden(page), [], `${width}, ${depth}`);
        }
        await visit.picture(`stepper-live-${width}`);
        await page.keyboard.press("L");
        visit.equal(await hidden(page), [], `${width}, lecture`);
        visit.equal(await visit.axe(), [], `axe, ${width}, lecture`);
        await visit.picture(`stepper-live-${width}-lecture`);
        await page.keyboard.press("L");
        await page.keyboard.press("s");
        await page.waitForTimeout(300);
        await page.keyboard.press("ArrowLeft");
        visit.equal(await hidden(page), [], `${width}, looking back`);
        await page.keyboard.press("End");
      }
    });
  },

  async "stepper, live: without its key, and without its desk"(visit) {
    await live(visit, async (page, desk, origin) => {
      const stranger = await visit.context.newPage();
      await stranger.goto(`${origin}/#k=wrong`);
      await stranger.waitForSelector(".state.lost");
      const says = await stranger.locator(".state").textContent();
      visit.check(says.includes("The key is missing or wrong."), says);
      desk.end();
      await page.waitForSelector(".state.lost");
      visit.equal(await page.locator(".verbs button:enabled").count(), 0, "commands without a desk");
      visit.equal(await position(page), "step 1 of 1", "what was there is kept");
      const saved = page.waitForEvent("download");
      await page.locator(".save").click();
      const text = fs.readFileSync(await (await saved).path(), "utf8");
      visit.check(!/<meta[^>]*connect-src/.test(text), "a copy that asks the network");
      visit.errors = visit.errors.filter((one) => !/403|ERR_|Failed to load/.test(one));
    });
  },
};
