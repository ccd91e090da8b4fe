// What holds for every page, whatever it shows: for pages that the VM wrote.

export const tests = {
  async "it opens and obeys the keys"(visit) {
    const page = await visit.open("");
    visit.equal(await page.locator("[role=alert]").count(), 0, "it says that it cannot be shown");
    visit.check((await page.locator(".label").count()) > 0, "it has no lanes");
    for (const key of ["w", "d", "n", "f", "]", "[", "m", "t", "t", "L", "L", "f", "Escape"]) {
      await page.keyboard.press(key);
      await page.waitForTimeout(100);
    }
    for (const link of await page.locator(".findings a").all()) {
      await link.click();
      visit.check(/sel=|t=/.test(await visit.hash()), await visit.hash());
    }
    await visit.picture("page");
  },

  async "axe finds nothing"(visit) {
    for (const colorScheme of ["light", "dark"]) {
      await visit.open("", { colorScheme });
      visit.equal(await visit.axe(), [], colorScheme);
      await visit.context.close();
    }
  },
};
