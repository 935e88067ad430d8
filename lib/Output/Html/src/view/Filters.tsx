//===- Filters.tsx - What the table shows ---------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

import { useMemo, useState } from "preact/hooks";
import { NO_FILTERS, SORTS } from "../data/address";
import type { Filter, Sort } from "../data/address";
import { CONFIDENCES, FIXES } from "../data/rows";
import type { Row } from "../data/rows";
import { tally } from "../data/select";
import { number } from "../data/words";
import { useShown } from "./context";

/** As many suggestions as a person reads; more would slow the page down. */
const SUGGESTIONS = 50;

function Choice(props: {
  name: Filter;
  label: string;
  all: string;
  options: [value: string, text: string][];
}) {
  const { address, go } = useShown();
  const { name, label, all, options } = props;
  const value = address.filters[name];
  const known = value === "" || options.some(([option]) => option === value);
  return (
    <label>
      <span>{label}</span>
      <select
        id={`filter-${name}`}
        value={value}
        onChange={(event) =>
          go({ filters: { ...address.filters, [name]: event.currentTarget.value } })
        }
      >
        <option value="">{all}</option>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
        {!known && <option value={value}>{value}</option>}
      </select>
    </label>
  );
}

/** Text with suggestions: there may be thousands of kernels and directories. */
function Text(props: { name: Filter; label: string; names?: string[]; hint: string }) {
  const { address, go } = useShown();
  const { name, label, names, hint } = props;
  const [isUsed, setUsed] = useState(false);
  const value = address.filters[name];
  const wanted = value.toLowerCase();
  const offered =
    isUsed && names
      ? names.filter((other) => other.toLowerCase().includes(wanted)).slice(0, SUGGESTIONS)
      : [];
  return (
    <label>
      <span>{label}</span>
      <input
        type="search"
        id={`filter-${name}`}
        value={value}
        placeholder={hint}
        autocomplete="off"
        spellcheck={false}
        list={names ? `names-${name}` : undefined}
        onFocus={() => setUsed(true)}
        onBlur={() => setUsed(false)}
        onInput={(event) =>
          go({ filters: { ...address.filters, [name]: event.currentTarget.value } }, true)
        }
      />
      {names && (
        <datalist id={`names-${name}`}>
          {offered.map((other) => (
            <option key={other} value={other} />
          ))}
        </datalist>
      )}
    </label>
  );
}

const SORT_NAMES: Record<Sort, string> = {
  rank: "rank",
  location: "location",
  kernel: "kernel",
  check: "check",
  confidence: "confidence",
  cost: "wavefronts",
  lost: "lost per launch",
  fix: "fix",
};

/** Where the table's head is not shown. */
function SortChoice() {
  const { address, go } = useShown();
  const value = `${address.descending ? "-" : ""}${address.sort}`;
  const choose = (text: string) =>
    go({ sort: text.replace("-", "") as Sort, descending: text.startsWith("-") });
  return (
    <label class="sort-choice">
      <span>Sort by</span>
      <select id="sort" value={value} onChange={(event) => choose(event.currentTarget.value)}>
        {SORTS.flatMap((sort) => [
          <option key={sort} value={sort}>
            {SORT_NAMES[sort]}, ascending
          </option>,
          <option key={`-${sort}`} value={`-${sort}`}>
            {SORT_NAMES[sort]}, descending
          </option>,
        ])}
      </select>
    </label>
  );
}

function namesOf(rows: Row[]) {
  const sorted = (of: (row: Row) => string) => [...tally(rows, of).keys()].filter(Boolean).sort();
  return {
    checks: tally(rows, (row) => row.finding.check),
    confidences: tally(rows, (row) => row.confidence),
    fixes: tally(rows, (row) => row.fix),
    folders: sorted((row) => row.folder),
    kernels: sorted((row) => row.kernel),
  };
}

function withCount<T extends string>(
  values: Iterable<T>,
  counts: Map<T, number>,
): [string, string][] {
  return [...values].map((value) => [value, `${value} (${number(counts.get(value) ?? 0)})`]);
}

export function FilterBar() {
  const { address, go, rows, selected } = useShown();
  const names = useMemo(() => namesOf(rows), [rows]);
  const available = (names.fixes.get("automatic") ?? 0) + (names.fixes.get("suggested") ?? 0);
  const isFiltered = Object.values(address.filters).some(Boolean);
  return (
    <form
      class="filters"
      role="search"
      aria-label="Findings"
      onSubmit={(event) => event.preventDefault()}
    >
      <Text name="text" label="Search" hint="file, message, array" />
      <Choice
        name="check"
        label="Check"
        all="all checks"
        options={withCount([...names.checks.keys()].sort(), names.checks)}
      />
      <Text name="folder" label="Directory" hint="all" names={names.folders} />
      <Text name="kernel" label="Kernel" hint="all" names={names.kernels} />
      <Choice
        name="confidence"
        label="Confidence"
        all="all"
        options={withCount(CONFIDENCES, names.confidences)}
      />
      <Choice
        name="fix"
        label="Fix"
        all="all"
        options={[
          ["available", `available (${number(available)})`],
          ...withCount(FIXES, names.fixes),
        ]}
      />
      <SortChoice />
      <p class="shown">
        <span role="status">
          {number(selected.length)} of {number(rows.length)} findings
        </span>
        {isFiltered && (
          <button type="button" onClick={() => go({ filters: NO_FILTERS })}>
            Clear filters
          </button>
        )}
      </p>
    </form>
  );
}
