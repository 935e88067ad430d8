#!/usr/bin/env python3
#===- compare.py - The command line against clang-tidy --------------------===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""What `banklint` and the module in clang-tidy tell of the same files must be
the same: file, line, column, check and message of each finding, each with its
notes in their order; which files can't be analyzed, and what is wrong with
annotations. Fails unless --min-findings were compared.

  compare.py --banklint B --clang-tidy T --module libBanklintTidy.so
             --headers cuda-headers --min-findings N FOLDER...
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

PLACE = r"(?P<file>[^\s:][^:]*):(?P<line>\d+):(?P<column>\d+)"
FINDING = re.compile(
    rf"{PLACE}: (?:warning|error): (?P<message>.*) \[(?P<check>[\w-]+)\]"
)
NOTE = re.compile(rf"{PLACE}: note: (?P<message>.*)")
PROBLEM = re.compile(rf"{PLACE}: error: (?P<message>[^\[]*)")
# Comments are clang-tidy's own business there.
NOT_COMPARED = ("banklint-", "clang-diagnostic-", "clang-tidy-")


def place(match):
    return (
        os.path.realpath(match["file"]),
        int(match["line"]),
        int(match["column"]),
        match["message"],
    )


def parse(output):
    """The findings in the text that both programs print."""
    found = set()
    current = None
    for line in output.splitlines():
        match = FINDING.fullmatch(line)
        if match:
            if current:
                found.add((*current[:-1], tuple(current[-1])))
            check = match["check"]
            current = None
            if not check.startswith(NOT_COMPARED):
                current = (*place(match), check.removeprefix("cuda-"), [])
            continue
        match = NOTE.fullmatch(line)
        if match and current:
            current[-1].append(place(match))
    if current:
        found.add((*current[:-1], tuple(current[-1])))
    return found


def run(command):
    return subprocess.run(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        timeout=300,
        check=False,
    )


def ask_banklint(options, file):
    """(findings, problems) of one file."""
    done = run([options.banklint, "--quiet", file, "--"])
    problems = set()
    for line in done.stderr.splitlines():
        match = PROBLEM.fullmatch(line)
        if match:
            problems.add(f"{match['line']}:{match['column']} {match['message']}")
        elif line.startswith("banklint: error: '"):
            problems.add("failed")
    return parse(done.stdout), problems


def ask_clang_tidy(options, file):
    done = run(
        [options.clang_tidy, f"--load={options.module}", "--checks=-*,cuda-*"]
        + ["--header-filter=.*", "--quiet", file, "--"]
        + ["-nocudainc", "-nocudalib", "-isystem", options.headers]
        + ["-include", "banklint_cuda.h"]
    )
    problems = set()
    for line in done.stdout.splitlines():
        match = re.fullmatch(r"error: (.*) \[cuda-[\w-]+\]", line)
        if not match:
            continue
        problem = PROBLEM.fullmatch(match[1])
        if problem:
            problems.add(f"{problem['line']}:{problem['column']} {problem['message']}")
        elif match[1].startswith("banklint could not analyze"):
            problems.add("failed")
        else:
            problems.add(match[1])
    return parse(done.stdout), problems


def differences(options, file):
    """(number of findings, lines that tell what differs)."""
    ours, our_problems = ask_banklint(options, file)
    theirs, their_problems = ask_clang_tidy(options, file)
    lines = []
    for side, only in (("banklint", ours - theirs), ("clang-tidy", theirs - ours)):
        lines += [f"{file}: only {side}: {finding}" for finding in sorted(only)]
    if our_problems != their_problems:
        lines.append(
            f"{file}: banklint: {sorted(our_problems)}, "
            f"clang-tidy: {sorted(their_problems)}"
        )
    return len(ours), lines


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--banklint", required=True)
    parser.add_argument("--clang-tidy", required=True)
    parser.add_argument("--module", required=True)
    parser.add_argument("--headers", required=True)
    parser.add_argument("--min-findings", type=int, required=True)
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    options = parser.parse_args()

    files = sorted(
        str(file) for folder in options.folders for file in folder.rglob("*.cu")
    )
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda file: differences(options, file), files))
    compared = sum(count for count, _ in results)
    lines = [line for _, differing in results for line in differing]
    print("\n".join(lines))
    print(f"{compared} findings of {len(files)} files, {len(lines)} differences")
    if compared < options.min_findings:
        print(f"fewer than {options.min_findings} findings")
        sys.exit(1)
    sys.exit(1 if lines else 0)


if __name__ == "__main__":
    main()
