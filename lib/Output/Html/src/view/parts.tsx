//===- parts.tsx - Small pieces that several views show -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Confidence, FixClass } from "../data/rows";
import { baseName } from "../data/rows";
import { number } from "../data/words";

/** A mark of its own for each, so that the color is not needed. */
const MARKS: Record<Confidence, string> = { definite: "●", "upper bound": "◐", possible: "○" };

export function ConfidenceBadge({ value }: { value: Confidence }) {
  return (
    <span class={`badge c-${value.replace(" ", "-")}`}>
      <span aria-hidden="true">{MARKS[value]} </span>
      {value}
    </span>
  );
}

export function FixBadge({ value }: { value: FixClass }) {
  return value === "none" ? (
    <span class="dim">none</span>
  ) : (
    <span class={`badge f-${value}`}>{value}</span>
  );
}

/** A path whose directory is cut off first, then its name, and never its line. */
export function Path({ file, line }: { file: string; line: number | null }) {
  const name = baseName(file);
  const folder = file.slice(0, file.length - name.length);
  return (
    <span class="path" title={file}>
      {folder && <span class="path-folder">{folder}</span>}
      <span class="path-name">
        <span class="path-base">{name}</span>
        {line !== null && <span class="path-line">:{line}</span>}
      </span>
    </span>
  );
}

/** A section with a heading that the reader may jump to. */
export function Section(props: {
  title: string;
  id: string;
  children: ComponentChildren;
  note?: string;
}) {
  return (
    <section aria-labelledby={props.id}>
      <h2 id={props.id}>{props.title}</h2>
      {props.note && <p class="note">{props.note}</p>}
      {props.children}
    </section>
  );
}

const FEW = 100;

interface ListProps<T> {
  items: T[];
  columns: string[];
  /** Indexes of columns with numbers. */
  numeric?: number[];
  cells: (item: T) => ComponentChildren[];
  caption: string;
}

/** A table for reading; a button shows what is beyond its first rows. */
export function List<T>({ items, columns, numeric = [], cells, caption }: ListProps<T>) {
  const [limit, setLimit] = useState(FEW);
  const kind = (at: number) => (numeric.includes(at) ? "num" : undefined);
  return (
    <>
      <table class="list">
        <caption class="hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((name, at) => (
              <th key={name} scope="col" class={kind(at)}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.slice(0, limit).map((item, row) => (
            <tr key={row}>
              {cells(item).map((cell, at) => (
                <td key={at} class={kind(at)} data-label={columns[at]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {items.length > limit && (
        <button type="button" class="more" onClick={() => setLimit(limit + 10 * FEW)}>
          Show {number(Math.min(10 * FEW, items.length - limit))} of {number(items.length - limit)}{" "}
          others
        </button>
      )}
    </>
  );
}
