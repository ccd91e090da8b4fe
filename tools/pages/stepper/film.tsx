// Plays the film of a collection: spaces, live and unreached objects, copies with the worker that
// made them, and dirty cards; and beside it what the gang of workers did.
import { h } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { ink_on, look_of_thread } from "../shared/colours";
import { draw_arrows } from "./arrows";
import { Chip, FilmReel, Shot } from "./film_model";
import { GangTable } from "./gang";
import { Model } from "./model";
import { Space } from "./picture";
import { used_of } from "./spaces";

const SPEEDS: [number, string][] = [[4000, "1/4"], [2000, "1/2"], [1000, "1"], [500, "2"]];

function chip_key(chip: { id: number; copy: boolean }): string {
  return `${chip.id}${chip.copy ? "′" : ""}`;
}

// An object that is gone has its name from the last stop that showed it.
function name_of(id: number, model: Model): string {
  for (let i = model.at; i >= 0; i--) {
    const found = model.recording.picture(i).objects.find((one) => one.id === id);
    if (found !== undefined && found.text !== "") return found.text;
  }
  return `#${id}`;
}

function OneChip({ chip, model }: { chip: Chip; model: Model }) {
  const worker = chip.worker === null ? null : look_of_thread(chip.worker);
  const text = name_of(chip.id, model);
  const age = chip.age === null ? "" : `age ${chip.age}`;
  const kind = chip.dead ? " dead" : chip.copy ? " copy" : chip.moved_to !== 0n ? " moved" : "";
  const says = [text, chip.dead ? "nobody reached it" : "", chip.copy ? "a copy" : "", age,
                chip.promoted ? "promoted" : "",
                chip.worker === null ? "" : `by worker ${chip.worker}`];
  return (
    <li class={`chip${kind}`} data-box={chip_key(chip)}
        title={says.filter((one) => one !== "").join(", ")}
        style={worker ? { backgroundColor: worker.colour, color: ink_on(worker.colour) } : {}}>
      {chip.dead && <span aria-hidden="true">× </span>}
      #{chip.id}{chip.copy && "′"}
      {chip.worker !== null && <small> w{chip.worker}</small>}
      {chip.copy && age !== "" && <small> {age}</small>}
      {chip.promoted && <small> ↑old</small>}
      {chip.dead && <span class="for-readers"> unreached</span>}
      {chip.moved_to !== 0n &&
        <span class="ref" data-ref={chip_key({ ...chip, copy: true })} data-from={`film ${chip.id}`}
              aria-hidden="true" />}
    </li>
  );
}

interface RowProps { model: Model; space: Space; shot: Shot; chips: Chip[]; bare: boolean }

// A bare one has no objects to show all the time, and needs no place for them.
function SpaceRow({ model, space, shot, chips, bare }: RowProps) {
  const share = space.capacity > 0 ? Math.min(1, space.used / space.capacity) : 0;
  return (
    <div class={bare ? "film-space bare" : "film-space"}>
      <h3>{space.name} <span class="of">{used_of(space)}</span></h3>
      <div class="whole"><div style={{ width: `${share * 100}%` }} /></div>
      <ol class="chips" aria-label={`objects in ${space.name}`}>
        {chips.map((chip) => <OneChip key={chip_key(chip)} chip={chip} model={model} />)}
      </ol>
      {space.name === "old" && shot.dirty.length > 0 && (
        <p class="cards">dirty stripes of {shot.stripe_cards} cards: {shot.dirty.map((stripe) =>
          <span class="card" key={stripe}>{stripe}</span>)}</p>
      )}
    </div>
  );
}

function useFilm(length: number) {
  const [index, set_index] = useState(0);
  const [plays, set_plays] = useState(false);
  const [pace, set_pace] = useState(1000);
  const at = Math.min(index, Math.max(0, length - 1));
  useEffect(() => {
    if (!plays) return;
    if (at >= length - 1) return set_plays(false);
    const timer = setTimeout(() => set_index(at + 1), pace);
    return () => clearTimeout(timer);
  }, [plays, at, pace, length]);
  return { at, plays, pace, set_index, set_plays, set_pace };
}

function Controls({ film, length }: { film: ReturnType<typeof useFilm>; length: number }) {
  const { at, plays, pace, set_index, set_plays, set_pace } = film;
  const play = () => {
    if (!plays && at >= length - 1) set_index(0);
    set_plays(!plays);
  };
  return (
    <div class="film-controls" role="group" aria-label="film">
      <div class="pair">
        <button disabled={at === 0} aria-label="First shot" onClick={() => set_index(0)}>|◂</button>
        <button disabled={at === 0} aria-label="Shot before"
                onClick={() => set_index(at - 1)}>◂</button>
        <button onClick={play} aria-pressed={plays}>{plays ? "stop" : "play"}</button>
        <button disabled={at >= length - 1} aria-label="Next shot"
                onClick={() => set_index(at + 1)}>▸</button>
        <button disabled={at >= length - 1} aria-label="Last shot"
                onClick={() => set_index(length - 1)}>▸|</button>
      </div>
      <label>speed{" "}
        <select value={pace} onChange={(event) => set_pace(Number(event.currentTarget.value))}>
          {SPEEDS.map(([value, says]) => <option key={value} value={value}>{says}</option>)}
        </select>
      </label>
      <span class="count">shot {at + 1} of {length}</span>
    </div>
  );
}

function Screen({ model, reel, at }: { model: Model; reel: FilmReel; at: number }) {
  const screen = useRef<HTMLDivElement>(null);
  const svg = useRef<SVGSVGElement>(null);
  const shot = reel.shots[at]!;
  const chips = useMemo(() => reel.chips(at), [reel, at]);
  useEffect(() => draw_arrows(screen.current!, svg.current!, null, true));
  const inhabited = useMemo(() => reel.inhabited(at), [reel, shot.collection]);
  const workers = [...new Set(chips.map((one) => one.worker).filter((one) => one !== null))].sort();
  return (
    <div class="screen" ref={screen}>
      {shot.spaces.map((space) => (
        <SpaceRow key={space.name} model={model} space={space} shot={shot}
                  bare={!inhabited.has(space.name)}
                  chips={chips.filter((one) => one.space === space.name)} />
      ))}
      <svg class="arrows" ref={svg} aria-hidden="true" />
      <p class="film-legend">{workers.map((worker) => (
        <span key={worker} class="chip" style={{ backgroundColor: look_of_thread(worker).colour,
          color: ink_on(look_of_thread(worker).colour) }}>w{worker} worker {worker}</span>))}
        <span>′ a copy</span> <span>× nobody reached it</span></p>
    </div>
  );
}

export function Film({ model }: { model: Model }) {
  const events = model.is_last && model.session.film.length > 0 ? model.session.film
    : model.step?.film ?? [];
  const reel = useMemo(() => new FilmReel(events), [events, events.length]);
  const film = useFilm(reel.shots.length);
  const shot = reel.shots[film.at];
  const on_key = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined || (event.target as Element).closest("select")) return;
    event.preventDefault();
    film.set_index(Math.max(0, Math.min(reel.shots.length - 1, film.at + by)));
  };
  return (
    <section class="pane film" aria-labelledby="film-title" onKeyDown={on_key}>
      <h2 id="film-title">film{shot && <span class="of"> {shot.kind} collection {
        shot.collection}: {shot.phase}</span>}</h2>
      <Controls film={film} length={reel.shots.length} />
      {shot === undefined
        ? <p class="empty">No collection was filmed before this stop (the command film on).</p>
        : <div class="scroll" tabIndex={0} role="group" aria-label="film of a collection">
            <p class="film-says">{reel.sentence(film.at)}</p>
            <div class="film-stage">
              <Screen model={model} reel={reel} at={film.at} />
              <GangTable shots={reel.shots.slice(0, film.at + 1)} />
            </div>
          </div>}
    </section>
  );
}
