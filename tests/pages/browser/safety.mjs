// Strings of the program are untrusted, and a damaged file ends with a sentence.
const ATTACK = "</script><img src=x onerror=\"document.title='attacked'\">";

export const tests = {
  async "hostile names are text"(visit) {
    const page = await visit.open("hostile");
    await page.waitForTimeout(300);
    visit.equal(await page.title(), ATTACK, "title");
    visit.equal(await page.locator("img").count(), 0, "images");
    visit.equal(await page.locator("script").count(), 2, "scripts");
    visit.equal(await page.locator("h1").textContent(), ATTACK, "heading");
    const names = await page.locator(".label.track .name").allTextContents();
    visit.equal(names.sort(), [ATTACK, `${ATTACK} #1`, "__proto__"].sort(), "lanes");
    await page.locator(".findings a").first().click();
    visit.equal(await visit.sentence(), `A waits for ${ATTACK}.`, "sentence");
    await page.getByRole("button", { name: "Tables" }).click();
    visit.equal(await page.locator("#panel td button").textContent(), ATTACK, "cell");
    await page.keyboard.press("/");
    await page.keyboard.type("<img");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    const box = await page.locator("#canvas").boundingBox();
    await page.keyboard.press("Escape");
    await page.mouse.move(box.x + 200, box.y + 60);
    await page.waitForTimeout(300);
    visit.equal(await page.locator("img").count(), 0, "images at the end");
    visit.equal(await page.title(), ATTACK, "title at the end");
  },

  async "a picture of hostile names is good XML"(visit) {
    const page = await visit.open("hostile");
    const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("v")]);
    const { readFileSync } = await import("node:fs");
    const found = await page.evaluate((text) => {
      const svg = new DOMParser().parseFromString(text, "image/svg+xml");
      const wrong = svg.querySelector("parsererror")?.textContent ?? "";
      return [wrong, svg.querySelectorAll("img").length];
    }, readFileSync(await download.path(), "utf8"));
    visit.equal(found, ["", 0], "the file");
  },

  async "the page can reach no network"(visit) {
    const page = await visit.open("bank");
    const refused = await page.evaluate(async () => {
      const blocked = [];
      document.addEventListener("securitypolicyviolation", (event) =>
        blocked.push(event.effectiveDirective));
      const tries = [fetch("http://127.0.0.1:9/").catch(() => "refused")];
      new Image().src = "http://127.0.0.1:9/x.png";
      const script = document.createElement("script");
      script.textContent = "window.attacked = true";
      document.body.append(script);
      const results = await Promise.all(tries);
      await new Promise((done) => setTimeout(done, 300));
      return [results, blocked.sort(), window.attacked ?? false];
    });
    visit.equal(refused[0], ["refused"], "fetch");
    visit.equal(refused[1], ["connect-src", "img-src", "script-src-elem"], "violations");
    visit.equal(refused[2], false, "a foreign script");
    const policy = await page.locator("meta[http-equiv]").getAttribute("content");
    const hash = "'sha256-[\\w+/=]{44}'";
    visit.check(new RegExp(`^default-src 'none'; script-src ${hash}; style-src ${hash}; ` +
      "img-src data:; base-uri 'none'; form-action 'none'$").test(policy), policy);
    visit.errors.length = 0;  // The browser reports the refusals, which were asked for.
    visit.requests = visit.requests.filter((url) => !url.startsWith("http://127.0.0.1:9/"));
  },

  async "a newer version, a damaged file and an empty one"(visit) {
    const says = async (name) => {
      const page = await visit.open(name);
      const text = await page.locator("[role=alert] p").textContent();
      visit.equal(await visit.axe(), [], `axe on ${name}`);
      await visit.context.close();
      return text;
    };
    const newer = await says("newer");
    visit.check(newer.includes("has version 2") && newer.endsWith("."), newer);
    const wrong = await says("wrong");
    visit.check(/damaged: the slices of track 3, n refers to entry 99999/.test(wrong), wrong);
    visit.check((await says("cut")).includes("it is not JSON"), "cut");
    const page = await visit.open("empty");
    visit.equal(await page.locator(".label").count(), 0, "lanes of an empty recording");
    for (const key of ["w", "s", "f", "d", "[", "]", "n", "t", "m", "i", "ArrowRight"]) {
      await page.keyboard.press(key);
    }
  },
};
