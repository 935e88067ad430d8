#===- chart.py - The ratios as a picture ----------------------------------===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Draws the ratio of each file as an SVG that needs no other program."""

import math
import pathlib
from xml.sax.saxutils import escape

from benchmark_lib.costs import ratio_of

# In pixels.
ROW = 24
TOP = 56
BOTTOM = 40
LEFT = 150
SCALE = 520
RIGHT = 60
# With the side of its line where a label is.
MARKED = [(0.6, "0.6: goal of the median", "end"), (1.0, "1.0: Clang's parse", "start")]
# The background is explicit because pages are shown on dark ones, too.
STYLE = """<style>
  text { font: 13px sans-serif; fill: #1f2328; }
  .small { font-size: 12px; fill: #57606a; }
  .number { font-size: 12px; paint-order: stroke; stroke: #ffffff; stroke-width: 4; }
  .bar { fill: #0a69da; }
  .grid { stroke: #d8dee4; }
  .mark { stroke: #bc4c00; stroke-width: 1.5; stroke-dasharray: 5 3; }
</style>"""


def text(x, y, content, anchor="start", kind=None):
    class_name = f' class="{kind}"' if kind else ""
    return (
        f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}"{class_name}>'
        f"{escape(content)}</text>"
    )


def vertical(x, top, bottom, kind):
    return f'<line class="{kind}" x1="{x:.0f}" x2="{x:.0f}" y1="{top}" y2="{bottom}"/>'


def axis(most, bottom, across):
    """The grid with its numbers."""
    lines = []
    for tenth in range(0, int(most * 10) + 1, 2):
        x = across(tenth / 10)
        lines.append(vertical(x, TOP, bottom, "grid"))
        lines.append(text(x, bottom + 18, f"{tenth / 10:.1f}", "middle", "small"))
    return lines


def marks(bottom, across):
    lines = []
    for value, label, anchor in MARKED:
        lines.append(vertical(across(value), TOP - 6, bottom, "mark"))
        lines.append(text(across(value), TOP - 11, label, anchor, "small"))
    return lines


def bar(index, name, ratio, across):
    y = TOP + index * ROW
    width = across(ratio) - LEFT
    return [
        text(LEFT - 8, y + 17, name, "end"),
        f'<rect class="bar" x="{LEFT}" y="{y + 5}" width="{width:.1f}" height="14"/>',
    ]


def number(index, ratio, across):
    y = TOP + index * ROW + 17
    return text(across(ratio) + 6, y, f"{ratio:.2f}", kind="number")


def draw(all_costs):
    """The SVG of the ratios, the largest first."""
    ratios = [(short_name(costs.name), ratio_of(costs)) for costs in all_costs]
    ratios.sort(key=lambda item: -item[1])
    most = max(1.2, math.ceil(ratios[0][1] * 5) / 5)
    bottom = TOP + len(ratios) * ROW
    width, height = LEFT + SCALE + RIGHT, bottom + BOTTOM

    def across(ratio):
        return LEFT + SCALE * ratio / most

    title = "Processor time of banklint as a ratio to Clang's parse, by file"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img">',
        *(f"<title>{escape(title)}</title>", STYLE),
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        *(text(12, 22, title), *axis(most, bottom, across)),
    ]
    for index, (name, ratio) in enumerate(ratios):
        lines += bar(index, name, ratio, across)
    lines += marks(bottom, across)
    # Above the marked lines, so that these cross no digit.
    lines += [number(i, ratio, across) for i, (_, ratio) in enumerate(ratios)]
    lines.append("</svg>")
    return "\n".join(lines) + "\n"


def short_name(name):
    path = pathlib.PurePath(name.strip("`"))
    return path.stem if "kernels" in path.parts else f"{path.stem} (example)"
