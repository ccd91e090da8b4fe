// What a person does with the stepper's page: selecting, the schedule, predict mode, the film,
// saving; and what a hostile or damaged recording does.
import fs from "node:fs";
import { pathToFileURL } from "node:url";
import { picture_of, position, texts } from "./stepper.mjs";

const ATTACK = "</script><img src=x onerror=\"document.title='attacked'\">";

export const tests = {
  async "stepper: threads, frames, cursor"(visit) {
    const page = await visit.open("race");
    await page.keyboard.press("1");
    visit.equal(await texts(page, ".lane.selected .name"), ["main"], "by its digit");
    visit.equal(await texts(page, ".source .row.current .label"), ["12"], "its line");
    await page.locator("[data-thread='18']").click();
    visit.equal(await texts(page, ".lane.selected .name"), ["two"], "by a click");
    await page.locator(".bytecode .listing").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    visit.equal(await page.locator(".bytecode [aria-selected=true]").getAttribute("id"), "bci-4",
                "cursor");
    visit.equal(await position(page), "step 1 of 10 (recorded)", "the arrow keys moved the cursor");
    await page.keyboard.press("b");
    visit.equal(await page.locator(".bytecode .dot", { hasText: "●" }).count(), 1,
                "a recording gets no stops");
    visit.equal(await page.locator(".verbs, .command, .run, .stdin").count(), 0,
                "a recording takes no commands");
  },

  async "stepper: the schedule leads back"(visit) {
    const page = await visit.open("race");
    const recording = visit.recording("race");
    const parts = recording.schedule.split(" ");
    const blocks = await texts(page, ".block");
    visit.equal(blocks.length, parts.length, "blocks");
    blocks.forEach((block, i) => {
      const [name, count = "1"] = parts[i].split("*");
      visit.equal(block, `${name}, ${name === "one" ? "B" : "C"}${count === "1" ? "" : `×${count}`}`,
                  `block ${i}`);
    });
    await page.locator(".block").nth(2).click();
    visit.equal(await position(page), "step 8 of 10 (recorded)", "after a click");
    await page.keyboard.press("?");
    visit.equal(await page.locator("#schedule-text").inputValue(), recording.schedule, "schedule");
    visit.equal(await page.locator("#session-text").inputValue(), recording.session.join("\n"),
                "session");
  },

  async "stepper: predict mode asks, hides, judges and keeps"(visit) {
    const page = await visit.open("race");
    await page.keyboard.press("q");
    await page.locator("#student").fill("Ada");
    await page.locator("#student").press("Enter");
    await page.locator("h1").click();
    await page.keyboard.press("Escape");
    await page.keyboard.press("ArrowRight");
    visit.check((await page.locator(".question label").textContent()).includes("operand stack"), "asks");
    visit.equal(await page.locator(".operands .value").count(), 0, "the stack is hidden");
    visit.check(!(await page.locator("[role=status]").textContent()).includes("stack 0"),
                "the stack is told");
    await page.locator("#prediction").fill("int 0");
    await page.keyboard.press("Enter");
    visit.check((await page.locator(".verdict").textContent()).includes("right"), "right");
    visit.equal(await texts(page, ".operands .value"), ["0 int 0"], "the stack is shown");
    await page.locator("h1").click();
    await page.keyboard.press("ArrowRight");
    await page.locator("#prediction").fill("1 0");
    await page.keyboard.press("Enter");
    visit.check(/not right.*it is 0 1/.test(await page.locator(".verdict").textContent()), "wrong");
    visit.equal(await page.locator(".score").textContent(), "1 of 2 right", "score");
    await visit.picture("stepper-predict");
    const saved = page.waitForEvent("download");
    await page.locator(".save").click();
    const download = await saved;
    visit.equal(download.suggestedFilename(), "Race.html", "file");
    const copy = `${await download.path()}.html`;
    fs.copyFileSync(await download.path(), copy);
    await visit.context.close();
    const again = await visit.open_address(pathToFileURL(copy).href);
    visit.equal(await again.locator("h1").textContent(), "Race", "title of the copy");
    await again.keyboard.press("q");
    visit.equal(await again.locator(".score").textContent(), "1 of 2 right", "score of the copy");
    visit.equal(await again.locator("#student").inputValue(), "Ada", "name in the copy");
    await again.keyboard.press("End");
    visit.equal(await position(again), "step 10 of 10 (recorded)", "the copy plays");
    fs.rmSync(copy);
  },

  async "stepper: predict mode hides the owner of a lock"(visit) {
    const page = await visit.open("queue");
    await page.keyboard.press("q");
    await page.keyboard.press("ArrowRight");
    visit.check((await page.locator(".question").textContent()).includes("Who owns"), "asks");
    visit.equal(await page.locator(".record, .bit").count(), 0, "the lock is hidden");
    await page.keyboard.type("a");
    await page.keyboard.press("Enter");
    visit.check((await page.locator(".verdict").textContent()).includes("✓"), "right");
    visit.equal(await page.locator(".record.owner").count(), 1, "the lock is shown");
  },

  async "stepper: in the machine room, predict mode asks for Q"(visit) {
    const page = await visit.open("queue");
    await page.locator(".depth select").selectOption("machine");
    for (const key of ["ArrowRight", "q", "ArrowRight"]) await page.keyboard.press(key);
    visit.equal(await texts(page, ".question label"), ["What does Q of Door #4 say now, 0 or 1?"],
                "asks");
    visit.equal(await page.locator(".record, .bit").count(), 0, "the lock is hidden");
    for (const place of [".sentence", ".whose", ".lanes", "[role=status]"]) {
      const text = (await texts(page, place)).join(" ");
      visit.check(!/waits|blocked|queues/.test(text), place, "gives it away:", text);
    }
    await page.keyboard.type("1");
    await page.keyboard.press("Enter");
    visit.check((await page.locator(".verdict").textContent()).includes("✓"), "right");
    visit.check((await texts(page, ".sentence"))[0].includes("waits"), "it is shown again");
  },

  async "stepper: the film of a collection"(visit) {
    const page = await visit.open("travel");
    const recording = visit.recording("travel");
    visit.equal(await page.getByRole("button", { name: "film", exact: true }).count(), 0, "no film");
    await page.keyboard.press("ArrowRight");
    await page.getByRole("button", { name: "film", exact: true }).click();
    const { film } = recording.steps[1];
    const chips = async (space) => texts(page, `ol[aria-label="objects in ${space}"] .chip`);
    visit.equal(await chips("eden"), ["#1", "#2", "#3"], "before");
    visit.equal(await texts(page, ".count"), [`shot 1 of ${film.length}`], "shots");
    await page.getByRole("button", { name: "Next shot" }).click();
    visit.equal(await chips("eden"), ["#1", "#2", "× #3 unreached"], "who is left behind");
    visit.equal(await chips("to"), ["#1′ w0"], "the copy");
    visit.equal(await chips("old"), ["#2′ w1 ↑old"], "promoted");
    visit.equal(await texts(page, ".card"), film[1].dirty_stripes.map(String), "dirty stripes");
    const arrows = await page.locator(".screen .arrows path").evaluateAll((all) =>
      all.map((one) => one.dataset.to).sort());
    visit.equal(arrows, ["1′", "2′"], "arrows to the copies");
    await page.getByRole("button", { name: "Last shot" }).click();
    visit.check((await texts(page, ".film-says"))[0].includes("2 live, 1 unreached; 2 moved; 1 promoted"),
                await texts(page, ".film-says"));
    const gang = await texts(page, ".gang tr");
    visit.check(gang.includes("steals3") || gang.includes("steals 3"), gang);
    await visit.picture("stepper-film");
    await page.getByRole("button", { name: "play" }).click();
    await page.waitForFunction(() => document.querySelector(".count").textContent.includes("shot 2"));
    await page.keyboard.press("Escape");
    visit.equal(await page.locator(".film").count(), 0, "closed");
    const forwarded = picture_of(recording, 1).objects[0].forwarded_to;
    visit.check((await texts(page, "#object-1"))[0].includes(forwarded), "forwarded");
  },

  async "stepper: hostile names are text"(visit) {
    const page = await visit.open("hostile-steps");
    visit.equal(await page.title(), ATTACK, "title");
    visit.equal(await page.locator("h1").textContent(), ATTACK, "heading");
    for (const depth of ["machine", "source", "bytecode"]) {
      await page.locator(".depth select").selectOption(depth);
      visit.equal(await page.locator("img").count(), 0, "images");
    }
    visit.equal(await texts(page, ".lane .name"), [ATTACK], "thread");
    visit.equal((await texts(page, ".row.current code"))[0], ATTACK, "source");
    visit.check((await texts(page, ".object"))[0].includes(ATTACK), "object");
    visit.check((await texts(page, ".part.out pre"))[0] === ATTACK, "output");
    visit.check((await page.locator(".part.err pre").textContent()).length < 30_000, "cut");
    for (const key of ["?", "Escape", "L", "g", "k", "h", "L", "q", "End"]) {
      await page.keyboard.press(key);
    }
    await page.waitForTimeout(200);
    visit.equal(await page.locator("img").count(), 0, "images at the end");
    visit.equal(await page.locator("script").count(), 2, "scripts");
    visit.equal(await page.title(), ATTACK, "title at the end");
    const box = await page.evaluate(() => document.documentElement.scrollWidth);
    visit.check(box <= 1280, "the page is too wide", box);
  },

  async "stepper: a newer version, a damaged file and an empty one"(visit) {
    const says = async (name) => {
      const page = await visit.open(name);
      const text = await page.locator("[role=alert] p").textContent();
      visit.equal(await visit.axe(), [], `axe on ${name}`);
      await visit.context.close();
      return text;
    };
    visit.check(/has version 2.*\.$/.test(await says("newer-steps")), "newer");
    visit.check((await says("wrong-steps")).includes("step 4 names no locks"), "wrong");
    const page = await visit.open("no-steps");
    visit.equal(await position(page), "no stops", "empty");
    for (const key of ["ArrowLeft", "ArrowRight", "Home", "End", "s", "1", "b", "g", "k", "h", "q",
                       "L", "q", "L", "Escape", "?"]) await page.keyboard.press(key);
  },
};
