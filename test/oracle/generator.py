#!/usr/bin/env python3
#===- generator.py - Random kernels ---------------------------------------===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Makes random kernels that are valid CUDA and run to their end.

A kernel is a tree of statements, so that a reduction can take parts away. Each
access stands on a line of its own, since lines are what is compared. Only
addresses matter: values race freely, and an index depends on what memory holds
only now and then, on purpose.

  generator.py SEED [COUNT]    prints a file of COUNT kernels
"""

import random
import sys

from control import ControlStatements
from expressions import TYPES, Expr, Expressions, masked, small
from tree import SCALARS, Kernel, Node, Place

VECTORS = ["float2", "float4", "int2", "int4", "double2", "short2", "uchar4", "float3"]
MEMBERS = {"2": "xy", "3": "xyz", "4": "xyzw"}
ATOMICS = ["atomicAdd", "atomicMax", "atomicOr", "atomicExch", "atomicSub"]
BLOCKS = [(32,), (64,), (128,), (256,), (96,), (40,), (32, 2), (16, 16), (32, 8)]
BLOCKS += [(8, 8), (16, 4), (8, 4, 2), (4, 4, 4), (5, 7, 3), (20,), (24, 3), (1, 64)]
BLOCKS += [(512,), (32, 32)]


class Generator(ControlStatements):
    """Makes one kernel."""

    def __init__(self, seed, number):
        self.random = random.Random(f"{seed}/{number}")
        self.kernel = Kernel(f"k{number}")
        self.e = Expressions(self.random)
        self.places = []
        self.names = 0
        # Statements that may still be made, so that kernels stay small.
        self.budget = self.random.randrange(6, 22)
        self.depth = 0
        # Lanes may have parted: no barrier.
        self.divergent = False
        self.loops = 0

    def fresh(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    def chance(self, probability):
        return self.random.random() < probability

    def declare(self, name, low, high, type_name="int"):
        self.e.scopes[-1].append(Expr(name, low, high, type_name))

    # The kernel ------------------------------------------------------------

    def make(self):
        kernel = self.kernel
        kernel.block = self.random.choice(BLOCKS)
        kernel.grid = self.random.choice([1, 1, 1, 2, 3])
        kernel.parameters = ["float *out", "const int *in"]
        kernel.arguments = ["out", "in"]
        self.add_parameters()
        self.add_thread_variables()
        for _ in range(self.random.choice([1, 1, 2, 2, 3])):
            self.add_array()
        if self.chance(0.2):
            self.add_dynamic()
        kernel.body.append(Node("float acc = 0;"))
        while self.budget > 0:
            kernel.body += self.statement()
            if self.chance(0.3) and not self.divergent:
                kernel.body.append(Node("__syncthreads();"))
        kernel.body.append(Node("out[threadIdx.x] = acc;"))
        return kernel

    def add_parameters(self):
        kernel = self.kernel
        if self.chance(0.4):
            value = self.random.choice([1, 2, 7, 16, 32, 33])
            kernel.parameters.append("int n")
            kernel.arguments.append(str(value))
            self.declare("n", value, value)
        if self.chance(0.25):
            # Not known where it is launched.
            kernel.parameters.append("int m")
            kernel.arguments.append("unknown_m")
            self.declare("m", 0, 64)
        if self.chance(0.25):
            value = self.random.choice([4, 16, 31, 32])
            kernel.template = "template <int N>"
            kernel.instance = f"<{value}>"
            self.declare("N", value, value)

    def add_thread_variables(self):
        block = self.kernel.block + (1, 1)
        body = self.kernel.body
        for axis, extent in zip("xyz", block):
            self.e.scopes[0].append(Expr(f"threadIdx.{axis}", 0, extent - 1, "unsigned"))
        if self.kernel.grid > 1:
            self.declare("blockIdx.x", 0, self.kernel.grid - 1, "unsigned")
        self.declare("blockDim.x", block[0], block[0], "unsigned")
        type_name = self.random.choice(["int", "int", "int", "unsigned"])
        linear = "threadIdx.x"
        if len(self.kernel.block) > 1:
            linear = "threadIdx.y * blockDim.x + threadIdx.x"
        if len(self.kernel.block) > 2:
            linear = "(threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x"
        threads = block[0] * block[1] * block[2]
        body.append(Node(f"{type_name} t = {linear};"))
        self.declare("t", 0, threads - 1, type_name)
        if self.chance(0.4):
            body.append(Node("int lane = t % 32, warp = t / 32;"))
            self.declare("warp", 0, threads // 32)
            self.declare("lane", 0, 31)

    def add_array(self):
        name = self.fresh("s")
        if self.chance(0.15):
            return self.add_struct_array(name)
        kind = self.random.choice(VECTORS if self.chance(0.2) else SCALARS)
        shapes = [[1024], [512], [2048], [32, 32], [32, 33], [16, 17], [64, 8], [8, 8, 9]]
        extents = self.random.choice(shapes)
        is_volatile = kind in SCALARS and self.chance(0.25)
        word = "volatile " if is_volatile else ""
        dimensions = "".join(f"[{e}]" for e in extents)
        self.kernel.body.append(Node(f"__shared__ {word}{kind} {name}{dimensions};"))
        self.places.append(Place(name, kind, extents, is_volatile))

    def add_struct_array(self, name):
        record = self.fresh("R") + "_" + self.kernel.name
        fields = []
        for field in "abc"[: self.random.randrange(2, 4)]:
            length = self.random.choice(["", "", "[3]", "[4]"])
            kind = self.random.choice(["float", "int", "double", "short", "char", "float2"])
            fields.append((kind, field, length))
        head = f"struct {record}"
        body = [Node(f"{kind} {field}{length};") for kind, field, length in fields]
        self.kernel.helpers.append(Node(head, body, ";"))
        place = Place(name, record, [128])
        place.fields = [
            (kind, field + (f"[{self.random.randrange(3)}]" if length else ""))
            for kind, field, length in fields
        ]
        self.kernel.body.append(Node(f"__shared__ {record} {name}[128];"))
        self.places.append(place)

    def add_dynamic(self):
        name = self.fresh("dyn")
        # One name for all kernels of a file needs one type.
        self.kernel.body.append(Node("extern __shared__ float4 pool[];"))
        kind = self.random.choice(["float", "int", "double", "float4"])
        offset = self.random.choice(["", " + 16", " + 33", " + 256"])
        cast = f"reinterpret_cast<{kind} *>(pool)"
        self.kernel.body.append(Node(f"{kind} *{name} = {cast}{offset};"))
        self.kernel.dynamic_bytes = 32768
        self.places.append(Place(name, kind, [1024]))

    # Accesses --------------------------------------------------------------

    def subscripts(self, place):
        text = ""
        for extent in place.extents:
            text += f"[{masked(small(self.e.make()), extent).text}]"
        return text

    def scalar_place(self, kinds=None):
        choices = [p for p in self.places if p.is_scalar() and (not kinds or p.type in kinds)]
        return self.random.choice(choices) if choices else None

    def lvalue(self):
        """A scalar in shared memory, and its type."""
        place = self.random.choice(self.places)
        text = place.name + self.subscripts(place)
        if hasattr(place, "fields"):
            kind, field = self.random.choice(place.fields)
            return (f"{text}.{field}.y", "float") if kind == "float2" else (
                f"{text}.{field}",
                kind,
            )
        if place.is_scalar():
            if len(place.extents) == 1 and self.chance(0.15):
                index = masked(small(self.e.make()), place.extents[0]).text
                return f"(*({place.name} + {index}))", place.type
            return text, place.type
        return f"{text}.{self.random.choice(MEMBERS[place.type[-1]])}", place.type

    def value(self):
        if self.chance(0.3):
            return "\n      " + self.lvalue()[0]
        return small(self.e.make(1)).text

    # Statements ------------------------------------------------------------

    def statement(self):
        self.budget -= 1
        simple = [self.store, self.store, self.load, self.load, self.load]
        simple += [self.compound, self.atomic, self.whole_vector, self.view]
        simple += [self.new_variable, self.new_variable, self.change_variable]
        simple += [self.new_pointer, self.helper, self.function_object, self.exchange]
        nested = [self.branch, self.branch, self.counted_loop, self.counted_loop]
        nested += [self.halving_loop, self.while_loop, self.pointer_loop, self.switch]
        nested += [self.unknown_loop, self.scope]
        if self.depth < 3 and self.chance(0.4):
            return self.random.choice(nested)()
        return self.random.choice(simple)()

    def block(self, count=None, divergent=True):
        before = self.divergent
        self.divergent = before or divergent
        self.depth += 1
        self.e.scopes.append([])
        places = len(self.places)
        nodes = []
        for _ in range(count or self.random.randrange(1, 4)):
            nodes += self.statement()
        if not self.divergent and self.chance(0.5):
            nodes.append(Node("__syncthreads();"))
        del self.places[places:]
        self.e.scopes.pop()
        self.depth -= 1
        self.divergent = before
        return nodes

    def store(self):
        return [Node(f"{self.lvalue()[0]} = {self.value()};")]

    def load(self):
        return [Node(f"acc += {self.lvalue()[0]};")]

    def compound(self):
        text, kind = self.lvalue()
        if self.chance(0.3):
            return [Node(f"{text}++;")]
        operator = self.random.choice(["+=", "-=", "*="])
        if kind in ("int", "unsigned", "short", "char", "unsigned char"):
            operator = self.random.choice(["+=", "|=", "^=", "&="])
        return [Node(f"{text} {operator} 1;")]

    def atomic(self):
        place = self.scalar_place(["int", "unsigned"])
        if not place or place.is_volatile:
            return self.load()
        name = self.random.choice(ATOMICS)
        value = self.random.choice(["1", "2", "(int)t"])
        call = f"{name}(&{place.name}{self.subscripts(place)}, {value})"
        return [Node(f"acc += {call};" if self.chance(0.3) else f"{call};")]

    def whole_vector(self):
        places = [p for p in self.places if not p.is_scalar()]
        if not places:
            return self.store()
        place = self.random.choice(places)
        name = self.fresh("v")
        text = place.name + self.subscripts(place)
        if self.chance(0.5):
            return [Node(f"{place.type} {name} = {text};")]
        return [
            Node(f"{place.type} {name};\n{text} = {name};"),
        ]

    def view(self):
        """An array seen as one of vectors."""
        place = self.scalar_place(["float"])
        if not place or place.is_volatile:
            return self.store()
        width = self.random.choice([2, 4])
        elements = 1
        for extent in place.extents:
            elements *= extent
        index = masked(small(self.e.make()), max(elements // width // 2, 1)).text
        base = place.name + "[0]" * (len(place.extents) - 1)
        if place.name.startswith("p") or base.startswith("row"):
            return self.load()
        text = f"reinterpret_cast<float{width} *>({base})[{index}]"
        name = self.fresh("w")
        if self.chance(0.5):
            return [Node(f"float{width} {name} = {text};\nacc += {name}.x;")]
        return [Node(f"{text} = make_float{width}({', '.join(['1'] * width)});")]

    def new_variable(self):
        name = self.fresh("i")
        kind = self.random.choice(["int"] * 5 + list(TYPES))
        size = self.random.choice([8, 32, 33, 64, 100, 128])
        if self.chance(0.06):
            initial = f"in[{masked(small(self.e.make(1)), 1024).text}] & {size - 1}"
        else:
            initial = masked(small(self.e.make(3)), size).text
        self.declare(name, 0, size - 1, kind)
        return [Node(f"{kind} {name} = {initial};")]

    def changeable(self):
        return [v for v in self.e.variables() if v.text[0] == "i" and v.text[1:].isdigit()]

    def change_variable(self):
        variables = self.changeable()
        if not variables:
            return self.new_variable()
        variable = self.random.choice(variables)
        new = masked(small(self.e.make()), variable.high + 1)
        return [Node(f"{variable.text} = {new.text};")]

    def new_pointer(self):
        places = [p for p in self.places if p.is_scalar() and not p.is_volatile]
        if not places:
            return self.load()
        place = self.random.choice(places)
        name = self.fresh("p")
        if len(place.extents) > 1 and self.chance(0.4):
            row = place.name + "".join(
                f"[{masked(small(self.e.make()), e).text}]" for e in place.extents[:-1]
            )
            if self.chance(0.4):
                declaration = f"{place.type} (&{name})[{place.extents[-1]}] = {row};"
            else:
                declaration = f"{place.type} *{name} = {row};"
            self.places.append(Place(name, place.type, [place.extents[-1]]))
            return [Node(declaration)]
        half = [max(extent // 2, 1) for extent in place.extents]
        first = self.subscripts(Place("", "", half))
        text = f"&{place.name}{first}"
        if self.chance(0.25):
            text = f"{self.e.condition()} ? {text} : &{place.name}{self.subscripts(Place('', '', half))}"
        self.places.append(Place(name, place.type, [max(half[-1], 1)]))
        return [Node(f"{place.type} *{name} = {text};")]

    def helper(self):
        """A call of a function that accesses memory."""
        place = self.scalar_place()
        if not place or place.is_volatile or len(place.extents) > 2:
            return self.load()
        name = self.fresh("f") + "_" + self.kernel.name
        kind = place.type
        index = masked(small(self.e.make()), place.extents[-1])
        row = ""
        if len(place.extents) == 2:
            row = f"[{masked(small(self.e.make(1)), place.extents[0]).text}]"
        forms = ["by pointer", "by reference", "index", "loop"]
        if place.name[0] == "s":
            forms.append("whole")
        form = self.random.choice(forms)
        argument = place.name + row
        if form == "by pointer":
            head = f"__device__ float {name}(const {kind} *p, int i)"
            body = [Node("if (i < 3)", [Node("return 1;")]), Node("return p[i];")]
            call = f"acc += {name}({argument}, {index.text});"
        elif form == "by reference":
            head = f"__device__ void {name}({kind} &r)"
            body = [Node("r = 3;")]
            call = f"{name}({argument}[{index.text}]);"
        elif form == "index":
            head = f"__device__ int {name}(int a, int b = 3)"
            body = [Node("if (a > 7)", [Node("return a % 5 + b;")]), Node("return a * 2;")]
            call = f"acc += {argument}[{masked(Expr(f'{name}({index.text})', 0, 4096), place.extents[-1]).text}];"
        elif form == "whole":
            dimensions = "".join(f"[{e}]" for e in place.extents)
            head = f"__device__ float {name}({kind} (&a){dimensions}, int i)"
            body = [Node(f"return a{'[0]' * (len(place.extents) - 1)}[i];")]
            call = f"acc += {name}({place.name}, {index.text});"
        else:
            head = f"__device__ float {name}({kind} *p, int i)"
            loop = Node("for (int j = 0; j < 3; j++)", [Node("sum += p[i];"), Node("p[i] = j;")])
            body = [Node("float sum = 0;"), loop, Node("return sum;")]
            call = f"acc += {name}({argument}, {index.text});"
        self.kernel.helpers.append(Node(head, body))
        return [Node(call)]

    def function_object(self):
        """A lambda or a method."""
        place = self.scalar_place()
        if not place or place.is_volatile:
            return self.store()
        name = self.fresh("g")
        index = masked(small(self.e.make()), place.extents[-1]).text
        row = "[0]" * (len(place.extents) - 1)
        if self.chance(0.5):
            function = f"auto {name} = [&](int i) {{ return {place.name}{row}[i]; }};"
            return [Node(f"{function}\nacc += {name}({index});")]
        record = f"V{name}_{self.kernel.name}"
        operator = self.random.choice(["operator()", "operator[]", "at"])
        self.kernel.helpers.append(
            Node(
                f"struct {record}",
                [
                    Node(f"{place.type} *p;\nint ld;"),
                    Node(
                        f"__device__ {place.type} &{operator}(int i)",
                        [Node("return p[i * ld];")],
                    ),
                ],
                ";",
            )
        )
        use = {"operator()": f"({index})", "operator[]": f"[{index}]", "at": f".at({index})"}
        scale = self.random.choice([1, 1, 2])
        object_name = f"{record} {name} = {{{place.name}{row}, {scale}}};"
        return [Node(f"{object_name}\nacc += {name}{use[operator]};")]

    def exchange(self):
        if self.divergent or self.kernel.block[0] % 32:
            return self.load()
        name = self.fresh("i")
        value = masked(small(self.e.make(1)), 32).text
        kind = self.random.choice(["", "", "_xor", "_up", "_down"])
        other = self.random.choice(["0", "1", "3", "8", "16", "31", ""])
        if not other:
            other = f"(int){masked(small(self.e.make(1)), 32).text}"
        width = self.random.choice(["", "", "", ", 16", ", 8", ", 2"])
        call = f"__shfl{kind}_sync(0xffffffffu, (int){value}, {other}{width})"
        # Its own initializer does not know it.
        self.declare(name, 0, 31)
        return [Node(f"int {name} = {call} & 31;")]


# What launches pass and no reader of the source can know.
UNKNOWN_VALUES = {"m": [21]}
PROLOGUE = f"""#include <cuda_runtime.h>
static volatile int unknown_source = {UNKNOWN_VALUES["m"][0]};
#define unknown_m unknown_source
"""


def make_kernels(seed, count, first=0):
    return [Generator(seed, first + number).make() for number in range(count)]


def file_of(kernels):
    return PROLOGUE + "\n".join(kernel.text() for kernel in kernels)


if __name__ == "__main__":
    print(file_of(make_kernels(sys.argv[1], int(sys.argv[2]) if sys.argv[2:] else 1)))
