// Where stops are set, as far as they are a line or an instruction, and how a key sets them.
import { Cursor, Model } from "./model";
import { read } from "./picture";
import { Listing } from "./recording";

export interface Stop { number: number; where: string }

// A live page knows the stops; a recording holds them for each step, or at least the commands.
export function stops_of(model: Model): Stop[] {
  const rows = model.link !== null ? model.session.stops : model.step?.stops;
  if (rows) {
    return rows.map((row) => ({ number: read.number(row.number), where: read.text(row.where) }));
  }
  return model.recording.session.map((line) => /^b(?:reak)?\s+(.+)$/.exec(line)?.[1] ?? "")
    .filter((where) => where !== "").map((where, i) => ({ number: i + 1, where }));
}

interface Parts { name: string; bci: number | null; line: number | null }

function parts_of(where: string): Parts {
  const found = /^([^\s:@]+)(?:@(\d+)|:(\d+))?/.exec(where);
  return { name: found?.[1] ?? "", bci: found?.[2] === undefined ? null : Number(found[2]),
           line: found?.[3] === undefined ? null : Number(found[3]) };
}

const method_of = (listing: Listing): string => listing.method.split("(")[0]!;

export function stop_at_line(model: Model, file: string, line: number): Stop | undefined {
  const owners = [...model.recording.code.values()].filter((one) => one.file === file);
  return stops_of(model).find(({ where }) => {
    const parts = parts_of(where);
    if (parts.line === null) {
      return parts.bci === null && owners.some((one) =>
        method_of(one) === parts.name && one.rows[0]?.line === line);
    }
    return parts.line === line && (parts.name === file ||
      owners.some((one) => one.class_name === parts.name || method_of(one) === parts.name));
  });
}

export function stop_at_bci(model: Model, listing: Listing, bci: number): Stop | undefined {
  const row = listing.rows.findIndex((one) => one.bci === bci);
  const begins_line = row === 0 || listing.rows[row]?.line !== listing.rows[row - 1]?.line;
  return stops_of(model).find(({ where }) => {
    const parts = parts_of(where);
    if (parts.line !== null) {
      return begins_line && parts.line === listing.rows[row]?.line &&
        [listing.file, listing.class_name, method_of(listing)].includes(parts.name);
    }
    return parts.name === method_of(listing) && (parts.bci ?? 0) === bci;
  });
}

// Where the reader is, or else where the program is.
export function cursor_of(model: Model): Cursor | null {
  if (model.cursor !== null) return model.cursor;
  const frame = model.thread?.frames[model.frame];
  if (frame === undefined) return null;
  if (model.depth !== "source" && frame.code !== null) {
    return { kind: "bci", code: frame.code, bci: frame.bci };
  }
  return frame.line < 0 ? null : { kind: "line", file: frame.file, line: frame.line };
}

export function toggle_stop(model: Model, cursor = cursor_of(model)): void {
  if (!model.may_command || cursor === null) return;
  if (cursor.kind === "line") {
    const stop = stop_at_line(model, cursor.file, cursor.line);
    void model.session.command(stop ? `delete ${stop.number}`
      : `break ${cursor.file}:${cursor.line}`);
    return;
  }
  const listing = model.recording.code.get(cursor.code);
  if (listing === undefined) return;
  const stop = stop_at_bci(model, listing, cursor.bci);
  void model.session.command(stop ? `delete ${stop.number}`
    : `break ${method_of(listing)}@${cursor.bci}`);
}
