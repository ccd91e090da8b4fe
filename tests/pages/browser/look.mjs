// axe finds nothing, in light and dark, with each panel open.
import { hash_of, woken } from "./facts.mjs";

async function states_of(visit, name) {
  const { page } = visit;
  const found = {};
  const look = async (what) => {
    await page.waitForTimeout(400);
    const wrong = await visit.axe();
    if (wrong.length > 0) found[what] = wrong;
    await visit.picture(`${name}-${what}`);
  };
  await look("findings");
  await page.keyboard.press("t");
  await look("tables");
  await page.keyboard.press("t");
  await look("lanes");
  await page.keyboard.press("?");
  await look("help");
  await page.keyboard.press("Escape");
  await page.locator("summary", { hasText: "Lanes" }).click();
  await look("menu");
  await page.keyboard.press("Escape");
  await page.keyboard.press("L");
  await look("lecture");
  return found;
}

function selected(visit) {
  const recording = visit.recording("bank");
  const { track, slice } = woken(recording);
  return hash_of(recording, track, slice, 700_000);
}

export const tests = {
  async "axe, light"(visit) {
    await visit.open("bank", { colorScheme: "light" });
    await visit.picture("light-first");
    visit.equal(await states_of(visit, "light"), {}, "axe");
  },

  async "axe, dark"(visit) {
    await visit.open("bank", { colorScheme: "dark" });
    const theme = await visit.page.evaluate(() => document.documentElement.dataset.theme);
    visit.equal(theme, "dark", "theme");
    visit.equal(await states_of(visit, "dark"), {}, "axe");
  },

  async "axe, with a selection"(visit) {
    for (const colorScheme of ["light", "dark"]) {
      await visit.open("bank", { colorScheme, hash: selected(visit) });
      visit.equal(await visit.axe(), [], `axe, ${colorScheme}`);
      await visit.picture(`${colorScheme}-selected`);
      await visit.page.keyboard.press("L");
      await visit.page.waitForTimeout(300);
      await visit.picture(`${colorScheme}-lecture-selected`);
      await visit.context.close();
    }
  },

  async "the choice of colours beats the system's"(visit) {
    const page = await visit.open("bank", { colorScheme: "dark" });
    await page.keyboard.press("?");
    await page.getByLabel("Colours", { exact: true }).selectOption("light");
    visit.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor),
                "rgb(255, 255, 255)", "paper");
  },
};
