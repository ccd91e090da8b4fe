// The way to the desk: one endless stream of what happens, and requests for what shall happen.
// The key comes with the address of the page, behind #, which a browser sends to nobody.
import { Json } from "../shared/checked";

export type State = "connecting" | "live" | "lost";

const TRIES = 5;
const PAUSE_MS = 700;

export interface Listener {
  message(message: Json): void;
  state_changed(): void;
}

export class Link {
  state: State = "connecting";
  writer = false;
  viewers = 0;
  running: string | null = null;    // the command that runs
  page = "";
  why = "";                         // the desk's reason, when it refused
  private failures = 0;

  constructor(private readonly listener: Listener) {}

  private get headers(): Record<string, string> {
    const key = new URLSearchParams(location.hash.slice(1)).get("k") ?? "";
    return { "X-Minijvm-Key": key };
  }

  // Reads the stream until it ends, and then tries again, a few times.
  async connect(): Promise<void> {
    this.set_state("connecting");
    while (this.failures <= TRIES) {
      try {
        const refused = await this.read_stream();
        if (refused) break;
      } catch {
        // The desk is gone, or the network is; both are told by the state.
      }
      this.set_state("lost");
      this.failures++;
      await new Promise((done) => setTimeout(done, PAUSE_MS));
    }
    this.set_state("lost");
  }

  close(): void { this.failures = TRIES + 1; }

  again(): void {
    this.failures = 0;
    void this.connect();
  }

  async post(path: string, body: Json): Promise<Json> {
    try {
      const answer = await fetch(path, {
        method: "POST", headers: { ...this.headers, "Content-Type": "application/json" },
        body: JSON.stringify({ ...body, page: this.page }),
      });
      const text = await answer.text();
      const value: unknown = text === "" ? {} : JSON.parse(text);
      return typeof value === "object" && value !== null ? value as Json
        : { error: "The desk has answered with something that is no record." };
    } catch {
      return { error: "The desk cannot be reached." };
    }
  }

  async saved_page(): Promise<Blob | null> {
    try {
      const answer = await fetch("/recording.html", { headers: this.headers });
      return answer.ok ? await answer.blob() : null;
    } catch {
      return null;
    }
  }

  private set_state(state: State): void {
    if (this.state === state) return;
    this.state = state;
    this.listener.state_changed();
  }

  private async read_stream(): Promise<boolean> {
    const answer = await fetch("/events", { headers: this.headers });
    if (!answer.ok || answer.body === null) {
      this.why = await answer.json().then((one: Json) => String(one.error ?? ""), () => "");
      return answer.status === 403 || answer.status === 404;
    }
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let held = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return false;
      const lines = (held + value).split("\n");
      held = lines.pop()!;
      for (const line of lines) if (line.trim() !== "") this.take(JSON.parse(line) as Json);
    }
  }

  private take(message: Json): void {
    switch (message.type) {
      case "recording":
        this.failures = 0;
        this.why = "";
        this.page = String(message.page ?? "");
        this.writer = message.writer === true;
        this.viewers = Number(message.viewers ?? 0);
        this.running = message.running === true ? "" : null;
        this.state = "live";
        break;
      case "running":
        this.running = String(message.command ?? "");
        break;
      case "step":
      case "ended":
        this.running = null;
        break;
      case "writer":
        this.writer = message.writer === true;
        break;
    }
    this.listener.message(message);
  }
}
