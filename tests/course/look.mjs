// Opens pages of the book in Chromium at the size of a phone and of a projector: nothing is wider than the screen, no page asks for anything from elsewhere,
// and axe finds no mistake. tests/course/run starts it.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import fs from "node:fs";
import path from "node:path";

const settings = JSON.parse(process.argv[2]);
const require = createRequire(path.join(settings.packages, "package.json"));
const { chromium } = require("playwright-core");
const axe = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const SIZES = { phone: { width: 390, height: 844 }, projector: { width: 1280, height: 720 } };
const PAGES = ["index", "weeks/4", "TOUR", "sync/index", "answers", "print", "source/sync/meta_lock.h"];

let failed = 0;
function check(holds, ...what) {
  if (holds) return;
  failed++;
  console.log("FAIL", ...what);
}

async function look(browser, name, size, scheme) {
  const context = await browser.newContext({ viewport: SIZES[size], colorScheme: scheme, reducedMotion: "reduce" });
  const page = await context.newPage();
  const others = [];
  page.on("request", (request) => {
    if (!request.url().startsWith("file:") && !request.url().startsWith("data:")) others.push(request.url());
  });
  await page.goto(pathToFileURL(path.join(settings.site, `${name}.html`)).href);
  await page.waitForSelector("h1");
  const told = `${name}, ${size}, ${scheme}`;
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  check(width <= SIZES[size].width, told, "is wider than the screen:", width);
  check(others.length === 0, told, "asks for", others);
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => axe.run({ exclude: [["iframe"]] }, { resultTypes: ["violations"] }));
  for (const { id, nodes } of violations) {
    check(false, told, id, nodes.slice(0, 3).map((node) => node.html.slice(0, 120)).join(" | "));
  }
  if (settings.screenshots) {
    await page.screenshot({ path: path.join(settings.screenshots, `${name.replaceAll("/", "-")}-${size}-${scheme}.png`) });
  }
  await context.close();
}

// A printer gets each page of the book on a sheet of its own.
async function print(browser) {
  const page = await browser.newPage();
  await page.goto(pathToFileURL(path.join(settings.site, "print.html")).href);
  const pages = await page.locator("section.printed").count();
  const sheets = (await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type \/Page\b/g)?.length ?? 0;
  check(pages > 8 && sheets > pages, "print.html:", pages, "pages on", sheets, "sheets");
  console.log(`printed: ${pages} pages on ${sheets} sheets`);
}

const browser = await chromium.launch({ executablePath: settings.chromium, headless: true, args: settings.root ? ["--no-sandbox"] : [] });
for (const name of PAGES) {
  await look(browser, name, "phone", "light");
  await look(browser, name, "projector", "dark");
}
await print(browser);
await browser.close();
process.exit(failed ? 1 : 0);
