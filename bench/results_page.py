"""Where measurements are written: a part of a page of bench/results, between the lines
`<!-- NAME begins -->` and `<!-- NAME ends -->`, and the figures and numbers beside the page."""

import csv
import pathlib

RESULTS = pathlib.Path(__file__).resolve().parent / "results"


def write_part(page, name, text):
    """Replaces the part `name` of bench/results/<page>."""
    begin, end = f"<!-- {name} begins -->\n", f"<!-- {name} ends -->\n"
    path = RESULTS / page
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole[: whole.index(begin) + len(begin)] + text + whole[whole.index(end):],
                    encoding="utf-8")


def write_numbers(name, head, rows):
    """The numbers behind a figure, so that it can be drawn again without measuring again."""
    with open(RESULTS / name, "w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([head, *rows])


def read_numbers(name):
    with open(RESULTS / name, encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    return rows[0], rows[1:]
