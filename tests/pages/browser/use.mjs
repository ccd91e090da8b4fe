// What a person does with the mouse: findings, tables, find, menus, the address, saving.
import fs from "node:fs";
import { slices_of, track_called } from "./facts.mjs";

function count_named(recording, text) {
  const wanted = text.toLowerCase();
  const holds = (name) => name !== undefined && name.toLowerCase().includes(wanted);
  let hits = 0;
  for (const track of recording.tracks) {
    if (holds(track.name)) hits++;
    hits += slices_of(recording, track).filter((one) => holds(one.name)).length;
    hits += (track.marks?.n ?? []).filter((name) => holds(recording.names[name])).length;
  }
  return hits;
}

export const tests = {
  async "findings lead to their moments"(visit) {
    const page = await visit.open("bank");
    const recording = visit.recording("bank");
    const links = page.locator(".findings a");
    const wanted = recording.findings.map((one) => one.text);
    visit.equal(await links.allTextContents(), wanted, "findings");
    for (const [i, finding] of recording.findings.entries()) {
      await links.nth(i).click();
      const [from, to] = await visit.range();
      visit.check(from * 1e9 <= finding.t && to * 1e9 >= finding.t + finding.d, finding, from, to);
      const track = recording.tracks.find((one) => one.id === finding.track);
      const selected = Number(/sel=\d+\.s(\d+)/.exec(await visit.hash())?.[1]);
      const slice = slices_of(recording, track)[selected];
      visit.equal([slice?.start, slice?.end], [finding.t, finding.t + finding.d], finding.text);
    }
  },

  async "a row of a table selects its lane"(visit) {
    const page = await visit.open("bank");
    await page.getByRole("button", { name: "Tables" }).click();
    await page.locator("#panel td button", { hasText: "Gate #7" }).click();
    const lock = track_called(visit.recording("bank"), "Gate #7");
    visit.equal(await page.locator(".label[aria-selected=true]").getAttribute("id"),
                `track-${lock.id}`, "lane");
    visit.check(/sel=\d+$/.test(await visit.hash()), await visit.hash());
    const head = page.locator("#panel th button", { hasText: "blocked %" });
    await head.click();
    const column = await page.locator("#panel table").nth(1).locator("tbody tr td:nth-child(4)")
      .allTextContents();
    const sorted = [...column].sort((a, b) => Number(b) - Number(a));
    visit.equal(column, sorted, "sorted");
    await visit.picture("tables");
  },

  async "find counts and steps"(visit) {
    const page = await visit.open("bank");
    const recording = visit.recording("bank");
    await page.keyboard.press("/");
    await page.keyboard.type("gate #4");
    const hits = count_named(recording, "gate #4");
    visit.equal(await page.locator(".find output").textContent(), String(hits), "hits");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    visit.equal(await page.locator(".find output").textContent(), `2 of ${hits}`, "place");
    await page.keyboard.press("Shift+Enter");
    await page.keyboard.press("Shift+Enter");
    visit.equal(await page.locator(".find output").textContent(), `${hits} of ${hits}`, "around");
    visit.check((await visit.facts()).length > 0, "nothing is selected");
    await visit.picture("find");
    await page.keyboard.press("Escape");
    visit.equal(await page.locator("#find").inputValue(), "", "after Esc");
    await page.keyboard.press("/");
    await page.keyboard.type("no such thing");
    visit.equal(await page.locator(".find output").textContent(), "0", "no hits");
  },

  async "a click selects what is there"(visit) {
    const recording = visit.recording("bank");
    const track = track_called(recording, "three");
    const slice = slices_of(recording, track).find((one) => one.end - one.start > 8e5);
    const page = await visit.open("bank", { hash: "#t=0,0.02" });
    const box = await page.locator("#canvas").boundingBox();
    const label = await page.locator(`#track-${track.id}`).boundingBox();
    await page.mouse.click(box.x + (slice.start + slice.end) / 2 / 2e7 * box.width,
                           label.y + label.height / 4);
    visit.equal(await visit.sentence(), slice.sentence, "sentence");
    await page.mouse.dblclick(box.x + (slice.start + slice.end) / 2 / 2e7 * box.width,
                              label.y + label.height / 4);
    const [from, to] = await visit.range();
    visit.check(to - from < (slice.end - slice.start) / 1e9 * 1.4, "fit", from, to);
  },

  async "a drag moves the time, the wheel with Ctrl zooms"(visit) {
    const page = await visit.open("bank", { hash: "#t=0.005,0.010" });
    const box = await page.locator("#canvas").boundingBox();
    await page.mouse.move(box.x + 600, box.y + 100);
    await page.mouse.down();
    await page.mouse.move(box.x + 600 - box.width / 5, box.y + 100, { steps: 4 });
    await page.mouse.up();
    const [from, to] = await visit.range();
    visit.check(Math.abs(from - 0.006) < 2e-5 && Math.abs(to - 0.011) < 2e-5, from, to);
    await page.keyboard.down("Control");
    await page.mouse.wheel(0, -100);
    await page.keyboard.up("Control");
    const [nearer, until] = await visit.range();
    visit.check(until - nearer < 0.0045, nearer, until);
  },

  async "groups fold and lanes are pinned"(visit) {
    const page = await visit.open("bank");
    const before = await page.locator(".label.track").count();
    await page.locator("#group-Threads").click();
    visit.equal(await page.locator(".label.track").count(), before - 6, "folded");
    await page.locator("summary", { hasText: "Lanes" }).click();
    await page.getByLabel("Threads", { exact: true }).check();
    visit.equal(await page.locator(".label.track").count(), before, "unfolded");
    await page.getByRole("button", { name: "Pin old" }).click();
    const first = await page.locator(".label").evaluateAll((all) =>
      all.slice(0, 2).map((one) => one.id));
    const old = track_called(visit.recording("bank"), "old");
    visit.equal(first, ["group-Pinned", `track-${old.id}`], "pinned");
  },

  async "the address keeps what is shown"(visit) {
    const page = await visit.open("bank", { hash: "#t=0.004,0.009&sel=3.s2&mark=0.005,0.006" });
    const sentence = await visit.sentence();
    visit.equal(await visit.range(), [0.004, 0.009], "range");
    await page.keyboard.press("d");
    const moved = await visit.hash();
    visit.check(moved.includes("sel=3.s2") && moved.includes("mark=0.005,0.006"), moved);
    await page.reload();
    await page.waitForSelector("header");
    visit.equal(await visit.hash(), moved, "after a reload");
    visit.equal(await visit.sentence(), sentence, "the sentence after a reload");
    await page.evaluate(() => { location.hash = "#t=0.001,0.002&sel=8"; });
    visit.equal(await visit.range(), [0.001, 0.002], "the range after a change");
    for (const wrong of ["#t=x,y&sel=99", "#t=9,1", "#sel=3.s99999", "#%", "#t=-5,1e9"]) {
      await page.evaluate((hash) => { location.hash = hash; }, wrong);
      await page.waitForTimeout(50);
    }
    visit.check((await page.locator(".label.track").count()) > 0, "the page is gone");
  },

  async "pictures are saved"(visit) {
    const page = await visit.open("bank", { hash: "#t=0.004,0.009&sel=3.s2" });
    for (const [key, name] of [["p", "Bank.png"], ["v", "Bank.svg"]]) {
      const saved = page.waitForEvent("download");
      await page.keyboard.press(key);
      const download = await saved;
      visit.equal(download.suggestedFilename(), name, "file");
      const bytes = fs.readFileSync(await download.path());
      visit.check(bytes.length > 5000, name, bytes.length);
      if (key === "p") continue;
      const found = await page.evaluate((text) => {
        const svg = new DOMParser().parseFromString(text, "image/svg+xml");
        return [svg.querySelector("parsererror") === null,
                [...svg.querySelectorAll("text")].map((one) => one.textContent)];
      }, bytes.toString());
      visit.check(found[0] && found[1].includes("Gate #4") && found[1].includes("three"), found);
    }
  },
};
