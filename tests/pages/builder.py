"""Makes recordings in the format of the timeline (tools/pages/README.md, "Data format")."""

import base64
import html
import json
import zlib

STATES = ["running", "ready", "blocked", "waiting", "parked", "sleeping", "native", "stopped",
          "idle", "held", "phase", "task", "steal"]


def _deltas(times):
    return [time - before for before, time in zip([0, *times], times)]


class Track:
    def __init__(self, recording, number, name, group, kind, letter):
        self.id = number
        self._recording = recording
        self._head = {"id": number, "name": name, "group": group, "kind": kind}
        if letter:
            self._head["letter"] = letter
        self.slices = []
        self.marks = []
        self.samples = []
        self.unit = ""

    def slice(self, start, end, name, state, level=0, sentence=None, open_end=False):
        name_of = self._recording.name
        self.slices.append((start, end - start, level, name_of(name), STATES.index(state),
                            name_of(sentence), open_end))

    def mark(self, time, name, sentence=None):
        self.marks.append((time, self._recording.name(name), self._recording.name(sentence)))

    def sample(self, time, value, unit):
        self.samples.append((time, value))
        self.unit = unit

    def json(self):
        track = dict(self._head)
        self.slices.sort(key=lambda one: (one[0], one[2]))
        self.marks.sort(key=lambda one: one[0])
        if self.slices:
            start, long, level, name, state, sentence, opened = zip(*self.slices)
            track["slices"] = {"t": _deltas(start), "d": long, "l": level, "n": name, "s": state,
                               "x": sentence}
            if any(opened):
                track["open"] = [i for i, is_open in enumerate(opened) if is_open]
        if self.marks:
            time, name, sentence = zip(*self.marks)
            track["marks"] = {"t": _deltas(time), "n": name, "x": sentence}
        if self.samples:
            time, value = zip(*sorted(self.samples))
            track["counter"] = {"t": _deltas(time), "v": value, "unit": self.unit}
        return track


class Recording:
    def __init__(self, title, nanoseconds, **about):
        self.title = title
        self.about = {"title": title, "command": "", "model": "1:1", "lwps": 0,
                      "locking": "meta-fast", "pid": 123, "date": "2026-11-27 09:00:00",
                      "nanoseconds": nanoseconds, "events": 0, "threads": 0, "lost": 0, **about}
        self.tracks = []
        self.arrows = []
        self.findings = []
        self.tables = []
        self._names = {}

    def name(self, text):
        return -1 if text is None else self._names.setdefault(text, len(self._names))

    def track(self, name, group, kind, letter=""):
        self.tracks.append(Track(self, len(self.tracks), name, group, kind, letter))
        return self.tracks[-1]

    def arrow(self, kind, source, sent, target, arrived):
        self.arrows.append((self.name(kind), source.id, sent, target.id, arrived))

    def finding(self, text, track, time, duration):
        self.findings.append({"text": text, "track": track.id, "t": time, "d": duration})

    def table(self, title, columns, rows, tracks):
        self.tables.append({"title": title, "columns": columns, "rows": rows,
                            "tracks": [track.id for track in tracks]})

    def json(self):
        tracks = [track.json() for track in self.tracks]
        columns = zip(*self.arrows) if self.arrows else ([] for _ in range(5))
        arrows = dict(zip(("k", "f", "ft", "to", "tt"), columns))
        about = {**self.about}
        about["events"] = about["events"] or sum(
            len(track.slices) + len(track.marks) for track in self.tracks)
        about["threads"] = sum(track["kind"] == "thread" for track in tracks)
        return {"format": "minijvm-timeline", "version": 1, "about": about,
                "names": list(self._names), "tracks": tracks, "states": STATES, "arrows": arrows,
                "findings": self.findings, "tables": self.tables}


def comparison(title, name, recordings, rows, noisy, sentences, differences=None):
    """A comparison in the format of tools/pages/README.md. `recordings`: by variant; None: it has
    none."""
    def cells(row, texts):
        return [{"text": text, "spread": noisy.get((row, i), 3.5), "noisy": (row, i) in noisy}
                for i, text in enumerate(texts)]
    return {"format": "minijvm-compare", "version": 1,
            "about": {"title": title, "command": f"-cp build/samples/bank {title}",
                      "date": "2026-11-27 09:00:00", "set": name, "options": "",
                      "machine": "2 processors (Example), 7.8 GB, Linux 6.1, load 0.42",
                      "method": ["Medians of 3 runs; the variants took turns."]},
            "same": differences is None,
            "verdict": differences or ["same output: yes (all exit 0)"],
            "rows": [{"name": row, "cells": cells(row, texts), "remark": "spread at most 6 %"}
                     for row, texts in rows.items()],
            "sentences": sentences,
            "variants": [{"name": variant, "options": f"-XX:ThreadModel={variant}", "stopped": "",
                          "recording": recording and recording.json()}
                         for variant, recording in recordings.items()]}


def text_of(recording):
    return json.dumps(recording, separators=(",", ":"), ensure_ascii=False)


def page_with(template, title, text):
    """The page as page.cpp writes it, for runs without a build of the VM."""
    packer = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
    data = base64.b64encode(packer.compress(text.encode()) + packer.flush()).decode()
    before, after = template.split("@TITLE@")
    between, end = after.split("@DATA@")
    return before + html.escape(title, quote=True) + between + data + end
