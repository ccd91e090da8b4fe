// What a recording says, computed from its file without any code of the page.

export function absolute(deltas) {
  let sum = 0;
  return deltas.map((delta) => (sum += delta));
}

// The slices of a track, in the order of the file.
export function slices_of(recording, track) {
  const { t = [], d = [], l = [], n = [], s = [], x = [] } = track.slices ?? {};
  return absolute(t).map((start, index) => ({
    index, start, end: start + d[index], level: l[index], state: recording.states[s[index]],
    name: recording.names[n[index]], sentence: recording.names[x[index]],
  }));
}

export function arrows_of(recording) {
  const { k, f, ft, to, tt } = recording.arrows;
  return k.map((kind, i) => ({ kind: recording.names[kind], from: f[i], from_time: ft[i], to: to[i],
                               to_time: tt[i] }));
}

export function track_called(recording, name) {
  return recording.tracks.find((track) => track.name === name);
}

// A slice that an arrow has ended: the thread waited, and another one woke it.
export function woken(recording) {
  for (const arrow of arrows_of(recording)) {
    const track = recording.tracks.find((one) => one.id === arrow.to);
    const slice = slices_of(recording, track).find((one) =>
      one.end === arrow.to_time && one.state === "blocked");
    if (slice) return { arrow, track, slice };
  }
  throw new Error("no arrow ends a wait");
}

export function arrows_at(recording, track, slice) {
  const within = (time) => time >= slice.start && time <= slice.end;
  const arrows = arrows_of(recording);
  return {
    incoming: arrows.filter((one) => one.to === track.id && within(one.to_time)),
    outgoing: arrows.filter((one) => one.from === track.id && within(one.from_time)),
  };
}

export function hash_of(recording, track, slice, margin = 100_000) {
  const end = Math.max(recording.about.nanoseconds, 1);
  const from = Math.max(0, slice.start - margin) / 1e9;
  const to = Math.min(end, slice.end + margin) / 1e9;
  return `#t=${from},${to}&sel=${track.id}.s${slice.index}`;
}
