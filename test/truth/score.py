#!/usr/bin/env python3
#===- score.py - banklint's verdicts against measured kernels -------------===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Compares banklint's predictions with measured wavefronts, line by line.

COLLECTION is a folder of programs with the table measured.tsv (the head of that of
kernels explains the columns) and score.txt, which has options of this script, one a
line, and comments behind '#'. Without one, TABLE and SOURCES say where both are. Each file is analyzed once with --format=json;
with --block the measured block shapes are given to the tool, one run a shape.

A measured line is one (file, launch, source line, kind of operation). Its
outcome:

  totals    exact, and the grid's totals (or the block's times the blocks) equal
            the measured wavefronts
  ratio     exact, and wavefronts per ideal (or per request) equal the measured
            ones: the compiler changed the count only
  no-total  exact as to the worst request, without totals: not contradicted by
            the measured average, and not counted as right
  WRONG     exact, and none of these holds
  bound     upper bound that is not below the measurement
  BELOW     upper bound below the measurement
  depends, unknown    the tool says so with a reason
  MISSING   the tool lists no such access

The compiler books some copies of an inlined function's code at the line of the
call, an access that it merged from several at the line of any of them, and one of
a statement in several lines at any of these. Such lines are judged together, where
one by one they are MISSING or WRONG: they are 'totals' if their sum is right.

Lines whose note says that the machine code is not what the source says (merged,
narrowed, moved, joined, cas-loop, bypass) are counted apart and do not score.

With --strict, totals that are stated as exact must be the measured ones: a ratio is
not enough, and an exact access with requests at a line where the machine code has
none of its kind is WRONG.
Exit status 1 when anything is WRONG or BELOW, or too little is right.
"""

import argparse
import collections
import fractions
import json
import os
import pathlib
import re
import subprocess
import sys

KIND = {
    "LDS": "load",
    "STS": "store",
    "ATOMS": "atomic",
    "LDSM": "matrix-load",
    "STSM": "matrix-store",
    "LDGSTS": "async-copy",
}
APART = ("merged", "narrowed", "moved", "joined", "cas-loop", "bypass")
COUNTS = ("requests", "wavefronts", "ideal")
ORDER = "totals ratio no-total bound depends unknown MISSING BELOW WRONG".split()

# An unnamed namespace, as banklint and as ncu print it.
UNNAMED = re.compile(r"\(anonymous namespace\)::|<unnamed>::")
# What stands before a value that ncu prints with its type, '(int)4'.
VALUE_TYPE = re.compile(
    r"\((?:unsigned |signed )?(?:int|char|short|long|bool|long long)\)"
)
# A lambda, as banklint and as ncu print it.
LAMBDA = re.compile(
    r"\(lambda at [^()]*\)|[\w:]*\[lambda\([^()]*\) \(instance \d+\)\]"
)
ENUM = re.compile(r"\benum\b(?:\s+(?:class|struct))?\s*(\w*)[^{};()]*\{([^}]*)\}")


def normal_name(name):
    """'void ns::k<(int)4, float>(float *)' and 'k<4, float>' both become
    ('k', ('4', 'float'))."""
    name = VALUE_TYPE.sub("", UNNAMED.sub("", LAMBDA.sub("lambda", name)))
    name = re.sub(r"\btrue\b", "1", re.sub(r"\bfalse\b", "0", name))
    head, args, depth = "", "", 0
    for c in name:
        if c == "(" and depth == 0:
            break
        depth += (c == "<") - (c == ">")
        if depth or c == ">":
            args += c
        else:
            head += c
    base = head.split()[-1].split("::")[-1] if head.split() else ""
    parts, depth, part = [], 0, ""
    for c in args[1:-1]:
        depth += (c == "<") - (c == ">")
        if c == "," and depth == 0:
            parts.append(part)
            part = ""
        else:
            part += c
    if part:
        parts.append(part)
    tidy = [re.sub(r"\s+", "", p) for p in parts]
    return base, tuple(re.sub(r"^(-?\d+)[uUlL]+$", r"\1", p) for p in tidy)


def read_table(path):
    rows, header = [], None
    with open(path, encoding="utf-8") as table:
        for line in table:
            if line.startswith("#") or not line.strip():
                continue
            cells = line.rstrip("\n").split("\t")
            if header is None:
                header = cells
                continue
            rows.append(dict(zip(header, cells)))
    return rows


def measured_lines(rows):
    lines = collections.OrderedDict()
    for r in rows:
        kind = KIND.get(r["op"].split(".")[0])
        if kind is None:
            continue
        block = (int(r["block_x"]), int(r["block_y"]), int(r["block_z"]))
        launch = int(r["launch_index"])
        key = (r["file"], launch, r["kernel"], block, int(r["line"]), kind)
        m = lines.setdefault(
            key, {**dict.fromkeys(COUNTS, 0), "notes": set(), "blocks": 1}
        )
        for f in COUNTS:
            m[f] += int(r[f])
        m["notes"] |= set((r.get("note") or "").split())
        g = [int(x) for x in r["grid"].split(",")]
        m["blocks"] = g[0] * g[1] * g[2]
    return lines


def run_tool(args, path, block):
    cmd = [args.banklint, "--format=json", *args.arg]
    if block:
        cmd.append("--block-dim=%d,%d,%d" % block)
    done = subprocess.run(cmd + [path], capture_output=True, text=True, timeout=300)
    try:
        return json.loads(done.stdout)
    except ValueError:
        sys.exit(
            f"score.py: no JSON report for {path} (exit status {done.returncode}): "
            + done.stderr.strip()[:300]
        )


def enumerators(path):
    """The numbers of the enumerators that a source declares, by name."""
    numbers = {}
    if not os.path.exists(path):
        return numbers
    with open(path, encoding="utf-8") as file:
        for _, body in ENUM.findall(re.sub(r"//.*", "", file.read())):
            number = 0
            for name, value in re.findall(r"(\w+)\s*(?:=\s*(\d+))?\s*(?:,|$)", body):
                number = int(value) if value else number
                numbers[name] = str(number)
                number += 1
    return numbers


def are_same(measured, its, numbers):
    """Whether the arguments of two templates are the same: ncu prints '(Kind)1'
    for an enumerator, banklint 'Kind::Name'."""
    if not measured or not its:
        return True
    plain = [re.sub(r"^\([\w:<>]+\)(?=\d+$)", "", a) for a in measured]
    return len(plain) == len(its) and all(
        a == b or a == numbers.get(b.split("::")[-1]) for a, b in zip(plain, its)
    )


def candidates(report, kernel, block, numbers):
    """The launches of the report that may be the measured one."""
    base, args = normal_name(kernel)
    kernels = []
    for k in report["kernels"]:
        its_base, its_args = normal_name(k["name"])
        if its_base == base and are_same(args, its_args, numbers):
            kernels.append(k)
    # Which of several lambdas it is the names do not tell.
    if "lambda" in args and len({k["name"] for k in kernels}) > 1:
        return
    for k in kernels:
        for launch in k["launches"]:
            if tuple(launch["block"]) == block:
                yield launch


def judge_worst(got, bound, m):
    """Several accesses of a line, not all of which have totals."""
    if bound or not all(a["worst"] for a in got):
        return "unknown" if bound else "no-total"
    if any(a["worst"]["wavefronts"] != a["worst"]["ideal"] for a in got):
        return "no-total"
    # ncu's ideal is too low for some wide requests with inactive lanes.
    alike = {a["worst"]["wavefronts"] for a in got}
    is_clean = m["wavefronts"] == m["ideal"] or (
        len(alike) == 1 and m["wavefronts"] == m["requests"] * alike.pop()
    )
    return "ratio" if is_clean else "WRONG"


def accesses_at(launch, name, kind, lines):
    return [
        a
        for a in launch["accesses"]
        if a["line"] in lines
        and a["operation"] == kind
        and os.path.basename(a["file"]) == name
    ]


def call_lines(access):
    """The lines of the calls that lead to an access."""
    return {
        call["line"]
        for copy in access.get("copies", [access])
        for call in copy["call_chain"] or []
    }


def related_accesses(launch, name, kind, line, statement):
    """The accesses of a statement, those that are inlined where it calls
    something, or those that are merged with others if one of the line is."""
    its = [
        a
        for a in launch["accesses"]
        if a["operation"] == kind and os.path.basename(a["file"]) == name
    ]
    merged = [a for a in its if a["fused_bytes"] != a["bytes"]]
    if any(a["line"] == line for a in merged):
        return merged
    return [a for a in its if a["line"] in statement or line in call_lines(a)]


def statement_lines(path, line):
    """The numbers of the lines that the statement on a line may have, of few."""
    if not os.path.exists(path):
        return set()
    with open(path, encoding="utf-8") as file:
        source = [re.sub(r"//.*", "", text).strip() for text in file]

    def ends(number):
        text = source[number - 1]
        return not text or text.startswith("#") or text[-1] in ";{}"

    if not 1 <= line <= len(source):
        return set()
    first = last = line
    while first > max(1, line - 8) and not ends(first - 1):
        first -= 1
    while last < min(len(source), line + 8) and not ends(last):
        last += 1
    return set(range(first, last + 1))


def judge(launch, name, lines, kind, m, strict=False):
    got = accesses_at(launch, name, kind, lines)
    if not got:
        return "MISSING"
    for result in ("unknown", "depends"):
        if any(a["result"] == result for a in got):
            return result
    bound = any(a["result"] == "upper-bound" for a in got)
    if all(a.get("grid_total") for a in got):
        total = {f: sum(a["grid_total"][f] for a in got) for f in COUNTS}
        scaled = total["wavefronts"]
    elif any(a["block_total"] is None for a in got):
        if len(got) > 1 or not got[0]["worst"]:
            return judge_worst(got, bound, m)
        worst = got[0]["worst"]
        total = {
            "requests": 1,
            "wavefronts": worst["wavefronts"],
            "ideal": worst["ideal"],
        }
        scaled = None
    else:
        total = {f: sum(a["block_total"][f] for a in got) for f in COUNTS}
        scaled = total["wavefronts"] * m["blocks"]
    if bound:
        enough = (
            scaled is None
            or scaled >= m["wavefronts"]
            or total["wavefronts"] * max(m["ideal"], 1)
            >= m["wavefronts"] * max(total["ideal"], 1)
        )
        return "bound" if enough else "BELOW"
    if scaled == m["wavefronts"]:
        return "totals"
    if strict and scaled is not None:
        return "WRONG"
    for f in ("ideal", "requests"):
        if total[f] and m[f]:
            predicted = fractions.Fraction(total["wavefronts"], total[f])
            if predicted == fractions.Fraction(m["wavefronts"], m[f]):
                return "ratio"
    if scaled is None:
        worst = total["wavefronts"] * m["ideal"]
        return "no-total" if worst >= m["wavefronts"] * total["ideal"] else "WRONG"
    return "WRONG"


def print_measured(outcome, key, m):
    name, _, kernel, block, line, kind = key
    print(
        f"{outcome:8} {name}:{line} {kind} {kernel} block {'x'.join(map(str, block))}: "
        f"measured {m['wavefronts']} wavefronts, {m['ideal']} ideal, "
        f"{m['requests']} requests {' '.join(sorted(m['notes']))}".rstrip()
    )


def parse_arguments(arguments=None):
    p = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    p.add_argument("--banklint", required=True)
    p.add_argument("--collection", metavar="COLLECTION")
    p.add_argument("--table")
    p.add_argument("--sources")
    p.add_argument("--arg", action="append", default=[], help="handed to banklint")
    p.add_argument("--block", action="store_true", help="give measured block shapes")
    p.add_argument("--min-right", type=float, default=0, metavar="PERCENT")
    p.add_argument(
        "--apart",
        action="append",
        default=[],
        metavar="NOTE",
        help="count lines with this note apart, too",
    )
    p.add_argument(
        "--strict", action="store_true", help="exact totals must be the measured ones"
    )
    p.add_argument("-v", action="store_true", help="print what is not right")
    args = p.parse_args(arguments)
    if args.collection:
        stated = pathlib.Path(args.collection, "score.txt").read_text().splitlines()
        p.parse_args(
            [option for option in stated if not option.startswith("#")]
            + ["--banklint", args.banklint]
            + [f"--table={args.collection}/measured.tsv"]
            + [f"--sources={args.collection}"],
            args,
        )
    if not args.table or not args.sources:
        p.error("--collection, or --table and --sources are needed")
    return args


def includes_open(launch, name, kind, line, m):
    """True if what was measured at a line may include accesses of functions that
    it calls, of which not all are exact, beside its own."""
    own = accesses_at(launch, name, kind, {line})
    inlined = any(
        a["operation"] == kind and a["result"] != "exact" and line in call_lines(a)
        for a in launch["accesses"]
    )
    return (
        inlined
        and all(a["block_total"] for a in own)
        and sum(a["block_total"]["wavefronts"] for a in own) * m["blocks"]
        <= m["wavefronts"]
    )


class Scorer:
    def __init__(self, args):
        self.args = args
        self.reports = {}
        self.numbers = {}

    def launches(self, key):
        name, _, kernel, block, _, _ = key
        run = (name, block if self.args.block else None)
        if run not in self.reports:
            path = os.path.join(self.args.sources, name)
            self.reports[run] = run_tool(self.args, path, run[1])
            self.numbers[name] = enumerators(path)
        return candidates(self.reports[run], kernel, block, self.numbers[name])

    def outcome(self, key, m):
        name, _, _, _, line, kind = key
        outcomes = [
            judge(
                launch, os.path.basename(name), {line}, kind, m, self.args.strict
            )
            for launch in self.launches(key)
        ]
        return min(outcomes, key=ORDER.index) if outcomes else "MISSING"

    def judge_together(self, measured, outcomes):
        """Judges lines together that the compiler may book as one."""
        for key, m in measured.items():
            if outcomes.get(key) not in ("MISSING", "WRONG"):
                continue
            file, line, kind = key[0], key[4], key[5]
            name = os.path.basename(file)
            path = os.path.join(self.args.sources, file)
            statement = statement_lines(path, line)
            for launch in self.launches(key):
                if outcomes[key] == "WRONG" and includes_open(
                    launch, name, kind, line, m
                ):
                    outcomes[key] = "unknown"
                    continue
                related = related_accesses(launch, name, kind, line, statement)
                if not related:
                    continue
                lines = {a["line"] for a in related}
                booked = lines.union({line}, *(call_lines(a) for a in related))
                for number in lines:
                    booked |= statement_lines(path, number)
                group = [k for k in measured if k[:4] + k[5:] == key[:4] + key[5:]]
                group = [k for k in group if k[4] in booked]
                total = {f: sum(measured[k][f] for k in group) for f in COUNTS}
                its = judge(
                    launch, name, lines, kind, {**m, **total}, self.args.strict
                )
                is_open = its in ("bound", "depends", "unknown")
                if its == "totals" or (is_open and outcomes[key] == "MISSING"):
                    for k in group:
                        if k == key or outcomes.get(k) in ("WRONG", "BELOW"):
                            outcomes[k] = its


    def absent(self, rows, measured):
        """The exact accesses of measured launches of which the machine code has no
        instruction, as the lines of measured_lines()."""
        launches = {
            (r["file"], int(r["launch_index"]), r["kernel"])
            + (tuple(int(r[f"block_{axis}"]) for axis in "xyz"),)
            for r in rows
        }
        for launch_key in sorted(launches):
            for launch in self.launches(launch_key + (0, "")):
                for a in launch["accesses"]:
                    total = a["block_total"]
                    if a["result"] != "exact" or not total or not total["requests"]:
                        continue
                    path = os.path.join(self.args.sources, launch_key[0])
                    booked = statement_lines(path, a["line"]) | call_lines(a)
                    keys = [launch_key + (n, a["operation"]) for n in booked]
                    if not any(key in measured for key in keys):
                        yield launch_key + (a["line"], a["operation"])


NOTHING = {**dict.fromkeys(COUNTS, 0), "notes": {"absent"}, "blocks": 1}


def outcomes_of(scorer, rows, apart_notes):
    """The measured lines, the outcomes of those that score, and how many do not."""
    measured = measured_lines(rows)
    outcomes, apart = {}, 0
    for key, m in measured.items():
        notes = {n.split(":")[0] for n in m["notes"]}
        if notes & apart_notes or m["wavefronts"] == 0:
            apart += 1
        else:
            outcomes[key] = scorer.outcome(key, m)
    scorer.judge_together(measured, outcomes)
    if scorer.args.strict:
        for key in scorer.absent(rows, measured):
            measured[key], outcomes[key] = NOTHING, "WRONG"
    return measured, outcomes, apart


def main():
    args = parse_arguments()
    scorer = Scorer(args)
    measured, outcomes, apart = outcomes_of(
        scorer, read_table(args.table), set(APART) | set(args.apart)
    )
    count = collections.Counter(outcomes.values())
    per_file = collections.defaultdict(collections.Counter)
    for key, outcome in outcomes.items():
        per_file[key[0]][outcome] += 1
        if args.v and outcome not in ("totals", "ratio"):
            print_measured(outcome, key, measured[key])
    for name, its in sorted(per_file.items()):
        print(f"{name:40} " + "  ".join(f"{o} {its[o]}" for o in ORDER if its[o]))
    total = sum(count.values())
    pct = 100 * (count["totals"] + count["ratio"]) / total if total else 0
    outcomes = ", ".join(f"{o} {count[o]}" for o in ORDER if count[o])
    print(f"lines {total}: {outcomes}; not scored {apart}")
    print(
        f"exact and right {pct:.1f} %, exact and wrong {count['WRONG']}, "
        f"bounds below the measurement {count['BELOW']}"
    )
    sys.exit(1 if count["WRONG"] or count["BELOW"] or pct < args.min_right else 0)


if __name__ == "__main__":
    main()
