#!/usr/bin/env python3
"""Check banklint on kernels of public programs that were judged by hand.

usage: check_real_code.py --banklint BIN --trees DIR [--repo OWNER/NAME] [-v]

real-code/table.tsv names the lines: those that must be found, with the degree of
the conflict, and those that must stay silent. DIR holds one checkout for each
repository, named OWNER+NAME; repositories without a checkout are counted as
wrong, and the run fails. `{tree}` in the options stands for the checkout.
The degree is the worst among the kernels whose name holds the column `kernel`.
A source that begins with `instance:` lies in real-code/ and instantiates
templates that the repository has only in headers.
"""
import argparse
import collections
import csv
import functools
import json
import os
import subprocess
import sys

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "real-code")
INSTANCE = "instance:"


def read_table(path):
    with open(path, newline="") as table:
        rows = (line for line in table if not line.startswith("#"))
        return list(csv.DictReader(rows, delimiter="\t"))


@functools.lru_cache(maxsize=None)
def analyze(banklint, tree, source, options, flags):
    if source.startswith(INSTANCE):
        path = os.path.join(HERE, source[len(INSTANCE):])
    else:
        path = os.path.join(tree, source)
    command = [banklint, "--format=json", *options.split(), path, "--"]
    command += flags.replace("{tree}", tree).split()
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    try:
        return json.loads(done.stdout)
    except ValueError:
        sys.exit("no report of %s: %s" % (path, done.stderr.strip()))


def claims(report, row, is_here):
    """The degrees that the accesses of the line claim, by the row's kernels.

    An answer that depends on a value claims nothing by itself.
    """
    for kernel in report["kernels"]:
        if row["kernel"] in kernel["name"]:
            for launch in kernel["launches"]:
                for access in filter(is_here, launch["accesses"]):
                    if access["result"] == "depends":
                        yield 1
                        continue
                    worst = access["worst"] or {"wavefronts": 0, "ideal": 0}
                    conflicts = worst["wavefronts"] > worst["ideal"]
                    yield worst["ways"] if conflicts else 1


def report_of(args, row):
    """The report that tells of the row, and what picks the row's entries."""
    tree = os.path.join(args.trees, row["repo"].replace("/", "+"))
    if not os.path.isdir(tree):
        return None, None
    where = os.path.realpath(os.path.join(tree, row["file"]))

    def is_here(entry):
        return (entry["line"] == int(row["line"])
                and os.path.realpath(entry["file"]) == where)

    return analyze(args.banklint, tree, row["source"], row["options"],
                   row["flags"]), is_here


def outcome(args, row):
    """What is wrong with the row; None when it is as expected."""
    report, is_here = report_of(args, row)
    if not report:
        return "no checkout of %s" % row["repo"]
    ways = max(claims(report, row, is_here), default=None)
    if ways is None:
        return "no access there"
    if ways != int(row["ways"]):
        return "%d-way" % ways if ways > 1 else "silent"
    if ways > 1 and not any(map(is_here, report["findings"])):
        return "no finding"
    return None


# What a note of a finding begins with that says what to change, or why nothing.
ADVICE = ("store element", "make it a structure", "the lanes are",
          "no padding is known")


def advice(finding):
    """What the finding advises: its fixes by class, else what its notes say."""
    for fix in finding["fixes"]:
        yield "%s: %s" % (fix["class"], fix["description"])
    if not finding["fixes"]:
        texts = [note["message"] for note in finding["notes"]]
        yield from (text for text in texts if text.startswith(ADVICE))


def print_fixes(args, rows):
    """A table of what is advised for the lines that conflict."""
    print("| kernel | lines | advice |\n| --- | --- | --- |")
    lines = collections.OrderedDict()
    for row in rows:
        report, is_here = report_of(args, row)
        if row["ways"] == "1" or not report:
            continue
        texts = collections.OrderedDict(
            (text.replace("|", "\\|"), None)
            for finding in filter(is_here, report["findings"])
            for text in advice(finding))
        key = row["id"], row["file"], "; ".join(texts) or "no finding"
        lines.setdefault(key, []).append(row["line"])
    for (kernel, file, text), its in lines.items():
        print("| %s `%s` | %s | %s |" % (
            kernel, os.path.basename(file), ", ".join(its), text))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--banklint", required=True)
    parser.add_argument("--trees", required=True)
    parser.add_argument("--repo")
    parser.add_argument("-v", action="store_true", help="list what is right")
    parser.add_argument("--fixes", action="store_true",
                        help="print what is advised for the lines instead")
    args = parser.parse_args()
    rows = [row for row in read_table(os.path.join(HERE, "table.tsv"))
            if args.repo in (None, row["repo"])]
    if not rows:
        sys.exit("no line of %s in the table" % args.repo)
    if args.fixes:
        return print_fixes(args, rows)
    wrong = 0
    for row in rows:
        problem = outcome(args, row)
        wrong += problem is not None
        if problem or args.v:
            expected = "%s-way" % row["ways"] if row["ways"] != "1" else "silent"
            print("%-5s %s:%s: expected %s%s" % (
                row["id"], row["file"], row["line"], expected,
                ", got " + problem if problem else ""))
    print("%d lines right, %d wrong" % (len(rows) - wrong, wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
