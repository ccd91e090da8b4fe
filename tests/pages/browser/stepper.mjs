// Each pane of the stepper's page shows what the recording says, at every stop, back and forth.

// A stop as the recording has it, without any code of the page.
export function picture_of(recording, index) {
  const step = recording.steps[index];
  const pane = (name) => recording.panes[step[name]];
  return { step, threads: pane("threads"), objects: pane("objects"), statics: pane("statics"),
           locks: pane("locks"), heap: pane("heap") };
}

export async function texts(page, selector) {
  return page.locator(selector).evaluateAll((all) =>
    all.map((one) => one.textContent.replace(/\s+/g, " ").trim()));
}

export async function position(page) {
  return (await page.locator(".position").textContent()).trim();
}

const shown = (value) => `${value.name} ${value.value}`;

async function check_stop(visit, recording, index) {
  const { page } = visit;
  const { step, threads, statics } = picture_of(recording, index);
  const of = `stop ${index + 1}`;
  visit.equal(await position(page), `step ${index + 1} of ${recording.steps.length} (recorded)`, of);
  visit.equal(await texts(page, ".lane .name"), threads.map((one) => one.name), `${of}, threads`);
  const thread = threads.find((one) => one.id === step.thread);
  visit.equal(await texts(page, ".lane.selected .name"), [thread.name], `${of}, selected`);
  const frame = thread.frames[0];
  const current = await page.locator(".row.current").evaluateAll((all) => all.map((one) => one.id));
  visit.equal(current, [`line-${frame.line}`, `bci-${frame.bci}`], `${of}, what runs next`);
  const row = recording.code[frame.code].rows.find(([bci]) => bci === frame.bci);
  visit.equal(await texts(page, ".bytecode .row.current code"), [row[1].replace(/\s+/g, " ")], of);
  const frames = page.locator(".frame");
  visit.equal(await frames.count(), thread.frames.length, `${of}, frames`);
  const locals = await texts(page, ".frame:first-of-type > .value");
  visit.equal(locals, frame.locals.map(shown), `${of}, locals`);
  const operands = frame.stack.map((one, slot) => `${slot} ${one.type} ${one.value}`).reverse();
  visit.equal(await texts(page, ".frame.selected .operands .value"), operands, `${of}, stack`);
  const fields = statics.flatMap((one) => one.fields.map(shown));
  visit.equal(await texts(page, ".statics .value"), fields, `${of}, statics`);
  const sentence = await page.locator(".sentence").textContent();
  visit.check(sentence.includes(step.event.say), of, sentence);
  const spoken = await page.locator("[role=status]").textContent();
  for (const part of [thread.name, `${frame.class}.${frame.name}`, `bci ${frame.bci}`]) {
    visit.check(spoken.includes(part), `${of}: ${part} is not said`, spoken);
  }
}

// The program's output up to a stop, in its order.
function printed(recording, index) {
  const parts = recording.steps.slice(0, index + 1).flatMap((step) => step.out);
  if (index === recording.steps.length - 1) parts.push(...recording.tail);
  return parts.map(([stream, text]) => (stream === "err" ? "error " : "") + text.trim());
}

async function boxes_of(page) {
  return page.locator("[data-box]").evaluateAll((all) => all.map((one) => ({
    id: Number(one.dataset.box), gone: one.classList.contains("gone"),
    text: one.querySelector(".head").textContent.replace(/\s+/g, " ").replace(/ gone$/, ""),
    at: one.style.cssText, x: one.getBoundingClientRect().x, y: one.getBoundingClientRect().y,
    width: one.offsetWidth, height: one.offsetHeight })));
}

function overlaps(a, b) {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

export const tests = {
  async "stepper: every stop, on and back"(visit) {
    const page = await visit.open("race");
    const recording = visit.recording("race");
    const last = recording.steps.length - 1;
    for (let i = 0; i <= last; i++) {
      await check_stop(visit, recording, i);
      visit.equal(await texts(page, ".part pre"), printed(recording, i), `output at ${i + 1}`);
      await page.keyboard.press("ArrowRight");
    }
    for (let i = last; i >= 0; i--) {
      await check_stop(visit, recording, i);
      await page.keyboard.press("ArrowLeft");
    }
    await page.keyboard.press("End");
    await check_stop(visit, recording, last);
    visit.check((await page.locator(".ended").textContent()).includes("exit code 0"), "end");
    await page.keyboard.press("Home");
    await check_stop(visit, recording, 0);
  },

  async "stepper: stops are marked, and what has changed is outlined"(visit) {
    const page = await visit.open("race");
    const marked = async (pane) => page.locator(`${pane} .row`).evaluateAll((all) =>
      all.filter((one) => one.querySelector(".dot").textContent !== "").map((one) => one.id));
    visit.equal(await marked(".source"), ["line-6"], "in the source");
    visit.equal(await marked(".bytecode"), ["bci-0"], "in the bytecode");
    visit.equal(await page.locator(".changed").count(), 0, "at the first stop");
    await page.keyboard.press("ArrowRight");
    visit.equal(await texts(page, ".changed"), ["0 int 0"], "a new operand");
    for (let i = 0; i < 6; i++) await page.keyboard.press("ArrowRight");
    visit.equal(await texts(page, ".statics .changed"), ["counter 1"], "a static field");
  },

  async "stepper: an arrow leads from each reference to its object"(visit) {
    const page = await visit.open("nodes");
    const recording = visit.recording("nodes");
    for (let i = 0; i < 8; i++) {
      const { threads, objects } = picture_of(recording, i);
      const refs = [...threads[0].frames[0].locals, ...objects.flatMap((one) => one.fields)]
        .filter((one) => one.ref !== undefined).map((one) => String(one.ref)).sort();
      const arrows = await page.locator(".stage .arrows path").evaluateAll((all) =>
        all.map((one) => one.dataset.to).sort());
      visit.equal(arrows, refs, `arrows at stop ${i + 1}`);
      const ends = await page.evaluate(() => {
        const stage = document.querySelector(".stage").getBoundingClientRect();
        return [...document.querySelectorAll(".stage .arrows path")].map((path) => {
          const [, x, y] = /.*M([\d.]+) ([\d.]+)l/.exec(path.getAttribute("d"));
          const box = document.querySelector(`[data-box="${path.dataset.to}"]`)
            .getBoundingClientRect();
          return [Number(x) + stage.left - box.left, Number(x) + stage.left - box.right,
                  Number(y) + stage.top - box.top, box.height];
        });
      });
      for (const [from_left, from_right, down, height] of ends) {
        visit.check(Math.min(Math.abs(from_left), Math.abs(from_right)) < 2 && down >= 0 &&
          down <= height, "an arrow ends beside its box", from_left, from_right, down);
      }
      await page.keyboard.press("ArrowRight");
    }
    await page.locator("#object-12").click();
    const full = await page.locator(".arrows .full").evaluateAll((all) =>
      all.map((one) => `${one.dataset.from} to ${one.dataset.to}`).sort());
    visit.equal(full, ["object 11 to 12", "object 12 to 13"], "arrows of the selected object");
  },

  async "stepper: boxes never jump and never overlap; what is gone is grey"(visit) {
    const page = await visit.open("nodes");
    const recording = visit.recording("nodes");
    const places = new Map();
    for (let i = 0; i < 10; i++) {
      const boxes = await boxes_of(page);
      for (const box of boxes) {
        const before = places.get(box.id) ?? box.at;
        visit.equal(box.at, before, `place of #${box.id} at stop ${i + 1}`);
        places.set(box.id, box.at);
      }
      for (const a of boxes) {
        for (const b of boxes) {
          visit.check(a === b || !overlaps(a, b), `#${a.id} and #${b.id} overlap`, a, b);
        }
      }
      const { objects } = picture_of(recording, i);
      const live = boxes.filter((one) => !one.gone);
      if (i < 9) {
        visit.equal(live.map((one) => one.text).sort(), objects.map((one) => one.text).sort(),
                    `objects at stop ${i + 1}`);
      }
      const gone = boxes.filter((one) => one.gone).map((one) => one.id);
      visit.equal(gone, i === 5 || i === 6 ? [10] : [], `grey at stop ${i + 1}`);
      if (i < 9) await page.keyboard.press("ArrowRight");
    }
    const row = [11, 12, 13, 14].map((id) => /--line: (\d+)/.exec(places.get(id))[1]);
    visit.equal(new Set(row).size, 1, "a list stands in one row");
    const boxes = await boxes_of(page);
    visit.equal(boxes.length, 60, "boxes");
    visit.equal(await texts(page, "details.more summary"), [`and ${86 - 60 + 212} more`], "more");
    await page.locator("details.more summary").click();
    visit.equal(await page.locator("details.more li").count(), 26, "the rest");
    for (let i = 0; i < 9; i++) await page.keyboard.press("ArrowLeft");
    visit.equal((await boxes_of(page)).map((one) => one.text), ["Node #10"], "back at the first");
  },

  async "stepper: a lock's word, owner, queue, waiters and meta-lock"(visit) {
    const page = await visit.open("queue");
    const recording = visit.recording("queue");
    await page.locator(".depth select").selectOption("machine");
    const name = (id, threads) => threads.find((one) => one.id === id).name;
    for (let i = 0; i < recording.steps.length; i++) {
      const { locks: [lock], threads } = picture_of(recording, i);
      const letters = new Map(threads.map((one, at) => [one.name, "ABCDEFG"[at]]));
      const written = (id) => `${letters.get(name(id, threads))} ${name(id, threads)}`;
      const bits = lock.fields.map((one) => `${one.name} ${one.bits} ${one.text}`.trim());
      visit.equal(await texts(page, ".bit"), bits, "the word");
      visit.check((await texts(page, ".lock h3"))[0].endsWith(lock.state), "state", lock.state);
      const chain = [...lock.owner ? [{ thread: lock.owner, as: "owner" }] : [],
                     ...lock.queue.filter((one) => one.as !== "waiter")];
      visit.equal(await texts(page, "ol.chain .record"),
                  chain.map((one) => `${written(one.thread)} ${one.as}`), "chain");
      const waiters = lock.queue.filter((one) => one.as === "waiter");
      visit.equal(await texts(page, ".waiters .record"),
                  waiters.map((one) => `${written(one.thread)} waiter`), "waiters");
      const stands = (lock.meta?.standings ?? []).map((one) =>
        `${written(one.thread)} ${one.point}`);
      visit.equal(await texts(page, ".stand"), stands, "standings");
      await page.keyboard.press("ArrowRight");
    }
    visit.equal(await texts(page, ".hand-over"), ["⟶ a gives the release bits", "⋯ behind c"],
                "hand-over");
    await visit.picture("stepper-queue");
    await page.locator(".depth select").selectOption("source");
    visit.equal(await page.locator(".bit, .stand, .bytecode, .operands, .spaces").count(), 0,
                "at the depth of the source");
  },

  async "stepper: spaces of the heap; a circle; why the VM has ended"(visit) {
    let page = await visit.open("long");
    const recording = visit.recording("long");
    await page.locator(".depth select").selectOption("machine");
    await page.keyboard.press("End");
    const { heap, objects } = picture_of(recording, recording.steps.length - 1);
    const rows = await texts(page, ".spaces tbody tr");
    visit.equal(rows.length, heap.spaces.length, "spaces");
    const eden = objects.filter((one) => one.space === "eden").length;
    visit.check(rows[0].includes("eden") && rows[0].includes(`${eden} shown`), rows);
    const width = await page.locator(".spaces tbody tr .whole div").first().evaluate((one) =>
      parseFloat(one.style.width));
    const wanted = heap.spaces[0].used / heap.spaces[0].capacity * 100;
    visit.check(Math.abs(width - wanted) < 0.1, "bar", width, wanted);
    await visit.context.close();
    page = await visit.open("stuck");
    visit.equal(await texts(page, ".circle li"),
                ["A Ada waits for Fork #2, which B Bob has", "B Bob waits for Fork #1, which A Ada has ↺"],
                "circle");
    visit.check((await texts(page, ".lane .why"))[0].includes("which Bob has"), "why");
    const ended = await page.locator(".ended").textContent();
    visit.check(/signal 6, exit code 134\./.test(ended), ended);
    visit.check((await texts(page, ".part.err pre"))[0].includes("fatal: killed"), "its last words");
  },
};
