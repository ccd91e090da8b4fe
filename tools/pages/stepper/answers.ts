// Answers of the stepper in the console, as the stepper at a terminal writes them
// (tools/stepper/front/answer_text.cpp). An object that the page shows has its number, and not its
// address.
import { Json } from "../shared/checked";
import { read } from "./picture";

const MOST_LINES = 60;

const text = read.text;
const rows = (value: unknown): Json[] => read.list(value).map(read.record);

function variable(one: Json): string {
  const name = text(one.name);
  return `${text(one.type)}${name === "" ? "" : ` ${name}`} = ${text(one.value)}`;
}

function place(one: Json): string {
  const where = `${text(one.class)}.${text(one.method)}${text(one.descriptor)}`;
  if (one.native === true) return `${where}, native`;
  const line = one.line === undefined ? "" : `:${text(one.line)}`;
  return where + (one.bci === undefined ? "" : `, bci ${text(one.bci)}`) +
    (one.file === undefined ? "" : `, ${text(one.file)}${line}`);
}

function age(bits: Json): string {
  const hash = bits.hash === undefined ? "no hash" : `hash ${text(bits.hash)}`;
  return `age ${text(bits.age)}, ${hash}`;
}

function lock(one: Json): string[] {
  const state = text(one.state);
  const head = `${text(one.object)}: word ${text(one.word)}, ${state}`;
  if (state === "NEUTRAL") return [`${head}, ${age(one)}`];
  if (state === "BUSY") {
    const last = `, last in the queue for the meta-lock: thread ${text(one.last)}`;
    return [head + (one.last === undefined ? "" : last)];
  }
  const owner = `, owner thread ${text(one.owner)}, count ${text(one.count)}`;
  return [head + (one.queue_bit === true ? ", Q" : "") + (one.owner === undefined ? "" : owner) +
          (one.stored === undefined ? "" : `; stored: ${age(read.record(one.stored))}`),
          ...rows(one.queue).map((row) => `  ${text(row.as)} thread ${text(row.thread)}`)];
}

function value(one: Json): string[] {
  const said = text(one.value);
  const address = text(one.address);
  if (address === "") return [`${said} (${text(one.type)})`];
  const where = said.includes(address) ? "" : ` <${address}>`;
  const forwarded = one.forwarded_to === undefined ? ""
    : `, forwarded to <${text(one.forwarded_to)}>`;
  const bytes = one.bytes === undefined ? "" : `, ${text(one.bytes)} bytes`;
  const elements = rows(one.elements);
  const more = typeof one.length === "number" && one.length > elements.length ? ["  ..."] : [];
  return [`${said}${where}, in ${text(one.space)}${forwarded}${bytes}`,
          ...rows(one.fields).map((field) => `  +${text(field.offset)} ${variable(field)}`),
          ...elements.map((element) => `  ${variable(element)}`), ...more];
}

function thread(row: Json): string {
  const waits = row.waits_for === undefined ? "" : ` for ${text(row.waits_for)}`;
  const held = row.held_by === undefined ? "" : `, which thread ${text(row.held_by)} has`;
  const where = row.place === undefined ? "" : `; ${place(read.record(row.place))}`;
  return `thread ${text(row.number)} "${text(row.name)}": ${text(row.state)}` +
    `${waits}${held}${where}`;
}

function frame(row: Json): string {
  return `${text(row.number)}  ${place(read.record(row.place))}`;
}

function stop(row: Json): string {
  return `${text(row.number)}  ${text(row.kind)} ${text(row.where)}`;
}

function instruction(row: Json): string {
  return `${row.current === true ? "=>" : "  "} ${text(row.bci).padStart(4)} ${text(row.text)}`;
}

function heap(one: Json): string[] {
  const kilo = (amount: unknown) => Math.floor(read.number(amount) / 1024);
  return [...rows(one.spaces).map((space) =>
            `${text(space.name)}: ${kilo(space.used)}K of ${kilo(space.capacity)}K`),
          `${text(one.young_collections)} young and ` +
          `${text(one.full_collections)} full collections`];
}

function command(row: Json): string {
  const short = text(row.short) === "" ? "" : `  (${text(row.short)})`;
  return `${`${text(row.name)} ${text(row.arguments)}`.trim()}${short}: ${text(row.what)}`;
}

function listed(list: string[], none: string): string[] {
  return list.length === 0 ? [none] : list;
}

// By the fields that the answer has. The order matters where one field is part of several answers.
function lines_of(answer: Json): string[] {
  const { record } = read;
  if (answer.answer === "picture" || answer.threads !== undefined && answer.objects !== undefined) {
    return [];
  }
  if (answer.stops !== undefined) return listed(rows(answer.stops).map(stop), "none");
  if (answer.where !== undefined) {
    const later = answer.no_code === true ? " (that line has no code)"
      : answer.pending === true ? " (no loaded class has it yet)" : "";
    return [`${text(answer.answer)} ${text(answer.number)}: ${text(answer.where)}${later}`];
  }
  if (answer.value !== undefined) return value(record(answer.value));
  if (answer.lock !== undefined) return lock(record(answer.lock));
  if (answer.monitors !== undefined) {
    return listed(rows(answer.monitors).flatMap((row) => [...lock(record(row.lock)),
      ...read.list(row.uses).map((use) => `  ${text(use)}`)]), "none");
  }
  if (answer.threads !== undefined) return rows(answer.threads).map(thread);
  if (answer.thread !== undefined) return [thread(record(answer.thread))];
  if (answer.frames !== undefined) return rows(answer.frames).map(frame);
  if (answer.frame !== undefined) return [frame(record(answer.frame))];
  if (answer.locals !== undefined) return listed(rows(answer.locals).map(variable), "none");
  if (answer.stack !== undefined) return listed(rows(answer.stack).map(variable), "empty");
  if (answer.heap !== undefined) return heap(record(answer.heap));
  if (answer.code !== undefined && answer.method !== undefined) {
    return [text(answer.method), ...rows(answer.code).map(instruction)];
  }
  if (answer.points !== undefined) {
    return rows(answer.points).map((row) => `${text(row.name)}: ${text(row.what)}`);
  }
  if (answer.commands !== undefined) return rows(answer.commands).map(command);
  if (answer.film !== undefined) return [`film ${text(answer.film)}`];
  return answer.schedule === undefined ? [] : [text(answer.schedule)];
}

// `number_of`: the number of the object at this address, if the page shows it.
export function answer_lines(answer: Json, number_of: (address: string) => number | null):
    string[] {
  const lines = lines_of(answer).map((line) => line.replace(/<(0x[0-9a-f]+)>/g, (all, address) => {
    const number = number_of(address);
    return number === null ? all : `#${number}`;
  }));
  if (lines.length <= MOST_LINES) return lines;
  return [...lines.slice(0, MOST_LINES), `and ${lines.length - MOST_LINES} more lines`];
}
