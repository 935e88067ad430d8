#===- control.py - Random branches and loops -------------------------------===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""The statements of a random kernel that hold others."""

from expressions import constant, masked, small
from tree import Join, Node


class ControlStatements:
    """A part of Generator, whose members it uses."""

    def branch(self):
        condition = self.e.condition()
        if self.chance(0.08):
            condition = f"in[{masked(small(self.e.make(1)), 1024).text}] > 20"
        nodes = [Node(f"if ({condition})", self.block())]
        if self.chance(0.4):
            nodes.append(Node("else", self.block()))
            # One statement to a reduction.
            nodes = [Node(f"if ({condition})", nodes[0].body, " else {"), *nodes[1].body]
            return [Join(nodes)]
        if self.depth == 0 and self.chance(0.05) and not self.loops:
            self.divergent = True
            return [Node(f"if ({condition}) return;")]
        if self.loops and self.chance(0.15):
            word = self.random.choice(["break", "continue"])
            nodes.append(Node(f"if ({condition}) {word};"))
        return nodes

    def loop(self, head, name, low, high, divergent, kind="int", extra=()):
        self.e.scopes.append([])
        if name:
            self.declare(name, low, high, kind)
        self.loops += 1
        # A 'break' inside may part the lanes: no barriers then.
        body = self.block(divergent=divergent or self.chance(0.7))
        self.loops -= 1
        self.e.scopes.pop()
        return [Node(head, body + list(extra))]

    def counted_loop(self):
        name = self.fresh("k")
        step = self.random.choice([1, 1, 2, 3, 8, 32])
        rounds = self.random.choice([2, 3, 4, 4, 8])
        # Long enough for iterations that are counted, not executed.
        if not self.loops and self.chance(0.3):
            rounds = self.random.choice([24, 40, 64, 100])
        pragma = self.random.choice(["", "", "", "#pragma unroll\n"])
        if self.chance(0.5):
            end = rounds * step
            head = f"for (int {name} = 0; {name} < {end}; {name} += {step})"
            return self.with_pragma(pragma, self.loop(head, name, 0, end, True))
        start = masked(small(self.e.make(1)), 64)
        end = constant(64) if self.chance(0.6) else masked(small(self.e.make(1)), 64)
        step = max(step, 8)
        head = f"for (int {name} = {start.text}; {name} < {end.text}; {name} += {step})"
        return self.with_pragma(pragma, self.loop(head, name, 0, 96, True))

    @staticmethod
    def with_pragma(pragma, nodes):
        nodes[0].head = pragma + nodes[0].head
        return nodes

    def halving_loop(self):
        name = self.fresh("k")
        if self.chance(0.5):
            head = f"for (int {name} = 32; {name} > 0; {name} >>= 1)"
        else:
            head = f"for (unsigned {name} = 1; {name} < 64; {name} *= 2)"
        return self.loop(head, name, 0, 64, True)

    def while_loop(self):
        name = self.fresh("k")
        start = masked(small(self.e.make(1)), 16).text
        step = self.random.choice([2, 3, 5])
        before = Node(f"int {name} = {start};")
        if self.chance(0.5):
            # Counts first, so that 'continue' ends, too.
            nodes = self.loop(f"while (({name} += {step}) < 24)", name, 0, 24, True)
            return [before, *nodes]
        nodes = self.loop("do", name, 0, 24, True)
        nodes[0].tail = f" while (({name} += {step}) < 24);"
        return [before, *nodes]

    def pointer_loop(self):
        places = [p for p in self.places if p.is_scalar() and len(p.extents) == 1]
        places = [p for p in places if not p.is_volatile and p.extents[0] >= 512]
        if not places:
            return self.counted_loop()
        place = self.random.choice(places)
        name, counter = self.fresh("p"), self.fresh("k")
        start = masked(small(self.e.make(1)), 128).text
        step = self.random.choice([1, 2, 8, 32])
        rounds = self.random.choice([2, 4, 8])
        if step <= 2 and not self.loops and self.chance(0.3):
            rounds = 80
        before = Node(f"{place.type} *{name} = {place.name} + {start};")
        inside = [Node(f"acc += {name}[{masked(small(self.e.make(1)), 32).text}];")]
        if self.chance(0.3):
            inside.append(Node(f"acc += *{name};"))
        head = f"for (int {counter} = 0; {counter} < {rounds}; {counter}++)"
        if self.chance(0.5):
            return [before, Node(head, inside + [Node(f"{name} += {step};")])]
        head = f"for (int {counter} = 0; {counter} < {rounds}; {counter}++, {name} += {step})"
        return [before, Node(head, inside)]

    def unknown_loop(self):
        """A loop whose rounds only the run decides."""
        name = self.fresh("k")
        bound = self.random.choice(["(in[0] & 7)", "(in[t] & 7)", "(in[t & 3] & 3)"])
        head = f"for (int {name} = 0; {name} < {bound}; {name}++)"
        return self.loop(head, name, 0, 64, True)

    def switch(self):
        value = masked(small(self.e.make(1)), 4).text
        cases = []
        for label in range(self.random.randrange(2, 4)):
            loops, self.loops = self.loops, 0
            cases.append(Node(f"case {label}:", self.block(1)))
            self.loops = loops
            if self.chance(0.6):
                cases.append(Node("break;"))
        if self.chance(0.5):
            loops, self.loops = self.loops, 0
            cases.append(Node("default:", self.block(1)))
            self.loops = loops
        return [Node(f"switch ({value})", cases)]

    def scope(self):
        return [Node("", self.block(divergent=False))]
