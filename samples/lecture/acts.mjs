// What the lecture shows, act by act. Each has a program of its own and gives back the file that
// holds all of it.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { expect, PAUSE_MS, say } from "./stage.mjs";

const FAR = 120_000;

// Threads are chosen by their digits: main is 1, and then in the order in which they were started.
async function race(stage) {
  await stage.step("race", ["--break", "Race.begin", "Race"]);
  await stage.press("L");
  await stage.run("f");
  await stage.command("break Race.add");
  await stage.run("2", "a");
  await stage.run("3", "a");
  say("Two threads stand before counter++, which is four instructions:");
  const rows = (await stage.texts(".bytecode .row code")).filter((row) => row !== "");
  rows.forEach((row) => say(`     ${row}`));
  expect(rows.length === 5, `add() has ${rows.length} instructions`);
  await stage.picture("race");
  say("The class says: one reads and adds, then two does all of it, then one goes on.");
  await stage.run("2", "s");
  for (let i = 0; i < 2; i++) await stage.run("s");
  await stage.run("3", "s");
  for (let i = 0; i < 3; i++) await stage.run("s");
  await stage.run("2", "s");
  await stage.lanes();
  say(await stage.text(".sentence p"));
  say(`the strip: ${await stage.strip()}`);
  await stage.picture("race-strip");
  await stage.run("c");
  const statics = (await stage.texts(".statics .value")).join(", ");
  await stage.press("L");
  expect((await stage.text(".part.out pre")) === "1", "the program has not printed 1");
  say(`Race: ${statics}; it prints 1, though two threads have counted.`);
  const schedule = await stage.schedule();
  say(`the schedule: ${schedule}`);
  play_again(stage, schedule);
  say("Homework: a shorter one with the same end.");
  return stage.save("race");
}

// The schedule that the page shows is one that the grader's command takes.
function play_again({ settings }, schedule) {
  const words = ["--step=play", "--schedule", schedule, "--expect", "1", "-cp",
                 path.join(settings.build, "classes/race"), "--break", "Race.begin", "Race"];
  const { status } = spawnSync(settings.launcher, words, { timeout: FAR });
  expect(status === 0, `--step=play ends this schedule with code ${status}`);
  say("--step=play with this schedule ends in the same way.");
}

// a, b and c want what main has. b and c meet where the lock's queue is changed.
async function machine_room(stage) {
  await stage.step("queue", ["--break", "Queue.begin", "-XX:LockingMode=meta", "Queue"]);
  await stage.depth("machine");
  await stage.run("f");
  await stage.run("2", "a");
  say(`a: ${await stage.text(".sentence .reason")}. The word: ${await word(stage)}`);
  for (const point of ["meta_acquire", "meta_queue", "meta_hand_over", "meta_receive"]) {
    await stage.command(`break ${point} Object`);
  }
  await stage.run("3", "a");
  say(`b: ${await stage.text(".sentence p > span:first-child")}`);
  await stage.run("4", "a");
  say(`c: ${await stage.text(".sentence p > span:first-child")}`);
  await stage.run("a");
  await stage.run("3", "a");
  const arrow = await stage.text(".hand-over.given");
  expect(arrow.includes("gives the release bits"), "no arrow of a hand-over is shown");
  await standings(stage);
  await stage.picture("hand-over");
  await back_and_forth(stage);
  await stage.run("a");
  say("The bits have travelled:");
  await standings(stage);
  await vote(stage);
  return stage.save("machine-room");
}

async function word(stage) { return (await stage.parts(".bit")).join(" | "); }

async function standings(stage) {
  (await stage.parts(".standings li")).forEach((row) => say(`     ${row}`));
}

async function back_and_forth(stage) {
  await stage.press("ArrowLeft", "ArrowLeft");
  say(`Back: ${await stage.text(".position")}`);
  await stage.press("ArrowRight", "ArrowRight");
  say(`Forth, and again: ${await stage.text(".position")}`);
}

// Back to the stop before a came. Predict mode hides the lock and asks; the class votes, then sees.
async function vote(stage) {
  await stage.press("Home", "ArrowRight", "q", "ArrowRight");
  const asked = await stage.text(".question label");
  expect(asked.startsWith("What does Q"), `nobody asks for Q, but: ${asked}`);
  say(`The page asks: ${asked}`);
  await stage.picture("vote");
  await stage.page.keyboard.type("1");
  await stage.press("Enter");
  say(`The class says 1: ${await stage.text(".verdict b")}. The word: ${await word(stage)}`);
  await stage.press("q", "End");
}

// An array is made and forgotten; the parcel lives, and is old enough in the second collection.
async function travel(stage) {
  await stage.step("travel", ["--break", "Travel.stamp", "-XX:ParallelGCThreads=2",
                              "-XX:MaxTenuringThreshold=1", "Travel"]);
  await stage.depth("machine");
  for (let i = 0; i < 10; i++) await stage.run("n");
  await stage.command("film on");
  for (const number of [1, 2]) {
    await stage.command("gc young", { stops: true });
    await stage.page.getByRole("button", { name: "film", exact: true }).click();
    await film(stage, number);
    await stage.page.keyboard.press("Escape");
  }
  return stage.save("travel");
}

async function film(stage, number) {
  const { page } = stage;
  for (;;) {
    await stage.press();
    say(`${await stage.text("#film-title .of")}: ${await stage.text(".film-says")}`);
    const next = page.getByRole("button", { name: "Next shot" });
    if (await next.isDisabled()) break;
    await next.click();
    await page.waitForTimeout(stage.settings.show ? PAUSE_MS : 30);
  }
  const chips = await page.locator(".chip[title]").evaluateAll((all) =>
    all.map((one) => one.title));
  chips.forEach((chip) => say(`     ${chip}`));
  say(`gang: ${(await stage.parts(".gang tr")).join("; ")}`);
  await stage.picture(`film-${number}`);
  const wanted = number === 1 ? "nobody reached it" : "promoted";
  expect(chips.some((chip) => chip.includes(wanted)), `no object is said to be: ${wanted}`);
}

// Five thread models on one time axis.
async function bank(stage) {
  const { settings } = stage;
  const file = path.join(settings.out, "bank-compare.html");
  const words = ["--compare=models", "-o", file, "-cp", path.join(settings.build, "classes/bank"),
                 "Bank"];
  say("$ ./minijvm --compare=models -cp build/samples/bank Bank");
  const { status, stdout } = spawnSync(settings.launcher, words,
                                       { timeout: FAR, encoding: "utf8" });
  expect(status === 0, `--compare=models ends with code ${status}`);
  stdout.split("\n").slice(0, 8).filter((line) => line !== "").forEach((line) => say(line));
  const page = await stage.open_address(`file://${file}`);
  await page.waitForSelector(".figures");
  const variants = (await stage.texts(".figures thead th")).slice(1, 6);
  say(`columns: ${variants.join(", ")}; the axis: ${(await stage.texts(".corner")).at(-1)}`);
  expect(variants.length === 5 && variants.includes("M:N"), "not five columns");
  await stage.press("c");
  await find_read(stage);
  await stage.picture("bank");
  return file;
}

// Under M:N the thread that reads is in the kernel, and so is the LWP that carries it.
async function find_read(stage) {
  await stage.press("/");
  await stage.page.keyboard.type("readBytes");
  const facts = () => stage.text("[role=status] .facts");
  for (let i = 0; i < 40 && !(await facts()).startsWith("M:N · "); i++) await stage.press("Enter");
  expect((await facts()).startsWith("M:N · "), "no read() is found under M:N");
  await stage.press("Escape", "f");
  say(`read(): ${(await stage.texts("[role=status] p"))[0]} ${await facts()}`);
}

export const ACTS = [
  ["1. Race: the lost update", race],
  ["2. The machine room: two threads meet in the meta-lock", machine_room],
  ["3. Travel: the film of a collection", travel],
  ["4. Bank under five thread models", bank],
];
