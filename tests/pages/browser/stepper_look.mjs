// The stepper's page is readable in light, dark, lecture and print, at both sizes, by keyboard
// alone; and a thousand stops go by quickly.
import { position } from "./stepper.mjs";

const SAMPLES = ["race", "queue", "nodes", "stuck"];

// Controls that the reader cannot see or hit.
export async function hidden(page) {
  return page.evaluate(() => {
    const wrong = [];
    const controls = "header button, header summary, header input, header select, footer input, " +
      "footer button, .run, .tabs button, .stdin input, .stdin button, .strip, .listing, .frame " +
      "button, .choose";
    for (const one of document.querySelectorAll(controls)) {
      const box = one.getBoundingClientRect();
      if (!one.checkVisibility() || box.width === 0) continue;
      const name = one.id || one.textContent.trim() || one.outerHTML.slice(0, 80);
      const frame = one.closest(".scroll, .roots")?.getBoundingClientRect();
      const y = box.top + Math.min(box.height / 2, 40);
      if (frame && (y < frame.top || y > frame.bottom)) continue;     // one scrolls to it
      if (box.right > innerWidth + 1 || box.left < -1) wrong.push(`${name} is cut off`);
      if (box.bottom > innerHeight + 1 || box.top < -1) wrong.push(`${name} is below or above`);
      const hit = document.elementFromPoint(box.left + Math.min(box.width / 2, 40), y);
      if (!hit || !(one.contains(hit) || hit.contains(one))) wrong.push(`${name} is covered`);
    }
    if (document.documentElement.scrollWidth > innerWidth) wrong.push("the page is too wide");
    if (document.documentElement.scrollHeight > innerHeight) wrong.push("the page is too high");
    for (const one of document.querySelectorAll("#page *")) {
      if (one.children.length === 0 && one.checkVisibility() && one.textContent.trim() !== "" &&
          parseFloat(getComputedStyle(one).fontSize) < 12) wrong.push(`small: ${one.textContent}`);
    }
    for (const one of document.querySelectorAll(".pane")) {
      if (one.getBoundingClientRect().height < 60) wrong.push(`no place for ${one.className}`);
    }
    return wrong;
  });
}

async function look(visit, scheme, what) {
  await visit.page.waitForTimeout(100);
  await visit.picture(`stepper-${scheme}-${what}`);
  visit.equal(await visit.axe(), [], what);
}

async function look_at_panes(visit, scheme) {
  for (const name of SAMPLES) {
    const page = await visit.open(name, { colorScheme: scheme });
    await page.keyboard.press("ArrowRight");
    if (name === "race") await look(visit, scheme, name);
    await page.locator(".depth select").selectOption("machine");
    await page.keyboard.press("End");
    await look(visit, scheme, `${name}-machine`);
    await page.keyboard.press("L");
    if (name !== "race") await page.keyboard.press(name === "nodes" ? "g" : "k");
    await look(visit, scheme, `${name}-lecture`);
    await visit.context.close();
  }
}

async function look_at_others(visit, scheme) {
  const page = await visit.open("travel", { colorScheme: scheme });
  await page.keyboard.press("ArrowRight");
  await page.getByRole("button", { name: "film", exact: true }).click();
  await page.getByRole("button", { name: "Last shot" }).click();
  await look(visit, scheme, "film");
  await page.keyboard.press("?");
  await look(visit, scheme, "help");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.keyboard.press("q");
  await look(visit, scheme, "predict");
  await page.locator("summary").first().click();
  await look(visit, scheme, "menu");
}

export const tests = {};
for (const scheme of ["light", "dark"]) {
  tests[`stepper: axe, ${scheme}, panes`] = (visit) => look_at_panes(visit, scheme);
  tests[`stepper: axe, ${scheme}, film, help, questions`] = (visit) =>
    look_at_others(visit, scheme);
}
for (const [width, height] of [[1280, 720], [1024, 768]]) {
  tests[`stepper: readable at ${width}x${height}`] = async (visit) => {
    for (const name of SAMPLES) {
      const page = await visit.open(name, { size: { width, height } });
      await page.keyboard.press("ArrowRight");
      for (const depth of ["source", "bytecode", "machine"]) {
        await page.locator(".depth select").selectOption(depth);
        visit.equal(await hidden(page), [], `${name}, ${depth}`);
        await visit.picture(`stepper-${width}-${name}-${depth}`);
      }
      await page.keyboard.press("q");
      await page.keyboard.press("L");
      for (const key of ["g", "k", "h"]) {
        await page.keyboard.press(key);
        visit.equal(await hidden(page), [], `${name}, lecture, ${key}`);
        await visit.picture(`stepper-${width}-${name}-lecture-${key}`);
      }
      await page.keyboard.press("?");
      await page.waitForSelector("dialog[open]");
      const help = await page.locator("dialog").boundingBox();
      visit.check(help.x >= 0 && help.x + help.width <= width && help.height <= height, help);
      await visit.context.close();
    }
  };
}

Object.assign(tests, {
  async "stepper: all controls are reached by Tab, with a focus that one sees"(visit) {
    const page = await visit.open("race");
    await page.keyboard.press("q");
    const wanted = new Set(await page.evaluate(() => {
      const controls = [...document.querySelectorAll("button, summary, select, input, [tabindex]")];
      controls.forEach((one, i) => { one.dataset.control = String(i); });
      return controls.filter((one) => one.checkVisibility() && !one.disabled &&
        !one.closest("details:not([open]) > :not(summary)")).map((one) => one.dataset.control);
    }));
    await page.keyboard.press("Home");
    for (let i = 0; i < 60 && wanted.size > 0; i++) {
      await page.keyboard.press("Tab");
      const [control, seen] = await page.evaluate(() => {
        const one = document.activeElement;
        const { outlineStyle, outlineWidth } = getComputedStyle(one);
        return [one.dataset.control, one === document.body ||
          (outlineStyle !== "none" && parseFloat(outlineWidth) >= 2)];
      });
      visit.check(seen, "no focus to be seen at", control);
      wanted.delete(control);
    }
    visit.equal([...wanted], [], "controls that Tab does not reach");
  },

  async "stepper: lecture mode, size of the text, keys of one letter"(visit) {
    const page = await visit.open("race");
    const size = () => page.evaluate(() =>
      parseFloat(getComputedStyle(document.documentElement).fontSize));
    await page.keyboard.press("L");
    visit.equal(await size(), 24, "lecture");
    for (const key of ["g", "k", "h"]) {
      await page.keyboard.press(key);
      visit.equal(await page.locator(".panes > .pane:not(.threads)").count(), 1, `one pane, ${key}`);
    }
    await page.keyboard.press("Escape");
    visit.equal(await size(), 16, "back");
    await page.keyboard.press("?");
    await page.locator("#letters").uncheck();
    await page.keyboard.press("Escape");
    await page.keyboard.press("L");
    await page.keyboard.press("1");
    visit.equal(await size(), 16, "letters are off");
    visit.equal(await page.locator(".lane.selected .name").textContent(), "one", "digits are off");
    await page.keyboard.press("ArrowRight");
    visit.equal(await position(page), "step 2 of 10 (recorded)", "arrows are on");
  },

  async "stepper: one polite region says each stop"(visit) {
    const page = await visit.open("race");
    visit.equal(await page.locator("[aria-live]").count(), 1, "regions");
    visit.equal(await page.locator("[role=status]").textContent(), "stop 1, thread one, breakpoint 2," +
      " Race.add, line 6, bci 0, getstatic #7, stack empty", "what it says");
  },

  async "stepper: nothing moves with reduced motion"(visit) {
    const page = await visit.open("nodes");
    const moves = await page.locator(".object").first().evaluate((one) =>
      getComputedStyle(one).transitionDuration);
    visit.equal(moves, "0s", "reduced");
    await visit.context.close();
    await visit.open("nodes", { reducedMotion: "no-preference" });
    const usual = await visit.page.locator(".object").first().evaluate((one) =>
      getComputedStyle(one).transitionDuration);
    visit.equal(usual, "0.2s", "usual");
  },

  async "stepper: on paper all is light, and nothing is cut off"(visit) {
    const page = await visit.open("stuck", { colorScheme: "dark",
                                             size: { width: 718, height: 1000 } });
    await page.emulateMedia({ media: "print" });
    const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    visit.equal(paper, "rgb(255, 255, 255)", "paper");
    const bend = 16;      // an arrow may reach out so far
    const cut = await page.locator(".listing, .scroll").evaluateAll((all, free) =>
      all.filter((one) => one.scrollHeight > one.clientHeight + free).map((one) =>
        `${one.ariaLabel}: ${one.scrollHeight} of ${one.clientHeight}`), bend);
    visit.equal(cut, [], "cut off");
    const unseen = await page.locator(".row").evaluateAll((all) => all.filter((one) =>
      !one.checkVisibility({ contentVisibilityAuto: true })).length);
    visit.equal(unseen, 0, "rows that are not drawn");
    visit.equal(await page.locator("button:visible:not(.choose, .box button)").count(), 0, "buttons");
  },

  async "stepper: a thousand stops go by"(visit) {
    const page = await visit.open("long", { reducedMotion: "no-preference" });
    await page.locator(".depth select").selectOption("machine");
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    const used = async () => (await session.send("Performance.getMetrics")).metrics
      .find((one) => one.name === "TaskDuration").value * 1000;
    const before = await used();
    const { frames, worst, stops } = await page.evaluate(async () => {
      const press = (key) => document.body.dispatchEvent(
        new KeyboardEvent("keydown", { key, code: key, bubbles: true }));
      const times = [];
      await new Promise((done) => {
        const begin = performance.now();
        const step = (now) => {
          times.push(now);
          if (now - begin > 3000) return done();
          press("ArrowRight");
          requestAnimationFrame(step);
        };
        requestAnimationFrame(step);
      });
      const gaps = times.slice(1).map((time, i) => time - times[i]);
      return { frames: gaps.length / (times.at(-1) - times[0]) * 1000, worst: Math.max(...gaps),
               stops: document.querySelector(".position").textContent };
    });
    const each = (await used() - before) / Number(/\d+/.exec(stops)[0]);
    const end = Date.now();
    await page.keyboard.press("End");
    await page.waitForFunction(() => document.querySelector(".position").textContent.includes("1000 of"));
    console.log(`speed: the stepper scrubs at ${frames.toFixed(0)} stops/s (worst ${
      worst.toFixed(0)} ms), ${each.toFixed(0)} ms of the processor each; the last of 1,000 stops after ${Date.now() - end} ms`);
    // Other programs slow the frames down, but not the time that this one takes for each.
    visit.check(each < 1000 / 30, "one stop takes", each);
  },
});
