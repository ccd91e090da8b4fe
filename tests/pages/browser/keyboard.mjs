// Everything by keyboard.
import { arrows_of, hash_of, woken } from "./facts.mjs";

const width = ([from, to]) => to - from;

export const tests = {
  async "keys zoom, pan and fit"(visit) {
    const page = await visit.open("bank", { hash: "#t=0.005,0.010" });
    const key = async (name) => {
      await page.keyboard.press(name);
      return visit.range();
    };
    const start = [0.005, 0.01];
    const nearer = await key("w");
    visit.check(width(nearer) < width(start) * 0.8, "w", nearer);
    const back = await key("s");
    visit.check(Math.abs(width(back) - width(start)) < 1e-5, "s", back);
    const later = await key("d");
    visit.check(later[0] > back[0] && Math.abs(width(later) - width(back)) < 1e-6, "d", later);
    const earlier = await key("a");
    visit.check(Math.abs(earlier[0] - back[0]) < 1e-6, "a", earlier);
    visit.equal(await key("f"), [0, 0.02], "f");
  },

  async "f fits the selected box, then everything"(visit) {
    const recording = visit.recording("bank");
    const { track, slice } = woken(recording);
    const page = await visit.open("bank", { hash: `#t=0,0.02&sel=${track.id}.s${slice.index}` });
    await page.keyboard.press("f");
    const [from, to] = await visit.range();
    visit.check(from * 1e9 < slice.start && to * 1e9 > slice.end, from, to, slice);
    visit.check((to - from) * 1e9 < (slice.end - slice.start) * 1.4, from, to, slice);
    await page.keyboard.press("f");
    visit.equal(await visit.range(), [0, 0.02], "again");
  },

  async "m marks the selected time"(visit) {
    const recording = visit.recording("bank");
    const { track, slice } = woken(recording);
    const page = await visit.open("bank", { hash: hash_of(recording, track, slice) });
    await page.keyboard.press("m");
    const wanted = `mark=${slice.start / 1e9},${slice.end / 1e9}`;
    visit.check((await visit.hash()).includes(wanted), await visit.hash(), wanted);
    await page.keyboard.press("m");
    visit.check(!(await visit.hash()).includes("mark="), await visit.hash());
  },

  async "[ and ] go along an arrow and back"(visit) {
    const recording = visit.recording("bank");
    const { arrow, track, slice } = woken(recording);
    const page = await visit.open("bank", { hash: hash_of(recording, track, slice) });
    await page.keyboard.press("[");
    const at = /sel=(\d+)\.s(\d+)/.exec(await visit.hash());
    visit.equal(Number(at?.[1]), arrow.from, "the track where the arrow comes from");
    await page.keyboard.press("]");
    const back = /sel=(\d+)\.s(\d+)/.exec(await visit.hash());
    visit.equal(Number(back?.[1]), track.id, "the track where it leads to");
    const alone = arrows_of(recording).length;
    visit.check(alone > 20, "arrows in the sample", alone);
  },

  async "slash, Esc, question mark, L, plus and minus"(visit) {
    const page = await visit.open("bank");
    await page.keyboard.press("/");
    visit.equal(await page.evaluate(() => document.activeElement.id), "find", "focus");
    await page.keyboard.type("wad?L");
    visit.equal(await page.locator("#find").inputValue(), "wad?L", "letters in the field");
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await page.waitForSelector("dialog[open]");
    const listed = await page.locator(".keys kbd").allTextContents();
    visit.check(listed.includes("["), "no keys in help", listed);
    await page.keyboard.press("Escape");
    visit.check(!(await page.locator("dialog").isVisible()), "help is still open");
    const size = () => page.evaluate(() =>
      parseFloat(getComputedStyle(document.documentElement).fontSize));
    visit.equal(await size(), 16, "size");
    await page.keyboard.press("+");
    visit.equal(await size(), 18, "larger");
    for (let i = 0; i < 20; i++) await page.keyboard.press("+");
    visit.equal(await size(), 32, "largest");
    for (let i = 0; i < 20; i++) await page.keyboard.press("-");
    visit.equal(await size(), 12, "smallest");
    await page.keyboard.press("L");
    visit.equal(await size(), 24, "lecture");
    visit.check(!(await page.locator("#panel").isVisible()), "a panel in lecture mode");
    visit.check(await page.locator("[role=status]").isVisible(), "no sentence in lecture mode");
    await page.keyboard.press("/");
    visit.check(await page.locator("#find").isVisible(), "no find in lecture mode");
    await page.keyboard.press("Escape");
    await page.keyboard.press("L");
    visit.equal(await size(), 12, "back");
  },

  async "keys of one letter can be switched off"(visit) {
    const page = await visit.open("bank", { hash: "#t=0.005,0.010" });
    await page.keyboard.press("?");
    await page.waitForSelector("dialog[open]");
    await page.locator("#letters").uncheck();
    await page.keyboard.press("Escape");
    await page.keyboard.press("w");
    await page.keyboard.press("L");
    visit.equal(await visit.range(), [0.005, 0.01], "range");
    await page.getByRole("button", { name: "Help" }).click();
    await page.locator("#letters").check();
    await page.keyboard.press("Escape");
    await page.keyboard.press("w");
    visit.check(width(await visit.range()) < 0.005, "w does nothing");
  },

  async "the tree of lanes and the boxes by arrow keys"(visit) {
    const page = await visit.open("bank", { hash: "#t=0,0.02" });
    const active = () => page.evaluate(() => document.activeElement.id);
    await page.locator(".label").first().focus();
    await page.keyboard.press("ArrowLeft");
    visit.equal(await page.locator("#group-LWPs").getAttribute("aria-expanded"), "false", "folded");
    await page.keyboard.press("ArrowDown");
    visit.equal(await active(), "group-Threads", "next");
    await page.keyboard.press("ArrowDown");
    const lane = await active();
    await page.keyboard.press("Enter");
    await page.waitForSelector(`#${lane}[aria-selected=true]`);
    await page.keyboard.press("ArrowRight");
    visit.equal(await active(), "canvas", "in the lane");
    const first = await visit.hash();
    await page.keyboard.press("ArrowRight");
    const second = await visit.hash();
    visit.check(first !== second && /\.s\d+/.test(second), first, second);
    await page.keyboard.press("ArrowLeft");
    visit.equal(/sel=.*/.exec(await visit.hash())[0], /sel=.*/.exec(first)[0], "back");
    await page.keyboard.press("ArrowDown");
    visit.check(/sel=.*/.exec(await visit.hash())[0] !== /sel=.*/.exec(first)[0], "no other lane");
  },

  async "all controls are reached by Tab, with a focus that one sees"(visit) {
    const page = await visit.open("bank");
    const seen = new Set();
    for (let i = 0; i < 40; i++) {
      await page.keyboard.press("Tab");
      const found = await page.evaluate(() => {
        const one = document.activeElement;
        const { outlineStyle, outlineWidth } = getComputedStyle(one);
        return [one.id || one.textContent, one === document.body ||
          (outlineStyle !== "none" && parseFloat(outlineWidth) >= 2)];
      });
      visit.check(found[1], "no focus to be seen at", found[0]);
      seen.add(found[0]);
    }
    for (const wanted of ["find", "canvas", "Help", "Lecture", "Fit", "group-LWPs", "panel"]) {
      visit.check(seen.has(wanted), `${wanted} is not reached`, [...seen]);
    }
  },
};
