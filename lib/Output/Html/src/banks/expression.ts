//===- expression.ts - Index arithmetic that people type ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

export type Values = Record<string, number>;

/** A value for each lane's names. Throws an Error that says what is wrong. */
export type Expression = (values: Values) => number;

type Operator = (a: number, b: number) => number;

// Those of C on integers, the weakest first.
const LEVELS: Record<string, Operator>[] = [
  { "|": (a, b) => a | b },
  { "^": (a, b) => a ^ b },
  { "&": (a, b) => a & b },
  { "<<": (a, b) => a << b, ">>": (a, b) => a >> b },
  { "+": (a, b) => a + b, "-": (a, b) => a - b },
  {
    "*": (a, b) => a * b,
    "/": (a, b) => Math.trunc(quotient(a, b)),
    "%": (a, b) => a - b * Math.trunc(quotient(a, b)),
  },
];

function quotient(a: number, b: number): number {
  if (b === 0) throw new Error("division by zero");
  return a / b;
}

const TOKEN = /\s*(?:(\d+)|([A-Za-z_][\w.]*)|(<<|>>|[-+*/%&|^()]))/y;

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let at = 0; text.slice(at).trim() !== ""; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (!match) throw new Error(`'${text.slice(at).trim()[0]}' is not understood`);
    tokens.push(match[0].trim());
  }
  return tokens;
}

/** Reads `text`, in which `names` may occur. */
export function parseExpression(text: string, names: string[]): Expression {
  const tokens = tokensOf(text);
  let at = 0;

  function operand(): Expression {
    const token = tokens[at++];
    if (token === undefined) throw new Error("something is missing at the end");
    if (token === "(") {
      const inner = level(0);
      if (tokens[at++] !== ")") throw new Error("a ')' is missing");
      return inner;
    }
    if (token === "-") {
      const inner = operand();
      return (values) => -inner(values);
    }
    if (/^\d/.test(token)) return () => Number(token);
    if (!names.includes(token)) throw new Error(`'${token}' is none of ${names.join(", ")}`);
    return (values) => values[token]!;
  }

  function level(depth: number): Expression {
    const operators = LEVELS[depth];
    if (!operators) return operand();
    let left = level(depth + 1);
    for (;;) {
      const operator = operators[tokens[at] ?? ""];
      if (!operator) return left;
      ++at;
      const [a, b] = [left, level(depth + 1)];
      left = (values) => operator(a(values), b(values));
    }
  }

  const whole = level(0);
  if (at !== tokens.length) throw new Error(`'${tokens[at]}' is not expected`);
  return whole;
}
