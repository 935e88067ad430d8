#===- verdict.py - Compares verdicts with comments in the source ----------===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Compares a JSON report (standard input) with comments in the sources:

  out[x] = tile[x][y];  // expect: load 32/1 32-way
  // expect[64x1x1]: none
  // expect[pad<1> @ 32x1x1]: load 2/1 2-way total 64/32, unknown store recursion
  in[x] += tile[y][x];

Items are the line's accesses from left to right, loads before stores:
  [upper-bound|depends] OPERATION W/I [N-way] [total W/I|total open] [by RULES]
                           wavefronts and ideal of the worst request, and of a
                           block; a conflict needs the ways; default: exact.
                           RULES are all that the report names, 'E1 M14'
  unknown OPERATION CODE   with the code of the reason
  silent                   all are exact and free of conflicts
  none                     not reached in this launch, or not in any
A comment with no code before it is for the next line of code. One with a
selector (block, kernel, name=argument, joined by '@') beats one without. An
access without expectation is an error, and so is one that nothing answers to.
"""

import argparse
import collections
import json
import re
import sys

COMMENT = re.compile(r"// expect(?:\[([^\]]+)\])?: *(.*?) *$")
ITEM = re.compile(
    r"(?:(?:upper-bound |depends )?[a-z-]+ (\d+)/(\d+)( \d+-way)?"
    r"(?: total (?:\d+/\d+|open))?(?: by(?: [A-Z]\d+)+)?|unknown [a-z-]+ [a-z-]+)$"
)


class Expectation:
    def __init__(self, comment, place):
        self.labels = {s.strip() for s in (comment[1] or "").split("@")} - {""}
        self.items = re.split(", *", comment[2])
        self.place = place
        self.is_used = not self.labels and comment[2] == "none"
        for item in self.items if comment[2] not in ("silent", "none") else ():
            match = ITEM.match(item)
            if not match:
                sys.exit(f"{place}: cannot read the expectation '{item}'")
            if match[1] and int(match[1]) > int(match[2]) and not match[3]:
                sys.exit(f"{place}: '{item}' is a conflict; it needs its ways")


def read_expectations(path):
    """The expectations by line of code."""
    result = {}
    waiting = []
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            comment = COMMENT.search(line)
            if comment:
                waiting.append(Expectation(comment, f"{path}:{number}"))
            if waiting and line[: comment.start() if comment else None].strip():
                result[path, number], waiting = waiting, []
    if waiting:
        sys.exit(f"{waiting[0].place}: no code follows the expectation")
    return result


def found_as(access, wanted):
    """How an expectation of the form of 'wanted' would describe the access."""
    worst, total = access["worst"], access["block_total"]
    if not worst:
        return f"unknown {access['operation']} {access['reason'].split(':')[0]}"
    text = f"{access['operation']} {worst['wavefronts']}/{worst['ideal']}"
    text = text if access["result"] == "exact" else f"{access['result']} {text}"
    if worst["wavefronts"] > worst["ideal"] or "-way" in wanted:
        text += f" {worst['ways']}-way"
    if "total" in wanted:
        figures = f"{total['wavefronts']}/{total['ideal']}" if total else "open"
        text += f" total {figures}"
    if " by " in wanted and "rules" in access:
        text += " by " + " ".join(access["rules"])
    return text


def is_clean(access):
    worst = access["worst"]
    return access["result"] == "exact" and worst["wavefronts"] == worst["ideal"]


def difference(accesses, wanted, has_finding):
    """What is wrong with the accesses of one line in one launch, if anything."""
    forms = wanted + [""] * len(accesses)
    found = [found_as(a, form) for a, form in zip(accesses, forms)] or ["none"]
    is_silent = all(map(is_clean, accesses)) and not has_finding
    if found == wanted or (wanted == ["silent"] and accesses and is_silent):
        return None
    by = [" ".join(a["rules"]) for a in accesses if "rules" in a]
    by = f" by the rules {', '.join(by)}" if by else ""
    return f"expected '{', '.join(wanted)}', found '{', '.join(found)}'{by}"


def contradiction(access):
    """What is wrong with the numbers of a load or store, whatever was expected:
    each phase takes as many wavefronts as its ways, and at least one."""
    worst = access["worst"]
    if not worst or access["operation"] not in ("load", "store"):
        return None
    waves, ideal, ways = (worst[k] for k in ("wavefronts", "ideal", "ways"))
    if waves > ideal and not (ways <= waves - ideal + 1 and waves <= ways * ideal):
        return f"{ways}-way cannot be {waves} wavefronts instead of {ideal}"
    return None


def check_launch(kernel, launch, lines, expectations, findings):
    arguments = {f"{k}={v}" for k, v in launch["arguments"].items()}
    labels = arguments | {"x".join(map(str, launch["block"])), kernel["name"]}
    for line in sorted(lines):
        accesses = [a for a in launch["accesses"] if (a["file"], a["line"]) == line]
        where = f"{line[0]}:{line[1]}: in {' @ '.join(sorted(labels))}: "
        yield from (where + c for c in map(contradiction, accesses) if c)
        fitting = [e for e in expectations.get(line, []) if e.labels <= labels]
        most = max((len(e.labels) for e in fitting), default=0)
        fitting = [e for e in fitting if len(e.labels) == most]
        for expectation in fitting:
            expectation.is_used = True
        if len(fitting) != 1:
            found = ", ".join(found_as(a, "") for a in accesses)
            yield f"{where}{len(fitting)} expectations for '{found}'; needs one"
        elif wrong := difference(accesses, fitting[0].items, line in findings):
            yield where + wrong


def check(report, options):
    for file in report["files"]:
        for field in "parse_errors", "missing_headers":
            if file[field] != getattr(options, field):
                yield f"{file['file']}: {field}: {file[field]}"
    expectations = {}
    for path in options.sources:
        expectations.update(read_expectations(path))
    findings = {
        (place["file"], place["line"])
        for finding in report["findings"]
        for place in [finding, *finding["other_places"]]
    }
    # Instantiations and launches of one kernel answer for the same lines.
    lines = collections.defaultdict(set)
    for kernel in report["kernels"]:
        for launch in kernel["launches"]:
            reached = ((a["file"], a["line"]) for a in launch["accesses"])
            lines[kernel["file"], kernel["line"]].update(reached)
    for kernel in report["kernels"]:
        reached = lines[kernel["file"], kernel["line"]]
        for launch in kernel["launches"]:
            yield from check_launch(kernel, launch, reached, expectations, findings)
    for expectation in sum(expectations.values(), []):
        if not expectation.is_used:
            yield f"{expectation.place}: no launch has an access to compare with"
    if not expectations:
        yield "there is no expectation"


parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--parse-errors", type=int, default=0)
parser.add_argument("--missing-headers", action="append", default=[])
parser.add_argument("sources", nargs="+")
try:
    failures = list(check(json.load(sys.stdin), parser.parse_args()))
except ValueError as error:
    sys.exit(f"verdict.py: the report cannot be read: {error}")
sys.exit("\n".join(failures) or 0)
