#!/usr/bin/env python3
#===- check_patterns.py - The bank calculator against measured patterns ---===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Runs a table of measured patterns through banklint-banks and compares.

Exact rules must give the measured wavefronts in every row, and lower bounds must
never exceed them. Which rule is which is stated here and not taken from the
tool's answers, so that the tool cannot excuse itself. Prints the matches of every operation and width.
"""

import argparse
import collections
import subprocess
import sys

MIN_ROWS = 2000
LANES = 32

Row = collections.namedtuple("Row", "id op bytes lanes offsets source wavefronts")
Answer = collections.namedtuple("Answer", "wavefronts ideal ways kind")

# Loads and stores through generic addresses.
LOWER_BOUND = {"gld", "gst"}
# Loops of compare-and-swap, and the loads of them: lanes that do not swap at
# once may wait for each other, depending on what they write.
LOOPS = {"add", "addh", "loop"}


def fail(message):
    sys.exit(f"check_patterns.py: {message}")


def read_table(path, min_rows):
    """The rows of the table, without comments and header."""
    rows = []
    try:
        with open(path, encoding="utf-8") as table:
            for line in table:
                if line.startswith("#") or line.startswith("id\t"):
                    continue
                id, op, width, mask, offsets, source, waves, *_ = line.rstrip(
                    "\n"
                ).split("\t")
                lanes = [i for i in range(LANES) if int(mask, 16) >> i & 1]
                offsets = [int(offset) for offset in offsets.split(",")]
                rows.append(
                    Row(id, op, int(width), lanes, offsets, source, int(waves))
                )
    except OSError as error:
        fail(f"cannot read the table: {error}")
    if len(rows) < min_rows:
        fail(f"{path} has {len(rows)} rows; expected at least {min_rows}")
    if len({row.id for row in rows}) != len(rows):
        fail(f"{path} has rows with the same id")
    return rows


def has_contiguous_source(row):
    return row.source == ",".join(str(i * row.bytes) for i in range(LANES))


def shares_across_swaps(row):
    """True if lanes that do not swap at once share a word."""
    lanes_at_once = {2: 1, 4: 32, 8: 16}[row.bytes]
    owner = {}
    for lane in row.lanes:
        part = lane // lanes_at_once
        if owner.setdefault(row.offsets[lane] // max(row.bytes, 4), part) != part:
            return True
    return False


def spreads(row):
    """True if lanes of a copy read one place and write to several. Of lanes that
    write to one place, the lowest counts."""
    source = [int(offset) for offset in row.source.split(",")]
    origin = {}
    for lane in row.lanes:
        origin.setdefault(row.offsets[lane], source[lane])
    return len(set(origin.values())) < len(origin)


def expected_kind(row):
    if row.op == "cpg" and spreads(row):
        return "lower-bound"
    if row.op in LOOPS and shares_across_swaps(row):
        return "lower-bound"
    if row.op in LOWER_BOUND or (row.op == "cpa" and not has_contiguous_source(row)):
        return "lower-bound"
    return "exact"


def ask(banks, path):
    """The tool's answers by id."""
    with open(path, encoding="utf-8") as table:
        result = subprocess.run(
            [banks, "--arch=sm_90"],
            stdin=table,
            stdout=subprocess.PIPE,
            text=True,
            check=False,
        )
    if result.returncode != 0:
        fail(f"{banks} ended with status {result.returncode}")
    answers = {}
    for line in result.stdout.splitlines():
        id, *figures = line.split("\t")
        kind = figures[3] if len(figures) > 3 else "exact"
        answers[id] = Answer(*figures[:3], kind)
    return answers


def problem(row, answer):
    """What is wrong with an answer, or None."""
    if answer is None:
        return "no answer"
    kind = expected_kind(row)
    if answer.kind != kind:
        return f"answered as {answer.kind}, expected {kind}"
    predicted = int(answer.wavefronts)
    if predicted < int(answer.ideal):
        return f"{predicted} wavefronts are below the ideal {answer.ideal}"
    if kind == "exact" and predicted != row.wavefronts:
        return f"predicted {predicted}, measured {row.wavefronts}"
    if predicted > row.wavefronts:
        return f"bound {predicted} above measured {row.wavefronts}"
    return None


def print_matches(rows, answers):
    groups = collections.defaultdict(list)
    for row in rows:
        groups[row.op, row.bytes, expected_kind(row)].append(row)
    print(f"{'op':8}{'bytes':>5}  {'rule':12}{'equal':>6}{'rows':>6}")
    for (op, width, kind), group in sorted(groups.items()):
        equal = sum(
            row.id in answers and answers[row.id].wavefronts == str(row.wavefronts)
            for row in group
        )
        print(f"{op:8}{width:5}  {kind:12}{equal:6}{len(group):6}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--banks", required=True, help="the built banklint-banks")
    parser.add_argument("--table", required=True, help="the measured patterns")
    parser.add_argument("--min-rows", type=int, default=MIN_ROWS)
    options = parser.parse_args()

    rows = read_table(options.table, options.min_rows)
    answers = ask(options.banks, options.table)
    print_matches(rows, answers)
    problems = [(row.id, problem(row, answers.get(row.id))) for row in rows]
    problems = [(id, text) for id, text in problems if text]
    for id, text in problems:
        print(f"{id}: {text}")
    kinds = collections.Counter(map(expected_kind, rows))
    print(
        f"{len(rows)} rows: {kinds['exact']} exact, "
        f"{kinds['lower-bound']} lower bounds; {len(problems)} wrong"
    )
    return 1 if problems or len(answers) != len(rows) else 0


if __name__ == "__main__":
    sys.exit(main())
