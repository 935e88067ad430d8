//===- parts.tsx - Small pieces that several views show -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Paths } from "../data/paths";
import type { Confidence, FixClass, Row } from "../data/rows";
import { isAssumed } from "../data/rows";
import { CONFIDENCE_WORDS, FIX_WORDS, number, originWords, place } from "../data/words";
import { useShown } from "./context";

/** A mark of its own for each, so that the color is not needed. */
const MARKS: Record<Confidence, string> = { definite: "●", "upper bound": "◐", possible: "○" };

export function ConfidenceBadge({ value }: { value: Confidence }) {
  return (
    <span class={`badge c-${value.replace(" ", "-")}`} title={CONFIDENCE_WORDS[value]}>
      <span aria-hidden="true">{MARKS[value]} </span>
      {value}
    </span>
  );
}

export function FixBadge({ value }: { value: FixClass }) {
  return value === "none" ? (
    <span class="dim">none</span>
  ) : (
    <span class={`badge f-${value}`} title={FIX_WORDS[value]}>
      {value}
    </span>
  );
}

/** Says that nothing states the block of the row's launch; else nothing. */
export function AssumedBadge({ row, isShort }: { row: Row; isShort?: boolean }) {
  const { launch } = row.finding;
  if (!launch || !isAssumed(row.finding)) return null;
  return (
    <span class="badge assumed" title={`${launch.block.join("×")}, ${originWords(launch)}`}>
      assumed block{!isShort && ` ${launch.block.join("×")}`}
    </span>
  );
}

/**
 * A path of which the directories that do not tell it apart are cut off first, then the others,
 * then its name, and never its line.
 */
export function Path(props: { file: string; line: number | null; paths?: Paths }) {
  const { file, line } = props;
  const shown = useShown();
  const { before, key, after, name } = (props.paths ?? shown.paths).parts(file);
  return (
    <span class="path" title={file}>
      {before && <span class="path-rest">{before}</span>}
      {key && <span class="path-key">{key}</span>}
      {after && <span class="path-rest">{after}</span>}
      <span class="path-name">
        <span class="path-base">{name}</span>
        {line !== null && <span class="path-line">:{line}</span>}
      </span>
    </span>
  );
}

/** A location in a text; its file without the directory that all are in. */
export function Location(props: { file?: string | null; line?: number | null }) {
  const { paths } = useShown();
  if (!props.file) return null;
  return <code title={props.file}>{place(paths.short(props.file), props.line)}</code>;
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
