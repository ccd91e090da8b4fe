// What holds for every recording of the stepper: for pages that the desk wrote.

export const tests = {
  async "it opens, plays to its end and back"(visit) {
    const page = await visit.open("");
    visit.equal(await page.locator("[role=alert]").count(), 0, "it says that it cannot be shown");
    await page.keyboard.press("End");
    const stops = Number(/of (\d+)/.exec(await page.locator(".position").textContent())[1]);
    visit.check(stops > 0, "it has no stops");
    for (const key of ["Home", "ArrowRight", "1", "2", "q", "q", "L", "g", "k", "h", "L", "?",
                       "Escape"]) await page.keyboard.press(key);
    for (let i = 0; i < Math.min(stops, 50); i++) await page.keyboard.press("ArrowRight");
    await visit.picture("session");
  },

  async "axe finds nothing"(visit) {
    for (const colorScheme of ["light", "dark"]) {
      await visit.open("", { colorScheme });
      await visit.page.locator(".depth select").selectOption("machine");
      await visit.page.keyboard.press("End");
      visit.equal(await visit.axe(), [], colorScheme);
      await visit.context.close();
    }
  },
};
