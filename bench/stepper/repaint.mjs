// How long a page needs from a key to the repaint: the key's event, the command at the desk, the VM's step, the stop on the stream, and the frame that shows it.
// Prints the milliseconds of each step as a JSON list. Called by `run`.
import { createRequire } from "node:module";
import path from "node:path";

const { build, chromium, address, count, root } = JSON.parse(process.argv[2]);
const require = createRequire(path.join(build, "package.json"));
const browser = await require("playwright-core").chromium.launch({ executablePath: chromium, args: root ? ["--no-sandbox"] : [] });
const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
await page.goto(address);
await page.waitForFunction(() => document.querySelector(".state")?.textContent.includes("live") && document.querySelector(".lane"));

await page.evaluate(() => {
  window.spent = [];
  let begin = 0;
  addEventListener("keydown", (event) => { begin = event.timeStamp; }, true);
  // The frame that follows the change is painted before a message that is sent inside of it arrives.
  new MutationObserver(() => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => window.spent.push(performance.now() - begin);
    channel.port2.postMessage(null);
  })).observe(document.querySelector(".position"), { characterData: true, childList: true, subtree: true });
});
for (let i = 1; i <= count; i++) {
  await page.keyboard.press("s");
  await page.waitForFunction((wanted) => window.spent.length === wanted, i);
}
console.log(JSON.stringify(await page.evaluate(() => window.spent)));
await browser.close();
