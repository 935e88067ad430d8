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


def outcome(args, row):
    """What is wrong with the row; None when it is as expected."""
    tree = os.path.join(args.trees, row["repo"].replace("/", "+"))
    if not os.path.isdir(tree):
        return "no checkout %s" % tree
    report = analyze(args.banklint, tree, row["source"], row["options"],
                     row["flags"])
    where = os.path.realpath(os.path.join(tree, row["file"]))

    def is_here(entry):
        return (entry["line"] == int(row["line"])
                and os.path.realpath(entry["file"]) == where)

    ways = max(claims(report, row, is_here), default=None)
    if ways is None:
        return "no access there"
    if ways != int(row["ways"]):
        return "%d-way" % ways if ways > 1 else "silent"
    if ways > 1 and not any(map(is_here, report["findings"])):
        return "no finding"
    return None


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--banklint", required=True)
    parser.add_argument("--trees", required=True)
    parser.add_argument("--repo")
    parser.add_argument("-v", action="store_true", help="list what is right")
    args = parser.parse_args()
    rows = [row for row in read_table(os.path.join(HERE, "table.tsv"))
            if args.repo in (None, row["repo"])]
    if not rows:
        sys.exit("no line of %s in the table" % args.repo)
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
