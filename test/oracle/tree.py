#===- tree.py - Kernels as trees -------------------------------------------===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""A kernel as a tree of statements, from which parts can be taken away."""

import dataclasses

SCALARS = ["float"] * 5 + ["int"] * 3 + ["unsigned", "double", "short", "char"]
SCALARS += ["unsigned char", "long long"]


@dataclasses.dataclass
class Node:
    """A statement: 'head { body } tail', or 'head' alone without a body."""

    head: str
    body: list = None
    tail: str = ""

    def lines(self, indent):
        pad = "  " * indent
        if self.body is None:
            return [pad + line for line in self.head.split("\n")]
        lines = [f"{pad}{self.head} {{"]
        for node in self.body:
            lines += node.lines(indent + 1)
        return lines + [f"{pad}}}{self.tail}"]


class Join(Node):
    """An 'if' with its 'else': reductions see two bodies."""

    def __init__(self, nodes):
        first, rest = nodes[0], nodes[1:]
        super().__init__(first.head, first.body)
        self.otherwise = rest

    def lines(self, indent):
        pad = "  " * indent
        lines = super().lines(indent)
        lines[-1] = f"{pad}}} else {{"
        for node in self.otherwise:
            lines += node.lines(indent + 1)
        return lines + [f"{pad}}}"]


@dataclasses.dataclass
class Place:
    """Shared memory that statements can name: an array or a pointer into one."""

    name: str
    type: str
    # Elements by dimension, slowest first; a pointer has one.
    extents: list
    is_volatile: bool = False

    def is_scalar(self):
        return self.type in SCALARS


@dataclasses.dataclass
class Kernel:
    name: str
    # Functions and types that it needs, before it.
    helpers: list = dataclasses.field(default_factory=list)
    template: str = ""
    instance: str = ""
    parameters: list = dataclasses.field(default_factory=list)
    arguments: list = dataclasses.field(default_factory=list)
    block: tuple = (32,)
    grid: int = 1
    dynamic_bytes: int = 0
    body: list = dataclasses.field(default_factory=list)

    def text(self):
        lines = [line for node in self.helpers for line in node.lines(0)]
        lines += [self.template] if self.template else []
        lines.append(f"__global__ void {self.name}({', '.join(self.parameters)}) {{")
        lines += [line for node in self.body for line in node.lines(1)]
        lines.append("}")
        block = f"dim3({', '.join(map(str, self.block))})"
        config = f"{self.grid}, {block}, {self.dynamic_bytes}"
        lines.append(f"void launch_{self.name}(float *out, const int *in) {{")
        call = f"{self.name}{self.instance}<<<{config}>>>"
        lines.append(f"  {call}({', '.join(self.arguments)});")
        lines.append("}")
        return "\n".join(lines) + "\n"
