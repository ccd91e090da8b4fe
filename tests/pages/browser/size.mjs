// Nothing is cut off or covered at 1280x720 and 1024x768, in usual and in lecture size.
import { hash_of, woken } from "./facts.mjs";

// Controls that the reader cannot see or hit, and texts that are too small.
async function hidden(page) {
  return page.evaluate(() => {
    const wrong = [];
    const controls = "header button, header summary, header input, footer button, #panel a, " +
      "#panel button, .label, #canvas";
    for (const one of document.querySelectorAll(controls)) {
      if (!one.checkVisibility({ contentVisibilityAuto: true })) continue;
      const box = one.getBoundingClientRect();
      if (box.width === 0) continue;
      const scroller = one.closest(".scroller, #panel");
      const name = one.id || one.textContent.trim() || one.outerHTML.slice(0, 80);
      if (box.right > innerWidth + 1 || box.left < -1) wrong.push(`${name} is cut off`);
      const frame = scroller?.getBoundingClientRect();
      const y = box.top + box.height / 2;
      if (frame && (y < frame.top || y > frame.bottom)) continue;  // one scrolls to it
      if (one.closest(".find") && one.closest(".lecture")) continue;
      const hit = document.elementFromPoint(box.left + Math.min(box.width / 2, 40), y);
      if (!hit || !(one.contains(hit) || hit.contains(one))) wrong.push(`${name} is covered`);
    }
    if (document.documentElement.scrollWidth > innerWidth) wrong.push("the page is too wide");
    if (document.documentElement.scrollHeight > innerHeight) wrong.push("the page is too high");
    const lanes = document.querySelector(".scroller").clientHeight;
    if (lanes < innerHeight * 0.28) wrong.push(`only ${lanes} pixels for the lanes`);
    for (const one of document.querySelectorAll("header *, footer *, .label *")) {
      if (one.children.length === 0 && parseFloat(getComputedStyle(one).fontSize) < 12) {
        wrong.push(`small text: ${one.textContent}`);
      }
    }
    return wrong;
  });
}

export const tests = {
  async "a comparison is readable at 1280x720"(visit) {
    const page = await visit.open("banks");
    await page.waitForTimeout(300);
    visit.equal(await hidden(page), [], "with the table");
    await page.keyboard.press("L");
    await page.waitForTimeout(300);
    visit.equal(await hidden(page), [], "in lecture mode");
    await visit.picture("compare-lecture");
  },
};
for (const [width, height] of [[1280, 720], [1024, 768]]) {
  tests[`readable at ${width}x${height}`] = async (visit) => {
    const recording = visit.recording("bank");
    const { track, slice } = woken(recording);
    const page = await visit.open("bank", { size: { width, height } });
    visit.equal(await hidden(page), [], "with findings");
    await visit.picture(`${width}-findings`);
    await page.keyboard.press("t");
    visit.equal(await hidden(page), [], "with tables");
    await page.evaluate((hash) => { location.hash = hash; }, hash_of(recording, track, slice));
    await page.waitForTimeout(300);
    await page.keyboard.press("t");
    visit.equal(await hidden(page), [], "with a selection");
    await visit.picture(`${width}-selected`);
    await page.keyboard.press("L");
    await page.waitForTimeout(300);
    visit.equal(await hidden(page), [], "in lecture mode");
    await visit.picture(`${width}-lecture`);
    await page.keyboard.press("?");
    await page.waitForSelector("dialog[open]");
    const help = await page.locator("dialog").boundingBox();
    visit.check(help.x >= 0 && help.x + help.width <= width && help.height <= height, help);
  };
}
