"""What a check has found, for a person, as JSON, and as JUnit XML."""

import dataclasses
import json
from xml.sax.saxutils import escape, quoteattr

ACCEPTED, REJECTED, BROKEN = "accepted", "rejected", "error"
# As the codes of `diff`: what was asked is so, it is not, it could not be found out.
CODES = {ACCEPTED: 0, REJECTED: 1, BROKEN: 2}


@dataclasses.dataclass
class Verdict:
    lab: str
    verdict: str
    sentence: str
    stage: str = ""  # submission, compile, classes, run
    runs: int = 0  # schedules tried
    seed: int | None = None  # of the first run that fails
    preemptions: int | None = None  # of the smallest schedule that fails so
    detail: str = ""  # the compiler's own words, for instance
    seconds: float = 0.0
    program = ()  # the words that start what has failed; in no report

    def code(self):
        return CODES[self.verdict]

    def text(self):
        lines = [f"{self.lab}: {self.verdict}", self.sentence]
        if self.seed is not None:
            lines.append(
                f"The first schedule that fails is that of seed {self.seed}{self._depth()}."
            )
        elif self.runs:
            lines.append(f"{self.runs} schedules tried.")
        if self.detail:
            lines.append(_printable(self.detail))
        return "\n".join(lines) + "\n"

    def _depth(self):
        if self.preemptions is None:
            return ""
        if self.preemptions == 1:
            return "; 1 preemption is enough"
        return f"; {self.preemptions} preemptions are enough"

    def json(self):
        return json.dumps(dataclasses.asdict(self), indent=1) + "\n"

    def junit(self):
        inside = ""
        if self.verdict != ACCEPTED:
            kind = "failure" if self.verdict == REJECTED else "error"
            message = quoteattr(_printable(self.sentence))
            inside = f"    <{kind} type={quoteattr(self.stage)} message={message}/>\n"
        if self.detail:
            inside += f"    <system-out>{escape(_printable(self.detail))}</system-out>\n"
        seed = "" if self.seed is None else f'<property name="seed" value="{self.seed}"/>'
        time = f'time="{self.seconds:.3f}"'
        counts = (
            f'failures="{int(self.verdict == REJECTED)}" errors="{int(self.verdict == BROKEN)}"'
        )
        return (
            '<?xml version="1.0" encoding="UTF-8"?>\n'
            f'<testsuite name="minijvm-lab" tests="1" {counts} {time}>\n'
            f'  <testcase classname="lab" name={quoteattr(self.lab)} {time}>\n'
            f'    <properties><property name="runs" value="{self.runs}"/>{seed}</properties>\n'
            f"{inside}  </testcase>\n</testsuite>\n"
        )


def _printable(text):
    """XML 1.0 cannot hold most control characters, and a terminal obeys them."""
    return "".join(
        c if c.isprintable() or c in "\n\t" else "\N{REPLACEMENT CHARACTER}" for c in text
    )
