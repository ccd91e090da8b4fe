// What the page saves as SVG is what it shows: each box where it stands, each text, each arrow.
import fs from "node:fs";
import { picture_of, texts } from "./stepper.mjs";

// The file that the key `v` saves, read as XML: its name, and what is in it.
async function saved(visit, press = () => visit.page.keyboard.press("v")) {
  const [download] = await Promise.all([visit.page.waitForEvent("download"), press()]);
  const text = fs.readFileSync(await download.path(), "utf8");
  const found = await visit.page.evaluate((svg) => {
    const root = new DOMParser().parseFromString(svg, "image/svg+xml");
    const numbers = (one, ...names) => names.map((name) => Number(one.getAttribute(name)));
    return {
      wrong: root.querySelector("parsererror")?.textContent ?? "",
      elements: [...new Set([...root.querySelectorAll("*")].map((one) => one.tagName))].sort(),
      title: root.querySelector("title")?.textContent,
      size: numbers(root.documentElement, "width", "height"),
      texts: [...root.querySelectorAll("text")].map((one) => one.textContent.trim()),
      boxes: [...root.querySelectorAll("rect")].map((one) =>
        numbers(one, "x", "y", "width", "height")),
      places: [...root.querySelectorAll("text")].map((one) => numbers(one, "x", "y")),
      arrows: root.querySelectorAll("path[transform]").length,
      paper: root.querySelector("rect").getAttribute("fill"),
    };
  }, text);
  visit.equal(found.wrong, "", "the file is no XML");
  return { name: download.suggestedFilename(), text, ...found };
}

async function by_menu(page) {
  await page.locator(".menu summary").click();
  await page.getByRole("button", { name: "save a picture" }).click();
}

// The places of the page's boxes, seen from the first of them.
function relative(boxes) {
  const [x, y] = boxes[0];
  return boxes.map((one) => [Math.round(one[0] - x), Math.round(one[1] - y), Math.round(one[2]),
                             Math.round(one[3])]);
}

export const tests = {
  async "stepper, picture: frames and objects"(visit) {
    const page = await visit.open("nodes");
    const recording = visit.recording("nodes");
    for (const key of ["ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
    const picture = await saved(visit);
    visit.equal(picture.name, `${recording.made.title.replace(/[^\w.-]+/g, "-")}-3.svg`, "its name");
    visit.check(picture.title.includes("step 3 of"), picture.title);
    visit.check(picture.texts.includes(picture.title), "the stop is not said", picture.texts);
    visit.check(picture.texts.join(" ").includes(picture_of(recording, 2).step.event.say),
                "the sentence is missing", picture.texts);
    const { objects } = picture_of(recording, 2);
    for (const { id, fields } of objects) {
      visit.check(picture.texts.includes(`#${id}`), `#${id} is missing`, picture.texts);
      for (const { name } of fields) visit.check(picture.texts.includes(name), `${name} is missing`);
    }
    visit.equal(picture.arrows, await page.locator(".stage .arrows path").count(), "arrows");
    const wanted = await page.locator(".object").evaluateAll((all) => all.map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return [x, y, width, height];
    }));
    const [, , width, height] = wanted[0];
    // A border is drawn along its middle, so a box is smaller by its width.
    const near = (a, b) => Math.abs(a - b) <= 2;
    const shown = picture.boxes.filter((one) => near(one[2], width) && one[3] > 20);
    const first = shown.find((one) => near(one[3], height));
    const at = (one, from) => [one[0] - from[0], one[1] - from[1]];
    for (const box of wanted) {
      const [x, y] = at(box, wanted[0]);
      visit.check(shown.some((one) => near(at(one, first)[0], x) && near(at(one, first)[1], y) &&
        near(one[3], box[3])), "a box stands elsewhere", box, relative(shown), relative(wanted));
    }
    for (const [x, y] of picture.places) {
      visit.check(x >= 0 && x < picture.size[0] && y > 0 && y < picture.size[1], "text outside", x, y);
    }
  },

  async "stepper, picture: from the menu, in the dark, in lecture mode, of a film"(visit) {
    let page = await visit.open("race", { colorScheme: "dark" });
    const dark = await saved(visit, () => by_menu(page));
    visit.equal(dark.paper, "rgb(20, 24, 29)", "paper");
    visit.check(dark.texts.includes("counter"), dark.texts);
    await page.keyboard.press("L");
    const lecture = await saved(visit);
    const [line] = await texts(page, ".bytecode .row.current code");
    visit.check(lecture.texts.join(" ").replace(/\s+/g, " ").includes(line.split(" ")[0]),
                "the bytecode is not there", lecture.texts);
    await visit.context.close();
    page = await visit.open("travel");
    await page.keyboard.press("ArrowRight");
    await page.getByRole("button", { name: "film", exact: true }).click();
    await page.getByRole("button", { name: "Next shot" }).click();
    const film = await saved(visit);
    visit.equal(film.arrows, 2, "arrows to the copies");
    const said = film.texts.join("");
    for (const word of ["eden", "old", "w1"]) visit.check(said.includes(word), word, said);
  },
};
