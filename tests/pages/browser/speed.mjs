// How quickly a large recording opens and moves. Times are printed and decide nothing, since they
// depend on the machine; that every key moves the view decides.

export const tests = {
  async "100,000 slices are panned"(visit) {
    const begin = Date.now();
    const page = await visit.open("big", { reducedMotion: "no-preference" });
    await page.waitForFunction(() => document.getElementById("canvas")?.width > 400);
    const opened = Date.now() - begin;
    const pan = () => page.evaluate(async () => {
      const press = (key) => document.body.dispatchEvent(
        new KeyboardEvent("keydown", { key, bubbles: true }));
      const times = [];
      await new Promise((done) => {
        const start = performance.now();
        const step = (now) => {
          times.push(now);
          if (now - start > 3000) done();
          else {
            if (times.length % 4 === 0) press(Math.floor(times.length / 60) % 2 === 0 ? "d" : "a");
            requestAnimationFrame(step);
          }
        };
        requestAnimationFrame(step);
      });
      const gaps = times.slice(1).map((time, i) => time - times[i]).sort((a, b) => a - b);
      return { frames: (gaps.length / (times.at(-1) - times[0])) * 1000,
               worst: gaps.at(-1), slow: gaps[Math.floor(gaps.length * 0.95)] };
    });
    const before = await visit.range();
    await page.keyboard.press("w");
    const report = [];
    for (const [what, zoom] of [["nearly all in view", 1], ["a tenth", 6], ["a hundredth", 6]]) {
      for (let i = 0; i < zoom; i++) await page.keyboard.press("w");
      await page.waitForTimeout(500);
      const { frames, slow, worst } = await pan();
      report.push(`${what}: ${frames.toFixed(0)} frames/s, 95 % within ${slow.toFixed(0)} ms, ` +
        `worst ${worst.toFixed(0)} ms`);
    }
    const after = await visit.range();
    visit.check(JSON.stringify(before) !== JSON.stringify(after), "nothing moved");
    console.log(`speed: 100,000 slices open in ${opened} ms; panned with ${report.join("; ")}`);
    await visit.picture("big");
  },
};
