//===- Table.tsx - The table of findings ----------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import { useLayoutEffect, useState } from "preact/hooks";
import { NO_FILTERS } from "../data/address";
import type { Sort } from "../data/address";
import type { Row } from "../data/rows";
import { costWords, duration, lostWords, number, short } from "../data/words";
import { useShown } from "./context";
import { FilterBar } from "./Filters";
import { useKeys } from "./keys";
import { AssumedBadge, ConfidenceBadge, FixBadge, Path } from "./parts";
import { useMedia, useWindow } from "./window";

/** The style sheet has the same numbers. */
const NARROW = "(max-width: 1099px)";
const PHONE = "(max-width: 699px)";
const ROW_HEIGHT = 32;
const NARROW_ROW_HEIGHT = 56;
const PHONE_ROW_HEIGHT = 104;

const COLUMNS: [sort: Sort, title: string, isNumber: boolean][] = [
  ["rank", "Rank", true],
  ["location", "Location", false],
  ["kernel", "Kernel", false],
  ["check", "Check", false],
  ["confidence", "Confidence", false],
  ["cost", "Wavefronts (ideal)", true],
  ["lost", "Lost per launch", true],
  ["fix", "Fix", false],
];

/** Two numbers with all their digits have no room in a column. */
const fitting = (n: number) => (n < 1e6 ? number(n) : short(n));

/** A first click sorts numbers of which more is worse by the largest. */
const LARGEST_FIRST: Sort[] = ["cost", "lost"];

function Head() {
  const { address, go } = useShown();
  const choose = (sort: Sort) =>
    go({
      sort,
      descending: address.sort === sort ? !address.descending : LARGEST_FIRST.includes(sort),
    });
  return (
    <div role="rowgroup" class="head">
      <div role="row" class="row" aria-rowindex={1}>
        {COLUMNS.map(([sort, title, isNumber]) => {
          const isSorted = address.sort === sort;
          const order = address.descending ? "descending" : "ascending";
          return (
            <div
              key={sort}
              role="columnheader"
              class={`cell-${sort}${isNumber ? " num" : ""}`}
              aria-sort={isSorted ? order : "none"}
            >
              <button type="button" onClick={() => choose(sort)}>
                {title}
                <span class="arrow" aria-hidden="true">
                  {isSorted ? (address.descending ? "▼" : "▲") : ""}
                </span>
              </button>
            </div>
          );
        })}
      </div>
    </div>
  );
}

interface LineProps {
  row: Row;
  at: number;
  height: number;
  isActive: boolean;
  href: string;
  activate: (at: number) => unknown;
}

function Line({ row, at, height, isActive, href, activate }: LineProps) {
  const { finding } = row;
  return (
    <div
      role="row"
      class={isActive ? "row active" : "row"}
      aria-rowindex={at + 2}
      style={{ top: `${at * height}px` }}
    >
      <div role="cell" class="cell-rank num">
        {row.rank}
      </div>
      <div role="cell" class="cell-location">
        <a href={href} data-row={at} tabIndex={isActive ? 0 : -1} onFocus={() => activate(at)}>
          <Path file={row.file || "(no location)"} line={finding.line} />
        </a>
      </div>
      <div role="cell" class="cell-kernel" title={row.kernels.join("\n")}>
        <span class="kernel">{row.kernel}</span>
        <AssumedBadge row={row} isShort />
      </div>
      <div role="cell" class="cell-check">
        {finding.check}
      </div>
      <div role="cell" class="cell-confidence">
        <ConfidenceBadge value={row.confidence} />
      </div>
      <div
        role="cell"
        class="cell-cost num"
        title={finding.cost ? costWords(finding.cost) : undefined}
      >
        {finding.cost ? costWords(finding.cost, fitting) : "–"}
      </div>
      <div role="cell" class="cell-lost num" title={lostWords(finding, number)}>
        {lostWords(finding)}{" "}
        {finding.lost?.nanoseconds != null && (
          <span class="time">{duration(finding.lost.nanoseconds)}</span>
        )}
      </div>
      <div role="cell" class="cell-fix">
        <FixBadge value={row.fix} />
      </div>
    </div>
  );
}

/** How far each key moves. */
function moveOf(key: string, page: number): number | undefined {
  const moves: Record<string, number> = {
    ArrowDown: 1,
    j: 1,
    ArrowUp: -1,
    k: -1,
    PageDown: page,
    PageUp: -page,
    Home: -Infinity,
    End: Infinity,
  };
  return moves[key];
}

/** Keeps a row in view and moves the focus between rows. */
function useActive(length: number, rowHeight: number, list: { current: HTMLElement | null }) {
  const [chosen, choose] = useState({ at: 0, focuses: false });
  const active = Math.min(chosen.at, Math.max(0, length - 1));
  useLayoutEffect(() => {
    if (!chosen.focuses) return;
    list.current
      ?.querySelector<HTMLElement>(`[data-row="${chosen.at}"]`)
      ?.focus({ preventScroll: true });
  }, [chosen]);
  const move = (by: number) => {
    const to = Math.max(0, Math.min(length - 1, active + by));
    const head = 2 * rowHeight;
    const top = (list.current?.getBoundingClientRect().top ?? 0) + to * rowHeight;
    if (top < head) scrollBy(0, top - head);
    else if (top + rowHeight > innerHeight - rowHeight)
      scrollBy(0, top + 2 * rowHeight - innerHeight);
    choose({ at: to, focuses: true });
  };
  const activate = (at: number) => at === active || choose({ at, focuses: false });
  return { active, activate, move };
}

export function FindingsTable() {
  const { selected, link, go } = useShown();
  const [isNarrow, isPhone] = [useMedia(NARROW), useMedia(PHONE)];
  const rowHeight = isPhone ? PHONE_ROW_HEIGHT : isNarrow ? NARROW_ROW_HEIGHT : ROW_HEIGHT;
  const { list, first, end } = useWindow(selected.length, rowHeight);
  const { active, activate, move } = useActive(selected.length, rowHeight, list);
  const page = Math.max(1, Math.floor(innerHeight / rowHeight) - 4);
  useKeys((key) => {
    if (selected.length === 0) return false;
    if (key !== "j" && key !== "k") return false;
    // The first key goes to the row that was left, not beyond it.
    const isInside = list.current?.contains(document.activeElement);
    move(isInside ? moveOf(key, page)! : 0);
    return true;
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key.length > 1 ? moveOf(event.key, page) : undefined;
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    move(by);
  };
  const shown = selected.slice(first, end).map((row, offset) => [row, first + offset] as const);
  // A row that is scrolled out of view keeps the focus.
  const out = selected[active];
  if (out && (active < first || active >= end)) shown.push([out, active]);
  return (
    <>
      <h1 tabIndex={-1}>Findings</h1>
      <FilterBar />
      <div role="table" class="table" aria-label="Findings" aria-rowcount={selected.length + 1}>
        <Head />
        <div
          role="rowgroup"
          class="rows"
          ref={list}
          onKeyDown={onKeyDown}
          style={{ height: `${selected.length * rowHeight}px` }}
        >
          {shown.map(([row, at]) => (
            <Line
              key={row.index}
              row={row}
              at={at}
              height={rowHeight}
              isActive={at === active}
              activate={activate}
              href={link({ page: "finding", finding: row.index })}
            />
          ))}
        </div>
      </div>
      {selected.length === 0 && (
        <p class="empty">
          No finding passes the filters.{" "}
          <button type="button" onClick={() => go({ filters: NO_FILTERS })}>
            Clear filters
          </button>
        </p>
      )}
    </>
  );
}
