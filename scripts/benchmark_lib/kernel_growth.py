#===- kernel_growth.py - The measured kernels with larger launches --------===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""How many more statements it takes to judge kernels of test/truth when their
launches pass larger numbers or have more threads.

What is changed is the text of the lowered kernels, by their launches: a larger
number stands for one that the source passes. A kernel allows it if as many of
its accesses are exact as before, and if there are many times as many requests.
"""

import os
import pathlib
import re
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor

from benchmark_lib.commands import ROOT
from benchmark_lib.costs import Section, built_beside, fail, not_built, table

PROGRAM = "StatementCount"
LAUNCH = re.compile(r"^launch block (\d+),(\d+),(\d+)(.*)\n", re.MULTILINE)
ARGUMENT = r"[^,\s]+(?: mod \d+)?"
ARGUMENTS = re.compile(rf"(^launch .* args )({ARGUMENT}(?:,{ARGUMENT})*)", re.MULTILINE)
MOST_THREADS = 1024
# What takes more statements is not executed to its end.
LIMIT = 1_000_000
# Larger numbers are no lengths.
LARGEST_LENGTH = 1 << 20


def programs_of(options, file):
    """The texts of the kernels of a file, each with its first launch only. Its
    limits go, and how much dynamic memory it requests: larger ones need more."""
    command = (options.banklint, "--print-program", f"--arch={options.arch}", file, "--")
    done = subprocess.run(command, capture_output=True, text=True)
    for text in re.split(r'\n(?=kernel ")', done.stdout):
        launch = LAUNCH.search(text)
        if launch:
            rest = LAUNCH.sub("", text[launch.end() :])
            rest = re.sub(r"^max_threads.*\n", "", rest, flags=re.MULTILINE)
            line = re.sub(r" dynamic \d+", "", launch.group())
            yield text[: launch.start()] + line + rest


def is_length(number):
    return number.isdigit() and 2 <= int(number) < LARGEST_LENGTH


def with_lengths(text, factor):
    """The program with larger numbers, or None if its launch passes none."""
    found = ARGUMENTS.search(text)
    numbers = found.group(2).split(",") if found else []
    if not any(map(is_length, numbers)):
        return None
    longer = [str(int(n) * factor) if is_length(n) else n for n in numbers]
    return text[: found.start(2)] + ",".join(longer) + text[found.end() :]


def with_threads(text, factor):
    """The program with more threads, or None if there may not be as many."""
    launch = LAUNCH.search(text)
    x, y, z = map(int, launch.groups()[:3])
    if x * y * z * factor > MOST_THREADS or x * y * z < 32:
        return None
    block = (x, y * factor, z) if y > 1 else (x * factor, y, z)
    return text[: launch.start(1)] + ",".join(map(str, block)) + text[launch.end(3) :]


# What grows, how, from which factor to which, and how many times as many
# requests there are at least.
GROWTH = [
    ("numbers that launches pass", with_lengths, 1, 64, 8),
    ("the same numbers", with_lengths, 64, 1024, 4),
    ("threads of a block", with_threads, 1, 8, 4),
]


def count_all(counter, texts):
    """(statements, requests, exact accesses) of each text."""
    with tempfile.TemporaryDirectory() as name:
        files = []
        for number, text in enumerate(texts):
            files.append(pathlib.Path(name) / f"{number}.txt")
            files[-1].write_text(text, encoding="utf-8")

        def run(part):
            command = [str(counter), f"--limit={LIMIT}", *map(str, part)]
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode != 0:
                fail(f"{counter}: {done.stderr.strip()}")
            return done.stdout.splitlines()

        parts = [files[at : at + 100] for at in range(0, len(files), 100)]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            lines = [line for part in pool.map(run, parts) for line in part]
    counts = {}
    for line in lines:
        file, *numbers = line.split("\t")
        # Where a block is assumed, there may be several.
        counts.setdefault(pathlib.Path(file).stem, tuple(map(int, numbers)))
    return [counts.get(str(number)) for number in range(len(texts))]


def quantile(values, part):
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def row_of(counter, programs, what, change, first, last, requests):
    pairs = [(change(text, first), change(text, last)) for text in programs]
    pairs = [pair for pair in pairs if None not in pair]
    few = count_all(counter, [pair[0] for pair in pairs])
    many = count_all(counter, [pair[1] for pair in pairs])
    ratios, stopped = [], 0
    for before, after in zip(few, many):
        if not before or not after or before[0] >= LIMIT or not before[1]:
            continue
        if after[0] >= LIMIT:
            stopped += 1
        elif after[2] >= before[2] and after[1] >= requests * before[1]:
            ratios.append(after[0] / before[0])
    if not ratios:
        return (what, f"{first} to {last}", "0", *("-",) * 4, str(stopped))
    shares = (f"{quantile(ratios, part):.2f}" for part in (0.5, 0.75, 0.95))
    return (
        *(what, f"{first} to {last}", str(len(ratios)), *shares),
        *(f"{max(ratios):.0f}", str(stopped)),
    )


def describe_kernel_growth(options):
    counter = built_beside(options, PROGRAM)
    if not counter:
        return not_built("The growth of the measured kernels is not counted", PROGRAM)
    files = sorted(map(str, (ROOT / "test/truth/collections").glob("*/*.cu")))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = pool.map(lambda file: list(programs_of(options, file)), files)
        programs = [text for texts in found for text in texts]
    rows = [row_of(counter, programs, *each) for each in GROWTH]
    header = (
        *("what grows", "from, to", "kernels", "median", "75 %", "95 %", "most"),
        f"above {LIMIT / 1e6:.0f} million",
    )
    return Section(
        f"\nStatements that it takes to judge the {len(programs):,} kernels of "
        "`test/truth/collections`, as multiples, where the kernel allows more:\n\n"
        + table(header, rows)
    )
