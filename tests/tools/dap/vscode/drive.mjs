// Plays one lab in VS Code as a person does: function breakpoint, F5, the disassembly view, F10 and
// F11 by instruction, and the debug console for what VS Code has no button for.
import assert from 'node:assert';
import fs from 'node:fs';
import { chromium } from 'playwright-core';

const plan = JSON.parse(fs.readFileSync(process.argv[2], 'utf8'));
const LIMIT = 40000;
let page;
let pictures = 0;

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

async function picture(name) {
  if (plan.pictures) {
    fs.mkdirSync(plan.pictures, { recursive: true });
    await page.screenshot({ path: `${plan.pictures}/${plan.lab}-${String(++pictures).padStart(2, '0')}-${name}.png` });
  }
}

// Waits until the function's result is true, and says what did not come about.
async function until(what, isSo, limit = LIMIT) {
  const end = Date.now() + limit;
  for (;;) {
    const result = await isSo();
    if (result) return result;
    if (Date.now() > end) {
      throw new Error(`${what} did not come about; it shows: ${JSON.stringify(await state())}`);
    }
    await sleep(100);
  }
}

// A command of the palette. It may not be there yet, since extensions come up behind the window.
async function command(name) {
  const input = page.locator('.quick-input-widget input.input');
  const row = page.locator('.quick-input-list .monaco-list-row').filter({ hasText: name }).first();
  await until(`the command ${name}`, async () => {
    await page.keyboard.press('F1');
    await input.waitFor({ state: 'visible', timeout: LIMIT });
    await input.fill('>' + name);
    if (await row.waitFor({ timeout: 5000 }).then(() => true, () => false)) return true;
    await page.keyboard.press('Escape');
    return false;
  });
  await row.click();
}

const texts = (selector) => page.locator(selector).allInnerTexts();

async function variables() {
  return (await texts('.debug-pane .debug-variables .monaco-list-row')).map((row) => row.replace(/\s+/g, ' '));
}

async function callStack() {
  return (await texts('.debug-call-stack .monaco-list-row')).map((row) => row.replace(/\s+/g, ' '));
}

async function consoleText() {
  return (await texts('.repl .repl-tree .monaco-list-row')).join('\n');
}

// The row of the disassembly with the arrow of the topmost frame.
async function arrow() {
  const row = page.locator('.disassembly-view .monaco-table-tr, .disassembly-view .monaco-list-row')
    .filter({ has: page.locator('.codicon-debug-stackframe') });
  return (await row.count()) ? (await row.first().innerText()).replace(/\s+/g, ' ') : '';
}

async function state() {
  return { callStack: await callStack(), variables: (await variables()).slice(0, 12), arrow: await arrow(), console: (await consoleText()).slice(-600) };
}

// A line of the debug console.
async function say(line) {
  await page.locator('.repl .repl-input-wrapper .monaco-editor').first().click();
  await page.keyboard.type(line);
  await page.keyboard.press('Escape');  // the list of completions
  await page.locator('.repl .repl-input-wrapper .monaco-editor').first().click();
  await page.keyboard.press('Enter');
}

async function focusDisassembly() {
  await page.locator('.disassembly-view .monaco-list').first().click({ position: { x: 300, y: 40 } });
}

const addressOf = (text) => (text.match(/0x[0-9a-f]+/) || [''])[0];
const bciOf = (text) => Number(BigInt(addressOf(text) || 0) & 0xfffffn) - 0x80000;

const literal = (text) => text.replace(/[$()[\]^.*+?{}|\\/]/g, '\\$&');

// The stop shows the solution's method in the call stack and, where it has bytecode, the arrow at its bci.
async function expectStop(stop) {
  const method = literal(stop.method).replace(/\\\.\\\.\\\./g, '.*');
  const wanted = new RegExp(method);
  await until(`a stop of ${stop.thread} in ${stop.method} at ${stop.bci}`, async () => {
    if (!(await callStack()).some((row) => wanted.test(row))) {
      // VS Code folds the frames of the class library.
      const folded = page.locator('.debug-call-stack .monaco-list-row').filter({ hasText: /Show \d+ More/ });
      if (await folded.count()) await folded.first().click({ timeout: 2000 }).catch(() => {});
      return false;
    }
    if (stop.bci === null) return true;
    const text = await arrow();
    return text !== '' && bciOf(text) === stop.bci;
  });
}

async function stepByKeys(key, count) {
  for (let done = 0; done < count; done++) {
    await focusDisassembly();
    const before = await arrow();
    await page.keyboard.press(key);
    if (count > 1) await until('a step', async () => { const now = await arrow(); return now !== '' && now !== before; });
  }
}

// A click on a thread of the call stack, which steps then. One that has not begun cannot be focused.
async function focusThread(name) {
  const rows = page.locator('.debug-call-stack .monaco-list-row');
  const at = (await rows.allInnerTexts()).findIndex((row) => row.replace(/\s+/g, ' ').startsWith(`${name} [`) || row.trim().startsWith(`${name}\n`));
  assert(at >= 0, `${name} is not in the call stack`);
  await rows.nth(at).click();
  await sleep(300);
}

let chosen = '';  // by a line `thread NAME` of the console

async function play(line) {
  const words = line.split(' ');
  if (words[0] === 'thread') {
    chosen = words.slice(1).join(' ');
  } else if (chosen && /^(step|next|finish)$/.test(words[0])) {
    await focusThread(chosen);
    chosen = '';
  } else if (/^(advance|continue|run)$/.test(words[0])) {
    chosen = '';
  }
  const isStep = words[0] === 'step' || words[0] === 'next';
  if (isStep && words.includes('line')) {
    await page.locator('.editor-group-container .tab').filter({ hasText: '.java' }).first().click();
    await page.keyboard.press('Control+1');  // the focus goes to the editor, wherever it is scrolled to
    for (let left = Number(words.find((word) => /^\d+$/.test(word)) ?? 1); left > 0; left--) {
      const before = (await callStack()).join();
      await page.keyboard.press(words[0] === 'step' ? 'F11' : 'F10');
      // The call stack tells that VS Code has seen the stop; the console's sentence comes before it,
      // and the disassembly does not follow while it is hidden.
      await until('a step by line', async () => {
        const now = (await callStack()).join();
        return now !== before && /\.java \d+:\d+/.test(now);
      });
    }
    await page.locator('.editor-group-container .tab').filter({ hasText: 'Disassembly' }).first().click();
  } else if (isStep) {
    await stepByKeys(words[0] === 'step' ? 'F11' : 'F10', Number(words[1] || 1));
  } else if (words[0] === 'finish') {
    await focusDisassembly();
    await page.keyboard.press('Shift+F11');
  } else if (words[0] === 'continue') {
    await focusDisassembly();
    await page.keyboard.press('F5');
  } else if (words[0] === 'quit') {
    await page.keyboard.press('Shift+F5');
  } else {
    await say(line);
  }
}

async function scopeRows(name) {
  const row = page.locator('.debug-pane .debug-variables .monaco-list-row').filter({ hasText: name }).first();
  if ((await row.getAttribute('aria-expanded')) === 'false') await row.click();
  return variables();
}

async function start() {
  await page.goto(plan.url, { timeout: LIMIT });
  await page.locator('.monaco-workbench').waitFor({ timeout: LIMIT });
  await until('the explorer', async () => (await texts('.explorer-folders-view .monaco-list-row')).join(' ').includes('.java'));
  await command('View: Show Run and Debug');
  await page.locator('.start-debug-action-item .codicon-debug-start').click();
  await until('the stop at main', async () => (await callStack()).some((row) => row.includes('.main(')));
  for (const place of plan.breaks) await say(`break ${place}`);
  // Its number follows those of the exceptions, which VS Code has asked for.
  for (const place of plan.breaks) {
    await until('the breakpoint', async () => new RegExp(`break \\d+: ${literal(place)}`).test(await consoleText()));
  }
  await command('Open Disassembly View');
  await until('the arrow', async () => (await arrow()) !== '');
  await picture('entry');
  await focusDisassembly();
  await page.keyboard.press('F5');
}

async function main() {
  const browser = await chromium.launch({ executablePath: plan.chromium, args: ['--no-sandbox'] });
  page = await browser.newPage({ viewport: { width: 1500, height: 1000 } });
  page.on('console', (message) => { if (process.env.SHOW) console.log(message.text()); });
  try {
    await start();
    await expectStop(plan.first);
    let seenStack = false;
    for (const { line, stop } of plan.commands) {
      if (line.includes('<')) continue;  // an address of the session
      await play(line);
      if (stop) {
        await expectStop(stop);
        await scopeRows('Operand stack');
        const rows = await scopeRows('Operand stack');
        const at = rows.findIndex((row) => row.startsWith('Operand stack'));
        seenStack ||= at >= 0 && /^0\b/.test(rows[at + 1] || '');
        await picture(line.replace(/\W+/g, '-'));
      } else {
        await sleep(300);
      }
    }
    assert(seenStack || !plan.commands.some(({ line }) => line.startsWith('step')), 'no operand was seen in the scope Operand stack');
    await until('the end', async () => (await consoleText()).includes('the program has'));
    const last = plan.commands.at(-1);
    if (last.line === 'continue' && last.text.trim()) {
      assert((await consoleText()).includes(last.text.trim().split('\n').at(-1)), `the console does not end with ${last.text}`);
    }
    await picture('end');
  } catch (why) {
    await picture('failure');
    throw why;
  } finally {
    await browser.close();
  }
}

main().catch((why) => { console.error(`${plan.lab}: ${why.message}`); process.exit(1); });
