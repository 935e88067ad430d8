#===- expressions.py - Random integer expressions -------------------------===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Random C++ integer expressions whose values stay within known bounds, so that
no signed arithmetic overflows, nothing is divided by zero and indices can be
kept inside of their arrays."""

import dataclasses

# Bits and signedness of the types that variables have.
TYPES = {
    "int": (32, True),
    "unsigned": (32, False),
    "short": (16, True),
    "unsigned short": (16, False),
    "unsigned char": (8, False),
    "signed char": (8, True),
    "long long": (64, True),
    "size_t": (64, False),
}
# What overflows far from here, whatever is added or multiplied next.
SAFE = 1 << 20


def limits(type_name):
    bits, signed = TYPES[type_name]
    return (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)


def promoted(type_name):
    return "int" if TYPES[type_name][0] < 32 else type_name


def common(a, b):
    """The type of an operation, by the usual arithmetic conversions."""
    a, b = promoted(a), promoted(b)
    (bits_a, signed_a), (bits_b, signed_b) = TYPES[a], TYPES[b]
    if bits_a != bits_b:
        return a if bits_a > bits_b else b
    return b if signed_a and not signed_b else a


@dataclasses.dataclass
class Expr:
    """An expression, its type, and bounds of its value."""

    text: str
    low: int
    high: int
    type: str = "int"

    def to(self, type_name):
        """Bounds after a conversion, which may wrap around."""
        low, high = limits(type_name)
        fits = low <= self.low and self.high <= high
        return (self.low, self.high) if fits else (low, high)


def constant(value):
    return Expr(str(value) if value >= 0 else f"({value})", value, value)


def masked(expr, size):
    """The expression kept within 0 .. size - 1."""
    if 0 <= expr.low and expr.high < size:
        return expr
    type_name = promoted(expr.type)
    if size & (size - 1) == 0:
        return Expr(f"({expr.text} & {size - 1})", 0, size - 1, type_name)
    if expr.low >= 0:
        return Expr(f"({expr.text} % {size})", 0, size - 1, type_name)
    text = f"(int)((unsigned)({expr.text}) % {size}u)"
    return Expr(text, 0, size - 1, "int")


def small(expr):
    """The expression, or a part of it that is far from any overflow."""
    if -SAFE < expr.low and expr.high < SAFE:
        return expr
    return masked(expr, 256)


def combine(operator, a, b):
    """a operator b; the bounds of '^' and '|' are those of the bits."""
    type_name = common(a.type, b.type)
    (a_low, a_high), (b_low, b_high) = a.to(type_name), b.to(type_name)
    corners = {
        "+": [a_low + b_low, a_high + b_high],
        "-": [a_low - b_high, a_high - b_low],
        "*": [x * y for x in (a_low, a_high) for y in (b_low, b_high)],
    }.get(operator)
    if corners is None:
        if min(a_low, b_low) < 0:
            corners = list(limits(type_name))
        else:
            bits = max(a_high, b_high).bit_length()
            corners = [0, min(a_high, b_high) if operator == "&" else (1 << bits) - 1]
    text = f"({a.text} {operator} {b.text})"
    result = Expr(text, min(corners), max(corners), type_name)
    low, high = limits(type_name)
    if result.low < low or result.high > high:
        # Only unsigned types get here: small() has seen the operands.
        result.low, result.high = low, high
    return result


class Expressions:
    """Makes expressions of the variables in scope."""

    def __init__(self, random):
        self.random = random
        self.scopes = [[]]

    def variables(self):
        return [variable for scope in self.scopes for variable in scope]

    def leaf(self):
        variables = self.variables()
        # Mostly what was declared last and what differs by lane.
        if variables and self.random.random() < 0.75:
            if self.random.random() < 0.5:
                return self.random.choice(variables[-4:])
            return self.random.choice(variables)
        return constant(self.random.choice([0, 1, 2, 3, 4, 5, 7, 8, 16, 31, 32, 33]))

    def make(self, depth=2):
        """A value of any kind."""
        if depth == 0 or self.random.random() < 0.2:
            return self.leaf()
        makers = [self.arithmetic] * 6 + [self.divided, self.divided, self.shifted]
        makers += [self.chosen, self.call, self.cast, self.negated, self.parts]
        return self.random.choice(makers)(depth - 1)

    def arithmetic(self, depth):
        operator = self.random.choice("++++**-&|^")
        a, b = small(self.make(depth)), small(self.make(depth))
        if operator == "*" and self.random.random() < 0.8:
            b = constant(self.random.choice([2, 3, 4, 5, 8, 16, 17, 32, 33, 64]))
        elif operator == "*":
            a, b = masked(a, 1024), masked(b, 1024)
        return combine(operator, a, b)

    def divided(self, depth):
        a = small(self.make(depth))
        divisor = self.random.choice([2, 3, 4, 5, 8, 16, 32, 33])
        type_name = promoted(a.type)
        if self.random.random() < 0.5:
            low, high = (0 if a.low >= 0 else -divisor), divisor
            return Expr(f"({a.text} % {divisor})", low, high, type_name)
        bound = max(abs(a.low), abs(a.high)) // divisor + 1
        low = 0 if a.low >= 0 else -bound
        return Expr(f"({a.text} / {divisor})", low, bound, type_name)

    def parts(self, depth):
        """The parts of a division, or of two that look like one, put together."""
        values = [masked(small(self.make(depth)), 1024) for _ in range(2)]
        a, b = values[0], values[self.random.random() < 0.2]
        divisor = masked(self.leaf(), 64)
        other = divisor if self.random.random() < 0.8 else masked(self.leaf(), 64)
        factor = self.random.choice([1, 1, 2, 4, 32])
        quotient = f"({a.text} / ({divisor.text} + 1) * ({other.text} + 1) * {factor})"
        remainder = f"({b.text} % ({divisor.text} + 1) * {factor})"
        high = factor * 64 * 1024
        if self.random.random() < 0.2:
            return Expr(f"((int){remainder} - (int){quotient})", -high, high)
        return Expr(f"((int){quotient} + (int){remainder})", 0, 2 * high)

    def shifted(self, depth):
        a = masked(small(self.make(depth)), 1 << 12)
        if self.random.random() < 0.7:
            amount = constant(self.random.randrange(6))
        else:
            amount = masked(self.make(depth), 8)
        type_name = promoted(a.type)
        if self.random.random() < 0.5:
            return Expr(f"({a.text} >> {amount.text})", 0, a.high, type_name)
        return Expr(f"({a.text} << {amount.text})", 0, a.high << 8, type_name)

    def chosen(self, depth):
        a, b = small(self.make(depth)), small(self.make(depth))
        type_name = common(a.type, b.type)
        bounds = a.to(type_name) + b.to(type_name)
        text = f"({self.condition(depth)} ? {a.text} : {b.text})"
        return Expr(text, min(bounds), max(bounds), type_name)

    def call(self, depth):
        a, b = small(self.make(depth)), small(self.make(depth))
        name = self.random.choice(["min", "max", "__mul24", "abs"])
        bounds = [a.low, a.high, b.low, b.high]
        if name == "abs":
            high = max(abs(a.low), abs(a.high))
            return Expr(f"abs((int)({a.text}))", 0, high)
        if name == "__mul24":
            a, b = masked(a, 4096), masked(b, 64)
            return Expr(f"__mul24({a.text}, {b.text})", 0, 4096 * 64)
        text = f"{name}((int)({a.text}), (int)({b.text}))"
        return Expr(text, min(bounds), max(bounds))

    def cast(self, depth):
        a = small(self.make(depth))
        type_name = self.random.choice(list(TYPES))
        low, high = a.to(type_name)
        result = Expr(f"(({type_name})({a.text}))", low, high, type_name)
        return small(result)

    def negated(self, depth):
        a = masked(self.make(depth), 1 << 12)
        if TYPES[promoted(a.type)][1]:
            return Expr(f"(-{a.text})", -a.high, 0, promoted(a.type))
        return a

    def condition(self, depth=1):
        """A condition, often on the lane."""
        a, b = small(self.make(depth)), small(self.leaf())
        pick = self.random.random()
        if pick < 0.5:
            return f"{a.text} {self.random.choice(['<', '<=', '>', '>='])} {b.text}"
        if pick < 0.7:
            mask = self.random.choice([1, 2, 3, 7, 8, 12, 16])
            return f"({masked(a, 4096).text} & {mask}) == {self.random.randrange(4)}"
        if pick < 0.85:
            return f"{a.text} {self.random.choice(['==', '!='])} {b.text}"
        operator = self.random.choice(["&&", "||"])
        if depth == 0:
            return f"{a.text} != {b.text}"
        return f"({self.condition(0)}) {operator} ({self.condition(0)})"
