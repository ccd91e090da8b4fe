// Runs the tests that the other files of this folder hold, several at once, in one browser.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import fs from "node:fs";
import path from "node:path";

const settings = JSON.parse(process.argv[2]);
const require = createRequire(path.join(settings.build, "package.json"));
const { chromium } = require("playwright-core");
const axe = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const LIMIT_MS = 60_000;
const SLOW_MS = 10_000;
const AT_ONCE = 3;   // most of a test's time is waiting
const SIZE = { width: 1280, height: 720 };

// What a test is given: it opens pages and makes claims about them.
class Visit {
  constructor(browser) {
    this.browser = browser;
    this.settings = settings;
    this.errors = [];
    this.requests = [];
    this.pages = [];      // addresses of what it opened
  }

  // `name`: a recording of samples.py.
  async open(name, options = {}) {
    const file = settings.page ?? path.join(settings.build, `${name}.html`);
    return this.open_address(pathToFileURL(file).href, options);
  }

  async open_address(address, { hash = "", size = SIZE, ...context } = {}) {
    this.context = await this.browser.newContext({ viewport: size, reducedMotion: "reduce",
                                                   ...context });
    const page = await this.context.newPage();
    page.setDefaultTimeout(15_000);
    page.on("request", (request) => this.requests.push(request.url()));
    page.on("pageerror", (error) => this.errors.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") this.errors.push(message.text());
    });
    this.pages.push(address);
    await page.goto(address + hash);
    await page.waitForSelector("header, [role=alert]");
    this.page = page;
    return page;
  }

  recording(name) {
    return JSON.parse(fs.readFileSync(path.join(settings.build, `${name}.json`), "utf8"));
  }

  check(holds, ...what) {
    if (!holds) throw new Error(what.map((one) =>
      typeof one === "string" ? one : JSON.stringify(one)).join(" "));
  }

  equal(found, wanted, what) {
    this.check(JSON.stringify(found) === JSON.stringify(wanted), `${what}: found`, found,
               "wanted", wanted);
  }

  // The times that are shown, in seconds, from the address.
  async range() {
    const hash = await this.hash();
    const found = /t=([\d.]+),([\d.]+)/.exec(hash);
    return found === null ? null : [Number(found[1]), Number(found[2])];
  }

  // The page writes its address a moment after the last change. On a busy machine that may be
  // late, so that it must stay the same for a while.
  async hash() {
    let last;
    await this.page.waitForTimeout(200);
    for (let same = 0; same < 2;) {
      await this.page.waitForTimeout(100);
      const hash = await this.page.evaluate(() => location.hash);
      same = hash === last ? same + 1 : 0;
      last = hash;
    }
    return last;
  }

  async sentence() { return this.page.locator("[role=status] p").first().textContent(); }
  async facts() { return this.page.locator("[role=status] .facts").textContent(); }

  async axe() {
    await this.page.evaluate(axe);
    const { violations } = await this.page.evaluate(() =>
      axe.run(document, { resultTypes: ["violations"] }));
    const told = (node) => `${node.html.slice(0, 120)} ${node.any[0]?.message ?? ""}`;
    return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(told).join(" | ")}`);
  }

  async picture(name) {
    if (!settings.screenshots) return;
    await this.page.screenshot({ path: path.join(settings.screenshots, `${name}.png`) });
  }
}

function matches(name) {
  const pattern = settings.filter.replace(/[.+^${}()|[\]\\]/g, "\\$&").replace(/\*/g, ".*");
  return new RegExp(`^${pattern}$`).test(name);
}

async function run_one(browser, name, test) {
  const visit = new Visit(browser);
  let timer;
  const limit = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`longer than ${LIMIT_MS} ms`)), LIMIT_MS);
  });
  const begin = Date.now();
  try {
    await Promise.race([test(visit), limit]);
    visit.equal(visit.errors, [], "errors in the page");
    const others = visit.requests.filter((url) => !visit.pages.includes(url.split("#")[0]) &&
      !url.startsWith("data:") && !url.startsWith("blob:"));
    visit.equal(others, [], "requests of the page");
    if (Date.now() - begin > SLOW_MS) console.log(`slow: ${name}, ${Date.now() - begin} ms`);
    return true;
  } catch (error) {
    console.log(`FAIL ${name}: ${error.message}`);
    await visit.page?.screenshot({ path: path.join(settings.build, `failed-${name}.png`) })
      .catch(() => {});
    return false;
  } finally {
    clearTimeout(timer);
    await visit.context?.close();
  }
}

async function main() {
  const files = settings.vm ? ["labs"] : settings.session ? ["any_session"] : settings.page ? ["any_page"]
    : ["show", "use", "keyboard", "safety", "look", "size", "speed", "compare", "stepper",
       "stepper_use", "stepper_look", "stepper_live", "stepper_picture"];
  const browser = await chromium.launch({
    executablePath: settings.chromium, headless: true,
    args: settings.root ? ["--no-sandbox"] : [],
  });
  let passed = 0;
  let failed = 0;
  const waiting = [];
  for (const file of files) {
    const { tests } = await import(`./${file}.mjs`);
    waiting.push(...Object.entries(tests).filter(([name]) => matches(name)));
  }
  const run_rest = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (await run_one(browser, ...next)) passed++;
      else failed++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, run_rest));
  await browser.close();
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed > 0 || passed === 0 ? 1 : 0);
}

await main();
