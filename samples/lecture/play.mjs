// The lecture: its acts in their order, and at the end a look at the files, as the students open
// them at home.
import { createRequire } from "node:module";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { ACTS } from "./acts.mjs";
import { expect, say, Stage } from "./stage.mjs";

const settings = JSON.parse(process.argv[2]);
const require = createRequire(path.join(settings.build, "package.json"));
const { chromium } = require("playwright-core");

async function perform(browser, [title, act]) {
  console.log(`\n${title}`);
  const stage = new Stage(settings, browser);
  try {
    const file = await act(stage);
    expect(stage.errors.length === 0, `the page has errors: ${stage.errors.join("; ")}`);
    return file;
  } finally {
    await stage.close();
  }
}

// From disk, without a network: the page must show something, and ask nobody.
async function look_at_home(browser, file) {
  const stage = new Stage(settings, browser);
  try {
    const address = pathToFileURL(file).href;
    const page = await stage.open_address(address);
    await page.context().setOffline(true);
    await page.waitForSelector("header");
    await page.keyboard.press("End");
    expect(await page.locator("[role=alert]").count() === 0, `${file} cannot be shown`);
    const shown = await page.locator(".lane, .label.track").count();
    expect(shown > 0, `${file} shows no thread`);
    const others = stage.requests.filter((url) => url.split("#")[0] !== address &&
      !url.startsWith("data:") && !url.startsWith("blob:"));
    expect(others.length === 0, `${file} asks the network: ${others.join(", ")}`);
    expect(stage.errors.length === 0, `${file} has errors: ${stage.errors.join("; ")}`);
    const stops = await page.locator(".position").count() === 0 ? `${shown} lanes`
      : await page.locator(".position").textContent();
    say(`${file}: ${Math.round(fs.statSync(file).size / 1000)} KB, ${stops.trim()}, no request`);
  } finally {
    await stage.close();
  }
}

const browser = await chromium.launch({
  executablePath: settings.chromium, headless: !settings.show,
  args: settings.sandbox ? [] : ["--no-sandbox"],
});
try {
  const files = [];
  for (const act of ACTS) files.push(await perform(browser, act));
  console.log("\n5. At home, without Java");
  for (const file of files) await look_at_home(browser, file);
  console.log(`\nThe lecture has shown ${ACTS.length} programs, each a file in ${settings.out}.`);
} catch (error) {
  console.log(`\nThe lecture has stopped: ${error.message}`);
  process.exitCode = 1;
} finally {
  await browser.close();
}
