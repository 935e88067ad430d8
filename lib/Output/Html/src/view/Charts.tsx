//===- Charts.tsx - Charts of the summary ---------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import { NO_FILTERS } from "../data/address";
import { CONFIDENCES } from "../data/rows";
import type { Confidence, Row } from "../data/rows";
import { short } from "../data/words";
import type { Paths } from "../data/paths";
import { useShown } from "./context";
import { Path } from "./parts";

interface Part {
  /** The class of its color. */
  kind: string;
  value: number;
}

/** A bar of several parts; the text beside it says the same in numbers. */
function Bar({ parts, most }: { parts: Part[]; most: number }) {
  let x = 0;
  return (
    <svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      {parts.map(({ kind, value }) => {
        const width = most > 0 ? (100 * value) / most : 0;
        const from = x;
        x += width;
        return (
          value > 0 && (
            <rect
              key={kind}
              class={`bar-${kind}`}
              x={from}
              y={0}
              width={Math.max(width - 0.4, 0.6)}
              height={10}
            />
          )
        );
      })}
    </svg>
  );
}

/** Findings of each check, divided by confidence. */
export function Checks({ rows }: { rows: Row[] }) {
  const { link } = useShown();
  if (rows.length === 0) return null;
  const counts = new Map<string, Record<Confidence, number>>();
  for (const { finding, confidence } of rows) {
    const entry = counts.get(finding.check) ?? { definite: 0, "upper bound": 0, possible: 0 };
    ++entry[confidence];
    counts.set(finding.check, entry);
  }
  const sum = (entry: Record<Confidence, number>) =>
    CONFIDENCES.reduce((all, name) => all + entry[name], 0);
  const checks = [...counts].sort((a, b) => sum(b[1]) - sum(a[1]));
  const most = Math.max(1, ...checks.map(([, entry]) => sum(entry)));
  return (
    <table class="chart chart-checks">
      <caption>Findings by check and confidence</caption>
      <thead>
        <tr>
          <th scope="col">check</th>
          <td />
          {CONFIDENCES.map((name) => (
            <th key={name} scope="col" class="num">
              <i class={`key key-${name.replace(" ", "-")}`} aria-hidden="true" />
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {checks.map(([check, entry]) => (
          <tr key={check}>
            <th scope="row">
              <a href={link({ page: "findings", filters: { ...NO_FILTERS, check } })}>{check}</a>
            </th>
            <td class="chart-bar">
              <Bar
                most={most}
                parts={CONFIDENCES.map((name) => ({
                  kind: name.replace(" ", "-"),
                  value: entry[name],
                }))}
              />
            </td>
            {CONFIDENCES.map((name) => (
              <td key={name} class="num">
                {entry[name] ? short(entry[name]) : <span class="dim">–</span>}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export interface Rank {
  name: string;
  href: string;
  findings: number;
  lost: number;
  estimated?: boolean;
}

/** What loses most, in the order that is given. */
export function Ranks(props: {
  caption: string;
  noun: string;
  items: Rank[];
  /** Of the names, if they are paths. */
  paths?: Paths;
}) {
  const { caption, noun, items, paths } = props;
  if (items.length === 0) return null;
  const most = Math.max(1, ...items.map(({ lost }) => lost));
  return (
    <table class="chart">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{noun}</th>
          <td />
          <th scope="col" class="num">
            lost per launch
          </th>
          <th scope="col" class="num">
            findings
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.href}>
            <th scope="row">
              <a href={item.href} title={item.name}>
                {paths ? <Path file={item.name} line={null} paths={paths} /> : item.name}
              </a>
            </th>
            <td class="chart-bar">
              <Bar most={most} parts={[{ kind: "lost", value: item.lost }]} />
            </td>
            <td class="num">
              {item.estimated && "≈ "}
              {short(item.lost)}
            </td>
            <td class="num">{short(item.findings)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Of all accesses, how many the tool knows. */
export function Known({ parts }: { parts: { label: string; kind: string; value: number }[] }) {
  const all = parts.reduce((sum, part) => sum + part.value, 0);
  const percent = (value: number) => (all > 0 ? `${((100 * value) / all).toFixed(1)} %` : "–");
  return (
    <table class="chart">
      <caption>Accesses by result</caption>
      <thead>
        <tr>
          <th scope="col">result</th>
          <td />
          <th scope="col" class="num">
            accesses
          </th>
          <th scope="col" class="num">
            share
          </th>
        </tr>
      </thead>
      <tbody>
        {parts.map((part) => (
          <tr key={part.label}>
            <th scope="row">{part.label}</th>
            <td class="chart-bar">
              <Bar most={all} parts={[part]} />
            </td>
            <td class="num">{short(part.value)}</td>
            <td class="num">{percent(part.value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
