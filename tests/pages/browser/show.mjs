// What the page shows: lanes, boxes in the right place and colour, arrows, sentences.
import { arrows_at, hash_of, slices_of, track_called, woken } from "./facts.mjs";

// The colours of a canvas around a place, in CSS pixels of the canvas.
async function colours_at(page, x, y, size = 6) {
  return page.evaluate(([left, top, side]) => {
    const canvas = document.getElementById("canvas");
    const scale = canvas.width / canvas.clientWidth;
    const { data } = canvas.getContext("2d").getImageData(left * scale, top * scale, side, side);
    const found = new Set();
    for (let i = 0; i < data.length; i += 4) {
      const parts = [...data.slice(i, i + 3)];
      found.add("#" + parts.map((one) => one.toString(16).padStart(2, "0")).join(""));
    }
    return [...found];
  }, [x, y, size]);
}

async function place_of(visit, track, time, range = null) {
  const [from, to] = range ?? await visit.range();
  return visit.page.evaluate(([id, share]) => {
    const label = document.getElementById(`track-${id}`);
    const scroller = document.querySelector(".scroller");
    const canvas = document.getElementById("canvas");
    return { x: share * canvas.clientWidth, y: label.offsetTop - scroller.scrollTop,
             height: label.offsetHeight };
  }, [track.id, (time / 1e9 - from) / (to - from)]);
}

export const tests = {
  async "lanes and groups"(visit) {
    const page = await visit.open("bank");
    const recording = visit.recording("bank");
    const labels = await page.locator(".label.track .name").evaluateAll((all) =>
      all.map((one) => one.title));
    const order = ["LWPs", "Threads", "Locks", "Collector", "Heap"];
    const wanted = order.flatMap((group) => recording.tracks.filter((track) =>
      track.group === group).map((track) => track.name));
    visit.equal(labels, wanted, "lanes");
    const groups = await page.locator(".label.group .name").allTextContents();
    visit.equal(groups, order, "groups");
    visit.equal(await page.locator("h1").textContent(), "Bank", "title");
    visit.equal(await page.locator(".kind").textContent(), "M:N, 2 LWPs, meta-fast", "kind");
  },

  async "boxes have the colours of their states"(visit) {
    const colours = { running: "#009e73", ready: "#f0e442", blocked: "#d55e00",
                      native: "#0072b2", parked: "#cc79a7" };
    const recording = visit.recording("bank");
    const page = await visit.open("bank", { hash: "#t=0,0.02" });
    await page.keyboard.press("w");
    await page.keyboard.press("s");
    const range = await visit.range();
    let looked = 0;
    for (const track of recording.tracks.filter((one) => one.kind === "thread")) {
      for (const slice of slices_of(recording, track)) {
        if (!(slice.state in colours) || slice.level > 0 || slice.end - slice.start < 3e5) continue;
        if (looked >= 40) return;
        const { x, y } = await place_of(visit, track, slice.end, range);
        const found = await colours_at(page, x - 9, y + 4);
        visit.check(found.includes(colours[slice.state]), track.name, slice, found);
        looked++;
      }
    }
    visit.check(looked > 20, "only", looked, "boxes were looked at");
  },

  async "a box in the lane of a lock has the colour of its thread"(visit) {
    const recording = visit.recording("bank");
    const page = await visit.open("bank", { hash: "#t=0,0.02" });
    const lock = track_called(recording, "Gate #4");
    const slice = slices_of(recording, lock).find((one) => one.end - one.start > 3e5);
    const { x, y } = await place_of(visit, lock, slice.end);
    const owner = track_called(recording, slice.name);
    const wanted = await page.locator(`#track-${owner.id} .badge`).evaluate((badge) =>
      "#" + getComputedStyle(badge).backgroundColor.match(/\d+/g).map((part) =>
        Number(part).toString(16).padStart(2, "0")).join(""));
    const row = Number(await page.locator(`#track-${lock.id}`).evaluate((one) => one.offsetHeight));
    const found = await colours_at(page, x - 9, y + row - 9);
    visit.check(found.includes(wanted), `the box of ${slice.name}`, found, wanted);
  },

  async "the selected box says its sentence and its arrows"(visit) {
    const recording = visit.recording("bank");
    const { track, slice } = woken(recording);
    await visit.open("bank", { hash: hash_of(recording, track, slice) });
    visit.equal(await visit.sentence(), slice.sentence, "sentence");
    const { incoming, outgoing } = arrows_at(recording, track, slice);
    const arrows = incoming.length === 1 ? "arrow" : "arrows";
    const many = `${incoming.length} ${arrows} in, ${outgoing.length} out`;
    visit.check((await visit.facts()).endsWith(many), "facts", await visit.facts(), many);
    visit.check(incoming.length > 0, "no arrow arrives");
  },

  async "only the arrows of the selection are drawn"(visit) {
    const recording = visit.recording("bank");
    const { arrow, track, slice } = woken(recording);
    const page = await visit.open("bank", { hash: hash_of(recording, track, slice) });
    const source = recording.tracks.find((one) => one.id === arrow.from);
    const ends = [await place_of(visit, track, arrow.to_time),
                  await place_of(visit, source, arrow.from_time)].sort((a, b) => a.y - b.y);
    // Only the arrow and its name are dark between the two lanes.
    const top = ends[0].y + ends[0].height;
    const count_ink = () => page.evaluate(([x, y, high]) => {
      const canvas = document.getElementById("canvas");
      const scale = canvas.width / canvas.clientWidth;
      const { data } = canvas.getContext("2d").getImageData((x - 60) * scale, y * scale,
                                                            120 * scale, high * scale);
      let ink = 0;
      for (let i = 0; i < data.length; i += 4) {
        if (data[i] === 0x15 && data[i + 1] === 0x19 && data[i + 2] === 0x1e) ink++;
      }
      return ink;
    }, [ends[0].x, top, ends[1].y - top]);
    visit.check(ends[1].y > top, "the sample has no lane between the two", ends);
    const drawn = await count_ink();
    await page.keyboard.press("Escape");
    await page.waitForTimeout(300);
    visit.check(drawn > 200 && (await count_ink()) === 0, "dark pixels", drawn, await count_ink());
  },

  async "what is in view is told to screen readers"(visit) {
    const recording = visit.recording("bank");
    const { track, slice } = woken(recording);
    const page = await visit.open("bank", { hash: hash_of(recording, track, slice) });
    await page.waitForTimeout(600);
    const rows = await page.locator(".for-readers tbody tr").allTextContents();
    visit.check(rows.some((row) => row.startsWith(`${track.name}${slice.name}`)), rows.slice(0, 8));
    const caption = await page.locator(".for-readers caption").textContent();
    visit.check(/^In view, 0\.\d.* s to 0\.\d.* s$/.test(caption), caption);
  },

  async "many threads: those blocked longest have lanes, the others one together"(visit) {
    const page = await visit.open("many");
    const labels = await page.locator(".label.track .name").allTextContents();
    visit.equal(labels.length, 40, "lanes");
    const recording = visit.recording("many");
    const longest = recording.tracks.map((track) => {
      const [first] = slices_of(recording, track);
      return [track.name, first.state === "blocked" ? first.end : 0];
    }).sort((a, b) => b[1] - a[1]).slice(0, 40).map(([name]) => name);
    visit.equal(labels, longest, "order");
    visit.equal(await page.locator(".label.density").textContent(), "260 more", "the rest");
    await page.locator(".label.density").click();
    visit.equal(await page.locator(".label.track").count(), 300, "after a click");
    visit.check((await visit.sentence()).includes("12 events lost"), await visit.sentence());
  },

  async "the end of the recording is that of its last slice"(visit) {
    await visit.open("big");
    await visit.page.keyboard.press("w");
    await visit.range();
    await visit.page.keyboard.press("s");
    await visit.page.keyboard.press("s");
    const recording = visit.recording("big");
    const last = Math.max(...recording.tracks.flatMap((track) =>
      slices_of(recording, track).slice(-1).map((slice) => slice.end)));
    visit.equal(await visit.range(), [0, last / 1e9], "range");
  },
};
