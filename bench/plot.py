#!/usr/bin/python3
"""Draws the figures of bench/results from the numbers beside them, as SVG.

  bench/plot.py            every figure
  bench/plot.py figure9    one of them: figure9, chat, volano, fairness

The programs that measure write the numbers and call this. It needs matplotlib (Debian's
python3-matplotlib, which Debian's own Python finds); nothing else in minijvm does. Lines differ by
colour, dash and marker: the colours are those of Okabe and Ito, which people who see colours
differently can tell apart.
"""

import sys

from results_page import RESULTS, read_numbers

STYLES = [("#0072B2", "-", "o"), ("#D55E00", "--", "s"), ("#009E73", "-.", "^"),
          ("#CC79A7", ":", "D"), ("#E69F00", (0, (5, 1)), "v"), ("#000000", (0, (3, 1, 1, 1)), "x"),
          ("#56B4E9", (0, (1, 1)), "+"), ("#999999", (0, (4, 2)), "*")]


def _matplotlib():
    try:
        import matplotlib
    except ImportError:
        sys.exit("bench/plot.py: needs matplotlib: apt-get install python3-matplotlib")
    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "minijvm"  # the same numbers give the same file
    matplotlib.rcParams["svg.fonttype"] = "none"     # text stays text
    import matplotlib.pyplot
    return matplotlib.pyplot


def _thousands(value, _position=None):
    return f"{value:,.0f}"


def _count(value, _position=None):
    return f"{value / 1024:g} K" if value >= 1024 else f"{value:g}"


def _short(value, _position=None):
    for unit, name in ((1e6, " M"), (1e3, " K")):
        if value >= unit:
            return f"{value / unit:g}{name}"
    return f"{value:g}"


def _save(figure, name):
    figure.savefig(RESULTS / name, metadata={"Date": None})
    text = (RESULTS / name).read_text(encoding="utf-8")
    (RESULTS / name).write_text("\n".join(line.rstrip() for line in text.splitlines()) + "\n",
                                encoding="utf-8")


def _lines(rows, key_columns, x_column, y_column):
    """rows as {key: ([x...], [y...])}, in the order in which the keys come."""
    lines = {}
    for row in rows:
        key = row[key_columns]
        xs, ys = lines.setdefault(key, ([], []))
        xs.append(float(row[x_column]))
        ys.append(float(row[y_column]))
    return lines


def figure9():
    """Agesen et al., OOPSLA '99, figure 9: the cost of a lock over the number of locked objects."""
    plot = _matplotlib()
    _, rows = read_numbers("figure9.csv")
    tests = list(dict.fromkeys(row[0] for row in rows))
    figure, panels = plot.subplots(2, 2, figsize=(9.6, 7), sharex=True)
    for panel, test in zip(panels.flat, tests):
        lines = _lines([row[1:] for row in rows if row[0] == test], 0, 1, 2)
        for (colour, dash, marker), (vm, (counts, costs)) in zip(STYLES, lines.items()):
            panel.plot(counts, costs, color=colour, linestyle=dash, marker=marker, markersize=4,
                       markevery=3, linewidth=1.4, label=vm)
        panel.set_title(test, loc="left", fontsize=10)
        panel.set_xscale("log", base=2)
        panel.xaxis.set_major_formatter(_count)
        panel.set_ylim(bottom=0)
        panel.set_ylabel("nanoseconds a pair")
        panel.grid(alpha=0.3)
    for panel in panels[1]:
        panel.set_xlabel("objects locked in turn")
    figure.tight_layout(rect=(0, 0.08, 1, 1))  # the legend's two lines stay free
    figure.legend(*panels[0][0].get_legend_handles_labels(), loc="lower center", ncol=4,
                  frameon=False)
    _save(figure, "figure9.svg")


def _rates(name):
    """Messages a second over the number of connections."""
    plot = _matplotlib()
    _, rows = read_numbers(f"{name}.csv")
    figure, panel = plot.subplots(figsize=(6.4, 4), layout="constrained")
    lines = _lines(rows, 0, 1, 2)
    for (colour, dash, marker), (model, (counts, rates)) in zip(STYLES, lines.items()):
        panel.plot(counts, rates, color=colour, linestyle=dash, marker=marker, label=model)
    panel.set_xlim(left=0)
    panel.set_ylim(bottom=0)
    panel.xaxis.set_major_formatter(_thousands)
    panel.yaxis.set_major_formatter(_thousands)
    panel.set_xlabel("connections")
    panel.set_ylabel("messages a second")
    panel.grid(alpha=0.3)
    panel.legend(frameon=False)
    _save(figure, f"{name}.svg")


def chat():
    """The chat load under two thread models."""
    _rates("chat")


def volano():
    """The scalability test of the VolanoMark report under all thread models."""
    _rates("volano")


def fairness():
    """How fair each lock mode is: the longest wait, and by how many threads one was overtaken."""
    plot = _matplotlib()
    _, rows = read_numbers("fairness.csv")
    modes = list(dict.fromkeys(row[0] for row in rows))[::-1]
    counts = list(dict.fromkeys(row[1] for row in rows))
    figure, panels = plot.subplots(1, 2, figsize=(9.6, 4.4), sharey=True, layout="constrained")
    for panel, column, title in zip(panels, (3, 6), ("longest wait, microseconds",
                                                     "overtaken at most by (0 is drawn as 1)")):
        for number, ((colour, _, marker), count) in enumerate(zip(STYLES, counts)):
            values = {row[0]: float(row[column]) for row in rows if row[1] == count}
            heights = [place + 0.25 * (1 - number) for place in range(len(modes))]
            panel.plot([max(values[mode], 1) for mode in modes], heights, color=colour,
                       linestyle="", marker=marker, label=f"{count} threads")
        panel.set_xscale("log")
        panel.xaxis.set_major_formatter(_short)
        panel.set_title(title, loc="left", fontsize=10)
        panel.set_yticks(range(len(modes)), modes)
        panel.grid(alpha=0.3)
    panels[0].legend(frameon=False)
    _save(figure, "fairness.svg")


FIGURES = {"figure9": figure9, "chat": chat, "volano": volano, "fairness": fairness}


def main():
    for name in sys.argv[1:] or FIGURES:
        if name not in FIGURES:
            sys.exit(__doc__)
        FIGURES[name]()


if __name__ == "__main__":
    main()
