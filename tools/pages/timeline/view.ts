// The part of the time that is shown. Keys set a target, to which the view moves within a few
// frames; it jumps where the reader prefers no movement.
import { Signal } from "../shared/signal";

const SHORTEST = 40;      // nanoseconds
const PART = 0.35;        // of the way to the target, each frame
const CLOSE = 0.002;      // of the width: near enough to end the movement

export class View {
  readonly changed = new Signal();
  from = 0;
  to: number;
  marked: [number, number] | null = null;
  private target: [number, number];
  private moving = false;

  constructor(readonly end: number, private readonly moves: () => boolean) {
    this.to = end;
    this.target = [0, end];
  }

  get width(): number { return this.to - this.from; }

  show(from: number, to: number, at_once = false): void {
    const width = Math.min(this.end, Math.max(SHORTEST, to - from));
    const middle = (from + to) / 2;
    const start = Math.min(this.end - width, Math.max(0, middle - width / 2));
    this.target = [start, start + width];
    if (at_once || !this.moves()) this.jump();
    else if (!this.moving) this.start_moving();
  }

  zoom(factor: number, around?: number): void {
    const [from, to] = this.target;
    const point = around ?? (from + to) / 2;
    const width = Math.min(this.end, Math.max(SHORTEST, (to - from) * factor));
    const share = (point - from) / (to - from);
    this.show(point - share * width, point + (1 - share) * width);
  }

  // By a part of what is shown.
  pan(part: number): void {
    const [from, to] = this.target;
    const by = (to - from) * part;
    this.show(from + by, to + by);
  }

  fit_all(): void { this.show(0, this.end); }

  // Shows these times in the middle third, or leaves everything as it is if they are in view.
  reveal(start: number, end: number): void {
    const [from, to] = this.target;
    const is_visible = start >= from && end <= to && (end - start) * 400 >= to - from;
    const is_around = start <= from && end >= to;
    if (is_visible || is_around) return;
    const least = (end - start) * 3;
    const most = Math.max(least, (end - start) * 300);
    const width = Math.min(Math.max(to - from, least), Math.max(most, SHORTEST));
    const middle = (start + end) / 2;
    this.show(middle - width / 2, middle + width / 2);
  }

  toggle_mark(start: number, end: number): void {
    const same = this.marked !== null && this.marked[0] === start && this.marked[1] === end;
    this.marked = same ? null : [start, end];
    this.changed.fire();
  }

  private start_moving(): void {
    this.moving = true;
    requestAnimationFrame(() => this.step());
  }

  private jump(): void {
    [this.from, this.to] = this.target;
    this.changed.fire();
  }

  private step(): void {
    const [from, to] = this.target;
    const rest = Math.abs(from - this.from) + Math.abs(to - this.to);
    if (rest < CLOSE * (to - from)) {
      this.moving = false;
      this.jump();
      return;
    }
    this.from += (from - this.from) * PART;
    this.to += (to - this.to) * PART;
    this.changed.fire();
    requestAnimationFrame(() => this.step());
  }
}
