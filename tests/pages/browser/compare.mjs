// The page of a comparison: the table and the verdict above, the lanes of all variants on one time
// axis below.
import { slices_of } from "./facts.mjs";

const NAMES = ["1:1", "M:N", "M:1"];

function variants(visit, name = "banks") { return visit.recording(name).variants; }

// The names of the lanes and groups, from top to bottom.
async function lanes(page) {
  return page.locator(".label .name").allTextContents();
}

async function open(visit, more = {}) {
  const page = await visit.open("banks", more);
  await page.waitForTimeout(200);
  return page;
}

export const tests = {
  async "the table, the verdict and the differences come first"(visit) {
    const page = await open(visit);
    const data = visit.recording("banks");
    visit.equal(await page.locator("p.verdict").textContent(), data.verdict[0], "verdict");
    const heads = await page.locator(".figures thead th").allTextContents();
    visit.equal(heads.slice(1, 4), NAMES, "variants");
    for (const [i, row] of data.rows.entries()) {
      const found = page.locator(".figures tbody tr").nth(i);
      visit.equal(await found.locator("th").textContent(), row.name, "row");
      const wanted = row.cells.map((cell) => cell.text + (cell.noisy ? " noisy" : ""));
      const cells = await found.locator("td").allTextContents();
      const noisy = row.cells.some((cell) => cell.noisy);
      const remark = noisy ? "noisy, do not conclude" : row.remark;
      visit.equal(cells, [...wanted, remark], row.name);
    }
    visit.equal(await page.locator(".differences > ul li").allTextContents(), data.sentences,
                "differences");
    const method = await page.locator(".method").textContent();
    for (const text of [data.about.machine, data.about.command, data.about.method[0],
                        "M:N: -XX:ThreadModel=M:N"]) {
      visit.check(method.includes(text), "the page does not say", text, method);
    }
    await visit.picture("compare-first");
  },

  async "each variant has its groups, and most are folded"(visit) {
    const page = await open(visit);
    const found = await lanes(page);
    const threads = variants(visit)[0].recording.tracks.filter((one) => one.group === "Threads");
    for (const name of NAMES) {
      const at = found.indexOf(`${name} · Threads`);
      visit.check(at >= 0, "no threads of", name, found);
      visit.equal(found.slice(at + 1, at + 1 + threads.length), threads.map((one) => one.name),
                  name);
      visit.check(found[found.indexOf(`${name} · Heap`) + 1]?.includes(" · ") ?? true, "Heap is open");
    }
    visit.equal(await page.locator(".strip-name").allTextContents(), NAMES, "strips");
  },

  async "a thread has the same letter and colour in each variant"(visit) {
    const page = await open(visit);
    const looks = await page.locator(".label:has(.badge)").evaluateAll((all) => all.map((one) => [
      one.querySelector(".name").textContent, one.querySelector(".badge").textContent,
      getComputedStyle(one.querySelector(".badge")).backgroundColor]));
    const by_name = new Map();
    for (const [name, ...look] of looks) by_name.set(name, [...by_name.get(name) ?? [], look.join()]);
    visit.equal(by_name.size, 6, "threads");
    for (const [name, all] of by_name) {
      visit.equal([all.length, new Set(all).size], [3, 1], name);
    }
  },

  async "one time axis: main begins at the same place in all"(visit) {
    const page = await open(visit);
    const [first, second] = variants(visit).map(({ recording }) => recording);
    const corner = await page.locator(".corner").nth(1).textContent();
    visit.equal(corner, "since main began", "axis");
    // The same slice of both recordings: as long after main as each recording says.
    const latest = Math.max(...variants(visit).map(({ recording }) => recording.about.main));
    const times = [];
    for (const [recording, skipped] of [[first, 0], [second, first.tracks.length]]) {
      const track = recording.tracks.find((one) => one.name === "three");
      const slice = slices_of(recording, track)[4];
      await page.evaluate((hash) => { location.hash = hash; }, `#sel=${track.id + skipped}.s4`);
      await page.waitForTimeout(300);
      const at = / at (-?[\d.\u2009]+) s/.exec(await visit.facts())?.[1].replace(/\u2009/g, "");
      const wanted = (slice.start - recording.about.main) / 1e9;
      visit.check(Math.abs(Number(at) - wanted) < 2e-6, "at", at, "wanted", wanted, latest);
      times.push(Number(at));
    }
    visit.check(Math.abs(times[0] - times[1] - 0.001) < 2e-6, "one ms apart", times);
  },

  async "zoom and scroll move all variants together"(visit) {
    const page = await open(visit, { hash: "#t=0.005,0.010" });
    await page.keyboard.press("w");
    const [from, to] = await visit.range();
    visit.check(to - from < 0.0045, from, to);
    visit.equal(await page.locator("canvas").count(), 3, "canvases: one of all lanes");
  },

  async "o puts the same lanes side by side"(visit) {
    const page = await open(visit);
    await page.keyboard.press("o");
    const found = await lanes(page);
    const at = found.indexOf("1:1 · one");
    visit.equal(found.slice(at, at + 3), NAMES.map((name) => `${name} · one`), "lanes");
    await visit.picture("compare-side-by-side");
    await page.keyboard.press("o");
    visit.check((await lanes(page)).includes("M:N · Threads"), "back");
  },

  async "variants are hidden and shown by the menu"(visit) {
    const page = await open(visit);
    await page.locator("summary", { hasText: "Lanes" }).click();
    await page.getByLabel("M:N", { exact: true }).uncheck();
    visit.check(!(await lanes(page)).some((name) => name.startsWith("M:N")), await lanes(page));
    await page.getByLabel("Threads", { exact: true }).uncheck();
    visit.check(!(await lanes(page)).includes("one"), "threads are folded in all");
  },

  async "c folds the table, and findings say whose they are"(visit) {
    const page = await open(visit);
    await page.keyboard.press("c");
    visit.check(!(await page.locator("#figures").isVisible()), "the table is there");
    await page.keyboard.press("n");
    visit.check(/sel=\d+\.s\d+/.test(await visit.hash()), await visit.hash());
    await page.getByRole("button", { name: "Findings" }).click();
    const findings = await page.locator(".findings a").allTextContents();
    const wanted = variants(visit).flatMap(({ name, recording }) =>
      recording.findings.map((one) => `${name}: ${one.text}`));
    visit.equal(findings, wanted, "findings");
    await page.keyboard.press("t");
    const caption = await page.locator("#panel caption").first().textContent();
    visit.check(caption.startsWith("1:1: "), caption);
    await page.keyboard.press("c");
    visit.check(await page.locator("#figures").isVisible(), "the table is gone");
  },

  async "axe, light and dark"(visit) {
    for (const colorScheme of ["light", "dark"]) {
      for (const name of ["banks", "different"]) {
        const page = await visit.open(name, { colorScheme });
        await page.waitForTimeout(300);
        visit.equal(await visit.axe(), [], `${name}, ${colorScheme}`);
        await visit.picture(`compare-${name}-${colorScheme}`);
        await page.keyboard.press("?");
        visit.equal(await visit.axe(), [], `help of ${name}, ${colorScheme}`);
        await visit.context.close();
      }
    }
  },

  async "what differs is said first, in red, and hostile text stays text"(visit) {
    const page = await visit.open("different");
    await page.waitForTimeout(300);
    const data = visit.recording("different");
    visit.equal(await page.locator(".verdict.different li").allTextContents(), data.verdict,
                "differences");
    const [red, green, blue] = await page.locator(".verdict.different").evaluate((one) =>
      getComputedStyle(one).color.match(/\d+/g).map(Number));
    visit.check(red > 2 * green && red > 2 * blue, "no red:", red, green, blue);
    visit.equal(await page.locator("img").count(), 0, "images");
    visit.equal(await page.locator(".strip-name").allTextContents(), ["1:1"], "recordings");
  },

  async "a newer version"(visit) {
    const page = await visit.open("newer-comparison");
    const text = await page.locator("[role=alert] p").textContent();
    visit.check(text.includes("has version 2") && text.endsWith("."), text);
  },
};
