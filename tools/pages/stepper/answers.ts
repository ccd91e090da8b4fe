// Answers of the stepper in the console: a line for each fact. They are made for programs, and so
// this is only a plain way to read them.
import { Json } from "../shared/checked";
import { read } from "./picture";

const UNTOLD = new Set(["answer", "error", "id", "selected", "current"]);
const MOST_LINES = 60;

function told(value: unknown): string {
  if (Array.isArray(value)) return value.map(told).join(", ");
  if (typeof value !== "object" || value === null) return String(value);
  return Object.entries(value).filter(([name]) => !UNTOLD.has(name))
    .map(([name, one]) => name === "name" || name === "text" || name === "value" ? told(one)
      : `${name} ${told(one)}`).join(", ");
}

export function answer_lines(answer: Json): string[] {
  if (answer.answer === "picture" || answer.threads !== undefined && answer.objects !== undefined) {
    return [];
  }
  if (answer.answer === "print") return [read.text(answer.value)];
  const lines: string[] = [];
  const facts: string[] = [];
  for (const [name, value] of Object.entries(answer)) {
    if (UNTOLD.has(name)) continue;
    if (Array.isArray(value)) {
      if (value.length === 0) lines.push(`no ${name}`);
      lines.push(...value.map(told));
    } else {
      facts.push(`${name} ${told(value)}`);
    }
  }
  if (facts.length > 0) lines.unshift(facts.join(", "));
  if (lines.length <= MOST_LINES) return lines;
  return [...lines.slice(0, MOST_LINES), `and ${lines.length - MOST_LINES} more lines`];
}
