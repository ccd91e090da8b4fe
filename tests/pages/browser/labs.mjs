// The labs of samples/labs, solved in the page by keys, as their solution.txt solves them at the
// terminal: each stop must be where the terminal says it is. Needs a built VM with its desk.
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import readline from "node:readline";
import { texts } from "./stepper.mjs";

const KEYS = { finish: "f", continue: "c", advance: "a", "next line": "N", "step line": "S" };
// What the page must show in the end: the program's output, or what its lanes say, in this order.
const ENDS = { race: ["1"], queue: ["b", "a", "c"], lambda: ["reference!", "lambda?"] };
const LANES = { stuck: ["Ada", "blocked", "Bob", "blocked"], letters: ["reader", "waiting"],
                travel: ["main", "runnable"], tickets: ["left", "runnable", "right", "runnable"] };
// Answers that the console must hold.
const TOLD = { travel: ["Travel$Parcel #N, in eden, 32 bytes", "Travel$Parcel #N, in old, 32 bytes"],
               letters: ['  waiter thread 16 "reader"', "true (boolean)"],
               stuck: ["Stuck$Fork #N, in eden, 16 bytes"], tickets: ["-1 (int)", "4 (int)"] };
const LABS = [...Object.keys(ENDS), ...Object.keys(LANES)];

// The commands of a solution: whether a stop follows, and its place, which no native method has.
function solution_of(text) {
  const options = /^# run: (.*)$/m.exec(text)[1].split(/\s+/);
  const parts = text.split(/^\(step\) /m);
  const place_in = (part) => {
    const found = /^thread \d+ "[^]*?^(\S+)\.(\S+?)\(\S*, bci (\d+)/m.exec(part);
    return found === null ? null : { method: `${found[1]}.${found[2]}`, bci: found[3] };
  };
  const commands = parts.slice(1).map((part) =>
    ({ command: part.split("\n")[0], stops: /^thread \d+ "/m.test(part), place: place_in(part) }));
  return { options, commands, first: place_in(parts[0]) };
}

async function start(visit, lab, options) {
  const { vm, build, labs } = visit.settings;
  const desk = spawn(vm, ["--step=web", "--source", path.join(labs, lab), "-cp",
                                path.join(build, "labs", lab), ...options]);
  desk.stderr.pipe(process.stderr);
  const lines = readline.createInterface({ input: desk.stdout });
  const address = await new Promise((resolve) => lines.on("line", (line) => {
    const found = /http:\S+/.exec(line);
    if (found) resolve(found[0]);
  }));
  return { desk, address };
}

async function settled(page) {
  await page.waitForTimeout(50);
  await page.waitForFunction(() => document.querySelector("header .state.running") === null);
}

// Presses a key that runs the program, and waits for the stop that follows, or the end. The place
// does not tell: two stops in a row may be at the same one.
async function run_to_stop(page, key) {
  const before = (await texts(page, ".position")).join();
  await page.keyboard.press(key);
  await page.waitForFunction((old) => document.querySelector(".ended") !== null ||
    document.querySelector(".position").textContent !== old, before);
}

// `stops`: the program stops after it.
async function give(page, command, stops) {
  const lanes = await texts(page, ".lane .name");
  const name = /^thread (.+)$/.exec(command)?.[1];
  const steps = /^(step|next)( \d+)?$/.exec(command);
  if (KEYS[command]) {
    const key = KEYS[command];
    return stops ? run_to_stop(page, key) : page.keyboard.press(key);
  }
  if (name && lanes.includes(name)) return page.keyboard.press(String(lanes.indexOf(name) + 1));
  if (steps) {
    for (let i = 0; i < Number(steps[2] ?? 1); i++) {
      await run_to_stop(page, steps[1][0]);
      await settled(page);
    }
    return;
  }
  await page.keyboard.press(":");
  await page.keyboard.type(command);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
}

async function solve(visit, lab) {
  const file = path.join(visit.settings.labs, lab, "solution.txt");
  const { options, commands } = solution_of(fs.readFileSync(file, "utf8"));
  const { desk, address } = await start(visit, lab, options);
  try {
    const page = await visit.open_address(address);
    await page.waitForSelector(".lane");
    for (const { command, stops, place } of commands.filter((one) => !one.command.includes("<"))) {
      await give(page, command, stops);
      await settled(page);
      if (place === null) continue;
      const wanted = `${place.method}.*bci ${place.bci},`.replaceAll("$", "\\$")
        .replaceAll("...", ".*");      // what differs from run to run
      await page.waitForFunction((pattern) => new RegExp(pattern).test(
        document.querySelector("[role=status]").textContent), wanted).catch(async () =>
        visit.check(false, `after ${command}: not at`, place, await texts(page, "[role=status]")));
    }
    await visit.picture(`lab-${lab}`);
    const told = await page.locator(".part.said pre").allTextContents();
    for (const answer of TOLD[lab] ?? []) {
      // Which number an object gets depends on what the library's threads have contended for.
      const numbered = told.join("\n").replace(/#\d+/g, "#N");
      visit.check(numbered.includes(answer), "not told:", answer, told);
    }
    if (lab in LANES) {
      const lanes = (await texts(page, ".lane")).join(" ");
      visit.check(new RegExp(LANES[lab].join(".*")).test(lanes), "lanes", lanes);
    } else {
      await page.waitForSelector(".ended");
      visit.equal((await texts(page, ".part.out pre")).join(" "), ENDS[lab].join(" "), "output");
    }
    const origin = new URL(address).origin;
    visit.requests = visit.requests.filter((url) => !url.startsWith(origin));
  } finally {
    desk.kill("SIGINT");
  }
}

export const tests = {};
for (const lab of LABS) tests[`lab: ${lab}`] = (visit) => solve(visit, lab);
