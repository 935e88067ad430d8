#===- documented.py - Commands and outputs of a page ----------------------===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""The blocks of a page of the documentation, to compare them with what happens.

A block of a console has commands, each after "$ ", with their outputs. A line
"[...]" stands for any lines, "[...]" at the end of a line for its rest.
"""

import difflib
import re

FENCE = re.compile(r"^```(\w*)\n(.*?)^```\n", re.M | re.S)
COMMAND = re.compile(r"^\$ ((?:.*\\\n)*.*)$", re.M)


class Page:
    def __init__(self, path):
        # By their first lines.
        self.blocks = {
            text.split("\n", 1)[0]: text
            for kind, text in FENCE.findall(path.read_text())
            if kind in ("", "console")
        }
        self.unused = set(self.blocks)

    def take(self, start):
        """The block whose first line starts so."""
        (first,) = [line for line in self.blocks if line.startswith(start)]
        self.unused.discard(first)
        return self.blocks[first]

    def console(self, command):
        """The block that starts with that command."""
        self.unused.discard(f"$ {command}")
        return self.blocks[f"$ {command}"]


def commands_of(block):
    return COMMAND.findall(block)


def has_output(block):
    return COMMAND.sub("", block).strip() != ""


def difference(block, text):
    """How a text differs from a block; empty if it does not."""
    pattern = ""
    for line in block.splitlines():
        if line == "[...]":
            pattern += r"(?:.*\n)*?"
        else:
            start = line.removesuffix("[...]")
            pattern += re.escape(start) + (".*" if start != line else "") + r"\n"
    if re.fullmatch(pattern, text):
        return ""
    return "\n".join(
        difflib.unified_diff(
            block.splitlines(), text.splitlines(), "documented", "printed",
            lineterm="",
        )
    )
