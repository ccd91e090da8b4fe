// A signal says that something has changed; whoever shows it looks again. There is no copy of the
// data in the components, so nothing can get out of step.
import { useLayoutEffect, useState } from "preact/hooks";

export class Signal {
  private readonly listeners = new Set<() => void>();

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  fire(): void {
    for (const listener of [...this.listeners]) listener();
  }
}

// A component that calls this is rendered again each time one of the signals fires.
export function useSignals(...signals: Signal[]): void {
  const [, render_again] = useState(0);
  useLayoutEffect(() => {
    const ends = signals.map((signal) => signal.subscribe(() => render_again((n) => n + 1)));
    return () => ends.forEach((end) => end());
  }, []);
}
