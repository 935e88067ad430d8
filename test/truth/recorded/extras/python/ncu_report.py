#===- ncu_report.py - A recorded profile in place of ncu's module ---------===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""The part of Nsight Compute's module that scripts/measure-kernels uses, made
from the CSV pages that Nsight Compute exported of a real run. RECORDED_PROFILES
is the folder of the pages; a program without pages has no launches."""

import csv
import os
import pathlib

# By the names of metrics, the columns of the source page.
COLUMNS = {
    "inst_executed": "Instructions Executed",
    "thread_inst_executed_true": "Predicated-On Thread Instructions Executed",
    "memory_l1_wavefronts_shared": "L1 Wavefronts Shared",
    "memory_l1_wavefronts_shared_ideal": "L1 Wavefronts Shared Ideal",
}


def number(text):
    digits = text.replace(",", "")
    return int(digits) if digits.isdigit() else 0


class Values:
    """A metric's value, or its values by the address of instructions."""

    def __init__(self, values):
        self.values = values

    def has_correlation_ids(self):
        return isinstance(self.values, dict)

    def correlation_ids(self):
        return Values(list(self.values))

    def num_instances(self):
        return len(self.values)

    def as_uint64(self, index=None):
        if index is None:
            return self.values
        if isinstance(self.values, dict):
            return list(self.values.values())[index]
        return self.values[index]


class Place:
    def __init__(self, file, line):
        self.file, self.at = file, line

    def file_name(self):
        return self.file

    def line(self):
        return self.at


class Action:
    NameBase_DEMANGLED = 0

    def __init__(self, row):
        self.row = row
        self.instructions = {}

    def name(self, _):
        return self.row["Kernel Name"]

    def metric_by_name(self, name):
        if name not in COLUMNS:
            return Values(number(self.row[name]))
        return Values(
            {
                address: number(fields[COLUMNS[name]])
                for address, (_, fields) in self.instructions.items()
            }
        )

    def sass_by_pc(self, address):
        return self.instructions[address][1]["SASS"]

    def source_info(self, address):
        return self.instructions[address][0]


def add_instructions(actions, path):
    index, file, line, header = -1, None, 0, []
    with open(path, newline="", encoding="utf-8") as page:
        for row in csv.reader(page):
            if row[0] == "File Path":
                file, index = row[1], index + 1
            elif row[0] == "Line No":
                header = row
                header[3] = "SASS"
            elif row[0].isdigit():
                line = int(row[0])
            elif row[0] == "" and row[2].startswith("0x"):
                fields = dict(zip(header, row))
                actions[index].instructions[int(row[2], 16)] = (
                    Place(file, line),
                    fields,
                )


class Context:
    def __init__(self, actions):
        self.actions = actions

    def num_ranges(self):
        return 1

    def range_by_idx(self, _):
        return self

    def num_actions(self):
        return len(self.actions)

    def action_by_idx(self, index):
        return self.actions[index]


def load_report(report):
    program = pathlib.Path(report).read_text().strip()
    raw = pathlib.Path(os.environ["RECORDED_PROFILES"]) / f"{program}.raw.csv"
    if not raw.exists():
        return Context([])
    with open(raw, newline="", encoding="utf-8") as page:
        # The first row has units.
        actions = [Action(row) for row in list(csv.DictReader(page))[1:]]
    add_instructions(actions, raw.with_name(f"{program}.source.csv"))
    return Context(actions)
