// Reads values of JSON that a page has not made itself: each must be what it is said to be.
import { PageError } from "./data";

export type Json = Record<string, unknown>;

export function damaged(what: string): never {
  throw new PageError(`The recording in this page is damaged: ${what}.`);
}

export function object(value: unknown, what: string): Json {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    damaged(`${what} is no object`);
  }
  return value as Json;
}

export function list(value: unknown, what: string): unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : damaged(`${what} is no list`);
}

export function number(value: unknown, what: string): number {
  return typeof value === "number" && Number.isFinite(value)
    ? value : damaged(`${what} is no number`);
}

export function text(value: unknown, what: string): string {
  return typeof value === "string" ? value : damaged(`${what} is no text`);
}

export function optional_text(value: unknown, what: string): string {
  return value === undefined ? "" : text(value, what);
}

export function flag(value: unknown, what: string): boolean {
  return typeof value === "boolean" ? value : damaged(`${what} is neither true nor false`);
}
